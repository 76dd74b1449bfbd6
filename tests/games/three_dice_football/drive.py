"""A Three Dice Football crew: seats, wagers, dice to the Quarterback, throws."""

from houseway.games.three_dice_football import FootballSubmission, ThreeDiceFootball
from houseway.games.three_dice_football.moves import AcceptDice, CallNumbers
from houseway.games.three_dice_football.quarterback import next_offer
from houseway.games.three_dice_football.round import Phase
from houseway.table.dice_play import OfferDice, PassDice, ThrowDice
from houseway.table.events import Event
from houseway.table.moves import PlaceWager, TakeSeat
from tests.crew import Crew

# Throws by what they are: (green, green, red).
GAIN_4 = (3, 2, 1)
GAIN_10 = (6, 5, 1)
GAIN_11 = (6, 6, 1)
PENALTY = (1, 2, 5)
NO_GAIN = (2, 3, 5)
TURNOVER = (1, 2, 6)
TRIPS = (4, 4, 4)

Dice = tuple[int, int, int]


class Drive(Crew):
    """A game with players at the given seats, each with the given wagers of $10."""

    def __init__(
        self, wagers: dict[int, tuple[str, ...]], submission: FootballSubmission | None = None
    ) -> None:
        super().__init__(ThreeDiceFootball(submission))
        for seat, names in wagers.items():
            self.do(TakeSeat(seat=seat))
            self.wager(seat, *names)

    def wager(self, seat: int, *names: str, amount: int = 1000) -> list[Event]:
        return self.do(*(PlaceWager(seat=seat, wager=name, amount=amount) for name in names))

    def hand_over(self, seat: int) -> list[Event]:
        """The dice to the player at a seat, who must be next in turn."""
        return self.do(OfferDice(seat=seat), AcceptDice(seat=seat))

    def kick_off(self) -> "Drive":
        """The dice to the first player in turn."""
        self.hand_over(next_offer(self.state))
        return self

    def let_fly(self) -> None:
        """The dice leave the hand, passed first if need be."""
        if self.state.phase is Phase.CENTRE:
            self.do(PassDice())
        self.do(ThrowDice(seat=self.state.quarterback))

    def throw(self, *throws: Dice) -> list[Event]:
        """Throws in a row; returns the events of the last call."""
        events: list[Event] = []
        for green_1, green_2, red in throws:
            self.let_fly()
            events = self.do(CallNumbers(green_1=green_1, green_2=green_2, red=red))
        return events
