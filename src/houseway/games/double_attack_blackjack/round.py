"""A round of Double Attack Blackjack as it stands."""

from enum import StrEnum

from houseway.table.card_felt import DEALING
from houseway.table.twenty_one import DRAWING_OUT, HOLE, LATE, PLAYING, TwentyOneFelt

# The moments of the chapter besides those that every game of twenty-one has.
ATTACK = "double-attack"  # the up card lies, and Double Attack Wagers may be made
INSURANCE = "insurance"  # an ace is up, and Insurance may be made
CHECKING = "checking"  # the hole card goes to the card reader
CARDS_OUT = (ATTACK, DEALING, LATE, INSURANCE, CHECKING, PLAYING, HOLE, DRAWING_OUT)


class Check(StrEnum):
    """What the card reader said of the hole card."""

    NOT_YET = ""
    NO_BLACKJACK = "no-blackjack"
    BLACKJACK = "blackjack"


class Stop(StrEnum):
    """Why play has stopped."""

    NO = ""
    HOLE_CARD_EXPOSED = "hole-card-exposed"
    READER = "card-reader"


class Round(TwentyOneFelt, frozen=True, kw_only=True):
    """A round of Double Attack Blackjack as it stands.

    `misread` once a floorperson was told that the card reader missed a Blackjack. `exposed` while a card drawn in error
    lies open that somebody is to take. `shown` are the hands of the last round, kept for the eye until the next.
    """

    check: Check = Check.NOT_YET
    misread: bool = False
    exposed: bool = False
    stop: Stop = Stop.NO
    shown: tuple[tuple[str, tuple[str, ...]], ...] = ()
