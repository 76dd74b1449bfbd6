"""Poker against PokerKit and eval7: hands valued in batches, and whole hands played through the cited engine."""

import statistics
import time
import warnings
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import eval7
import numpy as np
from pokerkit import (
    Automation,
    BadugiHand,
    Card,
    FixedLimitDeuceToSevenLowballTripleDraw,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardLowHand,
)

from bench import Measure
from houseway.equipment.cards import CODES
from houseway.games.poker import Poker, PokerSubmission
from houseway.games.poker.moves import (
    BeginHand,
    BurnCard,
    Call,
    Check,
    DrawCards,
    MakeBet,
    PostBlind,
    RaiseTo,
    ShowHand,
)
from houseway.games.poker.submission import HeadsUp
from houseway.lab.poker_values import DECK, Hands, evaluator
from houseway.table.card_play import Deal
from houseway.table.moves import Move
from houseway.table.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    HIGH,
    OMAHA_EIGHT_OR_BETTER,
    OMAHA_HIGH,
    Ranking,
)

_BLOCKS = 5
_OVER_POKERKIT, _OVER_EVAL7, _ENGINE = 1000, 10, 5
_FEW, _MANY, _SHUFFLED = 2_000, 4_000_000, 200_000

_Hand = tuple[Card, ...]


def run() -> list[Measure]:
    """Both of a pair in turn, block by block and by the processors' clocks, so that a slow moment strikes both."""
    measures: list[Measure] = []
    for name, cards, rankings, theirs in _RANKINGS:
        ours, others, ratio = _compared(partial(_valued, rankings, cards), partial(_each, theirs, cards))
        measures += _told(f"{name} hands", ours, "PokerKit", others, ratio, _OVER_POKERKIT)
    ours, others, ratio = _compared(lambda: _valued((HIGH,), 7), _eval7)
    measures += _told("seven-card high hands", ours, "eval7", others, ratio, _OVER_EVAL7)
    ours, others, ratio = _compared(_our_hands, _their_hands)
    measures += _told("2-7 triple draw hands played", ours, "PokerKit", others, ratio, _ENGINE)
    return measures


def _told(
    what: str, ours: float, rival: str, theirs: float, ratio: float, required: int
) -> tuple[Measure, ...]:
    return (
        Measure(f"{rival}, {what}", theirs, "per CPU second", "", True),
        Measure(f"the same here, {what}", ours, "per CPU second", "", True),
        Measure(f"here / {rival}", ratio, "ratio", f">= {required:,}", ratio >= required),
    )


def _compared(ours: Callable[[], int], theirs: Callable[[], int]) -> tuple[float, float, float]:
    """The rates of both and their ratio, medians over blocks; the first block compiles and warms up."""
    rates = [(_rate(ours), _rate(theirs)) for _ in range(_BLOCKS + 1)][1:]
    return (
        statistics.median(one for one, _ in rates),
        statistics.median(other for _, other in rates),
        statistics.median(one / other for one, other in rates),
    )


def _rate(act: Callable[[], int]) -> float:
    start = time.process_time()
    done = act()
    return done / (time.process_time() - start)


# Values.


