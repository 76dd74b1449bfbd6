"""The rules of a Match Play Coupon (603a.21, before it 525.22): what it is, where, with what and how often it is played."""

from datetime import UTC, date, datetime
from fractions import Fraction

import msgspec
import pytest

from houseway.backoffice.coupons.design import Design, faults_of
from houseway.games import games
from houseway.games.pai_gow.moves import AcceptBank, MixTiles, OfferBank, RequestCoBank
from houseway.games.three_dice_football import FootballSubmission
from houseway.money import to
from houseway.table.card_play import PlayArea
from houseway.table.chip_steps import DROP_BOX
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
from houseway.table.events import rack
from houseway.table.moves import Instrument, PlaceWager
from houseway.table.redemption import (
    CouponDropped,
    CouponPlaced,
    CouponReturned,
    PresentCoupon,
    places_at,
)
from houseway.table.roles import Role
from houseway.table.table_state import Act
from tests.games.sessions import in_service
from tests.games.three_dice_football.drive import NO_GAIN, TRIPS
from tests.service import GAMING_DAY, NOON, TRAY
from tests.table.coupon_tables import (
    IN_2013,
    RACK,
    TEN,
    CrapsTable,
    PaiGowTable,
    at_a_table,
    coupon,
    football,
    of_kind,
    only,
    present,
)

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
def test_at_three_dicefootball_the_operator_names_the_full_game_wager() -> None:
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
    (due,) = [seat for seat in table.offers_due() if seat == 3]
    for seat in table.offers_due():
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
@pytest.mark.parametrize(
    "game", [name for name, game in games().items() if game.submission_type.needs_wagers]
)
def test_every_banking_game_takes_a_coupon_with_chips_from_the_hand_of_dealer_or_boxperson(game: str) -> None:
    service = in_service(game, RACK)
    wager = places_at(service.table.game).wagers[0]
    for role in set(Role) - {Role.DEALER, Role.BOXPERSON}:
        assert service.refused(present(wager, by=role)).clause.id == "603a.21(b)#1"
    before = service.state.chips
    for role in (Role.DEALER, Role.BOXPERSON):
        state, events = service.table.apply(
            service.state, Act(move=present(wager, 2_000, by=role), who="t", at=service.now)
        )
        placed = only(events, CouponPlaced)
        assert (placed.value, placed.on_coupon, placed.beside) == (1_000, 1_000, 1_000)
        assert {placed.clause, *placed.also} >= {
            "603a.21(b)#1",
            "603a.21(b)#2",
            "603a.21(b)#3",
            "603a.10(a)#3",
            "603a.1[match_play_coupon]#3",
        }
        # Chips alone have moved: a coupon is no money.
        assert state.chips[rack(1)] == before[rack(1)] - 2_000
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
def test_a_patron_plays_one_coupon_in_a_game_of_three_dicefootball() -> None:
    service = at_a_table("three-dice-football")
    service.do(present("touchdown"))
    drive = football(service)
    drive.kick_off().throw(NO_GAIN)
    assert service.refused(present("touchdown", serial=8)).clause.id == "603a.21(d)"
    drive.throw(TRIPS)
    assert [event.serial for event in of_kind(service.events, CouponDropped)] == [7]
    service.do(present("touchdown", serial=8))


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
