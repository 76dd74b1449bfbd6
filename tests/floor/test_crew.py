"""Who may enter what at a live table: every position in every part, in whose name, and never both of two steps for two."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.people import Department, Position, Posting
from houseway.backoffice.policy import NotPermitted
from houseway.floor import Floor, Mode, TableInService
from houseway.floor.crew import (
    check_business,
    check_entry,
    checks_own_work,
    has_business,
    may_enter,
    names_for,
)
from houseway.floor.demo import STAFF
from houseway.floor.property import TableSetUp
from houseway.floor.table import Recorded
from houseway.games import games, submission_for
from houseway.games.pai_gow.moves import InspectTiles, SealTiles, VerifyTiles
from houseway.games.sic_bo.moves import SettleByHand
from houseway.journal import Journal
from houseway.table.card_play import InspectDeck, TearJoker, VerifyDeck
from houseway.table.dice_steps import InspectDice, IssueDice
from houseway.table.moves import Move, Report
from houseway.table.procedure import TABLE_BOOK, Attest
from houseway.table.progressive_events import ValidateAward, VerifyAward
from houseway.table.roles import Role
from houseway.table.rules import Rule
from houseway.table.table_state import Act
from houseway.table.twenty_one_irregularities import (
    READER_FAULT,
    WRONGLY_CHECKED_SEEN,
    WRONGLY_CHECKED_UNSEEN,
)
from tests.floor.live import (
    INSTRUMENTS,
    NEW_CREDENTIAL,
    ONE_OF,
    PEOPLE,
    STAMP,
    a_set_for,
    issue_dice,
    move,
    renew_credential,
)

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
DEALER, OTHER_DEALER, FLOORPERSON, PIT_MANAGER = "PA-1001", "PA-1002", "PA-1003", "PA-1004"
SHIFT_MANAGER = ONE_OF[Position.SHIFT_MANAGER].credential
# Written down here once more: who stands where, and which parts are that person's own to enter.
LINE = [
    {Position.BOXPERSON},
    {Position.FLOORPERSON},
    {Position.PIT_MANAGER},
    {Position.ASSISTANT_SHIFT_MANAGER, Position.SHIFT_MANAGER, Position.DIRECTOR_OF_TABLE_GAMES},
]
PARTS = [Role.BOXPERSON, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER]
ENTERED_IN_PERSON = {
    part: set().union(*LINE[rank:]) for rank, part in enumerate(PARTS)
} | {Role.COMPLIANCE: {Position.COMPLIANCE_REPRESENTATIVE, Position.COMPLIANCE_SUPERVISOR}}  # fmt: skip


def table(mode: Mode, game: str = "sic-bo") -> TableInService:
    """A table that nothing has happened at."""
    submission = submission_for(game)
    return TableInService(
        TableSetUp(
            table="SB-9",
            title="Sic Bo",
            game=game,
            mode=mode,
            tray=0,
            submission=msgspec.to_builtins(submission),
            submission_hash=submission.digest(),
        )
    )


@pytest.mark.parametrize("position", Position)
def test_only_its_crew_moves_at_a_live_table_and_compliance_what_is_its_own(
    position: Position,
) -> None:
    training, live = table(Mode.TRAINING), table(Mode.LIVE)
    posting = ONE_OF[position]
    for role in Role:
        assert has_business(training, posting, role)
        crew = posting.department is Department.TABLE_GAMES
        own = posting.department is Department.CASINO_COMPLIANCE and role is Role.COMPLIANCE
        assert has_business(live, posting, role) is (crew or own)
    if posting.department is not Department.TABLE_GAMES:
        with pytest.raises(NotPermitted, match=f"a {position} may look at it, but not move") as refusal:
            check_business(live, posting, "dealer")
        assert refusal.value.clause.id == "603a.20(r)(2)#2"


def act(what: Move, who: str, entered_by: str, witnessed_by: str = "") -> Act[Any]:
    return Act(move=what, who=who, at=NOW, entered_by=entered_by, witnessed_by=witnessed_by)


def refusal(
    place: TableInService,
    what: Move,
    who: str,
    entered_by: str,
    witnessed_by: str = "",
    clause: str = "603a.20(r)(2)#2",
) -> str:
    """What is said by a clause against a move that somebody enters; empty where nothing is."""
    try:
        check_entry(
            place,
            act(what, who, entered_by, witnessed_by),
            PEOPLE[entered_by],
            mover=PEOPLE.get(who),
            own={entered_by},
            witness=PEOPLE.get(witnessed_by),
        )
    except NotPermitted as refused:
        assert refused.clause.id == clause
        assert refused.fix
        return refused.message
    return ""


@pytest.fixture(scope="module")
def live() -> TableInService:
    return table(Mode.LIVE)


@pytest.mark.parametrize("part", Role)
@pytest.mark.parametrize("position", Position)
def test_only_whoever_plays_an_overseers_part_or_stands_above_enters_it_and_in_their_own_name(
    live: TableInService, position: Position, part: Role
) -> None:
    person = ONE_OF[position]
    other = next(who for who in PEOPLE if who != person.credential)
    what = Report(irregularity="any", by=part)
    in_person = ENTERED_IN_PERSON.get(part)
    allowed = position in in_person if in_person is not None else person.department is Department.TABLE_GAMES
    assert may_enter(live, person, "report", part) is allowed
    # What a patron does is in nobody's name who works here.
    own_name, another = (person.credential, other) if part is not Role.PLAYER else ("patron-1", "patron-2")
    assert (refusal(live, what, own_name, person.credential) == "") is allowed
    in_another_name = refusal(live, what, another, person.credential)
    assert (in_another_name == "") is (allowed and in_person is None)
    if allowed and in_person is not None:
        assert f"under the credential of whoever enters it, {person.credential}, not under {other}" in (
            in_another_name
        )
    training = table(Mode.TRAINING)
    assert may_enter(training, person, "report", part)
    for who in (person.credential, other, "anybody"):
        assert refusal(training, what, who, person.credential) == ""


@pytest.mark.parametrize("part", [Role.DEALER, Role.STICKPERSON])
def test_what_the_crew_does_is_in_the_name_of_somebody_of_table_games_who_works_here_today(
    live: TableInService, part: Role
) -> None:
    what = Report(irregularity="any", by=part)
    surveillance = ONE_OF[Position.SURVEILLANCE_OPERATOR].credential
    for nobody in ("patron-1", "Dana", "PA-0000", surveillance, f" {DEALER}"):
        said = refusal(live, what, nobody, OTHER_DEALER)
        assert f"{nobody} is nobody of the crew who works here today" in said
    for somebody in (DEALER, OTHER_DEALER):
        assert refusal(live, what, somebody, OTHER_DEALER) == ""


@pytest.mark.parametrize("position", Position)
def test_nobody_who_works_here_is_the_patron(live: TableInService, position: Position) -> None:
    what = Report(irregularity="any", by=Role.PLAYER)
    assert "who works here" in refusal(live, what, ONE_OF[position].credential, DEALER)


@pytest.mark.parametrize("position", Position)
def test_the_names_that_a_screen_offers_are_those_that_are_accepted(
    live: TableInService, position: Position
) -> None:
    person = ONE_OF[position]
    named = names_for(live, person, STAFF)
    for part in Role:
        accepted = part in named
        assert accepted is may_enter(live, person, "", part)
        if accepted:
            assert refusal(live, Report(irregularity="any", by=part), named[part], person.credential) == ""
    if position is Position.DEALER:
        assert named == {
            "player": "player",
            "dealer": person.credential,
            "stickperson": person.credential,
            "device": "device",
        }


# Two people.


def every_rule() -> Iterator[Rule]:
    """The rule of every move at any table, its own and the games'."""
    for game in games().values():
        yield from game.book.of.values()
    yield from TABLE_BOOK.of.values()


