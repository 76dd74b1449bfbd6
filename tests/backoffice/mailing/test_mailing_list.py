"""The mailing list: who may prepare one, what its entries hold, how it goes to the provider and stays with finance (603a.20(q)(1)-(4))."""

import csv
from datetime import date
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.design import Element, SubmitCouponDesign
from houseway.backoffice.coupons.mailed import reserved
from houseway.backoffice.coupons.programme import (
    AdoptCouponControls,
    ApprovalKind,
    Distributor,
    RecordCouponApproval,
)
from houseway.backoffice.coupons.receipt import take_up
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.mailing.delivery import CancelMailing, MailingListSent, provider_file
from houseway.backoffice.mailing.entries import entries_of, entry_for
from houseway.backoffice.mailing.ledger import ReserveMailingSerials
from houseway.backoffice.mailing.mailing_list import MailingEntry, MailingListed, PrepareMailingList
from houseway.backoffice.mailing.matching import Identity
from houseway.backoffice.mailing.printing import coupons_to_print
from houseway.backoffice.vault import keys, seal
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    CONTROLS,
    TEN,
    TWENTY_FIVE,
    approval,
    delivery,
    lot,
    next_day,
    receive,
    refused,
)
from tests.backoffice.mailing.post_room import (
    BY_MAIL,
    IDA,
    JOHN,
    MAIL_DAY,
    PATRONS,
    RACHEL,
    PostRoom,
    entering,
    entry,
    launch,
    mail,
    prepare,
    reserve,
    screen,
    sending,
    the_list,
)

replace = msgspec.structs.replace


@pytest.mark.clause("603a.20(q)")
def test_nothing_is_mailed_unless_the_internal_controls_say_how(room: PostRoom) -> None:
    reserve(room, 3)
    order = the_list(room, *PATRONS)
    next_day(room)
    room.give(AdoptCouponControls(controls=CONTROLS))
    assert "let no provider print and mail" in refused(room, order, "603a.20(q)")
    refused(room, ReserveMailingSerials(mailing="M-2", coupons=3), "603a.20(q)")
    next_day(room)
    room.give(AdoptCouponControls(controls=BY_MAIL))
    room.give(order)


@pytest.mark.clause("603a.20(q)")
def test_a_mailing_that_the_controls_no_longer_let_out_stays(listed: PostRoom) -> None:
    order = sending(listed)
    next_day(listed)
    listed.give(AdoptCouponControls(controls=CONTROLS))
    refused(listed, order, "603a.20(q)")
    with pytest.raises(Exception, match="let no provider"):
        screen(listed)


# The coupons.


def design_of(room: PostRoom, name: str, *, approved: bool = True, **changes: Any) -> None:
    """Another design of $10."""
    room.give(SubmitCouponDesign(design=replace(TEN, id=name, **changes)))
    if approved:
        room.give(RecordCouponApproval(approval=approval(ApprovalKind.DESIGN, name)))


def list_of(room: PostRoom, design: str) -> PrepareMailingList:
    order = the_list(room, IDA)
    return replace(order, entries=(replace(order.entries[0], design=design),))


@pytest.mark.clause("603a.20(q)(1)")
def test_only_approved_coupons_are_mailed(room: PostRoom) -> None:
    reserve(room, 1)
    design_of(room, "MP-NEW", approved=False)
    assert "not approved" in refused(room, list_of(room, "MP-NEW"), "603a.20(b)(1)")
    # A slot coupon, or anything else that is no Match Play Coupon, has no design here.
    assert "no design" in refused(room, list_of(room, "SLOT-20"), "603a.20(c)")
    room.give(RecordCouponApproval(approval=approval(ApprovalKind.DESIGN, "MP-NEW")))
    room.give(list_of(room, "MP-NEW"))


