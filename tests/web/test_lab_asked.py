"""The lab behind the pages: a page answers at once, says how far the lab has come, and shows the figures when they are there."""

import sys
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from houseway.lab import edges, listening
from houseway.lab.progress import part, told
from houseway.web.lab_asked import LAB, LabAsked, edges_asked, table_asked
from houseway.web.luck_page import choices_of
from tests.web.house import House, Open, until
from tests.web.test_pages import expect_accessible

# A lab that says how far it is, and goes on as soon as a file is there.
_WAITS = """
import sys, time, pathlib
sys.stdin.read()
for line, go_on in (('{"done": 0.25}', %r), ('{"done": 0.75}', %r), ('{"found": []}', "")):
    print(line, flush=True)
    while go_on and not pathlib.Path(go_on).exists():
        time.sleep(0.01)
"""


def test_whoever_asks_is_told_how_far_the_lab_has_come(tmp_path: Path) -> None:
    steps = [str(tmp_path / name) for name in ("first", "second")]
    lab = LabAsked([sys.executable, "-c", _WAITS % tuple(steps)])
    first, second = edges_asked("sic-bo"), edges_asked("craps")
    assert lab.done(first) is None
    assert lab.edges("sic-bo") is None
    until(lambda: lab.done(first) == 0.25)
    # One after the other: the second waits for its turn.
    assert lab.edges("craps") is None
    assert lab.done(second) is None
    assert lab.done(first, second) == 0.125
    Path(steps[0]).touch()
    until(lambda: lab.done(first) == 0.75)
    Path(steps[1]).touch()
    until(lambda: lab.edges("sic-bo") == lab.edges("craps") == ())
    assert lab.done(first, second) == 1


def test_what_takes_minutes_is_not_begun_for_somebody_who_looks_which_games_there_are() -> None:
    lab = LabAsked([sys.executable, "-c", """import sys; sys.stdin.read(); print('{"found": []}')"""])
    assert lab.edges_at_hand("three-card-poker") is None
    assert not lab.is_counting("three-card-poker")
    # Dice are walked through in a moment.
    until(lambda: lab.edges_at_hand("sic-bo") == ())
    until(lambda: lab.edges("three-card-poker") == ())
    assert lab.edges_at_hand("three-card-poker") == ()


def test_dice_do_not_wait_for_cards(tmp_path: Path) -> None:
    steps = [str(tmp_path / name) for name in ("first", "second")]
    lab = LabAsked([sys.executable, "-c", _WAITS % tuple(steps)])
    assert lab.edges("blackjack") is None
    until(lambda: lab.done(edges_asked("blackjack")) == 0.25)
    assert lab.edges("craps") is None
    until(lambda: lab.done(edges_asked("craps")) == 0.25)
    for step in steps:
        Path(step).touch()
    until(lambda: lab.edges("craps") == lab.edges("blackjack") == ())


def test_an_answer_of_an_earlier_run_is_there_at_once_unless_it_cannot_be_read() -> None:
    found = tuple(edges("sic-bo", "small"))
    kept = {"edges craps": msgspec.json.encode(found), "edges sic-bo": b'{"odd": 1}'}
    lab = LabAsked([sys.executable, "-c", "raise SystemExit(1)"], kept=kept.get)
    assert lab.edges("craps") == found
    assert lab.edges_at_hand("craps") == found
    until(lambda: lab.edges("sic-bo") == ())


@pytest.mark.parametrize("says", ["print('nothing of the kind')", "raise SystemExit(1)"])
def test_a_lab_that_fails_leaves_a_page_without_figures(says: str) -> None:
    lab = LabAsked([sys.executable, "-c", says])
    until(lambda: lab.edges("sic-bo") == ())


def test_parts_of_parts_are_told_as_one_whole() -> None:
    heard: list[float] = []
    with listening(heard.append):
        for number in range(2):
            with part(number, 2):
                told(1, 4)
                with part(1, 2):
                    told(1, 2)
    assert heard == [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]


def test_each_figure_is_a_part_of_the_edges_of_a_game() -> None:
    heard: list[float] = []
    with listening(heard.append):
        found = list(edges("craps", "pass"))
    assert len(heard) >= len(found) > 1
    assert heard == sorted(heard)
    assert heard[0] == 0
    assert heard[-1] < 1


def test_luck_answers_at_once_and_shows_what_is_expected_when_it_is_counted(
    house: House, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No figure is counted for this: the lab is said to be counting, and then to have counted."""
    choices = choices_of(house.floor.table("S21-1"))
    question = table_asked("spanish-21", choices)
    monkeypatch.setitem(LAB._answers, question, None)
    page = open_page("/tables/S21-1/luck")
    expect(page.locator("[data-how-far]")).to_contain_text("waits for its turn")
    monkeypatch.setitem(LAB._done, question, 0.37)
    expect(page.locator("[data-how-far]")).to_contain_text("37% done")
    expect_accessible(page)
    page.get_by_label("Gaming day").focus()
    monkeypatch.setitem(LAB._answers, question, ())
    expect(page.locator("[data-pending]")).to_have_count(0)
    # Nobody is thrown out of what they were doing.
    expect(page.get_by_label("Gaming day")).to_be_focused()
