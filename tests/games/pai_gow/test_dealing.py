"""Dealing the tiles (621a.2(d), 621a.6, 621a.7): no more bets, the number, the delivery, what is swept away."""

import pytest

from houseway.equipment.dice import DiceRules
from houseway.equipment.tiles import UNSEEN
from houseway.games.pai_gow.delivery import ALTERNATIVES, Delivery
from houseway.games.pai_gow.events import DeliveryChosen, DiceShaken, TilesDelivered
from houseway.games.pai_gow.moves import (
    AcceptBank,
    ChangeStartMethod,
    ChooseDelivery,
    CutTiles,
    DeliverTiles,
    InspectTiles,
    MixTiles,
    RemoveTiles,
    RequestCoBank,
    RevealHands,
    SetDealerHands,
    SetHands,
    StakeDealerWager,
    Surrender,
)
from houseway.games.pai_gow.round import Phase
from houseway.games.pai_gow.submission import StartMethod
from houseway.table.checklist import Stage
from houseway.table.events import NoMoreBetsCalled
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager
from houseway.table.roles import Role
from houseway.table.start import (
    CoverShaker,
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShakerCovered,
    ShowNumber,
    StacksCollected,
    StartFixed,
    UncoverDice,
)
from tests.games.pai_gow.dealing import (
    Dealing,
    at_second_round,
    cites,
    dice_of,
    in_service,
    only,
    pai_gow,
    stacked,
    tiles_ready,
)
from tests.service import Service

GENERATOR = StartMethod.RANDOM_NUMBER_GENERATOR


def closed(**options: object) -> Dealing:
    """A game with one wager, its bets closed."""
    dealing = Dealing(**options).bet(1).stacks()
    dealing.closed()
    return dealing


# No more bets, the dice and the number (621a.6(a)-(c)).


@pytest.mark.clause("621a.6(a)", "621a.6(a)(2)#1")
def test_no_more_bets_comes_after_the_stacks_and_before_the_shaking() -> None:
    dealing = Dealing().bet(1)
    assert dealing.refused(CallNoMoreBets()) == "621a.4(d)#4"
    dealing.stacks()
    assert dealing.refused(ShakeDice(times=3)) == "621a.6(a)(2)#1"
    called = only(dealing.make(CallNoMoreBets()), NoMoreBetsCalled)
    assert cites(called) == {"621a.5(c)#1", "621a.5(c)#2", "621a.6(a)"}
    shaken = only(dealing.make(ShakeDice(times=3)), DiceShaken)
    assert "621a.6(a)(2)#1" in cites(shaken)
    assert dealing.refused(ShakeDice(times=3)) == "621a.6(a)(2)#3"


@pytest.mark.clause("621a.6(a)(2)#2")
def test_the_dealer_shakes_three_times() -> None:
    dealing = closed()
    assert dealing.refused(ShakeDice(times=2)) == "621a.6(a)(2)#2"
    assert dealing.refused(ShakeDice(times=3, by=Role.PLAYER)) == "621a.6(a)(2)#2"
    dealing.make(ShakeDice(times=5))


@pytest.mark.clause("621a.2(d)#2")
def test_three_dice_are_shaken_before_every_deal() -> None:
    dealing = closed()
    assert dealing.refused(DeliverTiles(hands=8)) == "621a.2(d)#2"
    assert dealing.refused(dice_of(9)) == "621a.6(a)(2)#2"
    dealing.started()
    dealing.make(DeliverTiles(hands=8), CoverShaker())
    dealing.to_showdown()
    dealing.reveal()
    dealing.bet(1).stacks().closed()
    assert dealing.refused(DeliverTiles(hands=8)) == "621a.2(d)#2"
    assert dealing.game.dice is not None
    assert len(dealing.game.dice.colours) == 3


