"""The container as far as a machine without one goes: its commands make an environment in which a house is served.

Not among the everyday tests: it installs everything anew (`make proofs`).
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx

from tests.cli.test_extras import HOUSE
from tests.deploy.containerfile import ROOT, copied, environment, instructions


def test_what_the_container_file_builds_serves_a_house(tmp_path: Path) -> None:
    source, built = tmp_path / "src", tmp_path / "built"
    source.mkdir()
    for name in copied(1):
        place = ROOT / name
        (shutil.copytree if place.is_dir() else shutil.copy)(place, source / name)
    (run,) = (one.words for one in instructions() if (one.stage, one.name) == (1, "RUN"))
    here = run.replace("python3 ", f"{sys.executable} ").replace("/opt/houseway", str(built))
    subprocess.run(["sh", "-eu", "-c", here], cwd=source, check=True, timeout=580)

    known = {**os.environ, **environment(), "HOUSEWAY_DB": str(tmp_path / "house.db"), "HOUSEWAY_CACHE": ""}
    known |= {"PATH": f"{built}/bin:{os.environ['PATH']}", "HOUSEWAY_TRUSTED_PROXY": "10.88.0.0/16"}
    subprocess.run(
        ["houseway", "people", "open", "/dev/stdin"],
        input=json.dumps(HOUSE).encode(),
        env=known,
        check=True,
        timeout=60,
    )
    with subprocess.Popen(
        ["houseway", "serve", "--port", "0"], env=known, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].replace("0.0.0.0", "127.0.0.1")
            assert httpx.get(f"{address}/health").json()["status"] == "ok"
        finally:
            server.terminate()
    assert server.returncode == 0
