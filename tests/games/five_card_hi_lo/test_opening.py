"""What is attested before the table opens, under which text it opens, and a first short round (663a.2)."""

from datetime import date
from typing import Any

import pytest

from houseway.equipment.decks import Condition, Dealing, Shuffler
from houseway.games.five_card_hi_lo.game import FiveCardHiLo
from houseway.games.five_card_hi_lo.moves import CollectForfeits
from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.table.card_play import DeckHandled, DiscardStub, Fold
from houseway.table.checklist import Stage
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.procedure import Attest, Attested, OpenTable, TableOpened
from houseway.table.roles import Role
from tests.cards import deal, loaded, stub_away
from tests.service import GAMING_DAY, Service

D1 = "D-1"


def table(**options: Any) -> Service:
    return Service(FiveCardHiLo(HiLoSubmission(**options)))


def opened(**options: Any) -> Service:
    return table(**options).opened().seated(seat_1=1_000_000)


def ready(**options: Any) -> Service:
    return loaded(opened(**options))


def played(service: Service) -> Service:
    """A short round: the only player folds."""
    service.do(PlaceWager(seat=1, wager="ante", amount=1000), CallNoMoreBets())
    stub_away(deal(service, seat_1="Ks Qd 8c 4h 2d"))
    service.do(Fold(seat=1), CollectForfeits())
    return service


def handled(service: Service) -> list[tuple[str, str, str]]:
    return [(e.deck, e.done, e.clause) for e in service.events if isinstance(e, DeckHandled)]


# The check-list and the opening (663a.2).


@pytest.mark.clause(
    "663a.2(b)",
    "663a.2(c)#1",
    "663a.2(d)",
    "663a.8(a)#1",
    "663a.8(c)",
    "663a.11(a)(1)#1",
    "663a.11(a)(1)#2",
    "663a.11(a)(2)",
    "663a.11(l)",
)
def test_every_step_of_the_check_list_is_attested_before_the_table_opens() -> None:
    steps = [
        *table().table.missing(table().state, Stage.APPROVAL),
        *table().table.missing(table().state, Stage.OPENING),
    ]
    assert len(steps) == 9
    for left_out in steps:
        service = table()
        for step in steps:
            if step is not left_out:
                reference = "BGO 14-2" if step.stage is Stage.APPROVAL else ""
                (attested,) = service.do(Attest(step=step.id, by=step.by[0], reference=reference))
                assert isinstance(attested, Attested)
                assert attested.clause == step.clause.id
        assert service.refused(OpenTable(gaming_day=GAMING_DAY)).clause == left_out.clause


@pytest.mark.clause("663a.9(a)(2)#1", "663a.9(a)(2)#2", "663a.9(b)#1", "663a.3(b)(1)#1", "663a.2(c)#2")
def test_what_belongs_to_a_choice_is_asked_only_where_it_was_made() -> None:
    service = table(
        dealing=Dealing.HAND, shuffler=Shuffler.AUTOMATED, decks=2, tip_box_elsewhere=True
    ).opened()
    attested = {event.step for event in service.events if isinstance(event, Attested)}
    by_choice = {
        "one-hand-holds",
        "deck-over-tray",
        "top-card-face-down",
        "decks-of-one-design",
        "tip-box-elsewhere",
    }
    assert by_choice <= attested
    assert not attested & {"shoe-located", "boxes-placed", "shuffling-device-approved"}
    refusal = table().refused(Attest(step="one-hand-holds", by=Role.DEALER))
    assert refusal.clause.id == "663a.9(a)(2)#1"


@pytest.mark.clause("663a.5(g)#1")
def test_a_device_that_reshuffles_by_itself_is_approved_before_the_table_opens() -> None:
    service = table(shuffler=Shuffler.CONTINUOUS)
    missing = {step.id: step for step in service.table.missing(service.state, Stage.APPROVAL)}
    approval = missing["shuffling-device-approved"]
    assert approval.clause.id == "663a.5(g)#1"
    assert service.refused(Attest(step=approval.id, by=approval.by[0])).clause == approval.clause
    (attested,) = service.do(Attest(step=approval.id, by=approval.by[0], reference="BGLO 14-7"))
    assert attested.clause == "663a.5(g)#1"


def test_a_table_opens_under_the_edition_of_its_gaming_day() -> None:
    service = table().attest(Stage.APPROVAL, Stage.OPENING)
    (came_in,) = service.do(OpenTable(gaming_day=GAMING_DAY))
    assert isinstance(came_in, TableOpened)
    assert came_in.edition == "663a-2014"
    early = table().attest(Stage.APPROVAL, Stage.OPENING)
    early.now = early.now.replace(year=2014, month=1, day=31)
    refusal = early.refused(OpenTable(gaming_day=date(2014, 1, 31)))
    assert "no stored text of five-card-hi-lo covers 2014-01-31" in refusal.message


def test_a_whole_round_moves_chips_to_the_cent() -> None:
    service = ready()
    before = service.chips()
    played(service)
    assert service.state.chips["patron:1"] == 999_000
    assert service.chips() == before
    assert service.state.play.kit.decks[0].condition is Condition.USED
    assert service.refused(DiscardStub()).clause.id == "663a.8(e)"
    assert handled(service)[-1] == (D1, "put in the shoe", "663a.8(a)#2")
