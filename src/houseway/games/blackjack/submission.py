"""What the operator chooses at a Blackjack table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

import msgspec

from houseway.equipment.decks import Dealing, Shuffler
from houseway.equipment.shoes import ShoeChoices
from houseway.games.blackjack.cards import (
    ACES,
    CARDS,
    DECKS,
    LIFE,
    MOST_BY_HAND,
    SIDES,
    common,
)
from houseway.games.blackjack.cards import (
    SPLIT as SPLIT_CLAUSE,
)
from houseway.games.blackjack.payout_limit import HANDS as PAIRED_HANDS
from houseway.games.blackjack.payout_limit import LEAST_LIMIT, MAY_BE_LIMITED, ONLY_THESE, TOP, least_limit
from houseway.games.blackjack.progressive import METER_MINIMUMS, NEEDS_A_SYSTEM, RATE
from houseway.games.blackjack.stated import (
    HIT_AND_RUN_STATED,
    THREE_CARD_STATED,
    StatedLine,
    StatedTable,
    in_words,
)
from houseway.games.blackjack.wagers import (
    BAD_BEAT,
    BAD_BEAT_WAGER,
    BLACKJACK,
    BLACKJACK_WAGER,
    DEALERS_BLACKJACK,
    DOUBLE_DOWN,
    DOUBLE_DOWN_WAGER,
    HIT_AND_RUN,
    HOUSE_MONEY,
    INSURANCE,
    INSURANCE_WAGER,
    KINGS_BOUNTY,
    LEAST_CARDS,
    MOST_HANDS,
    OPTIONAL,
    PAIRED,
    ROYAL_MATCH_21,
    SPLIT,
    SPLIT_WAGER,
    STRAIGHT_JACK,
    THREE_CARD_HANDS,
    THREE_CARD_POKER,
    catalogue,
)
from houseway.games.double_attack_blackjack.submission import BETTING as SISTERS_BETTING
from houseway.law import implements, pa
from houseway.money import Cents, dollars
from houseway.submission import Finding, Option
from houseway.submission.cards import ShoeSubmission, finding
from houseway.submission.options import DecksInABatch, Positions, SmallestChip, TipBoxElsewhere
from houseway.table.meter import MeterSettings
from houseway.table.wagers import BettingRules, Limits, Wager

(SEATS,) = common("seats-blackjack")
LAYOUT = pa("633a.2(b)")
EVEN_MONEY = pa("633a.8[even_money]")
HOUSE_MONEY_PART = pa("633a.7(g)(10)(ii)(A)")
_ALWAYS_OFFERED = {
    BLACKJACK: BLACKJACK_WAGER,
    INSURANCE: INSURANCE_WAGER,
    DOUBLE_DOWN: DOUBLE_DOWN_WAGER,
    SPLIT: SPLIT_WAGER,
}
BESIDE = (HOUSE_MONEY, STRAIGHT_JACK, HIT_AND_RUN, THREE_CARD_POKER, *PAIRED, BAD_BEAT)
# What these may come to follows from the Blackjack Wager.
_WITHOUT_LIMITS = {DOUBLE_DOWN: DOUBLE_DOWN_WAGER, SPLIT: SPLIT_WAGER}

# What wagers are made with is not reprinted: as the sister chapter has it (633-01).
BETTING = replace(SISTERS_BETTING, catalogue=BLACKJACK_WAGER)


class ProgressiveWager(StrEnum):
    """Which progressive wager a table offers, on its one meter (633-02)."""

    NONE = "none"
    STRAIGHT_JACK = "straight-jack"
    HIT_AND_RUN = "hit-and-run"


_PROGRESSIVE = Option(
    "Progressive wager",
    {
        ProgressiveWager.NONE: "none",
        ProgressiveWager.STRAIGHT_JACK: "Straight Jack",
        ProgressiveWager.HIT_AND_RUN: "Hit and Run",
    },
    clause=NEEDS_A_SYSTEM,
)


def _meter_in_words(meter: MeterSettings) -> str:
    rate = Decimal(meter.rate) / 100
    return f"{rate}% of wagers, seed {dollars(meter.seed)}, reset {dollars(meter.reset)}"


_METER = Option("Progressive meter", say=_meter_in_words, clause=RATE)
_BY_HAND = Option("Cards are dealt from the dealer's hand", clause=LIFE)
_DOUBLE_SHOE = Option("Cards are dealt from a double shoe, a round from either side in turn", clause=SIDES)
_HANDS = Option("Hands that a pair may be split into at the most", clause=SPLIT_CLAUSE)
_ACES_AGAIN = Option("Split aces may be split again", clause=ACES)
_ACES_DRAW = Option("Split aces may be drawn to like other hands", clause=ACES)
_EVEN_MONEY = Option("Even money is paid to a Blackjack against an ace", clause=EVEN_MONEY)
_ADDED = Option(
    "Part of a House Money payout that may be added", {100: "all of it"}, "{}%".format, HOUSE_MONEY_PART
)
_HIT_AND_RUN = Option("Hit and Run Wagers are paid", say=in_words, clause=HIT_AND_RUN_STATED)
_THREE_CARD = Option("Three Card Poker Wagers are paid", say=in_words, clause=THREE_CARD_STATED)
_ROYAL_MATCH = Option("Royal Match 21 Wagers are paid", say=in_words, clause=OPTIONAL)
_KINGS_BOUNTY = Option("King's Bounty Wagers are paid", say=in_words, clause=OPTIONAL)
_LIMIT = Option(
    "Limit of the top Royal Match 21 and King's Bounty awards of a round",
    {0: "none"},
    dollars,
    MAY_BE_LIMITED,
)
_BAD_BEAT = Option("A Bad Beat Progressive Wager is taken by an electronic system", clause=BAD_BEAT_WAGER)
_DRAWS_OUT = Option("The dealer draws though no wager depends on it")
_BATCH = Option("Decks in a batch", clause=DECKS)


_catalogue = lru_cache(maxsize=64)(catalogue)


class BlackjackSubmission(ShoeSubmission, frozen=True, kw_only=True, tag="blackjack"):
    """The Rules Submission for Blackjack.

    What the operator states no paytable or meter for is not offered. `meter` has no rate unless one is stated (C-72).
    """

    catalogue = catalogue(DECKS.default)
    clauses = BETTING
    name_clause = LAYOUT
    cards = CARDS
    positions = SEATS
    most_seats = SEATS.integer("max_players")

    seats: Positions = SEATS.integer("max_players")
    # A Blackjack at 3 to 2 and half of a wager that is given up are counted out in halves.
    smallest_chip: SmallestChip = 50
    batch: DecksInABatch = DECKS.default
    by_hand: Annotated[bool, _BY_HAND] = False
    double_shoe: Annotated[bool, _DOUBLE_SHOE] = False
    most_hands: Annotated[int, _HANDS] = MOST_HANDS
    resplit_aces: Annotated[bool, _ACES_AGAIN] = False
    split_aces_draw: Annotated[bool, _ACES_DRAW] = False
    even_money: Annotated[bool, _EVEN_MONEY] = True
    house_money_percent: Annotated[int, _ADDED] = 100
    progressive: Annotated[ProgressiveWager, _PROGRESSIVE] = ProgressiveWager.NONE
    meter: Annotated[MeterSettings, _METER] = MeterSettings(rate=0, seed=500_000, reset=500_000)
    hit_and_run: Annotated[tuple[StatedLine, ...], _HIT_AND_RUN] = ()
    three_card_poker: Annotated[tuple[StatedLine, ...], _THREE_CARD] = ()
    royal_match_21: Annotated[tuple[StatedLine, ...], _ROYAL_MATCH] = ()
    kings_bounty: Annotated[tuple[StatedLine, ...], _KINGS_BOUNTY] = ()
    payout_limit: Annotated[Cents, _LIMIT] = 0
    bad_beat: Annotated[bool, _BAD_BEAT] = False
    draws_out: Annotated[bool, _DRAWS_OUT] = True
    # Equipment keeps the tip box from its usual place, and Casino Compliance allowed another.
    tip_box_elsewhere: TipBoxElsewhere = False

    @property
    def chosen(self) -> Mapping[str, Wager]:
        """The wagers of the chapter with the decks and paytables of this submission; one that it does not state is none here."""
        return {name: wager for name, wager in self._every.items() if self._states(name)}

    @property
    def _every(self) -> Mapping[str, Wager]:
        return _catalogue(
            self.batch, self.hit_and_run, self.three_card_poker, self.royal_match_21, self.kings_bounty
        )

    @implements("633a.6(e)", "633a.13(m)", readings=("633-02", "C-139"))
    def _states(self, wager: str) -> bool:
        """Whether the submission says all that a wager needs: optional ones how they are paid, or on which meter."""
        return {
            STRAIGHT_JACK: self.progressive is ProgressiveWager.STRAIGHT_JACK,
            HIT_AND_RUN: self.progressive is ProgressiveWager.HIT_AND_RUN,
            THREE_CARD_POKER: bool(self.three_card_poker),
            ROYAL_MATCH_21: bool(self.royal_match_21),
            KINGS_BOUNTY: bool(self.kings_bounty),
            BAD_BEAT: self.bad_beat,
        }.get(wager, True)

    @property
    def authorized(self) -> Mapping[str, Wager]:
        """The wagers of the chapter with the odds that this submission states."""
        return self.chosen

    def offers(self, wager: str) -> bool:
        """Whether the table takes a wager."""
        return wager in self.offered(self.chosen)

    def choices(self) -> ShoeChoices:
        """What the table needs to know of cards and devices."""
        found = super().choices()
        if self.double_shoe:
            # A batch for each side.
            found = msgspec.structs.replace(found, decks=2)
        return msgspec.structs.replace(found, dealing=Dealing.HAND) if self.by_hand else found

    def betting(self, catalogue: Mapping[str, Wager]) -> BettingRules:
        """What a table accepts: what goes with a Blackjack Wager has its limits unless others are posted; Insurance begins at a chip."""
        rules = super().betting(catalogue)
        bet = rules.limits_of(BLACKJACK)
        chip = Limits(minimum=self.smallest_chip, maximum=bet.maximum, increment=self.smallest_chip)
        usual = dict.fromkeys((HOUSE_MONEY, STRAIGHT_JACK, HIT_AND_RUN, THREE_CARD_POKER), bet)
        follow = {DOUBLE_DOWN: bet, SPLIT: bet}
        unstated = {name: wager for name, wager in self._every.items() if name not in self.chosen}
        limits = {**usual, INSURANCE: chip, **self.wager_limits, **follow}
        return replace(rules, wager_limits=limits, unstated=unstated)

    @implements("633a.6(f)", "633a.3(a)", "633a.3(b)", "633a.3(d)", "633a.11[split]", "633a.8[even_money]")
    @implements("common:blackjack/seats-blackjack", "common:blackjack/aces", "633a.7(g)(10)(ii)(A)")
    @implements("633a.3(c)", readings=("633-04",))
    def findings(self) -> Iterator[Finding]:
        """Everything in the submission that the chapter does not allow."""
        yield from super().findings()
        for name, clause in _ALWAYS_OFFERED.items():
            if name in self.not_offered:
                title = self.chosen[name].title
                yield finding(clause, "not_offered", f"the game cannot be played without the {title} Wager")
        for name, clause in _WITHOUT_LIMITS.items():
            if name in self.wager_limits:
                yield finding(clause, name, "what it may come to follows from the Blackjack Wager")
        if self.by_hand and self.batch > MOST_BY_HAND:
            yield finding(LIFE, "by_hand", f"{self.batch} decks are dealt from a shoe, not from the hand")
        if self.double_shoe and (self.by_hand or self.shuffler is not Shuffler.NONE):
            yield finding(
                SIDES, "double_shoe", "a double shoe is filled by the dealer, and not dealt from the hand"
            )
        if not 2 <= self.most_hands <= MOST_HANDS:
            yield finding(
                SPLIT_CLAUSE,
                "most_hands",
                f"a pair is split into 2 to {MOST_HANDS} hands, not {self.most_hands}",
            )
        if not 1 <= self.house_money_percent <= 100:
            yield finding(
                HOUSE_MONEY_PART,
                "house_money_percent",
                f"1% to 100% of a payout may be added, not {self.house_money_percent}%",
            )
        yield from self._paytable_findings()

    @implements("633a.2(d)", "633a.13(m)", "633a.13(m)(2)#1", "633a.13(m)(2)#2", readings=("C-72",))
    @implements("common:blackjack/hit-and-run-paytable", "common:blackjack/three-card-side-paytable")
    def _paytable_findings(self) -> Iterator[Finding]:
        """A meter below its minimums, or a stated paytable that does not tell what every winning hand is paid."""
        if self.progressive is not ProgressiveWager.NONE:
            for short in METER_MINIMUMS[self.progressive].shortfalls(self.meter):
                yield finding(short.clause, f"meter.{short.where}", short.problem)
        if self.progressive is ProgressiveWager.HIT_AND_RUN or self.hit_and_run:
            problem = _hit_and_run_problem(self.hit_and_run)
            if problem:
                yield finding(HIT_AND_RUN_STATED, "hit_and_run", problem)
        if self.three_card_poker:
            stated = sorted(line.hand for line in self.three_card_poker)
            if stated != sorted(THREE_CARD_HANDS.values()):
                named = ", ".join(THREE_CARD_HANDS.values())
                yield finding(
                    THREE_CARD_STATED, "three_card_poker", f"it pays on each of these once: {named}"
                )
            elif any(not line.pays or line.meter for line in self.three_card_poker):
                yield finding(THREE_CARD_STATED, "three_card_poker", "every hand is paid by odds")
        for name, table in self._paired().items():
            hands = [line.hand for line in table]
            if len(set(hands)) < len(hands) or not set(hands) <= set(PAIRED_HANDS):
                named = ", ".join(PAIRED_HANDS)
                yield finding(OPTIONAL, name, f"it pays on any of these, each once: {named}")
            elif any(not line.pays or line.meter for line in table):
                yield finding(OPTIONAL, name, "every hand is paid by odds")
        yield from self._limit_findings()

    def _paired(self) -> Mapping[str, StatedTable]:
        return {"royal_match_21": self.royal_match_21, "kings_bounty": self.kings_bounty}

    @implements("633a.13(o)#1", "633a.13(o)#2", "633a.13(o)#4", readings=("C-68", "C-69"))
    def _limit_findings(self) -> Iterator[Finding]:
        """A limit below its minimum, or one where no wager carries the hands that it is for."""
        if not self.payout_limit:
            return
        if not any(line.hand in TOP for table in self._paired().values() for line in table):
            yield finding(
                ONLY_THESE, "payout_limit", "no wager is offered that pays either of the two top hands"
            )
        least = least_limit(self._best_single_win())
        if self.payout_limit < least:
            yield finding(
                LEAST_LIMIT,
                "payout_limit",
                f"the limit is at least {dollars(least)}, not {dollars(self.payout_limit)}",
            )

    def _best_single_win(self) -> Cents:
        """What one patron can win on either top hand at the most, in all the boxes that one may play."""
        rules = self.betting(self.chosen)
        won = {
            top: sum(
                int(line.payment().pay(rules.limits_of(name.replace("_", "-")).maximum))
                for name, table in self._paired().items()
                for line in table
                if line.hand == top
            )
            for top in TOP
        }
        return max(won.values()) * self.adjacent_areas


def _hit_and_run_problem(table: StatedTable) -> str:
    """What is missing in a stated Hit and Run paytable, or nothing."""
    hands = [line.hand for line in table]
    longest = max((int(hand) for hand in hands if hand.isdigit()), default=0)
    wanted = [DEALERS_BLACKJACK, *map(str, range(LEAST_CARDS, max(longest, LEAST_CARDS) + 1))]
    if sorted(hands) != sorted(wanted):
        return f"it pays on each of these once: {', '.join(wanted)}"
    if not all(line.pays for line in table):
        return "every hand is paid something on top of its stake, by odds or of the meter"
    return ""
