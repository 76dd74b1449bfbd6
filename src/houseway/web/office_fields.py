"""Fields of an order: what people are asked for when they give one, made from the order's own types."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from houseway.backoffice.mailing.matching import Identity
from houseway.backoffice.order_intake import is_sealed
from houseway.backoffice.orders import Order, name_of
from houseway.money import CENTS, METER_PARTS
from houseway.table.words import capital, sentence, spoken
from houseway.web.office_labels import label_of, said

# What a browser counts exactly.
_LARGEST = 2**53 - 1
# Text that is allowed to be longer than this is asked for in several lines, and so is what takes a sentence to say.
_ONE_LINE = 400
_SENTENCES = frozenset(
    {"description", "explanation", "finding", "objections", "reason", "remark", "request", "words"}
)
# Days that are nearly always the present one.
_TODAY = frozenset(
    {
        "dated",
        "day",
        "needed_on",
        "on",
        "prepared_on",
        "received_on",
        "return_by",
        "returned_on",
        "since",
        "taken_on",
    }
)
# The decimal places with which an amount in a unit is told in dollars.
_PLACES = {CENTS: 2, METER_PARTS: 6}
# What rows that hold nothing else are asked for in one line: numbers and ranges of numbers.
_RUN = ("first", "last")
_LONGEST_SEALED = 2000
# What is sealed as a whole, and has parts before it is.
_SEALED_PARTS = {"ListedPerson.identity": Identity}
_SEALED_DAYS = frozenset({"MailingEntry.born"})
_QUOTED_NAME = re.compile(r"`([a-z_]+)`")


class FieldKind(StrEnum):
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
    RANGES = "ranges"
    ROWS = "rows"
    GROUP = "group"
    OPTIONS = "options"
    NAMED = "named"
    PASSWORD = "password"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class FieldChoice:
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

    kind: FieldKind
    name: str = ""
    label: str = ""
    optional: bool = False
    nullable: bool = False
    choices: tuple[FieldChoice, ...] = ()
    fields: tuple["Field", ...] = ()
    each: FieldKind = FieldKind.TEXT  # what every line holds
    places: int = 0  # of an amount in dollars
    known: str = ""  # its type and name, by which those are found who know what may be meant
    suggestions: str = ""  # the name of a list of what may be meant
    least: str = ""
    most: str = ""
    shortest: int = 0
    longest: int | None = None
    start: str = ""
    accepts: str = ""  # the kinds of file that are taken
    uploads: bool = False  # whether the file is kept, and its hash told
    today: bool = False
    sealed: bool = False  # personal data, which nobody behind the door sees as it is typed

    @property
    def required(self) -> bool:
        """Whether it cannot be left empty."""
        if self.optional or self.nullable:
            return False
        return self.shortest > 0 or self.kind not in (
            FieldKind.TEXT,
            FieldKind.LONG_TEXT,
            FieldKind.LINES,
            FieldKind.RANGES,
        )

    @property
    def numbers(self) -> bool:
        """Whether it takes numbers and ranges of numbers."""
        return self.kind is FieldKind.RANGES or self.each is FieldKind.NUMBER


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
    return tuple(_member(info.cls, one) for one in info.fields)


def _member(owner: type, one: inspect.Field) -> Field:
    known = f"{owner.__name__}.{one.name}"
    wanted, nullable = without_none(one.type)
    if known in _SEALED_PARTS:
        wanted = inspect.type_info(_SEALED_PARTS[known])
    field = replace(
        asked_for(wanted),
        name=one.encode_name,
        label=label_of(owner, one.name),
        known=known,
        nullable=nullable,
        optional=not one.required,
    )
    if known in _SEALED_DAYS:
        return replace(field, kind=FieldKind.DAY)
    if field.kind is FieldKind.TEXT and one.name in _SENTENCES:
        field = replace(field, kind=FieldKind.LONG_TEXT)
    if one.default not in (msgspec.NODEFAULT, None):
        return starting_with(field, one.default)
    if field.kind is FieldKind.DAY:
        return replace(field, today=field.required and one.name in _TODAY)
    return field


def without_none(wanted: inspect.Type) -> tuple[inspect.Type, bool]:
    """What is asked for, and whether nothing is an answer, too."""
    if not isinstance(wanted, inspect.UnionType) or not wanted.includes_none:
        return wanted, False
    kinds = tuple(kind for kind in wanted.types if not isinstance(kind, inspect.NoneType))
    return (kinds[0] if len(kinds) == 1 else inspect.UnionType(kinds)), True


def asked_for(wanted: inspect.Type) -> Field:
    """How a value of a type is asked for, as yet without a name."""
    match wanted:
        case inspect.Metadata(type=inspect.IntType() as number, extra=extra) if extra:
            return _number(number, _PLACES.get(extra.get("unit", ""), 0))
        case inspect.Metadata(extra={"file": str()}):
            return Field(FieldKind.FILE, accepts=".pdf,.png,.jpg,.jpeg", uploads=True)
        case inspect.Metadata(type=inner):
            return asked_for(inner)
        case inspect.IntType():
            return _number(wanted, 0)
        case inspect.StrType() if is_sealed(wanted):
            return Field(FieldKind.TEXT, shortest=1, longest=_LONGEST_SEALED, sealed=True)
        case inspect.StrType(min_length=shortest, max_length=longest, pattern=pattern):
            kind = FieldKind.LONG_TEXT if longest is not None and longest > _ONE_LINE else FieldKind.TEXT
            return Field(kind, shortest=1 if pattern else shortest or 0, longest=longest)
        case inspect.EnumType(cls=values):
            return Field(FieldKind.CHOICE, choices=_choices(values))
        case inspect.LiteralType(values=values):
            return Field(FieldKind.CHOICE, choices=_choices(values))
        case inspect.BoolType():
            return Field(
                FieldKind.YES_OR_NO, choices=(FieldChoice("true", "Yes"), FieldChoice("false", "No"))
            )
        case inspect.DateType():
            return Field(FieldKind.DAY)
        case inspect.DateTimeType():
            return Field(FieldKind.MOMENT)
        case inspect.StructType():
            return Field(FieldKind.GROUP, fields=_members(wanted))
        case inspect.VarTupleType(item_type=item, min_length=shortest):
            return _several(item, shortest or 0)
        case inspect.DecimalType():
            return Field(FieldKind.TEXT, shortest=1)
        case inspect.DictType(value_type=inspect.StructType() as value):
            return Field(FieldKind.NAMED, fields=_members(value))
        case inspect.DictType():
            return Field(FieldKind.OPTIONS)
        case _:
            raise TypeError(f"no form asks for {wanted}")


def _several(item: inspect.Type, shortest: int) -> Field:
    one = asked_for(item)
    match one.kind:
        case FieldKind.CHOICE:
            return Field(FieldKind.TICKS, choices=one.choices, shortest=shortest)
        case FieldKind.GROUP if tuple(field.name for field in one.fields) == _RUN:
            return Field(FieldKind.RANGES, shortest=shortest)
        case FieldKind.GROUP:
            return Field(FieldKind.ROWS, fields=one.fields, shortest=shortest)
        case FieldKind.TEXT | FieldKind.LONG_TEXT | FieldKind.NUMBER | FieldKind.DOLLARS:
            each = FieldKind.TEXT if one.kind is FieldKind.LONG_TEXT else one.kind
            return Field(FieldKind.LINES, each=each, shortest=shortest, places=one.places)
        case _:
            raise TypeError(f"no form asks for several of {item}")


def _number(number: inspect.IntType, places: int) -> Field:
    """A whole number, or an amount that is told in dollars with so many decimal places."""
    least = number.ge if number.ge is not None else number.gt + 1 if number.gt is not None else -_LARGEST
    most = number.le if number.le is not None else number.lt - 1 if number.lt is not None else _LARGEST
    return Field(
        FieldKind.DOLLARS if places else FieldKind.NUMBER,
        least=in_dollars(max(int(least), -_LARGEST), places),
        most=in_dollars(min(int(most), _LARGEST), places),
        places=places,
    )


def in_dollars(amount: int, places: int = 2) -> str:
    """An amount as it is typed into a field: 12.50; a number that is no amount has no decimal places."""
    if not places:
        return str(amount)
    whole, part = divmod(abs(amount), 10**places)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{places}}"


def _choices(values: Iterable[Any]) -> tuple[FieldChoice, ...]:
    return tuple(FieldChoice(msgspec.json.encode(value).decode(), capital(said(value))) for value in values)


def starting_with(field: Field, default: Any) -> Field:
    """A field that holds a value already, which the order has if nothing else is told."""
    wire = msgspec.json.encode(default).decode()
    match field.kind:
        case FieldKind.YES_OR_NO:
            return replace(field, kind=FieldKind.TICK, start=wire)
        case FieldKind.CHOICE:
            chosen = (replace(choice, chosen=choice.json == wire) for choice in field.choices)
            return replace(field, choices=tuple(chosen))
        case FieldKind.TICKS:
            held = {msgspec.json.encode(one).decode() for one in default}
            chosen = (replace(choice, chosen=choice.json in held) for choice in field.choices)
            return replace(field, choices=tuple(chosen))
        case FieldKind.TEXT | FieldKind.LONG_TEXT | FieldKind.NUMBER | FieldKind.DAY:
            return replace(field, start=str(msgspec.to_builtins(default)))
        case FieldKind.DOLLARS:
            return replace(field, start=in_dollars(default, field.places))
        case FieldKind.LINES if field.each is FieldKind.DOLLARS:
            return replace(field, start="\n".join(in_dollars(amount, field.places) for amount in default))
        case FieldKind.GROUP:
            parts = (starting_with(part, getattr(default, part.name)) for part in field.fields)
            return replace(field, fields=tuple(parts))
        case _:
            return field
