"""Wagers and payout odds (665a.6, 665a.7(m)-(o), 665a.8-665a.12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial

from houseway.games.double_attack_blackjack.cards import below
from houseway.law import Clause, implements, pa, reading
from houseway.table.events import Result
from houseway.table.twenty_one import TWENTY_ONE, best, points
from houseway.table.wagers import PayLine, Units, Verdict, Wager, loses, pay_line, surrenders, wins

BET, DOUBLE_ATTACK, BUST_IT, INSURANCE = "bet", "double-attack", "bust-it", "insurance"
DOUBLE_DOWN, SPLIT = "double-down", "split"
# The hands that a position may come to have, as picks of the wagers that belong to one of them.
HANDS = tuple(str(hand) for hand in range(1, 2 + pa("665a.11(c)#3").integer("max_splits")))

BET_WAGER = pa("665a.6(d)")
DOUBLE_ATTACK_WAGER = pa("665a.6(e)")
BUST_IT_WAGER = pa("665a.6(f)")
INSURANCE_WAGER = pa("665a.8(a)")
DOUBLE_DOWN_WAGER = pa("665a.10(a)#2")
SPLIT_WAGER = pa("665a.11(a)#2")


class OnSurrender(StrEnum):
    """What becomes of a Double Down Wager on a hand that is given up (665-02)."""

    HALF = "half"
    RETURNED = "returned"
    FORFEITED = "forfeited"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What decides the wagers of a hand: both totals, who has Blackjack, and whether the player gave the hand up.

    `court` is whether the up card is an ace or a court card, so that the hole card was checked before.
    """

    player: int = 0
    dealer: int = 0
    blackjack: bool = False
    dealer_blackjack: bool = False
    given_up: bool = False
    court: bool = False


# The Bet, and what follows it (665a.7(o), 665a.9, 665a.10(b), 665a.11(d)).

_EVEN_MONEY = pa("665a.12(a)")
_HALF = Fraction(pa("665a.9(b)(1)").parameters["collect"])
_GIVEN_UP = {False: pa("665a.9(b)(1)"), True: pa("665a.9(b)(2)(ii)")}
_BUST = loses(pa("665a.7(o)(1)(ii)(B)"))
_DEALER_BLACKJACK = loses(pa("665a.7(o)(1)(ii)(A)"))
_LOWER = loses(pa("665a.7(o)(1)(ii)(C)"))
_TIE = Verdict(Result.PUSH, pa("665a.7(o)(1)(iii)"))
_ATTACK_RETURNED = Verdict(Result.RETURNED, pa("665a.7(o)(2)"))
_DOUBLE_RETURNED = Verdict(Result.RETURNED, pa("665a.10(b)"))
_SPLIT_RETURNED = Verdict(Result.RETURNED, pa("665a.11(d)"))
_LINES = {
    name: pay_line(title, _EVEN_MONEY)
    for name, title in {
        BET: "Bet Wager",
        DOUBLE_ATTACK: "Double Attack Wager",
        DOUBLE_DOWN: "Double Down Wager",
        SPLIT: "Split Wager",
    }.items()
}
_BETTER = {
    name: {why: wins(pa(f"665a.7(o)(1)(i)({why})"), line) for why in "ABC"} for name, line in _LINES.items()
}


@implements("665a.7(o)(1)", "665a.7(o)(1)(i)", "665a.7(o)(1)(ii)", readings=("665-01", "665-08"))
@implements("665a.7(o)(1)(i)(A)", "665a.7(o)(1)(i)(B)", "665a.7(o)(1)(i)(C)", "665a.12(a)")
@implements("665a.7(o)(1)(ii)(A)", "665a.7(o)(1)(ii)(B)", "665a.7(o)(1)(ii)(C)", "665a.7(o)(1)(iii)")
@implements("665a.9(b)", "665a.9(b)(1)", "665a.9(b)(2)(ii)", readings=("665-02",))
def _against_the_dealer(name: str, facts: Outcome) -> Verdict:
    """The higher total of at most 21 wins, a Blackjack beats any other; a hand past 21 has lost, one given up half."""
    if facts.given_up:
        return surrenders(_GIVEN_UP[facts.court], _HALF)
    if facts.player > TWENTY_ONE:
        return _BUST
    if facts.blackjack or facts.dealer_blackjack:
        if facts.blackjack and facts.dealer_blackjack:
            return _TIE
        return _BETTER[name]["C"] if facts.blackjack else _DEALER_BLACKJACK
    if facts.dealer > TWENTY_ONE:
        return _BETTER[name]["A"]
    if facts.player == facts.dealer:
        return _TIE
    return _BETTER[name]["B"] if facts.player > facts.dealer else _LOWER


