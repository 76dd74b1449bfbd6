"""The betting: fold, check, call, bet and raise, each in turn, and the bring-in (637a.19-637a.21(g), (h))."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.games.poker.clauses import BRING_IN, TABLE_STAKES, in_each
from houseway.games.poker.course import bettors, go_on, go_on_without, terms
from houseway.games.poker.events import (
    BetMade,
    BroughtIn,
    Called,
    Checked,
    PlayerFolded,
    Raised,
)
from houseway.games.poker.moves import BringIn, Call, Check, FoldHand, MakeBet, RaiseTo
from houseway.games.poker.round import (
    BETTING_ROUND,
    BRINGING_IN,
    PokerHand,
)
from houseway.law import Clause, RuleViolation, implements
from houseway.money import Cents
from houseway.table.betting_round import (
    BET,
    CALL,
    CHECK,
    FOLD,
    NOBODY,
    RAISE,
    Answer,
    Bettor,
    NotLawful,
    opened,
)
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.wagers import Range

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker


def choices_clause(game: "Poker", state: PokerHand) -> tuple[Clause, ...]:
    """By which answers are open as things stand, with what is said of the betting round."""
    return game.streets[state.street].choices


@implements(
    *in_each("(g)#1"),
    *in_each("(g)#2"),
    *in_each("(g)#3"),
    "637a.19(h)#3",
    "637a.20(h)#7",
    "637a.21(h)#7",
    "common:poker/table-stakes",
    "common:poker/all-in",
    "637a.7(c)",
)
def answered(
    game: "Poker", state: PokerHand, seat: int, answer: Answer, to: int = 0
) -> tuple[PokerHand, Cents, Cents]:
    """The hand after a player answered, what went in, and what the player has left."""
    betting, here = state.betting, game.streets[state.street]
    if betting is None or betting.turn == NOBODY:
        raise RuleViolation(here.asked, "no betting round is under way")
    asked = betting.bettors[betting.turn]
    if asked.seat != seat:
        raise RuleViolation(here.asked, f"position {asked.seat} is asked now, not position {seat}")
    try:
        after = betting.answer(here.killed if state.killed else here.terms, answer, to)
    except NotLawful:
        raise _refusal(game, state, asked, answer, to) from None
    added = after.pot - betting.pot
    if not added:
        return replace(state, betting=after), 0, asked.stack
    return replace(state, holders=state.putting_in(seat, added), betting=after), added, asked.stack - added


def _refusal(game: "Poker", state: PokerHand, asked: Bettor, answer: Answer, to: int) -> RuleViolation:
    clause = choices_clause(game, state)[0]
    assert state.betting is not None, "a betting round is under way"
    room = state.betting.rooms(terms(game, state)).get(answer)
    if room is None and answer is FOLD:
        first = game.streets[state.street].asked
        return RuleViolation(first, f"position {asked.seat} commences the round: it may bet or check")
    if room is None:
        return RuleViolation(clause, f"position {asked.seat} may not {answer} now")
    low, high = game.said(room.low), game.said(room.high)
    span = low if low == high else f"{low} to {high}"
    beyond = to > room.high and room.high == asked.most
    if room.low <= to <= room.high:
        span = f"{span} in steps of {game.said(room.step)}"
    return RuleViolation(
        TABLE_STAKES if beyond else game.structure_clause,
        f"position {asked.seat} may {answer} to {span}, not to {game.said(to)}",
    )


def fold(game: "Poker", state: PokerHand, move: FoldHand) -> Step[PokerHand]:
    """A player gives up the hand."""
    after, _, _ = answered(game, state, move.seat, FOLD)
    told = game.streets[state.street].answered
    folded = PlayerFolded(seat=move.seat, clause=told.clause, also=told.also)
    return go_on_without(game, after, move.seat, (folded,))


def check(game: "Poker", state: PokerHand, move: Check) -> Step[PokerHand]:
    """A player lets the turn pass."""
    after, _, _ = answered(game, state, move.seat, CHECK)
    told = game.streets[state.street].answered
    return go_on(game, after, (Checked(seat=move.seat, clause=told.clause, also=told.also),))


def call(game: "Poker", state: PokerHand, move: Call) -> Step[PokerHand]:
    """A player puts in what is to be called, or everything."""
    after, added, left = answered(game, state, move.seat, CALL)
    here = game.streets[state.street]
    told = here.called if left else here.all_in
    made = Called(seat=move.seat, amount=added, clause=told.clause, also=told.also)
    return go_on(game, after, (made,))


def bet(game: "Poker", state: PokerHand, move: MakeBet) -> Step[PokerHand]:
    """A player opens the betting; who would bring it in may complete the bet at once."""
    if state.phase == BRINGING_IN:
        state = _brought_to(game, state, move.seat)
    after, added, _ = answered(game, state, move.seat, BET, move.amount)
    told = game.streets[state.street].answered
    made = BetMade(seat=move.seat, amount=added, to=move.amount, clause=told.clause, also=told.also)
    return go_on(game, after, (made,))


def raise_to(game: "Poker", state: PokerHand, move: RaiseTo) -> Step[PokerHand]:
    """A player raises, or completes a bring-in."""
    after, added, _ = answered(game, state, move.seat, RAISE, move.amount)
    told = game.streets[state.street].answered
    made = Raised(seat=move.seat, amount=added, to=move.amount, clause=told.clause, also=told.also)
    return go_on(game, after, (made,))


def _brought_to(game: "Poker", state: PokerHand, seat: int) -> PokerHand:
    """The first betting round with this player, whose up card says so, to act first."""
    if seat not in state.bringing:
        raise RuleViolation(BRING_IN, f"position {state.bringing[0]} brings it in, not position {seat}")
    betting = opened(bettors(state, seat, posted=True), pot=state.pot)
    return replace(state, phase=BETTING_ROUND, bringing=(), betting=betting)


@implements("common:poker/bring-in")
def bring_in(game: "Poker", state: PokerHand, move: BringIn) -> Step[PokerHand]:
    """The player whose up card says so puts in the bring-in, or everything, and has thereby answered."""
    begun = _brought_to(game, state, move.seat)
    betting = begun.betting
    assert betting is not None, "the round has just been opened"
    first, owed = betting.bettors[0], game.submission.bring_in
    paid = min(owed, first.stack)
    first = replace(first, stack=first.stack - paid, bet=paid, answered=owed)
    betting = opened((first, *betting.bettors[1:]), owed, pot=betting.pot + paid, completes=True, begin=1)
    after = replace(begun, holders=begun.putting_in(move.seat, paid), betting=betting, to_call=owed)
    return go_on(game, after, (BroughtIn(seat=move.seat, amount=paid, clause=BRING_IN.id),))


def may_bring_in(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """Whose up card says so."""
    yield Offer({"seat": state.bringing})


# What the asked player may do.


def _room(game: "Poker", state: PokerHand, answer: Answer) -> tuple[int, Range] | None:
    if state.phase == BRINGING_IN and answer is BET:
        seat = state.bringing[0]
        state = _brought_to(game, state, seat)
    betting = state.betting
    if betting is None or betting.asked is None:
        return None
    room = betting.rooms(terms(game, state)).get(answer)
    return None if room is None else (betting.asked.seat, room)


def _offered(answer: Answer, words: str, *, amount: bool = False):  # type: ignore[no-untyped-def]
    def offers(game: "Poker", state: PokerHand) -> Iterator[Offer]:
        found = _room(game, state, answer)
        if found is None:
            return
        seat, room = found
        said = words.format(seat=seat, amount=game.said(room.low))
        yield Offer({"seat": (seat,)}, words=said, amount=room if amount else None)

    return offers


may_fold = _offered(FOLD, "Position {seat} folds")
may_check = _offered(CHECK, "Position {seat} checks")
may_call = _offered(CALL, "Position {seat} calls {amount}")
may_bet = _offered(BET, "Position {seat} bets", amount=True)
may_raise = _offered(RAISE, "Position {seat} raises", amount=True)
