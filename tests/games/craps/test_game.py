"""The game as a whole: points, markers and buttons, what is listed as lawful, and sessions that play by themselves."""

import random
from itertools import product
from typing import Any

import msgspec
import pytest

from houseway.games.craps.events import (
    BonusButtonsCleared,
    BonusButtonSet,
    DiceThrown,
    FireMarkerSet,
    PointAbandoned,
    PointMade,
    PointSet,
)
from houseway.games.craps.game import Craps, MiniCraps
from houseway.games.craps.moves import (
    CallOff,
    CallOn,
    CallThrow,
    NotifySurveillance,
    ReduceWager,
    RollForComeBets,
    SettleBets,
    WindUpTable,
)
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.law import RuleViolation
from houseway.table.dice_play import DeclineDice
from houseway.table.events import Event
from houseway.table.moves import LeaveSeat, Move, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.roles import PLAYERS
from houseway.table.routine import chance_due, move_of, routine_move
from houseway.table.rules import Lawful
from tests.games.craps.dealing import (
    MINI,
    Dealing,
    all_of,
    craps,
    lines,
    names,
    on_the_line,
    only,
    submission,
)


def test_two_forms_of_one_game() -> None:
    assert type(craps()) is Craps
    mini = craps(**MINI)
    assert type(mini) is MiniCraps
    assert (mini.name, mini.title, mini.seats) == ("craps", "Mini-Craps", 9)


@pytest.mark.clause("623a.1[come_out_point]", "623a.1[come_out_roll]")
def test_a_point_is_set_on_the_come_out_roll_and_stands_until_it_is_made_or_lost() -> None:
    table = on_the_line()
    for faces in ((1, 1), (1, 2), (6, 6), (5, 6), (3, 4)):
        assert not all_of(table.roll(*faces), PointSet)
        assert table.state.point == 0
        table.bet("pass")
    for number in (4, 5, 6, 8, 9, 10):
        faces = (number - 3, 3) if number < 10 else (5, 5)
        events = table.roll(*faces)
        assert only(events, DiceThrown).point == 0
        assert only(events, PointSet).point == number
        assert only(table.roll(1, 1), DiceThrown).point == number
        assert (table.state.point, table.state.phase) == (number, Phase.HAND)
        assert only(table.roll(*faces), PointMade).point == number
        assert (table.state.point, table.state.phase) == (0, Phase.HAND)
        table.bet("pass")


def test_a_come_out_twelve_pushes_dont_pass_and_the_next_roll_is_a_come_out_roll_again() -> None:
    table = Dealing().bet("dont-pass").shooter(1)
    (line,) = lines(table.roll(6, 6))
    assert line.result == "push"
    assert table.state.point == 0


# Markers and buttons.


@pytest.mark.clause("623a.11(a)(4)#1", "623a.11(a)(6)", "623a.11(b)(2)")
def test_fire_markers_count_the_different_points_and_surveillance_hears_of_the_fourth() -> None:
    table = on_the_line().bet("fire-bet", 500)
    told = []
    for face in (2, 3, 3, 4, 5):
        told += all_of(table.rolls((face, face), (face, face)), FireMarkerSet)
        table.bet("pass")
    assert [(marker.number, marker.count) for marker in told] == [(4, 1), (6, 2), (8, 3), (10, 4)]
    assert [marker.also for marker in told] == [(), (), (), ("623a.11(a)(6)",)]
    assert list(table.state.fire) == [4, 6, 8, 10], "the repeated 6 does not count"
    settled = lines(table.rolls((2, 3), (3, 4)))
    (fire,) = [line for line in settled if line.wager == "fire-bet"]
    assert (fire.result, fire.paid, fire.pays) == ("win", 12_000, "623a.5(f)[4_points]")
    assert table.state.fire == ()


@pytest.mark.clause("623a.11(a)(5)")
def test_a_seven_on_the_come_out_roll_leaves_fire_bets_alone() -> None:
    table = on_the_line().bet("fire-bet", 500)
    assert [line.wager for line in lines(table.roll(3, 4))] == ["pass"]
    table.bet("pass")
    assert {line.wager for line in lines(table.rolls((4, 4), (3, 4)))} == {"pass", "fire-bet"}


