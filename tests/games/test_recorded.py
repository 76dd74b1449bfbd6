"""What was recorded opens in every later version: the same acts make the same events, chips, states and refusals.

The recordings in tests/data/recorded were made by tests/games/recording.py from the code of their day.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.games import game_under, games, submission_for
from houseway.journal import canonical, parse
from houseway.table.procedure import Act, Table
from tests.games.recording import FOLDER, Line, Recording, lawful_now, read, refusal_of

RECORDINGS = sorted(file.name.removesuffix(".jsonl.xz") for file in FOLDER.glob("*-*.jsonl.xz"))
# Reviewed: what is recorded otherwise since, by the clause of the event, and why. Nothing else may differ.
LAWFUL_DIFFERENCES: dict[str, str] = {}
# Reviewed: what is offered otherwise since, by the recording and the number of its act, and why.
OFFERED_OTHERWISE: dict[tuple[str, int], str] = {}
# Reviewed: what is refused by another clause since, by the old clause, and why.
REFUSED_OTHERWISE: dict[str, str] = {
    **dict.fromkeys(
        ("36.05.14.04B", "659a.4(b)#2", "663a.4(b)#1"),
        "whoever may not show a spread is refused by the clause of the deck that lies there, whichever is named",
    ),
    **dict.fromkeys(
        ("663a.8(c)", "663a.9(b)#1", "663a.10(b)#2"),
        "whose part a move is not is told so, also while play has stopped over an exposed card",
    ),
    "663a.11(e)#2": "whoever may not correct a setting is refused by the clause of the hand that waits for it",
}


@cache
def recording(name: str) -> Recording:
    """A recording, unpacked once."""
    return read(Path(FOLDER / f"{name}.jsonl.xz"))


def replayed(name: str) -> Iterator[tuple[int, Line, Table[Any], Any, tuple[Any, ...], Act[Any]]]:
    """Each act of a recording, made anew: its number and line, the table, its state after, its events, and the act."""
    head = recording(name).head
    table: Table[Any] = Table(game_under(submission_for(head.game, head.options)))
    state = table.start(head.tray)
    for number, line in enumerate(recording(name).lines):
        act = msgspec.json.decode(line.act, type=table.act_type)
        assert canonical(act) == bytes(line.act), f"{name}, act {number}: {bytes(line.act)!r} reads otherwise"
        state, events = table.apply(state, act)
        yield number, line, table, state, events, act


def differing(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where something that was kept is not as it was; what came to be kept since is no difference."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name, value in before.items():
            yield from differing(value, now.get(name), f"{where}.{name}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differing(one, other, f"{where}[{number}]")
    elif before != now:
        yield f"{where}: {before!r} became {now!r}"


def cited(events: Any) -> set[str]:
    """The clauses that events cite."""
    return {clause for event in events for clause in (event["clause"], *event.get("also", ()))}


def test_every_game_was_recorded() -> None:
    assert {recording(name).head.game for name in RECORDINGS} >= set(games())


@pytest.mark.parametrize("name", RECORDINGS)
def test_recorded_acts_make_what_they_made_byte_for_byte(name: str) -> None:
    acts: list[Act[Any]] = []
    states = 0
    for number, line, table, state, events, act in replayed(name):
        acts.append(act)
        where = f"{name}, act {number}, {act.move}"
        if canonical(events) != bytes(line.events):
            _check_reviewed(where, parse(bytes(line.events)), parse(canonical(events)))
        assert dict(sorted(state.chips.items())) == line.chips, where
        if line.state is not None:
            states += 1
            changed = list(differing(line.state, parse(canonical(state))))
            assert not changed, f"{where}: {'; '.join(changed)}"
        if line.lawful is not None and (name, number) not in OFFERED_OTHERWISE:
            offered = lawful_now(table.legal(state, act.at))
            assert offered == line.lawful, f"{where}: other moves are offered now"
        for tried in line.tried:
            again = msgspec.structs.replace(acts[tried.move].move, by=tried.by)
            refused = refusal_of(table, state, Act(move=again, who="tester", at=act.at))
            assert refused == tried.refused or tried.refused in REFUSED_OTHERWISE, f"after {where}: {again}"
    assert states


def _check_reviewed(where: str, before: Any, now: Any) -> None:
    what = "; ".join(differing(before, now))
    assert (cited(before) | cited(now)) & set(LAWFUL_DIFFERENCES), f"{where}: {what}"
