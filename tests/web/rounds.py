"""Card rounds without a browser: the next step is taken as the page's first button takes it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from houseway.floor import Floor
from houseway.floor.crew import crew_of
from houseway.floor.demo import STAFF
from houseway.floor.demo_people import FLOORPERSON
from houseway.floor.demo_tables import TABLES, TRAY, chosen_options
from houseway.floor.property import Mode
from houseway.games import submission_for
from houseway.table.card_game import CardGame
from houseway.web.steps import Place, StepForm
from houseway.web.table_page import table_page

_CREW = crew_of(STAFF)
CARD_TABLES = ("3CP-1", "HL-1", "AP-1")
BETS = {
    "3CP-1": ("ante", "pair-plus"),
    "HL-1": ("ante",),
    "AP-1": ("asia-poker", "bonus"),
}


def bet_all(floor: Floor, table: str, *seats: int) -> None:
    """The main wagers of the game, at every seat named."""
    for seat in seats:
        for wager in BETS[table]:
            move = {"move": "place-wager", "seat": seat, "wager": wager, "amount": 2500}
            floor.submit(table, move, who=f"patron-{seat}")


def forms(floor: Floor, table: str, place: Place = Place.MAIN) -> list[StepForm]:
    """The forms that the page offers a floorperson at one of its places."""
    somebody = floor.office.people().get(FLOORPERSON)
    return [form for form in table_page(floor, table, None, somebody).forms if form.place is place]


def step(floor: Floor, table: str, cards: dict[int, str] | None = None) -> str:
    """Take the first of the next steps as it is offered; a deal deals these cards, by position. Returns the move."""
    form = forms(floor, table)[0]
    if form.chance and form.move != "deal":
        floor.throw(table, who="tester")
    elif form.move == "deal":
        take(floor, table, form, cards=deal_order(floor, table, cards or {}))
    else:
        take(floor, table, form)
    return form.move


def take(floor: Floor, table: str, form: StepForm, **told: Any) -> None:
    """Take a step as its form offers it, but for what is told otherwise."""
    crew = {**_CREW, **floor.assigned(floor.table(table))}
    floor.submit(table, filled_in(form, form.by[0]) | told, who=crew.get(form.by[0], "tester"))


def filled_in(form: StepForm, by: str) -> dict[str, Any]:
    """The move of a form as it stands, in a part."""
    move: dict[str, Any] = {"move": form.move, "by": by}
    for field in form.fields:
        if field.kind in ("fixed", "select"):
            move[field.name] = msgspec.json.decode(field.choices[0].json)
        elif field.kind in ("number", "tick"):
            move[field.name] = msgspec.json.decode(field.suggestion)
        elif field.kind == "text":
            move[field.name] = field.suggestion or "BGO 2024-17"
    return move | set_as_it_lies(form) if form.setting is not None else move


class SetUp(NamedTuple):
    """A table for training under the submission of a live one of the demo property, but for what is chosen otherwise."""

    like: str
    players: int
    chosen: Mapping[str, Any] = MappingProxyType({})


# What the demo property has for live play only, and a double shoe, which it has not at all.
SET_UP = {
    "BAC-1": SetUp("BAC-2", 2),
    "PK-3": SetUp("PK-2", 8),
    "BJ-3": SetUp("BJ-2", 2, {"double_shoe": True}),
}


def set_up(floor: Floor, table: str) -> None:
    """A table that the demo property does not have for training, open for its players."""
    if table not in SET_UP:
        return
    like, players, chosen = SET_UP[table]
    alike = next(one for one in TABLES if one.name == like)
    submission = submission_for(alike.game, chosen_options({**alike.options, **chosen}))
    floor.set_up_table(table, alike.title, submission, mode=Mode.TRAINING, tray=TRAY)
    open_live(floor, table, *range(1, players + 1))


def open_live(floor: Floor, table: str, *seats: int) -> None:
    """A live table opened from its check-list, with players who have chips and a deck ready to be dealt."""
    for form in forms(floor, table, Place.CHECKLIST):
        take(floor, table, form)
    step(floor, table)
    for seat in seats:
        floor.submit(table, {"move": "take-seat", "seat": seat}, who=f"patron-{seat}")
        dealer = {**_CREW, **floor.assigned(floor.table(table))}["dealer"]
        floor.submit(table, {"move": "buy-in", "seat": seat, "amount": 50_000}, who=dealer)
    while (offered := forms(floor, table)) and offered[0].prepares:
        step(floor, table)


def deal_order(floor: Floor, table: str, cards: dict[int, str]) -> tuple[str, ...]:
    """The cards in the order of the deal: those named for a position, and others from the deck for the rest."""
    place = floor.table(table)
    assert isinstance(place.game, CardGame)
    told = {seat: hand.split() for seat, hand in cards.items()}
    named = {card for hand in told.values() for card in hand}
    spare = [card for card in place.game.left(place.state.play) if card not in named]
    return tuple(
        told[seat].pop(0) if told.get(seat) else spare.pop() for seat in place.game.due(place.state.play)
    )


def set_as_it_lies(form: StepForm) -> dict[str, Any]:
    """What the move tells when a hand is set as it lies at first."""
    setting = form.setting
    assert setting is not None
    if setting.text:
        return {setting.text: " ".join("".join(hand) for hand in setting.start)}
    lies = {place.part: hand for place, hand in zip(setting.places, setting.start, strict=True)}
    return {part: lies[part] for part in setting.parts}


def play_to(floor: Floor, table: str, move: str, cards: dict[int, str] | None = None) -> None:
    """Take the next steps until this move is the first one offered."""
    for _ in range(40):
        if forms(floor, table)[0].move == move:
            return
        step(floor, table, cards)
    raise AssertionError(f"{move} never came")


def play_out(floor: Floor, table: str, cards: dict[int, str] | None = None) -> None:
    """Take the next steps until no wager stands."""
    for _ in range(40):
        step(floor, table, cards)
        if not floor.table(table).state.play.bets:
            return
    raise AssertionError("the round does not end")
