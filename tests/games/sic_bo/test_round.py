"""A round of Sic Bo, from the first chip to the cleared lights (625a.4, 625a.5)."""

import pytest

from houseway.games.sic_bo.events import (
    CombinationsLit,
    DiceRevealed,
    DiceShaken,
    EntryCorrected,
    EntryDiffers,
    LightsCleared,
    ShakerActivated,
)
from houseway.games.sic_bo.moves import ActivateShaker, ClearLights, CorrectEntry, EnterDice, RevealDice
from houseway.games.sic_bo.round import Phase
from houseway.games.sic_bo.toss import Toss
from houseway.table.events import FELT, TRAY, Result, WagerPlaced, WagerTakenDown, rack
from houseway.table.moves import (
    CallNoMoreBets,
    Instrument,
    LeaveSeat,
    Move,
    PlaceWager,
    TakeDownWager,
    TakeSeat,
)
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from tests.games.sic_bo.dealing import Dealing, lines, names, only

REVEAL = RevealDice(die_1=1, die_2=2, die_3=3)
SHAKE = ShakeDice(times=3)


@pytest.fixture
def sic_bo() -> Dealing:
    return Dealing()


@pytest.mark.clause("625a.5(b)", "625a.5(c)", "625a.5(d)#1", "625a.5(d)#2", "625a.5(d)#3", "625a.5(f)")
def test_a_round_runs_from_the_shake_to_the_cleared_lights(sic_bo: Dealing) -> None:
    sic_bo.wager("small")
    events = sic_bo.make(SHAKE, CallNoMoreBets(), REVEAL, EnterDice(die_1=1, die_2=2, die_3=3), ClearLights())
    assert [(name, event.clause) for name, event in zip(names(events), events, strict=True)] == [
        ("DiceShaken", "625a.5(b)(1)"),
        ("NoMoreBetsCalled", "625a.5(c)"),
        ("DiceRevealed", "625a.5(d)#1"),
        ("DiceEntered", "625a.5(d)#2"),
        ("CombinationsLit", "625a.5(d)#3"),
        ("Settled", "625a.3(6)#1"),
        ("LightsCleared", "625a.5(f)"),
    ]
    assert sic_bo.phase() is Phase.BETTING
    assert (sic_bo.state.bets, sic_bo.state.lit) == ((), ())


# Mixing the dice.


@pytest.mark.clause("625a.5(b)")
def test_no_more_bets_waits_until_the_dice_are_mixed(sic_bo: Dealing) -> None:
    assert sic_bo.refused(CallNoMoreBets()).clause.id == "625a.5(b)"


@pytest.mark.clause("625a.5(b)")
def test_the_dice_are_mixed_once_a_round(sic_bo: Dealing) -> None:
    sic_bo.mix()
    assert sic_bo.refused(SHAKE).clause.id == "625a.5(b)"
    sic_bo.make(CallNoMoreBets())
    assert sic_bo.refused(SHAKE).clause.id == "625a.5(b)"


@pytest.mark.clause("625a.5(b)(1)")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_fewer_than_three_shakes_do_not_mix_the_dice(sic_bo: Dealing, times: int) -> None:
    assert sic_bo.refused(ShakeDice(times=times)).clause.id == "625a.5(b)(1)"


@pytest.mark.clause("625a.5(b)(1)")
@pytest.mark.parametrize("times", [3, 4])
def test_three_shakes_or_more_are_recorded(sic_bo: Dealing, times: int) -> None:
    shaken = only(sic_bo.make(ShakeDice(times=times)), DiceShaken)
    assert (shaken.times, shaken.clause, shaken.also) == (times, "625a.5(b)(1)", ("625a.5(b)",))
    assert sic_bo.phase() is Phase.MIXED


@pytest.mark.clause("625a.5(b)(2)")
def test_an_automated_shaker_is_activated_and_never_shaken_by_hand() -> None:
    sic_bo = Dealing(shaker="automated")
    assert sic_bo.refused(SHAKE).clause.id == "625a.5(b)(2)"
    activated = only(sic_bo.make(ActivateShaker()), ShakerActivated)
    assert (activated.clause, activated.also) == ("625a.5(b)(2)", ("625a.5(b)",))
    assert sic_bo.phase() is Phase.MIXED


