"""Which alternative the operator follows (603a.13(f)), and from when there is a third."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.custody.orders import ChooseAlternative, DrawDice, TellSurveillance
from houseway.backoffice.custody.piece import Alternative, Whereabouts
from houseway.equipment.dice import DiceGame
from tests.backoffice.custody.crew import (
    AUDITOR,
    BOX,
    DEALER,
    DIRECTOR,
    EYE,
    FLOOR,
    KEYS,
    ONE,
    PIT,
    THREE,
    TWO,
    Crew,
    inspection_1,
    placing,
    utc,
)

CRAPS = DiceGame.CRAPS
# 603a.13 as the 2013 rulemaking amends it is dated as chapter 661a.
NEW_TEXT = date(2014, 2, 1)


@pytest.mark.clause("603a.13(f)")
def test_nothing_is_drawn_before_the_operator_has_chosen() -> None:
    crew = Crew(chosen=None)
    crew.receive("K1", CRAPS)
    draw = DrawDice(serials=("K1",), alternative=ONE, game=CRAPS)
    assert crew.refused(draw, *KEYS) == "603a.13(f)"
    order = ChooseAlternative(alternative=ONE, since=crew.day)
    assert crew.refused(order, PIT, AUDITOR) == "603a.13(f)"
    assert crew.refused(order, DIRECTOR, FLOOR) == "603a.20(r)(2)#2"
    crew.do(order, DIRECTOR, AUDITOR)
    crew.do(draw, *KEYS)


@pytest.mark.clause("603a.13(f)")
@pytest.mark.parametrize("chosen", [ONE, TWO, THREE])
def test_the_operator_follows_one_alternative_and_no_other(chosen: Alternative) -> None:
    crew = Crew(chosen)
    crew.receive("K1", CRAPS)
    for other in (ONE, TWO, THREE):
        if other is not chosen:
            draw = DrawDice(serials=("K1",), alternative=other, game=CRAPS)
            assert crew.refused(draw, *KEYS) in {"603a.13(f)", "603a.13(f)(3)(v)"}


@pytest.mark.clause("603a.13(f)")
def test_there_is_no_alternative_3_before_the_text_of_2013() -> None:
    crew = Crew(TWO, at=utc(2014, 1, 10, 17))
    early = ChooseAlternative(alternative=THREE, since=NEW_TEXT - timedelta(days=1))
    assert crew.refused(early, DIRECTOR, AUDITOR) == "603a.13(f)"
    crew.choose(THREE, since=NEW_TEXT)
    crew.receive("K1", CRAPS)
    # Until that day the old choice holds.
    tell = TellSurveillance(serials=("K1",), game=CRAPS)
    assert crew.refused(tell, FLOOR, EYE) == "603a.13(f)"
    crew.forward(days=30)
    crew.do(tell, FLOOR, EYE)


@pytest.mark.clause("603a.13(f)")
def test_a_choice_is_not_backdated() -> None:
    crew = Crew(ONE)
    order = ChooseAlternative(alternative=TWO, since=crew.day - timedelta(days=1))
    assert crew.refused(order, DIRECTOR, AUDITOR) == "603a.13(f)"


@pytest.mark.clause("603a.13(f)", "603a.13(f)(1)(ii)#3")
def test_before_the_text_of_2013_no_alternative_names_three_dice_football() -> None:
    crew = Crew(ONE, at=utc(2013, 6, 1, 17))
    crew.receive("K1", DiceGame.THREE_DICE_FOOTBALL)
    draw = DrawDice(serials=("K1",), alternative=ONE, game=DiceGame.THREE_DICE_FOOTBALL)
    assert crew.refused(draw, *KEYS) == "603a.13(f)(1)(i)#1"
    crew.in_use_1("S1", DiceGame.SIC_BO)
    crew.forward(days=245)
    crew.do(draw, *KEYS)
    crew.to_pit("K1", ONE)
    crew.issue("K1", ONE)
    crew.do(inspection_1("K1", DiceGame.THREE_DICE_FOOTBALL), FLOOR, DEALER)


def test_a_set_finishes_the_way_that_it_began() -> None:
    crew = Crew(ONE)
    crew.inspected_1("K1", CRAPS)
    crew.choose(THREE)
    crew.keep_instruments(THREE)
    crew.do(placing("K1", CRAPS, ONE), BOX, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE
    crew.receive("K2", CRAPS)
    assert crew.next_orders("K2") == {"tell-surveillance"}


@pytest.mark.clause("603a.13(f)")
@pytest.mark.parametrize("number", [4, 7])
def test_football_packets_are_of_six_or_of_the_printed_five(number: int) -> None:
    crew = Crew(chosen=None)
    order = ChooseAlternative(alternative=TWO, since=crew.day, football_dice_per_seal=number)
    assert crew.refused(order, DIRECTOR, AUDITOR) == "603a.13(f)(2)(v)(A)#1"


def test_the_last_choice_for_a_day_holds() -> None:
    crew = Crew(ONE)
    crew.choose(TWO)
    crew.receive("K1", CRAPS)
    crew.draw("K1", TWO)
    assert crew.piece("K1").alternative is TWO
