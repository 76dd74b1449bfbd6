"""Static files: where they lie, and the address of each, which changes with what it holds."""

import hashlib
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
STATIC_FILES = frozenset(file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file())


@cache
def static(name: str) -> str:
    """The address of a static file."""
    held = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={held[:12]}"
