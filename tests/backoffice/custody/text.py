"""An independent judge of how dice came into use, written from the text of 603a.13(f) and (g) alone.

It looks at nothing but the orders that were carried out and who signed them: neither at the stages nor at the book's
tables. `judge` returns what is unlawful about the way on which a set came into use, or nothing.
"""

from dataclasses import dataclass
from typing import Any

from houseway.backoffice.orders import Order, Signed, name_of

SHIFT_OR_ABOVE = {
    "assistant table games shift manager",
    "table games shift manager",
    "director of table games",
}
PIT_OR_ABOVE = SHIFT_OR_ABOVE | {"pit manager"}
FLOOR_OR_ABOVE = PIT_OR_ABOVE | {"floorperson"}
SECURITY = {"security officer", "security supervisor"}
SURVEILLANCE = {"surveillance operator", "surveillance supervisor"}
FOUR = {"micrometer", "balancing-caliper", "steel-set-square", "magnet"}
CRAPS_GAMES = {"craps", "mini-craps"}
CUPPED = {*CRAPS_GAMES, "three-dice-football"}
SIC_BO = {"sic-bo", "sic-bo-automated"}
DICE_IN_SET = {"craps": 5, "mini-craps": 5, "three-dice-football": 6}


@dataclass
class Event:
    """An order that was carried out, and who signed which part."""

    name: str
    order: Any
    by: dict[str, Signed]

    def is_by(self, part: str, positions: set[str]) -> bool:
        return part in self.by and self.by[part].position in positions

    def person(self, part: str) -> str:
        return self.by[part].person if part in self.by else "nobody"


def event(order: Order, signatures: tuple[Signed, ...]) -> Event:
    """An entry of the crew's log as the judge reads it."""
    return Event(name_of(order), order, {signed.part: signed for signed in signatures})


def about(order: Any, serial: str) -> bool:
    """Whether an order is about a set."""
    return serial == getattr(order, "serial", None) or serial in getattr(order, "serials", ())


def judge(history: list[Event], game: str) -> list[str]:
    """What is wrong with the way of a set that the last event brought into use; `history` is all about that set."""
    wrong: list[str] = []
    for past in history[:-1]:
        if past.name in ("remove-dice", "remove-for-board", "take-out-of-use"):
            wrong.append("it was taken out of use before (g)")
        if past.name == "inspect-dice" and not past.order.sound:
            wrong.append("it failed an inspection before (g)")
    since = _since_storage(history)
    if not since:
        return [*wrong, "it never left storage"]
    inspection = next((past for past in reversed(history) if past.name == "inspect-dice"), None)
    if inspection is None:
        return [*wrong, "it was never inspected"]
    damaged = max((at for at, past in enumerate(history) if past.name == "report-seal"), default=-1)
    if damaged > history.index(inspection):
        wrong.append("its seal was damaged after the inspection (f)(3)(vi)")
    again = [past for past in history[damaged + 1 :] if past.name == "inspect-dice"]
    if damaged >= 0 and not any(past.order.alternative in (1, 2) for past in again):
        wrong.append("after damage it was not inspected under (1) or (2) (f)(3)(vi)")
    if set(inspection.order.instruments) != FOUR:
        wrong.append("an instrument was missing")
    if not (inspection.order.flat_surface and inspection.order.seen_by_surveillance):
        wrong.append("the inspection was not in view")
    if inspection.order.alternative != 3 and not inspection.order.seen_from_around:
        wrong.append("nobody nearby could see the inspection")
    drawn = since[0]
    if not (drawn.is_by("shift manager", SHIFT_OR_ABOVE) and drawn.is_by("security", SECURITY)):
        wrong.append("not drawn by shift manager and security")
    for handed in since:
        if handed.name in ("hand-to-pit", "hand-to-inspectors"):
            same = all(handed.person(part) == drawn.person(part) for part in ("shift manager", "security"))
            if not same:
                wrong.append("not handed on by those who drew it (f)(1)(i), (2)(i)")
    to_pit = [past for past in since if past.name in ("hand-to-pit", "hand-to-inspectors")]
    if not to_pit:
        wrong.append("nobody handed it to the pit (f)(1)(i), (2)(i), (3)(v)")
    if any(past.name == "hand-to-pit" and not past.is_by("pit manager", PIT_OR_ABOVE) for past in to_pit):
        wrong.append("no pit manager or above received it (f)(1)(i), (2)(i)(C), (3)(v)")
    after = history[history.index(inspection) + 1 :]
    check = {1: _at_the_table, 2: _at_the_pit, 3: _in_storage}[inspection.order.alternative]
    return [*wrong, *check(history, since, inspection, after, game)]


def _since_storage(history: list[Event]) -> list[Event]:
    """The events since the set was last drawn from storage."""
    draws = [at for at, past in enumerate(history) if past.name == "draw-dice"]
    returns = [at for at, past in enumerate(history) if past.name == "store-again"]
    if not draws or (returns and returns[-1] > draws[-1]):
        return []
    return history[draws[-1] :]


