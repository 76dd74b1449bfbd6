"""What people attest before and while a table of any of the three forms runs."""

from collections.abc import Iterator

from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.submission import BaccaratSubmission
from houseway.games.baccarat.wagers import HOUSE_MONEY
from houseway.law import Clause, pa
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS, Role

_CARDS_UNTOUCHED = pa("627a.8(e)")
_SLOW_PLAYERS = pa("631a.9(f)#1")
_CASH = {Form.MINIBACCARAT: "627a.7(b)", Form.MIDIBACCARAT: "629a.7(b)", Form.BACCARAT: "631a.8(b)"}


def _opening(name: str, text: str, clause: Clause, by: tuple[Role, ...] = DEALERS) -> ChecklistStep:
    return ChecklistStep(name, Stage.OPENING, text, by, clause)


def checklist(submission: BaccaratSubmission) -> tuple[ChecklistStep, ...]:
    """The check-list of a table under a submission."""
    return tuple(_steps(submission))


def _steps(submission: BaccaratSubmission) -> Iterator[ChecklistStep]:
    rules = submission.rules
    yield ChecklistStep(
        "layout-approved",
        Stage.APPROVAL,
        f"The Bureau of Gaming Operations approved the {rules.title} layout",
        PIT_MANAGERS,
        rules.layout,
    )
    cash = _CASH[submission.form]
    yield _opening(
        "spoken-wagers", "A spoken wager backed by cash counts once the dealer confirmed it", pa(f"{cash}#2")
    )
    if HOUSE_MONEY in submission.offered(submission.chosen):
        yield _opening(
            "payout-untouched",
            "Players keep their hands off a House Money payout",
            rules.house_money.untouched,
        )
    if submission.form is Form.MINIBACCARAT:
        yield _opening("cards-untouched", "Players neither touch nor change the cards", _CARDS_UNTOUCHED)
    if submission.form is Form.BACCARAT and submission.style is Style.HANDED:
        yield _opening(
            "slow-players",
            "Dealers and floorperson know that a player who delays the game gives up the cards",
            _SLOW_PLAYERS,
            FLOORPERSONS,
        )
