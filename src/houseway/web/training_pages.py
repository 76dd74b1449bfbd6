"""Drills as pages: asked by number, answered by the game, and kept in the trainee's record where somebody is signed in.

Anybody may practise; who is not signed in has no record. What a trainee has not answered rightly comes again.
"""

import csv
import io
import secrets
from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import HttpMethod, MediaType, Response, Router, post, route
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, QueryParameter
from litestar.response import Redirect

from houseway.backoffice.people import Department, Position, Posting
from houseway.backoffice.policy import Permit, anyone_of
from houseway.floor import Floor
from houseway.floor.drill import Drill
from houseway.floor.drills import ABOUT, KINDS, drill
from houseway.floor.training import (
    LONGEST_SECONDS,
    DrillAnswered,
    TrainingLine,
    answers_of,
    due_again,
    record_answer,
    results_of,
    trainees,
)
from houseway.games import games
from houseway.web.door import PUBLIC, Me, TheFloor, TheVisit, Visit
from houseway.web.learning_pages import kinds_asked, usual
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)
_MOST_DRILLS = 10**9
# How many drills are one run.
RUN = 10
# A rule of the house: how others do is for whoever leads them at the tables, or audits.
TRAINERS = (
    Permit(Position.FLOORPERSON),
    *anyone_of(Department.INTERNAL_AUDIT),
    *anyone_of(Department.CASINO_COMPLIANCE),
)

Number = Annotated[int | None, QueryParameter(ge=0, lt=_MOST_DRILLS)]


class AnswerForm(msgspec.Struct, kw_only=True):
    """What a page tells of an answer; the time is in seconds, and empty where nobody took it."""

    number: Annotated[int, msgspec.Meta(ge=0, lt=_MOST_DRILLS)]
    answer: Annotated[int, msgspec.Meta(ge=0, le=9)]
    seconds: Annotated[str, msgspec.Meta(pattern=r"^(\d{1,4}(\.\d{1,3})?)?$")] = ""
    csrf: str = ""


@route("/train", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_training(floor: TheFloor, visit: TheVisit) -> str:
    """Every game with its kinds of drills, and how far one has come."""
    return html(
        "train_all.html",
        visit,
        games=[(name, str(game.title), kinds_asked(name)) for name, game in games().items()],
        kinds=KINDS,
        mine=_mine(floor, visit),
    )


@route("/train/{game:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_drills_of_game(floor: TheFloor, visit: TheVisit, game: FromPath[str]) -> str:
    """The drills of one game, and how far one has come."""
    name = usual(game).name
    return html(
        "train_game.html",
        visit,
        name=name,
        title=str(games()[name].title),
        kinds=kinds_asked(name),
        about=ABOUT,
        mine=_mine(floor, visit),
    )


def _mine(floor: Floor, visit: Visit) -> dict[tuple[str, str], TrainingLine]:
    """How whoever is signed in does, by game and kind."""
    if not visit.person:
        return {}
    lines = results_of(visit.credential, answers_of(floor.journal, visit.credential))
    return {(line.game, line.kind): line for line in lines}


@route("/train/results", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_results(floor: TheFloor, visit: TheVisit, me: Me) -> str:
    """How trainees do: everybody's for whoever leads them, else one's own."""
    return html(
        "train_results.html",
        visit,
        lines=tuple(_results(floor, me)),
        everybody=_leads(me),
        names=_names(floor),
        titles={name: game.title for name, game in games().items()},
        kinds=KINDS,
        zone=floor.office.days.zone,
    )


@route("/train/results.csv", http_method=_READ, sync_to_thread=True)
def send_results(floor: TheFloor, me: Me) -> Response[str]:
    """The same for the training records of the house."""
    names, written = _names(floor), io.StringIO()
    sheet = csv.writer(written)
    sheet.writerow(("credential", "name", "game", "drill", "asked", "right", "median seconds", "last"))
    for line in _results(floor, me):
        sheet.writerow(
            (
                line.credential,
                names.get(line.credential, ""),
                line.game,
                line.kind,
                line.asked,
                line.right,
                "" if line.seconds is None else line.seconds,
                line.last.isoformat(),
            )
        )
    headers = {"Content-Disposition": 'attachment; filename="training.csv"'}
    return Response(written.getvalue(), media_type="text/csv", headers=headers)


@route(
    "/train/{game:str}/{kind:str}",
    http_method=_READ,
    sync_to_thread=True,
    media_type=MediaType.HTML,
    opt=PUBLIC,
)
def show_drill(
    floor: TheFloor,
    visit: TheVisit,
    game: FromPath[str],
    kind: FromPath[str],
    number: Number = None,
    answer: Annotated[int | None, QueryParameter(ge=0, le=9)] = None,
) -> str:
    """A drill, and once it is answered, whether that was right and why; one that is due again comes first."""
    played = usual(game)
    _check_kind(kind)
    again = None
    if number is None and visit.person is not None:
        again = due_again(answers_of(floor.journal, visit.credential), game, kind, floor.clock())
    asked = next(one for one in (number, again, secrets.randbelow(_MOST_DRILLS)) if one is not None)
    found: Drill | None = drill(played, kind, asked)
    return html(
        "train.html",
        visit,
        game=played,
        kind=kind,
        title=KINDS[kind][0],
        game_title=str(games()[game].title),
        kinds=kinds_asked(game),
        number=asked,
        again=again is not None,
        drill=found,
        answer=answer if found is not None and answer is not None and answer < len(found.choices) else None,
        run=RUN,
    )


@post("/train/{game:str}/{kind:str}", sync_to_thread=True)
def answer_drill(
    floor: TheFloor,
    me: Me,
    game: FromPath[str],
    kind: FromPath[str],
    data: Annotated[AnswerForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Redirect:
    """Keep an answer in one's record, judged by the game itself, and show what was right."""
    played = usual(game)
    _check_kind(kind)
    found = drill(played, kind, data.number)
    if found is None or data.answer >= len(found.choices):
        raise NotFoundException("there is no such choice")
    taken = min(float(data.seconds or 0), LONGEST_SECONDS)
    answered = DrillAnswered(
        game=game,
        kind=kind,
        number=data.number,
        answer=data.answer,
        right=data.answer == found.right,
        tenths=round(taken * 10),
    )
    record_answer(floor.journal, me.credential, answered, floor.clock())
    return Redirect(f"/train/{game}/{kind}?number={data.number}&answer={data.answer}", status_code=303)


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise NotFoundException(f"there is no drill {kind!r}; there are: {', '.join(KINDS)}")


def _leads(me: Posting) -> bool:
    return any(permit.admits(me.position) for permit in TRAINERS)


def _results(floor: Floor, me: Posting) -> Iterator[TrainingLine]:
    for credential in trainees(floor.journal) if _leads(me) else (me.credential,):
        yield from results_of(credential, answers_of(floor.journal, credential))


def _names(floor: Floor) -> dict[str, str]:
    return {credential: posting.name for credential, posting in floor.office.people().items()}


TRAINING = Router(
    path="/",
    route_handlers=[show_training, show_drills_of_game, show_results, send_results, show_drill, answer_drill],
    include_in_schema=False,
)
