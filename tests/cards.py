"""Card tables for tests: a deck brought, prepared and loaded through the very steps of the law."""

from typing import Any

from houseway.equipment.cards import UNSEEN
from houseway.equipment.decks import Back, Condition, DeviceStatus, Mixed
from houseway.table.card_felt import BETTING
from houseway.table.card_game import CARD_RULES, CardGame
from houseway.table.card_play import (
    BringDeck,
    CountStub,
    CutDeck,
    Deal,
    DiscardStub,
    InspectDeck,
    LoadDeck,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    SpreadIdle,
    TearJoker,
    VerifyDeck,
    WashDeck,
)
from houseway.table.irregularities import REPORT_RULE
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.routine import move_of, moves_of, routine_move
from houseway.table.seating import SEAT_RULES
from houseway.table.wagering import WAGER_RULES
from tests.service import Service

# The moves that all card games have.
SHARED = {rule.move for rule in (*SEAT_RULES, *WAGER_RULES, REPORT_RULE, *CARD_RULES)}


def game_of(service: Service) -> CardGame[Any]:
    """The card game of a table."""
    game = service.table.game
    assert isinstance(game, CardGame)
    return game


def brought(service: Service, serial: str = "D-1", **more: Any) -> Service:
    """A new deck, straight from its box."""
    backs = {deck.back for deck in service.state.play.kit.decks}
    back = next(colour for colour in Back if colour not in backs)
    service.do(BringDeck(serial=serial, back=back, jokers=game_of(service).cards.jokers, **more))
    return service


def stacked(service: Service, serial: str = "D-1") -> Service:
    """The deck through inspection, spread, the first player's look and the wash."""
    service.do(
        InspectDeck(deck=serial),
        VerifyDeck(deck=serial),
    )
    while _deck(service, serial).jokers > game_of(service).cards.jokers:
        service.do(TearJoker(deck=serial))
    service.do(SpreadDeck(deck=serial), ShowSpread(deck=serial), WashDeck(deck=serial))
    return service


def shuffled(service: Service, serial: str = "D-1") -> Service:
    """The deck shuffled by the device where there is one, else by hand and cut."""
    kit = service.state.play.kit
    device = kit.shuffler is DeviceStatus.IN_SERVICE
    rules, choices = game_of(service).cards, game_of(service).choices
    counted = rules.size if rules.device_counts(choices) else 0
    service.do(ShuffleDeck(deck=serial, device=device, counted=counted))
    deck = _deck(service, serial)
    if deck.condition is Condition.SHUFFLED and deck.mixed is not Mixed.DEVICE:
        service.do(CutDeck(deck=serial, depth=20))
    return service


def loaded(service: Service, *serials: str) -> Service:
    """Decks ready to be dealt, the first of them loaded; players must be seated to look at them."""
    serials = serials or (("D-1",) if game_of(service).choices.decks == 1 else ("D-1", "D-2"))
    for serial in serials:
        shuffled(stacked(brought(service, serial), serial), serial)
    if _deck(service, serials[0]).condition is not Condition.LOADED:
        service.do(LoadDeck(deck=serials[0]))
    return service


def reloaded(service: Service) -> Service:
    """After a round: the used deck shuffled and the deck whose turn it is loaded."""
    kit = service.state.play.kit
    for deck in kit.within(Condition.IDLE):
        service.do(SpreadIdle(deck=deck.serial), ShowSpread(deck=deck.serial), WashDeck(deck=deck.serial))
    for deck in service.state.play.kit.within(Condition.USED, Condition.STACKED):
        shuffled(service, deck.serial)
    kit = service.state.play.kit
    if kit.in_play is None:
        turn = next((deck for deck in kit.decks if deck.serial != kit.last), kit.decks[0])
        service.do(LoadDeck(deck=turn.serial))
    return service


def deal(service: Service, **hands: str) -> Service:
    """Deal these hands, for instance seat_1="As Kd 2c", dealer="Qh Js 9c"; the order is the table's own."""
    game, state = game_of(service), service.state.play
    told = {_seat(name): cards.split() for name, cards in hands.items()}
    spare = [card for card in game.left(state) if not any(card in cards for cards in told.values())]
    order = tuple(told[seat].pop(0) if told.get(seat) else spare.pop() for seat in game.due(state))
    service.do(Deal(cards=order))
    return service


def wagered(service: Service, *seats: int) -> Service:
    """The least wager that takes part in a round, the game's first, at each of these positions (1 if none is named)."""
    wager = next(iter(game_of(service).catalogue.values()))
    for seat in seats or (1,):
        room = game_of(service).wagering.room(service.state.play, seat, wager, wager.picks[0])
        assert room is not None
        service.do(PlaceWager(seat=seat, wager=wager.name, pick=wager.picks[0], amount=room.low))
    return service


def every_wager(service: Service, seat: int) -> Service:
    """The least of every other wager that goes with what the position has wagered already."""
    for wager in game_of(service).catalogue.values():
        offered = [
            act
            for act in service.table.legal(service.state, service.now)
            if act.move == "place-wager"
            and act.fields["wager"] == (wager.name,)
            and seat in act.fields["seat"]
        ]
        if (
            offered
            and offered[0].amount
            and not any(b.seat == seat and b.wager == wager.name for b in service.state.play.bets)
        ):
            service.do(PlaceWager(seat=seat, wager=wager.name, amount=offered[0].amount.low))
    return service


def to_the_deal(service: Service) -> Service:
    """Bets closed, and whatever the game does before its first card."""
    service.do(CallNoMoreBets())
    while not any(act.move == "deal" for act in game_of(service).legal(service.state.play)):
        game, state = game_of(service), service.state.play
        due = next(act for act in game.legal(state) if act.move in {*game.book.routine, *game.book.chance})
        service.do(next(moves_of(game, due)))
    return service


def deal_unseen(service: Service) -> Service:
    """Everyone's cards, face down and told to nobody."""
    service.do(Deal(cards=(UNSEEN,) * len(game_of(service).due(service.state.play))))
    return service


def stub_away(service: Service) -> Service:
    """The stub counted where that is due, else discarded."""
    game, state = game_of(service), service.state.play
    if game.count_is_due(state):
        service.do(CountStub(stub=game.stub_expected(state)))
    else:
        service.do(DiscardStub())
    return service


def _seat(name: str) -> int:
    return 0 if name == "dealer" else int(name.removeprefix("seat_"))


def _deck(service: Service, serial: str) -> Any:
    return service.state.play.kit.deck(serial)


def onward(service: Service) -> None:
    """One move on: the crew's routine, a wager that a player is asked for, or else the first thing to do."""
    game, state = game_of(service), service.state.play
    move = routine_move(game, state)
    asked = next((act for act in game.legal(state) if act.move == "place-wager"), None)
    if move is None and asked is not None and asked.amount is not None:
        seat, wager = asked.fields["seat"][0], asked.fields["wager"][0]
        move = PlaceWager(seat=seat, wager=wager, amount=asked.amount.low)
    if move is None:
        own = [rule for rule in game.book.of.values() if rule.move not in SHARED]
        act = next(act for rule in own for act in game.book.lawful_by(rule, game, state))
        first = {name: values[0] for name, values in act.fields.items()}
        move = move_of(game, act, {**first, **dict.fromkeys(act.text, "JP-1")})
    service.do(move)


def carried_on(service: Service) -> Service:
    """The round to its end."""
    while service.state.play.phase != BETTING:
        onward(service)
    return service
