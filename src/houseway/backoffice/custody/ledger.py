"""Keeping the ledger: what a fact makes of a piece, and the line that is written about it."""

from datetime import UTC, datetime

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.facts import (
    AlternativeChosen,
    BroughtToPit,
    BroughtToTable,
    DiceInspected,
    DiceRejected,
    DiceSealed,
    DieReplaced,
    DieSpent,
    GivenToInspectors,
    InstrumentsKept,
    PieceDrawn,
    PieceFact,
    PieceGone,
    PieceReceived,
    PieceStored,
    PutInReserve,
    PutToUse,
    ReportFiled,
    SealFoundDamaged,
    ShakerLoaded,
    SurveillanceTold,
    TakenOut,
)
from houseway.backoffice.custody.orders import Into, SealFault
from houseway.backoffice.custody.piece import (
    Alternative,
    Condition,
    Discrepancy,
    Inspection,
    Person,
    Piece,
    PieceKind,
    Seal,
    Whereabouts,
)
from houseway.backoffice.custody.schema import choices, instruments, lines, piece_of, pieces, reports
from houseway.backoffice.orders import Fact, Signed
from houseway.equipment.dice import known_by
from houseway.law import pa

# Any sign that dice may be unfair; whatever shows one is reported.
FAIRNESS = pa("603a.13(g)#1")


def person(signed: Signed) -> Person:
    """Whoever signed, as a piece remembers them."""
    return Person(signed.person, signed.name, signed.credential, signed.position)


def signer(desk: Desk, part: str) -> Person | None:
    """Who signed a part; None while nobody has."""
    return next((person(signed) for signed in desk.signatures if signed.part == part), None)


def signers(desk: Desk, *parts: str) -> tuple[Person, ...]:
    """Those who signed any of these parts so far."""
    return tuple(found for part in parts if (found := signer(desk, part)) is not None)


def post(fact: Fact, desk: Desk) -> None:
    """Keep a fact."""
    match fact:
        case AlternativeChosen():
            gone = choices.delete().where(choices.c.since == fact.since)
            desk.connection.execute(gone)
            row = {"since": fact.since, "content": msgspec.json.encode(fact)}
            desk.connection.execute(choices.insert(), row)
        case InstrumentsKept():
            here = (instruments.c.place == fact.place, instruments.c.where == fact.where)
            desk.connection.execute(instruments.delete().where(*here))
            row = {
                "place": str(fact.place),
                "where": fact.where,
                "locked": fact.locked,
                "since": desk.day,
            }
            desk.connection.execute(instruments.insert(), row)
        case PieceFact():
            before = piece_of(desk.connection, fact.serial)
            after = fold(before, fact, desk)
            if isinstance(fact, ReportFiled):
                assert before is not None, "a report is about a piece"
                _keep_report(fact, before, desk)
            _keep(after, desk.connection)
            _write_line(fact, after, desk)


def _keep(piece: Piece, connection: sa.Connection) -> None:
    serial = known_by(piece.serial)
    found = piece.discrepancy
    values = {
        "kind": str(piece.kind),
        "standing": str(piece.standing),
        "table": piece.table,
        "awaits_report": found is not None and not found.report,
        "content": msgspec.json.encode(piece),
    }
    changed = connection.execute(pieces.update().where(pieces.c.serial == serial).values(**values))
    if changed.rowcount == 0:
        connection.execute(pieces.insert(), {"serial": serial, **values})


def _write_line(fact: PieceFact, piece: Piece, desk: Desk) -> None:
    serial = known_by(fact.serial)
    count = sa.select(sa.func.count()).select_from(lines).where(lines.c.serial == serial)
    row = {
        "serial": serial,
        "number": (desk.connection.execute(count).scalar() or 0) + 1,
        "day": desk.day,
        "at": desk.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "act": str(fact.__struct_config__.tag),
        "fact": msgspec.json.encode(fact),
        "standing": str(piece.standing),
        "signatures": msgspec.json.encode(desk.signatures),
    }
    desk.connection.execute(lines.insert(), row)


