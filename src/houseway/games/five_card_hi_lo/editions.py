"""The texts of the rules of Five Card Hi-Lo, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="663a-2014",
        game="five-card-hi-lo",
        chapter="663a",
        register_chapter="663a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), dated as its sister chapter 661a; "
        "temporary chapter 579 is not in the sources",
    ),
)
