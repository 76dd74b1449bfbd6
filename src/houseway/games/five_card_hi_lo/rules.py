"""The rules of the moves of Five Card Hi-Lo, in the order of 663a.11, and of a floorperson's rulings."""

from houseway.games.five_card_hi_lo import deciding, irregularities, laying, moves, revealing
from houseway.games.five_card_hi_lo.round import DEALER_SETS, DECIDING, SETTING
from houseway.games.five_card_hi_lo.settlement import FORFEITS_COLLECTED
from houseway.games.five_card_hi_lo.wagers import FOLD
from houseway.table.card_game import CARD_RULES
from houseway.table.card_play import Fold
from houseway.table.irregularities import REPORT_RULE
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS
from houseway.table.rules import Rule, checked_first
from houseway.table.seating import SEAT_RULES
from houseway.table.wagering import WAGER_RULES

# A floorperson has the hands of a player who left set, so that the hand is completed as it lies.
_SETTERS = (*PLAYERS, *FLOORPERSONS)

_OF_THE_ROUND = (
    Rule(
        Fold,
        BETTORS,
        (FOLD,),
        "Fold",
        deciding.fold,
        when={DECIDING},
        check=deciding.check_deal_complete,
        offers=deciding.may_fold,
    ),
    Rule(
        moves.CollectForfeits,
        DEALERS,
        (FORFEITS_COLLECTED,),
        deciding.collecting,
        deciding.collect,
        when={DECIDING},
        not_now="no forfeited wagers are to be collected",
        check=deciding.check_all_answered,
        routine=3,
    ),
    Rule(
        moves.SetHand,
        _SETTERS,
        (laying.PLAYERS_SET,),
        "Set a player's hands",
        laying.set_hand,
        when={SETTING},
        not_now="no hands are to be set now",
        offers=laying.settable,
    ),
    Rule(
        moves.TurnDealer,
        DEALERS,
        (laying.DEALER_TURNED_OVER, laying.HOW_THE_DEALER_SETS, laying.LAID_FACE_UP),
        "Turn over the dealer's cards and lay both hands face up",
        laying.turn_dealer,
        when={DEALER_SETS},
        not_now="the dealer's cards are turned over once all players have set",
        check=laying.check_dealer_corrected,
        offers=laying.dealers_cards,
        routine=2,
    ),
    Rule(
        moves.RevealHand,
        DEALERS,
        (revealing.REVEALED_FROM_THE_RIGHT,),
        "Reveal a player's hands",
        revealing.reveal,
        when=revealing.is_due,
        not_now="no hand is to be revealed now",
        check=revealing.check_corrected,
        offers=revealing.next_hand,
        routine=1,
    ),
    Rule(
        moves.CorrectSetting,
        FLOORPERSONS,
        revealing.correction_clauses,
        "Set hands right",
        revealing.correct,
        offers=revealing.correctable,
    ),
)


RULES = (
    # Nothing happens while play has stopped and somebody has to decide.
    *checked_first(
        irregularities.check_going_on,
        (*SEAT_RULES, *WAGER_RULES, REPORT_RULE, *_OF_THE_ROUND, *CARD_RULES),
    ),
    Rule(
        moves.RuleOnExposedCard,
        FLOORPERSONS,
        irregularities.face_down,
        "Decide about the exposed card",
        irregularities.rule_on_exposed_card,
        when=irregularities.has_stopped,
        not_now="no exposed card has stopped play",
        offers={"ruling": tuple(moves.Ruling)},
    ),
)
