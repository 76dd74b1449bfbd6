"""Canonical JSON: one value, one sequence of bytes, so that a hash of it means something.

Keys are ASCII text in ascending order, there is no white space, text is UTF-8, numbers are signed 64-bit
integers. Only the quotation mark, the backslash and control characters are escaped, in their shortest form
with lower-case hexadecimal digits: the bytes that Python's own
`json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)` would give.
"""

from collections.abc import Iterable
from functools import cache

import msgspec

from houseway.journal.errors import NotCanonical

_LARGEST = 2**63 - 1
_SMALLEST = -(2**63)
_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """Give the canonical bytes of plain data or of `msgspec` structs, or raise `NotCanonical`."""
    try:
        if _is_sound(value):
            return _ENCODER.encode(value)
    except (TypeError, UnicodeEncodeError):
        pass
    except RecursionError:
        raise NotCanonical("$: nested too deeply") from None
    raise NotCanonical(_complaint(value, "$") or "$: it has no canonical form")


def parse(data: bytes) -> object:
    """Give the plain data behind canonical bytes, refusing bytes in any other form."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotCanonical(f"not JSON: {error}") from None
    if canonical(value) != data:
        raise NotCanonical("JSON, but not in canonical form")
    return value


def _is_sound(value: object) -> bool:
    """Look for what JSON could hold but the canonical form does not; every append pays for this walk."""
    members: Iterable[object]
    if type(value) is dict:
        if not "".join(value).isascii():
            return False
        members = value.values()
    elif type(value) is list or type(value) is tuple:
        members = value
    elif isinstance(value, msgspec.Struct):
        if not _has_ascii_keys(type(value)):
            return False
        members = msgspec.structs.astuple(value)
    else:
        members = (value,)
    for member in members:
        kind = type(member)
        if kind is str or kind is bool or member is None:
            continue
        if kind is int:
            if not _SMALLEST <= member <= _LARGEST:
                return False
        elif kind is float:
            return False
        elif kind is dict or kind is list or kind is tuple or isinstance(member, msgspec.Struct):
            if not _is_sound(member):
                return False
        elif not _is_sound(msgspec.to_builtins(member, order="sorted")):
            return False
    return True


@cache
def _has_ascii_keys(kind: type[msgspec.Struct]) -> bool:
    return "".join((*kind.__struct_encode_fields__, kind.__struct_config__.tag_field or "")).isascii()


def _complaint(value: object, path: str) -> str | None:
    """Say where in a value the trouble is and what it is."""
    match value:
        case bool() | None:
            return None
        case float():
            return f"{path}: {value!r} is a floating-point number"
        case int():
            return None if _SMALLEST <= value <= _LARGEST else f"{path}: {value} does not fit into 64 bits"
        case str():
            return _text_complaint(value, path)
        case msgspec.Struct():
            members = [(name, f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__]
        case dict():
            members = [(key, f"{path}.{key}", member) for key, member in value.items()]
        case list() | tuple():
            members = [("", f"{path}[{index}]", member) for index, member in enumerate(value)]
        case _:
            return _leaf_complaint(value, path)
    for key, member_path, member in members:
        if not (isinstance(key, str) and key.isascii()):
            return f"{path}: the key {key!r} is not ASCII text"
        complaint = _complaint(member, member_path)
        if complaint is not None:
            return complaint
    return None


def _text_complaint(value: str, path: str) -> str | None:
    try:
        value.encode()
    except UnicodeEncodeError:
        return f"{path}: {value!r} is not valid Unicode text"
    return None


def _leaf_complaint(value: object, path: str) -> str | None:
    try:
        plain = msgspec.to_builtins(value, order="sorted")
    except (TypeError, UnicodeEncodeError) as error:
        return f"{path}: {error}"
    return _complaint(plain, path)
