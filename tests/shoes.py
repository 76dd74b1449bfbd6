"""The rules of a shoe for the tests, as the chapter of Double Attack Blackjack prints them."""

from fractions import Fraction

from houseway.equipment.cards import FORTY_EIGHT
from houseway.equipment.decks import Clauses
from houseway.equipment.life import Life
from houseway.equipment.shoes import ShoeRules
from houseway.law import pa


def _clauses(*ids: str) -> Clauses:
    return tuple(pa(f"665a.{clause}") for clause in ids)


EIGHT_DECKS = ShoeRules(
    deck=FORTY_EIGHT,
    decks=(8,),
    batch=_clauses("3(a)#1"),
    deck_holds=_clauses("3(a)#2"),
    two_decks=_clauses("3(b)", "3(b)(1)"),
    backs_differ=_clauses("3(b)(2)#2", "3(b)(2)#1"),
    one_in_shuffler=_clauses("3(b)(3)"),
    alternate=_clauses("3(b)(4)"),
    one_in_rack=_clauses("3(b)(5)"),
    life_from_shoe=Life(pa("665a.3(c)"), hours=24),
    lives=_clauses("3(c)"),
    inspected=_clauses("4(a)#1"),
    verified=_clauses("4(a)#2"),
    spread=_clauses("4(c)#1", "4(c)#2"),
    washed=_clauses("4(d)#1", "4(d)#2"),
    each_deck=_clauses("4(e)"),
    preshuffled=_clauses("4(f)"),
    shuffle_due=_clauses("5(a)#1"),
    shuffle_ordered=_clauses("5(f)", "5(a)#1"),
    shuffled=_clauses("5(a)#3", "5(a)#2"),
    feeds_shoe=_clauses("5(a)#4"),
    cut=_clauses("5(d)#1", "5(d)#2"),
    least_cut=10,
    cut_loaded=_clauses("5(d)#4"),
    recut=_clauses("5(e)#1", "5(e)#2"),
    idle=_clauses("5(g)#1"),
    idle_over=_clauses("5(g)#2"),
    continuous=_clauses("5(h)#2"),
    adjacent_areas=_clauses("6(g)"),
    shuffler_fault=_clauses("13(j)"),
    marked=_clauses("13(k)"),
    cut_first_arrived=_clauses("5(c)(1)", "5(b)#1"),
    cut_where_cover_came=_clauses("5(c)(2)", "5(b)#1"),
    cut_cover_at_dealer=_clauses("5(c)(3)#1", "5(b)#1"),
    cut_after_order=_clauses("5(c)(4)#1", "5(b)#1"),
    cut_refused=_clauses("5(c)(3)#2", "5(c)(4)#2"),
    cut_by_dealer=_clauses("5(b)#2"),
    cover_share=Fraction(1, 4),
    cover_placed=_clauses("5(d)#3"),
    cover_out=_clauses("7(d)#1"),
    burn_batch=_clauses("7(c)#1"),
    burn_dealer=_clauses("7(c)#2"),
    reshuffled=_clauses("7(d)#2", "5(f)"),
    discarded=_clauses("7(q)"),
    short=_clauses("13(e)#1"),
    short_burn=_clauses("13(e)#2"),
    face_up=_clauses("13(a)"),
    drawn_unexposed=_clauses("13(b)"),
    drawn_exposed=_clauses("13(c)#1"),
    barred=_clauses("6(b)"),
    bar_ends=_clauses("6(b)(1)", "6(b)(2)"),
)
