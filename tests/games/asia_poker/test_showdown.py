"""Surrender, showdown and settlement (659a.11(d)-(i), 659a.12): who is asked and paid, in which order, and how much."""

from typing import Any

import msgspec
import pytest

from houseway.games.asia_poker.events import (
    BonusHandFormed,
    CardsDiscarded,
    HandsRevealed,
    HandSurrendered,
    PayoutLimited,
)
from houseway.games.asia_poker.moves import (
    PlaceHands,
    RevealHands,
    SetDealerHands,
    Surrender,
    TurnDealerCards,
)
from houseway.games.asia_poker.round import Phase
from houseway.table.card_play import Abandon, RoundCompleted, WagersAbandoned
from houseway.table.events import FELT, TRAY, Settled, rack
from houseway.table.roles import Role
from tests.games.asia_poker.dealing import DEALER, DEALER_SET, Dealing, cites, lines, names, only

# Against K-9-4-2, K-8 and 7.
WINS = ("Ks Qd Qh 9c 7d 4d 2c", "QdQh4d2c Ks9c 7d")  # high and medium higher, a copy low
LOSES = ("Kc Qs 9d 8h 6c 5c 3s", "KcQs6c3s 9d8h 5c")  # high higher alone
ONE_COPY = ("Ac Ts 9h 7s 5d 4c 3d", "Ac5d4c3d Ts9h 7s")  # high higher, medium lower, a copy low
STRAIGHT = ("6s 5d 4d 3h 2d Jc Td", "6s5d4d3h JcTd 2d")
FLUSH = ("As Js 6s 5s 3s Qc 8c", "AsJs6s5s Qc8c 3s")


def showdown(players: dict[int, tuple[str, str]], bonus: int = 0, **options: Any) -> Dealing:
    """All have set, the dealer's hands lie face up: K-9-4-2, K-8 and 7."""
    table = Dealing(**options)
    for seat in players:
        table.bet(seat, bonus=bonus)
    table.dealt({0: DEALER, **{seat: cards for seat, (cards, _) in players.items()}})
    table.make(*(PlaceHands(seat=seat, setting=setting) for seat, (_, setting) in players.items()))
    table.dealer_sets()
    return table


# The order of the showdown and the main wager.


@pytest.mark.clause("659a.11(e)#1", "659a.11(e)#2")
def test_hands_are_revealed_from_the_dealers_far_right_counterclockwise() -> None:
    table = showdown({1: WINS, 3: LOSES, 6: ONE_COPY})
    assert table.refused(RevealHands(seat=1)) == "659a.11(e)#1"
    revealed = []
    for seat in (6, 3, 1):
        (act,) = table.lawful("reveal-hands")
        assert act.fields["seat"] == (seat,)
        revealed += [event for event in table.reveal(seat) if isinstance(event, HandsRevealed)]
    assert [(each.seat, each.announced) for each in revealed] == [(6, "loses"), (3, "loses"), (1, "wins")]
    assert cites(revealed[0]) == {"659a.11(e)#1", "659a.11(e)#2"}


@pytest.mark.clause("659a.11(e)#1")
def test_nothing_is_revealed_before_the_dealers_hands_are_set() -> None:
    table = Dealing().bet(1).dealt({0: DEALER, 1: WINS[0]})
    table.places(seat_1=WINS[1])
    assert table.refused(RevealHands(seat=1)) == "659a.11(e)#1"
    table.make(TurnDealerCards())
    assert table.refused(RevealHands(seat=1)) == "659a.11(e)#1"
    table.make(SetDealerHands(setting=DEALER_SET))
    assert table.refused(RevealHands(seat=1, setting=LOSES[1])) == "659a.11(e)#1"
    table.reveal(1)


@pytest.mark.clause("659a.11(f)(2)", "659a.12(a)", "659a.11(g)", "659a.11(i)")
def test_two_higher_hands_are_paid_even_money_and_the_cards_discarded() -> None:
    table = showdown({1: WINS})
    events = table.reveal(1)
    assert names(events) == ["HandsRevealed", "Settled", "CardsDiscarded", "RoundCompleted"]
    assert lines(events) == [(1, "asia-poker", "win", 1_000, "659a.11(f)(2)")]
    settled = only(events, Settled)
    assert (settled.pays, settled.order) == ("659a.12(a)", "659a.11(e)#1")
    assert [(t.source, t.target, t.cents) for t in settled.transfers()] == [
        (FELT, rack(1), 1_000),
        (TRAY, rack(1), 1_000),
    ]
    assert cites(only(events, CardsDiscarded)) == {"659a.11(g)", "659a.11(i)"}


