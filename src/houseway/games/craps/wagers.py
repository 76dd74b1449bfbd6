"""Wagers and payout odds (623a.3, 623a.5, 623a.6)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.games.craps import decisions
from houseway.games.craps.bonus import BONUS_WAGERS as BONUS_WAGERS
from houseway.games.craps.bonus import bonus_wagers
from houseway.games.craps.decisions import LOSE, NO_POINT, POINTS, PUSH, STANDS, WIN, numbers_of
from houseway.games.craps.fire import FIRE_BET as FIRE_BET
from houseway.games.craps.fire import FirePaytable as FirePaytable
from houseway.games.craps.fire import fire_bet
from houseway.games.craps.groups import Group
from houseway.games.craps.roll import Roll
from houseway.law import Clause, Reading, implements, pa, reading
from houseway.money import Cents
from houseway.table.events import Result
from houseway.table.wagers import Bets, PayLine, Units, Verdict, Wager, loses, pay_line, wins

EDITION_2011 = "623a-2011"
EDITION_2013 = "623a-2013"

# What a decision means for a wager.
Verdicts = Mapping[int, Verdict]


def _verdicts(
    wager: Clause, *, win: Clause, lose: Clause, line: PayLine, push: Clause | None = None
) -> Verdicts:
    found = {STANDS: Verdict(Result.STANDS, wager), WIN: wins(win, line), LOSE: loses(lose)}
    return found | ({PUSH: Verdict(Result.PUSH, push)} if push else {})


def _picks(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(number) for number in numbers)


ON_NUMBERS = _picks(POINTS)

# The line: Pass, Don't Pass, Come and Don't Come, each decided by its first roll or by its point thereafter.


def _number(roll: Roll, pick: str) -> int:
    """The number that a Come or Don't Come Bet has gone to."""
    return int(pick) if pick else NO_POINT


def _point(roll: Roll, pick: str) -> int:
    return roll.point


def _line_wager(
    name: str,
    title: str,
    rule: Clause,
    pays: Clause,
    decision: Callable[[int, int], int],
    number: Callable[[Roll, str], int],
    *,
    moved_to: tuple[str, ...] = (),
    readings: tuple[Reading, ...] = (),
) -> Wager:
    line = pay_line(title, pays)
    decided_by = rule.paragraph
    push = pa(f"{decided_by}(iii)") if decision is decisions.dont_pass_line else None
    first, later = (
        _verdicts(
            rule,
            win=pa(f"{decided_by}(i)({part})"),
            lose=pa(f"{decided_by}(ii)({part})"),
            push=push,
            line=line,
        )
        for part in "AB"
    )

    def decide(roll: Roll, pick: str) -> Verdict:
        standing_on = number(roll, pick)
        decided = decision(standing_on, roll.total)
        return first[decided] if standing_on == NO_POINT else later[decided]

    return Wager(name, title, rule, (line,), decide, group=Group.LINE, moved_to=moved_to, readings=readings)


def _line_wagers() -> Iterator[Wager]:
    for name, title, rule, decision, number, moved_to, readings in (
        ("pass", "Pass", "(1)", decisions.pass_line, _point, (), ("B-CR-23",)),
        ("dont-pass", "Don't Pass", "(2)", decisions.dont_pass_line, _point, (), ("B-CR-23",)),
        ("come", "Come", "(3)#1", decisions.pass_line, _number, ON_NUMBERS, ("B-CR-27",)),
        ("dont-come", "Don't Come", "(4)#1", decisions.dont_pass_line, _number, ON_NUMBERS, ("B-CR-27",)),
    ):
        yield _line_wager(
            name,
            title,
            pa(f"623a.3(a){rule}"),
            pa(f"623a.5(a)[{name.replace('-', '_')}]"),
            decision,
            number,
            moved_to=moved_to,
            readings=tuple(reading(followed) for followed in readings),
        )


LINE_BETS = frozenset({"pass", "dont-pass"})
COME_BETS = frozenset({"come", "dont-come"})


def has_come_bets(bets: Bets) -> bool:
    """Whether Come or Don't Come Bets stand on their numbers."""
    return any(bet.wager in COME_BETS and bet.pick for bet in bets)


