"""Wagers and payout odds (633a.6, 633a.7(g)-(h), 633a.7(o)-(p), 633a.8-633a.11, 633a.13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from houseway.games.blackjack.hands import (
    FLUSH,
    NO_THREE_CARD_HAND,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    three_card_hand,
)
from houseway.games.blackjack.house_money import house_money_hand, house_money_table
from houseway.games.blackjack.payout_limit import HANDS as PAIRED_HANDS
from houseway.games.blackjack.payout_limit import paired_hands
from houseway.games.blackjack.stated import HIT_AND_RUN_STATED, THREE_CARD_STATED, StatedTable, lines
from houseway.games.blackjack.straight_jack import STRAIGHT_JACK_TABLE, straight_jack_line
from houseway.law import implements, pa, reading
from houseway.money import Cents, odds_of
from houseway.table.events import Result
from houseway.table.twenty_one import TWENTY_ONE
from houseway.table.wagers import PayLine, Units, Verdict, Wager, loses, pay_line, surrenders, wins

BLACKJACK, INSURANCE, DOUBLE_DOWN, SPLIT = "blackjack", "insurance", "double-down", "split"
HOUSE_MONEY, STRAIGHT_JACK = "house-money", "straight-jack"
HIT_AND_RUN, THREE_CARD_POKER = "hit-and-run", "three-card-poker"
ROYAL_MATCH_21, KINGS_BOUNTY, BAD_BEAT = "royal-match-21", "kings-bounty", "bad-beat"
PAIRED = (ROYAL_MATCH_21, KINGS_BOUNTY)
# The hands that a position may come to have, as picks of the wagers that belong to one of them.
MOST_HANDS = pa("633a.11[split]").default
HANDS = tuple(str(hand) for hand in range(1, 1 + MOST_HANDS))

BLACKJACK_WAGER = pa("633a.6(d)")
INSURANCE_WAGER = pa("common:blackjack/insurance")
DOUBLE_DOWN_WAGER = pa("633a.10[double]")
SPLIT_WAGER = pa("633a.11[split]")
OPTIONAL = pa("633a.6(e)")
HIT_AND_RUN_WAGER = pa("633a.6(e)(10)")
STRAIGHT_JACK_WAGER = pa("633a.6(e)(11)")
HOUSE_MONEY_WAGER = pa("633a.6(e)(12)")
THREE_CARD_WAGER = pa("633a.7(g)(8)")
BAD_BEAT_WAGER = pa("633a.2(c)#1")


# The Blackjack Wager, and what follows it: plain integers, so that the lab compiles the very same.

LOST, TIED, WON, BLACKJACK_WON = range(4)


@implements("633a.7(p)", "common:blackjack/bust")
def against_the_dealer(player: int, dealer: int, blackjack: bool, dealer_blackjack: bool) -> int:
    """How a hand fares: the higher total of at most 21 wins, a Blackjack beats any other; one past 21 has lost."""
    if player > TWENTY_ONE:
        return LOST
    if blackjack or dealer_blackjack:
        if blackjack and dealer_blackjack:
            return TIED
        return BLACKJACK_WON if blackjack else LOST
    if dealer > TWENTY_ONE or player > dealer:
        return WON
    return TIED if player == dealer else LOST


@dataclass(frozen=True, slots=True)
class Outcome:
    """What decides the wagers of a hand: both totals, who has Blackjack, and whether it was given up or takes even money."""

    player: int = 0
    dealer: int = 0
    blackjack: bool = False
    dealer_blackjack: bool = False
    given_up: bool = False
    even_money: bool = False


_PAYS = pa("633a.13(a)")
_SURRENDER = pa("633a.9[surrender]")
_EVEN_MONEY = pa("633a.8[even_money]")
_ON_DEALERS_BLACKJACK = pa("633a.11[dealer_blackjack]")
_ODDS, _THREE_TO_TWO = odds_of(_PAYS), odds_of(_PAYS, "blackjack")
_HALF = _SURRENDER.fraction("share")
_TITLES = {BLACKJACK: "Blackjack Wager", DOUBLE_DOWN: "Double Down Wager", SPLIT: "Split Wager"}
_EVEN = {name: PayLine(title, _ODDS, _PAYS) for name, title in _TITLES.items()}
_NATURAL = PayLine("Blackjack Wager, Blackjack", _THREE_TO_TWO, _PAYS)
_EVEN_MONEY_LINE = PayLine("Blackjack Wager, even money", _ODDS, _EVEN_MONEY)
_BY_TOTAL = pa("633a.7(p)")
_BUST = loses(pa("common:blackjack/bust"))
_TO_A_BLACKJACK = loses(pa("633a.7(h)#4"))
_LOWER = loses(_BY_TOTAL)
_TIE = Verdict(Result.PUSH, _BY_TOTAL)
_BACK = Verdict(Result.RETURNED, _ON_DEALERS_BLACKJACK)


@implements("633a.13(a)", "633a.9[surrender]", "633a.8[even_money]", "633a.7(h)#4")
def _main(name: str, facts: Outcome, pick: str = "") -> Verdict:
    """A hand against the dealer's, paid 1 to 1 and the first wager of a Blackjack 3 to 2; one given up loses half."""
    if facts.given_up:
        return surrenders(_SURRENDER, _HALF)
    if facts.even_money:
        return wins(_EVEN_MONEY, _EVEN_MONEY_LINE)
    if facts.player > TWENTY_ONE:
        return _BUST
    match against_the_dealer(facts.player, facts.dealer, facts.blackjack, facts.dealer_blackjack):
        case 0:
            return _TO_A_BLACKJACK if facts.dealer_blackjack else _LOWER
        case 1:
            return _TIE
        case 2:
            return wins(_BY_TOTAL, _EVEN[name])
    return wins(_BY_TOTAL, _NATURAL if name == BLACKJACK else _EVEN[name])


