"""The container file, read as the builder reads it: one instruction after another."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"


class Instruction(NamedTuple):
    """What one line of a container file, with its continuations, tells the builder."""

    stage: int
    name: str
    words: str


def instructions() -> Iterator[Instruction]:
    """Every instruction of the container file, with the number of the stage it stands in."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE.read_text("utf-8"), flags=re.MULTILINE)
    stage = 0
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            name, _, words = line.partition(" ")
            stage += name == "FROM"
            yield Instruction(stage, name, words.strip())


def copied(stage: int) -> list[str]:
    """What of the repository a stage copies."""
    found = [one.words for one in instructions() if (one.stage, one.name) == (stage, "COPY")]
    return [source for words in found if "--from" not in words for source in shlex.split(words)[:-1]]


def environment() -> dict[str, str]:
    """What the image sets."""
    set_ = [one.words for one in instructions() if one.name == "ENV"]
    return dict(pair.split("=", 1) for words in set_ for pair in shlex.split(words))