# The clause by which the dealer moves a Come or Don't Come Bet to its number.
MOVED_BY = {"come": pa("623a.3(a)(3)#2"), "dont-come": pa("623a.3(a)(4)#2")}

# The supplemental wager behind each wager of the line.
ODDS_OF = {
    "pass": "pass-odds",
    "dont-pass": "dont-pass-odds",
    "come": "come-odds",
    "dont-come": "dont-come-odds",
}
BASE_OF = {odds: base for base, odds in ODDS_OF.items()}


def _supplemental(
    base: str, title: str, paragraph: str, decision: Callable[[int, int], int], *readings: str
) -> Wager:
    """Taking or laying odds: paid by the point, and lost with the wager that it supports."""
    rule, won = pa(f"{paragraph}#1"), pa(f"{paragraph}(2)")
    lines = tuple(
        pay_line(
            f"{title} Odds, point of {' or '.join(_picks(numbers_of(clause, 'points')))}",
            clause,
            picks=_picks(numbers_of(clause, "points")),
        )
        for clause in (pa(f"{paragraph}(2)({part})") for part in ("i", "ii", "iii"))
    )
    by_pick = {pick: _verdicts(rule, win=won, lose=rule, line=line) for line in lines for pick in line.picks}

    def decide(roll: Roll, pick: str) -> Verdict:
        return by_pick[pick][decision(int(pick), roll.total)]

    return Wager(
        ODDS_OF[base],
        f"{title} Odds",
        rule,
        lines,
        decide,
        group=Group.SUPPLEMENTAL,
        picks=ON_NUMBERS,
        readings=tuple(reading(followed) for followed in ("B-CR-12", *readings)),
    )


# Numbers against the 7: Place Bets, Buy and Lay Bets.


def _number_wager(
    name: str,
    title: str,
    rule: Clause,
    number: int,
    pays: Clause,
    decision: Callable[[int, int], int],
    group: Group,
    readings: tuple[Reading, ...] = (),
) -> Wager:
    line = pay_line(title, pays)
    verdicts = _verdicts(rule, win=pa(f"{rule.paragraph}(i)"), lose=pa(f"{rule.paragraph}(ii)"), line=line)

    def decide(roll: Roll, pick: str) -> Verdict:
        return verdicts[decision(number, roll.total)]

    return Wager(name, title, rule, (line,), decide, group=group, readings=readings)


def _number_wagers() -> Iterator[Wager]:
    place_to_win, place_to_lose = pa("623a.3(a)(5)#1"), pa("623a.3(a)(6)#1")
    buy, lay = pa("623a.3(a)(41)#1"), pa("623a.3(a)(42)#1")
    for number in numbers_of(place_to_win, "numbers"):
        yield _number_wager(
            f"place-to-win-{number}",
            f"Place to Win on {number}",
            place_to_win,
            number,
            pa(f"623a.5(a)[place_win_{number}]"),
            decisions.place_to_win,
            Group.PLACE_TO_WIN,
        )
    for number in numbers_of(place_to_lose, "numbers"):
        yield _number_wager(
            f"place-to-lose-{number}",
            f"Place to Lose on {number}",
            place_to_lose,
            number,
            pa(f"623a.5(a)[place_lose_{number}]"),
            decisions.place_to_lose,
            Group.PLACE_TO_LOSE,
        )
    for number in numbers_of(buy, "numbers"):
        yield _number_wager(
            f"buy-{number}",
            f"Buy {number}",
            buy,
            number,
            pa(f"623a.5(g)(1)[buy_{number}]"),
            decisions.place_to_win,
            Group.BUY,
            (reading("B-CR-16"),),
        )
    for number in numbers_of(lay, "numbers"):
        yield _number_wager(
            f"lay-{number}",
            f"Lay against {number}",
            lay,
            number,
            pa(f"623a.5(g)(2)[lay_{number}]"),
            decisions.place_to_lose,
            Group.LAY,
            (reading("B-CR-13"), reading("B-CR-16")),
        )


def _faces(rule: Clause) -> tuple[int, int]:
    """The two faces that a box of the layout pictures."""
    low, high = rule.parameters["dice"].split("-")
    return int(low), int(high)


_HARD_NUMBERS = {4: "Four", 6: "Six", 8: "Eight", 10: "Ten"}


