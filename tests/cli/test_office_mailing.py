"""`houseway office` for mailings: lists from files, sealed at once, and what the provider gets, for those whom it is for."""

import csv
import stat
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from houseway.backoffice.access import Access
from houseway.backoffice.mailing.entries import entries_of
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.mailing.ledger import ReserveMailingSerials
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.cli.output import BAD_INPUT, UNLAWFUL
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.backoffice.house import HOUSE, OPENED, Clock, staff, who
from tests.backoffice.mailing.post_room import IDA, JOHN, PATRONS, RACHEL, PostOffice, launch
from tests.cli.test_office import Terminal
from tests.papers.printing import text_of

MARKETING, CLERK = who(Position.MARKETING_SUPERVISOR), who(Position.FINANCE_CLERK)
SUPERVISOR = who(Position.FINANCE_SUPERVISOR)
OPERATOR, AUDITOR = who(Position.SURVEILLANCE_OPERATOR), who(Position.AUDITOR)
HEAD = ("patron", "name", "address", "born", "design", "denomination", "expires", "serial")
ROWS = tuple(
    (
        f"patron/{4711 + at}",
        one.name,
        one.address,
        str(one.born),
        "MP-10",
        "$10.00" if at else "10",
        "2014-08-31",
        f"{at + 1:09}",
    )
    for at, one in enumerate(PATRONS)
)
PREPARE = ("--mailing", "M-1", "--provider", "Valley Ticket", "--mail-on", "2014-05-05", "--as", MARKETING)
LETTER = (
    "--as-of",
    "2014-05-01",
    "--good-through",
    "2014-05-31",
    "--reference",
    "letter 9",
    "--as",
    OPERATOR,
)


class PostDesk(Terminal):
    """The terminal of those who see to mailings."""

    def csv(self, *rows: tuple[str, ...], head: tuple[str, ...] = HEAD) -> str:
        """A file as a spreadsheet saves it."""
        path = self.folder / "list.csv"
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows([head, *rows])
        return str(path)

    def signed(self, digest: str, by: str) -> None:
        """Another person signs the last part."""
        assert self.told("office", "sign", digest, "--as", by)["state"] == "executed"

    def carried_out(self, order: Mapping[str, object], by: str) -> None:
        """Somebody gives an order alone."""
        self.said("office", "order", self.file(dict(order)), "--as", by)

    def listed(self) -> None:
        """The three are listed on mailing M-1."""
        proposed = self.told("office", "mailing-list", self.csv(*ROWS), *PREPARE)
        self.signed(proposed["digest"], CLERK)

    def sent(self) -> str:
        """The list is written and sent; the file."""
        file = str(self.folder / "for-the-provider.csv")
        made = self.told("office", "mailing-file", "M-1", file, "--as", MARKETING)
        order = {
            "order": "send-mailing-list",
            "mailing": "M-1",
            "sha256": made["sha256"],
            "channel": "portal",
        }
        self.carried_out(order, MARKETING)
        return file


