"""Forms: what was recorded in an earlier form is read in today's, and says which form it has."""

import re
from datetime import date
from typing import Any

import msgspec
import pytest

from houseway.table.forms import Reader, Renewable, conversion, marked, with_defaults

DAY = date(2026, 11, 15)


def _in_cents(told: dict[str, Any], _: date) -> dict[str, Any]:
    return {**told, "cents": told["dollars"] * 100}


def _dated(told: dict[str, Any], day: date) -> dict[str, Any]:
    return {"day": day.isoformat(), **{name: value for name, value in told.items() if name != "dollars"}}


class Told(Renewable, frozen=True, kw_only=True, tag_field="told", tag=str.lower, forbid_unknown_fields=True):
    """Anything that is recorded."""


class Paid(Told, frozen=True, kw_only=True):
    """What was paid: first in dollars, then in cents as well, then in cents alone and with its day."""

    renewals = (_in_cents, _dated)

    cents: int
    day: date


class Seen(Told, frozen=True, kw_only=True):
    """Something that always had one form."""

    what: str


READER = Reader(Paid | Seen)


@pytest.mark.parametrize(
    "recorded",
    [
        {"told": "paid", "dollars": 5},
        {"told": "paid", "@form": 1, "dollars": 5},
        {"told": "paid", "@form": 2, "dollars": 5, "cents": 500},
        {"told": "paid", "@form": 3, "cents": 500, "day": "2026-11-15"},
    ],
)
def test_every_form_is_read_as_the_last(recorded: dict[str, Any]) -> None:
    assert msgspec.convert(READER.today(recorded, DAY), Paid | Seen) == Paid(cents=500, day=DAY)


def test_a_value_is_recorded_with_its_form_unless_it_has_the_first() -> None:
    paid, seen = Paid(cents=500, day=DAY), Seen(what="dice")
    recorded = marked(Paid, msgspec.to_builtins(paid))
    assert recorded == {"told": "paid", "cents": 500, "day": "2026-11-15", "@form": 3}
    assert msgspec.convert(READER.today(recorded, DAY), Paid | Seen) == paid
    assert marked(Seen, msgspec.to_builtins(seen)) == {"told": "seen", "what": "dice"}
    assert READER.today({"told": "seen", "what": "dice"}, DAY) == {"told": "seen", "what": "dice"}


@pytest.mark.parametrize("form", [0, 4, "3", None])
def test_a_form_that_is_not_known_yet_is_refused_by_name(form: object) -> None:
    with pytest.raises(ValueError, match=r"paid has form .*, and this version of Houseway knows 3"):
        READER.today({"told": "paid", "@form": form}, DAY)


def test_what_was_recorded_wins_over_what_is_filled_in() -> None:
    renewal = with_defaults(table="", checks=())
    assert renewal({"table": "TDF-1"}, DAY) == {"table": "TDF-1", "checks": ()}


def test_what_is_wrong_with_a_value_is_told_of_the_value_alone() -> None:
    kinds: Any = Paid | Seen
    read = conversion(kinds)
    assert read({"told": "seen", "what": "a card"}) == Seen(what="a card")
    assert conversion(kinds) is read, "what the types hold is found out once"
    for wrong in ({"told": "seen", "what": 3}, {"told": "seen"}, {"told": "heard"}, None):
        with pytest.raises(msgspec.ValidationError) as said:
            msgspec.convert(wrong, kinds)
        with pytest.raises(msgspec.ValidationError, match=f"^{re.escape(str(said.value))}$"):
            read(wrong)
