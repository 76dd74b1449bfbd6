"""One hand of Poker in two engines at once: ours, told in the open format, and PokerKit's, by which that format is defined.

Before every answer both must ask the same player for the same amounts, with as much in the pot; in the end the same stacks
must be left. Where they differ, the clause that ours follows is named.
"""

import random
import warnings
from dataclasses import dataclass, field
from typing import Any

import msgspec
from pokerkit import Automation
from pokerkit import HandHistory as TheirHistory

from houseway.games.poker import Poker
from houseway.games.poker.course import terms
from houseway.games.poker.events import CardBurned, CardsThrown, DiscardsReshuffled, PlayerFolded, PotAwarded
from houseway.games.poker.phh import HandHistory, read, write
from houseway.games.poker.replay import Retelling, submission_of
from houseway.games.poker.round import BRINGING_IN
from houseway.table.betting_round import Answer

# The format's own codes, with as many players as one deck serves to the last card.
SEATS = {
    "FT": 10,
    "NT": 10,
    "NS": 6,
    "PO": 10,
    "FO/8": 9,
    "F7S": 6,
    "F7S/8": 6,
    "FR": 6,
    "N2L1D": 6,
    "F2L3D": 7,
    "FB": 9,
}
STUD = ("F7S", "F7S/8", "FR")

# Why the two may differ.
SHORT_BLIND = "common:poker/all-in"  # a Blind that is short costs the others as much as a whole one; theirs is as low as it is
REOPENED = "common:poker/structure"  # after which all-in a raise is open again is the operator's choice
LIMIT = "common:poker/structure"  # a limit bet is one bet, at most so often; their Omaha High-low is bet as in pot limit
EACH_POT = (
    "637a.19(k)(2)(ii)#2"  # each pot has its odd chip; theirs joins the pots whose losers have been seen
)
NO_LOW = "637a.19(l)(1)#2"  # where nobody in a pot has a low the high has all; theirs shares that half out


class Explained(Exception):
    """The engines differ for a reason that has a clause, and do not go on together."""


