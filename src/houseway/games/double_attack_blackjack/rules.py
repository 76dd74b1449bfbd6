"""The rules of the moves of Double Attack Blackjack, in the order of 665a.7, and of a floorperson's rulings."""

from houseway.games.double_attack_blackjack import irregularities, moves, playing
from houseway.games.double_attack_blackjack.round import ATTACK, CHECKING, INSURANCE
from houseway.table.irregularities import REPORT_RULE
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.rules import Rule, checked_first
from houseway.table.seating import SEAT_RULES
from houseway.table.shoe_game import SHOE_RULES
from houseway.table.twenty_one import HOLE
from houseway.table.wagering import WAGER_RULES

_OF_THE_ROUND = (
    Rule(
        moves.CloseDoubleAttack,
        DEALERS,
        playing.ATTACK_OVER,
        "All have had the chance of a Double Attack: deal on",
        playing.close_double_attack,
        when={ATTACK},
        not_now="no Double Attack Wagers are being made",
        routine=4,
        awaited=True,
    ),
    Rule(
        moves.CheckHole,
        DEALERS,
        playing.CHECKED,
        "Check the hole card in the card reader",
        playing.check_hole,
        when={INSURANCE, CHECKING},
        not_now="the hole card is checked once, with an ace or a court card up, before players are asked",
        offers=playing.checks,
        routine=3,
        awaited=True,
    ),
    Rule(
        moves.TurnHole,
        DEALERS,
        playing.HOLE_TURNED,
        "Turn the hole card over",
        playing.turn_hole,
        when={HOLE},
        not_now="the hole card is turned over once all players are done",
        offers=playing.hole_cards,
        routine=2,
    ),
    Rule(
        moves.PassBy,
        DEALERS,
        irregularities.passed_clauses,
        "A position was passed by",
        irregularities.pass_by,
        offers=irregularities.passable,
        rare=True,
    ),
    Rule(
        moves.DiscardDrawn,
        DEALERS,
        irregularities.discard_clauses,
        "Discard a card that nobody may use",
        irregularities.discard_drawn,
        when=irregularities.is_useless,
        not_now="a drawn card is used",
        offers=irregularities.left_cards,
    ),
)


RULES = (
    # Nothing happens while play has stopped and somebody has to decide.
    *checked_first(
        irregularities.check_going_on,
        (*SEAT_RULES, *WAGER_RULES, REPORT_RULE, *_OF_THE_ROUND, *SHOE_RULES),
    ),
    Rule(
        moves.RestoreReader,
        FLOORPERSONS,
        irregularities.READER_DOWN,
        "The card reader was repaired or replaced",
        irregularities.restore_reader,
        when=irregularities.is_reader_down,
        not_now="the card reader works",
        puts_right=1,
    ),
    Rule(
        moves.RuleOnStop,
        FLOORPERSONS,
        irregularities.stop_clauses,
        "Decide about the round that has stopped",
        irregularities.rule_on_stop,
        when=irregularities.may_rule,
        not_now="no round has stopped",
        offers=irregularities.rulings,
    ),
)
