"""What can go wrong at a Double Attack Blackjack table, and what is ordered then (665a.13)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.cards import UNSEEN
from houseway.equipment.decks import Clauses
from houseway.games.double_attack_blackjack.cards import CARDS, clauses
from houseway.games.double_attack_blackjack.events import HandPassedBy, StopRuledOn
from houseway.games.double_attack_blackjack.moves import (
    DiscardDrawn,
    PassBy,
    RestoreReader,
    RuleOnStop,
    Ruling,
)
from houseway.games.double_attack_blackjack.round import (
    CARDS_OUT,
    CHECKING,
    INSURANCE,
    Check,
    Round,
    Stop,
)
from houseway.games.double_attack_blackjack.settlement import CHECKED_UP_CARDS, up_card
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import BETTING, DEALING
from houseway.table.card_play import CardSetAside
from houseway.table.events import GamingCeased, GamingResumed, IrregularityCalled, cited
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.rules import Offer
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED, shoe_remedies
from houseway.table.twenty_one import DRAWING_OUT, HOLE, LATE, PLAYING
from houseway.table.wagers import returned

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

_CREW = (*DEALERS, *FLOORPERSONS)
WRONGLY_CHECKED_SEEN = "hole-card-discoverable"
WRONGLY_CHECKED_UNSEEN = "hole-card-checked-in-error"
READER_FAULT = "card-reader-fault"
BLACKJACK_MISSED = "blackjack-missed"
HOLE_CARD_EXPOSED = "hole-card-exposed"

NO_CARDS = clauses("13(f)#1")
ONE_CARD = clauses("13(f)#2")
SKIPPED = clauses("13(g)")
REFUSED = clauses("13(c)#2")
NOBODY_USES_IT = clauses("13(c)#3")
DRAWN_ON_SEVENTEEN = clauses("13(d)")
READER_DOWN = clauses("13(i)")
# The chapter says that nobody sees the hole card, and not what follows when somebody does (X-08, 665-22).
FACE_DOWN = clauses("7(f)(3)")


# A position that was passed by.


def passable(game: "DoubleAttackBlackjack", state: Round) -> Iterator[Offer]:
    """The hand that the next card is due to, if it is a player's."""
    due = game.due(state)
    if due is not None and due.to.seat and state.phase != BETTING:
        yield Offer(
            {"seat": (due.to.seat,), "hand": (due.to.hand,)},
            words=f"{str(due.to).capitalize()} was passed by",
            clauses=_passed_by(state, due.to),
        )


def _passed_by(state: Round, place: Place) -> Clauses:
    if state.phase != DEALING:
        return SKIPPED
    return ONE_CARD if state.at(place) else NO_CARDS


def passed_clauses(game: "DoubleAttackBlackjack", state: Round) -> Clauses:
    """By which a hand that was passed by is dealt with."""
    due = game.due(state)
    return _passed_by(state, due.to) if due else NO_CARDS


@implements("665a.13(f)#1", "665a.13(f)#2", "665a.13(g)", readings=("665-12",))
def pass_by(game: "DoubleAttackBlackjack", state: Round, move: PassBy) -> Step[Round]:
    """A hand without a card is dead and its Bet goes back; one that missed a later card is asked when all others are done."""
    place, due = Place(move.seat, move.hand), game.due(state)
    clauses_ = passed_clauses(game, state)
    if due is None or due.to != place or state.phase == BETTING:
        raise RuleViolation(clauses_[0], f"no card is due to {place}")
    noted = HandPassedBy(seat=place.seat, hand=place.hand, **cited(clauses_))
    if clauses_ is NO_CARDS:
        lines = tuple(returned(bet, NO_CARDS[0]) for bet in game.bets_of(state, place))
        step = game.after_passing(state.without_bets_of(lines))
        return Step(step.state, (noted, *lines, *step.events))
    later = msgspec.structs.replace(state, late=(*state.late, place), drawing=None)
    if clauses_ is ONE_CARD:
        later = msgspec.structs.replace(later, passed_by=(*later.passed_by, place))
    step = game.after_passing(later)
    return Step(step.state, (noted, *step.events))


# A card drawn in error.


