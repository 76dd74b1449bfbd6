"""Five Card Hi-Lo counted: hands by how many cards of each point value they hold, 1,993 kinds against as many.

The points decide the Ante, the Play Wager and the Tie Wager, and cards that count alike in both hands are one kind: ten
kinds of cards make a deck. Suits matter to the Poker Bonus alone, whose hands are counted in classes by suit.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, groupby
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.five_card_hi_lo.points import (
    NO_SETTING,
    ace_low_setting,
    aces,
    aces_high_setting,
    bonus_aces,
    dealers_setting,
    high_points,
    high_total,
    low_points,
    low_total,
)
from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.games.five_card_hi_lo.wagers import (
    ANTE,
    CATALOGUE,
    PLAY,
    POKER_BONUS,
    TIE,
    Showdown,
    ante_bonus,
    ante_bonus_due,
)
from houseway.lab.cache import Arrays, kept
from houseway.lab.compiling import compiled, in_parts
from houseway.lab.figures import Figure, Priced
from houseway.lab.hands import Cards, Counts, multisets, suit_classes
from houseway.lab.strategy import BestPlay, StrategyTable
from houseway.lab.tally import UNIT, Tally, net_of, net_together, outcome_of, outcome_together
from houseway.table.poker_hands import five_card
from houseway.table.wagers import Verdict, Wager

DECK = 52
CARDS = 5
DEALERS = comb(DECK - CARDS, CARDS)

ANTE_PLAY = "ante-play"
_DEALS = f"exact: {comb(DECK, CARDS):,} hands, each against {DEALERS:,}, counted as 1,993 kinds by points against as many"
_FIVES = f"exact: {comb(DECK, CARDS):,} hands counted in 134,459 classes by suit"

Five = tuple[int, int, int, int, int]
# The points of a high and of a low hand.
Points = tuple[int, int]


class PlayersHand(NamedTuple):
    """One kind of players' hands: five cards that stand for it, how many hands, and how they may be set."""

    cards: Five
    hands: int
    settings: tuple[Points, ...]
    # Which aces the Ante Bonus sees in it.
    aces: int


class Choice(NamedTuple):
    """What is done with a kind of hands: set so, or folded (None); and what each setting is worth per Ante."""

    number: int
    hand: PlayersHand
    points: Points | None
    worth: dict[Points, Fraction]


class Deals(NamedTuple):
    """Every kind of players' hands, the points that a dealer can have, and how often each meets each."""

    hands: tuple[PlayersHand, ...]
    dealers: tuple[Points, ...]
    counts: Counts


# What is priced.


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    chosen = {ANTE_PLAY: "ante_bonus", POKER_BONUS: "poker_bonus"}.get(figure.wager)
    return {chosen: figure.paytable} if chosen and figure.paytable else {}


def figures(submission: HiLoSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    every = {
        ANTE: Figure(ANTE_PLAY, "strategy=best", submission.ante_bonus),
        TIE: Figure(TIE, "strategy=best-for-ante-play"),
        POKER_BONUS: Figure(POKER_BONUS, "", submission.poker_bonus),
    }
    return tuple(figure for wager, figure in every.items() if wager not in submission.not_offered)


def price(figure: Figure, submission: HiLoSubmission) -> Priced:
    """Count the deals of a figure."""
    wagers = submission.chosen
    match figure.wager:
        case "ante-play":
            bonus = None if figure.options.get("ante_bonus") == "none" else submission.ante_bonus
            method = f"{_DEALS}; folded, or played and set, as is best"
            return Priced(ante_play(bonus), method, wagers[ANTE].readings)
        case "tie":
            method = f"{_DEALS}; folded, or played and set, as is best for Ante and Play alone"
            return Priced(tie(), method, wagers[TIE].readings)
        case _:
            wager = wagers[POKER_BONUS]
            return Priced(poker_bonus(wager), _FIVES, wager.readings)


# The deals.


def cards_alike() -> tuple[tuple[int, ...], ...]:
    """The cards of a deck by kind: those of one kind count the same in either hand."""
    kinds = defaultdict(list)
    for card in range(DECK):
        kinds[high_points(card), low_points(card)].append(card)
    return tuple(map(tuple, kinds.values()))


@cache
def deals() -> Deals:
    """All deals, by what the player holds and what the dealer makes."""
    return count_deals(cards_alike())


def count_deals(kinds: tuple[tuple[int, ...], ...]) -> Deals:
    """All deals of a deck that falls into such kinds."""
    sizes = tuple(map(len, kinds))
    held, ways = multisets(sizes, CARDS)
    fives = [_five_of(kinds, row) for row in held.tolist()]
    hands = tuple(
        PlayersHand(five, many, _settings(five), bonus_aces(*five))
        for five, many in zip(fives, ways.tolist(), strict=True)
    )
    points = [_points(five, dealers_setting(*five)) for five in fives]
    dealers = sorted(set(points))
    place = np.array([dealers.index(made) for made in points])
    # Dealers' hands that make the same points side by side, so that their counts can be added up in one go.
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(len(dealers)))
    dealt = held[order]
    # In how many ways the dealer can have his cards of one kind when so many of them are taken.
    ways_left = [
        [_choose(size - taken, dealt[:, kind]) for taken in range(min(size, CARDS) + 1)]
        for kind, size in enumerate(sizes)
    ]
    counts = np.empty((len(hands), len(dealers)), np.int64)
    for number, row in enumerate(held.tolist()):
        met = np.ones(len(hands), np.int64)
        for kind, taken in enumerate(row):
            met *= ways_left[kind][taken]
        counts[number] = np.add.reduceat(met, starts)
    return Deals(hands, tuple(dealers), counts)


