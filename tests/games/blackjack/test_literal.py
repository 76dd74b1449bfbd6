"""Rounds settled a second time from the text alone: cards in shoe order and decisions, every line and cent.

Nothing here imports a rule. What is read off the game is only what it was told: wagers, cards, decisions.
"""

import os
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from houseway.games.blackjack import Blackjack
from houseway.games.blackjack.moves import TakeEvenMoney
from houseway.table.moves import Move
from houseway.table.progressive_events import CompleteDocuments, ValidateAward, VerifyAward
from tests.games.blackjack.dealing import HIT_AND_RUN, STRAIGHT_JACK, THREE_CARD, submission
from tests.games.twenty_one_rounds import Line, RandomRound, Told, count, decks

ROUNDS = int(os.environ.get("HOUSEWAY_SHOE_ROUNDS", "300"))
RANKS = "A23456789TJQK"
RESET, RATE = 500_000, 10
BESIDE = ("house-money", "straight-jack", "hit-and-run", "three-card-poker")

# The second settlement.


def neighbours(one: str, other: str) -> bool:
    """Ranks next to each other, the ace beside the two and the king."""
    return (RANKS.index(one[0]) - RANKS.index(other[0])) % 13 in (1, 12)


def house_money(two: list[str], batch: int) -> int:
    """What House Money pays, or nothing."""
    suited = two[0][1] == two[1][1]
    if suited and {two[0][0], two[1][0]} == {"A", "K"}:
        return 9
    if suited and neighbours(*two):
        return 5 if batch == 1 else 4
    if two[0][0] == two[1][0]:
        return 3
    return 1 if neighbours(*two) else 0


def straight(hand: list[str]) -> int:
    """How many cards run from the first two on, tried as every row of ranks that there is."""
    rows = ["A23456789TJQK"[at : at + size] for size in range(2, 14) for at in range(14 - size)]
    rows += ["23456789TJQKA"[at : at + size] for size in range(2, 14) for at in range(14 - size)]
    longest = 0
    for size in range(2, len(hand) + 1):
        ranks = [card[0] for card in hand[:size]]
        if (
            count(hand[:size]) > 21
            or len(set(ranks)) < size
            or not any(set(row) == set(ranks) for row in rows)
        ):
            break
        longest = size
    return longest


def three_card(three: list[str]) -> int:
    """What the Three Card Poker side wager pays at this table, or nothing."""
    ranks = sorted(RANKS.index(card[0]) for card in three)
    flush = len({card[1] for card in three}) == 1
    run = ranks[1] == ranks[0] + 1 and ranks[2] == ranks[1] + 1
    run = run or ranks == [0, 11, 12]
    if run and flush:
        return 40
    if len(set(ranks)) == 1:
        return 30
    return 6 if run else 4 if flush else 0


