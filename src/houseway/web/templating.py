"""Templates: how a page is made of its view; every page knows who looks at it."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from houseway.law.register import Origin, citation_of, register
from houseway.money import dollars, signed
from houseway.table.words import capital, sentence, spoken
from houseway.web import cards, felt, tiles
from houseway.web.addresses import law_address
from houseway.web.door import Visit
from houseway.web.office_view import columns
from houseway.web.statics import static


def _cited(clause_id: str) -> str:
    """A clause as it is cited where no edition is meant: what no source prints says so."""
    known = register().get(clause_id)
    common = known and known.origin is Origin.COMMON_PRACTICE
    return Origin.COMMON_PRACTICE if common else citation_of(clause_id)


def _whole(clause_id: str) -> str:
    """A clause by its whole number; what is common practice by what it is about."""
    known = register()[clause_id]
    if known.origin is Origin.COMMON_PRACTICE:
        return f"{known.origin}: {spoken(clause_id.rpartition('/')[2])}"
    return known.marked(clause_id)


def _told_apart(clause_ids: Sequence[str]) -> list[tuple[str, str]]:
    """Clauses that stand beside each other, each as it is cited; those that read alike by their whole number."""
    cited = [_cited(one) for one in clause_ids]
    return [
        (one, _whole(one) if cited.count(words) > 1 and one in register() else words)
        for one, words in zip(clause_ids, cited, strict=True)
    ]


# A day and its time, a credential, a serial: figures and letters with hyphens between them, no longer than a column can hold.
_OF_ONE_PIECE = re.compile(
    r"(?<![\w./-])(?=[\w./-]*[0-9])(?=[\w./-]{3,28}(?![\w./-]))[\w./]+(?:-[\w./]+)+(?: [0-9]{2}:[0-9]{2})?"
)


def _unbroken(text: object) -> Markup:
    """A text in whose lines no day, credential or serial is broken at its hyphens."""
    written = str(text)
    if "-" not in written:
        return escape(written)
    pieces, end = [], 0
    for found in _OF_ONE_PIECE.finditer(written):
        pieces += [escape(written[end : found.start()]), Markup('<span class="whole">%s</span>') % found[0]]
        end = found.end()
    return Markup("").join([*pieces, escape(written[end:])])


_ORDER = re.compile(r"\[([a-z-]+)\]")


def _with_orders(text: str, book: str) -> Markup:
    """A text in which an [order] of a book leads to where it is given."""
    link = Markup('<a href="/office/{}/orders/{}">{}</a>')
    pieces = [
        link.format(book, piece, sentence(piece)) if number % 2 else escape(piece)
        for number, piece in enumerate(_ORDER.split(text))
    ]
    return Markup("").join(pieces)


def _percent(share: float, places: int) -> str:
    """A share in per cent; what is negative has the sign that figures are set with."""
    return f"{share:.{places}%}".replace("-", "−")


_TEMPLATES = Environment(
    loader=PackageLoader("houseway.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals["static"] = static
_TEMPLATES.filters |= {
    "dollars": dollars,
    "signed": signed,
    "percent": _percent,
    "spoken": spoken,
    "sentence": sentence,
    "capital": capital,
    "pips": felt.pips,
    "suit_marks": cards.pips_of,
    "rank": cards.rank_of,
    "card_name": cards.card_name,
    "aloud": cards.aloud,
    "tile_pips": tiles.tile_pips,
    "columns": columns,
    "law_address": law_address,
    "cited": _cited,
    "told_apart": _told_apart,
    "whole": _unbroken,
    "with_orders": _with_orders,
    "as_json": lambda value: msgspec.json.encode(value).decode(),
}


def html(template: str, visit: Visit, **context: Any) -> str:
    """A page for whoever looks at it."""
    return _TEMPLATES.get_template(template).render(visit=visit, **context)
