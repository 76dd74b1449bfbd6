"""Compiling: the rules' own plain functions, handed to numba as they stand; there is no second, fast version of a rule."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from houseway.lab.cache import calls_of, folder_for, plain

_P = ParamSpec("_P")
_R = TypeVar("_R")


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The same function as machine code, made when it is first called; what it calls is compiled with it."""
    return cast(Callable[_P, _R], _compiled(plain(function)))


@cache
def _compiled(function: FunctionType) -> Callable[..., Any]:
    import numba

    for called in calls_of(function):
        _let_be_called(called)
    folder = folder_for(function)
    if folder is None:
        return cast(Callable[..., Any], numba.njit(nogil=True)(function))
    # numba itself looks only at the file a function stands in, not at those of the functions that it calls.
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        return cast(Callable[..., Any], numba.njit(nogil=True, cache=True)(function))
    finally:
        numba.config.CACHE_DIR = before


@cache
def _let_be_called(function: FunctionType) -> None:
    """Let compiled code call a plain function."""
    from numba.extending import register_jitable

    register_jitable(function)


def at_once(work: Callable[..., _R], *arguments: Iterable[Any]) -> list[_R]:
    """Do compiled work for each set of arguments, as many at a time as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, *arguments))


def in_parts(count: int, work: Callable[[int, int], _R]) -> list[_R]:
    """Do compiled work on the ranges that cut `count` in as many parts as there are processors, all at once."""
    parts = os.cpu_count() or 1
    cuts = [count * part // parts for part in range(parts + 1)]
    return at_once(work, cuts[:-1], cuts[1:])
