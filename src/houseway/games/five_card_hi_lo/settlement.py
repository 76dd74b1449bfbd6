"""Settlement: what a revealed or folded hand wins and loses, and in which order (663a.11(b)-(c), (f)-(k))."""

import msgspec

from houseway.equipment.cards import Hand
from houseway.games.five_card_hi_lo.events import PokerHandFormed
from houseway.games.five_card_hi_lo.points import bonus_aces, high_total, low_total
from houseway.games.five_card_hi_lo.setting import five
from houseway.games.five_card_hi_lo.wagers import (
    ANTE,
    ANTE_BONUS_QUALIFIES,
    FOLD_KEEPS_POKER_BONUS,
    FOLD_LOSES_TIE,
    PLAY,
    POKER_BONUS,
    TIE,
    Showdown,
    ante_bonus,
    ante_bonus_due,
)
from houseway.law import implements, pa
from houseway.table.events import BonusPaid, Event, Result, Settled
from houseway.table.poker_hands import category, five_card
from houseway.table.wagers import Bet, Bets, BettingRules

FORFEITS_COLLECTED = pa("663a.11(c)#1")
COMPARED = pa("663a.11(f)#2")
OPTIONAL_AFTER_MAIN = pa("663a.11(j)")
POKER_HAND = pa("663a.11(j)(2)")

# In the order in which a hand's wagers are settled.
_MAIN = (ANTE, PLAY)
_OPTIONAL = (TIE, POKER_BONUS)

_POKER_NAMES = (
    "high card",
    "a pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
    "a royal flush",
)

_ANNOUNCED = {Result.WIN: "win", Result.LOSE: "lose", Result.PUSH: "tie"}


def showdown(hand: Hand, setting: int, dealer: Hand, dealers_setting: int) -> Showdown:
    """The facts of a played hand against the dealer's."""
    player, house = five(hand), five(dealer)
    return Showdown(
        player_high=high_total(*player, setting),
        player_low=low_total(*player, setting),
        dealer_high=high_total(*house, dealers_setting),
        dealer_low=low_total(*house, dealers_setting),
        poker=five_card(*player),
        aces=bonus_aces(*player),
    )


def folded(hand: Hand) -> Showdown:
    """The facts of a folded hand that has been revealed for its Poker Bonus Wager."""
    return Showdown(poker=five_card(*five(hand)), played=False)


@implements("663a.11(f)#2")
def announced(betting: BettingRules, facts: Showdown) -> str:
    """What the dealer announces of a hand's Ante and Play Wagers: win, lose or tie."""
    return _ANNOUNCED[betting.wagers[ANTE].decide(facts, "").result]


@implements("663a.11(b)(1)", "663a.11(b)(2)", "663a.11(c)#1", readings=("663-10",))
def forfeits(betting: BettingRules, bets: Bets) -> tuple[Settled, ...]:
    """A folded hand's Ante and Tie Wagers are lost; its Poker Bonus Wager stays."""
    given_up = Showdown(played=False)
    names = [bet.wager for bet in bets]
    also = (
        *((FOLD_LOSES_TIE.id,) if TIE in names else ()),
        *((FOLD_KEEPS_POKER_BONUS.id,) if POKER_BONUS in names else ()),
    )
    return tuple(
        msgspec.structs.replace(betting.settle(bet, given_up, FORFEITS_COLLECTED), also=also)
        for bet in _in_order(bets, (ANTE, TIE))
    )


@implements("663a.11(h)#1", "663a.11(j)", "663a.11(j)(2)")
def settle(betting: BettingRules, bets: Bets, facts: Showdown, bonus_paytable: str) -> tuple[Event, ...]:
    """Ante and Play first, then the Ante Bonus, then the optional wagers of the same player."""
    events: list[Event] = [betting.settle(bet, facts, COMPARED) for bet in _in_order(bets, _MAIN)]
    events += [paid for bet in _in_order(bets, (ANTE,)) if (paid := _bonus(bet, facts, bonus_paytable))]
    for bet in _in_order(bets, _OPTIONAL):
        if bet.wager == POKER_BONUS:
            name = _POKER_NAMES[category(facts.poker)]
            events.append(PokerHandFormed(seat=bet.seat, hand=name, clause=POKER_HAND.id))
        events.append(betting.settle(bet, facts, OPTIONAL_AFTER_MAIN))
    return tuple(events)


def _bonus(ante: Bet, facts: Showdown, paytable: str) -> BonusPaid | None:
    line = ante_bonus(paytable, facts)
    if line is None:
        return None
    return BonusPaid(
        seat=ante.seat,
        bonus="Ante Bonus",
        base=ante.wager,
        paid=ante_bonus_due(line, ante.amount),
        odds=str(line.odds),
        pays=line.clause.id,
        clause=ANTE_BONUS_QUALIFIES.id,
    )


def _in_order(bets: Bets, names: tuple[str, ...]) -> list[Bet]:
    return sorted((bet for bet in bets if bet.wager in names), key=lambda bet: names.index(bet.wager))
