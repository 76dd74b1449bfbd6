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
from houseway.games.poker.events import HandBegun, HandCompleted, HandShown, PotAwarded
from houseway.law import RuleViolation
from houseway.money import signed
from houseway.table.card_play import SettlementReversed
from houseway.table.events import (
    BonusPaid,
    Event,
    NoMoreBetsCalled,
    Result,
    Settled,
    VigorishCollected,
    WagerRaised,
    rack,
)
from houseway.table.rules import Lawful
from houseway.table.shoe_play import CardDrawn, DecisionMade, RoundBegun, RoundDiscarded
from houseway.table.words import told
from tests.web.house import signed_in_client
from tests.web.rounds import BETS

# Steps of random play at each table; `make proofs` plays more.
STEPS = int(os.environ.get("HOUSEWAY_PAGE_STEPS", "60"))
TABLES = (
    *("TDF-1", "3CP-1", "PG-1", "BJ-1", "MB-1"),
    *(
        pytest.param(table, marks=pytest.mark.long)
        for table in ("SB-1", "CR-1", "HL-1", "AP-1", "DAB-1", "S21-1", "MD-1", "PK-1")
    ),
)
# Where cards count and nobody says so, and where hands have no names of their own.
_COUNTED, _UNNAMED = ("DAB-1", "BJ-1", "S21-1"), ("MB-1", "MD-1")
# Where a round takes more steps than elsewhere.
_LONGER = {"PK-1": 2}
# What a position has won or lost, with the name of its hand before it, if it has any.
_NET = re.compile(r"Position (\d+) (?:((?:(?!Position)[^$])*?) )?([+=\N{MINUS SIGN}]) ?\$([\d,.]+)")
_SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
# With what a roll begins.
_THROWN = {"throw-dice", "shake-dice", "activate-shaker"}
_BET = {
    **BETS,
    "CR-1": ("pass",),
    "PG-1": ("pai-gow",),
    "DAB-1": ("bet",),
    "BJ-1": ("blackjack",),
    "S21-1": ("spanish-21",),
    "MB-1": ("player", "tie"),
    "MD-1": ("banker",),
}
# How often nobody folds, so that hands are shown down as well.
_STAYS = 0.5
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
    begun = NoMoreBetsCalled | RoundBegun | HandBegun
    return any(isinstance(event, begun) for event in recorded.events)


def by_round(place: TableInService) -> list[list[Event]]:
    """What happened in every round or roll by the record alone, the first one behind what was before it."""
    rounds: list[list[Event]] = [[]]
    over = False
    for recorded in place.record:
        if begins(place, recorded):
            rounds.append([])
            over = False
        # What is paid between two rounds, such as vigorish that is owed, is of neither.
        rounds[-1] += () if over else recorded.events
        over = over or any(isinstance(event, RoundDiscarded | HandCompleted) for event in recorded.events)
    return rounds


def settled_in(events: list[Event]) -> list[Event]:
    return [
        event
        for event in events
        if isinstance(event, Settled | BonusPaid | SettlementReversed | VigorishCollected | WagerRaised)
        or {"centre", "pot"}
        & {account for move in event.transfers() for account in (move.source, move.target)}
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
            case WagerRaised():
                change = event.amount
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
    if place.name in _COUNTED:
        counted = totals(events)
        assert called.items() <= counted.items(), (called, counted)
        return len(called)
    for seat, hand in called.items():
        of_position = (event for event in events if getattr(event, "seat", None) == seat)
        said = [in_figures(told(place.game, event)) for event in of_position]
        if any(isinstance(event, HandShown) for event in events):
            # What was shown and won nothing, or was not called, is called nothing in the record.
            won = any(isinstance(event, PotAwarded) and event.seat == seat and event.hand for event in events)
            assert any(" shows " in line for line in said)
            said = said if won else [in_figures(hand)]
        assert any(all(part in line for part in in_figures(hand).split(", ")) for line in said), (hand, said)
    return len(called)


def totals(events: list[Event]) -> dict[int, str]:
    """What the hands of each position come to, counted from the cards of a round as they came."""
    lying: dict[int, list[list[str]]] = {}
    given_up = set()
    for event in events:
        if isinstance(event, CardDrawn) and event.seat:
            lying.setdefault(event.seat, [[]])[event.hand - 1].append(event.card[0])
        elif isinstance(event, DecisionMade) and event.decision == "split":
            lying[event.seat].append([lying[event.seat][event.hand - 1].pop()])
        elif isinstance(event, DecisionMade) and event.decision == "surrender":
            given_up.add((event.seat, event.hand))
    return {
        seat: " and ".join(
            count(ranks, split=len(hands) > 1) + (", given up" if (seat, number) in given_up else "")
            for number, ranks in enumerate(hands, 1)
        )
        for seat, hands in lying.items()
    }


def count(ranks: list[str], *, split: bool) -> str:
    """The total of a hand by its ranks, as it is said."""
    points = sum(1 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in ranks)
    soft = "A" in ranks and points + 10 <= 21
    best = points + 10 if soft else points
    if best == 21 and len(ranks) == 2 and not split:
        return "Blackjack"
    return f"bust, {best}" if best > 21 else f"soft {best}" if soft else f"{best}"


def in_figures(words: str) -> str:
    """The record spells some values that stand in figures among names."""
    return re.sub("|".join(_SPELLED), lambda found: str(_SPELLED.index(found[0])), words)


def check_rounds(place: TableInService, panel: str, rounds: list[list[Event]]) -> int:
    """Every round that is listed has the net and the hands of that very round; how many are listed."""
    listed = re.findall(r"(?:Round|Hand) ([\d,]+) (.*?)(?=(?:Round|Hand) [\d,]+ |$)", panel)
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
    if chance.random() < _STAYS:
        others = [act for act in others if act.move != "fold-hand"]
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
        for place in played(floor, table, STEPS * _LONGER.get(table, 1)):
            page = Told(client.get(f"/tables/{table}").text)
            rounds = by_round(place)
            number, settled = len(rounds) - 1, settled_in(rounds[-1])
            banner, panel = page.words("result"), page.words("settlement")
            kind = "Roll" if place.game.pieces is None else place.game.round_called.capitalize()
            named = re.findall(r"(?:Roll|Round|Hand) [\d,]+", banner)
            assert named in ([], [f"{kind} {number}"]), banner
            assert shown_net(banner) == (net_of(settled) if named else {}), place.version
            for event in settled:
                if isinstance(event, Settled) and event.result is Result.WIN:
                    # Of House Money that goes on with a wager nothing is paid out.
                    assert signed(event.paid) in panel
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
    assert dice or ((called or table in _UNNAMED) and listed > 1), "dice, or hands and older rounds"


def check_names(place: TableInService) -> None:
    """Only what lies open now has a name."""
    display = place.game.display(place.state.play)
    lying = display.cards | display.tiles
    for area in display.names:
        assert UNSEEN not in lying[area]
