"""Match Play Coupons redeemed at a table (603a.21): what they win, when they are dropped, and when they go back."""

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.floor import Floor
from houseway.floor.property import Mode
from houseway.games import game_under, games, submission_for
from houseway.games.asia_poker.moves import PlaceHands, Surrender
from houseway.games.craps.moves import ReduceWager, SelectDice
from houseway.games.sic_bo.moves import EnterDice, RevealDice
from houseway.journal import Journal
from houseway.table.chip_steps import DROP_BOX
from houseway.table.coupons import OnPush, Pays
from houseway.table.events import BonusPaid, Event, Settled, VigorishCollected, rack
from houseway.table.game import Game
from houseway.table.moves import CallNoMoreBets, LeaveSeat, Move, PlaceWager, Report, TakeDownWager
from houseway.table.redemption import (
    CouponBrokenDown,
    CouponDropped,
    CouponPaid,
    CouponPlaced,
    CouponReturned,
    CouponReversed,
    CouponStayed,
    WhyReturned,
)
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from houseway.table.words import told
from tests.games.asia_poker import dealing as asia_poker
from tests.games.asia_poker.test_showdown import LOSES, WINS
from tests.games.five_card_hi_lo.dealing import H27_L9, H31_L11, THREE_ACES
from tests.games.pai_gow import dealing as pai_gow
from tests.games.sessions import in_service
from tests.games.three_card_poker.dealing import Pit
from tests.games.three_dice_football.drive import NO_GAIN
from tests.service import GAMING_DAY, NOON, TRAY, Service
from tests.table.coupon_tables import (
    RACK,
    TEN,
    AsiaPokerTable,
    CrapsTable,
    HiLoTable,
    PaiGowTable,
    at_a_table,
    football,
    names,
    of_kind,
    only,
    present,
)

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
        drive = football(service)
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
    # Not spent, and by what the toss was void.
    assert (back.clause, back.also) == ("603a.21(e)#1", ("625a.7(a)",))
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
    assert "the chips are not there: position 1 has " in table.refused(poor).message


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
