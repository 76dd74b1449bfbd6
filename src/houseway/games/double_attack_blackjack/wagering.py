"""When wagers are made, and which go together: Bet and Bust It first, Double Attack on the up card, Insurance on an ace (665a.6, 665a.8)."""

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from houseway.games.double_attack_blackjack.round import ATTACK, Round
from houseway.games.double_attack_blackjack.round import INSURANCE as OFFERED
from houseway.games.double_attack_blackjack.wagers import (
    BET,
    BET_WAGER,
    BUST_IT,
    BUST_IT_WAGER,
    DOUBLE_ATTACK,
    DOUBLE_ATTACK_WAGER,
    DOUBLE_DOWN,
    INSURANCE,
    SPLIT,
)
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.card_felt import BETTING
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Bets, Range, Wager, bet_at

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

LOCKED = pa("665a.6(c)")
BEFORE_THE_UP_CARD = pa("665a.7(e)#1")
AFTER_THE_UP_CARD = pa("665a.7(e)#2")
INSURANCE_OFFERED = pa("665a.7(g)#1")
AT_MOST_HALF = pa("665a.8(b)#1")
ROUNDED_UP = pa("665a.8(b)#2")
BEFORE_THE_CHECK = pa("665a.8(b)#3")
DURING_THE_TURN = pa("665a.7(h)(2)")

# The moment of each wager that is put on the layout; what goes on a hand is put up with a decision.
_MOMENTS = {
    BET: (BETTING, BEFORE_THE_UP_CARD, "before the dealer's first card"),
    BUST_IT: (BETTING, BEFORE_THE_UP_CARD, "before the dealer's first card"),
    DOUBLE_ATTACK: (ATTACK, AFTER_THE_UP_CARD, "after the dealer's first card and before any player's"),
    INSURANCE: (OFFERED, BEFORE_THE_CHECK, "when an ace is up and the hole card was not checked yet"),
}


class DoubleAttackWagering(Wagering[Round]):
    """Wagers at a Double Attack Blackjack table."""

    def __init__(self, game: "DoubleAttackBlackjack") -> None:
        super().__init__(game.catalogue, game.betting)
        self.game = game

    @implements("665a.7(e)#1", "665a.7(e)#2", "665a.8(b)#3", "665a.6(c)", readings=("665-13",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Each wager has its moment, and stands as it was made; those of a hand are put up with a decision."""
        if wager.name not in _MOMENTS:
            raise RuleViolation(
                wager.clause,
                f"a {wager.title} Wager is put up when its player decides so",
                fix="make the decision instead",
            )
        phase, clause, when = _MOMENTS[wager.name]
        if state.phase != phase:
            raise RuleViolation(clause, f"a {wager.title} Wager is made {when}")
        if raising:
            raise RuleViolation(LOCKED, f"the {wager.title} Wager stands as it was made")

    @implements(
        "665a.6(d)", "665a.6(e)", "665a.6(f)", "665a.8(b)#1", "665a.8(b)#2", readings=("665-18", "665-27")
    )
    def check_bet(self, state: Round, bet: Bet) -> None:
        """Who sat out a round may be kept from a Bet; everything else goes with one, and is no larger, Insurance half of it."""
        if bet.wager == BET:
            self.game.check_barred(state, bet.seat)
            return
        clause, most = self._most(state, bet.seat, bet.wager)
        if not most:
            raise RuleViolation(
                BET_WAGER, f"position {bet.seat} has no Bet Wager", fix="make a Bet Wager first"
            )
        if bet.amount > most:
            title = self.catalogue[bet.wager].title
            raise RuleViolation(
                clause,
                f"{dollars(bet.amount)} is more than a {title} Wager may come to here",
                fix=f"wager at most {dollars(most)}",
            )

    def _most(self, state: Round, seat: int, name: str) -> tuple[Clause, Cents]:
        """What a wager that goes with the Bet may come to, and by which clause."""
        bet = bet_at(state.bets, seat, BET, "")
        if bet is None:
            return BET_WAGER, 0
        if name == INSURANCE:
            return AT_MOST_HALF, self._half(bet.amount)
        return {DOUBLE_ATTACK: DOUBLE_ATTACK_WAGER, BUST_IT: BUST_IT_WAGER}[name], bet.amount

    @implements("665a.8(b)#1", "665a.8(b)#2", readings=("665-27",))
    def _half(self, amount: Cents) -> Cents:
        """Half of a Bet, or the next amount above it that can be wagered and paid where chips cannot make the half."""
        step, share = (
            self.betting.steps[INSURANCE, ""],
            Fraction(AT_MOST_HALF.parameters["max"].partition("x")[0]),
        )
        return ceil(amount * share / step) * step

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may wager, in keeping with the Bet; a wager that lies is not raised."""
        if bet_at(state.bets, seat, wager.name, pick):
            return None
        found = super().room(state, seat, wager, pick)
        if wager.name == BET or found is None:
            barred = state.stayed is not None and seat not in state.stayed
            return None if barred else found
        _, most = self._most(state, seat, wager.name)
        high = min(found.high, most // found.step * found.step)
        return Range(found.low, high, found.step) if found.low <= high else None

    @implements("665a.6(c)")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """What lies stays until it is settled."""
        raise RuleViolation(LOCKED, "a wager stays as it was made until it is settled")

    def chips_as_they_lie(self, bets: Bets) -> Bets:
        """What is put up for a hand lies with the Bet of its position, which has the only area for it."""
        piles: dict[tuple[int, str], Cents] = {}
        for bet in bets:
            beside = (bet.seat, BET if bet.wager in (DOUBLE_DOWN, SPLIT) else bet.wager)
            piles[beside] = piles.get(beside, 0) + bet.amount
        return tuple(Bet(seat, wager, "", amount) for (seat, wager), amount in piles.items())
