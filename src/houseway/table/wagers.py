"""Wagers: what may be bet, within which limits, and how a bet is decided and paid."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

import msgspec

from houseway.law import Clause, Reading, RuleViolation, implements, pa
from houseway.law.upholding import upholds
from houseway.money import (
    Breakage,
    Cents,
    FlatAmount,
    MeterShare,
    MeterShareAndOdds,
    Payment,
    dollars,
    make_in_chips,
    payment_of,
)
from houseway.table.events import Result, Settled, Surrendered, WagerRaised
from houseway.table.moves import Instrument, PlaceWager
from houseway.table.roles import Role

POSTED_LIMITS = pa("125-149:RAF(10)#2")
PERMITTED_INSTRUMENTS = pa("603a.10(a)#1")
COUPON_NEEDS_CHIPS = pa("603a.1[match_play_coupon]#2")
NONCASHABLE_REFUSED = pa("603a.10(a)#2")


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a paytable; with `picks` it is a line of those picks alone."""

    label: str
    odds: Payment
    clause: Clause
    picks: tuple[str, ...] = ()


def pay_line(label: str, clause: Clause, *, picks: tuple[str, ...] = ()) -> PayLine:
    """A paytable line with the odds, sum or share that its clause prints."""
    return PayLine(label, payment_of(clause), clause, picks)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a wager came out, by which clause, on which paytable line it is paid, and what of a given up one is `kept`."""

    result: Result
    clause: Clause
    line: PayLine | None = None
    kept: Fraction = Fraction(0)


def wins(clause: Clause, line: PayLine) -> Verdict:
    """The wager wins and is paid on this line."""
    return Verdict(Result.WIN, clause, line)


def loses(clause: Clause) -> Verdict:
    """The wager loses."""
    return Verdict(Result.LOSE, clause)


def surrenders(clause: Clause, kept: Fraction) -> Verdict:
    """The wager is given up and the house keeps this part of it."""
    return Verdict(Result.SURRENDERED, clause, kept=kept)


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The posted minimum and maximum of a wager and the steps between them, in cents."""

    minimum: Cents = 500
    maximum: Cents = 50_000
    increment: Cents = 100


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits that the chapter itself sets for a wager, in the place of those posted at the table."""

    limits: Limits
    clause: Clause


@dataclass(frozen=True, slots=True)
class Units:
    """That a wager is made in so many equal parts, each of whole chips.

    Where a part is `paid` as winnings are, the table's breakage rule holds for it too, and any amount goes.
    """

    count: int
    clause: Clause
    paid: bool = False
    # Where the parts are made for what the house takes of a win: what that is called.
    for_the: str = ""

    def lacking(self, smallest_chip: Cents) -> str:
        """What is wrong with an amount that does not make the parts."""
        if self.for_the:
            return f"bears a {self.for_the} that {dollars(smallest_chip)} chips cannot make"
        return f"does not make {self.count} equal parts in {dollars(smallest_chip)} chips"


@dataclass(frozen=True)
class Wager:
    """A kind of wager: its canonical name, the clause that allows it, its paytable and how facts decide it.

    `decide(facts, pick)` is a pure function over what the dice or cards showed; live tables, replays, proofs and
    simulations all call it.
    """

    name: str
    title: str
    clause: Clause
    paytable: tuple[PayLine, ...]
    decide: Callable[[Any, str], Verdict]
    group: str = ""
    picks: tuple[str, ...] = ("",)
    # The readings that bear on how often it wins, to be told with its odds.
    readings: tuple[Reading, ...] = ()
    # What a player may be paid on in the place of the paytable, such as even money.
    instead: tuple[PayLine, ...] = ()
    # Where the crew moves the wager to once it is made; nobody makes one there.
    moved_to: tuple[str, ...] = ()
    # Of these, where it only lies: its name does not tell them.
    unnamed: tuple[str, ...] = ()
    units: Units | None = None
    bounds: Bounds | None = None
    # What is told wherever its odds are, such as what the house takes of a win.
    terms: str = ""

    def pays(self, line: PayLine) -> str:
        """What a line of the paytable pays, in words, and on which terms."""
        return f"{line.odds}, {self.terms}" if self.terms else str(line.odds)

    def lines(self, pick: str) -> tuple[PayLine, ...]:
        """The lines of the paytable that a wager with this pick is paid on."""
        return tuple(line for line in self.paytable if not line.picks or pick in line.picks)


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A wager on the felt."""

    seat: int
    wager: str
    pick: str
    amount: Cents


