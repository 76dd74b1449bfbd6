"""The documentation as a site: the pages of the repository's docs folder and its README, with their links made to lead on.

It shows nothing of the house, so it stands open.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from litestar import HttpMethod, MediaType, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from markdown_it import MarkdownIt
from markdown_it.token import Token

import houseway
from houseway.web.door import PUBLIC, TheVisit
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)
_PACKAGE = Path(houseway.__file__).parent
# Where the pages lie in a wheel, and where beside the source.
_PLACES = (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs")
INDEX, README = "index", "readme"
MOST_FOUND = 50
# How much is told of a part of a page that is found, and how much of it before the word.
_EXCERPT, _BEFORE = 200, 60


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under one heading, in plain words to look for something in."""

    anchor: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class DocPage:
    """A page: its title, its text as HTML, its parts, and where its links lead."""

    name: str
    title: str
    html: str
    sections: tuple[Section, ...]
    links: tuple[str, ...]


class DeadLink(ValueError):
    """A page links to a file that is no page, nor anything else that is there."""


def folder() -> Path:
    """Where the pages lie."""
    return next(place for place in _PLACES if place.is_dir())


def files() -> Mapping[str, Path]:
    """Every page by its name."""
    here = folder()
    readme = next(place for place in (here / "README.md", here.parent / "README.md") if place.is_file())
    found = {path.stem: path for path in sorted(here.glob("*.md")) if path != readme}
    return {**found, README: readme}


@cache
def page(name: str) -> DocPage:
    """A page, read once."""
    text = files()[name].read_text(encoding="utf-8")
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    links = tuple(_lead_on(name, tokens))
    sections = tuple(_sections(tokens))
    title = next((section.title for section in sections if section.title), name)
    return DocPage(
        name, title, _scrolled(parser.renderer.render(tokens, parser.options, {})), sections, links
    )


def _scrolled(text: str) -> str:
    """What may be wider than a telephone can be scrolled by the keys as well."""
    for tag, called in (("pre", "Example"), ("table", "Table")):
        opened = f'<div class="wide" tabindex="0" role="group" aria-label="{called}"><{tag}>'
        text = text.replace(f"<{tag}>", opened).replace(f"</{tag}>", f"</{tag}></div>")
    return text


def _lead_on(name: str, tokens: list[Token]) -> Iterator[str]:
    """Let every link lead to a page of the site; each as it leads then."""
    for token in _all(tokens):
        if token.type == "link_open":
            leads = address(name, str(token.attrs["href"]))
            token.attrSet("href", leads)
            yield leads


def address(name: str, link: str) -> str:
    """Where a link of a page leads on the site."""
    target, mark, anchor = link.partition("#")
    if not target or "://" in target or target.startswith(("/", "mailto:")):
        return link
    found = PurePosixPath(target)
    stem = README if found.stem == "README" else found.stem
    if found.suffix == ".md" and stem in files():
        return f"/docs/{stem}{mark}{anchor}"
    raise DeadLink(f"{name}: {link} leads nowhere")


def _sections(tokens: list[Token]) -> Iterator[Section]:
    """The parts of a page, each heading given a name to link to."""
    anchor, title, words = "", "", list[str]()
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            if title or words:
                yield Section(anchor, title, " ".join(words))
            title = tokens[number + 1].content.replace("`", "")
            anchor = slug(title)
            token.attrSet("id", anchor)
            words = []
        elif token.type == "inline" and (number == 0 or tokens[number - 1].type != "heading_open"):
            words.append(_plain(token))
        elif token.type == "fence":
            words.append(token.content)
    yield Section(anchor, title, " ".join(words))


def _plain(token: Token) -> str:
    """The words of a paragraph as they are read, without the marks of how they are set."""
    return "".join(" " if one.type == "softbreak" else one.content for one in token.children or ())


def excerpt(section: Section, looked_for: str) -> str:
    """What a part of a page says around the first of the words that are looked for."""
    said, words = " ".join(section.words.split()), looked_for.casefold().split()
    found = [at for at in map(said.casefold().find, words) if at >= 0]
    begins = max(0, min(found, default=0) - _BEFORE)
    begins = said.find(" ", begins) + 1 if begins else 0
    part = (
        said[begins : begins + _EXCERPT].rsplit(" ", 1)[0] if len(said) > begins + _EXCERPT else said[begins:]
    )
    return f"{'… ' if begins else ''}{part}{' …' if begins + len(part) < len(said) else ''}"


def slug(title: str) -> str:
    """The name of a heading as links have it: small letters, and hyphens in the place of spaces."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title.casefold()).strip())


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def found_in_docs(looked_for: str) -> list[tuple[DocPage, Section]]:
    """The parts of pages that have all of these words, those with one in the title first."""
    words = looked_for.casefold().split()
    hits = [
        (one, section)
        for name in files()
        for one in (page(name),)
        for section in one.sections
        if words and all(word in f"{section.title} {section.words}".casefold() for word in words)
    ]
    return sorted(hits, key=lambda hit: not any(word in hit[1].title.casefold() for word in words))


@route("/docs", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_docs(visit: TheVisit, q: FromQuery[str] = "") -> str:
    """The first page, or what is found by words."""
    looked_for = q.strip()[:200]
    found = found_in_docs(looked_for) if looked_for else []
    return html(
        "docs_site.html",
        visit,
        page=page(INDEX),
        looked_for=looked_for,
        found=[(one, section, excerpt(section, looked_for)) for one, section in found[:MOST_FOUND]],
        index=INDEX,
    )


@route("/docs/{name:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_doc(visit: TheVisit, name: FromPath[str]) -> str:
    """One page."""
    if name not in files():
        raise NotFoundException(f"there is no page {name!r}")
    return html("docs_site.html", visit, page=page(name), looked_for="", found=[], index=INDEX)


DOCS_SITE = Router(path="/", route_handlers=[show_docs, show_doc], include_in_schema=False)
