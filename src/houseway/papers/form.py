"""Forms: any paper of the back office set as a control form with boxes, ruled grids and signature lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from reportlab.lib.colors import HexColor, black
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import landscape, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    LongTable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
    Table,
)

from houseway.backoffice.paper import Field, Grid, Paper, Signature
from houseway.law import Clause
from houseway.papers.label import label_of, label_sheets_pdf
from houseway.papers.writing import (
    BODY,
    BOLD,
    ITALIC,
    as_wide,
    cited,
    day_in_words,
    has_suits,
    moment_in_words,
    set_in,
    shown,
    width_of,
)
from houseway.table.days import GamingDays
from houseway.table.words import capital

# The house's own clock, where nobody names another.
_HOUSE = GamingDays()
_MARGIN = 14 * mm
# Between the parts of a form.
_GAP = 2.5 * mm
_RUNNING_HEAD = 9 * mm
_FOOT = 9 * mm
_PADDING = 3.0
_RULE = 0.6
_SHADE = HexColor("#e9ecef")
_GREY = HexColor("#5c636a")
# Room for a hand to sign in, where nobody has signed yet.
_SIGNING_HEIGHT = 9 * mm
# A column is never squeezed below this, so that its words stay words.
_NARROWEST_COLUMN = 14 * mm
# A word longer than this may be broken.
_LONG_WORD = 42 * mm
# A line longer than this goes on below, so that one long remark does not squeeze every other column.
_LONG_LINE = 65 * mm
# A form is turned on its side once its columns would have less than this part of the width that they want.
_SQUEEZED = 0.8
# What signatures stand under goes with them to the next page, unless it is a grid longer than this.
_KEPT_TOGETHER = 40
# A longer grid goes on with a new table on a new page, since splitting a table over pages takes the square of its length.
_ROWS_AT_ONCE = 1000
# What a page has room for at least; only a row that is taller than this is broken over two pages.
_WHOLE_PAGE = landscape(letter)[1] - 2 * _MARGIN - _RUNNING_HEAD - _FOOT
# The padding of a cell, and a hair so that what just fits is not broken by rounding.
_CELL_EDGES = 2 * _PADDING + 0.5

_TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=14, leading=17)
_HOLDER = ParagraphStyle("holder", fontName=BOLD, fontSize=9, leading=12)
_CITATION = ParagraphStyle("citation", fontName=BODY, fontSize=7, leading=9, textColor=_GREY)
_LABEL = ParagraphStyle("label", fontName=BODY, fontSize=6, leading=7.5, textColor=_GREY)
_CLAUSE = ParagraphStyle(
    "clause", fontName=BODY, fontSize=5, leading=7.5, textColor=_GREY, alignment=TA_RIGHT
)
_VALUE = ParagraphStyle("value", fontName=BODY, fontSize=9, leading=11)
_SIGNED = ParagraphStyle("signed", fontName=ITALIC, fontSize=9, leading=11)
_HEADING = ParagraphStyle("heading", fontName=BOLD, fontSize=7, leading=8.5)
_FIGURE_HEADING = ParagraphStyle("figure-heading", parent=_HEADING, alignment=TA_RIGHT)
_SECTION = ParagraphStyle("section", fontName=BOLD, fontSize=8, leading=10)
_CELL = ParagraphStyle("cell", fontName=BODY, fontSize=8, leading=9.5)
_FIGURE = ParagraphStyle("figure", parent=_CELL, alignment=TA_RIGHT)
_NOTE = ParagraphStyle(
    "note", fontName=BODY, fontSize=7, leading=9.5, leftIndent=9, bulletFontName=BODY, bulletFontSize=7
)

# A serial number begins with zeros and is no figure: it is read, never summed.
_IS_FIGURE = re.compile(r"[-+−(]?\$?(0|[1-9][0-9,]*)(\.[0-9]+)?%?\)?")
# Where a line may be broken: not at a no-break space.
_BREAKS = re.compile(r"[ \n]+")
# What an empty box holds, so that it is as tall as a filled one.
_BLANK = "\N{NO-BREAK SPACE}"


def form_pdf(paper: Paper, zone: ZoneInfo = _HOUSE.zone) -> bytes:
    """The paper as a PDF, with the house's own time beside its signatures; the same paper always gives the same bytes."""
    if paper.label:
        return label_sheets_pdf([label_of(paper)])
    for grid in paper.grids:
        _require_whole(grid)
    # Every page says how many there are, which is known only once all of them are set.
    pages, _ = _set(paper, zone, 0)
    _, file = _set(paper, zone, pages)
    return file


