"""Who wins: rankings, halves, ties, odd amounts, side pots and the rake (637a.19(k)-(l), 637a.20(k)-(l), 637a.21(k))."""

from typing import Any

import pytest

from houseway.games.poker.events import HandShown, PotAwarded, RakeTaken, UncalledReturned
from houseway.games.poker.submission import OddChip
from houseway.table.betting_round import Structure
from tests.games.poker.table import SECTIONS, Table, codes, each

TWO = (10_000, 10_000)
THREE = (10_000,) * 3
HIGH_LOW = "five-card-omaha-high-low"
BY_CARD = {"odd_chip": OddChip.BY_CARD}


def shown(variant: str, hands: tuple[str, ...], board: str = "", **options: Any) -> Table:
    """A hand in which everybody puts in the first bet and shows, with a first Blind of $2 that is not folded."""
    table = Table(variant, (10_000,) * len(hands), options).begin().hands(*hands)
    (table.board(board) if board else table.rest()).show()
    return table


@pytest.mark.parametrize(
    "variant",
    [
        *each("(k)#1", {"637a.19": "five-card-omaha-high", "637a.20": "triple-draw-2-7"}),
        *each("(k)", {"637a.21": "badugi"}),
    ],
)
def test_two_who_remain_show_down(variant: str) -> None:
    hands = {"badugi": ("2c3d4h5s", "Kc3s4d5h")}.get(variant, ("2c3d4h5s7c", "Kc3s4d5h7d"))
    table = Table(variant, TWO).begin().hands(*hands).rest()
    assert table.state.phase == "showdown"
    assert table.refused("1 show 2c").clause is table.game.variant.showdown
    table.say("1 show, 2 show")
    (won,) = table.events(PotAwarded)
    assert table.game.variant.showdown.id in (won.clause, *won.also)
    assert [event.clause for event in table.events(HandShown)] == [table.game.variant.showdown.id] * 2


@pytest.mark.clause("637a.7(d)")
@pytest.mark.parametrize("variant", SECTIONS.values())
def test_the_last_one_left_takes_the_pot_unshown_and_the_uncalled_bet_back(variant: str) -> None:
    table = Table(variant, THREE).begin().hands().say("3 raise 800, 1 fold, 2 fold")
    assert table.stacks() == (9_800, 9_600, 10_600)
    assert [(event.seat, event.amount) for event in table.events(UncalledReturned)] == [(3, 400)]
    assert [(event.seat, event.amount, event.clause) for event in table.events(PotAwarded)] == [
        (3, 1_000, "637a.7(d)")
    ]


@pytest.mark.clause("637a.19(k)(1)", "637a.19(k)#2")
def test_omaha_high_is_won_by_the_best_hand_of_two_and_three() -> None:
    # Four spades in hand are no flush with one on the board, and a board of aces plays with two of one's own.
    table = shown("five-card-omaha-high", ("AsKsQsJs2d", "3h3d8c9c7h"), "3s3cTd4h5d")
    assert table.awards() == [(2, "high", 800)]
    (won,) = table.events(PotAwarded)
    assert won.clause == "637a.19(k)(1)"
    assert won.hand == "four threes"


@pytest.mark.clause("637a.19(k)(2)(i)#1", "637a.19(l)(2)#1")
def test_high_and_low_each_take_half_and_one_may_win_both() -> None:
    split = shown(HIGH_LOW, ("AsKsQsJsTs", "2h3d4c9c9h"), "AdAc5h6dKc")
    assert split.awards() == [(1, "high", 400), (2, "low", 400)]
    both = shown(HIGH_LOW, ("As2s3sJsTs", "KhQdQcTc9h"), "4s5s8sKc9d")
    assert both.awards() == [(1, "high", 400), (1, "low", 400)]


@pytest.mark.clause("637a.19(k)(2)(i)#2")
def test_an_odd_dollar_between_the_halves_goes_high() -> None:
    table = Table(HIGH_LOW, THREE, {"blinds": (100, 400)}).begin()
    table.hands("", "AsKsQsJsTs", "2h3d4c9c9h").say("3 call, 1 fold").board("AdAc5h6dKc").show()
    assert table.awards() == [(2, "high", 500), (3, "low", 400)]
    assert "637a.19(k)(2)(i)#2" in table.events(PotAwarded)[0].also


@pytest.mark.clause("637a.19(l)(1)#2", "637a.19(l)(1)#1")
def test_without_a_low_the_high_hand_has_all() -> None:
    table = shown(HIGH_LOW, ("AsKsQsJsTs", "2h3d4c9c9h"), "AdAc9d6dKc")
    assert table.awards() == [(1, "high", 800)]
    assert "637a.19(l)(1)#2" in table.events(PotAwarded)[0].also


