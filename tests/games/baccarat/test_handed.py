"""Cards that are handed to players: to whom, turned over by whom, and to whom the right goes next."""

from collections.abc import Sequence

import pytest

from houseway.games.baccarat.events import CardsGivenUp, CardsHanded
from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.moves import AcceptCards, GiveUpCards, RefuseCards, TurnCards
from houseway.table.events import Event
from houseway.table.roles import Role
from houseway.table.shoe_play import CardDrawn, CardTurnedUp
from tests.games.baccarat.dealing import bet, close, deal, lines, table, turn
from tests.service import Service


def handed(events: Sequence[Event]) -> list[tuple[int, int, str]]:
    """Which cards went to whom, and by which clause."""
    return [(event.hand, event.seat, event.clause) for event in events if isinstance(event, CardsHanded)]


def at_baccarat(*seats: int, **wagers: int) -> Service:
    """A Baccarat table at which the first of these positions has the Player's Hand."""
    service = table(Form.BACCARAT, *seats, style=Style.HANDED)
    bet(service, seats[0], **(wagers or {"player": 1_000}))
    close(service)
    deal(service, "2c 3d 4h 6s")
    return service


@pytest.mark.clause("629a.8(c)(6)#1", "629a.8(c)(6)#2", "629a.8(c)(6)#3")
def test_a_hand_goes_to_whoever_bet_most_on_it_and_among_equals_to_the_first_at_the_dealers_right() -> None:
    service = table(Form.MIDIBACCARAT, 1, 3, 5, 8)
    bet(service, 1, player=2_000, banker=1_000)
    bet(service, 3, player=1_000, banker=2_000)
    bet(service, 5, banker=2_000)
    bet(service, 8, tie=5_000, banker=500)
    close(service)
    assert handed(deal(service, "2c 3d 4h 6s")) == [
        (1, 1, "629a.8(c)(6)#3"),
        (2, 5, "629a.8(c)(6)#2"),
    ]
    refused = service.refused(TurnCards(hand=1, seat=3, by=Role.PLAYER))
    assert (refused.clause.id, refused.message) == ("629a.8(c)#2", "position 1 has these cards")
    assert service.refused(TurnCards(hand=1, seat=1, by=Role.FLOORPERSON)).clause.id == "629a.8(c)#2"
    service.do(TurnCards(hand=1, seat=1, by=Role.PLAYER))
    service.do(TurnCards(hand=2, seat=5, by=Role.DEALER))
    equal = table(Form.MIDIBACCARAT, 2, 4)
    bet(equal, 2, player=2_000)
    bet(equal, 4, player=2_000)
    close(equal)
    # Nobody bet on the Banker's Hand: the dealer turns it.
    assert handed(deal(equal, "2c 3d 4h 6s")) == [(1, 4, "629a.8(c)(6)#1")]
    turn(equal)
    assert equal.refused(TurnCards(hand=2, seat=0, by=Role.PLAYER)).clause.id == "629a.8(c)#2"
    assert equal.refused(TurnCards(hand=2, seat=4)).message == "the dealer has these cards"
    equal.do(TurnCards(hand=2))


@pytest.mark.clause(*(f"629a.8(c)({paragraph})#{row}" for paragraph in (4, 5) for row in (1, 2, 3)))
def test_a_third_card_is_laid_face_down_handed_to_whoever_had_the_hand_and_comes_back_face_up() -> None:
    service = table(Form.MIDIBACCARAT, 1, 3)
    bet(service, 1, banker=1_000)
    bet(service, 3, player=1_000)
    close(service)
    deal(service, "2c 2d 3c 3d")
    turn(service)
    turn(service)
    for hand, seat, paragraph, card in ((1, 3, 4, "4h"), (2, 1, 5, "9s")):
        drawn, given = deal(service, card)
        assert isinstance(drawn, CardDrawn)
        assert (drawn.hand, drawn.face, drawn.clause) == (hand, "down", f"629a.8(c)({paragraph})#1")
        assert handed([given]) == [(hand, seat, f"629a.8(c)({paragraph})#2")]
        turned, *rest = turn(service)
        assert isinstance(turned, CardTurnedUp)
        assert (turned.card, turned.clause) == (card, f"629a.8(c)({paragraph})#3")
    # Nine against four.
    assert lines(rest) == [(1, "banker", "lose", -1_000), (3, "player", "win", 1_000)]


