"""Files at the front door: letters attached and saved, coupons printed and sealed, and the tables' figures held."""

import re
from base64 import b64encode
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography import x509
from cryptography.hazmat.primitives.serialization import pkcs7
from playwright.sync_api import expect

from houseway.backoffice.approvals.orders import FileStaffing, RecordReview
from houseway.backoffice.attachments import files
from houseway.backoffice.coupons.receipt import next_serial
from houseway.floor import Floor
from houseway.floor.demo_people import AUDITOR, FLOORPERSON, SHIFT_MANAGER
from tests.cli.test_office_coupons import printers_key
from tests.floor.live import give
from tests.web.house import House, Open, signed_in_client

DIRECTOR_OF_TABLE_GAMES, FINANCE_SUPERVISOR = "PA-1009", "PA-2001"
LETTER = b"%PDF-1.7\nthe Executive Director approves the plan"


def reviewed_plan(floor: Floor) -> int:
    """A staffing plan that awaits the Executive Director's letter; its number."""
    plan = FileStaffing(subject="weekend plan", description="six dealers")
    give(floor.office, plan, SHIFT_MANAGER, AUDITOR, DIRECTOR_OF_TABLE_GAMES)
    with floor.office.desk() as desk:
        number: int = desk.connection.execute(
            sa.text("SELECT max(number) FROM approvals_filings")
        ).scalar_one()
        report = RecordReview(filing=number, reference="report", dated=desk.day)
    give(floor.office, report, SHIFT_MANAGER, AUDITOR)
    return number


def test_a_letter_is_attached_on_the_order_it_belongs_to_and_saved_from_the_register(
    house: House, open_page: Open, tmp_path: Path
) -> None:
    number = reviewed_plan(house.floor)
    page = open_page("/office/approvals/orders/record-approval", who=SHIFT_MANAGER)
    form = page.locator("form.order")
    form.get_by_label("Filing").select_option(value=str(number))
    form.get_by_label("Reference").fill("letter of May 1")
    form.get_by_label("Approved by").select_option(label="Executive Director")
    today = house.floor.office.days.day_of(house.floor.clock())
    form.get_by_label("In force from").fill(today.isoformat())
    file = form.locator("[data-name=letter] input")
    file.set_input_files({"name": "page.html", "mimeType": "text/html", "buffer": b"<script>"})
    page.get_by_role("button", name="Sign and propose").click()
    expect(page.get_by_role("alert").first).to_contain_text("The file is no PDF, PNG or JPEG")
    file.set_input_files({"name": "letter.pdf", "mimeType": "application/pdf", "buffer": LETTER})
    page.get_by_role("button", name="Sign and propose").click()
    page.wait_for_url(re.compile("/office/orders/"))
    (standing,) = (one for one in house.floor.office.proposals() if one.order["order"] == "record-approval")
    audit = open_page(f"/office/orders/{standing.digest}", who=AUDITOR)
    audit.locator(".go[data-sign]").click()
    expect(audit.locator("h1 .badge")).to_have_text("Executed")
    with audit.expect_download() as saved:
        audit.locator("#content-title ~ dl a[download]").click()
    saved.value.save_as(tmp_path / "letter.pdf")
    assert (tmp_path / "letter.pdf").read_bytes() == LETTER
    register = open_page("/office/approvals?find=weekend", who=AUDITOR)
    expect(register.locator("td a[download]")).to_have_text(standing.order["letter"][:12])


