"""Hands revealed, compared and settled, and what was found set wrongly put right (663a.11(f)-(k))."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import Hand, is_seen
from houseway.equipment.decks import Clauses
from houseway.games.five_card_hi_lo.deciding import KEPT_FOR_POKER_BONUS, REBUILDABLE, go_on
from houseway.games.five_card_hi_lo.display import UNSET
from houseway.games.five_card_hi_lo.events import (
    FoldedHandShown,
    HandRevealed,
    ResultAnnounced,
    SettingCorrected,
    SetWrongly,
)
from houseway.games.five_card_hi_lo.laying import (
    HOW_THE_DEALER_SETS,
    NOT_TOUCHED_AGAIN,
    dealer_set,
    turned_up,
    with_setting,
)
from houseway.games.five_card_hi_lo.layout import HIGH, LOW
from houseway.games.five_card_hi_lo.moves import CorrectSetting, RevealHand
from houseway.games.five_card_hi_lo.points import NO_SETTING
from houseway.games.five_card_hi_lo.round import Round
from houseway.games.five_card_hi_lo.setting import (
    HOW_TO_SET,
    by_the_rule,
    corrected,
    low_hands_found,
    players_lawful,
    setting_found,
    split,
)
from houseway.games.five_card_hi_lo.settlement import announced, folded, settle, showdown
from houseway.games.five_card_hi_lo.turns import bets_at, revealed_next
from houseway.games.five_card_hi_lo.wagers import OPTIONAL, Showdown
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import DEALER
from houseway.table.card_game import turning_over
from houseway.table.card_play import HandDiscarded
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.five_card_hi_lo.game import FiveCardHiLo

REVEALED_FROM_THE_RIGHT = pa("663a.11(f)#1")
ANNOUNCED = pa("663a.11(f)#2")
DISCARDED = pa("663a.11(i)")
DISCARDED_AFTER_ONE = pa("663a.11(j)")
DISCARDED_AFTER_ALL = pa("663a.11(k)")


def is_due(game: "FiveCardHiLo", state: Round) -> bool:
    """Whether a hand is to be revealed."""
    return bool(revealed_next(state))


def check_corrected(game: "FiveCardHiLo", state: Round) -> None:
    """Refuse to go on while a floorperson has to set a revealed hand right."""
    if revealed_next(state) and state.to_correct is not None:
        raise RuleViolation(HOW_TO_SET, f"a floorperson has to correct the hands at {state.to_correct} first")


def next_hand(game: "FiveCardHiLo", state: Round) -> Iterator[Offer]:
    """The hand that is revealed next; how it lies is told if the table does not know, and asked if nobody said."""
    seat = revealed_next(state)
    hand, words = state.hand(seat), f"Reveal the hands at position {seat}"
    if seat in state.folded:
        # No hands were set, so that nothing is told of a low hand.
        unset = {"low": ((),)} if is_seen(hand) else {}
        yield turning_over(hand, {"seat": (seat,), **unset}, words)
    elif state.setting(seat) != NO_SETTING:
        yield turning_over(hand, {"seat": (seat,)}, words, low=((),))
    else:
        untold = turning_over(hand, {"seat": (seat,)}, words, low=low_hands_found(hand))
        yield replace(untold, asks=("low",))


@implements("663a.11(f)#1", "663a.11(d)#2", readings=("663-06",))
def reveal(game: "FiveCardHiLo", state: Round, move: RevealHand) -> Step[Round]:
    """A player's hands are revealed and, if set as they may be, compared and settled."""
    turn = revealed_next(state)
    if move.seat != turn:
        raise RuleViolation(
            REVEALED_FROM_THE_RIGHT, f"position {turn} is revealed next, not position {move.seat}"
        )
    state = game.told(state, turn, move.cards, REVEALED_FROM_THE_RIGHT)
    if turn in state.folded:
        return _show_folded(game, state, turn, move.low)
    setting = _setting_shown(state, turn, move.low)
    state = with_setting(state, turn, setting)
    if not players_lawful(state.hand(turn), setting):
        high, low = split(state.hand(turn), setting)
        wrong = SetWrongly(seat=turn, high=high, low=low, clause=HOW_TO_SET.id)
        return Step(msgspec.structs.replace(state, to_correct=turn), (wrong,))
    return _compare(game, state, turn, ())


