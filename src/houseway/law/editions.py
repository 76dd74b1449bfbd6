"""Editions: which text of a chapter governs a gaming day."""

from dataclasses import dataclass
from datetime import date, timedelta

from houseway.law.register import Clause, UnknownClause, as_registered, find

# What the texts on Match Play Coupons, which all games share, go by in place of a game's name.
COUPONS = "match-play-coupons"


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of a game's rules, or of coupons, in force from a day until the day before its successor."""

    id: str
    game: str
    chapter: str
    register_chapter: str
    in_force_from: date
    in_force_before: date | None
    status: str
    # What the register has under another number or letter than this text, with all below it: (registered, printed).
    renumbered: tuple[tuple[str, str], ...] = ()
    # What the chapter is of, where it is neither Pennsylvania's nor Maryland's code.
    code: str = ""

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
        code = self.code or ("COMAR" if self.is_maryland else "58 Pa. Code")
        return f"{code} {self.chapter}"

    def cite(self, clause: Clause, on: date | None = None) -> str:
        """The citation as printed in this edition, or in the text on coupons that stood beside it.

        An edition that outlived a text on coupons does not tell which of them is meant: the one of its last day, unless
        the gaming day is named.
        """
        printed = self._printed(clause)
        if printed is None and not self.is_maryland and self.game != COUPONS:
            printed = self._coupons_beside(on)._printed(clause)
        return clause.marked(printed or clause.paragraph)

    def _printed(self, clause: Clause) -> str | None:
        """The citation of a clause that this edition has, under the number it has there."""
        for registered, printed in self.renumbered:
            if clause.id == registered:
                return printed
            if f"{clause.paragraph}(".startswith(f"{registered}("):
                return printed + clause.paragraph.removeprefix(registered)
        if clause.chapter == self.register_chapter and self.game != COUPONS:
            return self.chapter + clause.paragraph.removeprefix(self.register_chapter)
        return None

    def _coupons_beside(self, on: date | None) -> "Edition":
        texts = editions_of(COUPONS)
        last = self.in_force_before - timedelta(days=1) if self.in_force_before else date.max
        return next((text for text in texts if text.covers(on or last)), texts[0])

    def registered(self, citation: str) -> str | None:
        """The register's number for a citation of this text, if it has such a paragraph under another one."""
        for registered, printed in self.renumbered:
            if f"{citation}(".startswith(f"{printed}("):
                return registered + citation.removeprefix(printed)
        if self.chapter != self.register_chapter and citation.startswith(f"{self.chapter}."):
            return self.register_chapter + citation.removeprefix(self.chapter)
        return None


# The day from which the final chapters of the rulemaking of 2013 hold in place of the temporary ones (X-01, C-18).
FINAL_CHAPTERS = date(2014, 2, 1)

# The texts of each game, and of coupons; a game brings its own when it is loaded.
_EDITIONS: dict[str, tuple[Edition, ...]] = {
    COUPONS: (
        Edition(
            id="525-2012",
            game=COUPONS,
            chapter="525",
            register_chapter="603a",
            in_force_from=date(2012, 7, 13),
            in_force_before=FINAL_CHAPTERS,
            status="temporary regulation as compiled with chapter 575 on 13 July 2012, replaced by 603a.20 and 603a.21; "
            "the day it took effect is not in the sources",
            # The definition stood in 525.21(a), but for the chips that a coupon takes.
            renumbered=(
                ("603a.20", "525.21"),
                ("603a.21", "525.22"),
                ("603a.1[match_play_coupon]#1", "525.21(a)"),
                ("603a.1[match_play_coupon]#2", "525.22(b)"),
                ("603a.1[match_play_coupon]#3", "525.21(a)"),
                ("603a.10(a)#3", "525.21(a)"),
            ),
        ),
        Edition(
            id="603a-2014",
            game=COUPONS,
            chapter="603a",
            register_chapter="603a",
            in_force_from=FINAL_CHAPTERS,
            in_force_before=None,
            status="registered from the 2013 proposal (reading X-01), dated as chapter 661a of the same rulemaking (C-18)",
        ),
    )
}


def add_editions(game: str, texts: tuple[Edition, ...]) -> None:
    """Take in the texts of a game, oldest first."""
    _EDITIONS[game] = texts


class NoEdition(LookupError):
    """No stored text governs the game on that gaming day; nothing is extrapolated."""


def find_as_printed(citation: str) -> tuple[Clause, ...]:
    """The clauses behind a citation of any edition: 577.6(c)(2) is registered as 661a.6(c)(2), 525.22(d) as 603a.21(d)."""
    try:
        return find(citation)
    except UnknownClause:
        for edition in (edition for texts in _EDITIONS.values() for edition in texts):
            registered = edition.registered(as_registered(citation))
            if registered is not None:
                return find(registered)
        raise


def editions_of(game: str) -> tuple[Edition, ...]:
    """The texts of a game, oldest first."""
    if game not in _EDITIONS:
        raise NoEdition(f"no text of {game!r} is stored")
    return _EDITIONS[game]


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
