"""The API's document: what Litestar knows of the routes, completed with what the house knows of its own records.

Every order and fact of every book, every move and event of every game is a schema of its own, made from the very type
that reads it; amounts in them are whole cents. Whatever any request may be answered with is said here once.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_args

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from houseway.backoffice.books import all_books
from houseway.games import game_under, games, submission_for
from houseway.table.procedure import Table
from houseway.web.problems import PROBLEM_JSON

Schema = dict[str, Any]
_SCHEMAS = "#/components/schemas/"
# The house's own records stand beside what the API makes of them, whose names may be the same.
_OWN = "record."
# What Litestar's part of the document leaves open, and the union that it is.
_TYPED = {
    ("GivenOrder", "order"): "any-order",
    ("OrderView", "order"): "any-order",
    ("MoveOrder", "move"): "any-move",
    ("ActView", "move"): "any-move",
    ("EventView", "event"): "any-event",
}
_TYPED_LISTS = {("OrderView", "facts"): "any-fact"}
# What the door answers to any request, whatever it asks for.
_AT_THE_DOOR = {
    "400": "The request cannot be read, or shows a session and a token.",
    "401": "Nobody is signed in, or the token opens nothing.",
    "403": "The request is for another host, comes from another site, lacks the session's X-CSRF-Token, or shows a token where people act themselves.",
    "422": "The rules do not allow this, or it is no duty of the token; the clause is named, and the refusal is recorded.",
    "429": "Too many failed attempts; Retry-After says how long to wait.",
    "503": "The journal cannot be used just now; nothing was done.",
}


class Document(JsonRenderPlugin):
    """The document as it is sent."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        """The whole document, as JSON."""
        return msgspec.json.encode(completed(openapi_schema))


def completed(document: Schema) -> Schema:
    """The document with the house's records typed, and with every answer that the door may give."""
    schemas = {**document["components"]["schemas"], **_own_schemas()}
    for (owner, name), union in _TYPED.items():
        schemas[owner] = _with(schemas[owner], name, {"$ref": _SCHEMAS + union})
    for (owner, name), union in _TYPED_LISTS.items():
        listed = {"type": "array", "items": {"$ref": _SCHEMAS + union}}
        schemas[owner] = _with(schemas[owner], name, listed)
    paths = {
        path: {method: _at_the_door(operation) for method, operation in methods.items()}
        for path, methods in document["paths"].items()
    }
    return {**document, "paths": paths, "components": {**document["components"], "schemas": schemas}}


def _with(owner: Schema, name: str, schema: Schema) -> Schema:
    return {**owner, "properties": {**owner["properties"], name: schema}}


def _at_the_door(operation: Schema) -> Schema:
    problem = {PROBLEM_JSON: {"schema": {"$ref": _SCHEMAS + "Problem"}}}
    common = {status: {"description": said, "content": problem} for status, said in _AT_THE_DOOR.items()}
    # What Litestar says of its own accord is not how the house answers.
    said = {
        status: told
        for status, told in operation["responses"].items()
        if int(status) < 400 or PROBLEM_JSON in told.get("content", {})
    }
    return {**operation, "responses": {**common, **said}}


@cache
def _own_schemas() -> Mapping[str, Schema]:
    """Every order, fact, move and event by the name of its type, and the unions in which they come."""
    orders = [kind for book in all_books() for kind in book.orders]
    facts = _each(book.facts for book in all_books())
    tables = {name: Table(game_under(submission_for(name))) for name in games()}
    moves = {name: _each([table.move_type]) for name, table in tables.items()}
    events = {name: _each([table.event_type]) for name, table in tables.items()}
    unions: dict[str, list[Any]] = {
        **{f"orders.{book.name}": list(book.orders) for book in all_books()},
        **{f"moves.{name}": kinds for name, kinds in moves.items()},
        **{f"events.{name}": kinds for name, kinds in events.items()},
        "any-order": orders,
        "any-fact": facts,
        "any-move": _every(moves.values()),
        "any-event": _every(events.values()),
    }
    kinds = _every(unions.values())
    found, components = msgspec.json.schema_components(
        kinds, ref_template=_SCHEMAS + _OWN + "{name}", schema_hook=_anything
    )
    named = dict(zip(kinds, found, strict=True))
    own: dict[str, Schema] = {_OWN + name: schema for name, schema in components.items()}
    return own | {name: _union(members, named) for name, members in unions.items()}


def _anything(kind: type) -> Schema:
    """What a type says that leaves open what stands there."""
    if kind is object:
        return {}
    raise NotImplementedError(f"{kind} has no schema")


def _union(members: list[Any], named: Mapping[Any, Schema]) -> Schema:
    tags = {str(kind.__struct_config__.tag): named[kind]["$ref"] for kind in members}
    (field,) = {str(kind.__struct_config__.tag_field) for kind in members}
    union: Schema = {"anyOf": [named[kind] for kind in members]}
    # A tag that two games use for two things tells nothing by itself.
    return union | (
        {"discriminator": {"propertyName": field, "mapping": tags}} if len(tags) == len(members) else {}
    )


def _each(unions: Iterable[Any]) -> list[Any]:
    return _every((get_args(union) or (union,)) for union in unions)


def _every(lists: Iterable[Iterable[Any]]) -> list[Any]:
    return list(dict.fromkeys(one for found in lists for one in found))