def test_no_fire_marker_lies_without_a_fire_bet() -> None:
    table = on_the_line()
    table.rolls((4, 4), (4, 4))
    assert table.state.fire == ()


@pytest.mark.clause("623a.12(3)#1", "623a.12(5)")
def test_bonus_buttons_mark_every_number_thrown_until_a_seven() -> None:
    table = on_the_line().bet("all-or-nothing-at-all")
    assert only(table.roll(1, 1), BonusButtonSet).number == 2
    table.bet("pass")
    table.roll(4, 4)
    assert table.state.bonus == 1 << 2 | 1 << 8
    assert not all_of(table.roll(5, 3), BonusButtonSet), "the 8 bears its button"
    table.bet("pass")
    cleared = table.roll(3, 4)
    assert only(cleared, BonusButtonsCleared).clause == "623a.12(5)"
    assert (table.state.bonus, table.stands("all-or-nothing-at-all")) == (0, 0)


@pytest.mark.clause("623a.12(4)#2")
def test_the_buttons_of_all_small_stay_for_all_or_nothing() -> None:
    table = on_the_line().bet("all-small").bet("all-or-nothing-at-all").bet("dont-pass", seat=2)
    table.rolls((4, 4), (1, 1), (1, 2), (2, 2), (2, 3))
    won = lines(table.roll(3, 3))
    assert [(line.wager, line.paid) for line in won] == [("all-small", 34_000)]
    assert table.state.bonus == sum(1 << number for number in (2, 3, 4, 5, 6, 8))
    assert [line.wager for line in lines(table.rolls((5, 4), (5, 5), (5, 6)))] == []
    (whole,) = [line for line in lines(table.roll(6, 6)) if line.wager == "all-or-nothing-at-all"]
    assert whole.paid == 175_000
    assert table.state.bonus == 0


def test_bonus_bets_act_and_fire_bets_do_not_while_only_come_bets_are_thrown_for() -> None:
    table = on_the_line().bet("fire-bet", 500).bet("all-small")
    table.roll(4, 4)
    table.bet("come")
    table.rolls((2, 4), (4, 4))
    table.make(DeclineDice(seat=1))
    (act,) = table.acts("roll-for-come-bets")
    table.make(move_of(table.game, act, {"seat": 1}))
    before = table.state.bonus
    assert only(table.roll(1, 1), DiceThrown).for_come_bets
    assert (table.state.bonus, table.state.fire) == (before | 1 << 2, (8,))
    assert {line.wager for line in lines(table.roll(3, 4))} == {"come", "all-small"}
    assert table.stands("fire-bet", "box") == 500


def test_fire_bets_for_a_shooter_who_never_threw_wait_on_their_spots_for_the_next_come_out_roll() -> None:
    table = on_the_line().seated(2)
    table.roll(4, 4)
    table.bet("come")
    table.rolls((2, 4), (4, 4))
    table.make(DeclineDice(seat=1))
    table.shooter(2).bet("fire-bet", 500)
    table.make(DeclineDice(seat=2))
    (act,) = table.acts("roll-for-come-bets")
    table.make(move_of(table.game, act, {"seat": 1}))
    table.roll(3, 4)
    assert table.stands("fire-bet") == 500
    table.bet("pass")
    assert table.acts("bring-in-fire-bets"), "before the next come out roll they are brought in"


# What stands around the game.


def test_a_throw_is_told_by_what_it_is_for() -> None:
    table = on_the_line()

    def said(events: tuple[Event, ...]) -> str:
        return table.game.event_in_words(only(events, DiceThrown))

    assert {act.label for act in table.acts("throw-dice")} == {"Throw the dice"}
    assert said(table.roll(4, 4)) == "Position 1 comes out"
    table.bet("come")
    assert said(table.roll(2, 4)) == "Position 1 throws for the point of 8"
    table.roll(4, 4)
    table.make(DeclineDice(seat=1), RollForComeBets(seat=1))
    assert said(table.roll(1, 1)) == "Position 1 throws for the Come Bets only"


