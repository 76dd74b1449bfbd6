"""The rules of the moves of Double Attack Blackjack, in the order of 665a.7, and of a floorperson's rulings."""

from houseway.games.double_attack_blackjack import moves, playing
from houseway.games.double_attack_blackjack.round import ATTACK
from houseway.table.roles import DEALERS
from houseway.table.rules import Rule
from houseway.table.twenty_one_rules import twenty_one_rules

RULES = twenty_one_rules(
    Rule(
        moves.CloseDoubleAttack,
        DEALERS,
        playing.ATTACK_OVER,
        "No more Double Attacks: deal the cards",
        playing.close_double_attack,
        when={ATTACK},
        not_now="no Double Attack Wagers are being made",
        routine=4,
        awaited=True,
    ),
)
