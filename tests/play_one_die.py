"""A house that deals One Die at a training table, played by API and page; run as a program of its own by `test_one_die`.

The journal that it leaves behind is replayed by the command line afterwards.
"""

import sys
from pathlib import Path

from litestar.testing import TestClient

from houseway.floor import Floor
from houseway.floor.property import Mode
from houseway.games import submission_for
from houseway.journal import Journal
from houseway.web import make_app

TABLE = "OD-1"


def main(database: str) -> None:
    """Set the table up, open it, and play a round."""
    with Journal.open(Path(database)) as journal:
        floor = Floor(journal)
        floor.set_up_table(TABLE, "One Die", submission_for("one-die"), mode=Mode.TRAINING, tray=1_000_000)
        with TestClient(make_app(floor), base_url="http://127.0.0.1") as client:
            today = floor.office.days.day_of(floor.clock()).isoformat()
            moves = (
                ("floorperson", {"move": "attest", "step": "die", "by": "floorperson"}),
                ("floorperson", {"move": "open-table", "by": "floorperson", "gaming_day": today}),
                ("patron-1", {"move": "take-seat", "seat": 1}),
                ("dealer", {"move": "buy-in", "seat": 1, "amount": 10_000, "by": "dealer"}),
                ("patron-1", {"move": "place-wager", "seat": 1, "wager": "six", "amount": 1_000}),
                ("dealer", {"move": "call-no-more-bets", "by": "dealer"}),
            )
            for who, move in moves:
                answer = client.post(f"/api/tables/{TABLE}/moves", json={"move": move, "who": who})
                assert answer.status_code < 300, answer.text
            refused = client.post(
                f"/api/tables/{TABLE}/moves",
                json={
                    "move": {"move": "place-wager", "seat": 1, "wager": "six", "amount": 1_000},
                    "who": "patron-1",
                },
            )
            assert refused.json()["clause"] == "D6.2(a)", refused.text
            page = client.get(f"/tables/{TABLE}").text
            assert "One Die" in page
            assert "No more bets; roll the die" in page
            assert "Call" in page
            thrown = client.post(f"/api/tables/{TABLE}/throw", json={"who": "dealer"})
            assert thrown.status_code < 300, thrown.text
            assert "face-called" in thrown.text
            assert "settled" in thrown.text
            assert "Place your bets" in client.get(f"/tables/{TABLE}").text


if __name__ == "__main__":
    main(sys.argv[1])
