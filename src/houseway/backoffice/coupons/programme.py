"""The programme: what the internal controls say of coupons, who runs it, and the approvals it rests on (603a.20(a), (b))."""

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.design import DESIGN_APPROVED, require_design
from houseway.backoffice.coupons.edition import Text, text_on
from houseway.backoffice.coupons.schema import approvals, controls, designs
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.backoffice.people import Department
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.forms import Renewal

OPTIONAL = pa("603a.20(a)")
CONTROLS_APPROVED = pa("603a.20(b)(2)")
RUN_BY = pa("603a.20(d)#1")
STORAGE_APPROVED = pa("603a.20(i)#2")
STORAGE_STATED = pa("603a.20(i)#3")
OVERNIGHT = pa("603a.20(k)#2")
INVENTORY_METHOD = pa("603a.20(n)#3")
IN_HOUSE = pa("603a.20(p)")
SYSTEM = pa("603a.20(r)")
SYSTEM_DESCRIBED = pa("603a.20(r)(3)")


class Authority(StrEnum):
    """Who approves."""

    BOARD = "board"
    GAMING_OPERATIONS = "bureau_of_gaming_operations"
    CASINO_COMPLIANCE = "bureau_of_casino_compliance"


class Distributor(StrEnum):
    """The department that runs the programme with finance: marketing, or one that may stand in for it.

    Reading C-30: only marketing's part can be given to another department. It cannot go to finance, which keeps the
    ledger, nor to those who watch and check: surveillance, internal audit, the keepers of the system, the regulator.
    """

    MARKETING = Department.MARKETING.value
    TABLE_GAMES = Department.TABLE_GAMES.value
    SECURITY = Department.SECURITY.value


class ApprovalKind(StrEnum):
    """What an approval is for."""

    DESIGN = "design"
    STORAGE = "storage area of finance"
    OVERNIGHT_STORAGE = "overnight area of marketing"
    IN_HOUSE_PRINTING = "in-house printing"


# Reading C-28: one kind of record for all approvals, with the clause, and so the procedure, as data.
NEEDED: Mapping[ApprovalKind, Clause] = MappingProxyType(
    {
        ApprovalKind.DESIGN: DESIGN_APPROVED,
        ApprovalKind.STORAGE: STORAGE_APPROVED,
        ApprovalKind.OVERNIGHT_STORAGE: OVERNIGHT,
        ApprovalKind.IN_HOUSE_PRINTING: IN_HOUSE,
    }
)


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """An approval letter: for what, by whom, under which procedure, of what day, and when that was submitted."""

    kind: ApprovalKind
    # The number of the design, or the place of the storage area, or the reference of the controls on printing.
    name: Words
    approver: Authority
    reference: Words
    submitted_on: date
    approved_on: date
    procedure: Remark = ""


class InHouseControls(msgspec.Struct, frozen=True, kw_only=True):
    """How the house prints coupons itself, and how it accounts for what it printed."""

    reference: Words
    production: Remark
    reconciliation: Remark


class SystemControls(msgspec.Struct, frozen=True, kw_only=True):
    """What the internal controls say of the computer system."""

    production: Remark
    recording: Remark
    reconciliation: Remark


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """What the approved internal controls say of coupons."""

    reference: Words
    approver: Authority
    submitted_on: date
    approved_on: date
    procedure: Remark = ""
    # What the controls govern.
    subjects: tuple[Words, ...]
    department: Department = Department.MARKETING
    storage: Remark
    # Empty where marketing keeps nothing overnight.
    overnight: Remark = ""
    inventory_method: Remark
    in_house: InHouseControls | None = None
    system: SystemControls | None
    # Reading C-33: a table that scans cancels a coupon as it is redeemed; at the others the count does.
    tables_scan: bool = True
    tables_without_scanner: tuple[Words, ...] = ()
    # The procedure for coupons that a gaming service provider prints and mails; empty where there is none.
    direct_mail: Remark = ""


def _submitted(of: str) -> Renewal:
    """What was approved was first recorded without the day of its submission: it was submitted by then."""

    def renewed(told: dict[str, Any], _: date) -> dict[str, Any]:
        return {**told, of: {"submitted_on": told[of]["approved_on"], **told[of]}}

    return renewed


