"""What a browser measures of a page: targets too small to hit, writing too small to read, words that are cut off."""

from playwright.sync_api import Page

_SMALL_TARGETS = """least => {
  const found = [];
  const targets = "a, button, select, summary, input:not([type=hidden]), [role=button], .area.bet";
  for (const target of document.querySelectorAll(targets)) {
    // A box or a face is hit by its label as well, which is a target of its own.
    if (!target.checkVisibility({ visibilityProperty: true }) || target.closest("svg, .skip")) continue;
    const { width, height, x } = target.getBoundingClientRect();
    if (x < 0 || (width >= least - .5 && height >= least - .5)) continue;
    found.push(`${target.tagName} ${target.id || target.className} "${target.textContent.trim().slice(0, 30)}" ${width.toFixed()}x${height.toFixed()}`);
  }
  return found;
}"""

_SMALL_WRITING = """least => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode;
    const holder = text.parentElement;
    if (!text.data.trim() || holder.closest("svg, script") || !holder.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size && size < least) found.push(`${holder.className} "${text.data.trim().slice(0, 30)}" ${size}`);
  }
  return found;
}"""

_CUT_OFF = """() => {
  const found = [];
  for (const box of document.querySelectorAll("button, .seat, .badge, .headline *, #result *, .panel *, .door *")) {
    if (!box.checkVisibility() || box.closest("svg, .unseen, select, textarea") || box.tagName === "INPUT") continue;
    const { overflowX, display, clipPath } = getComputedStyle(box);
    if (display === "inline" || overflowX === "auto" || clipPath !== "none") continue;
    if (box.scrollWidth > box.clientWidth + 2) found.push(`${box.tagName} ${box.id || box.className} "${box.textContent.trim().slice(0, 30)}" ${box.scrollWidth} in ${box.clientWidth}`);
  }
  return found;
}"""


_ON_THE_FELT = """([least, target]) => {
  const found = [];
  const layout = document.querySelector(".layout");
  if (!layout.checkVisibility()) return found;
  for (const text of layout.querySelectorAll("text")) {
    if (!text.textContent.trim() || !text.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    if (size < least - .05) found.push(`"${text.textContent.trim().slice(0, 30)}" ${size.toFixed(1)} px`);
  }
  for (const area of layout.querySelectorAll('.area.bet[tabindex="0"], .movable')) {
    const { width, height } = (area.querySelector(".ground") ?? area).getBoundingClientRect();
    if (width < target - .5 || height < target - .5) found.push(`${area.id} ${width.toFixed()}x${height.toFixed()}`);
  }
  return found;
}"""


_BEYOND_ITS_PLACE = """() => {
  const found = [];
  for (const name of document.querySelectorAll(".layout .name")) {
    const place = name.closest("[id]").id.replace(/^(hand|tiles)-/, "area-");
    const ground = document.getElementById(place)?.querySelector(".ground");
    if (!ground || !name.textContent.trim()) continue;
    const [words, around] = [name, ground].map((one) => one.getBoundingClientRect());
    if (words.left < around.left - 1 || words.right > around.right + 1) found.push(`${place} "${name.textContent.trim()}" ${words.width.toFixed()} in ${around.width.toFixed()}`);
  }
  return found;
}"""


def beyond_their_place(page: Page) -> list[str]:
    """Names of hands that are written wider than the place where the hand lies."""
    found: list[str] = page.evaluate(_BEYOND_ITS_PLACE)
    return found


def small_on_the_felt(page: Page, least: int = 11, target: int = 24) -> list[str]:
    """What is written on the felt in less than so many pixels, and what can be pressed there and is smaller than so many."""
    found: list[str] = page.evaluate(_ON_THE_FELT, [least, target])
    return found


def small_targets(page: Page, least: int) -> list[str]:
    """What can be pressed outside the felt and is smaller than so many pixels in one direction."""
    found: list[str] = page.evaluate(_SMALL_TARGETS, least)
    return found


def small_writing(page: Page, least: int = 11) -> list[str]:
    """What is written outside the felt in less than so many pixels."""
    found: list[str] = page.evaluate(_SMALL_WRITING, least)
    return found


def cut_off(page: Page) -> list[str]:
    """What is wider than the box it stands in."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found
