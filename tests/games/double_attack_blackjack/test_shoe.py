"""The shoe of Double Attack Blackjack: opening, cut, cover card, burns, and who may come in between shuffles (665a.3-665a.7)."""

import pytest

from houseway.equipment.decks import Back, Condition, Shuffler
from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.table.card_play import (
    BringDeck,
    Deal,
    InspectDeck,
    LoadDeck,
    OrderShuffle,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    SpreadIdle,
    VerifyDeck,
    WashDeck,
)
from houseway.table.chip_steps import BuyIn
from houseway.table.moves import LeaveSeat, PlaceWager, TakeSeat
from houseway.table.shoe_play import Burn, CutBatch, DeclineCut, LetIn, PlaceCover
from tests.games.double_attack_blackjack.dealing import CHIPS, bet, first, table
from tests.games.twenty_one_dealing import say, turn
from tests.service import Service
from tests.shoes import shoe_ready


def opened(*seats: int) -> Service:
    service = Service(DoubleAttackBlackjack(DoubleAttackSubmission())).opened()
    return service.seated(**{f"seat_{seat}": CHIPS for seat in seats or (1,)})


def deal_out(service: Service, seat: int) -> None:
    """A round in which this position alone plays, and stands."""
    first(service, "9c", "9d 9h 8h")
    say(service, "stand", seat)
    turn(service)


@pytest.mark.clause("665a.4(c)#1", "665a.4(d)#1", "665a.4(d)#2", "665a.7(a)#2", "665a.5(b)#1", "665a.5(c)")
def test_eight_decks_are_inspected_spread_washed_shuffled_cut_and_covered_before_a_card_is_dealt() -> None:
    service = opened()
    for number in range(1, 9):
        service.do(BringDeck(serial=f"R-{number}", back=Back.RED))
    assert service.refused(SpreadDeck(deck="R-1")).clause.id == "665a.4(c)#1"
    service.do(InspectDeck(deck="R-1"), VerifyDeck(deck="R-1"), SpreadDeck(deck="R-1"))
    assert service.refused(WashDeck(deck="R-1")).clause.id == "665a.4(d)#1"
    service.do(ShowSpread(deck="R-1"))
    (washed,) = service.do(WashDeck(deck="R-1"))
    assert washed.also == ("665a.4(d)#2",)
    assert service.refused(CutBatch(deck="R-1", depth=100, seat=1)).clause.id == "665a.4(d)#2"
    service.do(ShuffleDeck(deck="R-1"))
    assert service.refused(LoadDeck(deck="R-1")).clause.id == "665a.5(b)#1"
    assert service.refused(CutBatch(deck="R-1", depth=100, seat=2)).clause.id == "665a.5(c)"
    (cut,) = service.do(CutBatch(deck="R-1", depth=100, seat=1))
    assert {cut.clause, *cut.also} >= {"665a.5(c)(1)", "665a.5(b)#1", "665a.5(c)"}
    assert service.refused(PlaceCover(deck="R-1", behind=95)).clause.id == "665a.5(d)#3"
    service.do(PlaceCover(deck="R-1", behind=96))
    bet(service)
    assert service.refused(Deal(cards=("6c",))).clause.id == "665a.7(a)#2"
    (loaded,) = service.do(LoadDeck(deck="R-1"))
    assert {loaded.clause, *loaded.also} == {"665a.5(d)#4", "665a.7(a)#2"}
    assert service.refused(Deal(cards=("6c",))).clause.id == "665a.7(c)#1"
    service.do(Burn())
    service.do(Deal(cards=("6c",)))


