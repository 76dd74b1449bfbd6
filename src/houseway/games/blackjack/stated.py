"""Paytables that the operator states, because their text is not supplied (C-139)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.law import Clause, pa
from houseway.money import MeterShare, MeterShareAndOdds, Odds, Payment
from houseway.table.wagers import PayLine

HIT_AND_RUN_STATED = pa("common:blackjack/hit-and-run-paytable")
THREE_CARD_STATED = pa("common:blackjack/three-card-side-paytable")

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Form(StrEnum):
    """Whether odds are paid on top of the stake, or count it in."""

    TO = "to"
    FOR = "for"


class StatedLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the operator pays on a hand: odds to or for one, and a share of the meter in percent."""

    hand: str
    odds: Annotated[int, msgspec.Meta(ge=0)] = 0
    form: Form = Form.TO
    meter: Percent = 0

    @property
    def pays(self) -> bool:
        """Whether it pays anything on top of the stake; odds that only give it back do not."""
        return bool(self.meter and not self.odds) or self._odds.ratio > 0

    @property
    def _odds(self) -> Odds:
        return Odds(self.odds, 1, counts_stake=self.form is Form.FOR)

    def payment(self) -> Payment:
        """The odds, the share, or both."""
        if not self.meter:
            return self._odds
        share = MeterShare(self.meter)
        return MeterShareAndOdds(share, self._odds) if self.odds else share


StatedTable = tuple[StatedLine, ...]


def in_words(line: StatedLine) -> str:
    """A stated line as a form prints it."""
    return f"{line.hand.replace('-', ' ')}: {line.payment()}"


def lines(title: str, table: StatedTable, by: Mapping[str, Clause]) -> Mapping[str, PayLine]:
    """The pay lines of a stated table by hand, each by its clause; one that pays nothing is none, and a finding."""
    return {
        line.hand: PayLine(f"{title} Wager, {line.hand.replace('-', ' ')}", line.payment(), by[line.hand])
        for line in table
        if line.pays
    }
