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
    most_raises: int
    reopening: str
    chips: dict[int, int]
    posted: dict[int, int]
    blind: int
    brings_in: bool
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

    def raises(self, until: int | None = None) -> list[tuple[int, int, bool]]:
        """Each bet or raise before an act: at which, to what, and whether it was a full one."""
        found: list[tuple[int, int, bool]] = []
        for at, (_, act, amount) in enumerate(self.done[:until]):
            if act in ("bet", "raise"):
                found.append((at, amount, amount >= self.least(at, found)))
        return found

    def largest_raise(self, before: list[tuple[int, int, bool]]) -> int:
        return max([self.unit, *(amount - self.price(at) for at, amount, _ in before)])

    def least(self, at: int | None, before: list[tuple[int, int, bool]]) -> int:
        """What the next full bet or raise comes to."""
        if self.brings_in and not before:
            return self.unit
        return self.price(at) + self.largest_raise(before)

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
            if lying[seat] < self.price_for(seat) or (not has_acted and len(with_chips) > 1):
                return seat
        return None

    def others(self, seat: int) -> list[int]:
        return [other for other in self.chips if other != seat and other not in self.folded()]

    def price_for(self, seat: int) -> int:
        """What it costs a player to be in: chips that nobody else has need not be put in."""
        return min(self.price(), max(self.chips[other] for other in self.others(seat)))

    def may_raise(self, seat: int) -> bool:
        """Whether the betting is open to a player."""
        acts = [at for at, (who, _, _) in enumerate(self.done) if who == seat]
        made = self.raises()
        if self.most_raises and len(made) >= self.most_raises:
            return False
        if all(self.chips[other] <= self.price() for other in self.others(seat)):
            return False
        if not acts or any(at > acts[-1] and full for at, _, full in made):
            return True
        more = self.price() - self.price(acts[-1] + 1)
        if self.reopening == "any":
            return more > 0
        return self.reopening == "together" and more >= self.largest_raise(made)

    def options(self) -> dict[str, tuple[int, int]]:
        """What the player to act may do, and with how much."""
        seat = self.to_act()
        if seat is None:
            return {}
        lying, price, everything = self.standing(), self.price(), self.chips[seat]
        found: dict[str, tuple[int, int]] = {}
        if price or self.done:
            found["fold"] = (0, 0)
        if lying[seat] >= self.price_for(seat):
            found["check"] = (0, 0)
        else:
            put = min(self.price_for(seat), everything) - lying[seat]
            found["call"] = (put, put)
        if everything > price and self.may_raise(seat):
            low = self.least(None, self.raises())
            pot = self.before + sum(lying.values())
            high = {
                "limit": low,
                "pot-limit": max(low, price + pot + (price - lying[seat])),
                "no-limit": everything,
            }[self.structure]
            found["raise" if price else "bet"] = (min(low, everything), min(high, everything))
        return found
