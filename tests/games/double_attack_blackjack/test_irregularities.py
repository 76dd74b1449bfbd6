"""What goes wrong at a Double Attack Blackjack table, and what is ordered then, with money to the cent (665a.13)."""

import pytest

from houseway.games.double_attack_blackjack.moves import CloseDoubleAttack
from houseway.table.card_irregularities import DRAWN_IN_ERROR
from houseway.table.card_play import CardSetAside, Deal, FindFaceUp, HandsVoided
from houseway.table.events import GamingCeased, IrregularityCalled, rack
from houseway.table.moves import PlaceWager, Report
from houseway.table.roles import Role
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED
from houseway.table.shoe_play import CorrectCard, Decide
from houseway.table.twenty_one_irregularities import (
    BLACKJACK_MISSED,
    HOLE_CARD_EXPOSED,
    READER_FAULT,
    WRONGLY_CHECKED_SEEN,
    WRONGLY_CHECKED_UNSEEN,
)
from houseway.table.twenty_one_play import (
    CheckHole,
    DiscardDrawn,
    PassBy,
    RestoreReader,
    RuleOnStop,
    Ruling,
    TurnHole,
)
from tests.games.double_attack_blackjack.dealing import CHIPS, bet, first, table
from tests.games.twenty_one_dealing import check, deal, lines, open_to, say, turn
from tests.service import Service


def chips(service: Service, seat: int = 1) -> int:
    """What a player is up or down."""
    return int(service.state.chips[rack(seat)]) - CHIPS


@pytest.mark.clause("665a.13(a)")
def test_a_card_found_face_up_is_discarded_and_not_used() -> None:
    service = bet(table())
    (aside,) = service.do(FindFaceUp(card="Kc"))
    assert isinstance(aside, CardSetAside)
    assert aside.clause == "665a.13(a)"
    assert service.state.play.drawn == ()


@pytest.mark.clause("665a.13(f)#1")
def test_a_hand_that_got_no_card_is_dead_and_its_bet_goes_back_but_bust_it_rides() -> None:
    service = bet(table(1, 2), 1, 2, bust_it=500)
    deal(service, "6c")
    service.do(PlaceWager(seat=2, wager="double-attack", amount=1_000), CloseDoubleAttack())
    assert service.refused(PassBy(seat=2)).message == "no card is due to position 2"
    deal(service, "9c")
    passed = service.do(PassBy(seat=2))
    assert lines(passed) == [(2, "bet", "returned", 0), (2, "double-attack", "returned", 0)]
    assert {event.clause for event in passed} == {"665a.13(f)#1"}
    deal(service, "9d Kh")
    say(service, "stand")
    turn(service)
    assert lines(deal(service, "9h")) == [
        (2, "bust-it", "win", 3_000),
        (1, "bust-it", "win", 3_000),
        (1, "bet", "win", 1_000),
    ]
    assert chips(service, 2) == 3_000


def test_a_round_whose_only_hand_is_dead_is_over() -> None:
    service = bet(table())
    deal(service, "6c")
    service.do(CloseDoubleAttack(), PassBy(seat=1))
    assert (service.state.play.phase, chips(service)) == ("betting", 0)


@pytest.mark.clause("665a.13(f)#2")
@pytest.mark.parametrize("taken", [True, False])
def test_a_hand_that_got_one_card_gets_the_second_late_or_is_dead(taken: bool) -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "6c")
    service.do(CloseDoubleAttack())
    deal(service, "9c 8c")
    service.do(PassBy(seat=1))
    deal(service, "8d Kh")
    assert open_to(service) == ("late-card", "dead-hand")
    if taken:
        say(service, "late-card")
        deal(service, "2c")
        assert open_to(service)[:2] == ("draw", "stand")
        say(service, "stand")
    else:
        dead = say(service, "dead-hand")
        assert lines(dead) == [(1, "bet", "returned", 0)]
    say(service, "stand", seat=2)
    turn(service)
    assert lines(deal(service, "9h"))[-1][:2] == ((1, "bet") if taken else (2, "bet"))


@pytest.mark.clause("665a.13(g)")
@pytest.mark.parametrize("taken", [True, False])
def test_a_player_who_was_not_given_the_card_he_asked_for_gets_it_before_the_hole_card_or_is_dead(
    taken: bool,
) -> None:
    service = bet(table(1, 2), 1, 2)
    first(service, "6c", "5c 9c 6d 9d Kh", 1)
    say(service, "draw")
    service.do(PassBy(seat=1))
    assert service.table.game.turn(service.state.play).place.seat == 2  # type: ignore[attr-defined]
    say(service, "stand", seat=2)
    assert service.refused(TurnHole()).message == "the hole card is turned over once all players are done"
    if taken:
        say(service, "late-card")
        deal(service, "Kc")  # 21
    else:
        assert lines(say(service, "dead-hand")) == [
            (1, "bet", "returned", 0),
            (1, "double-attack", "returned", 0),
        ]
    turn(service)
    deal(service, "5d")  # 21
    assert chips(service) == 0
    assert chips(service, 2) == -1_000


