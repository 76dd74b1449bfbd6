"""The rules of the moves of Blackjack, besides those that every game of twenty-one has."""

from dataclasses import replace

from houseway.games.blackjack import bad_beat, even_money, moves
from houseway.games.blackjack.settlement import EVEN_MONEY
from houseway.table.progressive_events import VerifyAward
from houseway.table.progressive_play import PAYOUT_RULES
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Rule
from houseway.table.twenty_one_felt import INSURANCE
from houseway.table.twenty_one_rules import twenty_one_rules

RULES = twenty_one_rules(
    Rule(
        moves.TakeEvenMoney,
        BETTORS,
        (EVEN_MONEY,),
        "Take even money",
        even_money.take_even_money,
        when={INSURANCE},
        not_now="even money is taken with an ace up, before the hole card is checked",
        offers=even_money.takers,
    ),
    Rule(
        moves.TellBadBeat,
        (*DEALERS, *FLOORPERSONS),
        bad_beat.TOLD,
        "Tell what the system pays on a Bad Beat Wager",
        bad_beat.tell,
        when=bad_beat.is_waiting,
        not_now="no Bad Beat Wager is being settled",
        offers=bad_beat.waited_for,
        routine=5,
        awaited=True,
        from_least=True,
        told_to_it=True,
    ),
    *(
        replace(rule, words="Verify the winning hand") if rule.move is VerifyAward else rule
        for rule in PAYOUT_RULES
    ),
)
