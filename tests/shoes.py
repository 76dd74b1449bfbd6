"""Tables that are dealt from a shoe, for the tests: batches brought, prepared and put in the shoe by the steps of the law."""

from typing import Any

from houseway.equipment.decks import Back, DeviceStatus
from houseway.table.card_play import (
    BringDeck,
    InspectDeck,
    LoadDeck,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    VerifyDeck,
    WashDeck,
)
from houseway.table.shoe_game import ShoeGame
from houseway.table.shoe_play import Burn, CutBatch, PlaceCover
from tests.service import Service


def game_of(service: Service) -> ShoeGame[Any]:
    """The shoe game of a table."""
    game = service.table.game
    assert isinstance(game, ShoeGame)
    return game


def shuffled(service: Service, letter: str, back: Back) -> str:
    """A batch through inspection, spread, wash and shuffle; it is called by its first deck."""
    game = game_of(service)
    for number in range(1, game.choices.batch + 1):
        service.do(BringDeck(serial=f"{letter}-{number}", back=back))
    batch = f"{letter}-1"
    prepared(service, batch)
    return batch


def prepared(service: Service, batch: str) -> None:
    """A batch that was brought goes through inspection, spread, wash and shuffle."""
    steps: tuple[Any, ...] = (InspectDeck, VerifyDeck, SpreadDeck, ShowSpread, WashDeck)
    service.do(*(step(deck=batch) for step in steps))
    device = service.state.play.kit.shuffler is DeviceStatus.IN_SERVICE
    service.do(ShuffleDeck(deck=batch, device=device))


def filled(service: Service, batch: str) -> None:
    """A batch that was shuffled is cut by whoever is offered it, covered, and put in the shoe, unless a device keeps it."""
    offered = (act for act in service.table.legal(service.state, service.now) if act.move == "cut-batch")
    if (cut := next(offered, None)) is not None:
        game = game_of(service)
        whole = game.cards.size * game.choices.batch
        service.do(
            CutBatch(deck=batch, depth=whole // 2, seat=cut.fields["seat"][0], by=cut.by[0]),
            PlaceCover(deck=batch, behind=-(-whole // 4)),
            LoadDeck(deck=batch),
        )


def shoe_ready(service: Service) -> Service:
    """Every batch shuffled, the first one, or each of a double shoe, in the shoe, and the first card burned."""
    game = game_of(service)
    backs = list(Back)
    names = [shuffled(service, "RBGK"[turn], backs[turn]) for turn in range(game.choices.decks)]
    for name in names if game.cards.double_shoe else names[:1]:
        filled(service, name)
    service.do(Burn())
    return service
