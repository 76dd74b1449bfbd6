"""The demo property has something to show in every book; its guide and signs tell patrons of the tables that they play at."""

from pathlib import Path

from houseway.floor import Floor
from houseway.journal import Journal


def test_every_game_stands_in_the_guide_once_as_patrons_play_it(demo_house: Path) -> None:
    with Journal.open(demo_house, create=False) as journal:
        office = Floor(journal).office
        forms = {form.name: form for form in office.books["approvals"].forms}
        with office.desk() as desk:
            guides = [forms["gaming-guide"].make(desk, one) for one in forms["gaming-guide"].subjects(desk)]
            signs = forms["table-sign"].subjects(desk)
    assert len(guides) == 2
    for guide in guides:
        limits = [one.title for one in guide.grids if ": wagers from" in one.title]
        assert [title for title in limits if "Football" in title] == [
            "Three Dice Football: wagers from $10 to $500"
        ]
        assert len({title.split(":")[0] for title in limits}) == len(limits)
    assert "table TDF-2" in signs
    assert "table TDF-1" not in signs, "nobody plays for money at a training table"


# A house that has given no program a token has nothing to show of them.
_EMPTY = {"passkeys", "programs"}


def test_every_book_has_something_to_look_at(demo_house: Path) -> None:
    with Journal.open(demo_house, create=False) as journal:
        office = Floor(journal).office
        with office.desk() as desk:
            shown = {
                book.name: [sheet.name for sheet in book.sheets if any(one.rows for one in sheet.show(desk))]
                for book in office.books.values()
                if book.name not in _EMPTY
            }
    assert [name for name, sheets in shown.items() if not sheets] == []
    assert shown["mailing"] == ["mailings", "lists"]
