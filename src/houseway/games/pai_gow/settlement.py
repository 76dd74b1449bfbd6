"""Surrender, showdown and settlement (621a.8(e)-(k), 621a.9(n)-(r)): each player's hands against the dealer's or the bank's."""

from dataclasses import dataclass

import msgspec

from houseway.games.pai_gow.bank import dealer_wager_back, with_bank
from houseway.games.pai_gow.events import (
    CENTRE,
    BankExposed,
    CentreReversed,
    CentreSettled,
    CentreToppedUp,
    DealerWagerDecided,
    DealerWagerPaid,
    DealerWagerReturned,
    HandCollected,
    HandsMisset,
    HandsRelabelled,
    HandsRevealed,
    HandSurrendered,
    RoundOver,
    SurplusPaid,
    WagerAbandoned,
)
from houseway.games.pai_gow.house_way import Setting, is_misset, relabelled
from houseway.games.pai_gow.mixing import MIXED_AFTER_EACH_ROUND, in_condition
from houseway.games.pai_gow.moves import Abandon, ExposeBank, RevealHands, Surrender
from houseway.games.pai_gow.outcome import compare, standing
from houseway.games.pai_gow.positions import DEALER, in_turn
from houseway.games.pai_gow.round import Bank, Condition, Laid, Phase, Round, SettledLine
from houseway.games.pai_gow.setting import (
    HIGH_AND_LOW,
    PICKED_UP_IN_ORDER,
    SettingHands,
    as_found,
    out_of_the_round,
    pending,
    told,
)
from houseway.games.pai_gow.submission import MissetHands, OddChip
from houseway.games.pai_gow.vigorish import AT_PAYOUT, VIGORISH, collected
from houseway.games.pai_gow.wagers import PAI_GOW
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.card_play import HandsVoided, SettlementReversed
from houseway.table.events import Event, Result, Settled, VigorishCollected, VigorishRefunded, cited
from houseway.table.felt import Step
from houseway.table.roles import DEALERS, FLOORPERSONS, PLAYERS
from houseway.table.rules import require_role
from houseway.table.wagers import Bet, bet_at, forfeited, returned

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
BANK_TOPS_UP = pa("621a.9(o)#5")
SURPLUS_CHARGED = pa("621a.9(o)#7")
REST_TO_BANK = pa("621a.9(o)#8")
DEALER_WIN_TO_INVENTORY = pa("621a.9(p)")
WINNERS_PAY_VIGORISH = pa("621a.9(q)")
CO_BANK_TOPS_UP = pa("621a.9(r)#5")
HOUSE_TOPS_UP = pa("621a.9(r)#6")
HALF_TO_INVENTORY = pa("621a.9(r)#8")
HALF_CHARGED = pa("621a.9(r)#9")
REST_TO_CO_BANK = pa("621a.9(r)#10")


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