def test_everything_of_the_games_own_that_happens_is_put_in_words() -> None:
    own = {
        NotifySurveillance: "tells surveillance of 4 different points",
        WindUpTable: "Nobody wants the dice",
    }
    table = on_the_line().bet("fire-bet", 500).bet("place-to-win-6", 600)
    for face in (2, 3, 4, 5):
        table.rolls((face, face), (face, face))
        table.bet("pass")
    for move, words in own.items():
        if move is WindUpTable:
            table.roll(4, 4)
            table.make(DeclineDice(seat=1))
        assert words in table.game.event_in_words(table.make(move())[0])
    assert (
        table.game.event_in_words(PointAbandoned(point=8, clause=""))
        == "The point of 8 stands for nobody any more"
    )


def test_a_table_may_close_only_when_nothing_stands() -> None:
    table = on_the_line()
    assert not table.game.between_rounds(table.state)
    table.take_down("pass")
    assert table.game.between_rounds(table.state)
    table.bet("pass")
    table.throw()
    assert not table.game.dice_handling.at_rest(table.game, table.state)
    table.call(3, 4)
    assert not table.game.dice_handling.at_rest(table.game, table.state)
    table.make(SettleBets())
    assert table.game.dice_handling.at_rest(table.game, table.state)
    assert table.game.between_rounds(table.state)
    assert table.game.closing(table.state) == table.game.open()


def test_settled_dice_are_kept_only_to_be_shown() -> None:
    table = on_the_line()
    table.throw()
    table.call(4, 4)
    assert table.game.essential(table.state) == table.state
    table.make(SettleBets())
    assert table.state.faces == (4, 4)
    assert table.game.essential(table.state).faces is None
    assert table.game.display(table.state).dice == (("red", 4), ("red", 4))


def test_moves_events_and_states_are_json_both_ways() -> None:
    table = on_the_line().bet("fire-bet", 500).bet("place-to-win-6", 600).bet("all-small")
    events: list[Event] = [*table.make(CallOn(seat=1, wager="place-to-win-6"))]
    events += table.rolls((4, 4), (1, 2), (4, 4))
    assert msgspec.json.decode(msgspec.json.encode(events), type=list[Craps.event_type]) == events
    state = msgspec.json.decode(msgspec.json.encode(table.state), type=CrapsFelt)
    assert state == table.state
    move = ReduceWager(seat=1, wager="field", amount=500)
    assert msgspec.json.decode(msgspec.json.encode(move), type=Craps.book.move_type) == move


# Everything lawful is listed, and everything listed is lawful.

CONFIGURATIONS: tuple[dict[str, Any], ...] = (
    {},
    {**MINI, "stickperson": True, "dealer_as_boxperson": True, "bonus_again_after_seven": True},
    {
        "breakage": "up",
        "come_odds_rest": True,
        "whirl_area": False,
        "horn_high_area": False,
        "fire_on_closing": "return-or-pay",
        "odds": "2x",
        "limits": {"minimum": 1000, "maximum": 6000, "increment": 500},
        "vigorish_when": "won",
    },
)


def _chosen(chance: random.Random, act: Lawful, game: Craps) -> Move:
    values = {name: chance.choice(options) for name, options in act.fields.items()}
    if act.amount is not None:
        room = act.amount
        steps = (room.high - room.low) // room.step
        values["amount"] = room.low + room.step * chance.choice((0, steps, chance.randint(0, steps)))
    raw = {"move": act.move, "by": chance.choice(act.by), **values}
    move: Move = msgspec.convert(msgspec.to_builtins(raw), game.book.move_type)
    return move


def _anything(chance: random.Random, table: Dealing) -> Move:
    """A move about wagers that may or may not be lawful."""
    wager = chance.choice(list(table.game.catalogue.values()))
    if table.state.bets and chance.random() < 0.6:
        bet = chance.choice(table.state.bets)
        wager, seat, pick = table.game.catalogue[bet.wager], bet.seat, bet.pick
    else:
        seat, pick = chance.randint(1, 4), chance.choice((*wager.picks, *wager.moved_to))
    amount = chance.choice((0, 100, 400, 500, 600, 1000, 1100, 1200, 2000, 3000, 6000))
    area: dict[str, Any] = {"seat": seat, "wager": wager.name, "pick": pick}
    return chance.choice(
        (
            PlaceWager(**area, amount=amount),
            PlaceWager(**area, amount=amount),
            ReduceWager(**area, amount=amount),
            TakeDownWager(**area),
            CallOn(**area),
            CallOff(**area),
            LeaveSeat(seat=seat),
        )
    )


