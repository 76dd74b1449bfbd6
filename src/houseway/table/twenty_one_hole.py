"""Insurance, the card reader and the hole card: what comes between the first cards and the players' turns, and after them."""

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.equipment.cards import UNSEEN, Hand
from houseway.equipment.decks import Clauses
from houseway.law import Clause, RuleViolation, is_allowed
from houseway.law.upholding import upholds
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE
from houseway.table.rules import Offer
from houseway.table.seats import counterclockwise
from houseway.table.shoe_rules import turned_up
from houseway.table.twenty_one import TwentyOne, is_blackjack
from houseway.table.twenty_one_felt import (
    CHECKING,
    DRAWING_OUT,
    HOLE,
    INSURANCE,
    PLAYING,
    Check,
    TwentyOneFelt,
)
from houseway.table.twenty_one_play import CheckHole, HoleChecked, InsuranceOffered, TurnHole
from houseway.table.wagers import returned

_ACE = "A"


@upholds("insurance_offered", "hole_checked")
def on_the_up_card(game: TwentyOne[Any], state: Any) -> Step[Any]:
    """An ace up means Insurance, and some others that the hole card is checked; with all else players are asked."""
    if state.up_card == _ACE:
        offered = InsuranceOffered(**cited(game.play.insurance_offered))
        return Step(msgspec.structs.replace(state, phase=INSURANCE), (offered,))
    phase = CHECKING if state.up_card in game.play.checked_up_cards else PLAYING
    return Step(msgspec.structs.replace(state, phase=phase), ())


@upholds("insurance_made")
def insurance_returned(game: TwentyOne[Any], state: Any) -> Step[Any]:
    """Insurance that was made on what proved to be no ace goes back."""
    lines = tuple(
        returned(bet, game.play.insurance_made[0]) for bet in state.bets if bet.wager == game.insurance_wager
    )
    return Step(state.without_bets_of(lines), lines)


def insurance_settled(game: TwentyOne[Any], state: Any, facts: object, order: Clause) -> Step[Any]:
    """All Insurance Wagers at one moment, from the dealer's far right, counterclockwise (665-25)."""
    insured = {bet.seat: bet for bet in state.bets if bet.wager == game.insurance_wager}
    lines = tuple(game.betting.settle(insured[seat], facts, order) for seat in counterclockwise(insured))
    return Step(state.without_bets_of(lines), lines)


@upholds("hole_checked")
def check_hole(game: TwentyOne[Any], state: Any, move: CheckHole) -> Step[Any]:
    """The card reader says whether the dealer has Blackjack; if not, Insurance is lost and players are asked."""
    hand, clauses = state.at(DEALER_PLACE), game.play.hole_checked
    known = UNSEEN not in hand
    if (move.blackjack is None) is not known:
        said = "the table knows the hole card" if known else "the card reader says whether it is a Blackjack"
        raise RuleViolation(clauses[0], said, fix="say nothing" if known else "say what it shows")
    blackjack = is_blackjack(hand) if known else bool(move.blackjack)
    checked = HoleChecked(blackjack=blackjack, **cited(clauses))
    if blackjack:
        after = msgspec.structs.replace(state, phase=HOLE, check=Check.BLACKJACK)
        return Step(after, (checked,))
    after = msgspec.structs.replace(state, phase=PLAYING, check=Check.NO_BLACKJACK)
    collected = game.no_blackjack(after)
    step = game.onward(Step(collected.state, ()))
    return Step(step.state, (checked, *collected.events, *step.events))


def checks(game: TwentyOne[Any], state: Any) -> Iterator[Offer]:
    """The reader's answer is asked for only where nobody but the reader knows the card."""
    if UNSEEN in state.at(DEALER_PLACE):
        yield Offer({"blackjack": (False, True)}, asks=("blackjack",))
    else:
        yield Offer({"blackjack": (None,)})


@upholds("hole_turned", "turned_on_blackjack")
def turned_by(game: TwentyOne[Any], state: Any) -> Clauses:
    """The clauses by which the hole card is turned over: the dealer has Blackjack, or all players are done."""
    return game.play.turned_on_blackjack if state.check is Check.BLACKJACK else game.play.hole_turned


@upholds("hole_turned", "turned_on_blackjack")
def turn_hole(game: TwentyOne[Any], state: Any, move: TurnHole) -> Step[Any]:
    """The hole card is turned up; what depends on it alone is settled at once if the dealer stands."""
    turned = turned_up(game, state, DEALER_PLACE, move.cards, turned_by(game, state))
    hand = turned.state.at(DEALER_PLACE)
    _check_as_read(game, state, hand)
    open_now = msgspec.structs.replace(turned.state, phase=DRAWING_OUT)
    if game.dealer_goes_on(open_now):
        step = game.onward(Step(open_now, ()))
        return Step(step.state, (*turned.events, *step.events))
    at_once = game.hole_turned(open_now)
    step = game.onward(Step(at_once.state, ()))
    return Step(step.state, (*turned.events, *at_once.events, *step.events))


@upholds("misread")
def _check_as_read(game: TwentyOne[Any], state: TwentyOneFelt, hand: Hand) -> None:
    """Refuse a hole card that the reader cannot have read so, unless a floorperson was told of it."""
    blackjack = is_blackjack(hand)
    if state.check is Check.BLACKJACK and not blackjack:
        raise RuleViolation(
            game.play.hole_checked[0],
            "the reader showed a Blackjack",
            fix="correct the card, or report the reader",
        )
    if blackjack and state.check is not Check.BLACKJACK and not state.misread:
        raise RuleViolation(
            game.play.misread[0],
            "the reader showed no Blackjack",
            fix="report that the reader missed a Blackjack",
        )


def hole_cards(game: TwentyOne[Any], state: Any) -> Iterator[Offer]:
    """The hole card is told only where the table does not know it."""
    up, *hole = state.at(DEALER_PLACE)
    if UNSEEN not in hole:
        yield Offer({"cards": ((),)})
        return
    as_read = tuple(card for card in game.left(state) if is_allowed(_check_as_read, game, state, (up, card)))
    yield Offer({"cards": tuple((card,) for card in as_read)}, asks=("cards",))
