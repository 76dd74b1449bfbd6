"""Redeeming Match Play Coupons at a table (603a.21): presenting one, and what becomes of it with its wager.

The games settle wagers in chips and know nothing of coupons; the table follows what they settle. A coupon is no money:
no account holds it, and only what the house pays because of it moves chips.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec

from houseway.law import Edition, RuleViolation, implements, is_allowed
from houseway.money import Cents, Transfer, dollars, to
from houseway.table.card_play import SettlementReversed
from houseway.table.coupons import (
    ACCEPTED,
    AGAINST_THE_HOUSE,
    AS_IT_IS_SETTLED,
    BROKEN_DOWN,
    BY_ITS_TERMS,
    DROPPED,
    IN_POSITION,
    IN_THE_WAGER,
    NEEDS_CHIPS,
    NOT_EXPIRED,
    ONE_SERIAL_EACH,
    REDEEMED_WITH_CHIPS,
    UNDER_THE_CHIPS,
    Coupon,
    OnPush,
    Pays,
    Places,
    broken_down,
    check_against_the_house,
    check_asks_for_match,
    check_matched,
    check_maximum,
    check_not_expired,
    check_only_one,
    check_permitted,
    check_place,
    due_on_win,
    is_matched,
    is_spent,
    places,
    serial_number,
)
from houseway.table.events import (
    TRAY,
    BonusPaid,
    Event,
    Result,
    SeatLeft,
    Settled,
    WagerRaised,
    WagerTakenDown,
    cited,
    rack,
)
from houseway.table.felt import Felt
from houseway.table.game import Game
from houseway.table.moves import PlaceWager
from houseway.table.roles import BOXPERSONS, DEALERS, Role
from houseway.table.rules import Lawful
from houseway.table.wagers import Bet, Range, Wager, bet_at

TITLE = "Match Play Coupon"
REDEEMERS = (*DEALERS, *BOXPERSONS)


class PresentCoupon(PlaceWager, frozen=True, kw_only=True):
    """The dealer or boxperson takes a coupon with chips as one wager; without an amount, under the chips already there.

    It is in no list of lawful moves, since it takes a coupon in a patron's hand.
    """

    coupon: Coupon
    amount: int = 0
    by: Role = Role.DEALER


class CouponPlaced(Event, frozen=True, kw_only=True):
    """A coupon lies under chips, its value in sight: so much on it, and so much beside it."""

    seat: int
    wager: str
    pick: str
    serial: int
    value: Cents
    on_coupon: Cents
    beside: Cents


class CouponBrokenDown(Event, frozen=True, kw_only=True):
    """The chips with a coupon changed, and lie in two parts anew."""

    seat: int
    wager: str
    pick: str
    serial: int
    on_coupon: Cents
    beside: Cents


class CouponPaid(BonusPaid, frozen=True, kw_only=True):
    """A win was paid on a coupon too; less than `owed` under an operator's payout limit, and less its vigorish."""

    pick: str
    serial: int
    owed: Cents
    vigorish: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the tray to the player, and the charge on it back."""
        paid = Transfer(TRAY, rack(self.seat), self.paid)
        charged = Transfer(rack(self.seat), TRAY, self.vigorish)
        return tuple(transfer for transfer in (paid, charged) if transfer.cents)


class CouponDropped(Event, frozen=True, kw_only=True):
    """A spent coupon went into the drop box."""

    seat: int
    wager: str
    pick: str
    serial: int
    value: Cents


class WhyReturned(StrEnum):
    """Why a coupon that was not spent went back, as it is told."""

    PUSH = "its wager was neither won nor lost"
    # The round was void, or the table was wound up: the wager never stood, and the terms for a push have nothing to say.
    CALLED_OFF = "its wager was called off"
    TAKEN_DOWN = "its wager was taken down"
    PATRON_LEFT = "its patron leaves"
    NOT_BANKED = "the house does not bank the round"
    UNMATCHED = "the chips no longer match it"
    EXPIRED = "its last day is over"


class CouponReturned(Event, frozen=True, kw_only=True):
    """A coupon that was not spent went back to its patron."""

    seat: int
    wager: str
    pick: str
    serial: int
    value: Cents
    reason: WhyReturned


class CouponStayed(Event, frozen=True, kw_only=True):
    """The wager was neither won nor lost, and by its terms the coupon lies on for the next wager there."""

    seat: int
    wager: str
    pick: str
    serial: int


class CouponReversed(SettlementReversed, frozen=True, kw_only=True):
    """The hands being void, what was paid on a coupon goes back; the coupon is in the drop box, unspent."""

    serial: int


CouponEvent = (
    CouponPlaced
    | CouponBrokenDown
    | CouponPaid
    | CouponDropped
    | CouponReturned
    | CouponStayed
    | CouponReversed
)


class LaidCoupon(msgspec.Struct, frozen=True):
    """A coupon on the felt."""

    seat: int
    wager: str
    pick: str
    coupon: Coupon


class SpentCoupon(msgspec.Struct, frozen=True):
    """A coupon spent in a round that is not over: what was paid on it, less vigorish, goes back if the hands are void."""

    seat: int
    wager: str
    serial: int
    paid: Cents


class Coupons(msgspec.Struct, frozen=True, kw_only=True):
    """The coupons on the felt, and those that the round under way has spent."""

    lying: tuple[LaidCoupon, ...] = ()
    spent: tuple[SpentCoupon, ...] = ()


class Followed(NamedTuple):
    """What became of the coupons, and everything that happened."""

    coupons: Coupons
    events: tuple[Event, ...]


_Key = tuple[int, str, str]


def _key(at: LaidCoupon | Settled | WagerRaised | WagerTakenDown) -> _Key:
    return at.seat, at.wager, at.pick


# Presenting a coupon.


@implements("603a.21(b)#1")
def check_presented(
    game: Game[Any],
    play: Felt,
    coupons: Coupons,
    move: PresentCoupon,
    gaming_day: date,
    edition: Edition,
) -> None:
    """Refuse a coupon that may not be played here and now, or not by whoever takes it."""
    coupon = move.coupon
    check_against_the_house(game.title, against_the_house=game.coupons.against_the_house(play))
    wager = game.betting.wager(move.wager, move.pick)
    check_place(coupon, places_at(game), game.name, wager.name)
    check_permitted(gaming_day)
    check_not_expired(coupon, gaming_day)
    if not edition.is_maryland:
        check_asks_for_match(coupon.terms)
    if any(laid.coupon.serial == coupon.serial for laid in coupons.lying):
        raise RuleViolation(
            ONE_SERIAL_EACH, f"coupon {serial_number(coupon.serial)} lies on this table already"
        )
    patron = game.means.purse_of(play, move.seat)
    check_only_one(
        gaming_day,
        on_the_wager=any(_key(laid) == (move.seat, move.wager, move.pick) for laid in coupons.lying),
        in_the_round=any(game.means.purse_of(play, laid.seat) == patron for laid in coupons.lying),
    )
    _check_value(game, wager, move)
    if not move.amount:
        _check_put_under(game, play, wager, move)


def places_at(game: Game[Any]) -> Places:
    """Where coupons may lie at a game."""
    return places(game.name, game.coupons.wagers, game.coupons.if_named)


def _check_value(game: Game[Any], wager: Wager, move: PresentCoupon) -> None:
    """A coupon is worth whole chips, such as make the wager, its vigorish and, where it is paid at them, its odds."""
    value, unit = move.coupon.value, game.betting.unit(wager)
    if value <= 0 or value % unit:
        raise RuleViolation(
            wager.units.clause if wager.units else IN_THE_WAGER,
            f"a coupon of {dollars(value)} cannot be part of {wager.title}, which is made in steps of {dollars(unit)}",
        )
    if move.coupon.terms.pays is Pays.WAGER_ODDS:
        for line in game.betting.unmakeable(wager, move.pick, value):
            raise RuleViolation(
                game.betting.clauses.payment or line.clause,
                f"a coupon of {dollars(value)} on {wager.title} at {line.odds} cannot be paid in "
                f"{dollars(game.betting.smallest_chip)} chips",
            )


def _check_put_under(game: Game[Any], play: Felt, wager: Wager, move: PresentCoupon) -> None:
    """A coupon goes under chips already there only while more chips could go on top of them."""
    bet = bet_at(play.bets, move.seat, move.wager, move.pick)
    if bet is None:
        raise RuleViolation(NEEDS_CHIPS, "a coupon by itself is no wager", fix="present it with chips")
    game.wagering.check_placing(play, wager, raising=True)
    game.wagering.check_bet(play, bet)


def chips_with(move: PresentCoupon) -> PlaceWager:
    """The chips that a patron puts down with a coupon, as a wager of their own."""
    return PlaceWager(
        seat=move.seat,
        wager=move.wager,
        pick=move.pick,
        amount=move.amount,
        instrument=move.instrument,
        by=Role.DEALER,
    )


def lay(game: Game[Any], play: Felt, coupons: Coupons, move: PresentCoupon) -> Followed:
    """The coupon under the chips that are down now; refuses one that they do not match, or that takes them too far."""
    bet = bet_at(play.bets, move.seat, move.wager, move.pick)
    assert bet is not None, "a coupon without chips is refused before"
    check_matched(move.coupon, bet.amount)
    laid = LaidCoupon(move.seat, move.wager, move.pick, move.coupon)
    _check_maximum(game, laid, bet)
    # With a new coupon down, the round in which the last one was spent is over.
    spent = tuple(coupon for coupon in coupons.spent if coupon.seat != move.seat)
    return Followed(Coupons(lying=(*coupons.lying, laid), spent=spent), (_placed(game, laid, bet),))


def _check_maximum(game: Game[Any], laid: LaidCoupon, bet: Bet) -> None:
    limits = game.betting.limits_of(bet.wager)
    check_maximum(laid.coupon, bet.amount, limits.maximum, game.catalogue[bet.wager].title)


@implements("603a.21(b)#2", "603a.21(b)#3")
def _placed(game: Game[Any], laid: LaidCoupon, bet: Bet) -> CouponPlaced:
    """The coupon goes under the chips, which are broken down where they are worth more."""
    on_coupon, beside = broken_down(laid.coupon, bet.amount)
    clauses = (REDEEMED_WITH_CHIPS, ACCEPTED, IN_THE_WAGER, NEEDS_CHIPS, UNDER_THE_CHIPS, BROKEN_DOWN)
    return CouponPlaced(
        seat=laid.seat,
        wager=laid.wager,
        pick=laid.pick,
        serial=laid.coupon.serial,
        value=laid.coupon.value,
        on_coupon=on_coupon,
        beside=beside,
        **cited((*clauses, IN_POSITION, places_at(game).clause)),
    )


# Following the wagers.


@implements("603a.21(e)#2")
def follow(
    game: Game[Any],
    before: Felt,
    after: Felt,
    coupons: Coupons,
    events: tuple[Event, ...],
    gaming_day: date,
) -> Followed:
    """What a move made of the coupons: each one that was paid or collected on goes into the drop box at that very moment."""
    if not coupons.lying and not coupons.spent:
        return Followed(coupons, events)
    lying = {_key(laid): laid for laid in coupons.lying}
    spent = list(coupons.spent)
    happened: list[Event] = []
    for event in events:
        happened.append(event)
        match event:
            case Settled() if _key(event) in lying:
                laid = lying[_key(event)]
                became = tuple(_settled(game, laid, event, events))
                happened.extend(became)
                if not any(isinstance(one, CouponStayed) for one in became):
                    del lying[_key(event)]
                spent.extend(_spent(laid, became))
            case WagerTakenDown() if _key(event) in lying:
                happened.append(_returned(lying.pop(_key(event)), WhyReturned.TAKEN_DOWN))
            case SeatLeft():
                left = [key for key in lying if key[0] == event.seat]
                happened.extend(_returned(lying.pop(key), WhyReturned.PATRON_LEFT) for key in left)
            case SettlementReversed():
                happened.extend(_reversed(spent, event))
    kept: list[LaidCoupon] = []
    by_the_house = {_key(event) for event in events if isinstance(event, WagerRaised)}
    for laid in lying.values():
        stays, became = _beside_its_chips(
            game, before, after, laid, gaming_day, by_the_house=_key(laid) in by_the_house
        )
        happened.extend(became)
        kept.extend((laid,) if stays else ())
    # Once the round is over, nothing of it is undone any more.
    over = game.between_rounds(after)
    return Followed(Coupons(lying=tuple(kept), spent=() if over else tuple(spent)), tuple(happened))


@implements("603a.21(e)#1", readings=("C-20",))
def _settled(game: Game[Any], laid: LaidCoupon, line: Settled, events: Iterable[Event]) -> Iterator[Event]:
    """A coupon as its wager is settled: paid on a win; spent by a win or a loss; else back to the patron, or left to lie."""
    coupon = laid.coupon
    if line.result is Result.WIN:
        yield _paid(game, coupon, line, events)
    if is_spent(line.result):
        yield CouponDropped(
            seat=laid.seat,
            wager=laid.wager,
            pick=laid.pick,
            serial=coupon.serial,
            value=coupon.value,
            **cited((DROPPED, AS_IT_IS_SETTLED)),
        )
    elif line.result is Result.PUSH and coupon.terms.on_push is OnPush.STAYS:
        yield CouponStayed(
            seat=laid.seat, wager=laid.wager, pick=laid.pick, serial=coupon.serial, clause=BY_ITS_TERMS.id
        )
    else:
        push = line.result is Result.PUSH
        back = _returned(laid, WhyReturned.PUSH if push else WhyReturned.CALLED_OFF)
        # By what it was called off, beside what gives the coupon back.
        yield back if push else msgspec.structs.replace(back, also=(line.clause,))


@implements("603a.21(b)#4", readings=("C-21",))
def _paid(game: Game[Any], coupon: Coupon, line: Settled, events: Iterable[Event]) -> CouponPaid:
    """What the house pays on the coupon, by the line that the wager was paid on, and with the charge that such a win bears."""
    wager = game.catalogue[line.wager]
    lines = (*wager.lines(line.pick), *wager.instead)
    # One clause may print several odds, such as those of a Blackjack.
    paid_on = (line.pays, line.odds)
    odds = next(pays.odds for pays in lines if (pays.clause.id, str(pays.odds)) == paid_on)
    owed = due_on_win(coupon, line.stake, odds, game.betting.made)
    paid = game.coupons.payable(line, events, owed)
    return CouponPaid(
        seat=line.seat,
        bonus=TITLE,
        base=line.wager,
        pick=line.pick,
        serial=coupon.serial,
        owed=owed,
        paid=paid,
        vigorish=game.coupons.charge_on_win(line.wager, line.paid + paid)
        - game.coupons.charge_on_win(line.wager, line.paid),
        odds=str(to(1)) if coupon.terms.pays is Pays.EVEN_MONEY else line.odds,
        pays=line.pays,
        **cited((BY_ITS_TERMS, IN_THE_WAGER)),
    )


def _spent(laid: LaidCoupon, became: Iterable[Event]) -> Iterator[SpentCoupon]:
    events = tuple(became)
    paid = sum(event.paid - event.vigorish for event in events if isinstance(event, CouponPaid))
    if any(isinstance(event, CouponDropped) for event in events):
        yield SpentCoupon(laid.seat, laid.wager, laid.coupon.serial, paid)


def _reversed(spent: list[SpentCoupon], undone: SettlementReversed) -> Iterator[CouponReversed]:
    """A settlement undone takes back what was paid on the coupon; the drop box is not opened for it."""
    for coupon in [one for one in spent if (one.seat, one.wager) == (undone.seat, undone.wager)]:
        spent.remove(coupon)
        yield CouponReversed(
            seat=coupon.seat,
            wager=TITLE,
            serial=coupon.serial,
            returned=0,
            repaid=coupon.paid,
            clause=undone.clause,
            also=(DROPPED.id,),
        )


def _returned(laid: LaidCoupon, reason: WhyReturned, by: str = DROPPED.id) -> CouponReturned:
    """Neither won nor lost with its wager, a coupon is still the patron's (C-20)."""
    return CouponReturned(
        seat=laid.seat,
        wager=laid.wager,
        pick=laid.pick,
        serial=laid.coupon.serial,
        value=laid.coupon.value,
        reason=reason,
        clause=by,
    )


