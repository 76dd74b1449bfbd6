"""A Poker table in service: decks that take turns, chips that are conserved, what each may see, and what is said of it."""

import random
from datetime import date
from typing import Any

import pytest

from houseway.backoffice.revenue.options import LAWFUL_TREATMENT
from houseway.backoffice.revenue.win import TableDay, win
from houseway.equipment.decks import Back
from houseway.games.poker import Poker
from houseway.games.poker.display import street_name
from houseway.games.poker.events import POT, RakeTaken
from houseway.games.poker.layout import BOARD_AREA, BURNED, bet_area, hand_area, pot_area
from houseway.games.poker.moves import BeginHand, ChargeTime
from houseway.games.poker.variants import VARIANTS
from houseway.law import RuleViolation
from houseway.table.betting_round import Structure
from houseway.table.card_play import BringDeck, InspectDeck, LoadDeck, OrderShuffle, RemoveDeck, ShuffleDeck
from houseway.table.chip_steps import DROP_BOX, BuyIn
from houseway.table.coupons import Coupon, CouponTerms
from houseway.table.events import TRAY, rack
from houseway.table.moves import LeaveSeat, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from tests.games.poker.service import NOBODY, next_move, play_hand, poker
from tests.games.poker.table import Table
from tests.service import TRAY as TRAY_AT_FIRST
from tests.service import Service

STUD: dict[str, Any] = {"blinds": (), "bring_in": 100}


def chance(seed: str) -> Any:
    return random.Random(seed).randrange


def to_the_cards(service: Service) -> Service:
    """A hand begun, its Blinds posted and its first cards dealt."""
    service.do(BeginHand())
    while service.state.play.betting is None and service.state.play.phase != "bringing-in":
        service.do(next_move(service, chance("cards")))
    return service


# Decks.


@pytest.mark.clause("common:poker/cards")
def test_a_hand_needs_a_deck_that_is_shuffled_and_in_hand() -> None:
    service = poker(10_000, 10_000)
    service.do(OrderShuffle(deck="D-1"))
    refused = service.refused(BeginHand())
    assert (refused.clause.id, refused.message) == ("common:poker/cards", "no deck stands ready to be dealt")
    service.do(ShuffleDeck(deck="D-1"), LoadDeck(deck="D-1"), BeginHand())
    assert service.state.play.kit.in_play is not None


@pytest.mark.clause("common:poker/cards")
def test_two_decks_with_different_backs_take_turns() -> None:
    service = Service(poker(10_000, 10_000).table.game).opened().seated(seat_1=10_000, seat_2=10_000)
    service.do(BringDeck(serial="A", back=Back.RED), InspectDeck(deck="A"), ShuffleDeck(deck="A"))
    assert service.refused(LoadDeck(deck="A")).message == "the second deck is missing"
    assert "red backs" in service.refused(BringDeck(serial="B", back=Back.RED)).message
    service.do(BringDeck(serial="B", back=Back.GREEN), InspectDeck(deck="B"))
    assert (
        "no more than 2 decks may be at the table"
        in service.refused(BringDeck(serial="C", back=Back.BLUE)).message
    )
    service.do(LoadDeck(deck="A"))
    play_hand(service, chance("turns"))
    service.do(ShuffleDeck(deck="A"))
    again = service.refused(LoadDeck(deck="A"))
    assert (again.clause.id, again.message) == ("common:poker/cards", "deck A was played last round")
    service.do(ShuffleDeck(deck="B"), LoadDeck(deck="B"))
    assert service.refused(LoadDeck(deck="A")).clause.id == "common:poker/cards"
    assert {rule.move for rule in service.table.game.book.of.values()} >= {BringDeck, RemoveDeck}


@pytest.mark.clause("common:poker/cards")
def test_decks_are_handled_between_two_hands() -> None:
    service = to_the_cards(poker(10_000, 10_000))
    assert service.refused(ShuffleDeck(deck="D-2")).message == "decks are handled between two hands"


@pytest.mark.clause("125-149:Preamble/621a#2")
def test_a_deck_is_out_after_six_hours_looked_through_and_used_again() -> None:
    service = poker(10_000, 10_000).later(hours=5, minutes=59)
    service.do(BeginHand())
    service = poker(10_000, 10_000).later(hours=6)
    refused = service.refused(BeginHand())
    assert (refused.clause.id, refused.message) == (
        "125-149:Preamble/621a#2",
        "D-1 has been in use for 6 hours",
    )
    service.do(RemoveDeck(deck="D-1"), BringDeck(serial="D-1", back=Back.RED))
    assert service.refused(ShuffleDeck(deck="D-1")).message == "deck D-1 is brought"
    service.do(InspectDeck(deck="D-1"), ShuffleDeck(deck="D-1"), LoadDeck(deck="D-1"), BeginHand())


