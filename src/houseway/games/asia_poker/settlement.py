"""Surrender, showdown and settlement (659a.11(d)-(i), 659a.12): each player's hands against the dealer's."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import cards, is_seen
from houseway.games.asia_poker.course import REBUILDABLE, onward, out_of_the_round
from houseway.games.asia_poker.events import (
    BonusHandFormed,
    CardsDiscarded,
    HandsRevealed,
    HandSurrendered,
    PayoutLimited,
)
from houseway.games.asia_poker.hands import settings_of
from houseway.games.asia_poker.moves import RevealHands, Surrender
from houseway.games.asia_poker.ranking import bonus_hand
from houseway.games.asia_poker.round import Laid, Round
from houseway.games.asia_poker.setting import SetHands, foul_of, read_hands, values_of
from houseway.games.asia_poker.submission import PAYOUT_CAP
from houseway.games.asia_poker.wagers import BONUS, BONUS_TITLES, MAIN, Facts, Foul
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.card_felt import DEALER
from houseway.table.card_game import told_or_written
from houseway.table.events import Event, Result, Settled, cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.seats import counterclockwise
from houseway.table.wagers import bet_at, forfeited

if TYPE_CHECKING:
    from houseway.games.asia_poker.game import AsiaPoker

SURRENDER = pa("659a.11(d)#1")
BEFORE_THE_REVEAL = pa("659a.11(d)#2")
SURRENDERED = pa("659a.11(d)#3")
SURRENDER_COUNTED = pa("659a.11(d)#4")
REVEALED_IN_TURN = pa("659a.11(e)#1")
COMPARED = pa("659a.11(e)#2")
DISCARDED = pa("659a.11(g)")
BONUS_AFTER_MAIN = pa("659a.11(h)")


@implements("659a.6(c)#2", "659a.11(e)#2", "659a.11(h)")
def facts_of(player: SetHands, dealer: SetHands, options: int) -> Facts:
    """The player's three hands against the dealer's, and the best bonus hand of all seven cards."""
    first, second, third, fourth, fifth, sixth, seventh = cards(player.cards)
    bonus = bonus_hand((first, second, third, fourth, fifth, sixth, seventh))
    foul = foul_of(player, options)
    if foul is Foul.OTHERWISE:
        # Hands of the wrong sizes have no dealer's hand to be compared with.
        return Facts(-1, -1, -1, foul, bonus)
    high, medium, low = (
        (mine > theirs) - (mine < theirs)
        for mine, theirs in zip(values_of(player, options), values_of(dealer, options), strict=True)
    )
    return Facts(high, medium, low, foul, bonus)


@implements("659a.12(c)#1", readings=("659-18",))
def payable(owed: Cents, paid_on_this_hand: Cents, cap: Cents | None) -> Cents:
    """What is paid of a sum owed, with so much paid on the hand already, under the operator's limit if there is one."""
    return owed if cap is None else min(owed, cap - paid_on_this_hand)


@implements("659a.11(d)#1", "659a.11(d)#2", "659a.11(d)#3", readings=("659-10",))
def surrender(game: "AsiaPoker", state: Round, move: Surrender) -> Step[Round]:
    """The whole Asia Poker Wager is lost and the cards stay hidden; a Bonus Wager stands in the way."""
    if move.seat not in state.bettors:
        raise RuleViolation(BEFORE_THE_REVEAL, f"position {move.seat} has no hidden hands to surrender")
    (bet, *others) = (bet for bet in state.bets if bet.seat == move.seat)
    if others:
        raise RuleViolation(
            SURRENDER,
            f"position {move.seat} has a Bonus Wager and may not surrender",
            fix="the dealer reveals the hands in their turn",
        )
    events = (
        HandSurrendered(seat=move.seat, **cited((SURRENDER, BEFORE_THE_REVEAL, SURRENDER_COUNTED))),
        forfeited(bet, SURRENDERED),
        CardsDiscarded(seat=move.seat, **cited((SURRENDER_COUNTED, REBUILDABLE))),
    )
    return onward(game, out_of_the_round(state, move.seat), events)


