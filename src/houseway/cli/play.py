"""`houseway games`, `houseway settle` and `houseway replay`: the games themselves."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.cli.books import Database, open_journal
from houseway.cli.files import read_text
from houseway.cli.findings import print_findings
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.floor.dispute import SettledRound
    from houseway.journal import Journal
    from houseway.law import Edition
    from houseway.table.game import Game
    from houseway.table.wagers import Wager


def games(game: str | None = None, *, json: Json = False) -> None:
    """List the games, their chapters and editions, and every wager with its odds.

    Parameters
    ----------
    game
        One game only, by its name.
    """
    from houseway.games import UnknownGame
    from houseway.games import games as all_games
    from houseway.law import editions_of

    if game is not None and game not in all_games():
        raise Failure(BAD_INPUT, str(UnknownGame(game)))
    kinds = all_games().values() if game is None else (all_games()[game],)
    found = [kind.under(kind.submission_type()) for kind in kinds]
    if json:
        print_json(
            [
                {
                    "game": one.name,
                    "title": one.title,
                    "editions": [
                        {
                            "id": edition.id,
                            "chapter": edition.chapter,
                            "in_force_from": edition.in_force_from,
                            "in_force_before": edition.in_force_before,
                            "status": edition.status,
                        }
                        for edition in editions_of(one.name)
                    ],
                    "wagers": [
                        {
                            "wager": wager.name,
                            "title": wager.title,
                            "picks": wager.picks,
                            "clause": wager.clause.id,
                            "pays": [
                                {"line": line.label, "odds": str(line.odds), "clause": line.clause.id}
                                for line in wager.paytable
                            ],
                        }
                        for wager in one.catalogue.values()
                    ],
                }
                for one in found
            ]
        )
        return
    for one in found:
        texts = ", ".join(dict.fromkeys(edition.title for edition in editions_of(one.name)))
        print_table(
            f"{one.title} ({one.name}), {texts}",
            ("wager", "clause", "pays"),
            [(wager.name, wager.clause.id, _pays(wager)) for wager in one.catalogue.values()],
        )


def _pays(wager: "Wager") -> str:
    """What a wager pays, line by line where it has several."""
    lines = wager.paytable
    return "; ".join(
        f"{line.label}: {wager.pays(line)}" if len(lines) > 1 else wager.pays(line) for line in lines
    )


def settle(file: Path, *, explain: bool = False, json: Json = False) -> None:
    """Settle a round written in a TOML file, in lawful order, with the clause of every payment.

    Parameters
    ----------
    file
        The round: game, wagers, and what was thrown (houseway.floor.written_round describes the form).
    explain
        Tell the whole round and what each clause says.
    """
    from houseway.floor.dispute import settle_round
    from houseway.floor.written_round import BadRound, read_round
    from houseway.law import editions_of

    text = read_text(file)
    try:
        with told_plainly():
            settled = settle_round(read_round(text))
    except BadRound as bad:
        raise Failure(BAD_INPUT, f"{file}: {bad}") from None
    if json:
        print_json({**_as_dict(settled), "lines": settled.lines})
        return
    edition = next(e for e in editions_of(settled.game) if e.id == settled.edition)
    if explain:
        _tell(settled, edition)
    _print_settlement(settled, edition)


def _as_dict(settled: "SettledRound") -> dict[str, object]:
    import msgspec

    return msgspec.structs.asdict(settled)


def _game_of(settled: "SettledRound") -> "Game[Any]":
    from houseway.games import game_under, submission_for

    return game_under(submission_for(settled.game, settled.options))


def _tell(settled: "SettledRound", edition: "Edition") -> None:
    """The round event by event, then what each clause in it says and how it is read."""
    from houseway.floor.settlement import lines_of
    from houseway.law import clause, readings_for
    from houseway.law.readings import UNCONFIRMED
    from houseway.table.words import told

    game = _game_of(settled)
    cited: dict[str, None] = {}
    for event in settled.events:
        print_prose(f"{told(game, event)}  [{edition.cite(clause(event.clause))}]")
        cited |= dict.fromkeys((event.clause, *event.also))
    for line in lines_of(game, settled.events):
        cited |= dict.fromkeys(line.cited)
    print("\nWhat the clauses say:")
    for clause_id in cited:
        print_prose(f"{edition.cite(clause(clause_id))}: {clause(clause_id).told}", indent="  ")
    print()
    print_prose(f"How they are read. {UNCONFIRMED}")
    for reading in {r.id: r for clause_id in cited for r in readings_for(clause_id)}.values():
        print_prose(f"{reading.id}: {reading.reading}", indent="  ")
    print()


def _print_settlement(settled: "SettledRound", edition: "Edition") -> None:
    """The settlement as the page of a table shows it: line by line, then what was shown and the net of every position."""
    from houseway.floor.settlement import lines_of
    from houseway.law import clause
    from houseway.money import dollars
    from houseway.table.words import wager_title

    game = _game_of(settled)
    print_table(
        f"Settlement in lawful order, {edition.title}",
        ("", "position", "wager", "stake", "result", "brought", "odds", "decided, paid and placed by"),
        [
            (
                number,
                line.seat or "dealer",
                line.title,
                dollars(line.stake) if line.stake and not line.undoes else "",
                line.how,
                line.brought,
                line.odds,
                ", ".join(edition.cite(clause(cited)) for cited in line.cited),
            )
            for number, line in enumerate(lines_of(game, settled.events), 1)
        ],
    )
    for result in settled.results:
        print(result.told if game.pieces is None else "\n".join(filter(None, (result.words, *result.nets))))
    for bet in settled.standing:
        title = wager_title(game, bet.wager, bet.pick)
        print(f"still standing: position {bet.seat}, {dollars(bet.amount)} on {title}")


def replay(table: str, *, until: int | None = None, db: Database = None, json: Json = False) -> None:
    """Replay a table from the journal alone; where today's rules give other events, those that were recorded stand.

    Parameters
    ----------
    table
        The table's number, for instance TDF-1.
    until
        Stop at this version of the table.
    """
    from houseway.backoffice.office import Office
    from houseway.floor import UnknownTable, replay_table
    from houseway.floor.replay import Finding
    from houseway.floor.settlement import last_result
    from houseway.law import clause
    from houseway.table.words import told

    with open_journal(db) as journal:
        try:
            _check_until(journal, table, until)
            place = replay_table(journal, table, until)
            zone = Office(journal).days.zone
        except UnknownTable as unknown:
            raise Failure(BAD_INPUT, str(unknown), fix="houseway table list shows the tables") from None
    if json:
        print_json(
            {
                "table": table,
                "version": place.version,
                "state": place.state,
                "record": tuple(place.record),
                "differences": place.differences,
            }
        )
        return
    for recorded in place.record:
        when = f"{recorded.version:>5}  {recorded.act.at.astimezone(zone):%Y-%m-%d %H:%M:%S %Z}  "
        for event in recorded.events:
            cited = place.edition.cite(clause(event.clause))
            print_prose(f"{when}{told(place.game, event)}  [{cited}]", goes_on=" " * len(when))
    result = last_result(place)
    if result is not None:
        print_prose(result.told)
    print_prose(f"{table} at version {place.version}: {place.game.display(place.state.play).words}")
    print_findings(Finding(table, one.version, one.said) for one in place.differences)


def _check_until(journal: "Journal", table: str, until: int | None) -> None:
    from houseway.floor.table import TABLE_STREAM

    version = journal.version(TABLE_STREAM + table)
    if version and until is not None and not 1 <= until <= version:
        fix = f"choose a version from 1 to {version}"
        raise Failure(BAD_INPUT, f"{table} has no version {until}", fix=fix)