@dataclass
class Twin:
    """A hand of a variant, played by chance in both engines."""

    code: str
    chance: random.Random
    differs: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)

    def play(self) -> HandHistory:
        """The whole hand, with the stacks it left in both."""
        fields = {"variant": self.code, **self._stakes(), "actions": []}
        (self.hand,) = read(write((HandHistory(fields, None, None),)))  # type: ignore[arg-type]
        # Theirs caps every limit game alike, but for Omaha High-low, which it bets as in pot limit without end.
        most_raises = 0 if self.code == "FO/8" else 4
        submission = msgspec.structs.replace(submission_of(self.hand, 1), most_raises=most_raises)
        self.ours = Retelling(self.hand, Poker(submission), 1)
        self.ours.begin()
        self.theirs: Any = self._their_state(fields)
        self.deck = list(self.ours.game.variant.deck)
        self.chance.shuffle(self.deck)
        while self.theirs.status:
            self._step()
        ours = [chips for _, chips in self.ours.state.racks]
        assert self.ours.state.phase == "between-hands"
        if ours != self.theirs.stacks:
            self._explain_awards(ours)
        return HandHistory(
            {**fields, "actions": self.actions, "finishing_stacks": ours},
            self.hand.variant,
            self.hand.structure,
        )

    def _stakes(self) -> dict[str, Any]:
        chance = self.chance
        players = chance.choice([2, 2, 3, 4, 5, 6, SEATS[self.code]])
        deep = chance.choice([10, 30, 100, 400])
        # Uniform antes are live; one player's ante for all is dead.
        everybody, one = chance.choice([(0, 0), (0, 0), (1, 0), (2, 0), (0, 3)])
        antes = [everybody] * players
        antes[1] += one
        stakes: dict[str, Any] = {"ante_trimming_status": not one, "antes": antes}
        if self.code in STUD:
            stakes |= {"antes": [everybody or 1] * players, "bring_in": chance.choice([1, 2])}
        else:
            blinds = [1, 2, *(0 for _ in range(players - 2))]
            if players > 3 and chance.random() < 0.2:
                blinds[2] = 4
            if players > 4 and chance.random() < 0.1:
                blinds[4] = -2
            stakes["blinds_or_straddles"] = blinds
        bets = {"small_bet": 4, "big_bet": 8} if self.code in STUD else {"small_bet": 2, "big_bet": 4}
        stakes |= bets if self.code[0] == "F" else {"min_bet": 2}
        stacks = [chance.randint(1, deep) * chance.choice([1, 2, 5]) for _ in range(players)]
        return {**stakes, "starting_stacks": stacks}

    def _their_state(self, fields: dict[str, Any]) -> Any:
        history = TheirHistory(**fields)
        history.automations = (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.RUNOUT_COUNT_SELECTION,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        )
        return history.create_state()

    # One step of theirs, told to ours.

    def _step(self) -> None:
        theirs, chance = self.theirs, self.chance
        if theirs.can_burn_card():
            # Ours has burned by itself, a card of the deck; theirs burns one that nobody knows.
            theirs.burn_card("??")
        elif theirs.stand_patter_or_discarder_index is not None:
            player = theirs.stand_patter_or_discarder_index
            held = list(map(repr, theirs.hole_cards[player]))
            thrown = "".join(chance.sample(held, chance.choice([0, 1, 1, 2, 3, len(held)])))
            theirs.stand_pat_or_discard(thrown)
            self._tell(f"p{player + 1} sd {thrown}".strip())
        elif theirs.hole_dealee_index is not None:
            player = theirs.hole_dealee_index
            # One by one in a draw, for the deck may run out at any of them.
            many = 1 if theirs.street.draw_status else len(theirs.hole_dealing_statuses[player])
            cards = "".join(self.deck.pop() for _ in range(many))
            theirs.deal_hole(cards, player)
            self._tell(f"d dh p{player + 1} {cards}")
        elif theirs.can_deal_board():
            cards = "".join(self.deck.pop() for _ in range(theirs.board_dealing_count))
            theirs.deal_board(cards)
            self._tell(f"d db {cards}")
        elif theirs.actor_index is not None:
            self._answer()
        else:
            self._show()

    def _tell(self, action: str) -> None:
        """Tell ours what was done, and do with the deck what ours did besides."""
        ours = self.ours
        known = len(ours.events)
        out = [card for gone in ours.state.muck for card in gone.cards]
        held = {holder.seat: holder.cards for holder in ours.state.holders}
        ours.tell(action)
        self.actions.append(action)
        for event in ours.events[known:]:
            match event:
                case CardBurned():
                    self.deck.pop()
                case PlayerFolded():
                    out.extend(held[event.seat])
                case CardsThrown():
                    out.extend(event.discards)
                case DiscardsReshuffled():
                    kept = {card for gone in ours.state.muck for card in gone.cards}
                    back = [card for card in out if card not in kept]
                    assert len(back) == event.cards
                    self.chance.shuffle(back)
                    self.deck.extend(back)

    def _answer(self) -> None:
        theirs, chance = self.theirs, self.chance
        player = f"p{theirs.actor_index + 1}"
        least = theirs.min_completion_betting_or_raising_to_amount
        most = theirs.max_completion_betting_or_raising_to_amount
        if self._differ():
            least = None
        if theirs.bring_in_status:
            answers = ["pb"]
        else:
            answers = [
                "cc",
                "cc",
                "cc",
                *(["f"] if theirs.checking_or_calling_amount or self._may_fold() else []),
            ]
        answer = chance.choice([*answers, *(["cbr"] * 2 if least is not None else [])])
        match answer:
            case "pb":
                theirs.post_bring_in()
            case "cc":
                theirs.check_or_call()
            case "f":
                theirs.fold()
            case _:
                most = least if self.code[0] == "F" else most
                amount = chance.choice([least, least, chance.randint(least, most), most])
                theirs.complete_bet_or_raise_to(amount)
                answer = f"cbr {amount}"
        self._tell(f"{player} {answer}")

    def _may_fold(self) -> bool:
        """Whether ours lets a player fold to whom nothing stands to be called, which theirs always does."""
        betting = self.ours.state.betting
        here = terms(self.ours.game, self.ours.state)
        return betting is not None and Answer.FOLD in betting.rooms(here) and self.chance.random() < 0.2

    def _show(self) -> None:
        theirs, chance = self.theirs, self.chance
        player = theirs.showdown_index
        if not theirs.all_in_status and sum(theirs.statuses) > 1 and chance.random() < 0.15:
            theirs.show_or_muck_hole_cards(False)
            self._tell(f"p{player + 1} sm")
            return
        cards = "".join(map(repr, theirs.hole_cards[player]))
        theirs.show_or_muck_hole_cards(cards)
        self._tell(f"p{player + 1} sm {cards if chance.random() < 0.9 else '-'}")

    # Where they must agree.

    def _differ(self) -> bool:
        """Compare what the two offer; whether they differ in raises only, for a reason that is noted."""
        theirs, state = self.theirs, self.ours.state
        seat = theirs.actor_index + 1
        if theirs.bring_in_status:
            assert (state.phase, state.bringing) == (BRINGING_IN, (seat,))
            return False
        if not theirs.street_index and self._last_blind_is_short():
            raise Explained(SHORT_BLIND)
        betting = state.betting
        if betting is None or betting.asked is None:
            # The last with chips has nothing to decide; theirs asks all the same.
            assert not theirs.checking_or_calling_amount
            assert [holder.seat for holder in state.live if holder.stack] == [seat]
            return True
        rooms = betting.rooms(terms(self.ours.game, state))
        call = rooms[Answer.CALL].low if Answer.CALL in rooms else 0
        assert (betting.asked.seat, call) == (seat, theirs.checking_or_calling_amount)
        assert state.pot == theirs.total_pot_amount
        room = rooms.get(Answer.RAISE) or rooms.get(Answer.BET)
        least = theirs.min_completion_betting_or_raising_to_amount
        most = theirs.max_completion_betting_or_raising_to_amount
        if room is not None and least is None:
            assert betting.asked.answered is not None
            assert betting.full <= betting.asked.met
            self.differs.append(REOPENED)
            return True
        if self.code == "FO/8" and least != most:
            self.differs.append(LIMIT)
            most = least
        assert (None if room is None else (room.low, room.high)) == (None if least is None else (least, most))
        return False

    def _last_blind_is_short(self) -> bool:
        """Whether the Blind, straddle or bring-in that the others have to call was not posted whole."""
        last, blind = self.ours.state.last_post, self.ours.state.to_call
        return max(self.theirs.bets) < blind or (last > 0 and self._posted(last) < blind)

    def _posted(self, seat: int) -> int:
        return next(holder.posted for holder in self.ours.state.holders if holder.seat == seat)

    def _explain_awards(self, ours: list[int]) -> None:
        awards = [event for event in self.ours.events if isinstance(event, PotAwarded)]
        pots = {award.pot for award in awards}
        assert len(pots) > 1, "one pot alone is shared alike"
        assert sum(ours) == sum(self.theirs.stacks)
        sides = {(award.pot, award.side) for award in awards}
        if (
            len(sides) < 2 * len(pots)
            and self.code.endswith("/8")
            and any(award.side == "low" for award in awards)
        ):
            self.differs.append(NO_LOW)
            return
        apart = max(abs(one - other) for one, other in zip(ours, self.theirs.stacks, strict=True))
        assert apart <= len(sides), "they differ by odd chips alone"
        self.differs.append(EACH_POT)


def twin(code: str, number: int) -> Twin:
    """The hand of this number, which is the same whenever it is asked for."""
    return Twin(code, random.Random(f"{code} {number}"))


def quietly() -> "warnings.catch_warnings[None]":
    """PokerKit warns of cards that it would not have dealt itself, such as those of a deck that ran out."""
    return warnings.catch_warnings(action="ignore")