class AdoptCouponControls(Order, frozen=True, kw_only=True):
    """The house takes up coupons, or runs them from now on by newly approved internal controls."""

    renewals = (_submitted("controls"),)

    controls: Controls


class RecordCouponApproval(Order, frozen=True, kw_only=True):
    """An approval letter came."""

    renewals = (_submitted("approval"),)

    approval: Approval


class ControlsAdopted(Fact, frozen=True, kw_only=True):
    """The house runs coupons by these internal controls from a day on."""

    renewals = (_submitted("controls"),)

    controls: Controls
    since: date


class ApprovalRecorded(Fact, frozen=True, kw_only=True):
    """An approval is on file."""

    renewals = (_submitted("approval"),)

    approval: Approval


# Adopting internal controls.


def adopt(order: AdoptCouponControls, desk: Desk) -> tuple[Fact, ...]:
    """Refuse internal controls that are not approved or leave out what they must say."""
    said = order.controls
    _check_approved(said, desk.day)
    _check_department(said)
    _check_places_and_method(said)
    _check_system(said)
    if said.in_house is not None:
        _check_in_house(said.in_house)
    if _since(desk.connection, desk.day) == desk.day:
        raise RuleViolation(CONTROLS_APPROVED, "internal controls on coupons were adopted today already")
    return (ControlsAdopted(controls=said, since=desk.day, clause=CONTROLS_APPROVED.id),)


@implements("603a.20(b)(2)")
def _check_approved(said: Controls, day: date) -> None:
    """The controls govern inventory, distribution and redemption, and were approved, by now, with the internal controls."""
    missing = [
        name for name in CONTROLS_APPROVED.parameters["subject"].split("|") if name not in said.subjects
    ]
    if missing:
        raise RuleViolation(
            CONTROLS_APPROVED, f"the internal controls do not govern the {' and '.join(missing)} of coupons"
        )
    if said.approved_on > day:
        raise RuleViolation(
            CONTROLS_APPROVED, f"the internal controls are approved from {said.approved_on} on only"
        )
    _check_submitted_first(said.submitted_on, said.approved_on, CONTROLS_APPROVED, "the internal controls")
    _check_procedure(said.procedure, (CONTROLS_APPROVED.parameters["procedure"],), CONTROLS_APPROVED, day)


@implements("603a.20(b)(1)", "603a.20(b)(2)", "603a.20(p)")
def _check_submitted_first(submitted: date, approved: date, clause: Clause, what: str) -> None:
    """Nothing is approved before it is submitted."""
    if approved < submitted:
        raise RuleViolation(
            clause,
            f"{what}: submitted on {submitted}, and so not approved on {approved}",
            fix="enter the days as the letters state them",
        )


def _check_procedure(stated: str, lawful: Iterable[str], clause: Clause, day: date) -> None:
    """The temporary text asked for the same approvals without naming the procedure."""
    names = tuple(lawful)
    if text_on(day) is Text.PERMANENT and names and stated not in names:
        raise RuleViolation(
            clause,
            f"an approval under {stated or 'no procedure'} is not what this takes",
            fix=f"enter the approval under {' or '.join(names)}",
        )


@implements("603a.20(d)#1", readings=("C-30",))
def _check_department(said: Controls) -> None:
    """Marketing runs the programme with finance, or the department that stands in for marketing."""
    if said.department.value not in tuple(Distributor):
        raise RuleViolation(
            RUN_BY,
            f"{said.department} cannot run the coupon programme in marketing's place",
            fix=f"name one of: {', '.join(Distributor)}",
        )


@implements("603a.20(i)#3", "603a.20(n)#3")
def _check_places_and_method(said: Controls) -> None:
    """The controls state where finance stores coupons, and how they are inventoried."""
    if not said.storage.strip():
        raise RuleViolation(STORAGE_STATED, "the internal controls do not state where coupons are stored")
    if not said.inventory_method.strip():
        raise RuleViolation(INVENTORY_METHOD, "the internal controls do not say how coupons are inventoried")


