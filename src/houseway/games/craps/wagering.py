"""Wagering: when each wager is made, raised and taken down, and what goes with what (623a.3, 623a.4, 623a.6, 623a.11, 623a.12)."""

from collections.abc import Iterator

import msgspec

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.events import ButtonSet, WagerBookedInParts, WagerSetAside
from houseway.games.craps.fire import BOX, BROUGHT_IN, FIRE_BET
from houseway.games.craps.round import IN_THE_AIR, BetKey, CrapsFelt
from houseway.games.craps.shooter import resumed
from houseway.games.craps.submission import CrapsSubmission
from houseway.games.craps.supplemental import check_supplemental, most_odds, supported
from houseway.games.craps.vigorish import TAKEN_BY, When, due_on_placing, refund_on_reducing
from houseway.games.craps.wagers import (
    BASE_OF,
    BROKEN_DOWN_BY,
    CATALOGUE,
    COME_BETS,
    COME_OUT,
    LINE_BETS,
    ODDS_OF,
    ComeOutRule,
    broken_down,
    has_come_bets,
)
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.events import Event, VigorishRefunded
from houseway.table.felt import Step
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Bets, BettingRules, Range, Wager, bet_at

BEFORE_THE_THROW = pa("623a.4(a)")
REMOVABLE = pa("623a.4(c)")
PASS_LOCKED = pa("623a.4(c)(1)")
COME_LOCKED = pa("623a.4(c)(2)")
FIRE_UNCHANGED = pa("623a.4(c)(3)#1")
FIRE_STAYS = pa("623a.4(c)(3)#2")
BONUS_UNCHANGED = pa("623a.4(c)(4)")
DONTS_REMOVABLE = pa("623a.4(d)#1")
DONTS_NOT_REPLACED = pa("623a.4(d)#2")
FIRE_SETTLED_BY_SUCCESSOR = pa("623a.11(a)(2)")
BONUS_FOR_A_NEW_SHOOTER = pa("623a.12(1)")
BONUS_STAYS = pa("623a.12(2)")
BONUS_BUTTONS_STAY = pa("623a.12(4)#2")
_COME_ODDS = "come-odds"

# Where the submission lets the odds of Come Bets rest, the buttons of Place Bets serve them too (B-CR-11).
_COME_ODDS_REST = ComeOutRule(acts=False, rule=pa("623a.6(c)#1"), call=pa("623a.6(c)#1"))

# The clauses of the wagers that wait for no point and no shooter.
_AT_ANY_TIME = tuple(
    dict.fromkeys(
        wager.clause.id for wager in CATALOGUE.values() if wager.clause.parameters.get("window") == "any"
    )
)

DONTS = frozenset({"dont-pass", "dont-come"})
BONUS = frozenset(BONUS_WAGERS)


