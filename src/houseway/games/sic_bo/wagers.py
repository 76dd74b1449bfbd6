"""Wagers and payout odds (625a.3, 625a.6)."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from itertools import combinations

from houseway.equipment.dice import FACES
from houseway.games.sic_bo.toss import Toss
from houseway.law import Clause, Reading, implements, pa, reading
from houseway.table.events import Result
from houseway.table.wagers import Verdict, Wager, loses, pay_line, wins

_THREE_OF_A_KIND = pa("625a.3(1)")
_TWO_OF_A_KIND = pa("625a.3(2)")
_TOTAL_VALUE = pa("625a.3(4)")
_SMALL = pa("625a.3(6)#1")
_BIG = pa("625a.3(7)#1")
_ONE_OF_A_KIND = pa("625a.3(8)")


class TwoOfAKind(StrEnum):
    """On how many dice the chosen number must show: the operator's choice under reading B-SB-01."""

    AT_LEAST_TWO = "at-least-two"
    EXACTLY_TWO = "exactly-two"


@implements("625a.3(1)")
def _three_of_a_kind(toss: Toss, pick: str) -> bool:
    return toss.showing(int(pick)) == _THREE_OF_A_KIND.integer("match")


@implements("625a.3(2)", readings=("B-SB-01",))
def _at_least_two_of_a_kind(toss: Toss, pick: str) -> bool:
    return toss.showing(int(pick)) >= _TWO_OF_A_KIND.integer("match")


@implements("625a.3(2)", readings=("B-SB-01",))
def _exactly_two_of_a_kind(toss: Toss, pick: str) -> bool:
    return toss.showing(int(pick)) == _TWO_OF_A_KIND.integer("match")


@implements("625a.3(3)")
def _any_three_of_a_kind(toss: Toss, pick: str) -> bool:
    return toss.is_triple


@implements("625a.3(4)", readings=("B-SB-02", "B-SB-03"))
def _total_value(total: int, toss: Toss, pick: str) -> bool:
    return toss.total == total


@implements("625a.3(5)", readings=("B-SB-10",))
def _two_dice_combination(toss: Toss, pick: str) -> bool:
    return all(toss.showing(int(number)) for number in pick.split("-"))


def _totals(clause: Clause) -> tuple[int, ...]:
    return tuple(int(total) for total in clause.parameters["totals"].split("|"))


SMALL_TOTALS = _totals(_SMALL)
BIG_TOTALS = _totals(_BIG)


@implements("625a.3(6)#1", "625a.3(6)#2", readings=("B-SB-02",))
def _small(toss: Toss, pick: str) -> bool:
    return toss.total in SMALL_TOTALS and not toss.is_triple


@implements("625a.3(7)#1", "625a.3(7)#2", readings=("B-SB-02",))
def _big(toss: Toss, pick: str) -> bool:
    return toss.total in BIG_TOTALS and not toss.is_triple


_ONE_OF_A_KIND_LINES = (
    pay_line("One of a Kind, on one die", pa("625a.6(b)(1)")),
    pay_line("One of a Kind, on two dice", pa("625a.6(b)(2)")),
    pay_line("One of a Kind, on all three dice", pa("625a.6(b)(3)")),
)
_ONE_OF_A_KIND_WINS = {
    line.clause.integer("matches"): wins(_ONE_OF_A_KIND, line) for line in _ONE_OF_A_KIND_LINES
}
_ONE_OF_A_KIND_LOSES = loses(_ONE_OF_A_KIND)


@implements("625a.3(8)", "625a.6(b)")
def _one_of_a_kind(toss: Toss, pick: str) -> Verdict:
    """Wins when any die shows the number, and pays by how many do."""
    return _ONE_OF_A_KIND_WINS.get(toss.showing(int(pick)), _ONE_OF_A_KIND_LOSES)


