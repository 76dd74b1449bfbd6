"""The turnstile before the password check: a flood of guesses leaves room for those who work here."""

from contextlib import ExitStack

import pytest

from houseway.backoffice.access import turnstile
from houseway.backoffice.access.refusals import Crowded, TryLater
from houseway.backoffice.access.turnstile import MOST, MOST_OF_ONE, MOST_UNKNOWN, Turnstile


class _Free:
    """A lock that everybody passes: who waits is counted, and nobody has to wait for it here."""

    def __enter__(self) -> None:
        """Pass."""

    def __exit__(self, *_: object) -> None:
        """Leave."""


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Turnstile:
    gate = Turnstile()
    monkeypatch.setattr(gate, "_one_at_a_time", _Free())
    return gate


def test_no_address_takes_more_than_its_share(gate: Turnstile) -> None:
    with ExitStack() as waiting:
        for _ in range(MOST_OF_ONE):
            waiting.enter_context(gate.turn("10.0.0.1", known=False))
        with pytest.raises(Crowded, match="many people sign in just now; try again in 2 seconds"):
            waiting.enter_context(gate.turn("10.0.0.1", known=False))
        waiting.enter_context(gate.turn("10.0.0.1", known=True))
        waiting.enter_context(gate.turn("10.0.0.2", known=False))
    with gate.turn("10.0.0.1", known=False):
        pass


def test_strangers_leave_room_for_those_who_sign_in_from_there_often(gate: Turnstile) -> None:
    with ExitStack() as waiting:
        for number in range(MOST_UNKNOWN):
            waiting.enter_context(gate.turn(f"10.0.1.{number}", known=False))
        with pytest.raises(TryLater):
            waiting.enter_context(gate.turn("10.0.2.1", known=False))
        for _ in range(MOST - MOST_UNKNOWN):
            waiting.enter_context(gate.turn("10.0.3.1", known=True))
        with pytest.raises(Crowded):
            waiting.enter_context(gate.turn("10.0.3.1", known=True))
    assert gate._of_address == {}
    assert turnstile.MOST < 40, "a server has forty threads for everybody"
