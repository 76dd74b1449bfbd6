"""The documentation at /docs: it builds, nothing in it leads nowhere, and its examples run."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.floor.dispute import settle_round
from houseway.floor.written_round import read_round
from houseway.games import games
from houseway.web.docs_site import DeadLink, address, files, found_in_docs, page, slug
from tests.commands import run_command
from tests.web.house import TELEPHONE, Open, signed_in_client
from tests.web.test_pages import expect_accessible

ROOT = Path(__file__).parents[2]


@pytest.fixture
def client(floor: Floor) -> Iterator[TestClient[Litestar]]:
    with signed_in_client(floor) as client:
        yield client


def blocks(kind: str) -> list[tuple[str, str]]:
    """The examples of a kind, each with the page it stands on."""
    return [
        (name, block)
        for name, path in files().items()
        for block in re.findall(rf"```{kind}\n(.*?)```", path.read_text("utf-8"), re.DOTALL)
    ]


def test_every_page_of_the_repository_is_on_the_site_and_on_its_first_page() -> None:
    assert set(files()) == {path.stem for path in (ROOT / "docs").glob("*.md")} | {"readme"}
    assert {link.removeprefix("/docs/") for link in page("index").links} >= set(files()) - {"index"}


def test_nothing_leads_nowhere(client: TestClient[Litestar]) -> None:
    anchors = {name: {section.anchor for section in page(name).sections} for name in files()}
    for name in files():
        for link in page(name).links:
            target, _, anchor = link.partition("#")
            here = target.removeprefix("/docs/") or name
            if here in anchors:
                assert not anchor or anchor in anchors[here], (name, link)
            elif "://" not in link:
                assert client.get(target).status_code == 200, (name, link)
    with pytest.raises(DeadLink):
        address("index", "nothing.md")


def test_documents_that_are_no_page_lead_somewhere_too() -> None:
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "deploy/README.md"):
        path = ROOT / name
        links = re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")) if path.exists() else []
        for target, _, anchor in (link.partition("#") for link in links if "://" not in link):
            led = (path.parent / target).resolve()
            assert led.exists(), (name, target)
            assert not anchor or anchor in {section.anchor for section in page(led.stem).sections}


def test_rounds_in_writing_are_settled() -> None:
    written = [
        (name, block) for name, block in blocks("toml") if re.search(r'^game = "', block, re.MULTILINE)
    ]
    assert len(written) >= 5
    for name, block in written:
        if read_round(block).game in games():
            assert settle_round(read_round(block)).events, name


def test_sessions_of_python_run_as_they_are_printed() -> None:
    sessions = [(name, block) for name, block in blocks("python") if block.startswith(">>>")]
    assert {name for name, _ in sessions} >= {"training", "readme"}
    for name, block in sessions:
        test = doctest.DocTestParser().get_doctest(block, {}, name, None, None)
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, name


def test_the_commands_of_the_first_ten_minutes_run(demo_house: Path, tmp_path: Path) -> None:
    typed = [
        shlex.split(line.removeprefix("$ .venv/bin/houseway "))
        for name, block in blocks("console")
        for line in block.splitlines()
        if name == "first-ten-minutes" and line.startswith("$ .venv/bin/houseway ")
    ]
    assert len(typed) == 2
    environment = {"HOUSEWAY_DB": str(demo_house), "HOUSEWAY_PASSWORD": PASSWORD}
    for arguments in typed:
        told = [str(ROOT / word) if word.startswith("src/") else word for word in arguments]
        done = run_command(told, folder=tmp_path, typed="", environment=environment)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "sign.pdf").read_bytes().startswith(b"%PDF")


def test_words_are_found_with_the_part_of_the_page() -> None:
    found = found_in_docs("witness")
    assert "journal" in {one.name for one, _ in found}
    assert all("witness" in f"{section.title} {section.words}".casefold() for _, section in found)
    assert found_in_docs("") == found_in_docs("xylophone") == []
    assert slug("A house of one's own, from `here`") == "a-house-of-ones-own-from-here"


def test_a_reader_goes_from_help_to_a_page_and_finds_words(open_page: Open) -> None:
    page = open_page("/help", size=TELEPHONE, who="")
    page.get_by_role("link", name="documentation").click()
    expect_accessible(page)
    page.get_by_role("link", name="The first ten minutes").click()
    expect(page.get_by_role("heading", name="The first ten minutes")).to_be_visible()
    expect_accessible(page)
    page.get_by_role("searchbox").fill("dispute paper")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Settle a dispute: A round that was dealt here").click()
    page.wait_for_url("**/docs/disputes#a-round-that-was-dealt-here")
