"""What goes wrong at a Blackjack table, and what is ordered then, with money to the cent (as 665a.13, common practice)."""

import pytest

from houseway.games.blackjack import Blackjack
from houseway.table.card_irregularities import DRAWN_IN_ERROR
from houseway.table.card_play import CardSetAside, Deal, FindFaceUp, HandsVoided
from houseway.table.events import GamingCeased, IrregularityCalled, rack
from houseway.table.moves import PlaceWager, Report
from houseway.table.progressive_events import VerifyAward
from houseway.table.roles import Role
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED
from houseway.table.shoe_play import CorrectCard, Decide
from houseway.table.twenty_one_irregularities import (
    HOLE_CARD_EXPOSED,
    READER_FAULT,
    WRONGLY_CHECKED_SEEN,
    WRONGLY_CHECKED_UNSEEN,
)
from houseway.table.twenty_one_play import (
    CheckHole,
    DiscardDrawn,
    PassBy,
    RestoreReader,
    RuleOnStop,
    Ruling,
    TurnHole,
)
from tests.games.blackjack.dealing import CHIPS, STRAIGHT_JACK, bet, submission, table
from tests.games.twenty_one_dealing import check, deal, lines, open_to, say, turn
from tests.service import Service
from tests.shoes import shoe_ready

PRACTICE = "common:blackjack/irregularities"


def chips(service: Service, seat: int = 1) -> int:
    """What a player is up or down."""
    return int(service.state.chips[rack(seat)]) - CHIPS


def report(service: Service, irregularity: str) -> list[object]:
    return list(service.do(Report(irregularity=irregularity, by=Role.FLOORPERSON)))


@pytest.mark.clause(PRACTICE)
def test_a_card_found_face_up_is_discarded_and_not_used() -> None:
    service = bet(table())
    (aside,) = service.do(FindFaceUp(card="Kc"))
    assert isinstance(aside, CardSetAside)
    assert (aside.clause, aside.also) == ("665a.13(a)", (PRACTICE,))


@pytest.mark.clause(PRACTICE, "633a.7(o)(3)(i)#1")
def test_straight_jack_stays_for_a_hand_that_its_player_lets_die() -> None:
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, straight_jack=500)
    bet(service, 2)
    deal(service, "4h 9h 6c 5d 9c Kh")
    say(service, "draw")
    service.do(PassBy(seat=1))
    say(service, "stand", seat=2)
    assert lines(say(service, "dead-hand")) == [(1, "blackjack", "returned", 0)]
    turn(service)
    deal(service, "Ks")
    events = service.do(VerifyAward(seat=1))
    assert lines(events) == [(1, "straight-jack", "win", 1_500), (2, "blackjack", "win", 1_000)]


@pytest.mark.clause(PRACTICE)
@pytest.mark.parametrize("taken", [True, False])
def test_a_hand_that_got_one_card_gets_the_second_late_or_has_all_its_wagers_back(taken: bool) -> None:
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, house_money=1_000, straight_jack=1_000)
    bet(service, 2)
    deal(service, "9c 8c 7c")
    passed = service.do(PassBy(seat=1))
    assert passed[0].also == (PRACTICE,)
    deal(service, "8d Kh")
    assert open_to(service) == ("late-card", "dead-hand")
    if taken:
        say(service, "late-card")
        # The first cards are whole only now, and decide what they decide.
        assert lines(deal(service, "2c")) == [
            (1, "straight-jack", "lose", -1_000),
            (1, "house-money", "lose", -1_000),
        ]
        say(service, "stand")
    else:
        assert lines(say(service, "dead-hand")) == [
            (1, "blackjack", "returned", 0),
            (1, "house-money", "returned", 0),
            (1, "straight-jack", "returned", 0),
        ]
    say(service, "stand", seat=2)
    assert lines(turn(service))[-1][0] == (1 if taken else 2)
    assert chips(service, 1) == (-3_000 if taken else 0)


@pytest.mark.clause(PRACTICE)
def test_a_player_who_was_not_given_his_card_gets_it_before_the_hole_card_or_is_dead() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "5c 9c 7c 6d 9d Kh")
    say(service, "draw")
    service.do(PassBy(seat=1))
    say(service, "stand", seat=2)
    assert service.refused(TurnHole()).message == "the hole card is turned over once all players are done"
    assert lines(say(service, "dead-hand")) == [(1, "blackjack", "returned", 0)]


@pytest.mark.clause(PRACTICE)
def test_a_card_drawn_and_shown_may_be_refused_for_good_and_is_discarded_if_nobody_takes_it() -> None:
    service = bet(table())
    deal(service, "9c 7c 7d Kh")
    report(service, DRAWN_AND_EXPOSED)
    assert open_to(service)[-1] == "refuse-card"
    say(service, "refuse-card")
    turn(service)
    assert service.state.play.phase == "drawing-out"
    aside, *_ = service.do(DiscardDrawn(card="5c"))
    assert (aside.clause, aside.also) == ("665a.13(c)#3", (PRACTICE,))
    assert service.state.play.phase == "betting"


