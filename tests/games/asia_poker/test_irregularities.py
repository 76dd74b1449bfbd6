"""What goes wrong with shaker, start and cards, and what is ordered then (659a.13), money returned to the cent."""

from collections import Counter
from typing import Any

import pytest

from houseway.equipment.decks import Condition
from houseway.games.asia_poker.events import CardExposed, CardsDiscarded
from houseway.games.asia_poker.irregularities import (
    ANY_CARD_FROM_HAND,
    DEALER_CARD,
    DEALER_CARD_IN_DEAL,
    NO_START,
    REMEDIES,
    WRONG_START,
    WRONG_START_PLAYED,
    WRONG_START_VOIDED,
)
from houseway.games.asia_poker.moves import ExposeCard, PlaceHands, RevealHands, TurnDealerCards
from houseway.games.asia_poker.round import Phase
from houseway.table.card_irregularities import DRAWN_IN_ERROR, SHOE_FAULT, WRONG_NUMBER
from houseway.table.card_play import CountStub, Deal, DeckRemoved, FindFaceUp, HandsVoided
from houseway.table.events import FELT, Event, IrregularityCalled, Settled, rack
from houseway.table.moves import CallNoMoreBets, Report
from houseway.table.roles import Role
from houseway.table.set_hands import AskHouseWay, HandPlayedOn, HandVoided, PlayOn, VoidHand
from houseway.table.start import CoverShaker, ShakeDice, UncoverDice
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


# No start (659-26).


@pytest.mark.clause("659a.5(g)")
@pytest.mark.parametrize("method", ["shaker", "random-number-generator"])
def test_a_round_whose_start_cannot_be_found_is_void_and_all_wagers_go_back(method: str) -> None:
    table = wagered(start_method=method)
    assert table.refused(report(NO_START, Role.FLOORPERSON)) == "659a.5(g)"
    table.make(CallNoMoreBets())
    assert table.refused(report(NO_START)) == "659a.5(g)"
    assert NO_START in {act.fields["irregularity"][0] for act in table.lawful("report")}
    assert_void(table, table.make(report(NO_START, Role.FLOORPERSON)), "659a.5(g)")


@pytest.mark.clause("659a.5(g)")
def test_a_start_once_found_is_not_reported_as_missing() -> None:
    table = wagered()
    table.start()
    assert table.refused(report(NO_START, Role.FLOORPERSON)) == "659a.5(g)"


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


# Against K-9-4-2, K-8 and 7: position 6 loses both wagers, position 3 wins both with a flush, position 1 waits.
SETTLED = {
    6: ("Ad Ts 9h 7s 5d 4c 3d", "Ad5d4c3d Ts9h 7s"),
    3: ("As Js 6s 5s 3s Ac 8c", "Js6s5s3s AsAc 8c"),
    1: ("Ks Qd Qh 9c 7d 4d 2c", "QdQh4d2c Ks9c 7d"),
}


@pytest.mark.parametrize(
    ("irregularity", "by", "clause"),
    [
        pytest.param(irregularity, by, clause, marks=pytest.mark.clause(clause))
        for irregularity, by, clause in (
            (WRONG_NUMBER, Role.DEALER, "659a.13(h)"),
            (WRONG_START_VOIDED, Role.FLOORPERSON, "659a.13(c)"),
        )
    ],
)
def test_a_void_found_in_the_showdown_undoes_what_was_settled_to_the_cent(
    irregularity: str, by: Role, clause: str
) -> None:
    table = Dealing()
    table.bet(6, 2_300, bonus=500).bet(3, 1_700, bonus=600).bet(1, 900)
    staked = {rack(6): 2_800, rack(3): 2_300, rack(1): 900}
    table.dealt({0: DEALER, **{seat: cards for seat, (cards, _) in SETTLED.items()}})
    table.make(*(PlaceHands(seat=seat, setting=setting) for seat, (_, setting) in SETTLED.items()))
    table.dealer_sets()
    settled = table.reveal(6, 3)
    assert [line[:4] for line in lines(settled)] == [
        (6, "asia-poker", "lose", 0),
        (6, "bonus", "lose", 0),
        (3, "asia-poker", "win", 1_700),
        (3, "bonus", "win", 2_400),
    ]
    events = table.make(report(irregularity, by))
    assert only(events, HandsVoided).clause == clause
    net = net_of((*settled, *events))
    assert net == {**staked, FELT: -sum(staked.values())}
    assert (table.phase, table.state.bets, table.state.settled) == (Phase.BETTING, (), ())


def net_of(events: tuple[Event, ...]) -> dict[str, int]:
    """What events moved in all to each account."""
    net: Counter[str] = Counter()
    for event in events:
        for transfer in event.transfers():
            net[transfer.target] += transfer.cents
            net[transfer.source] -= transfer.cents
    return {account: cents for account, cents in net.items() if cents}


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
    assert only(events, CardsDiscarded).seat == 1
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