def _set(paper: Paper, zone: ZoneInfo, pages: int) -> tuple[int, bytes]:
    """The paper set on pages that say they are this many, and how many they are."""
    size = _page_size(paper)
    width = size[0] - 2 * _MARGIN
    below = _MARGIN + _FOOT
    tall = size[1] - below - _MARGIN
    first = Frame(_MARGIN, below, width, tall, 0, 0, 0, 0)
    later = Frame(_MARGIN, below, width, tall - _RUNNING_HEAD, 0, 0, 0, 0)
    file = BytesIO()
    document = BaseDocTemplate(
        file,
        pagesize=size,
        title=shown(paper.title),
        author=shown(paper.holder),
        subject=cited(paper.clause),
        creator="Houseway",
        invariant=1,
    )
    foot = partial(_foot, paper, pages)
    document.addPageTemplates(
        [
            PageTemplate("first", first, onPage=foot),
            PageTemplate("later", later, onPage=partial(_running_head, paper), onPageEnd=foot),
        ]
    )
    document.build([NextPageTemplate("later"), *_story(paper, zone, width)])
    return document.page, file.getvalue()


def _require_whole(grid: Grid) -> None:
    for number, row in enumerate(grid.rows, 1):
        if len(row) != len(grid.headings):
            raise ValueError(
                f"row {number} of {grid.title!r} has {len(row)} cells under {len(grid.headings)} headings"
            )
    if not grid.headings:
        raise ValueError(f"{grid.title!r} has no headings")


def _page_size(paper: Paper) -> tuple[float, float]:
    """Upright, or on its side where a grid's columns would be squeezed."""
    upright = letter[0] - 2 * _MARGIN
    needed = (max(sum(_narrowest(grid)), _SQUEEZED * sum(_wanted(grid))) for grid in paper.grids)
    widest = max(needed, default=0.0)
    width, height = letter if widest <= upright else landscape(letter)
    return width, height


def _story(paper: Paper, zone: ZoneInfo, width: float) -> Iterator[Flowable]:
    yield _head(paper, width)
    yield Spacer(0, _GAP)
    for row in _field_rows(paper.fields, width):
        yield KeepTogether(_boxes(row, width))
    for grid in paper.grids[:-1]:
        yield Spacer(0, _GAP)
        yield from _ruled(grid, width)
    last = [part for grid in paper.grids[-1:] for part in (Spacer(0, _GAP), *_ruled(grid, width))]
    if paper.notes:
        last.append(Spacer(0, _GAP))
        last += [set_in(note, _NOTE, bullet="•") for note in paper.notes]
    if not paper.signatures:
        yield from last
        return
    lines = [_boxes(_signing(signature, zone), width) for signature in paper.signatures]
    signed = [Spacer(0, _GAP), *(part for line in lines for part in line)]
    long = any(len(grid.rows) > _KEPT_TOGETHER for grid in paper.grids[-1:])
    if not long and _fits([*last, *signed], width):
        # Signatures never stand alone on a page.
        yield KeepTogether([*last, *signed])
    elif _fits(signed, width):
        yield from (*last, KeepTogether(signed))
    else:
        yield from (*last, signed[0], *map(KeepTogether, lines))


def _fits(parts: list[Flowable], width: float) -> bool:
    """Whether these parts fit on one page."""
    return sum(part.wrap(width, _WHOLE_PAGE)[1] for part in parts) <= _WHOLE_PAGE


