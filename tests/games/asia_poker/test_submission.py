"""What an operator may choose at an Asia Poker table, and what the chapter does not let through."""

from datetime import date
from typing import Any

import msgspec
import pytest

from houseway.games import game_under, games, submission_for
from houseway.games.asia_poker import GAME, AsiaPoker, AsiaPokerSubmission
from houseway.games.asia_poker.house_way import HOUSE_WAYS
from houseway.games.asia_poker.submission import StartMethod, TextInForce
from houseway.law import editions_of, pa
from houseway.table.moves import Instrument, PlaceWager, TakeSeat
from houseway.table.procedure import OpenTable
from houseway.table.roles import Role
from tests.games.asia_poker.dealing import Dealing, submission
from tests.service import Service

DEVICES = {"dealing": "automated-shoe", "shuffler": "automated"}


def findings(**options: Any) -> list[tuple[str, str]]:
    return [(found.clause, found.where) for found in submission(**options).findings()]


def test_the_game_is_found_by_its_name() -> None:
    assert games()["asia-poker"] is GAME is AsiaPoker
    assert isinstance(game_under(AsiaPokerSubmission()), AsiaPoker)


def test_an_operator_who_chooses_nothing_gets_a_lawful_table() -> None:
    chosen = AsiaPokerSubmission()
    assert list(chosen.findings()) == []
    assert (chosen.seats, chosen.start_method) == (6, StartMethod.SHAKER)
    assert (chosen.bonus_paytable, chosen.edition) == ("A", TextInForce.FINAL)
    assert chosen.way == HOUSE_WAYS["highest-medium"]


@pytest.mark.clause("659a.2(a)")
@pytest.mark.parametrize("seats", [0, 5, 7])
def test_a_table_has_exactly_six_positions(seats: int) -> None:
    assert findings(seats=seats) == [("659a.2(a)", "seats")]


@pytest.mark.clause("659a.7(d)")
def test_a_table_without_the_asia_poker_wager_is_no_game() -> None:
    assert findings(not_offered=["asia-poker"]) == [("659a.7(d)", "not_offered")]
    assert findings(not_offered=["pai-gow"]) == [("659a.7(d)", "pai-gow")]


@pytest.mark.clause("659a.7(e)")
def test_the_bonus_wager_is_the_operators_to_offer() -> None:
    assert findings(not_offered=["bonus"]) == []
    without = Dealing(not_offered=["bonus"])
    without.bet(1)
    assert without.refused(PlaceWager(seat=1, wager="bonus", amount=500)) == "659a.7(e)"
    Dealing().bet(1, bonus=500)


@pytest.mark.clause("659a.7(f)#1")
@pytest.mark.parametrize("areas", [0, 3])
def test_a_player_may_bet_one_area_or_two(areas: int) -> None:
    assert findings(adjacent_areas=areas) == [("659a.7(f)#1", "adjacent_areas")]
    assert findings(adjacent_areas=2) == []


@pytest.mark.clause("659a.5(g)(3)#1", "659a.5(g)")
@pytest.mark.parametrize(
    ("options", "lawful"),
    [
        (DEVICES, True),
        ({"dealing": "automated-shoe"}, False),
        ({"shuffler": "automated"}, False),
        ({"dealing": "hand", "shuffler": "automated"}, False),
    ],
)
def test_a_button_is_for_tables_with_both_automated_devices(options: dict[str, Any], lawful: bool) -> None:
    expected = [] if lawful else [("659a.5(g)(3)#1", "start_method")]
    assert findings(start_method="button", **options) == expected
    assert findings(other_start_methods=["button"], **options) == expected
    assert findings(start_method="random-number-generator", **options) == []


@pytest.mark.clause("659a.5(g)")
@pytest.mark.parametrize("others", [["shaker"], ["random-number-generator", "random-number-generator"]])
def test_another_filed_method_is_another_one_and_named_once(others: list[str]) -> None:
    assert findings(other_start_methods=others) == [("659a.5(g)", "other_start_methods")]
    assert findings(other_start_methods=["random-number-generator"]) == []


@pytest.mark.clause("659a.9(a)(1)", "659a.3(b)", "659a.5(a)#4")
def test_what_needs_a_shuffler_is_told() -> None:
    assert findings(dealing="hand") == [("659a.9(a)(1)", "dealing")]
    assert findings(decks=2) == [("659a.3(b)", "decks")]
    assert findings(shuffler_feeds_shoe=True) == [("659a.5(a)#4", "shuffler_feeds_shoe")]
    assert findings(dealing="hand", shuffler="automated", decks=2) == []


@pytest.mark.clause("659a.11(c)#2")
def test_a_house_way_must_be_filed_and_leave_nothing_open() -> None:
    assert findings(house_way="") == [("659a.11(c)#2", "house_way")]
    assert findings(house_way="highest-middle") == [("659a.11(c)#2", "house_way")]
    assert findings(house_way=[]) == [("659a.11(c)#2", "house_way")]
    loose = [{"when": [{"holding": "jokers", "at_least": 1}], "prefer": [{"hand": "high"}]}]
    assert findings(house_way=loose) == [("659a.11(c)#2", "house_way")] * 2
    full = [{"prefer": [{"hand": "low"}, {"hand": "high"}, {"hand": "medium"}]}]
    assert findings(house_way=full) == []
    assert submission(house_way=full).digest() != submission().digest()