@pytest.mark.clause("665a.13(c)#1", "665a.13(c)#2", "665a.13(c)#3")
def test_a_card_drawn_and_shown_may_be_refused_for_good_and_is_discarded_if_nobody_takes_it() -> None:
    service = bet(table(1, 2), 1, 2)
    first(service, "9c", "5c 8c 6d 8d 8h")
    (called,) = service.do(Report(irregularity=DRAWN_AND_EXPOSED, by=Role.DEALER))
    assert called.clause == "665a.13(c)#1"
    assert open_to(service)[-1] == "refuse-card"
    (refused,) = say(service, "refuse-card")
    assert refused.clause == "665a.13(c)#2"
    say(service, "stand", seat=2)
    turn(service)
    assert service.state.play.phase == "drawing-out"  # the dealer stands on 17: the card is of no use
    aside, *rest = service.do(DiscardDrawn(card="Kc"))
    assert isinstance(aside, CardSetAside)
    assert aside.clause == "665a.13(c)#3"
    assert lines(rest) == [(2, "bet", "lose", -1_000), (1, "bet", "lose", -1_000)]


@pytest.mark.clause("665a.13(c)#1")
def test_a_card_drawn_and_shown_is_the_next_card_of_whoever_takes_it() -> None:
    service = bet(table())
    first(service, "9c", "5c 6d 8h")
    service.do(Report(irregularity=DRAWN_AND_EXPOSED, by=Role.DEALER))
    say(service, "draw")
    deal(service, "2c")
    assert "refuse-card" not in open_to(service)


@pytest.mark.clause("665a.13(b)")
def test_a_card_drawn_in_error_and_not_shown_is_the_next_card() -> None:
    service = bet(table())
    deal(service, "6c")
    service.do(CloseDoubleAttack())
    report = Report(irregularity=DRAWN_IN_ERROR, by=Role.DEALER)
    assert service.refused(Report(irregularity=DRAWN_IN_ERROR, by=Role.PLAYER)).clause.id == "665a.13(b)"
    before = service.state.play
    (called,) = service.do(report)
    assert (called.clause, service.state.play) == ("665a.13(b)", before)
    deal(service, "9c 9d Kh")
    assert service.refused(report).clause.id == "665a.13(b)"  # no card is due now


@pytest.mark.clause("665a.13(d)")
def test_a_card_drawn_on_seventeen_is_discarded_and_changes_nothing() -> None:
    service = bet(table())
    first(service, "9c", "9d 9h 8h")
    say(service, "stand")
    assert service.refused(DiscardDrawn(card="Kc")).message == "a drawn card is used"
    turn(service)
    left = service.state.play.live.left
    (aside,) = service.do(DiscardDrawn(card="Kc"))
    assert (aside.clause, service.state.play.live.left) == ("665a.13(d)", left - 1)
    assert chips(service) == 1_000


@pytest.mark.clause("665a.13(h)", "665a.13(h)(1)")
def test_a_hole_card_that_could_be_learned_makes_all_hands_dead_and_returns_everything() -> None:
    service = bet(table(1, 2), 1, 2, bust_it=500)
    first(service, "6c", "9c 8c 9d 8d Kh", 1)
    say(service, "surrender")
    voided = service.do(Report(irregularity=WRONGLY_CHECKED_SEEN, by=Role.DEALER))
    assert any(isinstance(event, HandsVoided) and event.clause == "665a.13(h)(1)" for event in voided)
    assert (chips(service), chips(service, 2)) == (0, 0)
    assert service.state.play.phase == "betting"


@pytest.mark.clause("665a.13(h)(2)", "665a.13(h)")
def test_a_hole_card_checked_in_error_that_nobody_could_learn_changes_nothing() -> None:
    service = bet(table())
    first(service, "6c", "9c 9d Kh")
    before = service.state.play
    nobodys = Report(irregularity=WRONGLY_CHECKED_UNSEEN, by=Role.PLAYER)
    assert service.refused(nobodys).clause.id == "665a.13(h)(2)"
    (called,) = service.do(Report(irregularity=WRONGLY_CHECKED_UNSEEN, by=Role.DEALER))
    assert isinstance(called, IrregularityCalled)
    assert (called.clause, service.state.play) == ("665a.13(h)(2)", before)
    court = bet(table())
    first(court, "Kc", "9c 9d Kh")
    assert (
        court.refused(Report(irregularity=WRONGLY_CHECKED_SEEN, by=Role.DEALER)).clause.id == "665a.13(h)(1)"
    )


