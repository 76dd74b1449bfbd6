"""The server as a process: it opens, streams, and closes without slamming."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.floor import Floor
from houseway.floor.demo import PASSWORD, TABLES
from houseway.journal import Journal
from houseway.web import CannotListen, serve
from tests.web.house import House, program

_SERVE = """
import sys
from houseway.floor import Floor
from houseway.floor.demo import make_demo_property
from houseway.journal import Journal
from houseway.web import serve

with Journal.open(sys.argv[1]) as journal:
    floor = Floor(journal)
    make_demo_property(floor)
    serve(floor, port=0)
"""


@pytest.mark.long
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_open_and_stops_cleanly_with_streams_open(
    tmp_path: Path, stop: signal.Signals
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(tmp_path / "house.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        address = said.removeprefix("Houseway is open at ")
        assert address.startswith("http://127.0.0.1:")
        floorperson = {"credential": "PA-1003", "password": PASSWORD}
        cookies = (
            httpx.post(f"{address}/api/session", json=floorperson, timeout=60).raise_for_status().cookies
        )
        with httpx.stream("GET", f"{address}/api/events", cookies=cookies) as stream:
            lines = stream.iter_lines()  # kept, so that the stream stays open
            assert next(lines).startswith(("id:", "event:"))
            process.send_signal(stop)
            rest, errors = process.communicate(timeout=60)
    assert (process.returncode, rest, errors) == (0, "", "")


def test_a_taken_port_is_told_with_its_fix(floor: Floor) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=str(port)) as refusal:
            serve(floor, port=port)
    assert refusal.value.fix


@pytest.mark.parametrize(("host", "port"), [("nowhere.invalid", 0), ("127.0.0.1", 70_000)])
def test_an_impossible_address_is_told(floor: Floor, host: str, port: int) -> None:
    with pytest.raises(CannotListen):
        serve(floor, host=host, port=port)


def events(stream: httpx.Response) -> Iterator[dict[str, Any]]:
    """The data of a stream's `version` events."""
    for line in stream.iter_lines():
        if line.startswith("data:"):
            yield json.loads(line.removeprefix("data:"))


def test_a_stream_tells_of_a_change_at_once(house: House) -> None:
    before = house.floor.table("TDF-1").version
    with (
        program(house.address, house.floor) as client,
        client.stream("GET", "/api/tables/TDF-1/events") as stream,
    ):
        told = events(stream)
        assert next(told) == {"table": "TDF-1", "version": before}
        move = {"move": {"move": "take-seat", "seat": 5}, "who": "patron-5"}
        assert client.post("/api/tables/TDF-1/moves", json=move).status_code == 201
        assert next(told) == {"table": "TDF-1", "version": before + 1}


def test_a_stream_tells_of_what_another_process_wrote(house: House) -> None:
    with program(house.address, house.floor) as client, client.stream("GET", "/api/events") as stream:
        told = events(stream)
        versions = {event["table"]: event["version"] for event in (next(told) for _ in TABLES)}
        with Journal.open(house.database) as journal:
            Floor(journal).submit("SB-1", {"move": "take-seat", "seat": 7}, who="patron-7")
        assert next(told) == {"table": "SB-1", "version": versions["SB-1"] + 1}