def test_every_move_of_the_crew_that_an_overseer_witnesses_is_entered_by_one() -> None:
    for rule in every_rule():
        fields = {field.name: field for field in msgspec.structs.fields(rule.move)}
        by = fields["by"].default
        witnessed = "witness" in fields and by is not msgspec.NODEFAULT and by not in PARTS
        assert (rule.before is Role.FLOORPERSON) is witnessed, rule.name


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("three-card-poker", TearJoker(deck="A")),
        ("sic-bo", SettleByHand(witness=Role.FLOORPERSON)),
        ("pai-gow", SealTiles()),
    ],
    ids=lambda what: type(what).__name__,
)
@pytest.mark.parametrize("position", Position)
def test_what_a_dealer_does_before_a_floorperson_takes_a_floorperson_and_a_dealer(
    position: Position, game: str, what: Any
) -> None:
    person, live = ONE_OF[position], table(Mode.LIVE, game)
    allowed = position in ENTERED_IN_PERSON[Role.FLOORPERSON]
    assert may_enter(live, person, what.__struct_config__.tag, Role.DEALER) is allowed
    other = OTHER_DEALER if person.credential == DEALER else DEALER
    assert (refusal(live, what, other, person.credential) == "") is allowed
    for nobody in (person.credential, "PA-2001", "Dana"):
        assert refusal(live, what, nobody, person.credential)
    higher = msgspec.structs.replace(what, witness=Role.PIT_MANAGER)
    above = position in ENTERED_IN_PERSON[Role.PIT_MANAGER]
    assert (refusal(live, higher, other, person.credential) == "") is above


