"""The dispute desk: enter what happened, and see how the rules settle it, with every clause and how it is read.

It shows nothing of the house and records nothing, so it stands open: a patron may ask as well as surveillance.
"""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import HttpMethod, MediaType, Response, Router, post, route
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromQuery

from houseway.floor.dispute import NotOver, SettledRound, settle_round
from houseway.floor.settlement import SettlementLine, lines_of
from houseway.floor.written_round import BadRound, example_of, read_round, written_move
from houseway.games import UnknownGame, game_under, games, submission_for
from houseway.law import Clause, Edition, NoEdition, Reading, RuleViolation, clause, editions_of, readings_for
from houseway.law.readings import UNCONFIRMED
from houseway.table.words import capital, told, wager_title
from houseway.web.door import PUBLIC, TheVisit, Visit
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)
_LONGEST = 20_000


class DisputeForm(msgspec.Struct, kw_only=True):
    """What the form of the desk tells."""

    round: Annotated[str, msgspec.Meta(max_length=_LONGEST)] = ""
    csrf: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A round as the rules settle it: its lines, what was done event by event, and the law behind it."""

    settled: SettledRound
    title: str
    edition: Edition
    lines: tuple[SettlementLine, ...]
    events: tuple[tuple[str, str], ...]
    standing: tuple[str, ...]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a round cannot be settled as written, by which clause, and what may have come next."""

    words: str
    clause: str = ""
    fix: str = ""
    # What may be written next: in words, and as a round in writing has it.
    next: tuple[tuple[str, str], ...] = ()


@route("/dispute", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_desk(visit: TheVisit, game: FromQuery[str] = "") -> str:
    """The desk, with a round of the game to begin with."""
    named = game or next(iter(games()))
    if named not in games():
        raise NotFoundException(f"there is no game {named!r}")
    return _page(visit, example_of(named), named)


@post("/dispute", sync_to_thread=True, media_type=MediaType.HTML, status_code=200, opt=PUBLIC)
def settle(
    visit: TheVisit, data: Annotated[DisputeForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Response[str]:
    """The round as written, settled; or why it cannot be."""
    text = data.round.replace("\r\n", "\n")
    found = judge(text)
    status = 200 if isinstance(found, Judgement) else 422
    return Response(
        _page(visit, text, _game_named(text), found), media_type=MediaType.HTML, status_code=status
    )


def _game_named(text: str) -> str:
    """The game that a round in writing is of; none where it cannot be read."""
    try:
        return read_round(text).game
    except BadRound:
        return ""


def judge(text: str) -> Judgement | Objection:
    """Settle a round in writing by the rules."""
    try:
        settled = settle_round(read_round(text))
    except NotOver as open_:
        choices = tuple((act.label, written_move(act)) for act in open_.acts)
        return Objection("The round is not over. What came next?", next=choices)
    except RuleViolation as refusal:
        return Objection(f"{capital(refusal.message)}.", refusal.clause.id, refusal.fix)
    except (BadRound, UnknownGame, NoEdition) as bad:
        return Objection(f"{capital(str(bad))}.")
    game = game_under(submission_for(settled.game, settled.options))
    lines = tuple(lines_of(game, settled.events))
    cited = dict.fromkeys(
        (*(id for line in lines for id in line.cited), *(event.clause for event in settled.events))
    )
    clauses = tuple(clause(id) for id in cited if id)
    readings = {reading.id: reading for one in clauses for reading in readings_for(one.id)}
    return Judgement(
        settled=settled,
        title=game.title,
        edition=next(one for one in editions_of(settled.game) if one.id == settled.edition),
        lines=lines,
        events=tuple((told(game, event), event.clause) for event in settled.events),
        standing=tuple(
            f"position {bet.seat}, {wager_title(game, bet.wager, bet.pick)}" for bet in settled.standing
        ),
        clauses=clauses,
        readings=tuple(readings.values()),
    )


def _page(visit: Visit, text: str, game: str, found: Judgement | Objection | None = None) -> str:
    return html(
        "dispute.html",
        visit,
        text=text,
        game=game,
        games={name: one.title for name, one in games().items()},
        judgement=found if isinstance(found, Judgement) else None,
        objection=found if isinstance(found, Objection) else None,
        longest=_LONGEST,
        caution=UNCONFIRMED,
    )


DISPUTE = Router(path="/", route_handlers=[show_desk, settle], include_in_schema=False)
