"""Brisk: a training table goes on by itself as far as nobody has to choose, and every step is recorded."""

from collections.abc import Callable

import pytest

from houseway.floor import Floor
from houseway.floor.brisk import due, go_on
from houseway.floor.crew import crew_of
from houseway.floor.demo import STAFF
from houseway.floor.floor import BadMove, Outcome, StaleView
from tests.web.rounds import bet_all, forms, take

CREW = crew_of(STAFF)


def brisk(floor: Floor, table: str) -> tuple[Outcome, list[str]]:
    """One click: what came of it, and the moves that were recorded for it."""
    before = len(floor.table(table).record)
    outcome = go_on(floor, table, crew=CREW)
    taken = floor.table(table).record[before:]
    assert outcome.version == floor.table(table).version
    assert list(outcome.events) == [event for recorded in taken for event in recorded.events]
    return outcome, [recorded.act.move.__struct_config__.tag for recorded in taken]


def wager(floor: Floor, table: str, wager: str, pick: str = "") -> None:
    move = {"move": "place-wager", "seat": 1, "wager": wager, "pick": pick, "amount": 5000}
    floor.submit(table, move, who="patron-1")


def decide(floor: Floor, table: str) -> bool:
    """Whatever the players have to choose now, as the page offers it first; whether there was anything to choose."""
    decided = False
    while due(floor.table(table), floor.clock()) is None:
        take(floor, table, forms(floor, table)[0])
        decided = True
    return decided


def is_on(floor: Floor, table: str) -> bool:
    """Whether wagers stand, or cards of a round lie there that has settled them all."""
    place = floor.table(table)
    lies = place.game.pieces is not None and not place.game.between_rounds(place.state.play)
    return bool(place.state.play.bets) or lies


def one_wager(name: str) -> Callable[[Floor, str], None]:
    return lambda floor, table: wager(floor, table, name)


def all_wagers(floor: Floor, table: str) -> None:
    bet_all(floor, table, 1, 2)


@pytest.mark.parametrize(
    ("table", "bet", "most"),
    [
        ("SB-1", one_wager("small"), 1),
        ("3CP-1", all_wagers, 1),
        ("HL-1", all_wagers, 1),
        ("AP-1", all_wagers, 1),
        ("PG-1", one_wager("pai-gow"), 1),
        # One click more at every moment at which somebody may wager: for Double Attack, for Insurance.
        ("DAB-1", one_wager("bet"), 3),
        ("BJ-1", one_wager("blackjack"), 2),
        ("S21-1", one_wager("spanish-21"), 2),
        ("MB-1", one_wager("player"), 1),
        ("MD-1", one_wager("banker"), 1),
    ],
)
def test_a_round_takes_few_clicks_besides_what_somebody_decides(
    floor: Floor, table: str, bet: Callable[[Floor, str], None], most: int
) -> None:
    bet(floor, table)
    clicks, decided = 0, False
    while is_on(floor, table):
        brisk(floor, table)
        # Once a choice is made the page goes on by itself.
        clicks += not decided
        decided = is_on(floor, table) and decide(floor, table)
    assert clicks <= most


@pytest.mark.parametrize(("table", "name"), [("CR-1", "pass"), ("TDF-1", "touchdown")])
def test_a_throw_takes_one_click(floor: Floor, table: str, name: str) -> None:
    wager(floor, table, name)
    before = floor.table(table).rounds
    brisk(floor, table)
    assert floor.table(table).rounds == before + 1


def test_every_step_is_recorded_as_if_it_had_been_taken_alone(floor: Floor) -> None:
    bet_all(floor, "3CP-1", 1, 2)
    _, moves = brisk(floor, "3CP-1")
    assert moves == ["call-no-more-bets", "deal", "discard-stub"]
    crew = {recorded.act.who for recorded in floor.table("3CP-1").record[-3:]}
    assert crew == {CREW["dealer"]}
    replayed = floor.replay("3CP-1")
    assert replayed.state == floor.table("3CP-1").state


def test_the_next_round_waits_for_wagers(floor: Floor) -> None:
    wager(floor, "SB-1", "small")
    brisk(floor, "SB-1")
    _, moves = brisk(floor, "SB-1")
    assert moves == ["clear-lights"]


def test_a_player_moves_in_the_players_name(floor: Floor) -> None:
    wager(floor, "CR-1", "pass")
    brisk(floor, "CR-1")
    accepted = [
        recorded.act.who
        for recorded in floor.table("CR-1").record
        if recorded.act.move.__struct_config__.tag in ("accept-dice", "throw-dice")
    ]
    assert set(accepted) == {"patron-1"}


def test_nothing_goes_on_where_somebody_has_to_choose(floor: Floor) -> None:
    bet_all(floor, "3CP-1", 1)
    brisk(floor, "3CP-1")
    with pytest.raises(BadMove, match="somebody has to choose"):
        go_on(floor, "3CP-1", crew=CREW)


def test_a_live_table_never_goes_on_by_itself(floor: Floor) -> None:
    with pytest.raises(BadMove, match="is live"):
        go_on(floor, "TDF-2", crew=CREW)


def test_only_what_was_looked_at_goes_on(floor: Floor) -> None:
    with pytest.raises(StaleView):
        go_on(floor, "CR-1", crew=CREW, seen=1)
