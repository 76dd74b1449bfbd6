"""The figures of Craps against formulas worked out by hand, and the line played at random."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import numpy as np
import pytest

from houseway.games.craps import decisions
from houseway.lab import EdgeRecord, NotPriced, UnknownWay, edges, simulated
from houseway.lab import craps_simulation as simulation
from houseway.lab.chain import End, endings
from houseway.lab.compiling import compiled
from houseway.lab.figures import Figure, listed
from houseway.lab.streams import Words, words
from houseway.law import RuleViolation

POINTS = (4, 5, 6, 8, 9, 10)
# In how many of 36 ways each total comes.
WAYS = {number: 6 - abs(number - 7) for number in range(2, 13)}
TRUE_ODDS = {number: Fraction(6, WAYS[number]) for number in POINTS}


def ways(*totals: int) -> Fraction:
    return Fraction(sum(WAYS[each] for each in totals))


def total(fractions: Iterable[Fraction]) -> Fraction:
    return sum(fractions, Fraction(0))


# By hand: the player's loss per unit, or with odds per unit of all that is staked.

FLAT = {"pass": Fraction(7, 495), "dont-pass": Fraction(3, 220)}
MULTIPLES = {"3-4-5x": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}}


def line(figure: Figure, wager: str) -> Fraction:
    """Odds cost nothing, so that what they add to the stake thins the edge."""
    text = figure.options.get("odds")
    if text is None:
        return FLAT[wager]
    times = MULTIPLES.get(text) or dict.fromkeys(POINTS, int(text.removesuffix("x")))
    # Behind a Don't the multiple is of what the odds win.
    stakes = {n: times[n] * (TRUE_ODDS[n] if wager == "dont-pass" else 1) for n in POINTS}
    return FLAT[wager] / (1 + total(ways(n) / 36 * stakes[n] for n in POINTS))


PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
LOSE = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}


def against_seven(figure: Figure) -> Fraction:
    kind, _, text = figure.wager.rpartition("-")
    number = int(text)
    made = ways(number) / ways(number, 7)
    low = min(number, 14 - number)
    if kind == "place-to-win":
        return 1 - made - made * PLACE[low]
    if kind == "place-to-lose":
        return made - (1 - made) * LOSE[low]
    won = made if kind == "buy" else 1 - made
    return Fraction(5, 100) * (1 if figure.options["when"] == "placed" else won)


SINGLE = {
    "any-seven": (ways(7), 4),
    "any-craps": (ways(2, 3, 12), 7),
    "craps-two": (ways(2), 30),
    "craps-three": (ways(3), 15),
    "craps-twelve": (ways(12), 30),
    "eleven": (ways(11), 15),
}
HORN = ("craps-two", "craps-three", "craps-twelve", "eleven")
COMBINED = {
    "c-and-e": ("any-craps", "eleven"),
    "horn": HORN,
    "horn-high-2": (*HORN, "craps-two"),
    "horn-high-3": (*HORN, "craps-three"),
    "horn-high-11": (*HORN, "eleven"),
    "horn-high-12": (*HORN, "craps-twelve"),
    "whirl": (*HORN, "any-seven"),
}


def single(wins: Fraction, pays: int) -> Fraction:
    return 1 - wins * (pays + 1) / 36


def one_roll(figure: Figure) -> Fraction:
    """Parts lose what they lose by themselves, each its share."""
    parts = COMBINED.get(figure.wager, (figure.wager,))
    return total(single(*SINGLE[part]) for part in parts) / len(parts)


def fire(figure: Figure) -> Fraction:
    """Points are set until one is not made: those among them that were, counted by inclusion and exclusion."""
    made = {n: ways(n) / 24 * ways(n) / ways(n, 7) for n in POINTS}
    missed = 1 - total(made.values())

    def none_of(numbers: tuple[int, ...]) -> Fraction:
        return missed / (missed + total(made[n] for n in numbers))

    def exactly(count: int) -> Fraction:
        others = 6 - count
        return total(
            signed(size - others) * comb(size, others) * none_of(numbers)
            for size in range(others, 7)
            for numbers in combinations(POINTS, size)
        )

    pays = {"A": (24, 249, 999), "B": (39, 199, 499)}[figure.paytable]
    return 1 - total(exactly(count) * (odds + 1) for count, odds in zip((4, 5, 6), pays, strict=True))


def signed(size: int) -> int:
    return -1 if size % 2 else 1


def bonus(figure: Figure) -> Fraction:
    """All of some numbers before a 7, by inclusion and exclusion."""
    numbers, pays = {
        "all-small": ((2, 3, 4, 5, 6), 34),
        "all-tall": ((8, 9, 10, 11, 12), 34),
        "all-or-nothing-at-all": ((2, 3, 4, 5, 6, 8, 9, 10, 11, 12), 175),
    }[figure.wager]
    won = total(
        signed(size) * ways(7) / ways(7, *some)
        for size in range(len(numbers) + 1)
        for some in combinations(numbers, size)
    )
    return 1 - won * (pays + 1)


def by_hand(figure: Figure) -> Fraction:
    wager = figure.wager
    if wager in ("pass", "come"):
        return line(figure, "pass")
    if wager in ("dont-pass", "dont-come"):
        return line(figure, "dont-pass")
    if wager.startswith(("place", "buy", "lay")):
        return against_seven(figure)
    if wager.endswith("-the-hardway"):
        pays, easy = (7, 2) if wager.startswith(("four", "ten")) else (9, 4)
        return 1 - Fraction(pays + 1, 1 + easy + 6)
    if wager.endswith("-on-the-hop"):
        return single(Fraction(1), 30) if "hardway" in wager else single(Fraction(2), 15)
    if wager == "fire-bet":
        return fire(figure)
    if wager.startswith("all-"):
        return bonus(figure)
    if wager == "field":
        return 1 - (ways(3, 4, 9, 10, 11) * 2 + ways(2, 12) * 3) / 36
    if wager == "six-seven-eight":
        return 1 - (Fraction(4 + 6 + 4) * 2 + Fraction(2) * 3) / 36
    return one_roll(figure)


@pytest.fixture(scope="module")
def records() -> dict[Figure, EdgeRecord]:
    return {Figure(r.wager, r.option, r.paytable): r for r in edges("craps")}


@pytest.mark.parametrize("figure", listed("craps"), ids=lambda f: "-".join(filter(None, f)))
def test_every_figure_agrees_with_a_formula(figure: Figure, records: dict[Figure, EdgeRecord]) -> None:
    assert Fraction(records[figure].edge) == by_hand(figure)


def test_pass_and_dont_pass_come_out_as_everyone_knows(records: dict[Figure, EdgeRecord]) -> None:
    won = records[Figure("pass")].exact
    assert won["win_p"] == "244/495"
    assert won["lose_p"] == "251/495"
    assert won["variance"] == str(1 - Fraction(7, 495) ** 2)
    pushed = records[Figure("dont-pass")].exact
    assert (pushed["win_p"], pushed["push_p"]) == ("949/1980", "1/36")


def test_a_push_makes_two_measures_and_the_record_has_both(records: dict[Figure, EdgeRecord]) -> None:
    for wager in ("dont-pass", "dont-come"):
        exact = records[Figure(wager)].exact
        assert exact["edge_per_wager_made"] == "3/220"
        assert Fraction(exact["edge_per_wager_resolved"]) == Fraction(3, 220) / Fraction(35, 36)
    with_odds = records[Figure("dont-pass", "odds=3-4-5x")].exact
    # Six staked behind one, two times in three; the one that is pushed never has any.
    assert Fraction(with_odds["edge_per_wager_resolved"]) == Fraction(3, 220) / (5 - Fraction(1, 36))
    assert "edge_per_wager_resolved" not in records[Figure("pass")].exact


def test_a_whirl_wins_on_a_seven_though_it_gains_nothing(records: dict[Figure, EdgeRecord]) -> None:
    assert Fraction(records[Figure("whirl")].exact["win_p"]) == ways(2, 3, 7, 11, 12) / 36


def test_a_record_tells_readings_method_and_submission(records: dict[Figure, EdgeRecord]) -> None:
    assert records[Figure("come", "odds=2x")].readings == ("B-CR-27", "B-CR-12", "B-CR-11", "B-CR-32")
    record = records[Figure("fire-bet", paytable="B")]
    assert "B-CR-01" in record.readings
    assert record.method == "exact: every roll until the wager is decided, settled by the game itself"
    assert record.submission != records[Figure("fire-bet", paytable="A")].submission
    assert record.interval is None


def test_options_price_the_table_of_that_submission() -> None:
    found = {
        (r.wager, r.option): r.edge
        for r in edges(
            "craps", options={"vigorish_percent": "4", "lay_bets": "instead", "edition": "623a-2011"}
        )
    }
    wagers = {wager for wager, _ in found}
    assert "lay-4" in wagers
    assert not wagers & {"place-to-lose-4", "all-small", "pass-odds"}
    (lay,) = (edge for (wager, _), edge in found.items() if wager == "lay-4")
    assert Fraction(lay) == Fraction(4, 100)


def test_odds_alone_have_no_figure_and_unknown_wagers_are_refused() -> None:
    with pytest.raises(NotPriced, match="pass-odds of craps is not priced by itself"):
        list(edges("craps", "pass-odds"))
    with pytest.raises(RuleViolation, match="has no wager 'put'"):
        list(edges("craps", "put"))


# The decisions are what is walked and what is compiled.

TOTALS = range(2, 13)
LINE_POINTS = (0, *POINTS)
DICE = list(product(range(1, 7), repeat=2))
MADE = [sum(1 << n for n in some) for size in range(7) for some in combinations(POINTS, size)]


@pytest.mark.parametrize(
    ("decision", "arguments"),
    [
        (decisions.next_point, product(LINE_POINTS, TOTALS)),
        (decisions.is_loser_seven, product(LINE_POINTS, TOTALS)),
        (decisions.pass_line, product(LINE_POINTS, TOTALS)),
        (decisions.dont_pass_line, product(LINE_POINTS, TOTALS)),
        (decisions.place_to_win, product(POINTS, TOTALS)),
        (decisions.place_to_lose, product(POINTS, TOTALS)),
        (decisions.hardway, ((n, *dice) for n in (4, 6, 8, 10) for dice in DICE)),
        (decisions.one_roll, product((decisions.FIELD, decisions.WHIRL), TOTALS)),
        (decisions.hop, ((*faces, *dice) for faces in DICE for dice in DICE)),
        (decisions.fire_points, product(MADE, LINE_POINTS, TOTALS)),
        (decisions.fire, product(MADE, LINE_POINTS, TOTALS)),
        (decisions.marked, product((0, decisions.ALL_SMALL), TOTALS)),
        (
            decisions.bonus,
            product((decisions.ALL_SMALL, decisions.ALL_TALL), (0, 0b1111100, 0b111100), TOTALS),
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_compiled_decisions_are_the_plain_ones(
    decision: Callable[..., int], arguments: Iterable[tuple[int, ...]]
) -> None:
    fast = compiled(decision)
    cases = list(arguments)
    assert [fast(*case) for case in cases] == [decision(*case) for case in cases]


# Chains.


def test_play_that_comes_back_ends_with_exact_chances() -> None:
    """A gambler who wins one or loses one with the odds of two to one is ruined as the classic formula says."""
    goal = 12

    def cases(held: int) -> dict[int | End[str], int]:
        up: int | End[str] = End("won") if held + 1 == goal else held + 1
        down: int | End[str] = End("ruined") if held == 1 else held - 1
        return {up: 2, down: 1, held: 3}

    found = endings(5, cases)
    half = Fraction(1, 2)
    assert found["won"] == (1 - half**5) / (1 - half**goal)
    assert sum(found.values()) == 1


# Playing the line.


@pytest.mark.parametrize(
    ("player", "wager", "option"),
    [
        ("pass", "pass", ""),
        ("pass-odds", "pass", "odds=3-4-5x"),
        ("dont-pass", "dont-pass", ""),
        ("dont-pass-odds", "dont-pass", "odds=3-4-5x"),
    ],
)
def test_the_line_played_at_random_comes_to_its_exact_edge(
    player: str, wager: str, option: str, records: dict[Figure, EdgeRecord]
) -> None:
    record = simulated("craps", player, rounds=2_000_000, seed=7)
    exact = records[Figure(wager, option)]
    assert (record.wager, record.option) == (wager, f"player={player}")
    assert record.interval is not None
    low, high = record.interval
    assert low < exact.edge_decimal < high
    assert record.exact == {}
    assert record.win_p == pytest.approx(exact.win_p, abs=0.002)
    assert record.variance == pytest.approx(exact.variance, rel=0.01)


def test_the_interval_takes_loss_and_stake_together() -> None:
    record = simulated("craps", "pass", rounds=10_000, seed=1)
    assert record.interval is not None
    low, high = record.interval
    assert high - low == pytest.approx(2 * 1.959964 * sqrt(record.variance / 10_000))
    with_odds = simulated("craps", "pass-odds", rounds=10_000, seed=1)
    assert with_odds.interval is not None
    low, high = with_odds.interval
    # Five is staked and more won and lost, but the loss per unit of it is surer than the variance of a round alone.
    assert high - low < 2 * 1.96 * sqrt(with_odds.variance / 10_000)


@pytest.mark.parametrize("processors", [1, 3])
def test_a_result_depends_on_seed_and_rounds_alone(processors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    record = simulated("craps", "dont-pass", rounds=600_000, seed=9)
    assert record.edge == "9077/600000"
    assert record.method == "simulated: 600,000 rounds of 2,029,591 rolls with seed 9"


@pytest.mark.parametrize("laying", [False, True])
def test_rolls_are_made_alike_by_the_plain_and_the_compiled_functions(laying: bool) -> None:
    source = words(11, 0, 60, 1)
    fast, slow = np.zeros(396, np.int64), np.zeros(396, np.int64)
    assert compiled(simulation._play)(source, 300, 0, laying, fast) == (0, 0)
    assert simulation._play(source, 300, 0, laying, slow) == (0, 0)
    assert fast.tolist() == slow.tolist()
    assert fast.sum() > 300


def _word(*throws: int) -> int:
    """A word that holds these throws, above those that are passed over."""
    word = 36**10
    for place, throw in enumerate(throws):
        word += throw * 36**place
    return word


def test_throws_are_read_from_a_word_one_after_another() -> None:
    # 2-2, then 6-1: the point of four is lost; then 6-5, a natural.
    source = np.array([_word(7, 30, 34)], np.uint64)
    rolls = np.zeros(396, np.int64)
    assert simulation._play(source, 2, 0, False, rolls) == (0, 0)
    counted = {cell: count for cell, count in enumerate(rolls.tolist()) if count}
    assert counted == {
        simulation.cell_of(0, 2, 2): 1,
        simulation.cell_of(4, 6, 1): 1,
        simulation.cell_of(0, 6, 5): 1,
    }


def test_a_word_that_would_favour_a_throw_is_passed_over() -> None:
    surplus = 2**64 % 36**10
    rolls = np.zeros(396, np.int64)
    source = np.array([surplus - 1, _word(34)], np.uint64)
    assert simulation._play(source, 1, 0, False, rolls) == (0, 0)
    assert rolls[simulation.cell_of(0, 6, 5)] == rolls.sum() == 1
    assert (2**64 - surplus) % 36**10 == 0


def test_a_block_that_needs_more_words_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[int] = Counter()

    def two_words(seed: int, block: int, rounds: int, draws: int) -> Words:
        read[block] += 1
        return words(seed, block, rounds, draws)[:2]

    monkeypatch.setattr(simulation, "words", two_words)
    rolls = simulation.rolls_by_cell(laying=False, rounds=100, seed=3)
    assert len(read) == read.total() > 10, "no stream is read twice"
    assert rolls.tolist() == simulation.rolls_by_cell(laying=False, rounds=100, seed=3).tolist()
    monkeypatch.undo()
    assert rolls.tolist() != simulation.rolls_by_cell(laying=False, rounds=100, seed=3).tolist()


def test_no_other_way_to_bet_is_played() -> None:
    with pytest.raises(UnknownWay, match="'hardways'"):
        simulated("craps", "hardways", rounds=10, seed=1)
