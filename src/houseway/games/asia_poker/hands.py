"""Setting the hands (659a.11(a)-(c), 659a.13(i)): the players' and, the house way, the dealer's."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import Hand, cards_in_words, is_seen
from houseway.equipment.decks import Clauses
from houseway.games.asia_poker.course import check_in_hand, onward
from houseway.games.asia_poker.events import (
    DealerCardsTurned,
    DealerHandsReset,
    DealerHandsSet,
    HandsPlaced,
    HouseWayTold,
)
from houseway.games.asia_poker.exposed import DECIDED_UNSEEN
from houseway.games.asia_poker.house_way import described
from houseway.games.asia_poker.moves import PlaceHands, SetDealerHands, TurnDealerCards
from houseway.games.asia_poker.round import Laid, Phase, Round
from houseway.games.asia_poker.setting import SetHands, every_setting, foul_of, read_hands, values_of
from houseway.games.asia_poker.submission import HOUSE_WAY
from houseway.games.asia_poker.wagers import MAIN, Foul
from houseway.games.asia_poker.words import hands_in_words
from houseway.law import RuleViolation, implements, is_allowed, pa
from houseway.table.areas import owner_of, positions_of
from houseway.table.card_felt import DEALER
from houseway.table.card_game import turning_over
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.set_hands import AskHouseWay
from houseway.table.wagers import bet_at

if TYPE_CHECKING:
    from houseway.games.asia_poker.game import AsiaPoker


LARGER_FIRST = pa("659a.7(f)#3")
EQUAL_COUNTERCLOCKWISE = pa("659a.7(f)#4")
AREA_LOCKED = pa("659a.7(f)#5")
AFTER_THE_DEAL = pa("659a.11(a)")
OWN_HANDS = pa("659a.11(a)(1)#1")
HOUSE_WAY_TOLD = pa("659a.11(a)(1)#3")
NOT_TOUCHED_AGAIN = pa("659a.11(a)(3)")
FOUR_TWO_ONE = pa("659a.11(b)#1")
IN_ORDER = pa("659a.11(b)#2")
DEALER_AFTER_PLAYERS = pa("659a.11(c)#1")
DEALER_FACE_UP = pa("659a.11(c)#3")
HOUSE_WAY_RESET = pa("659a.13(i)")

_BEFORE_THE_HANDS_ARE_SET = (Phase.BETTING, Phase.CLOSED, Phase.DEALING, Phase.STUB, Phase.COVERING)


# Players set their hands (659a.11(a)-(b)).


@implements("659a.11(a)")
def check_dealt(game: "AsiaPoker", state: Round) -> None:
    """Refuse to set hands before all cards are dealt and the shaker is covered."""
    if state.phase in _BEFORE_THE_HANDS_ARE_SET:
        raise RuleViolation(
            AFTER_THE_DEAL,
            "the dealing is not complete",
            fix="cover the shaker first" if state.phase == Phase.COVERING else "wait for the last card",
        )


@implements("659a.11(a)(1)#3")
def tell_house_way(game: "AsiaPoker", state: Round, move: AskHouseWay) -> Step[Round]:
    """The dealer tells how the house way sets these cards, or its rules where the cards are not known."""
    _check_may_set(state, move.seat)
    hand = state.hand(move.seat)
    told = HouseWayTold(
        seat=move.seat,
        hands=str(game.house_way(hand)) if is_seen(hand) else "",
        way=described(game.submission.way),
        clause=HOUSE_WAY_TOLD.id,
    )
    if told.hands and move.seat not in state.looked:
        state = msgspec.structs.replace(state, looked=(*state.looked, move.seat))
    return Step(state, (told,))


@implements("659a.11(a)(3)", "659a.7(f)#2", "659a.7(f)#5")
def place_hands(game: "AsiaPoker", state: Round, move: PlaceHands) -> Step[Round]:
    """A player's three hands lie face down and stay so; what the table knows of them must be in order."""
    order = _check_may_set(state, move.seat)
    hands = _hands_told(game, state, move.seat, move.setting) if move.setting else None
    placed = HandsPlaced(
        seat=move.seat,
        hands=str(hands) if hands else "",
        **cited((FOUR_TWO_ONE, IN_ORDER, NOT_TOUCHED_AGAIN, *order)),
    )
    after = msgspec.structs.replace(state, laid=(*state.laid, Laid(move.seat, hands)))
    return onward(game, after, (placed,))


