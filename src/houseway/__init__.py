"""Houseway: table games run by the book.

What a user of the library needs, by one name each; what stands behind a name is loaded when it is first used.

    >>> from houseway import clause, settle
    >>> clause("661a.5(b)#1").duty.value
    'enforce'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.floor.dispute import SettledRound as SettledRound
    from houseway.floor.dispute import settle_round as settle
    from houseway.floor.written_round import BadRound as BadRound
    from houseway.floor.written_round import read_round as read_round
    from houseway.games import UnknownGame as UnknownGame
    from houseway.games import game_under as game_under
    from houseway.games import games as all_games
    from houseway.games import submission_for as submission_for
    from houseway.journal import Journal as Journal
    from houseway.journal import verify_export as verify_export
    from houseway.lab import edges as edges
    from houseway.lab import simulated as simulated
    from houseway.lab.strategy import strategy as strategy
    from houseway.law import RuleViolation as RuleViolation
    from houseway.law import clause as clause
    from houseway.law import edition_in_force as edition_in_force
    from houseway.law import editions_of as editions_of
    from houseway.law import find_as_printed as find_as_printed
    from houseway.law import readings_for as readings_for
    from houseway.law.coverage import coverage as coverage
    from houseway.submission import UnlawfulSubmission as UnlawfulSubmission

__version__ = "0.2.0"

# Each name, and where it lives.
_HOMES = {
    "BadRound": "floor.written_round:BadRound",
    "Journal": "journal:Journal",
    "RuleViolation": "law:RuleViolation",
    "SettledRound": "floor.dispute:SettledRound",
    "UnknownGame": "games:UnknownGame",
    "UnlawfulSubmission": "submission:UnlawfulSubmission",
    "all_games": "games:games",
    "clause": "law:clause",
    "coverage": "law.coverage:coverage",
    "edges": "lab:edges",
    "edition_in_force": "law:edition_in_force",
    "editions_of": "law:editions_of",
    "find_as_printed": "law:find_as_printed",
    "game_under": "games:game_under",
    "read_round": "floor.written_round:read_round",
    "readings_for": "law:readings_for",
    "settle": "floor.dispute:settle_round",
    "simulated": "lab:simulated",
    "strategy": "lab:strategy",
    "submission_for": "games:submission_for",
    "verify_export": "journal:verify_export",
}
__all__ = [
    "BadRound",
    "Journal",
    "RuleViolation",
    "SettledRound",
    "UnknownGame",
    "UnlawfulSubmission",
    "__version__",
    "all_games",
    "clause",
    "coverage",
    "edges",
    "edition_in_force",
    "editions_of",
    "find_as_printed",
    "game_under",
    "read_round",
    "readings_for",
    "settle",
    "simulated",
    "strategy",
    "submission_for",
    "verify_export",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, named = _HOMES[name].partition(":")
    if module.startswith("law"):
        # The texts of a game, and the register of one from outside, are known once the game is.
        import_module(f"{__name__}.games").games()
    return getattr(import_module(f"{__name__}.{module}"), named)
