"""What may come next at a Pai Gow table: every lawful move as things stand."""

from collections.abc import Iterator
from itertools import combinations

import msgspec

from houseway.equipment.dice import FACES
from houseway.equipment.tiles import FULL_SET, Hand, is_seen
from houseway.games.pai_gow import bank, dealing, mixing, setting, settlement
from houseway.games.pai_gow.delivery import LEVELS, STACKS
from houseway.games.pai_gow.house_way import HouseWay, house_way, splits
from houseway.games.pai_gow.irregularities import DEALER_EXPOSED_TILE, DECIDED_UNSEEN, may_report
from houseway.games.pai_gow.moves import (
    AcceptBank,
    BringTiles,
    ChangeStartMethod,
    ChooseDelivery,
    CutTiles,
    DirectDealerWager,
    DisplayTiles,
    End,
    ExposeTile,
    InspectTiles,
    MixTiles,
    OfferBank,
    PassBank,
    RejectTiles,
    ReleaseBank,
    RemoveTiles,
    RequestCoBank,
    SealTiles,
    ShowTiles,
    StackTiles,
    StakeDealerWager,
    VerifyTiles,
    ViewTiles,
)
from houseway.games.pai_gow.positions import PLACES
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.settlement import Settlement, abandonable, showdown
from houseway.games.pai_gow.submission import (
    BANK_SHAKES,
    DEALER_WAGER,
    GENERATOR,
    OTHER_STYLES,
    START_METHODS,
    TWO_AREAS,
    StartMethod,
)
from houseway.games.pai_gow.wagering import BEFORE_NO_MORE_BETS
from houseway.law import Clause
from houseway.table.card_play import PlayArea
from houseway.table.game import lawful
from houseway.table.moves import CallNoMoreBets, Move
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS, Role
from houseway.table.rules import Lawful
from houseway.table.start import ShakeDice
from houseway.table.wagers import Range

_CREW = (*DEALERS, *FLOORPERSONS)
_LEAST_CIRCLES = mixing.EIGHT_CIRCLES.integer("min_circles_per_hand")
_LEAST_SHAKES = dealing.SHAKEN.integer("min_shakes")
_SAID = "x"


