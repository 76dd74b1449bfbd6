"""Three Card Poker counted: 22,100 hands against 18,424 each, and 20,358,520 sets of six cards.

Hands that differ only in suits are counted once with their number. A player's hand meets the dealer's in six standings:
the dealer qualifies or not, and is beaten, level or higher; one dealer's hand of each standing is kept with the number
of them, and the game's own wagers decide on it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.cards import RANKS
from houseway.games.three_card_poker import ranking
from houseway.games.three_card_poker.paytables import EditionName, Paytable
from houseway.games.three_card_poker.ranking import NO_SUIT, qualifies, super_royal_suit, three_card
from houseway.games.three_card_poker.showdown import Showdown, showdown
from houseway.games.three_card_poker.submission import ThreeCardPokerSubmission
from houseway.games.three_card_poker.wagers import (
    ANTE,
    CATALOGUE,
    PAIR_PLUS_WAGER,
    PLAY,
    SIX_CARD_BONUS_WAGER,
    ante_bonus,
)
from houseway.lab.cache import Arrays, kept
from houseway.lab.compiling import compiled, in_parts
from houseway.lab.figures import Figure, Priced
from houseway.lab.hands import SUITS, Cards, Counts, suit_classes
from houseway.lab.strategy import BestPlay, StrategyTable
from houseway.lab.tally import UNIT, Tally, net_of, net_together, outcome_of, outcome_together, paid_on
from houseway.law import reading
from houseway.money import Cents
from houseway.table.poker_hands import best_of_six, category
from houseway.table.wagers import Wager

DECK = 52
DEALERS = comb(DECK - 3, 3)
_STANDINGS = 6

ANTE_PLAY = "ante-play"
_ON_THE_ANTE_BONUS = (reading("C-106"), reading("C-107"))
_ON_THE_MINI_ROYAL = (reading("C-101"), reading("C-102"))
_DEALS = f"exact: {comb(DECK, 3):,} hands, each against {DEALERS:,}, counted in 1,755 classes by suit"
_THREES = f"exact: {comb(DECK, 3):,} hands counted in 1,755 classes by suit"
_SIXES = f"exact: {comb(DECK, 6):,} sets of six cards counted in 962,988 classes by suit"


class Deals(NamedTuple):
    """Every class of players' hands (rows), and how many dealers' hands it meets in each standing (columns)."""

    hands: Cards
    sizes: NDArray[np.int8]
    values: NDArray[np.int32]
    counts: Counts
    # For every value that a player can have, one showdown in each standing that occurs.
    facts: dict[int, dict[int, Showdown]]


class Choice(NamedTuple):
    """What a player does with a class of hands, and what playing and folding are worth per unit of the Ante."""

    cards: tuple[int, int, int]
    value: int
    hands: int
    plays: bool
    playing: Fraction
    folding: Fraction


@cache
def deals() -> Deals:
    """All deals, by class of the player's hand and by standing."""
    hands, sizes, values, counts, examples = count_deals()
    facts: dict[int, dict[int, Showdown]] = {}
    for row, stands in np.argwhere(counts).tolist():
        value = int(values[row])
        facts.setdefault(value, {})[stands] = Showdown(value, int(examples[row, stands]))
    return Deals(hands, sizes, values, counts, facts)


@kept
def count_deals() -> Arrays:
    """The classes of players' hands, their sizes and values; dealers' hands in each standing, and one value of them."""
    every = list(combinations(range(DECK), 3))
    masks = np.array([1 << a | 1 << b | 1 << c for a, b, c in every], np.int64)
    dealers = np.array([three_card(*hand) for hand in every], np.int32)
    hands, sizes = suit_classes(3)
    values = np.empty(len(sizes), np.int32)
    counts = np.zeros((len(sizes), _STANDINGS), np.int64)
    examples = np.zeros((len(sizes), _STANDINGS), np.int32)
    count = compiled(_count_standings)
    in_parts(
        len(sizes), lambda first, last: count(hands, first, last, masks, dealers, values, counts, examples)
    )
    return hands, sizes, values, counts, examples


def standing(player: int, dealer: int) -> int:
    """Which of six ways a player's and a dealer's value stand to each other."""
    beaten = (player > dealer) - (player < dealer)
    return 3 * qualifies(dealer) + beaten + 1


def _count_standings(
    hands: Cards,
    first: int,
    last: int,
    masks: Counts,
    dealers: NDArray[np.int32],
    values: NDArray[np.int32],
    counts: Counts,
    examples: NDArray[np.int32],
) -> None:
    """Rank the hands of some rows, and meet each with every dealer's hand that shares no card with it."""
    for row in range(first, last):
        a, b, c = int(hands[row, 0]), int(hands[row, 1]), int(hands[row, 2])
        held = 1 << a | 1 << b | 1 << c
        value = three_card(a, b, c)
        values[row] = value
        for dealer in range(len(masks)):
            if held & masks[dealer] == 0:
                stands = standing(value, int(dealers[dealer]))
                counts[row, stands] += 1
                examples[row, stands] = dealers[dealer]


