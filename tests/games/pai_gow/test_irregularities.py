"""What can go wrong in a round, and what is ordered then (621a.9(i), 621a.10)."""

import pytest

from houseway.equipment.tiles import UNSEEN
from houseway.games.pai_gow.events import CentreReversed, DealerWagerReturned, TileExposed
from houseway.games.pai_gow.moves import (
    DeliverTiles,
    DirectDealerWager,
    ExposeBank,
    ExposeTile,
    MixTiles,
    OfferBank,
    PassBank,
    RequestCoBank,
    SetHands,
    Surrender,
    TurnDealerTiles,
)
from houseway.games.pai_gow.round import Condition, Phase
from houseway.table.card_play import HandsVoided, SettlementReversed
from houseway.table.events import IrregularityCalled, Settled, VigorishRefunded
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.set_hands import AskHouseWay, HandVoided, PlayOn, VoidHand
from houseway.table.start import CoverShaker, ShakeDice
from tests.games.pai_gow.dealing import (
    LOSER_1,
    LOSER_2,
    TIE,
    WEAK,
    WINNER_1,
    WINNER_2,
    Dealing,
    at_second_round,
    cites,
    dice_of,
    lines,
    moved,
    names,
    only,
    stacked,
)

HANDS = {0: WEAK, 1: WINNER_1, 2: LOSER_1, 3: TIE}


def report(irregularity: str, by: Role = Role.FLOORPERSON) -> Report:
    """An irregularity is called."""
    return Report(irregularity=irregularity, by=by)


def closed() -> Dealing:
    """A game with one wager, its bets closed."""
    dealing = Dealing().bet(1).stacks(HANDS)
    dealing.closed()
    return dealing


def dealt(*seats: int) -> Dealing:
    """Players with tiles to set."""
    dealing = Dealing()
    for seat in seats or (1, 2, 3):
        dealing.bet(seat)
    dealing.dealt(HANDS)
    return dealing


def banked() -> Dealing:
    """A round banked by position 2, its tiles dealt."""
    dealing = at_second_round(1, 2, 3).banked_by(2).bet(1).bet(3)
    dealing.dealt({0: WINNER_2, 1: LOSER_1, 2: WEAK, 3: LOSER_2})
    return dealing


# No roll (621a.10(a)-(b), 621a.9(i)).


@pytest.mark.clause("621a.10(a)", "621a.10(b)")
@pytest.mark.parametrize(
    ("irregularity", "clause"), [("dice-not-flat", "621a.10(a)"), ("die-fell-out", "621a.10(b)")]
)
def test_dice_that_do_not_lie_flat_or_fall_out_are_shaken_again(irregularity: str, clause: str) -> None:
    dealing = closed()
    no_roll = report(irregularity, Role.DEALER)
    assert dealing.refused(no_roll) == clause
    dealing.make(ShakeDice(times=3))
    assert dealing.refused(report(irregularity, Role.PLAYER)) == clause
    assert only(dealing.make(no_roll), IrregularityCalled).clause == clause
    assert dealing.refused(dice_of(9)) == "621a.6(a)(2)#2"
    dealing.make(ShakeDice(times=3), dice_of(9))
    assert dealing.refused(no_roll) == clause


@pytest.mark.clause("621a.9(i)#7")
def test_a_bank_that_lifts_the_lid_shakes_again() -> None:
    dealing = at_second_round(1, 2).banked_by(2).bet(1).stacks()
    dealing.closed()
    lifted = report("bank-lifted-lid", Role.DEALER)
    assert dealing.refused(lifted) == "621a.9(i)#7"
    dealing.make(ShakeDice(times=3, by=Role.PLAYER), lifted)
    assert dealing.refused(dice_of(9)) == "621a.9(i)#3"
    dealing.make(ShakeDice(times=3, by=Role.PLAYER), dice_of(9))
    house = closed()
    house.make(ShakeDice(times=3))
    assert house.refused(lifted) == "621a.9(i)#7"


