"""When wagers are made and taken down: the full game ones before its first throw, others until each (661a.3, 661a.6(b))."""

from houseway.games.three_dice_football.downs import EXTRA_POINT_ROLL
from houseway.games.three_dice_football.round import Drive, Phase
from houseway.games.three_dice_football.wagers import FULL_GAME
from houseway.law import RuleViolation, implements, pa
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Wager

PLACED_BEFORE_THE_GAME = pa("661a.3(c)#1")
LOCKED_BY_FIRST_THROW = pa("661a.3(c)#2")
UNTIL_THE_THROW = pa("661a.3(e)#1")
LATER_ONLY_SINGLE_PLAY = pa("661a.6(b)#2")


class FootballWagering(Wagering[Drive]):
    """Wagers at a Three Dice Football table."""

    @implements(
        "661a.3(c)#1", "661a.3(c)#2", "661a.3(e)#1", "661a.6(b)#2", readings=("661-09", "661-10", "661-06")
    )
    def check_placing(self, state: Drive, wager: Wager, *, raising: bool) -> None:
        """Full game wagers before the first throw only; single play wagers until each throw."""
        if state.ending is not None:
            raise RuleViolation(
                EXTRA_POINT_ROLL, "only the extra point roll is still to come; no wager may be made"
            )
        if wager.group == FULL_GAME and state.under_way:
            if raising:
                raise RuleViolation(
                    LOCKED_BY_FIRST_THROW, f"{wager.title} may not be raised after the first throw"
                )
            if state.phase is Phase.THROWN:
                raise RuleViolation(
                    PLACED_BEFORE_THE_GAME, f"the game has started; {wager.title} had to be down before"
                )
            raise RuleViolation(
                LATER_ONLY_SINGLE_PLAY,
                f"after the first throw {wager.title} may no longer be wagered on",
                fix="make a single play wager, or wait for the next game",
            )
        if state.phase is Phase.THROWN:
            raise RuleViolation(
                UNTIL_THE_THROW, f"the dice are thrown; {wager.title} waits for the next throw"
            )

    @implements("661a.3(c)#2", readings=("661-09", "661-10"))
    def check_taking_down(self, state: Drive, bet: Bet) -> None:
        """Full game wagers stay from the first throw on; single play wagers from each throw to its settlement."""
        wager = self.catalogue[bet.wager]
        if wager.group == FULL_GAME and state.under_way:
            raise RuleViolation(
                LOCKED_BY_FIRST_THROW, f"{wager.title} may not be withdrawn after the first throw"
            )
        if state.phase is Phase.THROWN:
            raise RuleViolation(
                UNTIL_THE_THROW, f"the dice are thrown; {wager.title} stays until it is settled"
            )
