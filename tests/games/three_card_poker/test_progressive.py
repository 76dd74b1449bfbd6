"""The progressive at the table: locked, collected, won, checked and paid (36.05.14.02C, .08C-.10A, .11D(5)-(7), .12E)."""

from typing import Any

import pytest

from houseway.games.three_card_poker.moves import RevealHand
from houseway.table.card_play import Deal, PlayArea, RoundCompleted
from houseway.table.events import Event
from houseway.table.meter import Amount
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.progressive_events import (
    CollectProgressive,
    CompleteDocuments,
    EnvyBonusPaid,
    FixedSumWon,
    MeterContributed,
    MeterReset,
    ProgressiveCollected,
    ProgressiveLocked,
    ProgressiveSettled,
    ProgressiveWon,
    ReturnSurplusChip,
    SettledByCage,
    StrikeProgressive,
    SurplusChipReturned,
    ValidateAward,
    VerifyAward,
)
from houseway.table.roles import Role
from houseway.table.routine import routine_move
from tests.games.three_card_poker.dealing import MD, Pit, cited, lines
from tests.service import TRAY

WAYS: dict[str, tuple[dict[str, Any], str, str]] = {
    "manual-shoe": ({}, ".08C(1)", ".08C(2)"),
    "hand": ({"dealing": "hand", "shuffler": "automated"}, ".09B(1)", ".09B(2)"),
    "automated-shoe": ({"dealing": "automated-shoe", "shuffler": "automated"}, ".10A(2)", ".10A(3)"),
}


def each_way() -> list[Any]:
    return [
        pytest.param(
            options,
            locked,
            handled,
            id=way,
            marks=pytest.mark.clause(
                *(
                    MD + clause
                    for clause in (locked, handled, f"{handled}(a)", f"{handled}(b)", f"{handled}(c)")
                ),
                f"{MD}.02C(2)#2",
            ),
        )
        for way, (options, locked, handled) in WAYS.items()
    ]


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.parametrize(("options", "locked", "handled"), each_way())
def test_no_card_is_dealt_before_the_chips_agree_with_the_system_and_lie_in_the_tray(
    options: dict[str, Any], locked: str, handled: str
) -> None:
    pit = Pit(1, 2, **options).wager(1, ante=5, progressive=5).wager(2, pair_plus=5, progressive=1)
    tray = pit.tray()
    events = pit.service.do(CallNoMoreBets())
    (lock,) = of_kind(events, ProgressiveLocked)
    assert (lock.clause, lock.also) == (MD + locked, (f"{MD}.02C(2)#2",))
    card = (pit.game.left(pit.play)[0],)
    assert pit.service.refused(Deal(cards=card)).clause.id == f"{MD}{handled}(b)"
    for chips in (0, 1, 3):
        refusal = pit.service.refused(CollectProgressive(counted=chips))
        assert refusal.clause.id == f"{MD}{handled}(b)"
    assert (
        pit.service.refused(CollectProgressive(counted=2, by=Role.FLOORPERSON)).clause.id
        == f"{MD}{handled}(a)"
    )
    events = pit.service.do(CollectProgressive(counted=2))
    (collected,) = of_kind(events, ProgressiveCollected)
    assert {collected.clause, *collected.also} == {
        MD + handled,
        *(f"{MD}{handled}({letter})" for letter in "abc"),
    }
    assert pit.tray() == tray + 600
    assert pit.service.refused(CollectProgressive(counted=2)).clause.id == MD + handled
    pit.service.do(Deal(cards=card))


