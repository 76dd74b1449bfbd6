"""Who may do what with coupons, and which duties exclude each other (603a.20(d), (r)(2)); through the office, with people."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.design import SubmitCouponDesign
from houseway.backoffice.coupons.distribution import DistributeCoupons, OpenCarriedCoupons
from houseway.backoffice.coupons.inventory import TakeCouponInventory
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons
from houseway.backoffice.coupons.policy import CREWS, RULES
from houseway.backoffice.coupons.programme import (
    NEEDED,
    AdoptCouponControls,
    Distributor,
    RecordCouponApproval,
)
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import Recipient, ReportCouponDeviation
from houseway.backoffice.coupons.redemption import RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position, department_of
from houseway.backoffice.policy import rule_for
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import PostPerson
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import (
    CONTROLS,
    MAY_DAY,
    TEN,
    OfficeHouse,
    approval,
    close_day,
    count_of,
    delivery,
    form,
    hand_out,
    issue_to_marketing,
    launch,
    lot,
    next_day,
    open_office,
    receipt_of,
    receive,
    redeem,
    request,
    requisition,
    return_form,
    sign,
)
from tests.backoffice.house import Clock, who

TORN = VoidLine(first=41, last=42, reason="torn")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a house with coupons 1 to 100 with marketing, of which patrons have 1 to 40."""
    place = tmp_path_factory.mktemp("written") / "journal.db"
    clock = Clock()
    with open_office(str(place), clock).journal as journal:
        house = OfficeHouse(Office(journal, clock, books=(STAFF, BOOK)), clock)
        launch(house)
        receive(house, 1000)
        issue_to_marketing(house, "R-1", Run(1, 100))
        hand_out(house, Run(1, 40))
        house.close()
    return place


@pytest.fixture
def crew(written: Path, tmp_path: Path) -> Iterator[OfficeHouse]:
    """That house, with a journal of its own."""
    clock = Clock()
    place = shutil.copy(written, tmp_path / "journal.db")
    with Journal.open(place) as journal:
        house = OfficeHouse(Office(journal, clock, books=(STAFF, BOOK)), clock)
        yield house
        house.close()


def turned_away(house: OfficeHouse, order: Order, *people: str) -> str:
    """The people sign an order one after the other; the last of them is refused: by which clause."""
    house.close()
    house.keys += 1
    office, key = house.office, f"try {house.keys}"

    def signing() -> None:
        rule = rule_for(BOOK.rules, order)
        if len(rule.parts) == 1:
            office.carry_out(order, who=people[0], key=key, at_table=rule.at_table)
        else:
            digest = office.propose(order, who=people[0], key=key).digest
            for person in people[1:]:
                office.execute(digest, who=person)

    with pytest.raises(RuleViolation) as refusal:
        signing()
    (_, recorded) = office.refusals()[-1]
    assert recorded.clause == refusal.value.clause.id
    return refusal.value.clause.id


OUT = DistributeCoupons(day=MAY_DAY, serials=(Run(50, 50),), place="players club")


@pytest.mark.clause("603a.20(d)#2")
def test_only_marketing_hands_coupons_to_patrons(crew: OfficeHouse) -> None:
    for position in Position:
        if department_of(position) is not Department.MARKETING:
            assert turned_away(crew, OUT, who(position)) == "603a.20(d)#2"
    for number, position in enumerate(
        (Position.MARKETING_REPRESENTATIVE, Position.MARKETING_SUPERVISOR, Position.DIRECTOR_OF_MARKETING)
    ):
        order = msgspec.structs.replace(OUT, serials=(Run(50 + number, 50 + number),))
        crew.office.carry_out(order, who=who(position), key=f"out {number}")


@pytest.mark.clause("603a.20(d)#3", "603a.20(f)")
def test_only_finance_supervisors_keep_the_ledger(crew: OfficeHouse) -> None:
    check = delivery(lot(1001, 1100), name="D-2")
    crew.give(check)
    entry = receipt_of(check, MAY_DAY)
    for position in Position:
        if position not in (Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_FINANCE):
            assert turned_away(crew, entry, who(position, 2)) == "603a.20(d)#3"
    crew.office.carry_out(entry, who=who(Position.DIRECTOR_OF_FINANCE), key="entry")


