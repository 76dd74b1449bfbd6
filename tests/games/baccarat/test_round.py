"""A round of each form: bets closed, cards dealt and called, third cards, and the settlement in its order."""

import pytest

from houseway.games.baccarat.events import HandCalled, ResultAnnounced, VigorishMarked
from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.moves import CollectVigorish, TurnCards, WriteOffVigorish
from houseway.table.card_play import Deal
from houseway.table.chip_steps import BoughtIn
from houseway.table.events import Settled, VigorishCollected
from houseway.table.moves import CallNoMoreBets, Instrument, LeaveSeat, PlaceWager, TakeDownWager
from houseway.table.roles import Role
from houseway.table.shoe_play import CardDrawn, CardTurnedUp
from tests.games.baccarat.dealing import (
    CHAPTERS,
    CHIPS,
    WAGERS,
    bet,
    close,
    deal,
    dealt,
    each_form,
    game,
    lines,
    table,
)
from tests.service import Service
from tests.shoes import shoe_ready

# The order of the first four cards and how they lie, by the way of dealing.
FACES = {Style.FACE_UP: "up", Style.UNDER_THE_SHOE: "down", Style.HANDED: "down"}


@each_form(
    "{wagers}(c)",
    "{wagers}(a)",
    of_627a=("627a.8(b)",),
    of_629a=("common:baccarat/no-more-bets",),
    of_631a=("common:baccarat/no-more-bets",),
)
def test_nothing_is_made_raised_or_taken_back_after_no_more_bets_and_no_card_comes_before(form: Form) -> None:
    service, section = table(form), WAGERS[form]
    locked = f"{section}(c)"
    assert service.refused(Deal(cards=("2c",))).message == "nobody is to be dealt a card"
    assert "nobody has wagered" in service.refused(CallNoMoreBets()).message
    assert service.refused(PlaceWager(seat=1, wager="field", amount=1_000)).clause.id == f"{section}(a)"
    bet(service, player=1_000)
    bet(service, player=500, tie=500)
    service.do(TakeDownWager(seat=1, wager="tie"))
    (called,) = close(service)
    assert called.clause == ("627a.8(b)" if form is Form.MINIBACCARAT else "common:baccarat/no-more-bets")
    assert called.also == (locked,)
    assert service.refused(CallNoMoreBets()).message == "betting is closed"
    assert service.refused(PlaceWager(seat=1, wager="banker", amount=1_000)).clause.id == locked
    assert service.refused(PlaceWager(seat=1, wager="player", amount=1_000)).clause.id == locked
    assert service.refused(TakeDownWager(seat=1, wager="player")).clause.id == locked


@each_form("{wagers}(b)#1", "{wagers}(b)#2", "{wagers}(b)#3")
def test_wagers_are_of_chips_and_plaques_and_of_cash_that_the_dealer_confirms_and_changes(form: Form) -> None:
    service, section = table(form), WAGERS[form]
    spoken = PlaceWager(seat=1, wager="player", amount=1_000, instrument=Instrument.VERBAL_WITH_CASH)
    assert service.refused(spoken).clause.id == f"{section}(b)#2"
    other = PlaceWager(seat=1, wager="player", amount=1_000, instrument=Instrument.OTHER_APPROVED)
    assert service.refused(other).clause.id == f"{section}(b)#1"
    service.do(PlaceWager(seat=1, wager="player", amount=1_000, instrument=Instrument.PLAQUES))
    events = service.do(
        PlaceWager(seat=1, wager="tie", amount=1_000, instrument=Instrument.VERBAL_WITH_CASH, by=Role.DEALER)
    )
    changed = next(event for event in events if isinstance(event, BoughtIn))
    assert (changed.amount, changed.clause) == (1_000, f"{section}(b)#3")


@pytest.mark.parametrize(
    ("form", "style"),
    [
        (Form.MINIBACCARAT, Style.FACE_UP),
        (Form.MINIBACCARAT, Style.UNDER_THE_SHOE),
        (Form.MIDIBACCARAT, Style.HANDED),
        (Form.BACCARAT, Style.FACE_UP),
        (Form.BACCARAT, Style.HANDED),
    ],
)
@pytest.mark.clause(
    "629a.8(c)#1", "629a.8(c)#2", "627a.8(b)", "common:baccarat/no-more-bets", "common:baccarat/point-count"
)
def test_cards_one_and_three_are_the_players_two_and_four_the_bankers_and_both_hands_are_called(
    form: Form, style: Style
) -> None:
    service = bet(table(form, style=style), tie=1_000)
    events = dealt(service, "2c 3d 4h 6s")
    cards = [event for event in events if isinstance(event, CardDrawn)]
    assert [(card.hand, card.card, card.face) for card in cards] == [
        (hand, code, FACES[style]) for hand, code in ((1, "2c"), (2, "3d"), (1, "4h"), (2, "6s"))
    ]
    usual = {"627a": "627a.8(b)", "629a": "629a.8(c)#2", "631a": "common:baccarat/no-more-bets"}
    assert {card.clause for card in cards} == {usual[CHAPTERS[form]]}
    called = [(event.hand, event.points, event.natural) for event in events if isinstance(event, HandCalled)]
    assert called == [(1, 6, False), (2, 9, True)]
    assert lines(events) == [(1, "tie", "lose", -1_000)]


