"""Settlement lines: what each moves, what of a stake is lost, and that those recorded before read the same to the byte."""

from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.floor.settlement import LineResult
from houseway.games import game_under, submission_for
from houseway.journal import canonical
from houseway.lab.tally import net_of
from houseway.law import pa
from houseway.money import Breakage, post, to
from houseway.table.card_felt import SettledLine
from houseway.table.coupons import Coupon, CouponTerms, is_spent
from houseway.table.events import (
    COMMON_EVENTS,
    FELT,
    TRAY,
    Event,
    Result,
    Settled,
    Surrendered,
    WagerRaised,
    rack,
)
from houseway.table.redemption import CouponDropped, Coupons, LaidCoupon, follow
from houseway.table.wagers import (
    Bet,
    BettingClauses,
    BettingRules,
    Limits,
    PayLine,
    Verdict,
    Wager,
    loses,
    surrendered,
    surrenders,
    wins,
)
from houseway.table.words import outcome, told

HALF = pa("665a.9(b)(1)")
GAME = game_under(submission_for("sic-bo"))


def line(result: Result, *, stake: int = 1_000, paid: int = 0) -> Settled:
    return Settled(
        seat=2,
        wager="bet",
        pick="",
        stake=stake,
        result=result,
        paid=paid,
        odds="1 to 1" if paid else "",
        clause="665a.7(o)",
        pays="",
        order="665a.7(o)",
    )


def given_up(stake: int, kept: int) -> Surrendered:
    return surrendered(Bet(2, "bet", "", stake), kept, HALF, HALF)


def moved(event: Event, felt: int) -> dict[str, int]:
    before = {FELT: felt, TRAY: 0, rack(2): 0}
    return dict(post(before, event.transfers(), may_overdraw=frozenset({TRAY})))


@given(stake=st.integers(1, 10**7), data=st.data())
def test_of_a_wager_given_up_the_house_keeps_part_and_the_rest_goes_back(stake: int, data: Any) -> None:
    kept = data.draw(st.integers(0, stake))
    after = moved(given_up(stake, kept), stake)
    assert after == {FELT: 0, TRAY: kept, rack(2): stake - kept}


@given(
    result=st.sampled_from([Result.WIN, Result.LOSE, Result.PUSH, Result.RETURNED]),
    stake=st.integers(1, 10**7),
    paid=st.integers(0, 10**7),
)
def test_every_line_clears_the_felt_and_makes_or_loses_no_chip(result: Result, stake: int, paid: int) -> None:
    settled = line(result, stake=stake, paid=paid if result is Result.WIN else 0)
    after = moved(settled, stake)
    assert after[FELT] == 0
    assert sum(after.values()) == stake
    assert after[rack(2)] == stake - settled.lost + settled.paid


def test_a_payout_put_on_a_wager_goes_from_the_tray_to_the_felt() -> None:
    raised = WagerRaised(
        seat=2, wager="big", pick="", amount=300, total=1_300, clause="633a.7(g)(10)(ii)(C)#1"
    )
    assert moved(raised, 1_000) == {FELT: 1_300, TRAY: -300, rack(2): 0}
    assert told(GAME, raised).startswith("$3 paid to position 2 goes on")


def test_lines_recorded_before_wagers_could_be_given_up_read_the_same_to_the_byte() -> None:
    recorded = (
        b'{"also":[],"clause":"665a.7(o)","event":"settled","odds":"1 to 1","order":"665a.7(o)","paid":1000,'
        b'"pays":"","pick":"","result":"win","seat":2,"stake":1000,"wager":"bet"}'
    )
    assert canonical(line(Result.WIN, paid=1_000)) == recorded
    assert msgspec.json.decode(recorded, type=COMMON_EVENTS) == line(Result.WIN, paid=1_000)


def test_a_line_given_up_says_how_much_was_kept_and_is_read_back() -> None:
    event = given_up(1_000, 500)
    written = msgspec.json.encode(event)
    assert b'"event":"surrendered"' in written
    assert b'"kept":500' in written
    assert b'"result":"surrendered"' in written
    assert msgspec.json.decode(written, type=COMMON_EVENTS) == event


@pytest.mark.parametrize(
    ("event", "undone"),
    [
        (line(Result.LOSE), SettledLine(2, "bet", 1_000, 0)),
        (line(Result.WIN, paid=700), SettledLine(2, "bet", 0, 700)),
        (given_up(1_000, 500), SettledLine(2, "bet", 500, 0)),
        (line(Result.PUSH), None),
        (line(Result.RETURNED), None),
    ],
)
def test_what_a_line_moved_is_what_a_void_hand_undoes(event: Settled, undone: SettledLine | None) -> None:
    assert SettledLine.of(event) == undone


def test_a_line_given_up_is_told_with_what_was_lost() -> None:
    assert outcome(given_up(1_000, 500)) == "given up, $5 of $10 lost"


def test_a_page_has_a_word_for_every_way_a_line_comes_out() -> None:
    assert {LineResult(result) for result in Result if result is not Result.STANDS} <= set(LineResult)


# Deciding.


def _decide(facts: Any, pick: str) -> Verdict:
    verdict: Verdict = facts
    return verdict


EVEN = PayLine("even", to(1), pa("665a.12(a)"))
BETTING = BettingRules(
    wagers={"bet": Wager("bet", "Bet", pa("665a.6(d)"), (EVEN,), _decide)},
    offered=frozenset({"bet"}),
    limits=Limits(),
    wager_limits={},
    smallest_chip=100,
    breakage=Breakage.UP,
    clauses=BettingClauses(pa("665a.6(d)"), pa("665a.6(a)#1"), frozenset(), pa("665a.6(a)#2")),
)


@pytest.mark.parametrize(("stake", "kept"), [(1_000, 500), (500, 200)])
def test_a_verdict_of_giving_up_half_is_settled_in_chips(stake: int, kept: int) -> None:
    """Half of five dollars is made in dollar chips as the submission breaks them: here up, in the player's favour."""
    settled = BETTING.settle(Bet(2, "bet", "", stake), surrenders(HALF, Fraction(1, 2)), HALF)
    assert settled == given_up(stake, kept)


def test_the_lab_counts_what_is_lost_of_a_wager_given_up() -> None:
    assert net_of(surrenders(HALF, Fraction(1, 2))) == Fraction(-1, 2)
    assert net_of(loses(HALF)) == -1
    assert net_of(wins(HALF, EVEN)) == 1


# Coupons.


@pytest.mark.parametrize("result", list(Result))
def test_a_win_and_a_loss_whole_or_in_part_spend_a_coupon(result: Result) -> None:
    assert is_spent(result) is (result in (Result.WIN, Result.LOSE, Result.SURRENDERED))


def test_a_coupon_under_a_wager_given_up_is_dropped_and_pays_nothing() -> None:
    coupon = Coupon(serial=7, value=1_000, expires=date(2030, 1, 1), terms=CouponTerms())
    laid = LaidCoupon(seat=2, wager="bet", pick="", coupon=coupon)
    play = GAME.open()
    event = given_up(1_000, 500)
    followed = follow(GAME, play, play, Coupons(lying=(laid,)), (event,), date(2029, 1, 1))
    dropped = [type(happened) for happened in followed.events]
    assert dropped == [Surrendered, CouponDropped]
    assert followed.coupons.lying == ()
