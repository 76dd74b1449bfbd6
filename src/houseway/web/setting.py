"""Setting: a hand that its holder may lay out in several ways, to be arranged on the felt piece by piece."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from houseway.equipment.cards import CODES, Hand, is_seen
from houseway.floor import TableInService
from houseway.floor.settlement import last_round
from houseway.table.layout import Display
from houseway.table.rules import Lawful
from houseway.table.set_hands import SetsHands
from houseway.web.cards import DEALER, HandPlace, hand_places, whole

_CARD = re.compile("|".join(CODES))
# The field by which a move tells all hands of a position at once, in words.
SETTING = "setting"
_NOT_OFFERED = "not a setting that the rules offer"
# One hand for each place, in the order of the places.
Hands = tuple[Hand, ...]
# The same by the numbers of the pieces, counted through the places as they lie at first.
Numbered = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A hand of cards or tiles to be set: its places, how it lies at first, and every way that the rules offer.

    `parts` are the fields by which the move tells it; without any, `text` is the field that tells all hands in words, such as "AsKdQcJh TcTd 2s".
    What the dealer sets `may_be_wrong`: it is recorded as it lies and put right.
    """

    whose: str
    places: tuple[HandPlace, ...]
    start: Hands
    lawful: tuple[Hands, ...]
    parts: tuple[str, ...]
    game: SetsHands
    text: str = ""
    pieces: str = "cards"
    may_be_wrong: bool = False

    def laid(self) -> dict[str, Hand]:
        """The pieces as they lie at first, by their place on the felt."""
        return {place.area: hand for place, hand in zip(self.places, self.start, strict=True)}

    def for_page(self) -> dict[str, Any]:
        """What the page's script needs to let people arrange the pieces, and to say what they have arranged.

        `names` holds what each part may be called, `called` for each part the number of its name, for every choice of its
        pieces; `wrong` what may be wrong with the whole, and `ways` for every way to lay it the number of what is, counted
        from one, below zero where it may be laid so all the same. All ways are in the order of `every_way`.
        """
        names: dict[str, int] = {}
        wrong: dict[str, int] = {"": 0}
        called: list[dict[tuple[int, ...], int]] = [{} for _ in self.places]
        ways = []
        lies, offered = _all(self.start), {_sorted(hands) for hands in self.lawful}
        for way in every_way(tuple(len(hand) for hand in self.start)):
            hands = tuple(tuple(lies[number] for number in numbers) for numbers in way)
            said, foul = self.game.hands_in_words(hands)
            stands = _sorted(hands) in offered and self.may_be_wrong
            why = foul or ("" if _sorted(hands) in offered else _NOT_OFFERED)
            number = wrong.setdefault(why, len(wrong))
            ways.append(-number if stands else number)
            for part, name, pieces in zip(called, said, way, strict=True):
                part.setdefault(pieces, names.setdefault(name, len(names)))
        return {
            "whose": self.whose,
            "places": [place.part for place in self.places],
            "parts": self.parts,
            "text": self.text,
            "names": list(names),
            "called": [[part[pieces] for pieces in sorted(part)] for part in called],
            "wrong": list(wrong)[1:],
            "ways": ways,
        }

    @property
    def fields(self) -> frozenset[str]:
        """The fields of the move that the arrangement tells."""
        return frozenset((*self.parts, self.text))


