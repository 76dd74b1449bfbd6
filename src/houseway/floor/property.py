"""The property: its name, its people and its tables, as the journal records them."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from houseway.money import Cents

PROPERTY_STREAM = "property"


class Mode(StrEnum):
    """Where a table's dice come from: seen by the crew, or thrown by the built-in generator for training."""

    LIVE = "live"
    TRAINING = "training"


class PropertyNamed(msgspec.Struct, frozen=True, kw_only=True, tag="property-named", tag_field="record"):
    """The property opened its books under this name."""

    name: str


class Employee(msgspec.Struct, frozen=True, kw_only=True, tag="employee-entered", tag_field="record"):
    """Someone who works at the property, known by a credential number."""

    credential: str
    name: str
    department: str
    role: str


class DemoCompleted(msgspec.Struct, frozen=True, kw_only=True, tag="demo-completed", tag_field="record"):
    """The demo property is whole; without this record its making was interrupted."""


PropertyRecord: TypeAlias = PropertyNamed | Employee | DemoCompleted


class TableSetUp(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it came to the floor: its game, the submission it runs under, and the chips in its tray."""

    table: str
    title: str
    game: str
    mode: Mode
    tray: Cents
    submission: dict[str, object]
    submission_hash: str