@pytest.mark.clause("631a.9(d)")
def test_at_baccarat_a_player_may_have_the_right_to_turn_the_cards() -> None:
    service = table(Form.BACCARAT, 1, 9, style=Style.HANDED)
    bet(service, 9, player=1_000, banker=1_000)
    close(service)
    assert handed(deal(service, "2c 3d 4h 6s")) == [(1, 9, "631a.9(d)"), (2, 9, "631a.9(d)")]
    assert [event.clause for event in turn(service) if isinstance(event, CardTurnedUp)] == ["631a.9(d)"] * 2
    turn(service)
    # Where the operator gives nobody the right, the cards lie open at once.
    usual = bet(table(Form.BACCARAT, style=Style.FACE_UP), player=1_000)
    close(usual)
    assert not handed(deal(usual, "2c 3d 4h 6s"))


@pytest.mark.clause("631a.9(f)#1", "631a.9(f)#2", "631a.9(f)#3", "631a.9(f)#4")
def test_a_right_that_is_given_up_goes_to_the_players_right_and_round_the_table_and_then_to_the_dealer() -> (
    None
):
    service = at_baccarat(4, 2, 7, 11)
    assert service.refused(AcceptCards(hand=1, seat=2)).message == "the cards are on offer to nobody"
    assert service.refused(GiveUpCards(hand=1, seat=2)).clause.id == "631a.9(f)#2"
    (given,) = service.do(GiveUpCards(hand=1, seat=4, by=Role.PLAYER))
    assert isinstance(given, CardsGivenUp)
    assert (given.clause, given.also) == ("631a.9(f)#2", ())
    assert service.refused(TurnCards(hand=1)).clause.id == "631a.9(f)#3"
    # At the right of position 4 sits position 2; then counterclockwise 11 and 7.
    order = []
    for _ in range(3):
        offered = service.state.play.right(service.state.play.face_down).offered[0]
        order.append(offered)
        wrong = next(seat for seat in (2, 7, 11) if seat != offered)
        assert service.refused(AcceptCards(hand=1, seat=wrong)).clause.id == "631a.9(f)#3"
        events = service.do(RefuseCards(hand=1, seat=offered))
        assert events[0].clause == "631a.9(f)#3"
    assert order == [2, 11, 7]
    assert handed(events) == [(1, 0, "631a.9(f)#4")]
    assert service.refused(TurnCards(hand=1, seat=4)).message == "the dealer has these cards"
    assert next(iter(turn(service))).clause == "631a.9(f)#4"


@pytest.mark.clause("631a.9(f)#1", "631a.9(f)#2", "631a.9(f)#3")
def test_a_slow_player_is_made_to_give_the_cards_up_and_who_takes_them_keeps_them_for_the_round() -> None:
    service = at_baccarat(4, 2)
    assert service.refused(GiveUpCards(hand=1, seat=4, by=Role.STICKPERSON)).clause.id == "631a.9(f)#2"
    (taken,) = service.do(GiveUpCards(hand=1, seat=4, by=Role.FLOORPERSON))
    assert (taken.clause, taken.also) == ("631a.9(f)#1", ("631a.9(f)#2",))
    (to,) = service.do(AcceptCards(hand=1, seat=2))
    assert handed([to]) == [(1, 2, "631a.9(f)#3")]
    assert service.refused(RefuseCards(hand=1, seat=4)).message == "the cards are on offer to nobody"
    service.do(GiveUpCards(hand=1, seat=2, by=Role.DEALER), AcceptCards(hand=1, seat=4))
    service.do(TurnCards(hand=1, seat=4, by=Role.PLAYER))
    assert service.refused(GiveUpCards(hand=1, seat=4)).message == "the Banker's Hand is turned over first"
    # The dealer turns the Banker's Hand, on which nobody bet: there is nothing to give up.
    assert service.refused(GiveUpCards(hand=2, seat=4)).clause.id == "631a.9(f)#2"
    alone = at_baccarat(3)
    events = alone.do(GiveUpCards(hand=1, seat=3))
    assert handed(events) == [(1, 0, "631a.9(f)#4")]
    # At Midibaccarat whoever has a hand keeps it.
    midi = bet(table(Form.MIDIBACCARAT), player=1_000)
    close(midi)
    deal(midi, "2c 3d 4h 6s")
    assert midi.refused(GiveUpCards(hand=1, seat=1)).message == "nobody has cards to give up"
