"""How many tables a floorperson may have, and of which games (465a.35(c)-(d), 577.9(c))."""

from collections.abc import Sequence
from datetime import date
from itertools import combinations_with_replacement

import pytest

from houseway.backoffice.rosters.choices import SpanChoice, StaffingChoices
from houseway.backoffice.rosters.opening import assumptions, standards_on
from houseway.backoffice.rosters.spans import most_tables
from houseway.backoffice.rosters.supervision import (
    Assignment,
    span_findings,
    span_of,
    supervision_findings,
    unsupervised,
)
from houseway.backoffice.rosters.tables import Automation, OpenTable
from houseway.law import RuleViolation
from tests.backoffice.rosters.floor_plan import (
    AUTOMATED,
    ELECTRONIC,
    GAMES,
    ORDINARY,
    may_supervise,
    table,
    tables,
)

FINAL = date(2014, 2, 1)
TEMPORARY = date(2014, 1, 31)


def lawful(group: Sequence[OpenTable], day: date = FINAL, *, seats_players: bool = False) -> bool:
    """Whether one floorperson may have the tables."""
    return span_of(group, standards_on(day).spans, seats_players=seats_players) is not None


def objections(group: Sequence[OpenTable], day: date = FINAL, *, seats_players: bool = False) -> list[str]:
    """The clauses against one floorperson's having the tables."""
    found = span_findings("Tom", group, standards_on(day).spans, day, seats_players=seats_players)
    return [one.clause for one in found]


@pytest.mark.clause("465a.35(c)(1)")
def test_a_floorperson_has_up_to_four_mixed_banking_tables() -> None:
    assert lawful(tables("blackjack", "sic-bo", "asia-poker", "roulette"))
    assert objections(tables("blackjack", "sic-bo", "asia-poker", "roulette")) == []
    assert objections(tables(*["blackjack"] * 5)) == ["465a.35(c)(1)"]


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param("baccarat", "465a.35(c)(1)(i)", marks=pytest.mark.clause("465a.35(c)(1)(i)")),
        pytest.param("midibaccarat", "465a.35(c)(1)(ii)", marks=pytest.mark.clause("465a.35(c)(1)(ii)")),
        pytest.param("craps", "465a.35(c)(1)(iii)", marks=pytest.mark.clause("465a.35(c)(1)(iii)")),
        pytest.param("mini-craps", "465a.35(c)(1)(iv)", marks=pytest.mark.clause("465a.35(c)(1)(iv)")),
        pytest.param("pai-gow", "465a.35(c)(1)(v)", marks=pytest.mark.clause("465a.35(c)(1)(v)")),
        pytest.param(
            "three-dice-football", "465a.35(c)(1)(vi)", marks=pytest.mark.clause("465a.35(c)(1)(vi)")
        ),
    ],
)
def test_the_excluded_games_are_not_among_the_four(game: str, clause: str) -> None:
    four = tables("blackjack", "sic-bo", "roulette", game)
    assert not lawful(four)
    assert objections(four) == ["465a.35(c)#2", clause]
    assert lawful(four[:3])
    assert lawful(four[3:])


@pytest.mark.clause("465a.35(c)(1)(iv)")
def test_mini_craps_with_a_stickperson_is_kept_out_as_well() -> None:
    assert objections(tables("blackjack", "mini-craps+")) == ["465a.35(c)#2", "465a.35(c)(1)(iv)"]


@pytest.mark.clause("465a.35(c)(1)")
def test_poker_is_no_banking_game() -> None:
    assert objections(tables("blackjack", "poker")) == ["465a.35(c)#2", "465a.35(c)(1)"]


@pytest.mark.clause("465a.35(c)(2)")
def test_a_baccarat_table_takes_a_floorperson_of_its_own() -> None:
    assert lawful(tables("baccarat"))
    assert objections(tables("baccarat", "baccarat")) == ["465a.35(c)(2)"]


@pytest.mark.clause("465a.35(c)(12)")
def test_ten_poker_tables_only_without_seating_duties() -> None:
    assert lawful(tables(*["poker"] * 10))
    assert objections(tables(*["poker"] * 10), seats_players=True)[0] == "465a.35(c)(12)"
    assert lawful(tables(*["poker"] * 8), seats_players=True)
    assert not lawful(tables(*["poker"] * 9), seats_players=True)
    assert objections(tables(*["poker"] * 11))[0] == "465a.35(c)(12)"


@pytest.mark.clause("465a.35(c)(13)#1")
def test_two_three_dice_football_tables() -> None:
    assert lawful(tables(*["three-dice-football"] * 2))
    assert objections(tables(*["three-dice-football"] * 3))[0] == "465a.35(c)(13)#1"


@pytest.mark.clause("465a.35(c)(13)#2")
def test_one_three_dice_football_table_and_one_other_banking_table() -> None:
    assert lawful(tables("three-dice-football", "blackjack"))
    assert not lawful(tables("three-dice-football", "blackjack", "blackjack"))
    for game in ("baccarat", "midibaccarat", "craps", "mini-craps", "mini-craps+", "pai-gow", "poker"):
        assert not lawful(tables("three-dice-football", game)), game


