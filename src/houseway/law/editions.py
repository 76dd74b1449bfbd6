"""Editions: which text of a chapter governs a gaming day."""

from dataclasses import dataclass
from datetime import date

from houseway.law.register import Clause, UnknownClause, find


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of a game's rules, in force from a day until the day before its successor."""

    id: str
    game: str
    chapter: str
    register_chapter: str
    in_force_from: date
    in_force_before: date | None
    status: str
    # Paragraphs of the register under another letter in this text: (registered, printed).
    relettered: tuple[tuple[str, str], ...] = ()

    def covers(self, gaming_day: date) -> bool:
        """Whether this text governs the gaming day."""
        return self.in_force_from <= gaming_day and (
            self.in_force_before is None or gaming_day < self.in_force_before
        )

    @property
    def is_maryland(self) -> bool:
        """Whether it is a text of Maryland; all others are Pennsylvania's."""
        return self.chapter.startswith("36.")

    @property
    def title(self) -> str:
        """The code and chapter as lawyers name them."""
        return f"COMAR {self.chapter}" if self.is_maryland else f"58 Pa. Code {self.chapter}"

    def cite(self, clause: Clause) -> str:
        """The citation as printed in this edition, whose sections keep the register's numbers but for a letter."""
        paragraph = dict(self.relettered).get(clause.paragraph, clause.paragraph)
        if clause.chapter == self.register_chapter:
            return self.chapter + paragraph.removeprefix(self.register_chapter)
        return paragraph


_EDITIONS = (
    Edition(
        id="577-2012",
        game="three-dice-football",
        chapter="577",
        register_chapter="661a",
        in_force_from=date(2012, 7, 28),
        in_force_before=date(2014, 2, 1),
        status="temporary regulation, effective 28 July 2012, replaced by chapter 661a",
    ),
    Edition(
        id="661a-2014",
        game="three-dice-football",
        chapter="661a",
        register_chapter="661a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01); public listings date its adoption to 1 February 2014",
    ),
    Edition(
        id="625a-2011",
        game="sic-bo",
        chapter="625a",
        register_chapter="625a",
        in_force_from=date(2011, 11, 22),
        in_force_before=None,
        status="final-form rulemaking 125-149, adopted 22 November 2011; the day of publication is not in the sources",
    ),
    Edition(
        id="621a-2011",
        game="pai-gow",
        chapter="621a",
        register_chapter="621a",
        in_force_from=date(2011, 11, 22),
        in_force_before=None,
        status="final-form rulemaking 125-149, adopted 22 November 2011; the day of publication is not in the sources",
    ),
    Edition(
        id="623a-2011",
        game="craps",
        chapter="623a",
        register_chapter="623a",
        in_force_from=date(2011, 11, 22),
        in_force_before=date(2014, 2, 1),
        status="final-form rulemaking 125-149, adopted 22 November 2011, before Bonus Craps; "
        "the day of publication is not in the sources",
        # The odds of Bonus Craps pushed both down by a letter (reading B-ED-02).
        relettered=(("623a.5(i)", "623a.5(h)"), ("623a.5(j)", "623a.5(i)")),
    ),
    Edition(
        id="623a-2013",
        game="craps",
        chapter="623a",
        register_chapter="623a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="with Bonus Craps as proposed by rulemaking 125-166 in 2013 (reading B-ED-01); its adoption is not in "
        "the sources, and it is dated as chapter 661a of the same rulemaking",
    ),
    Edition(
        id="663a-2014",
        game="five-card-hi-lo",
        chapter="663a",
        register_chapter="663a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), dated as its sister chapter 661a; "
        "temporary chapter 579 is not in the sources",
    ),
    Edition(
        id="575-2012",
        game="asia-poker",
        chapter="575",
        register_chapter="659a",
        in_force_from=date(2012, 7, 13),
        in_force_before=date(2014, 2, 1),
        status="temporary regulation as compiled on 13 July 2012, replaced by chapter 659a; "
        "the day it took effect is not in the sources",
    ),
    Edition(
        id="659a-2014",
        game="asia-poker",
        chapter="659a",
        register_chapter="659a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), dated as its sister chapter 661a",
    ),
    Edition(
        id="md-2013",
        game="three-card-poker",
        chapter="36.05.14",
        register_chapter="36.05.14",
        in_force_from=date(2013, 3, 1),
        in_force_before=date(2014, 5, 22),
        status="COMAR 36.05.14 as the 2014 draft shows it unamended; dated as its sister chapter 36.05.03, "
        "which public listings show in force from 1 March 2013",
    ),
    Edition(
        id="649a-2014",
        game="three-card-poker",
        chapter="649a",
        register_chapter="649a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="only what the 2013 proposal reprints of chapter 649a is stored; the rest runs on the rules of its "
        "Maryland twin, COMAR 36.05.14 before the 2014 amendment, and cites them (reading C-139)",
    ),
    Edition(
        id="md-2014",
        game="three-card-poker",
        chapter="36.05.14",
        register_chapter="36.05.14",
        in_force_from=date(2014, 5, 22),
        in_force_before=None,
        status="draft amendment put to the Commission on 22 May 2014; its adoption is not in the sources",
    ),
)


class NoEdition(LookupError):
    """No stored text governs the game on that gaming day; nothing is extrapolated."""


def find_as_printed(citation: str) -> tuple[Clause, ...]:
    """The clauses behind a citation of any edition: 577.6(c)(2) is registered as 661a.6(c)(2)."""
    try:
        return find(citation)
    except UnknownClause:
        for edition in _EDITIONS:
            if edition.chapter != edition.register_chapter and citation.startswith(f"{edition.chapter}."):
                return find(edition.register_chapter + citation.removeprefix(edition.chapter))
        raise


def editions_of(game: str) -> tuple[Edition, ...]:
    """The texts of a game, oldest first."""
    found = tuple(edition for edition in _EDITIONS if edition.game == game)
    if not found:
        raise NoEdition(f"no text of {game!r} is stored")
    return found


def edition_in_force(game: str, gaming_day: date, named: str = "") -> Edition:
    """The text that governs the game on a gaming day, or the one named; refuses a day that it does not cover."""
    known = tuple(edition for edition in editions_of(game) if named in ("", edition.id))
    if not known:
        raise NoEdition(f"no text {named!r} of {game} is stored")
    for edition in known:
        if edition.covers(gaming_day):
            return edition
    covering = [edition.id for edition in editions_of(game) if edition.covers(gaming_day)]
    if covering:
        raise NoEdition(f"{named} does not cover {gaming_day.isoformat()}; {' and '.join(covering)} does")
    first = editions_of(game)[0]
    raise NoEdition(
        f"no stored text of {game} covers {gaming_day.isoformat()}: "
        f"the first, chapter {first.chapter}, is in force from {first.in_force_from.isoformat()}"
    )
