"""What a glance at a Blackjack table tells: the moment in words, the places it concerns, the cards, and the meter."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.blackjack.opening import choosing
from houseway.games.blackjack.round import OPENING, SETTLING, Round
from houseway.table.layout import Display
from houseway.table.progressive import Check
from houseway.table.twenty_one_display import glance

if TYPE_CHECKING:
    from houseway.games.blackjack.game import Blackjack

_MOMENTS = {OPENING: "House Money is taken or added", SETTLING: "Wagers are settled"}
_CHECKS = {
    Check.HAND_AND_LIGHT: "Position {0} wins the progressive: the dealer verifies the hand",
    Check.VALIDATION: "Position {0} wins the progressive: a floorperson verifies the payout",
    Check.DOCUMENTS: "Position {0} wins the progressive: the papers are made out",
}


def display(game: "Blackjack", state: Round) -> Display:
    """The table at a glance."""
    found = glance(game, state, _MOMENTS)
    words = found.words
    turn = choosing(game, state) if state.phase == OPENING else None
    if turn is not None:
        words = f"Position {turn.place.seat}: take House Money or add it"
    if state.award is not None:
        words = _CHECKS[state.award.waits_for].format(state.award.seat)
    if state.progressive is not None:
        words += f" · meter {state.progressive.meter.amount}"
    return msgspec.structs.replace(found, words=words)
