"""What goes wrong with shaker, start and cards, and what is ordered then (659a.13), money returned to the cent."""

from typing import Any

import pytest

from houseway.equipment.decks import Condition
from houseway.games.asia_poker.irregularities import (
    ANY_CARD_FROM_HAND,
    DEALER_CARD,
    DEALER_CARD_IN_DEAL,
    REMEDIES,
    WRONG_START,
    WRONG_START_PLAYED,
    WRONG_START_VOIDED,
)
from houseway.games.asia_poker.play import (
    AskHouseWay,
    CardExposed,
    CoverShaker,
    ExposeCard,
    HandPlayedOn,
    HandVoided,
    Phase,
    PlaceHands,
    PlayOn,
    ShakeDice,
    TurnDealerCards,
    UncoverDice,
    VoidHand,
)
from houseway.table.card_game import DRAWN_IN_ERROR, SHOE_FAULT, WRONG_NUMBER
from houseway.table.card_play import CallNoMoreBets, CountStub, Deal, DeckRemoved, FindFaceUp, HandsVoided
from houseway.table.events import FELT, Event, IrregularityCalled, Settled, rack
from houseway.table.moves import Report
from houseway.table.roles import Role
from tests.games.asia_poker.dealing import DEALER, Dealing, cites, lines, names, only

MINE = "Ks Qd Qh 9c 7d 4d 2c"
SET = "QdQh4d2c Ks9c 7d"
HAND_DEALING: dict[str, Any] = {"dealing": "hand", "shuffler": "automated"}


def report(irregularity: str, by: Role = Role.DEALER) -> Report:
    return Report(irregularity=irregularity, by=by)


def wagered(**options: Any) -> Dealing:
    """$12 with a $5 bonus at position 1, $7 at position 4."""
    return Dealing(**options).bet(1, 1_200, bonus=500).bet(4, 700)


def in_the_deal(**options: Any) -> Dealing:
    """Eight cards are out."""
    table = wagered(**options)
    table.start()
    table.make(Deal(cards=tuple(table.game.left(table.state)[:8])))
    return table


def assert_void(table: Dealing, events: tuple[Event, ...], clause: str) -> None:
    """All hands void by this clause, every chip back with its player, and the cards to be shuffled."""
    assert only(events, HandsVoided).clause == clause
    moved = [
        (transfer.source, transfer.target, transfer.cents)
        for event in events
        if isinstance(event, Settled)
        for transfer in event.transfers()
    ]
    assert sorted(moved) == [(FELT, rack(1), 500), (FELT, rack(1), 1_200), (FELT, rack(4), 700)]
    assert {line[2:] for line in lines(events)} == {("returned", 0, clause)}
    assert (table.phase, table.state.bets, table.state.hands) == (Phase.BETTING, (), ())
    assert (table.state.start, table.state.dice, table.state.shown) == (None, (), ())
    assert [deck.condition for deck in table.state.kit.decks if deck.serial == "deck 1"] == [Condition.USED]
    assert table.refused(CallNoMoreBets()).startswith("659a")


# No roll (659a.13(a)-(b)).


@pytest.mark.clause("659a.13(a)", "659a.13(b)")
@pytest.mark.parametrize(
    ("irregularity", "clause"), [("dice-not-flat", "659a.13(a)"), ("die-fell-out", "659a.13(b)")]
)
def test_dice_that_do_not_lie_flat_in_the_shaker_are_no_roll_and_shaken_again(
    irregularity: str, clause: str
) -> None:
    table = wagered()
    assert table.refused(report(irregularity)) == clause
    table.make(CallNoMoreBets())
    assert table.refused(report(irregularity)) == clause
    table.make(ShakeDice(times=3))
    assert table.refused(report(irregularity, Role.PLAYER)) == clause
    events = table.make(report(irregularity))
    assert names(events) == ["IrregularityCalled"]
    assert only(events, IrregularityCalled).clause == clause
    assert table.refused(UncoverDice(die_1=1, die_2=1, die_3=1)) == "659a.5(g)(1)(i)"
    assert len(table.state.bets) == 3
    table.make(ShakeDice(times=3), UncoverDice(die_1=1, die_2=1, die_3=1))
    assert table.refused(report(irregularity)) == clause


# A wrong start (659a.13(c)).


@pytest.mark.clause("659a.13(c)")
@pytest.mark.parametrize("moment", ["dealing", "stub", "covering", "setting", "turning"])
def test_a_deal_from_a_wrong_position_voids_the_round_until_the_dealers_cards_are_turned(
    moment: str,
) -> None:
    table = at(moment)
    assert_void(table, table.make(report(WRONG_START)), "659a.13(c)")


def at(moment: str, **options: Any) -> Dealing:
    """A round at one of its moments."""
    if moment == "dealing":
        return in_the_deal(**options)
    table = wagered(**options)
    if moment == "stub":
        table.start()
        table.make(table.cards({0: DEALER, 1: MINE}))
    elif moment == "covering":
        table.start()
        table.make(table.cards({0: DEALER, 1: MINE}), CountStub(stub=4))
    else:
        table.dealt({0: DEALER, 1: MINE})
        if moment != "setting":
            table.places(seat_1=SET, seat_4="")
        if moment == "dealer-sets":
            table.make(TurnDealerCards())
    assert table.phase == moment
    return table


