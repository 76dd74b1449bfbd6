"""A player's bank (621a.9(a)-(q)): offered, taken, covered, cut, shaken, settled from the centre."""

from typing import Any

import msgspec
import pytest

from houseway.games.pai_gow.dealing import method
from houseway.games.pai_gow.delivery import Delivery
from houseway.games.pai_gow.events import (
    BankAccepted,
    BankExposed,
    BankOffered,
    BankReleased,
    CentreSettled,
    CentreToppedUp,
    DealerHandsReset,
    DealerWagerDecided,
    DealerWagerPaid,
    DealerWagerReturned,
    DealerWagerStaked,
    DeliveryChosen,
    DiceShaken,
    HandsRelabelled,
    HandsRevealed,
    SurplusPaid,
    TilesCut,
    TilesDelivered,
)
from houseway.games.pai_gow.moves import (
    AcceptBank,
    BringTiles,
    ChooseDelivery,
    CutTiles,
    DeliverTiles,
    DirectDealerWager,
    End,
    ExposeBank,
    MixTiles,
    OfferBank,
    PassBank,
    RejectTiles,
    ReleaseBank,
    RemoveTiles,
    RevealHands,
    SetHands,
    StakeDealerWager,
    Surrender,
    TurnDealerTiles,
)
from houseway.games.pai_gow.round import Condition, Phase
from houseway.games.pai_gow.submission import StartMethod
from houseway.law import RuleViolation
from houseway.money import dollars
from houseway.table.card_play import PlayArea
from houseway.table.chip_steps import BuyIn
from houseway.table.events import NoMoreBetsCalled, SeatLeft, VigorishCollected
from houseway.table.moves import CallNoMoreBets, LeaveSeat, Move, PlaceWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.routine import chance_due, moves_of, routine_move
from houseway.table.rules import Lawful
from houseway.table.start import (
    CoverShaker,
    DiceUncovered,
    ShakeDice,
    ShakerCovered,
    StacksCollected,
    StartFixed,
    UncoverDice,
)
from houseway.table.wagers import Range
from tests.games.pai_gow.dealing import (
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
    dice_of,
    in_service,
    lines,
    moved,
    names,
    only,
    stacked,
)
from tests.service import Service

GENERATOR = StartMethod.RANDOM_NUMBER_GENERATOR


def banked(*others: int, bank: int = 2, amount: int = 1_000, **options: Any) -> Dealing:
    """A second round that a player banks, with wagers of these others."""
    dealing = at_second_round(*sorted({bank, *others}), amount=amount, **options).banked_by(bank)
    for seat in others:
        dealing.bet(seat, amount)
    return dealing


def at_showdown(hands: dict[int, str], *, dealer_wager: int | None = 0, **options: Any) -> Dealing:
    """A round banked by position 2, everyone's hands set and the bank's shown; the dealer wagers what is said."""
    others = tuple(seat for seat in hands if seat not in (0, 2))
    dealing = banked(*others, **options)
    if dealer_wager is not None:
        dealing.make(DirectDealerWager(amount=dealer_wager))
    dealing.dealt(hands)
    dealing.to_showdown()
    return dealing


# Offering the bank (621a.9(a)-(d)).


@pytest.mark.clause("621a.9(a)#1")
def test_players_bank_only_where_the_submission_says_so() -> None:
    dealing = at_second_round(1, 2, player_bank=False, co_bank=False)
    assert dealing.refused(OfferBank(seat=1)) == "621a.9(a)#1"
    assert dealing.offers_due() == ()
    dealing.bet(1).stacks()
    dealing.make(CallNoMoreBets())


@pytest.mark.clause("621a.9(b)#1")
def test_the_first_round_of_a_game_is_banked_by_the_house() -> None:
    dealing = Dealing(player_bank=True).bet(1)
    assert dealing.refused(OfferBank(seat=1)) == "621a.9(b)#1"
    dealing.whole_round()
    dealing.make(MixTiles(times=8), OfferBank(seat=1), AcceptBank(seat=1))


@pytest.mark.clause("621a.9(b)#1")
def test_a_new_set_of_tiles_or_an_idle_table_starts_the_game_anew() -> None:
    dealing = at_second_round(1, 2)
    dealing.make(RemoveTiles())
    assert dealing.refused(OfferBank(seat=1)) == "621a.9(b)#1"
    dealing.make(BringTiles(serial="T-2"))
    assert dealing.refused(OfferBank(seat=1)) == "621a.9(b)#1"
    idle = at_second_round(1)
    idle.make(LeaveSeat(seat=1), TakeSeat(seat=1))
    assert idle.refused(OfferBank(seat=1)) == "621a.9(b)#1"


@pytest.mark.clause("621a.9(b)#1")
@pytest.mark.parametrize("gone", [RemoveTiles(), RejectTiles(reason="scratched")])
def test_an_offer_of_the_bank_does_not_outlast_the_set_of_tiles(gone: Move) -> None:
    dealing = at_second_round(1, 2)
    dealing.make(OfferBank(seat=1), PassBank(seat=1), OfferBank(seat=2), gone)
    assert (dealing.state.offered, dealing.state.passed) == (0, ())
    assert dealing.refused(AcceptBank(seat=2)) == "621a.9(c)#1"


@pytest.mark.clause("621a.9(b)#1")
def test_nobody_takes_the_bank_at_the_start_of_a_game() -> None:
    dealing = at_second_round(1, 2)
    dealing.make(OfferBank(seat=1))
    past = msgspec.structs.replace(dealing.state.past, at_start=True)
    dealing.state = msgspec.structs.replace(dealing.state, past=past)
    assert dealing.refused(AcceptBank(seat=1)) == "621a.9(b)#1"
    assert not dealing.lawful("accept-bank")


def test_mixing_between_rounds_starts_no_new_game() -> None:
    dealing = at_second_round(1)
    assert not dealing.state.past.at_start
    assert dealing.offers_due() == (1,)


