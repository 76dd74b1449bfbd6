"""The texts of the rules of Three Card Poker, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="md-2013",
        game="three-card-poker",
        chapter="36.05.14",
        register_chapter="36.05.14",
        in_force_from=date(2013, 3, 1),
        in_force_before=date(2014, 5, 22),
        status="COMAR 36.05.14 as the 2014 draft shows it unamended; dated as its sister chapter 36.05.03, "
        "which public listings show in force from 1 March 2013",
    ),
    Edition(
        id="649a-2014",
        game="three-card-poker",
        chapter="649a",
        register_chapter="649a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="only what the 2013 proposal reprints of chapter 649a is stored; the rest runs on the rules of its "
        "Maryland twin, COMAR 36.05.14 before the 2014 amendment, and cites them (reading C-139)",
    ),
    Edition(
        id="md-2014",
        game="three-card-poker",
        chapter="36.05.14",
        register_chapter="36.05.14",
        in_force_from=date(2014, 5, 22),
        in_force_before=None,
        status="draft amendment put to the Commission on 22 May 2014; its adoption is not in the sources",
    ),
)
