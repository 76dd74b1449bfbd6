"""The clauses of Poker by what they rule: those of 637a.19 to 637a.21, and those that other variants rest on."""

from dataclasses import dataclass, fields

from houseway.equipment.decks import Clauses
from houseway.law import Clause, pa

TWO_PLAYERS = pa("637a.7(b)")
INTO_THE_POT = pa("637a.7(c)")
WON_BY = pa("637a.7(d)")
TABLE_STAKES = pa("common:poker/table-stakes")
ALL_IN = pa("common:poker/all-in")
STRUCTURE = pa("common:poker/structure")
BRING_IN = pa("common:poker/bring-in")
MISDEAL = pa("common:poker/misdeal")
RAKE = pa("common:poker/rake")
CARDS = pa("common:poker/cards")
SUIT_ORDER = pa("637a.19(k)(2)(iv)")

FIVE_CARD_OMAHA, TRIPLE_DRAW, BADUGI = "637a.19", "637a.20", "637a.21"
SECTIONS = (FIVE_CARD_OMAHA, TRIPLE_DRAW, BADUGI)


def in_each(paragraph: str) -> tuple[str, ...]:
    """A paragraph that the three sections have alike, of each."""
    return tuple(f"{section}{paragraph}" for section in SECTIONS)


def in_draws(paragraph: str) -> tuple[str, ...]:
    """A paragraph that the two sections with draws have alike, of each."""
    return tuple(f"{section}{paragraph}" for section in (TRIPLE_DRAW, BADUGI))


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a section says before the first cards and of the first betting round, in its order."""

    players: Clause
    ante: Clause
    terms: Clause
    terms_sign: Clause
    button: Clause
    starts: Clause
    starts_right: Clause
    starts_drawn: Clause
    rotates: Clause
    blind: Clause
    more_blinds: Clause
    blind_terms: Clause
    blind_sign: Clause
    straddle: Clause
    straddle_terms: Clause
    straddle_sign: Clause
    one_straddle: Clause
    dealt: Clause
    dealt_last: Clause
    first: Clause
    choices: Clause
    option: Clause
    closed: Clause


_PARAGRAPHS = (
    "(b)#1",
    "(b)#2",
    "(b)#3",
    "(b)#4",
    "(c)",
    "(c)(1)",
    "(c)(1)(i)",
    "(c)(1)(ii)",
    "(c)(2)",
    "(d)#1",
    "(d)#2",
    "(d)#3",
    "(d)#4",
    "(e)#1",
    "(e)#2",
    "(e)#3",
    "(e)#4",
    "(f)#1",
    "(f)#2",
    "(g)#1",
    "(g)#2",
    "(g)#3",
    "(g)#4",
)


def section(number: str) -> Section:
    """The clauses of one of the three sections, which run alike up to the first betting round."""
    names = [field.name for field in fields(Section)]
    return Section(**{name: pa(f"{number}{part}") for name, part in zip(names, _PARAGRAPHS, strict=True)})


# Variants whose sections the sources do not print rest on 637a.7 and on common practice.
USUAL = Section(
    **{
        field.name: {
            "players": CARDS,
            "dealt": INTO_THE_POT,
            "dealt_last": INTO_THE_POT,
            "closed": INTO_THE_POT,
        }.get(field.name, STRUCTURE)
        for field in fields(Section)
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetClauses:
    """What is said of one round of cards, or of one draw, and of the betting round after it.

    `order`, `discards`, `replaced` and `short` are of a draw.
    """

    burn: Clause
    dealt: Clause
    betting: Clauses
    first: Clause
    choices: Clause
    closed: Clause
    order: Clause = INTO_THE_POT
    discards: Clause = INTO_THE_POT
    replaced: Clause = INTO_THE_POT
    short: Clause = CARDS


def board_clauses(letter: str) -> StreetClauses:
    """Community cards of 637a.19: (h) says how they are bet on, (i) and (j) that it is so again."""
    cards = pa(f"637a.19({letter})#1")
    return StreetClauses(
        burn=cards,
        dealt=cards,
        betting=() if letter == "h" else (pa(f"637a.19({letter})#2"),),
        first=pa("637a.19(h)#2"),
        choices=pa("637a.19(h)#3"),
        closed=pa("637a.19(h)#4"),
    )


def draw_clauses(number: str, letter: str) -> StreetClauses:
    """A draw of 637a.20 or 637a.21: (h) says how the first is made and bet on, (i) and (j) that it is so again."""

    def of_first(part: int) -> Clause:
        return pa(f"{number}(h)#{part}")

    return StreetClauses(
        burn=pa(f"{number}({letter})#1"),
        dealt=of_first(4),
        betting=() if letter == "h" else (pa(f"{number}({letter})#2"),),
        order=of_first(2),
        discards=of_first(3),
        replaced=of_first(4),
        short=of_first(5),
        first=of_first(6),
        choices=of_first(7),
        closed=of_first(8),
    )


USUAL_STREET = StreetClauses(
    burn=INTO_THE_POT,
    dealt=INTO_THE_POT,
    betting=(),
    first=INTO_THE_POT,
    choices=STRUCTURE,
    closed=INTO_THE_POT,
)
