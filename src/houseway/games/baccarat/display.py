"""What a glance at a table tells: the moment in words, both hands, the roads, and who owes vigorish."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houseway.equipment.cards import Hand, cards, is_seen
from houseway.games.baccarat.hands import FIRST_CARDS, count, points
from houseway.games.baccarat.layout import BANKERS_AREA, PLAYERS_AREA, vigorish_area, wager_area
from houseway.games.baccarat.roads import bead_plate, big_road
from houseway.games.baccarat.round import BANKERS_HAND, HAND_NAMES, HOUSE_MONEY, PLAYERS_HAND, Round
from houseway.games.baccarat.wagers import HOUSE_MONEY as WAGER
from houseway.money import dollars
from houseway.table.card_felt import BETTING, CLOSED, DEALING
from houseway.table.layout import Display
from houseway.table.seats import position
from houseway.table.words import capital

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame

AREAS = {PLAYERS_HAND: PLAYERS_AREA, BANKERS_HAND: BANKERS_AREA}
_WORDS = {
    BETTING: "Place your bets",
    CLOSED: "No more bets",
    DEALING: "The first four cards are dealt",
    HOUSE_MONEY: "House Money is settled",
}


def shown_of(state: Round) -> tuple[tuple[str, Hand], ...]:
    """Both hands as anybody sees them, by the places where they lie."""
    return tuple((area, state.placed(place).shown) for place, area in AREAS.items() if state.at(place))


def in_words(hand: Hand, *, natural: bool = False) -> str:
    """What a hand is called: what it counts, and whether that is a natural."""
    counted = count(sum(map(points, cards(hand))))
    return f"natural {counted}" if natural else str(counted)


def display(game: "BaccaratGame", state: Round) -> Display:
    """The table at a glance."""
    shown = dict(state.shown if state.phase == BETTING else shown_of(state))
    return Display(
        words=_words(game, state),
        lit=tuple(_lit(game, state)),
        cards=shown,
        names={area: capital(_name(game, hand)) for area, hand in shown.items() if hand and is_seen(hand)},
        roads=(bead_plate(state.road), big_road(state.road)) if state.road else (),
        places={area: place for place, area in AREAS.items()},
        beside={debt.seat: f"owes {dollars(debt.amount)}" for debt in state.owed},
    )


def _name(game: "BaccaratGame", hand: Hand) -> str:
    counted = count(sum(map(points, cards(hand))))
    natural = len(hand) == FIRST_CARDS and game.form.drawing.is_natural(counted)
    return in_words(hand, natural=natural)


def _words(game: "BaccaratGame", state: Round) -> str:
    if state.stop:
        return "Stopped: a floorperson decides about a card"
    turn = game.turn(state)
    if turn is not None:
        return f"{capital(position(turn.place.seat))}: take House Money or add it"
    place = state.face_down
    if place is not None and state.first_cards_lie:
        right = state.right(place)
        if right.offered:
            return f"{capital(position(right.offered[0]))} is offered {HAND_NAMES[place]}"
        return f"{capital(position(right.seat))} turns {HAND_NAMES[place]} over"
    due = game.due(state)
    if due is not None and state.first_cards_lie:
        return f"A third card for {HAND_NAMES[due.to]}"
    return _WORDS.get(state.phase, "Third cards")


def _lit(game: "BaccaratGame", state: Round) -> Iterator[str]:
    turn = game.turn(state)
    if turn is not None:
        yield wager_area(WAGER, turn.place.seat)
    place = state.face_down
    if place is not None and state.first_cards_lie:
        yield AREAS[place]
    if game.submission.marks_vigorish:
        yield from (vigorish_area(debt.seat) for debt in state.owed)
