"""Shoes: the cards of a batch that outlive the round, counted by copies, with cut, cover card, burns and reshuffles.

A chapter gives its clauses and numbers as `ShoeRules`. Nobody knows the order of the cards: a shoe knows how many copies
of each were seen, how many left it unseen, and how many lie behind the cover card.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import NamedTuple, Self

import msgspec

from houseway.equipment.cards import UNSEEN, check_told
from houseway.equipment.decks import Back, CardChoices, Clauses, Dealing, Deck, Kit, PackRules
from houseway.equipment.life import Life
from houseway.law import RuleViolation
from houseway.law.upholding import upholds

# Who stands for the dealer among the positions.
_DEALER = 0


class Batch(Deck, frozen=True, kw_only=True):
    """The decks that fill a shoe together and go through every step together, called by the serial of the first."""

    others: tuple[str, ...] = ()

    @property
    def serials(self) -> tuple[str, ...]:
        """The serial numbers of all its decks."""
        return (self.serial, *self.others)


def batch_of(serials: Sequence[str], back: Back) -> Batch:
    """A batch of these decks, as they are brought."""
    return Batch(serial=serials[0], others=tuple(serials[1:]), back=back)


class ShoeKit(Kit, frozen=True, kw_only=True):
    """The batches and devices of a table that is dealt from a shoe."""

    decks: tuple[Batch, ...] = ()


class ShoeChoices(CardChoices, frozen=True, kw_only=True):
    """What the operator chose where a shoe is dealt: `decks` here are the batches that take turns.

    `batch` is how many decks are in each; without `mid_shoe_entry` who sits out a round waits for the next shuffle.
    """

    batch: int
    mid_shoe_entry: bool = True

    def kit(self) -> ShoeKit:
        """The devices as they stand at a table without cards."""
        kit = super().kit()
        return ShoeKit(dealing=kit.dealing, shuffler=kit.shuffler, automated_shoe=kit.automated_shoe)


class Cover(StrEnum):
    """Where the cover card is."""

    IN = "in"
    OUT = "out"
    NONE = "none"  # a device that reshuffles by itself needs none


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a batch since its last shuffle.

    `seen` are the copies told, in the order of the chapter's deck; `unseen` were burned or lie face down; `behind` is how
    many cards lie behind the cover card; `cover_at` is before whom it came out, 0 for the dealer; `dealer` is who burned
    the last card; `ordered` says that a reshuffle was ordered after this round, `refilled` that it ran short in it.
    """

    batch: str
    decks: int
    seen: tuple[int, ...]
    unseen: int = 0
    behind: int = 0
    cover: Cover = Cover.NONE
    cover_at: int | None = None
    dealer: str = ""
    ordered: bool = False
    refilled: bool = False

    @property
    def out(self) -> int:
        """How many cards have left the shoe."""
        return sum(self.seen) + self.unseen

    @property
    def left(self) -> int:
        """How many cards are still in the shoe."""
        return self.decks * len(self.seen) - self.out

    @property
    def cover_is_next(self) -> bool:
        """Whether the cover card comes out before the next card, if it lies where it was put."""
        return self.cover is Cover.IN and self.left <= self.behind

    def _with(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, **changes)


