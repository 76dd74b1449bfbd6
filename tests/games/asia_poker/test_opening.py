"""Approvals, opening, and a table's whole day (659a.2-659a.5), through the table's own check-list, dice and decks."""

from typing import Any

import pytest

from houseway.equipment.decks import Back
from houseway.games.asia_poker.moves import PlaceHands
from houseway.table.card_play import BringDeck, InspectDeck, SpreadDeck, TearJoker, VerifyDeck
from houseway.table.checklist import Stage
from houseway.table.moves import CallNoMoreBets
from houseway.table.procedure import Attest, Attested, OpenTable
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from tests.cards import carried_on, deal, loaded, reloaded, stub_away, to_the_deal, wagered
from tests.games.asia_poker.dealing import asia_poker, cites
from tests.service import TRAY, Service

DEVICES: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "automated"}

ANY_TABLE = {
    "659a.2(b)",
    "659a.2(e)",
    "659a.7(b)#2",
    "659a.11(a)(1)#1",
    "659a.11(a)(1)#2",
    "659a.11(a)(2)",
    "659a.11(i)",
}
SHAKER = {
    "659a.2(c)(1)#1",
    "659a.2(c)(1)#2",
    "659a.2(c)(1)#3",
    "659a.2(c)(1)(i)#1",
    "659a.2(c)(1)(ii)",
    "659a.2(c)(1)(iii)",
}


def attested(**options: Any) -> set[str]:
    """The clauses that people answer for before a table under these options has opened."""
    service = Service(asia_poker(**options)).opened()
    return {event.clause for event in service.events if isinstance(event, Attested)}


@pytest.mark.clause(*ANY_TABLE, *SHAKER, "659a.2(d)#1", "659a.8(a)#1")
def test_a_table_with_a_shaker_and_a_manual_shoe_is_attested_line_by_line() -> None:
    assert attested() == ANY_TABLE | SHAKER | {"659a.2(d)#1", "659a.8(a)#1"}


@pytest.mark.clause("659a.2(c)(2)", "659a.2(c)(3)", "659a.2(d)#2", "659a.3(b)(1)#1", "659a.5(f)#1")
def test_other_equipment_has_lines_of_its_own() -> None:
    boxes = {"659a.2(d)#1"}
    generator = attested(start_method="random-number-generator", **DEVICES)
    assert generator == ANY_TABLE | boxes | {"659a.2(c)(2)"}
    button = attested(start_method="button", decks=2, tip_box_elsewhere=True, **DEVICES)
    assert button == ANY_TABLE | {"659a.2(d)#2", "659a.2(c)(3)", "659a.3(b)(1)#1"}
    both = attested(start_method="random-number-generator", other_start_methods=["button"], **DEVICES)
    assert both == ANY_TABLE | boxes | {"659a.2(c)(2)", "659a.2(c)(3)"}
    reshuffler = attested(
        start_method="random-number-generator", dealing="automated-shoe", shuffler="continuous"
    )
    assert reshuffler == ANY_TABLE | boxes | {"659a.2(c)(2)", "659a.5(f)#1"}


@pytest.mark.clause("659a.2(c)(1)#1", "659a.2(b)")
def test_a_table_does_not_open_with_a_line_left_out_or_an_approval_without_its_reference() -> None:
    service = Service(asia_poker()).new_dice()
    service.attest(Stage.OPENING)
    assert service.refused(Attest(step="layout-approved", by=Role.PIT_MANAGER)).clause.id == "659a.2(b)"
    for step in service.table.missing(service.state, Stage.APPROVAL):
        if step.id != "shaker-approved":
            service.do(Attest(step=step.id, by=step.by[0], reference="ref 1"))
    refusal = service.refused(OpenTable(gaming_day=service.now.date()))
    assert refusal.clause.id == "659a.2(c)(1)#1"


@pytest.mark.clause("659a.3(a)#2", "659a.3(a)#3", "659a.4(b)#1")
def test_one_joker_is_played_and_a_second_one_is_torn() -> None:
    service = Service(asia_poker()).opened().seated(seat_1=100_000)
    for jokers in (0, 3):
        refusal = service.refused(BringDeck(serial="D-1", back=Back.RED, jokers=jokers))
        assert refusal.clause.id == "659a.3(a)#2"
    service.do(
        BringDeck(serial="D-1", back=Back.RED, jokers=2), InspectDeck(deck="D-1"), VerifyDeck(deck="D-1")
    )
    assert service.refused(SpreadDeck(deck="D-1")).clause.id == "659a.3(a)#3"
    (torn,) = service.do(TearJoker(deck="D-1"))
    assert "659a.4(b)#1" in cites(torn)
    service.do(SpreadDeck(deck="D-1"))
    assert service.refused(TearJoker(deck="D-1")).clause.id == "659a.4(b)#1"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"start_method": "random-number-generator", "dealing": "hand", "shuffler": "automated", "decks": 2},
        {"start_method": "button", "decks": 2, **DEVICES},
        {"start_method": "button", "dealing": "automated-shoe", "shuffler": "continuous"},
        {"edition": "659a-2014", "not_offered": ["bonus"], "house_way": "highest-low"},
    ],
)
def test_rounds_are_played_to_their_end_on_any_equipment_and_no_chip_is_lost(options: dict[str, Any]) -> None:
    service = loaded(Service(asia_poker(**options)).opened().seated(seat_1=100_000, seat_6=100_000))
    for _ in range(3):
        to_the_deal(wagered(service, 1, 6))
        carried_on(stub_away(deal(service)))
        assert service.chips() == TRAY
        assert service.state.play.bets == ()
        reloaded(service)


def test_a_round_goes_on_past_the_life_of_its_dice_once_they_are_changed() -> None:
    service = wagered(loaded(Service(asia_poker()).opened().seated(seat_1=100_000)))
    service.do(CallNoMoreBets())
    service.later(hours=24)
    assert service.refused(ShakeDice(times=3)).clause.id == "659a.2(c)(1)(i)#2"
    service.new_dice("A-2")
    service.do(ShakeDice(times=3))
    assert not any(act.move == "issue-dice" for act in service.table.legal(service.state, service.now))


def test_hands_can_be_set_for_every_position_at_once() -> None:
    seats = {f"seat_{seat}": 100_000 for seat in range(1, 7)}
    service = loaded(Service(asia_poker()).opened().seated(**seats))
    stub_away(deal(to_the_deal(wagered(service, *range(1, 7)))))
    (covered,) = [
        act for act in service.table.legal(service.state, service.now) if act.move == "cover-shaker"
    ]
    assert covered.clause == "659a.5(g)(1)(iv)#1"
    assert service.refused(PlaceHands(seat=1)).clause.id == "659a.11(a)"
    carried_on(service)
    assert service.chips() == TRAY
