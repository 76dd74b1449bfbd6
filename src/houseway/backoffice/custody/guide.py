"""The guide: which stage an order is to take, and what must happen next to a set, and by whom."""

import msgspec

from houseway.backoffice.custody import alternative_1, alternative_2, alternative_3
from houseway.backoffice.custody.piece import Alternative, Piece, PieceKind
from houseway.backoffice.custody.stages import Stage
from houseway.backoffice.orders import name_of

STAGES: tuple[Stage, ...] = (*alternative_1.STAGES, *alternative_2.STAGES, *alternative_3.STAGES)
# The two ways on which dice may be inspected anew after their seal was found damaged.
AFTER_DAMAGE = (Alternative.AT_THE_TABLE, Alternative.AT_THE_PIT)


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """What may happen next to a set: the order, who signs it, where, into what, and what is looked at."""

    order: str
    alternative: Alternative
    signed_by: tuple[tuple[str, str], ...]
    place: str
    containers: tuple[str, ...]
    checks: tuple[str, ...]
    clause: str

    def __str__(self) -> str:
        signed = ", ".join(f"{part}: {who}" for part, who in self.signed_by)
        return f"{self.order.replace('-', ' ')} ({signed})"


def stage_for(order: object) -> Stage | None:
    """The stage that an order is to take; None where its alternative has no such stage for the game."""
    return next((stage for stage in STAGES if stage.is_for(order)), None)


def ways_open(piece: Piece, chosen: Alternative) -> tuple[Alternative, ...]:
    """The alternatives that a set may go by: the one it was drawn for, else the operator's; 1 or 2 after damage."""
    way = piece.alternative or chosen
    return AFTER_DAMAGE if piece.barred and way is Alternative.IN_STORAGE else (way,)


def next_steps(piece: Piece, chosen: Alternative) -> tuple[NextStep, ...]:
    """What may lawfully happen next to a set of dice on its way to a table."""
    if piece.kind is not PieceKind.DICE:
        return ()
    return tuple(
        NextStep(
            order=name_of(stage.order),
            alternative=way,
            signed_by=tuple((part.name, " or ".join(map(str, part.permits))) for part in stage.parts),
            place=stage.place,
            containers=tuple(stage.containers),
            checks=stage.checks,
            clause=stage.clause.id,
        )
        for way in ways_open(piece, chosen)
        for stage in STAGES
        if stage.awaits(piece, way)
    )