@pytest.mark.clause("659a.11(f)(1)", "659a.11(f)(1)(i)", "659a.11(f)(1)(ii)")
@pytest.mark.parametrize("player", [LOSES, ONE_COPY])
def test_copies_and_lower_hands_lose_and_are_collected_at_once(player: tuple[str, str]) -> None:
    events = showdown({1: player}).reveal(1)
    assert lines(events) == [(1, "asia-poker", "lose", 0, "659a.11(f)(1)(i)")]
    assert names(events)[:2] == ["HandsRevealed", "Settled"]


@pytest.mark.clause("659a.6(c)#2", "659a.11(f)(1)(ii)")
def test_a_copy_never_counts_for_the_player() -> None:
    table = showdown({1: ("Kc Ks 9d 8c 4d 2c 7d", "Kc9d4d2c Ks8c 7d")})
    assert lines(table.reveal(1)) == [(1, "asia-poker", "lose", 0, "659a.11(f)(1)(i)")]


# Fouls found at the reveal.


@pytest.mark.clause("659a.11(f)(1)(iii)", "659a.11(f)(1)(iv)", "659a.11(f)(1)(v)")
@pytest.mark.parametrize(
    ("found", "clause"),
    [
        ("AsKs7d2c QdQh 9c", "659a.11(f)(1)(iii)"),
        ("QdQh7d2c Ks9c As", "659a.11(f)(1)(iv)"),
        ("AsQdQh Ks9c7d 2c", "659a.11(f)(1)(v)"),
        ("AsKsQdQh 9c7d2c", "659a.11(f)(1)(v)"),
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_hands_set_unseen_that_turn_out_foul_lose(found: str, clause: str, known: bool) -> None:
    table = Dealing().bet(1)
    hands = {0: DEALER, 1: "As Ks Qd Qh 9c 7d 2c"} if known else {0: DEALER}
    table.dealt(hands, unseen=True)
    table.places(seat_1="")
    table.dealer_sets()
    assert lines(table.make(RevealHands(seat=1, setting=found)))[0][2:] == ("lose", 0, clause)


@pytest.mark.clause("659a.11(f)(2)")
def test_hands_set_unseen_that_are_in_order_are_settled_as_they_lie() -> None:
    table = Dealing().bet(1).dealt({0: DEALER}, unseen=True)
    table.places(seat_1="")
    table.dealer_sets()
    (act,) = table.lawful("reveal-hands")
    assert act.text == ("setting",)
    assert lines(table.make(RevealHands(seat=1, setting=WINS[1])))[0][2] == "win"


@pytest.mark.clause("659a.11(e)#1")
@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ("", "how the hands lie is not told"),
        ("QdQh4d2c Ks9c", "seven cards are set, not 6"),
        ("QdQh4d2c Ks9c 7d5d", "seven cards are set, not 8"),
        ("QdQh4d2c Ks9c 4d", "4♦ is told more than once"),
        ("QdQh4d2c Ks9c 1d", "no card is called '1d'"),
        ("QdQh4d2cKs9c7d", "seven cards are set in three hands, not 1"),
        ("QdQh 4d2c Ks9c 7d", "seven cards are set in three hands, not 4"),
    ],
)
def test_what_is_not_seven_cards_in_hands_is_refused_at_the_reveal(told: str, problem: str) -> None:
    table = Dealing().bet(1).dealt({0: DEALER}, unseen=True)
    table.places(seat_1="")
    table.dealer_sets()
    refusal = table.refusal(RevealHands(seat=1, setting=told))
    assert (refusal.clause.id, refusal.message) == ("659a.11(e)#1", problem)


@pytest.mark.clause("659a.3(a)#1")
def test_a_card_of_the_dealer_does_not_lie_before_a_player() -> None:
    table = Dealing().bet(1).dealt({0: DEALER}, unseen=True)
    table.places(seat_1="")
    table.dealer_sets()
    assert table.refused(RevealHands(seat=1, setting="KdQh4d2c Ks9c 7d")) == "659a.3(a)#1"


