import os
import shutil
import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.access import Access
from houseway.backoffice.deadlines import deadlines
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.equipment.dice import known_by
from houseway.floor import (
    BadMove,
    Floor,
    Mode,
    ReplayDiffers,
    SetAside,
    StaleView,
    UnknownTable,
    replay_table,
)
from houseway.floor.crew import crew_of
from houseway.floor.demo import PROPERTY, STAFF, TABLES, is_demo_due, keep_books, make_demo_property
from houseway.floor.demo_tables import make_tables
from houseway.floor.replay import check_tables
from houseway.games import submission_for
from houseway.journal import Entry, Journal
from houseway.law import RuleViolation
from houseway.submission import UnlawfulSubmission
from tests.floor.live import attest_all


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    with Journal.open(place) as opened:
        yield opened


@pytest.fixture
def floor(journal: Journal) -> Floor:
    """The demo property's people and tables; its six weeks of paperwork have tests of their own."""
    floor = Floor(journal)
    floor.office.open_house(PROPERTY, STAFF)
    make_tables(floor)
    return floor


def wager(floor: Floor, amount: int = 1000, **more: Any) -> int:
    move = {"move": "place-wager", "seat": 1, "wager": "touchdown", "amount": amount}
    return floor.submit("TDF-1", move, who="patron", **more).version


def test_the_demo_property_has_tables_people_and_chips(floor: Floor) -> None:
    assert floor.office.house == PROPERTY
    assert {posting.position for posting in floor.office.people().values()} == set(Position)
    assert list(floor.tables()) == sorted(table.name for table in TABLES)
    assert floor.table("TDF-1").state.chips["patron:1"] == 100_000


@pytest.mark.parametrize("table", ["3CP-1", "HL-1", "AP-1"])
def test_the_card_tables_of_the_demo_property_can_be_bet_on_at_once(floor: Floor, table: str) -> None:
    place = floor.table(table)
    assert place.state.play.kit.in_play is not None
    assert "place-wager" in {lawful.move for lawful in place.legal(floor.clock())}


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-02T11:30", "2026-03-02"),
        ("2026-03-03T01:00", "2026-03-02"),
        ("2026-03-03T10:30", "2026-03-02"),
        ("2026-03-03T11:30", "2026-03-03"),
    ],
    ids=["morning", "evening, and tomorrow elsewhere", "before the day begins", "next morning"],
)
def test_a_table_opens_for_the_gaming_day_of_the_house(moment: str, day: str, tmp_path: Path) -> None:
    now = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    with Journal.open(tmp_path / "house.db") as journal:
        floor = Floor(journal, lambda: now)
        floor.office.open_house(PROPERTY, STAFF)
        floor.set_up_table("3CP-9", "Poker", submission_for("three-card-poker"), mode=Mode.TRAINING, tray=0)
        attest_all(floor, "3CP-9")
        (opening,) = (lawful for lawful in floor.table("3CP-9").legal(now) if lawful.move == "open-table")
        assert opening.fields["gaming_day"] == (date.fromisoformat(day),)
        make_tables(floor)
        assert floor.table("TDF-1").state.gaming_day == date.fromisoformat(day)


def test_a_floor_opened_again_is_where_it_was_left(floor: Floor, journal: Journal) -> None:
    wager(floor)
    again = Floor(journal)
    assert again.office.house == PROPERTY
    assert again.office.people() == floor.office.people()
    for name, table in floor.tables().items():
        assert again.table(name).state == table.state
        assert again.table(name).version == table.version


def test_an_accepted_move_is_in_the_journal_with_its_events_and_submission(
    floor: Floor, journal: Journal
) -> None:
    version = wager(floor)
    entry = list(journal.read("table/TDF-1"))[-1]
    assert entry.version == version
    assert b'"event":"wager-placed"' in entry.body
    assert floor.table("TDF-1").set_up.submission_hash.encode() in entry.body


