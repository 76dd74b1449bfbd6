"""A page is true of the round or roll it names: its settlement, its net and its names are of no other."""

import os
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import UNSEEN
from houseway.floor import Floor, Recorded, TableInService
from houseway.law import RuleViolation
from houseway.money import dollars
from houseway.table.card_play import SettlementReversed
from houseway.table.events import BonusPaid, Event, NoMoreBetsCalled, Result, Settled, VigorishCollected, rack
from houseway.table.rules import Lawful
from houseway.table.words import told
from tests.web.house import signed_in_client
from tests.web.rounds import BETS

# Steps of random play at each table; `make proofs` plays more.
STEPS = int(os.environ.get("HOUSEWAY_PAGE_STEPS", "45"))
TABLES = ("TDF-1", "SB-1", "CR-1", "3CP-1", "HL-1", "AP-1", "PG-1")
# What a position has won or lost, with the name of its hand before it, if it has any.
_NET = re.compile(r"Position (\d+) (?:([^$]*?) )?([+=\N{MINUS SIGN}]) ?\$([\d,.]+)")
_SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
# With what a roll begins.
_THROWN = {"throw-dice", "shake-dice", "activate-shaker"}
_BET = {**BETS, "PG-1": ("pai-gow",)}
# What ends a session, fills it with seats, or brings pieces that are not there.
_NOT_HERE = {"close-table", "leave-seat", "issue-dice", "report", "take-seat", "bring-deck", "bring-tiles"}


