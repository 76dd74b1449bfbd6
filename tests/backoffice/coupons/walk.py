"""A random walk through the life of coupons, with a plain model beside it that knows nothing of the book's tables."""

import random
from collections import Counter
from datetime import date, timedelta

from houseway.backoffice.coupons.count import CountCoupons, Review, papers_of
from houseway.backoffice.coupons.distribution import DistributeCoupons, OpenCarriedCoupons
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons
from houseway.backoffice.coupons.quantities import Quantities, Quantity
from houseway.backoffice.coupons.redemption import RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.runs import runs_of
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.orders import Order
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import (
    TEN,
    TWENTY_FIVE,
    VAULT,
    BareHouse,
    delivery,
    form,
    launch,
    lot,
    receipt_of,
    requisition,
    return_form,
)

STATES = ("stock", "issued", "held", "distributed", "redeemed", "voided", "returned", "expired")
TABLES = ("1", "2", "3", "7")
NO_SCANNER = "7"


class Pile:
    """Serials from which one is drawn at random."""

    def __init__(self) -> None:
        self.serials: list[int] = []
        self._places: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.serials)

    def __contains__(self, serial: int) -> bool:
        return serial in self._places

    def add(self, serial: int) -> None:
        """Put a serial on the pile."""
        self._places[serial] = len(self.serials)
        self.serials.append(serial)

    def remove(self, serial: int) -> None:
        """Take a serial off the pile."""
        place, last = self._places.pop(serial), self.serials.pop()
        if last != serial:
            self.serials[place] = last
            self._places[last] = place