def _setting_shown(state: Round, seat: int, low: Hand) -> int:
    setting = state.setting(seat)
    assert setting is not None, "a played hand is laid down before any is revealed"
    if setting == NO_SETTING:
        return setting_found(state.hand(seat), low)
    if low and setting_found(state.hand(seat), low) != setting:
        raise RuleViolation(NOT_TOUCHED_AGAIN, f"position {seat} had set these hands otherwise")
    return setting


def _show_folded(game: "FiveCardHiLo", state: Round, seat: int, low: Hand) -> Step[Round]:
    """A folded hand is turned over for its Poker Bonus Wager alone."""
    if low:
        raise RuleViolation(
            KEPT_FOR_POKER_BONUS, f"position {seat} folded and set no hands", fix="leave low empty"
        )
    shown = FoldedHandShown(seat=seat, cards=state.hand(seat), clause=KEPT_FOR_POKER_BONUS.id)
    state = turned_up(state, seat, {UNSET: state.hand(seat)})
    return _settle(game, state, seat, folded(state.hand(seat)), (shown,))


@implements("663a.11(f)#2", "663a.7(f)#2")
def _compare(game: "FiveCardHiLo", state: Round, seat: int, events: tuple[Event, ...]) -> Step[Round]:
    """Both hands against the dealer's, each position by itself; the result is announced and settled."""
    setting = state.setting(seat)
    assert setting is not None, "a played hand is laid down before any is revealed"
    hand = state.hand(seat)
    facts = showdown(hand, setting, state.hand(DEALER), state.dealers_setting)
    high, low = split(hand, setting)
    state = turned_up(state, seat, {HIGH: high, LOW: low})
    revealed = HandRevealed(
        seat=seat,
        high=high,
        high_points=facts.player_high,
        low=low,
        low_points=facts.player_low,
        clause=REVEALED_FROM_THE_RIGHT.id,
    )
    result = ResultAnnounced(seat=seat, result=announced(game.betting, facts), clause=ANNOUNCED.id)
    return _settle(game, state, seat, facts, (*events, revealed, result))


@implements("663a.11(i)", "663a.11(j)", "663a.11(k)")
def _settle(
    game: "FiveCardHiLo", state: Round, seat: int, facts: Showdown, events: tuple[Event, ...]
) -> Step[Round]:
    """Everything the position has on the layout is settled, and only then its cards are discarded."""
    bets = bets_at(state, seat)
    lines = settle(game.betting, bets, facts, game.submission.ante_bonus)
    optional = sum(game.catalogue[bet.wager].group == OPTIONAL for bet in bets)
    clause = (DISCARDED, DISCARDED_AFTER_ONE, DISCARDED_AFTER_ALL)[optional]
    gone = HandDiscarded(seat=seat, clause=clause.id, also=(REBUILDABLE.id,))
    after = state.without_bets_of(lines)
    after = msgspec.structs.replace(after, discarded=(*after.discarded, seat), to_correct=None)
    return go_on(game, after, (*events, *lines, gone))


# A floorperson's part (663-06).


def correction_clauses(game: "FiveCardHiLo", state: Round) -> Clauses:
    """By which the hand that was found set wrongly is set."""
    return (HOW_THE_DEALER_SETS if state.to_correct == DEALER else HOW_TO_SET,)


def correctable(game: "FiveCardHiLo", state: Round) -> Iterator[Offer]:
    """The hand that was found set wrongly."""
    seat = state.to_correct
    if seat is not None:
        whose = f"at position {seat}" if seat else "of the dealer"
        yield Offer({"seat": (seat,)}, words=f"Set the hands {whose} right")


@implements("663a.11(d)#2", "663a.11(e)#2", readings=("663-06",))
def correct(game: "FiveCardHiLo", state: Round, move: CorrectSetting) -> Step[Round]:
    """A wrongly set hand is put right before a floorperson; nothing is forfeited for it."""
    clause = HOW_TO_SET if move.seat else HOW_THE_DEALER_SETS
    if state.to_correct != move.seat:
        raise RuleViolation(clause, "no such hand was found set wrongly")
    hand = state.hand(move.seat)
    if move.seat == DEALER:
        setting = by_the_rule(hand)
        state = msgspec.structs.replace(state, dealers_setting=setting, to_correct=None)
    else:
        setting = corrected(hand, state.setting(move.seat) or NO_SETTING)
        state = msgspec.structs.replace(with_setting(state, move.seat, setting), to_correct=None)
    high, low = split(hand, setting)
    put_right = SettingCorrected(seat=move.seat, high=high, low=low, by=move.by, clause=clause.id)
    if move.seat == DEALER:
        return dealer_set(state, (put_right,))
    return _compare(game, state, move.seat, (put_right,))
