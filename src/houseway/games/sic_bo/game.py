"""Sic Bo (58 Pa. Code 625a): the toss, the lights, settlement, and what is done when something fails."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.dice import FACES, DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.sic_bo.checklist import AUTOMATED_SHAKER_RUN, CHECKLISTS, MANUAL_SHAKER_CLAUSES
from houseway.games.sic_bo.irregularities import DEVICE_FAILURES, NO_ROLL, REMEDIES, SHAKER_FAILURES
from houseway.games.sic_bo.layout import area_id, felt
from houseway.games.sic_bo.play import (
    EVENTS,
    MOVES,
    ActivateShaker,
    AutomatedShakerRestored,
    BringManualShaker,
    CallNoMoreBets,
    ClearLights,
    CombinationsLit,
    CorrectEntry,
    DiceEntered,
    DiceRemoved,
    DiceRevealed,
    DiceShaken,
    EnterDice,
    EntryCorrected,
    EntryDiffers,
    FixDevice,
    LightsCleared,
    ManualShakerBrought,
    Mark,
    MarkOutOfOrder,
    NoMoreBetsCalled,
    Phase,
    RemoveDice,
    RestoreAutomatedShaker,
    RevealDice,
    Round,
    SettleByHand,
    SettledByHand,
    ShakeDice,
    ShakerActivated,
    ShakerMarkedOutOfOrder,
    ShakerStatus,
)
from houseway.games.sic_bo.submission import CHIPS_OR_PLAQUES, WAGERS, Shaker, SicBoSubmission
from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import CATALOGUE, CATALOGUES, winning_areas
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.checklist import ChecklistStep
from houseway.table.events import (
    DiceRetired,
    GamingCeased,
    GamingResumed,
    IrregularityCalled,
    Result,
    Settled,
)
from houseway.table.game import Game, Lawful, Step, require_role
from houseway.table.irregularities import Remedy
from houseway.table.layout import Display
from houseway.table.moves import Move, Report
from houseway.table.roles import DEALERS, FLOORPERSONS, Role
from houseway.table.wagers import Bet, Wager, returned

AUTOMATED_SHAKER = pa("625a.1(d)(2)")
LIGHTS_AFTER_ENTRY = pa("625a.1(b)#3")
THREE_DICE = pa("625a.2(a)#1")
KEPT_IN_SHAKER = pa("625a.2(a)#2")
A_DAY_IN_A_MANUAL_SHAKER = pa("625a.2(b)#1")
A_MONTH_LOCKED = pa("625a.2(b)#2")
SETTLED_AS_IT_LIES = pa("625a.4(c)")
INSPECTED_BEFORE_OPENING = pa("625a.5(a)")
MIXED_EACH_ROUND = pa("625a.5(b)")
SHAKEN_BY_HAND = pa("625a.5(b)(1)")
TOSSED_BY_DEVICE = pa("625a.5(b)(2)")
NO_MORE_BETS = pa("625a.5(c)")
UNCOVERED_AND_ANNOUNCED = pa("625a.5(d)#1")
ENTERED = pa("625a.5(d)#2")
LIT = pa("625a.5(d)#3")
LOSERS_THEN_WINNERS = pa("625a.5(e)#1")
PAID_AT_THE_ODDS = pa("625a.5(e)#2")
UNCOVERED_UNTIL_PAID = pa("625a.5(e)#3")
LIGHTS_CLEARED = pa("625a.5(f)")
SETTLED_BY_HAND = pa("625a.7(b)#1")
GAMING_CEASES = pa("625a.7(b)#2")
OUT_OF_ORDER = pa("625a.7(d)")

_DAY = Life(A_DAY_IN_A_MANUAL_SHAKER, hours=A_DAY_IN_A_MANUAL_SHAKER.integer("max_hours"))
_MONTH = Life(A_MONTH_LOCKED, months=int(A_MONTH_LOCKED.parameters["max"].removesuffix("_month")))
# The chapter names no colour; white is what a set is shown as.
_COLOUR = "white"
_COLOURS = (_COLOUR,) * THREE_DICE.integer("dice")
DICE = {
    Shaker.MANUAL: DiceRules(_COLOURS, THREE_DICE, _DAY, any_colour=True),
    Shaker.AUTOMATED: DiceRules(_COLOURS, THREE_DICE, _DAY, locked_life=_MONTH, any_colour=True),
}

_BETTING_OPEN = (Phase.BETTING, Phase.MIXED)
_BETWEEN_ROUNDS = (Phase.BETTING, Phase.STOPPED)
_DICE_SHOWN = (Phase.REVEALED, Phase.MISENTERED)
_CREW = (*DEALERS, *FLOORPERSONS)

_WORDS = {
    Phase.BETTING: "Place your bets",
    Phase.MIXED: "The dice are mixed, bets are still taken",
    Phase.NO_MORE_BETS: "No more bets",
    Phase.REVEALED: "The dice show {0.toss}; enter them",
    Phase.MISENTERED: "The dice show {0.toss} but {0.entered} was entered; a floorperson corrects it",
    Phase.LIT: "{0.toss} paid; clear the lights",
    Phase.BY_HAND: "The dice show {0.toss}; settle by hand before a floorperson",
    Phase.STOPPED: "Gaming has ceased until {1} is fixed",
}


class SicBo(Game[Round]):
    """The game, under an operator's submission."""

    name = "sic-bo"
    title = "Sic Bo"
    catalogue = CATALOGUE
    irregularities = REMEDIES
    submission_type = SicBoSubmission
    move_type = MOVES
    event_type = EVENTS
    throws = (ShakeDice, ActivateShaker)
    chance = frozenset({"reveal-dice"})
    routine = (
        "shake-dice",
        "activate-shaker",
        "call-no-more-bets",
        "enter-dice",
        "settle-by-hand",
        "clear-lights",
    )

    seats_clause = WAGERS
    leaving_clause = SETTLED_AS_IT_LIES
    opening_clause = INSPECTED_BEFORE_OPENING
    placing_clause = CHIPS_OR_PLAQUES
    # The areas at even money, as at Craps and Roulette; every other area is a wager of its own, none a side bet (C-23).
    coupon_wagers = ("small", "big")
    coupon_wagers_if_named = tuple(name for name in CATALOGUE if name not in ("small", "big"))

    def __init__(self, submission: SicBoSubmission | None = None) -> None:
        self.submission = submission or SicBoSubmission()
        self.catalogue = CATALOGUES[self.submission.two_of_a_kind]
        self.seats = self.submission.seats
        self.dice: DiceRules = DICE[self.submission.shaker]
        self.layout = felt(self.submission)
        self.checklist = CHECKLISTS[self.submission.shaker]
        self.betting = self.submission.betting(self.catalogue)
        super().__init__()

    @classmethod
    def under(cls, submission: SicBoSubmission) -> "SicBo":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table with the shaker that the submission names."""
        return Round(shaker=ShakerStatus(self.submission.shaker))

    def handlers(self) -> Mapping[type[Move], Callable[[Round, Any], Step[Round]]]:
        """The moves of the chapter, in its order."""
        return {
            ShakeDice: self._shake,
            ActivateShaker: self._activate,
            CallNoMoreBets: self._no_more_bets,
            RevealDice: self._reveal,
            EnterDice: self._enter,
            CorrectEntry: self._correct,
            ClearLights: self._clear_lights,
            Report: self._report,
            SettleByHand: self._settle_by_hand,
            FixDevice: self._fix_device,
            RemoveDice: self._remove_dice,
            MarkOutOfOrder: self._mark_out_of_order,
            BringManualShaker: self._bring_manual_shaker,
            RestoreAutomatedShaker: self._restore_automated_shaker,
        }

    def between_rounds(self, state: Round) -> bool:
        """Whether no dice are mixed or shown for a round."""
        return state.phase in _BETWEEN_ROUNDS

    def dice_rules(self, state: Round) -> DiceRules:
        """Dice in a manual shaker last a day, also where it stands in for an automated one (B-SB-06)."""
        return DICE[Shaker.MANUAL] if state.shaker is ShakerStatus.MANUAL else self.dice

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """An automated shaker is tried before opening only where it is in use."""
        return step != AUTOMATED_SHAKER_RUN or state.shaker is ShakerStatus.AUTOMATED

    def display(self, state: Round) -> Display:
        """The lit combinations, the dice as announced, and the moment in words."""
        return Display(
            words=_WORDS[state.phase].format(state, DEVICE_FAILURES.get(state.failed, "")),
            lit=tuple(area_id(wager, pick) for wager, pick in state.lit),
            dice=tuple((_COLOUR, face) for face in state.toss.faces) if state.toss else (),
        )

    # Wagers: from the end of one round to no more bets in the next (625a.4, 625a.5(c)).

    @implements("625a.5(c)", readings=("B-SB-04",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called."""
        _check_gaming(state)
        _check_betting_open(state, f"{wager.title} may not be {'raised' if raising else 'made'}")

    @implements("625a.4(c)", readings=("B-SB-04",))
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager stays where it lies from no more bets to its settlement."""
        _check_betting_open(state, f"{self.catalogue[bet.wager].title} may not be taken down")

    # Mixing the dice (625a.5(b)).

    @implements("625a.5(b)")
    def _shake(self, state: Round, move: ShakeDice) -> Step[Round]:
        """The dealer mixes the dice in the covered manual shaker, not less than the least number of shakes."""
        require_role(move, DEALERS, SHAKEN_BY_HAND, "shake the dice")
        _check_gaming(state)
        _check_may_mix(state)
        if state.shaker is ShakerStatus.AUTOMATED:
            raise RuleViolation(
                TOSSED_BY_DEVICE, "an automated shaker is in use", fix="activate the automated shaker"
            )
        if state.shaker is not ShakerStatus.MANUAL:
            raise RuleViolation(
                OUT_OF_ORDER, f"no manual shaker is in use yet: {_PUTTING_ASIDE[state.shaker]}"
            )
        least = SHAKEN_BY_HAND.integer("min_shakes")
        if move.times < least:
            raise RuleViolation(
                SHAKEN_BY_HAND,
                f"{move.times} shakes are too few to mix the dice",
                fix=f"shake at least {least} times",
            )
        shaken = DiceShaken(times=move.times, clause=SHAKEN_BY_HAND.id, also=(MIXED_EACH_ROUND.id,))
        return Step(_mixed(state), (shaken,))

    @implements("625a.1(d)(2)", "625a.5(b)")
    def _activate(self, state: Round, move: ActivateShaker) -> Step[Round]:
        """The automated shaker, where the submission has one, mixes the dice."""
        require_role(move, DEALERS, TOSSED_BY_DEVICE, "activate the shaker")
        self._check_automated()
        _check_gaming(state)
        _check_may_mix(state)
        if state.shaker is not ShakerStatus.AUTOMATED:
            raise RuleViolation(
                OUT_OF_ORDER, "the automated shaker is not in use", fix="restore the automated shaker first"
            )
        activated = ShakerActivated(clause=TOSSED_BY_DEVICE.id, also=(MIXED_EACH_ROUND.id,))
        return Step(_mixed(state), (activated,))

    def _check_automated(self) -> None:
        if self.submission.shaker is not Shaker.AUTOMATED:
            raise RuleViolation(
                AUTOMATED_SHAKER,
                "the Rules Submission of this table has no automated shaker",
                fix="shake the manual shaker",
            )

    # No more bets, the reveal and the entry (625a.5(c)-(d)).

    @implements("625a.5(c)", readings=("B-SB-04",))
    def _no_more_bets(self, state: Round, move: CallNoMoreBets) -> Step[Round]:
        """Betting closes, after the dice are mixed and before they are shown."""
        require_role(move, DEALERS, NO_MORE_BETS, "call no more bets")
        if state.phase is Phase.BETTING:
            raise RuleViolation(MIXED_EACH_ROUND, "the dice of this round are not mixed yet")
        if state.phase is not Phase.MIXED:
            raise RuleViolation(NO_MORE_BETS, "betting is closed")
        called = NoMoreBetsCalled(clause=NO_MORE_BETS.id)
        return Step(msgspec.structs.replace(state, phase=Phase.NO_MORE_BETS), (called,))

    @implements("625a.5(c)", "625a.5(d)#1", readings=("B-SB-05",))
    def _reveal(self, state: Round, move: RevealDice) -> Step[Round]:
        """The dice are shown, never before no more bets, and each is announced."""
        require_role(move, _who_reveals(state), UNCOVERED_AND_ANNOUNCED, "reveal the dice")
        if state.phase in _BETTING_OPEN:
            raise RuleViolation(
                NO_MORE_BETS, "no more bets has not been called", fix="call no more bets before the dice show"
            )
        if state.phase is not Phase.NO_MORE_BETS:
            raise RuleViolation(UNCOVERED_AND_ANNOUNCED, "there are no covered dice to reveal")
        toss = _toss(move, UNCOVERED_AND_ANNOUNCED)
        revealed = DiceRevealed(toss=toss, by=move.by, clause=UNCOVERED_AND_ANNOUNCED.id)
        phase = Phase.BY_HAND if state.failed else Phase.REVEALED
        return Step(msgspec.structs.replace(state, phase=phase, toss=toss), (revealed,))

    def _enter(self, state: Round, move: EnterDice) -> Step[Round]:
        """The dealer enters the dice; an entry that is not what was announced is recorded and settles nothing."""
        require_role(move, DEALERS, ENTERED, "enter the dice")
        if state.phase is not Phase.REVEALED or state.toss is None:
            raise RuleViolation(ENTERED, "there are no announced dice to enter")
        toss = _toss(move, ENTERED)
        entered = DiceEntered(toss=toss, clause=ENTERED.id)
        if toss != state.toss:
            differs = EntryDiffers(entered=toss, announced=state.toss, clause=SETTLED_AS_IT_LIES.id)
            wrong = msgspec.structs.replace(state, phase=Phase.MISENTERED, entered=toss)
            return Step(wrong, (entered, differs))
        after = self._light(state, toss)
        return Step(after.state, (entered, *after.events))

    def _correct(self, state: Round, move: CorrectEntry) -> Step[Round]:
        """A floorperson puts right what was entered, or announced, to what the dice show (B-SB-08)."""
        require_role(move, FLOORPERSONS, ENTERED, "correct an entry")
        if state.phase is not Phase.MISENTERED or state.entered is None or state.toss is None:
            raise RuleViolation(ENTERED, "there is no wrong entry to correct")
        toss = _toss(move, ENTERED)
        corrected = EntryCorrected(
            announced=state.toss, entered=state.entered, corrected=toss, by=move.by, clause=ENTERED.id
        )
        after = self._light(msgspec.structs.replace(state, toss=toss), toss)
        return Step(after.state, (corrected, *after.events))

    # The lights and the settlement (625a.5(d)-(f), 625a.6).

    @implements("625a.1(b)#3", "625a.5(d)#3")
    def _light(self, state: Round, toss: Toss) -> Step[Round]:
        """The device lights what won, and all wagers are settled by it."""
        areas = winning_areas(self.catalogue, toss)
        lit = CombinationsLit(toss=toss, areas=areas, clause=LIT.id, also=(LIGHTS_AFTER_ENTRY.id,))
        settled = self._settle(state.bets, toss, LOSERS_THEN_WINNERS)
        over = msgspec.structs.replace(state, phase=Phase.LIT, bets=(), entered=None, lit=areas)
        return Step(over, (lit, *settled))

    @implements("625a.4(c)", "625a.5(e)#1", "625a.5(e)#2", "625a.6(a)", readings=("B-SB-04",))
    def _settle(self, bets: Iterable[Bet], toss: Toss, order: Clause) -> tuple[Settled, ...]:
        """Every wager where it lies: first all losers collected, then all winners paid, each at its odds."""
        lines = [self.betting.settle(bet, toss, order) for bet in sorted(bets, key=lambda bet: bet.seat)]
        return (
            *(
                msgspec.structs.replace(line, also=(SETTLED_AS_IT_LIES.id,))
                for line in lines
                if line.result is Result.LOSE
            ),
            *(
                msgspec.structs.replace(line, also=(SETTLED_AS_IT_LIES.id, PAID_AT_THE_ODDS.id))
                for line in lines
                if line.result is Result.WIN
            ),
        )

    @implements("625a.5(f)")
    def _clear_lights(self, state: Round, move: ClearLights) -> Step[Round]:
        """All wagers settled, the lights go out and the next round may begin."""
        require_role(move, DEALERS, LIGHTS_CLEARED, "clear the lights")
        if state.phase is not Phase.LIT:
            raise RuleViolation(LIGHTS_CLEARED, "there are no settled combinations to clear")
        stayed_uncovered = (UNCOVERED_UNTIL_PAID.id,) if state.shaker is ShakerStatus.MANUAL else ()
        cleared = LightsCleared(clause=LIGHTS_CLEARED.id, also=stayed_uncovered)
        return Step(msgspec.structs.replace(state, phase=Phase.BETTING, lit=()), (cleared,))

    # Irregularities (625a.7).

    def _report(self, state: Round, move: Report) -> Step[Round]:
        """Something failed: what the chapter orders for it at this moment of the round."""
        remedy = REMEDIES.get(move.irregularity)
        if remedy is None:
            raise RuleViolation(
                NO_ROLL,
                f"there is no irregularity {move.irregularity!r}",
                fix=f"choose: {', '.join(REMEDIES)}",
            )
        require_role(move, remedy.by, remedy.clause, f"call: {remedy.title}")
        if not _may_be_called(state, remedy):
            raise RuleViolation(remedy.clause, f"that cannot be called now: {remedy.title}")
        clause = remedy.clause
        match remedy.irregularity:
            case "dice-not-flat":
                after = self._return_all(state, clause)
            case "shaker-failed":
                failed = msgspec.structs.replace(state, shaker=ShakerStatus.FAILED)
                after = self._return_all(failed, clause)
            case "shaker-unusable":
                after = Step(msgspec.structs.replace(state, shaker=ShakerStatus.FAILED), ())
            case _:
                after = self._device_failed(msgspec.structs.replace(state, failed=remedy.irregularity))
                clause = GAMING_CEASES if after.state.phase is Phase.STOPPED else clause
        called = IrregularityCalled(
            irregularity=remedy.irregularity, by=move.by, remedy=remedy.orders, clause=clause.id
        )
        return Step(after.state, (called, *after.events))

    @implements("625a.7(a)", "625a.7(c)", readings=("B-SB-07",))
    def _return_all(self, state: Round, clause: Clause) -> Step[Round]:
        """The round does not count: every wager goes back to its player, to the cent."""
        lines = tuple(returned(bet, clause) for bet in sorted(state.bets, key=lambda bet: bet.seat))
        emptied = msgspec.structs.replace(state, phase=Phase.BETTING, bets=(), toss=None)
        if not state.failed:
            return Step(emptied, lines)
        stopped = _stop(emptied)
        return Step(stopped.state, (*lines, *stopped.events))

    @implements("625a.7(b)#2", readings=("B-SB-08",))
    def _device_failed(self, state: Round) -> Step[Round]:
        """By hand once the dice are shown, or tossed by an automated shaker; returned before; stopped after."""
        if state.phase in _DICE_SHOWN:
            return Step(msgspec.structs.replace(state, phase=Phase.BY_HAND, entered=None), ())
        if state.phase is Phase.LIT:
            return _stop(state)
        if state.phase is not Phase.BETTING and state.shaker is ShakerStatus.AUTOMATED:
            # The text counts from the toss here, so the round runs on to its reveal and is settled by hand.
            return Step(state, ())
        return self._return_all(state, GAMING_CEASES)

    @implements("625a.7(b)#1", "625a.7(b)#2", readings=("B-SB-08",))
    def _settle_by_hand(self, state: Round, move: SettleByHand) -> Step[Round]:
        """The dealer settles before a floorperson or above, and gaming ceases."""
        require_role(move, DEALERS, SETTLED_BY_HAND, "settle by hand")
        if state.phase is not Phase.BY_HAND or state.toss is None:
            raise RuleViolation(SETTLED_BY_HAND, "nothing is to be settled by hand")
        if move.witness not in FLOORPERSONS:
            raise RuleViolation(
                SETTLED_BY_HAND,
                "wagers are settled by hand only in the presence of a floorperson or above",
                fix=f"name the witness: {', '.join(FLOORPERSONS)}",
            )
        by_hand = SettledByHand(toss=state.toss, witness=move.witness, clause=SETTLED_BY_HAND.id)
        settled = self._settle(state.bets, state.toss, SETTLED_BY_HAND)
        stopped = _stop(msgspec.structs.replace(state, bets=()))
        return Step(stopped.state, (by_hand, *settled, *stopped.events))

    @implements("625a.7(b)#2", readings=("B-SB-08",))
    def _fix_device(self, state: Round, move: FixDevice) -> Step[Round]:
        """Play goes on once what had failed is fixed."""
        require_role(move, FLOORPERSONS, GAMING_CEASES, "find the device fixed")
        if state.phase is not Phase.STOPPED:
            raise RuleViolation(GAMING_CEASES, "nothing has stopped play")
        resumed = GamingResumed(fixed=DEVICE_FAILURES[state.failed], clause=GAMING_CEASES.id)
        return Step(msgspec.structs.replace(state, phase=Phase.BETTING, failed=""), (resumed,))

    # An automated shaker that cannot be used, and the manual one in its place (625a.7(d)).

    @implements("625a.7(d)")
    def _remove_dice(self, state: Round, move: RemoveDice) -> Step[Round]:
        """First its dice come out; they do not go into another shaker."""
        require_role(move, _CREW, OUT_OF_ORDER, "remove the dice")
        if state.shaker is not ShakerStatus.FAILED or not self.between_rounds(state):
            raise RuleViolation(OUT_OF_ORDER, "there is no failed shaker with dice in it")
        removed = DiceRemoved(by=move.by, clause=OUT_OF_ORDER.id)
        retired = DiceRetired(reason="removed from the automated shaker", clause=OUT_OF_ORDER.id)
        return Step(msgspec.structs.replace(state, shaker=ShakerStatus.EMPTIED), (removed, retired))

    @implements("625a.7(d)")
    def _mark_out_of_order(self, state: Round, move: MarkOutOfOrder) -> Step[Round]:
        """Then it is covered or signed."""
        require_role(move, _CREW, OUT_OF_ORDER, "mark the shaker out of order")
        if state.shaker is not ShakerStatus.EMPTIED or not self.between_rounds(state):
            raise RuleViolation(OUT_OF_ORDER, "there is no emptied shaker to mark out of order")
        marked = ShakerMarkedOutOfOrder(how=move.how, clause=OUT_OF_ORDER.id)
        return Step(msgspec.structs.replace(state, shaker=ShakerStatus.OUT_OF_ORDER), (marked,))

    @implements("625a.7(d)")
    def _bring_manual_shaker(self, state: Round, move: BringManualShaker) -> Step[Round]:
        """Only then may a manual shaker be used."""
        require_role(move, FLOORPERSONS, OUT_OF_ORDER, "bring a manual shaker")
        if state.shaker is not ShakerStatus.OUT_OF_ORDER or not self.between_rounds(state):
            raise RuleViolation(
                OUT_OF_ORDER, f"no manual shaker may be brought: {_PUTTING_ASIDE[state.shaker]}"
            )
        brought = ManualShakerBrought(
            by=move.by,
            clause=OUT_OF_ORDER.id,
            also=tuple(clause.id for clause in MANUAL_SHAKER_CLAUSES),
        )
        return Step(msgspec.structs.replace(state, shaker=ShakerStatus.MANUAL), (brought,))

    @implements("625a.1(d)(2)")
    def _restore_automated_shaker(self, state: Round, move: RestoreAutomatedShaker) -> Step[Round]:
        """The automated shaker is in order again; dice from a manual shaker do not go into it."""
        require_role(move, FLOORPERSONS, AUTOMATED_SHAKER, "restore the automated shaker")
        self._check_automated()
        if state.shaker is ShakerStatus.AUTOMATED or not self.between_rounds(state):
            raise RuleViolation(AUTOMATED_SHAKER, "there is no automated shaker to restore at this moment")
        restored = AutomatedShakerRestored(
            by=move.by, clause=AUTOMATED_SHAKER.id, also=(AUTOMATED_SHAKER_RUN.clause.id,)
        )
        left = DiceRetired(reason="the manual shaker left the table", clause=KEPT_IN_SHAKER.id)
        events = (restored, left) if state.shaker is ShakerStatus.MANUAL else (restored,)
        return Step(msgspec.structs.replace(state, shaker=ShakerStatus.AUTOMATED), events)

    # What may come next.

    def lawful_acts(self, state: Round) -> Iterator[Lawful]:
        """The chapter's own moves."""
        match state.phase:
            case Phase.BETTING:
                yield from _lawful_mixing(state)
            case Phase.MIXED:
                yield _lawful("call-no-more-bets", DEALERS, NO_MORE_BETS, "Call no more bets")
            case Phase.NO_MORE_BETS:
                faces = dict.fromkeys(_DICE, tuple(FACES))
                yield _lawful(
                    "reveal-dice", _who_reveals(state), UNCOVERED_AND_ANNOUNCED, "Reveal the dice", **faces
                )
            case Phase.REVEALED:
                yield _lawful("enter-dice", DEALERS, ENTERED, "Enter the dice", **_announced_first(state))
            case Phase.MISENTERED:
                yield _lawful(
                    "correct-entry", FLOORPERSONS, ENTERED, "Correct the entry", **_announced_first(state)
                )
            case Phase.LIT:
                yield _lawful("clear-lights", DEALERS, LIGHTS_CLEARED, "Clear the lights")
            case Phase.BY_HAND:
                yield _lawful(
                    "settle-by-hand", DEALERS, SETTLED_BY_HAND, "Settle by hand", witness=FLOORPERSONS
                )
            case Phase.STOPPED:
                yield _lawful("fix-device", FLOORPERSONS, GAMING_CEASES, "The device is fixed")
        if self.between_rounds(state):
            yield from self._lawful_with_shaker(state)
        for remedy in REMEDIES.values():
            if _may_be_called(state, remedy):
                yield _lawful(
                    "report", remedy.by, remedy.clause, remedy.title, irregularity=(remedy.irregularity,)
                )

    def _lawful_with_shaker(self, state: Round) -> Iterator[Lawful]:
        match state.shaker:
            case ShakerStatus.FAILED:
                yield _lawful("remove-dice", _CREW, OUT_OF_ORDER, "Remove the dice from the shaker")
            case ShakerStatus.EMPTIED:
                yield _lawful(
                    "mark-out-of-order", _CREW, OUT_OF_ORDER, "Mark the shaker out of order", how=tuple(Mark)
                )
            case ShakerStatus.OUT_OF_ORDER:
                yield _lawful("bring-manual-shaker", FLOORPERSONS, OUT_OF_ORDER, "Bring a manual shaker")
        if self.submission.shaker is Shaker.AUTOMATED and state.shaker is not ShakerStatus.AUTOMATED:
            yield _lawful(
                "restore-automated-shaker", FLOORPERSONS, AUTOMATED_SHAKER, "Restore the automated shaker"
            )


