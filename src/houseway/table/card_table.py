"""What every card table has: decks and devices, neighbouring areas, wagers ruled abandoned, and hands that prove void.

What the chapters share is here, cited through each game's `PackRules`; how the cards are dealt is added by
`card_game` (one deck, whole hands, each round) and by `shoe_game` (card by card, from a shoe that outlives the round).
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from houseway.equipment.decks import Clauses, Kit
from houseway.law import RuleViolation, is_allowed
from houseway.law.upholding import upholds
from houseway.table import deck_steps
from houseway.table.areas import (
    check_area,
    owner_of,
    positions_of,
    second_areas_of,
    with_area,
    without_areas_of,
)
from houseway.table.card_felt import BETTING, CLOSED, DEALING, STUB, CardFelt, SettledLine
from houseway.table.card_play import (
    Abandon,
    AreaTaken,
    DeckRemoved,
    HandsVoided,
    PlayArea,
    RoundCompleted,
    SettlementReversed,
    WagersAbandoned,
)
from houseway.table.deck_rules import DECK_RULES
from houseway.table.deck_steps import TableNow
from houseway.table.deck_table import DeckTable, with_kit
from houseway.table.events import BonusPaid, Event, SeatLeft, Settled, WagerRaised, cited
from houseway.table.felt import Step
from houseway.table.means import Means
from houseway.table.moves import Move
from houseway.table.roles import FLOORPERSONS, PLAYERS
from houseway.table.rules import Offer, Rule
from houseway.table.wagers import forfeited, returned

State = TypeVar("State", bound=CardFelt)

BEFORE_THE_CARDS_ARE_OUT = frozenset({BETTING, CLOSED, DEALING, STUB})


class AreaMeans(Means[State]):
    """A player's chips, from which neighbouring areas are played as well."""

    def purse_of(self, state: State, seat: int) -> int:
        """A second area is played from the chips before its owner's seat."""
        return owner_of(state, seat)


