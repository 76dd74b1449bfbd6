"""The colours of the pages: a dark set and a light one, chosen by the system or by whoever sits at the screen."""

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House, Look, Open
from tests.web.rounds import bet_all, play_to
from tests.web.test_pages import bet, expect_accessible, press_on

STATIC = Path(__file__).parents[2] / "src" / "houseway" / "web" / "static"
TOKENS = (STATIC / "tokens.css").read_text()
LEAST_CONTRAST = 4.5

# What is written on which ground.
WRITTEN = {
    "room": ("ink", "quiet", "gold"),
    "paper": ("ink", "quiet", "gold", "win", "lose", "push", "caution"),
    "paper-high": ("ink", "quiet", "gold"),
    "well": ("ink",),
    "threshold": ("ink", "quiet", "gold"),
    "heading": ("quiet",),
    "gold-fill": ("gold-ink",),
    "gold-fill-high": ("gold-ink",),
    "refused": ("refused-ink",),
    "notice": ("notice-ink",),
    "past": ("past-ink",),
    "open": ("open-ink",),
    "shut": ("shut-ink",),
    "live": ("live-ink",),
    "call": ("live-ink",),
    "call-high": ("live-ink",),
    "proposed": ("proposed-ink",),
}


def sets() -> tuple[dict[str, str], dict[str, str]]:
    """Every token with its colour in a light room and in a dark one."""
    light, dark = dict[str, str](), dict[str, str]()
    for name, told in re.findall(r"^  --([\w-]+): (.+);$", TOKENS, re.MULTILINE):
        colours = re.findall(r"#\w+", told)
        light[name], dark[name] = colours[0], colours[-1]
    return light, dark


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("room", [0, 1], ids=["light", "dark"])
def test_everything_written_can_be_read_on_its_ground(room: int) -> None:
    colours = sets()[room]
    faint = {
        (ink, ground): round(contrast(colours[ink], colours[ground]), 2)
        for ground, inks in WRITTEN.items()
        for ink in inks
        if contrast(colours[ink], colours[ground]) < LEAST_CONTRAST
    }
    assert faint == {}


def test_every_colour_has_a_name() -> None:
    for sheet in STATIC.glob("*.css"):
        for rule in re.findall(r"\{([^{}]*)\}", sheet.read_text()) if sheet.name != "tokens.css" else ():
            assert not re.search(r"#[0-9a-f]{3,8}\b|\brgba?\(|\bhsl", rule), (sheet.name, rule)


def test_every_name_that_is_used_is_known() -> None:
    used, known = set[str](), set[str]()
    for sheet in STATIC.glob("*.css"):
        text = sheet.read_text()
        # What has something to fall back on may be missing.
        used |= set(re.findall(r"var\((--[\w-]+)\)", text))
        known |= set(re.findall(r"(--[\w-]+):", text))
    assert used <= known


def ground(page: Page) -> str:
    shown: str = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    return "light" if int(re.findall(r"\d+", shown)[0]) > 128 else "dark"


def test_whoever_sits_at_the_screen_chooses_its_colours_and_they_are_remembered(open_page: Open) -> None:
    page = open_page("/")
    switch = page.get_by_role("button", name="Colours")
    felt = page.locator("#card-TDF-1 a")
    green = felt.evaluate("felt => [getComputedStyle(felt).backgroundImage, getComputedStyle(felt).color]")
    for system in ("dark", "light"):
        page.emulate_media(color_scheme=system, reduced_motion="reduce")
        assert ground(page) == system
    expect(switch).to_have_accessible_name("Colours: system")
    switch.click()
    expect(switch).to_have_accessible_name("Colours: dark")
    assert ground(page) == "dark"
    page.goto(page.url + "office")
    assert ground(page) == "dark"
    expect(switch).to_have_accessible_name("Colours: dark")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    switch.click()
    assert ground(page) == "light"
    page.go_back()
    assert ground(page) == "light"
    assert green == felt.evaluate(
        "felt => [getComputedStyle(felt).backgroundImage, getComputedStyle(felt).color]"
    )
    switch.click()
    expect(switch).to_have_accessible_name("Colours: system")
    assert ground(page) == "dark"


def test_suits_have_two_colours_or_four_as_the_screen_chose(house: House, open_page: Open) -> None:
    bet_all(house.floor, "3CP-1", 1)
    play_to(house.floor, "3CP-1", "place-wager", {1: "Kc Kd 2h", 0: "As 3d 4c"})
    page = open_page("/tables/3CP-1")
    switch = page.get_by_role("button", name="Suits in")

    def colours() -> dict[str, str]:
        found: dict[str, str] = page.evaluate(
            """() => Object.fromEntries([..."cdh"].map((suit) => [suit, getComputedStyle(document.querySelector(`.card .suit.${suit}`)).fill]))"""
        )
        return found

    two = colours()
    assert two["d"] == two["h"] != two["c"]
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_have_accessible_name("Suits in four colours")
    four = colours()
    assert len(set(four.values())) == 3
    assert four["h"] == two["h"]
    # Chosen before there is anything to draw, and for this screen whatever the table.
    page.add_init_script(
        """new MutationObserver((_, observer) => {
            if (!document.body) return;
            window.suitsAsDrawn = document.documentElement.dataset.suits;
            observer.disconnect();
        }).observe(document, { childList: true, subtree: true });"""
    )
    page.goto(f"{house.address}/tables/HL-1")
    assert page.evaluate("window.suitsAsDrawn") == "four"
    expect(switch).to_have_accessible_name("Suits in four colours")
    switch.click()
    expect(page.locator("html[data-suits]")).to_have_count(0)


def test_suits_can_be_read_in_every_colour() -> None:
    inks = re.findall(r"--(?:diamond|club): (#\w+)", TOKENS)
    assert len(inks) == 2
    assert all(contrast(ink, sets()[0]["card"]) >= LEAST_CONTRAST for ink in inks)


@pytest.mark.long
def test_pages_are_accessible_in_either_theme(house: House, open_page: Open, look: Look) -> None:
    page = open_page("/tables/SB-1")
    bet(page, 1, 5, "small", "big")
    for _ in range(4):
        press_on(page)
    expect(page.locator("#settlement")).to_be_visible()
    page.locator("#settlement .why summary").first.click()
    for theme, path in product(("dark", "light"), ("/tables/SB-1", "/", "/office")):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        if not page.url.endswith(path):
            page.goto(house.address + path)
        look(page, f"{path.strip('/').replace('/', '-') or 'floor'}-{theme}")
        expect_accessible(page)
