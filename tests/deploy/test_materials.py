"""What the house is made of is written down, pinned and licensed, and a wheel of it is the same wherever it is built."""

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.deploy.containerfile import ROOT, copied, instructions
from tools import materials

LOCKS = (materials.LOCK, ROOT / "requirements" / "dev.txt")
NEEDED = ("pyproject.toml", "README.md", "LICENSE", "docs", "requirements", "src")


def packages() -> tuple[materials.Package, ...]:
    return materials.locked(materials.LOCK.read_text("utf-8"))


def test_the_bill_is_the_one_that_the_lock_gives() -> None:
    assert materials.BILL.read_text("utf-8") == materials.written(), "run `make materials`"


def test_the_bill_names_what_runs_and_what_only_builds() -> None:
    made = json.loads(materials.BILL.read_text("utf-8"))
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    scope = {one["name"]: one["scope"] for one in made["components"]}
    assert (scope["msgspec"], scope["typing-extensions"], scope["hatchling"]) == (
        "required",
        "required",
        "excluded",
    )
    refs = [made["metadata"]["component"]["bom-ref"], *(one["bom-ref"] for one in made["components"])]
    assert len(refs) == len(set(refs))
    asked = {one["ref"]: one["dependsOn"] for one in made["dependencies"]}
    assert sorted(asked) == sorted(refs)
    assert set().union(*asked.values()) < set(refs)
    # Whatever pyproject.toml asks for by name is asked for by the house itself.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = {re.split(r"[>=\[]", name)[0] for name in project["dependencies"]}
    assert told < {ref.removeprefix("pkg:pypi/").partition("@")[0] for ref in asked[refs[0]]}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_pin_is_exact_and_has_its_hashes(lock: Path) -> None:
    found = materials.locked(lock.read_text("utf-8"))
    assert len(found) > 50
    assert [one.name for one in found if not one.hashes] == []


def test_nothing_is_installed_but_what_the_lock_lets_in() -> None:
    """Every install of other people's packages asks for their hashes; that of Houseway itself brings no others."""
    told = [
        (ROOT / "Makefile").read_text("utf-8"),
        *(one.words for one in instructions() if one.name == "RUN"),
    ]
    installs = re.findall(
        r"(?:\$\(INSTALL\)|bin/pip install) ([^\n&]*-(?:r|e|-no-deps) [^\n&]*)", "\n".join(told)
    )
    hashed = [words for words in installs if "--require-hashes -r requirements/" in words]
    own = [words for words in installs if "--no-deps --no-build-isolation" in words]
    assert (len(hashed), len(own), len(installs)) == (3, 3, 6)


def test_a_licence_is_the_one_that_the_package_itself_tells() -> None:
    licences = materials.licences(materials.LICENCES.read_text("utf-8"))
    assert licences.keys() == {one.name for one in packages()}
    compared = 0
    for name, licence in licences.items():
        try:
            told = importlib.metadata.metadata(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for other machines than this one
        compared += 1
        if "License-Expression" in told:
            assert licence == told["License-Expression"], name
        else:
            words = " ".join((told.get_all("License") or []) + (told.get_all("Classifier") or []))
            assert re.split(r"[- ]", licence)[0] in words, name
    assert compared > 40


@pytest.mark.parametrize(
    "line", ["msgspec>=0.22 \\", "    --hash=md5:0123 \\", "-e .", "msgspec==0.22.0"], ids=str
)
def test_a_lock_that_was_written_in_by_hand_is_not_believed(line: str) -> None:
    text = materials.LOCK.read_text("utf-8")
    with pytest.raises(materials.UnreadableLock):
        materials.locked(text + line + "\n")


def test_a_package_whose_licence_nobody_has_read_is_no_part_of_a_bill() -> None:
    licences = materials.licences(materials.LICENCES.read_text("utf-8"))
    with pytest.raises(materials.UnreadableLock, match="msgspec"):
        materials.bill(packages(), {name: one for name, one in licences.items() if name != "msgspec"})


def test_the_image_has_everything_that_the_wheel_is_built_of() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    asked = {*wheel["packages"], *wheel["sbom-files"], *wheel["force-include"]}
    assert {name.partition("/")[0] for name in asked} <= set(copied(1))


def built(source: Path, into: Path, **environment: str) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)],
        cwd=source,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = into.glob("*.whl")
    return wheel


def test_a_wheel_is_the_same_wherever_and_whenever_it_is_built(tmp_path: Path) -> None:
    moment = {"SOURCE_DATE_EPOCH": "1700000000"}
    elsewhere = tmp_path / "another place"
    elsewhere.mkdir()
    for name in NEEDED:
        there = ROOT / name
        if there.is_dir():
            shutil.copytree(there, elsewhere / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(there, elsewhere / name)
    for file in elsewhere.rglob("*.py"):
        os.utime(file, (86_400, 86_400))
        file.chmod(0o600)
    here = built(ROOT, tmp_path / "one", TZ="UTC", **moment)
    there = built(elsewhere, tmp_path / "two", TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="7", **moment)
    assert hashlib.sha256(here.read_bytes()).digest() == hashlib.sha256(there.read_bytes()).digest()
    with ZipFile(here) as wheel:
        names = wheel.namelist()
        (carried,) = (name for name in names if "/sboms/" in name)
        assert wheel.read(carried) == materials.BILL.read_bytes()
    source = {file.relative_to(elsewhere / "src").as_posix() for file in (elsewhere / "src").rglob("*.*")}
    documented = {
        f"houseway/docs/{file.name}" for file in ((elsewhere / "README.md"), *(elsewhere / "docs").iterdir())
    }
    assert {name for name in names if ".dist-info/" not in name} == source | documented