def test_a_refused_move_leaves_no_trace(floor: Floor, journal: Journal) -> None:
    before = journal.head()
    with pytest.raises(RuleViolation):
        wager(floor, amount=1)
    assert journal.head() == before


def test_what_is_no_move_at_all_is_said_plainly(floor: Floor) -> None:
    with pytest.raises(BadMove, match="not a move of Three Dice Football"):
        floor.submit("TDF-1", {"move": "double-down"}, who="patron")
    with pytest.raises(BadMove, match="Expected `int`, got `str`"):
        floor.submit(
            "TDF-1", {"move": "place-wager", "seat": "one", "wager": "touchdown", "amount": 500}, who="patron"
        )


def test_a_table_that_is_not_there_is_named(floor: Floor) -> None:
    with pytest.raises(UnknownTable, match="'R-1'"):
        floor.table("R-1")


def test_a_mover_who_looked_too_early_is_told_to_look_again(floor: Floor) -> None:
    seen = floor.table("TDF-1").version
    wager(floor, seen=seen)
    with pytest.raises(StaleView, match="look again"):
        wager(floor, seen=seen)


def test_a_floor_sees_what_another_one_recorded(floor: Floor, journal: Journal) -> None:
    other = Floor(journal)
    wager(floor)
    assert other.table("TDF-1").state == floor.table("TDF-1").state
    wager(other)
    assert floor.table("TDF-1").state.play.bets[0].amount == 2000


def test_of_two_writers_racing_on_one_table_exactly_one_wins(floor: Floor, place: str) -> None:
    with Journal.open(place) as second:
        floors = [floor, Floor(second)]
        for _ in range(20):
            seen = floor.table("TDF-1").version
            results: list[str] = []
            ready = threading.Barrier(2)

            def race(
                mine: Floor, seen: int = seen, results: list[str] = results, ready: threading.Barrier = ready
            ) -> None:
                ready.wait()
                try:
                    wager(mine, amount=500, seen=seen)
                    results.append("won")
                except StaleView:
                    results.append("told to look again")

            threads = [threading.Thread(target=race, args=(each,)) for each in floors]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(results) == ["told to look again", "won"]
    assert floor.journal.verify().ok


