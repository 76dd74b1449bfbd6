"""What can go wrong at a Spanish 21 table, with money to the cent (665a.13, reading 635-01)."""

import pytest

from houseway.table.card_irregularities import DRAWN_IN_ERROR
from houseway.table.card_play import Deal, FindFaceUp
from houseway.table.moves import Report
from houseway.table.roles import Role
from houseway.table.shoe_irregularities import DRAWN_AND_EXPOSED
from houseway.table.shoe_play import CorrectCard
from houseway.table.twenty_one_irregularities import (
    BLACKJACK_MISSED,
    HOLE_CARD_EXPOSED,
    READER_FAULT,
    WRONGLY_CHECKED_SEEN,
    WRONGLY_CHECKED_UNSEEN,
)
from houseway.table.twenty_one_play import CheckHole, PassBy, RestoreReader, RuleOnStop, Ruling, TurnHole
from tests.games.spanish_21.dealing import CHIPS, bet, table
from tests.games.twenty_one_dealing import check, deal, lines, open_to, say, turn
from tests.service import Service


def chips(service: Service, seat: int) -> int:
    return service.state.chips[f"patron:{seat}"] - CHIPS


def report(service: Service, what: str) -> list[object]:
    return list(service.do(Report(irregularity=what, by=Role.DEALER)))


def test_a_position_without_a_card_gets_both_wagers_back() -> None:
    service = bet(table(1, 2), 1, 2, match=500)
    deal(service, "9c")
    back = service.do(PassBy(seat=2))
    assert lines(back) == [(2, "spanish-21", "returned", 0), (2, "match-the-dealer", "returned", 0)]
    assert lines(deal(service, "9s 8c 8h")) == [(1, "match-the-dealer", "win", 2_000)]
    say(service, "stand")
    assert lines(turn(service)) == [(1, "spanish-21", "push", 0)]


def test_who_missed_the_second_card_takes_it_late_or_has_all_back() -> None:
    service = bet(table(1, 2), 1, 2, match=500)
    deal(service, "9c 8c 9s")
    service.do(PassBy(seat=1))
    deal(service, "8d 8h")
    assert open_to(service) == ("late-card", "dead-hand")
    say(service, "late-card")
    assert [line[:3] for line in lines(deal(service, "9d"))] == [
        (2, "match-the-dealer", "lose"),
        (1, "match-the-dealer", "win"),
    ]
    dead = bet(table(1, 2), 1, 2, match=500)
    deal(dead, "9c 8c 9s")
    dead.do(PassBy(seat=1))
    deal(dead, "8d 8h")
    assert lines(say(dead, "dead-hand"))[:2] == [
        (1, "spanish-21", "returned", 0),
        (1, "match-the-dealer", "returned", 0),
    ]


def test_a_card_drawn_in_error_is_used_refused_or_discarded() -> None:
    service = bet(table())
    deal(service, "9c")
    report(service, DRAWN_IN_ERROR)
    deal(service, "9s 5c 8h")
    report(service, DRAWN_AND_EXPOSED)
    assert open_to(service)[-1] == "refuse-card"
    say(service, "draw")
    deal(service, "4c")
    say(service, "stand")
    assert lines(turn(service)) == [(1, "spanish-21", "win", 1_000)]
    bet(service)
    service.do(FindFaceUp(card="2d"))
    assert service.state.play.set_aside == ("2d",)


def test_a_wrongly_checked_hole_card_voids_the_round_only_if_it_could_be_learned() -> None:
    service = bet(table())
    deal(service, "9c 9s 5c 8h")
    report(service, WRONGLY_CHECKED_UNSEEN)
    assert service.state.play.phase == "playing"
    report(service, WRONGLY_CHECKED_SEEN)
    assert (service.state.play.phase, chips(service, 1)) == ("betting", 0)


def test_a_reader_that_missed_a_blackjack_costs_the_first_wager_and_nothing_else() -> None:
    service = bet(table())
    service.do(Deal(cards=("8c", "As", "8d", "??")))
    service.do(CheckHole(blackjack=False))
    say(service, "split")
    deal(service, "3c")
    say(service, "double-down")
    deal(service, "Kc")
    deal(service, "9c")
    say(service, "stand", hand=2)
    service.do(Report(irregularity=BLACKJACK_MISSED, by=Role.FLOORPERSON))
    assert lines(service.do(TurnHole(cards=("Kh",)))) == [
        (1, "spanish-21", "lose", -1_000),
        (1, "double-down", "returned", 0),
        (1, "split", "returned", 0),
    ]


def test_a_reader_that_fails_and_a_hole_card_that_was_seen_stop_the_table() -> None:
    service = bet(table())
    deal(service, "9c As 5c 8h")
    report(service, READER_FAULT)
    assert service.refused(CheckHole()).clause.id == "665a.13(i)"
    service.do(RestoreReader())
    check(service)
    report(service, HOLE_CARD_EXPOSED)
    service.do(RuleOnStop(ruling=Ruling.PLAY_ON))
    say(service, "stand")
    assert chips(service, 1) == -1_000
    turn(service)


def test_a_card_told_wrongly_is_put_right_until_a_wager_was_settled_by_it() -> None:
    service = bet(table(1, 2), 1, 2)
    deal(service, "9c 8c 6s 5c 8d Kh")
    service.do(CorrectCard(seat=1, was="9c", card="6c"))
    say(service, "double-down")
    deal(service, "Qc")  # 21, which the nine would have passed
    say(service, "surrender", seat=2)
    refused = service.refused(CorrectCard(seat=2, was="8c", card="7c"))
    assert refused.clause.id == "635a.3[decks]"


@pytest.mark.clause("635a.12(a)", "635a.12(b)")
def test_a_doubled_hand_that_proves_a_blackjack_is_paid_three_to_two_on_its_first_wager_alone() -> None:
    service = bet(table())
    deal(service, "9c 7c Ad Kh")
    say(service, "double-down")
    service.do(CorrectCard(seat=1, was="9c", card="Kc"))
    assert lines(turn(service)) == [(1, "spanish-21", "win", 1_500), (1, "double-down", "win", 1_000)]