def setting_of(place: TableInService, act: Lawful, display: Display) -> Setting | None:
    """The hand that a lawful act sets, if it lies open and has several places on this felt."""
    lying = display.cards | display.tiles
    seats = act.fields.get("seat") or (_set_by_dealer(lying),)
    whose = str(seats[0] or DEALER)
    places = hand_places(place.game.layout).get(whose, ())
    if len(seats) != 1 or len(places) < 2 or not isinstance(place.game, SetsHands):
        return None
    hand = lying.get(whole(places).area) or tuple(
        piece for each in places for piece in lying.get(each.area, ())
    )
    if not hand or not is_seen(hand):
        return None
    told = tuple(each.part for each in places if each.part in act.fields)
    text = SETTING if not told and SETTING in act.fields else ""
    if not told and not text:
        return None
    ways = _by_words(act.fields[text], len(places)) if text else _by_parts(act.fields, places, told, hand)
    lawful = tuple(hands for hands in ways if sorted(_all(hands)) == sorted(hand))
    if not lawful:
        return None
    # The dealer begins with what the game names first, the house way; a player is told it only when asking.
    by_the_dealer = whose == DEALER or "seat" not in act.fields
    start = _suggested(place, seats[0], lawful) or lawful[0 if by_the_dealer else -1]
    return Setting(
        whose,
        places,
        start,
        lawful,
        told,
        place.game,
        text,
        "tiles" if display.tiles else "cards",
        may_be_wrong=by_the_dealer,
    )


def _set_by_dealer(lying: Mapping[str, Hand]) -> str:
    """Whose hand it is that the dealer sets: the dealer's, but where another is the only one that lies open."""
    open_hands = [area for area, hand in lying.items() if area.startswith("hand-") and is_seen(hand)]
    own = f"hand-{DEALER}"
    return DEALER if own in lying or len(open_hands) != 1 else open_hands[0].removeprefix("hand-")


def _all(hands: Hands) -> Hand:
    return tuple(card for hand in hands for card in hand)


def _by_words(values: tuple[Any, ...], places: int) -> Iterator[Hands]:
    for value in values:
        hands = read_hands(value)
        if len(hands) == places:
            yield hands


def read_hands(words: Any) -> Hands:
    """The hands that words such as "AsKdQcJh TcTd 2s" tell; none if they tell anything else."""
    if not isinstance(words, str) or not re.fullmatch(rf"(?:(?:{_CARD.pattern})+ ?)+", words):
        return ()
    return tuple(tuple(_CARD.findall(hand)) for hand in words.split())


def _by_parts(
    fields: Mapping[str, tuple[Any, ...]], places: tuple[HandPlace, ...], told: tuple[str, ...], hand: Hand
) -> Iterator[Hands]:
    """Every combination of the parts told; the pieces that are left over lie in the one place that is not."""
    if len(told) + 1 != len(places):
        return
    for values in product(*(fields[part] for part in told)):
        named = dict(zip(told, values, strict=True))
        if all(named.values()):
            # Two tiles of a hand may look alike.
            rest = tuple((Counter(hand) - Counter(_all(values))).elements())
            yield tuple(tuple(named.get(place.part, rest)) for place in places)


def _suggested(place: TableInService, seat: Any, lawful: tuple[Hands, ...]) -> Hands | None:
    """How the dealer last told this player to set the hand, if the player asked."""
    for recorded in last_round(place):
        for event in recorded.events:
            hands = read_hands(getattr(event, "hands", "")) or _high_and_low(event)
            if getattr(event, "seat", None) == seat and _sorted(hands) in map(_sorted, lawful):
                return hands
    return None


def _high_and_low(event: Any) -> Hands:
    """The two hands of tiles that an event tells."""
    high, low = getattr(event, "high", ()), getattr(event, "low", ())
    return (tuple(high), tuple(low)) if high and low else ()


def _sorted(hands: Hands) -> Hands:
    return tuple(tuple(sorted(hand)) for hand in hands)


def every_way(sizes: tuple[int, ...], pieces: tuple[int, ...] | None = None) -> Iterator[Numbered]:
    """Every way to lay numbered pieces in parts of these sizes: the first part in ascending order, then the others."""
    left = tuple(range(sum(sizes))) if pieces is None else pieces
    if not sizes:
        yield ()
        return
    for first in combinations(left, sizes[0]):
        rest = tuple(piece for piece in left if piece not in first)
        for others in every_way(sizes[1:], rest):
            yield (first, *others)
