"""Games dealt from a shoe that outlives the round, tried on Small Twenty-One through a whole table."""

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.equipment.cards import UNSEEN
from houseway.equipment.decks import Back, Condition, DeviceStatus, Shuffler
from houseway.equipment.shoes import Cover
from houseway.floor import Recorded
from houseway.floor.record import Record
from houseway.journal import canonical
from houseway.table.card_felt import BETTING
from houseway.table.card_irregularities import DRAWN_IN_ERROR
from houseway.table.card_play import (
    BringDeck,
    CardSetAside,
    Deal,
    DeckHandled,
    DeckRemoved,
    FindFaceUp,
    HandsVoided,
    InspectDeck,
    LoadDeck,
    OrderRecut,
    OrderShuffle,
    RemoveDeck,
    RoundCompleted,
    SettlementReversed,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    SpreadIdle,
    VerifyDeck,
    WashDeck,
)
from houseway.table.deck_steps import SHUFFLER_FAULT, SHUFFLER_UNUSABLE
from houseway.table.events import Event, IrregularityCalled, Result, Settled, Surrendered, WagerRaised, rack
from houseway.table.moves import LeaveSeat, Move, PlaceWager, Report, TakeSeat
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.procedure import Table
from houseway.table.roles import Role
from houseway.table.routine import chance_due, move_of, routine_move
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED
from houseway.table.shoe_play import (
    BatchCut,
    Burn,
    CardBurned,
    CardCorrected,
    CardDrawn,
    CardTurnedUp,
    CorrectCard,
    CoverAppeared,
    CoverAppears,
    CutBatch,
    Decide,
    DeclineCut,
    LetIn,
    PlaceCover,
    RefillShoe,
    ReshuffleOrdered,
    RoundDiscarded,
    ShoeRefilled,
)
from houseway.table.table_state import Act
from houseway.web import unseen
from tests.games.sessions import concrete
from tests.service import TRAY, Service
from tests.table.small_shoe import (
    DRAW,
    RULES,
    STAND,
    SURRENDER,
    WRONGLY_PEEKED,
    SmallShoe,
    SmallShoeSubmission,
    TurnHole,
)

CHIPS = 100_000
DECKS = {"R": Back.RED, "B": Back.BLUE}


def table(*seats: int, **options: Any) -> Service:
    """An open table with players who came in this order."""
    service = Service(SmallShoe(SmallShoeSubmission(**options))).opened()
    return service.seated(**{f"seat_{seat}": CHIPS for seat in seats or (1,)})


def brought(service: Service, letter: str = "R") -> Service:
    """A whole batch of two decks."""
    for number in (1, 2):
        service.do(BringDeck(serial=f"{letter}{number}", back=DECKS[letter]))
    return service


def stacked(service: Service, letter: str = "R") -> Service:
    """A batch brought, inspected, shown, washed and stacked."""
    brought(service, letter)
    steps: tuple[Any, ...] = (InspectDeck, VerifyDeck, SpreadDeck, ShowSpread, WashDeck)
    service.do(*(step(deck=f"{letter}1") for step in steps))
    return service


def shuffled(service: Service, letter: str = "R") -> Service:
    """A batch in one stack."""
    device = service.state.play.kit.shuffler is DeviceStatus.IN_SERVICE
    service.do(ShuffleDeck(deck=f"{letter}1", device=device))
    return service


def cut(service: Service, letter: str = "R", behind: int = 24) -> Service:
    """The stack cut by whoever is offered it, covered and in the shoe."""
    offered = next(act for act in service.table.legal(service.state, service.now) if act.move == "cut-batch")
    deck = f"{letter}1"
    service.do(
        CutBatch(deck=deck, depth=30, seat=offered.fields["seat"][0], by=offered.by[0]),
        PlaceCover(deck=deck, behind=behind),
        LoadDeck(deck=deck),
    )
    return service


def ready(*seats: int, behind: int = 24, **options: Any) -> Service:
    """A table with a shoe whose first card is burned."""
    service = cut(shuffled(stacked(table(*seats, **options))), behind=behind)
    service.do(Burn())
    return service


def bet(service: Service, *seats: int, amount: int = 1_000) -> Service:
    service.do(*(PlaceWager(seat=seat, wager="bet", amount=amount) for seat in seats or (1,)))
    return service


def deal(service: Service, cards: str) -> list[Event]:
    return service.do(Deal(cards=tuple(cards.split())))


def listed(service: Service) -> set[str]:
    return {act.move for act in service.table.legal(service.state, service.now)}


def live(service: Service) -> Any:
    return service.state.play.live


def last_round(service: Service) -> list[Event]:
    """A round in which position 1 stands and the dealer has twenty."""
    bet(service)
    deal(service, "Kc 9c 8c Kd")
    service.do(Decide(seat=1, decision=STAND))
    return service.do(TurnHole())


# Batches.


