"""The texts of the rules of Double Attack Blackjack, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="665a-2014",
        game="double-attack-blackjack",
        chapter="665a",
        register_chapter="665a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), dated as its sister chapter 661a",
    ),
)
