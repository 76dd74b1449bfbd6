"""Setting the hands (621a.8(a)-(d), 621a.9(e), (n), 621a.10(d), (f)): the players', the bank's and, the house way, the dealer's."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.tiles import UNSEEN, Hand, check_told, is_seen
from houseway.games.pai_gow.delivery import LEVELS
from houseway.games.pai_gow.events import (
    DealerHandsReset,
    DealerHandsSet,
    HandCollected,
    HandsSet,
    HouseWayTold,
    TileCorrected,
    TileExposed,
    TilesTurned,
)
from houseway.games.pai_gow.hands import (
    FOUR,
    HIGH_AND_LOW,
    PICKED_UP_IN_ORDER,
    left,
    out_of_the_round,
    set_by_dealer,
    setters,
    told,
    with_hand,
)
from houseway.games.pai_gow.house_way import (
    HouseWay,
    Setting,
    follows_house_way,
    house_way,
    reason,
    relabelled,
    splits,
)
from houseway.games.pai_gow.irregularities import (
    DEALER_EXPOSED_TILE,
    DECIDED_UNSEEN,
    HOUSE_TILE_EXPOSED,
    HOUSE_WAY_RESET,
    VOIDED_WAGER_BACK,
)
from houseway.games.pai_gow.moves import CorrectTile, ExposeTile, SetDealerHands, SetHands, TurnDealerTiles
from houseway.games.pai_gow.positions import DEAD_HAND
from houseway.games.pai_gow.round import Laid, Phase, Round
from houseway.games.pai_gow.settlement import onward
from houseway.games.pai_gow.wagering import wager_at
from houseway.law import Clause, RuleViolation, implements, is_allowed, pa
from houseway.table.areas import owner_of, positions_of
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.set_hands import AskHouseWay, HandPlayedOn, HandVoided, PlayOn, VoidHand
from houseway.table.wagers import returned

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

PLAYED_SEPARATELY = pa("621a.5(d)#2")
LARGER_FIRST = pa("621a.5(d)#3")
EQUAL_COUNTERCLOCKWISE = pa("621a.5(d)#4")
NOT_CHANGED_AGAIN = pa("621a.5(d)#5")
FACE_DOWN = pa("621a.8(a)#2")
HOUSE_WAY_TOLD = pa("621a.8(b)#2")
NOT_TOUCHED_AGAIN = pa("621a.8(b)#4")
DEALER_AFTER_PLAYERS = pa("621a.8(c)#1")
DEALER_FACE_UP = pa("621a.8(c)#2")
HOUSE_WAY = pa("621a.8(d)")
OTHER_RULES_APPLY = pa("621a.9(a)#3")
CO_BANK_HAND = pa("621a.9(e)#5")
DEALER_AFTER_PLAYERS_WHEN_BANKED = pa("621a.9(n)#1")

EXPOSABLE = (Phase.DELIVERING, Phase.COVERING, Phase.SETTING)
# What a player does in one step, setting the hands.
LAYING = (HIGH_AND_LOW, FACE_DOWN, NOT_TOUCHED_AGAIN, NOT_CHANGED_AGAIN)


# A player's tile exposed (621a.10(d)).


@implements("621a.10(d)#1", "621a.10(d)#2", "621a.10(e)", readings=("B-PG-24",))
def _check_exposable(state: Round, seat: int) -> None:
    """A player's tile is exposed before the player has looked at the others; a bank's voids all hands."""
    if state.bank is not None and seat == state.bank.seat:
        raise RuleViolation(
            HOUSE_TILE_EXPOSED, "an exposed tile of the bank voids all hands", fix="report it as such"
        )
    if seat not in state.bettors or not state.hand(seat):
        raise RuleViolation(DEALER_EXPOSED_TILE, f"position {seat} has no tiles and wager in this round")
    if state.phase not in EXPOSABLE or state.is_laid(seat):
        raise RuleViolation(DEALER_EXPOSED_TILE, f"the hands of position {seat} are set")
    if seat in state.deciding:
        raise RuleViolation(DEALER_EXPOSED_TILE, f"a tile of position {seat} was exposed before")
    if seat in state.looked:
        raise RuleViolation(
            DECIDED_UNSEEN, f"the player of position {seat} has seen the tiles: it is too late"
        )


@implements("621a.10(d)#1", "621a.10(d)#2")
def expose(game: "PaiGow", state: Round, move: ExposeTile) -> Step[Round]:
    """The player may choose to void the hand, before having looked at the other tiles."""
    _check_exposable(state, move.seat)
    shown = ((move.seat, move.tile),) if move.tile else ()
    after = msgspec.structs.replace(
        state, deciding=(*state.deciding, move.seat), exposed=(*state.exposed, *shown)
    )
    exposed = TileExposed(seat=move.seat, tile=move.tile, **cited((DEALER_EXPOSED_TILE, DECIDED_UNSEEN)))
    return Step(after, (exposed,))


def exposable(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The players of whom a tile may have been exposed, and which one."""
    in_hand = state.bettors if state.phase in EXPOSABLE else ()
    if seats := tuple(seat for seat in in_hand if is_allowed(_check_exposable, state, seat)):
        yield Offer({"seat": seats, "tile": tuple(range(LEVELS + 1))})


