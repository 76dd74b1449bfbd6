"""What may come next in a Five Card Hi-Lo round, as the table lists it."""

from collections.abc import Iterator

import msgspec

from houseway.equipment.cards import is_seen
from houseway.games.five_card_hi_lo.play import DEALER_SETS, DECIDING, REVEALING, SETTING, Round, Ruling
from houseway.games.five_card_hi_lo.points import NO_SETTING
from houseway.games.five_card_hi_lo.setting import HOW_TO_SET, lawful_low_hands, low_hands_found
from houseway.games.five_card_hi_lo.turns import asked, first_of_player, holds_bonus, revealed_next, to_set
from houseway.games.five_card_hi_lo.wagers import FOLD
from houseway.law import Clause, pa
from houseway.table.card_felt import DEALER
from houseway.table.game import lawful
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS
from houseway.table.rules import Lawful

# A floorperson has the hands of a player who left set, so that the hand is completed as it lies.
SETTERS = (*PLAYERS, *FLOORPERSONS)

FORFEITS_COLLECTED = pa("663a.11(c)#1")
PLAYERS_SET = pa("663a.11(d)#1")
DEALER_TURNED_OVER = pa("663a.11(e)#1")
HOW_THE_DEALER_SETS = pa("663a.11(e)#2")
REVEALED_FROM_THE_RIGHT = pa("663a.11(f)#1")


def moves_of_the_round(state: Round) -> Iterator[Lawful]:
    """The moves of 663a.11 that are due."""
    if state.to_correct is not None:
        yield _correction(state.to_correct)
    elif state.phase == DECIDING:
        yield _decision(state)
    elif state.phase == SETTING:
        yield from _settings(state)
    elif state.phase == DEALER_SETS:
        yield _dealers_turn(state)
    elif state.phase == REVEALING:
        yield _reveal(state)


def ruling(clause: Clause) -> Lawful:
    """A floorperson's decision about an exposed card."""
    return lawful(
        "rule-on-exposed-card", FLOORPERSONS, (clause,), "Decide about the exposed card", ruling=tuple(Ruling)
    )


def _correction(seat: int) -> Lawful:
    whose, clause = (f"at position {seat}", HOW_TO_SET) if seat else ("of the dealer", HOW_THE_DEALER_SETS)
    return lawful("correct-setting", FLOORPERSONS, (clause,), f"Set the hands {whose} right", seat=(seat,))


def _decision(state: Round) -> Lawful:
    turn = asked(state)
    if not turn:
        return lawful("collect-forfeits", DEALERS, (FORFEITS_COLLECTED,), "Collect what was forfeited")
    bonus = holds_bonus(state, turn)
    label = f"Position {turn} folds" + (", giving up the Ante Bonus" if bonus else "")
    return lawful("fold", BETTORS, (FOLD,), label, seat=(turn,), knowing=(bonus,))


def _settings(state: Round) -> Iterator[Lawful]:
    for seat in to_set(state):
        if first_of_player(state, seat)[0] == seat:
            hand = state.hand(seat)
            told = lawful_low_hands(hand) if is_seen(hand) else ()
            label = f"Position {seat} sets the hands"
            yield lawful("set-hand", SETTERS, (PLAYERS_SET,), label, seat=(seat,), low=(*told, ()))


def _dealers_turn(state: Round) -> Lawful:
    act = lawful("turn-dealer", DEALERS, (DEALER_TURNED_OVER,), "Turn over the dealer's cards")
    hand = state.hand(DEALER)
    return _with_cards(act, seen=is_seen(hand), low=((), *low_hands_found(hand)))


def _reveal(state: Round) -> Lawful:
    seat = revealed_next(state)
    act = lawful(
        "reveal-hand",
        DEALERS,
        (REVEALED_FROM_THE_RIGHT,),
        f"Reveal the hands at position {seat}",
        seat=(seat,),
    )
    hand = state.hand(seat)
    set_untold = seat not in state.folded and state.setting(seat) == NO_SETTING
    if seat in state.folded and not is_seen(hand):
        return msgspec.structs.replace(act, text=("cards",))
    if not set_untold:
        return _with_cards(act, seen=is_seen(hand), low=((),))
    told_now = _with_cards(act, seen=is_seen(hand), low=low_hands_found(hand))
    return msgspec.structs.replace(told_now, asks=("low",))


def _with_cards(act: Lawful, *, seen: bool, low: tuple[tuple[str, ...], ...]) -> Lawful:
    """The act with the low hands it may name, or asking for cards that nobody has seen."""
    if not seen:
        return msgspec.structs.replace(act, text=("cards", "low"))
    return msgspec.structs.replace(act, fields={**act.fields, "cards": ((),), "low": low})
