"""Writing: the typefaces of every paper, and text that loses no character on its way to one."""

import re
import unicodedata
from datetime import date, datetime
from xml.sax.saxutils import escape
from zoneinfo import ZoneInfo

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

from houseway.law import Clause, Origin

# Embedded, so that a paper looks the same wherever it is printed; they write Latin-1 and most of Latin-2.
BODY = "Vera"
BOLD = "VeraBd"
ITALIC = "VeraIt"
# How tall a digit of these typefaces stands, in thousandths of its type size.
DIGIT_HEIGHT = 729

# The suits of cards are in one of the typefaces that every reader of PDF brings along.
_SUITS = "♠♥♦♣"
_SUIT = re.compile(f"[{_SUITS}]+")
_SUIT_WRITTEN = r'<font name="ZapfDingbats">\g<0></font>'

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def _load_typefaces() -> frozenset[int]:
    """Make the typefaces known, without which nothing can be measured in them; the characters that all of them have."""
    typefaces = [TTFont(name, f"{name}.ttf") for name in (BODY, BOLD, ITALIC)]
    for typeface in typefaces:
        pdfmetrics.registerFont(typeface)
    # Glyph 0 is the typeface's sign for what it lacks.
    known = ({code for code, glyph in typeface.face.charToGlyph.items() if glyph} for typeface in typefaces)
    return frozenset(set.intersection(*known))


_WRITABLE = _load_typefaces()


def can_write(text: str) -> bool:
    """Whether the text is one line of characters that the typefaces have."""
    return all(ord(character) in _WRITABLE for character in unicodedata.normalize("NFC", text))


def shown(text: str, also: str = "") -> str:
    """The text with each character that the typefaces lack spelled out, so that none is dropped unseen.

    What is written in another typeface stays `also`.
    """
    if text.isascii() and text.isprintable():
        return text
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\t", " ")
    kept = "\n" + also
    return "".join(
        character if character in kept or ord(character) in _WRITABLE else f"[U+{ord(character):04X}]"
        for character in lines
    )


def has_suits(text: str) -> bool:
    """Whether a text has suits of cards in it, which are set in a typeface of their own."""
    return _SUIT.search(text) is not None


def as_wide(text: str) -> str:
    """A text by which another is measured: no suit of a card is wider than the letter that stands in its place."""
    return shown(_SUIT.sub(lambda suits: "M" * len(suits[0]), text))


def width_of(text: str, font: str, size: float) -> float:
    """How wide a line of the text runs, in points."""
    return float(pdfmetrics.stringWidth(text, font, size))


def set_in(text: str, style: ParagraphStyle, *, bullet: str | None = None) -> Paragraph:
    """The text set in a style, broken into lines as its space allows, a long word too rather than cut off."""
    written = escape(shown(text, also=_SUITS)).replace("\n", "<br/>")
    return Paragraph(_SUIT.sub(_SUIT_WRITTEN, written), style, bulletText=bullet)


def day_in_words(day: date) -> str:
    """A day as American forms write it: March 1, 2026."""
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def moment_in_words(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as the clock on the wall of the house shows it; one without a zone is taken to be of that clock."""
    local = moment.astimezone(zone) if moment.tzinfo else moment
    return f"{local:%Y-%m-%d %H:%M} {local.tzname() or ''}".strip()


def cited(clause: Clause) -> str:
    """A clause as a paper cites it, with the book it stands in."""
    if clause.chapter.startswith("md-"):
        return f"COMAR {clause.paragraph}"
    if clause.chapter == "paperwork":
        return f"Rulemaking {clause.paragraph}"
    if clause.origin is Origin.COMMON_PRACTICE:
        return clause.citation.capitalize()
    return f"58 Pa. Code § {clause.citation}"
