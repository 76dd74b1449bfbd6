"""What a table won: from its tray and its drop box, and from its rounds; and where the two differ."""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum

import msgspec

from houseway.backoffice.revenue.options import CouponTreatment
from houseway.backoffice.revenue.orders import ExpectedRecorded, VarianceFound, VarianceKind
from houseway.law import implements, pa
from houseway.money import Cents

REVENUE = pa("125-149:RAF(16)#1")
COUPONS = pa("125-166:Preamble/Fiscal")


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one table on one gaming day; where it opened more than once, openers and closers are sums.

    `last_closer` is what lay in the tray in the end; `coupon_face` is what the coupons in the box say.
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
    coupon_face: Cents = 0


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def win(table: TableDay, coupons: CouponTreatment) -> Cents:
    """What the house kept: whatever left the tray and is not in the box was paid out, whatever came in was won.

    Every chip sold stands as money in the box, so tray and box together begin with opener and fills and end with
    closer, credits and drop; the difference is the win. Vigorish lies in the tray and is in it. Of a round banked by
    a player only vigorish and the house's own result ever reach the tray.
    """
    given = table.opener + table.fills
    returned = table.closer + table.credits + table.drop
    return returned - given + coupon_effect(coupons, table.coupon_face)


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


class BankedBy(StrEnum):
    """Who stood against the wagers of a round."""

    HOUSE = "house"
    PLAYER = "player"
    CO_BANK = "player and house"


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a round brought: the bank, the dealer's own wager against a player's bank, and vigorish.

    `house_part` is the house's part of what a co-bank won or lost, as the game divided it.
    """

    banked_by: BankedBy
    bank: Cents
    vigorish: Cents = 0
    dealer: Cents = 0
    house_part: Cents = 0


@implements("125-149:RAF(16)#1", readings=("B-PW-02",))
def house_keeps(rounds: Iterable[RoundResult]) -> Cents:
    """What the house keeps of its rounds: its own bank or its part of one, its own wagers, and all vigorish."""
    kept = 0
    for played in rounds:
        kept += played.vigorish + played.dealer
        match played.banked_by:
            case BankedBy.HOUSE:
                kept += played.bank
            case BankedBy.CO_BANK:
                kept += played.house_part
            case BankedBy.PLAYER:
                pass
    return kept


def variances(
    table: TableDay, expected: ExpectedRecorded, coupons: CouponTreatment, explanation: str
) -> tuple[VarianceFound, ...]:
    """Every figure of a table that differs from what its own record says."""
    pairs = (
        (VarianceKind.CLOSER, expected.closer, table.last_closer),
        (VarianceKind.DROP, expected.drop, table.drop),
        (VarianceKind.COUPONS, expected.coupon_face, table.coupon_face),
        (VarianceKind.WIN, expected.win, win(table, coupons)),
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
