"""Who may do what with mailings, and which duties nobody may have together (603a.20(q), (r)(2))."""

from collections.abc import Callable
from functools import partial
from typing import Any

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.policy import CREWS, CUSTODY, KEEPS_LEDGER, SEPARATE_DUTIES, Crew
from houseway.backoffice.coupons.programme import Distributor, controls_on
from houseway.backoffice.mailing.delivery import CancelMailing, SendMailingList
from houseway.backoffice.mailing.exclusion import STRIPPED, EnterExclusionList
from houseway.backoffice.mailing.ledger import EnterMailedCoupons, ReserveMailingSerials
from houseway.backoffice.mailing.mailing_list import PrepareMailingList
from houseway.backoffice.mailing.mailings import FINANCE_KEEPS, LIST
from houseway.backoffice.mailing.printing import PrintMailing
from houseway.backoffice.mailing.screening import ScreenMailing
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import Part, Rule, Separation, anyone_of, at_least
from houseway.backoffice.read_access import require_reader


def _is_of(distributor: Distributor, order: Any) -> bool:
    return bool(order.department is distributor)


def _by_distributor(order: type[Order], parts: Callable[[Crew], tuple[Part, ...]]) -> tuple[Rule, ...]:
    """The rule for marketing, and the same for each department that may stand in for it."""
    return tuple(
        Rule(
            order,
            parts(crew),
            case="" if name is Distributor.MARKETING else f"run by {name}",
            applies=partial(_is_of, name),
        )
        for name, crew in CREWS.items()
    )


# Those who watch and check; nobody of them gains by a longer mailing.
_WATCHERS = (*at_least(Position.SURVEILLANCE_OPERATOR), *at_least(Position.AUDITOR))

# Whom the lists of patrons are for: finance, which keeps them, and those who check what finance does.
READERS_OF_LISTS = (
    *anyone_of(Department.FINANCE),
    *at_least(Position.AUDITOR),
    *at_least(Position.COMPLIANCE_REPRESENTATIVE),
)
# Who is on an exclusion list is for those who screen as well.
READERS_OF_SCREENINGS = (*READERS_OF_LISTS, *at_least(Position.SURVEILLANCE_OPERATOR))

RULES: tuple[Rule, ...] = (
    Rule(
        EnterExclusionList,
        (
            Part("entered", _WATCHERS, STRIPPED),
            Part(
                "confirmed",
                (*at_least(Position.AUDITOR), *at_least(Position.COMPLIANCE_REPRESENTATIVE)),
                STRIPPED,
            ),
        ),
    ),
    Rule(ReserveMailingSerials, (Part("reserved", at_least(Position.FINANCE_SUPERVISOR), KEEPS_LEDGER),)),
    *_by_distributor(
        PrepareMailingList,
        lambda crew: (
            Part("prepared", at_least(crew.supervisor), LIST),
            Part("received", anyone_of(Department.FINANCE), FINANCE_KEEPS),
        ),
    ),
    *_by_distributor(SendMailingList, lambda crew: (Part("sent", at_least(crew.supervisor), LIST),)),
    Rule(ScreenMailing, (Part("screened", _WATCHERS, STRIPPED),)),
    # Finance has custody of every other coupon that nobody was given yet, too.
    Rule(PrintMailing, (Part("printed", at_least(Position.FINANCE_SUPERVISOR), CUSTODY),)),
    Rule(EnterMailedCoupons, (Part("recorded", at_least(Position.FINANCE_SUPERVISOR), KEEPS_LEDGER),)),
    Rule(CancelMailing, (Part("cancelled", at_least(Position.FINANCE_SUPERVISOR), FINANCE_KEEPS),)),
)

# Whoever had a hand in a list neither screens or prints it nor enters what was mailed; whoever printed it does not enter
# that either, and whoever entered it does not count the day.
SEPARATIONS: tuple[Separation, ...] = tuple(
    Separation(one, other, SEPARATE_DUTIES)
    for one, others in (
        (ScreenMailing, (PrepareMailingList, SendMailingList)),
        (PrintMailing, (PrepareMailingList, SendMailingList)),
        (
            EnterMailedCoupons,
            (PrepareMailingList, SendMailingList, ScreenMailing, PrintMailing, CountCoupons),
        ),
    )
    for other in others
)


def require_sender(desk: Desk, position: Position) -> None:
    """The provider's file, with everybody's name and address, is for those who send it (603a.20(q)(2))."""
    crew = CREWS[Distributor(controls_on(desk.connection, desk.day).department.value)]
    require_reader(at_least(crew.supervisor), position, "list for the provider", LIST)
