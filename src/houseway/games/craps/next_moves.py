"""What may come next at a Craps table, and who may do it."""

from collections.abc import Iterator, Mapping

from houseway.equipment.dice import FACES
from houseway.games.craps.fire import TOLD_TO_SURVEILLANCE
from houseway.games.craps.irregularities import AT_REST, may_be_called
from houseway.games.craps.making import (
    Offering,
    calls_of,
    check_call,
    check_removable,
    reducible,
    removal_clause,
)
from houseway.games.craps.play import IN_THE_AIR, CrapsFelt, Phase
from houseway.games.craps.shooter import (
    CALLED_AT_ONCE,
    COCKED_DIE,
    DICE_THROWN,
    FIRST_SHOOTER,
    KEEPS_OR_PASSES,
    ORDERED_TO_PASS,
    ROLLS_FOR_COME_BETS,
    SELECTIONS,
    THROWN_TOGETHER,
    Crew,
    check_come_out,
    holds_dice,
    is_surveillance_due,
    may_roll_for_come_bets,
    next_offer,
    offer_clause,
    reasons_to_take,
    shooter_clauses,
    who_may_decline,
)
from houseway.law import Clause, RuleViolation, is_allowed
from houseway.table.game import lawful
from houseway.table.irregularities import Remedy
from houseway.table.roles import BETTORS, DEALERS, PLAYERS
from houseway.table.rules import Lawful
from houseway.table.wagers import Bet, Range


def with_the_dice(crew: Crew, state: CrapsFelt) -> Iterator[Lawful]:
    """Offering, throwing, calling, settling and passing the dice."""
    match state.phase:
        case Phase.CUP:
            yield from _offering(crew, state)
        case Phase.OFFERED:
            yield from _answers(crew, state)
        case Phase.HAND:
            if _may_throw(state):
                yield lawful(
                    "throw-dice", PLAYERS, (THROWN_TOGETHER,), "Throw the dice", seat=(state.shooter,)
                )
        case Phase.THROWN:
            yield from _calls(crew, state)
        case Phase.CALLED:
            yield lawful("settle-bets", DEALERS, (crew.settled_first,), "Collect the dice and settle")
        case Phase.CENTRE:
            yield lawful("pass-dice", crew.controls, (crew.settled_first,), "Pass the dice to the shooter")
    if state.phase in IN_THE_AIR:
        faces = dict.fromkeys(("die_1", "die_2"), tuple(FACES))
        yield lawful(
            "decide-dispute", crew.decides_dispute, (crew.dispute,), "Decide which faces are up", **faces
        )
    if is_surveillance_due(state):
        yield lawful("notify-surveillance", crew.notifies, (TOLD_TO_SURVEILLANCE,), "Notify surveillance")
    if holds_dice(state):
        yield from _for_the_shooter(crew, state)


def _offering(crew: Crew, state: CrapsFelt) -> Iterator[Lawful]:
    if state.seats:
        turn = next_offer(state)
        yield lawful(
            "offer-dice",
            crew.controls,
            (offer_clause(crew, state),),
            f"Offer the dice to position {turn}",
            seat=(turn,),
        )
    if may_roll_for_come_bets(state):
        yield lawful(
            "roll-for-come-bets",
            PLAYERS,
            (ROLLS_FOR_COME_BETS,),
            f"Position {state.last_shooter} rolls for the Come Bets only",
            seat=(state.last_shooter,),
            dice=SELECTIONS,
        )


def _answers(crew: Crew, state: CrapsFelt) -> Iterator[Lawful]:
    asked = (state.offered,)
    yield lawful(
        "accept-dice",
        PLAYERS,
        shooter_clauses(crew, state),
        f"Position {state.offered} accepts the dice",
        seat=asked,
        dice=SELECTIONS,
    )
    yield lawful(
        "decline-dice",
        who_may_decline(crew),
        (offer_clause(crew, state),),
        f"Position {state.offered} declines the dice",
        seat=asked,
    )


def _may_throw(state: CrapsFelt) -> bool:
    if state.selection is None or is_surveillance_due(state):
        return False
    return bool(state.point) or state.come_only or is_allowed(check_come_out, state)


def _calls(crew: Crew, state: CrapsFelt) -> Iterator[Lawful]:
    read = dict(state.cocked)
    die_1, die_2 = ((read[die],) if die in read else tuple(FACES) for die in (1, 2))
    yield lawful("call-throw", crew.controls, (CALLED_AT_ONCE,), "Call the throw", die_1=die_1, die_2=die_2)
    yield lawful(
        "read-cocked-die",
        crew.controls,
        (COCKED_DIE,),
        "Read a cocked die",
        die=tuple(range(1, DICE_THROWN + 1)),
        resting=tuple(FACES),
    )


def _for_the_shooter(crew: Crew, state: CrapsFelt) -> Iterator[Lawful]:
    shooter = (state.shooter,)
    if state.selection is None:
        yield lawful(
            "select-dice",
            PLAYERS,
            (FIRST_SHOOTER,),
            "Pick two dice of the new set",
            seat=shooter,
            dice=SELECTIONS,
        )
    yield lawful("decline-dice", PLAYERS, (KEEPS_OR_PASSES,), "The shooter passes the dice", seat=shooter)
    yield lawful(
        "take-dice",
        crew.takes_dice,
        (ORDERED_TO_PASS,),
        "Order the shooter to pass the dice",
        reason=reasons_to_take(state),
    )


def with_wagers(offering: Offering, state: CrapsFelt) -> Iterator[Lawful]:
    """Reducing wagers, and calling them on and off."""
    if state.phase not in AT_REST:
        return
    for bet in state.bets:
        title = offering.betting.wagers[bet.wager].title
        amount = _reducible(offering, state, bet)
        if amount is not None:
            yield Lawful(
                move="reduce-wager",
                by=BETTORS,
                clause=removal_clause(bet).id,
                label=f"Reduce {title}",
                fields=_area(bet),
                amount=amount,
            )
        if calls_of(offering, bet.wager) is not None:
            for on in (True, False):
                clause = _callable(offering, state, bet, on=on)
                if clause is not None:
                    word = "on" if on else "off"
                    yield lawful(f"call-{word}", BETTORS, (clause,), f"Call {title} {word}", **_area(bet))


def _area(bet: Bet) -> dict[str, tuple[int | str, ...]]:
    return {"seat": (bet.seat,), "wager": (bet.wager,), "pick": (bet.pick,)}


def _reducible(offering: Offering, state: CrapsFelt, bet: Bet) -> Range | None:
    try:
        check_removable(state, bet, reducing=True)
    except RuleViolation:
        return None
    return reducible(offering, state, bet)


def _callable(offering: Offering, state: CrapsFelt, bet: Bet, *, on: bool) -> Clause | None:
    try:
        return check_call(offering, state, bet, on=on)
    except RuleViolation:
        return None


def irregularities(known: Mapping[str, Remedy], state: CrapsFelt) -> Iterator[Lawful]:
    """What can be called as things stand."""
    for remedy in known.values():
        if may_be_called(remedy, state):
            yield lawful(
                "report", remedy.by, (remedy.clause,), remedy.title, irregularity=(remedy.irregularity,)
            )