def _choose(left: int, dealt: NDArray[np.int8]) -> Counts:
    return np.array([comb(left, many) for many in range(CARDS + 1)], np.int64)[dealt]


def _five_of(kinds: tuple[tuple[int, ...], ...], held: list[int]) -> Five:
    a, b, c, d, e = (card for kind, many in zip(kinds, held, strict=True) for card in kind[:many])
    return a, b, c, d, e


def _points(five: Five, setting: int) -> Points:
    return high_total(*five, setting), low_total(*five, setting)


def _settings(five: Five) -> tuple[Points, ...]:
    """The points of every lawful setting, those with the most high points first."""
    lawful = (aces_high_setting(*five), ace_low_setting(*five))
    return tuple(sorted({_points(five, s) for s in lawful if s != NO_SETTING}, reverse=True))


# Ante, Play and Tie.


class Decided(NamedTuple):
    """How a wager comes out for each points of the player's hands (rows) against the dealer's (columns)."""

    verdicts: tuple[Verdict, ...]
    # The place of the verdict among `verdicts`.
    found: NDArray[np.int16]


@cache
def _points_set() -> dict[Points, int]:
    """All points that a player can set, numbered."""
    return {
        points: n for n, points in enumerate(sorted({p for hand in deals().hands for p in hand.settings}))
    }


@cache
def _decided() -> dict[str, Decided]:
    """How each wager between player and dealer comes out on all points that can meet."""
    every = [
        Showdown(high, low, dealer_high, dealer_low)
        for high, low in _points_set()
        for dealer_high, dealer_low in deals().dealers
    ]
    shape = len(_points_set()), len(deals().dealers)
    found = {}
    for name in (ANTE, PLAY, TIE):
        decide = CATALOGUE[name].decide
        # Every verdict met is kept, so that its identity tells it from all others.
        verdicts: dict[int, tuple[int, Verdict]] = {}
        places = []
        for facts in every:
            verdict = decide(facts, "")
            places.append(verdicts.setdefault(id(verdict), (len(verdicts), verdict))[0])
        different = tuple(verdict for _, verdict in verdicts.values())
        found[name] = Decided(different, np.array(places, np.int16).reshape(shape))
    return found


class Together(NamedTuple):
    """What several wagers come to for the player, and where: rows and columns as in `Decided`."""

    nets: tuple[Fraction, ...]
    found: NDArray[np.intp]


@cache
def _together(*names: str) -> Together:
    """How these wagers come out together on all points that can meet."""
    decided = [_decided()[name] for name in names]
    code = np.zeros(decided[0].found.size, np.int64)
    for wager in decided:
        code = code * len(wager.verdicts) + wager.found.ravel()
    _, first, found = np.unique(code, return_index=True, return_inverse=True)
    nets = tuple(
        net_together(wager.verdicts[wager.found.flat[cell]] for wager in decided) for cell in first.tolist()
    )
    return Together(nets, found.reshape(decided[0].found.shape))


