"""Printing on a felt: how small it may be, how wide it comes out, and where its lines break."""

import re
from functools import cache

# On a felt of 1,200 units that is drawn 940 pixels wide or wider, nothing is printed smaller than 11 pixels.
LEAST_SIZE = 14
# The strip at the foot of a place for a hand.
NAME_HEIGHT = 22


def text_width(text: str, size: int, *, bold: bool = True) -> float:
    """About how wide a text prints, on the wide side, in whatever typeface the system has."""
    return size * sum(_letter_width(letter) for letter in text) * (1 if bold else 0.88)


def _letter_width(letter: str) -> float:
    if letter in " ·.,ijltfr\N{NO-BREAK SPACE}":
        return 0.42
    if letter in "mwMW":
        return 0.98
    return 0.78 if letter.isupper() else 0.7


@cache
def wrap(text: str, width: float, size: int, *, bold: bool = True) -> tuple[str, ...]:
    """The text in lines no wider than the width, broken between words, or between odds if it lists any; odds stay whole."""
    if " · " not in text:
        return _filled(tuple(filter(None, _ODDS.sub(_join, text).split(" "))), " ", width, size, bold=bold)
    lines: list[str] = []
    row: list[str] = []
    for part in text.split(" · "):
        if text_width(part, size, bold=bold) <= width:
            row.append(part)
            continue
        # What pays and how much go on two lines rather than beyond the edge.
        lines += (*_filled(tuple(row), " · ", width, size, bold=bold), *wrap(part, width, size, bold=bold))
        row.clear()
    return (*lines, *_filled(tuple(row), " · ", width, size, bold=bold))


def _filled(parts: tuple[str, ...], apart: str, width: float, size: int, *, bold: bool) -> tuple[str, ...]:
    """As many parts on each line as it has room for."""
    lines: list[str] = []
    for part in parts:
        if lines and text_width(f"{lines[-1]}{apart}{part}", size, bold=bold) <= width:
            lines[-1] += f"{apart}{part}"
        else:
            lines.append(part)
    return tuple(line.replace(_JOINED, " ") for line in lines)


def _join(odds: re.Match[str]) -> str:
    return odds[0].replace(" ", _JOINED)


_JOINED = "\N{NO-BREAK SPACE}"
_ODDS = re.compile(r"(?:or )?[\d,]+ (?:to|for) [\d,]+")