@pytest.mark.clause("603a.20(d)#4", "603a.20(m)(4)")
def test_only_finance_counts_and_a_supervisor_records(crew: OfficeHouse) -> None:
    redeem(crew, 1)
    close_day(crew)
    next_day(crew)
    count = count_of(crew, MAY_DAY)
    for position in Position:
        if department_of(position) is not Department.FINANCE:
            assert turned_away(crew, count, who(position, 2)) == "603a.20(d)#4"
    clerk = who(Position.FINANCE_CLERK, 2)
    assert turned_away(crew, count, clerk, who(Position.FINANCE_CLERK)) == "603a.20(m)(4)"
    assert (
        turned_away(crew, count, who(Position.FINANCE_SUPERVISOR, 2), who(Position.FINANCE_SUPERVISOR, 2))
        == "603a.20(m)(4)"
    )
    sign(crew.office, count, "count", 2)


@pytest.mark.clause("603a.20(g)(4)", "603a.20(g)(5)")
def test_a_marketing_supervisor_prepares_and_a_finance_supervisor_authorises(crew: OfficeHouse) -> None:
    order = requisition("R-2", MAY_DAY, (Quantity(1000, 5),))
    prepares, authorises = who(Position.MARKETING_SUPERVISOR), who(Position.FINANCE_SUPERVISOR)
    for position in (Position.MARKETING_REPRESENTATIVE, Position.FINANCE_SUPERVISOR, Position.SHIFT_MANAGER):
        assert turned_away(crew, order, who(position)) == "603a.20(g)(4)"
    for position in (Position.FINANCE_CLERK, Position.DIRECTOR_OF_MARKETING, Position.AUDITOR):
        assert turned_away(crew, order, prepares, who(position)) == "603a.20(g)(5)"
    digest = crew.office.propose(order, who=prepares, key="requisition").digest
    done = crew.office.execute(digest, who=authorises)
    assert [(signed.part, signed.credential) for signed in done.signatures] == [
        ("prepared", prepares),
        ("authorised", authorises),
    ]


@pytest.mark.clause("603a.20(h)(3)")
def test_a_finance_supervisor_issues(crew: OfficeHouse) -> None:
    some = request(crew, "R-2", (Run(101, 110),))
    issue = EnterCouponIssue(requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),), quantities=some)
    for position in (Position.FINANCE_CLERK, Position.MARKETING_SUPERVISOR, Position.DIRECTOR_OF_AUDIT):
        assert turned_away(crew, issue, who(position)) == "603a.20(h)(3)"
    crew.give(issue)
    take = TakeOverCoupons(requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),))
    for position in (Position.MARKETING_REPRESENTATIVE, Position.FINANCE_SUPERVISOR):
        assert turned_away(crew, take, who(position)) == "603a.20(h)"
    crew.give(take)


@pytest.mark.clause("603a.20(j)(8)")
def test_a_marketing_supervisor_completes_the_form(crew: OfficeHouse) -> None:
    order = form(crew)
    for position in (Position.MARKETING_REPRESENTATIVE, Position.FINANCE_SUPERVISOR):
        assert turned_away(crew, order, who(position, 2)) == "603a.20(j)(8)"
    crew.give(order)


@pytest.mark.clause("603a.20(l)(5)")
def test_a_return_is_signed_by_both_supervisors(crew: OfficeHouse) -> None:
    crew.give(form(crew))
    back = return_form(crew, MAY_DAY)
    for position in (Position.MARKETING_REPRESENTATIVE, Position.FINANCE_SUPERVISOR):
        assert turned_away(crew, back, who(position)) == "603a.20(l)(5)"
    gives = who(Position.MARKETING_SUPERVISOR)
    for position in (Position.FINANCE_CLERK, Position.DIRECTOR_OF_MARKETING):
        assert turned_away(crew, back, gives, who(position)) == "603a.20(l)(5)"
    crew.give(back)


