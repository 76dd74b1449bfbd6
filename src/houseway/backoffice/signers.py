"""Who may sign what is left of an order, and whether a signature would leave nobody for another part of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from houseway.backoffice.orders import Order, Signed
from houseway.backoffice.people import Posting
from houseway.backoffice.policy import NotPermitted, Part, Rule, Separation, check_signer, excluded_by
from houseway.backoffice.schema import duties


@dataclass(frozen=True, slots=True)
class LastSigner:
    """A warning: this signature would leave nobody for the part `lacking`; those in `instead` could sign without that."""

    part: Part
    lacking: Part
    instead: tuple[Posting, ...]


def signed_by(posting: Posting, part: Part, at: datetime) -> Signed:
    """A part of an order as somebody would sign it."""
    return Signed(
        part=part.name,
        person=posting.person,
        credential=posting.credential,
        name=posting.name,
        position=posting.position,
        at=at,
    )


def barred(connection: sa.Connection, separations: Sequence[Separation], order: Order) -> frozenset[str]:
    """The persons who had a duty in the same matter that excludes this order."""
    excluded, matters = dict(excluded_by(separations, order)), order.matters()
    if not excluded or not matters:
        return frozenset()
    query = sa.select(duties.c.person).where(duties.c.order.in_(excluded), duties.c.matter.in_(matters))
    return frozenset(connection.execute(query).scalars())


def eligible(
    rule: Rule,
    part: Part,
    before: tuple[Signed, ...],
    people: Collection[Posting],
    at: datetime,
    out: Collection[str] = (),
) -> tuple[Posting, ...]:
    """Everybody who may still sign a part, given who has signed; `out` are persons whom another duty excludes."""
    return tuple(
        one for one in people if one.person not in out and _may(rule, part, signed_by(one, part, at), before)
    )


def warn(
    rule: Rule,
    part: Part,
    signer: Posting,
    before: tuple[Signed, ...],
    people: Collection[Posting],
    at: datetime,
    out: Collection[str] = (),
) -> LastSigner | None:
    """What is wrong if this person signs this part: another part would have nobody left who may sign it."""
    done = {one.part for one in before}
    left = tuple(one for one in rule.parts if one.name not in done and one is not part)

    def lacking_after(posting: Posting) -> Part | None:
        signed = (*before, signed_by(posting, part, at))
        if _completes(rule, left, signed, people, at, out):
            return None
        alone = (one for one in left if not eligible(rule, one, signed, people, at, out))
        return next(alone, left[-1])

    lacking = lacking_after(signer)
    if lacking is None:
        return None
    others = (one for one in eligible(rule, part, before, people, at, out) if one.person != signer.person)
    return LastSigner(part, lacking, tuple(one for one in others if lacking_after(one) is None))


def _completes(
    rule: Rule,
    left: tuple[Part, ...],
    signed: tuple[Signed, ...],
    people: Collection[Posting],
    at: datetime,
    out: Collection[str],
) -> bool:
    """Whether the parts that are left can all be signed, each by somebody who may sign it beside the others."""
    if not left:
        return True
    # The part that the fewest may sign is given away first.
    choices: Mapping[str, tuple[Posting, ...]] = {
        one.name: eligible(rule, one, signed, people, at, out) for one in left
    }
    part = min(left, key=lambda one: len(choices[one.name]))
    rest = tuple(one for one in left if one is not part)
    # With more people than parts for it, whoever signs leaves somebody.
    if len(choices[part.name]) > len(rule.parts):
        return _completes(rule, rest, signed, people, at, out)
    return any(
        _completes(rule, rest, (*signed, signed_by(one, part, at)), people, at, out)
        for one in choices[part.name]
    )


def _may(rule: Rule, part: Part, signing: Signed, before: tuple[Signed, ...]) -> bool:
    """Whether somebody may sign a part, given what the same person signed before, in whatever order."""
    try:
        check_signer(rule, part, signing, ())
    except NotPermitted:
        return False
    order = [one.name for one in rule.parts]
    by_name = {one.name: one for one in rule.parts}
    for other in before:
        if other.person != signing.person or other.part not in by_name:
            continue
        later = part if order.index(part.name) > order.index(other.part) else by_name[other.part]
        earlier = other.part if later is part else part.name
        if earlier not in later.may_be:
            return False
    return True
