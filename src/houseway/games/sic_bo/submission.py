"""What the operator chooses at a Sic Bo table."""

from collections.abc import Iterator
from enum import StrEnum

from houseway.games.sic_bo.wagers import CATALOGUE, TwoOfAKind
from houseway.law import implements, pa
from houseway.submission import Finding, Submission

WAGERS = pa("625a.3")
NAME_OR_LOGO = pa("625a.1(c)(1)")


class Shaker(StrEnum):
    """What tosses the dice."""

    MANUAL = "manual"
    AUTOMATED = "automated"


class SicBoSubmission(Submission, frozen=True, kw_only=True, tag="sic-bo"):
    """The Rules Submission for Sic Bo; the chapter sets no greatest number of positions."""

    catalogue = CATALOGUE
    catalogue_clause = WAGERS

    seats: int = 10
    shaker: Shaker = Shaker.MANUAL
    two_of_a_kind: TwoOfAKind = TwoOfAKind.AT_LEAST_TWO

    @implements("625a.3", readings=("B-SB-11",))
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if not self.certificate_holder.strip():
            yield Finding(
                clause=NAME_OR_LOGO.id,
                where="certificate_holder",
                problem="the layout needs the certificate holder's name or logo",
            )
        if self.seats < 1:
            yield Finding(
                clause=WAGERS.id,
                where="seats",
                problem=f"a table with {self.seats} positions has no player to wager",
            )