@pytest.mark.clause("665a.3(a)#1", "665a.3(a)#2", "665a.4(a)#1")
def test_decks_come_one_by_one_until_their_batch_is_whole() -> None:
    service = table()
    service.do(BringDeck(serial="R1", back=Back.RED))
    assert service.refused(InspectDeck(deck="R1")).clause in RULES.batch
    assert service.refused(BringDeck(serial="r1", back=Back.RED)).clause == RULES.batch[0]
    assert service.refused(BringDeck(serial="B1", back=Back.BLUE)).clause == RULES.batch[0]
    assert service.refused(BringDeck(serial="R2", back=Back.RED, jokers=1)).clause in RULES.deck_holds
    mixed = service.refused(BringDeck(serial="R2", back=Back.RED, preshuffled=True))
    assert mixed.clause == RULES.preshuffled[0]
    service.do(BringDeck(serial="R2", back=Back.RED))
    assert service.refused(BringDeck(serial="R3", back=Back.RED)).clause == RULES.backs_differ[0]
    service.do(InspectDeck(deck="R1"))
    (batch,) = service.state.play.kit.decks
    assert (batch.serials, batch.condition) == (("R1", "R2"), Condition.INSPECTED)
    assert len(service.state.decks) == 2  # each deck has its own clock


@pytest.mark.clause("665a.4(f)")
def test_a_preshuffled_batch_waits_for_its_cut() -> None:
    service = table()
    for serial in ("R1", "R2"):
        service.do(BringDeck(serial=serial, back=Back.RED, preshuffled=True))
    assert service.state.play.kit.decks[0].condition is Condition.SHUFFLED
    cut(service)


@pytest.mark.clause("665a.3(c)")
def test_every_deck_of_the_shoe_is_replaced_after_its_hours() -> None:
    service = bet(ready())
    service.later(hours=24, seconds=-1)
    assert "deal" in listed(service)
    service.later(seconds=1)
    assert service.refused(Deal(cards=("Kc",))).clause == RULES.life_from_shoe.clause
    assert "deal" not in listed(service)
    gone = service.do(RemoveDeck(deck="R1"))
    assert [event.deck for event in gone if isinstance(event, DeckRemoved)] == ["R1", "R2"]
    assert service.refused(Deal(cards=("Kc",))).clause == RULES.shuffle_due[0]


def test_a_round_that_began_in_time_is_finished() -> None:
    service = bet(ready())
    service.later(hours=24, seconds=-1)
    deal(service, "Kc")
    service.later(seconds=1)
    deal(service, "9c 8c Kd")
    assert service.state.play.drawn == (DEALER_PLACE, Place(1), Place(1), DEALER_PLACE)


@pytest.mark.clause("665a.3(b)(2)#2", "665a.3(b)(3)", "665a.3(b)(4)", "665a.3(b)(5)")
def test_two_batches_take_turns_one_waiting_shuffled_in_the_device() -> None:
    service = table(1, shuffler=Shuffler.AUTOMATED, batches=2)
    shuffled(stacked(service, "R"), "R")
    service.do(CutBatch(deck="R1", depth=30, seat=1), PlaceCover(deck="R1", behind=24))
    assert service.refused(LoadDeck(deck="R1")).clause == RULES.one_in_shuffler[0]
    shuffled(stacked(service, "B"), "B").do(LoadDeck(deck="R1"), Burn())
    assert service.refused(BringDeck(serial="R3", back=Back.RED)).clause == RULES.backs_differ[0]
    assert service.refused(CutBatch(deck="B1", depth=30, seat=1)).clause == RULES.one_in_shuffler[0]
    last_round(service)
    last_round(service)  # the shoe goes on
    service.do(OrderShuffle(deck="R1"))
    service.do(CutBatch(deck="B1", depth=30, seat=1), PlaceCover(deck="B1", behind=24))
    assert service.refused(LoadDeck(deck="B1")).clause == RULES.one_in_rack[0]
    shuffled(service, "R")
    assert service.refused(CutBatch(deck="R1", depth=30, seat=1)).clause == RULES.alternate[0]
    service.do(LoadDeck(deck="B1"), Burn())
    assert live(service).batch == "B1"
    last_round(service)


# The cut.


@pytest.mark.clause("665a.5(c)(1)", "665a.5(c)(3)#2", "665a.5(b)#2", "665a.5(d)#1")
def test_the_first_to_arrive_is_offered_the_cut_then_the_others_then_the_dealer() -> None:
    service = shuffled(stacked(table(4, 2, 5)))
    assert service.refused(CutBatch(deck="R1", depth=30, seat=2)).clause == RULES.cut_first_arrived[0]
    assert service.refused(DeclineCut(deck="R1", seat=5)).clause == RULES.cut_first_arrived[0]
    (first,) = service.do(DeclineCut(deck="R1", seat=4))
    assert first.clause == RULES.cut_first_arrived[0].id
    (second,) = service.do(DeclineCut(deck="R1", seat=2))
    assert second.clause == RULES.cut_refused[0].id
    assert service.refused(CutBatch(deck="R1", depth=30, by=Role.DEALER)).clause == RULES.cut_refused[0]
    service.do(DeclineCut(deck="R1", seat=5))
    assert "decline-cut" not in listed(service)
    assert service.refused(CutBatch(deck="R1", depth=30)).clause == RULES.cut_by_dealer[0]
    for depth in (9, 87):
        too_near = service.refused(CutBatch(deck="R1", depth=depth, by=Role.DEALER))
        assert too_near.clause == RULES.cut[0]
    (made,) = service.do(CutBatch(deck="R1", depth=10, by=Role.DEALER))
    assert made == BatchCut(
        deck="R1", seat=0, depth=10, clause="665a.5(b)#2", also=("665a.5(d)#1", "665a.5(d)#2")
    )


