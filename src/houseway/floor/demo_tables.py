"""The tables of the demo property: of each game those that its `demo.toml` brings, one for training as a rule, which stands ready, and one for live play."""

from typing import Any

import msgspec

from houseway.backoffice.tables.orders import SetUpTable, SetUpTrainingTable
from houseway.equipment.dice import DiceGame, known_by
from houseway.floor.crew import crew_of
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import AUDITOR, FLOORPERSON, PROPERTY, SHIFT_MANAGER, STAFF
from houseway.floor.floor import Floor
from houseway.floor.property import Mode
from houseway.floor.table import TableInService
from houseway.games import brought_along, games, submission_for
from houseway.money import Cents
from houseway.submission import Submission
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BuyIn
from houseway.table.moves import TakeSeat
from houseway.table.procedure import OpenTable
from houseway.table.rules import Lawful

_CREW = crew_of(STAFF)


class DemoTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the demo property: its game, what the house chose of it, and what the players at positions 1, 2, ... buy in for.

    For live play with dice it says which game these are for, as 603a.13 tells games apart.
    """

    game: str = ""
    name: str
    title: str
    mode: Mode
    dice: DiceGame | None = None
    options: dict[str, Any] = {}
    buy_ins: tuple[Cents, ...] = (100_000, 50_000)


class _Brought(msgspec.Struct, forbid_unknown_fields=True):
    """What a game's `demo.toml` holds: its tables, and why each has a camera at either end where no source says how many."""

    tables: tuple[DemoTable, ...] = ()
    cameras: str = ""


# A game without the file has no tables in the demo property.
_BROUGHT = {
    game: msgspec.toml.decode(brought_along(game, "demo.toml") or "", type=_Brought) for game in games()
}
TABLES: tuple[DemoTable, ...] = tuple(
    msgspec.structs.replace(table, game=game)
    for game, brought in _BROUGHT.items()
    for table in brought.tables
)
CAMERAS = {game: brought.cameras for game, brought in _BROUGHT.items() if brought.cameras}
LIVE_TABLES = tuple(table for table in TABLES if table.mode is Mode.LIVE)
TRAY: Cents = 5_000_000
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def chosen_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a submission of this house."""
    return {"certificate_holder": PROPERTY, **options}


def submissions() -> dict[str, Submission]:
    """The submission that each table runs under."""
    return {table.name: submission_for(table.game, chosen_options(table.options)) for table in TABLES}


def make_tables(floor: Floor, clerk: Clerk | None = None) -> None:
    """Bring the tables to the floor, or those that are missing; training tables open with two players and pieces ready to deal.

    A clerk has them set up by order; without one, in a house whose papers are not at hand, they are brought as they are.
    """
    under = submissions()
    aside = {one.table for one in floor.set_aside()}
    for table in TABLES:
        if table.name in aside:
            continue
        if table.name not in floor.tables():
            if clerk is None:
                floor.set_up_table(table.name, table.title, under[table.name], mode=table.mode, tray=TRAY)
            else:
                _set_up(clerk, table, under[table.name].digest())
        if table.mode is Mode.TRAINING:
            _open(floor, table.name)
            _seat_players(floor, table)
            if not floor.demo_completed:
                _prepare_pieces(floor, floor.table(table.name))


def _set_up(clerk: Clerk, table: DemoTable, digest: str) -> None:
    clerk.go_to(0)
    if table.mode is Mode.LIVE:
        live = SetUpTable(table=table.name, title=table.title, submission=digest)
        clerk.give(f"table/{table.name}", live, SHIFT_MANAGER, AUDITOR)
        return
    training = SetUpTrainingTable(
        table=table.name, title=table.title, game=table.game, submission=digest, tray=TRAY
    )
    clerk.give(f"table/{table.name}", training, FLOORPERSON)


def _open(floor: Floor, table: str) -> None:
    place = floor.table(table)
    if any(isinstance(recorded.act.move, OpenTable) for recorded in place.record):
        return
    _bring_dice(floor, place)
    for step in (step for stage in Stage for step in place.rules.missing(place.state, stage)):
        approval = {"reference": f"demo {step.id}"} if step.stage is Stage.APPROVAL else {}
        _submit(floor, table, move="attest", by=step.by[0], step=step.id, witness=step.witness, **approval)
    today = floor.office.days.day_of(floor.clock())
    _submit(floor, table, move="open-table", by="floorperson", gaming_day=today.isoformat())


def _bring_dice(floor: Floor, place: TableInService) -> None:
    """Inspected dice of today where the game has dice: those of an earlier, interrupted making may have outlived their time."""
    dice, rules = place.state.dice, place.game.dice
    if rules is None:
        return
    if dice is None or dice.since.date() != floor.clock().date():
        _submit(
            floor,
            place.name,
            move="issue-dice",
            by="pit-manager",
            serial=f"{place.name}-{_LETTERS[len(place.state.used_dice)]}",
            colours=rules.colours,
        )
    if place.state.dice is not None and not place.state.dice.inspected:
        _submit(
            floor,
            place.name,
            move="inspect-dice",
            by=place.game.dice_handling.inspectors[0],
            instruments=_INSTRUMENTS,
        )


_INSTRUMENTS = ("micrometer", "balancing-caliper", "steel-set-square", "magnet")


def _seat_players(floor: Floor, table: DemoTable) -> None:
    done = [recorded.act.move for recorded in floor.table(table.name).record]
    for seat, chips in enumerate(table.buy_ins, 1):
        if TakeSeat(seat=seat) not in done:
            _submit(floor, table.name, move="take-seat", seat=seat)
        if BuyIn(seat=seat, amount=chips) not in done:
            _submit(floor, table.name, move="buy-in", by="dealer", seat=seat, amount=chips)


# How what is past its time leaves the table.
_REMOVED_BY = ("remove-deck", "remove-tiles")


def _prepare_pieces(floor: Floor, place: TableInService) -> None:
    """Decks or tiles ready to be dealt: those of an earlier, interrupted making may be past their time."""
    _remove_old(floor, place)
    while step := _next_step(floor, place):
        first = {name: values[0] for name, values in step.fields.items()}
        if "serial" in step.text:
            first["serial"] = f"{place.name}-{_letters(len(place.state.decks))}"
        _submit(floor, place.name, **{"move": step.move, "by": step.by[0], **first})


def _letters(number: int) -> str:
    """A to Z, then AA and on: decks fill a shoe by the dozen."""
    round_, letter = divmod(number, len(_LETTERS))
    return (_letters(round_ - 1) if round_ else "") + _LETTERS[letter]


def _remove_old(floor: Floor, place: TableInService) -> None:
    today = floor.clock().date()
    for serial, since in place.state.decks.items():
        for act in place.legal(floor.clock()) if since.date() != today else ():
            about = act.fields.get("deck", (serial,))
            if act.move in _REMOVED_BY and serial in map(known_by, about):
                _submit(
                    floor,
                    place.name,
                    **{
                        "move": act.move,
                        "by": act.by[0],
                        **({"deck": about[0]} if "deck" in act.fields else {}),
                    },
                )


def _next_step(floor: Floor, place: TableInService) -> Lawful | None:
    """The next step that brings a deck or a set of tiles from its box into play, the first player having a look on the way."""
    for act in place.legal(floor.clock()):
        rule = place.rules.rule(act.move)
        if rule is not None and rule.prepares and not act.rare and not rule.chance:
            return act
    return None


def _submit(floor: Floor, table: str, **move: Any) -> None:
    floor.submit(table, move, who=_CREW.get(str(move.get("by", "")), "patron"))
