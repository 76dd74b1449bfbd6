"""A betting round among players: who is asked, what may be answered and with how much, and when it is over.

Pure and without a house: amounts are what stands before each bettor on this street. The variant says what was posted, the
structure how much may be bet.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Self

import msgspec

from houseway.law import implements
from houseway.money import Cents
from houseway.table.wagers import Range


class Structure(StrEnum):
    """How much may be bet."""

    LIMIT = "limit"
    POT_LIMIT = "pot-limit"
    NO_LIMIT = "no-limit"


class Reopening(StrEnum):
    """What lets a bettor who has answered raise again."""

    FULL_RAISE = "full-raise"  # a full bet or raise; an all-in that falls short of one does not
    TOGETHER = "together"  # also all-ins that come to a full raise together
    ANY = "any"  # also a single all-in that falls short


class Answer(StrEnum):
    """What a bettor may do when asked."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How a street is bet: `bet` is the bet of a limit game and else the least one, `most_bets` 0 is without end.

    `chip` is the step of amounts; the operator's submission fixes them all.
    """

    structure: Structure
    bet: Cents
    chip: Cents = 100
    most_bets: int = 0
    reopening: Reopening = Reopening.FULL_RAISE


class Bettor(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the hand: `stack` is behind, `bet` stands on this street.

    `answered` is what stood to be called when the bettor last answered, `met` how many full bets had been made by then.
    """

    seat: int
    stack: Cents
    bet: Cents = 0
    folded: bool = False
    answered: Cents | None = None
    met: int = 0

    @property
    def all_in(self) -> bool:
        """Whether everything is bet."""
        return not self.stack

    @property
    def most(self) -> Cents:
        """What the bet comes to if everything goes in."""
        return self.bet + self.stack


Rooms = Mapping[Answer, Range]


class NotLawful(ValueError):
    """An answer that the round does not allow; the game says by which clause."""


