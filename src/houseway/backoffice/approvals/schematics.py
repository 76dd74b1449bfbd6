"""Schematics: the content hashes under which layouts, signs and guides are filed, so that any change shows."""

import hashlib
from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from houseway.backoffice.approvals.guide import gaming_guide
from houseway.backoffice.approvals.sign import NOTICE, table_sign
from houseway.backoffice.paper import Grid, Paper
from houseway.games import game_under
from houseway.submission import Submission


def layout_digest(submission: Submission) -> str:
    """The hash of everything that a submission's layout shows, wherever on the felt a drawing puts it."""
    layout = game_under(submission).layout
    areas = sorted(
        (area.id, area.label, area.wager, area.pick, area.inscription, area.dice) for area in layout.areas
    )
    markers = [(marker.id, marker.label, marker.stands_on) for marker in layout.markers]
    return content_digest([areas, markers])


def sign_digest(submission: Submission, day: date) -> str:
    """The hash of everything that a submission's sign says, at whatever table."""
    return _paper_digest(table_sign(submission, day))


def guide_digest(holder: str, submissions: Iterable[Submission], day: date) -> str:
    """The hash of everything that a guide to these submissions says."""
    return _paper_digest(gaming_guide(holder, submissions, day))


def content_digest(content: Any) -> str:
    """The hash of plain values."""
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def _paper_digest(paper: Paper) -> str:
    notices = [field.value for field in paper.fields if field.label == NOTICE]
    return content_digest([paper.title, notices, [_plain(grid) for grid in paper.grids]])


def _plain(grid: Grid) -> tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]:
    return grid.title, grid.headings, grid.rows
