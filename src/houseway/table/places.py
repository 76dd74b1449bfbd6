"""Places: where cards lie. A position may hold several hands, as after a split; position 0 is the dealer's."""

from typing import NamedTuple

_DEALER = 0


class Place(NamedTuple):
    """A hand of a position, the first if nothing else is said."""

    seat: int
    hand: int = 1

    def __str__(self) -> str:
        whose = f"position {self.seat}" if self.seat else "the dealer"
        return f"{whose}, hand {self.hand}" if self.hand > 1 else whose


DEALER_PLACE = Place(_DEALER)
