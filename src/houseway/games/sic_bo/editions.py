"""The texts of the rules of Sic Bo, oldest first, and the days that each governs."""

from datetime import date

from houseway.law import Edition

EDITIONS = (
    Edition(
        id="625a-2011",
        game="sic-bo",
        chapter="625a",
        register_chapter="625a",
        in_force_from=date(2011, 11, 22),
        in_force_before=None,
        status="final-form rulemaking 125-149, adopted 22 November 2011; the day of publication is not in the sources",
    ),
)
