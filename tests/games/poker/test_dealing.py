"""The deal, burns, draws, and the deck that runs short (637a.19(f)-(j), 637a.20 and 637a.21(f)-(j))."""

import pytest

from houseway.games.poker.events import (
    BoardCardDealt,
    CardBurned,
    CardsThrown,
    DiscardsReshuffled,
    HoleCardDealt,
)
from houseway.games.poker.moves import ReshuffleDiscards
from houseway.law import RuleViolation
from tests.games.poker.table import DRAWS, Table, each

FOUR = (10_000,) * 4


@pytest.mark.parametrize("variant", each("(f)#1"))
def test_cards_go_face_down_one_each_from_the_buttons_left(variant: str) -> None:
    table = Table(variant, FOUR).begin().hands()
    dealt = table.events(HoleCardDealt)
    each_has = {"badugi": 4}.get(variant, 5)
    assert [event.seat for event in dealt] == [1, 2, 3, 4] * each_has
    assert {event.clause for event in dealt} == {table.game.variant.section.dealt.id}
    short = Table(variant, FOUR).begin()
    assert "cards are to be dealt" in short.refused("deal " + "?? " * (4 * each_has + 1)).message


@pytest.mark.parametrize("variant", each("(f)#2"))
def test_the_button_is_served_last(variant: str) -> None:
    table = Table(variant, FOUR)
    table.begin().hands().say("3 fold, 4 fold, 1 fold")
    table.did.clear()
    table.begin().hands()
    assert table.state.button == 1
    assert [event.seat for event in table.events(HoleCardDealt)][:4] == [2, 3, 4, 1]


@pytest.mark.parametrize(
    ("variant", "street", "cards"),
    [
        pytest.param("five-card-omaha-high", 1, "2c 3c 4c", marks=pytest.mark.clause("637a.19(h)#1")),
        pytest.param("five-card-omaha-high", 2, "5c", marks=pytest.mark.clause("637a.19(i)#1")),
        pytest.param("five-card-omaha-high", 3, "6c", marks=pytest.mark.clause("637a.19(j)#1")),
    ],
)
def test_a_card_is_burned_before_the_community_cards(variant: str, street: int, cards: str) -> None:
    table = Table(variant, (10_000, 10_000)).begin().hands().say("1 call, 2 check")
    for before in range(1, street):
        table.say("burn, deal " + ("2c 3c 4c" if before == 1 else "5c") + ", 1 check, 2 check")
    table.did.clear()
    clause = table.game.variant.streets[street].clauses.burn
    assert table.refused(f"deal {cards}").clause is clause
    stub = table.state.stub
    table.say("burn")
    assert table.state.stub == stub - 1
    assert "no card is to be burned" in table.refused("burn").message
    assert "cards are to be dealt" in table.refused(f"deal {cards} 9s").message
    table.say(f"deal {cards}")
    assert [event.clause for event in table.events(CardBurned)] == [clause.id]
    assert [event.card for event in table.events(BoardCardDealt)] == cards.split()
    assert table.events(BoardCardDealt)[0].clause == clause.id
    assert table.state.phase == "betting-round"


@pytest.mark.parametrize("variant", [*each("(h)#1", DRAWS), *each("(i)#1", DRAWS), *each("(j)#1", DRAWS)])
def test_a_card_is_burned_before_each_draw(variant: str) -> None:
    table = Table(variant, (10_000, 10_000)).begin().hands().say("1 call, 2 check")
    letters = []
    for street in (1, 2, 3):
        clause = table.game.variant.streets[street].clauses.burn
        assert table.refused("1 draw").clause is clause
        assert table.refused("deal ??").clause is clause
        table.say("burn")
        letters.append(table.events(CardBurned)[-1].clause)
        table.say("1 draw ??, deal ??, 2 draw, 1 check, 2 check")
    section = table.game.variant.section.button.paragraph.removesuffix("(c)")
    assert letters == [f"{section}({letter})#1" for letter in "hij"]
    assert table.state.phase == "showdown"


