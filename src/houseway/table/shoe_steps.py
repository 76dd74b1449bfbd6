"""The steps of batches: decks that fill a shoe together, the cut in the chapter's order, the cover card, the shoe filled."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.decks import Back, Clauses, Condition, Mixed
from houseway.equipment.dice import known_by
from houseway.equipment.shoes import Batch, Cover, Shoe
from houseway.equipment.shoes import Offer as CutOffer
from houseway.law import RuleViolation
from houseway.law.upholding import upholds
from houseway.table import deck_steps
from houseway.table.card_felt import BETTING
from houseway.table.card_play import (
    BringDeck,
    DeckBrought,
    DeckHandled,
    DeckRemoved,
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
    VerifyDeck,
    WashDeck,
)
from houseway.table.deck_rules import DECK_RULES
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Offer, Rule, require_role
from houseway.table.seats import position
from houseway.table.shoe_felt import ShoeFelt
from houseway.table.shoe_play import (
    BatchCut,
    CoverPlaced,
    CutBatch,
    CutDeclined,
    DeclineCut,
    PlaceCover,
    ReshuffleOrdered,
)

if TYPE_CHECKING:
    from houseway.table.shoe_game import ShoeGame

# The steps of a deck are those of a batch, but for what is done otherwise below.
_OF_DECKS = {rule.move: rule for rule in DECK_RULES}
_DEALER = 0
_ANY: Mapping[Condition, Clauses] = MappingProxyType({})
# What a batch is before it was shuffled once, step by step.
_NOT_OPENED = (
    Condition.BROUGHT,
    Condition.INSPECTED,
    Condition.VERIFIED,
    Condition.SPREAD,
    Condition.SHOWN,
)


def batches(state: ShoeFelt) -> tuple[Batch, ...]:
    """The batches at the table, whole or still being brought."""
    return tuple(batch for batch in state.kit.decks if isinstance(batch, Batch))


def _batch(
    state: ShoeFelt,
    name: str,
    clauses: Clauses,
    condition: Condition,
    before: Mapping[Condition, Clauses] = _ANY,
) -> Batch:
    """The batch of that name, in the condition that a step asks for; `before` are the clauses of what it still lacks."""
    batch = next((batch for batch in batches(state) if batch.serial == name), None)
    if batch is None:
        raise RuleViolation(clauses[0], f"batch {name} is not at the table")
    if batch.condition is not condition:
        raise RuleViolation(
            (before.get(batch.condition) or clauses)[0],
            f"batch {name} is {batch.condition.in_words}",
            fix=f"this step is for a batch that is {condition.in_words}",
        )
    return batch


def _with_batch(state: Any, batch: Batch, condition: Condition, **changes: Any) -> Any:
    kit = state.kit.with_deck(msgspec.structs.replace(batch, condition=condition))
    return msgspec.structs.replace(state, kit=kit, **changes)


# Decks come to the table one by one, until their batch is whole.


@upholds("batch", "deck_holds", "two_decks", "backs_differ", "preshuffled")
def bring(game: "ShoeGame[Any]", state: Any, move: BringDeck) -> Step[Any]:
    """A deck comes to the batch of its back, or begins a new one."""
    rules, table = game.cards, game.now(state)
    clauses = rules.two_decks if game.choices.decks > 1 else rules.batch
    if not table.before_the_deal:
        raise RuleViolation(clauses[0], "cards are out for a round", fix="finish the round first")
    if not known_by(move.serial):
        raise RuleViolation(clauses[0], "a deck is known by its serial number")
    if known_by(move.serial) in {known_by(serial) for batch in batches(state) for serial in batch.serials}:
        raise RuleViolation(clauses[0], f"deck {move.serial} is at the table")
    if move.jokers != rules.jokers:
        raise RuleViolation(rules.deck_holds[0], f"deck {move.serial} holds {move.jokers} jokers")
    batch, others = _begun(game, state, move)
    full = len(batch.serials) == game.choices.batch
    if full:
        rules.check_batch(batch, others)
        if batch.mixed is Mixed.PRESHUFFLED:
            batch = msgspec.structs.replace(batch, condition=Condition.SHUFFLED)
    also = (*(rules.preshuffled if move.preshuffled else ()), *rules.deck_holds)
    brought = DeckBrought(
        serial=move.serial, back=move.back, preshuffled=move.preshuffled, **cited((*clauses, *also))
    )
    kit = msgspec.structs.replace(state.kit, decks=(*others, batch))
    return Step(msgspec.structs.replace(state, kit=kit), (brought,))


def _begun(game: "ShoeGame[Any]", state: Any, move: BringDeck) -> tuple[Batch, tuple[Batch, ...]]:
    """The batch that a deck belongs to, with the deck in it, and the other ones."""
    rules, every = game.cards, batches(state)
    mixed = Mixed.PRESHUFFLED if move.preshuffled else Mixed.NOBODY
    found = next((batch for batch in every if batch.back is move.back), None)
    if found is None:
        most = game.now(state).decks_in_rotation
        if len(every) >= most:
            raise RuleViolation(
                (rules.two_decks if game.choices.decks > 1 else rules.batch)[0],
                f"no more than {most} {'batch' if most == 1 else 'batches'} may be at the table",
                fix="remove a batch first",
            )
        return Batch(serial=move.serial, back=move.back, mixed=mixed), every
    if len(found.serials) >= game.choices.batch:
        raise RuleViolation(
            rules.backs_differ[0],
            f"the batch with {move.back} backs is whole",
            fix="bring a batch with backs of another colour",
        )
    if found.mixed is not mixed:
        raise RuleViolation(rules.preshuffled[0], "the decks of one batch come preshuffled, or none does")
    joined = msgspec.structs.replace(found, others=(*found.others, move.serial))
    return joined, tuple(batch for batch in every if batch is not found)


def _bringable(game: "ShoeGame[Any]", state: Any) -> Iterator[Offer]:
    rules, every = game.cards, batches(state)
    begun = {batch.back: batch.mixed for batch in every if len(batch.serials) < game.choices.batch}
    room = len(every) < game.now(state).decks_in_rotation
    taken = {batch.back for batch in every}
    new = tuple(back for back in Back if room and back not in taken)
    for preshuffled, mixed in ((False, Mixed.NOBODY), (True, Mixed.PRESHUFFLED)):
        backs = (*(back for back, how in begun.items() if how is mixed), *new)
        if backs:
            yield Offer(
                {"back": backs, "jokers": (rules.jokers,), "preshuffled": (preshuffled,)},
                words="Bring a preshuffled deck of the batch" if preshuffled else "Bring a deck of the batch",
                clauses=rules.preshuffled if preshuffled else (),
                text=("serial",),
                rare=preshuffled or (not begun and bool(every) and not room),
            )


@upholds("batch", "each_batch")
def inspect(game: "ShoeGame[Any]", state: Any, move: InspectDeck) -> Step[Any]:
    """The dealer looks through a whole batch."""
    batch = _batch(state, move.deck, game.cards.inspected, Condition.BROUGHT)
    if len(batch.serials) != game.choices.batch:
        each = game.cards.each_batch if game.choices.decks > 1 else ()
        raise RuleViolation(
            (each or game.cards.batch)[0],
            f"{len(batch.serials)} of {game.choices.batch} decks are here",
            fix="bring them all",
        )
    game.cards.check_batch(batch, (other for other in batches(state) if other is not batch))
    return _OF_DECKS[InspectDeck].do(game, state, move)


@upholds("lives")
def remove(game: "ShoeGame[Any]", state: Any, move: RemoveDeck) -> Step[Any]:
    """A batch leaves the table, all its decks together."""
    batch = next((batch for batch in batches(state) if batch.serial == move.deck), None)
    step = _OF_DECKS[RemoveDeck].do(game, state, move)
    assert batch is not None, "only a batch that is there is removed"
    others = (
        DeckRemoved(deck=serial, reason="replaced", **cited(game.cards.lives)) for serial in batch.others
    )
    return Step(step.state, (*step.events, *others))


# Shuffle, cut and cover card.


@upholds("spread")
def show(game: "ShoeGame[Any]", state: Any, move: ShowSpread) -> Step[Any]:
    """The first player to come has seen the batch in the fans that it was spread in."""
    batch = state.kit.deck(move.deck)
    if batch is not None and batch.condition in _NOT_OPENED:
        _batch(state, move.deck, game.cards.spread[-1:], Condition.SPREAD)
    return _OF_DECKS[ShowSpread].do(game, state, move)


@upholds("shuffled", "continuous", "each_deck")
def shuffle(game: "ShoeGame[Any]", state: Any, move: ShuffleDeck) -> Step[Any]:
    """A batch is shuffled into one stack, or by a device that keeps it and deals from it; each of two was opened itself."""
    brought = state.kit.deck(move.deck)
    if game.choices.decks > 1 and brought is not None and brought.condition in _NOT_OPENED:
        _batch(state, move.deck, game.cards.each_deck, Condition.STACKED)
    step = _OF_DECKS[ShuffleDeck].do(game, msgspec.structs.replace(state, recut=False), move)
    batch = step.state.kit.deck(move.deck)
    if batch is None or batch.condition is not Condition.LOADED:
        return step
    filled = msgspec.structs.replace(step.state, shoe=game.cards.fresh(batch), stayed=None)
    return Step(game.filled(filled), step.events)


@upholds("recut_by", "cut_order", "cut_refused_after_order")
def _check_offered(game: "ShoeGame[Any]", state: Any, offer: CutOffer, seat: int) -> None:
    """Refuse a cut by anybody but whom it is offered to; a recut is the last cutter's, or of who comes next."""
    if seat != offer.seat:
        again = game.cards.recut_by if state.recut else ()
        nobody = game.cards.cut_order if seat and seat not in state.seats else ()
        raise RuleViolation(
            (nobody or again or offer.alone or offer.clauses)[0],
            f"the cut is offered to {position(offer.seat)}",
        )


