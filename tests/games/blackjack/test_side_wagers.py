"""What goes with the Blackjack Wager: House Money, Three Card Poker, Royal Match 21 and King's Bounty, Bad Beat (633a.7(g), 633a.13(n)-(o))."""

from fractions import Fraction

import pytest

from houseway.floor.settlement import lines_of
from houseway.games.blackjack.house_money import added_part, house_money_table
from houseway.games.blackjack.moves import TakeEvenMoney, TellBadBeat
from houseway.games.blackjack.payout_limit import limited
from houseway.table.events import Settled, WagerPlaced, WagerRaised
from houseway.table.moves import PlaceWager
from houseway.table.roles import Role
from houseway.table.shoe_play import Decide
from tests.games.blackjack.dealing import THREE_CARD, bet, table
from tests.games.twenty_one_dealing import check, deal, lines, open_to, say, turn

TAKE, ADD = "take-house-money", "add-house-money"


# House Money.


@pytest.mark.clause(
    "633a.7(g)#1", "633a.7(g)#2", "633a.7(g)(10)", "633a.7(g)(10)(ii)#1", "633a.7(g)(10)(ii)#2"
)
def test_losers_are_collected_and_winners_asked_from_the_far_right_before_anybody_draws() -> None:
    service = bet(table(1, 2, 3), 1, 2, 3, house_money=1_000)
    events = deal(service, "4c 5c Kc 7c 4d 9d Qd 8h")
    assert lines(events) == []
    assert open_to(service) == (TAKE, ADD)
    other = service.refused(Decide(seat=1, decision=TAKE))
    assert other.clause.id == "633a.7(g)(10)(ii)#2"
    events = say(service, TAKE, seat=3)
    assert lines(events) == [(3, "house-money", "win", 1_000), (2, "house-money", "lose", -1_000)]
    settled = [event for event in events if isinstance(event, Settled)]
    assert [event.order for event in settled] == ["633a.7(g)#1"] * 2
    assert settled[-1].also == ("633a.7(g)#2",)
    events = say(service, TAKE)
    assert lines(events) == [(1, "house-money", "win", 3_000)]
    assert service.state.play.phase == "playing"


@pytest.mark.clause(
    "633a.7(g)(10)(ii)#2", "633a.7(g)(10)(ii)(A)", "633a.7(g)(10)(ii)(B)#2", "633a.7(g)(10)(ii)(C)#1"
)
def test_a_payout_that_is_added_is_one_wager_with_the_blackjack_wager() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "9c 7c Tc 8h")
    before = service.state.chips
    decided, settled, put_on = say(service, ADD)
    assert decided.clause == "633a.7(g)(10)(ii)#2"
    assert decided.also == ("633a.7(g)(10)(ii)(B)#2",)
    assert isinstance(settled, Settled)
    assert (settled.paid, settled.odds) == (0, "4 to 1")
    assert isinstance(put_on, WagerRaised)
    assert (put_on.amount, put_on.total, put_on.clause) == (4_000, 5_000, "633a.7(g)(10)(ii)(C)#1")
    assert before["tray"] - service.state.chips["tray"] == 4_000
    say(service, "stand")
    turn(service)
    events = deal(service, "2d")
    assert lines(events) == [(1, "blackjack", "win", 5_000)]


@pytest.mark.clause("633a.7(g)(10)(ii)(C)#2", "633a.7(g)(10)(ii)(C)#3")
def test_to_split_or_double_a_wager_that_was_added_to_takes_as_much_as_the_whole() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "8c 7c 8d 8h")
    say(service, ADD)
    short = service.refused(Decide(seat=1, decision="split", amount=1_000))
    assert (short.clause.id, short.fix) == ("633a.7(g)(10)(ii)(C)#2", "put up $40")
    (placed,) = [event for event in say(service, "split") if isinstance(event, WagerPlaced)]
    assert placed.amount == 4_000
    deal(service, "3c")
    short = service.refused(Decide(seat=1, decision="double-down", amount=1_000))
    assert (short.clause.id, short.fix) == ("633a.7(g)(10)(ii)(C)#3", "put up $40")
    (placed,) = [event for event in say(service, "double-down") if isinstance(event, WagerPlaced)]
    assert placed.amount == 4_000


def test_a_wager_that_nothing_was_added_to_may_be_doubled_for_less() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "5c 7c 6d 8h")
    say(service, TAKE)
    (placed,) = [event for event in say(service, "double-down", amount=600) if isinstance(event, WagerPlaced)]
    assert placed.amount == 600


@pytest.mark.clause("633a.7(g)(10)(ii)(A)", "633a.7(g)(10)(ii)(B)#2")
def test_only_the_operators_part_of_a_payout_is_added_and_the_rest_handed_over() -> None:
    service = bet(table(house_money_percent=50, smallest_chip=100), house_money=1_000)
    deal(service, "5c 7c 5d 8h")
    _, settled, put_on = say(service, ADD)
    assert isinstance(settled, Settled)
    assert isinstance(put_on, WagerRaised)
    assert (settled.paid, put_on.amount) == (1_600, 1_400)
    assert added_part(3_000, Fraction(1, 2), 200) == 1_400


