"""When wagers are made, raised, reduced, taken down, called on and called off."""

import msgspec
import pytest

from houseway.games.craps.events import (
    BonusButtonsCleared,
    ButtonSet,
    WagerBookedInParts,
    WagerMoved,
    WagerReduced,
    WagerSetAside,
)
from houseway.games.craps.moves import (
    AcceptDice,
    BringInFireBets,
    CallOff,
    CallOn,
    ReduceWager,
    RollForComeBets,
    SettleBets,
)
from houseway.law import RuleViolation
from houseway.table.dice_play import DeclineDice, ThrowDice
from houseway.table.events import VigorishCollected, VigorishRefunded, WagerPlaced, WagerTakenDown
from houseway.table.moves import Instrument, LeaveSeat, PlaceWager, TakeDownWager
from houseway.table.roles import Role
from houseway.table.wagers import Limits
from tests.games.craps.dealing import MINI, Dealing, all_of, come_bets_left, lines, on_the_line, only

HARDWAYS = ("four-the-hardway", "six-the-hardway", "eight-the-hardway", "ten-the-hardway")
ANY_TIME = {
    "623a.3(a)(5)#1": ("place-to-win-4", "place-to-win-6"),
    "623a.3(a)(6)#1": ("place-to-lose-6",),
    "623a.3(a)(7)#1": HARDWAYS[:1],
    "623a.3(a)(8)#1": HARDWAYS[1:2],
    "623a.3(a)(9)#1": HARDWAYS[2:3],
    "623a.3(a)(10)#1": HARDWAYS[3:],
    "623a.3(a)(11)": ("field",),
    "623a.3(a)(12)": ("any-seven",),
    "623a.3(a)(13)": ("any-craps",),
    "623a.3(a)(14)": ("craps-two",),
    "623a.3(a)(15)": ("craps-three",),
    "623a.3(a)(16)": ("craps-twelve",),
    "623a.3(a)(17)": ("eleven",),
    "623a.3(a)(18)": ("c-and-e",),
    "623a.3(a)(19)#1": ("horn",),
    "623a.3(a)(20)#1": ("horn-high-2", "horn-high-12"),
    "623a.3(a)(21)#1": ("whirl",),
    "623a.3(a)(22)": ("four-the-hardway-on-the-hop",),
    "623a.3(a)(23)": ("six-the-hardway-on-the-hop",),
    "623a.3(a)(24)": ("eight-the-hardway-on-the-hop",),
    "623a.3(a)(25)": ("ten-the-hardway-on-the-hop",),
    "623a.3(a)(26)": ("1-3-on-the-hop",),
    "623a.3(a)(27)": ("1-4-on-the-hop",),
    "623a.3(a)(28)": ("2-3-on-the-hop",),
    "623a.3(a)(29)": ("1-5-on-the-hop",),
    "623a.3(a)(30)": ("2-4-on-the-hop",),
    "623a.3(a)(31)": ("1-6-on-the-hop",),
    "623a.3(a)(32)": ("2-5-on-the-hop",),
    "623a.3(a)(33)": ("3-4-on-the-hop",),
    "623a.3(a)(34)": ("2-6-on-the-hop",),
    "623a.3(a)(35)": ("3-5-on-the-hop",),
    "623a.3(a)(36)": ("3-6-on-the-hop",),
    "623a.3(a)(37)": ("4-5-on-the-hop",),
    "623a.3(a)(38)": ("4-6-on-the-hop",),
    "623a.3(a)(39)": ("six-seven-eight",),
}


def place(wager: str, amount: int = 1000, pick: str = "", seat: int = 1) -> PlaceWager:
    return PlaceWager(seat=seat, wager=wager, pick=pick, amount=amount)


def under(point: tuple[int, int] = (4, 4), **options: object) -> Dealing:
    """A shooter with ten dollars on the Pass Line under a point."""
    table = on_the_line(**options)
    table.roll(*point)
    return table


# Windows (623a.3(a), 623a.4(a)).


@pytest.mark.clause("623a.3(a)(1)", "623a.3(a)(2)")
def test_the_line_is_bet_before_the_come_out_roll_only() -> None:
    table = Dealing().bet("pass").bet("pass").bet("dont-pass", seat=2).shooter(1)
    assert table.stands("pass") == 2000, "until then it may be raised"
    table.roll(4, 4)
    assert table.refused(place("pass")) == "623a.3(a)(1)", "no raise under a point"
    assert table.refused(place("pass", seat=2)) == "623a.3(a)(1)", "and no new bet"
    assert table.refused(place("dont-pass")) == "623a.3(a)(2)"
    assert table.refused(place("dont-pass", seat=2)) == "623a.3(a)(2)"
    table.roll(4, 4)
    assert table.bet("dont-pass").bet("pass", seat=2).stands("dont-pass") == 1000


@pytest.mark.clause("623a.3(a)(3)#1", "623a.3(a)(4)#1")
def test_come_bets_are_made_only_while_a_point_stands() -> None:
    table = on_the_line()
    assert table.refused(place("come")) == "623a.3(a)(3)#1"
    assert table.refused(place("dont-come")) == "623a.3(a)(4)#1"
    table.roll(4, 4)
    table.bet("come").bet("come").bet("dont-come", seat=2)
    assert table.stands("come") == 2000
    assert table.refused(place("come", pick="6")) == "623a.3(a)(3)#1", "nobody bets on the number itself"
    table.roll(2, 4)
    assert (table.stands("come", "6"), table.stands("dont-come", "6", 2)) == (2000, 1000)
    table.roll(4, 4)
    assert table.stands("come", "6") == 2000, "it stays through the next come out roll"
    assert table.refused(place("come")) == "623a.3(a)(3)#1"
    assert table.refused(place("dont-come", seat=2)) == "623a.3(a)(4)#1"
    table.bet("pass")
    assert {(line.wager, line.result) for line in lines(table.roll(3, 4))} == {
        ("pass", "win"),
        ("come", "lose"),
        ("dont-come", "win"),
    }


