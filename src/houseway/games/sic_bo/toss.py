"""The toss: what three dice show once the shaker is uncovered (625a.2(a))."""

import msgspec


class Toss(msgspec.Struct, frozen=True):
    """The top faces of the three dice."""

    die_1: int
    die_2: int
    die_3: int

    def __str__(self) -> str:
        return f"{self.die_1}-{self.die_2}-{self.die_3}"

    @property
    def faces(self) -> tuple[int, int, int]:
        """The face of each die."""
        return (self.die_1, self.die_2, self.die_3)

    @property
    def total(self) -> int:
        """The three faces added up."""
        return self.die_1 + self.die_2 + self.die_3

    @property
    def is_triple(self) -> bool:
        """Whether all three dice show the same number."""
        return self.die_1 == self.die_2 == self.die_3

    def showing(self, number: int) -> int:
        """How many of the dice show a number."""
        return self.faces.count(number)
