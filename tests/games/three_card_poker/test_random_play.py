"""Three Card Poker under random play: the law's list and its answer agree, no chip is lost, the meter adds up."""

import random
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from houseway.games.three_card_poker import ThreeCardPoker
from houseway.games.three_card_poker.moves import RevealHand, TurnDealer
from houseway.games.three_card_poker.round import Round
from houseway.law import RuleViolation, register
from houseway.table.card_felt import DEALER
from houseway.table.card_play import Abandon, Deal, DiscardStub, Fold, PlayArea
from houseway.table.events import FELT, Event
from houseway.table.moves import CallNoMoreBets, LeaveSeat, Move, PlaceWager, Report, TakeDownWager
from houseway.table.progressive_events import (
    CollectProgressive,
    CompleteDocuments,
    ReturnSurplusChip,
    StrikeProgressive,
    ValidateAward,
    VerifyAward,
)
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.table_state import Act
from tests.games.sessions import concrete, is_listed
from tests.games.three_card_poker.dealing import Pit
from tests.service import TRAY, Service

TABLES: dict[str, dict[str, Any]] = {
    "default": {},
    "version one, from the hand": {
        "version": "ante-no-less-than-pair-plus",
        "dealing": "hand",
        "shuffler": "counting",
        "decks": 2,
    },
    "version two, two boxes": {"version": "ante-at-least-half-of-pair-plus", "adjacent_areas": 2},
    "version three, automated shoe": {
        "version": "both-compulsory",
        "dealing": "automated-shoe",
        "shuffler": "continuous",
    },
    "Pennsylvania": {
        "edition": "649a-2014",
        "six_card_bonus": "E",
        "mini_royal_ante_bonus": 5,
        "mini_royal_pair_plus": 40,
        "progressive": "B",
        "meter": {"rate": 2_345},
        "limits": {"minimum": 100, "maximum": 2_000},
    },
}
WAGERS = ("ante", "play", "pair-plus", "progressive", "six-card-bonus")
# A player's and a dealer's hand for rounds that chance would hardly deal.
GOOD: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("As", "Ks", "Qs"), ()),
    (("Ad", "Kd", "Qd"), ("Jd", "Td", "9d")),
    (("9c", "8c", "7c"), ()),
    (("5c", "5d", "5h"), ("Qc", "5s", "Qd")),
    (("9h", "8d", "7s"), ()),
    ((), ()),
)


def _stray(chance: random.Random, service: Service) -> Move:
    """Some move near the lawful ones, lawful or not."""
    seat, by = chance.randint(1, 4), chance.choice((Role.PLAYER, Role.DEALER, Role.FLOORPERSON))
    wager = chance.choice(WAGERS)
    amount = chance.choice((-100, 0, 100, 400, 500, 700, 1_000, 2_500, 50_000, 50_100))
    hands = service.state.play.hands
    told = hands[0].cards if hands else ("As",)
    return chance.choice(
        (
            PlaceWager(seat=seat, wager=wager, amount=amount),
            TakeDownWager(seat=seat, wager=wager),
            LeaveSeat(seat=seat),
            PlayArea(seat=seat, area=chance.randint(1, 4)),
            CallNoMoreBets(by=by),
            CollectProgressive(counted=chance.randint(0, 4), by=by),
            Deal(cards=told[:1], by=by),
            DiscardStub(by=by),
            Fold(seat=seat, by=by),
            Fold(seat=seat, knowing=True, by=by),
            TurnDealer(by=by),
            RevealHand(seat=seat, by=by),
            VerifyAward(seat=seat, by=by),
            ValidateAward(seat=seat, by=by),
            CompleteDocuments(seat=seat, reference="J-1", by=by),
            StrikeProgressive(seat=seat, by=by),
            ReturnSurplusChip(seat=seat, by=by),
            Abandon(seat=seat, by=by),
            Report(irregularity=chance.choice(("wrong-number-of-cards", "dealer-card-exposed")), by=by),
        )
    )


