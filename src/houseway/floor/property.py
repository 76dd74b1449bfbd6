"""The property: its tables, and whether it is the demo, as the journal records them; its name and people are the office's."""

import msgspec

from houseway.backoffice.tables.entries import HouseClock, Mode, TableSetUp

__all__ = ["PROPERTY_STREAM", "DemoCompleted", "HouseClock", "Mode", "TableSetUp"]

PROPERTY_STREAM = "property"


class DemoCompleted(msgspec.Struct, frozen=True, kw_only=True, tag="demo-completed", tag_field="record"):
    """The demo property is whole; without this record its making was interrupted."""
