"""The page of what was tried: `make reliability` runs the proofs and the benches, which note their figures here, and writes docs/reliability.md.

Nothing stands on the page that no command wrote. A figure is noted where HOUSEWAY_RELIABILITY names the file of the figures, with the
size that was run; `python -m tools.reliability` makes the page of them, after `--bench` also the benches' own.
"""

import argparse
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "tools" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
_SECTIONS = {
    "earlier": (
        "Records of earlier versions",
        "Journals that earlier versions wrote, kept with the tests for good.",
    ),
    "operator": (
        "Rewritten records",
        "By somebody who holds the database, the disk and the house's own keys; two verifiers have to name the same entry.",
    ),
    "power": (
        "Power, kills, storage that fails",
        "What was acknowledged has to be there afterwards, once, and nothing may be half done.",
    ),
    "simulation": (
        "A whole house from one seed",
        "Tables of every game, people, coupons, days that end, orders, faults of the storage, restarts, upgrades and a witness. Everything that "
        "must hold is checked along the way, of the record what came since the last look, and all of it each time that it has doubled; at last "
        "all of it is verified and replayed, and the books are made anew and compared.",
    ),
    "load": (
        "Under load",
        "Whoever asks runs on the same cores as the house, and so does whatever else the machine is busy with. Work is the time that "
        "processors spent: of the house, in all and by its parts, of the database and of whoever asks. What the cores allow is how many moves "
        "they can do if nothing else is done; without a house, a framework answers the same request with a constant, and the database commits.",
    ),
    "floods": ("Under attack", "How long somebody else's page takes, against how long it takes in peace."),
}


def note(section: str, what: str, measured: str, required: str = "") -> None:
    """Note a figure, if anybody asks for figures; one of the same name is gone."""
    if not (place := os.environ.get("HOUSEWAY_RELIABILITY")):
        return
    file = Path(place)
    # Several tests may note theirs at once.
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        known.setdefault(section, {})[what] = {
            "machine": machine(),
            "measured": measured,
            "required": required,
        }
        file.write_text(json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")


def machine() -> str:
    """The machine, as far as figures depend on it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores, {memory:.0f} GB of memory"


def page_of(figures: dict[str, dict[str, Any]]) -> str:
    """The page."""
    return "\n".join(_page(figures))


def _page(figures: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield "# What was tried, and what came of it"
    yield ""
    yield "`make reliability` writes this page, and nobody else does: the proofs and the benches note what they found, at the size that was"
    yield "run. `make reliability SIZES=full` runs everything at full size, which takes hours."
    for section, (title, about) in _SECTIONS.items():
        if noted := figures.get(section):
            machines = sorted({told["machine"] for told in noted.values()})
            yield from ("", f"## {title}", "", f"{about} Tried on {' and on '.join(machines)}.", "")
            yield from ("| tried | found | required |", "|---|---|---|")
            for what, told in noted.items():
                yield f"| {what} | {told['measured']} | {told['required']} |"
    yield ""


def note_benches() -> None:
    """Run the benches of load and of floods, and note what they measure."""
    from bench import floods, load

    for section, bench in (("load", load), ("floods", floods)):
        for measure in bench.run():
            print(measure, flush=True)
            missed = "" if measure.ok else ", missed"
            what = measure.name.removesuffix(", now")
            note(section, what, f"{measure.value:,.2f} {measure.unit}{missed}", measure.limit)


def main() -> None:
    """Measure if asked to, then write the page."""
    parser = argparse.ArgumentParser(
        description="Write docs/reliability.md from the figures that were noted."
    )
    parser.add_argument("--bench", action="store_true", help="measure load and floods first")
    if parser.parse_args().bench:
        note_benches()
    PAGE.write_text(page_of(json.loads(FIGURES.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
