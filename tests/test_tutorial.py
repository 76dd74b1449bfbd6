"""The tutorial is true: its commands, run as they stand, take an empty database to a certified day."""

import io
import json
import re
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import zxingcpp

from houseway.backoffice.office import Office
from houseway.cli.app import run
from houseway.floor import Floor
from houseway.journal import Journal
from houseway.table.days import GamingDays
from tests.papers.printing import pages, picture_of

TEXT = (Path(__file__).parents[1] / "docs/tutorial.md").read_text("utf-8")
PASSWORD = "a pass phrase of one's own"


def barcode(pdf: str) -> str:
    """What a scanner reads from the first coupon of a printed sheet."""
    sheet = picture_of(pages(Path(pdf).read_bytes())[0], 300)
    return min(str(code.text) for code in zxingcpp.read_barcodes(np.asarray(sheet)))


def stands_for() -> dict[str, str]:
    """What the words of the tutorial stand for that are known at the beginning."""
    today = GamingDays().day_of(datetime.now(UTC))
    return {"TODAY": today.isoformat(), "IN-A-MONTH": (today + timedelta(days=30)).isoformat()}


def steps_in(text: str) -> list[tuple[str, dict[str, str]]]:
    """The commands of a part of the tutorial, each with the files that stand before it."""
    files: dict[str, str] = {}
    found: list[tuple[str, dict[str, str]]] = []
    pattern = r"`([\w-]+\.json)`:\n\n```json\n(.*?)```|```console\n(.*?)```"
    for name, content, commands in re.findall(pattern, text, re.S):
        if name:
            files[name] = content
        found += [(line.removeprefix("$ "), dict(files)) for line in commands.splitlines()]
    return found


def submission_in(place: str) -> str:
    """The content hash of the submission that was filed first."""
    with Journal.open(place, create=False) as journal:
        facts = [
            fact for entry in journal.read("office/approvals") for fact in json.loads(entry.body)["facts"]
        ]
    return str(facts[0]["digest"])


class Walk:
    """Somebody who follows the tutorial: writes its files, types its commands and everybody's password."""

    def __init__(
        self, place: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        self._place = place
        self._patch, self._said = monkeypatch, capfd
        self.stands_for = stands_for()

    def meant(self, text: str) -> str:
        for word, meant in self.stands_for.items():
            text = text.replace(word, meant)
        return text

    def type(self, command: str, files: dict[str, str]) -> str:
        command = self.meant(command)
        for name, text in files.items():
            if name in command:
                Path(name).write_text(self.meant(text), encoding="utf-8")
        self._patch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n" * 30))
        done = run(shlex.split(command.removeprefix("houseway ")))
        said, complained = self._said.readouterr()
        assert done == 0, f"{command}: {complained}"
        return said

    def follow(self, text: str) -> str:
        """Do everything that a part of the tutorial says; what its commands said."""
        said = []
        for command, files in steps_in(text):
            said.append(self.type(command, files))
            if "rules.json" in command:
                self.stands_for["SUBMISSION"] = submission_in(self._place)
            if "coupons.pdf" in command:
                self.stands_for["BARCODE"] = barcode("coupons.pdf")
        return "\n".join(said)


def tomorrow() -> datetime:
    """The clock of the house, a day ahead."""
    return datetime.now(UTC) + timedelta(days=1)


@pytest.mark.parametrize(
    "place", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)
def test_from_an_empty_database_to_a_certified_day_by_commands_alone(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOUSEWAY_DB", place)
    today, next_day = TEXT.split("## The next day")
    walk = Walk(place, monkeypatch, capfd)

    said = walk.follow(today)

    assert "Touchdown: wins, $25 paid $25 at 1 to 1" in said
    assert "coupon 000000001: paid $10 at 1 to 1" in said
    with Journal.open(place, create=False) as journal:
        table = Floor(journal).table("TDF-1")
    assert (table.training, table.rounds) == (False, 2)
    assert table.state.chips["tray"] == 1_500_000 - 50_000 - 2_500 - 1_000 - 1_000

    monkeypatch.setattr(Office.__init__, "__defaults__", (tomorrow,))
    said = walk.follow(next_day)
    assert "day-certified" in said
    assert "-$45" in said, "what the patron won"