@pytest.mark.clause("603a.20(e)#1")
def test_a_delivery_is_opened_by_one_of_each_department(crew: OfficeHouse) -> None:
    check = delivery(lot(1001, 1100), name="D-2")
    finance = who(Position.FINANCE_CLERK)
    assert turned_away(crew, check, who(Position.MARKETING_REPRESENTATIVE)) == "603a.20(e)#1"
    for position in (Position.FINANCE_SUPERVISOR, Position.DEALER):
        assert turned_away(crew, check, finance, who(position)) == "603a.20(e)#1"
    crew.give(check)


@pytest.mark.clause("603a.20(i)#1", "603a.20(j)(6)")
def test_whoever_has_a_coupon_voids_it(crew: OfficeHouse) -> None:
    at_marketing = VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(TORN,))
    in_stock = VoidCoupons(
        custody=Custody.FINANCE, day=MAY_DAY, voided=(VoidLine(first=500, last=500, reason="torn"),)
    )
    for position in (Position.FINANCE_SUPERVISOR, Position.MARKETING_REPRESENTATIVE):
        assert turned_away(crew, at_marketing, who(position)) == "603a.20(j)(6)"
    for position in (Position.MARKETING_SUPERVISOR, Position.FINANCE_CLERK):
        assert turned_away(crew, in_stock, who(position)) == "603a.20(i)#1"
    crew.give(at_marketing)
    crew.give(in_stock)


@pytest.mark.clause("603a.21(b)#1")
def test_a_dealer_or_boxperson_redeems_and_nobody_else(crew: OfficeHouse) -> None:
    order = RedeemCoupon(serial=1, value=1000, table="1", round="1", day=MAY_DAY)
    redeemers = (Position.DEALER, Position.BOXPERSON)
    for position in Position:
        if position not in redeemers:
            assert turned_away(crew, order, who(position)) == "603a.21(b)#1"
    for serial, position in enumerate(redeemers, 1):
        crew.office.carry_out(
            msgspec.structs.replace(order, serial=serial),
            who=who(position),
            key=f"redeem {serial}",
            at_table=True,
        )


@pytest.mark.clause("603a.20(b)(2)", "603a.20(b)(1)")
def test_approvals_are_entered_by_those_who_run_the_programme_and_confirmed_by_others(
    crew: OfficeHouse,
) -> None:
    next_day(crew)
    adopt = AdoptCouponControls(controls=CONTROLS)
    for position in (Position.MARKETING_REPRESENTATIVE, Position.AUDITOR, Position.SYSTEMS_ADMINISTRATOR):
        assert turned_away(crew, adopt, who(position)) == "603a.20(b)(2)"
    enters = who(Position.MARKETING_SUPERVISOR)
    for position in (Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_MARKETING):
        assert turned_away(crew, adopt, enters, who(position)) == "603a.20(b)(2)"
    digest = crew.office.propose(adopt, who=enters, key="adopt").digest
    crew.office.execute(digest, who=who(Position.COMPLIANCE_REPRESENTATIVE))
    submit = SubmitCouponDesign(design=msgspec.structs.replace(TEN, id="NEW"))
    assert turned_away(crew, submit, who(Position.DEALER)) == "603a.20(b)(1)"


def move(crew: OfficeHouse, person: str, credential: str, position: Position, since: date) -> None:
    """A person changes position."""
    crew.close()
    posting = PostPerson(
        person=person, credential=credential, name=person.title(), position=position, since=since
    )
    digest = crew.office.propose(
        posting, who=who(Position.SYSTEMS_ADMINISTRATOR), key=f"move {person} {since}"
    ).digest
    crew.office.execute(digest, who=who(Position.AUDITOR))


@pytest.mark.clause("603a.20(r)(2)#2")
def test_nobody_who_handed_out_or_prepared_reconciles_the_day(crew: OfficeHouse) -> None:
    # The first marketing supervisor prepared the requisition.
    assert turned_away(crew, form(crew), who(Position.MARKETING_SUPERVISOR)) == "603a.20(r)(2)#2"
    crew.office.carry_out(OUT, who=who(Position.MARKETING_SUPERVISOR, 2), key="out")
    assert turned_away(crew, form(crew), who(Position.MARKETING_SUPERVISOR, 2)) == "603a.20(r)(2)#2"
    crew.office.carry_out(form(crew), who=who(Position.DIRECTOR_OF_MARKETING), key="form")


