"""The refusal: what a move meets when the law does not allow it."""

from houseway.law.register import Clause


class RuleViolation(Exception):
    """A move the law does not allow; it names the clause and has changed nothing."""

    def __init__(self, clause: Clause, message: str, *, fix: str = "") -> None:
        super().__init__(f"{message} [{clause.id}]")
        self.clause = clause
        self.message = message
        self.fix = fix
