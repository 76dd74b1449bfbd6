"""Clocks: how long each piece may still be used, warnings before that time runs out, and refusal after."""

from datetime import datetime, timedelta

import msgspec

from houseway.backoffice.book import Desk, Due
from houseway.backoffice.custody.facts import AlternativeChosen
from houseway.backoffice.custody.games import life_of_dice
from houseway.backoffice.custody.piece import AT_A_TABLE, Clock, Closure, Piece
from houseway.backoffice.custody.schema import all_pieces
from houseway.equipment.life import Life
from houseway.law import RuleViolation, clause, implements

# So long before its time runs out a piece is warned of.
WARNED_AHEAD = timedelta(hours=2)


class ClockWarning(msgspec.Struct, frozen=True, kw_only=True):
    """A piece in use whose time is about to run out, or has."""

    serial: str
    kind: str
    table: str
    ends: datetime
    left: timedelta
    clause: str

    @property
    def has_run_out(self) -> bool:
        """Whether the piece may no longer be used."""
        return self.left <= timedelta(0)

    def __str__(self) -> str:
        if self.has_run_out:
            return "time is over: take it out of use"
        return f"{self.left // timedelta(minutes=1)} minutes left"


def start_clock(piece: Piece, life: Life, since: datetime, at: datetime) -> Clock:
    """The clock of a piece that comes into use; refused where its time is over already."""
    ends = life.ends(since)
    if at >= ends:
        raise RuleViolation(
            life.clause,
            f"{piece} came to the table more than {life} ago",
            fix="bring another",
        )
    return Clock(since=since, ends=ends, clause=life.clause.id)


@implements("125-149:Preamble/625a#2", readings=("B-SB-06",))
def dice_clock(piece: Piece, closed_by: Closure | None, choice: AlternativeChosen, desk: Desk) -> Clock:
    """The clock of a set of dice, from when it came to the table; a month only where the operator chose so."""
    locked = closed_by is Closure.LOCK and choice.sic_bo_monthly
    since = piece.came_at or desk.at
    return start_clock(piece, life_of_dice(piece, since, locked=locked), since, desk.at)


def check_time(piece: Piece, at: datetime) -> None:
    """Refuse to go on with a piece whose time has run out."""
    if piece.clock is not None and at >= piece.clock.ends:
        raise RuleViolation(
            clause(piece.clock.clause),
            f"{piece} has been in use since {piece.clock.since:%d %B %H:%M}, and its time is over",
            fix="take it out of use and bring another",
        )


def clock_warnings(desk: Desk, ahead: timedelta = WARNED_AHEAD) -> tuple[ClockWarning, ...]:
    """The pieces at tables whose time runs out within so long, or has run out, the most urgent first."""
    found = (
        ClockWarning(
            serial=piece.serial,
            kind=piece.kind,
            table=piece.table,
            ends=piece.clock.ends,
            left=piece.clock.ends - desk.at,
            clause=piece.clock.clause,
        )
        for piece in all_pieces(desk.connection, *AT_A_TABLE)
        if piece.clock is not None
    )
    return tuple(sorted((warning for warning in found if warning.left <= ahead), key=lambda one: one.ends))


def changes_due(desk: Desk) -> tuple[Due, ...]:
    """Every piece at a table, with the day on which it has to be changed."""
    return tuple(
        Due(
            what=f"change {piece} at table {piece.table} before {_told(piece.clock.ends, desk):%H:%M %Z}",
            by=_told(piece.clock.ends, desk).date(),
            clause=clause(piece.clock.clause),
            late=desk.at >= piece.clock.ends,
        )
        for piece in all_pieces(desk.connection, *AT_A_TABLE)
        if piece.clock is not None
    )


def _told(moment: datetime, desk: Desk) -> datetime:
    """A moment as the desk's own clock shows it."""
    return moment.astimezone(desk.at.tzinfo)
