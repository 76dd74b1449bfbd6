"""What is attested before a Double Attack Blackjack table opens, and what its batches go through (665a.2-665a.7)."""

import pytest

from houseway.equipment.decks import Back, Device, Shuffler
from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.table.card_play import (
    BringDeck,
    InspectDeck,
    MarkOutOfOrder,
    OrderRecut,
    OrderShuffle,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    VerifyDeck,
    WashDeck,
)
from houseway.table.checklist import Stage
from houseway.table.deck_steps import SHUFFLER_UNUSABLE
from houseway.table.moves import Instrument, PlaceWager, Report
from houseway.table.procedure import Attested
from houseway.table.roles import Role
from houseway.table.shoe_play import CutBatch, DeclineCut, PlaceCover
from tests.games.double_attack_blackjack.dealing import CHIPS, first, table
from tests.games.twenty_one_dealing import check, deal, say, turn
from tests.service import Service
from tests.shoes import shoe_ready


def attested(**options: object) -> set[str]:
    """The clauses attested when a table opens."""
    submission = DoubleAttackSubmission(**options)  # type: ignore[arg-type]
    service = Service(DoubleAttackBlackjack(submission)).opened()
    return {event.clause for event in service.events if isinstance(event, Attested)}


@pytest.mark.clause(
    "665a.2(b)",
    "665a.2(c)#1",
    "665a.2(d)#1",
    "665a.2(d)#2",
    "665a.2(e)",
    "665a.2(e)(1)",
    "665a.4(b)",
    "665a.7(a)#1",
    "665a.7(b)#1",
    "665a.7(b)#2",
    "665a.7(g)#3",
    "665a.7(p)#2",
    "665a.7(r)",
    "665a.10(c)",
)
def test_everything_that_people_do_is_attested_before_the_table_opens() -> None:
    assert attested() == {
        *("665a.2(b)", "665a.2(c)#1", "665a.2(d)#1", "665a.2(d)#2", "665a.2(e)", "665a.2(e)(1)"),
        *("665a.4(b)", "665a.7(a)#1", "665a.7(b)#1", "665a.7(b)#2", "665a.7(g)#3", "665a.7(p)#2"),
        *("665a.7(r)", "665a.10(c)"),
    }
    unready = Service(DoubleAttackBlackjack())
    missing = unready.table.missing(unready.state, Stage.OPENING)
    assert {step.witness for step in missing if step.clause.id == "665a.4(b)"} == {Role.FLOORPERSON}


@pytest.mark.clause("665a.2(c)#2", "665a.2(e)(2)", "665a.3(b)(2)#1")
def test_other_boxes_and_racks_and_two_batches_have_lines_of_their_own() -> None:
    more = attested(tip_box_elsewhere=True, rack_marked=True, shuffler=Shuffler.AUTOMATED, batches=2)
    assert {"665a.2(c)#2", "665a.2(e)(2)", "665a.3(b)(2)#1"} <= more
    assert not {"665a.2(c)#1", "665a.2(e)(1)"} & more


@pytest.mark.clause("665a.5(h)#1")
def test_a_device_that_reshuffles_by_itself_is_approved_first() -> None:
    assert "665a.5(h)#1" in attested(shuffler=Shuffler.CONTINUOUS)
    assert "665a.5(h)#1" not in attested()


@pytest.mark.clause(
    "665a.4(a)#2", "665a.4(c)#2", "665a.5(a)#2", "665a.5(a)#3", "665a.5(d)#2", "665a.5(e)#1", "665a.5(e)#2"
)
def test_a_batch_is_verified_fanned_shuffled_into_one_stack_and_may_be_cut_again() -> None:
    service = Service(DoubleAttackBlackjack()).opened().seated(seat_4=CHIPS, seat_1=CHIPS)
    for number in range(1, 9):
        service.do(BringDeck(serial=f"R-{number}", back=Back.RED))
    service.do(InspectDeck(deck="R-1"))
    # What is looked at by the first player is the fans that the batch was spread in.
    assert service.refused(ShowSpread(deck="R-1")).clause.id == "665a.4(c)#2"
    assert service.refused(VerifyDeck(deck="R-1", by=Role.DEALER)).clause.id == "665a.4(a)#2"
    (verified,) = service.do(VerifyDeck(deck="R-1"))
    (spread,) = service.do(SpreadDeck(deck="R-1"))
    assert (verified.clause, spread.also) == ("665a.4(a)#2", ("665a.4(c)#2",))
    service.do(ShowSpread(deck="R-1"), WashDeck(deck="R-1"))
    assert service.refused(ShuffleDeck(deck="R-1", device=True)).clause.id == "665a.5(a)#2"
    (shuffled,) = service.do(ShuffleDeck(deck="R-1"))
    assert {shuffled.clause, *shuffled.also} >= {"665a.5(a)#3", "665a.5(a)#2"}
    service.do(DeclineCut(deck="R-1", seat=4))
    (cut,) = service.do(CutBatch(deck="R-1", depth=100, seat=1))
    assert "665a.5(d)#2" in cut.also
    (again,) = service.do(OrderRecut(deck="R-1"))
    assert {again.clause, *again.also} == {"665a.5(e)#1", "665a.5(e)#2"}
    assert service.refused(PlaceCover(deck="R-1", behind=96)).clause.id == "665a.5(d)#2"
    # The last cutter is asked, and not who had declined before.
    wrong = service.refused(CutBatch(deck="R-1", depth=100, seat=4))
    assert (wrong.clause.id, "position 1" in wrong.message) == ("665a.5(e)#2", True)
    service.do(CutBatch(deck="R-1", depth=100, seat=1))
    # An order to cut again is over once the cards were shuffled again.
    service.do(OrderRecut(deck="R-1"), OrderShuffle(deck="R-1"), ShuffleDeck(deck="R-1"))
    assert service.refused(CutBatch(deck="R-1", depth=100, seat=4)).clause.id == "665a.5(c)(3)#2"


