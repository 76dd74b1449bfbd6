"""What every card chapter says of decks, devices, the deal and the stub, tried at each card game's own table."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import UNSEEN
from houseway.equipment.decks import Back, CardRules, Condition, Dealing, Device, DeviceStatus
from houseway.equipment.life import Life
from houseway.games import games, submission_for
from houseway.law import Clause
from houseway.table.card_felt import BETTING, STUB
from houseway.table.card_game import CardGame
from houseway.table.card_irregularities import DRAWN_IN_ERROR, SHOE_FAULT, WRONG_NUMBER
from houseway.table.card_play import (
    Abandon,
    BringDeck,
    CardDealt,
    CardSetAside,
    ChangeDealing,
    CorrectDealerCard,
    CountStub,
    CutDeck,
    Deal,
    DeckRemoved,
    DiscardStub,
    FindFaceUp,
    HandsVoided,
    InspectDeck,
    LoadDeck,
    MarkOutOfOrder,
    OrderRecut,
    OrderShuffle,
    PlayArea,
    RemoveDeck,
    RestoreDevice,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    SpreadIdle,
    StubCounted,
    TearJoker,
    VerifyDeck,
    WashDeck,
)
from houseway.table.checklist import Stage
from houseway.table.deck_steps import SHOE_UNUSABLE, SHUFFLER_FAULT, SHUFFLER_UNUSABLE
from houseway.table.events import Event, Result, Settled, rack
from houseway.table.moves import CallNoMoreBets, LeaveSeat, Move, Report, TakeDownWager, TakeSeat
from houseway.table.procedure import Attest
from houseway.table.roles import Role
from houseway.table.routine import routine_move
from tests.cards import (
    brought,
    carried_on,
    deal,
    deal_unseen,
    game_of,
    loaded,
    onward,
    reloaded,
    shuffled,
    stacked,
    stub_away,
    to_the_deal,
    wagered,
)
from tests.service import TRAY, Service

CARD_GAMES = {name: game for name, game in games().items() if issubclass(game, CardGame)}
WITH_DEVICE: dict[Dealing, dict[str, Any]] = {
    Dealing.MANUAL_SHOE: {"dealing": "manual-shoe"},
    Dealing.HAND: {"dealing": "hand", "shuffler": "automated"},
    Dealing.AUTOMATED_SHOE: {"dealing": "automated-shoe", "shuffler": "automated"},
}


def _ids(rules: Any, fields: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for field in fields:
        value = getattr(rules, field)
        clauses = (value.clause,) if isinstance(value, Life) else value
        found.extend(clause.id for clause in clauses)
    return list(dict.fromkeys(found))


def each_game(*fields: str, unless_silent: str = "") -> Callable[[Any], Any]:
    """Each card game, its test naming the clauses that these fields of its `CardRules` hold."""
    return pytest.mark.parametrize(
        "game",
        [
            pytest.param(name, id=name, marks=pytest.mark.clause(*_ids(game.cards, fields)))
            for name, game in CARD_GAMES.items()
            if not unless_silent or getattr(game.cards, unless_silent)
        ],
    )


def each_method(*fields: str) -> Callable[[Any], Any]:
    """Each card game and way of dealing, its test naming the clauses that these fields of its `MethodRules` hold."""
    return pytest.mark.parametrize(
        ("game", "dealing"),
        [
            pytest.param(
                name,
                dealing,
                id=f"{name}-{dealing}",
                marks=pytest.mark.clause(*_ids(game.cards.methods[dealing], fields)),
            )
            for name, game in CARD_GAMES.items()
            for dealing in Dealing
        ],
    )


def table(game: str, **options: Any) -> Service:
    """An open table with a player at position 1."""
    chosen = submission_for(game, options)
    assert not list(chosen.findings())
    return Service(games()[game].under(chosen)).opened().seated(seat_1=1_000_000)


def rules_of(service: Service) -> CardRules:
    return game_of(service).cards


def condition(service: Service, serial: str = "D-1") -> Condition | None:
    deck = service.state.play.kit.deck(serial)
    return deck.condition if deck else None


def clauses_of(events: list[Event]) -> set[str]:
    return {said for event in events for said in (event.clause, *event.also)}


def wagers_back(service: Service, events: list[Event], clause: Clause, chips_before: int) -> None:
    """Everything on the felt went back to the player to the cent, by this clause."""
    lines = [event for event in events if isinstance(event, Settled)]
    assert lines
    assert {line.result for line in lines} == {Result.RETURNED}
    assert {line.clause for line in lines} == {clause.id}
    assert service.state.chips[rack(1)] == chips_before
    assert not service.state.play.bets
    assert service.state.play.phase == BETTING


# Decks.


@each_game("one_deck", "joker")
def test_one_deck_is_played_with(game: str) -> None:
    service = brought(table(game))
    refusal = service.refused(BringDeck(serial="D-2", back=Back.BLUE, jokers=rules_of(service).jokers))
    assert refusal.clause == rules_of(service).one_deck[0]


@each_game("two_decks", "backs_differ")
def test_two_decks_must_have_backs_of_different_colours(game: str) -> None:
    service = brought(table(game, decks=2, shuffler="automated"))
    jokers = rules_of(service).jokers
    refusal = service.refused(BringDeck(serial="D-2", back=Back.RED, jokers=jokers))
    assert refusal.clause == rules_of(service).backs_differ[0]
    brought(service, "D-2")
    assert len(service.state.play.kit.decks) == 2


@each_game("two_decks", "hand_needs_shuffler", "feeds_shoe", "one_deck")
def test_two_decks_and_hand_dealing_need_a_shuffler_and_all_findings_come_at_once(game: str) -> None:
    submission = games()[game].submission_type(decks=2, dealing=Dealing.HAND, shuffler_feeds_shoe=True)
    rules = CARD_GAMES[game].cards
    found = {finding.clause for finding in submission.findings()}
    assert {rules.two_decks[0].id, rules.hand_needs_shuffler[0].id, rules.feeds_shoe[0].id} <= found
    assert rules.one_deck[0].id in {f.clause for f in games()[game].submission_type(decks=3).findings()}


@each_game("one_in_shuffler", "alternate", "one_in_rack")
def test_two_decks_take_turns_with_one_waiting_in_the_shuffler(game: str) -> None:
    service = table(game, decks=2, shuffler="automated")
    rules = rules_of(service)
    shuffled(stacked(brought(service, "D-1"), "D-1"), "D-1")
    assert service.refused(LoadDeck(deck="D-1")).clause == rules.one_in_shuffler[0]
    stacked(brought(service, "D-2"), "D-2")
    assert service.refused(LoadDeck(deck="D-1")).clause == rules.one_in_shuffler[0]
    shuffled(service, "D-2").do(LoadDeck(deck="D-1"))
    void_a_round(service)
    assert service.refused(LoadDeck(deck="D-2")).clause == rules.one_in_rack[0]
    shuffled(service, "D-1")
    assert service.refused(LoadDeck(deck="D-1")).clause == rules.alternate[0]
    service.do(LoadDeck(deck="D-2"))
    assert condition(service, "D-2") is Condition.LOADED
    assert condition(service, "D-1") is Condition.SHUFFLED


def void_a_round(service: Service) -> list[Event]:
    """A round that ends at once: a hand has the wrong number of cards."""
    deal_unseen(to_the_deal(wagered(service)))
    return service.do(Report(irregularity=WRONG_NUMBER, by=Role.DEALER))


@each_game("lives", "life_from_shoe")
def test_a_deck_dealt_from_a_shoe_is_replaced_after_its_hours(game: str) -> None:
    service = wagered(loaded(table(game)))
    hours = rules_of(service).life_from_shoe.hours
    service.later(hours=hours, seconds=-1)
    assert [act.move for act in service.table.legal(service.state, service.now)].count("call-no-more-bets")
    service.later(seconds=1)
    refusal = service.refused(CallNoMoreBets())
    assert refusal.clause == rules_of(service).life_from_shoe.clause
    moves = [act.move for act in service.table.legal(service.state, service.now)]
    assert "call-no-more-bets" not in moves
    service.do(RemoveDeck(deck="D-1"))
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).shuffle_due[0]
    again = service.refused(BringDeck(serial=" d-1", back=Back.RED, jokers=rules_of(service).jokers))
    assert "before" in again.message
    loaded(service, "D-2").do(CallNoMoreBets())


@each_game("life_by_hand")
def test_a_deck_dealt_from_the_hand_is_replaced_after_fewer_hours(game: str) -> None:
    service = wagered(loaded(table(game, dealing="hand", shuffler="automated")))
    service.later(hours=rules_of(service).life_by_hand.hours)
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).life_by_hand.clause


@each_game("life_by_hand", "marked")
def test_one_deal_from_the_hand_shortens_a_decks_life_for_good(game: str) -> None:
    service = loaded(table(game, dealing="hand", shuffler="automated"))
    void_a_round(service)
    service.do(
        Report(irregularity=SHUFFLER_UNUSABLE, by=Role.DEALER),
        MarkOutOfOrder(device=Device.SHUFFLER, how="covered"),
        ChangeDealing(dealing=Dealing.MANUAL_SHOE),
    )
    service.attest(Stage.APPROVAL, Stage.OPENING)
    wagered(reloaded(service)).later(hours=rules_of(service).life_by_hand.hours)
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).life_by_hand.clause


@each_game("life_by_hand")
def test_a_deck_that_goes_back_to_the_shoe_keeps_its_shorter_life_round_after_round(game: str) -> None:
    service = loaded(table(game, dealing="hand", shuffler="automated"))
    void_a_round(service)
    service.do(
        Report(irregularity=SHUFFLER_UNUSABLE, by=Role.DEALER),
        MarkOutOfOrder(device=Device.SHUFFLER, how="signed"),
        ChangeDealing(dealing=Dealing.MANUAL_SHOE),
    )
    service.attest(Stage.APPROVAL, Stage.OPENING)
    void_a_round(reloaded(service))
    life = rules_of(service).life_by_hand
    wagered(reloaded(service)).later(hours=life.hours, seconds=-1)
    assert [act.move for act in service.table.legal(service.state, service.now)].count("call-no-more-bets")
    service.later(seconds=1)
    assert service.refused(CallNoMoreBets()).clause == life.clause


# Opening a deck.


# What a step says of the clauses that no event of their own records.
_IN_WORDS: dict[type[Move], tuple[str, str]] = {
    InspectDeck: ("inspected", "Inspect the deck for defects, odd cards and its cover card"),
    SpreadDeck: ("spread", "Spread the deck face up in fans by suit"),
    WashDeck: ("washed", "Turn, wash and stack the deck"),
    CutDeck: ("cut", "Cut the deck, the cover card and all above it to the bottom"),
}


@each_game("inspected", "spread", "washed", "cut")
def test_the_steps_of_a_deck_say_what_their_clauses_want_done(game: str) -> None:
    service = brought(table(game))
    said: dict[type[Move], tuple[str, tuple[Clause, ...]]] = {}
    while service.state.play.kit.in_play is None:
        move = routine_move(game_of(service), service.state.play)
        assert move is not None
        said[type(move)] = in_words(service, type(move))
        service.do(move)
    for step, (field, words) in _IN_WORDS.items():
        label, clauses = said[step]
        assert label == words
        assert set(getattr(rules_of(service), field)) <= set(clauses)


def in_words(service: Service, step: type[Move]) -> tuple[str, tuple[Clause, ...]]:
    """A step that is due in the words of the table, and the clauses of its rule."""
    rule = game_of(service).book.of[step]
    act = next(act for act in service.table.legal(service.state, service.now) if act.move == rule.name)
    return f"{act.label}{act.note}", rule.cited(game_of(service), service.state.play)


@each_game("idle")
def test_the_cards_of_an_idle_table_come_out_of_shoe_and_rack(game: str) -> None:
    service = loaded(table(game))
    assert in_words(service, SpreadIdle) == (
        "Take the deck out of shoe and rack and spread it",
        rules_of(service).idle,
    )
    handled = service.do(SpreadIdle(deck="D-1"))
    assert handled[0].clause == rules_of(service).idle[0].id


@each_game("backs_differ")
def test_a_second_deck_is_of_the_same_design_with_another_back(game: str) -> None:
    service = brought(table(game, shuffler="automated", decks=2))
    label, clauses = in_words(service, BringDeck)
    assert label == "Bring a deck of the same design with another back"
    assert set(rules_of(service).backs_differ) <= set(clauses)
    brought(service, "D-2")


_HANDS_AND_LOADS = {
    Dealing.MANUAL_SHOE: ("Put the deck in the shoe", "drawn with the hand near the shoe and laid face down"),
    Dealing.HAND: (
        "Take the deck in hand, over the tray",
        "with the free hand and laid face down",
    ),
    Dealing.AUTOMATED_SHOE: ("Put the deck in the shoe", "each stack laid face down"),
}


@each_method("load", "deal_first", "count_due")
def test_the_deal_and_the_count_say_what_their_clauses_want_done(game: str, dealing: Dealing) -> None:
    service = shuffled(stacked(brought(table(game, **WITH_DEVICE[dealing]))))
    method = rules_of(service).methods[dealing]
    loads, hands = _HANDS_AND_LOADS[dealing]
    assert in_words(service, LoadDeck) == (loads, method.load)
    service.do(LoadDeck(deck="D-1"))
    label, clauses = in_words(to_the_deal(wagered(service)), Deal)
    assert hands in label
    assert clauses == method.deal_first
    deal_unseen(service)
    assert in_words(service, CountStub) == ("Count the stub face down on the layout", method.count_due)
    service.do(CountStub(stub=game_of(service).stub_expected(service.state.play)))


@each_game("inspected", "verified", "spread", "washed")
def test_a_new_deck_is_inspected_confirmed_spread_seen_and_washed_in_this_order(game: str) -> None:
    service = brought(table(game))
    steps = (
        InspectDeck(deck="D-1"),
        VerifyDeck(deck="D-1"),
        SpreadDeck(deck="D-1"),
        ShowSpread(deck="D-1"),
        WashDeck(deck="D-1"),
    )
    for number, step in enumerate(steps):
        for early in steps[number + 1 :]:
            service.refused(early)
        service.refused(ShuffleDeck(deck="D-1"))
        by_a_player = service.refused(msgspec.structs.replace(step, by=Role.PLAYER))
        assert by_a_player.clause == getattr(rules_of(service), _OPENING[type(step)])[0]
        service.do(step)
    assert condition(service) is Condition.STACKED


_OPENING = {
    InspectDeck: "inspected",
    VerifyDeck: "verified",
    SpreadDeck: "spread",
    ShowSpread: "spread",
    WashDeck: "washed",
}


@each_game("spread")
def test_the_spread_waits_for_a_first_player(game: str) -> None:
    service = brought(table(game))
    service.do(LeaveSeat(seat=1), InspectDeck(deck="D-1"), VerifyDeck(deck="D-1"), SpreadDeck(deck="D-1"))
    assert service.refused(ShowSpread(deck="D-1")).clause == rules_of(service).spread[0]
    service.do(TakeSeat(seat=1), ShowSpread(deck="D-1"))


@each_game("each_deck")
def test_each_of_two_decks_goes_through_the_opening_steps(game: str) -> None:
    service = brought(table(game, decks=2, shuffler="automated"))
    service.do(InspectDeck(deck="D-1"))
    brought(service, "D-2")
    events = service.do(InspectDeck(deck="D-2"))
    assert rules_of(service).each_deck[0].id in clauses_of(events)
    assert condition(service, "D-1") is condition(service, "D-2") is Condition.INSPECTED


@each_game("joker", "joker_torn", unless_silent="joker_torn")
def test_a_surplus_joker_is_torn_before_the_deck_is_spread(game: str) -> None:
    service = table(game)
    rules = rules_of(service)
    assert service.refused(BringDeck(serial="D-1", back=Back.RED, jokers=0)).clause in rules.joker
    assert service.refused(BringDeck(serial="D-1", back=Back.RED, jokers=3)).clause in rules.joker
    service.do(
        BringDeck(serial="D-1", back=Back.RED, jokers=2), InspectDeck(deck="D-1"), VerifyDeck(deck="D-1")
    )
    assert service.refused(SpreadDeck(deck="D-1")).clause in rules.joker
    assert service.refused(TearJoker(deck="D-1", witness=Role.PLAYER)).clause == rules.joker_torn[0]
    service.do(TearJoker(deck="D-1"), SpreadDeck(deck="D-1"))
    assert service.state.play.kit.decks[0].jokers == rules.jokers


@each_game("preshuffled", "cut_required")
def test_a_preshuffled_deck_skips_the_opening_steps_but_is_cut(game: str) -> None:
    service = brought(table(game), preshuffled=True)
    assert condition(service) is Condition.SHUFFLED
    assert service.refused(LoadDeck(deck="D-1")).clause == rules_of(service).cut_required[0]
    service.do(CutDeck(deck="D-1", depth=rules_of(service).least_cut), LoadDeck(deck="D-1"))
    assert condition(service) is Condition.LOADED


# Shuffle and cut.


@each_game("shuffle_due")
def test_no_round_begins_without_a_shuffle(game: str) -> None:
    service = wagered(stacked(brought(table(game))))
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).shuffle_due[0]
    void_a_round(loaded(service, "D-1") if condition(service) is None else _shuffle_and_load(service))
    assert condition(service) is Condition.USED
    wagered(service)
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).shuffle_due[0]


def _shuffle_and_load(service: Service) -> Service:
    shuffled(service).do(LoadDeck(deck="D-1"))
    return service


@each_game("shuffled", "cut_required", "cut", "cut_loaded")
def test_a_deck_shuffled_by_hand_is_cut_ten_cards_deep_or_more(game: str) -> None:
    service = stacked(brought(table(game)))
    rules = rules_of(service)
    service.do(ShuffleDeck(deck="D-1"))
    assert service.refused(LoadDeck(deck="D-1")).clause == rules.cut_required[0]
    assert rules.least_cut == 10
    for depth in (0, 9, rules.size):
        assert service.refused(CutDeck(deck="D-1", depth=depth)).clause == rules.cut[0]
    service.do(CutDeck(deck="D-1", depth=10))
    events = service.do(LoadDeck(deck="D-1"))
    assert rules.cut_loaded[0].id in clauses_of(events)


@each_game("shuffled", "no_cut")
def test_a_deck_shuffled_by_the_device_is_not_cut(game: str) -> None:
    service = stacked(brought(table(game, shuffler="automated")))
    service.do(ShuffleDeck(deck="D-1", device=True))
    assert service.refused(CutDeck(deck="D-1", depth=20)).clause == rules_of(service).no_cut[0]
    service.do(LoadDeck(deck="D-1"))
    assert condition(service) is Condition.LOADED


@each_game("feeds_shoe")
def test_a_shuffler_may_feed_the_shoe_itself(game: str) -> None:
    service = stacked(brought(table(game, shuffler="automated", shuffler_feeds_shoe=True)))
    service.do(ShuffleDeck(deck="D-1", device=True))
    assert condition(service) is Condition.LOADED


@each_game("wrong_count", unless_silent="wrong_count")
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table(game: str) -> None:
    service = stacked(brought(table(game, shuffler="counting")))
    rules = rules_of(service)
    assert service.refused(ShuffleDeck(deck="D-1", device=True)).clause == rules.wrong_count[0]
    events = service.do(ShuffleDeck(deck="D-1", device=True, counted=rules.size - 1))
    assert isinstance(events[0], DeckRemoved)
    assert events[0].clause == rules.wrong_count[0].id
    assert not service.state.play.kit.decks
    stacked(brought(service, "D-2"), "D-2")
    service.do(ShuffleDeck(deck="D-2", device=True, counted=rules.size))
    assert condition(service, "D-2") is Condition.SHUFFLED


@each_game("wrong_count", unless_silent="wrong_count")
def test_a_device_that_reshuffles_by_itself_still_removes_a_wrong_deck(game: str) -> None:
    service = stacked(brought(table(game, shuffler="continuous")))
    events = service.do(ShuffleDeck(deck="D-1", device=True, counted=rules_of(service).size + 1))
    assert isinstance(events[0], DeckRemoved)
    assert condition(service) is None


@each_game("preshuffled", "cut_required")
def test_preshuffled_decks_go_uncut_only_where_the_chapter_leaves_it_open(game: str) -> None:
    submission = games()[game].submission_type(cut_preshuffled=False)
    found = {finding.clause for finding in submission.findings()}
    if not CARD_GAMES[game].cards.preshuffled_cut_is_open:
        assert found == {CARD_GAMES[game].cards.cut_required[0].id}
        brought(table(game), preshuffled=True).refused(LoadDeck(deck="D-1"))
        return
    assert not found
    service = brought(table(game, cut_preshuffled=False), preshuffled=True)
    service.do(LoadDeck(deck="D-1"))
    assert condition(service) is Condition.LOADED
    void_a_round(service)
    service.do(ShuffleDeck(deck="D-1"))
    assert service.refused(LoadDeck(deck="D-1")).clause == rules_of(service).cut_required[0]


@each_game("recut")
def test_a_floorperson_may_order_a_recut_until_the_deal(game: str) -> None:
    service = loaded(table(game))
    rules = rules_of(service)
    assert service.refused(OrderRecut(deck="D-1", by=Role.DEALER)).clause == rules.recut[0]
    service.do(OrderRecut(deck="D-1"))
    assert service.refused(LoadDeck(deck="D-1")).clause == rules.cut_required[0]
    service.do(CutDeck(deck="D-1", depth=12), LoadDeck(deck="D-1"))
    deal_unseen(to_the_deal(wagered(service)))
    assert service.refused(OrderRecut(deck="D-1")).clause == rules.recut[0]


@each_game("shuffle_ordered")
def test_a_floorperson_may_order_a_shuffle(game: str) -> None:
    service = loaded(table(game))
    rules = rules_of(service)
    assert service.refused(OrderShuffle(deck="D-1", by=Role.DEALER)).clause == rules.shuffle_ordered[0]
    service.do(OrderShuffle(deck="D-1"))
    assert condition(service) is Condition.STACKED


@each_game("idle", "idle_over")
def test_an_idle_table_spreads_its_cards_and_shuffles_anew_for_the_next_player(game: str) -> None:
    service = loaded(table(game))
    service.do(LeaveSeat(seat=1))
    assert condition(service) is Condition.IDLE
    service.refused(ShuffleDeck(deck="D-1"))
    events = service.do(SpreadIdle(deck="D-1", face_up=True))
    assert "face up" in str(events[0])
    assert service.refused(ShowSpread(deck="D-1")).clause == rules_of(service).idle_over[0]
    service.seated(seat_1=1_000_000).do(ShowSpread(deck="D-1"), WashDeck(deck="D-1"))
    wagered(_shuffle_and_load(service)).do(CallNoMoreBets())


@each_game()
def test_cards_are_not_spread_with_wagers_on_the_layout(game: str) -> None:
    service = wagered(loaded(table(game)))
    assert service.refused(SpreadIdle(deck="D-1")).clause == rules_of(service).idle[0]


@each_game("continuous")
def test_an_approved_device_that_reshuffles_by_itself_needs_no_cut_recut_or_idle_spread(game: str) -> None:
    service = stacked(brought(table(game, shuffler="continuous")))
    rules = rules_of(service)
    assert service.refused(ShuffleDeck(deck="D-1")).clause == rules.continuous[0]
    counted = rules.size if rules.wrong_count else 0
    events = service.do(ShuffleDeck(deck="D-1", device=True, counted=counted))
    assert rules.continuous[0].id in clauses_of(events)
    assert condition(service) is Condition.LOADED
    service.refused(OrderRecut(deck="D-1"))
    assert service.refused(SpreadIdle(deck="D-1")).clause == rules.continuous[0]
    service.do(LeaveSeat(seat=1))
    assert condition(service) is Condition.LOADED


@each_game("hand_needs_shuffler")
def test_only_cards_that_a_device_shuffled_are_dealt_from_the_hand(game: str) -> None:
    service = stacked(brought(table(game, dealing="hand", shuffler="automated")))
    service.do(ShuffleDeck(deck="D-1"), CutDeck(deck="D-1", depth=20))
    assert service.refused(LoadDeck(deck="D-1")).clause == rules_of(service).hand_needs_shuffler[0]


# The deal.


@each_method("load", "no_more_bets")
def test_no_more_bets_comes_before_the_deal_and_a_loaded_deck_before_both(
    game: str, dealing: Dealing
) -> None:
    service = wagered(table(game, **WITH_DEVICE[dealing]))
    rules = rules_of(service).methods[dealing]
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).shuffle_due[0]
    loaded(service)
    assert service.refused(Deal(cards=(UNSEEN,))).clause == rules.no_more_bets[0]
    service.do(CallNoMoreBets())
    assert service.refused(CallNoMoreBets()).clause == rules.no_more_bets[0]


@each_method("deal_first", "deal_next", "deal_dealer")
def test_everyone_is_dealt_in_the_order_of_the_law(game: str, dealing: Dealing) -> None:
    service = loaded(table(game, **WITH_DEVICE[dealing])).seated(seat_3=1_000_000)
    to_the_deal(wagered(service, 1, 3))
    playing = game_of(service)
    order = playing.recipients(service.state.play)
    count = len(order) * playing.hand_size
    events = service.do(Deal(cards=(UNSEEN,) * count))
    went = tuple(event.seat for event in events if isinstance(event, CardDealt))
    packets = tuple(seat for seat in order for _ in range(playing.hand_size))
    assert went == (packets if dealing is Dealing.AUTOMATED_SHOE else order * playing.hand_size)
    assert service.state.play.phase == STUB
    assert all(len(hand.cards) == playing.hand_size for hand in service.state.play.hands)


@each_game("one_deck")
def test_a_card_that_is_not_in_the_deck_or_came_out_already_is_refused(game: str) -> None:
    service = to_the_deal(wagered(loaded(table(game))))
    for cards in (("Xx",), ("As", "As")):
        assert service.refused(Deal(cards=cards)).clause == rules_of(service).one_deck[0]
    service.do(Deal(cards=("As",)))
    assert service.refused(Deal(cards=("As",))).clause == rules_of(service).one_deck[0]


# The stub.


@each_method("stub_away", "count_due", "count_good")
def test_the_stub_is_counted_at_least_as_often_as_the_law_says(game: str, dealing: Dealing) -> None:
    service = loaded(table(game, **WITH_DEVICE[dealing]))
    rules = rules_of(service)
    said: set[str] = set()
    for _ in range(rules.count_every - 1):
        deal_unseen(to_the_deal(wagered(service)))
        said |= clauses_of(service.do(DiscardStub()))
        service.do(Report(irregularity=WRONG_NUMBER, by=Role.DEALER))
        reloaded(service)
    deal_unseen(to_the_deal(wagered(service)))
    refusal = service.refused(DiscardStub())
    assert refusal.clause == rules.methods[dealing].count_due[0]
    expected = game_of(service).stub_expected(service.state.play)
    said |= clauses_of(service.do(CountStub(stub=expected)))
    assert rules.methods[dealing].count_good[0].id in said
    assert service.state.play.phase != STUB
    assert service.state.play.kit.decks[0].rounds == service.state.play.kit.rounds == 0


@each_method("count_due")
def test_a_counting_shuffler_spares_the_count_where_the_chapter_says_so(game: str, dealing: Dealing) -> None:
    options = {**WITH_DEVICE[dealing], "shuffler": "counting"}
    service = loaded(table(game, **options))
    rules = rules_of(service)
    for _ in range(rules.count_every + 1):
        deal_unseen(to_the_deal(wagered(service)))
        if rules.counting_spares_stub:
            service.do(DiscardStub())
        else:
            assert service.refused(DiscardStub()).clause == rules.methods[dealing].count_due[0]
        service.do(Report(irregularity=WRONG_NUMBER, by=Role.DEALER))
        reloaded(service)
    deal_unseen(to_the_deal(wagered(service)))
    events = service.do(CountStub(stub=game_of(service).stub_expected(service.state.play)))
    assert rules.methods[dealing].count_due[0].id in clauses_of(events)


@each_method("count_off", "misdealt")
def test_a_misdeal_found_by_the_count_voids_the_round_and_keeps_the_deck(game: str, dealing: Dealing) -> None:
    service = loaded(table(game, **WITH_DEVICE[dealing]))
    chips = service.state.chips[rack(1)]
    deal_unseen(to_the_deal(wagered(service)))
    state = service.state.play
    expected = game_of(service).stub_expected(state)
    dealt = sum(len(hand.cards) for hand in state.hands)
    events = service.do(CountStub(stub=expected - 1, in_hands=dealt + 1))
    assert isinstance(events[0], StubCounted)
    assert events[0].total == rules_of(service).size
    rules = rules_of(service).methods[dealing]
    wagers_back(service, events, rules.misdealt[0], chips)
    assert condition(service) is Condition.USED


@each_method("count_off", "not_misdealt")
def test_a_wrong_deck_voids_the_round_and_leaves_the_table(game: str, dealing: Dealing) -> None:
    service = loaded(table(game, **WITH_DEVICE[dealing]))
    chips = service.state.chips[rack(1)]
    deal_unseen(to_the_deal(wagered(service)))
    expected = game_of(service).stub_expected(service.state.play)
    events = service.do(CountStub(stub=expected - 1))
    rules = rules_of(service).methods[dealing]
    wagers_back(service, events, rules.not_misdealt[0], chips)
    assert condition(service) is None


@each_method("misdealt", "not_misdealt")
def test_a_misdeal_from_a_wrong_deck_takes_the_deck_too(game: str, dealing: Dealing) -> None:
    service = loaded(table(game, **WITH_DEVICE[dealing]))
    chips = service.state.chips[rack(1)]
    deal_unseen(to_the_deal(wagered(service)))
    state = service.state.play
    dealt = sum(len(hand.cards) for hand in state.hands)
    stub = game_of(service).stub_expected(state)
    events = service.do(CountStub(stub=stub - 2, in_hands=dealt + 1))
    wagers_back(service, events, rules_of(service).methods[dealing].misdealt[0], chips)
    assert condition(service) is None


@each_method("misdealt", "not_misdealt")
def test_a_misdeal_is_not_hidden_by_a_stub_that_counts_right(game: str, dealing: Dealing) -> None:
    service = loaded(table(game, **WITH_DEVICE[dealing]))
    chips = service.state.chips[rack(1)]
    deal_unseen(to_the_deal(wagered(service)))
    state = service.state.play
    dealt = sum(len(hand.cards) for hand in state.hands)
    stub = game_of(service).stub_expected(state)
    events = service.do(CountStub(stub=stub, in_hands=dealt + 1))
    wagers_back(service, events, rules_of(service).methods[dealing].misdealt[0], chips)
    assert condition(service) is None


# Irregularities.


@each_game("face_up_one", "face_up_many")
def test_one_card_found_face_up_is_set_aside_and_a_second_voids_the_round(game: str) -> None:
    service = loaded(table(game))
    rules = rules_of(service)
    chips = service.state.chips[rack(1)]
    to_the_deal(wagered(service)).do(Deal(cards=("2c",)))
    assert service.refused(FindFaceUp(card="2c")).clause == rules.one_deck[0]
    events = service.do(FindFaceUp(card="Ks"))
    assert rules.face_up_one[0].id in clauses_of(events)
    assert service.refused(Deal(cards=("Ks",))).clause == rules.one_deck[0]
    events = service.do(FindFaceUp(card="Kd"))
    assert isinstance(events[0], CardSetAside)
    assert isinstance(events[1], HandsVoided)
    wagers_back(service, events, rules.face_up_many[0], chips)
    assert condition(service) is Condition.USED


@each_game("face_up_one")
def test_a_card_set_aside_counts_with_the_stub(game: str) -> None:
    service = to_the_deal(wagered(loaded(table(game))))
    whole = rules_of(service).size - len(game_of(service).due(service.state.play))
    service.do(FindFaceUp(card="Ks"))
    deal_unseen(service)
    assert game_of(service).stub_expected(service.state.play) == whole - 1
    stub_away(service)
    assert service.state.play.phase not in (STUB, BETTING)


@each_game("drawn_in_error")
def test_a_card_drawn_in_error_and_not_exposed_is_the_next_card(game: str) -> None:
    service = loaded(table(game))
    to_the_deal(wagered(service)).do(Deal(cards=("2c",)))
    due = game_of(service).due(service.state.play)
    clauses = {clause.id for clause in rules_of(service).drawn_in_error}
    assert service.refused(Report(irregularity=DRAWN_IN_ERROR, by=Role.PLAYER)).clause.id in clauses
    events = service.do(Report(irregularity=DRAWN_IN_ERROR, by=Role.DEALER))
    assert clauses_of(events) == clauses
    assert game_of(service).due(service.state.play) == due
    deal_unseen(service)
    assert service.state.play.phase == STUB


@each_game("wrong_number")
def test_a_wrong_number_of_cards_voids_the_round(game: str) -> None:
    service = loaded(table(game))
    chips = service.state.chips[rack(1)]
    events = void_a_round(service)
    wagers_back(service, events, rules_of(service).wrong_number[0], chips)
    assert condition(service) is Condition.USED


@each_game("shuffler_fault")
def test_a_shuffler_that_did_not_finish_means_a_reshuffle(game: str) -> None:
    service = shuffled(stacked(brought(table(game, shuffler="automated"))))
    service.do(Report(irregularity=SHUFFLER_FAULT, by=Role.DEALER))
    assert condition(service) is Condition.STACKED
    assert service.refused(LoadDeck(deck="D-1"))
    service.do(ShuffleDeck(deck="D-1", device=True), LoadDeck(deck="D-1"))


@each_game("shoe_fault")
def test_a_failing_automated_shoe_voids_the_round(game: str) -> None:
    service = loaded(table(game, **WITH_DEVICE[Dealing.AUTOMATED_SHOE]))
    chips = service.state.chips[rack(1)]
    to_the_deal(wagered(service)).do(Deal(cards=("2c",)))
    events = service.do(Report(irregularity=SHOE_FAULT, by=Role.DEALER))
    wagers_back(service, events, rules_of(service).shoe_fault[0], chips)
    assert condition(service) is Condition.USED


@each_game("marked")
def test_a_dead_automated_shoe_is_marked_before_cards_are_dealt_another_way(game: str) -> None:
    service = loaded(table(game, **WITH_DEVICE[Dealing.AUTOMATED_SHOE]))
    rules = rules_of(service)
    assert service.refused(ChangeDealing(dealing=Dealing.MANUAL_SHOE)).clause == rules.marked[0]
    service.do(Report(irregularity=SHOE_UNUSABLE, by=Role.FLOORPERSON))
    assert service.refused(ChangeDealing(dealing=Dealing.MANUAL_SHOE)).clause == rules.marked[0]
    service.do(MarkOutOfOrder(device=Device.AUTOMATED_SHOE, how="signed"))
    service.do(ChangeDealing(dealing=Dealing.MANUAL_SHOE), LoadDeck(deck="D-1"))
    assert service.refused(ChangeDealing(dealing=Dealing.AUTOMATED_SHOE)).clause == rules.marked[0]
    service.do(RestoreDevice(device=Device.AUTOMATED_SHOE))
    assert service.state.play.kit.automated_shoe is DeviceStatus.IN_SERVICE
    service.do(ChangeDealing(dealing=Dealing.AUTOMATED_SHOE), LoadDeck(deck="D-1"))


@each_game("marked")
def test_a_dead_shuffler_is_marked_before_cards_are_shuffled_by_hand(game: str) -> None:
    service = stacked(brought(table(game, shuffler="automated")))
    rules = rules_of(service)
    service.do(Report(irregularity=SHUFFLER_UNUSABLE, by=Role.DEALER))
    assert service.refused(ShuffleDeck(deck="D-1")).clause == rules.marked[0]
    service.do(MarkOutOfOrder(device=Device.SHUFFLER, how="covered"), ShuffleDeck(deck="D-1"))
    assert condition(service) is Condition.SHUFFLED


# Areas and leaving.


@each_game("adjacent_areas")
def test_a_player_may_play_a_neighbouring_area_where_the_submission_allows_it(game: str) -> None:
    single = table(game)
    rules = rules_of(single)
    assert single.refused(PlayArea(seat=1, area=2)).clause == rules.adjacent_areas[0]
    service = table(game, adjacent_areas=2)
    assert service.refused(PlayArea(seat=1, area=3)).clause == rules.adjacent_areas[0]
    service.do(PlayArea(seat=1, area=2))
    wagered(service, 2)
    staked = sum(bet.amount for bet in service.state.play.bets)
    assert service.state.chips[rack(1)] == service.table.chips_of(service.state, 2) == 1_000_000 - staked
    bet = service.state.play.bets[0]
    service.do(TakeDownWager(seat=2, wager=bet.wager, pick=bet.pick))
    assert service.refused(PlayArea(seat=1, area=3)).clause == rules.adjacent_areas[0]
    assert service.refused(PlayArea(seat=2, area=3)).clause == rules.adjacent_areas[0]
    before = service.chips()
    service.do(LeaveSeat(seat=1))
    assert service.state.play.seats == ()
    assert service.chips() == before
    too_many = games()[game].submission_type(adjacent_areas=99).findings()
    assert rules.adjacent_areas[0].id in {finding.clause for finding in too_many}


@each_game("abandoned")
def test_a_floorperson_may_rule_the_wagers_of_a_player_who_left_lost(game: str) -> None:
    service = loaded(table(game)).seated(seat_3=1_000_000)
    rules = rules_of(service)
    deal_unseen(to_the_deal(wagered(service, 1, 3)))
    stub_away(service)
    assert service.refused(Abandon(seat=1, by=Role.DEALER)).clause == rules.abandoned[0]
    assert service.refused(Abandon(seat=2)).clause == rules.abandoned[0]
    staked = sum(bet.amount for bet in service.state.play.bets if bet.seat == 1)
    tray = service.state.chips["tray"]
    events = service.do(Abandon(seat=1))
    lines = [event for event in events if isinstance(event, Settled)]
    assert {line.clause for line in lines if line.seat == 1} == {rules.abandoned[0].id}
    assert service.state.chips["tray"] == tray + staked
    assert all(bet.seat != 1 for bet in service.state.play.bets)


# What a second look found: nothing slips in between the checks, and no table stands without a way on.


@each_game("wrong_number")
def test_a_void_round_undoes_what_it_had_settled_already(game: str) -> None:
    service = loaded(table(game)).seated(seat_3=1_000_000)
    deal(to_the_deal(wagered(service, 1, 3)))
    stub_away(service)
    while not any(isinstance(event, Settled) for event in service.events):
        onward(service)
    assert service.state.play.phase != BETTING
    service.do(Report(irregularity=WRONG_NUMBER, by=Role.DEALER))
    assert service.state.chips[rack(1)] == service.state.chips[rack(3)] == 1_000_000
    assert service.state.chips["tray"] == TRAY - 2_000_000
    assert service.state.play.settled == ()


@each_game()
def test_a_shoe_that_has_dealt_its_cards_can_no_longer_void_the_round(game: str) -> None:
    service = loaded(table(game, **WITH_DEVICE[Dealing.AUTOMATED_SHOE]))
    deal_unseen(to_the_deal(wagered(service)))
    stub_away(service)
    refusal = service.refused(Report(irregularity=SHOE_FAULT, by=Role.DEALER))
    assert refusal.clause == rules_of(service).shoe_fault[0]


@each_game("marked")
def test_no_round_begins_with_a_shoe_that_has_failed(game: str) -> None:
    service = wagered(loaded(table(game, **WITH_DEVICE[Dealing.AUTOMATED_SHOE])))
    rules = rules_of(service)
    service.do(Report(irregularity=SHOE_UNUSABLE, by=Role.DEALER))
    assert service.refused(CallNoMoreBets()).clause == rules.marked[0]
    service.do(MarkOutOfOrder(device=Device.AUTOMATED_SHOE, how="covered"))
    assert service.refused(CallNoMoreBets()).clause == rules.marked[0]
    service.do(ChangeDealing(dealing=Dealing.MANUAL_SHOE), LoadDeck(deck="D-1"))
    # What a chapter asks to be attested of the other way of dealing comes first.
    for step in service.table.missing(service.state, Stage.OPENING):
        assert service.refused(CallNoMoreBets()).message.startswith("not yet attested")
        service.do(Attest(step=step.id, by=step.by[0], witness=step.witness))
    service.attest(Stage.APPROVAL).do(CallNoMoreBets())


@each_game("shuffler_fault")
def test_a_jam_of_a_device_that_feeds_the_shoe_sends_its_cards_back_to_be_shuffled(game: str) -> None:
    service = loaded(table(game, shuffler="automated", shuffler_feeds_shoe=True))
    assert condition(service) is Condition.LOADED
    service.do(Report(irregularity=SHUFFLER_FAULT, by=Role.DEALER))
    assert condition(service) is Condition.STACKED


@each_game("one_in_shuffler")
def test_a_second_deck_that_left_stops_the_next_round(game: str) -> None:
    service = wagered(loaded(table(game, decks=2, shuffler="automated")))
    service.do(RemoveDeck(deck="D-2"))
    assert service.refused(CallNoMoreBets()).clause == rules_of(service).one_in_shuffler[0]


@each_game("life_from_shoe")
def test_a_deck_past_its_time_is_not_dealt_from_though_betting_closed_before(game: str) -> None:
    service = to_the_deal(wagered(loaded(table(game))))
    service.later(hours=rules_of(service).life_from_shoe.hours)
    assert service.refused(Deal(cards=(UNSEEN,))).clause == rules_of(service).life_from_shoe.clause
    service.do(RemoveDeck(deck="D-1"))
    assert service.refused(FindFaceUp(card="As")).clause == rules_of(service).face_up_one[0]
    loaded(service, "D-2")
    deal_unseen(service)
    service.later(hours=rules_of(service).life_from_shoe.hours)
    stub_away(service)
    assert service.state.play.phase not in (BETTING, STUB)


@each_game("wrong_count", unless_silent="wrong_count")
def test_a_deck_that_leaves_after_no_more_bets_is_replaced_and_the_round_goes_on(game: str) -> None:
    service = to_the_deal(wagered(loaded(table(game, shuffler="counting"))))
    service.do(OrderShuffle(deck="D-1"), ShuffleDeck(deck="D-1", device=True, counted=51))
    assert condition(service) is None
    loaded(service, "D-2")
    deal_unseen(service)
    assert service.state.play.phase == STUB


@each_game("alternate")
def test_the_other_deck_has_its_turn_after_a_deck_was_removed_by_the_count(game: str) -> None:
    service = loaded(table(game, decks=2, shuffler="automated"))
    void_a_round(service)
    shuffled(service, "D-1").do(LoadDeck(deck="D-2"))
    deal_unseen(to_the_deal(wagered(service)))
    service.do(CountStub(stub=1))
    assert condition(service, "D-2") is None
    shuffled(stacked(brought(service, "D-3"), "D-3"), "D-3").do(LoadDeck(deck="D-1"))
    assert condition(service, "D-1") is Condition.LOADED


@each_game()
def test_a_card_found_face_up_is_named(game: str) -> None:
    service = to_the_deal(wagered(loaded(table(game))))
    assert service.refused(FindFaceUp(card=UNSEEN)).clause == rules_of(service).face_up_one[0]


@each_game()
def test_an_idle_deck_is_spread_though_a_player_has_wagered_already(game: str) -> None:
    service = loaded(table(game))
    service.do(LeaveSeat(seat=1))
    wagered(service.seated(seat_1=1_000_000))
    service.do(SpreadIdle(deck="D-1"), ShowSpread(deck="D-1"), WashDeck(deck="D-1"))
    _shuffle_and_load(service).do(CallNoMoreBets())


@each_game()
def test_a_preshuffled_deck_goes_uncut_into_a_device_that_reshuffles_itself(game: str) -> None:
    service = brought(table(game, shuffler="continuous"), preshuffled=True)
    service.do(LoadDeck(deck="D-1"))
    assert condition(service) is Condition.LOADED
    assert service.refused(SpreadIdle(deck="D-1")).clause == rules_of(service).continuous[0]


@each_game("abandoned")
def test_wagers_ruled_abandoned_come_back_when_the_round_proves_void(game: str) -> None:
    service = loaded(table(game)).seated(seat_3=1_000_000)
    deal_unseen(to_the_deal(wagered(service, 1, 3)))
    stub_away(service)
    service.do(Abandon(seat=1))
    assert service.refused(LeaveSeat(seat=1)).clause == game_of(service).leaving_clause
    service.do(Report(irregularity=WRONG_NUMBER, by=Role.DEALER))
    assert service.state.chips[rack(1)] == service.state.chips[rack(3)] == 1_000_000
    service.do(LeaveSeat(seat=1))


@each_game("hand_needs_shuffler")
def test_a_shuffler_that_dies_after_no_more_bets_leaves_a_way_on(game: str) -> None:
    service = to_the_deal(wagered(loaded(table(game, dealing="hand", shuffler="automated"))))
    service.do(OrderShuffle(deck="D-1"), Report(irregularity=SHUFFLER_UNUSABLE, by=Role.DEALER))
    service.do(MarkOutOfOrder(device=Device.SHUFFLER, how="signed"), ShuffleDeck(deck="D-1"))
    service.do(CutDeck(deck="D-1", depth=20))
    assert service.refused(LoadDeck(deck="D-1")).clause == rules_of(service).hand_needs_shuffler[0]
    service.do(ChangeDealing(dealing=Dealing.MANUAL_SHOE), LoadDeck(deck="D-1"))
    service.attest(Stage.APPROVAL, Stage.OPENING)
    deal_unseen(service)
    assert service.state.play.phase == STUB


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, id=name, marks=pytest.mark.clause(game.dealer_clause.id))
        for name, game in CARD_GAMES.items()
    ],
)
def test_a_card_of_the_dealers_told_wrongly_is_put_right_before_anything_is_settled_by_it(game: str) -> None:
    service = loaded(table(game)).seated(seat_3=1_000_000)
    deal(to_the_deal(wagered(service, 1, 3)), seat_1="2c", seat_3="3d")
    stub_away(service)
    playing = game_of(service)
    while not playing.may_correct_dealer(service.state.play):
        spare = CorrectDealerCard(was=service.state.play.hand(0)[0], card=playing.left(service.state.play)[0])
        assert service.refused(spare).clause == playing.dealer_clause
        onward(service)
    was, card = service.state.play.hand(0)[0], playing.left(service.state.play)[0]
    assert (
        service.refused(CorrectDealerCard(was=was, card=card, by=Role.DEALER)).clause == playing.dealer_clause
    )
    assert service.refused(CorrectDealerCard(was="2c", card=card)).clause == playing.dealer_clause
    assert service.refused(CorrectDealerCard(was=was, card="3d")).clause == rules_of(service).one_deck[0]
    assert service.refused(CorrectDealerCard(was=was, card=UNSEEN)).clause == playing.dealer_clause
    service.do(CorrectDealerCard(was=was, card=card))
    assert card in service.state.play.hand(0)
    assert was in playing.left(service.state.play)
    carried_on(service)
    assert service.chips() == TRAY
