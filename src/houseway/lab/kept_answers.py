"""Whole answers of the lab, kept from one run to the next: what was worked out once is there at once.

An answer is kept under a digest of all the code that may have a part in it, and of the texts that this code reads. After any
change to one of them it is never found again.
"""

import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

from houseway.games import games
from houseway.lab.folder import cache_folder

# What is asked of a game as it is listed; what anybody may choose for a table has no end, and is not kept.
_KEPT = frozenset({"edges", "effects", "strategy"})
# The rooms that have no part in a figure.
_NO_PART = frozenset({"backoffice", "cli", "floor", "journal", "papers", "web"})
_TEXTS = (".py", ".csv")


def kept_answer(question: str) -> bytes | None:
    """What the lab has answered to a question before, by the same code; None where it has not, or nothing is kept."""
    place = _place_of(question)
    try:
        return place.read_bytes() if place else None
    except OSError:
        return None


def keep_answer(question: str, answer: bytes) -> None:
    """Keep an answer, written beside its place and moved there, so that nobody ever reads half of it."""
    place = _place_of(question)
    if place is None:
        return
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        # What earlier code answered has no further use.
        for earlier in place.parent.glob(f"{place.name.rpartition('-')[0]}-*"):
            earlier.unlink(missing_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, suffix=".part", delete=False) as file:
            file.write(answer)
        os.replace(file.name, place)
    except OSError:
        # Without room to keep it, it is worked out again.
        return


def _place_of(question: str) -> Path | None:
    asked, _, game = question.partition(" ")
    folder = cache_folder()
    if folder is None or asked not in _KEPT or game not in games():
        return None
    return folder / "answers" / f"{asked}-{game}-{_digest(game)}"


@cache
def _digest(game: str) -> str:
    """A digest of the code behind a game's figures: this package's without its front rooms, and the folder of a game from outside."""
    ours = Path(__file__).parents[1]
    own = Path(str(sys.modules[games()[game].__module__].__file__)).parent
    return _digest_of(ours) + ("" if own.is_relative_to(ours) else _digest_of(own))


@cache
def _digest_of(root: Path) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(root.rglob("*")):
        part = file.relative_to(root)
        if file.suffix in _TEXTS and part.parts[0] not in _NO_PART:
            digest.update(part.as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:32]