@pytest.mark.clause("665a.5(d)#3", "665a.5(d)#4", "665a.5(e)#1")
def test_the_cover_card_is_in_before_the_shoe_is_filled_and_a_recut_repeats_all() -> None:
    service = shuffled(stacked(table(4, 2)))
    service.do(DeclineCut(deck="R1", seat=4), CutBatch(deck="R1", depth=30, seat=2))
    assert service.refused(LoadDeck(deck="R1")).clause == RULES.cover_placed[0]
    assert service.refused(PlaceCover(deck="R1", behind=23)).clause == RULES.cover_placed[0]
    service.do(PlaceCover(deck="R1", behind=24))
    assert service.refused(PlaceCover(deck="R1", behind=24)).clause == RULES.cover_placed[0]
    service.do(OrderRecut(deck="R1"))
    assert service.refused(LoadDeck(deck="R1")).clause == RULES.cut_offered[0]
    again = service.refused(CutBatch(deck="R1", depth=30, seat=4))
    assert "position 2" in again.message  # the last cutter, not who had declined
    service.do(CutBatch(deck="R1", depth=30, seat=2), PlaceCover(deck="R1", behind=30))
    (loaded,) = service.do(LoadDeck(deck="R1"))
    assert loaded.clause == RULES.cut_loaded[0].id
    assert service.refused(OrderRecut(deck="R1")).clause == RULES.recut[0]
    assert (live(service).behind, live(service).left) == (30, 96)


@pytest.mark.parametrize(
    ("dealt", "seat", "clause"),
    [
        pytest.param(
            "Kc 9c", 3, "cut_where_cover_came", marks=pytest.mark.clause("665a.5(c)(2)"), id="a player's"
        ),
        pytest.param(
            "", 5, "cut_cover_at_dealer", marks=pytest.mark.clause("665a.5(c)(3)#1"), id="the dealer's"
        ),
        pytest.param(None, 5, "cut_after_order", marks=pytest.mark.clause("665a.5(c)(4)#1"), id="an order"),
    ],
)
def test_who_cuts_next_depends_on_where_the_cover_card_came_out(
    dealt: str | None, seat: int, clause: str
) -> None:
    service = bet(ready(1, 3, 5), 1, 3, 5)
    if dealt is None:
        deal(service, "Kc")
        service.do(OrderShuffle(deck="R1", by=Role.FLOORPERSON))
    else:
        if dealt:
            deal(service, dealt)
        service.do(CoverAppears())
    finish(service)
    assert service.state.play.kit.decks[0].condition is Condition.USED
    shuffled(service)
    offered = next(act for act in service.table.legal(service.state, service.now) if act.move == "cut-batch")
    assert offered.fields["seat"] == (seat,)
    assert offered.clause == getattr(RULES, clause)[0].id
    refusal = service.refused(CutBatch(deck="R1", depth=30, seat=1))
    assert refusal.clause == getattr(RULES, clause)[0]


def finish(service: Service) -> None:
    """The round as the first cards left would have it, everyone standing."""
    game = service.table.game
    assert isinstance(game, SmallShoe)
    while service.state.play.phase != BETTING or service.state.play.bets:
        state = service.state.play
        turn = game.turn(state)
        if turn is not None:
            service.do(Decide(seat=turn.place.seat, hand=turn.place.hand, decision=STAND))
        elif game.due(state) is not None:
            service.do(Deal(cards=(next(iter(game.cards.not_seen(live(service)))),)))
        else:
            service.do(TurnHole())


# Burns.


@pytest.mark.clause("665a.7(c)#1", "665a.7(c)#2")
def test_one_card_is_burned_for_a_new_shoe_and_for_each_dealer_who_comes() -> None:
    service = bet(cut(shuffled(stacked(table()))))
    assert service.refused(Deal(cards=("Kc",))).clause == RULES.burn_batch[0]
    assert "deal" not in listed(service)
    (burned,) = service.do(Burn())
    assert burned == CardBurned(card=UNSEEN, clause=RULES.burn_batch[0].id)
    assert service.refused(Burn()).clause == RULES.burn_batch[0]
    deal(service, "Kc 9c")
    service.who = "another"
    assert service.refused(Deal(cards=("8c",))).clause == RULES.burn_dealer[0]
    (burned,) = service.do(Burn(card="2c"))
    assert burned == CardBurned(card="2c", clause=RULES.burn_dealer[0].id)
    deal(service, "8c Kd")
    assert service.state.play.dealer == "another"
    assert live(service).left == 96 - 4 - 2


def test_what_players_and_floorpersons_do_makes_no_new_dealer() -> None:
    service = bet(ready())
    service.who = "a player"
    service.do(TakeSeat(seat=2))
    service.do(OrderShuffle(deck="R1"))
    assert service.state.play.dealer == "tester"


# Cards.