def _chosen(chance: random.Random, service: Service, legal: tuple[Lawful, ...]) -> Move:
    """A lawful move, more often one that carries a round on; a whole deal at once, more often a good one."""
    game = service.table.game
    assert isinstance(game, ThreeCardPoker)
    onward = [
        act for act in legal if act.move in {*game.book.routine, "deal", "place-wager", "fold", "take-seat"}
    ]
    pool = onward if onward and chance.random() < 0.95 else legal
    name = chance.choice(sorted({act.move for act in pool}))
    if name == "deal":
        return Deal(cards=_cards(chance, game, service.state.play))
    act = chance.choice([act for act in pool if act.move == name])
    # Counts are mostly right: the first value listed is the right one.
    right = name in ("count-stub", "shuffle-deck") and chance.random() < 0.9
    return concrete(service, act, (lambda values: values[0]) if right else chance.choice)


def _cards(chance: random.Random, game: ThreeCardPoker, state: Round) -> tuple[str, ...]:
    """All cards that are due, the first position and the dealer lucky where the deck still allows it."""
    left = list(game.left(state))
    chance.shuffle(left)
    due = game.due(state)
    player, dealer = chance.choice(GOOD)
    lucky = {due[0]: list(player), DEALER: list(dealer)}
    if state.hands or not {*player, *dealer} <= set(left):
        lucky = {}
    spare = [card for card in left if not any(card in cards for cards in lucky.values())]
    return tuple(lucky[seat].pop() if lucky.get(seat) else spare.pop() for seat in due)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_listed_is_accepted_and_everything_else_refused_with_a_clause(table: str, seed: int) -> None:
    chance = random.Random(f"{table} {seed}")
    pit = Pit(1, 3, chips=500_000, **TABLES[table])
    service = pit.service
    acts: list[Act[Any]] = []
    start, happened = service.state, len(service.events)
    for _ in range(400):
        service.later(seconds=chance.randint(0, 40))
        legal = service.table.legal(service.state, service.now)
        stray = _stray(chance, service)
        if stray.by is Role.PLAYER or not isinstance(stray, PlayArea | LeaveSeat):
            _agree(service, stray, legal)
        move = _chosen(chance, service, legal)
        service.do(move)
        acts.append(Act(move=move, who="tester", at=service.now))
        assert service.chips() == TRAY
        assert service.state.chips.get(FELT, 0) == sum(bet.amount for bet in service.state.play.bets)
        meter = service.state.play.progressive.meter
        assert meter.amount == meter.seed + meter.contributed - meter.paid + meter.resets
    _replays(service, start, acts, happened)


def _agree(service: Service, stray: Move, legal: tuple[Lawful, ...]) -> None:
    try:
        service.table.apply(service.state, Act(move=stray, who="tester", at=service.now))
    except RuleViolation as refusal:
        assert refusal.clause.id in register()
        assert not is_listed(stray, legal), (stray, refusal.message)
    else:
        assert is_listed(stray, legal), stray


def _replays(service: Service, start: Any, acts: list[Act[Any]], happened: int) -> None:
    """The acts and events are the same after a trip through JSON."""
    state = start
    events: list[Event] = []
    for act in msgspec.json.decode(msgspec.json.encode(acts), type=list[service.table.act_type]):  # type: ignore[name-defined]
        state, told = service.table.apply(state, act)
        events.extend(told)
    assert state == service.state
    assert events == service.events[happened:]
    read_back: Any = list[service.table.event_type]  # type: ignore[name-defined]
    assert msgspec.json.decode(msgspec.json.encode(events), type=read_back) == events


def test_random_play_reaches_every_kind_of_payout() -> None:
    chance = random.Random(36)
    pit = Pit(1, 3, chips=50_000_000)
    seen: set[str] = set()
    for _ in range(3_000):
        pit.service.now += timedelta(seconds=1)
        legal = pit.service.table.legal(pit.service.state, pit.service.now)
        events = pit.service.do(_chosen(chance, pit.service, legal))
        seen |= {str(event.__struct_config__.tag) for event in events}
    assert {
        "round-completed",
        "hand-folded",
        "bonus-paid",
        "progressive-settled",
        "meter-reset",
        "envy-bonus-paid",
        "fixed-sum-won",
        "settled-by-cage",
        "meter-reversed",
    } <= seen
