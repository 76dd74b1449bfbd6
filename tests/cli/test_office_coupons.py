"""`houseway office coupons`: coupons that the house prints itself, while they lie in stock (603a.20(p))."""

import stat
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7
from cryptography.x509.oid import NameOID

from houseway.backoffice.access import Access
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.printing import CouponsPrinted
from houseway.backoffice.coupons.receipt import Source
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.sealed import BarcodesSealed
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.cli.output import BAD_INPUT, UNLAWFUL
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    TWENTY_FIVE,
    OfficeHouse,
    delivery,
    hand_out,
    issue_to_marketing,
    launch,
    lot,
    receipt_of,
    receive,
)
from tests.backoffice.house import HOUSE, Clock, staff, who
from tests.cli.test_office import Terminal
from tests.papers.printing import text_of

SUPERVISOR = who(Position.FINANCE_SUPERVISOR)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def houseway(
    memory_path: Path,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Terminal:
    """A house that printed 1 to 20 of $10 and 21 to 25 of $25 itself, handed out 1 to 3, and bought 26 to 30."""
    database = memory_path / "house.db"
    with Journal.open(database) as journal:
        office = Office(journal, clock)
        office.open_house(HOUSE, staff())
        Access(office).open_demo_accounts((SUPERVISOR, who(Position.FINANCE_CLERK)), PASSWORD)
        crew = OfficeHouse(office, clock)
        launch(crew)
        printed = delivery(lot(1, 20), lot(21, 25, TWENTY_FIVE), source=Source.IN_HOUSE)
        crew.give(printed)
        crew.give(receipt_of(printed, crew.day))
        issue_to_marketing(crew, "R-1", Run(1, 5))
        hand_out(crew, Run(1, 3))
        receive(crew, 5, name="D-2")
        crew.close()
    monkeypatch.setattr("houseway.backoffice.office.Office", partial(Office, clock=clock))
    monkeypatch.setenv("HOUSEWAY_DB", str(database))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    monkeypatch.setenv("HOUSEWAY_CREDENTIAL", SUPERVISOR)
    return Terminal(memory_path, capsysbinary)


def command(houseway: Terminal, first: int, last: int, by: str = SUPERVISOR) -> tuple[str, ...]:
    """Print a run."""
    file = str(houseway.folder / "coupons.pdf")
    return ("office", "coupons", str(first), str(last), "--pdf", file, "--as", by)


@pytest.mark.clause("603a.20(p)")
def test_coupons_in_stock_are_printed_once_and_that_is_recorded(houseway: Terminal) -> None:
    told = houseway.told(*command(houseway, 6, 8))
    assert told["coupons"] == 3
    file = houseway.folder / "coupons.pdf"
    text = text_of(file.read_bytes())
    assert all(f"No. 00000000{serial}" in text for serial in (6, 7, 8))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with Journal.open(houseway.folder / "house.db") as journal, journal.reading() as connection:
        log = documents.find(connection, PaperKind.PRINT, told["number"], CouponsPrinted)
    assert log is not None
    assert [one.credential for one in log.signatures] == [SUPERVISOR]
    # Neither again nor in part, and what was printed before stays.
    for first, last in ((6, 8), (7, 7), (8, 9)):
        assert "printed before" in houseway.refused(UNLAWFUL, *command(houseway, first, last))
    assert text_of(file.read_bytes()) == text
    with Journal.open(houseway.folder / "house.db") as journal:
        assert len(Office(journal).refusals()) == 3


@pytest.mark.clause("603a.20(p)")
@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        pytest.param(1, 1, UNLAWFUL, id="with a patron"),
        pytest.param(4, 6, UNLAWFUL, id="with marketing"),
        pytest.param(26, 26, UNLAWFUL, id="bought"),
        pytest.param(31, 31, UNLAWFUL, id="never received"),
        pytest.param(20, 21, UNLAWFUL, id="of two designs"),
        pytest.param(8, 6, BAD_INPUT, id="backwards"),
        pytest.param(0, 6, BAD_INPUT, id="from nothing"),
        pytest.param(1, 5001, BAD_INPUT, id="too many at once"),
    ],
)
def test_nothing_else_is_printed(houseway: Terminal, first: int, last: int, code: int) -> None:
    assert "clause: 603a.20" in houseway.refused(code, *command(houseway, first, last)) or code == BAD_INPUT
    assert not (houseway.folder / "coupons.pdf").exists()


