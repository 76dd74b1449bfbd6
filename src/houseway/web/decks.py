"""Decks: what a glance at a card table tells of its decks, shoe and shuffler."""

from datetime import datetime

import msgspec

from houseway.equipment.decks import Condition, Dealing, DeviceStatus
from houseway.equipment.dice import known_by
from houseway.floor import TableInService
from houseway.table.card_felt import DeckFelt
from houseway.table.deck_table import DeckTable
from houseway.table.words import WAYS_OF_DEALING

_CONDITIONS = {
    Condition.BROUGHT: "new, to be inspected",
    Condition.INSPECTED: "inspected, to be confirmed",
    Condition.VERIFIED: "inspection confirmed",
    Condition.SPREAD: "spread on the table",
    Condition.SHOWN: "seen by the first player",
    Condition.STACKED: "stacked, to be shuffled",
    Condition.SHUFFLED: "shuffled",
    Condition.CUT: "cut",
    Condition.LOADED: "ready to be dealt",
    Condition.ACROSS: "in the other side of the shoe",
    Condition.IN_PLAY: "in play",
    Condition.USED: "in the rack, to be shuffled",
    Condition.IDLE: "idle, to be spread",
}
_DEVICES = {
    DeviceStatus.ABSENT: "",
    DeviceStatus.IN_SERVICE: "in service",
    DeviceStatus.FAILED: "failed",
    DeviceStatus.OUT_OF_ORDER: "out of order",
}


class DeckView(msgspec.Struct, frozen=True, kw_only=True):
    """A deck at a table: its backs, what it has been through, since when it is there and until when it may be used."""

    serial: str
    pack: str
    back: str
    condition: str
    words: str
    since: datetime
    use_before: datetime


class KitView(msgspec.Struct, frozen=True, kw_only=True):
    """The decks and devices of a card table, in words; a device that is not there says nothing."""

    dealing: str
    shuffler: str
    automated_shoe: str
    pack: str
    decks: tuple[DeckView, ...]


def kit_view(place: TableInService) -> KitView | None:
    """The decks and devices of a table, if it is a card table."""
    play = place.state.play
    if not isinstance(play, DeckFelt) or not isinstance(place.game, DeckTable):
        return None
    kit = play.kit
    shoe = _DEVICES[kit.automated_shoe]
    return KitView(
        dealing=f"dealt {WAYS_OF_DEALING[kit.dealing]}",
        shuffler=_DEVICES[kit.shuffler],
        automated_shoe=shoe if kit.dealing is not Dealing.AUTOMATED_SHOE or shoe != "in service" else "",
        pack=place.game.pack,
        decks=deck_views(place),
    )


def deck_views(place: TableInService) -> tuple[DeckView, ...]:
    """The decks at a card table."""
    play, game = place.state.play, place.game
    if not isinstance(play, DeckFelt) or not isinstance(game, DeckTable):
        return ()
    return tuple(
        DeckView(
            serial=deck.serial,
            pack=game.pack,
            back=deck.back,
            condition=deck.condition,
            words=_CONDITIONS[deck.condition],
            since=place.state.decks[known_by(deck.serial)],
            use_before=game.cards.life(deck, play.kit.dealing).ends(place.state.decks[known_by(deck.serial)]),
        )
        for deck in play.kit.decks
    )
