"""What the operator chooses at a Pai Gow table."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from houseway.games.pai_gow.delivery import ALTERNATIVES, ORDINARY, Delivery
from houseway.games.pai_gow.house_way import HouseWay
from houseway.games.pai_gow.vigorish import RATE, ROUNDED, VigorishRounding
from houseway.games.pai_gow.wagers import CATALOGUE, ON_THE_LAYOUT, catalogue, makes_vigorish, units_for
from houseway.law import Clause, implements, pa
from houseway.money import Cents, dollars
from houseway.submission import Finding, Option, Submission
from houseway.submission.options import AdjacentAreas, Positions, SmallestChip
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses, Wager

SIX_POSITIONS = pa("621a.2(a)#1")
NAME_OR_LOGO = pa("621a.2(b)(1)")
TWO_AREAS = pa("621a.5(d)#1")
START_METHODS = pa("621a.6(a)")
GENERATOR = pa("621a.6(a)(1)")
OTHER_STYLES = pa("621a.7(a)")
PLAYERS_MAY_BANK = pa("621a.9(a)#1")
COVERED = pa("621a.9(d)(2)")
MAY_CO_BANK = pa("621a.9(e)#1")
DEALER_WAGER = pa("621a.9(h)#1")
BANK_SHAKES = pa("621a.9(i)#3")

BETTING = BettingClauses(
    catalogue=ON_THE_LAYOUT,
    instruments=ON_THE_LAYOUT,
    accepted=frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES}),
    cash=pa("621a.5(a)#2"),
    payment=pa("621a.8(k)#1"),
)


class StartMethod(StrEnum):
    """What finds the number that the starting position is counted to."""

    SHAKER = "shaker"
    RANDOM_NUMBER_GENERATOR = "random-number-generator"


class GeneratorNumbers(StrEnum):
    """The numbers that the laboratory certified the generator to show (reading B-PG-19)."""

    PLACES = "1-8"
    DICE_TOTALS = "3-18"

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every number that it may show."""
        first, last = map(int, self.split("-"))
        return tuple(range(first, last + 1))


class MissetHands(StrEnum):
    """What becomes of a player's hands of which the low outranks the high (reading B-PG-07)."""

    RELABEL = "relabel"
    LOSE = "lose"


class BankRotation(StrEnum):
    """Where the first offer of the bank goes after a round that a player banked (reading B-PG-14)."""

    RIGHT_OF_LAST_BANK = "right-of-last-bank"
    ONLY_AFTER_FIRST_ACCEPTS = "only-after-first-accepts"


class OddChip(StrEnum):
    """Who bears the chip by which the halves of a co-banked round differ (reading B-PG-12)."""

    HOUSE = "house"
    CO_BANK = "co-bank"


# What a co-bank must have, in percent of the other players' wagers (reading B-PG-13).
CO_BANK_COVERS = (100, 50)


_HOUSE_WAY = Option(
    "House way of the dealer, where the tiles leave a choice", {way: way.description for way in HouseWay}
)
_VIGORISH = Option(
    f"Vigorish on what a player wins, {int(RATE * 100)}%",
    {
        VigorishRounding.EXACT: "taken to the cent",
        VigorishRounding.QUARTER_UP: "taken in quarters, a part of one as a whole",
    },
    clause=pa("621a.8(k)#3"),
)
_START = Option(
    "The starting position is found with",
    {
        StartMethod.SHAKER: "dice in a shaker",
        StartMethod.RANDOM_NUMBER_GENERATOR: "a random number generator",
    },
)
_NUMBERS = Option(
    "Numbers of a random number generator",
    {each: f"{each.numbers[0]} to {each.numbers[-1]}" for each in GeneratorNumbers},
)
_GENERATOR = Option("The random number generator is also used when a player banks")
_STYLES = Option(
    "Styles of delivery besides the ordinary one",
    {style: style.label for style in Delivery},
    clause=pa("621a.7(a)"),
)
_MISSET = Option(
    "If a player sets the low hand above the high hand",
    {
        MissetHands.RELABEL: "the better hand counts as the high hand",
        MissetHands.LOSE: "the wager loses",
    },
)
_ABANDONED = Option("A supervisor may rule the wager of a player who left lost", clause=pa("621a.5(b)#3"))
_PLAYER_BANK = Option("Players may bank a round", clause=pa("621a.9(a)#1"))
_CO_BANK = Option("A player who banks may ask the house to co-bank")
_DEALER_WAGER = Option(
    "The dealer wagers against a player who banks",
    {None: "what that player last wagered against the dealer"},
    dollars,
)
_COVER = Option("A player who co-banks must have", say="{}% of the other players' wagers".format)
_ROTATION = Option(
    "The bank is offered first",
    {
        BankRotation.RIGHT_OF_LAST_BANK: "at the right of whoever banked last",
        BankRotation.ONLY_AFTER_FIRST_ACCEPTS: (
            "at the right of whoever banked last, if the first player asked had taken the bank"
        ),
    },
)
_ODD_CHIP = Option(
    "If a co-banked round does not divide in half, the odd chip",
    {OddChip.HOUSE: "is at the house's expense", OddChip.CO_BANK: "is at the co-bank's expense"},
)


