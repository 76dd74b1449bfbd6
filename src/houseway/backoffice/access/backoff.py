"""Back-off: how long whoever has guessed wrong must wait; the wait doubles, for an account and for an address.

Nobody can lock others out for good: where somebody has signed in before, only failures at that account from that very
address count.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

FIRST_WAIT = timedelta(seconds=1)
LONGEST_WAIT = timedelta(minutes=15)
# A day without a failure, and nothing is held against an account or an address any more.
FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Guesser:
    """An account, an address or both at which somebody guesses; the first few failures may be free."""

    key: str
    free: int = 0


def account(credential: str) -> Guesser:
    """Whoever guesses at a credential, whether it has an account or not: people type passwords there by mistake."""
    return Guesser(f"account {_hidden(credential)}")


def usual_place(credential: str, host: str) -> Guesser:
    """Whoever guesses at an account from where its owner has signed in before."""
    return Guesser(f"account {_hidden(credential)} at {host}")


def programs_at(host: str) -> Guesser:
    """Whoever shows tokens from an address that nobody was given; a program that was given one never waits for them."""
    return Guesser(f"tokens from {host}", free=5)


def strangers() -> Guesser:
    """All who guess at credentials that nobody has, together; they only wait as themselves."""
    return Guesser("strangers")


def _hidden(credential: str) -> str:
    return hashlib.sha256(credential.encode()).hexdigest()


def address(host: str) -> Guesser:
    """Whoever guesses from an address; many people may share one, so it takes a few failures before it waits."""
    return Guesser(f"address {host}", free=5)


def wait_after(failures: int, free: int = 0) -> timedelta:
    """The wait after so many failures in a row: 1, 2, 4 seconds and so on, up to a quarter of an hour."""
    counted = failures - free
    if counted < 1:
        return timedelta(0)
    doublings = min(counted - 1, 32)
    return min(FIRST_WAIT * (1 << doublings), LONGEST_WAIT)


def in_words(wait: timedelta) -> str:
    """A wait as people say it, never shorter than it is."""
    seconds = -(-wait // timedelta(seconds=1))
    if seconds <= 90:
        return f"{seconds} second{'s' if seconds != 1 else ''}"
    return f"{-(-seconds // 60)} minutes"