@pytest.mark.parametrize(
    ("options", "handled"),
    [
        pytest.param(
            options, handled, id=way, marks=pytest.mark.clause(f"{MD}{handled}(b)", f"{MD}.07E(4)(b)")
        )
        for way, (options, _, handled) in WAYS.items()
    ],
)
def test_a_wager_that_no_chip_backs_is_struck_and_the_deal_goes_on(
    options: dict[str, Any], handled: str
) -> None:
    pit = Pit(1, 2, **options).wager(1, ante=5, progressive=5).wager(2, pair_plus=5, progressive=1)
    assert pit.service.refused(StrikeProgressive(seat=1)).clause.id == f"{MD}{handled}(b)"
    pit.service.do(CallNoMoreBets())
    assert pit.service.refused(CollectProgressive(counted=1)).clause.id == f"{MD}{handled}(b)"
    (listed,) = pit.listed("strike-progressive")
    assert (listed.fields["seat"], Role.DEALER in listed.by) == ((1, 2), False)
    for refused in (StrikeProgressive(seat=1, by=Role.DEALER), StrikeProgressive(seat=3)):
        assert pit.service.refused(refused).clause.id == f"{MD}{handled}(b)"
    (struck,) = pit.service.do(StrikeProgressive(seat=1))
    assert (struck.clause, struck.also) == (f"{MD}{handled}(b)", (MD + handled, f"{MD}.07E(4)(b)"))
    assert (pit.rack(1), pit.service.chips()) == (1_000_000 - 500, TRAY)
    card = (pit.game.left(pit.play)[0],)
    assert pit.service.refused(Deal(cards=card)).clause.id == f"{MD}{handled}(b)", "they must agree first"
    pit.service.do(CollectProgressive(counted=1))
    assert not pit.listed("strike-progressive")
    assert pit.service.refused(StrikeProgressive(seat=2)).clause.id == f"{MD}{handled}(b)"
    assert str(pit.meter.amount) == "$1,000.14"
    pit.service.do(Deal(cards=card))


@pytest.mark.clause("36.05.14.08C(2)(b)")
def test_with_every_progressive_wager_struck_there_is_nothing_to_wait_for() -> None:
    pit = Pit().wager(1, ante=5, progressive=5)
    pit.service.do(CallNoMoreBets(), StrikeProgressive(seat=1), Deal(cards=("As",)))
    assert str(pit.meter.amount) == "$1,000"


@pytest.mark.clause("36.05.14.08C(2)(b)", "36.05.14.07E(4)(b)", "36.05.14.07C#1")
def test_a_chip_that_the_system_did_not_count_goes_back_on_record() -> None:
    pit = Pit(1, 2).wager(1, ante=5, progressive=5).wager(2, pair_plus=5)
    assert pit.service.refused(ReturnSurplusChip(seat=2)).clause.id == f"{MD}.08C(2)(b)"
    pit.service.do(CallNoMoreBets())
    (listed,) = pit.listed("return-surplus-chip")
    assert listed.fields["seat"] == (1, 2)
    assert pit.service.refused(CollectProgressive(counted=2)).clause.id == f"{MD}.08C(2)(b)"
    assert pit.service.refused(ReturnSurplusChip(seat=2, by=Role.DEALER)).clause.id == f"{MD}.08C(2)(b)"
    assert pit.service.refused(ReturnSurplusChip(seat=3)).clause.id == f"{MD}.07C#1"
    (returned,) = pit.service.do(ReturnSurplusChip(seat=2))
    assert isinstance(returned, SurplusChipReturned)
    assert (returned.clause, returned.seat, returned.transfers()) == (f"{MD}.08C(2)(b)", 2, ())
    pit.service.do(CollectProgressive(counted=1))
    assert pit.service.refused(ReturnSurplusChip(seat=2)).clause.id == f"{MD}.08C(2)(b)"
    assert not pit.listed("return-surplus-chip")


def test_where_nobody_bets_on_it_there_is_nothing_to_collect() -> None:
    pit = Pit().wager(1, ante=5)
    pit.service.do(CallNoMoreBets())
    assert pit.service.refused(CollectProgressive(counted=0)).clause.id == f"{MD}.08C(2)"
    pit.service.do(Deal(cards=("As",)))
    other = Pit(not_offered=["progressive"]).wager(1, ante=5)
    assert not of_kind(other.service.do(CallNoMoreBets()), ProgressiveLocked)


