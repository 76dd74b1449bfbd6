"""A Rules Submission is filled in option by option, in dollars, checked as it is filled in, and filed by the ordinary order."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from houseway.backoffice.approvals.option_sheet import checked, option_lines
from houseway.backoffice.people import Position
from houseway.floor import Floor
from houseway.games import games, submission_for
from houseway.lab.answering import effects_of
from houseway.web.lab_asked import LAB, LabAsked
from houseway.web.office_fields import Field, FieldKind
from houseway.web.office_submission import options_asked
from tests.backoffice.house import Clock, who
from tests.web.back_office import staffed_floor
from tests.web.house import House, Look, Open, signed_in_client, until
from tests.web.test_office_sheets import is_cut_off

MANAGER = who(Position.SHIFT_MANAGER)


@pytest.fixture
def floor(memory_path: Path) -> Iterator[Floor]:
    with staffed_floor(memory_path / "house.db", Clock()) as floor:
        yield floor


def told(field: Field) -> Any:
    """What the page sends of a field that nobody touches."""
    match field.kind:
        case FieldKind.CHOICE:
            return next(msgspec.json.decode(one.json) for one in field.choices if one.chosen)
        case FieldKind.TICKS:
            return [msgspec.json.decode(one.json) for one in field.choices if one.chosen]
        case FieldKind.TICK:
            return field.start == "true"
        case FieldKind.GROUP:
            return {part.name: told(part) for part in field.fields}
        case FieldKind.NUMBER:
            return int(field.start)
        case FieldKind.DOLLARS:
            return int(field.start.replace(".", ""))
        case FieldKind.LINES:
            return [int(line.replace(".", "")) for line in field.start.split()]
        case FieldKind.ROWS:
            return []
    return field.start


@pytest.mark.parametrize("game", games())
def test_a_form_that_nobody_touches_is_the_game_as_it_is_usually_offered(game: str) -> None:
    usual = submission_for(game)
    sent = {
        one.field.name: {told(row[0]): {part.name: told(part) for part in row[1:]} for row in one.rows}
        if one.field.kind is FieldKind.NAMED
        else told(one.field)
        for one in options_asked(usual)
        if not (one.field.nullable and not one.field.start)
    }
    assert submission_for(game, sent) == usual
    assert checked(game, sent).findings == ()


def test_what_is_allowed_is_asked_of_the_submission_itself_with_its_clause() -> None:
    lines = {line.name: line for line in option_lines(submission_for("three-card-poker"))}
    assert lines["seats"].range == (1, 7)
    tables = {choice.words: choice.pays for choice in lines["pair_plus"].choices}
    assert list(tables) == ["Paytable A", "Paytable B", "Paytable C", "Paytable D"]
    assert "Straight flush 40 to 1" in tables["Paytable C"][0]
    hand = next(choice for choice in lines["dealing"].choices if choice.value == "hand")
    assert hand.problem is not None
    assert hand.problem.problem == "dealing from the hand needs a shuffler"
    assert lines["pair_plus"].clause.id.startswith("36.05.14.12D")


def test_every_finding_stands_at_the_option_that_it_is_about() -> None:
    found = checked(
        "three-dice-football",
        {"seats": 99, "limits": {"minimum": 0}, "wager_limits": {"soup": {}}, "not_offered": ["broth"]},
    )
    assert [option for option, _ in found.findings] == ["wager_limits", "not_offered", "limits", "seats"]
    unread = checked("sic-bo", {"shaker": "bowl", "soup": 1})
    assert unread.submission is None
    assert [option for option, _ in unread.findings] == ["shaker", "soup"]


def test_the_lab_says_what_each_choice_does_to_the_edge() -> None:
    found = [effect for effect in effects_of("sic-bo") if effect.chosen]
    assert {(one.wager, one.chosen["two_of_a_kind"], one.edge) for one in found} == {
        ("two-of-a-kind", "at-least-two", "1/3"),
        ("two-of-a-kind", "exactly-two", "3/8"),
    }


def test_nobody_waits_for_the_lab(floor: Floor) -> None:
    lab = LabAsked()
    assert lab.effects("sic-bo") is None
    until(lambda: lab.effects("sic-bo") is not None)
    assert len(lab.effects("sic-bo") or ()) > 21
    with signed_in_client(floor, credential=MANAGER) as client:
        said = client.get("/api/office/submissions/sic-bo/edges").json()
        assert said["command"] == "houseway lab edge --game sic-bo"
        assert client.get("/api/office/submissions/soup/edges").status_code == 404
        refused = client.post("/api/office/submissions/check", json={"game": "soup"})
        assert refused.status_code == 404
        lawful = client.post("/api/office/submissions/check", json={"game": "sic-bo"}).json()
        assert lawful == {"lawful": True, "digest": submission_for("sic-bo").digest(), "findings": []}


def test_a_submission_is_filled_in_checked_and_proposed(house: House, open_page: Open, look: Look) -> None:
    until(lambda: LAB.effects("sic-bo") is not None)
    page = open_page("/office/approvals/orders/file-submission", size=(1280, 900), who=MANAGER)
    page.get_by_role("link", name="Sic Bo").click()
    expect(page.get_by_text("Everything here is allowed.")).to_be_visible()
    expect(page.locator("[data-effect=two_of_a_kind]")).to_contain_text("37.500%")
    page.get_by_label("Minimum in dollars").first.fill("0.00")
    finding = page.locator("[data-option=limits] .wrong.law")
    expect(finding).to_contain_text("The minimum is not a wager")
    expect(finding.locator(".tag")).to_be_visible()
    look(page, "office-submission", full_page=True)
    assert is_cut_off(page) == []
    page.get_by_label("Betting positions").fill("8")
    page.get_by_label("Minimum in dollars").first.fill("10.00")
    expect(page.get_by_text("Everything here is allowed.")).to_be_visible()
    page.get_by_label("Two of a Kind wins").select_option(label="Two dice but not all three")
    page.get_by_role("button", name="Add a row of limits of single wagers").click()
    row = page.locator("[data-name=wager_limits] .held .row")
    row.get_by_label("Wager").select_option(label="Any Three of a Kind")
    row.get_by_label("Maximum").fill("100")
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url("**/office/orders/*")
    (standing,) = house.floor.office.proposals()
    options = standing.order["options"]
    filed = submission_for("sic-bo", options)
    assert (filed.limits.minimum, filed.wager_limits["any-three-of-a-kind"].maximum) == (1000, 10_000)
    assert (options["two_of_a_kind"], options["seats"]) == ("exactly-two", 8)
    assert filed.certificate_holder == house.floor.office.house
