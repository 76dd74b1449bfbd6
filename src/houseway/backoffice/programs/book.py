"""The book of programs: tokens are asked for by whoever they act for, given by information technology, witnessed by internal audit.

As with accounts (603a.20(r)(2)): whoever could give tokens alone could act as anybody. The secret itself is made when the
owner collects it, and stands in no book.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Annotated, Any

import msgspec

from houseway.backoffice.book import Desk, IndexedBook, Sheet
from houseway.backoffice.grants import Grant, or_below
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import LADDERS, Department, Position, department_of
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted, Part, Permit, Rule, at_least
from houseway.backoffice.postings.postings import posting_of
from houseway.backoffice.programs.schema import Given, duties_of, every_token, given_token, metadata, tokens
from houseway.law import RuleViolation, implements

# A rule of the house: a forgotten token does not outlive the year after it was given.
LONGEST = timedelta(days=366)
_REVOKE = (Department.INFORMATION_TECHNOLOGY, Department.INTERNAL_AUDIT)

TokenName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\Z")
]


class AskToken(Order, frozen=True, kw_only=True):
    """A person asks for a token with which a program of their own does what they may do, until the last day.

    It is signed by people in person: no token asks for another, gives it or witnesses it.
    """

    token: TokenName
    last_day: date

    def matters(self) -> tuple[str, ...]:
        """The token."""
        return (f"token/{self.token}",)


class AskServiceToken(Order, frozen=True, kw_only=True):
    """A person asks for a token for a named program that has only these duties of their own, until the last day.

    It reads the office as `reads_as` does, gives and signs the `orders`, and moves at the `tables`; what is not named it
    may not do. It is signed by people in person.
    """

    token: TokenName
    service: Words
    last_day: date
    reads_as: Position | None = None
    orders: tuple[Words, ...] = ()
    tables: tuple[Words, ...] = ()
    metrics: bool = False

    def matters(self) -> tuple[str, ...]:
        """The token."""
        return (f"token/{self.token}",)


class RevokeToken(Order, frozen=True, kw_only=True):
    """A token opens nothing any more, at once."""

    token: TokenName
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The token."""
        return (f"token/{self.token}",)


class TokenGiven(Fact, frozen=True, kw_only=True):
    """A person may collect the secret of a token once, and a program may act for that person with it."""

    person: str
    credential: str
    since: date
    grant: Grant
    last_day: date


class TokenRevoked(Fact, frozen=True, kw_only=True):
    """A token opens nothing any more."""

    token: str
    by: str
    reason: str


_ANYONE = tuple(Permit(ladder[0]) for ladder in LADDERS.values())
_ASKED = Part("asked", _ANYONE, SEPARATE_DUTIES)
_TWO_DEPARTMENTS = (
    _ASKED,
    # Somebody of either department who needs a token asks for it as anybody does; the other one always signs as well.
    Part("given", at_least(Position.SYSTEMS_ADMINISTRATOR), SEPARATE_DUTIES, may_be=("asked",)),
    Part("witnessed", at_least(Position.AUDITOR), SEPARATE_DUTIES, may_be=("asked",)),
)


@implements("603a.20(r)(2)#2")
def ask_token(order: AskToken, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a name that another token has, and a last day that is over or too far away."""
    return (_given_to_the_asker(Grant(token=order.token), order.last_day, desk),)


@implements("603a.20(r)(2)#2")
def ask_service_token(order: AskServiceToken, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a service any duty that whoever asks for it does not have."""
    given = _given_to_the_asker(_grant_of(order), order.last_day, desk)
    _check_reading(order, desk.signatures[0].position)
    _check_metrics(order, desk.signatures[0].position)
    _check_orders(order, desk.signatures[0].position)
    return (given,)


def _grant_of(order: AskServiceToken) -> Grant:
    names = (name for name in Grant.__struct_fields__ if hasattr(order, name))
    return Grant(**{name: getattr(order, name) for name in names})


def _given_to_the_asker(grant: Grant, last_day: date, desk: Desk) -> TokenGiven:
    if given_token(desk.connection, grant.token) is not None:
        raise RuleViolation(
            SEPARATE_DUTIES, f"there is a token {grant.token} already", fix="give it a name of its own"
        )
    if not desk.day <= last_day <= desk.day + LONGEST:
        raise RuleViolation(
            SEPARATE_DUTIES,
            f"a token cannot last until {last_day}: it lasts from today on, {LONGEST.days} days at most",
            fix=f"name a day from {desk.day} to {desk.day + LONGEST}",
        )
    asked = desk.signatures[0]
    posting = posting_of(desk.connection, asked.credential, desk.day)
    if posting is None or posting.person != asked.person or posting.position is not asked.position:
        raise RuleViolation(
            SEPARATE_DUTIES,
            f"{asked.name} is not the {asked.position} any more, as when the token was asked for",
            fix="withdraw it, and have it asked for anew",
        )
    return TokenGiven(
        person=posting.person,
        credential=posting.credential,
        since=posting.since,
        grant=grant,
        last_day=last_day,
        clause=SEPARATE_DUTIES.id,
    )


def _check_reading(order: AskServiceToken, own: Position) -> None:
    if order.reads_as is not None and order.reads_as not in or_below(own):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"the {own} cannot let {order.service} read as the {order.reads_as}",
            fix=f"choose one of {', '.join(or_below(own))}",
        )