def _hardway(rule: Clause) -> Wager:
    number = sum(_faces(rule))
    title = f"{_HARD_NUMBERS[number]} the Hardway"
    line = pay_line(title, pa(f"623a.5(a)[hard_{number}]"))
    verdicts = _verdicts(rule, win=pa(f"{rule.paragraph}(i)"), lose=pa(f"{rule.paragraph}(ii)"), line=line)

    def decide(roll: Roll, pick: str) -> Verdict:
        return verdicts[decisions.hardway(number, roll.die_1, roll.die_2)]

    return Wager(
        _kebab(title), title, rule, (line,), decide, group=Group.HARDWAY, readings=(reading("B-CR-22"),)
    )


def _kebab(title: str) -> str:
    return title.lower().replace(" ", "-")


# Wagers for one roll. `which` tells the line of the pay table that a winning roll is paid on.


def _one_roll(
    name: str,
    title: str,
    rule: Clause,
    winning: int,
    lines: tuple[PayLine, ...],
    *,
    which: Callable[[Roll], int] = lambda roll: 0,
    group: Group = Group.ONE_ROLL,
    units: Units | None = None,
    readings: tuple[Reading, ...] = (),
) -> Wager:
    win = tuple(wins(pa(f"{rule.paragraph}(i)"), line) for line in lines)
    lose = loses(pa(f"{rule.paragraph}(ii)"))

    def decide(roll: Roll, pick: str) -> Verdict:
        return win[which(roll)] if decisions.one_roll(winning, roll.total) == WIN else lose

    return Wager(name, title, rule, lines, decide, group=group, units=units, readings=readings)


@implements("623a.5(a)[field_2_12]", "623a.5(a)[field_3_4_9_10_11]")
def _field_line(roll: Roll) -> int:
    """The second line pays the Field on its two ends, the 2 and the 12."""
    ends = decisions.CRAPS_TWO | decisions.CRAPS_TWELVE
    return ends >> roll.total & 1


@implements("623a.5(a)[678_easy_or_7]", "623a.5(a)[678_hard]")
def _six_seven_eight_line(roll: Roll) -> int:
    """The second line pays a 6 or 8 that comes as a pair."""
    return 1 if roll.is_hard else 0


def _one_roll_wagers() -> Iterator[Wager]:
    yield _one_roll(
        "field",
        "Field",
        pa("623a.3(a)(11)"),
        decisions.FIELD,
        (
            pay_line("Field on 3, 4, 9, 10 or 11", pa("623a.5(a)[field_3_4_9_10_11]")),
            pay_line("Field on 2 or 12", pa("623a.5(a)[field_2_12]")),
        ),
        which=_field_line,
    )
    for name, title, rule, winning, pays in (
        ("any-seven", "Any Seven", "(12)", decisions.ANY_SEVEN, "any_seven"),
        ("any-craps", "Any Craps", "(13)", decisions.ANY_CRAPS, "any_craps"),
        ("craps-two", "Craps Two", "(14)", decisions.CRAPS_TWO, "craps_2"),
        ("craps-three", "Craps Three", "(15)", decisions.CRAPS_THREE, "craps_3"),
        ("craps-twelve", "Craps Twelve", "(16)", decisions.CRAPS_TWELVE, "craps_12"),
        ("eleven", "11 in One Roll", "(17)", decisions.ELEVEN, "eleven"),
    ):
        line = pay_line(title, pa(f"623a.5(a)[{pays}]"))
        yield _one_roll(name, title, pa(f"623a.3(a){rule}"), winning, (line,))
    yield _one_roll(
        "six-seven-eight",
        "6-7-8",
        pa("623a.3(a)(39)"),
        decisions.SIX_SEVEN_EIGHT,
        (
            pay_line("6-7-8 on a 7, or a 6 or 8 that is no pair", pa("623a.5(a)[678_easy_or_7]")),
            pay_line("6-7-8 on a pair of threes or fours", pa("623a.5(a)[678_hard]")),
        ),
        which=_six_seven_eight_line,
    )


