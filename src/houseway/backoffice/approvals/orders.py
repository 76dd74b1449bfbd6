"""The orders of approvals, and the facts that follow from them."""

from datetime import date
from typing import Annotated, Any

import msgspec

from houseway.backoffice.approvals.kinds import Authority, FilingKind
from houseway.backoffice.attachments import Attached
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.journal import NotCanonical, canonical

# Procedures and descriptions take more than a few lines.
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=8000)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Name = Annotated[str, msgspec.Meta(max_length=60)]
Clauses = Annotated[tuple[Words, ...], msgspec.Meta(max_length=40)]


def _matter(number: int) -> str:
    return f"filing/{number}"


# What is filed.


class FileSubmission(Order, frozen=True, kw_only=True):
    """A Rules Submission is filed for a game; a house with several for one game tells them apart by `variant`."""

    game: Name
    variant: Name = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse options that cannot be hashed and signed, such as numbers with a fraction that are not text."""
        try:
            canonical(self.options)
        except NotCanonical as unsound:
            raise ValueError(f"the options cannot be signed for: {unsound}") from None

    @property
    def subject(self) -> str:
        """What the submission is for; a later one for the same takes its place."""
        return f"{self.game}, {self.variant}" if self.variant else self.game


class FileLayout(Order, frozen=True, kw_only=True):
    """The layout of a filed submission is put to the Board."""

    submission: Digest


class FileSign(Order, frozen=True, kw_only=True):
    """The table sign of a filed submission is put to the Board."""

    submission: Digest


class FileGuide(Order, frozen=True, kw_only=True):
    """The gaming guide is put to the Board, made from these submissions."""

    submissions: Annotated[tuple[Digest, ...], msgspec.Meta(min_length=1, max_length=100)]


class FileEquipment(Order, frozen=True, kw_only=True):
    """A piece of equipment is put to the Board; `clauses` are those that ask for its approval."""

    subject: Words
    description: Text
    clauses: Clauses


class FileDevice(Order, frozen=True, kw_only=True):
    """An electronic device goes to the Board's laboratory; `clauses` are those that ask for its approval."""

    subject: Words
    description: Text
    clauses: Clauses


class FilePlace(Order, frozen=True, kw_only=True):
    """A place at a table, or a storage area, is put to Casino Compliance."""

    subject: Words
    description: Text
    clauses: Clauses


class FileTraining(Order, frozen=True, kw_only=True):
    """A dealer training programme is put to the Board."""

    subject: Words
    description: Text


class FileStaffing(Order, frozen=True, kw_only=True):
    """A minimum staffing plan is put to the Board."""

    subject: Words
    description: Text


class FileControls(Order, frozen=True, kw_only=True):
    """A procedure of the internal controls is put to the Board.

    `named` are the positions and credentials of those who act under it; `clauses` those that ask for its approval.
    """

    procedure: Words
    words: Text
    named: tuple[Words, ...] = ()
    clauses: Clauses = ()


# What comes back.


class RecordReview(Order, frozen=True, kw_only=True):
    """The bureau reported the result of its review or test; objections mean that it is amended and filed anew."""

    filing: int
    reference: Words
    dated: date
    objections: Remark = ""
    letter: Attached = ""

    def matters(self) -> tuple[str, ...]:
        """The filing."""
        return (_matter(self.filing),)


class RecordApproval(Order, frozen=True, kw_only=True):
    """An approval letter came: its reference, its date, who approved, and from which gaming day it holds."""

    filing: int
    reference: Words
    dated: date
    approver: Authority
    in_force_from: date
    letter: Attached = ""

    def matters(self) -> tuple[str, ...]:
        """The filing."""
        return (_matter(self.filing),)


class RecordDenial(Order, frozen=True, kw_only=True):
    """A letter came that denies approval."""

    filing: int
    reference: Words
    dated: date
    reason: Words
    letter: Attached = ""

    def matters(self) -> tuple[str, ...]:
        """The filing."""
        return (_matter(self.filing),)


class WithdrawFiling(Order, frozen=True, kw_only=True):
    """The house takes back what it filed before an answer came; `kind` says what it was, and so whose it is to take back."""

    filing: int
    kind: FilingKind
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The filing."""
        return (_matter(self.filing),)


class EndApproval(Order, frozen=True, kw_only=True):
    """An approval is given up, or taken back: from a gaming day on it no longer holds."""

    filing: int
    until: date
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The filing."""
        return (_matter(self.filing),)


# What happens on the floor.


class ApprovePlace(Order, frozen=True, kw_only=True):
    """A Casino Compliance supervisor approves on site where boxes and equipment of a table are."""

    subject: Words
    description: Text
    clauses: Clauses


class PostSign(Order, frozen=True, kw_only=True):
    """The sign of an approved submission is put up at a table."""

    table: Words
    submission: Digest


class TakeDownSign(Order, frozen=True, kw_only=True):
    """The sign at a table is taken down, and none is put in its place."""

    table: Words


# Facts.


class Filed(Fact, frozen=True, kw_only=True):
    """Something was filed, under a number, as the next version of its subject."""

    number: int
    kind: FilingKind
    subject: str
    version: int
    digest: str
    content: dict[str, Any]
    clauses: tuple[str, ...]
    reviewer: Authority | None
    approver: Authority
    filed_on: date


class Reviewed(Fact, frozen=True, kw_only=True):
    """The bureau reported on a filing."""

    number: int
    reference: str
    dated: date
    objections: str
    letter: str = ""


class Approved(Fact, frozen=True, kw_only=True):
    """A filing was approved."""

    number: int
    reference: str
    dated: date
    approver: Authority
    in_force_from: date
    letter: str = ""


class Superseded(Fact, frozen=True, kw_only=True):
    """An approval ends because a later one takes its place."""

    number: int
    by: int
    until: date


class Denied(Fact, frozen=True, kw_only=True):
    """A filing was denied."""

    number: int
    reference: str
    dated: date
    reason: str
    letter: str = ""


class Withdrawn(Fact, frozen=True, kw_only=True):
    """The house took back what it had filed."""

    number: int
    withdrawn_on: date
    reason: str


class Ended(Fact, frozen=True, kw_only=True):
    """An approval was given up or taken back."""

    number: int
    until: date
    reason: str


class SignPosted(Fact, frozen=True, kw_only=True):
    """The sign of a submission stands at a table."""

    table: str
    submission: str
    posted_on: date


class SignTakenDown(Fact, frozen=True, kw_only=True):
    """No sign stands at a table any more."""

    table: str


Facts = Filed | Reviewed | Approved | Superseded | Denied | Withdrawn | Ended | SignPosted | SignTakenDown
