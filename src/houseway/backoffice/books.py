"""The books of the house: every folder of this room that holds a book."""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from houseway.backoffice.book import Book


@cache
def all_books() -> tuple[Book, ...]:
    """Every book, by name; a new one is a new folder with a `book` module that offers `BOOK`."""
    import houseway.backoffice as room

    folders = (info.name for info in pkgutil.iter_modules(room.__path__, f"{room.__name__}.") if info.ispkg)
    found = (import_module(f"{folder}.book").BOOK for folder in folders if find_spec(f"{folder}.book"))
    return tuple(sorted(found, key=lambda book: str(book.name)))
