"""Asia Poker counted and simulated.

The Bonus Wager is exact: all 154,143,080 hands of seven from 53 cards, with the joker and without, in classes by suit.
The Asia Poker Wager is estimated by playing deals between two ways of setting the hands, each deal from both sides: what luck
gives one side it gives the other, and only what the ways and the copies are worth is left.
"""

import hashlib
from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.cards import JOKER
from houseway.games.asia_poker.house_way import (
    HOUSE_WAYS,
    SEVEN,
    HouseWay,
    Program,
    Seven,
    low_place,
    medium_places,
    program_of,
    set_by,
)
from houseway.games.asia_poker.ranking import bonus_hand, high_hand, low_hand, medium_hand
from houseway.games.asia_poker.submission import AsiaPokerSubmission
from houseway.games.asia_poker.wagers import Facts
from houseway.lab.cache import Arrays, kept, kept_under
from houseway.lab.compiling import compiled, in_parts
from houseway.lab.figures import Figure, Priced
from houseway.lab.hands import Cards, Counts, SuitClasses, suit_classes
from houseway.lab.streams import Words, draw, in_blocks, words
from houseway.lab.tally import Outcome, Tally, outcome_of, outcome_together
from houseway.table.wagers import Wager

DECK = 53
_BONUS_HANDS = 12
_STANDINGS = 27

ASIA_POKER, BONUS = "asia-poker", "bonus"
_SEVENS = f"exact: {comb(DECK, SEVEN):,} hands of seven cards counted in 6,972,147 classes by suit"
# Enough for a figure that stands in a list, and soon done.
LISTED_DEALS = 500_000
LISTED_SEED = 0


# What is priced.


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    if figure.wager == BONUS:
        return {"bonus_paytable": figure.paytable}
    return {"house_way": figure.options["dealer"]}


