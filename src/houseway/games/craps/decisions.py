"""What a valid roll decides (623a.3(a), 623a.11, 623a.12).

Plain functions over small integers, which the lab compiles as they stand. A set of numbers is a bit mask: number n is
the bit 1 << n. A decision is one of `STANDS`, `WIN`, `LOSE` and `PUSH`.
"""

from houseway.law import Clause, implements, pa

STANDS = 0
WIN = 1
LOSE = 2
PUSH = 3

# In the place of a come out point, or of the number a Come or Don't Come Bet has gone to.
NO_POINT = 0


def numbers_of(clause: Clause, name: str = "totals") -> tuple[int, ...]:
    """The numbers that a clause lists."""
    return tuple(int(number) for number in clause.parameters[name].split("|"))


def _mask(clause_id: str, name: str = "totals") -> int:
    return sum(1 << number for number in numbers_of(pa(clause_id), name))


# The numbers that can be a point, in the order of the layout.
POINTS = numbers_of(pa("623a.1[come_out_point]"))
(SEVEN,) = numbers_of(pa("623a.3(a)(12)(i)"))
_POINTS = _mask("623a.1[come_out_point]")
_PASS_WINS = _mask("623a.3(a)(1)(i)(A)")
_PASS_LOSES = _mask("623a.3(a)(1)(ii)(A)")
_DONT_PASS_WINS = _mask("623a.3(a)(2)(i)(A)")
_DONT_PASS_LOSES = _mask("623a.3(a)(2)(ii)(A)")
_DONT_PASS_PUSHES = _mask("623a.3(a)(2)(iii)")

# The totals on which each wager for one roll wins.
FIELD = _mask("623a.3(a)(11)(i)")
ANY_SEVEN = _mask("623a.3(a)(12)(i)")
ANY_CRAPS = _mask("623a.3(a)(13)(i)")
CRAPS_TWO = _mask("623a.3(a)(14)(i)")
CRAPS_THREE = _mask("623a.3(a)(15)(i)")
CRAPS_TWELVE = _mask("623a.3(a)(16)(i)")
ELEVEN = _mask("623a.3(a)(17)(i)")
C_AND_E = _mask("623a.3(a)(18)(i)")
HORN = _mask("623a.3(a)(19)(i)")
HORN_HIGH = _mask("623a.3(a)(20)(i)")
WHIRL = _mask("623a.3(a)(21)(i)")
SIX_SEVEN_EIGHT = _mask("623a.3(a)(39)(i)")

# The numbers that each Bonus Craps Wager needs.
ALL_SMALL = _mask("623a.3(a)(43)(i)", "numbers")
ALL_OR_NOTHING_AT_ALL = _mask("623a.3(a)(43)(ii)", "numbers")
ALL_TALL = _mask("623a.3(a)(43)(iii)", "numbers")

# The least number of different points that wins a Fire Bet.
FIRE_POINTS_TO_WIN = pa("623a.3(a)(40)(i)").integer("min_unique_points")


@implements("623a.1[come_out_roll]", "623a.1[come_out_point]", readings=("B-CR-37",))
def next_point(point: int, total: int) -> int:
    """The come out point after a roll; with none standing the next roll is a come out roll."""
    if point == NO_POINT:
        return total if _POINTS >> total & 1 else NO_POINT
    return NO_POINT if total in (point, SEVEN) else point


@implements("623a.10(a)(1)", readings=("B-CR-01",))
def is_loser_seven(point: int, total: int) -> bool:
    """Whether a 7 beat a come out point; a 7 on the come out roll does not."""
    return point != NO_POINT and total == SEVEN


@implements(
    "623a.3(a)(1)(i)",
    "623a.3(a)(1)(i)(A)",
    "623a.3(a)(1)(i)(B)",
    "623a.3(a)(1)(ii)",
    "623a.3(a)(1)(ii)(A)",
    "623a.3(a)(1)(ii)(B)",
    "623a.3(a)(3)(i)",
    "623a.3(a)(3)(i)(A)",
    "623a.3(a)(3)(i)(B)",
    "623a.3(a)(3)(ii)",
    "623a.3(a)(3)(ii)(A)",
    "623a.3(a)(3)(ii)(B)",
    readings=("B-CR-23", "B-CR-27"),
)
def pass_line(point: int, total: int) -> int:
    """A Pass Bet under its come out point, or a Come Bet on its number; without one yet, the roll that may give it."""
    if point == NO_POINT:
        if _PASS_WINS >> total & 1:
            return WIN
        return LOSE if _PASS_LOSES >> total & 1 else STANDS
    return place_to_win(point, total)


@implements(
    "623a.3(a)(2)(i)",
    "623a.3(a)(2)(i)(A)",
    "623a.3(a)(2)(i)(B)",
    "623a.3(a)(2)(ii)",
    "623a.3(a)(2)(ii)(A)",
    "623a.3(a)(2)(ii)(B)",
    "623a.3(a)(2)(iii)",
    "623a.3(a)(4)(i)",
    "623a.3(a)(4)(i)(A)",
    "623a.3(a)(4)(i)(B)",
    "623a.3(a)(4)(ii)",
    "623a.3(a)(4)(ii)(A)",
    "623a.3(a)(4)(ii)(B)",
    "623a.3(a)(4)(iii)",
    readings=("B-CR-23", "B-CR-27"),
)
def dont_pass_line(point: int, total: int) -> int:
    """A Don't Pass Bet under its come out point, or a Don't Come Bet beside its number; without one yet, the first roll."""
    if point == NO_POINT:
        if _DONT_PASS_WINS >> total & 1:
            return WIN
        if _DONT_PASS_PUSHES >> total & 1:
            return PUSH
        return LOSE if _DONT_PASS_LOSES >> total & 1 else STANDS
    return place_to_lose(point, total)


