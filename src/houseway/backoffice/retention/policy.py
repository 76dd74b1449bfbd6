"""Who signs what in the retention book: whoever enters a record in the register does not destroy it."""

from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import Part, Rule, Separation, anyone_of, at_least
from houseway.backoffice.retention.orders import (
    ChangeCouponState,
    DestroyRecords,
    ErasePersonalData,
    KeepOn,
    LiftHold,
    PlaceHold,
    RegisterRecords,
)
from houseway.law import pa

_KEPT = pa("465a.6(c)")

# Every department of the property keeps records; the regulator's staff keep their own elsewhere.
_KEEPERS = tuple(
    permit
    for department in Department
    if department is not Department.CASINO_COMPLIANCE
    for permit in anyone_of(department)
)
_WATCHERS = (*at_least(Position.AUDITOR), *at_least(Position.COMPLIANCE_REPRESENTATIVE))
_TWO_DEPARTMENTS = (
    Part("proposed", at_least(Position.FINANCE_SUPERVISOR), _KEPT),
    Part("approved", at_least(Position.AUDITOR), _KEPT),
)

RULES = (
    Rule(RegisterRecords, (Part("registered", _KEEPERS, _KEPT),)),
    Rule(ChangeCouponState, (Part("noted", anyone_of(Department.FINANCE), _KEPT),)),
    # A hold is placed at once by whoever asks for it, and lifted by two.
    Rule(PlaceHold, (Part("held", _WATCHERS, _KEPT),)),
    Rule(
        LiftHold,
        (
            Part("lifted", at_least(Position.DIRECTOR_OF_AUDIT), _KEPT),
            Part("agreed", at_least(Position.COMPLIANCE_REPRESENTATIVE), _KEPT),
        ),
    ),
    Rule(KeepOn, (Part("decided", at_least(Position.FINANCE_SUPERVISOR), _KEPT),)),
    Rule(DestroyRecords, _TWO_DEPARTMENTS),
    Rule(ErasePersonalData, _TWO_DEPARTMENTS),
)

SEPARATIONS = tuple(
    Separation(before, DestroyRecords, _KEPT) for before in (RegisterRecords, ChangeCouponState, LiftHold)
)
