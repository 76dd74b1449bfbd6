"""A crew that errs, forgets and cheats: no set of dice ever comes into use by a way that the text does not allow."""

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from houseway.backoffice.custody.book import BOOK
from houseway.backoffice.custody.facts import PutToUse
from houseway.backoffice.custody.guide import STAGES
from houseway.backoffice.custody.orders import (
    Disposal,
    DisposeOf,
    DrawDice,
    FastenShaker,
    HandToInspectors,
    HandToPit,
    HandToTable,
    InspectDice,
    InspectedBy,
    Into,
    IssueSet,
    PutInUse,
    Reason,
    RemoveDice,
    RemoveForBoard,
    ReportSeal,
    ReserveDice,
    SealDice,
    SealFault,
    StoreAgain,
    Suspicion,
    TakeOutOfUse,
    TellSurveillance,
)
from houseway.backoffice.custody.piece import Alternative, Closure, Container, Piece, Whereabouts
from houseway.backoffice.custody.stages import Stage
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import rule_for
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation
from tests.backoffice.custody.crew import (
    BOX,
    DEALER,
    FLOOR,
    FLOOR_2,
    FOUR,
    ONE,
    PIT_ONE,
    TABLE,
    THREE,
    TWO,
    Crew,
    fastening,
    handing,
    placing,
)
from tests.backoffice.custody.text import Event, about, event, judge

# The whole walk is 60,000 steps for each alternative; every day a shorter one.
STEPS = int(os.environ.get("HOUSEWAY_PIECES_STEPS", "700"))
PEOPLE = [
    f"{position} {number}"
    for position in (
        Position.DEALER,
        Position.BOXPERSON,
        Position.FLOORPERSON,
        Position.PIT_MANAGER,
        Position.ASSISTANT_SHIFT_MANAGER,
        Position.SECURITY_OFFICER,
        Position.SURVEILLANCE_OPERATOR,
        Position.COMPLIANCE_REPRESENTATIVE,
        Position.FINANCE_CLERK,
    )
    for number in (1, 2, 3)
]


# Sets in these standings are looked at for a while, and then forgotten.
_DONE_WITH = (Whereabouts.IN_USE, Whereabouts.OUT, Whereabouts.GONE)