class CrapsWagering(Wagering[CrapsFelt]):
    """Wagers at a Craps table: what it offers under its submission, worked out once."""

    fee_clause = TAKEN_BY[When.PLACED]

    def __init__(self, submission: CrapsSubmission, betting: BettingRules) -> None:
        super().__init__(submission.chosen, betting)
        self.multiples = submission.multiples
        self.in_parts = submission.booked_in_parts
        self.come_odds_rest = submission.come_odds_rest
        self.bonus_again_after_seven = submission.bonus_again_after_seven
        self.vigorish = submission.vigorish

    # When each wager may be made (623a.3(a), 623a.4(a)).

    @implements(
        "623a.3(a)(1)",
        "623a.3(a)(2)",
        "623a.3(a)(3)#1",
        "623a.3(a)(4)#1",
        *_AT_ANY_TIME,
        readings=("B-CR-25", "B-CR-27", "B-CR-28"),
    )
    def check_placing(self, state: CrapsFelt, wager: Wager, *, raising: bool) -> None:
        """The line before a come out roll, Come Bets under a point, Fire and Bonus bets for a new shooter, others at any time."""
        made = "raised" if raising else "made"
        check_dice_at_rest(state, f"{wager.title} may not be {made}")
        if wager.name in LINE_BETS and state.point:
            raise RuleViolation(
                wager.clause,
                f"{wager.title} is {made} before the come out roll; a point of {state.point} stands",
                fix="add odds instead, or wait for the next come out roll",
            )
        if wager.name in COME_BETS and not state.point:
            raise RuleViolation(
                wager.clause,
                f"{wager.title} is {made} once the come out roll has set a point",
                fix="wait for a point, or bet the line",
            )
        if wager.name == FIRE_BET:
            _check_fire_window(state, wager)
        elif wager.name in BONUS:
            self._check_bonus_window(state)

    @implements("623a.3(a)(43)", "623a.12(1)", "623a.12(4)#2", readings=("B-CR-07", "B-CR-09"))
    def _check_bonus_window(self, state: CrapsFelt) -> None:
        """Only before a new shooter's first come out roll, or anew after a 7 where that is approved; never under buttons."""
        again = self.bonus_again_after_seven and state.bonus_reopened and not state.point
        if not (again or _is_before_first_come_out(state)):
            raise RuleViolation(
                BONUS_FOR_A_NEW_SHOOTER,
                "Bonus Craps Wagers are made before a new shooter's first come out roll",
                fix="wait for a new shooter",
            )
        if state.bonus:
            raise RuleViolation(
                BONUS_BUTTONS_STAY,
                "earlier Bonus Craps Wagers are on, and their buttons lie on the layout",
                fix="wait until the buttons are cleared",
            )

    @implements(
        "623a.4(c)(3)#1",
        "623a.4(c)(4)",
        "623a.4(d)#2",
        "623a.6(a)#1",
        "623a.6(b)#1",
        "623a.6(c)#1",
        "623a.6(d)#1",
        readings=("B-CR-26",),
    )
    def check_bet(self, state: CrapsFelt, bet: Bet) -> None:
        """Refuse to raise what may not be raised, to put back a don't bet, and odds that go behind nothing or too far."""
        if bet.wager in BASE_OF:
            check_supplemental(state.bets, bet, state.point, self.multiples, self.betting.smallest_chip)
        elif not _may_be_added_to(state, bet):
            raise RuleViolation(
                _NOT_ADDED_TO.get(bet.wager, BONUS_UNCHANGED),
                f"{CATALOGUE[bet.wager].title} of position {bet.seat} may not be put back or raised",
            )

    def room(self, state: CrapsFelt, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add to a wager now, as far as the other wagers on the layout go."""
        if wager.name in BASE_OF:
            return self._odds_room(state, seat, wager, pick)
        if not _may_be_added_to(state, Bet(seat, wager.name, pick, 0)):
            return None
        limits, step = self.betting.limits_of(wager.name), self.betting.steps[wager.name, pick]
        held = bet_at(state.bets, seat, wager.name, pick)
        return _range_up_to(held.amount if held else 0, limits.minimum, limits.maximum, step)

    def _odds_room(self, state: CrapsFelt, seat: int, wager: Wager, pick: str) -> Range | None:
        base = supported(state.bets, seat, wager.name, pick, state.point)
        if base is None:
            return None
        held = bet_at(state.bets, seat, wager.name, pick)
        most = most_odds(
            base.wager, int(pick), base.amount, self.multiples.on(int(pick)), self.betting.smallest_chip
        )
        step = self.betting.steps[wager.name, pick]
        return _range_up_to(held.amount if held else 0, step, most, step)

    def fee(self, state: CrapsFelt, bet: Bet, added: Cents) -> Cents:
        """The vigorish on a Buy or Lay Bet, where it is taken when the bet is made."""
        before = bet.amount - added
        return due_on_placing(self.vigorish, bet.wager, before, bet.amount, self.betting.smallest_chip)

    @implements("623a.10(b)#4", readings=("B-CR-28",))
    def placed(self, state: CrapsFelt, bet: Bet, added: Cents) -> Step[CrapsFelt]:
        """A line bet ends the throwing for Come Bets only; a Bonus bet goes before the boxperson."""
        if bet.wager in BONUS:
            aside = WagerSetAside(seat=bet.seat, wager=bet.wager, clause=BONUS_STAYS.id)
            return Step(state, (aside,))
        if state.come_only and bet.wager in LINE_BETS:
            return resumed(state)
        return Step(state, self._booked(bet, added))

    # Horn High and Whirl Bets at a layout that has no area for them (623a.3(a)(20)-(21)).

    @implements("623a.3(a)(20)#3", "623a.3(a)(21)#3", readings=("B-CR-19",))
    def _booked(self, bet: Bet, added: Cents) -> tuple[Event, ...]:
        """What a Horn High or Whirl Bet is broken down into where the layout has no area for it."""
        if bet.wager not in self.in_parts:
            return ()
        return (
            WagerBookedInParts(
                seat=bet.seat,
                wager=bet.wager,
                parts=broken_down(bet.wager, added),
                clause=BROKEN_DOWN_BY[bet.wager].id,
            ),
        )

    @implements("623a.3(a)(20)#3", "623a.3(a)(21)#3", readings=("B-CR-19",))
    def chips_as_they_lie(self, bets: Bets) -> Bets:
        """The wagers as their chips lie: one without an area of its own in its parts, on theirs with what else is there.

        It stays one wager nonetheless, so that the limits, taking it down and reducing it are those of the whole.
        """
        lying: dict[BetKey, Cents] = {}
        for bet in bets:
            whole = (bet.wager, bet.amount)
            for wager, amount in broken_down(*whole) if bet.wager in self.in_parts else (whole,):
                key = bet.seat, wager, bet.pick
                lying[key] = lying.get(key, 0) + amount
        return tuple(Bet(*key, amount) for key, amount in lying.items())

    # Taking down (623a.4(c)-(d)).

    def check_taking_down(self, state: CrapsFelt, bet: Bet) -> None:
        """What is locked stays, and so does a wager that odds rest on."""
        check_removable(state, bet, reducing=False)
        _check_supports_nothing(state, bet)

    @implements("623a.4(c)", "623a.4(d)#1")
    def removal_clause(self, bet: Bet) -> Clause:
        """By what a wager is taken down or reduced: the don't bets by a rule of their own."""
        return DONTS_REMOVABLE if bet.wager in DONTS else REMOVABLE

    def taken_down(self, state: CrapsFelt, bet: Bet) -> Step[CrapsFelt]:
        """Its button goes with a wager, its vigorish comes back, and a don't bet is not put back."""
        state = msgspec.structs.replace(
            state,
            buttons=tuple(key for key in state.buttons if key != key_of(bet)),
            withdrawn=withdrawn_with(state, bet, reduced=False),
        )
        return Step(state, self.refunded(bet, 0))

    def refunded(self, bet: Bet, left: Cents) -> tuple[Event, ...]:
        """The vigorish that comes back when only so much of a wager is left."""
        back = refund_on_reducing(self.vigorish, bet.wager, bet.amount, left, self.betting.smallest_chip)
        if not back:
            return ()
        clause = TAKEN_BY[When.PLACED].id
        return (VigorishRefunded(seat=bet.seat, wager=bet.wager, pick=bet.pick, amount=back, clause=clause),)

    # On and off on a come out roll (623a.3(a)(5)-(10), (41), (42)).

    def calls_of(self, wager: str) -> ComeOutRule | None:
        """How a wager that may be called on or off acts on a come out roll; None for one that acts on every roll."""
        if wager == _COME_ODDS and self.come_odds_rest:
            return _COME_ODDS_REST
        return COME_OUT.get(wager)

    def is_on(self, state: CrapsFelt, bet: Bet) -> bool | None:
        """Whether a wager that may be called on and off is on for the next come out roll; None for any other."""
        rule = self.calls_of(bet.wager)
        return None if rule is None else rule.acts != (key_of(bet) in state.buttons)

    def button_on(self, state: CrapsFelt, bet: Bet) -> str:
        """What the button on a wager says, where one lies on it."""
        if key_of(bet) not in state.buttons:
            return ""
        return "on" if self.is_on(state, bet) else "off"

    @implements("623a.10(b)#2", readings=("B-CR-14", "B-CR-28"))
    def left_off(self, state: CrapsFelt) -> tuple[BetKey, ...]:
        """The buttons that lie on while only Come Bets are thrown for: those of wagers called off; what rests goes on resting."""
        return tuple(key for key in state.buttons if self._rule_of(key).acts)

    def buttons_taken(
        self, before: tuple[BetKey, ...], after: tuple[BetKey, ...], bets: Bets
    ) -> Iterator[ButtonSet]:
        """That buttons were taken from wagers which still lie there; a decided wager takes its button along."""
        standing = {key_of(bet) for bet in bets}
        for key in before:
            if key in standing and key not in after:
                seat, wager, pick = key
                clause = self._rule_of(key).call
                yield ButtonSet(seat=seat, wager=wager, pick=pick, button="", clause=clause.id)

    def _rule_of(self, key: BetKey) -> ComeOutRule:
        rule = self.calls_of(key[1])
        assert rule is not None, "only wagers that may be called bear a button"
        return rule


def key_of(bet: Bet) -> BetKey:
    """What tells a wager from all others on the layout."""
    return bet.seat, bet.wager, bet.pick


@implements("623a.4(a)")
def check_dice_at_rest(state: CrapsFelt, refused: str) -> None:
    """Nothing is made, changed or taken down from the throw until what it decides is settled."""
    if state.phase in IN_THE_AIR:
        raise RuleViolation(
            BEFORE_THE_THROW, f"{refused} once the dice are thrown", fix="wait until the throw is settled"
        )


@implements("623a.11(a)(1)", "623a.12(1)", readings=("B-CR-07", "B-CR-28"))
def _is_before_first_come_out(state: CrapsFelt) -> bool:
    """Whether the next come out roll is the first of a new shooter, and of nobody who had the dice before."""
    if state.point or state.come_only:
        return False
    if state.shooter:
        return state.shooter != state.came_out
    # While nobody has the dice, whose hand is not over may take them back, or throw for the Come Bets left.
    return not state.came_out and not has_come_bets(state.bets)


@implements("623a.3(a)(40)", "623a.11(a)(1)", "623a.11(a)(2)", "623a.11(a)(3)", readings=("B-CR-03",))
def _check_fire_window(state: CrapsFelt, wager: Wager) -> None:
    """Only before a new shooter's first come out roll, and not while earlier Fire Bets are pending."""
    if not _is_before_first_come_out(state):
        raise RuleViolation(
            wager.clause,
            "Fire Bets are made before a new shooter's first come out roll",
            fix="wait for a new shooter",
        )
    if any(bet.wager == FIRE_BET and bet.pick == BOX for bet in state.bets):
        pending = bool(state.fire) or not state.shooter
        raise RuleViolation(
            FIRE_SETTLED_BY_SUCCESSOR if pending else BROUGHT_IN,
            "Fire Bets lie before the boxperson and wait for a loser 7",
            fix="wait until they are lost or paid",
        )


_NOT_ADDED_TO: dict[str, Clause] = {FIRE_BET: FIRE_UNCHANGED, **dict.fromkeys(DONTS, DONTS_NOT_REPLACED)}


@implements("623a.4(c)(3)#1", "623a.4(c)(4)", "623a.4(d)#2", readings=("B-CR-26",))
def _may_be_added_to(state: CrapsFelt, bet: Bet) -> bool:
    """Fire and Bonus bets stay as they were made; a don't bet is neither put back nor raised once taken down or reduced."""
    if bet.wager == FIRE_BET or bet.wager in BONUS:
        return bet_at(state.bets, bet.seat, bet.wager, bet.pick) is None
    return key_of(bet) not in state.withdrawn


def _range_up_to(held: Cents, least: Cents, most: Cents, step: Cents) -> Range | None:
    """The amounts that bring what is held to a multiple of `step` within the limits."""
    low = max(-(-least // step), held // step + 1) * step
    high = most // step * step
    return Range(low - held, high - held, step) if low <= high else None


@implements(
    "623a.4(c)",
    "623a.4(c)(1)",
    "623a.4(c)(2)",
    "623a.4(c)(3)#1",
    "623a.4(c)(3)#2",
    "623a.4(c)(4)",
    "623a.4(d)#1",
    readings=("B-CR-08", "B-CR-12"),
)
def check_removable(state: CrapsFelt, bet: Bet, *, reducing: bool) -> None:
    """Everything may be taken down or reduced before the roll that decides it, but Pass and Come Bets under a point, Fire and Bonus."""
    how = "reduced" if reducing else "taken down"
    check_dice_at_rest(state, f"{CATALOGUE[bet.wager].title} may not be {how}")
    if bet.wager == "pass" and state.point:
        raise RuleViolation(PASS_LOCKED, f"a Pass Bet under a point of {state.point} may not be {how}")
    if bet.wager == "come" and bet.pick:
        raise RuleViolation(COME_LOCKED, f"a Come Bet on {bet.pick} may not be {how}")
    if bet.wager == FIRE_BET:
        raise RuleViolation(
            FIRE_UNCHANGED if reducing else FIRE_STAYS, f"a Fire Bet may not be {how} before a loser 7"
        )
    if bet.wager in BONUS:
        raise RuleViolation(
            BONUS_UNCHANGED if reducing else BONUS_STAYS, f"a Bonus Craps Wager may not be {how}"
        )


def odds_behind(state: CrapsFelt, bet: Bet) -> Bet | None:
    """The odds that rest on a wager of the line."""
    if bet.wager not in ODDS_OF:
        return None
    pick = str(state.point) if bet.wager in LINE_BETS else bet.pick
    return bet_at(state.bets, bet.seat, ODDS_OF[bet.wager], pick)


@implements("623a.6(b)#1", "623a.6(d)#1", readings=("B-CR-12",))
def _check_supports_nothing(state: CrapsFelt, bet: Bet) -> None:
    """A wager is not taken down from before its odds, which support it."""
    odds = odds_behind(state, bet)
    if odds is not None:
        raise RuleViolation(
            pa("623a.6(b)#1") if bet.wager == "dont-pass" else pa("623a.6(d)#1"),
            f"odds of {dollars(odds.amount)} rest on it",
            fix="take the odds down first",
        )


@implements("623a.4(d)#2", readings=("B-CR-26",))
def withdrawn_with(state: CrapsFelt, bet: Bet, *, reduced: bool) -> tuple[BetKey, ...]:
    """The don't bets not to be put back or raised; a Don't Come Bet taken down leaves room for a new one."""
    others = tuple(key for key in state.withdrawn if key != key_of(bet))
    stays_out = bet.wager == "dont-pass" or (bet.wager == "dont-come" and reduced)
    return (*others, key_of(bet)) if stays_out else others