@pytest.mark.clause("625a.1(d)(2)")
def test_a_table_without_an_automated_shaker_cannot_activate_one(sic_bo: Dealing) -> None:
    assert sic_bo.refused(ActivateShaker()).clause.id == "625a.1(d)(2)"


@pytest.mark.clause("625a.5(b)")
def test_an_automated_shaker_is_not_activated_in_the_middle_of_a_round() -> None:
    sic_bo = Dealing(shaker="automated")
    sic_bo.mix()
    assert sic_bo.refused(ActivateShaker()).clause.id == "625a.5(b)"
    sic_bo.make(CallNoMoreBets(), REVEAL)
    assert sic_bo.refused(ActivateShaker()).clause.id == "625a.5(b)"


# Wagers: made, raised and taken down until no more bets.


@pytest.mark.clause("625a.4(a)#1")
def test_value_chips_and_plaques_are_taken_and_nothing_else(sic_bo: Dealing) -> None:
    sic_bo.make(TakeSeat(seat=1))
    for instrument in (Instrument.VALUE_CHIPS, Instrument.PLAQUES):
        sic_bo.make(PlaceWager(seat=1, wager="big", amount=500, instrument=instrument))
    assert [bet.amount for bet in sic_bo.state.bets] == [1_000]
    other = PlaceWager(seat=1, wager="big", amount=500, instrument=Instrument.OTHER_APPROVED)
    assert sic_bo.refused(other).clause.id == "625a.4(a)#1"


@pytest.mark.clause("625a.4(a)#2")
def test_a_spoken_wager_with_cash_is_refused(sic_bo: Dealing) -> None:
    sic_bo.make(TakeSeat(seat=1))
    for role in (Role.PLAYER, Role.DEALER):
        spoken = PlaceWager(seat=1, wager="big", amount=500, instrument=Instrument.VERBAL_WITH_CASH, by=role)
        assert sic_bo.refused(spoken).clause.id == "625a.4(a)#2"


@pytest.mark.clause("625a.4(a)#1")
def test_only_a_player_or_the_dealer_for_a_player_puts_chips_down(sic_bo: Dealing) -> None:
    sic_bo.make(TakeSeat(seat=1), PlaceWager(seat=1, wager="big", amount=500, by=Role.DEALER))
    floorperson = PlaceWager(seat=1, wager="big", amount=500, by=Role.FLOORPERSON)
    assert sic_bo.refused(floorperson).clause.id == "625a.4(a)#1"


@pytest.mark.clause("625a.5(c)")
def test_wagers_are_made_raised_and_taken_down_until_no_more_bets(sic_bo: Dealing) -> None:
    sic_bo.wager("small")
    sic_bo.mix()
    raised = only(sic_bo.make(PlaceWager(seat=1, wager="small", amount=300)), WagerPlaced)
    assert (raised.amount, raised.total) == (300, 800)
    sic_bo.wager("big")
    taken = only(sic_bo.make(TakeDownWager(seat=1, wager="small")), WagerTakenDown)
    assert taken.amount == 800
    sic_bo.make(CallNoMoreBets())
    assert sic_bo.refused(PlaceWager(seat=1, wager="small", amount=500)).clause.id == "625a.5(c)"
    assert sic_bo.refused(PlaceWager(seat=1, wager="big", amount=500)).clause.id == "625a.5(c)"
    assert sic_bo.refused(TakeDownWager(seat=1, wager="big")).clause.id == "625a.5(c)"
    sic_bo.make(REVEAL)
    assert sic_bo.refused(PlaceWager(seat=1, wager="small", amount=500)).clause.id == "625a.5(c)"
    assert sic_bo.refused(TakeDownWager(seat=1, wager="big")).clause.id == "625a.5(c)"