class PaiGowSubmission(Submission, frozen=True, kw_only=True, tag="pai-gow"):
    """The Rules Submission for Pai Gow."""

    catalogue = CATALOGUE
    clauses = BETTING
    name_clause = NAME_OR_LOGO

    seats: Positions = SIX_POSITIONS.integer("positions")
    # Vigorish is counted out in quarters.
    smallest_chip: SmallestChip = 25
    house_way: Annotated[HouseWay, _HOUSE_WAY] = HouseWay.R1
    vigorish_rounding: Annotated[VigorishRounding, _VIGORISH] = VigorishRounding.EXACT
    # The filed methods of finding the starting position, the usual one first.
    start_methods: Annotated[tuple[StartMethod, ...], _START] = (StartMethod.SHAKER,)
    generator_numbers: Annotated[GeneratorNumbers, _NUMBERS] = GeneratorNumbers.PLACES
    generator_in_banked_rounds: Annotated[bool, _GENERATOR] = False
    delivery_styles: Annotated[tuple[Delivery, ...], _STYLES] = ()
    adjacent_areas: AdjacentAreas = 1
    misset_hands: Annotated[MissetHands, _MISSET] = MissetHands.RELABEL
    # Whether a supervisor may rule the wager of a player who left lost (B-PG-25).
    abandoned_wagers_lose: Annotated[bool, _ABANDONED] = True
    player_bank: Annotated[bool, _PLAYER_BANK] = False
    co_bank: Annotated[bool, _CO_BANK] = False
    # What the dealer wagers against a bank; None is the bank's own last wager against the dealer.
    dealer_wager: Annotated[Cents | None, _DEALER_WAGER] = None
    co_bank_cover: Annotated[int, _COVER] = 100
    bank_rotation: Annotated[BankRotation, _ROTATION] = BankRotation.RIGHT_OF_LAST_BANK
    odd_chip: Annotated[OddChip, _ODD_CHIP] = OddChip.HOUSE

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wager, made in parts of which chips can make the vigorish."""
        return catalogue(units_for(self.vigorish_rounding, self.smallest_chip))

    @property
    def uses_shaker(self) -> bool:
        """Whether dice ever find the starting position."""
        return StartMethod.SHAKER in self.start_methods

    @property
    def uses_generator(self) -> bool:
        """Whether a random number generator ever finds the starting position."""
        return StartMethod.RANDOM_NUMBER_GENERATOR in self.start_methods

    @property
    def styles(self) -> tuple[Delivery, ...]:
        """The styles of delivery that may be chosen, the ordinary one first."""
        return (ORDINARY, *self.delivery_styles)

    @implements("621a.2(a)#1", "621a.5(d)#1", "621a.7(a)")
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if self.seats != SIX_POSITIONS.integer("positions"):
            yield _finding(SIX_POSITIONS, "seats", f"a table has six betting positions, not {self.seats}")
        most = TWO_AREAS.integer("max_areas")
        if not 1 <= self.adjacent_areas <= most:
            yield _finding(
                TWO_AREAS,
                "adjacent_areas",
                f"a player may bet 1 to {most} neighbouring areas, not {self.adjacent_areas}",
            )
        if len({*self.delivery_styles} & {*ALTERNATIVES}) < len(self.delivery_styles):
            yield _finding(
                OTHER_STYLES,
                "delivery_styles",
                "the styles besides the ordinary one are others, each named once",
            )
        yield from self._start_findings()
        yield from self._vigorish_findings()
        yield from self._bank_findings()

    @implements("621a.6(a)", readings=("B-PG-19",))
    def _start_findings(self) -> Iterator[Finding]:
        if not self.start_methods or len({*self.start_methods}) < len(self.start_methods):
            yield _finding(
                START_METHODS, "start_methods", "there is a shaker or a generator or both, each named once"
            )
        if self.generator_in_banked_rounds and not self.uses_generator:
            yield _finding(
                GENERATOR, "generator_in_banked_rounds", "the submission has no random number generator"
            )

    @implements("621a.8(k)#3", readings=("B-PG-11",))
    def _vigorish_findings(self) -> Iterator[Finding]:
        if self.smallest_chip > 0 and not makes_vigorish(self.vigorish_rounding, self.smallest_chip):
            yield _finding(
                ROUNDED,
                "vigorish_rounding",
                f"a vigorish in quarters cannot be taken in chips of {dollars(self.smallest_chip)}",
            )

    @implements("621a.9(a)#1", "621a.9(e)#1", "621a.9(h)#1", readings=("B-PG-13", "B-PG-19"))
    def _bank_findings(self) -> Iterator[Finding]:
        if self.co_bank and not self.player_bank:
            yield _finding(MAY_CO_BANK, "co_bank", "co-banking is for tables at which players may bank")
        if self.player_bank and not (self.uses_shaker or self.generator_in_banked_rounds):
            yield _finding(
                BANK_SHAKES,
                "player_bank",
                "a bank shakes dice: file a shaker, or the generator for banked rounds too",
            )
        if self.co_bank_cover not in CO_BANK_COVERS:
            yield _finding(
                COVERED, "co_bank_cover", f"a co-bank covers 100 or 50 percent, not {self.co_bank_cover}"
            )
        if self.dealer_wager is not None and (
            self.dealer_wager < 1 or self.dealer_wager % max(self.smallest_chip, 1)
        ):
            yield _finding(
                DEALER_WAGER,
                "dealer_wager",
                f"{dollars(self.dealer_wager)} is no wager that chips of this table can make",
            )


def _finding(clause: Clause, where: str, problem: str) -> Finding:
    return Finding(clause=clause.id, where=where, problem=problem)
