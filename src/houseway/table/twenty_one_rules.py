"""The rules of the moves that every game of twenty-one has: the hole card, hands passed by, and a floorperson's rulings."""

from houseway.table import twenty_one_hole as hole
from houseway.table import twenty_one_irregularities as irregularities
from houseway.table.irregularities import REPORT_RULE
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.rules import Rule, checked_first
from houseway.table.seating import SEAT_RULES
from houseway.table.shoe_rules import SHOE_RULES
from houseway.table.twenty_one_felt import CHECKING, HOLE, INSURANCE
from houseway.table.twenty_one_play import (
    CheckHole,
    DiscardDrawn,
    PassBy,
    RestoreReader,
    RuleOnStop,
    TurnHole,
)
from houseway.table.wagering import WAGER_RULES

HAND_RULES = (
    Rule(
        CheckHole,
        DEALERS,
        lambda game, state: game.play.hole_checked,
        "Check the hole card in the card reader",
        hole.check_hole,
        when={INSURANCE, CHECKING},
        not_now="the hole card is checked once, with the up cards that call for it, before players are asked",
        offers=hole.checks,
        routine=3,
        awaited=True,
    ),
    Rule(
        TurnHole,
        DEALERS,
        lambda game, state: game.play.hole_turned,
        "Turn the hole card over",
        hole.turn_hole,
        when={HOLE},
        not_now="the hole card is turned over once all players are done",
        offers=hole.hole_cards,
        routine=2,
    ),
    Rule(
        PassBy,
        DEALERS,
        irregularities.passed_clauses,
        "A position was passed by",
        irregularities.pass_by,
        offers=irregularities.passable,
        rare=True,
    ),
    Rule(
        DiscardDrawn,
        DEALERS,
        irregularities.discard_clauses,
        "Discard a card that nobody may use",
        irregularities.discard_drawn,
        when=irregularities.is_useless,
        not_now="a drawn card is used",
        offers=irregularities.left_cards,
    ),
)

_WHEN_STOPPED = (
    Rule(
        RestoreReader,
        FLOORPERSONS,
        lambda game, state: game.play.reader_fails,
        "The card reader was repaired or replaced",
        irregularities.restore_reader,
        when=irregularities.is_reader_down,
        not_now="the card reader works",
        puts_right=1,
    ),
    Rule(
        RuleOnStop,
        FLOORPERSONS,
        irregularities.stop_clauses,
        "Decide about the round that has stopped",
        irregularities.rule_on_stop,
        when=irregularities.may_rule,
        not_now="no round has stopped",
        offers=irregularities.rulings,
    ),
)


def twenty_one_rules(*own: Rule) -> tuple[Rule, ...]:
    """All rules of a game of twenty-one; nothing happens while play has stopped and somebody has to decide (X-08)."""
    every = (*SEAT_RULES, *WAGER_RULES, REPORT_RULE, *own, *HAND_RULES, *SHOE_RULES)
    return (*checked_first(irregularities.check_going_on, every), *_WHEN_STOPPED)