@pytest.mark.clause("36.05.14.12E(3)")
def test_the_meter_starts_at_its_seed_and_grows_by_its_rate() -> None:
    pit = Pit(1, 2, meter={"rate": 1_433, "seed": 150_000}).wager(1, ante=5, progressive=5)
    pit.wager(2, ante=5, progressive=1)
    assert str(pit.meter.amount) == "$1,500"
    pit.close()
    (grew,) = of_kind(pit.service.events, MeterContributed)
    assert (str(grew.added), str(grew.meter)) == ("$0.8598", "$1,500.8598")
    assert pit.meter.amount == Amount(150_085_98 * 100)


@pytest.mark.clause("36.05.14.11D(5)", "36.05.14.11D(6)")
def test_a_progressive_wager_that_is_not_paid_is_settled_after_pair_plus() -> None:
    pit = Pit().wager(1, pair_plus=5, progressive=1)
    events = pit.deal(seat_1="9c 9d 2h", dealer="Qh Js 4c").showdown(1)
    assert lines(events) == [(1, "pair-plus", "win", 5), (1, "progressive", "lose", 0)]
    (line,) = of_kind(events, ProgressiveSettled)
    assert (line.clause, line.order, line.transfers()) == (f"{MD}.11D(6)", f"{MD}.11D(5)", ())


@pytest.mark.clause(
    "36.05.14.11D(7)", "36.05.14.11D(7)(a)", "36.05.14.11D(7)(b)", "36.05.14.11D(7)(c)", "36.05.14.11D(7)(d)"
)
def test_even_a_small_win_is_verified_and_validated_before_the_tray_pays_it() -> None:
    """No threshold applies (C-132); the rest of the position waits."""
    pit = Pit(1, 2).wager(1, pair_plus=5).wager(2, pair_plus=5, progressive=1, six_card_bonus=5)
    events = pit.deal(seat_1="2c 5d 7h", seat_2="9c 8d 7s", dealer="Qh Js 4c").showdown(2)
    (won,) = of_kind(events, ProgressiveWon)
    assert (won.seat, won.hand, won.amount) == (2, "straight", 600)
    assert pit.service.refused(RevealHand(seat=1)).clause.id == f"{MD}.11D(7)"
    assert pit.service.refused(ValidateAward(seat=2)).clause.id == f"{MD}.11D(7)(b)"
    assert pit.service.refused(VerifyAward(seat=1)).clause.id == f"{MD}.11D(7)(a)"
    assert pit.service.refused(VerifyAward(seat=2, by=Role.FLOORPERSON)).clause.id == f"{MD}.11D(7)(a)"
    pit.service.do(VerifyAward(seat=2))
    assert pit.service.refused(VerifyAward(seat=2)).clause.id == f"{MD}.11D(7)(a)"
    assert pit.service.refused(ValidateAward(seat=2, by=Role.DEALER)).clause.id == f"{MD}.11D(7)(c)"
    tray = pit.tray()
    events = pit.service.do(ValidateAward(seat=2, by=Role.PIT_MANAGER))
    assert lines(events) == [(2, "progressive", "win", 6), (2, "six-card-bonus", "lose", 0)]
    assert pit.tray() == tray - 600 + 500
    assert str(pit.meter.amount) == "$1,000.14", "the meter is not touched"
    pit.service.do(RevealHand(seat=1))


