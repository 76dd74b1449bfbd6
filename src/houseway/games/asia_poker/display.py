"""What a glance at the felt tells: the start, the dice, the cards face up and face down, and the moment in words."""

from collections.abc import Iterator

from houseway.equipment.cards import UNSEEN, Hand
from houseway.games.asia_poker.house_way import Part
from houseway.games.asia_poker.layout import START_MARKER, hand_area, place, position_area
from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.setting import SIZES
from houseway.games.asia_poker.start import COLOUR
from houseway.games.asia_poker.submission import StartMethod
from houseway.games.asia_poker.words import hands_in_words
from houseway.table.layout import Display
from houseway.table.seats import position
from houseway.table.words import capital

_WORDS = {
    Phase.BETTING: "Place your bets",
    Phase.DEALING: "The cards are being dealt",
    Phase.STUB: "Count the stub",
    Phase.COVERING: "Cover the shaker",
    Phase.SETTING: "Players set their hands",
    Phase.TURNING: "All hands are set; turn the dealer's cards",
    Phase.DEALER_SETS: "The dealer sets the house way",
    Phase.SHOWDOWN: "The dealer reveals the hands, from the far right",
}


def displayed(state: Round, options: int, *, marks_start: bool) -> Display:
    """The felt as it stands, hands ranked under these options; where the submission says so a marker shows the start."""
    button = state.button if state.start_method is StartMethod.BUTTON else None
    start = state.start if state.start is not None else button
    return Display(
        words=_WORDS.get(Phase(state.phase)) or _before_the_deal(state),
        markers={START_MARKER: position_area(start)} if start is not None and marks_start else {},
        dice=tuple((COLOUR, face) for face in state.dice),
        cards=dict(_cards_shown(state)),
        names=dict(_names(state, options)),
    )


def _before_the_deal(state: Round) -> str:
    if state.start is not None:
        return f"No more bets; deal from {position(state.start)}"
    if state.shaken:
        return "No more bets; uncover the dice"
    shaker = state.start_method is StartMethod.SHAKER
    return "No more bets; shake the dice" if shaker else "No more bets; read the number"


def _cards_shown(state: Round) -> Iterator[tuple[str, Hand]]:
    """Where cards lie: hands not yet set, hands laid face down, and what was turned over."""
    turned = {laid.seat for laid in state.shown}
    for dealt in state.hands:
        if dealt.seat in turned:
            continue
        if state.laid_at(dealt.seat) is not None:
            yield from ((hand_area(part, dealt.seat), (UNSEEN,) * count) for part, count in SIZES.items())
        else:
            all_seen = _is_looked_at(state, dealt.seat)
            seen = (card if all_seen or card in state.exposed else UNSEEN for card in dealt.cards)
            yield f"hand-{place(dealt.seat)}", tuple(seen)
    for shown in state.shown:
        if shown.hands is not None:
            hands = (shown.hands.high, shown.hands.medium, shown.hands.low)
            laid = zip(Part, hands, strict=True)
            yield from ((hand_area(part, shown.seat), hand) for part, hand in laid if hand)


def _names(state: Round, options: int) -> Iterator[tuple[str, str]]:
    """What the hands are called that were turned over; one that was laid of another number of cards has no rank."""
    for shown in state.shown:
        if shown.hands is not None and shown.hands.is_split:
            names = hands_in_words(shown.hands, options).names
            for part, name in zip(Part, names, strict=True):
                yield hand_area(part, shown.seat), capital(name)


def _is_looked_at(state: Round, seat: int) -> bool:
    """Whether a hand not yet set is in sight: the dealer's once turned, a player's once the deal is complete."""
    if seat == 0:
        return state.phase == Phase.DEALER_SETS
    return state.phase == Phase.SETTING and seat not in state.deciding