class Walk:
    """People who do what comes next, and often something else."""

    def __init__(self, chosen: Alternative, seed: int) -> None:
        self.crew = Crew(chosen)
        self.chosen = chosen
        self.chance = random.Random(seed)
        self.serials: list[str] = []
        self.tables = 0
        self.events: dict[str, list[Event]] = {}
        self.in_use: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def step(self) -> None:
        """Let somebody try something."""
        if len(self.serials) < 4 or self.chance.random() < 0.02:
            self._receive()
        serial = self.chance.choice(self.serials)
        piece = self.crew.piece(serial)
        if piece.standing in _DONE_WITH and self.chance.random() < 0.3:
            self.serials.remove(serial)
        order = self._order(piece)
        who = self._who(order, piece)
        self.crew.forward(minutes=self.chance.choice((1, 1, 1, 5, 60)))
        try:
            facts = self.crew.do(order, *who)
        except RuleViolation as refusal:
            self.refused[refusal.clause.id] += 1
            return
        done = event(order, self.crew.log[-1][1])
        self.events.setdefault(serial, []).append(done)
        for fact in facts:
            if isinstance(fact, PutToUse):
                history = self.events[fact.serial]
                wrong = judge(history, piece.game)
                assert not wrong, f"{fact.serial} ({piece.game}): {wrong} after {[e.name for e in history]}"
                self.in_use[f"{fact.alternative} {piece.game}"] += 1

    def _receive(self) -> None:
        serial = f"K{len(self.events) + len(self.serials) + 1}-{self.chance.randrange(10**6)}"
        self.crew.receive(serial, self.chance.choice(list(DiceGame)))
        self.serials.append(serial)

    def _order(self, piece: Piece) -> Order:
        """Mostly a stage that the set is ready for, sometimes any other, sometimes something out of the way."""
        if self.chance.random() < 0.06:
            return self._aside(piece)
        ready = [stage for stage in STAGES for way in Alternative if stage.awaits(piece, way)]
        lawful = [stage for stage in ready if stage.alternative is (piece.alternative or self.chosen)]
        pool = lawful if lawful and self.chance.random() < 0.8 else (ready or list(STAGES))
        if self.chance.random() < 0.1:
            pool = list(STAGES)
        return self._taking(self.chance.choice(pool), piece)

    def _aside(self, piece: Piece) -> Order:
        serial = piece.serial
        return self.chance.choice(
            (
                StoreAgain(serials=(serial,)),
                ReportSeal(serial=serial, fault=SealFault.BROKEN, finding="torn"),
                RemoveDice(serial=serial, suspicion=Suspicion.FLAW, finding="chipped"),
                RemoveForBoard(serial=serial, request="to be tested"),
                TakeOutOfUse(serial=serial, reason=Reason.CHANGED),
                DisposeOf(serials=(serial,), how=Disposal.DESTROYED),
            )
        )

    def _or_else(self, right: Any, *wrong: Any) -> Any:
        return right if self.chance.random() < 0.93 else self.chance.choice(wrong)

    def _taking(self, stage: Stage, piece: Piece) -> Order:
        """An order to take a stage with a set, now and then with something wrong in it."""
        maybe = self._or_else
        step: dict[str, Any] = {"alternative": stage.alternative, "game": DiceGame(piece.game)}
        one = {"serial": piece.serial, **step}
        many = {"serials": (piece.serial,), **step}
        bare = {key: value for key, value in step.items() if key == "game"}
        table = maybe(piece.table or self._table(), "T-elsewhere")
        sound = {"seal_intact": maybe(True, False), "free_of_tampering": maybe(True, False)}
        sealed = stage.variant == ("sealed reserve",)
        parts = piece.inspection.parts if piece.inspection else ()
        by = next(
            (one_of for one_of in InspectedBy if one_of.parts == parts), self.chance.choice(list(InspectedBy))
        )
        container = maybe(stage.containers[0] if stage.containers else Container.CUP, *Container)
        if stage.order is DrawDice:
            return DrawDice(**many)
        if stage.order is HandToPit:
            return HandToPit(**many, pit=PIT_ONE, into=Into(stage.variant[0]))
        if stage.order is HandToInspectors:
            return HandToInspectors(
                **bare,
                serials=(piece.serial,),
                pit=PIT_ONE,
                inspector_assigned_to="T-1",
                witness_assigned_to="T-2",
            )
        if stage.order is ReserveDice:
            return ReserveDice(**many, pit=maybe(PIT_ONE, "Pit 9"))
        if stage.order is IssueSet:
            return IssueSet(**one, table=self._table())
        if stage.order is HandToTable:
            return HandToTable(**bare, serial=piece.serial, table=self._table())
        if stage.order is TellSurveillance:
            return TellSurveillance(**bare, serials=(piece.serial,))
        if stage.order is InspectDice:
            return InspectDice(
                **one,
                instruments=maybe(FOUR, FOUR[:3]),
                flat_surface=maybe(True, False),
                seen_by_surveillance=maybe(True, False),
                seen_from_around=maybe(True, False),
                table=table if stage.alternative is ONE else "",
                again=stage.variant == ("again",),
                inspected_by=self.chance.choice(list(InspectedBy)),
                sound=(passes := self.chance.random() < 0.98),
                finding="" if passes else "the magnet holds one die",
            )
        if stage.order is SealDice:
            number = len(piece.colours)
            return SealDice(
                **one,
                container=container,
                closed_by=maybe(Closure.SEAL, Closure.LOCK),
                dice=maybe(number, number - 1),
                inspected_on=piece.inspection.day if piece.inspection else self.crew.day,
                single="single" in stage.variant,
                inspected_by=maybe(by, *InspectedBy),
            )
        if stage.order is PutInUse:
            closed = maybe(Closure.SEAL, None) if "sic-bo" in piece.game else None
            place = table if piece.table else self._table()
            return PutInUse(
                **one, table=place, container=container, closed_by=closed, from_sealed_reserve=sealed, **sound
            )
        assert stage.order is FastenShaker
        return FastenShaker(**one, table=table, from_sealed_reserve=sealed, **sound)

    def _table(self) -> str:
        self.tables += 1
        return f"T-{self.tables}"

    def _who(self, order: Order, piece: Piece) -> list[str]:
        """People for the parts: mostly of a position that may sign, and known from the set's history."""
        known = [signed.person for done in self.events.get(piece.serial, []) for signed in done.by.values()]
        chosen = []
        for part in rule_for(BOOK.rules, order).parts:
            may = [
                who
                for who in PEOPLE
                if any(permit.admits(Position(who.rpartition(" ")[0])) for permit in part.permits)
            ]
            before = [
                signed.person
                for done in reversed(self.events.get(piece.serial, []))
                for name, signed in done.by.items()
                if name == part.name and signed.person in may
            ]
            roll = self.chance.random()
            if before and roll < 0.75:
                chosen.append(before[0])
            elif roll < 0.95:
                fresh = [who for who in may if who not in chosen] or may
                seen = [who for who in fresh if who in known]
                chosen.append(self.chance.choice(seen if seen and roll < 0.85 else fresh))
            else:
                chosen.append(self.chance.choice(PEOPLE))
        return chosen


