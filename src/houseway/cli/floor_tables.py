"""`houseway table`: the tables of the floor, and what is done at them, by those who are signed in."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from houseway.cli.books import Database, coupon_stamps, open_journal
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As, admitted, open_access
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.backoffice.people import Posting
    from houseway.floor import Floor, Outcome, TableInService
    from houseway.table.rules import Lawful

app = App(name="table", help="The tables of the floor, and what is done at them.")

TableNumber = Annotated[str, Parameter(help="The table's number, for instance TDF-1.")]
Part = Annotated[
    str | None, Parameter(name="--by", help="The part that the move is made in, such as dealer.")
]
Witness = Annotated[
    str | None,
    Parameter(
        help="The credential of whoever sees it done, where somebody must; that password is asked as well."
    ),
]
Who = Annotated[
    str | None,
    Parameter(help="Who made the move (default: whoever is assigned, or the patron of the position)."),
]


@app.command(name="list")
def list_tables(*, db: Database = None, json: Json = False) -> None:
    """List the tables that stand on the floor."""
    from houseway.floor import Floor

    with open_journal(db) as journal:
        floor = Floor(journal)
        places = [place for place in floor.tables().values() if place.retired_on is None]
        aside = floor.set_aside()
    rows = [
        {
            "table": place.name,
            "title": place.set_up.title,
            "game": place.game.name,
            "mode": place.set_up.mode.value,
            "status": place.state.status.value,
            "place": place.set_up.place,
            "submission": place.set_up.submission_hash,
        }
        for place in places
    ]
    if json:
        print_json(rows)
    else:
        print_table("Tables", tuple(rows[0]) if rows else ("table",), [tuple(row.values()) for row in rows])
        for one in aside:
            print_prose(one.cause)


@app.command(name="next")
def next_moves(table: TableNumber, *, db: Database = None, json: Json = False) -> None:
    """List what may lawfully happen next at a table, by whom, and by which clause; amounts are in dollars."""
    with open_journal(db) as journal:
        floor = _floor(journal, db)
        lawful = floor.legal(_table(floor, table), floor.clock())
    if json:
        print_json(lawful)
        return
    apart = _told_apart_by(lawful)
    rows = [
        (act.move, ", ".join(act.by), act.label, " ".join(_fields(act, apart[act.move])), act.clause)
        for act in lawful
    ]
    print_table(f"What may come next at {table}", ("move", "by", "what", "fields", "clause"), rows)


@app.command
def move(
    table: TableNumber,
    name: str,
    *fields: str,
    entered: As,
    by: Part = None,
    who: Who = None,
    witness: Witness = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Make a move at a table; what has only one lawful value need not be told.

    For instance: houseway table move TDF-1 place-wager seat=1 wager=touchdown amount=25 --as CREDENTIAL.

    Parameters
    ----------
    name
        The move, as houseway table next lists it.
    fields
        What the move tells, each as name=value; amounts are in dollars, several values are separated by commas.
    """
    with _at_table(db, entered, witness) as (floor, person):
        place = _table(floor, table)
        told = dict(map(_field, fields))
        act = _meant(floor, place, name, told, by) or _asked(place, name, by)
        outcome = _submit(floor, place, person, act, told, by=by, who=who, witness=witness)
        _print_outcome(floor, outcome, as_json=json)


@app.command
def attest(
    table: TableNumber, *, entered: As, witness: Witness = None, db: Database = None, json: Json = False
) -> None:
    """Answer for every open line of a table's check-list that falls to whoever is signed in, or that they may enter.

    An approval is named where the book of approvals has just one in force for the line; of several, name it with
    houseway table move TABLE attest step=… reference=….
    """
    from houseway.floor.crew import may_enter, signs_as_witness
    from houseway.table.roles import Role

    with _at_table(db, entered, witness) as (floor, person):
        done = []
        for act in floor.legal(_table(floor, table), floor.clock()):
            place = floor.table(table)
            if act.move != "attest" or act.text or any(len(values) > 1 for values in act.fields.values()):
                continue
            able = [by for by in act.by if may_enter(place, person, act.move, Role(by))]
            seen_by = signs_as_witness(place, act.move, act.fields["witness"][0])
            if able and (seen_by is None or witness):
                signed = witness if seen_by else None
                done.append(_submit(floor, place, person, act, {}, by=able[0], who=None, witness=signed))
        left = [step.text for step in floor.table(table).rules.unanswered(floor.table(table).state)]
    if json:
        print_json({"attested": [event.step for one in done for event in one.events], "left": left})
        return
    print(f"{len(done)} lines attested at {table}")
    for text in left:
        print(f"  still open: {text}")


