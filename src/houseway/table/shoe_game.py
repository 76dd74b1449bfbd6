"""The base of every game dealt card by card from a shoe that outlives the round: the card and the decision that are due.

A game says which card leaves the shoe next and who decides what; the shoe, its cover card, burns and reshuffles, cards told
wrongly and who may wager in mid-shoe are the same for all, cited through each game's `ShoeRules`.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec

from houseway.equipment.cards import UNSEEN, Hand, cards_in_words
from houseway.equipment.chance import shuffle
from houseway.equipment.decks import Back, Clauses, Condition, Kit, Mixed, Shuffler
from houseway.equipment.life import Life
from houseway.equipment.shoes import Batch, Cover, ShoeChoices, ShoeRules, batch_of
from houseway.law import RuleViolation, is_allowed
from houseway.law.upholding import upholds
from houseway.money import dollars
from houseway.table import deck_steps
from houseway.table.card_felt import BETTING, CLOSED, DEALER, DEALING
from houseway.table.card_play import CardSetAside, Deal, FindFaceUp, RoundCompleted
from houseway.table.card_table import AREA_RULE, AreaMeans, CardTable
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.means import Chips
from houseway.table.moves import Move
from houseway.table.places import Place
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, Role
from houseway.table.rules import Lawful, Offer, Rule
from houseway.table.seats import position
from houseway.table.shoe_felt import Face, PlacedHand, ShoeFelt
from houseway.table.shoe_play import (
    Burn,
    CardBurned,
    CardCorrected,
    CardDrawn,
    CardTurnedUp,
    CorrectCard,
    CoverAppeared,
    CoverAppears,
    Decide,
    DecisionMade,
    LetIn,
    PlayerLetIn,
    RefillShoe,
    RoundBegun,
    RoundDiscarded,
    ShoeRefilled,
)
from houseway.table.shoe_steps import BATCH_RULES, sides_in_turn
from houseway.table.veil import Pieces, cards_of
from houseway.table.wagers import Range
from houseway.table.words import capital, spoken

State = TypeVar("State", bound=ShoeFelt)

_DEAL, _DECIDE = str(Deal.__struct_config__.tag), str(Decide.__struct_config__.tag)
# No hand takes more cards at once before somebody is asked.
_MOST_AT_ONCE = 32


class Due(NamedTuple):
    """The card that leaves the shoe next: to whom, how, and by which clauses."""

    to: Place
    face: Face
    clauses: Clauses


class Turn(NamedTuple):
    """Whose decision the round waits for, and what may be decided.

    A decision that has clauses of its own stands in `by`; one that puts chips up in `amounts`, and by which it is so many
    in `bounds`.
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
    """A player's chips, which go no further in a decision that puts some up than in a wager."""

    def within(self, game: Any, state: Any, act: Lawful, chips: Chips) -> Iterator[Lawful]:
        """A lawful act, its amount bounded by the chips before the seat: also what is put up with a decision."""
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
        """What follows when a player has said what to do with a hand, and put up as much as that takes."""

    @abstractmethod
    def settled(self, state: State) -> Step[State]:
        """All hands done: the sweep of the chapter, in its order, to the end of the round."""

    def not_open(self, state: State, place: Place, decision: str) -> Clauses:
        """The clauses by which a hand that is asked lacks a decision that others may have; none where no clause says so."""
        return ()

    def takes_no_decision(self, state: State, place: Place, decision: str) -> Clauses:
        """The clauses by which a hand that is asked no more lacks a decision; none where no clause says so."""
        return ()

    def nobody_is_asked(self, state: State) -> Clauses:
        """The clauses by which no player is asked for a decision as things stand."""
        return (self.placing_clause,)

    def decision_in_words(self, decision: str) -> str:
        """What a player who is asked may say."""
        return spoken(decision)

    def called(self, place: Place) -> str:
        """What those at the table call the place of a hand."""
        return str(place)

    def filled(self, state: State) -> State:
        """The state with what begins anew when a shoe is filled."""
        return state

    def awaits(self, state: State) -> bool:
        """Whether the round waits for something else than a card or a decision, such as a card to be turned over."""
        return False

    def is_final(self, state: State, place: Place) -> bool:
        """Whether a wager was settled by the cards at a place, so that they are as they were told."""
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
        """Chance deals what is due before somebody acts, or the cover card comes out; each card left is as likely."""
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


