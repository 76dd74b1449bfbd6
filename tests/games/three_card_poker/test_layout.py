"""The felt, the sign and the check-list of a table (36.05.14.02)."""

from itertools import combinations
from typing import Any

import pytest

from houseway.equipment.decks import Dealing, Device
from houseway.games.three_card_poker.layout import LEGEND
from houseway.table.card_play import ChangeDealing, MarkOutOfOrder
from houseway.table.checklist import Stage
from houseway.table.documents import layout_check, odds_sign
from houseway.table.layout import Area, Layout
from houseway.table.moves import CallNoMoreBets, Report
from houseway.table.procedure import Attest, OpenTable
from houseway.table.roles import Role
from tests.cards import reloaded
from tests.games.three_card_poker.dealing import MD, Pit, poker
from tests.service import GAMING_DAY, Service

MAIN = ("ante", "play", "pair-plus")
SIDE = ("progressive", "six-card-bonus")


def layout(**options: Any) -> Layout:
    return poker(**options).layout


def _overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


@pytest.mark.clause("36.05.14.02B(2)", "36.05.14.02B(3)", "36.05.14.02B(4)")
@pytest.mark.parametrize("seats", range(1, 8))
def test_every_position_has_a_spot_for_each_wager_and_a_place_for_its_cards(seats: int) -> None:
    felt = layout(seats=seats)
    wanted = {f"{wager}-{seat}" for wager in (*MAIN, *SIDE, "cards") for seat in range(1, seats + 1)}
    assert {area.id for area in felt.areas if area.wager or area.id.startswith("cards-")} == wanted | {
        "cards-dealer"
    }
    assert {area.wager for area in felt.areas} == {*MAIN, *SIDE, ""}


@pytest.mark.parametrize(
    "options", [{}, {"seats": 1}, {"seats": 4}, {"odds_shown_on": "sign"}, {"edition": "649a-2014"}]
)
def test_no_two_areas_overlap_and_all_lie_on_the_felt(options: dict[str, Any]) -> None:
    felt = layout(**options)
    for one, other in combinations(felt.areas, 2):
        assert not _overlap(one, other), (one.id, other.id)
    for area in felt.areas:
        assert 0 <= area.x < area.x + area.width <= felt.width
        assert 0 <= area.y < area.y + area.height <= felt.height
        assert min(area.width, area.height) >= 30


def test_positions_fan_out_from_the_dealers_left_which_is_the_right_of_the_drawing() -> None:
    felt = layout()
    cards = [felt.area(f"cards-{seat}") for seat in range(1, 8)]
    assert [area.x for area in cards] == sorted((area.x for area in cards), reverse=True)
    tops = [area.y for area in cards]
    assert tops == tops[::-1]
    assert tops[:4] == sorted(set(tops[:4]))
    assert all(area.y > felt.area("cards-dealer").y for area in cards)


@pytest.mark.clause("36.05.14.02B(3)", "36.05.14.02B(4)")
def test_a_side_bet_that_is_not_offered_has_no_spot_and_asks_for_none() -> None:
    game = poker(not_offered=["progressive"])
    asked = {line.clause.id for line in layout_check(game)}
    assert not any(area.id.startswith("progressive") for area in game.layout.areas)
    assert f"{MD}.02B(3)" not in asked
    assert f"{MD}.02B(4)" in asked


@pytest.mark.clause("36.05.14.02B(1)", "36.05.14.02B(5)#1", "36.05.14.02B(5)#2", "36.05.14.02B(5)#3")
def test_the_check_list_of_the_layout_names_where_everything_is_shown() -> None:
    lines = {line.clause.id.removeprefix(MD): line.detail for line in layout_check(poker())}
    assert lines[".02B(1)"] == "logo"
    assert lines[".02B(5)#1"].split(", ") == [
        "paytable-ante",
        "paytable-pair-plus",
        "paytable-six-card-bonus",
        "paytable-progressive",
    ]
    assert lines[".02B(5)#2"] == "legend"
    assert layout().area("legend").label == LEGEND == "Dealer Plays with Queen High or Better"


@pytest.mark.clause("36.05.14.02B(5)#1", "36.05.14.02B(5)#3")
def test_odds_that_are_not_on_the_felt_are_on_the_sign() -> None:
    game = poker(odds_shown_on="sign")
    assert not any(area.id.startswith("paytable-") for area in game.layout.areas)
    assert {line.detail for line in layout_check(game) if line.clause.id == f"{MD}.02B(5)#1"} == {"sign"}
    said = [(line.text, line.detail) for line in odds_sign(game)]
    assert {("A-K-Q of spades", "100% of the meter"), ("Super Royal", "$100,000")} <= {*said}
    bonus = said.index(("Ante Bonus", ""))
    assert said[bonus + 1] == ("straight flush", "5 to 1")
    assert ("A-K-Q of spades", "$500") in said[bonus:]


def test_the_felt_shows_the_paytables_that_were_chosen() -> None:
    shown = (
        layout(pair_plus="B", edition="649a-2014", mini_royal_pair_plus=50)
        .area("paytable-pair-plus")
        .inscription
    )
    assert "mini-royal 50 to 1" in shown
    assert "flush 3 to 1" in shown
    assert "Ante and Play 1 to 1" in layout().area("paytable-ante").inscription