@cache
def _worth() -> tuple[dict[Points, Fraction], ...]:
    """What Ante and Play are worth with each setting of each kind of hands."""
    nets, found = _together(ANTE, PLAY)
    unit = lcm(*(net.denominator for net in nets))
    worth_of = np.array([int(net * unit) for net in nets], np.int64)[found]
    rows = _points_set()
    worth = []
    for hand, counts in zip(deals().hands, deals().counts, strict=True):
        expected = {points: int(counts @ worth_of[rows[points]]) for points in hand.settings}
        worth.append({points: Fraction(net, unit * DEALERS) for points, net in expected.items()})
    return tuple(worth)


def best_choices(bonus: str | None = None) -> Iterator[Choice]:
    """The best of folding and every lawful setting, for each kind of hands, with an Ante Bonus or without."""
    folded = net_of(CATALOGUE[ANTE].decide(Showdown(played=False), ""))
    for number, (hand, worth) in enumerate(zip(deals().hands, _worth(), strict=True)):
        extra = _bonus(hand, bonus)
        with_bonus = {points: net + extra for points, net in worth.items()}
        best = max(with_bonus, key=with_bonus.__getitem__)
        yield Choice(number, hand, best if with_bonus[best] > folded else None, with_bonus)


def _bonus(hand: PlayersHand, paytable: str | None) -> Fraction:
    """What the Ante Bonus adds to a played hand, per unit of the Ante."""
    line = ante_bonus(paytable, Showdown(aces=hand.aces)) if paytable else None
    return Fraction(ante_bonus_due(line, UNIT), UNIT) if line else Fraction(0)


def ante_play(bonus: str | None = None) -> Tally:
    """The Ante with its bonus and the Play Wager, per Ante, as best played."""
    return _tally((ANTE, PLAY), (ANTE,), bonus)


def tie() -> Tally:
    """The Tie Wager beside an Ante that is played for its own good."""
    return _tally((TIE,), (TIE,), None)


def _tally(names: tuple[str, ...], folded_names: tuple[str, ...], bonus: str | None) -> Tally:
    """How wagers come out together when the Ante is best played; a fold leaves only some of them to decide."""
    nets, found = _together(*names)
    folded = net_together(CATALOGUE[name].decide(Showdown(played=False), "") for name in folded_names)
    tally: Tally = Counter()
    met: dict[Fraction, Counts] = {}
    for choice in best_choices(bonus):
        if choice.points is None:
            tally[outcome_together(folded)] += choice.hand.hands * DEALERS
            continue
        extra = _bonus(choice.hand, bonus)
        table = met.setdefault(extra, np.zeros(found.shape, np.int64))
        table[_points_set()[choice.points]] += choice.hand.hands * deals().counts[choice.number]
    for extra, table in met.items():
        for place, net in enumerate(nets):
            tally[outcome_together(net + extra)] += int(table[found == place].sum())
    return tally


# The Poker Bonus.


def poker_bonus(wager: Wager) -> Tally:
    """The Poker Bonus, which the five cards decide alone."""
    values, counts = five_card_hands()
    tally: Tally = Counter()
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        tally[outcome_of(wager.decide(Showdown(poker=value), ""))] += count
    return tally


@kept
def five_card_hands() -> Arrays:
    """Every value of a hand, and how many hands there are of it."""
    hands, sizes = suit_classes(CARDS)
    values = np.empty(len(sizes), np.int64)
    rank = compiled(_rank_fives)
    in_parts(len(sizes), lambda first, last: rank(hands, first, last, values))
    found, place = np.unique(values, return_inverse=True)
    counts = np.zeros(len(found), np.int64)
    np.add.at(counts, place, sizes)
    return found, counts


def _rank_fives(hands: Cards, first: int, last: int, values: Counts) -> None:
    for row in range(first, last):
        a, b, c = int(hands[row, 0]), int(hands[row, 1]), int(hands[row, 2])
        values[row] = five_card(a, b, c, int(hands[row, 3]), int(hands[row, 4]))


# The best play in words.

_ALWAYS, _NEVER = "always", "never"


def best_play(submission: HiLoSubmission) -> BestPlay:
    """When to fold, and where an ace goes, under a submission."""
    found = list(best_choices(submission.ante_bonus))
    folds = list(_folds(found))
    placements = list(_placements(found))
    return BestPlay(
        rule=(
            "Set the hands first; then fold if the high hand has too few points for the low hand it comes with: "
            + "; ".join(f"at most {high} with {low}" for low, high in _in_one_breath(folds))
            + ".",
            *_except("play", [hand for fold in folds for hand in fold.except_]),
            "With one, two or three aces, put one ace low, unless the table lets all aces stay high: look up the "
            "two lowest of the other cards, and see whether the high hand, aces in it, has the points.",
            *_except("with", [hand for placement in placements for hand in placement.except_]),
        ),
        tables=(
            StrategyTable(
                title="Fold by points",
                columns=("low hand", "fold if the high hand has at most", "but play"),
                rows=tuple((str(f.low), str(f.high), ", ".join(f.except_)) for f in folds),
            ),
            StrategyTable(
                title="When all aces stay high, by points of the high hand",
                columns=("two lowest others", "one ace", "two aces", "three aces"),
                rows=tuple(_placement_rows(placements)),
            ),
        ),
        method=f"{_DEALS}; every choice priced for each kind",
    )


