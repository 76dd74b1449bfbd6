"""The staff book: people come, move between positions and leave; nobody can enter a person alone (603a.20(r)(2))."""

from datetime import date
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk, Sheet
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import Part, Rule, at_least
from houseway.backoffice.postings.postings import everyone, house, house_name, metadata, postings, postings_of
from houseway.backoffice.postings.presence import Presence, keep_presence, presence_of
from houseway.journal import check_key_name
from houseway.law import RuleViolation, implements, pa

_SEPARATE = pa("603a.20(r)(2)#2")
_HOUR = Annotated[str, msgspec.Meta(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?$", description="as 06:00")]


class OpenHouse(Order, frozen=True, kw_only=True):
    """A new house takes its name, its clock and its first people, before anybody is there to sign.

    `zone` and `gaming_day_starts` (06:00, say) are the house's clock, `origin` is whose journal its checkpoints speak of;
    none of the three is ever changed.
    """

    name: Words
    people: tuple[Posting, ...]
    zone: str = ""
    gaming_day_starts: _HOUR = ""
    origin: str = ""

    def __post_init__(self) -> None:
        """Refuse a clock that nobody could read, and an origin that could not name a key."""
        if self.zone:
            _check_zone(self.zone)
        if self.origin:
            check_key_name(self.origin)


class RenameHouse(Order, frozen=True, kw_only=True):
    """The house takes another name; what it signed and printed before keeps the old one."""

    name: Words


class SetPresence(Order, frozen=True, kw_only=True):
    """How long a screen may be left alone before it locks, and how long a proof of presence is good for value actions."""

    idle_minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    presence_minutes: Annotated[int, msgspec.Meta(ge=1, le=240)]


class PostPerson(Order, frozen=True, kw_only=True):
    """A person is employed in a position from a day on; an earlier posting ends there."""

    person: Words
    credential: Words
    name: Words
    position: Position
    since: date


class EndPosting(Order, frozen=True, kw_only=True):
    """A person's posting ends: from that day on the person may sign nothing."""

    person: Words
    until: date
    reason: Words


class HouseOpened(Fact, frozen=True, kw_only=True):
    """The house opened its books under this name; its clock and the origin of its checkpoints, if it said any."""

    name: str
    zone: str = ""
    gaming_day_starts: str = ""
    origin: str = ""


class HouseRenamed(Fact, frozen=True, kw_only=True):
    """The house has another name."""

    name: str


class PresenceSet(Fact, frozen=True, kw_only=True):
    """Screens lock, and proofs of presence end, after so many minutes."""

    idle_minutes: int
    presence_minutes: int


class Posted(Fact, frozen=True, kw_only=True):
    """A person holds a position from a day on."""

    posting: Posting


class PostingEnded(Fact, frozen=True, kw_only=True):
    """A person's posting ended."""

    person: str
    until: date


_TWO_DEPARTMENTS = (
    Part("entered", at_least(Position.SYSTEMS_ADMINISTRATOR), _SEPARATE),
    Part("approved", at_least(Position.AUDITOR), _SEPARATE),
)


def _postings_sheet(desk: Desk) -> tuple[Grid, ...]:
    """Every posting there ever was, those of today first."""
    rows = sorted(everyone(desk.connection), key=lambda posting: not posting.covers(desk.day))
    headings = ("credential", "name", "position", "department", "since", "until")
    return (
        Grid(
            title="Postings",
            headings=headings,
            rows=tuple(
                tuple("" if (cell := getattr(one, heading)) is None else str(cell) for heading in headings)
                for one in rows
            ),
            clause=_SEPARATE,
        ),
    )


class StaffBook(Book):
    """Who works here."""

    name = "staff"
    title = "Staff"
    moves_value = True
    rules = (
        Rule(PostPerson, _TWO_DEPARTMENTS),
        Rule(EndPosting, _TWO_DEPARTMENTS),
        Rule(RenameHouse, _TWO_DEPARTMENTS),
        Rule(SetPresence, _TWO_DEPARTMENTS),
    )
    sheets = (Sheet("postings", "Postings", _postings_sheet, ("Nobody works here yet: [post-person].",)),)
    facts = HouseOpened | HouseRenamed | PresenceSet | Posted | PostingEnded
    tables = metadata

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """Let people come, move and go, from today on at the earliest."""
        match order:
            case OpenHouse():
                return _open_house(order, desk)
            case PostPerson():
                return _post_person(order, desk)
            case EndPosting():
                return _end_posting(order, desk)
            case RenameHouse():
                return _rename_house(order, desk)
            case SetPresence():
                return _set_presence(order, desk)
        raise TypeError(f"{order!r} is no order of the staff book")

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep who holds which position."""
        match fact:
            case HouseOpened():
                desk.connection.execute(house.insert(), {"name": fact.name})
            case HouseRenamed():
                desk.connection.execute(house.update().values(name=fact.name))
            case PresenceSet():
                keep_presence(
                    desk.connection, Presence(idle=fact.idle_minutes, presence=fact.presence_minutes)
                )
            case Posted():
                _close(desk, fact.posting.person, fact.posting.since)
                desk.connection.execute(postings.insert(), msgspec.structs.asdict(fact.posting))
            case PostingEnded():
                _close(desk, fact.person, fact.until)


@implements("603a.20(r)(2)#2")
def _open_house(order: OpenHouse, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a house in which somebody stands twice, or in which nobody could ever be posted by two departments."""
    for held in ("person", "credential"):
        names = [getattr(posting, held) for posting in order.people]
        if twice := sorted({name for name in names if names.count(name) > 1 or not name.strip()}):
            raise RuleViolation(_SEPARATE, f"two people cannot have the {held} {twice[0]!r}, nor one none")
    if endless := [one for one in order.people if one.until is not None and one.until <= one.since]:
        raise RuleViolation(_SEPARATE, f"the posting of {endless[0].name} ends before it begins")
    today = [posting.position for posting in order.people if posting.covers(desk.day)]
    for part in _TWO_DEPARTMENTS:
        if not any(permit.admits(position) for position in today for permit in part.permits):
            wanted = " or ".join(map(str, part.permits))
            raise RuleViolation(_SEPARATE, f"a new house needs somebody who posts people: the {wanted}")
    posted = (Posted(posting=posting, clause=_SEPARATE.id) for posting in order.people)
    opened = HouseOpened(
        name=order.name,
        zone=order.zone,
        gaming_day_starts=order.gaming_day_starts,
        origin=order.origin,
        clause=_SEPARATE.id,
    )
    return (opened, *posted)


@implements("603a.20(r)(2)#2")
def _post_person(order: PostPerson, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a posting in the past, a second posting that day, and a credential that is another person's."""
    if order.since < desk.day:
        raise RuleViolation(_SEPARATE, f"a posting cannot begin on {order.since}, before today")
    for posting in postings_of(desk.connection, order.person):
        if posting.since >= order.since:
            raise RuleViolation(
                _SEPARATE, f"{posting.name} has a posting from {posting.since} on already", fix="end it first"
            )
    holder = desk.connection.execute(
        sa.select(postings.c.person).where(
            postings.c.credential == order.credential, postings.c.person != order.person
        )
    ).first()
    if holder is not None:
        raise RuleViolation(_SEPARATE, f"the credential {order.credential} is another person's")
    posting = Posting(**{name: getattr(order, name) for name in order.__struct_fields__})
    return (Posted(posting=posting, clause=_SEPARATE.id),)


def _end_posting(order: EndPosting, desk: Desk) -> tuple[Fact, ...]:
    if order.until < desk.day:
        raise RuleViolation(_SEPARATE, f"a posting cannot end on {order.until}, before today")
    if not any(posting.until is None for posting in postings_of(desk.connection, order.person)):
        raise RuleViolation(_SEPARATE, f"{order.person} has no posting to end")
    return (PostingEnded(person=order.person, until=order.until, clause=_SEPARATE.id),)


def _rename_house(order: RenameHouse, desk: Desk) -> tuple[Fact, ...]:
    if order.name == house_name(desk.connection):
        raise RuleViolation(_SEPARATE, f"the house is called {order.name} already")
    return (HouseRenamed(name=order.name, clause=_SEPARATE.id),)


def _set_presence(order: SetPresence, desk: Desk) -> tuple[Fact, ...]:
    asked = Presence(idle=order.idle_minutes, presence=order.presence_minutes)
    if asked == presence_of(desk.connection):
        raise RuleViolation(
            _SEPARATE, f"{asked.idle} and {asked.presence} minutes is what it is already", fix="withdraw it"
        )
    return (
        PresenceSet(
            idle_minutes=order.idle_minutes,
            presence_minutes=order.presence_minutes,
            clause=_SEPARATE.id,
        ),
    )


def _check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"there is no time zone {name!r}; name one as America/New_York") from None


def _close(desk: Desk, person: str, until: date) -> None:
    desk.connection.execute(
        postings.update()
        .where(postings.c.person == person, sa.or_(postings.c.until.is_(None), postings.c.until > until))
        .values(until=until)
    )


BOOK = StaffBook()
