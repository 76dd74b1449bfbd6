"""Before the cards: the button, antes, Blinds, the kill and a straddle (637a.19-637a.21(b)-(e))."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.equipment.cards import UNSEEN, card, check_told
from houseway.games.poker.cards import check_deck
from houseway.games.poker.clauses import ALL_IN, CARDS, RAKE, TWO_PLAYERS, in_each
from houseway.games.poker.events import (
    AntePosted,
    BlindPosted,
    ButtonDrawnFor,
    HandBegun,
    Straddled,
    TimeCharged,
)
from houseway.games.poker.moves import BeginHand, ChargeTime, DrawForButton, PostBlind, Straddle
from houseway.games.poker.round import BETWEEN_HANDS, POSTING, Holder, PokerHand
from houseway.games.poker.submission import ButtonStarts, HeadsUp, Kill
from houseway.law import RuleViolation, implements
from houseway.money import Cents
from houseway.table.deck_steps import dealt_from
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.seats import clockwise

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker


def players(state: PokerHand) -> tuple[int, ...]:
    """Who is dealt in: everybody seated with chips."""
    return tuple(sorted([seat for seat, chips in state.racks if chips and seat in state.seats]))


@implements("637a.7(b)")
def check_enough(game: "Poker", state: PokerHand) -> None:
    """Refuse a hand with fewer than two players."""
    if len(players(state)) < TWO_PLAYERS.integer("min_players"):
        raise RuleViolation(TWO_PLAYERS, "fewer than two players have chips", fix="wait for another player")


# The button.


@implements(*in_each("(c)(1)(ii)"), readings=("C-94",))
def draw_for_button(game: "Poker", state: PokerHand, move: DrawForButton) -> Step[PokerHand]:
    """One card each decides who starts with the button: the highest, ace high, then by suit."""
    section = game.variant.section
    order = players(state)
    if len(move.cards) != len(order) or UNSEEN in move.cards:
        raise RuleViolation(
            section.starts_drawn, f"each of the {len(order)} players is dealt one card face up"
        )
    check_told(move.cards, game.variant.deck, CARDS)
    dealt = tuple(zip(order, move.cards, strict=True))
    button, _ = max(dealt, key=lambda told: card(told[1]))
    drawn = ButtonDrawnFor(cards=dealt, button=button, **cited((section.starts_drawn, section.starts)))
    return Step(replace(state, button=button, drawn_for=True), (drawn,))


@implements(*in_each("(c)(1)"))
def may_draw_for_button(game: "Poker", state: PokerHand) -> bool:
    """Whether the button is still to be drawn for."""
    drawn = game.submission.button_starts is ButtonStarts.DRAWN_FOR
    return drawn and state.phase == BETWEEN_HANDS and not state.button and not game.variant.brings_in


def cards_for_button(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """A card for each player."""
    yield Offer({"cards": tuple((code,) for code in game.variant.deck)}, most=len(players(state)))


@implements(*in_each("(c)"), *in_each("(c)(1)(i)"), *in_each("(c)(2)"), readings=("C-100",))
def button_for(state: PokerHand, order: tuple[int, ...]) -> int:
    """Who has the button in the hand that begins: first the player at the dealer's right, then one further each hand."""
    if state.drawn_for and state.button in order:
        return state.button
    if not state.button:
        return order[-1]
    return next(clockwise(order, state.button))


@implements(*in_each("(c)(1)"))
def check_button(game: "Poker", state: PokerHand) -> None:
    """Refuse to begin with too few players, without a deck, or while the button is to be drawn for."""
    check_enough(game, state)
    check_deck(state)
    if may_draw_for_button(game, state):
        raise RuleViolation(
            game.variant.section.starts, "the button is not placed yet", fix="deal one card to each player"
        )


# A hand begins.


