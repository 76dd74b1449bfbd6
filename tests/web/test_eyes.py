"""Whose eyes: at a training table whoever plays a seat sees its cards and no others; at a live table nobody sees any."""

import os
import random
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest

from houseway.backoffice.tables.entries import TableSetUp
from houseway.equipment.cards import UNSEEN
from houseway.floor.property import Mode
from houseway.floor.table import TableInService
from houseway.games.poker.dealing import due
from houseway.games.poker.events import BoardCardDealt, HandShown, HoleCardDealt, UpCardDealt
from houseway.games.poker.moves import BeginHand, Call, Check, DrawCards, ReshuffleDiscards, ShowHand
from houseway.games.poker.variants import VARIANTS as VARIANTS_BY_NAME
from houseway.table.card_play import Deal
from houseway.table.moves import Move
from houseway.table.table_state import Act
from houseway.table.veil import PUBLIC
from houseway.web.unseen import as_seen, face_down, viewer_at
from houseway.web.view import act_views, standing
from tests.games.poker.service import Noted, next_move, poker
from tests.service import NOON, TRAY

# How many hands are looked through at every version, by one seat and by the public; `make proofs` asks for more.
HANDS = int(os.environ.get("HOUSEWAY_BLIND_HANDS", "3"))
VARIANTS = ("triple-draw-2-7", "five-card-omaha-high-low", "badugi", "seven-card-stud", "holdem", "badeucey")
STUD: dict[str, Any] = {"blinds": (), "bring_in": 100}


def floor_table(service: Noted, acts: Iterable[Act[Any]], mode: Mode = Mode.TRAINING) -> TableInService:
    """A table of a floor with these acts in its record."""
    submission = msgspec.to_builtins(service.table.game.submission)  # type: ignore[attr-defined]
    set_up = TableSetUp(
        table="T-1",
        title=service.table.game.title,
        game=service.table.game.name,
        mode=mode,
        tray=TRAY,
        submission=submission,
        submission_hash="",
    )
    place = TableInService(set_up)
    for act in acts:
        place.carry_out(act, lambda events: None)
    return place


def told(place: TableInService, viewer: int) -> bytes:
    """Everything that a viewer is told of a table."""
    lawful = as_seen(place.legal(NOON), face_down(place, viewer))
    parts = (standing(place, viewer=viewer), lawful, tuple(act_views(place, place.record, viewer=viewer)))
    return msgspec.json.encode(parts)


def seen_cards(place: TableInService, viewer: int) -> set[str]:
    """The cards that a viewer has seen: the own, those on the board, face up, or shown."""
    seen: set[str] = set()
    for recorded in place.record:
        for event in recorded.events:
            match event:
                case HoleCardDealt(seat=seat) if seat == viewer:
                    seen.add(event.card)
                case UpCardDealt() | BoardCardDealt():
                    seen.add(event.card)
                case HandShown():
                    seen.update(event.cards)
    return seen


def exchanged(acts: Sequence[Act[Any]], others: dict[str, str]) -> list[Act[Any]]:
    """The same acts with other cards."""
    return [
        msgspec.structs.replace(act, move=msgspec.convert(_exchange(act.move, others), type(act.move)))
        for act in acts
    ]


def _exchange(move: Any, others: dict[str, str]) -> Any:
    return {
        name: [others.get(code, code) for code in value] if isinstance(value, list | tuple) else value
        for name, value in msgspec.to_builtins(move).items()
    }