@pytest.mark.clause("659a.13(d)#2")
def test_a_player_who_was_told_the_house_way_has_seen_the_cards_and_may_not_void_them() -> None:
    table = at("setting")
    table.make(AskHouseWay(seat=1))
    assert table.refused(ExposeCard(seat=1)) == "659a.13(d)#2"
    assert [act.fields["seat"] for act in table.lawful("expose-card")] == [(4,)]
    table.make(ExposeCard(seat=4), VoidHand(seat=4))
    unseen = Dealing().bet(1).dealt({}, unseen=True)
    unseen.make(AskHouseWay(seat=1), ExposeCard(seat=1), VoidHand(seat=1))


def test_what_was_seen_and_exposed_in_a_round_is_forgotten_with_it() -> None:
    table = at("setting")
    table.make(AskHouseWay(seat=1), ExposeCard(seat=4, card=table.state.hand(4)[0]))
    table.make(report(WRONG_NUMBER))
    assert (table.state.exposed, table.state.deciding, table.state.looked) == ((), (), ())


@pytest.mark.clause("659a.13(d)#1")
def test_the_record_says_which_card_was_exposed() -> None:
    table = at("setting")
    act = next(act for act in table.lawful("expose-card") if act.fields["seat"] == (1,))
    assert act.fields["card"] == (*MINE.split(), "")
    for card in ("Kd", "As", "??", "card"):
        assert table.refused(ExposeCard(seat=1, card=card)) == "659a.13(d)#1"
    assert only(table.make(ExposeCard(seat=1, card="9c")), CardExposed).card == "9c"
    shown = table.game.display(table.state).cards["hand-1"]
    assert shown == ("??", "??", "??", "9c", "??", "??", "??")


@pytest.mark.clause("659a.13(d)#1", "659a.3(a)#1")
def test_a_card_exposed_where_no_card_was_told_is_one_of_the_hand_from_then_on() -> None:
    table = Dealing().bet(1).bet(4).dealt({0: DEALER, 4: "As Ah Td 8s 6h 5c 3h"}, unseen=True)
    (one, four) = table.lawful("expose-card")
    assert (one.text, four.text) == (("card",), ())
    assert table.refused(ExposeCard(seat=1, card="Td")) == "659a.3(a)#1"
    assert table.refused(ExposeCard(seat=1, card="??")) == "659a.13(d)#1"
    table.make(ExposeCard(seat=1, card="9c"), PlayOn(seat=1))
    assert table.state.hand(1) == ("9c", *("??",) * 6)
    table.places(seat_1="", seat_4="")
    table.dealer_sets()
    table.make(RevealHands(seat=4, setting="AsAh5c3h Td8s 6h"))
    without = RevealHands(seat=1, setting="QdQh4d2c KsJc 7d")
    assert table.refused(without) == "659a.11(e)#1"
    table.make(RevealHands(seat=1, setting=SET))


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


@pytest.mark.clause("659a.13(j)")
def test_the_last_card_dealt_may_be_the_one_that_was_exposed() -> None:
    by_hand = at("stub", edition="575-2012", **HAND_DEALING)
    assert by_hand.refused(ExposeCard(seat=1)) == "659a.13(j)"
    assert by_hand.lawful("expose-card") == []
    assert_void(by_hand, by_hand.make(report(ANY_CARD_FROM_HAND)), "659a.13(j)")
    final = at("stub", **HAND_DEALING)
    assert final.refused(report(ANY_CARD_FROM_HAND)) == "659a.13(j)"
    final.make(ExposeCard(seat=1))
    assert_void(final, final.make(report(DEALER_CARD_IN_DEAL)), "659a.13(j)")
    after = at("covering", edition="575-2012", **HAND_DEALING)
    assert after.refused(report(ANY_CARD_FROM_HAND)) == "659a.13(j)"


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
@pytest.mark.parametrize(("stub", "in_hands"), [(5, 48), (3, 50)])
def test_a_wrong_stub_with_a_misdealt_hand_voids_and_reshuffles(stub: int, in_hands: int) -> None:
    table = at("stub")
    events = table.make(CountStub(stub=stub, in_hands=in_hands))
    assert not [event for event in events if isinstance(event, DeckRemoved)]
    assert_void(table, events, "659a.8(e)#2")


@pytest.mark.clause("659a.8(e)#1", "659a.8(e)#3")
@pytest.mark.parametrize("stub", [3, 5])
def test_a_wrong_stub_with_seven_good_hands_removes_the_deck(stub: int) -> None:
    table = at("stub")
    events = table.make(CountStub(stub=stub))
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
    # A start that cannot be found is no irregularity of the section.
    assert cited == {"659a.5(g)", *(f"659a.13({letter})" for letter in "abceghjklmn")}


def test_an_irregularity_the_chapter_does_not_know_is_refused() -> None:
    assert wagered().refusal(report("cheating")).fix.startswith("one of: dice-not-flat")
