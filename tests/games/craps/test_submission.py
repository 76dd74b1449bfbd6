"""What an operator may choose at Craps and Mini-Craps."""

from fractions import Fraction
from typing import Any

import pytest

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.submission import CrapsSubmission
from houseway.games.craps.vigorish import When
from houseway.money import Breakage
from houseway.submission import require_lawful
from houseway.table.moves import PlaceWager
from houseway.table.wagers import Limits
from tests.games.craps.dealing import MINI, Dealing, craps, on_the_line, submission


def findings(**options: Any) -> set[tuple[str, str]]:
    return {(finding.clause, finding.where) for finding in submission(**options).findings()}


def offered(**options: Any) -> frozenset[str]:
    chosen = submission(**options)
    return chosen.offered(chosen.chosen)


def test_the_submission_as_it_comes_is_lawful() -> None:
    require_lawful(CrapsSubmission())
    assert not findings(**MINI)


@pytest.mark.clause("623a.2(c)#2")
def test_mini_craps_seats_nine_at_most() -> None:
    assert findings(form="mini-craps", seats=10) == {("623a.2(c)#2", "seats")}
    assert findings(form="mini-craps", seats=0) == {("623a.2(c)#2", "seats")}
    assert not findings(form="mini-craps", seats=9)
    assert not findings(form="mini-craps", seats=1)
    table = Dealing(**MINI)
    assert table.seated(*range(1, 10)).state.seats == tuple(range(1, 10))
    assert table.acts("take-seat") == []


@pytest.mark.clause("623a.2(d)(4)(i)#1")
def test_a_craps_table_has_as_many_positions_as_fire_bets_have_spots_where_they_are_offered() -> None:
    assert findings(seats=17) == {("623a.2(d)(4)(i)#1", "seats")}
    assert findings(seats=0) == {("623a.2(d)(4)(i)#1", "seats")}
    assert not findings(seats=16)
    without = {"not_offered": ("fire-bet",)}
    assert not findings(seats=20, **without)
    assert not findings(seats=24, **without)
    for seats in (0, 25):
        assert findings(seats=seats, **without) == {("623a.3(a)", "seats")}
    table = Dealing(seats=20, **without).bet("pass", seat=20).bet("field", seat=17).shooter(20)
    table.roll(4, 4)
    assert table.game.display(table.state).markers["shooter"] == "seat-20"
    assert table.stands("pass", seat=20) == 1000


def test_only_mini_craps_chooses_its_crew() -> None:
    assert findings(stickperson=True) == {("623a.7(a)#3", "stickperson")}
    assert findings(dealer_as_boxperson=True) == {("623a.11(a)", "dealer_as_boxperson")}
    assert not findings(**MINI, stickperson=True, dealer_as_boxperson=True)


@pytest.mark.clause("623a.3(a)")
def test_only_wagers_of_the_chapter_are_offered_and_the_operator_leaves_out_what_he_likes() -> None:
    assert ("623a.3(a)", "six-pack") in findings(not_offered=("six-pack",))
    table = Dealing(not_offered=("field", "come")).seated(1)
    assert table.refused(PlaceWager(seat=1, wager="field", amount=1000)) == "623a.3(a)(11)"
    assert table.refused(PlaceWager(seat=1, wager="six-pack", amount=1000)) == "623a.3(a)"
    assert table.bet("any-seven").stands("any-seven") == 1000
    assert offered() - offered(not_offered=("field", "come")) == {"field", "come", "come-odds"}


@pytest.mark.clause("623a.3(a)(41)#1", "623a.3(a)(42)#1", "623a.5(g)")
def test_buy_and_lay_bets_are_offered_only_as_the_submission_says() -> None:
    everything = offered()
    buys = {f"buy-{number}" for number in (4, 5, 6, 8, 9, 10)}
    lays = {f"lay-{number}" for number in (4, 5, 6, 8, 9, 10)}
    losers = {f"place-to-lose-{number}" for number in (4, 5, 6, 8, 9, 10)}
    assert buys | lays | losers < everything
    assert everything - offered(buy_bets=False) == buys
    assert everything - offered(lay_bets="none") == lays
    assert everything - offered(lay_bets="instead") == losers