# The deal.


def check_dealing(game: ShoeGame[Any], state: Any) -> None:
    """Refuse to deal where no card may come out of the shoe now."""
    _dealt_next(game, state)


@upholds("shuffle_due", "short", "burn_batch", "burn_dealer", "short_burn", "dealt_from_shoe")
def _dealt_next(game: ShoeGame[Any], state: Any) -> Due:
    """The card that is due; refused without a shoe, before a burn that is due, while somebody else is to act, or from an empty shoe."""
    due, shoe = game.due(state), state.live
    if due is None:
        turn = game.turn(state)
        waits = f"{game.called(turn.place)} is to decide" if turn else "nobody is to be dealt a card"
        raise RuleViolation(turn.clauses[0] if turn else game.placing_clause, waits)
    _check_shoe(game, state)
    if state.phase in (BETTING, CLOSED):
        deck_steps.check_ready(game.now(state), state.kit.in_play)
    game.cards.check_burned(shoe, state.dealer)
    if game.cards.is_short(shoe, 1):
        raise RuleViolation(game.cards.short[0], "the shoe is empty", fix="fill it with its discards")
    return due


@upholds("shuffle_due", "dealt_from_shoe")
def _check_shoe(game: ShoeGame[Any], state: Any) -> None:
    if state.live is not None:
        return
    if state.stack is not None and state.stack.cover is Cover.IN:
        raise RuleViolation(
            (game.cards.dealt_from_shoe or game.cards.shuffle_due)[0],
            "the stack is not in the shoe",
            fix="put it in the shoe",
        )
    raise RuleViolation(
        game.cards.shuffle_due[0],
        "no shoe stands ready",
        fix="shuffle, cut, put the cover card in, and fill the shoe",
    )


@upholds("batch")
def take(game: ShoeGame[Any], state: Any, card: str) -> Step[Any]:
    """One card leaves the shoe for whom it is due, and what follows."""
    due, batch = _dealt_next(game, state), state.kit.in_play
    if due.face is Face.UP and card == UNSEEN:
        raise RuleViolation(
            due.clauses[0], f"the card of {game.called(due.to)} lies face up", fix="name the card"
        )
    shoe = game.cards.drawn(state.live, card)
    kit = state.kit.with_deck(msgspec.structs.replace(batch, condition=Condition.IN_PLAY))
    after = msgspec.structs.replace(
        state.with_card(due.to, card, due.face),
        shoe=shoe,
        kit=kit,
        phase=DEALING if state.phase == BETTING else state.phase,
    )
    drawn = CardDrawn(seat=due.to.seat, hand=due.to.hand, card=card, face=due.face, **cited(due.clauses))
    step = game.onward(game.took(after, due, card))
    begun = (RoundBegun(**cited(due.clauses)),) if state.phase == BETTING else ()
    return Step(step.state, (*begun, drawn, *step.events))


def deal(game: ShoeGame[Any], state: Any, move: Deal) -> Step[Any]:
    """As many cards as are told leave the shoe, one by one, each to whom it is due."""
    if not move.cards:
        raise RuleViolation(game.cards.batch[0], "no card is named", fix="name the card that came out")
    events: list[Event] = []
    for card in move.cards:
        step = take(game, state, card)
        state = step.state
        events.extend(step.events)
    return Step(state, tuple(events))


def _dealable(game: ShoeGame[Any], state: Any) -> Iterator[Offer]:
    due = game.due(state)
    if due is None:
        return
    yield Offer(
        {"cards": tuple((card,) for card in game.left(state))},
        clauses=due.clauses,
        most=min(_MOST_AT_ONCE, state.live.left),
        note=f"the next card goes face {due.face} to {game.called(due.to)}; what else is due before somebody acts, after it",
        # Where it was put, the cover card comes out first.
        rare=state.live.cover_is_next,
    )


def _deal_clauses(game: ShoeGame[Any], state: Any) -> Clauses:
    due = game.due(state)
    return due.clauses if due else (game.placing_clause,)


# The cover card, burns, a shoe that runs out.


