"""Button, antes, Blinds, kill and straddle (637a.19-637a.21(a)-(e))."""

import pytest

from houseway.games.poker.events import (
    AntePosted,
    BlindPosted,
    ButtonDrawnFor,
    HandBegun,
    HandCompleted,
    Straddled,
    TimeCharged,
)
from houseway.games.poker.moves import ChargeTime, DrawForButton
from houseway.games.poker.submission import ButtonStarts, HeadsUp, Kill
from houseway.games.poker.variants import VARIANTS
from houseway.law import RuleViolation
from tests.games.poker.table import Table, codes, each

FOUR = (10_000,) * 4


@pytest.mark.parametrize("variant", each("(a)"))
def test_each_game_is_run_by_its_own_section(variant: str) -> None:
    table = Table(variant)
    assert table.game.variant is VARIANTS[variant]
    table.begin()
    assert table.did[0].clause.startswith(table.game.variant.section.button.id)


@pytest.mark.clause("637a.20(l)", "637a.20(l)(1)", "637a.20(l)(2)")
def test_the_submission_may_split_triple_draw() -> None:
    sides = {
        name: [side.ranking.name for side in Table(name).game.submission.chosen.sides]
        for name in ("badeucey", "badacey", "triple-draw-2-7", "triple-draw-a-5")
    }
    assert sides == {
        "badeucey": ["2-7", "badugi-deuce-low"],
        "badacey": ["a-5", "badugi-ace-low"],
        "triple-draw-2-7": ["2-7"],
        "triple-draw-a-5": ["a-5"],
    }


@pytest.mark.clause("637a.7(b)")
def test_a_hand_takes_two_players_with_chips() -> None:
    assert Table(chips=(10_000, 0)).refused("begin").clause.id == "637a.7(b)"
    assert Table(chips=(10_000, 100)).begin().state.holders


@pytest.mark.parametrize("variant", each("(c)(1)(i)"))
def test_the_button_starts_at_the_dealers_right(variant: str) -> None:
    table = Table(variant, FOUR).begin()
    (begun,) = table.events(HandBegun)
    assert begun.button == 4
    assert begun.clause == table.game.variant.section.starts_right.id


@pytest.mark.parametrize("variant", each("(c)"))
def test_the_button_fixes_the_order_of_the_players(variant: str) -> None:
    table = Table(variant, FOUR).begin()
    (begun,) = table.events(HandBegun)
    assert begun.players == (1, 2, 3, 4)
    assert table.game.variant.section.button.id in begun.also


@pytest.mark.parametrize("variant", each("(c)(2)"))
def test_the_button_moves_clockwise_with_each_hand(variant: str) -> None:
    table = Table(variant, (10_000, 10_000, 10_000))
    buttons = []
    for _ in range(4):
        table.begin().hands()
        while table.state.holders:
            asked = table.state.betting and table.state.betting.asked
            assert asked
            table.say(f"{asked.seat} fold")
        buttons.append(table.state.button)
    assert buttons == [3, 1, 2, 3]
    assert table.events(HandBegun)[-1].clause == table.game.variant.section.rotates.id


@pytest.mark.parametrize("variant", each("(c)(1)(ii)"))
def test_the_button_may_be_drawn_for_by_the_highest_card_and_suit(variant: str) -> None:
    table = Table(variant, FOUR, {"button_starts": ButtonStarts.DRAWN_FOR})
    table.do(DrawForButton(cards=codes("KsAdAh2c")))
    (drawn,) = table.events(ButtonDrawnFor)
    assert drawn.button == 3
    table.begin()
    assert table.events(HandBegun)[0].button == 3
    assert table.events(BlindPosted)[0].seat == 4


@pytest.mark.parametrize("variant", each("(c)(1)"))
def test_no_hand_begins_before_the_button_is_placed(variant: str) -> None:
    table = Table(variant, FOUR, {"button_starts": ButtonStarts.DRAWN_FOR})
    assert table.refused("begin").clause is table.game.variant.section.starts
    for cards in ("KsAdAh", "KsAdAh??"):
        with pytest.raises(RuleViolation, match="one card face up"):
            table.do(DrawForButton(cards=codes(cards)))
    table.do(DrawForButton(cards=codes("KsAdAh2c"))).begin()
    plain = Table(variant, FOUR)
    with pytest.raises(RuleViolation, match="not drawn for"):
        plain.do(DrawForButton(cards=codes("KsAdAh2c")))