def begin(game: "Poker", state: PokerHand, move: BeginHand) -> Step[PokerHand]:
    """The button comes to its player, antes go in, and Blinds are due."""
    variant, section = game.variant, game.variant.section
    racks = dict(state.racks)
    in_hand = players(state)
    button = 0 if variant.brings_in else button_for(state, in_hand)
    killed = state.kill in in_hand
    begun = PokerHand(
        seats=state.seats,
        racks=state.racks,
        kit=dealt_from(state.kit),
        phase=POSTING,
        button=button,
        killed=killed,
        kill=state.kill if killed else 0,
        holders=tuple([Holder(seat=seat, stack=racks[seat]) for seat in in_hand]),
        stub=len(variant.deck),
    )
    clauses = (section.button,) if state.drawn_for or not state.button else (section.rotates, section.button)
    if not state.button and not state.drawn_for:
        clauses = (section.starts_right, section.button)
    events: list[Event] = [HandBegun(button=button, players=begun.order(), killed=killed, **cited(clauses))]
    live = game.submission.ante_live
    for seat, paid in antes_paid(game, begun):
        holder = begun.holder(seat)
        assert holder is not None, "antes are due from those in the hand"
        put_in, dead = (paid, 0) if live else (0, paid)
        after = replace(holder, stack=holder.stack - paid, put_in=put_in, dead=dead)
        begun = begun.with_holder(after, holder)
        events.append(AntePosted(seat=seat, amount=paid, **cited((section.ante, section.terms))))
    due = blinds_due(game, begun)
    to_call = max([amount for _, amount in due], default=0)
    return Step(replace(begun, to_post=due, to_call=to_call), tuple(events))


@implements(*in_each("(b)#2"), *in_each("(b)#3"))
def antes_paid(game: "Poker", state: PokerHand) -> Iterator[tuple[int, Cents]]:
    """The antes as the operator states them, everybody's or by position; a live one is no more than another matches."""
    antes = game.submission.antes
    if not antes:
        return
    order = by_position(game, state)
    amounts = antes * len(order) if len(antes) == 1 else antes
    stacks = {holder.seat: holder.stack for holder in state.holders}
    paid = {seat: min(amount, stacks[seat]) for seat, amount in zip(order, amounts, strict=False)}
    most = sorted((*paid.values(), 0))[-2:][0] if game.submission.ante_live else max(paid.values(), default=0)
    yield from ((seat, min(amount, most)) for seat, amount in paid.items() if min(amount, most))


@implements(*in_each("(d)#1"), *in_each("(d)#2"), *in_each("(d)#3"))
def blinds_due(game: "Poker", state: PokerHand) -> tuple[tuple[int, Cents], ...]:
    """The Blinds in their order from the button's left, and the kill, which a Blind of its player is part of."""
    order = by_position(game, state)
    blinds = {seat: amount for seat, amount in zip(order, game.submission.blinds, strict=False) if amount}
    if state.killed:
        blinds[state.kill] = max(blinds.get(state.kill, 0), kill_of(game))
    return tuple(blinds.items())


@implements(*in_each("(b)#3"), "637a.19(l)(3)#1")
def kill_of(game: "Poker") -> Cents:
    """What a kill is posted with: the bet of the hand that it raises."""
    times, of = game.submission.factor(killed=True)
    return game.submission.bet * times // of


def by_position(game: "Poker", state: PokerHand) -> tuple[int, ...]:
    """The players from the button's left; between two, from the button, where the operator has it post first."""
    order = state.order()
    if len(order) == 2 and game.submission.heads_up is HeadsUp.BUTTON:
        return order[::-1]
    return order


# Blinds and straddle.


@implements(*in_each("(d)#1"), *in_each("(d)#2"))
def post_blind(game: "Poker", state: PokerHand, move: PostBlind) -> Step[PokerHand]:
    """The Blind that is due, in its order; who has less posts everything."""
    section = game.variant.section
    if not state.to_post:
        raise RuleViolation(section.blind, "every Blind is posted")
    seat, amount = state.to_post[0]
    first = not state.last_post
    clause = section.blind if first else section.more_blinds
    if move.seat != seat:
        raise RuleViolation(clause, f"the Blind of position {seat} is due, not one of position {move.seat}")
    holder = state.holder(seat)
    assert holder is not None, "Blinds are due from those in the hand"
    paid = min(amount, holder.stack)
    kill = state.killed and seat == state.kill
    clauses = (clause, section.blind_terms, *((section.terms,) if kill else ()))
    clauses = (*clauses, ALL_IN) if paid < amount else clauses
    posted = BlindPosted(seat=seat, amount=paid, kill=kill, **cited(clauses))
    after = replace(
        state,
        holders=state.holders_with(_posted(holder, paid), holder),
        to_post=state.to_post[1:],
        last_post=seat,
    )
    return Step(after, (posted,))


