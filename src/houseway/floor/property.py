"""The property: its tables, and whether it is the demo, as the journal records them; its name and people are the office's."""

from enum import StrEnum

import msgspec

from houseway.money import Cents

PROPERTY_STREAM = "property"


class Mode(StrEnum):
    """Where a table's dice come from: seen by the crew, or thrown by the built-in generator for training."""

    LIVE = "live"
    TRAINING = "training"


class DemoCompleted(msgspec.Struct, frozen=True, kw_only=True, tag="demo-completed", tag_field="record"):
    """The demo property is whole; without this record its making was interrupted."""


class TableSetUp(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it came to the floor: its game, the submission it runs under, and the chips in its tray."""

    table: str
    title: str
    game: str
    mode: Mode
    tray: Cents
    submission: dict[str, object]
    submission_hash: str
