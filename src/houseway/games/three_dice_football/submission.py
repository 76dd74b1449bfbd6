"""What the operator chooses at a Three Dice Football table."""

from collections.abc import Iterator

from houseway.games.three_dice_football.wagers import CATALOGUE
from houseway.law import pa
from houseway.submission import Finding, Submission

MAX_PLAYERS = pa("661a.2(a)#2")
FULL_GAME_WAGERS = pa("661a.3(b)")


class FootballSubmission(Submission, frozen=True, kw_only=True, tag="three-dice-football"):
    """The Rules Submission for Three Dice Football."""

    catalogue = CATALOGUE
    catalogue_clause = FULL_GAME_WAGERS

    seats: int = MAX_PLAYERS.integer("max_players")

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        most = MAX_PLAYERS.integer("max_players")
        if not 1 <= self.seats <= most:
            yield Finding(
                clause=MAX_PLAYERS.id,
                where="seats",
                problem=f"a table has 1 to {most} positions, not {self.seats}",
            )
