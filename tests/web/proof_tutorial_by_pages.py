"""The tutorial by pages alone: an empty database, and every command of the tutorial done on a page by a person who signs in.

Sixty orders signed on pages take their time: `make proofs` walks it, on both databases.
"""

import re
import shlex
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, expect

from houseway.backoffice.office import Office
from houseway.floor import Floor
from houseway.journal import Journal
from houseway.web.network import Standing
from houseway.web.server import HouseServer, OpeningServer
from tests.floor.live import STAMP
from tests.test_tutorial import TEXT, barcode, stands_for, steps_in, submission_in
from tests.web.by_pages import PASSWORD, People, fill
from tests.web.house import until

PATIENCE = 60_000
TABLE = "TDF-1"


@contextmanager
def running(server: OpeningServer | HouseServer) -> Iterator[None]:
    """A server at work meanwhile."""
    thread = threading.Thread(target=server.keep_open)
    thread.start()
    try:
        until(lambda: server.started)
        yield
    finally:
        server.should_exit = True
        thread.join()


class Clock:
    """The clock of the house, which a day may be added to."""

    ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


def open_the_house(browser: Browser, office: Office, house: dict[str, Any]) -> OpeningServer:
    """Open a house on its first page, at the address that the terminal shows; the server, which listens on."""
    shown: list[str] = []
    server = OpeningServer(office, Standing(port=0), announce=shown.append)
    people = People(browser, server.address, PATIENCE)
    with running(server):
        page = people.nobody()
        assert page.goto(server.address).status == 403  # type: ignore[union-attr]
        page.goto(shown[0])
        form = page.locator("form.order")
        fill(form, house)
        for group, credential in (("information_technology", "SA-1"), ("internal_audit", "IA-1")):
            fill(form.locator(f'[data-name="{group}"]'), {"credential": credential, "password": "short"})
            fill(form.locator(f'[data-name="{group}"]'), {"again": PASSWORD})
        page.get_by_role("button", name="Open the house").click()
        expect(page.locator("#refusal")).to_contain_text("The password of SA-1 was not typed the same twice")
        for group in ("information_technology", "internal_audit"):
            fill(form.locator(f'[data-name="{group}"]'), {"password": PASSWORD})
        page.get_by_role("button", name="Open the house").click(no_wait_after=True)
        until(lambda: server.opened)
        people.close()
    return server


class Walk:
    """Whoever follows the tutorial on pages: its commands, each as a person does it."""

    def __init__(self, people: People, place: str, folder: Path, pictures: Path) -> None:
        self.people, self.place, self.folder, self.pictures = people, place, folder, pictures
        self.stands_for = stands_for()

    def meant(self, text: str) -> str:
        for word, meant in self.stands_for.items():
            text = text.replace(word, meant)
        return text

    def follow(self, text: str) -> None:
        """Do all that a part of the tutorial says."""
        for command, files in steps_in(text):
            words = shlex.split(self.meant(command))[1:]
            orders = [one for name, content in files.items() if name in words for one in self.read(content)]
            self.do(words, orders)

    def read(self, content: str) -> list[dict[str, Any]]:
        told = msgspec.json.decode(self.meant(content))
        return told if isinstance(told, list) else [told]

    def do(self, words: list[str], orders: list[dict[str, Any]]) -> None:
        options = dict(pairwise(words))
        match words:
            case ["people", "open", *_]:
                pass
            case ["people", "account", *whose] if "--as" in whose:
                for credential in whose[: whose.index("--as")]:
                    self.open_account(credential, options["--as"], options["--witness"])
            case ["people", "account", _]:
                pass
            case ["office", "order", *given]:
                signers = [value for name, value in pairwise(given) if name in ("--as", "--then")]
                for order in orders:
                    self.give(order, *signers)
            case ["office", "coupons", first, last, *_]:
                self.print_coupons(int(first), int(last), options["--as"])
            case ["office", "figures", table]:
                page = self.people.page("IA-2", "/office/figures")
                expect(page.locator("tbody tr", has_text=table)).to_contain_text("-$45")
            case ["office", "hold", table, day, *_]:
                page = self.people.page(options["--as"], "/office/figures")
                page.get_by_role("button", name=f"Hold to the record of {table} on {day}").click()
                expect(page.locator("h1 .badge")).to_have_text("Executed")
            case ["office", "form", book, form, subject, *_]:
                page = self.people.page(options["--as"], f"/office/{book}")
                page.locator(f'a[href="/office/{book}/forms/{form}"]').click()
                page.get_by_role("link", name=subject, exact=True).click()
                expect(page.locator("main")).to_contain_text("-$45")
                page.screenshot(path=self.pictures / f"tutorial-{form}.png", full_page=True)
            case ["table", what, table, *told]:
                at_table(self.people, what, table, told, options)
            case ["journal", "verify"] | ["office", "verify"]:
                # An auditor's own commands: a page would be the house's word for itself.
                pass
            case _:
                raise AssertionError(f"nobody knows how to do this on a page: {words}")

    def open_account(self, credential: str, by: str, witness: str) -> None:
        page = self.people.page(by, "/accounts")
        form = page.locator("form.account").first
        form.get_by_label("Whose").select_option(value=credential)
        form.get_by_label("Password, typed by its owner").fill(PASSWORD)
        form.get_by_label("Password again").fill(PASSWORD)
        form.get_by_label("Witness of internal audit").select_option(value=witness)
        form.get_by_label("Password of the witness").fill(PASSWORD)
        form.get_by_role("button").click()
        expect(page.get_by_role("status").last).to_contain_text(f"{credential} has an account now")

    def give(self, order: dict[str, Any], *signers: str) -> None:
        if order["order"] != "file-submission":
            self.people.order(order, *signers)
            return
        page = self.people.page(signers[0], "/office/approvals/orders/file-submission")
        page.get_by_role("link", name="Three Dice Football").click()
        minimum = order["options"]["limits"]["minimum"] / 100
        page.get_by_label("Minimum in dollars").first.fill(f"{minimum:.2f}")
        expect(page.get_by_text("Everything here is allowed.")).to_be_visible()
        self.people.send(page, *signers)
        self.stands_for["SUBMISSION"] = submission_in(self.place)

    def print_coupons(self, first: int, last: int, who: str) -> None:
        page = self.people.page(who, "/office/coupons/orders/print-coupons")
        fill(page.locator("form.order"), {"first": first, "last": last})
        with page.expect_download() as saved:
            page.get_by_role("button", name="Sign, carry out and save the file").click()
        saved.value.save_as(self.folder / "coupons.pdf")
        page.wait_for_url(re.compile("/office/orders/"))
        self.stands_for["BARCODE"] = barcode(str(self.folder / "coupons.pdf"))


