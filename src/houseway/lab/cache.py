"""The cache of the lab: machine code and counts from earlier runs, each under a digest of the very code that made it.

The digest is taken over a function, every function that it calls and every constant that these use, rules included: after
any change to a rule, what was kept under the old one is never found again.
"""

import hashlib
import inspect
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from houseway.lab.folder import cache_folder

Arrays = tuple[NDArray[Any], ...]


def kept(count: Callable[[], Arrays]) -> Callable[[], Arrays]:
    """Let a function that counts keep its result: it counts once, and again only when any of its code has changed."""

    @wraps(count)
    @cache
    def counted() -> Arrays:
        folder = folder_for(count)
        known = _load(folder) if folder else None
        if known is not None:
            return known
        found = count()
        if folder:
            _save(folder, found)
        return found

    return counted


def kept_under(key: str, work: Callable[[], Arrays], *code: Callable[..., Any]) -> Arrays:
    """What some code, named after its first function, worked out from what is hashed as the key: found again while neither changed."""
    digest = hashlib.sha256("".join(map(digest_of, code)).encode()).hexdigest()
    folder = _folder(f"{code[0].__module__}.{code[0].__qualname__}", digest)
    known = _load(folder, f"{key}.npz") if folder else None
    if known is not None:
        return known
    found = work()
    if folder:
        _save(folder, found, f"{key}.npz")
    return found


def folder_for(function: Callable[..., Any]) -> Path | None:
    """Where what belongs to a function's present code is kept, or None where nothing can be kept."""
    return _folder(f"{function.__module__}.{function.__qualname__}", digest_of(function))


def _folder(name: str, digest: str) -> Path | None:
    place = cache_folder()
    if place is None:
        return None
    versions = place / name
    folder = versions / digest
    try:
        if not folder.exists():
            # What earlier code left has no further use.
            shutil.rmtree(versions, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def methods_of(kind: type) -> tuple[FunctionType, ...]:
    """The functions that a class is made of."""
    return tuple(one for one in vars(kind).values() if isinstance(one, FunctionType))


def digest_of(function: Callable[..., Any]) -> str:
    """A digest of all that decides what a function does: its code, its constants, and those of what it calls."""
    digest = hashlib.sha256()
    for one in (plain(function), *calls_of(function)):
        digest.update(repr((one.__module__, one.__qualname__, *_described(one.__code__))).encode())
        for name, value in _globals_of(one.__code__, one.__globals__):
            if isinstance(value, int | str | tuple):
                digest.update(repr((name, value)).encode())
    return digest.hexdigest()


def calls_of(function: Callable[..., Any]) -> tuple[FunctionType, ...]:
    """Every function that a function calls by its name in the module, and those that they call in turn."""
    first = plain(function)
    found: dict[FunctionType, None] = {}
    waiting = [first]
    while waiting:
        one = waiting.pop()
        for _, value in _globals_of(one.__code__, one.__globals__):
            called = inspect.unwrap(value) if callable(value) else None
            if isinstance(called, FunctionType) and called is not first and called not in found:
                found[called] = None
                waiting.append(called)
    return tuple(found)


def plain(function: Callable[..., Any]) -> FunctionType:
    """The function as it was written."""
    unwrapped = inspect.unwrap(function)
    assert isinstance(unwrapped, FunctionType), f"{function!r} is not written in Python"
    return unwrapped


def _described(code: CodeType) -> Iterator[object]:
    yield from (code.co_code, code.co_names, code.co_varnames, code.co_argcount)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _described(constant)
        else:
            yield constant


def _globals_of(code: CodeType, known: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the code finds in its module by name."""
    yield from ((name, known[name]) for name in code.co_names if name in known)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_of(constant, known)


_COUNTS = "counts.npz"


def _load(folder: Path, name: str = _COUNTS) -> Arrays | None:
    try:
        with (folder / name).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return tuple(arrays[name] for name in arrays.files)
    except (OSError, ValueError, EOFError, BadZipFile):
        return None


def _save(folder: Path, arrays: Arrays, name: str = _COUNTS) -> None:
    """Write beside the place and move there, so that nobody ever reads half a file."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".npz", delete=False) as file:
            np.savez(file, *arrays)
        os.replace(file.name, folder / name)
    except OSError:
        # Without room to keep the counts they are counted again.
        return
