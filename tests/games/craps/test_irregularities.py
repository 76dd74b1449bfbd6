"""Rolls that do not count, who may say so and when, and dice that may not be used again."""

import pytest

from houseway.games.craps.moves import SelectDice, SettleBets
from houseway.games.craps.round import Phase
from houseway.table.dice_play import PassDice, ThrowDice
from houseway.table.events import DiceRetired, IrregularityCalled
from houseway.table.moves import Report
from houseway.table.roles import Role
from tests.games.craps.dealing import MINI, Dealing, names, on_the_line, only

STICK, BOX, DEALER, FLOOR = Role.STICKPERSON, Role.BOXPERSON, Role.DEALER, Role.FLOORPERSON
BY_THEMSELVES = {
    "die-off-table": "623a.8(b)",
    "die-lost": "623a.8(b)",
    "die-stacked": "623a.8(b)",
    "die-propped": "623a.9(b)#2",
}
GROUNDS = {
    "not-together": "623a.8(c)(1)",
    "short-throw": "623a.8(c)(2)",
    "on-the-bank": "623a.8(c)(3)",
    "cup-or-rail": "623a.8(c)(4)",
    "cheating": "623a.8(c)(5)",
}
IMPROPER = "improper-throw"


def thrown(**options: object) -> Dealing:
    table = on_the_line(**options).bet("field").bet("all-small")
    table.throw()
    return table


def report(irregularity: str, by: Role = STICK) -> Report:
    return Report(irregularity=irregularity, by=by)


@pytest.mark.clause("623a.8(b)", "623a.9(b)#2")
def test_a_roll_is_invalid_by_itself_whoever_of_the_crew_says_so() -> None:
    for irregularity, clause in BY_THEMSELVES.items():
        for by in (STICK, BOX, DEALER):
            table = thrown()
            bets = table.state.bets
            events = table.make(report(irregularity, by))
            called = only(events, IrregularityCalled)
            assert (called.clause, called.by, called.also) == (clause, by, ())
            assert (table.state.bets, table.state.bonus) == (bets, 0), "no bet changes, no number is marked"
            assert (table.state.phase, table.state.point) == (Phase.CENTRE, 0)
            assert names(events)[0] == "IrregularityCalled"
        assert thrown().refused(report(irregularity, Role.PLAYER)) == clause


@pytest.mark.clause("623a.8(c)", "623a.8(e)", "623a.8(e)(1)", *GROUNDS.values(), "623a.8(c)(6)")
def test_at_craps_the_boxperson_or_the_stickperson_calls_no_roll() -> None:
    for irregularity, clause in {**GROUNDS, IMPROPER: "623a.8(c)(6)"}.items():
        for by in (STICK, BOX):
            table = thrown()
            called = only(table.make(report(irregularity, by)), IrregularityCalled)
            assert (called.clause, called.also) == (clause, ("623a.8(c)", "623a.8(e)(1)"))
            assert (called.by, called.irregularity) == (by, irregularity)
            assert len(table.state.bets) == 3
            table.make(PassDice())
            assert table.listed(ThrowDice(seat=1)), "and the dice are thrown again"
        for by in (DEALER, FLOOR, Role.PLAYER):
            assert thrown().refused(report(irregularity, by)) == "623a.8(e)(1)"


@pytest.mark.clause("623a.8(e)(2)", "623a.8(e)", "623a.8(c)")
def test_at_mini_craps_the_dealer_the_stickperson_or_the_floorperson_calls_no_roll() -> None:
    with_stick = {**MINI, "stickperson": True}

    def rolling(options: dict[str, object]) -> Dealing:
        table = on_the_line(**options)
        table.throw()
        return table

    for irregularity, clause in GROUNDS.items():
        for by in (DEALER, STICK, FLOOR):
            called = only(rolling(with_stick).make(report(irregularity, by)), IrregularityCalled)
            assert (called.clause, called.also) == (clause, ("623a.8(c)", "623a.8(e)(2)"))
        assert rolling(with_stick).refused(report(irregularity, BOX)) == "623a.8(e)(2)"
        assert rolling(MINI).refused(report(irregularity, STICK)) == "623a.8(e)(2)", "there is none"
        assert rolling(MINI).listed(report(irregularity, FLOOR))
    assert rolling(MINI).listed(report(IMPROPER, DEALER))
    assert rolling(with_stick).listed(report(IMPROPER, STICK))
    assert rolling(MINI).refused(report(IMPROPER, BOX)) == "623a.8(e)(2)"


