"""Random sessions at any game's table, driven by nothing but what the table says is lawful."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from houseway.games import game_under, submission_for
from houseway.games.pai_gow import PaiGow
from houseway.games.poker import Poker
from houseway.journal import canonical
from houseway.table.card_game import CardGame
from houseway.table.moves import Move
from houseway.table.rules import Lawful
from houseway.table.shoe_game import ShoeGame
from tests.cards import loaded
from tests.games.pai_gow.dealing import tiles_ready
from tests.games.poker.service import decks_ready
from tests.service import Service
from tests.shoes import shoe_ready

Choose = Callable[[Sequence[Any]], Any]


def service_for(game: str, **options: Any) -> Service:
    """A closed table of the game with a full tray."""
    return Service(game_under(submission_for(game, options)))


def in_service(game: str, chips: int = 100_000, **options: Any) -> Service:
    """An open table with two players and, where the game has cards or tiles, a set of them ready."""
    return made_ready(service_for(game, **options), chips)


def made_ready(service: Service, chips: int) -> Service:
    """A closed table opened for two players, with cards or tiles where the game has them."""
    service.opened().seated(seat_1=chips, seat_3=chips)
    if isinstance(service.table.game, PaiGow):
        return tiles_ready(service)
    if isinstance(service.table.game, ShoeGame):
        return shoe_ready(service)
    if isinstance(service.table.game, Poker):
        return decks_ready(service)
    return loaded(service) if isinstance(service.table.game, CardGame) else service


def concrete(service: Service, lawful: Lawful, choose: Choose) -> Move:
    """One of the moves that a lawful act stands for."""
    values: dict[str, Any] = {name: choose(options) for name, options in lawful.fields.items()}
    for name in lawful.text:
        values[name] = f"no. {len(service.events)}"
    if lawful.amount is not None:
        # Not more than there has to be, where that is much.
        most = max(min(lawful.amount.high, 200_000), lawful.amount.low)
        steps = (most - lawful.amount.low) // lawful.amount.step
        values["amount"] = lawful.amount.low + lawful.amount.step * choose(range(steps + 1))
    raw = {"move": lawful.move, "by": choose(lawful.by), **values}
    move: Move = msgspec.convert(msgspec.to_builtins(raw), service.table.move_type)
    return move


# What a move may say besides the fields that `legal` lists, without becoming another move.
_UNLISTED = {"instrument", "witness", "for_locked_shaker", "locked", "instruments", "times"}


def is_listed(move: Move, legal: Sequence[Lawful]) -> bool:
    """Whether the table listed this very move as lawful."""
    said = msgspec.structs.asdict(move)
    tag = move.__struct_config__.tag
    return any(
        lawful.move == tag
        and move.by in lawful.by
        and all(said[name] in options for name, options in lawful.fields.items() if name not in _UNLISTED)
        and (lawful.amount is None or _in_range(said["amount"], lawful))
        and set(said) - _UNLISTED - {"by", "amount"} <= {*lawful.fields, *lawful.text}
        for lawful in legal
    )


def _in_range(amount: int, lawful: Lawful) -> bool:
    room = lawful.amount
    return room is not None and room.low <= amount <= room.high and (amount - room.low) % room.step == 0


def fingerprint(service: Service) -> str:
    """A hash of everything about the table and all that happened at it."""
    return hashlib.sha256(
        canonical([msgspec.to_builtins(service.state), msgspec.to_builtins(service.events)])
    ).hexdigest()