def check_all_dealt(game: "PaiGow", state: Round) -> None:
    """Refuse to decide on an exposed hand before all tiles are dealt."""
    if state.deciding and state.phase is not Phase.SETTING:
        raise RuleViolation(
            DECIDED_UNSEEN, "the dealing is not complete", fix="decide when all tiles are dealt"
        )


@implements("621a.10(d)#2")
def _check_deciding(state: Round, seat: int) -> None:
    """The choice is the player's, once, after a tile was exposed and before the others are seen."""
    if seat not in state.deciding:
        raise RuleViolation(DECIDED_UNSEEN, f"position {seat} has no exposed hand to decide on")


def deciding(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """Each player with an exposed tile who has not decided on it."""
    return (Offer({"seat": (seat,)}) for seat in state.deciding)


@implements("621a.10(d)#1", "621a.10(d)#2", "621a.10(d)#3")
def void_hand(game: "PaiGow", state: Round, move: VoidHand) -> Step[Round]:
    """The hand is out of the round, and its wager goes back."""
    _check_deciding(state, move.seat)
    events = (
        HandVoided(seat=move.seat, **cited((DEALER_EXPOSED_TILE, DECIDED_UNSEEN))),
        *(returned(bet, VOIDED_WAGER_BACK) for bet in state.bets if bet.seat == move.seat),
        HandCollected(seat=move.seat, clause=PICKED_UP_IN_ORDER.id),
    )
    return onward(game, out_of_the_round(state, move.seat, seen=False), events)


@implements("621a.10(d)#1", "621a.10(d)#2")
def play_on(game: "PaiGow", state: Round, move: PlayOn) -> Step[Round]:
    """The hand is played out."""
    _check_deciding(state, move.seat)
    played = HandPlayedOn(seat=move.seat, **cited((DECIDED_UNSEEN, DEALER_EXPOSED_TILE)))
    decided = tuple(seat for seat in state.deciding if seat != move.seat)
    return Step(msgspec.structs.replace(state, deciding=decided), (played,))


# Players, and a bank, set their hands (621a.8(a)-(b)).


@implements("621a.8(b)#2")
def tell_house_way(game: "PaiGow", state: Round, move: AskHouseWay) -> Step[Round]:
    """The dealer tells how the house would set these tiles, or by which rule where they are not known."""
    check_may_set(state, move.seat)
    hand = state.hand(move.seat)
    way = game.submission.house_way
    advice = house_way(hand, way) if is_seen(hand) else None
    answer = HouseWayTold(
        seat=move.seat,
        high=advice.high if advice else (),
        low=advice.low if advice else (),
        way=way.description,
        clause=HOUSE_WAY_TOLD.id,
    )
    if advice and move.seat not in state.looked:
        state = msgspec.structs.replace(state, looked=(*state.looked, move.seat))
    return Step(state, (answer,))


@implements("621a.5(d)#5", "621a.8(a)#1", "621a.8(a)#2", "621a.8(b)#4", readings=("B-PG-07",))
def set_hands(game: "PaiGow", state: Round, move: SetHands) -> Step[Round]:
    """A player's two hands lie face down and stay so, whichever of them is the better."""
    order = check_may_set(state, move.seat)
    hand = state.hand(move.seat)
    known = move.low or is_seen(hand)
    setting = _told_by_low(hand, move.low, _tiles_clause(state, move)) if known else None
    laid = HandsSet(
        seat=move.seat,
        high=setting.high if setting else (),
        low=setting.low if setting else (),
        **cited((*LAYING, *order)),
    )
    after = msgspec.structs.replace(state, laid=(*state.laid, Laid(seat=move.seat, setting=setting)))
    return onward(game, after, (laid,))


def settable(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """Each position whose hands may be set now, and every low hand of its tiles."""
    for seat in _may_set_now(state):
        hand = state.hand(seat)
        low: tuple[Hand, ...] = lows(hand, game.submission.house_way) if is_seen(hand) else ((),)
        yield Offer({"seat": (seat,), "low": low})


def may_ask(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """Each player who may ask for the house way."""
    return (Offer({"seat": (seat,)}) for seat in _may_set_now(state))


def _may_set_now(state: Round) -> tuple[int, ...]:
    if state.phase is not Phase.SETTING:
        return ()
    return tuple(seat for seat in setters(state) if may_set(state, seat))


def lows(hand: Hand, way: HouseWay) -> tuple[Hand, ...]:
    """Every two of four tiles that may be laid as the low hand: the house way first, then those above their high hand.

    What remains is as good a setting as any, to begin with for a player who has not asked for the house way.
    """
    first = tuple(sorted(house_way(hand, way).low))
    proper = {tuple(sorted(split.low)) for split in splits(hand)}
    every = dict.fromkeys(tuple(sorted(pair)) for pair in combinations(hand, 2))
    others = sorted((pair for pair in every if pair != first), key=lambda pair: pair in proper)
    return (first, *others)


@implements("621a.5(d)#5", "621a.8(a)#1", "621a.8(b)#4", "621a.10(d)#2")
def check_may_set(state: Round, seat: int) -> tuple[Clause, ...]:
    """Refuse a setting before its time, or after it; returns the clauses on the order of two areas."""
    if seat not in setters(state) or not state.hand(seat):
        raise RuleViolation(HIGH_AND_LOW, f"position {seat} has no tiles to set in this round")
    if state.is_laid(seat):
        two = len(_areas_with(state, seat)) > 1
        raise RuleViolation(
            NOT_CHANGED_AGAIN if two else NOT_TOUCHED_AGAIN,
            f"the hands of position {seat} lie set and may not be touched",
        )
    if state.phase is not Phase.SETTING:
        raise RuleViolation(
            HIGH_AND_LOW,
            "the dealing is not complete",
            fix="cover the shaker first" if state.phase is Phase.COVERING else "wait for the last tile",
        )
    if seat in state.deciding:
        raise RuleViolation(
            DECIDED_UNSEEN,
            f"a tile of position {seat} was exposed",
            fix="void the hand or play on, before the other tiles are seen",
        )
    return _check_areas_in_order(state, seat)


def may_set(state: Round, seat: int) -> bool:
    """Whether the hands of a position may be set now."""
    return is_allowed(check_may_set, state, seat)


@implements("621a.5(d)#3", "621a.5(d)#4", readings=("X-10",))
def _check_areas_in_order(state: Round, seat: int) -> tuple[Clause, ...]:
    """Of two areas the larger wager is set first; of equal ones the area nearer the dealer's right."""
    for other in _areas_with(state, seat):
        if other == seat:
            continue
        mine, theirs = wager_at(state, seat), wager_at(state, other)
        clause = EQUAL_COUNTERCLOCKWISE if mine == theirs else LARGER_FIRST
        first = min(seat, other) if mine == theirs else (seat if mine > theirs else other)
        if first != seat and not state.is_laid(other):
            raise RuleViolation(
                clause,
                f"the tiles of position {other}, the same player's, are set first",
                fix=f"set position {other}",
            )
        return (clause,)
    return ()


def _areas_with(state: Round, seat: int) -> tuple[int, ...]:
    """The positions in hand that the player of a position plays."""
    return tuple(area for area in positions_of(state, owner_of(state, seat)) if area in state.bettors)


@implements("621a.5(d)#2")
def _tiles_clause(state: Round, move: SetHands) -> Clause:
    """By what a low hand of other tiles is refused: those of the player's other area are played separately."""
    areas = _areas_with(state, move.seat)
    others = {tile for area in areas if area != move.seat for tile in state.hand(area)}
    mixed_up = move.low and others and {*move.low} <= others | {*state.hand(move.seat)}
    return PLAYED_SEPARATELY if mixed_up else HIGH_AND_LOW


@implements("621a.8(a)#1", "621a.8(d)")
def _told_by_low(hand: Hand, low: Hand, clause: Clause) -> Setting:
    """The setting of a position's own four tiles, two of which were told as the low hand."""
    if not is_seen(hand):
        raise RuleViolation(
            clause,
            "the table was not told the tiles of this position",
            fix="lay the hands face down untold; the dealer tells how they lie when they are revealed",
        )
    high = Counter(hand)
    high.subtract(low)
    if len(low) != FOUR // 2 or min(high.values()) < 0:
        raise RuleViolation(
            clause,
            f"{' '.join(low) or 'no tiles'} are not two of the tiles {' '.join(hand)}",
        )
    (first, second), (third, fourth) = high.elements(), low
    return Setting(high=(first, second), low=(third, fourth))


# What the dealer sets (621a.8(c)-(d), 621a.9(e), (n), 621a.10(f)).


def turned_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """The clauses on turning the tiles that the dealer sets."""
    if state.bank is None:
        return (DEALER_AFTER_PLAYERS,)
    return (CO_BANK_HAND,) if state.bank.co else (DEALER_AFTER_PLAYERS_WHEN_BANKED,)


@implements("621a.8(c)#1", "621a.9(n)#1")
def turn(game: "PaiGow", state: Round, move: TurnDealerTiles) -> Step[Round]:
    """The tiles that the dealer sets are turned once all players have set."""
    clauses = turned_by(game, state)
    seat = _seat_set_by_dealer(state)
    known = told(state, seat, move.tiles, clauses[0])
    turned = TilesTurned(seat=seat, tiles=known.hand(seat), **cited(clauses))
    return Step(msgspec.structs.replace(known, phase=Phase.DEALER_SETS), (turned,))


def turnable(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The tiles as they were dealt, or in words where nobody was told."""
    known = is_seen(state.hand(_seat_set_by_dealer(state)))
    yield Offer({"tiles": ((),)}) if known else Offer(text=("tiles",))


def check_turned(game: "PaiGow", state: Round) -> None:
    """Refuse to set the dealer's hands but once, when they are turned."""
    if state.phase is not Phase.DEALER_SETS:
        raise RuleViolation(
            DEALER_AFTER_PLAYERS, "the dealer's hands are set once, when the dealer's tiles are turned"
        )


@implements(
    "621a.8(c)#2", "621a.8(d)", "621a.9(a)#3", "621a.9(e)#5", "621a.10(f)", readings=("B-PG-02", "B-PG-17")
)
def set_dealer_hands(game: "PaiGow", state: Round, move: SetDealerHands) -> Step[Round]:
    """The dealer sets the house way, for a co-bank too; any other setting is reset to it, and the round goes on."""
    seat, way = _seat_set_by_dealer(state), game.submission.house_way
    hand = state.hand(seat)
    setting = relabelled(_told_by_low(hand, move.low, HOUSE_WAY))
    events: tuple[Event, ...] = ()
    if not follows_house_way(setting, way):
        events = (
            DealerHandsReset(
                seat=seat, wrong_high=setting.high, wrong_low=setting.low, clause=HOUSE_WAY_RESET.id
            ),
        )
        setting = house_way(hand, way)
    clauses: tuple[Clause, ...] = (HOUSE_WAY, reason(hand), DEALER_FACE_UP)
    if state.bank is not None:
        clauses = (*clauses, CO_BANK_HAND if state.bank.co else OTHER_RULES_APPLY)
    placed = DealerHandsSet(seat=seat, high=setting.high, low=setting.low, **cited(clauses))
    banked = state.bank is not None and not state.bank.co
    after = msgspec.structs.replace(
        state,
        phase=Phase.EXPOSING_BANK if banked else Phase.SHOWDOWN,
        shown=(Laid(seat=seat, setting=setting),),
    )
    return Step(after, (*events, placed))


def house_way_first(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """Every low hand of the tiles that the dealer sets."""
    yield Offer({"low": lows(state.hand(_seat_set_by_dealer(state)), game.submission.house_way)})


def may_correct(game: "PaiGow", state: Round) -> bool:
    """Whether the tiles that the dealer sets were told when turned, and nobody's hand has been compared with them yet."""
    if set_by_dealer(state) is None or is_seen(state.hand(DEAD_HAND)):
        # Or the set was told when it was stacked, and so are the dealer's tiles.
        return False
    if state.phase in (Phase.DEALER_SETS, Phase.EXPOSING_BANK):
        return True
    return state.phase is Phase.SHOWDOWN and len(state.shown) == 1 and not state.settled and not state.winners


def correct_tile(game: "PaiGow", state: Round, move: CorrectTile) -> Step[Round]:
    """A tile that was told wrongly when turned is put right, as long as nothing was decided by it."""
    clause = turned_by(game, state)[0]
    seat = _seat_set_by_dealer(state)
    hand = state.hand(seat)
    if move.was not in hand:
        raise RuleViolation(clause, f"{move.was} is not among the tiles {' '.join(hand)}")
    if move.tile == UNSEEN:
        raise RuleViolation(clause, "the tile lies face up", fix="name the tile")
    check_told((move.tile,), left(state), clause)
    place = hand.index(move.was)
    tiles = (*hand[:place], move.tile, *hand[place + 1 :])
    corrected = TileCorrected(seat=seat, was=move.was, tile=move.tile, by=move.by, clause=clause.id)
    after = msgspec.structs.replace(with_hand(state, seat, tiles), phase=Phase.DEALER_SETS, shown=())
    return Step(after, (corrected,))


def correctable(game: "PaiGow", state: Round) -> Iterator[Offer]:
    """The tiles that the dealer sets, and those that they may be in truth."""
    told_so_far = state.hand(_seat_set_by_dealer(state))
    yield Offer({"was": tuple(dict.fromkeys(told_so_far)), "tile": tuple(dict.fromkeys(left(state)))})


def _seat_set_by_dealer(state: Round) -> int:
    seat = set_by_dealer(state)
    assert seat is not None, "there are tiles for the dealer to set"
    return seat
