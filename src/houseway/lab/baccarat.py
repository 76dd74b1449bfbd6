"""The baccarat games counted: every way in which six cards can come out of a full shoe, from the game's own third-card rules.

Ways are counted over ranks, which is all that counts and pairs hang on, and always to six cards, so that every round is
one of equally many ways whether or not its hands draw.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm
from typing import Any, NamedTuple

from houseway.equipment.cards import RANKS
from houseway.games.baccarat.forms import FORMS, Form
from houseway.games.baccarat.hands import Drawing, count, points
from houseway.games.baccarat.submission import BaccaratSubmission
from houseway.games.baccarat.vigorish import vigorish
from houseway.games.baccarat.wagers import (
    BANKER,
    HOUSE_MONEY,
    ON_A_HAND,
    ONLY_AT_EZ,
    Outcome,
    Pairs,
)
from houseway.lab.figures import Figure, Priced
from houseway.lab.tally import UNIT, Tally, net_of
from houseway.lab.tally import Outcome as CameOut
from houseway.table.events import Result
from houseway.table.wagers import Verdict

_SUITS, _RANKS = 4, range(len(RANKS))
_VALUES = tuple(points(4 * rank) for rank in _RANKS)
# No round takes more cards.
_CARDS = 6
# What a House Money payout is added to, by the name of the option.
_ADDED = {f"added-to-{wager}": wager for wager in ON_A_HAND}
TAKEN = "taken"


class Shown(NamedTuple):
    """What a round shows that any wager hangs on."""

    pairs: Pairs
    outcome: Outcome


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses for a figure to hold."""
    asked = figure.options
    chosen: dict[str, Any] = {}
    if "decks" in asked:
        chosen["batch"] = int(asked["decks"])
    if "vigorish" in asked:
        chosen["vigorish_percent"] = asked["vigorish"].removesuffix("%")
    if asked.get("ez") == "true" or figure.wager in ONLY_AT_EZ:
        chosen["ez"] = True
    return chosen


def figures(submission: BaccaratSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    offered = submission.offered(submission.chosen)
    plain = (Figure(name) for name in submission.chosen if name in offered and name != HOUSE_MONEY)
    ways = (TAKEN, *_ADDED) if HOUSE_MONEY in offered else ()
    return (*plain, *(Figure(HOUSE_MONEY, f"payout={way}") for way in ways))


def price(figure: Figure, submission: BaccaratSubmission) -> Priced:
    """Count the rounds of a figure."""
    wager = submission.chosen[figure.wager]
    decks = submission.batch
    way = figure.options.get("payout", TAKEN)
    tally: Tally = Counter()
    for shown, ways in rounds(submission.form, decks).items():
        tally[_came_out(figure.wager, way, shown, submission)] += ways
    method = f"exact: {perm(decks * _SUITS * len(_RANKS), _CARDS):,} ways to draw six cards of {decks} decks"
    return Priced(tally, method, wager.readings)


def _came_out(name: str, way: str, shown: Shown, submission: BaccaratSubmission) -> CameOut:
    """How one unit of a wager came out, with what became of a House Money payout that was added to another."""
    facts = shown.pairs if name == HOUSE_MONEY else shown.outcome
    verdict = submission.chosen[name].decide(facts, "")
    if name == HOUSE_MONEY:
        return CameOut(verdict.result, _house_money(verdict, way, shown, submission))
    return CameOut(verdict.result, _net(name, verdict, submission))


def _net(name: str, verdict: Verdict, submission: BaccaratSubmission) -> Fraction:
    """What a wager brings per unit, less the vigorish on a Banker win."""
    net = net_of(verdict)
    if name == BANKER and verdict.result is Result.WIN:
        return net - vigorish(UNIT, submission.rate) / UNIT
    return net


def _house_money(verdict: Verdict, way: str, shown: Shown, submission: BaccaratSubmission) -> Fraction:
    """What House Money brings per unit: its payout, and what the part of it that was added to a hand made of itself."""
    net = net_of(verdict)
    if verdict.result is not Result.WIN or way == TAKEN:
        return net
    hand = _ADDED[way]
    added = submission.chosen[hand].decide(shown.outcome, "")
    return net + net * submission.share * _net(hand, added, submission)


@cache
def rounds(form: Form, decks: int) -> Counter[Shown]:
    """In how many ways of drawing six cards one after the other a round of this form shows what."""
    drawing = FORMS[form].drawing
    found: Counter[tuple[Pairs, _Ends]] = Counter()
    for (player, banker), by_pairs in _first_cards(decks).items():
        for ends, ways in _drawn(drawing, decks, player, banker).items():
            for pairs, first_ways in by_pairs.items():
                found[pairs, ends] += first_ways * ways
    return Counter({Shown(pairs, Outcome(*ends)): ways for (pairs, ends), ways in found.items()})


# What two cards count, the lower first; and what both hands count in the end, with how many cards each.
_Values = tuple[int, int]
_Ends = tuple[int, int, int, int]


@cache
def _first_cards(decks: int) -> dict[tuple[_Values, _Values], Counter[Pairs]]:
    """In how many ways both hands get cards of these values first, by what pairs are among them."""
    found: dict[tuple[_Values, _Values], Counter[Pairs]] = {}
    shoe = [decks * _SUITS] * len(_RANKS)
    for player, player_ways in _two(shoe):
        left = list(shoe)
        for rank in player:
            left[rank] -= 1
        for banker, banker_ways in _two(left):
            pairs = Pairs(player[0] == player[1], banker[0] == banker[1])
            by_pairs = found.setdefault((_values(player), _values(banker)), Counter())
            by_pairs[pairs] += player_ways * banker_ways
    return found


def _values(ranks: tuple[int, int]) -> _Values:
    low, high = sorted(_VALUES[rank] for rank in ranks)
    return low, high


def _two(shoe: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Every two ranks of a hand, and in how many ways they are dealt in either order."""
    for one, other in combinations_with_replacement(_RANKS, 2):
        if one == other:
            yield (one, other), shoe[one] * (shoe[one] - 1)
        else:
            yield (one, other), 2 * shoe[one] * shoe[other]


def _drawn(drawing: Drawing, decks: int, player: _Values, banker: _Values) -> Counter[_Ends]:
    """What the third cards make of two hands, and in how many ways the next two cards of the shoe do so."""
    left = Counter(_full(decks))
    left.subtract((*player, *banker))
    cards = left.total()
    of_player, of_banker = sum(player), sum(banker)
    counted, counted_banker = count(of_player), count(of_banker)
    found: Counter[_Ends] = Counter()
    if not drawing.player_draws(counted, counted_banker):
        if not drawing.banker_draws(counted, counted_banker, None):
            found[counted, counted_banker, 2, 2] = cards * (cards - 1)
            return found
        for value, copies in left.items():
            found[counted, count(of_banker + value), 2, 3] += copies * (cards - 1)
        return found
    for third, copies in left.items():
        drawn = count(of_player + third)
        if not drawing.banker_draws(counted, counted_banker, third):
            found[drawn, counted_banker, 3, 2] += copies * (cards - 1)
            continue
        for value, others in left.items():
            found[drawn, count(of_banker + value), 3, 3] += copies * (others - (value == third))
    return found


@cache
def _full(decks: int) -> Counter[int]:
    """How many cards of each value are in a full shoe."""
    return Counter(value for value in _VALUES for _ in range(decks * _SUITS))
