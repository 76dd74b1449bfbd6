"""The demo property made and every page of the front looked at; run as a program of its own by `test_without_a_game`."""

import json
import sys
from pathlib import Path

from houseway.floor import Floor
from houseway.floor.demo import make_demo_property
from houseway.games import games
from houseway.journal import Journal
from tests.web.house import signed_in_client

ROOMS = ("/", "/law", "/law/readings", "/odds", "/help", "/train", "/pit", "/rounds", "/dispute", "/office")


def main(database: str) -> None:
    """Make the demo property, look at every page, and say which games there are."""
    with Journal.open(Path(database)) as journal:
        floor = Floor(journal)
        make_demo_property(floor)
        with signed_in_client(floor) as client:
            of_games = (f"/{room}/{game}" for room in ("odds", "help", "train") for game in games())
            of_tables = (f"/tables/{table}" for table in floor.tables())
            for address in (*ROOMS, *of_games, *of_tables):
                answer = client.get(address)
                assert answer.status_code == 200, f"{address} answers {answer.status_code}"
    print(json.dumps({"games": sorted(games())}))


if __name__ == "__main__":
    main(sys.argv[1])
