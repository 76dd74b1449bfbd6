"""Cards and dealing (36.05.14.03-.05, .08-.10, .13): the numbers and clauses of this game for what all card tables share."""

from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.decks import CardRules, Clauses, Dealing, MethodRules
from houseway.equipment.life import Life
from houseway.law import md


def _clauses(*paragraphs: str) -> Clauses:
    return tuple(md(paragraph) for paragraph in paragraphs)


_FOUR_HOURS = md(".03C(1)")
_EIGHT_HOURS = md(".03C(2)")
_CUT = md(".05F")
_COUNT = md(".08F")

_FROM_A_MANUAL_SHOE = MethodRules(
    load=_clauses(".08B"),
    no_more_bets=_clauses(".08C", ".07C#2"),
    deal_first=_clauses(".08E", ".08E(1)", ".08D"),
    deal_next=_clauses(".08E(1)", ".08E", ".08D"),
    deal_dealer=_clauses(".08E(1)", ".08D"),
    stub_away=_clauses(".08E(2)"),
    count_due=_clauses(".08F"),
    count_good=_clauses(".08G"),
    count_off=_clauses(".08H"),
    misdealt=_clauses(".08H(1)"),
    not_misdealt=_clauses(".08H(2)"),
)

_FROM_THE_HAND = MethodRules(
    load=_clauses(".09A(2)", ".09A(2)(a)", ".09A(2)(b)"),
    no_more_bets=_clauses(".09B", ".07C#2"),
    deal_first=_clauses(".09C(2)", ".09C(1)", ".09C(3)"),
    deal_next=_clauses(".09C(2)", ".09C(1)", ".09C(3)"),
    deal_dealer=_clauses(".09C(2)", ".09C(1)", ".09C(3)"),
    stub_away=_clauses(".09C(4)"),
    count_due=_clauses(".09D"),
    count_good=_clauses(".09E"),
    count_off=_clauses(".09F"),
    misdealt=_clauses(".09G"),
    not_misdealt=_clauses(".09H"),
)

_FROM_AN_AUTOMATED_SHOE = MethodRules(
    load=_clauses(".10A(1)"),
    # .10 lists no call of its own; without one no wager would close (reading C-119).
    no_more_bets=_clauses(".07C#2"),
    deal_first=_clauses(".10B(1)"),
    deal_next=_clauses(".10B(2)"),
    deal_dealer=_clauses(".10B(3)"),
    stub_away=_clauses(".10B(4)"),
    count_due=_clauses(".10C"),
    count_good=_clauses(".10D"),
    count_off=_clauses(".10E"),
    misdealt=_clauses(".10F"),
    not_misdealt=_clauses(".10G"),
)

CARDS = CardRules(
    deck=FIFTY_TWO,
    one_deck=_clauses(".03A(1)"),
    two_decks=_clauses(".03B"),
    backs_differ=_clauses(".03B(2)", ".03B(1)"),
    one_in_shuffler=_clauses(".03B(3)#1"),
    alternate=_clauses(".03B(3)#2"),
    one_in_rack=_clauses(".03B(4)"),
    life_by_hand=Life(_FOUR_HOURS, hours=_FOUR_HOURS.integer("max_hours")),
    life_from_shoe=Life(_EIGHT_HOURS, hours=_EIGHT_HOURS.integer("max_hours")),
    lives=_clauses(".03C"),
    inspected=_clauses(".04A#1", ".03A(2)", ".03A(3)"),
    verified=_clauses(".04A#2"),
    spread=_clauses(".04B", ".04C"),
    washed=_clauses(".04C(1)", ".04C(2)", ".04C(3)"),
    # The list of .04E reaches the shuffle of D as well (reading C-121).
    each_deck=_clauses(".04E"),
    preshuffled=_clauses(".04F"),
    shuffle_due=_clauses(".05A"),
    shuffle_ordered=_clauses(".05A(3)"),
    # Each of the three moments calls for a shuffle (reading C-122).
    shuffled=_clauses(".05B", ".05A(1)", ".05A(2)", ".04D", ".05E"),
    feeds_shoe=_clauses(".05C"),
    no_cut=_clauses(".05E(1)"),
    cut_required=_clauses(".05E(2)"),
    cut=_clauses(".05F", ".05F(1)"),
    least_cut=_CUT.integer("min_cut_depth"),
    cut_loaded=_clauses(".05F(2)"),
    recut=_clauses(".05G"),
    idle=_clauses(".05H", ".05H(1)", ".05H(2)"),
    idle_over=_clauses(".05H(3)"),
    continuous=_clauses(".05I", ".05J"),
    hand_needs_shuffler=_clauses(".09A(1)"),
    methods={
        Dealing.MANUAL_SHOE: _FROM_A_MANUAL_SHOE,
        Dealing.HAND: _FROM_THE_HAND,
        Dealing.AUTOMATED_SHOE: _FROM_AN_AUTOMATED_SHOE,
    },
    count_every=_COUNT.integer("max_rounds_between_counts"),
    count_per_deck=True,
    adjacent_areas=_clauses(".07G"),
    abandoned=_clauses(".07C(2)"),
    face_up_one=_clauses(".13A"),
    face_up_many=_clauses(".13B"),
    drawn_in_error=_clauses(".13C"),
    wrong_number=_clauses(".13D"),
    shuffler_fault=_clauses(".13F"),
    shoe_fault=_clauses(".13G#1", ".13G#2"),
    marked=_clauses(".13H", ".13H(1)", ".13H(2)"),
    wrong_count=_clauses(".05D", ".05D(1)", ".05D(2)"),
)
