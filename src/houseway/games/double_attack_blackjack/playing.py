"""The course of a round: the up card, Double Attack, the first cards, Insurance and the card reader, the hole card (665a.7)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import UNSEEN, Hand
from houseway.games.double_attack_blackjack.cards import clauses
from houseway.games.double_attack_blackjack.events import DoubleAttackOver, HoleChecked, InsuranceOffered
from houseway.games.double_attack_blackjack.moves import CheckHole, CloseDoubleAttack, TurnHole
from houseway.games.double_attack_blackjack.round import CHECKING, INSURANCE, Check, Round
from houseway.games.double_attack_blackjack.settlement import (
    CHECKED_UP_CARDS,
    bust_it_settled,
    insurance_collected,
    up_card,
)
from houseway.games.double_attack_blackjack.wagers import BET, INSURANCE_WAGER
from houseway.games.double_attack_blackjack.wagers import INSURANCE as INSURANCE_MADE
from houseway.law import RuleViolation, implements, is_allowed
from houseway.table.card_felt import DEALING
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.rules import Offer
from houseway.table.seats import clockwise
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due, turned_up
from houseway.table.twenty_one import DRAWING_OUT, HOLE, PLAYING, is_blackjack
from houseway.table.wagers import returned

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

UP_CARD = clauses("7(e)#1")
ATTACK_OVER = clauses("7(f)", "7(e)#2")
FIRST, SECOND, HOLE_DEALT = clauses("7(f)(1)", "7(f)"), clauses("7(f)(2)"), clauses("7(f)(3)")
INSURANCE_OFFERED = clauses("7(g)#1")
CHECKED = clauses("7(g)#2", "7(g)#3", "9(b)(2)")
HOLE_TURNED = clauses("7(l)")
TURNED_ON_BLACKJACK = clauses("7(g)#4")
MISREAD = clauses("10(b)", "11(d)")
DRAWS_THIRD = clauses("7(m)(2)")


@implements("665a.1[hole_card]")
@implements("665a.7(e)#1", "665a.7(f)", "665a.7(f)(1)", "665a.7(f)(2)", "665a.7(f)(3)", readings=("665-13",))
def first_cards(state: Round) -> tuple[Due, ...]:
    """The dealer's up card, two rounds clockwise to every box with a Bet Wager, and the hole card face down."""
    seats = {bet.seat for bet in state.bets if bet.wager == BET}
    players = [Place(seat) for seat in clockwise(seats)]
    if not players:
        return ()
    return (
        Due(DEALER_PLACE, Face.UP, UP_CARD),
        *(Due(place, Face.UP, FIRST) for place in players),
        *(Due(place, Face.UP, SECOND) for place in players),
        Due(DEALER_PLACE, Face.DOWN, HOLE_DEALT),
    )


@implements("665a.7(f)", "665a.7(e)#2")
def close_double_attack(game: "DoubleAttackBlackjack", state: Round, move: CloseDoubleAttack) -> Step[Round]:
    """Everybody has had the chance, and the deal goes on."""
    over = DoubleAttackOver(**cited(ATTACK_OVER))
    return Step(msgspec.structs.replace(state, phase=DEALING), (over,))


@implements("665a.7(g)#1", "665a.7(g)#2", "665a.7(h)", readings=("665-05",))
def on_the_up_card(game: "DoubleAttackBlackjack", state: Round) -> Step[Round]:
    """An ace up means Insurance, an ace or a court card that the hole card is checked; otherwise players are asked."""
    up = up_card(state)
    if up == "A":
        offered = InsuranceOffered(**cited(INSURANCE_OFFERED))
        return Step(msgspec.structs.replace(state, phase=INSURANCE), (offered,))
    phase = CHECKING if up in CHECKED_UP_CARDS else PLAYING
    return Step(msgspec.structs.replace(state, phase=phase), ())


