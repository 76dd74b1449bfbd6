"""What the documents tell a newcomer to do works: the house of the README opens, and the book of docs/back-office.md is one."""

import io
import json
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.law import RuleViolation
from tests.backoffice.house import Clock, make_office, who
from tests.cli.test_office import Terminal

ROOT = Path(__file__).parents[2]
PASSWORD = "a long pass phrase"
FILLED_IN = {"order": "receive-book", "book": "B-1", "first": 1, "last": 50}


def block(document: str, language: str, containing: str) -> str:
    """The fenced block of a document that contains a text."""
    found = re.findall(rf"```{language}\n(.*?)```", (ROOT / document).read_text("utf-8"), re.S)
    return str(next(text for text in found if containing in text))


def test_the_house_of_the_readme_opens_and_keeps_its_first_book(
    memory_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    houseway = Terminal(memory_path, capsysbinary)
    monkeypatch.chdir(memory_path)
    Path("house.json").write_text(block("README.md", "json", "people"), encoding="utf-8")
    export, *lines = block("README.md", "console", "people open").replace("$ ", "").splitlines()
    name, database = export.removeprefix("export ").split("=")
    monkeypatch.setenv(name, database)
    said = ""
    for line in lines:
        typed, _, file = line.removeprefix("houseway ").partition(" > ")
        # Every password is the same here, so it does not matter how many are asked for.
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n" * 3))
        digest = re.search(r"content hash (\w+)", said)
        said = houseway.said(*shlex.split(typed.replace("HASH", digest[1] if digest else "HASH")))
        if file:
            assert json.loads(said).keys() == FILLED_IN.keys()
            Path(file).write_text(json.dumps(FILLED_IN), encoding="utf-8")
    assert "B-1" in said


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("lost_property")
    # Types are looked up by the module that they name.
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(block("docs/back-office.md", "python", "BOOK ="), "book.py", "exec"), module.__dict__)
    return module


def test_the_book_of_the_document_is_signed_by_two_and_kept(shown: ModuleType, memory_path: Path) -> None:
    office = make_office(str(memory_path / "house.db"), Clock(), books=(STAFF, shown.BOOK))
    officer, supervisor = who(Position.SECURITY_OFFICER), who(Position.SECURITY_SUPERVISOR)
    order = shown.FindProperty(tag="T-1")
    digest = office.propose(order, who=officer, key="umbrella").digest
    with pytest.raises(RuleViolation):
        office.execute(digest, who=officer)
    assert office.execute(digest, who=supervisor).facts[0]["fact"] == "property-found"
    with pytest.raises(RuleViolation, match="used already"):
        office.propose(order, who=officer, key="another umbrella")
    with Office(office.journal, books=(STAFF, shown.BOOK)).desk() as desk:
        assert desk.connection.execute(shown.shelf.select()).all() == [("T-1",)]
    office.journal.close()


@pytest.mark.parametrize("document", ["README.md", "docs/back-office.md"])
def test_everything_that_a_document_names_exists(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    for linked in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / document).parent.joinpath(linked).exists(), linked
    for path in re.findall(r"`((?:src|tests|docs|tools)/[\w./-]+)`", text):
        assert "lost_property" in path or "BOOK" in path or (ROOT / path).exists(), path


def test_the_document_names_files_of_the_room_that_are_there() -> None:
    room = ROOT / "src/houseway/backoffice"
    text = (ROOT / "docs/back-office.md").read_text("utf-8")
    for row in re.findall(r"^\| .* \| (.*) \|$", text, re.M):
        for name in re.findall(r"`([\w/]+\.py)`", row):
            assert (room / name).exists() or any(room.glob(f"*/{name}")), name