# At the table.


def at_table(people: People, what: str, table: str, told: list[str], options: dict[str, str]) -> None:
    """What a command does at a table, on the table's page."""
    who, witness = options["--as"], options.get("--witness", "")
    page = people.at_table(who, table)
    if what == "attest":
        attest(people, page, witness)
    elif what == "coupon":
        page.locator("[data-seat='1']").click()
        form = page.locator("#take-coupon")
        form.get_by_label("On").select_option(label="Touchdown")
        form.get_by_label("Chips with it").fill(options["--amount"])
        form.get_by_label("Barcode").fill(told[0])
        form.get_by_label("Barcode").press("Enter")
        expect(page.locator("#record")).to_contain_text("Position 1 plays coupon 000000001")
    else:
        given = dict(one.split("=") for one in told if "=" in one)
        move(people, page, told[0], given, witness)


def attest(people: People, page: Page, witness: str) -> None:
    """Attest all that falls to whoever is signed in, group by group."""
    mine = page.locator("[data-group]:has(form.attest .tick:enabled)")
    if not witness:
        mine = mine.and_(page.locator("[data-group]:not(:has(form[data-witness]))"))
    while left := mine.count():
        every = mine.first.locator("[data-attest-all]")
        signed = mine.first.locator("form[data-witness]").count() > 0
        (every if every.count() else mine.first.locator(".tick").first).click()
        if signed:
            people.sign(page, witness)
        expect(mine).to_have_count(left - 1)


def move(people: People, page: Page, name: str, given: dict[str, str], witness: str) -> None:
    match name:
        case "take-seat":
            page.locator(f"[data-take='{given['seat']}']").click()
            expect(page.locator(f"[data-seat='{given['seat']}']")).to_be_visible()
        case "buy-in":
            page.locator(f"[data-seat='{given['seat']}']").click()
            page.locator(f"[data-buy='{given['amount']}00']").click()
            expect(page.locator(f"[data-seat='{given['seat']}']")).to_contain_text(f"${given['amount']}")
        case "place-wager":
            page.locator(f"[data-seat='{given['seat']}']").click()
            page.locator(f"[data-chip='{given['amount']}00']").click()
            page.locator(f"[data-wager='{given['wager']}']").first.click()
            expect(page.locator(f"[data-seat='{given['seat']}'] .wagered")).to_contain_text(
                f"${given['amount']}"
            )
        case "leave-seat":
            page.locator(f"[data-seat='{given['seat']}']").click()
            page.locator("[data-leave]").click()
            expect(page.locator(f"[data-take='{given['seat']}']")).to_be_visible()
        case "call-numbers":
            form = page.locator("form[data-move='call-numbers']")
            for field, face in given.items():
                form.locator(f"input[name='{field.replace('-', '_')}'][value='{face}']").check(force=True)
            people.step(page, name)
        case _:
            people.step(page, name, signed_by=witness)


def test_from_an_empty_database_to_a_certified_day_by_pages_alone(
    place: str, tmp_path: Path, browser: Browser, pictures: Path
) -> None:
    clock = Clock()
    today, next_day = TEXT.split("## The next day")
    with Journal.open(place) as journal:
        house = msgspec.json.decode(dict(steps_in(today)[0][1])["house.json"])
        opened = open_the_house(browser, Office(journal, clock), house)
        floor = Floor(journal, clock, stamps=[STAMP])
        server = HouseServer(floor, Standing(port=0), listener=opened.listener)
        people = People(browser, server.address, PATIENCE)
        walk = Walk(people, place, tmp_path, pictures)
        with running(server):
            walk.follow(today)
            table = floor.table(TABLE)
            assert (table.training, table.rounds) == (False, 2)
            assert table.state.chips["tray"] == 1_500_000 - 50_000 - 2_500 - 1_000 - 1_000
            clock.ahead = timedelta(days=1)
            people.sign_out()
            walk.follow(next_day)
            people.close()
        assert people.complaints == []