def _check_metrics(order: AskServiceToken, own: Position) -> None:
    if order.metrics and department_of(own) is not Department.INFORMATION_TECHNOLOGY:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"the {own} cannot let {order.service} read the figures of the server",
            fix=f"have somebody of {Department.INFORMATION_TECHNOLOGY} ask for the token",
        )


def _check_orders(order: AskServiceToken, own: Position) -> None:
    from houseway.backoffice.books import all_books

    rules = [rule for book in all_books() for rule in book.rules]
    for name in order.orders:
        named = [rule for rule in rules if rule.name == name]
        if not named:
            raise RuleViolation(
                SEPARATE_DUTIES, f"there is no order {name}", fix="houseway office books lists the orders"
            )
        if any(rule.in_person for rule in named):
            raise NotPermitted(SEPARATE_DUTIES, f"{name} is signed in person, by no program")
        if not any(permit.admits(own) for rule in named for part in rule.parts for permit in part.permits):
            raise NotPermitted(
                SEPARATE_DUTIES,
                f"the {own} has no part in {name}, and cannot give it to {order.service}",
                fix="have somebody ask for the token who has",
            )


@implements("603a.20(r)(2)#2")
def revoke_token(order: RevokeToken, desk: Desk) -> tuple[Fact, ...]:
    """Refuse anybody but its owner and those who give tokens; and to revoke what is not, or no longer, given."""
    known, signer = given_token(desk.connection, order.token), desk.signatures[-1]
    if known is None or known.revoked_on is not None:
        state = "was revoked already" if known else "was never given"
        raise RuleViolation(SEPARATE_DUTIES, f"the token {order.token} {state}")
    if signer.person != known.person and department_of(signer.position) not in _REVOKE:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"the token {order.token} is not revoked by the {signer.position}",
            fix=f"have its owner do it, or somebody of {' or '.join(_REVOKE)}",
        )
    revoked = TokenRevoked(
        token=order.token, by=signer.credential, reason=order.reason, clause=SEPARATE_DUTIES.id
    )
    return (revoked,)


def keep_given(fact: TokenGiven, desk: Desk) -> None:
    """Keep a token that was given."""
    row = {
        "token": fact.grant.token,
        "person": fact.person,
        "credential": fact.credential,
        "since": fact.since,
        "grant": msgspec.json.encode(fact.grant),
        "given_on": desk.day,
        "last_day": fact.last_day,
        "revoked_on": None,
        "revoked_by": "",
        "reason": "",
    }
    desk.connection.execute(tokens.insert(), row)


def keep_revoked(fact: TokenRevoked, desk: Desk) -> None:
    """Keep that a token was revoked."""
    values = {"revoked_on": desk.day, "revoked_by": fact.by, "reason": fact.reason}
    desk.connection.execute(tokens.update().where(tokens.c.token == fact.token).values(**values))


def state_of(given: Given, desk: Desk) -> str:
    """Whether a token still opens anything, and since when or why not."""
    if given.revoked_on is not None:
        return f"revoked on {given.revoked_on} by {given.revoked_by}: {given.reason}"
    if desk.day > given.last_day:
        return "its time is over"
    posting = posting_of(desk.connection, given.credential, desk.day)
    if posting is None or (posting.person, posting.since) != (given.person, given.since):
        return "the posting it was given under has ended"
    return ""


def _sheet(desk: Desk) -> tuple[Grid, ...]:
    """Every token there ever was, those in force first."""
    told = sorted(
        ((state_of(one, desk), one) for one in every_token(desk.connection)), key=lambda row: row[0] != ""
    )
    rows = tuple(
        (
            one.token,
            one.for_what,
            one.credential,
            duties_of(one.grant),
            str(one.given_on),
            str(one.last_day),
            state or "in force",
        )
        for state, one in told
    )
    headings = ("token", "for", "acts as", "duties", "given", "last day", "state")
    return (Grid(title="Tokens", headings=headings, rows=rows, clause=SEPARATE_DUTIES),)


_DECIDED: Mapping[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]] = {
    AskToken: ask_token,
    AskServiceToken: ask_service_token,
    RevokeToken: revoke_token,
}
_POSTED: Mapping[type[Fact], Callable[[Any, Desk], None]] = {
    TokenGiven: keep_given,
    TokenRevoked: keep_revoked,
}


class ProgramsBook(IndexedBook):
    """Which programs act for whom."""

    name = "programs"
    title = "Programs"
    moves_value = True
    rules = (
        Rule(AskToken, _TWO_DEPARTMENTS, in_person=True),
        Rule(AskServiceToken, _TWO_DEPARTMENTS, in_person=True),
        Rule(RevokeToken, (Part("revoked", _ANYONE, SEPARATE_DUTIES),)),
    )
    sheets = (
        Sheet("tokens", "Tokens", _sheet, ("No program has a token yet: [ask-token], [ask-service-token].",)),
    )
    facts = TokenGiven | TokenRevoked
    tables = metadata
    decided = _DECIDED
    posted = _POSTED


BOOK = ProgramsBook()
