"""Labels: what is pasted over the seal of a packet or shaker of inspected dice (603a.13(f)(2)(v), (3)(iv))."""

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from typing import Any

import msgspec
from reportlab.lib.colors import HexColor, black
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch, mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, HRFlowable, KeepInFrame, Spacer, Table

from houseway.backoffice.paper import Paper, Signature
from houseway.law import Clause, RuleViolation, register
from houseway.papers.writing import BODY, BOLD, cited, day_in_words, set_in

# Every clause that wants a label or seal with the date of inspection and the inspectors' signatures.
LABELLED: tuple[Clause, ...] = tuple(
    clause
    for clause in register().values()
    if clause.id.startswith(("603a.13(f)(2)(v)", "603a.13(f)(3)(iv)"))
    and ("label" in clause.parameters or "seal" in clause.parameters)
)

# The common sheet of ten labels, four inches by two.
_WIDTH, _HEIGHT = 4 * inch, 2 * inch
_LEFT, _TOP, _GUTTER = 0.15625 * inch, 0.5 * inch, 0.1875 * inch
_COLUMNS, _ROWS = 2, 5
_RIM, _EDGE = 1.2 * mm, 3.5 * mm
_SIGNING_HEIGHT = 11 * mm

_GREY = HexColor("#5c636a")
_HEAD = ParagraphStyle("label-head", fontName=BOLD, fontSize=7.5, leading=9.5)
_GAME = ParagraphStyle("label-game", fontName=BOLD, fontSize=10, leading=12.5)
_TEXT = ParagraphStyle("label-text", fontName=BODY, fontSize=7.5, leading=9.5)
_SMALL = ParagraphStyle("label-small", fontName=BODY, fontSize=6, leading=7.5, textColor=_GREY)
_EVERY = ((0, 0), (-1, -1))
_PLAIN: tuple[tuple[Any, ...], ...] = (
    ("LEFTPADDING", *_EVERY, 0),
    ("RIGHTPADDING", *_EVERY, 0),
    ("TOPPADDING", *_EVERY, 0),
    ("BOTTOMPADDING", *_EVERY, 0),
    ("VALIGN", *_EVERY, "TOP"),
)


class SealLabel(msgspec.Struct, frozen=True, kw_only=True):
    """What one label says: the dice sealed under it, when they were inspected, and who signs for that."""

    holder: str
    game: str
    contents: str
    inspected_on: date
    inspectors: tuple[Signature, ...]
    clause: Clause


def label_of(paper: Paper) -> SealLabel:
    """The label that a paper of the dice book says."""
    said = {field.label: field.value for field in paper.fields}
    dice = (said["Contents"], f"serial number {paper.number}", *paper.notes)
    return SealLabel(
        holder=paper.holder,
        game=said["Game"],
        contents=", ".join(dice),
        inspected_on=paper.day,
        inspectors=paper.signatures,
        clause=paper.clause,
    )


def label_sheets_pdf(labels: Sequence[SealLabel]) -> bytes:
    """The labels, ten to a sheet, each with a line for every inspector to sign by hand."""
    if not labels:
        raise ValueError("there is no label to print")
    for label in labels:
        _require_signers(label)
    file = BytesIO()
    canvas = Canvas(file, pagesize=letter, invariant=1)
    canvas.setTitle("Dice seal labels")
    canvas.setCreator("Houseway")
    for number, label in enumerate(labels):
        place = number % (_COLUMNS * _ROWS)
        if number and place == 0:
            canvas.showPage()
        row, column = divmod(place, _COLUMNS)
        left = _LEFT + column * (_WIDTH + _GUTTER)
        bottom = letter[1] - _TOP - (row + 1) * _HEIGHT
        _draw(canvas, label, left, bottom)
    canvas.save()
    return file.getvalue()


def _require_signers(label: SealLabel) -> None:
    if label.clause not in LABELLED:
        raise ValueError(
            f"{label.clause} asks for no seal label; choose one of {', '.join(map(str, LABELLED))}"
        )
    if not label.inspectors:
        raise RuleViolation(
            label.clause,
            f"a seal label for {label.game} dice without an inspector to sign it proves no inspection",
            fix="name everyone who inspected the dice",
        )


def _draw(canvas: Canvas, label: SealLabel, left: float, bottom: float) -> None:
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.8)
    canvas.roundRect(left + _RIM, bottom + _RIM, _WIDTH - 2 * _RIM, _HEIGHT - 2 * _RIM, 2 * mm)
    width, height = _WIDTH - 2 * _EDGE, _HEIGHT - 2 * _EDGE
    # Long names and many signers make the whole label's print smaller; nothing is cut off.
    story = KeepInFrame(width, height, [_said(label, width), _signed(label, width)], mode="shrink")
    _, tall = story.wrapOn(canvas, width, height)
    story.drawOn(canvas, left + _EDGE, bottom + _HEIGHT - _EDGE - tall)


def _said(label: SealLabel, width: float) -> Flowable:
    dice = [set_in(label.holder, _SMALL), set_in(label.game, _GAME), set_in(label.contents, _TEXT)]
    inspection = [
        set_in("DATE OF INSPECTION", _SMALL),
        set_in(day_in_words(label.inspected_on), _GAME),
        set_in(cited(label.clause), _SMALL),
    ]
    return Table(
        [[set_in("INSPECTED DICE: DO NOT USE IF THIS SEAL IS BROKEN", _HEAD), ""], [dice, inspection]],
        colWidths=[width * 0.52, width * 0.48],
        style=[
            *_PLAIN,
            ("SPAN", (0, 0), (-1, 0)),
            ("LINEBELOW", (0, 0), (-1, 0), 0.6, black),
            ("BOTTOMPADDING", (0, 0), (-1, 0), 3),
            ("TOPPADDING", (0, 1), (-1, 1), 3),
            ("LEFTPADDING", (1, 1), (1, 1), width * 0.04),
        ],
    )


def _signed(label: SealLabel, width: float) -> Flowable:
    """A line for each inspector, two beside each other, with the name below it."""
    lines = [_line_for(inspector) for inspector in label.inspectors]
    pairs = [(lines[at], "", lines[at + 1] if at + 1 < len(lines) else "") for at in range(0, len(lines), 2)]
    return Table(pairs, colWidths=[width * 0.48, width * 0.04, width * 0.48], style=_PLAIN)


def _line_for(inspector: Signature) -> list[Flowable]:
    who = " · ".join(filter(None, (inspector.name, inspector.credential, inspector.position)))
    return [
        Spacer(0, _SIGNING_HEIGHT),
        HRFlowable("100%", 0.6, color=black, spaceBefore=0, spaceAfter=1),
        set_in(f"Signature of {inspector.part}", _SMALL),
        set_in(who, _SMALL),
    ]
