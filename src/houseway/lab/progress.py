"""How far the lab has come with what takes it long, told to whoever listens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[float], None]

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a listener told which part of what is worked out meanwhile is done."""
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def told(done: int, of: int) -> None:
    """Tell that so many of as many parts are done."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(done / of)


@contextmanager
def part(done: int, of: int) -> Iterator[None]:
    """Tell whatever is told meanwhile as one part of a whole, of which so many of as many are done before."""
    listener = _LISTENER.get()
    if listener is None:
        yield
        return
    listener(done / of)
    with listening(lambda share: listener((done + share) / of)):
        yield
