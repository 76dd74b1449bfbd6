"""The crew: which parts at a table somebody's position lets them play, and what each may enter at a live table.

One screen stands at a table, and whoever is signed in there enters the moves of its dealers and patrons. What the law
wants somebody for who oversees them is entered by that person, or by one above, under the own credential; and whoever
did the first of two steps that it wants two people for does not do the second.
"""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from houseway.backoffice.people import Department, Position, Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted
from houseway.floor.table import TableInService
from houseway.law import Clause, implements
from houseway.law.upholding import upholds
from houseway.table.moves import Move, Report
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import FLOORPERSONS, OVERSEERS, Role
from houseway.table.rules import Lawful
from houseway.table.table_state import Act
from houseway.table.words import spoken

_ROLES: Mapping[Position, tuple[Role, ...]] = {
    # The stick is in the hands of a dealer too.
    Position.DEALER: (Role.DEALER, Role.STICKPERSON),
    Position.BOXPERSON: (Role.BOXPERSON,),
    Position.FLOORPERSON: (Role.FLOORPERSON,),
    Position.PIT_MANAGER: (Role.PIT_MANAGER,),
    Position.ASSISTANT_SHIFT_MANAGER: (Role.SHIFT_MANAGER,),
    Position.SHIFT_MANAGER: (Role.SHIFT_MANAGER,),
    Position.DIRECTOR_OF_TABLE_GAMES: (Role.SHIFT_MANAGER,),
    Position.COMPLIANCE_REPRESENTATIVE: (Role.COMPLIANCE,),
    Position.COMPLIANCE_SUPERVISOR: (Role.COMPLIANCE,),
}
# The parts that nobody enters for somebody else.
IN_PERSON = (*OVERSEERS, Role.COMPLIANCE)
# The parts of the crew that whoever is signed in enters for them, in their names.
_HANDS = (Role.DEALER, Role.STICKPERSON)
# Who sees it when a coupon that bears no barcode is taken.
_SUPERVISOR = Role.FLOORPERSON
# What tells one such step from another at the same table.
ABOUT = ("deck", "seat")
_ELSEWHERE = "on a device of their own, or signed in on this one with Somebody else"


def roles_of(position: Position) -> tuple[Role, ...]:
    """The parts that somebody in a position may play at a table."""
    return _ROLES.get(position, ())


def crew_of(people: Iterable[Posting]) -> dict[str, str]:
    """For each part at a table the credential of whoever plays it: the first who may and plays no other, else the first."""
    crew: dict[str, str] = {}
    staff = sorted(people, key=lambda posting: posting.credential)
    for role in Role:
        able = [posting.credential for posting in staff if role in roles_of(posting.position)]
        free = [credential for credential in able if credential not in crew.values()]
        if able:
            crew[role.value] = (free or able)[0]
    return crew


def has_business(place: TableInService, posting: Posting, by: object) -> bool:
    """Whether somebody is of those who move in that part: at a live table its crew are, and compliance for what is its own."""
    if place.training or posting.department is Department.TABLE_GAMES:
        return True
    return posting.department is Department.CASINO_COMPLIANCE and by == Role.COMPLIANCE


def check_business(place: TableInService, posting: Posting, by: object) -> None:
    """Refuse a move at a live table by somebody of another department."""
    if not has_business(place, posting, by):
        raise no_business(place, posting)


def no_business(place: TableInService, posting: Posting) -> NotPermitted:
    """The refusal of whoever may only look at a live table."""
    return NotPermitted(
        SEPARATE_DUTIES,
        f"table {place.name} is live: a {posting.position} may look at it, but not move there",
        fix="have its crew make the move, or go to a training table",
    )


def nobody_signed_in(place: TableInService) -> NotPermitted:
    """The refusal at a live table where nobody is signed in: no journal could say who entered a move."""
    return NotPermitted(
        SEPARATE_DUTIES,
        f"table {place.name} is live, and nobody is signed in",
        fix="open accounts for its crew: houseway people account",
    )


# What somebody who is signed in may enter at a live table.


def stands_for(posting: Posting, part: Role) -> bool:
    """Whether somebody plays a part, or stands above whoever does in the line of command."""
    line = OVERSEERS[OVERSEERS.index(part) :] if part in OVERSEERS else (part,)
    return not set(line).isdisjoint(roles_of(posting.position))


