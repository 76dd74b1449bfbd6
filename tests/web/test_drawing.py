"""How the pages draw a felt, sort the next steps and tell what happened, for any game."""

import re
from math import hypot
from typing import Any

import pytest

from houseway.floor import Floor
from houseway.games import game_under, games, submission_for
from houseway.law import pa
from houseway.table.events import Result, Settled
from houseway.table.game import Game
from houseway.table.layout import Area, Display, Layout
from houseway.table.seated import seated
from houseway.table.words import told
from houseway.web.felt import CHIP_ACROSS, CHIP_DOWN, PILE_HEIGHT, draw, free_below, pips, stacks
from houseway.web.hints import hints
from houseway.web.pots import pots
from houseway.web.printing import LEAST_SIZE, text_width, wrap
from houseway.web.steps import Place, step_forms
from houseway.web.view import BetView

CLAUSE = pa("623a.2(d)(2)")
GAMES = [game_under(submission_for(name)) for name in games()]


def bets(count: int, wager: str, pick: str = "") -> list[BetView]:
    return [
        BetView(seat=seat, wager=wager, pick=pick, title="", amount=500 * seat, button="")
        for seat in range(1, count + 1)
    ]


# The felt.


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_everything_printed_stays_within_its_area(game: Game[Any]) -> None:
    for drawn in draw(game.layout, "Keystone Meadows Casino"):
        area = drawn.area
        for line in drawn.lines:
            half = text_width(line.text, line.size, bold=line.role == "label") / 2
            assert area.x <= line.x - half
            assert line.x + half <= area.x + area.width
            assert area.y <= line.y - line.size * 0.8
            assert line.y <= area.y + area.height
        for die in drawn.dice:
            assert area.x <= die.x
            assert die.x + die.size <= area.x + area.width
            assert area.y <= die.y
            assert die.y + die.size <= area.y + area.height


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_wager_has_an_area_and_every_puck_a_place(game: Game[Any]) -> None:
    drawn = {area.area.id: area for area in draw(game.layout, "")}
    # What is put up with a decision lies with the wager of its hand.
    offered = game.betting.offered - {"double-down", "split"}
    laid = (wager for wager in game.catalogue.values() if wager.name in offered)
    wagers = {(wager.name, pick) for wager in laid for pick in wager.picks}
    assert {(area.area.wager, area.area.pick) for area in drawn.values()} >= wagers
    for marker in game.layout.markers:
        assert all(drawn[place].puck_radius > 8 for place in marker.stands_on)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_is_printed_smaller_than_can_be_read_and_what_is_left_off_is_told(game: Game[Any]) -> None:
    for drawn in draw(game.layout, "Keystone Meadows Casino"):
        assert all(line.size >= LEAST_SIZE for line in drawn.lines)
        printed = re.sub("[ ·]", "", "".join(line.text for line in drawn.lines))
        label = re.sub("[ ·]", "", drawn.area.label)
        if drawn.area.wager and label not in printed and not drawn.dice:
            assert drawn.title.startswith(drawn.area.label)


def test_a_label_that_does_not_fit_gives_way_to_its_short_form() -> None:
    area = Area("field", "A LABEL OF MANY WORDS", 0, 0, 60, 40, CLAUSE, wager="field", short="MANY")
    (drawn,) = draw(Layout(width=100, height=100, areas=(area,), markers=(), requirements=()), "")
    assert [line.text for line in drawn.lines] == ["MANY"]
    assert drawn.title == "A LABEL OF MANY WORDS"


def test_chips_lie_along_the_foot_of_their_area() -> None:
    football = game_under(submission_for("three-dice-football"))
    area = football.layout.area("penalty")
    piled = list(stacks(football.layout, bets(3, "penalty")))
    assert [stack.seat for stack in piled] == [1, 2, 3]
    assert all(area.x <= stack.x and stack.y <= area.y + area.height for stack in piled)
    assert {piled[0].y - stack.y for stack in piled} <= {0, PILE_HEIGHT}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_chips_that_have_room_are_larger_and_cover_no_printing(game: Game[Any]) -> None:
    drawn = {one.area.id: one for one in draw(game.layout, "")}
    laid = [
        bet
        for one in drawn.values()
        if one.area.wager and not one.area.round
        for bet in bets(2, one.area.wager, one.area.pick)
    ]
    for stack in stacks(game.layout, laid, free_below(drawn.values())):
        if stack.scale > 1 and stack.shared:
            one = drawn[stack.area]
            top = stack.y - (CHIP_DOWN + 2.4 * (len(stack.chips) - 1)) * stack.scale
            left = stack.x - CHIP_ACROSS * stack.scale
            assert all(line.y <= top or line.x < left for line in one.lines)
            assert all(die.y + die.size <= top for die in one.dice)
            assert left >= one.area.x
            assert stack.x + stack.amount_x + stack.amount_width / 2 <= one.area.x + one.area.width
            assert stack.y + CHIP_DOWN * stack.scale <= one.area.y + one.area.height


