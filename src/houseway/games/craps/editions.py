"""The texts of the rules of Craps and Mini-Craps, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="623a-2011",
        game="craps",
        chapter="623a",
        register_chapter="623a",
        in_force_from=date(2011, 11, 22),
        in_force_before=date(2014, 2, 1),
        status="final-form rulemaking 125-149, adopted 22 November 2011, before Bonus Craps; "
        "the day of publication is not in the sources",
        # The odds of Bonus Craps pushed both down by a letter (reading B-ED-02).
        renumbered=(("623a.5(i)", "623a.5(h)"), ("623a.5(j)", "623a.5(i)")),
    ),
    Edition(
        id="623a-2013",
        game="craps",
        chapter="623a",
        register_chapter="623a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="with Bonus Craps as proposed by rulemaking 125-166 in 2013 (reading B-ED-01); its adoption is not in "
        "the sources, and it is dated as chapter 661a of the same rulemaking",
    ),
)
