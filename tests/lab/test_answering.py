"""What a submission's form is told of choices that no listed figure names: what each does to the best play."""

from collections.abc import Container
from typing import Any

import pytest

from houseway.games.spanish_21.submission import Spanish21Submission
from houseway.lab import answering
from houseway.lab.answering import Effect, effects_of
from houseway.lab.edge import EdgeRecord


def soft_17(submission: Spanish21Submission) -> tuple[str, float]:
    """A lab for which nothing but a soft 17 matters."""
    return "spanish-21", 0.0077 if submission.draws_to_soft_17 else 0.0036


def effects(named: Container[str]) -> list[Effect]:
    class Lab:
        main_edge = staticmethod(soft_17)

    return list(answering._by_the_best_play("spanish-21", Lab(), named))


def test_a_choice_that_changes_the_best_play_is_told_with_what_is_usual() -> None:
    told = [(one.chosen, one.percent, one.exact, one.played) for one in effects(())]
    assert told == [
        ({"draws_to_soft_17": False}, "0.360%", False, "best"),
        ({"draws_to_soft_17": True}, "0.770%", False, "best"),
    ]
    assert effects(("draws_to_soft_17",)) == []


# What the best play costs by each choice, in per cent.
FOUND = {
    "double-attack-blackjack": {"double_down_on_surrender=half", "double_down_on_surrender=returned"},
    "spanish-21": {"draws_to_soft_17=True", "surrender=False", "rescue=False", "edition=635a-2012"},
    "blackjack": {"resplit_aces=True", "split_aces_draw=True"},
}


@pytest.mark.long
@pytest.mark.parametrize("game", FOUND)
def test_every_choice_of_twenty_one_that_matters_is_shown(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    listed: list[EdgeRecord] = []
    monkeypatch.setattr(answering, "edges", lambda name: listed)
    found = {
        f"{name}={value}": float(one.percent.removesuffix("%"))
        for one in effects_of(game)
        for name, value in one.chosen.items()
    }
    assert found.keys() >= FOUND[game]
    for choice, edge in found.items():
        # What gives the player more rights costs the house, and what takes them away pays it.
        if choice in ("surrender=False", "rescue=False", "draws_to_soft_17=True", "edition=635a-2012"):
            assert edge > found[_usually(choice)]
        if choice in ("resplit_aces=True", "split_aces_draw=True", "double_down_on_surrender=returned"):
            assert edge < found[_usually(choice)]


def _usually(choice: str) -> str:
    name, _, value = choice.partition("=")
    usual: dict[str, Any] = {"edition": "635a-2014", "double_down_on_surrender": "half"}
    return f"{name}={usual.get(name, value == 'False')}"