@pytest.mark.parametrize("variant", each("(d)#1"))
def test_the_player_left_of_the_button_posts_first_and_before_the_cards(variant: str) -> None:
    table = Table(variant, FOUR).say("begin")
    section = table.game.variant.section
    assert table.refused("2 post").clause is section.blind
    assert table.refused("deal As").clause is section.blind
    table.say("1 post")
    (posted,) = table.events(BlindPosted)
    assert (posted.seat, posted.amount, posted.clause) == (1, 200, section.blind.id)


@pytest.mark.parametrize("variant", each("(d)#2"))
def test_more_blinds_follow_the_first_at_once(variant: str) -> None:
    table = Table(variant, FOUR, {"blinds": (100, 200, 400)}).say("begin, 1 post")
    section = table.game.variant.section
    assert table.refused("3 post").clause is section.more_blinds
    table.say("2 post, 3 post")
    assert [(event.seat, event.amount) for event in table.events(BlindPosted)] == [
        (1, 100),
        (2, 200),
        (3, 400),
    ]
    assert table.events(BlindPosted)[1].clause == section.more_blinds.id
    assert "every Blind" in table.refused("4 post").message


@pytest.mark.parametrize("variant", each("(d)#3"))
def test_number_and_amounts_of_blinds_are_the_submissions(variant: str) -> None:
    one = Table(variant, FOUR, {"blinds": (400,)}).begin()
    assert [(event.seat, event.amount) for event in one.events(BlindPosted)] == [(1, 400)]
    none_first = Table(variant, FOUR, {"blinds": (0, 0, 300)}).begin()
    assert [(event.seat, event.amount) for event in none_first.events(BlindPosted)] == [(3, 300)]
    assert one.game.variant.section.blind_terms.id in one.events(BlindPosted)[0].also


@pytest.mark.parametrize("variant", each("(b)#2"))
def test_everybody_in_the_hand_may_have_to_put_in_an_ante(variant: str) -> None:
    table = Table(variant, (10_000, 50, 0, 10_000), {"antes": (100,)}).begin()
    antes = table.events(AntePosted)
    assert [(event.seat, event.amount) for event in antes] == [(1, 100), (2, 50), (4, 100)]
    assert {event.clause for event in antes} == {table.game.variant.section.ante.id}
    assert Table(variant).begin().events(AntePosted) == []


@pytest.mark.parametrize("variant", each("(b)#3"))
def test_antes_are_those_of_the_submission(variant: str) -> None:
    table = Table(variant, FOUR, {"antes": (0, 300), "ante_live": False})
    table.say("begin")
    assert [(event.seat, event.amount) for event in table.events(AntePosted)] == [(2, 300)]
    table.say("1 post, 2 post").hands().say("3 fold, 4 call, 1 fold, 2 check, burn")
    assert table.state.pot == 1_300


@pytest.mark.parametrize("variant", each("(b)#3"))
@pytest.mark.parametrize(
    ("kill", "posted", "raised"), [(Kill.KILL, 800, 1_600), (Kill.HALF_KILL, 600, 1_200)]
)
def test_who_alone_won_a_large_pot_posts_a_kill_that_raises_the_bets(
    variant: str, kill: Kill, posted: int, raised: int
) -> None:
    table = Table(variant, FOUR, {"kill": kill, "kill_pot": 1_000})
    table.begin().hands().say("3 call, 4 call, 1 fold, 2 check, burn")
    assert table.state.pot == 1_400
    if table.game.variant.draws:
        table.say("2 draw, 3 draw, 4 draw")
    else:
        table.say("deal 2c 3c 4c")
    table.say("2 check, 3 bet 400, 4 fold, 2 fold")
    assert table.events(HandCompleted)[-1].kill == 3
    table.did.clear()
    table.begin()
    assert [(event.seat, event.amount, event.kill) for event in table.events(BlindPosted)] == [
        (2, 200, False),
        (3, posted, True),
    ]
    table.hands()
    assert table.state.betting is not None
    assert table.state.betting.to_call == posted
    table.say(f"4 raise {raised}")
    assert table.refused(f"1 raise {raised + 100}")


