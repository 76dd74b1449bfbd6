"""Match Play Coupons at the tables (603a.21, before it 525.22): where, with what and how often they are played, and what they win."""

from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from houseway.backoffice.coupons.design import Design, faults_of
from houseway.floor import Floor
from houseway.floor.property import Mode
from houseway.games import game_under, games, submission_for
from houseway.games.asia_poker.play import PlaceHands, Surrender
from houseway.games.craps.play import ReduceWager, SelectDice
from houseway.games.pai_gow.moves import AcceptBank, MixTiles, OfferBank, RequestCoBank
from houseway.games.sic_bo.play import CallNoMoreBets, EnterDice, RevealDice, ShakeDice
from houseway.games.three_dice_football import FootballSubmission
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.money import to
from houseway.table.card_play import PlayArea
from houseway.table.coupons import (
    Coupon,
    CouponTerms,
    OnPush,
    Pays,
    broken_down,
    due_on_win,
    is_matched,
    places,
    whole_wager,
)
from houseway.table.events import BonusPaid, Event, Settled, VigorishCollected, rack
from houseway.table.game import Game
from houseway.table.moves import Instrument, LeaveSeat, Move, PlaceWager, Report, TakeDownWager
from houseway.table.procedure import DROP_BOX, Act
from houseway.table.redemption import (
    CouponBrokenDown,
    CouponDropped,
    CouponPaid,
    CouponPlaced,
    CouponReturned,
    CouponReversed,
    CouponStayed,
    PresentCoupon,
    WhyReturned,
    places_at,
)
from houseway.table.roles import Role
from houseway.table.words import told
from tests.crew import GameInHand
from tests.games.asia_poker import dealing as asia_poker
from tests.games.asia_poker.test_showdown import LOSES, WINS
from tests.games.craps import dealing as craps
from tests.games.five_card_hi_lo.dealing import H27_L9, H31_L11, THREE_ACES, HiLo
from tests.games.pai_gow import dealing as pai_gow
from tests.games.sessions import in_service
from tests.games.three_card_poker.dealing import Pit
from tests.games.three_dice_football.drive import NO_GAIN, TRIPS, Drive
from tests.service import GAMING_DAY, NOON, TRAY, Service

E = TypeVar("E", bound=Event)

RACK = 20_000_000
TEN = 1_000
# Before the permanent text, under 525.22.
IN_2013 = datetime(2013, 6, 1, 12, tzinfo=UTC)


def coupon(value: int = TEN, serial: int = 7, expires: date = date(2030, 1, 1), **terms: Any) -> Coupon:
    return Coupon(serial=serial, value=value, expires=expires, terms=CouponTerms(**terms))


def present(wager: str, amount: int = TEN, *, seat: int = 1, pick: str = "", **more: Any) -> PresentCoupon:
    """Ten dollars in chips, if nothing else is said, with a coupon of ten dollars."""
    by = more.pop("by", Role.DEALER)
    instrument = more.pop("instrument", Instrument.VALUE_CHIPS)
    paper = more.pop("paper", None) or coupon(**more)
    return PresentCoupon(
        seat=seat, wager=wager, pick=pick, amount=amount, coupon=paper, by=by, instrument=instrument
    )


def at_a_table(game: str, at: datetime = NOON, **options: Any) -> Service:
    """An open table with two players."""
    service = Service(game_under(submission_for(game, options)))
    service.now = at
    return service.opened().seated(seat_1=RACK, seat_3=RACK)


