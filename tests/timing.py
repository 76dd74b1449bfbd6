"""How long each test took when all of them last passed, and for which state of the sources that holds.

`make test` leaves this in pytest's own cache, and `make mutants` tries the quickest test of a clause first.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEY = "houseway/seconds"
_SOURCES = ("src", "tests", "examples", "tools")


@cache
def state_of_sources() -> str:
    """A digest of every file that a test may read."""
    digest = hashlib.sha256()
    for file in sorted(path for room in _SOURCES for path in (ROOT / room).rglob("*") if path.is_file()):
        if "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(ROOT)}\n".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def last_passed() -> Mapping[str, float]:
    """Seconds by test, without its parameters; empty unless all tests passed on the sources as they are now."""
    kept = ROOT / ".pytest_cache" / "v" / KEY
    if not kept.exists():
        return {}
    told: dict[str, Any] = json.loads(kept.read_text("utf-8"))
    return dict(told["seconds"]) if told["state"] == state_of_sources() else {}