Bets = tuple[Bet, ...]


def bet_at(bets: Bets, seat: int, wager: str, pick: str) -> Bet | None:
    """The wager a player has on one betting area."""
    for bet in bets:
        if bet.seat == seat and bet.wager == wager and bet.pick == pick:
            return bet
    return None


def with_bet(bets: Bets, bet: Bet) -> Bets:
    """The felt with this bet in place of the one on the same area."""
    return (*without(bets, (bet_at(bets, bet.seat, bet.wager, bet.pick),)), bet)


def without(bets: Bets, gone: Iterable[Bet | None]) -> Bets:
    """The felt without these bets."""
    taken = frozenset(gone)
    return tuple(bet for bet in bets if bet not in taken)


class Range(msgspec.Struct, frozen=True, gc=False):
    """The lawful amounts of a move: from `low` to `high` in steps, all in cents."""

    low: Cents
    high: Cents
    step: Cents


@dataclass(frozen=True, slots=True)
class BettingClauses:
    """What a chapter says of wagering: its list of wagers, what they are made with, and what is refused."""

    catalogue: Clause
    instruments: Clause
    accepted: frozenset[Instrument]
    cash: Clause
    # The clause to name when chips cannot make a payment that it demands; without one, that of the payment itself.
    payment: Clause | None = None
    minimum: Clause = POSTED_LIMITS
    maximum: Clause = POSTED_LIMITS
    # By which the cash behind a spoken wager is changed; without one, that by which such a wager is taken.
    changed: Clause | None = None


