"""Settlement (36.05.14.11C, .11D): what a fold forfeits, and one position's wagers line by line."""

from collections.abc import Iterator

import msgspec

from houseway.games.three_card_poker.paytables import Paytable
from houseway.games.three_card_poker.progressive import (
    ENVY_FOR_EACH_BETTOR,
    ENVY_FOR_EACH_HAND,
    ENVY_NOT_FOR_OWN_HAND,
    ENVY_PAID,
    FOLDER_KEEPS_ENVY,
)
from houseway.games.three_card_poker.showdown import Showdown
from houseway.games.three_card_poker.wagers import (
    ANTE,
    KEPT_SIX_CARD_BONUS,
    PAIR_PLUS_WAGER,
    PLAY,
    PROGRESSIVE_WAGER,
    SIX_CARD_BONUS_WAGER,
    ante_bonus,
    envy_line,
)
from houseway.law import Clause, implements, md
from houseway.table.events import BonusPaid, Event, Settled
from houseway.table.progressive_events import EnvyBonusPaid
from houseway.table.wagers import Bet, Bets, BettingRules

FORFEITS_CLEARED = md(".11D(1)")
PLAYERS_FROM_THE_RIGHT = md(".11D(3)")
AFTER_ANTE_AND_PLAY = md(".11D(4)#1")
SIX_CARD_LAST = md(".11D(8)")
WHATEVER_BECAME_OF_THE_OTHERS = md(".11D(8)(a)")

ANTE_BONUS = "Ante Bonus"
ENVY_BONUS = "Envy Bonus"
# What a fold is decided on: the cards no longer matter.
FOLDED = Showdown(player=0, dealer=0, folded=True)


@implements("36.05.14.11C(1)", "36.05.14.11C(3)", "36.05.14.11D(1)", readings=("C-109", "C-110", "C-111"))
def forfeits(betting: BettingRules, bets: Bets, seat: int) -> tuple[Settled, ...]:
    """What a folded position loses on the felt: its Ante and Pair Plus, never its Six Card Bonus."""
    return tuple(
        betting.settle(bet, FOLDED, FORFEITS_CLEARED)
        for bet in bets
        if bet.seat == seat and bet.wager != SIX_CARD_BONUS_WAGER
    )


@implements("36.05.14.11D(3)", "36.05.14.11D(4)#1")
def main_lines(
    betting: BettingRules, bets: Bets, seat: int, facts: Showdown, bonus_table: Paytable, bonus_clause: Clause
) -> Iterator[Event]:
    """Ante and Play, the Ante Bonus, then Pair Plus."""
    held = {bet.wager: bet for bet in bets if bet.seat == seat}
    for wager in (ANTE, PLAY):
        if wager in held:
            yield betting.settle(held[wager], facts, PLAYERS_FROM_THE_RIGHT)
    if PLAY in held:
        yield from _ante_bonus(held[ANTE], facts, bonus_table, bonus_clause)
    if PAIR_PLUS_WAGER in held:
        yield betting.settle(held[PAIR_PLUS_WAGER], facts, AFTER_ANTE_AND_PLAY)


@implements("36.05.14.12B#1", "36.05.14.12C", readings=("C-106", "C-108"))
def _ante_bonus(ante: Bet, facts: Showdown, table: Paytable, clause: Clause) -> Iterator[BonusPaid]:
    """The Ante Bonus of a played hand, whether it won, lost, tied or met a dealer who did not qualify."""
    line = ante_bonus(table, facts)
    if line is not None:
        yield BonusPaid(
            seat=ante.seat,
            bonus=ANTE_BONUS,
            base=ANTE,
            paid=int(line.odds.pay(ante.amount)),
            odds=str(line.odds),
            pays=line.clause.id,
            clause=clause.id,
        )


@implements("36.05.14.11D(8)", "36.05.14.11D(8)(a)")
def six_card_line(betting: BettingRules, bet: Bet, facts: Showdown) -> Settled:
    """The Six Card Bonus, settled last and whatever became of the other wagers."""
    line = betting.settle(bet, facts, SIX_CARD_LAST)
    kept = (KEPT_SIX_CARD_BONUS.id,) if facts.folded else ()
    return msgspec.structs.replace(line, also=(WHATEVER_BECAME_OF_THE_OTHERS.id, *kept))


@implements(
    "36.05.14.11C(2)#2",
    "36.05.14.11D(7)(e)",
    "36.05.14.11D(7)(e)(i)",
    "36.05.14.11D(7)(e)(ii)",
    "36.05.14.11D(7)(e)(iii)",
    readings=("C-131",),
)
def envy_bonuses(
    bettors: Bets, royals: tuple[tuple[int, int], ...], owners: dict[int, int], folded: tuple[int, ...]
) -> Iterator[EnvyBonusPaid]:
    """For each progressive bettor, one Envy Bonus for every qualifying hand of another player.

    `royals` are the qualifying hands as seat and suit; `owners` tells whose a second area is.
    """
    for bettor in bettors:
        for holder, suit in royals:
            if owners.get(holder, holder) == owners.get(bettor.seat, bettor.seat):
                continue
            line = envy_line(bettor.amount, suit)
            assert line is not None, "every qualifying hand has a line in the schedule"
            kept = (FOLDER_KEEPS_ENVY.id,) if bettor.seat in folded else ()
            yield EnvyBonusPaid(
                seat=bettor.seat,
                holder=holder,
                bonus=ENVY_BONUS,
                base=PROGRESSIVE_WAGER,
                paid=int(line.odds.pay(bettor.amount)),
                odds="",
                pays=line.clause.id,
                clause=ENVY_PAID.id,
                also=(
                    ENVY_FOR_EACH_BETTOR.id,
                    ENVY_FOR_EACH_HAND.id,
                    ENVY_NOT_FOR_OWN_HAND.id,
                    *kept,
                ),
            )
