"""Co-banking (621a.9(e), (r)): bank and house stand behind half of the winning wagers each."""

from typing import Any

import pytest

from houseway.games.pai_gow.bank import dealer_wager_due
from houseway.games.pai_gow.events import (
    CentreSettled,
    CentreToppedUp,
    CoBankRequested,
    DealerHandsReset,
    DealerHandsSet,
    HandsRevealed,
    SurplusPaid,
    TilesTurned,
)
from houseway.games.pai_gow.moves import (
    DirectDealerWager,
    ReleaseBank,
    RequestCoBank,
    RevealHands,
    SetDealerHands,
    SetHands,
    StakeDealerWager,
    Surrender,
    TurnDealerTiles,
)
from houseway.games.pai_gow.round import Phase
from houseway.law import RuleViolation
from houseway.table.events import VigorishCollected
from houseway.table.moves import CallNoMoreBets
from houseway.table.roles import Role
from houseway.table.start import StacksCollected
from tests.games.pai_gow.dealing import (
    DEALER,
    LOSER_1,
    LOSER_2,
    TIE,
    WEAK,
    WINNER_1,
    WINNER_2,
    WINNER_3,
    Dealing,
    at_second_round,
    cites,
    lines,
    moved,
    names,
    only,
)


def co_banked(*others: int, bank: int = 2, amount: int = 1_000, **options: Any) -> Dealing:
    """A second round that a player co-banks, with wagers of these others."""
    dealing = at_second_round(*sorted({bank, *others}), amount=amount, **options).banked_by(bank)
    dealing.make(RequestCoBank(seat=bank))
    for seat in others:
        dealing.bet(seat, amount)
    return dealing


def at_showdown(hands: dict[int, str], **options: Any) -> Dealing:
    """A round co-banked by position 2, everyone's hands set and the co-bank's shown."""
    dealing = co_banked(*(seat for seat in hands if seat != 2), **options)
    dealing.dealt(hands)
    dealing.to_showdown()
    return dealing


@pytest.mark.clause("621a.9(e)#1", "621a.9(e)#3", "621a.9(e)#4")
def test_the_bank_asks_expressly_where_the_submission_offers_it() -> None:
    without = at_second_round(1, 2, co_bank=False).banked_by(1)
    assert without.refused(RequestCoBank(seat=1)) == "621a.9(e)#1"
    dealing = at_second_round(1, 2)
    assert dealing.refused(RequestCoBank(seat=1)) == "621a.9(e)#3"
    dealing.banked_by(1)
    assert dealing.state.bank is not None
    assert not dealing.state.bank.co, "nobody co-banks without asking"
    assert dealing.refused(RequestCoBank(seat=2)) == "621a.9(e)#3"
    assert dealing.refused(RequestCoBank(seat=1, by=Role.DEALER)) == "621a.9(e)#3"
    asked = only(dealing.make(RequestCoBank(seat=1)), CoBankRequested)
    assert cites(asked) == {"621a.9(e)#1", "621a.9(e)#2", "621a.9(e)#3", "621a.9(e)#4"}
    assert dealing.refused(RequestCoBank(seat=1)) == "621a.9(e)#3"
    assert dealing.game.display(dealing.state).markers == {"co-bank-marker": "position-1"}


@pytest.mark.clause("621a.9(e)#2")
@pytest.mark.parametrize("seat", range(1, 7))
def test_co_banking_is_open_to_every_player(seat: int) -> None:
    dealing = at_second_round(1, 2, 3, 4, 5, 6).banked_by(seat)
    assert [act.fields["seat"] for act in dealing.lawful("request-co-bank")] == [(seat,)]
    dealing.make(RequestCoBank(seat=seat))
    assert dealing.state.bank is not None
    assert dealing.state.bank.co


@pytest.mark.clause("621a.9(e)#6", "621a.9(h)#5")
def test_the_dealer_draws_no_chips_in_a_co_banked_round() -> None:
    dealing = co_banked(1).stacks()
    assert dealing.refused(StakeDealerWager()) == "621a.9(e)#6"
    assert dealing.refused(DirectDealerWager(amount=500)) == "621a.9(e)#6"
    assert dealer_wager_due(dealing.game.submission, dealing.state) == 0
    assert not dealing.lawful("stake-dealer-wager") + dealing.lawful("direct-dealer-wager")
    dealing.make(CallNoMoreBets())


@pytest.mark.clause("621a.9(e)#3", "621a.9(e)#6")
def test_a_bank_that_asks_late_has_the_dealers_wager_taken_back() -> None:
    dealing = at_second_round(1, 2).banked_by(1).bet(2).stacks()
    dealing.make(StakeDealerWager())
    assert dealing.lawful("request-co-bank")
    events = dealing.make(RequestCoBank(seat=1))
    assert names(events) == ["CoBankRequested", "DealerWagerReturned"]
    assert events[-1].clause == "621a.9(e)#6"
    assert moved(events) == {"dealer wager": -1_000, "tray": 1_000}
    assert dealing.state.dealer_stake == 0
    dealing.make(CallNoMoreBets())
    assert dealing.refused(RequestCoBank(seat=1)) == "621a.9(e)#3"


