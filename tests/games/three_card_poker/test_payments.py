"""Every line of every paytable paid at the table, to the cent (36.05.14.12)."""

from typing import Any

import pytest

from houseway.table.events import BonusPaid, Event, Settled
from houseway.table.progressive_events import CompleteDocuments, ValidateAward, VerifyAward
from tests.games.three_card_poker.dealing import MD, Pit

# A dealer's hand that does not qualify and helps nobody to a Six Card Bonus hand.
LOW = "2c 4d 6h"
HANDS = {
    "straight-flush": "9s 8s 7s",
    "three-of-a-kind": "5c 5d 5h",
    "straight": "9c 8d 7h",
    "flush": "Kc 9c 3c",
    "pair": "Jc Jd 9h",
}


def _line(clause: str, *case: Any) -> Any:
    return pytest.param(*case, clause, id=clause, marks=pytest.mark.clause(clause))


def _paid(events: list[Event], name: str) -> tuple[int, str]:
    """What a wager or bonus was paid, and on which line."""
    for event in events:
        if isinstance(event, Settled) and event.wager == name:
            return event.paid, event.pays
        if isinstance(event, BonusPaid) and event.bonus == name:
            return event.paid, event.pays
    return 0, ""


def _bonus_lines() -> list[Any]:
    odds = {"A": (5, 4, 1), "B": (5, 3, 1), "C": (4, 3, 1)}
    hands = ("straight-flush", "three-of-a-kind", "straight")
    return [
        _line(f"{MD}{paragraph}({number})({letter})", version, table, hand, win)
        for paragraph, version, letters in ((".12B", "separate", "abc"), (".12C", "both-compulsory", "cde"))
        for number, (table, wins) in enumerate(odds.items(), start=1)
        for hand, letter, win in zip(hands, letters, wins, strict=True)
    ]


@pytest.mark.parametrize(("version", "table", "hand", "win", "clause"), _bonus_lines())
def test_an_ante_bonus_line_is_paid_on_the_ante(
    version: str, table: str, hand: str, win: int, clause: str
) -> None:
    pit = Pit(version=version, ante_bonus=table).wager(1, ante=10)
    if version == "both-compulsory":
        pit.wager(1, pair_plus=5)
    events = pit.deal(seat_1=HANDS[hand], dealer=LOW).plays(1).showdown(1)
    assert _paid(events, "Ante Bonus") == (win * 1_000, clause)


def _pair_plus_lines() -> list[Any]:
    odds = {"A": (40, 30, 5, 4, 1), "B": (40, 30, 6, 3, 1), "C": (40, 30, 6, 4, 1), "D": (40, 25, 6, 4, 1)}
    return [
        _line(f"{MD}.12D({number})({letter})", table, hand, win)
        for number, (table, wins) in enumerate(odds.items(), start=1)
        for hand, letter, win in zip(HANDS, "abcde", wins, strict=True)
    ]


@pytest.mark.parametrize(("table", "hand", "win", "clause"), _pair_plus_lines())
def test_a_pair_plus_line_is_paid(table: str, hand: str, win: int, clause: str) -> None:
    pit = Pit(pair_plus=table).wager(1, pair_plus=7)
    before = pit.rack(1)
    events = pit.deal(seat_1=HANDS[hand], dealer=LOW).showdown(1)
    assert _paid(events, "pair-plus") == (win * 700, clause)
    assert pit.rack(1) == before + 700 + win * 700


def _progressive_lines() -> list[Any]:
    hands = ("As Ks Qs", "Ah Kh Qh", HANDS["straight-flush"], HANDS["three-of-a-kind"], HANDS["straight"])
    numerals = ("i", "ii", "iii", "iv", "v")
    paid = {"A": (1_000_70, 500_00, 70_00, 60_00, 6_00), "B": (1_001_00, 500_00, 100_00, 90_00)}
    return [
        _line(f"{MD}.12E(1)({table.lower()})({numeral})", table, hand, amount)
        for table, amounts in paid.items()
        for hand, numeral, amount in zip(hands, numerals, amounts, strict=False)
    ]


@pytest.mark.parametrize(("table", "hand", "amount", "clause"), _progressive_lines())
@pytest.mark.clause("36.05.14.11D(7)(d)")
def test_a_progressive_line_is_paid_with_the_chip_counted_in(
    table: str, hand: str, amount: int, clause: str
) -> None:
    """A $5 wager on the meter lines, a $1 wager on the others; "for 1" never gives the chip back besides (C-129)."""
    meter = {"rate": 1_400 if table == "A" else 2_000}
    jackpot = hand == "As Ks Qs"
    pit = Pit(progressive=table, meter=meter).wager(1, pair_plus=5, progressive=5 if jackpot else 1)
    before = pit.rack(1)
    events = pit.deal(seat_1=hand, dealer=LOW).showdown(1)
    events += pit.service.do(VerifyAward(seat=1)) + pit.service.do(ValidateAward(seat=1))
    if jackpot:
        events += pit.service.do(CompleteDocuments(seat=1, reference="J-1"))
    assert _paid(events, "progressive") == (amount, clause)
    pair_plus, _ = _paid(events, "pair-plus")
    assert pit.rack(1) == before + 500 + pair_plus + amount


