"""The book of approvals: what was filed with the Board, what came back, and what is in force (601a.2, 601a.10)."""

from typing import Any

from houseway.backoffice.approvals import filing, letters, on_site
from houseway.backoffice.approvals.deadlines import due
from houseway.backoffice.approvals.filings import keep, metadata
from houseway.backoffice.approvals.orders import (
    ApprovePlace,
    EndApproval,
    Facts,
    FileControls,
    FileDevice,
    FileEquipment,
    FileGuide,
    FileLayout,
    FilePlace,
    FileSign,
    FileStaffing,
    FileSubmission,
    FileTraining,
    PostSign,
    RecordApproval,
    RecordDenial,
    RecordReview,
    TakeDownSign,
    WithdrawFiling,
)
from houseway.backoffice.approvals.papers import FORMS, SHEETS
from houseway.backoffice.approvals.policy import RULES
from houseway.backoffice.book import Book, Desk, Due
from houseway.backoffice.orders import Fact


class ApprovalsBook(Book):
    """What the house put to the Board, and what it may therefore do."""

    name = "approvals"
    title = "Submissions and approvals"
    moves_value = True
    rules = RULES
    facts = Facts
    tables = metadata
    form = 2
    forms = FORMS
    sheets = SHEETS

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """Let something be filed, a letter be recorded, or a place and a sign be seen to on site."""
        match order:
            case (
                FileSubmission()
                | FileLayout()
                | FileSign()
                | FileGuide()
                | FileEquipment()
                | FileDevice()
                | FilePlace()
                | FileTraining()
                | FileStaffing()
                | FileControls()
            ):
                return filing.file(order, desk)
            case RecordReview():
                return letters.record_review(order, desk)
            case RecordApproval():
                return letters.record_approval(order, desk)
            case RecordDenial():
                return letters.record_denial(order, desk)
            case WithdrawFiling():
                return letters.withdraw_filing(order, desk)
            case EndApproval():
                return letters.end_approval(order, desk)
            case ApprovePlace():
                return on_site.approve_place(order, desk)
            case PostSign():
                return on_site.post_sign(order, desk)
            case TakeDownSign():
                return on_site.take_down_sign(order, desk)
        raise TypeError(f"{order!r} is no order of the book of approvals")

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep where every filing stands."""
        keep(desk.connection, fact, desk.day)

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """Reviews that are awaited, and guides and signs that have to follow a change."""
        return due(desk)


BOOK = ApprovalsBook()
