"""Whether dice are fair, by the faces that they showed: Pearson's test, how sure it is, and what it could have missed.

The statistic is exact. Up to `EXACT_UP_TO` throws so is its p-value, counted over every way the faces can fall; beyond
that it is the tail of the chi-square distribution, which from 61 throws on is within 0.001 of the exact value wherever
that is below 0.06. The power is that of the noncentral chi-square distribution, stated for one face that comes too
often while the others share what is left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import erfc, exp, factorial, lgamma, log, prod, sqrt

from houseway.equipment.dice import FACES

SIDES = len(FACES)
_FREEDOM = SIDES - 1
EXACT_UP_TO = 60
LEVEL = 0.01
POWER = 0.9

Counts = Sequence[int]


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the recorded faces say: the test, and the smallest bias that it would have found.

    `detectable` is how much more often than one time in six a face must come for so many throws to show it with
    probability `power` at `level`; None where not even a face that always comes would be found so surely.
    """

    throws: int
    counts: tuple[int, ...]
    statistic: Fraction
    p_value: float
    exact: bool
    level: float
    power: float
    detectable: float | None

    @property
    def suspicious(self) -> bool:
        """Whether fair dice show such faces, or stranger ones, more seldom than the level."""
        return self.p_value < self.level

    def __str__(self) -> str:
        how = "exactly" if self.exact else "by the chi-square approximation"
        found = (
            f"a face coming {1 / SIDES + self.detectable:.1%} of the time instead of {1 / SIDES:.1%}"
            if self.detectable is not None
            else "no bias at all"
        )
        return (
            f"{self.throws} throws: p = {self.p_value:.4f} {how}; at the {self.level:.0%} level "
            f"they find {found} with a probability of {self.power:.0%}"
        )


@dataclass(frozen=True, slots=True)
class SetFairness:
    """The dice of a set one by one, where the throws tell them apart, and all their faces together."""

    dice: tuple[Fairness, ...]
    together: Fairness

    @property
    def suspicious(self) -> bool:
        """Whether all faces together are suspicious, or those of one die are though there are several to look at."""
        if self.together.suspicious:
            return True
        return any(die.p_value * len(self.dice) < die.level for die in self.dice)


def count_faces(faces: Iterable[int]) -> tuple[int, ...]:
    """How often each face came, from one to six."""
    counts = [0] * SIDES
    for face in faces:
        if face not in FACES:
            raise ValueError(f"no die shows {face}")
        counts[face - 1] += 1
    return tuple(counts)


def assess(counts: Counts, *, level: float = LEVEL, power: float = POWER) -> Fairness:
    """Test how often each face came against a fair die."""
    _check(counts, level, power)
    throws = sum(counts)
    statistic = chi_square(counts)
    exact = throws <= EXACT_UP_TO
    p_value = float(exact_p_value(counts)) if exact else chi_square_tail(float(statistic), _FREEDOM)
    return Fairness(
        throws=throws,
        counts=tuple(counts),
        statistic=statistic,
        p_value=p_value,
        exact=exact,
        level=level,
        power=power,
        detectable=detectable_bias(throws, level=level, power=power),
    )


def assess_set(throws: Iterable[Sequence[int]], *, level: float = LEVEL, power: float = POWER) -> SetFairness:
    """Test a set by its throws, each the faces of its dice in the same order."""
    rows = [tuple(throw) for throw in throws]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("throws of a set show the same number of dice each, and there is at least one")
    dice = tuple(
        assess(count_faces(row[die] for row in rows), level=level, power=power) for die in range(len(rows[0]))
    )
    together = tuple(sum(die.counts[face] for die in dice) for face in range(SIDES))
    return SetFairness(dice, assess(together, level=level, power=power))


def _check(counts: Counts, level: float, power: float) -> None:
    if len(counts) != SIDES or any(count < 0 for count in counts) or not sum(counts):
        raise ValueError("the faces of a die are counted from one to six, and at least one was thrown")
    if not 0 < level < 1 or not level < power < 1:
        raise ValueError("the level lies between 0 and 1, and the power between the level and 1")


def chi_square(counts: Counts) -> Fraction:
    """Pearson's statistic against equal chances."""
    throws = sum(counts)
    return Fraction(SIDES * sum(count * count for count in counts), throws) - throws


def exact_p_value(counts: Counts) -> Fraction:
    """How likely a fair die shows faces at least as uneven, counted over every way that they can fall.

    Faces are interchangeable, so every partition of the throws stands for all its arrangements.
    """
    throws = sum(counts)
    observed = sum(count * count for count in counts)
    factorials = [factorial(number) for number in range(throws + 1)]
    ways = sum(
        _arrangements(parts) * (factorials[throws] // prod(factorials[part] for part in parts))
        for parts in _partitions(throws, SIDES, throws)
        if sum(part * part for part in parts) >= observed
    )
    return Fraction(ways, SIDES**throws)


def _partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Ways to write a total as so many numbers, none larger than the one before."""
    if parts == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most), (total - 1) // parts, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)


def _arrangements(parts: tuple[int, ...]) -> int:
    """In how many orders the parts can stand."""
    return factorial(len(parts)) // prod(factorial(parts.count(part)) for part in set(parts))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """How likely a chi-square variable is at least so large: the regularised upper incomplete gamma function.

    For a whole number of degrees it is a finite sum, started at one or two of them.
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    if freedom % 2:
        tail, shape = erfc(sqrt(half)), 0.5
    else:
        tail, shape = exp(-half), 1.0
    while shape < freedom / 2:
        tail += exp(shape * log(half) - half - lgamma(shape + 1))
        shape += 1
    return min(tail, 1.0)


def power_of(noncentrality: float, critical: float, freedom: int = _FREEDOM) -> float:
    """How likely the test finds dice whose faces are as uneven as the noncentrality says.

    A noncentral chi-square variable has two degrees more for every event of a Poisson variable.
    """
    mean = noncentrality / 2
    if mean == 0:
        return chi_square_tail(critical, freedom)
    total, mass, events = 0.0, 0.0, 0
    while mass < 1 - 1e-13 and events < mean + 40 * sqrt(mean + 1) + 40:
        weight = exp(events * log(mean) - mean - lgamma(events + 1))
        total += weight * chi_square_tail(critical, freedom + 2 * events)
        mass += weight
        events += 1
    return total


def critical_value(level: float, freedom: int = _FREEDOM) -> float:
    """The statistic that fair dice reach with a probability of just the level."""
    return _solve(lambda statistic: chi_square_tail(statistic, freedom) - level)


@cache
def needed_noncentrality(level: float, power: float) -> float:
    """How uneven faces must be, times the number of throws, to be found with a probability of just the power."""
    critical = critical_value(level)
    return _solve(lambda noncentrality: power - power_of(noncentrality, critical))


def detectable_bias(throws: int, *, level: float = LEVEL, power: float = POWER) -> float | None:
    """How much more often than one time in six a face must come to be found; None where no bias is found so surely.

    A face with chance 1/6 + b, the others sharing the rest, is uneven by 6 b² + 6 b²/5 for each throw.
    """
    bias = sqrt(needed_noncentrality(level, power) / (throws * (SIDES + SIDES / _FREEDOM)))
    return bias if bias <= 1 - 1 / SIDES else None


def _solve(falling: Callable[[float], float]) -> float:
    """Where a falling function of a positive number becomes zero."""
    low, high = 0.0, 1.0
    while falling(high) > 0:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