@pytest.mark.clause("659a.12(c)#2", "659a.12(c)#1")
@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, 5_000_000),
        ({"wager_limits": {"bonus": {"minimum": 1_000}}}, 5_000_500),
        ({"wager_limits": {"bonus": {"minimum": 2_500}}, "limits": {"minimum": 2_000}}, 12_502_000),
        ({"limits": {"minimum": 10_000}, "not_offered": ["bonus"]}, 5_000_000),
        # A posted $10 that chips of $25 make $25.
        ({"limits": {"minimum": 1_000, "increment": 2_500}, "smallest_chip": 2_500}, 12_502_500),
    ],
)
def test_a_payout_limit_is_never_below_50_000_dollars_or_the_most_that_least_wagers_win(
    options: dict[str, Any], least: int
) -> None:
    assert findings(payout_cap=least, **options) == []
    chip = options.get("smallest_chip", 100)
    assert findings(payout_cap=least - chip, **options) == [("659a.12(c)#2", "payout_cap")]
    assert findings(payout_cap=None, **options) == []


@pytest.mark.clause("659a.12(c)#2")
@pytest.mark.parametrize(
    "unlawful",
    [
        {"smallest_chip": 0},
        {"limits": {"increment": 0}},
        {"wager_limits": {"bonus": {"minimum": 600, "maximum": 500}}},
    ],
)
def test_a_payout_limit_too_low_is_told_together_with_unlawful_wagers(unlawful: dict[str, Any]) -> None:
    found = findings(payout_cap=4_000_000, **unlawful)
    assert found[-1] == ("659a.12(c)#2", "payout_cap")
    assert len(found) > 1


@pytest.mark.clause("659a.12(c)#1")
def test_a_payout_limit_is_made_of_chips() -> None:
    for cap in (5_000_001, 5_000_050, 5_000_099):
        assert findings(payout_cap=cap) == [("659a.12(c)#1", "payout_cap")]
    assert findings(payout_cap=5_000_100) == []


@pytest.mark.clause("659a.12(b)")
def test_a_paytable_that_the_chapter_does_not_print_is_found() -> None:
    (found,) = submission(bonus_paytable="D").findings()
    assert (found.clause, found.where) == ("659a.12(b)", "bonus_paytable")
    assert found.problem == "'D' is none of the paytables A, B, C"


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_one_of_three_paytables_is_chosen(paytable: str) -> None:
    game = Dealing(bonus_paytable=paytable).game
    assert {line.clause.parameters["paytable"] for line in game.catalogue["bonus"].paytable} == {paytable}


@pytest.mark.clause("659a.6(b)(3)#2", "659a.6(b)(6)#2")
def test_the_two_options_for_a234_are_chosen_each_by_itself() -> None:
    options = [
        submission(a234_lowest_straight=straight, a234_lowest_straight_flush=flush).ranking_options
        for straight in (False, True)
        for flush in (False, True)
    ]
    assert options == [0, 2, 1, 3]


@pytest.mark.clause("659a.2(b)(1)")
def test_all_defects_are_named_at_once() -> None:
    found = findings(
        certificate_holder=" ",
        seats=4,
        adjacent_areas=5,
        start_method="button",
        other_start_methods=["button"],
        house_way="mine",
        bonus_paytable="D",
        payout_cap=100,
        dealing="hand",
    )
    assert found == [
        ("659a.2(b)(1)", "certificate_holder"),
        ("659a.7(f)#1", "adjacent_areas"),
        ("659a.9(a)(1)", "dealing"),
        ("659a.2(a)", "seats"),
        ("659a.5(g)", "other_start_methods"),
        ("659a.5(g)(3)#1", "start_method"),
        ("659a.11(c)#2", "house_way"),
        ("659a.12(b)", "bonus_paytable"),
        ("659a.12(c)#2", "payout_cap"),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"start_method": "cut"},
        {"edition": "659a-2013"},
        {"house_way": [{"prefer": [{"hand": "fifth"}]}]},
        {"joker": 2},
    ],
)
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        submission_for("asia-poker", options)


@pytest.mark.clause("659a.7(a)#1", "659a.7(a)#2")
def test_wagers_are_made_with_chips_and_plaques_alone() -> None:
    table = Dealing()
    table.make(TakeSeat(seat=1))
    for instrument, clause in (
        (Instrument.VERBAL_WITH_CASH, "659a.7(a)#2"),
        (Instrument.OTHER_APPROVED, "659a.7(a)#1"),
    ):
        wager = PlaceWager(seat=1, wager="asia-poker", amount=500, instrument=instrument, by=Role.DEALER)
        assert table.refused(wager) == clause
    for instrument in (Instrument.VALUE_CHIPS, Instrument.PLAQUES):
        table.make(PlaceWager(seat=1, wager="asia-poker", amount=500, instrument=instrument))


def test_the_temporary_text_governs_until_the_final_one_is_in_force() -> None:
    temporary, final = editions_of("asia-poker")
    assert (temporary.id, final.id) == tuple(TextInForce)
    assert not temporary.covers(date(2012, 7, 12))
    assert temporary.covers(date(2012, 7, 13))
    assert temporary.covers(date(2014, 1, 31))
    assert not final.covers(date(2014, 1, 31))
    assert not temporary.covers(date(2014, 2, 1))
    assert final.covers(date(2014, 2, 1))
    assert temporary.cite(pa("659a.13(j)")) == "575.13(j)"


def test_a_table_opens_only_on_a_day_that_its_text_covers() -> None:
    service = Service(game_under(submission(edition="575-2012"))).new_dice()
    service.attest(*(stage for stage in {step.stage for step in service.table.game.checklist}))
    refusal = service.refused(OpenTable(gaming_day=service.now.date()))
    assert "575-2012" in refusal.message
