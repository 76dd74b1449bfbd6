"""Straight Jack and Hit and Run: locked with the first card, checked before they are paid, shared by several (633a.2(d), 633a.7(o), 633a.13(m))."""

import pytest

from houseway.table.events import Event, Settled
from houseway.table.moves import PlaceWager, Report
from houseway.table.progressive_events import (
    AwardValidated,
    AwardVerified,
    CompleteDocuments,
    DocumentsCompleted,
    MeterContributed,
    MeterReset,
    MeterReversed,
    ProgressiveLocked,
    ProgressiveWon,
    SettledByCage,
    ValidateAward,
    VerifyAward,
)
from houseway.table.roles import Role
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one_play import PassBy
from tests.games.blackjack.dealing import HIT_AND_RUN, STRAIGHT_JACK, bet, table
from tests.games.twenty_one_dealing import check, deal, lines, say, turn
from tests.service import Service


def meter(service: Service) -> str:
    return str(service.state.play.progressive.meter.amount)


def verify(service: Service, seat: int = 1) -> list[Event]:
    return service.do(VerifyAward(seat=seat))


def validate(service: Service, seat: int = 1) -> list[Event]:
    return service.do(ValidateAward(seat=seat))


def documented(service: Service, seat: int = 1) -> list[Event]:
    return service.do(CompleteDocuments(seat=seat, reference="form 7"))


def of(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


# The system.


@pytest.mark.clause("633a.2(d)(1)", "633a.2(d)(2)#1", "633a.2(d)(2)#2", "633a.13(m)(2)#1")
def test_the_system_is_locked_and_the_meter_grows_with_the_first_card() -> None:
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, straight_jack=1_000)
    bet(service, 2)
    assert meter(service) == "$10,000"
    events = deal(service, "4c")
    (locked,), (grew,) = of(events, ProgressiveLocked), of(events, MeterContributed)
    assert (locked.clause, grew.clause) == ("633a.2(d)(2)#2", "633a.13(m)(2)#1")
    assert meter(service) == "$10,001"
    late = service.refused(PlaceWager(seat=2, wager="straight-jack", amount=1_000))
    assert late.clause.id == "633a.2(d)(2)#2"


def test_a_round_without_a_progressive_wager_leaves_the_meter_alone() -> None:
    service = bet(table(**STRAIGHT_JACK))
    assert of(deal(service, "4c"), MeterContributed) == []
    assert meter(service) == "$10,000"


# Straight Jack.


@pytest.mark.clause("633a.7(g)(9)")
def test_straight_jack_is_lost_at_once_without_a_two_card_straight() -> None:
    service = bet(table(**STRAIGHT_JACK), straight_jack=1_000)
    assert lines(deal(service, "4c 7c 6d 8h")) == [(1, "straight-jack", "lose", -1_000)]


@pytest.mark.clause(
    "633a.7(o)",
    "633a.7(o)(3)",
    "633a.7(o)(3)(ii)",
    "633a.7(o)(3)(ii)(A)",
    "633a.7(o)(3)(ii)(C)#1",
    "633a.13(m)(1)#4",
    "633a.13(m)(1)#6",
)
def test_winners_are_verified_and_paid_from_the_far_right_before_the_hands() -> None:
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, 2, straight_jack=1_000)
    deal(service, "4c Kc 7c 5d Qd Th")
    say(service, "draw")
    deal(service, "3h")
    say(service, "draw")
    deal(service, "6h")
    say(service, "stand")
    say(service, "stand", seat=2)
    (won,) = of(turn(service), ProgressiveWon)
    assert (won.clause, won.seat) == ("633a.7(o)(3)(ii)", 2)  # type: ignore[attr-defined]
    assert service.refused(VerifyAward(seat=1)).clause.id == "633a.7(o)(3)(ii)(A)"
    events = verify(service, 2)
    (verified,) = of(events, AwardVerified)
    assert (verified.clause, verified.also) == ("633a.7(o)(3)(ii)(A)", ())
    assert lines(events) == [(2, "straight-jack", "win", 3_000)]
    (settled,) = of(events, Settled)
    assert settled.also == ("633a.7(o)(3)(ii)(C)#1",)
    # What is paid by odds alone leaves the meter as it is.
    assert of(events, MeterReset) == []
    assert meter(service) == "$10,002"
    assert settled.order == "633a.7(o)(3)"  # type: ignore[attr-defined]
    events = verify(service, 1)
    assert lines(events) == [
        (1, "straight-jack", "win", 50_000),
        (2, "blackjack", "win", 1_000),
        (1, "blackjack", "win", 1_000),
    ]
    assert service.state.play.phase == "betting"


