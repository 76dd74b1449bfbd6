"""The player's bank before the deal (621a.9(a)-(h)): who is offered it, who may take it, the cut, the dealer's wager."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.tiles import Hand
from houseway.games.pai_gow.delivery import STACKS
from houseway.games.pai_gow.events import (
    BankAccepted,
    BankOffered,
    BankPassed,
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
from houseway.games.pai_gow.release import unstaked, with_bank, without_bank
from houseway.games.pai_gow.round import Bank, Past, Phase, Round
from houseway.games.pai_gow.seats import players
from houseway.games.pai_gow.submission import (
    COVERED,
    DEALER_WAGER,
    MAY_CO_BANK,
    PLAYERS_MAY_BANK,
    BankRotation,
    PaiGowSubmission,
)
from houseway.games.pai_gow.wagering import BANK_HAS_ONE_AREA
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.areas import positions_of
from houseway.table.events import SeatLeft, cited
from houseway.table.felt import Step
from houseway.table.roles import PLAYERS
from houseway.table.rules import Offer
from houseway.table.wagers import Range

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

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

# What a bank is asked for, and shown by, when it is taken and when it is shared.
TAKING = (TAKE_OR_PASS, BANK_MARKED, CONFIRMED, WAGERED_BEFORE, COVERED)
SHARING = (ASKED_FOR, MAY_CO_BANK, OPEN_TO_ALL, CO_BANK_MARKED)
STAKING = (DEALER_WAGER, BEFORE_THE_CONTAINER)


# Offering the bank (621a.9(a)-(d)).


@implements("621a.9(a)#1", "621a.9(b)#1", "621a.9(c)#1", "621a.9(c)#5", readings=("B-PG-01", "B-PG-14"))
def offers_due(submission: PaiGowSubmission, state: Round) -> tuple[int, ...]:
    """Who is still to be offered the bank of the coming round, in turn: every player but the last bank."""
    if not submission.player_bank or state.past.at_start or state.bank is not None:
        return ()
    asked = {*state.passed, state.offered, state.past.last_bank}
    return tuple(seat for seat in in_turn(players(state), state.past.after) if seat not in asked)


@implements("621a.9(a)#1", "621a.9(b)#1", "621a.9(c)#1", readings=("B-PG-01",))
def check_may_offer(game: "PaiGow", state: Round) -> None:
    """Refuse an offer after no more bets, where nobody banks, at the start of a game, or while another stands."""
    _check_before_the_deal(state, OFFERED_IN_TURN)
    if not game.submission.player_bank:
        raise RuleViolation(PLAYERS_MAY_BANK, "the Rules Submission of this table has no player bank")
    _check_not_at_start(state)
    if state.offered:
        raise RuleViolation(TAKE_OR_PASS, f"position {state.offered} has not answered yet")


@implements("621a.9(c)#2", "621a.9(c)#5", readings=("B-PG-14",))
def offer(game: "PaiGow", state: Round, move: OfferBank) -> Step[Round]:
    """The dealer offers the bank to the next player, never to the last bank."""
    if move.seat == state.past.last_bank:
        raise RuleViolation(NOT_TWICE_RUNNING, f"position {move.seat} banked the last round")
    due = offers_due(game.submission, state)
    if move.seat not in due[:1]:
        raise RuleViolation(
            OFFERED_IN_TURN,
            f"it is not the turn of position {move.seat}",
            fix=f"offer the bank to position {due[0]}" if due else "nobody is left to be asked",
        )
    first = NEXT_FIRST_OFFER if state.past.after and not state.passed else OFFERED_IN_TURN
    offered = BankOffered(seat=move.seat, **cited((first, TAKE_OR_PASS)))
    return Step(msgspec.structs.replace(state, offered=move.seat), (offered,))


def next_asked(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The player whose turn it is to be offered the bank."""
    for seat in offers_due(game.submission, state)[:1]:
        yield Offer({"seat": (seat,)})


def is_offered(game: "PaiGow", state: Round) -> bool:
    """Whether some player is being offered the bank."""
    return bool(state.offered)


