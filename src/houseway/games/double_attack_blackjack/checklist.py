"""What people attest before and while a Double Attack Blackjack table runs (665a.2-665a.7)."""

from collections.abc import Iterator
from typing import Protocol

from houseway.equipment.decks import Shuffler
from houseway.law import pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS, Role


class Chosen(Protocol):
    """What the check-list depends on, of what the operator of this game or of a sister game chose."""

    @property
    def batches(self) -> int:
        """How many batches take turns."""

    @property
    def shuffler(self) -> Shuffler:
        """What shuffles."""

    @property
    def tip_box_elsewhere(self) -> bool:
        """Whether the tip box has another place than its own."""

    @property
    def rack_marked(self) -> bool:
        """Whether the discard rack is taller than the cards."""


def _approval(name: str, text: str, clause: str) -> ChecklistStep:
    return ChecklistStep(name, Stage.APPROVAL, text, PIT_MANAGERS, pa(f"665a.{clause}"))


def _opening(
    name: str, text: str, clause: str, by: tuple[Role, ...] = DEALERS, witness: Role | None = None
) -> ChecklistStep:
    return ChecklistStep(name, Stage.OPENING, text, by, pa(f"665a.{clause}"), witness)


SIDEWAYS = _opening("double-down-sideways", "The card of a double down is laid sideways, face up", "10(c)")
_ANY_TABLE = (
    _approval("layout-approved", "The Bureau of Gaming Operations approved the layout", "2(b)"),
    _approval("card-reader-fixed", "A card reader is fixed on the dealer's side of the table top", "2(d)#1"),
    _approval("rack-fixed", "A discard rack is fixed on the dealer's side", "2(e)"),
    _approval("shoe-located", "The dealing shoe stands where Casino Compliance approved", "7(a)#1"),
    _opening(
        "card-reader-checked",
        "The card reader works and nobody has tampered with it",
        "2(d)#2",
        FLOORPERSONS,
    ),
    _opening(
        "tens-removed",
        "The tens of every deck were taken out, torn in half and put back in their boxes",
        "4(b)",
        DEALERS,
        Role.FLOORPERSON,
    ),
    _opening(
        "near-hand", "Cards leave the shoe with the nearer hand and are placed with the other", "7(b)#1"
    ),
    _opening("same-hand", "The two positions nearest the shoe may be dealt with the same hand", "7(b)#2"),
    _opening("reader-face-down", "The hole card goes into the reader face down, seen by nobody", "7(g)#3"),
    _opening("losing-chips", "Losing chips go straight to the tray and pay no winner", "7(p)#2"),
    _opening("cards-untouched", "Neither players nor onlookers touch the cards", "7(r)"),
    SIDEWAYS,
)
_BOXES = _approval(
    "boxes-placed",
    "Drop box and tip box hang on the dealer's side, one to either hand, as Casino Compliance approved",
    "2(c)#1",
)
TIP_BOX_ELSEWHERE = _approval(
    "tip-box-elsewhere",
    "Casino Compliance approved another place for the tip box, because equipment takes its own",
    "2(c)#2",
)
_RACK = _approval("rack-height", "The discard rack is exactly as tall as all the cards", "2(e)(1)")
_RACK_MARKED = _approval(
    "rack-marked", "The discard rack is clearly marked at the height of all the cards", "2(e)(2)"
)
_ONE_DESIGN = _opening(
    "batches-of-one-design", "Both batches are of the same design", "3(b)(2)#1", FLOORPERSONS
)
_DEVICE_APPROVED = _approval(
    "shuffling-device-approved",
    "Gaming Laboratory Operations approved the device that reshuffles and counts by itself",
    "5(h)#1",
)


def checklist(submission: Chosen) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return (*_ANY_TABLE, *_by_choice(submission))


def _by_choice(submission: Chosen) -> Iterator[ChecklistStep]:
    yield TIP_BOX_ELSEWHERE if submission.tip_box_elsewhere else _BOXES
    yield _RACK_MARKED if submission.rack_marked else _RACK
    if submission.batches == 2:
        yield _ONE_DESIGN
    if submission.shuffler is Shuffler.CONTINUOUS:
        yield _DEVICE_APPROVED
