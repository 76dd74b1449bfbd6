"""Every chip is accounted for: random rounds, house-banked, banked and co-banked, against a computation of their own.

HOUSEWAY_ROUNDS sets how many rounds are played; the daily run plays a few thousand.
"""

import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, count
from typing import Any

from houseway.equipment.tiles import CODES, FULL_SET
from houseway.games.pai_gow.bank import dealer_wager_due, most_dealer_wager, offers_due
from houseway.games.pai_gow.dealing import method
from houseway.games.pai_gow.delivery import ALTERNATIVES
from houseway.games.pai_gow.events import CENTRE, DEALER_WAGER, DealerHandsSet
from houseway.games.pai_gow.hands import pending, setters
from houseway.games.pai_gow.moves import (
    Abandon,
    AcceptBank,
    ChooseDelivery,
    CutTiles,
    DeliverTiles,
    DirectDealerWager,
    End,
    ExposeBank,
    ExposeTile,
    MixTiles,
    OfferBank,
    PassBank,
    ReleaseBank,
    RequestCoBank,
    RevealHands,
    SetDealerHands,
    SetHands,
    StackTiles,
    StakeDealerWager,
    Surrender,
    TurnDealerTiles,
)
from houseway.games.pai_gow.round import Condition, Phase
from houseway.games.pai_gow.setting import may_set
from houseway.games.pai_gow.settlement import abandonable
from houseway.games.pai_gow.submission import StartMethod
from houseway.law import RuleViolation
from houseway.table.areas import owner_of
from houseway.table.card_play import PlayArea
from houseway.table.events import FELT, TRAY, rack
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager, Report, TakeSeat
from houseway.table.roles import Role
from houseway.table.set_hands import PlayOn, VoidHand
from houseway.table.start import CoverShaker, ShakeDice, ShowNumber, UncoverDice
from tests.games.pai_gow.dealing import pai_gow

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "2000"))
ROUNDS_A_TABLE = 25
ROUNDS_A_BLOCK = 2_500

# The hands of 621a.3(c), from the Supreme Pair down; of the last four lines each hand is as good as the others.
_PAIRS = (
    ["2-4 1-2"],
    *(
        [f"{kind} {kind}"]
        for kind in ["6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"]
    ),
    *([pair] for pair in ("3-6 4-5", "3-5 2-6", "3-4 2-5", "1-4 2-3")),
    ["6-6 4-5", "6-6 3-6"],
    ["1-1 4-5", "1-1 3-6"],
    ["6-6 2-6", "6-6 3-5", "6-6 4-4"],
    ["1-1 2-6", "1-1 3-5", "1-1 4-4"],
)
_SAME_RANK = {"4-5": "3-6", "2-6": "3-5", "2-5": "3-4", "2-3": "1-4"}
_ORDER = [
    "6-6",
    "1-1",
    "4-4",
    "1-3",
    "5-5",
    "3-3",
    "2-2",
    "5-6",
    "4-6",
    "1-6",
    "1-5",
    "3-6",
    "3-5",
    "3-4",
    "2-4",
    "1-4",
    "1-2",
]


def strength(first: str, second: str) -> tuple[int, int, int]:
    """How good two tiles are, worked out anew: a listed pair, else the last digit of the spots and the better tile."""
    for line, hands in enumerate(_PAIRS):
        if f"{first} {second}" in hands or f"{second} {first}" in hands:
            return (1, -line, 0)
    best = (0, 0, 0)
    for one in ("2-4", "1-2") if first in ("2-4", "1-2") else (first,):
        for two in ("2-4", "1-2") if second in ("2-4", "1-2") else (second,):
            value = sum(int(end) for tile in (one, two) for end in tile.split("-")) % 10
            top = max(-_ORDER.index(_SAME_RANK.get(tile, tile)) for tile in (one, two))
            best = max(best, (0, value, top if value else 0))
    return best


STRENGTH = {(a, b): strength(a, b) for a in CODES for b in CODES}
Laid = tuple[tuple[str, str], tuple[str, str]]


def better_first(one: tuple[str, str], other: tuple[str, str]) -> Laid:
    """Two hands, the better as the high one."""
    return (one, other) if STRENGTH[one] >= STRENGTH[other] else (other, one)


