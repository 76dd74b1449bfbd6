"""Order intake: what an order says about a patron is sealed before the order is read, signed or recorded.

Wherever orders come in as plain data, people and programs may write personal data in the clear; nothing behind the
door ever sees it so. What is sealed already stays as it is.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import inspect

from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.records import BadOrder
from houseway.backoffice.vault import Sealed, seal

_SEALED = inspect.type_info(Sealed)
assert isinstance(_SEALED, inspect.StrType)
assert _SEALED.pattern
_TOKEN = re.compile(_SEALED.pattern)
# The field that says, beside a sealed one, under whose key it is sealed.
_SUBJECTS = frozenset({"patron", "person", "subject"})
_FIRST_PRINTABLE = 0x20
_LAYOUT = "\t\n\r"
_PLAIN = msgspec.json.Encoder(order="sorted")


def read_at_the_door(office: Office, content: Mapping[str, Any]) -> Order:
    """An order from plain data, with everything sealed that must be; what no form could hold is refused by name."""
    if at := _unprintable(content, "$"):
        raise BadOrder(f"not an order of the back office: control characters in the text - at `{at}`")
    kinds = (kind for book in office.books.values() for kind in book.orders)
    kind = next((kind for kind in kinds if name_of(kind) == content.get("order")), None)
    if kind is None or not _holds_sealed(inspect.type_info(kind)):
        return office.read_order(content)
    try:
        with office.journal.transaction() as transaction:
            kept = _kept(transaction.connection, inspect.type_info(kind), content, "")
    except ValueError as unfit:
        raise BadOrder(f"personal data cannot be sealed: {unfit}") from None
    return office.read_order(kept)


def _unprintable(value: Any, path: str) -> str:
    """Where in plain data a text holds what not every database keeps and no paper prints."""
    match value:
        case str():
            return path if any(ord(sign) < _FIRST_PRINTABLE and sign not in _LAYOUT for sign in value) else ""
        case Mapping():
            parts = [(f"{path}.{name}", part) for name, part in value.items()]
        case list() | tuple():
            parts = [(f"{path}[{number}]", part) for number, part in enumerate(value)]
        case _:
            return ""
    return next(filter(None, (_unprintable(part, where) for where, part in parts)), "")


def is_sealed(wanted: inspect.Type) -> bool:
    """Whether a field holds sealed text."""
    match wanted:
        case inspect.UnionType(types=kinds):
            return any(is_sealed(kind) for kind in kinds)
        case inspect.Metadata(type=inner):
            return is_sealed(inner)
        case _:
            return wanted == _SEALED


def _holds_sealed(wanted: inspect.Type) -> bool:
    match wanted:
        case inspect.StructType(fields=fields):
            return any(_holds_sealed(one.type) for one in fields)
        case inspect.VarTupleType(item_type=item):
            return _holds_sealed(item)
        case inspect.UnionType(types=kinds):
            return any(map(_holds_sealed, kinds))
        case _:
            return is_sealed(wanted)


def _kept(connection: sa.Connection, wanted: inspect.Type, value: Any, subject: str) -> Any:
    """A value as it may be kept; whatever has the wrong form stays, to be refused when the order is read."""
    match wanted, value:
        case inspect.StructType(fields=fields), Mapping():
            kinds = {one.encode_name: one.type for one in fields}
            whose = next((str(value[name]) for name in value if name in _SUBJECTS & kinds.keys()), subject)
            return {
                name: _kept(connection, kinds[name], part, whose) if name in kinds else part
                for name, part in value.items()
            }
        case inspect.VarTupleType(item_type=item), list() | tuple():
            return [_kept(connection, item, part, subject) for part in value]
        case inspect.UnionType(types=kinds), Mapping():
            struct = next((kind for kind in kinds if isinstance(kind, inspect.StructType)), None)
            return _kept(connection, struct, value, subject) if struct else value
        case _ if is_sealed(wanted) and isinstance(value, str | Mapping):
            return _seal(connection, value, subject)
        case _:
            return value


def _seal(connection: sa.Connection, value: str | Mapping[str, Any], subject: str) -> str:
    text = value if isinstance(value, str) else _PLAIN.encode(value).decode()
    return text if _TOKEN.fullmatch(text) else seal(connection, subject, text)
