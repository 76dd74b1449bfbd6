"""Dealing the tiles (621a.6, 621a.7, 621a.9(i)-(m)): no more bets, the number, the delivery, what is swept away."""

import msgspec

from houseway.equipment.dice import DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.pai_gow.bank import Banking
from houseway.games.pai_gow.delivery import ORDINARY, Delivery, Served, deliver, steps
from houseway.games.pai_gow.events import DeliveryChosen, DiceShaken, TilesDelivered
from houseway.games.pai_gow.mixing import check_stacked, in_condition
from houseway.games.pai_gow.moves import ChangeStartMethod, ChooseDelivery, DeliverTiles
from houseway.games.pai_gow.positions import DEAD_HAND, DEALER, SEATS, order, start, total_of
from houseway.games.pai_gow.round import Condition, Phase, Round, TileHand
from houseway.games.pai_gow.submission import BANK_SHAKES, GENERATOR, OTHER_STYLES, START_METHODS, StartMethod
from houseway.games.pai_gow.wagering import BEFORE_NO_MORE_BETS, LOCKED
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.areas import owner_of
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.events import Event, NoMoreBetsCalled, cited
from houseway.table.felt import Step
from houseway.table.moves import CallNoMoreBets
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS, Role
from houseway.table.rules import require_role
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