@pytest.mark.clause("603a.20(r)(2)#2")
def test_nobody_counts_a_day_they_had_a_hand_in_even_from_another_department(crew: OfficeHouse) -> None:
    redeem(crew, 1)
    crew.give(VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(TORN,)))
    close_day(crew)
    movers = {
        "marketing-representative-1": (Position.MARKETING_REPRESENTATIVE, "handed out"),
        "dealer-1": (Position.DEALER, "redeemed"),
        "marketing-supervisor-2": (Position.MARKETING_SUPERVISOR, "reconciled"),
    }
    tomorrow = date(2014, 5, 2)
    for person, (position, _) in movers.items():
        number = int(person[-1])
        move(crew, person, who(position, number), Position.FINANCE_CLERK, tomorrow)
    next_day(crew)
    count = count_of(crew, MAY_DAY)
    for person, (position, did) in movers.items():
        assert turned_away(crew, count, who(position, int(person[-1]))) == "603a.20(r)(2)#2", did
    # The finance supervisor who authorised, issued and took back does not record the count either.
    clerk = who(Position.FINANCE_CLERK, 2)
    assert turned_away(crew, count, clerk, who(Position.FINANCE_SUPERVISOR)) == "603a.20(r)(2)#2"
    sign(crew.office, count, "count", 2)
    # Another day is another matter.
    crew.office.carry_out(
        RedeemCoupon(serial=2, value=1000, table="1", round="2", day=tomorrow),
        who=who(Position.DEALER, 2),
        key="r",
        at_table=True,
    )
    next_day(crew)
    second = count_of(crew, tomorrow)
    digest = crew.office.propose(second, who=who(Position.DEALER), key="second").digest
    crew.office.execute(digest, who=who(Position.FINANCE_SUPERVISOR))


@pytest.mark.clause("603a.20(r)(2)#2")
def test_coupons_are_redeemed_and_given_back_by_a_table_and_at_no_desk(crew: OfficeHouse) -> None:
    dealer = who(Position.DEALER)
    taking = RedeemCoupon(serial=1, value=1000, table="1", round="1", day=MAY_DAY)
    giving = ReleaseCoupon(serial=1, table="1", round="1", day=MAY_DAY, reason=Release.PUSH)
    crew.close()
    for number, order in enumerate((taking, giving)):
        with pytest.raises(RuleViolation, match="not at a desk") as refusal:
            crew.office.carry_out(order, who=dealer, key=f"by hand {number}")
        assert refusal.value.clause.id == "603a.20(r)(2)#2"
        crew.office.carry_out(order, who=dealer, key=f"at the table {number}", at_table=True)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_whoever_entered_an_issue_counts_no_day_on_which_it_is_taken_over(crew: OfficeHouse) -> None:
    some, later = (Quantity(1000, 10),), date(2014, 5, 5)
    crew.give(requisition("R-2", MAY_DAY, some, until=date(2014, 5, 9), promotion="Spring"))
    second = who(Position.FINANCE_SUPERVISOR, 2)
    entry = EnterCouponIssue(requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),), quantities=some)
    crew.office.carry_out(entry, who=second, key="entry")
    close_day(crew)
    next_day(crew)
    count = count_of(crew, MAY_DAY)
    crew.close()
    digest = crew.office.propose(count, who=who(Position.FINANCE_CLERK), key="first").digest
    crew.office.execute(digest, who=who(Position.DIRECTOR_OF_FINANCE))
    crew.at(later)
    crew.give(TakeOverCoupons(requisition="R-2", day=later, serials=(Run(101, 110),)))
    close_day(crew)
    next_day(crew)
    count = count_of(crew, later)
    clerk = who(Position.FINANCE_CLERK)
    assert turned_away(crew, count, clerk, second) == "603a.20(r)(2)#2"
    digest = crew.office.propose(count, who=clerk, key="later").digest
    crew.office.execute(digest, who=who(Position.DIRECTOR_OF_FINANCE))