def after(*acts: Act[Any], game: str = "three-card-poker") -> TableInService:
    """A live table at which this has happened."""
    place = table(Mode.LIVE, game)
    for number, one in enumerate(acts, 2):
        place.record.append(Recorded(version=number, act=one, events=()))
    return place


FIRST_AND_CHECK = [
    ("sic-bo", IssueDice(serial="A", colours=()), InspectDice(instruments=())),
    ("three-card-poker", InspectDeck(deck="A"), VerifyDeck(deck="A")),
    ("pai-gow", InspectTiles(), VerifyTiles()),
    ("three-card-poker", VerifyAward(seat=1), ValidateAward(seat=1)),
]


def test_every_pair_of_steps_is_tried() -> None:
    checking = {rule.move: rule.checks for rule in every_rule() if rule.checks is not None}
    assert checking == {type(check): type(first) for _, first, check in FIRST_AND_CHECK}


@pytest.mark.parametrize(("game", "first", "check"), FIRST_AND_CHECK)
def test_nobody_checks_what_they_did_or_entered_themselves(game: str, first: Any, check: Any) -> None:
    seen_by = DEALER if hasattr(check, "witness") else ""
    for who, entered_by in ((PIT_MANAGER, ""), (DEALER, PIT_MANAGER), (PIT_MANAGER, DEALER)):
        place = after(act(first, who, entered_by), game=game)
        said = refusal(place, check, PIT_MANAGER, PIT_MANAGER, seen_by)
        assert f"{PIT_MANAGER} made or entered the step that this one checks" in said
        assert refusal(place, check, FLOORPERSON, FLOORPERSON, seen_by) == ""
    by_a_dealer = after(act(first, DEALER, DEALER), game=game)
    assert refusal(by_a_dealer, check, PIT_MANAGER, PIT_MANAGER, seen_by) == ""
    assert refusal(after(game=game), check, PIT_MANAGER, PIT_MANAGER, seen_by) == ""
    # The latest counts: what was done to an earlier set is over.
    again = after(act(first, PIT_MANAGER, PIT_MANAGER), act(first, DEALER, DEALER), game=game)
    assert refusal(again, check, PIT_MANAGER, PIT_MANAGER, seen_by) == ""


# The signature of a witness.


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize(
    ("witnessed_by", "said"),
    [
        ("", "the dealer before whom this is done has not signed for it"),
        ("PA-0000", "PA-0000 does not work here today"),
        (FLOORPERSON, f"{FLOORPERSON} does or enters this, and cannot be the one who sees it done"),
        (PIT_MANAGER, "the pit manager cannot sign as the dealer who sees this"),
        (DEALER, ""),
        (OTHER_DEALER, ""),
    ],
)
def test_dice_are_inspected_before_a_dealer_who_signs_for_it(
    live: TableInService, witnessed_by: str, said: str
) -> None:
    inspected = InspectDice(instruments=())
    assert refusal(live, inspected, FLOORPERSON, FLOORPERSON, witnessed_by) == said


