"""The property: its tables, and whether it is the demo, as the journal records them; its name and people are the office's."""

from datetime import time
from enum import StrEnum
from zoneinfo import ZoneInfo

import msgspec

from houseway.money import Cents
from houseway.table.days import GamingDays

PROPERTY_STREAM = "property"


class Mode(StrEnum):
    """Where a table's dice come from: seen by the crew, or thrown by the built-in generator for training."""

    LIVE = "live"
    TRAINING = "training"


class DemoCompleted(msgspec.Struct, frozen=True, kw_only=True, tag="demo-completed", tag_field="record"):
    """The demo property is whole; without this record its making was interrupted."""


class HouseClock(msgspec.Struct, frozen=True, kw_only=True):
    """By whose clock the gaming days of a house begin, and at which hour."""

    zone: str
    starts: time

    @classmethod
    def of(cls, days: GamingDays) -> "HouseClock":
        """The clock of these gaming days."""
        return cls(zone=days.zone.key, starts=days.starts)

    @property
    def days(self) -> GamingDays:
        """The gaming days by this clock."""
        return GamingDays(ZoneInfo(self.zone), self.starts)


class TableSetUp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as it came to the floor: its game, the submission it runs under, and the chips in its tray.

    Without a clock it was recorded before tables knew the gaming days of the house.
    """

    table: str
    title: str
    game: str
    mode: Mode
    tray: Cents
    submission: dict[str, object]
    submission_hash: str
    clock: HouseClock | None = None
