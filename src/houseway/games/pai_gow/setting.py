"""Setting the hands (621a.8(a)-(d), 621a.9(e), (n), 621a.10(d), (f)): the players', the bank's and, the house way, the dealer's."""

from collections import Counter

import msgspec

from houseway.equipment.tiles import FULL_SET, UNSEEN, Hand, check_told, is_seen
from houseway.games.pai_gow.dealing import Dealing
from houseway.games.pai_gow.events import (
    DealerHandsReset,
    DealerHandsSet,
    HandCollected,
    HandPlayedOn,
    HandsSet,
    HandVoided,
    HouseWayTold,
    TileCorrected,
    TileExposed,
    TilesTurned,
)
from houseway.games.pai_gow.house_way import (
    Setting,
    follows_house_way,
    house_way,
    is_setting_of,
    reason,
    relabelled,
)
from houseway.games.pai_gow.irregularities import (
    DEALER_EXPOSED_TILE,
    DECIDED_UNSEEN,
    HOUSE_TILE_EXPOSED,
    HOUSE_WAY_RESET,
    VOIDED_WAGER_BACK,
)
from houseway.games.pai_gow.moves import (
    AskHouseWay,
    CorrectTile,
    ExposeTile,
    PlayOn,
    SetDealerHands,
    SetHands,
    TurnDealerTiles,
    VoidHand,
)
from houseway.games.pai_gow.positions import DEAD_HAND, DEALER
from houseway.games.pai_gow.round import Laid, Phase, Round, TileHand
from houseway.games.pai_gow.wagering import wager_at
from houseway.law import Clause, RuleViolation, implements, is_allowed, pa
from houseway.table.areas import owner_of, positions_of
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS
from houseway.table.rules import require_role
from houseway.table.wagers import returned, without

PLAYED_SEPARATELY = pa("621a.5(d)#2")
LARGER_FIRST = pa("621a.5(d)#3")
EQUAL_COUNTERCLOCKWISE = pa("621a.5(d)#4")
NOT_CHANGED_AGAIN = pa("621a.5(d)#5")
HIGH_AND_LOW = pa("621a.8(a)#1")
FACE_DOWN = pa("621a.8(a)#2")
HOUSE_WAY_TOLD = pa("621a.8(b)#2")
NOT_TOUCHED_AGAIN = pa("621a.8(b)#4")
DEALER_AFTER_PLAYERS = pa("621a.8(c)#1")
DEALER_FACE_UP = pa("621a.8(c)#2")
HOUSE_WAY = pa("621a.8(d)")
PICKED_UP_IN_ORDER = pa("621a.8(l)")
OTHER_RULES_APPLY = pa("621a.9(a)#3")
CO_BANK_HAND = pa("621a.9(e)#5")
DEALER_AFTER_PLAYERS_WHEN_BANKED = pa("621a.9(n)#1")

FOUR = 4
_CREW = (*DEALERS, *FLOORPERSONS)
EXPOSABLE = (Phase.DELIVERING, Phase.COVERING, Phase.SETTING)