@pytest.mark.clause("659a.3(a)#1")
def test_cards_shown_before_do_not_come_again() -> None:
    table = Dealing().bet(1).bet(2).dealt({0: DEALER}, unseen=True)
    table.places(seat_1="", seat_2="")
    table.dealer_sets()
    table.make(RevealHands(seat=2, setting=WINS[1]))
    assert table.refused(RevealHands(seat=1, setting=WINS[1])) == "659a.3(a)#1"
    table.make(RevealHands(seat=1, setting=FLUSH[1]))


def test_hands_found_in_two_piles_are_shown_as_they_lie() -> None:
    untold = Dealing().bet(1).dealt({0: DEALER}, unseen=True)
    untold.places(seat_1="")
    untold.dealer_sets()
    revealed = only(untold.make(RevealHands(seat=1, setting="QdQh4d2c Ks9c7d")), HandsRevealed)
    assert revealed.hands == "QdQh4d2c Ks9c7d"
    shown = untold.game.display(untold.state).cards
    assert (shown["medium-1"], "low-1" in shown) == (("Ks", "9c", "7d"), False)


def test_a_hand_of_known_cards_set_untold_is_told_as_one_of_all_its_settings() -> None:
    table = Dealing().bet(1).dealt({0: DEALER, 1: WINS[0]})
    table.places(seat_1="")
    table.dealer_sets()
    (act,) = table.lawful("reveal-hands")
    assert len(act.fields["setting"]) == 105
    assert table.refused(RevealHands(seat=1, setting=LOSES[1])) == "659a.11(e)#1"
    for setting in act.fields["setting"]:
        table.game.apply(table.state, RevealHands(seat=1, setting=setting))


# Surrender (659a.11(d)).


@pytest.mark.clause("659a.11(d)#1", "659a.11(d)#2", "659a.11(d)#3", "659a.11(d)#4")
def test_a_surrender_costs_the_whole_wager_and_hides_the_cards() -> None:
    table = showdown({1: WINS, 2: LOSES})
    table.reveal(2)
    assert table.refused(Surrender(seat=2)) == "659a.11(d)#2"
    events = table.make(Surrender(seat=1))
    assert cites(only(events, HandSurrendered)) == {"659a.11(d)#1", "659a.11(d)#2", "659a.11(d)#4"}
    assert lines(events) == [(1, "asia-poker", "lose", 0, "659a.11(d)#3")]
    assert only(events, Settled).transfers()[0].cents == 1_000
    assert "HandsRevealed" not in names(events)
    assert table.phase == Phase.BETTING


@pytest.mark.clause("659a.11(d)#1")
def test_surrender_waits_for_the_dealers_hands_and_a_bonus_wager_forbids_it() -> None:
    table = Dealing().bet(1).dealt({0: DEALER, 1: WINS[0]})
    assert table.refused(Surrender(seat=1)) == "659a.11(d)#1"
    table.places(seat_1=WINS[1])
    table.make(TurnDealerCards())
    assert table.refused(Surrender(seat=1)) == "659a.11(d)#1"
    with_bonus = showdown({1: WINS}, bonus=500)
    assert with_bonus.refused(Surrender(seat=1)) == "659a.11(d)#1"
    assert with_bonus.lawful("surrender") == []


@pytest.mark.clause("659a.11(d)#2")
def test_a_player_further_on_may_surrender_before_the_reveal_comes_around() -> None:
    table = showdown({1: WINS, 4: LOSES, 5: ONE_COPY})
    table.make(Surrender(seat=4))
    (act,) = table.lawful("surrender")
    assert act.fields["seat"] == (1, 5)
    table.reveal(5, 1)
    assert table.phase == Phase.BETTING


@pytest.mark.clause("659a.11(d)#1")
def test_the_dealer_surrenders_for_nobody() -> None:
    assert showdown({1: WINS}).refused(Surrender(seat=1, by=Role.DEALER)) == "659a.11(d)#1"


# The Bonus Wager (659a.11(h), 659a.12(b)).


