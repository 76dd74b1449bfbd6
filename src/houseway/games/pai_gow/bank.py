"""The player's bank before the deal (621a.9(a)-(h)): who is offered it, who may take it, the cut, the dealer's wager."""

from bisect import bisect_right
from collections.abc import Callable, Iterator

import msgspec

from houseway.equipment.tiles import Hand
from houseway.games.pai_gow.delivery import STACKS
from houseway.games.pai_gow.events import (
    BankAccepted,
    BankOffered,
    BankPassed,
    BankReleased,
    CoBankRequested,
    DealerWagerDirected,
    DealerWagerReturned,
    DealerWagerStaked,
    TilesCut,
)
from houseway.games.pai_gow.mixing import check_stacked
from houseway.games.pai_gow.moves import (
    AcceptBank,
    CutTiles,
    DirectDealerWager,
    End,
    OfferBank,
    PassBank,
    ReleaseBank,
    RequestCoBank,
    StakeDealerWager,
)
from houseway.games.pai_gow.positions import DEALER, in_turn
from houseway.games.pai_gow.round import Bank, Past, Phase, Round
from houseway.games.pai_gow.submission import (
    COVERED,
    DEALER_WAGER,
    MAY_CO_BANK,
    PLAYERS_MAY_BANK,
    BankRotation,
)
from houseway.games.pai_gow.wagering import BANK_HAS_ONE_AREA, Wagering, players
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.areas import positions_of
from houseway.table.events import Event, SeatLeft, cited
from houseway.table.felt import Step
from houseway.table.moves import Move
from houseway.table.roles import BETTORS, DEALERS, PLAYERS
from houseway.table.rules import Lawful, require_role
from houseway.table.wagers import Range

NOT_AT_THE_START = pa("621a.9(b)#1")
TAKE_OR_PASS = pa("621a.9(c)#1")
OFFERED_IN_TURN = pa("621a.9(c)#2")
BANK_MARKED = pa("621a.9(c)#3")
NEXT_FIRST_OFFER = pa("621a.9(c)#4")
NOT_TWICE_RUNNING = pa("621a.9(c)#5")
CONFIRMED = pa("621a.9(d)")
WAGERED_BEFORE = pa("621a.9(d)(1)")
OPEN_TO_ALL = pa("621a.9(e)#2")
ASKED_FOR = pa("621a.9(e)#3")
CO_BANK_MARKED = pa("621a.9(e)#4")
NO_DEALER_WAGER = pa("621a.9(e)#6")
ONE_CUT = pa("621a.9(g)#1")
NO_CUT = pa("621a.9(g)#2")
AS_DIRECTED = pa("621a.9(g)#3")
TO_ONE_END = pa("621a.9(g)(1)")
TO_BOTH_ENDS = pa("621a.9(g)(2)")
SMALLER_WAGER = pa("621a.9(h)#2")
BEFORE_THE_CONTAINER = pa("621a.9(h)#3")
NO_CHIPS_DRAWN = pa("621a.9(h)#5")

_WHOLE = 100