class NextMoves(Settlement):
    """What the game lists as lawful."""

    def lawful_acts(self, state: Round) -> Iterator[Lawful]:
        """The chapter's own moves, in its order, and what can go wrong."""
        match state.phase:
            case Phase.BETTING:
                yield from self._with_tiles(state)
                yield from self._with_areas(state)
                yield from self._with_bank(state)
                yield from self._starting(state)
            case Phase.CLOSED:
                yield from self._finding_the_start(state)
                yield from self._starting(state)
            case Phase.COVERING:
                yield lawful(
                    "cover-shaker", DEALERS, dealing.covered_by(state), "Cover and shake the shaker once"
                )
            case Phase.SETTING:
                yield from _setting(state, self.submission.house_way)
            case Phase.TURNING | Phase.DEALER_SETS:
                yield from _dealer_sets(state, self.submission.house_way)
            case Phase.EXPOSING_BANK:
                yield _shown(
                    state,
                    state.opponent,
                    lawful(
                        "expose-bank", DEALERS, (settlement.DEALER_AGAINST_BANK,), "Expose the bank's hands"
                    ),
                )
            case Phase.SHOWDOWN:
                yield from _showdown(state)
        yield from self._delivering(state)
        yield from _corrections(state)
        yield from self._mishaps(state)

    # Between rounds.

    def _with_tiles(self, state: Round) -> Iterator[Lawful]:
        steps: tuple[tuple[Lawful, Move], ...] = (
            (
                _worded("bring-tiles", FLOORPERSONS, mixing.INSPECTED.id, "Bring a set of tiles", "serial"),
                BringTiles(serial=_SAID),
            ),
            (
                lawful(
                    "inspect-tiles", DEALERS, (mixing.INSPECTED,), "Sort and inspect the tiles", tiles=((),)
                ),
                InspectTiles(),
            ),
            (
                lawful("verify-tiles", FLOORPERSONS, (mixing.VERIFIED,), "Verify the inspection"),
                VerifyTiles(),
            ),
            (
                lawful("show-tiles", DEALERS, (_shown_by(state),), "Lay the tiles out in pairs"),
                ShowTiles(),
            ),
            (
                lawful(
                    "display-tiles",
                    DEALERS,
                    (mixing.SHOWN_WHEN_IDLE,),
                    "Nobody plays: lay the tiles out in pairs",
                ),
                DisplayTiles(),
            ),
            (
                lawful(
                    "view-tiles", DEALERS, (mixing.FIRST_PLAYER_LOOKS,), "The first player looks at the tiles"
                ),
                ViewTiles(),
            ),
            (
                lawful(
                    "mix-tiles", DEALERS, (mixing.HEELS_OF_HANDS,), "Mix the tiles", times=(_LEAST_CIRCLES,)
                ),
                MixTiles(times=_LEAST_CIRCLES),
            ),
            (
                lawful("stack-tiles", DEALERS, (mixing.STACKED,), "Stack the tiles", tiles=(FULL_SET,)),
                StackTiles(tiles=FULL_SET),
            ),
            (
                _worded("reject-tiles", DEALERS, mixing.ANOTHER_SET.id, "The set is unsuitable", "reason"),
                RejectTiles(reason=_SAID),
            ),
            (
                lawful(
                    "seal-tiles", DEALERS, (mixing.SEALED,), "Seal the unsuitable set", witness=FLOORPERSONS
                ),
                SealTiles(),
            ),
            (lawful("remove-tiles", FLOORPERSONS, (mixing.TWELVE_HOURS,), "Remove the tiles"), RemoveTiles()),
        )
        yield from (act for act, sample in steps if self.accepts(state, sample))

    def _with_areas(self, state: Round) -> Iterator[Lawful]:
        if self.submission.adjacent_areas == 1:
            return
        for seat in state.seats:
            free = tuple(
                area
                for area in (seat - 1, seat + 1)
                if area > 0 and self.accepts(state, PlayArea(seat=seat, area=area))
            )
            if free:
                yield lawful(
                    "play-area", PLAYERS, (TWO_AREAS,), "Play a second area", seat=(seat,), area=free
                )

    def _with_bank(self, state: Round) -> Iterator[Lawful]:
        for seat in self.offers_due(state)[:1]:
            if self.accepts(state, OfferBank(seat=seat)):
                yield lawful("offer-bank", DEALERS, (bank.OFFERED_IN_TURN,), "Offer the bank", seat=(seat,))
        if state.offered:
            seat = state.offered
            if self.accepts(state, AcceptBank(seat=seat)):
                yield lawful("accept-bank", PLAYERS, (bank.TAKE_OR_PASS,), "Take the bank", seat=(seat,))
            if self.accepts(state, PassBank(seat=seat)):
                yield lawful("pass-bank", PLAYERS, (bank.TAKE_OR_PASS,), "Pass the bank on", seat=(seat,))
        if state.bank is None:
            return
        if self.accepts(state, ReleaseBank(seat=state.bank.seat)):
            yield lawful(
                "release-bank", BETTORS, (bank.TAKE_OR_PASS,), "Give the bank up", seat=(state.bank.seat,)
            )
        if self.accepts(state, RequestCoBank(seat=state.bank.seat)):
            yield lawful(
                "request-co-bank", PLAYERS, (bank.ASKED_FOR,), "Ask to co-bank", seat=(state.bank.seat,)
            )
        if self.accepts(state, CutTiles(first=1, count=1, to=End.LEFT)):
            yield from _cuts()
        if self.accepts(state, DirectDealerWager(amount=0)):
            act = lawful("direct-dealer-wager", BETTORS, (bank.SMALLER_WAGER,), "Direct the dealer's wager")
            most = Range(0, self.most_directed(state), self.submission.smallest_chip)
            yield msgspec.structs.replace(act, amount=most)
        if self.accepts(state, StakeDealerWager()):
            yield lawful(
                "stake-dealer-wager",
                DEALERS,
                (DEALER_WAGER,),
                "The dealer wagers against the bank",
                amount=(0,),
            )

    def _starting(self, state: Round) -> Iterator[Lawful]:
        if self.accepts(state, CallNoMoreBets()):
            yield lawful("call-no-more-bets", DEALERS, (BEFORE_NO_MORE_BETS,), "No more bets")
        others = tuple(
            method
            for method in self.submission.start_methods
            if self.accepts(state, ChangeStartMethod(method=method))
        )
        if others:
            yield lawful(
                "change-start-method",
                FLOORPERSONS,
                (START_METHODS,),
                "Find the start another way",
                method=others,
            )

    # The deal.

    def _finding_the_start(self, state: Round) -> Iterator[Lawful]:
        by = PLAYERS if state.bank else DEALERS
        chooser = BETTORS if state.bank else DEALERS
        styles = tuple(
            style
            for style in self.submission.styles
            if self.accepts(state, ChooseDelivery(style=style, by=chooser[0]))
        )
        if styles:
            chosen = dealing.BANK_CHOOSES_STYLE if state.bank else OTHER_STYLES
            yield lawful("choose-delivery", chooser, (chosen,), "Choose the delivery", style=styles)
        if state.start is not None:
            return
        if self.method(state) is StartMethod.RANDOM_NUMBER_GENERATOR:
            numbers = self.submission.generator_numbers.numbers
            yield lawful(
                "show-number", (Role.DEVICE, *DEALERS), (GENERATOR,), "Show the number", number=numbers
            )
        elif self.accepts(state, ShakeDice(times=_LEAST_SHAKES, by=by[0])):
            clause = BANK_SHAKES if state.bank else dealing.SHAKEN
            yield lawful("shake-dice", by, (clause,), "Shake the dice", times=(_LEAST_SHAKES,))
        else:
            faces = dict.fromkeys(("die_1", "die_2", "die_3"), tuple(FACES))
            uncovers = dealing.DEALER_UNCOVERS if state.bank else dealing.UNCOVERED
            yield lawful("uncover-dice", DEALERS, (uncovers,), "Uncover the dice", **faces)

    def _delivering(self, state: Round) -> Iterator[Lawful]:
        if state.start is None or state.phase not in (Phase.CLOSED, Phase.DELIVERING):
            return
        left = PLACES - len(state.hands)
        yield lawful(
            "deliver-tiles",
            DEALERS,
            dealing.delivered_by(state),
            "Deliver the tiles",
            hands=tuple(range(left, 0, -1)),
        )

    # What can go wrong.

    def _mishaps(self, state: Round) -> Iterator[Lawful]:
        exposable = tuple(seat for seat in state.bettors if self.accepts(state, ExposeTile(seat=seat)))
        if exposable:
            yield lawful(
                "expose-tile",
                _CREW,
                (DEALER_EXPOSED_TILE,),
                "A player's tile was exposed",
                seat=exposable,
                tile=tuple(range(LEVELS + 1)),
            )
        if self.submission.abandoned_wagers_lose and abandonable(state):
            act = _worded(
                "abandon", FLOORPERSONS, settlement.ABANDONED.id, "Rule a wager abandoned", "reason"
            )
            yield msgspec.structs.replace(act, fields={"seat": abandonable(state)})
        for remedy in self.irregularities.values():
            if may_report(state, remedy, self.methods(state)):
                yield lawful(
                    "report", remedy.by, (remedy.clause,), remedy.title, irregularity=(remedy.irregularity,)
                )


