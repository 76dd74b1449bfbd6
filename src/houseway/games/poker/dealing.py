"""Burns, the deal, draws, and the deck that runs short (637a.19(f)-(j), 637a.20 and 637a.21(f)-(j))."""

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.equipment.cards import UNSEEN, Hand, cards_in_words, check_told
from houseway.games.poker.clauses import CARDS, in_draws, in_each
from houseway.games.poker.course import cards_are_out, street_of
from houseway.games.poker.events import (
    BoardCardDealt,
    CardBurned,
    CardsThrown,
    DiscardsReshuffled,
    HoleCardDealt,
    UpCardDealt,
)
from houseway.games.poker.moves import BurnCard, DrawCards, ReshuffleDiscards
from houseway.games.poker.round import DEALING, DRAWING, Discarded, Holder, PokerHand
from houseway.law import Clause, RuleViolation, implements
from houseway.table.card_play import Deal
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker

# The place of community cards.
BOARD = 0


# A card that leaves the deck: to whom, and whether face up.
Due = tuple[int, bool]


@implements(*in_each("(f)#1"), *in_each("(f)#2"), "637a.19(h)#1", "637a.19(i)#1", "637a.19(j)#1")
def due(game: "Poker", state: PokerHand) -> tuple[Due, ...]:
    """The cards of this street still to be dealt: one each clockwise from the button's left, then round again; the board."""
    if state.owed:
        return ((state.drawing[0], False),) * state.owed
    street, order = street_of(game, state), state.order()
    # A deck that cannot serve everybody the last card has one for all on the board.
    short = street.down and state.street and len(order) > state.stub + state.dealt
    down, board = (0, street.board + 1) if short else (street.down, street.board)
    cards = (
        *[(seat, False) for seat in order] * down,
        *[(seat, True) for seat in order] * street.up,
        *[(BOARD, True)] * board,
    )
    return cards[state.dealt :]


def check_dealing(game: "Poker", state: PokerHand) -> None:
    """Refuse cards before the Blinds, before the burn, or from a deck that is too short."""
    if state.to_post:
        blind = game.variant.section.blind
        raise RuleViolation(blind, f"the Blind of position {state.to_post[0][0]} is due first")
    if state.to_burn:
        burn = street_of(game, state).clauses.burn
        raise RuleViolation(burn, "a card is burned first", fix="burn the top card")
    if state.phase == DRAWING and not state.owed:
        order = street_of(game, state).clauses.order
        raise RuleViolation(order, f"position {state.drawing[0]} has not drawn yet")
    if state.owed and not state.stub:
        short = street_of(game, state).clauses.short
        raise RuleViolation(short, "the deck has run out", fix="reshuffle the discards of the others")


@implements(*in_draws("(h)#4"), *in_each("(f)#1"))
def deal(game: "Poker", state: PokerHand, move: Deal) -> Step[PokerHand]:
    """The next cards go to whom they are due."""
    if state.owed:
        return _replaced(game, state, move.cards)
    many, here = len(move.cards), game.streets[state.street]
    awaited = due(game, state)
    _check_many(state, many, len(awaited), here.dealt[0])
    _check_left(game, state, move.cards)
    told = here.dealing
    events: list[Event] = []
    down: defaultdict[int, list[str]] = defaultdict(list)
    shown: defaultdict[int, list[str]] = defaultdict(list)
    for (seat, up), code in zip(awaited, move.cards, strict=False):
        if seat == BOARD and code == UNSEEN:
            raise RuleViolation(
                here.dealt[0], "community cards are dealt face up, so that everybody sees them"
            )
        if not up:
            down[seat].append(code)
            events.append(HoleCardDealt(seat=seat, card=code, clause=told.clause, also=told.also))
            continue
        shown[seat].append(code)
        if seat == BOARD:
            events.append(BoardCardDealt(card=code, clause=told.clause, also=told.also))
        else:
            events.append(UpCardDealt(seat=seat, card=code, clause=told.clause, also=told.also))
    after = replace(
        state,
        phase=DEALING,
        stub=state.stub - many,
        dealt=state.dealt + many,
        holders=tuple([_with_cards(holder, down, shown) for holder in state.holders]),
        board=(*state.board, *shown.get(BOARD, ())),
    )
    return Step(after, tuple(events)) if many < len(awaited) else cards_are_out(game, after, tuple(events))


