"""A crew that carries dice, cards and tiles through a house: the book's orders, signed by people of every position.

It keeps the kernel's rules of signing over a database in memory; `test_office.py` takes the same ways through a real
office on both databases.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.book import BOOK
from houseway.backoffice.custody.choice import ONE_OF_THREE
from houseway.backoffice.custody.games import DICE
from houseway.backoffice.custody.guide import next_steps
from houseway.backoffice.custody.orders import (
    ChooseAlternative,
    DrawDice,
    FastenShaker,
    HandToInspectors,
    HandToPit,
    HandToTable,
    InspectDice,
    InspectedBy,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    NewPiece,
    PutInUse,
    ReceivePieces,
    ReserveDice,
    SealDice,
    TellSurveillance,
)
from houseway.backoffice.custody.piece import Alternative, Closure, Container, Piece, PieceKind
from houseway.backoffice.custody.playing import find_deck, find_dice
from houseway.backoffice.custody.schema import chosen_on, piece_of
from houseway.backoffice.orders import Fact, Order, Signed
from houseway.backoffice.paper import Paper
from houseway.backoffice.people import Position
from houseway.backoffice.policy import check_signer, rule_for
from houseway.backoffice.postings.postings import metadata as staff_tables
from houseway.equipment.dice import DiceGame, Instrument
from houseway.law import RuleViolation
from houseway.table.days import GamingDays
from tests.backoffice.house import OPENED

# A new database in memory for every connection.
_MEMORY = sa.create_engine("sqlite://", poolclass=sa.NullPool)

ONE, TWO, THREE = Alternative
PIT_ONE = "Pit 1"
TABLE = "T-1"
FOUR = tuple(Instrument)
SIC_BO = (DiceGame.SIC_BO, DiceGame.SIC_BO_AUTOMATED)
PAI_GOW = (DiceGame.PAI_GOW, DiceGame.PAI_GOW_POKER, DiceGame.ASIA_POKER)

# People by what they are; a number tells those of one position apart.
DEALER, DEALER_2 = "dealer 1", "dealer 2"
BOX, BOX_2, BOX_3 = "boxperson 1", "boxperson 2", "boxperson 3"
FLOOR, FLOOR_2, FLOOR_3 = "floorperson 1", "floorperson 2", "floorperson 3"
PIT, PIT_2 = "pit manager 1", "pit manager 2"
SHIFT, SHIFT_2 = "assistant table games shift manager 1", "assistant table games shift manager 2"
GUARD, GUARD_2 = "security officer 1", "security officer 2"
EYE = "surveillance operator 1"
BOARD = "casino compliance representative 1"
DIRECTOR = "director of table games 1"
AUDITOR = "internal auditor 1"
KEYS = (SHIFT, GUARD)


def new_dice(serial: str, game: DiceGame, **changes: Any) -> NewPiece:
    """A set as its game wants it."""
    colours = changes.pop("colours", DICE[game].colours)
    fields = {
        "serial": serial,
        "kind": PieceKind.DICE,
        "game": game,
        "colours": colours,
        "count": len(colours),
    }
    return NewPiece(**{**fields, **changes})


class Crew:
    """The people of the house at one desk."""

    def __init__(self, chosen: Alternative | None = ONE, at: datetime = OPENED, **choice: Any) -> None:
        self.at = at
        self.connection = _MEMORY.connect()
        staff_tables.create_all(self.connection)
        BOOK.tables.create_all(self.connection)
        self.log: list[tuple[Order, tuple[Signed, ...], tuple[Fact, ...]]] = []
        self._numbers = count(1)
        if chosen is not None:
            self.choose(chosen, **choice)
            self.keep_instruments(chosen)

    @property
    def day(self) -> date:
        return GamingDays().day_of(self.at)

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)

    def sign(self, who: str, part: str) -> Signed:
        position, _, _ = who.rpartition(" ")
        return Signed(
            part=part,
            person=who,
            credential=f"PA {who}",
            name=who.title(),
            position=Position(position),
            at=self.at,
        )

    def desk(self, *signatures: Signed) -> Desk:
        return Desk(self.connection, self.at, self.day, signatures)

    def do(self, order: Order, *who: str) -> tuple[Fact, ...]:
        """Give an order: signed part by part, decided when proposed and again when executed."""
        rule = rule_for(BOOK.rules, order)
        assert len(who) == len(rule.parts), f"{rule.name} ({rule.case}) takes {[p.name for p in rule.parts]}"
        signatures: tuple[Signed, ...] = ()
        for part, person in zip(rule.parts, who, strict=True):
            signed = self.sign(person, part.name)
            check_signer(rule, part, signed, signatures)
            signatures = (*signatures, signed)
            if len(signatures) == 1:
                BOOK.decide(order, self.desk(*signatures))
        desk = self.desk(*signatures)
        facts = BOOK.decide(order, desk)
        for fact in facts:
            # As the journal gives it back.
            BOOK.post(msgspec.convert(msgspec.to_builtins(fact), BOOK.facts), desk)
        self.log.append((order, signatures, facts))
        return facts

    def refused(self, order: Order, *who: str) -> str:
        """The clause by which an order is refused; nothing has changed."""
        before = self.everything()
        with pytest.raises(RuleViolation) as refusal:
            self.do(order, *who)
        assert self.everything() == before
        return refusal.value.clause.id

    def everything(self) -> list[Any]:
        """All that the book's tables hold."""
        return [
            sorted(map(repr, self.connection.execute(sa.select(table))))
            for table in BOOK.tables.sorted_tables
        ]

    def piece(self, serial: str) -> Piece:
        found = piece_of(self.connection, serial)
        assert found is not None
        return found

    def next_orders(self, serial: str) -> set[str]:
        """What may come next to a set, by the names of the orders."""
        chosen = chosen_on(self.connection, self.day)
        assert chosen is not None
        return {step.order for step in next_steps(self.piece(serial), chosen.alternative)}

    def paper(self, form: str, subject: str) -> Paper:
        found = next(row for row in BOOK.forms if row.name == form)
        assert subject in found.subjects(self.desk())
        return found.make(self.desk(), subject)

    def plays(self, serial: str, table: str = TABLE) -> bool:
        """Whether a table may play with a piece now."""
        piece, desk = self.piece(serial), self.desk()
        try:
            if piece.kind is PieceKind.DICE:
                return find_dice(desk, serial, table) is not None
            return find_deck(desk, serial, table, piece.kind, ONE_OF_THREE) is not None
        except RuleViolation:
            return False

    # What is done every day.

    def choose(self, alternative: Alternative, **choice: Any) -> None:
        order = ChooseAlternative(**{"alternative": alternative, "since": self.day, **choice})
        self.do(order, DIRECTOR, AUDITOR)

    def keep_instruments(self, alternative: Alternative) -> None:
        here = KeepInstruments(
            alternative=alternative,
            place=InstrumentPlace.PIT_STAND,
            where=PIT_ONE,
            instruments=FOUR,
            locked=True,
        )
        self.do(here, PIT)
        if alternative is THREE:
            there = KeepInstruments(alternative=THREE, place=InstrumentPlace.STORAGE, instruments=FOUR)
            self.do(there, SHIFT)

    def receive(self, serial: str, game: DiceGame, **changes: Any) -> str:
        self.receive_piece(new_dice(serial, game, **changes))
        return serial

    def receive_piece(self, *pieces: NewPiece) -> None:
        delivery = f"delivery {next(self._numbers)}"
        order = ReceivePieces(delivery=delivery, supplier="Dice & Co", pieces=pieces, seals_intact=True)
        self.do(order, *KEYS)

    def draw(self, serial: str, alternative: Alternative) -> None:
        game = DiceGame(self.piece(serial).game)
        self.do(DrawDice(serials=(serial,), alternative=alternative, game=game), *KEYS)

    def drawn(self, serial: str, game: DiceGame, alternative: Alternative, **changes: Any) -> str:
        """A new set, out of storage."""
        self.receive(serial, game, **changes)
        self.draw(serial, alternative)
        return serial

    def to_pit(self, serial: str, alternative: Alternative, into: Into = Into.PIT_MANAGER) -> None:
        game = DiceGame(self.piece(serial).game)
        order = HandToPit(serials=(serial,), alternative=alternative, game=game, pit=PIT_ONE, into=into)
        self.do(order, *KEYS, PIT)

    def reserve(self, serial: str, alternative: Alternative) -> None:
        game = DiceGame(self.piece(serial).game)
        self.do(ReserveDice(serials=(serial,), alternative=alternative, game=game, pit=PIT_ONE), PIT)

    def issue(self, serial: str, alternative: Alternative, table: str = TABLE) -> None:
        game = DiceGame(self.piece(serial).game)
        self.do(IssueSet(serial=serial, alternative=alternative, game=game, table=table), PIT)

    # Alternative 1.

    def at_table_1(self, serial: str, game: DiceGame, table: str = TABLE) -> str:
        """A set issued to a table under alternative 1."""
        self.drawn(serial, game, ONE)
        self.to_pit(serial, ONE)
        self.issue(serial, ONE, table)
        return serial

    def inspected_1(self, serial: str, game: DiceGame, table: str = TABLE) -> str:
        self.at_table_1(serial, game, table)
        self.do(inspection_1(serial, game, table), supervisor(game), DEALER)
        return serial

    def in_use_1(self, serial: str, game: DiceGame, table: str = TABLE) -> str:
        self.inspected_1(serial, game, table)
        self.do(placing(serial, game, ONE, table), supervisor(game), DEALER)
        if game in SIC_BO:
            self.do(fastening(serial, game, ONE, table), FLOOR, DEALER)
        return serial

    # Alternative 2.

    def with_inspectors(self, serial: str, game: DiceGame, pair: tuple[str, str] = (FLOOR, FLOOR_2)) -> str:
        self.drawn(serial, game, TWO)
        self.do(to_inspectors(serial, game), *KEYS, *pair)
        return serial

    def inspected_2(self, serial: str, game: DiceGame, pair: tuple[str, str] = (FLOOR, FLOOR_2)) -> str:
        self.with_inspectors(serial, game, pair)
        self.do(inspection_2(serial, game), *pair)
        return serial

    def sealed_2(self, serial: str, game: DiceGame) -> str:
        """A set sealed by its inspectors and locked in the pit's reserve."""
        self.inspected_2(serial, game)
        self.do(sealing(serial, game, TWO, self.day), FLOOR, FLOOR_2)
        self.reserve(serial, TWO)
        return serial

    # Alternative 3.

    def inspected_3(self, serial: str, game: DiceGame, by: InspectedBy = InspectedBy.FLOOR_SUPERVISOR) -> str:
        self.do(TellSurveillance(serials=(serial,), game=game), FLOOR, EYE)
        self.do(inspection_3(serial, game, inspected_by=by), SHIFT, FLOOR, GUARD)
        return serial

    def sealed_3(self, serial: str, game: DiceGame, **changes: Any) -> str:
        self.receive(serial, game, **changes)
        self.inspected_3(serial, game)
        dice = len(self.piece(serial).colours)
        self.do(sealing(serial, game, THREE, self.day, dice=dice, single=dice == 1), FLOOR)
        return serial

    def at_table_3(self, serial: str, game: DiceGame, table: str = TABLE, **changes: Any) -> str:
        self.sealed_3(serial, game, **changes)
        self.draw(serial, THREE)
        self.to_pit(serial, THREE)
        self.issue(serial, THREE, table)
        return serial

    def in_use_3(self, serial: str, game: DiceGame, table: str = TABLE) -> str:
        self.at_table_3(serial, game, table)
        if game is DiceGame.SIC_BO:
            self.do(fastening(serial, game, THREE, table, seal_intact=True, free_of_tampering=True), FLOOR)
        else:
            opening = placing(serial, game, THREE, table, seal_intact=True, free_of_tampering=True)
            self.do(opening, supervisor(game), DEALER)
        return serial


