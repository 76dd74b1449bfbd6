"""A round as it stands: both hands, who has which cards, what is owed, and the results of the shoe."""

import msgspec

from houseway.equipment.cards import Hand, cards
from houseway.games.baccarat.hands import FIRST_CARDS, count, points
from houseway.games.baccarat.wagers import BANKER, PLAYER, Outcome, Pairs, is_pair
from houseway.money import Cents
from houseway.table.card_felt import CLOSED, DEALING
from houseway.table.places import Place
from houseway.table.shoe_felt import ShoeFelt

# The moments after the first four cards, besides those that every card game has.
TURNING = "turning"  # cards lie face down, before the dealer or in a player's hand
HOUSE_MONEY = "house-money"  # who won House Money says where the payout goes
DRAWING = "drawing"  # third cards
CARDS_OUT = (DEALING, TURNING, HOUSE_MONEY, DRAWING)
IN_ROUND = (CLOSED, *CARDS_OUT)

# Both hands are the table's, not a position's.
PLAYERS_HAND, BANKERS_HAND = Place(0, 1), Place(0, 2)
HANDS = (PLAYERS_HAND, BANKERS_HAND)
WAGER_ON = {PLAYERS_HAND: PLAYER, BANKERS_HAND: BANKER}
HAND_NAMES = {PLAYERS_HAND: "the Player's Hand", BANKERS_HAND: "the Banker's Hand"}


class Right(msgspec.Struct, frozen=True, kw_only=True):
    """The right to turn the cards of a hand: who has it, 0 for the dealer, and to whom else it is on offer, in turn."""

    hand: int
    seat: int = 0
    offered: tuple[int, ...] = ()


class Owed(msgspec.Struct, frozen=True):
    """The vigorish that a position owes."""

    seat: int
    amount: Cents


class Round(ShoeFelt, frozen=True, kw_only=True):
    """A round of any of the three forms as it stands.

    `rights` are who turns which cards; `stop` is why play has stopped; `owed` is vigorish marked and not collected yet;
    `road` are the results since the shoe was filled; `shown` are the hands of the last round, kept for the eye.
    """

    rights: tuple[Right, ...] = ()
    stop: str = ""
    owed: tuple[Owed, ...] = ()
    road: tuple[str, ...] = ()
    shown: tuple[tuple[str, Hand], ...] = ()

    @property
    def face_down(self) -> Place | None:
        """The first hand of which a card lies face down, the Player's before the Banker's."""
        return next((place for place in HANDS if self.placed(place).down), None)

    @property
    def first_cards_lie(self) -> bool:
        """Whether both hands have their first two cards."""
        return all(len(self.at(place)) >= FIRST_CARDS for place in HANDS)

    def counted(self, place: Place, held: int | None = None) -> int:
        """What a hand counts, or its first cards alone."""
        return count(sum(map(points, cards(self.at(place)[:held]))))

    @property
    def third(self) -> int | None:
        """What the third card of the Player's Hand counts, if it has one."""
        return next((points(card) for card in cards(self.at(PLAYERS_HAND)[FIRST_CARDS:])), None)

    @property
    def outcome(self) -> Outcome:
        """What decides the wagers on the hands."""
        player, banker = HANDS
        return Outcome(self.counted(player), self.counted(banker), len(self.at(player)), len(self.at(banker)))

    @property
    def pairs(self) -> Pairs:
        """What decides House Money."""
        player, banker = (is_pair(*cards(self.at(place)[:FIRST_CARDS])) for place in HANDS)
        return Pairs(player, banker)

    def right(self, place: Place) -> Right:
        """Who turns the cards of a hand."""
        return next((right for right in self.rights if right.hand == place.hand), Right(hand=place.hand))

    def owes(self, seat: int) -> Cents:
        """The vigorish that a position owes."""
        return sum(debt.amount for debt in self.owed if debt.seat == seat)