@pytest.mark.clause("633a.7(g)(10)(i)", "633a.7(g)(10)(i)(B)")
@pytest.mark.parametrize("up", ["Ac", "Tc", "Kc"])
def test_with_an_ace_or_ten_up_winners_wait_for_the_hole_card(up: str) -> None:
    service = bet(table(1, 2), 1, 2, house_money=1_000)
    events = deal(service, f"9c 9h {up} Td 4d 5h")
    assert lines(events) == [(2, "house-money", "lose", -1_000)]
    events = check(service)
    assert lines(events) == []
    assert open_to(service) == (TAKE, ADD)
    decided = say(service, ADD)[0]
    assert decided.also[-1] == "633a.7(g)(10)(i)(B)"
    assert service.state.play.phase == "playing"


@pytest.mark.clause("633a.7(g)(10)(i)(A)")
def test_against_a_dealers_blackjack_house_money_is_paid_and_not_added() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "9c Ac Td Kh")
    check(service)
    events = turn(service)
    assert lines(events) == [(1, "blackjack", "lose", -1_000), (1, "house-money", "win", 1_000)]
    assert [event.order for event in events if isinstance(event, Settled)][-1] == "633a.7(g)(10)(i)(A)"


@pytest.mark.clause("633a.7(g)(10)(ii)(B)#3", "633a.13(a)")
def test_a_blackjack_may_have_its_payout_added_and_is_paid_on_the_whole() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "Ac 7c Kc 8h")
    events = say(service, ADD)
    assert lines(events) == [(1, "house-money", "win", 0), (1, "blackjack", "win", 15_000)]


def test_after_even_money_there_is_nothing_to_add_to() -> None:
    """C-63: House Money is paid once the hole card was checked, without a choice."""
    service = bet(table(), house_money=1_000)
    deal(service, "Ac Ad Kc 5h")
    service.do(TakeEvenMoney(seat=1))
    assert lines(check(service)) == [(1, "house-money", "win", 9_000)]


@pytest.mark.clause(
    "633a.13(n)(1)", "633a.13(n)(1)#1", "633a.13(n)(1)#2", "633a.13(n)(1)#3", "633a.13(n)(1)#4", "633a.13(n)"
)
def test_a_single_deck_pays_its_own_table() -> None:
    service = bet(table(1, 2, 3, 4, batch=1, by_hand=True), 1, 2, 3, 4, house_money=1_000)
    deal(service, "Ac 5d 9c 2d 7c Kc 6d 9d 3c 8h")
    paid = [lines(say(service, TAKE, seat=seat))[0][3] for seat in (4, 3, 2, 1)]
    assert paid == [1_000, 3_000, 5_000, 9_000]
    assert house_money_table(1) != house_money_table(2)


@pytest.mark.clause(
    "633a.13(n)(2)", "633a.13(n)(2)#1", "633a.13(n)(2)#2", "633a.13(n)(2)#3", "633a.13(n)(2)#4"
)
def test_more_decks_pay_another() -> None:
    service = bet(table(1, 2, 3, 4, batch=2), 1, 2, 3, 4, house_money=1_000)
    deal(service, "Ac 5d 9c 2d 7c Kc 6d 9d 3c 8h")
    paid = [lines(say(service, TAKE, seat=seat))[0][3] for seat in (4, 3, 2, 1)]
    assert paid == [1_000, 3_000, 4_000, 9_000]
    assert house_money_table(2) == house_money_table(8)


# Three Card Poker.


@pytest.mark.clause("633a.7(g)(8)", "633a.7(g)#2", "common:blackjack/three-card-side-paytable")
def test_three_card_poker_is_settled_with_the_up_card_from_the_far_right() -> None:
    service = bet(table(1, 2, **THREE_CARD), 1, 2, three_card_poker=1_000)
    events = deal(service, "5c 2c 6c 7c 9d 8h")
    assert lines(events) == [(2, "three-card-poker", "lose", -1_000), (1, "three-card-poker", "win", 40_000)]


# Royal Match 21 and King's Bounty.

_TOP = [
    {"hand": "king-of-spades-pair-and-dealer-blackjack", "odds": 1_000},
    {"hand": "triple-match", "odds": 9},
    {"hand": "any-20", "odds": 2},
]
_BOUNTY = {"kings_bounty": _TOP}


