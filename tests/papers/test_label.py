"""Seal labels for inspected dice: dated, with a line for each inspector to sign (603a.13(f)(2)(v), (3)(iv))."""

from datetime import date

import msgspec
import pytest

from houseway.backoffice.paper import Signature
from houseway.law import RuleViolation, pa
from houseway.papers.label import LABELLED, SealLabel, label_sheets_pdf
from tests.papers.printing import HOLDER, pages, text_of, words_on

replace = msgspec.structs.replace

ADA = Signature(part="inspector", name="Ada Nováková", credential="PA-10442", position="Floorperson")
BO = Signature(part="witness", name="Bo Li", credential="PA-20881", position="Floorperson")
CRAPS = SealLabel(
    holder=HOLDER,
    game="Craps",
    contents="5 dice, red, serial KC 0412",
    inspected_on=date(2026, 4, 12),
    inspectors=(ADA, BO),
    clause=pa("603a.13(f)(2)(v)(A)#2"),
)


def test_a_label_says_when_the_dice_were_inspected_and_who_signs_for_it() -> None:
    text = text_of(label_sheets_pdf([CRAPS]))
    for words in (
        "DATE OF INSPECTION",
        "April 12, 2026",
        "Craps",
        "5 dice, red, serial KC 0412",
        HOLDER,
        "Signature of inspector",
        "Ada Nováková · PA-10442 · Floorperson",
        "Signature of witness",
        "Bo Li · PA-20881 · Floorperson",
        "58 Pa. Code § 603a.13(f)(2)(v)(A)",
    ):
        assert words in text, words


def test_every_clause_that_wants_a_dated_and_signed_label_has_one() -> None:
    assert [clause.id for clause in LABELLED] == [
        "603a.13(f)(2)(v)(A)#2",
        "603a.13(f)(2)(v)(B)#2",
        "603a.13(f)(2)(v)(C)#2",
        "603a.13(f)(3)(iv)(A)#2",
        "603a.13(f)(3)(iv)(B)#1",
        "603a.13(f)(3)(iv)(B)#2",
        "603a.13(f)(3)(iv)(C)",
        "603a.13(f)(3)(iv)(D)",
    ]
    text = text_of(label_sheets_pdf([replace(CRAPS, clause=clause) for clause in LABELLED]))
    assert all(clause.paragraph in text for clause in LABELLED)


def test_ten_labels_go_to_a_sheet() -> None:
    labels = [replace(CRAPS, contents=f"packet {number}") for number in range(12)]
    sheets = [words_on(page) for page in pages(label_sheets_pdf(labels))]
    assert [words.count("DATE OF INSPECTION") for words in sheets] == [10, 2]
    assert "packet 9" in sheets[0]
    assert "packet 10" in sheets[1]


@pytest.mark.clause("603a.13(f)(2)(v)(A)#2")
def test_a_label_that_nobody_can_sign_is_refused() -> None:
    with pytest.raises(RuleViolation, match="without an inspector") as refused:
        label_sheets_pdf([CRAPS, replace(CRAPS, inspectors=())])
    assert refused.value.clause == CRAPS.clause


def test_a_clause_that_wants_no_label_is_refused() -> None:
    with pytest.raises(ValueError, match=r"603a\.13\(f\)\(2\)\(v\) asks for no seal label"):
        label_sheets_pdf([replace(CRAPS, clause=pa("603a.13(f)(2)(v)"))])
    with pytest.raises(ValueError, match="no label to print"):
        label_sheets_pdf([])


def test_long_text_and_many_signers_are_printed_smaller_within_the_label() -> None:
    crowded = replace(
        CRAPS,
        holder="王" * 20,
        game="Three Dice Football " * 3,
        contents="six dice, four green and two red " * 6,
        inspectors=(ADA, BO) * 4,
    )
    (page,) = pages(label_sheets_pdf([crowded]))
    words = words_on(page)
    assert words.count("Signature of") == 8
    assert "".join(words.split()).count("[U+738B]") == 20
    text = page.get_textpage()
    boxes = [text.get_charbox(at) for at in range(text.count_chars())]
    inked = [box for box in boxes if box[2] > box[0]]
    # Four inches by two, at the upper left of the sheet.
    assert max(box[2] for box in inked) <= (0.15625 + 4) * 72
    assert min(box[1] for box in inked) >= 792 - (0.5 + 2) * 72


def test_what_the_label_says_of_the_dice_keeps_apart_from_the_date() -> None:
    full = replace(CRAPS, contents="W" * 200)
    (page,) = pages(label_sheets_pdf([full]))
    text = page.get_textpage()
    written = text.get_text_range()
    dice = [text.get_charbox(at)[2] for at, letter in enumerate(written) if letter == "W"]
    date_begins = text.get_charbox(written.index("DATE OF INSPECTION"))[0]
    assert len(dice) == 200
    assert max(dice) + 8 <= date_begins


def test_the_same_labels_give_the_same_bytes() -> None:
    assert label_sheets_pdf([CRAPS]) == label_sheets_pdf([CRAPS])