class Settlement(SettingHands):
    """What the game does once the hands to beat lie face up, until the round is over."""

    # The bank's hands, and the dealer's wager against them (621a.9(n)).

    @implements("621a.9(n)#2", "621a.9(n)#4", "621a.9(n)#5")
    def _expose_bank(self, state: Round, move: ExposeBank) -> Step[Round]:
        """The dealer shows the bank's hands and decides the dealer's own wager by them."""
        require_role(move, DEALERS, DEALER_AGAINST_BANK, "expose the bank's hands")
        if state.phase is not Phase.EXPOSING_BANK or state.bank is None:
            raise RuleViolation(DEALER_AGAINST_BANK, "the bank's hands are exposed once all others are set")
        seat = state.bank.seat
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
        decided = self._decide_dealer(after, setting)
        return self.onward(decided.state, (*events, *decided.events))

    @implements("621a.9(n)#2", "621a.9(n)#4", "621a.9(n)#5")
    def _decide_dealer(self, state: Round, bank: Setting) -> Step[Round]:
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

    @implements("621a.8(e)#1", "621a.8(e)#2", "621a.8(e)#3", readings=("B-PG-08", "B-PG-09"))
    def _surrender(self, state: Round, move: Surrender) -> Step[Round]:
        """The whole wager is lost and the tiles stay hidden."""
        require_role(move, PLAYERS, SURRENDER, "surrender")
        if state.phase is not Phase.SHOWDOWN:
            raise RuleViolation(SURRENDER, "a player may surrender once the hands to beat are set")
        if move.seat not in pending(state):
            raise RuleViolation(BEFORE_THE_REVEAL, f"position {move.seat} has no hidden hands to surrender")
        given_up = HandSurrendered(
            seat=move.seat, **cited((SURRENDER, BEFORE_THE_REVEAL, UNSEEN_AT_THE_RIGHT))
        )
        return self._lost_unseen(state, move.seat, SURRENDERED, given_up)

    @implements("621a.5(b)#3", readings=("B-PG-25",))
    def _abandon(self, state: Round, move: Abandon) -> Step[Round]:
        """A floorperson or above rules the wager of a player who left lost, before the hands are due to be shown."""
        require_role(move, FLOORPERSONS, ABANDONED, "rule a wager abandoned")
        if not self.submission.abandoned_wagers_lose:
            raise RuleViolation(ABANDONED, "under the Rules Submission an abandoned hand is played out")
        if move.seat not in abandonable(state):
            raise RuleViolation(
                ABANDONED,
                f"the wager of position {move.seat} cannot be ruled abandoned now",
                fix="rule on it between the deal and the moment when its hands are due to be shown",
            )
        if not move.reason.strip():
            raise RuleViolation(ABANDONED, "a ruling needs its reason", fix="say why")
        ruled = WagerAbandoned(seat=move.seat, by=move.by, reason=move.reason, clause=ABANDONED.id)
        return self._lost_unseen(state, move.seat, ABANDONED, ruled)

    def _lost_unseen(self, state: Round, seat: int, clause: Clause, event: Event) -> Step[Round]:
        """The round without a position whose wager is lost and whose tiles nobody sees."""
        lost = forfeited(_bet_of(state, seat), clause)
        after = self._collect(out_of_the_round(state, seat, seen=False), lost)
        away = HandCollected(seat=seat, **cited((PICKED_UP_IN_ORDER,)))
        return self.onward(after.state, (event, *after.events, away))

    # The showdown (621a.8(f)-(k), 621a.9(o), (r)).

    @implements(
        "621a.8(f)#1",
        "621a.8(g)#3",
        "621a.8(j)#1",
        "621a.9(o)#1",
        "621a.9(o)#2",
        "621a.9(r)#1",
        "621a.9(r)#2",
        readings=("B-PG-07", "B-PG-10"),
    )
    def _reveal(self, state: Round, move: RevealHands) -> Step[Round]:
        """The dealer reveals the next player's hands, compares them, and settles the wager at once if a bank need not pay it."""
        by = showdown(state.bank)
        require_role(move, DEALERS, by.in_turn, "reveal a player's hands")
        if state.phase is not Phase.SHOWDOWN:
            raise RuleViolation(by.in_turn, "players' hands are revealed when the hands to beat are set")
        following = pending(state)[0]
        if move.seat != following:
            raise RuleViolation(
                by.in_turn,
                f"the hands of position {following} are next, not those of position {move.seat}",
                fix=f"reveal position {following}",
            )
        laid = as_found(state, move.seat, move.high, move.low, by.in_turn)
        state = told(state, move.seat, laid.tiles, by.in_turn)
        counted = relabelled(laid) if self.submission.misset_hands is MissetHands.RELABEL else laid
        shown = msgspec.structs.replace(state, shown=(*state.shown, Laid(seat=move.seat, setting=counted)))
        line = self._line(shown, _bet_of(state, move.seat), laid)
        revealed = HandsRevealed(
            seat=move.seat,
            high=laid.high,
            low=laid.low,
            announced=_ANNOUNCED[line.result],
            **cited((by.in_turn, by.compared, ANNOUNCED)),
        )
        events: tuple[Event, ...] = (revealed, *self._missetting(move.seat, laid))
        if state.bank is not None and line.result is Result.WIN:
            won = msgspec.structs.replace(shown, winners=(*state.winners, move.seat))
            return self.onward(won, events)
        settled = self._collect(out_of_the_round(shown, move.seat, seen=True), line)
        return self.onward(settled.state, (*events, *settled.events, _taken_in(move.seat)))

    @implements("621a.8(a)#1", readings=("B-PG-07",))
    def _missetting(self, seat: int, laid: Setting) -> tuple[Event, ...]:
        """The irregularity of a player's low hand above the high hand, with what the submission makes of it."""
        if self.submission.misset_hands is MissetHands.RELABEL or not is_misset(laid):
            return _relabelling(seat, laid)
        return (HandsMisset(seat=seat, high=laid.high, low=laid.low, clause=HIGH_AND_LOW.id),)

    @implements("621a.8(k)#1", "621a.9(o)#2", "621a.9(r)#2", readings=("B-PG-03", "B-PG-07"))
    def _line(self, state: Round, bet: Bet, laid: Setting) -> Settled:
        """How a wager comes out against the hands to beat; hands of which the low is higher may lose by the submission."""
        if is_misset(laid) and self.submission.misset_hands is MissetHands.LOSE:
            return forfeited(bet, HIGH_AND_LOW)
        house = state.shown_at(state.opponent)
        assert house is not None, "the hands to beat are shown before the showdown"
        line = self.betting.settle(bet, standing(relabelled(laid), house), showdown(state.bank).in_turn)
        return msgspec.structs.replace(line, also=(TIES_RETURNED.id,)) if line.result is Result.PUSH else line

    @implements("621a.8(g)#3", "621a.8(h)", "621a.8(k)#4", "621a.9(o)#3", "621a.9(r)#3")
    def _collect(self, state: Round, line: Settled) -> Step[Round]:
        """A settled wager: a loser's stake to the tray or, where a player banks, to the centre; a winner paid, less vigorish."""
        if line.result is Result.PUSH:
            return Step(state, (line,))
        if line.result is Result.WIN:
            vigorish = self._vigorish(line.seat, line.paid, (AT_PAYOUT, VIGORISH))
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
    def _vigorish(self, seat: int, won: Cents, clauses: tuple[Clause, ...]) -> VigorishCollected:
        """What a winner pays on the amount won, as it is paid."""
        amount = self._charged(won)
        return VigorishCollected(seat=seat, wager=PAI_GOW, pick="", amount=amount, **cited(clauses))

    @implements("621a.8(k)#3", "621a.9(o)#7", "621a.9(r)#9", readings=("B-PG-11",))
    def _charged(self, won: Cents) -> Cents:
        """The vigorish on an amount won: rounded up to quarters it may exceed a small surplus, and takes no more than that."""
        due = collected(won, self.submission.vigorish_rounding, self.submission.smallest_chip)
        if due > won:
            return won
        return due

    def charge_on_win(self, won: Cents) -> Cents:
        """The vigorish on an amount won, on a coupon as on chips."""
        return self._charged(won)

    # The centre (621a.9(o)-(r)).

    def decided(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """All hands shown: where a player banks, the centre is paid out; then the round is over."""
        if state.bank is not None:
            paid = self._pay_from_centre(state, state.bank)
            state, events = paid.state, (*events, *paid.events)
        return self._completed(state, events)

    @implements(
        "621a.9(o)#4",
        "621a.9(o)#6",
        "621a.9(p)",
        "621a.9(q)",
        "621a.9(r)#4",
        "621a.9(r)#7",
        readings=("B-PG-10", "B-PG-26", "B-PG-27"),
    )
    def _pay_from_centre(self, state: Round, bank: Bank) -> Step[Round]:
        """Losers all collected, the winners are paid from the centre, players in turn and the dealer last; the bank fills it up."""
        by = showdown(bank)
        won = tuple(self._won(state, seat) for seat in in_turn(state.winners))
        dealer_won = bank.stake if bank.result is Result.WIN else 0
        owed = sum(line.paid for line in won) + dealer_won
        centre, paid_by = bank.centre, by.paid
        events: list[Event] = []
        for line in won:
            if centre < line.paid:
                events.append(self._topped_up(bank, owed - centre))
                centre, paid_by = owed, by.paid_last
            events.append(CentreSettled(**{**msgspec.structs.asdict(line), "also": (paid_by.id,)}))
            events.append(self._vigorish(line.seat, line.paid, (WINNERS_PAY_VIGORISH, VIGORISH, AT_PAYOUT)))
            events.append(_taken_in(line.seat))
            centre, owed = centre - line.paid, owed - line.paid
        if dealer_won:
            if centre < dealer_won:
                events.append(self._topped_up(bank, dealer_won - centre))
                centre = dealer_won
            events.append(
                DealerWagerPaid(
                    stake=bank.stake, paid=dealer_won, **cited((DEALER_WIN_TO_INVENTORY, by.paid))
                )
            )
            centre -= dealer_won
        if centre:
            events.append(self._surplus(bank, centre))
        return Step(msgspec.structs.replace(state, bets=()), tuple(events))

    def _won(self, state: Round, seat: int) -> Settled:
        """The line of a player who beat the bank."""
        setting = state.shown_at(seat)
        assert setting is not None, "a winner's hands were revealed"
        return self._line(state, _bet_of(state, seat), setting)

    @implements("621a.9(o)#5", "621a.9(r)#5", "621a.9(r)#6", readings=("B-PG-12",))
    def _topped_up(self, bank: Bank, short: Cents) -> CentreToppedUp:
        """What the winners are still owed beyond the centre: from the bank, or half from a co-bank and the rest from the house."""
        if not bank.co:
            return CentreToppedUp(seat=bank.seat, amount=short, clause=BANK_TOPS_UP.id)
        half = self._half(short, up=self.submission.odd_chip is OddChip.CO_BANK)
        return CentreToppedUp(
            seat=bank.seat, amount=half, house=short - half, **cited((CO_BANK_TOPS_UP, HOUSE_TOPS_UP))
        )

    def _surplus(self, bank: Bank, surplus: Cents) -> SurplusPaid:
        """What is left in the centre once all winners are paid, shared out."""
        share = self._share(bank, surplus)
        vigorish = self._charged(share)
        against_co_bank = (REST_TO_CO_BANK, HALF_TO_INVENTORY, HALF_CHARGED)
        return SurplusPaid(
            seat=bank.seat,
            surplus=surplus,
            house=surplus - share,
            vigorish=vigorish,
            paid=share - vigorish,
            **cited(against_co_bank if bank.co else (REST_TO_BANK, SURPLUS_CHARGED)),
        )

    @implements(
        "621a.9(o)#7",
        "621a.9(o)#8",
        "621a.9(r)#8",
        "621a.9(r)#9",
        "621a.9(r)#10",
        readings=("B-PG-10", "B-PG-12"),
    )
    def _share(self, bank: Bank, surplus: Cents) -> Cents:
        """What of a surplus bears vigorish and then goes to the bank: all of it, or half for a co-bank."""
        if not bank.co:
            return surplus
        return self._half(surplus, up=self.submission.odd_chip is OddChip.HOUSE)

    @implements("621a.9(r)#5", "621a.9(r)#6", "621a.9(r)#8", readings=("B-PG-12",))
    def _half(self, amount: Cents, *, up: bool) -> Cents:
        """Half of an amount in whole chips, the odd chip with it or left out."""
        chip = self.submission.smallest_chip
        chips, odd = divmod(amount // chip, 2)
        return (chips + (odd if up else 0)) * chip

    # The end of a round, and a void one.

    @implements("621a.4(f)")
    def _completed(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """The round is over and its tiles are to be mixed; what was shown stays in sight until then."""
        assert state.tiles is not None, "a round is played with tiles"
        over = RoundOver(serial=state.tiles.serial, clause=MIXED_AFTER_EACH_ROUND.id)
        past = self.remembered(state)
        return Step(msgspec.structs.replace(_cleared(state), past=past), (*events, over))

    @implements("621a.9(c)#5", "621a.10(c)", "621a.10(e)", readings=("B-PG-24",))
    def void(self, state: Round, clause: Clause, reason: str) -> Step[Round]:
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


_ANNOUNCED = {Result.WIN: "wins", Result.LOSE: "loses", Result.PUSH: "ties"}


@implements("621a.5(b)#3", readings=("B-PG-25",))
def abandonable(state: Round) -> tuple[int, ...]:
    """The positions whose wagers may be ruled abandoned: dealt to, and not the next to be shown."""
    if state.phase in (Phase.SETTING, Phase.TURNING, Phase.DEALER_SETS, Phase.EXPOSING_BANK):
        return state.bettors
    return pending(state)[1:] if state.phase is Phase.SHOWDOWN else ()


def _bet_of(state: Round, seat: int) -> Bet:
    bet = bet_at(state.bets, seat, PAI_GOW, "")
    assert bet is not None, "a position in the round has a wager"
    return bet


def _taken_in(seat: int) -> HandCollected:
    return HandCollected(seat=seat, **cited((TILES_TAKEN_IN, FACE_UP_AT_THE_RIGHT, PICKED_UP_IN_ORDER)))


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