@upholds("cut_refused", "recut")
def cut_offer(game: "ShoeGame[Any]", state: Any) -> CutOffer:
    """Who is offered the cut now: whoever did not decline yet, the dealer last."""
    over = (shoe for shoe in (state.shoe, state.across) if shoe and game.cards.reshuffle_due(shoe))
    ended = next(over, None)
    ring = tuple(range(game.seats, 0, -1))
    offers = game.cards.cut_offers(ended, ring, state.seats, state.first)
    return next(offer for offer in offers if offer.seat not in state.declined)


@upholds("alternate", "one_in_shuffler", "stack_shuffled")
def _to_be_cut(game: "ShoeGame[Any]", state: Any, name: str) -> Batch:
    """The batch that is cut next, refusing another while a shoe is dealt or the other batch has its turn."""
    rules = game.cards
    lacks = {Condition.STACKED: rules.stack_shuffled}
    batch = _batch(state, name, rules.cut, Condition.SHUFFLED, lacks)
    in_shoe = state.kit.within(Condition.IN_PLAY) if rules.double_shoe else state.kit.in_play
    if in_shoe:
        raise RuleViolation(rules.one_in_shuffler[0], f"batch {state.kit.in_play.serial} is in the shoe")
    if game.now(state).decks_in_rotation > 1 and not rules.double_shoe:
        rules.check_turn(batch, batches(state), state.kit.last)
    if state.kit.within(Condition.CUT):
        raise RuleViolation(rules.one_in_shuffler[0], "the other batch is cut", fix="put it in the shoe")
    return batch