@pytest.fixture
def desk(
    memory_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> PostDesk:
    """A terminal on May Day in a house that may have coupons mailed; numbers 1 to 3 are reserved for mailing M-1."""
    database, clock = memory_path / "house.db", Clock(OPENED)
    with Journal.open(database) as journal:
        office = Office(journal, clock)
        office.open_house(HOUSE, staff())
        Access(office).open_demo_accounts((posting.credential for posting in staff()), PASSWORD)
        house = PostOffice(office, clock)
        launch(house)
        house.give(ReserveMailingSerials(mailing="M-1", coupons=3))
        house.close()
    monkeypatch.setattr("houseway.backoffice.office.Office", partial(Office, clock=clock))
    monkeypatch.setenv("HOUSEWAY_DB", str(database))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    return PostDesk(memory_path, capsysbinary)


def test_a_mailing_goes_from_a_spreadsheet_to_the_provider(desk: PostDesk) -> None:
    desk.listed()
    file = Path(desk.sent())
    rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
    assert rows[1] == ["Ida Tarbell", IDA.address, "10.00", "2014-08-31", "000000001"]
    assert [row[0] for row in rows[1:]] == [one.name for one in PATRONS]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    desk.carried_out({"order": "screen-mailing", "mailing": "M-1"}, OPERATOR)
    folder = desk.folder / "print"
    done = desk.told("office", "mailing-coupons", "M-1", str(folder), "--as", SUPERVISOR)
    (pdf,) = folder.iterdir()
    assert done["files"] == {"MP-10": str(pdf)}
    assert (pdf.name, stat.S_IMODE(pdf.stat().st_mode)) == ("1-MP-10.pdf", 0o600)
    text = text_of(pdf.read_bytes())
    assert all(f"No. 00000000{serial}" in text for serial in (1, 2, 3))
    assert "Tarbell" not in text
    again = ("office", "mailing-coupons", "M-1", str(desk.folder / "again"), "--as", SUPERVISOR)
    assert "were printed on 2014-05-01" in desk.refused(UNLAWFUL, *again)
    assert not (desk.folder / "again").exists()
    said = desk.said("office", "mailing-file", "M-1", str(file), "--as", MARKETING)
    assert f"3 entries in {file}, SHA-256 {sha256(file.read_bytes()).hexdigest()}" in said


def test_nothing_of_the_spreadsheet_is_in_the_journal(desk: PostDesk) -> None:
    desk.listed()
    with Journal.open(desk.folder / "house.db", read_only=True) as journal:
        for entry in journal.read_all():
            assert not any(word in entry.body for word in (b"Tarbell", b"Oil Street", b"1957-11-05"))


def test_an_exclusion_list_is_read_from_a_spreadsheet_and_strips_whoever_is_on_it(desk: PostDesk) -> None:
    people = (("excluded/1", JOHN.name, "", str(JOHN.born)), ("excluded/2", RACHEL.name, RACHEL.address, ""))
    file = desk.csv(*people, head=("person", "name", "address", "born"))
    command = ("office", "exclusion-list", file, "--chapter", ExclusionList.SELF_EXCLUSION, *LETTER)
    assert "states 3 persons, and 2 are entered" in desk.refused(UNLAWFUL, *command, "--stated", "3")
    proposed = desk.told(*command, "--stated", "2")
    desk.signed(proposed["digest"], AUDITOR)
    desk.listed()
    with Journal.open(desk.folder / "house.db", read_only=True) as journal, journal.reading() as connection:
        assert [one.serial for one in entries_of(connection, "M-1")] == [1]


def test_whatever_is_wrong_with_a_spreadsheet_is_told_line_by_line(desk: PostDesk) -> None:
    two_lines = (*ROWS[0][:2], "12 Oil Street\nTitusville PA", *ROWS[0][3:])
    wrong = (
        (*ROWS[1][:1], "  ", *ROWS[1][2:3], "5 November 1957", *ROWS[1][4:]),
        (*ROWS[2][:5], "10.5", "soon", "three"),
        ROWS[2][:7],
    )
    said = desk.refused(BAD_INPUT, "office", "mailing-list", desk.csv(two_lines, *wrong), *PREPARE)
    # The first entry takes the lines 2 and 3.
    for expected in (
        "line 4: name is empty",
        "line 4: born '5 November 1957' is no day such as 2014-12-31",
        "line 5: denomination '10.5' is no amount such as 10 or 10.00",
        "line 5: expires 'soon' is no day",
        "line 5: serial 'three' is no number",
        "line 6: 7 cells instead of 8",
    ):
        assert expected in said
    assert "line 2" not in said
    many = desk.refused(BAD_INPUT, "office", "mailing-list", desk.csv(*(wrong[1:2] * 10)), *PREPARE)
    assert "; and 10 more" in many


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"patron,name\r\n", "has the columns patron, name"),
        (",".join((*HEAD, "phone")).encode(), "serial, phone"),
        (b"\xff\xfe\x00", "holds no list"),
        (b'patron,"name', "holds no list"),
        (None, "there is no file"),
    ],
    ids=[
        "nothing",
        "columns missing",
        "columns too many",
        "another encoding",
        "a quote left open",
        "no file",
    ],
)
def test_what_is_no_list_is_told_plainly(desk: PostDesk, content: bytes | None, said: str) -> None:
    file = desk.folder / "broken.csv"
    if content is not None:
        file.write_bytes(content)
    assert said in desk.refused(BAD_INPUT, "office", "mailing-list", str(file), *PREPARE)


def test_the_file_and_the_coupons_are_for_those_only_who_send_and_print(desk: PostDesk) -> None:
    desk.listed()
    desk.sent()
    desk.carried_out({"order": "screen-mailing", "mailing": "M-1"}, OPERATOR)
    target = desk.folder / "stolen"
    for command, position, expected in (
        ("mailing-file", Position.MARKETING_REPRESENTATIVE, "is not for the marketing representative"),
        ("mailing-file", Position.FINANCE_SUPERVISOR, "is not for the finance supervisor"),
        ("mailing-coupons", Position.FINANCE_CLERK, "not printed by the finance clerk"),
        ("mailing-coupons", Position.MARKETING_SUPERVISOR, "not printed by the marketing supervisor"),
    ):
        said = desk.refused(UNLAWFUL, "office", command, "M-1", str(target), "--as", who(position))
        assert expected in said
        assert not target.exists()
    tried = desk.told("office", "refusals", "--as", who(Position.AUDITOR))
    assert [one["order"] for one in tried].count("read mailing-file") == 2


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(7)")
def test_a_mailing_gives_out_only_what_its_state_allows(desk: PostDesk) -> None:
    file, folder = str(desk.folder / "file.csv"), str(desk.folder / "print")
    to_file = ("office", "mailing-file", "M-1", file, "--as", MARKETING)
    to_print = ("office", "mailing-coupons", "M-1", folder, "--as", SUPERVISOR)
    for command in (to_file, to_print):
        assert "there is no list for mailing M-1" in desk.refused(UNLAWFUL, *command)
    desk.listed()
    said = desk.refused(UNLAWFUL, *to_print)
    assert "not screened before the print" in said
    assert "clause: 603a.20(q)(7)" in said
    desk.carried_out({"order": "screen-mailing", "mailing": "M-1"}, OPERATOR)
    assert "did not have the list" in desk.refused(UNLAWFUL, *to_print)
    desk.sent()
    desk.carried_out({"order": "cancel-mailing", "mailing": "M-1", "reason": "off"}, SUPERVISOR)
    for command in (to_file, to_print):
        assert "was cancelled" in desk.refused(UNLAWFUL, *command)
    assert not (desk.folder / "file.csv").exists()
    assert not (desk.folder / "print").exists()
