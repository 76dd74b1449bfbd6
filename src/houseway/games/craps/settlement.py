"""Settlement of a valid roll over the whole layout (623a.5, 623a.6, 623a.9(d) and (e))."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.games.craps.bonus import BONUS_WAGERS, bonus_button, buttons_cleared
from houseway.games.craps.decisions import (
    FIRE_POINTS_TO_WIN,
    fire_points,
    marked,
    next_point,
    unique_points,
)
from houseway.games.craps.events import WagerMoved
from houseway.games.craps.fire import FIRE_BET, fire_line, fire_marker
from houseway.games.craps.roll import Roll
from houseway.games.craps.vigorish import TAKEN_BY, Vigorish, When, due_on_win
from houseway.games.craps.wagers import CATALOGUE, COME_OUT, MOVED_BY, PARTS, winning_share
from houseway.law import Clause, implements, pa
from houseway.money import Breakage, Cents, Payment, make_in_chips
from houseway.table.events import Event, Result, Settled, VigorishCollected
from houseway.table.wagers import Bet, Bets, Verdict, Wager, returned

_COME_ODDS = "come-odds"
_SUPPORTS_COME = pa("623a.6(c)#1")
_PENDING_FIRE = pa("623a.11(a)(2)")
_BONUS = frozenset(BONUS_WAGERS)
_OVER_MANY_ROLLS = _BONUS | {FIRE_BET}

# A betting area by its wager and pick.
Area = tuple[str, str]
# The bets that bear an "on" or "off" button, by seat, wager and pick.
Called = frozenset[tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a roll does to whatever bets lie on one area."""

    verdict: Verdict
    odds: str = ""
    pays: str = ""
    # The share of the stake that won, where a combination splits it.
    won: Fraction | None = None
    moves_to: str = ""


