"""The texts of the rules of Blackjack, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="633a-2014",
        game="blackjack",
        chapter="633a",
        register_chapter="633a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), the rest of the chapter from a public copy and practice",
    ),
)
