"""Forms: a paper of the back office as it is printed, signed and filed."""

import hashlib
import subprocess
import sys
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.backoffice.paper import Field, Grid, Paper, Signature
from houseway.law import pa
from houseway.papers.form import form_pdf
from tests.papers.printing import HOLDER, pages, picture_of, text_of, words_on

replace = msgspec.structs.replace

RECONCILIATION = Paper(
    title="Match Play Coupon Reconciliation",
    number="MPC-2026-0412",
    holder=HOLDER,
    day=date(2026, 4, 12),
    clause=pa("603a.20(j)"),
    fields=(
        Field(label="Date", value="April 12, 2026", clause=pa("603a.20(j)(1)")),
        Field(label="Serials received", value="000001201 – 000001600", clause=pa("603a.20(j)(2)")),
        Field(label="Promotion", value="Spring weekend"),
    ),
    grids=(
        Grid(
            title="By denomination",
            headings=("Denomination", "Opening stock", "Distributed"),
            rows=(("$5", "200", "151"), ("$25", "1,150", "99")),
            clause=pa("603a.20(j)(4)"),
        ),
        Grid(title="Void coupons", headings=("Serial", "Reason"), rows=(), clause=pa("603a.20(j)(6)")),
    ),
    notes=("A copy goes to finance with the undistributed coupons.",),
    signatures=(
        Signature(
            part="marketing supervisor",
            name="Ada Nováková",
            credential="PA-10442",
            position="Marketing supervisor",
            signed_at=datetime(2026, 4, 12, 23, 5, tzinfo=UTC),
            clause=pa("603a.20(j)(8)"),
        ),
        Signature(part="finance supervisor"),
    ),
)


def test_a_form_shows_all_that_the_paper_says() -> None:
    text = text_of(form_pdf(RECONCILIATION))
    for words in (
        "Match Play Coupon Reconciliation",
        HOLDER,
        "FORM NO. MPC-2026-0412",
        "DATE April 12, 2026",
        "58 Pa. Code § 603a.20(j)",
        "SERIALS RECEIVED",
        "000001201 – 000001600",
        "603a.20(j)(2)",
        "PROMOTION",
        "Spring weekend",
        "By denomination",
        "Denomination Opening stock Distributed",
        "$25 1,150 99",
        "603a.20(j)(4)",
        "Void coupons",
        "No entries.",
        "A copy goes to finance with the undistributed coupons.",
        "SIGNATURE: marketing supervisor",
        "/s/ Ada Nováková",
        "PA-10442",
        "2026-04-12 19:05 EDT",
        "603a.20(j)(8)",
        "Page 1 of 1",
    ):
        assert words in text, words


def test_an_unsigned_line_is_left_to_be_signed_by_hand() -> None:
    named = Signature(part="witness", name="Bo Li", position="Floorperson")
    text = text_of(form_pdf(replace(RECONCILIATION, signatures=(named,))))
    assert "SIGNATURE: witness" in text
    assert "Bo Li" in text
    assert "/s/" not in text


def test_a_long_grid_goes_on_over_pages_under_its_headings() -> None:
    rows = tuple((f"{serial:09}", "torn by the printer") for serial in range(1, 121))
    voids = Grid(title="Void coupons", headings=("Serial", "Reason"), rows=rows)
    sheets = [words_on(page) for page in pages(form_pdf(replace(RECONCILIATION, grids=(voids,))))]
    assert len(sheets) == 4
    for number, words in enumerate(sheets, 1):
        assert f"Page {number} of 4" in words
        assert ("Serial Reason" in words) == ("torn" in words)
    assert all("MPC-2026-0412 (continued)" in words for words in sheets[1:])
    printed = [line.split()[0] for words in sheets for line in words.splitlines() if "torn" in line]
    assert printed == [row[0] for row in rows]


def test_a_ledger_of_thousands_of_rows_is_printed_whole() -> None:
    rows = tuple((f"{serial:09}", "$25") for serial in range(1, 2_301))
    ledger = Grid(title="Ledger", headings=("Serial", "Denomination"), rows=rows)
    pdf = form_pdf(replace(RECONCILIATION, grids=(ledger,)))
    words = " ".join(words_on(page) for page in pages(pdf))
    assert all(row[0] in words for row in rows)
    assert words.count("Serial Denomination") == sum("$25" in words_on(page) for page in pages(pdf))


def test_a_wide_grid_turns_the_sheet_on_its_side() -> None:
    (upright,) = pages(form_pdf(RECONCILIATION))
    assert upright.get_size() == (612, 792)
    headings = tuple(f"Denomination {number}" for number in range(9))
    wide = Grid(title="Wide", headings=headings, rows=(("$1,000,000",) * 9,))
    (turned,) = pages(form_pdf(replace(RECONCILIATION, grids=(wide,))))
    assert turned.get_size() == (792, 612)


