"""The base of every game dealt card by card from a shoe that outlives the round: the card and the decision that are due.

A game says which card leaves the shoe next and who decides what; the shoe, its cover card, burns and reshuffles, cards told
wrongly and who may wager in mid-shoe are the same for all, cited through each game's `ShoeRules`.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec

from houseway.equipment.cards import UNSEEN, Hand
from houseway.equipment.chance import shuffle
from houseway.equipment.decks import Back, Clauses, Condition, Kit, Mixed, Shuffler
from houseway.equipment.life import Life
from houseway.equipment.shoes import Batch, ShoeChoices, ShoeRules, batch_of
from houseway.law import RuleViolation, is_allowed
from houseway.law.upholding import upholds
from houseway.table import deck_steps
from houseway.table.card_felt import BETTING, DEALER
from houseway.table.card_play import Deal, RoundCompleted
from houseway.table.card_table import AreaMeans, CardTable
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.means import Chips
from houseway.table.moves import Move
from houseway.table.places import Place
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.shoe_felt import Face, ShoeFelt
from houseway.table.shoe_play import Decide, RoundDiscarded
from houseway.table.shoe_rules import check_dealing, take
from houseway.table.shoe_steps import sides_in_turn
from houseway.table.veil import Pieces, cards_of
from houseway.table.wagers import Range
from houseway.table.words import spoken

State = TypeVar("State", bound=ShoeFelt)

_DEAL, _DECIDE = str(Deal.__struct_config__.tag), str(Decide.__struct_config__.tag)


class Due(NamedTuple):
    """The card that leaves the shoe next: to whom, how, and by which clauses."""

    to: Place
    face: Face
    clauses: Clauses


class Turn(NamedTuple):
    """Whose decision the round waits for, and what may be decided.

    `by` has the clauses of a decision where they differ from `clauses`; `amounts` the chips that a decision puts up, and
    `bounds` the clauses that limit them.
    """

    place: Place
    decisions: tuple[str, ...]
    clauses: Clauses
    by: Mapping[str, Clauses] = MappingProxyType({})
    amounts: Mapping[str, Range] = MappingProxyType({})
    bounds: Mapping[str, Clauses] = MappingProxyType({})

    def clauses_of(self, decision: str) -> Clauses:
        """The clauses by which a decision is made."""
        return self.by.get(decision, self.clauses)


class DecisionMeans(AreaMeans[Any]):
    """A player's chips, which limit what a decision puts up as they limit a wager."""

    def within(self, game: Any, state: Any, act: Lawful, chips: Chips) -> Iterator[Lawful]:
        """A lawful act within the chips that players have: a decision puts up no more than its player has."""
        if act.move != _DECIDE or act.amount is None:
            yield from super().within(game, state, act, chips)
            return
        (seat,), room = act.fields["seat"], act.amount
        most = room.low + (min(room.high, chips(seat)) - room.low) // room.step * room.step
        if most >= room.low:
            yield msgspec.structs.replace(act, amount=Range(room.low, most, room.step))


