"""Days on which everybody does everything right raise no alarm; what is planted among them is found, and nothing else.

HOUSEWAY_CLEAN_DAYS says how many days of each kind (the full proof takes 1,000), HOUSEWAY_SEED which ones.
"""

import os
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta

import msgspec

from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.drop_boxes import Altered, Drop
from houseway.backoffice.coupons.runs import Run, joined, less, serials_in
from houseway.backoffice.coupons.serials import State, runs_in, totals_by_state
from houseway.backoffice.coupons.variances import VarianceKind, variances_of
from tests.backoffice.coupons.careful import CarefulHouse
from tests.backoffice.coupons.crew import found

DAYS = int(os.environ.get("HOUSEWAY_CLEAN_DAYS", "40"))
SEED = int(os.environ.get("HOUSEWAY_SEED", "603"))


def test_clean_days_raise_no_alarm() -> None:
    house = CarefulHouse(SEED)
    for _ in range(DAYS):
        house.live()
        assert not house.alarms, house.alarms
        house.connection.commit()
        house.at(house.day + timedelta(days=1))
    assert not variances_of(house.connection, date(2014, 5, 1), house.day)
    # Something went on: coupons were played, and some expired.
    totals = {state: sum(some.values()) for state, some in totals_by_state(house.connection).items()}
    assert totals[State.REDEEMED] > DAYS
    assert totals[State.EXPIRED]


# What somebody does to a count, and the serial that it is to be found by; nothing where there is no opportunity.
Planted = tuple[CountCoupons, int] | None


class TemptedHouse(CarefulHouse):
    """The careful house, in which on most days one thing is not as it should be."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.planted: Counter[VarianceKind] = Counter()
        self.expected: set[tuple[VarianceKind, int]] = set()

    def hand_in(self, order: CountCoupons) -> CountCoupons:
        """The count with one thing wrong, of a kind that had its turn least often."""
        self.expected = set()
        for kind in sorted(self.plants, key=lambda kind: (self.planted[kind], self.chance.random())):
            made = self.plants[kind](order)
            if made is not None:
                self.planted[kind] += 1
                self.expected = {(kind, made[1])}
                return made[0]
        return order

    @property
    def plants(self) -> dict[VarianceKind, Callable[[CountCoupons], Planted]]:
        """What can be done to a count."""
        return {
            VarianceKind.COUNTED_TWICE: self._counted_twice,
            VarianceKind.NEVER_RECEIVED: lambda order: self._in_box(order, "1", 900_000_000),
            VarianceKind.NEVER_DISTRIBUTED: lambda order: self._in_box(order, "1", self._some(State.STOCK)),
            VarianceKind.ALTERED_VALUE: self._altered,
            VarianceKind.VOID_IN_BOX: self._void,
            VarianceKind.EXPIRED_IN_BOX: lambda order: self._in_box(order, "3", self._some(State.EXPIRED)),
            VarianceKind.MISSING_FROM_BOX: self._missing,
            VarianceKind.OTHER_TABLE: self._other_table,
            VarianceKind.NOT_SCANNED: self._not_scanned,
            VarianceKind.VOID_NOT_FORWARDED: self._not_forwarded,
            VarianceKind.NOT_VOID: lambda order: self._more(order, "voided"),
            VarianceKind.NOT_RETURNED: self._not_returned,
            VarianceKind.NOT_ENTERED: lambda order: self._more(order, "returned"),
            VarianceKind.IMPROPER_SIGNATURE: self._improper,
        }

    def _some(self, state: State, but: tuple[Run, ...] = ()) -> int:
        serials = list(serials_in(less(runs_in(self.connection, state), but)))
        return self.chance.choice(serials) if serials else 0

    def _in_box(self, order: CountCoupons, table: str, serial: int) -> Planted:
        if not serial:
            return None
        drops = (*order.drops, Drop(table=table, serials=(serial,)))
        return msgspec.structs.replace(order, drops=drops), serial

    def _void(self, order: CountCoupons) -> Planted:
        dropped = self.database.execute(
            "SELECT serial FROM coupons_serials WHERE state = 'voided' AND redeemed_on IS NOT NULL"
        )
        unspent = tuple(Run(serial, serial) for (serial,) in dropped)
        return self._in_box(order, "2", self._some(State.VOIDED, but=joined((*order.voided, *unspent))))

    def _scanned(self, order: CountCoupons) -> tuple[str, int]:
        pieces = [
            (drop.table, serial) for drop in order.drops if drop.table != "7" for serial in drop.serials
        ]
        return self.chance.choice(pieces) if pieces else ("", 0)

    def _without(self, order: CountCoupons, serial: int) -> CountCoupons:
        drops = tuple(
            msgspec.structs.replace(drop, serials=tuple(one for one in drop.serials if one != serial))
            for drop in order.drops
        )
        return msgspec.structs.replace(order, drops=drops)

    def _counted_twice(self, order: CountCoupons) -> Planted:
        table, serial = self._scanned(order)
        return self._in_box(order, table, serial)

    def _altered(self, order: CountCoupons) -> Planted:
        table, serial = self._scanned(order)
        if not serial:
            return None
        altered = (Altered(serial=serial, shows=99_900),)
        drops = tuple(
            msgspec.structs.replace(drop, altered=altered) if drop.table == table else drop
            for drop in order.drops
        )
        return msgspec.structs.replace(order, drops=drops), serial

    def _missing(self, order: CountCoupons) -> Planted:
        _, serial = self._scanned(order)
        return (self._without(order, serial), serial) if serial else None

    def _other_table(self, order: CountCoupons) -> Planted:
        table, serial = self._scanned(order)
        return self._in_box(self._without(order, serial), {"1": "2"}.get(table, "1"), serial)

    def _not_scanned(self, order: CountCoupons) -> Planted:
        over = runs_in(self.connection, State.DISTRIBUTED, expired_by=order.day)
        quiet = tuple(Run(serial, serial) for serial in self.unscanned)
        return self._in_box(order, "1", self._some(State.DISTRIBUTED, but=joined((*over, *quiet))))

    def _not_forwarded(self, order: CountCoupons) -> Planted:
        if not order.voided:
            return None
        return msgspec.structs.replace(order, voided=order.voided[1:]), order.voided[0].first

    def _not_returned(self, order: CountCoupons) -> Planted:
        if not order.returned:
            return None
        first = order.returned[0].first
        return msgspec.structs.replace(order, returned=less(order.returned, (Run(first, first),))), first

    def _more(self, order: CountCoupons, pile: str) -> Planted:
        serial = self._some(State.STOCK)
        if not serial:
            return None
        more = (*getattr(order, pile), Run(serial, serial))
        return msgspec.structs.replace(order, **{pile: more}), serial

    def _improper(self, order: CountCoupons) -> Planted:
        if not order.reviews:
            return None
        first = msgspec.structs.replace(order.reviews[0], proper=False, remark="not her hand")
        return msgspec.structs.replace(order, reviews=(first, *order.reviews[1:])), 0


def test_every_planted_variance_is_found_and_nothing_else() -> None:
    house = TemptedHouse(SEED)
    for _ in range(DAYS):
        house.live()
        assert found(tuple(house.alarms)) == house.expected
        house.alarms.clear()
        house.expected = set()
        house.connection.commit()
        house.at(house.day + timedelta(days=1))
    assert all(house.planted[kind] for kind in house.plants), house.planted
