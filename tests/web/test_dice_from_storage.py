"""The dice that a live table's page offers: those that storage has issued to the table, as its book describes them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.backoffice.custody.orders import IssueSet
from houseway.backoffice.custody.piece import Alternative
from houseway.equipment.dice import DiceGame
from houseway.floor import Floor
from houseway.floor.demo_people import PIT_MANAGER
from houseway.floor.demo_pieces import set_of
from houseway.journal import Journal
from houseway.web.fields import Field, fields_of
from houseway.web.table_page import table_page
from tests.floor.live import STAMP, give, issue_dice
from tests.web.rounds import forms, take

TABLE = "TDF-2"


@pytest.fixture
def house(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def asked(floor: Floor, table: str = TABLE) -> dict[str, Field]:
    """What the page asks for when dice are issued."""
    somebody = floor.office.people()[PIT_MANAGER]
    offered = table_page(floor, table, None, somebody).forms
    form = next(form for form in offered if form.move == "issue-dice")
    return {field.name: field for field in form.fields}


def issue_the_reserve(floor: Floor) -> None:
    """A second set for the table."""
    order = IssueSet(
        serial=set_of(TABLE, 2),
        alternative=Alternative.AT_THE_TABLE,
        game=DiceGame.THREE_DICE_FOOTBALL,
        table=TABLE,
    )
    give(floor.office, order, PIT_MANAGER)


def test_the_page_offers_the_set_that_storage_issued_and_the_table_takes_it(house: Floor) -> None:
    fields = asked(house)
    assert fields["serial"].suggestion == set_of(TABLE, 1)
    fixed = {name: field.choices[0].json for name, field in fields.items() if field.kind == "fixed"}
    assert msgspec.json.decode(fixed["colours"]) == ["green"] * 4 + ["red"] * 2
    assert fixed["alternative"] == "1"
    form = next(form for form in forms(house, TABLE) if form.move == "issue-dice")
    take(house, TABLE, form)
    dice = house.table(TABLE).state.dice
    assert dice is not None
    assert dice.set.serial == set_of(TABLE, 1)


def test_a_set_that_the_table_has_used_is_not_offered_again(house: Floor) -> None:
    issue_dice(house, TABLE, set_of(TABLE, 1))
    serial = asked(house)["serial"]
    assert (serial.suggestion, serial.label) == ("", "serial (storage has issued no new set to this table)")
    issue_the_reserve(house)
    assert asked(house)["serial"].suggestion == set_of(TABLE, 2)


def test_several_sets_are_named(house: Floor) -> None:
    issue_the_reserve(house)
    serial = asked(house)["serial"]
    assert serial.label == f"serial (also issued: {set_of(TABLE, 2)})"


def test_whether_a_shaker_is_locked_is_the_books_to_say(house: Floor) -> None:
    fields = asked(house, "SB-2")
    assert fields["for_locked_shaker"].choices[0].json == "false"
    assert fields["locked"].choices[0].json == "false"
    assert {field.kind for name, field in fields.items() if name != "serial"} == {"fixed"}


def test_a_training_table_and_a_house_without_the_book_get_a_serial_made_up(house: Floor) -> None:
    assert asked(house, "TDF-1")["serial"].suggestion.startswith("TDF-1-")
    place, now = house.table(TABLE), house.clock()
    lawful = next(one for one in place.legal(now) if one.move == "issue-dice")
    made_up = {field.name: field.suggestion for field in fields_of(place, lawful, frozenset(), now)}
    assert made_up["serial"].startswith("TDF-2-")
