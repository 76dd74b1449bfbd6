"""Chips as a drawing: which ones an amount is drawn with."""

from houseway.money import Cents

MOST_CHIPS = 6
# What chips are worth, each in its colour of the trade.
DENOMINATIONS: tuple[Cents, ...] = (100_000, 50_000, 10_000, 2500, 500, 100, 50, 25)


def chips_of(amount: Cents) -> tuple[Cents, ...]:
    """An amount in chips, the largest below; of a high pile one of each kind is drawn, then the largest."""
    chips: list[Cents] = []
    for value in DENOMINATIONS:
        chips.extend([value] * min(amount // value, MOST_CHIPS))
        amount %= value
    kinds = list(dict.fromkeys(chips))
    for value in kinds:
        chips.remove(value)
    drawn = (*kinds, *chips)[:MOST_CHIPS]
    return tuple(sorted(drawn, reverse=True)) or DENOMINATIONS[-1:]