@implements(
    "623a.3(a)(5)(i)",
    "623a.3(a)(5)(ii)",
    "623a.3(a)(41)(i)",
    "623a.3(a)(41)(ii)",
)
def place_to_win(number: int, total: int) -> int:
    """A Place Bet to Win or a Buy Bet that acts: the number before a 7."""
    if total == number:
        return WIN
    return LOSE if total == SEVEN else STANDS


@implements(
    "623a.3(a)(6)(i)",
    "623a.3(a)(6)(ii)",
    "623a.3(a)(42)(i)",
    "623a.3(a)(42)(ii)",
)
def place_to_lose(number: int, total: int) -> int:
    """A Place Bet to Lose or a Lay Bet that acts: a 7 before the number."""
    if total == number:
        return LOSE
    return WIN if total == SEVEN else STANDS


@implements(
    "623a.3(a)(7)(i)",
    "623a.3(a)(7)(ii)",
    "623a.3(a)(8)(i)",
    "623a.3(a)(8)(ii)",
    "623a.3(a)(9)(i)",
    "623a.3(a)(9)(ii)",
    "623a.3(a)(10)(i)",
    "623a.3(a)(10)(ii)",
    readings=("B-CR-22",),
)
def hardway(number: int, die_1: int, die_2: int) -> int:
    """A Hardway Bet that acts: the number as a pair before it comes any other way and before a 7."""
    total = die_1 + die_2
    if total == number:
        return WIN if die_1 == die_2 else LOSE
    return LOSE if total == SEVEN else STANDS


@implements(
    "623a.3(a)(11)(i)",
    "623a.3(a)(11)(ii)",
    "623a.3(a)(12)(i)",
    "623a.3(a)(12)(ii)",
    "623a.3(a)(13)(i)",
    "623a.3(a)(13)(ii)",
    "623a.3(a)(14)(i)",
    "623a.3(a)(14)(ii)",
    "623a.3(a)(15)(i)",
    "623a.3(a)(15)(ii)",
    "623a.3(a)(16)(i)",
    "623a.3(a)(16)(ii)",
    "623a.3(a)(17)(i)",
    "623a.3(a)(17)(ii)",
    "623a.3(a)(18)(i)",
    "623a.3(a)(18)(ii)",
    "623a.3(a)(19)(i)",
    "623a.3(a)(19)(ii)",
    "623a.3(a)(20)(i)",
    "623a.3(a)(20)(ii)",
    "623a.3(a)(21)(i)",
    "623a.3(a)(21)(ii)",
    "623a.3(a)(39)(i)",
    "623a.3(a)(39)(ii)",
    readings=("B-CR-20",),
)
def one_roll(winning: int, total: int) -> int:
    """A wager for one roll on a set of totals, such as `FIELD`: it wins on any of them and loses on every other."""
    return WIN if winning >> total & 1 else LOSE


_HOPS = tuple(f"623a.3(a)({number})({part})" for number in range(22, 39) for part in ("i", "ii"))


@implements(*_HOPS, readings=("B-CR-21",))
def hop(face_1: int, face_2: int, die_1: int, die_2: int) -> int:
    """A Hop Bet: exactly these two faces on the next roll, whichever die shows which."""
    if (die_1 == face_1 and die_2 == face_2) or (die_1 == face_2 and die_2 == face_1):
        return WIN
    return LOSE


@implements("623a.11(b)(2)", "623a.11(b)(3)", readings=("B-CR-02", "B-CR-03"))
def fire_points(made: int, point: int, total: int) -> int:
    """The different points made once the roll is counted: each counts once, in any order, whoever shoots."""
    return made | 1 << point if point != NO_POINT and total == point else made


@implements("623a.5(f)#2", "623a.11(b)(2)", readings=("B-CR-02",))
def unique_points(made: int) -> int:
    """How many different points were made: six at most, as there are no more."""
    count = 0
    for point in POINTS:
        count += made >> point & 1
    return count


@implements(
    "623a.3(a)(40)(i)",
    "623a.3(a)(40)(ii)",
    "623a.11(a)(2)",
    "623a.11(a)(5)",
    readings=("B-CR-01", "B-CR-03"),
)
def fire(made: int, point: int, total: int) -> int:
    """A Fire Bet with these points made before the roll: decided by a loser 7 alone, whoever throws it."""
    if not is_loser_seven(point, total):
        return STANDS
    return WIN if unique_points(made) >= FIRE_POINTS_TO_WIN else LOSE


@implements("623a.12(5)", "623a.12(6)", readings=("B-CR-06",))
def marked(buttons: int, total: int) -> int:
    """The numbers that bear a button once the roll is marked, in any order; a 7 clears them, on the come out roll too."""
    return 0 if total == SEVEN else buttons | 1 << total


@implements(
    "623a.3(a)(43)(i)",
    "623a.3(a)(43)(ii)",
    "623a.3(a)(43)(iii)",
    "623a.12(4)#1",
    "623a.12(5)",
    "623a.12(6)",
    readings=("B-CR-06", "B-CR-10"),
)
def bonus(needed: int, buttons: int, total: int) -> int:
    """A Bonus Craps Wager on a set of numbers, such as `ALL_SMALL`: won at once when all are marked, lost to any 7."""
    if total == SEVEN:
        return LOSE
    return WIN if marked(buttons, total) & needed == needed else STANDS