@pytest.mark.clause(
    "36.05.14.11D(7)(d)(i)",
    "36.05.14.11D(7)(d)(ii)",
    "36.05.14.12E(4)",
    "36.05.14.12E(3)(b)",
    "36.05.14.12E(1)(a)(i)",
)
def test_the_whole_meter_is_paid_outside_the_tray_and_the_cards_stay_until_the_papers_are_complete() -> None:
    pit = (
        Pit(1, 2, meter={"rate": 1_433, "reset": 120_000})
        .wager(1, pair_plus=5)
        .wager(2, pair_plus=5, progressive=5)
    )
    pit.deal(seat_1="2c 5d 7h", seat_2="As Ks Qs", dealer="Qh Js 4c").showdown(2)
    pit.service.do(VerifyAward(seat=2))
    assert pit.service.refused(CompleteDocuments(seat=2, reference="J-1")).clause.id == f"{MD}.11D(7)(c)"
    pit.service.do(ValidateAward(seat=2))
    assert pit.service.refused(RevealHand(seat=1)).clause.id == f"{MD}.11D(7)(d)(ii)"
    assert 2 not in pit.play.discarded
    (papers,) = pit.listed("complete-documents")
    assert (papers.text, papers.asks) == (("reference",), ("reference",))
    assert routine_move(pit.game, pit.play) is None, "nobody makes a reference up"
    assert pit.service.refused(CompleteDocuments(seat=2, reference=" ")).clause.id == f"{MD}.11D(7)(d)(ii)"
    assert (
        pit.service.refused(CompleteDocuments(seat=2, reference="J-1", by=Role.DEALER)).clause.id
        == f"{MD}.11D(7)(d)(ii)"
    )
    tray, rack = pit.tray(), pit.rack(2)
    events = pit.service.do(CompleteDocuments(seat=2, reference="J-1"))
    (line,) = of_kind(events, ProgressiveSettled)
    assert (line.paid, line.from_tray, line.pays) == (100_071, False, f"{MD}.12E(1)(a)(i)")
    assert {".11D(7)(d)(i)", ".12E(4)"} <= cited(events)
    assert (pit.tray(), pit.rack(2)) == (tray, rack + 100_071)
    (reset,) = of_kind(events, MeterReset)
    assert str(reset.meter) == str(pit.meter.amount) == "$1,200.0065", "less than a cent stays on the meter"
    assert 2 in pit.play.discarded
    pit.service.do(RevealHand(seat=1))
    assert pit.service.chips() == TRAY


@pytest.mark.clause("36.05.14.12E(4)")
def test_a_dollar_takes_the_whole_meter_as_it_stands_at_that_players_turn() -> None:
    """Reading C-130: the meter is not scaled by the size of the wager."""
    pit = Pit(1, 2).wager(1, pair_plus=5, progressive=1).wager(2, pair_plus=5, progressive=5)
    pit.deal(seat_1="As Ks Qs", seat_2="9c 8d 7h", dealer="Qh Js 4c").showdown(2)
    pit.service.do(VerifyAward(seat=2), ValidateAward(seat=2), RevealHand(seat=1))
    assert pit.play.award.amount == 100_084


# The Envy Bonus.


