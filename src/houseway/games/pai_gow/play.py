"""The moves, events and state of a round of Pai Gow."""

from enum import StrEnum
from typing import Annotated, ClassVar

import msgspec

from houseway.equipment.tiles import Hand, TileCode
from houseway.games.pai_gow.delivery import LEVELS, ORDINARY, STACKS, Delivery, Place
from houseway.games.pai_gow.house_way import Setting
from houseway.games.pai_gow.positions import DEALER, PLACES
from houseway.games.pai_gow.submission import StartMethod
from houseway.money import Cents, Transfer
from houseway.table.areas import AreaFelt
from houseway.table.card_play import (
    AreaTaken,
    CallNoMoreBets,
    HandsVoided,
    NoMoreBetsCalled,
    PlayArea,
    SettlementReversed,
)
from houseway.table.events import (
    COMMON_EVENTS,
    FELT,
    TRAY,
    Brought,
    Event,
    Result,
    Settled,
    rack,
)
from houseway.table.moves import COMMON_MOVES, Move, Seat, Words
from houseway.table.roles import Role
from houseway.table.start import (
    CoverShaker,
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShakerCovered,
    ShowNumber,
    StacksCollected,
    StartFixed,
    StartMethodChanged,
    UncoverDice,
)

# Where chips lie in a round that a player banks.
CENTRE = "centre"
DEALER_WAGER = "dealer wager"

# One of the eight stacks, counted from the dealer's left.
StackNumber = Annotated[int, msgspec.Meta(ge=1, le=STACKS)]


# Moves with the tiles (621a.4).


class BringTiles(Move, frozen=True, kw_only=True):
    """A set of tiles comes to the table."""

    serial: Words
    by: Role = Role.FLOORPERSON


class InspectTiles(Move, frozen=True, kw_only=True):
    """The dealer sorts the set into pairs and looks at every tile; `tiles` as found, or nothing if the set is whole."""

    tiles: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class VerifyTiles(Move, frozen=True, kw_only=True):
    """The floorperson of the table confirms the dealer's inspection."""

    by: Role = Role.FLOORPERSON


class RejectTiles(Move, frozen=True, kw_only=True):
    """The dealer finds the set unsuitable."""

    reason: Words
    by: Role = Role.DEALER


class SealTiles(Move, frozen=True, kw_only=True):
    """The unsuitable set is sealed, labelled and signed by dealer and floorperson, and leaves the table."""

    witness: Role = Role.FLOORPERSON
    by: Role = Role.DEALER


class ShowTiles(Move, frozen=True, kw_only=True):
    """The tiles are laid face up in sixteen pairs, the Supreme Pair first."""

    by: Role = Role.DEALER


class DisplayTiles(Move, frozen=True, kw_only=True):
    """Nobody plays, though players may be seated: the dealer lays the tiles face up in pairs until somebody does."""

    by: Role = Role.DEALER


class ViewTiles(Move, frozen=True, kw_only=True):
    """The first player at the table has had a look at the pairs."""

    by: Role = Role.DEALER


class MixTiles(Move, frozen=True, kw_only=True):
    """The tiles are turned face down and mixed, each hand making so many circles."""

    times: int
    by: Role = Role.DEALER


class StackTiles(Move, frozen=True, kw_only=True):
    """The tiles are stacked: all 32 from the dealer's left, each stack from its top, or "??" for every one."""

    tiles: tuple[TileCode, ...]
    by: Role = Role.DEALER


class RemoveTiles(Move, frozen=True, kw_only=True):
    """The set leaves the table for good."""

    by: Role = Role.FLOORPERSON


# Moves with the bank (621a.9(c)-(h)).


class OfferBank(Move, frozen=True, kw_only=True):
    """The dealer offers the bank to a player."""

    seat: Seat
    by: Role = Role.DEALER


class AcceptBank(Move, frozen=True, kw_only=True):
    """The player who is offered the bank takes it."""

    seat: Seat
    by: Role = Role.PLAYER


class PassBank(Move, frozen=True, kw_only=True):
    """The player who is offered the bank passes it on."""

    seat: Seat
    by: Role = Role.PLAYER


