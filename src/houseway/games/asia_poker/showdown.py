"""Surrender, showdown and settlement (659a.11(d)-(i), 659a.12): each player's hands against the dealer's."""

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.equipment.cards import is_seen
from houseway.games.asia_poker.hands import REBUILDABLE, SettingHands, out_of_the_round
from houseway.games.asia_poker.play import (
    BonusHandFormed,
    CardsDiscarded,
    HandsRevealed,
    HandSurrendered,
    Laid,
    PayoutLimited,
    Phase,
    RevealHands,
    Round,
    Surrender,
)
from houseway.games.asia_poker.setting import SetHands, read_hands
from houseway.games.asia_poker.settlement import facts_of, payable
from houseway.games.asia_poker.submission import PAYOUT_CAP
from houseway.games.asia_poker.wagers import BONUS, BONUS_TITLES, MAIN, Facts
from houseway.law import RuleViolation, implements, pa
from houseway.table.events import Event, Result, Settled, cited
from houseway.table.felt import Step
from houseway.table.game import lawful
from houseway.table.roles import DEALERS, PLAYERS
from houseway.table.rules import Lawful, require_role
from houseway.table.seats import counterclockwise
from houseway.table.wagers import bet_at, forfeited

SURRENDER = pa("659a.11(d)#1")
BEFORE_THE_REVEAL = pa("659a.11(d)#2")
SURRENDERED = pa("659a.11(d)#3")
SURRENDER_COUNTED = pa("659a.11(d)#4")
REVEALED_IN_TURN = pa("659a.11(e)#1")
COMPARED = pa("659a.11(e)#2")
DISCARDED = pa("659a.11(g)")
BONUS_AFTER_MAIN = pa("659a.11(h)")


class Showdown(SettingHands):
    """What the game does once the dealer's hands lie face up."""

    @implements("659a.11(d)#1", "659a.11(d)#2", "659a.11(d)#3", readings=("659-10",))
    def _surrender(self, state: Round, move: Surrender) -> Step[Round]:
        """The whole Asia Poker Wager is lost and the cards stay hidden; a Bonus Wager stands in the way."""
        require_role(move, PLAYERS, SURRENDER, "surrender")
        if move.seat not in state.bettors:
            raise RuleViolation(BEFORE_THE_REVEAL, f"position {move.seat} has no hidden hands to surrender")
        if state.phase != Phase.SHOWDOWN:
            raise RuleViolation(SURRENDER, "a player may surrender once the dealer's hands are set")
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
        return self._onward(out_of_the_round(state, move.seat), events)

    @implements("659a.11(e)#1", "659a.11(f)(1)", "659a.11(g)", "659a.11(h)")
    def _reveal(self, state: Round, move: RevealHands) -> Step[Round]:
        """The dealer reveals the next player's hands, settles the main wager, then the bonus, then discards."""
        require_role(move, DEALERS, REVEALED_IN_TURN, "reveal a player's hands")
        if state.phase != Phase.SHOWDOWN:
            raise RuleViolation(REVEALED_IN_TURN, "players' hands are revealed when the dealer's are set")
        following = next(counterclockwise(state.bettors))
        if move.seat != following:
            raise RuleViolation(
                REVEALED_IN_TURN,
                f"the hands of position {following} are next, not those of position {move.seat}",
                fix=f"reveal position {following}",
            )
        hands = self._as_found(state, move)
        state = self.told(state, move.seat, hands.cards, REVEALED_IN_TURN)
        (dealer,) = (laid.hands for laid in state.shown if laid.seat == 0)
        assert dealer is not None, "the dealer's hands are set before the showdown"
        facts = facts_of(hands, dealer, self._options)
        settled = tuple(self._settle(state, move.seat, facts))
        won = next(line for line in settled if isinstance(line, Settled)).result is Result.WIN
        revealed = HandsRevealed(
            seat=move.seat,
            hands=str(hands),
            announced="wins" if won else "loses",
            **cited((REVEALED_IN_TURN, COMPARED)),
        )
        bonus = bet_at(state.bets, move.seat, BONUS, "") is not None
        away = CardsDiscarded(
            seat=move.seat, **cited((BONUS_AFTER_MAIN if bonus else DISCARDED, REBUILDABLE))
        )
        after = out_of_the_round(state, move.seat)
        after = msgspec.structs.replace(after, shown=(*state.shown, Laid(move.seat, hands)))
        return self._onward(after, (revealed, *settled, away))

    def _as_found(self, state: Round, move: RevealHands) -> SetHands:
        """The hands as they lie: as the player told them, or as the dealer tells now, in order or not."""
        laid = state.laid_at(move.seat)
        assert laid is not None, "all players have set before the dealer's cards are turned"
        if laid.hands is not None:
            if move.setting not in ("", str(laid.hands)):
                raise RuleViolation(
                    REVEALED_IN_TURN,
                    f"position {move.seat} did not set {move.setting}",
                    fix="reveal the hands as they were set",
                )
            return laid.hands
        return read_hands(move.setting, REVEALED_IN_TURN)

    @implements("659a.12(c)#1", "659a.11(h)", readings=("659-09", "659-18"))
    def _settle(self, state: Round, seat: int, facts: Facts) -> Iterator[Event]:
        """The Asia Poker Wager first, then the Bonus Wager, together within the operator's payout limit."""
        paid = 0
        for name, order in ((MAIN, REVEALED_IN_TURN), (BONUS, BONUS_AFTER_MAIN)):
            bet = bet_at(state.bets, seat, name, "")
            if bet is None:
                continue
            if name == BONUS:
                hand = BONUS_TITLES.get(facts.bonus, "no bonus hand")
                yield BonusHandFormed(seat=seat, hand=hand, clause=BONUS_AFTER_MAIN.id)
            line = self.betting.settle(bet, facts, order)
            within = payable(line.paid, paid, self.submission.payout_cap)
            paid += within
            yield msgspec.structs.replace(line, paid=within)
            if within < line.paid:
                yield PayoutLimited(seat=seat, wager=name, owed=line.paid, paid=within, clause=PAYOUT_CAP.id)

    def abandoned(self, state: Round, seat: int) -> Step[Round]:
        """The cards of a player who left are collected, and the round goes on."""
        away = CardsDiscarded(seat=seat, clause=REBUILDABLE.id)
        return self._onward(out_of_the_round(state, seat), (away,))

    def _lawful_showdown(self, state: Round) -> Iterator[Lawful]:
        seat = next(counterclockwise(state.bettors))
        laid = state.laid_at(seat)
        fields: dict[str, tuple[Any, ...]] = {"seat": (seat,)}
        text: tuple[str, ...] = ()
        asks: tuple[str, ...] = ()
        if laid is not None and laid.hands is not None:
            fields["setting"] = ("",)
        elif is_seen(state.hand(seat)):
            fields["setting"] = self._house_way_first(state.hand(seat))
            asks = ("setting",)
        else:
            text = ("setting",)
        act = lawful("reveal-hands", DEALERS, (REVEALED_IN_TURN,), f"Reveal position {seat}", **fields)
        yield msgspec.structs.replace(act, text=text, asks=asks)
        unbound = tuple(seat for seat in state.bettors if bet_at(state.bets, seat, BONUS, "") is None)
        if unbound:
            yield lawful("surrender", PLAYERS, (SURRENDER,), "Surrender", seat=unbound)