def _worded(move: str, by: tuple[Role, ...], clause: str, label: str, *text: str) -> Lawful:
    return Lawful(move=move, by=by, clause=clause, label=label, text=text)


def _shown_by(state: Round) -> Clause:
    """By what the tiles are laid out in pairs: a new set, or that of a table that all have left."""
    return mixing.SHOWN_WHEN_IDLE if state.condition is Condition.IDLE else mixing.SHOWN_IN_PAIRS


def _cuts() -> Iterator[Lawful]:
    for count in range(1, STACKS):
        yield lawful(
            "cut-tiles",
            BETTORS,
            (bank.TO_ONE_END,),
            f"Cut {count} {'stack' if count == 1 else 'stacks'}",
            first=tuple(range(1, STACKS - count + 2)),
            count=(count,),
            to=tuple(End),
            opposite=tuple(range(count)),
        )


def lows(hand: Hand, way: HouseWay) -> tuple[Hand, ...]:
    """Every two of four tiles that may be laid as the low hand: the house way first, then those above their high hand.

    What remains is as good a setting as any, to begin with for a player who has not asked for the house way.
    """
    first = tuple(sorted(house_way(hand, way).low))
    proper = {tuple(sorted(split.low)) for split in splits(hand)}
    every = dict.fromkeys(tuple(sorted(pair)) for pair in combinations(hand, 2))
    others = sorted((pair for pair in every if pair != first), key=lambda pair: pair in proper)
    return (first, *others)


