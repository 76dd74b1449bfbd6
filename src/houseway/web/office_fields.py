"""Fields of an order: what people are asked for when they give one, made from the order's own types."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from houseway.backoffice.doorway import is_sealed
from houseway.backoffice.orders import Order, name_of
from houseway.money import CENTS, Cents
from houseway.table.words import sentence, spoken

# What a browser counts exactly.
_LARGEST = 2**53 - 1
# Text that is allowed to be longer than this is asked for in several lines, and so is what takes a sentence to say.
_ONE_LINE = 400
_SENTENCES = frozenset(
    {"description", "explanation", "finding", "objections", "reason", "remark", "request", "words"}
)
# Days that are nearly always the present one.
_TODAY = frozenset({"day", "dated", "on", "prepared_on", "received_on", "since"})
_LONGEST_SEALED = 2000
_QUOTED_NAME = re.compile(r"`([a-z_]+)`")


class Kind(StrEnum):
    """How a field is asked for."""

    TEXT = "text"
    LONG_TEXT = "long-text"
    NUMBER = "number"
    DOLLARS = "dollars"
    DAY = "day"
    MOMENT = "moment"
    CHOICE = "choice"
    YES_OR_NO = "yes-or-no"
    TICK = "tick"
    TICKS = "ticks"
    LINES = "lines"
    ROWS = "rows"
    GROUP = "group"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a field as the wire has it, in words, and whether it is chosen already."""

    json: str
    words: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """Something that an order asks for; `fields` are those of a group or of each row.

    What is left empty is not told at all where the order has a value of its own for it (`optional`), and told as
    nothing where it must say so (`nullable`).
    """

    kind: Kind
    name: str = ""
    label: str = ""
    optional: bool = False
    nullable: bool = False
    choices: tuple[Choice, ...] = ()
    fields: tuple["Field", ...] = ()
    each: Kind = Kind.TEXT  # what every line holds
    least: str = ""
    most: str = ""
    shortest: int = 0
    longest: int | None = None
    start: str = ""
    today: bool = False
    sealed: bool = False  # personal data, which nobody behind the door sees as it is typed

    @property
    def required(self) -> bool:
        """Whether it cannot be left empty."""
        if self.optional or self.nullable:
            return False
        return self.shortest > 0 or self.kind not in (Kind.TEXT, Kind.LONG_TEXT, Kind.LINES)


def title_of(order: Order | type[Order]) -> str:
    """An order's name as a heading."""
    return sentence(name_of(order))


def about(order: type[Order]) -> str:
    """What an order is, in the words of its author."""
    first = (order.__doc__ or "").split("\n")[0]
    return _QUOTED_NAME.sub(lambda found: f"“{spoken(found[1])}”", first)


@cache
def fields_of(order: type[Order]) -> tuple[Field, ...]:
    """Everything that an order asks for."""
    return _members(inspect.type_info(order))


def _members(info: inspect.Type) -> tuple[Field, ...]:
    assert isinstance(info, inspect.StructType)
    return tuple(_member(one) for one in info.fields)


def _member(one: inspect.Field) -> Field:
    wanted, nullable = _without_none(one.type)
    field = replace(
        _asked(wanted),
        name=one.encode_name,
        label=sentence(one.name),
        nullable=nullable,
        optional=not one.required,
    )
    if field.kind is Kind.TEXT and one.name in _SENTENCES:
        field = replace(field, kind=Kind.LONG_TEXT)
    if one.default not in (msgspec.NODEFAULT, None):
        return _starting_with(field, one.default)
    if field.kind is Kind.DAY:
        return replace(field, today=field.required and one.name in _TODAY)
    return field


def _without_none(wanted: inspect.Type) -> tuple[inspect.Type, bool]:
    if not isinstance(wanted, inspect.UnionType) or not wanted.includes_none:
        return wanted, False
    kinds = tuple(kind for kind in wanted.types if not isinstance(kind, inspect.NoneType))
    return (kinds[0] if len(kinds) == 1 else inspect.UnionType(kinds)), True


