"""Drills: questions that a dealer must be able to answer, made from a game's own rules and answered by them.

A drill is told by its number alone, so that it can be asked again: the same number is always the same question.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from houseway.floor.drill import Drill, make_drill
from houseway.floor.round_drills import comes_out, house_way, next_step, settled_first
from houseway.money import Cents, Odds, dollars
from houseway.table.game import Game
from houseway.table.irregularities import Remedy
from houseway.table.rules import Rule
from houseway.table.set_hands import SetsHands
from houseway.table.wagers import PayLine, Wager
from houseway.table.words import capital, spoken, wager_title


def payout(game: Game[Any], chance: Random) -> Drill | None:
    """Call the payout: what a winning wager of so much is paid, in the table's chips."""
    lines = list(_lines(game))
    if not lines:
        return None
    wager, pick, line = chance.choice(lines)
    stake = _stake(game, wager, pick, chance)
    if stake is None:
        return None
    odds = line.odds
    assert isinstance(odds, Odds), "only a line whose payment the stake decides is asked"
    # What odds "for" one pay has the stake in it: the chip lies in the tray, or a bonus has none of its own (663-08, C-129).
    paid = game.betting.made(odds.pay(stake)) + (stake if odds.counts_stake else 0)
    chip = game.betting.smallest_chip
    # What is easily called instead: the stake with it, one chip off, twice, half.
    near = (
        paid - stake if odds.counts_stake else paid + stake,
        paid + chip,
        paid - chip,
        2 * paid,
        paid // 2 // chip * chip,
        stake,
        paid + 10 * chip,
    )
    wrong = dict.fromkeys(amount for amount in near if amount > 0 and amount != paid)
    named = wager_title(game, wager.name, pick)
    told = f": {line.label}" if len(wager.lines(pick)) > 1 else ""
    return make_drill(
        f"{dollars(stake)} on {named} wins{told}. What is paid?",
        dollars(paid),
        [dollars(amount) for amount in wrong],
        f"{odds}: {dollars(stake)} is paid {dollars(paid)}",
        (line.clause, wager.clause),
        chance,
    )


def _lines(game: Game[Any]) -> Iterator[tuple[Wager, str, PayLine]]:
    """The lines whose payment the stake alone decides."""
    for name in sorted(game.betting.offered):
        wager = game.catalogue[name]
        for pick in wager.picks:
            yield from ((wager, pick, line) for line in wager.lines(pick) if isinstance(line.odds, Odds))


def _stake(game: Game[Any], wager: Wager, pick: str, chance: Random) -> Cents | None:
    room = game.betting.amounts((), 1, wager, pick)
    if room is None:
        return None
    steps = (room.high - room.low) // room.step
    return int(room.low + room.step * chance.randint(0, min(steps, 40)))


def remedy(game: Game[Any], chance: Random) -> Drill | None:
    """The remedy: what the law orders when something has gone wrong."""
    remedies: Sequence[Remedy] = sorted(game.irregularities.values(), key=lambda one: one.irregularity)
    orders = dict.fromkeys(one.orders for one in remedies)
    if len(orders) < 2:
        return None
    asked = chance.choice(remedies)
    return make_drill(
        f"{capital(asked.title)}. What is done?",
        capital(asked.orders),
        [capital(other) for other in orders if other != asked.orders],
        f"{asked.title}: {asked.orders}",
        (asked.clause, *asked.also),
        chance,
    )


def whose_step(game: Game[Any], chance: Random) -> Drill | None:
    """Whose step it is: which part at the table makes a move."""
    rules = [rule for rule in game.book.of.values() if _is_somebodys(rule)]
    parts = dict.fromkeys(_part(rule) for rule in rules)
    if len(parts) < 2:
        return None
    asked = chance.choice(rules)
    assert isinstance(asked.clauses, tuple), "only what is told once and for all is asked"
    return make_drill(
        f"“{asked.words}”: whose step is it?",
        _part(asked),
        [part for part in parts if part != _part(asked)],
        f"{asked.words}: {_part(asked).lower()}",
        asked.clauses,
        chance,
    )


def _is_somebodys(rule: Rule) -> bool:
    return isinstance(rule.words, str) and isinstance(rule.by, tuple) and isinstance(rule.clauses, tuple)


def _part(rule: Rule) -> str:
    assert isinstance(rule.by, tuple), "only what is told once and for all is asked"
    return capital(" or ".join(spoken(role) for role in rule.by))


KINDS: Mapping[str, tuple[str, Callable[[Game[Any], Random], Drill | None]]] = {
    "payout": ("Call the payout", payout),
    "remedy": ("What is done about it", remedy),
    "order": ("What is settled first", settled_first),
    "outcome": ("How it comes out", comes_out),
    "house-way": ("The house way", house_way),
    "next-step": ("What comes next", next_step),
    "whose-step": ("Whose step it is", whose_step),
}


# What each kind asks, in a line.
ABOUT: Mapping[str, str] = {
    "payout": "What a winning wager of so much is paid, in the table's chips",
    "remedy": "What is ordered when a die, a card or a device fails",
    "order": "Which of several wagers is settled first",
    "outcome": "How a wager comes out by what was shown",
    "house-way": "How the dealer's hand is set",
    "next-step": "What the crew does once something has happened",
    "whose-step": "Who of the crew takes a step",
}


def drill(game: Game[Any], kind: str, number: int) -> Drill | None:
    """The drill of that number; None where a game has nothing to ask of that kind."""
    _, ask = KINDS[kind]
    return ask(game, Random(f"{game.name} {kind} {number}"))


def kinds_of(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of drills that a game has something to ask of."""
    return tuple(kind for kind in KINDS if _asks(game, kind))


def _asks(game: Game[Any], kind: str) -> bool:
    _, ask = KINDS[kind]
    if ask is house_way:
        return isinstance(game, SetsHands)
    if ask in (settled_first, comes_out):
        return bool(game.catalogue)
    # A round is played for it, which takes its time; every game has a next step.
    return ask is next_step or drill(game, kind, 0) is not None
