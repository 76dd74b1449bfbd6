"""Pai Gow counted: 35,960 hands of four tiles against 20,475 each.

Hands that differ only in which of two like tiles they hold are counted once with their number. Each of the three ways to
set a hand meets every dealer's hand as each house way sets it, and the game's own outcome decides.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.tiles import TILES, code_of, kind_of
from houseway.games.pai_gow.house_way import (
    EIGHT,
    NINE,
    NOTHING,
    PAIR,
    SEVEN,
    SPLITS,
    SUPREME,
    Four,
    HouseWay,
    Setting,
    most_wanted,
    split,
    split_of,
    splits,
)
from houseway.games.pai_gow.outcome import Standing
from houseway.games.pai_gow.ranking import beats, hand_rank
from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.games.pai_gow.vigorish import RATE
from houseway.games.pai_gow.wagers import CATALOGUE, PAI_GOW
from houseway.lab.cache import Arrays, kept
from houseway.lab.compiling import compiled, in_parts
from houseway.lab.figures import Figure, Priced
from houseway.lab.hands import Cards, Counts
from houseway.lab.strategy import BestPlay, StrategyTable
from houseway.lab.tally import Outcome, Tally, outcome_of
from houseway.table.events import Result

HANDS = comb(len(TILES), 4)
DEALERS = comb(len(TILES) - 4, 4)

# How a player sets the hands: as the dealer does, or as is best against the dealer.
AS_THE_HOUSE, BEST = "house-way", "best"

_WAGER = CATALOGUE[PAI_GOW]
_DEALS = (
    f"exact: {HANDS:,} hands counted in 8,130 classes by kinds of tiles, each against {DEALERS:,}; "
    f"vigorish of {float(RATE):.0%} on the amount won, not rounded"
)


# Counting.

_WAYS = tuple(way.number for way in HouseWay)
# Neither hand beats the dealer's, the low hand does, the high hand does, both do.
_STANDINGS = 4


class Classes(NamedTuple):
    """One hand of each class, a row of four tiles each, and how many hands the class has."""

    hands: Cards
    sizes: Counts


@cache
def classes() -> Classes:
    """All hands of four tiles, those of the same kinds together."""
    sizes = Counter[tuple[int, ...]]()
    hands: dict[tuple[int, ...], tuple[int, ...]] = {}
    for hand in combinations(TILES, 4):
        kinds = tuple(map(kind_of, hand))
        sizes[kinds] += 1
        hands.setdefault(kinds, hand)
    return Classes(np.array(list(hands.values()), np.int8), np.array(list(sizes.values()), np.int64))


@kept
def count_deals() -> Arrays:
    """By class and house way: which split the way takes, and how each split stands to the dealers' hands so set."""
    hands, _ = classes()
    dealt = np.array(list(combinations(TILES, 4)), np.int8)
    masks = (np.int64(1) << dealt.astype(np.int64)).sum(axis=1)
    set_hands = compiled(_set_by_house_ways)
    taken, _ = set_hands(hands)
    _, dealers = set_hands(dealt)
    counts = np.zeros((len(hands), len(_WAYS), SPLITS, _STANDINGS), np.int64)
    count = compiled(_count_standings)
    in_parts(len(hands), lambda first, last: count(hands, first, last, masks, dealers, counts))
    return taken, counts


def _four(hands: Cards, row: int) -> Four:
    return int(hands[row, 0]), int(hands[row, 1]), int(hands[row, 2]), int(hands[row, 3])


def high_and_low(tiles: Four, number: int) -> tuple[int, int]:
    """The ranks of the high and the low hand of a split."""
    a, b, c, d = split(tiles, number)
    first, second = hand_rank(a, b), hand_rank(c, d)
    return max(first, second), min(first, second)


