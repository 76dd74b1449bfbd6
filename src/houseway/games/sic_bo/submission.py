"""What the operator chooses at a Sic Bo table."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from houseway.games.sic_bo.wagers import CATALOGUE, TwoOfAKind
from houseway.law import implements, pa
from houseway.submission import Finding, Option, Submission
from houseway.submission.options import Positions
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


_SHAKER = Option(
    "The dice are shaken in",
    {Shaker.MANUAL: "a manual shaker", Shaker.AUTOMATED: "an automated shaker"},
    clause=pa("625a.1(d)(2)"),
)
_TWO_OF_A_KIND = Option(
    "Two of a Kind wins if its number shows on",
    {TwoOfAKind.AT_LEAST_TWO: "two or all three dice", TwoOfAKind.EXACTLY_TWO: "two dice but not all three"},
)


class SicBoSubmission(Submission, frozen=True, kw_only=True, tag="sic-bo"):
    """The Rules Submission for Sic Bo; the chapter sets no greatest number of positions."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO

    seats: Positions = 10
    shaker: Annotated[Shaker, _SHAKER] = Shaker.MANUAL
    two_of_a_kind: Annotated[TwoOfAKind, _TWO_OF_A_KIND] = TwoOfAKind.AT_LEAST_TWO

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