def _except(what: str, hands: list[str]) -> Iterator[str]:
    if hands:
        yield f"Except: {what} {', '.join(hands)}."


class Fold(NamedTuple):
    """Fold this low hand with at most so many points in the high hand, a few hands excepted."""

    low: int
    high: int
    except_: tuple[str, ...]


def _folds(found: list[Choice]) -> Iterator[Fold]:
    """By points of the low hand as best set."""
    by_low = defaultdict(list)
    for choice in found:
        high, low = max(choice.worth, key=choice.worth.__getitem__)
        by_low[low].append((high, choice))
    for low, made in sorted(by_low.items()):
        folded = [high for high, choice in made if choice.points is None]
        if folded:
            played = [c for high, c in made if c.points is not None and high <= max(folded)]
            yield Fold(low, max(folded), tuple(_name(choice.hand.cards) for choice in played))


def _in_one_breath(folds: list[Fold]) -> Iterator[tuple[str, int]]:
    """Low hands that fold with the same high hands, told together."""
    for high, group in groupby(folds, key=lambda fold: fold.high):
        lows = [fold.low for fold in group]
        yield (f"{lows[0]}" if len(lows) == 1 else f"{lows[0]} to {lows[-1]}"), high


class Placement(NamedTuple):
    """With so many aces above two low cards, all aces stay high from so many points on, a few hands excepted."""

    aces: int
    low_cards: tuple[int, int]
    stay_high: str
    except_: tuple[str, ...]


def _placements(found: list[Choice]) -> Iterator[Placement]:
    """By number of aces and the two cards that would lie low without one."""
    groups = defaultdict(list)
    for choice in found:
        if len(choice.hand.settings) > 1 and choice.points is not None:
            low_cards = _low_cards(choice.hand.cards)
            stays = choice.points == choice.hand.settings[0]
            groups[aces(*choice.hand.cards), low_cards].append((choice.hand.settings[0][0], stays, choice))
    for (many, low_cards), made in sorted(groups.items()):
        yield _placement(many, low_cards, made)


def _placement(many: int, low_cards: tuple[int, int], made: list[tuple[int, bool, Choice]]) -> Placement:
    """The points from which on the aces stay high, chosen so that the fewest hands are excepted."""
    highs = sorted({high for high, _, _ in made})
    least = min((*highs, highs[-1] + 1), key=lambda at: sum((high >= at) != stays for high, stays, _ in made))
    return Placement(
        many,
        low_cards,
        _NEVER if least > highs[-1] else _ALWAYS if least == highs[0] else f"from {least}",
        tuple(
            f"{_name(choice.hand.cards)} {'all aces stay high' if stays else 'put an ace low'}"
            for high, stays, choice in made
            if (high >= least) != stays
        ),
    )


def _placement_rows(placements: list[Placement]) -> Iterator[tuple[str, ...]]:
    """A row for each two low cards with which aces ever stay high."""
    cells = {(placement.low_cards, placement.aces): placement.stay_high for placement in placements}
    for low_cards in combinations_with_replacement(sorted({high_points(card) for card in range(DECK)}), 2):
        row = tuple(cells.get((low_cards, many), _NEVER) for many in (1, 2, 3))
        if set(row) != {_NEVER}:
            yield ("-".join(map(str, low_cards)), *row)


def _low_cards(five: Five) -> tuple[int, int]:
    """The points of the low cards when all aces go high."""
    setting = aces_high_setting(*five)
    low, high = sorted(high_points(card) for place, card in enumerate(five) if setting >> place & 1)
    return low, high


def _name(five: Five) -> str:
    """The cards by their points, such as 4-5-5-6-10 or 2-3-9-A-A."""
    ordered = sorted(five, key=high_points)
    return "-".join(str(high_points(c)) if high_points(c) == low_points(c) else "A" for c in ordered)