@dataclass(frozen=True)
class Terms:
    """The terms on which a table settles; what each roll decides is worked out when it first falls, and kept."""

    wagers: Mapping[str, Wager]
    smallest_chip: Cents
    # The clause that puts settlement before the dice go back.
    order: Clause
    vigorish: Vigorish | None = None
    # Whether Come odds rest on a come out roll unless called on (reading B-CR-11).
    come_odds_rest: bool = False
    _decided: dict[tuple[int, int, int], dict[Area, _Outcome]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def decided_by(self, roll: Roll) -> Mapping[Area, _Outcome]:
        """What a roll does to each area that it touches, but for wagers that run over many rolls."""
        thrown = (roll.die_1, roll.die_2, roll.point)
        decided = self._decided.get(thrown)
        if decided is None:
            outcomes = (
                ((wager.name, pick), self.outcome_of(wager, pick, roll))
                for wager in self.wagers.values()
                if wager.name not in _OVER_MANY_ROLLS
                for pick in (*wager.picks, *wager.moved_to)
            )
            decided = {area: outcome for area, outcome in outcomes if outcome is not None}
            self._decided[thrown] = decided
        return decided

    def outcome_of(self, wager: Wager, pick: str, roll: Roll) -> _Outcome | None:
        """What a roll does to the bets on one area, or None where they stand as they lie."""
        verdict = wager.decide(roll, pick)
        if verdict.result is Result.STANDS:
            # A roll that neither wins nor loses a wager fresh on the Come or Don't Come Line gave it its number.
            fresh = wager.name in MOVED_BY and not pick
            return _Outcome(verdict, moves_to=str(roll.total)) if fresh else None
        if verdict.line is None:
            return _Outcome(verdict)
        won = winning_share(wager.name, roll) if wager.name in PARTS else None
        return _Outcome(verdict, str(verdict.line.odds), verdict.line.clause.id, won)


class Settlement(NamedTuple):
    """What a roll leaves: what happened, the bets that lie on, the point, the Fire markers and the Bonus buttons."""

    events: tuple[Event, ...]
    bets: Bets
    point: int
    fire: int
    bonus: int


@implements(
    "623a.3(a)(5)#2",
    "623a.3(a)(6)#2",
    "623a.3(a)(7)#2",
    "623a.3(a)(8)#2",
    "623a.3(a)(9)#2",
    "623a.3(a)(10)#2",
    "623a.3(a)(41)#2",
    "623a.3(a)(42)#2",
    readings=("B-CR-11", "B-CR-13", "B-CR-14"),
)
def acts(terms: Terms, wager: str, roll: Roll, *, called: bool) -> bool:
    """Whether a wager acts on a roll; only on a come out roll does a call, `called`, turn what it does by itself."""
    if not roll.is_come_out:
        return True
    rule = COME_OUT.get(wager)
    if rule is not None:
        return rule.acts != called
    return called or not (wager == _COME_ODDS and terms.come_odds_rest)


@implements("623a.3(a)(3)#2", "623a.3(a)(4)#2", "623a.12(4)#2", readings=("B-CR-09", "B-CR-12"))
def settle_roll(terms: Terms, bets: Bets, roll: Roll, called: Called = frozenset()) -> Settlement:
    """Settle every bet that a valid roll decides, and move the Come and Don't Come Bets that it gives a number."""
    decided = terms.decided_by(roll)
    running = _OVER_MANY_ROLLS.intersection([bet.wager for bet in bets])
    events = list(_marks(running, roll)) if running else []
    left: list[Bet] = []
    for bet in bets:
        if bet.wager in running:
            outcome = terms.outcome_of(terms.wagers[bet.wager], bet.pick, roll)
        else:
            outcome = decided.get((bet.wager, bet.pick))
        if outcome is None:
            left.append(bet)
        elif not acts(terms, bet.wager, roll, called=(bet.seat, bet.wager, bet.pick) in called):
            # What supports a decided wager cannot stay behind; everything else that rests lies on.
            if bet.wager == _COME_ODDS:
                events.append(returned(bet, _SUPPORTS_COME))
            else:
                left.append(bet)
        elif outcome.moves_to:
            left.append(Bet(bet.seat, bet.wager, outcome.moves_to, bet.amount))
            events.append(_moved(bet, outcome.moves_to))
        else:
            events.extend(_settled(terms, bet, outcome))
    if running:
        running = running.intersection([bet.wager for bet in left])
        if roll.bonus and _BONUS.isdisjoint(running):
            events.append(buttons_cleared(roll))
    return Settlement(
        tuple(events),
        tuple(left),
        next_point(roll.point, roll.total),
        # Markers and buttons lie only while a wager needs them, so that none is left for the next shooter's bets.
        fire_points(roll.fire, roll.point, roll.total) if FIRE_BET in running else 0,
        marked(roll.bonus, roll.total) if not _BONUS.isdisjoint(running) else 0,
    )


def _marks(running: frozenset[str], roll: Roll) -> Iterator[Event]:
    """The markers and buttons that a roll puts down for the wagers that run over many rolls."""
    fire = fire_marker(roll) if FIRE_BET in running else None
    bonus = None if _BONUS.isdisjoint(running) else bonus_button(roll)
    yield from (mark for mark in (fire, bonus) if mark is not None)


def _moved(bet: Bet, to_pick: str) -> WagerMoved:
    return WagerMoved(
        seat=bet.seat,
        wager=bet.wager,
        from_pick=bet.pick,
        to_pick=to_pick,
        amount=bet.amount,
        clause=MOVED_BY[bet.wager].id,
    )


# Every line of a pay table, each a clause of its own.
_PAY_LINES = tuple(dict.fromkeys(line.clause.id for wager in CATALOGUE.values() for line in wager.paytable))


@implements(
    *_PAY_LINES,
    "623a.5(a)",
    "623a.5(g)(1)",
    "623a.5(g)(2)",
    "623a.5(h)",
    "623a.6(a)(1)",
    "623a.6(a)(2)",
    "623a.6(b)(1)",
    "623a.6(b)(2)",
    "623a.6(c)(1)",
    "623a.6(c)(2)",
    "623a.6(d)(1)",
    "623a.6(d)(2)",
    "623a.6(e)#3",
    readings=("B-CR-15", "B-CR-18"),
)
def _settled(terms: Terms, bet: Bet, outcome: _Outcome) -> Iterator[Event]:
    """One line for a bet; for a combination that wins, one for the part that won and one for the rest of it."""
    verdict = outcome.verdict
    if verdict.line is None:
        yield _line(terms, bet, bet.amount, verdict.result, verdict.clause)
        return
    stake = bet.amount if outcome.won is None else int(outcome.won * bet.amount)
    yield _line(
        terms,
        bet,
        stake,
        verdict.result,
        verdict.clause,
        paid=payment(verdict.line.odds, stake, terms.smallest_chip),
        odds=outcome.odds,
        pays=outcome.pays,
    )
    if stake < bet.amount:
        yield _line(terms, bet, bet.amount - stake, Result.LOSE, verdict.line.clause)
    charge = due_on_win(terms.vigorish, bet.wager, bet.amount, terms.smallest_chip)
    if charge:
        yield VigorishCollected(
            seat=bet.seat, wager=bet.wager, pick=bet.pick, amount=charge, clause=TAKEN_BY[When.WON].id
        )


@lru_cache(maxsize=4096)
def payment(odds: Payment, stake: Cents, smallest_chip: Cents) -> Cents:
    """What a winner is paid: the exact odds, up to the next whole chip where chips cannot make them (reading B-CR-15)."""
    made = make_in_chips(odds.pay(stake), smallest_chip, Breakage.UP)
    assert made is not None, "whatever is rounded up can be made"
    return made


def _line(
    terms: Terms,
    bet: Bet,
    stake: Cents,
    result: Result,
    clause: Clause,
    *,
    paid: Cents = 0,
    odds: str = "",
    pays: str = "",
) -> Settled:
    return Settled(
        seat=bet.seat,
        wager=bet.wager,
        pick=bet.pick,
        stake=stake,
        result=result,
        paid=paid,
        odds=odds,
        clause=clause.id,
        pays=pays,
        order=terms.order.id,
    )


@implements("623a.11(a)(2)", readings=("B-CR-03",))
def closed_fire(terms: Terms, bet: Bet, fire: int) -> Settled:
    """A Fire Bet that a closing table leaves undecided: paid what it has reached, or given back below four points."""
    if unique_points(fire) < FIRE_POINTS_TO_WIN:
        return returned(bet, _PENDING_FIRE)
    line = fire_line(terms.wagers[FIRE_BET].paytable, fire)
    return _line(
        terms,
        bet,
        bet.amount,
        Result.WIN,
        _PENDING_FIRE,
        paid=payment(line.odds, bet.amount, terms.smallest_chip),
        odds=str(line.odds),
        pays=line.clause.id,
    )
