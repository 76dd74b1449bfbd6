"""What the bank's chips must cover (621a.9(d)(2), (h)): the other players' wagers, and the dealer's with them."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.games.pai_gow.bank import dealer_wager_due
from houseway.games.pai_gow.moves import StakeDealerWager
from houseway.games.pai_gow.release import with_bank
from houseway.games.pai_gow.round import Phase, Round
from houseway.games.pai_gow.submission import COVERED, DEALER_WAGER, PaiGowSubmission
from houseway.law import RuleViolation, implements
from houseway.money import Cents, dollars
from houseway.table.areas import owner_of
from houseway.table.means import Chips, Means
from houseway.table.moves import Move
from houseway.table.rules import Lawful
from houseway.table.wagers import Range

if TYPE_CHECKING:
    from houseway.table.game import Game

_WHOLE = 100


class PaiGowMeans(Means[Round]):
    """The chips before the seats: second areas are played from their owner's, and a bank has enough of them."""

    def __init__(self, submission: PaiGowSubmission) -> None:
        self.submission = submission

    def purse_of(self, state: Round, seat: int) -> int:
        """A second area is played from the chips before its owner's seat."""
        return owner_of(state, seat)

    @implements("621a.9(d)(2)", readings=("B-PG-13",))
    def to_cover(self, state: Round, more: Cents = 0) -> Cents:
        """The chips that a bank must have: all wagers of other players, with so much more, and the dealer's.

        Where less is filed for a co-bank, that is enough as long as the bank co-banks or may still ask for it.
        """
        bank = state.bank
        may_ask = state.phase is Phase.BETTING and self.submission.co_bank and not state.dealer_stake
        less = may_ask or (bank is not None and bank.co)
        percent = self.submission.co_bank_cover if less else _WHOLE
        wagers = sum(bet.amount for bet in state.bets) + more
        return -(-wagers * percent // _WHOLE) + state.dealer_stake

    @implements("621a.9(d)(2)", "621a.9(h)#1", readings=("B-PG-13",))
    def check(self, state: Round, chips: Chips, move: Move) -> None:
        """Refuse a bank, a wager, or no more bets, that the bank's chips do not cover, and a dealer's wager beyond the rest."""
        if state.bank is None or state.phase not in (Phase.BETTING, Phase.CLOSED):
            return
        has, needs = chips(state.bank.seat), self.to_cover(state)
        if needs - state.dealer_stake <= has < needs:
            left = has - needs + state.dealer_stake
            raise RuleViolation(
                DEALER_WAGER,
                f"the bank at position {state.bank.seat} has {dollars(left)} left for the dealer's wager",
                fix="let the dealer wager no more than that, or have the other wagers lowered",
            )
        if has < needs:
            raise RuleViolation(
                COVERED,
                f"the bank at position {state.bank.seat} has {dollars(has)} and would have to cover {dollars(needs)}",
                fix="wager less, let the bank buy chips, or release it",
            )
        if isinstance(move, StakeDealerWager):
            self._check_stake_is_all(state, has)

    @implements("621a.9(h)#1", readings=("B-PG-13",))
    def _check_stake_is_all(self, state: Round, has: Cents) -> None:
        """The dealer wagers all that is due, but for what the bank's chips do not cover."""
        more = state.dealer_stake + self.submission.smallest_chip
        covered = has >= self.to_cover(with_bank(state, stake=more))
        if covered and more <= dealer_wager_due(self.submission, with_bank(state, stake=0)):
            raise RuleViolation(
                DEALER_WAGER,
                f"the bank's chips cover more than {dollars(state.dealer_stake)}",
                fix="wager what is due; only the bank may direct less",
            )

    def within(self, game: "Game[Round]", state: Round, act: Lawful, chips: Chips) -> Iterator[Lawful]:
        """What a bank's chips cover besides what players have themselves."""
        bank = state.bank
        for narrowed in super().within(game, state, act, chips):
            if act.move == "place-wager" and bank is not None:
                yield from self._covered(state, narrowed, chips(bank.seat))
            elif act.move == "stake-dealer-wager" and bank is not None:
                yield from self._capped(state, narrowed, chips(bank.seat))
            elif self._is_covered(state, act, chips):
                yield narrowed

    def _is_covered(self, state: Round, act: Lawful, chips: Chips) -> bool:
        """Whether a bank has the chips for a move that asks for them."""
        if act.move == "accept-bank":
            return chips(state.offered) >= self.to_cover(state)
        if act.move != "call-no-more-bets" or state.bank is None:
            return True
        closed = msgspec.structs.replace(state, phase=Phase.CLOSED)
        return chips(state.bank.seat) >= self.to_cover(closed)

    @implements("621a.9(h)#1", readings=("B-PG-13",))
    def _capped(self, state: Round, act: Lawful, has: Cents) -> Iterator[Lawful]:
        """The dealer's wager, or as much of it as the bank's chips leave room for."""
        due, chip = dealer_wager_due(self.submission, state), self.submission.smallest_chip
        short = self.to_cover(with_bank(state, stake=due)) - has
        if short <= 0:
            yield act
            return
        most = due - -(-short // chip) * chip
        if most > 0:
            label = f"The dealer wagers {dollars(most)} against the bank"
            yield msgspec.structs.replace(act, label=label, fields={"amount": (most,)})

    def _covered(self, state: Round, act: Lawful, has: Cents) -> Iterator[Lawful]:
        """A wager as far as the bank can cover it with the others."""
        room = act.amount
        assert room is not None, "a wager always has a range of amounts"
        amounts = range(room.low, room.high + 1, room.step)
        covered = bisect_right(amounts, has, key=lambda added: self.to_cover(state, added))
        if covered:
            yield msgspec.structs.replace(act, amount=Range(room.low, amounts[covered - 1], room.step))
