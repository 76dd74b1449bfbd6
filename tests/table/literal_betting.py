"""A betting round told a second time, from its history alone: who is asked and what may be answered.

Written for the tests from the rules of the table, without the code it is held against: nothing is carried along, everything
is read again from the list of what was done.
"""

from dataclasses import dataclass, field


@dataclass
class Literal:
    """The players clockwise with what they sat down with, what was posted, and everything that was done since."""

    structure: str
    unit: int
    most_bets: int
    reopening: str
    chips: dict[int, int]
    posted: dict[int, int]
    blind: int
    before: int
    done: list[tuple[int, str, int]] = field(default_factory=list)

    def standing(self, until: int | None = None) -> dict[int, int]:
        """What lies before each player after so many acts."""
        put_in = (act for act in self.done[:until] if act[1] in ("call", "raise", "bet"))
        return self.posted | {seat: amount for seat, _, amount in put_in}

    def price(self, until: int | None = None) -> int:
        """What it costs to be in."""
        return max(self.blind, *self.standing(until).values())

    def folded(self) -> set[int]:
        return {seat for seat, act, _ in self.done if act == "fold"}

    def full_raises(self) -> list[tuple[int, int]]:
        """Each full bet or raise: at which act (-1 for a blind), and by how much."""
        found = [(-1, self.blind)] if self.blind >= self.unit else []
        for at, (_, act, amount) in enumerate(self.done):
            if act not in ("bet", "raise"):
                continue
            price = self.price(at)
            if price < self.unit:
                if amount >= self.unit:
                    found.append((at, amount))
            elif amount - price >= self.least_raise(found):
                found.append((at, amount - price))
        return found

    def least_raise(self, full: list[tuple[int, int]]) -> int:
        if self.structure == "limit" or not full:
            return self.unit
        return max(self.unit, full[-1][1])

    def to_act(self) -> int | None:
        """Going round from whoever acted last, the first who still owes an answer."""
        order = list(self.chips)
        lying = self.standing()
        live = [seat for seat in order if seat not in self.folded()]
        if len(live) == 1:
            return None
        with_chips = [seat for seat in live if self.chips[seat] > lying[seat]]
        start = order.index(self.done[-1][0]) + 1 if self.done else 0
        for step in range(len(order)):
            seat = order[(start + step) % len(order)]
            if seat not in with_chips:
                continue
            has_acted = any(who == seat for who, _, _ in self.done)
            if lying[seat] < self.price() or (not has_acted and len(with_chips) > 1):
                return seat
        return None

    def may_raise(self, seat: int) -> bool:
        """Whether the betting is open to a player."""
        acts = [at for at, (who, _, _) in enumerate(self.done) if who == seat]
        full = self.full_raises()
        if self.most_bets and len(full) >= self.most_bets:
            return False
        if not any(
            self.chips[other] > self.standing()[other]
            for other in self.chips
            if other != seat and other not in self.folded()
        ):
            return False
        if not acts:
            return True
        last = acts[-1]
        if any(at > last for at, _ in full):
            return True
        more = self.price() - self.price(last + 1)
        if self.reopening == "any":
            return more > 0
        return self.reopening == "together" and more >= self.least_raise(full)

    def options(self) -> dict[str, tuple[int, int]]:
        """What the player to act may do, and with how much."""
        seat = self.to_act()
        if seat is None:
            return {}
        lying, price, everything = self.standing(), self.price(), self.chips[seat]
        found: dict[str, tuple[int, int]] = {}
        if lying[seat] >= price:
            found["check"] = (0, 0)
        else:
            put = min(price, everything) - lying[seat]
            found["fold"] = (0, 0)
            found["call"] = (put, put)
        if everything > price and self.may_raise(seat):
            low = self.unit if price < self.unit else price + self.least_raise(self.full_raises())
            pot = self.before + sum(lying.values())
            high = {
                "limit": low,
                "pot-limit": max(low, price + pot + (price - lying[seat])),
                "no-limit": everything,
            }[self.structure]
            found["raise" if price else "bet"] = (min(low, everything), min(high, everything))
        return found