def outcome(mine: Laid, theirs: Laid) -> int:
    """1 for a win, 0 for a tie, -1 for a loss."""
    return sum(STRENGTH[a] > STRENGTH[b] for a, b in zip(mine, theirs, strict=True)) - 1


class Expected:
    """What a round should come to, from its wagers and hands alone."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.chip: int = options["smallest_chip"]
        self.quarters = options["vigorish_rounding"] == "quarter-up"
        self.co_bank_bears = options["odd_chip"] == "co-bank"
        self.misset_lose = options["misset_hands"] == "lose"

    def vigorish(self, won: int) -> int:
        """Five cents in the dollar, or quarters for each five dollars begun; no part of a chip, and never more than was won."""
        if self.quarters:
            return min(won, -(-won // 500) * 25 // self.chip * self.chip)
        return won // (20 * self.chip) * self.chip

    def half(self, amount: int, *, up: bool) -> int:
        chips = amount // self.chip
        return (chips // 2 + (chips % 2 if up else 0)) * self.chip

    def round(
        self, results: dict[int, tuple[int, int]], bank: int | None, co: bool, dealer: tuple[int, int]
    ) -> dict[int, int]:
        """What each seat has more or less after the round: (stake, 1 | 0 | -1) by seat, and the dealer's wager."""
        change = {
            seat: stake - self.vigorish(stake) if result > 0 else stake * result
            for seat, (stake, result) in results.items()
        }
        if bank is not None:
            surplus = -sum(stake * result for stake, result in (*results.values(), dealer))
            if surplus < 0:
                change[bank] = -self.half(-surplus, up=self.co_bank_bears) if co else surplus
            else:
                share = self.half(surplus, up=not self.co_bank_bears) if co else surplus
                change[bank] = share - self.vigorish(share)
        return change