@pytest.mark.clause("465a.35(c)#2")
def test_tables_fit_inside_one_span_not_inside_two_together() -> None:
    assert lawful(tables("craps", "craps", "craps"))
    assert lawful(tables("craps", "blackjack", "blackjack"))
    assert not lawful(tables("craps", "craps", "blackjack"))
    assert objections(tables("craps", "craps", "blackjack"))[0] == "465a.35(c)#2"
    assert not lawful(tables("baccarat", "blackjack"))


@pytest.mark.clause("465a.35(c)#2")
def test_two_pai_gow_tables_only_side_by_side() -> None:
    assert lawful(tables("pai-gow", "pai-gow", side_by_side=True))
    assert not lawful(tables("pai-gow", "pai-gow"))
    row = tables(*[("pai-gow", ELECTRONIC)] * 4, side_by_side=True)
    assert lawful(row[:3])
    assert not lawful((row[0], row[1], row[3]))


@pytest.mark.clause("577.9(c)")
def test_the_temporary_chapter_kept_three_dice_football_apart() -> None:
    assert lawful(tables("three-dice-football", "three-dice-football"), TEMPORARY)
    assert lawful(tables("three-dice-football", "blackjack"), TEMPORARY)
    assert objections(tables(*["three-dice-football"] * 3), TEMPORARY) == ["577.9(c)"]
    assert objections(tables("three-dice-football", "craps"), TEMPORARY) == [
        "465a.35(c)#2",
        "577.9(c)",
        "465a.35(c)(1)(iii)",
    ]
    assert not lawful(tables("three-dice-football", "blackjack", "blackjack"), TEMPORARY)


@pytest.mark.clause("577.9(c)")
def test_the_temporary_chapter_knew_no_larger_span_for_electronic_tables() -> None:
    assert not lawful(tables(*[("three-dice-football", ELECTRONIC)] * 3), TEMPORARY)
    assert lawful(tables(*[("three-dice-football", ELECTRONIC)] * 3), FINAL)
    assert lawful(tables(*[("blackjack", ELECTRONIC)] * 6), TEMPORARY)


@pytest.mark.clause("465a.35(d)#1")
def test_electronic_tables_make_it_half_as_many_again_rounded_down() -> None:
    assert lawful(tables(*[("blackjack", ELECTRONIC)] * 6))
    assert not lawful(tables(*[("blackjack", ELECTRONIC)] * 7))
    enlarged = {span.paragraph: most_tables(span, enlarged=True) for span in standards_on(FINAL).spans}
    assert enlarged == {
        "465a.35(c)(1)": 6,
        "465a.35(c)(2)": 1,
        "465a.35(c)(3)": 3,
        "465a.35(c)(4)": 3,
        "465a.35(c)(5)": 4,
        "465a.35(c)(6)": 4,
        "465a.35(c)(7)": 1,
        "465a.35(c)(8)": 3,
        "465a.35(c)(9)": 3,
        "465a.35(c)(10)": 3,
        "465a.35(c)(11)": 12,
        "465a.35(c)(12)": 15,
        "465a.35(c)(13)": 3,
    }


@pytest.mark.clause("465a.35(d)#1")
def test_one_ordinary_table_keeps_the_span_as_it_is() -> None:
    mixed = tables(*[("blackjack", ELECTRONIC)] * 4, "blackjack")
    assert objections(mixed) == ["465a.35(c)(1)", "465a.35(d)#1"]
    assert lawful(mixed[1:])


@pytest.mark.clause("465a.35(d)#2")
def test_fully_automated_tables_earn_no_larger_span() -> None:
    mixed = tables(*[("blackjack", ELECTRONIC)] * 4, ("blackjack", AUTOMATED))
    assert objections(mixed) == ["465a.35(c)(1)", "465a.35(d)#2"]
    assert lawful(mixed[1:])


@pytest.mark.clause("465a.35(d)#1", "465a.35(c)(13)#2")
def test_enlarged_the_mixed_form_keeps_a_single_three_dice_football_table() -> None:
    football, blackjack = ("three-dice-football", ELECTRONIC), ("blackjack", ELECTRONIC)
    assert lawful(tables(football, blackjack, blackjack))
    assert not lawful(tables(football, football, blackjack))
    assert not lawful(tables(football, blackjack, blackjack, blackjack))


@pytest.mark.clause("465a.35(c)#1")
def test_every_open_table_is_supervised() -> None:
    floor = tables("blackjack", "craps", "pai-gow")
    having = (Assignment(floorperson="Tom", tables=("T1",)), Assignment(floorperson="Eve", tables=("T3",)))
    assert [found.where for found in unsupervised(floor, having)] == ["T2"]
    found = list(supervision_findings(floor, having, standards_on(FINAL).spans, FINAL))
    assert [(one.clause, one.where) for one in found] == [("465a.35(c)#1", "T2")]


