"""The betting rounds: who is asked, what may be answered, and when a round is complete (637a.19-637a.21(g), (h))."""

import pytest

from houseway.games.poker.events import BettingClosed, BroughtIn, Called, StakeReturned, UncalledReturned
from houseway.games.poker.irregularities import MISDEALT
from houseway.games.poker.moves import DeclareDead
from houseway.law import RuleViolation
from houseway.table.betting_round import Structure
from houseway.table.moves import Report
from houseway.table.roles import Role
from tests.games.poker.table import DRAWS, Table, each

FOUR = (10_000,) * 4
NO_LIMIT = {"structure": Structure.NO_LIMIT}


def asked(table: Table) -> int:
    assert table.state.betting is not None
    assert table.state.betting.asked is not None
    return table.state.betting.asked.seat


def after_the_first_round(variant: str, chips: tuple[int, ...] = FOUR) -> Table:
    """A hand on its second street, with its cards out and nothing bet."""
    table = Table(variant, chips).begin().hands().say("3 call, 4 call, 1 call, 2 check, burn")
    if table.game.variant.draws:
        return table.say("1 draw, 2 draw, 3 draw, 4 draw")
    return table.say("deal 2c 3c 4c")


@pytest.mark.parametrize("variant", each("(g)#1"))
def test_the_first_round_opens_left_of_the_last_blind_and_runs_clockwise(variant: str) -> None:
    table = Table(variant, FOUR).begin().hands()
    assert table.refused("4 call").clause is table.game.variant.section.first
    order = []
    for _ in range(3):
        order.append(asked(table))
        table.say(f"{order[-1]} call")
    assert (order, asked(table)) == ([3, 4, 1], 2)


@pytest.mark.parametrize("variant", each("(g)#2"))
def test_in_the_first_round_one_folds_calls_or_raises(variant: str) -> None:
    table = Table(variant, FOUR).begin().hands()
    assert table.refused("3 check").clause is table.game.variant.section.choices
    assert table.refused("3 bet 800").clause is table.game.variant.section.choices
    table.say("3 raise 800, 4 fold, 1 call")
    assert [event.amount for event in table.events(Called)] == [600]


@pytest.mark.parametrize("variant", each("(g)#3"))
def test_who_posted_keeps_the_right_to_raise(variant: str) -> None:
    table = Table(variant, FOUR).begin().hands().say("3 call, 4 call, 1 call")
    assert asked(table) == 2
    table.say("2 raise 800")
    assert asked(table) == 3
    straddled = Table(variant, FOUR, {"straddle": 800}).begin().say("3 straddle").hands()
    straddled.say("4 call, 1 call, 2 call")
    assert asked(straddled) == 3
    straddled.say("3 raise 1200")


@pytest.mark.parametrize("variant", each("(g)#4"))
def test_the_first_round_is_complete_once_all_have_answered_the_latest_bet(variant: str) -> None:
    table = Table(variant, FOUR).begin().hands().say("3 raise 800, 4 call, 1 fold")
    assert table.events(BettingClosed) == []
    table.say("2 call")
    (closed,) = table.events(BettingClosed)
    assert (closed.pot, closed.clause) == (2_600, table.game.variant.section.closed.id)
    assert "no betting round" in table.refused("3 check").message


@pytest.mark.parametrize(
    "variant",
    [*each("(h)#2", {"637a.19": "five-card-omaha-high"}), *each("(h)#6", DRAWS)],
)
def test_later_rounds_begin_with_the_first_live_player_left_of_the_button(variant: str) -> None:
    table = after_the_first_round(variant)
    clauses = table.game.variant.streets[1].clauses
    assert table.refused("3 check").clause is clauses.first
    table.say("1 check")
    folded = Table(variant, FOUR).begin().hands().say("3 call, 4 call, 1 fold, 2 check, burn")
    folded.say("2 draw, 3 draw, 4 draw" if folded.game.variant.draws else "deal 2c 3c 4c")
    assert asked(folded) == 2


@pytest.mark.parametrize(
    "variant",
    [*each("(h)#3", {"637a.19": "five-card-omaha-high"}), *each("(h)#7", DRAWS)],
)
def test_check_and_bet_are_open_only_while_no_bet_stands(variant: str) -> None:
    table = after_the_first_round(variant)
    choices, first = (getattr(table.game.variant.streets[1].clauses, name) for name in ("choices", "first"))
    assert table.refused("1 call").clause is choices
    assert table.refused("1 fold").clause is first
    assert table.refused("1 raise 800").clause is choices
    table.say("1 check, 2 bet 400")
    assert table.refused("3 check").clause is choices
    assert table.refused("3 bet 800").clause is choices
    table.say("3 raise 800, 4 fold, 1 call, 2 fold")