@pytest.mark.clause(*ANY_TIME)
def test_all_other_wagers_are_made_at_any_time_between_throws() -> None:
    amounts = {"place-to-win-6": 600, "place-to-win-4": 500, "place-to-lose-6": 500}
    wagers = [wager for group in ANY_TIME.values() for wager in group]
    before = on_the_line()
    point = under()
    for table in (before, point):
        for wager in wagers:
            amount = amounts.get(wager, 2000)
            for _ in range(2):
                only(table.make(place(wager, amount)), WagerPlaced)
            assert table.stands(wager) == 2 * amount
    for clause, group in ANY_TIME.items():
        for wager in group:
            assert before.game.catalogue[wager].clause.id == clause
    assert {bet.wager for bet in before.state.bets} == {"pass", *wagers}


@pytest.mark.clause("623a.4(a)", "623a.4(c)")
def test_nothing_is_made_or_changed_from_the_throw_to_its_settlement() -> None:
    table = under().bet("field").bet("place-to-win-6", 1200)
    moves = (
        place("field"),
        place("any-seven"),
        place("pass-odds", pick="8"),
        TakeDownWager(seat=1, wager="field"),
        ReduceWager(seat=1, wager="place-to-win-6", amount=600),
    )
    assert all(map(table.listed, moves))
    table.throw()
    assert [table.refused(move) for move in moves] == ["623a.4(a)"] * 5
    table.call(1, 2)
    assert [table.refused(move) for move in moves] == ["623a.4(a)"] * 5
    table.make(SettleBets())
    assert table.listed(moves[1])


@pytest.mark.clause("623a.4(b)#1")
def test_wagers_are_made_with_chips_or_plaques() -> None:
    table = Dealing().seated(1)
    other = PlaceWager(seat=1, wager="field", amount=1000, instrument=Instrument.OTHER_APPROVED)
    with pytest.raises(RuleViolation) as refusal:
        table.make(other)
    assert refusal.value.clause.id == "623a.4(b)#1"
    table.make(PlaceWager(seat=1, wager="field", amount=1000, instrument=Instrument.PLAQUES))
    assert table.refused(PlaceWager(seat=1, wager="field", amount=1000, by=Role.STICKPERSON)) == "623a.4(b)#1"


# Odds (623a.6).


@pytest.mark.clause("623a.6(a)#1", "623a.6(b)#1")
def test_line_odds_go_behind_a_line_bet_once_its_point_is_set() -> None:
    table = on_the_line().bet("dont-pass", seat=2)
    assert table.refused(place("pass-odds", pick="8")) == "623a.6(a)#1"
    assert table.refused(place("dont-pass-odds", pick="8", seat=2, amount=600)) == "623a.6(b)#1"
    table.roll(4, 4)
    assert table.refused(place("pass-odds", pick="6")) == "623a.6(a)#1", "not the point"
    assert table.refused(place("pass-odds", pick="8", seat=2)) == "623a.6(a)#1", "no Pass Bet"
    assert table.refused(place("dont-pass-odds", pick="8", amount=600)) == "623a.6(b)#1"
    table.bet("pass-odds", 5000, "8").bet("dont-pass-odds", 6000, "8", seat=2)
    assert table.refused(place("pass-odds", 500, "8")) == "623a.6(e)#1", "five times the bet"
    assert table.refused(place("dont-pass-odds", 600, "8", 2)) == "623a.6(e)#2", "winning five times the bet"


@pytest.mark.clause("623a.6(c)#1", "623a.6(d)#1")
def test_come_odds_go_behind_a_come_bet_on_its_number() -> None:
    table = under().bet("come").bet("dont-come", seat=2)
    assert table.refused(place("come-odds", pick="6")) == "623a.6(c)#1"
    assert table.refused(place("dont-come-odds", 600, "6", 2)) == "623a.6(d)#1"
    table.roll(2, 4)
    assert table.refused(place("come-odds", pick="8")) == "623a.6(c)#1"
    table.bet("come-odds", 1000, "6").bet("dont-come-odds", 600, "6", seat=2)
    table.roll(4, 4)
    table.bet("come-odds", 500, "6")
    assert table.stands("come-odds", "6") == 1500, "odds go on while no point stands, too"


@pytest.mark.clause("623a.6(b)#1", "623a.6(d)#1")
def test_a_dont_bet_stays_before_its_odds() -> None:
    table = under().bet("dont-come")
    table.roll(2, 3)
    table.bet("dont-come-odds", 1500, "5")
    assert table.refused(TakeDownWager(seat=1, wager="dont-come", pick="5")) == "623a.6(d)#1"
    table.take_down("dont-come-odds", "5")
    table.take_down("dont-come", "5")
    line = Dealing().bet("dont-pass", 2000).shooter(1)
    line.roll(2, 3)
    line.bet("dont-pass-odds", 6000, "5")
    assert line.refused(TakeDownWager(seat=1, wager="dont-pass")) == "623a.6(b)#1"
    assert line.refused(ReduceWager(seat=1, wager="dont-pass", amount=1100)) == "623a.6(e)#2"
    line.make(ReduceWager(seat=1, wager="dont-pass", amount=1000))
    assert line.stands("dont-pass") == 1000
    line.take_down("dont-pass-odds", "5")
    line.take_down("dont-pass")