@pytest.mark.clause("625a.4(c)")
def test_a_wager_is_settled_where_it_lies_when_the_combinations_are_lit(sic_bo: Dealing) -> None:
    sic_bo.wager("small")
    sic_bo.mix()
    sic_bo.make(TakeDownWager(seat=1, wager="small"))
    sic_bo.wager("big", amount=900)
    sic_bo.make(CallNoMoreBets(), RevealDice(die_1=6, die_2=5, die_3=4))
    (settled,) = lines(sic_bo.enter(6, 5, 4))
    assert (settled.wager, settled.stake, settled.paid) == ("big", 900, 900)
    assert "625a.4(c)" in settled.also


@pytest.mark.clause("625a.4(c)")
def test_a_player_with_wagers_on_the_layout_does_not_leave(sic_bo: Dealing) -> None:
    sic_bo.wager("small")
    assert sic_bo.refused(LeaveSeat(seat=1)).clause.id == "625a.4(c)"
    sic_bo.toss(1, 2, 3)
    sic_bo.make(LeaveSeat(seat=1))
    assert sic_bo.state.seats == ()


@pytest.mark.clause("625a.3")
def test_there_is_no_position_past_the_last(sic_bo: Dealing) -> None:
    sic_bo.make(TakeSeat(seat=10))
    assert sic_bo.refused(TakeSeat(seat=11)).clause.id == "625a.3"
    assert sic_bo.refused(TakeSeat(seat=10)).clause.id == "625a.3"


# The reveal.


@pytest.mark.clause("625a.5(c)")
def test_no_more_bets_comes_before_the_dice_are_shown(sic_bo: Dealing) -> None:
    assert sic_bo.refused(REVEAL).clause.id == "625a.5(c)"
    sic_bo.mix()
    assert sic_bo.refused(REVEAL).clause.id == "625a.5(c)"
    sic_bo.make(CallNoMoreBets())
    assert sic_bo.refused(CallNoMoreBets()).clause.id == "625a.5(c)"
    sic_bo.make(REVEAL)
    assert sic_bo.state.toss == Toss(1, 2, 3)


@pytest.mark.clause("625a.5(d)#1")
def test_the_dealer_uncovers_the_dice_once_and_announces_each(sic_bo: Dealing) -> None:
    revealed = only(sic_bo.show(6, 1, 3), DiceRevealed)
    assert (revealed.toss, revealed.by, revealed.clause) == (Toss(6, 1, 3), "dealer", "625a.5(d)#1")
    assert sic_bo.refused(REVEAL).clause.id == "625a.5(d)#1"


@pytest.mark.clause("625a.5(d)#1")
def test_only_an_automated_shaker_shows_the_dice_itself(sic_bo: Dealing) -> None:
    by_device = RevealDice(die_1=1, die_2=2, die_3=3, by=Role.DEVICE)
    automated = Dealing(shaker="automated")
    for table in (sic_bo, automated):
        table.mix()
        table.make(CallNoMoreBets())
    assert sic_bo.refused(by_device).clause.id == "625a.5(d)#1"
    assert only(automated.make(by_device), DiceRevealed).by == "device"


@pytest.mark.clause("625a.5(d)#1", "625a.5(d)#2")
@pytest.mark.parametrize("face", [0, 7])
def test_no_die_shows_a_7(sic_bo: Dealing, face: int) -> None:
    sic_bo.mix()
    sic_bo.make(CallNoMoreBets())
    assert sic_bo.refused(RevealDice(die_1=1, die_2=face, die_3=1)).clause.id == "625a.5(d)#1"
    sic_bo.make(REVEAL)
    assert sic_bo.refused(EnterDice(die_1=1, die_2=2, die_3=face)).clause.id == "625a.5(d)#2"


# Entry and lights.


@pytest.mark.clause("625a.1(b)#3", "625a.5(d)#3")
def test_the_winning_combinations_light_once_the_dice_are_entered(sic_bo: Dealing) -> None:
    sic_bo.show(1, 1, 5)
    assert sic_bo.state.lit == ()
    lit = only(sic_bo.enter(1, 1, 5), CombinationsLit)
    assert set(lit.areas) == {
        ("two-of-a-kind", "1"),
        ("total-7", ""),
        ("two-dice-combination", "1-5"),
        ("small", ""),
        ("one-of-a-kind", "1"),
        ("one-of-a-kind", "5"),
    }
    assert (lit.clause, lit.also) == ("625a.5(d)#3", ("625a.1(b)#3",))
    assert sic_bo.game.display(sic_bo.state).lit == (
        "two-of-a-kind-1",
        "total-7",
        "two-dice-combination-1-5",
        "small",
        "one-of-a-kind-1",
        "one-of-a-kind-5",
    )


