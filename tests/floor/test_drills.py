"""Drills: the game itself answers them, for every game, and the same number is always the same question."""

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from houseway.equipment.cards import CODES, cards_in_words
from houseway.floor.drill import Drill
from houseway.floor.drills import KINDS, drill
from houseway.floor.practice import practice_round
from houseway.games import game_under, games, submission_for
from houseway.games.asia_poker import AsiaPoker
from houseway.law import clause
from houseway.table.game import Game
from houseway.table.set_hands import SetsHands

NUMBERS = range(40)
# Whole rounds are played for these.
OF_ROUNDS = ("order", "outcome", "house-way", "next-step")


def usual(name: str) -> Game[Any]:
    return game_under(submission_for(name))


def drills(name: str, kind: str) -> list[Drill]:
    game = usual(name)
    return [
        one
        for number in (NUMBERS[:4] if kind in OF_ROUNDS else NUMBERS)
        if (one := drill(game, kind, number)) is not None
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", games())
def test_a_drill_has_one_right_choice_and_real_clauses(name: str, kind: str) -> None:
    for one in drills(name, kind):
        assert 2 <= len(set(one.choices)) == len(one.choices) <= 4
        assert 0 <= one.right < len(one.choices)
        assert one.clauses
        assert all(clause(cited).id == cited for cited in one.clauses)


@pytest.mark.parametrize("name", [name for name in games() if usual(name).betting.offered])
def test_the_payout_is_what_the_clause_prints(name: str) -> None:
    """The odds that the explanation names, multiplied out anew."""
    asked = drills(name, "payout")
    assert asked
    for one in asked:
        found = re.search(r"^(\d+) (?:to|for) (\d+): \$([\d,.]+) is paid \$([\d,.]+)\.$", one.why)
        assert found is not None, one.why
        win, unit = int(found[1]), int(found[2])
        stake, paid = (Fraction(found[at].replace(",", "")) for at in (3, 4))
        # What is paid "for" one has the stake in it, as the table pays it; nothing is taken off for that.
        ratio = Fraction(win, unit)
        # Never more than the odds, and short of them by less than the smallest chip.
        chip = Fraction(usual(name).betting.smallest_chip, 100)
        assert 0 <= stake * ratio - paid < chip
        assert one.choices[one.right] == f"${found[4]}"
        assert f"${found[3]}" in one.question


def test_a_bonus_and_a_progressive_are_called_as_the_table_pays_them() -> None:
    for name, label, clauses in (
        ("five-card-hi-lo", "Ante Bonus", "663a.12(b)"),
        ("three-card-poker", "on Progressive", "12E"),
    ):
        asked = [
            one
            for number in range(300)
            if (one := drill(usual(name), "payout", number)) and label in one.question
        ]
        assert asked
        for one in asked:
            win, stake, paid = map(
                int,
                re.findall(r"\d+", one.why.replace(",", ""))[:1]
                + re.findall(r"\$(\d+)", one.why.replace(",", "")),
            )
            assert paid == win * stake
            assert clauses in one.clauses[0]


@pytest.mark.parametrize("name", games())
def test_what_comes_next_is_not_asked_of_one_card_of_a_deal(name: str) -> None:
    for one in drills(name, "next-step"):
        assert not re.search(r"\bgets\b|^[2-9TJQKA10]+[♠♥♦♣] to ", one.question), one.question


@pytest.mark.parametrize("name", games())
def test_the_remedy_is_the_one_of_the_irregularity(name: str) -> None:
    game = usual(name)
    asked = drills(name, "remedy")
    assert bool(asked) == (len({remedy.orders for remedy in game.irregularities.values()}) > 1)
    for one in asked:
        meant = [
            remedy
            for remedy in game.irregularities.values()
            if one.question.casefold() == f"{remedy.title}. what is done?".casefold()
        ]
        assert [one.choices[one.right].casefold()] == [remedy.orders.casefold() for remedy in meant]
        assert one.clauses[0] in {remedy.clause.id for remedy in meant}


def test_the_same_number_is_the_same_question_and_numbers_differ() -> None:
    game = usual("craps")
    assert drill(game, "payout", 7) == drill(game, "payout", 7)
    assert len({one.question for one in drills("craps", "payout")}) > len(NUMBERS) // 2


@pytest.mark.parametrize("name", games())
def test_whose_step_it_is_follows_from_the_rule(name: str) -> None:
    for one in drills(name, "whose-step"):
        words = one.question.split("”")[0].removeprefix("“")
        told = {
            tuple(role.replace("-", " ") for role in rule.by)
            for rule in usual(name).book.of.values()
            if rule.words == words and isinstance(rule.by, tuple)
        }
        assert tuple(one.choices[one.right].casefold().split(" or ")) in told


@pytest.mark.parametrize("name", games())
def test_every_game_asks_what_comes_next_and_how_it_is_settled(name: str) -> None:
    game = usual(name)
    kinds = {"next-step"}
    if game.betting.offered:
        kinds |= {"order", "outcome"}
    if isinstance(game, SetsHands):
        kinds.add("house-way")
    assert {kind for kind in OF_ROUNDS if drill(game, kind, 1)} == kinds


@pytest.mark.parametrize("name", games())
def test_the_rounds_that_are_asked_about_are_played_by_the_rules(name: str) -> None:
    """Order, outcome, house way and next step are told from these steps: the game itself says each of them again."""
    game = usual(name)
    played = practice_round(game, Random(5))
    assert played is not None
    assert played.steps
    for step in played.steps:
        assert game.apply(step.before, step.move).events == step.events


def test_what_comes_next_is_lawful_and_nothing_else_that_is_offered_is() -> None:
    game = usual("sic-bo")
    told = {rule.words for rule in game.book.of.values()}
    for one in drills("sic-bo", "next-step"):
        assert set(one.choices) <= told


def test_the_house_way_asked_is_the_one_of_the_game() -> None:
    game = usual("asia-poker")
    assert isinstance(game, AsiaPoker)
    for one in drills("asia-poker", "house-way"):
        signs = {cards_in_words((code,)): code for code in CODES}
        held = [signs[word] for word in one.question.split("holds ")[1].split(".")[0].split()]
        laid = [[signs[word] for word in part.split()] for part in one.choices[one.right].split(" / ")]
        expected = game.house_way(tuple(held))
        # Which of several cards of a rank goes where, the house way leaves open.
        assert [sorted(code[0] for code in part) for part in laid] == [
            sorted(code[0] for code in part) for part in (expected.high, expected.medium, expected.low)
        ]