@pytest.mark.clause("633a.1[any_20]", "633a.1[triple_match]", "633a.6(e)")
def test_kings_bounty_is_paid_on_the_hands_that_are_printed() -> None:
    service = bet(table(1, 2, 3, **_BOUNTY), 1, 2, 3, kings_bounty=500)
    events = deal(service, "Kc 7c 5c 7d Qd 7h 6h 8h")
    assert lines(events) == [
        (3, "kings-bounty", "lose", -500),
        (2, "kings-bounty", "win", 4_500),
        (1, "kings-bounty", "win", 1_000),
    ]


@pytest.mark.clause("633a.13(o)#1", "633a.13(o)#3")
def test_top_awards_of_a_round_share_the_limit_in_proportion_to_their_wagers() -> None:
    limits = {"kings-bounty": {"minimum": 500, "maximum": 2_500}}
    service = table(1, 2, 3, **_BOUNTY, payout_limit=2_500_000, wager_limits=limits)
    bet(service, 1, kings_bounty=2_500)
    bet(service, 2, kings_bounty=500)
    bet(service, 3, kings_bounty=500)
    events = deal(service, "Ks Ks 2c Ac Ks Ks 3c Kd")
    assert lines(events) == [(3, "kings-bounty", "lose", -500)]
    check(service)
    events = turn(service)
    paid = [line for line in lines(events) if line[1] == "kings-bounty"]
    assert paid == [(2, "kings-bounty", "win", 416_666), (1, "kings-bounty", "win", 2_083_333)]
    (one, *_) = [event for event in events if isinstance(event, Settled)]
    assert (one.also, one.pays) == (("633a.13(o)#3",), "633a.13(o)#1")


@pytest.mark.clause("633a.13(o)#1", "633a.13(o)#4")
def test_a_top_pair_waits_for_the_hole_card_and_one_alone_is_paid_in_full() -> None:
    service = bet(table(1, 2, **_BOUNTY), 1, kings_bounty=500)
    deal(service, "Ks Tc Ks Ad")
    check(service)
    events = turn(service)
    assert lines(events)[0] == (1, "kings-bounty", "win", 500_000)
    bet(service, 1, kings_bounty=500)
    deal(service, "Ks Tc Ks 9d")
    assert lines(check(service)) == [(1, "kings-bounty", "lose", -500)]


@pytest.mark.clause("633a.13(o)#1", "633a.13(o)#3", "633a.13(o)#4")
def test_a_limit_cuts_in_only_where_the_awards_pass_it() -> None:
    assert limited([(500, 500_000), (500, 500_000)], 1_000_000) == (500_000, 500_000)
    assert limited([(500, 500_000), (500, 500_000)], 0) == (500_000, 500_000)
    assert limited([(500, 500_000), (1_500, 1_500_000)], 1_000_000) == (250_000, 750_000)
    # Of two wagers with odds of their own neither is paid more than its odds give.
    assert limited([(500, 500_000), (500, 50_000)], 500_000) == (450_000, 50_000)
    assert limited([(500, 100), (500, 500_000), (1_500, 1_500_000)], 1_000_100) == (100, 250_000, 750_000)


# Bad Beat.


@pytest.mark.clause("633a.2(c)#1", "633a.2(c)#3", "633a.7(h)#4")
def test_bad_beat_is_locked_with_the_first_card_and_paid_as_the_system_tells() -> None:
    service = bet(table(1, 2, bad_beat=True), 1, 2, bad_beat=500)
    assert service.refused(TellBadBeat(seat=1, amount=0)).message == "no Bad Beat Wager is being settled"
    deal(service, "Kc 9c Ac Kd 9d Kh")
    locked = service.refused(PlaceWager(seat=1, wager="bad-beat", amount=500))
    assert locked.clause.id == "633a.2(c)#3"
    check(service)
    assert lines(turn(service)) == [(2, "blackjack", "lose", -1_000)]
    assert service.refused(TellBadBeat(seat=1, amount=0)).clause.id == "633a.2(c)#1"
    assert service.refused(TellBadBeat(seat=2, amount=0, by=Role.PLAYER))
    (asked,) = [act for act in service.table.legal(service.state, service.now) if act.move == "tell-bad-beat"]
    # Any sum may be entered, beginning with nothing.
    assert asked.amount is not None
    assert (asked.fields["seat"], asked.amount.low, asked.amount.high > 20_000) == ((2,), 0, True)
    tray = service.state.chips["tray"]
    events = service.do(TellBadBeat(seat=2, amount=20_000))
    assert lines(events) == [(2, "bad-beat", "win", 20_000), (1, "blackjack", "lose", -1_000)]
    # The system paid, and not the tray.
    assert service.state.chips["tray"] == tray + 1_000
    assert lines(service.do(TellBadBeat(seat=1, amount=0))) == [(1, "bad-beat", "lose", -500)]
    assert service.state.play.phase == "betting"


def test_the_net_of_a_position_counts_what_was_added_to_its_wager() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "8c 7c 8d Kh")
    events = say(service, ADD)
    game = service.table.game
    assert [line.net for line in lines_of(game, events)] == [0, 3_000]