def _setting(state: Round, way: HouseWay) -> Iterator[Lawful]:
    for seat in state.deciding:
        yield lawful("void-hand", PLAYERS, (DEALER_EXPOSED_TILE,), "Void the exposed hand", seat=(seat,))
        yield lawful("play-on", PLAYERS, (DECIDED_UNSEEN,), "Play the exposed hand", seat=(seat,))
    for seat in setting.setters(state):
        if not setting.may_set(state, seat):
            continue
        hand = state.hand(seat)
        low: tuple[Hand, ...] = lows(hand, way) if is_seen(hand) else ((),)
        yield lawful("set-hands", BETTORS, (setting.HIGH_AND_LOW,), "Set the hands", seat=(seat,), low=low)
        yield lawful(
            "ask-house-way", PLAYERS, (setting.HOUSE_WAY_TOLD,), "Ask for the house way", seat=(seat,)
        )


def _dealer_sets(state: Round, way: HouseWay) -> Iterator[Lawful]:
    seat = setting.set_by_dealer(state)
    assert seat is not None, "there are tiles for the dealer to set"
    hand = state.hand(seat)
    if state.phase is Phase.TURNING:
        act = lawful("turn-dealer-tiles", DEALERS, setting.turned_by(state), "Turn the dealer's tiles")
        if is_seen(hand):
            yield msgspec.structs.replace(act, fields={"tiles": ((),)})
        else:
            yield msgspec.structs.replace(act, text=("tiles",))
        return
    yield lawful("set-dealer-hands", DEALERS, (setting.HOUSE_WAY,), "Set the house way", low=lows(hand, way))


def _corrections(state: Round) -> Iterator[Lawful]:
    seat = setting.set_by_dealer(state)
    if seat is not None and setting.may_correct(state):
        yield lawful(
            "correct-tile",
            FLOORPERSONS,
            setting.turned_by(state),
            "Correct a tile told wrongly",
            was=tuple(dict.fromkeys(state.hand(seat))),
            tile=tuple(dict.fromkeys(setting.left(state))),
        )


def _shown(state: Round, seat: int, act: Lawful) -> Lawful:
    """A reveal of hands as they were set, or with words for how they lie where nobody was told."""
    if state.setting_of(seat) is not None:
        return msgspec.structs.replace(act, fields={**act.fields, "high": ((),), "low": ((),)})
    return msgspec.structs.replace(act, text=("high", "low"), asks=("high", "low"))


def _showdown(state: Round) -> Iterator[Lawful]:
    by = showdown(state.bank)
    seats = setting.pending(state)
    seat = seats[0]
    yield _shown(
        state, seat, lawful("reveal-hands", DEALERS, (by.in_turn,), f"Reveal position {seat}", seat=(seat,))
    )
    yield lawful("surrender", PLAYERS, (settlement.SURRENDER,), "Surrender", seat=seats)
