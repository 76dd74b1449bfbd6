"""Who has a part in the life of a counter check book."""

from houseway.backoffice.counter_checks.custody import MAY_HAND_OVER, PROCEDURE
from houseway.backoffice.counter_checks.orders import (
    CountBook,
    ExplainGap,
    PrepareCheck,
    ReceiveBook,
    ReportBookLost,
    ReportMissing,
    SignInBook,
    SignOutBook,
    VoidCheck,
)
from houseway.backoffice.counter_checks.stock import ACCESS
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Rule, anyone_of, at_least

_FINANCE = anyone_of(Department.FINANCE)
_FINANCE_SUPERVISOR = at_least(Position.FINANCE_SUPERVISOR)
_FLOORPERSON = at_least(Position.FLOORPERSON)
_AT_THE_TABLES = (*_FINANCE, *anyone_of(Department.TABLE_GAMES))

_BY_TWO_OF_FINANCE = (
    Part("counted", _FINANCE, ACCESS),
    Part("confirmed", _FINANCE_SUPERVISOR, ACCESS),
)
_REPORTED = (
    Part("reported", (*_FLOORPERSON, *_FINANCE), ACCESS),
    Part("confirmed", _FINANCE_SUPERVISOR, ACCESS),
)

RULES = (
    Rule(ReceiveBook, _BY_TWO_OF_FINANCE),
    Rule(CountBook, _BY_TWO_OF_FINANCE),
    Rule(SignOutBook, (Part("issued", _FINANCE, ACCESS), Part("received", _FLOORPERSON, MAY_HAND_OVER))),
    Rule(SignInBook, (Part("returned", _FLOORPERSON, PROCEDURE), Part("received", _FINANCE, ACCESS))),
    # Which of them may, the internal controls say by name (reading C-39).
    Rule(PrepareCheck, (Part("prepared", _AT_THE_TABLES, ACCESS),)),
    Rule(
        VoidCheck,
        (
            Part("voided", _AT_THE_TABLES, ACCESS),
            Part("witnessed", (*_FLOORPERSON, *_FINANCE_SUPERVISOR), SEPARATE_DUTIES),
        ),
    ),
    Rule(ReportMissing, _REPORTED),
    Rule(ReportBookLost, _REPORTED),
    Rule(
        ExplainGap,
        (
            Part("explained", _FINANCE_SUPERVISOR, ACCESS),
            Part("accepted", at_least(Position.AUDITOR), SEPARATE_DUTIES),
        ),
    ),
)