def test_odds_may_always_be_reduced_and_taken_down_between_throws() -> None:
    table = under().bet("pass-odds", 2000, "8")
    assert (
        table.refused(ReduceWager(seat=1, wager="pass-odds", pick="8", amount=200)) == "623a.6(a)(2)(iii)"
    ), "what is left must be payable at 6 to 5"
    table.make(ReduceWager(seat=1, wager="pass-odds", pick="8", amount=1500))
    table.bet("pass-odds", 1000, "8")
    table.take_down("pass-odds", "8")
    assert table.stands("pass-odds", "8") == 0


# Taking down and reducing (623a.4(c)-(d)).


@pytest.mark.clause("623a.4(c)", "623a.4(c)(1)")
def test_a_pass_bet_is_free_before_the_come_out_roll_and_locked_under_a_point() -> None:
    table = on_the_line()
    reduced = only(table.make(ReduceWager(seat=1, wager="pass", amount=500)), WagerReduced)
    assert (reduced.amount, reduced.left, reduced.clause) == (500, 500, "623a.4(c)")
    table.take_down("pass")
    table.bet("pass", 2000)
    table.roll(4, 4)
    assert table.refused(TakeDownWager(seat=1, wager="pass")) == "623a.4(c)(1)"
    assert table.refused(ReduceWager(seat=1, wager="pass", amount=1000)) == "623a.4(c)(1)"


@pytest.mark.clause("623a.4(c)", "623a.4(c)(2)")
def test_a_come_bet_is_free_on_its_line_and_locked_on_its_number() -> None:
    table = under().bet("come", 2000)
    table.make(ReduceWager(seat=1, wager="come", amount=1000))
    table.take_down("come")
    table.bet("come", 2000)
    table.roll(2, 3)
    assert table.refused(TakeDownWager(seat=1, wager="come", pick="5")) == "623a.4(c)(2)"
    assert table.refused(ReduceWager(seat=1, wager="come", pick="5", amount=1000)) == "623a.4(c)(2)"
    table.roll(4, 4)
    assert table.refused(TakeDownWager(seat=1, wager="come", pick="5")) == "623a.4(c)(2)"


@pytest.mark.clause("623a.4(c)")
def test_what_is_left_of_a_reduced_wager_is_a_wager_of_its_own() -> None:
    table = under().bet("field", 1500)
    for amount in (0, -500, 1500, 2000):
        assert table.refused(ReduceWager(seat=1, wager="field", amount=amount)) == "623a.4(c)"
    assert table.refused(ReduceWager(seat=1, wager="field", amount=1100)) == "623a.3(b)(1)"
    assert table.refused(ReduceWager(seat=1, wager="field", amount=500, by=Role.STICKPERSON)) == "623a.4(c)"
    assert table.refused(ReduceWager(seat=2, wager="field", amount=500)) == "623a.3(a)(11)"
    (act,) = [act for act in table.acts("reduce-wager") if act.fields["wager"] == ("field",)]
    assert act.amount is not None
    assert (act.amount.low, act.amount.high, act.amount.step) == (100, 1000, 100)


@pytest.mark.clause("623a.4(d)#1", "623a.4(d)#2")
def test_a_dont_pass_bet_comes_down_at_any_time_but_is_not_put_back_or_raised() -> None:
    table = Dealing().bet("dont-pass", 3000).bet("pass", seat=2).shooter(2)
    reduced = only(table.make(ReduceWager(seat=1, wager="dont-pass", amount=1000)), WagerReduced)
    assert (reduced.left, reduced.clause) == (2000, "623a.4(d)#1")
    assert table.refused(place("dont-pass")) == "623a.4(d)#2"
    assert table.listed(place("dont-pass", seat=2)), "only the one who reduced it is barred"
    table.roll(4, 4)
    table.make(ReduceWager(seat=1, wager="dont-pass", amount=1000))
    table.take_down("dont-pass")
    table.roll(4, 4)
    table.bet("dont-pass", 3000)
    table.take_down("dont-pass")
    assert table.refused(place("dont-pass")) == "623a.4(d)#2", "not even before the come out roll"
    table.bet("pass", seat=2)
    table.roll(3, 4)
    assert table.bet("dont-pass").stands("dont-pass") == 1000, "the next come out roll is another matter"


@pytest.mark.clause("623a.4(d)#1", "623a.4(d)#2")
def test_a_dont_come_bet_comes_down_at_any_time_and_a_new_one_may_be_made() -> None:
    table = under().bet("dont-come", 3000)
    table.make(ReduceWager(seat=1, wager="dont-come", amount=1000))
    assert table.refused(place("dont-come")) == "623a.4(d)#2", "a reduced one is not raised"
    table.roll(2, 3)
    reduced = only(table.make(ReduceWager(seat=1, wager="dont-come", pick="5", amount=1000)), WagerReduced)
    assert (reduced.left, reduced.clause) == (1000, "623a.4(d)#1")
    table.bet("dont-come")
    table.take_down("dont-come")
    table.bet("dont-come", 2000)
    table.take_down("dont-come", "5")
    assert (table.stands("dont-come"), table.stands("dont-come", "5")) == (2000, 0)


@pytest.mark.clause("623a.4(d)#2")
def test_a_dont_come_bet_reduced_and_then_taken_down_leaves_room_for_a_fresh_one() -> None:
    table = under().bet("dont-come", 3000)
    table.make(ReduceWager(seat=1, wager="dont-come", amount=1000))
    assert table.refused(place("dont-come")) == "623a.4(d)#2"
    table.take_down("dont-come")
    assert table.bet("dont-come", 3000).stands("dont-come") == 3000
    table.roll(2, 3)
    table.make(ReduceWager(seat=1, wager="dont-come", pick="5", amount=1000))
    table.take_down("dont-come", "5")
    assert table.state.withdrawn == ()
    dont_pass = Dealing().bet("dont-pass", 3000)
    dont_pass.make(ReduceWager(seat=1, wager="dont-pass", amount=1000))
    dont_pass.take_down("dont-pass")
    assert dont_pass.refused(place("dont-pass")) == "623a.4(d)#2", (
        "on the line there is no other place for it"
    )


