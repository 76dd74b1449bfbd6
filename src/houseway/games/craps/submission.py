"""What the operator chooses at a Craps or Mini-Craps table (623a.2, 623a.3, 623a.5, 623a.6)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.decisions import POINTS
from houseway.games.craps.fire import FIRE_BET, FirePaytable
from houseway.games.craps.groups import Group
from houseway.games.craps.supplemental import (
    BEHIND_THE_LINE,
    OddsMultiples,
    check_multiples,
    multiples,
    odds_limits,
)
from houseway.games.craps.vigorish import MAXIMUM_RATE, Vigorish, When
from houseway.games.craps.wagers import (
    BASE_OF,
    BROKEN_DOWN_BY,
    CATALOGUE,
    EDITION_2011,
    EDITION_2013,
    broken_down,
    catalogue,
)
from houseway.law import Clause, implements, pa
from houseway.money import Breakage
from houseway.submission import Finding, Option, Submission
from houseway.submission.options import Positions, paytable
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses, BettingRules, Wager

MINI_CRAPS_SEATS = pa("623a.2(c)#2")
_MINI_CRAPS_SEATED = MINI_CRAPS_SEATS.integer("max_seats")
NAME_OR_LOGO = pa("623a.2(d)(1)")
FIRE_SPOTS = pa("623a.2(d)(4)(i)#1")
WAGERS = pa("623a.3(a)")
AT_LEAST = pa("623a.3(b)(1)")
AT_MOST = pa("623a.3(b)(2)")
BUY_BESIDE_PLACE = pa("623a.3(a)(41)#1")
LAY_BESIDE_OR_INSTEAD = pa("623a.3(a)(42)#1")
CHIPS_OR_PLAQUES = pa("623a.4(b)#1")
CASH_IF_CONFIRMED = pa("623a.4(b)#2")
VIGORISH_WHEN_MADE = pa("623a.5(g)(3)#1")
NO_OTHER_CHARGE = pa("623a.5(i)")
ODDS_BY_MULTIPLE = pa("623a.6(e)#1")
CONTROL_OF_DICE = pa("623a.7(a)#3")
SHOOTER_BETS_THE_LINE = pa("623a.8(a)#1")
FIRE_OFFERED = pa("623a.11(a)")
FIRE_LIMITS = pa("623a.11(b)(1)")
BONUS_OFFERED = pa("623a.12")

# The chapter counts positions only for Fire Bets and at Mini-Craps; more than this no table is built for.
MOST_POSITIONS = 24

BETTING = BettingClauses(
    catalogue=WAGERS,
    instruments=CHIPS_OR_PLAQUES,
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.VERBAL_WITH_CASH}),
    cash=CASH_IF_CONFIRMED,
    minimum=AT_LEAST,
    maximum=AT_MOST,
)


class Form(StrEnum):
    """The two forms of the game."""

    CRAPS = "craps"
    MINI_CRAPS = "mini-craps"


class Text(StrEnum):
    """The text that the submission is written for (B-ED-01)."""

    FINAL_2011 = EDITION_2011
    WITH_BONUS_CRAPS = EDITION_2013


class Lays(StrEnum):
    """Whether Lay Bets are offered, beside the Place Bets to Lose or in their place."""

    NONE = "none"
    IN_ADDITION = "in-addition"
    INSTEAD = "instead"


class FireOnClosing(StrEnum):
    """What becomes of Fire Bets when nobody throws on to a loser 7 (B-CR-03)."""

    STAYS_OPEN = "stays-open"
    RETURN_OR_PAY = "return-or-pay"


def _multiples_in_words(odds: str) -> str:
    """How many times the bet odds go to, point by point where they differ."""
    limit = multiples(odds)
    by_point = {"4 and 10": limit.on_4_10, "5 and 9": limit.on_5_9, "6 and 8": limit.on_6_8}
    if len({*by_point.values()}) == 1:
        return f"{limit.on_4_10} times the bet"
    return ", ".join(f"{most} times the bet on {points}" for points, most in by_point.items())


_FORM = Option("Form of the game", {Form.CRAPS: "Craps", Form.MINI_CRAPS: "Mini-Craps"})
_TEXT = Option(
    "Text of the rules",
    {Text.FINAL_2011: "of 2011, without Bonus Craps", Text.WITH_BONUS_CRAPS: "of 2013, with Bonus Craps"},
)
_ODDS = Option("Odds behind a bet, at most", {"1x": "once the bet"}, _multiples_in_words, ODDS_BY_MULTIPLE)
_FIRE = Option("Fire Bets are paid by", say=paytable, clause=pa("623a.5(f)#1"))
_FIRE_ON_CLOSING = Option(
    "Fire Bets that are undecided when the game is to close",
    {
        FireOnClosing.STAYS_OPEN: "the table stays open for them",
        FireOnClosing.RETURN_OR_PAY: "are paid for the points made so far, or returned if those are too few",
    },
    clause=FIRE_OFFERED,
)
_BUYS = Option("Buy Bets are taken", clause=BUY_BESIDE_PLACE)
_LAYS = Option(
    "Lay Bets are taken",
    {
        Lays.NONE: "no",
        Lays.IN_ADDITION: "yes, beside Place to Lose",
        Lays.INSTEAD: "yes, instead of Place to Lose",
    },
    clause=LAY_BESIDE_OR_INSTEAD,
)
_RATE = Option(
    "Vigorish on Buy and Lay Bets", {Decimal(0): "none"}, "{}% of the bet".format, VIGORISH_WHEN_MADE
)
_COLLECTED = Option(
    "The vigorish is taken",
    {When.PLACED: "when the bet is made", When.WON: "when the bet wins"},
    clause=pa("623a.5(g)(3)#3"),
)
_HORN_HIGH = Option("Horn High Bets have an area of their own", clause=pa("623a.3(a)(20)#3"))
_WHIRL = Option("Whirl Bets have an area of their own", clause=BROKEN_DOWN_BY["whirl"])
_COME_ODDS = Option("Odds on Come Bets are off on a come out roll unless called on")
_BONUS_AGAIN = Option("Bonus Craps is taken again after a 7 on the come out roll", clause=BONUS_OFFERED)
_STICKPERSON = Option("At Mini-Craps: a stickperson has the dice")
_BOXPERSONS_PART = Option("At Mini-Craps: a dealer keeps Fire Bets and Bonus Craps")


class CrapsSubmission(Submission, frozen=True, kw_only=True, tag="craps"):
    """The Rules Submission for Craps and Mini-Craps.

    `odds` are how many times the wager odds go to, as a sign writes it: "10x", or "3-4-5x" by point (B-CR-32).
    `stickperson` and `dealer_as_boxperson` are for Mini-Craps: its optional stickperson, and a dealer who takes the
    boxperson's part in Fire Bets and Bonus Craps (B-CR-05). Where `horn_high_area` or `whirl_area` is missing on the
    layout, such a bet is booked in its parts. `come_odds_rest` keeps the odds of Come Bets off a come out roll unless
    they are called on (B-CR-11); `bonus_again_after_seven` takes Bonus wagers again after a 7 on the come out (B-CR-07).
    """

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO

    form: Annotated[Form, _FORM] = Form.CRAPS
    edition: Annotated[Text, _TEXT] = Text.WITH_BONUS_CRAPS
    seats: Positions = FIRE_SPOTS.integer("max_areas")
    odds: Annotated[str, _ODDS] = "3-4-5x"
    fire_paytable: Annotated[FirePaytable, _FIRE] = FirePaytable.A
    fire_on_closing: Annotated[FireOnClosing, _FIRE_ON_CLOSING] = FireOnClosing.RETURN_OR_PAY
    buy_bets: Annotated[bool, _BUYS] = True
    lay_bets: Annotated[Lays, _LAYS] = Lays.IN_ADDITION
    vigorish_percent: Annotated[Decimal, _RATE] = Decimal(5)
    vigorish_when: Annotated[When, _COLLECTED] = When.PLACED
    horn_high_area: Annotated[bool, _HORN_HIGH] = True
    whirl_area: Annotated[bool, _WHIRL] = True
    come_odds_rest: Annotated[bool, _COME_ODDS] = False
    bonus_again_after_seven: Annotated[bool, _BONUS_AGAIN] = False
    stickperson: Annotated[bool, _STICKPERSON] = False
    dealer_as_boxperson: Annotated[bool, _BOXPERSONS_PART] = False

    @classmethod
    def implied(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """As many positions as a Mini-Craps table seats, where it is one."""
        return {"seats": _MINI_CRAPS_SEATED} if options.get("form") == Form.MINI_CRAPS else {}

    # What was chosen.

    @property
    @implements("623a.5(f)#1", "623a.3(a)(43)", readings=("B-ED-01",))
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the text in force, Fire Bets on the pay table that was picked."""
        return catalogue(self.edition, self.fire_paytable)

    @property
    @implements("623a.3(a)", "623a.3(a)(43)", readings=("B-ED-01",))
    def authorized(self) -> Mapping[str, Wager]:
        """Bonus Craps is no wager of the text before it."""
        return self.chosen

    @implements("623a.3(a)", "623a.3(a)(41)#1", "623a.3(a)(42)#1", "623a.5(g)")
    def offered(self, catalogue: Mapping[str, Wager]) -> frozenset[str]:
        """The wagers on offer: Buy, Lay, Fire and Bonus bets only where the submission provides for them."""
        left_out = {*self.not_offered}
        for name, wager in catalogue.items():
            match wager.group:
                case Group.BUY if not self.buy_bets:
                    left_out.add(name)
                case Group.LAY if self.lay_bets is Lays.NONE:
                    left_out.add(name)
                case Group.PLACE_TO_LOSE if self.lay_bets is Lays.INSTEAD:
                    left_out.add(name)
                case Group.FIRE | Group.BONUS if not self._has_boxpersons_part:
                    left_out.add(name)
        # Odds go behind a wager that is offered.
        left_out |= {odds for odds, base in BASE_OF.items() if base in left_out}
        return frozenset(catalogue) - left_out

    @property
    @implements("623a.11(a)", "623a.11(b)", "623a.12", readings=("B-CR-05",))
    def _has_boxpersons_part(self) -> bool:
        """Whether somebody keeps Fire and Bonus bets: the boxperson at Craps, at Mini-Craps a dealer in that part."""
        return self.form is Form.CRAPS or self.dealer_as_boxperson

    @property
    @implements("623a.5(g)(3)#1", "623a.5(g)(3)#2", "623a.5(g)(3)#3", readings=("B-CR-16",))
    def vigorish(self) -> Vigorish | None:
        """The rate and the moment of the vigorish on Buy and Lay Bets, where one is taken."""
        rate = Fraction(self.vigorish_percent) / 100
        return Vigorish(rate, self.vigorish_when) if rate else None

    @property
    def multiples(self) -> OddsMultiples:
        """How many times the wager odds go to, by point; once where `odds` says nothing that can be read."""
        try:
            return multiples(self.odds)
        except ValueError:
            return OddsMultiples()

    @property
    def booked_in_parts(self) -> frozenset[str]:
        """The wagers for which the layout has no area of their own."""
        return frozenset(
            name
            for name in BROKEN_DOWN_BY
            if not (self.whirl_area if name == "whirl" else self.horn_high_area)
        )

    @property
    def has_stickperson(self) -> bool:
        """Whether a stickperson controls the dice: always at Craps, by choice at Mini-Craps."""
        return self.form is Form.CRAPS or self.stickperson

    @implements("623a.3(b)", "623a.3(b)(1)", "623a.3(b)(2)", "623a.5(j)", readings=("B-CR-32",))
    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table accepts; odds are bounded by the wager that they support and not by the posted limits."""
        limits = dict(self.wager_limits)
        for odds, base in BASE_OF.items():
            posted = limits.get(base, self.limits)
            limits[odds] = odds_limits(odds, posted, self.multiples, self.smallest_chip)
        return replace(super().betting(catalogue), wager_limits=limits)

    # What the chapter does not allow.

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        yield from self._table_findings()
        yield from self._wager_findings()
        yield from self._companion_findings()
        yield from self._vigorish_findings()
        yield from self._odds_findings()

    @property
    @implements("623a.2(c)#2", "623a.2(d)(4)(i)#1")
    def _most_seats(self) -> tuple[Clause, int]:
        """How many positions the table may have: as Mini-Craps seats, or as there are spots where Fire Bets are offered."""
        if self.form is Form.MINI_CRAPS:
            return MINI_CRAPS_SEATS, _MINI_CRAPS_SEATED
        if FIRE_BET in self.offered(self.chosen):
            return FIRE_SPOTS, FIRE_SPOTS.integer("max_areas")
        return WAGERS, MOST_POSITIONS

    @implements("623a.2(c)#2", readings=("B-CR-05",))
    def _table_findings(self) -> Iterator[Finding]:
        """Too many positions, or a crew that the form of the game does not have."""
        clause, most = self._most_seats
        if not 1 <= self.seats <= most:
            yield _finding(clause, "seats", f"this table has 1 to {most} positions, not {self.seats}")
        if self.form is Form.CRAPS and self.stickperson:
            yield _finding(
                CONTROL_OF_DICE, "stickperson", "only at Mini-Craps is the stickperson a choice; leave it out"
            )
        if self.form is Form.CRAPS and self.dealer_as_boxperson:
            yield _finding(
                FIRE_OFFERED,
                "dealer_as_boxperson",
                "a Craps table has a boxperson; no dealer takes that part",
            )

    @implements(
        "623a.3(a)(20)#3", "623a.3(a)(21)#3", "623a.11(b)(1)", "623a.12", readings=("B-CR-04", "B-ED-01")
    )
    def _wager_findings(self) -> Iterator[Finding]:
        """Wagers that cannot be booked in parts, limits that the chapter sets itself, and Bonus Craps out of its text."""
        offered = self.offered(self.chosen)
        if FIRE_BET in self.wager_limits:
            yield _finding(FIRE_LIMITS, FIRE_BET, "the chapter sets the limits of the Fire Bet")
        for name in self.booked_in_parts & offered:
            missing = sorted({part for part, _ in broken_down(name, 5)} - offered)
            if missing:
                yield _finding(
                    BROKEN_DOWN_BY[name],
                    name,
                    f"without an area of its own it is booked in parts, and {', '.join(missing)} is not offered",
                )
        if self.bonus_again_after_seven and offered.isdisjoint(BONUS_WAGERS):
            yield _finding(BONUS_OFFERED, "bonus_again_after_seven", "no Bonus Craps wager is offered")

    @implements(
        "623a.3(a)(41)#1",
        "623a.3(a)(42)#1",
        "623a.6(a)#1",
        "623a.6(b)#1",
        "623a.6(c)#1",
        "623a.6(d)#1",
        "623a.8(a)#1",
        readings=("B-CR-32",),
    )
    def _companion_findings(self) -> Iterator[Finding]:
        """Wagers that go with others which are not offered: Buy and Lay Bets, the odds, and what a shooter comes out with."""
        wagers = self.chosen
        offered = self.offered(wagers)
        if offered.isdisjoint(BEHIND_THE_LINE):
            yield _finding(
                SHOOTER_BETS_THE_LINE, "not_offered", "without Pass and Don't Pass no shooter can come out"
            )
        for odds, base in BASE_OF.items():
            if base in offered and odds not in offered:
                yield _finding(
                    wagers[odds].clause, odds, f"whoever bets {wagers[base].title} may add odds to it"
                )
        for number in POINTS:
            beside = self.lay_bets is Lays.IN_ADDITION
            if f"buy-{number}" in offered and f"place-to-win-{number}" not in offered:
                yield _finding(
                    BUY_BESIDE_PLACE,
                    f"buy-{number}",
                    f"it is offered beside Place to Win on {number}, which is not",
                )
            if beside and f"lay-{number}" in offered and f"place-to-lose-{number}" not in offered:
                yield _finding(
                    LAY_BESIDE_OR_INSTEAD,
                    f"lay-{number}",
                    f"it is offered beside Place to Lose on {number}, which is not; say that it is offered instead",
                )

    @implements("623a.5(a)", "623a.5(g)(3)#1", "623a.5(i)", readings=("B-CR-15", "B-CR-16"))
    def _vigorish_findings(self) -> Iterator[Finding]:
        """More vigorish than the chapter allows, or breakage kept from a player, which comes to a charge."""
        percent = self.vigorish_percent
        if not percent.is_finite() or not 0 <= Fraction(percent) / 100 <= MAXIMUM_RATE:
            yield _finding(
                VIGORISH_WHEN_MADE,
                "vigorish_percent",
                f"the vigorish is at most {float(MAXIMUM_RATE * 100):g}% of the wager, not {percent}%",
            )
        if self.breakage not in (Breakage.REFUSE, Breakage.UP):
            yield _finding(
                NO_OTHER_CHARGE, "breakage", "what chips cannot pay is refused as a wager or rounded up"
            )

    @implements("623a.6(a)#2", "623a.6(b)#2", "623a.6(c)#2", "623a.6(d)#2", "623a.6(e)#1", "623a.6(e)#2")
    def _odds_findings(self) -> Iterator[Finding]:
        """Multiples outside what may be allowed, or odds with posted limits of their own."""
        try:
            multiples(self.odds)
        except ValueError as unreadable:
            yield _finding(ODDS_BY_MULTIPLE, "odds", str(unreadable))
        for clause, problem in check_multiples(self.multiples):
            yield _finding(clause, "odds", problem)
        for name in self.wager_limits:
            if name in BASE_OF:
                yield _finding(
                    ODDS_BY_MULTIPLE, name, "odds are limited by `odds`, as multiples of their bet"
                )


def _finding(clause: Clause, where: str, problem: str) -> Finding:
    return Finding(clause=clause.id, where=where, problem=problem)
