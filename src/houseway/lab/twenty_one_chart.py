"""The best play of a game of twenty-one as a chart: first hands by their total, with the exceptions, and later hands."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from houseway.equipment.cards import SUITS
from houseway.lab.strategy import BestPlay, StrategyTable
from houseway.lab.twenty_one import METHOD, Best
from houseway.lab.twenty_one_hands import (
    ACE,
    BUST,
    DEALT,
    DOUBLES,
    DRAWS,
    GIVES_UP,
    SPLITS,
    STANDS,
    VALUES,
)
from houseway.lab.twenty_one_solver import Solver

_LETTERS = {STANDS: "S", DRAWS: "H", DOUBLES: "D", SPLITS: "P", GIVES_UP: "R"}
_WORDS = {STANDS: "stand", DRAWS: "draw", DOUBLES: "double down", SPLITS: "split", GIVES_UP: "give up"}
_UP_CARDS = (*range(1, VALUES), ACE)
_SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
_EXCEPTION = "*"


class _Seen(NamedTuple):
    """A hand against an up card, what is done with it, and how likely it is."""

    row: int
    up: int
    action: int
    chance: float


_Rows = defaultdict[str, list[_Seen]]


def chart(best: Best, raised: str = "") -> BestPlay:
    """The best play as rules and tables; `raised` is the wager that some up cards make worth while."""
    hard, soft, pairs, by_total = (_Rows(list) for _ in range(4))
    for seen in _first_hands(best):
        held = best.hands.composition[seen.row]
        group = pairs if held.max() == 2 else soft if held[ACE] else hard
        group[_row_name(best, seen.row, pair=group is pairs)].append(seen)
    for seen in _later_hands(best):
        by_total[_total(best, seen.row)].append(seen)
    tables = [
        _table("First two cards, hard", hard),
        _table("First two cards, soft", soft),
        _table("Pairs", pairs),
        _exceptions(best, (*hard.values(), *soft.values(), *pairs.values())),
        _table(
            f"Three cards and more, as most such hands are best played ({_EXCEPTION}: not all of them)",
            by_total,
        ),
        *_rescues(best),
    ]
    return BestPlay(
        rule=tuple(_rules(best, raised)), tables=tuple(table for table in tables if table.rows), method=METHOD
    )


def _rules(best: Best, raised: str) -> Iterator[str]:
    letters = ", ".join(f"{letter} {_WORDS[action]}" for action, letter in _LETTERS.items())
    yield f"Find the hand and the dealer's up card: {letters}; {_EXCEPTION} where some cards are listed as exceptions."
    if best.play.wagered.any():
        up_cards = ", ".join(_value(up) for up in _UP_CARDS if best.play.wagered[up])
        yield f"Make the {raised} Wager against {up_cards}, and against no other up card."
    whose = "the player gains" if best.expected > 0 else "the house keeps"
    yield f"So played, {whose} {abs(float(best.expected)):.4%} of the first wager in the long run."


def _first_hands(best: Best) -> Iterator[_Seen]:
    solver = Solver(best.hands, best.rules.stands_from, best.rules.draws_to_soft)
    for up in _UP_CARDS:
        for row, chance in solver.first_hands(up).items():
            if best.hands.may[DEALT, row]:
                yield _Seen(row, up, int(best.play.hands[DEALT, up, row]), float(chance))


def _later_hands(best: Best) -> Iterator[_Seen]:
    """Hands of three cards and more that the best play comes to and that have a choice, as likely as they are met."""
    hands, shoe = best.hands, best.hands.shoe
    met = np.zeros((VALUES, len(hands.cards)))
    for seen in _first_hands(best):
        met[seen.up, seen.row] += seen.chance
    for row in range(len(hands.cards)):
        if hands.cards[row] < 2:
            continue
        left = shoe - hands.composition[row]
        drawn = met[:, row] * (best.play.hands[DEALT, :, row] == DRAWS)
        if hands.cards[row] > 2 and hands.may[DEALT, row]:
            for up in np.flatnonzero(met[:, row]).tolist():
                yield _Seen(row, up, int(best.play.hands[DEALT, up, row]), float(met[up, row]))
        for kind, value in enumerate(hands.kind_value):
            child = hands.after[row, kind]
            if child != BUST:
                part = hands.share_of[row, kind] / hands.share_in[row, kind]
                met[:, child] += drawn * part * max(0, left[value]) / left.sum()


def _table(title: str, rows: Mapping[str, list[_Seen]]) -> StrategyTable:
    return StrategyTable(
        title=title,
        columns=("hand", *(_value(up) for up in _UP_CARDS)),
        rows=tuple(
            (name, *(_cell(seen, up) for up in _UP_CARDS)) for name, seen in sorted(rows.items(), key=_rank)
        ),
        letters={
            **{letter: _WORDS[action] for action, letter in _LETTERS.items()},
            _EXCEPTION: "not all such hands",
        },
        across="the dealer's up card",
    )


def _rank(item: tuple[str, list[_Seen]]) -> tuple[bool, int]:
    name, _ = item
    digits = "".join(letter for letter in name.rpartition(" ")[2].rpartition("-")[2] if letter.isdigit())
    return name.startswith("soft"), int(digits or 1)


def _cell(every: Iterable[_Seen], up: int) -> str:
    seen = [one for one in every if one.up == up]
    if not seen:
        return ""
    usual = _usual(seen)
    return _LETTERS[usual] + (_EXCEPTION if any(one.action != usual for one in seen) else "")


def _usual(seen: Iterable[_Seen]) -> int:
    """What is done with most such hands."""
    chances: defaultdict[int, float] = defaultdict(float)
    for one in seen:
        chances[one.action] += one.chance
    return max(chances, key=lambda action: chances[action])


def _exceptions(best: Best, rows: Iterable[list[_Seen]]) -> StrategyTable:
    """First hands that are better played otherwise than most of their total."""
    found: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for row in rows:
        for up in _UP_CARDS:
            seen = [one for one in row if one.up == up]
            usual = _usual(seen)
            for one in seen:
                if one.action != usual:
                    found[_cards(best, one.row), one.action, usual].append(up)
    return StrategyTable(
        title="Exceptions by the first two cards",
        columns=("cards", "against", "best", "instead of"),
        rows=tuple(
            (cards, ", ".join(map(_value, ups)), _WORDS[action], _WORDS[usual])
            for (cards, action, usual), ups in found.items()
        ),
    )


def _rescues(best: Best) -> Iterator[StrategyTable]:
    """What is given up once doubled down on, where that may be."""
    hands, rows = best.hands, _Rows(list)
    for row in np.flatnonzero(hands.may_doubled[DEALT] & GIVES_UP).tolist():
        for up in _UP_CARDS:
            if action := int(best.play.doubled[DEALT, up, row]):
                rows[_total(best, row)].append(_Seen(row, up, action, 1.0))
    if rows:
        yield _table("Once doubled down on", rows)


# Names.


def _value(value: int) -> str:
    return "A" if value == ACE else str(value + 1)


def _total(best: Best, row: int) -> str:
    return f"{'soft ' if best.hands.soft[row] else ''}{best.hands.reached[row]}"


def _row_name(best: Best, row: int, *, pair: bool) -> str:
    held = best.hands.composition[row]
    if pair or held[ACE]:
        return _names(held)
    return str(best.hands.reached[row])


def _names(held: Iterable[int]) -> str:
    return "-".join(_value(value) for value, many in enumerate(held) for _ in range(many))


def _cards(best: Best, row: int) -> str:
    suit = int(best.hands.suit[row])
    return _names(best.hands.composition[row]) + (f" of {_SUIT_NAMES[SUITS[suit]]}" if suit >= 0 else "")
