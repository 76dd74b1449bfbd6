"""The cards of Asia Poker (659a.3-659a.5, 659a.8-659a.10): the deck with one joker, its shuffle, and three ways to deal."""

from houseway.equipment.cards import WITH_JOKER
from houseway.equipment.decks import CardRules, Clauses, Dealing, MethodRules
from houseway.equipment.life import Life
from houseway.law import Clause, pa


def _clauses(*ids: str) -> Clauses:
    return tuple(pa(clause_id) for clause_id in ids)


def _life(clause: Clause, parameter: str) -> Life:
    return Life(clause, hours=clause.integer(parameter))


_ONE_JOKER = pa("659a.3(a)#2")
_TWO_JOKERS_MADE = pa("659a.3(a)#3")
_CUT = pa("659a.5(c)#1")
# A deck is 49 cards in seven hands and a stub of four, counted in every round.
_EVERY_ROUND = 1

MANUAL_SHOE = MethodRules(
    load=_clauses("659a.8(a)#2", "659a.5(c)#3"),
    no_more_bets=_clauses("659a.8(b)#1", "659a.7(c)#1"),
    deal_first=_clauses("659a.8(c)#1", "659a.8(c)#2"),
    deal_next=_clauses("659a.8(c)#1", "659a.8(c)#2"),
    deal_dealer=_clauses("659a.8(c)#1", "659a.8(c)#2"),
    stub_away=_clauses("659a.8(d)#2"),
    count_due=_clauses("659a.8(d)#1"),
    count_good=_clauses("659a.8(d)#2"),
    count_off=_clauses("659a.8(e)#1"),
    misdealt=_clauses("659a.8(e)#2", "659a.13(k)"),
    not_misdealt=_clauses("659a.8(e)#3"),
)
HAND = MethodRules(
    load=_clauses("659a.9(a)(2)#1", "659a.9(a)(2)#2"),
    no_more_bets=_clauses("659a.9(a)(3)#1", "659a.7(c)#1"),
    deal_first=_clauses("659a.9(b)", "659a.9(a)(3)#2"),
    deal_next=_clauses("659a.9(b)", "659a.9(a)(3)#2"),
    deal_dealer=_clauses("659a.9(b)", "659a.9(a)(3)#2"),
    stub_away=_clauses("659a.9(c)#2"),
    count_due=_clauses("659a.9(c)#1"),
    count_good=_clauses("659a.9(c)#2"),
    count_off=_clauses("659a.9(d)#1"),
    misdealt=_clauses("659a.9(d)#2", "659a.13(k)"),
    not_misdealt=_clauses("659a.9(d)#3"),
)
AUTOMATED_SHOE = MethodRules(
    load=_clauses("659a.10(a)(1)"),
    no_more_bets=_clauses("659a.10(a)(2)", "659a.7(c)#1"),
    deal_first=_clauses("659a.10(b)#1"),
    deal_next=_clauses("659a.10(b)#2"),
    deal_dealer=_clauses("659a.10(b)#2"),
    stub_away=_clauses("659a.10(c)#2"),
    count_due=_clauses("659a.10(c)#1"),
    count_good=_clauses("659a.10(c)#2"),
    count_off=_clauses("659a.10(d)#1"),
    misdealt=_clauses("659a.10(d)#2", "659a.13(k)"),
    not_misdealt=_clauses("659a.10(d)#3"),
)

CARDS = CardRules(
    deck=WITH_JOKER,
    one_deck=_clauses("659a.3(a)#1"),
    two_decks=_clauses("659a.3(b)"),
    backs_differ=_clauses("659a.3(b)(1)#2", "659a.3(b)(1)#1"),
    one_in_shuffler=_clauses("659a.3(b)(2)"),
    alternate=_clauses("659a.3(b)(3)"),
    one_in_rack=_clauses("659a.3(b)(4)"),
    life_by_hand=_life(pa("659a.3(c)(1)"), "hours_by_hand"),
    life_from_shoe=_life(pa("659a.3(c)(2)"), "hours_manual_shoe"),
    lives=_clauses("659a.3(c)"),
    jokers=_ONE_JOKER.integer("jokers_in_play"),
    jokers_made=_TWO_JOKERS_MADE.integer("jokers_manufactured_max"),
    joker=(_TWO_JOKERS_MADE, _ONE_JOKER),
    joker_torn=_clauses("659a.4(b)#1"),
    inspected=_clauses("659a.4(a)#1"),
    verified=_clauses("659a.4(a)#2"),
    spread=_clauses("659a.4(b)#2", "659a.4(b)#3"),
    washed=_clauses("659a.4(c)#1", "659a.4(c)#2"),
    each_deck=_clauses("659a.4(d)"),
    preshuffled=_clauses("659a.4(e)"),
    shuffle_due=_clauses("659a.5(a)#1"),
    shuffle_ordered=_clauses("659a.5(a)#1"),
    shuffled=_clauses("659a.5(a)#3", "659a.5(a)#2", "659a.5(b)"),
    feeds_shoe=_clauses("659a.5(a)#4"),
    no_cut=_clauses("659a.5(b)(1)"),
    cut_required=_clauses("659a.5(b)(2)"),
    cut=_clauses("659a.5(c)#1", "659a.5(c)#2"),
    least_cut=_CUT.integer("min_cut_depth_top"),
    cut_loaded=_clauses("659a.5(c)#3"),
    recut=_clauses("659a.5(d)"),
    idle=_clauses("659a.5(e)#1"),
    idle_over=_clauses("659a.5(e)#2"),
    continuous=_clauses("659a.5(f)#2"),
    hand_needs_shuffler=_clauses("659a.9(a)(1)"),
    methods={
        Dealing.MANUAL_SHOE: MANUAL_SHOE,
        Dealing.HAND: HAND,
        Dealing.AUTOMATED_SHOE: AUTOMATED_SHOE,
    },
    count_every=_EVERY_ROUND,
    adjacent_areas=_clauses("659a.7(f)#1", "659a.7(f)#2"),
    abandoned=_clauses("659a.7(b)#3"),
    # Nothing in the chapter spares the dealer the stub, whatever the shuffler counts.
    counting_spares_stub=False,
    face_up_one=_clauses("659a.13(f)#1"),
    face_up_many=_clauses("659a.13(f)#2"),
    drawn_in_error=_clauses("659a.13(g)"),
    wrong_number=_clauses("659a.13(h)", "659a.13(k)"),
    shuffler_fault=_clauses("659a.13(l)"),
    shoe_fault=_clauses("659a.13(m)"),
    marked=_clauses("659a.13(n)"),
)