def test_what_stands_in_the_place_of_a_wager_is_printed_where_the_wager_is() -> None:
    drawn = {one.area.id: one for one in draw(game_under(submission_for("craps")).layout, "")}
    for name in ("pass-odds", "dont-pass-odds"):
        middles = [drawn[area].lines[0].x for area in (name, f"{name}-6")]
        assert middles[0] == middles[1]
        assert middles[0] < drawn[name].area.x + drawn[name].area.width / 2


def test_the_name_of_a_pot_stands_above_its_chips() -> None:
    layout = game_under(submission_for("pai-gow", {"player_bank": True})).layout
    drawn = {one.area.id: one for one in draw(layout, "")}
    lying = list(pots(layout, dict.fromkeys(layout.pots, 2500), Display(words="")))
    assert len(lying) == 2
    for pot in lying:
        top = pot.y - (CHIP_DOWN + 2.4 * (len(pot.chips) - 1)) * pot.scale
        assert all(line.y <= top for line in drawn[pot.area].lines), pot.area


@pytest.mark.parametrize(
    ("form", "players"), [("minibaccarat", 7), ("midibaccarat", 9), ("baccarat", 2), ("baccarat", 14)]
)
def test_the_two_hands_of_baccarat_are_printed_whole_however_many_sit(form: str, players: int) -> None:
    game = game_under(submission_for("baccarat", {"form": form}))
    drawn = draw(seated(game.layout, range(1, players + 1)), "")
    assert {"PLAYER", "BANKER"} <= {line.text for one in drawn if one.area.wager for line in one.lines}
    assert not {"PLAY", "BANK"} & {line.text for one in drawn for line in one.lines}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("players", [2, 4, 99])
def test_what_is_printed_in_a_circle_stays_within_it(game: Game[Any], players: int) -> None:
    for drawn in draw(seated(game.layout, range(1, players + 1)), ""):
        area = drawn.area
        for line in drawn.lines if area.round else ():
            bold = line.role == "label"
            half = text_width(line.text, line.size, bold=bold) / 2
            middle = area.y + area.height / 2
            down = max(abs(line.y - middle), abs(line.y - line.size * 0.74 - middle))
            assert hypot(half, down) <= area.width / 2


def test_chips_that_find_no_room_are_counted_together() -> None:
    sic_bo = game_under(submission_for("sic-bo"))
    piled = list(stacks(sic_bo.layout, bets(20, "two-dice-combination", "1-2")))
    assert piled[-1].seat == 0
    assert sum(stack.amount for stack in piled) == sum(bet.amount for bet in bets(20, ""))


def test_words_and_odds_are_not_torn_apart() -> None:
    assert wrap("Over Four Yards", 120, 20) == ("Over Four", "Yards")
    assert wrap("1 to 1 · 2 to 1 · 3 to 1", 110, 12) == ("1 to 1 · 2 to 1", "3 to 1")
    assert wrap("", 100, 12) == ()


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_has_as_many_pips_as_it_says(face: int) -> None:
    assert len(set(pips(face))) == face


# The next step.


def places(floor: Floor, table: str) -> dict[str, Place]:
    place, now = floor.table(table), floor.clock()
    return {
        form.move: form.place
        for form in step_forms(place, place.legal(now), place.game.display(place.state.play), now)
    }


def waits_for(floor: Floor, table: str) -> str:
    place, now = floor.table(table), floor.clock()
    return " ".join(hint.words for hint in hints(place, place.legal(now), now))


def act(floor: Floor, table: str, *moves: dict[str, Any]) -> None:
    for move in moves:
        floor.submit(table, move, who="tester")


def test_ordinary_steps_come_first_and_rare_ones_are_put_away(floor: Floor) -> None:
    found = places(floor, "TDF-1")
    assert found["offer-dice"] is Place.MAIN
    assert found["issue-dice"] is Place.MENU
    assert found["report"] is Place.IRREGULARITY
    assert found["take-seat"] is found["leave-seat"] is found["buy-in"] is Place.RAIL
    assert "place-wager" not in found


