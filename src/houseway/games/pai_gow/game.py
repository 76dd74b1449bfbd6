"""Pai Gow (58 Pa. Code 621a): the game under an operator's submission."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.tiles import UNSEEN, Hand
from houseway.games.pai_gow.bank import unstaked
from houseway.games.pai_gow.checklist import checklist
from houseway.games.pai_gow.dealing import COLOUR, DICE
from houseway.games.pai_gow.delivery import LEVELS, steps
from houseway.games.pai_gow.events import EVENTS
from houseway.games.pai_gow.irregularities import NO_ROLLS, REMEDIES, STACKING, VOIDED_BECAUSE, may_report
from houseway.games.pai_gow.layout import (
    BANK_MARKER,
    CO_BANK_MARKER,
    COLLECTED_AREA,
    DEAD_HAND_AREA,
    DEALER_STACK_MARKER,
    HIGH,
    LOW,
    felt,
    hand_area,
    position_area,
    stack_area,
)
from houseway.games.pai_gow.mixing import INSPECTED, in_condition
from houseway.games.pai_gow.moves import (
    MOVES,
    Abandon,
    AcceptBank,
    AskHouseWay,
    BringTiles,
    ChangeStartMethod,
    ChooseDelivery,
    CorrectTile,
    CutTiles,
    DeliverTiles,
    DirectDealerWager,
    DisplayTiles,
    ExposeBank,
    ExposeTile,
    InspectTiles,
    MixTiles,
    OfferBank,
    PassBank,
    PlayOn,
    RejectTiles,
    ReleaseBank,
    RemoveTiles,
    RequestCoBank,
    RevealHands,
    SealTiles,
    SetDealerHands,
    SetHands,
    ShowTiles,
    StackTiles,
    StakeDealerWager,
    Surrender,
    TurnDealerTiles,
    VerifyTiles,
    ViewTiles,
    VoidHand,
)
from houseway.games.pai_gow.next_moves import NextMoves
from houseway.games.pai_gow.positions import DEAD_HAND, DEALER
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.setting import pending, set_by_dealer
from houseway.games.pai_gow.submission import SIX_POSITIONS, PaiGowSubmission, StartMethod
from houseway.games.pai_gow.wagering import STAYS_SEATED
from houseway.games.pai_gow.wagers import ON_THE_LAYOUT, PAI_GOW
from houseway.games.pai_gow.words import named, told
from houseway.games.pai_gow.written import next_written
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_play import PlayArea
from houseway.table.events import Event, IrregularityCalled, cited
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.moves import CallNoMoreBets, Move, Report
from houseway.table.rules import require_role
from houseway.table.start import CoverShaker, ShakeDice, ShowNumber, UncoverDice

SEATED = pa("621a.5(b)#1")

_WORDS = {
    Phase.DELIVERING: "The tiles are being delivered",
    Phase.COVERING: "Cover the shaker",
    Phase.SETTING: "Players set their hands",
    Phase.TURNING: "All hands are set; turn the dealer's tiles",
    Phase.DEALER_SETS: "The dealer sets the house way",
    Phase.EXPOSING_BANK: "All hands are set; expose the bank's",
}
# What is to be done with the tiles before the next round, by their condition.
_TILES_WAIT = {
    Condition.BROUGHT: "the tiles are to be inspected",
    Condition.INSPECTED: "the inspection is to be verified",
    Condition.VERIFIED: "the tiles are to be laid out in pairs",
    Condition.SHOWN: "the tiles lie in pairs for the first player",
    Condition.VIEWED: "the tiles are to be mixed",
    Condition.MIXED: "the tiles are to be stacked",
    Condition.USED: "the tiles are to be mixed",
    Condition.EXPOSED: "the tiles are to be mixed again",
    Condition.IDLE: "the tiles are to be laid out in pairs",
    Condition.REJECTED: "the unsuitable set is to be sealed",
}


class PaiGow(NextMoves):
    """The game, under an operator's submission."""

    name = "pai-gow"
    title = "Pai Gow"
    hand_size = LEVELS
    irregularities = REMEDIES
    submission_type = PaiGowSubmission
    move_type = MOVES
    event_type = EVENTS
    throws = (ShakeDice,)
    begins = (CallNoMoreBets,)
    chance = frozenset({"stack-tiles", "uncover-dice", "show-number"})
    routine = (
        "mix-tiles",
        "offer-bank",
        "stake-dealer-wager",
        "call-no-more-bets",
        "shake-dice",
        "deliver-tiles",
        "cover-shaker",
        "turn-dealer-tiles",
        "set-dealer-hands",
        "expose-bank",
        "reveal-hands",
        "view-tiles",
        "show-tiles",
        "verify-tiles",
        "inspect-tiles",
    )

    seats_clause = SIX_POSITIONS
    seated_clause = SEATED
    leaving_clause = STAYS_SEATED
    opening_clause = INSPECTED
    placing_clause = ON_THE_LAYOUT
    coupon_wagers = (PAI_GOW,)

    def __init__(self, submission: PaiGowSubmission | None = None) -> None:
        self.submission = submission or PaiGowSubmission()
        self.catalogue = self.submission.chosen
        self.betting = self.submission.betting(self.catalogue)
        self.seats = self.submission.seats
        self.dice = DICE if self.submission.uses_shaker else None
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        super().__init__()

    @classmethod
    def under(cls, submission: PaiGowSubmission) -> "PaiGow":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without tiles."""
        return Round(start_method=next(iter(self.submission.start_methods), StartMethod.SHAKER))

    def handlers(self) -> Mapping[type[Move], Callable[[Round, Any], Step[Round]]]:
        """The moves of the chapter, in its order."""
        return {
            BringTiles: self._bring,
            InspectTiles: self._inspect,
            VerifyTiles: self._verify,
            RejectTiles: self._reject,
            SealTiles: self._seal,
            ShowTiles: self._show,
            DisplayTiles: self._display,
            ViewTiles: self._view,
            MixTiles: self._mix,
            StackTiles: self._stack,
            RemoveTiles: self._remove,
            PlayArea: self._play_area,
            OfferBank: self._offer,
            AcceptBank: self._accept,
            PassBank: self._pass,
            ReleaseBank: self._release,
            RequestCoBank: self._request_co_bank,
            CutTiles: self._cut,
            DirectDealerWager: self._direct,
            StakeDealerWager: self._stake,
            CallNoMoreBets: self._no_more_bets,
            ChooseDelivery: self._choose_delivery,
            ShakeDice: self._shake,
            UncoverDice: self._uncover,
            ShowNumber: self._show_number,
            ChangeStartMethod: self._change_start_method,
            DeliverTiles: self._deliver,
            CoverShaker: self._cover,
            ExposeTile: self._expose,
            VoidHand: self._void_hand,
            PlayOn: self._play_on,
            AskHouseWay: self._tell_house_way,
            SetHands: self._set_hands,
            TurnDealerTiles: self._turn,
            SetDealerHands: self._set_dealer_hands,
            CorrectTile: self._correct_tile,
            ExposeBank: self._expose_bank,
            Surrender: self._surrender,
            RevealHands: self._reveal,
            Abandon: self._abandon,
            Report: self._report,
        }

    def written(self, state: Round, hands: Mapping[int, Hand]) -> Move | None:
        """The next move of a round whose hands were written down."""
        return next_written(state, self.method(state), hands)

    # Irregularities (621a.4(e), 621a.9(i), 621a.10).

    @implements(
        "621a.4(e)",
        "621a.9(i)#7",
        "621a.10(a)",
        "621a.10(b)",
        "621a.10(c)",
        "621a.10(e)",
        readings=("B-PG-24",),
    )
    def _report(self, state: Round, move: Report) -> Step[Round]:
        """No roll, another mixing, or all hands void, as the chapter orders; a player's own slip changes nothing."""
        remedy = self.irregularities.get(move.irregularity)
        if remedy is None:
            known = ", ".join(self.irregularities)
            raise RuleViolation(
                self.opening_clause, f"there is no irregularity {move.irregularity!r}", fix=f"one of: {known}"
            )
        require_role(move, remedy.by, remedy.clause, f"report {remedy.title.lower()!r}")
        if not may_report(state, remedy, self.methods(state)):
            raise RuleViolation(remedy.clause, f"{remedy.title}: this cannot have happened now")
        called: Event = IrregularityCalled(
            irregularity=remedy.irregularity,
            by=move.by,
            remedy=remedy.orders,
            **cited((remedy.clause, *remedy.also)),
        )
        if remedy.irregularity == STACKING:
            # The dealer wagers once the tiles are stacked and cut, and so they will be again.
            back = unstaked(state, remedy.clause)
            exposed = in_condition(back.state, Condition.EXPOSED)
            return Step(msgspec.structs.replace(exposed, stacks=(), cut=False), (called, *back.events))
        if remedy.irregularity in NO_ROLLS:
            return Step(msgspec.structs.replace(state, shaken=False), (called,))
        reason = VOIDED_BECAUSE.get(remedy.irregularity)
        if reason is None:
            return Step(state, (called,))
        voided = self.void(state, remedy.clause, reason)
        return Step(voided.state, (called, *voided.events))

    # What a glance tells.

    def display(self, state: Round) -> Display:
        """The bank's marker, the dice, the tiles face up and face down, and the moment in words."""
        return Display(
            words=self._words(state),
            markers=dict(_markers(state)),
            dice=tuple((COLOUR, face) for face in state.dice),
            tiles={area: tiles for area, tiles in _tiles_shown(state) if tiles},
        )

    def awaited(self, state: Round) -> Move | None:
        """A player who is offered the bank may take it."""
        return AcceptBank(seat=state.offered) if state.offered else None

    def said(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return told(event)

    def _words(self, state: Round) -> str:
        if state.phase is Phase.SHOWDOWN:
            return f"Reveal the hands from the far right; position {pending(state)[0]} is next"
        if state.phase is Phase.CLOSED:
            return f"No more bets; {self._before_the_deal(state)}"
        if state.phase is not Phase.BETTING:
            return _WORDS[state.phase]
        if state.condition is Condition.STACKED:
            return "Place your bets"
        waits = _TILES_WAIT[state.condition] if state.condition else "a set of tiles is to be brought"
        return f"Place your bets; {waits}"

    def _before_the_deal(self, state: Round) -> str:
        if state.start is not None:
            return f"deliver the tiles, first to {named(state.start)}"
        if self.method(state) is StartMethod.RANDOM_NUMBER_GENERATOR:
            return "read the number"
        if state.shaken:
            return "uncover the dice"
        return "the bank shakes the dice" if state.bank else "shake the dice"


def _markers(state: Round) -> Iterator[tuple[str, str]]:
    if state.bank is not None:
        marker = CO_BANK_MARKER if state.bank.co else BANK_MARKER
        yield marker, position_area(state.bank.seat)
    unturned = state.phase in (Phase.DELIVERING, Phase.COVERING, Phase.SETTING, Phase.TURNING)
    if unturned and state.hand(DEALER) and not state.dealer_stake:
        yield DEALER_STACK_MARKER, position_area(DEALER)


def _tiles_shown(state: Round) -> Iterator[tuple[str, Hand]]:
    """Where tiles lie: stacks, hands not yet set, hands laid face down, what was turned over, and what was taken in unseen."""
    if state.stacks:
        taken = {place for served in steps(state.style)[: len(state.hands)] for place in served.tiles}
        for number, stack in enumerate(state.stacks):
            left = sum((number, level) not in taken for level in range(len(stack)))
            yield stack_area(number + 1), (UNSEEN,) * left
    turned = {laid.seat for laid in state.shown}
    for hand in state.hands:
        if hand.seat == DEAD_HAND:
            yield DEAD_HAND_AREA, (UNSEEN,) * len(hand.tiles)
        elif hand.seat in turned:
            continue
        elif state.is_laid(hand.seat):
            yield from ((hand_area(part, hand.seat), (UNSEEN,) * (LEVELS // 2)) for part in (HIGH, LOW))
        else:
            seen = _is_looked_at(state, hand.seat)
            yield (
                hand_area("hand", hand.seat),
                tuple(
                    tile if seen or (hand.seat, number) in state.exposed else UNSEEN
                    for number, tile in enumerate(hand.tiles, start=1)
                ),
            )
    for shown in state.shown:
        if shown.setting is not None:
            yield hand_area(HIGH, shown.seat), shown.setting.high
            yield hand_area(LOW, shown.seat), shown.setting.low
    # Of the tiles taken in, those that were turned over stay in sight where they lay.
    yield COLLECTED_AREA, tuple(tile for tile in state.collected if tile == UNSEEN)


def _is_looked_at(state: Round, seat: int) -> bool:
    """Whether a hand not yet set is in sight: what the dealer sets once turned, a player's once the deal is complete."""
    if seat == set_by_dealer(state):
        return state.phase is Phase.DEALER_SETS
    return state.phase is Phase.SETTING and seat not in state.deciding
