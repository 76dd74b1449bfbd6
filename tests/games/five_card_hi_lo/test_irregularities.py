"""Irregularities (663a.13), and exposed cards, of which the chapter says nothing (X-08)."""

import pytest

from houseway.equipment.decks import Condition, Dealing, Device, Shuffler
from houseway.games.five_card_hi_lo.events import ExposedCardRuledOn
from houseway.games.five_card_hi_lo.irregularities import CARD_EXPOSED
from houseway.games.five_card_hi_lo.moves import RuleOnExposedCard, Ruling
from houseway.games.five_card_hi_lo.round import DECIDING
from houseway.table.card_irregularities import DRAWN_IN_ERROR, SHOE_FAULT, WRONG_NUMBER
from houseway.table.card_play import (
    CardDealt,
    CardSetAside,
    ChangeDealing,
    CountStub,
    CutDeck,
    Deal,
    DeviceMarked,
    DiscardStub,
    FindFaceUp,
    HandsVoided,
    LoadDeck,
    MarkOutOfOrder,
    ShuffleDeck,
)
from houseway.table.deck_steps import SHOE_UNUSABLE, SHUFFLER_FAULT, SHUFFLER_UNUSABLE
from houseway.table.events import Event, GamingCeased, GamingResumed, IrregularityCalled
from houseway.table.moves import CallNoMoreBets, Report, TakeSeat
from houseway.table.roles import Role
from houseway.table.routine import chance_due, routine_move
from tests.crew import lines
from tests.games.five_card_hi_lo.dealing import HiLo

BETS = {2: {"ante": 1000, "tie": 500}, 4: {"ante": 500, "poker_bonus": 700}}
RETURNED = [
    (2, "ante", "returned", 0),
    (2, "tie", "returned", 0),
    (4, "ante", "returned", 0),
    (4, "poker-bonus", "returned", 0),
]


def report(irregularity: str, by: Role = Role.DEALER) -> Report:
    return Report(irregularity=irregularity, by=by)


def in_the_deal(**options: object) -> HiLo:
    """Three cards are out."""
    table = HiLo(BETS, **options)
    table.do(CallNoMoreBets(), Deal(cards=("As", "Kd", "2c")))
    return table


def is_void(table: HiLo, events: list[Event], clause: str) -> None:
    """All hands void by this clause, every wager back to the cent, and the cards to be shuffled."""
    (voided,) = [event for event in events if isinstance(event, HandsVoided)]
    assert voided.clause == clause
    assert lines(events) == RETURNED
    assert table.state.bets == ()
    assert table.state.hands == ()
    assert table.game.between_rounds(table.state)
    assert [deck.condition for deck in table.state.kit.decks] == [Condition.USED]


@pytest.mark.clause("663a.13(a)#1")
def test_one_card_found_face_up_is_set_aside_and_not_used_in_the_round() -> None:
    table = in_the_deal()
    (aside,) = table.do(FindFaceUp(card="Qh"))
    assert isinstance(aside, CardSetAside)
    assert aside.clause == "663a.13(a)#1"
    assert table.refused(Deal(cards=("Qh",))).clause.id == "663a.3(a)"
    table.do(Deal(cards=table.cards()))
    assert {len(hand.cards) for hand in table.state.hands} == {5}
    counted, *_ = table.do(CountStub(stub=36))
    assert counted.total == 52  # type: ignore[attr-defined]
    assert table.state.phase == DECIDING


@pytest.mark.clause("663a.13(a)#2")
def test_a_second_card_found_face_up_voids_the_round() -> None:
    table = in_the_deal()
    table.do(FindFaceUp(card="Qh"))
    is_void(table, table.do(FindFaceUp(card="Jh")), "663a.13(a)#2")


@pytest.mark.clause("663a.13(a)#1")
def test_cards_are_found_face_up_only_while_they_are_dealt() -> None:
    table = HiLo(BETS)
    assert table.refused(FindFaceUp(card="Qh")).clause.id == "663a.13(a)#1"
    table.dealt()
    assert table.refused(FindFaceUp(card="Qh")).clause.id == "663a.13(a)#1"