@pytest.mark.clause("665a.5(c)(4)#1", "665a.5(c)(4)#2", "665a.5(f)")
def test_after_an_ordered_shuffle_the_far_right_is_offered_the_cut_and_the_refusal_goes_round() -> None:
    service = bet(table(1, 3, 5))
    first(service, "9c", "9d 9h 8h")
    service.do(OrderShuffle(deck="R-1"))
    say(service, "stand")
    turn(service)
    assert service.state.play.kit.decks[0].condition is Condition.USED
    service.do(ShuffleDeck(deck="R-1"))
    (declined,) = service.do(DeclineCut(deck="R-1", seat=5))
    assert declined.clause == "665a.5(c)(4)#1"
    (again,) = service.do(DeclineCut(deck="R-1", seat=3))
    assert {again.clause, *again.also} == {"665a.5(c)(3)#2", "665a.5(c)(4)#2"}
    # After an order the refusal goes counterclockwise too: not back to who left it to the next.
    assert service.refused(CutBatch(deck="R-1", depth=100, seat=5)).clause.id == "665a.5(c)(4)#2"
    service.do(CutBatch(deck="R-1", depth=100, seat=1))


@pytest.mark.clause("665a.6(b)", "665a.6(b)(1)", "665a.6(b)(2)")
def test_who_sits_out_a_round_waits_for_the_shuffle_or_for_the_house() -> None:
    service = bet(table(1, 2, mid_shoe_entry=False))
    first(service, "9c", "9d 9h 8h")
    say(service, "stand")
    turn(service)
    assert service.refused(PlaceWager(seat=2, wager="bet", amount=1_000)).clause.id == "665a.6(b)"
    (allowed,) = service.do(LetIn(seat=2))
    assert {allowed.clause, *allowed.also} == {"665a.6(b)(1)", "665a.6(b)(2)"}
    bet(service, 2)
    deal_out(service, 2)
    assert service.refused(PlaceWager(seat=1, wager="bet", amount=1_000)).clause.id == "665a.6(b)"
    # A reshuffle ends it for everybody, and there is nobody to let in.
    service.do(OrderShuffle(deck="R-1"), ShuffleDeck(deck="R-1"), CutBatch(deck="R-1", depth=100, seat=2))
    service.do(PlaceCover(deck="R-1", behind=96), LoadDeck(deck="R-1"), Burn())
    assert service.refused(LetIn(seat=1)).clause.id == "665a.6(b)(2)"
    bet(service, 1)


@pytest.mark.clause("665a.6(b)", "665a.6(b)(1)")
def test_the_bar_follows_whoever_sat_out_to_another_position_also_one_that_was_left() -> None:
    service = bet(table(1, 2, mid_shoe_entry=False))
    deal_out(service, 1)
    for left, taken in ((2, 3), (1, 1)):
        service.do(LeaveSeat(seat=left), TakeSeat(seat=taken), BuyIn(seat=taken, amount=10_000))
        refused = service.refused(PlaceWager(seat=taken, wager="bet", amount=1_000))
        assert refused.clause.id == "665a.6(b)"
    # A floorperson knows who played on.
    service.do(LetIn(seat=1))
    bet(service, 1)


@pytest.mark.clause("665a.5(g)#1", "665a.5(g)#2")
def test_at_an_idle_table_the_cards_are_spread_and_all_is_repeated() -> None:
    service = table()
    service.do(LeaveSeat(seat=1))
    (batch,) = service.state.play.kit.decks
    assert batch.condition is Condition.IDLE
    (spread,) = service.do(SpreadIdle(deck="R-1"))
    assert spread.clause == "665a.5(g)#1"
    service.seated(seat_3=CHIPS)
    (shown,) = service.do(ShowSpread(deck="R-1"))
    assert shown.clause == "665a.5(g)#2"
    service.do(WashDeck(deck="R-1"))


@pytest.mark.clause("665a.5(a)#1")
def test_no_card_is_dealt_before_the_shuffle() -> None:
    service = bet(opened())
    assert service.refused(Deal(cards=("6c",))).clause.id == "665a.5(a)#1"


def test_a_table_with_a_shuffler_plays_two_batches_in_turn() -> None:
    service = Service(
        DoubleAttackBlackjack(DoubleAttackSubmission(shuffler=Shuffler.AUTOMATED, batches=2))
    ).opened()
    shoe_ready(service.seated(seat_1=CHIPS))
    bet(service)
    first(service, "9c", "9d 9h 8h")
    say(service, "stand")
    turn(service)
    assert service.state.play.live.left == 384 - 5