@cache
def _dealt(many: int, cards: int) -> Hands:
    """Hands of so many cards: a few thousand shuffles, over and over."""
    chance = np.random.default_rng(cards)
    few = np.argsort(chance.random((min(many, _SHUFFLED), DECK)), axis=1)[:, :cards].astype(np.uint8)
    return np.ascontiguousarray(np.tile(few, (many // len(few), 1)))


@cache
def _as_theirs(cards: int) -> list[_Hand]:
    return [tuple(Card.parse("".join(CODES[card] for card in hand))) for hand in _dealt(_FEW, cards)]


@cache
def _as_eval7() -> list[list[eval7.Card]]:
    return [[eval7.Card(CODES[card]) for card in hand] for hand in _dealt(_FEW, 7)]


def _valued(rankings: tuple[Ranking, ...], cards: int) -> int:
    hands = _dealt(_MANY if cards < 10 else _MANY // 10, cards)
    own = 5 if cards > 7 else cards
    for ranking in rankings:
        evaluator(ranking, own, cards - own).values(hands)
    return len(hands)


def _each(valued: Callable[[_Hand], object], cards: int) -> int:
    hands = _as_theirs(cards) if cards < 10 else _as_theirs(cards)[: _FEW // 20]
    for hand in hands:
        valued(hand)
    return len(hands)


def _omaha(hand: _Hand) -> object:
    own, board = hand[:5], hand[5:]
    return OmahaHoldemHand.from_game(own, board), OmahaEightOrBetterLowHand.from_game_or_none(own, board)


_RANKINGS: tuple[tuple[str, int, tuple[Ranking, ...], Callable[[_Hand], object]], ...] = (
    ("badugi", 4, (BADUGI,), lambda hand: BadugiHand.from_game(hand).entry),
    ("2-7", 5, (DEUCE_TO_SEVEN,), lambda hand: StandardLowHand.from_game(hand).entry),
    ("A-5", 5, (ACE_TO_FIVE,), lambda hand: RegularLowHand.from_game(hand).entry),
    ("five-card Omaha hi-lo", 10, (OMAHA_HIGH, OMAHA_EIGHT_OR_BETTER), _omaha),
)


def _eval7() -> int:
    evaluate = eval7.evaluate
    for _ in range(20):
        for hand in _as_eval7():
            evaluate(hand)
    return 20 * _FEW


# A whole hand between two: a raise before the first draw, three, two and one cards drawn, bets after the first two draws.

_PLAYED = 200
_FIRST, _SECOND = ("2c", "3d", "Th", "Ks", "Qd"), ("2d", "3h", "Jc", "Js", "Kc")


def _moves() -> list[Move]:
    """Position 2 has the button and the small Blind, position 1 acts first after every draw."""
    dealt = tuple(code for pair in zip(_FIRST, _SECOND, strict=True) for code in pair)
    return [
        BeginHand(),
        PostBlind(seat=2),
        PostBlind(seat=1),
        Deal(cards=dealt),
        RaiseTo(seat=2, amount=400),
        Call(seat=1),
        BurnCard(),
        DrawCards(seat=1, discards=("Th", "Ks", "Qd")),
        Deal(cards=("7d", "Td", "Tc")),
        DrawCards(seat=2, discards=("Jc", "Js", "Kc")),
        Deal(cards=("8h", "8s", "Ah")),
        MakeBet(seat=1, amount=200),
        Call(seat=2),
        BurnCard(),
        DrawCards(seat=1, discards=("Td", "Tc")),
        Deal(cards=("9c", "9d")),
        DrawCards(seat=2, discards=("8s", "Ah")),
        Deal(cards=("5s", "Qh")),
        MakeBet(seat=1, amount=400),
        Call(seat=2),
        BurnCard(),
        DrawCards(seat=1, discards=("9d",)),
        Deal(cards=("6c",)),
        DrawCards(seat=2, discards=("Qh",)),
        Deal(cards=("4s",)),
        Check(seat=1),
        Check(seat=2),
        ShowHand(seat=1),
        ShowHand(seat=2),
    ]


def _our_hands() -> int:
    submission = PokerSubmission(
        variant="triple-draw-2-7", seats=2, bet=200, big_bet=400, blinds=(100, 200), heads_up=HeadsUp.BUTTON
    )
    game = Poker(submission)
    moves = _moves()
    for _ in range(_PLAYED):
        state = game.seated({1: 20_000, 2: 20_000})
        for move in moves:
            state = game.apply(state, move).state
        assert state.racks == ((1, 19_000), (2, 21_000))
    return _PLAYED


def _their_hands() -> int:
    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    with warnings.catch_warnings(action="ignore"):
        for _ in range(_PLAYED):
            state: Any = FixedLimitDeuceToSevenLowballTripleDraw.create_state(
                automations, True, 0, (100, 200), 200, 400, 20_000, 2
            )
            state.deal_hole("".join(_FIRST))
            state.deal_hole("".join(_SECOND))
            state.complete_bet_or_raise_to(400)
            state.check_or_call()
            state.stand_pat_or_discard("ThKsQd")
            state.stand_pat_or_discard("JcJsKc")
            state.deal_hole("7dTdTc")
            state.deal_hole("8h8sAh")
            state.complete_bet_or_raise_to(200)
            state.check_or_call()
            state.stand_pat_or_discard("TdTc")
            state.stand_pat_or_discard("8sAh")
            state.deal_hole("9c9d")
            state.deal_hole("5sQh")
            state.complete_bet_or_raise_to(400)
            state.check_or_call()
            state.stand_pat_or_discard("9d")
            state.stand_pat_or_discard("Qh")
            state.deal_hole("6c")
            state.deal_hole("4s")
            state.check_or_call()
            state.check_or_call()
            state.show_or_muck_hole_cards(True)
            state.show_or_muck_hole_cards(True)
            assert state.stacks == [19_000, 21_000]
    return _PLAYED
