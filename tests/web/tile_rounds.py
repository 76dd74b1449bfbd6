"""Tile tables without a browser: set up, opened from their check-list, and played step by step as the page offers it."""

from typing import Any

from houseway.equipment.tiles import FULL_SET
from houseway.floor import Floor, Mode
from houseway.games import submission_for
from houseway.table.table_state import Status
from houseway.web.steps import Place
from tests.web.rounds import forms, step, take

# Hands by position, 0 for the dealer: a deal that starts at the dealer brings them from `KNOWN` stacks.
HANDS = {0: ("2-3", "1-4", "2-5", "3-6"), 1: ("6-6", "6-6", "2-4", "1-2"), 2: ("1-1", "3-5", "4-5", "5-6")}
_CHIPS = 100_000


def _known_stacks() -> tuple[str, ...]:
    """The whole set, from the dealer's left: the ordinary deal takes whole stacks from the right end."""
    left = list(FULL_SET)
    for hand in HANDS.values():
        for code in hand:
            left.remove(code)
    served = [HANDS.get(place) or tuple(left.pop() for _ in range(4)) for place in range(8)]
    return tuple(code for hand in reversed(served) for code in hand)


KNOWN = _known_stacks()


def tile_table(floor: Floor, table: str, mode: Mode = Mode.TRAINING, **options: Any) -> None:
    """A table under a submission, still closed."""
    submission = submission_for("pai-gow", {"certificate_holder": "Keystone Meadows", **options})
    floor.set_up_table(table, "Pai Gow", submission, mode=mode, tray=5_000_000)


def open_tiles(floor: Floor, table: str, *seats: int, tiles: tuple[str, ...] = ()) -> None:
    """An open table with players who have chips, and the tiles in eight stacks."""
    while floor.table(table).state.status is Status.CLOSED:
        for form in forms(floor, table, Place.CHECKLIST):
            take(floor, table, form)
        step(floor, table)
    for seat in seats:
        floor.submit(table, {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
        floor.submit(table, {"move": "buy-in", "seat": seat, "amount": _CHIPS}, who="PA-1001")
    prepare(floor, table, tiles)


def prepare(floor: Floor, table: str, tiles: tuple[str, ...] = ()) -> None:
    """Every step that the tiles need before the next round; these are stacked, if any are named."""
    while (first := next(iter(forms(floor, table)), None)) and first.prepares:
        if tiles and first.move == "stack-tiles":
            floor.submit(table, {"move": "stack-tiles", "tiles": tiles}, who="PA-1001")
        else:
            step(floor, table)


def bet_tiles(floor: Floor, table: str, **amounts: int) -> None:
    """Wagers, for instance seat_1=2500."""
    for name, amount in amounts.items():
        seat = int(name.removeprefix("seat_"))
        move = {"move": "place-wager", "seat": seat, "wager": "pai-gow", "amount": amount}
        floor.submit(table, move, who=f"patron-{seat}")


def deliver_from_the_dealer(floor: Floor, table: str) -> None:
    """No more bets, dice that start the deal at the dealer, and the tiles delivered."""
    for move in (
        {"move": "call-no-more-bets"},
        {"move": "shake-dice", "times": 3},
        {"move": "uncover-dice", "die_1": 3, "die_2": 3, "die_3": 3},
        {"move": "deliver-tiles", "hands": 8},
    ):
        floor.submit(table, move, who="PA-1001")


def deal_from_the_dealer(floor: Floor, table: str) -> None:
    """The tiles delivered from the dealer on, and the shaker covered."""
    deliver_from_the_dealer(floor, table)
    floor.submit(table, {"move": "cover-shaker"}, who="PA-1001")