@implements("665a.13(c)#1", "665a.13(c)#2")
def _exposed(game: "DoubleAttackBlackjack", state: Round, called: IrregularityCalled) -> Step[Round]:
    """A card drawn in error and shown is the next card; whoever will not have it gets no more."""
    return Step(msgspec.structs.replace(state, exposed=True), (called,))


def _may_be_exposed(game: "DoubleAttackBlackjack", state: Round) -> bool:
    return state.live is not None and game.turn(state) is not None and not state.exposed


def discard_clauses(game: "DoubleAttackBlackjack", state: Round) -> Clauses:
    """By which a card that nobody may use is discarded."""
    return NOBODY_USES_IT if state.exposed else DRAWN_ON_SEVENTEEN


def is_useless(game: "DoubleAttackBlackjack", state: Round) -> bool:
    """Whether a drawn card can be of no use: no player takes it, and the dealer stands."""
    waits = state.exposed and state.phase == DRAWING_OUT and game.due(state) is None
    return waits or (state.phase == BETTING and state.live is not None)


@implements("665a.13(c)#3", "665a.13(d)", readings=("665-19",))
def discard_drawn(game: "DoubleAttackBlackjack", state: Round, move: DiscardDrawn) -> Step[Round]:
    """A card that the dealer drew though the hand stands, or that nobody may use, goes to the rack."""
    told = discard_clauses(game, state)
    if move.card == UNSEEN:
        raise RuleViolation(told[0], "the card has been seen", fix="name the card")
    assert state.live is not None, "checked before"
    shoe = game.cards.drawn(state.live, move.card)
    aside = CardSetAside(card=move.card, **cited(told))
    step = game.onward(Step(msgspec.structs.replace(state, shoe=shoe, exposed=False), ()))
    return Step(step.state, (aside, *step.events))


def left_cards(game: "DoubleAttackBlackjack", state: Round) -> Iterator[Offer]:
    """Any card that may have been drawn."""
    if left := game.left(state):
        yield Offer({"card": left}, rare=not state.exposed)


# The card reader.


@implements("665a.13(h)", "665a.13(h)(1)")
def _all_dead(game: "DoubleAttackBlackjack", state: Round, called: IrregularityCalled) -> Step[Round]:
    """A hole card that somebody could learn makes all hands dead, and all wagers go back."""
    voided = game.void(state, clauses("13(h)(1)"), "the hole card could be discovered")
    return Step(voided.state, (called, *voided.events))


def _checked_in_error(game: "DoubleAttackBlackjack", state: Round) -> bool:
    return bool(state.placed(DEALER_PLACE).down) and up_card(state) not in CHECKED_UP_CARDS


@implements("665a.13(i)", readings=("665-31",))
def _reader_fails(game: "DoubleAttackBlackjack", state: Round, called: IrregularityCalled) -> Step[Round]:
    """Without its card reader the table stops, the round as it stands."""
    ceased = GamingCeased(until="the card reader is repaired or replaced", clause=called.clause)
    return Step(msgspec.structs.replace(state, stop=Stop.READER), (called, ceased))


@implements("665a.13(i)")
def restore_reader(game: "DoubleAttackBlackjack", state: Round, move: RestoreReader) -> Step[Round]:
    """Play goes on where it stopped, once the reader was repaired or replaced."""
    resumed = GamingResumed(fixed="the card reader was repaired or replaced", **cited(READER_DOWN))
    return Step(msgspec.structs.replace(state, stop=Stop.NO), (resumed,))


def _was_checked(game: "DoubleAttackBlackjack", state: Round) -> bool:
    return state.check is Check.NO_BLACKJACK and not state.misread and UNSEEN in state.at(DEALER_PLACE)


@implements("665a.10(b)", "665a.11(d)", readings=("665-05", "665-22"))
def _blackjack_missed(game: "DoubleAttackBlackjack", state: Round, called: IrregularityCalled) -> Step[Round]:
    """The reader missed a Blackjack: the original Bets are lost, all else goes back when the hole card is turned."""
    return Step(msgspec.structs.replace(state, misread=True), (called,))


# What stops a round.


def _hole_card_lies(game: "DoubleAttackBlackjack", state: Round) -> bool:
    return bool(state.placed(DEALER_PLACE).down)