@pytest.mark.clause("465a.35(c)#2")
def test_all_assignments_of_a_floorperson_count_together_and_closed_tables_not_at_all() -> None:
    floor = tables(*["blackjack"] * 5)
    spans = standards_on(FINAL).spans
    one = Assignment(floorperson="Tom", tables=("T1", "T2", "T3"))
    two = Assignment(floorperson="Tom", tables=("T4", "T5"))
    assert [found.where for found in supervision_findings(floor, (one, two), spans, FINAL)] == ["Tom"]
    assert list(supervision_findings(floor[:4], (one, two), spans, FINAL)) == []
    seating = Assignment(floorperson="Tom", tables=tuple(f"T{n}" for n in range(1, 10)), seats_players=True)
    poker = tables(*["poker"] * 9)
    (first, *_) = supervision_findings(poker, (seating,), spans, FINAL)
    assert first.clause == "465a.35(c)(12)"


@pytest.mark.parametrize("side_by_side", [False, True])
def test_every_group_of_up_to_three_tables_agrees_with_the_text_read_a_second_time(
    side_by_side: bool,
) -> None:
    spans = standards_on(FINAL).spans
    types = [(game, automation) for game in (*GAMES, "poker") for automation in Automation]
    for size in range(1, 4):
        for games in combinations_with_replacement(types, size):
            group = tables(*games, side_by_side=side_by_side)
            expected = may_supervise(group)
            assert (span_of(group, spans) is not None) == expected, games


@pytest.mark.parametrize("seats_players", [False, True])
def test_larger_groups_of_one_or_two_games_agree_as_well(seats_players: bool) -> None:
    spans = standards_on(FINAL).spans
    for automation in (ORDINARY, ELECTRONIC):
        for size in range(1, 17):
            for one in (*GAMES, "poker"):
                same = tables(*[(one, automation)] * size, side_by_side=True)
                expected = may_supervise(same, seats_players=seats_players)
                found = span_of(same, spans, seats_players=seats_players)
                assert (found is not None) == expected, (one, size)
                for other in (*GAMES, "poker"):
                    mixed = tables((one, automation), *[(other, automation)] * (size - 1))
                    expected = may_supervise(mixed, seats_players=seats_players)
                    found = span_of(mixed, spans, seats_players=seats_players)
                    assert (found is not None) == expected, (one, other, size)


def test_spans_that_are_not_in_the_sources_are_named_as_assumptions() -> None:
    named = assumptions(standards_on(FINAL))
    assert [one.where for one in named[:-2]] == [f"465a.35(c)({number})" for number in range(3, 12)]
    assert {one.clause for one in named[:-2]} == {"465a.35(c)#2"}
    assert all("not in the sources" in one.assumed for one in named)
    assert [one.where for one in named[-2:]] == ["fully automated tables", "pit and shift managers"]


def test_the_property_replaces_a_missing_span_or_takes_it_away_with_a_reason() -> None:
    choices = StaffingChoices(
        spans=(
            SpanChoice(paragraph="465a.35(c)(5)", tables=2, reason="the pit has two"),
            SpanChoice(paragraph="465a.35(c)(6)", tables=0, reason="not confirmed"),
        )
    )
    spans = standards_on(FINAL, choices).spans
    assert span_of(tables("craps", "craps"), spans)
    assert span_of(tables("craps", "craps", "craps"), spans) is None
    assert span_of(tables("craps", "blackjack"), spans) is None
    said = {one.where: one.assumed for one in assumptions(standards_on(FINAL, choices))}
    assert said["465a.35(c)(5)"].endswith("chosen by the property: the pit has two")
    assert "465a.35(c)(6)" not in said


@pytest.mark.clause("465a.35(c)#2")
def test_a_span_that_the_text_states_is_nobodys_to_change() -> None:
    for paragraph in ("465a.35(c)(1)", "465a.35(c)(12)", "465a.35(c)(14)"):
        with pytest.raises(RuleViolation, match="not among the spans") as refusal:
            standards_on(
                FINAL, StaffingChoices(spans=(SpanChoice(paragraph=paragraph, tables=9, reason="-"),))
            )
        assert refusal.value.clause.id == "465a.35(c)#2"
    twice = (SpanChoice(paragraph="465a.35(c)(5)", tables=2, reason="-"),) * 2
    with pytest.raises(RuleViolation, match="settled twice"):
        standards_on(FINAL, StaffingChoices(spans=twice))


def test_without_its_span_a_game_cannot_be_supervised_at_all() -> None:
    off = tuple(
        SpanChoice(paragraph=paragraph, tables=0, reason="not confirmed")
        for paragraph in ("465a.35(c)(5)", "465a.35(c)(6)")
    )
    held = standards_on(FINAL, StaffingChoices(spans=off))
    (found,) = span_findings("Tom", [table("craps")], held.spans, FINAL)
    assert found.clause == "465a.35(c)#2"
    assert found.problem == "no span in force here holds a craps table"
