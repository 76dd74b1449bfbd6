"""Where the deal starts (659a.5(g)-(h)): shaker, generator or button, once in each round, after no more bets."""

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest

from houseway.equipment.decks import Dealing as Way
from houseway.equipment.decks import Device
from houseway.games.asia_poker.events import ButtonMoved, DiceShaken
from houseway.games.asia_poker.moves import ChangeStartMethod
from houseway.games.asia_poker.round import Phase
from houseway.games.asia_poker.start import button_after, clockwise_from, counted_to, total_of
from houseway.games.asia_poker.submission import StartMethod
from houseway.table.card_irregularities import WRONG_NUMBER
from houseway.table.card_play import (
    Abandon,
    CardDealt,
    ChangeDealing,
    CountStub,
    Deal,
    LoadDeck,
    MarkOutOfOrder,
)
from houseway.table.checklist import Stage
from houseway.table.deck_steps import SHOE_UNUSABLE
from houseway.table.dice_steps import IssueDice
from houseway.table.events import Event
from houseway.table.moves import CallNoMoreBets, Report
from houseway.table.procedure import CloseTable
from houseway.table.roles import Role
from houseway.table.start import (
    CoverShaker,
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShakerCovered,
    ShowNumber,
    StartFixed,
    StartMethodChanged,
    UncoverDice,
)
from tests.cards import loaded, wagered
from tests.games.asia_poker.dealing import DEALER, Dealing, asia_poker, cites, names, only
from tests.service import Service

DEVICES: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "automated"}
BUTTON: dict[str, Any] = {"start_method": "button", **DEVICES}
GENERATOR = "random-number-generator"


# Counting.


@pytest.mark.clause("659a.5(g)(1)(iii)", "659a.5(g)(1)(ii)#2")
def test_the_count_begins_with_the_dealer_and_runs_counterclockwise_past_the_dealer_again() -> None:
    assert [counted_to(number) for number in range(1, 8)] == [0, 6, 5, 4, 3, 2, 1]
    assert [counted_to(number) for number in (8, 15)] == [0, 0]
    starts = Counter(counted_to(total_of(dice)) for dice in product(range(1, 7), repeat=3))
    assert starts == {0: 31, 6: 31, 5: 31, 4: 31, 3: 31, 2: 31, 1: 30}


@pytest.mark.clause("659a.8(c)#1", "659a.5(g)(3)#3")
def test_the_deal_and_the_button_go_clockwise_through_every_position_and_the_dealer() -> None:
    assert clockwise_from(5) == (5, 6, 0, 1, 2, 3, 4)
    assert [button_after(seat) for seat in range(7)] == [1, 2, 3, 4, 5, 6, 0]


# The shaker.


@pytest.mark.clause(
    "659a.5(g)(1)",
    "659a.5(g)(1)(i)",
    "659a.5(g)(1)(ii)#1",
    "659a.5(g)(1)(ii)#2",
    "659a.5(g)(1)(iii)",
    "659a.5(c)#4",
)
def test_three_shakes_then_the_dice_are_uncovered_added_up_and_counted() -> None:
    table = Dealing().bet(2)
    table.make(CallNoMoreBets())
    assert table.refused(UncoverDice(die_1=1, die_2=2, die_3=3)) == "659a.5(g)(1)(i)"
    assert table.refused(ShakeDice(times=2)) == "659a.5(g)(1)(i)"
    shaken = only(table.make(ShakeDice(times=3)), DiceShaken)
    assert cites(shaken) == {"659a.5(g)(1)(i)", "659a.5(g)(1)"}
    assert table.refused(ShakeDice(times=3)) == "659a.5(g)(1)(ii)#1"
    (act,) = table.lawful("uncover-dice")
    assert act.label == "Uncover the shaker on its place"
    for one, two, three in ((7, 2, 3), (2, 7, 3), (2, 3, 7), (0, 2, 3), (2, 0, 3), (2, 3, 0)):
        assert table.refused(UncoverDice(die_1=one, die_2=two, die_3=three)) == "659a.5(g)(1)(ii)#1"
    for face in (1, 6):
        table.game.apply(table.state, UncoverDice(die_1=face, die_2=face, die_3=face))
    events = table.make(UncoverDice(die_1=4, die_2=3, die_3=5))
    uncovered = only(events, DiceUncovered)
    assert (uncovered.dice, uncovered.total) == ((4, 3, 5), 12)
    fixed = only(events, StartFixed)
    assert fixed.seat == table.state.start == 3
    assert cites(fixed) == {"659a.5(g)(1)(iii)", "659a.8(b)#2", "659a.5(c)#4"}
    assert table.game.display(table.state).markers == {"start": "position-3"}
    assert table.game.display(table.state).dice == (("white", 4), ("white", 3), ("white", 5))


