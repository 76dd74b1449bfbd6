"""The Rules Submission as a typed, checked and hashed document."""

import hashlib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar

import msgspec

from houseway.law import Clause, pa
from houseway.money import Breakage, Cents, dollars
from houseway.submission.options import Option, SmallestChip
from houseway.table.wagers import POSTED_LIMITS, BettingClauses, BettingRules, Limits, Wager


class OddsShownOn(StrEnum):
    """Where patrons read the payout odds."""

    LAYOUT = "layout"
    SIGN = "sign"


def _posted(limits: Limits) -> str:
    spread = f"{dollars(limits.minimum)} to {dollars(limits.maximum)}"
    return f"{spread} in steps of {dollars(limits.increment)}"


_POSTED = Option("Posted limits", say=_posted, clause=POSTED_LIMITS)
_BREAKAGE = Option(
    "If chips cannot make a payment",
    {
        Breakage.REFUSE: "the wager is not taken",
        Breakage.UP: "it is rounded up to the next chip",
        Breakage.DOWN: "it is rounded down to the next chip",
        Breakage.NEAREST: "it is rounded to the nearest chip",
    },
)
_ODDS_SHOWN = Option(
    "Payout odds are shown on",
    {OddsShownOn.LAYOUT: "the layout and the table sign", OddsShownOn.SIGN: "the table sign"},
    clause=pa("125-149:Preamble/625a#1"),
)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a submission that the law does not allow."""

    clause: str
    where: str
    problem: str


class Submission(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="game",
    omit_defaults=False,
):
    """What the operator may choose at any table; each game adds its own options."""

    # The wagers of the chapter, what it says of wagering, and of the holder's name on the layout.
    catalogue: ClassVar[Mapping[str, Wager]]
    clauses: ClassVar[BettingClauses]
    name_clause: ClassVar[Clause]
    # Whether it takes wagers against the house: where players play each other, there are none.
    needs_wagers: ClassVar[bool] = True

    certificate_holder: str = "Houseway"
    limits: Annotated[Limits, _POSTED] = Limits()
    wager_limits: dict[str, Limits] = {}
    smallest_chip: SmallestChip = 100
    breakage: Annotated[Breakage, _BREAKAGE] = Breakage.REFUSE
    not_offered: tuple[str, ...] = ()
    odds_shown_on: Annotated[OddsShownOn, _ODDS_SHOWN] = OddsShownOn.LAYOUT

    @classmethod
    def implied(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """What goes without saying in writing once these options are chosen; nothing, unless a game knows better."""
        return {}

    def digest(self) -> str:
        """The hash that every round played under this submission records."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()

    @property
    def wagering_clauses(self) -> BettingClauses:
        """What the chapter says of wagering; where a game has several chapters, that of the submission."""
        return self.clauses

    @property
    def naming_clause(self) -> Clause:
        """That the layout names the holder; where a game has several chapters, by that of the submission."""
        return self.name_clause

    @property
    def authorized(self) -> Mapping[str, Wager]:
        """The wagers that the text of the chapter lists; where there is more than one text, that of the submission."""
        return self.catalogue

    def offered(self, catalogue: Mapping[str, Wager]) -> frozenset[str]:
        """The wagers this operator offers."""
        return frozenset(catalogue) - frozenset(self.not_offered)

    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table under this submission accepts."""
        return BettingRules(
            wagers=catalogue,
            offered=self.offered(catalogue),
            limits=self.limits,
            wager_limits=self.wager_limits,
            smallest_chip=self.smallest_chip,
            breakage=self.breakage,
            clauses=self.wagering_clauses,
        )

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the law does not allow; a game adds what its chapter demands."""
        if self.smallest_chip < 1:
            yield _finding(POSTED_LIMITS, "smallest_chip", "a chip is worth at least one cent")
        for name in (*self.wager_limits, *self.not_offered):
            if name not in self.authorized:
                yield _finding(self.wagering_clauses.catalogue, name, "the chapter has no such wager")
        if self.needs_wagers and not self.offered(self.authorized):
            yield _finding(self.wagering_clauses.catalogue, "not_offered", "the table offers no wager at all")
        if not self.certificate_holder.strip():
            yield _finding(
                self.naming_clause,
                "certificate_holder",
                "the layout needs the certificate holder's name or logo",
            )
        for where, limits in {"limits": self.limits, **self.wager_limits}.items():
            yield from _limit_findings(where, limits, max(self.smallest_chip, 1))
        yield from self._unplayable()

    def _unplayable(self) -> Iterator[Finding]:
        """Wagers on offer for which the limits leave no amount that chips can make and pay."""
        every = [self.limits, *self.wager_limits.values()]
        if self.smallest_chip < 1 or any(_limit_findings("", limits, self.smallest_chip) for limits in every):
            return
        rules = self.betting(self.authorized)
        for wager in self.authorized.values():
            if wager.name in rules.offered and rules.amounts((), 1, wager, wager.picks[0]) is None:
                yield _finding(
                    POSTED_LIMITS, wager.name, "no amount within its limits can be wagered and paid in chips"
                )


class UnlawfulSubmission(ValueError):
    """A submission that the law does not allow, with all its findings at once."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        said = "; ".join(f"{finding.where}: {finding.problem} [{finding.clause}]" for finding in findings)
        super().__init__(f"the submission is not lawful: {said}")
        self.findings = findings


def require_lawful(submission: Submission) -> None:
    """Refuse a submission in which anything is unlawful."""
    findings = tuple(submission.findings())
    if findings:
        raise UnlawfulSubmission(findings)


def _limit_findings(where: str, limits: Limits, smallest_chip: Cents) -> list[Finding]:
    wrong = {
        "the minimum is not a wager": limits.minimum < 1,
        "the minimum is above the maximum": limits.minimum > limits.maximum,
        "the increment cannot be made in the smallest chip": limits.increment < 1
        or limits.increment % smallest_chip,
    }
    return [_finding(POSTED_LIMITS, where, problem) for problem, found in wrong.items() if found]


def _finding(clause: Clause, where: str, problem: str) -> Finding:
    return Finding(clause=clause.id, where=where, problem=problem)
