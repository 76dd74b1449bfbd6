"""What is filed with the Board, by whom, and what is refused before it leaves the house."""

from datetime import timedelta
from typing import Any

import pytest

from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.approvals.orders import (
    EndApproval,
    FileControls,
    FileDevice,
    FileEquipment,
    FileGuide,
    FileLayout,
    FilePlace,
    FileSign,
    FileStaffing,
    FileSubmission,
    FileTraining,
    RecordReview,
)
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.records import BadOrder
from houseway.games import submission_for
from houseway.law import RuleViolation
from tests.backoffice.approvals.board import House, chosen
from tests.backoffice.house import WHO, who


def craps(**options: Any) -> FileSubmission:
    return FileSubmission(game="craps", options=chosen(options))


def refused(house: House, order: Order) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        house.give(order)
    return refusal.value


@pytest.mark.clause("125-149:RAF(24)#4", "125-149:RAF(13)#3")
def test_a_rules_submission_is_filed_for_a_game_and_goes_to_gaming_operations(house: House) -> None:
    (fact,) = house.give(craps())

    assert fact["clause"] == "125-149:RAF(24)#4"
    filing = house.filing(1)
    assert (filing.kind, filing.subject, filing.version) == (FilingKind.SUBMISSION, "craps", 1)
    assert (filing.reviewer, filing.approver) == (Authority.GAMING_OPERATIONS, Authority.EXECUTIVE_DIRECTOR)
    assert filing.digest == submission_for("craps", chosen({})).digest() == filing.submission().digest()
    assert filing.filed_on == house.today


@pytest.mark.clause("125-149:RAF(13)#3", "623a.5(g)(3)#1")
def test_everything_unlawful_in_a_submission_is_named_at_once(house: House) -> None:
    refusal = refused(house, craps(vigorish_percent="7", limits={"minimum": 1000, "maximum": 500}))

    assert refusal.clause.id == "125-149:RAF(10)#2"
    assert "the minimum is above the maximum" in refusal.message
    assert "vigorish is at most 5%" in refusal.message
    assert house.filings() == ()


@pytest.mark.clause("125-149:RAF(13)#3")
def test_options_that_the_form_of_the_game_does_not_have_are_refused(house: House) -> None:
    refusal = refused(house, craps(early_surrender=True, seats=8))

    assert refusal.clause.id == "125-149:RAF(13)#3"
    assert refusal.message == "Craps has no option 'early surrender'"
    assert (refusal.fix or "").startswith("choose among: certificate holder, limits, wager limits, ")


@pytest.mark.clause("125-149:RAF(13)#3")
@pytest.mark.parametrize(
    ("game", "options", "takes"),
    [
        ("craps", {"form": "huge"}, "one of craps, mini-craps"),
        ("craps", {"buy_bets": "perhaps"}, "true or false"),
        ("craps", {"seats": "many"}, "a whole number"),
        ("craps", {"smallest_chip": "$1"}, "a whole number of cents"),
        ("craps", {"vigorish_percent": "much"}, "a number"),
        ("craps", {"odds": 3}, "a name"),
        ("craps", {"limits": {"least": 5}}, "minimum, maximum, increment by name"),
        ("craps", {"wager_limits": {"pass": 5}}, "for each wager minimum, maximum, increment by name"),
        ("craps", {"not_offered": "pass"}, "a list, each a name"),
        ("pai-gow", {"dealer_wager": "all"}, "a whole number of cents, or nothing"),
    ],
)
def test_an_option_that_cannot_be_read_is_named_with_what_it_takes(
    house: House, game: str, options: dict[str, Any], takes: str
) -> None:
    refusal = refused(house, FileSubmission(game=game, options=chosen(options)))

    (name,) = (one.replace("_", " ") for one in options)
    assert refusal.clause.id == "125-149:RAF(13)#3"
    assert f"the option '{name}' of" in refusal.message
    assert refusal.fix == f"for '{name}' write {takes}"