@pytest.mark.clause("665a.7(e)#1", "665a.7(f)(1)", "665a.7(f)(2)", "665a.7(f)(3)", "665a.7(q)")
def test_cards_go_one_by_one_to_whom_they_are_due() -> None:
    service = bet(ready(1, 3), 1, 3)
    events = deal(service, "Kc 9c 9d 8c 7d ??")
    drawn = [(e.seat, e.hand, e.card, e.face) for e in events if isinstance(e, CardDrawn)]
    assert drawn == [
        (0, 1, "Kc", "up"),
        (1, 1, "9c", "up"),
        (3, 1, "9d", "up"),
        (1, 1, "8c", "up"),
        (3, 1, "7d", "up"),
        (0, 1, UNSEEN, "down"),
    ]
    assert service.refused(Deal(cards=("2c",))).clause.id == "665a.7(h)(2)"
    service.do(Decide(seat=1, decision=STAND), Decide(seat=3, decision=DRAW))
    deal(service, "2d")
    service.do(Decide(seat=3, decision=STAND))
    assert service.refused(TurnHole()).clause.id == "665a.7(l)"
    events = service.do(TurnHole(cards=("7h",)))
    assert isinstance(events[0], CardTurnedUp)
    lines = [(e.seat, e.result) for e in events if isinstance(e, Settled)]
    assert lines == [(3, Result.WIN), (1, Result.PUSH)]
    assert isinstance(events[-1], RoundDiscarded)
    assert service.state.play.kit.decks[0].condition is Condition.LOADED
    assert live(service).left == 96 - 1 - 7


@pytest.mark.clause("665a.3(a)#1")
def test_a_copy_more_than_the_batch_has_is_refused() -> None:
    service = bet(ready(1, 3, 5), 1, 3, 5)
    deal(service, "Kc Kc")
    assert service.refused(Deal(cards=("Kc",))).clause == RULES.batch[0]
    assert service.refused(Deal(cards=("Ts",))).clause == RULES.batch[0]
    offered = next(act for act in service.table.legal(service.state, service.now) if act.move == "deal")
    assert ("Kc",) not in offered.fields["cards"]
    assert service.refused(Deal(cards=(UNSEEN,))).clause.id == "665a.7(f)(1)"
    assert service.refused(Deal(cards=())).clause == RULES.batch[0]


@pytest.mark.clause("665a.3(a)#1")
def test_a_card_told_wrongly_is_put_right_until_a_wager_was_settled_by_it() -> None:
    service = bet(ready(1, 3), 1, 3)
    deal(service, "Kc Kc 9d 8c 7d Kd")
    (put_right,) = service.do(CorrectCard(seat=1, was="Kc", card="2c"))
    assert put_right == CardCorrected(
        seat=1, hand=1, was="Kc", card="2c", by="floorperson", clause=RULES.batch[0].id
    )
    assert service.state.play.at(Place(1)) == ("2c", "8c")
    assert service.refused(CorrectCard(seat=1, was="Kc", card="3c")).clause == RULES.batch[0]
    assert service.refused(CorrectCard(seat=1, was="2c", card=UNSEEN)).clause == RULES.batch[0]
    by_a_player = CorrectCard(seat=1, was="2c", card="3c", by=Role.PLAYER)
    assert service.refused(by_a_player).clause == RULES.batch[0]
    service.do(CorrectCard(seat=0, was="Kc", card="Qc"))
    assert service.state.play.at(DEALER_PLACE) == ("Qc", "Kd")
    service.do(Decide(seat=1, decision=DRAW))
    deal(service, "Ks")  # twenty
    service.do(Decide(seat=1, decision=STAND), Decide(seat=3, decision=DRAW))
    lost = deal(service, "Kh")
    assert isinstance(lost[-1], Settled)
    for seat, was in ((0, "Qc"), (3, "Kh")):
        assert service.refused(CorrectCard(seat=seat, was=was, card="2h")).clause == RULES.batch[0]
    service.do(CorrectCard(seat=1, was="Ks", card="Qs"))


def test_a_correction_may_end_a_hand() -> None:
    service = bet(ready(1, 3), 1, 3)
    deal(service, "Kc 9c 9d 8c 7d Kd")
    service.do(Decide(seat=1, decision=DRAW))
    deal(service, "2c")
    lost = service.do(CorrectCard(seat=1, was="2c", card="Jh"))
    assert [event.result for event in lost if isinstance(event, Settled)] == [Result.LOSE]
    turn = service.table.game.turn(service.state.play)  # type: ignore[attr-defined]
    assert turn.place == Place(3)


@pytest.mark.clause("665a.13(a)")
def test_a_card_found_face_up_is_discarded_and_any_number_may_be() -> None:
    service = bet(ready())
    deal(service, "Kc")
    assert service.refused(FindFaceUp(card=UNSEEN)).clause == RULES.face_up[0]
    for card in ("2c", "2c", "3c"):
        (aside,) = service.do(FindFaceUp(card=card))
        assert aside == CardSetAside(card=card, clause=RULES.face_up[0].id)
    assert service.refused(FindFaceUp(card="2c")).clause == RULES.batch[0]
    deal(service, "9c 8c Kd")
    assert live(service).left == 96 - 1 - 4 - 3


# Decisions, splits, surrender.


@pytest.mark.clause("665a.7(h)(2)")
def test_only_whose_turn_it_is_decides_what_may_be_decided() -> None:
    service = bet(ready(1, 3), 1, 3)
    assert service.refused(Decide(seat=1, decision=STAND)).clause.id == "665a.6(d)"
    deal(service, "Kc 9c 9d 8c 7d Kd")
    assert service.refused(Decide(seat=3, decision=STAND)).clause.id == "665a.7(h)(2)"
    assert service.refused(Decide(seat=1, hand=2, decision=STAND)).clause.id == "665a.7(h)(2)"
    assert service.refused(Decide(seat=1, decision="sing")).clause.id == "665a.7(h)(2)"
    service.do(Decide(seat=1, decision=DRAW))
    deal(service, "2c")
    late = service.refused(Decide(seat=1, decision=SURRENDER))
    assert "one of: stand, draw" in str(late.fix)


