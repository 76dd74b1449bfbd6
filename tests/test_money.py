from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.law import Clause, md, pa
from houseway.law.register import register
from houseway.money import (
    Breakage,
    FlatAmount,
    MeterShare,
    MeterShareAndOdds,
    Odds,
    Overdrawn,
    Transfer,
    dollars,
    for_,
    make_in_chips,
    odds_of,
    payment_of,
    post,
    to,
)

odds = st.builds(to, st.integers(0, 1000), st.integers(1, 100))
amounts = st.integers(1, 10**7)


def test_odds_to_are_paid_on_top_of_the_stake_and_odds_for_include_it() -> None:
    assert to(9, 1).pay(500) == 4500
    assert for_(9, 1).pay(500) == 4000
    assert (str(to(4, 5)), str(for_(10, 1))) == ("4 to 5", "10 for 1")


def test_odds_come_from_the_clause_that_prints_them() -> None:
    assert odds_of(pa("661a.8(a)[game_length:3]")) == to(6, 5)
    assert odds_of(md(".12E(1)(a)(ii)")) == for_(500)


def test_a_line_may_pay_a_fixed_sum_or_a_share_of_the_meter_in_the_place_of_odds() -> None:
    assert payment_of(md(".12D(1)(a)")) == to(40)
    sum_of, share = payment_of(md(".12F(2)(a)")), payment_of(md(".12E(1)(a)(i)"))
    assert (sum_of, share) == (FlatAmount(10_000_000), MeterShare(100))
    assert (str(sum_of), str(share)) == ("$100,000", "100% of the meter")
    assert sum_of.pay(500) == sum_of.pay(10_000) == 10_000_000
    assert share.pay(500) == 0, "the stake decides nothing of it"


@pytest.mark.parametrize(
    ("line", "percent", "said"),
    [(1, 100, "100% of the meter and 200 to 1"), (2, 10, "10% of the meter and 200 to 1")],
)
def test_a_line_may_pay_a_share_of_the_meter_and_odds_besides(line: int, percent: int, said: str) -> None:
    both = payment_of(pa(f"633a.13(m)(1)#{line}"))
    assert both == MeterShareAndOdds(MeterShare(percent), to(200))
    assert str(both) == said
    assert both.pay(500) == 100_000, "the stake decides the odds, and the meter pays its share besides"


PRINTED = ("odds", "amount", "meter_share")


def test_no_part_of_what_any_clause_prints_as_a_payment_is_dropped() -> None:
    """Every payout of the register is read whole, or not at all, such as one that points to a table."""
    read = 0
    for clause in register().values():
        printed = [name for name in PRINTED if name in clause.parameters]
        if clause.kind != "payout" or not printed:
            continue
        try:
            payment = payment_of(clause)
        except ValueError:
            continue
        read += 1
        if "odds" in printed:
            win, stake = clause.parameters["odds"].split(":")
            form = clause.parameters.get("form", "to")
            assert f"{win} {form} {stake}" in str(payment), clause.id
        if "amount" in printed:
            assert f"${int(clause.parameters['amount']):,}" in str(payment), clause.id
        if "meter_share" in printed:
            assert f"{Fraction(clause.parameters['meter_share']) * 100}% of the meter" in str(payment), (
                clause.id
            )
    assert read > 300


def _printing(parameters: str) -> Clause:
    pairs = (part.split("=") for part in parameters.split(";") if part)
    return replace(pa("633a.13(m)(1)#1"), parameters=dict(pairs))


@pytest.mark.parametrize(
    "parameters",
    ["odds=1:1;amount=5", "amount=5;meter_share=1.0", "odds=2:1;spades=3:1", "A=24:1;B=39:1", "hand=pair"],
)
def test_a_clause_that_prints_more_than_its_reader_takes_fails_at_once(parameters: str) -> None:
    with pytest.raises(ValueError, match="nothing reads that as one"):
        payment_of(_printing(parameters))


def test_each_of_several_odds_of_a_clause_is_read_by_its_name() -> None:
    suited = _printing("odds=2:1;spades=3:1")
    assert (odds_of(suited), odds_of(suited, "spades")) == (to(2), to(3))


def test_a_share_of_the_meter_is_whole_percents() -> None:
    assert payment_of(_printing("meter_share=0.10")) == MeterShare(10)
    with pytest.raises(ValueError, match="no whole number"):
        payment_of(_printing("meter_share=0.125"))


@pytest.mark.parametrize(("win", "stake"), [(-1, 1), (1, 0)])
def test_impossible_odds_are_refused(win: int, stake: int) -> None:
    with pytest.raises(ValueError, match="are not odds"):
        Odds(win, stake)


@pytest.mark.parametrize(
    ("cents", "said"), [(0, "$0"), (5, "$0.05"), (123_450, "$1,234.50"), (-500, "-$5"), (500, "$5")]
)
def test_amounts_read_as_a_dealer_says_them(cents: int, said: str) -> None:
    assert dollars(cents) == said


@given(odds, amounts, st.sampled_from([1, 25, 100, 500]), st.sampled_from(list(Breakage)))
def test_breakage_never_pays_a_chip_or_more_below_the_odds(
    pays: Odds, stake: int, chip: int, breakage: Breakage
) -> None:
    exact = pays.pay(stake)
    made = make_in_chips(exact, chip, breakage)
    if made is None:
        assert breakage is Breakage.REFUSE
        assert exact % chip
    else:
        assert made % chip == 0
        assert exact - made < chip
        assert breakage is not Breakage.UP or made >= exact
        assert breakage is not Breakage.DOWN or made <= exact


@pytest.mark.parametrize(("cents", "made"), [(149, 100), (150, 200), (151, 200), (249, 200), (250, 300)])
def test_the_nearest_chip_to_an_exact_half_is_the_one_above(cents: int, made: int) -> None:
    """What is owed is never rounded away where both chips are as near (reading X-03)."""
    assert make_in_chips(Fraction(cents), 100, Breakage.NEAREST) == made


def test_an_exact_payment_is_the_same_under_every_rule() -> None:
    assert {make_in_chips(Fraction(400), 100, breakage) for breakage in Breakage} == {400}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.integers(0, 100))))
def test_transfers_never_create_or_destroy_money(moves: list[tuple[str, str, int]]) -> None:
    transfers = [Transfer(*move) for move in moves]
    after = post({"a": 500, "b": 500}, transfers, may_overdraw=frozenset("abc"))
    assert sum(after.values()) == 1000


def test_an_account_cannot_be_overdrawn() -> None:
    with pytest.raises(Overdrawn, match=r"rack holds \$1, \$1 short of \$2"):
        post({"rack": 100}, [Transfer("rack", "felt", 200)], may_overdraw=frozenset())


def test_a_transfer_never_runs_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        post({}, [Transfer("a", "b", -1)], may_overdraw=frozenset("ab"))