@pytest.mark.clause("125-149:RAF(13)#3")
def test_everything_that_cannot_be_read_is_named_at_once(house: House) -> None:
    refusal = refused(house, craps(size=3, form="huge", colour="red"))

    assert refusal.message == (
        "Craps has no option 'size'; the option 'form' of Craps cannot be \"huge\"; "
        "Craps has no option 'colour'"
    )
    assert (refusal.fix or "").count("choose among") == 1


def test_options_are_plain_values_that_everyone_can_sign_for(house: House) -> None:
    with pytest.raises(ValueError, match=r"1\.5 is a floating-point number"):
        craps(vigorish_percent=1.5)
    with pytest.raises(BadOrder, match="floating-point"):
        house.office.read_order({"order": "file-submission", "game": "craps", "options": {"odds": 1.5}})


@pytest.mark.clause("125-149:RAF(24)#4")
def test_a_game_that_does_not_exist_cannot_be_filed_for(house: House) -> None:
    refusal = refused(house, FileSubmission(game="faro"))

    assert refusal.clause.id == "125-149:RAF(24)#4"
    assert "craps" in refusal.message


@pytest.mark.clause("125-149:RAF(24)#4")
def test_two_submissions_for_one_game_are_told_apart_by_their_variant(house: House) -> None:
    house.file(craps())
    house.file(
        FileSubmission(game="craps", variant="mini", options=chosen({"form": "mini-craps", "seats": 8}))
    )

    assert [(filing.subject, filing.version) for filing in house.filings()] == [
        ("craps", 1),
        ("craps, mini", 1),
    ]


@pytest.mark.clause("125-149:RAF(24)#4")
def test_the_same_rules_are_not_filed_under_two_names(house: House) -> None:
    """Else an approval that the Board takes back would leave another of the same rules in force."""
    other = FileSubmission(game="craps", variant="again", options=chosen({}))
    house.have(craps())
    tomorrow = house.today + timedelta(days=1)

    assert "stand filed as Rules Submission Craps, version 1 already" in refused(house, other).message
    house.give(EndApproval(filing=1, until=tomorrow, reason="taken back"))
    assert "stand filed as" in refused(house, other).message
    house.clock.forward(days=1)
    assert house.file(other) == 2


@pytest.mark.clause("125-149:RAF(24)#4")
@pytest.mark.parametrize("options", [{}, {"certificate_holder": "Another Meadows"}])
def test_a_house_files_its_own_submissions(house: House, options: dict[str, Any]) -> None:
    refusal = refused(house, FileSubmission(game="craps", options=options))

    assert refusal.clause.id == "125-149:RAF(24)#4"
    assert "the certificate holder is Keystone Meadows, not" in refusal.message


@pytest.mark.clause("125-166:Preamble/Paperwork#2", "125-149:RAF(24)#4")
def test_other_options_are_an_updated_submission_once_one_is_in_force(house: House) -> None:
    house.have(craps())

    (fact,) = house.give(craps(odds="10x"))

    assert fact["clause"] == "125-166:Preamble/Paperwork#2"
    assert (fact["number"], fact["version"]) == (2, 2)
    assert house.give(FileSubmission(game="sic-bo", options=chosen({})))[0]["clause"] == "125-149:RAF(24)#4"


@pytest.mark.clause("125-149:RAF(24)#4")
def test_what_stands_filed_unchanged_is_not_filed_again(house: House) -> None:
    house.file(craps())

    assert "nothing has changed" in refused(house, craps()).message


@pytest.mark.clause("125-149:RAF(24)#4")
def test_what_came_back_with_objections_may_be_filed_again(house: House) -> None:
    house.file(craps())
    house.give(
        RecordReview(filing=1, reference="report", dated=house.today, objections="the seats do not fit")
    )

    assert house.file(craps()) == 2


