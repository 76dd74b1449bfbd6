"""What may be ordered in the revenue book, and what follows from it."""

from datetime import date
from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.backoffice.counter_checks.orders import Numbers
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.backoffice.revenue.chips import Contents, Money, Pieces, Value
from houseway.backoffice.revenue.options import LAWFUL_TREATMENT, CouponTreatment, Percent, TaxPeriod
from houseway.money import METER_PARTS, Cents
from houseway.table.forms import with_defaults
from houseway.table.meter import Meter

# As the games' own names are written: spelled in two ways, one game would be two, and its losses not its own.
GameName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=100)]
TableName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,19}$")]
# Days after a gaming day or a period is over, so never fewer than one.
_Days = Annotated[int, msgspec.Meta(ge=1, le=366)]
_Some = Annotated[Cents, msgspec.Meta(ge=1, le=10**13)]
_Parts = Annotated[int, msgspec.Meta(ge=0, le=10**17, extra={"unit": METER_PARTS})]
_Signed = Annotated[Cents, msgspec.Meta(ge=-(10**13), le=10**13)]


def day_matter(day: date) -> str:
    """The matter on which whoever handles chips, whoever counts and whoever certifies are kept apart."""
    return f"revenue-day/{day}"


class _OfDay(Order, frozen=True, kw_only=True):
    """An order about one gaming day."""

    day: date

    def matters(self) -> tuple[str, ...]:
        """The gaming day."""
        return (day_matter(self.day),)


# The terms on which revenue is reported.


class SetRevenueTerms(Order, frozen=True, kw_only=True):
    """From a day on, revenue is reported and taxed on these terms; none of them has a value in the texts."""

    since: date
    commenced: date
    local_share: Percent
    period: TaxPeriod
    return_due_days: _Days
    report_due_days: _Days
    authority: Words
    coupons: CouponTreatment = LAWFUL_TREATMENT


class RevenueTermsSet(Fact, frozen=True, kw_only=True):
    """Revenue is reported on these terms from a day on."""

    since: date
    commenced: date
    local_share: str
    period: TaxPeriod
    return_due_days: int
    report_due_days: int
    authority: str
    coupons: CouponTreatment


# What chips and plaques there are.


class RegisterDenominations(Order, frozen=True, kw_only=True):
    """From a day on, the house has chips and plaques of these values, as they were approved, and no others."""

    since: date
    chips: Annotated[tuple[Value, ...], msgspec.Meta(min_length=1)]
    plaques: tuple[Value, ...] = ()
    authority: Words


class DenominationsRegistered(Fact, frozen=True, kw_only=True):
    """The house has chips and plaques of these values from a day on."""

    since: date
    chips: tuple[Cents, ...]
    plaques: tuple[Cents, ...]
    authority: str


# The tray.


class OpenTray(_OfDay, frozen=True, kw_only=True):
    """A table opens with these chips in its tray; an explanation is due where the last closer said otherwise."""

    table: TableName
    game: GameName
    chips: tuple[Pieces, ...]
    explanation: Remark = ""


class FillTable(_OfDay, frozen=True, kw_only=True):
    """Chips go from the cage to a table."""

    table: TableName
    chips: tuple[Pieces, ...]


class CreditTable(_OfDay, frozen=True, kw_only=True):
    """Chips go from a table back to the cage; more of a value than came on slips only once the whole `tray` is counted.

    An explanation is due where the counted tray comes to something else than the table's record says.
    """

    table: TableName
    chips: tuple[Pieces, ...]
    tray: tuple[Pieces, ...] = ()
    explanation: Remark = ""


class CloseTray(_OfDay, frozen=True, kw_only=True):
    """A table closes with these chips in its tray."""

    table: TableName
    chips: tuple[Pieces, ...]


class TrayOpened(Fact, frozen=True, kw_only=True):
    """A table's tray was counted at opening; `session` numbers the openings of a table within a gaming day."""

    day: date
    table: str
    session: int
    game: str
    chips: tuple[Pieces, ...]
    cents: Cents


class SlipKind(StrEnum):
    """Which way the chips of a slip went."""

    FILL = "fill"
    CREDIT = "credit"


class ChipsMoved(Fact, frozen=True, kw_only=True):
    """Chips went between cage and table on a numbered slip, after the whole `tray` was counted if it had to be."""

    kind: SlipKind
    number: int
    day: date
    table: str
    chips: tuple[Pieces, ...]
    cents: Cents
    tray: tuple[Pieces, ...] = ()


class TrayClosed(Fact, frozen=True, kw_only=True):
    """A table's tray was counted at closing."""

    day: date
    table: str
    session: int
    chips: tuple[Pieces, ...]
    cents: Cents


# What the tray does not pay.


class PayFromCage(_OfDay, frozen=True, kw_only=True):
    """A win at a table that is not paid from its tray is paid by the cage, on papers with a reference."""

    table: TableName
    cents: _Some
    reference: Words