@pytest.mark.clause("603a.20(q)(1)")
def test_a_mailed_coupon_shows_what_every_coupon_must_today(new_room: PostRoom) -> None:
    # The temporary text let a coupon without restrictions be silent on them; the permanent one does not.
    new_room.at(date(2013, 6, 3))
    silent = tuple(element for element in Element if element is not Element.RESTRICTIONS)
    new_room.give(SubmitCouponDesign(design=replace(TEN, id="MP-OLD", elements=silent)))
    new_room.at(date(2014, 5, 1))
    launch(new_room)
    new_room.give(RecordCouponApproval(approval=approval(ApprovalKind.DESIGN, "MP-OLD")))
    reserve(new_room, 1)
    said = refused(new_room, list_of(new_room, "MP-OLD"), "603a.20(q)(1)")
    assert "does not show the restrictions (603a.20(c)(4))" in said


@pytest.mark.clause("603a.20(q)(3)")
def test_a_mailed_coupon_has_a_barcode(room: PostRoom) -> None:
    reserve(room, 1)
    plain = tuple(element for element in Element if element is not Element.BARCODE)
    design_of(room, "MP-PLAIN", elements=plain)
    assert "no barcode" in refused(room, list_of(room, "MP-PLAIN"), "603a.20(q)(3)")
    room.give(list_of(room, TEN.id))


# The five fields.


def entry_with(room: PostRoom, at: int, **changes: Any) -> PrepareMailingList:
    order = the_list(room, *PATRONS)
    entries = list(order.entries)
    entries[at] = replace(entries[at], **changes)
    return replace(order, entries=tuple(entries))


@pytest.fixture
def numbered(room: PostRoom) -> PostRoom:
    """Numbers 1 to 3 are reserved for mailing M-1."""
    reserve(room, 3)
    return room


@pytest.mark.clause("603a.20(q)(2)")
def test_the_list_has_one_entry_for_each_recipient(numbered: PostRoom) -> None:
    (listed, _) = numbered.give(the_list(numbered, *PATRONS))
    assert isinstance(listed, MailingListed)
    entries = entries_of(numbered.connection, "M-1")
    assert [(one.serial, one.patron, one.design, one.denomination, one.expires) for one in entries] == [
        (1, "patron/4711", "MP-10", 1000, BY_SUMMERS_END),
        (2, "patron/4712", "MP-10", 1000, BY_SUMMERS_END),
        (3, "patron/4713", "MP-10", 1000, BY_SUMMERS_END),
    ]
    refused(numbered, the_list(numbered, *PATRONS), "603a.20(q)(2)")


@pytest.mark.clause("603a.20(q)(2)")
def test_nobody_is_on_a_list_twice_and_none_goes_out_yesterday(numbered: PostRoom) -> None:
    ida = the_list(numbered, IDA).entries[0]
    twice = tuple(replace(ida, serial=serial) for serial in (1, 2, 3))
    order = the_list(numbered, *PATRONS)
    assert "3 times" in refused(numbered, replace(order, entries=twice), "603a.20(q)(2)")
    assert "2 times" in refused(
        numbered, replace(order, entries=(*order.entries[:2], twice[2])), "603a.20(q)(2)"
    )
    refused(numbered, replace(order, mail_on=date(2014, 4, 30)), "603a.20(q)(2)")
    numbered.give(replace(order, mail_on=numbered.day))


@pytest.mark.clause("603a.20(q)(2)")
@pytest.mark.parametrize(
    "other",
    [
        IDA,
        replace(IDA, name="TARBELL, Ida M."),
        replace(IDA, address="9 Elm Street, Erie PA"),
        replace(IDA, born=None),
    ],
    ids=["the same", "spelled another way", "at another address", "of unknown birth date"],
)
def test_nobody_is_on_a_list_again_under_another_number(numbered: PostRoom, other: Identity) -> None:
    said = refused(numbered, the_list(numbered, IDA, other, JOHN), "603a.20(q)(2)")
    assert "patron/4712 is on the list under another number" in said
    # A mother and a daughter of one name are two.
    numbered.give(the_list(numbered, IDA, replace(IDA, born=date(1990, 1, 1)), JOHN))


