"""People who do everything on pages: they sign in, fill in the forms of orders, sign them, and move at a table."""

import json
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from houseway.backoffice.books import all_books
from houseway.backoffice.orders import name_of

PASSWORD = "a pass phrase of one's own"
BOOK_OF = {name_of(order): book.name for book in all_books() for order in book.orders}


# Fields of a group or a row in the form may have the same name: which of them is the form's own.
_OWN = """(scope, name) => [...scope.querySelectorAll(`[data-name="${name}"]`)]
  .findIndex((one) => one.parentElement.closest("[data-scope]") === scope)"""


def fill(scope: Locator, told: Mapping[str, Any]) -> None:
    """Fill in what a form, a group of fields or a row asks for; what is not told is left as it stands."""
    for name, value in told.items():
        here = scope.evaluate(_OWN, name)
        assert here >= 0, f"the form does not ask for {name}"
        put(scope.locator(f'[data-name="{name}"]').nth(here), value)


def put(field: Locator, value: Any) -> None:
    """Fill in one field as a person does, whatever it is asked for with."""
    match field.get_attribute("data-kind"):
        case "rows":
            _put_rows(field, value)
        case "group":
            if (tick := field.locator(":scope > legend [data-fill]")).count():
                tick.check()
            inner = field.locator(":scope > [data-scope]")
            fill(inner if inner.count() else field, value)
        case "ticks":
            for one in value:
                field.locator("input").and_(
                    field.page.locator(f"[value={json.dumps(json.dumps(one))}]")
                ).check()
        case "tick":
            field.locator("input").set_checked(value)
        case "choice" | "yes-or-no":
            field.locator("select").select_option(value=json.dumps(value))
        case "ranges":
            field.locator("input, textarea").first.fill(
                ", ".join(f"{run['first']}-{run['last']}" for run in value)
            )
        case "lines":
            in_dollars = field.get_attribute("data-each") == "dollars"
            lines = (f"{one / 100:.2f}" if in_dollars else str(one) for one in value)
            field.locator("textarea").fill("\n".join(lines))
        case "dollars":
            field.locator("input").fill(f"{value / 100:.2f}")
        case _:
            field.locator("input, textarea").first.fill(str(value))


def _put_rows(field: Locator, rows: list[Mapping[str, Any]]) -> None:
    held = field.locator(":scope > .held > .row")
    for number, row in enumerate(rows):
        if held.count() <= number:
            field.locator(":scope > [data-add-row]").click()
        fill(held.nth(number), row)


class People:
    """Everybody of a house at one screen: each signs in once, and their cookies are put back when it is their turn again."""

    def __init__(self, browser: Browser, address: str, patience: float) -> None:
        self.address, self._patience = address, patience
        self._context = browser.new_context(
            viewport={"width": 1280, "height": 900}, reduced_motion="reduce", accept_downloads=True
        )
        self._context.set_default_timeout(patience)
        self._page = self._context.new_page()
        self._cookies: dict[str, Any] = {}
        self._now = ""
        self.complaints: list[str] = []
        self._page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def nobody(self) -> Page:
        """A page that nobody has signed in on."""
        self._context.clear_cookies()
        self._now = ""
        return self._page

    def page(self, credential: str, path: str) -> Page:
        """A page that somebody opens, signing in first where they have not yet."""
        if credential not in self._cookies:
            self._sign_in(credential)
        elif credential != self._now:
            self._context.clear_cookies()
            self._context.add_cookies(self._cookies[credential])
        self._now = credential
        self._page.goto(self.address + path)
        return self._page

    def _sign_in(self, credential: str) -> None:
        page = self.nobody()
        page.goto(f"{self.address}/sign-in")
        page.get_by_label("Credential number").fill(credential)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".me")).to_contain_text(credential)
        self._cookies[credential] = self._context.cookies()

    def sign_out(self) -> None:
        """Everybody goes home."""
        self._cookies.clear()

    def close(self) -> None:
        """The screen is turned off."""
        self._context.close()

    # The back office.

    def order(self, order: Mapping[str, Any], *signers: str) -> None:
        """Give an order on its page, and have the others sign it as they find it in their overview."""
        told = {name: value for name, value in order.items() if name != "order"}
        page = self.page(signers[0], f"/office/{BOOK_OF[order['order']]}/orders/{order['order']}")
        fill(page.locator("form.order"), told)
        self.send(page, *signers)

    def send(self, page: Page, *signers: str) -> None:
        """Sign what is filled in, as the first, and then as the others."""
        name = "Sign and propose" if len(signers) > 1 else "Sign and carry out"
        page.get_by_role("button", name=name).click()
        page.wait_for_url(re.compile("/office/orders/"))
        address = page.url.removeprefix(self.address)
        for signer in signers[1:]:
            page = self.page(signer, "/office")
            page.locator(f'.orders a[href="{address}"]').click()
            page.locator(".go[data-sign]").click()
            expect(page.locator("#notice")).to_contain_text("This order is")
        expect(page.locator("h1 .badge")).to_have_text("Executed")

    # A live table.

    def at_table(self, credential: str, table: str) -> Page:
        """The page of a table, told of every change from here on."""
        page = self.page(credential, f"/tables/{table}")
        expect(page.locator("#connection[data-open]")).to_be_attached(timeout=self._patience)
        return page

    def step(
        self, page: Page, move: str, told: Mapping[str, str] | None = None, *, signed_by: str = ""
    ) -> None:
        """Take a step that the panel offers, with what is told of it, and the signature of whoever sees it."""
        version = page.locator("main").get_attribute("data-version")
        form = page.locator(f'form[data-move="{move}"]').first
        if not form.is_visible():
            form.locator("xpath=ancestor::details").first.locator("summary").first.click()
        for label, value in (told or {}).items():
            field = form.get_by_label(label, exact=True)
            if field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        form.locator("button.go").first.click()
        if signed_by:
            self.sign(page, signed_by)
        expect(page.locator(f'main:not([data-version="{version}"])')).to_be_attached()

    def sign(self, page: Page, credential: str) -> None:
        """Whoever saw it done signs for it."""
        dialog = page.locator("#witness")
        dialog.get_by_label("Credential number").fill(credential)
        dialog.get_by_label("Password").fill(PASSWORD)
        dialog.get_by_role("button", name="Sign").click()
