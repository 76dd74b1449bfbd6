"""Craps: every wager walked to its decision through the game's own settlement."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any, NamedTuple

from houseway.games.craps.decisions import (
    ALL_OR_NOTHING_AT_ALL,
    ALL_SMALL,
    ALL_TALL,
    NO_POINT,
    POINTS,
)
from houseway.games.craps.groups import Group
from houseway.games.craps.roll import Roll
from houseway.games.craps.settlement import Settlement, Terms, settle_roll
from houseway.games.craps.submission import CrapsSubmission
from houseway.games.craps.supplemental import most_odds
from houseway.games.craps.vigorish import due_on_placing
from houseway.games.craps.wagers import ODDS_OF
from houseway.lab.chain import End, endings
from houseway.lab.figures import Figure, Priced
from houseway.lab.tally import Outcome, Tally
from houseway.law import Reading, pa, reading
from houseway.money import Cents
from houseway.table.events import Result, Settled, VigorishCollected
from houseway.table.wagers import Bet, Bets

# A stake so large, in chips so small, that neither payment, part nor vigorish is ever rounded.
STAKE: Cents = lcm(*range(1, 13)) * 10**4
_CHIP: Cents = 1
_SEAT = 1
_SETTLED_BEFORE_THE_NEXT_THROW = pa("623a.9(d)#2")
THROWS = tuple(product(range(1, 7), repeat=2))
# Made while a point stands, and moved to a number of their own.
_MOVED = ("come", "dont-come")
# How far odds go.
_ON_ODDS = (reading("B-CR-32"),)
# The buttons that each Bonus Craps wager looks at.
_BUTTONS = {
    "all-small": ALL_SMALL,
    "all-or-nothing-at-all": ALL_OR_NOTHING_AT_ALL,
    "all-tall": ALL_TALL,
}

_METHOD = "exact: every roll until the wager is decided, settled by the game itself"


# What is priced.


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    options = figure.options
    chosen: dict[str, Any] = {}
    if "odds" in options:
        chosen["odds"] = options["odds"]
    if "vigorish" in options:
        chosen["vigorish_percent"] = options["vigorish"].removesuffix("%")
        chosen["vigorish_when"] = options["when"]
    if figure.paytable:
        chosen["fire_paytable"] = figure.paytable
    return chosen


def figures(submission: CrapsSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission; the line is priced without odds and with all that it takes."""
    wagers = submission.chosen
    offered = submission.offered(wagers)
    return tuple(
        figure
        for wager in wagers.values()
        if wager.name in offered
        for figure in _figures_of(wager.name, wager.group, submission)
        if "odds" not in figure.options or ODDS_OF[wager.name] in offered
    )


def _figures_of(wager: str, group: str, submission: CrapsSubmission) -> Iterator[Figure]:
    charge = submission.vigorish
    match group:
        case Group.LINE:
            yield Figure(wager)
            yield Figure(wager, f"odds={submission.odds}")
        case Group.SUPPLEMENTAL:
            # At true odds it has an edge only together with the wager that it supports.
            return
        case Group.BUY | Group.LAY if charge:
            yield Figure(wager, f"vigorish={submission.vigorish_percent}%,when={charge.when}")
        case Group.FIRE:
            yield Figure(wager, paytable=submission.fire_paytable)
        case _:
            yield Figure(wager)


def price(figure: Figure, submission: CrapsSubmission) -> Priced:
    """Walk a wager until it is decided, however many rolls that takes."""
    player = Player(figure.wager, submission, with_odds="odds" in figure.options)
    tally = player.outcomes()
    return Priced(tally, _METHOD, player.readings, also=_by_other_measures(tally))


def _by_other_measures(tally: Tally) -> dict[str, Fraction]:
    """The edge per wager made and per wager resolved, where pushes make these two."""
    lost = -sum((outcome.net * count for outcome, count in tally.items()), Fraction(0))
    made = sum((outcome.staked * count for outcome, count in tally.items()), Fraction(0))
    pushed = sum((o.staked * count for o, count in tally.items() if o.result is Result.PUSH), Fraction(0))
    if not pushed:
        return {}
    return {"edge_per_wager_made": lost / made, "edge_per_wager_resolved": lost / (made - pushed)}


# Playing the line.

_ODDS = "-odds"


def player_ways() -> tuple[str, ...]:
    """The ways to bet the line: the wager alone, or with all the odds that the table takes."""
    return tuple(way for wager in ("pass", "dont-pass") for way in (wager, wager + _ODDS))