def _set_by_house_ways(hands: Cards) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """The split that each house way takes of each hand, and the ranks of the high and the low hand that it makes."""
    taken = np.empty((len(hands), len(_WAYS)), np.int8)
    ranks = np.empty((len(hands), len(_WAYS), 2), np.int16)
    for row in range(len(hands)):
        tiles = _four(hands, row)
        for way in range(len(_WAYS)):
            number = split_of(tiles, _WAYS[way])
            taken[row, way] = number
            high, low = high_and_low(tiles, number)
            ranks[row, way, 0] = high
            ranks[row, way, 1] = low
    return taken, ranks


def _count_standings(
    hands: Cards, first: int, last: int, masks: Counts, dealers: NDArray[np.int16], counts: Counts
) -> None:
    """Meet each split of the hands of some rows with every dealer's hand that shares no tile with them."""
    for row in range(first, last):
        tiles = _four(hands, row)
        held = 1 << tiles[0] | 1 << tiles[1] | 1 << tiles[2] | 1 << tiles[3]
        for number in range(SPLITS):
            high, low = high_and_low(tiles, number)
            for dealer in range(len(masks)):
                if held & masks[dealer] == 0:
                    for way in range(len(_WAYS)):
                        over_high = beats(high, int(dealers[dealer, way, 0]))
                        over_low = beats(low, int(dealers[dealer, way, 1]))
                        counts[row, way, number, 2 * over_high + over_low] += 1


# What is priced.


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    return {"house_way": figure.options["house_way"]}


