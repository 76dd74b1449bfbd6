"""What happened in a hand of Poker, as the dealer would say it."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from houseway.equipment.cards import Hand, cards_in_words, is_seen
from houseway.games.poker import events as happened
from houseway.games.poker.display import hand_name
from houseway.games.poker.variants import Variant
from houseway.table.events import Event, IrregularityCalled
from houseway.table.words import capital, listed, spoken

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker


def told(game: "Poker", event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    said = game.said
    match event:
        case happened.ButtonDrawnFor():
            drawn = ", ".join(f"position {seat} {cards_in_words((card,))}" for seat, card in event.cards)
            return f"{capital(drawn)}: position {event.button} starts with the button"
        case happened.HandBegun():
            killed = ", a kill" if event.killed else ""
            button = f"; the button is before position {event.button}" if event.button else ""
            return f"A hand begins with positions {listed(event.players)}{killed}{button}"
        case happened.AntePosted():
            return f"Position {event.seat} antes {said(event.amount)}"
        case happened.BlindPosted():
            return f"Position {event.seat} posts {'a kill of ' if event.kill else ''}{said(event.amount)}"
        case happened.Straddled():
            return f"Position {event.seat} straddles with {said(event.amount)}"
        case happened.BroughtIn():
            return f"Position {event.seat} brings it in for {said(event.amount)}"
        case happened.HoleCardDealt():
            return f"{capital(_card(event.card))} to position {event.seat}"
        case happened.UpCardDealt():
            return f"{capital(_card(event.card))} face up to position {event.seat}"
        case happened.BoardCardDealt():
            return f"{capital(_card(event.card))} on the board"
        case happened.CardBurned():
            return "A card is burned"
        case happened.PlayerFolded():
            return f"Position {event.seat} folds"
        case happened.Checked():
            return f"Position {event.seat} checks"
        case happened.Called():
            return f"Position {event.seat} calls {said(event.amount)}"
        case happened.BetMade():
            return f"Position {event.seat} bets {said(event.to)}"
        case happened.Raised():
            return f"Position {event.seat} raises to {said(event.to)}"
        case happened.UncalledReturned():
            return f"{said(event.amount)} that nobody called goes back to position {event.seat}"
        case happened.BettingClosed():
            return f"The betting is closed with {said(event.pot)} in the pot"
        case happened.CardsThrown():
            many = len(event.discards)
            thrown = f" for {cards_in_words(event.discards)}" if many and is_seen(event.discards) else ""
            return f"Position {event.seat} {f'draws {many}{thrown}' if many else 'stands pat'}"
        case happened.DiscardsReshuffled():
            return f"{event.cards} discards are shuffled for position {event.seat}"
        case happened.HandShown():
            return f"Position {event.seat} shows {cards_in_words(event.cards)}"
        case happened.HandMucked():
            return f"Position {event.seat} mucks"
        case happened.HandDead():
            return f"The {spoken(event.by)} declares the hand of position {event.seat} dead"
        case happened.RakeTaken():
            return f"The house takes a rake of {said(event.amount)}"
        case happened.TimeCharged():
            return f"Position {event.seat} pays {said(event.amount)} for the time"
        case happened.PotAwarded():
            return f"Position {event.seat} wins {said(event.amount)} of {_pot(game.variant, event)}{_with(event)}"
        case happened.StakeReturned():
            return f"{said(event.amount)} goes back to position {event.seat}"
        case happened.HandCompleted():
            return (
                f"The hand is over{f'; position {event.kill} posts a kill in the next' if event.kill else ''}"
            )
    return ""


def _card(code: str) -> str:
    return cards_in_words((code,))


def _pot(variant: Variant, event: happened.PotAwarded) -> str:
    pot = f"side pot {event.pot}" if event.pot else "the pot"
    return f"{pot} for {event.side}" if event.side and len(variant.sides) > 1 else pot


def _with(event: happened.PotAwarded) -> str:
    odd = ", with the odd chip" if event.odd else ""
    return f" with {event.hand}{odd}" if event.hand else ", uncalled"


def result(variant: Variant, events: Iterable[Event]) -> str:
    """Who won with what, once the hand is over."""
    won: dict[tuple[int, str, str], list[int]] = {}
    words = ""
    for event in events:
        match event:
            case happened.PotAwarded():
                side = f" {event.side}" if len(variant.sides) > 1 else ""
                seats = won.setdefault((event.pot, side, event.hand), [])
                if event.seat not in seats:
                    seats.append(event.seat)
            case IrregularityCalled():
                words = "Misdeal: everything goes back"
            case happened.HandCompleted() if won:
                words = capital(_won(won))
    return words


def _won(won: Mapping[tuple[int, str, str], list[int]]) -> str:
    """Who won each side with what; whoever won both is named once, and a side pot where somebody else had the main pot."""
    pots: dict[tuple[str, str, tuple[int, ...]], list[int]] = {}
    for (pot, side, hand), sharing in won.items():
        pots.setdefault((side, hand, tuple(sorted(sharing))), []).append(pot)
    told: list[str] = []
    winners: tuple[int, ...] = ()
    for (side, hand, seats), numbers in pots.items():
        many = "s" if len(numbers) > 1 else ""
        named = "" if 0 in numbers else f" side pot{many} {listed(tuple(numbers))}"
        what = f"{named}{side} with {hand}" if hand else f"{named} uncalled"
        if seats == winners:
            told[-1] += f" and{what}"
            continue
        who = f"position {seats[0]} wins" if len(seats) == 1 else f"positions {listed(seats)} share"
        told.append(f"{who}{what}")
        winners = seats
    return "; ".join(told)


def hands(variant: Variant, events: Iterable[Event]) -> Mapping[int, str]:
    """What the hands that were shown down are called."""
    board: Hand = ()
    shown: dict[int, Hand] = {}
    for event in events:
        match event:
            case happened.BoardCardDealt():
                board = (*board, event.card)
            case happened.HandShown():
                shown[event.seat] = event.cards
    return {seat: hand_name(variant, held, board) for seat, held in shown.items()}