_SIX_CARD_HANDS = {
    "super-royal-of-diamonds": ("Ad Kd Qd", "Jd Td 9d"),
    "super-royal": ("Ac Kc Qc", "Jc Tc 9c"),
    "royal-flush": ("Ah Kh Qh", "Jh Th 2c"),
    "straight-flush": ("9h 8h 7h", "6h 5h Kd"),
    "four-of-a-kind": ("9h 9c Kd", "9d 9s 2c"),
    "full-house": ("9h 9c Kd", "9d Ks 2c"),
    "flush": ("9h 2h Kh", "4h 7h 2c"),
    "straight": ("9h 8c 7d", "6h 5s Kd"),
    "three-of-a-kind": ("9h 9c Kd", "9d 2s 4c"),
}
_STRUCK = {
    "B": (1000, 200, 100, 20, 15, 9, 8),
    "C": (1000, 200, 100, 20, 15, 10, 7),
    "D": (1000, 200, 50, 25, 15, 10, 5),
}
_WITH_SUPER_ROYAL = (200_000, 20_000, 1000, 200, 50, 20, 15, 10, 5)


def _six_card_lines() -> list[Any]:
    """Every line of every table: edition, table, hand, how many times five dollars, and clause."""
    every = tuple(_SIX_CARD_HANDS)
    after = [*(f"12F(1)({letter})#2" for letter in "abcdefg"), "12F(1)(h)", "12F(1)(i)"]
    b_lines = [f"12F(2)({letter})" for letter in "abcdefgh"]
    tables: list[tuple[str, str, tuple[str, ...], tuple[int, ...], list[str]]] = [
        ("md-2013", "A", every[2:], (1000, 200, 50, 25, 20, 10, 5), [f"12F(1)({x})#1" for x in "abcdefg"]),
        ("md-2013", "B", every[2:], _STRUCK["B"], ["12F(2)"] * 7),
        ("md-2013", "C", every[2:], _STRUCK["C"], ["12F(3)"] * 7),
        ("md-2013", "D", every[2:], _STRUCK["D"], ["12F(4)"] * 7),
        ("md-2013", "E", every, _WITH_SUPER_ROYAL, ["12F(5)"] * 9),
        ("649a-2014", "E", every, _WITH_SUPER_ROYAL, ["12F(5)"] * 9),
        ("md-2014", "A", every, _WITH_SUPER_ROYAL, after),
        ("md-2014", "B", every[1:], _WITH_SUPER_ROYAL[1:], b_lines),
    ]
    return [
        pytest.param(
            edition,
            table,
            hand,
            win,
            f"{MD}.{clause}",
            id=f"{edition}-{table}-{hand}",
            marks=pytest.mark.clause(f"{MD}.{clause}"),
        )
        for edition, table, hands, wins, clauses in tables
        for hand, win, clause in zip(hands, wins, clauses, strict=True)
    ]


@pytest.mark.parametrize(("edition", "table", "hand", "win", "clause"), _six_card_lines())
def test_a_six_card_bonus_line_is_paid(edition: str, table: str, hand: str, win: int, clause: str) -> None:
    """On $5: the odds to 1, or a fixed sum that is so many times five dollars."""
    pit = Pit(edition=edition, six_card_bonus=table).wager(1, ante=10, six_card_bonus=5)
    before = pit.rack(1)
    player, dealer = _SIX_CARD_HANDS[hand]
    events = pit.deal(seat_1=player, dealer=dealer).folds(1).showdown(1)
    if win >= 20_000:
        assert _paid(events, "six-card-bonus") == (0, ""), "a fixed sum waits for its papers"
        events = pit.service.do(CompleteDocuments(seat=1, reference="S-1"))
    assert _paid(events, "six-card-bonus") == (win * 500, clause)
    assert pit.rack(1) == before + 500 + win * 500


def _envy_lines() -> list[Any]:
    return [
        _line(f"{MD}.12E(5)({schedule})({numeral})", stake, hand, amount)
        for schedule, stake, amounts in (("a", 1, (100, 25)), ("b", 5, (500, 125)))
        for numeral, hand, amount in zip(("i", "ii"), ("As Ks Qs", "Ac Kc Qc"), amounts, strict=True)
    ]


@pytest.mark.parametrize(("stake", "hand", "amount", "clause"), _envy_lines())
def test_an_envy_bonus_is_paid_by_the_size_of_the_recipients_wager(
    stake: int, hand: str, amount: int, clause: str
) -> None:
    pit = Pit(1, 2).wager(1, pair_plus=5).wager(2, pair_plus=5, progressive=stake)
    pit.deal(seat_1=hand, seat_2="Kd 9h 3c", dealer=LOW)
    assert _paid(pit.showdown(2, 1), "Envy Bonus") == (amount * 100, clause)