@app.command
def coupon(
    table: TableNumber,
    code: str,
    *,
    seat: int,
    wager: str,
    amount: str,
    pick: str = "",
    entered: As,
    by: Part = None,
    who: Who = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Redeem a Match Play Coupon with a wager, by the text of its barcode.

    Parameters
    ----------
    code
        What a scanner reads from the coupon.
    seat
        The position of the patron.
    wager
        The wager it is played with.
    pick
        What the wager is on, where it is on one of several.
    amount
        The chips with it, in dollars.
    """
    from houseway.table.roles import Role

    with _at_table(db, entered) as (floor, person):
        place = _table(floor, table)
        part = Role(by) if by else Role.DEALER
        outcome = floor.present_coupon(
            table,
            code,
            seat=seat,
            wager=wager,
            pick=pick,
            amount=_cents(amount),
            by=part,
            who=who or _names(floor, place, person).get(part.value, person.credential),
            entered_by=person.credential,
        )
        _print_outcome(floor, outcome, as_json=json)


# What the commands share.


@contextmanager
def _at_table(
    database: str | None, credential: str, witness: str | None = None
) -> "Iterator[tuple[Floor, Posting]]":
    """The floor for somebody whose password is right, and for whoever sees what they do."""
    from houseway.floor import BadMove, UnknownTable

    with (
        open_access(database) as access,
        admitted(access, credential) as opened,
        admitted(access, witness) if witness else nullcontext(),
        told_plainly(),
    ):
        try:
            yield _floor(access.office.journal, database), opened.session.posting
        except (BadMove, UnknownTable) as bad:
            raise Failure(BAD_INPUT, str(bad), fix="houseway table next lists what may come next") from None


def _floor(journal: Any, database: str | None) -> "Floor":
    from houseway.floor import Floor

    return Floor(journal, stamps=coupon_stamps(database, journal))


def _table(floor: "Floor", name: str) -> "TableInService":
    from houseway.floor import UnknownTable

    try:
        return floor.table(name)
    except UnknownTable as unknown:
        raise Failure(BAD_INPUT, str(unknown), fix="houseway table list shows the tables") from None


def _field(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise Failure(BAD_INPUT, f"{text!r} is no field", fix="write each as name=value")
    return name.replace("-", "_"), value


def _cents(text: str) -> int:
    try:
        cents = Decimal(text.removeprefix("$").replace(",", "")) * 100
    except InvalidOperation:
        raise Failure(BAD_INPUT, f"{text!r} is no amount in dollars", fix="write 25 or 2.50") from None
    if cents != int(cents):
        raise Failure(BAD_INPUT, f"{text!r} is less than a cent exact", fix="write 25 or 2.50")
    return int(cents)


def _told_apart_by(lawful: Iterable["Lawful"]) -> dict[str, set[str]]:
    """For each move, the fields by which one of its acts is told from another."""
    found: dict[str, dict[str, set[tuple[Any, ...]]]] = {}
    for act in lawful:
        of_move = found.setdefault(act.move, {})
        for name, values in act.fields.items():
            of_move.setdefault(name, set()).add(tuple(values))
    return {
        move: {name for name, told in of_move.items() if len(told) > 1} for move, of_move in found.items()
    }


def _fields(act: "Lawful", apart: Container[str]) -> Iterator[str]:
    """What is told of an act: what there is a choice of, and what tells it from others of the same move."""
    from houseway.money import dollars

    for name, values in act.fields.items():
        # A pick that a wager does not have is not told.
        if (len(values) > 1 or name in apart) and any(value != "" for value in values):
            yield f"{name}={'|'.join(map(_written, values))}"
    yield from (f"{name}=…" for name in act.text)
    if act.amount is not None:
        yield f"amount={dollars(act.amount.low)}–{dollars(act.amount.high)}"


def _written(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _meant(
    floor: "Floor", place: "TableInService", name: str, told: Mapping[str, str], by: str | None
) -> "Lawful | None":
    """The lawful act that is meant, by what was told of it; None where none is offered."""
    for act in floor.legal(place, floor.clock()):
        offered = {field: tuple(map(_written, values)) for field, values in act.fields.items()}
        if (
            act.move == name
            and (by is None or by in act.by)
            and all(value in offered[field] for field, value in told.items() if field in offered)
        ):
            return act
    return None


def _asked(place: "TableInService", name: str, by: str | None) -> "Lawful":
    """A move that is not offered now, for the rules to say why."""
    from houseway.table.roles import Role
    from houseway.table.rules import Lawful

    rule = place.rules.rule(name)
    if rule is None:
        fix = f"houseway table next {place.name} lists what may come next"
        raise Failure(BAD_INPUT, f"{place.game.title} knows no move {name!r}", fix=fix)
    usual = rule.by if isinstance(rule.by, tuple) and rule.by else (Role.DEALER,)
    roles = (Role(by),) if by else usual
    return Lawful(move=name, by=roles, clause="", label="")


def _submit(
    floor: "Floor",
    place: "TableInService",
    person: "Posting",
    act: "Lawful",
    told: Mapping[str, str],
    *,
    by: str | None,
    who: str | None,
    witness: str | None = None,
) -> "Outcome":
    import msgspec

    from houseway.floor.crew import may_enter
    from houseway.table.roles import Role

    able = [part for part in act.by if may_enter(place, person, act.move, Role(part))]
    part = by or (able or list(act.by))[0]
    fields: dict[str, Any] = {name: values[0] for name, values in act.fields.items() if len(values) == 1}
    for name, value in told.items():
        offered = {_written(one): one for one in act.fields.get(name, ())}
        fields[name] = offered[value] if value in offered else _cents(value) if name == "amount" else value
    seat = fields.get("seat")
    mover = who or _names(floor, place, person).get(str(part), f"patron-{seat}" if seat else "patron")
    moved = {"move": act.move, "by": part, **msgspec.to_builtins(fields)}
    try:
        read = msgspec.convert(moved, place.rules.move_type, strict=False)
    except msgspec.ValidationError as invalid:
        fix = f"houseway table next {place.name} lists the moves with their fields"
        raise Failure(BAD_INPUT, _misread(act.move, str(invalid)), fix=fix) from None
    return floor.submit(place.name, read, who=mover, entered_by=person.credential, witnessed_by=witness or "")


def _misread(move: str, error: str) -> str:
    """What is wrong with the fields of a move, in the words in which they are typed."""
    if missing := re.search(r"missing required field `(\w+)`", error):
        return f"{move} needs {missing[1]}=…"
    if unknown := re.search(r"unknown field `(\w+)`", error):
        return f"{move} has no field {unknown[1]}"
    return f"{move}: {error}"


def _names(floor: "Floor", place: "TableInService", person: "Posting") -> dict[str, str]:
    from houseway.floor.crew import names_for

    return names_for(place, person, floor.office.people().values(), floor.assigned(place))


def _print_outcome(floor: "Floor", outcome: "Outcome", *, as_json: bool) -> None:
    from houseway.law import clause
    from houseway.table.words import told

    if as_json:
        print_json(outcome)
        return
    place = floor.table(outcome.table)
    for event in outcome.events:
        print(f"{told(place.game, event)}  [{place.edition.cite(clause(event.clause))}]")