def overseer_of(place: TableInService, move: str) -> Role | None:
    """The lowest role before whom a move has to be made, and who then enters it; None where it needs no overseer."""
    rule = place.rules.rule(move)
    return rule.before if rule is not None else None


def signs_as_witness(place: TableInService, move: str, named: Role | None) -> Role | None:
    """The role whose signature a move needs besides that of the person who enters it; None where it needs none.

    `named` is the role that the move names as its witness. A move made before an overseer is entered by that overseer,
    which is signature enough.
    """
    return None if place.training or overseer_of(place, move) is not None else named


@upholds("wrongly_checked")
def told_first(place: TableInService, irregularity: object, by: Role) -> Clause | None:
    """The clause by which a floorperson or above is told of an irregularity before the law's answer to it is given.

    None where nobody has to be told, or one of them calls it, who then knows.
    """
    remedy = place.game.irregularities.get(str(irregularity))
    return remedy.told_first[0] if remedy and remedy.told_first and by not in FLOORPERSONS else None


def is_told_first(place: TableInService, offered: Lawful) -> bool:
    """Whether a floorperson or above has to be told before somebody does what is offered here."""
    return any(told_first(place, one, offered.by[0]) for one in offered.fields.get("irregularity", ()))


def may_enter(place: TableInService, posting: Posting, move: str, by: Role) -> bool:
    """Whether somebody may enter a move in a part, whatever was done before."""
    if place.training:
        return True
    before = overseer_of(place, move)
    if before is not None and not stands_for(posting, before):
        return False
    return stands_for(posting, by) if by in IN_PERSON else has_business(place, posting, by)


def checks_own_work(
    place: TableInService, own: Collection[str], move: str, about: Mapping[str, object]
) -> bool:
    """Whether a move would have people check their own work: `own` are their credentials, `about` is the deck or seat."""
    checked = _checked_by(place, move)
    if place.training or checked is None:
        return False
    asked = {name: about.get(name) for name in ABOUT}
    done = (one.act for one in reversed(place.record) if isinstance(one.act.move, checked))
    first = next((act for act in done if _about(act.move) == asked), None)
    return first is not None and not {first.who, first.signer}.isdisjoint(own)


def names_for(
    place: TableInService,
    posting: Posting,
    people: Iterable[Posting],
    assigned: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """By role, in whose name somebody enters its moves: their own where they may play the role, else that of the crew.

    `assigned` are the members of the crew assigned to the table, by role.
    """
    crew = {**crew_of(people), **assigned}
    if place.training:
        return crew
    named = {}
    for part in Role:
        if stands_for(posting, part):
            named[part.value] = posting.credential
        elif may_enter(place, posting, "", part):
            # What nobody of the house plays goes by its own name, such as a device.
            named[part.value] = crew.get(part.value, part.value)
    return named


def check_entry(
    place: TableInService,
    act: Act[Any],
    posting: Posting,
    *,
    mover: Posting | None,
    own: Collection[str],
    witness: Posting | None = None,
) -> None:
    """Refuse a move at a live table that whoever entered it may not enter, or not in that name, or not without a witness.

    `posting` is held today by whoever entered it, and `own` are the credentials that person has and had; `mover` is
    held today by whoever is said to have moved, if that is somebody of the house, and `witness` by whoever signed for
    having seen it.
    """
    if place.training:
        return
    by, move = act.move.by, _name_of(act.move)
    check_business(place, posting, by)
    if by in IN_PERSON:
        _check_stands_for(posting, by)
    _check_name(posting, act, mover)
    if checks_own_work(place, own, move, _about(act.move)):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{posting.credential} made or entered the step that this one checks: {_step_checked(place, move)}",
            fix=f"have another person do it: {_ELSEWHERE}",
        )
    before = overseer_of(place, move)
    seen_by, wanted = _seen_by(place, act.move)
    if act.witnessed_by or signs_as_witness(place, move, seen_by) is not None:
        part = seen_by or before or (_SUPERVISOR if isinstance(act.move, PresentCoupon) else None)
        _check_witness(posting, act, mover, witness, part, wanted)
        if before is not None and witness is not None:
            _check_done_by_another(witness, act, mover)
    elif before is not None:
        _check_stands_for(posting, act.move.witness or before)
        _check_done_by_another(posting, act, mover)


