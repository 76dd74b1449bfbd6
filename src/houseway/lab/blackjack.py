"""Blackjack counted: what the first cards decide, Straight Jack by basic strategy, and the main wager as best played.

What the operator states the paytable of is priced at a table that states one.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import lcm
from typing import Any

import numpy as np

from houseway.equipment.cards import RANKS, SUITS, cards
from houseway.games.blackjack.cards import CARDS, PLAY
from houseway.games.blackjack.game import Blackjack
from houseway.games.blackjack.settlement import outcome
from houseway.games.blackjack.submission import BlackjackSubmission, ProgressiveWager
from houseway.games.blackjack.wagers import (
    BLACKJACK,
    HIT_AND_RUN,
    HOUSE_MONEY,
    INSURANCE,
    KINGS_BOUNTY,
    ROYAL_MATCH_21,
    STRAIGHT_JACK,
    THREE_CARD_POKER,
    DealersHand,
    Drawn,
    Opening,
    Outcome,
    Paired,
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
from houseway.table.twenty_one import counts, goes_on, is_blackjack, total
from houseway.table.wagers import Wager

Codes = tuple[str, ...]

TAKEN, ADDED = "taken", "added"
BEST, BASIC = "best", "basic"
_OPENINGS = f"exact: every pair of cards out of a full shoe, {len(CARDS.deck) ** 2:,} kinds of them"
_RUNS = (
    "exact: every first hand, up card and drawn card that lengthens a run, from a full shoe, by multi-deck basic strategy "
    "without surrender; the meter left out"
)
_THREE = f"exact: {len(CARDS.deck) ** 3:,} kinds of first hands and up cards, with how many of each a full shoe has"
_WITH_THE_HOLE_CARD = f"{_THREE}, and the hole cards that make a Blackjack; no limit on what is paid"
_DEALERS = "exact: every hand of a dealer who draws to the end, from a full shoe; the meter left out"


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
        Figure(THREE_CARD_POKER, decks),
        Figure(HIT_AND_RUN, f"{decks},meter=0"),
        Figure(ROYAL_MATCH_21, decks),
        Figure(KINGS_BOUNTY, decks),
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
        case "three-card-poker":
            return Priced(three_card_poker(wager, decks), _THREE, wager.readings)
        case "hit-and-run":
            return Priced(hit_and_run(wager, decks), _DEALERS, wager.readings)
        case "royal-match-21" | "kings-bounty":
            return Priced(paired(wager, decks), _WITH_THE_HOLE_CARD, wager.readings)
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


# What the operator states the paytable of.


def three_card_poker(wager: Wager, decks: int) -> Tally:
    """First hands and up cards by what Three Card Poker comes to."""
    tally: Tally = Counter()
    for dealt in product(CARDS.deck, repeat=3):
        tally[outcome_of(wager.decide(Opening(*cards(dealt)), ""))] += ways(decks, dealt)
    return tally


def paired(wager: Wager, decks: int) -> Tally:
    """First hands, up cards and hole cards by what Royal Match 21 or King's Bounty comes to; no limit is set on what it pays."""
    tally: Tally = Counter()
    left = len(CARDS.deck) * decks - 3
    holes = {up: {code for code in CARDS.deck if is_blackjack((up, code))} for up in CARDS.deck}
    for dealt in product(CARDS.deck, repeat=3):
        many, making = ways(decks, dealt), holes[dealt[2]]
        naturals = decks * len(making) - sum(code in making for code in dealt)
        for blackjack, likely in ((True, naturals), (False, left - naturals)):
            first, second, up = cards(dealt)
            facts = Paired(first, second, up, dealer_blackjack=blackjack)
            tally[outcome_of(wager.decide(facts, ""))] += many * likely
    return tally


def hit_and_run(wager: Wager, decks: int) -> Tally:
    """Hands of a dealer who draws to the end by what Hit and Run comes to: only what cards count has a part in it."""
    chances: dict[Came, Fraction] = {}
    like = {counts(code): code for code in CARDS.deck}
    left = Counter(like[counts(code)] for code in CARDS.deck * decks)

    def deal(held: Codes, chance: Fraction) -> None:
        if len(held) >= 2 and not goes_on(*total(held), PLAY.stands_from, PLAY.draws_to_soft):
            came = outcome_of(wager.decide(DealersHand(len(held), blackjack=is_blackjack(held)), ""))
            chances[came] = chances.get(came, Fraction(0)) + chance
            return
        whole = left.total()
        for code in like.values():
            if left[code]:
                likely = Fraction(left[code], whole)
                left[code] -= 1
                deal((*held, code), chance * likely)
                left[code] += 1

    deal((), Fraction(1))
    return _counted(chances)


def _counted(chances: dict[Came, Fraction]) -> Tally:
    """Chances as counts of so many deals in all."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return Counter({came: int(chance * whole) for came, chance in chances.items()})


# Straight Jack.


def straight_jack(wager: Wager, submission: BlackjackSubmission) -> Tally:
    """Hands by what Straight Jack comes to, played by basic strategy until the run ends."""
    runs = _Runs(wager, asking(submission))
    chances: dict[Came, Fraction] = {}
    for first, second, up in product(RANKS, repeat=3):
        for held, chance in runs.of((first + SUITS[0], second + SUITS[0]), up + SUITS[0]):
            came = runs.came(held)
            chances[came] = chances.get(came, Fraction(0)) + chance
    return _counted(chances)


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
