"""Wagers and payout odds (663a.7, 663a.11(g)-(j), 663a.12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product

from houseway.games.five_card_hi_lo.points import FOUR_ACES, FOUR_ACES_AND_A_TWO, THREE_ACES
from houseway.law import Clause, implements, pa, reading
from houseway.money import Cents, for_, odds_of
from houseway.table.events import Result
from houseway.table.poker_hands import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    category,
    rank_at,
)
from houseway.table.wagers import PayLine, Verdict, Wager, loses, pay_line, wins

ANTE, PLAY, TIE, POKER_BONUS = "ante", "play", "tie", "poker-bonus"
# The wagers that a table may leave out.
OPTIONAL = "optional"

ANTE_WAGER = pa("663a.7(d)")
PLAY_WAGER = pa("663a.11(b)#2")
TIE_WAGER = pa("663a.7(e)(1)")
POKER_BONUS_WAGER = pa("663a.7(e)(2)")

FOLD = pa("663a.11(b)#1")
FOLD_LOSES_TIE = pa("663a.11(b)(1)")
FOLD_KEEPS_POKER_BONUS = pa("663a.11(b)(2)")


@dataclass(frozen=True, slots=True)
class Showdown:
    """What decides a player's wagers: the points of four hands, the five cards as a Poker hand, their aces.

    `poker` is a value of `poker_hands.five_card`, `aces` one of `points.bonus_aces`. A folded hand was not `played`.
    """

    player_high: int = 0
    player_low: int = 0
    dealer_high: int = 0
    dealer_low: int = 0
    poker: int = 0
    aces: int = 0
    played: bool = True


# Ante and Play (663a.11(g)).

_EVEN_MONEY = pa("663a.12(a)")
_EVEN_LINES = {
    ANTE: pay_line("Ante Wager", _EVEN_MONEY),
    PLAY: pay_line("Play Wager", _EVEN_MONEY),
}
_BOTH_BEAT = {name: wins(pa("663a.11(g)(1)"), line) for name, line in _EVEN_LINES.items()}
_NEITHER_BEATS = loses(pa("663a.11(g)(2)"))
_ONLY_HIGH_BEATS = Verdict(Result.PUSH, pa("663a.11(g)(3)(i)"))
_ONLY_LOW_BEATS = Verdict(Result.PUSH, pa("663a.11(g)(3)(ii)"))
_FOLDED = loses(FOLD)


@implements("663a.11(g)", "663a.11(g)(1)", "663a.11(g)(2)", "663a.11(g)(3)", readings=("663-18",))
@implements("663a.11(g)(3)(i)", "663a.11(g)(3)(ii)", "663a.12(a)")
def _against_the_dealer(name: str, facts: Showdown, pick: str) -> Verdict:
    """Wins with a higher high hand and a lower low hand, stands off with only one of them, else loses."""
    if not facts.played:
        return _FOLDED
    beats_high = facts.player_high > facts.dealer_high
    beats_low = facts.player_low < facts.dealer_low
    if beats_high and beats_low:
        return _BOTH_BEAT[name]
    if beats_high:
        return _ONLY_HIGH_BEATS
    return _ONLY_LOW_BEATS if beats_low else _NEITHER_BEATS


# The Ante Bonus (663a.11(h), 663a.12(b)): it has no stake of its own, and pays the printed multiple of the Ante.

_BONUS_LINES = {
    FOUR_ACES_AND_A_TWO: ("four aces and a 2", "four_aces_and_2"),
    FOUR_ACES: ("four aces", "four_aces"),
    THREE_ACES: ("three aces", "three_aces"),
}
ANTE_BONUS_PAYTABLES = pa("663a.12(b)")
ANTE_BONUS_QUALIFIES = pa("663a.11(h)#1")


def _bonus_line(title: str, clause: Clause) -> PayLine:
    printed = odds_of(clause)
    return PayLine(f"Ante Bonus, {title}", for_(printed.win, printed.stake), clause)


# By paytable, then by the aces held.
ANTE_BONUS: Mapping[str, Mapping[int, PayLine]] = {
    paytable: {
        aces: _bonus_line(title, pa(f"663a.12(b)[{paytable}:{line}]"))
        for aces, (title, line) in _BONUS_LINES.items()
    }
    for paytable in ANTE_BONUS_PAYTABLES.parameters["paytables"].split(",")
}


@implements("663a.11(h)#1", "663a.11(h)#2", "663a.12(b)", readings=("663-08", "663-09"))
def ante_bonus(paytable: str, facts: Showdown) -> PayLine | None:
    """The one best line that a played hand is paid, however its Ante and Play Wagers came out."""
    return ANTE_BONUS[paytable].get(facts.aces) if facts.played else None


@implements("663a.12(b)", readings=("663-08",))
def ante_bonus_due(line: PayLine, ante: Cents) -> Cents:
    """The printed multiple of the Ante, which is settled by itself; every multiple is whole."""
    # "For" odds count a stake as part of the payment, and the bonus has none to be counted.
    return int(line.odds.pay(ante)) + ante


# The Tie Wager (663a.11(j)(1), 663a.12(c)).

_TIE_PAYTABLE = pa("663a.12(c)")
_TIE_PAID = pa("663a.11(j)(1)(i)")
_TIE_LINES = (
    pay_line("Tie Wager, high hands level", pa("663a.12(c)[high_tie]")),
    pay_line("Tie Wager, low hands level", pa("663a.12(c)[low_tie]")),
    pay_line("Tie Wager, both hands level", pa("663a.12(c)[both_tie]")),
)
_HIGH_LEVEL, _LOW_LEVEL, _BOTH_LEVEL = (wins(_TIE_PAID, line) for line in _TIE_LINES)
_NONE_LEVEL = loses(pa("663a.11(j)(1)(ii)"))
_TIE_FORFEITED = loses(FOLD_LOSES_TIE)


@implements("663a.11(j)(1)", "663a.11(j)(1)(i)", "663a.11(j)(1)(ii)", "663a.7(e)(1)", readings=("663-02",))
@implements("663a.12(c)", "663a.11(b)(1)", readings=("663-01", "663-10"))
def _tie(facts: Showdown, pick: str) -> Verdict:
    """Wins when the high hands or the low hands are level, more when both are; a fold loses it."""
    if not facts.played:
        return _TIE_FORFEITED
    high = facts.player_high == facts.dealer_high
    low = facts.player_low == facts.dealer_low
    if high and low:
        return _BOTH_LEVEL
    if high:
        return _HIGH_LEVEL
    return _LOW_LEVEL if low else _NONE_LEVEL


# The Poker Bonus (663a.6(b), 663a.11(j)(2), 663a.12(d)).

POKER_BONUS_PAYTABLES = pa("663a.12(d)")
_POKER_PAID = pa("663a.11(j)(2)(i)")
_POKER_COLLECTED = loses(pa("663a.11(j)(2)(ii)"))
_POKER_HANDS = {
    ROYAL_FLUSH: ("a royal flush", "royal_flush"),
    STRAIGHT_FLUSH: ("a straight flush", "straight_flush"),
    FOUR_OF_A_KIND: ("four of a kind", "four_of_a_kind"),
    FULL_HOUSE: ("a full house", "full_house"),
    FLUSH: ("a flush", "flush"),
    STRAIGHT: ("a straight", "straight"),
    THREE_OF_A_KIND: ("three of a kind", "three_of_a_kind"),
    TWO_PAIR: ("two pairs", "two_pair"),
}
_LOWEST_CARD = 2
# The number of the lowest pair that wins, by paytable.
LEAST_PAIR = {
    paytable: int(number)
    for paytable, number in (part.split(":") for part in _POKER_PAID.parameters["min_pair"].split(","))
}


def _poker_lines(paytable: str) -> Mapping[int, PayLine]:
    """The lines of a paytable by category of hand."""
    least = LEAST_PAIR[paytable]
    return {
        **{
            hand: pay_line(f"Poker Bonus, {title}", pa(f"663a.12(d)[{paytable}:{line}]"))
            for hand, (title, line) in _POKER_HANDS.items()
        },
        PAIR: pay_line(
            f"Poker Bonus, a pair of {least}s or better",
            pa(f"663a.12(d)[{paytable}:pair_{least}s_or_better]"),
        ),
    }


POKER_LINES = {
    paytable: _poker_lines(paytable) for paytable in POKER_BONUS_PAYTABLES.parameters["paytables"].split(",")
}
_POKER_WINS = {
    paytable: {hand: wins(_POKER_PAID, line) for hand, line in lines.items()}
    for paytable, lines in POKER_LINES.items()
}


@implements("663a.6(b)", "663a.6(b)(9)", "663a.7(e)(2)", "663a.12(d)", readings=("663-17",))
@implements("663a.11(j)(2)", "663a.11(j)(2)(i)", "663a.11(j)(2)(ii)", "663a.11(b)(2)")
def _poker_bonus(paytable: str, facts: Showdown, pick: str) -> Verdict:
    """Wins with the paytable's least pair or better, whether the hand was played or folded."""
    hand = category(facts.poker)
    if hand == PAIR and rank_at(facts.poker, 0) + _LOWEST_CARD < LEAST_PAIR[paytable]:
        return _POKER_COLLECTED
    return _POKER_WINS[paytable].get(hand, _POKER_COLLECTED)