@pytest.mark.clause("633a.13(m)(1)#5", "633a.13(m)(1)#6")
def test_a_run_that_busts_or_is_given_up_is_still_paid() -> None:
    """C-59: the card that passes 21 does not count, and the hand that is gone is remembered."""
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, 2, straight_jack=1_000)
    deal(service, "4c 9c 7c 5d Td Th")
    for card in ("6h", "7h"):
        say(service, "draw")
        deal(service, card)
    say(service, "surrender", seat=2)
    turn(service)
    assert lines(verify(service, 2)) == [(2, "straight-jack", "win", 3_000)]
    assert lines(verify(service, 1)) == [(1, "straight-jack", "win", 15_000)]


def test_a_split_freezes_the_run_at_two_cards() -> None:
    """C-61: cards that split hands draw do not lengthen it."""
    service = bet(table(**STRAIGHT_JACK), straight_jack=1_000)
    deal(service, "Tc 7c Jd Th")
    say(service, "split")
    deal(service, "9h")
    say(service, "stand")
    deal(service, "Qh")
    say(service, "stand", hand=2)
    turn(service)
    assert lines(verify(service))[0] == (1, "straight-jack", "win", 3_000)


def test_against_a_dealers_blackjack_straight_jack_pays_its_two_cards() -> None:
    """C-60: in the same sweep, after what 633a.7(h) names."""
    service = bet(table(**STRAIGHT_JACK), straight_jack=1_000)
    deal(service, "Tc Kc Jd Ah")
    check(service)
    assert lines(turn(service)) == [(1, "blackjack", "lose", -1_000)]
    assert lines(verify(service)) == [(1, "straight-jack", "win", 3_000)]


def _run(service: Service, seat: int, told: str) -> None:
    for card in told.split():
        say(service, "draw", seat=seat)
        deal(service, card)
    turn_ = service.table.game.turn(service.state.play)  # type: ignore[attr-defined]
    if turn_ and turn_.place.seat == seat:
        say(service, "stand", seat=seat)


@pytest.mark.clause("633a.7(o)(3)(ii)(B)", "633a.13(m)(1)#3")
def test_a_payout_of_a_hundred_for_one_is_verified_by_a_floorperson_too() -> None:
    service = bet(table(**STRAIGHT_JACK), straight_jack=1_000)
    deal(service, "2c 7c 3d Th")
    _run(service, 1, "4h 5h 6h")
    turn(service)
    early = service.refused(ValidateAward(seat=1))
    assert early.clause.id == "633a.7(o)(3)(ii)(A)"
    assert lines(verify(service)) == []
    assert service.refused(ValidateAward(seat=1, by=Role.DEALER)).clause.id == "633a.7(o)(3)(ii)(B)"
    events = validate(service)
    (validated,) = of(events, AwardValidated)
    assert validated.clause == "633a.7(o)(3)(ii)(B)"
    assert lines(events)[0] == (1, "straight-jack", "win", 200_000)


@pytest.mark.clause("633a.7(o)(3)(ii)(C)#2", "633a.7(o)(3)(ii)(C)#3", "633a.13(m)(1)#2")
def test_a_tenth_of_the_meter_is_not_paid_from_the_tray_and_waits_for_its_papers() -> None:
    service = bet(table(**STRAIGHT_JACK), straight_jack=1_000)
    deal(service, "2c 7c 3d Th")
    _run(service, 1, "Ah 4h 5h 6h")
    turn(service)
    verify(service)
    validate(service)
    assert service.state.play.award is not None
    blank = service.refused(CompleteDocuments(seat=1, reference=" "))
    assert blank.clause.id == "633a.7(o)(3)(ii)(C)#3"
    tray = service.state.chips["tray"]
    events = documented(service)
    (papers,) = of(events, DocumentsCompleted)
    assert papers.clause == "633a.7(o)(3)(ii)(C)#3"
    (paid,) = of(events, SettledByCage)
    # A tenth of $10,001, and 200 to 1.
    assert paid.paid == 100_010 + 200_000  # type: ignore[attr-defined]
    assert "633a.7(o)(3)(ii)(C)#2" in paid.also
    # Of what the cage paid nothing left the tray, which paid the hand of 21 only.
    assert tray - service.state.chips["tray"] == 1_000
    assert meter(service) == "$9,000.90"


@pytest.mark.clause("633a.7(o)(3)(ii)(C)#4", "633a.13(m)(1)#1", "633a.13(m)(2)#1")
def test_several_who_win_the_whole_meter_share_it_equally_and_then_it_resets() -> None:
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, 2, straight_jack=1_000)
    deal(service, "2c 2d 7c 3c 3d Th")
    _run(service, 1, "As 4h 5h 6h")
    _run(service, 2, "As 4c 5c 6c")
    turn(service)
    for seat in (2, 1):
        verify(service, seat)
        validate(service, seat)
        events = documented(service, seat)
        (paid,) = of(events, SettledByCage)
        # Half of $10,002 each, and 200 to 1.
        assert paid.paid == 500_100 + 200_000  # type: ignore[attr-defined]
        assert "633a.7(o)(3)(ii)(C)#4" in paid.also
        assert len(of(events, MeterReset)) == 1
    assert meter(service) == "$5,000"