def _hop(rule: Clause) -> Wager:
    low, high = _faces(rule)
    title = (
        f"{_HARD_NUMBERS[low + high]} the Hardway on the Hop" if low == high else f"{low}-{high} on the Hop"
    )
    line = pay_line(title, pa(f"623a.5(a)[hop_{low}_{high}]"))
    verdicts = _verdicts(rule, win=pa(f"{rule.id}(i)"), lose=pa(f"{rule.id}(ii)"), line=line)

    def decide(roll: Roll, pick: str) -> Verdict:
        return verdicts[decisions.hop(low, high, roll.die_1, roll.die_2)]

    return Wager(_kebab(title), title, rule, (line,), decide, group=Group.HOP, readings=(reading("B-CR-21"),))


# Combination wagers: one bet, settled as if it were several for one roll (readings B-CR-17 to B-CR-19).


@dataclass(frozen=True, slots=True)
class Part:
    """One of the wagers for one roll that a combination stands for, and its share of the stake."""

    wager: str
    share: Fraction


# The words of the register for the wagers that a combination is split into.
_PART_NAMES = {
    "2": "craps-two",
    "3": "craps-three",
    "11": "eleven",
    "12": "craps-twelve",
    "Any Craps": "any-craps",
    "Eleven": "eleven",
    "Any Seven": "any-seven",
    "Horn": "horn",
}


@implements(
    "623a.3(a)(20)#3",
    "623a.3(a)(21)#3",
    "623a.5(b)",
    "623a.5(c)",
    "623a.5(d)",
    "623a.5(e)",
    readings=("B-CR-18", "B-CR-19"),
)
def _split(clause: Clause, high: str = "") -> tuple[Part, ...]:
    """The parts that a clause splits a wager into, each a percentage or so many units; `high` is the chosen number."""
    stated = [part.split("@")[0].split(":") for part in clause.parameters["split"].split(",")]
    sizes = [int(size.removesuffix("%")) for size, _ in stated]
    names = [_PART_NAMES[high if label.startswith("high") else label] for _, label in stated]
    return tuple(Part(name, Fraction(size, sum(sizes))) for name, size in zip(names, sizes, strict=True))


HORN_HIGH_NUMBERS = _picks(numbers_of(pa("623a.3(a)(20)#1"), "high"))
_HORN_PARTS = _split(pa("623a.5(c)"))


