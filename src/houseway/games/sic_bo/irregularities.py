"""What can go wrong with the dice, the device and the shaker, and what is ordered then (625a.7)."""

from houseway.games.sic_bo.play import Phase
from houseway.law import pa
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

_CREW = (*DEALERS, *FLOORPERSONS)
_AFTER_THE_TOSS = frozenset({Phase.MIXED, Phase.NO_MORE_BETS})
_WHILE_THE_DEVICE_IS_NEEDED = frozenset(Phase) - {Phase.BY_HAND, Phase.STOPPED}
# Reading B-SB-08 fills the gap before the dice are shown.
_DEVICE_ORDERS = "dice shown: settle by hand before a floorperson, then stop; else return all wagers and stop"

NO_ROLL = pa("625a.7(a)")

REMEDIES = {
    remedy.irregularity: remedy
    for remedy in (
        Remedy(
            "dice-not-flat",
            "The dice do not all lie flat in the shaker",
            DEALERS,
            NO_ROLL,
            "no roll; return all wagers",
            frozenset({Phase.NO_MORE_BETS}),
        ),
        Remedy(
            "device-failed",
            "The electrical device that lights the combinations fails",
            _CREW,
            pa("625a.7(b)#1"),
            _DEVICE_ORDERS,
            _WHILE_THE_DEVICE_IS_NEEDED,
        ),
        Remedy(
            "area-failed",
            "The area that depicts the wagers fails",
            _CREW,
            pa("625a.7(b)#1"),
            _DEVICE_ORDERS,
            _WHILE_THE_DEVICE_IS_NEEDED,
        ),
        Remedy(
            "shaker-failed",
            "The automated shaker failed when activated",
            _CREW,
            pa("625a.7(c)"),
            "the round is void; return all wagers",
            _AFTER_THE_TOSS,
        ),
        Remedy(
            "shaker-unusable",
            "The automated shaker cannot be used",
            _CREW,
            pa("625a.7(d)"),
            "remove its dice and cover it, or sign it out of order, before a manual shaker is used",
            frozenset({Phase.BETTING, Phase.STOPPED}),
        ),
    )
}

# What stands still until it is fixed, by the failure reported.
DEVICE_FAILURES = {
    "device-failed": "the electrical device",
    "area-failed": "the area that depicts the wagers",
}
SHAKER_FAILURES = frozenset({"shaker-failed", "shaker-unusable"})
