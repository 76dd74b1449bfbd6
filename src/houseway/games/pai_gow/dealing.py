"""Dealing the tiles (621a.6, 621a.7, 621a.9(i)-(m)): no more bets, the number, the delivery, what is swept away."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.dice import FACES, DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.pai_gow.bank import check_bank_settled
from houseway.games.pai_gow.delivery import ORDINARY, deliver, steps
from houseway.games.pai_gow.events import DeliveryChosen, DiceShaken, TilesDelivered
from houseway.games.pai_gow.mixing import check_stacked, in_condition
from houseway.games.pai_gow.moves import ChangeStartMethod, ChooseDelivery, DeliverTiles
from houseway.games.pai_gow.positions import DEAD_HAND, DEALER, PLACES, SEATS, order, start, total_of
from houseway.games.pai_gow.round import Condition, Phase, Round, TileHand
from houseway.games.pai_gow.settlement import onward
from houseway.games.pai_gow.submission import (
    BANK_SHAKES,
    GENERATOR,
    OTHER_STYLES,
    START_METHODS,
    PaiGowSubmission,
    StartMethod,
)
from houseway.games.pai_gow.wagering import BEFORE_NO_MORE_BETS, LOCKED
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.areas import owner_of
from houseway.table.dice_handling import DiceHandling
from houseway.table.events import Event, NoMoreBetsCalled, cited
from houseway.table.felt import Step
from houseway.table.moves import CallNoMoreBets
from houseway.table.roles import BETTORS, DEALERS, PLAYERS
from houseway.table.rules import Offer, Roles
from houseway.table.start import (
    CoverShaker,
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShakerCovered,
    ShowNumber,
    StacksCollected,
    StartFixed,
    StartMethodChanged,
    UncoverDice,
)

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

THREE_DICE = pa("621a.2(d)#2")
A_DAY = pa("621a.2(d)(1)#3")
BETS_FIRST = pa("621a.6(a)(2)#1")
SHAKEN = pa("621a.6(a)(2)#2")
UNCOVERED = pa("621a.6(a)(2)#3")
TOTALLED = pa("621a.6(a)(2)#4")
ANNOUNCED = pa("621a.6(b)#1")
DECIDES_THE_START = pa("621a.6(b)#2")
EVERY_POSITION = pa("621a.6(c)#1")
COUNTED_FROM_DEALER = pa("621a.6(c)#2")
DEALER_STACK_MARKED = pa("621a.6(d)#3")
SWEPT = pa("621a.6(e)#1")
WITH_THE_DEAD_HAND = pa("621a.6(e)#2")
COVERED_AGAIN = pa("621a.6(f)#1")
AT_THE_RIGHT = pa("621a.6(f)#2")
NOBODY_BANKS = pa("621a.9(c)#6")
WAGER_ON_STACK = pa("621a.9(h)#4")
BANK_CHOOSES_STYLE = pa("621a.9(i)#1")
ORDINARY_STYLE = pa("621a.9(i)#2")
BANK_SHAKES_ENOUGH = pa("621a.9(i)#4")
DEALER_UNCOVERS = pa("621a.9(i)#5")
DEALER_TOTALS = pa("621a.9(i)#6")
COUNTED_FROM_BANK = pa("621a.9(j)")
FIRST_FOUR = pa("621a.9(k)#1")
ALL_POSITIONS = pa("621a.9(k)#2")
STACK_TOPPED = pa("621a.9(k)#3")
SWEPT_WHEN_BANKED = pa("621a.9(l)#1")
WITH_THE_DEAD_HAND_WHEN_BANKED = pa("621a.9(l)#2")
COVERED_AGAIN_WHEN_BANKED = pa("621a.9(m)#1")
AT_THE_RIGHT_WHEN_BANKED = pa("621a.9(m)#2")

# The chapter names no colour; white is what a set is shown as.
COLOUR = "white"
DICE = DiceRules(
    (COLOUR,) * THREE_DICE.integer("dice"),
    THREE_DICE,
    Life(A_DAY, hours=A_DAY.integer("max_hours")),
    any_colour=True,
)

FACE_OF_EACH = dict.fromkeys(("die_1", "die_2", "die_3"), tuple(FACES))
LEAST_SHAKES = SHAKEN.integer("min_shakes")
CLOSING = (BEFORE_NO_MORE_BETS, LOCKED, START_METHODS)


@implements("621a.6(a)", readings=("B-PG-19",))
def method(submission: PaiGowSubmission, state: Round) -> StartMethod:
    """What finds the number: where a player banks it is the shaker, unless the generator is filed for that too."""
    if state.bank is not None and not submission.generator_in_banked_rounds:
        return StartMethod.SHAKER
    return state.start_method


@implements("621a.6(a)", readings=("B-PG-19",))
def methods(submission: PaiGowSubmission, state: Round) -> tuple[StartMethod, ...]:
    """The filed methods that may find the number of this round."""
    if state.bank is not None and not submission.generator_in_banked_rounds:
        return (StartMethod.SHAKER,)
    return submission.start_methods


class StartDice(DiceHandling[Round]):
    """The dice that find where the stacks begin."""

    @implements("621a.2(d)#2", "621a.2(d)(1)#3")
    def wanted(self, game: Any, state: Round) -> DiceRules | None:
        """Dice are wanted only where the shaker is in use."""
        return DICE if method(game.submission, state) is StartMethod.SHAKER else None

    def at_rest(self, game: Any, state: Round) -> bool:
        """The dice may be changed until they are shaken for a round."""
        waiting = state.phase in (Phase.BETTING, Phase.CLOSED) and not state.shaken and state.start is None
        return game.dice is not None and waiting


# No more bets (621a.5(c), 621a.6(a)).


@implements("621a.5(c)#1", "621a.6(a)")
def check_may_close(game: "PaiGow", state: Round) -> None:
    """Betting closes once, with stacked tiles and something to play for."""
    if state.phase is not Phase.BETTING:
        raise RuleViolation(LOCKED, "betting is closed")
    check_stacked(state)
    check_bank_settled(game, state)
    if not state.bets and not state.dealer_stake:
        raise RuleViolation(BEFORE_NO_MORE_BETS, "nobody has wagered yet")


@implements("621a.5(c)#1", "621a.6(a)", "621a.9(c)#6", "621a.9(i)#2")
def no_more_bets(game: "PaiGow", state: Round, move: CallNoMoreBets) -> Step[Round]:
    """Betting closes, and the tiles are delivered in the ordinary style unless another is chosen."""
    clauses: tuple[Clause, ...] = CLOSING
    if game.submission.player_bank and not state.past.at_start and state.bank is None:
        # Everybody declined, or nobody was left who could be asked.
        clauses = (*clauses, NOBODY_BANKS)
    called = NoMoreBetsCalled(**cited(clauses))
    closed = msgspec.structs.replace(
        state,
        phase=Phase.CLOSED,
        wagered=_wagers_by_player(state),
        style=ORDINARY,
        shaken=False,
        dice=(),
        start=None,
    )
    return Step(closed, (called,))


def _wagers_by_player(state: Round) -> tuple[tuple[int, Cents], ...]:
    """What each player has down, by seat: the wager before the seat, or the one on the second area alone."""
    down: dict[int, Cents] = {}
    for bet in sorted(state.bets, key=lambda bet: bet.seat == owner_of(state, bet.seat)):
        down[owner_of(state, bet.seat)] = bet.amount
    return tuple(sorted(down.items()))


# The style of delivery (621a.7, 621a.9(i)).


def who_chooses(game: "PaiGow", state: Round) -> Roles:
    """The dealer, who also passes on what a bank chooses."""
    return BETTORS if state.bank else DEALERS


def chosen_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """By what the style is chosen, and each filed one shown by the dealer's sign."""
    signs = tuple(style.signal for style in game.submission.styles if style.signal)
    return (BANK_CHOOSES_STYLE if state.bank else OTHER_STYLES, *signs)