@pytest.mark.parametrize("variant", each("(h)#2", DRAWS))
def test_live_players_draw_one_after_the_other(variant: str) -> None:
    table = Table(variant, FOUR).begin().hands().say("3 call, 4 call, 1 fold, 2 check, burn")
    order = table.game.variant.streets[1].clauses.order
    assert table.refused("3 draw").clause is order
    assert table.refused("deal ??").clause is order
    table.say("2 draw ??")
    assert table.refused("3 draw").clause is order
    table.say("deal ??, 3 draw, 4 draw")
    assert [event.seat for event in table.events(CardsThrown)] == [2, 3, 4]


@pytest.mark.parametrize("variant", each("(h)#3", DRAWS))
def test_any_number_may_be_thrown_or_none(variant: str) -> None:
    held = "2c3d4h5s" if variant == "badugi" else "2c3d4h5s7c"
    table = Table(variant, (10_000, 10_000)).begin().hands(held, "").say("1 call, 2 check, burn")
    discards = table.game.variant.streets[1].clauses.discards
    many = len(held) // 2
    assert table.refused("1 draw " + "?? " * (many + 1)).clause is discards
    assert table.refused("1 draw Ks").clause is discards
    assert table.refused("1 draw 2c 2c").clause is discards
    table.say("1 draw " + " ".join(held[at : at + 2] for at in range(0, len(held), 2)))
    table.say("deal " + "?? " * many + ", 2 draw")
    assert [len(event.discards) for event in table.events(CardsThrown)] == [many, 0]


@pytest.mark.parametrize("variant", each("(h)#4", DRAWS))
def test_every_card_thrown_is_replaced_one_for_one(variant: str) -> None:
    table = (
        Table(variant, (10_000, 10_000)).begin().hands("2c3d4h5s7c"[: 8 if variant == "badugi" else 10], "")
    )
    table.say("1 call, 2 check, burn, 1 draw 2c 3d")
    table.did.clear()
    assert "2 cards are to be dealt" in table.refused("deal Kc Kd Kh").message
    assert "not among the cards left" in table.refused("deal 2c").message
    table.say("deal Kc, deal Kd")
    assert [(event.seat, event.card) for event in table.events(HoleCardDealt)] == [(1, "Kc"), (1, "Kd")]
    assert table.events(HoleCardDealt)[0].clause == table.game.variant.streets[1].clauses.replaced.id
    assert table.state.holders[0].down[-2:] == ("Kc", "Kd")
    assert table.state.drawing == (2,)


def full_table(variant: str) -> Table:
    """As many players as the section allows, all dealt in."""
    seats = 7 if variant != "badugi" else 9
    return Table(variant, (10_000,) * seats, {"seats": seats}).begin().hands()


def calls(table: Table) -> None:
    while table.state.betting is not None:
        asked = table.state.betting.asked
        assert asked is not None
        table.say(f"{asked.seat} {'call' if asked.bet < table.state.betting.to_call else 'check'}")


@pytest.mark.clause("637a.20(h)#5")
def test_a_deck_that_runs_out_in_the_third_draw_is_filled_from_earlier_discards_of_the_drawer() -> None:
    table = full_table("triple-draw-2-7")
    for _ in (1, 2):
        calls(table)
        table.say("burn, 1 draw ?? ?? ?? ?? ??, deal ?? ?? ?? ?? ??")
        table.say(", ".join(f"{seat} draw" for seat in range(2, 8)))
    calls(table)
    table.say("burn, 1 draw ?? ?? ?? ?? ??")
    assert table.state.stub == 4
    assert "4 cards are to be dealt" in table.refused("deal ?? ?? ?? ?? ??").message
    with pytest.raises(RuleViolation, match="has cards left"):
        table.do(ReshuffleDiscards())
    table.say("deal ?? ?? ?? ??")
    assert table.refused("deal ??").clause.id == "637a.20(h)#5"
    # Nobody else threw any: the ten of the first two draws come in, the five of this one do not.
    table.do(ReshuffleDiscards())
    (shuffled,) = table.events(DiscardsReshuffled)
    assert (shuffled.seat, shuffled.cards, shuffled.clause) == (1, 10, "637a.20(h)#5")
    table.say("deal ??, 2 draw")
    assert table.state.stub == 9


