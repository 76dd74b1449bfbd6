"""What the operator chooses at a Three Card Poker table (36.05.14.07, .12; 649a.12(g))."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from math import lcm
from typing import Annotated

import msgspec

from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.paytables import (
    ANTE_BONUS,
    ENVY_BONUS,
    MINI_ROYAL_IN_ANTE_BONUS,
    MINI_ROYAL_IN_PAIR_PLUS,
    PAIR_PLUS,
    PROGRESSIVE,
    SIX_CARD_BONUS,
    VARIANT_ANTE_BONUS,
    WITHDRAWN,
    EditionName,
    Paytable,
    Paytables,
    has_super_royal,
    with_mini_royal,
)
from houseway.games.three_card_poker.progressive import METER_MINIMUMS, RULES
from houseway.games.three_card_poker.ranking import STRAIGHT_FLUSH
from houseway.games.three_card_poker.wagers import (
    ANTE,
    CATALOGUE,
    PAIR_PLUS_WAGER,
    PLAY,
    PROGRESSIVE_WAGER,
    SIX_CARD_BONUS_WAGER,
    catalogue,
)
from houseway.law import Clause, implements, md, pa
from houseway.money import Cents, Odds, dollars
from houseway.submission import Finding, Option
from houseway.submission.cards import CardSubmission, finding
from houseway.submission.options import Positions, TipBoxElsewhere, paytable
from houseway.table.meter import MeterSettings
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses, BettingRules, Limits, PayLine, Range, Wager

POSITIONS = md(".02A")
WAGERS = md(".07E")
NAME_OR_LOGO = md(".02B(1)")
INSTRUMENTS = md(".07A")
NO_CASH = md(".07B")
DEALER_GAME = md(".07E(1)")
PAYTABLE_GAME = md(".07E(2)")
PAYS_ANTE_AND_PLAY = md(".12A#1")
CHOOSES_ANTE_BONUS = md(".12B#2")
CHOOSES_VARIANT_ANTE_BONUS = md(".12C")
CHOOSES_PAIR_PLUS = md(".12D")
CHOOSES_PROGRESSIVE = md(".12E(1)")
CHOOSES_SIX_CARD_BONUS = md(".12F")
MINI_ROYAL = pa("649a.12(g)")

BETTING = BettingClauses(
    catalogue=WAGERS,
    instruments=INSTRUMENTS,
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.OTHER_APPROVED}),
    cash=NO_CASH,
    payment=PAYS_ANTE_AND_PLAY,
)


class Version(StrEnum):
    """Which wagers must be made together: each alone, or one of the three ways of .07F."""

    SEPARATE = "separate"
    ANTE_NO_LESS_THAN_PAIR_PLUS = "ante-no-less-than-pair-plus"
    ANTE_AT_LEAST_HALF_OF_PAIR_PLUS = "ante-at-least-half-of-pair-plus"
    BOTH_COMPULSORY = "both-compulsory"


VERSION_CLAUSES: Mapping[Version, Clause] = {
    Version.ANTE_NO_LESS_THAN_PAIR_PLUS: md(".07F(1)"),
    Version.ANTE_AT_LEAST_HALF_OF_PAIR_PLUS: md(".07F(2)"),
    Version.BOTH_COMPULSORY: md(".07F(3)"),
}

# The law gives every table these three; the layout has a place for each.
_ALWAYS_OFFERED = {ANTE: DEALER_GAME, PLAY: DEALER_GAME, PAIR_PLUS_WAGER: PAYTABLE_GAME}
MOST_TIMES_THE_OTHER = VERSION_CLAUSES[Version.BOTH_COMPULSORY].integer("max_ratio")
# How many times the Ante a Pair Plus Wager may come to.
MOST_TIMES_THE_ANTE = {
    Version.ANTE_NO_LESS_THAN_PAIR_PLUS: 1,
    Version.ANTE_AT_LEAST_HALF_OF_PAIR_PLUS: 2,
    Version.BOTH_COMPULSORY: MOST_TIMES_THE_OTHER,
}
_PROGRESSIVE_LIMITS = Limits(minimum=min(RULES.sizes), maximum=max(RULES.sizes), increment=min(RULES.sizes))


def _meter_in_words(meter: MeterSettings) -> str:
    rate = Decimal(meter.rate) / 100
    return f"{rate}% of wagers, seed {dollars(meter.seed)}, reset {dollars(meter.reset)}"


_TEXT = Option(
    "Text of the rules",
    {
        EditionName.MD_2013: "Maryland's, before its amendment of 2014",
        EditionName.MD_2014: "Maryland's, as amended in 2014",
        EditionName.PA_2014: "Pennsylvania's, of 2014",
    },
)
_VERSION = Option(
    "Ante and Pair Plus",
    {
        Version.SEPARATE: "may each be wagered alone",
        Version.ANTE_NO_LESS_THAN_PAIR_PLUS: "Pair Plus takes an Ante of at least its amount",
        Version.ANTE_AT_LEAST_HALF_OF_PAIR_PLUS: "Pair Plus takes an Ante of at least half its amount",
        Version.BOTH_COMPULSORY: (
            f"are wagered together, neither above {MOST_TIMES_THE_OTHER} times the other"
        ),
    },
    clause=md(".07F"),
)
_ANTE_BONUS = Option("The Ante Bonus is paid by", say=paytable)
_PAIR_PLUS = Option("Pair Plus Wagers are paid by", say=paytable)
_SIX_CARD_BONUS = Option("Six Card Bonus Wagers are paid by", say=paytable)
_PROGRESSIVE = Option("Progressive Wagers are paid by", say=paytable)
_METER = Option("Progressive meter", say=_meter_in_words, clause=md(".12E(3)"))
_NO_LINE, _TO_ONE = {0: "none"}, "{} to 1".format
_MINI_ROYAL_ANTE_BONUS = Option("Ante Bonus for a mini-royal", _NO_LINE, _TO_ONE)
_MINI_ROYAL_PAIR_PLUS = Option("Pair Plus for a mini-royal", _NO_LINE, _TO_ONE)


def _stated_limits() -> dict[str, Limits]:
    return {SIX_CARD_BONUS_WAGER: Limits(minimum=500, maximum=10_000)}


class ThreeCardPokerSubmission(CardSubmission, frozen=True, kw_only=True, tag="three-card-poker"):
    """The Rules Submission for Three Card Poker under one of its three texts.

    `mini_royal_ante_bonus` and `mini_royal_pair_plus` are the odds to 1 of a line that only Pennsylvania knows, 0 for
    none. A Super Royal pays a fixed sum, so the Six Card Bonus then needs a least stake of its own (reading C-116).
    """

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO
    cards = CARDS
    positions = POSITIONS
    most_seats = POSITIONS.integer("max_positions")
    most_areas = POSITIONS.integer("max_positions")

    seats: Positions = POSITIONS.integer("max_positions")
    edition: Annotated[EditionName, _TEXT] = EditionName.MD_2014
    version: Annotated[Version, _VERSION] = Version.SEPARATE
    ante_bonus: Annotated[str, _ANTE_BONUS] = "A"
    pair_plus: Annotated[str, _PAIR_PLUS] = "C"
    six_card_bonus: Annotated[str, _SIX_CARD_BONUS] = "B"
    progressive: Annotated[str, _PROGRESSIVE] = "A"
    meter: Annotated[MeterSettings, _METER] = MeterSettings()
    mini_royal_ante_bonus: Annotated[int, _MINI_ROYAL_ANTE_BONUS] = 0
    mini_royal_pair_plus: Annotated[int, _MINI_ROYAL_PAIR_PLUS] = 0
    tip_box_elsewhere: TipBoxElsewhere = False
    wager_limits: dict[str, Limits] = msgspec.field(default_factory=_stated_limits)

    # The paytables chosen.

    @property
    def ante_bonus_tables(self) -> Paytables:
        """The tables to choose the Ante Bonus from: those of the variant game are printed apart."""
        return ANTE_BONUS if self.version is Version.SEPARATE else VARIANT_ANTE_BONUS

    @implements(
        "36.05.14.12B#2",
        "36.05.14.12B(1)",
        "36.05.14.12B(2)",
        "36.05.14.12B(3)",
        "36.05.14.12C",
        "36.05.14.12C(1)",
        "36.05.14.12C(2)",
        "36.05.14.12C(3)",
        "649a.12(g)",
        readings=("C-102", "C-108"),
    )
    def ante_bonus_table(self) -> Paytable:
        """The Ante Bonus table in force."""
        table = self.ante_bonus_tables[self.ante_bonus]
        if not self.mini_royal_ante_bonus:
            return table
        return with_mini_royal(table, self.mini_royal_ante_bonus, MINI_ROYAL_IN_ANTE_BONUS)

    @implements(
        "36.05.14.12D",
        "36.05.14.12D(1)",
        "36.05.14.12D(2)",
        "36.05.14.12D(3)",
        "36.05.14.12D(4)",
        "649a.12(g)",
    )
    def pair_plus_table(self) -> Paytable:
        """The Pair Plus table in force."""
        table = PAIR_PLUS[self.pair_plus]
        if not self.mini_royal_pair_plus:
            return table
        return with_mini_royal(table, self.mini_royal_pair_plus, MINI_ROYAL_IN_PAIR_PLUS)

    @implements(
        "36.05.14.12F", "36.05.14.12F(1)", "36.05.14.12F(2)", readings=("C-103", "C-104", "C-139", "C-140")
    )
    def six_card_bonus_table(self) -> Paytable:
        """The Six Card Bonus table in force."""
        return SIX_CARD_BONUS[self.edition][self.six_card_bonus]

    @implements("36.05.14.12E", "36.05.14.12E(1)", "36.05.14.12E(1)(a)", "36.05.14.12E(1)(b)")
    def progressive_table(self) -> Paytable:
        """The progressive table in force."""
        return PROGRESSIVE[self.progressive]

    @implements("36.05.14.02B(5)#1", "36.05.14.02B(5)#3")
    def bonuses(self) -> Mapping[str, tuple[PayLine, ...]]:
        """What the sign tells besides the wagers: the Ante Bonus, and the Envy Bonus of either Progressive Wager."""
        envy = {
            f"Envy Bonus for a {dollars(stake)} Progressive": tuple(table.values())
            for stake, table in ENVY_BONUS.items()
        }
        ante = {"Ante Bonus": tuple(self.ante_bonus_table().values())}
        return {**ante, **envy} if self.offers(PROGRESSIVE_WAGER) else ante

    @implements("36.05.14.07E(4)", "36.05.14.07E(5)")
    def offers(self, wager: str) -> bool:
        """Whether the submission offers a wager; the two side bets are the operator's to offer."""
        return wager not in self.not_offered

    def chosen_catalogue(self) -> Mapping[str, Wager]:
        """The wagers of the chapter on the chosen paytables."""
        return catalogue(self.pair_plus_table(), self.progressive_table(), self.six_card_bonus_table())

    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table accepts: the progressive has limits of its own, and a Play Wager those of the Ante it equals."""
        limits = {PROGRESSIVE_WAGER: _PROGRESSIVE_LIMITS, **self.wager_limits}
        limits[PLAY] = limits.get(ANTE, self.limits)
        return replace(super().betting(catalogue), wager_limits=limits)

    # What the law does not allow.

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        yield from self._wager_findings()
        yield from self._tied_findings()
        yield from self._paytable_findings()
        yield from self._six_card_findings()
        yield from self._mini_royal_findings()
        yield from self._progressive_findings()

    @implements("36.05.14.02B(2)", "36.05.14.07E(1)", "36.05.14.07E(2)", "36.05.14.07E(3)")
    def _wager_findings(self) -> Iterator[Finding]:
        """Only the two side bets are the operator's to leave out, and a Play Wager has no limits of its own."""
        for name, clause in _ALWAYS_OFFERED.items():
            if not self.offers(name):
                title = CATALOGUE[name].title
                yield finding(clause, "not_offered", f"every position has a place for the {title} Wager")
        if PLAY in self.wager_limits:
            yield finding(DEALER_GAME, PLAY, "the Play Wager equals the Ante and has no limits of its own")

    @implements("36.05.14.07F", "36.05.14.07F(1)", "36.05.14.07F(2)", "36.05.14.07F(3)")
    def _tied_findings(self) -> Iterator[Finding]:
        """Limits under which Ante and Pair Plus cannot be wagered together as the version demands."""
        ante, pair_plus = self._extent(ANTE), self._extent(PAIR_PLUS_WAGER)
        if self.version is Version.SEPARATE or ante is None or pair_plus is None:
            return
        if pair_plus.low > MOST_TIMES_THE_ANTE[self.version] * ante.high:
            problem = (
                f"an Ante of {dollars(ante.high)} at most allows no Pair Plus of {dollars(pair_plus.low)}"
            )
        elif self.version is Version.BOTH_COMPULSORY and ante.low > MOST_TIMES_THE_OTHER * pair_plus.high:
            problem = (
                f"a Pair Plus of {dollars(pair_plus.high)} at most allows no Ante of {dollars(ante.low)}"
            )
        else:
            return
        yield finding(VERSION_CLAUSES[self.version], "wager_limits", problem)

    def _extent(self, wager: str) -> Range | None:
        """From the least to the most that chips make of a wager within its limits; None where they make nothing."""
        limits = self.wager_limits.get(wager, self.limits)
        if min(limits.increment, self.smallest_chip) < 1:
            return None
        step = lcm(limits.increment, self.smallest_chip)
        low, high = -(-limits.minimum // step) * step, limits.maximum // step * step
        return Range(low, high, step) if low <= high else None

    @implements("36.05.14.12E(1)")
    def _paytable_findings(self) -> Iterator[Finding]:
        choices = (
            ("ante_bonus", self.ante_bonus, self.ante_bonus_tables, self._ante_bonus_clause),
            ("pair_plus", self.pair_plus, PAIR_PLUS, CHOOSES_PAIR_PLUS),
            ("progressive", self.progressive, PROGRESSIVE, CHOOSES_PROGRESSIVE),
        )
        for where, chosen, tables, clause in choices:
            if chosen not in tables:
                yield finding(clause, where, f"there is no Paytable {chosen}; choose {', '.join(tables)}")

    @property
    def _ante_bonus_clause(self) -> Clause:
        return CHOOSES_ANTE_BONUS if self.version is Version.SEPARATE else CHOOSES_VARIANT_ANTE_BONUS

    @implements(
        "36.05.14.12F",
        "36.05.14.12F(3)",
        "36.05.14.12F(4)",
        "36.05.14.12F(5)",
        readings=("C-103", "C-104", "C-116"),
    )
    def _six_card_findings(self) -> Iterator[Finding]:
        """A table that the edition does not have, or a Super Royal without a least stake of its own."""
        tables = SIX_CARD_BONUS[self.edition]
        chosen = self.six_card_bonus
        if chosen not in tables:
            amended = self.edition is EditionName.MD_2014 and chosen in WITHDRAWN
            problem = "was withdrawn by the 2014 amendment" if amended else "does not exist"
            yield finding(
                WITHDRAWN[chosen] if amended else CHOOSES_SIX_CARD_BONUS,
                "six_card_bonus",
                f"Paytable {chosen} {problem}; choose {', '.join(tables)}",
            )
        elif (
            self.offers(SIX_CARD_BONUS_WAGER)
            and has_super_royal(tables[chosen])
            and SIX_CARD_BONUS_WAGER not in self.wager_limits
        ):
            yield finding(
                CHOOSES_SIX_CARD_BONUS,
                "wager_limits",
                "a Super Royal pays a fixed sum: the Six Card Bonus needs limits of its own, with a least stake",
            )

    @implements("649a.12(g)", "649a.12(g)(1)", "649a.12(g)(2)", readings=("C-102",))
    def _mini_royal_findings(self) -> Iterator[Finding]:
        """Mini-royal lines: only in Pennsylvania, never in the variant Ante Bonus, and not below their least odds."""
        ante_bonus = self.ante_bonus_tables.get(self.ante_bonus)
        pair_plus = PAIR_PLUS.get(self.pair_plus)
        lines = (
            (
                "mini_royal_ante_bonus",
                self.mini_royal_ante_bonus,
                ante_bonus,
                MINI_ROYAL_IN_ANTE_BONUS,
                self._ante_bonus_clause,
            ),
            (
                "mini_royal_pair_plus",
                self.mini_royal_pair_plus,
                pair_plus,
                MINI_ROYAL_IN_PAIR_PLUS,
                CHOOSES_PAIR_PLUS,
            ),
        )
        for where, odds, table, allowed_by, chosen_by in lines:
            if not odds:
                continue
            if self.edition is not EditionName.PA_2014:
                yield finding(chosen_by, where, "Maryland's paytables have no mini-royal line")
            elif where == "mini_royal_ante_bonus" and self.version is not Version.SEPARATE:
                yield finding(MINI_ROYAL, where, "the Ante Bonus of the variant game has no mini-royal line")
            elif odds < (least := _least_mini_royal(table, allowed_by)):
                yield finding(
                    allowed_by,
                    where,
                    f"a mini-royal pays at least {least} to 1 on this table, not {odds} to 1",
                )

    @implements(
        "36.05.14.02C", "36.05.14.12E", "36.05.14.12E(3)", "36.05.14.12E(5)", readings=("C-130", "C-133")
    )
    def _progressive_findings(self) -> Iterator[Finding]:
        """Where the progressive is offered: a meter below its minimums, or limits and chips for neither size of wager."""
        if not self.offers(PROGRESSIVE_WAGER):
            return
        minimums = METER_MINIMUMS.get(self.progressive, METER_MINIMUMS["A"])
        for short in minimums.shortfalls(self.meter):
            yield finding(short.clause, f"meter.{short.where}", short.problem)
        limits = self.wager_limits.get(PROGRESSIVE_WAGER, _PROGRESSIVE_LIMITS)
        allowed = [size for size in RULES.sizes if _allows(limits, size)]
        sizes = " nor a ".join(dollars(size) for size in RULES.sizes)
        if not allowed:
            yield finding(RULES.sizes_clause, PROGRESSIVE_WAGER, f"its limits allow neither a {sizes} wager")
        elif all(size % max(self.smallest_chip, 1) for size in allowed):
            yield finding(
                RULES.sizes_clause,
                PROGRESSIVE_WAGER,
                f"{dollars(self.smallest_chip)} chips make neither a {sizes} wager within its limits",
            )


def _least_mini_royal(table: Paytable | None, clause: Clause) -> int:
    """The least odds of a mini-royal: what the clause says, and no less than the table's straight flush."""
    least = int(clause.parameters["min_odds"].split(":")[0])
    odds = table[STRAIGHT_FLUSH].odds if table else None
    return max(least, odds.win) if isinstance(odds, Odds) else least


def _allows(limits: Limits, amount: Cents) -> bool:
    in_steps = limits.increment > 0 and amount % limits.increment == 0
    return limits.minimum <= amount <= limits.maximum and in_steps
