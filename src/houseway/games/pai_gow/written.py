"""A round written down: how tiles that were seen come to a table that stacked them unseen."""

from collections.abc import Mapping

from houseway.equipment.tiles import FULL_SET, UNSEEN, Hand, is_seen
from houseway.games.pai_gow.dealing import LEAST_SHAKES
from houseway.games.pai_gow.delivery import LEVELS
from houseway.games.pai_gow.hands import pending, set_by_dealer, setters
from houseway.games.pai_gow.moves import ExposeBank, RevealHands, SetHands, StackTiles, TurnDealerTiles
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.setting import may_set
from houseway.games.pai_gow.submission import StartMethod
from houseway.table.moves import Move
from houseway.table.roles import Role
from houseway.table.start import ShakeDice, ShowNumber, UncoverDice

_FACE_DOWN = (UNSEEN,) * len(FULL_SET)


def next_written(state: Round, method: StartMethod, hands: Mapping[int, Hand]) -> Move | None:
    """The next move of a round whose hands were written down, each player's with the high hand first.

    Nobody wrote where the deal began, and no hand depends on it: the count is taken at its least.
    """
    match state.phase:
        case Phase.BETTING if state.condition is Condition.MIXED and state.bets:
            return StackTiles(tiles=_FACE_DOWN)
        case Phase.CLOSED if state.start is None:
            return _start(state, method)
        case Phase.SETTING:
            ready = (seat for seat in setters(state) if may_set(state, seat))
            return next((SetHands(seat=seat) for seat in ready if not is_seen(state.hand(seat))), None)
        case Phase.TURNING:
            return TurnDealerTiles(tiles=hands[set_by_dealer(state) or 0])
        case Phase.EXPOSING_BANK:
            return ExposeBank(high=_high(hands[state.opponent]), low=_low(hands[state.opponent]))
        case Phase.SHOWDOWN:
            seat = pending(state)[0]
            return RevealHands(seat=seat, high=_high(hands[seat]), low=_low(hands[seat]))
    return None


def _start(state: Round, method: StartMethod) -> Move:
    if method is StartMethod.RANDOM_NUMBER_GENERATOR:
        return ShowNumber(number=3)
    if not state.shaken:
        by = Role.PLAYER if state.bank else Role.DEALER
        return ShakeDice(times=LEAST_SHAKES, by=by)
    return UncoverDice(die_1=1, die_2=1, die_3=1)


def _high(hand: Hand) -> Hand:
    return hand[: LEVELS // 2]


def _low(hand: Hand) -> Hand:
    return hand[LEVELS // 2 :]
