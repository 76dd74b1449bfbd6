"""How the wagers of Double Attack Blackjack are decided and paid (665a.7(m)-(o), 665a.12)."""

import pytest

from houseway.equipment.cards import cards
from houseway.games.double_attack_blackjack.wagers import CATALOGUE, DealersCards, Outcome
from houseway.table.wagers import Verdict


def bust_it(told: str) -> Verdict:
    return CATALOGUE["bust-it"].decide(DealersCards(*cards(told.split())), "")


@pytest.mark.clause(
    "665a.7(m)(2)(i)#1", "665a.7(m)(2)(i)#2", "665a.7(m)(2)(ii)", "665a.7(m)(1)", "665a.12(c)"
)
@pytest.mark.parametrize(
    ("told", "odds"),
    [
        ("Kc 6d 6h", "15 to 1"),
        ("8c 7d 7h", "10 to 1"),
        ("7c 8d 8h", "8 to 1"),
        ("Kc 3d 9h", "6 to 1"),
        ("Kc 2d Kh", "3 to 1"),
        ("Kc 2d Qh", "3 to 1"),
        ("9c 3d Jh", "3 to 1"),
        ("8c 8c 8c", "200 to 1"),
        ("8c 8s 8c", "50 to 1"),
        ("8d 8h 8h", "50 to 1"),
        ("8d 8c 8h", "8 to 1"),
    ],
)
def test_bust_it_is_paid_by_the_third_card_or_by_three_eights_alike(told: str, odds: str) -> None:
    verdict = bust_it(told)
    assert verdict.line is not None
    assert str(verdict.line.odds) == odds


@pytest.mark.parametrize(
    ("told", "clause"),
    [
        ("Kc 7d", "665a.7(m)(1)"),
        ("Ac 6d", "665a.7(m)(1)"),
        ("Ac Kd", "665a.7(m)(1)"),
        ("Kc 5d 6h", "665a.7(m)(2)(ii)"),
        ("Ac 5d Kh", "665a.7(m)(2)(ii)"),
    ],
)
def test_bust_it_loses_on_seventeen_or_on_three_cards_of_21_or_less(told: str, clause: str) -> None:
    assert bust_it(told).clause.id == clause


@pytest.mark.clause("665a.7(o)(1)", "665a.7(o)(1)(i)", "665a.7(o)(1)(i)(A)", "665a.7(o)(1)(ii)", "665a.12(a)")
@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        (Outcome(player=12, dealer=22), "i)(A"),
        (Outcome(player=20, dealer=19), "i)(B"),
        (Outcome(player=21, dealer=21, blackjack=True), "i)(C"),
        (Outcome(player=21, dealer=21, dealer_blackjack=True), "ii)(A"),
        (Outcome(player=22, dealer=22), "ii)(B"),
        (Outcome(player=22, dealer=20), "ii)(B"),
        (Outcome(player=18, dealer=19), "ii)(C"),
        (Outcome(player=19, dealer=19), "iii"),
        (Outcome(player=21, dealer=21, blackjack=True, dealer_blackjack=True), "iii"),
    ],
)
def test_a_bet_wins_loses_or_ties_by_its_paragraph(facts: Outcome, clause: str) -> None:
    verdict = CATALOGUE["bet"].decide(facts, "")
    assert verdict.clause.id == f"665a.7(o)(1)({clause})"
    assert (str(verdict.line.odds) if verdict.line else "") == ("1 to 1" if clause.startswith("i)") else "")
