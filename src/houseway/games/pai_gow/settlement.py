"""Surrender, showdown and settlement (621a.8(e)-(k), 621a.9(n)-(r)): each player's hands against the dealer's or the bank's."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.games.pai_gow.bank import remembered
from houseway.games.pai_gow.centre import charged, surplus_paid, topped_up
from houseway.games.pai_gow.events import (
    CENTRE,
    BankExposed,
    CentreReversed,
    CentreSettled,
    DealerWagerDecided,
    DealerWagerPaid,
    DealerWagerReturned,
    HandCollected,
    HandsMisset,
    HandsRelabelled,
    HandsRevealed,
    HandSurrendered,
    RoundOver,
    WagerAbandoned,
)
from houseway.games.pai_gow.hands import (
    HIGH_AND_LOW,
    PICKED_UP_IN_ORDER,
    as_found,
    out_of_the_round,
    pending,
    set_by_dealer,
    setters,
    told,
)
from houseway.games.pai_gow.house_way import Setting, is_misset, relabelled
from houseway.games.pai_gow.mixing import MIXED_AFTER_EACH_ROUND, in_condition
from houseway.games.pai_gow.moves import Abandon, ExposeBank, RevealHands, Surrender
from houseway.games.pai_gow.outcome import compare, standing
from houseway.games.pai_gow.positions import DEALER, in_turn
from houseway.games.pai_gow.release import dealer_wager_back, with_bank
from houseway.games.pai_gow.round import Bank, Condition, Laid, Phase, Round, SettledLine
from houseway.games.pai_gow.submission import MissetHands
from houseway.games.pai_gow.vigorish import AT_PAYOUT, VIGORISH
from houseway.games.pai_gow.wagers import PAI_GOW
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.card_play import HandsVoided, SettlementReversed
from houseway.table.events import Event, Result, Settled, VigorishCollected, VigorishRefunded, cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.wagers import Bet, bet_at, forfeited, returned

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

ABANDONED = pa("621a.5(b)#3")
SURRENDER = pa("621a.8(e)#1")
BEFORE_THE_REVEAL = pa("621a.8(e)#2")
SURRENDERED = pa("621a.8(e)#3")
UNSEEN_AT_THE_RIGHT = pa("621a.8(e)#4")
ANNOUNCED = pa("621a.8(f)#3")
TIES_RETURNED = pa("621a.8(h)")
TILES_TAKEN_IN = pa("621a.8(j)#1")
FACE_UP_AT_THE_RIGHT = pa("621a.8(j)#2")
DEALER_AGAINST_BANK = pa("621a.9(n)#2")
DEALER_WINS = pa("621a.9(n)#3")
DEALER_TIES = pa("621a.9(n)#4")
DEALER_LOSES = pa("621a.9(n)#5")
DEALER_WIN_TO_INVENTORY = pa("621a.9(p)")
WINNERS_PAY_VIGORISH = pa("621a.9(q)")

SURRENDERING = (SURRENDER, BEFORE_THE_REVEAL, UNSEEN_AT_THE_RIGHT)
TAKING_IN = (TILES_TAKEN_IN, FACE_UP_AT_THE_RIGHT, PICKED_UP_IN_ORDER)


@dataclass(frozen=True, slots=True)
class Showdown:
    """The clauses on revealing, comparing, collecting and paying: against the dealer, a bank or a co-bank."""

    in_turn: Clause
    compared: Clause
    collected: Clause
    paid: Clause
    # By what the last winners are paid once the centre was topped up.
    paid_last: Clause


AGAINST_DEALER = Showdown(
    pa("621a.8(f)#1"), pa("621a.8(f)#2"), pa("621a.8(g)#3"), pa("621a.8(k)#1"), pa("621a.8(k)#1")
)
AGAINST_BANK = Showdown(
    pa("621a.9(o)#1"), pa("621a.9(o)#2"), pa("621a.9(o)#3"), pa("621a.9(o)#4"), pa("621a.9(o)#6")
)
AGAINST_CO_BANK = Showdown(
    pa("621a.9(r)#1"), pa("621a.9(r)#2"), pa("621a.9(r)#3"), pa("621a.9(r)#4"), pa("621a.9(r)#7")
)


@implements("621a.9(a)#2", "621a.9(a)#3", "621a.9(c)#6")
def showdown(bank: Bank | None) -> Showdown:
    """What governs the showdown: the section on banks in a round that a player banks, the ordinary rules otherwise."""
    if bank is None:
        return AGAINST_DEALER
    return AGAINST_CO_BANK if bank.co else AGAINST_BANK


# The bank's hands, and the dealer's wager against them (621a.9(n)).


@implements("621a.9(n)#2", "621a.9(n)#4", "621a.9(n)#5")
def expose_bank(game: "PaiGow", state: Round, move: ExposeBank) -> Step[Round]:
    """The dealer shows the bank's hands and decides the dealer's own wager by them."""
    seat = state.opponent
    laid = as_found(state, seat, move.high, move.low, DEALER_AGAINST_BANK)
    state = told(state, seat, laid.tiles, DEALER_AGAINST_BANK)
    setting = relabelled(laid)
    events: tuple[Event, ...] = (
        BankExposed(seat=seat, high=laid.high, low=laid.low, clause=DEALER_AGAINST_BANK.id),
        *_relabelling(seat, laid),
    )
    after = msgspec.structs.replace(
        state, phase=Phase.SHOWDOWN, shown=(*state.shown, Laid(seat=seat, setting=setting))
    )
    decided = _decide_dealer(after, setting)
    return onward(game, decided.state, (*events, *decided.events))


@implements("621a.9(n)#2", "621a.9(n)#4", "621a.9(n)#5")
def _decide_dealer(state: Round, bank: Setting) -> Step[Round]:
    """A dealer's wager that loses goes to the centre, a tied one to the inventory; a winning one waits to be paid."""
    dealer = state.shown_at(DEALER)
    if dealer is None or state.bank is None:
        return Step(state, ())
    stake, result = state.bank.stake, compare(dealer, bank).result
    clause = {Result.WIN: DEALER_WINS, Result.PUSH: DEALER_TIES, Result.LOSE: DEALER_LOSES}[result]
    centre = stake if result is Result.LOSE else 0
    decided = DealerWagerDecided(result=result, stake=stake, **cited((clause, DEALER_AGAINST_BANK)))
    return Step(with_bank(state, result=result, centre=state.bank.centre + centre), (decided,))