@pytest.mark.clause("665a.11(a)#1", "665a.11(a)#2")
def test_a_pair_is_split_into_two_hands_that_are_settled_apart() -> None:
    service = bet(ready(1, 3), 1, 3)
    deal(service, "Kc 9c 9d 9h 7d Kd")
    wrong = PlaceWager(seat=1, wager="split", amount=500)
    assert service.refused(wrong).clause.id == "665a.11(a)#2"
    service.do(PlaceWager(seat=1, wager="split", amount=1_000))
    assert service.state.play.at(Place(1)) == ("9c",)
    assert service.state.play.at(Place(1, 2)) == ("9h",)
    again = PlaceWager(seat=3, wager="split", amount=1_000)
    assert service.refused(again).clause.id == "665a.11(a)#1"
    drawn = [event for event in deal(service, "Ac Qs") if isinstance(event, CardDrawn)]
    assert [(event.seat, event.hand) for event in drawn] == [(1, 1), (1, 2)]
    service.do(*(Decide(seat=1, hand=hand, decision=STAND) for hand in (1, 2)))
    service.do(Decide(seat=3, decision=STAND))
    lines = [event for event in service.do(TurnHole()) if isinstance(event, Settled)]
    assert [(line.seat, line.wager, line.result) for line in lines] == [
        (3, "bet", Result.LOSE),
        (1, "bet", Result.PUSH),
        (1, "split", Result.LOSE),
    ]


@pytest.mark.clause("665a.9(b)(1)")
def test_a_hand_given_up_costs_half_and_is_undone_if_the_hands_prove_void() -> None:
    service = bet(ready(1, 3), 1, 3)
    deal(service, "8d 9c 9d 7h 7d Kd")
    (_, line) = service.do(Decide(seat=1, decision=SURRENDER))
    assert isinstance(line, Surrendered)
    assert (line.kept, service.state.chips[rack(1)]) == (500, CHIPS - 500)
    events = service.do(Report(irregularity=WRONGLY_PEEKED, by=Role.DEALER))
    assert any(isinstance(event, HandsVoided) for event in events)
    undone = [event for event in events if isinstance(event, SettlementReversed)]
    assert [(event.seat, event.returned, event.repaid) for event in undone] == [(1, 500, 0)]
    assert service.state.chips[rack(1)] == service.state.chips[rack(3)] == CHIPS
    assert service.state.play.kit.decks[0].condition is Condition.LOADED
    assert live(service).left == 96 - 1 - 6
    last_round(service)


@pytest.mark.clause("665a.7(h)(1)#1", "665a.13(h)(1)")
def test_a_payout_goes_onto_a_wager_and_comes_off_it_again_when_the_hands_are_void() -> None:
    service = Service(SmallShoe()).opened().seated(seat_1=1_000, seat_3=CHIPS)
    cut(shuffled(stacked(service))).do(Burn())
    bet(service, 1, 3)
    events = deal(service, "8d Ac 9d Kh 7d Kd")
    raised = next(event for event in events if isinstance(event, WagerRaised))
    assert (raised.seat, raised.amount, raised.total) == (1, 1_000, 2_000)
    service.do(Report(irregularity=WRONGLY_PEEKED, by=Role.DEALER))
    assert service.state.chips[rack(1)] == 1_000
    assert service.state.chips["tray"] == TRAY - 1_000 - CHIPS
    bet(service, 1, 3)
    deal(service, "8d Ac 9d Kh 7d Kd")
    service.do(Decide(seat=3, decision=STAND))
    lines = [event for event in service.do(TurnHole()) if isinstance(event, Settled)]
    assert [(line.seat, line.stake, line.paid) for line in lines] == [(3, 1_000, 0), (1, 2_000, 2_000)]
    assert service.state.chips[rack(1)] == 4_000


# The end of a shoe.


@pytest.mark.clause("665a.7(d)#1", "665a.7(d)#2")
def test_the_cover_card_is_set_aside_the_round_finished_and_the_cards_shuffled() -> None:
    service = bet(ready())
    assert (
        service.refused(Report(irregularity=SHUFFLER_FAULT, by=Role.DEALER)).clause == RULES.shuffler_fault[0]
    )
    deal(service, "Kc 9c")
    (appeared,) = service.do(CoverAppears())
    assert appeared == CoverAppeared(seat=1, clause=RULES.cover_out[0].id)
    assert service.refused(CoverAppears()).clause == RULES.cover_out[0]
    deal(service, "8c Kd")
    service.do(Decide(seat=1, decision=STAND))
    events = service.do(TurnHole())
    assert isinstance(events[-1], RoundCompleted)
    assert events[-1].clause == RULES.reshuffled[0].id
    bet(service)
    assert service.refused(Deal(cards=("Kc",))).clause == RULES.shuffle_due[0]
    assert service.refused(Burn()).clause == RULES.shuffle_due[0]
    cut(shuffled(service)).do(Burn())
    assert live(service).left == 95
    deal(service, "Kc")