def _keep_report(fact: ReportFiled, piece: Piece, desk: Desk) -> None:
    row = {
        "number": fact.number,
        "serial": known_by(fact.serial),
        "day": desk.day,
        "content": msgspec.json.encode(fact),
        "discrepancy": msgspec.json.encode(piece.discrepancy),
        "signatures": msgspec.json.encode(desk.signatures),
    }
    desk.connection.execute(reports.insert(), row)


# What a fact makes of a piece.

# Where what people had in their hands no longer counts.
_NOBODY = {"holders": (), "pair": ()}
_FRESH = {
    "condition": Condition.UNINSPECTED,
    "told_at": None,
    "inspection": None,
    "seal": None,
}


def fold(before: Piece | None, fact: PieceFact, desk: Desk) -> Piece:
    """The piece after a fact."""
    if isinstance(fact, PieceReceived):
        new = msgspec.structs.asdict(fact.piece)
        new["imprint"] = fact.piece.imprint or fact.piece.serial
        return Piece(**new, delivery=fact.delivery, received_at=_now(desk))
    assert before is not None, f"{fact.serial} was received before anything else happened to it"
    after = msgspec.structs.replace(before, **_changes(before, fact, desk))
    if fact.alternative is not None and after.standing is not Whereabouts.STORED:
        return msgspec.structs.replace(after, alternative=fact.alternative)
    return after


def _changes(piece: Piece, fact: PieceFact, desk: Desk) -> dict[str, object]:
    match fact:
        case PieceDrawn():
            # Only alternative 3 carries a seal of the storage area any further.
            fresh = {} if fact.alternative in (None, Alternative.IN_STORAGE) else _FRESH
            carriers = signers(desk, "shift manager", "security")
            return {"standing": Whereabouts.DRAWN, "holders": carriers, **fresh}
        case BroughtToPit():
            in_hand = fact.into is Into.PIT_MANAGER
            standing = Whereabouts.WITH_PIT_MANAGER if in_hand else Whereabouts.IN_PIT_STAND
            holders = signers(desk, "pit manager") if in_hand else ()
            return {"standing": standing, "holders": holders, "pit": fact.pit, "reserve": fact.reserve}
        case GivenToInspectors():
            pair = signers(desk, "inspector", "witness")
            return {"standing": Whereabouts.WITH_INSPECTORS, "holders": pair, "pair": pair, "pit": fact.pit}
        case PutInReserve():
            # Dice that were inspected and then lay unsealed in the stand are inspected anew.
            unsealed = {} if piece.condition is Condition.SEALED else _FRESH
            return {
                "standing": Whereabouts.IN_PIT_STAND,
                **_NOBODY,
                **unsealed,
                "pit": fact.pit,
                "reserve": True,
            }
        case BroughtToTable():
            holders = signers(desk, "recipient")
            at_table = {"standing": Whereabouts.AT_TABLE, "table": fact.table, "came_at": _now(desk)}
            return {**at_table, **_NOBODY, "holders": holders, "clock": fact.clock}
        case PutToUse():
            came = piece.came_at or _now(desk)
            opened = {"condition": Condition.INSPECTED, "seal": None} if piece.kind is PieceKind.DICE else {}
            used = {"standing": Whereabouts.IN_USE, "was_used": True, "came_at": came, "clock": fact.clock}
            return {**used, **opened, **_NOBODY, "table": fact.table, "closed_by": fact.closed_by}
        case ShakerLoaded():
            came = piece.came_at or _now(desk)
            loaded = {"standing": Whereabouts.LOADED, "table": fact.table, "came_at": came}
            holders = signers(desk, "inspector", "placer", "witness")
            return {**loaded, "holders": holders, "closed_by": fact.closed_by, "clock": fact.clock}
        case PieceStored():
            stored = {
                "standing": Whereabouts.STORED,
                "alternative": None,
                "reserve": False,
                "pit": "",
                "table": "",
                "why_out": "",
                "out_by": "",
            }
            sealed = {} if _is_sealed_in_storage(piece) else _FRESH
            return {**stored, **_NOBODY, **sealed, "came_at": None, "clock": None, "was_used": False}
        case PieceGone():
            return {"standing": Whereabouts.GONE, **_NOBODY, "why_out": piece.why_out or str(fact.how)}
        case DieSpent():
            return {"standing": Whereabouts.GONE, **_NOBODY, "why_out": f"joined {fact.joined}"}
        case TakenOut():
            return _taken_out(fact.why, fact.finding, fact, piece, desk)
        case DiceRejected():
            return _taken_out("rejected by the inspectors", fact.finding, fact, piece, desk)
        case DieReplaced():
            colours = (*piece.colours, fact.colour) if fact.added else piece.colours
            changed: dict[str, object] = {"colours": colours, "count": len(colours)}
            if fact.rejected:
                changed["discrepancy"] = _discrepancy(fact.rejected, FAIRNESS.id, piece, desk)
            return changed
        case ReportFiled():
            assert piece.discrepancy is not None, "a report tells of a discrepancy"
            return {"discrepancy": msgspec.structs.replace(piece.discrepancy, report=fact.number)}
    return _inspected_or_sealed(piece, fact, desk)


