"""The crew: who handles, calls and judges the dice at Craps and at Mini-Craps (623a.7 to 623a.10)."""

from dataclasses import dataclass, replace

from houseway.games.craps.submission import Form
from houseway.law import Clause, implements, pa
from houseway.table.roles import BOXPERSONS, DEALERS, FLOORPERSONS, STICKPERSONS, Role


@dataclass(frozen=True, slots=True)
class Crew:
    """Who handles, calls and judges the dice at a form of the game, and the clauses that say so."""

    controls: tuple[Role, ...]
    calls_no_roll: tuple[Role, ...]
    finds_improper: tuple[Role, ...]
    decides_dispute: tuple[Role, ...]
    takes_dice: tuple[Role, ...]
    notifies: tuple[Role, ...]
    first_offer: Clause
    cup: Clause
    no_roll: Clause
    dispute: Clause
    collected: Clause
    settled_first: Clause
    with_a_stick: Clause

    @property
    def everyone(self) -> tuple[Role, ...]:
        """The whole crew at the table, for what is so by itself whoever says it."""
        return tuple(dict.fromkeys((*self.controls, *self.calls_no_roll, *DEALERS)))


CRAPS_CREW = Crew(
    controls=STICKPERSONS,
    calls_no_roll=(*BOXPERSONS, *STICKPERSONS),
    finds_improper=(*BOXPERSONS, *STICKPERSONS),
    decides_dispute=BOXPERSONS,
    takes_dice=BOXPERSONS,
    notifies=(*BOXPERSONS, *DEALERS, *FLOORPERSONS),
    first_offer=pa("623a.7(b)(1)"),
    cup=pa("623a.7(c)(1)"),
    no_roll=pa("623a.8(e)(1)"),
    dispute=pa("623a.9(c)(1)"),
    collected=pa("623a.9(d)#1"),
    settled_first=pa("623a.9(d)#2"),
    with_a_stick=pa("623a.9(d)#3"),
)
MINI_CRAPS_CREW = Crew(
    controls=DEALERS,
    # A floorperson may call no roll on the grounds that the chapter lists, but not for an improper throw.
    calls_no_roll=(*DEALERS, Role.FLOORPERSON),
    finds_improper=DEALERS,
    decides_dispute=(Role.FLOORPERSON,),
    takes_dice=DEALERS,
    notifies=(*DEALERS, *FLOORPERSONS),
    first_offer=pa("623a.7(b)(2)"),
    cup=pa("623a.7(c)(2)"),
    no_roll=pa("623a.8(e)(2)"),
    dispute=pa("623a.9(c)(2)"),
    collected=pa("623a.9(e)#1"),
    settled_first=pa("623a.9(e)#2"),
    with_a_stick=pa("623a.9(e)#3"),
)
_WITH_A_STICKPERSON = replace(
    MINI_CRAPS_CREW,
    controls=(*STICKPERSONS, *DEALERS),
    calls_no_roll=(*STICKPERSONS, *MINI_CRAPS_CREW.calls_no_roll),
    finds_improper=(*STICKPERSONS, *DEALERS),
)


@implements(
    "623a.7(b)",
    "623a.7(b)(1)",
    "623a.7(b)(2)",
    "623a.8(e)",
    "623a.8(e)(1)",
    "623a.8(e)(2)",
    "623a.9(c)",
    "623a.10(a)(2)",
    readings=("B-CR-29", "B-CR-30"),
)
def crew_of(form: Form, *, stickperson: bool) -> Crew:
    """The crew: at Craps a stickperson and a boxperson, at Mini-Craps the dealer, with or without a stickperson."""
    if form is Form.CRAPS:
        return CRAPS_CREW
    return _WITH_A_STICKPERSON if stickperson else MINI_CRAPS_CREW
