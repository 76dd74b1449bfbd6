"""Which table may be set up, ruled, renamed, moved or retired, under which rules (601a.2, 465a.9, 465a.35)."""

from datetime import date

import msgspec

from houseway.backoffice.approvals.filings import Filing, filed_submission, sign_at
from houseway.backoffice.approvals.gates import OPTIONS_CHANGED, approved_submission
from houseway.backoffice.approvals.kinds import FILED_PER_GAME
from houseway.backoffice.approvals.on_site import take_down_sign
from houseway.backoffice.approvals.orders import TakeDownSign
from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.revenue.trays import REVENUE, open_tray_of
from houseway.backoffice.rosters.assigning import remove_table
from houseway.backoffice.rosters.assignments import coverage, tables_on_floor
from houseway.backoffice.rosters.cameras import DEDICATED
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION
from houseway.backoffice.rosters.now import table_on_floor
from houseway.backoffice.rosters.orders import CoverageLost, RemoveTable
from houseway.backoffice.rosters.supervision import EVERY_TABLE
from houseway.backoffice.tables.entries import Mode, is_open
from houseway.backoffice.tables.orders import (
    MoveTable,
    RenameTable,
    RetireTable,
    RuleTable,
    SetUpTable,
    SetUpTrainingTable,
    TableBrought,
    TableMoved,
    TableRenamed,
    TableRetired,
    TableRuled,
)
from houseway.backoffice.tables.schema import Standing, standing_of
from houseway.games import UnknownGame, game_under, submission_for
from houseway.law import Clause, RuleViolation, implements
from houseway.money import Cents
from houseway.submission import Submission


@implements("125-149:RAF(24)#4", "465a.35(b)", readings=("B-PW-05", "B-ED-07"))
def set_up_table(order: SetUpTable, desk: Desk) -> tuple[Fact, ...]:
    """A live table under a submission that is approved and in force, and that the floor plan shows as it is played."""
    _check_new(order.table, desk)
    filing = _in_force(order.submission, desk, desk.day)
    check_planned_as_played(desk, order.table, filing.submission())
    _check_tray_closed(order.table, desk)
    # Its float is what the opener says, each time that it opens.
    return (_brought(order.table, order.title, filing.submission(), Mode.LIVE, 0, FILED_PER_GAME),)


def set_up_training_table(order: SetUpTrainingTable, desk: Desk) -> tuple[Fact, ...]:
    """A training table: nobody's money is on it, so that a filed submission will do, or the usual rules of a game."""
    _check_new(order.table, desk)
    submission = _to_train_under(order, desk)
    return (_brought(order.table, order.title, submission, Mode.TRAINING, order.tray, SEPARATE_DUTIES),)


def _to_train_under(order: SetUpTrainingTable, desk: Desk) -> Submission:
    if order.submission is None:
        try:
            return submission_for(order.game, {"certificate_holder": house_name(desk.connection)})
        except UnknownGame as unknown:
            raise RuleViolation(FILED_PER_GAME, str(unknown)) from None
    filing = filed_submission(desk.connection, order.submission)
    if filing is None:
        raise RuleViolation(
            FILED_PER_GAME,
            f"no Rules Submission with the content hash {order.submission} stands filed",
            fix="file it first, or name none and train by the usual rules of the game",
        )
    if filing.content["game"] != order.game:
        raise RuleViolation(FILED_PER_GAME, f"{filing.title} is not for {order.game}")
    return filing.submission()


def _brought(
    table: str, title: str, submission: Submission, mode: Mode, tray: Cents, clause: Clause
) -> TableBrought:
    return TableBrought(
        table=table,
        title=title,
        mode=mode,
        game=str(submission.__struct_config__.tag),
        submission=msgspec.to_builtins(submission),
        submission_hash=submission.digest(),
        tray=tray,
        clause=clause.id,
    )


def _check_new(table: str, desk: Desk) -> None:
    known = standing_of(desk.connection, table)
    if known is not None:
        gone = f" until {known.retired_on}" if known.retired_on else ""
        raise RuleViolation(
            EVERY_TABLE,
            f"table {table} has stood on the floor{gone}, and its record goes by that number",
            fix="take another number" if gone else "take another number, or rule the table anew",
        )


@implements("465a.35(b)")
def check_planned_as_played(desk: Desk, table: str, submission: Submission) -> None:
    """Refuse to staff a table for another game than is played at it."""
    planned = table_on_floor(desk, table)
    chosen = msgspec.to_builtins(submission)
    played = (chosen.get("form") or chosen["game"], bool(chosen.get("stickperson")))
    if (planned.played, planned.with_stickperson) != played:
        raise RuleViolation(
            WHILE_IN_OPERATION,
            f"{table} is on the floor plan as {planned.kind}, and is set up for another game",
            fix="plan the table as it is played",
        )