def _names(events: list[Event]) -> list[str]:
    return [past.name for past in events if past.name not in ("replace-die", "file-discrepancy-report")]


def _supervisor(game: str) -> set[str]:
    return {"boxperson"} if game == "craps" else {"floorperson"}


def _at_the_table(
    history: list[Event], since: list[Event], inspection: Event, after: list[Event], game: str
) -> list[str]:
    wrong = []
    if inspection not in since:
        wrong.append("inspected before it was drawn")
    before = since[: since.index(inspection)] if inspection in since else []
    issued = next((past for past in reversed(before) if past.name == "issue-set"), None)
    if issued is None or not issued.is_by("pit manager", PIT_OR_ABOVE):
        return [*wrong, "not issued by the pit manager or above (1)(ii)"]
    table = issued.order.table
    if inspection.order.table != table:
        wrong.append("inspected at another table (1)(ii)")
    if not inspection.is_by("inspector", _supervisor(game)) or not inspection.is_by("witness", {"dealer"}):
        wrong.append("inspected by the wrong people (1)(ii)")
    wanted = ["put-in-use", "fasten-shaker"] if game in SIC_BO else ["put-in-use"]
    if _names(after) != wanted:
        return [*wrong, f"after the inspection came {_names(after)} (1)(iii)"]
    placed = next(past for past in after if past.name == "put-in-use")
    wrong += _placed(placed, table, game)
    if not placed.is_by("placer", _supervisor(game)) or not placed.is_by("witness", {"dealer"}):
        wrong.append("placed by the wrong people (1)(iii)")
    if game in SIC_BO:
        fastened = after[-1]
        if placed.order.closed_by is None:
            wrong.append("the shaker was not closed (1)(iii)(C)")
        if fastened.person("witness") != inspection.person("witness"):
            wrong.append("fastened before another dealer (1)(iii)(C)")
        if not fastened.is_by("placer", {"floorperson"}) or fastened.order.table != table:
            wrong.append("fastened wrongly (1)(iii)(C)")
    return wrong


def _placed(placed: Event, table: str, game: str) -> list[str]:
    wrong = []
    if placed.order.table != table:
        wrong.append("placed at another table")
    if placed.order.container != ("cup" if game in CUPPED else "shaker"):
        wrong.append("placed in the wrong thing")
    return wrong


def _at_the_pit(
    history: list[Event], since: list[Event], inspection: Event, after: list[Event], game: str
) -> list[str]:
    wrong = []
    if inspection not in since:
        return ["inspected at a pit before it was drawn"]
    before = since[: since.index(inspection)]
    given = next((past for past in reversed(before) if past.name == "hand-to-inspectors"), None)
    two = (inspection.person("inspector"), inspection.person("witness"))
    from_reserve = given is None or any(
        past.name in ("reserve-dice", "issue-set", "hand-to-table") for past in before[before.index(given) :]
    )
    if from_reserve:
        both_above = all(inspection.is_by(part, FLOOR_OR_ABOVE) for part in ("inspector", "witness"))
        if not both_above:
            wrong.append("reserve dice inspected by less than two floor supervisors (2)(iv)(B)")
    else:
        assert given is not None
        may = {"boxperson", "floorperson"} if game in CRAPS_GAMES else {"floorperson"}
        if not all(inspection.is_by(part, may) for part in ("inspector", "witness")):
            wrong.append("inspected by the wrong people (2)(i)")
        if set(two) != {given.person("inspector"), given.person("witness")}:
            wrong.append("not inspected by the two who were given it (2)(ii)")
    if two[0] == two[1]:
        wrong.append("one person inspected and watched")
    names = _names(after)
    if "seal-dice" in names:
        return [*wrong, *_sealed_reserve(after, two, inspection, game)]
    if game in SIC_BO:
        if names != ["put-in-use", "fasten-shaker"]:
            return [*wrong, f"after the inspection came {names} (2)(iii)(B)"]
        if any((done.person("inspector"), done.person("witness")) != two for done in after):
            wrong.append("the shaker was handled by others than the inspectors (2)(iii)(B)")
        placed = after[0]
        if placed.order.closed_by is None or placed.order.container != "shaker":
            wrong.append("the shaker was not closed (2)(iii)(B)")
        if after[-1].order.table != placed.order.table:
            wrong.append("fastened at another table (2)(iii)(B)")
        return wrong
    if names != ["hand-to-table", "put-in-use"]:
        return [*wrong, f"after the inspection came {names} (2)(iii)"]
    handed = next(past for past in after if past.name == "hand-to-table")
    placed = next(past for past in after if past.name == "put-in-use")
    if (handed.person("inspector"), handed.person("witness")) != two:
        wrong.append("handed on by others than the inspectors (2)(iii)")
    recipient = {
        "craps": {"boxperson"},
        "mini-craps": {"floorperson"},
        "three-dice-football": {"floorperson"},
    }
    if not handed.is_by("recipient", recipient.get(game, {"dealer"})):
        wrong.append("handed to the wrong person (2)(iii)")
    if placed.person("placer") != handed.person("recipient"):
        wrong.append("placed by another than the recipient (2)(iii)")
    if game in CUPPED and not placed.is_by("witness", {"dealer"}):
        wrong.append("no dealer watched (2)(iii)")
    return [*wrong, *_placed(placed, handed.order.table, game)]