@upholds("cut", "cut_by_dealer", "cut_refused")
def cut(game: "ShoeGame[Any]", state: Any, move: CutBatch) -> Step[Any]:
    """Whoever is offered the cut makes it, far enough from either end."""
    rules, offer = game.cards, cut_offer(game, state)
    batch = _to_be_cut(game, state, move.deck)
    _check_offered(game, state, offer, move.seat)
    if move.seat == _DEALER:
        require_role(move, DEALERS, rules.cut_by_dealer[0], "cut for the dealer")
    stack = rules.fresh(batch)
    rules.check_cut(stack, move.depth)
    made = BatchCut(
        deck=batch.serial, seat=move.seat, depth=move.depth, **cited((*offer.clauses, *rules.cut))
    )
    return Step(_with_batch(state, batch, Condition.CUT, stack=stack, recut=False), (made,))


@upholds("cut_refused")
def decline(game: "ShoeGame[Any]", state: Any, move: DeclineCut) -> Step[Any]:
    """A player leaves the cut to the next."""
    offer = cut_offer(game, state)
    _to_be_cut(game, state, move.deck)
    _check_offered(game, state, offer, move.seat)
    left_to_the_next = CutDeclined(seat=move.seat, **cited(offer.clauses))
    after = msgspec.structs.replace(state, declined=(*state.declined, move.seat))
    return Step(after, (left_to_the_next,))


def _stack(state: Any, batch: Batch) -> Shoe | None:
    return state.stack if state.stack is not None and state.stack.batch == batch.serial else None


