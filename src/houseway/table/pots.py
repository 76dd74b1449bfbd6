"""Pots: what players who bet against each other can win, in layers by what each has put in, and how a pot is shared."""

from collections.abc import Iterable
from typing import NamedTuple

from houseway.law import implements, pa
from houseway.money import Cents

# No odd amount is larger (637a.19(k)(2), 637a.20(k)(2), 637a.21(k)(5); reading C-91).
MOST_ODD: Cents = pa("637a.19(k)(2)(ii)#2").integer("max_excess") * 100


class Stake(NamedTuple):
    """What a player has put into the pot in a hand, and whether the hand is live."""

    seat: int
    cents: Cents
    live: bool = True


# The same as plain numbers, as a hand under way tells it.
Staked = tuple[int, Cents, bool]


class Pot(NamedTuple):
    """A pot and those who can win it; the first is the main pot, the others lie beside it."""

    cents: Cents
    contenders: frozenset[int]


def uncalled(stakes: Iterable[Staked]) -> Stake | None:
    """The part of the highest live stake that nobody called, which goes back before anything is won."""
    top, most, called, is_live = 0, 0, 0, False
    for seat, cents, live in stakes:
        if cents > most:
            top, most, called, is_live = seat, cents, most, live
        elif cents > called:
            called = cents
    return Stake(top, most - called) if is_live and most > called else None


def pots(stakes: Iterable[Staked]) -> tuple[Pot, ...]:
    """The pots without what nobody called."""
    held = list(stakes)
    back = uncalled(held)
    if back is not None:
        held = [
            (seat, cents - back.cents, live) if seat == back.seat else (seat, cents, live)
            for seat, cents, live in held
        ]
    return layers(held)


@implements("637a.19(k)#1", "637a.20(k)#1", "637a.21(k)")
def layers(held: list[Staked]) -> tuple[Pot, ...]:
    """The pots in layers by the stakes of live hands.

    What a folded hand put in beyond the highest live stake lies in the last pot; where nobody who is left has put anything
    in, because the hands that had are dead, all of it is one pot.
    """
    left = sum([cents for _, cents, _ in held])
    levels = sorted({cents for _, cents, live in held if live and cents})
    if not levels:
        return (Pot(left, frozenset([seat for seat, _, live in held if live])),) if left else ()
    found = []
    below = 0
    for level in levels:
        # Nobody who is still in it put in more than the last level: what a folded hand did goes with it.
        cents = left
        if level != levels[-1]:
            cents = sum([min(put_in, level) - min(put_in, below) for _, put_in, _ in held])
        found.append(Pot(cents, frozenset([seat for seat, put_in, live in held if live and put_in >= level])))
        below, left = level, left - cents
    return tuple(found)


@implements(
    "637a.19(k)(2)(i)#1",
    "637a.19(k)(2)(i)#2",
    "637a.19(k)(2)(ii)#1",
    "637a.19(k)(2)(ii)#2",
    "637a.19(k)(2)(iii)#1",
    "637a.19(k)(2)(iii)#2",
    "637a.20(k)(2)#1",
    "637a.20(k)(2)#2",
    "637a.20(l)(1)(ii)",
    "637a.20(l)(2)(ii)",
    "637a.21(k)(5)#1",
    "637a.21(k)(5)#2",
    readings=("C-84", "C-90", "C-91"),
)
def shares(cents: Cents, winners: tuple[int, ...], unit: Cents, odd_to: int) -> dict[int, Cents]:
    """Equal shares in chips of `unit`, broken down until at most a dollar is odd, which goes once to `odd_to`.

    Winners are players, or the sides of a pot that is halved.
    """
    if odd_to not in winners:
        raise ValueError(f"{odd_to} is not among the winners")
    if len(winners) == 1:
        return {odd_to: cents}
    if len(set(winners)) < len(winners):
        raise ValueError("a winner is named twice")
    for broken in (part for part in range(unit, 0, -1) if not unit % part):
        each = cents // (broken * len(winners)) * broken
        odd = cents - each * len(winners)
        if odd <= MOST_ODD:
            return {seat: each + (odd if seat == odd_to else 0) for seat in winners}
    raise ValueError(f"{cents} cents cannot be shared by {len(winners)} with a dollar odd at most")
