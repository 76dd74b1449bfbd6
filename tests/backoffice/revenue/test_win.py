"""What a table won: the formula, rounds that players bank, coupons, and figures that do not agree."""

from datetime import date
from random import Random

import pytest

from houseway.backoffice.revenue.options import LAWFUL_TREATMENT, CouponTreatment
from houseway.backoffice.revenue.orders import ExpectedRecorded, VarianceKind
from houseway.backoffice.revenue.win import (
    BankedBy,
    RoundResult,
    TableDay,
    coupon_effect,
    house_keeps,
    variances,
    win,
)

DAY = date(2014, 5, 1)


def table(**figures: int) -> TableDay:
    known = dict.fromkeys(("opener", "fills", "credits", "drop", "closer", "last_closer"), 0)
    return TableDay(day=DAY, table="BJ-1", game="blackjack", **known | figures)


@pytest.mark.clause("125-149:RAF(16)#1")
def test_win_is_closer_credits_and_drop_less_opener_and_fills() -> None:
    figures = table(opener=10_000, fills=2_000, credits=500, drop=7_000, closer=6_000)
    assert win(figures, LAWFUL_TREATMENT) == 6_000 + 500 + 7_000 - 10_000 - 2_000


@pytest.mark.clause("125-149:RAF(16)#1")
@pytest.mark.parametrize("seed", range(50))
def test_win_is_what_the_patrons_left_behind_however_chips_went_to_and_fro(seed: int) -> None:
    chance = Random(seed)
    opener = chance.randrange(1_000_000)
    tray, box, fills, credits, patrons = opener, 0, 0, 0, 0
    for _ in range(chance.randrange(40)):
        amount = chance.randrange(1, 50_000)
        match chance.choice(["buys chips", "loses", "is paid", "pays vigorish", "fill", "credit"]):
            case "buys chips":
                box, tray = box + amount, tray - amount
            case "loses" | "pays vigorish":
                tray, patrons = tray + amount, patrons - amount
            case "is paid":
                tray, patrons = tray - amount, patrons + amount
            case "fill":
                tray, fills = tray + amount, fills + amount
            case "credit":
                tray, credits = tray - amount, credits + amount
    figures = table(opener=opener, fills=fills, credits=credits, drop=box, closer=tray)
    assert win(figures, LAWFUL_TREATMENT) == -patrons


@pytest.mark.clause("125-166:Preamble/Fiscal")
def test_coupons_in_the_box_neither_raise_nor_lower_the_win() -> None:
    without = table(opener=10_000, drop=7_000, closer=6_000)
    with_coupons = table(opener=10_000, drop=7_000, closer=6_000, coupon_face=2_500)
    assert LAWFUL_TREATMENT is CouponTreatment.UNTOUCHED
    assert win(with_coupons, LAWFUL_TREATMENT) == win(without, LAWFUL_TREATMENT) == 3_000


@pytest.mark.clause("125-166:Preamble/Fiscal")
def test_chips_paid_on_a_winning_coupon_have_left_the_tray_and_lower_the_win() -> None:
    # A $25 coupon with $25 in chips wins even money: $50 leave the tray, and the coupon goes into the box.
    figures = table(opener=100_000, closer=100_000 - 5_000, coupon_face=2_500)
    assert win(figures, LAWFUL_TREATMENT) == -5_000


@pytest.mark.clause("125-166:Preamble/Fiscal")
def test_the_treatment_of_coupons_is_a_setting() -> None:
    assert coupon_effect(CouponTreatment.UNTOUCHED, 2_500) == 0
    assert coupon_effect(CouponTreatment.INCLUDED, 2_500) == 2_500
    assert coupon_effect(CouponTreatment.DEDUCTED, 2_500) == -2_500


@pytest.mark.clause("125-149:RAF(16)#1")
def test_of_a_round_that_the_house_banks_it_keeps_the_result_and_the_vigorish() -> None:
    lost = RoundResult(banked_by=BankedBy.HOUSE, bank=-4_000)
    won = RoundResult(banked_by=BankedBy.HOUSE, bank=3_000, vigorish=150)
    assert house_keeps([lost, won]) == -4_000 + 3_000 + 150


@pytest.mark.clause("125-149:RAF(16)#1")
def test_of_a_round_that_a_player_banks_the_house_keeps_vigorish_and_its_own_wager() -> None:
    played = RoundResult(banked_by=BankedBy.PLAYER, bank=90_000, vigorish=500, dealer=-2_000)
    assert house_keeps([played]) == 500 - 2_000


@pytest.mark.clause("125-149:RAF(16)#1")
def test_of_a_co_banked_round_the_house_keeps_its_part_as_well() -> None:
    played = RoundResult(banked_by=BankedBy.CO_BANK, bank=90_000, vigorish=450, house_part=45_000)
    assert house_keeps([played]) == 45_000 + 450


def expected(**figures: int) -> ExpectedRecorded:
    said = {"closer": 6_000, "drop": 7_000, "coupon_face": 2_500, "win": 3_000}
    return ExpectedRecorded(day=DAY, table="BJ-1", source="table/BJ-1 at 412", clause="x", **said | figures)


COUNTED = table(opener=10_000, drop=7_000, closer=6_000, last_closer=6_000, coupon_face=2_500)


def test_a_table_whose_record_agrees_has_no_variance() -> None:
    assert variances(COUNTED, expected(), LAWFUL_TREATMENT, "") == ()


@pytest.mark.parametrize(
    ("figure", "kind"),
    [
        ("closer", VarianceKind.CLOSER),
        ("drop", VarianceKind.DROP),
        ("coupon_face", VarianceKind.COUPONS),
        ("win", VarianceKind.WIN),
    ],
)
def test_every_figure_that_differs_from_the_record_is_found(figure: str, kind: VarianceKind) -> None:
    (found,) = variances(COUNTED, expected(**{figure: 1}), LAWFUL_TREATMENT, "a chip under the tray")
    counted = 3_000 if figure == "win" else getattr(COUNTED, figure)
    assert (found.kind, found.expected, found.counted) == (kind, 1, counted)
    assert found.explanation == "a chip under the tray"
