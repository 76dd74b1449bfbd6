"""The decks and tiles that a live table's page offers: those that storage has given the table, as its book describes them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.backoffice.custody.orders import BringToPit, BringToTable, DrawDecks
from houseway.floor import Floor
from houseway.floor.demo_people import ASSISTANT_SHIFT_MANAGER, DEALER, FLOORPERSON, PIT_MANAGER, SECURITY
from houseway.floor.demo_pieces import PIT, deck_of, tiles_of
from houseway.journal import Journal
from houseway.web.fields import Field
from houseway.web.steps import StepForm
from tests.floor.live import STAMP, give, open_table, prepare
from tests.web.rounds import forms, take

KEYS = (ASSISTANT_SHIFT_MANAGER, SECURITY)


@pytest.fixture
def house(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def bringing(floor: Floor, table: str, move: str = "bring-deck") -> StepForm:
    return next(form for form in forms(floor, table) if form.move == move)


def asked(form: StepForm) -> dict[str, Field]:
    return {field.name: field for field in form.fields}


def fixed(form: StepForm) -> dict[str, str]:
    return {name: field.choices[0].json for name, field in asked(form).items() if field.kind == "fixed"}


def bring_from_storage(floor: Floor, serial: str, table: str) -> None:
    give(floor.office, DrawDecks(serials=(serial,)), *KEYS)
    give(floor.office, BringToPit(serials=(serial,), pit=PIT), *KEYS, PIT_MANAGER)
    give(floor.office, BringToTable(serial=serial, table=table), FLOORPERSON, DEALER)


@pytest.mark.parametrize(("table", "jokers"), [("HL-2", "0"), ("AP-2", "1")])
def test_the_page_offers_the_deck_that_storage_gave_and_the_table_takes_it(
    house: Floor, table: str, jokers: str
) -> None:
    prepare(house, table)
    open_table(house, table)
    form = bringing(house, table)
    assert asked(form)["serial"].suggestion == deck_of(table, 1)
    assert (fixed(form)["back"], fixed(form)["jokers"]) == ('"red"', jokers)
    take(house, table, form)
    assert house.table(table).state.play.kit.decks[0].serial == deck_of(table, 1)


def test_two_decks_come_one_after_the_other_each_with_its_own_backs(house: Floor) -> None:
    prepare(house, "3CP-2")
    open_table(house, "3CP-2")
    first = bringing(house, "3CP-2")
    assert asked(first)["serial"].label == f"serial (also given: {deck_of('3CP-2', 2)})"
    take(house, "3CP-2", first)
    second = bringing(house, "3CP-2")
    assert (asked(second)["serial"].suggestion, fixed(second)["back"]) == (deck_of("3CP-2", 2), '"blue"')
    take(house, "3CP-2", second)
    assert [deck.back for deck in house.table("3CP-2").state.play.kit.decks] == ["red", "blue"]


def test_the_other_deck_that_was_given_is_brought_first_with_its_own_backs(house: Floor) -> None:
    prepare(house, "3CP-2")
    open_table(house, "3CP-2")
    back = asked(bringing(house, "3CP-2"))["back"]
    assert (back.kind, [choice.json for choice in back.choices]) == ("select", ['"red"', '"blue"'])
    other = {"move": "bring-deck", "by": "floorperson", "serial": deck_of("3CP-2", 2), "jokers": 0}
    house.submit("3CP-2", other | {"back": "blue"}, who=FLOORPERSON)
    assert [deck.back for deck in house.table("3CP-2").state.play.kit.decks] == ["blue"]


def test_the_page_offers_the_tiles_that_storage_gave(house: Floor) -> None:
    prepare(house, "PG-2")
    open_table(house, "PG-2")
    form = bringing(house, "PG-2", "bring-tiles")
    assert asked(form)["serial"].suggestion == tiles_of("PG-2", 1)
    take(house, "PG-2", form)
    assert house.table("PG-2").state.play.tiles.serial == tiles_of("PG-2", 1)


def test_a_deck_that_the_table_has_used_is_not_offered_again(house: Floor) -> None:
    prepare(house, "HL-2")
    open_table(house, "HL-2")
    take(house, "HL-2", bringing(house, "HL-2"))
    removing = {"move": "remove-deck", "by": "floorperson", "deck": deck_of("HL-2", 1)}
    house.submit("HL-2", removing, who=FLOORPERSON)
    serial = asked(bringing(house, "HL-2"))["serial"]
    assert (serial.suggestion, serial.label) == ("", "serial (storage has given this table nothing new)")
    bring_from_storage(house, "five-card-hi-lo-blue-1", "HL-2")
    again = bringing(house, "HL-2")
    assert (asked(again)["serial"].suggestion, fixed(again)["back"]) == ("five-card-hi-lo-blue-1", '"blue"')
