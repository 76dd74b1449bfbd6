"""The texts of the rules of Spanish 21, oldest first, and the days that each governs."""

from datetime import date
from enum import StrEnum

from houseway.law import Edition


class TextInForce(StrEnum):
    """The texts of the chapter: as adopted in 2012, and as amended."""

    ADOPTED = "635a-2012"
    AMENDED = "635a-2014"


EDITIONS = (
    Edition(
        id=TextInForce.ADOPTED,
        game="spanish-21",
        chapter="635a",
        register_chapter="635a",
        in_force_from=date(2012, 5, 12),
        in_force_before=date(2014, 2, 1),
        status="adopted 12 May 2012 (42 Pa.B. 2686); only the section on doubling down is printed in the sources (635-01)",
    ),
    Edition(
        id=TextInForce.AMENDED,
        game="spanish-21",
        chapter="635a",
        register_chapter="635a",
        in_force_from=date(2014, 2, 1),
        in_force_before=None,
        status="as amended by the 2013 proposal (reading X-01), dated as chapter 661a of the same rulemaking",
    ),
)
