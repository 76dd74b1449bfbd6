"""Players who left: their wagers and progressive played on or ruled abandoned (36.05.14.07C(2), reading C-126)."""

from typing import Any

import pytest

from houseway.games.three_card_poker.moves import TurnDealer
from houseway.games.three_card_poker.turns import asked, revealed_next
from houseway.table.card_play import Abandon, Fold, HandDiscarded, RoundCompleted, WagersAbandoned
from houseway.table.events import Event
from houseway.table.moves import LeaveSeat, Report
from houseway.table.progressive_events import (
    CompleteDocuments,
    EnvyBonusPaid,
    MeterReversed,
    ValidateAward,
    VerifyAward,
)
from houseway.table.roles import Role
from tests.games.three_card_poker.dealing import MD, Pit, lines
from tests.service import TRAY

MISCOUNTED = Report(irregularity="wrong-number-of-cards", by=Role.DEALER)
EXPOSED = Report(irregularity="dealer-card-exposed", by=Role.DEALER)


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def abandonable(pit: Pit) -> tuple[int, ...]:
    """The positions that the table lists as those a floorperson may rule abandoned."""
    acts = pit.listed("abandon")
    return acts[0].fields["seat"] if acts else ()


def as_if_nothing_had_been(pit: Pit, *seats: int) -> None:
    """After a void round every player has all chips back and the meter is where it was."""
    assert [pit.rack(seat) for seat in seats] == [1_000_000] * len(seats)
    assert (pit.service.chips(), str(pit.meter.amount)) == (TRAY, "$1,000")
    assert (pit.play.phase, pit.play.settled, pit.play.abandoned) == ("betting", (), ())


# While the players decide.


@pytest.mark.clause("36.05.14.07C(2)")
def test_a_floorperson_may_rule_the_wagers_of_a_player_who_left_abandoned() -> None:
    pit = Pit(1, 2).wager(1, ante=10, pair_plus=5, progressive=5).wager(2, ante=5).deal()
    assert pit.service.refused(Abandon(seat=1, by=Role.DEALER)).clause.id == f"{MD}.07C(2)"
    events = pit.service.do(Abandon(seat=1))
    assert of_kind(events, WagersAbandoned)
    assert lines(events) == [
        (1, "ante", "lose", 0),
        (1, "pair-plus", "lose", 0),
        (1, "progressive", "lose", 0),
    ]
    assert asked(pit.play) == 2
    events = pit.plays(2).showdown(2)
    assert {seat for seat, *_ in lines(events)} == {2}
    assert pit.rack(1) == 1_000_000 - 2_000


def test_otherwise_the_hand_is_played_as_it_stands_and_an_ante_without_play_is_a_fold() -> None:
    pit = Pit().wager(1, ante=10).deal()
    pit.service.do(Fold(seat=1, by=Role.DEALER))
    assert lines(pit.showdown()) == [(1, "ante", "lose", 0)]
    assert pit.play.phase == "betting"


@pytest.mark.parametrize("moment", ["deciding", "revealing"])
def test_a_round_ends_when_its_last_position_is_abandoned(moment: str) -> None:
    pit = Pit().wager(1, pair_plus=5, progressive=1).deal(seat_1="9c 9d 9h", dealer="Qh Js 4c")
    if moment == "revealing":
        pit.showdown()
    events = pit.service.do(Abandon(seat=1))
    assert lines(events) == [(1, "pair-plus", "lose", 0), (1, "progressive", "lose", 0)]
    if moment == "deciding":
        events = pit.service.do(TurnDealer())
    assert of_kind(events, RoundCompleted)
    assert pit.play.phase == "betting"


@pytest.mark.clause("36.05.14.07C(2)")
def test_a_folder_ruled_abandoned_loses_each_wager_once() -> None:
    pit = Pit(1, 2).wager(1, ante=10, progressive=5, six_card_bonus=5).wager(2, pair_plus=5)
    pit.deal(seat_1="2c 3d 7h", seat_2="9c 9d 2h", dealer="Qh Js 4c").folds(1)
    events = pit.service.do(Abandon(seat=1))
    assert lines(events) == [
        (1, "ante", "lose", 0),
        (1, "six-card-bonus", "lose", 0),
        (1, "progressive", "lose", 0),
    ]
    events = pit.showdown()
    assert lines(events) == []
    assert not of_kind(events, HandDiscarded), "the cards went with the ruling"
    assert pit.rack(1) == 1_000_000 - 2_000


