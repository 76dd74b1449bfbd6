"""Rounds settled a second time from the text alone: cards in shoe order and decisions, every line and cent.

Nothing here imports a rule. What is read off the game is only what it was told: wagers, cards, decisions.
"""

import os
import random

from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.moves import CloseDoubleAttack
from tests.games.twenty_one_rounds import Line, RandomRound, Told, count, decks

ROUNDS = int(os.environ.get("HOUSEWAY_SHOE_ROUNDS", "300"))
SHOE = decks(8, without="T")

# The second settlement.


def bust_odds(three: list[str]) -> int:
    """What Bust It pays on a third card that passes 21, or nothing."""
    if count(three[:2]) >= 17 or count(three) <= 21:
        return 0
    if all(card[0] == "8" for card in three):
        suits = {card[1] for card in three}
        if len(suits) == 1:
            return 200
        if suits <= set("dh") or suits <= set("cs"):
            return 50
    return {"6": 15, "7": 10, "8": 8, "9": 6, "K": 3, "Q": 3, "J": 3}[three[2][0]]


def literal(told: Told) -> list[Line]:
    """The round by the letter of 665a.7 to 665a.12, with the readings 665-01 to 665-12."""
    shoe, said, lines = list(told.cards), list(told.decisions), []
    bets, attacks = told.on("bet"), told.on("double-attack")
    busts, insured = told.on("bust-it"), told.on("insurance")
    seats = sorted(bets)
    dealer = [shoe.pop(0)]
    hands = {seat: {1: [shoe.pop(0)]} for seat in seats}
    for seat in seats:
        hands[seat][1].append(shoe.pop(0))
    dealer.append(shoe.pop(0))
    wagers: dict[tuple[int, int], list[tuple[str, str, int]]] = {}
    for seat in seats:
        wagers[seat, 1] = [("bet", "", bets[seat])]
        if seat in attacks:
            wagers[seat, 1].append(("double-attack", "", attacks[seat]))
    far_right = sorted(seats, reverse=True)

    def settle(seat: int, hand: int, result: str, share: float, skip: str = "") -> None:
        for name, pick, amount in wagers.pop((seat, hand)):
            if skip and name != "bet":
                lines.append((seat, name, pick, "returned", 0))
            else:
                lines.append((seat, name, pick, result, int(share * amount)))

    natural = {seat: count(hands[seat][1]) == 21 for seat in seats}
    if dealer[0][0] in "AKQJ" and count(dealer) == 21:
        lines.extend((seat, "bust-it", "", "lose", -busts[seat]) for seat in far_right if seat in busts)
        for seat in far_right:
            if natural[seat]:
                settle(seat, 1, "push", 0)
            else:
                settle(seat, 1, "lose", -1, skip="all but the Bet")
            if seat in insured:
                lines.append((seat, "insurance", "", "win", insured[seat] * 5 // 2))
        return lines
    lines.extend((seat, "insurance", "", "lose", -insured[seat]) for seat in far_right if seat in insured)
    for seat in seats:
        if natural[seat]:
            settle(seat, 1, "win", 1)
            continue
        hand = 1
        while hand in hands[seat]:
            mine = hands[seat][hand]
            doubled = False
            if len(mine) == 1:
                mine.append(shoe.pop(0))
            while (seat, hand) in wagers:
                aces = len(hands[seat]) > 1 and mine[0][0] == "A"
                if count(mine) > 21:
                    settle(seat, hand, "lose", -1)
                if count(mine) >= 21:
                    break
                who, which, what, amount = said.pop(0)
                assert (who, which) == (seat, hand)
                if what == "stand":
                    break
                if what == "surrender":
                    settle(seat, hand, "surrendered", -0.5)
                    break
                assert not doubled
                assert not aces
                if what == "split":
                    new = len(hands[seat]) + 1
                    hands[seat][new] = [mine.pop()]
                    wagers[seat, new] = [("split", str(new), amount)]
                    mine.append(shoe.pop(0))
                    continue
                if what == "double-down":
                    doubled = True
                    wagers[seat, hand].append(("double-down", str(hand), amount))
                mine.append(shoe.pop(0))
            hand += 1
    if count(dealer) < 17:
        dealer.append(shoe.pop(0))
    pays = bust_odds(dealer) if len(dealer) > 2 else 0
    lines.extend(
        (seat, "bust-it", "", "win" if pays else "lose", busts[seat] * (pays or -1))
        for seat in far_right
        if seat in busts
    )
    while count(dealer) < 17:
        dealer.append(shoe.pop(0))
    for seat in far_right:
        for hand in sorted(hands[seat]):
            if (seat, hand) not in wagers:
                continue
            held, theirs = count(hands[seat][hand]), count(dealer)
            if theirs > 21 or held > theirs:
                settle(seat, hand, "win", 1)
            elif held == theirs:
                settle(seat, hand, "push", 0)
            else:
                settle(seat, hand, "lose", -1)
    assert not shoe
    assert not said
    return lines


# The game.


def played(game: DoubleAttackBlackjack, chance: random.Random) -> tuple[Told, list[Line]]:
    """A round at the table with wagers, cards and decisions at random, and its settlement."""
    shoe = chance.sample(SHOE, 100)
    round_ = RandomRound(game, chance, shoe, eager=("split", "double-down"), ardour=0.5)
    for seat in round_.seated():
        round_.wager(seat, "bet", 200 * chance.randint(3, 20))
        if chance.random() < 0.5:
            round_.wager(seat, "bust-it", 100 * chance.randint(5, round_.told.wagers["bet"][seat] // 100))
    round_.deal()
    bets = round_.told.on("bet")

    for seat, amount in bets.items():
        if chance.random() < 0.5:
            round_.wager(seat, "double-attack", 200 * chance.randint(3, amount // 200))
    round_.do(CloseDoubleAttack())

    def insured() -> None:
        for seat, amount in bets.items():
            if chance.random() < 0.5:
                round_.wager(seat, "insurance", 200 * chance.randint(1, amount // 400))

    round_.to_its_end(insured)
    return round_.told, round_.lines


def test_rounds_are_settled_as_a_second_reading_of_the_text_has_it() -> None:
    game, chance = DoubleAttackBlackjack(), random.Random(665)
    seen: set[tuple[str, str]] = set()
    for number in range(ROUNDS):
        told, lines = played(game, chance)
        assert lines == literal(told), (number, told)
        seen |= {(wager, result) for _, wager, _, result, _ in lines}
    assert {("split", "win"), ("double-down", "surrendered"), ("double-attack", "returned")} <= seen
    assert {("insurance", "win"), ("insurance", "lose"), ("bust-it", "win"), ("bet", "push")} <= seen
