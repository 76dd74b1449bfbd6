"""What an operator may choose at a Blackjack table."""

from typing import Any

import msgspec
import pytest

from houseway.games.blackjack import Blackjack
from houseway.table.documents import layout_check
from houseway.table.moves import PlaceWager
from tests.games.blackjack.dealing import (
    HIT_AND_RUN,
    METER,
    STRAIGHT_JACK,
    THREE_CARD,
    bet,
    submission,
    table,
)


def found(**options: Any) -> list[tuple[str, str]]:
    return sorted((finding.where, finding.clause) for finding in submission(**options).findings())


def offered(**options: Any) -> set[str]:
    chosen = submission(**options)
    return set(chosen.offered(chosen.chosen))


@pytest.mark.clause("633a.6(e)", "633a.13(m)")
def test_the_default_submission_is_lawful_and_offers_what_needs_no_more_said() -> None:
    assert found() == []
    assert offered() == {"blackjack", "insurance", "double-down", "split", "house-money"}
    assert offered(**STRAIGHT_JACK) - offered() == {"straight-jack"}
    assert offered(**HIT_AND_RUN) - offered() == {"hit-and-run"}
    assert offered(**THREE_CARD) - offered() == {"three-card-poker"}
    assert offered(bad_beat=True) - offered() == {"bad-beat"}


@pytest.mark.clause(
    "633a.6(f)",
    "633a.3(a)",
    "633a.3(b)",
    "633a.3(d)",
    "633a.11[split]",
    "633a.7(g)(10)(ii)(A)",
    "common:blackjack/seats-blackjack",
    "common:blackjack/aces",
)
def test_all_findings_are_told_at_once_each_with_its_clause() -> None:
    assert found(
        seats=8,
        adjacent_areas=9,
        batch=3,
        batches=2,
        by_hand=True,
        most_hands=5,
        house_money_percent=0,
        not_offered=["blackjack"],
        wager_limits={"split": {}, "double-down": {}},
    ) == sorted(
        [
            ("seats", "common:blackjack/seats-blackjack"),
            ("adjacent_areas", "633a.6(f)"),
            ("batch", "633a.3(b)"),
            ("batches", "633a.3(b)"),
            ("by_hand", "633a.3(d)"),
            ("most_hands", "633a.11[split]"),
            ("house_money_percent", "633a.7(g)(10)(ii)(A)"),
            ("not_offered", "633a.6(d)"),
            ("split", "633a.11[split]"),
            ("double-down", "633a.10[double]"),
        ]
    )


@pytest.mark.clause("633a.3(a)")
def test_one_two_four_six_or_eight_decks_are_played_with() -> None:
    lawful = [decks for decks in range(1, 10) if not found(batch=decks)]
    assert lawful == [1, 2, 4, 6, 8]
    assert found(batch=5) == [("batch", "633a.3(a)")]


@pytest.mark.clause("633a.3(d)")
def test_one_and_two_decks_may_be_dealt_from_the_hand_and_are_changed_every_four_hours() -> None:
    assert [decks for decks in (1, 2, 4, 6, 8) if not found(batch=decks, by_hand=True)] == [1, 2]
    for by_hand, hours in ((True, 4), (False, 24)):
        game = Blackjack(submission(batch=2, by_hand=by_hand))
        assert {life.hours for _, life in game.pieces_in_use(game.ready())} == {hours}
        assert {life.clause.id for _, life in game.pieces_in_use(game.ready())} == {"633a.3(d)"}


@pytest.mark.clause("633a.2(d)", "633a.13(m)(2)#1", "633a.13(m)(2)#2", "633a.13(m)")
def test_a_meter_grows_and_begins_at_five_thousand_dollars_or_more() -> None:
    assert found(**STRAIGHT_JACK) == []
    assert found(progressive="straight-jack") == [("meter.rate", "633a.13(m)(2)#1")]
    low = {"rate": 100, "seed": 499_999, "reset": 499_999}
    assert found(progressive="straight-jack", meter=low) == [
        ("meter.reset", "633a.13(m)(2)#2"),
        ("meter.seed", "633a.13(m)(2)#2"),
    ]


@pytest.mark.clause("common:blackjack/hit-and-run-paytable")
@pytest.mark.parametrize(
    "stated",
    [
        [],
        [{"hand": "blackjack", "odds": 3}],
        [{"hand": "5", "odds": 3}],
        [{"hand": "blackjack", "odds": 3}, {"hand": "5", "odds": 3}, {"hand": "7", "odds": 9}],
        [{"hand": "blackjack", "odds": 1, "form": "for"}, {"hand": "5", "odds": 3}],
    ],
)
def test_a_hit_and_run_table_pays_every_winning_hand_of_the_dealer(stated: list[dict[str, Any]]) -> None:
    assert found(progressive="hit-and-run", meter=METER, hit_and_run=stated) == [
        ("hit_and_run", "common:blackjack/hit-and-run-paytable")
    ]


@pytest.mark.clause("common:blackjack/three-card-side-paytable")
def test_a_three_card_table_pays_four_hands_by_odds() -> None:
    assert found(**THREE_CARD) == []
    lines = THREE_CARD["three_card_poker"]
    for wrong in (lines[:3], [*lines[:3], {"hand": "flush"}], [*lines[:3], {"hand": "flush", "meter": 5}]):
        assert found(three_card_poker=wrong) == [
            ("three_card_poker", "common:blackjack/three-card-side-paytable")
        ]