@implements("633a.11[dealer_blackjack]", readings=("633-05",))
def _added(name: str, facts: Outcome, pick: str) -> Verdict:
    """What was put up in the course of a hand goes with it, but back when the dealer proves to have Blackjack."""
    return _BACK if facts.dealer_blackjack else _main(name, facts)


# Insurance (633a.8).

_INSURANCE_LINE = pay_line("Insurance", INSURANCE_WAGER)
_INSURED, _NOT_NEEDED = wins(INSURANCE_WAGER, _INSURANCE_LINE), loses(INSURANCE_WAGER)


@implements("common:blackjack/insurance")
def _insurance(facts: Outcome, pick: str) -> Verdict:
    """Wins when the dealer's ace has a ten or a court card in the hole."""
    return _INSURED if facts.dealer_blackjack else _NOT_NEEDED


# What the first two cards decide, or begin (633a.7(g)).


@dataclass(frozen=True, slots=True)
class Opening:
    """A player's first two cards, and the dealer's up card."""

    first: int
    second: int
    up: int


_NO_HOUSE_MONEY = loses(pa("633a.7(g)(10)"))
_HOUSE_MONEY_PAID = pa("633a.7(g)(10)(ii)#1")


@implements("633a.7(g)(10)", "633a.7(g)(10)(ii)#1")
def _house_money(table: Mapping[int, PayLine], facts: Opening, pick: str) -> Verdict:
    """Wins on a suited ace and king, a two-card straight flush, a pair or a two-card straight."""
    line = table.get(house_money_hand(facts.first, facts.second))
    return wins(_HOUSE_MONEY_PAID, line) if line else _NO_HOUSE_MONEY


@dataclass(frozen=True, slots=True)
class Drawn:
    """The cards of a position's hand in the order in which they came; only the first two where it was split (C-61)."""

    cards: tuple[int, ...]


_NO_STRAIGHT_JACK = loses(pa("633a.7(g)(9)"))
_STRAIGHT_JACK_PAID = pa("633a.7(o)(3)(ii)(C)#1")