@implements("125-149:RAF(24)#4", "125-166:Preamble/Paperwork#2", readings=("B-PW-05", "B-ED-07"))
def rule_table(order: RuleTable, desk: Desk) -> tuple[Fact, ...]:
    """Another submission of the table's game from a gaming day on, which is approved and in force by then."""
    table = _standing(order.table, desk)
    if order.since < desk.day:
        raise RuleViolation(
            OPTIONS_CHANGED,
            f"the rounds since {order.since} were played under other rules",
            fix=f"rule the table from today, {desk.day}, or a later gaming day on",
        )
    if table.ruled_on(order.since).submission_hash == order.submission:
        raise RuleViolation(OPTIONS_CHANGED, f"table {table.table} runs under these rules on {order.since}")
    filing = (
        _filed(order.submission, desk)
        if table.mode is Mode.TRAINING
        else _in_force(order.submission, desk, order.since)
    )
    if filing.content["game"] != table.game:
        raise RuleViolation(
            OPTIONS_CHANGED,
            f"table {table.table} is a table of {table.game}, and {filing.title} is not for it",
            fix="set up another table",
        )
    submission = filing.submission()
    _check_meter(table, submission, desk)
    return (
        TableRuled(
            table=table.table,
            since=order.since,
            submission=msgspec.to_builtins(submission),
            submission_hash=submission.digest(),
            clause=OPTIONS_CHANGED.id,
        ),
    )


def _check_meter(table: Standing, submission: Submission, desk: Desk) -> None:
    """Refuse rules that change a progressive meter: what stands on it is owed to patrons."""
    before = filed_submission(desk.connection, table.ruled_on(desk.day).submission_hash)
    if before is None:
        return
    meters = [_meter(one) for one in (before.submission(), submission)]
    if meters[0] != meters[1]:
        raise RuleViolation(
            OPTIONS_CHANGED,
            f"the progressive meter of table {table.table} would be another, and what stands on it is owed to patrons",
            fix="retire the table once its meter is settled, and set up another",
        )


def _meter(submission: Submission) -> object:
    return getattr(game_under(submission).open(), "progressive", None)


def rename_table(order: RenameTable, desk: Desk) -> tuple[Fact, ...]:
    """Another title for a table."""
    table = _standing(order.table, desk)
    if table.title == order.title:
        raise RuleViolation(SEPARATE_DUTIES, f"table {table.table} is called {order.title} already")
    return (TableRenamed(table=table.table, title=order.title, clause=SEPARATE_DUTIES.id),)


@implements("465a.9(c)(2)")
def move_table(order: MoveTable, desk: Desk) -> tuple[Fact, ...]:
    """Another place for a closed table; no camera that was aimed at it counts there."""
    table = _standing(order.table, desk)
    _check_closed(table, desk)
    if table.place == order.place:
        raise RuleViolation(EVERY_TABLE, f"table {table.table} stands at {order.place} already")
    lost = tuple(
        CoverageLost(
            table=table.table,
            camera=camera.number,
            reason=f"the table was moved to {order.place}",
            clause=DEDICATED.id,
        )
        for camera in coverage(desk.connection).get(table.table, ())
    )
    return (TableMoved(table=table.table, place=order.place, clause=EVERY_TABLE.id), *lost)


def retire_table(order: RetireTable, desk: Desk) -> tuple[Fact, ...]:
    """A closed table off the floor and its plan, with its sign; nobody may have it any more."""
    table = _standing(order.table, desk)
    _check_closed(table, desk)
    _check_tray_closed(table.table, desk)
    retired = TableRetired(table=table.table, on=desk.day, reason=order.reason, clause=EVERY_TABLE.id)
    planned = table.table in tables_on_floor(desk.connection)
    signed = sign_at(desk.connection, table.table) is not None
    return (
        retired,
        *(remove_table(RemoveTable(table=table.table), desk) if planned else ()),
        *(take_down_sign(TakeDownSign(table=table.table), desk) if signed else ()),
    )


def _standing(name: str, desk: Desk) -> Standing:
    found = standing_of(desk.connection, name)
    if found is None:
        raise RuleViolation(
            EVERY_TABLE, f"there is no table {name} on the floor", fix="set it up first: set-up-table"
        )
    if found.retired_on is not None:
        raise RuleViolation(EVERY_TABLE, f"table {name} was retired on {found.retired_on}")
    return found


def _check_closed(table: Standing, desk: Desk) -> None:
    if is_open(desk.connection, table.table):
        raise RuleViolation(
            WHILE_IN_OPERATION, f"table {table.table} is open for play", fix="close the table first"
        )


def _check_tray_closed(table: str, desk: Desk) -> None:
    if open_tray_of(desk.connection, table) is not None:
        raise RuleViolation(
            REVENUE, f"the tray of table {table} is open in the revenue book", fix="count and close it first"
        )


def _filed(digest: str, desk: Desk) -> Filing:
    filing = filed_submission(desk.connection, digest)
    if filing is None:
        raise RuleViolation(
            FILED_PER_GAME,
            f"no Rules Submission with the content hash {digest} stands filed",
            fix="file the submission first",
        )
    return filing


def _in_force(digest: str, desk: Desk, day: date) -> Filing:
    """The approval of a submission that holds on a gaming day."""
    found = approved_submission(desk.connection, digest, day)
    if found is None:
        known = filed_submission(desk.connection, digest)
        said = (
            f"{known.title} is {known.state}" if known else f"nothing with the content hash {digest} is filed"
        )
        raise RuleViolation(
            FILED_PER_GAME,
            f"a live table runs under an approved submission that is in force on {day}: {said}",
            fix="have it approved first, from that gaming day on",
        )
    return found
