"""Rules Submissions: what the operator chose, checked against the law."""

from houseway.submission.document import Finding, OddsShownOn, Submission, UnlawfulSubmission, require_lawful

__all__ = ["Finding", "OddsShownOn", "Submission", "UnlawfulSubmission", "require_lawful"]