# What is attested before the table opens.


def steps(**options: Any) -> dict[str, str]:
    return {step.id: step.clause.id.removeprefix(MD) for step in poker(**options).checklist}


@pytest.mark.clause("36.05.14.02B", "36.05.14.02C", "36.05.14.08A")
def test_the_default_table_attests_its_layout_boxes_rack_progressive_system_and_shoe() -> None:
    assert steps() == {
        "layout-approved": ".02B",
        "boxes-placed": ".02D(1)",
        "discard-rack": ".02D(2)",
        "progressive-system": ".02C",
        "progressive-devices": ".02C(1)",
        "progressive-monitor": ".02C(2)#1",
        "manual-shoe-located": ".08A",
    }


@pytest.mark.parametrize(
    ("options", "added", "dropped"),
    [
        pytest.param(
            {"tip_box_elsewhere": True},
            {"tip-box-elsewhere": ".02E"},
            {"boxes-placed"},
            marks=pytest.mark.clause("36.05.14.02E"),
        ),
        pytest.param(
            {"not_offered": ["progressive"]},
            {},
            {"progressive-system", "progressive-devices", "progressive-monitor"},
            marks=pytest.mark.clause("36.05.14.02C"),
        ),
        pytest.param(
            {"dealing": "automated-shoe", "shuffler": "continuous"},
            {"continuous-shuffler-approved": ".05I"},
            set(),
            marks=pytest.mark.clause("36.05.14.05I"),
        ),
        pytest.param(
            {"six_card_bonus": "A"},
            {"six-card-paytable-a-confirmed": ".12F(1)"},
            set(),
            marks=pytest.mark.clause("36.05.14.02B"),
        ),
    ],
)
def test_the_check_list_follows_the_submission(
    options: dict[str, Any], added: dict[str, str], dropped: set[str]
) -> None:
    usual = {step: clause for step, clause in steps().items() if step not in dropped}
    assert steps(**options) == {**usual, **added}


@pytest.mark.clause(
    "36.05.14.02B", "36.05.14.02C", "36.05.14.02C(1)", "36.05.14.02C(2)#1", "36.05.14.02D(1)", "36.05.14.02D(2)",
    "36.05.14.08A",
)  # fmt: skip
def test_the_table_opens_only_when_every_line_is_attested() -> None:
    game = poker()
    for missing in game.checklist:
        service = Service(game)
        for step in game.checklist:
            if step != missing:
                reference = "ref 1" if step.stage is Stage.APPROVAL else ""
                service.do(Attest(step=step.id, by=step.by[0], reference=reference))
        assert service.refused(OpenTable(gaming_day=GAMING_DAY)).clause == missing.clause
        reference = "ref 1" if missing.stage is Stage.APPROVAL else ""
        service.do(Attest(step=missing.id, by=missing.by[0], reference=reference))
        service.do(OpenTable(gaming_day=GAMING_DAY))


@pytest.mark.clause("36.05.14.08A")
def test_the_place_of_a_manual_shoe_is_attested_once_the_cards_are_dealt_from_one() -> None:
    pit = Pit(dealing="automated-shoe", shuffler="automated")
    located = Attest(step="manual-shoe-located", by=Role.PIT_MANAGER, reference="ref 2")
    assert "manual-shoe-located" not in pit.service.state.attested
    assert pit.service.refused(located).clause.id == f"{MD}.08A"
    pit.service.do(
        Report(irregularity="automated-shoe-unusable", by=Role.DEALER),
        MarkOutOfOrder(device=Device.AUTOMATED_SHOE, how="covered"),
        ChangeDealing(dealing=Dealing.MANUAL_SHOE),
    )
    reloaded(pit.service)
    pit.wager(1, ante=5)
    assert pit.service.refused(CallNoMoreBets()).clause.id == f"{MD}.08A"
    pit.service.do(located, CallNoMoreBets())


def test_a_glance_tells_the_moment_the_meter_and_the_cards() -> None:
    pit = Pit(1, 3).wager(1, ante=10).wager(3, pair_plus=5)
    assert pit.game.display(pit.play).words == "Place your bets · meter $1,000"
    pit.deal(seat_1="As Kd 2c", seat_3="9c 9d 9h", dealer="Qh Js 4c")
    asked = pit.game.display(pit.play)
    assert asked.words.startswith("Position 1: play or fold")
    assert (asked.lit, asked.cards["cards-1"]) == (("play-1",), ("As", "Kd", "2c"))
    assert asked.cards["cards-dealer"] == ("??", "??", "??"), "face down until it is turned over"
    pit.plays(1).showdown()
    assert pit.game.display(pit.play).lit == ("cards-3",)
    pit = Pit(1).wager(1, pair_plus=5).deal(seat_1="9c 9d 9h", dealer="Qh Js 4c")
    pit.showdown(1)
    assert pit.game.display(pit.play).cards == {
        "cards-dealer": ("Qh", "Js", "4c"),
        "cards-1": ("9c", "9d", "9h"),
    }
