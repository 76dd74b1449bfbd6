"""Blackjack counted: what the first cards decide, Straight Jack by basic strategy, and the main wager as best played."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import lcm
from typing import Any

import numpy as np

from houseway.equipment.cards import RANKS, SUITS, cards
from houseway.games.blackjack.cards import CARDS
from houseway.games.blackjack.game import Blackjack
from houseway.games.blackjack.settlement import outcome
from houseway.games.blackjack.submission import BlackjackSubmission, ProgressiveWager
from houseway.games.blackjack.wagers import (
    BLACKJACK,
    HOUSE_MONEY,
    INSURANCE,
    STRAIGHT_JACK,
    Drawn,
    Opening,
    Outcome,
)
from houseway.lab.basic_strategy import basic, basic_play
from houseway.lab.figures import Figure, Priced
from houseway.lab.shoe_counts import insurance, insurance_method, ways
from houseway.lab.strategy import BestPlay
from houseway.lab.tally import Outcome as Came
from houseway.lab.tally import Tally, net_of, outcome_of
from houseway.lab.twenty_one import Best, Way, best_of, main_wager, roughly, simulated_wager
from houseway.lab.twenty_one_chart import chart
from houseway.lab.twenty_one_hands import DOUBLES, DRAWS, Asking, hands_of, open_to
from houseway.table.twenty_one import counts, is_blackjack, total
from houseway.table.wagers import Wager

TAKEN, ADDED = "taken", "added"
BEST, BASIC = "best", "basic"
_OPENINGS = f"exact: every pair of cards out of a full shoe, {len(CARDS.deck) ** 2:,} kinds of them"
_RUNS = (
    "exact: every first hand, up card and drawn card that lengthens a run, from a full shoe, by multi-deck basic strategy "
    "without surrender; the meter left out"
)


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    decks = int(figure.options["decks"])
    chosen: dict[str, Any] = {"batch": decks, "by_hand": decks == 1}
    if figure.wager == STRAIGHT_JACK:
        chosen["progressive"] = ProgressiveWager.STRAIGHT_JACK
    return chosen


def figures(submission: BlackjackSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    decks = f"decks={submission.batch}"
    every = (
        Figure(HOUSE_MONEY, f"{decks},payout={TAKEN}"),
        Figure(HOUSE_MONEY, f"{decks},payout={ADDED}"),
        Figure(STRAIGHT_JACK, f"{decks},strategy={BASIC},meter=0"),
        Figure(BLACKJACK, f"{decks},strategy={BEST}"),
        Figure(INSURANCE, decks),
    )
    return tuple(figure for figure in every if submission.offers(figure.wager))


def price(figure: Figure, submission: BlackjackSubmission) -> Priced:
    """Count the deals of a figure."""
    wager, decks = submission.chosen[figure.wager], submission.batch
    match figure.wager:
        case "blackjack":
            return main_wager(best(submission), wager.readings)
        case "insurance":
            tally = insurance(wager, CARDS.deck, decks, lambda held: Outcome(dealer_blackjack=held))
            return Priced(tally, insurance_method(CARDS.deck, decks), wager.readings)
        case "straight-jack":
            return Priced(straight_jack(wager, submission), _RUNS, wager.readings)
    tally = house_money(wager, decks)
    if figure.options["payout"] == TAKEN:
        return Priced(tally, _OPENINGS, wager.readings)
    method = (
        f"{_OPENINGS}; what is won goes on the Blackjack Wager, played as is best, as far as the house lets it; "
        "how often it wins, and its variance, as if taken"
    )
    return Priced(tally, method, wager.readings, expected=house_money_added(wager, submission))


# House Money.


def house_money(wager: Wager, decks: int) -> Tally:
    """First hands by what House Money comes to."""
    tally: Tally = Counter()
    for dealt in product(CARDS.deck, repeat=2):
        tally[outcome_of(wager.decide(_opening(dealt), ""))] += ways(decks, dealt)
    return tally


def _opening(dealt: tuple[str, ...]) -> Opening:
    first, second = cards(dealt)
    # The up card has no part in what House Money is paid on.
    return Opening(first, second, up=0)


def house_money_added(wager: Wager, submission: BlackjackSubmission) -> Fraction:
    """What a player expects of one unit who has every payout added, as far as the house lets it, and plays on as is best.

    Against a dealer's Blackjack the payout is taken; that is in what hands are worth, which is of all other deals.
    """
    found, decks = best(submission), submission.batch
    added = Fraction(submission.house_money_percent, 100)
    shoe = found.hands.shoe
    expected = Fraction(0)
    for dealt in product(CARDS.deck, repeat=2):
        many = ways(decks, dealt)
        paid = net_of(wager.decide(_opening(dealt), ""))
        chance = Fraction(many, int(shoe.sum()) * (int(shoe.sum()) - 1))
        if paid < 0 or not many:
            expected += chance * paid
            continue
        values = [counts(code) - 1 for code in dealt]
        held = np.bincount(values, minlength=len(shoe))
        (row,) = np.flatnonzero((found.hands.composition == held).all(1)).tolist()
        left = shoe - held
        played = sum(
            Fraction(int(left[up]), int(left.sum())) * found.worth[up, row]
            for up in range(len(shoe))
            if left[up]
        )
        expected += chance * paid * (1 + added * played)
    return expected


# Straight Jack.


Codes = tuple[str, ...]


def straight_jack(wager: Wager, submission: BlackjackSubmission) -> Tally:
    """Hands by what Straight Jack comes to, played by basic strategy until the run ends."""
    runs = _Runs(wager, asking(submission))
    chances: dict[Came, Fraction] = {}
    for first, second, up in product(RANKS, repeat=3):
        for held, chance in runs.of((first + SUITS[0], second + SUITS[0]), up + SUITS[0]):
            came = runs.came(held)
            chances[came] = chances.get(came, Fraction(0)) + chance
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return Counter({came: int(chance * whole) for came, chance in chances.items()})


class _Runs:
    """How far hands come that are drawn to by basic strategy, as long as their run goes on; suits have no part in it."""

    def __init__(self, wager: Wager, asked: Asking) -> None:
        self.decks = asked.decks
        self.came = cache(lambda held: outcome_of(wager.decide(Drawn(cards(held)), "")))
        self.may = cache(partial(open_to, asked))

    def of(self, hand: Codes, up: str) -> Iterator[tuple[Codes, Fraction]]:
        """What a first hand becomes against an up card, with how likely that is."""
        left = Counter({rank: self.decks * len(SUITS) for rank in RANKS})
        likely = Fraction(1)
        for code in (*hand, up):
            likely *= Fraction(left[code[0]], left.total())
            left[code[0]] -= 1
        holes = [rank for rank in RANKS if is_blackjack((up, rank + SUITS[0]))]

        def blackjack() -> Fraction:
            return Fraction(sum(left[rank] for rank in holes), left.total())

        def play(held: Codes, chance: Fraction) -> Iterator[tuple[Codes, Fraction]]:
            action = self._basic(held, up)
            if action not in (DRAWS, DOUBLES) or self.came(held).net < 0:
                yield held, chance * (1 - blackjack())
                return
            for rank in RANKS:
                more = (*held, rank + SUITS[0])
                drawn = chance * Fraction(left[rank], left.total())
                left[rank] -= 1
                # What did not lengthen the run has ended it for good.
                if drawn and (action == DOUBLES or self.came(more) == self.came(held)):
                    yield more, drawn * (1 - blackjack())
                elif drawn:
                    yield from play(more, drawn)
                left[rank] += 1

        if likely:
            yield hand, likely * blackjack()
            yield from play(hand, likely)

    def _basic(self, held: Codes, up: str) -> int:
        reached = total(held)
        values = [counts(code) - 1 for code in held]
        pair = values[0] if len(held) == 2 and values[0] == values[1] else None
        return basic(reached.points, reached.soft, pair, counts(up) - 1, self.may(held))


# The Blackjack Wager.


def asking(submission: BlackjackSubmission) -> Asking:
    """How the game is asked."""
    return Asking(
        submission.digest(),
        Blackjack(submission),
        CARDS.deck,
        submission.batch,
        ((BLACKJACK,),),
        lambda state, place, ended: outcome(state, place, given_up=bool(ended)),
    )


def best(submission: BlackjackSubmission) -> Best:
    """The best play of a table under this submission."""
    return best_of(asking(submission))


def by_basic_strategy(submission: BlackjackSubmission) -> Way:
    """Basic strategy at a table under this submission."""
    asked = asking(submission)
    hands = hands_of(asked)
    return Way(hands, asked.game.play, basic_play(hands))


def main_edge(submission: BlackjackSubmission) -> tuple[str, float]:
    """What the main wager costs as best played, in floating point."""
    return BLACKJACK, roughly(best(submission))


def best_play(submission: BlackjackSubmission) -> BestPlay:
    """The best play as a chart."""
    return chart(best(submission))


def player_ways() -> tuple[str, ...]:
    """The ways to play that a player can be said to follow."""
    return (BEST, BASIC)


def simulate(submission: BlackjackSubmission, player: str, *, rounds: int, seed: int) -> Priced:
    """Play the Blackjack Wager so many rounds, as is best or by basic strategy."""
    way = best(submission).way if player == BEST else by_basic_strategy(submission)
    return simulated_wager(way, submission.chosen[BLACKJACK].readings, rounds=rounds, seed=seed)