def _replaced(game: "Poker", state: PokerHand, cards: Hand) -> Step[PokerHand]:
    """The player who draws has these cards for those thrown; the next draws once all are replaced."""
    drawer, owed = state.drawing[0], state.owed - len(cards)
    clause = game.streets[state.street].street.clauses.replaced
    _check_many(state, len(cards), state.owed, clause)
    _check_left(game, state, cards)
    holder = state.holder(drawer)
    assert holder is not None, "who draws is in the hand"
    after = replace(
        state,
        stub=state.stub - len(cards),
        holders=state.holders_with(replace(holder, down=holder.down + cards), holder),
        owed=owed,
        drawing=state.drawing if owed else state.drawing[1:],
    )
    dealt = tuple([HoleCardDealt(seat=drawer, card=code, clause=clause.id) for code in cards])
    return Step(after, dealt) if after.drawing else cards_are_out(game, after, dealt)


def _check_many(state: PokerHand, many: int, awaited: int, clause: Clause) -> None:
    """Refuse no cards at all, or more than are due and left."""
    if not 1 <= many <= awaited or many > state.stub:
        raise RuleViolation(clause, f"{min(awaited, state.stub)} cards are to be dealt, not {many}")


def _check_left(game: "Poker", state: PokerHand, told: Hand) -> None:
    """Refuse cards that are not left in the deck."""
    fresh = set(told)
    # Cards that nobody has seen, and such as are to be refused in words, are looked at one by one.
    if len(fresh) < len(told) or not fresh <= game.variant.cards or not fresh.isdisjoint(state.out()):
        check_told(told, state.left(game.variant), CARDS)


def _with_cards(holder: Holder, down: dict[int, list[str]], shown: dict[int, list[str]]) -> Holder:
    seat = holder.seat
    if seat not in down and seat not in shown:
        return holder
    down_now, up_now = down.get(seat, ()), shown.get(seat, ())
    return replace(
        holder,
        down=(*holder.down, *down_now),
        up=(*holder.up, *up_now),
        # A hand that lies open is to be shown again with a card that nobody has seen.
        shown=holder.shown and UNSEEN not in (*down_now, *up_now),
    )