LONG = "the serial can no longer be read, " * 11
ENTRIES = Grid(
    title="Ledger entries",
    headings=("No.", "Date", "Entry", "Serials", "Quantities", "Voided", "Signed"),
    rows=tuple(
        (
            str(number),
            "2014-05-01",
            f"issue R-{number}",
            "000000001\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}000000100,",
            "100 of $10",
            LONG if number % 2 else "none",
            "issued: Finance Supervisor 1, PA-0901",
        )
        for number in range(1, 13)
    ),
)


def test_what_is_left_of_a_line_goes_to_the_column_that_needs_it() -> None:
    offered = ", ".join(f"Total Value {total}" for total in range(4, 18))
    rows = (("Wagers offered", offered), ("Dice are changed after", "24 hours"))
    chosen = Grid(title="Chosen", headings=("Option", "Chosen"), rows=rows)
    (page,) = pages(form_pdf(replace(RECONCILIATION, grids=(chosen,))))
    lines = [line for line in words_on(page).splitlines() if "Total Value" in line]
    assert len(lines) <= 3


def test_a_long_remark_does_not_squeeze_the_columns_beside_it() -> None:
    sheets = pages(form_pdf(replace(RECONCILIATION, grids=(ENTRIES,))))
    lines = [line for page in sheets for line in words_on(page).splitlines()]
    for whole in ("000000001 to 000000100,", "issued: Finance"):
        found = [line for line in lines if whole in line.replace("\N{NO-BREAK SPACE}", " ")]
        assert len(found) == len(ENTRIES.rows), whole


@pytest.mark.parametrize("above", range(0, 10, 2))
def test_a_row_stays_whole_and_no_page_has_the_headings_twice(above: int) -> None:
    # Wherever on the page the rows begin.
    rows = (*(ENTRIES.rows[1],) * above, *(ENTRIES.rows[0],) * 8)
    for page in pages(form_pdf(replace(RECONCILIATION, grids=(replace(ENTRIES, rows=rows),)))):
        words = " ".join(words_on(page).split())
        assert words.count("Ledger entries") <= 1
        assert words.count("no longer be read") % 11 == 0, "a row is broken over two pages"


@pytest.mark.parametrize("above", range(20, 44, 2))
def test_signatures_never_stand_alone_on_a_page(above: int) -> None:
    # Wherever on the page what they stand under ends.
    rows = tuple((f"${number}", "1", "1") for number in range(above))
    counted = Grid(title="Counted", headings=("Denomination", "Stock", "Handed out"), rows=rows)
    last = replace(counted, title="Found at last", rows=rows[:3])
    *_, page = pages(form_pdf(replace(RECONCILIATION, grids=(counted, last), notes=())))
    words = words_on(page)
    assert "SIGNATURE: finance supervisor" in words
    assert "Found at last" in words


def test_no_signature_is_broken_in_two_where_many_have_signed() -> None:
    (signed, _) = RECONCILIATION.signatures
    sheets = [words_on(page) for page in pages(form_pdf(replace(RECONCILIATION, signatures=(signed,) * 25)))]
    assert len(sheets) > 1
    assert all(words.count("SIGNATURE:") == words.count("/s/") for words in sheets)


@pytest.mark.parametrize(("zone", "told"), [("America/New_York", "19:05 EDT"), ("UTC", "23:05 UTC")])
def test_signatures_are_dated_by_the_clock_of_the_house(zone: str, told: str) -> None:
    assert f"2026-04-12 {told}" in text_of(form_pdf(RECONCILIATION, ZoneInfo(zone)))


def test_figures_stand_to_the_right_and_serials_to_the_left() -> None:
    grid = Grid(
        title="g", headings=("Serial", "Quantity"), rows=(("000000007", "7"), ("000000123", "12,345"))
    )
    page = pages(form_pdf(replace(RECONCILIATION, grids=(grid,))))[0].get_textpage()
    words = page.get_text_range()
    units = [page.get_charbox(words.index(text) + len(text) - 1)[2] for text in ("7 7", "123 12,345")]
    assert units[0] == pytest.approx(units[1], abs=1)
    starts = [page.get_charbox(words.index(text))[0] for text in ("000000007", "000000123")]
    assert starts[0] == pytest.approx(starts[1], abs=0.1)