def _bet(facts: Outcome, pick: str) -> Verdict:
    return _against_the_dealer(BET, facts)


@implements("665a.7(o)(2)", "665a.9(b)(2)(i)", readings=("665-05",))
def _double_attack(facts: Outcome, pick: str) -> Verdict:
    """Goes with the Bet, but back to its player when only the dealer has Blackjack."""
    if facts.dealer_blackjack and not facts.blackjack:
        return _ATTACK_RETURNED
    return _against_the_dealer(DOUBLE_ATTACK, facts)


@implements("665a.11(d)", readings=("665-03", "665-21"))
def _split(facts: Outcome, pick: str) -> Verdict:
    """Goes with its hand, but back to its player when the dealer proves to have Blackjack."""
    return _SPLIT_RETURNED if facts.dealer_blackjack else _against_the_dealer(SPLIT, facts)


_ON_SURRENDER = {
    OnSurrender.RETURNED: Verdict(Result.RETURNED, pa("665a.9(b)")),
    OnSurrender.FORFEITED: loses(pa("665a.9(b)")),
}


@implements("665a.10(b)", readings=("665-02", "665-03"))
def _double_down(chosen: OnSurrender, facts: Outcome, pick: str) -> Verdict:
    """Goes with its hand, but back to its player when the dealer proves to have Blackjack."""
    if facts.dealer_blackjack:
        return _DOUBLE_RETURNED
    if facts.given_up and chosen in _ON_SURRENDER:
        return _ON_SURRENDER[chosen]
    return _against_the_dealer(DOUBLE_DOWN, facts)


# Insurance (665a.8).

_INSURANCE_LINE = pay_line("Insurance", pa("665a.12(b)"))
_INSURED = wins(pa("665a.8(c)"), _INSURANCE_LINE)
_NOT_NEEDED = loses(pa("665a.8(d)"))


@implements("665a.8(a)", "665a.8(c)", "665a.8(d)", "665a.12(b)")
def _insurance(facts: Outcome, pick: str) -> Verdict:
    """Wins when the dealer's ace has a court card in the hole."""
    return _INSURED if facts.dealer_blackjack else _NOT_NEEDED


# Bust It (665a.7(m), 665a.12(c)): plain integers, so that the lab compiles the very same.

NO_BUST, SIX, SEVEN, EIGHT, NINE, COURT, EIGHTS_SAME_COLOUR, EIGHTS_SUITED = range(8)
_ACE, _EIGHT_RANK = 12, 6
_STANDS = below(pa("665a.7(m)(2)"))


