"""A Rules Submission from plain values, as files and forms hold them, or from text, as it is typed."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, get_args, get_origin

import msgspec

from houseway.submission.document import Submission


class BadOption(msgspec.ValidationError):
    """A choice that no submission of the game can hold: an option that it does not have, or a value of the wrong kind."""


def read_submission(
    kind: type[Submission], options: Mapping[str, Any], *, as_text: bool = False
) -> Submission:
    """The submission with these options; `as_text` takes "true" for a yes and "5" for a number where one belongs."""
    plain = {"game": kind.__struct_config__.tag, **options}
    try:
        return msgspec.convert(plain, kind, strict=not as_text)
    except msgspec.ValidationError as error:
        raise BadOption(_what_is_wrong(kind, options, as_text) or str(error)) from None


def option_from_text(kind: type[Submission], name: str, text: str) -> Any:
    """An option as it was typed, lists and objects as JSON, as the plain value that a file would hold.

    What no submission of the game can hold stays as it is, for whoever reads the submission to refuse.
    """
    typed: Any = text
    if text.startswith(("[", "{")):
        try:
            typed = msgspec.json.decode(text)
        except msgspec.DecodeError:
            return text
    try:
        return msgspec.to_builtins(read_submission(kind, {name: typed}, as_text=True))[name]
    except BadOption:
        return typed


def _what_is_wrong(kind: type[Submission], options: Mapping[str, Any], as_text: bool) -> str:
    """What is wrong with the first option that cannot be read; empty where no single option is to blame."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for name, value in options.items():
        if name not in types:
            return f"there is no option {name!r}; choose one of: {', '.join(types)}"
        try:
            msgspec.convert(value, types[name], strict=not as_text)
        except msgspec.ValidationError as error:
            return f"{name}: {_wanted(types[name], value, error)}"
    return ""


def _wanted(kind: Any, value: Any, error: msgspec.ValidationError) -> str:
    """What a value should have been."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    match kind:
        case type() if issubclass(kind, StrEnum):
            return f"{value!r} is none of {', '.join(kind)}"
        case type() if kind in _SAID:
            return f"{value!r} is not {_SAID[kind]}"
        case _:
            return str(error)


_SAID: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "text"}
