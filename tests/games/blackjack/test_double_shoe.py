"""A double shoe: two batches in two sides, which give a round in turn (633a.3(c), reading 633-04)."""

from types import SimpleNamespace
from typing import Any

import pytest

from houseway.equipment.decks import Back, Condition
from houseway.equipment.shoes import Cover
from houseway.games.blackjack import Blackjack
from houseway.table.card_play import BringDeck, Deal, HandsVoided, InspectDeck, OrderShuffle, ShuffleDeck
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.shoe_play import Burn, CardDrawn, CoverAppears, ReshuffleOrdered, RoundDiscarded
from houseway.table.twenty_one_irregularities import WRONGLY_CHECKED_SEEN
from houseway.web.shoe import shoe_view, uncounted
from tests.games.blackjack.dealing import bet, submission, table
from tests.games.twenty_one_dealing import deal, say, turn
from tests.service import Service
from tests.shoes import filled, prepared

SIDES = "633a.3(c)"
RED, BLUE = "R-1", "B-1"


def play(service: Service) -> str:
    """A round in which everybody stands; says from which batch it came."""
    bet(service)
    deal(service, "9c 7c 9d Th")
    say(service, "stand")
    (discarded,) = (event for event in turn(service) if isinstance(event, RoundDiscarded))
    return discarded.deck


def double(**options: Any) -> Service:
    return table(double_shoe=True, **options)


def conditions(service: Service) -> dict[str, str]:
    return {batch.serial: str(batch.condition) for batch in service.state.play.kit.decks}


@pytest.mark.clause(SIDES)
def test_the_sides_give_a_round_in_turn_and_a_card_is_burned_from_each() -> None:
    service = double()
    assert conditions(service) == {RED: "loaded", BLUE: "across"}
    assert play(service) == RED
    assert conditions(service) == {RED: "across", BLUE: "loaded"}
    bet(service)
    assert service.refused(Deal(cards=("9c",))).clause.id == "665a.7(c)#1"
    service.do(Burn())
    deal(service, "9c 7c 9d Th")
    say(service, "stand")
    turn(service)
    assert [play(service) for _ in range(3)] == [RED, BLUE, RED]


@pytest.mark.clause(SIDES)
def test_each_side_has_its_own_copies_of_a_card_and_its_own_cover_card() -> None:
    service = double(batch=1)
    assert (service.state.play.shoe.cover, service.state.play.across.cover) == (Cover.IN, Cover.IN)
    play(service)
    service.do(Burn())
    # What the red side gave lies in the rack; the blue side has a nine of clubs as well.
    play(service)
    bet(service)
    assert service.refused(Deal(cards=("9c",))).clause.id == "633a.3(a)"
    deal(service, "8c")


@pytest.mark.clause(SIDES)
def test_no_round_is_dealt_before_both_sides_are_filled() -> None:
    service = Service(Blackjack(submission(double_shoe=True, batch=1))).opened().seated(seat_1=100_000)
    service.do(BringDeck(serial="R", back=Back.RED), BringDeck(serial="B", back=Back.BLUE))
    third = service.refused(BringDeck(serial="G", back=Back.GREEN))
    assert third.clause.id == SIDES
    for batch in ("R", "B"):
        prepared(service, batch)
    filled(service, "R")
    bet(service)
    refusal = service.refused(Deal(cards=("9c",)))
    assert (refusal.clause.id, refusal.message) == (SIDES, "batch B is not in its side of the shoe")
    filled(service, "B")
    service.do(Burn())
    assert isinstance(deal(service, "9c")[-1], CardDrawn)


@pytest.mark.clause(SIDES)
def test_both_sides_hold_as_many_decks_of_different_backs() -> None:
    service = Service(Blackjack(submission(double_shoe=True, batch=2))).opened().seated(seat_1=100_000)
    service.do(BringDeck(serial="R-1", back=Back.RED), BringDeck(serial="R-2", back=Back.RED))
    same = service.refused(BringDeck(serial="R-3", back=Back.RED))
    assert (same.clause.id, same.message) == (SIDES, "the batch with red backs is whole")
    service.do(BringDeck(serial="B-1", back=Back.BLUE))
    assert service.refused(InspectDeck(deck="B-1")).clause.id == SIDES


@pytest.mark.clause(SIDES)
def test_a_side_whose_cover_card_came_out_is_filled_again_before_the_next_round() -> None:
    service = double()
    bet(service)
    deal(service, "9c")
    service.do(CoverAppears())
    deal(service, "7c 9d Th")
    say(service, "stand")
    turn(service)
    assert conditions(service) == {RED: "used", BLUE: "loaded"}
    bet(service)
    service.do(Burn())
    assert service.refused(Deal(cards=("9c",))).clause.id == SIDES
    service.do(ShuffleDeck(deck=RED))
    filled(service, RED)
    assert conditions(service) == {RED: "across", BLUE: "loaded"}
    deal(service, "9c 7c 9d Th")
    say(service, "stand")
    turn(service)
    # The red side is full again, and burns a card of its own.
    assert service.state.play.live.batch == RED
    assert service.state.play.live.left == 6 * 52
    service.do(Burn())
    assert play(service) == RED


@pytest.mark.clause(SIDES, "665a.5(c)(4)#1")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_a_shuffle_may_be_ordered_of_either_side(side: str) -> None:
    service = double()
    (ordered,) = service.do(OrderShuffle(deck=side))
    assert isinstance(ordered, ReshuffleOrdered)
    assert conditions(service)[side] == "used"
    service.do(ShuffleDeck(deck=side))
    filled(service, side)
    assert sorted(conditions(service).values()) == ["across", "loaded"]
    assert service.state.play.live.batch == (BLUE if side == RED else RED)


@pytest.mark.clause(SIDES)
def test_a_void_round_gives_the_turn_to_the_other_side() -> None:
    service = double()
    bet(service)
    deal(service, "9c 7c 9d Th")
    events = service.do(Report(irregularity=WRONGLY_CHECKED_SEEN, by=Role.FLOORPERSON))
    assert any(isinstance(event, HandsVoided) for event in events)
    assert service.state.play.live.batch == BLUE


def test_decks_of_both_sides_are_replaced_after_their_hours() -> None:
    game = Blackjack(submission(double_shoe=True, batch=2))
    assert len(list(game.pieces_in_use(game.ready()))) == 4
    (other,) = game.ready().kit.within(Condition.ACROSS)
    assert other.back is Back.BLUE


@pytest.mark.clause(SIDES)
def test_a_double_shoe_is_filled_by_the_dealer_and_of_one_design() -> None:
    assert not list(submission(double_shoe=True).findings())
    for wrong in ({"by_hand": True, "batch": 2}, {"shuffler": "automated", "batches": 2}):
        assert [finding.clause for finding in submission(double_shoe=True, **wrong).findings()] == [SIDES]
    steps = {step.clause.id for step in Blackjack(submission(double_shoe=True)).checklist}
    assert steps - {step.clause.id for step in Blackjack(submission()).checklist} == {SIDES}
    double()


def test_a_glance_tells_how_many_cards_are_in_either_side() -> None:
    service = double(batch=1)
    play(service)
    service.do(Burn())
    place: Any = SimpleNamespace(state=service.state)
    view = shoe_view(place)
    assert view is not None
    assert view.words.startswith("51 cards in this side of the shoe, 47 in the other, ")


def test_what_is_left_in_the_other_side_is_nobodys_to_count() -> None:
    told = uncounted(double().state)["play"]
    assert "seen" not in told["across"]
    assert "seen" not in told["shoe"]