@pytest.mark.clause("659a.5(g)(1)(iii)", "659a.8(c)#1")
def test_the_first_card_goes_to_the_starting_position_and_the_next_clockwise_wagered_or_not() -> None:
    table = Dealing().bet(2)
    table.start(total=12)
    events = table.make(Deal(cards=("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c")))
    assert [event.seat for event in events if isinstance(event, CardDealt)] == [3, 4, 5, 6, 0, 1, 2, 3]


@pytest.mark.clause("659a.8(b)#2")
def test_no_start_before_no_more_bets_and_no_card_before_the_start() -> None:
    table = Dealing().bet(1)
    assert table.refused(ShakeDice(times=3)) == "659a.8(b)#2"
    table.make(CallNoMoreBets())
    assert table.refused(Deal(cards=("2c",))) == "659a.8(b)#2"
    table.make(ShakeDice(times=3), UncoverDice(die_1=1, die_2=1, die_3=1))
    assert table.refused(ShakeDice(times=3)) == "659a.5(g)(1)"
    table.make(Deal(cards=("2c",)))


@pytest.mark.clause("659a.9(a)(3)#1", "659a.5(b)(1)")
def test_dealing_from_the_hand_asks_for_the_start_as_well() -> None:
    table = Dealing(dealing="hand", shuffler="automated").bet(1)
    assert table.refused(ShakeDice(times=3)) == "659a.9(a)(3)#1"
    table.make(CallNoMoreBets())
    assert table.refused(Deal(cards=("2c",))) == "659a.9(a)(3)#1"
    table.make(ShakeDice(times=5))
    fixed = only(table.make(UncoverDice(die_1=1, die_2=1, die_3=1)), StartFixed)
    assert cites(fixed) == {"659a.5(g)(1)(iii)", "659a.9(a)(3)#1", "659a.5(b)(1)"}


@pytest.mark.clause("659a.5(g)(1)(iv)#1", "659a.5(g)(1)(iv)#2")
def test_the_cards_dealt_the_shaker_is_covered_before_players_set() -> None:
    table = Dealing().bet(1)
    assert table.refused(CoverShaker()) == "659a.5(g)(1)(iv)#1"
    table.start()
    table.make(table.cards({}), CountStub(stub=4))
    assert table.phase == Phase.COVERING
    (act,) = table.lawful("cover-shaker")
    assert act.label == "Cover the shaker, shake it once and put it to the right"
    covered = only(table.make(CoverShaker()), ShakerCovered)
    assert cites(covered) == {"659a.5(g)(1)(iv)#1", "659a.5(g)(1)(iv)#2"}
    assert table.phase == Phase.SETTING


@pytest.mark.clause("659a.5(g)(1)(iv)#1")
def test_the_shaker_is_covered_even_if_the_last_wager_was_ruled_abandoned_before() -> None:
    table = Dealing().bet(1)
    table.start()
    table.make(table.cards({}), CountStub(stub=4), Abandon(seat=1))
    assert (table.phase, table.state.bets) == (Phase.COVERING, ())
    events = table.make(CoverShaker())
    assert names(events) == ["ShakerCovered", "RoundCompleted"]
    assert table.phase == Phase.BETTING


@pytest.mark.parametrize("move", [ShakeDice(times=3), CoverShaker(), UncoverDice(die_1=1, die_2=1, die_3=1)])
def test_only_the_dealer_handles_the_shaker(move: Any) -> None:
    table = Dealing().bet(1)
    table.make(CallNoMoreBets())
    player = type(move)(
        **{name: getattr(move, name) for name in move.__struct_fields__} | {"by": Role.PLAYER}
    )
    assert table.refused(player).startswith("659a.5(g)(1)")


# The dice of the shaker and their day.


def shaker_table() -> Service:
    return wagered(loaded(Service(asia_poker()).opened().seated(seat_1=100_000)))