@pytest.mark.clause("637a.19(l)(2)#2", "637a.19(l)(2)#3", "637a.19(l)(2)#4")
def test_the_same_five_cards_may_be_high_and_low_with_an_ace_both_ways() -> None:
    table = shown(HIGH_LOW, ("As2sKdKhQc", "3h6c9s9cTh"), "3s4s5sJdJh")
    # The straight flush to the five, and A-2-3-4-5; the other hand needs two of its own cards too.
    assert table.awards() == [(1, "high", 400), (1, "low", 400)]
    assert [event.hand for event in table.events(PotAwarded)] == [
        "straight flush, five high",
        "five-four low",
    ]


@pytest.mark.clause("637a.19(k)(2)(ii)#1", "637a.19(k)(2)(iii)#1")
def test_tied_hands_share_their_half_so_that_a_pot_is_quartered() -> None:
    table = shown(HIGH_LOW, ("As2s9cTcJc", "Ac2d9dTdJs", "KsKcKdQsQd"), "3s4d5hKh8h")
    assert table.awards() == [(1, "high", 300), (2, "high", 300), (1, "low", 300), (2, "low", 300)]
    high_only = shown(HIGH_LOW, ("As2s9cTcJc", "Ac2d9dTdJs", "KsKcKdQsQd"), "3s4dQhJdKh")
    assert {side for _, side, _ in high_only.awards()} == {"high"}
    low_tied = shown(HIGH_LOW, ("As2sQcTcJc", "Ac2dQhThJs", "KsKcKdQsQd"), "3s4d8hKh9d")
    assert low_tied.awards() == [(3, "high", 600), (1, "low", 300), (2, "low", 300)]
    assert {event.clause for event in low_tied.events(PotAwarded)[1:]} == {"637a.19(k)(2)(iii)#1"}


def odd_high(options: dict[str, Any]) -> Table:
    """Two tie for the high half of $9, nobody has a low: $5 and $4."""
    table = Table(HIGH_LOW, THREE, {"blinds": (100, 400), **options}).begin()
    return table.hands("", "AhKd2c2d3h", "AdKs2h2s3d").say("3 call, 1 fold").board("AcKhQdJd9s").show()


@pytest.mark.clause("637a.19(k)(2)(ii)#2", "637a.19(k)(2)(iv)")
def test_an_odd_dollar_of_tied_highs_goes_by_the_highest_own_card_and_its_suit() -> None:
    by_card = odd_high(BY_CARD)
    # Both play ace and king: the ace of hearts is above that of diamonds.
    assert by_card.awards() == [(2, "high", 500), (3, "high", 400)]
    assert by_card.events(PotAwarded)[0].clause == "637a.19(k)(2)(ii)#2"
    other = Table(HIGH_LOW, THREE, {"blinds": (100, 400), **BY_CARD}).begin()
    other.hands("", "AdKs2h2s3d", "AhKd2c2d3h".replace("2d", "4c")).say("3 call, 1 fold").board(
        "AcKhQdJd9s"
    ).show()
    assert other.awards() == [(2, "high", 400), (3, "high", 500)]
    by_button = Table(HIGH_LOW, THREE, {"blinds": (100, 400)}).begin()
    by_button.hands("", "AdKs2h2s3d", "AhKd2c4c3h").say("3 call, 1 fold").board("AcKhQdJd9s").show()
    assert by_button.awards() == [(2, "high", 500), (3, "high", 400)]


@pytest.mark.clause("637a.19(k)(2)(iii)#2", "637a.19(k)(2)(iv)")
def test_an_odd_amount_of_tied_lows_goes_by_the_lowest_own_card_and_its_higher_suit() -> None:
    def low(options: dict[str, Any]) -> Table:
        table = Table(HIGH_LOW, (10_000,) * 4, {"blinds": (200, 400), **options}).begin()
        table.hands("", "Ad2sQcTcJc", "Ah2dQhThJs", "KsKcKdQsQd").say("3 call, 4 call, 1 fold")
        return table.board("3s4d8hKh9d").show()

    # The pot of $14 leaves $7 for the low: $4 and $3, the odd dollar to the higher ace.
    assert low(BY_CARD).awards() == [(4, "high", 700), (2, "low", 300), (3, "low", 400)]
    assert low(BY_CARD).events(PotAwarded)[2].clause == "637a.19(k)(2)(iii)#2"
    assert low({}).awards() == [(4, "high", 700), (2, "low", 400), (3, "low", 300)]