@pytest.mark.clause("623a.5(g)(3)#1", "623a.5(g)(3)#2", "623a.5(g)(3)#3")
def test_a_vigorish_of_five_percent_at_most_is_stated_with_its_moment() -> None:
    assert findings(vigorish_percent=6) == {("623a.5(g)(3)#1", "vigorish_percent")}
    assert findings(vigorish_percent="5.01") == {("623a.5(g)(3)#1", "vigorish_percent")}
    assert findings(vigorish_percent="-1") == {("623a.5(g)(3)#1", "vigorish_percent")}
    assert findings(vigorish_percent="NaN") == {("623a.5(g)(3)#1", "vigorish_percent")}
    assert not findings(vigorish_percent="4.5")
    assert not findings(vigorish_percent=0)
    assert submission(vigorish_percent=0).vigorish is None
    taken = submission(vigorish_percent="4.5", vigorish_when="won").vigorish
    assert taken is not None
    assert (taken.rate, taken.when) == (Fraction(45, 1000), When.WON)


@pytest.mark.clause("623a.5(a)", "623a.5(i)")
def test_breakage_is_never_kept_from_a_player() -> None:
    for kept in (Breakage.DOWN, Breakage.NEAREST):
        assert findings(breakage=kept) == {("623a.5(i)", "breakage")}
    assert not findings(breakage=Breakage.UP)
    refusing = Dealing().seated(1)
    assert (
        refusing.refused(PlaceWager(seat=1, wager="place-to-win-6", amount=500)) == "623a.5(a)[place_win_6]"
    )
    assert refusing.refused(PlaceWager(seat=1, wager="lay-6", amount=500)) == "623a.5(g)(2)[lay_6]"
    assert Dealing(breakage="up").bet("place-to-win-6", 500).stands("place-to-win-6") == 500


@pytest.mark.clause(
    "623a.6(a)#2", "623a.6(b)#2", "623a.6(c)#2", "623a.6(d)#2", "623a.6(e)#1", "623a.6(e)#2", "623a.6(f)"
)
def test_odds_go_from_once_to_ten_times_by_point() -> None:
    assert not findings(odds="1x")
    assert not findings(odds="10x")
    assert ("623a.6(e)#1", "odds") in findings(odds="11-1-1x")
    assert ("623a.6(e)#2", "odds") in findings(odds="1-0-1x")
    assert findings(odds="double") == {("623a.6(e)#1", "odds")}
    assert findings(wager_limits={"pass-odds": Limits()}) == {("623a.6(e)#1", "pass-odds")}
    table = on_the_line(odds="1x")
    table.roll(6, 3)
    assert table.refused(PlaceWager(seat=1, wager="pass-odds", pick="9", amount=1200)) == "623a.6(a)#2"
    assert table.bet("pass-odds", 1000, "9").stands("pass-odds", "9") == 1000


@pytest.mark.clause("623a.5(f)#1")
def test_the_fire_bet_is_paid_on_the_table_that_was_picked() -> None:
    for paytable, odds in (("A", "24 to 1"), ("B", "39 to 1")):
        game = craps(fire_paytable=paytable)
        assert str(game.catalogue["fire-bet"].paytable[0].odds) == odds


@pytest.mark.clause("623a.11(a)", "623a.11(b)", "623a.12")
def test_fire_and_bonus_bets_are_off_at_mini_craps_unless_the_dealer_takes_the_boxpersons_part() -> None:
    extra = {"fire-bet", *BONUS_WAGERS}
    assert extra < offered()
    assert not extra & offered(**MINI)
    assert extra < offered(**MINI, dealer_as_boxperson=True)
    assert not extra & offered(not_offered=tuple(extra))
    assert findings(**MINI, bonus_again_after_seven=True) == {("623a.12", "bonus_again_after_seven")}
    assert not findings(bonus_again_after_seven=True)


@pytest.mark.clause("623a.3(a)(43)", "623a.12")
def test_bonus_craps_came_with_the_second_text() -> None:
    assert not set(BONUS_WAGERS) & offered(edition="623a-2011")
    assert findings(edition="623a-2011", bonus_again_after_seven=True) == {
        ("623a.12", "bonus_again_after_seven")
    }
    older = Dealing(edition="623a-2011").seated(1)
    assert older.refused(PlaceWager(seat=1, wager="all-small", amount=1000)) == "623a.3(a)"
    assert older.game.edition == "623a-2011"
    assert Dealing().bet("all-small").stands("all-small") == 1000