def test_programs_read_letters_and_nobody_gets_one_that_was_altered(floor: Floor) -> None:
    with signed_in_client(floor, credential=SHIFT_MANAGER) as client:
        given = {"content": b64encode(LETTER).decode()}
        digest = client.post("/api/office/letters", json=given).json()["digest"]
        bad: list[tuple[dict[str, Any], int]] = [({"content": "no Base64!"}, 400), ({"content": ""}, 400)]
        assert [client.post("/api/office/letters", json=sent).status_code for sent, _ in bad] == [
            code for _, code in bad
        ]
        # What no order has named yet is nobody's to read.
        assert client.get(f"/api/office/letters/{digest}").status_code == 404
        number = reviewed_plan(floor)
        today = floor.office.days.day_of(floor.clock()).isoformat()
        order = {
            "order": "record-approval",
            "filing": number,
            "reference": "letter",
            "dated": today,
            "approver": "Executive Director",
            "in_force_from": today,
            "letter": digest,
        }
        standing = client.post("/api/office/proposals", json={"order": order, "key": "letter"}).json()
        floor.office.execute(standing["digest"], who=AUDITOR)
        answer = client.get(f"/api/office/letters/{digest[:12]}")
        assert (answer.content, answer.headers["content-type"]) == (LETTER, "application/pdf")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-disposition"].startswith("attachment")
        with floor.journal.transaction() as transaction:
            transaction.connection.execute(files.update().values(content=LETTER + b" of something else"))
        altered = client.get(f"/office/letters/{digest}")
        assert altered.status_code == 409
        assert "altered in the database" in altered.text
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        refused = client.post("/api/office/letters", json=given)
        assert (refused.status_code, refused.json()["clause"]) == (422, "603a.20(r)(2)#2")


def test_barcodes_are_sealed_for_a_printer_on_the_page(house: House, open_page: Open, tmp_path: Path) -> None:
    with house.floor.office.desk() as desk:
        first = next_serial(desk.connection)
    key = printers_key(tmp_path)
    certificate = tmp_path / "printer.pem"
    page = open_page("/office/coupons/orders/seal-coupon-barcodes", who=FINANCE_SUPERVISOR)
    form = page.locator("form.order")
    form.get_by_label("Supplier").fill("Valley Ticket")
    form.get_by_label("Design number").fill("MP-10")
    form.get_by_label("Last day").fill((house.floor.clock().date() + timedelta(days=60)).isoformat())
    form.get_by_label("First number").fill(str(first))
    form.get_by_label("Last number").fill(str(first + 9))
    file = form.locator("[data-name=certificate] input")
    file.set_input_files({"name": "printer.pem", "mimeType": "text/plain", "buffer": b"no certificate"})
    go = page.get_by_role("button", name="Sign, carry out and save the file")
    go.click()
    expect(page.get_by_role("alert").first).to_contain_text("Certificate")
    file.set_input_files(certificate)
    with page.expect_download() as saved:
        go.click()
    saved.value.save_as(tmp_path / "sealed.p7m")
    page.wait_for_url(re.compile("/office/orders/"))
    expect(page.locator("h1")).to_have_text("Seal coupon barcodes Executed")
    recipient = x509.load_pem_x509_certificate(certificate.read_bytes())
    opened = pkcs7.pkcs7_decrypt_smime((tmp_path / "sealed.p7m").read_bytes(), recipient, key, [])
    assert opened.decode().splitlines()[0] == "serial,cents,expires,design,barcode"
    assert len(opened.splitlines()) == 11


@pytest.mark.parametrize(
    ("what", "sent", "said"),
    [
        ("sheets", {"first": 10, "last": 9}, "is no run of at most 5,000 serials"),
        ("sheets", {"first": 1, "last": 999_999}, "is no run of at most 5,000 serials"),
    ],
)
def test_what_is_no_run_of_coupons_is_refused(
    floor: Floor, what: str, sent: dict[str, int], said: str
) -> None:
    with signed_in_client(floor, credential=FINANCE_SUPERVISOR) as client:
        answer = client.post(f"/api/office/coupons/{what}", json=sent)
    assert (answer.status_code, said in answer.json()["detail"]) == (400, True)


def test_what_only_finance_prints_nobody_else_gets(floor: Floor) -> None:
    with signed_in_client(floor, credential=FLOORPERSON) as client:
        answer = client.post("/api/office/coupons/sheets", json={"first": 1, "last": 1})
    assert (answer.status_code, answer.json()["clause"]) == (422, "603a.20(p)")


def test_figures_of_a_table_that_was_not_open_are_not_there(floor: Floor) -> None:
    today = floor.office.days.day_of(floor.clock()).isoformat()
    with signed_in_client(floor, credential=AUDITOR) as client:
        for table in ("TDF-2", "TDF-1", "NO-1"):
            answer = client.get("/api/office/figures", params={"table": table, "day": today})
            assert answer.status_code == 404, answer.json()
            held = client.post("/api/office/figures", json={"table": table, "day": today})
            assert held.status_code == 404
        assert "No live table has been open yet" in client.get("/office/figures").text