@pytest.mark.clause("637a.19(l)(3)#1")
def test_a_small_or_shared_pot_brings_no_kill() -> None:
    options = {"kill": Kill.KILL, "kill_pot": 1_000}
    small = Table("five-card-omaha-high-low", FOUR, options).begin().hands().say("3 fold, 4 fold, 1 fold")
    assert small.events(HandCompleted)[-1].kill == 0
    shared = Table("five-card-omaha-high-low", (10_000, 10_000), options).begin()
    shared.hands("AsKsQsJsTs", "AhKhQhJhTh").say("1 raise 800, 2 call")
    shared.board("2c2d3c4d9c").show()
    assert shared.events(HandCompleted)[-1].kill == 0
    alone = Table("five-card-omaha-high-low", (10_000, 10_000), options).begin()
    alone.hands("AsKsQsJsTs", "9h8h7h5h6h").say("1 raise 800, 2 call")
    alone.board("Ac2dKcJd9c").show()
    assert alone.events(HandCompleted)[-1].kill == 1
    assert alone.begin().state.killed


@pytest.mark.parametrize("variant", each("(e)#1"))
def test_only_the_player_left_of_the_last_blind_may_straddle(variant: str) -> None:
    table = Table(variant, FOUR, {"straddle": 800}).say("begin, 1 post")
    section = table.game.variant.section
    assert table.refused("2 straddle").clause is section.straddle
    table.say("2 post")
    assert table.refused("4 straddle").clause is section.straddle
    table.say("3 straddle")
    (made,) = table.events(Straddled)
    assert (made.seat, made.amount, made.clause) == (3, 800, section.straddle.id)
    table.hands()
    assert table.state.betting is not None
    assert table.state.betting.asked is not None
    assert (table.state.betting.asked.seat, table.state.betting.to_call) == (4, 800)


@pytest.mark.parametrize("variant", each("(e)#2"))
def test_a_straddle_is_made_where_the_submission_offers_one(variant: str) -> None:
    table = Table(variant, FOUR).begin()
    assert table.refused("3 straddle").clause is table.game.variant.section.straddle_terms
    poor = Table(variant, (10_000, 10_000, 700, 10_000), {"straddle": 800}).begin()
    assert poor.refused("3 straddle").clause is poor.game.variant.section.straddle_terms
    offered = [
        act for act in Table(variant, FOUR, {"straddle": 800}).begin().legal() if act.move == "straddle"
    ]
    assert [act.fields["seat"] for act in offered] == [(3,)]


@pytest.mark.parametrize("variant", each("(e)#4"))
def test_a_hand_sees_one_straddle(variant: str) -> None:
    table = Table(variant, FOUR, {"straddle": 800}).begin().say("3 straddle")
    assert table.refused("4 straddle").clause is table.game.variant.section.one_straddle


def test_a_straddle_comes_before_the_cards_and_not_from_a_blind() -> None:
    table = Table("badugi", (10_000, 10_000), {"straddle": 800}).begin()
    assert "left of the last Blind" in table.refused("1 straddle").message
    dealt = Table("badugi", FOUR, {"straddle": 800}).begin().say("deal As")
    assert "before the cards" in dealt.refused("3 straddle").message


def test_between_two_the_first_blind_is_as_the_submission_says() -> None:
    as_written = Table("badugi", (10_000, 10_000)).begin()
    assert [event.seat for event in as_written.events(BlindPosted)] == [1, 2]
    usual = Table("badugi", (10_000, 10_000), {"heads_up": HeadsUp.BUTTON}).begin()
    assert [event.seat for event in usual.events(BlindPosted)] == [2, 1]


@pytest.mark.clause("common:poker/all-in")
def test_a_blind_that_is_short_is_all_in_and_the_whole_blind_is_called() -> None:
    table = Table("badugi", (10_000, 150, 10_000)).begin()
    assert table.events(BlindPosted)[-1].amount == 150
    table.hands("AsKsQsJs", "Ac2d3h4s", "KcKdKhTs").say("3 call, 1 call")
    # The side pot of the two others is what they called beyond the 150.
    table.rest().show()
    assert table.awards() == [(2, "badugi", 450), (3, "badugi", 500)]


@pytest.mark.clause("common:poker/rake")
def test_a_time_charge_is_collected_between_hands() -> None:
    table = Table("badugi", (10_000, 300, 0), {"time_charge": 500}).do(ChargeTime())
    assert [(event.seat, event.amount) for event in table.events(TimeCharged)] == [(1, 500), (2, 300)]
    assert table.stacks() == (9_500, 0, 0)
    with pytest.raises(RuleViolation, match="no time charge"):
        Table("badugi").do(ChargeTime())