def of_kind(events: Any, kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def only(events: Any, kind: type[E]) -> E:
    (found,) = of_kind(events, kind)
    return found


def names(events: Any) -> list[str]:
    return [type(event).__name__ for event in events]


class AtTable(GameInHand[Any]):
    """A game in a test's hands whose moves go through a whole table, where coupons are played."""

    service: Service

    def placed(self, service: Service) -> None:
        """Put the game on this table."""
        self.service, self.game, self.state = service, service.table.game, service.state.play

    def make(self, *moves: Move) -> tuple[Event, ...]:
        """Make moves and return everything that happened."""
        events: list[Event] = []
        for move in moves:
            events.extend(self.service.do(move))
            self.state = self.service.state.play
        return tuple(events)

    def refusal(self, move: Move) -> RuleViolation:
        """The refusal that a move meets."""
        return self.service.refused(move)

    def chips(self, seat: int = 1) -> int:
        """What is before a player."""
        return self.service.state.chips[rack(seat)]


class CrapsTable(AtTable, craps.Dealing):
    """Two players at a craps table, the first with the dice."""

    def __init__(self, at: datetime = NOON, **options: Any) -> None:
        super().__init__(**options)
        self.placed(at_a_table("craps", at, **options))


class AsiaPokerTable(AtTable, asia_poker.Dealing):
    """Two players at an Asia Poker table with a deck ready."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.placed(in_service("asia-poker", RACK, **options))


class PaiGowTable(AtTable, pai_gow.Dealing):
    """Two players at a Pai Gow table with mixed tiles."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.placed(in_service("pai-gow", RACK, **options))


class HiLoTable(HiLo):
    """Two players at a Five Card Hi-Lo table with a deck ready."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.service = in_service("five-card-hi-lo", RACK, **options)
        self.state = self.service.state.play

    def do(self, *moves: Move) -> list[Event]:
        """Make moves; returns the events of the last one."""
        events = self.service.do(*moves)
        self.state = self.service.state.play
        return events


# What a coupon is, and what it is worth.


def test_a_coupon_is_plain_data_both_ways() -> None:
    move = present("pass", matching=False, pays=Pays.EVEN_MONEY, on_push=OnPush.STAYS, games=("craps",))
    raw = msgspec.json.encode(move)
    assert msgspec.json.decode(raw, type=PresentCoupon) == move
    with pytest.raises(msgspec.ValidationError, match="999999999"):
        msgspec.convert({"serial": 10**9, "value": 1, "expires": "2030-01-01"}, Coupon)


@pytest.mark.clause("603a.1[match_play_coupon]#3")
def test_the_value_of_the_coupon_is_part_of_the_wager() -> None:
    assert whole_wager(coupon(1_000), 1_500) == 2_500


@pytest.mark.clause("603a.21(b)#3")
@pytest.mark.parametrize(("chips", "lies"), [(1_000, (1_000, 0)), (1_500, (1_000, 500)), (400, (400, 0))])
def test_chips_worth_the_coupon_lie_on_it_and_the_rest_beside(chips: int, lies: tuple[int, int]) -> None:
    assert broken_down(coupon(1_000), chips) == lies


@pytest.mark.clause("603a.21(b)#4")
def test_a_win_is_paid_by_the_terms_of_the_coupon() -> None:
    at_odds, even = coupon(1_000), coupon(1_000, pays=Pays.EVEN_MONEY)
    assert due_on_win(at_odds, 1_500, to(3, 2), int) == 1_500
    assert due_on_win(even, 1_500, to(3, 2), int) == 1_000
    # Chips and coupon are one wager: a fraction of a chip is rounded for both together.
    assert due_on_win(coupon(1_000), 400, to(4, 5), in_fives) == 1_500 - 500
    assert due_on_win(coupon(1_000), 500, to(4, 5), in_fives) == 1_500 - 500
    assert due_on_win(coupon(1_000), 600, to(4, 5), in_fives) == 1_500 - 500
    assert due_on_win(coupon(1_000), 700, to(4, 5), in_fives) == 1_500 - 1_000


def in_fives(exact: Fraction) -> int:
    """An amount up to the next chip of five dollars."""
    return int(-(-exact // 500)) * 500


@pytest.mark.clause("603a.1[match_play_coupon]#2")
def test_only_chips_of_at_least_its_value_match_a_coupon() -> None:
    assert is_matched(coupon(1_000), 1_000)
    assert is_matched(coupon(1_000), 1_100)
    assert not is_matched(coupon(1_000), 900)
    assert is_matched(coupon(1_000, matching=False), 900)


# Where it may lie.


@pytest.mark.clause("603a.21(c)", "603a.21(c)(1)", "603a.21(c)(2)")
@pytest.mark.parametrize(
    ("game", "wagers", "clause"),
    [
        ("asia-poker", ["asia-poker"], "603a.21(c)(1)"),
        ("craps", ["pass", "dont-pass"], "603a.21(c)(2)"),
        ("five-card-hi-lo", ["ante"], "603a.21(c)(1)"),
        ("pai-gow", ["pai-gow"], "603a.21(c)(1)"),
        ("sic-bo", ["small", "big"], "603a.21(c)(1)"),
        ("three-card-poker", ["ante"], "603a.21(c)(1)"),
        ("three-dice-football", ["touchdown"], "603a.21(c)(1)"),
    ],
)
def test_a_coupon_lies_on_the_base_wager_and_nowhere_else(game: str, wagers: list[str], clause: str) -> None:
    service = in_service(game, RACK)
    taken = []
    for wager in service.table.game.catalogue.values():
        pick = wager.picks[0]
        if wager.name in wagers:
            after, _ = service.table.apply(
                service.state, Act(move=present(wager.name), who="tester", at=NOON)
            )
            taken.append(after.coupons.lying[0].wager)
        elif wager.name in service.table.game.betting.offered:
            refusal = service.refused(present(wager.name, pick=pick))
            assert refusal.clause.id == clause
            assert refusal.fix == f"put it on: {', '.join(wagers)}"
    assert taken == wagers
    unknown = service.refused(present("moon"))
    assert unknown.message == "there is no wager 'moon'"


@pytest.mark.clause("603a.21(c)(3)")
def test_at_roulette_a_coupon_lies_on_an_even_money_box_or_a_dozen() -> None:
    boxes = places("roulette", betting_area=("straight-up",))
    assert boxes.wagers == (
        "black",
        "red",
        "odd",
        "even",
        "1-18",
        "19-36",
        "1st-12",
        "2nd-12",
        "3rd-12",
    )
    assert boxes.clause.id == "603a.21(c)(3)"
    assert places("minibaccarat", betting_area=("player", "banker")).wagers == ("player", "banker")


@pytest.mark.clause("603a.21(c)(1)")
def test_a_coupon_may_name_another_wager_of_the_betting_area_but_no_side_bet() -> None:
    service = at_a_table("sic-bo")
    named = ("one-of-a-kind", "pass")
    assert service.refused(present("one-of-a-kind", pick="3")).clause.id == "603a.21(c)(1)"
    placed = only(service.do(present("one-of-a-kind", pick="3", wagers=named)), CouponPlaced)
    assert (placed.wager, placed.pick) == ("one-of-a-kind", "3")
    poker = in_service("three-card-poker", RACK)
    assert only(poker.do(present("pair-plus", wagers=("pair-plus",))), CouponPlaced).wager == "pair-plus"
    tied = in_service("three-card-poker", RACK, version="ante-no-less-than-pair-plus")
    tied.do(PlaceWager(seat=1, wager="ante", amount=TEN))
    assert tied.refused(present("pair-plus", wagers=("pair-plus",))).clause.id == "603a.21(c)(1)"
    side = present("six-card-bonus", wagers=("six-card-bonus",))
    assert in_service("three-card-poker", RACK).refused(side).clause.id == "603a.21(c)(1)"
    line = present("come", wagers=("come",))
    assert at_a_table("craps").refused(line).clause.id == "603a.21(c)(2)"


def test_printed_restrictions_narrow_where_a_coupon_is_played() -> None:
    table = at_a_table("craps")
    elsewhere = table.refused(present("pass", games=("roulette", "sic-bo")))
    assert (elsewhere.clause.id, elsewhere.fix) == ("603a.20(c)(4)", "play it at: roulette, sic-bo")
    other = table.refused(present("pass", wagers=("dont-pass", "ante")))
    assert (other.clause.id, other.fix) == ("603a.20(c)(4)", "play it on: dont-pass, ante")
    table.do(present("dont-pass", games=("craps",), wagers=("dont-pass", "ante")))


@pytest.mark.clause("603a.21(c)(1)")
def test_at_three_dice_football_the_operator_names_the_full_game_wager() -> None:
    table = at_a_table("three-dice-football", coupon_wager="defense")
    assert table.refused(present("touchdown")).clause.id == "603a.21(c)(1)"
    table.do(present("defense"))
    assert list(FootballSubmission(coupon_wager="game-length-3").findings()) == []
    for wager in ("penalty", "field-goal"):
        (finding,) = FootballSubmission(coupon_wager=wager).findings()
        assert (finding.where, finding.clause) == ("coupon_wager", "603a.21(c)(1)")


@pytest.mark.clause("603a.20(q)(5)")
def test_a_coupon_is_played_up_to_its_last_gaming_day() -> None:
    table = at_a_table("sic-bo")
    yesterday = date(2024, 5, 3)
    refusal = table.refused(present("small", expires=yesterday))
    assert refusal.clause.id == "603a.20(q)(5)"
    assert refusal.message == "coupon 000000007 expired after 2024-05-03"
    table.do(present("small", expires=GAMING_DAY))


@pytest.mark.clause("603a.10(a)#3")
def test_before_the_first_text_that_knows_them_no_coupon_is_played() -> None:
    early = datetime(2012, 7, 12, 12, tzinfo=UTC)
    assert at_a_table("sic-bo", early).refused(present("small")).clause.id == "603a.10(a)#3"
    at_a_table("sic-bo", datetime(2012, 7, 13, 12, tzinfo=UTC)).do(present("small"))


@pytest.mark.clause("603a.21(a)")
@pytest.mark.parametrize("co_bank", [False, True])
def test_no_coupon_is_played_in_a_round_that_a_player_banks_or_co_banks(co_bank: bool) -> None:
    table = PaiGowTable(player_bank=True, co_bank=True)
    table.bet(1).bet(3).whole_round()
    table.make(MixTiles(times=8))
    table.banked_by(3)
    if co_bank:
        table.make(RequestCoBank(seat=3))
    refusal = table.refusal(present("pai-gow"))
    assert refusal.clause.id == "603a.21(a)"
    assert refusal.message == "patrons do not wager against the house in this round of Pai Gow"


@pytest.mark.clause("603a.21(a)")
def test_a_coupon_goes_back_when_a_player_takes_the_bank_and_its_chips_stay() -> None:
    table = PaiGowTable(player_bank=True)
    table.bet(1).bet(3).whole_round()
    table.make(MixTiles(times=8), present("pai-gow", 2_000))
    (due,) = [seat for seat in table.game.offers_due(table.state) if seat == 3]
    for seat in table.game.offers_due(table.state):
        table.make(OfferBank(seat=seat))
        if seat == due:
            break
        table.make(table.first("pass-bank"))
    back = only(table.make(AcceptBank(seat=3)), CouponReturned)
    assert (back.serial, back.clause) == (7, "603a.21(a)")
    assert [(bet.seat, bet.amount) for bet in table.state.bets] == [(1, 2_000)]
    assert table.service.state.coupons.lying == ()


# With what it is played.


@pytest.mark.clause("603a.10(a)#1", "603a.10(a)#2")
def test_a_table_takes_wagers_in_permitted_instruments_only() -> None:
    table = at_a_table("sic-bo")
    wager = PlaceWager(seat=1, wager="small", amount=TEN)
    refused = {
        instrument: table.refused(msgspec.structs.replace(wager, instrument=instrument)).clause.id
        for instrument in Instrument
        if instrument not in (Instrument.VALUE_CHIPS, Instrument.PLAQUES)
    }
    assert refused == {
        Instrument.OTHER_APPROVED: "625a.4(a)#1",
        Instrument.VERBAL_WITH_CASH: "625a.4(a)#2",
        Instrument.NONCASHABLE_CREDIT: "603a.10(a)#2",
        Instrument.MATCH_PLAY_COUPON: "603a.1[match_play_coupon]#2",
    }
    table.do(msgspec.structs.replace(wager, instrument=Instrument.PLAQUES))
    # No coupon makes up for chips that are none.
    for instrument, clause in refused.items():
        assert table.refused(present("big", seat=3, instrument=instrument)).clause.id == clause


@pytest.mark.clause("603a.10(a)#3", "603a.21(b)#1", "603a.21(b)#2")
@pytest.mark.parametrize("game", games())
def test_every_banking_game_takes_a_coupon_with_chips_from_the_hand_of_dealer_or_boxperson(game: str) -> None:
    service = in_service(game, RACK)
    wager = places_at(service.table.game).wagers[0]
    for role in set(Role) - {Role.DEALER, Role.BOXPERSON}:
        assert service.refused(present(wager, by=role)).clause.id == "603a.21(b)#1"
    before = service.state.chips
    for role in (Role.DEALER, Role.BOXPERSON):
        state, events = service.table.apply(
            service.state, Act(move=present(wager, 1_500, by=role), who="t", at=service.now)
        )
        placed = only(events, CouponPlaced)
        assert (placed.value, placed.on_coupon, placed.beside) == (1_000, 1_000, 500)
        assert {placed.clause, *placed.also} >= {
            "603a.21(b)#1",
            "603a.21(b)#2",
            "603a.21(b)#3",
            "603a.10(a)#3",
            "603a.1[match_play_coupon]#3",
        }
        # Chips alone have moved: a coupon is no money.
        assert state.chips[rack(1)] == before[rack(1)] - 1_500
        assert sum(state.chips.values()) == TRAY
        assert state.chips[DROP_BOX] == before[DROP_BOX]


@pytest.mark.clause("603a.1[match_play_coupon]#2", "603a.21(b)#1")
def test_a_coupon_needs_chips_of_its_value_or_more() -> None:
    table = at_a_table("sic-bo")
    short = table.refused(present("small", 900))
    assert (short.clause.id, short.fix) == ("603a.1[match_play_coupon]#2", "wager at least $10 in chips")
    alone = table.refused(present("small", 0))
    assert (alone.clause.id, alone.fix) == ("603a.1[match_play_coupon]#2", "present it with chips")
    table.do(present("small", 1_000))


@pytest.mark.clause("603a.1[match_play_coupon]#2", "603a.21(b)#1")
def test_no_pennsylvania_text_lets_a_coupon_be_played_without_matching_chips() -> None:
    temporary = CrapsTable(IN_2013, edition="623a-2011").service
    for table, wager in (
        (at_a_table("sic-bo"), "small"),
        (temporary, "pass"),
        (in_service("three-card-poker", RACK, edition="649a-2014"), "ante"),
    ):
        for chips in (600, TEN, 2 * TEN):
            refusal = table.refused(present(wager, chips, matching=False))
            assert refusal.clause.id == "603a.1[match_play_coupon]#2"
            assert refusal.message == "its terms do not ask for chips of at least its value"
        table.do(present(wager))


@pytest.mark.clause("603a.1[match_play_coupon]#2")
@pytest.mark.parametrize("day", [IN_2013.date(), GAMING_DAY])
def test_a_design_that_does_without_matching_chips_is_at_fault(day: date) -> None:
    design = Design(id="MP-10", holder="Keystone Meadows", value=TEN)
    assert list(faults_of(design, day)) == []
    unmatched = msgspec.structs.replace(design, terms=CouponTerms(matching=False))
    assert [(clause.id, said) for clause, said in faults_of(unmatched, day)] == [
        ("603a.1[match_play_coupon]#2", "its terms do not ask for chips of at least its value")
    ]


@pytest.mark.clause("603a.21(b)#3")
def test_in_maryland_a_coupon_may_do_with_fewer_chips_but_never_with_none() -> None:
    table = in_service("three-card-poker", RACK, edition="md-2014")
    assert table.refused(present("ante", 0, matching=False)).clause.id == "603a.1[match_play_coupon]#2"
    placed = only(table.do(present("ante", 600, matching=False)), CouponPlaced)
    assert (placed.on_coupon, placed.beside) == (600, 0)


@pytest.mark.clause("603a.1[match_play_coupon]#2", "603a.21(b)#3")
def test_a_coupon_goes_under_chips_already_there_while_more_may_go_on_top() -> None:
    table = CrapsTable()
    table.bet("pass", 1_500)
    table.bet("dont-pass", 500, seat=3)
    assert table.refusal(present("dont-pass", 0, seat=3)).clause.id == "603a.1[match_play_coupon]#2"
    placed = only(table.make(present("pass", 0)), CouponPlaced)
    assert (placed.on_coupon, placed.beside) == (1_000, 500)
    topped = only(table.make(present("dont-pass", 500, seat=3, serial=8)), CouponPlaced)
    assert (topped.on_coupon, topped.beside) == (1_000, 0)
    table.shooter().roll(2, 2)
    table.take_down("dont-pass", seat=3)
    assert table.refusal(present("pass", 0, seat=3, serial=9)).clause.id == "603a.1[match_play_coupon]#2"
    plain = CrapsTable()
    plain.bet("pass").shooter().roll(2, 2)
    late = plain.refusal(present("pass", 0))
    assert late.message == "Pass is raised before the come out roll; a point of 4 stands"


@pytest.mark.clause("603a.1[match_play_coupon]#3")
def test_the_coupon_counts_towards_the_posted_maximum_and_not_towards_the_minimum() -> None:
    table = at_a_table("sic-bo", limits={"minimum": 1_000, "maximum": 5_000, "increment": 100})
    assert table.refused(present("small", 500, value=500)).clause.id == "125-149:RAF(10)#2"
    above = table.refused(present("small", 4_100))
    assert (above.clause.id, above.fix) == ("603a.1[match_play_coupon]#3", "wager at most $40 in chips")
    table.do(present("small", 3_900))
    (room,) = [
        act.amount
        for act in table.table.legal(table.state, table.now)
        if act.move == "place-wager" and act.fields["wager"] == ("small",) and act.fields["seat"] == (1,)
    ]
    assert room is not None
    assert (room.low, room.high) == (100, 100)
    raised = PlaceWager(seat=1, wager="small", amount=200)
    assert table.refused(raised).clause.id == "603a.1[match_play_coupon]#3"
    table.do(msgspec.structs.replace(raised, amount=100))
    assert not [
        act
        for act in table.table.legal(table.state, table.now)
        if act.move == "place-wager" and act.fields["wager"] == ("small",) and 1 in act.fields["seat"]
    ]
    others = [
        act.fields["seat"]
        for act in table.table.legal(table.state, table.now)
        if act.move == "place-wager" and act.fields["wager"] == ("small",)
    ]
    assert others == [(3,)]


def test_a_coupon_that_chips_cannot_pay_is_refused() -> None:
    table = at_a_table("three-dice-football", coupon_wager="defense")
    uneven = table.refused(present("defense", 1_500, value=1_200))
    assert uneven.clause.id == "661a.6(g)"
    assert uneven.message == "a coupon of $12 on Defense at 4 to 5 cannot be paid in $1 chips"
    for value in (0, -500, 1_050):
        worthless = table.refused(present("defense", 1_500, value=value))
        assert worthless.clause.id == "603a.1[match_play_coupon]#3"
    table.do(present("defense", 1_500, value=1_200, pays=Pays.EVEN_MONEY))
    tiles = in_service("pai-gow", RACK, vigorish_rounding="exact", smallest_chip=100)
    assert tiles.refused(present("pai-gow", 2_000)).clause.id == "621a.8(k)#2"
    tiles.do(present("pai-gow", 2_000, value=2_000))


# How many.


@pytest.mark.clause("603a.21(d)")
def test_a_patron_plays_one_coupon_in_a_round_of_craps() -> None:
    table = CrapsTable()
    table.make(present("pass"))
    for wager, amount in (("pass", 0), ("pass", TEN), ("dont-pass", TEN)):
        assert table.refusal(present(wager, amount, serial=8)).clause.id == "603a.21(d)"
    table.make(present("pass", seat=3, serial=9))
    table.shooter().roll(2, 4)
    # The round lasts until the line is decided.
    table.roll(1, 2)
    again = present("pass", serial=8)
    assert table.refusal(again).clause.id == "603a.21(d)"
    table.roll(3, 3)
    table.make(again)


@pytest.mark.clause("603a.21(d)")
def test_a_patron_plays_one_coupon_in_a_game_of_three_dice_football() -> None:
    service = at_a_table("three-dice-football")
    service.do(present("touchdown"))
    drive = _football(service)
    drive.kick_off().throw(NO_GAIN)
    assert service.refused(present("touchdown", serial=8)).clause.id == "603a.21(d)"
    drive.throw(TRIPS)
    assert [event.serial for event in of_kind(service.events, CouponDropped)] == [7]
    service.do(present("touchdown", serial=8))


def _football(service: Service) -> Drive:
    """A crew that plays at a table in service."""

    class AtService(Drive):
        def do(self, *moves: Move) -> list[Event]:
            events = service.do(*moves)
            self.state = service.state.play
            return events

    drive = AtService({})
    drive.state = service.state.play
    return drive


@pytest.mark.clause("603a.21(d)")
def test_a_patron_with_two_areas_still_plays_one_coupon() -> None:
    table = in_service("five-card-hi-lo", RACK, adjacent_areas=2)
    table.do(PlayArea(seat=3, area=4), present("ante", seat=4))
    assert table.refused(present("ante", seat=3, serial=8)).clause.id == "603a.21(d)"
    table.do(present("ante", seat=1, serial=8))


@pytest.mark.clause("603a.21(d)")
def test_before_the_permanent_text_it_was_one_coupon_on_a_wager() -> None:
    table = CrapsTable(IN_2013, edition="623a-2011")
    table.make(present("pass"), present("dont-pass", serial=8))
    assert table.refusal(present("pass", serial=9)).clause.id == "603a.21(d)"
    assert len(table.service.state.coupons.lying) == 2
    last_day = CrapsTable(datetime(2014, 1, 31, 12, tzinfo=UTC), edition="623a-2011")
    last_day.make(present("pass"), present("dont-pass", serial=8))
    first_day = CrapsTable(datetime(2014, 2, 1, 12, tzinfo=UTC))
    first_day.make(present("pass"))
    assert first_day.refusal(present("dont-pass", serial=8)).clause.id == "603a.21(d)"


def test_one_coupon_cannot_lie_twice() -> None:
    table = at_a_table("sic-bo")
    table.do(present("small"))
    twin = table.refused(present("big", seat=3))
    assert (twin.clause.id, twin.message) == ("603a.20(c)(3)", "coupon 000000007 lies on this table already")


# Wins and losses.


@pytest.mark.clause("603a.21(b)#4", "603a.21(e)#1", "603a.21(e)#2", "603a.1[match_play_coupon]#3")
def test_a_winning_pass_bet_is_paid_on_chips_and_coupon_and_the_coupon_is_dropped_at_that_moment() -> None:
    table = CrapsTable()
    before = table.chips()
    table.make(present("pass", 1_500), PlaceWager(seat=3, wager="pass", amount=500))
    box = table.service.state.chips[DROP_BOX]
    events = table.shooter().roll(5, 6)
    assert [name for name in names(events) if name in _SETTLING] == [
        "Settled",
        "CouponPaid",
        "CouponDropped",
        "Settled",
    ]
    paid, dropped = only(events, CouponPaid), only(events, CouponDropped)
    assert (paid.paid, paid.owed, paid.vigorish, paid.odds) == (1_000, 1_000, 0, "1 to 1")
    assert (dropped.serial, dropped.value, dropped.clause) == (7, 1_000, "603a.21(e)#1")
    assert dropped.also == ("603a.21(e)#2",)
    # Fifteen dollars won on the chips, ten on the coupon, which does not come back.
    assert table.chips() - before == 1_500 + 1_000
    assert table.service.state.chips[DROP_BOX] == box
    assert table.service.state.coupons.lying == ()


_SETTLING = ("Settled", "CouponPaid", "CouponDropped", "CouponReturned", "CouponStayed")


@pytest.mark.clause("603a.21(e)#1", "603a.21(e)#2")
def test_a_lost_coupon_is_dropped_as_its_chips_are_collected() -> None:
    table = CrapsTable()
    table.make(present("pass", 1_500))
    before = table.chips()
    events = table.shooter().roll(1, 1)
    assert [name for name in names(events) if name in _SETTLING] == ["Settled", "CouponDropped"]
    assert table.chips() == before


@pytest.mark.clause("603a.21(b)#4")
def test_at_odds_below_even_money_the_terms_tell_what_the_coupon_wins() -> None:
    won = {}
    for pays in Pays:
        service = at_a_table("three-dice-football", coupon_wager="defense")
        service.do(PlaceWager(seat=1, wager="touchdown", amount=500), present("defense", 1_500, pays=pays))
        drive = _football(service)
        drive.kick_off().throw(*[NO_GAIN] * 3)
        line = next(line for line in of_kind(service.events, Settled) if line.wager == "defense")
        assert line.paid == 1_200
        paid = only(service.events, CouponPaid)
        won[pays] = (paid.paid, paid.odds)
    assert won == {Pays.WAGER_ODDS: (800, "4 to 5"), Pays.EVEN_MONEY: (1_000, "1 to 1")}


@pytest.mark.clause("603a.21(b)#4")
def test_at_sic_bo_the_coupon_is_paid_on_the_line_that_the_wager_won_on() -> None:
    for dice, ratio in (((3, 1, 5), 1), ((3, 3, 5), 2), ((3, 3, 3), 3)):
        table = at_a_table("sic-bo")
        table.do(present("one-of-a-kind", 500, pick="3", value=500, wagers=("one-of-a-kind",)))
        table.do(ShakeDice(times=3), CallNoMoreBets(), revealed(*dice))
        events = table.do(entered(*dice))
        line, paid = only(events, Settled), only(events, CouponPaid)
        assert (line.paid, paid.paid) == (500 * ratio, 500 * ratio)


def revealed(one: int, two: int, three: int) -> RevealDice:
    return RevealDice(die_1=one, die_2=two, die_3=three)


def entered(one: int, two: int, three: int) -> EnterDice:
    return EnterDice(die_1=one, die_2=two, die_3=three)


def asia_showdown(
    amount: int = TEN, bonus: int = 0, hands: tuple[str, str] = WINS, **options: Any
) -> AsiaPokerTable:
    """A player with a coupon of ten dollars has set these hands, and the dealer's lie face up."""
    table = AsiaPokerTable(**options)
    table.make(present("asia-poker", amount))
    if bonus:
        table.make(PlaceWager(seat=1, wager="bonus", amount=bonus))
    table.dealt({0: asia_poker.DEALER, 1: hands[0]})
    table.make(PlaceHands(seat=1, setting=hands[1]))
    table.dealer_sets()
    return table


@pytest.mark.clause("603a.21(b)#4", "603a.21(e)#1")
def test_at_asia_poker_the_main_wager_wins_on_the_coupon_and_a_surrender_loses_it() -> None:
    won = only(asia_showdown(1_500).reveal(1), CouponPaid)
    assert (won.paid, won.base) == (1_000, "asia-poker")
    lost = asia_showdown(hands=LOSES).reveal(1)
    assert not of_kind(lost, CouponPaid)
    assert only(lost, CouponDropped).serial == 7
    surrendered = asia_showdown().make(Surrender(seat=1))
    assert only(surrendered, CouponDropped).serial == 7


@pytest.mark.clause("659a.12(c)#1")
def test_what_a_coupon_wins_counts_towards_the_payout_limit_of_the_hand() -> None:
    table = asia_showdown(
        4_999_500, payout_cap=5_000_000, wager_limits={"asia-poker": {"minimum": 500, "maximum": 6_000_000}}
    )
    events = table.reveal(1)
    paid = only(events, CouponPaid)
    assert (only(events, Settled).paid, paid.owed, paid.paid) == (4_999_500, 1_000, 500)
    said = told(table.game, paid)
    assert said == "Position 1, coupon 000000007: paid $5 of $10 at 1 to 1"


@pytest.mark.clause("603a.21(b)#4", "603a.21(e)#1")
def test_at_pai_gow_a_coupon_wins_even_money_less_vigorish_like_its_chips() -> None:
    table = PaiGowTable(vigorish_rounding="quarter-up")
    before = table.chips()
    table.make(present("pai-gow", 1_100))
    events = table.whole_round({0: pai_gow.DEALER, 1: pai_gow.BOTH_WIN})
    # Five percent of $11 and of $21, each up to the next quarter.
    assert only(events, VigorishCollected).amount == 75
    paid = only(events, CouponPaid)
    assert (paid.paid, paid.vigorish) == (1_000, 125 - 75)
    assert table.chips() - before == 1_100 + 1_000 - 125


# A bonus and the wagers that go by the size of another are for chips alone.


@pytest.mark.clause("603a.21(b)#4")
def test_at_five_card_hi_lo_the_ante_wins_on_the_coupon_and_the_play_wager_stays_the_ante() -> None:
    table = HiLoTable()
    table.do(LeaveSeat(seat=3), present("ante"))
    events = table.shown_down(H31_L11, H27_L9, "As 2c")
    assert [(line.wager, line.paid) for line in of_kind(events, Settled)] == [("ante", TEN), ("play", TEN)]
    assert only(events, CouponPaid).paid == TEN
    assert table.service.state.chips[rack(1)] == RACK + 3 * TEN


def test_a_bonus_on_the_ante_is_paid_on_its_chips_alone() -> None:
    table = HiLoTable()
    table.do(LeaveSeat(seat=3), present("ante"))
    events = table.shown_down(THREE_ACES, H27_L9)
    bonus = next(paid for paid in of_kind(events, BonusPaid) if not isinstance(paid, CouponPaid))
    assert (bonus.bonus, bonus.paid) == ("Ante Bonus", 10 * TEN)


@pytest.mark.clause("603a.21(b)#4")
def test_at_three_card_poker_the_ante_wins_on_the_coupon_and_the_play_wager_stays_the_ante() -> None:
    pit = Pit(1)
    pit.service.do(present("ante", 1_500))
    pit.deal(seat_1="5c 5d 5h", dealer="Qs Td 8c")
    play = PlaceWager(seat=1, wager="play", amount=2_500)
    assert pit.service.refused(play).fix == "wager $15"
    events = pit.plays(1).showdown(1)
    assert only(events, CouponPaid).paid == 1_000
    assert [(line.wager, line.paid) for line in of_kind(events, Settled)] == [
        ("ante", 1_500),
        ("play", 1_500),
    ]
    assert only(events, CouponDropped).serial == 7


def test_odds_behind_the_line_are_multiples_of_the_chips_alone() -> None:
    table = CrapsTable(odds="2x")
    table.make(present("pass", 1_000))
    table.shooter().roll(4, 4)
    beyond = PlaceWager(seat=1, wager="pass-odds", pick="8", amount=2_500)
    assert table.refusal(beyond).fix == "wager at most $20"
    table.make(msgspec.structs.replace(beyond, amount=2_000))


# Neither won nor lost.


@pytest.mark.clause("603a.21(e)#1")
def test_on_a_push_the_coupon_goes_back_to_the_patron() -> None:
    table = CrapsTable()
    before = table.chips(3)
    table.bet("pass").make(present("dont-pass", seat=3))
    events = table.shooter().roll(6, 6)
    assert not of_kind(events, CouponDropped)
    back = only(events, CouponReturned)
    assert (back.seat, back.serial, back.reason) == (3, 7, "its wager was neither won nor lost")
    assert table.chips(3) == before
    table.make(present("dont-pass", seat=3))


@pytest.mark.clause("603a.21(e)#1", "603a.21(b)#3")
def test_a_coupon_that_stays_on_a_push_is_played_with_the_next_wager_there() -> None:
    table = CrapsTable()
    table.bet("pass").make(present("dont-pass", seat=3, on_push=OnPush.STAYS))
    stayed = only(table.shooter().roll(6, 6), CouponStayed)
    assert (stayed.serial, stayed.clause) == (7, "603a.21(b)#4")
    assert table.refusal(present("dont-pass", seat=3, serial=8)).clause.id == "603a.21(d)"
    again = only(table.make(PlaceWager(seat=3, wager="dont-pass", amount=1_200)), CouponPlaced)
    assert (again.serial, again.on_coupon, again.beside) == (7, 1_000, 200)
    table.bet("pass")
    assert only(table.roll(1, 1), CouponPaid).paid == 1_000


@pytest.mark.clause("603a.1[match_play_coupon]#2")
def test_a_coupon_that_stayed_goes_back_when_the_next_chips_do_not_match_it_or_its_patron_leaves() -> None:
    for move, reason, clause in (
        (
            PlaceWager(seat=3, wager="dont-pass", amount=900),
            "the chips no longer match it",
            "603a.1[match_play_coupon]#2",
        ),
        (LeaveSeat(seat=3), "its patron leaves", "603a.21(e)#1"),
    ):
        table = CrapsTable()
        table.bet("pass").make(present("dont-pass", seat=3, on_push=OnPush.STAYS))
        table.shooter().roll(6, 6)
        back = only(table.make(move), CouponReturned)
        assert (back.reason, back.clause) == (reason, clause)
        assert table.service.state.coupons.lying == ()


@pytest.mark.clause("603a.20(q)(5)")
@pytest.mark.parametrize(("hours", "lies"), [(1, True), (23, True), (24, False), (5 * 24, False)])
def test_a_coupon_that_stayed_is_not_laid_again_after_its_last_day(hours: int, lies: bool) -> None:
    table = CrapsTable()
    table.bet("pass").make(present("dont-pass", seat=3, on_push=OnPush.STAYS, expires=GAMING_DAY))
    table.shooter().roll(6, 6)
    table.service.later(hours=hours)
    events = table.make(PlaceWager(seat=3, wager="dont-pass", amount=1_200))
    assert [laid.coupon.serial for laid in table.service.state.coupons.lying] == ([7] if lies else [])
    if lies:
        assert only(events, CouponPlaced).serial == 7
    else:
        back = only(events, CouponReturned)
        assert (back.serial, back.reason, back.clause) == (7, "its last day is over", "603a.20(q)(5)")
        assert [(bet.seat, bet.amount) for bet in table.state.bets if bet.seat == 3] == [(3, 1_200)]


@pytest.mark.clause("603a.20(q)(5)")
def test_a_table_that_stays_open_takes_no_coupon_whose_last_day_has_gone_by() -> None:
    table = at_a_table("sic-bo")
    table.later(hours=23).do(present("small", expires=GAMING_DAY))
    table.later(hours=1)
    late = present("small", seat=3, serial=8, expires=GAMING_DAY)
    assert table.refused(late).clause.id == "603a.20(q)(5)"
    table.do(present("small", seat=3, serial=8, expires=date(2024, 5, 5)))


@pytest.mark.clause("603a.20(q)(5)", "603a.21(e)#1")
def test_a_coupon_played_in_time_lies_until_its_wager_is_decided() -> None:
    table = CrapsTable()
    table.make(present("pass", 1_500, expires=GAMING_DAY))
    table.shooter().roll(2, 4)
    # Past the end of its last day, and with the dice that were good for one day changed.
    table.service.later(hours=20).new_dice("A-2").later(hours=5)
    table.make(SelectDice(seat=1))
    events = table.roll(3, 3)
    assert only(events, CouponPaid).paid == TEN
    assert only(events, CouponDropped).serial == 7


def test_a_coupon_that_stayed_still_counts_towards_the_maximum() -> None:
    table = CrapsTable(limits={"minimum": 500, "maximum": 2_500, "increment": 100})
    table.bet("pass").make(present("dont-pass", seat=3, on_push=OnPush.STAYS))
    table.shooter().roll(6, 6)
    too_much = PlaceWager(seat=3, wager="dont-pass", amount=1_600)
    assert table.refusal(too_much).clause.id == "603a.1[match_play_coupon]#3"
    table.make(msgspec.structs.replace(too_much, amount=1_500))


@pytest.mark.clause("603a.21(e)#1")
def test_a_void_toss_gives_the_coupon_back_with_the_chips() -> None:
    table = at_a_table("sic-bo")
    table.do(present("small", on_push=OnPush.STAYS), ShakeDice(times=3), CallNoMoreBets())
    table.do(Report(irregularity="dice-not-flat", by=Role.DEALER))
    # Its terms let it lie on after a push, and this is none.
    back = only(table.events, CouponReturned)
    assert (back.serial, back.reason) == (7, WhyReturned.CALLED_OFF)
    assert table.state.chips[rack(1)] == RACK
    table.do(present("small"))


@pytest.mark.clause("603a.21(e)#1")
def test_hands_found_void_after_a_settlement_take_back_what_the_coupon_won() -> None:
    pit = Pit(1, 4)
    pit.service.do(present("ante", seat=4), present("ante", seat=1, serial=8))
    pit.deal(seat_1="9c 8d 7h", seat_4="Ac 5d 5h", dealer="Qs Td 8c").plays(1, 4)
    pit.showdown(4)
    assert pit.rack(4) == 1_000_000 + 3_000
    events = pit.service.do(Report(irregularity="wrong-number-of-cards", by=Role.DEALER))
    undone = only(events, CouponReversed)
    assert (undone.serial, undone.repaid) == (7, 1_000)
    assert (only(events, CouponReturned).serial, only(events, CouponReturned).reason) == (
        8,
        WhyReturned.CALLED_OFF,
    )
    assert (pit.rack(1), pit.rack(4)) == (1_000_000, 1_000_000)
    assert pit.service.chips() == TRAY
    assert pit.service.state.coupons.spent == ()


def test_once_a_round_is_over_its_coupons_are_not_undone() -> None:
    pit = Pit(1)
    pit.service.do(present("ante"))
    pit.deal(seat_1="Ac 5d 5h", dealer="Qs Td 8c").plays(1).showdown(1)
    assert pit.play.phase == "betting"
    assert pit.service.state.coupons.spent == ()
    table = CrapsTable()
    table.make(present("pass"), PlaceWager(seat=3, wager="place-to-win-8", amount=1_200))
    table.shooter().roll(5, 6)
    assert [spent.serial for spent in table.service.state.coupons.spent] == [7]
    table.make(present("pass", serial=8))
    assert table.service.state.coupons.spent == ()


@pytest.mark.clause("603a.21(b)#3", "603a.1[match_play_coupon]#2")
def test_chips_that_come_and_go_before_the_roll_are_broken_down_anew() -> None:
    table = CrapsTable()
    table.make(present("pass"))
    more = only(table.make(PlaceWager(seat=1, wager="pass", amount=2_000)), CouponBrokenDown)
    assert (more.on_coupon, more.beside) == (1_000, 2_000)
    less = only(table.make(ReduceWager(seat=1, wager="pass", amount=1_500)), CouponBrokenDown)
    assert (less.on_coupon, less.beside) == (1_000, 500)
    few = only(table.make(ReduceWager(seat=1, wager="pass", amount=600)), CouponReturned)
    assert (few.reason, few.clause) == ("the chips no longer match it", "603a.1[match_play_coupon]#2")
    assert not of_kind(table.make(PlaceWager(seat=1, wager="pass", amount=500)), CouponBrokenDown)


@pytest.mark.clause("603a.21(e)#1")
def test_a_wager_taken_down_gives_the_coupon_back() -> None:
    table = CrapsTable()
    table.make(present("pass"))
    assert only(table.take_down("pass"), CouponReturned).reason == "its wager was taken down"
    assert table.chips() == RACK
    table.make(present("pass"))
    table.shooter().roll(2, 2)
    assert table.refused(TakeDownWager(seat=1, wager="pass")) == "623a.4(c)(1)"


# The table and its record.


def test_coupons_are_not_listed_since_they_are_in_the_patrons_hands() -> None:
    for game in games():
        service = in_service(game, RACK)
        assert "present-coupon" not in {act.move for act in service.table.legal(service.state, service.now)}


def test_a_closed_table_takes_no_coupon() -> None:
    service = Service(game_under(submission_for("sic-bo")))
    assert service.refused(present("small")).message == "the table is closed"


def test_nothing_is_half_done_when_a_coupon_is_refused() -> None:
    table = at_a_table("sic-bo")
    table.do(PlaceWager(seat=1, wager="small", amount=300 + 200))
    assert table.refused(present("small", 400)).clause.id == "603a.1[match_play_coupon]#2"
    poor = present("small", RACK, value=500)
    table = at_a_table("sic-bo", limits={"minimum": 500, "maximum": 10 * RACK, "increment": 100})
    table.do(PlaceWager(seat=1, wager="big", amount=500))
    assert "the chips are not there" in table.refused(poor).message


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            CouponPlaced(
                seat=1, wager="pass", pick="", serial=7, value=TEN, on_coupon=TEN, beside=500, clause="603a.21(b)#1"
            ),
            "Position 1 plays coupon 000000007 for $10 on Pass: $10 on it, $5 beside it",
        ),
        (
            CouponBrokenDown(
                seat=1, wager="pass", pick="", serial=7, on_coupon=TEN, beside=0, clause="603a.21(b)#3"
            ),
            "Position 1, coupon 000000007: now $10 on it",
        ),
        (
            CouponPaid(
                seat=1, bonus="Match Play Coupon", base="pass", pick="", serial=7, owed=TEN, paid=TEN,
                vigorish=50, odds="1 to 1", pays="623a.5(a)", clause="603a.21(b)#4",
            ),
            "Position 1, coupon 000000007: paid $10 at 1 to 1, less $0.50 vigorish",
        ),
        (
            CouponDropped(seat=1, wager="pass", pick="", serial=7, value=TEN, clause="603a.21(e)#1"),
            "Coupon 000000007 for $10 goes into the drop box",
        ),
        (
            CouponReturned(
                seat=1, wager="pass", pick="", serial=7, value=TEN, reason=WhyReturned.PATRON_LEFT, clause="603a.21(e)#1"
            ),
            "Coupon 000000007 goes back to position 1: its patron leaves",
        ),
        (
            CouponStayed(seat=1, wager="dont-pass", pick="", serial=7, clause="603a.21(b)#4"),
            "Coupon 000000007 stays for the next wager of position 1 on Don't Pass",
        ),
        (
            CouponReversed(
                seat=1, wager="Match Play Coupon", serial=7, returned=0, repaid=TEN, clause="36.05.14.13D"
            ),
            "Position 1, coupon 000000007: $10 repaid, and unspent in the drop box",
        ),
        (
            CouponReversed(
                seat=1, wager="Match Play Coupon", serial=7, returned=0, repaid=0, clause="36.05.14.13D"
            ),
            "Position 1, coupon 000000007: unspent in the drop box",
        ),
    ],
)  # fmt: skip
def test_what_becomes_of_a_coupon_is_told_in_words(event: Event, words: str) -> None:
    assert told(game_under(submission_for("craps")), event) == words