class ReleaseBank(Move, frozen=True, kw_only=True):
    """The bank gives the coming round up, or the dealer can no longer confirm what is asked of a bank."""

    seat: Seat
    by: Role = Role.PLAYER


class RequestCoBank(Move, frozen=True, kw_only=True):
    """The bank asks the dealer to stand behind half of the winning wagers."""

    seat: Seat
    by: Role = Role.PLAYER


class End(StrEnum):
    """An end of the row of stacks, as the dealer sees it."""

    LEFT = "left"
    RIGHT = "right"


class CutTiles(Move, frozen=True, kw_only=True):
    """The bank has neighbouring stacks moved to an end, and if `opposite` so many of them, its last, to the other end."""

    first: StackNumber
    count: StackNumber
    to: End
    opposite: Annotated[int, msgspec.Meta(ge=0, le=STACKS)] = 0
    by: Role = Role.PLAYER


class DirectDealerWager(Move, frozen=True, kw_only=True):
    """The bank directs the dealer to wager so much and no more; nothing at all if 0."""

    amount: int
    by: Role = Role.PLAYER


class StakeDealerWager(Move, frozen=True, kw_only=True):
    """The dealer puts the wager against the bank before the table inventory container.

    `amount` is told where the bank's chips do not cover all that is due; 0 is all of it.
    """

    amount: int = 0
    by: Role = Role.DEALER


# Moves of the deal (621a.6, 621a.7, 621a.9(i)).


class ChooseDelivery(Move, frozen=True, kw_only=True):
    """Dealer or bank chooses the style of delivery."""

    style: Delivery
    by: Role = Role.DEALER


class ChangeStartMethod(Move, frozen=True, kw_only=True):
    """A floorperson or above takes up another filed method of finding the starting position."""

    method: StartMethod
    by: Role = Role.FLOORPERSON


class DeliverTiles(Move, frozen=True, kw_only=True):
    """So many of the next positions are served."""

    hands: Annotated[int, msgspec.Meta(ge=1, le=PLACES)]
    by: Role = Role.DEALER


# Moves with the hands (621a.8, 621a.10).


class ExposeTile(Move, frozen=True, kw_only=True):
    """The dealer has exposed a tile of a player, who may void the hand; `tile` in the order dealt, 0 if that is not told."""

    seat: Seat
    tile: Annotated[int, msgspec.Meta(ge=0, le=LEVELS)] = 0
    by: Role = Role.DEALER


class VoidHand(Move, frozen=True, kw_only=True):
    """A player whose tile was exposed voids the hand and takes the wager back."""

    seat: Seat
    by: Role = Role.PLAYER


class PlayOn(Move, frozen=True, kw_only=True):
    """A player whose tile was exposed plays the hand out."""

    seat: Seat
    by: Role = Role.PLAYER


class AskHouseWay(Move, frozen=True, kw_only=True):
    """A player asks the dealer how the house would set the hand."""

    seat: Seat
    by: Role = Role.PLAYER


class SetHands(Move, frozen=True, kw_only=True):
    """A player lays two hands face down; `low` names the tiles of the low hand, or nothing while nobody is told."""

    seat: Seat
    low: tuple[TileCode, ...] = ()
    by: Role = Role.PLAYER


class TurnDealerTiles(Move, frozen=True, kw_only=True):
    """The dealer's tiles, or a co-bank's, are turned over, and told where the table does not know them."""

    tiles: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class SetDealerHands(Move, frozen=True, kw_only=True):
    """The dealer sets the tiles just turned over, face up; `low` names those of the low hand."""

    low: tuple[TileCode, ...]
    by: Role = Role.DEALER


class CorrectTile(Move, frozen=True, kw_only=True):
    """A floorperson or above puts right a tile that was told wrongly when the dealer's tiles were turned over."""

    was: TileCode
    tile: TileCode
    by: Role = Role.FLOORPERSON


class ExposeBank(Move, frozen=True, kw_only=True):
    """The dealer turns the bank's hands over, and tells how they lie where the table does not know."""

    high: tuple[TileCode, ...] = ()
    low: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class Surrender(Move, frozen=True, kw_only=True):
    """A player gives up the wager, so that the tiles are not shown."""

    seat: Seat
    by: Role = Role.PLAYER