def _head(paper: Paper, width: float) -> Flowable:
    left = [
        set_in(paper.holder, _HOLDER),
        set_in(paper.title, _TITLE),
        set_in(cited(paper.clause), _CITATION),
    ]
    right = [
        set_in("FORM NO.", _LABEL),
        set_in(paper.number, _VALUE),
        Spacer(0, 2),
        set_in("DATE", _LABEL),
        set_in(day_in_words(paper.day), _VALUE),
    ]
    style = [
        ("BOX", (0, 0), (-1, -1), 1.2, black),
        ("LINEBEFORE", (1, 0), (1, 0), _RULE, black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *_padded(_PADDING + 2),
    ]
    return Table([[left, right]], colWidths=[width * 0.72, width * 0.28], style=style, splitInRow=1)


# Boxes: a row of labelled fields, as wide as the form.


@dataclass(frozen=True)
class _Box:
    label: str
    value: str
    clause: Clause | None = None
    share: int = 1
    style: ParagraphStyle = _VALUE
    least: float = 0.0


def _field_rows(fields: Sequence[Field], width: float) -> Iterator[list[_Box]]:
    """Two fields to a row; one that needs the whole width has it."""
    waiting: list[_Box] = []
    for field in fields:
        box = _Box(field.label.upper(), field.value, field.clause)
        if _is_long(box, width / 2):
            if waiting:
                yield waiting
            yield [box]
            waiting = []
        else:
            waiting.append(box)
            if len(waiting) == 2:
                yield waiting
                waiting = []
    if waiting:
        yield waiting


def _is_long(box: _Box, width: float) -> bool:
    room = width - 4 * _PADDING
    clause = width_of(box.clause.citation, BODY, _CLAUSE.fontSize) if box.clause else 0.0
    return (
        "\n" in box.value
        or width_of(as_wide(box.value), BODY, _VALUE.fontSize) > room
        or width_of(shown(box.label), BODY, _LABEL.fontSize) + clause > room
    )


def _signing(signature: Signature, zone: ZoneInfo) -> list[_Box]:
    """One line to sign: a signature given is shown as such, one still to be given leaves room for the hand."""
    signed = f"/s/ {signature.name}" if signature.credential else ""
    moment = moment_in_words(signature.signed_at, zone) if signature.signed_at else ""
    return [
        _Box(
            f"SIGNATURE: {signature.part}", signed, signature.clause, 34, style=_SIGNED, least=_SIGNING_HEIGHT
        ),
        _Box("NAME", signature.name, share=20),
        _Box("CREDENTIAL NO.", signature.credential, share=13),
        _Box("POSITION", signature.position, share=17),
        _Box("DATE AND TIME", moment, share=16),
    ]


def _boxes(boxes: list[_Box], width: float) -> list[Flowable]:
    shares = sum(box.share for box in boxes)
    widths = [width * box.share / shares for box in boxes]
    heads = [_headed(box.label, _LABEL, box.clause, each) for box, each in zip(boxes, widths, strict=True)]
    values = [[set_in(box.value or _BLANK, box.style)] for box in boxes]
    least = max(box.least for box in boxes)
    top = Table(
        [heads],
        colWidths=widths,
        style=[
            ("LINEABOVE", (0, 0), (-1, 0), _RULE, black),
            *_sides(),
            *_padded(0),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ],
        splitInRow=1,
    )
    bottom = Table(
        [values],
        colWidths=widths,
        style=[
            ("LINEBELOW", (0, 0), (-1, -1), _RULE, black),
            *_sides(),
            *_padded(_PADDING),
            ("TOPPADDING", (0, 0), (-1, -1), max(1.0, least - _VALUE.leading)),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ],
        splitInRow=1,
    )
    return [top, bottom]


def _headed(label: str, style: ParagraphStyle, clause: Clause | None, width: float) -> Flowable:
    """A label, and in the corner the clause that asks for what stands below it."""
    if clause is None:
        return Table([[set_in(label, style)]], colWidths=[width], style=_padded(_PADDING, below=0))
    corner = width_of(clause.citation, BODY, _CLAUSE.fontSize) + 3 * _PADDING
    return Table(
        [[set_in(label, style), set_in(clause.citation, _CLAUSE)]],
        colWidths=[width - corner, corner],
        style=[*_padded(_PADDING, below=0), ("VALIGN", (0, 0), (-1, -1), "TOP")],
    )


def _sides() -> list[tuple[Any, ...]]:
    return [
        ("LINEBEFORE", (0, 0), (-1, -1), _RULE, black),
        ("LINEAFTER", (-1, 0), (-1, -1), _RULE, black),
    ]


def _padded(points: float, *, below: float | None = None) -> list[tuple[Any, ...]]:
    every = ((0, 0), (-1, -1))
    return [
        ("LEFTPADDING", *every, points),
        ("RIGHTPADDING", *every, points),
        ("TOPPADDING", *every, points),
        ("BOTTOMPADDING", *every, points if below is None else below),
    ]


# Grids: ruled rows under headings, which every further page repeats.


def _ruled(grid: Grid, width: float) -> Iterator[Flowable]:
    widths = _column_widths(grid, width)
    figures = [_holds_figures(grid, column) for column in range(len(widths))]
    rows: list[list[Any]] = [
        [_cell(text, each, figure) for text, each, figure in zip(row, widths, figures, strict=True)]
        for row in grid.rows
    ]
    totals = [number for number in range(len(grid.rows)) if grid.is_total(number)]
    for start in range(0, max(1, len(rows)), _ROWS_AT_ONCE):
        if start:
            yield PageBreak()
        # A table begins with its title and its headings.
        here = [number - start + 2 for number in totals if 0 <= number - start < _ROWS_AT_ONCE]
        yield _table(grid, rows[start : start + _ROWS_AT_ONCE], widths, figures, here)


def _table(
    grid: Grid, rows: list[list[Any]], widths: list[float], figures: list[bool], totals: list[int]
) -> Flowable:
    nothing = [""] * (len(widths) - 1)
    title = [_headed(grid.title, _SECTION, grid.clause, sum(widths)), *nothing]
    heads = [
        set_in(heading, _FIGURE_HEADING if figure else _HEADING)
        for heading, figure in zip(_headings(grid), figures, strict=True)
    ]
    style = [
        ("SPAN", (0, 0), (-1, 0)),
        ("GRID", (0, 0), (-1, -1), 0.35, _GREY),
        ("BOX", (0, 0), (-1, -1), _RULE, black),
        ("BACKGROUND", (0, 0), (-1, 1), _SHADE),
        ("LINEBELOW", (0, 1), (-1, 1), _RULE, black),
        ("FONT", (0, 2), (-1, -1), BODY, _CELL.fontSize, _CELL.leading),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *_padded(_PADDING),
        *_unpadded_title(),
        *(("ALIGN", (column, 2), (column, -1), "RIGHT") for column, figure in enumerate(figures) if figure),
        *(("BACKGROUND", (0, row), (-1, row), _SHADE) for row in totals),
        *(("LINEABOVE", (0, row), (-1, row), _RULE, black) for row in totals),
    ]
    if not rows:
        rows = [[set_in("No entries.", _SIGNED), *nothing]]
        style.append(("SPAN", (0, 2), (-1, 2)))
    return _Ruled([title, heads, *rows], colWidths=widths, repeatRows=2, style=style)


class _Ruled(LongTable):
    """A table whose rows stay whole; one that does not fit on what is left of a page goes to the next one."""

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """The part that fits, and the rest, which is headed anew and so never begins on the same page."""
        self.splitInRow = int(available_height >= _WHOLE_PAGE)
        parts: list[Flowable] = super().split(available_width, available_height)
        return parts


def _unpadded_title() -> list[tuple[Any, ...]]:
    first = ((0, 0), (-1, 0))
    return [("LEFTPADDING", *first, 0), ("RIGHTPADDING", *first, 0), ("TOPPADDING", *first, 0)]


def _cell(text: str, width: float, figure: bool) -> Any:
    """Plain text where it fits on one line, since ledgers are long; text set in lines where it does not."""
    written = shown(text)
    if (
        not has_suits(text)
        and "\n" not in written
        and width_of(written, BODY, _CELL.fontSize) <= width - 2 * _PADDING
    ):
        return written
    return set_in(text, _FIGURE if figure else _CELL)


def _holds_figures(grid: Grid, column: int) -> bool:
    """Whether a column is set to the right; the first one says what its row is about, be it a sum or a number."""
    if column == 0:
        return False
    written = [row[column] for row in grid.rows if row[column]]
    return bool(written) and all(_IS_FIGURE.fullmatch(text) for text in written)


def _headings(grid: Grid) -> tuple[str, ...]:
    return tuple(map(capital, grid.headings))


def _narrowest(grid: Grid) -> list[float]:
    """The width below which a column would break words of a usual length apart."""
    return [
        max(
            _NARROWEST_COLUMN,
            _widest(shown(heading).split(), _HEADING),
            min(_LONG_WORD, _widest(words, _CELL)),
        )
        + _CELL_EDGES
        for heading, words in zip(_headings(grid), _cells(grid, _BREAKS.split), strict=True)
    ]


def _wanted(grid: Grid) -> list[float]:
    """The width with which every cell of a column would fit on one line of a usual length; its heading may take two."""
    return [
        max(least, min(_LONG_LINE, _widest(lines, _CELL)) + _CELL_EDGES)
        for least, lines in zip(_narrowest(grid), _cells(grid, str.splitlines), strict=True)
    ]


def _cells(grid: Grid, parts: Callable[[str], list[str]]) -> list[set[str]]:
    """The parts of all cells, column by column."""
    return [
        {part for row in grid.rows for part in parts(as_wide(row[column]))}
        for column in range(len(grid.headings))
    ]


def _widest(texts: Iterable[str], style: ParagraphStyle) -> float:
    return max((width_of(text, style.fontName, style.fontSize) for text in texts), default=0.0)


def _column_widths(grid: Grid, width: float) -> list[float]:
    """Every column as wide as it wants to be or wider, or all cut back by the same part of what they could spare."""
    wanted = _wanted(grid)
    if sum(wanted) > width:
        least = _narrowest(grid)
        if sum(least) > width:
            # Too many columns even for a sheet on its side: words are broken rather than cut off.
            least = [min(each, width / len(least)) for each in least]
        could_use = [want - has for want, has in zip(wanted, least, strict=True)]
        part = (width - sum(least)) / sum(could_use)
        wanted = [has + part * more for has, more in zip(least, could_use, strict=True)]
    else:
        wanted = _grown(grid, wanted, width - sum(wanted))
    return [each * width / sum(wanted) for each in wanted]


def _grown(grid: Grid, widths: list[float], spare: float) -> list[float]:
    """Columns to which what is left over went first where their lines are too long for them."""
    lacks = [
        max(0.0, _widest(lines, _CELL) + _CELL_EDGES - has)
        for lines, has in zip(_cells(grid, str.splitlines), widths, strict=True)
    ]
    part = min(1.0, spare / sum(lacks)) if any(lacks) else 0.0
    return [has + part * lack for has, lack in zip(widths, lacks, strict=True)]


# The edge of the page.


def _running_head(paper: Paper, canvas: Canvas, document: BaseDocTemplate) -> None:
    width, height = document.pagesize
    canvas.saveState()
    head = set_in(f"{paper.holder} · {paper.title} · {paper.number} (continued)", _CITATION)
    _, tall = head.wrap(width - 2 * _MARGIN, _RUNNING_HEAD)
    head.drawOn(canvas, _MARGIN, height - _MARGIN - tall)
    canvas.restoreState()


def _foot(paper: Paper, pages: int, canvas: Canvas, document: BaseDocTemplate) -> None:
    width, _ = document.pagesize
    canvas.saveState()
    canvas.setStrokeColor(_GREY)
    canvas.setLineWidth(0.35)
    canvas.line(_MARGIN, _MARGIN + 5 * mm, width - _MARGIN, _MARGIN + 5 * mm)
    canvas.setFillColor(_GREY)
    canvas.setFont(BODY, 6.5)
    canvas.drawString(_MARGIN, _MARGIN + 2 * mm, cited(paper.clause))
    canvas.drawRightString(width - _MARGIN, _MARGIN + 2 * mm, f"Page {document.page} of {pages}")
    canvas.restoreState()
