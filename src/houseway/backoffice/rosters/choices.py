"""What the property settles where the sources are silent, each with its reason (465a.9(c)(2), 465a.35(a)-(c))."""

from typing import Annotated

import msgspec

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
Number = Annotated[int, msgspec.Meta(ge=0, le=100)]


class SpanChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another number of tables for a span that is not in the sources; 0 takes the span away."""

    paragraph: str
    tables: Number
    reason: Reason


class CameraChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many dedicated cameras the approved surveillance plan gives a game whose minimum is not in the sources."""

    game: str
    cameras: Number
    reason: Reason


class StaffingChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the property has settled about staffing and cameras; the default takes the codified section."""

    spans: tuple[SpanChoice, ...] = ()
    cameras: tuple[CameraChoice, ...] = ()
    # Why the property keeps the minimum crew at fully automated tables as well; empty where it keeps none there.
    crew_at_fully_automated: Annotated[str, msgspec.Meta(max_length=400)] = ""


# Nothing settled by the property: the codified section holds where the sources are silent.
AS_CODIFIED = StaffingChoices()
