"""What the chapter asks of cards, shuffle, cut, cover card and deal, and of hands (665a.3-665a.5, 665a.7, 665a.9-665a.11)."""

from fractions import Fraction

from houseway.equipment.cards import FORTY_EIGHT
from houseway.equipment.decks import Clauses
from houseway.equipment.life import Life
from houseway.equipment.shoes import ShoeRules
from houseway.law import Clause, pa
from houseway.table.twenty_one_felt import TwentyOneRules


def clauses(*ids: str) -> Clauses:
    """Clauses of the chapter."""
    return tuple(pa(f"665a.{clause}") for clause in ids)


def below(clause: Clause) -> int:
    """The total below which a clause has somebody draw, such as 17 in "total<17"."""
    return int(clause.parameters["draw_if"].rpartition("<")[2])


_DECKS, _BATCH, _CUT, _COVER, _LIFE = clauses("3(a)#1", "3(b)(1)", "5(d)#1", "5(d)#3", "3(c)")
_DEALER_DRAWS, _PLAYER_DRAWS, _HALF = clauses("7(n)", "7(j)", "8(b)#1")

CARDS = ShoeRules(
    deck=FORTY_EIGHT,
    decks=(_BATCH.integer("decks_per_batch"),),
    batch=(_DECKS,),
    deck_holds=clauses("3(a)#2"),
    # Two batches, no more (665-16).
    two_decks=clauses("3(b)", "3(b)(1)"),
    backs_differ=clauses("3(b)(2)#2", "3(b)(2)#1"),
    one_in_shuffler=clauses("3(b)(3)"),
    alternate=clauses("3(b)(4)"),
    one_in_rack=clauses("3(b)(5)"),
    life_from_shoe=Life(_LIFE, hours=_LIFE.integer("max_deck_hours")),
    lives=(_LIFE,),
    inspected=clauses("4(a)#1"),
    verified=clauses("4(a)#2"),
    spread=clauses("4(c)#1", "4(c)#2"),
    washed=clauses("4(d)#1", "4(d)#2"),
    # Each of them is washed and shuffled as well, which (d) has and not (c) (665-15).
    each_deck=clauses("4(e)"),
    preshuffled=clauses("4(f)"),
    shuffle_due=clauses("5(a)#1"),
    shuffle_ordered=clauses("5(f)", "5(a)#1"),
    shuffled=clauses("5(a)#3", "5(a)#2"),
    feeds_shoe=clauses("5(a)#4"),
    cut=(_CUT, *clauses("5(d)#2")),
    least_cut=_CUT.integer("min_cut_depth_top"),
    cut_loaded=clauses("5(d)#4", "7(a)#2"),
    recut=clauses("5(e)#1", "5(e)#2"),
    idle=clauses("5(g)#1"),
    idle_over=clauses("5(g)#2"),
    # No cover card and no end of a shoe: burned once, and once for each dealer (665-23).
    continuous=clauses("5(h)#2"),
    adjacent_areas=clauses("6(g)"),
    shuffler_fault=clauses("13(j)"),
    marked=clauses("13(k)"),
    cut_first_arrived=clauses("5(c)(1)", "5(b)#1", "5(c)"),
    cut_where_cover_came=clauses("5(c)(2)", "5(b)#1"),
    cut_cover_at_dealer=clauses("5(c)(3)#1", "5(b)#1"),
    cut_after_order=clauses("5(c)(4)#1", "5(b)#1"),
    cut_refused=clauses("5(c)(3)#2", "5(c)(4)#2"),
    cut_by_dealer=clauses("5(b)#2"),
    cover_share=Fraction(_COVER.parameters["cover_min_fraction_from_bottom"]),
    cover_placed=(_COVER,),
    cover_out=clauses("7(d)#1"),
    burn_batch=clauses("7(c)#1"),
    burn_dealer=clauses("7(c)#2"),
    reshuffled=clauses("7(d)#2", "5(f)"),
    discarded=clauses("7(q)"),
    short=clauses("13(e)#1"),
    short_burn=clauses("13(e)#2"),
    face_up=clauses("13(a)"),
    drawn_unexposed=clauses("13(b)"),
    drawn_exposed=clauses("13(c)#1"),
    barred=clauses("6(b)"),
    bar_ends=clauses("6(b)(1)", "6(b)(2)"),
    bar_over=clauses("6(b)(2)"),
    each_batch=(_BATCH,),
    stack_shuffled=clauses("4(d)#2"),
    shuffle_ways=clauses("5(a)#2"),
    cut_offered=clauses("5(b)#1"),
    cut_order=clauses("5(c)"),
    cut_refused_after_order=clauses("5(c)(4)#2"),
    cut_to_bottom=clauses("5(d)#2"),
    recut_by=clauses("5(e)#2"),
    dealt_from_shoe=clauses("7(a)#2"),
)

