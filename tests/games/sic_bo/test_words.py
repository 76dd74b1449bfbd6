"""What a toss came to, as the dealer sums it up, and every event in a line that could be said aloud."""

import pytest

from houseway.games.sic_bo.moves import (
    BringManualShaker,
    ClearLights,
    CorrectEntry,
    Mark,
    MarkOutOfOrder,
    RemoveDice,
    RestoreAutomatedShaker,
    SettleByHand,
)
from houseway.table.events import Event
from houseway.table.moves import CallNoMoreBets, Report
from houseway.table.roles import Role
from houseway.table.words import told
from tests.games.sic_bo.dealing import Dealing


def summed_up(sic_bo: Dealing, events: tuple[Event, ...]) -> str:
    return sic_bo.game.result_in_words(events)


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((2, 3, 5), "2-3-5: total 10, small"),
        ((5, 5, 1), "5-5-1: total 11, big"),
        ((4, 4, 4), "4-4-4: triple 4s, total 12"),
    ],
)
def test_a_toss_is_small_big_or_a_triple(dice: tuple[int, int, int], words: str) -> None:
    sic_bo = Dealing()
    sic_bo.wager("small")
    assert summed_up(sic_bo, sic_bo.show(*dice) + sic_bo.enter(*dice)) == words


def test_nothing_is_said_until_the_toss_is_settled() -> None:
    sic_bo = Dealing()
    assert summed_up(sic_bo, ()) == ""
    assert summed_up(sic_bo, sic_bo.show(1, 2, 3)) == ""


def test_a_wrong_entry_is_told_once_it_is_put_right() -> None:
    sic_bo = Dealing()
    events = sic_bo.show(1, 2, 3) + sic_bo.enter(1, 2, 4)
    assert summed_up(sic_bo, events) == ""
    events += sic_bo.make(CorrectEntry(die_1=1, die_2=2, die_3=4))
    assert summed_up(sic_bo, events) == "1-2-4: total 7, small"


@pytest.mark.parametrize(
    ("options", "irregularity", "why"),
    [
        ({}, "dice-not-flat", "the dice do not all lie flat in the shaker"),
        ({"shaker": "automated"}, "shaker-failed", "the automated shaker failed when activated"),
        ({}, "device-failed", "the electrical device that lights the combinations fails"),
    ],
)
def test_a_toss_that_does_not_count_is_told_with_its_reason(
    options: dict[str, str], irregularity: str, why: str
) -> None:
    sic_bo = Dealing(**options)
    sic_bo.wager("small")
    events = sic_bo.mix() + sic_bo.make(CallNoMoreBets(), Report(irregularity=irregularity, by=Role.DEALER))
    assert summed_up(sic_bo, events) == f"No roll: {why}; all wagers go back"


def test_a_device_that_fails_under_tossed_dice_lets_the_round_run_on() -> None:
    sic_bo = Dealing(shaker="automated")
    sic_bo.wager("small")
    events = sic_bo.mix() + sic_bo.make(Report(irregularity="device-failed", by=Role.DEALER))
    assert summed_up(sic_bo, events) == ""


def test_a_toss_settled_by_hand_is_told_as_any_other() -> None:
    sic_bo = Dealing()
    events = sic_bo.show(6, 6, 5) + sic_bo.make(
        Report(irregularity="device-failed", by=Role.DEALER), SettleByHand(witness=Role.FLOORPERSON)
    )
    assert summed_up(sic_bo, events) == "6-6-5: total 17, big"


def test_what_fails_after_the_settlement_does_not_undo_the_toss() -> None:
    sic_bo = Dealing()
    events = sic_bo.show(6, 6, 5) + sic_bo.enter(6, 6, 5)
    events += sic_bo.make(Report(irregularity="device-failed", by=Role.DEALER))
    assert summed_up(sic_bo, events) == "6-6-5: total 17, big"


def test_every_step_of_a_round_reads_as_it_is_said() -> None:
    sic_bo = Dealing()
    events = sic_bo.show(1, 2, 4) + sic_bo.enter(1, 2, 5)
    events += sic_bo.make(CorrectEntry(die_1=1, die_2=2, die_3=4), ClearLights())
    assert [told(sic_bo.game, event) for event in events] == [
        "The dealer shakes the dice 3 times",
        "No more bets",
        "The dealer shows 1-2-4: total 7, small",
        "The dealer enters 1-2-5",
        "1-2-5 was entered, but 1-2-4 was announced",
        "The floorperson puts it right to 1-2-4: 1-2-4 was announced, 1-2-5 entered",
        "1-2-4 lights Total Value 7, Two Dice Combination 1-2, Two Dice Combination 1-4, "
        "Two Dice Combination 2-4, Small, One of a Kind 1, One of a Kind 2, One of a Kind 4",
        "The dealer clears the lights",
    ]


def test_a_shaker_put_aside_reads_as_it_is_said() -> None:
    sic_bo = Dealing(shaker="automated")
    events = sic_bo.mix() + sic_bo.make(
        Report(irregularity="shaker-failed", by=Role.DEALER),
        RemoveDice(),
        MarkOutOfOrder(how=Mark.SIGN),
        BringManualShaker(),
        RestoreAutomatedShaker(),
    )
    said = [told(sic_bo.game, event) for event in events]
    assert [line for line in said if "shaker" in line.split(":")[0]] == [
        "The shaker tosses the dice",
        "The automated shaker failed when activated, called by the dealer: "
        "the round is void; return all wagers",
        "The dealer takes the dice out of the automated shaker",
        "The automated shaker is signed out of order",
        "The floorperson brings a manual shaker",
        "The floorperson takes the automated shaker back into use",
    ]


def test_the_words_of_a_toss_never_mention_another() -> None:
    sic_bo = Dealing()
    for dice in ((1, 1, 1), (2, 5, 6), (3, 3, 4)):
        events = sic_bo.show(*dice) + sic_bo.enter(*dice) + sic_bo.make(ClearLights())
        assert summed_up(sic_bo, events).startswith("-".join(map(str, dice)) + ":")
