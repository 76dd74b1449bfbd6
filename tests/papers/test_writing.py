"""Writing: whatever a person's name or remark holds stands on the paper or is spelled out there."""

import unicodedata
from datetime import UTC, date, datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import SimpleDocTemplate

from houseway.law import md, pa
from houseway.papers.writing import BODY, can_write, cited, day_in_words, moment_in_words, set_in, shown
from tests.papers.printing import text_of


def test_every_letter_of_latin_1_is_written_as_it_is() -> None:
    letters = "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100)))
    assert shown(letters) == letters
    assert can_write(letters)


@pytest.mark.parametrize(
    ("text", "on_paper"),
    [
        ("Łukasz Šedý", "Łukasz Šedý"),
        ("王 Li", "[U+738B] Li"),
        ("dice \N{GAME DIE}", "dice [U+1F3B2]"),
        ("a\x00b\x07", "a[U+0000]b[U+0007]"),
        ("\u202eevil", "[U+202E]evil"),
        ("\ud800", "[U+D800]"),
        ("tab\there", "tab here"),
        ("two\r\nlines\r", "two\nlines[U+000D]"),
        ("\uffff", "[U+FFFF]"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_what_the_typeface_lacks_is_spelled_out(text: str, on_paper: str) -> None:
    assert shown(text) == on_paper


def test_the_suits_of_cards_stand_on_a_paper() -> None:
    told = "Position 1 shows 2♦ K♦ J♠ 10♣ A♥: king high & <nothing>, \N{GAME DIE}"
    paper = BytesIO()
    SimpleDocTemplate(paper).build([set_in(told, ParagraphStyle("told", fontName=BODY))])
    assert text_of(paper.getvalue()).strip() == told.replace("\N{GAME DIE}", "[U+1F3B2]")


def test_an_accent_written_apart_is_joined_to_its_letter() -> None:
    apart = unicodedata.normalize("NFD", "Nováková é")
    assert shown(apart) == "Nováková é"
    assert can_write(apart)
    assert shown("x\u0301") == "x[U+0301]"
    assert not can_write("x\u0301")
    assert not can_write("two\nlines")


def test_days_and_moments_read_as_on_american_forms() -> None:
    assert day_in_words(date(2026, 3, 1)) == "March 1, 2026"
    house = ZoneInfo("America/New_York")
    assert moment_in_words(datetime(2026, 3, 1, 4, 5), house) == "2026-03-01 04:05"  # noqa: DTZ001
    # By the clock of the house, in winter and in summer, on the day it was there.
    assert moment_in_words(datetime(2026, 3, 1, 4, 5, tzinfo=UTC), house) == "2026-02-28 23:05 EST"
    assert moment_in_words(datetime(2026, 7, 1, 4, 5, tzinfo=UTC), house) == "2026-07-01 00:05 EDT"


def test_clauses_are_cited_with_their_book() -> None:
    assert cited(pa("603a.20(e)#2")) == "58 Pa. Code § 603a.20(e)"
    assert cited(md(".03B(3)#1")).startswith("COMAR 36.05.14.03B(3)")
    assert cited(pa("125-149:RAF(10)#2")) == "Rulemaking 125-149:RAF(10)"


@pytest.mark.parametrize(
    ("clause_id", "citation"),
    [
        ("661a.4(d)#1", "58 Pa. Code § 661a.4(d)"),
        ("36.05.14.03C(1)", "COMAR 36.05.14.03C(1)"),
        ("125-149:RAF(24)#4", "Rulemaking 125-149:RAF(24)"),
        ("633a.3(d)", "58 Pa. Code § 633a.3(d) (public copy)"),
        ("common:baccarat/pays-tie", "Common practice: baccarat/pays-tie"),
    ],
)
def test_a_paper_cites_each_row_as_what_it_is(clause_id: str, citation: str) -> None:
    assert cited(pa(clause_id)) == citation
