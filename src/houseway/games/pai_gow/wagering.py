"""Wagering (621a.5, 621a.9(f)): who may wager, until when, and on how many areas."""

import msgspec

from houseway.games.pai_gow.mixing import Mixing, idle
from houseway.games.pai_gow.round import Phase, Round
from houseway.games.pai_gow.submission import TWO_AREAS
from houseway.games.pai_gow.wagers import PAI_GOW
from houseway.law import RuleViolation, implements, pa
from houseway.table.areas import (
    check_area,
    owner_of,
    positions_of,
    second_areas_of,
    with_area,
    without_areas_of,
)
from houseway.table.card_play import AreaTaken, PlayArea
from houseway.table.events import Event, SeatLeft
from houseway.table.felt import Step
from houseway.table.roles import PLAYERS
from houseway.table.rules import require_role
from houseway.table.wagers import Bet, Range, Wager, bet_at

STAYS_SEATED = pa("621a.5(b)#2")
BEFORE_NO_MORE_BETS = pa("621a.5(c)#1")
LOCKED = pa("621a.5(c)#2")
BANK_HAS_ONE_AREA = pa("621a.9(f)")


class Wagering(Mixing):
    """What the game takes as wagers, and from whom."""

    # Until no more bets (621a.5(c)).

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called."""
        _check_betting_open(state, "raised" if raising else "made")

    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager is locked by no more bets."""
        _check_betting_open(state, "taken down")

    @implements("621a.9(f)", readings=("B-PG-16",))
    def check_bet(self, state: Round, bet: Bet) -> None:
        """The bank is played against and makes no wager."""
        if state.bank is not None and state.bank.seat == bet.seat:
            raise RuleViolation(BANK_HAS_ONE_AREA, f"position {bet.seat} is the bank of this round")

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add now: nothing while being the bank."""
        if state.bank is not None and state.bank.seat == seat:
            return None
        return super().room(state, seat, wager, pick)

    @implements("603a.21(a)")
    def against_the_house(self, state: Round) -> bool:
        """In a round that a player banks, alone or with the house, patrons wager against that player."""
        return state.bank is None

    # Seats and areas (621a.5(b), (d)).

    def purse_of(self, state: Round, seat: int) -> int:
        """A second area is played from the chips before its owner's seat."""
        return owner_of(state, seat)

    @implements("621a.5(b)#2")
    def check_leaving(self, state: Round, seat: int) -> None:
        """A player with a part in the round, the bank among them, stays until it is over; an empty second area is given up before."""
        mine = (seat,) if seat != owner_of(state, seat) else positions_of(state, seat)
        wagered = any(bet.seat in mine for bet in state.bets)
        if wagered or (state.phase is not Phase.BETTING and owner_of(state, seat) in _in_the_round(state)):
            raise RuleViolation(
                STAYS_SEATED,
                f"the player at position {seat} has a part in this round",
                fix="wait for its end; a floorperson may rule the wager of one who left abandoned",
            )

    def leaving(self, state: Round, seat: int) -> Step[Round]:
        """The areas that the player held are free too; a table that all have left is idle."""
        held = second_areas_of(state, seat)
        past = state.past
        wagers = tuple(pair for pair in past.last_wagers if pair[0] != seat)
        left = msgspec.structs.replace(
            without_areas_of(state, seat),
            offered=0 if state.offered == seat else state.offered,
            passed=tuple(other for other in state.passed if other != seat),
            # Who comes to the seat next is somebody else.
            past=msgspec.structs.replace(
                past, last_wagers=wagers, last_bank=0 if past.last_bank == seat else past.last_bank
            ),
        )
        events: tuple[Event, ...] = tuple(SeatLeft(seat=area, clause=self.leaving_clause.id) for area in held)
        if state.bank is not None and state.bank.seat == seat:
            released = self.without_bank(left, STAYS_SEATED, "the player left")
            left, events = released.state, (*events, *released.events)
        if not left.seats and left.phase is Phase.BETTING:
            left = idle(left)
        return Step(left, events)

    @implements("621a.5(d)#1", "621a.9(f)", readings=("B-PG-16",))
    def _play_area(self, state: Round, move: PlayArea) -> Step[Round]:
        """A player takes a neighbouring area too, where the submission allows it; a bank never does."""
        require_role(move, PLAYERS, TWO_AREAS, "take another area")
        self._check_seated(state, move.seat)
        if state.phase is not Phase.BETTING:
            raise RuleViolation(TWO_AREAS, "areas are taken between rounds")
        if state.bank is not None and state.bank.seat == move.seat:
            raise RuleViolation(BANK_HAS_ONE_AREA, "the bank has one area only")
        most = self.submission.adjacent_areas
        check_area(state, move.seat, move.area, seats=self.seats, most=most, clause=TWO_AREAS)
        taken = AreaTaken(seat=move.seat, area=move.area, clause=TWO_AREAS.id)
        return Step(with_area(state, move.seat, move.area), (taken,))


@implements("621a.5(c)#1", "621a.5(c)#2")
def _check_betting_open(state: Round, refused: str) -> None:
    """Nothing is wagered, raised or taken back between no more bets and the end of the round."""
    if state.phase is not Phase.BETTING:
        raise RuleViolation(
            LOCKED, f"a wager may not be {refused} after no more bets", fix="wait for the next round"
        )


def players(state: Round) -> tuple[int, ...]:
    """The seats of players, without their second areas."""
    return tuple(seat for seat in state.seats if owner_of(state, seat) == seat)


def wager_at(state: Round, seat: int) -> int:
    """What is wagered at a position."""
    bet = bet_at(state.bets, seat, PAI_GOW, "")
    return bet.amount if bet else 0


def _in_the_round(state: Round) -> frozenset[int]:
    bank = (state.bank.seat,) if state.bank else ()
    return frozenset((*bank, *(seat for seat, _ in state.wagered)))