@pytest.mark.clause("659a.13(c)")
def test_found_later_a_floorperson_decides_and_it_is_recorded() -> None:
    table = at("dealer-sets")
    assert table.refused(report(WRONG_START)) == "659a.13(c)"
    assert table.refused(report(WRONG_START_PLAYED)) == "659a.13(c)"
    played = only(table.make(report(WRONG_START_PLAYED, Role.FLOORPERSON)), IrregularityCalled)
    assert (played.by, played.clause) == ("floorperson", "659a.13(c)")
    assert table.phase == Phase.DEALER_SETS
    assert_void(table, table.make(report(WRONG_START_VOIDED, Role.PIT_MANAGER)), "659a.13(c)")


def test_before_the_first_card_there_is_no_wrong_deal_to_report() -> None:
    table = wagered()
    table.start()
    assert table.refused(report(WRONG_START)) == "659a.13(c)"


# A player's card exposed (659a.13(d)).


@pytest.mark.clause("659a.13(d)#1", "659a.13(d)#2")
def test_a_player_whose_card_was_exposed_may_void_the_hand_and_has_all_its_wagers_back() -> None:
    table = at("setting")
    exposed = only(table.make(ExposeCard(seat=1)), CardExposed)
    assert cites(exposed) == {"659a.13(d)#1", "659a.13(d)#2"}
    assert table.refused(ExposeCard(seat=1)) == "659a.13(d)#1"
    events = table.make(VoidHand(seat=1))
    assert only(events, HandVoided).seat == 1
    assert sorted(lines(events)) == [
        (1, "asia-poker", "returned", 0, "659a.13(d)#1"),
        (1, "bonus", "returned", 0, "659a.13(d)#1"),
    ]
    assert sum(e.transfers()[0].cents for e in events if isinstance(e, Settled)) == 1_700
    assert [bet.seat for bet in table.state.bets] == [4]
    assert table.state.hand(1) == ()
    table.make(PlaceHands(seat=4))
    assert table.phase == Phase.TURNING


@pytest.mark.clause("659a.13(d)#2")
def test_the_choice_comes_before_the_other_cards_are_seen() -> None:
    table = at("setting")
    table.make(ExposeCard(seat=1))
    assert table.refused(PlaceHands(seat=1, setting=SET)) == "659a.13(d)#2"
    assert table.refused(AskHouseWay(seat=1)) == "659a.13(d)#2"
    assert table.refused(VoidHand(seat=4)) == "659a.13(d)#2"
    assert {act.fields["seat"] for act in table.lawful("place-hands")} == {(4,)}
    assert [act.fields["seat"] for act in table.lawful("void-hand")] == [(1,)]
    assert only(table.make(PlayOn(seat=1)), HandPlayedOn).seat == 1
    assert table.refused(VoidHand(seat=1)) == "659a.13(d)#2"
    table.places(seat_1=SET)
    assert table.refused(ExposeCard(seat=1)) == "659a.13(d)#1"


@pytest.mark.clause("659a.13(d)#1")
def test_a_card_exposed_in_the_deal_is_decided_on_when_the_deal_is_complete() -> None:
    table = in_the_deal()
    assert table.refused(ExposeCard(seat=2)) == "659a.13(d)#1"
    table.make(ExposeCard(seat=4))
    assert table.refused(VoidHand(seat=4)) == "659a.13(d)#2"
    assert table.refused(ExposeCard(seat=4, by=Role.PLAYER)) == "659a.13(d)#1"
    rest = tuple(table.game.left(table.state)[: len(table.game.due(table.state))])
    table.make(Deal(cards=rest), CountStub(stub=4), CoverShaker(), VoidHand(seat=4))
    assert [bet.seat for bet in table.state.bets] == [1, 1]


def test_a_round_in_which_every_hand_was_voided_is_over() -> None:
    table = Dealing().bet(3).dealt({0: DEALER})
    events = table.make(ExposeCard(seat=3), VoidHand(seat=3))
    assert names(events)[-1] == "RoundCompleted"
    assert table.phase == Phase.BETTING


# A dealer's card exposed (659a.13(e), (j)) under either text.


@pytest.mark.clause("659a.13(e)")
@pytest.mark.parametrize("moment", ["stub", "covering", "setting", "turning"])
def test_a_dealers_card_exposed_before_the_turn_voids_the_round(moment: str) -> None:
    table = at(moment)
    assert_void(table, table.make(report(DEALER_CARD)), "659a.13(e)")


@pytest.mark.clause("659a.13(j)")
@pytest.mark.parametrize("options", [{}, HAND_DEALING])
def test_in_the_final_text_a_dealers_card_exposed_in_the_deal_voids_and_a_players_does_not(
    options: dict[str, Any],
) -> None:
    table = in_the_deal(**options)
    assert table.refused(report(ANY_CARD_FROM_HAND)) == "659a.13(j)"
    assert table.refused(report(DEALER_CARD)) == "659a.13(e)"
    table.make(ExposeCard(seat=1))
    assert_void(table, table.make(report(DEALER_CARD_IN_DEAL)), "659a.13(j)")