@pytest.mark.clause("621a.9(c)#1", "621a.9(c)#2", "621a.9(c)#3")
def test_the_bank_is_offered_from_the_far_right_until_somebody_takes_it() -> None:
    dealing = at_second_round(2, 4, 5)
    for seat in (4, 5, 1):
        assert dealing.refused(OfferBank(seat=seat)) == "621a.9(c)#2"
    assert dealing.refused(OfferBank(seat=2, by=Role.PLAYER)) == "621a.9(c)#2"
    offered = only(dealing.make(OfferBank(seat=2)), BankOffered)
    assert cites(offered) == {"621a.9(c)#1", "621a.9(c)#2"}
    assert dealing.refused(OfferBank(seat=4)) == "621a.9(c)#1"
    assert dealing.refused(PassBank(seat=4)) == "621a.9(c)#1"
    assert dealing.refused(PassBank(seat=2, by=Role.DEALER)) == "621a.9(c)#1"
    dealing.make(PassBank(seat=2), OfferBank(seat=4))
    accepted = only(dealing.make(AcceptBank(seat=4)), BankAccepted)
    assert {"621a.9(c)#1", "621a.9(c)#3", "621a.9(d)", "621a.9(d)(1)", "621a.9(d)(2)"} == cites(accepted)
    assert dealing.refused(OfferBank(seat=5)) == "621a.9(c)#2"
    assert dealing.game.display(dealing.state).markers == {"bank-marker": "position-4"}


@pytest.mark.clause("621a.9(c)#1", "621a.9(c)#2")
def test_betting_is_not_closed_before_every_player_was_offered_the_bank() -> None:
    dealing = at_second_round(1, 3).bet(1).stacks()
    assert dealing.refused(CallNoMoreBets()) == "621a.9(c)#2"
    dealing.make(OfferBank(seat=1))
    assert dealing.refused(CallNoMoreBets()) == "621a.9(c)#1"
    dealing.make(PassBank(seat=1), OfferBank(seat=3), PassBank(seat=3), CallNoMoreBets())


@pytest.mark.clause("621a.9(c)#6")
def test_if_nobody_takes_the_bank_the_round_is_the_houses() -> None:
    dealing = at_second_round(1).bet(1)
    dealing.make(OfferBank(seat=1), PassBank(seat=1))
    dealing.stacks({0: WEAK, 1: WINNER_1})
    assert "621a.9(c)#6" in cites(only(dealing.closed(), NoMoreBetsCalled))
    dealing.started()
    dealing.make(DeliverTiles(hands=8), CoverShaker())
    dealing.to_showdown()
    events = dealing.reveal()
    assert lines(events) == [(1, "win", 1_000, "621a.8(i)")]
    assert moved(events)["tray"] == 50 - 1_000


@pytest.mark.clause("621a.9(c)#6")
def test_only_a_round_that_nobody_banks_falls_to_the_house() -> None:
    def cited_at_the_call(dealing: Dealing) -> bool:
        dealing.stacks()
        return "621a.9(c)#6" in cites(only(dealing.closed(), NoMoreBetsCalled))

    assert not cited_at_the_call(banked(1, bank=2)), "position 1 passed, and 2 banks"
    assert not cited_at_the_call(Dealing(player_bank=True).bet(1)), "the first round is the house's anyway"
    assert not cited_at_the_call(at_second_round(1, player_bank=False, co_bank=False).bet(1))
    alone = banked(bank=2)
    alone.whole_round()
    assert alone.offers_due() == ()
    assert cited_at_the_call(alone.bet(2)), "nobody is left who could be asked"


@pytest.mark.clause("621a.9(c)#5")
def test_a_seat_that_its_bank_has_left_is_anybodys() -> None:
    dealing = banked(1, bank=2)
    dealing.whole_round()
    assert dealing.state.past.last_bank == 2
    dealing.make(LeaveSeat(seat=2), TakeSeat(seat=2))
    assert 2 in dealing.offers_due()


@pytest.mark.clause("621a.9(c)#4", "621a.9(c)#5")
def test_after_a_bank_the_player_at_its_right_is_asked_first_and_the_bank_not_at_all() -> None:
    dealing = banked(1, 4, 5, bank=1 + 1)
    dealing.whole_round()
    dealing.make(MixTiles(times=8))
    assert dealing.refused(OfferBank(seat=2)) == "621a.9(c)#5"
    assert dealing.offers_due() == (4, 5, 1)
    assert only(dealing.make(OfferBank(seat=4)), BankOffered).clause == "621a.9(c)#4"
    dealing.make(PassBank(seat=4), OfferBank(seat=5), AcceptBank(seat=5))
    dealing.bet(2)
    dealing.whole_round()
    dealing.make(MixTiles(times=8))
    assert dealing.offers_due() == (1, 2, 4), "past the dealer, without the last bank"


@pytest.mark.clause("621a.9(c)#4")
def test_an_operator_may_rotate_only_after_the_first_asked_accepts() -> None:
    later = banked(1, 4, bank=2, bank_rotation="only-after-first-accepts")
    later.whole_round()
    assert later.offers_due() == (1, 4)
    first = banked(2, 4, bank=1, bank_rotation="only-after-first-accepts")
    first.whole_round()
    assert first.offers_due() == (2, 4)
    first = banked(2, 4, bank=1)
    first.whole_round()
    assert first.state.past.after == 1


@pytest.mark.clause("621a.9(c)#5")
def test_a_player_may_bank_again_after_another_round() -> None:
    dealing = banked(1, bank=2)
    dealing.whole_round()
    dealing.make(MixTiles(times=8), OfferBank(seat=1), PassBank(seat=1))
    dealing.bet(2)
    dealing.whole_round()
    dealing.make(
        MixTiles(times=8), OfferBank(seat=1), PassBank(seat=1), OfferBank(seat=2), AcceptBank(seat=2)
    )


@pytest.mark.clause("621a.9(d)", "621a.9(d)(1)")
def test_a_bank_wagered_in_the_last_round_that_the_house_banked() -> None:
    dealing = at_second_round(1).seat(3)
    dealing.make(OfferBank(seat=1), PassBank(seat=1), OfferBank(seat=3))
    assert dealing.refused(AcceptBank(seat=3)) == "621a.9(d)(1)"
    assert not dealing.lawful("accept-bank")
    dealing.make(PassBank(seat=3))


@pytest.mark.clause("621a.9(d)(1)")
def test_rounds_banked_by_a_player_do_not_change_who_may_bank() -> None:
    dealing = banked(1, bank=2).seat(5)
    dealing.bet(5)
    dealing.whole_round()
    dealing.make(MixTiles(times=8), OfferBank(seat=5))
    assert dealing.refused(AcceptBank(seat=5)) == "621a.9(d)(1)"
    dealing.make(PassBank(seat=5), OfferBank(seat=1), AcceptBank(seat=1))