class Offer(NamedTuple):
    """To whom the cut is offered, 0 for the dealer, by which clauses, and by which of its own nobody else may cut."""

    seat: int
    clauses: Clauses
    alone: Clauses = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRules(PackRules):
    """What a chapter says of batches, cut, cover card, burns and reshuffles."""

    # How many decks may be in a batch.
    decks: tuple[int, ...]
    batch: Clauses
    deck_holds: Clauses
    # Who is offered the cut.
    cut_first_arrived: Clauses
    cut_where_cover_came: Clauses
    cut_cover_at_dealer: Clauses
    cut_after_order: Clauses
    cut_refused: Clauses
    cut_by_dealer: Clauses
    # The cover card, and what leaves the shoe unused.
    cover_share: Fraction
    cover_placed: Clauses
    cover_out: Clauses
    burn_batch: Clauses
    burn_dealer: Clauses
    reshuffled: Clauses
    # Where the cards of a round go.
    discarded: Clauses
    # Irregularities.
    short: Clauses
    short_burn: Clauses
    face_up: Clauses
    drawn_unexposed: Clauses
    drawn_exposed: Clauses
    # How long decks may be used that are dealt from the hand, where a chapter lets them be.
    life_by_hand: Life | None = None
    # Who sits out a round may be kept from the rest of the shoe, until somebody lets him in or the cards are reshuffled.
    barred: Clauses = ()
    bar_ends: Clauses = ()
    bar_over: Clauses = ()
    # What comes before what, where a chapter has clauses of its own for it: each of two batches is whole, a washed stack
    # is shuffled, a shuffled one offered for the cut in an order, what lay above the cut is below before the cover card
    # goes in, and cards come out of a shoe that was filled.
    each_batch: Clauses = ()
    stack_shuffled: Clauses = ()
    cut_offered: Clauses = ()
    cut_order: Clauses = ()
    cut_refused_after_order: Clauses = ()
    cut_to_bottom: Clauses = ()
    recut_by: Clauses = ()
    dealt_from_shoe: Clauses = ()

    @property
    def composition(self) -> Clauses:
        """A batch of so many decks."""
        return self.batch

    def load(self, dealing: Dealing) -> Clauses:
        """The stack goes into the shoe once its cover card is in."""
        return self.cut_loaded

    @upholds("life_by_hand", "life_from_shoe")
    def life(self, deck: Deck, dealing: Dealing) -> Life:
        """How long a deck may be used: shorter where it is dealt from the hand."""
        by_hand = self.life_by_hand if dealing is Dealing.HAND or deck.by_hand else None
        return by_hand or self.life_from_shoe

    def whole(self, deck: Deck) -> int:
        """How many cards are in a batch."""
        return self.size * (len(deck.serials) if isinstance(deck, Batch) else 1)

    def fresh(self, batch: Batch) -> Shoe:
        """A batch just shuffled, with no cover card in it yet."""
        return Shoe(batch=batch.serial, decks=len(batch.serials), seen=(0,) * self.size)

    # Batches.

    @upholds("batch", "backs_differ")
    def check_batch(self, batch: Batch, others: Iterable[Batch]) -> None:
        """Refuse a batch of another number of decks, or one that cannot be told from those at the table."""
        if len(batch.serials) not in self.decks:
            numbers = " or ".join(map(str, self.decks))
            raise RuleViolation(
                self.batch[0],
                f"a batch is of {numbers} decks, not of {len(batch.serials)}",
                fix="bring them all",
            )
        if len(set(batch.serials)) < len(batch.serials):
            raise RuleViolation(self.batch[0], "one deck is named twice in the batch")
        for other in others:
            if set(batch.serials) & set(other.serials):
                raise RuleViolation(self.batch[0], "a deck of the batch is in another one at the table")
            if other.back is batch.back:
                raise RuleViolation(
                    self.backs_differ[0],
                    f"both batches would have {batch.back} backs",
                    fix="bring a batch with backs of another colour",
                )

    @upholds("alternate")
    def check_turn(self, batch: Batch, batches: Iterable[Batch], last: str) -> None:
        """Refuse the batch of the last shoe as long as another one waits for its turn."""
        waiting = [other.serial for other in batches if other.serial != batch.serial]
        if batch.serial == last and waiting:
            raise RuleViolation(
                self.alternate[0],
                f"batch {batch.serial} was dealt in the last shoe",
                fix=f"deal from batch {waiting[0]}",
            )

    # The cut and the cover card.

    @upholds("cut_first_arrived", "cut_where_cover_came", "cut_cover_at_dealer", "cut_after_order")
    @upholds("cut_refused_after_order")
    def cut_offers(
        self, shoe: Shoe | None, ring: Sequence[int], playing: Collection[int], first_arrived: int = _DEALER
    ) -> tuple[Offer, ...]:
        """To whom the cut is offered in turn, the dealer last (665-17).

        `shoe` is the one dealt before, if any; `ring` are all positions counterclockwise from the dealer's far right.
        """
        far_right = ring[0]
        if shoe is None:
            start, clauses = first_arrived, self.cut_first_arrived
        elif shoe.ordered:
            start, clauses = far_right, self.cut_after_order
        elif shoe.cover_at:
            start, clauses = shoe.cover_at, self.cut_where_cover_came
        else:
            start, clauses = far_right, self.cut_cover_at_dealer
        at = ring.index(start) if start in ring else 0
        asked = [seat for seat in (*ring[at:], *ring[:at]) if seat in playing]
        ordered = self.cut_refused_after_order if shoe is not None and shoe.ordered else ()
        return (
            *(
                Offer(seat, self.cut_refused, ordered) if turn else Offer(seat, clauses)
                for turn, seat in enumerate(asked)
            ),
            Offer(_DEALER, self.cut_by_dealer),
        )

    @upholds("cut")
    def check_cut(self, shoe: Shoe, depth: int) -> None:
        """Refuse a cut too near to either end of the stack."""
        least = self.least_cut
        if not least <= depth <= shoe.left - least:
            raise RuleViolation(
                self.cut[0],
                f"the cut is at least {least} cards from either end of {shoe.left}, not {depth} from the top",
                fix=f"cut between {least} and {shoe.left - least} cards deep",
            )

    @upholds("cover_placed")
    def least_behind(self, shoe: Shoe) -> int:
        """How many cards lie behind the cover card at the least."""
        return ceil(self.cover_share * shoe.left)

    @upholds("cover_placed")
    def cover_put_in(self, shoe: Shoe, behind: int) -> Shoe:
        """The shoe with the cover card in front of so many cards."""
        least = self.least_behind(shoe)
        if shoe.cover is Cover.IN:
            raise RuleViolation(self.cover_placed[0], "the cover card is in the stack")
        if not least <= behind < shoe.left:
            raise RuleViolation(
                self.cover_placed[0],
                f"of {shoe.left} cards at least {least} lie behind the cover card, not {behind}",
                fix=f"put it in front of {least} cards or more",
            )
        return shoe._with(cover=Cover.IN, behind=behind, cover_at=None)

    @upholds("cover_out")
    def cover_came_out(self, shoe: Shoe, before: int) -> Shoe:
        """The shoe once its cover card was set aside, before whom it came out being known (665-17)."""
        if shoe.cover is not Cover.IN:
            raise RuleViolation(self.cover_out[0], "no cover card is in the shoe")
        return shoe._with(cover=Cover.OUT, cover_at=before)

    # Cards that leave the shoe.

    def copies_left(self, shoe: Shoe) -> Counter[str]:
        """How many copies of each card nobody has seen since the shuffle: in the shoe, burned or face down."""
        return Counter(
            {
                code: shoe.decks - seen
                for code, seen in zip(self.deck, shoe.seen, strict=True)
                if seen < shoe.decks
            }
        )

    def not_seen(self, shoe: Shoe) -> tuple[str, ...]:
        """The same cards one by one, in the order of the deck: the next card is any of them, each as likely."""
        return tuple(self.copies_left(shoe).elements())

    @upholds("batch", "short")
    def drawn(self, shoe: Shoe, card: str) -> Shoe:
        """The shoe after a card left it: told, or face down; a copy more than the batch has is refused."""
        if not shoe.left:
            raise RuleViolation(self.short[0], "the shoe is empty", fix="shuffle the discards")
        if card == UNSEEN:
            return shoe._with(unseen=shoe.unseen + 1)
        check_told((card,), self.copies_left(shoe), self.batch[0])
        return self._counted(shoe, card, 1)

    @upholds("batch")
    def turned_up(self, shoe: Shoe, card: str) -> Shoe:
        """The shoe once a card that had left it face down is told."""
        if not shoe.unseen:
            raise RuleViolation(self.batch[0], "no card of this shoe lies face down")
        check_told((card,), self.copies_left(shoe), self.batch[0])
        return self._counted(shoe._with(unseen=shoe.unseen - 1), card, 1)

    @upholds("batch")
    def corrected(self, shoe: Shoe, was: str, card: str) -> Shoe:
        """The shoe once a card told wrongly is told right."""
        if was not in self.deck or not shoe.seen[self.deck.index(was)]:
            raise RuleViolation(self.batch[0], f"no {was} has come out of this shoe")
        without = self._counted(shoe, was, -1)
        check_told((card,), self.copies_left(without), self.batch[0])
        return self._counted(without, card, 1)

    def _counted(self, shoe: Shoe, card: str, by: int) -> Shoe:
        at = self.deck.index(card)
        return shoe._with(seen=(*shoe.seen[:at], shoe.seen[at] + by, *shoe.seen[at + 1 :]))

    # Burns.

    @upholds("burn_batch", "burn_dealer", "short_burn")
    def burn_due(self, shoe: Shoe, dealer: str) -> Clauses:
        """Why a card is burned before the next is dealt, or nothing: one burn serves a new batch and its dealer alike."""
        if not shoe.dealer:
            return self.short_burn if shoe.refilled else self.burn_batch
        return self.burn_dealer if shoe.dealer != dealer else ()

    @upholds("burn_batch", "burn_dealer", "short_burn")
    def check_burned(self, shoe: Shoe, dealer: str) -> None:
        """Refuse to deal before the card that is to be burned was."""
        due = self.burn_due(shoe, dealer)
        if due:
            why = f"{dealer} came to the table" if shoe.dealer else "the shoe was filled"
            raise RuleViolation(due[0], f"no card was burned since {why}", fix="burn a card")

    def burned(self, shoe: Shoe, dealer: str, card: str = UNSEEN) -> Shoe:
        """The shoe after a dealer discarded its next card, which as a rule nobody sees."""
        return self.drawn(shoe, card)._with(dealer=dealer)

    # The end of a shoe.

    @upholds("reshuffled", "shuffle_ordered")
    def reshuffle_due(self, shoe: Shoe) -> Clauses:
        """Why the cards are shuffled after this round, or nothing while the shoe goes on."""
        if shoe.cover is Cover.OUT:
            return self.reshuffled
        return self.shuffle_ordered if shoe.ordered else ()

    @upholds("continuous")
    def taken_back(self, shoe: Shoe) -> Shoe:
        """The shoe of a device that reshuffles by itself, once it has the cards of a round again."""
        return shoe._with(seen=(0,) * self.size, unseen=0)

    def reshuffle_ordered(self, shoe: Shoe) -> Shoe:
        """The shoe that is shuffled after this round because a floorperson or above says so."""
        return shoe._with(ordered=True)

    @upholds("short")
    def is_short(self, shoe: Shoe, needed: int) -> bool:
        """Whether a round needs more cards than the shoe holds."""
        return needed > shoe.left

    @upholds("short")
    def refilled(self, shoe: Shoe, on_table: Iterable[str]) -> Shoe:
        """The shoe filled with its shuffled discards, the cards on the table staying there.

        A card is burned before the round goes on, and no other round is dealt before all cards are shuffled together.
        """
        lying = Counter(on_table)
        hidden = lying.pop(UNSEEN, 0)
        seen = tuple(lying[code] for code in self.deck)
        if sum(seen) != lying.total() or hidden > shoe.unseen or any(map(int.__gt__, seen, shoe.seen)):
            raise RuleViolation(self.short[0], "more cards lie on the table than came out of the shoe")
        return shoe._with(seen=seen, unseen=hidden, behind=0, cover=Cover.OUT, dealer="", refilled=True)
