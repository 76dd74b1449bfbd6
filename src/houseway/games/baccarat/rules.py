"""The rules of the moves of the baccarat games, in the order of a round, and of a floorperson's decisions."""

from houseway.games.baccarat import dealing, debts, irregularities, moves, turning
from houseway.games.baccarat.round import TURNING
from houseway.games.baccarat.vigorish import VIGORISH
from houseway.table.card_felt import BETTING
from houseway.table.irregularities import REPORT_RULE
from houseway.table.moves import CallNoMoreBets
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Rule, checked_first
from houseway.table.seating import SEAT_RULES
from houseway.table.shoe_rules import SHOE_RULES
from houseway.table.twenty_one_play import RuleOnStop
from houseway.table.wagering import WAGER_RULES

_OWN = (
    Rule(
        CallNoMoreBets,
        DEALERS,
        lambda game, state: (game.form.closed, game.form.locked),
        "No more bets",
        dealing.no_more_bets,
        check=dealing.check_closing_bets,
        begins=True,
        routine=106,
    ),
    Rule(
        moves.TurnCards,
        (),
        turning.turning_clauses,
        "Turn cards over",
        turning.turn_cards,
        when={TURNING},
        not_now="no cards are to be turned over now",
        offers=turning.turnable,
        routine=1,
        awaited=True,
    ),
    Rule(
        moves.GiveUpCards,
        (*BETTORS, *FLOORPERSONS),
        (turning.NEXT_OFFERED,),
        "Give up the cards",
        turning.give_up,
        when=turning.may_hand_on,
        not_now="nobody has cards to give up",
        offers=turning.holding,
        rare=True,
    ),
    Rule(
        moves.AcceptCards,
        BETTORS,
        (turning.NEXT_OFFERED,),
        "Take the cards on offer",
        turning.accept,
        when=turning.may_hand_on,
        not_now="no cards are on offer",
        offers=turning.on_offer,
    ),
    Rule(
        moves.RefuseCards,
        BETTORS,
        (turning.THEN_OFFERED,),
        "Leave the cards to the next",
        turning.refuse,
        when=turning.may_hand_on,
        not_now="no cards are on offer",
        offers=turning.on_offer,
        routine=2,
    ),
    Rule(
        moves.CollectVigorish,
        DEALERS,
        (VIGORISH,),
        "Collect vigorish",
        debts.collect,
        when={BETTING},
        not_now="vigorish is collected between rounds",
        offers=debts.debtors,
    ),
    Rule(
        moves.WriteOffVigorish,
        FLOORPERSONS,
        (VIGORISH,),
        "Write off vigorish that cannot be collected",
        debts.write_off,
        when={BETTING},
        not_now="vigorish is written off between rounds",
        offers=debts.debtors,
        rare=True,
    ),
)
_WHEN_STOPPED = Rule(
    RuleOnStop,
    FLOORPERSONS,
    (irregularities.BY_DEFAULT,),
    "Decide about the round that has stopped",
    irregularities.rule_on_stop,
    when=irregularities.has_stopped,
    not_now="no round has stopped",
    offers=irregularities.rulings,
)

# Nothing happens while play has stopped and somebody has to decide.
RULES = (
    *checked_first(
        irregularities.check_going_on, (*SEAT_RULES, *WAGER_RULES, REPORT_RULE, *_OWN, *SHOE_RULES)
    ),
    _WHEN_STOPPED,
)
