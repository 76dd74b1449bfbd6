"""A game from outside: One Die as a package of its own, away from the tree, found by its entry point alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "one_die"


def installed(folder: Path) -> Path:
    """The example in a folder as an installer leaves it there: the package, and what it says of itself."""
    shutil.copytree(EXAMPLE / "one_die", folder / "one_die", ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / "one_die-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: one-die\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text("[houseway.games]\none-die = one_die:GAME\n", "utf-8")
    return folder


def run(site: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of Python's with the game installed."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}", **environment},
    )