def supervisor(game: DiceGame) -> str:
    """Who handles the dice at a table: at Craps the boxperson, elsewhere the floorperson."""
    return BOX if game is DiceGame.CRAPS else FLOOR


def hiding(what: str) -> dict[str, Any]:
    """An inspection that one could not see well."""
    return {what: False}


def inspection_1(serial: str, game: DiceGame, table: str = TABLE, **changes: Any) -> InspectDice:
    return _inspection(serial, game, ONE, table=table, **changes)


def inspection_2(serial: str, game: DiceGame, **changes: Any) -> InspectDice:
    return _inspection(serial, game, TWO, **changes)


def inspection_3(serial: str, game: DiceGame, **changes: Any) -> InspectDice:
    return _inspection(serial, game, THREE, **{"seen_from_around": False, **changes})


def _inspection(serial: str, game: DiceGame, alternative: Alternative, **changes: Any) -> InspectDice:
    whole = {
        "serial": serial,
        "alternative": alternative,
        "game": game,
        "instruments": FOUR,
        "flat_surface": True,
        "seen_by_surveillance": True,
        "seen_from_around": True,
    }
    return InspectDice(**{**whole, **changes})


def placing(
    serial: str, game: DiceGame, alternative: Alternative, table: str = TABLE, **changes: Any
) -> PutInUse:
    shaken = game in SIC_BO or game in PAI_GOW
    whole = {
        "serial": serial,
        "alternative": alternative,
        "game": game,
        "table": table,
        "container": Container.SHAKER if shaken else Container.CUP,
        "closed_by": Closure.SEAL if game in SIC_BO else None,
    }
    return PutInUse(**{**whole, **changes})