# Surrender and abandonment (621a.8(e), 621a.5(b)).


@implements("621a.8(e)#1", "621a.8(e)#2", "621a.8(e)#3", "621a.8(e)#4", readings=("B-PG-08", "B-PG-09"))
def surrender(game: "PaiGow", state: Round, move: Surrender) -> Step[Round]:
    """The whole wager is lost and the tiles stay hidden."""
    if move.seat not in pending(state):
        raise RuleViolation(BEFORE_THE_REVEAL, f"position {move.seat} has no hidden hands to surrender")
    given_up = HandSurrendered(seat=move.seat, **cited(SURRENDERING))
    return _lost_unseen(game, state, move.seat, SURRENDERED, given_up)


def check_abandoned_lose(game: "PaiGow", state: Round) -> None:
    """Refuse a ruling where the submission has abandoned hands played out."""
    if not game.submission.abandoned_wagers_lose:
        raise RuleViolation(ABANDONED, "under the Rules Submission an abandoned hand is played out")


@implements("621a.5(b)#3", readings=("B-PG-25",))
def abandon(game: "PaiGow", state: Round, move: Abandon) -> Step[Round]:
    """A floorperson or above rules the wager of a player who left lost, before the hands are due to be shown."""
    if move.seat not in abandonable(state):
        raise RuleViolation(
            ABANDONED,
            f"the wager of position {move.seat} cannot be ruled abandoned now",
            fix="rule on it between the deal and the moment when its hands are due to be shown",
        )
    if not move.reason.strip():
        raise RuleViolation(ABANDONED, "a ruling needs its reason", fix="say why")
    ruled = WagerAbandoned(seat=move.seat, by=move.by, reason=move.reason, clause=ABANDONED.id)
    return _lost_unseen(game, state, move.seat, ABANDONED, ruled)


def _lost_unseen(game: "PaiGow", state: Round, seat: int, clause: Clause, event: Event) -> Step[Round]:
    """The round without a position whose wager is lost and whose tiles nobody sees."""
    lost = forfeited(_bet_of(state, seat), clause)
    after = _collect(game, out_of_the_round(state, seat, seen=False), lost)
    away = HandCollected(seat=seat, **cited((PICKED_UP_IN_ORDER,)))
    return onward(game, after.state, (event, *after.events, away))


# The showdown (621a.8(f)-(k), 621a.9(o), (r)).


def revealed_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """By what hands are revealed in turn and compared, the result announced, and the tiles taken in."""
    return (*_announced_by(state), *TAKING_IN)


def _announced_by(state: Round) -> tuple[Clause, ...]:
    by = showdown(state.bank)
    return (by.in_turn, by.compared, ANNOUNCED)


