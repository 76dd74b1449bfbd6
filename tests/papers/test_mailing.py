"""The coupons of a mailing on paper, as the provider prints them (603a.20(q)(1), (3), (7))."""

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
import zxingcpp

from houseway.backoffice.coupons.barcode import read
from houseway.backoffice.mailing.entries import resolve
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.law import RuleViolation
from houseway.papers.coupon_drawing import Drawing
from houseway.papers.mailing import mailing_pdfs
from tests.backoffice.coupons.crew import TEN, TWENTY_FIVE
from tests.backoffice.house import HOUSE
from tests.backoffice.mailing.post_room import (
    IDA,
    JOHN,
    MAIL_DAY,
    PATRONS,
    PostRoom,
    entry,
    launch,
    listing,
    reserve,
    screen,
    sending,
    the_list,
)
from tests.papers.printing import STAMP, pages, picture_of, text_of

DRAWINGS = {design.id: Drawing(design=design.id, holder=HOUSE) for design in (TEN, TWENTY_FIVE)}


@pytest.fixture
def room() -> Iterator[PostRoom]:
    """Mailing M-1, ready to be screened: 1 to 3 of $10 for Ida, John and Rachel, 4 of $25 for another Ida."""
    house = PostRoom()
    launch(house)
    reserve(house, 4)
    order = the_list(house, *PATRONS)
    niece = msgspec.structs.replace(IDA, name="Ida Clara Ford", address="3 Elm Street, Erie PA")
    more = entry(house, 4799, niece, 4, TWENTY_FIVE)
    house.give(msgspec.structs.replace(order, entries=(*order.entries, more)))
    house.at(MAIL_DAY)
    yield house
    house.connection.close()


def printed(room: PostRoom, drawings: dict[str, Drawing] = DRAWINGS) -> dict[str, bytes]:
    return dict(mailing_pdfs(room.connection, "M-1", STAMP, MAIL_DAY, drawings))


@pytest.mark.clause("603a.20(q)(1)", "603a.20(q)(3)")
def test_every_coupon_of_the_list_is_printed_and_its_barcode_leads_back_to_it(room: PostRoom) -> None:
    screen(room)
    room.give(sending(room))
    files = printed(room)
    assert sorted(files) == ["MP-10", "MP-25"]
    codes = [
        code.text
        for pdf in files.values()
        for page in pages(pdf)
        for code in zxingcpp.read_barcodes(np.asarray(picture_of(page, 300)))
    ]
    entries = [resolve(room.connection, read(code, [STAMP])) for code in codes]
    assert sorted(one.serial for one in entries if one) == [1, 2, 3, 4]
    assert "No. 000000004" in text_of(files["MP-25"])
    # Who gets which coupon is in the list alone.
    assert not any(one.name in text_of(pdf) for one in PATRONS for pdf in files.values())


@pytest.mark.clause("603a.20(q)(7)")
def test_who_joined_a_list_meanwhile_is_not_printed(room: PostRoom) -> None:
    screen(room)
    room.give(sending(room))
    room.give(listing(room, ExclusionList.SELF_EXCLUSION, JOHN))
    with pytest.raises(RuleViolation, match="came after") as refusal:
        printed(room)
    assert refusal.value.clause.id == "603a.20(q)(7)"
    screen(room)
    room.give(sending(room))
    text = text_of(printed(room)["MP-10"])
    assert "No. 000000001" in text
    assert "No. 000000003" in text
    assert "No. 000000002" not in text


@pytest.mark.clause("603a.20(q)(1)")
@pytest.mark.parametrize(
    "changes",
    [{"holder": "Some Other Casino"}, {"design": "MP-11"}, {"restrictions": None}],
    ids=["another name", "another design", "an element less"],
)
def test_only_the_approved_drawing_is_printed(room: PostRoom, changes: dict[str, object]) -> None:
    screen(room)
    room.give(sending(room))
    other = msgspec.structs.replace(DRAWINGS["MP-10"], **changes)
    with pytest.raises(RuleViolation, match="not the one that was approved") as refusal:
        printed(room, DRAWINGS | {"MP-10": other})
    assert refusal.value.clause.id == "603a.20(q)(1)"
    # One whose measures are the usual ones needs no drawing.
    assert sorted(printed(room, {})) == ["MP-10", "MP-25"]
