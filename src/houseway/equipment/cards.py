"""Cards: each is a small integer for ranking and a two-letter code for people; a deck is what a game plays with.

A card is 4 x rank + suit, ranks 0 to 12 from two to ace, suits 0 to 3 clubs, diamonds, hearts, spades; the joker is 52.
Codes are "2c" to "As"; the joker is "Jo".
"""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec

from houseway.law import Clause, RuleViolation

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52

CODES = (*(rank + suit for rank in RANKS for suit in SUITS), "Jo")
# A card that lies face down and has not been told: the table knows that it is there, not what it is.
UNSEEN = "??"

FIFTY_TWO = CODES[:JOKER]
WITH_JOKER = CODES
# A deck whose tens were taken out.
FORTY_EIGHT = tuple(code for code in FIFTY_TWO if not code.startswith("T"))

# The code of a card, or of one that nobody has seen.
CardCode = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
# A hand as the table holds it.
Hand = tuple[str, ...]

_NUMBERS = {code: number for number, code in enumerate(CODES)}

# The ranks as people call them, from two to ace.
_RANK_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_SUIT_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def card(code: str) -> int:
    """The integer of a card's code."""
    return _NUMBERS[code]


def cards(codes: Iterable[str]) -> tuple[int, ...]:
    """The integers of several codes."""
    return tuple([_NUMBERS[code] for code in codes])


def code(number: int) -> str:
    """The code of a card's integer."""
    return CODES[number]


def rank_in_words(rank: int) -> str:
    """A rank, 0 for a two to 12 for an ace, as people call it."""
    return _RANK_WORDS[rank]


def ranks_in_words(rank: int) -> str:
    """Several cards of a rank as people call them."""
    word = _RANK_WORDS[rank]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def cards_in_words(codes: Iterable[str]) -> str:
    """Cards as people write them, "K♦ 10♣"; those that lie face down are counted."""
    told = list(codes)
    down = told.count(UNSEEN)
    counted = {0: "", 1: "a card face down"}.get(down, f"{down} cards face down")
    seen = " ".join(_in_signs(code) for code in told if code != UNSEEN)
    return " and ".join(filter(None, (seen, counted)))


def _in_signs(code: str) -> str:
    if code == CODES[JOKER]:
        return "joker"
    # What is no card is left as somebody wrote it.
    return f"{'10' if code[0] == 'T' else code[0]}{_SUIT_SIGNS[code[1]]}" if code in _NUMBERS else code


def is_seen(hand: Iterable[str]) -> bool:
    """Whether every card of a hand has been told."""
    return UNSEEN not in hand


def check_told(told: Iterable[str], left: Iterable[str], clause: Clause) -> None:
    """Refuse cards that are not left, or told more often than copies of them are left."""
    copies = Counter(left)
    for name in told:
        if name == UNSEEN:
            continue
        if name not in _NUMBERS:
            raise RuleViolation(
                clause,
                f"no card is called {name!r}",
                fix="write rank and suit, such as As, Td or 2c; Jo is the joker",
            )
        if not copies[name]:
            raise RuleViolation(
                clause,
                f"{cards_in_words((name,))} is not among the cards left in the deck",
                fix="every copy of it was told before, or these decks have none",
            )
        copies[name] -= 1