@pytest.mark.clause("603a.20(j)(8)", "603a.20(r)(2)#2")
def test_a_form_with_variations_takes_a_finance_supervisor_as_well(crew: OfficeHouse) -> None:
    marketing = who(Position.MARKETING_SUPERVISOR, 2)
    more = form(
        crew,
        remaining=(Run(41, 90),),
        unrecorded=(Run(91, 100),),
        distributed=(Quantity(1000, 50),),
        explanation="a busy evening",
    )
    crew.close()
    with pytest.raises(RuleViolation, match="several people") as refusal:
        crew.office.carry_out(more, who=marketing, key="alone")
    assert refusal.value.clause.id == "603a.20(r)(2)#2"
    silent = msgspec.structs.replace(more, explanation="")
    assert len(rule_for(BOOK.rules, silent).parts) == 2
    for position, number in (
        (Position.MARKETING_SUPERVISOR, 2),
        (Position.DIRECTOR_OF_MARKETING, 1),
        (Position.FINANCE_CLERK, 2),
        # She authorised the requisition.
        (Position.FINANCE_SUPERVISOR, 1),
    ):
        assert turned_away(crew, more, marketing, who(position, number)) == "603a.20(r)(2)#2"
    digest = crew.office.propose(more, who=marketing, key="form").digest
    done = crew.office.execute(digest, who=who(Position.FINANCE_SUPERVISOR, 2))
    assert [signed.part for signed in done.signatures] == ["completed", "acknowledged"]


@pytest.mark.clause("603a.20(r)(2)#2")
def test_whoever_took_over_opened_or_voided_does_not_reconcile(crew: OfficeHouse) -> None:
    second, third = who(Position.MARKETING_SUPERVISOR, 2), who(Position.DIRECTOR_OF_MARKETING)
    some = request(crew, "R-2", (Run(101, 110),))
    crew.give(EnterCouponIssue(requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),), quantities=some))
    take = TakeOverCoupons(requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),))
    crew.office.carry_out(take, who=second, key="take")
    assert turned_away(crew, form(crew), second) == "603a.20(r)(2)#2"
    void = VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(TORN,))
    crew.close()
    crew.office.carry_out(void, who=third, key="void")
    assert turned_away(crew, form(crew), third) == "603a.20(r)(2)#2"
    true = form(crew)
    fourth = who(Position.DIRECTOR_OF_MARKETING, 2)
    held = msgspec.structs.replace(true, held=true.remaining)
    crew.close()
    crew.office.carry_out(held, who=fourth, key="form")
    next_day(crew)
    opening = OpenCarriedCoupons(day=crew.day, serials=true.remaining)
    crew.office.carry_out(opening, who=fourth, key="open")
    assert turned_away(crew, form(crew), fourth) == "603a.20(r)(2)#2"
    crew.give(form(crew))


@pytest.mark.clause("603a.20(e)#2", "603a.20(e)#3", "603a.20(r)(2)#2")
def test_whoever_opened_a_short_delivery_is_not_the_one_to_report_it(crew: OfficeHouse) -> None:
    supervisor, other = who(Position.FINANCE_SUPERVISOR), who(Position.FINANCE_SUPERVISOR, 2)
    short = delivery(lot(1001, 1100), name="D-2", found=(lot(1001, 1090),))
    crew.close()
    digest = crew.office.propose(short, who=supervisor, key="check").digest
    crew.office.execute(digest, who=who(Position.MARKETING_REPRESENTATIVE))
    for to, clause in (
        (Recipient.FINANCE_SUPERVISOR, "603a.20(e)#2"),
        (Recipient.CASINO_COMPLIANCE, "603a.20(e)#3"),
    ):
        report = ReportCouponDeviation(delivery="D-2", to=to, reference="memo")
        assert turned_away(crew, report, who(Position.DEALER)) == clause
        assert turned_away(crew, report, supervisor) == "603a.20(r)(2)#2"
        crew.office.carry_out(report, who=other, key=f"to {to}")