_ON_POINTS = (reading("663-03"), reading("663-05"), reading("663-07"))


def _ante(paytable: str) -> Wager:
    """The Ante, with the lines of its bonus among its own."""
    return Wager(
        ANTE,
        "Ante",
        ANTE_WAGER,
        (_EVEN_LINES[ANTE], *ANTE_BONUS[paytable].values()),
        partial(_against_the_dealer, ANTE),
        readings=(*_ON_POINTS, reading("663-08"), reading("663-09")),
    )


_PLAY = Wager(
    PLAY,
    "Play",
    PLAY_WAGER,
    (_EVEN_LINES[PLAY],),
    partial(_against_the_dealer, PLAY),
    readings=_ON_POINTS,
)
_TIE = Wager(
    TIE,
    "Tie",
    TIE_WAGER,
    _TIE_LINES,
    _tie,
    OPTIONAL,
    readings=(reading("663-01"), reading("663-02"), *_ON_POINTS),
)


def _poker(paytable: str) -> Wager:
    return Wager(
        POKER_BONUS,
        "Poker Bonus",
        POKER_BONUS_WAGER,
        tuple(POKER_LINES[paytable].values()),
        partial(_poker_bonus, paytable),
        OPTIONAL,
        readings=(reading("663-17"),),
    )


def catalogue(ante_bonus_paytable: str, poker_bonus_paytable: str) -> Mapping[str, Wager]:
    """The wagers of the chapter under the paytables of a submission."""
    wagers = (_ante(ante_bonus_paytable), _PLAY, _TIE, _poker(poker_bonus_paytable))
    return {wager.name: wager for wager in wagers}


# By the paytables of the Ante Bonus and of the Poker Bonus.
CATALOGUES = {chosen: catalogue(*chosen) for chosen in product(ANTE_BONUS, POKER_LINES)}
CATALOGUE = CATALOGUES["A", "A"]
