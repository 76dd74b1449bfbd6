"""What the operator chooses at a Spanish 21 table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from houseway.games.double_attack_blackjack.submission import BETTING as SISTERS_BETTING
from houseway.games.spanish_21.cards import CARDS, SOFT_17
from houseway.games.spanish_21.editions import TextInForce
from houseway.games.spanish_21.settlement import LARGE_SUPER_BONUS
from houseway.games.spanish_21.wagers import (
    CATALOGUE,
    CATALOGUES,
    DOUBLE_DOWN,
    DOUBLE_DOWN_WAGER,
    INSURANCE,
    INSURANCE_WAGER,
    MATCH,
    MOST_HANDS,
    PAYS,
    RESCUE,
    SPANISH_21,
    SPLIT,
    SPLIT_WAGER,
    SURRENDER,
)
from houseway.law import implements, pa
from houseway.money import Cents, dollars
from houseway.submission import Finding, Option
from houseway.submission.cards import ShoeSubmission, finding
from houseway.submission.options import DecksInABatch, Positions, SmallestChip, TipBoxElsewhere
from houseway.table.wagers import BettingRules, Limits, Wager

# Positions, the name on the layout and what wagers are made with are the sister chapter's (635-01).
MAX_PLAYERS = pa("665a.2(a)")
NAME_OR_LOGO = pa("665a.2(b)(1)")
BETTING = replace(SISTERS_BETTING, catalogue=PAYS)
_ALWAYS_OFFERED = {
    SPANISH_21: PAYS,
    INSURANCE: INSURANCE_WAGER,
    DOUBLE_DOWN: DOUBLE_DOWN_WAGER,
    SPLIT: SPLIT_WAGER,
}
# What these may come to follows from the Spanish 21 Wager.
_WITHOUT_LIMITS = {DOUBLE_DOWN: DOUBLE_DOWN_WAGER, SPLIT: SPLIT_WAGER}
_FEWEST_HANDS = 2
_TEXT = Option(
    "Text in force",
    {
        TextInForce.ADOPTED: "chapter 635a as adopted in 2012: only the first two cards are doubled down on",
        TextInForce.AMENDED: "chapter 635a as amended: two or more cards are doubled down on",
    },
)
_SOFT_17 = Option("The dealer draws to a soft 17", clause=SOFT_17)
_SURRENDER = Option("A hand may be given up for half after its first two cards", clause=SURRENDER)
_RESCUE = Option("A hand doubled down on may be rescued", clause=RESCUE)
_HANDS = Option("Hands that a position may come to by splitting", clause=SPLIT_WAGER)
_SUPER = Option("Super Bonus on a wager of $25 or more", say=dollars, clause=LARGE_SUPER_BONUS)
_ENVY = Option("Envy Bonus for everybody else who wagered", {0: "none"}, dollars, LARGE_SUPER_BONUS)


class Spanish21Submission(ShoeSubmission, frozen=True, kw_only=True, tag="spanish-21"):
    """The Rules Submission for Spanish 21; what is common practice is for the operator to choose."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO
    cards = CARDS
    positions = MAX_PLAYERS
    most_seats = MAX_PLAYERS.integer("max_players")

    edition: Annotated[TextInForce, _TEXT] = TextInForce.AMENDED
    seats: Positions = MAX_PLAYERS.integer("max_players")
    # A bonus of 3 to 2 and half of a wager that is given up are counted out in halves.
    smallest_chip: SmallestChip = 50
    batch: DecksInABatch = min(CARDS.decks)
    draws_to_soft_17: Annotated[bool, _SOFT_17] = False
    surrender: Annotated[bool, _SURRENDER] = True
    rescue: Annotated[bool, _RESCUE] = True
    split_hands: Annotated[int, _HANDS] = MOST_HANDS
    super_bonus: Annotated[Cents, _SUPER] = LARGE_SUPER_BONUS.numbers("amount")[0] * 100
    envy: Annotated[Cents, _ENVY] = LARGE_SUPER_BONUS.numbers("envy")[0] * 100
    # Equipment keeps the tip box from its usual place, and Casino Compliance allowed another.
    tip_box_elsewhere: TipBoxElsewhere = False
    # The discard rack is taller than all the cards, and marked at their height.
    rack_marked: Annotated[bool, Option("The discard rack is taller than the cards, and marked")] = False

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the game with the decks that this submission has."""
        return CATALOGUES.get(self.batch, CATALOGUE)

    @implements("635a.10(a)#2", "common:spanish-21/insurance", readings=("C-75",))
    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table accepts: what goes with a Spanish 21 Wager begins at a chip, and is no more than it unless posted."""
        rules = super().betting(catalogue)
        first = rules.limits_of(SPANISH_21)
        chip = Limits(minimum=self.smallest_chip, maximum=first.maximum, increment=self.smallest_chip)
        usual = {MATCH: first, INSURANCE: chip}
        follow = {DOUBLE_DOWN: chip, SPLIT: first}
        return replace(rules, wager_limits={**usual, **self.wager_limits, **follow})

    @implements("common:spanish-21/split", "common:spanish-21/super-bonus-over-25")
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the game cannot be played with."""
        yield from super().findings()
        for name, clause in _ALWAYS_OFFERED.items():
            if name in self.not_offered:
                title = CATALOGUE[name].title
                yield finding(clause, "not_offered", f"the game cannot be played without the {title} Wager")
        for name, clause in _WITHOUT_LIMITS.items():
            if name in self.wager_limits:
                yield finding(clause, name, "what it may come to follows from the Spanish 21 Wager")
        if not _FEWEST_HANDS <= self.split_hands <= MOST_HANDS:
            span = f"{_FEWEST_HANDS} to {MOST_HANDS} hands"
            yield finding(SPLIT_WAGER, "split_hands", f"a pair is split to {span}, not {self.split_hands}")
        for name, amount in (("super_bonus", self.super_bonus), ("envy", self.envy)):
            if amount < 0 or amount % self.smallest_chip:
                yield finding(LARGE_SUPER_BONUS, name, f"{dollars(amount)} cannot be paid in chips")
