"""What the chapter asks of cards, deal and hands (633a.3, 633a.7-633a.11).

The sources print 633a only where it was amended. What they leave out of shuffle, cut, deal, turns and irregularities is
played as the sister chapter 665a prints it (reading 633-01), and cited from there.
"""

from dataclasses import replace
from fractions import Fraction

from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.decks import Clauses
from houseway.equipment.life import Life
from houseway.games.double_attack_blackjack.cards import CARDS as SISTERS_CARDS
from houseway.games.double_attack_blackjack.cards import PLAY as SISTERS_PLAY
from houseway.law import pa


def clauses(*ids: str) -> Clauses:
    """Clauses of the chapter."""
    return tuple(pa(f"633a.{clause}") for clause in ids)


def common(*ids: str) -> Clauses:
    """What is common practice at the game."""
    return tuple(pa(f"common:blackjack/{what}") for what in ids)


DECKS, TWO_BATCHES, SIDES, LIFE = clauses("3(a)", "3(b)", "3(c)", "3(d)")
DEALER_DRAWS, DOUBLE, SPLIT, SURRENDER = clauses("7[dealer]", "10[double]", "11[split]", "9[surrender]")
(CHECKED,) = clauses("7(h)#1")
INSURANCE, DEAL, ACES, IRREGULARITIES = common("insurance", "deal", "aces", "irregularities")
# Dealt from the hand are as few decks as that holds.
MOST_BY_HAND = 2

CARDS = replace(
    SISTERS_CARDS,
    deck=FIFTY_TWO,
    decks=DECKS.numbers("choices"),
    batch=(DECKS,),
    deck_holds=(DECKS,),
    two_decks=(TWO_BATCHES, *SISTERS_CARDS.two_decks[:1]),
    backs_differ=(TWO_BATCHES, *SISTERS_CARDS.backs_differ),
    each_batch=(TWO_BATCHES,),
    life_from_shoe=Life(LIFE, hours=LIFE.integer("max_deck_hours")),
    life_by_hand=Life(LIFE, hours=LIFE.integer("max_deck_hours_by_hand")),
    lives=(LIFE,),
    adjacent_areas=clauses("6(f)"),
    shuffler_fault=(*SISTERS_CARDS.shuffler_fault, IRREGULARITIES),
    marked=(*SISTERS_CARDS.marked, IRREGULARITIES),
    short=(*SISTERS_CARDS.short, IRREGULARITIES),
    short_burn=(*SISTERS_CARDS.short_burn, IRREGULARITIES),
    face_up=(*SISTERS_CARDS.face_up, IRREGULARITIES),
    drawn_unexposed=(*SISTERS_CARDS.drawn_unexposed, IRREGULARITIES),
    drawn_exposed=(*SISTERS_CARDS.drawn_exposed, IRREGULARITIES),
)
# In the sides of a double shoe lie two batches (633-04).
DOUBLE_SHOE = replace(
    CARDS,
    two_decks=(SIDES,),
    backs_differ=(SIDES,),
    each_batch=(SIDES,),
    one_in_shuffler=(SIDES,),
    alternate=(SIDES,),
    one_in_rack=(SIDES,),
    two_need_shuffler=False,
    double_shoe=(SIDES,),
)

PLAY = replace(
    SISTERS_PLAY,
    stands_from=DEALER_DRAWS.compared("draw_if"),
    most_splits=SPLIT.default - 1,
    most_ace_splits=1,
    checked_up_cards=frozenset(CHECKED.parameters["up_card"].replace("10", "T").split("|")),
    doubles_on=DOUBLE.numbers("cards")[0],
    values=clauses("3(e)"),
    dealt=(DEAL,),
    doubled_takes=(DOUBLE,),
    doubled_draws=(DOUBLE,),
    double_open=(DOUBLE,),
    double_most=(DOUBLE,),
    split_open=(SPLIT,),
    split_equal=(SPLIT,),
    split_again=(SPLIT,),
    splits_at_most=(SPLIT,),
    ace_takes=(ACES,),
    ace_splits=(ACES,),
    surrender_open=(SURRENDER,),
    surrender_ends=(SURRENDER,),
    dealer_draws=(DEALER_DRAWS,),
    first_needed=clauses("6(d)"),
    insured_part=Fraction(INSURANCE.parameters["max"].partition("x")[0]),
    insurance_open=clauses("7(h)#1"),
    insurance_most=(INSURANCE,),
    insurance_offered=clauses("7(h)#1"),
    insurance_made=(INSURANCE,),
    hole_checked=clauses("7(h)#1", "7(h)#2"),
    hole_down=clauses("7(h)#2"),
    turned_on_blackjack=clauses("7(h)#3", "7(h)#4"),
    misread=clauses("11[dealer_blackjack]"),
    late_none=(*SISTERS_PLAY.late_none, IRREGULARITIES),
    late_second=(*SISTERS_PLAY.late_second, IRREGULARITIES),
    late_draw=(*SISTERS_PLAY.late_draw, IRREGULARITIES),
    exposed_drawn=(*SISTERS_PLAY.exposed_drawn, IRREGULARITIES),
    exposed_refused=(*SISTERS_PLAY.exposed_refused, IRREGULARITIES),
    exposed_useless=(*SISTERS_PLAY.exposed_useless, IRREGULARITIES),
    drawn_on_stand=(*SISTERS_PLAY.drawn_on_stand, IRREGULARITIES),
    wrongly_checked=(*SISTERS_PLAY.wrongly_checked, IRREGULARITIES),
    reader_fails=(*SISTERS_PLAY.reader_fails, IRREGULARITIES),
)
