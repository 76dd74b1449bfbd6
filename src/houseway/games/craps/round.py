"""A game of Craps as it stands."""

from enum import StrEnum

from houseway.games.craps.moves import Selection
from houseway.table.felt import Felt

# A wager on the layout: the position, the wager and its pick.
BetKey = tuple[int, str, str]


class Phase(StrEnum):
    """Where the dice are."""

    CUP = "cup"  # nobody shoots
    OFFERED = "offered"  # a player is asked
    HAND = "hand"  # with the shooter
    THROWN = "thrown"  # rolling, or at rest and not yet called
    CALLED = "called"  # called, and nothing settled yet
    CENTRE = "centre"  # settled, or the throw void: to be passed


# From the throw until its wagers are settled nothing is made, changed or taken down.
IN_THE_AIR = frozenset({Phase.THROWN, Phase.CALLED})
AT_REST = frozenset(Phase) - IN_THE_AIR
# Where the dice are while a shooter has them, or will be passed them.
BETWEEN_THROWS = frozenset({Phase.HAND, Phase.CENTRE})


class CrapsFelt(Felt, frozen=True, kw_only=True):
    """A game of Craps as it stands.

    `point` is 0 while the next roll is a come out roll. `commenced` is that somebody has accepted the dice, `asked` the
    last position they were offered to, and `declined` those who have not wanted them since there was a shooter.
    `last_shooter` threw last, or has that player's right to throw for Come Bets only (623a.10(b)); `come_only` is that it
    is used. `came_out` is whose first come out roll is thrown, until a loser 7. `fire` are the different points made, in
    their order; `bonus` the numbers that bear a button, as bits; `buttons` the wagers that bear one; `withdrawn` the
    don't bets that were taken down or reduced (623a.4(d)). `dice_gone` is that the set was retired.
    """

    phase: Phase = Phase.CUP
    point: int = 0
    shooter: int = 0
    last_shooter: int = 0
    commenced: bool = False
    asked: int = 0
    offered: int = 0
    declined: tuple[int, ...] = ()
    selection: Selection | None = None
    come_only: bool = False
    came_out: int = 0
    invalid_rolls: int = 0
    cocked: tuple[tuple[int, int], ...] = ()
    faces: tuple[int, int] | None = None
    dice_gone: bool = False
    fire: tuple[int, ...] = ()
    surveillance_told: bool = False
    bonus: int = 0
    bonus_reopened: bool = False
    buttons: tuple[BetKey, ...] = ()
    withdrawn: tuple[BetKey, ...] = ()