def test_whoever_holds_a_table_has_asked_for_it_once_and_another_process_may_still_be_first(
    floor: Floor, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, version_of = list[str](), floor.journal.version

    def version(stream: str) -> int:
        asked.append(stream)
        return version_of(stream)

    monkeypatch.setattr(floor.journal, "version", version)
    with floor.held("TDF-1") as held:
        seen = held.version
        assert wager(floor, amount=500) == seen + 1
        assert asked == ["table/TDF-1"]
        with Journal.open(place) as second:
            assert wager(Floor(second), amount=500) == seen + 2
        with pytest.raises(StaleView):
            wager(floor, amount=500)
    # Whoever comes next has what the other did.
    assert wager(floor, amount=500) == seen + 3
    assert len(asked) == 2


def test_dice_are_thrown_by_the_generator_only_at_training_tables(floor: Floor) -> None:
    wager(floor)
    for move in (
        {"move": "offer-dice", "seat": 1},
        {"move": "accept-dice", "seat": 1},
        {"move": "throw-dice", "seat": 1},
    ):
        floor.submit("TDF-1", move, who="crew")
    outcome = floor.throw("TDF-1", who="generator")
    assert any(type(event).__name__ == "NumbersCalled" for event in outcome.events)
    with pytest.raises(BadMove, match="no dice are rolling"):
        floor.throw("TDF-1", who="generator")
    with pytest.raises(BadMove, match="is live"):
        floor.throw("TDF-2", who="generator")


def test_replay_shows_the_table_as_it_stood(floor: Floor) -> None:
    before = floor.table("TDF-1").state
    version = wager(floor)
    assert floor.replay("TDF-1", until=version - 1).state == before
    assert floor.replay("TDF-1").state == floor.table("TDF-1").state


def test_what_was_recorded_stands_where_the_rules_of_today_say_something_else(
    floor: Floor, journal: Journal
) -> None:
    version = wager(floor)
    entry = list(journal.read("table/TDF-1"))[-1]
    forged = entry.body.replace(b'"total":1000', b'"total":9000')
    assert forged != entry.body
    journal.append("table/TDF-1", version, "act", msgspec.json.decode(forged))
    said = "wager-placed: total is recorded as 9000, today's rules give 2000"
    for table in (Floor(journal).table("TDF-1"), replay_table(journal, "TDF-1")):
        assert [(one.version, one.said) for one in table.differences] == [(version + 1, said)]
        assert table.record[-1].events[0].total == 9000
    assert list(check_tables(journal)) == [("TDF-1", version + 1, said)]


def test_chips_lie_where_the_record_says(floor: Floor, journal: Journal) -> None:
    before = floor.table("TDF-1").state.chips
    entry = next(entry for entry in journal.read("table/TDF-1") if b"bought-in" in entry.body)
    body = msgspec.json.decode(entry.body)
    body["act"]["at"] = msgspec.to_builtins(floor.clock())
    amount = body["events"][0]["amount"]
    body["events"][0]["amount"] = amount + 500
    seat = f"patron:{body['events'][0]['seat']}"
    journal.append("table/TDF-1", floor.table("TDF-1").version, "act", body)
    after = Floor(journal).table("TDF-1")
    assert after.state.chips[seat] == before[seat] + amount + 500
    assert "amount is recorded as" in after.differences[0].said


def test_a_record_that_leaves_other_wagers_on_the_layout_sets_the_table_aside(
    floor: Floor, journal: Journal
) -> None:
    version = wager(floor)
    body = msgspec.json.decode(list(journal.read("table/TDF-1"))[-1].body)
    body["events"] = []
    journal.append("table/TDF-1", version, "act", body)
    assert "other wagers on the layout" in aside(Floor(journal)).cause


def aside(floor: Floor) -> SetAside:
    """The one table that is set aside; all others are open."""
    (found,) = floor.set_aside()
    with pytest.raises(SetAside, match="is set aside"):
        floor.table(found.table)
    assert floor.tables().keys() == {table.name for table in TABLES} - {found.table}
    return found


def test_a_table_is_not_set_up_under_an_unlawful_submission(floor: Floor) -> None:
    unlawful = submission_for("three-dice-football", {"seats": 20})
    with pytest.raises(UnlawfulSubmission, match=r"seats: .*661a\.2\(a\)#2"):
        floor.set_up_table("TDF-9", "Too large", unlawful, mode=Mode.LIVE, tray=0)
    assert "TDF-9" not in floor.tables()


@pytest.mark.parametrize("body", [{}, {"act": {"move": {"move": "double-down"}}}, [], {"act": 1}])
def test_an_entry_that_cannot_be_replayed_is_named(floor: Floor, journal: Journal, body: object) -> None:
    version = floor.table("TDF-1").version
    journal.append("table/TDF-1", version, "act", body)
    said = f"table/TDF-1 version {version + 1}: it cannot be replayed "
    assert said in aside(Floor(journal)).cause
    with pytest.raises(ReplayDiffers, match=f"{said}.*; run houseway journal verify"):
        replay_table(journal, "TDF-1")
    assert [(found.table, found.version) for found in check_tables(journal)] == [("TDF-1", version + 1)]
    assert replay_table(journal, "SB-1").state == floor.table("SB-1").state
    # The process that has the table open finds it out when it looks next.
    with pytest.raises(SetAside, match=said):
        floor.table("TDF-1")
    assert aside(floor).known is not None


def test_a_table_that_was_set_aside_can_be_retired(floor: Floor, journal: Journal) -> None:
    version = floor.table("TDF-1").version
    journal.append("table/TDF-1", version, "act", {})
    assert aside(Floor(journal)).title
    journal.append(
        "table/TDF-1", version + 1, "table-retired", {"change": "table-retired", "on": "2026-11-15"}
    )
    assert Floor(journal).set_aside() == ()


def test_pieces_of_a_table_that_is_set_aside_begin_no_new_life_elsewhere(
    floor: Floor, journal: Journal
) -> None:
    used = floor.table("TDF-1").state.used_dice[0]
    journal.append("table/TDF-1", floor.table("TDF-1").version, "act", {})
    opened = Floor(journal)
    dice = opened.table("TDF-2").game.dice
    assert dice is not None
    move = {"move": "issue-dice", "by": "pit-manager", "serial": used, "colours": dice.colours}
    with pytest.raises(RuleViolation, match="has been in use at table TDF-1"):
        opened.submit("TDF-2", move, who="PA-1000")


def test_an_act_that_the_law_never_allowed_is_named_on_replay(floor: Floor, journal: Journal) -> None:
    wager(floor)
    entry = list(journal.read("table/SB-1"))[1]
    journal.append("table/SB-1", floor.table("SB-1").version, "act", msgspec.json.decode(entry.body))
    assert "RuleViolation" in aside(Floor(journal)).cause


def test_a_property_record_nobody_knows_is_named(floor: Floor, journal: Journal) -> None:
    journal.append("property", journal.version("property"), "odd", {"record": "odd"})
    with pytest.raises(ReplayDiffers, match="property version"):
        Floor(journal)


@pytest.mark.parametrize("who", ["", "  ", "a\nb", "x" * 101])
def test_a_mover_nobody_could_read_in_the_record_is_refused(floor: Floor, who: str) -> None:
    with pytest.raises(BadMove, match="printable"):
        floor.submit("TDF-1", {"move": "take-seat", "seat": 5}, who=who)


class PowerCut(Exception):
    """The making of the demo property is interrupted here."""


# Where the paperwork is interrupted, of so many hundred signatures; a longer proof cuts at more places.
CUTS = int(os.environ.get("HOUSEWAY_DEMO_CUTS", "2"))
# After how many entries the power is cut, and how many days later the making goes on; `make proofs` tries every pair.
CUT_AMONG_TABLES = [
    (appends, days)
    for number, appends in enumerate((0, 1, 13, 48, 83, 118))
    for days in ((0, 3) if CUTS > 2 else ((0, 3)[number % 2],))
]


def finish(journal: Journal, now: datetime) -> Floor:
    """Take up an interrupted making at some later time."""
    floor = Floor(journal, lambda: now)
    assert is_demo_due(floor)
    make_demo_property(floor)
    assert not is_demo_due(Floor(journal))
    assert journal.verify().ok
    return floor


@pytest.mark.long
@pytest.mark.parametrize(("appends", "days_later"), CUT_AMONG_TABLES)
def test_a_demo_property_interrupted_among_its_tables_is_finished_later(
    kept_books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, appends: int, days_later: int
) -> None:
    shutil.copy(kept_books, tmp_path / "house.db")
    with Journal.open(tmp_path / "house.db") as journal:
        append, left = journal.append, iter(range(appends))

        def until_power_cut(*entry: Any) -> Entry:
            if next(left, None) is None:
                raise PowerCut
            return append(*entry)

        monkeypatch.setattr(journal, "append", until_power_cut)
        with pytest.raises(PowerCut):
            make_demo_property(Floor(journal))
        monkeypatch.undo()
        now = datetime.now(UTC) + timedelta(days=days_later)
        floor = finish(journal, now)
        assert len(floor.office.people()) == len(STAFF)
        assert len(Access(floor.office).demo_accounts()) == len(STAFF)
        assert len(floor.tables()) == len(TABLES)
        for table in ("TDF-1", "SB-1", "3CP-1", "HL-1", "AP-1"):
            assert floor.table(table).state.status == "open"
            assert floor.table(table).state.chips["patron:2"] == 50_000
        for table in ("3CP-1", "HL-1", "AP-1"):
            deck = floor.table(table).state.play.kit.in_play
            assert deck is not None
            assert floor.table(table).state.decks[known_by(deck.serial)].date() == now.date()


@pytest.mark.long
@pytest.mark.parametrize("cut", range(CUTS))
def test_a_demo_property_interrupted_among_its_papers_is_finished_later(
    kept_books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    with Journal.open(kept_books, read_only=True) as finished:
        signatures = finished.head().position
    with Journal.open(tmp_path / "house.db") as journal:
        transaction = journal.transaction
        left = iter(range(signatures * (2 * cut + 1) // (2 * CUTS)))

        def until_power_cut() -> Any:
            if next(left, None) is None:
                raise PowerCut
            return transaction()

        monkeypatch.setattr(journal, "transaction", until_power_cut)
        with pytest.raises(PowerCut):
            keep_books(Floor(journal))
        monkeypatch.undo()
        assert journal.head().position > 1
        floor = Floor(journal, lambda: datetime.now(UTC) + timedelta(days=3))
        keep_books(floor)
        # Nothing was signed twice, and nothing was refused on the way.
        assert journal.head().position == signatures
        assert floor.office.refusals() == ()
        assert floor.office.proposals() == ()


@pytest.mark.long
@pytest.mark.parametrize("step", ["open_house", "open_demo_accounts"])
def test_a_demo_property_interrupted_among_its_people_is_finished_later(
    kept_books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def cut(*_: Any) -> None:
        raise PowerCut

    if step == "open_demo_accounts":
        shutil.copy(kept_books, tmp_path / "house.db")
    with Journal.open(tmp_path / "house.db") as journal:
        monkeypatch.setattr(Office if step == "open_house" else Access, step, cut)
        with pytest.raises(PowerCut):
            make_demo_property(Floor(journal))
        monkeypatch.undo()
        floor = finish(journal, datetime.now(UTC))
        assert len(Access(floor.office).demo_accounts()) == len(STAFF)


def test_a_finished_demo_property_is_left_alone(demo_house: Path) -> None:
    with Journal.open(demo_house) as journal:
        before = journal.head()
        make_demo_property(Floor(journal))
        assert journal.head() == before


def test_every_book_of_the_demo_property_has_something_to_show(demo_house: Path) -> None:
    with Journal.open(demo_house) as journal:
        floor = Floor(journal)
        assert floor.office.refusals() == ()
        assert floor.office.proposals() == ()
        with floor.office.desk() as desk:
            for book in floor.office.books.values():
                shown = [grid for sheet in book.sheets for grid in sheet.show(desk) if grid.rows]
                # No program acts in the demo property: its token would be told once, and nobody would have it.
                assert bool(shown) is (book.name not in ("passkeys", "programs")), f"the book of {book.title}"
            assert not [one.due.what for one in deadlines(desk) if one.late]


def test_dice_that_one_table_has_used_begin_no_new_life_at_another(floor: Floor) -> None:
    rules = floor.table("TDF-2").game.dice
    assert rules is not None
    colours = rules.colours
    used = {"move": "issue-dice", "serial": " tdf-1-a", "colours": colours}
    with pytest.raises(RuleViolation, match="has been in use at table TDF-1") as refusal:
        floor.submit("TDF-2", used, who="PA-1004")
    assert refusal.value.clause.id == "661a.4(d)#1"


# Who plays which part, and who has business at a live table.


def test_everyone_of_the_crew_plays_one_part_and_a_dealer_has_the_stick() -> None:
    crew = crew_of(STAFF)
    assert crew == {
        "dealer": "PA-1001",
        "stickperson": "PA-1002",
        "boxperson": "PA-1005",
        "floorperson": "PA-1003",
        "pit-manager": "PA-1004",
        "shift-manager": "PA-1007",
        "compliance": "PA-8001",
    }
    lone = next(posting for posting in STAFF if posting.position is Position.DEALER)
    assert crew_of([lone]) == {"dealer": "PA-1001", "stickperson": "PA-1001"}