# What is priced.


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    match figure.wager:
        case "ante-play":
            chosen: dict[str, Any] = {"ante_bonus": figure.paytable}
            mini_royal = figure.options.get("mini_royal")
            if mini_royal:
                chosen |= {"edition": EditionName.PA_2014, "mini_royal_ante_bonus": int(mini_royal)}
            return chosen
        case "pair-plus":
            return {"pair_plus": figure.paytable}
        case _:
            return {"edition": figure.options["edition"], "six_card_bonus": figure.paytable}


def figures(submission: ThreeCardPokerSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission; the meter alone decides what the progressive is worth."""
    stake = submission.betting(submission.chosen_catalogue()).limits_of(SIX_CARD_BONUS_WAGER).minimum
    every = {
        ANTE: Figure(ANTE_PLAY, "strategy=best", submission.ante_bonus),
        PAIR_PLUS_WAGER: Figure(PAIR_PLUS_WAGER, "", submission.pair_plus),
        SIX_CARD_BONUS_WAGER: Figure(
            SIX_CARD_BONUS_WAGER, f"edition={submission.edition},wager={stake}", submission.six_card_bonus
        ),
    }
    return tuple(figure for wager, figure in every.items() if submission.offers(wager))


def price(figure: Figure, submission: ThreeCardPokerSubmission) -> Priced:
    """Count the deals of a figure."""
    wagers = submission.chosen_catalogue()
    match figure.wager:
        case "ante-play":
            readings = (*wagers[ANTE].readings, *_ON_THE_ANTE_BONUS)
            if submission.mini_royal_ante_bonus:
                readings = (*readings, *_ON_THE_MINI_ROYAL)
            method = f"{_DEALS}; folded or played as is best"
            return Priced(ante_play(submission.ante_bonus_table()), method, readings)
        case "pair-plus":
            wager = wagers[PAIR_PLUS_WAGER]
            return Priced(pair_plus(wager), _THREES, wager.readings)
        case _:
            wager = wagers[SIX_CARD_BONUS_WAGER]
            stake = int(figure.options.get("wager", UNIT))
            return Priced(six_card_bonus(wager, stake), _SIXES, wager.readings)


# Ante and Play.


def best_choices(bonus: Paytable) -> Iterator[Choice]:
    """For every class of hands the better of folding and playing, with this Ante Bonus."""
    hands, sizes, values, counts, facts = deals()
    nets = _played(bonus)
    unit = lcm(*(net.denominator for row in nets.values() for net in row.values()))
    worth = {
        value: np.array([int(row.get(stands, 0) * unit) for stands in range(_STANDINGS)])
        for value, row in nets.items()
    }
    folded = {value: _folded(next(iter(met.values()))) for value, met in facts.items()}
    for (a, b, c), size, value, met in zip(
        hands.tolist(), sizes.tolist(), values.tolist(), counts, strict=True
    ):
        playing = Fraction(int(met @ worth[value]), unit * DEALERS)
        yield Choice((a, b, c), value, size, playing >= folded[value], playing, folded[value])


@cache
def _ante_and_play() -> dict[int, dict[int, Fraction]]:
    """What the Ante and the Play Wager come to, by the player's value and the standing."""
    wagers = CATALOGUE[ANTE], CATALOGUE[PLAY]
    return {
        value: {stands: net_together(w.decide(facts, "") for w in wagers) for stands, facts in met.items()}
        for value, met in deals().facts.items()
    }


def _played(bonus: Paytable) -> dict[int, dict[int, Fraction]]:
    """What they come to with the Ante Bonus."""
    return {
        value: {stands: net + _bonus(bonus, deals().facts[value][stands]) for stands, net in row.items()}
        for value, row in _ante_and_play().items()
    }


def _bonus(paytable: Paytable, facts: Showdown) -> Fraction | int:
    line = ante_bonus(paytable, facts)
    return paid_on(line) if line else 0


def _folded(facts: Showdown) -> Fraction:
    """What a fold leaves of the Ante, whatever the dealer holds."""
    return net_of(CATALOGUE[ANTE].decide(replace(facts, folded=True), ""))


def ante_play(bonus: Paytable) -> Tally:
    """The Ante with its bonus and the Play Wager, per Ante, as best played."""
    nets = _played(bonus)
    tally: Tally = Counter()
    met = {value: np.zeros(_STANDINGS, np.int64) for value in nets}
    for choice, counts in zip(best_choices(bonus), deals().counts, strict=True):
        if choice.plays:
            met[choice.value] += choice.hands * counts
        else:
            tally[outcome_together(choice.folding)] += choice.hands * DEALERS
    for value, counts in met.items():
        for stands, net in nets[value].items():
            tally[outcome_together(net)] += int(counts[stands])
    return tally


def pair_plus(wager: Wager) -> Tally:
    """Pair Plus alone, which the dealer's hand has no part in."""
    hands = Counter[int]()
    for value, size in zip(deals().values.tolist(), deals().sizes.tolist(), strict=True):
        hands[value] += size
    tally: Tally = Counter()
    for value, count in hands.items():
        facts = next(iter(deals().facts[value].values()))
        tally[outcome_of(wager.decide(facts, ""))] += count
    return tally


def six_card_bonus(wager: Wager, stake: Cents) -> Tally:
    """The Six Card Bonus at a stake, on which the worth of its fixed sums depends."""
    sixes, counts = six_cards()
    tally: Tally = Counter()
    for (a, b, c, d, e, f), count in zip(sixes.tolist(), counts.tolist(), strict=True):
        tally[outcome_of(wager.decide(showdown((a, b, c), (d, e, f)), ""), stake)] += count
    return tally


_SUPER_ROYAL = -1


@kept
def six_cards() -> Arrays:
    """Six cards of every kind that they can make together, and how many sets of six are of that kind."""
    hands, sizes = suit_classes(6)
    rank = compiled(_rank_sixes)
    found = np.empty(len(sizes), np.int8)
    in_parts(len(sizes), lambda first, last: rank(hands, first, last, found))
    sixes, counts = [], []
    for kind in np.unique(found).tolist():
        of_kind = found == kind
        one = hands[of_kind.argmax()].tolist()
        many = int(sizes[of_kind].sum(dtype=np.int64))
        # The one class whose hands are not alike: the suit of a Super Royal counts, so that each stands for itself.
        suits = range(SUITS) if kind == _SUPER_ROYAL else (0,)
        sixes += [[card ^ suit for card in one] for suit in suits]
        counts += [many // len(suits)] * len(suits)
    return np.array(sixes, np.int8), np.array(counts, np.int64)


def _rank_sixes(hands: Cards, first: int, last: int, found: NDArray[np.int8]) -> None:
    for row in range(first, last):
        a, b, c = int(hands[row, 0]), int(hands[row, 1]), int(hands[row, 2])
        d, e, f = int(hands[row, 3]), int(hands[row, 4]), int(hands[row, 5])
        if super_royal_suit(a, b, c, d, e, f) != NO_SUIT:
            found[row] = _SUPER_ROYAL
        else:
            found[row] = category(best_of_six(a, b, c, d, e, f))


# The best play in words.

_KINDS = {
    ranking.HIGH_CARD: "high card",
    ranking.PAIR: "pair",
    ranking.FLUSH: "flush",
    ranking.STRAIGHT: "straight",
    ranking.THREE_OF_A_KIND: "three of a kind",
    ranking.STRAIGHT_FLUSH: "straight flush",
}


def best_play(submission: ThreeCardPokerSubmission) -> BestPlay:
    """When to play and when to fold under a submission."""
    found = sorted(best_choices(submission.ante_bonus_table()), key=lambda choice: choice.value)
    least = next(value for value in _values(found) if all(c.plays for c in found if c.value >= value))
    lowest = next(choice for choice in found if choice.value == least)
    exceptions = [choice for choice in found if choice.plays and choice.value < least]
    return BestPlay(
        rule=(
            f"Play {_name(lowest)} or better and fold everything below it.",
            *(f"Except: play {_name(choice)} as well." for choice in exceptions),
        ),
        tables=(
            StrategyTable(
                title="Fold (worth -1 Ante) or play",
                columns=("kind", "from", "to", "hands", "best", "playing is worth"),
                rows=tuple(_rows(found)),
            ),
        ),
        method=f"{_DEALS}; both choices priced for each class",
    )


def _values(found: list[Choice]) -> list[int]:
    return [choice.value for choice in found]


def _rows(found: list[Choice]) -> Iterator[tuple[str, ...]]:
    for (kind, plays, _), group in groupby(found, key=_row_of):
        choices = list(group)
        worth = sorted(choice.playing for choice in choices)
        yield (
            _KINDS[kind],
            _name(choices[0]),
            _name(choices[-1]),
            f"{sum(choice.hands for choice in choices):,}",
            "play" if plays else "fold",
            f"{float(worth[0]):+.4f} to {float(worth[-1]):+.4f}",
        )


def _row_of(choice: Choice) -> tuple[int, bool, int]:
    """High cards are told apart by their highest, other hands only by their kind."""
    kind = ranking.category(choice.value)
    return kind, choice.plays, max(choice.cards) // SUITS if kind == ranking.HIGH_CARD else 0


def _name(choice: Choice) -> str:
    """The ranks of a hand from the highest down, such as Q-6-4."""
    return "-".join(RANKS[card // SUITS] for card in sorted(choice.cards, reverse=True)).replace("T", "10")