@implements(
    "621a.8(f)#1",
    "621a.8(f)#3",
    "621a.8(g)#3",
    "621a.8(j)#1",
    "621a.9(o)#1",
    "621a.9(o)#2",
    "621a.9(r)#1",
    "621a.9(r)#2",
    readings=("B-PG-07", "B-PG-10"),
)
def reveal(game: "PaiGow", state: Round, move: RevealHands) -> Step[Round]:
    """The dealer reveals the next player's hands, compares them, and settles the wager at once if a bank need not pay it."""
    by = showdown(state.bank)
    following = pending(state)[0]
    if move.seat != following:
        raise RuleViolation(
            by.in_turn,
            f"the hands of position {following} are next, not those of position {move.seat}",
            fix=f"reveal position {following}",
        )
    laid = as_found(state, move.seat, move.high, move.low, by.in_turn)
    state = told(state, move.seat, laid.tiles, by.in_turn)
    counted = relabelled(laid) if game.submission.misset_hands is MissetHands.RELABEL else laid
    shown = msgspec.structs.replace(state, shown=(*state.shown, Laid(seat=move.seat, setting=counted)))
    line = _line(game, shown, _bet_of(state, move.seat), laid)
    revealed = HandsRevealed(
        seat=move.seat,
        high=laid.high,
        low=laid.low,
        announced=_ANNOUNCED[line.result],
        **cited(_announced_by(state)),
    )
    events: tuple[Event, ...] = (revealed, *_missetting(game, move.seat, laid))
    if state.bank is not None and line.result is Result.WIN:
        won = msgspec.structs.replace(shown, winners=(*state.winners, move.seat))
        return onward(game, won, events)
    settled = _collect(game, out_of_the_round(shown, move.seat, seen=True), line)
    return onward(game, settled.state, (*events, *settled.events, _taken_in(move.seat)))


@implements("621a.8(a)#1", readings=("B-PG-07",))
def _missetting(game: "PaiGow", seat: int, laid: Setting) -> tuple[Event, ...]:
    """The irregularity of a player's low hand above the high hand, with what the submission makes of it."""
    if game.submission.misset_hands is MissetHands.RELABEL or not is_misset(laid):
        return _relabelling(seat, laid)
    return (HandsMisset(seat=seat, high=laid.high, low=laid.low, clause=HIGH_AND_LOW.id),)


@implements("621a.8(k)#1", "621a.9(o)#2", "621a.9(r)#2", readings=("B-PG-03", "B-PG-07"))
def _line(game: "PaiGow", state: Round, bet: Bet, laid: Setting) -> Settled:
    """How a wager comes out against the hands to beat; hands of which the low is higher may lose by the submission."""
    if is_misset(laid) and game.submission.misset_hands is MissetHands.LOSE:
        return forfeited(bet, HIGH_AND_LOW)
    house = state.shown_at(state.opponent)
    assert house is not None, "the hands to beat are shown before the showdown"
    line = game.betting.settle(bet, standing(relabelled(laid), house), showdown(state.bank).in_turn)
    return msgspec.structs.replace(line, also=(TIES_RETURNED.id,)) if line.result is Result.PUSH else line


@implements("621a.8(g)#3", "621a.8(h)", "621a.8(k)#4", "621a.9(o)#3", "621a.9(r)#3")
def _collect(game: "PaiGow", state: Round, line: Settled) -> Step[Round]:
    """A settled wager: a loser's stake to the tray or, where a player banks, to the centre; a winner paid, less vigorish."""
    if line.result is Result.PUSH:
        return Step(state, (line,))
    if line.result is Result.WIN:
        vigorish = _vigorish(game, line.seat, line.paid, (AT_PAYOUT, VIGORISH))
        won = SettledLine(seat=line.seat, paid=line.paid, vigorish=vigorish.amount)
        return Step(_with_line(state, won), (line, vigorish))
    collected_by = (showdown(state.bank).collected.id,)
    line = msgspec.structs.replace(line, also=(*line.also, *collected_by))
    after = _with_line(state, SettledLine(seat=line.seat, lost=line.stake))
    if state.bank is None:
        return Step(after, (line,))
    to_centre = CentreSettled(**msgspec.structs.asdict(line))
    return Step(with_bank(after, centre=state.bank.centre + line.stake), (to_centre,))


@implements("621a.8(k)#2", "621a.8(k)#3", "621a.8(k)#4", "621a.9(q)", readings=("B-PG-11",))
def _vigorish(game: "PaiGow", seat: int, won: Cents, clauses: tuple[Clause, ...]) -> VigorishCollected:
    """What a winner pays on the amount won, as it is paid."""
    amount = charged(game.submission, won)
    return VigorishCollected(seat=seat, wager=PAI_GOW, pick="", amount=amount, **cited(clauses))


