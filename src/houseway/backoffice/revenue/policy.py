"""Who signs what in the revenue book: whoever handles chips does not count, whoever counts does not certify."""

from houseway.backoffice.people import Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Permit, Rule, Separation, at_least
from houseway.backoffice.revenue.orders import (
    CertifyDay,
    CloseTray,
    CorrectFigure,
    CountDrop,
    CreditTable,
    FileReturn,
    FillTable,
    OpenTray,
    PayFromCage,
    ReadMeter,
    RecordExpected,
    RegisterDenominations,
    SetRevenueTerms,
)

# No clause at hand says who signs a fill or a count; that duties are separated rests on this one.
_SEPARATE = SEPARATE_DUTIES

_AT_THE_TABLE = (Permit(Position.DEALER, or_above=False), Permit(Position.BOXPERSON, or_above=False))
_FLOOR = at_least(Position.FLOORPERSON)
_CAGE = at_least(Position.FINANCE_CLERK)
_ESCORT = at_least(Position.SECURITY_OFFICER)

_TRAY = (
    Part("counted", _AT_THE_TABLE, _SEPARATE),
    Part("verified", _FLOOR, _SEPARATE),
)
_FINANCE_AND_AUDIT = (
    Part("prepared", at_least(Position.FINANCE_SUPERVISOR), _SEPARATE),
    Part("audited", at_least(Position.AUDITOR), _SEPARATE),
)

RULES = (
    Rule(
        SetRevenueTerms,
        (
            Part("stated", at_least(Position.DIRECTOR_OF_FINANCE), _SEPARATE),
            Part("audited", at_least(Position.AUDITOR), _SEPARATE),
        ),
    ),
    Rule(
        RegisterDenominations,
        (
            Part("stated", at_least(Position.DIRECTOR_OF_FINANCE), _SEPARATE),
            Part("audited", at_least(Position.AUDITOR), _SEPARATE),
        ),
    ),
    Rule(OpenTray, _TRAY),
    Rule(
        FillTable,
        (
            Part("requested", _FLOOR, _SEPARATE),
            Part("issued", _CAGE, _SEPARATE),
            Part("carried", _ESCORT, _SEPARATE),
            Part("counted", _AT_THE_TABLE, _SEPARATE),
            Part("received", _FLOOR, _SEPARATE, may_be=("requested",)),
        ),
    ),
    Rule(
        CreditTable,
        (
            Part("requested", _FLOOR, _SEPARATE),
            Part("counted", _AT_THE_TABLE, _SEPARATE),
            Part("carried", _ESCORT, _SEPARATE),
            Part("received", _CAGE, _SEPARATE),
        ),
    ),
    Rule(CloseTray, _TRAY),
    Rule(
        PayFromCage,
        (
            Part("validated", _FLOOR, _SEPARATE),
            Part("paid", _CAGE, _SEPARATE),
        ),
    ),
    Rule(
        CountDrop,
        (
            Part("counted", _CAGE, _SEPARATE),
            Part("watched", at_least(Position.SURVEILLANCE_OPERATOR), _SEPARATE),
            Part("recounted", _CAGE, _SEPARATE),
        ),
    ),
    Rule(CorrectFigure, _FINANCE_AND_AUDIT),
    # The figures are the table's own: typed in at a desk, they could be those that somebody wishes for.
    Rule(RecordExpected, (Part("recorded", at_least(Position.AUDITOR), _SEPARATE),), at_table=True),
    Rule(
        ReadMeter,
        (
            Part("read", _FLOOR, _SEPARATE),
            Part("verified", _CAGE, _SEPARATE),
        ),
    ),
    Rule(CertifyDay, _FINANCE_AND_AUDIT),
    Rule(FileReturn, _FINANCE_AND_AUDIT),
)

_HANDLING = (OpenTray, FillTable, CreditTable, CloseTray, PayFromCage)
_CHECKING = (CountDrop, CorrectFigure, CertifyDay)

SEPARATIONS = (
    *(Separation(handled, checked, _SEPARATE) for handled in _HANDLING for checked in _CHECKING),
    Separation(CountDrop, CorrectFigure, _SEPARATE),
    Separation(CountDrop, CertifyDay, _SEPARATE),
    Separation(CorrectFigure, CertifyDay, _SEPARATE),
    Separation(RecordExpected, CertifyDay, _SEPARATE),
    Separation(RecordExpected, CorrectFigure, _SEPARATE),
    Separation(PayFromCage, ReadMeter, _SEPARATE),
)