@pytest.mark.clause(
    "621a.6(a)(2)#4", "621a.6(b)#2", "621a.6(c)#1", "621a.6(c)#2", "621a.6(a)(2)#3", "621a.6(b)#1"
)
@pytest.mark.parametrize(
    ("dice", "total", "place"),
    [((1, 1, 1), 3, 2), ((2, 2, 3), 7, 6), ((2, 3, 3), 8, 7), ((6, 6, 6), 18, 1), ((4, 5, 1), 10, 1)],
)
def test_the_total_of_the_dice_is_counted_from_the_dealer(
    dice: tuple[int, int, int], total: int, place: int
) -> None:
    dealing = closed()
    one, two, three = dice
    uncover = UncoverDice(die_1=one, die_2=two, die_3=three)
    assert dealing.refused(uncover) == "621a.6(a)(2)#2"
    events = dealing.make(ShakeDice(times=3), uncover)
    uncovered = only(events, DiceUncovered)
    assert (uncovered.dice, uncovered.total) == (dice, total)
    assert cites(uncovered) == {"621a.6(a)(2)#3", "621a.6(a)(2)#4", "621a.6(b)#1"}
    assert only(events, StartFixed).seat == place
    assert only(events, StartFixed).clause == "621a.6(c)#2"


@pytest.mark.clause("621a.6(c)(1)", "621a.6(c)(2)")
def test_the_examples_of_the_chapter() -> None:
    nine, fifteen = closed(), closed()
    assert only(nine.started(9), StartFixed).seat == 0
    assert only(fifteen.started(15), StartFixed).seat == 6


@pytest.mark.clause("621a.6(a)")
def test_the_start_is_found_once() -> None:
    dealing = closed()
    dealing.started()
    assert dealing.refused(ShakeDice(times=3)) == "621a.6(a)"
    assert dealing.refused(dice_of(9)) == "621a.6(a)"
    assert dealing.refused(ShowNumber(number=3)) == "621a.6(a)"
    assert closed().refused(UncoverDice(die_1=0, die_2=1, die_3=2)) == "621a.6(a)(2)#2"


def test_a_die_has_six_faces() -> None:
    dealing = closed()
    dealing.make(ShakeDice(times=3))
    assert dealing.refused(UncoverDice(die_1=7, die_2=1, die_3=2)) == "621a.6(a)(2)#3"
    assert dealing.refused(UncoverDice(die_1=6, die_2=1, die_3=2, by=Role.PLAYER)) == "621a.6(a)(2)#3"


@pytest.mark.clause("621a.6(a)(1)")
def test_a_generator_shows_a_number_after_no_more_bets() -> None:
    dealing = Dealing(start_methods=[GENERATOR]).bet(1).stacks()
    assert dealing.refused(ShowNumber(number=5)) == "621a.6(a)(1)"
    dealing.closed()
    assert dealing.refused(ShakeDice(times=3)) == "621a.6(a)"
    for number in (0, 9):
        assert dealing.refused(ShowNumber(number=number)) == "621a.6(a)(1)"
    events = dealing.make(ShowNumber(number=5))
    assert cites(only(events, NumberShown)) == {"621a.6(a)(1)", "621a.6(b)#1"}
    assert only(events, StartFixed).seat == 4
    dealing.make(DeliverTiles(hands=8))
    assert dealing.phase is Phase.SETTING, "there is no shaker to cover"


@pytest.mark.clause("621a.6(a)(1)", "621a.6(c)#2")
@pytest.mark.parametrize(("numbers", "lowest", "highest"), [("1-8", 1, 8), ("3-18", 3, 18)])
def test_a_generator_shows_the_numbers_it_is_certified_for(numbers: str, lowest: int, highest: int) -> None:
    dealing = closed(start_methods=[GENERATOR], generator_numbers=numbers)
    assert dealing.lawful("show-number")[0].fields["number"] == tuple(range(lowest, highest + 1))
    assert dealing.refused(ShowNumber(number=lowest - 1)) == "621a.6(a)(1)"
    assert only(dealing.make(ShowNumber(number=highest)), StartFixed).seat == (highest - 1) % 8