class Banking(Wagering):
    """What the game does about a player's bank until no more bets."""

    # Offering the bank (621a.9(a)-(d)).

    @implements("621a.9(a)#1", "621a.9(b)#1", "621a.9(c)#1", "621a.9(c)#5", readings=("B-PG-01", "B-PG-14"))
    def offers_due(self, state: Round) -> tuple[int, ...]:
        """Who is still to be offered the bank of the coming round, in turn: every player but the last bank."""
        if not self.submission.player_bank or state.past.at_start or state.bank is not None:
            return ()
        asked = {*state.passed, state.offered, state.past.last_bank}
        return tuple(seat for seat in in_turn(players(state), state.past.after) if seat not in asked)

    @implements("621a.9(a)#1", "621a.9(b)#1", "621a.9(c)#2", "621a.9(c)#5", readings=("B-PG-01", "B-PG-14"))
    def _offer(self, state: Round, move: OfferBank) -> Step[Round]:
        """The dealer offers the bank to the next player, never at the start of a game nor to the last bank."""
        require_role(move, DEALERS, OFFERED_IN_TURN, "offer the bank")
        _check_before_the_deal(state, OFFERED_IN_TURN)
        if not self.submission.player_bank:
            raise RuleViolation(PLAYERS_MAY_BANK, "the Rules Submission of this table has no player bank")
        _check_not_at_start(state)
        if state.offered:
            raise RuleViolation(TAKE_OR_PASS, f"position {state.offered} has not answered yet")
        if move.seat == state.past.last_bank:
            raise RuleViolation(NOT_TWICE_RUNNING, f"position {move.seat} banked the last round")
        due = self.offers_due(state)
        if move.seat not in due[:1]:
            raise RuleViolation(
                OFFERED_IN_TURN,
                f"it is not the turn of position {move.seat}",
                fix=f"offer the bank to position {due[0]}" if due else "nobody is left to be asked",
            )
        first = NEXT_FIRST_OFFER if state.past.after and not state.passed else OFFERED_IN_TURN
        offered = BankOffered(seat=move.seat, **cited((first, TAKE_OR_PASS)))
        return Step(msgspec.structs.replace(state, offered=move.seat), (offered,))

    @implements("621a.9(c)#1")
    def _pass(self, state: Round, move: PassBank) -> Step[Round]:
        """The player passes the bank on to the next."""
        self._check_offered(state, move, "pass the bank")
        passed = BankPassed(seat=move.seat, clause=TAKE_OR_PASS.id)
        after = msgspec.structs.replace(state, offered=0, passed=(*state.passed, move.seat))
        return Step(after, (passed,))

    @implements(
        "621a.9(b)#1",
        "621a.9(c)#1",
        "621a.9(d)",
        "621a.9(d)(1)",
        "621a.9(f)",
        readings=("B-PG-01", "B-PG-16"),
    )
    def _accept(self, state: Round, move: AcceptBank) -> Step[Round]:
        """The player takes the bank, once the dealer has confirmed what is asked of a bank, and keeps one area."""
        self._check_offered(state, move, "take the bank")
        _check_not_at_start(state)
        if not state.past.last_wager(move.seat):
            raise RuleViolation(
                WAGERED_BEFORE,
                f"position {move.seat} did not wager in the last round that the house banked",
                fix="pass the bank on",
            )
        if any(bet.seat in positions_of(state, move.seat) for bet in state.bets):
            raise RuleViolation(
                BANK_HAS_ONE_AREA,
                f"position {move.seat} has a wager down, and a bank makes none",
                fix="take it down first",
            )
        given_up = positions_of(state, move.seat)[1:]
        after = msgspec.structs.replace(
            state,
            offered=0,
            bank=Bank(seat=move.seat),
            seats=tuple(seat for seat in state.seats if seat not in given_up),
            areas=tuple(pair for pair in state.areas if pair[1] != move.seat),
        )
        accepted = BankAccepted(
            seat=move.seat, **cited((TAKE_OR_PASS, BANK_MARKED, CONFIRMED, WAGERED_BEFORE, COVERED))
        )
        left = (SeatLeft(seat=area, clause=BANK_HAS_ONE_AREA.id) for area in given_up)
        return Step(after, (accepted, *left))

    def _check_offered(self, state: Round, move: AcceptBank | PassBank, act: str) -> None:
        require_role(move, PLAYERS, TAKE_OR_PASS, act)
        if not state.offered or move.seat != state.offered:
            raise RuleViolation(TAKE_OR_PASS, f"position {move.seat} is not being offered the bank")
        _check_before_the_deal(state, TAKE_OR_PASS)

    @implements("621a.9(e)#1", "621a.9(e)#2", "621a.9(e)#3")
    def _request_co_bank(self, state: Round, move: RequestCoBank) -> Step[Round]:
        """The bank, whoever it is, asks expressly to share the bank with the house."""
        require_role(move, PLAYERS, ASKED_FOR, "ask to co-bank")
        if not self.submission.co_bank:
            raise RuleViolation(MAY_CO_BANK, "the Rules Submission of this table has no co-banking")
        bank = _bank_of(state, ASKED_FOR)
        _check_before_the_deal(state, ASKED_FOR)
        if move.seat != bank.seat:
            raise RuleViolation(ASKED_FOR, f"position {move.seat} is not the bank")
        if bank.co:
            raise RuleViolation(ASKED_FOR, "the round is co-banked")
        asked = CoBankRequested(
            seat=move.seat, **cited((ASKED_FOR, MAY_CO_BANK, OPEN_TO_ALL, CO_BANK_MARKED))
        )
        back = unstaked(state, NO_DEALER_WAGER)
        return Step(with_bank(back.state, co=True), (asked, *back.events))

    @implements("621a.9(c)#1", "621a.9(d)", "621a.9(d)(2)")
    def _release(self, state: Round, move: ReleaseBank) -> Step[Round]:
        """A bank that gives up, or whose chips the dealer cannot confirm, has passed the bank on."""
        clauses = (TAKE_OR_PASS,) if move.by in PLAYERS else (COVERED, CONFIRMED)
        require_role(move, BETTORS, clauses[0], "release the bank")
        bank = _bank_of(state, clauses[0])
        _check_before_the_deal(state, clauses[0])
        if move.seat != bank.seat:
            raise RuleViolation(clauses[0], f"position {move.seat} is not the bank")
        reason = (
            "the player gives it up" if move.by in PLAYERS else "the dealer cannot confirm the chips for it"
        )
        released = self.without_bank(state, clauses[0], reason)
        passed = (*released.state.passed, bank.seat)
        return Step(msgspec.structs.replace(released.state, passed=passed), released.events)

    def without_bank(self, state: Round, clause: Clause, reason: str) -> Step[Round]:
        """The coming round without the bank, whose wager against the dealer goes back."""
        if state.bank is None:
            return Step(state, ())
        events: tuple[Event, ...] = (
            BankReleased(seat=state.bank.seat, reason=reason, clause=clause.id),
            *dealer_wager_back(state, clause),
        )
        return Step(msgspec.structs.replace(state, bank=None, cut=False), events)

    @implements("621a.9(c)#4", "621a.9(c)#5", "621a.9(d)(1)", readings=("B-PG-01", "B-PG-14"))
    def remembered(self, state: Round) -> Past:
        """What a completed round leaves: who banked it and who is asked first next, or who wagered against the dealer."""
        if state.bank is None:
            return Past(at_start=False, last_wagers=state.wagered)
        rotates = self.submission.bank_rotation is BankRotation.RIGHT_OF_LAST_BANK or not state.passed
        return msgspec.structs.replace(
            state.past, last_bank=state.bank.seat, after=state.bank.seat if rotates else DEALER
        )

    # What the bank must cover (621a.9(d)(2)).

    @implements("621a.9(d)(2)", readings=("B-PG-13",))
    def to_cover(self, state: Round, more: Cents = 0) -> Cents:
        """The chips that a bank must have: all wagers of other players, with so much more, and the dealer's.

        Where less is filed for a co-bank, that is enough as long as the bank co-banks or may still ask for it.
        """
        bank = state.bank
        may_ask = state.phase is Phase.BETTING and self.submission.co_bank and not state.dealer_stake
        less = may_ask or (bank is not None and bank.co)
        percent = self.submission.co_bank_cover if less else _WHOLE
        wagers = sum(bet.amount for bet in state.bets) + more
        return -(-wagers * percent // _WHOLE) + state.dealer_stake

    @implements("621a.9(d)(2)", "621a.9(h)#1", readings=("B-PG-13",))
    def check_means(self, state: Round, chips: Callable[[int], Cents], move: Move) -> None:
        """Refuse a bank, a wager, or no more bets, that the bank's chips do not cover, and a dealer's wager beyond the rest."""
        if state.bank is None or state.phase not in (Phase.BETTING, Phase.CLOSED):
            return
        has, needs = chips(state.bank.seat), self.to_cover(state)
        if needs - state.dealer_stake <= has < needs:
            left = has - needs + state.dealer_stake
            raise RuleViolation(
                DEALER_WAGER,
                f"the bank at position {state.bank.seat} has {dollars(left)} left for the dealer's wager",
                fix="let the dealer wager no more than that, or have the other wagers lowered",
            )
        if has < needs:
            raise RuleViolation(
                COVERED,
                f"the bank at position {state.bank.seat} has {dollars(has)} and would have to cover {dollars(needs)}",
                fix="wager less, let the bank buy chips, or release it",
            )
        if isinstance(move, StakeDealerWager):
            self._check_stake_is_all(state, has)

    @implements("621a.9(h)#1", readings=("B-PG-13",))
    def _check_stake_is_all(self, state: Round, has: Cents) -> None:
        """The dealer wagers all that is due, but for what the bank's chips do not cover."""
        more = state.dealer_stake + self.submission.smallest_chip
        covered = has >= self.to_cover(with_bank(state, stake=more))
        if covered and more <= self.dealer_wager_due(with_bank(state, stake=0)):
            raise RuleViolation(
                DEALER_WAGER,
                f"the bank's chips cover more than {dollars(state.dealer_stake)}",
                fix="wager what is due; only the bank may direct less",
            )

    def within_means(self, state: Round, act: Lawful, chips: Callable[[int], Cents]) -> Iterator[Lawful]:
        """What a bank's chips cover besides what players have themselves."""
        bank = state.bank
        for narrowed in super().within_means(state, act, chips):
            if act.move == "place-wager" and bank is not None:
                yield from self._covered(state, narrowed, chips(bank.seat))
            elif act.move == "stake-dealer-wager" and bank is not None:
                yield from self._capped(state, narrowed, chips(bank.seat))
            elif self._is_covered(state, act, chips):
                yield narrowed

    def _is_covered(self, state: Round, act: Lawful, chips: Callable[[int], Cents]) -> bool:
        """Whether a bank has the chips for a move that asks for them."""
        if act.move == "accept-bank":
            return chips(state.offered) >= self.to_cover(state)
        if state.bank is None:
            return True
        if act.move != "call-no-more-bets":
            return True
        closed = msgspec.structs.replace(state, phase=Phase.CLOSED)
        return chips(state.bank.seat) >= self.to_cover(closed)

    @implements("621a.9(h)#1", readings=("B-PG-13",))
    def _capped(self, state: Round, act: Lawful, has: Cents) -> Iterator[Lawful]:
        """The dealer's wager, or as much of it as the bank's chips leave room for."""
        due, chip = self.dealer_wager_due(state), self.submission.smallest_chip
        short = self.to_cover(with_bank(state, stake=due)) - has
        if short <= 0:
            yield act
            return
        most = due - -(-short // chip) * chip
        if most > 0:
            label = f"The dealer wagers {dollars(most)} against the bank"
            yield msgspec.structs.replace(act, label=label, fields={"amount": (most,)})

    def _covered(self, state: Round, act: Lawful, has: Cents) -> Iterator[Lawful]:
        """A wager as far as the bank can cover it with the others."""
        room = act.amount
        assert room is not None, "a wager always has a range of amounts"
        amounts = range(room.low, room.high + 1, room.step)
        covered = bisect_right(amounts, has, key=lambda added: self.to_cover(state, added))
        if covered:
            yield msgspec.structs.replace(act, amount=Range(room.low, amounts[covered - 1], room.step))

    # The cut (621a.9(g)).

    @implements("621a.9(g)#1", "621a.9(g)#2", "621a.9(g)(1)", "621a.9(g)(2)")
    def _cut(self, state: Round, move: CutTiles) -> Step[Round]:
        """The bank may have the stacked tiles cut, once, before the dealer wagers and betting closes."""
        require_role(move, BETTORS, AS_DIRECTED, "cut the tiles")
        bank = _bank_of(state, NO_CUT)
        _check_before_the_deal(state, NO_CUT)
        check_stacked(state)
        if state.cut or bank.stake:
            raise RuleViolation(ONE_CUT, "the tiles are cut once, before the dealer wagers")
        stacks = cut(state.stacks, move)
        done = TilesCut(
            first=move.first,
            count=move.count,
            to=move.to,
            opposite=move.opposite,
            **cited((ONE_CUT, AS_DIRECTED, TO_BOTH_ENDS if move.opposite else TO_ONE_END)),
        )
        return Step(msgspec.structs.replace(state, stacks=stacks, cut=True), (done,))

    # The dealer's wager (621a.9(h)).

    @implements("621a.9(e)#6", "621a.9(h)#1", "621a.9(h)#2", "621a.9(h)#5")
    def dealer_wager_due(self, state: Round) -> Cents:
        """What the dealer is still to wager against the bank: the filed amount or the bank's last wager, or less if told so."""
        if state.bank is None or state.bank.co or state.bank.stake:
            return 0
        return self.most_dealer_wager(state) if state.bank.directed is None else state.bank.directed

    @implements("621a.9(h)#1")
    def most_dealer_wager(self, state: Round) -> Cents:
        """What the dealer wagers against the bank unless it directs less."""
        if self.submission.dealer_wager is not None:
            return self.submission.dealer_wager
        return state.past.last_wager(state.bank.seat) if state.bank else 0

    @implements("621a.9(h)#2")
    def most_directed(self, state: Round) -> Cents:
        """The most that the bank may direct: what the dealer would wager, or less than the dealer has up already."""
        if state.dealer_stake:
            return state.dealer_stake - self.submission.smallest_chip
        return self.most_dealer_wager(state)

    @implements("621a.9(h)#2")
    def _direct(self, state: Round, move: DirectDealerWager) -> Step[Round]:
        """The bank directs a smaller wager of the dealer, or none; what is up beyond it goes back to the tray."""
        require_role(move, BETTORS, SMALLER_WAGER, "direct the dealer's wager")
        bank = self._check_dealer_may_wager(state)
        most = self.most_directed(state)
        if not 0 <= move.amount <= most or move.amount % self.submission.smallest_chip:
            raise RuleViolation(
                SMALLER_WAGER,
                f"the dealer cannot be directed to wager {dollars(move.amount)}",
                fix=f"direct any amount in chips from nothing to {dollars(most)}",
            )
        directed = DealerWagerDirected(seat=bank.seat, amount=move.amount, clause=SMALLER_WAGER.id)
        if not bank.stake:
            return Step(with_bank(state, directed=move.amount), (directed,))
        back = DealerWagerReturned(amount=bank.stake - move.amount, clause=SMALLER_WAGER.id)
        return Step(with_bank(state, directed=move.amount, stake=move.amount), (directed, back))

    @implements("621a.9(h)#1", readings=("B-PG-13",))
    def _stake(self, state: Round, move: StakeDealerWager) -> Step[Round]:
        """The dealer draws chips from the inventory and wagers against the bank, once the tiles are stacked and cut.

        Less than is due goes up where the bank's chips cover no more; whether they do, the table knows and not the game.
        """
        require_role(move, DEALERS, DEALER_WAGER, "wager against the bank")
        bank = self._check_dealer_may_wager(state)
        if bank.stake:
            raise RuleViolation(DEALER_WAGER, "the dealer has wagered against the bank")
        check_stacked(state)
        due = self.dealer_wager_due(state)
        if not due:
            raise RuleViolation(SMALLER_WAGER, "the bank directed that the dealer place no wager")
        amount = move.amount or due
        if not 0 < amount <= due or amount % self.submission.smallest_chip:
            raise RuleViolation(
                DEALER_WAGER,
                f"the dealer cannot wager {dollars(amount)}",
                fix=f"wager {dollars(due)}, or what the bank's chips cover of it",
            )
        staked = DealerWagerStaked(amount=amount, **cited((DEALER_WAGER, BEFORE_THE_CONTAINER)))
        return Step(with_bank(state, stake=amount), (staked,))

    @implements("621a.9(e)#6", "621a.9(h)#5")
    def _check_dealer_may_wager(self, state: Round) -> Bank:
        """The bank that the dealer may wager against; in a co-banked round no chips are drawn for it."""
        bank = _bank_of(state, DEALER_WAGER)
        _check_before_the_deal(state, DEALER_WAGER)
        if bank.co:
            raise RuleViolation(NO_DEALER_WAGER, "the dealer places no wager in a co-banked round")
        return bank

    # Before no more bets.

    @implements("621a.9(c)#1", "621a.9(c)#2", "621a.9(h)#1")
    def check_bank_settled(self, state: Round) -> None:
        """Refuse to close the bets while a player is still to be offered the bank, or the dealer to wager against it."""
        if state.offered:
            raise RuleViolation(TAKE_OR_PASS, f"position {state.offered} has not answered yet")
        for seat in self.offers_due(state):
            raise RuleViolation(
                OFFERED_IN_TURN,
                f"position {seat} has not been offered the bank",
                fix=f"offer the bank to position {seat}",
            )
        if self.dealer_wager_due(state):
            raise RuleViolation(
                DEALER_WAGER, "the dealer has not wagered against the bank", fix="stake the dealer's wager"
            )


@implements("621a.9(g)(1)", "621a.9(g)(2)")
def cut(stacks: tuple[Hand, ...], how: CutTiles) -> tuple[Hand, ...]:
    """The row of stacks after a cut: neighbours go to one end, or some of them to one end and the others to the other."""
    first, last = how.first - 1, how.first - 1 + how.count
    if last > STACKS or how.count == STACKS:
        raise RuleViolation(TO_ONE_END, f"there are not {how.count} stacks to move from stack {how.first} on")
    if how.opposite >= how.count:
        raise RuleViolation(
            TO_BOTH_ENDS,
            "of the stacks that are moved, at least one goes to each end",
            fix="or all to one end",
        )
    kept = (*stacks[:first], *stacks[last:])
    moved = stacks[first:last]
    main, other = moved[: how.count - how.opposite], moved[how.count - how.opposite :]
    left, right = (main, other) if how.to is End.LEFT else (other, main)
    return (*left, *kept, *right)


def dealer_wager_back(state: Round, clause: Clause) -> tuple[Event, ...]:
    """The dealer's wager on its way back to the tray, if it lies by its place."""
    if state.bank is None or not state.bank.stake:
        return ()
    return (DealerWagerReturned(amount=state.bank.stake, clause=clause.id),)


def unstaked(state: Round, clause: Clause) -> Step[Round]:
    """The state with the dealer's wager, if it is up, back in the tray before the deal."""
    if not state.dealer_stake:
        return Step(state, ())
    return Step(with_bank(state, stake=0), dealer_wager_back(state, clause))


def with_bank(state: Round, **changes: object) -> Round:
    """The state with something about its bank changed."""
    assert state.bank is not None, "there is a bank to change"
    return msgspec.structs.replace(state, bank=msgspec.structs.replace(state.bank, **changes))


def _bank_of(state: Round, clause: Clause) -> Bank:
    if state.bank is None:
        raise RuleViolation(clause, "no player banks this round")
    return state.bank


@implements("621a.9(b)#1", readings=("B-PG-01",))
def _check_not_at_start(state: Round) -> None:
    """No player banks the first round of a game."""
    if state.past.at_start:
        raise RuleViolation(
            NOT_AT_THE_START, "the first round of a game is banked by the house", fix="play it first"
        )


def _check_before_the_deal(state: Round, clause: Clause) -> None:
    if state.phase is not Phase.BETTING:
        raise RuleViolation(clause, "betting is closed", fix="wait for the next round")