class Betting(msgspec.Struct, frozen=True, kw_only=True):
    """One betting round: what stands to be called, the last full raise, how many full bets, and who is looked at next.

    `bettors` stand clockwise, the first to act first.
    """

    bettors: tuple[Bettor, ...]
    to_call: Cents = 0
    last_raise: Cents = 0
    bets: int = 0
    turn: int = 0

    # Who is asked.

    @property
    @implements(
        "637a.19(g)#1",
        "637a.19(g)#3",
        "637a.19(g)#4",
        "637a.19(h)#2",
        "637a.19(h)#4",
        "637a.20(g)#4",
        "637a.20(h)#8",
        "637a.21(g)#4",
        "637a.21(h)#8",
    )
    def asked(self) -> Bettor | None:
        """The next clockwise who has not answered the latest bet; nobody once all have, or one is left."""
        if len([bettor for bettor in self.bettors if not bettor.folded]) < 2:
            return None
        able = [bettor for bettor in self.bettors if not bettor.folded and not bettor.all_in]
        for bettor in (*self.bettors[self.turn :], *self.bettors[: self.turn]):
            if bettor not in able:
                continue
            if bettor.bet < self.to_call:
                return bettor
            # A check, a bet or the raise of a live blind needs somebody who could answer it.
            if bettor.answered is None and len(able) > 1:
                return bettor
        return None

    # What may be answered.

    @implements(
        "637a.19(g)#2",
        "637a.19(h)#3",
        "637a.20(g)#2",
        "637a.20(h)#7",
        "637a.21(g)#2",
        "637a.21(h)#7",
    )
    def rooms(self, terms: Terms, pot: Cents) -> Rooms:
        """What the asked bettor may answer: what goes in for a call, what the bet is to come to for a bet or raise.

        `pot` is everything in the middle, with the bets of this street.
        """
        bettor = self.asked
        if bettor is None:
            return {}
        owed = min(self.to_call, bettor.most) - bettor.bet
        found: dict[Answer, Range] = {}
        if owed:
            found[Answer.FOLD] = Range(0, 0, terms.chip)
            found[Answer.CALL] = Range(owed, owed, terms.chip)
        else:
            found[Answer.CHECK] = Range(0, 0, terms.chip)
        raised = self._raised(bettor, terms, pot)
        if raised is not None:
            found[Answer.RAISE if self.to_call else Answer.BET] = raised
        return found

    def _raised(self, bettor: Bettor, terms: Terms, pot: Cents) -> Range | None:
        """What a bet or raise may come to; everything may go in even where that falls short of the least."""
        if bettor.most <= self.to_call or not self._may_raise(bettor, terms):
            return None
        if terms.most_bets and self.bets >= terms.most_bets:
            return None
        if all(other.all_in or other.folded for other in self.bettors if other.seat != bettor.seat):
            return None
        # A bring-in is completed to a bet; anything else is raised by as much as the last raise.
        least = terms.bet if self.to_call < terms.bet else self.to_call + self._full_raise(terms)
        match terms.structure:
            case Structure.LIMIT:
                most = least
            case Structure.POT_LIMIT:
                # As much as lies in the pot once the bettor has called.
                most = max(least, self.to_call + pot + self.to_call - bettor.bet)
            case Structure.NO_LIMIT:
                most = bettor.most
        return Range(min(least, bettor.most), min(most, bettor.most), terms.chip)

    def _full_raise(self, terms: Terms) -> Cents:
        """By how much a raise is a full one."""
        return terms.bet if terms.structure is Structure.LIMIT else max(self.last_raise, terms.bet)

    def _may_raise(self, bettor: Bettor, terms: Terms) -> bool:
        if bettor.answered is None or self.bets > bettor.met:
            return True
        match terms.reopening:
            case Reopening.FULL_RAISE:
                return False
            case Reopening.TOGETHER:
                return self.to_call - bettor.answered >= self._full_raise(terms)
            case Reopening.ANY:
                return self.to_call > bettor.answered

    # Answers.

    def answer(self, terms: Terms, pot: Cents, answer: Answer, to: Cents = 0) -> "Betting":
        """The round after the asked bettor answered; `to` is what a bet or raise comes to."""
        bettor = self.asked
        rooms = self.rooms(terms, pot)
        if bettor is None or answer not in rooms:
            raise NotLawful(
                f"nobody may {answer} now" if bettor is None else f"seat {bettor.seat} may not {answer}"
            )
        match answer:
            case Answer.FOLD:
                return self._answered(bettor, folded=True)
            case Answer.CHECK | Answer.CALL:
                return self._answered(bettor, adds=rooms[answer].low)
            case Answer.BET | Answer.RAISE:
                room = rooms[answer]
                if not room.low <= to <= room.high or (to != bettor.most and to % room.step):
                    raise NotLawful(
                        f"seat {bettor.seat} may {answer} to {room.low} to {room.high}, not to {to}"
                    )
                return self._raised_to(bettor, terms, to)

    def _raised_to(self, bettor: Bettor, terms: Terms, to: Cents) -> "Betting":
        by = to - self.to_call
        full = to >= terms.bet if self.to_call < terms.bet else by >= self._full_raise(terms)
        changed = msgspec.structs.replace(
            self,
            to_call=to,
            bets=self.bets + full,
            last_raise=(to if self.to_call < terms.bet else by) if full else self.last_raise,
        )
        return changed._answered(bettor, adds=to - bettor.bet)

    def _answered(self, bettor: Bettor, *, adds: Cents = 0, folded: bool = False) -> Self:
        at = next(at for at, other in enumerate(self.bettors) if other.seat == bettor.seat)
        after = msgspec.structs.replace(
            bettor,
            stack=bettor.stack - adds,
            bet=bettor.bet + adds,
            folded=folded,
            answered=self.to_call,
            met=self.bets,
        )
        bettors = (*self.bettors[:at], after, *self.bettors[at + 1 :])
        return msgspec.structs.replace(self, bettors=bettors, turn=(at + 1) % len(bettors))


def opened(bettors: Iterable[Bettor], terms: Terms, posted: Cents = 0) -> Betting:
    """A round before anybody is asked: `posted` is the blind, straddle or bring-in that stands to be called.

    What bettors posted stands in their `bet`, also of a blind that was short; a bring-in is no full bet.
    """
    full = terms.bet <= posted
    return Betting(
        bettors=tuple(bettors), to_call=posted, last_raise=posted if full else 0, bets=1 if full else 0
    )
