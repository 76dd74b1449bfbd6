"""A round written down: who wagered what and what was thrown or dealt, settled again by the rules of the game.

For surveillance and for a patron in dispute. The file is TOML:

    game = "three-dice-football"
    gaming_day = 2024-05-04              # optional; the latest text otherwise
    submission = { smallest_chip = 100 } # optional; the operator's choices, without what these imply, such as seats

    [[wagers]]                           # down before the first throw
    seat = 1
    wager = "touchdown"
    amount = "25.00"                     # dollars
    pick = "4"                           # only for wagers that have a pick, and not where there can be but one
    # player = 2                         # at a second area: the seat of the player who plays it as well
    # coupon = { value = 25 }            # a Match Play Coupon under these chips; see WrittenCoupon for its terms

    [[throws]]
    dice = [6, 5, 2]                     # in the order the game names its dice

    [[throws]]
    wagers = [{ seat = 1, wager = "penalty", amount = 5 }]   # made before this throw
    decisions = [{ move = "decline-dice", seat = 1 }]        # what else was done before it, as the API takes moves
    irregularity = "die-stacked"         # what went wrong: instead of dice, or after them

A card game has hands in the place of throws, and what was done with them, in order:

    [[hands]]
    seat = 1                             # 0 is the dealer
    cards = "As Kd 2c"                   # in the order dealt; Jo is the joker

    [[decisions]]                        # the moves after the deal in their order, as the API takes them
    move = "place-wager"                 # but amounts are in dollars here too
    seat = 1
    wager = "play"
    amount = 25

Where cards come from a shoe, they are written in the order in which they left it, those face down with the others ("??" for
one that nobody saw). What a dealer drew once every wager was settled may be left out:

    shoe = "6c 8c Kd 8d 9h Kc 3c"

A decision is made as soon as it may be. What happened at one moment of the deal and not before, such as a position that was
passed by for its second card, comes after the cards dealt until then, which are decisions too and not in the shoe:

    [[decisions]]
    move = "deal"
    cards = ["8c", "9c", "6h"]

    [[decisions]]
    move = "pass-by"
    seat = 1

Where players play each other, the chips before each of them stand in the place of wagers, and the cards are written as those
of a shoe, but for the burned ones:

    [[stacks]]
    seat = 1
    amount = 200                         # dollars

Pai Gow has tiles in the place of cards; a player's hand is written as it was set:

    [[hands]]
    seat = 1
    tiles = "6-6 1-1 / 2-4 3-5"          # the high hand, then the low; the dealer's four without a stroke

Where the game has a progressive, what its meter stood at before the round goes to the top of the file; a round in which
a share of the meter is paid cannot be settled without it:

    meter = "12,345.67"                  # dollars, to the last fraction of a cent that is known
"""

import re
import tomllib
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

import msgspec

from houseway.equipment.cards import CODES, UNSEEN
from houseway.games import brought_along
from houseway.money import Cents
from houseway.table.coupons import CouponTerms
from houseway.table.meter import PARTS, Amount
from houseway.table.rules import Lawful

# Decimals are exact up to 28 digits.
_MOST_DIGITS = 20


class BadRound(ValueError):
    """A written round that cannot be read: what is wrong, and where."""


class WrittenCoupon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Match Play Coupon as it lay under a wager: its value in dollars, and its printed terms where they are unusual.

    Serial and last day are for the ledger to hold against it; without them it is taken to be one that is good.
    """

    value: int | str
    serial: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 0
    expires: date = date.max
    terms: CouponTerms = CouponTerms()


class WrittenWager(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager as written down; the amount is in dollars, `player` the seat of one who plays this position as well."""

    seat: int
    wager: str
    amount: int | str
    pick: int | str = ""
    player: int = 0
    coupon: WrittenCoupon | None = None


class WrittenThrow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A throw as written down: the dice it showed, what went wrong, and the wagers and moves made before it."""

    dice: tuple[int, ...] = ()
    irregularity: str = ""
    wagers: tuple[WrittenWager, ...] = ()
    decisions: tuple[dict[str, Any], ...] = ()


class WrittenHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand as written down: the position it lay at and its cards, or its tiles as they were set."""

    seat: int
    cards: str = ""
    tiles: str = ""


class WrittenStack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chips before a player when a hand began, in dollars."""

    seat: int
    amount: int | str


class WrittenRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole round as written down."""

    game: str
    gaming_day: date | None = None
    submission: dict[str, Any] = {}
    meter: int | str = ""
    wagers: tuple[WrittenWager, ...] = ()
    stacks: tuple[WrittenStack, ...] = ()
    throws: tuple[WrittenThrow, ...] = ()
    hands: tuple[WrittenHand, ...] = ()
    shoe: str = ""
    decisions: tuple[dict[str, Any], ...] = ()


