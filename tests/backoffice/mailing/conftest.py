from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backoffice.mailing.post_room import (
    PATRONS,
    PostOffice,
    PostRoom,
    launch,
    mail,
    open_post_office,
    prepare,
)


@pytest.fixture
def new_room() -> Iterator[PostRoom]:
    """A house on May Day that has not taken up coupons."""
    room = PostRoom()
    yield room
    room.connection.close()


@pytest.fixture(scope="session")
def _rooms() -> Iterator[dict[str, PostRoom]]:
    """The houses below as they begin, of which every test gets a copy."""
    made = {"launched": PostRoom()}
    launch(made["launched"])
    made |= {name: PostRoom(made["launched"]) for name in ("listed", "mailed")}
    prepare(made["listed"], *PATRONS)
    mail(made["mailed"], *PATRONS)
    yield made
    for room in made.values():
        room.connection.close()


def _copy(original: PostRoom) -> Iterator[PostRoom]:
    room = PostRoom(original)
    yield room
    room.connection.close()


@pytest.fixture
def room(_rooms: dict[str, PostRoom]) -> Iterator[PostRoom]:
    """A house that may have coupons mailed, with both exclusion lists on file."""
    yield from _copy(_rooms["launched"])


@pytest.fixture
def listed(_rooms: dict[str, PostRoom]) -> Iterator[PostRoom]:
    """Mailing M-1 has a list: coupons 1 to 3 of $10 for Ida, John and Rachel."""
    yield from _copy(_rooms["listed"])


@pytest.fixture
def mailed(_rooms: dict[str, PostRoom]) -> Iterator[PostRoom]:
    """It is mailing day, and Ida, John and Rachel have the coupons 1 to 3 of mailing M-1."""
    yield from _copy(_rooms["mailed"])


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    """The same house behind an office, before anything was mailed."""
    house = open_post_office(str(tmp_path / "journal.db"))
    with house.office.journal:
        launch(house)
        yield house
        house.close()