@implements("633a.7(g)(9)", "633a.7(o)(3)(ii)(C)#1", readings=("C-60", "C-61"))
def _straight_jack(facts: Drawn, pick: str) -> Verdict:
    """Wins when the first two cards are a two-card straight, and more the further it goes."""
    line = STRAIGHT_JACK_TABLE.get(straight_jack_line(facts.cards))
    return wins(_STRAIGHT_JACK_PAID, line) if line else _NO_STRAIGHT_JACK


# What the operator states the odds of: Three Card Poker (633a.7(g)(8)) and Hit and Run (633a.7(o)(2)).

THREE_CARD_HANDS: Mapping[int, str] = {
    STRAIGHT_FLUSH: "straight-flush",
    THREE_OF_A_KIND: "three-of-a-kind",
    STRAIGHT: "straight",
    FLUSH: "flush",
}
_THREE_CARD_LOST = loses(THREE_CARD_WAGER)


@implements("633a.7(g)(8)")
def _three_card(table: Mapping[str, PayLine], facts: Opening, pick: str) -> Verdict:
    """Wins when the up card makes a flush or more of a player's first two."""
    hand = three_card_hand(facts.first, facts.second, facts.up)
    if hand == NO_THREE_CARD_HAND:
        return _THREE_CARD_LOST
    return wins(THREE_CARD_WAGER, table[THREE_CARD_HANDS[hand]])


# Royal Match 21 and King's Bounty, as far as their hands are printed (633a.1, 633a.13(o)).


@dataclass(frozen=True, slots=True)
class Paired:
    """A player's first two cards, the up card, and whether the dealer has Blackjack."""

    first: int
    second: int
    up: int
    dealer_blackjack: bool = False


_PAIRED_LOST = loses(OPTIONAL)


@implements("633a.6(e)", readings=("C-68",))
def _paired(table: Mapping[str, PayLine], facts: Paired, pick: str) -> Verdict:
    """Wins on the highest hand that the stated paytable pays."""
    made = paired_hands(facts.first, facts.second, facts.up, dealer_blackjack=facts.dealer_blackjack)
    line = next((table[hand] for hand in made if hand in table), None)
    return wins(OPTIONAL, line) if line else _PAIRED_LOST


# Bad Beat: the electronic system that takes the wager tells what it pays (633-03).


@dataclass(frozen=True, slots=True)
class Told:
    """What the system says that a wager is paid, nothing if it lost."""

    amount: Cents


@implements("633a.2(c)#1", readings=("633-03",))
def _bad_beat(facts: Told, pick: str) -> Verdict:
    """Wins what the system tells."""
    return Verdict(Result.WIN, BAD_BEAT_WAGER) if facts.amount else loses(BAD_BEAT_WAGER)


# With which hands of the dealer a Hit and Run Wager wins: a Blackjack, or so many cards and more.
DEALERS_BLACKJACK = "blackjack"
LEAST_CARDS = HIT_AND_RUN_WAGER.compared("win_if")
_HIT_AND_RUN_PAID, _HIT_AND_RUN_LOST = pa("633a.7(o)(2)(i)#1"), loses(pa("633a.7(o)(2)(i)#1"))


@dataclass(frozen=True, slots=True)
class DealersHand:
    """How many cards the dealer came to have, the one that passed 21 counted, and whether they are a Blackjack."""

    cards: int
    blackjack: bool = False


@implements("633a.6(e)(10)", "633a.7(o)(2)(i)#1", "633a.7(o)(2)(i)#2", readings=("C-59",))
def hit_and_run_hand(cards: int, blackjack: bool) -> int:
    """What a Hit and Run Wager wins by: 2 for a Blackjack, the number of cards from five on, or 0."""
    if blackjack:
        return 2
    return cards if cards >= LEAST_CARDS else 0


@implements("633a.7(o)(2)(ii)(C)#1")
def _hit_and_run(table: Mapping[str, PayLine], facts: DealersHand, pick: str) -> Verdict:
    """Wins by the line of the dealer's hand; the longest stated stands for all that are longer."""
    hand = hit_and_run_hand(facts.cards, facts.blackjack)
    if not hand:
        return _HIT_AND_RUN_LOST
    if facts.blackjack:
        return wins(_HIT_AND_RUN_PAID, table[DEALERS_BLACKJACK])
    longest = max(int(name) for name in table if name != DEALERS_BLACKJACK)
    return wins(_HIT_AND_RUN_PAID, table[str(min(hand, longest))])


