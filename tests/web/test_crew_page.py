"""What a live table's page offers whoever is signed in: nothing that would be refused because of who enters it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import NotPermitted
from houseway.floor import Floor
from houseway.floor.crew import check_entry
from houseway.floor.demo_people import PIT_MANAGER
from houseway.floor.demo_pieces import tiles_of
from houseway.floor.property import Mode
from houseway.games import submission_for
from houseway.journal import Journal
from houseway.table.table_state import Act
from houseway.web.steps import StepForm
from houseway.web.table_page import TablePage, table_page
from tests.floor.live import (
    NEW_CREDENTIAL,
    ONE_OF,
    PEOPLE,
    STAMP,
    a_set_for,
    issue_dice,
    move,
    open_table,
    prepare,
    renew_credential,
)
from tests.floor.simulation import AtTheTable
from tests.games.double_attack_blackjack.dealing import bet, first
from tests.service import TRAY
from tests.web.rounds import filled_in

OTHER_DEALER = "PA-1002"


@pytest.fixture
def house(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def identity(page: TablePage, form: StepForm) -> tuple[str, str]:
    """In which part and whose name the page enters a step when nobody is chosen to act."""
    if "player" in form.by:
        return "player", "patron-1"
    staff, own = page.staff(), page.own_parts()
    part = next((one for one in form.by if one in own), None) or next(one for one in form.by if one in staff)
    return part, staff[part]


def rejected_tiles(floor: Floor) -> None:
    prepare(floor, "PG-2")
    open_table(floor, "PG-2")
    move(floor, "PG-2", "bring-tiles", "floorperson", serial=tiles_of("PG-2", 1))
    move(floor, "PG-2", "reject-tiles", reason="chipped")


def inspected_tiles(floor: Floor) -> None:
    prepare(floor, "PG-2")
    open_table(floor, "PG-2")
    move(floor, "PG-2", "bring-tiles", "floorperson", serial=tiles_of("PG-2", 1))
    told = {"move": "inspect-tiles", "by": "dealer", "tiles": ()}
    dealer = floor.assigned(floor.table("PG-2"))["dealer"]
    floor.submit("PG-2", told, who=dealer, entered_by=PIT_MANAGER)


def issued_dice(floor: Floor) -> None:
    issue_dice(floor, "TDF-2", a_set_for(floor, "TDF-2"))


def hole_card_in_the_reader(floor: Floor) -> None:
    # A house that asks no gates brings the table to the middle of a round.
    without_gates = Floor(floor.journal)
    submission = submission_for("double-attack-blackjack")
    without_gates.set_up_table("DAB-9", "DAB-9", submission, mode=Mode.LIVE, tray=TRAY)
    table = AtTheTable(without_gates, "DAB-9")
    table.in_play()
    first(bet(table), "6c", "9c 9d Kh")


def is_refused(floor: Floor, table: str, form: StepForm, by: str, who: str, person: Posting) -> str:
    """What is said against a step, as its form stands, because of who enters it in whose name."""
    place = floor.table(table)
    told = msgspec.convert(filled_in(form, by), place.rules.move_type)
    # Whoever has to sign for it besides does.
    signs = {"": "", "dealer": OTHER_DEALER, "floorperson": PIT_MANAGER}[form.witness]
    act: Act[Any] = Act(
        move=told, who=who, at=floor.clock(), entered_by=person.credential, witnessed_by=signs
    )
    mover, witness = PEOPLE.get(who), PEOPLE.get(signs)
    try:
        check_entry(place, act, person, mover=mover, own={person.credential}, witness=witness)
    except NotPermitted as refused:
        return refused.message
    return ""


@pytest.mark.parametrize(
    ("bring_about", "table"),
    [(issued_dice, "TDF-2"), (rejected_tiles, "PG-2"), (inspected_tiles, "PG-2")],
)
@pytest.mark.clause("603a.20(r)(2)#2")
def test_the_page_offers_whoever_is_signed_in_what_they_may_enter_and_nothing_else(
    house: Floor, bring_about: Callable[[Floor], None], table: str
) -> None:
    bring_about(house)
    offered, waiting = 0, 0
    for person in ONE_OF.values():
        page = table_page(house, table, None, person)
        for form in page.forms:
            if page.waits_for(form):
                waiting += 1
                for by in form.by:
                    who = page.staff().get(by, person.credential)
                    assert is_refused(house, table, form, by, who, person), (person.position, form.move)
            else:
                offered += 1
                by, who = identity(page, form)
                assert not is_refused(house, table, form, by, who, person), (person.position, form.move)
    assert offered
    assert waiting


@pytest.mark.parametrize(
    ("position", "witness"),
    [
        (Position.FLOORPERSON, "floorperson"),
        (Position.PIT_MANAGER, "pit-manager"),
        (Position.DIRECTOR_OF_TABLE_GAMES, "shift-manager"),
    ],
)
def test_a_step_before_an_overseer_is_taken_before_whoever_is_signed_in(
    house: Floor, position: Position, witness: str
) -> None:
    rejected_tiles(house)
    form = next(
        form for form in table_page(house, "PG-2", None, ONE_OF[position]).forms if form.move == "seal-tiles"
    )
    (field,) = form.fields
    assert (field.kind, [choice.json for choice in field.choices]) == ("fixed", [f'"{witness}"'])


def test_a_floorperson_who_is_told_first_signs_for_a_dealers_call_or_makes_it(house: Floor) -> None:
    hole_card_in_the_reader(house)
    for position, by, signs in (
        (Position.DEALER, ("dealer", "floorperson", "pit-manager", "shift-manager"), "floorperson"),
        (Position.FLOORPERSON, ("floorperson", "pit-manager", "shift-manager"), ""),
        (Position.PIT_MANAGER, ("floorperson", "pit-manager", "shift-manager"), ""),
    ):
        page, person = table_page(house, "DAB-9", None, ONE_OF[position]), ONE_OF[position]
        told = [form for form in page.forms if form.clause.startswith("665a.13(h)")]
        assert [(form.by, form.witness) for form in told] == [(by, signs)] * 2, position
        for form in told:
            part, who = identity(page, form)
            assert not is_refused(house, "DAB-9", form, part, who, person), position


def test_a_page_knows_the_earlier_credentials_of_whoever_is_signed_in(house: Floor) -> None:
    issued_dice(house)
    renew_credential(house, PIT_MANAGER)
    page = table_page(house, "TDF-2", None, house.office.people()[NEW_CREDENTIAL])
    inspect = next(form for form in page.forms if form.move == "inspect-dice")
    assert page.waits_for(inspect).startswith("for another person to enter")
