"""A Sic Bo round as it stands."""

from enum import StrEnum

from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import AreaKey
from houseway.table.felt import Felt


class Phase(StrEnum):
    """How far the round has come."""

    BETTING = "betting"  # the dice lie from the last round, or have never been mixed
    MIXED = "mixed"  # covered and shaken, or tossed by the device; wagers are still taken
    NO_MORE_BETS = "no-more-bets"
    REVEALED = "revealed"  # shown and announced, to be entered
    MISENTERED = "misentered"  # entered wrongly, to be corrected
    LIT = "lit"  # winning combinations lit and settled, to be cleared
    BY_HAND = "by-hand"  # shown, with a device that fails: to be settled by hand
    STOPPED = "stopped"  # gaming has ceased until the device is fixed


BETTING_OPEN = frozenset({Phase.BETTING, Phase.MIXED})
BETWEEN_ROUNDS = frozenset({Phase.BETTING, Phase.STOPPED})
DICE_SHOWN = frozenset({Phase.REVEALED, Phase.MISENTERED})


class ShakerStatus(StrEnum):
    """Which shaker is in use, or how far an automated one that cannot be used has been put aside."""

    MANUAL = "manual"
    AUTOMATED = "automated"
    FAILED = "failed"  # its dice still inside
    EMPTIED = "emptied"
    OUT_OF_ORDER = "out-of-order"  # emptied, and covered or signed


class Round(Felt, frozen=True, kw_only=True):
    """A round of Sic Bo as it stands.

    `toss` is what was announced, kept until the dice are mixed again; `entered` is a wrong entry while it stands;
    `lit` are the winning areas; `failed` names what keeps, or after settlement will keep, the table from play.
    """

    phase: Phase = Phase.BETTING
    shaker: ShakerStatus = ShakerStatus.MANUAL
    toss: Toss | None = None
    entered: Toss | None = None
    lit: tuple[AreaKey, ...] = ()
    failed: str = ""
