"""Who wins what: pots, sides, ties, odd amounts and the rake (637a.19(k)-(l), 637a.20(k)-(l), 637a.21(k))."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.equipment.cards import card, cards
from houseway.equipment.decks import Clauses
from houseway.games.poker.clauses import ALL_IN, RAKE, SUIT_ORDER, WON_BY
from houseway.games.poker.events import HandCompleted, PotAwarded, RakeTaken, UncalledReturned
from houseway.games.poker.opening import killed_next
from houseway.games.poker.round import BETWEEN_HANDS, PokerHand, Shown
from houseway.games.poker.submission import OddChip
from houseway.games.poker.variants import Side
from houseway.law import implements
from houseway.money import Cents
from houseway.table.deck_steps import used
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.low_hands import ace_low
from houseway.table.pots import Pot, layers, shares, uncalled
from houseway.table.rankings import NO_HAND

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker

_RANKS = 13
# For odd amounts only (637a.19(k)(2)(iv)): the first letters of the suits, the best first.
_BEST_SUIT_FIRST = tuple(suit[0] for suit in SUIT_ORDER.parameters["suit_order"].split("|"))


def pots_of(state: PokerHand) -> tuple[Pot, ...]:
    """The pots of a hand, once what nobody called is back, the main pot first; dead antes lie in it, which all who are left can win."""
    found = layers(state.stakes())
    antes = sum([holder.dead for holder in state.holders])
    if found and not antes:
        return found
    dead = Pot(antes, frozenset(holder.seat for holder in state.live))
    if found and found[0].contenders == dead.contenders:
        return (found[0]._replace(cents=found[0].cents + dead.cents), *found[1:])
    return (dead, *found)


@implements("common:poker/rake")
def rake_of(game: "Poker", state: PokerHand, pot: Cents) -> Cents:
    """What the house takes of a pot: its percentage in whole chips up to the cap, once there was more than one street."""
    chosen = game.submission
    if not state.street or not chosen.rake_percent:
        return 0
    chip = chosen.smallest_chip
    return min(pot * chosen.rake_percent // (100 * chip) * chip, chosen.rake_cap)


def raked(game: "Poker", state: PokerHand, found: tuple[Pot, ...]) -> tuple[tuple[Pot, ...], Cents]:
    """The pots without the rake, which comes out of the main pot first."""
    rake = left = rake_of(game, state, sum([pot.cents for pot in found]))
    if not rake:
        return found, 0
    after = []
    for pot in found:
        taken = min(left, pot.cents)
        left -= taken
        after.append(pot._replace(cents=pot.cents - taken))
    return tuple(after), rake


def awarded(
    game: "Poker", state: PokerHand, won_by: Callable[[int, Pot], list[PotAwarded]]
) -> Step[PokerHand]:
    """What nobody called goes back, the pots go to their winners, less the rake, and the hand is over."""
    state, back = _returned(state)
    found = pots_of(state)
    after, rake = raked(game, state, found)
    events: list[Event] = [*back]
    if rake:
        events.append(RakeTaken(amount=rake, clause=RAKE.id))
    won: dict[int, Cents] = {}
    for number, pot in enumerate(after):
        for award in won_by(number, pot):
            won[award.seat] = won.get(award.seat, 0) + award.amount
            events.append(award)
    kill = killed_next(game, sum([pot.cents for pot in found]), won)
    return cleared(game, state, tuple(events), won, kill=kill)


def cleared(
    game: "Poker", state: PokerHand, events: tuple[Event, ...], won: Mapping[int, Cents], *, kill: int
) -> Step[PokerHand]:
    """The table between two hands, with what was won, and with the button where it is until the next begins."""
    stacks = {holder.seat: holder.stack + won.get(holder.seat, 0) for holder in state.holders}
    racks = tuple([(seat, stacks.get(seat, chips)) for seat, chips in state.racks])
    after = PokerHand(
        seats=state.seats,
        phase=BETWEEN_HANDS,
        racks=racks,
        button=state.button,
        kill=kill,
        kit=used(state.kit),
        last_shown=tuple(
            [Shown(seat=holder.seat, cards=holder.cards) for holder in state.live if holder.shown]
        ),
        last_board=state.board,
    )
    clause = game.variant.section.button.id
    return Step(after, (*events, HandCompleted(kill=kill, clause=clause)))


# At the showdown.


@implements(
    "637a.19(k)(2)(i)#1",
    "637a.19(k)(2)(i)#2",
    "637a.19(l)(1)#2",
    "637a.19(l)(2)#1",
    "637a.20(l)(1)(i)#1",
    "637a.20(l)(1)(ii)",
    "637a.20(l)(2)(i)#1",
    "637a.20(l)(2)(ii)",
)
def _pot_won(
    game: "Poker", state: PokerHand, values: list[dict[int, int]], number: int, pot: Pot
) -> list[PotAwarded]:
    """A pot is halved between its sides, the first with the odd amount; where nothing qualifies, the first has all."""
    variant = game.variant
    contending = [
        (side, best) for side, worth in zip(variant.sides, values, strict=True) if (best := _best(worth, pot))
    ]
    if len(contending) == 1:
        ((side, best),) = contending
        split: Clauses = (variant.no_second,) if len(variant.sides) > 1 else ()
        return _side_won(game, state, number, side, best, pot.cents, split)
    halves = shares(pot.cents, tuple(range(len(contending))), game.submission.smallest_chip, 0)
    won: list[PotAwarded] = []
    for place, (side, best) in enumerate(contending):
        odd = halves[0] > halves[1] and not place
        split = (variant.halves, *((variant.odd_half,) if odd else ()))
        won += _side_won(game, state, number, side, best, halves[place], split)
    return won


def _best(values: dict[int, int], pot: Pot) -> dict[int, int]:
    """The best hands of a side among those who can win a pot; none where none qualifies."""
    best = max([values[seat] for seat in pot.contenders])
    if best <= NO_HAND:
        return {}
    return {seat: best for seat, value in values.items() if value == best and seat in pot.contenders}


@implements(
    "637a.19(k)(1)",
    "637a.19(l)(2)#2",
    "637a.19(l)(2)#3",
    "637a.20(k)#2",
    "637a.21(k)(1)#1",
    "637a.21(k)(2)",
    "637a.21(k)(3)",
    "637a.21(k)(4)",
)
def values_of(state: PokerHand, side: Side) -> dict[int, int]:
    """What the hands that are left are worth to a side, by position."""
    board, value = cards(state.board), side.ranking.value
    return {holder.seat: value(cards(holder.cards), board) for holder in state.live}


@implements(
    "637a.19(k)(2)(ii)#1",
    "637a.19(k)(2)(iii)#1",
    "637a.20(k)(2)#1",
    "637a.21(k)(5)#1",
    readings=("C-84", "C-88", "C-90", "C-91"),
)
def _side_won(
    game: "Poker",
    state: PokerHand,
    number: int,
    side: Side,
    best: dict[int, int],
    cents: Cents,
    split: Clauses,
) -> list[PotAwarded]:
    """The best hands of a side share it evenly; what is left over goes once to one of them."""
    winners = tuple(best) if len(best) == 1 else tuple([seat for seat in state.order() if seat in best])
    odd_to = winners[0] if len(best) == 1 else odd_winner(game, state, side, winners)
    parts = shares(cents, winners, game.submission.smallest_chip, odd_to)
    least = min(parts.values())
    won = []
    for seat in winners:
        odd = parts[seat] - least
        clauses: Clauses = (side.wins, *split, game.variant.showdown)
        if len(winners) > 1:
            clauses = (side.odd if odd else side.tie, *clauses)
        if number:
            clauses = (*clauses, ALL_IN)
        won.append(
            PotAwarded(
                seat=seat,
                amount=parts[seat],
                pot=number,
                side=side.name,
                odd=odd,
                hand=side.ranking.in_words(best[seat]),
                **cited(clauses),
            )
        )
    return won


@implements(
    "637a.19(k)(2)(ii)#2",
    "637a.19(k)(2)(iii)#2",
    "637a.20(k)(2)#2",
    "637a.21(k)(5)#2",
    readings=("C-92", "C-93"),
)
def odd_winner(game: "Poker", state: PokerHand, side: Side, winners: tuple[int, ...]) -> int:
    """Who of those tied has an odd amount: the first left of the button, or who holds the best card of their own in the hand."""
    if game.submission.odd_chip is OddChip.LEFT_OF_BUTTON:
        return winners[0]
    return max(winners, key=lambda seat: _own_cards(state, side, seat))


@implements("637a.19(k)(2)(iv)")
def _own_cards(state: PokerHand, side: Side, seat: int) -> tuple[int, ...]:
    """The own cards in a player's best hand, by rank and then by suit, spades first; the lowest rank first on a low side."""
    holder = state.holder(seat)
    assert holder is not None, "only hands of the round are compared"
    own = holder.cards

    def order(code: str) -> int:
        rank = _RANKS - ace_low(card(code)) if side.low else card(code) >> 2
        return rank * len(_BEST_SUIT_FIRST) - _BEST_SUIT_FIRST.index(code[1])

    chosen = side.ranking.best(cards(own), cards(state.board))
    return max(
        tuple(sorted((order(own[place]) for place in places if place < len(own)), reverse=True))
        for places in chosen
    )