@pytest.mark.clause("603a.20(q)(2)")
def test_what_says_who_a_patron_is_is_sealed_under_that_patrons_own_key(numbered: PostRoom) -> None:
    johns = seal(numbered.connection, "patron/4712", "Ida Tarbell")
    for field in ("name", "address", "born"):
        assert "own key" in refused(numbered, entry_with(numbered, 0, **{field: johns}), "603a.20(q)(2)")
    # Where nothing was ever sealed, no entry can be.
    order = the_list(numbered, *PATRONS)
    keys.drop(numbered.connection)
    refused(numbered, order, "603a.20(q)(2)")


@pytest.mark.clause("603a.20(q)(2)(i)")
def test_an_entry_has_the_patrons_name(numbered: PostRoom) -> None:
    blank, dots = (seal(numbered.connection, "patron/4711", name) for name in ("  ", "..."))
    for name in (None, blank, dots):
        refused(numbered, entry_with(numbered, 0, name=name), "603a.20(q)(2)(i)")
    whole = the_list(numbered, IDA).entries[0].name
    assert whole is not None
    forged = whole[:-4] + ("AAAA" if whole[-4:] != "AAAA" else "BBBB")
    assert "altered" in refused(numbered, entry_with(numbered, 0, name=forged), "603a.20(q)(2)(i)")
    numbered.give(the_list(numbered, *PATRONS))
    file = provider_file(numbered.connection, "M-1").content.decode()
    assert all(one.name in file for one in PATRONS)


def test_no_spreadsheet_of_the_provider_takes_a_name_for_a_formula(numbered: PostRoom) -> None:
    formula = replace(IDA, name='=HYPERLINK("http://elsewhere")', address="@SUM(1)")
    numbered.give(the_list(numbered, formula, *PATRONS[1:]))
    file = provider_file(numbered.connection, "M-1").content.decode()
    assert '"\'=HYPERLINK(""http://elsewhere"")","\'@SUM(1)"' in file


@pytest.mark.clause("603a.20(q)(2)(ii)")
def test_an_entry_has_the_patrons_address(numbered: PostRoom) -> None:
    blank = seal(numbered.connection, "patron/4712", "\n")
    for address in (None, blank):
        refused(numbered, entry_with(numbered, 1, address=address), "603a.20(q)(2)(ii)")
    numbered.give(the_list(numbered, *PATRONS))
    file = provider_file(numbered.connection, "M-1").content.decode()
    assert all(one.address in file for one in PATRONS)


@pytest.mark.clause("603a.20(q)(2)(iii)")
def test_an_entry_has_the_coupons_denomination(numbered: PostRoom) -> None:
    for denomination in (None, 2500, 999, 1001):
        refused(numbered, entry_with(numbered, 2, denomination=denomination), "603a.20(q)(2)(iii)")
    numbered.give(the_list(numbered, *PATRONS))
    assert entry_for(numbered.connection, 3).denomination == 1000  # type: ignore[union-attr]


@pytest.mark.clause("603a.20(q)(2)(iv)")
def test_an_entry_has_the_coupons_last_day(numbered: PostRoom) -> None:
    for expires, said in ((None, "no last day"), (MAIL_DAY, "2014-05-05"), (date(2014, 5, 1), "2014-05-01")):
        assert said in refused(numbered, entry_with(numbered, 0, expires=expires), "603a.20(q)(2)(iv)")
    numbered.give(entry_with(numbered, 0, expires=date(2014, 5, 6)))
    assert entry_for(numbered.connection, 1).expires == date(2014, 5, 6)  # type: ignore[union-attr]


