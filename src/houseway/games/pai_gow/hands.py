"""The hands of a round as they lie: whose they are, who sets them, what is told of them, and who is out."""

from collections import Counter

import msgspec

from houseway.equipment.tiles import FULL_SET, UNSEEN, Hand, check_told, is_seen
from houseway.games.pai_gow.house_way import Setting, is_setting_of
from houseway.games.pai_gow.positions import DEALER
from houseway.games.pai_gow.round import Round, TileHand
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.wagers import without

HIGH_AND_LOW = pa("621a.8(a)#1")
PICKED_UP_IN_ORDER = pa("621a.8(l)")

FOUR = 4


@implements("621a.9(e)#5", "621a.9(n)#1", readings=("B-PG-15", "B-PG-17"))
def set_by_dealer(state: Round) -> int | None:
    """Whose tiles the dealer sets: the dealer's own, a co-bank's, or nobody's where a bank is played without the dealer."""
    if state.bank is None:
        return DEALER
    if state.bank.co:
        return state.bank.seat
    return DEALER if state.bank.stake else None


def setters(state: Round) -> tuple[int, ...]:
    """The positions whose players set their own hands: all with a wager, and a bank that has no co-bank."""
    if state.bank is None or state.bank.co:
        return state.bettors
    return tuple(sorted((*state.bettors, state.bank.seat)))


def pending(state: Round) -> tuple[int, ...]:
    """The positions whose hands are still to be revealed, in turn."""
    return tuple(seat for seat in state.bettors if seat not in state.winners)


def told(state: Round, seat: int, tiles: Hand, clause: Clause) -> Round:
    """The state with a hand's tiles known: those dealt, or those told as they are turned over."""
    hand = state.hand(seat)
    if is_seen(hand):
        if tiles and sorted(tiles) != sorted(hand):
            raise RuleViolation(clause, f"the tiles dealt there were {' '.join(hand)}")
        return state
    if len(tiles) != FOUR or not is_seen(tiles):
        raise RuleViolation(clause, "the four tiles are to be told", fix="name every tile turned over")
    check_told(tiles, left(state), clause)
    return with_hand(state, seat, tiles)


def left(state: Round) -> Hand:
    """The tiles of which nobody has been told where they are."""
    known = Counter(tile for hand in state.hands for tile in hand.tiles)
    known.update(state.collected)
    return tuple((Counter(FULL_SET) - known).elements())


def with_hand(state: Round, seat: int, tiles: Hand) -> Round:
    """The state with these tiles before a place."""
    hands = tuple(TileHand(seat=seat, tiles=tiles) if dealt.seat == seat else dealt for dealt in state.hands)
    return msgspec.structs.replace(state, hands=hands)


def as_found(state: Round, seat: int, high: Hand, low: Hand, clause: Clause) -> Setting:
    """The hands as they lie: as their player told them, or as the dealer tells now, in order or not."""
    setting = state.setting_of(seat)
    if len(high) == len(low) == FOUR // 2:
        now = Setting(high=(high[0], high[1]), low=(low[0], low[1]))
        hand = state.hand(seat)
        if (setting is not None and not now.same_as(setting)) or (
            is_seen(hand) and not is_setting_of(now, hand)
        ):
            raise RuleViolation(clause, f"the hands of position {seat} were not laid like that")
        return setting or now
    if setting is None or high or low:
        raise RuleViolation(
            clause, "both hands are to be told, two tiles each", fix="tell them as they lie, high and low"
        )
    return setting


def out_of_the_round(state: Round, seat: int, *, seen: bool) -> Round:
    """The round without a position: its wager settled, its tiles picked up, face up or unseen."""
    tiles = state.hand(seat) if seen else (UNSEEN,) * len(state.hand(seat))
    return msgspec.structs.replace(
        state,
        bets=without(state.bets, [bet for bet in state.bets if bet.seat == seat]),
        hands=tuple(hand for hand in state.hands if hand.seat != seat),
        laid=tuple(laid for laid in state.laid if laid.seat != seat),
        deciding=tuple(other for other in state.deciding if other != seat),
        collected=(*state.collected, *tiles),
    )
