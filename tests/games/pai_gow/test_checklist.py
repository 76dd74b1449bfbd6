"""What is attested at a Pai Gow table (621a.2, 621a.3(a), 621a.8(b))."""

from typing import Any

import pytest

from houseway.games import game_under, submission_for
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.procedure import Attest, Attested, OpenTable
from houseway.table.roles import Role
from tests.service import Service

GENERATOR = "random-number-generator"
ANY_TABLE = {
    "621a.2(a)#2",
    "621a.2(b)",
    "621a.2(c)#1",
    "621a.2(c)#2",
    "621a.3(a)#1",
    "621a.3(a)#2",
    "621a.8(b)#1",
    "621a.8(b)#3",
}
SHAKER = {
    "621a.2(d)#1",
    "621a.2(d)#3",
    "621a.2(d)#4",
    "621a.2(d)(1)#1",
    "621a.2(d)(1)#2",
    "621a.2(d)(2)",
    "621a.2(d)(3)",
    "603a.13(f)(1)(iii)(D)",
}


def service(**options: Any) -> Service:
    """A table under a submission, nothing attested yet."""
    return Service(game_under(submission_for("pai-gow", options)))


def attested(**options: Any) -> set[str]:
    """The clauses that people answer for before a table under these options has opened."""
    return {event.clause for event in service(**options).opened().events if isinstance(event, Attested)}


@pytest.mark.clause(*sorted(ANY_TABLE | SHAKER))
def test_a_table_with_a_shaker_answers_for_table_tiles_and_shaker() -> None:
    assert attested() == ANY_TABLE | SHAKER


@pytest.mark.clause("621a.2(e)")
def test_a_random_number_generator_needs_approval_and_no_shaker() -> None:
    assert attested(start_methods=[GENERATOR]) == ANY_TABLE | {"621a.2(e)"}
    assert attested(start_methods=["shaker", GENERATOR]) == ANY_TABLE | SHAKER | {"621a.2(e)"}


@pytest.mark.clause("621a.2(b)", "621a.2(d)#1")
def test_a_table_does_not_open_with_a_line_left_out_or_an_approval_without_its_reference() -> None:
    table = service().new_dice()
    table.attest(Stage.OPENING)
    assert table.refused(Attest(step="layout-approved", by=Role.PIT_MANAGER)).clause.id == "621a.2(b)"
    for step in table.table.missing(table.state, Stage.APPROVAL):
        if step.id != "shaker-approved":
            table.do(Attest(step=step.id, by=step.by[0], reference="ref 1"))
    assert table.refused(OpenTable(gaming_day=table.now.date())).clause.id == "621a.2(d)#1"


def lines() -> dict[str, ChecklistStep]:
    """The lines of the check-list by their clauses."""
    return {line.clause.id: line for line in service().table.game.checklist}


def test_the_dice_go_into_the_shaker_before_the_dealer_who_answers_for_it() -> None:
    found = lines()
    loaded = found["603a.13(f)(1)(iii)(D)"]
    assert (loaded.stage, loaded.by[0], loaded.witness) == (Stage.DICE, Role.FLOORPERSON, Role.DEALER)
    assert found["621a.2(d)(1)#2"].stage is Stage.DICE
    assert (found["621a.2(d)#3"].stage, found["621a.2(d)#3"].by) == (Stage.OPENING, (Role.DEALER,))


def test_every_line_has_a_name_and_a_clause_of_its_own() -> None:
    found = lines()
    assert len(found) == len(service().table.game.checklist) == len({line.id for line in found.values()})