@pytest.mark.clause("627a.8(b)")
def test_the_bankers_cards_stay_under_the_shoe_until_the_players_hand_was_called() -> None:
    service = bet(table(style=Style.UNDER_THE_SHOE), player=1_000)
    close(service)
    deal(service, "?? ?? ?? ??")
    assert (
        service.refused(TurnCards(hand=2, cards=("9c",))).message == "the Player's Hand is turned over first"
    )
    assert service.refused(TurnCards(hand=1)).message == "2 cards are to be told"
    by_player = service.refused(TurnCards(hand=1, cards=("7c",), by=Role.PLAYER))
    assert by_player.clause.id == "627a.8(b)"
    # One after the other, as the dealer turns them; then both at once.
    (one,) = service.do(TurnCards(hand=1, cards=("7c",)))
    assert isinstance(one, CardTurnedUp)
    assert not any(isinstance(event, HandCalled) for event in service.events)
    service.do(TurnCards(hand=1, cards=("Kc",)))
    events = service.do(TurnCards(hand=2, cards=("2d", "4s")))
    assert lines(events) == [(1, "player", "win", 1_000)]
    assert service.refused(TurnCards(hand=1)).message == "no cards are to be turned over now"


@pytest.mark.parametrize("form", Form)
@pytest.mark.clause(
    "631a.11[player]", "631a.11[banker_5]", "631a.11[banker_player_stays]", "631a.11[natural]"
)
@pytest.mark.clause("common:baccarat/draws-player", "common:baccarat/draws-banker-5")
@pytest.mark.clause("common:baccarat/draws-banker-player-stays", "common:baccarat/draws-natural")
def test_third_cards_come_by_the_table_each_with_its_row(form: Form) -> None:
    table_of = "631a.11[{}]" if form is Form.BACCARAT else "common:baccarat/draws-{}"
    joint = "_" if form is Form.BACCARAT else "-"

    def rows(told: str) -> list[tuple[int, str]]:
        service = bet(table(form), tie=500)
        cards = [event for event in dealt(service, told) if isinstance(event, CardDrawn)][4:]
        return [(card.hand, (*card.also, card.clause)[0]) for card in cards]

    player = table_of.format("player")
    # Five against five: the Player draws a four, on which a Banker's five draws; on a three it would not.
    assert rows("2c 2d 3c 3d 4h 9s") == [(1, player), (2, table_of.format(f"banker{joint}5"))]
    assert rows("2c 2d 3c 3d 3h") == [(1, player)]
    # The Player stays on six.
    assert rows("2c 2d 4c 3d 4h") == [(2, table_of.format(f"banker{joint}player{joint}stays"))]
    assert rows("2c 2d 6c 3d") == []


@pytest.mark.parametrize("form", Form)
@pytest.mark.clause("common:baccarat/order", "common:baccarat/vigorish")
@pytest.mark.clause(
    "common:baccarat/wager-player", "common:baccarat/wager-banker", "common:baccarat/wager-tie"
)
@pytest.mark.clause("common:baccarat/pays-player", "common:baccarat/pays-banker", "common:baccarat/pays-tie")
def test_the_result_is_announced_losers_are_collected_then_winners_paid_from_the_dealers_right(
    form: Form,
) -> None:
    service = table(form, 1, 3, 6)
    for seat in (1, 3, 6):
        bet(service, seat, player=1_000, banker=2_000, tie=500)
    events = dealt(service, "2c 3d 4h 6s")
    announced = next(event for event in events if isinstance(event, ResultAnnounced))
    assert (announced.winner, announced.player, announced.banker) == ("banker", 6, 9)
    assert announced.clause == "common:baccarat/order"
    losers = [
        (seat, wager, "lose", -amount)
        for seat in (6, 3, 1)
        for wager, amount in (("player", 1_000), ("tie", 500))
    ]
    paid = [
        line
        for seat in (6, 3, 1)
        for line in ((seat, "banker", "win", 2_000), (seat, "banker", "vigorish", -100))
    ]
    assert lines(events) == [*losers, *paid]
    assert {event.order for event in events if isinstance(event, Settled)} == {"common:baccarat/order"}
    # A tie returns what lies on either hand, and is paid eight to one.
    bet(service, 3, player=1_000, banker=2_000, tie=500)
    assert lines(dealt(service, "2d 3h 4s 3c")) == [
        (3, "player", "push", 0),
        (3, "banker", "push", 0),
        (3, "tie", "win", 4_000),
    ]


