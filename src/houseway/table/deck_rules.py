"""The rules of decks and devices: who takes which step when, in which words, by which clauses, and what it leaves to choose.

A step is offered for each deck in a condition that it is for, as far as nothing else is due.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from houseway.equipment.decks import (
    Back,
    Clauses,
    Condition,
    Dealing,
    Deck,
    Device,
    DeviceStatus,
    Kit,
    Mixed,
)
from houseway.table import deck_steps as steps
from houseway.table.card_play import (
    MOST_CARDS,
    MOST_IN_A_SHOE,
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
from houseway.table.deck_steps import (
    CREW,
    HOW_MARKED,
    SHUFFLERS,
    Done,
    TableNow,
    called,
    lacks_its_device,
)
from houseway.table.felt import Step
from houseway.table.moves import Move
from houseway.table.roles import DEALERS, FLOORPERSONS, Role
from houseway.table.rules import Offer, Roles, Rule


def _on_the_kit(step: Callable[[TableNow[Any], Any], Done]) -> Callable[[Any, Any, Any], Step[Any]]:
    def do(game: Any, state: Any, move: Any) -> Step[Any]:
        done = step(game.now(state), move)
        return Step(msgspec.structs.replace(state, kit=done.kit), done.events)

    return do


def _cited(field: str) -> Callable[[Any, Any], Clauses]:
    """The clauses that a chapter's rules have for a step; where it has none, those of its deck."""
    return lambda game, state: getattr(game.cards, field) or game.cards.composition


def _bring_clauses(game: Any, state: Any) -> Clauses:
    """What one deck must be, or each of two; for a second deck also how its back must differ from that of the first."""
    clauses: Clauses = game.cards.two_decks if game.choices.decks > 1 else game.cards.composition
    return (*clauses, *game.cards.backs_differ) if state.kit.decks else clauses


def _shown_by(game: Any, state: Any) -> Clauses:
    """A new deck, or one that was spread because the table was idle."""
    decks = state.kit.within(Condition.SPREAD) or state.kit.decks
    idle = any(deck.mixed is not Mixed.NOBODY for deck in decks)
    clauses: Clauses = game.cards.idle_over if idle else game.cards.spread
    return clauses


def _load_clauses(game: Any, state: Any) -> Clauses:
    clauses: Clauses = game.cards.load(state.kit.dealing)
    return clauses


# What a step cites that depends on how the table stands, by its name.
_OTHERWISE_CITED = {"load": _load_clauses, "shown": _shown_by}


def _step(
    move: type[Move],
    by: Roles,
    field: str,
    words: str,
    step: Callable[[TableNow[Any], Any], Done],
    *conditions: Condition,
    offers: Callable[[Any, Any, Deck], Iterable[Offer]] | None = None,
    **marks: Any,
) -> Rule:
    """The rule of a step for a deck in one of these conditions; `offers` adds what else is to be chosen."""

    def each_deck(game: Any, state: Any) -> Iterator[Offer]:
        for deck in state.kit.within(*conditions):
            named = f"the {game.pack} {deck.serial}" if len(state.kit.decks) > 1 else f"the {game.pack}"
            for offer in offers(game, state, deck) if offers else (Offer(),):
                yield replace(
                    offer,
                    fields={"deck": (deck.serial,), **offer.fields},
                    words=(offer.words or words).format(named),
                )

    clauses = _OTHERWISE_CITED.get(field) or _cited(field)
    said = words.format("the deck")
    return Rule(move, by, clauses, said, _on_the_kit(step), offers=each_deck, tried=True, **marks)


def _bringable(game: Any, state: Any) -> Iterator[Offer]:
    rules = game.cards
    backs = tuple(back for back in Back if back not in {deck.back for deck in state.kit.decks})
    jokers = tuple(range(rules.jokers, max(rules.jokers_made, rules.jokers) + 1))
    second = "Bring a deck of the same design with another back" if state.kit.decks else ""
    yield Offer({"back": backs, "jokers": jokers, "preshuffled": (False,)}, second, text=("serial",))
    yield Offer(
        {"back": backs, "jokers": jokers[:1], "preshuffled": (True,)},
        words="Bring a preshuffled deck",
        clauses=rules.preshuffled,
        text=("serial",),
        rare=True,
    )


def _spreads(game: Any, state: Any, deck: Deck) -> Iterator[Offer]:
    yield Offer({"face_up": (False, True)}, rare=deck.condition is not Condition.IDLE)


def _shuffles(game: Any, state: Any, deck: Deck) -> Iterator[Offer]:
    counts: tuple[int, ...] = (0,)
    if game.cards.device_counts(game.choices):
        whole = game.cards.whole(deck)
        most = MOST_CARDS if whole <= MOST_CARDS else MOST_IN_A_SHOE
        counts = (whole, *(number for number in range(1, most + 1) if number != whole))
    yield Offer({"device": (True,), "counted": counts}, words="Shuffle {} with the device")
    yield Offer({"device": (False,), "counted": (0,)}, words="Shuffle {} by hand")


def _cuts(game: Any, state: Any, deck: Deck) -> Iterator[Offer]:
    yield Offer({"depth": tuple(range(game.cards.least_cut, game.cards.size))})


def _loads(game: Any, state: Any, deck: Deck) -> Iterator[Offer]:
    by_hand = state.kit.dealing is Dealing.HAND
    yield Offer(words="Take {} in hand, over the tray" if by_hand else "Put {} in the shoe")


