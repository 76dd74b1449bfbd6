"""What can go wrong with hands, hole card and card reader at every table of twenty-one, cited through each game's rules."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from houseway.equipment.cards import UNSEEN
from houseway.equipment.decks import Clauses
from houseway.law import RuleViolation
from houseway.law.upholding import upholds
from houseway.table.card_felt import BETTING, DEALING
from houseway.table.card_play import CardSetAside
from houseway.table.events import GamingCeased, GamingResumed, IrregularityCalled, cited
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.rules import Offer
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED
from houseway.table.twenty_one import TwentyOne
from houseway.table.twenty_one_felt import (
    CARDS_OUT,
    CHECKING,
    DRAWING_OUT,
    HOLE,
    INSURANCE,
    LATE,
    PLAYING,
    Check,
    Stop,
    TwentyOneRules,
)
from houseway.table.twenty_one_play import (
    DiscardDrawn,
    HandPassedBy,
    PassBy,
    RestoreReader,
    RuleOnStop,
    Ruling,
    StopRuledOn,
)
from houseway.table.wagers import returned

_CREW = (*DEALERS, *FLOORPERSONS)
WRONGLY_CHECKED_SEEN = "hole-card-discoverable"
WRONGLY_CHECKED_UNSEEN = "hole-card-checked-in-error"
READER_FAULT = "card-reader-fault"
BLACKJACK_MISSED = "blackjack-missed"
HOLE_CARD_EXPOSED = "hole-card-exposed"


# A position that was passed by.


def passable(game: TwentyOne[Any], state: Any) -> Iterator[Offer]:
    """The hand that the next card is due to, if it is a player's."""
    due = game.due(state)
    if due is not None and due.to.seat and state.phase != BETTING:
        yield Offer(
            {"seat": (due.to.seat,), "hand": (due.to.hand,)},
            words=f"{str(due.to).capitalize()} was passed by",
            clauses=_passed_by(game, state, due.to),
        )


def _passed_by(game: TwentyOne[Any], state: Any, place: Place) -> Clauses:
    if state.phase != DEALING:
        return game.play.late_draw
    return game.play.late_second if state.at(place) else game.play.late_none


def passed_clauses(game: TwentyOne[Any], state: Any) -> Clauses:
    """The clauses by which a hand that was passed by is dealt with."""
    due = game.due(state)
    return _passed_by(game, state, due.to) if due else game.play.late_none


@upholds("late_none", "late_second", "late_draw")
def pass_by(game: TwentyOne[Any], state: Any, move: PassBy) -> Step[Any]:
    """A hand without a card is dead and its Bet goes back; one that missed a later card is asked when all others are done."""
    place, due = Place(move.seat, move.hand), game.due(state)
    clauses_ = passed_clauses(game, state)
    if due is None or due.to != place or state.phase == BETTING:
        raise RuleViolation(clauses_[0], f"no card is due to {place}")
    noted = HandPassedBy(seat=place.seat, hand=place.hand, **cited(clauses_))
    if state.phase == DEALING and not state.at(place):
        lines = tuple(returned(bet, clauses_[0]) for bet in game.bets_without_cards(state, place))
        step = game.after_passing(state.without_bets_of(lines))
        return Step(step.state, (noted, *lines, *step.events))
    later = msgspec.structs.replace(state, late=(*state.late, place), drawing=None)
    if state.phase == DEALING:
        later = msgspec.structs.replace(later, passed_by=(*later.passed_by, place))
    step = game.after_passing(later)
    return Step(step.state, (noted, *step.events))


# A card drawn in error.