@pytest.mark.parametrize("chosen", [ONE, TWO, THREE])
def test_no_set_comes_into_use_by_an_unlawful_way(chosen: Alternative) -> None:
    walk = Walk(chosen, seed=603 + chosen)
    for _ in range(STEPS):
        walk.step()
    # The walk must have come somewhere, and must have been stopped often.
    assert sum(walk.in_use.values()) >= STEPS // 60, walk.in_use
    assert sum(walk.refused.values()) >= STEPS // 10
    assert len(walk.refused) >= 10, walk.refused


def pit_craps(crew: Crew) -> None:
    crew.inspected_2("K1", DiceGame.CRAPS)
    crew.do(handing("K1", DiceGame.CRAPS), FLOOR, FLOOR_2, BOX)
    crew.do(placing("K1", DiceGame.CRAPS, TWO), BOX, DEALER)


def pit_sic_bo(crew: Crew) -> None:
    crew.inspected_2("K1", DiceGame.SIC_BO)
    crew.do(placing("K1", DiceGame.SIC_BO, TWO), FLOOR, FLOOR_2)
    crew.do(fastening("K1", DiceGame.SIC_BO, TWO), FLOOR, FLOOR_2)


def sealed_craps(crew: Crew) -> None:
    crew.sealed_2("K1", DiceGame.CRAPS)
    crew.issue("K1", TWO)
    sealed = {"from_sealed_reserve": True, "seal_intact": True, "free_of_tampering": True}
    crew.do(placing("K1", DiceGame.CRAPS, TWO, TABLE, **sealed), BOX, DEALER)


@pytest.mark.parametrize(
    ("chosen", "game", "way"),
    [
        (ONE, DiceGame.CRAPS, lambda crew: crew.in_use_1("K1", DiceGame.CRAPS)),
        (ONE, DiceGame.SIC_BO, lambda crew: crew.in_use_1("K1", DiceGame.SIC_BO)),
        (TWO, DiceGame.CRAPS, pit_craps),
        (TWO, DiceGame.SIC_BO, pit_sic_bo),
        (TWO, DiceGame.CRAPS, sealed_craps),
        (THREE, DiceGame.CRAPS, lambda crew: crew.in_use_3("K1", DiceGame.CRAPS)),
        (THREE, DiceGame.SIC_BO, lambda crew: crew.in_use_3("K1", DiceGame.SIC_BO)),
    ],
)
def test_the_judge_objects_to_every_way_that_is_spoilt_in_one_place(
    chosen: Alternative, game: DiceGame, way: Callable[[Crew], object]
) -> None:
    crew = Crew(chosen)
    way(crew)
    history = [event(order, signed) for order, signed, _ in crew.log if about(order, "K1")]
    assert judge(history, game) == []
    removal = event(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="chipped"), ())
    for at, past in enumerate(history):
        if at < len(history) - 1:
            assert judge(history[:at] + history[at + 1 :], game), f"without {past.name}"
        assert judge([*history[:at], removal, *history[at:]], game)
        # Anybody of the house may tell surveillance.
        for part in past.by.keys() - {"told by"}:
            stranger = msgspec.structs.replace(past.by[part], person="stranger", position=Position.AUDITOR)
            spoilt = Event(past.name, past.order, {**past.by, part: stranger})
            assert judge([*history[:at], spoilt, *history[at + 1 :]], game), f"{part} of {past.name}"
