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
    """The text in lines no wider than the width, broken between words, or between odds if it lists any."""
    apart = " · " if " · " in text else " "
    lines: list[str] = []
    broken = False
    for part in text.split(apart) if text else ():
        if lines and not broken and text_width(f"{lines[-1]}{apart}{part}", size, bold=bold) <= width:
            lines[-1] += f"{apart}{part}"
        elif apart != " " and text_width(part, size, bold=bold) > width:
            # What pays and how much go on two lines rather than beyond the edge; odds stay whole.
            whole = _ODDS.sub(lambda odds: odds[0].replace(" ", _JOINED), part)
            lines.extend(line.replace(_JOINED, " ") for line in wrap(whole, width, size, bold=bold))
            broken = True
        else:
            lines.append(part)
            broken = False
    return tuple(lines)


_JOINED = "\N{NO-BREAK SPACE}"
_ODDS = re.compile(r"[\d,]+ (?:to|for) [\d,]+")
