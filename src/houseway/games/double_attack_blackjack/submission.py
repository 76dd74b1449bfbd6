"""What the operator chooses at a Double Attack Blackjack table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import gcd
from typing import Annotated

from houseway.games.double_attack_blackjack.cards import CARDS
from houseway.games.double_attack_blackjack.wagers import (
    BET,
    BET_WAGER,
    BUST_IT,
    CATALOGUE,
    CATALOGUES,
    DOUBLE_ATTACK,
    DOUBLE_ATTACK_WAGER,
    DOUBLE_DOWN,
    DOUBLE_DOWN_WAGER,
    INSURANCE,
    INSURANCE_WAGER,
    SPLIT,
    SPLIT_WAGER,
    OnSurrender,
)
from houseway.law import implements, pa
from houseway.submission import Finding, Option
from houseway.submission.cards import ShoeSubmission, finding
from houseway.submission.options import DecksInABatch, Positions, SmallestChip, TipBoxElsewhere
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses, BettingRules, Limits, Wager

MAX_PLAYERS = pa("665a.2(a)")
NAME_OR_LOGO = pa("665a.2(b)(1)")
_ALWAYS_OFFERED = {
    BET: BET_WAGER,
    DOUBLE_ATTACK: DOUBLE_ATTACK_WAGER,
    INSURANCE: INSURANCE_WAGER,
    DOUBLE_DOWN: DOUBLE_DOWN_WAGER,
    SPLIT: SPLIT_WAGER,
}
# What these may come to follows from the Bet.
_WITHOUT_LIMITS = {DOUBLE_DOWN: DOUBLE_DOWN_WAGER, SPLIT: SPLIT_WAGER}

BETTING = BettingClauses(
    catalogue=BET_WAGER,
    instruments=pa("665a.6(a)#1"),
    accepted=frozenset(
        {
            Instrument.VALUE_CHIPS,
            Instrument.PLAQUES,
            Instrument.OTHER_APPROVED,
            Instrument.VERBAL_WITH_CASH,
        }
    ),
    cash=pa("665a.6(a)#2"),
)
_ON_SURRENDER = Option(
    "A Double Down Wager on a hand that is given up",
    {
        OnSurrender.HALF: "is halved, as the Bet is",
        OnSurrender.RETURNED: "goes back to the player",
        OnSurrender.FORFEITED: "is lost",
    },
)
_DRAWS_OUT = Option("The dealer draws though no wager depends on it")


class DoubleAttackSubmission(ShoeSubmission, frozen=True, kw_only=True, tag="double-attack-blackjack"):
    """The Rules Submission for Double Attack Blackjack."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO
    cards = CARDS
    positions = MAX_PLAYERS
    most_seats = MAX_PLAYERS.integer("max_players")

    seats: Positions = MAX_PLAYERS.integer("max_players")
    # Half of a wager that is given up is counted out in halves.
    smallest_chip: SmallestChip = 50
    # As many as the chapter puts in a batch.
    batch: DecksInABatch = CARDS.decks[0]
    double_down_on_surrender: Annotated[OnSurrender, _ON_SURRENDER] = OnSurrender.HALF
    draws_out: Annotated[bool, _DRAWS_OUT] = True
    # Equipment keeps the tip box from its usual place, and Casino Compliance allowed another.
    tip_box_elsewhere: TipBoxElsewhere = False
    # The discard rack is taller than all the cards, and marked at their height.
    rack_marked: Annotated[bool, Option("The discard rack is taller than the cards, and marked")] = False

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the chapter as this submission reads it."""
        return CATALOGUES[self.double_down_on_surrender]

    @implements("665a.6(e)", "665a.6(f)", "665a.8(b)#1", "665a.10(a)#2", readings=("665-28", "665-20"))
    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table accepts: what goes with a Bet has its limits, unless others are posted; Insurance begins at a chip."""
        rules = super().betting(catalogue)
        bet = rules.limits_of(BET)
        chip = Limits(minimum=self.smallest_chip, maximum=bet.maximum, increment=self.smallest_chip)
        usual = {DOUBLE_ATTACK: bet, BUST_IT: bet, INSURANCE: chip}
        attack = self.wager_limits.get(DOUBLE_ATTACK, bet)
        both = Limits(
            minimum=bet.minimum,
            maximum=bet.maximum + attack.maximum,
            # Both together are equalled, in whatever steps each of them is made.
            increment=gcd(bet.increment, attack.increment),
        )
        follow = {DOUBLE_DOWN: both, SPLIT: both}
        return replace(rules, wager_limits={**usual, **self.wager_limits, **follow})

    @implements("665a.2(a)", "665a.6(d)", "665a.6(e)")
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        for name, clause in _ALWAYS_OFFERED.items():
            if name in self.not_offered:
                yield finding(
                    clause,
                    "not_offered",
                    f"the game cannot be played without the {CATALOGUE[name].title} Wager",
                )
        for name, clause in _WITHOUT_LIMITS.items():
            if name in self.wager_limits:
                yield finding(clause, name, "what it may come to follows from the Bet")
