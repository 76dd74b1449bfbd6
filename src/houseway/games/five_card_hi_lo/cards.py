"""What the chapter asks of cards, shuffle, cut and deal (663a.3-663a.5, 663a.8-663a.10, 663a.13)."""

from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.decks import CardRules, Clauses, Dealing, MethodRules
from houseway.equipment.life import Life
from houseway.law import Clause, pa


def _clauses(*ids: str) -> Clauses:
    return tuple(pa(f"663a.{number}") for number in ids)


def _life(clause: Clause, hours: str) -> Life:
    return Life(clause, hours=clause.integer(hours))


_METHODS = {
    # The manual shoe deals face down as the other ways do (663-16).
    Dealing.MANUAL_SHOE: MethodRules(
        load=_clauses("8(a)#2"),
        no_more_bets=_clauses("8(b)"),
        deal_first=_clauses("8(d)", "8(c)"),
        deal_next=_clauses("8(d)", "8(c)"),
        deal_dealer=_clauses("8(d)", "8(c)"),
        stub_away=_clauses("8(e)"),
        count_due=_clauses("8(f)#1", "8(f)#2"),
        count_good=_clauses("8(g)"),
        count_off=_clauses("8(h)#1"),
        misdealt=_clauses("8(h)#2"),
        not_misdealt=_clauses("8(h)#3"),
    ),
    # The stub is what is left in the dealer's hand (663-12).
    Dealing.HAND: MethodRules(
        load=_clauses("9(a)(2)#1", "9(a)(2)#2"),
        no_more_bets=_clauses("9(a)(3)"),
        deal_first=_clauses("9(b)#2", "9(b)#1"),
        deal_next=_clauses("9(b)#2", "9(b)#1"),
        deal_dealer=_clauses("9(b)#2", "9(b)#1"),
        stub_away=_clauses("9(c)"),
        count_due=_clauses("9(d)#1", "9(d)#2"),
        count_good=_clauses("9(e)"),
        count_off=_clauses("9(f)#1"),
        misdealt=_clauses("9(f)#2"),
        not_misdealt=_clauses("9(f)#3"),
    ),
    Dealing.AUTOMATED_SHOE: MethodRules(
        load=_clauses("10(a)(1)"),
        no_more_bets=_clauses("10(a)(2)"),
        deal_first=_clauses("10(b)#1"),
        deal_next=_clauses("10(b)#2"),
        deal_dealer=_clauses("10(b)#3"),
        stub_away=_clauses("10(c)"),
        count_due=_clauses("10(d)#1", "10(d)#2"),
        count_good=_clauses("10(e)"),
        count_off=_clauses("10(f)#1"),
        misdealt=_clauses("10(f)#2"),
        not_misdealt=_clauses("10(f)#3"),
    ),
}
_CUT_DEPTH = pa("663a.5(d)#1")
_COUNT_DUE = pa("663a.8(f)#1")

CARDS = CardRules(
    deck=FIFTY_TWO,
    one_deck=_clauses("3(a)"),
    two_decks=_clauses("3(b)"),
    backs_differ=_clauses("3(b)(1)#2"),
    one_in_shuffler=_clauses("3(b)(2)"),
    alternate=_clauses("3(b)(3)"),
    one_in_rack=_clauses("3(b)(4)"),
    life_by_hand=_life(pa("663a.3(c)(1)"), "hours_by_hand"),
    life_from_shoe=_life(pa("663a.3(c)(2)"), "hours_manual_shoe"),
    lives=_clauses("3(c)"),
    inspected=_clauses("4(a)#1"),
    verified=_clauses("4(a)#2"),
    spread=_clauses("4(b)#1", "4(b)#2"),
    washed=_clauses("4(c)#1", "4(c)#2"),
    each_deck=_clauses("4(d)"),
    preshuffled=_clauses("4(e)"),
    shuffle_due=_clauses("5(a)#1"),
    shuffle_ordered=_clauses("5(a)#1"),
    shuffled=_clauses("5(a)#2", "5(a)#3", "5(c)"),
    feeds_shoe=_clauses("5(a)#4"),
    no_cut=_clauses("5(c)(1)"),
    cut_required=_clauses("5(c)(2)"),
    cut=_clauses("5(d)#1", "5(d)#2"),
    least_cut=_CUT_DEPTH.integer("min_cut_depth_top"),
    cut_loaded=_clauses("5(d)#3"),
    recut=_clauses("5(e)"),
    idle=_clauses("5(f)#1"),
    idle_over=_clauses("5(f)#2"),
    continuous=_clauses("5(g)#2"),
    hand_needs_shuffler=_clauses("9(a)(1)"),
    methods=_METHODS,
    count_every=_COUNT_DUE.integer("stub_count_every_rounds"),
    adjacent_areas=_clauses("7(f)#1", "7(f)#2"),
    abandoned=_clauses("7(b)#3"),
    face_up_one=_clauses("13(a)#1"),
    face_up_many=_clauses("13(a)#2"),
    drawn_in_error=_clauses("13(b)"),
    wrong_number=_clauses("13(c)"),
    shuffler_fault=_clauses("13(d)"),
    shoe_fault=_clauses("13(e)"),
    marked=_clauses("13(f)"),
    wrong_count=_clauses("5(b)"),
    # The chapter has hand-shuffled decks cut and says nothing of preshuffled ones (663-13).
    preshuffled_cut_is_open=True,
)