@implements("603a.20(q)(5)", readings=("C-20", "C-32"))
def _beside_its_chips(
    game: Game[Any],
    before: Felt,
    after: Felt,
    laid: LaidCoupon,
    gaming_day: date,
    *,
    by_the_house: bool,
) -> tuple[bool, tuple[Event, ...]]:
    """Whether a coupon lies on, and what happened to it as the chips with it changed, or the round changed hands.

    A payout that the house put on the wager may take it above the maximum (C-48).
    """
    bet, was = (bet_at(felt.bets, *_key(laid)) for felt in (after, before))
    if bet is None:
        return True, ()
    if not game.coupons.against_the_house(after):
        return False, (_returned(laid, WhyReturned.NOT_BANKED, AGAINST_THE_HOUSE.id),)
    # On a new wager it is played anew, which it may not be after its last day; with a wager made in time it lies on.
    if was is None and not is_allowed(check_not_expired, laid.coupon, gaming_day):
        return False, (_returned(laid, WhyReturned.EXPIRED, NOT_EXPIRED.id),)
    if not is_matched(laid.coupon, bet.amount):
        return False, (_returned(laid, WhyReturned.UNMATCHED, NEEDS_CHIPS.id),)
    if was is None:
        _check_maximum(game, laid, bet)
        return True, (_placed(game, laid, bet),)
    if was.amount == bet.amount:
        return True, ()
    if not by_the_house:
        _check_maximum(game, laid, bet)
    return True, (_broken_down(laid, bet),)


