"""The rules of the moves of Three Card Poker, in the order of .11, before those of every card table."""

from houseway.games.three_card_poker import abandonment, moves, sweep, turns
from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.round import DECIDING, REVEALING, Round
from houseway.table.card_game import CARD_RULES
from houseway.table.card_play import Abandon, Fold
from houseway.table.card_table import abandonable, cards_are_out
from houseway.table.progressive_play import PROGRESSIVE_RULES
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Rule


def _somebody_is_asked(game: object, state: Round) -> bool:
    return bool(turns.asked(state))


RULES = (
    Rule(
        Fold,
        BETTORS,
        (turns.ASKED_CLOCKWISE,),
        "Fold",
        turns.fold,
        when=_somebody_is_asked,
        not_now="no player is asked now",
        offers=turns.may_fold,
    ),
    Rule(
        moves.TurnDealer,
        DEALERS,
        (sweep.DEALER_REVEALED,),
        "Turn over the dealer's cards",
        sweep.turn_dealer,
        when={DECIDING},
        not_now="the dealer's cards are not to be turned over now",
        check=sweep.check_all_answered,
        offers=sweep.dealers_cards,
        routine=12,
    ),
    Rule(
        moves.RevealHand,
        DEALERS,
        (sweep.PLAYER_REVEALED,),
        "Turn over and settle a position",
        sweep.reveal,
        when={REVEALING},
        check=sweep.check_sweep,
        offers=sweep.next_hand,
        routine=11,
    ),
    *PROGRESSIVE_RULES,
    *CARD_RULES,
    # The rule of every card table, but for a payout that waits.
    Rule(
        Abandon,
        FLOORPERSONS,
        CARDS.abandoned,
        "Rule wagers abandoned",
        abandonment.rule_abandoned,
        when=cards_are_out,
        not_now="no round is under way after the deal",
        offers=abandonable,
        rare=True,
    ),
)
