"""`houseway people` and `houseway office`: who may do what, what is due, papers, and orders signed at a terminal."""

import io
import json
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.backoffice.access import Access
from houseway.backoffice.books import all_books
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.cli.app import run
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, UNAVAILABLE, UNLAWFUL
from houseway.floor.demo import PASSWORD
from houseway.journal import Journal
from tests.backoffice.coupons.crew import OfficeHouse, launch, receive
from tests.backoffice.house import HOUSE, Clock, staff, who

CLERK, SUPERVISOR = who(Position.FINANCE_CLERK), who(Position.FINANCE_SUPERVISOR)
RECEIVE = {"order": "receive-book", "book": "B-1", "first": 1, "last": 50}
REGISTER = {
    "order": "register-records",
    "records": [{"kind": "log", "reference": "LOG-1", "since": "2014-05-01", "where": "cage"}],
}


class Terminal:
    """The command as somebody types it, in this process; what it printed, and its exit code."""

    def __init__(self, folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        self.folder = folder
        self._captured = capsysbinary

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        said = self._captured.readouterr()
        return code, said.out.decode(), said.err.decode()

    def said(self, *arguments: str) -> str:
        """What a command prints that does what it should."""
        code, out, err = self(*arguments)
        assert code == 0, err
        return out

    def told(self, *arguments: str) -> Any:
        """What a command tells a program."""
        return json.loads(self.said(*arguments, "--json"))

    def refused(self, code: int, *arguments: str) -> str:
        """What a command says that refuses."""
        found, _, err = self(*arguments)
        assert found == code, err
        return err

    def file(self, order: dict[str, Any]) -> str:
        """A file that holds an order."""
        path = self.folder / "order.json"
        path.write_text(json.dumps(order), encoding="utf-8")
        return str(path)


@pytest.fixture
def houseway(
    memory_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Terminal:
    """A terminal in a house whose people all have an account."""
    database = memory_path / "house.db"
    with Journal.open(database) as journal:
        office = Office(journal)
        office.open_house(HOUSE, staff())
        Access(office).open_demo_accounts((posting.credential for posting in staff()), PASSWORD)
    monkeypatch.setenv("HOUSEWAY_DB", str(database))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    monkeypatch.setenv("HOUSEWAY_CREDENTIAL", CLERK)
    return Terminal(memory_path, capsysbinary)


class Seat(io.StringIO):
    """Standard input where somebody sits at the terminal."""

    def isatty(self) -> bool:
        return True


def proposed(houseway: Terminal) -> str:
    """The content hash of an order that awaits a supervisor."""
    file = houseway.file(RECEIVE)
    done = houseway.told("office", "order", file, "--as", CLERK, "--propose")
    assert done["state"] == "proposed"
    return str(done["digest"])


# Looking.


@pytest.mark.parametrize(
    "command",
    [
        ("people", "policy"),
        ("people", "list"),
        ("office", "books"),
        ("office", "due"),
        ("office", "proposals"),
        ("office", "refusals"),
        ("office", "sheet", "counter_checks"),
        ("office", "form", "retention", "schedule"),
        ("office", "form", "retention", "schedule", "schedule"),
    ],
    ids=" ".join,
)
def test_every_command_speaks_to_people_and_to_programs(houseway: Terminal, command: tuple[str, ...]) -> None:
    assert houseway.said(*command).strip()
    assert houseway.told(*command) is not None


def test_the_policy_is_printed_with_its_clauses(houseway: Terminal) -> None:
    rows = {
        (row["order"], row["part"]): row
        for book in houseway.told("people", "policy")
        for row in book["parts"]
    }
    confirmed = rows["receive-book", "confirmed"]
    assert confirmed["signed by"] == "finance supervisor or above"
    assert confirmed["not by who signed"] == "counted"
    assert confirmed["clause"] == "609a.13(c)(3)#1"
    assert "609a.13(c)(3)#1" in houseway.said("people", "policy", "--book", "counter_checks")


def test_the_policy_of_one_book_is_that_of_no_other(houseway: Terminal) -> None:
    (book,) = houseway.told("people", "policy", "--book", "staff")
    assert {row["order"] for row in book["parts"]} == {
        "post-person",
        "end-posting",
        "rename-house",
        "set-presence",
    }
    assert "choose one of" in houseway.refused(BAD_INPUT, "people", "policy", "--book", "cook-book")


def test_people_are_listed_with_what_they_are_today(houseway: Terminal) -> None:
    people = {one["credential"]: one for one in houseway.told("people", "list")}
    assert len(people) == 2 * len(Position)
    assert people[CLERK]["position"] == "finance clerk"


def test_every_book_is_listed(houseway: Terminal) -> None:
    assert [one["book"] for one in houseway.told("office", "books")] == [book.name for book in all_books()]


def test_a_sheet_is_told_with_its_clause(houseway: Terminal) -> None:
    grids = houseway.told("office", "sheet", "counter_checks", "stock")
    assert grids[0]["clause"] == "609a.13(c)(3)#1"
    assert grids[0]["rows"] == []


def test_a_book_is_shown_to_the_departments_that_sign_in_it(houseway: Terminal) -> None:
    dealer = who(Position.DEALER)
    digest = proposed(houseway)
    for reader, may in (
        (CLERK, True),
        (who(Position.AUDITOR), True),
        (who(Position.SECURITY_OFFICER), False),
    ):
        found = houseway.told("office", "proposals", "--as", reader)
        assert [one["digest"] for one in found] == ([digest] if may else [])
        code, _, said = houseway("office", "sheet", "counter_checks", "--as", reader)
        assert code == (0 if may else UNLAWFUL)
        assert may or "clause: 603a.20(r)(2)#2" in said
    assert "is not for table games" in houseway.refused(UNLAWFUL, "office", "sheet", "staff", "--as", dealer)
    refusals = houseway.told("office", "refusals", "--as", who(Position.AUDITOR))
    assert [(one["who"], one["order"]) for one in refusals] == [
        (who(Position.SECURITY_OFFICER), "read counter_checks"),
        (dealer, "read staff"),
    ]
    assert len(houseway.told("office", "refusals", "--as", dealer)) == 1
    assert houseway.told("office", "refusals", "--as", who(Position.MARKETING_SUPERVISOR)) == []


def test_what_is_late_makes_the_command_fail(houseway: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert houseway("office", "due")[0] == 0
    database, clock = houseway.folder / "since-2014.db", Clock()
    with Journal.open(database) as journal:
        office = Office(journal, clock)
        office.open_house(HOUSE, staff())
        crew = OfficeHouse(office, clock)
        launch(crew)
        receive(crew, 100)
        crew.close()
    monkeypatch.setenv("HOUSEWAY_DB", str(database))
    code, out, _ = houseway("office", "due")
    assert (code, "LATE" in out) == (CHECK_FAILED, True)
    late = [one for one in json.loads(houseway("office", "due", "--json")[1]) if one["late"]]
    assert {"book": "coupons", "clause": "603a.20(n)#1"}.items() <= late[0].items()


# Papers.


def test_a_form_is_printed_as_pdf(houseway: Terminal) -> None:
    file = houseway.folder / "schedule.pdf"
    assert houseway.said("office", "form", "retention", "schedule") == "schedule\n"
    houseway.said("office", "form", "retention", "schedule", "schedule", "--pdf", str(file))
    assert file.read_bytes().startswith(b"%PDF-")


def test_a_form_is_shown_with_the_clause_of_every_line(houseway: Terminal) -> None:
    paper = houseway.told("office", "form", "retention", "schedule", "schedule")
    assert paper["holder"] == HOUSE
    assert all(isinstance(grid["clause"], str | None) for grid in paper["grids"])
    assert paper["title"] in houseway.said("office", "form", "retention", "schedule", "schedule")


@pytest.mark.parametrize(
    ("command", "known"),
    [
        (("sheet", "cook-book"), "counter_checks"),
        (("sheet", "counter_checks", "soup"), "stock"),
        (("form", "retention", "soup"), "schedule"),
        (("form", "retention", "schedule", "soup"), "schedule"),
    ],
    ids=str,
)
def test_what_is_not_there_is_refused_with_what_is(
    houseway: Terminal, command: tuple[str, ...], known: str
) -> None:
    said = houseway.refused(BAD_INPUT, "office", *command)
    assert "there is no" in said
    assert known in said


def test_a_pdf_that_cannot_be_written_is_told_plainly(houseway: Terminal) -> None:
    nowhere = str(houseway.folder / "nowhere" / "schedule.pdf")
    said = houseway.refused(
        BAD_INPUT, "office", "form", "retention", "schedule", "schedule", "--pdf", nowhere
    )
    assert "there is no folder" in said


# Orders.


def test_two_people_receive_a_book_of_checks(houseway: Terminal) -> None:
    digest = proposed(houseway)
    (waiting,) = houseway.told("office", "proposals")
    assert waiting["awaits"] == ["confirmed"]
    assert digest in houseway.said("office", "proposals").replace("\n", "")
    said = houseway.said("office", "sign", digest, "--as", SUPERVISOR)
    assert said.startswith(f"receive-book executed, content hash {digest}")
    assert "confirmed: Finance Supervisor 1" in said
    assert houseway.told("office", "proposals") == []
    (stock, *_) = houseway.told("office", "sheet", "counter_checks", "stock")
    assert stock["rows"][0][0] == "B-1"


def test_an_order_that_takes_one_person_is_carried_out(houseway: Terminal) -> None:
    file = houseway.file(REGISTER)
    said = houseway.said("office", "order", file, "--as", CLERK)
    assert said.startswith("register-records executed")
    assert "[465a.6(c)]" in said
    (kept,) = houseway.told("office", "sheet", "retention", "kept")
    assert kept["rows"][0][:3] == ["log", "LOG-1", "cage"]


def test_an_order_that_takes_several_is_not_carried_out(houseway: Terminal) -> None:
    said = houseway.refused(UNLAWFUL, "office", "order", houseway.file(RECEIVE), "--as", CLERK)
    assert "several people" in said


def test_the_same_file_given_twice_is_given_once(houseway: Terminal) -> None:
    first = proposed(houseway)
    assert proposed(houseway) == first
    assert len(houseway.told("office", "proposals")) == 1
    file = houseway.file(RECEIVE)
    another = houseway.told("office", "order", file, "--as", CLERK, "--propose", "--key", "another")
    assert another["digest"] != first


def test_a_proposal_is_withdrawn(houseway: Terminal) -> None:
    digest = proposed(houseway)
    assert houseway.told("office", "withdraw", digest, "--as", SUPERVISOR)["state"] == "withdrawn"
    assert "nothing is left to sign" in houseway.refused(
        UNLAWFUL, "office", "sign", digest, "--as", SUPERVISOR
    )


def test_a_refusal_names_its_clause_and_is_recorded(houseway: Terminal) -> None:
    digest = proposed(houseway)
    said = houseway.refused(UNLAWFUL, "office", "sign", digest, "--as", CLERK)
    assert "clause: 609a.13(c)(3)#1" in said
    assert "fix: have the finance supervisor or above sign" in said
    (refused,) = houseway.told("office", "refusals")
    assert (refused["who"], refused["order"], refused["digest"]) == (CLERK, "receive-book", digest)
    assert "receive-book" in houseway.said("office", "refusals")


def test_an_error_is_told_to_a_program_as_json(houseway: Terminal) -> None:
    digest = proposed(houseway)
    code, out, _ = houseway("office", "sign", digest, "--as", CLERK, "--json")
    assert code == UNLAWFUL
    assert json.loads(out)["error"]["clause"] == "609a.13(c)(3)#1"


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({"order": "bake-bread"}, "Invalid value 'bake-bread'"),
        ({"order": "receive-book"}, "missing required field `book`"),
        (RECEIVE | {"first": 0}, "Expected `int` >= 1"),
        (RECEIVE | {"who": SUPERVISOR}, "unknown field `who`"),
        ({"order": "file-submission", "game": "craps", "options": {"a": 1.5}}, "floating-point"),
        ([], "holds no order"),
    ],
    ids=str,
)
def test_what_is_no_order_is_refused_by_name(houseway: Terminal, order: Any, said: str) -> None:
    who_ever = who(Position.SHIFT_MANAGER)
    file = houseway.file(order)
    assert said in houseway.refused(BAD_INPUT, "office", "order", file, "--as", who_ever, "--propose")


# Who signs.


def test_nobody_signs_with_a_wrong_password(houseway: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = proposed(houseway)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "not the password")
    assert "wrong" in houseway.refused(UNLAWFUL, "office", "sign", digest, "--as", SUPERVISOR)
    assert "try again in" in houseway.refused(UNLAWFUL, "office", "sign", digest, "--as", SUPERVISOR)


def test_the_password_is_asked_for_at_a_terminal(houseway: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOUSEWAY_PASSWORD")
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        return PASSWORD

    monkeypatch.setattr("sys.stdin", Seat())
    monkeypatch.setattr("houseway.cli.passwords.getpass", answer)
    assert proposed(houseway)
    assert asked == [f"password of {CLERK}: "]


def test_without_a_terminal_and_without_a_password_nobody_signs(
    houseway: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_PASSWORD")

    def nobody_there(question: str) -> str:
        raise EOFError

    monkeypatch.setattr("sys.stdin", Seat())
    monkeypatch.setattr("houseway.cli.passwords.getpass", nobody_there)
    said = houseway.refused(BAD_INPUT, "office", "order", houseway.file(RECEIVE), "--as", CLERK, "--propose")
    assert "set HOUSEWAY_PASSWORD" in said


def test_a_house_without_accounts_takes_no_orders(
    houseway: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = houseway.folder / "other.db"
    with Journal.open(database) as journal:
        Office(journal).open_house(HOUSE, staff())
    monkeypatch.setenv("HOUSEWAY_DB", str(database))
    said = houseway.refused(BAD_INPUT, "office", "order", houseway.file(RECEIVE), "--as", CLERK, "--propose")
    assert "nobody has an account" in said


def test_books_that_were_never_made_are_told_plainly(
    houseway: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_DB", str(houseway.folder / "none.db"))
    assert houseway.refused(UNAVAILABLE, "office", "proposals")


def test_the_whole_command_signs_for_whoever_is_named(houseway: Terminal) -> None:
    """As a person runs it: another process, the password in the environment."""
    command = [sys.executable, "-m", "houseway", "office", "order", houseway.file(RECEIVE)]
    done = subprocess.run(
        [*command, "--as", CLERK, "--propose", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["signatures"][0]["credential"] == CLERK


# Told so that it helps.


def test_what_was_done_under_a_key_is_not_done_twice_and_says_so(houseway: Terminal) -> None:
    order = ("office", "order", houseway.file(REGISTER), "--as", CLERK)
    assert "It stood so before" not in houseway.said(*order)
    again = houseway.said(*order)
    assert "It stood so before, and nothing was done again" in again
    assert "register-records executed" in again


def test_what_was_withdrawn_is_given_anew_under_another_key(houseway: Terminal) -> None:
    order = ("office", "order", houseway.file(RECEIVE), "--as", CLERK, "--propose")
    digest = houseway.told(*order)["digest"]
    houseway.said("office", "withdraw", digest, "--as", CLERK)
    refused = houseway.refused(BAD_INPUT, *order)
    assert "receive-book with this very content was withdrawn" in refused
    assert "--key" in refused
    assert houseway.told(*order, "--key", "once more")["state"] == "proposed"


def test_moments_are_told_by_the_clock_of_the_house(houseway: Terminal) -> None:
    done = houseway.said("office", "order", houseway.file(REGISTER), "--as", CLERK)
    assert re.search(r"registered: .*, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d E[SD]T$", done, re.M)
    houseway.refused(UNLAWFUL, "office", "sheet", "counter_checks", "--as", who(Position.SECURITY_OFFICER))
    refusals = houseway.said("office", "refusals", "--as", who(Position.AUDITOR))
    assert re.search(r"\d\d:\d\d:\d\d E[SD]T .* read counter_checks", refusals)


def test_a_content_hash_is_printed_in_one_piece(houseway: Terminal) -> None:
    assert houseway.said("office", "proposals") == "nothing awaits a signature\n"
    digest = proposed(houseway)
    told = houseway.said("office", "proposals")
    assert f"receive-book proposed, content hash {digest}\n" in told
    assert "  awaits confirmed: finance supervisor or above [609a.13(c)(3)#1]\n" in told


def test_a_hash_that_nobody_knows_is_looked_up_among_the_proposals(houseway: Terminal) -> None:
    for step in ("sign", "withdraw"):
        said = houseway.refused(BAD_INPUT, "office", step, "abc", "--as", CLERK)
        assert "there is no order with the content hash abc" in said
        assert "houseway office proposals" in said


def test_a_paper_that_cannot_be_written_is_told_plainly(houseway: Terminal) -> None:
    schedule = ("office", "form", "retention", "schedule", "schedule")
    nowhere = houseway.folder / "nowhere" / "schedule.pdf"
    said = houseway.refused(BAD_INPUT, *schedule, "--pdf", str(nowhere))
    assert "there is no folder" in said
    assert "Errno" not in said
    file = houseway.folder / "schedule.pdf"
    assert houseway.told(*schedule, "--pdf", str(file)) == {"file": str(file)}


def test_a_form_without_subjects_says_that_there_is_nothing_yet(houseway: Terminal) -> None:
    said = houseway.refused(BAD_INPUT, "office", "form", "coupons", "count", "soup")
    assert "there is nothing to choose from yet" in said


def test_a_file_that_cannot_be_read_is_told_plainly(houseway: Terminal) -> None:
    missing = str(houseway.folder / "missing.json")
    for command in (("office", "order", missing, "--as", CLERK), ("people", "open", missing)):
        said = houseway.refused(BAD_INPUT, *command)
        assert said.startswith(f"houseway: there is no file {missing}\n  fix: ")


def test_no_journal_is_told_with_the_ways_to_have_one(houseway: Terminal) -> None:
    nowhere = str(houseway.folder / "nowhere.db")
    said = houseway.refused(UNAVAILABLE, "office", "due", "--db", nowhere)
    assert "houseway people open" in said
    assert "name a file" in houseway.refused(UNAVAILABLE, "office", "due", "--db", str(houseway.folder))


def test_positions_are_listed_from_the_lowest_upwards(houseway: Terminal) -> None:
    ladders = houseway.told("people", "positions")
    assert sorted(position for ladder in ladders.values() for position in ladder) == sorted(Position)
    assert ladders["finance"] == ["finance clerk", "finance supervisor", "director of finance"]
    assert "director of finance" in houseway.said("people", "positions")
    file = houseway.file({"name": "Valley", "people": [{"position": "boss"}]})
    assert "houseway people positions" in houseway.refused(BAD_INPUT, "people", "open", file)


def test_an_account_that_cannot_be_opened_is_told_with_what_can_be_done(
    houseway: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    technician, auditor = who(Position.SYSTEMS_ADMINISTRATOR), who(Position.AUDITOR)
    for credential in (CLERK, "NOBODY-1"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n{PASSWORD}\nanother long password\n"))
        account = ("people", "account", credential, "--as", technician, "--witness", auditor)
        assert "--renew" in houseway.refused(BAD_INPUT, *account)


# Tokens of programs.


def test_a_token_is_asked_for_collected_listed_and_revoked_at_the_terminal(
    houseway: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Position.SYSTEMS_ADMINISTRATOR, Position.AUDITOR
    administrator, auditor = map(who, office)
    until = str(date.today() + timedelta(days=30))  # noqa: DTZ011
    ask = ("people", "token", "ask", "nightly", "--as", SUPERVISOR, "--until", until)
    duties = ("--service", "night audit", "--reads-as", "finance clerk", "--order", "receive-book")
    together = ("--given-by", administrator, "--witness", auditor)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n{PASSWORD}\n"))
    made = houseway.told(*ask, *duties, *together)
    with Journal.open(houseway.folder / "house.db") as journal:
        come = Access(Office(journal)).bearer(made["secret"], host="192.0.2.7")
    assert (come.posting.credential, come.grant.orders) == (SUPERVISOR, ("receive-book",))
    (mine,) = houseway.told("people", "token", "list", "--as", SUPERVISOR)
    assert (mine["token"], mine["ended"], mine["service"]) == ("nightly", "", "night audit")
    assert made["secret"] not in houseway.said("people", "token", "list", "--as", auditor)
    houseway.said("people", "token", "revoke", "nightly", "--as", SUPERVISOR, "--reason", "replaced")
    assert "replaced" in houseway.told("people", "token", "list", "--as", SUPERVISOR)[0]["ended"]


def test_those_who_give_a_token_may_sign_it_later(houseway: Terminal) -> None:
    until = str(date.today() + timedelta(days=30))  # noqa: DTZ011
    asked = houseway.told("people", "token", "ask", "mine", "--as", CLERK, "--until", until)
    assert "was given no token" in houseway.refused(
        BAD_INPUT, "people", "token", "collect", "mine", "--as", CLERK
    )
    for position in (Position.SYSTEMS_ADMINISTRATOR, Position.AUDITOR):
        houseway.said("office", "sign", asked["hash"], "--as", who(position))
    assert "houseway_" in houseway.said("people", "token", "collect", "mine", "--as", CLERK)
    assert "shown already" in houseway.refused(BAD_INPUT, "people", "token", "collect", "mine", "--as", CLERK)


def test_what_is_wrong_with_asking_for_a_token_is_said(houseway: Terminal) -> None:
    def said(code: int, *more: str) -> str:
        return houseway.refused(code, "people", "token", "ask", *more, "--as", CLERK)

    assert "no day" in said(BAD_INPUT, "t", "--until", "soon")
    assert "366 days at most" in said(UNLAWFUL, "t", "--until", "2014-05-01")
    assert "no order of the back office" in said(BAD_INPUT, "two words", "--until", "2014-05-01").replace(
        "not an order", "no order"
    )
    assert "two people" in said(BAD_INPUT, "t", "--until", "2014-05-01", "--witness", "PA-1")
    assert "--service" in said(BAD_INPUT, "t", "--until", "2014-05-01", "--table", "T-1")
    assert "no position" in said(
        BAD_INPUT, "t", "--until", "2014-05-01", "--service", "s", "--reads-as", "king"
    )
