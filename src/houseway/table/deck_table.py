"""What every table has that is played with decks: which they are, the steps they go through, and how long each may be used."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

import msgspec

from houseway.equipment.decks import CardChoices, Condition, Kit, PackRules
from houseway.equipment.life import Life
from houseway.law import Clause
from houseway.law.upholding import upholds
from houseway.table.card_felt import DeckFelt
from houseway.table.card_play import BringDeck
from houseway.table.deck_steps import TableNow
from houseway.table.game import Game
from houseway.table.moves import Move
from houseway.table.veil import Pieces, cards_of

State = TypeVar("State", bound=DeckFelt)


class DeckTable(Game[State]):
    """A game with decks under an operator's submission; `choices` are what it says of cards and devices."""

    cards: PackRules
    choices: CardChoices
    # What is shuffled and dealt from together.
    pack: ClassVar[str] = "deck"

    @property
    def pieces(self) -> Pieces:
        """The cards of the deck, each once."""
        return cards_of(self.cards.deck)

    @abstractmethod
    def now(self, state: State) -> TableNow[Any]:
        """What the steps of decks and devices look at, as things stand."""

    def brought_by(self, move: Move) -> tuple[str, Life, Clause] | None:
        """A deck, with the longest that it may be used, and the clause by which it is looked through."""
        if not isinstance(move, BringDeck):
            return None
        return move.serial, self.cards.life_from_shoe, self.cards.inspected[0]

    @upholds("lives")
    def pieces_in_use(self, state: State) -> Iterator[tuple[str, Life]]:
        """The deck that the next round would be dealt from; one that a round is dealt from serves to its end."""
        for deck in state.kit.within(Condition.LOADED):
            yield deck.serial, self.cards.life(deck, state.kit.dealing)

    def closing(self, state: State) -> State:
        """The decks leave a closed table; devices stay as they are."""
        return with_kit(state, msgspec.structs.replace(state.kit, decks=(), last=""))


def with_kit(state: State, kit: Kit) -> State:
    """The state with its decks and devices as they are now."""
    return msgspec.structs.replace(state, kit=kit)
