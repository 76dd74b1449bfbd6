"""One round as pages: told step by step and played back, with its proof, and as the paper that settles a dispute."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from litestar import HttpMethod, MediaType, Response, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from houseway.backoffice.paper import Paper
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.read_access import require_reader
from houseway.floor import Floor
from houseway.floor.round_index import RoundsOfFloor
from houseway.floor.round_paper import played_under, round_paper
from houseway.floor.round_proof import NOT_YET, RoundProof, entries_of, prove_round, submission_of
from houseway.floor.rounds import PlayedRound, played_round, whole_story
from houseway.floor.table import Recorded, TableInService
from houseway.law import Edition
from houseway.table.words import sentence
from houseway.web.api import known
from houseway.web.door import TheFloor, TheVisit
from houseway.web.record_readers import RECORD_READERS, reads_the_record
from houseway.web.rounds_pages import TheRounds
from houseway.web.templating import html
from houseway.web.unseen import acts_as_seen
from houseway.web.view import ActView, act_view

_READ = (HttpMethod.GET, HttpMethod.HEAD)
_HERE = "/tables/{table:str}/rounds/{number:int}"


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round with all that may be seen of it."""

    place: TableInService
    one: PlayedRound
    acts: tuple[Recorded, ...]
    edition: Edition
    zone: ZoneInfo
    names: dict[str, str]
    is_last: bool

    @property
    def here(self) -> str:
        """Its address."""
        return f"/tables/{self.one.table}/rounds/{self.one.number}"

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is to come."""
        return not self.is_last or self.place.game.between_rounds(self.place.state.play)

    @property
    def steps(self) -> tuple[ActView, ...]:
        """What was done, step by step."""
        return tuple(act_view(self.place.game, recorded) for recorded in self.acts)

    def name_of(self, who: str) -> str:
        """Who that is, by name where it is known; whoever did something, not whoever had it entered."""
        return self.names.get(who) or sentence(who)

    def by_clock(self, at: datetime) -> datetime:
        """A moment by the clock of the house."""
        return at.astimezone(self.zone)

    def recorded(self, told: Any) -> str:
        """When an entry was recorded, by the same clock."""
        return self.by_clock(datetime.fromisoformat(str(told))).strftime("%Y-%m-%d %H:%M:%S %Z")


def _round(floor: Floor, rounds: RoundsOfFloor, table: str, number: int) -> RoundPage:
    known(floor, table)
    acts = rounds.acts(table, number)
    if not acts:
        raise NotFoundException(f"no round {number} was dealt at table {table}")
    days = floor.office.days

    def see(place: TableInService) -> RoundPage:
        one = played_round(place, number, acts, days)
        return RoundPage(
            place=place,
            one=one,
            acts=tuple(acts_as_seen(place, whole_story(place, acts))),
            edition=played_under(place, one),
            zone=days.zone,
            names={credential: posting.name for credential, posting in floor.office.people().items()},
            is_last=number == place.rounds,
        )

    return floor.look(table, see)


@route(_HERE, http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_round(
    floor: TheFloor, visit: TheVisit, rounds: TheRounds, table: FromPath[str], number: FromPath[int]
) -> str:
    """A round step by step, with its settlement."""
    return html("round.html", visit, page=_round(floor, rounds, table, number))


@route(f"{_HERE}/proof", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_proof(
    floor: TheFloor, visit: TheVisit, rounds: TheRounds, table: FromPath[str], number: FromPath[int]
) -> str:
    """Its entries proved on the spot."""
    page = _round(floor, rounds, table, number)
    hashes = reads_the_record(visit.person)
    return html("round_proof.html", visit, page=page, proof=_proof(floor, page), hashes=hashes)


@route(f"{_HERE}/proof.json", http_method=_READ, sync_to_thread=True)
def send_proof(
    floor: TheFloor, visit: TheVisit, rounds: TheRounds, table: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """The proofs to take away, for `houseway journal check-proof`; of a round that is over."""
    if visit.person is not None:
        require_reader(RECORD_READERS, visit.person.position, "proof of a round", SEPARATE_DUTIES)
    page = _round(floor, rounds, table, number)
    if not page.is_over:
        raise NotFoundException("the round is not over yet")
    return _download(_proof(floor, page).proofs, f"{table}-{number}-proof.json")


@route(f"{_HERE}/paper", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_paper(
    floor: TheFloor, visit: TheVisit, rounds: TheRounds, table: FromPath[str], number: FromPath[int]
) -> str:
    """The paper of a round, to look at and to print."""
    from houseway.papers.writing import cited, day_in_words

    page = _round(floor, rounds, table, number)
    paper = _paper(floor, page)
    return html(
        "round_paper.html",
        visit,
        page=page,
        paper=paper,
        day=day_in_words(paper.day),
        cited=cited(paper.clause),
    )


@route(f"{_HERE}/paper.pdf", http_method=_READ, sync_to_thread=True)
def send_paper(
    floor: TheFloor, visit: TheVisit, rounds: TheRounds, table: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """The paper of a round as PDF."""
    from houseway.papers.form import form_pdf

    page = _round(floor, rounds, table, number)
    headers = {"Content-Disposition": f'inline; filename="{table}-{number}.pdf"'}
    return Response(form_pdf(_paper(floor, page), page.zone), media_type="application/pdf", headers=headers)


@route(f"{_HERE}/round.json", http_method=_READ, sync_to_thread=True)
def send_round(
    floor: TheFloor, visit: TheVisit, rounds: TheRounds, table: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """A round for programs: what was done, what was shown, what was paid, with the clauses."""
    page = _round(floor, rounds, table, number)
    told = {"round": page.one, "edition": page.edition.id, "steps": page.steps}
    return _download(told, f"{table}-{number}.json")


def _proof(floor: Floor, page: RoundPage) -> RoundProof:
    if not page.is_over:
        return NOT_YET
    # What is proved is what is shown: also the wagers, which were laid before the round began.
    entries = entries_of(floor.journal, page.one.table, page.acts[0].version, page.acts[-1].version)
    return prove_round(floor.journal, entries)


def _paper(floor: Floor, page: RoundPage) -> Paper:
    one = page.one
    entries = entries_of(floor.journal, one.table, one.first, one.last)
    return round_paper(
        page.place,
        one,
        page.acts,
        house=floor.office.house,
        names=page.names,
        now=floor.clock().astimezone(page.zone),
        submission=submission_of(entries),
        proof=_proof(floor, page).words,
    )


def _download(told: Any, name: str) -> Response[Any]:
    return Response(
        told,
        media_type=MediaType.JSON,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


ROUND = Router(
    path="/",
    route_handlers=[show_round, show_proof, send_proof, show_paper, send_paper, send_round],
    include_in_schema=False,
)
