"""Refusals of access: told so that a guesser learns nothing about who has an account."""

from datetime import timedelta

from houseway.backoffice.access.backoff import in_words


class WrongPassword(Exception):
    """No account with this credential and this password belongs to somebody who works here today."""

    def __init__(self) -> None:
        super().__init__("the credential number or the password is wrong")


class WrongPasskey(Exception):
    """What a passkey answered opens nothing, and why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the passkey was not taken: {why}")
        self.fix = "try it once more, or use your password"


class WrongToken(Exception):
    """No token with this secret opens anything; where the secret is right, what ended it."""

    def __init__(self, ended: str = "") -> None:
        super().__init__(
            f"this token opens nothing any more: {ended}" if ended else "nobody was given this token"
        )
        self.fix = "ask for a token: houseway people token --help, or the page /tokens"


class NoToken(ValueError):
    """A token whose secret cannot be collected, and why."""


class TryLater(Exception):
    """Too many failures: nothing is looked at before the wait is over."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"too many failed attempts; try again in {in_words(wait)}")
        self.wait = wait


class Crowded(TryLater):
    """So many passwords wait to be checked that there is no place for another."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.args = (f"many people sign in just now; try again in {in_words(wait)}",)


class NoAccount(ValueError):
    """An account that cannot be opened or changed, and why."""
