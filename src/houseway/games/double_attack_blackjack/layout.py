"""The felt of Double Attack Blackjack (665a.2(b), 665a.8(b)): six positions around the dealer, and the insurance line."""

from collections.abc import Iterator

from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.games.double_attack_blackjack.wagers import BET, BUST_IT, DOUBLE_ATTACK, INSURANCE
from houseway.law import implements, pa
from houseway.submission import OddsShownOn
from houseway.table.layout import Layout, Requirement
from houseway.table.twenty_one_layout import LINE, LOGO, RULES_AREA, Printer, Spot

_NAME_OR_LOGO = pa("665a.2(b)(1)")
_MAIN_AREAS = pa("665a.2(b)(2)")
_INSCRIPTIONS = pa("665a.2(b)(3)")
_BLACKJACK_PAYS = pa("665a.2(b)(3)(i)")
_INSURANCE_PAYS = pa("665a.2(b)(3)(ii)")
_DEALER_STANDS = pa("665a.2(b)(3)(iii)")
_BUST_IT_AREA = pa("665a.2(b)(4)")
_ODDS = pa("665a.2(b)(5)#1")
_SIGN = pa("665a.2(b)(5)#2")
_INSURANCE_LINE = pa("665a.8(b)#4")
_HANDS = pa("665a.7(f)(1)")

ODDS_AREA = "bust-it-odds"
_SPOTS = {
    BUST_IT: Spot(_BUST_IT_AREA, "Bust", says_odds=False),
    BET: Spot(_MAIN_AREAS, main=True),
    DOUBLE_ATTACK: Spot(_MAIN_AREAS, "Attack", main=True),
    INSURANCE: Spot(_INSURANCE_LINE, "Ins."),
}


def _rules(printer: Printer) -> Iterator[str]:
    yield "Blackjack pays even money"
    yield f"Insurance pays {printer.wagers[INSURANCE].paytable[0].odds}"
    yield "Dealer draws to 16 and stands on all 17s"


def _odds(printer: Printer) -> Iterator[str]:
    return (f"{line.label.partition(', ')[2]}: {line.odds}" for line in printer.wagers[BUST_IT].paytable)


@implements("665a.2(b)(1)", "665a.2(b)(2)", "665a.2(b)(3)", "665a.2(b)(3)(i)", readings=("665-14", "665-24"))
@implements("665a.2(b)(3)(ii)", "665a.2(b)(3)(iii)", "665a.2(b)(4)", "665a.2(b)(5)#1", "665a.2(b)(5)#2")
@implements("665a.2(a)", "665a.8(b)#4", readings=("665-18",))
def felt(submission: DoubleAttackSubmission) -> Layout:
    """The layout under a submission; what it does not offer is marked as such."""
    wagers = submission.chosen
    printer = Printer(
        wagers=wagers,
        offered=submission.offered(wagers),
        seats=submission.seats,
        spots=_SPOTS,
        hands=_HANDS,
        odds_on_layout=submission.odds_shown_on is OddsShownOn.LAYOUT,
    )
    offers_bust_it = BUST_IT in printer.offered
    odds = (
        (printer.odds(ODDS_AREA, "BUST IT", _odds(printer), _ODDS),)
        if printer.odds_on_layout and offers_bust_it
        else ()
    )
    rules = printer.rules(_rules(printer), _INSCRIPTIONS)
    every = printer.felt(rules, odds, _NAME_OR_LOGO, wagers[INSURANCE], _INSURANCE_LINE)
    return every.layout(
        Requirement("The certificate holder's name or logo", _NAME_OR_LOGO, (LOGO,)),
        Requirement(
            "An area for each player's Bet and Double Attack Wagers",
            _MAIN_AREAS,
            printer.of(BET, DOUBLE_ATTACK),
        ),
        Requirement("The three rules of the house in print", _INSCRIPTIONS, (RULES_AREA,)),
        Requirement("That Blackjack pays even money", _BLACKJACK_PAYS, (RULES_AREA,)),
        Requirement("That Insurance pays 5 to 2", _INSURANCE_PAYS, (RULES_AREA,)),
        Requirement("On which totals the dealer draws and stands", _DEALER_STANDS, (RULES_AREA,)),
        *(
            (Requirement("An area for each player's Bust It Wager", _BUST_IT_AREA, printer.of(BUST_IT)),)
            if offers_bust_it
            else ()
        ),
        Requirement("A line for Insurance", _INSURANCE_LINE, (LINE, *printer.of(INSURANCE))),
        Requirement("The odds of every wager offered", _ODDS, every.with_odds),
        Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
    )
