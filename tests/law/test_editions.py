"""Which text governs a gaming day, and which one a submission was written for."""

from datetime import date

import pytest

from houseway.law import NoEdition, UnknownClause, edition_in_force, editions_of, find_as_printed, pa
from houseway.law.editions import COUPONS


@pytest.mark.parametrize(
    ("game", "day", "edition"),
    [
        ("three-card-poker", date(2014, 5, 21), "md-2013"),
        ("asia-poker", date(2014, 1, 31), "575-2012"),
        ("asia-poker", date(2014, 2, 1), "659a-2014"),
        ("five-card-hi-lo", date(2014, 2, 1), "663a-2014"),
    ],
)
def test_a_gaming_day_has_its_text(game: str, day: date, edition: str) -> None:
    assert edition_in_force(game, day, edition).id == edition


def test_a_named_text_that_does_not_cover_the_day_is_refused_with_the_one_that_does() -> None:
    with pytest.raises(NoEdition, match="md-2014 does not cover 2013-08-01; md-2013 does"):
        edition_in_force("three-card-poker", date(2013, 8, 1), "md-2014")


def test_a_day_before_every_text_is_refused() -> None:
    with pytest.raises(NoEdition, match="no stored text of asia-poker covers 2011-01-01"):
        edition_in_force("asia-poker", date(2011, 1, 1))


def test_a_text_that_is_not_stored_is_refused() -> None:
    with pytest.raises(NoEdition, match="no text '579' of five-card-hi-lo"):
        edition_in_force("five-card-hi-lo", date(2020, 1, 1), "579")


@pytest.mark.parametrize(
    ("game", "edition", "title"),
    [
        ("three-card-poker", "md-2014", "COMAR 36.05.14"),
        ("three-card-poker", "649a-2014", "58 Pa. Code 649a"),
        ("asia-poker", "575-2012", "58 Pa. Code 575"),
    ],
)
def test_a_text_is_named_with_its_code(game: str, edition: str, title: str) -> None:
    assert {known.id: known.title for known in editions_of(game)}[edition] == title


def test_a_paragraph_is_cited_by_the_letter_that_it_has_in_its_text() -> None:
    before, after = editions_of("craps")
    assert (before.id, after.id) == ("623a-2011", "623a-2013")
    letters = {"623a.5(i)": "623a.5(h)", "623a.5(j)": "623a.5(i)", "623a.5(g)(3)#1": "623a.5(g)(3)"}
    for registered, printed in letters.items():
        assert before.cite(pa(registered)) == printed
        assert after.cite(pa(registered)) == pa(registered).paragraph


# Match Play Coupons, which all games share.


@pytest.mark.parametrize(
    ("registered", "printed"),
    [
        ("603a.21(d)", "525.22(d)"),
        ("603a.20(c)(3)", "525.21(c)(3)"),
        ("603a.20(m)(2)#1", "525.21(m)(2)"),
        ("603a.1[match_play_coupon]#2", "525.22(b)"),
        ("603a.1[match_play_coupon]#3", "525.21(a)"),
        ("603a.10(a)#3", "525.21(a)"),
        ("603a.10(a)#1", "603a.10(a)"),
        ("603a.13(f)(1)(i)#1", "603a.13(f)(1)(i)"),
    ],
)
def test_coupons_are_cited_by_the_text_of_their_time(registered: str, printed: str) -> None:
    clause = pa(registered)
    football, craps = editions_of("three-dice-football"), editions_of("craps")
    temporary, permanent = editions_of(COUPONS)
    for edition in (football[0], craps[0], temporary):
        assert edition.cite(clause) == printed
    for edition in (football[1], craps[1], permanent, *editions_of("three-card-poker")):
        assert edition.cite(clause) == clause.paragraph
    # A text that outlived the temporary one on coupons is cited for the day.
    (sic_bo,) = editions_of("sic-bo")
    assert sic_bo.cite(clause) == clause.paragraph
    assert sic_bo.cite(clause, on=date(2014, 1, 31)) == printed
    assert sic_bo.cite(clause, on=date(2014, 2, 1)) == clause.paragraph


def test_a_citation_of_the_temporary_text_on_coupons_finds_the_registered_clause() -> None:
    assert [clause.id for clause in find_as_printed("525.22(d)")] == ["603a.21(d)"]
    assert [clause.id for clause in find_as_printed("525.21(c)(5)")] == ["603a.20(c)(5)"]
    with pytest.raises(UnknownClause):
        find_as_printed("525.23")
