"""Clocks: until when each piece of equipment at a table may be used, and which device of it is out of use."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from houseway.equipment.decks import Device, DeviceStatus
from houseway.equipment.dice import known_by
from houseway.equipment.life import Life
from houseway.floor.table import TableInService
from houseway.table.card_felt import DeckFelt
from houseway.table.deck_table import DeckTable

# How long before the time of a piece is up people begin to be told so.
SOON_MINUTES = 30
_OUT_OF_USE = (DeviceStatus.FAILED, DeviceStatus.OUT_OF_ORDER)


class PieceClock(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that may be used until some moment, and the clause that says so."""

    piece: str
    ends: datetime
    clause: str

    def is_past(self, at: datetime) -> bool:
        """Whether its time is up."""
        return at >= self.ends

    def is_soon(self, at: datetime) -> bool:
        """Whether its time is nearly up."""
        return at >= self.ends - timedelta(minutes=SOON_MINUTES)


def clocks(place: TableInService) -> tuple[PieceClock, ...]:
    """Every piece at a table with the time until which it may be used, the next to run out first."""
    return tuple(sorted(_clocks(place), key=lambda clock: clock.ends))


def _clocks(place: TableInService) -> Iterator[PieceClock]:
    state, game = place.state, place.game
    if state.dice is not None and game.dice is not None:
        yield _clock(f"dice {state.dice.set.serial}", game.dice.life_of(state.dice), state.dice.since)
    if isinstance(game, DeckTable) and isinstance(state.play, DeckFelt):
        for deck in state.play.kit.decks:
            life = game.cards.life(deck, state.play.kit.dealing)
            yield _clock(f"{game.pack} {deck.serial}", life, state.decks[known_by(deck.serial)])
    else:
        for serial, life in game.pieces_in_use(state.play):
            yield _clock(f"set {serial}", life, state.decks[known_by(serial)])


def _clock(piece: str, life: Life, since: datetime) -> PieceClock:
    return PieceClock(piece=piece, ends=life.ends(since), clause=life.clause.id)


def devices_out_of_use(place: TableInService) -> tuple[str, ...]:
    """The devices of a card table that cannot be used, in words."""
    if not isinstance(place.state.play, DeckFelt):
        return ()
    kit = place.state.play.kit
    return tuple(
        f"{device.value.replace('-', ' ')} {kit.status(device).value.replace('-', ' ')}"
        for device in Device
        if kit.status(device) in _OUT_OF_USE
    )
