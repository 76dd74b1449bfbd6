"""The power goes out in the middle of play: nothing that was acknowledged is lost.

HOUSEWAY_POWER_CUTS says how often (in full 50).
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal

POWER_CUTS = int(os.environ.get("HOUSEWAY_POWER_CUTS", "3"))
TABLES = ("TDF-1", "SB-1")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A server on a journal, started as a person would and killed as no person should."""

    # Sessions outlive the process that opened them: whoever signed in once stays so.
    session: ClassVar[dict[str, str]] = {}

    def __init__(self, database: Path) -> None:
        self.address = f"http://127.0.0.1:{(port := free_port())}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "houseway", "serve", "--demo"],
            env={**os.environ, "PORT": str(port), "HOUSEWAY_DB": str(database)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        assert b"Houseway is open at" in self.process.stdout.readline()
        if not self.session:
            self.sign_in()

    def sign_in(self) -> None:
        floorperson = json.dumps({"credential": "PA-1003", "password": PASSWORD}).encode()
        request = urllib.request.Request(
            f"{self.address}/api/session", floorperson, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            self.session["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
            self.session["X-CSRF-Token"] = json.loads(answer.read())["csrf"]

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, data, self.session | {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def play(
    server: Server,
    table: str,
    acknowledged: list[tuple[str, int, Any]],
    refusals: list[str],
    seed: int,
    heard: threading.Semaphore,
) -> None:
    """Make lawful moves one after another until the server is gone, noting each acknowledgement."""
    chance = random.Random(seed)
    try:
        while True:
            legal = server.ask(f"/api/tables/{table}")["legal"]
            onward = [
                act for act in legal if act["move"] not in ("issue-dice", "leave-seat", "report", "take-seat")
            ]
            act = chance.choice(onward)
            move = {"move": act["move"], "by": act["by"][0]}
            move |= {name: chance.choice(values) for name, values in act["fields"].items()}
            if act["amount"]:
                move["amount"] = act["amount"]["low"]
            answer = server.ask(f"/api/tables/{table}/moves", {"move": move, "who": "tester"})
            acknowledged.append((table, answer["version"], answer["events"]))
            heard.release()
    except urllib.error.HTTPError as refusal:
        refusals.append(refusal.read().decode())
    except (OSError, http.client.HTTPException):
        return  # the server is gone


def test_power_cuts_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    acknowledged: list[tuple[str, int, Any]] = []
    refusals: list[str] = []
    seen: dict[str, Any] = {}
    for kill in range(POWER_CUTS):
        server = Server(database)
        for table, state in seen.items():
            assert server.ask(f"/api/tables/{table}")["version"] == state, (
                "the table resumes where the journal ends"
            )
        heard = threading.Semaphore(0)
        players = [
            threading.Thread(
                target=play, args=(server, table, acknowledged, refusals, kill * 10 + place, heard)
            )
            for place, table in enumerate(TABLES)
        ]
        for player in players:
            player.start()
        # After so many moves, however long a busy machine takes for them; the next one may be at any point.
        for _ in range(random.Random(kill).randint(3, 30)):
            assert heard.acquire(timeout=60)
        server.kill()
        for player in players:
            player.join()
        with Journal.open(database, create=False) as journal:
            assert journal.verify().ok
            floor = Floor(journal)
            seen = {table: floor.table(table).version for table in TABLES}
            for table, version, events in acknowledged:
                recorded = floor.table(table).record[version - 2]
                assert recorded.version == version
                assert json.loads(msgspec.json.encode(recorded.events)) == [told["event"] for told in events]
    assert not refusals
    assert len(acknowledged) > 2 * POWER_CUTS