# Triple Draw.


@pytest.mark.clause("637a.20(k)#2", "637a.20(k)(1)")
@pytest.mark.parametrize(
    ("variant", "hands", "winner"),
    [
        ("triple-draw-2-7", ("2c3d4h5s7c", "2d3h4s6c7d"), 1),
        ("triple-draw-2-7", ("Ac2d3h4s5c", "Kc2h3s4d5d"), 2),
        ("triple-draw-2-7", ("2c3c4c5c7c", "2d3h4sKcKd"), 2),
        ("triple-draw-a-5", ("Ac2c3c4c5c", "2d3h4s5d6d"), 1),
        ("triple-draw-a-5", ("AcAd2h3s4c", "Kc3h4s5d6d"), 2),
    ],
)
def test_the_best_low_takes_the_pot(variant: str, hands: tuple[str, ...], winner: int) -> None:
    table = shown(variant, hands)
    assert [(seat, amount) for seat, _, amount in table.awards()] == [(winner, 800)]
    assert table.events(PotAwarded)[0].clause == "637a.20(k)#2"


@pytest.mark.clause("637a.20(k)(2)#1")
def test_tied_lows_share_and_of_three_each_has_a_third() -> None:
    table = shown("triple-draw-2-7", ("2c3d4h5s7c", "2d3h4s5c7d", "2h3s4c5d7h"))
    assert [(seat, amount) for seat, _, amount in table.awards()] == [(1, 400), (2, 400), (3, 400)]
    assert {event.clause for event in table.events(PotAwarded)} == {"637a.20(k)(2)#1"}


@pytest.mark.parametrize(
    ("variant", "hands"),
    [
        pytest.param(
            "triple-draw-2-7",
            ("Kc3s4d5h7d", "2d3h4s5c7c", "2h3d4c5s7h"),
            marks=pytest.mark.clause("637a.20(k)(2)#2"),
        ),
        pytest.param(
            "badugi", ("KcKsKdKh", "Ad2h3s4c", "Ah2s3c4d"), marks=pytest.mark.clause("637a.21(k)(5)#2")
        ),
    ],
)
def test_an_odd_dollar_goes_to_whom_the_submission_names(variant: str, hands: tuple[str, ...]) -> None:
    def played(options: dict[str, Any]) -> Table:
        table = Table(variant, THREE, {"blinds": (100, 400), **options}).begin().hands(*hands)
        return table.say("3 call, 1 fold").rest().show()

    assert [(seat, amount) for seat, _, amount in played({}).awards()] == [(2, 500), (3, 400)]
    assert [(seat, amount) for seat, _, amount in played(BY_CARD).awards()] == [(2, 400), (3, 500)]
    (section,) = {number for number, name in SECTIONS.items() if name == variant}
    odd = {"637a.20": "637a.20(k)(2)#2", "637a.21": "637a.21(k)(5)#2"}[section]
    assert played({}).events(PotAwarded)[0].clause == odd


def test_three_who_share_two_odd_dollars_break_them_down() -> None:
    table = Table("badugi", (10_000,) * 4, {"blinds": (200, 400)}).begin()
    table.hands("KcKsKdKh", "Ad2h3s4c", "Ah2s3c4d", "As2c3d4h").say("3 call, 4 call, 1 fold").rest().show()
    parts = [amount for _, _, amount in table.awards()]
    # $14 by three is $4 each and $2 over, which may not be given to one.
    assert sum(parts) == 1_400
    assert max(parts) - min(parts) <= 100


@pytest.mark.clause("637a.20(l)(1)(i)#1", "637a.20(l)(1)(i)#2", "637a.20(l)(1)(i)#3")
def test_badeucey_halves_between_the_low_and_the_badugi() -> None:
    table = shown("badeucey", ("2c3c4c5d7c", "2d3h4s5cKd"))
    assert table.awards() == [(1, "2-7", 400), (2, "badugi", 400)]
    # An ace is high in it.
    aces = shown("badeucey", ("Ac2d3h4s9s", "5c2h3s4d9d"))
    assert aces.awards() == [(2, "2-7", 400), (2, "badugi", 400)]


@pytest.mark.clause("637a.20(l)(2)(i)#1", "637a.20(l)(2)(i)#2", "637a.20(l)(2)(i)#3")
def test_badacey_halves_between_the_low_and_the_badugi() -> None:
    table = shown("badacey", ("Ac2c3c4d5c", "Ad2h3s4cKd"))
    assert table.awards() == [(1, "a-5", 400), (2, "badugi", 400)]