def test_a_quarterback_without_a_wager_is_waited_for(floor: Floor) -> None:
    act(floor, "TDF-1", {"move": "offer-dice", "seat": 1}, {"move": "accept-dice", "seat": 1})
    found = places(floor, "TDF-1")
    assert Place.MAIN not in found.values()
    assert found["decline-dice"] is Place.OTHER
    assert "Wagers are open: choose a chip and lay it on the felt" in waits_for(floor, "TDF-1")


def test_what_puts_a_stopped_table_right_is_the_next_step(floor: Floor) -> None:
    act(floor, "SB-1", {"move": "report", "irregularity": "device-failed", "by": "dealer"})
    assert places(floor, "SB-1")["fix-device"] is Place.MAIN


def test_a_closed_table_waits_for_its_checklist_and_its_dice(floor: Floor) -> None:
    assert places(floor, "TDF-2")["issue-dice"] is Place.MAIN
    assert "The table is closed: 5 lines of the check-list stand open" in waits_for(floor, "TDF-2")
    assert "There is no set of dice in use" in waits_for(floor, "TDF-2")


def test_an_empty_table_waits_for_players(floor: Floor) -> None:
    act(floor, "TDF-1", *({"move": "leave-seat", "seat": seat} for seat in (1, 2)))
    assert "Nobody is at the table" in waits_for(floor, "TDF-1")
    assert places(floor, "TDF-1")["close-table"] is Place.MENU


def test_no_approval_is_made_up_for_a_live_table(floor: Floor) -> None:
    place, now = floor.table("TDF-2"), floor.clock()
    forms = step_forms(place, place.legal(now), place.game.display(place.state.play), now)
    references = [field for form in forms for field in form.fields if field.name == "reference"]
    assert references
    assert all(field.suggestion == "" for field in references)


# The words.


@pytest.mark.parametrize(
    ("result", "paid", "words"),
    [
        (Result.WIN, 4500, "Position 2, Penalty: wins, $5 paid $45 at 9 to 1"),
        (Result.LOSE, 0, "Position 2, Penalty: loses $5"),
        (Result.PUSH, 0, "Position 2, Penalty: stands off, $5 back"),
        (Result.RETURNED, 0, "Position 2, Penalty: $5 returned"),
    ],
)
def test_a_settlement_line_is_told(result: Result, paid: int, words: str) -> None:
    line = Settled(
        seat=2,
        wager="penalty",
        pick="",
        stake=500,
        result=result,
        paid=paid,
        odds="9 to 1",
        clause="661a.3(d)(2)",
        pays="661a.8(b)[penalty]",
        order="661a.6(d)#1",
    )
    assert told(game_under(submission_for("three-dice-football")), line) == words


def test_a_round_is_told_in_plain_words(floor: Floor) -> None:
    act(
        floor,
        "SB-1",
        {"move": "place-wager", "seat": 1, "wager": "total-10", "amount": 500},
        {"move": "place-wager", "seat": 1, "wager": "total-10", "amount": 500},
        {"move": "take-down-wager", "seat": 1, "wager": "total-10"},
        {"move": "place-wager", "seat": 2, "wager": "one-of-a-kind", "pick": "3", "amount": 500},
        {"move": "shake-dice", "times": 3},
        {"move": "call-no-more-bets"},
        {"move": "reveal-dice", "die_1": 3, "die_2": 3, "die_3": 4},
        {"move": "enter-dice", "die_1": 3, "die_2": 3, "die_3": 4},
    )
    place = floor.table("SB-1")
    words = [told(place.game, event) for recorded in place.record for event in recorded.events]
    for line in (
        "Position 1 wagers $5 (now $10) on Total Value 10",
        "Position 1 takes down $10 from Total Value 10",
        "Position 2 wagers $5 on One of a Kind 3",
        "No more bets",
        "The dealer shows 3-3-4: total 10, small",
        "Position 2, One of a Kind 3: wins, $5 paid $10 at 2 to 1",
    ):
        assert line in words
    assert not [line for line in words if "_" in line or "{" in line or "(" in line.replace("(now", "")]


def test_a_shooter_without_a_line_bet_is_told_what_is_missing(floor: Floor) -> None:
    floor.submit("CR-1", {"move": "offer-dice", "seat": 1, "by": "stickperson"}, who="PA-1002")
    floor.submit("CR-1", {"move": "accept-dice", "seat": 1}, who="patron")
    assert "neither a Pass nor a Don't Pass Bet" in waits_for(floor, "CR-1")
    floor.submit("CR-1", {"move": "place-wager", "seat": 1, "wager": "pass", "amount": 1000}, who="patron")
    assert "Don't Pass" not in waits_for(floor, "CR-1")