def surrenderable(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The positions whose hands are still hidden."""
    yield Offer({"seat": pending(state)})


def bank_as_it_lies(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The bank's hands."""
    yield _as_it_lies(state, state.opponent, {})


def next_revealed(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The hands of the position that is next."""
    seat = pending(state)[0]
    yield _as_it_lies(state, seat, {"seat": (seat,)}, f"Reveal position {seat}, {_THEN}")


def _as_it_lies(state: Round, seat: int, fields: dict[str, tuple[Any, ...]], words: str = "") -> Offer:
    """A reveal of hands as they were set, or with words for how they lie where nobody was told."""
    if state.setting_of(seat) is not None:
        return Offer({**fields, "high": ((),), "low": ((),)}, words)
    return Offer(fields, words, text=("high", "low"), asks=("high", "low"))


# How a round goes on.

_HANDS_OUT = (Phase.SETTING, Phase.TURNING, Phase.DEALER_SETS, Phase.EXPOSING_BANK)


def onward(game: "PaiGow", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The next moment: the dealer's turn once all have set, the end of the round once nothing is left to decide."""
    if state.phase is Phase.SHOWDOWN and not pending(state):
        return _decided(game, state, events)
    if state.phase in _HANDS_OUT and not _is_played_for(state):
        return _decided(game, state, events)
    if state.phase is Phase.SETTING and all(state.is_laid(seat) for seat in setters(state)):
        dealer_sets = set_by_dealer(state) is not None
        phase = Phase.TURNING if dealer_sets else Phase.EXPOSING_BANK
        return Step(msgspec.structs.replace(state, phase=phase), events)
    return Step(state, events)


def _is_played_for(state: Round) -> bool:
    """Whether any wager is left, a player's or the dealer's."""
    return bool(state.bets) or bool(state.dealer_stake)


# The centre (621a.9(o)-(r)).


def _decided(game: "PaiGow", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """All hands shown: where a player banks, the centre is paid out; then the round is over."""
    if state.bank is not None:
        paid = _pay_from_centre(game, state, state.bank)
        state, events = paid.state, (*events, *paid.events)
    return _completed(game, state, events)


@implements(
    "621a.9(o)#4",
    "621a.9(o)#6",
    "621a.9(p)",
    "621a.9(q)",
    "621a.9(r)#4",
    "621a.9(r)#7",
    readings=("B-PG-10", "B-PG-26", "B-PG-27"),
)
def _pay_from_centre(game: "PaiGow", state: Round, bank: Bank) -> Step[Round]:
    """Losers all collected, the winners are paid from the centre, players in turn and the dealer last; the bank fills it up."""
    by = showdown(bank)
    won = tuple(_won(game, state, seat) for seat in in_turn(state.winners))
    dealer_won = bank.stake if bank.result is Result.WIN else 0
    owed = sum(line.paid for line in won) + dealer_won
    centre, paid_by = bank.centre, by.paid
    events: list[Event] = []
    for line in won:
        if centre < line.paid:
            events.append(topped_up(game.submission, bank, owed - centre))
            centre, paid_by = owed, by.paid_last
        events.append(CentreSettled(**{**msgspec.structs.asdict(line), "also": (paid_by.id,)}))
        events.append(_vigorish(game, line.seat, line.paid, (WINNERS_PAY_VIGORISH, VIGORISH, AT_PAYOUT)))
        events.append(_taken_in(line.seat))
        centre, owed = centre - line.paid, owed - line.paid
    if dealer_won:
        if centre < dealer_won:
            events.append(topped_up(game.submission, bank, dealer_won - centre))
            centre = dealer_won
        events.append(
            DealerWagerPaid(stake=bank.stake, paid=dealer_won, **cited((DEALER_WIN_TO_INVENTORY, by.paid)))
        )
        centre -= dealer_won
    if centre:
        events.append(surplus_paid(game.submission, bank, centre))
    return Step(msgspec.structs.replace(state, bets=()), tuple(events))


def _won(game: "PaiGow", state: Round, seat: int) -> Settled:
    """The line of a player who beat the bank."""
    setting = state.shown_at(seat)
    assert setting is not None, "a winner's hands were revealed"
    return _line(game, state, _bet_of(state, seat), setting)


# The end of a round, and a void one.


@implements("621a.4(f)")
def _completed(game: "PaiGow", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The round is over and its tiles are to be mixed; what was shown stays in sight until then."""
    assert state.tiles is not None, "a round is played with tiles"
    over = RoundOver(serial=state.tiles.serial, clause=MIXED_AFTER_EACH_ROUND.id)
    past = remembered(game.submission, state)
    return Step(msgspec.structs.replace(_cleared(state), past=past), (*events, over))


@implements("621a.9(c)#5", "621a.10(c)", "621a.10(e)", readings=("B-PG-24",))
def void(state: Round, clause: Clause, reason: str) -> Step[Round]:
    """All hands void, all wagers back, the dealer's too, and the tiles are to be mixed again."""
    events: tuple[Event, ...] = (
        HandsVoided(reason=reason, clause=clause.id),
        *(event for line in reversed(state.settled) for event in _undone(line, state.bank, clause)),
        *(returned(bet, clause) for bet in state.bets),
        *_dealer_wager_undone(state, clause),
    )
    # Whether a void round was banked is not said; who banked it does not bank the next, the narrower permission.
    banked_by = state.bank.seat if state.bank else state.past.last_bank
    past = msgspec.structs.replace(state.past, last_bank=banked_by)
    after = msgspec.structs.replace(_cleared(state), bets=(), shown=(), collected=(), dice=(), past=past)
    return Step(after, events)


_THEN = "announce the result, lay the tiles face up at the right"
_ANNOUNCED = {Result.WIN: "wins", Result.LOSE: "loses", Result.PUSH: "ties"}


@implements("621a.5(b)#3", readings=("B-PG-25",))
def abandonable(state: Round) -> tuple[int, ...]:
    """The positions whose wagers may be ruled abandoned: dealt to, and not the next to be shown."""
    if state.phase in (Phase.SETTING, Phase.TURNING, Phase.DEALER_SETS, Phase.EXPOSING_BANK):
        return state.bettors
    return pending(state)[1:] if state.phase is Phase.SHOWDOWN else ()


def rulings(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The positions whose wagers may be ruled abandoned, for a reason."""
    if seats := abandonable(state):
        yield Offer({"seat": seats}, text=("reason",))


def _bet_of(state: Round, seat: int) -> Bet:
    bet = bet_at(state.bets, seat, PAI_GOW, "")
    assert bet is not None, "a position in the round has a wager"
    return bet


@implements("621a.8(j)#2")
def _taken_in(seat: int) -> HandCollected:
    return HandCollected(seat=seat, **cited(TAKING_IN))


@implements("621a.8(a)#1", readings=("B-PG-07",))
def _relabelling(seat: int, laid: Setting) -> tuple[HandsRelabelled, ...]:
    """The irregularity of a low hand above its high hand, which is put on record."""
    if not is_misset(laid):
        return ()
    right = relabelled(laid)
    return (HandsRelabelled(seat=seat, high=right.high, low=right.low, clause=HIGH_AND_LOW.id),)


def _with_line(state: Round, line: SettledLine) -> Round:
    return msgspec.structs.replace(state, settled=(*state.settled, line))


def _undone(line: SettledLine, bank: Bank | None, clause: Clause) -> tuple[Event, ...]:
    """A settled line taken back, since the hands are void."""
    if bank is not None:
        return (
            CentreReversed(seat=line.seat, wager=PAI_GOW, returned=line.lost, repaid=0, clause=clause.id),
        )
    undone = SettlementReversed(
        seat=line.seat, wager=PAI_GOW, returned=line.lost, repaid=line.paid, clause=clause.id
    )
    if not line.vigorish:
        return (undone,)
    refunded = VigorishRefunded(
        seat=line.seat, wager=PAI_GOW, pick="", amount=line.vigorish, clause=clause.id
    )
    return (refunded, undone)


def _dealer_wager_undone(state: Round, clause: Clause) -> tuple[Event, ...]:
    if state.bank is None or state.bank.result is Result.PUSH:
        return ()
    if state.bank.result is Result.LOSE:
        return (DealerWagerReturned(amount=state.bank.stake, source=CENTRE, clause=clause.id),)
    return dealer_wager_back(state, clause)


def _cleared(state: Round) -> Round:
    """The table after a round, its tiles to be mixed."""
    return msgspec.structs.replace(
        in_condition(state, Condition.USED),
        phase=Phase.BETTING,
        stacks=(),
        cut=False,
        offered=0,
        passed=(),
        bank=None,
        wagered=(),
        shaken=False,
        start=None,
        hands=(),
        exposed=(),
        deciding=(),
        looked=(),
        laid=(),
        winners=(),
        settled=(),
    )
