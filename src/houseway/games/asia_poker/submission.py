"""What the operator chooses at an Asia Poker table."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from houseway.equipment.decks import Dealing, Shuffler
from houseway.games.asia_poker.cards import CARDS
from houseway.games.asia_poker.house_way import HOUSE_WAYS, HouseRule, HouseWay, described, problems_of
from houseway.games.asia_poker.ranking import options_of
from houseway.games.asia_poker.wagers import ASIA_POKER_WAGER, CATALOGUE, CATALOGUES, MAIN, PAYTABLE
from houseway.law import implements, pa
from houseway.money import Cents, dollars
from houseway.submission import Finding, OddsShownOn, Option
from houseway.submission.cards import CardSubmission, finding
from houseway.submission.options import Positions, TipBoxElsewhere, paytable
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses, BettingRules, Wager

SIX_POSITIONS = pa("659a.2(a)")
NAME_OR_LOGO = pa("659a.2(b)(1)")
START_METHODS = pa("659a.5(g)")
TWO_AREAS = pa("659a.7(f)#1")
BUTTON_NEEDS_DEVICES = pa("659a.5(g)(3)#1")
HOUSE_WAY = pa("659a.11(c)#2")
PAYOUT_CAP = pa("659a.12(c)#1")
LEAST_CAP = pa("659a.12(c)#2")
# The first of the two sums that the register states: the dollars that no cap may undercut.
_LEAST_CAP_CENTS = int(LEAST_CAP.parameters["min_cap"].removeprefix("max(").split(",")[0]) * 100

BETTING = BettingClauses(
    catalogue=ASIA_POKER_WAGER,
    instruments=pa("659a.7(a)#1"),
    # Reading X-05: chips and plaques alone.
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES}),
    cash=pa("659a.7(a)#2"),
    payment=pa("659a.12(a)"),
)


class TextInForce(StrEnum):
    """The texts of the chapter: the temporary one and the final one."""

    TEMPORARY = "575-2012"
    FINAL = "659a-2014"


class StartMethod(StrEnum):
    """What fixes where the deal starts."""

    SHAKER = "shaker"
    RANDOM_NUMBER_GENERATOR = "random-number-generator"
    BUTTON = "button"


_TEXT = Option(
    "Text of the rules",
    {TextInForce.TEMPORARY: "the temporary one of 2012", TextInForce.FINAL: "the final one of 2014"},
)
_METHODS = {
    StartMethod.SHAKER: "dice in a shaker",
    StartMethod.RANDOM_NUMBER_GENERATOR: "a random number generator",
    StartMethod.BUTTON: "a button that moves round the table",
}
_START = Option("The starting position is found with", _METHODS)
_OTHER_STARTS = Option("If that cannot be used, with", {**_METHODS, (): "nothing else"}, clause=START_METHODS)
_MARK = Option("An object marks the starting position", clause=pa("659a.5(h)"))
_HOUSE_WAY = Option(
    "House way: the dealer's hands are set to have",
    {name: described(way) for name, way in HOUSE_WAYS.items()},
    lambda rule: described((rule,)),
    HOUSE_WAY,
)
_BONUS = Option("Bonus Wagers are paid by", say=paytable)
_CAP = Option("Most that one player is paid on a hand", {None: "no limit"}, dollars, PAYOUT_CAP)
_CAP_SHOWN = Option(
    "Such a limit is shown on",
    {OddsShownOn.LAYOUT: "the layout", OddsShownOn.SIGN: "the table sign"},
    clause=PAYOUT_CAP,
)
_LOWEST_STRAIGHT = Option("A-2-3-4 is the lowest straight", clause=pa("659a.6(b)(6)#2"))
_LOWEST_STRAIGHT_FLUSH = Option("A-2-3-4 is the lowest straight flush", clause=pa("659a.6(b)(3)#2"))


class AsiaPokerSubmission(CardSubmission, frozen=True, kw_only=True, tag="asia-poker"):
    """The Rules Submission for Asia Poker; `house_way` names a way or writes its rules."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO
    cards = CARDS
    positions = SIX_POSITIONS
    most_seats = SIX_POSITIONS.integer("max_players")
    most_areas = TWO_AREAS.integer("max_areas_per_player")

    edition: Annotated[TextInForce, _TEXT] = TextInForce.FINAL
    seats: Positions = SIX_POSITIONS.integer("max_players")
    start_method: Annotated[StartMethod, _START] = StartMethod.SHAKER
    # Filed as well, for when shaker, generator or button cannot be used (659-26).
    other_start_methods: Annotated[tuple[StartMethod, ...], _OTHER_STARTS] = ()
    # Whether a cover card or another object marks the starting position; a button always does.
    mark_start: Annotated[bool, _MARK] = True
    house_way: Annotated[str | tuple[HouseRule, ...], _HOUSE_WAY] = "highest-medium"
    bonus_paytable: Annotated[str, _BONUS] = "A"
    payout_cap: Annotated[Cents | None, _CAP] = None
    payout_limit_shown_on: Annotated[OddsShownOn, _CAP_SHOWN] = OddsShownOn.LAYOUT
    a234_lowest_straight: Annotated[bool, _LOWEST_STRAIGHT] = False
    a234_lowest_straight_flush: Annotated[bool, _LOWEST_STRAIGHT_FLUSH] = False
    # Equipment keeps the tip box from its usual place, and Casino Compliance allowed another.
    tip_box_elsewhere: TipBoxElsewhere = False

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the chapter under the chosen paytable."""
        return CATALOGUES[self.bonus_paytable]

    @property
    def ranking_options(self) -> int:
        """The two options for A-2-3-4, as the rankings take them."""
        return options_of(
            lowest_straight=self.a234_lowest_straight, lowest_straight_flush=self.a234_lowest_straight_flush
        )

    @property
    def start_methods(self) -> tuple[StartMethod, ...]:
        """Every filed method of finding the starting position, the usual one first."""
        return tuple(dict.fromkeys((self.start_method, *self.other_start_methods)))

    @property
    def marks_start(self) -> bool:
        """Whether an object on the felt shows the starting position."""
        return self.mark_start or StartMethod.BUTTON in self.start_methods

    @property
    def way(self) -> HouseWay:
        """The rules by which the dealer's hands are set; none if the submission names a way that nobody knows."""
        return HOUSE_WAYS.get(self.house_way, ()) if isinstance(self.house_way, str) else self.house_way

    @implements("659a.2(a)", "659a.5(g)", "659a.7(d)", "659a.7(e)", readings=("659-12",))
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if 1 <= self.seats < self.most_seats:
            yield finding(
                SIX_POSITIONS,
                "seats",
                f"a deck deals out, with four cards left, to exactly six positions, not {self.seats}",
            )
        if MAIN in self.not_offered:
            yield finding(ASIA_POKER_WAGER, "not_offered", "nobody can play without the Asia Poker Wager")
        yield from self._start_findings()
        yield from self._house_way_findings()
        yield from self._paytable_findings()
        yield from self._cap_findings()

    @implements("659a.5(g)", "659a.5(g)(3)#1", readings=("659-14", "659-26"))
    def _start_findings(self) -> Iterator[Finding]:
        if len(self.start_methods) < 1 + len(self.other_start_methods):
            yield finding(
                START_METHODS,
                "other_start_methods",
                f"the methods besides the {self.start_method} are others, each named once",
            )
        devices = self.dealing is Dealing.AUTOMATED_SHOE and self.shuffler is not Shuffler.NONE
        if StartMethod.BUTTON in self.start_methods and not devices:
            yield finding(
                BUTTON_NEEDS_DEVICES,
                "start_method",
                "a button needs an automated shuffler and an automated shoe",
            )

    @implements("659a.11(c)#2", readings=("659-23",))
    def _house_way_findings(self) -> Iterator[Finding]:
        if isinstance(self.house_way, str) and self.house_way not in HOUSE_WAYS:
            known = ", ".join(HOUSE_WAYS)
            yield finding(
                HOUSE_WAY,
                "house_way",
                f"no house way is called {self.house_way!r}; name one of {known}, or write its rules",
            )
            return
        for problem in problems_of(self.way):
            yield finding(HOUSE_WAY, "house_way", problem)

    @implements("659a.12(b)")
    def _paytable_findings(self) -> Iterator[Finding]:
        if self.bonus_paytable not in CATALOGUES:
            known = ", ".join(CATALOGUES)
            yield finding(
                PAYTABLE, "bonus_paytable", f"{self.bonus_paytable!r} is none of the paytables {known}"
            )

    @implements("659a.12(c)#1", "659a.12(c)#2", readings=("659-18",))
    def _cap_findings(self) -> Iterator[Finding]:
        if self.payout_cap is None:
            return
        if self.smallest_chip > 0 and self.payout_cap % self.smallest_chip:
            yield finding(
                PAYOUT_CAP, "payout_cap", f"{dollars(self.payout_cap)} cannot be paid in chips of this table"
            )
        if self.payout_cap < self.least_cap():
            yield finding(
                LEAST_CAP,
                "payout_cap",
                f"{dollars(self.payout_cap)} is below the least lawful limit of {dollars(self.least_cap())}",
            )

    @implements("659a.12(c)#2", readings=("659-18",))
    def least_cap(self) -> Cents:
        """The least payout limit: $50,000, or what the lowest wagers can win on one hand if that is more."""
        # With a paytable that does not exist, the limit is measured by the first, so that both are found at once.
        rules = self.betting(CATALOGUES.get(self.bonus_paytable, self.catalogue))
        most = sum(
            max(line.odds.pay(self._least_wager(rules, wager)) for line in wager.paytable)
            for wager in rules.wagers.values()
            if wager.name in rules.offered
        )
        return max(_LEAST_CAP_CENTS, int(most))

    def _least_wager(self, rules: BettingRules, wager: Wager) -> Cents:
        """The least that can be wagered in chips and steps, or the posted minimum where these are unlawful."""
        increments = [limits.increment for limits in (self.limits, *self.wager_limits.values())]
        room = None
        if min(self.smallest_chip, *increments) > 0:
            room = rules.amounts((), 1, wager, wager.picks[0])
        return room.low if room else rules.limits_of(wager.name).minimum
