"""Rounds settled a second time from the text alone: cards in shoe order and choices, every line and cent.

Nothing here imports a rule. What is read off the game is only what it was told: wagers, cards, choices.
"""

import os
import random
from typing import Any, NamedTuple

import pytest

from houseway.games.baccarat.events import VigorishMarked
from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.moves import TurnCards
from houseway.table.card_play import Deal
from houseway.table.events import Settled, VigorishCollected, WagerRaised
from houseway.table.moves import CallNoMoreBets, PlaceWager, TakeSeat
from houseway.table.shoe_play import Decide
from tests.games.baccarat.dealing import game

ROUNDS = int(os.environ.get("HOUSEWAY_BACCARAT_ROUNDS", "150"))
SHOE = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] * 8
CHIP = 25

Line = tuple[int, str, str, int]


class Told(NamedTuple):
    """A round as somebody wrote it down."""

    ez: bool
    marked: bool
    share: int
    wagers: dict[tuple[int, str], int]
    cards: list[str]
    choices: list[tuple[int, str]]


# The second settlement.


def value(card: str) -> int:
    """An ace one, two to nine their number, tens and courts nothing."""
    return 1 if card[0] == "A" else 0 if card[0] in "TJQK" else int(card[0])


def third_of_banker(count: int, third: str) -> bool:
    """Whether the Banker's Hand draws after a third Player card."""
    if count <= 2:
        return True
    if count == 3:
        return value(third) != 8
    if count == 4:
        return 2 <= value(third) <= 7
    if count == 5:
        return 4 <= value(third) <= 7
    if count == 6:
        return value(third) in (6, 7)
    return False


def literal(told: Told) -> list[Line]:
    """The round by the letter of the chapters, with the readings C-41 to C-52."""
    shoe, said, lines = list(told.cards), list(told.choices), []
    wagers = dict(told.wagers)
    player, banker = [], []
    for _ in range(2):
        player.append(shoe.pop(0))
        banker.append(shoe.pop(0))
    seats = sorted({seat for seat, _ in wagers}, reverse=True)
    pairs = (player[0][0] == player[1][0]) + (banker[0][0] == banker[1][0])
    for seat in seats:
        stake = wagers.pop((seat, "house-money"), 0)
        if not stake:
            continue
        if not pairs:
            lines.append((seat, "house-money", "lose", -stake))
            continue
        payout = stake * (15 if pairs == 2 else 3)
        if (seat, "player") not in wagers and (seat, "banker") not in wagers:
            lines.append((seat, "house-money", "win", payout))
            continue
        who, what = said.pop(0)
        assert who == seat
        if what == "take-payout":
            lines.append((seat, "house-money", "win", payout))
            continue
        hand = what.removeprefix("add-to-")
        added = payout * told.share // 100 // CHIP * CHIP
        lines.append((seat, "house-money", "win", payout - added))
        lines.append((seat, hand, "raised", added))
        wagers[seat, hand] += added
    count, theirs = sum(map(value, player)) % 10, sum(map(value, banker)) % 10
    if count < 8 and theirs < 8:
        if count <= 5:
            player.append(shoe.pop(0))
            if third_of_banker(theirs, player[2]):
                banker.append(shoe.pop(0))
        elif theirs <= 5:
            banker.append(shoe.pop(0))
    assert not shoe
    assert not said
    count, theirs = sum(map(value, player)) % 10, sum(map(value, banker)) % 10
    dragon = theirs == 7 and len(banker) == 3 and count < 7
    panda = count == 8 and len(player) == 3 and theirs < 8
    won: list[Line] = []
    for seat in seats:
        for wager in ("player", "banker", "tie", "dragon-7", "panda-8"):
            stake = wagers.get((seat, wager), 0)
            if not stake:
                continue
            wins = {
                "player": count > theirs,
                "banker": theirs > count,
                "tie": count == theirs,
                "dragon-7": dragon,
                "panda-8": panda,
            }[wager]
            if wager in ("player", "banker") and (
                count == theirs or (wager == "banker" and told.ez and dragon)
            ):
                won.append((seat, wager, "push", 0))
            elif not wins:
                lines.append((seat, wager, "lose", -stake))
            else:
                odds = {"tie": 8, "dragon-7": 40, "panda-8": 25}.get(wager, 1)
                won.append((seat, wager, "win", stake * odds))
                vigorish = stake * 5 // 100 // CHIP * CHIP
                if wager == "banker" and not told.ez and vigorish:
                    won.append((seat, wager, "marked" if told.marked else "vigorish", vigorish))
    return lines + won