@implements("603a.20(r)", "603a.20(r)(3)")
def _check_system(said: Controls) -> None:
    """A computer system runs the programme only as the controls describe it."""
    if said.system is None:
        raise RuleViolation(
            SYSTEM, "the internal controls know no computer system, and so the programme cannot be run by one"
        )
    for name in SYSTEM_DESCRIBED.parameters["internal_controls_field"].split("|"):
        if not getattr(said.system, name).strip():
            raise RuleViolation(
                SYSTEM_DESCRIBED, f"the internal controls do not describe the {name} of coupons in the system"
            )


@implements("603a.20(p)", readings=("C-31",))
def _check_in_house(said: InHouseControls) -> None:
    """Controls on printing in the house govern production and its reconciliation."""
    for name in ("production", "reconciliation"):
        if not getattr(said, name).strip():
            raise RuleViolation(IN_HOUSE, f"the controls on printing in the house say nothing of {name}")


def post_adopted(fact: ControlsAdopted, desk: Desk) -> None:
    """Keep the controls."""
    desk.connection.execute(
        controls.insert(), {"since": fact.since, "content": msgspec.json.encode(fact.controls)}
    )


# Approvals.


def record_approval(order: RecordCouponApproval, desk: Desk) -> tuple[Fact, ...]:
    """Refuse an approval by somebody who cannot give it, under another procedure, or of a day to come."""
    approval = order.approval
    clause = NEEDED[approval.kind]
    _check_approval(approval, clause, desk.day)
    if approval.kind is ApprovalKind.DESIGN:
        require_design(desk.connection, approval.name)
    _check_submitted_first(
        approval.submitted_on, approval.approved_on, clause, f"the {approval.kind} {approval.name}"
    )
    if is_approved(desk.connection, approval.kind, approval.name, desk.day):
        raise RuleViolation(clause, f"the {approval.kind} {approval.name} is approved already")
    return (ApprovalRecorded(approval=approval, clause=clause.id),)


@implements("603a.20(b)(1)", "603a.20(i)#2", "603a.20(k)#2", "603a.20(p)", readings=("C-28",))
def _check_approval(approval: Approval, clause: Clause, day: date) -> None:
    """The right office approved, in the way that the clause names, not later than today."""
    approver = Authority(clause.parameters["approver"])
    if approval.approver is not approver:
        raise RuleViolation(
            clause,
            f"the {approval.kind} is approved by the {_title(approver)}, not by the {_title(approval.approver)}",
        )
    if approval.approved_on > day:
        raise RuleViolation(clause, f"{approval.reference} approves from {approval.approved_on} on only")
    lawful = {clause.parameters["procedure"]} if "procedure" in clause.parameters else set()
    if approval.kind is ApprovalKind.OVERNIGHT_STORAGE:
        # Both storage areas take the same kind of approval, which is cited in two ways.
        lawful.add(STORAGE_APPROVED.parameters["procedure"])
    _check_procedure(approval.procedure, sorted(lawful), clause, day)


def _title(authority: Authority) -> str:
    return authority.replace("_", " ").title().replace(" Of ", " of ")


def post_approval(fact: ApprovalRecorded, desk: Desk) -> None:
    """Keep the approval."""
    approval = fact.approval
    desk.connection.execute(
        approvals.insert(),
        {
            "kind": approval.kind,
            "name": approval.name,
            "approved_on": approval.approved_on,
            "content": msgspec.json.encode(approval),
        },
    )
    if approval.kind is ApprovalKind.DESIGN:
        desk.connection.execute(
            designs.update().where(designs.c.id == approval.name).values(approved_on=approval.approved_on)
        )


def is_approved(connection: sa.Connection, kind: ApprovalKind, name: str, day: date) -> bool:
    """Whether an approval is on file."""
    query = sa.select(approvals.c.approved_on).where(approvals.c.kind == kind, approvals.c.name == name)
    approved_on = connection.execute(query).scalar()
    return approved_on is not None and approved_on <= day


# Running the programme.

_IN_FORCE = (
    sa.select(controls.c.content)
    .where(controls.c.since <= sa.bindparam("day"))
    .order_by(controls.c.since.desc())
    .limit(1)
)

