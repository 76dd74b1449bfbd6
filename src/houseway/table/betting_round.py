"""A betting round among players: who is asked, what may be answered and with how much, and when it is over.

Pure and without a house: amounts are what stands before each bettor on this street. The variant says what was posted, the
structure how much may be bet.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

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


# By these names, because looking a member up on its class takes longer than asking which one it is.
FOLD, CHECK, CALL, BET, RAISE = Answer
LIMIT, POT_LIMIT, NO_LIMIT = Structure


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How a street is bet, as the operator's submission fixes it.

    `bet` is the size of a bet in a limit game, and the smallest bet in any other. `most_raises` of 0 sets no limit on
    raises. Amounts go in steps of `chip`. With `first_folds` also whoever commences a round may fold, which the sections
    of the chapter do not have.
    """

    structure: Structure
    bet: Cents
    chip: Cents = 100
    most_raises: int = 0
    reopening: Reopening = Reopening.FULL_RAISE
    first_folds: bool = False


class Bettor(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the hand: `bet` is what this player has bet on this street, `stack` what is left besides.

    `answered` is the amount to be called when this player last answered, `met` how many full bets and raises there had
    been by then.
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


NOBODY = -1


class Betting(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One betting round: the amount to be called, the largest raise so far, how many raises there were, whose turn it is.

    `pot` is all that was put in, the bets of this street included. `full` counts the bets and raises that were not short
    of a full one. `completes` is set while a bring-in stands, which is completed to a bet and not raised. `bettors` are in
    clockwise order from the first to act; `turn` is the index of the one who is asked.
    """

    bettors: tuple[Bettor, ...]
    pot: Cents = 0
    to_call: Cents = 0
    last_raise: Cents = 0
    raises: int = 0
    full: int = 0
    completes: bool = False
    turn: int = NOBODY

    @property
    def asked(self) -> Bettor | None:
        """Who has to answer next; nobody once the round is over."""
        return None if self.turn == NOBODY else self.bettors[self.turn]

    def _most_of_others(self, bettor: Bettor) -> Cents:
        """The most that any other player in the hand can put in on this street."""
        most = 0
        for other in self.bettors:
            if other is not bettor and not other.folded and other.bet + other.stack > most:
                most = other.bet + other.stack
        return most

    @property
    def commences(self) -> bool:
        """Whether nothing stands to be called, and nobody has answered yet."""
        return not self.to_call and all(other.answered is None for other in self.bettors)

    # What may be answered.

    @implements(
        "637a.19(g)#2",
        "637a.19(h)#3",
        "637a.20(g)#2",
        "637a.20(h)#7",
        "637a.21(g)#2",
        "637a.21(h)#7",
    )
    def rooms(self, terms: Terms) -> Rooms:
        """The answers open to whoever is asked, with their amounts: what a call adds, what a bet or raise comes to in total."""
        if self.turn == NOBODY:
            return {}
        found = ((answer, self._room(answer, terms)) for answer in Answer)
        return {answer: room for answer, room in found if room is not None}

    def _room(self, answer: Answer, terms: Terms) -> Range | None:
        """The amounts of one answer, or None where that answer is not open."""
        bettor = self.bettors[self.turn]
        if answer is FOLD:
            # By the chapter whoever commences a round may only bet or check; all others may always fold.
            return Range(0, 0, terms.chip) if terms.first_folds or not self.commences else None
        if answer is CHECK or answer is CALL:
            owed = self._owed(bettor)
            return Range(owed, owed, terms.chip) if (owed > 0) is (answer is CALL) else None
        if (self.to_call > 0) is not (answer is RAISE):
            return None
        return self._raised(bettor, terms)

    def _owed(self, bettor: Bettor) -> Cents:
        """What a call adds: up to the amount to be called, but never more than somebody else could match."""
        if bettor.bet >= self.to_call:
            return 0
        stands = min(self.to_call, self._most_of_others(bettor), bettor.bet + bettor.stack)
        return max(stands - bettor.bet, 0)

    def _raised(self, bettor: Bettor, terms: Terms) -> Range | None:
        """What a bet or raise may come to; a player may always go all in, even for less than the least."""
        everything = bettor.bet + bettor.stack
        if everything <= self.to_call or not self._may_raise(bettor, terms):
            return None
        if terms.most_raises and self.raises >= terms.most_raises:
            return None
        if self._most_of_others(bettor) <= self.to_call:
            return None
        least = most = self._least(terms)
        if terms.structure is POT_LIMIT:
            # As much as lies in the pot once the bettor has called.
            most = max(least, self.to_call + self.pot + self.to_call - bettor.bet)
        elif terms.structure is NO_LIMIT:
            most = everything
        return Range(min(least, everything), min(most, everything), terms.chip)

    def _least(self, terms: Terms) -> Cents:
        """The total of a full bet or raise: a bring-in is completed to a bet, anything else raised by at least the largest raise."""
        return terms.bet if self.completes else self.to_call + max(self.last_raise, terms.bet)

    def _may_raise(self, bettor: Bettor, terms: Terms) -> bool:
        if bettor.answered is None or self.full > bettor.met:
            return True
        match terms.reopening:
            case Reopening.FULL_RAISE:
                return False
            case Reopening.TOGETHER:
                return self.to_call - bettor.answered >= max(self.last_raise, terms.bet)
            case Reopening.ANY:
                return self.to_call > bettor.answered

    # Answers.

    def answer(self, terms: Terms, answer: Answer, to: Cents = 0) -> "Betting":
        """The round after the answer of whoever was asked; `to` is the total that a bet or raise comes to."""
        if self.turn == NOBODY:
            raise NotLawful(f"nobody may {answer} now")
        bettor, room = self.bettors[self.turn], self._room(answer, terms)
        if room is None:
            raise NotLawful(f"seat {bettor.seat} may not {answer}")
        if answer is FOLD:
            return self._answered(bettor, folded=True)
        if answer is CHECK or answer is CALL:
            return self._answered(bettor, adds=room.low)
        if not room.low <= to <= room.high or (to % room.step and to != bettor.most):
            raise NotLawful(f"seat {bettor.seat} may {answer} to {room.low} to {room.high}, not to {to}")
        return self._raised_to(bettor, terms, to)

    def _raised_to(self, bettor: Bettor, terms: Terms, to: Cents) -> "Betting":
        full = self.full + (to >= self._least(terms))
        adds = to - bettor.bet
        after = replace(bettor, stack=bettor.stack - adds, bet=to, answered=to, met=full)
        bettors = self._with(after)
        return Betting(
            bettors=bettors,
            pot=self.pot + adds,
            to_call=to,
            last_raise=max(self.last_raise, to - self.to_call),
            raises=self.raises + 1,
            full=full,
            turn=next_asked(bettors, to, self.turn + 1),
        )

    def _answered(self, bettor: Bettor, *, adds: Cents = 0, folded: bool = False) -> "Betting":
        after = replace(
            bettor,
            stack=bettor.stack - adds,
            bet=bettor.bet + adds,
            folded=folded,
            answered=self.to_call,
            met=self.full,
        )
        bettors = self._with(after)
        turn = next_asked(bettors, self.to_call, self.turn + 1)
        return replace(self, bettors=bettors, pot=self.pot + adds, turn=turn)

    def _with(self, after: Bettor) -> tuple[Bettor, ...]:
        """The bettors, the asked one as after the answer."""
        bettors = list(self.bettors)
        bettors[self.turn] = after
        return tuple(bettors)

    def without(self, seat: int) -> "Betting":
        """The round with the hand of a bettor out of it, whoever is asked."""
        bettors = tuple(
            replace(other, folded=True) if other.seat == seat else other for other in self.bettors
        )
        return replace(self, bettors=bettors, turn=next_asked(bettors, self.to_call, self.turn))


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
def next_asked(bettors: tuple[Bettor, ...], to_call: Cents, begin: int) -> int:
    """The index of the next player clockwise who still has to answer the latest bet; `NOBODY` if there is none."""
    for bettor in bettors[begin:] + bettors[:begin]:
        if bettor.folded or not bettor.stack:
            continue
        stands, is_first = bettor.bet, bettor.answered is None
        if not is_first and stands >= to_call:
            continue
        for other in bettors:
            if other is bettor or other.folded:
                continue
            # Chips that nobody else has need not be put in; a check, a bet or the raise of a live blind needs somebody who
            # could answer it.
            if stands < other.bet + other.stack:
                return bettors.index(bettor)
    return NOBODY


def opened(
    bettors: tuple[Bettor, ...], posted: Cents = 0, *, pot: Cents, completes: bool = False, begin: int = 0
) -> Betting:
    """A round before anybody is asked: `posted` is the Blind, straddle or bring-in that is to be called.

    `pot` is all that was put in before. What a player posted is in that player's `bet`, even if it was less than the full
    Blind; none of it counts as a raise.
    """
    return Betting(
        bettors=bettors,
        pot=pot,
        to_call=posted,
        completes=completes,
        turn=next_asked(bettors, posted, begin),
    )