def _within(share: Fraction, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(Part(part.wager, share * part.share) for part in parts)


def _parts_of_whirl() -> Iterator[Part]:
    for part in _split(pa("623a.5(e)")):
        yield from _within(part.share, _HORN_PARTS) if part.wager == "horn" else (part,)


# What each combination is settled as, down to wagers for one roll on a set of totals.
PARTS: dict[str, tuple[Part, ...]] = {
    "c-and-e": _split(pa("623a.5(b)")),
    "horn": _HORN_PARTS,
    **{f"horn-high-{number}": _split(pa("623a.5(d)"), number) for number in HORN_HIGH_NUMBERS},
    "whirl": tuple(_parts_of_whirl()),
}

# The clause that breaks a wager down where the layout has no area for it, and what it is booked as.
BROKEN_DOWN_BY: dict[str, Clause] = {
    **{f"horn-high-{number}": pa("623a.3(a)(20)#3") for number in HORN_HIGH_NUMBERS},
    "whirl": pa("623a.3(a)(21)#3"),
}


@implements("623a.3(a)(20)#3", "623a.3(a)(21)#3", readings=("B-CR-19",))
def broken_down(wager: str, amount: Cents) -> tuple[tuple[str, Cents], ...]:
    """What a Horn High or Whirl Bet is booked as at a layout without its area: wagers and amounts."""
    parts = _split(BROKEN_DOWN_BY[wager], wager.removeprefix("horn-high-"))
    return tuple((part.wager, int(part.share * amount)) for part in parts)


def _combination(
    name: str,
    title: str,
    rule: Clause,
    winning: int,
    units: Units,
    pays: Clause,
    singles: Mapping[str, Wager],
) -> Wager:
    """A combination, each line of its pay table being that of a part and of the share of the stake on it."""
    shares: dict[str, Fraction] = {}
    for part in PARTS[name]:
        shares[part.wager] = shares.get(part.wager, Fraction(0)) + part.share
    lines = tuple(
        PayLine(f"{title}: {share} of it on {singles[part].title}", line.odds, pays)
        for part, share in shares.items()
        for line in singles[part].paytable
    )

    def which(roll: Roll) -> int:
        return next(
            index for index, part in enumerate(shares) if singles[part].decide(roll, "").result is Result.WIN
        )

    return _one_roll(
        name,
        title,
        rule,
        winning,
        lines,
        which=which,
        group=Group.COMBINATION,
        units=units,
        readings=(reading("B-CR-18"),),
    )


def _units(clause: Clause) -> Units:
    return Units(clause.integer("unit_multiple"), clause)


def _combinations(singles: Mapping[str, Wager]) -> Iterator[Wager]:
    # Equal halves is all that is said of C and E (reading B-CR-17).
    halves = Units(len(PARTS["c-and-e"]), pa("623a.5(b)"))
    yield _combination(
        "c-and-e", "C and E", pa("623a.3(a)(18)"), decisions.C_AND_E, halves, pa("623a.5(b)"), singles
    )
    for name, title, paragraph, winning, pays in (
        ("horn", "Horn", "623a.3(a)(19)", decisions.HORN, "623a.5(c)"),
        *(
            (f"horn-high-{number}", f"Horn High {number}", "623a.3(a)(20)", decisions.HORN_HIGH, "623a.5(d)")
            for number in HORN_HIGH_NUMBERS
        ),
        ("whirl", "Whirl", "623a.3(a)(21)", decisions.WHIRL, "623a.5(e)"),
    ):
        units = _units(pa(f"{paragraph}#2"))
        yield _combination(name, title, pa(f"{paragraph}#1"), winning, units, pa(pays), singles)


# The whole list.


@implements("623a.3(a)")
def catalogue(edition: str = EDITION_2013, fire: FirePaytable = FirePaytable.A) -> dict[str, Wager]:
    """The wagers that a text of the chapter authorizes; Bonus Craps came with the 2013 text."""
    one_roll = list(_one_roll_wagers())
    wagers = [
        *_line_wagers(),
        _supplemental("pass", "Pass", "623a.6(a)", decisions.pass_line),
        _supplemental("dont-pass", "Don't Pass", "623a.6(b)", decisions.dont_pass_line),
        _supplemental("come", "Come", "623a.6(c)", decisions.pass_line, "B-CR-11"),
        _supplemental("dont-come", "Don't Come", "623a.6(d)", decisions.dont_pass_line),
        *_number_wagers(),
        *(_hardway(pa(f"623a.3(a)({number})#1")) for number in range(7, 11)),
        *one_roll,
        *_combinations({wager.name: wager for wager in one_roll}),
        *(_hop(pa(f"623a.3(a)({number})")) for number in range(22, 39)),
        fire_bet(fire),
    ]
    if edition == EDITION_2013:
        wagers += bonus_wagers()
    return {wager.name: wager for wager in wagers}


CATALOGUE = catalogue()


@implements("623a.5(b)", "623a.5(c)", "623a.5(d)", "623a.5(e)", readings=("B-CR-18",))
def winning_share(combination: str, roll: Roll) -> Fraction:
    """How much of a combination lies on the parts that a roll wins; the rest of it is lost."""
    return sum((part.share for part in PARTS[combination] if _wins(part.wager, roll)), Fraction(0))


def _wins(wager: str, roll: Roll) -> bool:
    return CATALOGUE[wager].decide(roll, "").result is Result.WIN


# On and off on a come out roll.


@dataclass(frozen=True, slots=True)
class ComeOutRule:
    """Whether a wager acts on a come out roll unless the player calls otherwise, and how the call is confirmed."""

    acts: bool
    rule: Clause
    call: Clause


def _come_out_rule(wager: Wager) -> ComeOutRule:
    rule = pa(f"{wager.clause.paragraph}#2")
    return ComeOutRule(rule.parameters["come_out"] == "active", rule, pa(f"{wager.clause.paragraph}#3"))


# The wagers that a player may call on or off; all others act on every roll.
COME_OUT = {
    wager.name: _come_out_rule(wager)
    for wager in CATALOGUE.values()
    if wager.group in (Group.PLACE_TO_WIN, Group.PLACE_TO_LOSE, Group.HARDWAY, Group.BUY, Group.LAY)
}
