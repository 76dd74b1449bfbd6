"""Sheets are searched, filtered, sorted and turned page by page, and leave as CSV that no spreadsheet computes with."""

import csv
import io

import pytest

from houseway.backoffice.listing import Look, as_csv, filters, in_order, page_of
from houseway.backoffice.paper import Grid

ROWS = (
    ("F-2", "SB-1", "$1,200", "open"),
    ("F-10", "CR-1", "$75.50", "closed"),
    ("F-1", "", "-$20", "closed"),
    ("F-3", "CR-2", "$5,000,000", "open"),
)
FILLS = Grid(title="Fills", headings=("Number", "Table", "Amount", "State"), rows=ROWS)


def firsts(grid: Grid) -> list[str]:
    return [row[0] for row in grid.rows]


def test_every_word_must_be_in_a_row_wherever_it_stands() -> None:
    assert firsts(Look(find="cr OPEN").at(FILLS)) == ["F-3"]
    assert firsts(Look(find="soup").at(FILLS)) == []


def test_amounts_numbers_and_days_are_sorted_by_what_they_mean_and_what_is_empty_comes_last() -> None:
    assert firsts(Look(sort=1).at(FILLS)) == ["F-1", "F-2", "F-3", "F-10"]
    assert firsts(Look(sort=3).at(FILLS)) == ["F-1", "F-10", "F-2", "F-3"]
    assert firsts(Look(sort=-3).at(FILLS)) == ["F-3", "F-2", "F-10", "F-1"]
    assert firsts(Look(sort=-2).at(FILLS)) == ["F-2", "F-3", "F-10", "F-1"]
    assert firsts(Look(sort=9).at(FILLS)) == firsts(FILLS), "there is no such column"
    assert in_order("2014-05-02") < in_order("2014-05-10") < in_order("2015-01-01")
    assert in_order("(5)") < in_order("−0.50") < in_order("0") < in_order("3.25%") < in_order("10")


def test_columns_that_say_a_few_things_again_and_again_can_be_filtered_by() -> None:
    assert filters(FILLS) == {3: ("closed", "open")}
    assert firsts(Look(only={3: "closed"}).at(FILLS)) == ["F-10", "F-1"]
    assert firsts(Look(only={7: "closed"}).at(FILLS)) == []
    figures = Grid(title="Fills", headings=("Table", "Amount"), rows=(("BJ-1", "$5"), ("BJ-2", "$25")) * 4)
    assert filters(figures) == {0: ("BJ-1", "BJ-2")}, "nobody looks for one of a few amounts"


def test_what_sums_up_all_rows_is_not_shown_below_some_of_them() -> None:
    summed = Grid(
        title="Chips",
        headings=("Value", "Pieces"),
        rows=(("$5", "2"), ("$25", "1"), ("Total", "3")),
        totals=1,
    )
    assert firsts(Look(sort=-1).at(summed)) == ["$25", "$5", "Total"]
    found = Look(find="$25").at(summed)
    assert firsts(found) == ["$25"]
    assert not found.is_total(0)


def test_a_list_is_turned_page_by_page() -> None:
    first = page_of(range(120), 0, 50)
    assert (first.items[-1], first.total, first.before, first.after) == (49, 120, None, 50)
    last = page_of(range(120), 100, 50)
    assert (last.items, last.before, last.after) == (tuple(range(100, 120)), 50, None)
    beyond = page_of(range(120), 5000, 50)
    assert (beyond.items, beyond.before, beyond.after) == ((), 70, None)


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "-$5+A1"])
def test_a_cell_that_a_spreadsheet_would_compute_is_text(cell: str) -> None:
    grid = Grid(title="g", headings=("Name",), rows=((cell,),))
    assert list(csv.reader(io.StringIO(as_csv(grid)))) == [["Name"], [f"'{cell}"]]


def test_figures_below_nothing_stay_figures_in_csv() -> None:
    grid = Grid(title="g", headings=("Win", "Words"), rows=(("-$1,200.50", 'he said "no", twice'),))
    assert list(csv.reader(io.StringIO(as_csv(grid)))) == [
        ["Win", "Words"],
        ["-$1,200.50", 'he said "no", twice'],
    ]