def due_to_post(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """The player whose Blind is due."""
    if state.to_post:
        yield Offer({"seat": (state.to_post[0][0],)}, words=f"Position {state.to_post[0][0]} posts")


@implements(*in_each("(e)#1"), readings=("C-95",))
def straddler(game: "Poker", state: PokerHand) -> int:
    """The player left of the last Blind, who has not posted one."""
    left = next(clockwise([holder.seat for holder in state.holders], state.last_post))
    holder = state.holder(left)
    return left if holder is not None and not holder.posted else 0


@implements(*in_each("(e)#1"), *in_each("(e)#2"), *in_each("(e)#4"))
def straddle(game: "Poker", state: PokerHand, move: Straddle) -> Step[PokerHand]:
    """A Straddle Bet, where offered: one in a hand, by the player left of the last Blind, before the cards."""
    section, amount = game.variant.section, game.submission.straddle
    if not amount:
        raise RuleViolation(section.straddle_terms, "this table offers no Straddle Bet")
    if state.straddled:
        raise RuleViolation(section.one_straddle, "a Straddle Bet has been made in this hand")
    if state.to_post or state.dealt:
        raise RuleViolation(section.straddle, "a Straddle Bet is made after the Blinds and before the cards")
    holder = state.holder(move.seat)
    if move.seat != straddler(game, state) or holder is None:
        raise RuleViolation(section.straddle, "only the player left of the last Blind may straddle")
    if holder.stack < amount or state.killed:
        said = "a kill is posted in this hand" if state.killed else "the chips are not there"
        raise RuleViolation(section.straddle_terms, f"no Straddle Bet: {said}")
    made = Straddled(seat=move.seat, amount=amount, **cited((section.straddle, section.straddle_terms)))
    after = replace(
        state,
        holders=state.holders_with(_posted(holder, amount), holder),
        straddled=True,
        last_post=move.seat,
        to_call=amount,
    )
    return Step(after, (made,))


def may_straddle(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """The player left of the last Blind, where a straddle is offered."""
    if game.submission.straddle and not state.to_post and state.last_post:
        seat = straddler(game, state)
        if seat:
            yield Offer({"seat": (seat,)})


def _posted(holder: Holder, amount: Cents) -> Holder:
    return replace(
        holder,
        stack=holder.stack - amount,
        put_in=holder.put_in + amount,
        posted=holder.posted + amount,
    )


# What the house charges for the seat.


@implements("common:poker/rake")
def charge_time(game: "Poker", state: PokerHand, move: ChargeTime) -> Step[PokerHand]:
    """Everybody with chips pays the time charge, or what is left."""
    charge = game.submission.time_charge
    if not charge:
        raise RuleViolation(RAKE, "this table makes no time charge")
    paid = {seat: min(charge, chips) for seat, chips in state.racks if chips}
    racks = tuple((seat, chips - paid.get(seat, 0)) for seat, chips in state.racks)
    events = tuple(TimeCharged(seat=seat, amount=amount, clause=RAKE.id) for seat, amount in paid.items())
    return Step(replace(state, racks=racks), events)


def killed_next(game: "Poker", pot: Cents, winners: Collection[int]) -> int:
    """Who posts a kill in the next hand: who alone won a pot that is large enough."""
    chosen = game.submission
    return (
        next(iter(winners))
        if chosen.kill is not Kill.NONE and pot >= chosen.kill_pot and len(winners) == 1
        else 0
    )
