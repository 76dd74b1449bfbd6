"""Basic strategy of Blackjack: the published chart for four decks and more, as every player can learn it.

The dealer stands on every 17, hands may be doubled down on after a split, and nothing is given up. A row says what to do
against a two to a ten and an ace: S stand, H draw, D double down or else draw, d double down or else stand, P split.
"""

import numpy as np

from houseway.lab.twenty_one_hands import (
    ACE,
    DEALT,
    DOUBLES,
    DRAWS,
    SPLITS,
    STANDS,
    TEN,
    VALUES,
    Hands,
)
from houseway.lab.twenty_one_solver import Play, no_play

_HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    **dict.fromkeys(range(13, 17), "SSSSSHHHHH"),
}
_SOFT = {
    **dict.fromkeys((12, 13, 14), "HHHDDHHHHH"),
    **dict.fromkeys((15, 16), "HHDDDHHHHH"),
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
}
# By the value of the pair's cards, from the ace; none of fives and tens is split.
_PAIRS = {
    ACE: "PPPPPPPPPP",
    1: "PPPPPPHHHH",
    2: "PPPPPPHHHH",
    3: "HHHPPHHHHH",
    5: "PPPPPHHHHH",
    6: "PPPPPPHHHH",
    7: "PPPPPPPPPP",
    8: "PPPPPSPPSS",
}
_COLUMN = {ACE: 9, **{value: value - 1 for value in range(1, TEN + 1)}}
_ACTIONS = {
    "S": (STANDS,),
    "H": (DRAWS, STANDS),
    "D": (DOUBLES, DRAWS, STANDS),
    "d": (DOUBLES, STANDS),
    "P": (SPLITS,),
}


def basic(reached: int, soft: bool, pair: int | None, up: int, may: int) -> int:
    """What basic strategy does with a hand that may do this: by its total, or by its value where it is a pair."""
    column = _COLUMN[up]
    if pair in _PAIRS and may & SPLITS and _PAIRS[pair][column] == "P":
        return SPLITS
    highest = "S" * VALUES
    row = (
        _SOFT.get(reached, highest) if soft else _HARD.get(reached, highest if reached > 16 else "H" * VALUES)
    )
    return next((action for action in _ACTIONS[row[column]] if may & action), STANDS)


def basic_play(hands: Hands) -> Play:
    """Basic strategy as a play of every hand."""
    play = no_play(hands)
    play.doubled[:] = STANDS
    for row in np.flatnonzero(hands.cards >= 2).tolist():
        held = hands.composition[row]
        pair = int(held.argmax()) if hands.cards[row] == 2 and held.max() == 2 else None
        told = int(hands.reached[row]), bool(hands.soft[row]), pair
        for origin in range(DEALT, VALUES + 1):
            may = int(hands.may[origin, row])
            for up in range(VALUES):
                play.hands[origin, up, row] = basic(*told, up, may)
    return play