@pytest.mark.clause("623a.4(c)", "623a.4(d)#1")
def test_a_wager_is_removed_by_the_clause_of_removals() -> None:
    table = under().bet("field").bet("dont-come").bet("pass-odds", 1000, "8")
    expected = {"field": "623a.4(c)", "pass-odds": "623a.4(c)", "dont-come": "623a.4(d)#1"}
    for name in ("take-down-wager", "reduce-wager"):
        listed = {act.fields["wager"][0]: act.clause for act in table.acts(name)}
        assert listed == expected, name
    for wager, clause in expected.items():
        down = only(table.take_down(wager, "8" if wager == "pass-odds" else ""), WagerTakenDown)
        assert down.clause == clause
    line = Dealing().bet("dont-pass")
    assert only(line.take_down("dont-pass"), WagerTakenDown).clause == "623a.4(d)#1"


# Fire Bets (623a.11).


@pytest.mark.clause("623a.3(a)(40)", "623a.11(a)(1)")
def test_fire_bets_are_made_before_a_new_shooters_first_come_out_roll() -> None:
    table = on_the_line().seated(2)
    table.bet("fire-bet", 500).bet("fire-bet", 100, seat=2)
    table.roll(4, 4)
    assert table.refused(place("fire-bet", 500, seat=2)) == "623a.3(a)(40)", "a point stands"
    later = on_the_line()
    later.roll(3, 4)
    assert later.refused(place("fire-bet", 500)) == "623a.3(a)(40)", "this shooter has come out before"
    later.bet("pass")
    later.rolls((4, 4), (3, 4))
    assert later.bet("fire-bet", 500).stands("fire-bet") == 500, "a new shooter is to come"


@pytest.mark.clause("623a.3(a)(40)")
def test_no_fire_bet_is_made_while_the_shooter_throws_for_come_bets_only() -> None:
    table = come_bets_left()
    table.make(DeclineDice(seat=1), RollForComeBets(seat=1))
    assert table.refused(place("fire-bet", 500)) == "623a.3(a)(40)"
    assert table.refused(place("all-small")) == "623a.12(1)"
    table.roll(4, 2)
    assert not table.state.come_only
    assert table.refused(place("fire-bet", 500)) == "623a.3(a)(40)", "the hand goes on"
    assert table.refused(place("all-small")) == "623a.12(1)"


@pytest.mark.clause("623a.11(a)(1)", "623a.12(1)")
def test_who_passes_the_dice_and_takes_them_back_is_no_new_shooter() -> None:
    table = on_the_line().seated(2)
    table.rolls((4, 4), (4, 4))
    table.make(DeclineDice(seat=1))

    def windows_are_shut() -> bool:
        fire, bonus = place("fire-bet", 500), place("all-small")
        return (table.refused(fire), table.refused(bonus)) == ("623a.3(a)(40)", "623a.12(1)")

    assert windows_are_shut(), "nobody has the dice, and he may take them back"
    table.offer(2)
    assert windows_are_shut()
    table.make(AcceptDice(seat=2))
    assert table.listed(place("fire-bet", 500)), "somebody new has them"
    assert table.listed(place("all-small"))
    table.make(DeclineDice(seat=2))
    assert windows_are_shut()
    table.shooter(1)
    assert windows_are_shut(), "nobody else has thrown since"
    table.bet("pass")
    table.rolls((4, 4), (3, 4))
    assert table.listed(place("fire-bet", 500)), "a loser 7 ends the hand, whoever shoots next"
    table.shooter(1)
    assert table.listed(place("all-small"))


@pytest.mark.clause("623a.11(a)(1)", "623a.12(1)")
def test_while_come_bets_may_yet_be_thrown_for_nobody_new_is_sure_to_shoot() -> None:
    table = on_the_line().seated(3)
    table.roll(4, 4)
    table.bet("come", seat=2)
    table.rolls((2, 4), (4, 4))
    table.make(LeaveSeat(seat=1))
    assert table.refused(place("fire-bet", 500, seat=3)) == "623a.3(a)(40)", "position 2 may throw for it"
    assert table.refused(place("all-small", seat=3)) == "623a.12(1)"
    table.shooter(3)
    assert table.listed(place("fire-bet", 500, seat=3))
    assert table.listed(place("all-small", seat=3))


@pytest.mark.clause("623a.11(a)(3)", "623a.11(a)(1)")
def test_fire_bets_are_brought_in_by_number_before_the_come_out_roll() -> None:
    table = Dealing().bet("pass", seat=5).bet("fire-bet", 300, seat=5).bet("fire-bet", 100, seat=2)
    assert table.refused(BringInFireBets()) == "623a.11(a)(3)", "nobody shoots yet"
    table.shooter(5)
    assert table.refused(ThrowDice(seat=5)) == "623a.11(a)(3)"
    for other in (Role.PLAYER, Role.STICKPERSON):
        assert table.refused(BringInFireBets(by=other)) == "623a.11(a)(3)"
    moved = all_of(table.make(BringInFireBets()), WagerMoved)
    assert [(event.seat, event.from_pick, event.to_pick, event.amount) for event in moved] == [
        (2, "", "box", 100),
        (5, "", "box", 300),
    ]
    assert {event.clause for event in moved} == {"623a.11(a)(3)"}
    assert table.refused(place("fire-bet", 100, seat=5)) == "623a.11(a)(3)", "all have been placed"
    assert table.refused(BringInFireBets()) == "623a.11(a)(3)"
    table.make(ThrowDice(seat=5))