@pytest.mark.clause("36.05.14.07C(2)", "36.05.14.13E")
@pytest.mark.parametrize("folded", [False, True])
def test_in_a_void_round_what_was_ruled_abandoned_comes_back_off_the_meter_too(folded: bool) -> None:
    pit = Pit(1, 2).wager(1, ante=10, pair_plus=5, progressive=5).wager(2, ante=5, progressive=1)
    pit.deal(seat_1="2c 3d 7h", seat_2="9c 9d 2h", dealer="Qh Js 4c").folds(*(1,) * folded)
    pit.service.do(Abandon(seat=1))
    assert pit.service.refused(LeaveSeat(seat=1)).clause.id == f"{MD}.07C(1)"
    (reversed_,) = of_kind(pit.service.do(EXPOSED), MeterReversed)
    assert reversed_.taken.cents == 84
    as_if_nothing_had_been(pit, 1, 2)


# While hands are turned over.


@pytest.mark.clause("36.05.14.07C(2)", "36.05.14.13D")
def test_a_folder_with_a_six_card_bonus_has_only_that_left_to_abandon() -> None:
    """What the fold forfeited is collected; with the ruling the Envy Bonus goes as well."""
    pit = Pit(1, 2).wager(1, ante=10, progressive=5, six_card_bonus=5).wager(2, pair_plus=5, progressive=1)
    pit.deal(seat_1="9c 9d 2h", seat_2="As Ks Qs", dealer="Qh Js 4c").folds(1).showdown()
    assert lines(pit.service.do(Abandon(seat=1))) == [(1, "six-card-bonus", "lose", 0)]
    assert abandonable(pit) == (2,)
    before = pit.service.state
    pit.showdown_of(2)
    pit.service.do(VerifyAward(seat=2), ValidateAward(seat=2))
    events = pit.service.do(CompleteDocuments(seat=2, reference="J-1"))
    assert of_kind(events, RoundCompleted)
    assert not of_kind(events, EnvyBonusPaid)
    pit.service.state = before
    pit.service.do(MISCOUNTED)
    as_if_nothing_had_been(pit, 1, 2)


@pytest.mark.clause("36.05.14.07C(2)", "36.05.14.13D")
def test_a_hand_not_turned_over_yet_is_abandoned_with_its_progressive_wager() -> None:
    pit = Pit(1, 2).wager(1, pair_plus=5, progressive=5).wager(2, pair_plus=5, progressive=1)
    pit.deal(seat_1="As Ks Qs", seat_2="2c 5d 7h", dealer="Qh Js 4c").showdown()
    assert abandonable(pit) == (1, 2)
    assert lines(pit.service.do(Abandon(seat=1))) == [
        (1, "pair-plus", "lose", 0),
        (1, "progressive", "lose", 0),
    ]
    before = pit.service.state
    assert lines(pit.showdown_of(2)) == [(2, "pair-plus", "lose", 0), (2, "progressive", "lose", 0)]
    assert (pit.play.phase, str(pit.meter.amount)) == ("betting", "$1,000.84")
    pit.service.state = before
    pit.service.do(MISCOUNTED)
    as_if_nothing_had_been(pit, 1, 2)


# While a payout is checked.


