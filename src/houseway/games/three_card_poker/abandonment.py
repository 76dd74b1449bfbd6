"""A player who left (36.05.14.07C(2)): wagers ruled abandoned, and what becomes of a payout that waits."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.round import DECIDING, REVEALING, Round
from houseway.games.three_card_poker.sweep import go_on
from houseway.law import RuleViolation, implements
from houseway.table.card_play import Abandon, WagersAbandoned
from houseway.table.card_table import abandon
from houseway.table.events import Event, cited
from houseway.table.felt import Step

if TYPE_CHECKING:
    from houseway.games.three_card_poker.game import ThreeCardPoker

_CLAUSES = CARDS.abandoned


@implements("36.05.14.07C(2)", readings=("C-126",))
def rule_abandoned(game: "ThreeCardPoker", state: Round, move: Abandon) -> Step[Round]:
    """A payout not verified yet is abandoned with the wagers; we read a verified one as won, to be paid."""
    award = state.award
    if award is None or award.seat != move.seat:
        return abandon(game, state, move)
    if award.verified:
        raise RuleViolation(
            _CLAUSES[0],
            f"the payout at position {award.seat} is won and verified, and not a wager any more",
            fix="have the payout made first",
        )
    if any(bet.seat == move.seat for bet in state.bets):
        return abandon(game, state, move)
    ruled = WagersAbandoned(seat=move.seat, by=move.by, **cited(_CLAUSES))
    step = without_position(game, state.without_hands(move.seat), move.seat)
    return Step(step.state, (ruled, *step.events))


@implements("36.05.14.07C(2)", readings=("C-126",))
def without_position(game: "ThreeCardPoker", state: Round, seat: int) -> Step[Round]:
    """The progressive wager of the position is lost too unless it is settled, and with it any Envy Bonus."""
    bet = state.progressive.wager_of(seat) if state.progressive else None
    cleared = state.phase != DECIDING and seat in state.folded
    lost: tuple[Event, ...] = ()
    if bet is not None and not cleared:
        lost = (game.service.lose(bet, _CLAUSES[0], _CLAUSES[0]),)
    after = msgspec.structs.replace(
        state,
        abandoned=(*state.abandoned, seat),
        folded=tuple(other for other in state.folded if other != seat),
    )
    if after.award is not None and after.award.seat == seat:
        after = msgspec.structs.replace(after, phase=REVEALING, award=None)
    return go_on(game, after, lost)