@implements("659a.11(b)#1", "659a.11(b)#2", readings=("659-08",))
def _hands_told(game: "AsiaPoker", state: Round, seat: int, written: str) -> SetHands:
    """A setting of known cards: all seven, as four, two and one, each hand above the next."""
    hands = read_hands(written, FOUR_TWO_ONE)
    hand = state.hand(seat)
    if not is_seen(hand):
        raise RuleViolation(
            FOUR_TWO_ONE,
            f"the table was not told the cards of position {seat}",
            fix="lay the hands face down untold; the dealer tells how they lie at the reveal",
        )
    if set(hands.cards) != set(hand):
        raise RuleViolation(
            FOUR_TWO_ONE,
            f"these are not the seven cards of position {seat}",
            fix=f"set {cards_in_words(hand)}",
        )
    match foul_of(hands, game.ranking_options):
        case Foul.OTHERWISE:
            raise RuleViolation(
                FOUR_TWO_ONE,
                "the hands are not of four, two and one cards",
                fix="lay four cards as the high hand, two as the medium hand and one as the low hand",
            )
        case Foul.HIGH_NOT_ABOVE_MEDIUM | Foul.MEDIUM_NOT_ABOVE_LOW:
            raise RuleViolation(
                IN_ORDER,
                f"this is a foul: {hands_in_words(hands, game.ranking_options).foul}",
                fix="the high hand must outrank the medium hand, and that the low hand",
            )
    return hands


@implements("659a.11(a)(3)")
def _check_may_set(state: Round, seat: int) -> Clauses:
    """Refuse a setting that is done, or not yet due; returns the clauses on the order of two areas."""
    check_in_hand(state, seat, AFTER_THE_DEAL)
    if state.laid_at(seat):
        area = AREA_LOCKED if len(_areas_with(state, seat)) > 1 else NOT_TOUCHED_AGAIN
        raise RuleViolation(area, f"the hands of position {seat} lie set and may not be touched")
    if seat in state.deciding:
        raise RuleViolation(
            DECIDED_UNSEEN,
            f"a card of position {seat} was exposed",
            fix="void the hand or play on, before the other cards are seen",
        )
    return _check_areas_in_order(state, seat)


@implements("659a.7(f)#3", "659a.7(f)#4", readings=("X-10",))
def _check_areas_in_order(state: Round, seat: int) -> Clauses:
    """Of two areas the larger main wager is set first; of equal ones the area nearer the dealer's right."""
    clauses: Clauses = ()
    for other in _areas_with(state, seat):
        if other == seat:
            continue
        mine, theirs = _main_wager(state, seat), _main_wager(state, other)
        clause = EQUAL_COUNTERCLOCKWISE if mine == theirs else LARGER_FIRST
        clauses = (clause,)
        first = max(seat, other) if mine == theirs else (seat if mine > theirs else other)
        if first != seat and state.laid_at(other) is None:
            raise RuleViolation(
                clause,
                f"the cards of position {other}, the same player's, are set first",
                fix=f"set position {other}",
            )
    return clauses


def _areas_with(state: Round, seat: int) -> tuple[int, ...]:
    """The positions in hand that the player of a position plays."""
    return tuple(area for area in positions_of(state, owner_of(state, seat)) if area in state.bettors)


def _main_wager(state: Round, seat: int) -> int:
    bet = bet_at(state.bets, seat, MAIN, "")
    assert bet is not None, "a position in hand has the Asia Poker Wager"
    return bet.amount


