"""What the tests of the front door share."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from houseway.floor import Floor

DESKTOP, TABLET, PORTRAIT = (1440, 900), (1024, 768), (820, 1180)

Open = Callable[..., Page]


@dataclass(frozen=True)
class House:
    """The demo property, served."""

    floor: Floor
    address: str
    database: Path


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