class CardTable(DeckTable[State]):
    """A game of cards against the house, under an operator's submission."""

    means = AreaMeans()

    @abstractmethod
    def cleared(self, state: State) -> State:
        """The state with nothing left of the round that ended but the wagers."""

    def abandoned(self, state: State, seat: int) -> Step[State]:
        """How the round goes on without a position whose wagers are lost and whose cards are gone."""
        return Step(state, ())

    def kit_after(self, state: State) -> Kit:
        """The decks once the cards of a round are in the rack: to be shuffled before they are dealt again."""
        return deck_steps.used(state.kit)

    def abandonable(self, state: State) -> tuple[int, ...]:
        """The positions whose wagers may be ruled abandoned once the cards are dealt."""
        return tuple(sorted({bet.seat for bet in state.bets}))

    def now(self, state: State) -> TableNow[Any]:
        """What the steps of decks and devices look at, as things stand."""
        return TableNow(
            rules=self.cards,
            choices=self.choices,
            kit=state.kit,
            between_rounds=state.phase == BETTING,
            before_the_deal=state.phase in (BETTING, CLOSED),
            bets=bool(state.bets),
            seats=bool(state.seats),
        )

    @abstractmethod
    def ready(self) -> State:
        """An empty table with cards ready to be dealt."""

    def between_rounds(self, state: State) -> bool:
        """Whether no round is under way."""
        return state.phase == BETTING

    def apply(self, state: State, move: Move) -> Step[State]:
        """As in every game; what a round settles is remembered until it is over, in case its hands are void."""
        step = super().apply(state, move)
        if step.state.phase == BETTING:
            return step
        lines = tuple(line for event in step.events if (line := self.moved(event)) is not None)
        if not lines:
            return step
        return Step(msgspec.structs.replace(step.state, settled=(*step.state.settled, *lines)), step.events)

    # The end of a round.

    @upholds("shuffle_due")
    def round_over(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """The round is over: its cards go to the rack and must be shuffled before they are dealt again."""
        deck = state.kit.in_play
        serial = deck.serial if deck else ""
        over = RoundCompleted(deck=serial, **cited(self.cards.shuffle_due))
        return Step(self._cleared(state, self.kit_after(state)), (*events, over))

    def void(self, state: State, clauses: Clauses, reason: str, *, remove_for: Clauses = ()) -> Step[State]:
        """All hands void and all wagers back; the cards are reshuffled, or the deck leaves the table."""
        voided = HandsVoided(reason=reason, **cited(clauses))
        events: list[Event] = [voided, *self.refunds(state, clauses)]
        deck = state.kit.in_play
        kit = self.kit_after(state)
        if remove_for and deck is not None:
            events.append(DeckRemoved(deck=deck.serial, reason=reason, **cited(remove_for)))
            kit = kit.without(deck.serial)
        without_bets = msgspec.structs.replace(state, bets=())
        return Step(self._cleared(without_bets, kit), tuple(events))

    def _cleared(self, state: State, kit: Kit) -> State:
        empty = msgspec.structs.replace(
            self.cleared(state),
            kit=kit,
            phase=BETTING,
            hands=(),
            set_aside=(),
            gone=(),
            settled=(),
        )
        return empty if empty.seats else with_kit(empty, deck_steps.idle(empty.kit, self.choices))

    def refunds(self, state: State, clauses: Clauses) -> tuple[Event, ...]:
        """Every wager on its way back to its player, the lines already settled undone, the last one first.

        What was put on a wager is paid back once the wager is.
        """
        on_the_felt = {(bet.seat, bet.wager) for bet in state.bets}
        undone: dict[bool, list[Event]] = {True: [], False: []}
        for line in reversed(state.settled):
            undone[(line.seat, line.wager) in on_the_felt].append(
                SettlementReversed(
                    seat=line.seat,
                    wager=line.wager,
                    returned=line.lost,
                    repaid=line.paid,
                    clause=clauses[0].id,
                )
            )
        back = (returned(bet, clauses[0]) for bet in state.bets)
        return (*undone[False], *back, *undone[True])

    def moved(self, event: Event) -> SettledLine | None:
        """What a settlement moved at the table, to be undone if the hands prove void; None if it moved nothing."""
        match event:
            case Settled():
                return SettledLine.of(event)
            case WagerRaised():
                return SettledLine(event.seat, event.wager, 0, event.amount)
            case BonusPaid():
                return SettledLine(event.seat, event.bonus, 0, event.paid)
        return None

    # Who is at the table.

    def check_leaving(self, state: State, seat: int) -> None:
        """A player with a wager and cards stays until the round is over, also for a second area."""
        dealt_in = {bet.seat for bet in state.bets} | {line.seat for line in state.settled}
        if state.phase not in (CLOSED, DEALING, STUB):
            dealt_in |= {hand.seat for hand in state.hands}
        if not dealt_in.isdisjoint(positions_of(state, seat)):
            raise RuleViolation(
                self.leaving_clause,
                f"the player at position {seat} has wagers or cards in this round",
                fix="wait for the end of the round; a floorperson may rule the wagers of one who left abandoned",
            )

    def leaving(self, state: State, seat: int) -> Step[State]:
        """The areas that the player held are free too; a table that all have left is idle."""
        held = second_areas_of(state, seat)
        left = without_areas_of(state, seat)
        if not left.seats and self.between_rounds(left):
            left = with_kit(left, deck_steps.idle(left.kit, self.choices))
        return Step(left, tuple(SeatLeft(seat=area, clause=self.leaving_clause.id) for area in held))


@upholds("adjacent_areas")
def _check_area(game: CardTable[Any], state: Any, seat: int, area: int) -> None:
    """Refuse another area but where the submission allows it."""
    clause, most = game.cards.adjacent_areas[0], game.choices.adjacent_areas
    check_area(state, seat, area, seats=game.seats, most=most, clause=clause)


@upholds("adjacent_areas")
def play_area(game: CardTable[Any], state: Any, move: PlayArea) -> Step[Any]:
    """A player takes a neighbouring area too, where the submission allows it."""
    game.check_seated(state, move.seat)
    _check_area(game, state, move.seat, move.area)
    taken = AreaTaken(seat=move.seat, area=move.area, **cited(game.cards.adjacent_areas))
    return Step(with_area(state, move.seat, move.area), (taken,))


def _free_areas(game: CardTable[Any], state: Any) -> Iterator[Offer]:
    for seat in state.seats if game.choices.adjacent_areas > 1 else ():
        every = range(1, game.seats + 1)
        free = tuple(area for area in every if is_allowed(_check_area, game, state, seat, area))
        if free:
            yield Offer({"seat": (seat,), "area": free})


@upholds("abandoned")
def abandon(game: CardTable[Any], state: Any, move: Abandon) -> Step[Any]:
    """A floorperson or above rules the wagers of a player who left lost (X-09, C-126)."""
    clauses = game.cards.abandoned
    lost = tuple(bet for bet in state.bets if bet.seat == move.seat)
    if not lost:
        raise RuleViolation(clauses[0], f"position {move.seat} has no wager on the layout")
    ruled = WagersAbandoned(seat=move.seat, by=move.by, **cited(clauses))
    kept = tuple(bet for bet in state.bets if bet.seat != move.seat)
    after = msgspec.structs.replace(state.without_hands(move.seat), bets=kept)
    step = game.abandoned(after, move.seat)
    return Step(step.state, (ruled, *(forfeited(bet, clauses[0]) for bet in lost), *step.events))


def abandonable(game: CardTable[Any], state: Any) -> Iterator[Offer]:
    """The positions whose wagers may be ruled abandoned."""
    if seats := game.abandonable(state):
        yield Offer({"seat": seats})


def cards_are_out(game: CardTable[Any], state: Any) -> bool:
    """Whether a round is under way after its deal."""
    return state.phase not in BEFORE_THE_CARDS_ARE_OUT


def _areas_clauses(game: CardTable[Any], state: Any) -> Clauses:
    return game.cards.adjacent_areas


def abandoned_clauses(game: CardTable[Any], state: Any) -> Clauses:
    """By which wagers are ruled abandoned."""
    return game.cards.abandoned


AREA_RULE = Rule(
    PlayArea,
    PLAYERS,
    _areas_clauses,
    "Play a second area",
    play_area,
    when={BETTING},
    not_now="areas are taken between rounds",
    offers=_free_areas,
    rare=True,
)
CARD_TABLE_RULES = (
    *DECK_RULES,
    AREA_RULE,
    Rule(
        Abandon,
        FLOORPERSONS,
        abandoned_clauses,
        "Rule wagers abandoned",
        abandon,
        when=cards_are_out,
        not_now="no round is under way after the deal",
        offers=abandonable,
        rare=True,
    ),
)
