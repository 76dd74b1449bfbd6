"""Who may give, sign and take back which orders, so that people are offered what is theirs to do.

The office asks again, with everything it knows, when somebody signs.
"""

from datetime import datetime

from houseway.backoffice.book import Book
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, Signed
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import NotPermitted, Part, Rule, check_signer, rule_for
from houseway.backoffice.records import OrderRecord, State


def may_open(rule: Rule, position: Position) -> bool:
    """Whether somebody in a position may give an order at a desk, alone or by proposing it."""
    return not rule.at_table and any(_admits(part, position) for part in rule.parts[:-1] or rule.parts)


def has_a_part(rule: Rule, position: Position) -> bool:
    """Whether somebody in a position may sign any part of an order, and so may take it back."""
    return any(_admits(part, position) for part in rule.parts)


def orders_for(book: Book, position: Position) -> tuple[type[Order], ...]:
    """The orders of a book that somebody in a position may give."""
    return tuple(
        kind
        for kind in book.orders
        if any(rule.order is kind and may_open(rule, position) for rule in book.rules)
    )


def rule_of(office: Office, standing: OrderRecord) -> Rule:
    """The rule that an order in the books was given under."""
    return rule_for(office.rules, office.read_order(standing.order))


def next_part(office: Office, standing: OrderRecord, person: Posting, at: datetime) -> Part | None:
    """The part of a proposed order that somebody may sign next; duties in the same matter are asked when it is signed."""
    if standing.state is not State.PROPOSED:
        return None
    rule, left = rule_of(office, standing), office.awaiting(standing)
    for part in left[:-1] or left:
        if _admits(part, person.position):
            return part if _may_sign(rule, part, standing, person, at) else None
    return None


def _may_sign(rule: Rule, part: Part, standing: OrderRecord, person: Posting, at: datetime) -> bool:
    signing = Signed(
        part=part.name,
        person=person.person,
        credential=person.credential,
        name=person.name,
        position=person.position,
        at=at,
    )
    try:
        check_signer(rule, part, signing, standing.signatures)
    except NotPermitted:
        return False
    return True


def _admits(part: Part, position: Position) -> bool:
    return any(permit.admits(position) for permit in part.permits)
