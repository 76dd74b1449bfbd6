"""The kinds of wagers, as a layout and a sign set them apart (623a.3(a))."""

from enum import StrEnum


class Group(StrEnum):
    """A kind of wager."""

    LINE = "line"
    SUPPLEMENTAL = "supplemental"
    PLACE_TO_WIN = "place-to-win"
    PLACE_TO_LOSE = "place-to-lose"
    BUY = "buy"
    LAY = "lay"
    HARDWAY = "hardway"
    ONE_ROLL = "one-roll"
    COMBINATION = "combination"
    HOP = "hop"
    FIRE = "fire"
    BONUS = "bonus"
