"""A hole card like another card of the round: nobody knows it until it is turned, and everybody from then on, in the record too."""

import pytest

from houseway.games.blackjack import Blackjack
from houseway.table.card_play import Deal, FindFaceUp
from houseway.table.moves import Move, PlaceWager
from houseway.table.shoe_play import CorrectCard, Decide
from houseway.table.twenty_one_play import TurnHole
from houseway.table.veil import PUBLIC
from houseway.web.view import act_view, act_views
from tests.games.blackjack.dealing import CHIPS, submission
from tests.games.poker.service import Noted
from tests.shoes import shoe_ready
from tests.web.test_eyes import floor_table, told

OTHER = "Kd"
DRAW, STAND = (Decide(seat=1, decision=decision) for decision in ("draw", "stand"))


def dealt(up: str, hole: str, between: tuple[Move, ...]) -> tuple[int, Noted]:
    """A round with these cards of the dealer's, in which the player stands in the end, and with how many acts it begins."""
    service = Noted(Blackjack(submission()))
    service.opened().seated(seat_1=CHIPS)
    shoe_ready(service)
    service.do(PlaceWager(seat=1, wager="blackjack", amount=2_000))
    begins = len(service.acts)
    service.do(Deal(cards=("9c", up, "8c", hole)), *between, STAND, TurnHole())
    while service.table.game.due(service.state.play):  # type: ignore[attr-defined]
        service.do(Deal(cards=("2h",)))
    return begins, service


@pytest.mark.parametrize(
    ("up", "hole", "between"),
    [
        pytest.param("6c", "6c", (), id="like the up card"),
        pytest.param(
            "Ac", "Ac", (CorrectCard(seat=0, was="Ac", card="6d"),), id="like what was told as the up card"
        ),
        pytest.param(
            "Ac", "6d", (CorrectCard(seat=0, was="Ac", card="6d"),), id="like the up card put right"
        ),
        pytest.param(
            "6c", "9h", (DRAW, FindFaceUp(card="9h"), Deal(cards=("2c",))), id="like a card set aside"
        ),
        pytest.param(
            "6c", "8c", (CorrectCard(seat=1, was="8c", card="8d"),), id="like what a player was told"
        ),
    ],
)
def test_a_hole_card_like_another_is_told_when_it_is_turned_and_not_before(
    up: str, hole: str, between: tuple[Move, ...]
) -> None:
    begins, service = dealt(up, hole, between)
    _, other = dealt(up, OTHER, between)
    one, twin = (floor_table(each, each.acts[:begins]) for each in (service, other))
    for act, same in zip(service.acts[begins:], other.acts[begins:], strict=False):
        one.carry_out(act, lambda events: None)
        twin.carry_out(same, lambda events: None)
        if told(one, PUBLIC) != told(twin, PUBLIC):
            break
    assert act.move == TurnHole()
    # The next round has begun: what is told of this one is told by its record alone.
    service.do(PlaceWager(seat=1, wager="blackjack", amount=2_000), Deal(cards=("9c",)))
    place = floor_table(service, service.acts)
    over = [recorded for recorded in place.record if begins < recorded.version < len(service.acts)]
    seen = {view.version: view for view in act_views(place, place.record, viewer=PUBLIC)}
    assert [seen[recorded.version] for recorded in over] == [
        act_view(place.game, recorded) for recorded in over
    ]
