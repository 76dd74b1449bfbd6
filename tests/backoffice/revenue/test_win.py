"""What a table won: the formula, what the cage pays, coupons, and figures that do not agree."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from houseway.backoffice.revenue.options import LAWFUL_TREATMENT, CouponTreatment
from houseway.backoffice.revenue.orders import ExpectedRecorded, VarianceKind
from houseway.backoffice.revenue.win import TableDay, coupon_effect, variances, win

DAY = date(2014, 5, 1)
DOINGS = (
    "buys chips",
    "loses",
    "is paid",
    "is paid by the cage",
    "pays vigorish",
    "drops a coupon",
    "fill",
    "credit",
    "closes and reopens",
)


def table(**figures: int) -> TableDay:
    known = dict.fromkeys(("opener", "fills", "credits", "drop", "closer", "last_closer"), 0)
    return TableDay(day=DAY, table="BJ-1", game="blackjack", **known | figures)


@pytest.mark.clause("125-149:RAF(16)#1")
def test_win_is_closer_credits_and_drop_less_opener_and_fills() -> None:
    figures = table(opener=10_000, fills=2_000, credits=500, drop=7_000, closer=6_000)
    assert win(figures, LAWFUL_TREATMENT) == 6_000 + 500 + 7_000 - 10_000 - 2_000


@pytest.mark.clause("125-149:RAF(16)#1")
@given(
    opener=st.integers(0, 10**9),
    happens=st.lists(st.tuples(st.sampled_from(DOINGS), st.integers(1, 10**7)), max_size=60),
)
def test_win_is_what_the_patrons_left_behind_however_chips_went_to_and_fro(
    opener: int, happens: list[tuple[str, int]]
) -> None:
    tray = figures = table(opener=opener, last_closer=opener)
    patrons = coupons = earlier = 0
    for what, amount in happens:
        more = {
            "buys chips": {"drop": figures.drop + amount},
            "is paid by the cage": {"payouts": figures.payouts + amount},
            "fill": {"fills": figures.fills + amount},
            "credit": {"credits": figures.credits + amount},
            "closes and reopens": {"opener": figures.opener + tray.last_closer},
        }.get(what, {})
        earlier += tray.last_closer if what == "closes and reopens" else 0
        coupons += amount if what == "drops a coupon" else 0
        patrons += amount * (("is paid" in what) - (what in ("loses", "pays vigorish")))
        into = (what in ("loses", "pays vigorish", "fill")) - (what in ("buys chips", "is paid", "credit"))
        figures = replace(figures, **more)
        tray = replace(tray, last_closer=tray.last_closer + amount * into)
    last = tray.last_closer
    figures = replace(figures, closer=earlier + last, last_closer=last, coupon_face=coupons)
    assert win(figures, LAWFUL_TREATMENT) == -patrons
    # What play did to the tray is all that slips do not tell.
    assert last - figures.chips_in == -patrons - figures.drop + figures.payouts


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


def expected(**figures: int) -> ExpectedRecorded:
    said = {"change": -4_000, "drop": 7_000, "payouts": 600, "coupon_face": 2_500}
    return ExpectedRecorded(day=DAY, table="BJ-1", source="table/BJ-1 at 412", clause="x", **said | figures)


COUNTED = table(opener=10_000, drop=7_000, closer=6_000, last_closer=6_000, coupon_face=2_500, payouts=600)


def test_a_table_whose_record_agrees_has_no_variance() -> None:
    for treatment in CouponTreatment:
        assert variances(COUNTED, expected(), treatment, "") == ()


@pytest.mark.parametrize(
    ("figure", "kind", "wanted", "counted", "win_by_record"),
    [
        ("change", VarianceKind.CLOSER, 10_001, 6_000, 6_401),
        ("drop", VarianceKind.DROP, 1, 7_000, -4_599),
        ("payouts", VarianceKind.PAYOUTS, 1, 600, 2_999),
        ("coupon_face", VarianceKind.COUPONS, 1, 2_500, 2_400),
    ],
)
def test_every_figure_that_differs_from_the_record_is_found(
    figure: str, kind: VarianceKind, wanted: int, counted: int, win_by_record: int
) -> None:
    found = variances(COUNTED, expected(**{figure: 1}), LAWFUL_TREATMENT, "a chip under the tray")
    told = {(one.kind, one.expected, one.counted) for one in found}
    win_differs = {(VarianceKind.WIN, win_by_record, 2_400)} if win_by_record != 2_400 else set()
    assert told == {(kind, wanted, counted)} | win_differs
    assert {one.explanation for one in found} == {"a chip under the tray"}