_DICE = ("die_1", "die_2", "die_3")

# Why no manual shaker may be brought or shaken yet.
_PUTTING_ASIDE = {
    ShakerStatus.MANUAL: "one is in use",
    ShakerStatus.AUTOMATED: "the automated one is in use",
    ShakerStatus.FAILED: "the dice are still in the automated one",
    ShakerStatus.EMPTIED: "the automated one is neither covered nor signed out of order",
    ShakerStatus.OUT_OF_ORDER: "it has not been brought",
}


def _lawful(move: str, by: tuple[Role, ...], clause: Clause, label: str, **fields: tuple[Any, ...]) -> Lawful:
    return Lawful(move=move, by=by, clause=clause.id, label=label, fields=fields)


def _lawful_mixing(state: Round) -> Iterator[Lawful]:
    if state.shaker is ShakerStatus.MANUAL:
        least = SHAKEN_BY_HAND.integer("min_shakes")
        yield _lawful("shake-dice", DEALERS, SHAKEN_BY_HAND, "Cover and shake the dice", times=(least,))
    elif state.shaker is ShakerStatus.AUTOMATED:
        yield _lawful("activate-shaker", DEALERS, TOSSED_BY_DEVICE, "Activate the shaker")


def _announced(state: Round) -> dict[str, tuple[int, ...]]:
    faces = state.toss.faces if state.toss else ()
    return {die: (face,) for die, face in zip(_DICE, faces, strict=True)}


