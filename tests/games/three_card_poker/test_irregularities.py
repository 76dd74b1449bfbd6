"""What can go wrong, and that every wager comes back to the cent (36.05.14.13, .08H, .09G-H, .10F-G)."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.equipment.decks import Condition, Dealing, Device, DeviceStatus
from houseway.table.card_play import (
    ChangeDealing,
    CountStub,
    Deal,
    DeckRemoved,
    FindFaceUp,
    HandsVoided,
    MarkOutOfOrder,
    SettlementReversed,
    ShuffleDeck,
)
from houseway.table.events import Event, IrregularityCalled
from houseway.table.moves import CallNoMoreBets, Report
from houseway.table.progressive_events import CompleteDocuments, MeterReversed, ValidateAward, VerifyAward
from houseway.table.roles import Role
from tests.cards import deal, deal_unseen, reloaded
from tests.games.three_card_poker.dealing import MD, Pit, lines
from tests.service import TRAY

AUTOMATED_SHOE: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "automated"}
BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "automated"}


def wagered(**options: Any) -> Pit:
    """Two players with every wager of the table."""
    pit = Pit(1, 4, **options).wager(1, ante=10, pair_plus=5, progressive=5, six_card_bonus=5)
    return pit.wager(4, pair_plus=7, progressive=1)


def report(irregularity: str, by: Role = Role.DEALER) -> Report:
    return Report(irregularity=irregularity, by=by)


def all_came_back(pit: Pit, events: list[Event], clause: str, *, played: bool = False) -> None:
    """All hands void, all wagers back, the Play Wager too once it was made, the meter as it was, and no chip lost."""
    (voided,) = [event for event in events if isinstance(event, HandsVoided)]
    assert voided.clause == MD + clause
    returned = [(seat, wager) for seat, wager, result, _ in lines(events) if result == "returned"]
    assert sorted(returned) == sorted(
        [
            (1, "ante"), (1, "pair-plus"), (1, "progressive"), (1, "six-card-bonus"),
            (4, "pair-plus"), (4, "progressive"),
        ] + [(1, "play")] * played
    )  # fmt: skip
    assert (pit.rack(1), pit.rack(4)) == (1_000_000, 1_000_000)
    assert pit.service.chips() == TRAY
    assert str(pit.meter.amount) == "$1,000"
    assert (pit.play.phase, pit.play.bets, pit.play.hands) == ("betting", (), ())
    assert (pit.play.progressive.locked, pit.play.progressive.wagers) == (False, ())


@pytest.mark.clause("36.05.14.13A")
def test_one_card_found_face_up_goes_to_the_rack_and_the_deal_goes_on() -> None:
    pit = wagered().close()
    pit.service.do(FindFaceUp(card="As"))
    assert "As" not in pit.game.left(pit.play)
    deal(pit.service)
    assert pit.game.stub_expected(pit.play) == 52 - 9 - 1
    pit.service.do(CountStub(stub=42))
    assert pit.play.phase == "deciding"


@pytest.mark.clause("36.05.14.13B")
def test_a_second_card_found_face_up_voids_the_round() -> None:
    pit = wagered().close()
    pit.service.do(FindFaceUp(card="As"))
    all_came_back(pit, pit.service.do(FindFaceUp(card="Ks")), ".13B")
    assert pit.play.kit.decks[0].condition is Condition.USED, "to be reshuffled"


def test_a_round_void_before_the_chips_are_collected_gives_them_back_from_the_felt() -> None:
    pit = wagered()
    pit.service.do(CallNoMoreBets(), FindFaceUp(card="As"))
    events = pit.service.do(FindFaceUp(card="Ks"))
    all_came_back(pit, events, ".13B")
    assert not [event for event in events if isinstance(event, MeterReversed)]


@pytest.mark.clause("36.05.14.13C")
def test_a_card_drawn_in_error_but_not_seen_is_the_next_card() -> None:
    pit = wagered().close()
    before = pit.play
    events = pit.service.do(report("card-drawn-in-error"))
    assert [event.clause for event in events] == [f"{MD}.13C"]
    assert pit.play == before


@pytest.mark.parametrize("moment", ["stub", "deciding", "played"])
@pytest.mark.clause("36.05.14.13D")
def test_a_wrong_number_of_cards_to_anyone_voids_the_round(moment: str) -> None:
    pit = wagered()
    _until(pit, moment)
    all_came_back(pit, pit.service.do(report("wrong-number-of-cards")), ".13D", played=moment == "played")


@pytest.mark.clause("36.05.14.13D")
def test_a_wrong_number_found_in_the_sweep_undoes_what_was_settled() -> None:
    """A lost Pair Plus, a paid one, an Ante Bonus and a progressive payout: all as if the round had not been."""
    pit = (
        wagered(progressive="A")
        .wager(4, ante=10)
        .deal(seat_1="9c 8d 7h", seat_4="5c 5d 5h", dealer="Js Td 8c")
    )
    pit.folds(1).plays(4).showdown(4)
    pit.service.do(VerifyAward(seat=4), ValidateAward(seat=4))
    assert pit.rack(4) > 1_000_000
    events = pit.service.do(report("wrong-number-of-cards"))
    undone = [(one.seat, one.wager) for one in events if isinstance(one, SettlementReversed)]
    assert undone == [
        (4, "progressive"), (4, "pair-plus"), (4, "Ante Bonus"), (4, "ante"), (1, "pair-plus"), (1, "ante"),
    ]  # fmt: skip
    assert (pit.rack(1), pit.rack(4)) == (1_000_000, 1_000_000)
    assert (pit.service.chips(), str(pit.meter.amount), pit.play.settled) == (TRAY, "$1,000", ())


@pytest.mark.parametrize("checks", [0, 1, 2])
@pytest.mark.clause("36.05.14.13D")
def test_a_wrong_number_found_while_a_payout_is_checked_takes_the_payout_with_it(checks: int) -> None:
    pit = wagered().deal(seat_1="9c 8d 2h", seat_4="As Ks Qs", dealer="Js Td 8c").plays(1)
    pit.showdown(4)
    pit.service.do(*(VerifyAward(seat=4), ValidateAward(seat=4))[:checks])
    assert (pit.play.phase, pit.play.award.amount) == ("checking", 100_084)
    events = pit.service.do(report("wrong-number-of-cards"))
    undone = [(one.seat, one.wager) for one in events if isinstance(one, SettlementReversed)]
    assert undone == [(4, "pair-plus")]
    assert (pit.play.phase, pit.play.award) == ("betting", None)
    assert (pit.rack(1), pit.rack(4)) == (1_000_000, 1_000_000)
    assert (pit.service.chips(), str(pit.meter.amount)) == (TRAY, "$1,000")


@pytest.mark.clause("36.05.14.13D")
def test_a_share_of_the_meter_with_complete_papers_stands_when_the_round_proves_void() -> None:
    """Our reading of .13D: the cage paid it and its chip is spent; everything else comes back."""
    pit = wagered().deal(seat_1="9c 8d 2h", seat_4="As Ks Qs", dealer="Js Td 8c").plays(1)
    pit.showdown(4)
    pit.service.do(VerifyAward(seat=4), ValidateAward(seat=4), CompleteDocuments(seat=4, reference="J-1"))
    assert str(pit.meter.amount) == "$1,000"
    (miscounted,) = [act for act in pit.listed("report") if act.label == "Wrong number of cards dealt"]
    assert miscounted.fields["irregularity"] == ("wrong-number-of-cards",)
    called, voided, *events = pit.service.do(report("wrong-number-of-cards"))
    assert isinstance(called, IrregularityCalled)
    assert called.remedy.endswith("a payout whose papers are complete stands")
    assert isinstance(voided, HandsVoided)
    assert voided.reason.endswith("the payout whose papers are complete stands")
    assert [(seat, wager) for seat, wager, result, _ in lines(events) if result == "returned"] == [
        (1, "ante"), (1, "pair-plus"), (1, "six-card-bonus"), (1, "play"), (1, "progressive"),
    ]  # fmt: skip
    assert (pit.rack(1), pit.rack(4)) == (1_000_000, 1_000_000 - 100 + 100_084)
    assert not [event for event in events if isinstance(event, MeterReversed)], (
        "the meter went with the payout"
    )
    assert (pit.service.chips(), str(pit.meter.amount)) == (TRAY, "$1,000")
    reloaded(pit.service)
    pit.wager(1, ante=10, progressive=1).deal(seat_1="9c 8d 2h", dealer="Js Td 8c").folds(1).showdown()
    assert (pit.play.phase, pit.play.final) == ("betting", False)


@pytest.mark.clause("36.05.14.13D")
def test_a_super_royal_with_complete_papers_stands_and_the_wagers_of_others_leave_the_meter() -> None:
    pit = Pit(1, 4).wager(1, ante=10, progressive=5).wager(4, pair_plus=7, six_card_bonus=5)
    pit.deal(seat_1="2c 5c 7h", seat_4="As Ks Qs", dealer="Js Ts 9s").plays(1).showdown(4)
    pit.service.do(CompleteDocuments(seat=4, reference="S-1"))
    events = pit.service.do(report("wrong-number-of-cards"))
    assert [event.taken.cents for event in events if isinstance(event, MeterReversed)] == [70]
    assert (pit.rack(1), pit.rack(4)) == (1_000_000, 1_000_000 + 10_000_000)
    assert (pit.service.chips(), str(pit.meter.amount)) == (TRAY, "$1,000")


@pytest.mark.parametrize("moment", ["dealing", "stub", "deciding", "played"])
@pytest.mark.clause("36.05.14.13E")
def test_a_card_of_the_dealer_exposed_too_early_voids_the_round(moment: str) -> None:
    pit = wagered()
    _until(pit, moment)
    all_came_back(pit, pit.service.do(report("dealer-card-exposed")), ".13E", played=moment == "played")
    reloaded(pit.service)


@pytest.mark.clause("36.05.14.13E")
def test_what_a_player_folded_comes_back_too_when_the_dealers_card_was_exposed() -> None:
    pit = wagered().deal().folds(1)
    all_came_back(pit, pit.service.do(report("dealer-card-exposed")), ".13E")


@pytest.mark.clause("36.05.14.13E")
def test_a_dealer_without_a_card_has_none_to_expose() -> None:
    pit = wagered().close()
    pit.service.do(_first_cards(pit, 2))
    assert pit.play.phase == "dealing"
    assert pit.service.refused(report("dealer-card-exposed")).clause.id == f"{MD}.13E"
    assert "A card of the dealer was exposed too early" not in {act.label for act in pit.listed("report")}
    pit.service.do(_first_cards(pit, 1))
    assert "A card of the dealer was exposed too early" in {act.label for act in pit.listed("report")}


@pytest.mark.clause("36.05.14.13E")
def test_once_the_dealers_hand_is_turned_over_nothing_is_exposed_too_early() -> None:
    pit = wagered().deal().plays(1)
    pit.showdown()
    assert pit.service.refused(report("dealer-card-exposed")).clause.id == f"{MD}.13E"
    assert pit.service.refused(report("fire")).message.startswith("there is no irregularity")


@pytest.mark.clause("36.05.14.13F")
def test_a_shuffler_that_does_not_finish_means_another_shuffle() -> None:
    pit = Pit(1, **BY_HAND, decks=2)
    waiting = next(deck for deck in pit.play.kit.decks if deck.condition is Condition.SHUFFLED)
    events = pit.service.do(report("shuffler-fault"))
    assert [event.clause for event in events] == [f"{MD}.13F"]
    assert pit.play.kit.deck(waiting.serial).condition is Condition.STACKED
    pit.service.do(ShuffleDeck(deck=waiting.serial, device=True))


@pytest.mark.clause("36.05.14.13G#1", "36.05.14.13G#2")
def test_an_automated_shoe_that_fails_voids_the_round_and_all_cards_are_reshuffled() -> None:
    pit = wagered(**AUTOMATED_SHOE)
    _until(pit, "dealing")
    events = pit.service.do(report("automated-shoe-fault"))
    (called,) = [event for event in events if isinstance(event, IrregularityCalled)]
    assert (called.clause, called.also) == (f"{MD}.13G#1", (f"{MD}.13G#2",))
    all_came_back(pit, events, ".13G#1")
    assert pit.play.kit.decks[0].condition is Condition.USED


@pytest.mark.parametrize("how", ["covered", "signed"])
@pytest.mark.clause("36.05.14.13H", "36.05.14.13H(1)", "36.05.14.13H(2)")
def test_a_dead_device_is_covered_or_signed_before_the_cards_are_dealt_another_way(how: str) -> None:
    pit = Pit(1, **AUTOMATED_SHOE)
    pit.service.do(report("automated-shoe-unusable"))
    assert pit.service.refused(ChangeDealing(dealing=Dealing.MANUAL_SHOE)).clause.id == f"{MD}.13H"
    pit.service.do(MarkOutOfOrder(device=Device.AUTOMATED_SHOE, how=how))
    assert pit.play.kit.automated_shoe is DeviceStatus.OUT_OF_ORDER
    pit.service.do(ChangeDealing(dealing=Dealing.MANUAL_SHOE))


# The count of the stub.

COUNTS: list[tuple[dict[str, Any], str, str, str]] = [
    ({}, ".08H", ".08H(1)", ".08H(2)"),
    (BY_HAND, ".09F", ".09G", ".09H"),
    (AUTOMATED_SHOE, ".10E", ".10F", ".10G"),
]


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        pytest.param(options, misdealt, marks=pytest.mark.clause(MD + off, MD + misdealt), id=misdealt)
        for options, off, misdealt, _ in COUNTS
    ],
)
def test_a_misdeal_with_a_whole_deck_voids_the_round_and_keeps_the_deck(
    options: dict[str, Any], clause: str
) -> None:
    pit = wagered(**options).close()
    deal_unseen(pit.service)
    events = pit.service.do(CountStub(stub=42, in_hands=10))
    all_came_back(pit, events, clause)
    assert len(pit.play.kit.decks) == 1


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        pytest.param(options, gone, marks=pytest.mark.clause(MD + off, MD + gone), id=gone)
        for options, off, _, gone in COUNTS
    ],
)
def test_a_deck_that_is_not_whole_voids_the_round_and_leaves_the_table(
    options: dict[str, Any], clause: str
) -> None:
    pit = wagered(**options).close()
    deal_unseen(pit.service)
    events = pit.service.do(CountStub(stub=42))
    all_came_back(pit, events, clause)
    assert [event.deck for event in events if isinstance(event, DeckRemoved)] == ["D-1"]
    assert pit.play.kit.decks == ()


_MOMENTS: dict[str, Callable[[Pit], object]] = {
    "dealing": lambda pit: pit.close() and pit.service.do(_first_cards(pit, 3)),
    "stub": lambda pit: deal(pit.close().service),
    "deciding": lambda pit: pit.deal(),
    "played": lambda pit: pit.deal().plays(1),
}


def _first_cards(pit: Pit, cards: int) -> Deal:
    """With two players the third card, dealt one at a time, is the dealer's."""
    return Deal(cards=pit.game.left(pit.play)[:cards])


def _until(pit: Pit, moment: str) -> None:
    """The round up to a moment."""
    _MOMENTS[moment](pit)
