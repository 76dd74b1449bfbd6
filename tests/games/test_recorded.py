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
from houseway.table.procedure import Table
from houseway.table.table_state import Act
from tests.games.recording import FOLDER, Line, Recording, lawful_now, read, refusal_of

RECORDINGS = sorted(file.name.removesuffix(".jsonl.xz") for file in FOLDER.glob("*-*.jsonl.xz"))
# Reviewed: what is recorded otherwise since, by the clause of the event, and why. Nothing else may differ.
LAWFUL_DIFFERENCES: dict[str, str] = {}
# Reviewed: what is offered otherwise since, by the recording and the number of its act, and why.
OFFERED_OTHERWISE: dict[tuple[str, int], str] = {
    (
        "double-attack-blackjack-1",
        134,
    ): "a decision that puts chips up is offered as far as its player has them",
    # Acts after which somebody commences a betting round of a variant that no source prints.
    **{
        (
            "poker-4",
            number,
        ): "only the sections of the chapter have the first bet or check: elsewhere it may also fold"
        for number in (34, 164, 349, 539, 614, 629, 689)
    },
}
# Reviewed: what is refused by another clause since: the clause before and now, and why.
_AS_THINGS_STAND = (
    "whose part a step is, is told by the step as things stand, not by what the refused move named"
)
_BY_THE_CALL = "whose part a call is, is told by the call, whichever wager it named"
# What is missing before a step, who may cut, and why a hand is not asked have clauses of their own in 665a.
_WHAT_IS_MISSING = "a step refused for what it lacks cites the clause of what is missing"
_MISSING_BEFORE = (
    ("665a.6(b)", "665a.6(b)(2)"),
    ("665a.5(d)#1", "665a.4(d)#2"),
    ("665a.5(a)#1", "665a.7(a)#2"),
)
# Where no hand of twenty-one is asked, what wagers are made with was cited.
_WHY_NOBODY = "a decision that nobody is asked for cites why not: the hand is done, the dealer has Blackjack, or a turn is to come"
_NOBODY_ASKED = (
    "665a.7(h)(2)",
    "633a.9[surrender]",
    "633a.10[double]",
    "633a.7(h)#3",
    "common:spanish-21/surrender",
)
REFUSED_OTHERWISE: dict[tuple[str, str], str] = {
    ("36.05.14.04B", "36.05.14.05H(3)"): _AS_THINGS_STAND,
    ("659a.4(b)#2", "659a.5(e)#2"): _AS_THINGS_STAND,
    ("659a.13(d)#1", "659a.13(d)#2"): _AS_THINGS_STAND,
    ("663a.4(b)#1", "663a.5(f)#2"): _AS_THINGS_STAND,
    ("663a.11(e)#2", "663a.11(d)#2"): _AS_THINGS_STAND,
    ("663a.8(c)", "663a.7(a)#1"): "whose part a wager is, is asked before whether play has stopped",
    ("623a.10(a)", "623a.10(c)"): _AS_THINGS_STAND,
    **dict.fromkeys(_MISSING_BEFORE, _WHAT_IS_MISSING),
    **{("665a.6(a)#1", now): _WHY_NOBODY for now in _NOBODY_ASKED},
    ("633a.9[surrender]", "633a.10[double]"): "a hand that was doubled down on has had its last card",
    **{
        (before, "623a.3(a)(5)#3"): _BY_THE_CALL
        for before in (
            "623a.3(a)(6)#1",
            "623a.3(a)(6)#3",
            "623a.3(a)(7)#1",
            "623a.3(a)(7)#3",
            "623a.3(a)(9)#1",
            "623a.3(a)(9)#3",
            "623a.3(a)(41)#1",
            "623a.3(a)(41)#3",
            "623a.3(a)(42)#1",
            "623a.3(a)(42)#3",
        )
    },
}


# What an option was where a recording says nothing of it, and is otherwise since: a house keeps its submission whole.
USUAL_THEN: dict[str, dict[str, Any]] = {
    game: {"smallest_chip": 100} for game in ("blackjack", "double-attack-blackjack", "spanish-21")
}


@cache
def recording(name: str) -> Recording:
    """A recording, unpacked once."""
    found = read(Path(FOLDER / f"{name}.jsonl.xz"))
    chosen = {**USUAL_THEN.get(found.head.game, {}), **found.head.options}
    return msgspec.structs.replace(found, head=msgspec.structs.replace(found.head, options=chosen))


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
            known = (tried.refused, refused) in REFUSED_OTHERWISE
            assert refused == tried.refused or known, f"after {where}: {again}: {tried.refused} {refused}"
    assert states


def _check_reviewed(where: str, before: Any, now: Any) -> None:
    what = "; ".join(differing(before, now))
    assert (cited(before) | cited(now)) & set(LAWFUL_DIFFERENCES), f"{where}: {what}"
