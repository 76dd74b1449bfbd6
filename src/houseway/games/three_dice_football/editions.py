"""The texts of the rules of Three Dice Football, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="577-2012",
        game="three-dice-football",
        chapter="577",
        register_chapter="661a",
        in_force_from=date(2012, 7, 28),
        in_force_before=date(2014, 2, 1),
        status="temporary regulation, effective 28 July 2012, replaced by chapter 661a",
    ),
    Edition(
        id="661a-2014",
        game="three-dice-football",
        chapter="661a",
        register_chapter="661a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01); public listings date its adoption to 1 February 2014",
    ),
)
