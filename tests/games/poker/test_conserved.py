"""Random hands of every variant and structure: something lawful always follows, and no chip is made or lost."""

import os
import random
from typing import Any

import pytest

from houseway.games.poker import Poker, PokerSubmission
from houseway.games.poker.round import PokerHand
from houseway.games.poker.variants import VARIANTS
from houseway.money import post
from houseway.table.betting_round import Structure
from houseway.table.events import rack

# How many hands of each variant under each structure; `make proofs` may ask for more.
HANDS = int(os.environ.get("HOUSEWAY_POKER_HANDS", "4"))


def lawful_move(game: Poker, state: PokerHand, chance: random.Random) -> Any:
    """One of the moves on offer, with lawful values; folds are rarer than the rest."""
    offered = [
        act
        for act in game.legal(state)
        if not act.rare and act.move not in ("take-seat", "leave-seat", "report", "place-wager")
    ]
    folds = [act for act in offered if act.move in ("fold-hand", "muck-hand")]
    act = chance.choice([act for act in offered if act not in folds] + folds[: chance.random() < 0.3])
    values = {name: chance.choice(values) for name, values in act.fields.items()}
    if act.move in game.book.chance:
        values = game.drawn(state, act, chance.randrange)
    if act.move == "draw-cards" and act.most > 1:
        held = [code for (code,) in act.fields["discards"]]
        values["discards"] = tuple(chance.sample(held, chance.randint(1, len(held))))
    if act.amount is not None:
        values["amount"] = chance.choice([act.amount.low, act.amount.high])
    return game.book.named[act.move].move(by=act.by[0], **values)


@pytest.mark.parametrize("structure", Structure)
@pytest.mark.parametrize("variant", VARIANTS)
def test_chips_are_conserved_in_random_hands(variant: str, structure: Structure) -> None:
    chance = random.Random(f"{variant} {structure}")
    stakes: dict[str, Any] = (
        {"blinds": (), "bring_in": 100} if VARIANTS[variant].brings_in else {"straddle": 800}
    )
    most = VARIANTS[variant].seats
    options = {"antes": (100,), "rake_percent": 5, "rake_cap": 300, **stakes}
    game = Poker(PokerSubmission(variant=variant, seats=most, structure=structure, **options))
    for _ in range(HANDS):
        seats = tuple(range(1, chance.randint(2, most) + 1))
        racks = tuple((seat, chance.randrange(1, 60) * 100) for seat in seats)
        state = game.seated(dict(racks))
        accounts = {rack(seat): chips for seat, chips in racks}
        while state.holders or state.racks == racks:
            step = game.apply(state, lawful_move(game, state, chance))
            state = step.state
            accounts = dict(
                post(
                    accounts,
                    [one for event in step.events for one in event.transfers()],
                    may_overdraw=frozenset(),
                )
            )
            held = {holder.seat: holder.stack for holder in state.holders} or dict(state.racks)
            assert {seat: accounts[rack(seat)] for seat in held} == held
            assert accounts.get("pot", 0) == state.pot
            assert state.betting is None or state.betting.pot == state.pot
        assert sum(accounts.values()) == sum(chips for _, chips in racks)