@pytest.mark.clause("623a.3(a)", "623a.3(a)(43)")
def test_the_text_before_bonus_craps_knows_no_such_wager() -> None:
    older = {"edition": "623a-2011"}
    assert findings(**older, not_offered=("all-small",)) == {("623a.3(a)", "all-small")}
    assert findings(**older, wager_limits={"all-tall": Limits()}) == {("623a.3(a)", "all-tall")}
    assert not findings(not_offered=("all-small",), wager_limits={"all-tall": Limits()})


@pytest.mark.clause("623a.8(a)#1")
def test_some_wager_of_the_line_is_offered_to_come_out_with() -> None:
    assert findings(not_offered=("pass", "dont-pass")) == {("623a.8(a)#1", "not_offered")}
    assert not findings(not_offered=("pass",))
    assert not findings(not_offered=("dont-pass", "come", "dont-come"))


@pytest.mark.clause("623a.6(a)#1", "623a.6(b)#1", "623a.6(c)#1", "623a.6(d)#1")
def test_odds_are_not_withheld_from_a_wager_that_is_offered() -> None:
    for base, clause in {
        "pass": "623a.6(a)#1",
        "dont-pass": "623a.6(b)#1",
        "come": "623a.6(c)#1",
        "dont-come": "623a.6(d)#1",
    }.items():
        odds = f"{base}-odds"
        assert findings(not_offered=(odds,)) == {(clause, odds)}
        assert not findings(not_offered=(base, odds))


@pytest.mark.clause("623a.3(a)(41)#1", "623a.3(a)(42)#1")
def test_buy_bets_go_with_place_bets_to_win_and_lay_bets_as_the_submission_says() -> None:
    for number in (4, 5, 6, 8, 9, 10):
        buy, win = f"buy-{number}", f"place-to-win-{number}"
        assert findings(not_offered=(win,)) == {("623a.3(a)(41)#1", buy)}
        assert not findings(not_offered=(win, buy))
        assert not findings(not_offered=(buy,))
        assert not findings(not_offered=(win,), buy_bets=False)
        lay, lose = f"lay-{number}", f"place-to-lose-{number}"
        assert findings(not_offered=(lose,)) == {("623a.3(a)(42)#1", lay)}
        assert not findings(not_offered=(lose, lay))
        for otherwise in ("instead", "none"):
            assert not findings(not_offered=(lose,), lay_bets=otherwise)


@pytest.mark.clause("623a.11(b)(1)")
def test_the_limits_of_the_fire_bet_are_not_the_operators() -> None:
    assert findings(wager_limits={"fire-bet": Limits()}) == {("623a.11(b)(1)", "fire-bet")}


@pytest.mark.clause("623a.3(a)(20)#3", "623a.3(a)(21)#3")
def test_a_bet_booked_in_parts_needs_its_parts_on_offer() -> None:
    assert findings(horn_high_area=False, not_offered=("craps-twelve",)) == {
        ("623a.3(a)(20)#3", "horn-high-12")
    }
    assert findings(whirl_area=False, not_offered=("any-seven",)) == {("623a.3(a)(21)#3", "whirl")}
    assert not findings(not_offered=("any-seven", "craps-twelve"))


@pytest.mark.clause("623a.3(b)", "623a.3(b)(1)", "623a.3(b)(2)", "623a.5(j)")
def test_every_wager_but_odds_stays_within_the_posted_limits() -> None:
    table = on_the_line(limits=Limits(minimum=1000, maximum=2000))
    assert table.refused(PlaceWager(seat=1, wager="field", amount=900)) == "623a.3(b)(1)"
    assert table.refused(PlaceWager(seat=1, wager="field", amount=2100)) == "623a.3(b)(2)"
    table.bet("field", 1000).bet("field", 1000)
    assert table.refused(PlaceWager(seat=1, wager="field", amount=100)) == "623a.3(b)(2)"
    table.roll(2, 2)
    assert table.bet("pass-odds", 100, "4").stands("pass-odds", "4") == 100
    table.bet("pass-odds", 2900, "4")
    assert table.stands("pass-odds", "4") == 3000
