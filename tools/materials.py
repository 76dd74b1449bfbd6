"""What Houseway is made of: a bill of materials in CycloneDX form, from the lock file and the list of licences.

The lock says which package of which version, with which hashes and for whose sake; the licence of each stands in
requirements/licences.csv, where a person has read it. Nothing is asked of the network or of the machine, and the
bill bears neither time nor number: from the same lock come the same bytes, everywhere. The wheel carries the bill.

    make materials      write requirements/materials.cdx.json anew; `make lock` does so, too
"""

import csv
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway import __version__

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "run.txt"
LICENCES = ROOT / "requirements" / "licences.csv"
BILL = ROOT / "requirements" / "materials.cdx.json"

_NAME, _LICENCE = "houseway", "Apache-2.0"
_PINNED = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>[^ ;]+)(?: ; (?P<where>.*?))? \\")
_HASH = re.compile(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?")
_FOR = re.compile(r"    #(?: via)? +([a-z0-9.-]+)(?: \(pyproject\.toml\))?")
# Lines that say where a pin was read; they name no package.
_READ_FROM = re.compile(r"    #(?: via)?(?: +-[cr] requirements/[a-z.]+)?")


class UnreadableLock(ValueError):
    """A line of the lock that is none of those its maker writes, or a package whose licence nobody has read."""


@dataclass(frozen=True)
class Package:
    """A pinned package: where it is needed at all, which files it may come as, and which packages ask for it."""

    name: str
    version: str
    where: str
    hashes: tuple[str, ...]
    wanted_by: frozenset[str]

    @property
    def purl(self) -> str:
        """The package's address in the notation that every tool for bills of materials reads."""
        return f"pkg:pypi/{self.name}@{self.version}"


def locked(text: str) -> tuple[Package, ...]:
    """The packages of a lock file."""
    return tuple(_packages(text.splitlines()))


def _packages(lines: list[str]) -> Iterator[Package]:
    begins = [number for number, line in enumerate(lines) if _PINNED.fullmatch(line)]
    if any(not line.startswith("#") for line in lines[: begins[0] if begins else None]):
        raise UnreadableLock("the lock begins with something other than a pinned package")
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        pinned = _PINNED.fullmatch(lines[begin])
        assert pinned is not None
        hashes, wanted_by = [], set()
        for line in lines[begin + 1 : end]:
            if found := _HASH.fullmatch(line):
                hashes.append(found[1])
            elif not _READ_FROM.fullmatch(line):
                if not (found := _FOR.fullmatch(line)):
                    raise UnreadableLock(f"the lock has a line that is no part of a package: {line!r}")
                wanted_by.add(found[1])
        yield Package(
            pinned["name"], pinned["version"], pinned["where"] or "", tuple(hashes), frozenset(wanted_by)
        )


def licences(text: str) -> dict[str, str]:
    """The licence of each package, as an SPDX expression."""
    return {row["package"]: row["licence"] for row in csv.DictReader(text.splitlines())}


def _running(packages: tuple[Package, ...]) -> frozenset[str]:
    """The names that a running house needs; the others only build it."""
    needed = {_NAME}
    while more := {one.name for one in packages if one.wanted_by & needed} - needed:
        needed |= more
    return frozenset(needed)


def bill(packages: tuple[Package, ...], licence: Mapping[str, str]) -> dict[str, Any]:
    """The bill of materials as a CycloneDX 1.6 document."""
    if strangers := {one.name for one in packages} ^ licence.keys():
        raise UnreadableLock(f"lock and list of licences differ in {', '.join(sorted(strangers))}")
    running = _running(packages)
    own = f"pkg:pypi/{_NAME}@{__version__}"
    asks: dict[str, list[str]] = {address: [] for address in (own, *(one.purl for one in packages))}
    addresses: dict[str, list[str]] = {_NAME: [own]}
    for one in packages:
        addresses.setdefault(one.name, []).append(one.purl)
    for one in packages:
        for name in one.wanted_by:
            for address in addresses[name]:
                asks[address].append(one.purl)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": _NAME,
                "version": __version__,
                "licenses": [{"expression": _LICENCE}],
                "purl": own,
            }
        },
        "components": [
            {
                "type": "library",
                "bom-ref": one.purl,
                "name": one.name,
                "version": one.version,
                "scope": "required" if one.name in running else "excluded",
                "licenses": [{"expression": licence[one.name]}],
                "purl": one.purl,
                # One file of these is installed, whichever suits the machine; the lock lets no other in.
                "externalReferences": [
                    {
                        "type": "distribution",
                        # By its name: from which registry it is fetched is whoever installs it to say.
                        "url": one.purl,
                        "hashes": [{"alg": "SHA-256", "content": content} for content in one.hashes],
                    }
                ],
            }
            | ({"properties": [{"name": "houseway:needed-where", "value": one.where}]} if one.where else {})
            for one in packages
        ],
        "dependencies": [{"ref": address, "dependsOn": sorted(asked)} for address, asked in asks.items()],
    }


def written() -> str:
    """The bill as it is to stand in its file."""
    made = bill(locked(LOCK.read_text("utf-8")), licences(LICENCES.read_text("utf-8")))
    return (
        "{\n" + ",\n".join(f"{json.dumps(key)}: {_laid_out(value)}" for key, value in made.items()) + "\n}\n"
    )


def _laid_out(value: object) -> str:
    """A list with each of its items on a line of its own, so that a changed package is a changed line."""
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"


def main() -> int:
    """Write the bill anew."""
    BILL.write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