def test_a_row_that_sums_up_is_set_apart_also_where_a_grid_goes_on() -> None:
    rows = (*((f"line {number}", "1") for number in range(1005)), ("Total Value 4", "1"), ("Total", "1,006"))
    grid = Grid(title="Coupons", headings=("Denomination", "Quantity"), rows=rows, totals=1)
    last = pages(form_pdf(replace(RECONCILIATION, fields=(), grids=(grid,), signatures=(), notes=())))[-1]
    seen = np.asarray(picture_of(last, 72))

    def shade_beside(word: str) -> int:
        text = last.get_textpage()
        index, _ = text.search(word).get_next()
        left, low, _, high = text.get_charbox(index)
        return int(seen[round(len(seen) - (low + high) / 2), round(left + 120)])

    assert shade_beside("Total 1,006") < 240
    assert shade_beside("Total Value 4") == 255, "a wager of this name sums up nothing"
    assert shade_beside("line 1004") == 255


def test_what_a_row_is_about_stands_to_the_left_under_a_capital() -> None:
    rows = (("$5", "200"), ("$25", "1,150"))
    grid = Grid(title="g", headings=("denomination", "quantity"), rows=rows)
    page = pages(form_pdf(replace(RECONCILIATION, grids=(grid,))))[0].get_textpage()
    words = page.get_text_range()
    starts = [page.get_charbox(words.index(text))[0] for text in ("Denomination", "$5 200", "$25 1,150")]
    assert starts == pytest.approx([starts[0]] * 3, abs=1)
    assert "Denomination Quantity" in words


def test_a_row_that_does_not_fit_its_headings_is_refused() -> None:
    short = Grid(title="Void coupons", headings=("Serial", "Reason"), rows=(("1", "torn"), ("2",)))
    with pytest.raises(ValueError, match="row 2 of 'Void coupons' has 1 cells under 2 headings"):
        form_pdf(replace(RECONCILIATION, grids=(short,)))
    with pytest.raises(ValueError, match="'Void coupons' has no headings"):
        form_pdf(replace(RECONCILIATION, grids=(Grid(title="Void coupons", headings=(), rows=()),)))


def test_mark_up_in_a_remark_is_printed_and_not_obeyed() -> None:
    remark = "<b>5 & 6</b> <para> &amp; </font>"
    text = text_of(form_pdf(replace(RECONCILIATION, fields=(Field(label="Remark", value=remark),))))
    assert remark in text


def test_the_suits_of_cards_are_printed_in_boxes_and_cells() -> None:
    shown = "The dealer shows 2♦ K♥ J♠ 10♣"
    paper = replace(
        RECONCILIATION,
        fields=(Field(label="What it showed", value=shown),),
        grids=(Grid(title="Entries", headings=("Entry", "What happened"), rows=(("1", shown),)),),
    )
    text = text_of(form_pdf(paper))
    assert text.count(shown) == 2
    assert "U+" not in text


@pytest.mark.parametrize(
    ("remark", "words", "times"),
    [
        ("x" * 5_000, "x", 5_000),
        ("word " * 1_200, "word", 1_200),
        ("\n" * 200 + "the end", "theend", 1),
        ("王" * 80, "[U+738B]", 80),
    ],
)
def test_a_remark_of_any_length_is_printed_whole(remark: str, words: str, times: int) -> None:
    paper = replace(
        RECONCILIATION,
        fields=(Field(label="Remark", value=remark),),
        grids=(Grid(title="g", headings=("A", "B"), rows=((remark, "1"), ("2", remark))),),
        notes=(remark,),
        signatures=(Signature(part="witness", position=remark),),
    )
    printed = "".join("".join(words_on(page).split()) for page in pages(form_pdf(paper)))
    assert printed.count(words) >= 5 * times


@settings(max_examples=25)
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=30))
def test_no_text_breaks_a_form(value: str, cell: str, name: str) -> None:
    paper = Paper(
        title=name,
        number=cell,
        holder=value,
        day=date(2026, 1, 1),
        clause=pa("603a.20(j)"),
        fields=(Field(label=name, value=value),),
        grids=(Grid(title=name, headings=(cell, value), rows=((value, cell),)),),
        signatures=(Signature(part=name, name=value, credential=cell, position=name),),
        notes=(value,),
    )
    assert form_pdf(paper) == form_pdf(paper)


_AGAIN = """
import hashlib
from houseway.papers.form import form_pdf
from tests.papers.test_form import RECONCILIATION
print(hashlib.sha256(form_pdf(RECONCILIATION)).hexdigest())
"""


def test_the_same_paper_gives_the_same_bytes_in_another_process() -> None:
    again = subprocess.run([sys.executable, "-c", _AGAIN], check=True, capture_output=True, text=True)
    assert again.stdout.strip() == hashlib.sha256(form_pdf(RECONCILIATION)).hexdigest()


def test_another_paper_gives_other_bytes() -> None:
    assert form_pdf(RECONCILIATION) != form_pdf(replace(RECONCILIATION, day=date(2026, 4, 13)))