class PaidFromCage(Fact, frozen=True, kw_only=True):
    """The cage paid a win of a table on a numbered slip."""

    number: int
    day: date
    table: str
    cents: Cents
    reference: str


# The count.


class CountDrop(_OfDay, frozen=True, kw_only=True):
    """A table's drop box is opened: money is counted, the counter checks in it by number, and coupons apart from it."""

    table: TableName
    contents: tuple[Contents, ...]
    checks: Numbers = ()
    coupons: tuple[Pieces, ...] = ()
    remark: Remark = ""


class DropCounted(Fact, frozen=True, kw_only=True):
    """What was in a table's drop box; `coupon_face` is what the coupons say, which is not money."""

    renewals = (with_defaults(checks=()),)

    day: date
    table: str
    contents: tuple[Contents, ...]
    checks: tuple[int, ...]
    drop: Cents
    coupons: tuple[Pieces, ...]
    coupon_face: Cents
    remark: str


class Figure(StrEnum):
    """A figure of a table's day that can be put right."""

    OPENER = "opener"
    FILLS = "fills"
    CREDITS = "credits"
    DROP = "drop"
    CLOSER = "closer"
    PAYOUTS = "payouts"
    COUPON_FACE = "coupon face"


class CorrectFigure(_OfDay, frozen=True, kw_only=True):
    """A figure that was written down wrongly is put right by a difference, beside what was signed."""

    table: TableName
    figure: Figure
    cents: _Signed
    reason: Words


class FigureCorrected(Fact, frozen=True, kw_only=True):
    """A figure of a table's day was put right."""

    day: date
    table: str
    figure: Figure
    cents: Cents
    reason: str


# What the table's own record says.


class RecordExpected(_OfDay, frozen=True, kw_only=True):
    """What a table's own record says of its day; `change` is what play brought into the tray, `source` the record."""

    table: TableName
    change: _Signed
    drop: Money
    payouts: Money
    coupon_face: Money
    source: Words


class ExpectedRecorded(Fact, frozen=True, kw_only=True):
    """A table's own figures for a gaming day."""

    day: date
    table: str
    change: Cents
    drop: Cents
    payouts: Cents
    coupon_face: Cents
    source: str


class VarianceKind(StrEnum):
    """Where two figures that should be equal are not."""

    OPENER = "opener against the last closer"
    TRAY = "tray counted for a credit against the table's record"
    CLOSER = "closer against the table's record"
    DROP = "drop against the table's record"
    PAYOUTS = "payouts by the cage against the table's record"
    COUPONS = "coupons against the table's record"
    COUNTER_CHECKS = "counter checks against those written at the table"
    WIN = "win against the table's record"
    METER = "contributions to the meter against its last reading"


class VarianceFound(Fact, frozen=True, kw_only=True):
    """Two figures that should be equal are not."""

    day: date
    table: str
    kind: VarianceKind
    expected: Cents
    counted: Cents
    explanation: str


# Progressive meters.


class ReadMeter(_OfDay, frozen=True, kw_only=True):
    """A progressive meter is read at the end of a gaming day, with the account of how it came to what it shows.

    However many tables are linked to it, it is one meter. All amounts are in ten-thousandths of a cent, as the meter
    keeps them. An explanation is due where contributions were taken back.
    """

    meter: TableName
    game: GameName
    shown: _Parts
    seed: _Parts
    contributed: _Parts
    paid: _Parts
    resets: _Parts
    explanation: Remark = ""


class MeterRead(Fact, frozen=True, kw_only=True):
    """What a progressive meter showed, and so what is owed to patrons."""

    day: date
    meter: str
    game: str
    account: Meter


# The day and the period.


class CertifyDay(_OfDay, frozen=True, kw_only=True):
    """A gaming day's revenue is settled from its slips and counts; variances need an explanation."""

    explanation: Remark = ""


class GameDay(msgspec.Struct, frozen=True, kw_only=True):
    """What one game won on a gaming day, and how much of it is taxed."""

    game: str
    win: Cents
    taxable: Cents


class DayCertified(Fact, frozen=True, kw_only=True):
    """A gaming day's gross table game revenue by game, and what stood on the progressive meters."""

    day: date
    games: tuple[GameDay, ...]
    gross: Cents
    taxable: Cents
    coupon_face: Cents
    liability_parts: int
    explanation: str


class FileReturn(Order, frozen=True, kw_only=True):
    """The tax return of the period that begins on a day is filed."""

    first: date

    def matters(self) -> tuple[str, ...]:
        """The period."""
        return (f"revenue-return/{self.first}",)


class ReturnFiled(Fact, frozen=True, kw_only=True):
    """A period's tax and local share, in whole cents."""

    first: date
    last: date
    taxable: Cents
    tax: Cents
    local_share: Cents
