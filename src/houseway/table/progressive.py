"""The progressive: a meter that grows with a side wager, locked with the bets, paid by the book and never from the tray.

A service for any game: the game gives its clauses as `ProgressiveRules`, the operator the `MeterSettings`, and the
game's state holds a `Progressive`. Every amount on the meter is exact, in ten-thousandths of a cent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import msgspec

from houseway.equipment.decks import Dealing
from houseway.law import Clause, RuleViolation
from houseway.law.upholding import upholds
from houseway.money import Cents, MeterShare, MeterShareAndOdds, Payment, dollars
from houseway.table.events import Event, Result, Settled
from houseway.table.meter import NOTHING, Meter, MeterSettings, of_cents
from houseway.table.progressive_events import (
    AwardValidated,
    AwardVerified,
    CompleteDocuments,
    DocumentsCompleted,
    MeterContributed,
    MeterReset,
    MeterReversed,
    ProgressiveCollected,
    ProgressiveLocked,
    ProgressiveSettled,
    ProgressiveStruck,
    ProgressiveWon,
    ReturnSurplusChip,
    SettledByCage,
    StrikeProgressive,
    SurplusChipReturned,
    ValidateAward,
    VerifyAward,
)
from houseway.table.wagers import Bet, Bets, PayLine, Verdict

# The law and the operator's choice.


@dataclass(frozen=True, slots=True)
class CollectionClauses:
    """What a chapter says, for one way of dealing, of locking the system and collecting its wagers."""

    locked: Clause
    handled: Clause
    collected: Clause
    agrees: Clause
    into_tray: Clause


@dataclass(frozen=True, slots=True)
class PayoutClauses:
    """What a chapter says of paying a progressive win; `at_turn` is when the meter is read, `light` that of the system if it has one."""

    settled: Clause
    checked: Clause
    hand: Clause
    light: Clause | None
    validated: Clause
    paid: Clause
    at_turn: Clause
    not_from_tray: Clause
    documents: Clause


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    """A chapter's progressive: the wager, the sizes it may have, and the clauses behind each step and refusal."""

    wager: str
    players_check: Clause
    sizes: tuple[Cents, ...]
    sizes_clause: Clause
    lock_out: Clause
    grows: Clause
    resets: Clause
    # How chips are collected before the deal; where none are, they lie on the felt until they are settled.
    collection: Mapping[Dealing, CollectionClauses]
    payout: PayoutClauses
    # The payout, counted "for" one with the stake in it, from which a floorperson validates; 0 is every one.
    validated_from: int = 0
    # The share of the meter, in percent, from which the tray may not pay.
    not_from_tray_from: int = 1
    # That the whole meter is shared equally among those of one round who win it; else each takes it as it stands.
    shares_equally: Clause | None = None


# The whole meter, in percent.
_WHOLE = 100


def _percent_of(payment: Payment) -> int:
    """How much of the meter a line pays, in percent."""
    match payment:
        case MeterShare():
            return payment.percent
        case MeterShareAndOdds():
            return payment.share.percent
        case _:
            return 0


class Check(StrEnum):
    """What a payout waits for."""

    HAND_AND_LIGHT = "hand-and-light"
    VALIDATION = "validation"
    DOCUMENTS = "documents"


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """A payout that is checked before it is made; `pays` is its paytable line, `decided` what made it win.

    `off_meter` is what of the amount comes off the meter, and `unvalidated` says that nobody needs to validate it.
    """

    seat: int
    wager: str
    stake: Cents
    amount: Cents
    odds: str
    pays: str
    decided: str
    from_tray: bool
    verified: bool = False
    validated: bool = False
    percent: int = 0
    off_meter: Cents = 0
    unvalidated: bool = False

    @property
    def checked(self) -> bool:
        """Whether everything but its papers is done."""
        return self.verified and (self.validated or self.unvalidated)

    @property
    def waits_for(self) -> Check:
        """The next check before this payout is made."""
        if not self.verified:
            return Check.HAND_AND_LIGHT
        return Check.DOCUMENTS if self.checked else Check.VALIDATION


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """The whole meter as the first of its winners in a round read it, what `each` takes, and how many are `left` to pay."""

    each: Cents
    left: int