@pytest.mark.clause("603a.20(p)")
def test_only_finance_supervisors_print(houseway: Terminal) -> None:
    clerk = who(Position.FINANCE_CLERK)
    assert "clause: 603a.20(p)" in houseway.refused(UNLAWFUL, *command(houseway, 6, 8, clerk))
    assert not (houseway.folder / "coupons.pdf").exists()


def test_coupons_that_no_file_can_hold_are_not_entered_as_printed(houseway: Terminal) -> None:
    nowhere = str(houseway.folder / "nowhere" / "coupons.pdf")
    said = houseway.refused(BAD_INPUT, "office", "coupons", "6", "8", "--pdf", nowhere, "--as", SUPERVISOR)
    assert "there is no folder" in said
    assert houseway.told(*command(houseway, 6, 8))["coupons"] == 3


def test_coupons_whose_last_day_is_over_are_not_printed(houseway: Terminal, clock: Clock) -> None:
    clock.forward(days=(BY_SUMMERS_END - clock.now.date()).days)
    houseway.said(*command(houseway, 6, 7))
    clock.forward(days=1)
    assert "2014-08-31 only" in houseway.refused(UNLAWFUL, *command(houseway, 8, 8))


# Barcodes for coupons that are printed outside.


def printers_key(folder: Path) -> RSAPrivateKey:
    """The key of a printer, whose certificate lies in the folder."""
    key = generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Valley Ticket")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2014, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2034, 1, 1, tzinfo=UTC))
        .sign(key, hashes.SHA256())
    )
    (folder / "printer.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "printer.der").write_bytes(certificate.public_bytes(Encoding.DER))
    return key


def sealing(houseway: Terminal, certificate: str = "printer.pem", *more: str) -> tuple[str, ...]:
    told = ("--design", TWENTY_FIVE.id, "--expires", str(BY_SUMMERS_END), "--supplier", "Valley Ticket")
    files = ("--certificate", str(houseway.folder / certificate), "--out", str(houseway.folder / "sealed"))
    return ("office", "coupon-barcodes", "31", "33", *told, *files, "--as", SUPERVISOR, *more)


@pytest.mark.clause("603a.20(c)(3)")
def test_the_printer_alone_opens_the_sealed_barcodes_and_the_book_has_their_hash(houseway: Terminal) -> None:
    key = printers_key(houseway.folder)
    told = houseway.told(*sealing(houseway))
    file = houseway.folder / "sealed"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"HWC1" not in file.read_bytes()
    certificate = x509.load_pem_x509_certificate((houseway.folder / "printer.pem").read_bytes())
    opened = pkcs7.pkcs7_decrypt_smime(file.read_bytes(), certificate, key, [])
    assert sha256(opened).hexdigest() == told["digest"]
    headings, *lines = opened.decode().splitlines()
    assert headings == "serial,cents,expires,design,barcode"
    assert [line.split(",")[0] for line in lines] == ["000000031", "000000032", "000000033"]
    with Journal.open(houseway.folder / "house.db") as journal, journal.reading() as connection:
        kept = documents.find(connection, PaperKind.BARCODES, told["number"], BarcodesSealed)
    assert kept is not None
    assert (kept.fact.digest, kept.fact.recipient) == (told["digest"], told["recipient"])
    assert "went out on" in houseway.refused(UNLAWFUL, *sealing(houseway))
    assert sha256(file.read_bytes()).digest() != sha256(b"").digest()
    assert (
        houseway.told(*sealing(houseway, "printer.pem", "--reason", "it was lost"))["digest"]
        == told["digest"]
    )


def test_barcodes_are_sealed_for_a_certificate_and_nothing_else(houseway: Terminal) -> None:
    printers_key(houseway.folder)
    assert "no certificate" in houseway.refused(BAD_INPUT, *sealing(houseway, "printer.der"))
    assert not (houseway.folder / "sealed").exists()


def test_serials_that_no_coupon_can_have_are_bad_input(houseway: Terminal) -> None:
    assert "999999999" in houseway.refused(BAD_INPUT, *command(houseway, 10**20, 10**20))
    assert not list(houseway.folder.glob("*.pdf"))
