"""What the operator chooses at a Five Card Hi-Lo table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from houseway.games.five_card_hi_lo.cards import CARDS
from houseway.games.five_card_hi_lo.wagers import (
    ANTE,
    ANTE_BONUS,
    ANTE_BONUS_PAYTABLES,
    ANTE_WAGER,
    CATALOGUE,
    CATALOGUES,
    PLAY,
    PLAY_WAGER,
    POKER_BONUS_PAYTABLES,
    POKER_LINES,
)
from houseway.law import Clause, implements, pa
from houseway.submission import Finding, Option
from houseway.submission.cards import CardSubmission, finding
from houseway.submission.options import Positions, TipBoxElsewhere, paytable
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses, BettingRules, Wager

MAX_PLAYERS = pa("663a.2(a)")
TWO_AREAS = pa("663a.7(f)#1")
OPTIONAL_WAGERS = pa("663a.7(e)")
NAME_OR_LOGO = pa("663a.2(b)(1)")

BETTING = BettingClauses(
    catalogue=OPTIONAL_WAGERS,
    instruments=pa("663a.7(a)#1"),
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.OTHER_APPROVED}),
    cash=pa("663a.7(a)#2"),
    payment=pa("663a.12(a)"),
)
_ALWAYS_OFFERED = {ANTE: ANTE_WAGER, PLAY: PLAY_WAGER}


class HiLoSubmission(CardSubmission, frozen=True, kw_only=True, tag="five-card-hi-lo"):
    """The Rules Submission for Five Card Hi-Lo."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO
    cards = CARDS
    positions = MAX_PLAYERS
    most_seats = MAX_PLAYERS.integer("max_players")
    most_areas = TWO_AREAS.integer("max_areas_per_player")

    seats: Positions = MAX_PLAYERS.integer("max_players")
    ante_bonus: Annotated[str, Option("The Ante Bonus is paid by", say=paytable)] = "A"
    poker_bonus: Annotated[str, Option("Poker Bonus Wagers are paid by", say=paytable)] = "A"
    # Equipment keeps the tip box from its usual place, and Casino Compliance allowed another.
    tip_box_elsewhere: TipBoxElsewhere = False

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the chapter under the chosen paytables."""
        return CATALOGUES[self.ante_bonus, self.poker_bonus]

    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table under this submission accepts; the Play Wager has the limits of the Ante it equals."""
        rules = super().betting(catalogue)
        return replace(rules, wager_limits={**self.wager_limits, PLAY: rules.limits_of(ANTE)})

    @implements("663a.7(d)", "663a.12(b)", "663a.12(d)")
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        for name, clause in _ALWAYS_OFFERED.items():
            if name in self.not_offered:
                yield finding(
                    clause,
                    "not_offered",
                    f"the game cannot be played without the {CATALOGUE[name].title} Wager",
                )
        if PLAY in self.wager_limits:
            yield finding(PLAY_WAGER, PLAY, "the Play Wager equals the Ante and has no limits of its own")
        yield from _paytable_findings(ANTE_BONUS_PAYTABLES, "ante_bonus", self.ante_bonus, ANTE_BONUS)
        yield from _paytable_findings(POKER_BONUS_PAYTABLES, "poker_bonus", self.poker_bonus, POKER_LINES)


def _paytable_findings(
    clause: Clause, where: str, chosen: str, paytables: Iterable[str]
) -> Iterator[Finding]:
    if chosen not in paytables:
        yield finding(clause, where, f"{chosen!r} is none of the paytables {', '.join(paytables)}")
