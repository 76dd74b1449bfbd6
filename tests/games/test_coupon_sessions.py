"""Random sessions with Match Play Coupons at every game: chips are conserved, and each coupon ends once.

Each session is played twice, with its coupons and without them: what the house pays more is what the coupons won.
`HOUSEWAY_COUPON_MOVES` is the number of moves of a session.
"""

import os
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from houseway.games import games
from houseway.law import RuleViolation
from houseway.table.chip_steps import DROP_BOX, BuyIn
from houseway.table.coupons import Coupon, CouponTerms, OnPush, Pays
from houseway.table.events import FELT, TRAY, Event, SeatLeft, Settled, rack
from houseway.table.game import Game
from houseway.table.moves import Move, PlaceWager, TakeSeat
from houseway.table.redemption import (
    CouponBrokenDown,
    CouponDropped,
    CouponPaid,
    CouponPlaced,
    CouponReturned,
    CouponReversed,
    Coupons,
    CouponStayed,
    PresentCoupon,
    chips_with,
    places_at,
)
from houseway.table.routine import move_of, routine_move
from houseway.table.table_state import Act, TableState
from tests.games.sessions import concrete, in_service
from tests.service import GAMING_DAY
from tests.service import TRAY as FILLED

MOVES = int(os.environ.get("HOUSEWAY_COUPON_MOVES", "400"))
# Chips enough for every wager, so that no player's luck decides what may be wagered.
RACK = 900_000_000
# What a game must be told to show more of it: banks at Pai Gow, and patrons who play two areas.
_TWO_AREAS = {"adjacent_areas": 2}
OPTIONS: dict[str, dict[str, Any]] = {
    "asia-poker": _TWO_AREAS,
    "five-card-hi-lo": _TWO_AREAS,
    "pai-gow": {**_TWO_AREAS, "player_bank": True, "co_bank": True},
}

# What shares of the moves carry the round on, and are anything at all.
_ONWARD, _ODD = 0.75, 0.98
_PLAYERS = 3
_SETTING = frozenset({"place-hands", "set-hands"})
_NEVER = frozenset({"buy-in", "close-table"})
_FOR_DICE = ("inspect-dice", "attest")
_RARE = frozenset(
    {
        "abandon",
        "ask-house-way",
        "bring-deck",
        "bring-tiles",
        "change-dealing",
        "correct-dealer-card",
        "count-stub",
        "expose-card",
        "expose-tile",
        "find-face-up",
        "issue-dice",
        "leave-seat",
        "mark-out-of-order",
        "order-recut",
        "order-shuffle",
        "reject-tiles",
        "remove-deck",
        "remove-tiles",
        "report",
        "take-down-wager",
        "wind-up-table",
    }
)


def _first(options: Sequence[Any]) -> Any:
    return options[0]