def simulate(submission: CrapsSubmission, player: str, *, rounds: int, seed: int) -> Priced:
    """Make and decide so many wagers on the line, one after another."""
    # Walking needs nothing that has to be compiled.
    from houseway.lab.craps_simulation import cell_of, rolls_by_cell

    better = Player(player.removesuffix(_ODDS), submission, with_odds=player.endswith(_ODDS))
    rolls = rolls_by_cell(laying=better.wager == "dont-pass", rounds=rounds, seed=seed)
    tally: Tally = Counter()
    for point in (NO_POINT, *POINTS):
        for throw, became in zip(THROWS, better.rolls(better.under(point)), strict=True):
            count = int(rolls[cell_of(point, *throw)])
            if isinstance(became, End) and count:
                tally[became.what] += count
    assert tally.total() == rounds, "every round ends with one decision"
    method = f"simulated: {rounds:,} rounds of {int(rolls.sum()):,} rolls with seed {seed}"
    return Priced(tally, method, better.readings, estimated=True, wager=better.wager)


# The walk.


class Standing(NamedTuple):
    """A player's wagers on the layout, and whatever of the rest of it bears on them."""

    bets: Bets
    point: int = NO_POINT
    fire: int = 0
    bonus: int = 0


@dataclass(frozen=True)
class Player:
    """A player who makes one wager under a submission, with all the odds that the table takes behind it or with none."""

    wager: str
    submission: CrapsSubmission
    with_odds: bool = False

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings that the figure of the wager rests on."""
        of_wager = self._terms.wagers[self.wager].readings
        if not self.with_odds:
            return of_wager
        of_odds = self._terms.wagers[ODDS_OF[self.wager]].readings
        return (*of_wager, *of_odds, *_ON_ODDS)

    def outcomes(self) -> Tally:
        """In how many cases the wager comes out which way."""
        chances = endings(self.made(), lambda standing: Counter(self.rolls(standing)))
        cases = lcm(*(chance.denominator for chance in chances.values()))
        return Counter({outcome: int(chance * cases) for outcome, chance in chances.items()})

    def made(self) -> Standing:
        """The wager just made: a Come or Don't Come Bet while a point stands, any other before a come out roll."""
        return Standing((self._bet,), POINTS[0] if self.wager in _MOVED else NO_POINT)

    def under(self, point: int) -> Standing:
        """The wager as it stands under a come out point."""
        return self._supported(Standing((self._bet,), point))

    def rolls(self, standing: Standing) -> Iterator[Standing | End[Outcome]]:
        """What each roll makes of the wagers: they stand on, or are decided."""
        for die_1, die_2 in THROWS:
            roll = Roll(die_1, die_2, standing.point, standing.fire, standing.bonus)
            after = settle_roll(self._terms, standing.bets, roll)
            if after.bets:
                yield self._supported(self._essential(after))
            else:
                yield End(self._outcome(after))

    def _essential(self, after: Settlement) -> Standing:
        """What stands on after a roll, without what the wager does not look at."""
        if self._group != Group.BONUS:
            return Standing(after.bets, after.point, after.fire)
        return Standing(after.bets, bonus=after.bonus & _BUTTONS[self.wager])

    @cached_property
    def _bet(self) -> Bet:
        return Bet(_SEAT, self.wager, "", STAKE)

    @cached_property
    def _group(self) -> str:
        return self._terms.wagers[self.wager].group

    @cached_property
    def _terms(self) -> Terms:
        every = self.submission.chosen
        made = (self.wager, ODDS_OF[self.wager]) if self.wager in ODDS_OF else (self.wager,)
        return Terms(
            wagers={name: every[name] for name in made},
            smallest_chip=_CHIP,
            order=_SETTLED_BEFORE_THE_NEXT_THROW,
            vigorish=self.submission.vigorish,
            come_odds_rest=self.submission.come_odds_rest,
        )

    @cached_property
    def _charged(self) -> Cents:
        """The vigorish that the wager was made with."""
        return due_on_placing(self.submission.vigorish, self.wager, 0, STAKE, _CHIP)

    def _supported(self, standing: Standing) -> Standing:
        """With the odds behind a wager whose point is set, where the player takes them."""
        if not self.with_odds:
            return standing
        (base, *odds) = standing.bets
        number = int(base.pick or NO_POINT) if self.wager in _MOVED else standing.point
        if odds or number == NO_POINT:
            return standing
        amount = most_odds(self.wager, number, STAKE, self.submission.multiples.on(number), _CHIP)
        return standing._replace(bets=(base, Bet(_SEAT, ODDS_OF[self.wager], str(number), amount)))

    def _outcome(self, after: Settlement) -> Outcome:
        lines = [event for event in after.events if isinstance(event, Settled)]
        charged = self._charged + sum(
            event.amount for event in after.events if isinstance(event, VigorishCollected)
        )
        won = sum(line.paid - line.lost for line in lines)
        # A combination is settled in a part that won and a part that lost: as a whole it won.
        results = [line.result for line in lines if line.wager == self.wager]
        return Outcome(
            Result.WIN if Result.WIN in results else results[0],
            Fraction(won - charged, STAKE),
            Fraction(sum(line.stake for line in lines), STAKE),
        )