def test_where_it_was_put_the_cover_card_comes_before_the_next_card() -> None:
    service = bet(ready(behind=93))
    game = service.table.game
    assert chance_due(game, service.state.play) is not None
    deal(service, "Kc 9c")
    assert live(service).cover_is_next
    assert chance_due(game, service.state.play) is None
    assert routine_move(game, service.state.play) == CoverAppears()
    service.do(CoverAppears())
    assert chance_due(game, service.state.play) is not None
    assert live(service).cover is Cover.OUT


@pytest.mark.clause("665a.5(f)")
def test_a_shuffle_ordered_between_rounds_or_in_one() -> None:
    service = bet(ready())
    deal(service, "Kc 9c 8c Kd")
    (ordered,) = service.do(OrderShuffle(deck="R1", by=Role.PIT_MANAGER))
    assert ordered == ReshuffleOrdered(
        deck="R1", by="pit-manager", clause=RULES.shuffle_ordered[0].id, also=(RULES.shuffle_ordered[1].id,)
    )
    assert service.refused(OrderShuffle(deck="R1")).clause == RULES.shuffle_ordered[0]
    service.do(Decide(seat=1, decision=STAND))
    assert isinstance(service.do(TurnHole())[-1], RoundCompleted)
    cut(shuffled(service)).do(Burn())
    service.do(OrderShuffle(deck="R1"))
    assert live(service) is None
    (handled,) = shuffled(service).events[-1:]
    assert isinstance(handled, DeckHandled)
    service.do(OrderShuffle(deck="R1"))
    assert service.state.play.kit.decks[0].condition is Condition.STACKED


@pytest.mark.clause("665a.13(e)#1", "665a.13(e)#2")
def test_a_shoe_that_runs_out_is_filled_with_its_discards_and_a_card_is_burned() -> None:
    service = bet(ready())
    deal(service, "Kc 9c")
    assert service.refused(RefillShoe()).clause == RULES.short[0]
    service.do(CoverAppears())
    game = service.table.game
    assert isinstance(game, SmallShoe)
    while live(service).left:
        service.do(FindFaceUp(card=next(iter(game.cards.not_seen(live(service))))))
    assert service.refused(Deal(cards=("8c",))).clause == RULES.short[0]
    assert service.refused(FindFaceUp(card="8c")).clause == RULES.short[0]
    (filled,) = service.do(RefillShoe())
    assert filled == ShoeRefilled(deck="R1", cards=94, clause=RULES.short[0].id)
    assert service.refused(Deal(cards=("8c",))).clause == RULES.short_burn[0]
    (burned,) = service.do(Burn())
    assert burned.clause == RULES.short_burn[0].id
    deal(service, "8c Kd")
    service.do(Decide(seat=1, decision=STAND))
    assert isinstance(service.do(TurnHole())[-1], RoundCompleted)


@pytest.mark.clause("665a.5(h)#2")
def test_a_device_that_reshuffles_by_itself_has_no_cut_no_cover_card_and_no_end() -> None:
    service = stacked(table(shuffler=Shuffler.CONTINUOUS))
    service.do(ShuffleDeck(deck="R1", device=True))
    assert live(service).cover is Cover.NONE
    assert not {"cut-batch", "place-cover", "cover-appears"} & listed(service)
    service.do(Burn())
    for _ in range(60):
        last_round(service)  # the same four cards, which the device has again each time
    assert service.refused(OrderShuffle(deck="R1")).clause == RULES.continuous[0]
    assert live(service).out == 0


# Devices, seats, and who sits out.


@pytest.mark.clause("665a.13(j)", "665a.13(b)", "665a.13(c)#1")
def test_what_goes_wrong_with_a_shoe_has_its_remedy() -> None:
    service = stacked(table(1, shuffler=Shuffler.AUTOMATED))
    shuffled(service)
    service.do(Report(irregularity=SHUFFLER_FAULT, by=Role.DEALER))
    assert service.state.play.kit.decks[0].condition is Condition.STACKED
    cut(shuffled(service)).do(Burn())
    bet(service)
    drawn = Report(irregularity=DRAWN_IN_ERROR, by=Role.DEALER)
    assert service.refused(drawn).clause == RULES.drawn_unexposed[0]
    deal(service, "Kc 9c")
    assert service.do(drawn)[0].clause == RULES.drawn_unexposed[0].id
    exposed = Report(irregularity=DRAWN_AND_EXPOSED, by=Role.DEALER)
    assert service.refused(exposed).clause == RULES.drawn_exposed[0]
    deal(service, "8c Kd")
    assert service.do(exposed)[0].clause == RULES.drawn_exposed[0].id
    service.do(Report(irregularity=SHUFFLER_UNUSABLE, by=Role.DEALER))
    service.do(Decide(seat=1, decision=STAND), TurnHole())
    bet(service)
    assert service.refused(Deal(cards=("2c",))).clause == RULES.marked[0]