def test_who_takes_a_seat_has_not_wagered_there_before() -> None:
    dealing = at_second_round(1, 2)
    dealing.make(LeaveSeat(seat=1), TakeSeat(seat=1), OfferBank(seat=1))
    assert dealing.refused(AcceptBank(seat=1)) == "621a.9(d)(1)"


@pytest.mark.clause("621a.9(d)(2)")
def test_a_bank_covers_all_wagers_of_the_other_players() -> None:
    service = second_round_in_service()
    service.do(wager(3, 50_000), OfferBank(seat=1))
    short = service.state.chips["patron:1"] - 50_000
    service.do(wager(4, short // 500 * 500 + 500))
    assert service.refused(AcceptBank(seat=1)).clause.id == "621a.9(d)(2)"
    assert not offered(service, "accept-bank")
    service.do(BuyIn(seat=1, amount=500), AcceptBank(seat=1))
    assert service.refused(wager(4, 500)).clause.id == "621a.9(d)(2)"
    assert not offered(service, "place-wager")
    service.do(BuyIn(seat=1, amount=1_200))
    covers = service.state.chips["patron:1"] - 50_000 - short // 500 * 500 - 500
    assert covers // 500 * 500 == 1_500
    assert {act.amount.high for act in offered(service, "place-wager") if act.amount} == {1_500}
    assert service.refused(wager(4, 2_000)).clause.id == "621a.9(d)(2)"
    service.do(wager(4, 1_500))


def wager(seat: int, amount: int = 1_000) -> PlaceWager:
    """A Pai Gow Wager."""
    return PlaceWager(seat=seat, wager="pai-gow", amount=amount)


def offered(service: Service, move: str) -> list[Lawful]:
    """The lawful moves of a name at a table in service."""
    return [act for act in service.table.legal(service.state, service.now) if act.move == move]


def second_round_in_service(**options: Any) -> Service:
    """A table in service after its first round, with three players of whom two wagered in it."""
    service = in_service(player_bank=True, limits={"minimum": 500, "maximum": 100_000}, **options)
    service.do(wager(1), wager(3), stacked({}))
    game = service.table.game
    while service.state.play.condition is not Condition.USED:
        state = service.state.play
        sets = next((act for act in game.legal(state) if act.move == "set-hands"), None)
        act = sets or chance_due(game, state)
        move = next(moves_of(game, act)) if act else routine_move(game, state)
        assert move is not None
        service.do(move)
    service.do(MixTiles(times=8), TakeSeat(seat=4), BuyIn(seat=4, amount=100_000))
    return service


@pytest.mark.clause("621a.9(f)")
def test_a_bank_has_one_area_and_makes_no_wager() -> None:
    dealing = at_second_round(2, 5, adjacent_areas=2)
    dealing.make(PlayArea(seat=2, area=3), PlayArea(seat=5, area=6), OfferBank(seat=2))
    dealing.bet(3)
    assert dealing.refused(AcceptBank(seat=2)) == "621a.9(f)"
    dealing.make(dealing.first("take-down-wager"))
    left = only(dealing.make(AcceptBank(seat=2)), SeatLeft)
    assert (left.seat, left.clause) == (3, "621a.9(f)")
    assert dealing.state.seats == (2, 5, 6)
    assert dealing.state.areas == ((6, 5),)
    assert dealing.refused(PlaceWager(seat=2, wager="pai-gow", amount=1_000)) == "621a.9(f)"
    assert dealing.refused(PlayArea(seat=2, area=3)) == "621a.9(f)"
    assert [act.fields["seat"] for act in dealing.lawful("place-wager")] == [(5, 6)]


def test_a_bank_who_leaves_before_the_deal_is_bank_no_more() -> None:
    dealing = banked(1, bank=2).stacks()
    dealing.make(StakeDealerWager())
    events = dealing.make(LeaveSeat(seat=2))
    assert only(events, BankReleased).seat == 2
    assert only(events, DealerWagerReturned).amount == 1_000
    assert moved(events) == {"dealer wager": -1_000, "tray": 1_000}
    assert dealing.state.bank is None
    dealing.make(CallNoMoreBets())


@pytest.mark.clause("621a.9(c)#1")
def test_a_bank_may_give_up_before_no_more_bets_and_has_passed() -> None:
    dealing = banked(1, 4, bank=2).stacks()
    dealing.make(StakeDealerWager())
    (act,) = dealing.lawful("release-bank")
    assert (act.fields, act.by) == ({"seat": (2,)}, (Role.PLAYER, Role.DEALER))
    assert dealing.refused(ReleaseBank(seat=1)) == "621a.9(c)#1"
    assert dealing.refused(ReleaseBank(seat=2, by=Role.FLOORPERSON)) == "621a.9(d)(2)"
    events = dealing.make(ReleaseBank(seat=2))
    released = only(events, BankReleased)
    assert (released.seat, released.reason, released.clause) == (2, "the player gives it up", "621a.9(c)#1")
    assert moved(events) == {"dealer wager": -1_000, "tray": 1_000}
    assert dealing.refused(CallNoMoreBets()) == "621a.9(c)#2"
    assert dealing.refused(OfferBank(seat=2)) == "621a.9(c)#2", "who gave up is not asked again"
    dealing.make(OfferBank(seat=4), PassBank(seat=4), CallNoMoreBets())
    assert dealing.refused(ReleaseBank(seat=2)) == "621a.9(c)#1"
    late = banked(1, bank=2)
    late.dealt()
    assert late.refused(ReleaseBank(seat=2)) == "621a.9(c)#1"
    assert not late.lawful("release-bank")


@pytest.mark.clause("621a.9(d)", "621a.9(d)(2)")
def test_the_dealer_releases_a_bank_whose_chips_are_not_confirmed() -> None:
    dealing = banked(1, bank=2)
    released = only(dealing.make(ReleaseBank(seat=2, by=Role.DEALER)), BankReleased)
    assert released.clause == "621a.9(d)(2)"
    assert released.reason == "the dealer cannot confirm the chips for it"
    assert dealing.state.bank is None
    dealing.stacks().make(CallNoMoreBets())


@pytest.mark.clause("621a.5(b)#2")
def test_a_bank_stays_until_the_round_is_over() -> None:
    dealing = banked(1, bank=2)
    dealing.dealt()
    assert dealing.refused(LeaveSeat(seat=2)) == "621a.5(b)#2"


# The cut (621a.9(g)).


@pytest.mark.clause("621a.9(g)#1", "621a.9(g)#2", "621a.9(g)#3")
def test_the_bank_may_have_the_stacks_cut_once() -> None:
    cut = CutTiles(first=2, count=3, to=End.LEFT)
    house = Dealing(player_bank=True).bet(1).stacks()
    assert house.refused(cut) == "621a.9(g)#2"
    dealing = banked(1, bank=2)
    assert dealing.refused(cut) == "621a.4(d)#4"
    dealing.stacks()
    assert dealing.refused(CutTiles(first=2, count=3, to=End.LEFT, by=Role.FLOORPERSON)) == "621a.9(g)#3"
    assert {"621a.9(g)#1", "621a.9(g)#3", "621a.9(g)(1)"} == cites(only(dealing.make(cut), TilesCut))
    assert dealing.refused(cut) == "621a.9(g)#1"
    assert not dealing.lawful("cut-tiles")
    uncut = banked(1, bank=2).stacks()
    before = uncut.state.stacks
    uncut.make(StakeDealerWager())
    assert uncut.refused(cut) == "621a.9(g)#1"
    uncut.make(CallNoMoreBets())
    assert uncut.refused(cut) == "621a.9(g)#2"
    assert uncut.state.stacks == before


@pytest.mark.clause("621a.9(g)(1)", "621a.9(g)(2)")
@pytest.mark.parametrize(
    ("first", "count", "to", "opposite", "after"),
    [
        (3, 2, "left", 0, "34125678"),
        (3, 2, "right", 0, "12567834"),
        (1, 1, "right", 0, "23456781"),
        (3, 2, "left", 1, "31256784"),
        (3, 2, "right", 1, "41256783"),
        (2, 4, "left", 3, "21678345"),
        (2, 7, "left", 0, "23456781"),
    ],
)
def test_stacks_are_cut_to_one_end_or_to_both(
    first: int, count: int, to: str, opposite: int, after: str
) -> None:
    dealing = banked(1, bank=2).stacks()
    stacks = dealing.state.stacks
    event = only(dealing.make(CutTiles(first=first, count=count, to=End(to), opposite=opposite)), TilesCut)
    assert ("621a.9(g)(2)" in cites(event)) is bool(opposite)
    assert dealing.state.stacks == tuple(stacks[int(number) - 1] for number in after)


@pytest.mark.clause("621a.9(g)(1)", "621a.9(g)(2)")
def test_only_neighbouring_stacks_within_the_row_are_cut() -> None:
    dealing = banked(1, bank=2).stacks()
    assert dealing.refused(CutTiles(first=7, count=3, to=End.LEFT)) == "621a.9(g)(1)"
    assert dealing.refused(CutTiles(first=1, count=8, to=End.LEFT)) == "621a.9(g)(1)"
    assert dealing.refused(CutTiles(first=3, count=2, to=End.LEFT, opposite=2)) == "621a.9(g)(2)"
    for act in dealing.lawful("cut-tiles"):
        (count,) = act.fields["count"]
        last = act.fields["first"][-1]
        dealing.game.apply(
            dealing.state,
            CutTiles(first=last, count=count, to=End.RIGHT, opposite=act.fields["opposite"][-1]),
        )


# The dealer's wager (621a.9(h)).


@pytest.mark.clause("621a.9(h)#1", "621a.9(h)#3")
def test_the_dealer_wagers_the_banks_last_wager_or_the_filed_amount() -> None:
    dealing = banked(1, bank=2, amount=1_500)
    assert dealing.refused(StakeDealerWager()) == "621a.4(d)#4"
    dealing.stacks()
    assert dealing.refused(CallNoMoreBets()) == "621a.9(h)#1"
    assert dealing.refused(StakeDealerWager(by=Role.PLAYER)) == "621a.9(h)#1"
    events = dealing.make(StakeDealerWager())
    assert cites(only(events, DealerWagerStaked)) == {"621a.9(h)#1", "621a.9(h)#3"}
    assert moved(events) == {"tray": -1_500, "dealer wager": 1_500}
    assert dealing.refused(StakeDealerWager()) == "621a.9(h)#1"
    dealing.make(CallNoMoreBets())
    filed = banked(1, bank=2, dealer_wager=7_700).stacks()
    assert only(filed.make(StakeDealerWager()), DealerWagerStaked).amount == 7_700
    assert Dealing().bet(1).stacks().refused(StakeDealerWager()) == "621a.9(h)#1"


@pytest.mark.clause("621a.9(h)#2")
def test_the_bank_may_direct_a_smaller_dealer_wager_or_none() -> None:
    dealing = banked(1, bank=2)
    for amount in (-25, 1_025, 30):
        assert dealing.refused(DirectDealerWager(amount=amount)) == "621a.9(h)#2"
    assert dealing.refused(DirectDealerWager(amount=500, by=Role.FLOORPERSON)) == "621a.9(h)#2"
    dealing.make(DirectDealerWager(amount=525), DirectDealerWager(amount=500))
    dealing.stacks()
    assert dealing.refused(CallNoMoreBets()) == "621a.9(h)#1"
    assert only(dealing.make(StakeDealerWager()), DealerWagerStaked).amount == 500
    none = banked(1, bank=2).stacks()
    none.make(DirectDealerWager(amount=0))
    assert none.refused(StakeDealerWager()) == "621a.9(h)#2"
    none.make(CallNoMoreBets())


@pytest.mark.clause("621a.9(h)#2")
def test_the_bank_may_lower_the_dealers_wager_after_it_was_staked() -> None:
    dealing = banked(1, bank=2).stacks()
    dealing.make(StakeDealerWager())
    for amount in (1_000, 1_025, -25, 30):
        assert dealing.refused(DirectDealerWager(amount=amount)) == "621a.9(h)#2"
    (act,) = dealing.lawful("direct-dealer-wager")
    assert act.amount == Range(0, 975, 25)
    events = dealing.make(DirectDealerWager(amount=400))
    assert only(events, DealerWagerReturned).clause == "621a.9(h)#2"
    assert moved(events) == {"dealer wager": -600, "tray": 600}
    assert dealing.state.dealer_stake == 400
    assert dealing.refused(StakeDealerWager()) == "621a.9(h)#1"
    assert moved(dealing.make(DirectDealerWager(amount=0))) == {"dealer wager": -400, "tray": 400}
    assert dealing.refused(StakeDealerWager()) == "621a.9(h)#2"
    dealing.make(CallNoMoreBets())
    assert dealing.refused(DirectDealerWager(amount=0)) == "621a.9(h)#1"


@pytest.mark.clause("621a.9(d)(2)", "621a.9(h)#1")
def test_the_dealers_wager_is_capped_at_what_the_bank_has_left() -> None:
    service = second_round_in_service(dealer_wager=50_000)
    service.do(OfferBank(seat=1), AcceptBank(seat=1), wager(4, 50_000), wager(3, 20_000), stacked({}))
    left = service.state.chips["patron:1"] - 70_000
    refusal = service.refused(StakeDealerWager())
    assert refusal.clause.id == "621a.9(h)#1"
    assert dollars(left) in refusal.message
    assert service.refused(StakeDealerWager(amount=left + 25)).clause.id == "621a.9(h)#1"
    (act,) = offered(service, "stake-dealer-wager")
    assert act.fields == {"amount": (left,)}
    assert service.refused(StakeDealerWager(amount=left - 25)).clause.id == "621a.9(h)#1"
    events = service.do(StakeDealerWager(amount=left))
    assert only(events, DealerWagerStaked).amount == left
    assert service.refused(wager(3, 500)).clause.id == "621a.9(h)#1"
    service.do(CallNoMoreBets())


@pytest.mark.clause("621a.9(h)#1")
def test_what_the_bank_covers_of_the_dealers_wager_is_made_in_chips() -> None:
    dealing = banked(1, bank=2).stacks()
    for amount in (-25, 30, 1_025):
        assert dealing.refused(StakeDealerWager(amount=amount)) == "621a.9(h)#1"
    (act,) = dealing.lawful("stake-dealer-wager")

    def within(has: int) -> list[dict[str, Any]]:
        """What is listed where the bank has these chips."""
        return [
            narrowed.fields
            for narrowed in dealing.game.means.within(dealing.game, dealing.state, act, lambda _: has)
        ]

    assert within(1_000) == within(1_024) == []
    assert within(1_026) == [{"amount": (25,)}]
    assert within(1_999) == [{"amount": (975,)}]
    assert within(2_000) == [{"amount": (0,)}], "all that is due"
    assert only(dealing.make(StakeDealerWager(amount=25)), DealerWagerStaked).amount == 25
    dealing.make(CallNoMoreBets())


def test_a_bank_may_be_played_by_the_dealer_alone() -> None:
    dealing = banked(bank=2).stacks({2: WEAK, 0: WINNER_1})
    dealing.make(DirectDealerWager(amount=0))
    assert dealing.refused(CallNoMoreBets()) == "621a.5(c)#1"
    dealing.make(DirectDealerWager(amount=1_000))
    dealing.dealt()
    events = dealing.to_showdown()
    assert only(events, DealerWagerPaid).paid == 1_000
    assert moved(events) == {"dealer wager": -1_000, "tray": 2_000, "patron:2": -1_000}
    assert dealing.phase is Phase.BETTING


# The deal (621a.9(i)-(m)).


@pytest.mark.clause("621a.9(i)#1", "621a.9(i)#2", "621a.9(i)#3", "621a.9(i)#4")
def test_the_bank_chooses_the_style_after_no_more_bets_and_then_shakes() -> None:
    dealing = banked(1, bank=2, delivery_styles=["chee-yee"]).stacks()
    chee_yee = ChooseDelivery(style=Delivery.CHEE_YEE, by=Role.PLAYER)
    assert dealing.refused(chee_yee) == "621a.9(i)#1"
    dealing.closed()
    assert dealing.refused(ChooseDelivery(style=Delivery.JUNG_QUAT, by=Role.PLAYER)) == "621a.7(a)"
    assert {"621a.9(i)#1", "621a.7(a)(5)#1"} == cites(only(dealing.make(chee_yee), DeliveryChosen))
    assert dealing.refused(ShakeDice(times=3)) == "621a.9(i)#3"
    assert dealing.refused(ShakeDice(times=2, by=Role.PLAYER)) == "621a.9(i)#4"
    shaken = only(dealing.make(ShakeDice(times=3, by=Role.PLAYER)), DiceShaken)
    assert {"621a.9(i)#3", "621a.9(i)#4"} <= cites(shaken)
    ordinary = ChooseDelivery(style=Delivery.HOUSE_WAY_FROM_RIGHT, by=Role.PLAYER)
    assert dealing.refused(ordinary) == "621a.9(i)#3"


@pytest.mark.clause("621a.9(i)#2", "621a.9(k)#1")
def test_without_a_choice_the_stacks_go_from_the_right() -> None:
    dealing = banked(1, bank=2, delivery_styles=["chee-yee"])
    dealing.dealt(style=Delivery.CHEE_YEE)
    dealing.to_showdown()
    dealing.reveal()
    dealing.make(MixTiles(times=8), OfferBank(seat=1), AcceptBank(seat=1))
    dealing.bet(2)
    events = dealing.dealt()
    served = next(event for event in events if isinstance(event, TilesDelivered))
    assert served.taken == ((7, 0), (7, 1), (7, 2), (7, 3))
    assert {"621a.9(i)#2", "621a.9(k)#1"} <= cites(served)


@pytest.mark.clause("621a.9(i)#5", "621a.9(i)#6", "621a.9(j)")
@pytest.mark.parametrize(
    ("bank", "total", "place"), [(2, 3, 4), (2, 9, 2), (6, 3, 0), (6, 10, 7), (1, 18, 2), (4, 4, 7)]
)
def test_the_dealer_uncovers_and_counts_from_the_bank(bank: int, total: int, place: int) -> None:
    dealing = banked(3, bank=bank).stacks()
    dealing.closed()
    assert dealing.refused(dice_of(total)) == "621a.9(i)#3"
    dealing.make(ShakeDice(times=3, by=Role.PLAYER))
    assert dealing.refused(UncoverDice(die_1=1, die_2=1, die_3=1, by=Role.PLAYER)) == "621a.9(i)#5"
    events = dealing.make(dice_of(total))
    uncovered = only(events, DiceUncovered)
    assert uncovered.total == total
    assert {"621a.9(i)#5", "621a.9(i)#6"} <= cites(uncovered)
    assert (only(events, StartFixed).seat, only(events, StartFixed).clause) == (place, "621a.9(j)")


def test_a_generator_serves_in_banked_rounds_only_if_filed_for_them() -> None:
    methods = [GENERATOR, "shaker"]
    shaker = banked(1, bank=2, start_methods=methods).stacks()
    assert method(shaker.game.submission, shaker.state) is StartMethod.SHAKER
    generator = banked(1, bank=2, start_methods=methods, generator_in_banked_rounds=True).stacks()
    generator.closed()
    assert generator.lawful("show-number")
    assert only(generator.started(3), StartFixed).seat == 4
    generator.make(DeliverTiles(hands=8))
    assert generator.phase is Phase.SETTING


@pytest.mark.clause("621a.9(k)#1", "621a.9(k)#2", "621a.9(k)#3", "621a.9(h)#4")
def test_all_places_are_served_counterclockwise_the_dealers_wager_on_its_stack() -> None:
    dealing = banked(1, bank=5)
    events = dealing.dealt(total=5)
    served = [event for event in events if isinstance(event, TilesDelivered)]
    assert [event.seat for event in served] == [1, 2, 3, 4, 5, 6, 7, 0]
    assert {"621a.9(k)#1", "621a.9(k)#2"} <= cites(served[0])
    assert {"621a.9(k)#3", "621a.9(h)#4"} <= cites(served[-1])
    assert dealing.game.display(dealing.state).markers == {"bank-marker": "position-5"}


@pytest.mark.clause("621a.9(i)#5", "621a.9(k)#1", "621a.9(m)#1", "621a.9(n)#1")
def test_what_is_listed_in_a_banked_round_names_the_clauses_of_its_events() -> None:
    dealing = banked(1, bank=2, delivery_styles=["chee-yee"]).stacks()
    dealing.closed()

    def clause_of(move: str) -> str:
        (act,) = dealing.lawful(move)
        assert isinstance(act, Lawful)
        return act.clause

    assert clause_of("choose-delivery") == "621a.9(i)#1"
    dealing.make(ShakeDice(times=3, by=Role.PLAYER))
    assert clause_of("uncover-dice") == "621a.9(i)#5"
    dealing.make(dice_of(9))
    assert clause_of("deliver-tiles") == "621a.9(k)#1"
    dealing.make(DeliverTiles(hands=8))
    assert clause_of("cover-shaker") == "621a.9(m)#1"
    dealing.make(CoverShaker())
    dealing.all_set()
    assert clause_of("turn-dealer-tiles") == "621a.9(n)#1"


@pytest.mark.clause("621a.9(l)#1", "621a.9(l)#2")
def test_the_bank_keeps_its_stack_and_the_dealer_only_with_a_wager() -> None:
    wagered = banked(1, bank=2)
    swept = only(wagered.dealt(), StacksCollected)
    assert swept.seats == (3, 4, 5, 6)
    assert cites(swept) == {"621a.9(l)#1", "621a.9(l)#2"}
    assert {hand.seat for hand in wagered.state.hands} == {0, 1, 2, 7}
    without = banked(1, bank=2)
    without.make(DirectDealerWager(amount=0))
    assert only(without.dealt(), StacksCollected).seats == (0, 3, 4, 5, 6)
    assert without.state.hand(2)
    assert without.state.hand(0) == ()


@pytest.mark.clause("621a.9(m)#1", "621a.9(m)#2")
def test_the_shaker_is_covered_again_in_a_banked_round_too() -> None:
    events = banked(1, bank=2).dealt()
    assert cites(only(events, ShakerCovered)) == {"621a.9(m)#1", "621a.9(m)#2"}


# The showdown (621a.9(n)-(q)).


@pytest.mark.clause("621a.9(n)#1", "621a.9(a)#3")
def test_the_dealer_sets_after_all_players_and_the_house_way() -> None:
    dealing = banked(1, bank=2)
    dealing.dealt({0: "4-5 4-6 1-6 2-4"})
    dealing.make(dealing.first("set-hands"))
    assert dealing.refused(TurnDealerTiles()) == "621a.9(n)#1"
    dealing.all_set()
    assert dealing.refused(ExposeBank()) == "621a.9(n)#2"
    events = dealing.dealer_sets("4-5 1-6")
    assert only(events, DealerHandsReset).clause == "621a.10(f)"
    assert "621a.9(a)#3" in cites(events[-1])
    assert dealing.phase is Phase.EXPOSING_BANK


@pytest.mark.clause("621a.9(n)#1")
def test_without_a_dealers_wager_the_bank_is_exposed_at_once() -> None:
    dealing = banked(1, bank=2)
    dealing.make(DirectDealerWager(amount=0))
    dealing.dealt()
    dealing.all_set()
    assert dealing.phase is Phase.EXPOSING_BANK
    assert dealing.refused(TurnDealerTiles()) == "621a.9(n)#1"
    dealing.make(ExposeBank())


@pytest.mark.clause("621a.9(n)#2", "621a.9(n)#4", "621a.9(n)#5")
@pytest.mark.parametrize(
    ("dealers", "result", "clause", "moves"),
    [
        (WINNER_1, "win", "621a.9(n)#3", {}),
        (TIE, "push", "621a.9(n)#4", {"dealer wager": -1_000, "tray": 1_000}),
        (LOSER_1, "lose", "621a.9(n)#5", {"dealer wager": -1_000, "centre": 1_000}),
    ],
)
def test_the_dealers_wager_is_decided_first(
    dealers: str, result: str, clause: str, moves: dict[str, int]
) -> None:
    dealing = banked(1, bank=2)
    dealing.dealt({0: dealers, 2: WEAK, 1: WINNER_2})
    dealing.all_set()
    dealing.dealer_sets()
    assert dealing.refused(RevealHands(seat=1)) == "621a.9(o)#1"
    events = dealing.make(ExposeBank())
    assert only(events, BankExposed).seat == 2
    decided = only(events, DealerWagerDecided)
    assert (decided.result, decided.stake, decided.clause) == (result, 1_000, clause)
    assert moved(events) == moves
    assert dealing.phase is Phase.SHOWDOWN


@pytest.mark.clause("621a.9(n)#3")
def test_a_dealer_who_wins_keeps_the_wager_on_the_tiles_until_it_is_paid() -> None:
    dealing = banked(1, bank=2)
    dealing.dealt({0: WINNER_1, 2: WEAK, 1: WINNER_2})
    dealing.all_set()
    dealing.dealer_sets()
    decided = only(dealing.make(ExposeBank()), DealerWagerDecided)
    assert cites(decided) >= {"621a.9(n)#3"}
    assert decided.transfers() == ()


@pytest.mark.clause("621a.9(c)#1")
def test_nobody_passes_a_bank_that_is_offered_to_nobody() -> None:
    dealing = at_second_round(1, 3)
    assert dealing.refused(PassBank(seat=0)) == "621a.9(c)#1"
    assert dealing.refused(AcceptBank(seat=0)) == "621a.9(c)#1"


@pytest.mark.clause("621a.9(o)#1", "621a.9(o)#2", "621a.9(o)#3", "621a.9(a)#2")
def test_players_are_compared_with_the_bank_and_losers_go_to_the_centre_at_once() -> None:
    dealing = at_showdown({2: WEAK, 1: LOSER_1, 4: WINNER_1, 5: TIE, 6: LOSER_2})
    assert dealing.refused(RevealHands(seat=4)) == "621a.9(o)#1"
    events = dealing.reveal(1)
    assert lines(events) == [(1, "lose", 0, "621a.8(g)#1")]
    assert cites(only(events, CentreSettled)) >= {"621a.8(g)#1", "621a.9(o)#3"}
    assert {"621a.9(o)#1", "621a.9(o)#2"} <= cites(only(events, HandsRevealed))
    assert moved(events) == {"felt": -1_000, "centre": 1_000}
    events = dealing.reveal(4)
    assert names(events) == ["HandsRevealed"], "winners wait until all losers are collected"
    assert only(events, HandsRevealed).announced == "wins"
    events = dealing.reveal(5)
    assert lines(events) == [(5, "push", 0, "621a.8(h)(1)#1")]
    assert moved(events) == {"felt": -1_000, "patron:5": 1_000}
    events = dealing.reveal(6)
    assert names(events) == [
        "HandsRevealed",
        "CentreSettled",
        "HandCollected",
        "CentreSettled",
        "VigorishCollected",
        "HandCollected",
        "SurplusPaid",
        "RoundOver",
    ]


@pytest.mark.clause("621a.9(o)#4", "621a.9(o)#5", "621a.9(o)#6", "621a.9(q)", "621a.9(p)")
def test_winners_are_paid_from_the_centre_which_the_bank_fills_up_the_dealer_last() -> None:
    hands = {0: TIE, 2: WEAK, 1: WINNER_1, 3: LOSER_1, 4: WINNER_2, 6: WINNER_3}
    dealing = at_showdown(hands, dealer_wager=None)
    events = dealing.reveal()
    paid = [event for event in events if isinstance(event, CentreSettled) and event.result == "win"]
    assert [(event.seat, event.paid) for event in paid] == [(1, 1_000), (4, 1_000), (6, 1_000)]
    assert "621a.9(o)#4" in cites(paid[0])
    assert "621a.9(o)#6" in cites(paid[1])
    filled = only(events, CentreToppedUp)
    assert (filled.seat, filled.amount, filled.house, filled.clause) == (2, 2_000, 0, "621a.9(o)#5")
    assert events.index(paid[0]) < events.index(filled) < events.index(paid[1])
    charges = [event for event in events if isinstance(event, VigorishCollected)]
    assert [(event.seat, event.amount) for event in charges] == [(1, 50), (4, 50), (6, 50)]
    assert all(event.clause == "621a.9(q)" for event in charges)
    assert moved(events) == {
        "felt": -4_000,
        "patron:1": 1_950,
        "patron:4": 1_950,
        "patron:6": 1_950,
        "patron:2": -2_000,
        "tray": 150,
    }


@pytest.mark.clause("621a.9(o)#4", "621a.9(o)#5", "621a.9(p)")
def test_a_dealers_win_is_paid_last_and_goes_to_the_inventory_without_vigorish() -> None:
    hands = {0: WINNER_1, 2: WEAK, 1: WINNER_2, 3: LOSER_1}
    dealing = at_showdown(hands, dealer_wager=None)
    events = dealing.reveal()
    order = [name for name in names(events) if name.startswith(("Centre", "Dealer", "Surplus"))]
    assert order == ["CentreSettled", "CentreSettled", "CentreToppedUp", "DealerWagerPaid"]
    dealer = only(events, DealerWagerPaid)
    assert (dealer.stake, dealer.paid) == (1_000, 1_000)
    assert {"621a.9(p)", "621a.9(o)#4"} == cites(dealer)
    assert only(events, CentreToppedUp).amount == 1_000
    assert moved(events) == {
        "felt": -2_000,
        "dealer wager": -1_000,
        "patron:1": 1_950,
        "patron:2": -1_000,
        "tray": 2_000 + 50,
    }


@pytest.mark.clause("621a.9(o)#4", "621a.9(p)")
def test_a_centre_that_is_just_enough_is_not_filled_up() -> None:
    dealing = at_showdown({0: WINNER_1, 2: WEAK, 1: LOSER_1}, dealer_wager=None)
    events = dealing.reveal()
    assert [name for name in names(events) if name.startswith(("Centre", "Dealer", "Surplus"))] == [
        "CentreSettled",
        "DealerWagerPaid",
    ]
    assert moved(events) == {"felt": -1_000, "dealer wager": -1_000, "tray": 2_000}
    assert dealing.state.bets == ()


@pytest.mark.clause("621a.9(o)#5", "621a.9(p)")
def test_what_the_centre_lacks_of_the_dealers_win_and_no_more_comes_from_the_bank() -> None:
    dealing = banked(bank=2).bet(1, 500)
    dealing.dealt({0: WINNER_1, 2: WEAK, 1: LOSER_1})
    dealing.to_showdown()
    events = dealing.reveal()
    order = [name for name in names(events) if name.startswith(("Centre", "Dealer", "Surplus"))]
    assert order == ["CentreSettled", "CentreToppedUp", "DealerWagerPaid"]
    assert only(events, CentreToppedUp).amount == 500
    assert only(events, DealerWagerPaid).paid == 1_000
    assert moved(events) == {"felt": -500, "dealer wager": -1_000, "patron:2": -500, "tray": 2_000}


@pytest.mark.clause("621a.9(o)#5", "621a.9(o)#6", "621a.9(p)")
def test_the_bank_fills_the_centre_up_once_for_players_and_dealer_together() -> None:
    dealing = at_showdown({0: WINNER_1, 2: WEAK, 1: WINNER_2}, dealer_wager=None)
    events = dealing.reveal()
    order = [name for name in names(events) if name.startswith(("Centre", "Dealer", "Surplus"))]
    assert order == ["CentreToppedUp", "CentreSettled", "DealerWagerPaid"]
    assert only(events, CentreToppedUp).amount == 2_000
    assert moved(events)["patron:2"] == -2_000


@pytest.mark.clause("621a.9(o)#8", "621a.9(p)")
def test_what_is_left_after_the_dealers_win_is_the_banks() -> None:
    dealing = banked(bank=2).bet(1, 1_500)
    dealing.dealt({0: WINNER_1, 2: WEAK, 1: LOSER_1})
    dealing.to_showdown()
    events = dealing.reveal()
    assert not [event for event in events if isinstance(event, CentreToppedUp)]
    assert only(events, SurplusPaid).surplus == 500
    assert moved(events)["patron:2"] == 475


@pytest.mark.clause("621a.9(d)(2)", "621a.9(h)#1")
def test_a_bank_short_of_chips_is_told_by_what_it_lacks() -> None:
    dealing = banked(1, bank=2).stacks()
    dealing.make(StakeDealerWager())

    def refused_with(chips: int) -> str:
        """The clause by which the bank is refused where it has these chips, if it is."""
        try:
            dealing.game.means.check(dealing.state, lambda seat: chips, CallNoMoreBets())
        except RuleViolation as refusal:
            return refusal.clause.id
        return ""

    assert refused_with(2_000) == ""
    assert refused_with(1_975) == "621a.9(h)#1", "the wagers are covered, the dealer's is not"
    assert refused_with(1_000) == "621a.9(h)#1"
    assert refused_with(975) == "621a.9(d)(2)", "nor are the wagers"


@pytest.mark.clause("621a.9(h)#2")
def test_the_bank_directs_any_amount_up_to_what_the_dealer_would_wager() -> None:
    for amount in (0, 25, 1_000):
        dealing = banked(1, bank=2)
        dealing.make(DirectDealerWager(amount=amount))
        assert dealing.state.bank is not None
        assert dealing.state.bank.directed == amount
    staked = banked(1, bank=2).stacks()
    staked.make(StakeDealerWager(), DirectDealerWager(amount=975))
    assert staked.state.dealer_stake == 975


@pytest.mark.clause("621a.9(o)#7", "621a.9(o)#8")
def test_a_surplus_bears_vigorish_and_goes_to_the_bank() -> None:
    hands = {0: LOSER_2, 2: WEAK, 1: WINNER_1, 3: LOSER_1, 4: TIE}
    dealing = at_showdown(hands, dealer_wager=None)
    events = dealing.reveal()
    surplus = only(events, SurplusPaid)
    assert (surplus.surplus, surplus.house, surplus.vigorish, surplus.paid) == (1_000, 0, 50, 950)
    assert cites(surplus) == {"621a.9(o)#7", "621a.9(o)#8"}
    assert moved(events)["patron:2"] == 950


@pytest.mark.clause("621a.9(o)#4")
def test_what_the_bank_won_and_lost_is_set_off_before_vigorish() -> None:
    # B-PG-10: seat 1 wins what seat 3 loses; paid as shown, the bank would be charged on its own money.
    dealing = at_showdown({2: WEAK, 1: WINNER_1, 3: LOSER_1})
    events = dealing.reveal()
    assert not [event for event in events if isinstance(event, SurplusPaid | CentreToppedUp)]
    assert "patron:2" not in moved(events)


@pytest.mark.clause("621a.9(o)#7", "621a.8(k)#3")
def test_the_surplus_is_charged_in_quarters_where_that_is_filed() -> None:
    dealing = at_showdown({2: WEAK, 1: LOSER_1}, amount=700, vigorish_rounding="quarter-up", smallest_chip=25)
    surplus = only(dealing.reveal(), SurplusPaid)
    assert (surplus.vigorish, surplus.paid) == (50, 650)


@pytest.mark.clause("621a.8(e)#1", "621a.8(e)#3", "621a.9(a)#3")
def test_a_wager_surrendered_to_a_bank_goes_to_the_centre() -> None:
    dealing = banked(1, bank=2)
    dealing.dealt({0: TIE, 2: WEAK, 1: LOSER_1})
    dealing.all_set()
    dealing.dealer_sets()
    assert dealing.refused(Surrender(seat=1)) == "621a.8(e)#1"
    dealing.make(ExposeBank())
    events = dealing.make(Surrender(seat=1))
    assert lines(events) == [(1, "lose", 0, "621a.8(e)#3")]
    assert only(events, SurplusPaid).surplus == 1_000
    assert moved(events) == {"felt": -1_000, "patron:2": 950, "tray": 50}


def test_a_bank_sets_as_it_likes_and_is_relabelled_too() -> None:
    dealing = banked(1, bank=2)
    dealing.make(DirectDealerWager(amount=0))
    dealing.dealt({2: "6-6 4-4 1-1 2-6", 1: LOSER_1})
    dealing.make(SetHands(seat=2, low=("6-6", "4-4")))
    dealing.all_set()
    events = dealing.make(ExposeBank())
    assert only(events, BankExposed).low == ("6-6", "4-4")
    assert sorted(only(events, HandsRelabelled).high) == ["4-4", "6-6"]


def test_untold_hands_of_a_bank_are_told_when_they_are_exposed() -> None:
    dealing = banked(1, bank=2)
    dealing.make(DirectDealerWager(amount=0))
    dealing.dealt({}, unseen=True)
    dealing.make(SetHands(seat=1), SetHands(seat=2))
    assert dealing.lawful("expose-bank")[0].text == ("high", "low")
    assert dealing.refused(ExposeBank()) == "621a.9(n)#2"
    dealing.make(ExposeBank(high=("3-6", "2-2"), low=("1-5", "1-6")))
    events = dealing.make(RevealHands(seat=1, high=("1-1", "4-6"), low=("5-5", "5-6")))
    assert lines(events)[0][1] == "lose"
