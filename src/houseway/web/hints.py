"""Hints: what a table waits for before it can go on, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from houseway.equipment.decks import Condition, Deck, DeviceStatus, Kit
from houseway.equipment.dice import known_by
from houseway.floor import TableInService
from houseway.floor.clocks import SOON_MINUTES
from houseway.law import RuleViolation
from houseway.table.card_felt import STUB
from houseway.table.card_game import CardGame
from houseway.table.checklist import Stage
from houseway.table.deck_steps import TableNow, check_ready
from houseway.table.deck_table import DeckTable
from houseway.table.rules import Lawful
from houseway.table.table_state import Status
from houseway.table.words import capital
from houseway.web.decks import deck_views
from houseway.web.steps import may_wager


@dataclass(frozen=True, slots=True)
class Hint:
    """What the table waits for."""

    words: str
    clause: str = ""


def hints(place: TableInService, legal: tuple[Lawful, ...], at: datetime) -> Iterator[Hint]:
    """What the table waits for before it can go on, in words."""
    state, game = place.state, place.game
    closed = state.status is Status.CLOSED
    steps = (*place.rules.missing(state, Stage.APPROVAL), *place.rules.missing(state, Stage.OPENING))
    if steps and closed:
        yield Hint(f"The table is closed: {_open_lines(len(steps))}")
    elif steps and any(rule.begins for rule in game.book.of.values()):
        yield Hint(f"The next round waits: {_open_lines(len(steps))}", steps[0].clause.id)
    try:
        if game.dice is not None:
            game.dice.check_use(state.dice, at)
    except RuleViolation as violation:
        yield _refusal(violation)
    steps = place.rules.missing(state, Stage.DICE)
    if steps and state.dice is not None:
        yield Hint(f"The dice wait: {_open_lines(len(steps))}", steps[0].clause.id)
    if not closed and isinstance(game, DeckTable):
        yield from _deck_hints(game, place, at)
    elif not closed:
        yield from _set_hints(place, at)
    if not closed:
        yield from _against_awaited(place)
    if not closed and not state.play.seats:
        yield Hint("Nobody is at the table: click a free position")
    elif may_wager(legal) and not _decided_with_wagers(place):
        laid = "" if state.play.bets else ": choose a chip and lay it on the felt"
        yield Hint(f"Wagers are open{laid}")


def _against_awaited(place: TableInService) -> Iterator[Hint]:
    """Why the move that somebody may be waiting for is not offered."""
    play = place.rules.counted(place.state)
    move = place.game.awaited(play)
    if move is None:
        return
    try:
        place.game.apply(play, move)
    except RuleViolation as violation:
        yield _refusal(violation)


def _decided_with_wagers(place: TableInService) -> bool:
    """Whether a round of cards waits for a player who decides by making a wager or not."""
    return bool(place.game.hand_size) and not place.game.between_rounds(place.state.play)


def _deck_hints(game: DeckTable[Any], place: TableInService, at: datetime) -> Iterator[Hint]:
    """A deck that is not ready or at the end of its time, and a stub that must be counted."""
    play: Any = place.state.play
    deck = play.kit.in_play
    now = game.now(play)
    if now.before_the_deal:
        if deck is None:
            yield Hint(f"No {game.pack} stands ready to be dealt", game.cards.shuffle_due[0].id)
        yield from _against_dealing(now)
    if deck is None:
        return
    if isinstance(game, CardGame) and play.phase == STUB and game.count_is_due(play):
        yield Hint(
            f"The stub must be counted in this round: {game.stub_expected(play)} cards are expected",
            game.rules_of(play).count_due[0].id,
        )
    for view in deck_views(place):
        minutes = int((view.use_before - at).total_seconds() // 60)
        if view.serial != deck.serial or minutes > SOON_MINUTES:
            continue
        clause = game.cards.life(deck, play.kit.dealing).clause.id
        if minutes < 0:
            yield Hint(
                f"{capital(game.pack)} {deck.serial} is past its time: remove it and bring another", clause
            )
        else:
            yield Hint(f"{capital(game.pack)} {deck.serial} may be used for {minutes} minutes more", clause)


def _set_hints(place: TableInService, at: datetime) -> Iterator[Hint]:
    """A set of tiles at the end of its time."""
    for serial, life in place.game.pieces_in_use(place.state.play):
        minutes = int((life.ends(place.state.decks[known_by(serial)]) - at).total_seconds() // 60)
        if minutes < 0:
            yield Hint(f"Set {serial} is past its time: remove it and bring another", life.clause.id)
        elif minutes <= SOON_MINUTES:
            yield Hint(f"Set {serial} may be used for {minutes} minutes more", life.clause.id)


def _against_dealing(table: TableNow[Any]) -> Iterator[Hint]:
    """Why none of the decks that could be dealt next may be, if that is so."""
    refusals = [_against(table, deck) for deck in _next_to_deal(table.kit)]
    if refusals and refusals[0] is not None and None not in refusals:
        yield _refusal(refusals[0])


def _next_to_deal(kit: Kit) -> tuple[Deck, ...]:
    """The deck in the shoe, else those that only wait to be loaded; any deck while a device cannot be used."""
    if not {kit.shuffler, kit.automated_shoe}.isdisjoint((DeviceStatus.FAILED, DeviceStatus.OUT_OF_ORDER)):
        return kit.decks
    return kit.within(Condition.LOADED) or kit.within(Condition.SHUFFLED, Condition.CUT)


def _against(table: TableNow[Any], deck: Deck) -> RuleViolation | None:
    try:
        check_ready(table, deck)
    except RuleViolation as violation:
        return violation
    return None


def _refusal(violation: RuleViolation) -> Hint:
    fix = f": {violation.fix}" if violation.fix else ""
    return Hint(f"{capital(violation.message)}{fix}", violation.clause.id)


def _open_lines(count: int) -> str:
    lines = "one line" if count == 1 else f"{count} lines"
    return f"{lines} of the check-list {'stands' if count == 1 else 'stand'} open"
