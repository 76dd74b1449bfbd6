"""Golden transcripts: a session of each game as readable text, reviewed as a diff when a rule changes."""

from pathlib import Path

import pytest

from houseway.floor.dispute import settle_round
from houseway.floor.written_round import read_round
from houseway.games import game_under, games, submission_for
from houseway.law import clause, edition_in_force
from houseway.table.words import told

HERE = Path(__file__).parent


def transcript(script: Path) -> str:
    """What happened, line by line, each with its clause as the edition of the day prints it."""
    written = read_round(script.read_text("utf-8"))
    settled = settle_round(written)
    assert written.gaming_day is not None
    game = game_under(submission_for(written.game, written.submission))
    edition = edition_in_force(written.game, written.gaming_day, game.edition)
    lines = [f"{told(game, event)}  [{edition.cite(clause(event.clause))}]" for event in settled.events]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", games())
def test_a_session_reads_as_its_transcript(game: str, request: pytest.FixtureRequest) -> None:
    folder = HERE / game.replace("-", "_")
    told = transcript(folder / "transcript.toml")
    golden = folder / "transcript.txt"
    if request.config.option.write_transcripts:
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text("utf-8")