@implements("603a.21(b)#3", readings=("C-22",))
def _broken_down(laid: LaidCoupon, bet: Bet) -> CouponBrokenDown:
    """The chips as they lie with the coupon after more came or some went."""
    on_coupon, beside = broken_down(laid.coupon, bet.amount)
    return CouponBrokenDown(
        seat=laid.seat,
        wager=laid.wager,
        pick=laid.pick,
        serial=laid.coupon.serial,
        on_coupon=on_coupon,
        beside=beside,
        clause=BROKEN_DOWN.id,
    )


# What may still be wagered.


def within_maximum(game: Game[Any], play: Felt, coupons: Coupons, act: Lawful) -> Iterator[Lawful]:
    """A lawful act as far as the coupons on the felt leave room below the posted maximum."""
    room = act.amount
    if act.move != "place-wager" or not coupons.lying or room is None:
        yield act
        return
    (wager,), (pick,) = act.fields["wager"], act.fields["pick"]
    values = {
        laid.seat: laid.coupon.value for laid in coupons.lying if (laid.wager, laid.pick) == (wager, pick)
    }
    free = tuple(seat for seat in act.fields["seat"] if seat not in values)
    if free:
        yield msgspec.structs.replace(act, fields={**act.fields, "seat": free})
    for seat in (seat for seat in act.fields["seat"] if seat in values):
        bet = bet_at(play.bets, seat, wager, pick)
        most = game.betting.limits_of(wager).maximum - values[seat] - (bet.amount if bet else 0)
        high = room.low + (min(room.high, most) - room.low) // room.step * room.step
        if high >= room.low:
            yield msgspec.structs.replace(
                act, amount=Range(room.low, high, room.step), fields={**act.fields, "seat": (seat,)}
            )