@pytest.mark.clause("663a.13(b)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    table = in_the_deal()
    before = table.state
    (called,) = table.do(report(DRAWN_IN_ERROR))
    assert isinstance(called, IrregularityCalled)
    assert (called.clause, called.remedy) == ("663a.13(b)", "use it as the next card")
    assert table.state == before
    (next_card,) = table.do(Deal(cards=("9c",)))
    assert isinstance(next_card, CardDealt)
    assert (next_card.seat, next_card.card) == (2, "9c")


@pytest.mark.clause("663a.13(c)")
@pytest.mark.parametrize("found", ["dealing", "stub", "deciding", "setting"])
def test_a_wrong_number_of_cards_voids_the_round_whenever_it_is_found(found: str) -> None:
    table = in_the_deal()
    if found != "dealing":
        table.do(Deal(cards=table.cards()))
    if found in ("deciding", "setting"):
        table.do(DiscardStub())
    if found == "setting":
        table.decided()
        # The Play Wagers come back too.
        events = table.do(report(WRONG_NUMBER))
        assert len(lines(events)) == 6
        assert {result for _, _, result, _ in lines(events)} == {"returned"}
        return
    is_void(table, table.do(report(WRONG_NUMBER)), "663a.13(c)")


@pytest.mark.clause("663a.13(d)")
def test_cards_of_a_shuffler_that_jams_are_reshuffled() -> None:
    table = HiLo(BETS, shuffler=Shuffler.AUTOMATED, decks=2)
    assert [deck.condition for deck in table.state.kit.decks] == [Condition.LOADED, Condition.SHUFFLED]
    (called,) = table.do(report(SHUFFLER_FAULT))
    assert called.clause == "663a.13(d)"
    assert table.state.kit.decks[1].condition is Condition.STACKED
    table.do(ShuffleDeck(deck="deck 2", device=True))


@pytest.mark.clause("663a.13(e)")
@pytest.mark.parametrize("cards_out", [0, 7, 15])
def test_a_failing_automated_shoe_voids_the_round(cards_out: int) -> None:
    table = HiLo(BETS, dealing=Dealing.AUTOMATED_SHOE)
    table.do(CallNoMoreBets())
    if cards_out:
        table.do(Deal(cards=table.cards()[:cards_out]))
    events = table.do(report(SHOE_FAULT))
    (voided,) = [event for event in events if isinstance(event, HandsVoided)]
    assert voided.clause == "663a.13(e)"
    assert lines(events) == RETURNED
    assert table.game.between_rounds(table.state)


@pytest.mark.clause("663a.13(f)")
def test_another_way_is_taken_up_only_once_a_broken_device_is_covered_or_signed() -> None:
    table = HiLo(BETS, dealing=Dealing.AUTOMATED_SHOE)
    table.do(report(SHOE_UNUSABLE))
    by_shoe = ChangeDealing(dealing=Dealing.MANUAL_SHOE)
    assert table.refused(by_shoe).clause.id == "663a.13(f)"
    (marked,) = table.do(MarkOutOfOrder(device=Device.AUTOMATED_SHOE, how="signed"))
    assert isinstance(marked, DeviceMarked)
    assert (marked.clause, marked.how) == ("663a.13(f)", "signed")
    table.do(by_shoe, LoadDeck(deck="deck 1"), CallNoMoreBets())


@pytest.mark.clause("663a.13(f)", "663a.9(a)(1)")
def test_a_shuffler_out_of_order_ends_dealing_from_the_hand() -> None:
    table = HiLo({2: {"ante": 1000}}, dealing=Dealing.HAND, shuffler=Shuffler.AUTOMATED).dealt()
    table.fold()
    table.decided()
    table.do(report(SHUFFLER_UNUSABLE))
    by_hand = ShuffleDeck(deck="deck 1")
    assert table.refused(by_hand).clause.id == "663a.13(f)"
    table.do(MarkOutOfOrder(device=Device.SHUFFLER, how="covered"), by_hand, CutDeck(deck="deck 1", depth=10))
    assert table.refused(LoadDeck(deck="deck 1")).clause.id == "663a.9(a)(1)"
    table.do(ChangeDealing(dealing=Dealing.MANUAL_SHOE), LoadDeck(deck="deck 1"))


def test_devices_that_are_not_there_do_not_fail() -> None:
    table = in_the_deal()
    for irregularity in (SHUFFLER_FAULT, SHUFFLER_UNUSABLE, SHOE_FAULT, SHOE_UNUSABLE):
        assert "cannot be called now" in table.refused(report(irregularity)).message
    assert "there is no irregularity" in table.refused(report("rain")).message


# A player's card exposed by the dealer: the chapter is silent, a floorperson decides.


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        pytest.param({}, "663a.8(c)", marks=pytest.mark.clause("663a.8(c)")),
        pytest.param(
            {"dealing": Dealing.HAND, "shuffler": Shuffler.AUTOMATED},
            "663a.9(b)#1",
            marks=pytest.mark.clause("663a.9(b)#1"),
        ),
        pytest.param(
            {"dealing": Dealing.AUTOMATED_SHOE}, "663a.10(b)#2", marks=pytest.mark.clause("663a.10(b)#2")
        ),
    ],
)
def test_an_exposed_card_breaks_the_rule_of_this_way_of_dealing(
    options: dict[str, object], clause: str
) -> None:
    table = HiLo(BETS, **options)
    table.do(CallNoMoreBets(), Deal(cards=table.cards()))
    called, ceased = table.do(report(CARD_EXPOSED))
    assert called.clause == ceased.clause == clause
    assert table.refused(DiscardStub()).clause.id == clause
    ruled, *_ = table.do(RuleOnExposedCard(ruling=Ruling.VOID))
    assert ruled.clause == clause