class Noted(Service):
    """A table that notes the moves made at it."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.moves: list[Move] = []

    def do(self, *moves: Move) -> list[Event]:
        """Make moves, and note them."""
        self.moves.extend(moves)
        return super().do(*moves)


def test_a_table_with_coupons_goes_on_from_the_journal_where_it_was(tmp_path: Path) -> None:
    table = CrapsTable()
    service = Noted(game_under(submission_for("craps")))
    table.placed(service.opened().seated(seat_1=RACK, seat_3=RACK))
    table.make(present("pass", 1_500), present("dont-pass", seat=3, serial=8, on_push=OnPush.STAYS))
    table.shooter().roll(6, 6)
    table.make(
        PlaceWager(seat=3, wager="dont-pass", amount=TEN), PlaceWager(seat=1, wager="pass", amount=500)
    )
    table.roll(2, 4)
    database = tmp_path / "house.db"
    with Journal.open(database) as journal:
        floor = Floor(journal, lambda: NOON)
        floor.set_up_table("CR-1", "craps", submission_for("craps"), mode=Mode.TRAINING, tray=TRAY)
        for move in service.moves:
            floor.submit("CR-1", msgspec.to_builtins(move), who="tester")
    with Journal.open(database, create=False) as journal:
        assert journal.verify().ok
        resumed = Floor(journal, lambda: NOON).table("CR-1")
        assert [event for recorded in resumed.record for event in recorded.events] == service.events
        assert resumed.state == service.state
        assert [laid.coupon.serial for laid in resumed.state.coupons.lying] == [8]
