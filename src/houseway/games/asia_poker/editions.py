"""The texts of the rules of Asia Poker, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="575-2012",
        game="asia-poker",
        chapter="575",
        register_chapter="659a",
        in_force_from=date(2012, 7, 13),
        in_force_before=date(2014, 2, 1),
        status="temporary regulation as compiled on 13 July 2012, replaced by chapter 659a; "
        "the day it took effect is not in the sources",
    ),
    Edition(
        id="659a-2014",
        game="asia-poker",
        chapter="659a",
        register_chapter="659a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="registered from the 2013 proposal (reading X-01), dated as its sister chapter 661a",
    ),
)
