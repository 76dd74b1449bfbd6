"""A second machine plays: its browser calls the house by another name, through a proxy that speaks TLS."""

import re
import ssl
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Playwright, expect

from houseway.floor import Floor
from houseway.floor.demo import PASSWORD
from houseway.web.app import cookie_names
from houseway.web.network import networks
from tests.web.certificates import make_authority
from tests.web.conftest import launch
from tests.web.house import go_to_table, served, show_cookie, signed_in
from tests.web.proxy import proxied
from tests.web.test_pages import bet, stack

NAME = "tables.valley.example"
# The addresses of the proxy at which the second machine, and one where somebody guesses, reach it.
SECOND, GUESSING = "127.0.0.2", "127.0.0.3"


@pytest.mark.long
@pytest.mark.usefixtures("stopped_clock")
def test_a_second_machine_plays_under_another_name_through_a_proxy_with_tls(
    floor: Floor, browser: Browser, playwright: Playwright, tmp_path: Path
) -> None:
    authority = make_authority(tmp_path, NAME)
    with (
        served(floor, names=(NAME,), proxies=networks(("127.0.0.1",))) as here,
        proxied(here, authority) as port,
        launch(playwright, f"--host-resolver-rules=MAP {NAME} {SECOND}") as second,
        browser.new_context() as at_home,
        second.new_context(ignore_https_errors=True) as elsewhere,
    ):
        house = f"https://{NAME}:{port}"
        show_cookie(at_home, signed_in(floor), floor, here)
        dealer, patron = at_home.new_page(), elsewhere.new_page()
        dealer.goto(f"{here}/tables/TDF-1")

        # Signing in, by the form of the page.
        patron.goto(house)
        patron.get_by_text("Be anybody else").click()
        patron.get_by_role("button", name="Dana Whitlock").click()
        patron.wait_for_url(f"{house}/")
        (kept,) = (one for one in elsewhere.cookies() if "session" in one["name"])
        assert kept["name"] == cookie_names(floor).session(over_tls=True)
        assert kept["name"].startswith("__Host-")
        assert (kept["secure"], kept["httpOnly"], kept["sameSite"]) == (True, True, "Strict")

        # A move of each, which comes to the other over the event stream.
        go_to_table(patron, "TDF-1")
        expect(patron.locator("#connection[data-open]")).to_be_attached()
        bet(patron, 1, 100, "touchdown")
        expect(stack(dealer, "touchdown", 1)).to_contain_text("$100")
        bet(dealer, 2, 25, "defense")
        expect(stack(patron, "defense", 2)).to_contain_text("$25")
        entered = {one.act.entered_by for one in floor.table("TDF-1").record[-2:]}
        assert len(entered) == 2

        # Guesses lock out the address that they come from, whatever else it claims, and no other.
        trusted = ssl.create_default_context(cafile=authority.root)
        with httpx.Client(verify=trusted, headers={"Host": f"{NAME}:{port}"}, timeout=60) as guesser:

            def guess(at: str, number: int) -> int:
                return guesser.post(
                    f"https://{at}:{port}/api/session",
                    json={"credential": f"PA-97{number:02}", "password": "wrong"},
                    headers={"X-Forwarded-For": f"198.51.100.{number}", "Origin": house},
                    extensions={"sni_hostname": NAME},
                ).status_code

            assert [guess(GUESSING, number) for number in range(8)] == [401] * 6 + [429] * 2
            assert guess(SECOND, 8) == 401
        patron.get_by_role("button", name="Sign out").click()
        patron.wait_for_url(re.compile("/sign-in"))
        patron.get_by_label("Credential").fill(kept_credential(entered))
        patron.get_by_label("Password").fill(PASSWORD)
        patron.get_by_role("button", name="Sign in").click()
        patron.wait_for_url(f"{house}/")


def kept_credential(entered: set[str]) -> str:
    """Somebody who has signed in before."""
    return min(entered)