@pytest.mark.parametrize("number", range(HANDS))
def test_what_a_viewer_was_not_shown_changes_nothing_that_the_viewer_is_told(number: int) -> None:
    """At every version of a hand: all cards that the viewer has not seen are exchanged, and everything reads the same."""
    chance = random.Random(f"blind {number}")
    variant = VARIANTS[number % len(VARIANTS)]
    service = poker(
        *(20_000,) * 4, variant=variant, seats=4, **(STUD if variant == "seven-card-stud" else {})
    )
    start = len(service.acts)
    service.do(BeginHand())
    while service.state.play.holders:
        service.do(next_move(service, chance.randrange))
    deck = service.table.game.pieces
    assert deck is not None
    for viewer in (chance.randint(1, 4), PUBLIC):
        hidden = told_to_holders = 0
        place = floor_table(service, service.acts[:start])
        for version in range(start + 1, len(service.acts) + 1):
            acts = service.acts[:version]
            place.carry_out(acts[-1], lambda events: None)
            seen = seen_cards(place, viewer)
            unseen = [code for code in deck.kinds if code not in seen]
            others = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
            twin = floor_table(service, exchanged(acts, others))
            hidden += place.state.play != twin.state.play
            assert told(place, viewer) == told(twin, viewer), (variant, viewer, version)
            if hidden and not told_to_holders:
                # Whoever holds what was exchanged is told of it.
                told_to_holders = sum(
                    told(place, seat) != told(twin, seat) for seat in range(1, 5) if seat != viewer
                )
        assert hidden
        assert told_to_holders


def test_a_discard_that_is_dealt_again_is_not_known_to_whoever_threw_it() -> None:
    """The deck runs out in the third draw, so that discards of one player come to another (637a.20(h)#5)."""
    service = poker(*(20_000,) * 7, variant="triple-draw-2-7", seats=7)
    below = random.Random("again").randrange
    service.do(BeginHand())
    thrown: set[str] = set()
    while service.state.play.holders and service.state.play.phase != "showdown":
        play = service.state.play
        if play.phase == "drawing" and not (play.to_burn or play.owed):
            holder = play.holder(play.drawing[0])
            discards = holder.down[:3]
            if holder.seat == 1:
                thrown |= set(discards)
            service.do(DrawCards(seat=holder.seat, discards=discards))
            continue
        asked = play.betting.asked if play.betting is not None else None
        if asked is not None:
            service.do(_stay(service, asked.seat))
            continue
        service.do(next_move(service, below))
    place = floor_table(service, service.acts)
    assert any(isinstance(act.move, ReshuffleDiscards) for act in service.acts)
    play = service.state.play
    again = {code for holder in play.live if holder.seat != 1 for code in holder.down} & thrown
    assert again
    hands = standing(place, viewer=1).state["play"]["holders"]
    for hand in hands:
        assert (set(hand["down"]) == {UNSEEN}) == (hand["seat"] != 1)


def _stay(service: Noted, seat: int) -> Move:
    names = {act.move for act in service.table.legal(service.state, service.now)}
    return Check(seat=seat) if "check" in names else Call(seat=seat)


def test_at_a_live_table_nobody_plays_a_seat_and_cards_are_unknown_until_shown() -> None:
    service = poker(20_000, 20_000, variant="holdem", seats=2)
    place = floor_table(service, service.acts, Mode.LIVE)
    assert [viewer_at(place, seat) for seat in (None, 1, 2, 9)] == [PUBLIC] * 4
    assert [viewer_at(floor_table(service, service.acts), seat) for seat in (None, 1, 2, 9)] == [
        PUBLIC,
        1,
        2,
        PUBLIC,
    ]
    while service.state.play.phase != "showdown":
        play = service.table.counted(service.state)
        cards = due(service.table.game, play) if play.holders and not play.to_post else ()  # type: ignore[arg-type]
        down = bool(cards) and not play.to_burn and not cards[0][1] and play.betting is None
        service.do(Deal(cards=(UNSEEN,) * len(cards)) if down else _next(service))
    place = floor_table(service, service.acts, Mode.LIVE)
    assert {code for holder in place.state.play.holders for code in holder.down} == {UNSEEN}
    shown = ShowHand(seat=1, cards=_free(service))
    place.carry_out(Act(move=shown, who="patron-1", at=NOON), lambda events: None)
    assert standing(place).display.cards["cards-1"] == shown.cards
    assert standing(place).display.cards["cards-2"] == (UNSEEN, UNSEEN)


def _next(service: Noted) -> Any:
    asked = service.state.play.betting.asked if service.state.play.betting is not None else None
    return _stay(service, asked.seat) if asked else next_move(service, random.Random("live").randrange)


def _free(service: Noted) -> tuple[str, ...]:
    left: tuple[str, ...] = service.state.play.left(VARIANTS_BY_NAME["holdem"])
    return left[:2]