def _who_may_set(state: Round) -> Iterator[int]:
    return (seat for seat in state.bettors if is_allowed(_check_may_set, state, seat))


def helpable(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The players who may ask for the house way."""
    yield from (Offer({"seat": (seat,)}) for seat in _who_may_set(state))


def settable(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The players who may set, and every lawful setting, the house way first; last the one that nobody is told."""
    for seat in _who_may_set(state):
        hand = state.hand(seat)
        known: tuple[str, ...] = ()
        if is_seen(hand):
            known = _house_way_first(game, hand, _lawful_settings(hand, game.ranking_options))
        yield Offer({"seat": (seat,), "setting": (*known, "")}, clauses=(FOUR_TWO_ONE,))


@lru_cache(maxsize=256)
def _lawful_settings(hand: Hand, options: int) -> tuple[str, ...]:
    """Every setting of seven cards without a foul."""
    return tuple(str(hands) for hands in every_setting(hand) if not foul_of(hands, options))


# The dealer's hands (659a.11(c), 659a.13(i)).


@implements("659a.11(c)#1")
def turn_dealer_cards(game: "AsiaPoker", state: Round, move: TurnDealerCards) -> Step[Round]:
    """The dealer's cards are turned once all players have set."""
    state = game.told(state, DEALER, move.cards, DEALER_AFTER_PLAYERS)
    turned = DealerCardsTurned(cards=state.hand(DEALER), clause=DEALER_AFTER_PLAYERS.id)
    return Step(msgspec.structs.replace(state, phase=Phase.DEALER_SETS), (turned,))


def turnable(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The dealer's cards, told where the table does not know them."""
    yield turning_over(state.hand(DEALER), {})


def check_dealers_cards_turned(game: "AsiaPoker", state: Round) -> None:
    """Refuse to set the dealer's hands but once, of cards that lie face up."""
    if state.phase != Phase.DEALER_SETS:
        raise RuleViolation(
            DEALER_AFTER_PLAYERS, "the dealer's hands are set once, when the dealer's cards are turned"
        )


@implements("659a.11(c)#1", "659a.11(c)#2", "659a.11(c)#3", "659a.13(i)", readings=("659-23",))
def set_dealer_hands(game: "AsiaPoker", state: Round, move: SetDealerHands) -> Step[Round]:
    """The dealer sets the house way, face up; any other setting is reset to it, and the round goes on."""
    hand = state.hand(DEALER)
    found = read_hands(move.setting, HOUSE_WAY)
    if set(found.cards) != set(hand):
        raise RuleViolation(
            HOUSE_WAY, "these are not the dealer's seven cards", fix=f"set {cards_in_words(hand)}"
        )
    hands, options = game.house_way(hand), game.ranking_options
    events: tuple[Event, ...] = ()
    # Cards of one rank are as good as each other: what counts is the rank of each hand.
    if found.is_split and values_of(found, options) == values_of(hands, options):
        hands = found
    else:
        events = (DealerHandsReset(wrong=str(found), hands=str(hands), clause=HOUSE_WAY_RESET.id),)
    placed = DealerHandsSet(hands=str(hands), **cited((DEALER_AFTER_PLAYERS, HOUSE_WAY, DEALER_FACE_UP)))
    shown = msgspec.structs.replace(state, phase=Phase.SHOWDOWN, shown=(Laid(DEALER, hands),))
    return Step(shown, (*events, placed))


def dealer_settings(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """Every way to lay the dealer's cards, right or wrong."""
    yield Offer({"setting": settings_of(game, state.hand(DEALER))})


def settings_of(game: "AsiaPoker", hand: Hand) -> tuple[str, ...]:
    """Every way to lay seven cards, in order or not, the house way first."""
    return _house_way_first(game, hand, map(str, every_setting(hand)))


def _house_way_first(game: "AsiaPoker", hand: Hand, settings: Iterable[str]) -> tuple[str, ...]:
    first = str(game.house_way(hand))
    return (first, *(setting for setting in settings if setting != first))
