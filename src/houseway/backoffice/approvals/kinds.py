"""What is put to the Board, by whom it is reviewed and approved, and which of it a clause asks for."""

from dataclasses import dataclass
from enum import StrEnum

from houseway.law import Clause, implements, pa

FILED_PER_GAME = pa("125-149:RAF(24)#4")
LAYOUTS_SUBMITTED = pa("125-149:RAF(13)#1")
GUIDE_UPDATED = pa("125-149:RAF(13)#2")
GENERAL_APPROVAL = pa("125-149:Preamble/General#1")
THROUGH_GAMING_OPERATIONS = pa("125-149:Preamble/General#2")
PLACES = pa("125-149:Preamble/General#5")
LABORATORY = pa("125-149:Preamble/General#6")

# Section 601a.10 is cited by the chapters but printed in none of the sources (reading B-ED-07): from the day of filing
# the Bureau of Gaming Operations has so many calendar days for its review, as a public copy has it.
REVIEW_DAYS = pa("601a.10(c)").integer("review_days")


class FilingKind(StrEnum):
    """What may be put to the Board; the online form takes all of them but places and devices."""

    SUBMISSION = "Rules Submission"
    LAYOUT = "layout"
    SIGN = "table sign"
    GUIDE = "gaming guide"
    EQUIPMENT = "equipment"
    PLACE = "place"
    DEVICE = "electronic device"
    TRAINING = "dealer training"
    STAFFING = "minimum staffing"
    CONTROLS = "internal controls"


class Authority(StrEnum):
    """Who reviews and approves; the Commission is Maryland's, all others belong to the Pennsylvania Board."""

    EXECUTIVE_DIRECTOR = "Executive Director"
    GAMING_OPERATIONS = "Bureau of Gaming Operations"
    CASINO_COMPLIANCE = "Bureau of Casino Compliance"
    GAMING_LABORATORY = "Bureau of Gaming Laboratory Operations"
    COMMISSION = "Commission"


@dataclass(frozen=True, slots=True)
class Route:
    """The way of a filing: who reviews it, if anyone, who then approves it, and the clause that says so."""

    reviewer: Authority | None
    approver: Authority
    clause: Clause


def _through_gaming_operations(clause: Clause) -> Route:
    return Route(Authority.GAMING_OPERATIONS, Authority.EXECUTIVE_DIRECTOR, clause)


ROUTES = {
    FilingKind.SUBMISSION: _through_gaming_operations(FILED_PER_GAME),
    FilingKind.LAYOUT: _through_gaming_operations(LAYOUTS_SUBMITTED),
    FilingKind.SIGN: _through_gaming_operations(GENERAL_APPROVAL),
    FilingKind.GUIDE: _through_gaming_operations(GUIDE_UPDATED),
    FilingKind.EQUIPMENT: _through_gaming_operations(GENERAL_APPROVAL),
    FilingKind.PLACE: Route(None, Authority.CASINO_COMPLIANCE, PLACES),
    FilingKind.DEVICE: Route(Authority.GAMING_LABORATORY, Authority.GAMING_LABORATORY, LABORATORY),
    FilingKind.TRAINING: _through_gaming_operations(THROUGH_GAMING_OPERATIONS),
    FilingKind.STAFFING: _through_gaming_operations(THROUGH_GAMING_OPERATIONS),
    FilingKind.CONTROLS: _through_gaming_operations(THROUGH_GAMING_OPERATIONS),
}


@implements("125-149:Preamble/General#2", "125-149:Preamble/General#6", readings=("B-ED-07",))
def route_of(kind: FilingKind, *, maryland: bool = False) -> Route:
    """The way that a kind of filing takes; in Maryland the Commission approves what is filed with it."""
    usual = ROUTES[kind]
    return Route(None, Authority.COMMISSION, usual.clause) if maryland else usual


# How the registers write the bureaus.
_BUREAUS = {
    "BGO": Authority.GAMING_OPERATIONS,
    "bureau_gaming_operations": Authority.GAMING_OPERATIONS,
    "bureau_of_gaming_operations": Authority.GAMING_OPERATIONS,
    "BCC": Authority.CASINO_COMPLIANCE,
    "BCC_supervisor": Authority.CASINO_COMPLIANCE,
    "bureau_casino_compliance": Authority.CASINO_COMPLIANCE,
    "bureau_of_casino_compliance": Authority.CASINO_COMPLIANCE,
    "BGLO": Authority.GAMING_LABORATORY,
    "bureau_gaming_laboratory_operations": Authority.GAMING_LABORATORY,
    "commission": Authority.COMMISSION,
}
_LABORATORY_TESTING = "461a.4"
_INTERNAL_CONTROLS = "465a.2"
_GENERAL_SECTION = "601a.10(a)"


def authority_named_by(clause: Clause) -> Authority | None:
    """The authority whose approval a clause asks for by name."""
    written = clause.parameters.get("bureau") or clause.parameters.get("approver") or ""
    return _BUREAUS.get(written)


@implements("125-149:Preamble/General#1", "125-149:Preamble/General#6", readings=("B-ED-07", "C-28"))
def kind_asked_by(clause: Clause) -> FilingKind | None:
    """The kind of approval that a clause asks for, if any: by its bureau, and by the section that it refers to.

    Places are one kind, whatever letter of 601a.10 a clause cites for them: the citation stays with the clause.
    """
    section = clause.parameters.get("see") or clause.parameters.get("procedure") or ""
    match authority_named_by(clause):
        case Authority.CASINO_COMPLIANCE:
            return FilingKind.PLACE
        case Authority.GAMING_LABORATORY:
            return FilingKind.DEVICE
        case Authority.COMMISSION:
            return _asked_in_maryland(clause)
        case Authority.GAMING_OPERATIONS if section == _INTERNAL_CONTROLS:
            return FilingKind.CONTROLS
        case None if section == _LABORATORY_TESTING:
            return FilingKind.DEVICE
        case None if section != _GENERAL_SECTION:
            return None
    is_equipment = "device" in clause.parameters or clause.parameters.get("gate") == "equipment_use"
    return FilingKind.EQUIPMENT if is_equipment else FilingKind.LAYOUT


def _asked_in_maryland(clause: Clause) -> FilingKind:
    if clause.kind == "layout":
        return FilingKind.LAYOUT
    return FilingKind.PLACE if {"location", "tip_box"} & {*clause.parameters} else FilingKind.DEVICE