class Progressive(msgspec.Struct, frozen=True, kw_only=True):
    """The progressive of a table as it stands: its meter, and the wagers of this round that lie in the tray.

    `paid` are the positions that received a share of the meter in this round; `split` is how they share it.
    """

    meter: Meter
    locked: bool = False
    wagers: Bets = ()
    paid: tuple[int, ...] = ()
    split: Split | None = None

    def wager_of(self, seat: int) -> Bet | None:
        """The progressive wager of a position in this round."""
        return next((bet for bet in self.wagers if bet.seat == seat), None)


class Moved(NamedTuple):
    """The progressive after a step, and what happened."""

    state: Progressive
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ProgressiveService:
    """The progressive of one table: the chapter's rules under the operator's settings."""

    rules: ProgressiveRules
    settings: MeterSettings

    def start(self) -> Progressive:
        """The meter at its seed, open for wagers."""
        seed = of_cents(self.settings.seed)
        return Progressive(meter=Meter(amount=seed, seed=seed))

    @upholds("sizes_clause")
    def check_size(self, bet: Bet) -> None:
        """Refuse a wager of a size for which the law has no schedule (C-130)."""
        if bet.amount not in self.rules.sizes:
            sizes = " or ".join(dollars(size) for size in self.rules.sizes)
            raise RuleViolation(
                self.rules.sizes_clause,
                f"a progressive wager is {sizes}, not {dollars(bet.amount)}",
                fix=f"wager {sizes}",
            )

    @upholds("locked", "lock_out")
    def lock(self, state: Progressive, dealing: Dealing) -> Moved:
        """At no more bets the system is locked."""
        clauses = self.rules.collection[dealing]
        locked = ProgressiveLocked(clause=clauses.locked.id, also=(self.rules.lock_out.id,))
        return Moved(msgspec.structs.replace(state, locked=True), (locked,))

    @upholds("agrees", "into_tray", "grows")
    def collect(self, state: Progressive, bets: Bets, chips: int, dealing: Dealing) -> Moved:
        """The chips go into the tray once they are as many as the wagers that the system accepted."""
        clauses = self.rules.collection[dealing]
        if chips != len(bets):
            raise RuleViolation(
                clauses.agrees,
                f"{chips} chips were collected, but the system accepted {len(bets)} progressive wagers",
                fix="count again, return a surplus chip, or have a wager struck that no chip backs",
            )
        amount = sum(bet.amount for bet in bets)
        added = self.settings.contribution(amount)
        meter = state.meter.grown(added)
        collected = ProgressiveCollected(
            chips=chips,
            amount=amount,
            clause=clauses.agrees.id,
            also=(clauses.handled.id, clauses.collected.id, clauses.into_tray.id),
        )
        grew = MeterContributed(added=added, meter=meter.amount, clause=self.rules.grows.id)
        return Moved(msgspec.structs.replace(state, meter=meter, wagers=bets), (collected, grew))

    @upholds("agrees")
    def strike(self, bet: Bet, move: StrikeProgressive, dealing: Dealing) -> ProgressiveStruck:
        """A wager without a chip is no wager: it is struck, so that chips and system agree."""
        clauses = self.rules.collection[dealing]
        also = (clauses.handled.id, self.rules.players_check.id)
        return ProgressiveStruck(
            seat=bet.seat, amount=bet.amount, by=move.by, clause=clauses.agrees.id, also=also
        )

    @upholds("agrees")
    def return_surplus(self, move: ReturnSurplusChip, dealing: Dealing) -> SurplusChipReturned:
        """A chip that the system did not register is no wager: seeing to that is its player's part."""
        clauses = self.rules.collection[dealing]
        also = (clauses.handled.id, self.rules.players_check.id)
        return SurplusChipReturned(seat=move.seat, by=move.by, clause=clauses.agrees.id, also=also)

    def give_back(self, state: Progressive, clause: Clause) -> Moved:
        """A void round: its wagers come back out of the tray, if they are there, and off the meter; a share already paid stands."""
        due = tuple(bet for bet in state.wagers if bet.seat not in state.paid)
        in_tray = due if self.rules.collection else ()
        back = tuple(self._line(bet, Result.RETURNED, clause, clause) for bet in in_tray)
        if state.paid or not due:
            # What the round added to the meter went with the share that stands: nothing is left to take off.
            return Moved(self.unlocked(state), back)
        taken = self.settings.contribution(sum(bet.amount for bet in due))
        meter = state.meter.grown(NOTHING - taken)
        reversed_ = MeterReversed(taken=taken, meter=meter.amount, clause=clause.id)
        return Moved(self.unlocked(msgspec.structs.replace(state, meter=meter)), (*back, reversed_))

    @upholds("lock_out", "grows")
    def begin(self, state: Progressive, bets: Bets) -> Moved:
        """With the first card the system is locked and the meter grows, where the chips stay on the felt."""
        locked = ProgressiveLocked(clause=self.rules.lock_out.id)
        after = msgspec.structs.replace(state, locked=True, wagers=bets)
        if not bets:
            return Moved(after, (locked,))
        added = self.settings.contribution(sum(bet.amount for bet in bets))
        meter = state.meter.grown(added)
        grew = MeterContributed(added=added, meter=meter.amount, clause=self.rules.grows.id)
        return Moved(msgspec.structs.replace(after, meter=meter), (locked, grew))

    def withdrawn(self, state: Progressive, seat: int, clause: Clause) -> Moved:
        """A wager that goes back to its player in the middle of a round leaves the meter as well."""
        taken = self.settings.contribution(sum(bet.amount for bet in state.wagers if bet.seat == seat))
        left = tuple(bet for bet in state.wagers if bet.seat != seat)
        meter = state.meter.grown(NOTHING - taken)
        reversed_ = MeterReversed(taken=taken, meter=meter.amount, clause=clause.id)
        return Moved(msgspec.structs.replace(state, meter=meter, wagers=left), (reversed_,))

    def unlocked(self, state: Progressive) -> Progressive:
        """The progressive as it waits for the next round."""
        return msgspec.structs.replace(state, locked=False, wagers=(), paid=(), split=None)

    def lose(self, bet: Bet, clause: Clause, order: Clause) -> ProgressiveSettled:
        """A progressive wager that is not paid; its chip already lies in the tray."""
        return self._line(bet, Result.LOSE, clause, order)

    @upholds("shares_equally")
    def shared(self, state: Progressive, winners: int) -> Progressive:
        """At the turn of the first of several who win the whole meter: what each takes of it as it is read now (C-70).

        The cents that do not come out even stay on the meter, as fractions of a cent do.
        """
        if self.rules.shares_equally is None or winners < 2 or state.split is not None:
            return state
        return msgspec.structs.replace(
            state, split=Split(each=state.meter.share(_WHOLE) // winners, left=winners)
        )

    @upholds("at_turn", "not_from_tray", "validated")
    def award(self, state: Progressive, bet: Bet, verdict: Verdict) -> Award:
        """What a winning wager is to be paid: its odds, its share of the meter as it stands at this player's turn, or both.

        A chip that lies in the tray is counted in by what odds pay; a share alone is the share (C-129).
        """
        line = verdict.line
        assert line is not None, "a winning wager has a line"
        percent = _percent_of(line.odds)
        off_meter = self._off_meter(state, percent)
        in_tray = bet.amount if self.rules.collection else 0
        by_odds = 0 if isinstance(line.odds, MeterShare) else int(in_tray + line.odds.pay(bet.amount))
        amount = off_meter + by_odds
        return Award(
            seat=bet.seat,
            wager=bet.wager,
            stake=bet.amount,
            amount=amount,
            odds=str(line.odds),
            pays=line.clause.id,
            decided=verdict.clause.id,
            from_tray=not percent or percent < self.rules.not_from_tray_from,
            percent=percent,
            off_meter=off_meter,
            # Odds "to" one are turned into odds "for" one before they are held against the line (C-55).
            unvalidated=amount + bet.amount - in_tray < self.rules.validated_from * bet.amount,
        )

    def _off_meter(self, state: Progressive, percent: int) -> Cents:
        if percent == _WHOLE and state.split is not None:
            return state.split.each
        return state.meter.share(percent)

    def won(self, award: Award, line: PayLine) -> ProgressiveWon:
        """The announcement of a win that is to be checked."""
        return ProgressiveWon(
            seat=award.seat, hand=line.label, amount=award.amount, clause=self.rules.payout.checked.id
        )

    @upholds("hand", "light")
    def verify(self, award: Award, move: VerifyAward) -> tuple[Award, AwardVerified]:
        """The dealer confirms hand and light."""
        payout = self.rules.payout
        if award.verified:
            raise RuleViolation(payout.hand, f"the hand at position {award.seat} is verified")
        also = (payout.light.id,) if payout.light else ()
        event = AwardVerified(seat=award.seat, by=move.by, clause=payout.hand.id, also=also)
        return msgspec.structs.replace(award, verified=True), event

    @upholds("validated", "light")
    def validate(self, award: Award, move: ValidateAward) -> tuple[Award, AwardValidated]:
        """A floorperson validates what the dealer verified."""
        payout = self.rules.payout
        if not award.verified:
            raise RuleViolation(
                payout.light or payout.hand,
                f"the dealer has not verified the hand{' and the light of the system' if payout.light else ''}",
                fix="verify them first",
            )
        if award.validated:
            raise RuleViolation(payout.validated, f"the payout at position {award.seat} is validated")
        event = AwardValidated(seat=award.seat, by=move.by, clause=payout.validated.id)
        return msgspec.structs.replace(award, validated=True), event

    @upholds("documents", "validated")
    def check_documents(self, award: Award, move: CompleteDocuments) -> DocumentsCompleted:
        """The papers of a payout not made from the tray, complete once it is validated."""
        if not award.checked:
            raise RuleViolation(self.rules.payout.validated, "the payout has not been validated")
        if not move.reference.strip():
            raise RuleViolation(
                self.rules.payout.documents,
                f"the papers of the payout at position {award.seat} have no reference",
                fix="tell the reference they are filed under",
            )
        return DocumentsCompleted(
            seat=award.seat, reference=move.reference, by=move.by, clause=self.rules.payout.documents.id
        )

    @upholds("paid", "not_from_tray", "resets", "shares_equally")
    def pay(self, state: Progressive, award: Award) -> Moved:
        """The payout, from the tray or the cage; once all who win the whole meter are paid, it resets."""
        settled = self._won(state, award)
        if not award.percent:
            return Moved(state, (settled,))
        split = state.split
        if award.percent == _WHOLE and split is not None:
            split = msgspec.structs.replace(split, left=split.left - 1)
        emptied = award.percent == _WHOLE and (split is None or not split.left)
        meter = state.meter.after_paying(award.off_meter, self._reset(state, award) if emptied else 0)
        again = MeterReset(paid=of_cents(award.off_meter), meter=meter.amount, clause=self.rules.resets.id)
        paid = (*state.paid, award.seat)
        after = msgspec.structs.replace(state, meter=meter, paid=paid, split=split)
        return Moved(after, (settled, again))

    def _won(self, state: Progressive, award: Award) -> Settled:
        """The line of a payout; a chip that lies on the felt goes back beside it."""
        payout = self.rules.payout
        bet = Bet(award.seat, award.wager, "", award.stake)
        line = msgspec.structs.replace(
            self._line(bet, Result.WIN, payout.settled, payout.settled),
            clause=award.decided,
            paid=award.amount,
            odds=award.odds,
            pays=award.pays,
            from_tray=award.from_tray,
            also=tuple(clause.id for clause in self._paid_by(state, award)),
        )
        if self.rules.collection:
            return line
        fields = {name: value for name, value in msgspec.structs.asdict(line).items() if name != "from_tray"}
        return Settled(**fields) if award.from_tray else SettledByCage(**fields)

    def _paid_by(self, state: Progressive, award: Award) -> Iterator[Clause]:
        """The clauses that a payment rests on besides the one that decided it."""
        yield self.rules.payout.paid
        if award.percent:
            yield self.rules.payout.at_turn
        if not award.from_tray:
            yield self.rules.payout.not_from_tray
        if award.percent == _WHOLE and state.split is not None and self.rules.shares_equally is not None:
            yield self.rules.shares_equally

    def _reset(self, state: Progressive, award: Award) -> Cents:
        """What brings the meter to its reset amount, also when a smaller share was paid between two of the whole."""
        return self.settings.reset + max(0, award.off_meter - state.meter.amount.cents)

    def _line(self, bet: Bet, result: Result, clause: Clause, order: Clause) -> ProgressiveSettled:
        return ProgressiveSettled(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            stake=bet.amount,
            result=result,
            paid=0,
            odds="",
            clause=clause.id,
            pays="",
            order=order.id,
        )
