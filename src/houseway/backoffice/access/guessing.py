"""What guessers try first: common words in any spelling, runs of keys, years, and the words of the house itself.

A list of whole passwords would name a few long ones; people make theirs of the same words, with digits and signs around
them. So a password is read with the usual stand-ins for letters, and what is left without its common parts has to be
worth guessing.
"""

import re
from collections.abc import Iterable
from importlib.resources import files

# So many characters have to be somebody's own.
_OWN = 5
_SHORTEST_WORD = 3
_STANDS_FOR = str.maketrans("013457@$!|", "oieastasil")

_WORDS = frozenset(
    files("houseway.backoffice.access").joinpath("guessed_words.txt").read_text("utf-8").split()
)
# Rows and columns of keys, the alphabet and the digits, forwards and backwards.
_RUNS = tuple(
    run
    for row in (
        "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "qazwsxedcrfvtgbyhn", "1q2w3e4r5t6y7u8i9o0p",
        "1qaz2wsx3edc4rfv5tgb", "zaq12wsxcde34rfv", "abcdefghijklmnopqrstuvwxyz", "01234567890", "112233445566778899",
    )
    for run in (row, row[::-1])
)  # fmt: skip
_SHORTEST_RUN = 4
_FEW_DIGITS = re.compile(r"(?<![0-9])[0-9]{1,4}(?![0-9])")
_AGAIN = re.compile(r"(.{1,8}?)\1+")


def is_guessable(password: str, own: Iterable[str] = ()) -> bool:
    """Whether little is left of a password without what anybody would try, the words of the house among it."""
    plain = password.casefold()
    words = _WORDS | {word for name in own for word in _parts(name)}
    return any(len(_left(reading, words)) < _OWN for reading in (plain, plain.translate(_STANDS_FOR)))


def _parts(name: str) -> Iterable[str]:
    """A name, and each of its words."""
    found = [_plain(word) for word in (*re.split(r"\W+", name.casefold()), name.casefold())]
    return (word for word in found if len(word) >= _SHORTEST_WORD)


def _left(reading: str, words: Iterable[str]) -> str:
    """What is left of a password without its common parts, and with what is said again and again said once."""
    left = _FEW_DIGITS.sub("", _plain(reading))
    for word in sorted(words, key=len, reverse=True):
        left = left.replace(word, "")
    left = _without_runs(left)
    return _AGAIN.sub(r"\1", _FEW_DIGITS.sub("", left))


def _plain(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


def _without_runs(text: str) -> str:
    """A text without the runs of keys in it."""
    place, kept = 0, []
    while place < len(text):
        length = max(_run_at(text[place:], run) for run in _RUNS)
        if length < _SHORTEST_RUN:
            kept.append(text[place])
            length = 1
        place += length
    return "".join(kept)


def _run_at(text: str, run: str) -> int:
    """How many characters at the beginning of a text are a part of a run."""
    return next((size for size in range(min(len(text), len(run)), 0, -1) if text[:size] in run), 0)
