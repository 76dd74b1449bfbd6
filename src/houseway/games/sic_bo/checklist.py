"""What people attest before and while a Sic Bo table runs (625a.1, 625a.2, 625a.5(a))."""

from houseway.games.sic_bo.submission import Shaker
from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS, Role

_DEVICE_TEST = pa("625a.5(a)(1)")
_SHAKER_TEST = pa("625a.5(a)(2)")

_ANY_TABLE = (
    ChecklistStep(
        "boxes-placed",
        Stage.APPROVAL,
        "Drop box and tip box hang on the dealer's side, one to the left and one to the right",
        PIT_MANAGERS,
        pa("625a.1(a)#1"),
    ),
    ChecklistStep(
        "boxes-approved",
        Stage.APPROVAL,
        "Casino Compliance approved where the boxes hang",
        PIT_MANAGERS,
        pa("625a.1(a)#2"),
    ),
    ChecklistStep(
        "device-approved",
        Stage.APPROVAL,
        "Gaming Laboratory Operations tested and approved the lighting device",
        PIT_MANAGERS,
        pa("625a.1(b)#2"),
    ),
    ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        "The layout was filed with Gaming Operations and approved",
        PIT_MANAGERS,
        pa("625a.1(c)"),
    ),
    ChecklistStep(
        "shaker-approved", Stage.APPROVAL, "The shaker is an approved one", PIT_MANAGERS, pa("625a.1(d)")
    ),
    # Reading B-SB-09: one full entry of three dice is the least; three different ones are better.
    ChecklistStep(
        "device-tested",
        Stage.OPENING,
        f"{_DEVICE_TEST.integer('min_entries')} values were entered into the device and every winning combination lit",
        FLOORPERSONS,
        _DEVICE_TEST,
    ),
    ChecklistStep(
        "dice-in-shaker",
        Stage.DICE,
        "The dice were put into the shaker before the dealer, and it was sealed or locked",
        FLOORPERSONS,
        pa("603a.13(f)(1)(iii)(C)#1"),
        witness=Role.DEALER,
    ),
    # Reading B-SB-12: a manual shaker is tethered, so that the dealer can still lift it.
    ChecklistStep(
        "shaker-fastened",
        Stage.DICE,
        "The closed shaker was fastened to the table before the same dealer",
        FLOORPERSONS,
        pa("603a.13(f)(1)(iii)(C)#2"),
        witness=Role.DEALER,
    ),
    ChecklistStep(
        "dice-kept-in-shaker",
        Stage.DICE,
        "The dice stay in the shaker while at the table",
        DEALERS,
        pa("625a.2(a)#2"),
    ),
)

_MANUAL_SHAKER = (
    ChecklistStep(
        "manual-shaker-built",
        Stage.APPROVAL,
        "The manual shaker is built to protect the game",
        PIT_MANAGERS,
        pa("625a.1(d)(1)"),
    ),
    ChecklistStep(
        "manual-shaker-compartment",
        Stage.APPROVAL,
        "It has a compartment for three dice and a separate cover that hides them",
        PIT_MANAGERS,
        pa("625a.1(d)(1)(i)#1"),
    ),
    ChecklistStep(
        "manual-shaker-cover",
        Stage.APPROVAL,
        "The compartment is transparent, the cover opaque",
        PIT_MANAGERS,
        pa("625a.1(d)(1)(i)#2"),
    ),
    ChecklistStep(
        "manual-shaker-lockable",
        Stage.APPROVAL,
        "It can be sealed or locked",
        PIT_MANAGERS,
        pa("625a.1(d)(1)(ii)"),
    ),
    ChecklistStep(
        "manual-shaker-logo",
        Stage.APPROVAL,
        "It bears the certificate holder's name or logo",
        PIT_MANAGERS,
        pa("625a.1(d)(1)(iii)"),
    ),
    ChecklistStep(
        "manual-shaker-custody",
        Stage.OPENING,
        "The dealer answers for the manual shaker",
        DEALERS,
        pa("625a.1(e)#1"),
    ),
    ChecklistStep(
        "manual-shaker-attended",
        Stage.OPENING,
        "The manual shaker is never left unattended at the table",
        DEALERS,
        pa("625a.1(e)#2"),
    ),
)

AUTOMATED_SHAKER_RUN = ChecklistStep(
    "automated-shaker-run",
    Stage.OPENING,
    f"The automated shaker was run {_SHAKER_TEST.integer('min_operations')} times and tossed the dice properly",
    FLOORPERSONS,
    _SHAKER_TEST,
)

_AUTOMATED_SHAKER = (
    ChecklistStep(
        "automated-shaker-approved",
        Stage.APPROVAL,
        "Gaming Laboratory Operations approved the automated shaker",
        PIT_MANAGERS,
        pa("625a.1(d)(2)"),
    ),
    ChecklistStep(
        "automated-shaker-built",
        Stage.APPROVAL,
        "It meets the demands on compartment, cover and lock",
        PIT_MANAGERS,
        pa("625a.1(d)(2)(i)"),
    ),
    ChecklistStep(
        "automated-shaker-procedures",
        Stage.APPROVAL,
        "Its shaking procedures are approved internal controls",
        PIT_MANAGERS,
        pa("625a.1(d)(2)(ii)"),
    ),
    ChecklistStep(
        "automated-shaker-located",
        Stage.APPROVAL,
        "Casino Compliance approved where it sits on the table",
        PIT_MANAGERS,
        pa("625a.1(d)(2)(iii)"),
    ),
    AUTOMATED_SHAKER_RUN,
)

CHECKLISTS = {
    Shaker.MANUAL: (*_ANY_TABLE, *_MANUAL_SHAKER),
    Shaker.AUTOMATED: (*_ANY_TABLE, *_AUTOMATED_SHAKER),
}

# What whoever brings a manual shaker to an automated table answers for in one act.
MANUAL_SHAKER_CLAUSES = tuple(step.clause for step in _MANUAL_SHAKER)