@pytest.mark.clause("633a.6(e)")
def test_what_the_submission_says_nothing_of_is_not_offered_and_said_to_be_a_wager_all_the_same() -> None:
    service = bet(table())
    refused = service.refused(PlaceWager(seat=1, wager="straight-jack", amount=500))
    assert (refused.clause.id, refused.message) == (
        "633a.6(e)(11)",
        "this table does not offer the Straight Jack Wager",
    )


_TOP = {"kings_bounty": [{"hand": "king-of-spades-pair-and-dealer-blackjack", "odds": 1_000}]}


@pytest.mark.clause("633a.13(o)#1", "633a.13(o)#2", "633a.13(o)#4")
def test_a_payout_limit_is_for_the_top_hands_and_no_lower_than_one_patrons_best_win() -> None:
    assert found(payout_limit=2_500_000) == [("payout_limit", "633a.13(o)#4")]
    limits = {"kings-bounty": {"minimum": 500, "maximum": 2_000}}
    assert found(**_TOP, wager_limits=limits, payout_limit=2_500_000) == []
    assert found(**_TOP, wager_limits=limits, payout_limit=2_499_999) == [("payout_limit", "633a.13(o)#2")]
    # At $25 one patron can win $25,000, and in two boxes twice as much.
    limits = {"kings-bounty": {"minimum": 500, "maximum": 2_500}}
    assert found(**_TOP, wager_limits=limits, payout_limit=2_500_000) == []
    two = {"wager_limits": limits, "adjacent_areas": 2}
    assert found(**_TOP, **two, payout_limit=4_999_999) == [("payout_limit", "633a.13(o)#2")]
    assert found(**_TOP, **two, payout_limit=5_000_000) == []


@pytest.mark.clause("633a.6(e)")
def test_royal_match_and_kings_bounty_pay_the_hands_that_are_printed() -> None:
    assert found(**_TOP) == []
    for wrong in (
        [{"hand": "royal-match", "odds": 25}],
        [{"hand": "any-20", "odds": 2}, {"hand": "any-20", "odds": 3}],
        [{"hand": "any-20"}],
    ):
        assert found(royal_match_21=wrong) == [("royal_match_21", "633a.6(e)")]


@pytest.mark.clause(
    "633a.2(b)",
    "633a.2(b)(13)",
    "633a.2(b)(14)",
    "633a.2(b)(15)#1",
    "633a.2(b)(15)#2",
    "633a.2(b)(16)#1",
    "633a.2(b)(16)#2",
    "633a.2(c)#2",
)
def test_the_layout_has_a_place_for_every_wager_and_says_what_is_paid() -> None:
    everything = {**STRAIGHT_JACK, **THREE_CARD, **_TOP, "bad_beat": True, "payout_limit": 25_000_000}
    game = Blackjack(submission(**everything))
    required = {requirement.clause.id: requirement.shown_by for requirement in game.layout.requirements}
    assert required["633a.2(b)(13)"] == tuple(f"straight-jack-{seat}" for seat in range(1, 8))
    assert required["633a.2(b)(14)"] == tuple(f"house-money-{seat}" for seat in range(1, 8))
    assert required["633a.2(b)(16)#1"] == ("house-rules",)
    (rules,) = [area for area in game.layout.areas if area.id == "house-rules"]
    assert "limited to $250,000" in rules.inscription
    assert {area.wager for area in game.layout.areas if area.wager} == set(game.betting.offered) - {
        "split",
        "double-down",
    }
    assert {area.clause.id for area in game.layout.areas if area.wager == "bad-beat"} == {"633a.2(c)#2"}
    plain = Blackjack(submission(odds_shown_on="sign"))
    assert "633a.2(b)(13)" not in {requirement.clause.id for requirement in plain.layout.requirements}
    assert all(line for line in layout_check(game))


@pytest.mark.clause("633a.2(b)", "633a.7(h)#2", "633a.7(g)(10)(ii)(B)#1", "633a.2(d)", "633a.2(d)(1)")
@pytest.mark.clause("633a.2(d)(2)#1", "633a.7(o)(3)(ii)(A)", "633a.2(c)#1", "633a.2(c)#2")
def test_people_attest_what_the_chosen_wagers_need() -> None:
    table(**STRAIGHT_JACK, bad_beat=True)
    plain = {step.clause.id for step in Blackjack(submission()).checklist}
    assert plain == {"633a.2(b)", "633a.7(h)#2", "633a.7(g)(10)(ii)(B)#1"}
    more = {step.clause.id for step in Blackjack(submission(**STRAIGHT_JACK, bad_beat=True)).checklist}
    assert more - plain == {
        "633a.2(d)",
        "633a.2(d)(1)",
        "633a.2(d)(2)#1",
        "633a.7(o)(3)(ii)(A)",
        "633a.2(c)#1",
        "633a.2(c)#2",
    }
    run = {step.clause.id for step in Blackjack(submission(**HIT_AND_RUN)).checklist}
    assert "633a.7(o)(2)(ii)(A)" in run


def test_where_the_tip_box_stands_elsewhere_its_approval_is_attested() -> None:
    steps = {step.id: step.clause.id for step in Blackjack(submission(tip_box_elsewhere=True)).checklist}
    assert steps["tip-box-elsewhere"] == "665a.2(c)#2"
    assert "tip-box-elsewhere" not in {step.id for step in Blackjack(submission()).checklist}
    table(tip_box_elsewhere=True)


def test_a_submission_is_read_back_as_it_was_written() -> None:
    written = submission(**HIT_AND_RUN, **THREE_CARD)
    assert msgspec.json.decode(msgspec.json.encode(written), type=type(written)) == written