class ShoeGame(CardTable[State]):
    """A game dealt card by card from a shoe that outlives the round."""

    cards: ShoeRules
    choices: ShoeChoices
    means: AreaMeans[Any] = DecisionMeans()
    pack = "batch"

    @property
    def pieces(self) -> Pieces:
        """The cards of all decks in the shoe."""
        return cards_of(self.cards.deck, self.choices.batch)

    @abstractmethod
    def due(self, state: State) -> Due | None:
        """The next card, or None while somebody has to wager, decide, peek or turn over."""

    @abstractmethod
    def turn(self, state: State) -> Turn | None:
        """Whose decision is due."""

    @abstractmethod
    def took(self, state: State, due: Due, card: str) -> Step[State]:
        """What follows once the card lies there: a bust collected, a hand complete."""

    @abstractmethod
    def decided(self, state: State, move: Decide) -> Step[State]:
        """What follows once a player has decided on a hand and put up the chips that it takes."""

    @abstractmethod
    def settled(self, state: State) -> Step[State]:
        """All hands done: the sweep of the chapter, in its order, to the end of the round."""

    def not_open(self, state: State, place: Place, decision: str) -> Clauses:
        """The clauses that deny this hand a decision which other hands may have; empty where none does."""
        return ()

    def takes_no_decision(self, state: State, place: Place, decision: str) -> Clauses:
        """The clauses by which this hand, which is not asked any more, does not have a decision; empty where none says so."""
        return ()

    def nobody_is_asked(self, state: State) -> Clauses:
        """The clauses by which no player is asked for a decision at this moment."""
        return (self.placing_clause,)

    def decision_in_words(self, decision: str) -> str:
        """What a player who is asked may say."""
        return spoken(decision)

    def called(self, place: Place) -> str:
        """What those at the table call the place of a hand."""
        return str(place)

    def filled(self, state: State) -> State:
        """The state after the shoe is filled, with whatever a game begins anew for it."""
        return state

    def awaits(self, state: State) -> bool:
        """Whether the round waits for something else than a card or a decision, such as a card to be turned over."""
        return False

    def is_final(self, state: State, place: Place) -> bool:
        """Whether a wager was already settled by the cards at a place, so that they can no longer be corrected."""
        return any(place.seat in (DEALER, line.seat) for line in state.settled)

    def corrected(self, state: State, place: Place) -> Step[State]:
        """How the round goes on with a card put right."""
        return Step(state, ())

    def onward(self, step: Step[State]) -> Step[State]:
        """A step, followed by the settlement if no card, decision or other act is due any more in the round."""
        state = step.state
        if state.phase == BETTING or self.due(state) or self.turn(state) or self.awaits(state):
            return step
        after = self.settled(state)
        return Step(after.state, (*step.events, *after.events))

    # Who deals, and who is at the table.

    def made_by(self, state: State, move: Move, who: str) -> State:
        """A dealer who comes to the table is known by the first move, so that a card is burned before the next is dealt."""
        if move.by is not Role.DEALER or state.dealer == who:
            return state
        return msgspec.structs.replace(state, dealer=who)

    def apply(self, state: State, move: Move) -> Step[State]:
        """As at every card table; who came to an empty table first is remembered for the cut."""
        step = super().apply(state, move)
        seats = step.state.seats
        if seats == state.seats:
            return step
        first = step.state.first if step.state.first in seats else 0
        if not state.seats and len(seats) == 1:
            (first,) = seats
        stayed = step.state.stayed
        if stayed is not None:
            stayed = tuple(seat for seat in stayed if seat in seats)
        return Step(msgspec.structs.replace(step.state, first=first, stayed=stayed), step.events)

    @upholds("barred")
    def check_barred(self, state: State, seat: int) -> None:
        """Refuse a wager of somebody who sat out a round since the shuffle, where the house does not let them in.

        The bar is on the person (665-30): whoever takes another position, or one that was left, waits there as well, and a
        floorperson who knows that somebody has played all along lets them in.
        """
        if state.stayed is not None and seat not in state.stayed:
            raise RuleViolation(
                self.cards.barred[0],
                f"position {seat} sat out a round of this shoe",
                fix="wait for the next shuffle, or let a floorperson allow it",
            )

    def closing(self, state: State) -> State:
        """The batches leave a closed table, and nothing is left of the shoe."""
        empty = super().closing(state)
        return msgspec.structs.replace(
            empty, shoe=None, stack=None, across=None, declined=(), stayed=None, first=0
        )

    @upholds("lives")
    def pieces_in_use(self, state: State) -> Iterator[tuple[str, Life]]:
        """Every deck of the shoe, before each of its rounds."""
        for batch in state.kit.within(Condition.LOADED, Condition.ACROSS):
            for serial in batch.serials if isinstance(batch, Batch) else ():
                yield serial, self.cards.life(batch, state.kit.dealing)

    def ready(self) -> State:
        """An empty table with a shoe filled, covered, and its first card burned."""
        state, rules = self.open(), self.cards
        mixed = Mixed.HAND if self.choices.shuffler is Shuffler.NONE else Mixed.DEVICE
        made = [
            batch_of([f"deck {number}.{deck + 1}" for deck in range(self.choices.batch)], tuple(Back)[number])
            for number in range(self.choices.decks)
        ]
        waits = Condition.ACROSS if rules.double_shoe else Condition.SHUFFLED
        decks = tuple(
            msgspec.structs.replace(batch, mixed=mixed, condition=waits if number else Condition.LOADED)
            for number, batch in enumerate(made)
        )
        shoes = [rules.fresh(batch) for batch in made]
        if not self.now(state).reshuffles_itself:
            shoes = [rules.cover_put_in(shoe, rules.least_behind(shoe)) for shoe in shoes]
        shoe, *others = (rules.burned(shoe, state.dealer) for shoe in shoes)
        kit = msgspec.structs.replace(state.kit, decks=decks)
        across = others[0] if rules.double_shoe else None
        return msgspec.structs.replace(state, kit=kit, shoe=shoe, across=across)

    # The end of a round.

    @upholds("reshuffled")
    def kit_after(self, state: State) -> Kit:
        """The shoe goes on, unless the cover card, an order or too few cards ended it."""
        shoe, batch = state.live, state.kit.in_play
        if shoe is None or batch is None:
            return state.kit
        if self.cards.reshuffle_due(shoe):
            return deck_steps.used(state.kit)
        kit = state.kit.with_deck(msgspec.structs.replace(batch, condition=Condition.LOADED))
        return msgspec.structs.replace(kit, last=batch.serial) if self.cards.double_shoe else kit

    @upholds("discarded", "reshuffled")
    def round_over(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """The round is over: its cards go to the rack, and all are shuffled if the shoe is over as well."""
        shoe = state.live
        assert shoe is not None, "a round is dealt from a shoe"
        over: tuple[Event, ...] = (RoundDiscarded(deck=shoe.batch, **cited(self.cards.discarded)),)
        if ended := self.cards.reshuffle_due(shoe):
            over = (*over, RoundCompleted(deck=shoe.batch, **cited(ended)))
        return Step(self._cleared(state, self.kit_after(state)), (*events, *over))

    def _cleared(self, state: State, kit: Kit) -> State:
        shoe, over = state.shoe, bool(state.live and self.cards.reshuffle_due(state.live))
        if shoe is not None and self.now(state).reshuffles_itself:
            shoe = self.cards.taken_back(shoe)
        empty = super()._cleared(state, kit)
        after = msgspec.structs.replace(
            empty, shoe=shoe, drawn=(), stayed=self._stayed(state), declined=() if over else empty.declined
        )
        return sides_in_turn(after) if self.cards.double_shoe else after

    @upholds("barred", "bar_ends")
    def _stayed(self, state: State) -> tuple[int, ...] | None:
        """Who was dealt in in every round since the shuffle, where that decides who may wager."""
        if self.choices.mid_shoe_entry or self.now(state).reshuffles_itself:
            return None
        played = {place.seat for place in state.drawn} - {DEALER}
        before = played if state.stayed is None else played & set(state.stayed)
        return tuple(sorted(before & set(state.seats)))

    # What is told, and what chance deals.

    def left(self, state: State) -> tuple[str, ...]:
        """The kinds of cards of which a copy was not seen since the shuffle."""
        return tuple(self.cards.copies_left(state.live)) if state.live else ()

    def drawn(self, state: State, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """Cards drawn by chance until somebody has to act or the cover card comes out; all cards left are equally likely."""
        if act.move != _DEAL:
            return super().drawn(state, act, below)
        assert state.live is not None, "cards are dealt from a shoe"
        dealt: list[str] = []
        for card in shuffle(self.cards.not_seen(state.live), below):
            state = take(self, state, card).state
            dealt.append(card)
            shoe = state.live
            if not self._deals_on(state) or shoe is None or shoe.cover_is_next or not shoe.left:
                break
        return {"cards": tuple(dealt)}

    def _deals_on(self, state: State) -> bool:
        return state.phase != BETTING and self.due(state) is not None

    def written(self, state: State, hands: Mapping[Any, Hand]) -> Move | None:
        """The deal of the next card of a round that was written down hand by hand; a card that was not written is unseen."""
        if not is_allowed(check_dealing, self, state):
            return None
        due = self.due(state)
        assert due is not None, "checked before"
        told = hands.get(due.to, hands.get(due.to.seat, ()) if due.to.hand == 1 else ())
        number = state.drawn.count(due.to)
        return Deal(cards=(told[number] if number < len(told) else UNSEEN,))