@pytest.mark.clause("659a.11(h)", "659a.11(h)(2)")
@pytest.mark.parametrize(
    ("player", "hand", "line", "paid"),
    [
        (STRAIGHT, "Straight", "straight", 1_000),
        (FLUSH, "Flush", "flush", 2_000),
    ],
)
def test_the_bonus_is_settled_after_the_main_wager(
    player: tuple[str, str], hand: str, line: str, paid: int
) -> None:
    events = showdown({1: player}, bonus=500).reveal(1)
    assert names(events)[:5] == ["HandsRevealed", "Settled", "BonusHandFormed", "Settled", "CardsDiscarded"]
    assert only(events, BonusHandFormed).hand == hand
    assert lines(events)[1] == (1, "bonus", "win", paid, "659a.11(h)(2)")
    settled = [event for event in events if isinstance(event, Settled)][1]
    assert (settled.pays, settled.order) == (f"659a.12(b)[A:{line}]", "659a.11(h)")


@pytest.mark.clause("659a.11(h)(1)")
def test_without_a_bonus_hand_the_bonus_wager_is_collected_even_from_a_winner() -> None:
    events = showdown({1: WINS}, bonus=500).reveal(1)
    assert lines(events) == [
        (1, "asia-poker", "win", 1_000, "659a.11(f)(2)"),
        (1, "bonus", "lose", 0, "659a.11(h)(1)"),
    ]
    assert only(events, BonusHandFormed).hand == "no bonus hand"


@pytest.mark.clause("659a.11(h)(2)")
def test_a_fouled_hand_still_wins_its_bonus() -> None:
    table = Dealing().bet(1, bonus=500).dealt({0: DEALER, 1: FLUSH[0]})
    table.places(seat_1="")
    table.dealer_sets()
    events = table.make(RevealHands(seat=1, setting="8c6s5s3s AsJs Qc"))
    assert [line[2:4] for line in lines(events)] == [("lose", 0), ("win", 2_000)]


BONUS_CARDS = {
    "trips_and_four_8s": "8s 8h 8c 8d 3s 3h 3d",
    "five_aces": "As Ah Ad Ac Jo 3s 5h",
    "royal_flush": "As Ks Qs Js Ts 3h 5h",
    "natural_straight_flush": "Js Ts 9s 8s 7s 3h 5h",
    "straight_flush_joker": "Js Ts 9s Jo 7s 3h 5h",
    "four_of_a_kind": "5s 5h 5d 5c Ah 3h 7h",
    "nine_high": "9c 8s 7s 6h 4c 3h 2d",
    "full_house": "5s 5h 5d Ac Ah 3h 7h",
    "flush": "As Js 6s 5s 3s Qc 8c",
    "three_of_a_kind": "5s 5h 5d Ac Qh 3h 7h",
    "straight": "6s 5d 4d 3h 2d Jc Td",
}


ODDS = {
    "trips_and_four_8s": (5000, 5000, 5000),
    "five_aces": (800, 800, 800),
    "royal_flush": (200, 200, 200),
    "natural_straight_flush": (80, 50, 50),
    "straight_flush_joker": (40, 40, 40),
    "four_of_a_kind": (30, 30, 25),
    "nine_high": (10, 10, 10),
    "full_house": (5, 5, 5),
    "flush": (4, 4, 4),
    "three_of_a_kind": (3, 3, 3),
    "straight": (2, 2, 2),
}
# Cards that no bonus hand needs.
PLAIN_DEALER = "Kd Kh 9d 7c 6d 4h 2s"


@pytest.mark.parametrize(
    ("paytable", "line"),
    [
        pytest.param(
            paytable,
            line,
            id=f"{paytable}-{line}",
            marks=pytest.mark.clause(f"659a.12(b)[{paytable}:{line}]"),
        )
        for paytable in "ABC"
        for line in ODDS
    ],
)
def test_every_line_of_every_paytable_is_paid_to_the_cent(paytable: str, line: str) -> None:
    table = Dealing(bonus_paytable=paytable).bet(1, bonus=500)
    table.dealt({0: PLAIN_DEALER, 1: BONUS_CARDS[line]})
    table.make(PlaceHands(seat=1), TurnDealerCards())
    (dealer,) = table.lawful("set-dealer-hands")
    table.make(SetDealerHands(setting=dealer.fields["setting"][0]))
    (player,) = table.lawful("reveal-hands")
    events = table.make(RevealHands(seat=1, setting=player.fields["setting"][0]))
    (bonus,) = [event for event in events if isinstance(event, Settled) and event.wager == "bonus"]
    assert bonus.pays == f"659a.12(b)[{paytable}:{line}]"
    assert bonus.paid == 500 * ODDS[line]["ABC".index(paytable)]


