"""Changing wagers that stand: reducing them, and calling them on and off for a come out roll (623a.3, 623a.4)."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.games.craps.events import ButtonSet, WagerReduced
from houseway.games.craps.moves import CallOff, CallOn, ReduceWager
from houseway.games.craps.round import CrapsFelt
from houseway.games.craps.supplemental import check_supplemental, most_odds
from houseway.games.craps.wagering import (
    REMOVABLE,
    CrapsWagering,
    check_dice_at_rest,
    check_removable,
    key_of,
    odds_behind,
    withdrawn_with,
)
from houseway.games.craps.wagers import CATALOGUE, COME_OUT
from houseway.law import Clause, RuleViolation, implements, is_allowed
from houseway.money import dollars
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.wagering import area_of, bet_of
from houseway.table.wagers import Bet, Range, with_bet

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps

# The clauses of the buttons by which the dealer confirms a call, each for its wager.
CALLS_CONFIRMED = tuple(dict.fromkeys(rule.call for rule in COME_OUT.values()))


@implements("623a.4(c)", "623a.4(d)#1", readings=("B-CR-12", "B-CR-16"))
def reduce(game: "Craps", state: CrapsFelt, move: ReduceWager) -> Step[CrapsFelt]:
    """Part of a wager comes back, with the part of its vigorish, before the roll that decides it."""
    wagering = game.wagering
    bet = bet_of(game, state, move, "there")
    check_removable(state, bet, reducing=True)
    if not 0 < move.amount < bet.amount:
        raise RuleViolation(
            REMOVABLE,
            f"{dollars(move.amount)} cannot be taken from a wager of {dollars(bet.amount)}",
            fix="take the wager down whole instead",
        )
    left = Bet(bet.seat, bet.wager, bet.pick, bet.amount - move.amount)
    _check_reduced(wagering, state, left)
    reduced = WagerReduced(
        seat=bet.seat,
        wager=bet.wager,
        pick=bet.pick,
        amount=move.amount,
        left=left.amount,
        clause=wagering.removal_clause(bet).id,
    )
    state = msgspec.structs.replace(
        state, bets=with_bet(state.bets, left), withdrawn=withdrawn_with(state, bet, reduced=True)
    )
    return Step(state, (reduced, *wagering.refunded(bet, left.amount)))


def reductions(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """Every wager that may be reduced, and by how much."""
    for bet in state.bets:
        if not is_allowed(check_removable, state, bet, reducing=True):
            continue
        if amount := _reducible(game.wagering, state, bet):
            yield Offer(
                area_of(bet),
                words=f"Reduce {CATALOGUE[bet.wager].title}",
                clauses=(game.wagering.removal_clause(bet),),
                amount=amount,
            )


def _check_reduced(wagering: CrapsWagering, state: CrapsFelt, left: Bet) -> None:
    """Refuse to leave less than may stand: the limits of the wager, and what its odds need before them."""
    wager = wagering.betting.wagers[left.wager]
    wagering.betting.check_amount(wager, left)
    odds = odds_behind(state, left)
    if odds is not None:
        others = tuple(bet for bet in state.bets if key_of(bet) != key_of(left))
        check_supplemental(
            (*others, left), odds, state.point, wagering.multiples, wagering.betting.smallest_chip
        )


def _reducible(wagering: CrapsWagering, state: CrapsFelt, bet: Bet) -> Range | None:
    """What may be taken away from a wager so that something lawful stays, or None."""
    step = wagering.betting.steps[bet.wager, bet.pick]
    most_left = (bet.amount - 1) // step * step
    least_left = max(step, -(-wagering.betting.limits_of(bet.wager).minimum // step) * step)
    odds = odds_behind(state, bet)
    if odds is not None:
        multiple = wagering.multiples.on(int(odds.pick))
        stakes = range(least_left, most_left + 1, step)
        enough = bisect_left(
            stakes,
            odds.amount,
            key=lambda stake: most_odds(
                bet.wager, int(odds.pick), stake, multiple, wagering.betting.smallest_chip
            ),
        )
        least_left += enough * step
    if least_left > most_left:
        return None
    return Range(bet.amount - most_left, bet.amount - least_left, step)


# On and off (623a.3(a)(5)-(10), (41), (42)).


@implements(
    "623a.3(a)(5)#2",
    "623a.3(a)(6)#2",
    "623a.3(a)(7)#2",
    "623a.3(a)(8)#2",
    "623a.3(a)(9)#2",
    "623a.3(a)(10)#2",
    "623a.3(a)(41)#2",
    "623a.3(a)(42)#2",
    readings=("B-CR-11", "B-CR-13", "B-CR-14", "B-CR-28"),
)
def check_call(wagering: CrapsWagering, state: CrapsFelt, bet: Bet, *, on: bool) -> Clause:
    """Refuse a call outside a come out roll, or for a wager that is so already; otherwise the clause of the button."""
    rule = wagering.calls_of(bet.wager)
    if rule is None:
        raise RuleViolation(
            REMOVABLE, f"{CATALOGUE[bet.wager].title} acts on every roll", fix="take it down instead"
        )
    check_dice_at_rest(state, f"{CATALOGUE[bet.wager].title} may not be called")
    if state.point or state.come_only:
        raise RuleViolation(
            rule.rule,
            f"{CATALOGUE[bet.wager].title} is called on or off for a come out roll only",
            fix="take it down instead",
        )
    if wagering.is_on(state, bet) is on:
        raise RuleViolation(
            rule.rule, f"{CATALOGUE[bet.wager].title} is {'on' if on else 'off'} for the come out roll"
        )
    return rule.call


def call_on(game: "Craps", state: CrapsFelt, move: CallOn) -> Step[CrapsFelt]:
    """A wager is called on for the come out roll."""
    return _called(game, state, move, on=True)


def call_off(game: "Craps", state: CrapsFelt, move: CallOff) -> Step[CrapsFelt]:
    """A wager is called off for the come out roll."""
    return _called(game, state, move, on=False)


def _called(game: "Craps", state: CrapsFelt, move: CallOn | CallOff, *, on: bool) -> Step[CrapsFelt]:
    """A call for the come out roll, confirmed by a button that is put on the wager or taken from it."""
    bet = bet_of(game, state, move, "there")
    clause = check_call(game.wagering, state, bet, on=on)
    key = key_of(bet)
    bears = key in state.buttons
    word = "" if bears else _word(on)
    buttons = tuple(other for other in state.buttons if other != key) if bears else (*state.buttons, key)
    said = ButtonSet(seat=bet.seat, wager=bet.wager, pick=bet.pick, button=word, clause=clause.id)
    return Step(msgspec.structs.replace(state, buttons=buttons), (said,))


def calls_on(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """Every wager that may be called on."""
    return _calls(game, state, on=True)


def calls_off(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """Every wager that may be called off."""
    return _calls(game, state, on=False)


def _calls(game: "Craps", state: CrapsFelt, *, on: bool) -> Iterator[Offer]:
    for bet in state.bets:
        rule = game.wagering.calls_of(bet.wager)
        if rule is not None and is_allowed(check_call, game.wagering, state, bet, on=on):
            words = f"Call {CATALOGUE[bet.wager].title} {_word(on)}"
            yield Offer(area_of(bet), words=words, clauses=(rule.call,))


def _word(on: bool) -> str:
    return "on" if on else "off"