@upholds("cover_placed", "cut_to_bottom")
def place_cover(game: "ShoeGame[Any]", state: Any, move: PlaceCover) -> Step[Any]:
    """The dealer puts the cover card so far from the bottom as the chapter wants it."""
    rules = game.cards
    lacks = {Condition.SHUFFLED: rules.cut_to_bottom}
    batch = _batch(state, move.deck, rules.cover_placed, Condition.CUT, lacks)
    stack = _stack(state, batch)
    assert stack is not None, "a batch that was cut is stacked"
    covered = rules.cover_put_in(stack, move.behind)
    placed = CoverPlaced(deck=batch.serial, behind=move.behind, **cited(rules.cover_placed))
    return Step(msgspec.structs.replace(state, stack=covered), (placed,))


@upholds("recut")
def order_recut(game: "ShoeGame[Any]", state: Any, move: OrderRecut) -> Step[Any]:
    """Before the stack is in the shoe the last cutter, or whoever is next, is asked to cut it again."""
    rules = game.cards
    batch = _batch(state, move.deck, rules.recut, Condition.CUT)
    ordered = DeckHandled(deck=batch.serial, done="recut ordered", by=move.by, **cited(rules.recut))
    return Step(_with_batch(state, batch, Condition.SHUFFLED, stack=None, recut=True), (ordered,))


@upholds("shuffle_ordered", "continuous")
def order_shuffle(game: "ShoeGame[Any]", state: Any, move: OrderShuffle) -> Step[Any]:
    """The cards of the shoe are shuffled after this round; those not in it yet, at once."""
    rules, shoe = game.cards, state.live
    across = next((batch for batch in state.kit.within(Condition.ACROSS) if batch.serial == move.deck), None)
    if across is not None:
        # No card of the other side is out, so that it is emptied at once.
        ordered = ReshuffleOrdered(deck=across.serial, by=move.by, **cited(rules.shuffle_ordered))
        over = rules.reshuffle_ordered(state.across)
        return Step(_with_batch(state, across, Condition.USED, across=over, declined=()), (ordered,))
    if shoe is None or shoe.batch != move.deck:
        return _OF_DECKS[OrderShuffle].do(game, state, move)
    if game.now(state).reshuffles_itself:
        raise RuleViolation(rules.continuous[0], "the device reshuffles by itself")
    if shoe.ordered:
        raise RuleViolation(rules.shuffle_ordered[0], "a shuffle after this round is ordered")
    ordered = ReshuffleOrdered(deck=shoe.batch, by=move.by, **cited(rules.shuffle_ordered))
    after = msgspec.structs.replace(state, shoe=rules.reshuffle_ordered(shoe))
    if state.phase == BETTING:
        after = msgspec.structs.replace(after, kit=deck_steps.used(after.kit), declined=())
    return Step(after, (ordered,))


@upholds("cut_loaded", "cut_required", "cut_offered")
def load(game: "ShoeGame[Any]", state: Any, move: LoadDeck) -> Step[Any]:
    """The stack goes into the shoe once it was cut and its cover card is in."""
    rules = game.cards
    lacks = {Condition.SHUFFLED: rules.cut_offered}
    batch = _batch(state, move.deck, rules.cut_loaded, Condition.CUT, lacks)
    stack = _stack(state, batch)
    assert stack is not None, "a batch that was cut is stacked"
    if stack.cover is not Cover.IN:
        raise RuleViolation(rules.cover_placed[0], "the cover card is not in", fix="put it in first")
    step = _OF_DECKS[LoadDeck].do(game, state, move)
    # In a double shoe the batch may go beside one that is still dealt from.
    beside = state.shoe if rules.double_shoe and state.kit.within(Condition.LOADED) else state.across
    filled = msgspec.structs.replace(
        step.state, shoe=stack, across=beside, stack=None, declined=(), stayed=None
    )
    return Step(game.filled(sides_in_turn(filled) if rules.double_shoe else filled), step.events)


@upholds("double_shoe")
def sides_in_turn(state: Any) -> Any:
    """The state with that side of a double shoe dealt from next which did not give the last round (633-04)."""
    filled = state.kit.within(Condition.LOADED, Condition.ACROSS)
    if not filled:
        return state
    gives = next((batch for batch in filled if batch.serial != state.kit.last), filled[0])
    kit = state.kit
    for batch in filled:
        condition = Condition.LOADED if batch is gives else Condition.ACROSS
        kit = kit.with_deck(msgspec.structs.replace(batch, condition=condition))
    shoe, across = state.shoe, state.across
    if across is not None and across.batch == gives.serial:
        shoe, across = across, shoe
    return msgspec.structs.replace(state, kit=kit, shoe=shoe, across=across)