def literal(told: Told, batch: int, meter: int) -> tuple[list[Line], int]:
    """The round by the letter of 633a.6 to 633a.13, with the readings C-55 to C-70; and the meter after it, in cents."""
    shoe, said, lines = list(told.cards), list(told.decisions), []
    bets = told.on("blackjack")
    seats = sorted(bets)
    far_right = sorted(seats, reverse=True)
    hands = {seat: {1: [shoe.pop(0)]} for seat in seats}
    dealer = [shoe.pop(0)]
    for seat in seats:
        hands[seat][1].append(shoe.pop(0))
    dealer.append(shoe.pop(0))
    first_two = {seat: list(hands[seat][1]) for seat in seats}
    side = {name: told.on(name) for name in (*BESIDE, "insurance")}
    checked = dealer[0][0] in "AKQJT"
    dealers_blackjack = count(dealer) == 21
    for name in ("straight-jack", "hit-and-run"):
        meter += sum(side[name].values()) * RATE // 100

    def money(seat: int) -> None:
        """The dealer pays House Money, or puts it on the wager."""
        amount = side["house-money"].pop(seat)
        payout = amount * house_money(first_two[seat], batch)
        if seat in bets and not (checked and dealers_blackjack):
            who, _, what, _ = said.pop(0)
            assert who == seat
            if what == "add-house-money":
                bets[seat] += payout
                payout = 0
        lines.append((seat, "house-money", "", "win", payout))

    # (g), before the hole card is looked at.
    for seat in far_right:
        if amount := side["three-card-poker"].pop(seat, 0):
            odds = three_card([*first_two[seat], dealer[0]])
            lines.append((seat, "three-card-poker", "", "win" if odds else "lose", amount * (odds or -1)))
        if seat in side["straight-jack"] and not neighbours(*first_two[seat]):
            lines.append((seat, "straight-jack", "", "lose", -side["straight-jack"].pop(seat)))
        if seat in side["house-money"]:
            if not house_money(first_two[seat], batch):
                lines.append((seat, "house-money", "", "lose", -side["house-money"].pop(seat)))
            elif not checked:
                money(seat)
    # (h) and Insurance.
    natural = {seat: count(first_two[seat]) == 21 for seat in seats}
    for seat in told.even_money:
        assert natural[seat]
        lines.append((seat, "blackjack", "", "win", bets.pop(seat)))
    runs: dict[int, int] = {}

    def jackpots(which: list[int], name: str) -> None:
        """Progressive wins of these positions, in their order, and what they take off the meter."""
        nonlocal meter
        dealt = len(dealer)
        whole = [seat for seat in side[name] if share_of(seat, name)[0] == 100]
        each = meter // len(whole) if whole else 0
        for seat in which:
            amount = side[name].pop(seat, 0)
            if not amount:
                continue
            if name == "hit-and-run" and dealt < 5 and not dealers_blackjack:
                lines.append((seat, name, "", "lose", -amount))
                continue
            percent, odds = share_of(seat, name)
            off = each if percent == 100 else meter * percent // 100
            lines.append((seat, name, "", "win", off + amount * odds))
            meter -= off
            if percent == 100 and not any(share_of(other, name)[0] == 100 for other in side[name]):
                meter += RESET

    def share_of(seat: int, name: str) -> tuple[int, int]:
        if name == "hit-and-run":
            if dealers_blackjack:
                return 0, 3
            return {5: (0, 4), 6: (0, 119)}.get(len(dealer), (100, 0) if len(dealer) > 6 else (0, 0))
        length = runs.get(seat) or straight(hands[seat][1])
        if length == 6:
            ace = next(card for card in kept.get(seat, hands[seat][1])[:6] if card[0] == "A")
            return (100 if ace[1] == "s" else 10), 200
        return 0, {5: 200, 4: 50, 3: 15, 2: 3}[length]

    kept: dict[int, list[str]] = {}
    if checked and dealers_blackjack:
        for seat in far_right:
            if seat in bets:
                if natural[seat]:
                    lines.append((seat, "blackjack", "", "push", 0))
                else:
                    lines.append((seat, "blackjack", "", "lose", -bets[seat]))
            runs[seat] = 2
            jackpots([seat], "hit-and-run")
            if seat in side["insurance"]:
                lines.append((seat, "insurance", "", "win", side["insurance"][seat] * 2))
            if seat in side["house-money"]:
                money(seat)
            jackpots([seat], "straight-jack")
        return lines, meter
    lines.extend(
        (seat, "insurance", "", "lose", -side["insurance"][seat])
        for seat in far_right
        if seat in side["insurance"]
    )
    if checked:
        for seat in far_right:
            if seat in side["house-money"]:
                money(seat)
    wagers: dict[tuple[int, int], list[tuple[str, str, int]]] = {
        (seat, 1): [("blackjack", "", amount)] for seat, amount in bets.items()
    }

    def settle(seat: int, hand: int, result: str, share: float) -> None:
        if hand == 1 and seat not in runs:
            kept[seat] = list(hands[seat][1])
            runs[seat] = straight(hands[seat][1])
        lines.extend(
            (seat, name, pick, result, int(share * amount)) for name, pick, amount in wagers.pop((seat, hand))
        )

    for seat in seats:
        if seat not in bets:
            runs[seat] = straight(hands[seat][1])
            continue
        if natural[seat]:
            settle(seat, 1, "win", 1.5)
            continue
        hand = 1
        while hand in hands[seat]:
            mine = hands[seat][hand]
            if len(mine) == 1:
                mine.append(shoe.pop(0))
            while (seat, hand) in wagers:
                if count(mine) > 21:
                    settle(seat, hand, "lose", -1)
                doubled = any(name == "double-down" for name, _, _ in wagers.get((seat, hand), ()))
                if count(mine) >= 21 or doubled or (len(hands[seat]) > 1 and mine[0][0] == "A"):
                    break
                who, which, what, amount = said.pop(0)
                assert (who, which) == (seat, hand)
                if what == "stand":
                    break
                if what == "surrender":
                    assert len(mine) == 2
                    assert len(hands[seat]) == 1
                    settle(seat, hand, "surrendered", -0.5)
                    break
                if what == "split":
                    runs.setdefault(seat, straight(mine))
                    new = len(hands[seat]) + 1
                    hands[seat][new] = [mine.pop()]
                    assert amount == wagers[seat, hand][0][2]
                    wagers[seat, new] = [("split", str(new), amount)]
                elif what == "double-down":
                    assert len(mine) == 2
                    wagers[seat, hand].append(("double-down", str(hand), amount))
                mine.append(shoe.pop(0))
            hand += 1
    while count(dealer) < 17:
        dealer.append(shoe.pop(0))
    # (o), then (p).
    for name in ("hit-and-run", "straight-jack"):
        jackpots(far_right, name)
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
    return lines, meter


