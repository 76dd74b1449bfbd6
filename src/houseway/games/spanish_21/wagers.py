"""Wagers and payout odds (635a.10, 635a.12, and what is common practice at the game)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from houseway.games.spanish_21 import bonuses
from houseway.games.spanish_21.bonuses import bonus_line, match_line
from houseway.law import Clause, implements, pa, reading
from houseway.money import Odds, all_odds_of, odds_of
from houseway.table.events import Result
from houseway.table.twenty_one import TWENTY_ONE
from houseway.table.wagers import PayLine, Units, Verdict, Wager, loses, pay_line, surrenders, wins

SPANISH_21, MATCH, INSURANCE = "spanish-21", "match-the-dealer", "insurance"
DOUBLE_DOWN, SPLIT = "double-down", "split"


def common(what: str) -> Clause:
    """What is common practice at the game."""
    return pa(f"common:spanish-21/{what}")


PAYS = pa("635a.12(a)")
DOUBLE_DOWN_WAGER = pa("635a.10(a)#2")
SPLIT_WAGER, MATCH_WAGER, INSURANCE_WAGER = common("split"), common("match-the-dealer"), common("insurance")
SURRENDER, RESCUE, PLAYER_21 = common("surrender"), common("rescue"), common("player-21")
(MOST_HANDS,) = SPLIT_WAGER.numbers("max_hands")
# The hands that a position may come to have, as picks of the wagers that belong to one of them.
HANDS = tuple(str(hand) for hand in range(1, 1 + MOST_HANDS))


# A hand against the dealer's: plain integers, so that the lab compiles the very same.

LOST, TIED, WON, BLACKJACK_WON = range(4)


@implements("common:spanish-21/player-21")
def against_the_dealer(player: int, dealer: int, blackjack: bool, dealer_blackjack: bool) -> int:
    """How a hand fares: a Blackjack beats any hand, 21 any but a Blackjack, else the higher total of at most 21."""
    if player > TWENTY_ONE:
        return LOST
    if blackjack:
        return BLACKJACK_WON
    if dealer_blackjack:
        return LOST
    if player == TWENTY_ONE or dealer > TWENTY_ONE or player > dealer:
        return WON
    return TIED if player == dealer else LOST


@dataclass(frozen=True, slots=True)
class Outcome:
    """What decides the wagers of a hand: its cards and both totals, who has Blackjack, what became of it before."""

    cards: tuple[int, ...] = ()
    player: int = 0
    dealer: int = 0
    blackjack: bool = False
    dealer_blackjack: bool = False
    doubled: bool = False
    given_up: bool = False
    rescued: bool = False


_TITLES = {SPANISH_21: "Spanish 21 Wager", DOUBLE_DOWN: "Double Down Wager", SPLIT: "Split Wager"}
_DOUBLED_CLAUSE = pa("635a.12(b)")
_BONUSES: Mapping[int, tuple[str, Clause, str]] = MappingProxyType(
    {
        bonuses.MIXED_678: ("6-7-8", pa("635a.12(b)(1)"), "odds"),
        bonuses.SUITED_678: ("6-7-8 of one suit", pa("635a.12(b)(2)"), "odds"),
        bonuses.SPADES_678: ("6-7-8 of spades", pa("635a.12(b)(2)"), "spades"),
        bonuses.MIXED_777: ("7-7-7", pa("635a.12(b)(3)"), "odds"),
        bonuses.SUITED_777: ("7-7-7 of one suit", pa("635a.12(b)(4)"), "odds"),
        bonuses.SPADES_777: ("7-7-7 of spades", pa("635a.12(b)(4)"), "spades"),
        bonuses.FIVE_CARDS: ("21 of five cards", pa("635a.12(b)(5)"), "odds"),
        bonuses.SIX_CARDS: ("21 of six cards", pa("635a.12(b)(6)"), "odds"),
        bonuses.SEVEN_CARDS: ("21 of seven or more cards", pa("635a.12(b)(7)"), "odds"),
    }
)
_EVEN = {name: PayLine(title, odds_of(PAYS), PAYS) for name, title in _TITLES.items()}
_BLACKJACK = PayLine("Spanish 21 Wager, Blackjack", odds_of(PAYS, "blackjack"), PAYS)
_DOUBLED = {
    name: PayLine(f"{title}, doubled down on", odds_of(_DOUBLED_CLAUSE, "doubled"), _DOUBLED_CLAUSE)
    for name, title in _TITLES.items()
}
_BONUS_LINES = {
    name: {
        line: PayLine(f"{_TITLES[name]}, {said}", odds_of(clause, odds), clause)
        for line, (said, clause, odds) in _BONUSES.items()
    }
    for name in (SPANISH_21, SPLIT)
}
_BUST = loses(pa("665a.7(o)(1)(ii)(B)"))
_TO_A_BLACKJACK = loses(pa("665a.7(o)(1)(ii)(A)"))
_LOWER = loses(pa("665a.7(o)(1)(ii)(C)"))
_TIE = Verdict(Result.PUSH, pa("665a.7(o)(1)(iii)"))
_DEALER_BUST, _HIGHER = pa("665a.7(o)(1)(i)(A)"), pa("665a.7(o)(1)(i)(B)")
_BACK = {
    DOUBLE_DOWN: Verdict(Result.RETURNED, pa("665a.10(b)")),
    SPLIT: Verdict(Result.RETURNED, pa("665a.11(d)")),
}
_GIVEN_UP = surrenders(SURRENDER, SURRENDER.fraction("share"))
_RESCUED, _TAKEN_BACK = loses(RESCUE), Verdict(Result.RETURNED, RESCUE)


@implements("635a.12(a)", "635a.12(b)", readings=("633-05",))
def line_of(name: str, facts: Outcome) -> PayLine:
    """What a hand that won is paid on: as a Blackjack, doubled down on, on one of the bonuses, or 1 to 1."""
    if facts.blackjack and name == SPANISH_21:
        return _BLACKJACK
    if facts.doubled:
        return _DOUBLED[name]
    bonus = bonus_line(facts.cards) if facts.player == TWENTY_ONE else bonuses.NO_BONUS
    return _BONUS_LINES[name].get(bonus, _EVEN[name])


@implements("common:spanish-21/surrender", "common:spanish-21/rescue", "common:spanish-21/player-21")
def _against_the_dealer(name: str, facts: Outcome, pick: str = "") -> Verdict:
    """A hand against the dealer's; one given up loses half, one that was rescued all but what was added to it."""
    if facts.given_up:
        return _GIVEN_UP
    if facts.rescued:
        return _TAKEN_BACK if name == DOUBLE_DOWN else _RESCUED
    if facts.player > TWENTY_ONE:
        return _BUST
    how = against_the_dealer(facts.player, facts.dealer, facts.blackjack, facts.dealer_blackjack)
    if how == TIED:
        return _TIE
    if how == LOST:
        return _TO_A_BLACKJACK if facts.dealer_blackjack else _LOWER
    by = PLAYER_21 if facts.player == TWENTY_ONE else _DEALER_BUST if facts.dealer > TWENTY_ONE else _HIGHER
    return wins(by, line_of(name, facts))