def who_is_asked(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The player who is being offered the bank."""
    yield Offer({"seat": (state.offered,)})


@implements("621a.9(c)#1")
def pass_on(game: "PaiGow", state: Round, move: PassBank) -> Step[Round]:
    """The player passes the bank on to the next."""
    _check_asked(state, move.seat)
    passed = BankPassed(seat=move.seat, clause=TAKE_OR_PASS.id)
    after = msgspec.structs.replace(state, offered=0, passed=(*state.passed, move.seat))
    return Step(after, (passed,))


@implements(
    "621a.9(b)#1",
    "621a.9(c)#1",
    "621a.9(c)#3",
    "621a.9(d)",
    "621a.9(d)(1)",
    "621a.9(f)",
    readings=("B-PG-01", "B-PG-16"),
)
def accept(game: "PaiGow", state: Round, move: AcceptBank) -> Step[Round]:
    """The player takes the bank, once the dealer has confirmed what is asked of a bank, and keeps one area."""
    _check_asked(state, move.seat)
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
    accepted = BankAccepted(seat=move.seat, **cited(TAKING))
    left = (SeatLeft(seat=area, clause=BANK_HAS_ONE_AREA.id) for area in given_up)
    return Step(after, (accepted, *left))


def _check_asked(state: Round, seat: int) -> None:
    if seat != state.offered:
        raise RuleViolation(TAKE_OR_PASS, f"position {seat} is not being offered the bank")


# A bank shared or given up (621a.9(c)-(e)).


@implements("621a.9(e)#1")
def check_may_share(game: "PaiGow", state: Round) -> None:
    """Refuse to share a bank where that is not filed, after no more bets, or twice."""
    if not game.submission.co_bank:
        raise RuleViolation(MAY_CO_BANK, "the Rules Submission of this table has no co-banking")
    if _bank_before_the_deal(state, ASKED_FOR).co:
        raise RuleViolation(ASKED_FOR, "the round is co-banked")


@implements("621a.9(e)#1", "621a.9(e)#2", "621a.9(e)#3", "621a.9(e)#4")
def request_co_bank(game: "PaiGow", state: Round, move: RequestCoBank) -> Step[Round]:
    """The bank, whoever it is, asks expressly to share the bank with the house."""
    _check_is_bank(state, move.seat, ASKED_FOR)
    asked = CoBankRequested(seat=move.seat, **cited(SHARING))
    back = unstaked(state, NO_DEALER_WAGER)
    return Step(with_bank(back.state, co=True), (asked, *back.events))


def check_may_release(game: "PaiGow", state: Round) -> None:
    """Refuse to give up a bank that nobody has, or after no more bets."""
    _bank_before_the_deal(state, TAKE_OR_PASS)


@implements("621a.9(c)#1", "621a.9(d)", "621a.9(d)(2)")
def release(game: "PaiGow", state: Round, move: ReleaseBank) -> Step[Round]:
    """A bank that gives up, or whose chips the dealer cannot confirm, has passed the bank on."""
    clause, reason = (
        (TAKE_OR_PASS, "the player gives it up")
        if move.by in PLAYERS
        else (COVERED, "the dealer cannot confirm the chips for it")
    )
    _check_is_bank(state, move.seat, clause)
    released = without_bank(state, clause, reason)
    passed = (*released.state.passed, move.seat)
    return Step(msgspec.structs.replace(released.state, passed=passed), released.events)


def the_bank(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The player who banks."""
    yield Offer({"seat": (state.opponent,)})


def giving_up(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """To give the bank up is first of all the choice of the player who has it."""
    yield Offer({"seat": (state.opponent,)}, clauses=(TAKE_OR_PASS,))


@implements("621a.9(c)#4", "621a.9(c)#5", "621a.9(d)(1)", readings=("B-PG-01", "B-PG-14"))
def remembered(submission: PaiGowSubmission, state: Round) -> Past:
    """What a completed round leaves: who banked it and who is asked first next, or who wagered against the dealer."""
    if state.bank is None:
        return Past(at_start=False, last_wagers=state.wagered)
    rotates = submission.bank_rotation is BankRotation.RIGHT_OF_LAST_BANK or not state.passed
    return msgspec.structs.replace(
        state.past, last_bank=state.bank.seat, after=state.bank.seat if rotates else DEALER
    )


# The cut (621a.9(g)).


@implements("621a.9(g)#1", "621a.9(g)#2")
def check_may_cut(game: "PaiGow", state: Round) -> None:
    """The bank may have the stacked tiles cut, once, before the dealer wagers and betting closes."""
    bank = _bank_before_the_deal(state, NO_CUT)
    check_stacked(state)
    if state.cut or bank.stake:
        raise RuleViolation(ONE_CUT, "the tiles are cut once, before the dealer wagers")


@implements("621a.9(g)#1", "621a.9(g)(1)", "621a.9(g)(2)")
def cut_tiles(game: "PaiGow", state: Round, move: CutTiles) -> Step[Round]:
    """The dealer moves stacks as the bank directs."""
    stacks = cut(state.stacks, move)
    done = TilesCut(
        first=move.first,
        count=move.count,
        to=move.to,
        opposite=move.opposite,
        **cited((ONE_CUT, AS_DIRECTED, TO_BOTH_ENDS if move.opposite else TO_ONE_END)),
    )
    return Step(msgspec.structs.replace(state, stacks=stacks, cut=True), (done,))


def cuts(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """Every cut, by how many stacks are moved."""
    for count in range(1, STACKS):
        yield Offer(
            {
                "first": tuple(range(1, STACKS - count + 2)),
                "count": (count,),
                "to": tuple(End),
                "opposite": tuple(range(count)),
            },
            words=f"Cut {count} {'stack' if count == 1 else 'stacks'} as the bank directs",
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


# The dealer's wager (621a.9(h)).


@implements("621a.9(e)#6", "621a.9(h)#1", "621a.9(h)#2", "621a.9(h)#5")
def dealer_wager_due(submission: PaiGowSubmission, state: Round) -> Cents:
    """What the dealer is still to wager against the bank: the filed amount or the bank's last wager, or less if told so."""
    if state.bank is None or state.bank.co or state.bank.stake:
        return 0
    return most_dealer_wager(submission, state) if state.bank.directed is None else state.bank.directed


@implements("621a.9(h)#1")
def most_dealer_wager(submission: PaiGowSubmission, state: Round) -> Cents:
    """What the dealer wagers against the bank unless it directs less."""
    if submission.dealer_wager is not None:
        return submission.dealer_wager
    return state.past.last_wager(state.bank.seat) if state.bank else 0


@implements("621a.9(h)#2")
def _most_directed(submission: PaiGowSubmission, state: Round) -> Cents:
    """The most that the bank may direct: what the dealer would wager, or less than the dealer has up already."""
    if state.dealer_stake:
        return state.dealer_stake - submission.smallest_chip
    return most_dealer_wager(submission, state)


@implements("621a.9(e)#6", "621a.9(h)#5")
def check_dealer_may_wager(game: "PaiGow", state: Round) -> None:
    """Refuse a dealer's wager but against a bank, before the deal; in a co-banked round no chips are drawn for it."""
    if _bank_before_the_deal(state, DEALER_WAGER).co:
        raise RuleViolation(NO_DEALER_WAGER, "the dealer places no wager in a co-banked round")


@implements("621a.9(h)#2")
def direct(game: "PaiGow", state: Round, move: DirectDealerWager) -> Step[Round]:
    """The bank directs a smaller wager of the dealer, or none; what is up beyond it goes back to the tray."""
    most = _most_directed(game.submission, state)
    if not 0 <= move.amount <= most or move.amount % game.submission.smallest_chip:
        raise RuleViolation(
            SMALLER_WAGER,
            f"the dealer cannot be directed to wager {dollars(move.amount)}",
            fix=f"direct any amount in chips from nothing to {dollars(most)}",
        )
    stake = state.dealer_stake
    directed = DealerWagerDirected(seat=state.opponent, amount=move.amount, clause=SMALLER_WAGER.id)
    if not stake:
        return Step(with_bank(state, directed=move.amount), (directed,))
    back = DealerWagerReturned(amount=stake - move.amount, clause=SMALLER_WAGER.id)
    return Step(with_bank(state, directed=move.amount, stake=move.amount), (directed, back))


def directable(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """What the bank may direct the dealer to wager."""
    most = _most_directed(game.submission, state)
    yield Offer(amount=Range(0, most, game.submission.smallest_chip))


def check_may_stake(game: "PaiGow", state: Round) -> None:
    """Refuse the dealer's wager before the tiles are stacked, twice, or where the bank wants none."""
    check_dealer_may_wager(game, state)
    if state.dealer_stake:
        raise RuleViolation(DEALER_WAGER, "the dealer has wagered against the bank")
    check_stacked(state)
    if not dealer_wager_due(game.submission, state):
        raise RuleViolation(SMALLER_WAGER, "the bank directed that the dealer place no wager")


@implements("621a.9(h)#1", "621a.9(h)#3", readings=("B-PG-13",))
def stake(game: "PaiGow", state: Round, move: StakeDealerWager) -> Step[Round]:
    """The dealer draws chips from the inventory and wagers against the bank, once the tiles are stacked and cut.

    Less than is due goes up where the bank's chips cover no more; whether they do, the table knows and not the game.
    """
    due = dealer_wager_due(game.submission, state)
    amount = move.amount or due
    if not 0 < amount <= due or amount % game.submission.smallest_chip:
        raise RuleViolation(
            DEALER_WAGER,
            f"the dealer cannot wager {dollars(amount)}",
            fix=f"wager {dollars(due)}, or what the bank's chips cover of it",
        )
    staked = DealerWagerStaked(amount=amount, **cited(STAKING))
    return Step(with_bank(state, stake=amount), (staked,))


# Before no more bets.


@implements("621a.9(c)#1", "621a.9(c)#2", "621a.9(h)#1")
def check_bank_settled(game: "PaiGow", state: Round) -> None:
    """Refuse to close the bets while a player is still to be offered the bank, or the dealer to wager against it."""
    if state.offered:
        raise RuleViolation(TAKE_OR_PASS, f"position {state.offered} has not answered yet")
    for seat in offers_due(game.submission, state):
        raise RuleViolation(
            OFFERED_IN_TURN,
            f"position {seat} has not been offered the bank",
            fix=f"offer the bank to position {seat}",
        )
    if dealer_wager_due(game.submission, state):
        raise RuleViolation(
            DEALER_WAGER, "the dealer has not wagered against the bank", fix="stake the dealer's wager"
        )


def _bank_before_the_deal(state: Round, clause: Clause) -> Bank:
    """The bank, refusing what is done about one that nobody has, or after no more bets."""
    if state.bank is None:
        raise RuleViolation(clause, "no player banks this round")
    _check_before_the_deal(state, clause)
    return state.bank


@implements("621a.9(e)#2")
def _check_is_bank(state: Round, seat: int, clause: Clause) -> None:
    """Refuse what only the bank may do, whichever position banks."""
    if seat != state.opponent:
        raise RuleViolation(clause, f"position {seat} is not the bank")


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