def _uncontested(seat: int, number: int, pot: Pot) -> list[PotAwarded]:
    """Everything goes to the one player left, unshown."""
    return [PotAwarded(seat=seat, amount=pot.cents, pot=number, clause=WON_BY.id)]


# The end of a hand.


def everyone_has_shown(state: PokerHand) -> bool:
    """Whether every hand that is still in has been shown."""
    return not [holder for holder in state.holders if not holder.shown and not holder.folded]


def _returned(state: PokerHand) -> tuple[PokerHand, tuple[Event, ...]]:
    """The hand once what nobody called is back."""
    back = uncalled(state.stakes())
    if back is None:
        return state, ()
    after = replace(state, holders=state.putting_in(back.seat, -back.cents))
    return after, (UncalledReturned(seat=back.seat, amount=back.cents, clause=WON_BY.id),)


@implements("637a.19(k)#1", "637a.20(k)#1", "637a.21(k)", "637a.7(d)")
def settle(game: "Poker", state: PokerHand) -> Step[PokerHand]:
    """The hands shown down win the pots, side by side and share by share."""
    values = [values_of(state, side) for side in game.variant.sides]
    return awarded(game, state, partial(_pot_won, game, state, values))


@implements("637a.7(d)", readings=("C-99",))
def last_one_left(game: "Poker", state: PokerHand) -> Step[PokerHand]:
    """The last player left takes the pot unshown, and back what nobody called."""
    (winner,) = state.live
    return awarded(game, state, partial(_uncontested, winner.seat))