@implements("621a.9(i)#1")
def check_may_choose(game: "PaiGow", state: Round) -> None:
    """Refuse a style but between no more bets and the first tile; a bank chooses before the dice are shaken."""
    if state.phase is not Phase.CLOSED:
        raise RuleViolation(
            chosen_by(game, state)[0], "the style is chosen between no more bets and the first tile"
        )
    if state.bank is not None and (state.shaken or state.start is not None):
        raise RuleViolation(BANK_SHAKES, "the bank chooses before the dice are shaken")


@implements(
    "621a.7(a)",
    "621a.7(a)(1)#1",
    "621a.7(a)(2)#1",
    "621a.7(a)(3)#1",
    "621a.7(a)(4)#1",
    "621a.7(a)(5)#1",
    "621a.7(a)(6)#1",
    "621a.7(a)(7)#1",
    "621a.7(a)(8)#1",
    "621a.7(a)(9)#1",
    "621a.9(i)#1",
    readings=("B-PG-22",),
)
def choose_delivery(game: "PaiGow", state: Round, move: ChooseDelivery) -> Step[Round]:
    """The dealer, or the bank, chooses one of the filed styles, and the dealer shows it by its sign."""
    if move.style not in game.submission.styles:
        filed = ", ".join(style.label for style in game.submission.styles)
        raise RuleViolation(OTHER_STYLES, f"{move.style.label} is no filed style", fix=f"filed: {filed}")
    if move.style is state.style:
        raise RuleViolation(OTHER_STYLES, f"the tiles are delivered by {move.style.label} already")
    shown = (move.style.signal,) if move.style.signal else ()
    chosen = DeliveryChosen(style=move.style, by=move.by, **cited((chosen_by(game, state)[0], *shown)))
    return Step(msgspec.structs.replace(state, style=move.style), (chosen,))