@upholds("cover_out")
def check_cover(game: ShoeGame[Any], state: Any) -> None:
    """Refuse a cover card where none is in the shoe, or no card is to come out of it."""
    _check_shoe(game, state)
    if state.live.cover is not Cover.IN or game.due(state) is None:
        raise RuleViolation(game.cards.cover_out[0], "no cover card is to come out of the shoe now")


@upholds("cover_out")
def cover_appears(game: ShoeGame[Any], state: Any, move: CoverAppears) -> Step[Any]:
    """The cover card is set aside; the round is finished before the cards are shuffled."""
    due = game.due(state)
    assert due is not None, "checked before"
    shoe = game.cards.cover_came_out(state.live, due.to.seat)
    appeared = CoverAppeared(seat=due.to.seat, **cited(game.cards.cover_out))
    return Step(msgspec.structs.replace(state, shoe=shoe), (appeared,))


def _cover_now(game: ShoeGame[Any], state: Any) -> Iterator[Offer]:
    yield Offer(rare=not state.live.cover_is_next)


@upholds("burn_batch", "burn_dealer", "short_burn")
def check_burning(game: ShoeGame[Any], state: Any) -> None:
    """Refuse to burn a card that nothing demands."""
    _check_shoe(game, state)
    if not game.cards.burn_due(state.live, state.dealer):
        raise RuleViolation(game.cards.burn_batch[0], "no card is to be burned now")


def burn(game: ShoeGame[Any], state: Any, move: Burn) -> Step[Any]:
    """The first card of a new batch, of a new dealer, or of a shoe that was filled again is discarded."""
    clauses = game.cards.burn_due(state.live, state.dealer)
    burned = CardBurned(card=move.card, **cited(clauses))
    shoe = game.cards.burned(state.live, state.dealer, move.card)
    return Step(msgspec.structs.replace(state, shoe=shoe), (burned,))


def _burn_clauses(game: ShoeGame[Any], state: Any) -> Clauses:
    due = game.cards.burn_due(state.live, state.dealer) if state.live else ()
    return due or game.cards.burn_batch


@upholds("short")
def check_short(game: ShoeGame[Any], state: Any) -> None:
    """Refuse to fill a shoe that is not empty in the middle of a round."""
    short = game.cards.short[0]
    if state.phase == BETTING or state.live is None or game.due(state) is None:
        raise RuleViolation(short, "no round waits for cards")
    if not game.cards.is_short(state.live, 1):
        raise RuleViolation(short, f"{state.live.left} cards are in the shoe", fix="deal them first")


@upholds("short")
def refill(game: ShoeGame[Any], state: Any, move: RefillShoe) -> Step[Any]:
    """The discards are shuffled, cut and put in the shoe; what lies on the table stays there."""
    lying = tuple(card for hand in state.hands for card in hand.cards)
    shoe = game.cards.refilled(state.live, lying)
    if not shoe.left:
        raise RuleViolation(game.cards.short[0], "no discards are in the rack")
    filled = ShoeRefilled(deck=shoe.batch, cards=shoe.left, **cited(game.cards.short))
    return Step(msgspec.structs.replace(state, shoe=shoe, gone=(), set_aside=()), (filled,))


# Cards that were told wrongly, found face up, or turned over.


def _place(move: CorrectCard | Decide) -> Place:
    return Place(move.seat, move.hand)


@upholds("batch")
def correct_card(game: ShoeGame[Any], state: Any, move: CorrectCard) -> Step[Any]:
    """A card told wrongly is put right in any hand, until a wager was settled by it."""
    clause, place = game.cards.batch[0], _place(move)
    hand: PlacedHand = state.placed(place)
    if move.was not in hand.shown or UNSEEN in (move.was, move.card):
        raise RuleViolation(
            clause,
            f"no {cards_in_words((move.was,))} lies face up at {game.called(place)}",
            fix="name a card that does",
        )
    if game.is_final(state, place):
        raise RuleViolation(clause, f"a wager was settled by the cards of {game.called(place)}")
    shoe = game.cards.corrected(state.live, move.was, move.card)
    at = hand.shown.index(move.was)
    cards = (*hand.cards[:at], move.card, *hand.cards[at + 1 :])
    put_right = CardCorrected(
        seat=place.seat, hand=place.hand, was=move.was, card=move.card, by=move.by, clause=clause.id
    )
    after = msgspec.structs.replace(state.with_placed(msgspec.structs.replace(hand, cards=cards)), shoe=shoe)
    step = game.onward(game.corrected(after, place))
    return Step(step.state, (put_right, *step.events))