class Table:
    """A table at which chance plays everyone's part; it checks the money after every event."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        rounding, chip = chance.choice([("exact", 25), ("quarter-up", 25), ("exact", 100), ("quarter-up", 5)])
        self.options: dict[str, Any] = {
            "house_way": chance.choice(["r1", "r2", "r3"]),
            "vigorish_rounding": rounding,
            "smallest_chip": chip,
            # Wagers of any number of chips, so that halves do not always come out even.
            "limits": {"minimum": 500, "maximum": 50_000, "increment": chip},
            "start_methods": chance.choice(
                [["shaker"], ["random-number-generator", "shaker"], ["shaker", "random-number-generator"]]
            ),
            "generator_numbers": chance.choice(["1-8", "3-18"]),
            "delivery_styles": chance.sample([str(style) for style in ALTERNATIVES], chance.randrange(4)),
            "adjacent_areas": chance.choice([1, 2]),
            "misset_hands": chance.choice(["relabel", "relabel", "lose"]),
            "player_bank": chance.random() < 0.8,
            "dealer_wager": chance.choice([None, None, 12_300]),
            "co_bank_cover": chance.choice([100, 50]),
            "bank_rotation": chance.choice(["right-of-last-bank", "only-after-first-accepts"]),
            "odd_chip": chance.choice(["house", "co-bank"]),
        }
        self.options["co_bank"] = self.options["player_bank"] and chance.random() < 0.8
        self.options["generator_in_banked_rounds"] = (
            "random-number-generator" in self.options["start_methods"] and chance.random() < 0.5
        )
        self.game = pai_gow(**self.options)
        assert not list(self.game.submission.findings())
        self.state = self.game.ready()
        self.expected = Expected(self.options)
        self.accounts = {TRAY: 10_000_000, FELT: 0, CENTRE: 0, DEALER_WAGER: 0}
        for seat in chance.sample(range(1, 7), chance.randrange(1, 7)):
            self.do(TakeSeat(seat=seat))
            self.accounts[rack(seat)] = 100 * chance.choice([2_000, 5_000, 20_000])
        self.all_chips = sum(self.accounts.values())
        self.step = self.game.betting.steps["pai-gow", ""]

    # One move, its events and its money.

    def do(self, move: Move) -> tuple[Any, ...]:
        step = self.game.apply(self.state, move)
        accounts = dict(self.accounts)
        for event in step.events:
            for transfer in event.transfers():
                source, target = (self._purse(account) for account in (transfer.source, transfer.target))
                accounts[source] = accounts.get(source, 0) - transfer.cents
                accounts[target] = accounts.get(target, 0) + transfer.cents
                assert transfer.cents > 0, event
                assert accounts[source] >= 0, (event, source)
        self.game.means.check(
            step.state, lambda seat: accounts.get(rack(owner_of(step.state, seat)), 0), move
        )
        self.state, self.accounts = step.state, accounts
        bank = self.state.bank
        assert accounts[FELT] == sum(bet.amount for bet in self.state.bets)
        assert accounts[CENTRE] == (bank.centre if bank else 0)
        still_up = bank is not None and bank.result in (None, "win")
        assert accounts[DEALER_WAGER] == (bank.stake if bank and still_up else 0)
        return step.events

    def _purse(self, account: str) -> str:
        if account.startswith("patron:"):
            return rack(owner_of(self.state, int(account.removeprefix("patron:"))))
        return account

    def tried(self, move: Move) -> bool:
        """A move that may be refused."""
        try:
            self.do(move)
        except RuleViolation:
            return False
        return True

    def perhaps(self, often: float) -> bool:
        return self.chance.random() < often

    # A round.

    def play(self) -> str:
        """One round, and whose bank it was; the money at its end is compared with what it should be."""
        before = dict(self.accounts)
        if self.state.condition is Condition.USED:
            self.do(MixTiles(times=8))
        self._offer_the_bank()
        self._wager()
        self.do(StackTiles(tiles=tuple(self.chance.sample(FULL_SET, len(FULL_SET)))))
        self._prepare_the_bank()
        if not self.tried(CallNoMoreBets()):
            return "nothing"
        stakes = {bet.seat: bet.amount for bet in self.state.bets}
        bank, co = (self.state.bank.seat, self.state.bank.co) if self.state.bank else (None, False)
        dealer_stake = self.state.dealer_stake
        kind = "house" if bank is None else "co-bank" if co else "bank"
        self._deal()
        settings, lost, back = self._set_hands()
        if self.state.phase is not Phase.BETTING:
            house = self._show_hands_to_beat(settings)
            lost |= self._reveal()
        if self.void:
            assert self.accounts == {**before, **dict.fromkeys((FELT, CENTRE, DEALER_WAGER), 0)}
            return f"{kind} void"
        results = {}
        for seat, stake in stakes.items():
            if seat in lost:
                result = -1
            elif seat in back:
                result = 0
            else:
                result = self._result(settings[seat], house[bank or 0])
            results[seat] = (stake, result)
        dealer = (0, 0)
        if dealer_stake:
            dealer = (dealer_stake, outcome(house[0], house[bank or 0]))
        self._compare(before, results, bank, co, dealer)
        return kind

    def _result(self, laid: Laid, house: Laid) -> int:
        if self.expected.misset_lose and STRENGTH[laid[1]] > STRENGTH[laid[0]]:
            return -1
        return outcome(better_first(*laid), house)

    def _compare(
        self,
        before: dict[str, int],
        results: dict[int, tuple[int, int]],
        bank: int | None,
        co: bool,
        dealer: tuple[int, int],
    ) -> None:
        right = dict(before)
        for seat, change in self.expected.round(results, bank, co, dealer).items():
            purse = rack(owner_of(self.state, seat))
            right[purse] = right.get(purse, 0) + change
        right[TRAY] = self.all_chips - sum(cents for account, cents in right.items() if account != TRAY)
        assert self.accounts == right, (self.options, results, bank, co, dealer)

    def _offer_the_bank(self) -> None:
        self.void = False
        while due := offers_due(self.game.submission, self.state):
            self.do(OfferBank(seat=due[0]))
            if not (self.perhaps(0.6) and self.tried(AcceptBank(seat=due[0]))):
                self.do(PassBank(seat=due[0]))

    def _wager(self) -> None:
        for seat in tuple(self.state.seats):
            bank = self.state.bank
            if (bank and bank.seat == seat) or self.perhaps(0.15):
                continue
            self._bet(seat)
            for area in (seat - 1, seat + 1):
                if self.perhaps(0.3) and self.tried(PlayArea(seat=seat, area=area)):
                    self._bet(area)

    def _bet(self, seat: int) -> None:
        most = self.accounts[rack(owner_of(self.state, seat))] // self.step
        lowest = -(-500 // self.step)
        if most >= lowest:
            steps = self.chance.randint(lowest, max(lowest, min(most, 20_000 // self.step)))
            self.tried(PlaceWager(seat=seat, wager="pai-gow", amount=steps * self.step))

    def _prepare_the_bank(self) -> None:
        bank = self.state.bank
        if bank is None:
            return
        if self.options["co_bank"] and self.perhaps(0.5):
            self.do(RequestCoBank(seat=bank.seat))
        if self.perhaps(0.3):
            count = self.chance.randint(1, 7)
            first = self.chance.randint(1, 9 - count)
            opposite = self.chance.randrange(count)
            self.do(CutTiles(first=first, count=count, to=self.chance.choice(list(End)), opposite=opposite))
        most = most_dealer_wager(self.game.submission, self.state)
        if dealer_wager_due(self.game.submission, self.state) and self.perhaps(0.4):
            chip = self.options["smallest_chip"]
            self.do(
                DirectDealerWager(amount=self.chance.choice([0, self.chance.randint(0, most // chip) * chip]))
            )
        if dealer_wager_due(self.game.submission, self.state) and not self.tried(StakeDealerWager()):
            self._stake_what_is_covered()
        self._change_the_bank(bank.seat)

    def _stake_what_is_covered(self) -> None:
        """The bank's chips being short, the dealer wagers what the table lists, or nothing by the bank's direction."""
        acts = [act for act in self.game.legal(self.state) if act.move == "stake-dealer-wager"]
        chips = self.accounts.get
        listed = [
            narrowed.fields["amount"][0]
            for act in acts
            for narrowed in self.game.means.within(
                self.game, self.state, act, lambda seat: chips(rack(seat), 0)
            )
        ]
        self.do(StakeDealerWager(amount=listed[0]) if listed else DirectDealerWager(amount=0))

    def _change_the_bank(self, seat: int) -> None:
        """Before no more bets the bank may still lower the dealer's wager, ask for the house's half, or step back."""
        stake, chip = self.state.dealer_stake, self.options["smallest_chip"]
        if stake and self.perhaps(0.1):
            self.do(DirectDealerWager(amount=self.chance.randrange(stake // chip) * chip))
            if dealer_wager_due(self.game.submission, self.state):
                self.do(StakeDealerWager())
        if self.options["co_bank"] and self.perhaps(0.05):
            self.tried(RequestCoBank(seat=seat))
        if self.perhaps(0.05):
            self.do(ReleaseBank(seat=seat))
            self._offer_the_bank()

    def _deal(self) -> None:
        by = Role.PLAYER if self.state.bank else Role.DEALER
        styles = [style for style in self.game.submission.styles if style is not self.state.style]
        if styles and self.perhaps(0.5):
            self.do(ChooseDelivery(style=self.chance.choice(styles), by=by))
        if method(self.game.submission, self.state) is StartMethod.SHAKER:
            self.do(ShakeDice(times=3, by=by))
            if self.perhaps(0.02):
                self.do(Report(irregularity="die-fell-out", by=Role.DEALER))
                self.do(ShakeDice(times=4, by=by))
            one, two, three = (self.chance.randint(1, 6) for _ in range(3))
            self.do(UncoverDice(die_1=one, die_2=two, die_3=three))
        else:
            self.do(ShowNumber(number=self.chance.choice(self.game.submission.generator_numbers.numbers)))
        self.do(DeliverTiles(hands=8))
        if self.state.phase is Phase.COVERING:
            self.do(CoverShaker())

    def _set_hands(self) -> tuple[dict[int, Laid], set[int], set[int]]:
        """How everyone laid their tiles, whose wagers were lost unseen, and whose went back."""
        settings: dict[int, Laid] = {}
        lost: set[int] = set()
        back: set[int] = set()
        while self.state.phase is Phase.SETTING:
            self._perhaps_void()
            if self.void:
                break
            seat = self.chance.choice([seat for seat in setters(self.state) if may_set(self.state, seat)])
            if seat in self.state.bettors and self.perhaps(0.03):
                self.do(ExposeTile(seat=seat, tile=2))
                if self.perhaps(0.5):
                    self.do(VoidHand(seat=seat))
                    back.add(seat)
                    continue
                self.do(PlayOn(seat=seat))
            if seat in abandonable(self.state) and self.perhaps(0.02):
                self.do(Abandon(seat=seat, reason="left"))
                lost.add(seat)
                continue
            hand = list(self.state.hand(seat))
            low = self.chance.choice(list(combinations(hand, 2)))
            for tile in low:
                hand.remove(tile)
            settings[seat] = ((hand[0], hand[1]), low)
            self.do(SetHands(seat=seat, low=low))
        return settings, lost, back

    def _show_hands_to_beat(self, settings: dict[int, Laid]) -> dict[int, Laid]:
        """The dealer's hands and a bank's, as they count."""
        house: dict[int, Laid] = {}
        bank = self.state.bank
        if self.state.phase is Phase.TURNING:
            self.do(TurnDealerTiles())
            seat = bank.seat if bank and bank.co else 0
            low = self.chance.choice(list(combinations(self.state.hand(seat), 2)))
            events = self.do(SetDealerHands(low=low))
            (shown,) = (event for event in events if isinstance(event, DealerHandsSet))
            house[seat] = better_first(shown.high, shown.low)  # type: ignore[arg-type]
        if self.state.phase is Phase.EXPOSING_BANK:
            assert bank is not None
            house[bank.seat] = better_first(*settings[bank.seat])
            self.do(ExposeBank())
        return house

    def _reveal(self) -> set[int]:
        """Everyone's hands are shown in turn, but for those who surrender or left."""
        lost = set()
        while self.state.phase is Phase.SHOWDOWN:
            self._perhaps_void()
            if self.void:
                break
            seats = pending(self.state)
            if self.perhaps(0.05):
                lost.add(gone := self.chance.choice(seats))
                self.do(Surrender(seat=gone))
            elif len(seats) > 1 and self.perhaps(0.02):
                lost.add(seats[-1])
                self.do(Abandon(seat=seats[-1], reason="left"))
            else:
                self.do(RevealHands(seat=seats[0]))
        return lost

    def _perhaps_void(self) -> None:
        """Once in a while the whole round proves void."""
        if self.perhaps(0.01):
            self.do(
                Report(
                    irregularity=self.chance.choice(["wrong-start", "dead-hand-exposed"]), by=Role.FLOORPERSON
                )
            )
            self.void = True


