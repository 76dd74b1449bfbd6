"""The texts of the rules of the three forms, and the days that each governs."""

from datetime import date

from houseway.games.baccarat.forms import FORMS
from houseway.games.baccarat.submission import Text
from houseway.law import Edition

_FROM = date(2014, 2, 1)
_STATUS = {
    Text.PROPOSED_2013: "amended as proposed by rulemaking 125-166 in 2013 (reading X-01), dated as chapter 661a of the same "
    "rulemaking; the rest was read in a public copy or is common practice",
    Text.WITH_PANDA_8: "the same with the amendment of 44 Pa.B. 599, by which Panda 8 came in",
}


def edition_of(chapter: str, text: Text) -> str:
    """What a text of a chapter goes by."""
    return f"{chapter}-{text}"


EDITIONS = tuple(
    Edition(
        id=edition_of(rules.chapter, text),
        game="baccarat",
        chapter=rules.chapter,
        register_chapter=rules.chapter,
        in_force_from=_FROM,
        in_force_before=None,
        status=status,
    )
    for rules in FORMS.values()
    for text, status in _STATUS.items()
)
