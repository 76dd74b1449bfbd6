"""The API's document as a page for people: every route with what it takes and answers, every schema on a page of its own."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from houseway.web.document import Schema, completed
from houseway.web.door import NOBODY, OPEN
from houseway.web.templating import html

_SCHEMAS = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is, in words, and the schema that says more, if there is one."""

    words: str
    schema: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A parameter of a route, or a field of a schema."""

    name: str
    where: str
    kinds: tuple[Kind, ...]
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a route may answer."""

    status: str
    about: str
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """One request that programs can make."""

    method: str
    path: str
    title: str
    about: str
    tokens: bool
    parameters: tuple[Line, ...]
    takes: tuple[Kind, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class SchemaPage:
    """A schema with its fields, the schemas it is one of, and itself as it stands in the document."""

    name: str
    about: str
    fields: tuple[Line, ...]
    kinds: tuple[Kind, ...]
    json: str


@cache
def _groups(document: bytes) -> tuple[tuple[str, tuple[Route, ...]], ...]:
    found: dict[str, list[Route]] = {}
    for path, methods in msgspec.json.decode(document)["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(_route(method, path, operation))
    return tuple((tag, tuple(sorted(routes, key=lambda one: one.path))) for tag, routes in found.items())


def _route(method: str, path: str, operation: Schema) -> Route:
    return Route(
        method=method.upper(),
        path=path,
        title=operation.get("summary", ""),
        about=operation.get("description", "").replace("`", ""),
        tokens={"token": []} in operation.get("security", [{"token": []}]),
        parameters=tuple(
            _line(
                one["name"], one["in"], one["schema"], one.get("required", False), one.get("description", "")
            )
            for one in operation.get("parameters", ())
        ),
        takes=_content(operation.get("requestBody", {})),
        answers=tuple(
            Answer(status, told.get("description", ""), _content(told))
            for status, told in sorted(operation["responses"].items())
        ),
    )


def _content(told: Schema) -> tuple[Kind, ...]:
    return tuple(kind for one in told.get("content", {}).values() for kind in kinds_of(one.get("schema", {})))


def _line(name: str, where: str, schema: Schema, required: bool, about: str) -> Line:
    return Line(name, where, kinds_of(schema), required, about or str(schema.get("description", "")))


def kinds_of(schema: Schema) -> tuple[Kind, ...]:
    """What a schema admits, in words."""
    if reference := schema.get("$ref"):
        name = str(reference).removeprefix(_SCHEMAS)
        return (Kind(name, name),)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return tuple(kind for one in schema[several] for kind in kinds_of(one))
    if "enum" in schema:
        return (Kind(" or ".join(map(str, schema["enum"]))),)
    if "const" in schema:
        return (Kind(str(schema["const"])),)
    if schema.get("type") == "array":
        items = kinds_of(schema.get("items") or {}) if isinstance(schema.get("items"), dict) else ()
        return tuple(Kind(f"list of {kind.words}", kind.schema) for kind in items) or (Kind("list"),)
    told = schema.get("type", "anything")
    words = " or ".join(told) if isinstance(told, list) else str(told)
    return (Kind(f"{words}, {schema['format']}" if "format" in schema else words),)


def _schema_page(name: str, schema: Schema) -> SchemaPage:
    required = schema.get("required", ())
    return SchemaPage(
        name=name,
        about=str(schema.get("description", "")),
        fields=tuple(
            _line(field, "", told, field in required, "")
            for field, told in schema.get("properties", {}).items()
        ),
        kinds=kinds_of(schema) if {"anyOf", "oneOf", "enum"} & set(schema) else (),
        json=msgspec.json.format(msgspec.json.encode(schema), indent=2).decode(),
    )


def _document(request: Request[Any, Any, Any]) -> Schema:
    return completed(request.app.openapi_schema.to_schema())


@get("/api/docs", sync_to_thread=True, opt=OPEN)
def show_routes(request: Request[Any, Any, Any]) -> Response[str]:
    """Every route."""
    document = _document(request)
    page = html(
        "docs.html",
        NOBODY,
        about=document["info"]["description"].replace("`", ""),
        version=document["info"]["version"],
        groups=_groups(msgspec.json.encode(document)),
        schemas=sorted(document["components"]["schemas"]),
    )
    return Response(page, media_type=MediaType.HTML)


@get("/api/docs/{name:str}", sync_to_thread=True, opt=OPEN)
def show_schema(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[str]:
    """One schema."""
    schemas = _document(request)["components"]["schemas"]
    if name not in schemas:
        raise NotFoundException(f"there is no schema {name!r}")
    page = html("docs_schema.html", NOBODY, page=_schema_page(name, schemas[name]))
    return Response(page, media_type=MediaType.HTML)


DOCS = Router(path="/", route_handlers=[show_routes, show_schema], include_in_schema=False)
