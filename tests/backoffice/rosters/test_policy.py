"""Who staffs the tables and who signs for their cameras: every order, part and position."""

from datetime import UTC, datetime

import pytest

from houseway.backoffice.orders import Signed
from houseway.backoffice.people import Position
from houseway.backoffice.policy import check_signer
from houseway.backoffice.rosters.policy import RULES
from houseway.law import is_allowed

FLOOR = {
    Position.FLOORPERSON,
    Position.PIT_MANAGER,
    Position.ASSISTANT_SHIFT_MANAGER,
    Position.SHIFT_MANAGER,
    Position.DIRECTOR_OF_TABLE_GAMES,
}
PIT = FLOOR - {Position.FLOORPERSON}
DIRECTOR = {Position.DIRECTOR_OF_TABLE_GAMES}
SURVEILLANCE = {Position.SURVEILLANCE_OPERATOR, Position.SURVEILLANCE_SUPERVISOR}
AUDIT = {Position.AUDITOR, Position.DIRECTOR_OF_AUDIT}

MAY_SIGN = {
    ("plan-table", "planned"): (PIT, "465a.35(c)#1"),
    ("plan-table", "entered in the surveillance plan"): (SURVEILLANCE, "465a.9(c)"),
    ("remove-table", "planned"): (PIT, "465a.35(c)#1"),
    ("assign-crew", "assigned"): (FLOOR, "465a.35(b)"),
    ("relieve-crew-member", "assigned"): (FLOOR, "465a.35(b)"),
    ("assign-floorperson", "assigned"): (PIT, "465a.35(c)#1"),
    ("relieve-floorperson", "assigned"): (PIT, "465a.35(c)#1"),
    ("put-in-operation", "opened"): (FLOOR, "465a.35(b)"),
    ("take-out-of-operation", "closed"): (FLOOR, "465a.35(b)"),
    ("sign-off-cameras", "confirmed"): (SURVEILLANCE, "465a.9(c)(2)(ii)#3"),
    ("report-camera-out", "reported"): (SURVEILLANCE, "465a.9(c)"),
    ("settle-staffing", "settled"): (DIRECTOR, "465a.35(c)#2"),
    ("settle-staffing", "agreed"): (AUDIT, "465a.35(c)#2"),
}


def signed(part: str, position: Position) -> Signed:
    return Signed(
        part=part,
        person=position,
        credential="PA-1",
        name=position.title(),
        position=position,
        at=datetime(2014, 5, 1, tzinfo=UTC),
    )


@pytest.mark.clause("465a.9(c)", "465a.9(c)(2)(ii)#3", "465a.35(b)", "465a.35(c)#1", "465a.35(c)#2")
def test_every_part_of_every_order_is_signed_by_the_positions_named_and_by_no_other() -> None:
    found = {
        (rule.name, part.name): (
            {
                position
                for position in Position
                if is_allowed(check_signer, rule, part, signed(part.name, position), ())
            },
            part.clause.id,
        )
        for rule in RULES
        for part in rule.parts
    }
    assert found == MAY_SIGN


@pytest.mark.clause("465a.9(c)", "465a.35(c)#2")
def test_nobody_signs_both_parts_of_an_order() -> None:
    two_parts = [rule for rule in RULES if len(rule.parts) > 1]
    assert {rule.name for rule in two_parts} == {"plan-table", "settle-staffing"}
    for rule in two_parts:
        first, last = rule.parts
        position = last.permits[0].least
        same = signed(first.name, position)
        assert not is_allowed(check_signer, rule, last, signed(last.name, position), (same,))