@pytest.mark.clause("621a.6(a)")
def test_another_filed_method_may_be_taken_up_before_the_start_is_known() -> None:
    dealing = closed(start_methods=["shaker", GENERATOR])
    dealing.make(ShakeDice(times=3))
    assert dealing.refused(ChangeStartMethod(method=StartMethod.SHAKER)) == "621a.6(a)"
    assert dealing.refused(ChangeStartMethod(method=GENERATOR, by=Role.DEALER)) == "621a.6(a)"
    dealing.make(ChangeStartMethod(method=GENERATOR), ShowNumber(number=2))
    assert dealing.refused(ChangeStartMethod(method=StartMethod.SHAKER)) == "621a.6(a)"
    assert closed().refused(ChangeStartMethod(method=GENERATOR)) == "621a.6(a)"


@pytest.mark.clause("621a.2(d)(1)#3", "621a.2(d)#2")
def test_dice_in_the_shaker_last_a_day() -> None:
    service = in_service()
    assert service.table.game.dice is not None
    service.later(hours=23, minutes=30)
    service.do(RemoveTiles())
    tiles_ready(service, "T-2")
    service.do(stacked({}), PlaceWager(seat=1, wager="pai-gow", amount=1_000), CallNoMoreBets())
    service.later(minutes=29)
    assert any(act.move == "shake-dice" for act in service.table.legal(service.state, service.now))
    service.later(minutes=1)
    assert service.refused(ShakeDice(times=3)).clause.id == "621a.2(d)(1)#3"
    service.new_dice("A-2").do(ShakeDice(times=3))
    assert not any(act.move == "issue-dice" for act in service.table.legal(service.state, service.now))


def wanted(service: Service) -> DiceRules | None:
    """What the dice of the table must be now; nothing where it plays without."""
    game = service.table.game
    return game.dice_handling.wanted(game, service.state.play)


@pytest.mark.clause("621a.2(d)#2")
def test_a_table_with_a_generator_needs_no_dice() -> None:
    service = in_service(start_methods=[GENERATOR])
    assert wanted(service) is None
    assert not service.table.missing(service.state, Stage.DICE)
    both = in_service(start_methods=["shaker", GENERATOR])
    assert wanted(both) is not None
    both.do(ChangeStartMethod(method=GENERATOR))
    assert wanted(both) is None


# The delivery (621a.6(d)-(f)).


@pytest.mark.clause("621a.6(d)#1", "621a.6(d)#2", "621a.6(d)#3")
def test_stacks_go_from_the_right_to_every_place_counterclockwise() -> None:
    dealing = closed()
    dealing.started(12)
    before = dealing.state.stacks
    events = dealing.make(DeliverTiles(hands=8))
    served = [event for event in events if isinstance(event, TilesDelivered)]
    assert [event.seat for event in served] == [3, 4, 5, 6, 7, 0, 1, 2]
    assert [event.tiles for event in served] == list(reversed(before))
    assert served[0].taken == ((7, 0), (7, 1), (7, 2), (7, 3))
    assert {"621a.6(d)#1", "621a.6(d)#2"} <= cites(served[0])
    assert [event.seat for event in served if "621a.6(d)#3" in cites(event)] == [0]


@pytest.mark.clause("621a.6(d)#2")
def test_tiles_are_delivered_place_by_place() -> None:
    dealing = closed()
    dealing.started()
    dealing.make(DeliverTiles(hands=3))
    assert [hand.seat for hand in dealing.state.hands] == [0, 1, 2]
    assert dealing.phase is Phase.DELIVERING
    assert dealing.game.display(dealing.state).tiles["stack-1"] == (UNSEEN,) * 4
    assert "stack-8" not in dealing.game.display(dealing.state).tiles
    assert dealing.refused(DeliverTiles(hands=6)) == "621a.6(d)#1"
    assert dealing.lawful("deliver-tiles")[0].fields["hands"] == (5, 4, 3, 2, 1)
    assert dealing.refused(CoverShaker()) == "621a.6(f)#1"
    dealing.make(DeliverTiles(hands=5))
    assert dealing.state.stacks == ()
    assert dealing.refused(DeliverTiles(hands=1)) == "621a.2(d)#2"


