"""Wagers and payout odds (661a.3, 661a.8)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from houseway.games.three_dice_football.field import Ending, Kind, Play, Score, Throw, is_triple
from houseway.law import Clause, Reading, implements, pa, reading
from houseway.table.wagers import Verdict, Wager, loses, pay_line, wins

FULL_GAME = "full-game"
SINGLE_PLAY = "single-play"

_AGAINST_THE_OFFENSE = (Kind.PENALTY, Kind.TURNOVER)


_ANY_THROW = (reading("661-04"),)
_ANY_GAME = (reading("661-01"), reading("661-02"), reading("661-03"), *_ANY_THROW)
_YARDS_ON_TRIPS = (*_ANY_THROW, reading("661-08"))


def _full_game(name: str, title: str, rule: Clause, pays: Clause, wins_on: Callable[[Ending], bool]) -> Wager:
    return _plain(name, title, rule, pays, wins_on, FULL_GAME, _ANY_GAME)


def _single_play(
    name: str,
    title: str,
    rule: Clause,
    pays: Clause,
    wins_on: Callable[[Play], bool],
    readings: tuple[Reading, ...] = _ANY_THROW,
) -> Wager:
    return _plain(name, title, rule, pays, wins_on, SINGLE_PLAY, readings)


def _plain(
    name: str,
    title: str,
    rule: Clause,
    pays: Clause,
    wins_on: Callable[[Any], bool],
    group: str,
    readings: tuple[Reading, ...],
) -> Wager:
    """A wager with one paytable line that wins on a plain condition and loses otherwise."""
    line = pay_line(f"{title} Wager", pays)
    win, lose = wins(rule, line), loses(rule)
    return Wager(
        name,
        title,
        rule,
        (line,),
        lambda facts, _: win if wins_on(facts) else lose,
        group,
        readings=readings,
    )


# Full game wagers, decided by how the game ends (661a.3(b)).


@implements("661a.3(b)(1)")
def _touchdown(ending: Ending) -> bool:
    return ending.scored


@implements("661a.3(b)(2)")
def _defense(ending: Ending) -> bool:
    return not ending.scored


@implements("661a.3(b)(5)")
def _game_changer(ending: Ending) -> bool:
    return ending.how in (Score.TRIPS_TD, Score.TURNOVER)


_EXTRA_POINT_LINES = (
    pay_line("Extra Point Wager, a 1 on one die", pa("661a.8(a)[extra_point:one_1]")),
    pay_line("Extra Point Wager, a 1 on two dice", pa("661a.8(a)[extra_point:two_1s]")),
    pay_line("Extra Point Wager, a triple of 1s", pa("661a.8(a)[extra_point:triple_1s]")),
    pay_line("Extra Point Wager, any other triple", pa("661a.8(a)[extra_point:other_triple]")),
)
_ONES_WIN = tuple(wins(pa("661a.3(b)(3)(i)"), line) for line in _EXTRA_POINT_LINES[:3])
_TRIPLE_WINS = wins(pa("661a.3(b)(3)(ii)"), _EXTRA_POINT_LINES[3])
_NO_EXTRA_POINT = loses(pa("661a.3(b)(3)"))


@implements("661a.3(b)(3)", "661a.3(b)(3)(i)", "661a.3(b)(3)(ii)", readings=("661-07",))
def _extra_point(ending: Ending, pick: str) -> Verdict:
    """Needs a score and then a 1 or a triple; the four lines exclude one another."""
    roll = ending.extra_point
    if not ending.scored or roll is None:
        return _NO_EXTRA_POINT
    ones = _ones(roll)
    if ones:
        return _ONES_WIN[ones - 1]
    return _TRIPLE_WINS if is_triple(roll) else _NO_EXTRA_POINT


def _ones(roll: Throw) -> int:
    return (roll.green_1, roll.green_2, roll.red).count(1)


_QUICK_STRIKE = pa("661a.3(b)(4)")
_QUICK_STRIKE_LINES = tuple(
    pay_line(f"Quick Strike TD Wager, play {play}", pa(f"661a.8(a)[quick_strike:{play}]"))
    for play in range(1, _QUICK_STRIKE.integer("max_downs") + 1)
)
_QUICK_STRIKE_WINS = tuple(wins(_QUICK_STRIKE, line) for line in _QUICK_STRIKE_LINES)
_QUICK_STRIKE_LOSES = loses(_QUICK_STRIKE)


@implements("661a.3(b)(4)")
def _quick_strike(ending: Ending, pick: str) -> Verdict:
    """Wins on a score within four plays, the sooner the more."""
    if ending.scored and ending.plays <= len(_QUICK_STRIKE_WINS):
        return _QUICK_STRIKE_WINS[ending.plays - 1]
    return _QUICK_STRIKE_LOSES


@implements("661a.3(b)(6)")
def _lasted(ending: Ending, plays: int) -> bool:
    return ending.plays == plays


# Single play wagers, decided by the dice of one throw (661a.3(d)).


@implements("661a.3(d)(1)")
def _trips(play: Play) -> bool:
    return play.kind is Kind.TRIPS_TD


@implements("661a.3(d)(2)")
def _penalty(play: Play) -> bool:
    return play.kind in _AGAINST_THE_OFFENSE


@implements("661a.3(d)(3)")
def _turnover(play: Play) -> bool:
    return play.kind is Kind.TURNOVER


@implements("661a.3(d)(4)")
def _cover_three(play: Play) -> bool:
    return play.kind is Kind.TRIPS_TD or play.kind in _AGAINST_THE_OFFENSE


@implements("661a.3(d)(5)", readings=("661-08",))
def _no_gain(play: Play) -> bool:
    return play.kind is Kind.NO_GAIN or play.kind in _AGAINST_THE_OFFENSE


@implements("661a.3(d)(6)", readings=("661-08",))
def _big_play(play: Play) -> bool:
    return play.kind is Kind.TRIPS_TD or play.yards >= _BIG_PLAY.integer("min_yards")


_BIG_PLAY = pa("661a.3(d)(6)")
_OVER_FOUR = pa("661a.3(d)(7)")
_OVER_LINES = (
    pay_line("Over Four Yards Wager", pa("661a.8(b)[over_four]")),
    pay_line("Over Four Yards Wager with a Trips TD", pa("661a.8(b)[over_four:trips_td]")),
)
_OVER_WINS, _OVER_WINS_BY_TRIPS = (wins(_OVER_FOUR, line) for line in _OVER_LINES)
_OVER_LOSES = loses(_OVER_FOUR)
_UNDER_FOUR = pa("661a.3(d)(8)")


@implements("661a.3(d)(7)", readings=("661-08",))
def _over_four(play: Play, pick: str) -> Verdict:
    """Wins on five yards or more, and by its own line on any Trips TD."""
    if play.kind is Kind.TRIPS_TD:
        return _OVER_WINS_BY_TRIPS
    return _OVER_WINS if play.yards >= _OVER_FOUR.integer("min_yards") else _OVER_LOSES


@implements("661a.3(d)(8)", readings=("661-08",))
def _under_four(play: Play) -> bool:
    return play.kind is not Kind.TRIPS_TD and play.yards <= _UNDER_FOUR.integer("max_yards")


_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")

_LIST = (
    _full_game("touchdown", "Touchdown", pa("661a.3(b)(1)"), pa("661a.8(a)[touchdown]"), _touchdown),
    _full_game("defense", "Defense", pa("661a.3(b)(2)"), pa("661a.8(a)[defense]"), _defense),
    Wager(
        "extra-point",
        "Extra Point",
        pa("661a.3(b)(3)"),
        _EXTRA_POINT_LINES,
        _extra_point,
        FULL_GAME,
        readings=(*_ANY_GAME, reading("661-06"), reading("661-07")),
    ),
    Wager(
        "quick-strike-td",
        "Quick Strike TD",
        _QUICK_STRIKE,
        _QUICK_STRIKE_LINES,
        _quick_strike,
        FULL_GAME,
        readings=_ANY_GAME,
    ),
    _full_game(
        "game-changer", "Game Changer", pa("661a.3(b)(5)"), pa("661a.8(a)[game_changer]"), _game_changer
    ),
    *(
        _full_game(
            f"game-length-{plays}",
            f"Game Length {plays}",
            pa(f"661a.3(b)(6)({numeral})"),
            pa(f"661a.8(a)[game_length:{plays}]"),
            partial(_lasted, plays=plays),
        )
        for plays, numeral in enumerate(_ROMAN, 1)
    ),
    _single_play("trips-td", "Trips TD", pa("661a.3(d)(1)"), pa("661a.8(b)[trips_td]"), _trips),
    _single_play("penalty", "Penalty", pa("661a.3(d)(2)"), pa("661a.8(b)[penalty]"), _penalty),
    _single_play("turnover", "Turnover", pa("661a.3(d)(3)"), pa("661a.8(b)[turnover]"), _turnover),
    _single_play(
        "cover-three", "Cover Three", pa("661a.3(d)(4)"), pa("661a.8(b)[cover_three]"), _cover_three
    ),
    _single_play(
        "no-gain", "No Gain", pa("661a.3(d)(5)"), pa("661a.8(b)[no_gain]"), _no_gain, _YARDS_ON_TRIPS
    ),
    _single_play("big-play", "Big Play", _BIG_PLAY, pa("661a.8(b)[big_play]"), _big_play, _YARDS_ON_TRIPS),
    Wager(
        "over-four-yards",
        "Over Four Yards",
        _OVER_FOUR,
        _OVER_LINES,
        _over_four,
        SINGLE_PLAY,
        readings=_YARDS_ON_TRIPS,
    ),
    _single_play(
        "under-four-yards",
        "Under Four Yards",
        _UNDER_FOUR,
        pa("661a.8(b)[under_four]"),
        _under_four,
        _YARDS_ON_TRIPS,
    ),
)

CATALOGUE = {wager.name: wager for wager in _LIST}