@pytest.mark.clause("623a.11(a)(2)")
def test_pending_fire_bets_wait_for_the_successors_loser_seven_and_keep_new_ones_out() -> None:
    table = on_the_line().bet("fire-bet", 500).bet("pass", seat=2)
    table.rolls((4, 4), (4, 4))
    assert list(table.state.fire) == [8]
    table.make(DeclineDice(seat=1))
    table.shooter(2).bet("pass", seat=2)
    assert table.refused(place("fire-bet", 500, seat=2)) == "623a.11(a)(2)"
    table.rolls((3, 3), (3, 3))
    assert list(table.state.fire) == [8, 6], "the successor's points count on"
    table.bet("pass", seat=2)
    settled = lines(table.rolls((2, 2), (3, 4)))
    assert [(line.seat, line.result) for line in settled if line.wager == "fire-bet"] == [(1, "lose")]
    assert table.state.fire == ()
    assert table.bet("fire-bet", 500, seat=2).stands("fire-bet", seat=2) == 500


@pytest.mark.clause("623a.4(c)(3)#1", "623a.4(c)(3)#2", "623a.11(b)(1)")
def test_a_fire_bet_is_never_changed_nor_taken_down() -> None:
    table = on_the_line()
    for amount in (50, 150, 600):
        assert table.refused(place("fire-bet", amount)) == "623a.11(b)(1)"
    table.bet("fire-bet", 300)
    for pick in ("", "box"):
        assert table.refused(ReduceWager(seat=1, wager="fire-bet", pick=pick, amount=100)) == "623a.4(c)(3)#1"
        assert table.refused(TakeDownWager(seat=1, wager="fire-bet", pick=pick)) == "623a.4(c)(3)#2"
        if not pick:
            assert table.refused(place("fire-bet", 100)) == "623a.4(c)(3)#1"
            table.make(BringInFireBets())


# Bonus Craps (623a.12).


@pytest.mark.clause("623a.3(a)(43)", "623a.12(1)", "623a.12(2)")
def test_bonus_bets_are_made_before_a_new_shooters_first_come_out_roll() -> None:
    table = on_the_line().seated(2)
    aside = only(table.make(place("all-small")), WagerSetAside)
    assert (aside.wager, aside.clause) == ("all-small", "623a.12(2)")
    table.bet("all-tall").bet("all-or-nothing-at-all", seat=2)
    later = on_the_line()
    later.roll(4, 4)
    assert later.refused(place("all-small")) == "623a.12(1)", "a point stands"
    later.roll(4, 4)
    assert later.refused(place("all-small")) == "623a.12(1)", "this shooter has come out before"
    later.make(DeclineDice(seat=1))
    assert later.refused(place("all-small")) == "623a.12(1)", "he may take the dice back"
    later.seated(2).shooter(2)
    assert later.bet("all-small").stands("all-small") == 1000


@pytest.mark.clause("623a.12(4)#2", "623a.12(1)")
def test_no_bonus_bet_joins_earlier_ones_whose_buttons_lie() -> None:
    table = on_the_line().seated(2).bet("all-small")
    table.rolls((4, 4), (4, 4))
    table.make(DeclineDice(seat=1))
    table.bet("pass", seat=2).shooter(2)
    assert table.refused(place("all-tall", seat=2)) == "623a.12(4)#2", "the buttons carry over"
    table.roll(3, 4)
    assert table.state.bonus == 0
    assert table.refused(place("all-tall", seat=2)) == "623a.12(1)", "and this shooter has come out"


@pytest.mark.clause("623a.12(1)")
def test_after_a_seven_bonus_bets_are_made_again_only_where_that_is_approved() -> None:
    for approved in (False, True):
        table = on_the_line(bonus_again_after_seven=approved).bet("all-small")
        table.roll(3, 4)
        assert table.listed(place("all-small")) is approved
        if not approved:
            assert table.refused(place("all-small")) == "623a.12(1)"
        table.bet("pass")
        table.roll(4, 4)
        assert table.refused(place("all-small")) == "623a.12(1)"
        table.roll(4, 4)
        assert table.refused(place("all-small")) == "623a.12(1)", "the chance is over with the next roll"
    never = on_the_line(bonus_again_after_seven=True)
    never.roll(3, 4)
    assert never.refused(place("all-small")) == "623a.12(1)", "there was nothing to make again"


@pytest.mark.clause("623a.3(a)(3)#2", "623a.3(a)(4)#2")
@pytest.mark.parametrize(("wager", "clause"), [("come", "623a.3(a)(3)#2"), ("dont-come", "623a.3(a)(4)#2")])
def test_the_dealer_moves_a_bet_from_its_line_to_the_number_thrown(wager: str, clause: str) -> None:
    table = on_the_line()
    table.roll(4, 4)
    moved = only(table.bet(wager).roll(2, 3), WagerMoved)
    assert (moved.wager, moved.from_pick, moved.to_pick, moved.clause) == (wager, "", "5", clause)
    assert (table.stands(wager), table.stands(wager, "5")) == (0, 1000)


@pytest.mark.clause("623a.12(1)", "623a.12(4)#2")
@pytest.mark.parametrize("approved", [False, True])
def test_a_bonus_bet_won_in_mid_hand_is_not_made_again_before_a_new_shooter(approved: bool) -> None:
    table = on_the_line(bonus_again_after_seven=approved).bet("all-small")
    events = table.rolls((4, 4), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5))
    assert [(line.wager, line.result) for line in lines(events)] == [("all-small", "win")]
    assert len(all_of(events, BonusButtonsCleared)) == 1
    assert table.state.bonus == 0
    assert table.refused(place("all-small")) == "623a.12(1)", "a point stands"
    table.roll(4, 4)
    assert table.refused(place("all-small")) == "623a.12(1)", "the hand goes on"
    table.bet("pass").roll(3, 4)
    assert table.refused(place("all-small")) == "623a.12(1)", "no Bonus bet was lost to that 7"
    table.bet("pass").rolls((4, 4), (3, 4))
    assert table.bet("all-small").stands("all-small") == 1000