@pytest.mark.clause("621a.6(e)#1", "621a.6(e)#2")
def test_stacks_without_a_wager_join_the_dead_hand_unseen() -> None:
    dealing = Dealing().bet(2).bet(5).seat(1)
    events = dealing.dealt()
    swept = only(events, StacksCollected)
    assert swept.seats == (1, 3, 4, 6)
    assert cites(swept) == {"621a.6(e)#1", "621a.6(e)#2"}
    assert [hand.seat for hand in dealing.state.hands] == [0, 2, 5, 7]
    assert dealing.game.display(dealing.state).tiles["dead-hand"] == (UNSEEN,) * 20
    full = Dealing()
    for seat in range(1, 7):
        full.bet(seat)
    assert not [event for event in full.dealt() if isinstance(event, StacksCollected)]


@pytest.mark.clause("621a.6(f)#1", "621a.6(f)#2")
def test_the_shaker_is_covered_and_shaken_once_after_the_deal() -> None:
    dealing = closed()
    dealing.started()
    assert dealing.refused(CoverShaker()) == "621a.6(f)#1"
    dealing.make(DeliverTiles(hands=8))
    covered = only(dealing.make(CoverShaker()), ShakerCovered)
    assert cites(covered) == {"621a.6(f)#1", "621a.6(f)#2"}
    assert dealing.phase is Phase.SETTING
    assert dealing.refused(CoverShaker()) == "621a.6(f)#1"


# Other styles (621a.7).


@pytest.mark.clause("621a.7(a)")
def test_only_filed_styles_may_be_chosen_between_no_more_bets_and_the_deal() -> None:
    dealing = Dealing(delivery_styles=["jung-quat"]).bet(1).stacks()
    jung_quat = ChooseDelivery(style=Delivery.JUNG_QUAT)
    assert dealing.refused(jung_quat) == "621a.7(a)"
    dealing.closed()
    assert dealing.refused(ChooseDelivery(style=Delivery.CHEE_YEE)) == "621a.7(a)"
    assert dealing.refused(ChooseDelivery(style=Delivery.HOUSE_WAY_FROM_RIGHT)) == "621a.7(a)"
    assert dealing.refused(ChooseDelivery(style=Delivery.JUNG_QUAT, by=Role.PLAYER)) == "621a.7(a)"
    dealing.started()
    chosen = only(dealing.make(jung_quat), DeliveryChosen)
    assert cites(chosen) == {"621a.7(a)", "621a.7(a)(4)#1"}
    assert dealing.refused(jung_quat) == "621a.7(a)"
    dealing.make(DeliverTiles(hands=1))
    assert dealing.refused(ChooseDelivery(style=Delivery.HOUSE_WAY_FROM_RIGHT)) == "621a.7(a)"


@pytest.mark.clause("621a.7(a)")
@pytest.mark.parametrize("style", ALTERNATIVES)
def test_every_style_may_be_filed_and_serves_its_own_tiles(style: Delivery) -> None:
    hands = {0: "6-6 6-6 1-1 1-1", 4: "2-4 1-2 4-4 4-4"}
    dealing = Dealing(delivery_styles=[style]).bet(4)
    events = dealing.dealt(hands, total=12, style=style)
    assert sorted(dealing.state.hand(4)) == sorted(hands[4].split())
    assert sorted(dealing.state.hand(0)) == sorted(hands[0].split())
    served = [event for event in events if isinstance(event, TilesDelivered)]
    assert served[0].seat == 3
    assert {clause.id for clause in style.clauses} <= cites(served[0])
    assert [served[place].taken for place in range(8)] == [
        step.tiles for step in dealing.game.delivery_steps(style)
    ]