# Hit and Run.


@pytest.mark.clause(
    "633a.7(o)(2)",
    "633a.7(o)(2)(i)#1",
    "633a.7(o)(2)(ii)",
    "633a.7(o)(2)(ii)(A)",
    "633a.7(o)(2)(ii)(C)#1",
    "common:blackjack/hit-and-run-paytable",
)
def test_hit_and_run_is_paid_on_five_cards_of_the_dealer() -> None:
    service = bet(table(1, 2, **HIT_AND_RUN), 1, hit_and_run=1_000)
    bet(service, 2)
    deal(service, "Kc Kd 2c 9c 9d 3h")
    say(service, "stand")
    say(service, "stand", seat=2)
    turn(service)
    deal(service, "4h 2d 6s")
    (verified,) = of(events := verify(service), AwardVerified)
    assert verified.clause == "633a.7(o)(2)(ii)(A)"
    assert lines(events) == [
        (1, "hit-and-run", "win", 4_000),
        (2, "blackjack", "win", 1_000),
        (1, "blackjack", "win", 1_000),
    ]


@pytest.mark.clause("633a.7(o)(2)(i)#2", "633a.7(o)(2)(ii)(B)")
def test_the_card_that_busts_the_dealer_counts_and_a_hundred_for_one_is_verified() -> None:
    service = bet(table(**HIT_AND_RUN), hit_and_run=1_000)
    deal(service, "Kc 2c 9c 3h")
    say(service, "stand")
    turn(service)
    deal(service, "4h 2d 3s 9s")
    verify(service)
    assert service.refused(ValidateAward(seat=1, by=Role.DEALER)).clause.id == "633a.7(o)(2)(ii)(B)"
    assert lines(validate(service))[0] == (1, "hit-and-run", "win", 119_000)


@pytest.mark.clause("633a.7(h)#4", "633a.7(o)(2)(i)#1")
def test_hit_and_run_wins_on_a_dealers_blackjack() -> None:
    service = bet(table(**HIT_AND_RUN), hit_and_run=1_000)
    deal(service, "Kc Ac 9c Kh")
    check(service)
    assert lines(turn(service)) == [(1, "blackjack", "lose", -1_000)]
    assert lines(verify(service)) == [(1, "hit-and-run", "win", 3_000)]


@pytest.mark.clause("633a.7(o)(2)(ii)(C)#2", "633a.7(o)(2)(ii)(C)#3", "633a.7(o)(2)(ii)(C)#4")
def test_a_whole_meter_of_hit_and_run_is_shared_paid_by_the_cage_and_documented() -> None:
    service = bet(table(1, 2, **HIT_AND_RUN), 1, 2, hit_and_run=1_000)
    deal(service, "Kc Kd 2c 9c 9d 3h")
    say(service, "stand")
    say(service, "stand", seat=2)
    turn(service)
    deal(service, "2h 2d 2s 3s 3d")
    for seat in (2, 1):
        verify(service, seat)
        validate(service, seat)
        assert (
            service.refused(CompleteDocuments(seat=seat, reference=" ")).clause.id == "633a.7(o)(2)(ii)(C)#3"
        )
        (paid,) = of(documented(service, seat), SettledByCage)
        assert paid.paid == 500_100  # type: ignore[attr-defined]
        assert {"633a.7(o)(2)(ii)(C)#2", "633a.7(o)(2)(ii)(C)#4"} <= set(paid.also)
    assert meter(service) == "$5,000"


def test_the_dealer_draws_for_hit_and_run_though_no_hand_is_left() -> None:
    service = bet(table(draws_out=False, **HIT_AND_RUN), hit_and_run=1_000)
    deal(service, "Kc 9c 6c 2h")
    say(service, "surrender")
    turn(service)
    assert service.state.play.phase == "drawing-out"


# Rounds that go wrong.


def test_a_void_round_takes_its_contribution_off_the_meter() -> None:
    service = bet(table(**STRAIGHT_JACK), straight_jack=1_000)
    deal(service, "4c 7c 5d 8h")
    events = service.do(Report(irregularity="hole-card-discoverable", by=Role.FLOORPERSON))
    assert len(of(events, MeterReversed)) == 1
    assert lines(events) == [(1, "blackjack", "returned", 0), (1, "straight-jack", "returned", 0)]
    assert meter(service) == "$10,000"


def test_a_position_that_was_dealt_no_card_has_its_wagers_back_and_off_the_meter() -> None:
    service = bet(table(1, 2, **STRAIGHT_JACK), 1, 2, straight_jack=1_000)
    deal(service, "4c")
    assert meter(service) == "$10,002"
    events = service.do(PassBy(seat=2))
    assert lines(events) == [(2, "blackjack", "returned", 0), (2, "straight-jack", "returned", 0)]
    assert meter(service) == "$10,001"
    deal(service, "7c 5d Th")
    assert service.refused(Decide(seat=2, decision="stand"))
