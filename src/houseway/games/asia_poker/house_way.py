"""The house way: how the dealer's hands are set, as rules that the operator writes in the Rules Submission (659a.11(c)).

The first rule whose conditions the seven cards meet decides: of all lawful settings it takes those that its first
preference likes best, of these the ones its second likes best, and so on. A fouled setting is never among them, so that
a house way is complete when its last rule has no condition, and leaves nothing open when each rule comes to prefer the
highest high, medium and low hand in some order (reading 659-23).
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations

import msgspec

from houseway.equipment.cards import JOKER, RANKS
from houseway.games.asia_poker.ranking import ACE, category, high_hand, is_foul, low_hand, medium_hand, rank
from houseway.law import implements

SEVEN = 7

# A setting is one small number: the places of the low card and of the two medium cards among the seven.


def setting(low: int, medium_1: int, medium_2: int) -> int:
    """The setting with these places, from 0 to 6, for the low and the medium cards."""
    return (low * SEVEN + min(medium_1, medium_2)) * SEVEN + max(medium_1, medium_2)


def low_place(chosen: int) -> int:
    """The place of the low card."""
    return chosen // (SEVEN * SEVEN)


def medium_places(chosen: int) -> tuple[int, int]:
    """The places of the medium cards."""
    return chosen // SEVEN % SEVEN, chosen % SEVEN


# The rules as the operator writes them.


class Level(StrEnum):
    """A card or a kind of hand to measure by."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    PAIR = "pair"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"
    FOUR_ACES = "four-aces"


# The rank of each card and the category of each kind of hand, as `ranking` counts them.
_CARDS = {Level(letter): number for number, letter in enumerate(RANKS, start=1)}
_HANDS = {level: number for number, level in enumerate((lv for lv in Level if lv not in _CARDS), start=1)}
# Kinds of hands of which a card can say how high they are.
_GROUPED = (Level.PAIR, Level.TWO_PAIR, Level.THREE_OF_A_KIND, Level.FOUR_OF_A_KIND)


class Holding(StrEnum):
    """What a condition looks at in the seven cards; a joker counts as an ace."""

    JOKERS = "jokers"
    PAIRS = "pairs"  # ranks that came exactly twice
    THREES = "threes"
    FOURS = "fours"
    HIGHEST_CARD = "highest-card"
    HIGHEST_PAIR = "highest-pair"  # the highest rank that came at least twice; without a pair it never holds
    BEST_HIGH = "best-high"  # the best kind of hand that four of the cards make


_HOLDINGS = tuple(Holding)
# How many of a kind seven cards can hold.
_COUNTED = {Holding.JOKERS: 1, Holding.PAIRS: 3, Holding.THREES: 2, Holding.FOURS: 1}
_JOKERS, _PAIRS, _THREES, _FOURS, _HIGHEST_CARD, _HIGHEST_PAIR, _BEST_HIGH = range(len(_HOLDINGS))


class Part(StrEnum):
    """One of the three hands."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


_PARTS = tuple(Part)
_HIGH, _MEDIUM, _LOW = range(len(_PARTS))


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the seven cards must hold: a number of jokers, pairs and so on, a card, or a kind of hand."""

    holding: Holding
    at_least: int | Level | None = None
    at_most: int | Level | None = None


