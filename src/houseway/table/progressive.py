"""The progressive: a meter that grows with a side wager, locked with the bets, paid by the book and never from the tray.

A service for any game: the game gives its clauses as `ProgressiveRules`, the operator the `MeterSettings`, and the
game's state holds a `Progressive`. Every amount on the meter is exact, in ten-thousandths of a cent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec

from houseway.equipment.decks import Dealing
from houseway.law import Clause, RuleViolation
from houseway.law.upholding import upholds
from houseway.money import Cents, MeterShare, MeterShareAndOdds, Payment, Transfer, dollars
from houseway.table.chip_steps import OUTSIDE
from houseway.table.events import FELT, TRAY, BonusPaid, Event, Result, Settled, rack
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import DEALERS, FLOORPERSONS, Role
from houseway.table.wagers import Bet, Bets, PayLine, Verdict

# Who collects and verifies, and who validates and answers for the papers.
COLLECTS = DEALERS
VERIFIES = DEALERS
VALIDATES = FLOORPERSONS

# Parts of a cent on a meter; a rate is told in as many parts, hundredths of a percent.
PARTS = 10_000


class Amount(msgspec.Struct, frozen=True, order=True):
    """Money on a meter, in ten-thousandths of a cent."""

    parts: int

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.parts + other.parts)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.parts - other.parts)

    @property
    def cents(self) -> Cents:
        """The whole cents, as the meter shows them."""
        return self.parts // PARTS

    def __str__(self) -> str:
        whole, rest = divmod(self.parts, PARTS)
        if not rest:
            return dollars(whole)
        return f"{dollars(whole - whole % 100)}.{whole % 100:02d}{rest:04d}".rstrip("0")


NOTHING = Amount(0)


def of_cents(cents: Cents) -> Amount:
    """So many whole cents on a meter."""
    return Amount(cents * PARTS)


class MeterSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the operator submits of a meter: its rate of progression in hundredths of a percent, its seed and reset."""

    rate: int = 1_400
    seed: Cents = 100_000
    reset: Cents = 100_000

    def contribution(self, wagered: Cents) -> Amount:
        """What so much wagered adds to the meter."""
        return Amount(wagered * self.rate)


class Shortfall(NamedTuple):
    """A setting below what the law demands: by which clause, which setting, and what is wrong."""

    clause: Clause
    where: str
    problem: str


@dataclass(frozen=True, slots=True)
class MeterMinimums:
    """The least rate (in hundredths of a percent) and the least seed and reset that a chapter allows."""

    rate: int
    rate_clause: Clause
    amount: Cents
    amount_clause: Clause

    @upholds("rate_clause", "amount_clause")
    def shortfalls(self, settings: MeterSettings) -> Iterator[Shortfall]:
        """Every setting that is below its minimum."""
        if settings.rate < self.rate:
            yield Shortfall(
                self.rate_clause,
                "rate",
                f"the meter grows by at least {_percent(self.rate)} of each wager, not {_percent(settings.rate)}",
            )
        if settings.rate > PARTS:
            yield Shortfall(self.rate_clause, "rate", "the meter cannot grow by more than is wagered")
        for where, amount in (("seed", settings.seed), ("reset", settings.reset)):
            if amount < self.amount:
                yield Shortfall(
                    self.amount_clause,
                    where,
                    f"the {where} is at least {dollars(self.amount)}, not {dollars(amount)}",
                )