def test_a_closed_table_has_no_decks() -> None:
    service = poker(10_000, 10_000)
    service.do(LeaveSeat(seat=1), LeaveSeat(seat=2))
    closed = service.table.game.closing(service.state.play)
    assert (closed.kit.decks, closed.kit.last) == ((), "")


# Chips.


@pytest.mark.parametrize("variant", VARIANTS)
def test_chips_are_conserved_and_lie_where_the_display_shows_them(variant: str) -> None:
    below = chance(variant)
    options: dict[str, Any] = STUD if VARIANTS[variant].brings_in else {"straddle": 800}
    service = poker(
        3_000, 900, 10_000, 4_400, variant=variant, antes=(100,), rake_percent=5, rake_cap=300, **options
    )
    before, tray = service.chips(), service.state.chips[TRAY]
    service.do(BeginHand())
    while service.state.play.holders:
        play = service.state.play
        shown = service.table.game.display(play)
        assert sum(shown.chips.values()) == service.state.chips.get(POT, 0) == play.pot
        assert set(shown.chips) | set(shown.cards) | set(shown.lit) <= {
            area.id for area in service.table.game.layout.areas
        }
        service.do(next_move(service, below))
    raked = sum(event.amount for event in service.events if isinstance(event, RakeTaken))
    assert (service.state.chips.get(POT, 0), service.chips()) == (0, before)
    assert service.state.chips[TRAY] == tray + raked


@pytest.mark.clause("common:poker/rake")
def test_the_time_charge_goes_to_the_tray() -> None:
    service = poker(10_000, 300, time_charge=500)
    tray = service.state.chips[TRAY]
    service.do(ChargeTime())
    assert service.state.chips[TRAY] == tray + 800
    assert (service.state.chips[rack(1)], service.state.chips[rack(2)]) == (9_500, 0)
    assert poker(10_000, 300).refused(ChargeTime()).clause.id == "common:poker/rake"


@pytest.mark.clause("common:poker/table-stakes")
def test_nobody_in_the_hand_buys_chips_or_leaves_with_them() -> None:
    service = to_the_cards(poker(10_000, 10_000, seats=3))
    assert service.refused(BuyIn(seat=1, amount=1_000)).clause.id == "common:poker/table-stakes"
    assert service.refused(LeaveSeat(seat=2)).clause.id == "common:poker/table-stakes"
    service.do(TakeSeat(seat=3), BuyIn(seat=3, amount=5_000), LeaveSeat(seat=3))
    assert [
        act.fields["seat"] for act in service.table.legal(service.state, service.now) if act.move == "buy-in"
    ] == []


@pytest.mark.clause("637a.7(c)")
def test_nobody_wagers_against_the_house() -> None:
    service = poker(10_000, 10_000)
    refused = service.refused(PlaceWager(seat=1, wager="ante", amount=500))
    assert refused.clause.id == "common:poker/structure"
    wagering: Any = service.table.game.wagering
    with pytest.raises(RuleViolation, match="nobody wagers against the house") as placing:
        wagering.check_placing(service.state.play, None, raising=False)
    with pytest.raises(RuleViolation, match="stays in the pot") as taking:
        wagering.check_taking_down(service.state.play, None)
    assert {placing.value.clause.id, taking.value.clause.id} == {"637a.7(c)"}
    assert service.refused(TakeDownWager(seat=1, wager="ante")).clause.id


@pytest.mark.clause("603a.21(a)")
def test_no_coupon_is_taken_where_nobody_plays_against_the_house() -> None:
    coupon = Coupon(serial=1, value=1_000, expires=date.max, terms=CouponTerms())
    presented = PresentCoupon(seat=1, wager="ante", amount=1_000, coupon=coupon, by=Role.DEALER)
    assert poker(10_000, 10_000).refused(presented).clause.id == "603a.21(a)"


# What a glance tells.


def test_the_felt_shows_bets_pots_with_their_contenders_the_button_and_the_burns() -> None:
    no_limit = {"structure": Structure.NO_LIMIT}
    table = Table("holdem", (1_000, 5_000, 5_000), no_limit).begin().hands("AsAh", "KsKh", "QsQh")
    table.say("3 call, 1 raise 800, 2 call, 3 call")
    game = table.game
    before = game.display(table.state)
    assert before.chips == {pot_area(0): 2_400}
    table.say("burn, deal 2c 3c 4d, 1 bet 200, 2 raise 4200, 3 call")
    shown = game.display(table.state)
    assert shown.words == "Turn · a card is burned · $110 in the pot"
    assert shown.names[BOARD_AREA] == "Flop", "no turn lies there yet"
    assert shown.chips == {pot_area(0): 3_000, pot_area(1): 8_000}
    assert (shown.names[pot_area(0)], shown.names[pot_area(1)]) == (
        "Main pot: 1, 2, 3",
        "Side pot 1: 2 and 3",
    )
    assert (shown.markers, shown.cards[BOARD_AREA], shown.cards[BURNED]) == (
        {"button": "button-3"},
        ("2c", "3c", "4d"),
        ("??",),
    )


