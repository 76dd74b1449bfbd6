"""Where the lab keeps what it has worked out: the folder that the environment names, else one of the user's own."""

import os
from pathlib import Path

# The folder to keep things in; empty to keep nothing.
CACHE_VARIABLE = "HOUSEWAY_CACHE"


def cache_folder() -> Path | None:
    """The folder that the environment names, else the user's own; None where nothing is kept."""
    named = os.environ.get(CACHE_VARIABLE)
    if named is not None:
        return Path(named) if named else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "houseway"
