"""Sic Bo under random play: the law's list and the law's answer agree, and no chip is ever lost."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.games.sic_bo.moves import (
    ActivateShaker,
    BringManualShaker,
    ClearLights,
    CorrectEntry,
    EnterDice,
    FixDevice,
    Mark,
    MarkOutOfOrder,
    RemoveDice,
    RestoreAutomatedShaker,
    RevealDice,
    SettleByHand,
)
from houseway.law import RuleViolation, register
from houseway.table.events import FELT
from houseway.table.moves import CallNoMoreBets, LeaveSeat, Move, PlaceWager, Report, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.start import ShakeDice
from houseway.table.table_state import Act
from tests.games.sic_bo.dealing import FRIDAY, Pit, sic_bo

SHAKERS = st.sampled_from(["manual", "automated"])
SOME_WAGERS = st.sampled_from(
    [
        ("small", ""),
        ("big", ""),
        ("total-9", ""),
        ("two-of-a-kind", "2"),
        ("two-dice-combination", "1-6"),
        ("one-of-a-kind", "5"),
        ("any-three-of-a-kind", ""),
    ]
)


def _draw(data: st.DataObject, act: Lawful, serial: int) -> dict[str, Any]:
    """A move in plain values, any that the law's list allows."""
    move: dict[str, Any] = {"move": act.move, "by": data.draw(st.sampled_from(act.by))}
    for name, values in act.fields.items():
        move[name] = data.draw(st.sampled_from(values))
    for name in act.text:
        move[name] = f"{name} {serial}"
    if act.amount is not None:
        most = min((act.amount.high - act.amount.low) // act.amount.step, 50)
        move["amount"] = act.amount.low + act.amount.step * data.draw(st.integers(0, most))
    return move


@settings(max_examples=50)
@given(data=st.data(), shaker=SHAKERS)
def test_random_lawful_play_never_fails_and_never_loses_a_chip(data: st.DataObject, shaker: str) -> None:
    pit = Pit(shaker=shaker)
    pit.load("A", locked=True, made_for_it=True)
    pit.opens()
    total = sum(pit.state.chips.values())
    acts: list[Act[Any]] = []
    start = state = pit.state
    for turn in range(60):
        at = FRIDAY + timedelta(minutes=turn)
        lawful = pit.table.legal(state, at)
        kind = data.draw(st.sampled_from(sorted({act.move for act in lawful})))
        chosen = data.draw(st.sampled_from([act for act in lawful if act.move == kind]))
        move = msgspec.convert(_draw(data, chosen, turn), pit.table.move_type)
        acts.append(Act(move=move, who="test", at=at))
        state, _ = pit.table.apply(state, acts[-1])
        assert sum(state.chips.values()) == total
        assert state.chips.get(FELT, 0) == sum(bet.amount for bet in state.play.bets)

    replayed = start
    for act in acts:
        read_back = msgspec.json.decode(msgspec.json.encode(act), type=pit.table.act_type)
        replayed, events = pit.table.apply(replayed, read_back)
        told = [
            msgspec.json.decode(msgspec.json.encode(event), type=pit.table.event_type) for event in events
        ]
        assert told == list(events)
    assert replayed == state


def _any_move() -> st.SearchStrategy[Move]:
    roles = st.sampled_from(Role)
    faces = {die: st.integers(0, 7) for die in ("die_1", "die_2", "die_3")}
    seats = st.integers(1, 3)
    return st.one_of(
        st.builds(TakeSeat, seat=seats),
        st.builds(LeaveSeat, seat=seats),
        st.builds(
            lambda seat, wager, amount: PlaceWager(seat=seat, wager=wager[0], pick=wager[1], amount=amount),
            seats,
            SOME_WAGERS,
            st.sampled_from([-100, 0, 100, 450, 500, 50_000, 50_100]),
        ),
        st.builds(
            lambda seat, wager: TakeDownWager(seat=seat, wager=wager[0], pick=wager[1]), seats, SOME_WAGERS
        ),
        st.builds(ShakeDice, times=st.integers(-1, 3), by=roles),
        st.builds(RevealDice, **faces, by=roles),
        st.builds(EnterDice, **faces, by=roles),
        st.builds(CorrectEntry, **faces, by=roles),
        st.builds(SettleByHand, witness=st.none() | roles, by=roles),
        st.builds(MarkOutOfOrder, how=st.sampled_from(Mark), by=roles),
        st.builds(
            Report,
            irregularity=st.sampled_from(
                ["dice-not-flat", "device-failed", "area-failed", "shaker-failed", "shaker-unusable", "other"]
            ),
            by=roles,
        ),
        *(
            st.builds(kind, by=roles)
            for kind in (
                ActivateShaker,
                CallNoMoreBets,
                ClearLights,
                FixDevice,
                RemoveDice,
                BringManualShaker,
                RestoreAutomatedShaker,
            )
        ),
    )


ANY_MOVE = _any_move()


def _is_listed(move: Move, act: Lawful) -> bool:
    if act.move != move.__struct_config__.tag or move.by not in act.by:
        return False
    values = msgspec.structs.asdict(move)
    if any(values[name] not in allowed for name, allowed in act.fields.items()):
        return False
    room = act.amount
    return room is None or (
        room.low <= values["amount"] <= room.high and (values["amount"] - room.low) % room.step == 0
    )


@settings(max_examples=100)
@given(data=st.data(), shaker=SHAKERS)
def test_what_is_listed_is_accepted_and_everything_else_refused_with_a_clause(
    data: st.DataObject, shaker: str
) -> None:
    game = sic_bo(shaker=shaker)
    state = game.open()
    for turn in range(25):
        legal = game.legal(state)
        stray = data.draw(ANY_MOVE)
        if any(_is_listed(stray, act) for act in legal):
            game.apply(state, stray)
        else:
            before = msgspec.json.encode(state)
            with pytest.raises(RuleViolation) as refusal:
                game.apply(state, stray)
            assert refusal.value.clause in register().values()
            assert msgspec.json.encode(state) == before
        kind = data.draw(st.sampled_from(sorted({act.move for act in legal} - {"leave-seat"})))
        chosen = data.draw(st.sampled_from([act for act in legal if act.move == kind]))
        state = game.apply(state, msgspec.convert(_draw(data, chosen, turn), game.book.move_type)).state
