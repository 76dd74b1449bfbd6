"""Rules Submissions: what the operator chose, checked against the law."""

from houseway.submission.document import Finding, OddsShownOn, Submission, UnlawfulSubmission, require_lawful
from houseway.submission.options import Option, options_of
from houseway.submission.reading import BadOption, option_from_text, read_submission

__all__ = [
    "BadOption",
    "Finding",
    "OddsShownOn",
    "Option",
    "Submission",
    "UnlawfulSubmission",
    "option_from_text",
    "options_of",
    "read_submission",
    "require_lawful",
]