def _percent(rate: int) -> str:
    whole, part = divmod(rate, 100)
    return f"{whole}.{part:02d}%" if part else f"{whole}%"


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter and the account of how it came to its amount; one that does not add up cannot be made."""

    amount: Amount
    seed: Amount
    contributed: Amount = NOTHING
    paid: Amount = NOTHING
    resets: Amount = NOTHING

    def __post_init__(self) -> None:
        if self.amount != self.seed + self.contributed - self.paid + self.resets:
            raise ValueError(f"the meter shows {self.amount}, which its account does not come to")

    def grown(self, by: Amount) -> "Meter":
        """The meter after contributions; a negative amount takes them back."""
        return msgspec.structs.replace(self, amount=self.amount + by, contributed=self.contributed + by)

    def share(self, percent: int) -> Cents:
        """A part of what the meter shows, in whole cents."""
        return self.amount.cents * percent // 100

    def after_paying(self, paid: Cents, reset: Cents) -> "Meter":
        """The meter after a payment and a reset; what is less than a cent stays on it."""
        return msgspec.structs.replace(
            self,
            amount=self.amount - of_cents(paid) + of_cents(reset),
            paid=self.paid + of_cents(paid),
            resets=self.resets + of_cents(reset),
        )


# What people do.


class CollectProgressive(Move, frozen=True, kw_only=True):
    """The dealer collects the progressive wagers before the tray and counts the chips."""

    counted: Annotated[int, msgspec.Meta(ge=0)]
    by: Role = Role.DEALER


class StrikeProgressive(Move, frozen=True, kw_only=True):
    """A floorperson or above strikes a progressive wager that the system counts but no chip backs."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class ReturnSurplusChip(Move, frozen=True, kw_only=True):
    """A floorperson or above hands back a chip for which the system counts no wager."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class VerifyAward(Move, frozen=True, kw_only=True):
    """The dealer confirms that the hand wins and that the system's light is lit."""

    seat: Seat
    by: Role = Role.DEALER


class ValidateAward(Move, frozen=True, kw_only=True):
    """A floorperson or above validates a progressive payout under the internal controls."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class CompleteDocuments(Move, frozen=True, kw_only=True):
    """The papers of a payout that the tray does not make are complete; their reference is recorded."""

    seat: Seat
    reference: Words
    by: Role = Role.FLOORPERSON


PROGRESSIVE_MOVES = (
    CollectProgressive
    | StrikeProgressive
    | ReturnSurplusChip
    | VerifyAward
    | ValidateAward
    | CompleteDocuments
)


# What happened.


class ProgressiveLocked(Event, frozen=True, kw_only=True):
    """The system takes no more progressive wagers in this round."""


class ProgressiveCollected(Event, frozen=True, kw_only=True):
    """The progressive chips were collected, agreed with the system's count, and put into the tray."""

    chips: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the felt to the tray."""
        return (Transfer(FELT, TRAY, self.amount),)


class ProgressiveStruck(Event, frozen=True, kw_only=True):
    """A progressive wager that no chip backed was struck before the chips were collected."""

    seat: int
    amount: Cents
    by: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Its stake is the player's again."""
        return (Transfer(FELT, rack(self.seat), self.amount),)


class SurplusChipReturned(Event, frozen=True, kw_only=True):
    """A chip for which the system counted no wager went back to its player; it was never a wager."""

    seat: int
    by: str


class MeterContributed(Event, frozen=True, kw_only=True):
    """The meter grew by its share of what was wagered."""

    added: Amount
    meter: Amount


class MeterReversed(Event, frozen=True, kw_only=True):
    """The round being void, its contributions left the meter again."""

    taken: Amount
    meter: Amount


class MeterReset(Event, frozen=True, kw_only=True):
    """The meter was paid and starts again from its reset amount."""

    paid: Amount
    meter: Amount


class ProgressiveWon(Event, frozen=True, kw_only=True):
    """A hand wins a progressive payout, which is to be checked before it is paid."""

    seat: int
    hand: str
    amount: Cents


class FixedSumWon(Event, frozen=True, kw_only=True):
    """A hand wins a fixed sum that the tray does not pay, so that it waits for its papers."""

    seat: int
    hand: str
    amount: Cents


class AwardVerified(Event, frozen=True, kw_only=True):
    """The dealer confirmed the winning hand and the light of the system."""

    seat: int
    by: str


class AwardValidated(Event, frozen=True, kw_only=True):
    """A floorperson or above validated a progressive payout."""

    seat: int
    by: str


class DocumentsCompleted(Event, frozen=True, kw_only=True):
    """The papers of a payout not made from the tray were completed."""

    seat: int
    reference: str
    by: str


