"""A round of Spanish 21 as it stands."""

from houseway.table.twenty_one_felt import TwentyOneFelt


class Round(TwentyOneFelt, frozen=True, kw_only=True):
    """A round of Spanish 21 as it stands."""
