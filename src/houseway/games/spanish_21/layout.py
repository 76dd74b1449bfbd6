"""The felt of Spanish 21: positions around the dealer, the rules of the house and what is paid more, as 665a.2(b) wants it (635-01)."""

from collections.abc import Iterator

from houseway.games.spanish_21.settlement import LARGE_SUPER_BONUS, SUPER_BONUS
from houseway.games.spanish_21.submission import MAX_PLAYERS, NAME_OR_LOGO, Spanish21Submission
from houseway.games.spanish_21.wagers import INSURANCE, INSURANCE_WAGER, MATCH, MATCH_WAGER, PAYS, SPANISH_21
from houseway.law import implements, pa
from houseway.money import dollars
from houseway.submission import OddsShownOn
from houseway.table.layout import Layout, Requirement
from houseway.table.twenty_one_layout import LINE, LOGO, RULES_AREA, Printer, Spot

_MAIN_AREAS, _SIDE_AREA, _LINE_CLAUSE = pa("665a.2(b)(2)"), pa("665a.2(b)(4)"), pa("665a.8(b)#4")
_INSCRIPTIONS, _ODDS, _SIGN = pa("665a.2(b)(3)"), pa("665a.2(b)(5)#1"), pa("665a.2(b)(5)#2")
_HANDS = pa("common:spanish-21/deal")

ODDS_AREA = "bonus-odds"
# The bonuses need more room than the dealer's hand.
_PRINT_WIDTH = 325
_SPOTS = {
    MATCH: Spot(_SIDE_AREA, "Match", says_odds=False),
    SPANISH_21: Spot(_MAIN_AREAS, "21", main=True),
    INSURANCE: Spot(_LINE_CLAUSE, "Ins."),
}


def _rules(chosen: Spanish21Submission) -> Iterator[str]:
    wagers = chosen.chosen
    yield f"Blackjack pays {wagers[SPANISH_21].paytable[1].odds}"
    yield f"Insurance pays {wagers[INSURANCE].paytable[0].odds}"
    soft = "draws to soft 17" if chosen.draws_to_soft_17 else "stands on all 17s"
    yield f"Dealer {soft}"
    yield "A player's 21 always wins"
    if chosen.surrender:
        yield "Surrender after two cards"
    if chosen.rescue:
        yield "Rescue after a double down"


def _odds(printer: Printer) -> Iterator[str]:
    """Bonuses of the same odds together, then Match the Dealer."""
    by_odds: dict[str, list[str]] = {}
    for line in printer.wagers[SPANISH_21].paytable[2:-1]:
        by_odds.setdefault(str(line.odds), []).append(line.label.partition(", ")[2])
    for odds, hands in by_odds.items():
        yield f"{', '.join(hands)}: {odds}"
    if MATCH in printer.offered:
        lines = printer.wagers[MATCH].paytable
        yield f"Match {lines[0].odds}, suited {lines[2].odds}"


@implements("common:spanish-21/soft-17", "common:spanish-21/super-bonus-over-25", readings=("635-01",))
def felt(submission: Spanish21Submission) -> Layout:
    """The layout under a submission; what it does not offer is marked as such."""
    wagers = submission.chosen
    printer = Printer(
        wagers=wagers,
        offered=submission.offered(wagers),
        seats=submission.seats,
        spots=_SPOTS,
        hands=_HANDS,
        odds_on_layout=submission.odds_shown_on is OddsShownOn.LAYOUT,
        print_width=_PRINT_WIDTH,
    )
    odds = (printer.odds(ODDS_AREA, "BONUSES", _odds(printer), _ODDS),) if printer.odds_on_layout else ()
    rules = printer.rules(_rules(submission), _INSCRIPTIONS)
    every = printer.felt(rules, odds, NAME_OR_LOGO, wagers[INSURANCE], _LINE_CLAUSE)
    super_bonus = (
        f"{dollars(submission.super_bonus)} on $25 or more, {dollars(submission.envy)} to all others"
    )
    match = Requirement("An area for each player's Match the Dealer Wager", MATCH_WAGER, printer.of(MATCH))
    return every.layout(
        Requirement("The certificate holder's name or logo", NAME_OR_LOGO, (LOGO,)),
        Requirement("No more positions than the chapter has", MAX_PLAYERS, printer.of(SPANISH_21)),
        Requirement("An area for each player's Spanish 21 Wager", _MAIN_AREAS, printer.of(SPANISH_21)),
        Requirement("The rules of the house in print", _INSCRIPTIONS, (RULES_AREA,)),
        Requirement("What a win and a Blackjack pay", PAYS, (RULES_AREA,)),
        *((match,) if MATCH in printer.offered else ()),
        Requirement("What Insurance pays", INSURANCE_WAGER, (LINE, *printer.of(INSURANCE))),
        Requirement("The Super Bonus on less than $25", SUPER_BONUS, ("sign",)),
        Requirement(f"The Super Bonus of {super_bonus}", LARGE_SUPER_BONUS, ("sign",)),
        Requirement("The odds of every wager offered", _ODDS, every.with_odds),
        Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
    )
