"""Kinds of tables: what the clauses on floorpersons (465a.35) tell apart."""

from enum import StrEnum


class TableKind(StrEnum):
    """What a table is to the clauses on floorpersons; every game that they do not name is simply a banking game."""

    BANKING = "banking game"
    BACCARAT = "baccarat"
    MIDIBACCARAT = "midibaccarat"
    CRAPS = "craps"
    MINI_CRAPS = "mini-craps"
    MINI_CRAPS_WITH_STICKPERSON = "mini-craps with a stickperson"
    PAI_GOW = "pai-gow"
    THREE_DICE_FOOTBALL = "three-dice-football"
    POKER = "poker"