class Dealing(Banking):
    """What the game does from no more bets until every player has four tiles."""

    def delivery_steps(self, style: str) -> tuple[Served, ...]:
        """What each position is given in a style of delivery, in the order of service."""
        return steps(Delivery(style))

    # The dice of the shaker.

    def dice_at_rest(self, state: Round) -> bool:
        """The dice may be changed until they are shaken for a round."""
        waiting = state.phase in (Phase.BETTING, Phase.CLOSED) and not state.shaken and state.start is None
        return self.dice is not None and waiting

    @implements("621a.2(d)#2", "621a.2(d)(1)#3")
    def dice_rules(self, state: Round) -> DiceRules | None:
        """Dice are wanted only where the shaker is in use."""
        return DICE if self.method(state) is StartMethod.SHAKER else None

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What is attested of dice is asked for only where the shaker is in use."""
        return step.stage is not Stage.DICE or self.method(state) is StartMethod.SHAKER

    @implements("621a.6(a)", readings=("B-PG-19",))
    def method(self, state: Round) -> StartMethod:
        """What finds the number: where a player banks it is the shaker, unless the generator is filed for that too."""
        if state.bank is not None and not self.submission.generator_in_banked_rounds:
            return StartMethod.SHAKER
        return state.start_method

    @implements("621a.6(a)", readings=("B-PG-19",))
    def methods(self, state: Round) -> tuple[StartMethod, ...]:
        """The filed methods that may find the number of this round."""
        if state.bank is not None and not self.submission.generator_in_banked_rounds:
            return (StartMethod.SHAKER,)
        return self.submission.start_methods

    # No more bets (621a.5(c), 621a.6(a)).

    @implements("621a.5(c)#1", "621a.6(a)", "621a.9(c)#6", "621a.9(i)#2")
    def _no_more_bets(self, state: Round, move: CallNoMoreBets) -> Step[Round]:
        """Betting closes, with stacked tiles and something to play for."""
        require_role(move, DEALERS, BEFORE_NO_MORE_BETS, "call no more bets")
        if state.phase is not Phase.BETTING:
            raise RuleViolation(LOCKED, "betting is closed")
        check_stacked(state)
        self.check_bank_settled(state)
        if not state.bets and not state.dealer_stake:
            raise RuleViolation(BEFORE_NO_MORE_BETS, "nobody has wagered yet")
        clauses: tuple[Clause, ...] = (BEFORE_NO_MORE_BETS, LOCKED, START_METHODS)
        if self.submission.player_bank and not state.past.at_start and state.bank is None:
            # Everybody declined, or nobody was left who could be asked.
            clauses = (*clauses, NOBODY_BANKS)
        called = NoMoreBetsCalled(**cited(clauses))
        closed = msgspec.structs.replace(
            state,
            phase=Phase.CLOSED,
            wagered=wagers_by_player(state),
            style=ORDINARY,
            shaken=False,
            dice=(),
            start=None,
        )
        return Step(closed, (called,))

    # The style of delivery (621a.7, 621a.9(i)).

    @implements("621a.7(a)", "621a.9(i)#1", readings=("B-PG-22",))
    def _choose_delivery(self, state: Round, move: ChooseDelivery) -> Step[Round]:
        """The dealer, or the bank before the dice are shaken, chooses one of the filed styles."""
        banked = state.bank is not None
        require_role(move, BETTORS if banked else DEALERS, OTHER_STYLES, "choose the delivery")
        if state.phase is not Phase.CLOSED:
            raise RuleViolation(
                BANK_CHOOSES_STYLE if banked else OTHER_STYLES,
                "the style is chosen between no more bets and the first tile",
            )
        if banked and (state.shaken or state.start is not None):
            raise RuleViolation(BANK_SHAKES, "the bank chooses before the dice are shaken")
        if move.style not in self.submission.styles:
            filed = ", ".join(style.label for style in self.submission.styles)
            raise RuleViolation(OTHER_STYLES, f"{move.style.label} is no filed style", fix=f"filed: {filed}")
        if move.style is state.style:
            raise RuleViolation(OTHER_STYLES, f"the tiles are delivered by {move.style.label} already")
        chosen = BANK_CHOOSES_STYLE if banked else OTHER_STYLES
        shown = (move.style.signal,) if move.style.signal else ()
        event = DeliveryChosen(style=move.style, by=move.by, **cited((chosen, *shown)))
        return Step(msgspec.structs.replace(state, style=move.style), (event,))

    # The number (621a.6(a)-(c), 621a.9(i)-(j)).

    @implements("621a.2(d)#2", "621a.6(a)(2)#1", "621a.9(i)#3")
    def _shake(self, state: Round, move: ShakeDice) -> Step[Round]:
        """The dealer, or the player who banks, mixes the dice, not less than the least number of shakes."""
        banked = state.bank is not None
        clause = BANK_SHAKES if banked else SHAKEN
        require_role(move, PLAYERS if banked else DEALERS, clause, "shake the dice")
        self._check_start_due(state, StartMethod.SHAKER)
        if state.shaken:
            raise RuleViolation(UNCOVERED, "the dice are shaken", fix="uncover the dice")
        enough = BANK_SHAKES_ENOUGH if banked else SHAKEN
        least = enough.integer("min_shakes")
        if move.times < least:
            raise RuleViolation(
                enough,
                f"{move.times} shakes are too few to mix the dice",
                fix=f"shake at least {least} times",
            )
        shaken = DiceShaken(times=move.times, by=move.by, **cited((clause, enough, BETS_FIRST, THREE_DICE)))
        return Step(msgspec.structs.replace(state, shaken=True), (shaken,))

    @implements("621a.6(a)(2)#4", "621a.9(i)#5", "621a.9(i)#6")
    def _uncover(self, state: Round, move: UncoverDice) -> Step[Round]:
        """The dealer, and nobody else, takes off the lid, adds up the dice and announces the total."""
        uncovers = DEALER_UNCOVERS if state.bank else UNCOVERED
        require_role(move, DEALERS, uncovers, "uncover the dice")
        self._check_start_due(state, StartMethod.SHAKER)
        if not state.shaken:
            raise RuleViolation(
                BANK_SHAKES if state.bank else SHAKEN, "the dice are not shaken", fix="shake the dice"
            )
        dice = (move.die_1, move.die_2, move.die_3)
        check_faces(dice, uncovers)
        total = total_of(dice)
        totals = DEALER_TOTALS if state.bank else TOTALLED
        uncovered = DiceUncovered(dice=dice, total=total, **cited((totals, uncovers, ANNOUNCED)))
        seen = msgspec.structs.replace(state, shaken=False, dice=dice)
        after = self._fix_start(seen, total)
        return Step(after.state, (uncovered, *after.events))

    @implements("621a.6(a)(1)", readings=("B-PG-19",))
    def _show_number(self, state: Round, move: ShowNumber) -> Step[Round]:
        """The generator shows a number after no more bets, and the dealer announces it."""
        require_role(move, (Role.DEVICE, *DEALERS), GENERATOR, "show the number")
        self._check_start_due(state, StartMethod.RANDOM_NUMBER_GENERATOR)
        numbers = self.submission.generator_numbers.numbers
        if move.number not in numbers:
            raise RuleViolation(
                GENERATOR,
                f"the generator shows no {move.number}",
                fix=f"read the number again: it is one from {numbers[0]} to {numbers[-1]}",
            )
        shown = NumberShown(number=move.number, **cited((GENERATOR, ANNOUNCED)))
        after = self._fix_start(state, move.number)
        return Step(after.state, (shown, *after.events))

    @implements("621a.6(b)#2", "621a.6(c)#1", "621a.6(c)#2", "621a.9(j)", readings=("B-PG-18",))
    def _fix_start(self, state: Round, number: int) -> Step[Round]:
        """The count to the number, from the dealer or the bank, ends where the deal starts."""
        counted_from = state.bank.seat if state.bank else DEALER
        place = start(number, counted_from)
        counted = COUNTED_FROM_BANK if state.bank else COUNTED_FROM_DEALER
        fixed = StartFixed(seat=place, **cited((counted, DECIDES_THE_START, EVERY_POSITION)))
        return Step(msgspec.structs.replace(state, start=place), (fixed,))

    @implements("621a.6(a)", "621a.6(a)(1)", "621a.6(a)(2)#1")
    def _check_start_due(self, state: Round, method: StartMethod) -> None:
        """The starting position is found once, by the method in use, after no more bets and before the deal."""
        if self.method(state) is not method:
            raise RuleViolation(
                START_METHODS,
                f"the {_spoken(self.method(state))} finds the starting position here, not the {_spoken(method)}",
            )
        if state.phase is Phase.BETTING:
            first = BETS_FIRST if method is StartMethod.SHAKER else GENERATOR
            raise RuleViolation(first, "no more bets has not been called", fix="call no more bets first")
        if state.phase is not Phase.CLOSED or state.start is not None:
            raise RuleViolation(
                START_METHODS, "the starting position of this round is known", fix="go on with the deal"
            )

    @implements("621a.6(a)", readings=("B-PG-19",))
    def _change_start_method(self, state: Round, move: ChangeStartMethod) -> Step[Round]:
        """Another filed method is taken up before the starting position of a round is known."""
        require_role(move, FLOORPERSONS, START_METHODS, "change the method")
        if move.method is state.start_method:
            raise RuleViolation(START_METHODS, f"the {_spoken(move.method)} is in use")
        if move.method not in self.submission.start_methods:
            raise RuleViolation(START_METHODS, f"the {_spoken(move.method)} is no filed method")
        if state.phase not in (Phase.BETTING, Phase.CLOSED) or state.start is not None:
            raise RuleViolation(
                START_METHODS,
                "the starting position of this round is known",
                fix="change the method after the round",
            )
        changed = StartMethodChanged(method=move.method, by=move.by, clause=START_METHODS.id)
        after = msgspec.structs.replace(state, start_method=move.method, shaken=False)
        return Step(after, (changed,))

    # The delivery (621a.6(d)-(f), 621a.9(k)-(m)).

    @implements("621a.2(d)#2", "621a.6(d)#1", "621a.6(d)#2", "621a.9(i)#2", "621a.9(k)#1", "621a.9(k)#2")
    def _deliver(self, state: Round, move: DeliverTiles) -> Step[Round]:
        """The next places are served counterclockwise from the start, wagered on or not, in the style chosen."""
        require_role(move, DEALERS, delivered_by(state)[0], "deliver the tiles")
        if state.start is None or state.phase not in (Phase.CLOSED, Phase.DELIVERING):
            raise RuleViolation(THREE_DICE, "the tiles are dealt once, when the starting position is known")
        served = len(state.hands)
        places = order(state.start)[served : served + move.hands]
        if len(places) < move.hands:
            raise RuleViolation(
                delivered_by(state)[0], f"{len(order(state.start)) - served} places are left to be served"
            )
        hands = deliver(state.style, state.stacks)
        plan = steps(state.style)
        new = tuple(
            TileHand(seat=place, tiles=hands[number]) for number, place in enumerate(places, start=served)
        )
        events: list[Event] = [
            TilesDelivered(
                seat=hand.seat,
                taken=plan[number].tiles,
                tiles=hand.tiles,
                **cited(_clauses_at(state, hand.seat)),
            )
            for number, hand in enumerate(new, start=served)
        ]
        dealt = msgspec.structs.replace(
            in_condition(state, Condition.IN_PLAY), phase=Phase.DELIVERING, hands=(*state.hands, *new)
        )
        if served + len(new) < len(order(state.start)):
            return Step(dealt, tuple(events))
        swept = self._sweep(dealt)
        after = self.delivered(swept.state)
        return Step(after.state, (*events, *swept.events, *after.events))

    @implements("621a.6(e)#1", "621a.9(l)#1", readings=("B-PG-15",))
    def _sweep(self, state: Round) -> Step[Round]:
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
        clauses = (
            (SWEPT_WHEN_BANKED, WITH_THE_DEAD_HAND_WHEN_BANKED) if state.bank else (SWEPT, WITH_THE_DEAD_HAND)
        )
        collected = StacksCollected(seats=tuple(empty), **cited(clauses))
        after = msgspec.structs.replace(state, hands=kept, stacks=())
        return Step(after, (collected,) if empty else ())

    def delivered(self, state: Round) -> Step[Round]:
        """The shaker is covered first, where there is one; then the players set their hands."""
        phase = Phase.COVERING if state.dice else Phase.SETTING
        return Step(msgspec.structs.replace(state, phase=phase), ())

    @implements("621a.6(f)#1", "621a.9(m)#1")
    def _cover(self, state: Round, move: CoverShaker) -> Step[Round]:
        """With the tiles dealt and swept, the shaker is covered and shaken once."""
        clauses = covered_by(state)
        require_role(move, DEALERS, clauses[0], "cover the shaker")
        if state.phase is not Phase.COVERING:
            raise RuleViolation(
                clauses[0], "the shaker is covered once, when tiles have been dealt by its dice"
            )
        covered = ShakerCovered(**cited(clauses))
        return Step(msgspec.structs.replace(state, phase=Phase.SETTING), (covered,))


def wagers_by_player(state: Round) -> tuple[tuple[int, Cents], ...]:
    """What each player has down, by seat: the wager before the seat, or the one on the second area alone."""
    down: dict[int, Cents] = {}
    for bet in sorted(state.bets, key=lambda bet: bet.seat == owner_of(state, bet.seat)):
        down[owner_of(state, bet.seat)] = bet.amount
    return tuple(sorted(down.items()))


def covered_by(state: Round) -> tuple[Clause, ...]:
    """The clauses on covering the shaker after the deal."""
    if state.bank is None:
        return (COVERED_AGAIN, AT_THE_RIGHT)
    return (COVERED_AGAIN_WHEN_BANKED, AT_THE_RIGHT_WHEN_BANKED)


def delivered_by(state: Round) -> tuple[Clause, ...]:
    """The clauses on delivering the tiles."""
    return (FIRST_FOUR, ALL_POSITIONS) if state.bank else state.style.clauses


def _clauses_at(state: Round, seat: int) -> tuple[Clause, ...]:
    """By what a place is served: with the dealer's own, also what goes on top of that stack."""
    clauses = delivered_by(state)
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
