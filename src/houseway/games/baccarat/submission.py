"""What the operator chooses at a Minibaccarat, Midibaccarat or Baccarat table."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

from houseway.games.baccarat.cards import CARDS, USUAL_DECKS
from houseway.games.baccarat.forms import FORMS, Form, FormRules, Style
from houseway.games.baccarat.vigorish import USUAL_PERCENT, VIGORISH, When
from houseway.games.baccarat.wagers import (
    BANKER,
    CATALOGUE,
    ONLY_AT_EZ,
    PLAYER,
    catalogue,
)
from houseway.law import Clause, implements
from houseway.submission import Finding, Option
from houseway.submission.cards import ShoeSubmission, finding
from houseway.submission.options import DecksInABatch, Positions, SmallestChip
from houseway.table.wagers import BettingClauses, Wager

_MINIBACCARAT = FORMS[Form.MINIBACCARAT]
_FINEST_RATE = Decimal("0.0001")
# The whole of a payout, unless the submission names a share of it.
WHOLE = int(Fraction(_MINIBACCARAT.house_money.share.parameters["parlay_share_default"]) * 100)


class Text(StrEnum):
    """The text that the submission is written for: the proposal of 2013, or the one that Panda 8 came into (44 Pa.B. 599)."""

    PROPOSED_2013 = "2013"
    WITH_PANDA_8 = "2014"


_FORM = Option("Form of the game", {form: rules.title for form, rules in FORMS.items()})
_TEXT = Option(
    "Text of the rules",
    {
        Text.PROPOSED_2013: "as proposed in 2013, without Panda 8",
        Text.WITH_PANDA_8: "of 2014, with Panda 8",
    },
)
_STYLE = Option(
    "The first cards are dealt",
    {
        Style.FACE_UP: "face up",
        Style.UNDER_THE_SHOE: "face down, the Banker's under the shoe until the Player's Hand was called",
        Style.HANDED: "face down, to whoever bet most on a hand",
    },
)
_EZ = Option("EZ Baccarat, without vigorish", clause=_MINIBACCARAT.ez)
_RATE = Option("Vigorish on a Banker win", {Decimal(0): "none"}, "{}%".format, VIGORISH)
_WHEN = Option(
    "The vigorish is taken",
    {When.PAYOUT: "when the win is paid", When.MARKED: "later: it is marked on numbered areas"},
    clause=VIGORISH,
)
_SHARE = Option(
    "Of a House Money payout that a player adds to a wager",
    {WHOLE: "all of it is added"},
    "{}% is added and the rest handed over".format,
    _MINIBACCARAT.house_money.share,
)


class BaccaratSubmission(ShoeSubmission, frozen=True, kw_only=True, tag="baccarat"):
    """The Rules Submission for Minibaccarat, Midibaccarat and Baccarat.

    `house_money_share` is the part of a payout, in percent, that goes onto a wager when its player adds it (C-45).
    """

    catalogue = CATALOGUE
    clauses = _MINIBACCARAT.betting
    name_clause = _MINIBACCARAT.layout
    cards = CARDS
    positions = FORMS[Form.BACCARAT].seats
    most_seats = FORMS[Form.BACCARAT].most_seats
    most_areas = 1

    form: Annotated[Form, _FORM] = Form.MINIBACCARAT
    text: Annotated[Text, _TEXT] = Text.WITH_PANDA_8
    seats: Positions = _MINIBACCARAT.most_seats
    batch: DecksInABatch = USUAL_DECKS
    # Vigorish is counted out in quarters.
    smallest_chip: SmallestChip = 25
    style: Annotated[Style, _STYLE] = Style.FACE_UP
    ez: Annotated[bool, _EZ] = False
    vigorish_percent: Annotated[Decimal, _RATE] = Decimal(USUAL_PERCENT)
    vigorish_when: Annotated[When, _WHEN] = When.PAYOUT
    house_money_share: Annotated[int, _SHARE] = WHOLE

    # What was chosen.

    @classmethod
    def implied(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """As many positions as the form seats, and dealt as it usually is."""
        named = options.get("form")
        rules = FORMS[Form(named)] if named in list(Form) else _MINIBACCARAT
        return {"seats": rules.most_seats, "style": rules.styles[0]}

    @property
    def rules(self) -> FormRules:
        """The chapter of the form."""
        return FORMS[self.form]

    @property
    @implements("627a.1[ez_baccarat]", "629a.1[ez_baccarat]", "common:baccarat/ez-baccarat")
    def rate(self) -> Fraction:
        """The vigorish as a share of a Banker win; none at EZ Baccarat."""
        return Fraction(0) if self.ez or not self._is_share else Fraction(self.vigorish_percent) / 100

    @property
    def _is_share(self) -> bool:
        """Whether the vigorish is a share of what is won that chips can be counted by."""
        percent = self.vigorish_percent
        return percent.is_finite() and 0 <= percent < 100 and not percent % _FINEST_RATE

    @property
    @implements("627a.8(d)(1)(i)#1", "629a.8(c)(3)(i)(A)#1", "631a.9(e)(1)(i)#1", readings=("C-45",))
    def share(self) -> Fraction:
        """The share of a House Money payout that is added to a wager."""
        return Fraction(self.house_money_share, 100)

    @property
    @implements("627a.2(b)(8)#2", "629a.2(b)(8)#2", "631a.2(b)(8)#2")
    def marks_vigorish(self) -> bool:
        """Whether vigorish is marked on numbered areas: not where it is taken with the payout, or there is none."""
        return self.vigorish_when is When.MARKED and self.rate > 0

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the chapter and text, the Banker's in amounts of which chips make the vigorish (BAC-02)."""
        return catalogue(
            self.form,
            ez=self.ez,
            panda_8=self.text is Text.WITH_PANDA_8,
            parts=self.rate.denominator,
            percent=self.vigorish_percent,
        )

    @property
    def authorized(self) -> Mapping[str, Wager]:
        """Panda 8 is no wager of the text before it."""
        return self.chosen

    @property
    def wagering_clauses(self) -> BettingClauses:
        """What the chapter of the form says of wagering."""
        return self.rules.betting

    @property
    def naming_clause(self) -> Clause:
        """The layout of the form."""
        return self.rules.layout

    @implements("627a.7(a)(5)", "629a.7(a)(5)", "common:baccarat/dragon-7-offered")
    @implements("627a.7(a)(6)", "common:baccarat/panda-8-offered")
    @implements("627a.7(a)(7)", "629a.7(a)(7)", "631a.8(a)(7)")
    def offered(self, catalogue: Mapping[str, Wager]) -> frozenset[str]:
        """The wagers on offer: Dragon 7 Insurance and Panda 8 only at EZ Baccarat."""
        found = super().offered(catalogue)
        return found if self.ez else found - frozenset(ONLY_AT_EZ)

    # What is unlawful.

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        yield from self._form_findings()
        yield from self._wager_findings()

    @implements("629a.2(a)", "common:baccarat/seats-minibaccarat", "common:baccarat/seats-baccarat")
    @implements("629a.8(c)#2", "631a.9(d)")
    def _form_findings(self) -> Iterator[Finding]:
        """More players than the form seats, a way of dealing that it does not have, or a rule of other games."""
        rules = self.rules
        if rules.most_seats < self.seats <= self.most_seats:
            yield finding(
                rules.seats, "seats", f"{rules.title} seats at most {rules.most_seats}, not {self.seats}"
            )
        if self.style not in rules.styles:
            known = " or ".join(_STYLE.words[style] for style in rules.styles)
            yield finding(rules.dealt[0], "style", f"{rules.title} is dealt {known}")
        if not self.mid_shoe_entry:
            yield finding(rules.wagers, "mid_shoe_entry", "nobody is kept from wagering here")

    @implements("common:baccarat/vigorish")
    @implements("627a.8(d)(1)(i)#1", "629a.8(c)(3)(i)(A)#1", "631a.9(e)(1)(i)#1", readings=("C-45",))
    def _wager_findings(self) -> Iterator[Finding]:
        """The game without its two hands, a share or vigorish that is none, and vigorish at EZ Baccarat."""
        for name in (PLAYER, BANKER):
            if name in self.not_offered:
                yield finding(
                    self.rules.wagers,
                    "not_offered",
                    f"the game cannot be played without the {CATALOGUE[name].title} Wager",
                )
        if not self._is_share:
            yield finding(
                VIGORISH,
                "vigorish_percent",
                "vigorish is a share of what is won, to four places of a percent",
            )
        if not 1 <= self.house_money_share <= 100:
            yield finding(
                self.rules.house_money.share,
                "house_money_share",
                "from 1 to 100 percent of a payout is added",
            )
