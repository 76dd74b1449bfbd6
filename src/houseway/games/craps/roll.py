"""The roll: two dice at rest, and what stood on the layout when they were thrown (623a.9(a))."""

import msgspec

from houseway.law import implements


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A valid roll: the two faces, and the come out point that stood when they were thrown (0: a come out roll).

    `fire` and `bonus` are the numbers that bore a Fire Bet marker or a Bonus Craps button before this roll, number n as
    the bit 1 << n; only the wagers on them look there.
    """

    die_1: int
    die_2: int
    point: int = 0
    fire: int = 0
    bonus: int = 0

    def __str__(self) -> str:
        return f"{self.die_1}-{self.die_2}"

    @property
    @implements("623a.9(a)#2")
    def total(self) -> int:
        """The one uppermost face of each die, added up."""
        return self.die_1 + self.die_2

    @property
    def is_come_out(self) -> bool:
        """Whether no point stood when the dice were thrown."""
        return not self.point

    @property
    def is_hard(self) -> bool:
        """Whether both dice show the same number."""
        return self.die_1 == self.die_2