def _hole_exposed(game: "DoubleAttackBlackjack", state: Round, called: IrregularityCalled) -> Step[Round]:
    """A hole card that was seen stops the round until a floorperson decides (X-08)."""
    ceased = GamingCeased(until="a floorperson has decided about the exposed hole card", clause=called.clause)
    return Step(msgspec.structs.replace(state, stop=Stop.HOLE_CARD_EXPOSED), (called, ceased))


_STOPPED_BY = {Stop.READER: READER_DOWN, Stop.HOLE_CARD_EXPOSED: FACE_DOWN}


def check_going_on(game: "DoubleAttackBlackjack", state: Round) -> None:
    """Refuse everything but what puts the table right while play has stopped."""
    if state.stop is not Stop.NO:
        reader = state.stop is Stop.READER
        raise RuleViolation(
            _STOPPED_BY[state.stop][0],
            "the card reader does not work" if reader else "play has stopped over an exposed hole card",
            fix="repair or replace it" if reader else "let a floorperson decide",
        )


def stop_clauses(game: "DoubleAttackBlackjack", state: Round) -> Clauses:
    """By which play has stopped."""
    return _STOPPED_BY.get(state.stop, FACE_DOWN)


def may_rule(game: "DoubleAttackBlackjack", state: Round) -> bool:
    """Whether a floorperson is to decide about a round that has stopped."""
    return state.stop is not Stop.NO and state.phase != BETTING


def rulings(game: "DoubleAttackBlackjack", state: Round) -> Iterator[Offer]:
    """Play goes on or the round is void; with a reader that does not work it cannot go on."""
    both = tuple(Ruling)
    yield Offer({"ruling": both if state.stop is Stop.HOLE_CARD_EXPOSED else (Ruling.VOID,)})


def rule_on_stop(game: "DoubleAttackBlackjack", state: Round, move: RuleOnStop) -> Step[Round]:
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


def is_reader_down(game: "DoubleAttackBlackjack", state: Round) -> bool:
    """Whether the table waits for its card reader."""
    return state.stop is Stop.READER


def _remedy(name: str, title: str, clause: str, orders: str, phases: frozenset[str], **more: Any) -> Remedy:
    return Remedy(name, title, _CREW, pa(f"665a.{clause}"), orders, phases, **more)


_AFTER_THE_DEAL = frozenset({LATE, INSURANCE, CHECKING, PLAYING, HOLE})
_OWN = (
    _remedy(
        DRAWN_AND_EXPOSED,
        "Card drawn in error and exposed after the first cards",
        "13(c)#1",
        "use it as the next card for players or dealer; who refuses it gets no more cards",
        frozenset({PLAYING}),
        when=_may_be_exposed,
        do=_exposed,
    ),
    _remedy(
        WRONGLY_CHECKED_SEEN,
        "Hole card put in the reader with a two to nine up, and somebody could learn it",
        "13(h)(1)",
        "all hands are dead and all wagers go back",
        _AFTER_THE_DEAL,
        also=clauses("13(h)"),
        when=_checked_in_error,
        do=_all_dead,
    ),
    _remedy(
        WRONGLY_CHECKED_UNSEEN,
        "Hole card put in the reader with a two to nine up, and nobody could learn it",
        "13(h)(2)",
        "play goes on",
        _AFTER_THE_DEAL,
        also=clauses("13(h)"),
        when=_checked_in_error,
    ),
    _remedy(
        READER_FAULT,
        "Card reader does not work",
        "13(i)",
        "the table stops until it is repaired or replaced",
        frozenset({BETTING, *CARDS_OUT}),
        do=_reader_fails,
    ),
    Remedy(
        BLACKJACK_MISSED,
        "The reader missed a Blackjack",
        FLOORPERSONS,
        pa("665a.10(b)"),
        "the original Bets are lost and everything else goes back",
        frozenset({PLAYING, HOLE}),
        clauses("11(d)"),
        when=_was_checked,
        do=_blackjack_missed,
    ),
    _remedy(
        HOLE_CARD_EXPOSED,
        "Hole card exposed before its time",
        "7(f)(3)",
        "play stops until a floorperson has decided",
        _AFTER_THE_DEAL,
        when=_hole_card_lies,
        do=_hole_exposed,
    ),
)
REMEDIES = {**shoe_remedies(CARDS, CARDS_OUT), **{remedy.irregularity: remedy for remedy in _OWN}}