def figures(submission: PaiGowSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    return tuple(
        Figure(PAI_GOW, f"player={player},house_way={submission.house_way}")
        for player in (AS_THE_HOUSE, BEST)
    )


def price(figure: Figure, submission: PaiGowSubmission) -> Priced:
    """Count the deals of a figure, and say so where the player comes out ahead."""
    way = submission.house_way
    if figure.options["player"] == AS_THE_HOUSE:
        tally, method = house_way_tally(way), f"{_DEALS}; both set by the house way {way}"
        return Priced(tally, method, _WAGER.readings, also=_counts(tally))
    tally = best_tally(way)
    method = f"{_DEALS}; each hand set as is best against the house way {way}"
    gain = _expected(best_choices(way), BEST)
    if gain > 0:
        method += f"; so set, the edge is the player's: the house loses {float(gain):.4%} of what is wagered"
    return Priced(tally, method, _WAGER.readings, also=_counts(tally))


def _counts(tally: Tally) -> dict[str, Fraction]:
    """In how many of all deals the player wins, ties and loses."""
    by_result = {"wins": Result.WIN, "ties": Result.PUSH, "losses": Result.LOSE}
    found = {
        name: sum(count for outcome, count in tally.items() if outcome.result is result)
        for name, result in by_result.items()
    }
    return {name: Fraction(count) for name, count in {"deals": tally.total(), **found}.items()}


def house_way_tally(way: HouseWay) -> Tally:
    """The wager of a player who sets the hands as the dealer does."""
    return _tally(way, (choice.by_house for choice in best_choices(way)))


def best_tally(way: HouseWay) -> Tally:
    """The wager of a player who sets each hand as is best against the house way."""
    return _tally(way, (choice.best for choice in best_choices(way)))


def _tally(way: HouseWay, numbers: Iterator[int]) -> Tally:
    _, counts = count_deals()
    met = np.zeros(_STANDINGS, np.int64)
    for row, (number, size) in enumerate(zip(numbers, classes().sizes.tolist(), strict=True)):
        met += size * counts[row, _place(way), number]
    tally: Tally = Counter()
    for outcome, count in zip(_outcomes(), met.tolist(), strict=True):
        tally[outcome] += count
    return tally


def _place(way: HouseWay) -> int:
    return _WAYS.index(way.number)


@cache
def _outcomes() -> tuple[Outcome, ...]:
    """How the wager comes out in each standing, vigorish taken from what is won."""
    return tuple(_after_vigorish(outcome_of(_WAGER.decide(standing, ""))) for standing in _standings())


def _standings() -> Iterator[Standing]:
    for high in (False, True):
        for low in (False, True):
            yield Standing(high, low)


def _after_vigorish(outcome: Outcome) -> Outcome:
    return outcome._replace(net=outcome.net * (1 - RATE)) if outcome.result is Result.WIN else outcome


# Setting the hands as is best.


class Choice(NamedTuple):
    """A class of hands: how the house way and the best player set them, and what each split is worth per unit."""

    tiles: Four
    hands: int
    by_house: int
    best: int
    worth: tuple[Fraction, ...]


@cache
def best_choices(way: HouseWay) -> tuple[Choice, ...]:
    """For every class the split that is best against the house way, which is the way's own where no other is better."""
    return tuple(_best_choices(way))


def _best_choices(way: HouseWay) -> Iterator[Choice]:
    hands, sizes = classes()
    taken, counts = count_deals()
    unit = lcm(*(outcome.net.denominator for outcome in _outcomes()))
    nets = np.array([int(outcome.net * unit) for outcome in _outcomes()])
    worth = (counts[:, _place(way)] @ nets).tolist()
    by_house = taken[:, _place(way)].tolist()
    for row, size in enumerate(sizes.tolist()):
        most = max(worth[row])
        best = by_house[row] if worth[row][by_house[row]] == most else worth[row].index(most)
        exact = tuple(Fraction(each, unit * DEALERS) for each in worth[row])
        yield Choice(_four(hands, row), size, by_house[row], best, exact)


# The best play in words.

_WANTED = {
    SUPREME: "Supreme Pair",
    PAIR: "pair, Wong or Gong",
    NINE: "nine",
    EIGHT: "eight",
    SEVEN: "seven",
    NOTHING: "none of these",
}


def best_play(submission: PaiGowSubmission) -> BestPlay:
    """How to set hands against the dealer of a submission: as the house way does, and when not."""
    way = submission.house_way
    found = best_choices(way)
    otherwise = [choice for choice in found if choice.best != choice.by_house]
    by_house, best = (_expected(found, which) for which in (AS_THE_HOUSE, BEST))
    return BestPlay(
        rule=(
            f"Set the hands by the house way {way}, except the {sum(choice.hands for choice in otherwise):,} "
            f"of {HANDS:,} hands that are listed as better set otherwise.",
            f"That is worth {float(best):+.4%} of the wager to the player, "
            f"always setting by the house way {float(by_house):+.4%}.",
        ),
        tables=(
            StrategyTable(
                title="By what decides the house way",
                columns=("combination", "hands", "set otherwise", "by the house way", "as is best"),
                rows=tuple(_rows_by_combination(found)),
            ),
            StrategyTable(
                title="Hands better set otherwise",
                columns=("tiles", "house way", "better", "hands", "gained"),
                rows=tuple(map(_row, otherwise)),
            ),
        ),
        method=f"{_DEALS}; all three splits priced for each class",
    )


def _expected(found: Sequence[Choice], player: str) -> Fraction:
    """What a hand among these is worth on the average, per unit wagered."""
    total = sum(
        choice.hands * choice.worth[choice.best if player == BEST else choice.by_house] for choice in found
    )
    return Fraction(total) / sum(choice.hands for choice in found)


def _rows_by_combination(found: Sequence[Choice]) -> Iterator[tuple[str, ...]]:
    for wanted, name in _WANTED.items():
        some = [choice for choice in found if most_wanted(choice.tiles) == wanted]
        otherwise = sum(choice.hands for choice in some if choice.best != choice.by_house)
        worth = (f"{float(_expected(some, player)):+.4f}" for player in (AS_THE_HOUSE, BEST))
        yield (name, f"{sum(choice.hands for choice in some):,}", f"{otherwise:,}", *worth)


def _row(choice: Choice) -> tuple[str, ...]:
    codes = tuple(map(code_of, choice.tiles))
    settings = splits(codes)
    return (
        " ".join(codes),
        _words(settings[choice.by_house]),
        _words(settings[choice.best]),
        str(choice.hands),
        f"{float(choice.worth[choice.best] - choice.worth[choice.by_house]):+.4f}",
    )


def _words(setting: Setting) -> str:
    """The two hands by their tiles, the high hand first."""
    return " / ".join(" ".join(hand) for hand in (setting.high, setting.low))
