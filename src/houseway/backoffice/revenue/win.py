"""What a table won, from its tray and its drop box; and where its own record differs."""

from datetime import date

import msgspec

from houseway.backoffice.revenue.options import CouponTreatment
from houseway.backoffice.revenue.orders import ExpectedRecorded, VarianceFound, VarianceKind
from houseway.law import implements, pa
from houseway.money import Cents

REVENUE = pa("125-149:RAF(16)#1")
COUPONS = pa("125-166:Preamble/Fiscal")


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one table on one gaming day; where it opened more than once, openers and closers are sums.

    `last_closer` is what lay in the tray in the end; `payouts` are wins that the cage paid and the tray did not;
    `coupon_face` is what the coupons in the box say.
    """

    day: date
    table: str
    game: str
    opener: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    closer: Cents
    last_closer: Cents
    payouts: Cents = 0
    coupon_face: Cents = 0

    @property
    def chips_in(self) -> Cents:
        """The chips that slips brought into the tray for its last closing, had nobody played."""
        return self.opener - (self.closer - self.last_closer) + self.fills - self.credits

    @property
    def lowest(self) -> Cents:
        """The least of the figures, none of which can be less than nothing."""
        written = (self.opener, self.fills, self.credits, self.drop, self.last_closer)
        return min(*written, self.payouts, self.coupon_face)


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def house_keeps(change: Cents, drop: Cents, payouts: Cents) -> Cents:
    """What play brought into the tray and the box, less what the cage paid for the table.

    Every chip sold stands as money in the box; whatever left the tray beside was paid out, whatever came in was won.
    Vigorish lies in the tray and is in it. Of a round banked by a player only vigorish and the house's own result
    ever reach the tray.
    """
    return change + drop - payouts


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def win(table: TableDay, coupons: CouponTreatment) -> Cents:
    """What the house kept of a table's day: its tray began with opener and fills, and ended with closer and credits."""
    change = table.closer + table.credits - table.opener - table.fills
    return house_keeps(change, table.drop, table.payouts) + coupon_effect(coupons, table.coupon_face)


@implements("125-166:Preamble/Fiscal", readings=("C-37",))
def coupon_effect(coupons: CouponTreatment, face: Cents) -> Cents:
    """What the face value of coupons does to revenue: nothing; the chips paid on them have left the tray already."""
    match coupons:
        case CouponTreatment.UNTOUCHED:
            return 0
        case CouponTreatment.INCLUDED:
            return face
        case CouponTreatment.DEDUCTED:
            return -face


def _win_by(expected: ExpectedRecorded, coupons: CouponTreatment) -> Cents:
    kept = house_keeps(expected.change, expected.drop, expected.payouts)
    return kept + coupon_effect(coupons, expected.coupon_face)


def variances(
    table: TableDay, expected: ExpectedRecorded, coupons: CouponTreatment, explanation: str
) -> tuple[VarianceFound, ...]:
    """Every figure of a table that differs from what its own record says."""
    pairs = (
        (VarianceKind.CLOSER, table.chips_in + expected.change, table.last_closer),
        (VarianceKind.DROP, expected.drop, table.drop),
        (VarianceKind.PAYOUTS, expected.payouts, table.payouts),
        (VarianceKind.COUPONS, expected.coupon_face, table.coupon_face),
        (VarianceKind.WIN, _win_by(expected, coupons), win(table, coupons)),
    )
    return tuple(
        VarianceFound(
            day=table.day,
            table=table.table,
            kind=kind,
            expected=wanted,
            counted=counted,
            explanation=explanation,
            clause=(COUPONS if kind is VarianceKind.COUPONS else REVENUE).id,
        )
        for kind, wanted, counted in pairs
        if wanted != counted
    )
