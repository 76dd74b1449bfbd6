"""The moves of a progressive: its chips collected before the deal, and a payout checked before it is made.

A game that has them holds a `ProgressiveService`, and in its state the `progressive` and the `award` that the round
waits for.
"""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgspec

from houseway.equipment.decks import Clauses
from houseway.law import Clause, RuleViolation
from houseway.table.card_felt import CLOSED
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.progressive import Award, Check, CollectionClauses, PayoutClauses, ProgressiveService
from houseway.table.progressive_events import (
    COLLECTS,
    VALIDATES,
    VERIFIES,
    CollectProgressive,
    CompleteDocuments,
    ReturnSurplusChip,
    StrikeProgressive,
    ValidateAward,
    VerifyAward,
)
from houseway.table.roles import FLOORPERSONS
from houseway.table.rules import Offer, Rule
from houseway.table.wagers import Bets, bet_at, without


class ProgressiveGame(Protocol):
    """What these rules ask of a game."""

    @property
    def service(self) -> ProgressiveService:
        """The progressive of the table."""

    def check_seated(self, state: Any, seat: int) -> None:
        """Refuse what only a player at the table may do."""

    def award_due(self, state: Any, award: Award, events: tuple[Event, ...]) -> Step[Any]:
        """How the round goes on once everything about a payout is checked, so that it is made."""


# Before the deal.


def to_collect(game: ProgressiveGame, state: Any) -> Bets:
    """The progressive wagers whose chips are still to be collected."""
    return tuple(bet for bet in state.bets if bet.wager == game.service.rules.wager)


def check_collected(game: ProgressiveGame, state: Any) -> None:
    """Refuse to deal a card while progressive chips lie uncollected."""
    if to_collect(game, state):
        raise RuleViolation(
            _collection(game, state).agrees,
            "the progressive wagers are not collected and verified",
            fix="collect them and count the chips",
        )


def check_collecting(game: ProgressiveGame, state: Any) -> None:
    """Refuse to collect but after no more bets, with chips to collect."""
    if not _chips_lie_there(game, state):
        raise RuleViolation(_collection(game, state).handled, "there are no progressive wagers to collect")


def collect(game: ProgressiveGame, state: Any, move: CollectProgressive) -> Step[Any]:
    """The progressive chips go into the tray once their number is what the system accepted."""
    bets = to_collect(game, state)
    collected = game.service.collect(state.progressive, bets, move.counted, state.kit.dealing)
    after = msgspec.structs.replace(state, progressive=collected.state, bets=without(state.bets, bets))
    return Step(after, collected.events)


def strike(game: ProgressiveGame, state: Any, move: StrikeProgressive) -> Step[Any]:
    """Where the system counts more wagers than chips, the one that no chip backs is struck before the deal."""
    bet = bet_at(state.bets, move.seat, game.service.rules.wager, "")
    if bet is None:
        raise RuleViolation(
            _collection(game, state).agrees,
            f"position {move.seat} has no progressive wager that waits to be collected",
        )
    struck = game.service.strike(bet, move, state.kit.dealing)
    return Step(msgspec.structs.replace(state, bets=without(state.bets, (bet,))), (struck,))


def return_surplus(game: ProgressiveGame, state: Any, move: ReturnSurplusChip) -> Step[Any]:
    """Where there are more chips than the system counts wagers, the surplus goes back before they are collected."""
    game.check_seated(state, move.seat)
    return Step(state, (game.service.return_surplus(move, state.kit.dealing),))


def _collection(game: ProgressiveGame, state: Any) -> CollectionClauses:
    return game.service.rules.collection[state.kit.dealing]


def _chips_lie_there(game: ProgressiveGame, state: Any) -> bool:
    return state.phase == CLOSED and bool(to_collect(game, state))


def _chips_are_counted(game: ProgressiveGame, state: Any) -> bool:
    """Whether the progressive is locked and its chips are not in the tray yet."""
    return state.phase == CLOSED and state.progressive is not None and not state.progressive.wagers


def _collected(game: ProgressiveGame, state: Any) -> Clauses:
    clauses = _collection(game, state)
    return clauses.collected, clauses.agrees, clauses.into_tray


def _agrees(game: ProgressiveGame, state: Any) -> Clauses:
    return (_collection(game, state).agrees,)


def _as_many_chips(game: ProgressiveGame, state: Any) -> Iterator[Offer]:
    yield Offer({"counted": (len(to_collect(game, state)),)}, clauses=_agrees(game, state))