# Vigorish.


@each_form("{chapter}.2(b)(8)#1", "common:baccarat/vigorish")
def test_vigorish_that_is_marked_is_owed_until_it_is_collected_and_nobody_leaves_before(form: Form) -> None:
    service = table(form, 1, 2, vigorish_when="marked")
    for amount in (2_000, 3_000):
        bet(service, 2, banker=amount)
        events = dealt(service, "2c 3d 4h 6s")
        assert [line[2] for line in lines(events)] == ["win"]
    marked = next(event for event in events if isinstance(event, VigorishMarked))
    assert (marked.seat, marked.amount, marked.total) == (2, 150, 250)
    assert marked.clause == f"{CHAPTERS[form]}.2(b)(8)#1"
    assert service.table.game.display(service.state.play).beside == {2: "owes $2.50"}
    unpaid = service.refused(LeaveSeat(seat=2))
    assert (unpaid.clause.id, unpaid.message) == (
        "common:baccarat/vigorish",
        "the player at position 2 owes $2.50 vigorish",
    )
    assert service.refused(CollectVigorish(seat=1)).message == "position 1 owes no vigorish"
    before = service.state.chips["patron:2"]
    (paid,) = service.do(CollectVigorish(seat=2))
    assert isinstance(paid, VigorishCollected)
    assert (paid.amount, service.state.chips["patron:2"]) == (250, before - 250)
    service.do(LeaveSeat(seat=2))


@pytest.mark.clause("common:baccarat/vigorish")
def test_vigorish_that_cannot_be_collected_is_written_off_by_a_floorperson() -> None:
    service = Service(game(Form.BACCARAT, vigorish_when="marked")).opened()
    shoe_ready(service.seated(seat_1=CHIPS, seat_2=2_000))
    bet(service, 2, banker=2_000)
    dealt(service, "2c 3d 4h 6s")
    bet(service, 2, player=4_000)
    close(service)
    assert "between rounds" in service.refused(CollectVigorish(seat=2)).message
    deal(service, "2d 3c 4s 6h")
    assert "the chips are not there" in service.refused(CollectVigorish(seat=2)).message
    offered = [act.move for act in service.table.legal(service.state, service.now)]
    assert "collect-vigorish" not in offered
    assert service.refused(WriteOffVigorish(seat=2, by=Role.DEALER)).clause.id == "common:baccarat/vigorish"
    (lost,) = service.do(WriteOffVigorish(seat=2))
    assert lost.clause == "common:baccarat/vigorish"
    assert service.refused(WriteOffVigorish(seat=2)).message == "position 2 owes no vigorish"
    service.do(LeaveSeat(seat=2))


@pytest.mark.clause("common:baccarat/vigorish")
def test_a_banker_wager_is_made_in_amounts_whose_vigorish_chips_can_make() -> None:
    service = table()
    assert (
        service.refused(PlaceWager(seat=1, wager="banker", amount=600)).clause.id
        == "common:baccarat/vigorish"
    )
    bet(service, banker=1_500, player=600)
    # Without vigorish any amount will do.
    bet(table(ez=True), banker=600)
    bet(table(vigorish_percent=4, smallest_chip=100), banker=2_500)


@pytest.mark.clause("common:baccarat/vigorish")
@pytest.mark.parametrize("when", ["payout", "marked"])
@pytest.mark.parametrize(("breakage", "taken"), [("up", 25), ("nearest", 25), ("down", 50)])
def test_where_a_breakage_rule_is_named_any_banker_wager_is_paid_by_it_less_vigorish(
    when: str, breakage: str, taken: int
) -> None:
    """Seven dollars less five percent are $6.65, which quarters make $6.75 or $6.50."""
    service = table(breakage=breakage, vigorish_when=when)
    bet(service, banker=700)
    events = dealt(service, "2c 3d 4h 6s")
    charged = [event.amount for event in events if isinstance(event, VigorishCollected | VigorishMarked)]
    assert (lines(events)[0], charged) == ((1, "banker", "win", 700), [taken])


# EZ Baccarat.