def _removals(game: Any, state: Any, deck: Deck) -> Iterator[Offer]:
    """Taking a deck away is expected when the table has one too many and no device has failed; never the deck in play."""
    kit = state.kit
    failed = DeviceStatus.FAILED in (kit.shuffler, kit.automated_shoe)
    too_many = len(kit.decks) > game.now(state).decks_in_rotation
    yield Offer(rare=failed or not too_many or kit.in_play == deck)


def _devices(kit: Kit, *statuses: DeviceStatus) -> Iterator[Device]:
    return (device for device in Device if kit.status(device) in statuses)


def _markable(game: Any, state: Any) -> Iterator[Offer]:
    for device in _devices(state.kit, DeviceStatus.FAILED):
        yield Offer({"device": (device,), "how": HOW_MARKED}, words=f"Mark the {called(device)} out of order")


def _restorable(game: Any, state: Any) -> Iterator[Offer]:
    for device in _devices(state.kit, *steps.NOT_IN_SERVICE):
        yield Offer({"device": (device,)}, words=f"Put the {called(device)} back into service")


def _ways_of_dealing(game: Any, state: Any) -> Iterator[Offer]:
    for dealing in Dealing:
        if dealing is state.kit.dealing:
            continue
        label = "Go back to dealing" if dealing is game.choices.dealing else "Deal"
        yield Offer(
            {"dealing": (dealing,)},
            words=f"{label} {steps.WAYS[dealing]} from now on",
            rare=not lacks_its_device(state.kit),
        )


_READY = (Condition.CUT, Condition.LOADED)

DECK_RULES = (
    Rule(
        BringDeck,
        FLOORPERSONS,
        _bring_clauses,
        "Bring a deck",
        _on_the_kit(steps.bring),
        offers=_bringable,
        tried=True,
        prepares=True,
        brings="cards",
    ),
    _step(
        InspectDeck,
        DEALERS,
        "inspected",
        "Inspect {} for defects, odd cards and its cover card",
        steps.inspect,
        Condition.BROUGHT,
        prepares=True,
        routine=112,
    ),
    _step(
        VerifyDeck,
        FLOORPERSONS,
        "verified",
        "Confirm the inspection of {}",
        steps.verify,
        Condition.INSPECTED,
        prepares=True,
        routine=111,
        checks=InspectDeck,
    ),
    _step(
        TearJoker,
        DEALERS,
        "joker_torn",
        "Tear the surplus joker of {}",
        steps.tear,
        Condition.VERIFIED,
        prepares=True,
        routine=110,
        before=Role.FLOORPERSON,
    ),
    _step(
        SpreadDeck,
        DEALERS,
        "spread",
        "Spread {} face up in fans by suit",
        steps.spread,
        Condition.VERIFIED,
        prepares=True,
        routine=109,
    ),
    _step(
        ShowSpread,
        DEALERS,
        "shown",
        "First player has seen {}",
        steps.show,
        Condition.SPREAD,
        prepares=True,
        routine=108,
    ),
    _step(
        WashDeck,
        DEALERS,
        "washed",
        "Turn, wash and stack {}",
        steps.wash,
        Condition.SHOWN,
        prepares=True,
        routine=107,
    ),
    _step(
        ShuffleDeck,
        SHUFFLERS,
        "shuffled",
        "Shuffle {}",
        steps.shuffle,
        Condition.INSPECTED,
        Condition.STACKED,
        Condition.USED,
        offers=_shuffles,
        prepares=True,
        routine=106,
    ),
    _step(
        CutDeck,
        DEALERS,
        "cut",
        "Cut {}, the cover card and all above it to the bottom",
        steps.cut,
        Condition.SHUFFLED,
        offers=_cuts,
        prepares=True,
        routine=105,
    ),
    _step(
        LoadDeck,
        DEALERS,
        "load",
        "Load {}",
        steps.load,
        Condition.SHUFFLED,
        Condition.CUT,
        offers=_loads,
        prepares=True,
        routine=104,
    ),
    _step(OrderRecut, FLOORPERSONS, "recut", "Order a recut of {}", steps.recut, *_READY, rare=True),
    _step(
        OrderShuffle,
        FLOORPERSONS,
        "shuffle_ordered",
        "Order a shuffle of {}",
        steps.order_shuffle,
        Condition.SHUFFLED,
        *_READY,
        rare=True,
    ),
    _step(
        SpreadIdle,
        DEALERS,
        "idle",
        "Take {} out of shoe and rack and spread it",
        steps.spread_idle,
        *steps.ON_THE_TABLE,
        offers=_spreads,
        prepares=True,
    ),
    _step(
        RemoveDeck,
        FLOORPERSONS,
        "lives",
        "Remove {}",
        steps.remove,
        *Condition,
        offers=_removals,
        puts_right=3,
    ),
    Rule(
        MarkOutOfOrder,
        CREW,
        _cited("marked"),
        "Mark a device out of order",
        _on_the_kit(steps.mark),
        offers=_markable,
        tried=True,
        puts_right=1,
    ),
    Rule(
        RestoreDevice,
        FLOORPERSONS,
        _cited("marked"),
        "Put a device back into service",
        _on_the_kit(steps.restore),
        offers=_restorable,
        tried=True,
        rare=True,
    ),
    Rule(
        ChangeDealing,
        FLOORPERSONS,
        _cited("marked"),
        "Deal another way",
        _on_the_kit(steps.change_dealing),
        offers=_ways_of_dealing,
        tried=True,
        puts_right=2,
    ),
)