@implements("665a.8(a)")
def up_card_corrected(game: "DoubleAttackBlackjack", state: Round) -> Step[Round]:
    """An up card put right decides anew; Insurance that was made on what is no ace goes back."""
    step = on_the_up_card(game, state)
    if step.state.phase == INSURANCE:
        return step
    lines = tuple(returned(bet, INSURANCE_WAGER) for bet in state.bets if bet.wager == INSURANCE_MADE)
    return Step(step.state.without_bets_of(lines), (*lines, *step.events))


@implements("665a.1[card_reader_device]", "665a.7(g)#2", "665a.9(b)(2)", readings=("665-05",))
def check_hole(game: "DoubleAttackBlackjack", state: Round, move: CheckHole) -> Step[Round]:
    """The card reader says whether the dealer has Blackjack; if not, Insurance is lost and players are asked."""
    hand = state.at(DEALER_PLACE)
    known = UNSEEN not in hand
    if (move.blackjack is None) is not known:
        said = "the table knows the hole card" if known else "the card reader says whether it is a Blackjack"
        raise RuleViolation(CHECKED[0], said, fix="say nothing" if known else "say what it shows")
    blackjack = is_blackjack(hand) if known else bool(move.blackjack)
    checked = HoleChecked(blackjack=blackjack, **cited(CHECKED))
    if blackjack:
        after = msgspec.structs.replace(state, phase=HOLE, check=Check.BLACKJACK)
        return Step(after, (checked,))
    after = msgspec.structs.replace(state, phase=PLAYING, check=Check.NO_BLACKJACK)
    collected = insurance_collected(game, after)
    step = game.onward(Step(collected.state, ()))
    return Step(step.state, (checked, *collected.events, *step.events))


def checks(game: "DoubleAttackBlackjack", state: Round) -> Iterator[Offer]:
    """The reader's answer is asked for only where nobody but the reader knows the card."""
    if UNSEEN in state.at(DEALER_PLACE):
        yield Offer({"blackjack": (False, True)}, asks=("blackjack",))
    else:
        yield Offer({"blackjack": (None,)})


@implements("665a.7(l)", "665a.7(g)#4", "665a.7(m)(2)")
def turn_hole(game: "DoubleAttackBlackjack", state: Round, move: TurnHole) -> Step[Round]:
    """The hole card is turned up; Bust It Wagers are settled at once if the dealer has 17 or more."""
    told = TURNED_ON_BLACKJACK if state.check is Check.BLACKJACK else HOLE_TURNED
    turned = turned_up(game, state, DEALER_PLACE, move.cards, told)
    hand = turned.state.at(DEALER_PLACE)
    _check_as_read(state, hand)
    open_now = msgspec.structs.replace(turned.state, phase=DRAWING_OUT)
    if game.dealer_goes_on(open_now):
        step = game.onward(Step(open_now, ()))
        return Step(step.state, (*turned.events, *step.events))
    busts = bust_it_settled(game, open_now)
    step = game.onward(Step(busts.state, ()))
    return Step(step.state, (*turned.events, *busts.events, *step.events))


@implements("665a.10(b)", "665a.11(d)", readings=("665-05", "665-22"))
def _check_as_read(state: Round, hand: Hand) -> None:
    """Refuse a hole card that the reader cannot have read so, unless a floorperson was told of it."""
    blackjack = is_blackjack(hand)
    if state.check is Check.BLACKJACK and not blackjack:
        raise RuleViolation(
            CHECKED[0], "the reader showed a Blackjack", fix="correct the card, or report the reader"
        )
    if blackjack and state.check is not Check.BLACKJACK and not state.misread:
        raise RuleViolation(
            MISREAD[0],
            "the reader showed no Blackjack",
            fix="report that the reader missed a Blackjack",
        )


def hole_cards(game: "DoubleAttackBlackjack", state: Round) -> Iterator[Offer]:
    """The hole card is told only where the table does not know it."""
    up, *hole = state.at(DEALER_PLACE)
    if UNSEEN not in hole:
        yield Offer({"cards": ((),)})
        return
    as_read = tuple(card for card in game.left(state) if is_allowed(_check_as_read, state, (up, card)))
    yield Offer({"cards": tuple((card,) for card in as_read)}, asks=("cards",))