@pytest.mark.clause("663a.8(c)")
@pytest.mark.parametrize("moment", ["dealing", "deciding"])
def test_an_exposed_card_stops_the_round_until_a_floorperson_has_decided(moment: str) -> None:
    table = in_the_deal()
    if moment == "deciding":
        table.do(Deal(cards=table.cards()), DiscardStub())
    _, ceased = table.do(report(CARD_EXPOSED))
    assert isinstance(ceased, GamingCeased)
    assert [act.move for act in table.game.legal(table.state)] == ["rule-on-exposed-card"]
    assert chance_due(table.game, table.state) is None
    assert routine_move(table.game, table.state) is None
    for move in (Deal(cards=("9c",)), TakeSeat(seat=6), report(WRONG_NUMBER)):
        assert table.refused(move).message == "play has stopped over an exposed card"
    by_dealer = RuleOnExposedCard(ruling=Ruling.PLAY_ON, by=Role.DEALER)
    assert table.refused(by_dealer).clause.id == "663a.8(c)"
    ruled, resumed = table.do(RuleOnExposedCard(ruling=Ruling.PLAY_ON))
    assert isinstance(ruled, ExposedCardRuledOn)
    assert (ruled.ruling, ruled.by) == ("play-on", "floorperson")
    assert isinstance(resumed, GamingResumed)
    if moment == "dealing":
        table.do(Deal(cards=("9c",)))
    else:
        table.fold()


@pytest.mark.clause("663a.8(c)")
def test_a_floorperson_may_void_a_round_with_an_exposed_card() -> None:
    table = in_the_deal()
    table.do(report(CARD_EXPOSED, Role.FLOORPERSON))
    is_void(table, table.do(RuleOnExposedCard(ruling=Ruling.VOID, by=Role.PIT_MANAGER)), "663a.8(c)")
    assert not table.state.stopped


def test_there_is_nothing_to_rule_on_without_an_exposed_card() -> None:
    assert in_the_deal().refused(RuleOnExposedCard(ruling=Ruling.VOID)).clause.id == "663a.8(c)"
