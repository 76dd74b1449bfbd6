import csv
from datetime import date
from importlib.resources import files

import pytest

from houseway.games import games
from houseway.law import (
    Duty,
    Origin,
    UnknownClause,
    chapters,
    clause,
    edition_in_force,
    editions_of,
    find,
    find_as_printed,
    implementations,
    md,
    pa,
    reading,
    readings_for,
    register,
)
from houseway.law.editions import NoEdition


def test_every_row_of_every_register_is_a_clause() -> None:
    rows = 0
    for file in files("houseway.law").joinpath("registers").iterdir():
        rows += len(list(csv.DictReader(file.read_text("utf-8").splitlines())))
    assert len(register()) == rows > 2500


def test_a_clause_carries_its_duty_and_its_figures() -> None:
    found = pa("661a.4(d)#1")
    assert (found.chapter, found.duty, found.integer("max_dice_hours")) == ("661a", Duty.ENFORCE, 24)
    assert found.paragraph == "661a.4(d)"


def test_an_unknown_clause_fails_and_names_its_neighbours() -> None:
    with pytest.raises(UnknownClause, match=r"661a\.6\(c\)\(9\).*did you mean 661a\.6\(c\)\("):
        pa("661a.6(c)(9)")


def test_maryland_clauses_may_leave_out_the_chapter() -> None:
    first = next(c for c in register() if c.startswith("36.05.14"))
    assert md(first.removeprefix("36.05.14")) == md(first) == clause(first)
    assert clause(first).chapter == "md-36.05.14"


@pytest.mark.parametrize("citation", ["661a.6(c)(2)", "§ 661a.6(c)(2)", "58 Pa. Code § 661a.6(c)(2)"])
def test_a_paragraph_finds_all_its_parts(citation: str) -> None:
    assert [c.id for c in find(citation)] == ["661a.6(c)(2)#1", "661a.6(c)(2)#2"]


@pytest.mark.parametrize(
    "written", ["§ 661A.6 (C) (2)", "Section 661a.6(c)(2).", "58 Pa. Code § 661a.6(c)(2)"]
)
def test_a_citation_is_found_however_it_is_written(written: str) -> None:
    assert find(written) == find("661a.6(c)(2)")
    assert find_as_printed("Section 577.6 (c)(2)") == find("661a.6(c)(2)")


def test_a_citation_does_not_find_what_only_begins_alike() -> None:
    with pytest.raises(UnknownClause):
        find("661a.6(c)(")
    assert all(c.id.startswith("661a.1[") for c in find("661a.1"))


def test_table_lines_with_a_colon_belong_to_their_chapter() -> None:
    assert clause("661a.8(a)[quick_strike:1]").chapter == "661a"
    assert clause("125-149:RAF(10)#2").chapter == "paperwork"
    assert {"661a", "625a", "paperwork", "md-36.05.14", "577"} <= set(chapters())


def test_readings_are_found_by_id_and_by_place() -> None:
    assert reading("661-02").reading.startswith("The next down after reaching the 10")
    assert {"661-03", "661-04"} <= {r.id for r in readings_for("661a.6(c)(2)#1")}
    assert reading("B-SB-01").setting
    with pytest.raises(LookupError, match="no reading '661-99'"):
        reading("661-99")


def test_a_table_is_opened_under_the_text_of_its_gaming_day() -> None:
    football = "three-dice-football"
    assert edition_in_force(football, date(2012, 7, 28)).chapter == "577"
    assert edition_in_force(football, date(2014, 1, 31)).chapter == "577"
    assert edition_in_force(football, date(2014, 2, 1)).chapter == "661a"
    assert edition_in_force("sic-bo", date(2012, 1, 1)).chapter == "625a"


@pytest.mark.parametrize(
    ("game", "day"), [("three-dice-football", date(2012, 7, 27)), ("sic-bo", date(2011, 11, 21))]
)
def test_a_day_that_no_text_covers_is_refused(game: str, day: date) -> None:
    with pytest.raises(NoEdition, match=f"covers {day.isoformat()}"):
        edition_in_force(game, day)


def test_a_game_without_a_text_is_refused() -> None:
    with pytest.raises(NoEdition, match="no text of 'roulette'"):
        editions_of("roulette")


def test_the_temporary_chapter_is_cited_by_its_own_number() -> None:
    temporary = edition_in_force("three-dice-football", date(2013, 1, 1))
    assert temporary.cite(pa("661a.6(c)(2)#1")) == "577.6(c)(2)"
    assert temporary.cite(pa("603a.13(f)(1)(ii)#5")) == "603a.13(f)(1)(ii)"


