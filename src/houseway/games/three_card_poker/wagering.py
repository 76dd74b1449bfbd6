"""When wagers are made and which go together (36.05.14.07): side bets beside a main wager, and versions that tie two."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.three_card_poker.progressive import NEEDS_ANTE_OR_PAIR_PLUS, NOT_RECOGNISED
from houseway.games.three_card_poker.round import DECIDING, Round
from houseway.games.three_card_poker.submission import (
    MOST_TIMES_THE_ANTE,
    MOST_TIMES_THE_OTHER,
    VERSION_CLAUSES,
    Version,
)
from houseway.games.three_card_poker.turns import asked, check_asked
from houseway.games.three_card_poker.wagers import (
    ANTE,
    DEALER_GAME,
    PAIR_PLUS_WAGER,
    PLAY,
    PROGRESSIVE_WAGER,
    SIX_CARD_BONUS_WAGER,
)
from houseway.law import Clause, RuleViolation, implements, md
from houseway.money import Cents, dollars
from houseway.table.card_felt import BETTING
from houseway.table.progressive import ProgressiveService
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Bets, BettingRules, Range, Wager, bet_at, without

BEFORE_NO_MORE_BETS = md(".07C#2")
LOCKED = md(".07D")
SIX_CARD_NEEDS_ANTE_OR_PAIR_PLUS = md(".07E(5)(b)")

_SIDE_BETS = {
    PROGRESSIVE_WAGER: NEEDS_ANTE_OR_PAIR_PLUS,
    SIX_CARD_BONUS_WAGER: SIX_CARD_NEEDS_ANTE_OR_PAIR_PLUS,
}


class ThreeCardPokerWagering(Wagering[Round]):
    """Wagers at a Three Card Poker table: all but the Play Wager before no more bets."""

    def __init__(
        self,
        catalogue: Mapping[str, Wager],
        betting: BettingRules,
        version: Version,
        service: ProgressiveService,
    ) -> None:
        super().__init__(catalogue, betting)
        self.version = version
        self.service = service

    @implements("36.05.14.02C(2)#2", "36.05.14.07C#2", "36.05.14.07D", readings=("C-119",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets, but for the Play Wager, which answers the dealer."""
        if wager.name == PLAY:
            if state.phase != DECIDING:
                raise RuleViolation(
                    DEALER_GAME, "the Play Wager is made when the dealer asks, after the deal"
                )
            return
        if state.phase == BETTING:
            return
        if wager.name == PROGRESSIVE_WAGER:
            raise RuleViolation(
                NOT_RECOGNISED, "the progressive system recognises no wager after no more bets"
            )
        if raising:
            raise RuleViolation(LOCKED, f"no more bets: the {wager.title} Wager may not be raised")
        raise RuleViolation(BEFORE_NO_MORE_BETS, f"no more bets: the {wager.title} Wager may not be made")

    @implements("36.05.14.07E(1)", "36.05.14.11B")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """A Play Wager equals the Ante of the player who is asked; the others go with one another as .07 demands."""
        if bet.wager == PLAY:
            check_asked(state, bet.seat)
            ante = _amount(state.bets, bet.seat, ANTE)
            if bet.amount != ante:
                raise RuleViolation(DEALER_GAME, "a Play Wager equals the Ante", fix=f"wager {dollars(ante)}")
            return
        if bet.wager == PROGRESSIVE_WAGER:
            self._check_registered(bet)
        bound = bounds(self.version, state.bets, bet.seat, bet.wager)
        if bound is not None and not bound.allow(bet.amount):
            title = self.catalogue[bet.wager].title
            raise RuleViolation(bound.clause, f"{dollars(bet.amount)} on {title}: {bound.why}")

    @implements("36.05.14.02C(1)", "36.05.14.02C(2)#1", "36.05.14.12E(5)", readings=("C-130",))
    def _check_registered(self, bet: Bet) -> None:
        """The device at the position registers a progressive wager of one of its two sizes."""
        self.service.check_size(bet)

    @implements("36.05.14.07D")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager may be taken down until no more bets, unless another one rests on it."""
        if state.phase != BETTING:
            title = self.catalogue[bet.wager].title
            raise RuleViolation(LOCKED, f"no more bets: the {title} Wager may not be withdrawn")
        rest = without(state.bets, (bet,))
        for other in rest:
            bound = bounds(self.version, rest, other.seat, other.wager) if other.seat == bet.seat else None
            if bound is not None and not bound.allow(other.amount):
                raise RuleViolation(
                    bound.clause,
                    f"{dollars(other.amount)} at position {bet.seat} rests on this wager",
                    fix="take that wager down first",
                )

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What may be added to a wager beside the position's others; exactly the Ante for a Play Wager."""
        if wager.name == PLAY:
            ante = _amount(state.bets, seat, ANTE)
            return Range(ante, ante, ante) if asked(state) == seat else None
        room = super().room(state, seat, wager, pick)
        held = _amount(state.bets, seat, wager.name)
        if wager.name == PROGRESSIVE_WAGER:
            room = _of_sizes(room, held, self.service.rules.sizes)
        return _narrowed(room, held, bounds(self.version, state.bets, seat, wager.name))