@pytest.mark.parametrize(
    ("variant", "hands"),
    [
        pytest.param(
            "badeucey", ("", "2c3c4c5d7c", "2d3h4s5cKd"), marks=pytest.mark.clause("637a.20(l)(1)(ii)")
        ),
        pytest.param(
            "badacey", ("", "Ac2c3c4d5c", "Ad2h3s4cKd"), marks=pytest.mark.clause("637a.20(l)(2)(ii)")
        ),
    ],
)
def test_an_odd_dollar_between_the_halves_goes_to_the_lowball_side(
    variant: str, hands: tuple[str, ...]
) -> None:
    table = Table(variant, THREE, {"blinds": (100, 400)}).begin().hands(*hands).say("3 call, 1 fold")
    table.rest().show()
    assert [(seat, amount) for seat, _, amount in table.awards()] == [(2, 500), (3, 400)]
    assert table.game.variant.odd_half.id in table.events(PotAwarded)[0].also


# Badugi.


@pytest.mark.parametrize(
    ("hands", "winner", "called"),
    [
        pytest.param(
            ("Ac2d3h9s", "Ad2h3sTc"),
            1,
            "four-card badugi, nine-three-two-ace",
            marks=pytest.mark.clause("637a.21(k)(1)#1"),
        ),
        pytest.param(
            ("Ac2d3h4h", "KcQdJhTs"),
            2,
            "four-card badugi, king-queen-jack-ten",
            marks=pytest.mark.clause("637a.21(k)(1)#2"),
        ),
        pytest.param(
            ("Ac2d3h4s", "Ad2h3s5c"),
            1,
            "four-card badugi, four-three-two-ace",
            marks=pytest.mark.clause("637a.21(k)(1)#3"),
        ),
        pytest.param(
            ("Ac2d3hKh", "Ad2h4sKs"),
            1,
            "three-card badugi, three-two-ace",
            marks=pytest.mark.clause("637a.21(k)(2)"),
        ),
        pytest.param(
            ("Ac2dKdQd", "Ad3hKhQh"),
            1,
            "two-card badugi, two-ace",
            marks=pytest.mark.clause("637a.21(k)(3)"),
        ),
        pytest.param(
            ("2cKcQcJc", "AdKdQdTd"), 2, "one-card badugi, ace", marks=pytest.mark.clause("637a.21(k)(4)")
        ),
    ],
)
def test_badugi_is_won_tier_by_tier(hands: tuple[str, ...], winner: int, called: str) -> None:
    table = shown("badugi", hands)
    assert table.awards() == [(winner, "badugi", 800)]
    assert table.events(PotAwarded)[0].hand == called


@pytest.mark.clause("637a.21(k)(5)#1")
def test_tied_badugis_share() -> None:
    table = shown("badugi", ("AcKcQcJc", "AdKdQdTd"))
    assert table.awards() == [(1, "badugi", 400), (2, "badugi", 400)]
    assert {event.clause for event in table.events(PotAwarded)} == {"637a.21(k)(5)#1"}


# Side pots, showing and mucking.


@pytest.mark.clause("common:poker/all-in", "637a.19(k)(2)(i)#1")
def test_a_low_winner_who_is_short_has_half_of_the_main_pot_alone() -> None:
    table = Table(HIGH_LOW, (400, 10_000, 10_000), {"structure": Structure.NO_LIMIT}).begin()
    table.hands("As2s9cTcJc", "KsKcKdQsQd", "5c7c9h9sTh").say("3 raise 1000, 1 call, 2 call")
    table.board("3s4d8hKh9d").show()
    # Whoever won but a side pot has not won what another took of the main pot.
    assert table.game.result_in_words(table.did) == (
        "Position 2 wins high with three kings; position 1 wins low with eight-four low; "
        "position 3 wins side pot 1 low with eight-seven low"
    )
    assert table.awards() == [(2, "high", 600), (1, "low", 600), (2, "high", 600), (3, "low", 600)]
    assert table.stacks() == (600, 10_200, 9_600)


@pytest.mark.clause("637a.7(d)")
def test_hands_that_nobody_saw_are_told_at_the_showdown_and_agree_with_what_was_dealt() -> None:
    table = Table("holdem", TWO).begin().hands("As", "")
    table.board("2c3c4d9h8s")
    assert "to be shown" in table.refused("1 show").message
    assert "was dealt" in table.refused("1 show Kd Kh").message
    assert "not among" in table.refused("1 show As 2c").message
    table.say("1 show As Ah")
    assert "no hand to show" in table.refused("1 show As Ah").message
    table.say("2 show Kd Kh")
    assert table.awards() == [(1, "high", 800)]