# The catalogue.

_IN_HALVES = Units(2, _SURRENDER, paid=True)


def catalogue(
    decks: int,
    hit_and_run: StatedTable = (),
    three_card: StatedTable = (),
    royal_match_21: StatedTable = (),
    kings_bounty: StatedTable = (),
) -> Mapping[str, Wager]:
    """The wagers of the chapter with so many decks, and with the paytables that the operator states."""
    pairs = {
        ROYAL_MATCH_21: ("Royal Match 21", royal_match_21),
        KINGS_BOUNTY: ("King's Bounty", kings_bounty),
    }
    money = house_money_table(decks)
    run = lines("Hit and Run", hit_and_run, dict.fromkeys(_hands(hit_and_run), HIT_AND_RUN_STATED))
    poker = lines("Three Card Poker", three_card, dict.fromkeys(_hands(three_card), THREE_CARD_STATED))
    wagers = (
        Wager(
            BLACKJACK,
            "Blackjack",
            BLACKJACK_WAGER,
            (_EVEN[BLACKJACK], _NATURAL),
            partial(_main, BLACKJACK),
            instead=(_EVEN_MONEY_LINE,),
            units=_IN_HALVES,
        ),
        Wager(INSURANCE, "Insurance", INSURANCE_WAGER, (_INSURANCE_LINE,), _insurance),
        Wager(
            DOUBLE_DOWN,
            "Double Down",
            DOUBLE_DOWN_WAGER,
            (_EVEN[DOUBLE_DOWN],),
            partial(_added, DOUBLE_DOWN),
            picks=HANDS,
            unnamed=HANDS[:1],
            readings=(reading("C-64"),),
        ),
        Wager(
            SPLIT,
            "Split",
            SPLIT_WAGER,
            (_EVEN[SPLIT],),
            partial(_added, SPLIT),
            picks=HANDS[1:],
            readings=(reading("C-64"),),
        ),
        Wager(
            HOUSE_MONEY,
            "House Money",
            HOUSE_MONEY_WAGER,
            tuple(money.values()),
            partial(_house_money, money),
            readings=tuple(map(reading, ("C-62", "C-63", "C-65", "C-66"))),
        ),
        Wager(
            STRAIGHT_JACK,
            "Straight Jack",
            STRAIGHT_JACK_WAGER,
            tuple(STRAIGHT_JACK_TABLE.values()),
            _straight_jack,
            readings=tuple(map(reading, ("C-55", "C-56", "C-57", "C-58", "C-59", "C-60", "C-61"))),
        ),
        Wager(
            HIT_AND_RUN,
            "Hit and Run",
            HIT_AND_RUN_WAGER,
            tuple(run.values()),
            partial(_hit_and_run, run),
            readings=(reading("C-59"), reading("C-139")),
        ),
        Wager(
            THREE_CARD_POKER,
            "Three Card Poker",
            THREE_CARD_WAGER,
            tuple(poker.values()),
            partial(_three_card, poker),
            readings=(reading("C-139"),),
        ),
        *(_paired_wager(name, title, table) for name, (title, table) in pairs.items()),
        Wager(BAD_BEAT, "Bad Beat", BAD_BEAT_WAGER, (), _bad_beat, readings=(reading("633-03"),)),
    )
    return {wager.name: wager for wager in wagers}


def _hands(stated: StatedTable) -> tuple[str, ...]:
    return tuple(line.hand for line in stated)


def _paired_wager(name: str, title: str, stated: StatedTable) -> Wager:
    table = lines(title, stated, {line.hand: PAIRED_HANDS.get(line.hand, OPTIONAL) for line in stated})
    decide = partial(_paired, table)
    return Wager(name, title, OPTIONAL, tuple(table.values()), decide, readings=(reading("C-68"),))
