"""Whose turn it is: who is asked, who sets and who is revealed next (663a.7(d), (f), 663a.11(b), (d), (f))."""

from houseway.equipment.cards import is_seen
from houseway.games.five_card_hi_lo.points import bonus_aces
from houseway.games.five_card_hi_lo.round import DECIDING, REVEALING, Round
from houseway.games.five_card_hi_lo.setting import first_to_set, five
from houseway.games.five_card_hi_lo.wagers import ANTE, FOLD, PLAY
from houseway.law import Clause, RuleViolation, implements
from houseway.table.areas import owner_of, positions_of
from houseway.table.card_felt import DEALER
from houseway.table.seats import clockwise, counterclockwise
from houseway.table.wagers import Bet

NOBODY = 0


@implements("663a.7(d)")
def dealt_in(state: Round) -> tuple[int, ...]:
    """Who made an Ante Wager, clockwise from the dealer's left."""
    return tuple(clockwise({bet.seat for bet in state.bets if bet.wager == ANTE}))


@implements("663a.11(b)#1")
def asked(state: Round) -> int:
    """The player whose answer is due, clockwise from the dealer's left; `NOBODY` when all have answered."""
    if state.phase != DECIDING:
        return NOBODY
    played = {bet.seat for bet in state.bets if bet.wager == PLAY}
    return next((seat for seat in dealt_in(state) if seat not in played | set(state.folded)), NOBODY)


def check_asked(state: Round, seat: int) -> None:
    """Refuse the answer of a player who is not asked."""
    turn = asked(state)
    if not turn or seat != turn:
        who = f"position {turn} is asked now" if turn else "everyone has answered"
        raise RuleViolation(FOLD, f"{who}, not position {seat}")


@implements("663a.11(f)#1")
def revealed_next(state: Round) -> int:
    """The position whose hand is revealed next, counterclockwise from the dealer's right; `NOBODY` when none is."""
    return next(counterclockwise(on_table(state)), NOBODY) if state.phase == REVEALING else NOBODY


def on_table(state: Round) -> frozenset[int]:
    """The positions whose cards have not gone to the rack."""
    dealt = {hand.seat for hand in state.hands if hand.seat != DEALER}
    return frozenset(dealt - set(state.discarded))


def to_set(state: Round) -> tuple[int, ...]:
    """The played positions that are not laid down yet."""
    waiting = on_table(state) - set(state.folded) - {laid.seat for laid in state.laid}
    return tuple(sorted(waiting))


def positions_of_player(state: Round, seat: int) -> tuple[int, ...]:
    """All positions of the player who plays this one."""
    return positions_of(state, owner_of(state, seat))


def first_of_player(state: Round, seat: int) -> tuple[int, Clause]:
    """Which of a player's positions is set next, and by which clause."""
    mine = set(positions_of_player(state, seat)) & set(to_set(state))
    return first_to_set(
        (bet.seat, bet.amount) for bet in state.bets if bet.wager == ANTE and bet.seat in mine
    )


def bets_at(state: Round, seat: int) -> tuple[Bet, ...]:
    """What a position has on the layout."""
    return tuple(bet for bet in state.bets if bet.seat == seat)


def holds_bonus(state: Round, seat: int) -> bool:
    """Whether the cards of a position, if they have been seen, are worth an Ante Bonus."""
    hand = state.hand(seat)
    return is_seen(hand) and bonus_aces(*five(hand)) > 0