def test_a_line_of_the_check_list_that_names_a_witness_bears_two_signatures(live: TableInService) -> None:
    line = Attest(step="x", by=Role.FLOORPERSON, witness=Role.DEALER)
    assert "has not signed" in refusal(live, line, FLOORPERSON, FLOORPERSON)
    assert refusal(live, line, FLOORPERSON, FLOORPERSON, DEALER) == ""
    alone = Attest(step="x", by=Role.FLOORPERSON)
    assert refusal(live, alone, FLOORPERSON, FLOORPERSON) == ""
    assert "nobody has to witness this" in refusal(live, alone, FLOORPERSON, FLOORPERSON, DEALER)


def test_an_overseer_signs_for_what_a_dealer_enters_or_enters_it(live: TableInService) -> None:
    settled = SettleByHand(witness=Role.FLOORPERSON)
    assert refusal(live, settled, DEALER, FLOORPERSON) == ""
    assert refusal(live, settled, DEALER, DEALER, FLOORPERSON) == ""
    assert refusal(live, settled, DEALER, DEALER)
    assert "cannot sign as the floorperson" in refusal(live, settled, DEALER, DEALER, OTHER_DEALER)
    assert "does or enters this" in refusal(live, settled, DEALER, OTHER_DEALER, DEALER)


def test_at_a_training_table_nobody_signs() -> None:
    training = table(Mode.TRAINING)
    assert refusal(training, InspectDice(instruments=()), FLOORPERSON, FLOORPERSON) == ""
    called = Report(irregularity=WRONGLY_CHECKED_SEEN, by=Role.DEALER)
    assert refusal(table(Mode.TRAINING, "double-attack-blackjack"), called, DEALER, DEALER) == ""


@pytest.mark.clause("665a.13(h)")
@pytest.mark.parametrize("game", ["double-attack-blackjack", "blackjack", "spanish-21"])
@pytest.mark.parametrize("irregularity", [WRONGLY_CHECKED_SEEN, WRONGLY_CHECKED_UNSEEN])
def test_a_floorperson_is_told_of_a_hole_card_checked_in_error_before_anything_is_done_about_it(
    irregularity: str, game: str
) -> None:
    live, called = table(Mode.LIVE, game), Report(irregularity=irregularity, by=Role.DEALER)
    assert refusal(live, called, DEALER, DEALER, clause="665a.13(h)") == (
        "the floorperson before whom this is done has not signed for it"
    )
    assert "cannot sign as the floorperson" in refusal(live, called, DEALER, DEALER, OTHER_DEALER)
    for above in (FLOORPERSON, PIT_MANAGER):
        assert refusal(live, called, DEALER, DEALER, above) == ""
    for part, who in ((Role.FLOORPERSON, FLOORPERSON), (Role.PIT_MANAGER, PIT_MANAGER)):
        calls = Report(irregularity=irregularity, by=part)
        assert refusal(live, calls, who, who) == ""
        assert "nobody has to witness this" in refusal(live, calls, who, who, SHIFT_MANAGER)
    # Of anything else that a dealer calls nobody has to be told first.
    assert refusal(live, Report(irregularity=READER_FAULT, by=Role.DEALER), DEALER, DEALER) == ""


def test_another_deck_is_another_matter_and_an_earlier_credential_is_the_same_person() -> None:
    place = after(act(InspectDeck(deck="A"), DEALER, PIT_MANAGER), act(InspectDeck(deck="B"), DEALER, DEALER))
    assert refusal(place, VerifyDeck(deck="A"), PIT_MANAGER, PIT_MANAGER)
    assert refusal(place, VerifyDeck(deck="B"), PIT_MANAGER, PIT_MANAGER) == ""
    assert checks_own_work(place, {DEALER, "PA-9999"}, "verify-deck", {"deck": "B"})
    assert not checks_own_work(place, {"PA-9999"}, "verify-deck", {"deck": "B"})
    assert not checks_own_work(place, {DEALER}, "spread-deck", {"deck": "B"})


# On the floor.