def test_what_is_bet_lies_before_its_player_until_the_round_is_closed() -> None:
    table = Table("holdem", (5_000, 5_000, 5_000)).begin()
    assert table.game.display(table.state).chips == {bet_area(1): 200, bet_area(2): 400}
    table.hands("AsAh", "KsKh", "QsQh").say("3 raise 800, 1 fold")
    assert table.game.display(table.state).chips == {bet_area(1): 200, bet_area(2): 400, bet_area(3): 800}
    assert [table.game.means.staked(table.state, seat) for seat in (1, 2, 3, 4)] == [200, 400, 800, 0]


def test_a_hand_is_seen_by_its_holder_and_by_all_once_it_is_shown() -> None:
    table = Table("holdem", (5_000, 5_000)).begin().hands("AsAh", "KsKh")
    game = table.game
    assert game.display(table.state).cards[hand_area(1)] == ("??", "??")
    assert Poker.own_cards.seen_from(game, table.state, 1).cards == {
        hand_area(1): ("As", "Ah"),
        hand_area(2): ("??", "??"),
    }
    table.board("2c7d9hTsJs").say("1 show")
    shown = game.display(table.state)
    assert (shown.cards[hand_area(1)], shown.names[hand_area(1)]) == (("As", "Ah"), "Pair of aces")
    assert shown.cards[hand_area(2)] == ("??", "??")
    assert hand_area(2) not in shown.names


@pytest.mark.parametrize(
    ("variant", "named"),
    [
        ("holdem", ["Before the flop", "Flop", "Turn", "River"]),
        ("triple-draw-2-7", ["Before the draw", "First draw", "Second draw", "Third draw"]),
        ("razz", ["Third street", "Fourth street", "Fifth street", "Sixth street", "Seventh street"]),
    ],
)
def test_streets_have_the_names_of_the_trade(variant: str, named: list[str]) -> None:
    found = VARIANTS[variant]
    assert [street_name(found, street) for street in range(len(found.streets))] == named


# Simple play.


@pytest.mark.parametrize("variant", VARIANTS)
def test_simple_play_is_lawful_in_every_variant_and_leaves_a_played_seat_alone(variant: str) -> None:
    below = chance(f"simple {variant}")
    seats = VARIANTS[variant].seats
    service = poker(*(20_000,) * seats, variant=variant, **(STUD if VARIANTS[variant].brings_in else {}))
    game = service.table.game
    for _ in range(2):
        while not service.state.play.holders:
            service.do(next_move(service, below))
        while service.state.play.holders:
            play = service.state.play
            mine = {hand_area(seat): seat for seat in play.seats}
            turn = [mine[area] for area in game.display(play).lit]
            if turn and play.phase != "showdown":
                assert Poker.own_cards.simple_move(game, play, turn[0], below) is None
            service.do(next_move(service, below))
    assert Poker.own_cards.simple_move(game, service.state.play, NOBODY, below) is None


def test_the_decks_of_a_short_deck_game_are_told_by_their_own_cards() -> None:
    game = poker(10_000, 10_000, variant="short-deck-holdem").table.game
    assert game.pieces is not None
    assert len(game.pieces.kinds) == 36


# What the house earns.


@pytest.mark.clause("common:poker/rake", "125-149:RAF(16)#1")
def test_the_win_of_a_table_is_its_rake_and_nothing_else() -> None:
    below = chance("rake")
    service = poker(30_000, 30_000, 30_000, seats=3, variant="holdem", rake_percent=10, rake_cap=400)
    for _ in range(4):
        play_hand(service, below)
    for seat in (1, 2, 3):
        service.do(LeaveSeat(seat=seat))
    raked = sum(event.amount for event in service.events if isinstance(event, RakeTaken))
    chips = service.state.chips
    day = TableDay(
        day=service.now.date(),
        table="PK-2",
        game="poker",
        opener=TRAY_AT_FIRST,
        fills=0,
        credits=0,
        drop=chips[DROP_BOX],
        closer=chips[TRAY],
        last_closer=chips[TRAY],
    )
    assert raked
    assert win(day, LAWFUL_TREATMENT) == raked
