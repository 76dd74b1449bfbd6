"""What a glance at a Double Attack Blackjack table tells: the moment in words, the places it concerns, and the cards."""

from typing import TYPE_CHECKING

from houseway.games.double_attack_blackjack.round import ATTACK, Round
from houseway.games.double_attack_blackjack.wagers import DOUBLE_ATTACK
from houseway.table.layout import Display
from houseway.table.twenty_one_display import glance

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack


def display(game: "DoubleAttackBlackjack", state: Round) -> Display:
    """The table at a glance."""
    return glance(game, state, {ATTACK: "Double Attack or not"}, {ATTACK: DOUBLE_ATTACK})