# What carries a session on, and keeps it from ending in endless voids and departures.
_ONWARD = (
    "place-wager",
    "throw-dice",
    "call-throw",
    "settle-bets",
    "pass-dice",
    "bring-in-fire-bets",
    "accept-dice",
    "offer-dice",
)


def random_walk(seed: int, moves: int, table: Dealing) -> set[str]:
    """Play lawful moves at random, trying each state for moves that are listed and refused, or accepted and not."""
    chance = random.Random(seed)
    table.make(*(TakeSeat(seat=seat) for seat in (1, 2, 3)))
    happened: set[str] = set()
    for _ in range(moves):
        acts = table.game.legal(table.state)
        for move in (_chosen(chance, act, table.game) for act in chance.sample(acts, min(4, len(acts)))):
            table.game.apply(table.state, move)  # whatever is listed is accepted
        for _ in range(4):
            move = _anything(chance, table)
            try:
                table.game.apply(table.state, move)
            except RuleViolation:
                assert not table.listed(move), move
            else:
                assert table.listed(move), move
        onward = sorted({act.move for act in acts if act.move in _ONWARD})
        kinds = onward if onward and chance.random() < 0.6 else sorted({act.move for act in acts})
        kind = chance.choice(kinds)
        act = chance.choice([act for act in acts if act.move == kind])
        happened |= set(names(table.make(_chosen(chance, act, table.game))))
    return happened


@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_everything_lawful_is_listed_and_everything_listed_is_lawful(options: dict[str, Any]) -> None:
    happened = set().union(*(random_walk(seed, 200, Dealing(**options)) for seed in range(2)))
    assert {"Settled", "WagerReduced", "ButtonSet", "ShooterNamed"} < happened


# What the crew alone does when no player moves any more.
_TO_THE_END = (
    "call-throw",
    "settle-bets",
    "notify-surveillance",
    "take-dice",
    "decline-dice",
    "wind-up-table",
    "offer-dice",
)


@pytest.mark.clause("623a.10(c)", "623a.12(2)")
@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_from_any_state_the_crew_alone_can_bring_a_table_to_its_end(options: dict[str, Any]) -> None:
    for seed in range(4):
        table = Dealing(**options)
        random_walk(seed, 30 + 10 * seed, table)
        for _ in range(40):
            acts = [act for act in table.game.legal(table.state) if act.by != PLAYERS]
            due = next((act for move in _TO_THE_END for act in acts if act.move == move), None)
            if due is None or not table.state.bets:
                break
            first = {name: values[0] for name, values in due.fields.items()}
            raw = {"move": due.move, "by": next(role for role in due.by if role not in PLAYERS), **first}
            table.make(msgspec.convert(msgspec.to_builtins(raw), table.game.book.move_type))
        assert not table.state.bets
        table.make(*(LeaveSeat(seat=seat) for seat in table.state.seats))
        assert (table.game.between_rounds(table.state), table.state.seats) == (True, ())


# Sessions that play by themselves.


@pytest.mark.parametrize("options", [{}, MINI])
def test_the_crews_routine_and_chance_carry_a_session_on(options: dict[str, Any]) -> None:
    chance = random.Random(623)
    table = Dealing(**options).seated(1, 2)
    rolled = 0
    while rolled < 200:
        shooter = table.state.shooter
        if table.state.phase is Phase.HAND and not (table.state.point or table.stands("pass", seat=shooter)):
            table.bet("pass", seat=shooter)
        move = routine_move(table.game, table.state)
        if move is None:
            act = chance_due(table.game, table.state)
            assert act is not None, "somebody can always go on"
            move = move_of(
                table.game, act, {name: chance.choice(faces) for name, faces in act.fields.items()}
            )
            assert isinstance(move, CallThrow)
            rolled += 1
        table.make(move)
    assert {bet.wager for bet in table.state.bets} <= {"pass"}


def test_chance_is_two_fair_dice() -> None:
    table = on_the_line()
    table.throw()
    act = chance_due(table.game, table.state)
    assert act is not None
    assert len(list(product(*act.fields.values()))) == 36


def test_the_game_is_the_same_under_the_same_submission() -> None:
    assert submission().digest() == submission().digest()
    assert submission(odds="5x").digest() != submission().digest()
