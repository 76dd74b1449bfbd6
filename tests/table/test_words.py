"""How card tables are told: decks, devices, the deal, the stub, bonuses, and any game's own events by their fields."""

from typing import Any

import pytest

from houseway.equipment.cards import Hand
from houseway.games import game_under, submission_for
from houseway.money import Cents
from houseway.table.card_play import (
    AreaTaken,
    CardDealt,
    CardSetAside,
    DealerCardCorrected,
    DealingChanged,
    DeckBrought,
    DeckHandled,
    DeckRemoved,
    DeviceMarked,
    DeviceRestored,
    HandDiscarded,
    HandFolded,
    HandsVoided,
    RoundCompleted,
    SettlementReversed,
    StubCounted,
    StubDiscarded,
    WagersAbandoned,
)
from houseway.table.events import BonusPaid, Event, NoMoreBetsCalled
from houseway.table.game import Game
from houseway.table.meter import of_cents
from houseway.table.progressive_events import (
    AwardValidated,
    AwardVerified,
    DocumentsCompleted,
    EnvyBonusPaid,
    MeterContributed,
    MeterReset,
    MeterReversed,
    ProgressiveCollected,
    ProgressiveLocked,
    ProgressiveWon,
)
from houseway.table.set_hands import HandPlayedOn, HandVoided
from houseway.table.shoe_play import DecisionMade
from houseway.table.start import (
    DiceUncovered,
    NumberShown,
    ShakerCovered,
    StacksCollected,
    StartFixed,
    StartMethodChanged,
)
from houseway.table.words import told

SOME_CLAUSE = "661a.3(a)"


class HandsShown(Event, frozen=True, kw_only=True):
    """An event such as a game brings along."""

    seat: int
    cards: Hand = ()
    high: Hand = ()
    high_points: int = 0
    owed: Cents = 0
    hands: str = ""
    seats: tuple[int, ...] = ()


@pytest.fixture(scope="module")
def game() -> Game[Any]:
    return game_under(submission_for("three-dice-football"))


@pytest.mark.parametrize(
    ("event", "fields", "words"),
    [
        (DeckBrought, {"serial": "D-1", "back": "red", "preshuffled": False}, "Deck D-1 with red backs comes to the table"),
        (DeckBrought, {"serial": "D-2", "back": "blue", "preshuffled": True}, "Deck D-2 with blue backs comes to the table, preshuffled"),
        (DeckHandled, {"deck": "D-1", "done": "inspected for defects", "by": "dealer"}, "Deck D-1: inspected for defects, by the dealer"),
        (DeckRemoved, {"deck": "D-1", "reason": "the deck is not whole"}, "Deck D-1 leaves the table: the deck is not whole"),
        (DeviceMarked, {"device": "automated-shoe", "how": "signed"}, "The automated shoe is signed out of order"),
        (DeviceMarked, {"device": "shuffler", "how": "covered"}, "The shuffler is covered"),
        (DeviceRestored, {"device": "shuffler"}, "The shuffler is back in service"),
        (DealingChanged, {"dealing": "hand"}, "The cards are dealt from the hand from now on"),
        (NoMoreBetsCalled, {}, "No more bets called"),
        (CardDealt, {"seat": 2, "card": "Ks"}, "Position 2 gets K♠"),
        (CardDealt, {"seat": 2, "card": "Jo"}, "Position 2 gets the joker"),
        (CardDealt, {"seat": 0, "card": "??"}, "The dealer gets a card face down"),
        (CardSetAside, {"card": "7c"}, "7♣ was face up and goes to the rack unused"),
        (StubCounted, {"stub": 43, "total": 52}, "The stub counts 43, the whole deck 52"),
        (StubDiscarded, {}, "The stub goes to the discard rack"),
        (DealerCardCorrected, {"was": "Kd", "card": "Kh", "by": "floorperson"}, "The floorperson corrects the dealer's K♦ to K♥"),
        (HandsVoided, {"reason": "the deck is not whole"}, "All hands are void: the deck is not whole"),
        (SettlementReversed, {"seat": 2, "wager": "touchdown", "returned": 2500, "repaid": 0}, "Position 2, Touchdown: undone, $25 returned"),
        (SettlementReversed, {"seat": 2, "wager": "touchdown", "returned": 0, "repaid": 5000}, "Position 2, Touchdown: undone, $50 repaid"),
        (SettlementReversed, {"seat": 3, "wager": "Ante Bonus", "returned": 0, "repaid": 2500}, "Position 3, Ante Bonus: undone, $25 repaid"),
        (AreaTaken, {"seat": 1, "area": 2}, "Position 1 plays position 2 as well"),
        (WagersAbandoned, {"seat": 3, "by": "pit-manager"}, "The pit manager rules the wagers of position 3 abandoned"),
        (HandFolded, {"seat": 2}, "Position 2 folds"),
        (HandDiscarded, {"seat": 2}, "The cards of position 2 go to the rack"),
        (DiceUncovered, {"dice": (1, 2, 4), "total": 7}, "The dice show 1, 2, 4: 7"),
        (NumberShown, {"number": 9}, "The generator shows 9"),
        (StartMethodChanged, {"method": "random-number-generator", "by": "floorperson"}, "From now on the random number generator tells where the deal starts, says the floorperson"),
        (StartFixed, {"seat": 0}, "The deal starts at the dealer"),
        (StacksCollected, {"seats": (4,)}, "The cards dealt to position 4 are collected unseen"),
        (StacksCollected, {"seats": (2, 4, 5)}, "The cards dealt to positions 2, 4 and 5 are collected unseen"),
        (ShakerCovered, {}, "The shaker is covered and shaken once"),
        (HandVoided, {"seat": 3}, "Position 3 voids the exposed hand"),
        (HandPlayedOn, {"seat": 3}, "Position 3 plays the exposed hand"),
        (RoundCompleted, {"deck": "D-1"}, "The round is over"),
    ],
)  # fmt: skip
def test_cards_are_told(game: Game[Any], event: type[Event], fields: dict[str, Any], words: str) -> None:
    assert told(game, event(clause=SOME_CLAUSE, **fields)) == words