def _correctable(game: ShoeGame[Any], state: Any) -> Iterator[Offer]:
    for hand in state.hands:
        told = tuple(dict.fromkeys(card for card in hand.shown if card != UNSEEN))
        if told and not game.is_final(state, hand.place):
            yield Offer(
                {"seat": (hand.seat,), "hand": (hand.hand,), "was": told, "card": game.left(state)},
                words=f"Correct a card of {game.called(hand.place)}",
            )


def _cards_lie(game: ShoeGame[Any], state: Any) -> bool:
    return state.phase != BETTING and state.live is not None


@upholds("face_up")
def find_face_up(game: ShoeGame[Any], state: Any, move: FindFaceUp) -> Step[Any]:
    """A card that lies face up in the shoe is discarded and not used in the round."""
    clauses = game.cards.face_up
    check_dealing(game, state)
    if move.card == UNSEEN:
        raise RuleViolation(clauses[0], "a card found face up has been seen", fix="name the card")
    shoe = game.cards.drawn(state.live, move.card)
    aside = CardSetAside(card=move.card, **cited(clauses))
    return Step(msgspec.structs.replace(state, shoe=shoe, set_aside=(*state.set_aside, move.card)), (aside,))


def _unseen_cards(game: ShoeGame[Any], state: Any) -> Iterator[Offer]:
    if left := game.left(state):
        yield Offer({"card": left})


def turned_up(game: ShoeGame[Any], state: Any, place: Place, told: Hand, clauses: Clauses) -> Step[Any]:
    """The cards of a place that lay face down turned over: as they were dealt, or as many as are told now, in their order."""
    hand: PlacedHand = state.placed(place)
    wanted = tuple(number for number in hand.down if hand.cards[number] == UNSEEN)
    if not min(1, len(wanted)) <= len(told) <= len(wanted) or UNSEEN in told:
        raise RuleViolation(
            clauses[0], f"{len(wanted)} cards are to be told", fix="name every card turned over"
        )
    shoe, cards = state.live, list(hand.cards)
    for number, card in zip(wanted, told, strict=False):
        shoe = game.cards.turned_up(shoe, card)
        cards[number] = card
    stays = wanted[len(told) :]
    events = tuple(
        CardTurnedUp(seat=place.seat, hand=place.hand, card=cards[number], **cited(clauses))
        for number in hand.down
        if number not in stays
    )
    up = msgspec.structs.replace(hand, cards=tuple(cards), down=stays)
    return Step(msgspec.structs.replace(state.with_placed(up), shoe=shoe), events)


# Decisions, and who may come in.


def decide(game: ShoeGame[Any], state: Any, move: Decide) -> Step[Any]:
    """Whoever's turn it is says what to do with the hand; a decision that nobody is asked for is refused."""
    turn = game.turn(state)
    if turn is None:
        over = () if state.phase == BETTING else game.takes_no_decision(state, _place(move), move.decision)
        raise RuleViolation((over or game.nobody_is_asked(state))[0], "no player is asked to decide now")
    if _place(move) != turn.place:
        done = game.takes_no_decision(state, _place(move), move.decision)
        raise RuleViolation((done or turn.clauses)[0], f"{turn.place} is to decide")
    if move.decision not in turn.decisions:
        raise RuleViolation(
            (game.not_open(state, turn.place, move.decision) or turn.clauses)[0],
            f"{move.decision!r} is no choice here",
            fix=f"one of: {', '.join(turn.decisions)}",
        )
    clauses = turn.clauses_of(move.decision)
    made = DecisionMade(seat=move.seat, hand=move.hand, decision=move.decision, **cited(clauses))
    step = game.onward(game.decided(state, _with_amount(turn, move)))
    return Step(step.state, (made, *step.events))