class Pair:
    """One session at two tables: coupons are played at the first, the same chips without them at the second."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self.chance = chance
        self.with_coupons = in_service(game, RACK, **OPTIONS.get(game, {}))
        self.without = in_service(game, RACK, **OPTIONS.get(game, {}))
        self.serial = 0
        self.coupons: dict[int, Coupon] = {}
        self.acts: list[Act[Any]] = []
        # What has become of each coupon, and what was paid on it in the end.
        self.course: dict[int, list[Event]] = {}
        self.won = 0
        # Of this, what the players who are still there have before them.
        self.at_hand: dict[int, int] = {}

    @property
    def game(self) -> Game[Any]:
        return self.with_coupons.table.game

    def go_on(self) -> None:
        """One more move, at both tables."""
        move = self._chosen()
        coupon = self._with_coupon(move)
        events = self._presented(coupon) if coupon is not None else None
        if events is None:
            coupon = None
            events = self.with_coupons.do(move)
        self.acts.append(Act(move=coupon or move, who="tester", at=self.with_coupons.now))
        self.without.do(chips_with(coupon) if coupon is not None else move)
        self._note(events)
        if isinstance(move, TakeSeat):
            chips = BuyIn(seat=move.seat, amount=RACK)
            self.acts.append(Act(move=chips, who="tester", at=self.with_coupons.now))
            self.with_coupons.do(chips)
            self.without.do(chips)

    def _chosen(self) -> Move:
        """The crew carries the round on, as chance has it; players wager and decide; now and then something odd happens."""
        service, turn = self.with_coupons, self.chance.random()
        legal = [
            act
            for act in service.table.legal(service.state, service.now)
            if act.move not in _NEVER
            and (act.move != "take-seat" or len(service.state.play.seats) < _PLAYERS)
        ]
        due = [act for act in legal if act.move in self.game.book.chance]
        if due and turn < _ONWARD:
            drawn = self.game.drawn(service.state.play, due[0], self.chance.randrange)
            return move_of(self.game, due[0], drawn)
        dice = [act for act in legal if act.move in _FOR_DICE] if not due else []
        if dice and turn < _ONWARD:
            return concrete(service, dice[0], self.chance.choice)
        routine = routine_move(self.game, service.state.play)
        listed = {act.move for act in legal}
        if routine is not None and routine.__struct_config__.tag in listed and turn < _ONWARD:
            return routine
        base = [act for act in legal if act.fields.get("wager", ("",))[0] in places_at(self.game).wagers]
        usual = [act for act in legal if act.move not in _RARE]
        pool = legal if turn > _ODD else self.chance.choice((base, usual)) or usual or legal
        act = self.chance.choice(pool)
        # Hands set at random would hardly ever win; the house way is listed first.
        return concrete(service, act, _first if act.move in _SETTING else self.chance.choice)

    def _with_coupon(self, move: Move) -> PresentCoupon | None:
        """The wager with a coupon under it, most of the time, where one may lie."""
        if not isinstance(move, PlaceWager) or move.wager not in (
            *places_at(self.game).wagers,
            *places_at(self.game).if_named,
        ):
            return None
        self.serial += 1
        terms = CouponTerms(
            wagers=self.chance.choice(((), (), (move.wager,))),
            matching=self.chance.random() < 0.8,
            pays=self.chance.choice(tuple(Pays)),
            on_push=self.chance.choice(tuple(OnPush)),
        )
        value = self.chance.choice((500, 1000, 2000, 2500, 10_000))
        coupon = Coupon(serial=self.serial, value=value, expires=GAMING_DAY, terms=terms)
        self.coupons[self.serial] = coupon
        return PresentCoupon(
            seat=move.seat, wager=move.wager, pick=move.pick, amount=move.amount, coupon=coupon
        )

    def _presented(self, move: PresentCoupon) -> list[Event] | None:
        before = self.with_coupons.state
        try:
            return self.with_coupons.do(move)
        except RuleViolation as refusal:
            assert refusal.message
            assert self.with_coupons.state == before
            return None

    def _note(self, events: list[Event]) -> None:
        line = None
        for event in events:
            line = event if isinstance(event, Settled) else line
            serial = getattr(event, "serial", None)
            if isinstance(serial, int):
                self.course.setdefault(serial, []).append(event)
            match event:
                case CouponPaid():
                    assert line is not None
                    _check_paid(event, line, self.coupons[event.serial])
                    self._win(event.seat, event.paid - event.vigorish)
                case CouponReversed():
                    self._win(event.seat, -event.repaid)
                case SeatLeft():
                    self.at_hand.pop(event.seat, None)

    def _win(self, seat: int, cents: int) -> None:
        purse = self.game.means.purse_of(self.with_coupons.state.play, seat)
        self.won += cents
        self.at_hand[purse] = self.at_hand.get(purse, 0) + cents

    # What must hold after every move.

    def check(self) -> None:
        """Chips are conserved, and the tables differ by what was won on coupons alone."""
        state, plain = self.with_coupons.state, self.without.state
        for service in (self.with_coupons, self.without):
            assert service.chips() == FILLED
            assert service.state.chips.get(FELT, 0) == sum(bet.amount for bet in service.state.play.bets)
        assert state.play == plain.play
        assert plain.chips[TRAY] - state.chips[TRAY] == self.won
        for seat in state.play.seats:
            if self.game.means.purse_of(state.play, seat) == seat:
                more = state.chips.get(rack(seat), 0) - plain.chips.get(rack(seat), 0)
                assert more == self.at_hand.get(seat, 0)
        # The coupon in the box is no money.
        assert state.chips[DROP_BOX] == plain.chips[DROP_BOX]
        assert plain.coupons == Coupons()

    def check_courses(self) -> None:
        """A coupon lies on the felt until it is dropped or returned, once, and nothing but a void round comes after."""
        lying = {laid.coupon.serial for laid in self.with_coupons.state.coupons.lying}
        for serial, course in self.course.items():
            assert _course(course) is (serial in lying), [type(event).__name__ for event in course]
            # Of the texts at hand, only Maryland's leaves it to the terms whether chips must match.
            in_maryland = self.with_coupons.state.edition.startswith("md-")
            assert in_maryland or self.coupons[serial].terms.matching


def _check_paid(paid: CouponPaid, line: Settled, coupon: Coupon) -> None:
    """A coupon wins what chips of its value won on the same line, or even money, as its terms say."""
    assert (paid.seat, paid.base, paid.pick) == (line.seat, line.wager, line.pick)
    ratio = Fraction(line.paid, line.stake) if coupon.terms.pays is Pays.WAGER_ODDS else 1
    assert paid.owed == paid.paid == coupon.value * ratio


def _course(course: list[Event]) -> bool:
    """Whether a coupon that took this course lies on the felt still."""
    ends = [n for n, event in enumerate(course) if isinstance(event, CouponDropped | CouponReturned)]
    before = course[: ends[0]] if ends else course
    assert isinstance(course[0], CouponPlaced)
    assert len(ends) <= 1
    for event in before[:-1]:
        assert isinstance(event, CouponPlaced | CouponBrokenDown | CouponStayed)
    if ends:
        dropped = isinstance(course[ends[0]], CouponDropped)
        after = course[ends[0] + 1 :]
        assert [type(event) for event in after] in ([], [CouponReversed] if dropped else [])
        assert dropped or not isinstance(before[-1], CouponPaid)
    return not ends


def session(game: str, seed: int, moves: int) -> Iterator[Pair]:
    """A session, move by move."""
    pair = Pair(game, random.Random(seed))
    for _ in range(moves):
        pair.go_on()
        yield pair


# Where players play each other no coupon is taken.
@pytest.mark.parametrize(
    "game", [name for name, game in games().items() if game.submission_type.needs_wagers]
)
def test_random_sessions_with_coupons(game: str) -> None:
    pair = None
    for pair in session(game, seed=604, moves=MOVES):
        pair.check()
    assert pair is not None
    pair.check_courses()
    ends = {type(course[-1]) for course in pair.course.values()}
    assert CouponDropped in ends
    assert pair.won > 0
    service = pair.with_coupons
    events: Any = list[service.table.event_type]  # type: ignore[name-defined]
    assert msgspec.json.decode(msgspec.json.encode(service.events), type=events) == service.events
    state: Any = TableState[type(service.state.play)]  # type: ignore[misc]
    assert msgspec.json.decode(msgspec.json.encode(service.state), type=state) == service.state
    replayed = in_service(game, RACK, **OPTIONS.get(game, {}))
    for act in msgspec.json.decode(msgspec.json.encode(pair.acts), type=list[service.table.act_type]):  # type: ignore[name-defined]
        replayed.do(act.move)
    assert replayed.state == service.state
    assert replayed.events == service.events