def _announced_first(state: Round) -> dict[str, tuple[int, ...]]:
    """Any entry can be made; the one that was announced comes first."""
    return {
        die: (face, *(other for other in FACES if other != face))
        for die, (face,) in _announced(state).items()
    }


def _who_reveals(state: Round) -> tuple[Role, ...]:
    return (*DEALERS, Role.DEVICE) if state.shaker is ShakerStatus.AUTOMATED else DEALERS


def _toss(move: RevealDice | EnterDice | CorrectEntry, clause: Clause) -> Toss:
    check_faces((move.die_1, move.die_2, move.die_3), clause)
    return Toss(move.die_1, move.die_2, move.die_3)


def _mixed(state: Round) -> Round:
    return msgspec.structs.replace(state, phase=Phase.MIXED, toss=None)


@implements("625a.5(b)", "625a.5(f)")
def _check_may_mix(state: Round) -> None:
    """Dice are mixed once, at the start of a round, with the last one settled and its lights cleared."""
    match state.phase:
        case Phase.MIXED | Phase.NO_MORE_BETS:
            raise RuleViolation(MIXED_EACH_ROUND, "the dice of this round are mixed")
        case Phase.REVEALED | Phase.MISENTERED | Phase.BY_HAND:
            by_hand = state.shaker is ShakerStatus.MANUAL
            raise RuleViolation(
                UNCOVERED_UNTIL_PAID if by_hand else MIXED_EACH_ROUND,
                "the dice stay as they lie until all winners are paid",
            )
        case Phase.LIT:
            raise RuleViolation(
                LIGHTS_CLEARED, "the winning combinations are still lit", fix="clear the lights"
            )