def _check_stands_for(posting: Posting, part: Role) -> None:
    if not stands_for(posting, part):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"the {posting.position} may not enter what falls to the {spoken(part)}",
            fix=f"have the {spoken(part)} or somebody above enter it: {_ELSEWHERE}",
        )


def _check_name(posting: Posting, act: Act[Any], mover: Posting | None) -> None:
    """Refuse a move that would be recorded in the name of somebody who cannot have made it."""
    by = act.move.by
    if by in IN_PERSON and act.who != posting.credential:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"what the {spoken(by)} does is recorded under the credential of whoever enters it,"
            f" {posting.credential}, not under {act.who}",
            fix="enter it in your own name, or have the other person enter it",
        )
    if by in _HANDS and (mover is None or mover.department is not Department.TABLE_GAMES):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{act.who} is nobody of the crew who works here today, and cannot be the {spoken(by)}",
            fix=f"name the {spoken(by)} by credential",
        )
    if by == Role.PLAYER and mover is not None:
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"what a patron does is not recorded under {act.who}, who works here",
            fix="name the patron, such as patron-1",
        )


@implements("603a.20(r)(2)#2")
def _check_witness(
    posting: Posting,
    act: Act[Any],
    mover: Posting | None,
    witness: Posting | None,
    part: Role | None,
    wanted: Clause,
) -> None:
    """Refuse a second signature that is none: nobody's, that of one of the two who act, or of somebody in another part."""
    if part is None:
        raise NotPermitted(
            SEPARATE_DUTIES, "nobody has to witness this", fix="enter it without the signature of a witness"
        )
    sign = f"have the {spoken(part)} sign for it with the own credential number and password"
    if not act.witnessed_by:
        raise NotPermitted(
            wanted, f"the {spoken(part)} before whom this is done has not signed for it", fix=sign
        )
    if witness is None:
        raise NotPermitted(SEPARATE_DUTIES, f"{act.witnessed_by} does not work here today", fix=sign)
    if witness.person in (posting.person, mover.person if mover else ""):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{act.witnessed_by} does or enters this, and cannot be the one who sees it done",
            fix=sign,
        )
    if not stands_for(witness, part):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"the {witness.position} cannot sign as the {spoken(part)} who sees this",
            fix=sign,
        )


def _check_done_by_another(posting: Posting, act: Act[Any], mover: Posting | None) -> None:
    """Refuse a step before an overseer that names nobody of the crew as the one who took it."""
    if mover is None or mover.person == posting.person or act.move.by not in roles_of(mover.position):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{act.who} is not the {spoken(act.move.by)} who did this before {posting.credential}",
            fix=f"name the {spoken(act.move.by)} by credential",
        )


def _checked_by(place: TableInService, move: str) -> type[Move] | None:
    """The step of another person that a move checks, if it checks one."""
    rule = place.rules.rule(move)
    return rule.checks if rule is not None else None


def _step_checked(place: TableInService, move: str) -> str:
    checked = _checked_by(place, move)
    return spoken(str(checked.__struct_config__.tag)) if checked is not None else ""


def _name_of(move: Any) -> str:
    return str(move.__struct_config__.tag)


def _seen_by(place: TableInService, move: Any) -> tuple[Role | None, Clause]:
    """The role that has to have seen a move, since the move names it or is told of what it calls, and the clause of that."""
    told = told_first(place, move.irregularity, move.by) if isinstance(move, Report) else None
    if told is not None:
        return Role.FLOORPERSON, told
    return getattr(move, "witness", None), SEPARATE_DUTIES


def check_supervised(witnessed_by: str | None) -> None:
    """Refuse a coupon by its serial alone: somebody above the dealer signs for what it shows; None where a barcode tells it."""
    if witnessed_by == "":
        raise NotPermitted(
            SEPARATE_DUTIES,
            "a coupon without a barcode is taken before the floorperson or above, who has not signed for it",
            fix="have the floorperson sign for it with the own credential number and password",
        )


def _about(move: Any) -> dict[str, object]:
    return {name: getattr(move, name, None) for name in ABOUT}
