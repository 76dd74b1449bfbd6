import json
import time
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from houseway.games import UnknownGame, game_under, games, submission_for
from houseway.lab import edges, outcomes
from houseway.law import RuleViolation
from houseway.table.events import Result

KNOWN_GOOD = json.loads((Path(__file__).parents[1] / "data/edges.json").read_text("utf-8"))
OURS = [figure for figure in KNOWN_GOOD if figure["game"] in games()]


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str, str, str], str]:
    return {(r.game, r.wager, r.option, r.paytable): r.edge for r in edges()}


@pytest.mark.parametrize("figure", OURS, ids=lambda figure: f"{figure['game']}-{figure['wager']}")
def test_known_good_figures_match_as_fractions(
    figure: dict[str, str], found: dict[tuple[str, str, str, str], str]
) -> None:
    key = (figure["game"], figure["wager"], figure["option"], figure["paytable"])
    assert found[key] == figure["edge"]


def test_every_wager_of_every_game_has_an_edge_for_the_house(
    found: dict[tuple[str, str, str, str], str],
) -> None:
    assert {key[:2] for key in found} == {
        (name, wager) for name, game in games().items() for wager in game.catalogue
    }
    assert all(Fraction(edge) > 0 for edge in found.values())


# Worked out by hand from 216 throws, against the walk of the game's states.
@pytest.mark.parametrize(
    ("game", "wager", "edge"),
    [
        ("three-dice-football", "trips-td", 1 - Fraction(6 * 31, 216)),
        ("three-dice-football", "turnover", 1 - Fraction(3 * 61, 216)),
        ("three-dice-football", "cover-three", 1 - Fraction(26 * 8, 216)),
        ("three-dice-football", "over-four-yards", 1 - Fraction(79 * 2 + 6 * 8, 216)),
        ("three-dice-football", "under-four-yards", 1 - Fraction(105 * 2, 216)),
        ("sic-bo", "any-three-of-a-kind", 1 - Fraction(6 * 25, 216)),
        ("sic-bo", "two-of-a-kind", 1 - Fraction(16 * 9, 216)),
        ("sic-bo", "two-dice-combination", 1 - Fraction(30 * 6, 216)),
        ("sic-bo", "one-of-a-kind", 1 - Fraction(75 * 2 + 15 * 3 + 1 * 4, 216)),
        ("sic-bo", "total-4", 1 - Fraction(3 * 51, 216)),
    ],
)
def test_edges_agree_with_counting_by_hand(
    game: str, wager: str, edge: Fraction, found: dict[tuple[str, str, str, str], str]
) -> None:
    assert Fraction(found[game, wager, "", ""]) == edge


def test_all_picks_of_a_wager_are_alike() -> None:
    game = game_under(submission_for("sic-bo"))
    areas = [(w.name, pick) for w in game.catalogue.values() for pick in w.picks]
    found = outcomes(game, areas)
    for wager in game.catalogue.values():
        assert len({tuple(sorted(found[wager.name, pick].items())) for pick in wager.picks}) == 1


def test_touchdown_and_defense_share_the_whole_of_probability() -> None:
    game = game_under(submission_for("three-dice-football"))
    found = outcomes(game, [("touchdown", ""), ("defense", "")])
    scored = found["touchdown", ""][Result.WIN, Fraction(1)]
    assert scored + found["defense", ""][Result.WIN, Fraction(4, 5)] == 1
    assert 0.4818 < scored < 0.482


def test_a_record_says_how_it_was_found_and_under_what() -> None:
    (record,) = edges("three-dice-football", "penalty")
    told = msgspec.to_builtins(record)
    assert told["edge"] == "2/27"
    assert told["exact"] == {
        "win_p": "5/54",
        "push_p": "0/1",
        "lose_p": "49/54",
        "hit_frequency": "5/54",
        "variance": "6125/729",
    }
    assert told["edge_decimal"] == pytest.approx(2 / 27)
    assert told["interval"] is None
    assert told["readings"] == ("661-04",) or told["readings"] == ["661-04"]
    assert told["submission"] == submission_for("three-dice-football").digest()


def test_an_option_of_the_submission_changes_the_figure_and_is_named() -> None:
    (record,) = edges("sic-bo", "two-of-a-kind", {"two_of_a_kind": "exactly-two"})
    assert Fraction(record.edge) == 1 - Fraction(15 * 9, 216)
    assert record.option == "two_of_a_kind=exactly-two"


def test_unknown_games_and_wagers_are_named() -> None:
    with pytest.raises(UnknownGame, match="roulette"):
        list(edges("roulette"))
    with pytest.raises(RuleViolation, match="has no wager 'field-goal'"):
        list(edges("three-dice-football", "field-goal"))


def test_both_dice_games_are_priced_in_under_three_seconds() -> None:
    start = time.perf_counter()
    assert len(list(edges())) == 40
    assert time.perf_counter() - start < 3
