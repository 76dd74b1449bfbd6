"""Learning a game: how it is dealt and played, made from its own rules; it shows nothing of the house, so it stands open."""

from dataclasses import dataclass
from typing import Any

from litestar import HttpMethod, MediaType, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from houseway.floor.drills import KINDS
from houseway.games import game_under, games, submission_for
from houseway.law import Clause, editions_of
from houseway.table.game import Game
from houseway.table.rules import Rule
from houseway.table.words import spoken
from houseway.web.door import PUBLIC, TheVisit
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a round: its words, whose it is, and what the clause that governs it says."""

    words: str
    who: str
    clause: Clause


@route("/help", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_help(visit: TheVisit) -> str:
    """Every game, with the way to how it is played."""
    return html("help.html", visit, games=[usual(name) for name in games()], kinds=KINDS)


@route("/help/{game:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_game(visit: TheVisit, game: FromPath[str]) -> str:
    """How a game is dealt and played, as an operator offers it who changes nothing."""
    played = usual(game)
    return html(
        "help_game.html",
        visit,
        game=played,
        editions=editions_of(played.name),
        wagers=[wager for name, wager in played.catalogue.items() if name in played.betting.offered],
        steps=[step for rule in played.book.of.values() if (step := _step(rule))],
        kinds=KINDS,
    )


def usual(name: str) -> Game[Any]:
    """A game as its chapter has it and an operator who changes nothing."""
    if name not in games():
        raise NotFoundException(f"there is no game {name!r}")
    return game_under(submission_for(name))


def _step(rule: Rule) -> Move | None:
    """A step that belongs to every round and is told once and for all."""
    if rule.rare or rule.prepares or rule.puts_right or not isinstance(rule.words, str):
        return None
    if not isinstance(rule.by, tuple) or not isinstance(rule.clauses, tuple):
        return None
    return Move(rule.words, ", ".join(spoken(role) for role in rule.by), rule.clauses[0])


LEARNING = Router(path="/", route_handlers=[show_help, show_game], include_in_schema=False)