@pytest.mark.clause(
    "36.05.14.11D(7)(e)", "36.05.14.11D(7)(e)(i)", "36.05.14.11D(7)(e)(ii)", "36.05.14.11D(7)(e)(iii)",
    "36.05.14.11C(2)#2",
)  # fmt: skip
def test_every_progressive_bettor_envies_each_qualifying_hand_of_another_player() -> None:
    pit = Pit(1, 2, 3, 4).wager(1, pair_plus=5, progressive=1).wager(2, pair_plus=5)
    pit.wager(3, ante=5, progressive=5).wager(4, pair_plus=5, progressive=1)
    pit.deal(
        seat_1="As Ks Qs", seat_2="Ad Kd Qd", seat_3="2c 5d 7h", seat_4="3c 8d 9h", dealer="Ac Kc Qc"
    ).folds(3)
    pit.showdown(4, 2, 1)
    pit.service.do(VerifyAward(seat=1), ValidateAward(seat=1))
    events = pit.service.do(CompleteDocuments(seat=1, reference="J-1"))
    envied = of_kind(events, EnvyBonusPaid)
    # Seat 1 not for its own hand, nobody for the dealer's; seat 3 although it folded; seat 2 has no progressive wager.
    assert [(paid.seat, paid.holder, paid.paid // 100) for paid in envied] == [
        (4, 2, 25),
        (4, 1, 100),
        (3, 2, 125),
        (3, 1, 500),
        (1, 2, 25),
    ]
    assert [f"{MD}.11C(2)#2" in paid.also for paid in envied] == [False, False, True, True, False]
    assert isinstance(events[-1], RoundCompleted)
    assert pit.service.chips() == TRAY


def test_a_suited_a_k_q_that_was_folded_is_nobodys_hand_to_envy() -> None:
    pit = Pit(1, 2).wager(1, ante=5, six_card_bonus=5).wager(2, pair_plus=5, progressive=5)
    pit.deal(seat_1="Ad Kd Qd", seat_2="2c 5d 7h", dealer="Qh Js 4c").folds(1)
    assert not of_kind(pit.showdown(2, 1), EnvyBonusPaid)


def test_a_player_does_not_envy_the_own_hand_in_a_neighbouring_box() -> None:
    pit = Pit(2, 5, adjacent_areas=2)
    pit.service.do(PlayArea(seat=2, area=3))
    pit.wager(2, pair_plus=5, progressive=5).wager(3, pair_plus=5).wager(5, pair_plus=5, progressive=1)
    pit.deal(seat_2="2c 5d 7h", seat_3="Ad Kd Qd", seat_5="3c 8d 9h", dealer="Qh Js 4c")
    envied = of_kind(pit.showdown(5, 3, 2), EnvyBonusPaid)
    assert [(paid.seat, paid.holder) for paid in envied] == [(5, 3)]


# The Super Royal, paid in the same way (C-116).


@pytest.mark.clause("36.05.14.11D(8)(d)", "36.05.14.11D(7)(d)(ii)")
def test_a_super_royal_is_paid_outside_the_tray_once_its_papers_are_complete() -> None:
    pit = Pit(1, 2).wager(1, pair_plus=5).wager(2, ante=5, six_card_bonus=5)
    pit.deal(seat_1="2c 5d 7h", seat_2="Ad Kd Qd", dealer="Jd Td 9d").plays(2)
    events = pit.showdown(2)
    assert lines(events) == [
        (2, "ante", "win", 5),
        (2, "play", "win", 5),
        (2, "Ante Bonus", "paid", 25),
    ]
    (won,) = of_kind(events, FixedSumWon)
    assert (won.seat, won.hand, won.amount) == (2, "Super Royal", 10_000_000)
    assert (won.clause, won.also) == (f"{MD}.11D(8)(d)", (f"{MD}.11D(7)(d)(ii)",))
    assert pit.service.refused(RevealHand(seat=1)).clause.id == f"{MD}.11D(7)(d)(ii)"
    assert pit.service.refused(VerifyAward(seat=2)).clause.id == f"{MD}.11D(7)(a)"
    tray, rack = pit.tray(), pit.rack(2)
    events = pit.service.do(CompleteDocuments(seat=2, reference="S-1"))
    (line,) = of_kind(events, SettledByCage)
    assert (line.paid, line.pays) == (10_000_000, f"{MD}.12F(2)(a)")
    assert (pit.tray(), pit.rack(2)) == (tray, rack + 500 + 10_000_000)
    assert pit.service.chips() == TRAY


def test_the_meter_survives_the_end_of_a_round() -> None:
    pit = Pit().wager(1, pair_plus=5, progressive=5)
    pit.deal(seat_1="2c 5d 7h", dealer="Qh Js 4c").showdown(1)
    assert str(pit.meter.amount) == "$1,000.70"
    assert (pit.play.progressive.locked, pit.play.progressive.wagers) == (False, ())
    pit.service.do(
        PlaceWager(seat=1, wager="ante", amount=500), PlaceWager(seat=1, wager="progressive", amount=100)
    )
