"""Who may give, sign and take back which orders, so that people are offered what is theirs to do.

The office asks again, with everything it knows, when somebody signs.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, Signed
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.policy import NotPermitted, Part, Rule, check_signer, rule_for
from houseway.backoffice.records import OrderRecord, State
from houseway.backoffice.signers import LastSigner, barred, eligible, signed_by, warn


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
    return rule_for(office.rules, office.recorded_order(standing))


def next_part(office: Office, standing: OrderRecord, person: Posting, at: datetime) -> Part | None:
    """The part of a proposed order that somebody may sign next; duties in the same matter are asked when it is signed."""
    if standing.state is not State.PROPOSED:
        return None
    rule, left = rule_of(office, standing), office.awaiting(standing)
    for part in left[:-1] or left:
        if _admits(part, person.position):
            return part if _may_sign(rule, part, standing, person, at) else None
    return None


# Naming more people than these helps nobody to find one.
_NAMED = 6


def opening_warning(
    office: Office, rules: Iterable[Rule], person: Posting, people: Collection[Posting]
) -> LastSigner | None:
    """Whether giving an order oneself would leave nobody for another part of it, by the first of its rules where that is so."""
    for rule in rules:
        first = (part for part in rule.parts[:-1] if _admits(part, person.position))
        for part in list(first)[:1]:
            found = warn(rule, part, person, (), people, office.clock())
            if found:
                return found
    return None


def signing_warning(
    office: Office,
    desk: Desk,
    standing: OrderRecord,
    part: Part,
    person: Posting,
    people: Collection[Posting],
) -> LastSigner | None:
    """Whether signing a part of a proposed order oneself would leave nobody for what is left of it."""
    rule, order = rule_of(office, standing), office.recorded_order(standing)
    out = barred(desk.connection, office.separations, order)
    return warn(rule, part, person, standing.signatures, people, office.clock(), out)


def named_for(
    rule: Rule,
    part: Part,
    before: tuple[Signed, ...],
    people: Collection[Posting],
    at: datetime,
    out: Collection[str] = (),
) -> str:
    """The people who may sign a part today, by name."""
    names = [one.name for one in eligible(rule, part, before, people, at, out)]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more if names else "nobody who works here today"


def _may_sign(rule: Rule, part: Part, standing: OrderRecord, person: Posting, at: datetime) -> bool:
    try:
        check_signer(rule, part, signed_by(person, part, at), standing.signatures)
    except NotPermitted:
        return False
    return True


def _admits(part: Part, position: Position) -> bool:
    return any(permit.admits(position) for permit in part.permits)