@pytest.mark.clause("621a.6(a)")
def test_a_start_that_cannot_be_found_voids_the_round() -> None:
    dealing = closed()
    events = dealing.make(report("start-cannot-be-found"))
    assert lines(events) == [(1, "returned", 0, "621a.6(a)")]
    assert dealing.phase is Phase.BETTING
    found = closed()
    found.started()
    assert found.refused(report("start-cannot-be-found")) == "621a.6(a)"


@pytest.mark.clause("621a.6(a)")
def test_with_another_filed_method_the_start_can_still_be_found() -> None:
    methods = ["shaker", "random-number-generator"]
    no_start = report("start-cannot-be-found")
    house = Dealing(start_methods=methods).bet(1).stacks()
    house.closed()
    assert house.refused(no_start) == "621a.6(a)"
    banks = at_second_round(1, 2, start_methods=methods).banked_by(2).bet(1).stacks()
    banks.closed()
    assert lines(banks.make(no_start)) == [(1, "returned", 0, "621a.6(a)")], "a bank has the shaker alone"
    filed = at_second_round(1, 2, start_methods=methods, generator_in_banked_rounds=True)
    filed.banked_by(2).bet(1).stacks().closed()
    assert filed.refused(no_start) == "621a.6(a)"


# A wrong start (621a.10(c)).


@pytest.mark.clause("621a.10(c)")
def test_tiles_dealt_from_a_wrong_position_void_all_hands() -> None:
    dealing = closed()
    wrong = report("wrong-start", Role.DEALER)
    dealing.started()
    assert dealing.refused(wrong) == "621a.10(c)"
    dealing.make(DeliverTiles(hands=2))
    events = dealing.make(wrong)
    assert only(events, HandsVoided).clause == "621a.10(c)"
    assert lines(events) == [(1, "returned", 0, "621a.10(c)")]
    assert moved(events) == {"felt": -1_000, "patron:1": 1_000}
    assert dealing.state.condition is Condition.USED, "the tiles are to be mixed again"
    assert dealing.refused(stacked({})) == "621a.4(f)"
    assert dealing.state.past.at_start, "a void round is no round"


@pytest.mark.clause("621a.10(c)")
def test_what_a_void_round_had_settled_is_undone() -> None:
    dealing = dealt()
    dealing.to_showdown()
    before = moved(dealing.reveal(1, 2))
    assert before == {"felt": -2_000, "patron:1": 1_950, "tray": 50}
    events = dealing.make(report("wrong-start"))
    undone = [event for event in events if isinstance(event, SettlementReversed)]
    assert [(event.seat, event.returned, event.repaid) for event in undone] == [(2, 1_000, 0), (1, 0, 1_000)]
    assert only(events, VigorishRefunded).amount == 50
    assert moved(events) == {
        "felt": -1_000,
        "patron:3": 1_000,
        "patron:2": 1_000,
        "patron:1": -950,
        "tray": -50,
    }
    assert {event.clause for event in events} == {"621a.10(c)"}


@pytest.mark.clause("621a.10(c)", "621a.10(e)")
@pytest.mark.parametrize("dealers", [WINNER_2, TIE, WINNER_1])
def test_a_void_banked_round_gives_back_the_centre_and_the_dealers_wager(dealers: str) -> None:
    dealing = at_second_round(1, 2, 3).banked_by(2).bet(1).bet(3)
    hands = {0: dealers, 1: LOSER_1, 2: WEAK}
    dealing.dealt(hands)
    dealing.to_showdown()
    dealing.reveal(1)
    events = dealing.make(report("dead-hand-exposed"))
    assert only(events, CentreReversed).returned == 1_000
    total = moved(events)
    assert (total["patron:1"], total["patron:3"], total["felt"]) == (1_000, 1_000, -1_000)
    assert total["centre"] == -1_000
    assert dealing.state.bank is None
    assert dealing.state.past.last_bank == 2


