"""`houseway office blank`: what every order asks for, who signs it, and a blank that counts for nothing until it is filled in."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.books import all_books
from houseway.backoffice.orders import Order, name_of
from houseway.cli.output import BAD_INPUT
from tests.cli.test_office import CLERK, RECEIVE, SUPERVISOR, Terminal, houseway

__all__ = ["houseway"]

ORDERS = {name_of(kind): kind for book in all_books() for kind in book.orders}
# The one says nothing that has no value of its own, the other is checked by the game that it names.
_TAKEN_AS_THEY_ARE = {"settle-staffing", "file-submission"}


def blank_of(houseway: Terminal, order: str) -> dict[str, Any]:
    blank: dict[str, Any] = houseway.told("office", "blank", order)
    return blank


def refused_as_it_is(blank: dict[str, Any], kind: type[Order]) -> bool:
    try:
        msgspec.convert(blank, kind)
    except msgspec.ValidationError:
        return True
    return False


def test_every_order_has_a_blank_that_names_all_it_says(houseway: Terminal) -> None:
    for name, kind in ORDERS.items():
        blank = blank_of(houseway, name)
        assert blank["order"] == name
        assert set(blank) == {"order", *kind.__struct_fields__}


def test_a_blank_is_refused_until_it_is_filled_in(houseway: Terminal) -> None:
    taken = {name for name, kind in ORDERS.items() if not refused_as_it_is(blank_of(houseway, name), kind)}
    assert taken == _TAKEN_AS_THEY_ARE


def test_every_order_is_shown_with_its_signatures_and_their_clauses(houseway: Terminal) -> None:
    for name in ORDERS:
        shown = houseway.said("office", "blank", name)
        assert "Who signs, in this order" in shown
    shown = houseway.said("office", "blank", "receive-book")
    assert "finance supervisor or above" in shown
    assert "609a.13(c)(3)#1" in shown


@pytest.mark.parametrize(
    ("order", "field", "words"),
    [
        ("receive-book", "first", "a whole number, at least 1"),
        ("receive-book", "book", "text, at most 400 characters"),
        ("sign-out-book", "return_by", "a day: 2014-12-31"),
        ("submit-coupon-design", "design.value", "whole cents: 2500 for $25"),
        ("submit-coupon-design", "design.terms.matching", "true or false"),
        ("check-coupon-delivery", "source", "one of: gaming service provider, printed in the house"),
        ("check-coupon-delivery", "found[].design", "text"),
        (
            "check-coupon-delivery",
            "found",
            "a list, of each: {…} A run of coupons of one design and last day",
        ),
        ("requisition-coupons", "until", "a day: 2014-12-31, or null"),
        ("prepare-mailing-list", "entries[].name", "personal data; sealed before anything is recorded"),
    ],
)
def test_what_belongs_on_each_line_is_said(houseway: Terminal, order: str, field: str, words: str) -> None:
    lines = [" ".join(line.split()) for line in houseway.said("office", "blank", order).splitlines()]
    assert any(line.startswith(f"{field} {words}") for line in lines)


def test_what_may_be_left_out_says_what_it_is_then(houseway: Terminal) -> None:
    shown = houseway.said("office", "blank", "check-coupon-delivery").splitlines()
    (line,) = (one.split() for one in shown if one.strip().startswith("department"))
    assert line[-1] == '"marketing"'
    assert blank_of(houseway, "check-coupon-delivery")["department"] == "marketing"


def test_a_blank_filled_in_is_an_order(houseway: Terminal, memory_path: Path) -> None:
    file = memory_path / "filled.json"
    filled = blank_of(houseway, "receive-book") | {
        name: value for name, value in RECEIVE.items() if name != "order"
    }
    file.write_text(json.dumps(filled), encoding="utf-8")
    done = houseway.told("office", "order", str(file), "--as", CLERK, "--propose")
    assert houseway.told("office", "sign", done["digest"], "--as", SUPERVISOR)["state"] == "executed"


def test_whoever_mistypes_an_order_is_told_its_name(houseway: Terminal) -> None:
    said = houseway.refused(BAD_INPUT, "office", "blank", "recieve-book")
    assert "did you mean receive-book?" in said
    file = houseway.file(RECEIVE | {"order": "recieve-book"})
    assert "did you mean receive-book?" in houseway.refused(BAD_INPUT, "office", "order", file, "--as", CLERK)
    said = houseway.refused(BAD_INPUT, "office", "blank", "soup")
    assert "houseway office books lists all orders" in said
    assert "did you mean" not in said


def test_an_order_that_cannot_be_read_names_its_blank(houseway: Terminal) -> None:
    file = houseway.file(RECEIVE | {"first": "one"})
    said = houseway.refused(BAD_INPUT, "office", "order", file, "--as", CLERK)
    assert "`$.first`" in said
    assert "fix: houseway office blank receive-book shows what it asks for" in said