@pytest.mark.clause("603a.20(q)(2)(v)")
def test_an_entry_has_a_serial_of_its_own_from_the_reserved_numbers(numbered: PostRoom) -> None:
    lacking = refused(numbered, entry_with(numbered, 0, serial=None), "603a.20(q)(2)(v)")
    assert lacking == "the entry of patron/4711 has no serial number"
    for serial in (2, 4):
        refused(numbered, entry_with(numbered, 0, serial=serial), "603a.20(q)(2)(v)")
    # None of the reserved numbers is left over.
    refused(numbered, the_list(numbered, IDA, JOHN), "603a.20(q)(2)(v)")
    assert "are reserved" in refused(
        numbered, replace(the_list(numbered, *PATRONS), mailing="M-9"), "603a.20(q)(2)(v)"
    )
    numbered.give(the_list(numbered, *PATRONS))


@pytest.mark.parametrize("born", ["5 November 1957", "1957-13-01", "2014-05-05", "2057-11-05"])
@pytest.mark.clause("603a.20(q)(2)")
def test_a_birth_date_that_cannot_be_read_is_refused(numbered: PostRoom, born: str) -> None:
    token = seal(numbered.connection, "patron/4711", born)
    said = refused(numbered, entry_with(numbered, 0, born=token), "603a.20(q)(2)")
    assert born not in said


def test_a_birth_date_may_be_unknown(numbered: PostRoom) -> None:
    numbered.give(entry_with(numbered, 0, born=None))
    assert entry_for(numbered.connection, 1).born is None  # type: ignore[union-attr]


def test_an_order_with_a_name_in_the_clear_is_none(numbered: PostRoom) -> None:
    whole = msgspec.to_builtins(the_list(numbered, IDA).entries[0])
    assert msgspec.convert(whole, MailingEntry).patron == "patron/4711"
    with pytest.raises(msgspec.ValidationError, match="name"):
        msgspec.convert(whole | {"name": "Ida Tarbell"}, MailingEntry)


# The numbers.


@pytest.mark.clause("603a.20(q)", "603a.20(c)(3)")
def test_reserved_numbers_go_on_where_the_last_ended(room: PostRoom) -> None:
    receive(room, 100)
    assert reserve(room, 10) == 101
    assert reserve(room, 5, "M-2") == 111
    assert reserved(room.connection, "M-1") == Run(101, 110)
    # What is delivered next begins after them.
    refused(room, delivery(lot(101, 200), name="D-2"), "603a.20(c)(3)")
    assert receive(room, 10, name="D-2") == Run(116, 125)
    refused(room, ReserveMailingSerials(mailing="M-1", coupons=1), "603a.20(c)(3)")
    refused(room, delivery(lot(126, 130), name="mailing M-1"), "603a.20(e)#1")


def test_a_mailing_and_its_provider_have_names(numbered: PostRoom) -> None:
    refused(numbered, ReserveMailingSerials(mailing=" ", coupons=1), "603a.20(c)(3)")
    order = replace(the_list(numbered, *PATRONS), provider="  ")
    assert "no gaming service provider" in refused(numbered, order, "603a.20(q)")


@pytest.mark.clause("603a.20(c)(3)")
def test_numbers_end_with_nine_digits(room: PostRoom) -> None:
    take_up(room.connection, "all but one", Run(1, 999_999_998))
    assert "no 2 serial numbers left" in refused(
        room, ReserveMailingSerials(mailing="M-1", coupons=2), "603a.20(c)(3)"
    )
    assert reserve(room, 1) == 999_999_999


# To the provider.


@pytest.mark.clause("603a.20(q)(2)")
def test_the_provider_gets_the_list_as_a_file_known_by_its_hash(listed: PostRoom) -> None:
    file = provider_file(listed.connection, "M-1")
    rows = list(csv.reader(file.content.decode().splitlines()))
    assert rows == [
        ["patron_name", "patron_address", "denomination", "expiration_date", "serial"],
        ["Ida Tarbell", IDA.address, "10.00", "2014-08-31", "000000001"],
        ["John Brashear", JOHN.address, "10.00", "2014-08-31", "000000002"],
        ["Rachel Carson", RACHEL.address, "10.00", "2014-08-31", "000000003"],
    ]
    order = sending(listed)
    assert (order.sha256, file.name) == (sha256(file.content).hexdigest(), "mailing-M-1.csv")
    other = sha256(b"another list").hexdigest()
    assert "not the list" in refused(listed, replace(order, sha256=other), "603a.20(q)(2)")
    (sent,) = listed.give(order)
    assert isinstance(sent, MailingListSent)
    assert (sent.entries, sent.sent_on) == (3, listed.day)