@pytest.mark.clause("621a.9(c)#5")
def test_who_banked_a_void_round_does_not_bank_the_next() -> None:
    dealing = banked()
    dealing.make(report("wrong-start"), MixTiles(times=8))
    assert dealing.refused(OfferBank(seat=2)) == "621a.9(c)#5"
    assert dealing.offers_due() == (1, 3)
    dealing.make(OfferBank(seat=1), PassBank(seat=1), OfferBank(seat=3), PassBank(seat=3))
    dealing.bet(1).stacks().closed()
    dealing.started()
    dealing.make(DeliverTiles(hands=8), report("wrong-start"))
    assert dealing.state.past.last_bank == 2, "a void round of the house changes nothing"


@pytest.mark.clause("621a.10(e)")
@pytest.mark.parametrize(
    ("dealers", "source"), [(WINNER_2, "dealer wager"), (LOSER_2, "centre"), (TIE, None)]
)
def test_the_dealers_wager_goes_back_from_where_it_lies(dealers: str, source: str | None) -> None:
    dealing = at_second_round(1, 2).banked_by(2).bet(1)
    dealing.dealt({0: dealers, 1: LOSER_1, 2: WEAK})
    dealing.to_showdown()
    back = [e for e in dealing.make(report("dead-hand-exposed")) if isinstance(e, DealerWagerReturned)]
    assert [(event.source, event.amount) for event in back] == ([(source, 1_000)] if source else [])


# A player's tile exposed (621a.10(d)).


@pytest.mark.clause("621a.10(d)#1", "621a.10(d)#2", "621a.10(d)#3")
def test_a_player_whose_tile_was_exposed_may_void_the_hand_without_looking() -> None:
    dealing = Dealing().bet(1).bet(2).stacks(HANDS)
    dealing.closed()
    dealing.started()
    dealing.make(DeliverTiles(hands=3))
    exposed = only(dealing.make(ExposeTile(seat=1, tile=2)), TileExposed)
    assert cites(exposed) == {"621a.10(d)#1", "621a.10(d)#2"}
    assert dealing.refused(ExposeTile(seat=1, tile=1)) == "621a.10(d)#1"
    assert dealing.refused(VoidHand(seat=1)) == "621a.10(d)#2"
    dealing.make(DeliverTiles(hands=5), CoverShaker())
    tiles = dealing.game.display(dealing.state).tiles
    assert tiles["hand-1"] == (UNSEEN, "2-4", UNSEEN, UNSEEN)
    assert dealing.refused(SetHands(seat=1, low=("2-5", "2-4"))) == "621a.10(d)#2"
    assert dealing.refused(AskHouseWay(seat=1)) == "621a.10(d)#2"
    assert dealing.refused(VoidHand(seat=2)) == "621a.10(d)#2"
    assert dealing.refused(VoidHand(seat=1, by=Role.DEALER)) == "621a.10(d)#1"
    events = dealing.make(VoidHand(seat=1))
    assert names(events) == ["HandVoided", "Settled", "HandCollected"]
    assert only(events, HandVoided).seat == 1
    assert lines(events) == [(1, "returned", 0, "621a.10(d)#3")]
    assert moved(events) == {"felt": -1_000, "patron:1": 1_000}
    assert dealing.state.bettors == (2,)


@pytest.mark.clause("621a.10(d)#1", "621a.10(d)#2")
def test_a_player_may_play_an_exposed_hand_out() -> None:
    dealing = dealt(1)
    dealing.make(ExposeTile(seat=1))
    assert not dealing.lawful("set-hands")
    assert {act.move for act in dealing.game.legal(dealing.state)} >= {"void-hand", "play-on"}
    assert dealing.refused(PlayOn(seat=2)) == "621a.10(d)#2"
    dealing.make(PlayOn(seat=1))
    assert dealing.refused(VoidHand(seat=1)) == "621a.10(d)#2"
    dealing.to_showdown()
    assert lines(dealing.reveal()) == [(1, "win", 1_000, "621a.8(i)")]


