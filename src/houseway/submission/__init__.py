"""Rules Submissions: what the operator chose, checked against the law."""

from houseway.submission.document import Finding, OddsShownOn, Submission, UnlawfulSubmission, require_lawful
from houseway.submission.options import Option, options_of

__all__ = [
    "Finding",
    "OddsShownOn",
    "Option",
    "Submission",
    "UnlawfulSubmission",
    "options_of",
    "require_lawful",
]
