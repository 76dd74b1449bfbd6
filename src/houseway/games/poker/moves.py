"""The moves of a hand of Poker; cards are dealt by `Deal`, as at other card tables."""

from houseway.equipment.cards import CardCode
from houseway.money import Cents
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role


class DrawForButton(Move, frozen=True, kw_only=True):
    """The dealer deals one card to each player, clockwise from the dealer's left, to see who starts with the button."""

    cards: tuple[CardCode, ...]
    by: Role = Role.DEALER


class BeginHand(Move, frozen=True, kw_only=True):
    """The dealer begins a hand: the button comes to its player, and antes go into the pot."""

    by: Role = Role.DEALER


class PostBlind(Move, frozen=True, kw_only=True):
    """A player posts the Blind that is due, or the kill."""

    seat: Seat
    by: Role = Role.PLAYER


class Straddle(Move, frozen=True, kw_only=True):
    """The player left of the last Blind makes a Straddle Bet."""

    seat: Seat
    by: Role = Role.PLAYER


class BurnCard(Move, frozen=True, kw_only=True):
    """The dealer burns the top card of the deck, which nobody sees."""

    by: Role = Role.DEALER


class BringIn(Move, frozen=True, kw_only=True):
    """The player whose up card says so brings it in."""

    seat: Seat
    by: Role = Role.PLAYER


class FoldHand(Move, frozen=True, kw_only=True):
    """A player gives up the hand."""

    seat: Seat
    by: Role = Role.PLAYER


class Check(Move, frozen=True, kw_only=True):
    """A player lets the turn pass where nothing is to be called."""

    seat: Seat
    by: Role = Role.PLAYER


class Call(Move, frozen=True, kw_only=True):
    """A player puts in what is to be called, or everything where that is less."""

    seat: Seat
    by: Role = Role.PLAYER


class MakeBet(Move, frozen=True, kw_only=True):
    """A player opens the betting, or completes a bring-in; `amount` is what then lies before the player."""

    seat: Seat
    amount: Cents
    by: Role = Role.PLAYER


class RaiseTo(Move, frozen=True, kw_only=True):
    """A player raises; `amount` is what then lies before the player in this betting round."""

    seat: Seat
    amount: Cents
    by: Role = Role.PLAYER


class DrawCards(Move, frozen=True, kw_only=True):
    """A player throws cards away to have them replaced, or none; "??" is one that nobody sees."""

    seat: Seat
    discards: tuple[CardCode, ...] = ()
    by: Role = Role.PLAYER


class ReshuffleDiscards(Move, frozen=True, kw_only=True):
    """The dealer shuffles discards to serve a player whose cards the deck is too short for."""

    by: Role = Role.DEALER


class ShowHand(Move, frozen=True, kw_only=True):
    """A player shows the hand down: all its cards, where they have not been seen."""

    seat: Seat
    cards: tuple[CardCode, ...] = ()
    by: Role = Role.PLAYER


class MuckHand(Move, frozen=True, kw_only=True):
    """A player gives up at the showdown without showing."""

    seat: Seat
    by: Role = Role.PLAYER


class DeclareDead(Move, frozen=True, kw_only=True):
    """A floorperson or above declares a hand dead."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class ChargeTime(Move, frozen=True, kw_only=True):
    """The dealer collects the time charge from everybody at the table."""

    by: Role = Role.DEALER