def test_who_mucks_gives_up_and_the_last_takes_the_pot() -> None:
    table = Table("holdem", THREE).begin().hands().board("2c3c4d9h8s").say("2 muck, 3 muck")
    assert table.stacks() == (10_800, 9_600, 9_600)
    early = Table("holdem", TWO).begin().hands()
    assert "once the betting is over" in early.refused("1 show As Ah").message


def test_hands_may_be_shown_once_nobody_can_bet_any_more() -> None:
    table = Table("holdem", (500, 10_000), {"structure": Structure.NO_LIMIT}).begin().hands("AsAh", "KsKh")
    table.say("1 raise 500, 2 call, 2 show, 1 show, burn, deal 2c 3c 4d, burn, deal 9h, burn, deal 8s")
    assert table.stacks() == (1_000, 9_500)
    drawing = Table("badugi", (500, 10_000)).begin().hands().say("1 raise 500, 2 call")
    assert "once the betting is over" in drawing.refused("1 show Ac 2d 3h 4s").message


def test_nobody_shows_or_gives_up_a_hand_that_is_not_dealt() -> None:
    table = Table("holdem", (400, 400), {"antes": (400,)}).begin()
    assert "once the betting is over" in table.refused("1 show").message
    assert "once the betting is over" in table.refused("1 muck").message
    table.hands("AsAh", "KsKh").say("1 show, 2 muck")
    assert table.stacks() == (800, 0)


def test_nobody_gives_up_while_the_cards_of_a_street_are_dealt() -> None:
    stakes = {"antes": (400,), "blinds": (), "bring_in": 100}
    table = Table("seven-card-stud", (400, 400), stakes).begin().hands("AsAhAd", "KsKhKd")
    table.say("burn, deal 2c")
    assert "between two rounds" in table.refused("1 muck").message
    assert table.say("deal 3c, 2 muck").stacks() == (800, 0)


def test_cards_dealt_unseen_to_hands_that_lie_open_are_told_at_the_showdown() -> None:
    stakes = {"antes": (400,), "blinds": (), "bring_in": 100}
    table = Table("seven-card-stud", (400, 400), stakes).begin().hands("AsAhAd", "KsKhKd")
    table.say("1 show, 2 show, burn, deal 9h 8h, burn, deal 7h ??, burn, deal 5h 4h, burn, deal ?? 2c")
    assert table.state.phase == "showdown"
    assert table.say("1 show As Ah Ad 9h 7h 5h 3c, 2 show Ks Kh Kd 8h 6h 4h 2c").stacks() == (800, 0)


@pytest.mark.clause("637a.19(h)#1")
def test_community_cards_are_dealt_face_up() -> None:
    table = Table("five-card-omaha-high", TWO).begin().hands().say("1 call, 2 check, burn")
    refused = table.refused("deal ?? 2c 3c")
    assert refused.clause.id == "637a.19(h)#1"
    assert "face up" in refused.message


def test_a_dead_ante_lies_in_the_main_pot() -> None:
    table = Table("holdem", (400, 10_000, 10_000), {"antes": (0, 400), "ante_live": False}).begin()
    table.hands("AsAh", "KsKh", "QsQh").say("3 raise 800, 1 call, 2 call").board("2c3c4d9h8s").show()
    assert table.awards() == [(1, "high", 1_600), (2, "high", 800)]


@pytest.mark.clause("common:poker/rake")
def test_a_rake_is_a_percentage_in_whole_chips_up_to_its_cap_and_not_before_the_second_street() -> None:
    options = {"rake_percent": 10, "rake_cap": 300}
    none = Table("holdem", THREE, options).begin().hands().say("3 raise 800, 1 fold, 2 fold")
    assert none.events(RakeTaken) == []
    small = shown("holdem", ("AsAh", "KsKh", "QsQh"), "2c3c4d9h8s", **options)
    assert [event.amount for event in small.events(RakeTaken)] == [100]
    assert small.awards() == [(1, "high", 1_100)]
    large = Table("holdem", THREE, {**options, "structure": Structure.NO_LIMIT}).begin()
    large.hands("AsAh", "KsKh", "QsQh").say("3 raise 4000, 1 call, 2 call").board("2c3c4d9h8s").show()
    assert [event.amount for event in large.events(RakeTaken)] == [300]
    assert large.stacks() == (10_000 + 8_000 - 300, 6_000, 6_000)


def test_cards_are_written_one_after_the_other() -> None:
    assert codes("AsKd") == ("As", "Kd")
