"""The Pai Gow Wager (621a.5, 621a.8(k)): the one wager of the game, at even money less vigorish."""

from collections.abc import Mapping

from houseway.games.pai_gow.outcome import EVEN_MONEY, decide
from houseway.games.pai_gow.vigorish import RATE, VIGORISH, VigorishRounding, is_collectable
from houseway.law import implements, pa, reading
from houseway.money import Cents
from houseway.table.wagers import Units, Wager

PAI_GOW = "pai-gow"
ON_THE_LAYOUT = pa("621a.5(a)#1")

# So many chips bear a vigorish of one chip.
_PARTS = int(1 / RATE)
_READINGS = ("B-PG-02", "B-PG-03", "B-PG-04", "B-PG-05", "B-PG-06", "B-PG-07", "B-PG-11")


@implements("621a.8(k)#2", readings=("B-PG-11",))
def units_for(rounding: VigorishRounding, smallest_chip: Cents) -> Units | None:
    """The equal parts that a wager is made in so that chips can make its vigorish; none where they always can."""
    if is_collectable(smallest_chip, rounding, smallest_chip):
        return None
    return Units(_PARTS, VIGORISH, for_the="vigorish")


@implements("621a.8(k)#2", readings=("B-PG-11",))
def makes_vigorish(rounding: VigorishRounding, smallest_chip: Cents) -> bool:
    """Whether the vigorish on any wager that these chips make can be taken in them."""
    units = units_for(rounding, smallest_chip)
    least = smallest_chip * (units.count if units else 1)
    return is_collectable(least, rounding, smallest_chip)


def catalogue(units: Units | None) -> Mapping[str, Wager]:
    """The wagers of the chapter, made in these parts."""
    wager = Wager(
        PAI_GOW,
        "Pai Gow",
        ON_THE_LAYOUT,
        (EVEN_MONEY,),
        decide,
        readings=tuple(map(reading, _READINGS)),
        units=units,
        terms=f"less {VIGORISH.parameters['vigorish']} vigorish",
    )
    return {wager.name: wager}


CATALOGUE = catalogue(None)