_ELSEWHERE = (
    "common:baccarat/pays-dragon-7",
    "common:baccarat/dragon-7",
    "common:baccarat/panda-8",
    "common:baccarat/panda-8-offered",
)


@each_form(
    "common:baccarat/pays-panda-8",
    of_627a=(
        *("627a.1[ez_baccarat]", "627a.12[ez]", "627a.12(f)", "627a.1[dragon_7]", "627a.7(a)(5)"),
        *("627a.1[panda_8]", "627a.7(a)(6)"),
    ),
    of_629a=("629a.1[ez_baccarat]", "629a.12[ez]", "629a.7(a)(5)", *_ELSEWHERE),
    of_631a=(
        *("common:baccarat/ez-baccarat", "common:baccarat/pays-ez", "common:baccarat/dragon-7-offered"),
        *_ELSEWHERE,
    ),
)
def test_at_ez_baccarat_a_dragon_7_returns_the_banker_wager_and_no_vigorish_is_taken(form: Form) -> None:
    service = bet(table(form, ez=True), banker=1_000, dragon_7=500, panda_8=500)
    events = dealt(service, "2c 2d 4h 3s 2h")
    assert lines(events) == [
        (1, "panda-8", "lose", -500),
        (1, "banker", "push", 0),
        (1, "dragon-7", "win", 20_000),
    ]
    settled = {event.wager: event for event in events if isinstance(event, Settled)}
    ez = {
        Form.MINIBACCARAT: "627a.12[ez]",
        Form.MIDIBACCARAT: "629a.12[ez]",
        Form.BACCARAT: "common:baccarat/pays-ez",
    }
    assert settled["banker"].clause == ez[form]
    assert settled["dragon-7"].pays == (
        "627a.12(f)" if form is Form.MINIBACCARAT else "common:baccarat/pays-dragon-7"
    )
    bet(service, banker=1_000, dragon_7=500, panda_8=500)
    events = dealt(service, "2c 2d 3h 5s 3d")
    assert lines(events) == [
        (1, "banker", "lose", -1_000),
        (1, "dragon-7", "lose", -500),
        (1, "panda-8", "win", 12_500),
    ]
    assert service.state.play.road == ("dragon-7", "panda-8")
    # Any other Banker win is paid whole.
    bet(service, banker=1_000)
    assert lines(dealt(service, "2c 3d 4h 6s")) == [(1, "banker", "win", 1_000)]
    usual = table(form)
    refused = usual.refused(PlaceWager(seat=1, wager="dragon-7", amount=500))
    offered = {Form.MINIBACCARAT: "627a.7(a)(5)", Form.MIDIBACCARAT: "629a.7(a)(5)"}
    assert refused.clause.id == offered.get(form, "common:baccarat/dragon-7-offered")
    panda = usual.refused(PlaceWager(seat=1, wager="panda-8", amount=500))
    assert panda.clause.id == (
        "627a.7(a)(6)" if form is Form.MINIBACCARAT else "common:baccarat/panda-8-offered"
    )


def test_a_road_begins_anew_with_the_shoe_and_a_closed_table_shows_none() -> None:
    service = bet(table(ez=True), player=1_000)
    dealt(service, "2c 3d 4h 6s")
    shown = service.table.game.display(service.state.play)
    assert [road.title for road in shown.roads] == ["Bead plate", "Big road"]
    assert shown.names == {"player-dealer": "6", "banker-dealer": "Natural 9"}
    play = service.table.game
    assert not play.filled(service.state.play).road  # type: ignore[attr-defined]
    assert not play.display(play.closing(service.state.play)).roads


@pytest.mark.parametrize(
    ("cards", "ez", "words"),
    [
        ("2c 3d Kh 2s 4c 2d", True, "Banker wins, 7 over 6, a Dragon 7"),
        ("2c 3d Kh 2s 4c 2d", False, "Banker wins, 7 over 6"),
        ("2c 3d Kh 2s 6c Kd", True, "Player wins, 8 over 5, a Panda 8"),
        ("9c 3d Kh 4s", True, "Player wins, 9 over 7, a natural"),
        ("9c 9d Kh Ks", True, "Tie at 9, a natural"),
        ("2c 4d 3h 3s 3d", False, "Player wins, 8 over 7"),
    ],
)
def test_a_natural_that_wins_is_called_and_a_special_hand_where_it_may_be_wagered_on(
    cards: str, ez: bool, words: str
) -> None:
    service = table(Form.MINIBACCARAT, 1, ez=ez)
    bet(service, 1, player=1_000)
    assert game(Form.MINIBACCARAT, ez=ez).result_in_words(dealt(service, cards)) == words