def _inspected_or_sealed(piece: Piece, fact: PieceFact, desk: Desk) -> dict[str, object]:
    match fact:
        case SurveillanceTold():
            return {"told_at": _now(desk)}
        case DiceInspected():
            assert fact.alternative is not None, "dice are inspected by one of the alternatives"
            inspection = Inspection(
                alternative=fact.alternative,
                at=_now(desk),
                day=desk.day,
                inspectors=signers(desk, *fact.inspectors),
                witness=signer(desk, fact.witness),
                parts=fact.inspectors,
            )
            passed = {"condition": Condition.INSPECTED, "inspection": inspection, "barred": False}
            if fact.alternative is Alternative.AT_THE_PIT:
                # Out of the reserve, or back from a table under a damaged seal, they are with the pair from now on.
                pair = signers(desk, "inspector", "witness")
                with_pair = {"standing": Whereabouts.WITH_INSPECTORS, "pair": pair, "holders": pair}
                return {**passed, **with_pair, "table": "", "came_at": None, "clock": None}
            return passed
        case DiceSealed():
            seal = Seal(
                container=fact.container,
                closed_by=fact.closed_by,
                inspected_on=fact.inspected_on,
                signed_by=_everyone(desk),
                clause=fact.label,
            )
            return {"condition": Condition.SEALED, "seal": seal}
        case SealFoundDamaged():
            barred: dict[str, object] = {**_FRESH, "barred": True}
            if fact.fault is SealFault.TAMPERED:
                # Inspected anew the dice may be used; that somebody was at them is reported all the same.
                barred["discrepancy"] = _discrepancy(fact.finding, FAIRNESS.id, piece, desk)
            return barred
    raise TypeError(f"{fact!r} is no fact about a piece")


def _is_sealed_in_storage(piece: Piece) -> bool:
    inspection = piece.inspection
    in_storage = inspection is not None and inspection.alternative is Alternative.IN_STORAGE
    return piece.condition is Condition.SEALED and in_storage


def _taken_out(why: str, finding: str, fact: PieceFact, piece: Piece, desk: Desk) -> dict[str, object]:
    out: dict[str, object] = {
        "standing": Whereabouts.OUT,
        **_NOBODY,
        "clock": None,
        "why_out": why,
        "out_by": fact.clause,
    }
    if finding:
        out["discrepancy"] = _discrepancy(finding, fact.clause, piece, desk)
    return out


def _discrepancy(finding: str, clause: str, piece: Piece, desk: Desk) -> Discrepancy:
    """What a report has to tell: what was found now, and what was found before and is not yet reported."""
    before = piece.discrepancy if piece.discrepancy and not piece.discrepancy.report else None
    return Discrepancy(
        at=_now(desk),
        day=before.day if before else desk.day,
        finding=f"{before.finding}; {finding}" if before else finding,
        table=piece.table,
        by=_everyone(desk)[0],
        clause=clause,
    )


def _everyone(desk: Desk) -> tuple[Person, ...]:
    return tuple(person(signed) for signed in desk.signatures)


def _now(desk: Desk) -> datetime:
    return desk.at.astimezone(UTC)
