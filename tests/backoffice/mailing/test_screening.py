"""Screening: nobody on an exclusion list is mailed a coupon, nor who joined it after the list was made (603a.20(q)(7))."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.serials import State
from houseway.backoffice.mailing.delivery import provider_file
from houseway.backoffice.mailing.entries import entries_of, stripped_from
from houseway.backoffice.mailing.exclusion import ExclusionList, ListedPerson
from houseway.backoffice.mailing.mailing_list import MailingListed
from houseway.backoffice.mailing.matching import Identity
from houseway.backoffice.mailing.printing import MailingPrinted, PrintMailing, coupons_to_print
from houseway.backoffice.mailing.screening import MailingScreened, ScreenMailing
from houseway.backoffice.vault import erase, seal
from houseway.law import RuleViolation
from tests.backoffice.coupons import crew as coupons
from tests.backoffice.coupons.crew import next_day, refused, states
from tests.backoffice.mailing.post_room import (
    BY_MAIL,
    IDA,
    JOHN,
    MAIL_DAY,
    NOBODY,
    PATRONS,
    RACHEL,
    PostRoom,
    entering,
    listing,
    mail,
    prepare,
    reserve,
    screen,
    sending,
    the_list,
)

replace = msgspec.structs.replace


def screened(facts: Any) -> MailingScreened:
    listed, found = facts
    assert isinstance(listed, MailingListed)
    assert isinstance(found, MailingScreened)
    assert len(listed.entries) == found.entries
    return found


@pytest.mark.clause("603a.20(q)(7)")
@pytest.mark.parametrize("kind", ExclusionList)
def test_who_is_on_a_list_is_stripped_when_the_mailing_is_listed(room: PostRoom, kind: ExclusionList) -> None:
    room.give(listing(room, kind, NOBODY, JOHN))
    found = screened(prepare(room, *PATRONS))
    (john,) = found.stripped
    assert (john.serial, john.patron, john.list, john.likeness) == (2, "patron/4712", kind, "the same person")
    assert john.agrees == ("name", "birth date", "address")
    assert [one.serial for one in entries_of(room.connection, "M-1")] == [1, 3]
    assert JOHN.name not in provider_file(room.connection, "M-1").content.decode()


@pytest.mark.clause("603a.20(q)(7)")
def test_a_possible_match_is_stripped_and_shown(room: PostRoom) -> None:
    room.give(listing(room, ExclusionList.EXCLUSION, Identity(name="R. Carson", born=RACHEL.born)))
    (rachel,) = screened(prepare(room, *PATRONS)).stripped
    assert (rachel.likeness, rachel.agrees) == ("possibly the same person", ("similar name", "birth date"))
    (shown,) = stripped_from(room.connection, "M-1")
    assert (shown.patron, shown.stage, shown.agrees) == (
        "patron/4713",
        "at the list",
        "similar name, birth date",
    )


@pytest.mark.clause("603a.20(q)(7)")
def test_on_a_clean_mailing_nobody_is_stripped(room: PostRoom) -> None:
    namesake = Identity(name=IDA.name, address="9 Elm Street, Erie PA", born=date(1990, 1, 1))
    room.give(listing(room, ExclusionList.SELF_EXCLUSION, namesake))
    assert not screened(prepare(room, *PATRONS)).stripped
    room.at(MAIL_DAY)
    assert not screen(room).stripped


@pytest.mark.clause("603a.20(q)(7)")
def test_who_joins_a_list_after_that_is_stripped_before_the_print(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    listed.give(listing(listed, ExclusionList.SELF_EXCLUSION, IDA))
    found = screen(listed)
    assert [(one.serial, one.patron) for one in found.stripped] == [(1, "patron/4711")]
    (shown,) = stripped_from(listed.connection, "M-1")
    assert (shown.stage, shown.found_on) == ("before the print", MAIL_DAY)
    # The provider has a list with Ida on it still: nothing is printed by that one.
    with pytest.raises(RuleViolation, match="did not have the list"):
        coupons_to_print(listed.connection, "M-1", MAIL_DAY)
    refused(listed, entering(listed), "603a.20(q)(2)")
    listed.give(sending(listed))
    printed = coupons_to_print(listed.connection, "M-1", MAIL_DAY)
    assert [one.serial for one in printed["MP-10"]] == [2, 3]
    # Her coupon is void from the day the others go out.
    listed.give(entering(listed))
    assert states(listed) == {State.DISTRIBUTED: 2, State.VOIDED: 1}
    with pytest.raises(RuleViolation, match="has gone out"):
        coupons_to_print(listed.connection, "M-1", MAIL_DAY)


@pytest.mark.clause("603a.20(q)(7)")
def test_nothing_is_printed_or_mailed_unscreened(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    with pytest.raises(RuleViolation, match="not screened before the print") as refusal:
        coupons_to_print(listed.connection, "M-1", MAIL_DAY)
    assert refusal.value.clause.id == "603a.20(q)(7)"
    refused(listed, entering(listed), "603a.20(q)(7)")
    screen(listed)
    assert coupons_to_print(listed.connection, "M-1", MAIL_DAY)
    # It was not screened yet on the day before.
    refused(listed, entering(listed, mailed_on=MAIL_DAY - timedelta(days=1)), "603a.20(q)(7)")
    listed.give(entering(listed))


@pytest.mark.clause("603a.20(c)(3)", "603a.20(q)")
def test_a_mailing_is_printed_once(listed: PostRoom) -> None:
    order = PrintMailing(mailing="M-1")
    refused(listed, order, "603a.20(q)(7)")
    screen(listed)
    refused(listed, order, "603a.20(q)(2)")
    listed.give(sending(listed))
    (done,) = listed.give(order)
    assert isinstance(done, MailingPrinted)
    assert (done.coupons, done.printed_on) == (3, listed.day)
    assert "were printed on 2014-05-01" in refused(listed, order, "603a.20(c)(3)")
    # Nor once more because somebody was stripped since: that coupon alone is not mailed.
    listed.give(listing(listed, ExclusionList.EXCLUSION, IDA))
    screen(listed)
    listed.give(sending(listed))
    refused(listed, order, "603a.20(c)(3)")
    listed.give(entering(listed))
    assert states(listed) == {State.DISTRIBUTED: 2, State.VOIDED: 1}


@pytest.mark.clause("603a.20(q)(7)")
def test_a_list_that_comes_after_the_screening_asks_for_another(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    screen(listed)
    listed.give(listing(listed, ExclusionList.EXCLUSION, JOHN))
    assert "came after" in refused(listed, entering(listed), "603a.20(q)(7)")
    assert [one.patron for one in screen(listed).stripped] == ["patron/4712"]
    listed.give(sending(listed))
    listed.give(entering(listed))


@pytest.mark.clause("603a.20(q)(7)")
def test_a_list_that_comes_once_the_mailing_is_gone_is_for_the_next_one(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    screen(listed)
    next_day(listed)
    listed.give(listing(listed, ExclusionList.EXCLUSION, JOHN))
    listed.give(entering(listed, mailed_on=MAIL_DAY))
    assert states(listed) == {State.DISTRIBUTED: 3}


@pytest.mark.clause("603a.20(q)(7)")
def test_a_second_screening_does_not_undo_what_the_first_cleared(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    screen(listed)
    next_day(listed)
    listed.give(listing(listed, ExclusionList.EXCLUSION, NOBODY))
    screen(listed)
    # It went out the day before, as it was cleared then.
    listed.give(entering(listed, mailed_on=MAIL_DAY))
    assert states(listed) == {State.DISTRIBUTED: 3}


@pytest.mark.clause("603a.20(q)(7)")
def test_what_has_gone_out_is_screened_too_late(mailed: PostRoom) -> None:
    assert "too late" in refused(mailed, ScreenMailing(mailing="M-1"), "603a.20(q)(7)")


@pytest.mark.clause("603a.20(q)(7)")
@pytest.mark.parametrize("kind", ExclusionList)
def test_without_both_lists_nobody_can_be_screened(new_room: PostRoom, kind: ExclusionList) -> None:
    coupons.launch(new_room, BY_MAIL)
    new_room.give(listing(new_room, kind, NOBODY))
    reserve(new_room, 3)
    order = the_list(new_room, *PATRONS)
    assert "is on file" in refused(new_room, order, "603a.20(q)(7)")
    for other in ExclusionList:
        new_room.give(listing(new_room, other))
    new_room.give(order)


@pytest.mark.clause("603a.20(q)(7)")
def test_a_list_is_relied_on_only_as_long_as_it_is_good(room: PostRoom) -> None:
    reserve(room, 3)
    order = replace(the_list(room, *PATRONS), mail_on=date(2014, 6, 2))
    room.at(date(2014, 6, 1))
    assert "was good through 2014-05-31" in refused(room, order, "603a.20(q)(7)")
    room.at(date(2014, 5, 31))
    room.give(order)


@pytest.mark.clause("603a.20(q)(7)")
def test_a_mailing_goes_out_while_its_lists_are_good(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(date(2014, 5, 31))
    screen(listed)
    next_day(listed)
    refused(listed, entering(listed), "603a.20(q)(7)")
    listed.give(entering(listed, mailed_on=date(2014, 5, 31)))


@pytest.mark.clause("603a.20(q)(7)")
def test_a_list_is_entered_whole_and_readable(room: PostRoom) -> None:
    whole = listing(room, ExclusionList.EXCLUSION, IDA, JOHN)
    assert "states 3 persons, and 2 are entered" in refused(room, replace(whole, stated=3), "603a.20(q)(7)")
    twice = (whole.people[0], replace(whole.people[1], person=whole.people[0].person))
    assert "twice" in refused(room, replace(whole, people=twice), "603a.20(q)(7)")
    for who in (Identity(name=" ", born=IDA.born), Identity(name="Ida Tarbell", address=" ")):
        refused(room, listing(room, ExclusionList.EXCLUSION, who), "603a.20(q)(7)")
    for who in (Identity(name="Ida Tarbell", born=IDA.born), Identity(name="Ida Tarbell", address="here")):
        room.give(listing(room, ExclusionList.EXCLUSION, who))
    for who in (Identity(name="?!", born=IDA.born), Identity(name="Ida Tarbell", address="-")):
        refused(room, listing(room, ExclusionList.EXCLUSION, who), "603a.20(q)(7)")
    unborn = replace(IDA, born=room.day)
    assert "birth date" in refused(room, listing(room, ExclusionList.EXCLUSION, unborn), "603a.20(q)(7)")
    # Sealed under the key of another, Ida's name would stay when she is erased.
    johns = replace(whole.people[0], person=whole.people[1].person)
    said = refused(room, replace(whole, stated=1, people=(johns,)), "603a.20(q)(7)")
    assert "own key" in said
    nonsense = ListedPerson(person="excluded/9", identity=seal(room.connection, "excluded/9", "Ida Tarbell"))
    said = refused(room, replace(whole, stated=1, people=(nonsense,)), "603a.20(q)(7)")
    assert "Tarbell" not in said


@pytest.mark.clause("603a.20(q)(7)")
def test_a_list_is_of_today_or_before_and_newer_than_the_last(room: PostRoom) -> None:
    order = listing(room, ExclusionList.EXCLUSION, IDA)
    tomorrow, yesterday = room.day + timedelta(days=1), room.day - timedelta(days=1)
    refused(room, replace(order, as_of=tomorrow), "603a.20(q)(7)")
    refused(room, replace(order, good_through=yesterday), "603a.20(q)(7)")
    assert "a newer exclusion list" in refused(room, replace(order, as_of=yesterday), "603a.20(q)(7)")
    room.give(replace(order, good_through=room.day))
    next_day(room)
    # One that has run out does not take the place of one that is good.
    old = replace(order, as_of=yesterday + timedelta(days=1), good_through=room.day - timedelta(days=1))
    assert "not to be relied on" in refused(room, old, "603a.20(q)(7)")


@pytest.mark.clause("603a.20(q)(7)")
def test_a_new_list_takes_the_place_of_the_old_one(room: PostRoom) -> None:
    room.give(listing(room, ExclusionList.SELF_EXCLUSION, IDA, JOHN))
    room.give(listing(room, ExclusionList.SELF_EXCLUSION, JOHN))
    assert [one.patron for one in screened(prepare(room, *PATRONS)).stripped] == ["patron/4712"]


@pytest.mark.clause("603a.20(q)(7)")
def test_a_list_whose_people_were_erased_is_of_no_use(room: PostRoom) -> None:
    room.give(listing(room, ExclusionList.EXCLUSION, IDA))
    reserve(room, 3)
    order = the_list(room, *PATRONS)
    erase(room.connection, "excluded/511a-1")
    assert "cannot be read any more" in refused(room, order, "603a.20(q)(7)")


@pytest.mark.clause("603a.20(q)(7)")
def test_who_was_erased_meanwhile_cannot_be_screened_and_is_stripped(listed: PostRoom) -> None:
    erase(listed.connection, "patron/4713")
    with pytest.raises(RuleViolation, match="was erased") as refusal:
        provider_file(listed.connection, "M-1")
    assert refusal.value.clause.id == "603a.20(q)(2)(i)"
    (rachel,) = screen(listed).stripped
    assert (rachel.patron, rachel.list) == ("patron/4713", None)
    listed.give(sending(listed))
    listed.give(entering(listed))
    assert states(listed) == {State.DISTRIBUTED: 2, State.VOIDED: 1}


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(7)")
def test_of_a_mailing_with_nobody_left_nothing_is_sent(room: PostRoom) -> None:
    room.give(listing(room, ExclusionList.EXCLUSION, *PATRONS))
    assert len(screened(prepare(room, *PATRONS)).stripped) == 3
    with pytest.raises(RuleViolation, match="nobody is left"):
        sending(room)


@pytest.mark.clause("603a.20(q)(7)")
def test_two_mailings_do_not_disturb_each_other(room: PostRoom) -> None:
    prepare(room, IDA, JOHN)
    prepare(room, RACHEL, mailing="M-2")
    room.give(sending(room, "M-2"))
    room.give(listing(room, ExclusionList.EXCLUSION, IDA))
    assert not screen(room, "M-2").stripped
    room.give(entering(room, "M-2"))
    assert [one.serial for one in screen(room).stripped] == [1]
    room.give(sending(room))
    room.give(entering(room))
    assert states(room) == {State.DISTRIBUTED: 2, State.VOIDED: 1}


def test_mailings_follow_each_other(room: PostRoom) -> None:
    mail(room, *PATRONS)
    mail(room, IDA, mailing="M-2")
    assert states(room) == {State.DISTRIBUTED: 4}
