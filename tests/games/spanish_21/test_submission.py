"""What an operator may choose at a Spanish 21 table, what its felt shows, and what people attest."""

import pytest

from houseway.equipment.decks import Back, Shuffler
from houseway.games.spanish_21 import Spanish21
from houseway.games.spanish_21.submission import Spanish21Submission
from houseway.table.card_play import BringDeck, InspectDeck
from houseway.table.documents import layout_check
from houseway.table.moves import PlaceWager
from houseway.table.procedure import Attested
from houseway.table.wagers import Limits
from tests.games.spanish_21.dealing import bet, table
from tests.games.twenty_one_dealing import deal, open_to, say
from tests.service import Service
from tests.shoes import shoe_ready

SEATS = range(1, 7)


def found(submission: Spanish21Submission) -> list[tuple[str, str]]:
    return sorted((finding.where, finding.clause) for finding in submission.findings())


def test_the_default_submission_is_lawful() -> None:
    assert found(Spanish21Submission()) == []
    assert found(Spanish21Submission(batch=8, split_hands=2, envy=0, super_bonus=0)) == []


@pytest.mark.clause("635a.3[decks]", "635a.12(a)", "635a.10(a)#2", "common:spanish-21/insurance")
@pytest.mark.clause("common:spanish-21/split", "common:spanish-21/super-bonus-over-25")
def test_all_findings_are_told_at_once_each_with_its_row() -> None:
    submission = Spanish21Submission(
        seats=7,
        batch=7,
        split_hands=5,
        super_bonus=-100,
        envy=25,
        not_offered=("spanish-21", "insurance", "match-the-dealer"),
        wager_limits={"split": Limits(), "double-down": Limits()},
    )
    assert found(submission) == sorted(
        [
            ("seats", "665a.2(a)"),
            ("batch", "635a.3[decks]"),
            ("split_hands", "common:spanish-21/split"),
            ("super_bonus", "common:spanish-21/super-bonus-over-25"),
            ("envy", "common:spanish-21/super-bonus-over-25"),
            ("not_offered", "635a.12(a)"),
            ("not_offered", "common:spanish-21/insurance"),
            ("split", "common:spanish-21/split"),
            ("double-down", "635a.10(a)#2"),
        ]
    )
    assert found(Spanish21Submission(split_hands=1)) == [("split_hands", "common:spanish-21/split")]
    eight = Spanish21Submission(batch=10, batches=2, shuffler=Shuffler.AUTOMATED)
    assert found(eight) == [("batch", "635a.3[decks]")]


@pytest.mark.clause("635a.3[decks]")
@pytest.mark.parametrize("decks", [6, 8])
def test_a_batch_is_of_as_many_decks_without_tens_as_the_submission_says(decks: int) -> None:
    service = Service(Spanish21(Spanish21Submission(batch=decks))).opened()
    for number in range(1, decks):
        service.do(BringDeck(serial=f"R-{number}", back=Back.RED))
    assert service.refused(InspectDeck(deck="R-1")).clause.id == "635a.3[decks]"
    service.do(BringDeck(serial=f"R-{decks}", back=Back.RED), InspectDeck(deck="R-1"))
    assert Spanish21.cards.size == 48
    assert not any(code.startswith("T") for code in Spanish21.cards.deck)


@pytest.mark.clause("common:spanish-21/match-the-dealer")
def test_a_table_need_not_offer_match_the_dealer() -> None:
    service = bet(table(not_offered=("match-the-dealer",)))
    refused = service.refused(PlaceWager(seat=1, wager="match-the-dealer", amount=500))
    assert refused.clause.id == "common:spanish-21/match-the-dealer"
    alone = table()
    without = alone.refused(PlaceWager(seat=1, wager="match-the-dealer", amount=500))
    assert "has no Spanish 21 Wager" in without.message


def test_a_decision_that_puts_chips_up_is_offered_as_far_as_they_go() -> None:
    service = bet(shoe_ready(Service(Spanish21()).opened().seated(seat_1=1_500)))
    deal(service, "8c 9s 8d 8h")
    assert {"split", "double-down"} <= set(open_to(service))
    decisions = [act for act in service.table.legal(service.state, service.now) if act.move == "decide"]
    assert [(act.label, act.amount.high) for act in decisions if act.amount] == [
        ("Position 1: double down", 500)
    ]
    say(service, "double-down", amount=500)


@pytest.mark.clause("common:spanish-21/soft-17", "common:spanish-21/super-bonus-over-25")
def test_the_layout_check_list_shows_where_the_felt_has_what_is_wanted() -> None:
    game = Spanish21()
    shown = {line.clause.id: line.detail.split(", ") for line in layout_check(game)}
    assert shown["635a.12(a)"] == ["house-rules"]
    assert shown["common:spanish-21/match-the-dealer"] == [f"match-the-dealer-{seat}" for seat in SEATS]
    assert shown["common:spanish-21/super-bonus-over-25"] == ["sign"]
    assert game.layout.area("house-rules").inscription == (
        "Blackjack pays 3 to 2 · Insurance pays 2 to 1 · Dealer stands on all 17s · "
        "A player's 21 always wins · Surrender after two cards · Rescue after a double down"
    )
    chosen = Spanish21Submission(
        draws_to_soft_17=True, surrender=False, rescue=False, not_offered=("match-the-dealer",), batch=8
    )
    other = Spanish21(chosen)
    assert "draws to soft 17" in other.layout.area("house-rules").inscription
    assert "Rescue" not in other.layout.area("house-rules").inscription
    assert "Match" not in other.layout.area("bonus-odds").inscription
    assert "common:spanish-21/match-the-dealer" not in {line.clause.id for line in layout_check(other)}


@pytest.mark.clause("635a.10(a)#6")
def test_the_card_of_a_double_down_is_laid_crosswise_by_whoever_opens_the_table() -> None:
    service = Service(Spanish21()).opened()
    attested = {event.step: event.clause for event in service.events if isinstance(event, Attested)}
    assert attested["double-down-sideways"] == "635a.10(a)#6"
    assert attested["tens-removed"] == "665a.4(b)"