@pytest.mark.parametrize(
    "variant",
    [*each("(h)#4", {"637a.19": "five-card-omaha-high"}), *each("(h)#8", DRAWS)],
)
def test_later_rounds_are_complete_once_all_have_answered(variant: str) -> None:
    table = after_the_first_round(variant)
    table.did.clear()
    table.say("1 check, 2 bet 400, 3 call, 4 call")
    assert table.events(BettingClosed) == []
    table.say("1 call")
    (closed,) = table.events(BettingClosed)
    assert (closed.street, closed.pot) == (1, 3_200)
    assert closed.clause == table.game.variant.streets[1].clauses.closed.id


@pytest.mark.parametrize("variant", [*each("(i)#2"), *each("(j)#2")])
def test_the_last_rounds_are_bet_on_the_same_terms(variant: str) -> None:
    table = after_the_first_round(variant)
    for street in (2, 3):
        table.say("1 check, 2 check, 3 check, 4 check, burn")
        table.say("1 draw, 2 draw, 3 draw, 4 draw" if table.game.variant.draws else f"deal {street}h")
        clauses = table.game.variant.streets[street].clauses
        assert table.refused("2 check").clause is clauses.first
        assert table.refused("1 call").clause is clauses.choices
        table.say("1 bet 800, 2 call, 3 fold, 4 call") if street == 3 else None
    (told,) = [event for event in table.events(BettingClosed) if event.street == 3]
    assert clauses.betting[0].id in told.also
    assert [clause.id for clause in table.game.variant.streets[2].clauses.betting] == [
        clauses.betting[0].id.replace("(j)", "(i)")
    ]
    assert table.state.phase == "showdown"


# The structures.


@pytest.mark.clause("common:poker/structure")
def test_a_limit_game_bets_small_then_big_and_at_most_four_times() -> None:
    table = Table("badugi", FOUR).begin().hands()
    assert table.refused("3 raise 900").clause.id == "common:poker/structure"
    table.say("3 raise 800, 4 raise 1200, 1 raise 1600, 2 raise 2000")
    assert "may not raise" in table.refused("3 raise 2400").message
    table.say("3 call, 4 call, 1 call, burn, 1 draw, 2 draw, 3 draw, 4 draw, 1 bet 400, 2 raise 800")
    table.say("3 raise 1200, 4 raise 1600")
    assert "may not raise" in table.refused("1 raise 2000").message
    table.say("1 fold, 2 fold, 3 call, burn, 3 draw, 4 draw")
    assert table.refused("3 bet 400")
    table.say("3 bet 800")


@pytest.mark.clause("common:poker/structure")
def test_a_pot_limit_raise_is_at_most_the_pot_after_the_call() -> None:
    table = Table("omaha", FOUR, {"structure": Structure.POT_LIMIT}).begin().hands()
    assert table.refused("3 raise 1500")
    table.say("3 raise 1400")


@pytest.mark.clause("common:poker/structure")
def test_a_no_limit_raise_is_at_least_the_last_raise() -> None:
    table = Table("holdem", FOUR, NO_LIMIT).begin().hands().say("3 raise 1200")
    assert table.refused("4 raise 1900")
    table.say("4 raise 2000, 1 raise 10000")


@pytest.mark.clause("common:poker/table-stakes")
def test_nobody_bets_more_than_lies_before_them() -> None:
    table = Table("holdem", (900, 10_000, 700), NO_LIMIT).begin().hands()
    assert table.refused("3 raise 800").clause.id == "common:poker/table-stakes"
    table.say("3 raise 700")


@pytest.mark.clause("common:poker/table-stakes")
def test_who_is_in_the_hand_neither_buys_nor_leaves() -> None:
    table = Table("holdem").begin()
    for check in (table.game.means.check_buying, table.game.check_leaving):
        with pytest.raises(RuleViolation, match="is in the hand"):
            check(table.state, 1)
        check(table.state, 9)
    assert table.game.means.counted(table.state, lambda seat: 5).racks == table.state.racks
    assert Table("holdem").game.means.counted(Table("holdem").state, lambda seat: seat).racks == (
        (1, 1),
        (2, 2),
        (3, 3),
    )


@pytest.mark.clause("common:poker/all-in")
def test_who_is_short_calls_with_everything_and_what_nobody_called_goes_back() -> None:
    table = Table("holdem", (500, 10_000, 10_000), NO_LIMIT).begin().hands("AsAh", "KsKh", "QsQh")
    table.say("3 fold, 1 call, 2 raise 3000, 1 call")
    assert [(event.seat, event.amount) for event in table.events(UncalledReturned)] == [(2, 2_500)]
    table.board("2c3c4d9h8s").show()
    assert table.stacks() == (1_000, 9_500, 10_000)
    assert any("common:poker/all-in" in event.also for event in table.events(Called))


