"""Hand histories in the open PHH format (.phh, TOML), read and written.

A variant's code is a letter for the structure (F limit, P pot limit, N no limit) and the code of the game: FT, NT, NS, PO, FO/8, F7S, F7S/8,
FR, N2L1D, F2L3D and FB are the format's own. Ours for the rest follow the same rule: 5O and 5O/8 (Five-card Omaha), A5L3D (Triple Draw
A-5), BD (Badeucey), BA (Badacey), and any game under another structure, such as PT.
"""

import datetime
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from houseway.games.poker.variants import VARIANTS, Variant
from houseway.table.betting_round import Structure

_STRUCTURES = {"F": Structure.LIMIT, "P": Structure.POT_LIMIT, "N": Structure.NO_LIMIT}
_CODES = {variant.code: variant for variant in VARIANTS.values()}
AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")
LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
# Of these some may be unknown, which is written as inf.
_STACKS = ("starting_stacks", "finishing_stacks")
_UNKNOWN = Decimal("inf")
# No table counts finer, or has more.
_FINEST, _MOST_DIGITS = -15, 18
_CLIPPED = 40

Amount = int | Decimal


class NoHandHistory(ValueError):
    """Text that is no hand history, and why."""


@dataclass(frozen=True)
class HandHistory:
    """A hand as a file tells it; `fields` are all its fields in their order, amounts exact."""

    fields: Mapping[str, Any]
    variant: Variant = field(compare=False)
    structure: Structure = field(compare=False)

    def amounts(self, name: str) -> tuple[Amount, ...]:
        """A list of amounts, one for each player; nothing for each where the file has none."""
        found = self.fields.get(name)
        return tuple(found) if found is not None else (0,) * self.players

    def amount(self, name: str) -> Amount:
        """An amount, or nothing."""
        found: Amount = self.fields.get(name, 0)
        return found

    @property
    def players(self) -> int:
        """How many players the hand has."""
        return len(self.fields["starting_stacks"])

    @property
    def actions(self) -> tuple[str, ...]:
        """What was done, in its order."""
        return tuple(self.fields["actions"])


def read(text: str) -> tuple[HandHistory, ...]:
    """The hands that a file holds: one, or several as numbered tables."""
    try:
        told = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as wrong:
        raise NoHandHistory(f"this is not TOML: {wrong}") from None
    except ValueError:
        raise NoHandHistory("a number in it has more digits than any amount") from None
    if "variant" in told or not told:
        return (_hand(told),)
    several = {name: value for name, value in told.items() if isinstance(value, dict)}
    return tuple(_numbered(name, value) for name, value in several.items()) or (_hand(told),)


def _numbered(name: str, told: dict[str, Any]) -> HandHistory:
    try:
        return _hand(told)
    except NoHandHistory as wrong:
        raise NoHandHistory(f"hand {name}: {wrong}") from None


def _hand(told: dict[str, Any]) -> HandHistory:
    code = told.get("variant")
    if code is None:
        raise NoHandHistory("there is no field 'variant', with which every hand history says what is played")
    if not isinstance(code, str) or code[:1] not in _STRUCTURES or code[1:] not in _CODES:
        known = ", ".join(sorted(_CODES))
        raise NoHandHistory(f"the variant {code!r} is not F, P or N and one of: {known}")
    variant, structure = _CODES[code[1:]], _STRUCTURES[code[0]]
    for name in _required(variant, structure):
        if name not in told:
            raise NoHandHistory(f"{code} needs the field {name!r}")
    for name in LISTS:
        if name in told:
            _check_amounts(name, told[name])
    for name in AMOUNTS:
        if name in told and not (_is_amount(told[name]) and told[name] >= 0):
            raise NoHandHistory(f"{name!r} is an amount, and {_clipped(told[name])} is none")
    if not isinstance(told.get("ante_trimming_status", False), bool):
        raise NoHandHistory("'ante_trimming_status' is true or false")
    if not isinstance(told["actions"], list) or not all(isinstance(act, str) for act in told["actions"]):
        raise NoHandHistory("'actions' is a list of actions in words")
    players = len(told["starting_stacks"])
    for name in LISTS:
        if name in told and len(told[name]) != players:
            raise NoHandHistory(f"{name!r} has {len(told[name])} amounts for {players} players")
    if not all(told["starting_stacks"]):
        raise NoHandHistory("'starting_stacks' has players with nothing to play")
    return HandHistory(told, variant, structure)


def _check_amounts(name: str, told: object) -> None:
    if not isinstance(told, list):
        raise NoHandHistory(f"{name!r} is a list of amounts")
    for amount in told:
        if not (_is_amount(amount) or (name in _STACKS and amount == _UNKNOWN)):
            raise NoHandHistory(f"{name!r} is a list of amounts, and {_clipped(amount)} is none")
        # A Blind below nothing is what a player posts to be dealt in at once.
        if amount < 0 and name != "blinds_or_straddles":
            raise NoHandHistory(f"{name!r} has amounts below nothing")


def _clipped(told: object) -> str:
    found = repr(str(told) if isinstance(told, Decimal) else told)
    return found if len(found) <= _CLIPPED else f"{found[:_CLIPPED]}…"


def is_known(amount: Amount) -> bool:
    """Whether an amount is told at all; stacks that nobody knows are written without end."""
    return amount != _UNKNOWN


def _is_amount(value: object) -> bool:
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        return False
    exact = Decimal(value)
    return exact.is_finite() and int(exact.as_tuple().exponent) >= _FINEST and exact.adjusted() < _MOST_DIGITS


def _required(variant: Variant, structure: Structure) -> Iterator[str]:
    yield from ("antes", "starting_stacks", "actions")
    yield "bring_in" if variant.brings_in else "blinds_or_straddles"
    yield from ("small_bet", "big_bet") if structure is Structure.LIMIT else ("min_bet",)


# Writing.


def write(hands: tuple[HandHistory, ...]) -> str:
    """Hands as a file: one alone, several as numbered tables."""
    if len(hands) == 1:
        return _written(hands[0].fields)
    return "\n".join(f"[{number}]\n{_written(hand.fields)}" for number, hand in enumerate(hands, start=1))


def _written(fields: Mapping[str, Any]) -> str:
    return "".join(f"{_key(name)} = {_toml(value)}\n" for name, value in fields.items())


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _quoted(name)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{_key(name)} = {_toml(part)}' for name, part in value.items())}}}"
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case Decimal():
            # A number with a point stays one, so that it is read back as exact as it was.
            told = format(value, "f") if value.is_finite() else str(value).lower().replace("infinity", "inf")
            return told if "." in told or not value.is_finite() else f"{told}.0"
        case _:
            return str(value)


_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def _quoted(text: str) -> str:
    return f'"{"".join(_escaped(letter) for letter in text)}"'


def _escaped(letter: str) -> str:
    if letter in _ESCAPED:
        return _ESCAPED[letter]
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