# The payout limit (659a.12(c)).


@pytest.mark.clause("659a.12(c)#1", "659a.12(b)[A:trips_and_four_8s]")
@pytest.mark.parametrize(
    ("cap", "main", "bonus"),
    [(None, 1_000, 10_000_000), (5_000_000, 1_000, 4_999_000), (10_000_500, 1_000, 9_999_500)],
)
def test_what_one_hand_is_paid_stays_within_the_limit_main_wager_and_bonus_together(
    cap: int | None, main: int, bonus: int
) -> None:
    table = Dealing(payout_cap=cap).bet(1, bonus=2_000)
    table.dealt({0: PLAIN_DEALER, 1: BONUS_CARDS["trips_and_four_8s"]})
    table.places(seat_1="8h8s3s3d 8c8d 3h")
    table.make(TurnDealerCards())
    (act,) = table.lawful("set-dealer-hands")
    table.make(SetDealerHands(setting=act.fields["setting"][0]))
    events = table.reveal(1)
    assert [line[3] for line in lines(events)] == [main, bonus]
    limited = [event for event in events if isinstance(event, PayoutLimited)]
    if cap is None:
        assert limited == []
    else:
        (one,) = limited
        assert (one.owed, one.paid, one.clause) == (10_000_000, bonus, "659a.12(c)#1")


@pytest.mark.clause("659a.12(c)#1")
def test_two_areas_have_a_limit_each() -> None:
    table = showdown({2: WINS, 3: FLUSH}, bonus=500, payout_cap=5_000_000)
    events = (*table.reveal(3), *table.reveal(2))
    assert not [event for event in events if isinstance(event, PayoutLimited)]


# The end of a round, and players who leave.


@pytest.mark.clause("659a.5(a)#1")
def test_a_round_ends_when_all_are_settled_and_what_was_shown_stays_in_sight() -> None:
    table = showdown({1: WINS, 2: LOSES})
    table.reveal(2)
    assert table.phase == Phase.SHOWDOWN
    events = table.reveal(1)
    assert names(events)[-1] == "RoundCompleted"
    assert only(events, RoundCompleted).clause == "659a.5(a)#1"
    cards = table.game.display(table.state).cards
    assert (cards["high-1"], cards["low-dealer"]) == (("Qd", "Qh", "4d", "2c"), ("7c",))
    assert (table.state.start, table.state.hands, table.state.laid) == (None, (), ())
    table.state = msgspec.structs.replace(table.state, kit=table.game.ready().kit)
    table.bet(1)
    table.start()
    assert table.game.display(table.state).cards == {}


@pytest.mark.clause("659a.7(b)#3")
def test_the_wagers_of_a_player_who_left_are_lost_only_if_a_floorperson_rules_so() -> None:
    table = showdown({1: WINS, 2: LOSES}, bonus=500)
    assert table.refused(Abandon(seat=1, by=Role.DEALER)) == "659a.7(b)#3"
    events = table.make(Abandon(seat=1))
    assert only(events, WagersAbandoned).seat == 1
    assert [line[:3] for line in lines(events)] == [(1, "asia-poker", "lose"), (1, "bonus", "lose")]
    assert only(events, CardsDiscarded).seat == 1
    table.reveal(2)
    assert table.phase == Phase.BETTING


@pytest.mark.clause("659a.7(b)#3")
def test_the_dealers_turn_comes_when_the_only_hand_not_set_is_abandoned() -> None:
    table = Dealing().bet(1).bet(2).dealt({0: DEALER})
    table.make(PlaceHands(seat=1), Abandon(seat=2))
    assert table.phase == Phase.TURNING
    alone = Dealing().bet(1).dealt({0: DEALER})
    alone.make(Abandon(seat=1))
    assert alone.phase == Phase.BETTING


def test_an_absent_players_hand_is_set_by_the_dealer_and_completed_as_it_lies() -> None:
    table = Dealing().bet(1).dealt({0: DEALER, 1: WINS[0]})
    table.make(PlaceHands(seat=1, setting=WINS[1], by=Role.DEALER))
    table.dealer_sets()
    assert lines(table.reveal(1))[0][2] == "win"