class SettingHands(Dealing):
    """What the game does from the last tile dealt to the dealer's hands face up."""

    # A player's tile exposed (621a.10(d)).

    @implements("621a.10(d)#1", "621a.10(d)#2", "621a.10(e)", readings=("B-PG-24",))
    def _expose(self, state: Round, move: ExposeTile) -> Step[Round]:
        """The player may choose to void the hand, before having looked at the other tiles; a bank's voids all hands."""
        require_role(move, _CREW, DEALER_EXPOSED_TILE, "report an exposed tile")
        if state.bank is not None and move.seat == state.bank.seat:
            raise RuleViolation(
                HOUSE_TILE_EXPOSED, "an exposed tile of the bank voids all hands", fix="report it as such"
            )
        _check_in_hand(state, move.seat, DEALER_EXPOSED_TILE)
        if state.phase not in EXPOSABLE or state.is_laid(move.seat):
            raise RuleViolation(DEALER_EXPOSED_TILE, f"the hands of position {move.seat} are set")
        if move.seat in state.deciding:
            raise RuleViolation(DEALER_EXPOSED_TILE, f"a tile of position {move.seat} was exposed before")
        if move.seat in state.looked:
            raise RuleViolation(
                DECIDED_UNSEEN, f"the player of position {move.seat} has seen the tiles: it is too late"
            )
        told = ((move.seat, move.tile),) if move.tile else ()
        after = msgspec.structs.replace(
            state, deciding=(*state.deciding, move.seat), exposed=(*state.exposed, *told)
        )
        exposed = TileExposed(seat=move.seat, tile=move.tile, **cited((DEALER_EXPOSED_TILE, DECIDED_UNSEEN)))
        return Step(after, (exposed,))

    @implements("621a.10(d)#1", "621a.10(d)#2", "621a.10(d)#3")
    def _void_hand(self, state: Round, move: VoidHand) -> Step[Round]:
        """The hand is out of the round, and its wager goes back."""
        _check_deciding(state, move, "void the hand")
        events = (
            HandVoided(seat=move.seat, **cited((DEALER_EXPOSED_TILE, DECIDED_UNSEEN))),
            *(returned(bet, VOIDED_WAGER_BACK) for bet in state.bets if bet.seat == move.seat),
            HandCollected(seat=move.seat, clause=PICKED_UP_IN_ORDER.id),
        )
        return self.onward(out_of_the_round(state, move.seat, seen=False), events)

    @implements("621a.10(d)#1", "621a.10(d)#2")
    def _play_on(self, state: Round, move: PlayOn) -> Step[Round]:
        """The hand is played out."""
        _check_deciding(state, move, "play the hand out")
        played = HandPlayedOn(seat=move.seat, **cited((DECIDED_UNSEEN, DEALER_EXPOSED_TILE)))
        decided = tuple(seat for seat in state.deciding if seat != move.seat)
        return Step(msgspec.structs.replace(state, deciding=decided), (played,))

    # Players, and a bank, set their hands (621a.8(a)-(b)).

    @implements("621a.8(b)#2")
    def _tell_house_way(self, state: Round, move: AskHouseWay) -> Step[Round]:
        """The dealer tells how the house would set these tiles, or by which rule where they are not known."""
        require_role(move, PLAYERS, HOUSE_WAY_TOLD, "ask for help")
        check_may_set(state, move.seat)
        hand = state.hand(move.seat)
        advice = house_way(hand, self.submission.house_way) if is_seen(hand) else None
        told = HouseWayTold(
            seat=move.seat,
            high=advice.high if advice else (),
            low=advice.low if advice else (),
            way=self.submission.house_way.description,
            clause=HOUSE_WAY_TOLD.id,
        )
        if advice and move.seat not in state.looked:
            state = msgspec.structs.replace(state, looked=(*state.looked, move.seat))
        return Step(state, (told,))

    @implements("621a.5(d)#5", "621a.8(a)#1", "621a.8(b)#4", readings=("B-PG-07",))
    def _set_hands(self, state: Round, move: SetHands) -> Step[Round]:
        """A player's two hands lie face down and stay so, whichever of them is the better."""
        require_role(move, BETTORS, HIGH_AND_LOW, "set a player's hands")
        order = check_may_set(state, move.seat)
        hand = state.hand(move.seat)
        known = move.low or is_seen(hand)
        setting = _told_by_low(hand, move.low, _tiles_clause(state, move)) if known else None
        laid = HandsSet(
            seat=move.seat,
            high=setting.high if setting else (),
            low=setting.low if setting else (),
            **cited((HIGH_AND_LOW, FACE_DOWN, NOT_TOUCHED_AGAIN, NOT_CHANGED_AGAIN, *order)),
        )
        after = msgspec.structs.replace(state, laid=(*state.laid, Laid(seat=move.seat, setting=setting)))
        return self.onward(after, (laid,))

    # What the dealer sets (621a.8(c)-(d), 621a.9(e), (n), 621a.10(f)).

    @implements("621a.8(c)#1", "621a.9(n)#1")
    def _turn(self, state: Round, move: TurnDealerTiles) -> Step[Round]:
        """The tiles that the dealer sets are turned once all players have set."""
        clauses = turned_by(state)
        require_role(move, DEALERS, clauses[0], "turn the dealer's tiles")
        seat = set_by_dealer(state)
        if state.phase is not Phase.TURNING or seat is None:
            raise RuleViolation(clauses[0], "the dealer's tiles are turned once, when all players have set")
        known = told(state, seat, move.tiles, clauses[0])
        turned = TilesTurned(seat=seat, tiles=known.hand(seat), **cited(clauses))
        return Step(msgspec.structs.replace(known, phase=Phase.DEALER_SETS), (turned,))

    @implements("621a.8(d)", "621a.9(a)#3", "621a.9(e)#5", "621a.10(f)", readings=("B-PG-02", "B-PG-17"))
    def _set_dealer_hands(self, state: Round, move: SetDealerHands) -> Step[Round]:
        """The dealer sets the house way, for a co-bank too; any other setting is reset to it, and the round goes on."""
        require_role(move, DEALERS, HOUSE_WAY, "set the dealer's hands")
        seat = set_by_dealer(state)
        if state.phase is not Phase.DEALER_SETS or seat is None:
            raise RuleViolation(
                DEALER_AFTER_PLAYERS, "the dealer's hands are set once, when the dealer's tiles are turned"
            )
        setting = relabelled(_told_by_low(state.hand(seat), move.low, HOUSE_WAY))
        events: tuple[Event, ...] = ()
        if not follows_house_way(setting, self.submission.house_way):
            events = (
                DealerHandsReset(
                    seat=seat, wrong_high=setting.high, wrong_low=setting.low, clause=HOUSE_WAY_RESET.id
                ),
            )
            setting = house_way(state.hand(seat), self.submission.house_way)
        clauses: tuple[Clause, ...] = (HOUSE_WAY, reason(state.hand(seat)), DEALER_FACE_UP)
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

    def _correct_tile(self, state: Round, move: CorrectTile) -> Step[Round]:
        """A tile that was told wrongly when turned is put right, as long as nothing was decided by it."""
        clause = turned_by(state)[0]
        require_role(move, FLOORPERSONS, clause, "correct a tile")
        seat = set_by_dealer(state)
        if seat is None or not may_correct(state):
            raise RuleViolation(
                clause, "the dealer's tiles are corrected between their turning and the first hand shown"
            )
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

    # How a round goes on.

    def delivered(self, state: Round) -> Step[Round]:
        """With the tiles dealt, those who have to set their hands."""
        step = super().delivered(state)
        return self.onward(step.state, step.events)

    def onward(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """The next moment: the dealer's turn once all have set, the end of the round once nothing is left to decide."""
        if state.phase is Phase.SHOWDOWN and not pending(state):
            return self.decided(state, events)
        if state.phase in _HANDS_OUT and not _is_played_for(state):
            return self.decided(state, events)
        if state.phase is Phase.SETTING and all(state.is_laid(seat) for seat in setters(state)):
            dealer_sets = set_by_dealer(state) is not None
            phase = Phase.TURNING if dealer_sets else Phase.EXPOSING_BANK
            return Step(msgspec.structs.replace(state, phase=phase), events)
        return Step(state, events)

    def decided(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """How a round ends of which nothing is left to be decided."""
        return Step(state, events)


_HANDS_OUT = (Phase.SETTING, Phase.TURNING, Phase.DEALER_SETS, Phase.EXPOSING_BANK)


@implements("621a.9(e)#5", "621a.9(n)#1", readings=("B-PG-15", "B-PG-17"))
def set_by_dealer(state: Round) -> int | None:
    """Whose tiles the dealer sets: the dealer's own, a co-bank's, or nobody's where a bank is played without the dealer."""
    if state.bank is None:
        return DEALER
    if state.bank.co:
        return state.bank.seat
    return DEALER if state.bank.stake else None


def setters(state: Round) -> tuple[int, ...]:
    """The positions whose players set their own hands: all with a wager, and a bank that has no co-bank."""
    if state.bank is None or state.bank.co:
        return state.bettors
    return tuple(sorted((*state.bettors, state.bank.seat)))


def pending(state: Round) -> tuple[int, ...]:
    """The positions whose hands are still to be revealed, in turn."""
    return tuple(seat for seat in state.bettors if seat not in state.winners)


def _is_played_for(state: Round) -> bool:
    """Whether any wager is left, a player's or the dealer's."""
    return bool(state.bets) or bool(state.dealer_stake)


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


def told(state: Round, seat: int, tiles: Hand, clause: Clause) -> Round:
    """The state with a hand's tiles known: those dealt, or those told as they are turned over."""
    hand = state.hand(seat)
    if is_seen(hand):
        if tiles and sorted(tiles) != sorted(hand):
            raise RuleViolation(clause, f"the tiles dealt there were {' '.join(hand)}")
        return state
    if len(tiles) != FOUR or not is_seen(tiles):
        raise RuleViolation(clause, "the four tiles are to be told", fix="name every tile turned over")
    check_told(tiles, left(state), clause)
    return with_hand(state, seat, tiles)


def left(state: Round) -> Hand:
    """The tiles of which nobody has been told where they are."""
    known = Counter(tile for hand in state.hands for tile in hand.tiles)
    known.update(state.collected)
    return tuple((Counter(FULL_SET) - known).elements())


def with_hand(state: Round, seat: int, tiles: Hand) -> Round:
    """The state with these tiles before a place."""
    hands = tuple(TileHand(seat=seat, tiles=tiles) if dealt.seat == seat else dealt for dealt in state.hands)
    return msgspec.structs.replace(state, hands=hands)


def as_found(state: Round, seat: int, high: Hand, low: Hand, clause: Clause) -> Setting:
    """The hands as they lie: as their player told them, or as the dealer tells now, in order or not."""
    setting = state.setting_of(seat)
    if len(high) == len(low) == FOUR // 2:
        now = Setting(high=(high[0], high[1]), low=(low[0], low[1]))
        hand = state.hand(seat)
        if (setting is not None and not now.same_as(setting)) or (
            is_seen(hand) and not is_setting_of(now, hand)
        ):
            raise RuleViolation(clause, f"the hands of position {seat} were not laid like that")
        return setting or now
    if setting is None or high or low:
        raise RuleViolation(
            clause, "both hands are to be told, two tiles each", fix="tell them as they lie, high and low"
        )
    return setting


def may_correct(state: Round) -> bool:
    """Whether the tiles that the dealer sets were told when turned, and nobody's hand has been compared with them yet."""
    if is_seen(state.hand(DEAD_HAND)):
        # The set was told when it was stacked, and so are the dealer's tiles.
        return False
    if state.phase in (Phase.DEALER_SETS, Phase.EXPOSING_BANK):
        return True
    return state.phase is Phase.SHOWDOWN and len(state.shown) == 1 and not state.settled and not state.winners


def out_of_the_round(state: Round, seat: int, *, seen: bool) -> Round:
    """The round without a position: its wager settled, its tiles picked up, face up or unseen."""
    tiles = state.hand(seat) if seen else (UNSEEN,) * len(state.hand(seat))
    return msgspec.structs.replace(
        state,
        bets=without(state.bets, [bet for bet in state.bets if bet.seat == seat]),
        hands=tuple(hand for hand in state.hands if hand.seat != seat),
        laid=tuple(laid for laid in state.laid if laid.seat != seat),
        deciding=tuple(other for other in state.deciding if other != seat),
        collected=(*state.collected, *tiles),
    )


def turned_by(state: Round) -> tuple[Clause, ...]:
    """The clauses on turning the tiles that the dealer sets."""
    if state.bank is None:
        return (DEALER_AFTER_PLAYERS,)
    return (CO_BANK_HAND,) if state.bank.co else (DEALER_AFTER_PLAYERS_WHEN_BANKED,)


def _check_in_hand(state: Round, seat: int, clause: Clause) -> None:
    if seat not in state.bettors or not state.hand(seat):
        raise RuleViolation(clause, f"position {seat} has no tiles and wager in this round")


@implements("621a.10(d)#2")
def _check_deciding(state: Round, move: VoidHand | PlayOn, act: str) -> None:
    """The choice is the player's, once, after a tile was exposed and before the others are seen."""
    require_role(move, PLAYERS, DEALER_EXPOSED_TILE, act)
    if move.seat not in state.deciding:
        raise RuleViolation(DECIDED_UNSEEN, f"position {move.seat} has no exposed hand to decide on")
    if state.phase is not Phase.SETTING:
        raise RuleViolation(
            DECIDED_UNSEEN, "the dealing is not complete", fix="decide when all tiles are dealt"
        )