@pytest.mark.clause("659a.13(j)", "659a.13(e)", "659a.13(d)#1")
def test_in_the_temporary_text_any_card_exposed_dealing_from_the_hand_voids_all() -> None:
    by_hand = in_the_deal(edition="575-2012", **HAND_DEALING)
    assert by_hand.refused(ExposeCard(seat=1)) == "659a.13(j)"
    assert by_hand.lawful("expose-card") == []
    assert by_hand.refused(report(DEALER_CARD_IN_DEAL)) == "659a.13(j)"
    assert by_hand.refused(report(DEALER_CARD)) == "659a.13(e)"
    assert_void(by_hand, by_hand.make(report(ANY_CARD_FROM_HAND)), "659a.13(j)")
    from_shoe = in_the_deal(edition="575-2012")
    assert from_shoe.refused(report(ANY_CARD_FROM_HAND)) == "659a.13(j)"
    from_shoe.make(ExposeCard(seat=1))
    assert_void(from_shoe, from_shoe.make(report(DEALER_CARD)), "659a.13(e)")


@pytest.mark.clause("659a.13(d)#1")
def test_in_the_temporary_text_a_card_exposed_after_the_hand_deal_is_the_players_choice() -> None:
    table = at("setting", edition="575-2012", **HAND_DEALING)
    table.make(ExposeCard(seat=1), VoidHand(seat=1))


# Cards face up, drawn in error, and wrong numbers (659a.13(f)-(h), (k)).


@pytest.mark.clause("659a.13(f)#1", "659a.8(d)#1")
def test_one_card_found_face_up_is_put_aside_and_the_stub_is_three() -> None:
    table = wagered()
    table.start()
    table.make(FindFaceUp(card="Jo"))
    table.make(table.cards({0: DEALER}))
    counted = table.game.apply(table.state, CountStub(stub=3))
    assert counted.state.phase == Phase.COVERING
    off = table.game.apply(table.state, CountStub(stub=4))
    assert any(isinstance(event, DeckRemoved) for event in off.events)


@pytest.mark.clause("659a.13(f)#2")
def test_a_second_card_face_up_voids_the_round() -> None:
    table = wagered()
    table.start()
    table.make(FindFaceUp(card="Jo"), Deal(cards=("2c", "3c")))
    assert_void(table, table.make(FindFaceUp(card="9h")), "659a.13(f)#2")


@pytest.mark.clause("659a.13(g)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    table = in_the_deal()
    due = table.game.due(table.state)
    assert names(table.make(report(DRAWN_IN_ERROR))) == ["IrregularityCalled"]
    assert table.game.due(table.state) == due


@pytest.mark.clause("659a.13(h)", "659a.13(k)")
@pytest.mark.parametrize("moment", ["dealing", "stub", "setting", "turning"])
def test_a_wrong_number_of_cards_voids_the_round(moment: str) -> None:
    table = at(moment)
    events = table.make(report(WRONG_NUMBER))
    assert "659a.13(k)" in only(events, HandsVoided).also
    assert_void(table, events, "659a.13(h)")


@pytest.mark.clause("659a.8(e)#1", "659a.8(e)#2")
def test_a_wrong_stub_with_a_misdealt_hand_voids_and_reshuffles() -> None:
    table = at("stub")
    events = table.make(CountStub(stub=5, in_hands=48))
    assert not [event for event in events if isinstance(event, DeckRemoved)]
    assert_void(table, events, "659a.8(e)#2")


@pytest.mark.clause("659a.8(e)#1", "659a.8(e)#3")
def test_a_wrong_stub_with_seven_good_hands_removes_the_deck() -> None:
    table = at("stub")
    events = table.make(CountStub(stub=3))
    assert only(events, DeckRemoved).clause == "659a.8(e)#3"
    assert table.state.kit.decks == ()
    assert {line[2:] for line in lines(events)} == {("returned", 0, "659a.8(e)#3")}


@pytest.mark.clause("659a.13(m)")
def test_a_failing_automated_shoe_voids_the_round() -> None:
    table = wagered(dealing="automated-shoe", shuffler="automated", start_method="random-number-generator")
    table.start()
    table.make(Deal(cards=tuple(table.game.left(table.state)[:9])))
    assert_void(table, table.make(report(SHOE_FAULT)), "659a.13(m)")


def test_every_irregularity_of_the_section_has_its_remedy() -> None:
    cited = {clause.paragraph for each in REMEDIES.values() for clause in (each.clause, *each.also)}
    # (d) is the player's choice, (f) a card put aside, (i) a reset by the dealer: moves of their own.
    assert cited == {f"659a.13({letter})" for letter in "abceghjklmn"}


def test_an_irregularity_the_chapter_does_not_know_is_refused() -> None:
    assert wagered().refusal(report("cheating")).fix.startswith("one of: dice-not-flat")