@upholds("exposed_drawn", "exposed_refused")
def _exposed(game: TwentyOne[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """A card drawn in error and shown is the next card; whoever will not have it gets no more."""
    return Step(msgspec.structs.replace(state, exposed=True), (called,))


def _may_be_exposed(game: TwentyOne[Any], state: Any) -> bool:
    return state.live is not None and game.turn(state) is not None and not state.exposed


def discard_clauses(game: TwentyOne[Any], state: Any) -> Clauses:
    """The clauses by which a card that nobody may use is discarded."""
    return game.play.exposed_useless if state.exposed else game.play.drawn_on_stand


def is_useless(game: TwentyOne[Any], state: Any) -> bool:
    """Whether a drawn card can be of no use: no player takes it, and the dealer stands."""
    waits = state.exposed and state.phase == DRAWING_OUT and game.due(state) is None
    return waits or (state.phase == BETTING and state.live is not None)


@upholds("exposed_useless", "drawn_on_stand")
def discard_drawn(game: TwentyOne[Any], state: Any, move: DiscardDrawn) -> Step[Any]:
    """A card that the dealer drew though the hand stands, or that nobody may use, goes to the rack."""
    told = discard_clauses(game, state)
    if move.card == UNSEEN:
        raise RuleViolation(told[0], "the card has been seen", fix="name the card")
    assert state.live is not None, "checked before"
    shoe = game.cards.drawn(state.live, move.card)
    aside = CardSetAside(card=move.card, **cited(told))
    step = game.onward(Step(msgspec.structs.replace(state, shoe=shoe, exposed=False), ()))
    return Step(step.state, (aside, *step.events))


def left_cards(game: TwentyOne[Any], state: Any) -> Iterator[Offer]:
    """Any card that may have been drawn."""
    if left := game.left(state):
        yield Offer({"card": left}, rare=not state.exposed)


# The card reader.


@upholds("wrongly_checked_seen")
def _all_dead(game: TwentyOne[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """A hole card that somebody could learn makes all hands dead, and all wagers go back."""
    voided = game.void(state, game.play.wrongly_checked_seen, "the hole card could be discovered")
    return Step(voided.state, (called, *voided.events))


def _checked_in_error(game: TwentyOne[Any], state: Any) -> bool:
    return bool(state.placed(DEALER_PLACE).down) and state.up_card not in game.play.checked_up_cards


@upholds("reader_fails")
def _reader_fails(game: TwentyOne[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """Without its card reader the table stops, the round as it stands."""
    ceased = GamingCeased(until="the card reader is repaired or replaced", clause=called.clause)
    return Step(msgspec.structs.replace(state, stop=Stop.READER), (called, ceased))


@upholds("reader_fails")
def restore_reader(game: TwentyOne[Any], state: Any, move: RestoreReader) -> Step[Any]:
    """Play goes on where it stopped, once the reader was repaired or replaced."""
    resumed = GamingResumed(fixed="the card reader was repaired or replaced", **cited(game.play.reader_fails))
    return Step(msgspec.structs.replace(state, stop=Stop.NO), (resumed,))


def _was_checked(game: TwentyOne[Any], state: Any) -> bool:
    return state.check is Check.NO_BLACKJACK and not state.misread and UNSEEN in state.at(DEALER_PLACE)


@upholds("misread")
def _blackjack_missed(game: TwentyOne[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """The reader missed a Blackjack: the original wagers are lost, all else goes back when the hole card is turned."""
    return Step(msgspec.structs.replace(state, misread=True), (called,))


# What stops a round.


def _hole_card_lies(game: TwentyOne[Any], state: Any) -> bool:
    return bool(state.placed(DEALER_PLACE).down)


def _hole_exposed(game: TwentyOne[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """A hole card that was seen stops the round until a floorperson decides (X-08)."""
    ceased = GamingCeased(until="a floorperson has decided about the exposed hole card", clause=called.clause)
    return Step(msgspec.structs.replace(state, stop=Stop.HOLE_CARD_EXPOSED), (called, ceased))


def check_going_on(game: TwentyOne[Any], state: Any) -> None:
    """Refuse everything but what puts the table right while play has stopped."""
    if state.stop is not Stop.NO:
        reader = state.stop is Stop.READER
        raise RuleViolation(
            stop_clauses(game, state)[0],
            "the card reader does not work" if reader else "play has stopped over an exposed hole card",
            fix="repair or replace it" if reader else "let a floorperson decide",
        )


def stop_clauses(game: TwentyOne[Any], state: Any) -> Clauses:
    """The clauses by which play has stopped."""
    return game.play.reader_fails if state.stop is Stop.READER else game.play.hole_down


def may_rule(game: TwentyOne[Any], state: Any) -> bool:
    """Whether a floorperson is to decide about a round that has stopped."""
    return state.stop is not Stop.NO and state.phase != BETTING


def rulings(game: TwentyOne[Any], state: Any) -> Iterator[Offer]:
    """Play goes on or the round is void; with a reader that does not work it cannot go on."""
    both = tuple(Ruling)
    yield Offer({"ruling": both if state.stop is Stop.HOLE_CARD_EXPOSED else (Ruling.VOID,)})


def rule_on_stop(game: TwentyOne[Any], state: Any, move: RuleOnStop) -> Step[Any]:
    """Play goes on or the round is void, as a floorperson or above decides (X-08, 665-31)."""
    told = stop_clauses(game, state)
    reader = state.stop is Stop.READER
    if reader and move.ruling is Ruling.PLAY_ON:
        raise RuleViolation(told[0], "the card reader does not work", fix="repair or replace it")
    ruled = StopRuledOn(ruling=move.ruling, by=move.by, **cited(told))
    if move.ruling is Ruling.VOID:
        step = game.void(state, told, "a floorperson voided the round")
        kept = state.stop if reader else Stop.NO
        return Step(msgspec.structs.replace(step.state, stop=kept), (ruled, *step.events))
    resumed = GamingResumed(fixed="the round is played on", **cited(told))
    return Step(msgspec.structs.replace(state, stop=Stop.NO), (ruled, resumed))


def is_reader_down(game: TwentyOne[Any], state: Any) -> bool:
    """Whether the table waits for its card reader."""
    return state.stop is Stop.READER


_AFTER_THE_DEAL = frozenset({LATE, INSURANCE, CHECKING, PLAYING, HOLE})


def hand_remedies(rules: TwentyOneRules, out: Iterable[str] = CARDS_OUT) -> dict[str, Remedy]:
    """The remedies that every chapter of twenty-one has; `out` are a game's moments with cards on the table."""

    def remedy(
        name: str, title: str, clauses: Clauses, orders: str, phases: frozenset[str], **more: Any
    ) -> Remedy:
        return Remedy(name, title, more.pop("by", _CREW), clauses[0], orders, phases, clauses[1:], **more)

    return {
        found.irregularity: found
        for found in (
            remedy(
                DRAWN_AND_EXPOSED,
                "Card drawn in error and exposed after the first cards",
                rules.exposed_drawn,
                "use it as the next card for players or dealer; who refuses it gets no more cards",
                frozenset({PLAYING}),
                when=_may_be_exposed,
                do=_exposed,
            ),
            remedy(
                WRONGLY_CHECKED_SEEN,
                "Hole card put in the reader with a two to nine up, and somebody could learn it",
                (*rules.wrongly_checked_seen, *rules.wrongly_checked),
                "all hands are dead and all wagers go back",
                _AFTER_THE_DEAL,
                when=_checked_in_error,
                do=_all_dead,
                told_first=rules.wrongly_checked,
            ),
            remedy(
                WRONGLY_CHECKED_UNSEEN,
                "Hole card put in the reader with a two to nine up, and nobody could learn it",
                (*rules.wrongly_checked_unseen, *rules.wrongly_checked),
                "play goes on",
                _AFTER_THE_DEAL,
                when=_checked_in_error,
                told_first=rules.wrongly_checked,
            ),
            remedy(
                READER_FAULT,
                "Card reader does not work",
                rules.reader_fails,
                "the table stops until it is repaired or replaced",
                frozenset({BETTING, *out}),
                do=_reader_fails,
            ),
            remedy(
                BLACKJACK_MISSED,
                "The reader missed a Blackjack",
                rules.misread,
                "the original wagers are lost and everything else goes back",
                frozenset({PLAYING, HOLE}),
                by=FLOORPERSONS,
                when=_was_checked,
                do=_blackjack_missed,
            ),
            remedy(
                HOLE_CARD_EXPOSED,
                "Hole card exposed before its time",
                rules.hole_down,
                "play stops until a floorperson has decided",
                _AFTER_THE_DEAL,
                when=_hole_card_lies,
                do=_hole_exposed,
            ),
        )
    }