class Walk:
    """The house, the model, and one random event after the other; after each, the book's totals are the model's."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.house = BareHouse(date(2014, 5, 1))
        launch(self.house)
        self.events = self.refusals = 0
        self.piles = {state: Pile() for state in STATES}
        self.state = [""]
        self.value = [0]
        self.expires = [date.min]
        self.counts: Counter[tuple[int, str]] = Counter()
        self.visited = {"stock"}
        # Where and in which round a coupon was taken, until it is counted or given back; void ones stay in the box.
        self.taken: dict[int, tuple[str, str]] = {}
        self.voided_today: list[int] = []
        self.papers = 0
        self.at_marketing = False
        self._receive()

    @property
    def day(self) -> date:
        """Today."""
        return self.house.day

    # One event.

    def step(self) -> None:
        """Let something happen."""
        draw = self.chance.random()
        if draw < 0.004:
            self._end_of_day()
        elif draw < 0.012:
            self._take_over()
        elif draw < 0.02:
            self._void()
        elif draw < 0.08:
            self._give_back()
        elif draw < 0.5:
            self._hand_out()
        else:
            self._redeem()

    def _give(self, order: Order, *, good: bool = True) -> bool:
        """An order happens if and only if it should; either way the totals are right afterwards."""
        self.events += 1
        try:
            self.house.give(order)
        except RuleViolation as refusal:
            assert not good, f"{order}: {refusal}"
            self.refusals += 1
            self.check()
            return False
        assert good, f"{order} should have been refused"
        return True

    def _move(self, serial: int, target: str) -> None:
        source, value = self.state[serial], self.value[serial]
        self.piles[source].remove(serial)
        self.piles[target].add(serial)
        self.state[serial] = target
        self.visited.add(target)
        self.counts[value, source] -= 1
        self.counts[value, target] += 1

    def check(self) -> None:
        """The book's totals are the model's, and together they are all that was ever received."""
        rows = self.house.database.execute("SELECT denomination, state, count FROM coupons_totals").fetchall()
        totals = {(value, state): count for value, state, count in rows if count}
        assert totals == {key: count for key, count in self.counts.items() if count}
        assert sum(totals.values()) == len(self.state) - 1

    def recount(self) -> None:
        """Every single serial is where the model has it, and the movements lead to the totals."""
        rows = self.house.database.execute(
            "SELECT serial, state FROM coupons_serials ORDER BY serial"
        ).fetchall()
        assert [state for _, state in rows] == self.state[1:]
        assert [serial for serial, _ in rows] == list(range(1, len(self.state)))
        moved = self.house.database.execute(
            "SELECT denomination, state, sum(n) FROM ("
            "SELECT denomination, target AS state, count AS n FROM coupons_movements UNION ALL "
            "SELECT denomination, source, -count FROM coupons_movements WHERE source <> 'supplier') AS both "
            "GROUP BY denomination, state"
        ).fetchall()
        assert {(value, state): count for value, state, count in moved if count} == {
            key: count for key, count in self.counts.items() if count
        }

    # What people do.

    def _number(self, letter: str) -> str:
        self.papers += 1
        return f"{letter}-{self.papers}"

    def _quantities(self, serials: list[int]) -> Quantities:
        counts = Counter(self.value[serial] for serial in serials)
        return tuple(Quantity(value, count) for value, count in sorted(counts.items()))

    def _pick(self, state: str) -> int:
        return self.chance.choice(self.piles[state].serials)

    def _receive(self) -> None:
        first, count = len(self.state), self.chance.randint(2000, 6000)
        design = self.chance.choice((TEN, TWENTY_FIVE))
        expires = self.day + timedelta(days=self.chance.randint(1, 6))
        check = delivery(lot(first, first + count - 1, design, expires), name=self._number("D"))
        self._give(check)
        self.check()
        self._give(receipt_of(check, self.day))
        for serial in range(first, first + count):
            self.state.append("stock")
            self.piles["stock"].add(serial)
            self.value.append(design.value)
            self.expires.append(expires)
        self.counts[design.value, "stock"] += count
        self.check()

    def _take_over(self) -> None:
        if not self.piles["stock"]:
            self._receive()
            return
        first = last = self._pick("stock")
        while last - first < 400 and last + 1 in self.piles["stock"]:
            last += 1
        serials = [serial for serial in range(first, last + 1) if self.expires[serial] >= self.day]
        if not serials:
            return
        runs = runs_of(serials)
        some = self._quantities(serials)
        number = self._number("R")
        self._give(requisition(number, self.day, some))
        self.check()
        self._give(EnterCouponIssue(requisition=number, day=self.day, serials=runs, quantities=some))
        self.check()
        self._give(TakeOverCoupons(requisition=number, day=self.day, serials=runs))
        for serial in serials:
            self._move(serial, "issued")
        self.at_marketing = True
        self.check()

    def _hand_out(self) -> None:
        if not self.piles["issued"]:
            self._take_over()
            return
        serials = sorted({self._pick("issued") for _ in range(self.chance.choice((1, 1, 1, 2, 5)))})
        if self.chance.random() < 0.03:
            serials = sorted({*serials, self.chance.randint(1, len(self.state) + 5)})
        good = all(serial in self.piles["issued"] and self.expires[serial] >= self.day for serial in serials)
        order = DistributeCoupons(day=self.day, serials=runs_of(serials), place="players club")
        if self._give(order, good=good):
            for serial in serials:
                self._move(serial, "distributed")
            self.check()

    def _redeem(self) -> None:
        if self.piles["distributed"] and self.chance.random() > 0.05:
            serial = self._pick("distributed")
        else:
            serial = self.chance.randint(1, len(self.state) + 5)
        known = serial < len(self.state)
        value = self.value[serial] if known else 1000
        if self.chance.random() < 0.02:
            value += 500
        table, round = self.chance.choice(TABLES[:-1]), str(self.events)
        good = (
            known
            and self.state[serial] == "distributed"
            and self.expires[serial] >= self.day
            and value == self.value[serial]
        )
        order = RedeemCoupon(serial=serial, value=value, table=table, round=round, day=self.day)
        if self._give(order, good=good):
            self._move(serial, "redeemed")
            self.taken[serial] = (table, round)
            self.check()

    def _give_back(self) -> None:
        if not self.taken:
            return
        serial = self._pick("redeemed")
        table, round = self.taken.get(serial, ("1", "1"))
        reason, in_drop_box = self.chance.choice(list(Release)), self.chance.random() < 0.3
        here = serial in self.taken and self.chance.random() > 0.1
        order = ReleaseCoupon(
            serial=serial,
            table=table if here else "99",
            round=round,
            day=self.day,
            reason=reason,
            why="misdeal" if reason is Release.VOID else "",
            in_drop_box=in_drop_box,
        )
        if self._give(order, good=here and (reason is Release.VOID or not in_drop_box)):
            self._move(serial, "voided" if in_drop_box else "distributed")
            if not in_drop_box:
                del self.taken[serial]
            self.check()

    def _void(self) -> None:
        custody = self.chance.choice(list(Custody))
        state = "stock" if custody is Custody.FINANCE else "issued"
        if not self.piles[state]:
            return
        wrong = self.chance.choice(("redeemed", "voided", "distributed", "held"))
        serial = self._pick(wrong if self.piles[wrong] and self.chance.random() < 0.1 else state)
        line = VoidLine(first=serial, last=serial, reason="torn")
        order = VoidCoupons(custody=custody, day=self.day, voided=(line,))
        if self._give(order, good=self.state[serial] == state):
            self._move(serial, "voided")
            self.voided_today.append(serial)
            self.check()

    # The end of a day, and the beginning of the next.

    def _end_of_day(self) -> None:
        today = self.day
        busy = bool(self.taken or self.voided_today or self.at_marketing)
        if self.at_marketing:
            self._close(today)
        self.house.at(today + timedelta(days=1))
        if busy:
            self._count(today)
        self.house.connection.commit()
        self.taken.clear()
        self.voided_today.clear()
        self.at_marketing = False
        if self.piles["held"]:
            held = sorted(self.piles["held"].serials)
            self._give(OpenCarriedCoupons(day=self.day, serials=runs_of(held)))
            for serial in held:
                self._move(serial, "issued")
            self.at_marketing = True
            self.check()
        if len(self.piles["stock"]) < 1500:
            self._receive()

    def _close(self, today: date) -> None:
        issued = sorted(self.piles["issued"].serials)
        lost = {serial for serial in issued if self.chance.random() < 0.002}
        unrecorded = {serial for serial in issued if serial not in lost and self.chance.random() < 0.002}
        remaining = [serial for serial in issued if serial not in lost | unrecorded]
        share = self.chance.choice((0.0, 0.5, 1.0))
        held = [
            serial for serial in remaining if self.expires[serial] > today and self.chance.random() < share
        ]
        order = form(
            self.house,
            remaining=runs_of(remaining),
            unrecorded=runs_of(unrecorded),
            held=runs_of(held),
            explanation="as found",
        )
        self._give(order)
        for serials, target in ((lost, "voided"), (unrecorded, "distributed"), (held, "held")):
            for serial in sorted(serials):
                self._move(serial, target)
        self.check()
        self._give(order, good=False)
        back = return_form(self.house, today)
        if back.serials or back.voided:
            self._give(back)
            for serial in [serial for serial in remaining if serial not in set(held)]:
                self._move(serial, "returned")
            self.check()

    def _count(self, today: date) -> None:
        boxes: dict[str, list[int]] = {table: [] for table in TABLES}
        for serial, (table, _) in self.taken.items():
            if self.chance.random() > 0.002:
                boxes[table].append(serial)
        # At one table nothing is scanned; and now and then a coupon turns up that nobody was given.
        good = [serial for serial in self.piles["distributed"].serials if self.expires[serial] >= today]
        unscanned = self.chance.sample(good, min(len(good), self.chance.randint(0, 5)))
        stolen = [self._pick("stock")] if self.piles["stock"] and self.chance.random() < 0.2 else []
        boxes[NO_SCANNER] += [*unscanned, *stolen]
        strange = [len(self.state) + 1000] if self.chance.random() < 0.1 else []
        boxes["1"] += strange
        returned = sorted(self.piles["returned"].serials)
        missing = {serial for serial in returned if self.chance.random() < 0.001}
        order = CountCoupons(
            day=today,
            drops=tuple(Drop(table=table, serials=tuple(serials)) for table, serials in boxes.items()),
            voided=runs_of(self.voided_today),
            returned=runs_of(serial for serial in returned if serial not in missing),
            reviews=tuple(
                Review(document=name, proper=True) for name in papers_of(self.house.connection, today)
            ),
            stored_in=VAULT,
        )
        self._give(order)
        for serial in [*unscanned, *stolen]:
            self._move(serial, "redeemed")
        for serial in returned:
            over = self.expires[serial] <= today
            self._move(serial, "voided" if serial in missing else "expired" if over else "stock")
        for state in ("distributed", "stock"):
            for serial in [one for one in self.piles[state].serials if self.expires[one] <= today]:
                self._move(serial, "expired")
        self.check()
