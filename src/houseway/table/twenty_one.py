"""Twenty-one: what cards count, and how hands are drawn to, doubled, split and given up at every such table.

A chapter gives its clauses and numbers as `TwentyOneRules`; the game says which cards everybody is dealt first, what
comes between them and the players' turns, and how wagers are settled.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self, TypeVar

import msgspec

from houseway.equipment.cards import Hand, cards
from houseway.equipment.decks import Clauses
from houseway.law.upholding import upholds
from houseway.money import Cents
from houseway.table.card_felt import BETTING, DEALING
from houseway.table.events import WagerPlaced
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.shoe_felt import Face, PlacedHand, ShoeFelt
from houseway.table.shoe_game import Due, ShoeGame, Turn
from houseway.table.shoe_play import Decide
from houseway.table.wagers import Bet, Range, bet_at, returned, with_bet

# What a player may say.
STAND, DRAW, DOUBLE_DOWN, SPLIT, SURRENDER = "stand", "draw", "double-down", "split", "surrender"
LATE_CARD, DEAD_HAND = "late-card", "dead-hand"

# The moments after the first cards.
LATE = "late-cards"  # who was passed by in the deal says whether to be dealt to
PLAYING = "playing"  # players are asked in turn
HOLE = "hole-card"  # the hole card is to be turned over
DRAWING_OUT = "drawing-out"  # the dealer draws

_ACE, _TEN = 12, 8
TWENTY_ONE = 21


# What cards count: plain integers, so that the lab compiles the very same.


@upholds("values")
def points(card: int) -> int:
    """What a card counts, an ace one and a court card ten."""
    rank = card // 4
    if rank == _ACE:
        return 1
    return 10 if rank >= _TEN else rank + 2


@upholds("values")
def best(count: int, aces: int) -> int:
    """The total of cards that count so much with every ace as one: one ace counts eleven where that does not pass 21."""
    return count + 10 if aces and count <= TWENTY_ONE - 10 else count


class Total(NamedTuple):
    """What a hand comes to, and whether an ace in it counts eleven."""

    points: int
    soft: bool

    def __str__(self) -> str:
        return f"soft {self.points}" if self.soft else str(self.points)


def total(hand: Iterable[str]) -> Total:
    """What the cards of a hand come to."""
    held = cards(hand)
    count = sum(map(points, held))
    reached = best(count, sum(card // 4 == _ACE for card in held))
    return Total(reached, reached > count)


def counts(code: str) -> int:
    """What one card counts, an ace one."""
    (card,) = cards((code,))
    return points(card)


def is_blackjack(hand: Hand) -> bool:
    """Whether two cards are an ace and a card that counts ten."""
    return len(hand) == 2 and total(hand).points == TWENTY_ONE


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneRules:
    """What a chapter says of hands: who is asked what, how often a pair is split, when a hand takes no more cards."""

    # The total from which the dealer stands, and below which a player may draw.
    stands_from: int
    draws_below_points: int
    # How often a player may split a pair, and aces.
    most_splits: int
    most_ace_splits: int
    values: Clauses
    asked: Clauses
    dealt: Clauses
    draws_below: Clauses
    done_at: Clauses
    doubled_takes: Clauses
    double_open: Clauses
    double_most: Clauses
    split_open: Clauses
    split_equal: Clauses
    split_order: Clauses
    split_choices: Clauses
    split_again: Clauses
    splits_at_most: Clauses
    ace_takes: Clauses
    ace_splits: Clauses
    surrender_ends: Clauses
    hole_turned: Clauses
    dealer_draws: Clauses
    late_second: Clauses
    late_draw: Clauses


class TwentyOneFelt(ShoeFelt, frozen=True, kw_only=True):
    """What the state of every game of twenty-one holds besides the shoe.

    `stood` are the hands that take no more cards, `doubled` those that take one more, `drawing` the one a card is due to.
    `splits` has a position once for each pair that it split. `passed_by` are cards of the first deal that a position
    did not get, `late` the hands whose players are to say what becomes of that.
    """

    stood: tuple[Place, ...] = ()
    doubled: tuple[Place, ...] = ()
    drawing: Place | None = None
    splits: tuple[int, ...] = ()
    passed_by: tuple[Place, ...] = ()
    late: tuple[Place, ...] = ()

    def own(self) -> tuple[PlacedHand, ...]:
        """The players' hands in the order of play: clockwise, those of a position one after the other."""
        return tuple(sorted((hand for hand in self.hands if hand.seat), key=lambda hand: hand.place))

    def is_split(self, seat: int) -> bool:
        """Whether a position has split its first hand."""
        return seat in self.splits

    def standing(self, *places: Place) -> Self:
        """The state with these hands done."""
        kept = self.drawing if self.drawing not in places else None
        return msgspec.structs.replace(self, stood=(*self.stood, *places), drawing=kept)


