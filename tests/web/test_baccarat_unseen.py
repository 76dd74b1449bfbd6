"""Cards that lie face down at a baccarat table, under the shoe or in a player's hand, are nobody's to know until they are turned."""

import pytest

from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.moves import TurnCards
from houseway.table.card_play import Deal
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.veil import PUBLIC
from tests.games.baccarat.dealing import CHIPS, game
from tests.games.poker.service import Noted
from tests.shoes import shoe_ready
from tests.web.test_eyes import floor_table, told

PLAYER, BANKER = 1, 2
# Both hands count five and draw, in this order: whose each card is.
CARDS = ("2c", "3d", "3h", "2s", "5h", "4d")
WHOSE = (PLAYER, BANKER, PLAYER, BANKER, PLAYER, BANKER)
# The same card of another suit: nothing else about the round changes.
OTHER_SUIT = dict(zip("cdhs", "shdc", strict=True))


def dealt(form: Form, style: Style, cards: tuple[str, ...]) -> tuple[int, Noted]:
    """A round of these cards at a table where both hands are bet on, and with how many acts it begins."""
    service = Noted(game(form, style=style))
    service.opened().seated(seat_1=CHIPS, seat_2=CHIPS)
    shoe_ready(service)
    for seat, wager in ((1, "player"), (2, "banker")):
        service.do(PlaceWager(seat=seat, wager=wager, amount=2_000))
    begins = len(service.acts)
    service.do(CallNoMoreBets())
    left = list(cards)
    while service.state.play.phase != "betting":
        play = service.state.play
        if play.phase == "turning":
            right = play.right(play.face_down)
            service.do(TurnCards(hand=right.hand, seat=right.seat))
        else:
            service.do(Deal(cards=(left.pop(0),)))
    assert not left
    return begins, service


@pytest.mark.parametrize(
    ("form", "style"),
    [
        (Form.MINIBACCARAT, Style.FACE_UP),
        (Form.MINIBACCARAT, Style.UNDER_THE_SHOE),
        (Form.MIDIBACCARAT, Style.HANDED),
        (Form.BACCARAT, Style.HANDED),
    ],
)
@pytest.mark.parametrize("place", range(len(CARDS)))
def test_a_card_face_down_is_told_when_its_hand_is_turned_and_not_before(
    form: Form, style: Style, place: int
) -> None:
    changed = CARDS[place][0] + OTHER_SUIT[CARDS[place][1]]
    begins, service = dealt(form, style, CARDS)
    _, other = dealt(form, style, (*CARDS[:place], changed, *CARDS[place + 1 :]))
    one, twin = (floor_table(each, each.acts[:begins]) for each in (service, other))
    # Which act first tells another thing in one house than in the other.
    for act, same in zip(service.acts[begins:], other.acts[begins:], strict=True):
        one.carry_out(act, lambda events: None)
        twin.carry_out(same, lambda events: None)
        if told(one, PUBLIC) != told(twin, PUBLIC):
            break
        assert told(one, 1) == told(twin, 1)
    face_up = style is Style.FACE_UP or (style is Style.UNDER_THE_SHOE and place >= 4)
    assert act.move == (
        Deal(cards=(CARDS[place],)) if face_up else TurnCards(hand=WHOSE[place], seat=_turner(style, place))
    )


def _turner(style: Style, place: int) -> int:
    """Who turns a hand over: who bet most on it, where cards are handed to players."""
    return WHOSE[place] if style is Style.HANDED else 0