class Told(HTMLParser):
    """The text of a page below each id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self._open: list[str] = []
        self.under: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("input", "meta", "link", "br"):
            self._open.append(dict(attrs).get("id") or "")

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            for name in filter(None, self._open):
                self.under.setdefault(name, []).append(words)

    def words(self, name: str) -> str:
        """All that is written below an id."""
        return " ".join(self.under.get(name, ()))


def begins(place: TableInService, recorded: Recorded) -> bool:
    if place.game.pieces is None:
        return recorded.act.move.__struct_config__.tag in _THROWN
    return any(isinstance(event, NoMoreBetsCalled) for event in recorded.events)


def by_round(place: TableInService) -> list[list[Event]]:
    """What happened in every round or roll by the record alone, the first one behind what was before it."""
    rounds: list[list[Event]] = [[]]
    for recorded in place.record:
        if begins(place, recorded):
            rounds.append([])
        rounds[-1] += recorded.events
    return rounds


def settled_in(events: list[Event]) -> list[Event]:
    return [
        event
        for event in events
        if isinstance(event, Settled | BonusPaid | SettlementReversed | VigorishCollected)
        or "centre" in {account for move in event.transfers() for account in (move.source, move.target)}
    ]


def net_of(settled: list[Event]) -> dict[int, int]:
    net: dict[int, int] = {}
    for event in settled:
        match event:
            case Settled(result=Result.WIN) | BonusPaid():
                change = event.paid
            case Settled():
                change = -event.lost
            case SettlementReversed():
                change = event.returned - event.repaid
            case VigorishCollected():
                change = -event.amount
            case _ if hasattr(event, "seat"):
                # What a player who banks has put into the centre or got out of it.
                into, out = (
                    [move.cents for move in event.transfers() if getattr(move, side) == rack(event.seat)]
                    for side in ("source", "target")
                )
                change = sum(out) - sum(into)
            case _:
                continue
        net[event.seat] = net.get(event.seat, 0) + change
    return net


def shown_net(banner: str) -> dict[int, int]:
    """The net of every position as the banner says it, in cents."""
    sign = {"+": 1, "=": 1, "\N{MINUS SIGN}": -1}
    return {
        int(seat): sign[how] * round(float(amount.replace(",", "")) * 100)
        for seat, _, how, amount in _NET.findall(banner)
    }


def check_hands(place: TableInService, banner: str, events: list[Event]) -> int:
    """Every hand is called what the record of this round calls it; how many were called anything."""
    called = {int(seat): hand for seat, hand, _, _ in _NET.findall(banner) if hand}
    for seat, hand in called.items():
        of_position = (event for event in events if getattr(event, "seat", None) == seat)
        said = [in_figures(told(place.game, event)) for event in of_position]
        assert any(all(part in line for part in in_figures(hand).split(", ")) for line in said), (hand, said)
    return len(called)


def in_figures(words: str) -> str:
    """The record spells some values that stand in figures among names."""
    return re.sub("|".join(_SPELLED), lambda found: str(_SPELLED.index(found[0])), words)


def check_rounds(place: TableInService, panel: str, rounds: list[list[Event]]) -> int:
    """Every round that is listed has the net and the hands of that very round; how many are listed."""
    listed = re.findall(r"Round ([\d,]+) (.*?)(?=Round [\d,]+ |$)", panel)
    for number, words in listed:
        events = rounds[int(number.replace(",", ""))]
        assert shown_net(words) == net_of(settled_in(events)), (place.version, number)
        check_hands(place, words, events)
    numbers = [int(number.replace(",", "")) for number, _ in listed]
    assert numbers == sorted(numbers, reverse=True)
    return len(listed)


def check_dice(page: str, events: list[Event]) -> int:
    """The headline shows the dice of this roll, and none until they were called; how many it shows."""
    (label,) = re.findall(r'<div class="dice" role="img" aria-label="([^"]*)"', page)
    faces = [found for event in events if (found := faces_of(msgspec.to_builtins(event)))]
    shown = [int(face) for face in re.findall(r"[a-z]+ (\d)", label.partition("show")[2])]
    assert not shown or sorted(shown) in faces, label
    return len(shown)


def faces_of(told_of: dict[str, Any]) -> list[int]:
    """The faces of the dice that an event tells."""
    found = [told_of, *(value for value in told_of.values() if isinstance(value, dict))]
    dice = (("die_1", "die_2", "die_3"), ("green_1", "green_2", "red"), ("die_1", "die_2"))
    return next(
        (sorted(one[name] for name in names) for one in found for names in dice if one.keys() >= set(names)),
        [],
    )


def step(floor: Floor, table: str, chance: random.Random) -> None:
    """Something lawful: now what the crew or chance does, now a bet, now any other move."""
    place = floor.table(table)
    legal = [act for act in place.legal(floor.clock()) if not act.rare and act.move not in _NOT_HERE]
    book = place.game.book
    if chance.random() < 0.2:
        for wager in _BET.get(table, ()):
            bets = [act for act in legal if act.move == "place-wager" and wager in act.fields["wager"]]
            if bets:
                floor.submit(table, filled_in(bets[0], chance), who="tester")
                return
    if any(act.move in book.chance for act in legal):
        floor.throw(table, who="tester")
        return
    crew = [act for act in legal if act.move in book.routine and not act.text]
    others = [act for act in legal if act.move not in ("attest", "take-down-wager") and not act.text]
    by_the_crew = bool(crew) and chance.random() < 0.85
    chosen = chance.choice(crew if by_the_crew else others or crew)
    try:
        floor.submit(table, filled_in(chosen, None if by_the_crew else chance), who="tester")
    except RuleViolation:
        return


def filled_in(act: Lawful, chance: random.Random | None) -> dict[str, Any]:
    """A move as it is offered, or as chance has it: the crew counts and sets as it should."""
    told = {name: chance.choice(values) if chance else values[0] for name, values in act.fields.items()}
    amount = {"amount": act.amount.low} if act.amount else {}
    return {"move": act.move, "by": act.by[0], **told, **amount}


def played(floor: Floor, table: str, steps: int) -> Iterator[TableInService]:
    chance = random.Random(f"{table} 13")
    for _ in range(steps):
        step(floor, table, chance)
        yield floor.table(table)


@pytest.mark.parametrize("table", TABLES)
def test_a_page_is_true_of_the_round_it_names(floor: Floor, table: str) -> None:
    seen: set[str] = set()
    dice = called = listed = 0
    with signed_in_client(floor) as client:
        for place in played(floor, table, STEPS):
            page = Told(client.get(f"/tables/{table}").text)
            rounds = by_round(place)
            number, settled = len(rounds) - 1, settled_in(rounds[-1])
            banner, panel = page.words("result"), page.words("settlement")
            kind = "Roll" if place.game.pieces is None else "Round"
            named = re.findall(r"(?:Roll|Round) [\d,]+", banner)
            assert named in ([], [f"{kind} {number}"]), banner
            assert shown_net(banner) == (net_of(settled) if named else {}), place.version
            for event in settled:
                if isinstance(event, Settled) and event.result is Result.WIN:
                    assert f"+{dollars(event.paid)}" in panel
            if panel:
                assert f"of {kind.lower()} {number}" in panel
            if place.game.pieces is None:
                dice += check_dice(page.page, rounds[-1])
            else:
                called += check_hands(place, banner, rounds[-1])
                listed = max(listed, check_rounds(place, page.words("rounds"), rounds))
            seen |= {*named, "net"} if shown_net(banner) else set(named)
            check_names(place)
    assert "net" in seen
    assert len(seen) > 2, "several rounds or rolls"
    assert dice or (called and listed > 1), "dice, or hands and older rounds"


def check_names(place: TableInService) -> None:
    """Only what lies open now has a name."""
    display = place.game.display(place.state.play)
    lying = display.cards | display.tiles
    for area in display.names:
        assert UNSEEN not in lying[area]