def read_round(text: str) -> WrittenRound:
    """A round from its TOML text; anything amiss is named."""
    try:
        return msgspec.convert(tomllib.loads(text, parse_float=str), WrittenRound)
    except tomllib.TOMLDecodeError as error:
        raise BadRound(_unreadable(str(error))) from None
    except msgspec.ValidationError as error:
        raise BadRound(_amiss(str(error))) from None
    except ValueError:
        raise BadRound("a number in it has more digits than any amount") from None


def _unreadable(error: str) -> str:
    """What cannot be read at all, with the line and what is likeliest wrong with it."""
    problem, _, where = error.rstrip(")").partition(" (at ")
    line = (
        where.replace(", column ", " cannot be read at sign ")
        if where.startswith("line ")
        else "its end cannot be read"
    )
    return f"{line} (not TOML: {problem}): words and cards stand in quotation marks, numbers without them"


_FIELD = re.compile(r"(\w+)(?:\[(\d+|\.\.\.)\])?")
_KINDS = {
    "int": "a whole number",
    "str": "words in quotation marks",
    "array": "a list in brackets",
    "object": "lines of their own",
    "bool": "true or false",
    "date": "a date",
}


def _amiss(error: str) -> str:
    """What is missing, unknown or of another kind, and where: of which wager, throw or hand."""
    problem, _, at = error.partition(" - at ")
    where = " of ".join(_part(*found) for found in reversed(_FIELD.findall(at.strip("`").removeprefix("$"))))
    part = where or "the round"
    match re.findall(r"`([^`]+)`", problem):
        case [name] if problem.startswith("Object missing"):
            return f"{part} does not say its `{name}`"
        case [name] if problem.startswith("Object contains unknown"):
            return f"{part} has no `{name}`"
        case [expected, given] if problem.startswith("Expected"):
            wanted = " or ".join(_KINDS.get(kind, kind) for kind in expected.split(" | "))
            return f"{part} is {wanted}, not {_KINDS.get(given, given)}"
        case _:
            return f"{part}: {problem}"


def _part(name: str, number: str) -> str:
    return f"{name.removesuffix('s')} {int(number) + 1}" if number.isdigit() else f"`{name}`"


def example_of(game: str) -> str:
    """A round of a game in writing, to begin with: the one that the game brings along, else what every round needs."""
    return brought_along(game, "round.toml") or f'game = "{game}"\n'


def written_move(act: Lawful) -> str:
    """A lawful move as a round in writing has it, with the first value of each field, to be changed where another was meant."""
    told: dict[str, Any] = {
        name: values[0] for name, values in act.fields.items() if values not in (("",), ((),))
    }
    told |= dict.fromkeys(act.text, "")
    if act.amount:
        told["amount"] = Decimal(act.amount.low) / 100
    lines = (f"{name} = {_as_toml(value)}" for name, value in {"move": act.move, **told}.items())
    return "\n".join(("[[decisions]]", *lines))


def _as_toml(value: Any) -> str:
    match value:
        case Decimal():
            return str(int(value)) if value == int(value) else f'"{value}"'
        case tuple():
            return f"[{', '.join(map(_as_toml, value))}]"
        case _:
            return msgspec.json.encode(value).decode()


def cards_in(told: str) -> tuple[str, ...]:
    """Cards in writing, with blanks or commas between them."""
    found = tuple(told.replace(",", " ").split())
    for name in found:
        if name not in (*CODES, UNSEEN):
            raise BadRound(
                f"no card is called {name!r}: write rank and suit, such as As, Td or 2c, and blanks between"
            )
    return found


def in_cents(amount: int | str) -> Cents:
    """Dollars as written, in whole cents."""
    if not re.fullmatch(r"-?\d+(\.\d{1,2})?", text := _plain(amount)):
        raise BadRound(f"{amount!r} is not an amount of dollars and cents")
    return int(Decimal(text) * 100)


def on_meter(amount: int | str) -> Amount:
    """Dollars as a meter shows them, with what it holds of a cent."""
    if not re.fullmatch(r"\d+(\.\d{1,6})?", text := _plain(amount)):
        raise BadRound(f"meter: {amount!r} is not an amount of dollars and parts of a cent")
    return Amount(int(Decimal(text) * 100 * PARTS))


def _plain(amount: int | str) -> str:
    text = str(amount).replace(",", "").removeprefix("$")
    if len(text) > _MOST_DIGITS:
        raise BadRound("a number in it has more digits than any amount")
    return text