@pytest.mark.clause("637a.20(h)#5")
def test_the_discards_of_others_serve_first_and_the_drawers_own_are_barred() -> None:
    table = Table("triple-draw-2-7", (10_000,) * 7).begin().hands("2c3c4c5c7c", "2d3d4d5d7d", "2h3h4h5h7h")
    calls(table)
    table.say("burn, 1 draw 2c 3c 4c 5c 7c, deal ?? ?? ?? ?? ??, 2 draw 2d 3d 4d 5d 7d")
    table.say("deal ?? ?? ?? ?? ??, 3 draw 2h 3h 4h 5h 7h, deal ?? ?? ?? ?? ??")
    assert table.state.stub == 1
    table.say("4 draw ?? ??, deal ??")
    table.do(ReshuffleDiscards())
    assert table.events(DiscardsReshuffled)[0].cards == 15
    table.say("deal 2h, 5 draw, 6 draw, 7 draw")
    # Position 4 threw two that nobody saw; they stay away.
    assert [thrown.seat for thrown in table.state.muck] == [4]


@pytest.mark.clause("637a.20(h)#5")
def test_a_card_that_was_reshuffled_may_come_again_and_one_that_was_not_may_not() -> None:
    table = Table("triple-draw-2-7", (10_000,) * 7).begin().hands("2c3c4c5c7c", "2d3d4d5d7d", "2h3h4h5h7h")
    calls(table)
    table.say("burn, 1 draw 2c 3c 4c 5c 7c, deal ?? ?? ?? ?? ??, 2 draw 2d 3d 4d 5d 7d")
    table.say(
        "deal ?? ?? ?? ?? ??, 3 draw 2h 3h 4h 5h 7h, deal ?? ?? ?? ?? ??, 4 draw, 5 draw, 6 draw, 7 draw"
    )
    calls(table)
    table.say("burn")
    assert table.state.stub == 0
    table.say("1 draw ??")
    assert table.refused("deal 2d").clause.id == "637a.20(h)#5"
    table.do(ReshuffleDiscards())
    assert "not among the cards left" in table.refused("deal 2c").message
    table.say("deal 2d")


@pytest.mark.clause("637a.21(h)#5")
def test_nine_at_badugi_and_one_who_draws_four_each_time() -> None:
    table = full_table("badugi")
    calls(table)
    table.say("burn, 1 draw ?? ?? ?? ??, deal ?? ?? ?? ??")
    table.say(", ".join(f"{seat} draw ??, deal ??" for seat in range(2, 10)))
    assert table.state.stub == 3
    calls(table)
    table.say("burn, 1 draw ?? ?? ?? ??, deal ?? ??")
    table.do(ReshuffleDiscards())
    assert table.events(DiscardsReshuffled)[0].cards == 8
    assert table.events(DiscardsReshuffled)[0].clause == "637a.21(h)#5"


@pytest.mark.clause("637a.20(h)#5")
def test_an_empty_deck_is_filled_before_the_burn() -> None:
    table = Table("triple-draw-2-7", (10_000,) * 7).begin().hands()
    calls(table)
    table.say("burn, 1 draw ?? ?? ?? ?? ??, deal ?? ?? ?? ?? ??, 2 draw ?? ?? ?? ?? ??, deal ?? ?? ?? ?? ??")
    table.say("3 draw ?? ?? ?? ?? ??, deal ?? ?? ?? ?? ??, 4 draw ??, deal ??, 5 draw, 6 draw, 7 draw")
    calls(table)
    assert (table.state.stub, table.state.to_burn) == (0, 1)
    assert table.refused("burn").clause.id == "637a.20(h)#5"
    table.do(ReshuffleDiscards()).say("burn")
    # The five of the first to draw are barred also here.
    assert table.events(DiscardsReshuffled)[0].cards == 11
