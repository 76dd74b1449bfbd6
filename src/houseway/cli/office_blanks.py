"""`houseway office blank`: an order to be filled in, what belongs on each of its lines, and who signs it."""

from collections.abc import Iterator
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from houseway.cli.output import BAD_INPUT, Failure, Json, print_json
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.backoffice.book import Book
    from houseway.backoffice.orders import Order

# What keeps a text from being blank or ragged says nothing about its form.
_ANY_WORDS = (None, r"\S", r"^\S(.*\S)?$")


def blank(order: str, /, *, json: Json = False) -> None:
    """Show what an order asks for and who signs it; with --json, a blank to fill in.

    For instance: houseway office blank check-coupon-delivery --json > delivery.json; fill it in, and give it with
    houseway office order delivery.json --as CREDENTIAL --propose. A blank is refused until it is filled in.

    Parameters
    ----------
    order
        The order, for instance check-coupon-delivery; houseway office books lists all of them.
    """
    from houseway.backoffice.policy_table import HEADINGS, policy_rows

    book, kind = _known(order)
    info = inspect.type_info(kind)
    if json:
        print_json({"order": order} | _blank(info))
        return
    print_prose(f"{order}, in the book {book.name!r}: {_about(kind)}.")
    print()
    print_table("What it says", ("field", "write", "if left out"), _lines(info, ""))
    rows = [row[1:] for row in policy_rows(book) if row[0] == order]
    print_table("Who signs, in this order", HEADINGS[1:], rows)
    print_prose(f"a blank to fill in: houseway office blank {order} --json > order.json")
    print_prose(
        "to give it: houseway office order order.json --as CREDENTIAL, with --propose if others sign it too"
    )


def advice(order: object) -> str:
    """What helps somebody whose order cannot be read."""
    from houseway.backoffice.books import all_books
    from houseway.backoffice.orders import name_of

    known = [name_of(kind) for book in all_books() for kind in book.orders]
    if order in known:
        return f"houseway office blank {order} shows what it asks for"
    near = get_close_matches(str(order), known, n=1)
    did_you_mean = f"did you mean {near[0]}? " if near else ""
    return f"{did_you_mean}houseway office books lists all orders, houseway office blank ORDER shows one"


def _known(order: str) -> "tuple[Book, type[Order]]":
    from houseway.backoffice.books import all_books
    from houseway.backoffice.orders import name_of

    for book in all_books():
        for kind in book.orders:
            if name_of(kind) == order:
                return book, kind
    raise Failure(BAD_INPUT, f"there is no order {order!r}", fix=advice(order))


def _about(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0].removesuffix(".")


def _lines(info: inspect.Type, path: str) -> Iterator[tuple[str, str, str]]:
    """A line for each thing that an order, or a part of one, says."""
    assert isinstance(info, inspect.StructType)
    for one in info.fields:
        where = f"{path}{one.encode_name}"
        wanted, nullable = _without_none(one.type)
        yield where, _written(wanted) + (", or null" if nullable else ""), _left_out(one)
        match wanted:
            case inspect.StructType():
                yield from _lines(wanted, f"{where}.")
            case inspect.VarTupleType(item_type=inspect.StructType() as row):
                yield from _lines(row, f"{where}[].")


def _left_out(one: inspect.Field) -> str:
    if one.required:
        return "refused"
    return msgspec.json.encode(_default(one)).decode()


def _default(one: inspect.Field) -> Any:
    return one.default if one.default_factory is msgspec.NODEFAULT else one.default_factory()


def _without_none(wanted: inspect.Type) -> tuple[inspect.Type, bool]:
    if not isinstance(wanted, inspect.UnionType):
        return wanted, False
    (kind,) = (kind for kind in wanted.types if not isinstance(kind, inspect.NoneType))
    return kind, True


def _written(wanted: inspect.Type) -> str:
    """What is written into the file for a value of a type."""
    from houseway.backoffice.order_intake import is_sealed
    from houseway.money import CENTS

    match wanted:
        case inspect.Metadata(type=inspect.IntType(), extra={"unit": unit}) if unit == CENTS:
            return "whole cents: 2500 for $25"
        case inspect.Metadata(type=inner):
            return _written(inner)
        case inspect.IntType(ge=least, gt=above, le=most):
            lowest = least if least is not None else above + 1 if above is not None else None
            return "a whole number" + _bound(", at least", lowest) + _bound(", at most", most)
        case inspect.StrType() if is_sealed(wanted):
            return "personal data; sealed before anything is recorded"
        case inspect.StrType(max_length=longest, pattern=pattern):
            form = "" if pattern in _ANY_WORDS else f" of the form {pattern}"
            return f"text{form}" + (f", at most {longest} characters" if longest else "")
        case inspect.EnumType(cls=values) | inspect.LiteralType(values=values):
            return f"one of: {', '.join(map(_plain, values))}"
        case inspect.BoolType():
            return "true or false"
        case inspect.DateType():
            return "a day: 2014-12-31"
        case inspect.DateTimeType():
            return "a moment: 2014-12-31T18:30:00-05:00"
        case inspect.StructType(cls=kind):
            return f"{{…}} {_about(kind)}"
        case inspect.VarTupleType(item_type=item):
            return f"a list, of each: {_written(item)}"
        case _:
            return "an object: {…}"


def _bound(words: str, number: int | None) -> str:
    return "" if number is None else f"{words} {number}"


def _plain(value: object) -> str:
    return str(value.value if isinstance(value, Enum) else value)


def _blank(info: inspect.Type) -> dict[str, Any]:
    """A value for every field: what the order takes by itself, or words that no order takes for an answer."""
    assert isinstance(info, inspect.StructType)
    return {
        one.encode_name: _to_fill_in(one.type) if one.required else msgspec.to_builtins(_default(one))
        for one in info.fields
    }


def _to_fill_in(wanted: inspect.Type) -> Any:
    kind, _ = _without_none(wanted)
    match kind:
        case inspect.StructType():
            return _blank(kind)
        case inspect.VarTupleType(item_type=item):
            return [_to_fill_in(item)]
        case inspect.StrType() | inspect.Metadata(type=inspect.StrType()):
            # A text takes any words; none at all is the one thing that it does not take.
            return ""
        case inspect.DictType():
            return {}
        case _:
            return f"<{_written(kind)}>"
