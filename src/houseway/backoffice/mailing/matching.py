"""Matching: whether a patron may be a person on an exclusion list, judged by name, birth date and address (603a.20(q)(7)).

Nobody may be mailed a coupon because a clerk spelled a name another way, so a doubt is a match. Names are compared
without accents, titles, suffixes and middle names, in either order; addresses with their usual abbreviations. Two
people of one name are told apart only by different birth dates, and then only if they do not live at one address.
Of the same person are also taken to be a patron and a listed person

- whose names are alike (one surname, one first name, or one letter apart) and who were born on one day, or live at one
  address with no birth dates to tell them apart;
- who were born on one day and live at one address, whatever their names are now.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum
from typing import NamedTuple

import msgspec

from houseway.law import implements

_TITLES = frozenset(("mr", "mrs", "ms", "miss", "dr"))
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "esq"))
_UNIT = frozenset(("apartment", "apt", "unit", "suite", "ste", "no"))
_SHORT = {
    "street": "st",
    "avenue": "ave",
    "av": "ave",
    "road": "rd",
    "drive": "dr",
    "lane": "ln",
    "court": "ct",
    "place": "pl",
    "boulevard": "blvd",
    "highway": "hwy",
    "circle": "cir",
    "terrace": "ter",
    "parkway": "pkwy",
    "square": "sq",
    "north": "n",
    "south": "s",
    "east": "e",
    "west": "w",
    "saint": "st",
    "mount": "mt",
    "fort": "ft",
    "pennsylvania": "pa",
}
# Letters that are no letter with an accent, as they are written without them; and apostrophes, written or not.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
    | dict.fromkeys("'’`", "")
)
_ZIP = re.compile(r"\b(\d{5})[ -]\d{4}\b")


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Who somebody is, as far as it is known."""

    name: str
    address: str = ""
    born: date | None = None


class Likeness(StrEnum):
    """How surely two are one person."""

    SAME = "the same person"
    POSSIBLE = "possibly the same person"


class Match(NamedTuple):
    """A patron and a listed person who may be one, and what agrees."""

    likeness: Likeness
    agrees: tuple[str, ...]


class _Keys(NamedTuple):
    """What is compared of an identity."""

    first: str
    last: str
    address: str
    born: date | None

    @property
    def names(self) -> frozenset[str]:
        return frozenset((self.first, self.last))


def _keys(identity: Identity) -> _Keys:
    first, last = _names(identity.name)
    return _Keys(first, last, _address(identity.address), identity.born)


def _plain(text: str) -> str:
    """The text in small letters without accents, and without the apostrophes that some write and others do not."""
    if not text.isascii():
        letters = unicodedata.normalize("NFKD", text)
        text = "".join(one for one in letters if not unicodedata.combining(one))
    return text.casefold().translate(_LETTERS)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _plain(text))


def says_something(text: str) -> bool:
    """Whether there is anything in a name or address to compare."""
    return bool(_words(text))


def _names(name: str) -> tuple[str, str]:
    """The first name and the surname, from `Ida M. Tarbell` as from `Tarbell, Ida M.`"""
    before, _, after = name.partition(",")
    given = [word for word in _words(after) if word not in _SUFFIXES]
    words = [*given, *_words(before)]
    words = [word for word in words if word not in _TITLES | _SUFFIXES] or words
    # A surname of several words is compared by its last one, which every spelling of it has.
    return (words[0] if len(words) > 1 else "", words[-1] if words else "")


def _address(address: str) -> str:
    words = _words(_ZIP.sub(r"\1", address))
    return " ".join(_SHORT.get(word, word) for word in words if word not in _UNIT)


@implements("603a.20(q)(7)")
def compare(one: Identity, other: Identity) -> Match | None:
    """Whether two may be one person: a doubt is a match."""
    return _compare(_keys(one), _keys(other))


@implements("603a.20(q)(7)")
def _compare(one: _Keys, other: _Keys) -> Match | None:
    """The rule, on what is compared; a birth date or address that is not known tells nobody apart."""
    one_day = None if one.born is None or other.born is None else one.born == other.born
    one_home = bool(one.address) and one.address == other.address
    one_name = one.names == other.names
    alike = one_name or _are_alike(one, other)
    agrees = [
        *(["name"] if one_name else ["similar name"] if alike else []),
        *(["birth date"] if one_day else []),
        *(["address"] if one_home else []),
    ]
    if one_name and (one_day or (one_day is None and one_home)):
        return Match(Likeness.SAME, tuple(agrees))
    if (
        (one_name and (one_day is None or one_home))
        or (alike and (one_day or (one_home and one_day is None)))
        or (one_day and one_home)
    ):
        return Match(Likeness.POSSIBLE, tuple(agrees))
    return None


def _are_alike(one: _Keys, other: _Keys) -> bool:
    return bool(
        (one.last and one.last == other.last)
        or (one.first and one.first == other.first)
        or _one_letter_apart(one.first + one.last, other.first + other.last)
    )


def _one_letter_apart(one: str, other: str) -> bool:
    """Whether a letter too many, too few or wrong, or two letters swapped, makes the one of the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    rest, other_rest = one[start:], other[start:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:])
    )


class Screen:
    """Listed persons, arranged so that each patron is compared with those only who can match at all."""

    def __init__(self, people: Iterable[Identity]) -> None:
        self._by: dict[object, list[_Keys]] = {}
        for person in people:
            self.add(person)

    def add(self, person: Identity) -> None:
        """One more."""
        keys = _keys(person)
        for trait in _traits(keys):
            self._by.setdefault(trait, []).append(keys)

    @implements("603a.20(q)(7)")
    def find(self, patron: Identity) -> Match | None:
        """The surest match of a patron with a listed person, if there is any."""
        keys = _keys(patron)
        found = [
            match
            for trait in _traits(keys)
            for listed in self._by.get(trait, ())
            if (match := _compare(keys, listed)) is not None
        ]
        return min(found, key=lambda match: match.likeness is Likeness.POSSIBLE, default=None)


def _traits(keys: _Keys) -> Iterator[object]:
    """Everything of which two share at least one where they match."""
    yield keys.names
    if keys.born is not None:
        yield keys.born
    if keys.address:
        yield keys.address
