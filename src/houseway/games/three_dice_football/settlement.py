"""Settlement: which wagers are settled when, and in which order (661a.5(h), 661a.6(d), (f), (g))."""

from collections.abc import Callable

import msgspec

from houseway.games.three_dice_football.field import Ending, Play
from houseway.games.three_dice_football.wagers import CATALOGUE, FULL_GAME, SINGLE_PLAY
from houseway.law import Clause, implements, pa
from houseway.table.events import Settled
from houseway.table.wagers import Bet, Bets, BettingRules

AFTER_EVERY_THROW = pa("661a.3(e)#2")
ONCE_COLLECTED = pa("661a.5(h)#2")
EACH_DOWN = pa("661a.6(d)#1")
DEFENSE_COLLECTED = pa("661a.6(f)(1)#1")
OTHERS_ON_SCORE = pa("661a.6(f)(1)#2")
TOUCHDOWN_PAID = pa("661a.6(f)(1)#4")
OFFENSE_COLLECTED = pa("661a.6(f)(2)#1")
OTHERS_ON_STOP = pa("661a.6(f)(2)#2")

Lines = tuple[Settled, ...]


def after_a_down(betting: BettingRules, bets: Bets, play: Play) -> Lines:
    """A down that did not end the game settles the single play wagers (661a.6(d))."""
    return _single_play(betting, bets, play, EACH_DOWN)


@implements("661a.6(f)", "661a.6(f)(1)#1", "661a.6(f)(1)#2", readings=("661-05",))
def after_a_score(betting: BettingRules, bets: Bets, ending: Ending, play: Play) -> Lines:
    """Defense Wagers first, then everything but Touchdown and Extra Point."""
    return (
        *_full_game(betting, bets, ending, DEFENSE_COLLECTED, _is("defense")),
        *_single_play(betting, bets, play, OTHERS_ON_SCORE),
        *_full_game(betting, bets, ending, OTHERS_ON_SCORE, _is_other),
    )


@implements("661a.6(f)(1)#4")
def after_the_extra_point(betting: BettingRules, bets: Bets, ending: Ending) -> Lines:
    """Last after a score: Touchdown Wagers are paid, then Extra Point Wagers settled."""
    return (
        *_full_game(betting, bets, ending, TOUCHDOWN_PAID, _is("touchdown")),
        *_full_game(betting, bets, ending, TOUCHDOWN_PAID, _is("extra-point")),
    )


@implements("661a.6(f)", "661a.6(f)(2)#1", "661a.6(f)(2)#2", readings=("661-05",))
def after_a_stop(betting: BettingRules, bets: Bets, ending: Ending, play: Play) -> Lines:
    """Touchdown and Extra Point Wagers are collected, Defense Wagers paid, then the others settled."""
    return (
        *_full_game(betting, bets, ending, OFFENSE_COLLECTED, _is("touchdown", "extra-point")),
        *_full_game(betting, bets, ending, OFFENSE_COLLECTED, _is("defense")),
        *_single_play(betting, bets, play, OTHERS_ON_STOP),
        *_full_game(betting, bets, ending, OTHERS_ON_STOP, _is_other),
    )


@implements("661a.3(e)#2", "661a.6(d)#1", "661a.6(d)#2", "661a.6(g)", "661a.8(b)")
def _single_play(betting: BettingRules, bets: Bets, play: Play, order: Clause) -> Lines:
    """Single play wagers, by the value of the dice alone."""
    also = (AFTER_EVERY_THROW.id, ONCE_COLLECTED.id)
    return tuple(
        msgspec.structs.replace(betting.settle(bet, play, order), also=also)
        for bet in _by_seat(bets)
        if CATALOGUE[bet.wager].group == SINGLE_PLAY
    )


@implements("661a.6(g)", "661a.8(a)")
def _full_game(
    betting: BettingRules, bets: Bets, ending: Ending, order: Clause, chosen: Callable[[str], bool]
) -> Lines:
    """The chosen full game wagers, by how the game ended."""
    return tuple(
        betting.settle(bet, ending, order)
        for bet in _by_seat(bets)
        if CATALOGUE[bet.wager].group == FULL_GAME and chosen(bet.wager)
    )


def _is(*names: str) -> Callable[[str], bool]:
    return lambda wager: wager in names


def _is_other(wager: str) -> bool:
    return wager not in ("touchdown", "extra-point", "defense")


def _by_seat(bets: Bets) -> list[Bet]:
    return sorted(bets, key=lambda bet: bet.seat)
