"""The variants of Poker as data: their streets, the sides their pots are split into, their seats, and the clauses of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from houseway.equipment.cards import FIFTY_TWO
from houseway.games.poker.clauses import (
    BADUGI,
    FIVE_CARD_OMAHA,
    TRIPLE_DRAW,
    USUAL,
    USUAL_STREET,
    WON_BY,
    Section,
    StreetClauses,
    board_clauses,
    draw_clauses,
    section,
)
from houseway.games.poker.short_deck import SHORT_DECK, THIRTY_SIX
from houseway.law import Clause, pa
from houseway.table.rankings import (
    ACE_TO_FIVE,
    BADUGI_ACE_LOW,
    BADUGI_DEUCE_LOW,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    OMAHA_EIGHT_OR_BETTER,
    OMAHA_HIGH,
    Ranking,
)
from houseway.table.rankings import BADUGI as BADUGI_RANKING


class Opener(StrEnum):
    """Who acts first where up cards decide: who shows the highest hand, or the lowest."""

    POSITION = "position"
    HIGHEST_SHOWING = "highest-showing"
    LOWEST_SHOWING = "lowest-showing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """A round of cards and the betting after it: burned, dealt down, up or to the board, or drawn, up to so many each."""

    burn: int = 1
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    # Whether a limit game bets the big bet here.
    big: bool = False
    clauses: StreetClauses = USUAL_STREET


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A share of the pot that one ranking wins: by which clause, how it is shared when tied, and who has the odd amount.

    `low` is a side that the lowest hand wins, so that the lowest card decides about an odd amount.
    """

    name: str
    ranking: Ranking
    low: bool = False
    wins: Clause = WON_BY
    tie: Clause = WON_BY
    odd: Clause = WON_BY


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game of Poker: `code` is its name in hand histories, `opener` who acts first after the first round.

    Of two `sides` the first has what cannot be halved (`odd_half`), and all where nothing qualifies for the second.
    """

    name: str
    title: str
    code: str
    seats: int
    streets: tuple[Street, ...]
    sides: tuple[Side, ...]
    section: Section = USUAL
    deck: tuple[str, ...] = FIFTY_TWO
    opener: Opener = Opener.POSITION
    showdown: Clause = WON_BY
    halves: Clause = WON_BY
    odd_half: Clause = WON_BY
    no_second: Clause = WON_BY
    kill: Clause | None = None
    kill_sign: Clause | None = None

    @cached_property
    def cards(self) -> frozenset[str]:
        """The cards of its deck, whatever their order."""
        return frozenset(self.deck)

    @cached_property
    def brings_in(self) -> bool:
        """Whether an up card decides who begins, in the place of blinds."""
        return self.opener is not Opener.POSITION

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return sum(street.draw > 0 for street in self.streets)

    @property
    def hole_cards(self) -> int:
        """How many cards a player holds once all are dealt."""
        return sum(street.down + street.up for street in self.streets)


# Five-card Omaha, 637a.19.

_OMAHA_STREETS = (
    Street(burn=0, down=pa("637a.19(f)#1").integer("hole_cards"), clauses=board_clauses("h")),
    Street(board=pa("637a.19(h)#1").integer("community"), clauses=board_clauses("h")),
    Street(board=1, big=True, clauses=board_clauses("i")),
    Street(board=1, big=True, clauses=board_clauses("j")),
)
_OMAHA_PLAYERS = pa("637a.19(b)#1").integer("max_players")

FIVE_CARD_OMAHA_HIGH = Variant(
    name="five-card-omaha-high",
    title="Five-card Omaha High",
    code="5O",
    seats=_OMAHA_PLAYERS,
    streets=_OMAHA_STREETS,
    sides=(
        Side(
            name="high",
            ranking=OMAHA_HIGH,
            wins=pa("637a.19(k)(1)"),
            # Its ties are shared as those of the split game (C-90).
            tie=pa("637a.19(k)(2)(ii)#1"),
            odd=pa("637a.19(k)(2)(ii)#2"),
        ),
    ),
    section=section(FIVE_CARD_OMAHA),
    showdown=pa("637a.19(k)#1"),
)
FIVE_CARD_OMAHA_EIGHT = Variant(
    name="five-card-omaha-high-low",
    title="Five-card Omaha High-low Split Eight or Better",
    code="5O/8",
    seats=_OMAHA_PLAYERS,
    streets=_OMAHA_STREETS,
    sides=(
        Side(
            name="high",
            ranking=OMAHA_HIGH,
            wins=pa("637a.19(k)(2)(i)#1"),
            tie=pa("637a.19(k)(2)(ii)#1"),
            odd=pa("637a.19(k)(2)(ii)#2"),
        ),
        Side(
            name="low",
            ranking=OMAHA_EIGHT_OR_BETTER,
            low=True,
            wins=pa("637a.19(k)(2)(i)#1"),
            tie=pa("637a.19(k)(2)(iii)#1"),
            odd=pa("637a.19(k)(2)(iii)#2"),
        ),
    ),
    section=section(FIVE_CARD_OMAHA),
    showdown=pa("637a.19(k)#1"),
    halves=pa("637a.19(k)(2)(i)#1"),
    odd_half=pa("637a.19(k)(2)(i)#2"),
    no_second=pa("637a.19(l)(1)#2"),
    kill=pa("637a.19(l)(3)#1"),
    kill_sign=pa("637a.19(l)(3)#2"),
)


# Triple Draw, 637a.20.


def _draws(number: str) -> tuple[Street, ...]:
    """The first cards, and three draws of as many as a player holds."""
    cards = pa(f"{number}(f)#1").integer("hole_cards")
    most = pa(f"{number}(h)#3").integer("discard_max")
    first, second, third = (draw_clauses(number, letter) for letter in "hij")
    return (
        Street(burn=0, down=cards, clauses=first),
        Street(draw=most, clauses=first),
        Street(draw=most, big=True, clauses=second),
        Street(draw=most, big=True, clauses=third),
    )


_TRIPLE_DRAW_PLAYERS = pa("637a.20(b)#1").integer("max_players")
_BEST_LOW = pa("637a.20(k)#2")


def _low(name: str, ranking: Ranking, wins: Clause = _BEST_LOW) -> Side:
    """A side that the lowest hand wins, with the ties and odd amounts of 637a.20(k)(2)."""
    return Side(
        name=name,
        ranking=ranking,
        low=True,
        wins=wins,
        tie=pa("637a.20(k)(2)#1"),
        odd=pa("637a.20(k)(2)#2"),
    )


_SEVEN_LOW = _low("2-7", DEUCE_TO_SEVEN)
_FIVE_LOW = _low("a-5", ACE_TO_FIVE)


def _split(name: str, title: str, code: str, lowball: Side, badugi: Ranking, part: str) -> Variant:
    """A Triple Draw game whose pot is halved between its own low and the best badugi (637a.20(l))."""
    halves = pa(f"637a.20(l)({part})(i)#1")
    # Ties share their half, and odd amounts within it go as in the game that is not split (C-84).
    best = _low("badugi", badugi, halves)
    low = _low(lowball.name, lowball.ranking, halves)
    return Variant(
        name=name,
        title=title,
        code=code,
        seats=_TRIPLE_DRAW_PLAYERS,
        streets=_draws(TRIPLE_DRAW),
        sides=(low, best),
        section=section(TRIPLE_DRAW),
        showdown=pa("637a.20(k)#1"),
        halves=halves,
        odd_half=pa(f"637a.20(l)({part})(ii)"),
        no_second=halves,
    )


TRIPLE_DRAW_2_7 = Variant(
    name="triple-draw-2-7",
    title="Triple Draw 2-7",
    code="2L3D",
    seats=_TRIPLE_DRAW_PLAYERS,
    streets=_draws(TRIPLE_DRAW),
    sides=(_SEVEN_LOW,),
    section=section(TRIPLE_DRAW),
    showdown=pa("637a.20(k)#1"),
)
TRIPLE_DRAW_A_5 = Variant(
    name="triple-draw-a-5",
    title="Triple Draw A-5",
    code="A5L3D",
    seats=_TRIPLE_DRAW_PLAYERS,
    streets=_draws(TRIPLE_DRAW),
    sides=(_FIVE_LOW,),
    section=section(TRIPLE_DRAW),
    showdown=pa("637a.20(k)#1"),
)
BADEUCEY = _split("badeucey", "Badeucey", "BD", _SEVEN_LOW, BADUGI_DEUCE_LOW, "1")
BADACEY = _split("badacey", "Badacey", "BA", _FIVE_LOW, BADUGI_ACE_LOW, "2")


# Badugi, 637a.21.

BADUGI_POKER = Variant(
    name="badugi",
    title="Badugi",
    code="B",
    seats=pa("637a.21(b)#1").integer("max_players"),
    streets=_draws(BADUGI),
    sides=(
        Side(
            name="badugi",
            ranking=BADUGI_RANKING,
            low=True,
            wins=pa("637a.21(k)(1)#1"),
            tie=pa("637a.21(k)(5)#1"),
            odd=pa("637a.21(k)(5)#2"),
        ),
    ),
    section=section(BADUGI),
    showdown=pa("637a.21(k)"),
)


# Common practice: the sources do not print these.

_FLOP_TURN_RIVER = (Street(board=3), Street(board=1, big=True), Street(board=1, big=True))
_USUAL_HIGH = Side(name="high", ranking=HIGH)
_STUD_STREETS = (
    Street(burn=0, down=2, up=1),
    Street(up=1),
    Street(up=1, big=True),
    Street(up=1, big=True),
    Street(down=1, big=True),
)
_MOST_AT_A_TABLE = 10
_MOST_AT_STUD = 8

HOLDEM = Variant(
    name="holdem",
    title="Hold 'Em",
    code="T",
    seats=_MOST_AT_A_TABLE,
    streets=(Street(burn=0, down=2), *_FLOP_TURN_RIVER),
    sides=(_USUAL_HIGH,),
)
SHORT_DECK_HOLDEM = Variant(
    name="short-deck-holdem",
    title="Short-deck Hold 'Em",
    code="S",
    seats=_MOST_AT_A_TABLE,
    deck=THIRTY_SIX,
    streets=(Street(burn=0, down=2), *_FLOP_TURN_RIVER),
    sides=(Side(name="high", ranking=SHORT_DECK),),
)
OMAHA = Variant(
    name="omaha",
    title="Omaha",
    code="O",
    seats=_MOST_AT_A_TABLE,
    streets=(Street(burn=0, down=4), *_FLOP_TURN_RIVER),
    sides=(Side(name="high", ranking=OMAHA_HIGH),),
)
OMAHA_EIGHT = Variant(
    name="omaha-high-low",
    title="Omaha High-low Split Eight or Better",
    code="O/8",
    seats=_MOST_AT_A_TABLE,
    streets=(Street(burn=0, down=4), *_FLOP_TURN_RIVER),
    sides=(
        Side(name="high", ranking=OMAHA_HIGH),
        Side(name="low", ranking=OMAHA_EIGHT_OR_BETTER, low=True),
    ),
)
SEVEN_CARD_STUD = Variant(
    name="seven-card-stud",
    title="Seven-card Stud",
    code="7S",
    seats=_MOST_AT_STUD,
    streets=_STUD_STREETS,
    sides=(_USUAL_HIGH,),
    opener=Opener.HIGHEST_SHOWING,
)
SEVEN_CARD_STUD_EIGHT = Variant(
    name="seven-card-stud-high-low",
    title="Seven-card Stud High-low Split Eight or Better",
    code="7S/8",
    seats=_MOST_AT_STUD,
    streets=_STUD_STREETS,
    sides=(_USUAL_HIGH, Side(name="low", ranking=EIGHT_OR_BETTER, low=True)),
    opener=Opener.HIGHEST_SHOWING,
)
RAZZ = Variant(
    name="razz",
    title="Razz",
    code="R",
    seats=_MOST_AT_STUD,
    streets=_STUD_STREETS,
    sides=(Side(name="a-5", ranking=ACE_TO_FIVE, low=True),),
    opener=Opener.LOWEST_SHOWING,
)
SINGLE_DRAW_2_7 = Variant(
    name="single-draw-2-7",
    title="Single Draw 2-7",
    code="2L1D",
    seats=7,
    streets=(Street(burn=0, down=5), Street(draw=5, big=True)),
    sides=(Side(name="2-7", ranking=DEUCE_TO_SEVEN, low=True),),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            FIVE_CARD_OMAHA_HIGH,
            FIVE_CARD_OMAHA_EIGHT,
            TRIPLE_DRAW_2_7,
            TRIPLE_DRAW_A_5,
            BADEUCEY,
            BADACEY,
            BADUGI_POKER,
            HOLDEM,
            SHORT_DECK_HOLDEM,
            OMAHA,
            OMAHA_EIGHT,
            SEVEN_CARD_STUD,
            SEVEN_CARD_STUD_EIGHT,
            RAZZ,
            SINGLE_DRAW_2_7,
        )
    }
)