def fastening(
    serial: str, game: DiceGame, alternative: Alternative, table: str = TABLE, **changes: Any
) -> FastenShaker:
    return FastenShaker(serial=serial, alternative=alternative, game=game, table=table, **changes)


def to_inspectors(serial: str, game: DiceGame) -> HandToInspectors:
    return HandToInspectors(
        serials=(serial,), game=game, pit=PIT_ONE, inspector_assigned_to="T-1", witness_assigned_to="T-2"
    )


def handing(serial: str, game: DiceGame, table: str = TABLE) -> HandToTable:
    return HandToTable(serial=serial, game=game, table=table)


def sealing(serial: str, game: DiceGame, alternative: Alternative, day: date, **changes: Any) -> SealDice:
    whole = {
        "serial": serial,
        "alternative": alternative,
        "game": game,
        "container": Container.ENVELOPE,
        "dice": len(DICE[game].colours),
        "inspected_on": day,
    }
    if alternative is THREE and game is DiceGame.SIC_BO and not changes.get("single"):
        whole["container"] = Container.SHAKER
    return SealDice(**{**whole, **changes})


@contextmanager
def an_hour_later(crew: Crew) -> Iterator[None]:
    """Look at the house as it will be in an hour."""
    before = crew.at
    crew.forward(hours=1)
    yield
    crew.at = before


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]