@pytest.mark.clause("603a.20(b)(1)", "603a.20(i)#2", "603a.20(k)#2", "603a.20(p)")
def test_each_approval_is_signed_under_its_own_clause(crew: OfficeHouse) -> None:
    for kind, clause in NEEDED.items():
        letter = RecordCouponApproval(approval=approval(kind, "elsewhere"))
        assert turned_away(crew, letter, who(Position.DEALER)) == clause.id


@pytest.mark.clause("603a.20(d)#3")
def test_the_stock_is_not_counted_by_who_has_it_in_custody(crew: OfficeHouse) -> None:
    order = TakeCouponInventory(taken_on=MAY_DAY, at_finance=(Run(101, 1000),), at_marketing=(Run(41, 100),))
    recorder = who(Position.DIRECTOR_OF_FINANCE)
    for position in (Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_FINANCE):
        assert turned_away(crew, order, who(position)) == "603a.20(d)#3"
    digest = crew.office.propose(order, who=who(Position.AUDITOR), key="inventory").digest
    crew.office.execute(digest, who=recorder)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_whoever_opened_a_delivery_does_not_enter_it(crew: OfficeHouse) -> None:
    check = delivery(lot(1001, 1100), name="D-2")
    supervisor = who(Position.FINANCE_SUPERVISOR)
    digest = crew.office.propose(check, who=supervisor, key="check").digest
    crew.office.execute(digest, who=who(Position.MARKETING_REPRESENTATIVE))
    entry = receipt_of(check, MAY_DAY)
    assert turned_away(crew, entry, supervisor) == "603a.20(r)(2)#2"
    crew.office.carry_out(entry, who=who(Position.FINANCE_SUPERVISOR, 2), key="entry")


@pytest.mark.clause("603a.20(r)(2)#2")
def test_nobody_hands_coupons_out_and_redeems_them_on_one_day(crew: OfficeHouse) -> None:
    redeem(crew, 1)
    move(crew, "dealer-1", who(Position.DEALER), Position.MARKETING_REPRESENTATIVE, MAY_DAY)
    assert turned_away(crew, OUT, who(Position.DEALER)) == "603a.20(r)(2)#2"
    move(crew, "dealer-2", who(Position.DEALER, 2), Position.MARKETING_REPRESENTATIVE, MAY_DAY)
    crew.office.carry_out(OUT, who=who(Position.DEALER, 2), key="out")


@pytest.mark.clause("603a.20(d)#1", "603a.20(d)#2")
def test_another_department_has_marketings_rights_only_where_the_controls_say_so(crew: OfficeHouse) -> None:
    by_security = msgspec.structs.replace(OUT, department=Distributor.SECURITY)
    assert turned_away(crew, by_security, who(Position.SECURITY_OFFICER)) == "603a.20(d)#1"
    assert turned_away(crew, by_security, who(Position.MARKETING_REPRESENTATIVE)) == "603a.20(d)#2"
    next_day(crew)
    crew.give(AdoptCouponControls(controls=msgspec.structs.replace(CONTROLS, department=Department.SECURITY)))
    order = requisition("R-2", crew.day, (Quantity(1000, 5),))
    assert turned_away(crew, order, who(Position.MARKETING_SUPERVISOR)) == "603a.20(d)#1"
    crew.give(msgspec.structs.replace(order, department=Distributor.SECURITY))


def test_finance_keeps_every_ledger_entry_and_no_other_department_runs_both_sides() -> None:
    """No department but the pair of them can bring coupons in, out and back without the other's signature."""
    for rule in RULES:
        departments = [{permit.department for permit in part.permits} for part in rule.parts]
        if rule.order is CountCoupons:
            assert departments == [{Department.FINANCE}, {Department.FINANCE}]
        if rule.order in (DistributeCoupons, TakeOverCoupons):
            assert Department.FINANCE not in departments[0]
    assert set(CREWS) == set(Distributor)
    for distributor, crew in CREWS.items():
        assert {department_of(crew.member), department_of(crew.supervisor)} == {Department(distributor)}