PLAY = TwentyOneRules(
    stands_from=below(_DEALER_DRAWS),
    draws_below_points=below(_PLAYER_DRAWS),
    most_splits=clauses("11(c)#3")[0].integer("max_splits"),
    most_ace_splits=clauses("11(e)#2")[0].integer("max_ace_splits"),
    checked_up_cards=frozenset(pa("665a.9(b)(2)").parameters["up_card"].split(",")),
    values=clauses("3(d)", "3(d)(1)", "3(d)(2)", "3(d)(3)", "1[hard_total]", "1[soft_total]"),
    asked=clauses("7(h)(2)", "7(h)"),
    dealt=clauses("7(i)"),
    draws_below=clauses("7(j)"),
    done_at=clauses("7(j)(1)"),
    doubled_takes=clauses("10(a)#3", "7(j)(2)"),
    doubled_draws=clauses("7(j)(2)"),
    double_open=clauses("10(a)#1"),
    double_most=clauses("10(a)#2"),
    split_open=clauses("11(a)#1"),
    split_equal=clauses("11(a)#2"),
    split_order=clauses("11(b)"),
    split_choices=clauses("11(c)#1"),
    split_again=clauses("11(c)#2"),
    splits_at_most=clauses("11(c)#3"),
    ace_takes=clauses("11(e)#1"),
    ace_splits=clauses("11(e)#2"),
    surrender_open=clauses("9(a)#1"),
    surrender_ends=clauses("9(a)#3", "7(k)"),
    hole_turned=clauses("7(l)"),
    dealer_draws=(_DEALER_DRAWS,),
    made_first=clauses("7(e)#1"),
    locked=clauses("6(c)"),
    first_needed=clauses("6(d)"),
    insured_part=Fraction(_HALF.parameters["max"].partition("x")[0]),
    insurance_open=clauses("8(b)#3"),
    insurance_most=(_HALF, *clauses("8(b)#2")),
    insurance_offered=clauses("7(g)#1"),
    insurance_made=clauses("8(a)"),
    hole_checked=clauses("7(g)#2", "7(g)#3", "9(b)(2)"),
    # The chapter says that nobody sees the hole card, and not what follows when somebody does (X-08, 665-22).
    hole_down=clauses("7(f)(3)"),
    turned_on_blackjack=clauses("7(g)#4"),
    misread=clauses("10(b)", "11(d)"),
    late_none=clauses("13(f)#1"),
    late_second=clauses("13(f)#2"),
    late_draw=clauses("13(g)"),
    exposed_drawn=clauses("13(c)#1"),
    exposed_refused=clauses("13(c)#2"),
    exposed_useless=clauses("13(c)#3"),
    # On any total on which the dealer stands, not on seventeen alone (665-19).
    drawn_on_stand=clauses("13(d)"),
    wrongly_checked=clauses("13(h)"),
    wrongly_checked_seen=clauses("13(h)(1)"),
    wrongly_checked_unseen=clauses("13(h)(2)"),
    reader_fails=clauses("13(i)"),
)
