"""What a glance at a Craps table tells: who shoots, the point, the puck, markers and buttons, and the dice."""

from collections.abc import Iterator

from houseway.games.craps.fire import is_surveillance_due
from houseway.games.craps.layout import (
    PUCK_OFF,
    PUCK_ON,
    bonus_area,
    bonus_button,
    fire_marker,
    fire_point_area,
    number_area,
    puck_area,
)
from houseway.games.craps.printing import area_id
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.games.craps.wagers import LINE_BETS
from houseway.law import implements
from houseway.table.layout import Display

_DICE = "red"
# The marker before the position that throws, and before the one that is asked to.
_SHOOTER, _ASKED = "shooter", "dice-offered"


def display(state: CrapsFelt) -> Display:
    """The felt at a glance."""
    return Display(
        words=" · ".join(_words(state)),
        markers=dict(_markers(state)),
        lit=_lit(state),
        dice=tuple((_DICE, face) for face in state.faces or ()),
    )


def _lit(state: CrapsFelt) -> tuple[str, ...]:
    """The number that is the point, or the lines that the shooter has yet to bet."""
    if state.point:
        return (number_area(state.point),)
    return tuple(sorted(map(area_id, LINE_BETS))) if _waits_for_a_line_bet(state) else ()


def _waits_for_a_line_bet(state: CrapsFelt) -> bool:
    if state.phase is not Phase.HAND or state.point or state.come_only:
        return False
    return not any(bet.seat == state.shooter and bet.wager in LINE_BETS for bet in state.bets)


def _words(state: CrapsFelt) -> Iterator[str]:
    yield _the_moment(state)
    yield _where_the_dice_are(state)
    if _waits_for_a_line_bet(state):
        yield "first a Pass or Don't Pass Bet"
    if state.fire:
        yield "1 Fire point" if len(state.fire) == 1 else f"{len(state.fire)} Fire points"
    if is_surveillance_due(state):
        yield "surveillance is to be told"


def _the_moment(state: CrapsFelt) -> str:
    if state.come_only:
        return "For the Come and Don't Come Bets only"
    return f"The point is {state.point}" if state.point else "Come-out roll, no point"


def _where_the_dice_are(state: CrapsFelt) -> str:
    match state.phase:
        case Phase.CUP:
            return "the dice are in the cup"
        case Phase.OFFERED:
            return f"the dice are offered to position {state.offered}"
        case Phase.HAND:
            return f"position {state.shooter} shoots"
        case Phase.THROWN:
            return "the dice are out"
        case Phase.CALLED if state.faces:
            return f"{sum(state.faces)}, with {state.faces[0]} and {state.faces[1]}, to be settled"
        case _:
            return "the dice go back to the shooter"


@implements("623a.10(b)#3")
def _markers(state: CrapsFelt) -> Iterator[tuple[str, str]]:
    """The puck, the Fire markers in the order of the points made, the Bonus buttons, and who has the dice."""
    if state.point:
        yield PUCK_ON, puck_area(state.point)
    else:
        yield PUCK_OFF, area_id("dont-pass") if state.come_only else PUCK_OFF
    for count, point in enumerate(state.fire, 1):
        yield fire_marker(count), fire_point_area(point)
    for number in range(state.bonus.bit_length()):
        if state.bonus >> number & 1:
            yield bonus_button(number), bonus_area(number)
    if state.shooter:
        yield _SHOOTER, f"seat-{state.shooter}"
    elif state.offered:
        yield _ASKED, f"seat-{state.offered}"