State = TypeVar("State", bound=TwentyOneFelt)


class TwentyOne(ShoeGame[State]):
    """A game of twenty-one under an operator's submission."""

    play: ClassVar[TwentyOneRules]
    # The names of the wagers that a hand has: the first, and what is put on a split pair and a hand doubled down on.
    first_wager: ClassVar[str]
    split_wager: ClassVar[str]
    double_wager: ClassVar[str]

    @abstractmethod
    def first_cards(self, state: State) -> tuple[Due, ...]:
        """The cards that everybody gets before the first player is asked, in their order."""

    @abstractmethod
    def dealt_in(self, state: State) -> Step[State]:
        """What comes once everybody has the first cards, up to the first player's turn."""

    @abstractmethod
    def ended(self, state: State, place: Place, *, given_up: bool = False) -> Step[State]:
        """A hand that is settled before the dealer's is known: past 21, given up, or a Blackjack."""

    @abstractmethod
    def surrenders(self, state: State, place: Place) -> Clauses:
        """By which a hand may be given up as it stands; nothing where it may not."""

    def stake_of(self, state: State, place: Place) -> Cents:
        """What a hand was first played for, which a split equals and a double down may not exceed."""
        if place.hand > 1:
            bet = bet_at(state.bets, place.seat, self.split_wager, str(place.hand))
        else:
            bet = bet_at(state.bets, place.seat, self.first_wager, "")
        assert bet is not None, "a hand has its wager"
        return bet.amount

    def bets_of(self, state: State, place: Place) -> tuple[Bet, ...]:
        """The wagers that a hand decides, in the order in which they are settled."""
        first = (self.first_wager, "") if place.hand == 1 else (self.split_wager, str(place.hand))
        names = (first, (self.double_wager, str(place.hand)))
        found = (bet_at(state.bets, place.seat, *name) for name in names)
        return tuple(bet for bet in found if bet)

    # The card that is due.

    def next_of_first(self, state: State) -> Due | None:
        """The next of the first cards; one that a position was passed by for is not made up for here."""
        had = Counter(state.drawn) + Counter(state.passed_by)
        for due in self.first_cards(state):
            if not had[due.to]:
                return due
            had[due.to] -= 1
        return None

    @upholds("dealt", "split_order", "dealer_draws")
    def due(self, state: State) -> Due | None:
        """The next of the first cards, the card that a hand waits for, or the dealer's."""
        if state.phase in (BETTING, *self.dealing_phases):
            return self.next_of_first(state)
        if state.drawing is not None:
            return Due(state.drawing, Face.UP, self.play.dealt)
        alone = self.next_hand(state)
        if state.phase == PLAYING and alone is not None and len(state.at(alone)) == 1:
            return Due(alone, Face.UP, self.play.split_order)
        if state.phase == DRAWING_OUT and self.dealer_goes_on(state):
            return Due(DEALER_PLACE, Face.UP, self.dealer_draws_by(state))
        return None

    def dealer_draws_by(self, state: State) -> Clauses:
        """By which the dealer draws the next card."""
        return self.play.dealer_draws

    # The moments at which the first cards are dealt.
    dealing_phases: ClassVar[tuple[str, ...]] = (DEALING,)

    @upholds("dealer_draws")
    def dealer_goes_on(self, state: State) -> bool:
        """Whether the dealer draws another card."""
        return total(state.at(DEALER_PLACE)).points < self.play.stands_from

    def took(self, state: State, due: Due, card: str) -> Step[State]:
        """What follows once a card lies there."""
        if state.phase in self.dealing_phases:
            return Step(state, ()) if self.next_of_first(state) else self._all_dealt(state)
        if due.to == DEALER_PLACE:
            return self.dealer_took(state)
        return self.looked_at(msgspec.structs.replace(state, drawing=None), due.to)

    def dealer_took(self, state: State) -> Step[State]:
        """What follows once the dealer drew a card."""
        return Step(state, ())

    def _all_dealt(self, state: State) -> Step[State]:
        if state.late:
            return Step(msgspec.structs.replace(state, phase=LATE), ())
        return self.dealt_in(state)

    @upholds("done_at", "doubled_takes", "ace_takes")
    def looked_at(self, state: State, place: Place) -> Step[State]:
        """A hand past 21 is collected, one of 21 is done; others are asked again."""
        if state.phase == LATE:
            return self._all_dealt(state)
        reached = total(state.at(place)).points
        if reached > TWENTY_ONE:
            return self.ended(state.standing(place), place)
        if reached == TWENTY_ONE or (not self.open_to(state, place)):
            return Step(state.standing(place), ())
        return Step(state, ())

    # The decision that is due.

    @upholds("asked", "surrender_ends")
    def next_hand(self, state: State) -> Place | None:
        """The first hand in turn that may still take cards."""
        waiting = (hand.place for hand in state.own() if hand.place not in state.stood)
        return next((place for place in waiting if place not in state.late), None)

    @upholds("asked", "late_second", "late_draw")
    def turn(self, state: State) -> Turn | None:
        """Whose decision is due: hands in turn, then those that were passed by."""
        if state.drawing is not None or state.phase not in (LATE, PLAYING):
            return None
        if state.phase == PLAYING and (place := self.next_hand(state)) is not None:
            if len(state.at(place)) == 1:
                return None
            decisions = dict(self.open_to(state, place))
            return Turn(place, tuple(decisions), self.play.asked, decisions, self._amounts(state, place))
        if state.late:
            clauses = self.play.late_second if state.phase == LATE else self.play.late_draw
            return Turn(state.late[0], (LATE_CARD, DEAD_HAND), clauses)
        return None

    @upholds("draws_below", "double_open", "doubled_takes", "ace_takes", "split_choices")
    def open_to(self, state: State, place: Place) -> Mapping[str, Clauses]:
        """What a hand may do, each by its clauses; nothing once it can only stand."""
        hand, rules = state.at(place), self.play
        found: dict[str, Clauses] = {}
        if not self.takes_no_more(state, place):
            found[DRAW] = rules.split_choices if state.is_split(place.seat) else rules.draws_below
            found[DOUBLE_DOWN] = rules.double_open
            if splits := self.may_split(state, place):
                found[SPLIT] = splits
        if clauses := self.surrenders(state, place):
            found[SURRENDER] = clauses
        return {STAND: rules.asked, **found} if found and total(hand).points < TWENTY_ONE else {}

    @upholds("doubled_takes", "ace_takes")
    def takes_no_more(self, state: State, place: Place) -> bool:
        """Whether a hand has had its last card: doubled down on, or one of split aces."""
        return place in state.doubled or (state.is_split(place.seat) and state.at(place)[0].startswith("A"))

    @upholds("split_open", "split_again", "splits_at_most", "ace_splits")
    def may_split(self, state: State, place: Place) -> Clauses:
        """By which a hand may be split: two cards that count the same, and not too many hands yet."""
        hand, rules = state.at(place), self.play
        if len(hand) != 2 or counts(hand[0]) != counts(hand[1]):
            return ()
        made = state.splits.count(place.seat)
        if made >= (rules.most_ace_splits if hand[0].startswith("A") else rules.most_splits):
            return ()
        return rules.split_again if made else rules.split_open

    @upholds("double_most", "split_equal")
    def _amounts(self, state: State, place: Place) -> Mapping[str, Range]:
        """What may be put up: any amount up to what the hand was first played for, and exactly that for a split."""
        stake = self.stake_of(state, place)
        wager = self.catalogue[self.double_wager]
        step = self.betting.steps[wager.name, str(place.hand)]
        least = -(-self.betting.limits_of(wager.name).minimum // step) * step
        return {
            DOUBLE_DOWN: Range(min(least, stake), stake, step),
            SPLIT: Range(stake, stake, step),
        }

    def decided(self, state: State, move: Decide) -> Step[State]:
        """What a player said is done."""
        place = Place(move.seat, move.hand)
        match move.decision:
            case "draw" | "late-card":
                late = tuple(other for other in state.late if other != place)
                return Step(msgspec.structs.replace(state, drawing=place, late=late), ())
            case "double-down":
                doubled = msgspec.structs.replace(state, doubled=(*state.doubled, place), drawing=place)
                return self._put_up(doubled, place, self.double_wager, move.amount)
            case "split":
                return self._split(state, place, move.amount)
            case "surrender":
                return self.ended(state.standing(place), place, given_up=True)
            case "dead-hand":
                return self.dead(state, place)
        return Step(state.standing(place), ())

    def _put_up(self, state: State, place: Place, wager: str, amount: Cents) -> Step[State]:
        """Chips that go down for a hand in the middle of its play."""
        bet = Bet(place.seat, wager, str(place.hand), amount)
        placed = WagerPlaced(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            amount=amount,
            total=amount,
            clause=self.catalogue[wager].clause.id,
        )
        return Step(msgspec.structs.replace(state, bets=with_bet(state.bets, bet)), (placed,))

    @upholds("split_equal", "split_order")
    def _split(self, state: State, place: Place, amount: Cents) -> Step[State]:
        """A pair becomes two hands, the new one numbered after all others of its position."""
        to = Place(place.seat, 2 + state.splits.count(place.seat))
        halved = msgspec.structs.replace(state.split(place, to), splits=(*state.splits, place.seat))
        return self._put_up(halved, to, self.split_wager, amount)

    # Hands that were passed by.

    @upholds("late_second", "late_draw")
    def dead(self, state: State, place: Place) -> Step[State]:
        """A hand that its player would not have dealt late is dead, and its wagers go back."""
        clauses = self.play.late_second if state.phase == LATE else self.play.late_draw
        lines = tuple(returned(bet, clauses[0]) for bet in self.bets_of(state, place))
        late = tuple(other for other in state.late if other != place)
        after = msgspec.structs.replace(state.without_bets_of(lines).without_places(place), late=late)
        step = self._all_dealt(after) if after.phase == LATE else Step(after, ())
        return Step(step.state, (*lines, *step.events))

    # The dealer's hand.

    def awaits(self, state: State) -> bool:
        """Whether the hole card is to be turned over."""
        return state.phase == HOLE

    def onward(self, step: Step[State]) -> Step[State]:
        """The step, and what follows by itself: once all players are done, the hole card is to be turned."""
        state = step.state
        if state.phase == PLAYING and self.due(state) is None and self.turn(state) is None:
            step = Step(msgspec.structs.replace(state, phase=HOLE), step.events)
        return super().onward(step)

    def cleared(self, state: State) -> State:
        """The state with nothing left of the round that ended."""
        return msgspec.structs.replace(
            state, stood=(), doubled=(), drawing=None, splits=(), passed_by=(), late=()
        )


def in_words(hand: Hand, *, split: bool) -> str:
    """What a hand is called: its total, soft where an ace counts eleven, a Blackjack, or past 21."""
    reached = total(hand)
    if is_blackjack(hand) and not split:
        return "Blackjack"
    return f"bust, {reached.points}" if reached.points > TWENTY_ONE else str(reached)
