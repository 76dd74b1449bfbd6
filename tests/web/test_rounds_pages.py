"""Rounds on pages: found by what they were, told line by line, and the way back to the table as it stood."""

import html
import os
import re
import time
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor, TableInService
from houseway.floor.brisk import go_on
from houseway.floor.round_index import RoundIndex
from houseway.floor.rounds import Sought, is_sought
from houseway.journal import BadCheckpoint, Journal, Signer
from houseway.journal.proofs import EntryProof, check_entry
from houseway.table.days import GamingDays
from houseway.web.rounds_pages import PAGE
from tests.floor.played import played_rounds
from tests.web.house import SURVEILLANCE, TELEPHONE, House, Look, Open, signed_in_client
from tests.web.test_brisk import CREW, wager
from tests.web.test_pages import expect_accessible

TABLE = "SB-1"


def play(floor: Floor, *wagers: str) -> None:
    for name in wagers:
        wager(floor, TABLE, name)
        # The round, and then the lights are cleared.
        go_on(floor, TABLE, crew=CREW)
        go_on(floor, TABLE, crew=CREW)


def names(client: TestClient[Litestar], address: str) -> list[str]:
    """The rounds that a page shows."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return re.findall(r"<b>((?:[A-Z0-9-]+ )?Roll \d+)</b>", answer.text)


def test_rounds_are_found_and_told(floor: Floor) -> None:
    play(floor, "small", "big", "total-9")
    rounds = list(played_rounds(floor.table(TABLE), floor.office.days))
    with signed_in_client(floor) as client:
        assert names(client, f"/tables/{TABLE}/rounds") == ["Roll 3", "Roll 2", "Roll 1"]
        text = html.unescape(client.get(f"/tables/{TABLE}/rounds").text)
        for one in rounds:
            assert one.result.words in text
            assert all(line.brought in text for line in one.lines)
            assert f"/tables/{TABLE}?at={one.last}" in text
        assert names(client, f"/tables/{TABLE}/rounds?wager=big&seat=1&least=25") == ["Roll 2"]
        assert names(client, f"/tables/{TABLE}/rounds?wager=big&seat=2") == []
        # A form sends what was left empty as well; the day is the house's.
        empty = f"day={rounds[0].day}&seat=&least=&words=&wager="
        assert names(client, f"/tables/{TABLE}/rounds?{empty}") == ["Roll 3", "Roll 2", "Roll 1"]
        assert names(client, "/rounds?wager=total-9") == [f"{TABLE} Roll 3"]
        assert names(client, "/rounds?irregular=true") == []
        assert names(client, "/rounds?clause=625a.3(7)") == [f"{TABLE} Roll 2"]
        assert client.get("/tables/NO-1/rounds").status_code == 404
        assert client.get(f"/tables/{TABLE}/rounds?seat=many").status_code == 400


def test_rounds_come_in_pages(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.web.rounds_pages.PAGE", 2)
    assert PAGE > 2
    play(floor, "small", "big", "small")
    with signed_in_client(floor) as client:
        # The way to them begins at the table itself.
        assert f'<a href="/tables/{TABLE}/rounds">' in client.get(f"/tables/{TABLE}").text
        first = client.get(f"/tables/{TABLE}/rounds?seat=1").text
        assert names(client, f"/tables/{TABLE}/rounds?seat=1") == ["Roll 3", "Roll 2"]
        (further,) = re.findall(r'href="([^"]+)">Earlier rounds', html.unescape(first))
        assert names(client, further) == ["Roll 1"]
        (back,) = re.findall(r'href="([^"]+)">Later rounds', html.unescape(client.get(further).text))
        assert names(client, back) == ["Roll 3", "Roll 2"]


def test_a_round_is_told_proved_and_put_on_paper(floor: Floor, tmp_path: Path) -> None:
    play(floor, "small", "big")
    one = next(played_rounds(floor.table(TABLE), floor.office.days))
    here = f"/tables/{TABLE}/rounds/2"
    with signed_in_client(floor, credential=SURVEILLANCE) as client:
        told, paper = (html.unescape(client.get(address).text) for address in (here, f"{here}/paper"))
        for line in one.lines:
            assert line.title in told
            assert ", ".join(line.cited) in paper
        # What led up to it is told with it: the wager was laid before the dice were shaken.
        assert re.search(r"Position 1 wagers \$\d+ on Big", told)
        assert not re.search(r"Position 1 wagers \$\d+ on Small", told)
        # Whose step it was, not who was at the screen.
        assert "Patron 1</span>" in told
        assert client.get(f"{here}/paper.pdf").content.startswith(b"%PDF")
        assert client.get(f"{here}/round.json").json()["round"]["number"] == 2
        assert client.get(f"/tables/{TABLE}/rounds/3").status_code == 404


def test_a_paper_cites_common_practice_as_such_and_not_by_its_number_in_our_register(floor: Floor) -> None:
    wager(floor, "MB-1", "banker")
    go_on(floor, "MB-1", crew=CREW)
    with signed_in_client(floor, credential=SURVEILLANCE) as client:
        paper = html.unescape(client.get("/tables/MB-1/rounds/1/paper").text)
    assert "common practice: baccarat/" in paper
    assert "common:" not in paper


def test_a_round_is_proved_on_the_spot_for_those_who_watch(demo_house: Path, tmp_path: Path) -> None:
    signer = Signer.load_or_create(tmp_path / "house.key", "house")
    with Journal.open(demo_house, create=False, signer=signer) as journal:
        floor = Floor(journal)
        play(floor, "small")
        here = f"/tables/{TABLE}/rounds/1/proof"
        with signed_in_client(floor, credential=SURVEILLANCE) as client:
            assert "Proved: the entries" in client.get(here).text
            ((first, *_),) = [client.get(f"{here}.json").json()]
            proof = msgspec.convert(first, EntryProof)
            assert check_entry(proof, signer.public).entries == journal.head().position
            changed = msgspec.structs.replace(proof, entry={**proof.entry, "kind": "other"})
            with pytest.raises(BadCheckpoint):
                check_entry(changed, signer.public)
            assert first["entry"]["hash"][:24] in client.get(here).text
        with signed_in_client(floor) as client:
            assert client.get(f"{here}.json").status_code == 422
            # A hash could be tried against every card that was not shown.
            seen = client.get(here).text
            assert "Proved: the entries" in seen
            assert first["entry"]["hash"][:24] not in seen


def test_an_index_finds_what_looking_at_every_round_finds(floor: Floor) -> None:
    play(floor, "small", "big", "total-9", "small", "small")
    place, days = floor.table(TABLE), floor.office.days
    index = RoundIndex()
    while index.read_on(place, days, most=3):
        pass
    everything = list(played_rounds(place, days))
    for sought in (
        Sought(),
        Sought(words="small"),
        Sought(words="roll 4"),
        Sought(words="9,999"),
        Sought(wager="small", seat=1),
        Sought(seat=2),
        Sought(least=2600),
        Sought(day=everything[0].day, clause="625a.3"),
        Sought(clause="625a.3(6)"),
        Sought(irregular=True),
        Sought(coupon=True),
    ):
        expected = [one for one in everything if is_sought(one, sought)]
        assert list(index.found(place, days, sought)) == expected, sought
    assert len(everything) == 5


# As many entries as a proof asks for; a few thousand every day.
ENTRIES = int(os.environ.get("HOUSEWAY_ENTRIES", "3000"))


def test_a_round_is_found_within_a_tenth_of_a_second_however_many_there_are(floor: Floor) -> None:
    play(floor, "small", "big", "total-9")
    # Replayed aside: what is added to it here, no journal has.
    place, days = floor.replay(TABLE), floor.office.days
    begins = next(number for number, one in enumerate(place.record) if place.begins_round(one))
    played = tuple(place.record[begins:])
    for recorded in played * (ENTRIES // len(played)):
        place.record.append(recorded)
    index = RoundIndex()
    while index.read_on(place, days):
        pass
    for sought in (
        Sought(words="big 77"),
        Sought(words="nothing"),
        Sought(wager="total-9", seat=1),
        Sought(least=10**9),
        Sought(clause="625a.3(6)", seat=2),
    ):
        best = min(seconds_to_find(index, place, sought) for _ in range(3))
        assert best < 0.1, sought


def seconds_to_find(index: RoundIndex, place: TableInService, sought: Sought) -> float:
    # What the search itself takes, whatever else the machine is doing.
    began = time.thread_time()
    list(islice(index.found(place, GamingDays(), sought), PAGE))
    return time.thread_time() - began


def test_surveillance_finds_a_round_and_sees_the_table_as_it_stood(
    house: House, open_page: Open, look: Look
) -> None:
    play(house.floor, "small", "big")
    page = open_page("/sign-in", size=TELEPHONE, who="")
    page.get_by_role("button", name="Settle a dispute").click()
    page.wait_for_url("**/rounds")
    page.get_by_label("Clause").fill("625a.3(6)")
    page.get_by_role("button", name="Find").click()
    page.wait_for_url("**clause=625a**")
    page.get_by_text("Roll 1").click()
    expect(page.get_by_role("cell", name="Small", exact=True)).to_be_visible()
    expect_accessible(page)
    look(page, "rounds")
    page.get_by_role("link", name="Step by step, proof and paper").click()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator("[data-stood] > svg")).to_be_visible()
    expect(page.locator("[data-told]")).to_contain_text("1 of ")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-told]")).to_contain_text("2 of ")
    expect_accessible(page)
    page.get_by_role("link", name="Print the dispute paper").click()
    expect(page.get_by_role("heading", name="Sic Bo: Roll 1")).to_be_visible()
    expect_accessible(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
