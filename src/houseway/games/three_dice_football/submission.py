"""What the operator chooses at a Three Dice Football table."""

from collections.abc import Iterator
from typing import Annotated

from houseway.games.three_dice_football.wagers import CATALOGUE, FULL_GAME
from houseway.law import implements, pa
from houseway.submission import Finding, Option, Submission
from houseway.submission.options import Positions
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses

MAX_PLAYERS = pa("661a.2(a)#2")
FULL_GAME_WAGERS = pa("661a.3(b)")
VALUE_CHIPS = pa("661a.3(a)#1")
NO_CASH = pa("661a.3(a)#2")
NAME_OR_LOGO = pa("661a.2(b)(1)")
COUPONS_LIE = pa("603a.21(c)(1)")

BETTING = BettingClauses(
    catalogue=FULL_GAME_WAGERS,
    instruments=VALUE_CHIPS,
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.OTHER_APPROVED}),
    cash=NO_CASH,
    payment=pa("661a.6(g)"),
)


_COUPONS = Option(
    "Match Play Coupons may lie on", {name: f"the {wager.title} Wager" for name, wager in CATALOGUE.items()}
)


class FootballSubmission(Submission, frozen=True, kw_only=True, tag="three-dice-football"):
    """The Rules Submission for Three Dice Football."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO

    seats: Positions = MAX_PLAYERS.integer("max_players")
    # The full game wager on which Match Play Coupons may lie.
    coupon_wager: Annotated[str, _COUPONS] = "touchdown"

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
        yield from self._coupon_findings()

    @implements("603a.21(c)(1)", readings=("X-04",))
    def _coupon_findings(self) -> Iterator[Finding]:
        """A place for coupons that is no full game wager."""
        wager = CATALOGUE.get(self.coupon_wager)
        if wager is None or wager.group != FULL_GAME:
            yield Finding(
                clause=COUPONS_LIE.id,
                where="coupon_wager",
                problem=f"coupons lie on a full game wager, not on {self.coupon_wager!r}",
            )
