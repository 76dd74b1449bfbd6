"""What people attest before and while a Three Dice Football table runs (661a.2, 661a.4)."""

from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import FLOORPERSONS, PIT_MANAGERS, STICKPERSONS, Role

CHECKLIST = (
    ChecklistStep(
        "table-shape",
        Stage.APPROVAL,
        "The table is oblong with rounded corners and high walls",
        PIT_MANAGERS,
        pa("661a.2(a)#1"),
    ),
    ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        "The Bureau of Gaming Operations approved the layout",
        PIT_MANAGERS,
        pa("661a.2(b)"),
    ),
    ChecklistStep(
        "boxes-located",
        Stage.APPROVAL,
        "Drop box and tip box hang where Casino Compliance approved",
        PIT_MANAGERS,
        pa("661a.2(c)"),
    ),
    ChecklistStep(
        "dice-standard",
        Stage.DICE,
        "The dice meet the physical standard",
        FLOORPERSONS,
        pa("661a.4(a)#1"),
        witness=Role.DEALER,
    ),
    ChecklistStep(
        "dice-cupped",
        Stage.DICE,
        "The dice were put into the cup on the table before a dealer",
        FLOORPERSONS,
        pa("603a.13(f)(1)(iii)(B)"),
        witness=Role.DEALER,
    ),
    ChecklistStep(
        "dice-controlled",
        Stage.OPENING,
        "The stickperson has control of the dice",
        STICKPERSONS,
        pa("661a.4(a)#3"),
    ),
    ChecklistStep(
        "dice-kept-in-cup",
        Stage.OPENING,
        "Dice that are not thrown stay in the cup",
        STICKPERSONS,
        pa("661a.4(a)#4"),
    ),
)