@pytest.mark.clause("665a.4(f)", "665a.3(b)(1)", "665a.4(e)")
def test_preshuffled_decks_skip_the_opening_and_are_not_mixed_with_others() -> None:
    service = Service(DoubleAttackBlackjack()).opened().seated(seat_1=CHIPS)
    service.do(BringDeck(serial="R-1", back=Back.RED, preshuffled=True))
    assert service.refused(BringDeck(serial="R-2", back=Back.RED)).clause.id == "665a.4(f)"
    for number in range(2, 9):
        service.do(BringDeck(serial=f"R-{number}", back=Back.RED, preshuffled=True))
    service.do(CutBatch(deck="R-1", depth=100, seat=1))
    two = Service(
        DoubleAttackBlackjack(DoubleAttackSubmission(shuffler=Shuffler.AUTOMATED, batches=2))
    ).opened()
    for number in range(1, 8):
        two.do(BringDeck(serial=f"B-{number}", back=Back.BLUE))
    assert two.refused(InspectDeck(deck="B-1")).clause.id == "665a.3(b)(1)"
    two.do(BringDeck(serial="B-8", back=Back.BLUE), InspectDeck(deck="B-1"), VerifyDeck(deck="B-1"))
    # Neither batch is shuffled before it was spread, looked at and washed by itself.
    assert two.refused(ShuffleDeck(deck="B-1", device=True)).clause.id == "665a.4(e)"


@pytest.mark.clause("665a.3(b)(1)", "665a.4(e)")
def test_two_batches_of_eight_decks_are_opened_one_by_one() -> None:
    service = Service(
        DoubleAttackBlackjack(DoubleAttackSubmission(shuffler=Shuffler.AUTOMATED, batches=2))
    ).opened()
    shoe_ready(service.seated(seat_1=CHIPS))
    assert {event.clause for event in service.events} | {
        also for event in service.events for also in event.also
    } >= {"665a.3(b)(1)", "665a.4(e)"}


@pytest.mark.clause("665a.6(a)#1", "665a.6(a)#2")
def test_wagers_are_of_chips_and_plaques_and_of_cash_that_the_dealer_confirms() -> None:
    service = table()
    spoken = PlaceWager(seat=1, wager="bet", amount=1_000, instrument=Instrument.VERBAL_WITH_CASH)
    assert service.refused(spoken).clause.id == "665a.6(a)#2"
    assert service.refused(PlaceWager(seat=1, wager="bet", amount=1_000, by=Role.COMPLIANCE)).clause.id == (
        "665a.6(a)#1"
    )
    service.do(PlaceWager(seat=1, wager="bet", amount=1_000, instrument=Instrument.PLAQUES))


@pytest.mark.clause("665a.13(k)")
def test_a_broken_shuffler_is_marked_before_the_cards_are_shuffled_another_way() -> None:
    service = Service(
        DoubleAttackBlackjack(DoubleAttackSubmission(shuffler=Shuffler.AUTOMATED, batches=2))
    ).opened()
    shoe_ready(service.seated(seat_1=CHIPS))
    (called, *_) = service.do(Report(irregularity=SHUFFLER_UNUSABLE, by=Role.DEALER))
    assert called.clause == "665a.13(k)"
    service.do(MarkOutOfOrder(device=Device.SHUFFLER, how="signed"))


@pytest.mark.clause(
    "665a.12(c)[888_suited]",
    "665a.12(c)[888_same_color]",
    "665a.12(c)[third_card:6]",
    "665a.12(c)[third_card:7]",
    "665a.12(c)[third_card:8]",
    "665a.12(c)[third_card:9]",
    "665a.12(c)[third_card:KQJ]",
    "665a.3(d)(2)",
)
def test_bust_it_pays_to_the_cent_on_every_line() -> None:
    paid = {}
    for up, hole, third in (
        ("8c", "8c", "8c"),
        ("8d", "8h", "8h"),
        ("Kc", "6c", "6d"),
        ("8c", "7c", "7d"),
        ("7c", "8c", "8d"),
        ("9c", "4c", "9d"),
        ("9c", "3c", "Qd"),
    ):
        service = table()
        service.do(PlaceWager(seat=1, wager="bet", amount=1_000))
        service.do(PlaceWager(seat=1, wager="bust-it", amount=500))
        first(service, up, f"2c 2d {hole}")
        if up == "Kc":
            check(service)
        say(service, "stand")
        turn(service)
        line = next(event for event in deal(service, third) if getattr(event, "wager", "") == "bust-it")
        paid[third] = (line.pays, line.paid)  # type: ignore[attr-defined]
    assert paid == {
        "8c": ("665a.12(c)[888_suited]", 100_000),
        "8h": ("665a.12(c)[888_same_color]", 25_000),
        "8d": ("665a.12(c)[third_card:8]", 4_000),
        "6d": ("665a.12(c)[third_card:6]", 7_500),
        "7d": ("665a.12(c)[third_card:7]", 5_000),
        "9d": ("665a.12(c)[third_card:9]", 3_000),
        "Qd": ("665a.12(c)[third_card:KQJ]", 1_500),
    }
