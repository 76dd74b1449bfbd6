"""What the operator chooses for a Poker table: the variant, how it is bet, blinds, antes, kill, straddle, odd chips, rake."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from houseway.games.poker.clauses import BRING_IN, MISDEAL, RAKE, STRUCTURE, USUAL, in_each
from houseway.games.poker.variants import VARIANTS, Variant
from houseway.law import implements, pa
from houseway.money import Cents, dollars
from houseway.submission import Finding, Submission
from houseway.submission.cards import finding
from houseway.submission.options import Option, Positions
from houseway.table.betting_round import Reopening, Structure
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses

POKER_ROOM = pa("637a.7(a)")


class Kill(StrEnum):
    """What a player who won a large pot alone posts in the next hand."""

    NONE = "none"
    KILL = "kill"
    HALF_KILL = "half-kill"


class OddChip(StrEnum):
    """Who has what cannot be shared by tied hands."""

    LEFT_OF_BUTTON = "left-of-button"
    BY_CARD = "by-card"


class ButtonStarts(StrEnum):
    """Where the button starts."""

    RIGHT_OF_DEALER = "right-of-dealer"
    DRAWN_FOR = "drawn-for"


class HeadsUp(StrEnum):
    """Who posts the first Blind where only two play."""

    LEFT_OF_BUTTON = "left-of-button"
    BUTTON = "button"


class Misdealt(StrEnum):
    """What a misdeal does."""

    RETURN_ALL = "return-all"


STRUCTURES = {
    Structure.LIMIT: "limit",
    Structure.POT_LIMIT: "pot limit",
    Structure.NO_LIMIT: "no limit",
}
_REOPENINGS = {
    Reopening.FULL_RAISE: "only a full bet or raise",
    Reopening.TOGETHER: "also all-ins that come to a full raise together",
    Reopening.ANY: "any all-in",
}
KILLS = {Kill.NONE: "none", Kill.KILL: "Kill", Kill.HALF_KILL: "Half-kill"}
ODD_CHIPS = {
    OddChip.LEFT_OF_BUTTON: "the first tied player left of the button",
    OddChip.BY_CARD: "the tied player with the best card by suit",
}
_STARTS = {
    ButtonStarts.RIGHT_OF_DEALER: "at the dealer's right",
    ButtonStarts.DRAWN_FOR: "with the player dealt the highest card",
}
_HEADS_UP = {
    HeadsUp.LEFT_OF_BUTTON: "the player left of the button",
    HeadsUp.BUTTON: "the player with the button",
}
_FACTORS = {Kill.NONE: (1, 1), Kill.KILL: (2, 1), Kill.HALF_KILL: (3, 2)}


class PokerSubmission(Submission, frozen=True, kw_only=True, tag="poker"):
    """A Rules Submission for a Poker table; amounts are in cents.

    `bet` is the small bet of a limit game and else the least bet. Antes and blinds are by position from the button's left, 0
    where none is due; a single ante is everybody's. Antes that are not `ante_live` are dead: nobody calls them.
    """

    catalogue = MappingProxyType({})
    needs_wagers: ClassVar[bool] = False
    name_clause = POKER_ROOM
    clauses = BettingClauses(
        catalogue=STRUCTURE,
        instruments=pa("603a.10(a)#1"),
        accepted=frozenset({Instrument.VALUE_CHIPS}),
        cash=pa("603a.10(a)#1"),
    )

    variant: Annotated[str, Option("Game", {name: variant.title for name, variant in VARIANTS.items()})] = (
        "triple-draw-2-7"
    )
    seats: Positions = 7
    structure: Annotated[Structure, Option("Betting", STRUCTURES, clause=STRUCTURE)] = Structure.LIMIT
    bet: Annotated[Cents, Option("Small or least bet", say=dollars, clause=STRUCTURE)] = 400
    big_bet: Annotated[Cents, Option("Big bet", say=dollars, clause=STRUCTURE)] = 800
    most_raises: Annotated[int, Option("Most bets and raises in a round", clause=STRUCTURE)] = (
        STRUCTURE.integer("max_raises")
    )
    reopening: Annotated[Reopening, Option("A raise is open again after", _REOPENINGS)] = Reopening.FULL_RAISE
    blinds: Annotated[tuple[Cents, ...], Option("Blinds", say=dollars)] = (200, 400)
    heads_up: Annotated[HeadsUp, Option("Between two, the first Blind is posted by", _HEADS_UP)] = (
        HeadsUp.LEFT_OF_BUTTON
    )
    antes: Annotated[tuple[Cents, ...], Option("Antes", say=dollars)] = ()
    ante_live: Annotated[bool, Option("Antes count toward what is to be called or won in layers")] = True
    bring_in: Annotated[Cents, Option("Bring-in", say=dollars, clause=BRING_IN)] = 0
    straddle: Annotated[Cents, Option("Straddle", say=dollars)] = 0
    kill: Annotated[Kill, Option("Kill", KILLS)] = Kill.NONE
    kill_pot: Annotated[Cents, Option("Least pot for a kill", say=dollars)] = 0
    button_starts: Annotated[ButtonStarts, Option("The button starts", _STARTS)] = (
        ButtonStarts.RIGHT_OF_DEALER
    )
    odd_chip: Annotated[OddChip, Option("What cannot be shared goes to", ODD_CHIPS)] = OddChip.LEFT_OF_BUTTON
    misdeal: Annotated[
        Misdealt,
        Option("A misdeal", {Misdealt.RETURN_ALL: "returns everything put in"}, clause=MISDEAL),
    ] = Misdealt.RETURN_ALL
    rake_percent: Annotated[int, Option("Rake in percent of the pot", clause=RAKE)] = 0
    rake_cap: Annotated[Cents, Option("Highest rake", say=dollars, clause=RAKE)] = 0
    time_charge: Annotated[Cents, Option("Time charge", say=dollars, clause=RAKE)] = 0
    jackpot_box: Annotated[bool, Option("A box for a bad beat jackpot hangs at the table")] = False

    @classmethod
    def implied(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """As many positions as the variant seats."""
        variant = VARIANTS.get(str(options.get("variant", cls().variant)))
        return {"seats": variant.seats} if variant else {}

    @property
    @implements("637a.20(l)", "637a.20(l)(1)", "637a.20(l)(2)", *in_each("(a)"), readings=("C-98",))
    def chosen(self) -> Variant:
        """The variant that is dealt, by its own section."""
        return VARIANTS[self.variant]

    @implements(*in_each("(b)#3"), "637a.19(l)(3)#1", readings=("C-96",))
    def factor(self, *, killed: bool) -> tuple[int, int]:
        """By how much a kill raises the stakes of a hand: to the double, or to half as much again."""
        return _FACTORS[self.kill] if killed else (1, 1)

    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        if self.variant not in VARIANTS:
            names = ", ".join(VARIANTS)
            yield finding(STRUCTURE, "variant", f"{self.variant!r} is none of: {names}")
            return
        yield from _player_findings(self)
        yield from _blind_findings(self)
        yield from _kill_findings(self)
        yield from _structure_findings(self)
        yield from _rake_findings(self)


@implements(*in_each("(b)#1"))
def _player_findings(chosen: PokerSubmission) -> Iterator[Finding]:
    """No more players than the section allows, and two at least."""
    variant = chosen.chosen
    if not 2 <= chosen.seats <= variant.seats:
        yield finding(
            variant.section.players,
            "seats",
            f"{variant.title} seats 2 to {variant.seats} players, not {chosen.seats}",
        )


@implements(*in_each("(d)#2"), *in_each("(d)#3"), *in_each("(b)#2"), *in_each("(e)#2"))
def _blind_findings(chosen: PokerSubmission) -> Iterator[Finding]:
    """A game with a button has a first Blind; antes and further Blinds are as the operator states them."""
    section = chosen.chosen.section
    for where, clause, amounts in (
        ("blinds", section.blind_terms, chosen.blinds),
        ("antes", section.ante, chosen.antes),
    ):
        if any(amount < 0 or not _in_chips(chosen, amount) for amount in amounts):
            yield finding(clause, where, "amounts are whole chips, or nothing")
        if len(amounts) > chosen.seats:
            clause = section.more_blinds if where == "blinds" else clause
            yield finding(clause, where, f"{len(amounts)} are more than the {chosen.seats} players")
    if chosen.chosen.brings_in:
        if any(chosen.blinds) or chosen.straddle:
            yield finding(BRING_IN, "blinds", "an up card decides who begins, and there are no Blinds")
        if not 0 < chosen.bring_in <= chosen.bet:
            yield finding(BRING_IN, "bring_in", "the bring-in is more than nothing and at most a bet")
        elif not _in_chips(chosen, chosen.bring_in):
            yield finding(BRING_IN, "bring_in", "the bring-in is one chip or several")
        return
    # Where no section requires a Blind, antes will do.
    if not any(chosen.blinds) and not (section is USUAL and any(chosen.antes)):
        yield finding(section.blind_terms, "blinds", "the first Blind is required")
    elif chosen.straddle and chosen.straddle <= max(chosen.blinds, default=0):
        yield finding(section.straddle_terms, "straddle", "a Straddle Bet is more than the last Blind")
    elif not _in_chips(chosen, chosen.straddle):
        yield finding(section.straddle_terms, "straddle", "a Straddle Bet is one chip or several")


@implements("637a.19(l)(3)#1", *in_each("(b)#3"))
def _kill_findings(chosen: PokerSubmission) -> Iterator[Finding]:
    """A kill names the smallest pot that brings it about, and only a limit game has bets that it raises."""
    clause = chosen.chosen.kill or chosen.chosen.section.terms
    if chosen.kill is Kill.NONE:
        if chosen.kill_pot:
            yield finding(clause, "kill_pot", "without a kill no pot brings one about")
        return
    if chosen.kill_pot <= 0:
        yield finding(clause, "kill_pot", "the least pot for a kill is to be stated")
    if chosen.structure is not Structure.LIMIT:
        yield finding(clause, "kill", "a kill raises the bets of a limit game")
    elif chosen.kill is Kill.HALF_KILL and not all(
        bet % 2 == 0 and _in_chips(chosen, bet // 2) for bet in (chosen.bet, chosen.big_bet)
    ):
        yield finding(clause, "kill", "half a bet cannot be made in chips")


@implements("common:poker/structure")
def _structure_findings(chosen: PokerSubmission) -> Iterator[Finding]:
    """A bet is at least a chip, the big bet at least a small one, and raises are at most so many or without end."""
    if chosen.bet <= 0 or not _in_chips(chosen, chosen.bet):
        yield finding(STRUCTURE, "bet", "a bet is one chip or several")
    if chosen.structure is Structure.LIMIT and chosen.big_bet < chosen.bet:
        yield finding(STRUCTURE, "big_bet", "the big bet is at least a small one")
    elif chosen.structure is Structure.LIMIT and not _in_chips(chosen, chosen.big_bet):
        yield finding(STRUCTURE, "big_bet", "a bet is one chip or several")
    if chosen.most_raises < 0:
        yield finding(STRUCTURE, "most_raises", "raises are at most so many, or 0 for without end")


@implements("common:poker/rake")
def _rake_findings(chosen: PokerSubmission) -> Iterator[Finding]:
    """A rake has its cap, and there is a rake or a time charge, not both."""
    if not 0 <= chosen.rake_percent <= 100:
        yield finding(RAKE, "rake_percent", "a rake is a part of the pot")
    if bool(chosen.rake_percent) != (chosen.rake_cap > 0):
        yield finding(RAKE, "rake_cap", "a rake has a cap, and a cap a rake")
    if chosen.rake_percent and chosen.time_charge:
        yield finding(RAKE, "time_charge", "a rake or a time charge, not both")
    if chosen.time_charge < 0:
        yield finding(RAKE, "time_charge", "a charge is not negative")
    for where, amount in (("rake_cap", chosen.rake_cap), ("time_charge", chosen.time_charge)):
        if amount > 0 and not _in_chips(chosen, amount):
            yield finding(RAKE, where, "what the house takes is whole chips")


def _in_chips(chosen: PokerSubmission, amount: Cents) -> bool:
    """Whether the table's chips make an amount."""
    return not amount % max(chosen.smallest_chip, 1)