BONUS = {
    "seat": 1,
    "bonus": "Ante Bonus",
    "base": "ante",
    "paid": 2500,
    "odds": "5 to 1",
    "pays": SOME_CLAUSE,
}
ENVY = {**BONUS, "bonus": "Envy Bonus", "odds": "", "holder": 4}


@pytest.mark.parametrize(
    ("event", "fields", "words"),
    [
        (BonusPaid, BONUS, "Position 1, Ante Bonus: paid $25 at 5 to 1"),
        (BonusPaid, {**BONUS, "odds": "$25"}, "Position 1, Ante Bonus: paid $25"),
        (DecisionMade, {"seat": 2, "hand": 1, "decision": "double-down"}, "Position 2 doubles down"),
        (DecisionMade, {"seat": 2, "hand": 2, "decision": "pass"}, "Position 2, hand 2 passes"),
        (EnvyBonusPaid, ENVY, "Position 1, Envy Bonus: paid $25 for the hand at position 4"),
        (ProgressiveLocked, {}, "The progressive takes no more wagers"),
        (ProgressiveCollected, {"chips": 1, "amount": 100}, "The progressive wagers are collected: one chip, $1"),
        (ProgressiveCollected, {"chips": 3, "amount": 300}, "The progressive wagers are collected: 3 chips, $3"),
        (MeterContributed, {"added": of_cents(14), "meter": of_cents(100_014)}, "The meter grows by $0.14 to $1,000.14"),
        (MeterReversed, {"taken": of_cents(14), "meter": of_cents(100_000)}, "The meter goes back by $0.14 to $1,000"),
        (MeterReset, {"paid": of_cents(120_000), "meter": of_cents(100_000)}, "The meter paid $1,200 and starts again at $1,000"),
        (ProgressiveWon, {"seat": 2, "hand": "a mini-royal", "amount": 50_000}, "Position 2 wins the progressive, a mini-royal: $500 to be checked"),
        (AwardVerified, {"seat": 2, "by": "dealer"}, "The dealer verifies the winning hand at position 2"),
        (AwardValidated, {"seat": 2, "by": "floorperson"}, "The floorperson validates the payout to position 2"),
        (DocumentsCompleted, {"seat": 2, "reference": "PS-7", "by": "floorperson"}, "The floorperson completes the papers for position 2: PS-7"),
    ],
)  # fmt: skip
def test_bonuses_and_progressives_are_told(
    game: Game[Any], event: type[Event], fields: dict[str, Any], words: str
) -> None:
    assert told(game, event(clause=SOME_CLAUSE, **fields)) == words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat": 0, "cards": ("As", "Jo")}, "Hands shown: the dealer, A♠ joker, high points 0, owed $0"),
        (
            {"seat": 3, "high": ("As", "Kd", "??"), "high_points": 21, "owed": 500, "seats": (1, 2, 4)},
            "Hands shown: position 3, high A♠ K♦ and a card face down, high points 21, owed $5, positions 1, 2, 4",
        ),
        (
            {"seat": 1, "hands": "AsKdQcJh TcJo 2s"},
            "Hands shown: position 1, high points 0, owed $0, A♠ K♦ Q♣ J♥ · 10♣ joker · 2♠",
        ),
        (
            {"seat": 1, "high": ("??", "??")},
            "Hands shown: position 1, high face down, high points 0, owed $0",
        ),
        (
            {"seat": 1, "hands": "???????? ???? ??"},
            "Hands shown: position 1, high points 0, owed $0, face down",
        ),
    ],
)
def test_a_games_own_event_tells_its_hands_and_money(
    game: Game[Any], fields: dict[str, Any], words: str
) -> None:
    assert told(game, HandsShown(clause=SOME_CLAUSE, **fields)) == words
