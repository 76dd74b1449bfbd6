"""The second signature at a live table: under the witness's own credential and password, or it is none."""

from typing import Any

from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import expect

from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from tests.floor.live import INSTRUMENTS, a_set_for, issue_dice
from tests.web.house import House, Open, signed_in_client

TABLE = "TDF-2"
DEALER, OTHER_DEALER, FLOORPERSON, PIT_MANAGER = "PA-1001", "PA-1002", "PA-1003", "PA-1004"


def inspect(client: TestClient[Litestar], witness: dict[str, str] | None, table: str = TABLE) -> Any:
    move = {"move": "inspect-dice", "by": "floorperson", "instruments": INSTRUMENTS, "witness": "dealer"}
    body = {"move": move, "who": FLOORPERSON, "witness": witness}
    return client.post(f"/api/tables/{table}/moves", json=body)


def test_a_program_sends_the_signature_of_the_witness(floor: Floor) -> None:
    issue_dice(floor, TABLE, a_set_for(floor, TABLE))
    before = floor.table(TABLE).version
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        for witness, said in (
            (None, "has not signed for it"),
            ({"credential": OTHER_DEALER, "password": "guessed"}, "password of the witness is wrong"),
            ({"credential": PIT_MANAGER, "password": PASSWORD}, "cannot sign as the dealer"),
            ({"credential": FLOORPERSON, "password": PASSWORD}, "cannot be the one who sees it done"),
        ):
            answer = inspect(client, witness)
            assert (answer.status_code, answer.json()["clause"]) == (422, "603a.20(r)(2)#2"), answer.json()
            assert said in answer.json()["detail"]
        assert floor.table(TABLE).version == before
        # Wrong passwords are counted, whoever they are typed for, and right ones end nobody's session.
        assert inspect(client, {"credential": DEALER, "password": PASSWORD}).status_code == 201
        assert client.get("/api/session").json()["credential"] == FLOORPERSON
        last = client.get(f"/api/tables/{TABLE}/record?after={before}").json()[-1]
    assert (last["entered_by"], last["witnessed_by"]) == (FLOORPERSON, DEALER)
    assert PASSWORD.encode() not in b"".join(entry.body for entry in floor.journal.read(f"table/{TABLE}"))


def test_the_witness_signs_on_the_page(house: House, open_page: Open) -> None:
    issue_dice(house.floor, TABLE, a_set_for(house.floor, TABLE))
    page = open_page(f"/tables/{TABLE}", who=FLOORPERSON)
    page.locator("form[data-move='inspect-dice'] .go").click()
    dialog = page.locator("#witness")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading")).to_have_text("Signature of the dealer")
    dialog.get_by_label("Credential number").fill(OTHER_DEALER)
    dialog.get_by_label("Password").fill("guessed")
    dialog.get_by_role("button", name="Sign").click()
    expect(page.get_by_role("alert").first).to_contain_text("password of the witness is wrong")
    page.locator("form[data-move='inspect-dice'] .go").click()
    expect(dialog.get_by_label("Password")).to_have_value("")
    dialog.get_by_label("Credential number").fill(DEALER)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign").click()
    expect(page.locator("#record li").first).to_contain_text("signed for by")
    # Whoever signs for several lines of the check-list signs once, and who does not sign changes nothing.
    group = page.locator("[data-group]", has=page.locator("form[data-witness]")).first
    lines = group.locator("form.attest").count()
    group.locator("[data-attest-all]").click()
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).not_to_be_visible()
    assert lines > 1