@pytest.mark.clause("621a.9(c)#1")
def test_a_co_bank_that_nobody_wagers_against_is_released() -> None:
    dealing = co_banked().stacks()
    assert dealing.refused(CallNoMoreBets()) == "621a.5(c)#1"
    dealing.make(ReleaseBank(seat=2))
    dealing.bet(2).make(CallNoMoreBets())


@pytest.mark.clause("621a.9(d)(2)")
@pytest.mark.parametrize(("cover", "needs"), [(100, 1_000), (50, 500)])
def test_a_co_bank_covers_all_wagers_or_half_of_them_as_filed(cover: int, needs: int) -> None:
    dealing = co_banked(1, co_bank_cover=cover)
    assert dealing.game.means.to_cover(dealing.state) == needs
    assert dealing.game.means.to_cover(dealing.state, 1_000) == 2 * needs
    dealing.stacks().closed()
    assert dealing.game.means.to_cover(dealing.state) == needs
    dealing.game.means.check(dealing.state, lambda seat: needs, CallNoMoreBets())
    with pytest.raises(RuleViolation, match="would have to cover"):
        dealing.game.means.check(dealing.state, lambda seat: needs - 25, CallNoMoreBets())


@pytest.mark.clause("621a.9(d)(2)")
def test_who_may_still_ask_to_co_bank_covers_no_more_until_the_dealer_wagers_or_betting_closes() -> None:
    dealing = at_second_round(1, 2, co_bank_cover=50).bet(1)
    assert dealing.game.means.to_cover(dealing.state) == 500, "enough to take the bank"
    dealing.banked_by(2).stacks()
    assert dealing.game.means.to_cover(dealing.state) == 500
    calls = dealing.lawful("call-no-more-bets")
    assert not calls
    dealing.make(DirectDealerWager(amount=0))
    (call,) = dealing.lawful("call-no-more-bets")
    assert list(dealing.game.means.within(dealing.game, dealing.state, call, lambda seat: 999)) == []
    assert list(dealing.game.means.within(dealing.game, dealing.state, call, lambda seat: 1_000)) == [call]
    dealing.make(CallNoMoreBets())
    assert dealing.game.means.to_cover(dealing.state) == 1_000
    staked = at_second_round(1, 2, co_bank_cover=50).bet(1).banked_by(2).stacks()
    staked.make(StakeDealerWager())
    assert staked.game.means.to_cover(staked.state) == 2_000
    without = at_second_round(1, 2, co_bank=False, co_bank_cover=50).bet(1)
    assert without.game.means.to_cover(without.state) == 1_000


@pytest.mark.clause("621a.9(e)#5", "621a.10(f)")
def test_the_dealer_sets_the_co_banks_hand_the_house_way() -> None:
    dealing = co_banked(1)
    swept = only(dealing.dealt({2: DEALER, 1: WINNER_2}), StacksCollected)
    assert swept.seats == (0, 3, 4, 5, 6), "the dealer plays no hand of the own"
    assert dealing.refused(SetHands(seat=2, low=("1-6", "2-4"))) == "621a.8(a)#1"
    assert dealing.refused(TurnDealerTiles()) == "621a.9(e)#5"
    dealing.all_set()
    turned = only(dealing.make(TurnDealerTiles()), TilesTurned)
    assert (turned.seat, turned.clause) == (2, "621a.9(e)#5")
    wrong = next(
        move for move in dealing.lawful("set-dealer-hands")[0].fields["low"] if sorted(move) == ["1-6", "4-5"]
    )
    events = dealing.make(SetDealerHands(low=wrong))
    assert only(events, DealerHandsReset).seat == 2
    placed = only(events, DealerHandsSet)
    assert (placed.seat, sorted(placed.high)) == (2, ["4-5", "4-6"])
    assert "621a.9(e)#5" in cites(placed)
    assert dealing.phase is Phase.SHOWDOWN, "there is no bank's hand left to expose"


@pytest.mark.clause("621a.9(r)#1", "621a.9(r)#2", "621a.9(r)#3", "621a.9(a)#2")
def test_players_are_compared_with_the_co_bank_and_losers_go_to_the_centre() -> None:
    dealing = at_showdown({2: WEAK, 1: LOSER_1, 4: TIE, 5: WINNER_1})
    assert dealing.refused(RevealHands(seat=4)) == "621a.9(r)#1"
    events = dealing.reveal(1)
    assert cites(only(events, CentreSettled)) >= {"621a.8(g)#1", "621a.9(r)#3"}
    assert {"621a.9(r)#1", "621a.9(r)#2"} <= cites(only(events, HandsRevealed))
    assert moved(events) == {"felt": -1_000, "centre": 1_000}
    assert moved(dealing.reveal(4)) == {"felt": -1_000, "patron:4": 1_000}
    assert lines(dealing.reveal(5))[-1] == (5, "win", 1_000, "621a.8(i)")


