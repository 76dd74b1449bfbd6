"""What the operator chooses at every card table: the deal, the shuffler, the decks, the areas a player may bet."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from houseway.equipment.decks import CardChoices, CardRules, Dealing, Shuffler
from houseway.law import Clause
from houseway.submission.document import Finding, Submission
from houseway.submission.options import AdjacentAreas, Option, Positions
from houseway.table.words import WAYS_OF_DEALING

_DEALING = Option("Cards are dealt", WAYS_OF_DEALING)
_SHUFFLING = Option(
    "Cards are shuffled",
    {
        Shuffler.NONE: "by the dealer",
        Shuffler.AUTOMATED: "by an automated shuffler",
        Shuffler.COUNTING: "by an automated shuffler that counts the cards",
        Shuffler.CONTINUOUS: "by a continuous shuffler that counts the cards",
    },
)
_DECKS = Option("Decks", {1: "one", 2: "two, which take turns"})
_FEEDS = Option("The shuffler feeds the shoe")
_CUT = Option("Preshuffled cards are cut before the deal")


class CardSubmission(Submission, frozen=True, kw_only=True):
    """A Rules Submission for a card game; each game adds its own options."""

    # What the chapter says of cards, positions, and how many areas one player may bet at most.
    cards: ClassVar[CardRules]
    positions: ClassVar[Clause]
    most_seats: ClassVar[int]
    most_areas: ClassVar[int]

    seats: Positions
    dealing: Annotated[Dealing, _DEALING] = Dealing.MANUAL_SHOE
    shuffler: Annotated[Shuffler, _SHUFFLING] = Shuffler.NONE
    decks: Annotated[int, _DECKS] = 1
    shuffler_feeds_shoe: Annotated[bool, _FEEDS] = False
    adjacent_areas: AdjacentAreas = 1
    cut_preshuffled: Annotated[bool, _CUT] = True

    def choices(self) -> CardChoices:
        """What the table needs to know of cards and devices."""
        return CardChoices(
            dealing=self.dealing,
            shuffler=self.shuffler,
            decks=self.decks,
            feeds_shoe=self.shuffler_feeds_shoe,
            adjacent_areas=self.adjacent_areas,
            cut_preshuffled=self.cut_preshuffled,
        )

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        yield from self._seat_findings()
        yield from self._device_findings()

    def _seat_findings(self) -> Iterator[Finding]:
        if not 1 <= self.seats <= self.most_seats:
            yield finding(
                self.positions, "seats", f"a table has 1 to {self.most_seats} positions, not {self.seats}"
            )
        if not 1 <= self.adjacent_areas <= min(self.most_areas, max(self.seats, 1)):
            yield finding(
                self.cards.adjacent_areas[0],
                "adjacent_areas",
                f"a player may bet 1 to {self.most_areas} neighbouring areas, not {self.adjacent_areas}",
            )

    def _device_findings(self) -> Iterator[Finding]:
        by_hand = self.shuffler is Shuffler.NONE
        if self.decks not in (1, 2):
            yield finding(self.cards.one_deck[0], "decks", f"one deck or two, not {self.decks}")
        if self.decks == 2 and (by_hand or self.shuffler is Shuffler.CONTINUOUS):
            yield finding(
                self.cards.two_decks[0],
                "decks",
                "two decks take turns only with a shuffler that holds one of them",
            )
        if self.dealing is Dealing.HAND and by_hand:
            yield finding(
                self.cards.hand_needs_shuffler[0], "dealing", "dealing from the hand needs a shuffler"
            )
        if not self.cut_preshuffled and not self.cards.preshuffled_cut_is_open:
            yield finding(
                self.cards.cut_required[0], "cut_preshuffled", "a preshuffled deck is cut before it is dealt"
            )
        if self.shuffler_feeds_shoe and (by_hand or self.dealing is Dealing.HAND):
            yield finding(
                self.cards.feeds_shoe[0], "shuffler_feeds_shoe", "this needs a shuffler and a dealing shoe"
            )


def finding(clause: Clause, where: str, problem: str) -> Finding:
    """One thing that the law does not allow, and where it stands."""
    return Finding(clause=clause.id, where=where, problem=problem)
