"""The roads of a shoe: every result in its turn, and in columns of like results."""

from houseway.games.baccarat.roads import bead_plate, big_road


def drawn(results: str) -> dict[tuple[int, int], tuple[str, int]]:
    """The big road of these results by column and row: what is written, and how many ties are counted on it."""
    words = {"P": "player", "B": "banker", "T": "tie", "D": "dragon-7", "8": "panda-8"}
    marks = big_road([words[result] for result in results]).marks
    return {(mark.column, mark.row): (mark.text, mark.count) for mark in marks}


def test_the_bead_plate_has_six_rows_and_every_result() -> None:
    plate = bead_plate(["player", "tie", "banker", "dragon-7", "panda-8", "player", "banker"])
    assert [(mark.column, mark.row, mark.text) for mark in plate.marks] == [
        *((0, row, text) for row, text in enumerate(("P", "T", "B", "D7", "P8", "P"))),
        (1, 0, "B"),
    ]
    assert {mark.means: mark.tone for mark in plate.marks} == {
        "Player": "first",
        "Tie": "neither",
        "Banker": "second",
        "Banker with a Dragon 7": "second",
        "Player with a Panda 8": "first",
    }


def test_the_big_road_begins_a_column_when_the_other_hand_wins_and_counts_ties_on_the_last_mark() -> None:
    assert drawn("PPBTTBP") == {
        (0, 0): ("P", 0),
        (0, 1): ("P", 0),
        (1, 0): ("B", 2),
        (1, 1): ("B", 0),
        (2, 0): ("P", 0),
    }
    assert drawn("TTP") == {(0, 0): ("P", 2)}
    assert drawn("PTT") == {(0, 0): ("P", 2)}
    assert drawn("TT") == {}
    assert drawn("BD8P") == {(0, 0): ("B", 0), (0, 1): ("D7", 0), (1, 0): ("P8", 0), (1, 1): ("P", 0)}


def test_a_long_run_turns_to_the_right_at_the_bottom_and_before_one_that_did() -> None:
    long = drawn("P" * 8 + "B" * 7 + "P")
    assert [place for place, (text, _) in long.items() if text == "P"] == [
        *((0, row) for row in range(6)),
        (1, 5),
        (2, 5),
        (2, 0),
    ]
    # The second column finds its sixth row taken.
    assert [place for place, (text, _) in long.items() if text == "B"] == [
        *((1, row) for row in range(5)),
        (2, 4),
        (3, 4),
    ]
