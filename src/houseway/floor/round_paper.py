"""A round on paper: what a patron in dispute, surveillance or a regulator is handed, with the clause for every line of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from houseway.backoffice.paper import Field, Grid, Paper, Signature
from houseway.floor.rounds import PlayedRound
from houseway.floor.table import Recorded, TableInService
from houseway.law import Clause, Edition, Reading, clause, editions_of, pa, readings_for
from houseway.money import dollars
from houseway.table.events import Event
from houseway.table.procedure import TableOpened
from houseway.table.words import capital, sentence, spoken, told

# Whatever the house recorded of a round is a record that it keeps.
KEPT = pa("465a.6(c)")


def round_paper(
    place: TableInService,
    one: PlayedRound,
    acts: Sequence[Recorded],
    *,
    house: str,
    names: Mapping[str, str],
    now: datetime,
    submission: str,
    proof: str,
) -> Paper:
    """The paper of a round; `acts` are those of it as they may be seen, `submission` the hash of what it was played under.

    `proof` says how the record was verified. Times are by the clock that tells what time it is now.
    """
    cited = tuple(_cited(one, acts))
    return Paper(
        title=f"{place.game.title}: {one.result.name}",
        number=f"{one.table} {one.number}",
        holder=house,
        day=one.day,
        clause=KEPT,
        fields=(
            Field(label="Table", value=f"{one.table}, {place.set_up.title}"),
            Field(label="Gaming day", value=one.day.isoformat()),
            Field(label="Began", value=_clock(one.at, now)),
            Field(label="Last entry", value=_clock(acts[-1].act.at, now)),
            Field(label="Played under", value=played_under(place, one).title),
            Field(label="Rules Submission", value=submission),
            Field(label="What it showed", value=one.result.words),
            Field(label="Brought", value="; ".join(map(capital, one.result.nets)) or "nothing was settled"),
            *(
                Field(label="Irregularity", value=_irregularity(place, name))
                for name in dict.fromkeys(one.irregularities)
            ),
            *(Field(label="Match Play Coupon", value=str(serial)) for serial in one.coupons),
        ),
        grids=(
            Grid(
                title="Settlement in lawful order",
                headings=("Position", "Wager", "Stake", "Result", "Brought", "Odds", "By"),
                rows=tuple(
                    (
                        str(line.seat or ""),
                        line.title,
                        dollars(line.stake) if line.stake else "",
                        line.how,
                        line.brought,
                        line.odds,
                        ", ".join(map(_as_cited, line.cited)),
                    )
                    for line in one.lines
                ),
            ),
            Grid(
                title="What was done, entry by entry",
                headings=("Entry", "Time", "By", "What happened", "Clause"),
                rows=tuple(_done(place, acts, names, now)),
            ),
            Grid(
                title="What the clauses say, in our own words",
                headings=("Clause", "Says"),
                rows=tuple((_as_cited(found.id), found.told) for found in cited),
            ),
            *_readings(cited),
        ),
        notes=(
            proof,
            "Times are by the house's clock. Houseway is nobody's approval: a regulator approves rules and devices.",
        ),
        signatures=(Signature(part="surveillance"), Signature(part="patron, received")),
    )


def played_under(place: TableInService, one: PlayedRound) -> Edition:
    """The text under which the table was open when a round was played."""
    opened = (
        event.edition
        for recorded in place.record.back_from(one.last)
        for event in recorded.events
        if isinstance(event, TableOpened)
    )
    named = next(opened, "")
    return next((known for known in editions_of(place.game.name) if known.id == named), place.edition)


def _clock(at: datetime, now: datetime) -> str:
    return f"{at.astimezone(now.tzinfo):%Y-%m-%d %H:%M:%S %Z}"


def _irregularity(place: TableInService, name: str) -> str:
    remedy = place.game.irregularities.get(name)
    return f"{capital(remedy.title)}: {remedy.orders} ({remedy.clause.id})" if remedy else sentence(name)


def _done(
    place: TableInService, acts: Iterable[Recorded], names: Mapping[str, str], now: datetime
) -> Iterator[tuple[str, ...]]:
    for recorded in acts:
        act = recorded.act
        who = capital(names.get(act.entered_by or act.who, act.entered_by or spoken(act.who)))
        at = f"{act.at.astimezone(now.tzinfo):%H:%M:%S}"
        for number, event in enumerate(recorded.events):
            first = (str(recorded.version), at, who) if number == 0 else ("", "", "")
            yield (*first, told(place.game, event), _as_cited(event.clause))


def _cited(one: PlayedRound, acts: Iterable[Recorded]) -> Iterator[Clause]:
    """Every clause by which the round was played or settled, once, those of the settlement first."""
    events: list[Event] = [event for recorded in acts for event in recorded.events]
    ids = (*(id for line in one.lines for id in line.cited), *(event.clause for event in events))
    yield from (clause(id) for id in dict.fromkeys(filter(None, ids)))


def _as_cited(clause_id: str) -> str:
    """A clause as a paper cites it: what no source prints says so, and is not named by its number in our register."""
    return clause(clause_id).marked(clause_id) if clause_id else ""


def _readings(cited: Iterable[Clause]) -> Iterator[Grid]:
    found: dict[str, Reading] = {reading.id: reading for one in cited for reading in readings_for(one.id)}
    if found:
        yield Grid(
            title="How the law was read where it can be read in two ways",
            headings=("Reading", "Where it is unclear", "Read as"),
            rows=tuple((one.id, capital(one.problem), capital(one.reading)) for one in found.values()),
        )
