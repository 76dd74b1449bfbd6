"""What holds for every game: lawful play never fails, unlawful play changes nothing, money is conserved, replay is exact."""

import json
import os
import random
import subprocess
import sys
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from houseway.games import games
from houseway.law import RuleViolation, register
from houseway.table.dice_steps import IssueDice
from houseway.table.events import FELT
from houseway.table.procedure import Table
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from houseway.table.table_state import Act, TableState
from tests.games.sessions import concrete, fingerprint, in_service, is_listed, service_for
from tests.service import NOON, TRAY, Service

# Read back by a new process: the acts as JSON on standard input, the fingerprint on standard output.
REPLAY = """
import sys, msgspec
from houseway.table.roles import Role
from tests.games.sessions import fingerprint, service_for
service = service_for(sys.argv[1])
for raw in msgspec.json.decode(sys.stdin.buffer.read()):
    act = msgspec.convert(raw, service.table.act_type)
    service.state, events = service.table.apply(service.state, act)
    service.events.extend(events)
print(fingerprint(service))
"""


def machine_for(game: str) -> type[RuleBasedStateMachine]:
    """A state machine that plays a game, lawfully and not."""

    class Play(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.service = in_service(game)
            self.start = self.service.state, list(self.service.events)
            self.acts: list[Act[Any]] = []

        @rule(data=st.data(), minutes=st.integers(0, 90))
        def lawful_moves_are_accepted(self, data: st.DataObject, minutes: int) -> None:
            self.service.later(minutes=minutes)
            legal = self.service.table.legal(self.service.state, self.service.now)
            lawful = data.draw(st.sampled_from(legal))
            self._make(concrete(self.service, lawful, lambda options: data.draw(st.sampled_from(options))))

        @rule(data=st.data())
        def a_round_goes_on(self, data: st.DataObject) -> None:
            legal = [
                lawful
                for lawful in self.service.table.legal(self.service.state, self.service.now)
                if lawful.move in self.service.table.game.book.routine
                or lawful.move in self.service.table.game.book.chance
            ]
            if legal:
                lawful = data.draw(st.sampled_from(legal))
                self._make(
                    concrete(self.service, lawful, lambda options: data.draw(st.sampled_from(options)))
                )

        @rule(data=st.data())
        def a_move_is_accepted_only_if_it_is_listed(self, data: st.DataObject) -> None:
            move = data.draw(MOVES[game])
            service = self.service
            before = service.state
            refusal = _refusal(service, move)
            assert service.state == before
            if refusal is None:
                legal = service.table.legal(service.state, service.now)
                assert is_listed(move, legal), move
            else:
                assert refusal.clause.id in register()
                assert refusal.message

        def _make(self, move: Any) -> None:
            self.service.do(move)
            self.acts.append(Act(move=move, who="tester", at=self.service.now))

        @invariant()
        def money_is_conserved(self) -> None:
            state = self.service.state
            assert self.service.chips() == TRAY
            assert state.chips.get(FELT, 0) == sum(bet.amount for bet in state.play.bets)
            assert all(
                cents >= 0 for account, cents in state.chips.items() if account not in ("tray", "outside")
            )

        def teardown(self) -> None:
            state, events = self.start
            raw = msgspec.json.encode(self.acts)
            for act in msgspec.json.decode(raw, type=list[self.service.table.act_type]):  # type: ignore[name-defined]
                state, happened = self.service.table.apply(state, act)
                events.extend(happened)
            assert state == self.service.state
            assert events == self.service.events

    return Play


def _refusal(service: Service, move: Any) -> RuleViolation | None:
    try:
        service.table.apply(service.state, Act(move=move, who="tester", at=service.now))
    except RuleViolation as violation:
        return violation
    return None


def moves_of(game: str) -> st.SearchStrategy[Any]:
    """Any move of a game at all, with small numbers so that some of them come near the lawful ones."""
    table: Table[Any] = Table(games()[game].under(games()[game].submission_type()))
    small = st.integers(-1, 8)
    words = st.sampled_from(
        [
            "",
            "1",
            "2",
            "1-2",
            "red",
            "green-1",
            "dice-unfit",
            "sign",
            *table.game.catalogue,
            *table.game.irregularities,
        ]
    )
    amounts = st.sampled_from([0, 100, 500, 1000, 1050, 49_500, 50_000, 60_000])
    strategies = []
    # A coupon is a piece of paper in a patron's hand, which no list of lawful moves knows of.
    for kind in set(table.move_type.__args__) - {IssueDice, PresentCoupon}:
        fields = {f.name: f.type for f in msgspec.structs.fields(kind)}
        known: dict[str, st.SearchStrategy[Any]] = {}
        for name, kind_of in fields.items():
            if name == "by":
                known[name] = st.sampled_from(Role)
            elif name == "amount":
                known[name] = amounts
            elif kind_of is date:
                known[name] = st.sampled_from([NOON.date() + timedelta(days=days) for days in (-2, -1, 0, 1)])
            elif _is_text(kind_of):
                known[name] = words
            elif kind_of is int or name == "seat":
                known[name] = small
        strategies.append(st.builds(kind, **known))
    return st.one_of(strategies)


def _is_text(kind: Any) -> bool:
    return getattr(kind, "__origin__", kind) is str


MOVES = {game: moves_of(game) for game in games()}
# Sessions of random play of each game; `make proofs` plays more.
SESSIONS = int(os.environ.get("HOUSEWAY_SESSIONS", "12"))


@pytest.mark.parametrize("game", games())
def test_random_play(game: str) -> None:
    run_state_machine_as_test(
        machine_for(game),
        settings=settings(max_examples=SESSIONS, stateful_step_count=80),
    )


def random_session(game: str, moves: int, seed: int) -> tuple[Service, list[Act[Any]]]:
    """A long random session from a closed, empty table, and its acts."""
    chance = random.Random(seed)
    service = service_for(game)
    acts: list[Act[Any]] = []
    while len(acts) < moves:
        service.now = NOON + timedelta(minutes=len(acts))
        legal = service.table.legal(service.state, service.now)
        # Prefer what carries a round on; a session of seats and buy-ins alone would prove little.
        book = service.table.game.book
        onward = [
            lawful
            for lawful in legal
            if lawful.move in book.routine + tuple(book.chance)
            or (lawful.move in book.named and book.named[lawful.move].prepares and not lawful.rare)
        ]
        betting = [
            lawful
            for lawful in legal
            if lawful.move in ("place-wager", "attest", "open-table", "inspect-dice")
        ]
        pool = chance.choice([onward, onward, betting, betting, legal]) or legal
        move = concrete(service, chance.choice(pool), chance.choice)
        service.do(move)
        acts.append(Act(move=move, who="tester", at=service.now))
    return service, acts


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_a_session_replays_from_json_in_another_process_with_another_hash_seed(game: str) -> None:
    service, acts = random_session(game, moves=600, seed=58)
    assert len({type(event) for event in service.events}) > 12
    # Two seeds at least: that of this process is any other.
    replayed = subprocess.run(
        [sys.executable, "-c", REPLAY, game],
        input=msgspec.json.encode(acts),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "4242", "PYTHONPATH": os.getcwd()},
    ).stdout.decode()
    assert replayed.strip() == fingerprint(service)


@pytest.mark.parametrize("game", games())
def test_moves_events_and_states_are_json_both_ways(game: str) -> None:
    service, acts = random_session(game, moves=300, seed=661)
    events: Any = list[service.table.event_type]  # type: ignore[name-defined]
    assert msgspec.json.decode(msgspec.json.encode(service.events), type=events) == service.events
    state: Any = TableState[type(service.state.play)]  # type: ignore[misc]
    assert msgspec.json.decode(msgspec.json.encode(service.state), type=state) == service.state
    assert json.loads(json.dumps(msgspec.json.schema(service.table.move_type)))["anyOf"]
    assert acts
