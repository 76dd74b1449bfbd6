"""What may come next in a Three Card Poker round, as the table lists it."""

from collections.abc import Iterator

import msgspec

from houseway.equipment.cards import is_seen
from houseway.games.three_card_poker.play import DECIDING, REVEALING, Round
from houseway.games.three_card_poker.progressive import RULES
from houseway.games.three_card_poker.wagers import PROGRESSIVE_WAGER
from houseway.law import md
from houseway.table.card_felt import CLOSED, DEALER
from houseway.table.game import lawful
from houseway.table.progressive import COLLECTS, VALIDATES, VERIFIES, Award, Check
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Lawful
from houseway.table.wagers import Bets

ASKED_CLOCKWISE = md(".11B")
DEALER_REVEALED = md(".11D(2)")
PLAYER_REVEALED = md(".11D(3)(a)")
DOCUMENTS = RULES.payout.documents


def moves_of_the_round(
    state: Round, *, asked: int, gives_up_a_win: bool, settled_next: int
) -> Iterator[Lawful]:
    """The moves of the chapter that are due; `gives_up_a_win` is whether a fold would throw a paying hand away."""
    if state.phase == CLOSED:
        yield from _collection(state)
    elif state.phase == DECIDING:
        yield _decision(asked, gives_up_a_win) if asked else _dealers_turn(state)
    elif state.phase == REVEALING:
        yield _reveal(state, settled_next)
    elif state.award is not None:
        yield _check(state.award)


def on_device(bets: Bets) -> Bets:
    """The progressive wagers whose chips are still to be collected."""
    return tuple(bet for bet in bets if bet.wager == PROGRESSIVE_WAGER)


def chips_are_counted(state: Round) -> bool:
    """Whether the progressive is locked and its chips are not in the tray yet."""
    return state.phase == CLOSED and state.progressive is not None and not state.progressive.wagers


def _collection(state: Round) -> Iterator[Lawful]:
    agrees = (RULES.collection[state.kit.dealing].agrees,)
    bets = on_device(state.bets)
    if bets:
        label = "Collect the progressive wagers"
        yield lawful("collect-progressive", COLLECTS, agrees, label, counted=(len(bets),))
        label = "Strike a progressive wager that no chip backs"
        seats = tuple(sorted(bet.seat for bet in bets))
        yield lawful("strike-progressive", FLOORPERSONS, agrees, label, seat=seats)
    if chips_are_counted(state) and state.seats:
        label = "Return a chip that the progressive system did not count"
        yield lawful("return-surplus-chip", FLOORPERSONS, agrees, label, seat=state.seats)


def _decision(seat: int, gives_up_a_win: bool) -> Lawful:
    label = f"Position {seat} folds" + (", giving up a paying Pair Plus hand" if gives_up_a_win else "")
    return lawful("fold", BETTORS, (ASKED_CLOCKWISE,), label, seat=(seat,), knowing=(gives_up_a_win,))


def _dealers_turn(state: Round) -> Lawful:
    act = lawful("turn-dealer", DEALERS, (DEALER_REVEALED,), "Turn over the dealer's cards")
    return _with_cards(act, seen=is_seen(state.hand(DEALER)))


def _reveal(state: Round, seat: int) -> Lawful:
    label = f"Turn over and settle position {seat}"
    act = lawful("reveal-hand", DEALERS, (PLAYER_REVEALED,), label, seat=(seat,))
    return _with_cards(act, seen=is_seen(state.hand(seat)))


def _with_cards(act: Lawful, *, seen: bool) -> Lawful:
    """The act as it stands, or asking for cards that nobody has seen."""
    if seen:
        return msgspec.structs.replace(act, fields={**act.fields, "cards": ((),)})
    return msgspec.structs.replace(act, text=("cards",))


def _check(award: Award) -> Lawful:
    payout, seat = RULES.payout, (award.seat,)
    match award.waits_for:
        case Check.HAND_AND_LIGHT:
            return lawful(
                "verify-award", VERIFIES, (payout.hand,), "Verify the hand and the light", seat=seat
            )
        case Check.VALIDATION:
            return lawful("validate-award", VALIDATES, (payout.validated,), "Validate the payout", seat=seat)
        case Check.DOCUMENTS:
            act = lawful("complete-documents", VALIDATES, (DOCUMENTS,), "The papers are complete", seat=seat)
            return msgspec.structs.replace(act, text=("reference",), asks=("reference",))