def _with_amount(turn: Turn, move: Decide) -> Decide:
    """The decision with the chips that it takes: the most that may be put up, unless another amount is named."""
    room, clauses = turn.amounts.get(move.decision), turn.clauses_of(move.decision)
    if room is None:
        if move.amount:
            raise RuleViolation(clauses[0], f"nothing is put up to {spoken(move.decision)}")
        return move
    amount = move.amount or room.high
    if not room.low <= amount <= room.high or (amount - room.low) % room.step:
        span = (
            dollars(room.low)
            if room.low == room.high
            else f"{dollars(room.low)} to {dollars(room.high)} in steps of {dollars(room.step)}"
        )
        raise RuleViolation(
            turn.bounds.get(move.decision, clauses)[0],
            f"{dollars(amount)} may not be put up to {spoken(move.decision)}",
            fix=f"put up {span}",
        )
    return msgspec.structs.replace(move, amount=amount)


def _decisions(game: ShoeGame[Any], state: Any) -> Iterator[Offer]:
    turn = game.turn(state)
    if turn is None:
        return
    for decision in turn.decisions:
        yield Offer(
            {"seat": (turn.place.seat,), "hand": (turn.place.hand,), "decision": (decision,)},
            words=f"{capital(game.called(turn.place))}: {game.decision_in_words(decision)}",
            clauses=turn.clauses_of(decision),
            amount=turn.amounts.get(decision),
        )


def _turn_clauses(game: ShoeGame[Any], state: Any) -> Clauses:
    turn = game.turn(state)
    return turn.clauses if turn else (game.placing_clause,)


@upholds("bar_ends", "bar_over")
def let_in(game: ShoeGame[Any], state: Any, move: LetIn) -> Step[Any]:
    """The house lets somebody wager again who sat out a round."""
    if state.stayed is None:
        over = game.cards.bar_over or game.cards.barred
        raise RuleViolation(over[0], "nobody is kept from wagering since the shuffle")
    if move.seat in state.stayed or move.seat not in state.seats:
        raise RuleViolation(game.cards.barred[0], f"{position(move.seat)} is not kept from wagering")
    stayed = tuple(sorted((*state.stayed, move.seat)))
    allowed = PlayerLetIn(seat=move.seat, **cited(game.cards.bar_ends))
    return Step(msgspec.structs.replace(state, stayed=stayed), (allowed,))


def _kept_out(game: ShoeGame[Any], state: Any) -> Iterator[Offer]:
    out = tuple(seat for seat in state.seats if state.stayed is not None and seat not in state.stayed)
    if out:
        yield Offer({"seat": out})


def _field(name: str) -> Callable[[Any, Any], Clauses]:
    """The clauses that a chapter's rules have for a step; where it has none, those of its batch."""
    return lambda game, state: getattr(game.cards, name) or game.cards.batch


SHOE_RULES = (
    Rule(
        Deal,
        DEALERS,
        _deal_clauses,
        "Deal",
        deal,
        check=check_dealing,
        offers=_dealable,
        chance=True,
        begins=True,
    ),
    Rule(
        CoverAppears,
        DEALERS,
        _field("cover_out"),
        "Set the cover card aside and finish the round",
        cover_appears,
        check=check_cover,
        offers=_cover_now,
        routine=101,
    ),
    Rule(Burn, DEALERS, _burn_clauses, "Burn a card", burn, check=check_burning, routine=102),
    Rule(
        RefillShoe,
        DEALERS,
        _field("short"),
        "Shuffle and cut the discards and fill the shoe with them",
        refill,
        check=check_short,
        routine=102,
    ),
    Rule(Decide, BETTORS, _turn_clauses, "Decide", decide, offers=_decisions),
    Rule(
        FindFaceUp,
        DEALERS,
        _field("face_up"),
        "A card was face up",
        find_face_up,
        check=check_dealing,
        offers=_unseen_cards,
        rare=True,
    ),
    Rule(
        CorrectCard,
        FLOORPERSONS,
        _field("batch"),
        "Correct a card",
        correct_card,
        when=_cards_lie,
        not_now="no cards lie on the table",
        offers=_correctable,
        rare=True,
    ),
    Rule(
        LetIn, FLOORPERSONS, _field("barred"), "Let somebody wager again", let_in, offers=_kept_out, rare=True
    ),
    *BATCH_RULES,
    AREA_RULE,
)