@pytest.mark.clause("665a.13(j)")
def test_a_continuous_shuffler_that_fails_in_a_round_ends_its_shoe_after_it() -> None:
    service = stacked(table(shuffler=Shuffler.CONTINUOUS))
    service.do(ShuffleDeck(deck="R1", device=True), Burn())
    bet(service)
    deal(service, "Kc 9c 8c Kd")
    service.do(Report(irregularity=SHUFFLER_FAULT, by=Role.DEALER), Decide(seat=1, decision=STAND))
    assert isinstance(service.do(TurnHole())[-1], RoundCompleted)
    assert live(service) is None


@pytest.mark.clause("665a.6(b)", "665a.6(b)(1)")
def test_who_sits_out_a_round_waits_for_the_shuffle_or_is_let_in() -> None:
    service = ready(1, 3, mid_shoe_entry=False)
    bet(service)
    finish(service)
    late = PlaceWager(seat=3, wager="bet", amount=1_000)
    assert service.refused(late).clause == RULES.barred[0]
    service.do(TakeSeat(seat=5))
    assert service.refused(LetIn(seat=1)).clause == RULES.barred[0]
    (let_in,) = service.do(LetIn(seat=3))
    assert let_in.clause == RULES.bar_ends[0].id
    service.do(late)
    finish(service)
    assert service.state.play.stayed == (3,)  # position 1 sat this one out
    service.do(LeaveSeat(seat=3))
    assert service.state.play.stayed == ()
    service.do(OrderShuffle(deck="R1"))
    cut(shuffled(service)).do(Burn())
    bet(service, 1)


@pytest.mark.clause("665a.5(g)#1")
def test_a_table_that_all_have_left_begins_anew() -> None:
    service = ready(4)
    service.do(LeaveSeat(seat=4))
    assert service.state.play.kit.decks[0].condition is Condition.IDLE
    service.seated(seat_2=CHIPS, seat_4=CHIPS)
    bet(service, 2)
    assert service.refused(Deal(cards=("Kc",))).clause == RULES.shuffle_due[0]
    assert service.state.play.first == 2
    (spread,) = service.do(SpreadIdle(deck="R1"))
    assert spread.clause == RULES.idle[0].id


# Rounds in writing, replay, and what any record shows.


def test_a_written_round_is_dealt_to_whom_each_card_is_due() -> None:
    service = bet(ready(1, 3), 1, 3)
    game = service.table.game
    hands: dict[Any, tuple[str, ...]] = {
        0: ("Kc", "7h"),
        1: ("9c", "9h", "Ac"),
        Place(1, 2): ("Qs",),
        3: ("9d", "7d"),
    }
    while (move := game.written(service.state.play, hands)) is not None:
        service.do(move)
    assert service.state.play.at(Place(3)) == ("9d", "7d")
    service.do(PlaceWager(seat=1, wager="split", amount=1_000))
    while (move := game.written(service.state.play, hands)) is not None:
        service.do(move)
    assert service.state.play.at(Place(1)) == ("9c", "Ac")
    assert service.state.play.at(Place(1, 2)) == ("9h", "Qs")
    assert service.state.play.at(DEALER_PLACE) == ("Kc", "7h")


def test_a_table_made_ready_is_dealt_from_at_once() -> None:
    for options in ({}, {"shuffler": Shuffler.CONTINUOUS}, {"shuffler": Shuffler.AUTOMATED, "batches": 2}):
        game = SmallShoe(SmallShoeSubmission(**options))
        state = game.ready()
        for move in (TakeSeat(seat=1), PlaceWager(seat=1, wager="bet", amount=1_000), Deal(cards=("Kc",))):
            state = game.apply(state, move).state
        assert state.at(DEALER_PLACE) == ("Kc",)


OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"mid_shoe_entry": False},
    {"shuffler": Shuffler.AUTOMATED, "batches": 2},
    {"shuffler": Shuffler.CONTINUOUS},
)
_SELDOM = {"leave-seat", "remove-deck", "close-table", "spread-idle", "order-shuffle", "report", "buy-in"}


def session(
    options: dict[str, Any], luck: random.Random, length: int = 220
) -> tuple[Service, list[Act[Any]]]:
    """Lawful play at random: the crew carries on, players wager and decide, now and then something odd happens."""
    service, serial = table(1, 3, **options), 0
    acts: list[Act[Any]] = []
    game = service.table.game

    def do(move: Move) -> None:
        acts.append(Act(move=move, who=service.who, at=service.now))
        service.do(move)
        assert service.chips() == TRAY

    for _ in range(length):
        legal = service.table.legal(service.state, service.now)
        due, routine = chance_due(game, service.state.play), routine_move(game, service.state.play)
        turn = luck.random()
        move: Move
        if turn < 0.7 and due is not None and "deal" in {act.move for act in legal}:
            move = move_of(game, due, game.drawn(service.state.play, due, luck.randrange))
        elif turn < 0.7 and routine is not None:
            move = routine
        else:
            usual = [act for act in legal if act.move not in _SELDOM or luck.random() < 0.1]
            bringing = [act for act in legal if act.move == "bring-deck"]
            act = luck.choice(bringing or usual or list(legal))
            move = concrete(service, act, luck.choice)
            if isinstance(move, BringDeck):
                serial += 1
                move = msgspec.structs.replace(move, serial=f"D{serial}")
        do(move)
        shoe = live(service)
        if shoe is not None and shoe.left and shoe.dealer and luck.random() < 0.05:
            # Another dealer comes, who is known by the card that is burned.
            service.who = "Ada" if shoe.dealer != "Ada" else "Ben"
            do(Burn())
    return service, acts


