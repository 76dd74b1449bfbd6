"""What the operator chooses at every card table: the deal, the shuffler, the decks, the areas a player may bet."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from houseway.equipment.decks import CardChoices, CardRules, Dealing, PackRules, Shuffler
from houseway.equipment.shoes import ShoeChoices, ShoeRules
from houseway.law import Clause
from houseway.law.upholding import upholds
from houseway.submission.document import Finding, Submission
from houseway.submission.options import AdjacentAreas, DecksInABatch, Option, Positions
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
_BATCHES = Option("Batches", {1: "one", 2: "two, which take turns"})
_ENTRY = Option("Who sat out a round may wager before the next shuffle")
_FEEDS = Option("The shuffler feeds the shoe")
_CUT = Option("Preshuffled cards are cut before the deal")


class CardTableSubmission(Submission, frozen=True, kw_only=True):
    """A Rules Submission for any card table: its positions, and how many of them one player may bet."""

    # What the chapter says of cards, positions, and how many areas one player may bet at most, if it says so.
    cards: ClassVar[PackRules]
    positions: ClassVar[Clause]
    most_seats: ClassVar[int]
    most_areas: ClassVar[int | None] = None

    seats: Positions
    shuffler: Annotated[Shuffler, _SHUFFLING] = Shuffler.NONE
    adjacent_areas: AdjacentAreas = 1

    @upholds("adjacent_areas")
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if not 1 <= self.seats <= self.most_seats:
            yield finding(
                self.positions, "seats", f"a table has 1 to {self.most_seats} positions, not {self.seats}"
            )
        most = self.most_seats if self.most_areas is None else self.most_areas
        if not 1 <= self.adjacent_areas <= min(most, max(self.seats, 1)):
            yield finding(
                self.cards.adjacent_areas[0],
                "adjacent_areas",
                f"a player may bet 1 to {most} neighbouring areas, not {self.adjacent_areas}",
            )


class ShoeSubmission(CardTableSubmission, frozen=True, kw_only=True):
    """A Rules Submission for a game dealt from a shoe: batches of so many decks, and who may come in between shuffles."""

    cards: ClassVar[ShoeRules]

    batch: DecksInABatch
    batches: Annotated[int, _BATCHES] = 1
    shuffler_feeds_shoe: Annotated[bool, _FEEDS] = False
    mid_shoe_entry: Annotated[bool, _ENTRY] = True

    def choices(self) -> ShoeChoices:
        """What the table needs to know of cards and devices."""
        return ShoeChoices(
            shuffler=self.shuffler,
            decks=self.batches,
            batch=self.batch,
            feeds_shoe=self.shuffler_feeds_shoe,
            adjacent_areas=self.adjacent_areas,
            mid_shoe_entry=self.mid_shoe_entry,
        )

    @upholds("batch", "each_batch", "two_decks", "feeds_shoe")
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if self.batch not in self.cards.decks:
            numbers = " or ".join(map(str, self.cards.decks))
            each = (self.batches > 1 and self.cards.each_batch) or self.cards.batch
            yield finding(each[0], "batch", f"a batch is of {numbers} decks, not {self.batch}")
        # With a shuffler that does not reshuffle by itself one batch is always in it.
        holds_one = self.shuffler not in (Shuffler.NONE, Shuffler.CONTINUOUS)
        if self.batches != 1 + holds_one:
            needed = "two batches take turns" if holds_one else "one batch is played with"
            yield finding(self.cards.two_decks[0], "batches", f"with this way of shuffling {needed}")
        if self.shuffler_feeds_shoe and self.shuffler is Shuffler.NONE:
            yield finding(self.cards.feeds_shoe[0], "shuffler_feeds_shoe", "this needs a shuffler")


class CardSubmission(CardTableSubmission, frozen=True, kw_only=True):
    """A Rules Submission for a card game; each game adds its own options."""

    cards: ClassVar[CardRules]

    dealing: Annotated[Dealing, _DEALING] = Dealing.MANUAL_SHOE
    decks: Annotated[int, _DECKS] = 1
    shuffler_feeds_shoe: Annotated[bool, _FEEDS] = False
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
        yield from self._device_findings()

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