@pytest.mark.clause("623a.12(1)", "623a.12(4)#2")
@pytest.mark.parametrize("approved", [False, True])
def test_after_a_win_in_mid_hand_the_seven_that_takes_the_other_bonus_bets_opens_all_of_them(
    approved: bool,
) -> None:
    table = on_the_line(bonus_again_after_seven=approved).bet("all-small").bet("all-tall")
    table.rolls((4, 4), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5))
    assert table.refused(place("all-small")) == "623a.12(1)"
    table.roll(4, 4)
    assert table.refused(place("all-small")) == "623a.12(1)"
    lost = lines(table.bet("pass").roll(3, 4))
    assert ("all-tall", "lose") in [(line.wager, line.result) for line in lost]
    assert table.listed(place("all-small")) is approved
    if approved:
        assert table.bet("all-small").stands("all-small") == 1000


@pytest.mark.clause("623a.4(c)(4)")
def test_a_bonus_bet_is_never_changed_nor_taken_down() -> None:
    table = on_the_line().bet("all-tall", 2000)
    assert table.refused(place("all-tall")) == "623a.4(c)(4)"
    assert table.refused(ReduceWager(seat=1, wager="all-tall", amount=1000)) == "623a.4(c)(4)"
    assert table.refused(TakeDownWager(seat=1, wager="all-tall")) == "623a.12(2)"


# Horn High and Whirl without areas of their own (623a.3(a)(20)-(21)).


def lying(table: Dealing) -> dict[str, int]:
    """What lies on the areas for position 1."""
    return {bet.wager: bet.amount for bet in table.game.wagering.chips_as_they_lie(table.state.bets)}


def act_on(table: Dealing, move: str, wager: str) -> list[tuple[int, int, int] | None]:
    """The ranges in which a lawful act on a wager is listed."""
    return [
        msgspec.structs.astuple(act.amount) if act.amount else None
        for act in table.acts(move)
        if act.fields["wager"] == (wager,)
    ]


@pytest.mark.clause("623a.3(a)(20)#2", "623a.3(a)(20)#3", "623a.3(a)(21)#2", "623a.3(a)(21)#3")
def test_horn_high_and_whirl_are_booked_in_parts_where_the_layout_has_no_area() -> None:
    table = Dealing(horn_high_area=False, whirl_area=False).seated(1)
    events = table.make(place("horn-high-12", 500))
    booked = only(events, WagerBookedInParts)
    assert (booked.seat, booked.wager, booked.clause) == (1, "horn-high-12", "623a.3(a)(20)#3")
    assert booked.parts == (("horn", 400), ("craps-twelve", 100))
    assert lying(table) == {"horn": 400, "craps-twelve": 100}
    booked = only(table.make(place("whirl", 1000)), WagerBookedInParts)
    assert (booked.parts, booked.clause) == ((("horn", 800), ("any-seven", 200)), "623a.3(a)(21)#3")
    table.bet("horn", 800).bet("field", 600)
    assert lying(table) == {"horn": 2000, "craps-twelve": 100, "any-seven": 200, "field": 600}
    assert table.refused(place("whirl", 700)) == "623a.3(a)(21)#2"
    assert table.refused(place("horn-high-3", 700)) == "623a.3(a)(20)#2"
    assert table.refused(place("whirl-high", 500)) == "623a.3(a)"


@pytest.mark.clause("623a.3(a)(20)#1", "623a.3(a)(20)#3", "623a.3(a)(21)#3")
def test_with_an_area_of_their_own_horn_high_and_whirl_lie_there_whole() -> None:
    table = Dealing(whirl_area=False).seated(1)
    assert not all_of(table.make(place("horn-high-12", 500)), WagerBookedInParts)
    table.bet("whirl", 500)
    assert lying(table) == {"horn-high-12": 500, "horn": 400, "any-seven": 100}


@pytest.mark.clause("623a.3(b)(1)", "623a.3(b)(2)", "623a.3(a)(21)#3")
def test_the_limits_of_a_wager_booked_in_parts_are_those_of_the_whole() -> None:
    limits = Limits(minimum=500, maximum=2000)
    table = Dealing(whirl_area=False, limits=limits, wager_limits={"horn": limits}).bet("horn", 2000)
    assert table.refused(place("whirl", 400)) == "623a.3(b)(1)"
    table.bet("whirl", 1000).bet("whirl", 500)
    assert table.refused(place("whirl", 1000)) == "623a.3(b)(2)", "in several placements, too"
    assert act_on(table, "place-wager", "whirl") == [(500, 500, 500)]
    table.bet("whirl", 500)
    assert act_on(table, "place-wager", "whirl") == []
    assert lying(table) == {"horn": 2000 + 1600, "any-seven": 400}


@pytest.mark.clause("623a.4(c)", "623a.3(b)(1)", "623a.3(a)(20)#3")
def test_a_wager_booked_in_parts_is_reduced_and_taken_down_whole() -> None:
    table = Dealing(horn_high_area=False).bet("horn-high-12", 1000)
    assert table.refused(TakeDownWager(seat=1, wager="craps-twelve")) == "623a.3(a)(16)", "no part by itself"
    assert table.refused(ReduceWager(seat=1, wager="horn-high-12", amount=600)) == "623a.3(b)(1)"
    assert act_on(table, "reduce-wager", "horn-high-12") == [(500, 500, 500)]
    table.make(ReduceWager(seat=1, wager="horn-high-12", amount=500))
    assert lying(table) == {"horn": 400, "craps-twelve": 100}
    assert act_on(table, "take-down-wager", "horn-high-12") == [None]
    table.take_down("horn-high-12")
    assert lying(table) == {}