class RevealHands(Move, frozen=True, kw_only=True):
    """The dealer turns a player's two hands over, and tells how they lie where the table does not know."""

    seat: Seat
    high: tuple[TileCode, ...] = ()
    low: tuple[TileCode, ...] = ()
    by: Role = Role.DEALER


class Abandon(Move, frozen=True, kw_only=True):
    """A floorperson or above rules, with a reason, that a player who left has abandoned the wager of that position."""

    seat: Seat
    reason: Words
    by: Role = Role.FLOORPERSON


MOVES = (
    COMMON_MOVES
    | BringTiles
    | InspectTiles
    | VerifyTiles
    | RejectTiles
    | SealTiles
    | ShowTiles
    | DisplayTiles
    | ViewTiles
    | MixTiles
    | StackTiles
    | RemoveTiles
    | PlayArea
    | OfferBank
    | AcceptBank
    | PassBank
    | ReleaseBank
    | RequestCoBank
    | CutTiles
    | DirectDealerWager
    | StakeDealerWager
    | CallNoMoreBets
    | ChooseDelivery
    | ShakeDice
    | UncoverDice
    | ShowNumber
    | ChangeStartMethod
    | DeliverTiles
    | CoverShaker
    | ExposeTile
    | VoidHand
    | PlayOn
    | AskHouseWay
    | SetHands
    | TurnDealerTiles
    | SetDealerHands
    | CorrectTile
    | ExposeBank
    | Surrender
    | RevealHands
    | Abandon
)


# Events with the tiles.


class TilesBrought(Brought, frozen=True, kw_only=True):
    """A set of tiles came to the table."""

    piece: ClassVar[str] = "set of tiles"


class TilesHandled(Event, frozen=True, kw_only=True):
    """The set went through one of its steps: `done` says which, in the past tense."""

    serial: str
    done: str
    by: str


class TilesRejected(Event, frozen=True, kw_only=True):
    """The dealer found the set unsuitable; it is to be sealed, and another is to be brought."""

    serial: str
    reason: str


class TilesSealed(Event, frozen=True, kw_only=True):
    """The unsuitable set left the table sealed, labelled and signed."""

    serial: str
    by: str
    witness: str


class TilesMixed(Event, frozen=True, kw_only=True):
    """The tiles were turned face down and mixed, each hand making so many circles."""

    serial: str
    times: int


class TilesStacked(Event, frozen=True, kw_only=True):
    """The tiles stand in eight stacks of four, from the dealer's left, each stack from its top."""

    tiles: Hand


class TilesRemoved(Event, frozen=True, kw_only=True):
    """The set left the table."""

    serial: str


# Events with the bank.


class BankOffered(Event, frozen=True, kw_only=True):
    """The dealer offered the bank to a player."""

    seat: int


class BankAccepted(Event, frozen=True, kw_only=True):
    """A player is the bank of the coming round; a marker shows it."""

    seat: int


class BankPassed(Event, frozen=True, kw_only=True):
    """A player passed the bank on."""

    seat: int


class CoBankRequested(Event, frozen=True, kw_only=True):
    """Bank and house stand behind half of the winning wagers each; a marker shows it."""

    seat: int


class BankReleased(Event, frozen=True, kw_only=True):
    """The player does not bank the coming round after all."""

    seat: int
    reason: str


class TilesCut(Event, frozen=True, kw_only=True):
    """Neighbouring stacks were moved to an end, `opposite` of them to the other end."""

    first: int
    count: int
    to: str
    opposite: int


class DealerWagerDirected(Event, frozen=True, kw_only=True):
    """The bank directed how much the dealer wagers."""

    seat: int
    amount: Cents


class DealerWagerStaked(Event, frozen=True, kw_only=True):
    """The dealer put chips from the table inventory up against the bank."""

    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the tray to its place before it."""
        return (Transfer(TRAY, DEALER_WAGER, self.amount),)


class DealerWagerReturned(Event, frozen=True, kw_only=True):
    """The dealer's wager went back undecided; `source` is where it lay."""

    amount: Cents
    source: str = DEALER_WAGER

    def transfers(self) -> tuple[Transfer, ...]:
        """Back to the tray."""
        return (Transfer(self.source, TRAY, self.amount),)