@pytest.mark.clause("623a.8(c)(6)")
def test_a_mini_craps_floorperson_may_call_no_roll_but_not_for_an_improper_throw() -> None:
    table = on_the_line(**MINI)
    table.throw()
    assert table.refused(report(IMPROPER, FLOOR)) == "623a.8(c)(6)"
    assert table.listed(report("cheating", FLOOR))


@pytest.mark.clause("623a.8(d)")
def test_dice_that_touch_chips_of_players_count() -> None:
    table = thrown()
    assert table.refused(report("touched-other-chips")) == "623a.8(d)"
    assert table.refused(report("bad-luck")) == "623a.8(c)"


@pytest.mark.clause("623a.8(c)", "623a.8(b)")
def test_no_roll_is_called_from_the_throw_until_settlement_starts() -> None:
    table = on_the_line()
    for irregularity in ("short-throw", "die-stacked"):
        clause = {**GROUNDS, **BY_THEMSELVES}[irregularity]
        assert table.refused(report(irregularity)) == clause, "nothing is thrown"
    table.throw()
    table.call(3, 4)
    assert table.listed(report("short-throw")), "the call of the total does not end it"
    table.make(report("short-throw"))
    assert (table.state.faces, table.stands("pass")) == (None, 1000)
    table.make(PassDice())
    table.throw()
    table.call(4, 4)
    table.make(SettleBets())
    assert table.refused(report("short-throw")) == "623a.8(c)(2)"
    assert table.refused(report("die-stacked")) == "623a.8(b)"


@pytest.mark.clause("623a.9(c)")
def test_a_disputed_face_may_be_ordered_thrown_again() -> None:
    for options, decider, clause in (({}, BOX, "623a.9(c)(1)"), (MINI, FLOOR, "623a.9(c)(2)")):
        table = on_the_line(**options)
        table.throw()
        for other in (STICK, DEALER, BOX, FLOOR, Role.PLAYER):
            if other is not decider:
                assert table.refused(report("disputed-face", other)) == clause
        assert only(table.make(report("disputed-face", decider)), IrregularityCalled).clause == clause
        assert (table.state.phase, table.state.invalid_rolls) == (Phase.CENTRE, 0), (
            "no fault of the shooter's"
        )


def test_only_the_shooters_own_invalid_rolls_count_against_him() -> None:
    table = on_the_line()
    for irregularity, count in (("die-propped", 0), ("die-stacked", 1), ("short-throw", 2)):
        table.throw()
        table.make(report(irregularity), PassDice())
        assert table.state.invalid_rolls == count


@pytest.mark.clause("623a.7(d)#3")
def test_a_lost_die_makes_a_new_set_necessary_and_a_found_one_does_not() -> None:
    table = thrown()
    retired = only(table.make(report("die-lost")), DiceRetired)
    assert retired.clause == "623a.7(d)#3"
    assert table.state.selection is None
    table.make(PassDice())
    assert table.refused(ThrowDice(seat=1)) == "623a.7(c)#1"
    table.make(SelectDice(seat=1))
    assert table.listed(ThrowDice(seat=1))
    found = thrown()
    assert names(found.make(report("die-off-table"))) == ["IrregularityCalled"]
    assert found.state.selection == (1, 2)


@pytest.mark.clause("623a.7(d)#4")
def test_unfit_dice_are_called_between_throws() -> None:
    table = thrown()
    assert table.refused(report("dice-unfit")) == "623a.7(d)#4"
    table.make(report("die-stacked"))
    retired = only(table.make(report("dice-unfit", BOX)), DiceRetired)
    assert retired.clause == "623a.7(d)#4"
    assert (table.state.selection, table.state.phase) == (None, Phase.CENTRE)
    nobody = Dealing()
    assert names(nobody.make(report("dice-unfit"))) == ["IrregularityCalled", "DiceRetired"]
    assert nobody.refused(report("dice-unfit")) == "623a.7(d)#4", "there is no set any more"
    nobody.state = nobody.game.dice_handling.issued(nobody.state)
    assert nobody.listed(report("dice-unfit"))