def _packet(sealed: Event, game: str, inspection_day: object) -> list[str]:
    wrong = []
    if sealed.order.dice != DICE_IN_SET.get(game, 3):
        wrong.append("sealed in the wrong number")
    if sealed.order.inspected_on != inspection_day:
        wrong.append("the label shows another day")
    return wrong


def _sealed_reserve(after: list[Event], two: tuple[str, str], inspection: Event, game: str) -> list[str]:
    wrong = []
    wanted = ["seal-dice", "reserve-dice", "issue-set", "put-in-use"]
    if game in SIC_BO:
        wanted.append("fasten-shaker")
    if _names(after) != wanted:
        return [f"after the inspection came {_names(after)} (2)(v)"]
    sealed, reserved, issued, placed = [past for past in after if past.name in wanted][:4]
    if (sealed.person("inspector"), sealed.person("witness")) != two:
        wrong.append("sealed by others than the inspectors (2)(v)")
    wrong += _packet(sealed, game, sealed.order.inspected_on)
    if not reserved.is_by("pit manager", PIT_OR_ABOVE) or not issued.is_by("pit manager", PIT_OR_ABOVE):
        wrong.append("the reserve was handled below pit manager (2)(iv)")
    if not (placed.order.seal_intact and placed.order.free_of_tampering):
        wrong.append("used out of a seal that was not sound (2)(v)")
    if not placed.is_by("placer", _supervisor(game)) or not placed.is_by("witness", {"dealer"}):
        wrong.append("not opened by the table's supervisor before a dealer")
    return [*wrong, *_placed(placed, issued.order.table, game)]


def _in_storage(
    history: list[Event], since: list[Event], inspection: Event, after: list[Event], game: str
) -> list[str]:
    wrong = []
    before = history[: history.index(inspection)]
    if not any(
        past.name == "tell-surveillance" and past.is_by("surveillance", SURVEILLANCE) for past in before
    ):
        wrong.append("surveillance was not told (3)(ii)")
    present = (
        inspection.is_by("shift manager", SHIFT_OR_ABOVE)
        and inspection.is_by("floor supervisor", FLOOR_OR_ABOVE)
        and inspection.is_by("security", SECURITY)
    )
    if not present:
        wrong.append("not all three were present (3)(i)")
    if len({signed.person for signed in inspection.by.values()}) != 3:
        wrong.append("fewer than three people were present (3)(i)")
    sealed = next((past for past in after if past.name == "seal-dice"), None)
    if sealed is None or sealed in since:
        return [*wrong, "not sealed in the storage area (3)(iv)"]
    inspectors = {inspection.person(part) for part in inspection.order.inspected_by.parts}
    if {signed.person for signed in sealed.by.values()} != inspectors:
        wrong.append("sealed by others than the inspectors (3)(iv)")
    wrong += _packet(sealed, game, sealed.order.inspected_on)
    # What comes back unused under seal may be drawn again.
    way = _names(since)
    end = "fasten-shaker" if game == "sic-bo" else "put-in-use"
    if way not in (
        ["draw-dice", "hand-to-pit", "issue-set", end],
        ["draw-dice", "hand-to-pit", "reserve-dice", "issue-set", end],
    ):
        return [*wrong, f"it came by {way} (3)(v)"]
    issued = next(past for past in since if past.name == "issue-set")
    handed = next(past for past in since if past.name == "hand-to-pit")
    if not issued.is_by("pit manager", PIT_OR_ABOVE) or not handed.is_by("pit manager", PIT_OR_ABOVE):
        wrong.append("not through the hands of a pit manager (3)(v)")
    used = since[-1]
    if not (used.order.seal_intact and used.order.free_of_tampering):
        wrong.append("used out of a seal that was not sound (3)(vi)")
    if game == "sic-bo":
        if not used.is_by("placer", FLOOR_OR_ABOVE) or used.order.table != issued.order.table:
            wrong.append("fastened wrongly (3)(v)(B)")
        return wrong
    if not used.is_by("placer", _supervisor(game)) or not used.is_by("witness", {"dealer"}):
        wrong.append("opened by the wrong people (3)(v)")
    return [*wrong, *_placed(used, issued.order.table, game)]