def figures(submission: AsiaPokerSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission, whose players set their hands as the dealer does."""
    way = submission.house_way if isinstance(submission.house_way, str) else HOUSE_WAY
    every = (
        Figure(BONUS, "", submission.bonus_paytable),
        Figure(ASIA_POKER, f"player={way},dealer={way}"),
    )
    return tuple(figure for figure in every if figure.wager not in submission.not_offered)


def price(figure: Figure, submission: AsiaPokerSubmission) -> Priced:
    """Count the deals of the Bonus Wager, or play the Asia Poker Wager for a while."""
    if figure.wager == BONUS:
        wager = submission.chosen[BONUS]
        return Priced(bonus(wager), _SEVENS, wager.readings)
    return simulate(submission, figure.options["player"], rounds=LISTED_DEALS, seed=LISTED_SEED)


# The player sets the hands as the submission tells the dealer to.
HOUSE_WAY = "house-way"


def player_ways() -> tuple[str, ...]:
    """The ways of setting that a player can be said to follow."""
    return (*HOUSE_WAYS, HOUSE_WAY)


def simulate(submission: AsiaPokerSubmission, player: str, *, rounds: int, seed: int) -> Priced:
    """Play so many deals of the Asia Poker Wager, the dealer by the house way and the player by the way named."""
    wager = submission.chosen[ASIA_POKER]
    way = submission.way if player == HOUSE_WAY else HOUSE_WAYS[player]
    tally, pairs = asia_poker(wager, way, submission.way, submission.ranking_options, deals=rounds, seed=seed)
    method = f"simulated: {rounds:,} deals with seed {seed}, each played from both sides"
    return Priced(tally, method, wager.readings, estimated=True, pairs=pairs)


# The Bonus Wager.


def bonus(wager: Wager) -> Tally:
    """The Bonus Wager, which the seven cards decide alone."""
    (counts,) = bonus_hands()
    tally: Tally = Counter()
    for hand, count in enumerate(counts.tolist()):
        tally[outcome_of(wager.decide(Facts(0, 0, 0, bonus=hand), ""))] += count
    return tally


@kept
def bonus_hands() -> Arrays:
    """How many hands of seven cards there are of every bonus hand, 0 being none."""
    beside_joker = suit_classes(SEVEN - 1)
    jokers = np.full((len(beside_joker.sizes), 1), JOKER, np.int8)
    with_joker = SuitClasses(np.hstack((beside_joker.hands, jokers)), beside_joker.sizes)
    return (_bonus_hands_among(suit_classes(SEVEN)) + _bonus_hands_among(with_joker),)


def _bonus_hands_among(classes: SuitClasses) -> Counts:
    count = compiled(_count_bonus_hands)
    parts = in_parts(len(classes.sizes), lambda first, last: count(*classes, first, last))
    return sum(parts, np.zeros(_BONUS_HANDS, np.int64))


def _count_bonus_hands(hands: Cards, sizes: NDArray[np.int8], first: int, last: int) -> Counts:
    counts = np.zeros(_BONUS_HANDS, np.int64)
    for row in range(first, last):
        counts[bonus_hand(_seven(hands[row], 0))] += sizes[row]
    return counts


def _seven(cards: Cards, first: int) -> Seven:
    return (
        int(cards[first]),
        int(cards[first + 1]),
        int(cards[first + 2]),
        int(cards[first + 3]),
        int(cards[first + 4]),
        int(cards[first + 5]),
        int(cards[first + 6]),
    )


# The Asia Poker Wager.


def asia_poker(
    wager: Wager, player: HouseWay, dealer: HouseWay, options: int, *, deals: int, seed: int
) -> tuple[Tally, Tally]:
    """The Asia Poker Wager over so many random deals: its rounds, two of each deal, and both together."""
    programs = program_of(player), program_of(dealer)
    (counts,) = kept_under(
        f"{deals}-{seed}-{hashlib.sha256(repr((programs, options)).encode()).hexdigest()}",
        lambda: (_standings(programs, options, deals, seed),),
        _standings,
    )
    outcomes = [_outcome(wager, standing) for standing in range(_STANDINGS)]
    rounds: Tally = Counter()
    pairs: Tally = Counter()
    for first, second in np.argwhere(counts).tolist():
        count, both = int(counts[first, second]), (outcomes[first], outcomes[second])
        for outcome in both:
            rounds[outcome] += count
        pairs[outcome_together(sum((outcome.net for outcome in both), Fraction(0)) / 2)] += count
    return rounds, pairs


def _standings(programs: tuple[Program, Program], options: int, deals: int, seed: int) -> Counts:
    play = compiled(_play_deals)
    counts = np.zeros((_STANDINGS, _STANDINGS), np.int64)
    for block in in_blocks(
        deals,
        lambda number, count: play(words(seed, number, count, 2 * SEVEN), count, *programs, options),
    ):
        counts += block
    return counts


def _outcome(wager: Wager, standing: int) -> Outcome:
    return outcome_of(wager.decide(Facts(standing // 9 - 1, standing // 3 % 3 - 1, standing % 3 - 1), ""))


def _play_deals(source: Words, deals: int, player: Program, dealer: Program, options: int) -> Counts:
    """How often the player's hands stand below, level with or above the dealer's, and how with the cards changed over."""
    counts = np.zeros((_STANDINGS, _STANDINGS), np.int64)
    deck = np.arange(DECK).astype(np.int8)
    alike = player == dealer
    at = 0
    for _ in range(deals):
        at = draw(source, at, deck, 2 * SEVEN)
        one, other = _seven(deck, 0), _seven(deck, SEVEN)
        mine, theirs = _values(one, player, options), _values(other, dealer, options)
        first = _standing(mine, theirs)
        if not alike:
            mine, theirs = _values(one, dealer, options), _values(other, player, options)
        counts[first, _standing(theirs, mine)] += 1
    return counts


def _values(cards: Seven, program: Program, options: int) -> tuple[int, int, int]:
    """The values of the high, medium and low hands as a way of setting makes them."""
    chosen = set_by(cards, program, options)
    low = low_place(chosen)
    first, second = medium_places(chosen)
    high = np.zeros(4, np.int64)
    place = 0
    for of_seven in range(SEVEN):
        if of_seven != low and of_seven != first and of_seven != second:
            high[place] = cards[of_seven]
            place += 1
    return (
        high_hand(int(high[0]), int(high[1]), int(high[2]), int(high[3]), options),
        medium_hand(cards[first], cards[second]),
        low_hand(cards[low]),
    )


def _standing(mine: tuple[int, int, int], theirs: tuple[int, int, int]) -> int:
    standing = 0
    for hand in range(3):
        standing = 3 * standing + 1 + (mine[hand] > theirs[hand]) - (mine[hand] < theirs[hand])
    return standing