class ProgressiveSettled(Settled, frozen=True, kw_only=True):
    """One settlement line of a progressive wager, whose chip already lies in the tray; `paid` counts it in."""

    from_tray: bool = True

    def transfers(self) -> tuple[Transfer, ...]:
        """A winner is paid from the tray, or from the cage if the tray may not; a void wager comes back from the tray."""
        match self.result:
            case Result.WIN:
                return (Transfer(TRAY if self.from_tray else OUTSIDE, rack(self.seat), self.paid),)
            case Result.RETURNED:
                return (Transfer(TRAY, rack(self.seat), self.stake),)
            case _:
                return ()


class SettledByCage(Settled, frozen=True, kw_only=True):
    """One settlement line whose stake goes back and whose payment the tray does not make."""

    def transfers(self) -> tuple[Transfer, ...]:
        """The stake from the felt, the payment from the cage."""
        return (Transfer(FELT, rack(self.seat), self.stake), Transfer(OUTSIDE, rack(self.seat), self.paid))


class EnvyBonusPaid(BonusPaid, frozen=True, kw_only=True):
    """A progressive bettor received the Envy Bonus for the hand of another player, the `holder`."""

    holder: int


PROGRESSIVE_EVENTS = (
    ProgressiveLocked
    | ProgressiveCollected
    | ProgressiveStruck
    | SurplusChipReturned
    | MeterContributed
    | MeterReversed
    | MeterReset
    | ProgressiveWon
    | FixedSumWon
    | AwardVerified
    | AwardValidated
    | DocumentsCompleted
    | ProgressiveSettled
    | SettledByCage
    | EnvyBonusPaid
)


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
    """What a chapter says of paying a progressive win; `at_turn` is when the meter is read."""

    settled: Clause
    checked: Clause
    hand: Clause
    light: Clause
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
        """A void round: its wagers come back out of the tray and off the meter; a share already paid stands."""
        due = tuple(bet for bet in state.wagers if bet.seat not in state.paid)
        back = tuple(self._line(bet, Result.RETURNED, clause, clause) for bet in due)
        if state.paid or not due:
            # What the round added to the meter went with the share that stands: nothing is left to take off.
            return Moved(self.unlocked(state), back)
        taken = self.settings.contribution(sum(bet.amount for bet in due))
        meter = state.meter.grown(NOTHING - taken)
        reversed_ = MeterReversed(taken=taken, meter=meter.amount, clause=clause.id)
        return Moved(self.unlocked(msgspec.structs.replace(state, meter=meter)), (*back, reversed_))

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

        The chip lies in the tray, so that what odds pay counts it in; a share alone is the share (C-129).
        """
        line = verdict.line
        assert line is not None, "a winning wager has a line"
        percent = _percent_of(line.odds)
        off_meter = self._off_meter(state, percent)
        by_odds = 0 if isinstance(line.odds, MeterShare) else int(bet.amount + line.odds.pay(bet.amount))
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
            unvalidated=amount < self.rules.validated_from * bet.amount,
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
        event = AwardVerified(seat=award.seat, by=move.by, clause=payout.hand.id, also=(payout.light.id,))
        return msgspec.structs.replace(award, verified=True), event

    @upholds("validated", "light")
    def validate(self, award: Award, move: ValidateAward) -> tuple[Award, AwardValidated]:
        """A floorperson validates what the dealer verified."""
        payout = self.rules.payout
        if not award.verified:
            raise RuleViolation(
                payout.light,
                "the dealer has not verified the hand and the light of the system",
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
        payout = self.rules.payout
        bet = Bet(award.seat, award.wager, "", award.stake)
        settled = msgspec.structs.replace(
            self._line(bet, Result.WIN, payout.settled, payout.settled),
            clause=award.decided,
            paid=award.amount,
            odds=award.odds,
            pays=award.pays,
            from_tray=award.from_tray,
            also=tuple(clause.id for clause in self._paid_by(state, award)),
        )
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