Work = tuple[int, int]


def play_rounds(work: Work) -> Counter[str]:
    """So many rounds at tables numbered from the first; how many there were of each kind."""
    first, rounds = work
    played: Counter[str] = Counter()
    for seed in count(first):
        table = Table(seed)
        for _ in range(ROUNDS_A_TABLE):
            if sum(played.values()) == rounds:
                return played
            kind = table.play()
            if kind == "nothing":
                break
            played[kind] += 1
    raise AssertionError("there is always another table")


def shared_out(rounds: int) -> Counter[str]:
    """The rounds played on all cores where there are many of them."""
    if rounds <= ROUNDS_A_BLOCK:
        return play_rounds((0, rounds))
    blocks = [(first, min(ROUNDS_A_BLOCK, rounds - first)) for first in range(0, rounds, ROUNDS_A_BLOCK)]
    with ProcessPoolExecutor() as pool:
        return sum(pool.map(play_rounds, blocks), Counter())


def test_every_chip_of_random_rounds_is_where_the_law_puts_it() -> None:
    played = shared_out(ROUNDS)
    assert sum(played.values()) == ROUNDS
    assert min(played[kind] for kind in ("house", "bank", "co-bank")) > ROUNDS // 10
    assert sum(played[f"{kind} void"] for kind in ("house", "bank", "co-bank")) > ROUNDS // 100