_APPROVED = sa.select(designs.c.id).where(
    designs.c.id.in_(sa.bindparam("names", expanding=True)), designs.c.approved_on <= sa.bindparam("day")
)


def _since(connection: sa.Connection, day: date) -> date | None:
    query = sa.select(sa.func.max(controls.c.since)).where(controls.c.since <= day)
    since: date | None = connection.execute(query).scalar()
    return since


def taken_up_on(connection: sa.Connection) -> date | None:
    """The day on which the house took up coupons."""
    first: date | None = connection.execute(sa.select(sa.func.min(controls.c.since))).scalar()
    return first


@implements("603a.20(a)", "603a.20(b)", "603a.20(b)(2)", "125-166:Preamble/Paperwork#3")
def controls_on(connection: sa.Connection, day: date) -> Controls:
    """The controls by which coupons are run on a day; a house that has adopted none has no coupons."""
    content = connection.execute(_IN_FORCE, {"day": day}).scalar()
    if content is None:
        raise RuleViolation(
            OPTIONAL, "this house runs no Match Play Coupons", fix="adopt approved internal controls on them"
        )
    return msgspec.json.decode(content, type=Controls)


@implements("603a.20(d)#1")
def require_distributor(connection: sa.Connection, department: Distributor, day: date) -> Controls:
    """The controls of the day, once the department is the one that runs the programme by them."""
    said = controls_on(connection, day)
    if department.value != said.department.value:
        raise RuleViolation(
            RUN_BY,
            f"{said.department} runs the coupon programme here, not {department}",
            fix="have them do it",
        )
    return said


@implements("603a.20(b)", "603a.20(b)(1)")
def require_approved_designs(connection: sa.Connection, names: Iterable[str], day: date) -> None:
    """Refuse to issue, hand out or take a coupon of a design that is not approved."""
    wanted = sorted(set(names))
    approved = set(connection.execute(_APPROVED, {"names": wanted, "day": day}).scalars())
    for name in wanted:
        if name not in approved:
            raise unapproved(name)


def unapproved(design: str) -> RuleViolation:
    """The refusal of a coupon whose design is not approved."""
    return RuleViolation(
        DESIGN_APPROVED,
        f"design {design} is not approved by the {_title(Authority.GAMING_OPERATIONS)}",
        fix="record its approval first",
    )


@implements("603a.20(i)#2")
def require_storage(connection: sa.Connection, said: Controls, stored_in: str, day: date) -> None:
    """Refuse coupons stored anywhere but in the area that the controls state and Casino Compliance approved."""
    if stored_in != said.storage:
        raise RuleViolation(
            STORAGE_STATED, f"coupons are stored in {said.storage}, not in {stored_in or 'no place'}"
        )
    if not is_approved(connection, ApprovalKind.STORAGE, said.storage, day):
        raise RuleViolation(
            STORAGE_APPROVED, f"the storage area {said.storage} is not approved by Casino Compliance"
        )


@implements("603a.20(k)#2")
def require_overnight(connection: sa.Connection, said: Controls, day: date) -> None:
    """Refuse to hold coupons overnight where no approved area is there for it."""
    if not said.overnight:
        raise RuleViolation(
            OVERNIGHT, "the internal controls let nothing be held overnight", fix="return it to finance"
        )
    if not is_approved(connection, ApprovalKind.OVERNIGHT_STORAGE, said.overnight, day):
        raise RuleViolation(OVERNIGHT, f"the overnight area {said.overnight} is not approved")


@implements("603a.20(p)")
def require_in_house_printing(connection: sa.Connection, said: Controls, day: date) -> None:
    """Refuse coupons printed in the house unless the Board approved how."""
    if said.in_house is None:
        raise RuleViolation(IN_HOUSE, "the internal controls let the house print no coupons itself")
    if not is_approved(connection, ApprovalKind.IN_HOUSE_PRINTING, said.in_house.reference, day):
        raise RuleViolation(IN_HOUSE, "the Board has not approved printing coupons in the house")


def can_scan(said: Controls, table: str) -> bool:
    """Whether coupons are cancelled at this table as they are redeemed (reading C-33)."""
    return said.tables_scan and table not in said.tables_without_scanner
