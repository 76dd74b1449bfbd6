"""Who turns the cards over: the dealer, or whoever bet most on a hand, and to whom that right goes next (629a.8(c)(4)-(6), 631a.9(d), 631a.9(f))."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import UNSEEN
from houseway.equipment.decks import Clauses
from houseway.games.baccarat.dealing import called
from houseway.games.baccarat.events import CardsGivenUp, CardsHanded, CardsRefused
from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.hands import FIRST_CARDS
from houseway.games.baccarat.moves import AcceptCards, GiveUpCards, RefuseCards, TurnCards
from houseway.games.baccarat.round import (
    BANKERS_HAND,
    HAND_NAMES,
    HANDS,
    PLAYERS_HAND,
    TURNING,
    WAGER_ON,
    Right,
    Round,
)
from houseway.law import RuleViolation, implements, pa
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.places import Place
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS, Role
from houseway.table.rules import Offer, require_role
from houseway.table.seats import counterclockwise, position
from houseway.table.shoe_rules import turned_up

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame

HIGHEST = pa("629a.8(c)(6)#3")
AMONG_EQUALS = {PLAYERS_HAND: pa("629a.8(c)(6)#1"), BANKERS_HAND: pa("629a.8(c)(6)#2")}
THIRD_TO_HOLDER = {PLAYERS_HAND: pa("629a.8(c)(4)#2"), BANKERS_HAND: pa("629a.8(c)(5)#2")}
THIRD_RETURNED = {PLAYERS_HAND: pa("629a.8(c)(4)#3"), BANKERS_HAND: pa("629a.8(c)(5)#3")}
FACE_DOWN = pa("629a.8(c)#2")
RIGHT = pa("631a.9(d)")
TAKEN_AWAY = pa("631a.9(f)#1")
NEXT_OFFERED = pa("631a.9(f)#2")
THEN_OFFERED = pa("631a.9(f)#3")
DEALER_TURNS = pa("631a.9(f)#4")


# To whom the cards go.


@implements("629a.8(c)(6)#1", "629a.8(c)(6)#2", "629a.8(c)(6)#3", "631a.9(d)", readings=("C-53", "BAC-03"))
def holder(state: Round, place: Place) -> tuple[int, bool]:
    """Whoever bet most on a hand, the first from the dealer's right among equals, and whether there were equals; 0 for nobody."""
    bets = {bet.seat: bet.amount for bet in state.bets if bet.wager == WAGER_ON[place]}
    most = max(bets.values(), default=0)
    highest = [seat for seat, amount in bets.items() if amount == most]
    return next(counterclockwise(highest), 0), len(highest) > 1


def handed(game: "BaccaratGame", state: Round) -> Step[Round]:
    """The first cards of both hands go to whoever turns them over."""
    events: list[Event] = []
    rights: list[Right] = []
    for place in HANDS:
        seat, equals = holder(state, place) if game.submission.style is Style.HANDED else (0, False)
        rights.append(Right(hand=place.hand, seat=seat))
        if seat:
            by = _by_bets(game, place, equals=equals)
            events.append(CardsHanded(hand=place.hand, seat=seat, **cited(by)))
    return Step(msgspec.structs.replace(state, rights=tuple(rights)), tuple(events))


def _by_bets(game: "BaccaratGame", place: Place, *, equals: bool) -> Clauses:
    if game.submission.form is Form.BACCARAT:
        return (RIGHT,)
    return (AMONG_EQUALS[place], HIGHEST) if equals else (HIGHEST,)


@implements("629a.8(c)(4)#2", "629a.8(c)(5)#2")
def third_handed(game: "BaccaratGame", state: Round, place: Place) -> Step[Round]:
    """A third card goes face down to whoever turned the first two."""
    seat = state.right(place).seat
    if not seat:
        return Step(state, ())
    by = RIGHT if game.submission.form is Form.BACCARAT else THIRD_TO_HOLDER[place]
    return Step(state, (CardsHanded(hand=place.hand, seat=seat, clause=by.id),))


# Cards turned over.


def turning_clauses(game: "BaccaratGame", state: Round) -> Clauses:
    """By which the cards that are next are turned over."""
    place = state.face_down or PLAYERS_HAND
    if game.submission.form is Form.MIDIBACCARAT:
        third = len(state.at(place)) > FIRST_CARDS
        return (THIRD_RETURNED[place],) if third else (FACE_DOWN,)
    if game.submission.form is Form.MINIBACCARAT:
        return game.form.dealt
    return (RIGHT,) if state.right(place).seat else (DEALER_TURNS,)


@implements("629a.8(c)(4)#3", "629a.8(c)(5)#3", "631a.9(d)", "631a.9(f)#4", readings=("BAC-03",))
def turn_cards(game: "BaccaratGame", state: Round, move: TurnCards) -> Step[Round]:
    """Whoever has the cards of a hand turns them over, and the dealer lays them down and calls the hand."""
    place, clauses = state.face_down, turning_clauses(game, state)
    assert place is not None, "only asked for while cards lie face down"
    _check_hand(state, move.hand, place, clauses)
    right = state.right(place)
    if right.offered:
        raise RuleViolation(THEN_OFFERED, f"the cards are on offer to {position(right.offered[0])}")
    if move.seat != right.seat:
        raise RuleViolation(clauses[0], f"{position(right.seat)} has these cards")
    require_role(move, BETTORS if right.seat else DEALERS, clauses[0], "turn the cards over")
    step = turned_up(game, state, place, move.cards, clauses)
    if step.state.placed(place).down:
        return step
    told = called(game, step.state, place)
    after = game.onward(Step(step.state, ()))
    return Step(after.state, (*step.events, told, *after.events))