# The game.


def played(form: Form, chance: random.Random) -> tuple[Told, list[Line]]:
    """A round at the table with wagers, cards and choices at random, and its settlement."""
    ez, marked, share = chance.random() < 0.4, chance.random() < 0.5, chance.choice((100, 50, 33))
    style = chance.choice(
        {
            Form.MINIBACCARAT: (Style.FACE_UP, Style.UNDER_THE_SHOE),
            Form.MIDIBACCARAT: (Style.HANDED,),
            Form.BACCARAT: (Style.FACE_UP, Style.HANDED),
        }[form]
    )
    chosen = (form, ez, marked, share, style)
    if chosen not in GAMES:
        when = "marked" if marked else "payout"
        GAMES[chosen] = game(form, ez=ez, vigorish_when=when, house_money_share=share, style=style)
    table = GAMES[chosen]
    state: Any = table.ready()
    told = Told(ez, marked, share, {}, [], [])
    lines: list[Line] = []
    # Few ranks now and then, so that pairs and ties are not rare.
    few = [card for card in SHOE if card[0] in chance.sample("23456789TJQKA", 3)]
    shoe = iter(chance.sample(few if chance.random() < 0.3 else SHOE, 6))

    def do(move: Any) -> None:
        nonlocal state
        step = table.apply(state, move)
        state = step.state
        for line in step.events:
            match line:
                case Settled():
                    lines.append((line.seat, line.wager, str(line.result), line.paid - line.lost))
                case WagerRaised():
                    lines.append((line.seat, line.wager, "raised", line.amount))
                case VigorishCollected():
                    lines.append((line.seat, line.wager, "vigorish", line.amount))
                case VigorishMarked():
                    lines.append((line.seat, "banker", "marked", line.amount))

    names = ["player", "banker", "tie", "house-money", *(("dragon-7", "panda-8") if ez else ())]
    for seat in chance.sample(range(1, table.seats + 1), chance.randint(1, 4)):
        do(TakeSeat(seat=seat))
        for name in chance.sample(names, chance.randint(1, len(names))):
            told.wagers[seat, name] = 500 * chance.randint(1, 40)
            do(PlaceWager(seat=seat, wager=name, amount=told.wagers[seat, name]))
    do(CallNoMoreBets())
    while state.phase != "betting":
        if (turn := table.turn(state)) is not None:
            what = chance.choice(turn.decisions)
            told.choices.append((turn.place.seat, what))
            do(Decide(seat=turn.place.seat, decision=what))
        elif table.due(state) is not None:
            told.cards.append(next(shoe))
            do(Deal(cards=(told.cards[-1],)))
        else:
            right = state.right(state.face_down)
            do(TurnCards(hand=right.hand, seat=right.seat))
    return told, lines


GAMES: dict[Any, Any] = {}


@pytest.mark.parametrize("form", Form)
def test_rounds_are_settled_as_a_second_reading_of_the_text_has_it(form: Form) -> None:
    chance = random.Random(f"{form}")
    seen: set[tuple[str, str]] = set()
    for number in range(ROUNDS):
        told, lines = played(form, chance)
        assert lines == literal(told), (number, told)
        seen |= {(wager, result) for _, wager, result, _ in lines}
    assert {("house-money", "win"), ("banker", "raised"), ("banker", "vigorish"), ("banker", "push")} <= seen
    assert {("banker", "marked"), ("tie", "win"), ("player", "win"), ("dragon-7", "lose")} <= seen
