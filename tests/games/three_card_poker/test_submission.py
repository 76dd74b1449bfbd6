"""What an operator may choose, and what is found at once where it is unlawful (36.05.14.07, .12; 649a.12(g))."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from houseway.games import submission_for
from houseway.law import RuleViolation
from houseway.table.moves import PlaceWager
from tests.games.three_card_poker.dealing import MD, Pit, poker, submission
from tests.service import Service

ONE_STAKE = {"six-card-bonus": {"minimum": 500}}


def found(**options: Any) -> list[tuple[str, str]]:
    """The findings as clause (without Maryland's chapter) and place."""
    return [(one.clause.removeprefix(MD), one.where) for one in submission(**options).findings()]


@pytest.mark.parametrize("edition", ["md-2013", "md-2014", "649a-2014"])
def test_the_default_choices_are_lawful_under_every_text(edition: str) -> None:
    assert found(edition=edition) == []


# Paytables.


@pytest.mark.parametrize(
    ("options", "finding"),
    [
        pytest.param({"ante_bonus": "D"}, (".12B#2", "ante_bonus"), marks=pytest.mark.clause("36.05.14.12B#2")),
        pytest.param(
            {"ante_bonus": "D", "version": "both-compulsory"},
            (".12C", "ante_bonus"),
            marks=pytest.mark.clause("36.05.14.12C"),
        ),
        pytest.param({"pair_plus": "E"}, (".12D", "pair_plus"), marks=pytest.mark.clause("36.05.14.12D")),
        pytest.param({"progressive": "C"}, (".12E(1)", "progressive"), marks=pytest.mark.clause("36.05.14.12E(1)")),
        pytest.param({"six_card_bonus": "F"}, (".12F", "six_card_bonus"), marks=pytest.mark.clause("36.05.14.12F")),
        pytest.param({"six_card_bonus": "C"}, (".12F(3)", "six_card_bonus"), marks=pytest.mark.clause("36.05.14.12F(3)")),
        pytest.param({"six_card_bonus": "D"}, (".12F(4)", "six_card_bonus"), marks=pytest.mark.clause("36.05.14.12F(4)")),
        pytest.param({"six_card_bonus": "E"}, (".12F(5)", "six_card_bonus"), marks=pytest.mark.clause("36.05.14.12F(5)")),
    ],
)  # fmt: skip
def test_a_paytable_that_the_text_does_not_have_is_found(
    options: dict[str, Any], finding: tuple[str, str]
) -> None:
    assert found(**options) == [finding]


@pytest.mark.parametrize("edition", ["md-2013", "649a-2014"])
@pytest.mark.parametrize("table", ["A", "B", "C", "D", "E"])
def test_before_the_amendment_and_in_pennsylvania_five_six_card_tables_can_be_chosen(
    edition: str, table: str
) -> None:
    assert found(edition=edition, six_card_bonus=table) == []
    assert found(edition=edition, six_card_bonus="F") == [(".12F", "six_card_bonus")]


@pytest.mark.clause("36.05.14.12F")
@pytest.mark.parametrize(
    ("edition", "table"), [("md-2013", "E"), ("md-2014", "A"), ("md-2014", "B"), ("649a-2014", "E")]
)
def test_a_super_royal_needs_a_least_stake_of_its_own(edition: str, table: str) -> None:
    """Its sums are fixed, so the posted limits of the table are not enough (C-116)."""
    options: dict[str, Any] = {"edition": edition, "six_card_bonus": table}
    assert found(**options, wager_limits={}) == [(".12F", "wager_limits")]
    assert found(**options, wager_limits=ONE_STAKE) == []
    assert found(**options, wager_limits={}, not_offered=["six-card-bonus"]) == []
    pit = Pit(**options).wager(1, ante=10)
    refusal = pit.service.refused(PlaceWager(seat=1, wager="six-card-bonus", amount=400))
    assert "below the posted minimum" in refusal.message


# The mini-royal.


@pytest.mark.parametrize("edition", ["md-2013", "md-2014"])
@pytest.mark.clause("36.05.14.12B#2", "36.05.14.12D", "649a.12(g)")
def test_maryland_has_no_mini_royal_line(edition: str) -> None:
    lines = {"mini_royal_ante_bonus": 5, "mini_royal_pair_plus": 40}
    assert found(edition=edition, **lines) == [
        (".12B#2", "mini_royal_ante_bonus"),
        (".12D", "mini_royal_pair_plus"),
    ]
    assert found(edition="649a-2014", **lines) == []


@pytest.mark.parametrize(
    ("options", "findings"),
    [
        pytest.param(
            {"mini_royal_ante_bonus": 4, "ante_bonus": "C"},
            [("649a.12(g)(1)", "mini_royal_ante_bonus")],
            marks=pytest.mark.clause("649a.12(g)(1)"),
        ),
        pytest.param(
            {"mini_royal_ante_bonus": 5, "ante_bonus": "C"}, [], marks=pytest.mark.clause("649a.12(g)(1)")
        ),
        pytest.param(
            {"mini_royal_pair_plus": 39},
            [("649a.12(g)(2)", "mini_royal_pair_plus")],
            marks=pytest.mark.clause("649a.12(g)(2)"),
        ),
        pytest.param({"mini_royal_pair_plus": 40}, [], marks=pytest.mark.clause("649a.12(g)(2)")),
        pytest.param(
            {"mini_royal_ante_bonus": -1, "mini_royal_pair_plus": -1},
            [("649a.12(g)(1)", "mini_royal_ante_bonus"), ("649a.12(g)(2)", "mini_royal_pair_plus")],
            marks=pytest.mark.clause("649a.12(g)(1)", "649a.12(g)(2)"),
        ),
        # Not in the Ante Bonus of the variant game, which 649a.12(g) does not name (C-102).
        pytest.param(
            {"mini_royal_ante_bonus": 9, "mini_royal_pair_plus": 40, "version": "both-compulsory"},
            [("649a.12(g)", "mini_royal_ante_bonus")],
            marks=pytest.mark.clause("649a.12(g)"),
        ),
    ],
)
def test_a_mini_royal_line_pays_its_least_odds_or_better(
    options: dict[str, Any], findings: list[tuple[str, str]]
) -> None:
    assert found(edition="649a-2014", **options) == findings


# The progressive.


@pytest.mark.parametrize(
    ("table", "rate", "clause"),
    [
        pytest.param("A", 1_400, ".12E(3)(a)#1", marks=pytest.mark.clause("36.05.14.12E(3)(a)#1", "36.05.14.12E(3)")),
        pytest.param("B", 2_000, ".12E(3)(a)#2", marks=pytest.mark.clause("36.05.14.12E(3)(a)#2", "36.05.14.12E(3)")),
    ],
)  # fmt: skip
def test_the_meter_grows_by_no_less_than_its_table_demands(table: str, rate: int, clause: str) -> None:
    assert found(progressive=table, meter={"rate": rate}) == []
    assert found(progressive=table, meter={"rate": rate - 1}) == [(clause, "meter.rate")]
    assert found(progressive=table, meter={"rate": 10_001}) == [(clause, "meter.rate")]


@pytest.mark.clause("36.05.14.12E(3)(b)")
def test_seed_and_reset_are_a_thousand_dollars_or_more() -> None:
    assert found(meter={"seed": 99_999, "reset": 99_999}) == [
        (".12E(3)(b)", "meter.seed"),
        (".12E(3)(b)", "meter.reset"),
    ]
    assert found(meter={"seed": 100_000, "reset": 100_000}) == []


@pytest.mark.clause("36.05.14.12E(5)", "36.05.14.12E", "36.05.14.02C")
def test_limits_leave_room_for_a_wager_of_one_or_five_dollars() -> None:
    assert found(wager_limits={**ONE_STAKE, "progressive": {"minimum": 1_000}}) == [
        (".12E(5)", "progressive")
    ]
    only_five = {**ONE_STAKE, "progressive": {"minimum": 500, "maximum": 500, "increment": 500}}
    assert found(wager_limits=only_five) == []
    room = poker(wager_limits=only_five).betting.limits_of("progressive")
    assert (room.minimum, room.maximum) == (500, 500)


@pytest.mark.clause("36.05.14.12E(5)")
@pytest.mark.parametrize(
    ("chip", "made"), [(100, True), (250, True), (500, True), (200, False), (300, False), (2_500, False)]
)
def test_the_smallest_chip_makes_a_wager_of_one_or_five_dollars(chip: int, made: bool) -> None:
    limits = {"minimum": chip, "maximum": 20 * chip, "increment": chip}
    options = {"smallest_chip": chip, "limits": limits, "wager_limits": {"six-card-bonus": limits}}
    assert ((".12E(5)", "progressive") in found(**options)) is not made
    assert found(**options, not_offered=["progressive"]) == []


@pytest.mark.clause("36.05.14.07E(4)", "36.05.14.12E")
def test_nothing_is_asked_of_a_meter_that_is_not_offered() -> None:
    options = {"not_offered": ["progressive"], "meter": {"rate": 0, "seed": 0, "reset": 0}}
    assert found(**options) == []
    game = poker(**options)
    assert game.open().progressive is None
    assert "progressive" not in game.betting.offered


# Which wagers are offered and how they are tied.


@pytest.mark.clause("36.05.14.07E(1)", "36.05.14.07E(2)", "36.05.14.07E(3)", "36.05.14.02B(2)")
def test_only_the_side_bets_are_the_operators_to_leave_out() -> None:
    assert found(not_offered=["progressive", "six-card-bonus"]) == []
    assert found(not_offered=["ante"]) == [(".07E(1)", "not_offered")]
    assert found(not_offered=["play"]) == [(".07E(1)", "not_offered")]
    assert found(not_offered=["pair-plus"]) == [(".07E(2)", "not_offered")]
    assert found(not_offered=["ante", "play", "pair-plus"]) == [
        (".07E(1)", "not_offered"),
        (".07E(1)", "not_offered"),
        (".07E(2)", "not_offered"),
    ]


@pytest.mark.clause("36.05.14.07E(1)")
def test_a_play_wager_has_no_limits_of_its_own() -> None:
    assert found(wager_limits={**ONE_STAKE, "play": {"minimum": 500}}) == [(".07E(1)", "play")]


def _tied(version: str, ante: dict[str, int], pair_plus: dict[str, int]) -> list[tuple[str, str]]:
    return found(version=version, wager_limits={**ONE_STAKE, "ante": ante, "pair-plus": pair_plus})


@pytest.mark.parametrize(
    ("version", "clause", "times"),
    [
        pytest.param("ante-no-less-than-pair-plus", ".07F(1)", 1, marks=pytest.mark.clause("36.05.14.07F", "36.05.14.07F(1)")),
        pytest.param("ante-at-least-half-of-pair-plus", ".07F(2)", 2, marks=pytest.mark.clause("36.05.14.07F", "36.05.14.07F(2)")),
        pytest.param("both-compulsory", ".07F(3)", 5, marks=pytest.mark.clause("36.05.14.07F", "36.05.14.07F(3)")),
    ],
)  # fmt: skip
def test_limits_under_which_no_pair_plus_goes_with_any_ante_are_found(
    version: str, clause: str, times: int
) -> None:
    ante = {"minimum": 500, "maximum": 1_000}
    assert found(version=version) == []
    assert _tied(version, ante, {"minimum": times * 1_000}) == []
    assert _tied(version, ante, {"minimum": times * 1_000 + 100}) == [(clause, "wager_limits")]
    # What the increments leave of the limits counts: $9.50 at most is $9, and $9.50 at least is $10.
    assert _tied(version, {"minimum": 500, "maximum": 950}, {"minimum": times * 900}) == []
    assert _tied(version, {"minimum": 500, "maximum": 950}, {"minimum": times * 900 + 50}) == [
        (clause, "wager_limits")
    ]
    assert _tied("separate", ante, {"minimum": times * 1_000 + 100}) == []


@pytest.mark.clause("36.05.14.07F(3)")
def test_limits_under_which_no_round_of_version_three_can_close_are_found() -> None:
    pair_plus = {"minimum": 500, "maximum": 1_000}
    assert _tied("both-compulsory", {"minimum": 5_000}, pair_plus) == []
    assert _tied("both-compulsory", {"minimum": 5_100}, pair_plus) == [(".07F(3)", "wager_limits")]
    # An Ante alone is lawful under the other versions.
    assert _tied("ante-no-less-than-pair-plus", {"minimum": 5_100}, pair_plus) == []


@pytest.mark.clause("36.05.14.02A", "36.05.14.07G")
def test_seven_positions_at_most_and_the_boxes_of_one_player_are_stated() -> None:
    assert found(seats=8) == [(".02A", "seats")]
    assert found(seats=0) == [(".02A", "seats")]
    assert found(adjacent_areas=0) == [(".07G", "adjacent_areas")]
    assert found(adjacent_areas=7) == []


@pytest.mark.clause("36.05.14.07E")
def test_a_wager_that_the_chapter_does_not_list_is_found() -> None:
    assert found(not_offered=["tie"]) == [(".07E", "tie")]


@pytest.mark.clause(
    "36.05.14.02A",
    "36.05.14.12B#2",
    "36.05.14.12D",
    "36.05.14.12E(3)(b)",
    "36.05.14.12F(5)",
    "36.05.14.09A(1)",
)
def test_all_that_is_unlawful_is_named_at_once() -> None:
    assert found(
        seats=9,
        dealing="hand",
        ante_bonus="Z",
        pair_plus="Z",
        six_card_bonus="E",
        mini_royal_pair_plus=40,
        meter={"seed": 0},
    ) == [
        (".02A", "seats"),
        (".09A(1)", "dealing"),
        (".12B#2", "ante_bonus"),
        (".12D", "pair_plus"),
        (".12F(5)", "six_card_bonus"),
        (".12D", "mini_royal_pair_plus"),
        (".12E(3)(b)", "meter.seed"),
    ]


@pytest.mark.parametrize("options", [{"edition": "md-2012"}, {"version": "free"}, {"paytable": "A"}])
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        submission_for("three-card-poker", options)


def test_the_hash_tells_editions_and_paytables_apart() -> None:
    chosen: tuple[dict[str, Any], ...] = (
        {},
        {"edition": "649a-2014"},
        {"pair_plus": "A"},
        {"meter": {"rate": 1_500}},
    )
    assert len({submission(**options).digest() for options in chosen}) == 4


# Editions.


@pytest.mark.parametrize(
    ("edition", "day", "opens"),
    [
        ("md-2013", datetime(2013, 3, 1, 12, tzinfo=UTC), True),
        ("md-2013", datetime(2014, 6, 1, 12, tzinfo=UTC), False),
        ("md-2014", datetime(2014, 6, 1, 12, tzinfo=UTC), True),
        ("md-2014", datetime(2013, 6, 1, 12, tzinfo=UTC), False),
        ("649a-2014", datetime(2014, 2, 1, 12, tzinfo=UTC), True),
        ("649a-2014", datetime(2014, 1, 30, 12, tzinfo=UTC), False),
    ],
)
def test_a_table_opens_only_on_a_gaming_day_of_its_edition(edition: str, day: datetime, opens: bool) -> None:
    service = Service(poker(edition=edition))
    service.now = day
    if opens:
        assert service.opened().state.edition == edition
    else:
        with pytest.raises(RuleViolation) as refusal:
            service.opened()
        assert refusal.value.clause.id == f"{MD}.02B"
