"""The exclusion lists: who may be mailed no coupon, as the Board's dated lists say (603a.20(q)(7)).

Surveillance or internal audit enters a list and somebody of internal audit or the Board's own staff confirms it:
nobody who gains by a longer mailing. Each person is sealed under a number of their own, to be erased when the Board
takes them off; of the clear text nothing is kept.
"""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.mailing.matching import Identity, Screen, says_something
from houseway.backoffice.mailing.schema import excluded, exclusions
from houseway.backoffice.mailing.sealing import require_own_keys
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.vault import BadToken, Sealed, unseal
from houseway.law import RuleViolation, implements, pa

STRIPPED = pa("603a.20(q)(7)")


class ExclusionList(StrEnum):
    """A list of persons, by the chapter under which the Board keeps it."""

    SELF_EXCLUSION = "503a"
    EXCLUSION = "511a"

    @property
    def called(self) -> str:
        """What it is called."""
        return _TITLES[self]


_TITLES = {
    ExclusionList.SELF_EXCLUSION: "self-exclusion list",
    ExclusionList.EXCLUSION: "exclusion list",
}
# The lists that a mailing is held against.
SCREENED = tuple(ExclusionList(chapter) for chapter in STRIPPED.parameters["screen"].split("|"))


class ListedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on a list: the number under which the vault holds them, and who they are, sealed."""

    person: Words
    identity: Sealed


class EnterExclusionList(Order, frozen=True, kw_only=True):
    """A whole list as it came from the Board; it takes the place of the one before."""

    list: ExclusionList
    # The day whose state it shows, and the last one on which it may be relied on.
    as_of: date
    good_through: date
    reference: Words
    # How many persons the Board's letter says there are.
    stated: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    people: tuple[ListedPerson, ...]


class ExclusionListEntered(Fact, frozen=True, kw_only=True):
    """A list is on file."""

    number: int
    list: ExclusionList
    as_of: date
    good_through: date
    reference: str
    entered_on: date
    people: tuple[ListedPerson, ...]


class ListOnFile(NamedTuple):
    """A list on file."""

    number: int
    list: ExclusionList
    as_of: date
    good_through: date
    reference: str
    entered_on: date
    people: int


# Entering a list.


@implements("603a.20(q)(7)")
def enter(order: EnterExclusionList, desk: Desk) -> tuple[Fact, ...]:
    """Take a list up that is complete, readable and newer than the one before."""
    title = order.list.called
    if not order.as_of <= desk.day <= order.good_through:
        raise RuleViolation(
            STRIPPED,
            f"the {title} as of {order.as_of}, good through {order.good_through}, is not to be relied on today",
            fix="ask the Board for the list of today",
        )
    before = newest(desk.connection, order.list, desk.day)
    if before is not None and order.as_of < before.as_of:
        raise RuleViolation(STRIPPED, f"a newer {title}, as of {before.as_of}, is on file")
    _require_complete(desk.connection, order, desk.day)
    numbers = desk.connection.execute(sa.select(sa.func.max(exclusions.c.number))).scalar()
    return (
        ExclusionListEntered(
            number=(numbers or 0) + 1,
            list=order.list,
            as_of=order.as_of,
            good_through=order.good_through,
            reference=order.reference,
            entered_on=desk.day,
            people=order.people,
            clause=STRIPPED.id,
        ),
    )


@implements("603a.20(q)(7)")
def _require_complete(connection: sa.Connection, order: EnterExclusionList, day: date) -> None:
    """As many persons as the Board states, each once, each with a name and more than a name."""
    if len(order.people) != order.stated:
        raise RuleViolation(
            STRIPPED,
            f"the {order.list.called} states {order.stated:,} persons, and {len(order.people):,} are entered",
            fix="enter the whole list",
        )
    if len({one.person for one in order.people}) != len(order.people):
        raise RuleViolation(STRIPPED, f"somebody is on the {order.list.called} twice")
    require_own_keys(connection, ((one.person, one.identity) for one in order.people), STRIPPED)
    for one in order.people:
        identity = _identity(connection, one.person, one.identity)
        if not says_something(identity.name) or not (says_something(identity.address) or identity.born):
            raise RuleViolation(
                STRIPPED, f"{one.person} is listed without a name, or with neither birth date nor address"
            )
        # A wrong birth date would tell the patron apart who is meant.
        if identity.born and identity.born >= day:
            raise RuleViolation(STRIPPED, f"{one.person} is listed with a birth date that is none")


def _identity(connection: sa.Connection, person: str, token: str) -> Identity:
    """Who a listed person is; nobody can be held against a list that cannot be read."""
    try:
        text = unseal(connection, token)
        if text is not None:
            return msgspec.json.decode(text, type=Identity)
    except (BadToken, msgspec.DecodeError):
        pass
    raise RuleViolation(
        STRIPPED,
        f"who {person} is cannot be read any more, or never could",
        fix="enter the Board's list anew",
    )


def post_entered(fact: ExclusionListEntered, desk: Desk) -> None:
    """Keep the list; of the one before, whoever is on it is needed no more."""
    desk.connection.execute(
        exclusions.insert(),
        {
            "number": fact.number,
            "list": fact.list,
            "as_of": fact.as_of,
            "good_through": fact.good_through,
            "reference": fact.reference,
            "entered_on": fact.entered_on,
            "people": len(fact.people),
        },
    )
    older = sa.select(exclusions.c.number).where(
        exclusions.c.list == fact.list, exclusions.c.number < fact.number
    )
    desk.connection.execute(excluded.delete().where(excluded.c.exclusion.in_(older)))
    rows = [{"exclusion": fact.number, "person": one.person, "identity": one.identity} for one in fact.people]
    if rows:
        desk.connection.execute(excluded.insert(), rows)


# Relying on it.


def lists_on_file(connection: sa.Connection, by: date) -> tuple[ListOnFile, ...]:
    """Every list that was entered by a day, the newest first."""
    query = sa.select(exclusions).where(exclusions.c.entered_on <= by)
    rows = connection.execute(query.order_by(exclusions.c.number.desc()))
    return tuple(ListOnFile(*row)._replace(list=ExclusionList(row.list)) for row in rows)


def newest(connection: sa.Connection, kind: ExclusionList, day: date) -> ListOnFile | None:
    """The list of a kind that counts on a day."""
    return next((one for one in lists_on_file(connection, day) if one.list is kind), None)


@implements("603a.20(q)(7)")
def require_lists(connection: sa.Connection, day: date) -> tuple[ListOnFile, ...]:
    """Both lists, each still to be relied on; without them nobody can be screened."""
    found = []
    for kind in SCREENED:
        one = newest(connection, kind, day)
        if one is None or one.good_through < day:
            raise RuleViolation(
                STRIPPED,
                f"no {kind.called} is on file"
                if one is None
                else f"the {kind.called} as of {one.as_of} was good through {one.good_through}",
                fix="enter the Board's list first",
            )
        found.append(one)
    return tuple(found)


def screens(
    connection: sa.Connection, lists: tuple[ListOnFile, ...]
) -> Iterator[tuple[ExclusionList, Screen]]:
    """Each list, ready to hold patrons against."""
    for one in lists:
        rows = connection.execute(
            sa.select(excluded.c.person, excluded.c.identity).where(excluded.c.exclusion == one.number)
        ).all()
        yield one.list, Screen(_identity(connection, row.person, row.identity) for row in rows)
