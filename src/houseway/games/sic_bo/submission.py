"""What the operator chooses at a Sic Bo table."""

from collections.abc import Iterator
from enum import StrEnum

from houseway.games.sic_bo.wagers import CATALOGUE, TwoOfAKind
from houseway.law import implements, pa
from houseway.submission import Finding, Submission
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses

WAGERS = pa("625a.3")
NAME_OR_LOGO = pa("625a.1(c)(1)")
CHIPS_OR_PLAQUES = pa("625a.4(a)#1")
NO_CASH = pa("625a.4(a)#2")
PAYTABLE = pa("625a.6(a)")

BETTING = BettingClauses(
    catalogue=WAGERS,
    instruments=CHIPS_OR_PLAQUES,
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES}),
    cash=NO_CASH,
    payment=PAYTABLE,
)


class Shaker(StrEnum):
    """What tosses the dice."""

    MANUAL = "manual"
    AUTOMATED = "automated"


class SicBoSubmission(Submission, frozen=True, kw_only=True, tag="sic-bo"):
    """The Rules Submission for Sic Bo; the chapter sets no greatest number of positions."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO

    seats: int = 10
    shaker: Shaker = Shaker.MANUAL
    two_of_a_kind: TwoOfAKind = TwoOfAKind.AT_LEAST_TWO

    @implements("625a.3", readings=("B-SB-11",))
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if self.seats < 1:
            yield Finding(
                clause=WAGERS.id,
                where="seats",
                problem=f"a table with {self.seats} positions has no player to wager",
            )