@pytest.mark.clause("659a.2(c)(1)(i)#2")
def test_dice_are_shaken_for_24_hours_and_no_longer() -> None:
    service = Service(asia_poker()).opened().seated(seat_1=100_000)
    service.later(hours=23, minutes=59)
    wagered(loaded(service)).do(CallNoMoreBets())
    fresh = service.state
    service.do(ShakeDice(times=3))
    service.state = fresh
    service.later(minutes=1)
    assert service.refused(ShakeDice(times=3)).clause.id == "659a.2(c)(1)(i)#2"
    service.new_dice("A-2")
    service.do(ShakeDice(times=3))


@pytest.mark.clause("659a.2(c)(1)(i)#1")
def test_a_shaker_holds_three_inspected_dice() -> None:
    service = shaker_table()
    for count in (2, 4):
        refusal = service.refused(IssueDice(serial="A-9", colours=("white",) * count))
        assert refusal.clause.id == "659a.2(c)(1)(i)#1"
    service.do(IssueDice(serial="A-9", colours=("red", "red", "blue")))
    service.do(CallNoMoreBets())
    assert "not been inspected" in service.refused(ShakeDice(times=3)).message


def test_a_table_without_a_shaker_has_no_dice() -> None:
    game = asia_poker(start_method=GENERATOR)
    assert game.dice is None
    assert not [step for step in game.checklist if step.stage is Stage.DICE]
    service = wagered(loaded(Service(game).opened().seated(seat_1=100_000)))
    service.do(CallNoMoreBets(), ShowNumber(number=4))


# The generator.


@pytest.mark.clause("659a.5(g)(2)#1", "659a.5(g)(2)#2")
@pytest.mark.parametrize(("number", "start"), [(1, 0), (2, 6), (5, 3), (7, 1)])
def test_the_generator_shows_a_number_that_is_counted_like_the_dice(number: int, start: int) -> None:
    table = Dealing(start_method=GENERATOR).bet(1)
    table.make(CallNoMoreBets())
    events = table.make(ShowNumber(number=number))
    assert only(events, NumberShown).number == number
    fixed = only(events, StartFixed)
    assert (fixed.seat, fixed.clause) == (start, "659a.5(g)(2)#2")
    assert table.refused(ShowNumber(number=number)) == "659a.5(g)(2)#1"


@pytest.mark.clause("659a.5(g)(2)#1", "659a.5(g)")
@pytest.mark.parametrize("number", [0, 8])
def test_a_number_out_of_range_or_from_another_method_is_refused(number: int) -> None:
    table = Dealing(start_method=GENERATOR).bet(1)
    table.make(CallNoMoreBets())
    assert table.refused(ShowNumber(number=number)) == "659a.5(g)(2)#1"
    assert table.refused(ShakeDice(times=3)) == "659a.5(g)"
    assert [list(act.fields["number"]) for act in table.lawful("show-number")] == [list(range(1, 8))]


@pytest.mark.clause("659a.5(g)(1)")
def test_without_dice_no_shaker_is_covered() -> None:
    table = Dealing(start_method=GENERATOR).bet(1)
    table.dealt({})
    assert table.phase == Phase.SETTING
    with_shaker = Dealing().bet(1)
    with_shaker.make(CallNoMoreBets(), ShakeDice(times=3))


# The button.


def completed(table: Dealing) -> tuple[Event, ...]:
    """A round to its end at a button table."""
    table.bet(1).dealt({0: DEALER, 1: "As Ks Qh 9d 7d 5c 3c"})
    table.places(seat_1="AsKs5c3c Qh9d 7d")
    table.dealer_sets()
    return table.reveal(1)


def fresh_deck(table: Dealing) -> None:
    """The next round's deck is ready."""
    table.state = msgspec.structs.replace(table.state, kit=table.game.ready().kit)


@pytest.mark.clause("659a.5(g)(3)#2", "659a.5(g)(3)#3", "659a.10(a)(2)", "659a.10(b)#1")
def test_the_button_begins_before_the_dealer_and_moves_on_after_each_completed_round() -> None:
    table = Dealing(**BUTTON)
    assert table.game.display(table.state).markers == {"start": "position-dealer"}
    moved = only(completed(table), ButtonMoved)
    assert (moved.seat, moved.clause) == (1, "659a.5(g)(3)#3")
    fresh_deck(table)
    table.bet(1)
    fixed = only(table.make(CallNoMoreBets()), StartFixed)
    assert fixed.seat == 1
    assert cites(fixed) == {"659a.5(g)(3)#2", "659a.10(a)(2)", "659a.5(b)(1)"}
    events = table.make(Deal(cards=tuple(table.game.left(table.state)[:8])))
    assert [event.seat for event in events if isinstance(event, CardDealt)] == [1] * 7 + [2]


