"""The felt of Blackjack (633a.2(b)): up to seven boxes around the dealer, a place for every wager offered, and what is printed."""

from collections.abc import Iterator

from houseway.games.blackjack.submission import BESIDE, BlackjackSubmission
from houseway.games.blackjack.wagers import (
    BAD_BEAT,
    BLACKJACK,
    HIT_AND_RUN,
    HOUSE_MONEY,
    INSURANCE,
    KINGS_BOUNTY,
    ROYAL_MATCH_21,
    STRAIGHT_JACK,
    THREE_CARD_POKER,
)
from houseway.law import implements, pa
from houseway.money import dollars
from houseway.submission import OddsShownOn
from houseway.table.layout import Layout, Requirement
from houseway.table.twenty_one_layout import LINE, LOGO, RULES_AREA, Printer, Spot

_LAYOUT = pa("633a.2(b)")
_STRAIGHT_JACK_AREA = pa("633a.2(b)(13)")
_HOUSE_MONEY_AREA = pa("633a.2(b)(14)")
_ODDS = pa("633a.2(b)(15)#1")
_SIGN = pa("633a.2(b)(15)#2")
_LIMIT = pa("633a.2(b)(16)#1")
_LIMIT_SIGN = pa("633a.2(b)(16)#2")
_BOX = pa("633a.6(d)")
_INSURANCE_LINE = pa("common:blackjack/insurance")
_HANDS = pa("common:blackjack/deal")

ODDS_AREA = "side-odds"
# What is not offered has no place.
_SPOTS = {
    HOUSE_MONEY: Spot(_HOUSE_MONEY_AREA, "House $", says_odds=False),
    STRAIGHT_JACK: Spot(_STRAIGHT_JACK_AREA, "Str. J.", says_odds=False),
    HIT_AND_RUN: Spot(pa("633a.6(e)(10)"), "Hit & R.", says_odds=False),
    THREE_CARD_POKER: Spot(pa("633a.7(g)(8)"), "3 Card", says_odds=False),
    ROYAL_MATCH_21: Spot(pa("633a.6(e)"), "Royal 21", says_odds=False),
    KINGS_BOUNTY: Spot(pa("633a.6(e)"), "King's B.", says_odds=False),
    BAD_BEAT: Spot(pa("633a.2(c)#2"), "Bad Beat", says_odds=False),
    BLACKJACK: Spot(_BOX, "BET", main=True),
    INSURANCE: Spot(_INSURANCE_LINE, "Ins."),
}
_LIMITED = "Top Royal Match 21 and King's Bounty awards of a round are limited to"


def _rules(submission: BlackjackSubmission) -> Iterator[str]:
    pays, natural = (line.odds for line in submission.chosen[BLACKJACK].paytable)
    yield f"Wagers pay {pays}, Blackjack {natural}"
    yield f"Insurance pays {submission.chosen[INSURANCE].paytable[0].odds}"
    yield "Dealer draws to 16 and stands on all 17s"
    if submission.payout_limit:
        yield f"{_LIMITED} {dollars(submission.payout_limit)}"


def _odds(printer: Printer, beside: tuple[str, ...]) -> Iterator[str]:
    """The lines of the first wager beside; the others are on the sign."""
    first, *others = (printer.wagers[name] for name in beside)
    lines = (f"{line.label.partition(', ')[2]} {line.odds}" for line in first.paytable)
    yield f"{first.title}: {' · '.join(lines)}"
    for wager in others:
        yield f"{wager.title}: see the sign"


@implements("633a.2(b)", "633a.2(b)(13)", "633a.2(b)(14)", "633a.2(b)(15)#1", readings=("C-73",))
@implements("633a.2(b)(15)#2", "633a.2(b)(16)#1", "633a.2(b)(16)#2", "633a.2(c)#2", readings=("C-67",))
def felt(submission: BlackjackSubmission) -> Layout:
    """The layout under a submission, with a place for every wager that it offers."""
    wagers = submission.chosen
    printer = Printer(
        wagers=wagers,
        offered=submission.offered(wagers),
        seats=submission.seats,
        spots={name: spot for name, spot in _SPOTS.items() if name in wagers},
        hands=_HANDS,
        odds_on_layout=submission.odds_shown_on is OddsShownOn.LAYOUT,
    )
    beside = tuple(name for name in printer.spots if name in BESIDE and name in printer.offered)
    odds = (
        (printer.odds(ODDS_AREA, "SIDE WAGERS", _odds(printer, beside), _ODDS),)
        if printer.odds_on_layout and beside
        else ()
    )
    rules = printer.rules(_rules(submission), _ODDS)
    every = printer.felt(rules, odds, _LAYOUT, wagers[INSURANCE], _INSURANCE_LINE)
    own = {STRAIGHT_JACK: _STRAIGHT_JACK_AREA, HOUSE_MONEY: _HOUSE_MONEY_AREA}
    limit = (
        Requirement("The payout limit, or that a posted one applies", _LIMIT, (RULES_AREA,)),
        Requirement("A sign with the payout limit", _LIMIT_SIGN, ("sign",)),
    )
    return every.layout(
        Requirement("The certificate holder's name or logo", _LAYOUT, (LOGO,)),
        Requirement("A box for each player's Blackjack Wager", _BOX, printer.of(BLACKJACK)),
        *(
            Requirement(f"A place for each player's {wagers[name].title} Wager", clause, printer.of(name))
            for name, clause in own.items()
            if submission.offers(name)
        ),
        Requirement("A line for Insurance", _INSURANCE_LINE, (LINE, *printer.of(INSURANCE))),
        Requirement("The odds of every wager offered", _ODDS, every.with_odds),
        Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
        *(limit if submission.payout_limit else ()),
    )