@pytest.mark.clause("665a.13(i)")
def test_without_its_card_reader_the_table_stops_until_it_is_repaired() -> None:
    service = bet(table())
    first(service, "Kc", "9c 9d 5h")
    events = service.do(Report(irregularity=READER_FAULT, by=Role.DEALER))
    assert isinstance(events[-1], GamingCeased)
    assert service.refused(CheckHole()).clause.id == "665a.13(i)"
    assert service.refused(RuleOnStop(ruling=Ruling.PLAY_ON)).clause.id == "665a.13(i)"
    service.do(RestoreReader())
    check(service)
    assert open_to(service)


def test_a_floorperson_may_void_the_round_that_a_broken_reader_stopped_and_the_table_stays_stopped() -> None:
    service = bet(table(), bust_it=500)
    first(service, "Kc", "9c 9d 5h", 1)
    service.do(Report(irregularity=READER_FAULT, by=Role.DEALER))
    service.do(RuleOnStop(ruling=Ruling.VOID))
    assert (chips(service), service.state.play.phase) == (0, "betting")
    assert service.refused(PlaceWager(seat=1, wager="bet", amount=1_000)).clause.id == "665a.13(i)"


@pytest.mark.clause("665a.10(b)", "665a.11(d)")
def test_a_blackjack_that_the_reader_missed_takes_only_the_original_bet() -> None:
    service = bet(table(1, 2), 1, 2, bust_it=500)
    first(service, "Kc", "8c 5c 8d 6d ??", 1)
    service.do(CheckHole(blackjack=False))
    say(service, "split")
    deal(service, "9c")
    say(service, "stand")
    deal(service, "9d")
    say(service, "stand", hand=2)
    say(service, "double-down", seat=2)
    deal(service, "9h")
    say(service, "stand", seat=2)
    missed = service.refused(TurnHole(cards=("Ah",)))
    assert missed.clause.id == "665a.10(b)"
    service.do(Report(irregularity=BLACKJACK_MISSED, by=Role.FLOORPERSON))
    assert lines(service.do(TurnHole(cards=("Ah",)))) == [
        (2, "bust-it", "lose", -500),
        (1, "bust-it", "lose", -500),
        (2, "bet", "lose", -1_000),
        (2, "double-down", "returned", 0),
        (1, "bet", "lose", -1_000),
        (1, "double-attack", "returned", 0),
        (1, "split", "returned", 0),
    ]


@pytest.mark.clause("665a.7(f)(3)")
@pytest.mark.parametrize(("ruling", "phase"), [(Ruling.PLAY_ON, "playing"), (Ruling.VOID, "betting")])
def test_a_hole_card_exposed_early_stops_play_until_a_floorperson_decides(ruling: Ruling, phase: str) -> None:
    service = bet(table())
    first(service, "6c", "9c 9d Kh")
    service.do(Report(irregularity=HOLE_CARD_EXPOSED, by=Role.DEALER))
    assert service.refused(Decide(seat=1, decision="stand")).fix == "let a floorperson decide"
    service.do(RuleOnStop(ruling=ruling))
    assert (service.state.play.phase, chips(service)) == (phase, 0 if phase == "betting" else -1_000)


# Cards told wrongly.


def test_a_ninth_copy_is_refused_and_the_wrong_card_is_put_right() -> None:
    service = table(1, 2, 3, 4)
    for _ in range(2):
        bet(service, 1, 2, 3, 4)
        first(service, "9c", "Kc Kc Kc Kc 9d 9h 9s 8d 8h" if _ == 0 else "Kc Kc Kc 8c 9d 9h 9s 8d 8h")
        if _ == 0:
            for seat in (1, 2, 3, 4):
                say(service, "stand", seat=seat)
            turn(service)
    assert service.refused(CorrectCard(seat=4, was="8c", card="Qx")).clause.id == "665a.3(a)#1"
    service.do(CorrectCard(seat=4, was="8c", card="Kc"))
    say(service, "draw", seat=1)
    assert service.refused(Deal(cards=("Kc",))).clause.id == "665a.3(a)#1"


@pytest.mark.clause("665a.8(a)")
def test_an_up_card_put_right_decides_anew_and_insurance_on_what_is_no_ace_goes_back() -> None:
    service = bet(table())
    first(service, "Ac", "9c 9d 5h")
    service.do(PlaceWager(seat=1, wager="insurance", amount=400))
    events = service.do(CorrectCard(seat=0, was="Ac", card="7c"))
    assert lines(events) == [(1, "insurance", "returned", 0)]
    assert open_to(service)


@pytest.mark.parametrize(("card", "total"), [("2c", 18), ("Kc", 26)])
def test_a_players_card_put_right_counts_as_it_is(card: str, total: int) -> None:
    service = bet(table())
    first(service, "6c", "9c 7d Kh")
    say(service, "draw")
    deal(service, "4c")
    events = service.do(CorrectCard(seat=1, was="4c", card=card))
    assert lines(events) == ([(1, "bet", "lose", -1_000)] if total > 21 else [])