def _wager(
    name: str,
    title: str,
    rule: Clause,
    pays: Clause,
    wins_on: Callable[[Toss, str], bool],
    *,
    picks: tuple[str, ...] = ("",),
    loses_by: Clause | None = None,
    readings: tuple[Reading, ...] = (),
) -> Wager:
    """A wager with one paytable line that wins on a plain condition and loses otherwise."""
    line = pay_line(title, pays)
    win, lose = wins(rule, line), loses(loses_by or rule)
    return Wager(
        name,
        title,
        rule,
        (line,),
        lambda toss, pick: win if wins_on(toss, pick) else lose,
        picks=picks,
        readings=readings,
    )


def _numbers(rule: Clause) -> tuple[str, ...]:
    return tuple(str(number) for number in rule.integers("pick"))


_COMBINATIONS = tuple(f"{low}-{high}" for low, high in combinations(FACES, 2))
_ON_TRIPLES = (reading("B-SB-02"),)


def catalogue(two_of_a_kind: TwoOfAKind) -> Mapping[str, Wager]:
    """The wagers of the chapter, Two of a Kind as the submission reads it."""
    wagers = (
        _wager(
            "three-of-a-kind",
            "Three of a Kind",
            _THREE_OF_A_KIND,
            pa("625a.6(a)[three_of_a_kind]"),
            _three_of_a_kind,
            picks=_numbers(_THREE_OF_A_KIND),
        ),
        _wager(
            "two-of-a-kind",
            "Two of a Kind",
            _TWO_OF_A_KIND,
            pa("625a.6(a)[two_of_a_kind]"),
            _at_least_two_of_a_kind if two_of_a_kind is TwoOfAKind.AT_LEAST_TWO else _exactly_two_of_a_kind,
            picks=_numbers(_TWO_OF_A_KIND),
            readings=(reading("B-SB-01"),),
        ),
        _wager(
            "any-three-of-a-kind",
            "Any Three of a Kind",
            pa("625a.3(3)"),
            pa("625a.6(a)[any_three_of_a_kind]"),
            _any_three_of_a_kind,
        ),
        *(
            _wager(
                f"total-{total}",
                f"Total Value {total}",
                _TOTAL_VALUE,
                pa(f"625a.6(a)[total_{total}]"),
                partial(_total_value, total),
                readings=(*_ON_TRIPLES, reading("B-SB-03")),
            )
            for total in _TOTAL_VALUE.integers("pick")
        ),
        _wager(
            "two-dice-combination",
            "Two Dice Combination",
            pa("625a.3(5)"),
            pa("625a.6(a)[two_dice_combination]"),
            _two_dice_combination,
            picks=_COMBINATIONS,
            readings=(reading("B-SB-10"),),
        ),
        _wager(
            "small",
            "Small",
            _SMALL,
            pa("625a.6(a)[small]"),
            _small,
            loses_by=pa("625a.3(6)#2"),
            readings=_ON_TRIPLES,
        ),
        _wager(
            "big",
            "Big",
            _BIG,
            pa("625a.6(a)[big]"),
            _big,
            loses_by=pa("625a.3(7)#2"),
            readings=_ON_TRIPLES,
        ),
        Wager(
            "one-of-a-kind",
            "One of a Kind",
            _ONE_OF_A_KIND,
            _ONE_OF_A_KIND_LINES,
            _one_of_a_kind,
            picks=_numbers(_ONE_OF_A_KIND),
        ),
    )
    return {wager.name: wager for wager in wagers}


CATALOGUES = {two_of_a_kind: catalogue(two_of_a_kind) for two_of_a_kind in TwoOfAKind}
CATALOGUE = CATALOGUES[TwoOfAKind.AT_LEAST_TWO]

# A betting area by its wager and pick.
AreaKey = tuple[str, str]


@implements("625a.1(b)#3", "625a.5(d)#3", readings=("B-SB-01",))
def winning_areas(wagers: Mapping[str, Wager], toss: Toss) -> tuple[AreaKey, ...]:
    """The areas that the electrical device lights, decided as the wagers on them are."""
    return tuple(
        (wager.name, pick)
        for wager in wagers.values()
        for pick in wager.picks
        if wager.decide(toss, pick).result is Result.WIN
    )