class Bounds(NamedTuple):
    """What a wager may come to beside the position's other wagers, and the clause that says so."""

    least: Cents
    most: Cents
    clause: Clause
    why: str

    def allow(self, amount: Cents) -> bool:
        """Whether an amount goes with the other wagers."""
        return self.least <= amount <= self.most


@implements("36.05.14.07E(2)", "36.05.14.07E(3)", readings=("C-118",))
def bounds(version: Version, bets: Bets, seat: int, wager: str) -> Bounds | None:
    """What a wager may come to at a position, or None when it stands by itself."""
    ante, pair_plus = _amount(bets, seat, ANTE), _amount(bets, seat, PAIR_PLUS_WAGER)
    if wager in _SIDE_BETS:
        return _beside_a_main_wager(wager, ante + pair_plus)
    if wager == PAIR_PLUS_WAGER and version is not Version.SEPARATE:
        return _tied_pair_plus(version, ante)
    if wager == ANTE and version is Version.BOTH_COMPULSORY and pair_plus:
        return _both_compulsory(pair_plus)
    return None


@implements("36.05.14.07E(4)(a)", "36.05.14.07E(5)(b)", readings=("C-117",))
def _beside_a_main_wager(wager: str, main: Cents) -> Bounds | None:
    """A side bet follows an Ante or a Pair Plus Wager."""
    if main:
        return None
    return Bounds(0, 0, _SIDE_BETS[wager], "it needs an Ante or a Pair Plus Wager first")


@implements("36.05.14.07F", "36.05.14.07F(1)", "36.05.14.07F(2)", readings=("C-113",))
def _tied_pair_plus(version: Version, ante: Cents) -> Bounds | None:
    """A Pair Plus Wager under the versions that want an Ante beside it."""
    if version is Version.BOTH_COMPULSORY:
        return _both_compulsory(ante) if ante else None
    if not ante:
        return Bounds(0, 0, VERSION_CLAUSES[version], "it needs an Ante first")
    times = MOST_TIMES_THE_ANTE[version]
    most = "the Ante" if times == 1 else f"{times} times the Ante"
    return Bounds(0, times * ante, VERSION_CLAUSES[version], f"it may not exceed {most} of {dollars(ante)}")


@implements("36.05.14.07F(3)")
def _both_compulsory(other: Cents) -> Bounds:
    """Ante and Pair Plus together, neither more than so many times the other."""
    return Bounds(
        -(-other // MOST_TIMES_THE_OTHER),
        other * MOST_TIMES_THE_OTHER,
        VERSION_CLAUSES[Version.BOTH_COMPULSORY],
        f"neither wager may exceed {MOST_TIMES_THE_OTHER} times the other, here {dollars(other)}",
    )


def _narrowed(room: Range | None, held: Cents, bound: Bounds | None) -> Range | None:
    """The amounts that may be added, as far as the position's other wagers allow."""
    if room is None or bound is None:
        return room
    low, high = held + room.low, held + room.high
    if low < bound.least:
        low += -(-(bound.least - low) // room.step) * room.step
    if high > bound.most:
        high -= -(-(high - bound.most) // room.step) * room.step
    return Range(low - held, high - held, room.step) if low <= high else None


def _of_sizes(room: Range | None, held: Cents, sizes: tuple[Cents, ...]) -> Range | None:
    """The amounts that bring a wager of two possible sizes to one of them."""
    if room is None:
        return None
    fitting = [
        size - held
        for size in sizes
        if room.low <= size - held <= room.high and (size - held - room.low) % room.step == 0
    ]
    if not fitting:
        return None
    low, high = min(fitting), max(fitting)
    return Range(low, high, high - low or low)


@implements("36.05.14.07F(3)")
def check_compulsory(version: Version, bets: Bets) -> None:
    """Refuse to close the bets while a position lacks one of two compulsory wagers."""
    if version is not Version.BOTH_COMPULSORY:
        return
    for seat in sorted({bet.seat for bet in bets}):
        for wager, title in ((ANTE, "Ante"), (PAIR_PLUS_WAGER, "Pair Plus")):
            if bet_at(bets, seat, wager, "") is None:
                raise RuleViolation(
                    VERSION_CLAUSES[version],
                    f"position {seat} has no {title} Wager, which is compulsory here",
                    fix="make it, or take the other wagers down",
                )


def _amount(bets: Bets, seat: int, wager: str) -> Cents:
    bet = bet_at(bets, seat, wager, "")
    return bet.amount if bet else 0
