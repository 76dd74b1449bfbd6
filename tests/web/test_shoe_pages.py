"""Shoes on pages: what is counted is shown, the hole card is nobody's to know, and a table goes on where its record ends."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.floor import Floor
from houseway.journal import Journal
from houseway.web.shoe import draw_shoe, shoe_view
from houseway.web.table_page import table_page
from tests.web.house import signed_in_client, told_of
from tests.web.rounds import forms, set_up, take
from tests.web.test_unseen import House, told, twins

__all__ = ["twins"]


@dataclass(frozen=True)
class Round:
    """A round at a table in shoe order, `?` for the hole card, which is another in the other house: the same as the up card."""

    wager: str
    cards: str
    holes: tuple[str, str]
    decisions: tuple[str, ...]


ROUNDS = {
    "DAB-1": Round("bet", "6c 9c 8c 9d 8d ? 3h 9s Qs", ("Kh", "6c"), ("stand", "split", "stand", "stand")),
    "BJ-1": Round(
        "blackjack", "9c 8c 6c 9d 8d ? 3h 9s Qs", ("Kh", "6c"), ("stand", "split", "stand", "stand")
    ),
    "S21-1": Round(
        "spanish-21", "9c 8c 6c 9d 8d ? 3h 9s Qs", ("Kh", "6c"), ("stand", "split", "stand", "stand")
    ),
}
# Both hands of these draw a third card, so that every card of a round is turned by whoever may turn it.
_BACCARAT = "2c 3d 3h 2s 5h 4d"
# Killed between any two steps besides these: the three forms of Baccarat, and a double shoe, a round from either side.
KILLED = {
    **{table: (written,) for table, written in ROUNDS.items()},
    "MB-1": (Round("player", _BACCARAT, ("", ""), ()),),
    "MD-1": (Round("banker", _BACCARAT, ("", ""), ()),),
    "BAC-1": (Round("tie", _BACCARAT, ("", ""), ()),),
    "BJ-3": (ROUNDS["BJ-1"], ROUNDS["BJ-1"]),
}
_SEATS = (1, 2)


def test_a_batch_says_on_which_day_it_may_no_longer_be_used(demo_house: Path) -> None:
    with Journal.open(demo_house, create=False) as journal:
        page = table_page(Floor(journal), "BJ-1", None)
    # By the clock of the house, four hours behind.
    noon = datetime(2014, 5, 1, 16, tzinfo=UTC)
    assert page.in_use(noon, noon + timedelta(hours=24)) == "since 12:00, use before 12:00 on 2 May"
    assert page.in_use(noon, noon + timedelta(hours=4)) == "since 12:00, use before 16:00"
    assert page.in_use(noon, None) == "since 12:00"


def play(floor: Floor, table: str, dealt: list[str], decisions: list[str]) -> str:
    """The next step of a round, as the page offers it first; cards leave the shoe one by one. Returns the move."""
    offered = forms(floor, table)
    form = next((form for form in offered if form.move == "decide"), offered[0])
    if form.move == "deal":
        take(floor, table, form, cards=(dealt.pop(0),))
    elif form.move == "decide":
        said = decisions.pop(0)
        asked = next(one for one in offered if one.move == "decide" and said in one.label)
        take(floor, table, asked)
    else:
        take(floor, table, form)
    return form.move


def test_what_was_settled_stays_marked_while_the_round_goes_on(demo_house: Path) -> None:
    with Journal.open(demo_house, create=False) as journal:
        floor = Floor(journal)
        for wager in ("spanish-21", "match-the-dealer"):
            move = {"move": "place-wager", "seat": 1, "wager": wager, "amount": 2000}
            floor.submit("S21-1", move, who="patron-1")
        cards = ["8c", "Kd", "8d", "9s"]
        while play(floor, "S21-1", cards, ["split"]) != "decide":
            pass
        page = table_page(floor, "S21-1", None)
    assert [one.stack.area for one in page.settled] == ["match-the-dealer-1"]
    assert page.standing.result
    assert page.standing.result.words == "Settled so far: Match the Dealer"


def test_a_hand_that_won_what_the_other_lost_is_marked_with_nothing_won_and_not_as_a_push(
    demo_house: Path,
) -> None:
    with Journal.open(demo_house, create=False) as journal:
        floor = Floor(journal)
        wager = {"move": "place-wager", "seat": 1, "wager": "blackjack", "amount": 2500}
        floor.submit("BJ-1", wager, who="patron-1")
        cards, said = ["8c", "6h", "8d", "Kd", "Kh", "7h", "Ah"], ["split", "stand", "stand"]
        while floor.table("BJ-1").state.play.bets:
            play(floor, "BJ-1", cards, said)
        (chips,) = table_page(floor, "BJ-1", None).settled
    assert chips.stack.amount == 5_000
    assert chips.mark == "= $0"


def test_a_wager_of_one_amount_in_the_middle_of_a_round_has_one_button(demo_house: Path) -> None:
    with Journal.open(demo_house, create=False) as journal:
        floor = Floor(journal)
        floor.submit(
            "DAB-1", {"move": "place-wager", "seat": 1, "wager": "bet", "amount": 500}, who="patron-1"
        )
        cards = ["6h"]
        while cards:
            play(floor, "DAB-1", cards, [])
        labels = [form.label for form in forms(floor, "DAB-1")]
    assert labels == ["No more Double Attacks: deal the cards", "Position 1 wagers $5 on Double Attack"]


def bet(floor: Floor, table: str, wager: str) -> None:
    for seat in _SEATS:
        move = {"move": "place-wager", "seat": seat, "wager": wager, "amount": 2000}
        floor.submit(table, move, who=f"patron-{seat}")


@pytest.mark.parametrize("table", ROUNDS)
def test_the_hole_card_is_nobodys_to_know_until_it_is_turned(twins: tuple[House, House], table: str) -> None:
    written = ROUNDS[table]
    shoes = [[hole if card == "?" else card for card in written.cards.split()] for hole in written.holes]
    decisions = [list(written.decisions) for _ in shoes]
    for floor, _ in twins:
        bet(floor, table, written.wager)
    one, other = twins
    moves, hidden = [""], 0
    while told(one, table) == told(other, table):
        lying = [floor.table(table).state.play.hands for floor, _ in twins]
        hidden += lying[0] != lying[1]
        moves = [
            play(floor, table, shoe, say)
            for (floor, _), shoe, say in zip(twins, shoes, decisions, strict=True)
        ]
        assert moves[0] == moves[1]
    assert hidden >= len(written.decisions)
    assert moves == ["turn-hole", "turn-hole"]


@pytest.mark.long
@pytest.mark.parametrize("table", KILLED)
def test_a_killed_house_goes_on_between_any_two_steps_and_counts_shoe_and_rack(
    whole_demo: Path, tmp_path: Path, table: str
) -> None:
    database = tmp_path / "house.db"
    database.write_bytes(whole_demo.read_bytes())
    with Journal.open(database, create=False) as journal:
        set_up(Floor(journal), table)
    for number, written in enumerate(KILLED[table]):
        # One card was burned from each side.
        out = killed_through(database, table, written, number)
        assert out == (number + 1) * (len(written.cards.split()) + 1)


def killed_through(database: Path, table: str, written: Round, rounds: int) -> int:
    """A round during which the house stops and opens again between any two steps; how many cards left the shoe by its end."""
    shoe = [written.holes[0] if card == "?" else card for card in written.cards.split()]
    decisions = list(written.decisions)
    begun = False
    while True:
        # Whoever opens the journal next has nothing but the record.
        with Journal.open(database, create=False) as journal:
            floor = Floor(journal)
            if not begun:
                bet(floor, table, written.wager)
            begun = True
            place = floor.table(table)
            assert floor.replay(table).state == place.state
            if shown := shoe_view(place):
                drawn = draw_shoe(place.game.layout, shown)
                assert [holder.count for holder in drawn] == [shown.left, shown.rack]
                lying = sum(len(hand.cards) for hand in place.state.play.hands)
                assert shown.left + shown.rack + lying == shown.whole
                if lying == 1:
                    with signed_in_client(floor) as client:
                        page = told_of(client, table)
                    assert shown.words.partition("; ")[0] in page[f"/tables/{table}"]
            if place.rounds > rounds and not place.state.play.hands and not place.state.play.bets:
                assert (shoe, decisions) == ([], [])
                sides = (place.state.play.shoe, place.state.play.across)
                return sum(side.out for side in sides if side is not None)
            play(floor, table, shoe, decisions)
