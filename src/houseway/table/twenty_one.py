"""Twenty-one: what cards count, and how hands are drawn to, doubled, split and given up at every such table.

A chapter gives its clauses and numbers as `TwentyOneRules`; the game says which cards everybody is dealt first, what
comes between them and the players' turns, and how wagers are settled.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple, TypeVar

import msgspec

from houseway.equipment.cards import Hand, cards
from houseway.equipment.decks import Clauses
from houseway.law.upholding import upholds
from houseway.money import Cents
from houseway.table.card_felt import BETTING, DEALING
from houseway.table.events import WagerPlaced
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due, ShoeGame, Turn
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one_felt import (
    CHECKING,
    DRAWING_OUT,
    HOLE,
    INSURANCE,
    LATE,
    PLAYING,
    Check,
    TwentyOneFelt,
    TwentyOneRules,
)
from houseway.table.wagers import Bet, Range, bet_at, returned, with_bet

# What a player may say.
STAND, DRAW, DOUBLE_DOWN, SPLIT, SURRENDER = "stand", "draw", "double-down", "split", "surrender"
LATE_CARD, DEAD_HAND = "late-card", "dead-hand"
# Nobody has to take a card that was drawn in error and shown.
REFUSE_CARD = "refuse-card"

_ACE, _TEN = 12, 8
TWENTY_ONE = 21
_TEN_POINTS, _SOFT_DRAWN_TO = 10, 17


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


@upholds("dealer_draws")
def goes_on(reached: int, soft: bool, stands_from: int, draws_to_soft: bool) -> bool:
    """Whether a dealer draws another card: below the total to stand on, or to it where an ace counts eleven."""
    return reached < stands_from or (draws_to_soft and soft and reached == stands_from)


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


def draws_for_sure(reached: Total) -> bool:
    """Whether nobody would stand on a total: no card takes it past 21, and none makes it worse."""
    return reached.points <= (_SOFT_DRAWN_TO if reached.soft else TWENTY_ONE - _TEN_POINTS)


def counts(code: str) -> int:
    """What one card counts, an ace one."""
    (card,) = cards((code,))
    return points(card)


def is_blackjack(hand: Hand) -> bool:
    """Whether two cards are an ace and a card that counts ten."""
    return len(hand) == 2 and total(hand).points == TWENTY_ONE


def is_natural(state: TwentyOneFelt, place: Place) -> bool:
    """Whether a hand is a Blackjack: the first two cards of a position, not split (665-08)."""
    return not state.is_split(place.seat) and is_blackjack(state.at(place))


# Where a hand lies on the layout.

DEALER_AREA = "hand-dealer"
PARTS = ("1st", "2nd", "3rd", "4th")


def hand_area(seat: int, hand: int, *, split: bool) -> str:
    """The id of the place where a hand lies: all the room of a position, or a part of it once it was split."""
    return f"{PARTS[hand - 1]}-{seat}" if split else f"hand-{seat}"


def area_of(state: TwentyOneFelt, place: Place) -> str:
    """The id of the place where a hand lies as things stand."""
    if place == DEALER_PLACE:
        return DEALER_AREA
    return hand_area(place.seat, place.hand, split=state.is_split(place.seat))


def lay_of(state: TwentyOneFelt, place: Place) -> Hand:
    """The cards of a hand as they lie or lay last in this round; none where a position can have no hand of that number."""
    return dict(state.shown).get(area_of(state, place), ()) if place.hand <= len(PARTS) else ()


def shown_of(state: TwentyOneFelt, place: Place) -> tuple[str, Hand]:
    """A hand as anybody sees it, by the place where it lies."""
    return area_of(state, place), state.placed(place).shown


State = TypeVar("State", bound=TwentyOneFelt)


class TwentyOne(ShoeGame[State]):
    """A game of twenty-one under an operator's submission."""

    play: TwentyOneRules
    # The names of the wagers that a hand has: the first, and what is put on a split pair and a hand doubled down on.
    first_wager: ClassVar[str]
    split_wager: ClassVar[str]
    double_wager: ClassVar[str]
    insurance_wager: ClassVar[str]

    @abstractmethod
    def first_cards(self, state: State) -> tuple[Due, ...]:
        """The cards that everybody gets before the first player is asked, in their order."""

    @abstractmethod
    def dealt_in(self, state: State) -> Step[State]:
        """What comes once everybody has the first cards, up to the first player's turn."""

    @abstractmethod
    def ended(self, state: State, place: Place, *, given_up: bool = False) -> Step[State]:
        """A hand that is settled before the dealer's is known: past 21, or given up."""

    @abstractmethod
    def natural_paid(self, state: State, place: Place) -> Step[State]:
        """A player's Blackjack is paid when its turn has come, and its cards go to the rack."""

    @abstractmethod
    def surrenders(self, state: State, place: Place) -> Clauses:
        """The clauses by which a hand may be given up as it stands; none where it may not."""

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

    def bets_without_cards(self, state: State, place: Place) -> tuple[Bet, ...]:
        """The wagers that go back to a position without its first cards; those that need none of them stay (665-12)."""
        return self.bets_of(state, place)

    # The card that is due.

    def next_of_first(self, state: State) -> Due | None:
        """The next of the first cards; one that a position was passed by for is not made up for here."""
        had = [*state.drawn, *state.passed_by]
        for due in self.first_cards(state):
            if due.to not in had:
                return due
            had.remove(due.to)
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
        """The clauses by which the dealer draws the next card."""
        return self.play.dealer_draws

    # The moments at which the first cards are dealt.
    dealing_phases: ClassVar[tuple[str, ...]] = (DEALING,)

    @upholds("dealer_draws")
    def dealer_goes_on(self, state: State) -> bool:
        """Whether the dealer draws another card."""
        rules = self.play
        return goes_on(*total(state.at(DEALER_PLACE)), rules.stands_from, rules.draws_to_soft)

    def took(self, state: State, due: Due, card: str) -> Step[State]:
        """What follows once a card lies there; one that lay open has its place."""
        state = msgspec.structs.replace(state, exposed=False)
        if state.phase in self.dealing_phases:
            return Step(state, ()) if self.next_of_first(state) else self._all_dealt(state)
        if due.to == DEALER_PLACE:
            return self.dealer_took(state)
        return self.looked_at(msgspec.structs.replace(state, drawing=None), due.to)

    def dealer_took(self, state: State) -> Step[State]:
        """What follows once the dealer drew a card."""
        return Step(state, ())

    def after_passing(self, state: State) -> Step[State]:
        """How the deal goes on without the card that a position missed."""
        if state.phase == DEALING and state.bets and self.next_of_first(state) is None:
            return self.onward(self._all_dealt(state))
        return self.onward(Step(state, ()))

    def _all_dealt(self, state: State) -> Step[State]:
        """Who was passed by is asked; then comes what follows the first cards."""
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
        waiting = (hand.place for hand in state.own())
        return next(
            (place for place in waiting if place not in state.stood and place not in state.late), None
        )

    @upholds("asked", "late_second", "late_draw")
    def turn(self, state: State) -> Turn | None:
        """Whose decision is due: hands in turn, then those that were passed by."""
        if state.drawing is not None or state.phase not in (LATE, PLAYING):
            return None
        if state.phase == PLAYING and (place := self.next_hand(state)) is not None:
            if len(state.at(place)) == 1:
                return None
            decisions = dict(self.open_to(state, place))
            amounts, bounds = self.amounts_of(state, place), self.bounds_of(state, place)
            return Turn(place, tuple(decisions), self.play.asked, decisions, amounts, bounds)
        if state.late:
            clauses = self.play.late_second if state.phase == LATE else self.play.late_draw
            return Turn(state.late[0], (LATE_CARD, DEAD_HAND), clauses)
        return None

    @upholds("draws_below", "double_open", "doubled_takes", "ace_takes", "split_choices", "exposed_refused")
    def open_to(self, state: State, place: Place) -> Mapping[str, Clauses]:
        """What a hand may do, the likeliest first, each by its clauses; nothing once it can only stand."""
        hand, rules = state.at(place), self.play
        found: dict[str, Clauses] = {}
        if not self.takes_no_more(state, place):
            found[DRAW] = rules.split_choices if state.is_split(place.seat) else rules.draws_below
            if self.may_double(state, place):
                found[DOUBLE_DOWN] = rules.double_open
        # Split aces that take one card each may still be another pair of aces.
        if splits := self.may_split(state, place):
            found[SPLIT] = splits
        if clauses := self.surrenders(state, place):
            found[SURRENDER] = clauses
        if state.exposed and found:
            found[REFUSE_CARD] = rules.exposed_refused
        if not found or total(hand).points >= TWENTY_ONE:
            return {}
        if DRAW in found and draws_for_sure(total(hand)):
            return {DRAW: found[DRAW], STAND: rules.asked, **found}
        return {STAND: rules.asked, **found}

    @upholds("doubled_takes", "ace_takes")
    def takes_no_more(self, state: State, place: Place) -> bool:
        """Whether a hand has had its last card: doubled down on, or one of split aces."""
        if place in state.doubled:
            return True
        return self.play.aces_take_one and state.is_split(place.seat) and state.at(place)[0].startswith("A")

    @upholds("double_open")
    def may_double(self, state: State, place: Place) -> bool:
        """Whether a hand may be doubled down on as it stands."""
        rules = self.play
        if state.is_split(place.seat) and not rules.doubles_after_split:
            return False
        return not rules.doubles_on or len(state.at(place)) <= rules.doubles_on

    @upholds("split_open", "split_again", "splits_at_most", "ace_splits")
    def may_split(self, state: State, place: Place) -> Clauses:
        """The clauses by which a hand may be split: two cards that count the same, and not too many hands yet."""
        hand, rules = state.at(place), self.play
        if len(hand) != 2 or counts(hand[0]) != counts(hand[1]):
            return ()
        made = state.splits.count(place.seat)
        if made >= (rules.most_ace_splits if hand[0].startswith("A") else rules.most_splits):
            return ()
        return rules.split_again if made else rules.split_open

    @upholds("doubled_takes", "doubled_draws", "ace_takes", "double_open", "surrender_open")
    @upholds("split_open", "splits_at_most", "ace_splits")
    def not_open(self, state: State, place: Place, decision: str) -> Clauses:
        """The clauses by which a hand that is asked lacks a decision: for what it came to, or how often its pair was split."""
        rules, hand = self.play, state.at(place)
        pair = len(hand) == 2 and counts(hand[0]) == counts(hand[1])
        if decision == SPLIT and pair and hand[0].startswith("A"):
            return rules.ace_splits
        if decision in (DRAW, DOUBLE_DOWN, SPLIT) and self.takes_no_more(state, place):
            if place not in state.doubled:
                return rules.ace_takes
            return (decision == DRAW and rules.doubled_draws) or rules.doubled_takes
        if decision == DOUBLE_DOWN:
            return rules.double_open
        if decision == SURRENDER:
            return rules.surrender_open
        if decision != SPLIT:
            return ()
        return rules.splits_at_most if pair else rules.split_open

    @upholds("done_at", "surrender_ends", "doubled_takes", "doubled_draws", "ace_takes")
    def takes_no_decision(self, state: State, place: Place, decision: str) -> Clauses:
        """The clauses by which a hand is asked no more: its cards are gone, it is of 21, has had its last card, or has stood."""
        hand = state.at(place)
        if not hand:
            return self._gone_by(state, place)
        if place not in state.stood:
            return ()
        if total(hand).points == TWENTY_ONE:
            return self.play.done_at
        if decision == SURRENDER:
            return self.play.surrender_ends
        return self.not_open(state, place, decision) if self.takes_no_more(state, place) else ()

    @upholds("draws_below", "done_at", "surrender_open")
    def _gone_by(self, state: State, place: Place) -> Clauses:
        """The clauses by which the cards of a hand went to the rack before the end: a Blackjack that was paid, past 21, or given up."""
        lay = lay_of(state, place)
        if not lay:
            return ()
        if is_blackjack(lay) and not state.is_split(place.seat):
            return self.play.done_at
        return self.play.draws_below if total(lay).points > TWENTY_ONE else self.play.surrender_open

    @upholds("asked", "turned_on_blackjack")
    def nobody_is_asked(self, state: State) -> Clauses:
        """With a dealer's Blackjack no more cards are dealt; otherwise players are asked one after the other."""
        return self.play.turned_on_blackjack if state.check is Check.BLACKJACK else self.play.asked

    @upholds("double_most", "split_equal")
    def amounts_of(self, state: State, place: Place) -> Mapping[str, Range]:
        """What may be put up: any amount up to what the hand was first played for, and exactly that for a split."""
        stake = self.stake_of(state, place)
        wager = self.catalogue[self.double_wager]
        step = self.betting.steps[wager.name, str(place.hand)]
        least = -(-self.betting.limits_of(wager.name).minimum // step) * step
        return {
            DOUBLE_DOWN: Range(min(least, stake), stake, step),
            SPLIT: Range(stake, stake, step),
        }

    @upholds("double_most", "split_equal")
    def bounds_of(self, state: State, place: Place) -> Mapping[str, Clauses]:
        """The clauses that say how much is put up with a decision, by its name."""
        return {DOUBLE_DOWN: self.play.double_most, SPLIT: self.play.split_equal}

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
        # Who stands gets no more cards, nor who refuses one that lies open.
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
        back = self.bets_without_cards(state, place) if state.phase == LATE else self.bets_of(state, place)
        lines = tuple(returned(bet, clauses[0]) for bet in back)
        late = tuple(other for other in state.late if other != place)
        after = msgspec.structs.replace(state.without_bets_of(lines).without_places(place), late=late)
        step = self._all_dealt(after) if after.phase == LATE else Step(after, ())
        return Step(step.state, (*lines, *step.events))

    # The dealer's hand.

    def awaits(self, state: State) -> bool:
        """Whether the round waits for Insurance, the card reader, the hole card, or a card to be discarded."""
        if state.phase in (INSURANCE, CHECKING, HOLE):
            return True
        return state.exposed and self.due(state) is None

    def no_blackjack(self, state: State) -> Step[State]:
        """What follows once the reader showed that the dealer has no Blackjack: Insurance is lost."""
        return Step(state, ())

    def hole_turned(self, state: State) -> Step[State]:
        """What is settled as soon as the hole card lies open and the dealer stands."""
        return Step(state, ())

    def onward(self, step: Step[State]) -> Step[State]:
        """The step, and what follows by itself: a player's Blackjack is paid when its turn has come, and once all players
        are done, the hole card is to be turned."""
        state = step.state
        while state.phase == PLAYING and state.drawing is None:
            place = self.next_hand(state)
            if place is None or not is_natural(state, place):
                break
            paid = self.natural_paid(self.seen(state, place), place)
            state = paid.state
            step = Step(state, (*step.events, *paid.events))
        if state.phase != PLAYING:
            return super().onward(step)
        if self.due(state) is None and self.turn(state) is None:
            return Step(msgspec.structs.replace(state, phase=HOLE), step.events)
        return step

    def seen(self, state: State, *places: Place) -> State:
        """The state with hands kept for the eye, which go to the rack now."""
        shown = (shown_of(state, place) for place in places)
        return msgspec.structs.replace(state, shown=(*state.shown, *shown))

    def cleared(self, state: State) -> State:
        """The state with nothing left of the round that ended but what the eye may still see."""
        return msgspec.structs.replace(
            state,
            stood=(),
            doubled=(),
            drawing=None,
            splits=(),
            passed_by=(),
            late=(),
            check=Check.NOT_YET,
            misread=False,
            exposed=False,
        )

    def closing(self, state: State) -> State:
        """The hands of the last round are out of sight."""
        return msgspec.structs.replace(super().closing(state), shown=())

    def essential(self, state: State) -> State:
        """Hands of the last round are kept only to be shown."""
        return msgspec.structs.replace(state, shown=())

    # Cards that were told wrongly.

    def is_final(self, state: State, place: Place) -> bool:
        """A dealer's card stands once players are asked by it, and any card once a wager was settled by it."""
        if place == DEALER_PLACE and state.phase in (PLAYING, HOLE):
            return True
        return super().is_final(state, place)

    def up_card_corrected(self, state: State) -> Step[State]:
        """An up card put right decides anew what comes before the players' turns."""
        return self.dealt_in(state)

    def corrected(self, state: State, place: Place) -> Step[State]:
        """How the round goes on with a card put right."""
        if place == DEALER_PLACE:
            waits = state.phase in (INSURANCE, CHECKING)
            return self.up_card_corrected(state) if waits else Step(state, ())
        if state.phase != PLAYING:
            return Step(state, ())
        again = tuple(done for done in state.stood if done != place)
        return self.looked_at(msgspec.structs.replace(state, stood=again), place)


def in_words(hand: Hand, *, split: bool) -> str:
    """What a hand is called: its total, soft where an ace counts eleven, a Blackjack, or past 21."""
    reached = total(hand)
    if is_blackjack(hand) and not split:
        return "Blackjack"
    return f"bust, {reached.points}" if reached.points > TWENTY_ONE else str(reached)
