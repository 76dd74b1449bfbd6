"""What a move costs where there is no house: a framework that answers the same request with a constant, and a database that only commits.

`python -m bench.bare` serves the one; `framework` and `commits` measure. Nothing that a house does can be cheaper than both together.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import sysconf
from pathlib import Path

import psycopg
import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody

from houseway.web.api import Acknowledged, MoveOrder
from houseway.web.limits import PromptProtocol

PATH = "/moves"
_TABLE = """CREATE TABLE bare (position bigint PRIMARY KEY, stream text, version bigint, kind text, recorded_at text,
    body bytea, previous bytea, hash bytea, UNIQUE (stream, version))"""
_ROW = "(%s, %s, %s, %s, %s, %s, %s, %s)"
_BODY, _HASH, _TABLES = bytes(600), bytes(32), 50


def worked(process: int, *, with_children: bool = False) -> float:
    """The seconds that processors have worked for a process, or for all that come from it."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, told[11 : 15 if with_children else 13])) / sysconf("SC_CLK_TCK")
    if not with_children:
        return own
    return own + sum(worked(child, with_children=True) for child in _children(process))


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """A framework that answers every move with a constant: its address, and its process."""
    with subprocess.Popen([sys.executable, "-m", __name__], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip(), server.pid
        finally:
            server.terminate()


def commits(database: str, postmaster: int, *, rows: int, seconds: float) -> tuple[float, float]:
    """The work of a database, and of who asks it, for one of so many rows that it commits at once."""
    insert = f"INSERT INTO bare VALUES {', '.join([_ROW] * rows)}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS bare")
        connection.execute(_TABLE)
        position, until = 0, time.perf_counter() + seconds
        before, mine = worked(postmaster, with_children=True), time.process_time()
        while time.perf_counter() < until:
            values: list[object] = []
            for _ in range(rows):
                position += 1
                stream, version = f"table/G-{position % _TABLES}", position // _TABLES
                values += (
                    position,
                    stream,
                    version,
                    "act",
                    "2024-05-01T18:30:00.000000Z",
                    _BODY,
                    _HASH,
                    _HASH,
                )
            connection.execute(insert, values)
        spent = worked(postmaster, with_children=True) - before, time.process_time() - mine
        connection.execute("DROP TABLE bare")
    return spent[0] / position, spent[1] / position


@post(PATH, sync_to_thread=True)
def _answer(data: JSONBody[MoveOrder]) -> Acknowledged:
    return Acknowledged(table=data.who, version=1, events=())


class _Server(uvicorn.Server):
    async def startup(self, sockets: object = None) -> None:
        await super().startup()
        host, port = self.servers[0].sockets[0].getsockname()
        print(f"{host}:{port}", flush=True)


if __name__ == "__main__":
    app = Litestar([_answer], logging_config=None, openapi_config=None)
    _Server(
        uvicorn.Config(app, port=0, http=PromptProtocol, access_log=False, log_config=None, log_level="error")
    ).run()
