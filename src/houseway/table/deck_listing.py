"""The steps of decks and devices as a table lists them, each with a sample move that tells whether it is lawful now."""

from collections.abc import Iterator

import msgspec

from houseway.equipment.decks import Back, Clauses, Dealing, Deck, Device
from houseway.table.card_play import (
    MOST_CARDS,
    BringDeck,
    ChangeDealing,
    CutDeck,
    InspectDeck,
    LoadDeck,
    MarkOutOfOrder,
    OrderRecut,
    OrderShuffle,
    RemoveDeck,
    RestoreDevice,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    SpreadIdle,
    TearJoker,
    VerifyDeck,
    WashDeck,
)
from houseway.table.deck_steps import CREW, HOW_MARKED, TableNow, called
from houseway.table.game import Lawful, lawful
from houseway.table.moves import Move
from houseway.table.roles import DEALERS, FLOORPERSONS, Role


def candidates(table: TableNow) -> Iterator[tuple[Lawful, Move]]:
    """Every step that might be taken, with a sample move: it is lawful when the sample is."""
    rules, kit, choices = table.rules, table.kit, table.choices
    backs = tuple(back for back in Back if back not in {deck.back for deck in kit.decks})
    jokers = tuple(range(rules.jokers, max(rules.jokers_made, rules.jokers) + 1))
    for preshuffled in (False, True):
        allowed = jokers[:1] if preshuffled else jokers
        clauses = rules.preshuffled if preshuffled else rules.one_deck
        act = lawful(
            "bring-deck",
            FLOORPERSONS,
            clauses,
            "Bring a preshuffled deck" if preshuffled else "Bring a deck",
            back=backs,
            jokers=allowed,
            preshuffled=(preshuffled,),
        )
        sample = BringDeck(serial="a new deck", back=backs[0], jokers=allowed[0], preshuffled=preshuffled)
        yield msgspec.structs.replace(act, text=("serial",)), sample
    for deck in kit.decks:
        yield from _deck_candidates(table, deck)
    for device in Device:
        yield (
            lawful(
                "mark-out-of-order",
                CREW,
                rules.marked,
                f"Mark the {called(device)} out of order",
                device=(device,),
                how=HOW_MARKED,
            ),
            MarkOutOfOrder(device=device, how=HOW_MARKED[0]),
        )
        yield (
            lawful(
                "restore-device",
                FLOORPERSONS,
                rules.marked,
                f"Put the {called(device)} back into service",
                device=(device,),
            ),
            RestoreDevice(device=device),
        )
    for dealing in Dealing:
        label = "Go back to dealing" if dealing is choices.dealing else "Deal"
        yield (
            lawful(
                "change-dealing",
                FLOORPERSONS,
                rules.marked,
                f"{label} {_WAYS[dealing]} from now on",
                dealing=(dealing,),
            ),
            ChangeDealing(dealing=dealing),
        )


_WAYS = {
    Dealing.MANUAL_SHOE: "from a manual shoe",
    Dealing.HAND: "from the hand",
    Dealing.AUTOMATED_SHOE: "from the automated shoe",
}


def _deck_candidates(table: TableNow, deck: Deck) -> Iterator[tuple[Lawful, Move]]:
    rules = table.rules
    serial = deck.serial
    named = f" {serial}" if len(table.kit.decks) > 1 else ""
    counting = rules.device_counts(table.choices)
    whole = (rules.size, *(count for count in range(1, MOST_CARDS + 1) if count != rules.size))
    simple: tuple[tuple[str, tuple[Role, ...], Clauses, str, Move], ...] = (
        ("inspect-deck", DEALERS, rules.inspected, "Inspect the deck", InspectDeck(deck=serial)),
        ("verify-deck", FLOORPERSONS, rules.verified, "Confirm the inspection of", VerifyDeck(deck=serial)),
        ("tear-joker", DEALERS, rules.joker_torn, "Tear the surplus joker of", TearJoker(deck=serial)),
        ("spread-deck", DEALERS, rules.spread, "Spread the deck", SpreadDeck(deck=serial)),
        ("show-spread", DEALERS, rules.spread, "First player has seen the deck", ShowSpread(deck=serial)),
        ("wash-deck", DEALERS, rules.washed, "Turn, wash and stack the deck", WashDeck(deck=serial)),
        ("load-deck", DEALERS, rules.methods[table.kit.dealing].load, "Load the deck", LoadDeck(deck=serial)),
        ("order-recut", FLOORPERSONS, rules.recut, "Order a recut of", OrderRecut(deck=serial)),
        (
            "order-shuffle",
            FLOORPERSONS,
            rules.shuffle_ordered,
            "Order a shuffle of",
            OrderShuffle(deck=serial),
        ),
        ("remove-deck", FLOORPERSONS, rules.lives, "Remove the deck", RemoveDeck(deck=serial)),
    )
    for name, by, clauses, label, sample in simple:
        said = label + named if label.endswith("deck") or named else f"{label} the deck"
        yield lawful(name, by, clauses or rules.one_deck, said, deck=(serial,)), sample
    yield (
        lawful(
            "spread-idle",
            DEALERS,
            rules.idle,
            f"Spread the idle deck{named}",
            deck=(serial,),
            face_up=(False, True),
        ),
        SpreadIdle(deck=serial),
    )
    yield (
        lawful(
            "cut-deck",
            DEALERS,
            rules.cut,
            f"Cut the deck{named}",
            deck=(serial,),
            depth=tuple(range(rules.least_cut, rules.size)),
        ),
        CutDeck(deck=serial, depth=rules.least_cut),
    )
    yield (
        lawful(
            "shuffle-deck",
            (*DEALERS, Role.DEVICE),
            rules.shuffled,
            f"Shuffle the deck{named} with the device",
            deck=(serial,),
            device=(True,),
            counted=whole if counting else (0,),
        ),
        ShuffleDeck(deck=serial, device=True, counted=rules.size if counting else 0),
    )
    yield (
        lawful(
            "shuffle-deck",
            (*DEALERS, Role.DEVICE),
            rules.shuffled,
            f"Shuffle the deck{named} by hand",
            deck=(serial,),
            device=(False,),
            counted=(0,),
        ),
        ShuffleDeck(deck=serial),
    )
