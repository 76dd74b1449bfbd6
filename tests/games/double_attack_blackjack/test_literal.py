"""Rounds settled a second time from the text alone: cards in shoe order and decisions, every line and cent.

Nothing here imports a rule. What is read off the game is only what it was told: wagers, cards, decisions.
"""

import os
import random
from typing import Any, NamedTuple

from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.moves import CheckHole, CloseDoubleAttack, TurnHole
from houseway.table.card_play import Deal
from houseway.table.events import Settled
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.shoe_play import Decide

ROUNDS = int(os.environ.get("HOUSEWAY_SHOE_ROUNDS", "300"))
SHOE = [rank + suit for rank in "23456789JQKA" for suit in "cdhs"] * 8
SEATS = (1, 2, 4, 6)

Line = tuple[int, str, str, str, int]


class Told(NamedTuple):
    """A round as somebody wrote it down."""

    bets: dict[int, int]
    attacks: dict[int, int]
    busts: dict[int, int]
    insured: dict[int, int]
    cards: list[str]
    decisions: list[tuple[int, int, str, int]]


# The second settlement.


def count(hand: list[str]) -> int:
    """Two to nine their number, court cards ten, an ace eleven or one."""
    value = 0
    for card in hand:
        value += {"A": 11, "K": 10, "Q": 10, "J": 10}.get(card[0]) or int(card[0])
    for card in hand:
        if card[0] == "A" and value > 21:
            value -= 10
    return value


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
    seats = sorted(told.bets)
    dealer = [shoe.pop(0)]
    hands = {seat: {1: [shoe.pop(0)]} for seat in seats}
    for seat in seats:
        hands[seat][1].append(shoe.pop(0))
    dealer.append(shoe.pop(0))
    wagers: dict[tuple[int, int], list[tuple[str, str, int]]] = {}
    for seat in seats:
        wagers[seat, 1] = [("bet", "", told.bets[seat])]
        if seat in told.attacks:
            wagers[seat, 1].append(("double-attack", "", told.attacks[seat]))
    far_right = sorted(seats, reverse=True)

    def settle(seat: int, hand: int, result: str, share: float, skip: str = "") -> None:
        for name, pick, amount in wagers.pop((seat, hand)):
            if skip and name != "bet":
                lines.append((seat, name, pick, "returned", 0))
            else:
                lines.append((seat, name, pick, result, int(share * amount)))

    natural = {seat: count(hands[seat][1]) == 21 for seat in seats}
    if dealer[0][0] in "AKQJ" and count(dealer) == 21:
        lines.extend(
            (seat, "bust-it", "", "lose", -told.busts[seat]) for seat in far_right if seat in told.busts
        )
        for seat in far_right:
            if natural[seat]:
                settle(seat, 1, "push", 0)
            else:
                settle(seat, 1, "lose", -1, skip="all but the Bet")
            if seat in told.insured:
                lines.append((seat, "insurance", "", "win", told.insured[seat] * 5 // 2))
        return lines
    lines.extend(
        (seat, "insurance", "", "lose", -told.insured[seat]) for seat in far_right if seat in told.insured
    )
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
        (seat, "bust-it", "", "win" if pays else "lose", told.busts[seat] * (pays or -1))
        for seat in far_right
        if seat in told.busts
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
    state: Any = game.ready()
    lines: list[Line] = []
    told = Told({}, {}, {}, {}, [], [])
    shoe = iter(chance.sample(SHOE, 100))

    def do(move: Any) -> None:
        nonlocal state
        step = game.apply(state, move)
        state = step.state
        lines.extend(
            (line.seat, line.wager, line.pick, str(line.result), line.paid - line.lost)
            for line in step.events
            if isinstance(line, Settled)
        )

    def wager(seat: int, name: str, amount: int, where: dict[int, int]) -> None:
        do(PlaceWager(seat=seat, wager=name, amount=amount))
        where[seat] = amount

    def deal() -> None:
        card = next(shoe)
        told.cards.append(card)
        do(Deal(cards=(card,)))

    for seat in chance.sample(SEATS, chance.randint(1, len(SEATS))):
        do(TakeSeat(seat=seat))
        wager(seat, "bet", 200 * chance.randint(3, 20), told.bets)
        if chance.random() < 0.5:
            wager(seat, "bust-it", 100 * chance.randint(5, told.bets[seat] // 100), told.busts)
    deal()
    for seat in told.bets:
        if chance.random() < 0.5:
            wager(seat, "double-attack", 200 * chance.randint(3, told.bets[seat] // 200), told.attacks)
    do(CloseDoubleAttack())
    while state.phase != "betting":
        if (turn := game.turn(state)) is not None:
            # Splitting and doubling are rare in life, and what goes wrong here.
            eager = [what for what in turn.decisions if what in ("split", "double-down")]
            what = chance.choice(eager if eager and chance.random() < 0.5 else turn.decisions)
            room = turn.amounts.get(what)
            amount = chance.randrange(room.low, room.high + 1, room.step) if room else 0
            told.decisions.append((*turn.place, what, amount))
            do(Decide(seat=turn.place.seat, hand=turn.place.hand, decision=what, amount=amount))
        elif game.due(state) is not None:
            deal()
        elif state.phase in ("insurance", "checking"):
            if state.phase == "insurance":
                for seat, amount in told.bets.items():
                    if chance.random() < 0.5:
                        wager(seat, "insurance", 200 * chance.randint(1, amount // 400), told.insured)
            do(CheckHole())
        else:
            do(TurnHole())
    return told, lines


def test_rounds_are_settled_as_a_second_reading_of_the_text_has_it() -> None:
    game, chance = DoubleAttackBlackjack(), random.Random(665)
    seen: set[tuple[str, str]] = set()
    for number in range(ROUNDS):
        told, lines = played(game, chance)
        assert lines == literal(told), (number, told)
        seen |= {(wager, result) for _, wager, _, result, _ in lines}
    assert {("split", "win"), ("double-down", "surrendered"), ("double-attack", "returned")} <= seen
    assert {("insurance", "win"), ("insurance", "lose"), ("bust-it", "win"), ("bet", "push")} <= seen