def _check_betting_open(state: Round, refused: str) -> None:
    if state.phase is Phase.LIT:
        raise RuleViolation(
            LIGHTS_CLEARED, f"{refused} before the lights are cleared", fix="clear the lights"
        )
    if state.phase not in _BETTING_OPEN:
        raise RuleViolation(NO_MORE_BETS, f"{refused} after no more bets", fix="wait for the next round")


@implements("625a.7(b)#2", readings=("B-SB-08",))
def _check_gaming(state: Round) -> None:
    """Nothing is wagered or tossed while the table stands still for its device."""
    if state.phase is Phase.STOPPED:
        raise RuleViolation(
            GAMING_CEASES, "gaming has ceased until the device is fixed", fix="have the device fixed"
        )


@implements("625a.7(b)#2", readings=("B-SB-08",))
def _stop(state: Round) -> Step[Round]:
    """No more play until what failed is fixed."""
    ceased = GamingCeased(until=f"{DEVICE_FAILURES[state.failed]} is fixed", clause=GAMING_CEASES.id)
    return Step(msgspec.structs.replace(state, phase=Phase.STOPPED, lit=()), (ceased,))


def _may_be_called(state: Round, remedy: Remedy) -> bool:
    if state.phase not in remedy.phases:
        return False
    if remedy.irregularity in SHAKER_FAILURES:
        return state.shaker is ShakerStatus.AUTOMATED
    return not (remedy.irregularity in DEVICE_FAILURES and state.failed)