@pytest.mark.clause("625a.5(d)#2")
def test_nothing_is_entered_before_it_is_announced(sic_bo: Dealing) -> None:
    enter = EnterDice(die_1=1, die_2=2, die_3=3)
    assert sic_bo.refused(enter).clause.id == "625a.5(d)#2"
    sic_bo.mix()
    sic_bo.make(CallNoMoreBets())
    assert sic_bo.refused(enter).clause.id == "625a.5(d)#2"


@pytest.mark.clause("625a.4(c)", "625a.5(d)#2")
def test_a_wrong_entry_settles_nothing_until_a_floorperson_corrects_it(sic_bo: Dealing) -> None:
    sic_bo.wager("small")
    sic_bo.show(1, 2, 3)
    wrong = sic_bo.enter(6, 2, 3)
    assert names(wrong) == ["DiceEntered", "EntryDiffers"]
    differs = only(wrong, EntryDiffers)
    assert (differs.entered, differs.announced) == (Toss(6, 2, 3), Toss(1, 2, 3))
    assert sic_bo.state.lit == ()
    assert sic_bo.phase() is Phase.MISENTERED
    assert [bet.amount for bet in sic_bo.state.bets] == [500]

    again = EnterDice(die_1=1, die_2=2, die_3=3)
    assert sic_bo.refused(again).clause.id == "625a.5(d)#2"
    by_dealer = CorrectEntry(die_1=1, die_2=2, die_3=3, by=Role.DEALER)
    assert sic_bo.refused(by_dealer).clause.id == "625a.5(d)#2"

    corrected = sic_bo.make(CorrectEntry(die_1=1, die_2=2, die_3=3))
    record = only(corrected, EntryCorrected)
    assert (record.entered, record.corrected, record.by) == (Toss(6, 2, 3), Toss(1, 2, 3), "floorperson")
    (settled,) = lines(corrected)
    assert (settled.result, settled.paid) == (Result.WIN, 500)
    assert sic_bo.phase() is Phase.LIT


@pytest.mark.clause("625a.4(c)")
def test_dice_announced_wrongly_are_settled_as_they_show_once_a_floorperson_says_so(sic_bo: Dealing) -> None:
    sic_bo.wager("total-4")
    sic_bo.show(1, 1, 3)
    sic_bo.enter(1, 1, 2)
    corrected = sic_bo.make(CorrectEntry(die_1=1, die_2=1, die_3=2))
    record = only(corrected, EntryCorrected)
    assert (record.announced, record.entered, record.corrected) == (
        Toss(1, 1, 3),
        Toss(1, 1, 2),
        Toss(1, 1, 2),
    )
    (settled,) = lines(corrected)
    assert (settled.result, settled.paid) == (Result.WIN, 25_000)


@pytest.mark.clause("625a.5(d)#2")
def test_there_is_nothing_to_correct_in_a_right_entry(sic_bo: Dealing) -> None:
    correct = CorrectEntry(die_1=1, die_2=2, die_3=3)
    sic_bo.show(1, 2, 3)
    assert sic_bo.refused(correct).clause.id == "625a.5(d)#2"
    sic_bo.enter(1, 2, 3)
    assert sic_bo.refused(correct).clause.id == "625a.5(d)#2"


# Settlement.