def test_the_next_round_is_delivered_the_ordinary_way_again() -> None:
    dealing = Dealing(delivery_styles=["jung-quat"]).bet(1)
    dealing.dealt(style=Delivery.JUNG_QUAT)
    dealing.to_showdown()
    dealing.reveal()
    dealing.bet(1).stacks().closed()
    assert dealing.state.style is Delivery.HOUSE_WAY_FROM_RIGHT


@pytest.mark.parametrize(
    "style",
    [
        pytest.param(style, marks=pytest.mark.clause(f"621a.7(a)({paragraph})#1"))
        for paragraph, style in enumerate(ALTERNATIVES, start=1)
    ],
)
def test_the_dealer_shows_each_style_on_the_stacks(style: Delivery) -> None:
    dealing = Dealing(delivery_styles=[style])
    dealing.bet(1)
    dealing.stacks()
    dealing.closed()
    chosen = only(dealing.make(ChooseDelivery(style=style)), DeliveryChosen)
    paragraph = ALTERNATIVES.index(style) + 1
    assert cites(chosen) == {"621a.7(a)", f"621a.7(a)({paragraph})#1"}
    assert style.signal_words


@pytest.mark.parametrize("style", ALTERNATIVES)
def test_every_filed_style_is_chosen_by_a_step_that_shows_its_sign(style: Delivery) -> None:
    dealing = Dealing(delivery_styles=[style]).bet(1).stacks()
    dealing.closed()
    rule = dealing.game.book.of[ChooseDelivery]
    assert style.signal in rule.cited(dealing.game, dealing.state)
    assert dealing.lawful("choose-delivery")[0].label == "Choose the delivery and show its sign"
    (chosen,) = dealing.make(ChooseDelivery(style=style))
    assert dealing.game.event_in_words(chosen).endswith(f"{style.label}, shown thus: {style.signal_words}")


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        (InspectTiles, {"621a.4(a)(2)", "621a.4(a)(3)"}),
        (MixTiles, {"621a.4(d)#1", "621a.4(d)#2"}),
        (AcceptBank, {"621a.9(c)#3"}),
        (RequestCoBank, {"621a.9(e)#4"}),
        (CutTiles, {"621a.9(g)#3"}),
        (StakeDealerWager, {"621a.9(h)#3"}),
        (ShowNumber, {"621a.6(b)#1"}),
        (UncoverDice, {"621a.6(a)(2)#3", "621a.6(b)#1"}),
        (DeliverTiles, {"621a.6(d)#3", "621a.6(e)#2"}),
        (CoverShaker, {"621a.6(f)#2"}),
        (SetHands, {"621a.8(a)#2"}),
        (SetDealerHands, {"621a.8(c)#2"}),
        (Surrender, {"621a.8(e)#4"}),
        (RevealHands, {"621a.8(f)#3", "621a.8(j)#2"}),
    ],
)
def test_a_step_names_all_that_its_words_say(move: type[Move], clauses: set[str]) -> None:
    game = pai_gow()
    cited = game.book.of[move].cited(game, game.ready())
    assert clauses <= {clause.id for clause in cited}


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        (ShakeDice, {"621a.9(i)#4"}),
        (DeliverTiles, {"621a.9(h)#4", "621a.9(k)#3", "621a.9(l)#2"}),
        (CoverShaker, {"621a.9(m)#2"}),
    ],
)
def test_and_in_a_round_that_a_player_banks(move: type[Move], clauses: set[str]) -> None:
    dealing = at_second_round(1, 2).banked_by(2)
    cited = dealing.game.book.of[move].cited(dealing.game, dealing.state)
    assert clauses <= {clause.id for clause in cited}