def other_styles(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The filed styles but the one in which the tiles would be delivered as things stand."""
    if styles := tuple(style for style in game.submission.styles if style is not state.style):
        yield Offer({"style": styles})


# The number (621a.6(a)-(c), 621a.9(i)-(j)).


def who_shakes(game: "PaiGow", state: Round) -> Roles:
    """The player who banks, or the dealer."""
    return PLAYERS if state.bank else DEALERS


def shaken_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """By what the dice are shaken, first who does, then how often."""
    least = (BANK_SHAKES, BANK_SHAKES_ENOUGH) if state.bank else (SHAKEN, SHAKEN)
    return (*least, BETS_FIRST, THREE_DICE)


def check_may_shake(game: "PaiGow", state: Round) -> None:
    """Refuse to shake the dice but once, where they find the start."""
    _check_start_due(game, state, StartMethod.SHAKER)
    if state.shaken:
        raise RuleViolation(UNCOVERED, "the dice are shaken", fix="uncover the dice")


@implements("621a.2(d)#2", "621a.6(a)(2)#1", "621a.9(i)#3")
def shake(game: "PaiGow", state: Round, move: ShakeDice) -> Step[Round]:
    """The dealer, or the player who banks, mixes the dice, not less than the least number of shakes."""
    clauses = shaken_by(game, state)
    least = clauses[1].integer("min_shakes")
    if move.times < least:
        raise RuleViolation(
            clauses[1],
            f"{move.times} shakes are too few to mix the dice",
            fix=f"shake at least {least} times",
        )
    shaken = DiceShaken(times=move.times, by=move.by, **cited(clauses))
    return Step(msgspec.structs.replace(state, shaken=True), (shaken,))


def uncovered_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """By what the dealer uncovers the dice, adds them up and announces the total."""
    return (DEALER_UNCOVERS, DEALER_TOTALS, ANNOUNCED) if state.bank else (UNCOVERED, TOTALLED, ANNOUNCED)


def check_may_uncover(game: "PaiGow", state: Round) -> None:
    """Refuse to uncover dice that were not shaken."""
    _check_start_due(game, state, StartMethod.SHAKER)
    if not state.shaken:
        raise RuleViolation(shaken_by(game, state)[0], "the dice are not shaken", fix="shake the dice")


@implements("621a.6(a)(2)#4", "621a.6(b)#1", "621a.9(i)#5", "621a.9(i)#6")
def uncover(game: "PaiGow", state: Round, move: UncoverDice) -> Step[Round]:
    """The dealer, and nobody else, takes off the lid, adds up the dice and announces the total."""
    uncovers, totals, announced = uncovered_by(game, state)
    dice = (move.die_1, move.die_2, move.die_3)
    check_faces(dice, uncovers)
    total = total_of(dice)
    uncovered = DiceUncovered(dice=dice, total=total, **cited((totals, uncovers, announced)))
    after = _fix_start(msgspec.structs.replace(state, shaken=False, dice=dice), total)
    return Step(after.state, (uncovered, *after.events))


def check_number_due(game: "PaiGow", state: Round) -> None:
    """Refuse a number but where the generator finds the start."""
    _check_start_due(game, state, StartMethod.RANDOM_NUMBER_GENERATOR)


@implements("621a.6(a)(1)", "621a.6(b)#1", readings=("B-PG-19",))
def show_number(game: "PaiGow", state: Round, move: ShowNumber) -> Step[Round]:
    """The generator shows a number after no more bets, and the dealer announces it."""
    numbers = game.submission.generator_numbers.numbers
    if move.number not in numbers:
        raise RuleViolation(
            GENERATOR,
            f"the generator shows no {move.number}",
            fix=f"read the number again: it is one from {numbers[0]} to {numbers[-1]}",
        )
    shown = NumberShown(number=move.number, **cited((GENERATOR, ANNOUNCED)))
    after = _fix_start(state, move.number)
    return Step(after.state, (shown, *after.events))


def numbers(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """What the generator may show."""
    yield Offer({"number": game.submission.generator_numbers.numbers})


@implements("621a.6(b)#2", "621a.6(c)#1", "621a.6(c)#2", "621a.9(j)", readings=("B-PG-18",))
def _fix_start(state: Round, number: int) -> Step[Round]:
    """The count to the number, from the dealer or the bank, ends where the deal starts."""
    place = start(number, state.opponent)
    counted = COUNTED_FROM_BANK if state.bank else COUNTED_FROM_DEALER
    fixed = StartFixed(seat=place, **cited((counted, DECIDES_THE_START, EVERY_POSITION)))
    return Step(msgspec.structs.replace(state, start=place), (fixed,))


@implements("621a.6(a)", "621a.6(a)(1)", "621a.6(a)(2)#1")
def _check_start_due(game: "PaiGow", state: Round, wanted: StartMethod) -> None:
    """The starting position is found once, by the method in use, after no more bets and before the deal."""
    used = method(game.submission, state)
    if used is not wanted:
        raise RuleViolation(
            START_METHODS,
            f"the {_spoken(used)} finds the starting position here, not the {_spoken(wanted)}",
        )
    if state.phase is Phase.BETTING:
        first = BETS_FIRST if wanted is StartMethod.SHAKER else GENERATOR
        raise RuleViolation(first, "no more bets has not been called", fix="call no more bets first")
    _check_start_open(state, "go on with the deal")


def _check_start_open(state: Round, fix: str) -> None:
    if state.phase not in (Phase.BETTING, Phase.CLOSED) or state.start is not None:
        raise RuleViolation(START_METHODS, "the starting position of this round is known", fix=fix)


def check_method_open(game: "PaiGow", state: Round) -> None:
    """Refuse another method once the starting position of a round is known."""
    _check_start_open(state, "change the method after the round")


@implements("621a.6(a)", readings=("B-PG-19",))
def change_start_method(game: "PaiGow", state: Round, move: ChangeStartMethod) -> Step[Round]:
    """Another filed method is taken up before the starting position of a round is known."""
    if move.method is state.start_method:
        raise RuleViolation(START_METHODS, f"the {_spoken(move.method)} is in use")
    if move.method not in game.submission.start_methods:
        raise RuleViolation(START_METHODS, f"the {_spoken(move.method)} is no filed method")
    changed = StartMethodChanged(method=move.method, by=move.by, clause=START_METHODS.id)
    after = msgspec.structs.replace(state, start_method=move.method, shaken=False)
    return Step(after, (changed,))


def other_methods(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The filed methods but the one in use."""
    if others := tuple(one for one in game.submission.start_methods if one is not state.start_method):
        yield Offer({"method": others})


# The delivery (621a.6(d)-(f), 621a.9(k)-(m)).


def delivered_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """By what the tiles are delivered, the dealer's own stack topped, and what nobody plays swept away."""
    if state.bank is None:
        return (*_delivered_by(state), DEALER_STACK_MARKED, *_swept_by(state))
    return (*_delivered_by(state), STACK_TOPPED, WAGER_ON_STACK, *_swept_by(state))


def delivered_in_words(game: "PaiGow", state: Round) -> str:
    """The delivery, with what else the dealer does in it."""
    top = "the wager or the marker" if state.bank else "the marker"
    return f"Deliver the tiles, top the dealer's with {top}, lay unplayed ones with the Dead Hand"


def _delivered_by(state: Round) -> tuple[Clause, ...]:
    return (FIRST_FOUR, ALL_POSITIONS) if state.bank else state.style.clauses


def check_may_deliver(game: "PaiGow", state: Round) -> None:
    """Refuse tiles before the starting position is known, or after the last of them."""
    if state.start is None or state.phase not in (Phase.CLOSED, Phase.DELIVERING):
        raise RuleViolation(THREE_DICE, "the tiles are dealt once, when the starting position is known")


@implements("621a.2(d)#2", "621a.6(d)#1", "621a.6(d)#2", "621a.9(i)#2", "621a.9(k)#1", "621a.9(k)#2")
def deliver_tiles(game: "PaiGow", state: Round, move: DeliverTiles) -> Step[Round]:
    """The next places are served counterclockwise from the start, wagered on or not, in the style chosen."""
    assert state.start is not None, "checked before"
    served = len(state.hands)
    if move.hands > PLACES - served:
        raise RuleViolation(_delivered_by(state)[0], f"{PLACES - served} places are left to be served")
    places = order(state.start)[served : served + move.hands]
    hands = deliver(state.style, state.stacks)
    plan = steps(state.style)
    new = tuple(
        TileHand(seat=place, tiles=hands[number]) for number, place in enumerate(places, start=served)
    )
    events: tuple[Event, ...] = tuple(
        TilesDelivered(
            seat=hand.seat,
            taken=plan[number].tiles,
            tiles=hand.tiles,
            **cited(_clauses_at(state, hand.seat)),
        )
        for number, hand in enumerate(new, start=served)
    )
    dealt = msgspec.structs.replace(
        in_condition(state, Condition.IN_PLAY), phase=Phase.DELIVERING, hands=(*state.hands, *new)
    )
    if len(dealt.hands) < PLACES:
        return Step(dealt, events)
    swept = _sweep(dealt)
    # The shaker is covered first, where there is one; then the players set their hands.
    phase = Phase.COVERING if state.dice else Phase.SETTING
    complete = msgspec.structs.replace(swept.state, phase=phase)
    return onward(game, complete, (*events, *swept.events))


def places_left(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """So many places may be served at once, first all that are left."""
    yield Offer({"hands": tuple(range(PLACES - len(state.hands), 0, -1))})


@implements("621a.6(e)#1", "621a.6(e)#2", "621a.9(l)#1", "621a.9(l)#2", readings=("B-PG-15",))
def _sweep(state: Round) -> Step[Round]:
    """Stacks without a wager join the Dead Hand unseen: never the bank's, but the dealer's without one against the bank."""
    empty = [seat for seat in SEATS if seat not in state.bettors and seat != state.opponent]
    if state.bank is not None and not state.bank.stake:
        empty = [DEALER, *empty]
    swept = tuple(tile for seat in empty for tile in state.hand(seat))
    kept = tuple(
        TileHand(seat=DEAD_HAND, tiles=(*hand.tiles, *swept)) if hand.seat == DEAD_HAND else hand
        for hand in state.hands
        if hand.seat not in empty
    )
    collected = StacksCollected(seats=tuple(empty), **cited(_swept_by(state)))
    after = msgspec.structs.replace(state, hands=kept, stacks=())
    return Step(after, (collected,) if empty else ())


def _swept_by(state: Round) -> tuple[Clause, ...]:
    if state.bank is None:
        return (SWEPT, WITH_THE_DEAD_HAND)
    return (SWEPT_WHEN_BANKED, WITH_THE_DEAD_HAND_WHEN_BANKED)


def covered_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """The clauses on covering the shaker after the deal."""
    if state.bank is None:
        return (COVERED_AGAIN, AT_THE_RIGHT)
    return (COVERED_AGAIN_WHEN_BANKED, AT_THE_RIGHT_WHEN_BANKED)


@implements("621a.6(f)#1", "621a.6(f)#2", "621a.9(m)#1", "621a.9(m)#2")
def cover(game: "PaiGow", state: Round, move: CoverShaker) -> Step[Round]:
    """With the tiles dealt and swept, the shaker is covered and shaken once."""
    covered = ShakerCovered(**cited(covered_by(game, state)))
    return Step(msgspec.structs.replace(state, phase=Phase.SETTING), (covered,))


@implements("621a.6(d)#3", "621a.9(h)#4", "621a.9(k)#3")
def _clauses_at(state: Round, seat: int) -> tuple[Clause, ...]:
    """By what a place is served: with the dealer's own, also what goes on top of that stack."""
    clauses = _delivered_by(state)
    if state.bank is not None:
        chosen = (ORDINARY_STYLE,) if state.style is ORDINARY else ()
        clauses = (*clauses, *chosen, *state.style.clauses)
    if seat != DEALER:
        return clauses
    if state.bank is None:
        return (*clauses, DEALER_STACK_MARKED)
    return (*clauses, STACK_TOPPED, *((WAGER_ON_STACK,) if state.bank.stake else ()))


def _spoken(method: StartMethod) -> str:
    return method.replace("-", " ")
