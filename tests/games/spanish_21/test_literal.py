"""Rounds settled a second time from the rows alone: cards in shoe order and decisions, every line and cent.

Nothing here imports a rule. What is read off the game is only what it was told: wagers, cards, decisions.
"""

import os
import random

import pytest

from houseway.games.spanish_21 import Spanish21
from houseway.games.spanish_21.submission import Spanish21Submission
from tests.games.twenty_one_rounds import SEATS, Line, RandomRound, Told, count, decks

ROUNDS = int(os.environ.get("HOUSEWAY_SHOE_ROUNDS", "300")) // 2

# The second settlement.


def is_soft(hand: list[str]) -> bool:
    """Whether an ace counts eleven."""
    return any(card[0] == "A" for card in hand) and count(hand) <= 21 and count([*hand, "K"]) <= 21


def paid(hand: list[str], stake: int) -> int:
    """What 21 that was not doubled down on is paid."""
    ranks, suits = "".join(sorted(card[0] for card in hand)), {card[1] for card in hand}
    if ranks in ("678", "777"):
        return stake * 3 if suits == {"s"} else stake * 2 if len(suits) == 1 else stake * 3 // 2
    return {5: stake * 3 // 2, 6: stake * 2}.get(len(hand), stake * 3 if len(hand) > 6 else stake)


def literal(told: Told, batch: int, soft: bool) -> list[Line]:
    """The round by the rows of 635a and of common practice, in the order of 665a.7 (635-01, 635-02)."""
    shoe, said, lines = list(told.cards), list(told.decisions), []
    bets, matches, insured = told.on("spanish-21"), told.on("match-the-dealer"), told.on("insurance")
    seats = sorted(bets)
    far_right = sorted(seats, reverse=True)
    hands = {seat: {1: [shoe.pop(0)]} for seat in seats}
    dealer = [shoe.pop(0)]
    for seat in seats:
        hands[seat][1].append(shoe.pop(0))
    dealer.append(shoe.pop(0))
    suited, plain = {6: (9, 4), 8: (12, 3)}[batch]
    for seat in far_right:
        if seat in matches:
            odds = 0
            for card in hands[seat][1]:
                odds += suited if card == dealer[0] else plain if card[0] == dealer[0][0] else 0
            result = "win" if odds else "lose"
            lines.append((seat, "match-the-dealer", "", result, matches[seat] * (odds or -1)))
    wagers = {(seat, 1): [("spanish-21", "", bets[seat])] for seat in seats}
    natural = {seat: count(hands[seat][1]) == 21 for seat in seats}
    if dealer[0][0] in "AKQJ" and count(dealer) == 21:
        for seat in far_right:
            won = bets[seat] * 3 // 2 if natural[seat] else -bets[seat]
            lines.append((seat, "spanish-21", "", "win" if natural[seat] else "lose", won))
            if seat in insured:
                lines.append((seat, "insurance", "", "win", insured[seat] * 2))
        return lines
    lines.extend((seat, "insurance", "", "lose", -insured[seat]) for seat in far_right if seat in insured)
    doubled = set()

    def gone(seat: int, hand: int, result: str, share: float, added: str = "") -> None:
        for name, pick, amount in wagers.pop((seat, hand)):
            if added and name == "double-down":
                lines.append((seat, name, pick, added, 0))
            else:
                lines.append((seat, name, pick, result, int(share * amount)))

    for seat in seats:
        if natural[seat]:
            gone(seat, 1, "win", 1.5)
            continue
        hand = 1
        while hand in hands[seat]:
            mine = hands[seat][hand]
            if len(mine) == 1:
                mine.append(shoe.pop(0))
            while (seat, hand) in wagers:
                if count(mine) > 21:
                    gone(seat, hand, "lose", -1)
                if count(mine) >= 21:
                    break
                who, which, what, amount = said.pop(0)
                assert (who, which) == (seat, hand)
                if what == "stand":
                    break
                if what == "surrender":
                    assert len(mine) == 2
                    assert len(hands[seat]) == 1
                    gone(seat, hand, "surrendered", -0.5)
                    break
                if what == "rescue":
                    assert (seat, hand) in doubled
                    gone(seat, hand, "lose", -1, added="returned")
                    break
                assert (seat, hand) not in doubled
                if what == "split":
                    new = len(hands[seat]) + 1
                    hands[seat][new] = [mine.pop()]
                    wagers[seat, new] = [("split", str(new), amount)]
                if what == "double-down":
                    assert amount <= bets[seat]
                    doubled.add((seat, hand))
                    wagers[seat, hand].append(("double-down", str(hand), amount))
                mine.append(shoe.pop(0))
            hand += 1
    while count(dealer) < 17 or (soft and count(dealer) == 17 and is_soft(dealer)):
        dealer.append(shoe.pop(0))
    for seat in far_right:
        for hand in sorted(hands[seat]):
            if (seat, hand) not in wagers:
                continue
            mine, theirs = hands[seat][hand], count(dealer)
            for name, pick, amount in wagers[seat, hand]:
                if count(mine) == 21 and (seat, hand) not in doubled:
                    lines.append((seat, name, pick, "win", paid(mine, amount)))
                elif count(mine) == 21 or theirs > 21 or count(mine) > theirs:
                    lines.append((seat, name, pick, "win", amount))
                elif count(mine) == theirs:
                    lines.append((seat, name, pick, "push", 0))
                else:
                    lines.append((seat, name, pick, "lose", -amount))
            alike = len(mine) == 3 and len(set(mine)) == 1 and mine[0][0] == "7" == dealer[0][0]
            if alike and len(hands[seat]) == 1 and (seat, hand) not in doubled and bets[seat] >= 500:
                lines.append((seat, "Super Bonus", "", "", 100_000 if bets[seat] < 2_500 else 500_000))
                lines.extend((other, "Envy Bonus", "", "", 5_000) for other in far_right if other != seat)
    assert not shoe
    assert not said
    return lines


# The game.


def played(game: Spanish21, chance: random.Random, *, sevens: bool = False) -> tuple[Told, list[Line]]:
    """A round at the table with wagers, cards and decisions at random, and its settlement."""
    shoe = decks(game.choices.batch, without="T")
    if sevens:
        # Three sevens of one suit against a seven are rare in life.
        shoe = ["7h"] * 6 + chance.sample([card for card in shoe if card != "7h"], 100)
        round_ = RandomRound(game, chance, shoe, eager=("draw",), ardour=1)
    else:
        # A draw leads to long hands.
        eager = ("split", "double-down", "rescue", "draw")
        round_ = RandomRound(game, chance, chance.sample(shoe, 120), eager=eager, ardour=0.7)
    for seat in round_.seated(1 if sevens else len(SEATS)):
        round_.wager(seat, "spanish-21", 200 * chance.randint(3, 20))
        if chance.random() < 0.5:
            round_.wager(seat, "match-the-dealer", 100 * chance.randint(5, 30))

    def insured() -> None:
        for seat, amount in round_.told.on("spanish-21").items():
            if chance.random() < 0.5:
                round_.wager(seat, "insurance", 100 * chance.randint(1, amount // 200))

    round_.deal()
    round_.to_its_end(insured)
    return round_.told, round_.lines


@pytest.mark.parametrize(("batch", "soft"), [(6, False), (8, True)])
def test_rounds_are_settled_as_a_second_reading_of_the_rows_has_it(batch: int, soft: bool) -> None:
    game = Spanish21(Spanish21Submission(batch=batch, draws_to_soft_17=soft))
    chance = random.Random(635)
    seen: set[tuple[str, str]] = set()
    for number in range(ROUNDS):
        told, lines = played(game, chance, sevens=number % 50 == 49)
        assert lines == literal(told, batch, soft), (number, told)
        seen |= {(wager, result) for _, wager, _, result, _ in lines}
    assert {("split", "win"), ("double-down", "returned"), ("spanish-21", "surrendered")} <= seen
    assert {("insurance", "lose"), ("match-the-dealer", "win")} <= seen
    assert {("spanish-21", "push"), ("Super Bonus", "")} <= seen