def test_in_the_air_nothing_is_booked() -> None:
    table = on_the_line(whirl_area=False)
    table.throw()
    assert table.refused(place("whirl", 500)) == "623a.4(a)"
    assert table.refused(place("whirl", 500, seat=4)) == "623a.3(a)"


# Vigorish (623a.5(g)(3), 623a.5(i)).


@pytest.mark.clause("623a.5(g)(3)#1", "623a.5(i)")
def test_vigorish_is_taken_when_a_buy_or_lay_bet_is_made_and_comes_back_with_it() -> None:
    table = Dealing().seated(1)
    taken = only(table.make(place("buy-4", 2500)), VigorishCollected)
    assert (taken.amount, taken.clause) == (100, "623a.5(g)(3)#1")
    assert only(table.make(place("buy-4", 1500)), VigorishCollected).amount == 100, (
        "on forty dollars, two in all"
    )
    assert not all_of(table.make(place("place-to-win-4", 2500)), VigorishCollected), "on nothing else"
    reduced = table.make(ReduceWager(seat=1, wager="buy-4", amount=2000))
    assert only(reduced, VigorishRefunded).amount == 100
    assert only(table.take_down("buy-4"), VigorishRefunded).amount == 100
    assert only(table.make(place("lay-4", 4000)), VigorishCollected).amount == 200
    assert not all_of(table.take_down("place-to-win-4"), VigorishRefunded)


@pytest.mark.clause("623a.5(g)(3)#2")
def test_vigorish_on_a_win_is_taken_then_and_not_before() -> None:
    table = under(vigorish_when="won")
    assert not all_of(table.make(place("buy-4", 2000)), VigorishCollected)
    taken = only(table.roll(2, 2), VigorishCollected)
    assert (taken.amount, taken.clause) == (100, "623a.5(g)(3)#2")


def test_a_table_may_take_no_vigorish() -> None:
    table = under(vigorish_percent=0)
    assert not all_of(table.make(place("buy-4", 2000)), VigorishCollected)
    assert not all_of(table.roll(2, 2), VigorishCollected)


# On and off (623a.3(a)(5)-(10), (41), (42)).


INACTIVE = {
    "623a.3(a)(5)": "place-to-win-6",
    "623a.3(a)(6)": "place-to-lose-6",
    "623a.3(a)(7)": HARDWAYS[0],
    "623a.3(a)(8)": HARDWAYS[1],
    "623a.3(a)(9)": HARDWAYS[2],
    "623a.3(a)(10)": HARDWAYS[3],
    "623a.3(a)(41)": "buy-6",
}


@pytest.mark.clause(*(f"{rule}{part}" for rule in INACTIVE for part in ("#2", "#3")))
def test_what_rests_on_a_come_out_roll_acts_when_it_is_called_on() -> None:
    for rule, wager in INACTIVE.items():
        amount = 1500 if wager == "place-to-lose-6" else 3000
        resting = on_the_line().bet(wager, amount)
        assert not [line for line in lines(resting.roll(3, 4)) if line.wager == wager]
        assert resting.stands(wager) == amount
        acting = on_the_line().bet(wager, amount)
        assert acting.refused(CallOff(seat=1, wager=wager)) == f"{rule}#2", "it is off"
        button = only(acting.make(CallOn(seat=1, wager=wager)), ButtonSet)
        assert (button.button, button.clause) == ("on", f"{rule}#3")
        assert acting.refused(CallOn(seat=1, wager=wager)) == f"{rule}#2", "it is on"
        (bet,) = [bet for bet in acting.state.bets if bet.wager == wager]
        assert acting.game.wagering.button_on(acting.state, bet) == "on"
        assert [line.wager for line in lines(acting.roll(3, 4)) if line.wager == wager] == [wager]
        assert acting.state.buttons == ()


@pytest.mark.clause("623a.3(a)(42)#2", "623a.3(a)(42)#3")
def test_a_lay_bet_acts_on_a_come_out_roll_unless_it_is_called_off() -> None:
    acting = on_the_line().bet("lay-4", 4000)
    assert acting.refused(CallOn(seat=1, wager="lay-4")) == "623a.3(a)(42)#2"
    assert [line.result for line in lines(acting.roll(3, 4)) if line.wager == "lay-4"] == ["win"]
    off = on_the_line().bet("lay-4", 4000)
    button = only(off.make(CallOff(seat=1, wager="lay-4")), ButtonSet)
    assert (button.button, button.clause) == ("off", "623a.3(a)(42)#3")
    (bet,) = [bet for bet in off.state.bets if bet.wager == "lay-4"]
    assert off.game.wagering.button_on(off.state, bet) == "off"
    off.roll(3, 4)
    assert off.stands("lay-4") == 4000
    back = only(off.make(CallOn(seat=1, wager="lay-4")), ButtonSet)
    assert back.button == "", "the button is taken away again"
    assert off.game.wagering.button_on(off.state, bet) == ""