@pytest.mark.clause("621a.9(r)#4", "621a.9(r)#5", "621a.9(r)#6", "621a.9(r)#7", "621a.9(q)")
def test_a_shortfall_comes_half_from_the_co_bank_and_half_from_the_inventory() -> None:
    dealing = at_showdown({2: WEAK, 1: WINNER_1, 3: LOSER_1, 4: WINNER_2, 6: WINNER_3})
    events = dealing.reveal()
    filled = only(events, CentreToppedUp)
    assert (filled.seat, filled.amount, filled.house) == (2, 1_000, 1_000)
    assert cites(filled) == {"621a.9(r)#5", "621a.9(r)#6"}
    paid = [event for event in events if isinstance(event, CentreSettled) and event.result == "win"]
    assert [event.seat for event in paid] == [1, 4, 6]
    assert "621a.9(r)#4" in cites(paid[0])
    assert "621a.9(r)#7" in cites(paid[2])
    assert events.index(paid[0]) < events.index(filled) < events.index(paid[1])
    assert moved(events) == {
        "felt": -4_000,
        "patron:1": 1_950,
        "patron:4": 1_950,
        "patron:6": 1_950,
        "patron:2": -1_000,
        "tray": -1_000 + 150,
    }
    charges = [event for event in events if isinstance(event, VigorishCollected)]
    assert {event.clause for event in charges} == {"621a.9(q)"}


@pytest.mark.clause("621a.9(r)#8", "621a.9(r)#9", "621a.9(r)#10")
def test_a_surplus_goes_half_to_the_inventory_and_half_less_vigorish_to_the_co_bank() -> None:
    dealing = at_showdown({2: WEAK, 1: LOSER_1, 3: LOSER_2})
    events = dealing.reveal()
    surplus = only(events, SurplusPaid)
    assert (surplus.surplus, surplus.house, surplus.vigorish, surplus.paid) == (2_000, 1_000, 50, 950)
    assert cites(surplus) == {"621a.9(r)#8", "621a.9(r)#9", "621a.9(r)#10"}
    assert moved(events) == {"felt": -2_000, "patron:2": 950, "tray": 1_050}
    assert names(events)[-2:] == ["SurplusPaid", "RoundOver"]


# Twenty-nine quarters, which make no two equal halves.
ODD = {
    "amount": 725,
    "vigorish_rounding": "quarter-up",
    "limits": {"minimum": 500, "maximum": 50_000, "increment": 25},
}


@pytest.mark.clause("621a.9(r)#8", "621a.9(r)#9", "621a.9(r)#10")
@pytest.mark.parametrize(("bears", "share", "house"), [("house", 375, 350), ("co-bank", 350, 375)])
def test_the_odd_chip_of_a_surplus_is_borne_as_filed(bears: str, share: int, house: int) -> None:
    dealing = at_showdown({2: WEAK, 1: LOSER_1}, odd_chip=bears, **ODD)
    surplus = only(dealing.reveal(), SurplusPaid)
    assert (surplus.house, surplus.vigorish, surplus.paid) == (house, 25, share - 25)


@pytest.mark.clause("621a.9(r)#5", "621a.9(r)#6")
@pytest.mark.parametrize(("bears", "share", "house"), [("house", 350, 375), ("co-bank", 375, 350)])
def test_the_odd_chip_of_a_shortfall_is_borne_as_filed(bears: str, share: int, house: int) -> None:
    dealing = at_showdown({2: WEAK, 1: WINNER_1}, odd_chip=bears, **ODD)
    filled = only(dealing.reveal(), CentreToppedUp)
    assert (filled.amount, filled.house) == (share, house)


@pytest.mark.clause("621a.8(k)#3", "621a.9(r)#9")
def test_a_vigorish_rounded_up_takes_no_more_than_the_surplus() -> None:
    nickels: dict[str, Any] = {"smallest_chip": 5, "vigorish_rounding": "quarter-up"}
    limits = {"minimum": 500, "maximum": 50_000, "increment": 5}
    dealing = at_second_round(1, 2, 3, limits=limits, **nickels).banked_by(2).bet(1, 1_000).bet(3, 1_010)
    dealing.make(RequestCoBank(seat=2))
    dealing.dealt({2: WEAK, 1: WINNER_1, 3: LOSER_1})
    dealing.to_showdown()
    surplus = only(dealing.reveal(), SurplusPaid)
    assert (surplus.surplus, surplus.house, surplus.vigorish, surplus.paid) == (10, 5, 5, 0)


@pytest.mark.clause("621a.8(e)#3")
def test_a_wager_surrendered_in_a_co_banked_round_is_shared() -> None:
    dealing = at_showdown({2: WEAK, 1: LOSER_1})
    events = dealing.make(Surrender(seat=1))
    assert only(events, SurplusPaid).house == 500
    assert dealing.phase is Phase.BETTING
