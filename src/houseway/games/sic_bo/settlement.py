"""The reveal, the entry, the lights and the settlement (625a.5(c)-(f), 625a.6)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.dice import FACES, check_faces
from houseway.games.sic_bo.events import (
    CombinationsLit,
    DiceEntered,
    DiceRevealed,
    EntryCorrected,
    EntryDiffers,
    LightsCleared,
)
from houseway.games.sic_bo.moves import ClearLights, CorrectEntry, EnterDice, RevealDice
from houseway.games.sic_bo.round import BETTING_OPEN, Phase, Round, ShakerStatus
from houseway.games.sic_bo.shaker import LIGHTS_CLEARED, MIXED_EACH_ROUND, NO_MORE_BETS, UNCOVERED_UNTIL_PAID
from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import winning_areas
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import NoMoreBetsCalled, Result, Settled
from houseway.table.felt import Step
from houseway.table.moves import CallNoMoreBets
from houseway.table.roles import DEALERS, Role
from houseway.table.rules import Offer, Roles
from houseway.table.wagers import Bet, BettingRules

if TYPE_CHECKING:
    from houseway.games.sic_bo.game import SicBo

LIGHTS_AFTER_ENTRY = pa("625a.1(b)#3")
SETTLED_AS_IT_LIES = pa("625a.4(c)")
UNCOVERED_AND_ANNOUNCED = pa("625a.5(d)#1")
ENTERED = pa("625a.5(d)#2")
LIT = pa("625a.5(d)#3")
LOSERS_THEN_WINNERS = pa("625a.5(e)#1")
PAID_AT_THE_ODDS = pa("625a.5(e)#2")

DICE_FIELDS = ("die_1", "die_2", "die_3")


def check_mixed(game: "SicBo", state: Round) -> None:
    """Refuse to close the bets on dice that are not mixed."""
    if state.phase is Phase.BETTING:
        raise RuleViolation(MIXED_EACH_ROUND, "the dice of this round are not mixed yet")


@implements("625a.5(c)", readings=("B-SB-04",))
def no_more_bets(game: "SicBo", state: Round, move: CallNoMoreBets) -> Step[Round]:
    """Betting closes, after the dice are mixed and before they are shown."""
    called = NoMoreBetsCalled(clause=NO_MORE_BETS.id)
    return Step(msgspec.structs.replace(state, phase=Phase.NO_MORE_BETS), (called,))


def check_bets_closed(game: "SicBo", state: Round) -> None:
    """Refuse to show the dice while bets are taken."""
    if state.phase in BETTING_OPEN:
        raise RuleViolation(
            NO_MORE_BETS, "no more bets has not been called", fix="call no more bets before the dice show"
        )


def who_reveals(game: "SicBo", state: Round) -> Roles:
    """The dealer; an automated shaker may show its dice itself."""
    return (*DEALERS, Role.DEVICE) if state.shaker is ShakerStatus.AUTOMATED else DEALERS


@implements("625a.5(c)", "625a.5(d)#1", readings=("B-SB-05",))
def reveal(game: "SicBo", state: Round, move: RevealDice) -> Step[Round]:
    """The dice are shown, never before no more bets, and each is announced."""
    toss = _toss(move, UNCOVERED_AND_ANNOUNCED)
    revealed = DiceRevealed(toss=toss, by=move.by, clause=UNCOVERED_AND_ANNOUNCED.id)
    phase = Phase.BY_HAND if state.failed else Phase.REVEALED
    return Step(msgspec.structs.replace(state, phase=phase, toss=toss), (revealed,))


def _toss(move: RevealDice | EnterDice | CorrectEntry, clause: Clause) -> Toss:
    check_faces((move.die_1, move.die_2, move.die_3), clause)
    return Toss(move.die_1, move.die_2, move.die_3)


def announced_first(game: "SicBo", state: Round) -> Iterator[Offer]:
    """Any entry can be made; the one that was announced comes first."""
    assert state.toss is not None, "dice that are entered were announced"
    announced = zip(DICE_FIELDS, state.toss.faces, strict=True)
    yield Offer({die: (face, *(other for other in FACES if other != face)) for die, face in announced})


def enter(game: "SicBo", state: Round, move: EnterDice) -> Step[Round]:
    """The dealer enters the dice; an entry that is not what was announced is recorded and settles nothing."""
    assert state.toss is not None, "dice that are entered were announced"
    toss = _toss(move, ENTERED)
    entered = DiceEntered(toss=toss, clause=ENTERED.id)
    if toss != state.toss:
        differs = EntryDiffers(entered=toss, announced=state.toss, clause=SETTLED_AS_IT_LIES.id)
        wrong = msgspec.structs.replace(state, phase=Phase.MISENTERED, entered=toss)
        return Step(wrong, (entered, differs))
    after = _light(game, state, toss)
    return Step(after.state, (entered, *after.events))


def correct(game: "SicBo", state: Round, move: CorrectEntry) -> Step[Round]:
    """A floorperson puts right what was entered, or announced, to what the dice show (B-SB-08)."""
    assert state.toss is not None, "a wrong entry differs from what was announced"
    assert state.entered is not None, "a wrong entry was made"
    toss = _toss(move, ENTERED)
    corrected = EntryCorrected(
        announced=state.toss, entered=state.entered, corrected=toss, by=move.by, clause=ENTERED.id
    )
    after = _light(game, msgspec.structs.replace(state, toss=toss), toss)
    return Step(after.state, (corrected, *after.events))


@implements("625a.1(b)#3", "625a.5(d)#3")
def _light(game: "SicBo", state: Round, toss: Toss) -> Step[Round]:
    """The device lights what won, and all wagers are settled by it."""
    areas = winning_areas(game.catalogue, toss)
    lit = CombinationsLit(toss=toss, areas=areas, clause=LIT.id, also=(LIGHTS_AFTER_ENTRY.id,))
    settled = settle(game.betting, state.bets, toss, LOSERS_THEN_WINNERS)
    over = msgspec.structs.replace(state, phase=Phase.LIT, bets=(), entered=None, lit=areas)
    return Step(over, (lit, *settled))


@implements("625a.4(c)", "625a.5(e)#1", "625a.5(e)#2", "625a.6(a)", readings=("B-SB-04",))
def settle(betting: BettingRules, bets: Iterable[Bet], toss: Toss, order: Clause) -> tuple[Settled, ...]:
    """Every wager where it lies: first all losers collected, then all winners paid, each at its odds."""
    lines = [betting.settle(bet, toss, order) for bet in sorted(bets, key=lambda bet: bet.seat)]
    lost = (line for line in lines if line.result is Result.LOSE)
    won = (line for line in lines if line.result is Result.WIN)
    return (
        *(msgspec.structs.replace(line, also=(SETTLED_AS_IT_LIES.id,)) for line in lost),
        *(msgspec.structs.replace(line, also=(SETTLED_AS_IT_LIES.id, PAID_AT_THE_ODDS.id)) for line in won),
    )


@implements("625a.5(f)")
def clear_lights(game: "SicBo", state: Round, move: ClearLights) -> Step[Round]:
    """All wagers settled, the lights go out and the next round may begin."""
    stayed_uncovered = (UNCOVERED_UNTIL_PAID.id,) if state.shaker is ShakerStatus.MANUAL else ()
    cleared = LightsCleared(clause=LIGHTS_CLEARED.id, also=stayed_uncovered)
    return Step(msgspec.structs.replace(state, phase=Phase.BETTING, lit=()), (cleared,))
