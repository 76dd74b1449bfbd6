"""The refusal: what a move meets when the law does not allow it."""

from collections.abc import Callable
from typing import ParamSpec

from houseway.law.register import Clause

_P = ParamSpec("_P")


class RuleViolation(Exception):
    """A move the law does not allow; it names the clause and has changed nothing."""

    def __init__(self, clause: Clause, message: str, *, fix: str = "") -> None:
        super().__init__(f"{message} [{clause.id}]")
        self.clause = clause
        self.message = message
        self.fix = fix


def is_allowed(check: Callable[_P, object], *args: _P.args, **kwargs: _P.kwargs) -> bool:
    """Whether a check passes, or a move is made, without a refusal."""
    try:
        check(*args, **kwargs)
    except RuleViolation:
        return False
    return True
