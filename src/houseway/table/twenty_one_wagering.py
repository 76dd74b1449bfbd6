"""When wagers are made at a table of twenty-one, and which go with the first, cited through each game's `TwentyOneRules`."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec

from houseway.law import Clause, RuleViolation
from houseway.law.upholding import upholds
from houseway.money import Cents, dollars
from houseway.table.card_felt import BETTING
from houseway.table.card_table import AreaMeans
from houseway.table.game import Game
from houseway.table.means import Chips
from houseway.table.rules import Lawful
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one import TwentyOne
from houseway.table.twenty_one_felt import INSURANCE, TwentyOneFelt
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Bets, Range, Wager, bet_at

State = TypeVar("State", bound=TwentyOneFelt)


class Moment(NamedTuple):
    """When a wager is put on the layout: the moment of the round, by which clause, and in words."""

    phase: str
    clause: Clause
    when: str


class Most(NamedTuple):
    """What a wager that goes with the first may come to, if there is a bound, and by which clause."""

    clause: Clause
    amount: Cents | None = None


class TwentyOneWagering(Wagering[State]):
    """Wagers at a table of twenty-one: each has its moment and stands as it was made, and all go with the first.

    `at_first` are the wagers that are made before the first card, besides the first one; `later` are a game's own moments.
    What goes on a hand is put up with a decision.
    """

    def __init__(
        self,
        game: TwentyOne[Any],
        at_first: Iterable[str],
        later: Mapping[str, Moment] = MappingProxyType({}),
    ) -> None:
        super().__init__(game.catalogue, game.betting)
        self.game = game
        first = Moment(BETTING, game.play.made_first[0], "before the first card is dealt")
        insured = "when an ace is up and the hole card was not checked yet"
        self.moments = {
            **dict.fromkeys((game.first_wager, *at_first), first),
            game.insurance_wager: Moment(INSURANCE, game.play.insurance_open[0], insured),
            **later,
        }

    def most(self, state: State, first: Bet, name: str) -> Most:
        """What a wager may come to beside the first one of its position: Insurance a part of it."""
        if name == self.game.insurance_wager:
            return Most(self.game.play.insurance_most[0], self.insurance_up_to(first.amount))
        return Most(self.catalogue[name].clause)

    @upholds("insurance_most")
    def insurance_up_to(self, amount: Cents) -> Cents:
        """A part of a wager, or the next amount above it that can be wagered and paid where chips cannot make it (665-27)."""
        step = self.betting.steps[self.game.insurance_wager, ""]
        return ceil(amount * self.game.play.insured_part / step) * step

    @upholds("made_first", "insurance_open", "locked")
    def check_placing(self, state: State, wager: Wager, *, raising: bool) -> None:
        """Each wager has its moment, and stands as it was made; those of a hand are put up with a decision."""
        if wager.name not in self.moments:
            raise RuleViolation(
                wager.clause,
                f"{_a(wager)} is put up when its player decides so",
                fix="make the decision instead",
            )
        phase, clause, when = self.moments[wager.name]
        if state.phase != phase:
            raise RuleViolation(clause, f"{_a(wager)} is made {when}")
        if raising:
            raise RuleViolation(self.game.play.locked[0], f"the {wager.title} Wager stands as it was made")

    @upholds("first_needed", "insurance_most")
    def check_bet(self, state: State, bet: Bet) -> None:
        """Who sat out a round may be kept from the first wager; everything else goes with one, and within its bounds."""
        if bet.wager == self.game.first_wager:
            self.game.check_barred(state, bet.seat)
            return
        first = bet_at(state.bets, bet.seat, self.game.first_wager, "")
        if first is None:
            title = self.catalogue[self.game.first_wager].title
            raise RuleViolation(
                self.game.play.first_needed[0],
                f"position {bet.seat} has no {title} Wager",
                fix=f"make a {title} Wager first",
            )
        clause, most = self.most(state, first, bet.wager)
        if most is not None and bet.amount > most:
            raise RuleViolation(
                clause,
                f"{dollars(bet.amount)} is more than {_a(self.catalogue[bet.wager])} may come to here",
                fix=f"wager at most {dollars(most)}",
            )

    def room(self, state: State, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may wager, in keeping with the first wager; one that lies is not raised."""
        if bet_at(state.bets, seat, wager.name, pick):
            return None
        found = super().room(state, seat, wager, pick)
        if wager.name == self.game.first_wager or found is None:
            barred = state.stayed is not None and seat not in state.stayed
            return None if barred else found
        first = bet_at(state.bets, seat, self.game.first_wager, "")
        if first is None:
            return None
        most = self.most(state, first, wager.name).amount
        high = found.high if most is None else min(found.high, most // found.step * found.step)
        return Range(found.low, high, found.step) if found.low <= high else None

    @upholds("locked")
    def check_taking_down(self, state: State, bet: Bet) -> None:
        """What lies stays until it is settled."""
        raise RuleViolation(self.game.play.locked[0], "a wager stays as it was made until it is settled")

    def chips_as_they_lie(self, bets: Bets) -> Bets:
        """What is put up for a hand lies with the first wager of its position, which has the only area for it."""
        piles: dict[tuple[int, str], Cents] = {}
        beside = (self.game.double_wager, self.game.split_wager)
        for bet in bets:
            pile = (bet.seat, self.game.first_wager if bet.wager in beside else bet.wager)
            piles[pile] = piles.get(pile, 0) + bet.amount
        return tuple(Bet(seat, wager, "", amount) for (seat, wager), amount in piles.items())


def _a(wager: Wager) -> str:
    article = "an" if wager.title.startswith(tuple("AEIOU")) else "a"
    return f"{article} {wager.title} Wager"


class HandMeans(AreaMeans[State]):
    """A player's chips, which also bound what is put up with a decision."""

    def within(self, game: Game[State], state: State, act: Lawful, chips: Chips) -> Iterator[Lawful]:
        """A decision that takes chips is open as far as they go."""
        if act.move != _DECIDE or act.amount is None:
            yield from super().within(game, state, act, chips)
            return
        room, (seat,) = act.amount, act.fields["seat"]
        spare = min(chips(seat), room.high) - room.low
        if spare >= 0:
            high = room.low + spare // room.step * room.step
            yield msgspec.structs.replace(act, amount=Range(room.low, high, room.step))


_DECIDE = str(Decide.__struct_config__.tag)
