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
from houseway.floor import Floor, Outcome
from houseway.floor.crew import crew_of
from houseway.floor.demo import STAFF
from houseway.floor.demo_people import AUDITOR
from houseway.floor.demo_pieces import DICE_TABLES, set_of
from houseway.table.checklist import Stage

STAMP = Stamp(id="HW1", secret=bytes(range(32)))
CREW = crew_of(STAFF)
INSTRUMENTS = ("micrometer", "balancing-caliper", "steel-set-square", "magnet")
PEOPLE = {posting.credential: posting for posting in STAFF}
# The first of the people in each position.
ONE_OF = {posting.position: posting for posting in reversed(STAFF)}
NEW_CREDENTIAL = "PA-1999"


def move(floor: Floor, table: str, name: str, by: str = "dealer", **fields: Any) -> Outcome:
    """A move by whoever of the crew plays that part."""
    return floor.submit(table, {"move": name, "by": by, **fields}, who=CREW.get(by, "patron"))


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
    inspector = floor.table(table).game.inspectors[0]
    move(floor, table, "inspect-dice", inspector, instruments=INSTRUMENTS)


def attest_all(floor: Floor, table: str) -> None:
    """Everyone answers for the lines of the check-list that are open."""
    place = floor.table(table)
    for step in [step for stage in Stage for step in place.rules.missing(place.state, stage)]:
        approval = {"reference": "letter"} if step.stage is Stage.APPROVAL else {}
        move(floor, table, "attest", step.by[0], step=step.id, witness=step.witness, **approval)


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
