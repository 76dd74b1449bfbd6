"""A Poker table in service for tests: open, with two decks, chips before its players, and hands that play themselves."""

from collections.abc import Callable
from typing import Any

from houseway.equipment.decks import Back, Condition
from houseway.games.poker import Poker, PokerSubmission
from houseway.games.poker.moves import BeginHand
from houseway.table.card_play import BringDeck, InspectDeck, LoadDeck, ShuffleDeck
from houseway.table.events import Event
from houseway.table.game import Game
from houseway.table.moves import Move
from houseway.table.routine import chance_due, move_of, routine_move
from houseway.table.table_state import Act
from tests.service import Service

# Nobody sits there: every seat is played by the simple strategy.
NOBODY = 99


def decks_ready(service: Service) -> Service:
    """Two decks brought and inspected, the first of them shuffled and in the dealer's hand."""
    for serial, back in (("D-1", Back.RED), ("D-2", Back.BLUE)):
        service.do(BringDeck(serial=serial, back=back), InspectDeck(deck=serial))
    service.do(ShuffleDeck(deck="D-1"), LoadDeck(deck="D-1"))
    return service


class Noted(Service):
    """A table that notes the acts made at it."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.acts: list[Act[Any]] = []

    def do(self, *moves: Move) -> list[Event]:
        """Make moves, and note them."""
        events: list[Event] = []
        for move in moves:
            events = super().do(move)
            self.acts.append(Act(move=move, who=self.who, at=self.now))
        return events


def poker(*chips: int, **options: Any) -> Noted:
    """An open table with these chips before its first positions, and a deck ready."""
    chosen = {"seats": max(len(chips), 2), **options}
    service = Noted(Poker(PokerSubmission(**chosen)))
    service.opened().seated(**{f"seat_{seat}": amount for seat, amount in enumerate(chips, 1)})
    decks_ready(service)
    return service


def next_move(service: Service, below: Callable[[int], int]) -> Move:
    """What comes next by itself: chance, the crew, or a player's simple play."""
    game, play = service.table.game, service.table.counted(service.state)
    due = chance_due(game, play)
    if due is not None:
        return move_of(game, due, game.drawn(play, due, below))
    move = routine_move(game, play) or Poker.own_cards.simple_move(game, play, NOBODY, below)
    assert move is not None, f"nobody knows what comes next: {play.phase}"
    return move


def play_hand(service: Service, below: Callable[[int], int]) -> Service:
    """A whole hand, from the deck to the last pot."""
    while not service.state.play.kit.within(Condition.LOADED):
        service.do(next_move(service, below))
    service.do(BeginHand())
    while not service.table.game.between_rounds(service.state.play):
        service.do(next_move(service, below))
    return service