@pytest.mark.clause("637a.7(c)")
def test_every_bet_lies_in_the_pot_and_a_round_follows_the_cards() -> None:
    table = Table("holdem").begin().hands().say("3 call, 1 call, 2 check, burn, deal 2c 3c 4c")
    assert table.state.pot == 1_200
    table.say("1 bet 400, 2 call")
    assert table.state.pot == 2_000
    assert sum(holder.stack for holder in table.state.holders) == 28_000
    assert asked(table) == 3


# Up cards.

STUD = {"blinds": (), "bring_in": 100}


@pytest.mark.clause("common:poker/bring-in")
@pytest.mark.parametrize(
    ("variant", "ups", "seat"),
    [
        ("seven-card-stud", "2h 2c Ks", 2),
        ("seven-card-stud", "Ah 3c Ks", 2),
        ("razz", "Kh 2c Ks", 3),
        ("razz", "Ah Qc 4s", 2),
    ],
)
def test_the_lowest_up_card_brings_in_and_in_razz_the_highest(variant: str, ups: str, seat: int) -> None:
    table = Table(variant, options=STUD).say(f"begin, deal ?? ?? ?? ?? ?? ?? {ups}")
    for other in {1, 2, 3} - {seat}:
        assert table.refused(f"{other} in").clause.id == "common:poker/bring-in"
    table.say(f"{seat} in")
    assert [(event.seat, event.amount) for event in table.events(BroughtIn)] == [(seat, 100)]
    following = seat % 3 + 1
    table.say(f"{following} raise 400")


@pytest.mark.clause("common:poker/bring-in")
def test_a_bring_in_has_no_second_turn_unless_it_is_completed() -> None:
    table = Table("seven-card-stud", options=STUD).say("begin, deal ?? ?? ?? ?? ?? ?? 2c Kh Qh, 1 in")
    table.say("2 call, 3 call")
    assert table.state.street == 1
    completed = Table("seven-card-stud", options=STUD).say(
        "begin, deal ?? ?? ?? ?? ?? ?? 2c Kh Qh, 1 bet 400"
    )
    completed.say("2 call, 3 raise 800")
    assert asked(completed) == 1


@pytest.mark.clause("common:poker/bring-in")
def test_a_card_that_nobody_saw_may_be_the_one_that_brings_in() -> None:
    table = Table("seven-card-stud", options=STUD).say("begin, deal ?? ?? ?? ?? ?? ?? 3c ?? Qh")
    assert table.refused("3 in")
    assert Table("seven-card-stud", options=STUD).say("begin, deal ?? ?? ?? ?? ?? ?? 3c ?? Qh, 2 in")
    table.say("1 in")


@pytest.mark.parametrize(("variant", "first"), [("seven-card-stud", 3), ("razz", 2)])
def test_the_best_cards_showing_act_first_on_later_streets(variant: str, first: int) -> None:
    table = Table(variant, options=STUD).say("begin, deal ?? ?? ?? ?? ?? ?? Kc 5h Qh")
    table.say("1 in, 2 call, 3 call" if variant == "razz" else "2 in, 3 call, 1 call")
    table.say("burn, deal 9c 4d Qd")
    assert asked(table) == first


def test_a_deck_too_short_for_the_last_card_has_one_for_all() -> None:
    table = Table("seven-card-stud", (10_000,) * 8, {**STUD, "seats": 8}).say("begin").rest_of_stud()
    assert len(table.state.board) == 1
    assert {len(holder.cards) for holder in table.state.live} == {6}
    assert table.state.stub == 0


# Dead hands and misdeals.


@pytest.mark.clause("common:poker/misdeal")
def test_a_dead_hand_is_out_and_its_chips_stay() -> None:
    table = Table("holdem").begin().hands()
    with pytest.raises(RuleViolation, match="may not do this"):
        table.do(DeclareDead(seat=3, by=Role.DEALER))
    table.do(DeclareDead(seat=3))
    assert asked(table) == 1
    with pytest.raises(RuleViolation, match="no live hand"):
        table.do(DeclareDead(seat=3))
    table.do(DeclareDead(seat=1))
    assert table.stacks() == (9_800, 10_200, 10_000)


@pytest.mark.clause("common:poker/misdeal")
def test_whoever_is_left_when_both_blinds_are_dead_takes_them() -> None:
    table = Table("holdem").begin().hands()
    table.do(DeclareDead(seat=1), DeclareDead(seat=2))
    assert table.stacks() == (9_800, 9_600, 10_600)


@pytest.mark.clause("common:poker/misdeal")
def test_a_misdeal_returns_everything_and_ends_the_hand() -> None:
    table = Table("holdem", options={"antes": (100,), "ante_live": False}).begin().hands().say("3 raise 800")
    table.do(Report(irregularity=MISDEALT, by=Role.FLOORPERSON))
    assert table.stacks() == (10_000, 10_000, 10_000)
    assert [(event.seat, event.amount) for event in table.events(StakeReturned)] == [
        (1, 300),
        (2, 500),
        (3, 900),
    ]
    assert table.state.phase == "between-hands"