@pytest.mark.clause("625a.5(e)#1", "625a.5(e)#2", "625a.4(c)")
def test_all_losers_are_collected_before_any_winner_is_paid(sic_bo: Dealing) -> None:
    sic_bo.wager("small", seat=3)
    sic_bo.wager("one-of-a-kind", "1", seat=2, amount=1_000)
    sic_bo.wager("big", seat=2)
    sic_bo.wager("two-of-a-kind", "1", seat=1)
    sic_bo.wager("total-17", seat=1)
    settled = sic_bo.toss(1, 1, 6)
    assert [(line.seat, line.wager, line.result, line.paid) for line in settled] == [
        (1, "total-17", Result.LOSE, 0),
        (2, "big", Result.LOSE, 0),
        (1, "two-of-a-kind", Result.WIN, 4_000),
        (2, "one-of-a-kind", Result.WIN, 2_000),
        (3, "small", Result.WIN, 500),
    ]
    assert {line.order for line in settled} == {"625a.5(e)#1"}
    assert [line.also for line in settled if line.result is Result.WIN] == [("625a.4(c)", "625a.5(e)#2")] * 3


@pytest.mark.clause("625a.5(e)#1")
def test_a_losers_chips_go_to_the_tray_and_a_winners_come_back_with_the_payment(sic_bo: Dealing) -> None:
    sic_bo.wager("small", seat=1)
    sic_bo.wager("big", seat=2)
    moved = [
        (transfer.source, transfer.target, transfer.cents)
        for line in sic_bo.toss(1, 2, 3)
        for transfer in line.transfers()
    ]
    assert moved == [(FELT, TRAY, 500), (FELT, rack(1), 500), (TRAY, rack(1), 500)]


@pytest.mark.clause("625a.5(e)#3")
def test_a_manual_shaker_stays_uncovered_until_all_winners_are_paid(sic_bo: Dealing) -> None:
    sic_bo.show(1, 2, 3)
    assert sic_bo.refused(SHAKE).clause.id == "625a.5(e)#3"
    sic_bo.enter(6, 2, 3)
    assert sic_bo.refused(SHAKE).clause.id == "625a.5(e)#3"
    sic_bo.make(CorrectEntry(die_1=1, die_2=2, die_3=3))
    cleared = only(sic_bo.make(ClearLights()), LightsCleared)
    assert cleared.also == ("625a.5(e)#3",)


@pytest.mark.clause("625a.5(f)")
def test_the_lights_are_cleared_before_the_next_round(sic_bo: Dealing) -> None:
    sic_bo.wager("small")
    assert sic_bo.refused(ClearLights()).clause.id == "625a.5(f)"
    sic_bo.show(1, 2, 3)
    assert sic_bo.refused(ClearLights()).clause.id == "625a.5(f)"
    sic_bo.enter(1, 2, 3)
    assert sic_bo.refused(SHAKE).clause.id == "625a.5(f)"
    assert sic_bo.refused(PlaceWager(seat=1, wager="small", amount=500)).clause.id == "625a.5(f)"
    sic_bo.make(ClearLights())
    assert sic_bo.state.lit == ()
    sic_bo.wager("small")
    sic_bo.mix()


@pytest.mark.clause("625a.5(f)")
def test_an_automated_shaker_has_no_cover_to_keep_off() -> None:
    sic_bo = Dealing(shaker="automated")
    sic_bo.toss(1, 2, 3)
    assert only(sic_bo.make(ClearLights()), LightsCleared).also == ()


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        pytest.param(move, clause, marks=pytest.mark.clause(clause), id=type(move).__name__)
        for move, clause in [
            (ShakeDice(times=3, by=Role.PLAYER), "625a.5(b)(1)"),
            (ActivateShaker(by=Role.PLAYER), "625a.5(b)(2)"),
            (CallNoMoreBets(by=Role.PLAYER), "625a.5(c)"),
            (RevealDice(die_1=1, die_2=2, die_3=3, by=Role.PLAYER), "625a.5(d)#1"),
            (EnterDice(die_1=1, die_2=2, die_3=3, by=Role.PLAYER), "625a.5(d)#2"),
            (ClearLights(by=Role.PLAYER), "625a.5(f)"),
        ]
    ],
)
def test_a_player_does_none_of_the_dealers_work(sic_bo: Dealing, move: Move, clause: str) -> None:
    refusal = sic_bo.refused(move)
    assert refusal.clause.id == clause
    assert "player" in refusal.message
