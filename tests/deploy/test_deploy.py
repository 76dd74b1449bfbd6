"""The service and the container: what their files say is so."""

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from houseway.cli.app import app
from houseway.lab.folder import CACHE_VARIABLE
from tests.deploy.containerfile import ROOT, copied, environment, instructions

UNIT = ROOT / "deploy" / "houseway.service"
BUILDER_KNOWS = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip
# What the command reads from its environment, by docs/serving.md, and where the lab keeps what it counted.
KNOWN = {
    CACHE_VARIABLE,
    *re.findall(r"`((?:HOUSEWAY_)?[A-Z_]+)`", (ROOT / "docs/serving.md").read_text("utf-8")),
}


def unit() -> configparser.RawConfigParser:
    # A key may stand more than once; the last is enough here.
    read = configparser.RawConfigParser(strict=False, delimiters=("=",))
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(UNIT.read_text("utf-8"))
    return read


def test_the_command_reads_every_variable_that_the_files_set() -> None:
    told = re.findall(r"^(?:Environment=|#   )([A-Z_]+)=", UNIT.read_text("utf-8"), re.MULTILINE)
    assert {"HOUSEWAY_DB", "HOUSEWAY_ALLOW_HOST", "HOUSEWAY_TRUSTED_PROXY"} <= set(told) <= KNOWN
    assert environment().keys() - {"PATH"} <= KNOWN


def test_the_service_runs_a_command_that_there_is() -> None:
    command, *arguments = shlex.split(unit()["Service"]["ExecStart"])
    assert command == "/opt/houseway/bin/houseway"
    app.parse_args(arguments, exit_on_error=False, print_error=False)
    assert (unit()["Service"]["User"], unit()["Service"]["UMask"]) == ("houseway", "0077")


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    """Only where systemd is there to be asked; what it would read is read by the tests above anyway."""
    here = UNIT.read_text("utf-8").replace("/opt/houseway/bin/houseway", f"{sys.executable} -m houseway")
    (tmp_path / UNIT.name).write_text(here, encoding="utf-8")
    asked = shutil.which("systemd-analyze") or "true"
    done = subprocess.run(
        [asked, "verify", "--man=no", str(tmp_path / UNIT.name)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_image_is_built_of_what_is_there_and_runs_as_nobody_in_particular() -> None:
    told = list(instructions())
    assert {one.name for one in told} <= BUILDER_KNOWS
    assert all((ROOT / source).exists() for source in copied(1))
    for one in told:
        if one.name == "RUN":
            subprocess.run(["sh", "-n", "-c", one.words], check=True, timeout=60)
    (user,) = (one.words for one in told if one.name == "USER")
    assert int(user) > 0
    entry, arguments = (json.loads(one.words) for one in told[-2:])
    assert entry == ["houseway"]
    app.parse_args(arguments, exit_on_error=False, print_error=False)


def test_the_image_asks_for_its_own_health(tmp_path: Path) -> None:
    (check,) = (one.words for one in instructions() if one.name == "HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    # Nothing listens at this port: whoever asks there is told that the house is not well.
    done = subprocess.run(
        [sys.executable, *command[1:]], env={**os.environ, "PORT": "1"}, capture_output=True, timeout=120
    )
    assert b"refused" in done.stderr
    assert done.returncode != 0