@dataclass(frozen=True)
class BettingRules:
    """What a table accepts: the wagers offered, their limits, the chips, and the clauses behind each refusal."""

    wagers: Mapping[str, Wager]
    offered: frozenset[str]
    limits: Limits
    wager_limits: Mapping[str, Limits]
    smallest_chip: Cents
    breakage: Breakage
    clauses: BettingClauses
    # What the chapter has as well, and the submission does not say enough of: by its name.
    unstated: Mapping[str, Wager] = field(default_factory=dict)

    def limits_of(self, name: str) -> Limits:
        """The limits of one wager: those that the chapter sets, else those posted."""
        wager = self.wagers.get(name)
        if wager is not None and wager.bounds is not None:
            return wager.bounds.limits
        return self.wager_limits.get(name, self.limits)

    @upholds("catalogue")
    def wager(self, name: str, pick: str = "", *, standing: bool = False) -> Wager:
        """The wager of that name, refusing what the chapter does not list or the table does not offer.

        One already `standing` may also be where the crew moved it.
        """
        wager = self.wagers.get(name)
        if name in self.unstated:
            unstated = self.unstated[name]
            raise RuleViolation(
                unstated.clause,
                f"this table does not offer the {unstated.title} Wager",
                fix="say in the Rules Submission that it is offered, and what it takes",
            )
        if wager is None:
            known = ", ".join(self.wagers)
            raise RuleViolation(
                self.clauses.catalogue, f"there is no wager {name!r}", fix=f"choose one of: {known}"
            )
        if name not in self.offered:
            raise RuleViolation(wager.clause, f"this table does not offer the {wager.title} Wager")
        if pick not in wager.picks and not (standing and pick in wager.moved_to):
            choices = ", ".join(wager.picks) if wager.picks != ("",) else "no pick"
            raise RuleViolation(
                wager.clause, f"{pick!r} is no pick of {wager.title}", fix=f"choose: {choices}"
            )
        return wager

    @cached_property
    def steps(self) -> Mapping[tuple[str, str], Cents]:
        """The step of lawful amounts of each wager and pick: whole chips and units, payable on every line."""
        return {
            (wager.name, pick): self._step(wager, pick)
            for wager in self.wagers.values()
            for pick in (*wager.picks, *wager.moved_to)
        }

    def _step(self, wager: Wager, pick: str) -> Cents:
        increment = self.limits_of(wager.name).increment
        return next(
            step
            for step in count(increment, increment)
            if not step % self.unit(wager) and not any(self.unmakeable(wager, pick, step))
        )

    def unit(self, wager: Wager) -> Cents:
        """The least amount that a wager is made in: a chip, or a chip for each part that chips have to make."""
        units = wager.units
        in_parts = units is not None and not (units.paid and self.breakage is not Breakage.REFUSE)
        return self.smallest_chip * (units.count if units and in_parts else 1)

    def unmakeable(self, wager: Wager, pick: str, amount: Cents) -> Iterable[PayLine]:
        """The lines on which chips cannot pay an amount."""
        lines = wager.lines(pick)
        if amount % self.smallest_chip:
            yield from lines
        for line in lines:
            if isinstance(line.odds, MeterShare | FlatAmount):
                continue  # neither a meter nor a fixed sum is paid in this table's chips
            # Nor may breakage take a win away whole.
            if not make_in_chips(line.odds.pay(amount), self.smallest_chip, self.breakage):
                yield line

    def accept(self, bets: Bets, move: PlaceWager) -> Bet:
        """The bet as it stands once the move is made; refuses what may not be wagered."""
        self._check_instrument(move)
        wager = self.wager(move.wager, move.pick)
        before = bet_at(bets, move.seat, move.wager, move.pick)
        if move.amount <= 0:
            raise RuleViolation(self.clauses.minimum, f"a wager of {dollars(move.amount)} is no wager")
        bet = Bet(move.seat, move.wager, move.pick, move.amount + (before.amount if before else 0))
        self.check_amount(wager, bet)
        return bet

    def check_amount(self, wager: Wager, bet: Bet) -> None:
        """Refuse an amount that is outside the limits or that chips cannot make and pay."""
        total, limits = bet.amount, self.limits_of(wager.name)
        own = wager.bounds.clause if wager.bounds else None
        if total < limits.minimum:
            raise RuleViolation(
                own or self.clauses.minimum,
                f"{dollars(total)} on {wager.title} is below the posted minimum of {dollars(limits.minimum)}",
                fix=f"wager at least {dollars(limits.minimum)}",
            )
        if total > limits.maximum:
            raise RuleViolation(
                own or self.clauses.maximum,
                f"{dollars(total)} on {wager.title} is above the posted maximum of {dollars(limits.maximum)}",
                fix=f"wager at most {dollars(limits.maximum)}",
            )
        if total % limits.increment:
            raise RuleViolation(
                own or POSTED_LIMITS,
                f"{dollars(total)} on {wager.title} is not a multiple of {dollars(limits.increment)}",
                fix=f"wager in steps of {dollars(limits.increment)}",
            )
        if wager.units and total % self.unit(wager):
            raise RuleViolation(
                wager.units.clause,
                f"{dollars(total)} on {wager.title} {wager.units.lacking(self.smallest_chip)}",
                fix=f"wager {self._nearest(wager, bet)}",
            )
        step = self.steps[wager.name, bet.pick]
        # Chips that make and pay one step make and pay any number of steps.
        for line in self.unmakeable(wager, bet.pick, total) if total % step else ():
            raise RuleViolation(
                self.clauses.payment or line.clause,
                f"{dollars(total)} on {wager.title} at {line.odds} cannot be paid in {dollars(self.smallest_chip)} chips",
                fix=f"wager {self._nearest(wager, bet)}",
            )

    def _nearest(self, wager: Wager, bet: Bet) -> str:
        """The lawful amounts on either side of one that is not, and the steps between all of them."""
        limits, step = self.limits_of(wager.name), self.steps[wager.name, bet.pick]
        below = bet.amount // step * step
        near = [amount for amount in (below, below + step) if limits.minimum <= amount <= limits.maximum]
        steps = f"in steps of {dollars(step)}"
        return f"{' or '.join(map(dollars, near))}, {steps}" if near else steps

    @property
    @upholds("cash")
    def takes_cash(self) -> bool:
        """Whether a spoken wager backed by cash is taken."""
        return Instrument.VERBAL_WITH_CASH in self.clauses.accepted

    @implements("603a.10(a)#1", "603a.10(a)#2", readings=("C-10",))
    @upholds("instruments")
    def _check_instrument(self, move: PlaceWager) -> None:
        """Only what the chapter accepts of the permitted instruments makes a wager; a coupon, only together with chips."""
        match move.instrument:
            case Instrument.VERBAL_WITH_CASH if self.takes_cash:
                if move.by is not Role.DEALER:
                    raise RuleViolation(
                        self.clauses.cash,
                        "a spoken wager backed by cash counts once the dealer confirms it",
                        fix="let the dealer confirm it",
                    )
            case Instrument.VERBAL_WITH_CASH:
                raise RuleViolation(
                    self.clauses.cash, "a spoken wager backed by cash is not accepted", fix="buy chips first"
                )
            case Instrument.NONCASHABLE_CREDIT:
                raise RuleViolation(
                    NONCASHABLE_REFUSED, "voucher credit that cannot be cashed is for slot machines only"
                )
            case Instrument.MATCH_PLAY_COUPON:
                raise RuleViolation(
                    COUPON_NEEDS_CHIPS,
                    "a coupon by itself is no wager",
                    fix="let the dealer or boxperson take it with chips",
                )
            case instrument if instrument not in self.clauses.accepted:
                raise RuleViolation(self.clauses.instruments, f"{instrument} are not accepted at this game")

    def amounts(self, bets: Bets, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add to an area now, or None when it is full."""
        limits, step = self.limits_of(wager.name), self.steps[wager.name, pick]
        held = bet_at(bets, seat, wager.name, pick)
        high = limits.maximum // step * step
        if held:
            return Range(step, high - held.amount, step) if held.amount + step <= high else None
        low = -(-limits.minimum // step) * step
        return Range(low, high, step) if low <= high else None

    def made(self, exact: Fraction) -> Cents:
        """A payment in chips."""
        made = make_in_chips(exact, self.smallest_chip, self.breakage)
        assert made is not None, "accept() refuses a bet whose payment chips cannot make"
        return made

    def settle(self, bet: Bet, facts: object, order: Clause) -> Settled:
        """Decide a bet on the facts and pay it to the cent; `order` is the clause that puts it in this place."""
        verdict = self.wagers[bet.wager].decide(facts, bet.pick)
        if verdict.result is Result.SURRENDERED:
            # The player's part is made in chips as a payment is; the house keeps the rest.
            back = self.made(bet.amount * (1 - verdict.kept))
            return surrendered(bet, bet.amount - back, verdict.clause, order)
        line = verdict.line
        paid = 0
        assert line is None or not isinstance(line.odds, MeterShare | MeterShareAndOdds), (
            "a meter is paid by the service that keeps it"
        )
        if line is not None and isinstance(line.odds, FlatAmount):
            paid = line.odds.cents
        elif line is not None:
            paid = self.made(line.odds.pay(bet.amount))
        return Settled(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            stake=bet.amount,
            result=verdict.result,
            paid=paid,
            odds=str(line.odds) if line else "",
            clause=verdict.clause.id,
            pays=line.clause.id if line else "",
            order=order.id,
        )


def returned(bet: Bet, clause: Clause) -> Settled:
    """A bet given back to its player, as a remedy orders."""
    return _undecided(bet, Result.RETURNED, clause)


def surrendered(bet: Bet, kept: Cents, clause: Clause, order: Clause) -> Surrendered:
    """A bet that its player gave up, for as much of it as the house keeps."""
    return Surrendered(
        seat=bet.seat,
        wager=bet.wager,
        pick=bet.pick,
        stake=bet.amount,
        kept=kept,
        paid=0,
        odds="",
        clause=clause.id,
        pays="",
        order=order.id,
    )


def raised(bet: Bet, by: Cents, clause: Clause) -> tuple[Bet, WagerRaised]:
    """A bet with a payout put on it in the place of its player's hands, and what is recorded of that."""
    more = Bet(bet.seat, bet.wager, bet.pick, bet.amount + by)
    return more, WagerRaised(
        seat=bet.seat, wager=bet.wager, pick=bet.pick, amount=by, total=more.amount, clause=clause.id
    )


def forfeited(bet: Bet, clause: Clause) -> Settled:
    """A bet collected without being decided by what dice or cards showed."""
    return _undecided(bet, Result.LOSE, clause)


def _undecided(bet: Bet, result: Result, clause: Clause) -> Settled:
    return Settled(
        seat=bet.seat,
        wager=bet.wager,
        pick=bet.pick,
        stake=bet.amount,
        result=result,
        paid=0,
        odds="",
        clause=clause.id,
        pays="",
        order=clause.id,
    )