@settings(max_examples=25)
@given(options=st.sampled_from(OPTIONS), seed=st.integers(0, 10_000))
def test_lawful_play_never_fails_and_its_record_holds_what_the_law_wants(
    options: dict[str, Any], seed: int
) -> None:
    service, acts = session(options, random.Random(seed))
    burners = [act.who for act in acts if isinstance(act.move, Burn)]
    continuous = options.get("shuffler") is Shuffler.CONTINUOUS
    check_record(service.events, burners, copies=2, continuous=continuous)


def check_record(events: list[Event], burners: list[str], *, copies: int, continuous: bool) -> None:
    """From the record: no copy too many between two shuffles, a reason for each shuffle, one burn for shoe and dealer."""
    seen, wants, burner = Counter[str](), "a shuffle", ""
    by = iter(burners)
    for event in events:
        match event:
            case DeckHandled(done="put in the shoe" | "reshuffled by the device"):
                assert wants, "nothing asked for this shuffle"
                seen, wants, burner = Counter(), "", ""
            case CardDrawn(card=card) | CardSetAside(card=card):
                assert burner, "a card is burned before any is dealt"
                seen[card] += card != UNSEEN
                assert seen[card] <= copies, f"{card} came {seen[card]} times"
            case CardCorrected(was=was, card=card):
                seen[was] -= 1
                seen[card] += 1
                assert seen[card] <= copies
            case CardBurned(clause=clause):
                before, burner = burner, next(by)
                assert before != burner, "one burn is enough"
                due = (
                    RULES.burn_dealer
                    if before
                    else RULES.short_burn
                    if wants == "refilled"
                    else RULES.burn_batch
                )
                assert clause == due[0].id
            case ShoeRefilled():
                seen, wants, burner = Counter(), "refilled", ""
            case CoverAppeared() | ReshuffleOrdered() | DeckRemoved():
                wants = "a shuffle"
            case DeckHandled(done=done) if "idle" in done or "ordered" in done:
                wants = "a shuffle"
            case IrregularityCalled(irregularity=called) if called in (SHUFFLER_FAULT, SHUFFLER_UNUSABLE):
                wants = "a shuffle"
            case RoundDiscarded() | HandsVoided() if continuous:
                seen = Counter()
    assert not list(by)


@settings(max_examples=8)
@given(options=st.sampled_from(OPTIONS), seed=st.integers(0, 10_000))
def test_a_session_read_back_from_json_makes_the_same(options: dict[str, Any], seed: int) -> None:
    service, acts = session(options, random.Random(seed), length=120)
    again: Table[Any] = Table(SmallShoe(SmallShoeSubmission(**options)))
    before = table(1, 3, **options)
    state, events = before.state, list(before.events)
    for act in acts:
        read = msgspec.json.decode(canonical(act), type=again.act_type)
        assert canonical(read) == canonical(act)
        state, made = again.apply(state, read)
        assert tuple(msgspec.json.decode(canonical(event), type=again.event_type) for event in made) == made
        events.extend(made)
    assert canonical(state) == canonical(service.state)
    assert events == service.events


def seen_by_all(service: Service, record: Record) -> Any:
    """What anybody is told by a page or a program: felt, state, what happened in the round, and what may come next."""
    place: Any = SimpleNamespace(
        game=service.table.game, state=service.state, record=record, version=record[-1].version
    )
    veil = unseen.face_down(place)
    assert veil is not None, "a round is under way"
    told = unseen.acts_as_seen(place, record)
    lawful = unseen.as_seen(service.table.legal(service.state, service.now), veil)
    felt = unseen.display_as_seen(service.table.game.display(service.state.play), veil)
    state = unseen.masked(msgspec.to_builtins(service.state), veil)
    return canonical(msgspec.to_builtins([felt, state["play"]["hands"], list(told), lawful]))


@pytest.mark.parametrize("other", ["9c", "8c", "2h", "Qh", "Ah"])
def test_two_rounds_that_differ_in_a_hole_card_look_the_same_until_it_is_turned_over(other: str) -> None:
    looks = []
    for hole in ("Kd", other):
        service = bet(ready())
        at: list[Any] = []
        # The first entry of a table sets it up.
        record = Record(others=(1,))
        moves = (
            Deal(cards=("8d", "9c", "8c")),
            Deal(cards=(hole,)),
            Decide(seat=1, decision=DRAW),
            Deal(cards=("2c",)),
            Decide(seat=1, decision=STAND),
        )
        for move in moves:
            act = Act(move=move, who="tester", at=service.now)
            events = tuple(service.do(move))
            record.append(Recorded(version=len(record) + 2, act=act, events=events))
            at.append(seen_by_all(service, record))
        looks.append(at)
        assert isinstance(service.do(TurnHole())[0], CardTurnedUp)
    assert looks[0] == looks[1]


def test_chance_deals_each_copy_left_as_likely() -> None:
    service = bet(ready())
    game = service.table.game
    due = chance_due(game, service.state.play)
    assert due is not None
    luck = random.Random(7)
    firsts = Counter(game.drawn(service.state.play, due, luck.randrange)["cards"][0] for _ in range(4_800))
    assert len(firsts) == 48
    assert 60 <= min(firsts.values()) <= max(firsts.values()) <= 145