@pytest.mark.clause(PRACTICE)
def test_a_card_drawn_in_error_and_not_shown_is_the_next_card() -> None:
    service = bet(table())
    deal(service, "9c 7c 7d Kh")
    say(service, "draw")
    (called,) = report(service, DRAWN_IN_ERROR)
    assert isinstance(called, IrregularityCalled)
    assert called.also == (PRACTICE,)


@pytest.mark.clause(PRACTICE)
def test_a_hole_card_that_could_be_learned_returns_everything_also_what_was_added() -> None:
    service = bet(table(), house_money=1_000)
    deal(service, "8c 7c 8d Kh")
    say(service, "add-house-money")
    assert service.state.play.bets[0].amount == 4_000
    events = report(service, WRONGLY_CHECKED_SEEN)
    assert any(isinstance(event, HandsVoided) for event in events)
    assert (service.state.play.phase, chips(service)) == ("betting", 0)


def test_a_payout_that_was_wagered_again_is_repaid_from_the_wagers_that_go_back() -> None:
    service = shoe_ready(Service(Blackjack(submission())).opened().seated(seat_1=8_000))
    bet(service, amount=6_000, house_money=2_000)
    deal(service, "8c 7c 8d Kh")
    say(service, "take-house-money")
    say(service, "split")
    deal(service, "3c")
    say(service, "double-down", amount=2_000)
    assert service.state.chips[rack(1)] == 0
    report(service, WRONGLY_CHECKED_SEEN)
    assert service.state.chips[rack(1)] == 8_000


def test_a_hole_card_checked_in_error_that_nobody_could_learn_changes_nothing() -> None:
    service = bet(table())
    deal(service, "8c 7c 9d Kh")
    report(service, WRONGLY_CHECKED_UNSEEN)
    assert open_to(service)[0] == "stand"


@pytest.mark.clause(PRACTICE)
def test_without_its_card_reader_the_table_stops_until_it_is_repaired() -> None:
    service = bet(table())
    deal(service, "8c Ac 9d Kh")
    _, ceased = report(service, READER_FAULT)
    assert isinstance(ceased, GamingCeased)
    assert service.refused(CheckHole()).message == "the card reader does not work"
    service.do(RestoreReader())
    check(service)
    assert lines(turn(service)) == [(1, "blackjack", "lose", -1_000)]


@pytest.mark.clause("633a.7(h)#2")
@pytest.mark.parametrize(("ruling", "phase"), [(Ruling.PLAY_ON, "playing"), (Ruling.VOID, "betting")])
def test_a_hole_card_exposed_early_stops_play_until_a_floorperson_decides(ruling: Ruling, phase: str) -> None:
    service = bet(table())
    deal(service, "8c 7c 9d Kh")
    report(service, HOLE_CARD_EXPOSED)
    assert service.refused(Decide(seat=1, decision="stand")).clause.id == "633a.7(h)#2"
    service.do(RuleOnStop(ruling=ruling))
    assert service.state.play.phase == phase


@pytest.mark.clause("633a.3(a)")
def test_a_seventh_copy_is_refused_and_the_wrong_card_is_put_right() -> None:
    service = bet(table(1, 2, 3, 4, 5, 6, 7), 1, 2, 3, 4, 5, 6, 7)
    deal(service, "Kc Kc Kc Kc Kc Kc")
    assert service.refused(Deal(cards=("Kc",))).clause.id == "633a.3(a)"
    service.do(CorrectCard(seat=1, was="Kc", card="Qc"))
    deal(service, "Kc")


@pytest.mark.clause("633a.13(a)", "633a.10[double]")
@pytest.mark.parametrize(("hole", "more"), [("Th", ""), ("4h", "Ts")], ids=["against-17", "against-21"])
def test_a_doubled_hand_that_proves_a_blackjack_is_paid_three_to_two_on_its_first_wager_alone(
    hole: str, more: str
) -> None:
    service = bet(table())
    deal(service, f"9c 7c Ad {hole}")
    say(service, "double-down")
    service.do(CorrectCard(seat=1, was="9c", card="Kc"))
    events = turn(service)
    if more:
        events = deal(service, more)
    assert lines(events) == [(1, "blackjack", "win", 1_500), (1, "double-down", "win", 1_000)]
    assert chips(service) == 2_500


def test_a_card_put_right_while_house_money_is_decided_decides_anew() -> None:
    service = bet(table(1, 2), 1, 2, house_money=1_000)
    deal(service, "8c 9c 7c 9d Td Kh")
    assert open_to(service) == ("take-house-money", "add-house-money")
    events = service.do(CorrectCard(seat=2, was="Td", card="5d"))
    assert lines(events) == [(2, "house-money", "lose", -1_000)]
    assert service.table.game.turn(service.state.play).place.seat == 1  # type: ignore[attr-defined]


@pytest.mark.clause("common:blackjack/insurance")
def test_an_up_card_put_right_decides_anew_and_insurance_on_what_is_no_ace_goes_back() -> None:
    service = bet(table())
    deal(service, "8c Ac 5d Kh")
    service.do(PlaceWager(seat=1, wager="insurance", amount=500))
    events = service.do(CorrectCard(seat=0, was="Ac", card="7c"))
    assert lines(events) == [(1, "insurance", "returned", 0)]
    assert service.state.play.phase == "playing"