def dealable(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """The cards that may come, and to whom."""
    awaited = due(game, state)
    order = ", ".join(
        dict.fromkeys("the board" if seat == BOARD else f"position {seat}" for seat, _ in awaited)
    )
    yield Offer(
        {"cards": tuple((code,) for code in state.left(game.variant))},
        most=min(len(awaited), state.stub),
        note=f"{len(awaited)} cards are due: {order}",
    )


# Burns.


@implements(
    "637a.19(h)#1",
    "637a.19(i)#1",
    "637a.19(j)#1",
    *in_draws("(h)#1"),
    *in_draws("(i)#1"),
    *in_draws("(j)#1"),
)
def burn(game: "Poker", state: PokerHand, move: BurnCard) -> Step[PokerHand]:
    """The top card goes away unseen; an empty deck is filled again first (C-89)."""
    clauses = game.streets[state.street].street.clauses
    if not state.to_burn:
        raise RuleViolation(clauses.burn, "no card is to be burned now")
    if not state.stub:
        raise RuleViolation(
            clauses.short, "the deck has run out", fix="reshuffle the discards before the burn"
        )
    after = replace(state, to_burn=state.to_burn - 1, stub=state.stub - 1)
    return Step(after, (CardBurned(clause=clauses.burn.id),))


def may_burn(game: "Poker", state: PokerHand) -> bool:
    """Whether a card is to be burned."""
    return state.phase in (DEALING, DRAWING) and state.to_burn > 0


# Draws.


@implements(*in_draws("(h)#2"), *in_draws("(h)#3"), *in_draws("(i)#1"), *in_draws("(j)#1"))
def draw(game: "Poker", state: PokerHand, move: DrawCards) -> Step[PokerHand]:
    """The player whose turn it is stands pat, or throws any number of cards to have them replaced."""
    here = game.streets[state.street]
    street, many = here.street, len(move.discards)
    if state.to_burn:
        raise RuleViolation(
            street.clauses.burn, "a card is burned before anybody draws", fix="burn the top card"
        )
    drawer = state.drawing[0]
    if state.owed or move.seat != drawer:
        raise RuleViolation(street.clauses.order, f"position {drawer} draws now, one player at a time")
    holder = state.holder(drawer)
    assert holder is not None, "who draws is in the hand"
    if many > street.draw or many > len(holder.down):
        raise RuleViolation(street.clauses.discards, f"at most {street.draw} cards are thrown")
    kept = list(holder.down)
    for code in move.discards:
        # One that nobody had seen is told as it is thrown.
        kept.remove(code if code in kept else _told_late(game, state, kept, code))
    told = here.throwing
    thrown = CardsThrown(seat=drawer, discards=move.discards, clause=told.clause, also=told.also)
    if not many:
        after = replace(state, drawing=state.drawing[1:])
        return Step(after, (thrown,)) if after.drawing else cards_are_out(game, after, (thrown,))
    after = replace(
        state,
        holders=state.holders_with(replace(holder, down=tuple(kept)), holder),
        owed=many,
        muck=(*state.muck, Discarded(seat=drawer, draw=state.street, cards=move.discards)),
    )
    return Step(after, (thrown,))


def _told_late(game: "Poker", state: PokerHand, kept: list[str], code: str) -> str:
    """The unseen card that one is told to be as it is thrown, which then must be left in the deck."""
    if UNSEEN in kept and code in state.left(game.variant):
        return UNSEEN
    clause = street_of(game, state).clauses.discards
    words = cards_in_words((code,))
    raise RuleViolation(clause, f"{words} is not among the cards of position {state.drawing[0]}")


def drawable(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """Nothing, or any of the cards that the player holds."""
    if state.to_burn or state.owed:
        return
    holder = state.holder(state.drawing[0])
    assert holder is not None, "who draws is in the hand"
    seat, words = (holder.seat,), f"Position {holder.seat} draws"
    yield Offer({"seat": seat, "discards": ((),)}, words=f"Position {holder.seat} stands pat")
    most = min(street_of(game, state).draw, len(holder.down))
    if singles := tuple((code,) for code in holder.down if code != UNSEEN):
        yield Offer({"seat": seat, "discards": singles}, most=most, words=words)
    if unseen := min(holder.down.count(UNSEEN), most):
        # Of cards that nobody saw only their number is told.
        counted = tuple((UNSEEN,) * many for many in range(1, unseen + 1))
        yield Offer({"seat": seat, "discards": counted}, words=words)


# A deck that runs short.


@implements(*in_draws("(h)#5"), readings=("C-89",))
def pool(game: "Poker", state: PokerHand) -> tuple[Discarded, ...]:
    """The discards that serve the player who draws: those of the others and folded hands, never burns.

    The player's own are barred; those of earlier draws come in only where the others do not suffice.
    """
    drawer = state.drawing[0]
    others = tuple(thrown for thrown in state.muck if thrown.seat != drawer)
    if sum(len(thrown.cards) for thrown in others) >= state.owed + state.to_burn:
        return others
    return tuple(thrown for thrown in state.muck if thrown.seat != drawer or thrown.draw < state.street)


def may_reshuffle(game: "Poker", state: PokerHand) -> bool:
    """Whether the deck has run out before everybody is served."""
    return state.phase == DRAWING and not state.stub and bool(state.owed or state.to_burn)


@implements(*in_draws("(h)#5"), readings=("C-89",))
def reshuffle(game: "Poker", state: PokerHand, move: ReshuffleDiscards) -> Step[PokerHand]:
    """Discards of the others become the deck, once what was left of it is dealt."""
    taken = pool(game, state)
    many = sum(len(thrown.cards) for thrown in taken)
    clause = street_of(game, state).clauses.short
    kept = tuple(thrown for thrown in state.muck if thrown not in taken)
    after = replace(state, stub=many, muck=kept)
    return Step(after, (DiscardsReshuffled(seat=state.drawing[0], cards=many, clause=clause.id),))
