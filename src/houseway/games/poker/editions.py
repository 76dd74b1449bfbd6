"""The texts of the rules of Poker, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="637a-2014",
        game="poker",
        chapter="637a",
        register_chapter="637a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), which adds 637a.19 to 637a.21; the rest of the chapter is not "
        "in the sources",
    ),
)