def test_a_submission_is_drafted_checked_and_filed_by_two_departments(house: House) -> None:
    manager, auditor = Position.SHIFT_MANAGER, Position.AUDITOR
    director = Position.DIRECTOR_OF_TABLE_GAMES
    drafting, checking, filing = "125-149:RAF(24)#4", "603a.20(r)(2)#2", "125-149:Preamble/General#2"
    for signers, clause in (
        ((Position.DEALER, auditor, director), drafting),
        ((Position.PIT_MANAGER, auditor, director), drafting),
        ((Position.COMPLIANCE_SUPERVISOR, auditor, director), drafting),
        ((Position.FINANCE_SUPERVISOR, auditor, director), drafting),
        ((manager, director, director), checking),
        ((manager, Position.FINANCE_SUPERVISOR, director), checking),
        ((manager, auditor, Position.DIRECTOR_OF_FINANCE), filing),
        ((manager, auditor, manager), filing),
    ):
        with pytest.raises(RuleViolation) as refusal:
            house.give(craps(), *signers)
        assert refusal.value.clause.id == clause
    assert house.filings() == ()

    house.sign(craps(), WHO[director], who(Position.AUDITOR, 2), WHO[director])
    assert house.filing(1).subject == "craps"


def test_a_submission_is_not_filed_before_it_is_checked(house: House) -> None:
    digest = house.office.propose(craps(), who=WHO[Position.SHIFT_MANAGER], key="one").digest

    with pytest.raises(RuleViolation, match="checked is missing"):
        house.office.execute(digest, who=WHO[Position.DIRECTOR_OF_TABLE_GAMES])
    assert house.filings() == ()


# Layouts, signs and the guide.


@pytest.mark.clause("125-149:RAF(13)#1", "125-149:Preamble/General#1")
def test_the_layout_of_a_submission_is_filed_under_the_clause_that_asks_for_it(house: House) -> None:
    house.file(craps())
    digest = house.filing(1).digest

    (fact,) = house.give(FileLayout(submission=digest))

    assert (fact["clause"], fact["kind"], fact["clauses"]) == ("125-149:RAF(13)#1", "layout", ["623a.2(d)"])
    assert house.give(FileSign(submission=digest))[0]["clause"] == "125-149:Preamble/General#1"
    assert [filing.subject for filing in house.filings()] == ["craps", "craps", "craps"]


@pytest.mark.clause("125-149:RAF(24)#4")
def test_no_layout_is_filed_for_a_submission_that_is_not(house: House) -> None:
    refusal = refused(house, FileLayout(submission="0" * 64))

    assert refusal.clause.id == "125-149:RAF(24)#4"
    assert refusal.fix == "file the submission first"


@pytest.mark.clause("125-149:RAF(13)#2", "125-166:Preamble/Paperwork#1")
def test_the_guide_leaves_out_no_game_that_the_house_offers(house: House) -> None:
    dice = house.have_submission("craps")
    shaker = house.have_submission("sic-bo")

    refusal = refused(house, FileGuide(submissions=(shaker.digest(),)))

    assert refusal.clause.id == "125-149:RAF(13)#2"
    assert "leaves out craps" in refusal.message
    house.file(FileGuide(submissions=(shaker.digest(), dice.digest())))
    assert house.filings()[-1].content == {"submissions": [shaker.digest(), dice.digest()]}


@pytest.mark.clause("125-149:RAF(13)#2")
def test_the_guide_of_pennsylvania_need_not_tell_of_a_maryland_game(house: House) -> None:
    house.clock.forward(days=30)
    house.have_submission("three-card-poker", seats=6)
    dice = house.have_submission("craps")

    house.have(FileGuide(submissions=(dice.digest(),)))

    told = house.paper("gaming-guide", "today").fields[0].value
    assert told == "Craps"


@pytest.mark.clause("125-166:Preamble/Paperwork#1", "125-149:RAF(13)#2")
def test_the_updated_guide_tells_of_the_changed_options_in_the_place_of_the_old(house: House) -> None:
    house.have_submission("craps")
    house.file(craps(odds="10x"))

    house.file(FileGuide(submissions=(house.filing(2).digest,)))

    assert house.filings()[-1].kind is FilingKind.GUIDE


# Equipment, devices, places, programmes and controls.