@pytest.mark.clause("659a.5(g)(3)#3")
def test_the_button_stays_after_a_void() -> None:
    table = Dealing(**BUTTON).bet(1)
    table.start()
    table.make(Deal(cards=("2c",)))
    events = table.make(Report(irregularity=WRONG_NUMBER, by=Role.DEALER))
    assert not [event for event in events if isinstance(event, ButtonMoved)]
    assert table.state.button == 0
    fresh_deck(table)
    assert only(completed(table), ButtonMoved).seat == 1


@pytest.mark.clause("659a.5(g)(3)#2")
def test_a_reopened_table_has_the_button_before_the_dealer_again() -> None:
    service = Service(asia_poker(**BUTTON)).opened()
    elsewhere = msgspec.structs.replace(service.state.play, button=4)
    service.state = msgspec.structs.replace(service.state, play=elsewhere)
    service.do(CloseTable())
    assert service.state.play.button == 0


@pytest.mark.clause("659a.5(g)(3)#1")
def test_a_button_does_not_serve_once_a_device_is_out_of_use() -> None:
    table = Dealing(**BUTTON, other_start_methods=[GENERATOR]).bet(1)
    table.make(
        Report(irregularity=SHOE_UNUSABLE, by=Role.DEALER),
        MarkOutOfOrder(device=Device.AUTOMATED_SHOE, how="signed"),
        ChangeDealing(dealing=Way.MANUAL_SHOE),
        LoadDeck(deck="deck 1"),
    )
    assert table.refused(CallNoMoreBets()) == "659a.5(g)(3)#1"
    table.make(ChangeStartMethod(method=StartMethod.RANDOM_NUMBER_GENERATOR))
    assert table.refused(ChangeStartMethod(method=StartMethod.BUTTON)) == "659a.5(g)(3)#1"
    table.make(CallNoMoreBets(), ShowNumber(number=3))


# Another filed method.


@pytest.mark.clause("659a.5(g)", "659a.2(c)")
def test_another_method_is_taken_up_only_if_filed_and_before_the_start_is_known() -> None:
    table = Dealing(other_start_methods=[GENERATOR]).bet(1)
    assert table.refused(ChangeStartMethod(method=StartMethod.BUTTON)) == "659a.5(g)"
    assert table.refused(ChangeStartMethod(method=StartMethod.SHAKER)) == "659a.5(g)"
    by_dealer = ChangeStartMethod(method=StartMethod.RANDOM_NUMBER_GENERATOR, by=Role.DEALER)
    assert table.refused(by_dealer) == "659a.5(g)"
    table.make(CallNoMoreBets(), ShakeDice(times=3))
    changed = only(
        table.make(ChangeStartMethod(method=StartMethod.RANDOM_NUMBER_GENERATOR)), StartMethodChanged
    )
    assert (changed.method, changed.by) == (GENERATOR, "floorperson")
    assert table.refused(UncoverDice(die_1=1, die_2=1, die_3=1)) == "659a.5(g)"
    table.make(ShowNumber(number=3))
    assert table.refused(ChangeStartMethod(method=StartMethod.SHAKER)) == "659a.5(g)"


def test_a_button_taken_up_after_no_more_bets_tells_the_start_at_once() -> None:
    table = Dealing(start_method=GENERATOR, other_start_methods=["button"], **DEVICES).bet(1)
    table.make(CallNoMoreBets())
    assert only(table.make(ChangeStartMethod(method=StartMethod.BUTTON)), StartFixed).seat == 0


@pytest.mark.clause("659a.8(c)#1")
@pytest.mark.parametrize("already", [0, 48])
def test_the_cards_dealt_are_at_least_one_and_no_more_than_are_due(already: int) -> None:
    table = Dealing().bet(1)
    table.start()
    cards = table.cards({}).cards
    if already:
        table.make(Deal(cards=cards[:already]))
    spare = table.game.left(table.state)
    assert table.refused(Deal(cards=())) == "659a.8(c)#1"
    assert table.refused(Deal(cards=spare[: 49 - already + 1])) == "659a.8(c)#1"
    table.make(Deal(cards=spare[: 49 - already]))
    assert table.phase == Phase.STUB