def may_surrender(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The players without a Bonus Wager."""
    unbound = tuple(seat for seat in state.bettors if bet_at(state.bets, seat, BONUS, "") is None)
    if unbound:
        yield Offer({"seat": unbound})


@implements("659a.11(e)#1", "659a.11(f)(1)", "659a.11(g)", "659a.11(h)")
def reveal(game: "AsiaPoker", state: Round, move: RevealHands) -> Step[Round]:
    """The dealer reveals the next player's hands, settles the main wager, then the bonus, then discards."""
    following = _next_to_reveal(state)
    if move.seat != following:
        raise RuleViolation(
            REVEALED_IN_TURN,
            f"the hands of position {following} are next, not those of position {move.seat}",
            fix=f"reveal position {following}",
        )
    hands = _as_found(state, move)
    state = game.told(state, move.seat, hands.cards, REVEALED_IN_TURN)
    (dealer,) = (laid.hands for laid in state.shown if laid.seat == DEALER)
    assert dealer is not None, "the dealer's hands are set before the showdown"
    facts = facts_of(hands, dealer, game.ranking_options)
    settled = tuple(_settle(game, state, move.seat, facts))
    won = next(line for line in settled if isinstance(line, Settled)).result is Result.WIN
    revealed = HandsRevealed(
        seat=move.seat,
        hands=str(hands),
        announced="wins" if won else "loses",
        **cited((REVEALED_IN_TURN, COMPARED)),
    )
    bonus = bet_at(state.bets, move.seat, BONUS, "") is not None
    away = CardsDiscarded(seat=move.seat, **cited((BONUS_AFTER_MAIN if bonus else DISCARDED, REBUILDABLE)))
    after = out_of_the_round(state, move.seat)
    after = msgspec.structs.replace(after, shown=(*state.shown, Laid(move.seat, hands)))
    return onward(game, after, (revealed, *settled, away))


def _next_to_reveal(state: Round) -> int:
    return next(counterclockwise(state.bettors))


def revealable(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The next player's hands: as they were set, or asked for as they lie."""
    seat = _next_to_reveal(state)
    laid, hand = state.laid_at(seat), state.hand(seat)
    known = laid is not None and laid.hands is not None
    settings = ("",) if known else settings_of(game, hand) if is_seen(hand) else ()
    offer = told_or_written("setting", settings, seat=(seat,))
    asks = ("setting",) if settings and not known else ()
    yield replace(offer, words=f"Reveal position {seat}", asks=asks)


def _as_found(state: Round, move: RevealHands) -> SetHands:
    """The hands as they lie: as the player told them, or as the dealer tells now, in order or not."""
    laid = state.laid_at(move.seat)
    assert laid is not None, "all players have set before the dealer's cards are turned"
    if laid.hands is not None:
        if move.setting not in ("", str(laid.hands)):
            raise RuleViolation(
                REVEALED_IN_TURN,
                f"position {move.seat} did not set the hands like that",
                fix="reveal the hands as they were set",
            )
        return laid.hands
    return read_hands(move.setting, REVEALED_IN_TURN)


@implements("659a.12(c)#1", "659a.11(h)", readings=("659-09", "659-18"))
def _settle(game: "AsiaPoker", state: Round, seat: int, facts: Facts) -> Iterator[Event]:
    """The Asia Poker Wager first, then the Bonus Wager, together within the operator's payout limit."""
    paid = 0
    for name, order in ((MAIN, REVEALED_IN_TURN), (BONUS, BONUS_AFTER_MAIN)):
        bet = bet_at(state.bets, seat, name, "")
        if bet is None:
            continue
        if name == BONUS:
            hand = BONUS_TITLES.get(facts.bonus, "no bonus hand")
            yield BonusHandFormed(seat=seat, hand=hand, clause=BONUS_AFTER_MAIN.id)
        line = game.betting.settle(bet, facts, order)
        within = payable(line.paid, paid, game.submission.payout_cap)
        paid += within
        yield msgspec.structs.replace(line, paid=within)
        if within < line.paid:
            yield PayoutLimited(seat=seat, wager=name, owed=line.paid, paid=within, clause=PAYOUT_CAP.id)
