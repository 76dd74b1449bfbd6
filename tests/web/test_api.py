"""The JSON API: every answer it gives, and every way it says no."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.floor import Floor, ReplayDiffers
from houseway.floor.demo import TABLES
from houseway.journal import Journal
from tests.web.house import PIT_MANAGER, SURVEILLANCE, signed_in_client

WAGER = {"move": "place-wager", "seat": 1, "wager": "touchdown", "amount": 500}


@pytest.fixture
def client(floor: Floor) -> Iterator[TestClient[Litestar]]:
    with signed_in_client(floor) as client:
        yield client


def move(client: TestClient[Litestar], what: Any, **more: Any) -> httpx.Response:
    return client.post("/api/tables/TDF-1/moves", json={"move": what, "who": "patron-1", **more})


def refused(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert {"type", "title", "detail"} <= problem.keys()
    assert "Traceback" not in answer.text
    return problem


def test_two_houses_of_a_process_know_nothing_of_each_other(
    client: TestClient[Litestar], whole_demo: Path, tmp_path: Path
) -> None:
    shutil.copy(whole_demo, tmp_path / "other.db")
    with Journal.open(tmp_path / "other.db", create=False) as journal:
        with signed_in_client(Floor(journal), credential=SURVEILLANCE) as other:
            before = other.get("/api/tables/TDF-1").json()["version"]
            assert move(client, WAGER).json()["version"] == before + 1
            assert other.get("/api/tables/TDF-1").json()["version"] == before
            assert other.get("/api/session").json() != client.get("/api/session").json()
        assert client.get("/api/tables/TDF-1").json()["version"] == before + 1


# What can be seen.


def test_games_are_listed_with_their_wagers(client: TestClient[Litestar]) -> None:
    games = {game["game"]: game for game in client.get("/api/games").json()}
    assert games.keys() == {
        "asia-poker",
        "baccarat",
        "blackjack",
        "craps",
        "double-attack-blackjack",
        "five-card-hi-lo",
        "pai-gow",
        "poker",
        "sic-bo",
        "spanish-21",
        "three-card-poker",
        "three-dice-football",
    }
    assert [edition["chapter"] for edition in games["three-dice-football"]["editions"]] == ["577", "661a"]
    assert "touchdown" in {wager["wager"] for wager in games["three-dice-football"]["wagers"]}


def test_tables_are_listed_at_a_glance(client: TestClient[Litestar]) -> None:
    tables = {table["table"]: table for table in client.get("/api/tables").json()}
    assert tables.keys() == {table.name for table in TABLES}
    assert (tables["TDF-1"]["status"], tables["TDF-1"]["players"]) == ("open", 2)
    assert (tables["TDF-2"]["status"], tables["TDF-2"]["mode"]) == ("closed", "live")


def test_a_table_shows_its_state_and_what_may_happen_next(client: TestClient[Litestar], floor: Floor) -> None:
    table = client.get("/api/tables/TDF-1").json()
    assert table["version"] == floor.table("TDF-1").version
    assert table["submission_hash"] == floor.table("TDF-1").set_up.submission_hash
    assert table["standing"]["edition"]["chapter"] == "661a"
    assert table["standing"]["seats"][0] == {"seat": 1, "taken": True, "chips": 100_000, "wagered": 0}
    assert table["standing"]["display"]["markers"]["yard-marker"] == "yard-20"
    assert "offer-dice" in {lawful["move"] for lawful in table["legal"]}
    assert all(line["attested"] for line in table["checklist"])
    assert table["missing"] == []


def test_a_closed_table_names_what_its_checklist_lacks(client: TestClient[Litestar]) -> None:
    table = client.get("/api/tables/TDF-2").json()
    assert "layout-approved" in table["missing"]
    assert table["dice"] is None


def test_the_record_is_read_in_pages(client: TestClient[Litestar]) -> None:
    first = client.get("/api/tables/TDF-1/record", params={"limit": 3}).json()
    assert [act["version"] for act in first] == [2, 3, 4]
    assert first[0]["events"][0]["words"] == "Dice TDF-1-A are issued"
    rest = client.get("/api/tables/TDF-1/record", params={"after": 4}).json()
    assert rest[0]["version"] == 5


def test_a_version_is_replayed(client: TestClient[Litestar]) -> None:
    now = client.get("/api/tables/TDF-1").json()["version"]
    assert move(client, WAGER).status_code == 201
    then = client.get(f"/api/tables/TDF-1/at/{now}").json()
    assert (then["version"], then["bets"], then["on_felt"]) == (now, [], 0)
    after = client.get(f"/api/tables/TDF-1/at/{now + 1}").json()
    assert after["bets"][0]["title"] == "Touchdown"


@pytest.mark.parametrize(
    ("clause", "citation"),
    [("661a.6(c)(2)#1", "661a.6(c)(2)"), ("125-149:Preamble/General#1", "125-149:Preamble/General")],
)
def test_a_clause_is_shown_with_its_readings_unconfirmed(
    client: TestClient[Litestar], clause: str, citation: str
) -> None:
    law = client.get(f"/api/law/{clause.replace('#', '%23')}", params={"table": "TDF-1"}).json()
    assert (law["id"], law["citation"]) == (clause, citation)
    assert law["summary"]
    assert "no regulator has confirmed" in law["caution"]
    assert (law["origin"], law["origin_caution"]) == ("printed", "")


@pytest.mark.parametrize(
    ("clause", "origin", "caution"),
    [
        ("633a.3(d)", "public copy", "read in a public copy"),
        ("common:baccarat/pays-tie", "common practice", "common practice, the operator's choice"),
    ],
)
def test_what_no_source_prints_is_shown_as_what_it_is(
    client: TestClient[Litestar], clause: str, origin: str, caution: str
) -> None:
    law = client.get(f"/api/law/{quote(clause, safe='')}").json()
    assert (law["id"], law["origin"]) == (clause, origin)
    assert law["origin_caution"].startswith(caution)


def test_a_citation_answers_with_all_that_stand_behind_it_whichever_edition_it_is_of(
    client: TestClient[Litestar],
) -> None:
    for cited in ("661a.6(c)(2)", "577.6(c)(2)"):
        found = client.get(f"/api/law/{cited}").json()
        assert found["cited"] == cited
        assert [one["id"] for one in found["clauses"]] == ["661a.6(c)(2)#1", "661a.6(c)(2)#2"]
    assert client.get("/api/law/525.22(d)").json()["id"] == "603a.21(d)"


def test_the_head_of_the_journal_has_its_hash_for_those_alone_who_read_the_record(floor: Floor) -> None:
    """Whoever else had it could try it against every card that may lie face down."""
    for credential, reads in ((SURVEILLANCE, True), (PIT_MANAGER, False)):
        with signed_in_client(floor, credential=credential) as client:
            head = floor.journal.head()
            told = client.get("/api/journal/head").json()
            assert told == {"entries": head.position, "hash": head.hash.hex() if reads else ""}
            assert (head.hash.hex()[:16] in client.get("/").text) is reads


# What can be done.


def test_a_move_is_acknowledged_with_its_version_and_events(
    client: TestClient[Litestar], floor: Floor
) -> None:
    before = floor.table("TDF-1").version
    answer = move(client, WAGER, seen=before)
    assert answer.status_code == 201
    assert answer.json()["version"] == before + 1
    assert answer.json()["events"][0]["words"] == "Position 1 wagers $5 on Touchdown"
    assert floor.table("TDF-1").state.play.bets[0].amount == 500


def test_the_training_generator_throws_only_when_dice_are_rolling(
    client: TestClient[Litestar], floor: Floor
) -> None:
    assert "no dice are rolling" in refused(_throw(client, "TDF-1"), 400)["detail"]
    for what in (
        WAGER,
        {"move": "offer-dice", "seat": 1},
        {"move": "accept-dice", "seat": 1},
        {"move": "throw-dice", "seat": 1},
    ):
        assert move(client, what).status_code == 201
    thrown = _throw(client, "TDF-1").json()
    assert thrown["events"][0]["event"]["event"] == "numbers-called"
    act = floor.table("TDF-1").record[-1].act
    assert (act.who, act.entered_by) == ("PA-1002", PIT_MANAGER)


def test_a_live_table_is_told_what_its_dice_showed(client: TestClient[Litestar]) -> None:
    assert "is live" in refused(_throw(client, "TDF-2"), 400)["detail"]


def _throw(client: TestClient[Litestar], table: str) -> httpx.Response:
    return client.post(f"/api/tables/{table}/throw", json={"who": "PA-1002"})


# How it says no.


def test_an_unlawful_move_is_refused_with_its_clause_and_fix(
    client: TestClient[Litestar], floor: Floor
) -> None:
    before = floor.table("TDF-1").version
    problem = refused(move(client, {**WAGER, "amount": 100}), 422)
    assert problem["clause"] == "125-149:RAF(10)#2"
    assert problem["fix"] == "wager at least $5"
    assert floor.table("TDF-1").version == before


@pytest.mark.parametrize(
    "what",
    [
        {"move": "fly"},
        {"move": "place-wager", "seat": "one"},
        {**WAGER, "amount": 5.5},
        {**WAGER, "surprise": 1},
        {},
    ],
)
def test_what_is_no_move_is_refused(client: TestClient[Litestar], what: Any) -> None:
    refused(move(client, what), 400)


def test_an_absurd_sum_is_refused(client: TestClient[Litestar]) -> None:
    absurd = {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 10**18}
    assert refused(move(client, absurd), 422)["clause"] == "603a.10(a)#1"


def test_a_day_that_cannot_be_the_gaming_day_is_refused(client: TestClient[Litestar]) -> None:
    for seat in (1, 2):
        assert move(client, {"move": "leave-seat", "seat": seat}).status_code == 201
    assert move(client, {"move": "close-table", "by": "floorperson"}).status_code == 201
    _make_ready(client)
    opening = {"move": "open-table", "by": "floorperson", "gaming_day": "1990-01-01"}
    assert "1990-01-01" in refused(move(client, opening), 422)["detail"]


def _make_ready(client: TestClient[Litestar]) -> None:
    """Dice and check-list as a closed table needs them."""
    colours = ["green"] * 4 + ["red"] * 2
    assert move(client, {"move": "issue-dice", "serial": "B", "colours": colours}).status_code == 201
    for lawful in client.get("/api/tables/TDF-1").json()["legal"]:
        if lawful["move"] in ("inspect-dice", "attest"):
            fields = {name: values[0] for name, values in lawful["fields"].items()}
            what = {"move": lawful["move"], "by": lawful["by"][0], **fields}
            assert move(client, what).status_code == 201


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "null", '{"who": "x"}', '{"move": {}, "who": ""}', "[" * 100_000]
)
def test_unreadable_json_is_refused(client: TestClient[Litestar], body: str) -> None:
    headers = {"content-type": "application/json"}
    refused(client.post("/api/tables/TDF-1/moves", content=body, headers=headers), 400)


def test_a_stale_view_names_the_version_to_look_at(client: TestClient[Litestar], floor: Floor) -> None:
    problem = refused(move(client, WAGER, seen=1), 409)
    assert problem["version"] == floor.table("TDF-1").version


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/NONE",
        "/api/tables/%00",
        "/api/tables/NONE/record",
        "/api/tables/NONE/events",
        "/api/tables/TDF-1/at/0",
        "/api/tables/TDF-1/at/9999",
        "/api/law/661a.99",
        "/api/nothing",
        "/api/openapi.json/nothing",
    ],
)
def test_what_is_not_here_is_not_found(client: TestClient[Litestar], path: str) -> None:
    refused(client.get(path), 404)


def test_a_table_tells_time_by_the_clock_of_the_house(client: TestClient[Litestar], floor: Floor) -> None:
    done = floor.table("TDF-1").record[-1].act.at
    told = done.astimezone(floor.office.days.zone)
    assert f'<time datetime="{done.isoformat()}">{told:%H:%M:%S}</time>' in client.get("/tables/TDF-1").text


def test_pages_that_are_not_here_say_so(client: TestClient[Litestar]) -> None:
    for path in ("/tables/NONE", "/tables/TDF-1?at=9999", "/nothing"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "There is no such thing here" in answer.text


def test_a_method_that_does_not_fit_is_refused(client: TestClient[Litestar]) -> None:
    refused(client.delete("/api/tables/TDF-1"), 405)


@pytest.mark.parametrize("busy_timeout", [0.1])
def test_a_locked_journal_is_told_with_its_fix(
    client: TestClient[Litestar], floor: Floor, tmp_path: Path
) -> None:
    before = floor.table("TDF-1").version
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        problem = refused(move(client, WAGER), 503)
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert "locked by another process" in problem["detail"]
    assert problem["fix"]
    assert move(client, WAGER, seen=before).status_code == 201


def test_a_fault_of_the_house_is_told_without_a_traceback(
    client: TestClient[Litestar],
    floor: Floor,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(floor, "look", lambda *_: 1 / 0)
    refused(client.get("/api/tables/TDF-1"), 500)
    assert "ZeroDivisionError" in caplog.text
    assert "Houseway itself failed" in client.get("/tables/TDF-1").text


def test_a_record_that_does_not_replay_is_told_with_its_fix(
    client: TestClient[Litestar], floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def differ(*_: object) -> None:
        raise ReplayDiffers("table/TDF-1 version 7: the rules give other events than the journal holds")

    monkeypatch.setattr(floor, "look", differ)
    problem = refused(client.get("/api/tables/TDF-1"), 500)
    assert problem["title"] == "The record does not replay"
    assert "version 7" in problem["detail"]
    assert "houseway journal verify" in problem["fix"]
    assert "Run houseway journal verify" in client.get("/tables/TDF-1").text


def test_a_table_that_cannot_be_read_is_set_aside_and_the_rest_is_open(
    client: TestClient[Litestar], floor: Floor
) -> None:
    floor.journal.append("table/TDF-1", floor.table("TDF-1").version, "act", {})
    problem = refused(client.get("/api/tables/TDF-1"), 503)
    assert problem["title"] == "This table is set aside"
    assert "it cannot be replayed" in problem["detail"]
    assert "houseway journal verify" in problem["fix"]
    assert client.get("/tables/TDF-1").status_code == 503
    assert client.get("/api/tables/SB-1").status_code == 200
    listed = {card["table"] for card in client.get("/api/tables").json()}
    assert "TDF-1" not in listed
    assert "SB-1" in listed
    page = client.get("/").text
    assert "Set aside" in page
    assert "table TDF-1 is set aside" in page


def test_the_floor_is_not_read_on_the_loop_of_the_server(
    client: TestClient[Litestar], floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    loops: list[bool] = []

    def look_around() -> None:
        loops.append(_in_a_loop())
        raise ReplayDiffers("a stream would never end")

    monkeypatch.setattr(floor, "tables", look_around)
    refused(client.get("/api/events"), 500)
    assert loops == [False]


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.mark.parametrize("path", ["/", "/tables/TDF-1"])
def test_a_page_can_be_asked_for_without_its_body(client: TestClient[Litestar], path: str) -> None:
    answer = client.head(path)
    assert (answer.status_code, answer.text) == (200, "")


# Who may ask.


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"host": "evil.example"},
        {"host": "localhost.evil.example"},
        {"host": "["},
    ],
)
def test_another_site_may_not_move(
    client: TestClient[Litestar], floor: Floor, headers: dict[str, str]
) -> None:
    before = floor.table("TDF-1").version
    body = {"move": WAGER, "who": "patron-1"}
    refused(client.post("/api/tables/TDF-1/moves", json=body, headers=headers), 403)
    assert floor.table("TDF-1").version == before


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_moves(client: TestClient[Litestar], content_type: str) -> None:
    headers = {"content-type": content_type}
    refused(client.post("/api/tables/TDF-1/moves", content='{"move": {}}', headers=headers), 415)


def test_a_rebound_name_sees_nothing(client: TestClient[Litestar]) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403
    refused(client.get("/api/tables", headers={"host": "evil.example"}), 403)


def test_the_bound_host_and_bare_addresses_are_answered(floor: Floor) -> None:
    with signed_in_client(floor, hosts=("0.0.0.0", "pit.example")) as client:
        for host in ("pit.example:8000", "192.0.2.7:8000", "[2001:db8::1]:8000", "127.0.0.1"):
            assert client.get("/api/tables", headers={"host": host}).status_code == 200
        refused(client.get("/api/tables", headers={"host": "evil.example"}), 403)


def test_every_answer_carries_the_security_headers(client: TestClient[Litestar]) -> None:
    for path in ("/", "/tables/TDF-1", "/api/tables", "/api/nothing", "/static/houseway.js", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_load_nothing_from_elsewhere(client: TestClient[Litestar]) -> None:
    for path in ("/", "/tables/TDF-1", "/static/houseway.js", "/static/houseway.css", "/static/houseway.svg"):
        text = client.get(path).text.replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text


@pytest.mark.parametrize(
    "name", ["%00", "houseway.css%00", "a" * 5000, "..%2f..%2fapp.py", "%ff", "houseway.css/x"]
)
def test_what_can_be_no_static_file_is_not_there(client: TestClient[Litestar], name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
