"""What can go wrong with the journal, each with the words a person needs."""


class Conflict(Exception):
    """Somebody else wrote to the stream first; nothing of this append was recorded."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            f"{stream} is at version {actual}, not at {expected} as this append expected; "
            "read it again and decide anew"
        )
        self.stream = stream
        self.expected = expected
        self.actual = actual


class JournalUnavailable(Exception):
    """The journal cannot be used just now: why, and what to do about it."""

    def __init__(self, cause: str, fix: str) -> None:
        super().__init__(f"{cause}; {fix}")
        self.cause = cause
        self.fix = fix


class JournalMissing(JournalUnavailable):
    """There is no journal at the place that was named, or nothing in it yet."""


class JournalDamaged(JournalUnavailable):
    """The database itself cannot make sense of what is stored."""


class NotCanonical(ValueError):
    """A value, or bytes, with no place in the canonical form."""


class BadCheckpoint(ValueError):
    """A checkpoint or a key that is not well formed, or a signature that does not fit."""