@pytest.mark.clause("603a.20(q)(2)")
def test_nothing_went_out_before_the_provider_had_the_list(listed: PostRoom) -> None:
    screen(listed)
    listed.at(MAIL_DAY)
    listed.give(sending(listed))
    for early in (date(2014, 5, 1), date(2014, 5, 4)):
        said = refused(listed, entering(listed, mailed_on=early), "603a.20(q)(2)")
        assert f"did not have the list of mailing M-1 as it stands on {early}" in said
    listed.give(entering(listed))


@pytest.mark.clause("603a.20(q)(2)(iv)")
def test_coupons_whose_last_day_is_over_go_nowhere(numbered: PostRoom) -> None:
    numbered.give(entry_with(numbered, 1, expires=date(2014, 5, 6)))
    numbered.at(date(2014, 5, 6))
    order = sending(numbered)
    numbered.give(order)
    screen(numbered)
    assert coupons_to_print(numbered.connection, "M-1", numbered.day)
    next_day(numbered)
    assert "000000002 of mailing M-1 expired" in refused(numbered, order, "603a.20(q)(2)(iv)")
    with pytest.raises(RuleViolation, match="expired after 2014-05-06"):
        coupons_to_print(numbered.connection, "M-1", numbered.day)


@pytest.mark.clause("603a.20(q)(2)")
def test_a_list_that_is_not_there_goes_nowhere(room: PostRoom) -> None:
    with pytest.raises(Exception, match="no list for mailing M-1"):
        provider_file(room.connection, "M-1")
    mail(room, IDA)
    again = sending(room)
    assert "has gone out" in refused(room, again, "603a.20(q)(2)")


@pytest.mark.clause("603a.20(q)(2)")
def test_a_cancelled_mailing_is_neither_sent_nor_listed_anew(listed: PostRoom) -> None:
    order = sending(listed)
    listed.give(CancelMailing(mailing="M-1", reason="the promotion is off"))
    assert "was cancelled" in refused(listed, order, "603a.20(q)(2)")
    refused(listed, the_list(listed, *PATRONS), "603a.20(q)(2)")
    refused(listed, CancelMailing(mailing="M-1", reason="once more"), "603a.20(q)(4)")
    refused(listed, CancelMailing(mailing="M-9", reason="there is none"), "603a.20(q)(4)")
    # Numbers without a list can be given up too.
    reserve(listed, 2, "M-2")
    listed.give(CancelMailing(mailing="M-2", reason="no list came"))
    refused(listed, the_list(listed, IDA, JOHN, mailing="M-2"), "603a.20(q)(2)")


def test_what_has_gone_out_cannot_be_cancelled(mailed: PostRoom) -> None:
    refused(mailed, CancelMailing(mailing="M-1", reason="too late"), "603a.20(q)(2)")


def test_another_department_runs_it_only_where_the_controls_say_so(room: PostRoom) -> None:
    reserve(room, 1)
    order = replace(the_list(room, IDA), department=Distributor.SECURITY)
    refused(room, order, "603a.20(d)#1")


def test_a_mailing_may_be_called_anything_and_its_file_may_not(room: PostRoom) -> None:
    prepare(room, IDA, mailing="../May/1 ü")
    assert provider_file(room.connection, "../May/1 ü").name == "mailing-..-May-1-.csv"


def test_a_list_may_have_several_denominations(room: PostRoom) -> None:
    reserve(room, 2)
    order = the_list(room, IDA)
    more = entry(room, 4712, JOHN, 2, TWENTY_FIVE)
    room.give(replace(order, entries=(*order.entries, more)))
    assert [one.denomination for one in entries_of(room.connection, "M-1")] == [1000, 2500]
