"""Rounds found again: what the record tells of each is what the table's page told when it was played."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.tables.entries import TableSetUp
from houseway.floor import Mode, TableInService
from houseway.floor.rounds import PlayedRound, Sought, is_sought, whole_story
from houseway.floor.settlement import (
    RoundResult,
    SettlementLine,
    before_the_next_wagers,
    decided_rounds,
    last_result,
    lines_of,
    result_of,
    round_name,
    settles,
)
from houseway.games import submission_for
from houseway.table.days import GamingDays
from houseway.table.events import VigorishCollected, WagerPlaced
from houseway.table.procedure import OpenTable
from houseway.table.table_state import Act
from tests.floor.played import played_rounds
from tests.games.test_recorded import RECORDINGS, recording

DAYS = GamingDays()
FIRSTS = [name for name in RECORDINGS if name.endswith("-1")]


def in_service(name: str) -> TableInService:
    """A table at which nothing has happened yet, under the rules of a recording."""
    head = recording(name).head
    submission = submission_for(head.game, head.options)
    return TableInService(
        TableSetUp(
            table="T-1",
            title="Recorded",
            game=head.game,
            mode=Mode.TRAINING,
            tray=head.tray,
            submission={**msgspec.to_builtins(submission)},
            submission_hash=submission.digest(),
        )
    )


@pytest.mark.long
@pytest.mark.parametrize("name", FIRSTS)
def test_every_round_is_told_as_the_page_told_it(name: str) -> None:
    place = in_service(name)
    told: dict[str, RoundResult] = {}
    for line in recording(name).lines:
        act: Act[Any] = msgspec.json.decode(line.act, type=place.rules.act_type)
        place.carry_out(act, lambda events: None)
        # The last word of the page on a round stands.
        if (result := last_result(place)) is not None:
            told[result.name] = result
    found = list(played_rounds(place, DAYS))
    assert [one.number for one in found] == list(range(place.rounds, 0, -1))
    heard = {one.result.name: one.result for one in found if one.result.words or one.result.net}
    # What a page says of a round while it goes on may be all that there is to say of one that came to nothing.
    assert {name: heard[name].net for name in told} == {name: one.net for name, one in told.items()}
    assert [name for name in heard if name not in told and heard[name].net] == []
    # A dealer may turn a hand over after the last wager was settled: the page no longer says so once the round is over.
    # Of a round that goes on where the recording ends it says just that.
    ahead = [name for name, one in told.items() if one.words not in ("", heard[name].words)]
    on = bool(ahead) and not place.game.between_rounds(place.state.play)
    assert ahead == ([round_name(place.game, place.rounds)] if on else [])
    assert all(told[name].words.startswith("Settled so far: ") for name in ahead)
    for decided in decided_rounds(place):
        (one,) = (one for one in found if one.result.name == decided.result.name)
        assert one.first <= decided.version <= one.last


@pytest.mark.parametrize("name", FIRSTS)
def test_the_story_of_a_round_has_what_it_showed_and_begins_where_the_one_before_ended(name: str) -> None:
    place = in_service(name)
    for line in recording(name).lines:
        place.carry_out(msgspec.json.decode(line.act, type=place.rules.act_type), lambda events: None)
    after: int | None = None
    for one in played_rounds(place, DAYS):
        acts = [recorded for recorded in place.record if one.first <= recorded.version <= one.last]
        story = whole_story(place, acts)
        events = [event for own in story if own.version >= one.first for event in own.events]
        told = result_of(place.game, one.number, events)
        assert (told.words if told else "") == one.result.words
        assert tuple(lines_of(place.game, before_the_next_wagers(place.game, events))) == one.lines
        assert [recorded.version for recorded in story] == list(
            range(story[0].version, story[-1].version + 1)
        )
        # As much as anybody reads of what came before a round is not always all of it.
        assert after in (None, story[-1].version + 1)
        opened = isinstance(story[0].act.move, OpenTable)
        after = story[0].version if one.first - story[0].version < 60 and not opened else None
        # Nothing is told that was done before the table opened for it.
        assert not any(isinstance(own.act.move, OpenTable) for own in story[1:] if own.version < one.first)


def test_what_a_round_has_settled_is_told_while_it_goes_on() -> None:
    # The recording ends in the middle of a round.
    place = in_service("blackjack-1")
    for line in recording("blackjack-1").lines:
        place.carry_out(msgspec.json.decode(line.act, type=place.rules.act_type), lambda events: None)
    result = last_result(place)
    assert result is not None
    assert result.words == "Settled so far: House Money and Blackjack"


def test_a_vigorish_on_a_wager_for_the_next_roll_is_not_of_the_roll_before() -> None:
    place = in_service("craps-1")
    for line in recording("craps-1").lines:
        place.carry_out(msgspec.json.decode(line.act, type=place.rules.act_type), lambda events: None)
    acts = [recorded.events for recorded in place.record]
    with_a_vigorish = next(
        events for events in acts if [type(event) for event in events] == [WagerPlaced, VigorishCollected]
    )
    settling = next(events for events in acts if settles(place.game, events))
    assert list(before_the_next_wagers(place.game, [*settling, *with_a_vigorish])) == list(settling)
    # Neither has a roll that settled nothing.
    assert list(before_the_next_wagers(place.game, with_a_vigorish)) == []


def a_round(**changed: Any) -> PlayedRound:
    line = SettlementLine(
        seat=2,
        wager="small",
        pick="",
        title="Small",
        result="win",  # type: ignore[arg-type]
        stake=1000,
        paid=2500,
        odds="",
        clause="",
        pays="",
        order="",
    )
    at = datetime(2014, 5, 2, 16, tzinfo=UTC)
    usual: dict[str, Any] = {
        "table": "SB-1",
        "game": "sic-bo",
        "number": 4,
        "first": 10,
        "last": 12,
        "at": at,
        "day": at.date(),
        "result": RoundResult(name="Roll 4", words="2-2-3: total 7", net=()),
        "lines": (line,),
        "irregularities": (),
        "coupons": (),
    }
    return PlayedRound(**{**usual, **changed})


ONE = a_round()
DAY = ONE.day


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        (Sought(), True),
        (Sought(day=DAY), True),
        (Sought(day=DAY + timedelta(days=1)), False),
        (Sought(seat=2), True),
        (Sought(seat=3), False),
        (Sought(wager="small"), True),
        (Sought(wager="big"), False),
        # The larger of what was staked and what it brought.
        (Sought(least=2500), True),
        (Sought(least=2501), False),
        # One line has all of it.
        (Sought(seat=2, wager="small", least=1000), True),
        (Sought(seat=3, wager="small"), False),
        (Sought(words="TOTAL 7"), True),
        (Sought(words="total 8"), False),
        (Sought(words="roll 4"), True),
        (Sought(irregular=True), False),
        (Sought(coupon=True), False),
    ],
)
def test_a_round_is_found_by_what_it_was(sought: Sought, found: bool) -> None:
    assert is_sought(ONE, sought) is found


def test_irregularities_and_coupons_are_looked_for_by_name_and_serial() -> None:
    odd = a_round(irregularities=("die-on-chips",), coupons=(1044,))
    assert is_sought(odd, Sought(irregular=True, coupon=True, words="die-on-chips 1044"))
    assert not is_sought(odd, Sought(words="1045"))
