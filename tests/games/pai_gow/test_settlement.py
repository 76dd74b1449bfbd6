"""Surrender, showdown and settlement against the dealer (621a.8(e)-(l))."""

import pytest

from houseway.games.pai_gow.events import HandCollected, HandsRevealed, HandSurrendered, RoundOver
from houseway.games.pai_gow.moves import RevealHands, Surrender
from houseway.games.pai_gow.round import Phase
from houseway.table.events import Settled, VigorishCollected
from houseway.table.roles import Role
from tests.games.pai_gow.dealing import (
    BOTH_WIN,
    COPY,
    DEALER,
    HIGH_WINS,
    HIGH_WINS_ZERO_LOW,
    LOW_WINS,
    ZERO_LOW,
    Dealing,
    cites,
    lines,
    moved,
    names,
    only,
)

ALL_OUTCOMES = {
    0: DEALER,
    1: COPY,
    2: ZERO_LOW,
    3: HIGH_WINS,
    4: HIGH_WINS_ZERO_LOW,
    5: LOW_WINS,
    6: BOTH_WIN,
}


def at_showdown(*seats: int, amount: int = 1_000, **options: object) -> Dealing:
    """Players whose hands are to be revealed."""
    dealing = Dealing(**options)
    for seat in seats:
        dealing.bet(seat, amount)
    dealing.dealt(ALL_OUTCOMES)
    dealing.to_showdown()
    return dealing


@pytest.mark.clause(
    "621a.8(f)#1",
    "621a.8(f)#2",
    "621a.8(g)#1",
    "621a.8(g)#2",
    "621a.8(h)",
    "621a.8(h)(1)#1",
    "621a.8(h)(1)#2",
    "621a.8(h)(2)",
    "621a.8(i)",
    "621a.8(k)#1",
    "621a.8(f)#3",
)
def test_hands_are_shown_from_the_far_right_and_settled_each_by_its_clause() -> None:
    dealing = at_showdown(4, 2, 6, 1, 5, 3)
    assert dealing.refused(RevealHands(seat=6)) == "621a.8(f)#1"
    events = dealing.reveal()
    assert lines(events) == [
        (1, "lose", 0, "621a.8(g)#1"),
        (2, "lose", 0, "621a.8(g)#2"),
        (3, "push", 0, "621a.8(h)(1)#1"),
        (4, "push", 0, "621a.8(h)(1)#2"),
        (5, "push", 0, "621a.8(h)(2)"),
        (6, "win", 1_000, "621a.8(i)"),
    ]
    shown = [event for event in events if isinstance(event, HandsRevealed)]
    assert [event.announced for event in shown] == ["loses", "loses", "ties", "ties", "ties", "wins"]
    assert all({"621a.8(f)#1", "621a.8(f)#2", "621a.8(f)#3"} <= cites(event) for event in shown)
    settled = [event for event in events if isinstance(event, Settled)]
    assert {event.order for event in settled} == {"621a.8(f)#1"}
    assert settled[-1].pays == "621a.8(k)#1"
    assert "621a.8(h)" in cites(settled[2])
    assert moved(events) == {
        "felt": -6_000,
        "tray": 2_000 - 1_000 + 50,
        "patron:3": 1_000,
        "patron:4": 1_000,
        "patron:5": 1_000,
        "patron:6": 2_000 - 50,
    }


@pytest.mark.clause("621a.8(g)#3", "621a.8(j)#1", "621a.8(j)#2", "621a.8(l)")
def test_each_wager_is_settled_at_once_and_its_tiles_taken_in() -> None:
    dealing = at_showdown(1, 6)
    events = dealing.reveal(1)
    assert names(events) == ["HandsRevealed", "Settled", "HandCollected"]
    assert "621a.8(g)#3" in cites(only(events, Settled))
    assert cites(only(events, HandCollected)) == {"621a.8(j)#1", "621a.8(j)#2", "621a.8(l)"}
    assert moved(events) == {"felt": -1_000, "tray": 1_000}
    assert sorted(dealing.state.collected) == sorted(COPY.split())
    events = dealing.reveal(6)
    assert names(events) == ["HandsRevealed", "Settled", "VigorishCollected", "HandCollected", "RoundOver"]
    assert only(events, RoundOver).clause == "621a.4(f)"
    assert dealing.phase is Phase.BETTING
    assert dealing.game.display(dealing.state).tiles["high-6"]