@pytest.mark.clause("36.05.14.07C(2)", "36.05.14.13D")
@pytest.mark.parametrize("six_card", [False, True])
def test_a_payout_that_nobody_verified_is_abandoned_with_the_wagers(six_card: bool) -> None:
    """It counts as a wager even when nothing of the position lies on the felt any more."""
    pit = Pit(1, 2).wager(1, pair_plus=5, progressive=1)
    pit.wager(2, pair_plus=5, progressive=5, **{"six_card_bonus": 5} if six_card else {})
    pit.deal(seat_1="2c 5d 7h", seat_2="Ad Kd Qd", dealer="Qh Js 4c").showdown(2)
    assert pit.play.phase == "checking"
    assert abandonable(pit) == (1, 2)
    assert pit.service.refused(Abandon(seat=2, by=Role.DEALER)).clause.id == f"{MD}.07C(2)"
    events = pit.service.do(Abandon(seat=2))
    (ruled,) = of_kind(events, WagersAbandoned)
    assert (ruled.seat, ruled.clause) == (2, f"{MD}.07C(2)")
    assert lines(events) == [(2, "six-card-bonus", "lose", 0)] * six_card + [(2, "progressive", "lose", 0)]
    assert (pit.play.phase, pit.play.award, revealed_next(pit.play)) == ("revealing", None, 1)
    before = pit.service.state
    envied = of_kind(pit.showdown_of(1), EnvyBonusPaid)
    # The hand was shown: its Envy Bonus is not lost with the wagers of who held it.
    assert [(paid.seat, paid.holder) for paid in envied] == [(1, 2)]
    pit.service.state = before
    pit.service.do(MISCOUNTED)
    as_if_nothing_had_been(pit, 1, 2)


@pytest.mark.clause("36.05.14.07C(2)")
def test_a_payout_that_is_won_and_verified_is_not_abandoned() -> None:
    pit = Pit(1, 2).wager(1, pair_plus=5).wager(2, pair_plus=5, progressive=5, six_card_bonus=5)
    pit.deal(seat_1="2c 5d 7h", seat_2="9c 8d 7s", dealer="Qh Js 4c").showdown(2)
    pit.service.do(VerifyAward(seat=2))
    assert abandonable(pit) == (1,)
    assert pit.service.refused(Abandon(seat=2)).clause.id == f"{MD}.07C(2)"
    assert lines(pit.service.do(ValidateAward(seat=2))) == [
        (2, "progressive", "win", 30),
        (2, "six-card-bonus", "lose", 0),
    ]


@pytest.mark.clause("36.05.14.07C(2)", "36.05.14.11D(8)(d)")
def test_a_super_royal_is_won_as_soon_as_it_is_turned_over() -> None:
    """No system's light is to be verified for it, so it is not abandoned either."""
    pit = Pit().wager(1, pair_plus=5, six_card_bonus=5).deal(seat_1="Ad Kd Qd", dealer="Jd Td 9d")
    pit.showdown(1)
    assert abandonable(pit) == ()
    assert pit.service.refused(Abandon(seat=1)).clause.id == f"{MD}.07C(2)"
    pit.service.do(CompleteDocuments(seat=1, reference="S-1"))
    assert pit.rack(1) == 1_000_000 + 40 * 500 + 10_000_000


@pytest.mark.clause("36.05.14.07C(2)")
def test_another_position_is_abandoned_while_a_payout_is_checked() -> None:
    pit = Pit(1, 2).wager(1, pair_plus=5, progressive=1).wager(2, pair_plus=5, progressive=5)
    pit.deal(seat_1="2c 5d 7h", seat_2="Ad Kd Qd", dealer="Qh Js 4c").showdown(2)
    events = pit.service.do(Abandon(seat=1))
    assert lines(events) == [(1, "pair-plus", "lose", 0), (1, "progressive", "lose", 0)]
    assert pit.play.award.seat == 2
    pit.service.do(VerifyAward(seat=2))
    events = pit.service.do(ValidateAward(seat=2))
    assert of_kind(events, RoundCompleted)
    assert not of_kind(events, EnvyBonusPaid), "who left has no Envy Bonus"


@pytest.mark.clause("36.05.14.07C(2)")
def test_a_position_without_a_wager_has_nothing_to_abandon() -> None:
    pit = Pit(1, 2, 3).wager(1, pair_plus=5, progressive=1).wager(2, pair_plus=5)
    pit.deal(seat_1="2c 5d 7h", seat_2="9c 9d 2h", dealer="Qh Js 4c").showdown(2)
    for seat in (2, 3):
        assert pit.service.refused(Abandon(seat=seat)).clause.id == f"{MD}.07C(2)"
    assert abandonable(pit) == (1,)