def test_a_citation_of_the_temporary_chapter_finds_the_registered_clause() -> None:
    assert [c.id for c in find_as_printed("577.6(c)(2)")] == ["661a.6(c)(2)#1", "661a.6(c)(2)#2"]
    assert [c.id for c in find_as_printed("577.9(a)")] == ["577.9(a)"]
    with pytest.raises(UnknownClause):
        find_as_printed("577.99")


def test_implementations_name_functions_and_data() -> None:
    symbols = [row.symbol for row in implementations()["661a.1[turnover]"]]
    assert symbols == ["houseway.games.three_dice_football.field:is_turnover"]
    held = [row.symbol for row in implementations()["661a.8(b)[penalty]"]]
    assert "houseway.games.three_dice_football.wagers:CATALOGUE" in held


# What these are worth hangs on how a hand is played; no figure is listed for them yet.
_UNPRICED = {
    "double-attack-blackjack": {"double-attack", "double-down", "split"},
    "blackjack": {
        "double-down",
        "split",
        "hit-and-run",
        "three-card-poker",
        "royal-match-21",
        "kings-bounty",
        "bad-beat",
    },
    "spanish-21": {"double-down", "split"},
}


def test_every_wager_is_named_as_the_canonical_list_names_it() -> None:
    listed = csv.DictReader(files("houseway.games").joinpath("wagers.csv").read_text("utf-8").splitlines())
    canonical: dict[str, list[str]] = {}
    for row in listed:
        canonical.setdefault(row["game"], []).append(row["wager"])
    for name, game in games().items():
        catalogue = game.submission_type.catalogue
        # Ante and Play are two spots on the felt and one wager to the mathematician; a meter has no figure.
        named = [
            part for wager in dict.fromkeys(canonical.get(name, ())) for part in _PARTS.get(wager, (wager,))
        ]
        without = {"progressive"} | _SUPPLEMENTAL | _UNPRICED.get(name, set())
        assert sorted(set(catalogue) - without) == sorted(named)
        assert name == "craps" or not _SUPPLEMENTAL & set(catalogue)


# Odds are wagers on the felt, and to the mathematician a way to play the wager that they support: no figures of their own.
_SUPPLEMENTAL = {"pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds"}
_PARTS = {"ante-play": ("ante", "play")}


def test_rows_that_no_source_prints_are_cited_like_others_and_say_where_they_come_from() -> None:
    copied = pa("633a.3(d)")
    assert (copied.origin, copied.chapter) == (Origin.PUBLIC_COPY, "633a")
    assert copied.told.endswith("(read in a public copy of the Code, not printed in the sources)")
    common = pa("common:baccarat/pays-tie")
    assert (common.origin, common.chapter) == (Origin.COMMON_PRACTICE, "common:baccarat")
    assert (
        common.told == "Tie pays eight to one. (common practice, the operator's choice; no clause was read)"
    )
    assert (copied.citation, common.citation) == (
        "633a.3(d) (public copy)",
        "common practice: baccarat/pays-tie",
    )
    printed = pa("661a.4(d)#1")
    assert printed.citation == "661a.4(d)"
    assert (printed.origin, printed.told) == (Origin.PRINTED, printed.summary)


def test_only_the_register_of_its_own_holds_what_no_source_prints() -> None:
    folder = files("houseway.law").joinpath("registers")
    listed = [
        row["id"] for row in csv.DictReader(folder.joinpath("base-rules.csv").read_text("utf-8").splitlines())
    ]
    assert [c.id for c in register().values() if c.origin is not Origin.PRINTED] == listed
    assert {c.id for c in find("common:poker")} < set(listed)
    # A common practice never looks like a clause, and a copied clause has the number that it has in the Code.
    for row in map(clause, listed):
        assert row.id.startswith("common:") == (row.origin is Origin.COMMON_PRACTICE)


@pytest.mark.parametrize("clause_id", ["633a.3(d)", "common:baccarat/pays-tie"])
def test_every_edition_cites_what_no_source_prints_as_what_it_is(clause_id: str) -> None:
    cited = {edition.cite(pa(clause_id)) for game in games() for edition in editions_of(game)}
    assert cited == {pa(clause_id).citation}


def test_a_reason_is_kept_whole() -> None:
    assert reading("661-02").why.endswith("give fresh downs at the ten.")
    assert not reading("661-02").setting
    assert {r.id for r in readings_for("665a.8(b)#1")} >= {"665-18", "665-27"}