class DealerWagerDecided(Event, frozen=True, kw_only=True):
    """The dealer's hands were compared with the bank's; a winning wager waits to be paid."""

    result: Result
    stake: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """A lost wager goes to the centre, a tied one back to the tray."""
        if self.result is Result.WIN:
            return ()
        return (Transfer(DEALER_WAGER, CENTRE if self.result is Result.LOSE else TRAY, self.stake),)


class DealerWagerPaid(Event, frozen=True, kw_only=True):
    """The dealer's winning wager was paid, and went to the table inventory with what it won."""

    stake: Cents
    paid: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """The stake and the payment from the centre, both to the tray."""
        return (Transfer(DEALER_WAGER, TRAY, self.stake), Transfer(CENTRE, TRAY, self.paid))


# Events of the deal.


class DeliveryChosen(Event, frozen=True, kw_only=True):
    """The style of delivery was chosen, and the dealer showed it on the stacks."""

    style: str
    by: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The shaker was shaken."""

    times: int
    by: str


class TilesDelivered(Event, frozen=True, kw_only=True):
    """A place was served: 0 the dealer, 7 the Dead Hand; `taken` says from which stacks and levels."""

    seat: int
    taken: tuple[Place, ...]
    tiles: Hand


# Events with the hands.


class TileExposed(Event, frozen=True, kw_only=True):
    """A tile of a player was exposed; the player decides before looking at the others."""

    seat: int
    tile: int


class HandVoided(Event, frozen=True, kw_only=True):
    """A player voided a hand of which a tile was exposed."""

    seat: int


class HandPlayedOn(Event, frozen=True, kw_only=True):
    """A player plays out a hand of which a tile was exposed."""

    seat: int


class HouseWayTold(Event, frozen=True, kw_only=True):
    """A player was told how the house would set these tiles, or by which rule it would."""

    seat: int
    high: Hand
    low: Hand
    way: str


class HandsSet(Event, frozen=True, kw_only=True):
    """A player laid two hands face down and may not touch them again; which tiles, if the table was told."""

    seat: int
    high: Hand
    low: Hand


class TilesTurned(Event, frozen=True, kw_only=True):
    """The four tiles that the dealer is to set lie face up."""

    seat: int
    tiles: Hand


class TileCorrected(Event, frozen=True, kw_only=True):
    """A tile that had been told wrongly was put right."""

    seat: int
    was: str
    tile: str
    by: str


class DealerHandsReset(Event, frozen=True, kw_only=True):
    """The hands were not set by the house way; they were reset."""

    seat: int
    wrong_high: Hand
    wrong_low: Hand


class DealerHandsSet(Event, frozen=True, kw_only=True):
    """The hands that the dealer sets lie face up."""

    seat: int
    high: Hand
    low: Hand


class BankExposed(Event, frozen=True, kw_only=True):
    """The bank's hands were turned over."""

    seat: int
    high: Hand
    low: Hand


class HandsRelabelled(Event, frozen=True, kw_only=True):
    """A low hand outranked its high hand: an irregularity, and each hand counts as what it is."""

    seat: int
    high: Hand
    low: Hand


class HandsMisset(Event, frozen=True, kw_only=True):
    """A low hand outranked its high hand: an irregularity, and the hands lose by the Rules Submission."""

    seat: int
    high: Hand
    low: Hand


class HandSurrendered(Event, frozen=True, kw_only=True):
    """A player surrendered; the tiles were stacked face down, seen by nobody."""

    seat: int


class HandsRevealed(Event, frozen=True, kw_only=True):
    """A player's hands were turned over and compared, and the result was announced."""

    seat: int
    high: Hand
    low: Hand
    announced: str


class HandCollected(Event, frozen=True, kw_only=True):
    """A player's tiles were picked up in order, so that the hand can be rebuilt."""

    seat: int


class WagerAbandoned(Event, frozen=True, kw_only=True):
    """A floorperson ruled, for a reason, that a player who left has lost the wager."""

    seat: int
    by: str
    reason: str


class RoundOver(Event, frozen=True, kw_only=True):
    """The round is over; its tiles are to be mixed before they are dealt again."""

    serial: str


# Money in a round that a player banks.


