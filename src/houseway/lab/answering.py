"""The lab asked from another process, so that nobody waits for its figures.

Read from standard input are what is asked (`effects`, `edges`, `table` or `strategy`), the name of a game, and for a table the choices of its
submission as JSON; written to standard output is first how much of it is done, now and again, then the answer, each on a line as JSON: what
every choice of the game does to the edges, every edge, those of a table under these choices, or the best play where there is one.
"""

import sys
from collections.abc import Callable, Container, Iterator, Mapping
from enum import Enum
from typing import Any, Protocol, cast

import msgspec

from houseway.games import games, submission_for
from houseway.lab.edge import EdgeRecord, edges
from houseway.lab.figures import Figure, counted_game
from houseway.lab.kept_answers import keep_answer
from houseway.lab.progress import listening
from houseway.lab.strategy import NothingToDecide, Strategy, strategy
from houseway.submission import Submission, options_of


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """The house edge of a wager where these options are chosen so, as a fraction where it is exact, else with its interval."""

    wager: str
    chosen: dict[str, Any]
    # How the wager is played, where that is told apart.
    played: str
    edge: str
    percent: str
    exact: bool


class Said(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of what the lab says: which part of its work is done, or what it has found."""

    done: float = 0.0
    found: tuple[Any, ...] | None = None


def effects_of(game: str) -> Iterator[Effect]:
    """The edge of every wager as the game is usually offered, and by each choice that changes it."""
    counted = counted_game(game)
    if counted is None:
        yield from _walked(game)
        return
    named: set[str] = set()
    for record in edges(game):
        chosen = counted.choices(Figure(record.wager, record.option, record.paytable))
        named.update(chosen)
        yield _effect(record, msgspec.to_builtins(chosen))
    if hasattr(counted, "main_edge"):
        yield from _by_the_best_play(game, cast(BestPlayed, counted), named)


class BestPlayed(Protocol):
    """What the lab's module of a game offers whose main wager is priced as best played."""

    def main_edge(self, submission: Any) -> tuple[str, float]:
        """The main wager, and what it costs as best played, in floating point."""


def _by_the_best_play(game: str, counted: BestPlayed, named: Container[str]) -> Iterator[Effect]:
    """What choices that no listed figure names do to the main wager: found in floating point, as each changes the best play."""
    wager, usual = counted.main_edge(submission_for(game))

    def effect(name: str, value: Any, edge: float) -> Effect:
        chosen = {name: msgspec.to_builtins(value)}
        return Effect(wager=wager, chosen=chosen, played=_BEST, edge="", percent=f"{edge:.3%}", exact=False)

    for name, default, values in _choices_of(game):
        under = (
            {value: counted.main_edge(submission_for(game, {name: value}))[1] for value in values}
            if name not in named
            else {}
        )
        changed = {value: edge for value, edge in under.items() if abs(edge - usual) > _SAME}
        if changed:
            yield effect(name, default, usual)
            yield from (effect(name, value, edge) for value, edge in changed.items())


_BEST = "best"
# What floating point leaves between two edges that are the same.
_SAME = 1e-9


def _choices_of(game: str) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """The options of a game's own that are one of a few, how each is usually chosen, and how else it lawfully may be."""
    kind = games()[game].submission_type
    for name in options_of(kind):
        default = getattr(submission_for(game), name)
        if name in Submission.__struct_fields__ or not isinstance(default, Enum | bool):
            continue
        values = (
            (not default,)
            if isinstance(default, bool)
            else (one for one in type(default) if one is not default)
        )
        yield (
            name,
            default,
            tuple(one for one in values if not any(submission_for(game, {name: one}).findings())),
        )


def _walked(game: str) -> Iterator[Effect]:
    """A game that is walked state by state: once as usual, and once for every other value of its own options."""
    usual = {record.wager: record for record in edges(game)}
    yield from (_effect(record, {}) for record in usual.values())
    for name, default, values in _choices_of(game):
        for value in values:
            chosen = {name: msgspec.to_builtins(value)}
            found = tuple(edges(game, options=chosen))
            changed = [record for record in found if record.edge != usual[record.wager].edge]
            yield from (_effect(record, chosen) for record in changed)
            otherwise = {name: msgspec.to_builtins(default)}
            yield from (_effect(usual[record.wager], otherwise) for record in changed)


def _effect(record: EdgeRecord, chosen: dict[str, Any]) -> Effect:
    # What the figure's options name is chosen by the house, or is how the player plays.
    ways = Figure(record.wager, record.option).options
    played = [value for name, value in ways.items() if name in ("player", "strategy")]
    return Effect(
        wager=record.wager,
        chosen=chosen,
        played=", ".join(played),
        edge=record.edge,
        percent=f"{record.edge_decimal:.3%}",
        exact=record.interval is None,
    )


def _best_play(game: str) -> Iterator[Strategy]:
    """The best play of a game, if one has been worked out."""
    try:
        yield strategy(game)
    except NothingToDecide:
        return


ANSWERS: Mapping[str, Callable[[str], Iterator[msgspec.Struct]]] = {
    "effects": effects_of,
    "edges": edges,
    "strategy": _best_play,
}


def answer(question: str) -> tuple[msgspec.Struct, ...]:
    """What the lab says to a question."""
    asked, about, *choices = question.split(maxsplit=2)
    if asked == "table":
        return tuple(edges(about, options=msgspec.json.decode(choices[0])))
    return tuple(ANSWERS[asked](about))


def _say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def _asked(question: str) -> None:
    """Answer a question, and keep the answer for whoever asks it next."""
    with listening(lambda done: _say(Said(done=done))):
        found = answer(question)
    keep_answer(question, msgspec.json.encode(found))
    _say(Said(found=found))


if __name__ == "__main__":
    _asked(sys.stdin.read())
