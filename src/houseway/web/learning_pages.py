"""Learning a game: how it is dealt and played, made from its own rules; it shows nothing of the house, so it stands open."""

import re
from functools import cache
from typing import Any

from litestar import HttpMethod, MediaType, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from houseway.floor.drills import KINDS, kinds_of
from houseway.floor.example_round import example_round
from houseway.games import game_under, games, submission_for
from houseway.law import Edition, editions_of
from houseway.money import Payment
from houseway.submission import Submission, options_of
from houseway.table.game import Game
from houseway.table.wagers import Wager
from houseway.web.door import PUBLIC, TheVisit
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)


@route("/help", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_help(visit: TheVisit) -> str:
    """Every game, with the way to how it is played."""
    return html(
        "help.html",
        visit,
        games=[(usual(name), str(game.title), len(kinds_asked(name))) for name, game in games().items()],
    )


@route("/help/{game:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_game(visit: TheVisit, game: FromPath[str]) -> str:
    """How a game is dealt and played, as an operator offers it who changes nothing."""
    played = usual(game)
    return html(
        "help_game.html",
        visit,
        game=played,
        title=str(games()[game].title),
        edition=_edition(played),
        wagers=[wager for name, wager in played.catalogue.items() if name in played.betting.offered],
        pays=pays,
        chosen=chosen(submission_for(played.name)),
        steps=example_round(played),
        kinds=kinds_asked(game),
    )


def pays(wager: Wager) -> list[tuple[str, Payment]]:
    """What a wager pays, line by line; what every line begins with is the wager's name and is not said again."""
    labels = [line.label for line in wager.paytable]
    if len(labels) == 1:
        return [("", wager.paytable[0].odds)]
    (head, *other) = {re.split(r"[,:] ", label)[0] for label in labels}
    return [
        (label if other else re.sub(r"^[,:] ", "", label.removeprefix(head)) or label, line.odds)
        for label, line in zip(labels, wager.paytable, strict=True)
    ]


def chosen(submission: Submission) -> list[tuple[str, str]]:
    """What an operator chose, in words, the game's own options first."""
    return [
        (option.title, option.said(getattr(submission, name)))
        for name, option in sorted(
            options_of(type(submission)).items(), key=lambda one: one[0] in Submission.__struct_fields__
        )
    ]


@cache
def kinds_asked(name: str) -> dict[str, str]:
    """The kinds of drills of a game, with what they are called."""
    return {kind: KINDS[kind][0] for kind in kinds_of(usual(name))}


@cache
def usual(name: str) -> Game[Any]:
    """A game as its chapter has it and an operator who changes nothing."""
    if name not in games():
        raise NotFoundException(f"there is no game {name!r}")
    return game_under(submission_for(name))


def _edition(played: Game[Any]) -> Edition:
    """The text by which a game is played here."""
    texts = editions_of(played.name)
    return next((one for one in texts if one.id == played.edition), texts[-1])


LEARNING = Router(path="/", route_handlers=[show_help, show_game], include_in_schema=False)