@pytest.mark.clause("621a.10(d)#1", "621a.10(d)#2", "621a.8(b)#2")
def test_the_choice_ends_when_the_player_has_looked_or_set() -> None:
    dealing = dealt(1, 2)
    assert dealing.refused(ExposeTile(seat=4)) == "621a.10(d)#1"
    assert dealing.refused(ExposeTile(seat=1, by=Role.PLAYER)) == "621a.10(d)#1"
    dealing.make(AskHouseWay(seat=1))
    assert dealing.refused(ExposeTile(seat=1)) == "621a.10(d)#2"
    dealing.make(SetHands(seat=2, low=("5-5", "5-6")))
    assert dealing.refused(ExposeTile(seat=2)) == "621a.10(d)#1"
    assert not dealing.lawful("expose-tile")


def test_a_round_of_which_the_last_hand_is_voided_is_over() -> None:
    dealing = dealt(1)
    dealing.make(ExposeTile(seat=1))
    assert names(dealing.make(VoidHand(seat=1)))[-1] == "RoundOver"
    assert dealing.phase is Phase.BETTING


@pytest.mark.clause("621a.10(d)#1")
def test_a_players_own_slip_changes_nothing() -> None:
    dealing = dealt(1)
    before = dealing.state
    called = only(dealing.make(report("player-exposed-own-tile")), IrregularityCalled)
    assert called.remedy == "the hand is played out"
    assert dealing.state == before


@pytest.mark.clause("621a.10(d)#1")
def test_a_player_can_expose_a_tile_as_long_as_one_lies_hidden_before_a_player() -> None:
    slip = report("player-exposed-own-tile")
    dealing = Dealing().bet(1).bet(2).stacks(HANDS)
    dealing.closed()
    dealing.started()
    dealing.make(DeliverTiles(hands=1))
    assert dealing.refused(slip) == "621a.10(d)#1", "only the dealer has tiles"
    dealing.make(DeliverTiles(hands=1), slip, DeliverTiles(hands=6), slip, CoverShaker(), slip)
    dealing.all_set().make(slip)
    dealing.make(TurnDealerTiles(), slip)
    dealing.make(dealing.first("set-dealer-hands"), slip)
    dealing.reveal(1)
    dealing.make(slip)


# Tiles that nobody may see (621a.10(e)).


@pytest.mark.clause("621a.10(e)")
def test_an_exposed_tile_of_the_dealer_voids_the_round_until_it_is_turned() -> None:
    dealing = dealt(1)
    exposed = report("dealer-tile-exposed")
    assert [event.seat for event in only_void(dealing, exposed)] == [1]
    turned = dealt(1)
    turned.all_set()
    turned.make(TurnDealerTiles())
    assert turned.refused(exposed) == "621a.10(e)"


def only_void(dealing: Dealing, move: Report) -> list[Settled]:
    """The wagers that go back with all hands void."""
    events = dealing.make(move)
    assert only(events, HandsVoided).clause == "621a.10(e)"
    assert dealing.state.condition is Condition.USED
    return [event for event in events if isinstance(event, Settled)]


@pytest.mark.clause("621a.10(e)")
def test_an_exposed_tile_of_the_bank_voids_the_round_until_it_is_shown() -> None:
    exposed = report("bank-tile-exposed")
    assert dealt(1).refused(exposed) == "621a.10(e)"
    dealing = banked()
    assert dealing.refused(ExposeTile(seat=2)) == "621a.10(e)"
    assert len(only_void(dealing, exposed)) == 2
    shown = banked()
    shown.to_showdown()
    assert shown.refused(exposed) == "621a.10(e)"
    set_up = banked()
    set_up.all_set()
    set_up.dealer_sets()
    only_void(set_up, exposed)


@pytest.mark.clause("621a.10(e)")
def test_only_tiles_of_a_place_that_has_been_served_are_exposed() -> None:
    dealing = at_second_round(1, 2).banked_by(2).bet(1).stacks()
    dealing.closed()
    dealing.started(3)  # from the fourth position: 4, 5, 6, the Dead Hand, the dealer, 1, 2, 3
    places = ("dead-hand-exposed", "dealer-tile-exposed", "bank-tile-exposed")

    def exposable() -> tuple[bool, ...]:
        listed = {act.fields["irregularity"][0] for act in dealing.lawful("report")}
        accepted = tuple(dealing.game.accepts(dealing.state, report(place)) for place in places)
        assert accepted == tuple(place in listed for place in places)
        return accepted

    dealing.make(DeliverTiles(hands=1))
    assert exposable() == (True, False, False)
    dealing.make(DeliverTiles(hands=4))
    assert exposable() == (True, True, False)
    dealing.make(DeliverTiles(hands=2))
    assert exposable() == (True, True, True)
    first = Dealing().bet(1).stacks()
    first.closed()
    first.started()
    first.make(DeliverTiles(hands=2))
    assert first.refused(report("dead-hand-exposed")) == "621a.10(e)", "the dealer and position 1 are served"
    first.make(DeliverTiles(hands=1))
    only_void(first, report("dead-hand-exposed"))