# Which of these are offered.


def _in(condition: Condition) -> Callable[[Any, Any], Iterator[Batch]]:
    def found(game: "ShoeGame[Any]", state: Any) -> Iterator[Batch]:
        return (batch for batch in batches(state) if batch.condition is condition)

    return found


def _cuts(game: "ShoeGame[Any]", state: Any) -> Iterator[Offer]:
    offer = cut_offer(game, state)
    by = BETTORS if offer.seat else DEALERS
    for batch in _in(Condition.SHUFFLED)(game, state):
        least, whole = game.cards.least_cut, game.cards.whole(batch)
        yield Offer(
            {"deck": (batch.serial,), "depth": tuple(range(least, whole - least + 1)), "seat": (offer.seat,)},
            words=f"{position(offer.seat).capitalize()} cuts, what is above the cover card to the bottom",
            by=by,
            clauses=offer.clauses,
        )


def _declinable(game: "ShoeGame[Any]", state: Any) -> Iterator[Offer]:
    offer = cut_offer(game, state)
    for batch in _in(Condition.SHUFFLED)(game, state) if offer.seat else ():
        yield Offer({"deck": (batch.serial,), "seat": (offer.seat,)}, clauses=offer.clauses)


def _covers(game: "ShoeGame[Any]", state: Any) -> Iterator[Offer]:
    for batch in _in(Condition.CUT)(game, state):
        stack = _stack(state, batch)
        if stack is not None and stack.cover is not Cover.IN:
            least = game.cards.least_behind(stack)
            yield Offer({"deck": (batch.serial,), "behind": tuple(range(least, stack.left))})


def _loadable(game: "ShoeGame[Any]", state: Any) -> Iterator[Offer]:
    for batch in _in(Condition.CUT)(game, state):
        yield Offer({"deck": (batch.serial,)})


def _orderable(game: "ShoeGame[Any]", state: Any) -> Iterator[Offer]:
    for batch in batches(state):
        yield Offer({"deck": (batch.serial,)})


def _field(name: str) -> Callable[[Any, Any], Clauses]:
    """The clauses that a chapter's rules have for a step."""

    def clauses(game: "ShoeGame[Any]", state: Any) -> Clauses:
        found: Clauses = getattr(game.cards, name)
        return found

    return clauses


def _offered(game: "ShoeGame[Any]", state: Any) -> Clauses:
    return cut_offer(game, state).clauses


_AS_WITH_DECKS = (
    VerifyDeck,
    SpreadDeck,
    WashDeck,
    SpreadIdle,
    MarkOutOfOrder,
    RestoreDevice,
)

BATCH_RULES = (
    replace(_OF_DECKS[BringDeck], clauses=_field("batch"), do=bring, offers=_bringable),
    replace(_OF_DECKS[InspectDeck], do=inspect),
    *(_OF_DECKS[move] for move in _AS_WITH_DECKS),
    replace(_OF_DECKS[ShowSpread], do=show),
    replace(_OF_DECKS[ShuffleDeck], do=shuffle),
    Rule(
        CutBatch,
        BETTORS,
        _offered,
        "Cut the stack",
        cut,
        offers=_cuts,
        tried=True,
        prepares=True,
        routine=105,
    ),
    Rule(
        DeclineCut,
        BETTORS,
        _offered,
        "Leave the cut to the next",
        decline,
        offers=_declinable,
        tried=True,
        prepares=True,
    ),
    Rule(
        PlaceCover,
        DEALERS,
        _field("cover_placed"),
        "Put the cover card in",
        place_cover,
        offers=_covers,
        tried=True,
        prepares=True,
        routine=104,
    ),
    replace(_OF_DECKS[LoadDeck], do=load, offers=_loadable, words="Put the stack in the shoe", routine=103),
    replace(_OF_DECKS[OrderRecut], do=order_recut),
    Rule(
        OrderShuffle,
        FLOORPERSONS,
        _field("shuffle_ordered"),
        "Order a shuffle",
        order_shuffle,
        offers=_orderable,
        tried=True,
        rare=True,
    ),
    replace(_OF_DECKS[RemoveDeck], do=remove),
)