class CentreSettled(Settled, frozen=True, kw_only=True):
    """A wager against a bank was lost to the centre, or paid from it."""

    def transfers(self) -> tuple[Transfer, ...]:
        """A loser's stake goes to the centre; a winner's goes back with the payment from there."""
        if self.result is Result.LOSE:
            return (Transfer(FELT, CENTRE, self.stake),)
        back = Transfer(FELT, rack(self.seat), self.stake)
        return (back, Transfer(CENTRE, rack(self.seat), self.paid))


class CentreToppedUp(Event, frozen=True, kw_only=True):
    """The centre could not pay all winners: the bank added `amount`, and the `house` its half when co-banking."""

    seat: int
    amount: Cents
    house: Cents = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """From the bank's rack, and from the tray, to the centre."""
        added = (Transfer(rack(self.seat), CENTRE, self.amount), Transfer(TRAY, CENTRE, self.house))
        return tuple(transfer for transfer in added if transfer.cents)


class SurplusPaid(Event, frozen=True, kw_only=True):
    """What the centre held beyond all winnings: the `house` half when co-banking, the vigorish, and the rest to the bank."""

    seat: int
    surplus: Cents
    house: Cents
    vigorish: Cents
    paid: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the centre, to the tray and to the bank's rack."""
        shares = (
            Transfer(CENTRE, TRAY, self.house),
            Transfer(CENTRE, TRAY, self.vigorish),
            Transfer(CENTRE, rack(self.seat), self.paid),
        )
        return tuple(transfer for transfer in shares if transfer.cents)


class CentreReversed(SettlementReversed, frozen=True, kw_only=True):
    """The hands being void, a stake lost to a bank goes back to its player."""

    def transfers(self) -> tuple[Transfer, ...]:
        """From the centre back to the player."""
        return (Transfer(CENTRE, rack(self.seat), self.returned),)


EVENTS = (
    COMMON_EVENTS
    | TilesBrought
    | TilesHandled
    | TilesRejected
    | TilesSealed
    | TilesMixed
    | TilesStacked
    | TilesRemoved
    | AreaTaken
    | BankOffered
    | BankAccepted
    | BankPassed
    | CoBankRequested
    | BankReleased
    | TilesCut
    | DealerWagerDirected
    | DealerWagerStaked
    | DealerWagerReturned
    | DealerWagerDecided
    | DealerWagerPaid
    | NoMoreBetsCalled
    | DeliveryChosen
    | DiceShaken
    | DiceUncovered
    | NumberShown
    | StartMethodChanged
    | StartFixed
    | TilesDelivered
    | StacksCollected
    | ShakerCovered
    | TileExposed
    | HandVoided
    | HandPlayedOn
    | HouseWayTold
    | HandsSet
    | TilesTurned
    | TileCorrected
    | DealerHandsReset
    | DealerHandsSet
    | BankExposed
    | HandsRelabelled
    | HandsMisset
    | HandSurrendered
    | HandsRevealed
    | HandCollected
    | WagerAbandoned
    | RoundOver
    | CentreSettled
    | CentreToppedUp
    | SurplusPaid
    | HandsVoided
    | SettlementReversed
    | CentreReversed
)


# The state.


class Phase(StrEnum):
    """How far the round has come."""

    BETTING = "betting"
    CLOSED = "no-more-bets"  # the starting position is found
    DELIVERING = "delivering"
    COVERING = "covering"  # the shaker waits to be covered
    SETTING = "setting"
    TURNING = "turning"  # all players have set; the tiles that the dealer sets are to be turned
    DEALER_SETS = "dealer-sets"
    EXPOSING_BANK = "exposing-bank"
    SHOWDOWN = "showdown"


class Condition(StrEnum):
    """How far a set of tiles is on its way into play."""

    BROUGHT = "brought"
    INSPECTED = "inspected"
    VERIFIED = "verified"  # to be shown in pairs
    SHOWN = "shown"
    VIEWED = "viewed"  # by the first player; to be mixed
    MIXED = "mixed"
    STACKED = "stacked"
    IN_PLAY = "in-play"
    USED = "used"  # in a round that is over; to be mixed
    EXPOSED = "exposed"  # a tile of it was seen before no more bets; to be mixed again
    IDLE = "idle"  # everybody has left; to be shown in pairs again
    REJECTED = "rejected"  # unsuitable; to be sealed