def _wagerers(game: ProgressiveGame, state: Any) -> Iterator[Offer]:
    yield Offer({"seat": tuple(sorted(bet.seat for bet in to_collect(game, state)))})


def _players(game: ProgressiveGame, state: Any) -> Iterator[Offer]:
    if state.seats:
        yield Offer({"seat": state.seats})


# Payouts that are checked first.


def verify(game: ProgressiveGame, state: Any, move: VerifyAward) -> Step[Any]:
    """The dealer confirms the hand and the light of the system."""
    award, verified = game.service.verify(_award_at(state, move.seat, _payout(game).hand), move)
    return _checked(game, state, award, verified)


def validate(game: ProgressiveGame, state: Any, move: ValidateAward) -> Step[Any]:
    """A floorperson validates the payout (C-132)."""
    award, validated = game.service.validate(_award_at(state, move.seat, _payout(game).validated), move)
    return _checked(game, state, award, validated)


def complete_documents(game: ProgressiveGame, state: Any, move: CompleteDocuments) -> Step[Any]:
    """With its papers complete, a payout is made that does not come from the tray."""
    award = _award_at(state, move.seat, _payout(game).documents)
    return game.award_due(state, award, (game.service.check_documents(award, move),))


def _checked(game: ProgressiveGame, state: Any, award: Award, event: Event) -> Step[Any]:
    """A payout that lacks nothing but papers is made at once from the tray, unless the tray may not make it."""
    if award.from_tray and award.waits_for is Check.DOCUMENTS:
        return game.award_due(state, award, (event,))
    return Step(msgspec.structs.replace(state, award=award), (event,))


def _award_at(state: Any, seat: int, clause: Clause) -> Award:
    award: Award | None = state.award
    if award is None or award.seat != seat:
        raise RuleViolation(clause, f"no payout at position {seat} waits to be checked")
    return award


def _payout(game: ProgressiveGame) -> PayoutClauses:
    return game.service.rules.payout


def _of_payout(*fields: str) -> Callable[[ProgressiveGame, Any], Clauses]:
    """The clauses that the chapter has for checks of a payout."""
    return lambda game, state: tuple(
        clause for field in fields if (clause := getattr(_payout(game), field)) is not None
    )


def _awarded(game: ProgressiveGame, state: Any) -> Iterator[Offer]:
    if state.award is not None:
        yield Offer({"seat": (state.award.seat,)})


def _with_papers(game: ProgressiveGame, state: Any) -> Iterator[Offer]:
    if state.award is not None:
        yield Offer({"seat": (state.award.seat,)}, text=("reference",), asks=("reference",))


# A game's own routine comes after a payout that waits and before the chips are collected.
COLLECTION_RULES = (
    Rule(
        CollectProgressive,
        COLLECTS,
        _collected,
        "Collect the progressive wagers, count the chips and put them in the tray",
        collect,
        when={CLOSED},
        check=check_collecting,
        offers=_as_many_chips,
        routine=99,
    ),
    Rule(
        StrikeProgressive,
        FLOORPERSONS,
        _agrees,
        "Strike a progressive wager that no chip backs",
        strike,
        when=_chips_lie_there,
        not_now="no progressive wager waits to be collected",
        offers=_wagerers,
    ),
    Rule(
        ReturnSurplusChip,
        FLOORPERSONS,
        _agrees,
        "Return a chip that the progressive system did not count",
        return_surplus,
        when=_chips_are_counted,
        not_now="no progressive chips are being counted",
        offers=_players,
    ),
)
PAYOUT_RULES = (
    Rule(
        VerifyAward,
        VERIFIES,
        _of_payout("hand", "light"),
        "Verify the hand and the light",
        verify,
        offers=_awarded,
        tried=True,
        moves_value=True,
        routine=3,
    ),
    Rule(
        ValidateAward,
        VALIDATES,
        _of_payout("validated"),
        "Validate the payout",
        validate,
        offers=_awarded,
        tried=True,
        moves_value=True,
        routine=2,
        checks=VerifyAward,
    ),
    Rule(
        CompleteDocuments,
        VALIDATES,
        _of_payout("documents"),
        "The papers are complete",
        complete_documents,
        offers=_with_papers,
        tried=True,
        moves_value=True,
        routine=1,
    ),
)
PROGRESSIVE_RULES = (*COLLECTION_RULES, *PAYOUT_RULES)