@pytest.mark.clause("621a.10(e)")
def test_the_dealers_tiles_are_nobodys_where_a_bank_is_played_without_a_dealers_wager() -> None:
    dealing = at_second_round(1, 2).banked_by(2).bet(1)
    dealing.make(DirectDealerWager(amount=0))
    dealing.stacks().closed()
    dealing.started(7)  # from the dealer
    dealing.make(DeliverTiles(hands=1))
    assert dealing.refused(report("dealer-tile-exposed")) == "621a.10(e)"
    only_void(dealing, report("dead-hand-exposed"))


@pytest.mark.clause("621a.10(e)")
def test_a_tile_exposed_in_the_stacks_voids_the_round_once_betting_is_closed() -> None:
    exposed = report("stack-tile-exposed", Role.DEALER)
    dealing = at_second_round(1, 2).banked_by(2).bet(1).stacks()
    assert dealing.refused(exposed) == "621a.10(e)"
    dealing.closed()
    events = dealing.make(exposed)
    assert only(events, HandsVoided).clause == "621a.10(e)"
    assert moved(events) == {"felt": -1_000, "patron:1": 1_000, "dealer wager": -1_000, "tray": 1_000}
    assert dealing.state.condition is Condition.USED
    partly = closed()
    partly.started()
    partly.make(DeliverTiles(hands=7))
    only_void(partly, exposed)
    assert dealt(1).refused(exposed) == "621a.10(e)", "there are no stacks any more"


@pytest.mark.clause("621a.10(e)")
def test_a_co_banks_tiles_are_shown_when_the_dealer_sets_them() -> None:
    dealing = at_second_round(1, 2).banked_by(2).bet(1)
    dealing.make(RequestCoBank(seat=2))
    dealing.dealt({1: LOSER_1, 2: WEAK})
    assert dealing.refused(report("dealer-tile-exposed")) == "621a.10(e)", "they lie with the Dead Hand"
    dealing.all_set()
    assert dealing.game.accepts(dealing.state, report("bank-tile-exposed"))
    dealing.make(TurnDealerTiles())
    assert dealing.refused(report("bank-tile-exposed")) == "621a.10(e)", "they were turned lawfully"
    dealing.make(dealing.first("set-dealer-hands"))
    assert dealing.refused(report("bank-tile-exposed")) == "621a.10(e)"
    only_void(dealing, report("dead-hand-exposed"))


@pytest.mark.clause("621a.10(e)")
def test_an_exposed_tile_of_the_dead_hand_voids_the_round_whenever_it_happens() -> None:
    exposed = report("dead-hand-exposed")
    dealing = closed()
    assert dealing.refused(exposed) == "621a.10(e)"
    dealing.started()
    dealing.make(DeliverTiles(hands=8))
    only_void(dealing, exposed)
    late = dealt(1, 2)
    late.to_showdown()
    late.make(Surrender(seat=2))
    events = late.make(exposed)
    assert moved(events) == {"felt": -1_000, "patron:1": 1_000, "patron:2": 1_000, "tray": -1_000}


def test_an_unknown_irregularity_is_refused() -> None:
    assert "there is no irregularity" in closed().refusal(report("earthquake")).message


def test_a_bank_that_was_shown_cannot_be_exposed_again() -> None:
    dealing = banked()
    dealing.to_showdown()
    assert dealing.refused(ExposeBank()) == "621a.9(n)#2"