@implements(
    "665a.7(m)", "665a.7(m)(1)", "665a.7(m)(2)(i)#1", "665a.7(m)(2)(ii)", readings=("665-04", "665-09")
)
@implements("665a.7(m)(2)(i)#2", "665a.12(c)", readings=("665-10",))
def bust_line(up: int, hole: int, third: int) -> int:
    """What a Bust It Wager is paid on: the third card that passes 21, or three eights alike; none where it loses."""
    count = points(up) + points(hole)
    aces = (up // 4 == _ACE) + (hole // 4 == _ACE)
    if best(count, aces) >= _STANDS:
        return NO_BUST
    if best(count + points(third), aces + (third // 4 == _ACE)) <= TWENTY_ONE:
        return NO_BUST
    if up // 4 == _EIGHT_RANK and hole // 4 == _EIGHT_RANK and third // 4 == _EIGHT_RANK:
        if up % 4 == hole % 4 and hole % 4 == third % 4:
            return EIGHTS_SUITED
        # Diamonds and hearts are the suits 1 and 2.
        red = (up % 4 in (1, 2)) + (hole % 4 in (1, 2)) + (third % 4 in (1, 2))
        if red in (0, 3):
            return EIGHTS_SAME_COLOUR
    rank = third // 4
    return COURT if rank > 7 else rank - 3


_BUST_LINES: Mapping[int, PayLine] = {
    line: pay_line(f"Bust It Wager, {title}", pa(f"665a.12(c)[{row}]"))
    for line, title, row in (
        (EIGHTS_SUITED, "three eights of one suit", "888_suited"),
        (EIGHTS_SAME_COLOUR, "three eights of one color", "888_same_color"),
        (SIX, "a six", "third_card:6"),
        (SEVEN, "a seven", "third_card:7"),
        (EIGHT, "an eight", "third_card:8"),
        (NINE, "a nine", "third_card:9"),
        (COURT, "a king, queen or jack", "third_card:KQJ"),
    )
}
_BUST_PAID: Mapping[int, Clause] = {
    line: pa("665a.7(m)(2)(i)#2" if line in (EIGHTS_SUITED, EIGHTS_SAME_COLOUR) else "665a.7(m)(2)(i)#1")
    for line in _BUST_LINES
}
_BUST_WINS = {line: wins(_BUST_PAID[line], paid) for line, paid in _BUST_LINES.items()}
_TWO_CARDS_STAND = loses(pa("665a.7(m)(1)"))
_THREE_CARDS_STAND = loses(pa("665a.7(m)(2)(ii)"))


@dataclass(frozen=True, slots=True)
class DealersCards:
    """What decides a Bust It Wager: the dealer's first two cards, and the third if there is one."""

    up: int
    hole: int
    third: int | None = None


def _bust_it(facts: DealersCards, pick: str) -> Verdict:
    if facts.third is None:
        return _TWO_CARDS_STAND
    return _BUST_WINS.get(bust_line(facts.up, facts.hole, facts.third), _THREE_CARDS_STAND)


# The catalogue.

_IN_HALVES = Units(2, pa("665a.9(b)(1)"), paid=True)


def catalogue(on_surrender: OnSurrender) -> Mapping[str, Wager]:
    """The wagers of the chapter under a reading of what a surrender does to a Double Down Wager."""
    on_hands = (reading("665-01"), reading("665-06"), reading("665-07"), reading("665-08"))
    wagers = (
        Wager(BET, "Bet", BET_WAGER, (_LINES[BET],), _bet, readings=on_hands, units=_IN_HALVES),
        Wager(
            DOUBLE_ATTACK,
            "Double Attack",
            DOUBLE_ATTACK_WAGER,
            (_LINES[DOUBLE_ATTACK],),
            _double_attack,
            readings=(*on_hands, reading("665-05")),
            units=_IN_HALVES,
        ),
        Wager(
            BUST_IT,
            "Bust It",
            BUST_IT_WAGER,
            tuple(_BUST_LINES.values()),
            _bust_it,
            readings=(reading("665-04"), reading("665-09"), reading("665-10"), reading("665-12")),
        ),
        Wager(
            INSURANCE,
            "Insurance",
            INSURANCE_WAGER,
            (_INSURANCE_LINE,),
            _insurance,
            readings=(reading("665-18"), reading("665-27")),
        ),
        Wager(
            DOUBLE_DOWN,
            "Double Down",
            DOUBLE_DOWN_WAGER,
            (_LINES[DOUBLE_DOWN],),
            partial(_double_down, on_surrender),
            picks=HANDS,
            readings=(reading("665-02"), reading("665-03"), reading("665-20")),
            unnamed=HANDS[:1],
            units=_IN_HALVES,
        ),
        Wager(
            SPLIT,
            "Split",
            SPLIT_WAGER,
            (_LINES[SPLIT],),
            _split,
            picks=HANDS[1:],
            readings=(reading("665-03"), reading("665-21")),
            units=_IN_HALVES,
        ),
    )
    return {wager.name: wager for wager in wagers}


CATALOGUES = {chosen: catalogue(chosen) for chosen in OnSurrender}
CATALOGUE = CATALOGUES[OnSurrender.HALF]
