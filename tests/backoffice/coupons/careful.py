"""A house whose people make no mistake, day after day."""

import random
from datetime import timedelta

import msgspec

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.distribution import DistributeCoupons, unspent_in_boxes
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.inventory import (
    AT_FINANCE,
    AT_MARKETING,
    TakeCouponInventory,
    next_inventory,
)
from houseway.backoffice.coupons.quarterly import FileCouponReport, quarters_to_report, redeemed_in
from houseway.backoffice.coupons.redemption import RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.runs import Run, less, runs_of, serials_in
from houseway.backoffice.coupons.serials import State, find, runs_in, totals_by_state
from houseway.backoffice.coupons.variances import VarianceFound
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.orders import Fact, Order
from tests.backoffice.coupons.crew import (
    TEN,
    TWENTY_FIVE,
    BareHouse,
    close_day,
    count_of,
    drops_of,
    issue_to_marketing,
    launch,
    open_carried,
    receive,
)

NO_SCANNER = "7"


class CarefulHouse(BareHouse):
    """A house whose people make no mistake; what they hear of variances is kept."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.alarms: list[Fact] = []
        self.unscanned: list[int] = []
        self.papers = 0
        launch(self)

    def give(self, order: Order) -> tuple[Fact, ...]:
        """Carry an order out, listening for alarms."""
        facts = super().give(order)
        self.alarms += [fact for fact in facts if isinstance(fact, VarianceFound)]
        return facts

    def hand_in(self, order: CountCoupons) -> CountCoupons:
        """The count as it is given: as things are."""
        return order

    def _number(self, letter: str) -> str:
        self.papers += 1
        return f"{letter}-{self.papers}"

    def live(self) -> None:
        """One day, from the morning's count to the evening's form."""
        self._morning()
        self._stock_up()
        if runs_in(self.connection, State.HELD):
            open_carried(self)
        self._take_some()
        for _ in range(self.chance.randint(5, 15)):
            self._hand_out()
            self._play()
        if runs_in(self.connection, State.ISSUED):
            self._spoil_one()
        if runs_in(self.connection, State.ISSUED) or self._was_at_marketing():
            close_day(self, hold=self.chance.random() < 0.5 and self._all_good_tomorrow())
        assert not [one for one in BOOK.due(self.desk()) if one.late]

    def _was_at_marketing(self) -> bool:
        row = self.database.execute(
            "SELECT at_marketing FROM coupons_days WHERE day = ?", (self.day.isoformat(),)
        ).fetchone()
        return bool(row and row[0])

    def _all_good_tomorrow(self) -> bool:
        return not runs_in(self.connection, State.ISSUED, expired_by=self.day)

    def _morning(self) -> None:
        """Count yesterday, inventory and report when it is time."""
        yesterday = self.day - timedelta(days=1)
        row = self.database.execute(
            "SELECT counted FROM coupons_days WHERE day = ?", (yesterday.isoformat(),)
        ).fetchone()
        if row is not None:
            assert not row[0]
            drops = drops_of(self.connection, yesterday)
            quiet = Drop(table=NO_SCANNER, serials=tuple(self.unscanned))
            self.give(self.hand_in(msgspec.structs.replace(count_of(self, yesterday), drops=(*drops, quiet))))
            self.unscanned.clear()
        by = next_inventory(self.connection)
        if by is not None and (self.day == by or self.chance.random() < 0.02):
            self.give(
                TakeCouponInventory(
                    taken_on=self.day,
                    at_finance=runs_in(self.connection, *AT_FINANCE),
                    at_marketing=runs_in(self.connection, *AT_MARKETING),
                )
            )
        for quarter in quarters_to_report(self.connection, self.day):
            redeemed = redeemed_in(self.connection, quarter)
            self.give(
                FileCouponReport(
                    year=quarter.year, quarter=quarter.number, redeemed=redeemed, reference=f"mail {quarter}"
                )
            )

    def _stock_up(self) -> None:
        if sum(totals_by_state(self.connection)[State.STOCK].values()) < 300:
            expires = self.day + timedelta(days=self.chance.randint(2, 12))
            for design in (TEN, TWENTY_FIVE):
                receive(self, self.chance.randint(100, 300), design, name=self._number("D"), expires=expires)

    def _take_some(self) -> None:
        stock = runs_in(self.connection, State.STOCK)
        over = runs_in(self.connection, State.STOCK, expired_by=self.day - timedelta(days=1))
        wanted = less(stock, over)[: self.chance.randint(1, 2)]
        runs = [Run(run.first, min(run.last, run.first + self.chance.randint(5, 60))) for run in wanted]
        if runs and self.chance.random() < 0.9:
            issue_to_marketing(self, self._number("R"), *runs)

    def _hand_out(self) -> None:
        issued = list(serials_in(runs_in(self.connection, State.ISSUED)))
        good = [
            serial
            for serial in issued
            if (coupon := find(self.connection, serial)) and coupon.expires >= self.day
        ]
        if good:
            some = self.chance.sample(good, min(len(good), self.chance.randint(1, 6)))
            self.give(DistributeCoupons(day=self.day, serials=runs_of(some), place="players club"))

    def _play(self) -> None:
        """Some patrons play, where coupons are scanned and where not; now and then nobody wins."""
        patrons = list(serials_in(runs_in(self.connection, State.DISTRIBUTED)))
        for serial in self.chance.sample(patrons, min(len(patrons), self.chance.randint(0, 4))):
            coupon = find(self.connection, serial)
            assert coupon is not None
            if coupon.expires < self.day or serial in self.unscanned:
                continue
            if self.chance.random() < 0.1:
                self.unscanned.append(serial)
                continue
            table, round = self.chance.choice("123"), str(self.chance.randint(1, 999))
            self.give(
                RedeemCoupon(serial=serial, value=coupon.denomination, table=table, round=round, day=self.day)
            )
            if self.chance.random() < 0.1:
                reason = self.chance.choice(list(Release))
                why = "misdeal" if reason is Release.VOID else ""
                other = self._another(coupon.denomination) if reason is Release.VOID else None
                order = ReleaseCoupon(
                    serial=serial, table=table, round=round, day=self.day, reason=reason, why=why
                )
                self.give(msgspec.structs.replace(order, in_drop_box=other is not None))
                if other is not None:
                    self._replace(other)

    def _another(self, denomination: int) -> int | None:
        """A good coupon that marketing could give a patron whose own lies void in a drop box."""
        issued = (
            find(self.connection, serial) for serial in serials_in(runs_in(self.connection, State.ISSUED))
        )
        good = (one for one in issued if one and one.denomination == denomination and one.expires >= self.day)
        return next((one.serial for one in good), None)

    def _replace(self, serial: int) -> None:
        (paper,) = unspent_in_boxes(self.connection)
        order = DistributeCoupons(
            day=self.day, serials=(Run(serial, serial),), place="players club", replaces=(paper.subject,)
        )
        self.give(order)

    def _spoil_one(self) -> None:
        run = runs_in(self.connection, State.ISSUED)[0]
        line = VoidLine(first=run.first, last=run.first, reason="torn")
        if self.chance.random() < 0.6:
            self.give(VoidCoupons(custody=Custody.MARKETING, day=self.day, voided=(line,)))