@pytest.mark.clause("623a.3(a)(5)#2")
def test_a_call_lasts_through_come_out_rolls_and_lapses_when_a_point_is_set() -> None:
    table = on_the_line().bet("place-to-win-6", 600).bet("place-to-win-8", 600, seat=2)
    table.make(CallOn(seat=1, wager="place-to-win-6"), CallOn(seat=2, wager="place-to-win-8"))
    table.rolls((5, 6))
    table.bet("pass")
    table.roll(1, 2)
    assert {seat for seat, _, _ in table.state.buttons} == {1, 2}
    table.take_down("place-to-win-8", seat=2)
    assert list(table.state.buttons) == [(1, "place-to-win-6", "")]
    table.bet("pass")
    lapsed = only(table.roll(2, 2), ButtonSet)
    assert (lapsed.wager, lapsed.button, lapsed.clause) == ("place-to-win-6", "", "623a.3(a)(5)#3")
    assert table.state.buttons == ()
    assert table.refused(CallOn(seat=1, wager="place-to-win-6")) == "623a.3(a)(5)#2", "under a point it acts"
    assert table.refused(CallOff(seat=1, wager="place-to-win-6")) == "623a.3(a)(5)#2", "and is not called off"
    table.roll(2, 2)
    assert table.listed(CallOn(seat=1, wager="place-to-win-6"))


@pytest.mark.clause("623a.3(a)(5)#2")
def test_a_decided_wager_takes_its_button_along() -> None:
    table = on_the_line().bet("place-to-win-6", 600).bet("place-to-win-8", 600)
    table.make(CallOn(seat=1, wager="place-to-win-6"), CallOn(seat=1, wager="place-to-win-8"))
    table.roll(3, 4)
    assert (table.state.buttons, [bet.wager for bet in table.state.bets]) == ((), [])


@pytest.mark.clause("623a.3(a)(5)#2", "623a.10(b)#2")
def test_what_rests_goes_on_resting_while_only_come_bets_are_thrown_for() -> None:
    table = come_bets_left().bet("place-to-win-8", 600).bet("lay-4", 4000).bet("field")
    table.make(CallOn(seat=1, wager="place-to-win-8"), DeclineDice(seat=1))
    taken = only(table.make(RollForComeBets(seat=1)), ButtonSet)
    assert (taken.wager, taken.button, taken.clause) == ("place-to-win-8", "", "623a.3(a)(5)#3")
    assert table.state.buttons == ()
    assert table.refused(CallOn(seat=1, wager="place-to-win-8")) == "623a.3(a)(5)#2"
    assert table.refused(CallOff(seat=1, wager="lay-4")) == "623a.3(a)(42)#2"
    decided = [line.wager for line in lines(table.roll(4, 4))]
    assert decided == ["field"], "the 8 rests, one-roll bets act"
    decided = [line.wager for line in lines(table.roll(2, 2))]
    assert decided == ["lay-4"], "and so do Lay Bets"


@pytest.mark.clause("623a.10(b)#2", "623a.3(a)(42)#2")
def test_a_lay_bet_called_off_stays_off_while_only_come_bets_are_thrown_for() -> None:
    table = come_bets_left().bet("lay-4", 4000)
    table.make(CallOff(seat=1, wager="lay-4"), DeclineDice(seat=1))
    assert not all_of(table.make(RollForComeBets(seat=1)), ButtonSet)
    assert list(table.state.buttons) == [(1, "lay-4", "")]
    assert [line.wager for line in lines(table.roll(3, 4))] == ["come"], "the Lay Bet neither wins"
    table.bet("pass")
    lapsed = only(table.roll(4, 4), ButtonSet)
    assert (lapsed.wager, lapsed.button) == ("lay-4", ""), "and acts again under a point"


def test_wagers_that_always_act_are_not_called_on_or_off() -> None:
    table = on_the_line().bet("field")
    assert table.refused(CallOn(seat=1, wager="field")) == "623a.4(c)"
    assert table.refused(CallOff(seat=1, wager="pass")) == "623a.4(c)"
    assert table.refused(CallOn(seat=1, wager="place-to-win-6")) == "623a.3(a)(5)#1", "nothing lies there"
    table.bet("place-to-win-6", 600)
    assert table.refused(CallOn(seat=1, wager="place-to-win-6", by=Role.STICKPERSON)) == "623a.3(a)(5)#3"
    table.throw()
    assert table.refused(CallOn(seat=1, wager="place-to-win-6")) == "623a.4(a)"


@pytest.mark.clause("623a.6(c)#1")
def test_the_odds_of_come_bets_rest_on_a_come_out_roll_only_where_the_submission_says_so() -> None:
    for rests in (False, True):
        table = under(come_odds_rest=rests).bet("come")
        table.roll(2, 4)
        table.bet("come-odds", 1000, "6")
        table.roll(4, 4)
        table.bet("pass")
        call = CallOn(seat=1, wager="come-odds", pick="6")
        assert table.listed(call) is rests
        results = {line.wager: line.result for line in lines(table.roll(3, 4))}
        assert results["come"] == "lose"
        assert results["come-odds"] == ("returned" if rests else "lose")
    called = under(come_odds_rest=True).bet("come")
    called.roll(2, 4)
    called.bet("come-odds", 1000, "6")
    called.roll(4, 4)
    called.bet("pass")
    assert only(called.make(CallOn(seat=1, wager="come-odds", pick="6")), ButtonSet).clause == "623a.6(c)#1"
    assert {line.wager: line.result for line in lines(called.roll(3, 4))}["come-odds"] == "lose"


# Mini-Craps (623a.4(e)).


@pytest.mark.clause("623a.4(e)#1", "623a.4(e)#2")
def test_at_mini_craps_only_seated_players_bet_and_they_stay_until_it_is_decided() -> None:
    table = Dealing(**MINI).seated(1)
    assert table.refused(place("field", seat=2)) == "623a.4(e)#1"
    table.bet("field")
    assert table.refused(LeaveSeat(seat=1)) == "623a.4(e)#2"
    table.take_down("field")
    table.make(LeaveSeat(seat=1))
    standing = Dealing().bet("field")
    assert standing.refused(LeaveSeat(seat=1)) == "623a.4(c)"
    assert standing.refused(place("field", seat=2)) == "623a.3(a)"