# The game.


class Table:
    """A table at which rounds are played one after the other, so that the meter goes on."""

    def __init__(self, chance: random.Random, **options: Any) -> None:
        self.game = Blackjack(submission(**options))
        self.chance = chance
        self.batch = self.game.choices.batch
        self.progressive = self.game.open().progressive
        self.beside = [name for name in BESIDE if self.game.submission.offers(name)]

    @property
    def meter(self) -> int:
        """What the meter shows, in cents."""
        return self.progressive.meter.amount.cents if self.progressive else 0

    def played(self) -> tuple[Told, list[Line]]:
        """A round with wagers, cards and decisions at random, and its settlement."""
        game, chance = self.game, self.chance
        round_ = RandomRound(
            game,
            chance,
            self._shoe(),
            eager=("split", "double-down", "draw"),
            ardour=0.6,
            state=msgspec.structs.replace(game.ready(), progressive=self.progressive),
        )
        for seat in round_.seated():
            round_.wager(seat, "blackjack", 200 * chance.randint(3, 20))
            for name in self.beside:
                if chance.random() < 0.6:
                    round_.wager(seat, name, 200 * chance.randint(3, 10))

        def insured() -> None:
            for seat, amount in round_.told.on("blackjack").items():
                if chance.random() < 0.5:
                    round_.wager(seat, "insurance", 100 * chance.randint(1, amount // 200))
                elif game.accepts(round_.state, TakeEvenMoney(seat=seat)):
                    round_.told.even_money.append(seat)
                    round_.do(TakeEvenMoney(seat=seat))

        def checked() -> Move | None:
            award = round_.state.award
            return None if award is None else self._checked(award)

        round_.deal()
        round_.to_its_end(insured, checked)
        self.progressive = round_.state.progressive
        return round_.told, round_.lines

    def _shoe(self) -> list[str]:
        whole = decks(self.batch)
        if self.chance.random() < 0.5:
            return self.chance.sample(whole, min(len(whole) - 1, 110))
        # Long runs, Blackjacks and many cards of the dealer are rare in life, and what goes wrong here.
        low = [card for card in whole if card[0] in "A23456" and self.chance.random() < 0.8]
        rest = [card for card, copies in (Counter(whole) - Counter(low)).items() for _ in range(copies)]
        return [*self.chance.sample(low, len(low)), *self.chance.sample(rest, len(rest))][: len(whole) - 1]

    def _checked(self, award: Any) -> Move:
        match award.waits_for:
            case "hand-and-light":
                return VerifyAward(seat=award.seat)
            case "validation":
                return ValidateAward(seat=award.seat)
        return CompleteDocuments(seat=award.seat, reference="form 7")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {"batch": 6, **STRAIGHT_JACK, **THREE_CARD},
            {("straight-jack", "win"), ("three-card-poker", "win")},
        ),
        ({"batch": 8, **HIT_AND_RUN}, {("hit-and-run", "win"), ("hit-and-run", "lose")}),
        ({"batch": 1, "by_hand": True}, {("house-money", "win"), ("blackjack", "surrendered")}),
    ],
    ids=["straight-jack", "hit-and-run", "one-deck"],
)
def test_rounds_are_settled_as_a_second_reading_of_the_text_has_it(
    options: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    table = Table(random.Random(633), **options)
    seen: set[tuple[str, str]] = set()
    for number in range(ROUNDS // 3):
        before = table.meter
        told, lines = table.played()
        settled, meter = literal(told, table.batch, before)
        assert lines == settled, (number, told)
        assert table.meter == meter or not table.progressive, (number, told)
        seen |= {(wager, result) for _, wager, _, result, _ in lines}
    assert expected | {("split", "win"), ("blackjack", "push"), ("house-money", "lose")} <= seen