class Preference(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which settings come first: those with the highest such hand, or all those that reach a level (of a card)."""

    hand: Part
    at_least: Level | None = None
    of: Level | None = None


class HouseRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule: where all its conditions hold, settings are chosen by its preferences in turn."""

    when: tuple[Condition, ...] = ()
    prefer: tuple[Preference, ...] = ()


HouseWay = tuple[HouseRule, ...]

_HIGHEST = {part: Preference(hand=part) for part in Part}
_HIGHEST_HIGH, _HIGHEST_MEDIUM, _HIGHEST_LOW = _HIGHEST.values()

# The house ways that a submission may name instead of writing rules.
HOUSE_WAYS = {
    "highest-medium": (HouseRule(prefer=(_HIGHEST_MEDIUM, _HIGHEST_LOW, _HIGHEST_HIGH)),),
    "highest-high": (HouseRule(prefer=(_HIGHEST_HIGH, _HIGHEST_MEDIUM, _HIGHEST_LOW)),),
    "highest-low": (HouseRule(prefer=(_HIGHEST_LOW, _HIGHEST_MEDIUM, _HIGHEST_HIGH)),),
}

# Nobody deals by more rules than this.
MOST_RULES = 50
MOST_PARTS_OF_A_RULE = 10


@implements("659a.11(c)#2", readings=("659-23",))
def problems_of(way: HouseWay) -> Iterator[str]:
    """Why a house way is not complete, unambiguous and readable; a lawful one has no problem."""
    if not way:
        yield "the house way has no rule"
    if len(way) > MOST_RULES:
        yield f"the house way has {len(way)} rules; nobody deals by more than {MOST_RULES}"
    for number, rule in enumerate(way, start=1):
        for problem in (*_problems_of_conditions(rule), *_problems_of_preferences(rule)):
            yield f"rule {number}: {problem}"
        if not rule.when and number < len(way):
            yield f"rule {number} has no condition, so that the rules after it never apply"
    if way and way[-1].when:
        yield "the last rule has a condition, so that some cards are left without a rule"


def _problems_of_conditions(rule: HouseRule) -> Iterator[str]:
    if len(rule.when) > MOST_PARTS_OF_A_RULE:
        yield f"it has more than {MOST_PARTS_OF_A_RULE} conditions"
    for condition in rule.when:
        bounds = [bound for bound in (condition.at_least, condition.at_most) if bound is not None]
        if not bounds:
            yield f"{condition.holding} says neither at least nor at most"
        for bound in bounds:
            if not _fits(condition.holding, bound):
                yield f"{condition.holding} cannot be {bound!s}"
        if bounds and all(_fits(condition.holding, bound) for bound in bounds):
            yield from _problems_of_bounds(condition)


def _problems_of_bounds(condition: Condition) -> Iterator[str]:
    least, most = _held_by_seven(condition.holding)
    lower, upper = _bounds(condition)
    if lower > upper or upper < least:
        yield f"{_described_condition(condition)} never holds"
    elif lower <= least and upper >= most:
        yield f"{_described_condition(condition)} always holds"


def _fits(holding: Holding, bound: int | Level) -> bool:
    if holding in _COUNTED:
        return isinstance(bound, int) and 0 <= bound <= _COUNTED[holding]
    return bound in (_HANDS if holding is Holding.BEST_HIGH else _CARDS)


def _held_by_seven(holding: Holding) -> tuple[int, int]:
    """The least and the most that any seven cards hold, as `_held` counts."""
    if holding in _COUNTED:
        return 0, _COUNTED[holding]
    if holding is Holding.BEST_HIGH:
        return 0, max(_HANDS.values())
    # There are but four twos, so that the highest of seven cards is at least a three.
    return _CARDS[Level.THREE] if holding is Holding.HIGHEST_CARD else 0, ACE


def _problems_of_preferences(rule: HouseRule) -> Iterator[str]:
    if len(rule.prefer) > MOST_PARTS_OF_A_RULE:
        yield f"it has more than {MOST_PARTS_OF_A_RULE} preferences"
    for preference in rule.prefer:
        if preference.of is not None and (preference.at_least not in _GROUPED or preference.of not in _CARDS):
            yield f"no {preference.hand} hand is measured as {preference.at_least} of {preference.of}"
        if not _can_reach(preference):
            yield f"a {preference.hand} hand is never a {preference.at_least}"
    missing = [part for part, highest in _HIGHEST.items() if highest not in rule.prefer]
    if missing:
        yield f"it does not say which of two settings to take by their {' and '.join(missing)} hands"


def _can_reach(preference: Preference) -> bool:
    match preference.hand:
        case Part.HIGH:
            return True
        case Part.MEDIUM:
            return preference.at_least not in _HANDS or preference.at_least is Level.PAIR
        case Part.LOW:
            return preference.at_least not in _HANDS


def described(way: HouseWay) -> str:
    """The rules in words, as the dealer tells them to a player who asks."""
    return "; ".join(_described_rule(rule) for rule in way)


def _described_rule(rule: HouseRule) -> str:
    prefers = ", then ".join(_described_preference(preference) for preference in rule.prefer)
    when = " and ".join(_described_condition(condition) for condition in rule.when)
    return f"with {when}: {prefers}" if when else prefers


def _described_preference(preference: Preference) -> str:
    if preference.at_least is None:
        return f"the highest {preference.hand} hand"
    of = f" of {preference.of}" if preference.of else ""
    return f"a {preference.hand} hand of at least {preference.at_least}{of}".replace("-", " ")


def _described_condition(condition: Condition) -> str:
    bounds = (("at least", condition.at_least), ("at most", condition.at_most))
    said = " and ".join(f"{word} {bound}" for word, bound in bounds if bound is not None)
    return f"{condition.holding} {said}".replace("-", " ")


# The rules as numbers: the number of rules, then for each its number of conditions (what, least, most) and of
# preferences (which hand, the value to reach or -1).

Program = tuple[int, ...]
_ANY_HEIGHT = -1
_MOST = 99


def program_of(way: HouseWay) -> Program:
    """A house way without problems as plain numbers."""
    numbers = [len(way)]
    for rule in way:
        numbers += [len(rule.when), len(rule.prefer)]
        for condition in rule.when:
            numbers += [_HOLDINGS.index(condition.holding), *_bounds(condition)]
        for preference in rule.prefer:
            numbers += [_PARTS.index(preference.hand), _value_to_reach(preference)]
    return tuple(numbers)


def _bounds(condition: Condition) -> tuple[int, int]:
    """The least and the most that a condition lets through; the highest pair must be one."""
    lowest = _CARDS[Level.TWO] if condition.holding is Holding.HIGHEST_PAIR else 0
    return _bound(condition.at_least, lowest), _bound(condition.at_most, _MOST)


def _bound(bound: int | Level | None, otherwise: int) -> int:
    match bound:
        case None:
            return otherwise
        case Level():
            return _CARDS[bound] if bound in _CARDS else _HANDS[bound]
        case _:
            return bound


def _value_to_reach(preference: Preference) -> int:
    if preference.at_least is None:
        return _ANY_HEIGHT
    if preference.at_least in _CARDS:
        return _CARDS[preference.at_least] << 12
    return _HANDS[preference.at_least] << 16 | (_CARDS[preference.of] << 12 if preference.of else 0)


# Setting seven cards by the numbers: plain functions over integers, which compilers understand.

Seven = tuple[int, int, int, int, int, int, int]

# The places of four high cards and of the three left over.
_FOURS_AND_THREES = tuple(
    (*high, *(place for place in range(SEVEN) if place not in high)) for high in combinations(range(SEVEN), 4)
)


def _times_held(cards: Seven, times: int) -> int:
    """How many ranks came exactly so many times."""
    ranks = 0
    for wanted in range(1, ACE + 1):
        alike = 0
        for card in cards:
            alike += rank(card) == wanted
        ranks += alike == times
    return ranks


def _highest_held(cards: Seven, times: int) -> int:
    """The highest rank that came at least so many times, or 0."""
    highest = 0
    for wanted in range(1, ACE + 1):
        alike = 0
        for card in cards:
            alike += rank(card) == wanted
        if alike >= times:
            highest = wanted
    return highest


def _best_high(cards: Seven, options: int) -> int:
    """The best category that four of the cards make."""
    best = 0
    for places in _FOURS_AND_THREES:
        value = high_hand(cards[places[0]], cards[places[1]], cards[places[2]], cards[places[3]], options)
        best = max(best, category(value))
    return best


def _held(what: int, cards: Seven, options: int) -> int:
    """What a condition looks at, as a number."""
    if what == _JOKERS:
        jokers = 0
        for card in cards:
            jokers += card == JOKER
        return jokers
    if what == _PAIRS:
        return _times_held(cards, 2)
    if what == _THREES:
        return _times_held(cards, 3)
    if what == _FOURS:
        return _times_held(cards, 4) + _times_held(cards, 5)
    if what == _HIGHEST_CARD:
        return _highest_held(cards, 1)
    if what == _HIGHEST_PAIR:
        return _highest_held(cards, 2)
    return _best_high(cards, options)


def _preferences_at(program: Program, cards: Seven, options: int) -> int:
    """Where the preferences of the rule that decides begin in the program; their number stands before."""
    at = 1
    for _ in range(program[0]):
        conditions, preferences = program[at], program[at + 1]
        holds = True
        for number in range(conditions):
            condition = at + 2 + 3 * number
            if holds:
                held = _held(program[condition], cards, options)
                holds = program[condition + 1] <= held <= program[condition + 2]
        if holds:
            return at
        at += 2 + 3 * conditions + 2 * preferences
    return at


def _measure(part: int, to_reach: int, high: int, medium: int, low: int) -> int:
    """How much a preference likes a setting, by the values of its hands."""
    value = low
    if part == _HIGH:
        value = high
    elif part == _MEDIUM:
        value = medium
    if to_reach == _ANY_HEIGHT:
        return value
    return 1 if value >= to_reach else 0


@implements("659a.11(b)#1", "659a.11(b)#2", "659a.11(c)#1", "659a.11(c)#2", readings=("659-08", "659-23"))
def set_by(cards: Seven, program: Program, options: int) -> int:
    """The lawful setting that a house way chooses for seven cards."""
    rule = _preferences_at(program, cards, options)
    first = rule + 2 + 3 * program[rule]
    # Every rule prefers a higher hand at last, so that the first lawful setting comes before these.
    chosen = best_high = best_medium = best_low = -1
    for places in _FOURS_AND_THREES:
        high = high_hand(cards[places[0]], cards[places[1]], cards[places[2]], cards[places[3]], options)
        for turn in range(3):
            low_at, medium_1, medium_2 = (
                places[4 + turn],
                places[4 + (turn + 1) % 3],
                places[4 + (turn + 2) % 3],
            )
            medium, low = medium_hand(cards[medium_1], cards[medium_2]), low_hand(cards[low_at])
            if is_foul(high, medium, low):
                continue
            better = False
            for number in range(program[rule + 1]):
                part, to_reach = program[first + 2 * number], program[first + 2 * number + 1]
                liked = _measure(part, to_reach, high, medium, low)
                before = _measure(part, to_reach, best_high, best_medium, best_low)
                if liked != before:
                    better = liked > before
                    break
            if better:
                chosen = setting(low_at, medium_1, medium_2)
                best_high, best_medium, best_low = high, medium, low
    return chosen