def _added(name: str, facts: Outcome, pick: str) -> Verdict:
    """What was put up in the course of a hand goes with it, but back when the dealer proves to have Blackjack."""
    return _BACK[name] if facts.dealer_blackjack else _against_the_dealer(name, facts)


# Insurance.

_INSURED, _NOT_NEEDED = wins(INSURANCE_WAGER, pay_line("Insurance", INSURANCE_WAGER)), loses(INSURANCE_WAGER)


@implements("common:spanish-21/insurance")
def _insurance(facts: Outcome, pick: str) -> Verdict:
    """Wins when the dealer's ace has a court card in the hole."""
    return _INSURED if facts.dealer_blackjack else _NOT_NEEDED


# Match the Dealer.


@dataclass(frozen=True, slots=True)
class Opening:
    """A player's first two cards, and the dealer's up card."""

    first: int
    second: int
    up: int


_MATCHES: Mapping[int, tuple[str, int, int]] = MappingProxyType(
    {
        bonuses.MATCH: ("a card of its rank", 1, 0),
        bonuses.TWO_MATCHES: ("two cards of its rank", 2, 0),
        bonuses.SUITED_MATCH: ("a card of its rank and suit", 0, 1),
        bonuses.BOTH_MATCHES: ("one card of its rank, another of its suit too", 1, 1),
        bonuses.TWO_SUITED: ("two cards of its rank and suit", 0, 2),
    }
)
_BY_DECKS = MappingProxyType({6: "six", 8: "eight"})


@implements("common:spanish-21/match-the-dealer")
def match_table(decks: int) -> Mapping[int, PayLine]:
    """What a Match the Dealer Wager pays with so many decks: each first card that matches, for itself."""
    plain, suited = all_odds_of(MATCH_WAGER, _BY_DECKS[decks])
    return {
        line: PayLine(
            f"Match the Dealer Wager, {said}", Odds(some * plain.win + alike * suited.win, 1), MATCH_WAGER
        )
        for line, (said, some, alike) in _MATCHES.items()
    }


_NO_MATCH = loses(MATCH_WAGER)


def _match(table: Mapping[int, PayLine], facts: Opening, pick: str) -> Verdict:
    """Wins for every first card of the up card's rank."""
    line = table.get(match_line(facts.first, facts.second, facts.up))
    return wins(MATCH_WAGER, line) if line else _NO_MATCH


# The catalogue.


def catalogue(decks: int) -> Mapping[str, Wager]:
    """The wagers of the game dealt from so many decks."""
    table = match_table(decks)
    in_halves = Units(2, SURRENDER, paid=True)
    wagers = (
        Wager(
            SPANISH_21,
            "Spanish 21",
            PAYS,
            (_EVEN[SPANISH_21], _BLACKJACK, *_BONUS_LINES[SPANISH_21].values(), _DOUBLED[SPANISH_21]),
            partial(_against_the_dealer, SPANISH_21),
            units=in_halves,
        ),
        Wager(MATCH, "Match the Dealer", MATCH_WAGER, tuple(table.values()), partial(_match, table)),
        Wager(INSURANCE, "Insurance", INSURANCE_WAGER, (pay_line("Insurance", INSURANCE_WAGER),), _insurance),
        Wager(
            DOUBLE_DOWN,
            "Double Down",
            DOUBLE_DOWN_WAGER,
            (_DOUBLED[DOUBLE_DOWN],),
            partial(_added, DOUBLE_DOWN),
            picks=HANDS,
            readings=(reading("C-75"),),
            unnamed=HANDS[:1],
        ),
        Wager(
            SPLIT,
            "Split",
            SPLIT_WAGER,
            (_EVEN[SPLIT], *_BONUS_LINES[SPLIT].values(), _DOUBLED[SPLIT]),
            partial(_added, SPLIT),
            picks=HANDS[1:],
        ),
    )
    return {wager.name: wager for wager in wagers}


CATALOGUES = {decks: catalogue(decks) for decks in pa("635a.3[decks]").numbers("decks")}
CATALOGUE = CATALOGUES[min(CATALOGUES)]