@pytest.mark.clause("621a.8(k)#1", "621a.8(k)#2", "621a.8(k)#3", "621a.8(k)#4")
@pytest.mark.parametrize(
    ("rounding", "chip", "amount", "vigorish"),
    [
        ("exact", 25, 500, 25),
        ("exact", 25, 10_000, 500),
        ("exact", 5, 700, 35),
        ("quarter-up", 25, 500, 25),
        ("quarter-up", 25, 700, 50),
        ("quarter-up", 25, 10_000, 500),
    ],
)
def test_a_winner_is_paid_even_money_and_pays_vigorish_then(
    rounding: str, chip: int, amount: int, vigorish: int
) -> None:
    dealing = at_showdown(6, amount=amount, vigorish_rounding=rounding, smallest_chip=chip)
    events = dealing.reveal()
    line = only(events, Settled)
    assert (line.paid, line.odds) == (amount, "1 to 1")
    charge = only(events, VigorishCollected)
    assert charge.amount == vigorish
    assert {"621a.8(k)#2", "621a.8(k)#4"} <= cites(charge)
    assert events.index(charge) == events.index(line) + 1
    assert moved(events) == {"felt": -amount, "tray": vigorish - amount, "patron:6": 2 * amount - vigorish}


# Surrender (621a.8(e)).


@pytest.mark.clause("621a.8(e)#1", "621a.8(e)#2", "621a.8(e)#3", "621a.8(e)#4")
def test_a_player_may_surrender_between_the_dealers_set_and_the_own_reveal() -> None:
    dealing = Dealing().bet(1).bet(6)
    dealing.dealt(ALL_OUTCOMES)
    assert dealing.refused(Surrender(seat=6)) == "621a.8(e)#1"
    dealing.all_set()
    assert dealing.refused(Surrender(seat=6)) == "621a.8(e)#1"
    dealing.dealer_sets()
    assert dealing.refused(Surrender(seat=6, by=Role.DEALER)) == "621a.8(e)#1"
    assert dealing.refused(Surrender(seat=2)) == "621a.8(e)#2"
    events = dealing.make(Surrender(seat=6))
    assert cites(only(events, HandSurrendered)) == {"621a.8(e)#1", "621a.8(e)#2", "621a.8(e)#4"}
    assert lines(events) == [(6, "lose", 0, "621a.8(e)#3")]
    assert moved(events) == {"felt": -1_000, "tray": 1_000}
    assert dealing.state.collected == ("??",) * 4
    assert dealing.game.display(dealing.state).tiles["collected"] == ("??",) * 4
    assert dealing.refused(Surrender(seat=6)) == "621a.8(e)#2"
    dealing.make(Surrender(seat=1))
    assert dealing.phase is Phase.BETTING


@pytest.mark.clause("621a.8(e)#2", "621a.8(f)#1")
def test_who_has_been_revealed_cannot_surrender() -> None:
    dealing = at_showdown(3, 6)
    dealing.reveal(3)
    assert dealing.refused(Surrender(seat=3)) == "621a.8(e)#2"
    assert [act.fields["seat"] for act in dealing.lawful("surrender")] == [(6,)]
    assert dealing.refused(RevealHands(seat=6, by=Role.FLOORPERSON)) == "621a.8(f)#1"
    dealing.reveal(6)
    assert dealing.refused(RevealHands(seat=6)) == "621a.8(f)#1"


def test_the_hands_to_beat_stay_in_sight_until_the_tiles_are_mixed() -> None:
    dealing = at_showdown(6)
    dealing.reveal()
    shown = dealing.game.display(dealing.state).tiles
    assert sorted(shown["high-dealer"]) == ["4-5", "4-6"]
    assert sorted(shown["high-6"] + shown["low-6"]) == sorted(BOTH_WIN.split())
    assert "collected" not in shown, "a tile lies in one place"
    dealing.make(dealing.first("mix-tiles"))
    assert dealing.game.display(dealing.state).tiles == {}