def _check_hand(state: Round, hand: int, place: Place, clauses: Clauses) -> None:
    if hand != place.hand:
        raise RuleViolation(clauses[0], f"{HAND_NAMES[place]} is turned over first")


def turnable(game: "BaccaratGame", state: Round) -> Iterator[Offer]:
    """The cards that are turned over next; told only where the table does not know them."""
    place = state.face_down
    if place is None or state.right(place).offered:
        return
    seat, unknown = state.right(place).seat, state.at(place).count(UNSEEN)
    cards = {"cards": tuple((card,) for card in game.left(state)) if unknown else ((),)}
    whose = f"Position {seat} turns" if seat else "Turn"
    yield Offer(
        {"hand": (place.hand,), "seat": (seat,), **cards},
        words=f"{whose} {HAND_NAMES[place]} over",
        by=BETTORS if seat else DEALERS,
        asks=("cards",) if unknown else (),
        most=max(unknown, 1),
        note="in the order in which they were dealt" if unknown > 1 else "",
    )


# The right to turn them, handed on (631a.9(f)).


def may_hand_on(game: "BaccaratGame", state: Round) -> bool:
    """Whether somebody has a right to turn cards that can be given up."""
    return game.submission.form is Form.BACCARAT and state.phase == TURNING


def _next(state: Round) -> Place:
    place = state.face_down
    assert place is not None, "only asked for while cards lie face down"
    return place


def _with_right(state: Round, right: Right) -> Round:
    kept = (other for other in state.rights if other.hand != right.hand)
    return msgspec.structs.replace(state, rights=(*kept, right))


@implements("631a.9(f)#1", "631a.9(f)#2", "631a.9(f)#3", readings=("BAC-03",))
def give_up(game: "BaccaratGame", state: Round, move: GiveUpCards) -> Step[Round]:
    """The right goes on offer to the player at the right of whoever had it, then counterclockwise; a slow player has to give it up."""
    place = _next(state)
    _check_hand(state, move.hand, place, (NEXT_OFFERED,))
    if not move.seat or state.right(place).seat != move.seat:
        raise RuleViolation(NEXT_OFFERED, f"{position(move.seat)} does not have these cards")
    others = tuple(seat for seat in counterclockwise(state.seats, move.seat) if seat != move.seat)
    clauses = (NEXT_OFFERED,) if move.by is Role.PLAYER else (TAKEN_AWAY, NEXT_OFFERED)
    given = CardsGivenUp(hand=place.hand, seat=move.seat, by=move.by, **cited(clauses))
    after = _with_right(state, Right(hand=place.hand, offered=others))
    return Step(after, (given, *(() if others else (_to_the_dealer(place),))))


def _to_the_dealer(place: Place) -> CardsHanded:
    return CardsHanded(hand=place.hand, seat=0, clause=DEALER_TURNS.id)


@implements("631a.9(f)#2", "631a.9(f)#3")
def _offered(state: Round, hand: int, seat: int) -> Right:
    """The right that is on offer to a position, refusing it to all others."""
    place = _next(state)
    _check_hand(state, hand, place, (NEXT_OFFERED,))
    right = state.right(place)
    if not right.offered or right.offered[0] != seat:
        whom = f"to {position(right.offered[0])}" if right.offered else "to nobody"
        raise RuleViolation(THEN_OFFERED, f"the cards are on offer {whom}")
    return right


def accept(game: "BaccaratGame", state: Round, move: AcceptCards) -> Step[Round]:
    """The right goes to whoever takes it, for the rest of the round."""
    right = _offered(state, move.hand, move.seat)
    taken = CardsHanded(hand=right.hand, seat=move.seat, **cited((THEN_OFFERED, NEXT_OFFERED)))
    return Step(_with_right(state, Right(hand=right.hand, seat=move.seat)), (taken,))


@implements("631a.9(f)#3", "631a.9(f)#4")
def refuse(game: "BaccaratGame", state: Round, move: RefuseCards) -> Step[Round]:
    """The right goes on offer to the next, and after the last the dealer turns the cards."""
    right = _offered(state, move.hand, move.seat)
    others = right.offered[1:]
    refused = CardsRefused(hand=right.hand, seat=move.seat, clause=THEN_OFFERED.id)
    after = _with_right(state, Right(hand=right.hand, offered=others))
    return Step(after, (refused, *(() if others else (_to_the_dealer(_next(state)),))))


def holding(game: "BaccaratGame", state: Round) -> Iterator[Offer]:
    """Whoever has the cards that are turned over next."""
    place = _next(state)
    seat = state.right(place).seat
    if seat:
        fields = {"hand": (place.hand,), "seat": (seat,)}
        yield Offer(fields, words=f"Position {seat} gives up the cards", by=PLAYERS, rare=True)
        yield Offer(
            fields,
            words=f"Take the cards from position {seat}, who is too slow",
            by=(*DEALERS, *FLOORPERSONS),
            clauses=(TAKEN_AWAY,),
            rare=True,
        )


def on_offer(game: "BaccaratGame", state: Round) -> Iterator[Offer]:
    """The position to which the cards are on offer."""
    place = _next(state)
    for seat in state.right(place).offered[:1]:
        yield Offer({"hand": (place.hand,), "seat": (seat,)})