@pytest.mark.clause("125-149:Preamble/General#1", "125-149:Preamble/General#6")
def test_equipment_and_devices_go_their_own_ways(house: House) -> None:
    house.file(FileEquipment(subject="shaker S-1", description="three dice, a cover", clauses=("625a.1(d)",)))
    house.file(FileDevice(subject="lighting L-1", description="lights winners", clauses=("625a.1(b)#2",)))
    house.file(FilePlace(subject="SB-1", description="left and right", clauses=("625a.1(a)#2",)))
    house.file(FilePlace(subject="vault", description="coupon cabinet", clauses=("603a.20(i)#2",)))

    ways = [(filing.kind, filing.reviewer, filing.approver) for filing in house.filings()]
    assert ways == [
        (FilingKind.EQUIPMENT, Authority.GAMING_OPERATIONS, Authority.EXECUTIVE_DIRECTOR),
        (FilingKind.DEVICE, Authority.GAMING_LABORATORY, Authority.GAMING_LABORATORY),
        (FilingKind.PLACE, None, Authority.CASINO_COMPLIANCE),
        (FilingKind.PLACE, None, Authority.CASINO_COMPLIANCE),
    ]


@pytest.mark.clause("125-149:Preamble/General#1", "125-149:Preamble/General#6")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        (FileEquipment(subject="a", description="b", clauses=()), "names no clause"),
        (
            FileEquipment(subject="a", description="b", clauses=("625a.1(b)#2",)),
            "approval of electronic device",
        ),
        (
            FileDevice(subject="a", description="b", clauses=("625a.1(b)#2", "625a.1(d)")),
            "approval of equipment",
        ),
        (FilePlace(subject="a", description="b", clauses=("625a.2(a)#1",)), "asks for no approval"),
        (FileEquipment(subject="a", description="b", clauses=("625a.1(z)",)), "no clause '625a.1(z)'"),
    ],
)
def test_a_filing_names_the_clauses_that_ask_for_it(house: House, order: Order, said: str) -> None:
    assert said in refused(house, order).message


@pytest.mark.clause("125-149:Preamble/General#2")
def test_training_staffing_and_controls_go_through_gaming_operations(house: House) -> None:
    house.file(FileTraining(subject="craps school", description="eighty hours"))
    house.file(FileStaffing(subject="main floor", description="three dealers at Craps"))
    house.file(FileControls(procedure="shaking", words="shake thrice", clauses=("625a.1(d)(2)(ii)",)))

    assert [filing.kind for filing in house.filings()] == [
        FilingKind.TRAINING,
        FilingKind.STAFFING,
        FilingKind.CONTROLS,
    ]
    assert {filing.reviewer for filing in house.filings()} == {Authority.GAMING_OPERATIONS}
    assert {filing.approver for filing in house.filings()} == {Authority.EXECUTIVE_DIRECTOR}


@pytest.mark.clause("125-149:Preamble/General#2")
def test_internal_controls_name_positions_and_people_of_the_house(house: House) -> None:
    named = (str(Position.FLOORPERSON), WHO[Position.FINANCE_CLERK])
    house.file(FileControls(procedure="checks", words="write them", named=named))

    assert house.filing(1).content["named"] == list(named)
    wrong = FileControls(procedure="checks", words="write them", clauses=("625a.1(d)",))
    assert "asks for approval of equipment, not of internal controls" in refused(house, wrong).message
    refusal = refused(house, FileControls(procedure="checks", words="write them", named=("croupier",)))
    assert (refusal.clause.id, "croupier" in refusal.message) == ("125-149:Preamble/General#2", True)


def test_finance_drafts_and_files_its_own_controls(house: House) -> None:
    order = FileControls(procedure="checks", words="write them")
    house.give(order, Position.FINANCE_SUPERVISOR, Position.AUDITOR, Position.DIRECTOR_OF_FINANCE)

    assert house.filing(1).kind is FilingKind.CONTROLS


@pytest.mark.clause("125-166:Preamble/Fiscal#2")
def test_a_game_that_is_added_brings_its_form_and_updated_controls(house: House) -> None:
    house.have(craps())
    house.have(FileControls(procedure="dice", words="count them"))

    added = house.file(FileSubmission(game="sic-bo", options=chosen({})))
    updated = house.file(FileControls(procedure="dice", words="count them, at Sic Bo too"))

    assert (house.filing(added).kind, house.filing(added).version) == (FilingKind.SUBMISSION, 1)
    assert (house.filing(updated).kind, house.filing(updated).version) == (FilingKind.CONTROLS, 2)