class TileSet(msgspec.Struct, frozen=True, kw_only=True):
    """The set of tiles at the table."""

    serial: str
    condition: Condition = Condition.BROUGHT


class TileHand(msgspec.Struct, frozen=True, kw_only=True):
    """The tiles before a place, in the order dealt; 0 is the dealer, 7 the Dead Hand."""

    seat: int
    tiles: Hand


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """The hands laid at a position, 0 for the dealer; None until the table is told how they lie."""

    seat: int
    setting: Setting | None


class SettledLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a settled wager moved: the stake lost, or the payment and the vigorish taken from it."""

    seat: int
    lost: Cents = 0
    paid: Cents = 0
    vigorish: Cents = 0


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The player who banks the round: `co` with the house, what the dealer wagers against the bank, and the centre.

    `directed` is what the bank allows the dealer to wager, `result` how that wager came out.
    """

    seat: int
    co: bool = False
    directed: Cents | None = None
    stake: Cents = 0
    result: Result | None = None
    centre: Cents = 0


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """What rounds leave for the next: whether the game is at its start, who banked last, who wagered against the dealer.

    The bank is offered first to the player who follows `after`, counterclockwise.
    """

    at_start: bool = True
    last_bank: int = 0
    after: int = DEALER
    last_wagers: tuple[tuple[int, Cents], ...] = ()

    def last_wager(self, seat: int) -> Cents:
        """What a player last wagered against the dealer, in the last round that nobody banked."""
        return next((amount for player, amount in self.last_wagers if player == seat), 0)


class Round(AreaFelt, frozen=True, kw_only=True):
    """A round of Pai Gow as it stands.

    `areas` are second areas and who plays them; `offered` the player who is offered the bank, `passed` who has declined;
    `wagered` what each player had down at no more bets; `deciding` are players with an exposed tile who have not decided
    on it, `looked` those who have seen all their tiles; `laid` are hands that lie set, `shown` those turned over, kept in
    sight until the tiles are mixed; `winners` have beaten a bank and wait for their pay.
    """

    phase: Phase = Phase.BETTING
    tiles: TileSet | None = None
    stacks: tuple[Hand, ...] = ()
    cut: bool = False
    offered: int = 0
    passed: tuple[int, ...] = ()
    bank: Bank | None = None
    past: Past = Past()
    wagered: tuple[tuple[int, Cents], ...] = ()
    start_method: StartMethod = StartMethod.SHAKER
    style: Delivery = ORDINARY
    shaken: bool = False
    dice: tuple[int, ...] = ()
    start: int | None = None
    hands: tuple[TileHand, ...] = ()
    exposed: tuple[tuple[int, int], ...] = ()
    deciding: tuple[int, ...] = ()
    looked: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()
    collected: Hand = ()
    winners: tuple[int, ...] = ()
    settled: tuple[SettledLine, ...] = ()

    def hand(self, seat: int) -> Hand:
        """The tiles before a place."""
        return next((dealt.tiles for dealt in self.hands if dealt.seat == seat), ())

    def is_laid(self, seat: int) -> bool:
        """Whether the hands of a position lie set."""
        return any(laid.seat == seat for laid in self.laid)

    def setting_of(self, seat: int) -> Setting | None:
        """How the hands of a position lie, if the table was told."""
        return next((laid.setting for laid in self.laid if laid.seat == seat), None)

    def shown_at(self, seat: int) -> Setting | None:
        """The hands turned over at a position."""
        return next((shown.setting for shown in self.shown if shown.seat == seat), None)

    @property
    def bettors(self) -> tuple[int, ...]:
        """The positions with a wager, counterclockwise from the dealer's far right."""
        return tuple(sorted({bet.seat for bet in self.bets}))

    @property
    def condition(self) -> Condition | None:
        """How far the set of tiles is on its way into play."""
        return self.tiles.condition if self.tiles else None

    @property
    def dealer_stake(self) -> Cents:
        """What the dealer has up against a bank."""
        return self.bank.stake if self.bank else 0

    @property
    def opponent(self) -> int:
        """Whose hands the players' are compared with."""
        return self.bank.seat if self.bank else DEALER
