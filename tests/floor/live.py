"""Live tables of the demo property for tests: brought to their opening, opened, and played at by people with credentials."""

from typing import Any

from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.custody.orders import IssueSet
from houseway.backoffice.custody.piece import Alternative
from houseway.backoffice.custody.playing import dice_given
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import PostPerson
from houseway.backoffice.revenue.chips import Pieces
from houseway.backoffice.revenue.orders import CloseTray, OpenTray
from houseway.backoffice.revenue.trays import open_tray_of
from houseway.floor import Floor, Outcome
from houseway.floor.crew import crew_of
from houseway.floor.demo import STAFF
from houseway.floor.demo_people import AUDITOR, DEALER, FLOORPERSON
from houseway.floor.demo_pieces import DICE_TABLES, set_of
from houseway.floor.gates import approvals_to_name
from houseway.table.checklist import ChecklistStep, Stage

STAMP = Stamp(id="HW1", secret=bytes(range(32)))
CREW = crew_of(STAFF)
INSTRUMENTS = ("micrometer", "balancing-caliper", "steel-set-square", "magnet")
PEOPLE = {posting.credential: posting for posting in STAFF}
# The first of the people in each position.
ONE_OF = {posting.position: posting for posting in reversed(STAFF)}
# A full tray: $50,000.
TRAY = (Pieces(value=500, count=1_000), Pieces(value=2_500, count=800), Pieces(value=10_000, count=250))
NEW_CREDENTIAL = "PA-1999"


def move(floor: Floor, table: str, name: str, by: str = "dealer", **fields: Any) -> Outcome:
    """A move by whoever of the crew plays that part: those who are assigned to a live table."""
    who = {**CREW, **floor.assigned(floor.table(table))}.get(by, "patron")
    return floor.submit(table, {"move": name, "by": by, **fields}, who=who)


def issue_dice(floor: Floor, table: str, serial: str, **told: Any) -> None:
    """The pit manager issues a set to a table."""
    dice = floor.table(table).game.dice
    assert dice is not None
    move(floor, table, "issue-dice", "pit-manager", **{"serial": serial, "colours": dice.colours, **told})


def prepare(floor: Floor, table: str) -> None:
    """Everything but the opening: dice where the table has them, and its check-list."""
    if floor.table(table).game.dice is not None:
        bring_dice(floor, table, a_set_for(floor, table))
    attest_all(floor, table)
    count_opener(floor, table)


def a_set_for(floor: Floor, table: str) -> str:
    """A set that storage has issued to a live table; when the demo's is past its time, the one in the pit's reserve."""
    if floor.table(table).training:
        return f"{table}-A"
    with floor.office.desk() as desk:
        given = dice_given(desk, table)
    if given:
        return given[0].serial
    serial = set_of(table, 2)
    way, game = Alternative.AT_THE_TABLE, DICE_TABLES[table]
    give(floor.office, IssueSet(serial=serial, alternative=way, game=game, table=table), CREW["pit-manager"])
    return serial


def bring_dice(floor: Floor, table: str, serial: str) -> None:
    """A set is issued and inspected."""
    issue_dice(floor, table, serial)
    inspector = floor.table(table).game.dice_handling.inspectors[0]
    move(floor, table, "inspect-dice", inspector, instruments=INSTRUMENTS)


def attest_all(floor: Floor, table: str) -> None:
    """Everyone answers for the lines of the check-list that are open."""
    place = floor.table(table)
    for step in [step for stage in Stage for step in place.rules.missing(place.state, stage)]:
        approval = {"reference": letter_for(floor, table, step)} if step.stage is Stage.APPROVAL else {}
        move(floor, table, "attest", step.by[0], step=step.id, witness=step.witness, **approval)


def letter_for(floor: Floor, table: str, step: ChecklistStep) -> str:
    """An approval in force that a line of the check-list rests on; any word will do where the office is not asked."""
    place = floor.table(table)
    if not floor.asks_office(place):
        return "letter"
    with floor.office.desk() as desk:
        return next(iter(approvals_to_name(desk, place, step)), "letter")


def count_opener(floor: Floor, table: str) -> None:
    """The opener of a live table is counted for today, unless it is."""
    place = floor.table(table)
    day = floor.office.days.day_of(floor.clock())
    if floor.asks_office(place) and place.counted_for != day:
        with floor.office.desk() as desk:
            opened = open_tray_of(desk.connection, table)
        if opened is not None:
            give(floor.office, CloseTray(day=opened[0], table=table, chips=TRAY), DEALER, FLOORPERSON)
        opener = OpenTray(day=day, table=table, game=place.set_up.game, chips=TRAY)
        give(floor.office, opener, DEALER, FLOORPERSON)


def open_table(floor: Floor, table: str, who: str = "") -> None:
    """Open a table that is ready for it."""
    today = floor.office.days.day_of(floor.clock()).isoformat()
    opening = {"move": "open-table", "by": "floorperson", "gaming_day": today}
    floor.submit(table, opening, who=who or CREW["floorperson"])


def play_at(floor: Floor, table: str, *seats: int) -> None:
    """Open a table and give players at these positions chips."""
    prepare(floor, table)
    open_table(floor, table)
    for seat in seats:
        move(floor, table, "take-seat", "player", seat=seat)
        move(floor, table, "buy-in", seat=seat, amount=50_000)


def give(office: Office, order: Order, *who: str) -> tuple[dict[str, Any], ...]:
    """An order with the signatures of these people, in turn."""
    key = f"test/{name_of(order)}/{office.journal.head().position}"
    if len(who) == 1:
        return office.carry_out(order, who=who[0], key=key).facts
    digest = office.propose(order, who=who[0], key=key).digest
    for signer in who[1:-1]:
        office.approve(digest, who=signer)
    return office.execute(digest, who=who[-1]).facts


def renew_credential(floor: Floor, credential: str) -> None:
    """Somebody gets a new credential today, and goes on in the same position."""
    person = PEOPLE[credential]
    again = PostPerson(
        person=person.person,
        credential=NEW_CREDENTIAL,
        name=person.name,
        position=person.position,
        since=floor.office.days.day_of(floor.clock()),
    )
    give(floor.office, again, ONE_OF[Position.SYSTEMS_ADMINISTRATOR].credential, AUDITOR)
