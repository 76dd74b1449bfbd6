"""What a Rules Submission for Poker may say (637a.19-637a.21(b), (d), (e), (l))."""

from typing import Any

import pytest

from houseway.games.poker import PokerSubmission
from houseway.games.poker.submission import Kill
from houseway.games.poker.variants import VARIANTS
from houseway.submission.options import options_of
from houseway.table.betting_round import Structure
from tests.games.poker.table import each


def findings(variant: str = "badugi", **chosen: Any) -> list[tuple[str, str]]:
    said = PokerSubmission(variant=variant, **chosen).findings()
    return [(finding.where, finding.clause) for finding in said]


@pytest.mark.parametrize("variant", each("(b)#1"))
def test_no_more_players_than_the_section_allows(variant: str) -> None:
    most = {"five-card-omaha-high": 8, "triple-draw-2-7": 7, "badugi": 9}[variant]
    clause = VARIANTS[variant].section.players.id
    assert findings(variant, seats=most) == []
    assert findings(variant, seats=2) == []
    assert findings(variant, seats=most + 1) == [("seats", clause)]
    assert findings(variant, seats=1) == [
        ("seats", clause),
        ("blinds", VARIANTS[variant].section.more_blinds.id),
    ]


@pytest.mark.parametrize("variant", each("(d)#3"))
def test_the_first_blind_is_required_and_its_amount_stated(variant: str) -> None:
    clause = VARIANTS[variant].section.blind_terms.id
    assert findings(variant, blinds=()) == [("blinds", clause)]
    assert findings(variant, blinds=(0, 0)) == [("blinds", clause)]
    assert findings(variant, blinds=(150, 400)) == [("blinds", clause)]
    assert findings(variant, blinds=(-100, 400)) == [("blinds", clause)]
    assert findings(variant, blinds=(300,)) == []


@pytest.mark.parametrize("variant", each("(d)#2"))
def test_more_blinds_may_be_required_but_not_more_than_players(variant: str) -> None:
    clause = VARIANTS[variant].section.more_blinds.id
    assert findings(variant, seats=3, blinds=(100, 200, 400)) == []
    assert findings(variant, seats=3, blinds=(100, 200, 400, 800)) == [("blinds", clause)]


@pytest.mark.parametrize("variant", each("(b)#2"))
def test_an_ante_may_be_required(variant: str) -> None:
    clause = VARIANTS[variant].section.ante.id
    assert findings(variant, antes=(100,)) == []
    assert findings(variant, antes=(50,)) == [("antes", clause)]
    assert findings(variant, seats=2, antes=(100, 100, 100)) == [("antes", clause)]


@pytest.mark.parametrize("variant", each("(e)#2"))
def test_a_straddle_is_more_than_the_last_blind(variant: str) -> None:
    clause = VARIANTS[variant].section.straddle_terms.id
    assert findings(variant, straddle=800) == []
    assert findings(variant, straddle=400) == [("straddle", clause)]
    assert findings(variant, straddle=850) == [("straddle", clause)]


@pytest.mark.parametrize("variant", each("(b)#3"))
def test_a_kill_states_the_least_pot_and_is_for_limit_games(variant: str) -> None:
    clause = VARIANTS[variant].section.terms.id
    assert findings(variant, kill=Kill.KILL, kill_pot=5_000) == []
    assert findings(variant, kill=Kill.HALF_KILL, kill_pot=5_000) == []
    assert findings(variant, kill=Kill.KILL) == [("kill_pot", clause)]
    assert findings(variant, kill_pot=5_000) == [("kill_pot", clause)]
    assert findings(variant, kill=Kill.KILL, kill_pot=5_000, structure=Structure.NO_LIMIT) == [
        ("kill", clause)
    ]
    for bets in ({"bet": 300}, {"bet": 400, "big_bet": 900}):
        assert findings(variant, kill=Kill.HALF_KILL, kill_pot=5_000, **bets) == [("kill", clause)]
    assert PokerSubmission(variant=variant, kill=Kill.HALF_KILL).factor(killed=True) == (3, 2)
    assert PokerSubmission(variant=variant, kill=Kill.KILL).factor(killed=True) == (2, 1)
    assert PokerSubmission(variant=variant, kill=Kill.KILL).factor(killed=False) == (1, 1)


@pytest.mark.clause("637a.19(l)(3)#1")
def test_the_high_low_game_has_a_kill_clause_of_its_own() -> None:
    assert findings("five-card-omaha-high-low", kill=Kill.KILL) == [("kill_pot", "637a.19(l)(3)#1")]
    assert findings("five-card-omaha-high-low", kill=Kill.HALF_KILL, kill_pot=100) == []


@pytest.mark.clause("common:poker/structure")
def test_bets_are_chips_and_big_ones_no_smaller() -> None:
    clause = "common:poker/structure"
    assert findings(bet=0) == [("bet", clause)]
    assert findings(bet=350) == [("bet", clause)]
    assert findings(bet=900, big_bet=800) == [("big_bet", clause)]
    assert findings(big_bet=850) == [("big_bet", clause)]
    assert findings(bet=900, big_bet=850, structure=Structure.NO_LIMIT) == []
    assert findings(most_raises=-1) == [("most_raises", clause)]
    assert findings(variant="old-maid") == [("variant", clause)]


@pytest.mark.clause("common:poker/bring-in")
def test_stud_has_a_bring_in_and_no_blinds() -> None:
    clause = "common:poker/bring-in"
    assert findings("razz", blinds=(), bring_in=100) == []
    assert findings("razz", blinds=(), bring_in=400) == []
    assert findings("razz", blinds=(), bring_in=500) == [("bring_in", clause)]
    assert findings("razz", blinds=(), bring_in=150) == [("bring_in", clause)]
    assert findings("razz", blinds=()) == [("bring_in", clause)]
    assert findings("razz", blinds=(100,), bring_in=100) == [("blinds", clause)]
    assert findings("razz", blinds=(), bring_in=100, straddle=800) == [("blinds", clause)]


@pytest.mark.clause("common:poker/rake")
def test_a_rake_has_its_cap_and_excludes_a_time_charge() -> None:
    clause = "common:poker/rake"
    assert findings(rake_percent=10, rake_cap=400) == []
    assert findings(time_charge=500) == []
    assert findings(time_charge=150) == [("time_charge", clause)]
    assert findings(rake_percent=10, rake_cap=250) == [("rake_cap", clause)]
    assert findings(rake_percent=10) == [("rake_cap", clause)]
    assert findings(rake_cap=400) == [("rake_cap", clause)]
    assert findings(rake_percent=101, rake_cap=400) == [("rake_percent", clause)]
    assert findings(rake_percent=-1, rake_cap=400) == [("rake_percent", clause)]
    assert findings(rake_percent=10, rake_cap=400, time_charge=500) == [("time_charge", clause)]
    assert findings(time_charge=-100) == [("time_charge", clause)]
    assert PokerSubmission().rake_percent == PokerSubmission().time_charge == 0


def test_every_variant_is_lawful_with_stakes_that_suit_it_and_every_option_has_words() -> None:
    for name, variant in VARIANTS.items():
        stakes: dict[str, Any] = {"blinds": (), "bring_in": 100} if variant.brings_in else {}
        chosen = PokerSubmission(variant=name, seats=variant.seats, **stakes)
        assert list(chosen.findings()) == []
        assert all(
            option.said(getattr(chosen, field)) for field, option in options_of(PokerSubmission).items()
        )
