"""What the chapter asks of cards, deal and hands (635a.3, 635a.10, and what is common practice at the game).

The sources print 635a only where it was amended. What they leave out of shuffle, cut, deal, turns and irregularities is
played as the sister chapter 665a prints it, which has the same decks (reading 635-01), and cited from there.
"""

from dataclasses import replace
from fractions import Fraction

from houseway.equipment.decks import Clauses
from houseway.games.double_attack_blackjack.cards import CARDS as SISTERS_CARDS
from houseway.games.double_attack_blackjack.cards import PLAY as SISTERS_PLAY
from houseway.games.double_attack_blackjack.cards import clauses as sisters
from houseway.games.spanish_21.wagers import INSURANCE_WAGER, MOST_HANDS, SPLIT_WAGER, SURRENDER, common
from houseway.law import pa


def clauses(*ids: str) -> Clauses:
    """Clauses of the chapter."""
    return tuple(pa(f"635a.{clause}") for clause in ids)


DECKS, DEAL, SOFT_17 = pa("635a.3[decks]"), common("deal"), common("soft-17")
NO_DOUBLE_ON_BLACKJACK, DOUBLE_MOST, DOUBLE_OPEN, DOUBLE_AFTER_SPLIT, DOUBLED_TAKES, SIDEWAYS = clauses(
    *(f"10(a)#{part}" for part in range(1, 7))
)

CARDS = replace(
    SISTERS_CARDS, decks=DECKS.numbers("decks"), batch=(DECKS,), deck_holds=(DECKS,), each_batch=(DECKS,)
)

PLAY = replace(
    SISTERS_PLAY,
    most_splits=MOST_HANDS - 1,
    most_ace_splits=MOST_HANDS - 1,
    aces_take_one=False,
    made_first=(DEAL,),
    doubled_takes=(DOUBLED_TAKES,),
    doubled_draws=(DOUBLED_TAKES,),
    double_open=(DOUBLE_OPEN,),
    double_most=(DOUBLE_MOST,),
    split_open=(SPLIT_WAGER,),
    split_equal=(SPLIT_WAGER,),
    split_again=(SPLIT_WAGER,),
    splits_at_most=(SPLIT_WAGER,),
    ace_takes=(SPLIT_WAGER,),
    ace_splits=(SPLIT_WAGER,),
    surrender_open=(SURRENDER,),
    surrender_ends=(SURRENDER,),
    dealer_draws=(SOFT_17, *sisters("7(n)")),
    insured_part=Fraction(INSURANCE_WAGER.parameters["max"].partition("x")[0]),
    insurance_open=(INSURANCE_WAGER,),
    insurance_most=(INSURANCE_WAGER,),
    insurance_offered=(INSURANCE_WAGER,),
    insurance_made=(INSURANCE_WAGER,),
)
# Before the amendment of 2013 only the first cards of a hand could be doubled down on.
FIRST_CARDS_ONLY = DOUBLE_OPEN.numbers("min_cards")[0]