def _asked(wanted: inspect.Type) -> Field:
    """How a value of a type is asked for, as yet without a name."""
    match wanted:
        case inspect.Metadata(type=inspect.IntType() as number, extra=extra) if extra:
            return _number(number, Kind.DOLLARS if extra.get("unit") == CENTS else Kind.NUMBER)
        case inspect.Metadata(type=inner):
            return _asked(inner)
        case inspect.IntType():
            return _number(wanted, Kind.NUMBER)
        case inspect.StrType() if is_sealed(wanted):
            return Field(Kind.TEXT, shortest=1, longest=_LONGEST_SEALED, sealed=True)
        case inspect.StrType(min_length=shortest, max_length=longest, pattern=pattern):
            kind = Kind.LONG_TEXT if longest is not None and longest > _ONE_LINE else Kind.TEXT
            return Field(kind, shortest=1 if pattern else shortest or 0, longest=longest)
        case inspect.EnumType(cls=values):
            return Field(Kind.CHOICE, choices=_choices(values))
        case inspect.LiteralType(values=values):
            return Field(Kind.CHOICE, choices=_choices(values))
        case inspect.BoolType():
            return Field(Kind.YES_OR_NO, choices=(Choice("true", "Yes"), Choice("false", "No")))
        case inspect.DateType():
            return Field(Kind.DAY)
        case inspect.DateTimeType():
            return Field(Kind.MOMENT)
        case inspect.StructType():
            return Field(Kind.GROUP, fields=_members(wanted))
        case inspect.VarTupleType(item_type=item, min_length=shortest):
            return _several(item, shortest or 0)
        case _:
            return Field(Kind.JSON)


def _several(item: inspect.Type, shortest: int) -> Field:
    one = _asked(item)
    match one.kind:
        case Kind.CHOICE:
            return Field(Kind.TICKS, choices=one.choices, shortest=shortest)
        case Kind.GROUP:
            return Field(Kind.ROWS, fields=one.fields, shortest=shortest)
        case Kind.TEXT | Kind.LONG_TEXT | Kind.NUMBER | Kind.DOLLARS:
            each = Kind.TEXT if one.kind is Kind.LONG_TEXT else one.kind
            return Field(Kind.LINES, each=each, shortest=shortest)
        case _:
            return Field(Kind.JSON)


def _number(number: inspect.IntType, kind: Kind) -> Field:
    least = number.ge if number.ge is not None else number.gt + 1 if number.gt is not None else -_LARGEST
    most = number.le if number.le is not None else number.lt - 1 if number.lt is not None else _LARGEST
    shown = dollars_and_cents if kind is Kind.DOLLARS else str
    return Field(kind, least=shown(max(int(least), -_LARGEST)), most=shown(min(int(most), _LARGEST)))


def dollars_and_cents(cents: Cents) -> str:
    """An amount as it is typed into a field: 12.50."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


def _choices(values: Iterable[Any]) -> tuple[Choice, ...]:
    return tuple(
        Choice(msgspec.json.encode(value).decode(), sentence(str(plain)))
        for value in values
        for plain in (value.value if isinstance(value, Enum) else value,)
    )


def _starting_with(field: Field, default: Any) -> Field:
    """A field that holds a value already, which the order has if nothing else is told."""
    wire = msgspec.json.encode(default).decode()
    match field.kind:
        case Kind.YES_OR_NO:
            return replace(field, kind=Kind.TICK, start=wire)
        case Kind.CHOICE:
            chosen = (replace(choice, chosen=choice.json == wire) for choice in field.choices)
            return replace(field, choices=tuple(chosen))
        case Kind.TICKS:
            held = {msgspec.json.encode(one).decode() for one in default}
            chosen = (replace(choice, chosen=choice.json in held) for choice in field.choices)
            return replace(field, choices=tuple(chosen))
        case Kind.TEXT | Kind.LONG_TEXT | Kind.NUMBER | Kind.DAY:
            return replace(field, start=str(msgspec.to_builtins(default)))
        case Kind.DOLLARS:
            return replace(field, start=dollars_and_cents(default))
        case _:
            return field
