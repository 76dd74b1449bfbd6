"""How a game handles its dice: who inspects them, when they are wanted, and when another set may take their place."""

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from houseway.equipment.dice import DiceRules
from houseway.law import Clause, pa
from houseway.table.felt import Felt
from houseway.table.roles import FLOORPERSONS
from houseway.table.rules import Roles

if TYPE_CHECKING:
    from houseway.table.game import Game

State = TypeVar("State", bound=Felt)


class DiceHandling(Generic[State]):
    """Dice that a round is always played with, changed between two rounds, inspected by a floorperson (603a.13(f))."""

    inspectors: ClassVar[Roles] = FLOORPERSONS
    inspection: ClassVar[Clause] = pa("603a.13(f)(1)(ii)#3")

    def wanted(self, game: "Game[Any]", state: State) -> DiceRules | None:
        """What the dice must be as things stand; nothing where none are played with."""
        return game.dice

    def at_rest(self, game: "Game[Any]", state: State) -> bool:
        """Whether the set of dice, where the game has dice, may be changed now."""
        return game.dice is not None and game.between_rounds(state)

    def issued(self, state: State) -> State:
        """What a new set of dice changes in the game."""
        return state