@pytest.fixture
def floor(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def enter(floor: Floor, what: dict[str, Any], who: str, entered_by: str, witnessed_by: str = "") -> None:
    floor.submit("TDF-2", what, who=who, entered_by=entered_by, witnessed_by=witnessed_by)


def test_the_floor_refuses_records_and_changes_nothing(floor: Floor) -> None:
    before, refused = floor.table("TDF-2").version, len(floor.office.refusals())
    # Without its part a move is the part's that it falls to.
    for what in ({"move": "close-table"}, {"move": "close-table", "by": "floorperson"}):
        with pytest.raises(NotPermitted, match="the dealer may not enter what falls to the floorperson"):
            enter(floor, what, FLOORPERSON, DEALER)
    with pytest.raises(NotPermitted, match="not under PA-1003"):
        enter(floor, {"move": "close-table"}, FLOORPERSON, PIT_MANAGER)
    with pytest.raises(NotPermitted, match="PA-0000 does not work here today"):
        enter(floor, {"move": "close-table"}, "PA-0000", "PA-0000")
    told = [(one.who, one.order, one.clause) for _, one in floor.office.refusals()[refused:]]
    assert told == [
        (who, "move at TDF-2", "603a.20(r)(2)#2") for who in (DEALER, DEALER, PIT_MANAGER)
    ]  # fmt: skip
    assert floor.table("TDF-2").version == before


def test_dice_are_inspected_by_another_person_than_issued_them(floor: Floor) -> None:
    issue = {
        "move": "issue-dice",
        "serial": a_set_for(floor, "TDF-2"),
        "colours": floor.table("TDF-2").game.dice.colours,  # type: ignore[union-attr]
    }
    inspect = {"move": "inspect-dice", "instruments": INSTRUMENTS}
    enter(floor, issue, PIT_MANAGER, PIT_MANAGER)
    with pytest.raises(NotPermitted, match="made or entered the step that this one checks: issue dice"):
        enter(floor, inspect, PIT_MANAGER, PIT_MANAGER)
    with pytest.raises(NotPermitted, match="has not signed for it"):
        enter(floor, inspect, FLOORPERSON, FLOORPERSON)
    enter(floor, inspect, FLOORPERSON, FLOORPERSON, DEALER)
    done = floor.replay("TDF-2").record[-1].act
    assert (done.who, done.entered_by, done.witnessed_by) == (FLOORPERSON, FLOORPERSON, DEALER)


def test_a_new_credential_makes_no_other_person(floor: Floor) -> None:
    issue_dice(floor, "TDF-2", a_set_for(floor, "TDF-2"))
    renew_credential(floor, PIT_MANAGER)
    with pytest.raises(NotPermitted, match=f"{NEW_CREDENTIAL} made or entered the step"):
        enter(floor, {"move": "inspect-dice", "instruments": INSTRUMENTS}, NEW_CREDENTIAL, NEW_CREDENTIAL)


def test_a_former_credential_is_no_name_for_the_dealer(floor: Floor) -> None:
    wager = {"move": "buy-in", "seat": 1, "amount": 100}
    renew_credential(floor, DEALER)
    with pytest.raises(NotPermitted, match=f"{DEALER} is nobody of the crew who works here today"):
        enter(floor, wager, DEALER, OTHER_DEALER)
    with pytest.raises(NotPermitted, match=f"{DEALER} does not work here today"):
        enter(floor, wager, DEALER, DEALER)


def test_a_program_that_holds_the_journal_moves_for_everybody(floor: Floor) -> None:
    issue_dice(floor, "TDF-2", a_set_for(floor, "TDF-2"))
    move(floor, "TDF-2", "inspect-dice", "floorperson", instruments=INSTRUMENTS)
    assert [one.act.entered_by for one in floor.table("TDF-2").record[-2:]] == ["", ""]


def test_somebody_without_business_learns_nothing_of_a_coupon(floor: Floor) -> None:
    finance: Posting = ONE_OF[Position.FINANCE_CLERK]
    with pytest.raises(NotPermitted, match="may look at it, but not move there"):
        floor.present_coupon(
            "CR-2", "forged", seat=1, wager="pass", who=DEALER, entered_by=finance.credential
        )
    assert floor.office.refusals()[-1][1].who == finance.credential
