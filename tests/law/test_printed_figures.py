"""The figures that clauses print, told by the texts and not by the register that the code reads."""

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from houseway.games import games
from houseway.law import clause, register
from houseway.law.coverage import MUST_BE_TESTED
from houseway.money import FlatAmount, MeterShare, MeterShareAndOdds, Odds, Payment, odds_of, payment_of
from tests.law.parameters_read import names_in, parameters_read
from tests.law.printed_figures import PRINTED, UNREAD

# These name other sections, or words that are shown: no figures.
_REFERENCES = frozenset({"see", "procedure", "screen", "text"})
_SECTION = re.compile(r"\d+a\.\d|36\.05|461a|465a|50[35]a|511a")
# A figure and nothing else: a number, odds, a share, a range or a list of numbers, with its unit.
_PLAIN = re.compile(r"[-+]?\$?\d[\d.,|:%+xX/-]*(_\w+)?")


_COMPLETE = (*UNREAD, "465a", "609a")


def is_figure(name: str, value: str) -> bool:
    """Whether a parameter holds a figure, and not the name of another section or words."""
    return any(map(str.isdigit, value)) and name not in _REFERENCES and not _SECTION.search(value)


def _is_read(clause_id: str, name: str) -> bool:
    return name in parameters_read()[clause_id]


def test_the_register_has_the_figures_that_the_text_prints() -> None:
    registered = {
        clause_id: {name: clause(clause_id).parameters.get(name) for name in figures}
        for clause_id, figures in PRINTED.items()
    }
    assert registered == PRINTED


def test_every_figure_that_code_reads_is_written_out() -> None:
    read = {
        row.id: figures
        for row in register().values()
        if (
            figures := {
                name
                for name, value in row.parameters.items()
                if _is_read(row.id, name)
                and (is_figure(name, value) or (name == "form" and "odds" in row.parameters))
            }
        )
    }
    assert read == {clause_id: set(figures) for clause_id, figures in PRINTED.items()}


def test_figures_of_complete_chapters_that_no_code_reads_are_named() -> None:
    unread: dict[str, Counter[str]] = {chapter: Counter() for chapter in UNREAD}
    for row in register().values():
        if row.chapter in _COMPLETE and row.duty in MUST_BE_TESTED:
            for name, value in row.parameters.items():
                if _PLAIN.fullmatch(value) and is_figure(name, value) and not _is_read(row.id, name):
                    unread.setdefault(row.chapter, Counter())[name] += 1
    assert unread == UNREAD


def test_a_parameter_is_found_by_whichever_way_code_reads_it() -> None:
    assert names_in(
        'A.integer("one"); A.integers("two"); A.parameters["three"]; A.parameters.get("four")'
    ) == {
        "one",
        "two",
        "three",
        "four",
    }
    assert "hours" in names_in('life = lambda clause, name: clause.integer(name)\nlife(A, "hours")')
    assert names_in('word = "hours"') == set()


def _as_written(figures: dict[str, str]) -> Payment:
    if "amount" in figures:
        return FlatAmount(int(figures["amount"]) * 100)
    if "meter_share" in figures:
        share = MeterShare(int(Fraction(figures["meter_share"]) * 100))
        return MeterShareAndOdds(share, _odds_written(figures)) if "odds" in figures else share
    return _odds_written(figures)


def _odds_written(figures: dict[str, str]) -> Odds:
    win, stake = map(int, figures["odds"].split(":"))
    return Odds(win, stake, counts_stake=figures.get("form") == "for")


_SEVERAL = frozenset({"blackjack", "spades"})
_SINGLE = re.compile(r"\d+:\d+")
_PAID = {
    clause_id: figures
    for clause_id, figures in PRINTED.items()
    if "amount" in figures or "meter_share" in figures or _SINGLE.fullmatch(figures.get("odds", ""))
}


def test_a_line_pays_what_the_text_prints() -> None:
    # A clause that prints several odds says of each what it is for, and is read by name.
    single = {clause_id: figures for clause_id, figures in _PAID.items() if not _SEVERAL & set(figures)}
    written = {clause_id: _as_written(figures) for clause_id, figures in single.items()}
    assert {clause_id: payment_of(clause(clause_id)) for clause_id in single} == written


def test_odds_are_read_as_the_text_prints_them() -> None:
    written = {clause_id: _odds_written(figures) for clause_id, figures in _PAID.items() if "odds" in figures}
    assert {clause_id: odds_of(clause(clause_id)) for clause_id in written} == written


def test_odds_for_count_the_stake_and_odds_to_do_not() -> None:
    assert str(payment_of(clause("36.05.14.12E(1)(a)(iii)"))) == "70 for 1"
    assert str(payment_of(clause("36.05.14.12D(1)(a)"))) == "40 to 1"
    assert str(payment_of(clause("661a.8(a)[defense]"))) == "4 to 5"
    assert str(payment_of(clause("36.05.14.12E(5)(b)(ii)"))) == "$125"
    assert str(payment_of(clause("36.05.14.12E(1)(a)(i)"))) == "100% of the meter"


@pytest.mark.parametrize(
    ("game", "by_hand", "from_a_shoe", "least_cut", "count_every"),
    [
        ("five-card-hi-lo", 4, 8, 10, 5),
        ("asia-poker", 4, 8, 10, 1),
        ("three-card-poker", 4, 8, 10, 5),
    ],
)
def test_a_card_table_works_by_the_printed_hours_depths_and_counts(
    game: str, by_hand: int, from_a_shoe: int, least_cut: int, count_every: int
) -> None:
    played: Any = games()[game]
    cards = played.cards
    assert (cards.life_by_hand.hours, cards.life_from_shoe.hours) == (by_hand, from_a_shoe)
    assert (cards.least_cut, cards.count_every) == (least_cut, count_every)
