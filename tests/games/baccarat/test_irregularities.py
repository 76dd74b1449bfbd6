"""What can go wrong at the three forms, and what follows (common practice by 665a.13, and a floorperson's decision)."""

import pytest

from houseway.games.baccarat.forms import Form
from houseway.games.baccarat.irregularities import DAMAGED, EXPOSED
from houseway.table.card_irregularities import DRAWN_IN_ERROR
from houseway.table.card_play import Deal, FindFaceUp, HandsVoided
from houseway.table.events import GamingCeased, Result, Settled
from houseway.table.moves import CallNoMoreBets, Report
from houseway.table.roles import Role
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED
from houseway.table.shoe_play import CorrectCard, CoverAppears
from houseway.table.twenty_one_play import RuleOnStop, Ruling
from tests.games.baccarat.dealing import bet, close, deal, game, lines, say, table, turn

BY_DEFAULT = "common:baccarat/irregularities"


@pytest.mark.parametrize("form", Form)
@pytest.mark.clause(BY_DEFAULT)
def test_cards_that_go_wrong_in_the_shoe_are_dealt_with_as_665a_has_it(form: Form) -> None:
    service = bet(table(form), player=1_000)
    close(service)
    (aside,) = service.do(FindFaceUp(card="9c"))
    assert {aside.clause, *aside.also} == {"665a.13(a)", BY_DEFAULT}
    deal(service, "2c")
    (called,) = service.do(Report(irregularity=DRAWN_IN_ERROR, by=Role.DEALER))
    assert {called.clause, *called.also} == {"665a.13(b)", BY_DEFAULT}
    # What 665a.13(c) orders for players who draw has no meaning here.
    assert DRAWN_AND_EXPOSED not in game(form).irregularities


@pytest.mark.parametrize(("wrong", "ordered"), [(DAMAGED, True), (EXPOSED, False)])
@pytest.mark.clause(BY_DEFAULT)
def test_a_damaged_or_exposed_card_stops_the_round_until_a_floorperson_has_decided(
    wrong: str, ordered: bool
) -> None:
    service = bet(table(Form.MIDIBACCARAT), player=1_000, house_money=500)
    close(service)
    assert service.refused(Report(irregularity=wrong, by=Role.DEALER)).clause.id == BY_DEFAULT
    deal(service, "2c 3d 2h 4s")
    called, ceased = service.do(Report(irregularity=wrong, by=Role.DEALER))
    assert isinstance(ceased, GamingCeased)
    assert "floorperson" in service.table.game.display(service.state.play).words
    stopped = service.refused(CallNoMoreBets())
    assert (stopped.clause.id, stopped.fix) == (BY_DEFAULT, "let a floorperson decide")
    assert service.refused(RuleOnStop(ruling=Ruling.PLAY_ON, by=Role.DEALER)).clause.id == BY_DEFAULT
    service.do(RuleOnStop(ruling=Ruling.PLAY_ON))
    assert service.refused(RuleOnStop(ruling=Ruling.PLAY_ON)).message == "no round has stopped"
    turn(service)
    turn(service)
    say(service, "add-to-player")
    assert service.state.play.shoe.ordered is ordered
    service.do(Report(irregularity=wrong, by=Role.DEALER))
    ruled, voided, *back = service.do(RuleOnStop(ruling=Ruling.VOID))
    assert isinstance(voided, HandsVoided)
    # The wager with what was added to it goes back, and what the house had paid is repaid.
    assert [event.clause for event in back] == [BY_DEFAULT] * len(back)
    assert [line.result for line in back if isinstance(line, Settled)] == [Result.RETURNED]
    assert service.state.chips["patron:1"] == 1_000_000
    assert called.clause == ruled.clause == BY_DEFAULT


@pytest.mark.clause("common:baccarat/decks")
def test_a_card_told_wrongly_is_put_right_and_its_hand_called_again() -> None:
    service = bet(table(), player=1_000)
    close(service)
    deal(service, "2c 2d 3h 3s")
    put_right, called = service.do(CorrectCard(seat=0, hand=1, was="2c", card="3c"))
    assert put_right.clause == "common:baccarat/decks"
    assert called.points == 6  # type: ignore[attr-defined]
    assert service.refused(CorrectCard(seat=0, hand=2, was="Kc", card="3c")).message == (
        "no K♣ lies face up at the Banker's Hand"
    )
    ninth = service.refused(Deal(cards=("??",)))
    assert ninth.message == "the card of the Banker's Hand lies face up"
    # The Player's Hand stays on six, and the Banker's five draws.
    assert lines(deal(service, "Ac")) == [(1, "player", "push", 0)]


@pytest.mark.clause("common:baccarat/decks")
def test_the_round_in_which_the_cover_card_comes_out_is_the_last_of_the_shoe() -> None:
    service = bet(table(), player=1_000)
    close(service)
    deal(service, "2c 2d")
    service.do(CoverAppears())
    deal(service, "7h 7s")
    bet(service, player=1_000)
    assert service.refused(CallNoMoreBets()).message == "no shoe stands ready"


@pytest.mark.clause("common:baccarat/decks")
def test_a_ninth_copy_of_a_card_is_refused() -> None:
    service = bet(table(), player=1_000)
    close(service)
    for _ in range(8):
        service.do(FindFaceUp(card="9c"))
    assert service.refused(Deal(cards=("9c",))).clause.id == "common:baccarat/decks"
