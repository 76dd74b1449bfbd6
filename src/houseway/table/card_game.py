"""The base of every card game dealt from one deck each round: closing the bets, the deal of whole hands, the stub."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from houseway.equipment.cards import UNSEEN, Hand, cards_in_words, check_told, is_seen
from houseway.equipment.chance import shuffle
from houseway.equipment.decks import (
    CardRules,
    Clauses,
    Condition,
    Dealing,
    Deck,
    Kit,
    MethodRules,
    Mixed,
    Shuffler,
)
from houseway.law import Clause, RuleViolation, is_allowed
from houseway.law.upholding import upholds
from houseway.table import deck_steps
from houseway.table.card_felt import BETTING, CLOSED, DEALER, DEALING, STUB, CardFelt, DealtHand
from houseway.table.card_play import (
    MOST_CARDS,
    CardDealt,
    CardSetAside,
    CorrectDealerCard,
    CountStub,
    Deal,
    DealerCardCorrected,
    DiscardStub,
    FindFaceUp,
    StubCounted,
    StubDiscarded,
)
from houseway.table.card_table import CARD_TABLE_RULES, CardTable
from houseway.table.deck_table import with_kit
from houseway.table.events import NoMoreBetsCalled, cited
from houseway.table.felt import Step
from houseway.table.moves import CallNoMoreBets, Move
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.rules import Lawful, Offer, Rule
from houseway.table.seats import position

State = TypeVar("State", bound=CardFelt)

# With which hand the dealer brings a card to its place.
_HANDS = {
    Dealing.MANUAL_SHOE: "each drawn with the hand near the shoe and laid face down with the other",
    Dealing.HAND: "each taken from the top with the free hand and laid face down",
    Dealing.AUTOMATED_SHOE: "each stack laid face down",
}
_DEAL = str(Deal.__struct_config__.tag)


@upholds("deal_first", "deal_next", "deal_dealer")
def deal_order(recipients: tuple[int, ...], hand_size: int, dealing: Dealing) -> tuple[int, ...]:
    """Who gets each card: whole hands from an automated shoe, else one card at a time around the table."""
    if dealing is Dealing.AUTOMATED_SHOE:
        return tuple(seat for seat in recipients for _ in range(hand_size))
    return recipients * hand_size


class CardGame(CardTable[State]):
    """A card game in which everyone dealt in gets a whole hand from one deck."""

    cards: CardRules
    # The clause by which the dealer's cards are turned over.
    dealer_clause: ClassVar[Clause]

    @abstractmethod
    def recipients(self, state: State) -> tuple[int, ...]:
        """The positions that are dealt in, in the order of the deal, with the dealer."""

    @abstractmethod
    def dealt(self, state: State) -> Step[State]:
        """What follows when everyone has a hand and the stub is away."""

    @abstractmethod
    def abandoned(self, state: State, seat: int) -> Step[State]:
        """How the round goes on without a position whose wagers are lost and whose cards are gone."""

    @abstractmethod
    def may_correct_dealer(self, state: State) -> bool:
        """Whether the dealer's cards lie turned over and no player's hand has been compared with them yet."""

    @abstractmethod
    def dealer_corrected(self, state: State) -> Step[State]:
        """How the round goes on with the dealer's cards put right."""

    def check_bets_complete(self, state: State) -> None:
        """Refuse to close the bets while a wager lacks what must go with it."""
        return

    def closed(self, state: State) -> Step[State]:
        """What else happens as the bets close."""
        return Step(state, ())

    def check_ready_to_deal(self, state: State) -> None:
        """Refuse to deal before what the game does between closing the bets and the first card."""
        return

    def ready(self) -> State:
        """An empty table with a deck ready in the shoe, or in the dealer's hand."""
        state = self.open()
        return with_kit(state, deck_steps.ready(state.kit, self.cards, self.choices))

    def rules_of(self, state: State) -> MethodRules:
        """The chapter's rules for the way of dealing in use."""
        return self.cards.methods[state.kit.dealing]

    def due(self, state: State) -> tuple[int, ...]:
        """Who gets the cards that are still to be dealt."""
        order = deal_order(self.recipients(state), self.hand_size, state.kit.dealing)
        return order[sum(len(hand.cards) for hand in state.hands) :]

    def left(self, state: State) -> tuple[str, ...]:
        """The cards that nobody has seen come out of the deck."""
        out = {card for hand in state.hands for card in hand.cards} | {*state.set_aside, *state.gone}
        return tuple(card for card in self.cards.deck if card not in out)

    def told(self, state: State, seat: int, told: Hand, clause: Clause) -> State:
        """The state with a hand's cards known: those dealt, or those told as they are turned over."""
        hand = state.hand(seat)
        if is_seen(hand) and not told:
            return state
        if len(told) != self.hand_size or not is_seen(told):
            raise RuleViolation(
                clause, f"the {self.hand_size} cards are to be told", fix="name every card turned over"
            )
        known = tuple(card for card in hand if card != UNSEEN)
        if not set(known) <= set(told):
            raise RuleViolation(clause, f"the cards dealt there were {cards_in_words(known)}")
        check_told(told, (*known, *self.left(state)), self.cards.one_deck[0])
        return state if is_seen(hand) else state.with_hand(seat, told)

    def drawn(self, state: State, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """Chance deals all cards that are due at once, from a shuffled deck."""
        if act.move != _DEAL:
            return super().drawn(state, act, below)
        return {"cards": shuffle(self.left(state), below)[: len(self.due(state))]}

    def written(self, state: State, hands: Mapping[int, Hand]) -> Move | None:
        """The deal of a round whose hands were written down; hands that were not are dealt unseen."""
        if not is_allowed(check_dealing, self, state):
            return None
        told = {seat: list(cards) for seat, cards in hands.items()}
        return Deal(cards=tuple(told[seat].pop(0) if told.get(seat) else UNSEEN for seat in self.due(state)))

    def count_is_due(self, state: State) -> bool:
        """Whether the stub must be counted in this round."""
        deck = state.kit.in_play
        if deck is None:
            return False
        counted = self.choices.shuffler in (Shuffler.COUNTING, Shuffler.CONTINUOUS)
        if counted and self.cards.counting_spares_stub and deck.mixed is Mixed.DEVICE:
            return False
        return self.cards.rounds_uncounted(state.kit, deck) + 1 >= self.cards.count_every

    def stub_expected(self, state: State) -> int:
        """How many cards a whole deck leaves: cover cards never count, a card set aside does (X-07)."""
        dealt = sum(len(hand.cards) for hand in state.hands)
        return self.cards.size - dealt - len(state.set_aside)


@upholds("shuffle_due")
def check_closing_bets(game: CardGame[Any], state: Any) -> None:
    """Refuse to close the bets before wagers are complete and a deck stands ready."""
    clauses = game.rules_of(state).no_more_bets
    if state.phase != BETTING:
        raise RuleViolation(clauses[0], "betting is closed")
    if len(game.recipients(state)) < 2 or not state.bets:
        raise RuleViolation(clauses[0], "nobody has wagered yet")
    if state.kit.in_play is None:
        raise RuleViolation(
            game.cards.shuffle_due[0], "no deck stands ready", fix="shuffle, cut where due, and load a deck"
        )
    deck_steps.check_ready(game.now(state), state.kit.in_play)
    game.check_bets_complete(state)


@upholds("no_more_bets")
def no_more_bets(game: CardGame[Any], state: Any, move: CallNoMoreBets) -> Step[Any]:
    """Betting closes, with a deck ready and before any card is dealt."""
    called = NoMoreBetsCalled(**cited(game.rules_of(state).no_more_bets))
    after = game.closed(msgspec.structs.replace(state, phase=CLOSED))
    return Step(after.state, (called, *after.events))


@upholds("no_more_bets")
def check_dealing(game: CardGame[Any], state: Any) -> None:
    """Refuse to deal before no more bets, or without a deck that may be dealt from."""
    rules, deck = game.rules_of(state), state.kit.in_play
    if state.phase not in (CLOSED, DEALING):
        raise RuleViolation(
            rules.no_more_bets[0], "no more bets has not been called for a deal", fix="call no more bets"
        )
    if deck is None:
        raise RuleViolation(rules.load[0], "the deck has been taken back", fix="load the deck")
    if state.phase == CLOSED:
        deck_steps.check_ready(game.now(state), deck)
    game.check_ready_to_deal(state)


def deal(game: CardGame[Any], state: Any, move: Deal) -> Step[Any]:
    """The next cards go out, one at a time or in stacks, to everyone dealt in and the dealer."""
    rules = game.rules_of(state)
    clauses = rules.deal_first
    deck = state.kit.in_play
    due = game.due(state)
    if not 1 <= len(move.cards) <= len(due):
        raise RuleViolation(clauses[0], f"{len(due)} cards are to be dealt, not {len(move.cards)}")
    check_told(move.cards, game.left(state), game.cards.one_deck[0])
    hands = {dealt.seat: dealt.cards for dealt in state.hands}
    events = []
    for seat, card in zip(due, move.cards, strict=False):
        hands[seat] = (*hands.get(seat, ()), card)
        order = _order_clauses(game, state, seat)
        events.append(CardDealt(seat=seat, card=card, **cited(order)))
    by_hand = deck.by_hand or state.kit.dealing is Dealing.HAND
    in_play = msgspec.structs.replace(deck, condition=Condition.IN_PLAY, by_hand=by_hand)
    after = msgspec.structs.replace(
        state,
        phase=STUB if len(move.cards) == len(due) else DEALING,
        hands=tuple(DealtHand(seat=seat, cards=cards) for seat, cards in hands.items()),
        kit=state.kit.with_deck(in_play),
    )
    return Step(after, tuple(events))


@upholds("deal_first", "deal_next", "deal_dealer")
def _order_clauses(game: CardGame[Any], state: Any, seat: int) -> Clauses:
    rules = game.rules_of(state)
    if seat == game.recipients(state)[0]:
        return rules.deal_first
    return rules.deal_dealer if seat == DEALER else rules.deal_next


def _dealable(game: CardGame[Any], state: Any) -> Iterator[Offer]:
    due = game.due(state)
    one_round = tuple(dict.fromkeys(due))
    order = ", ".join(position(seat) for seat in one_round)
    in_turn = len(set(due[:2])) > 1 or len(due) == len(one_round)
    said = f"{len(due)} cards are due, {'one at a time' if in_turn else 'hand by hand'}: {order}"
    yield Offer(
        {"cards": tuple((card,) for card in game.left(state))},
        clauses=game.rules_of(state).deal_next,
        most=len(due),
        note=f"{said}; {_HANDS[state.kit.dealing]}",
    )


def turning_over(
    hand: Hand, fields: Mapping[str, tuple[Any, ...]], words: str = "", **besides: tuple[Any, ...]
) -> Offer:
    """The offer to turn a hand over: cards that nobody has seen are told, and with them what is seen `besides`."""
    if is_seen(hand):
        return Offer({**fields, "cards": ((),), **besides}, words=words)
    return Offer(fields, words=words, text=("cards", *besides))


def correct_dealer_card(game: CardGame[Any], state: Any, move: CorrectDealerCard) -> Step[Any]:
    """A card of the dealer's told wrongly is put right, as long as nothing was settled by it."""
    clause = game.dealer_clause
    hand = state.hand(DEALER)
    if move.was not in hand:
        raise RuleViolation(
            clause, f"{cards_in_words((move.was,))} is not among the dealer's cards, {cards_in_words(hand)}"
        )
    if move.card == UNSEEN:
        raise RuleViolation(clause, "the card lies face up", fix="name the card")
    check_told((move.card,), game.left(state), game.cards.one_deck[0])
    cards = tuple(move.card if card == move.was else card for card in hand)
    corrected = DealerCardCorrected(was=move.was, card=move.card, by=move.by, clause=clause.id)
    step = game.dealer_corrected(state.with_hand(DEALER, cards))
    return Step(step.state, (corrected, *step.events))


def _correctable(game: CardGame[Any], state: Any) -> Iterator[Offer]:
    yield Offer({"was": state.hand(DEALER), "card": game.left(state)})


@upholds("face_up_one", "face_up_many")
def find_face_up(game: CardGame[Any], state: Any, move: FindFaceUp) -> Step[Any]:
    """One card found face up goes to the rack unused; a second voids the round."""
    one, many = game.cards.face_up_one, game.cards.face_up_many
    if move.card == UNSEEN:
        raise RuleViolation(one[0], "a card found face up has been seen", fix="name the card")
    check_told((move.card,), game.left(state), game.cards.one_deck[0])
    aside = CardSetAside(card=move.card, **cited(one))
    if state.set_aside:
        voided = game.void(state, many, "more than one card was found face up")
        return Step(voided.state, (aside, *voided.events))
    return Step(msgspec.structs.replace(state, set_aside=(move.card,)), (aside,))


def _cards_come_out(game: CardGame[Any], state: Any) -> bool:
    return state.phase in (CLOSED, DEALING) and state.kit.in_play is not None


def _unseen_cards(game: CardGame[Any], state: Any) -> Iterator[Offer]:
    yield Offer({"card": game.left(state)})


@upholds("count_good", "count_off", "misdealt", "not_misdealt")
def count_stub(game: CardGame[Any], state: Any, move: CountStub) -> Step[Any]:
    """The stub is counted; a wrong deck, or a hand with a wrong number, voids the round."""
    rules = game.rules_of(state)
    deck = state.kit.in_play
    dealt = sum(len(hand.cards) for hand in state.hands)
    out = len(state.set_aside) + move.stub
    in_hands = move.in_hands or dealt
    counted = StubCounted(stub=move.stub, total=out + in_hands, **cited(rules.count_due))
    misdealt = in_hands != dealt
    if not misdealt and out + dealt == game.cards.size:
        good = StubDiscarded(**cited(rules.count_good))
        step = game.dealt(with_kit(state, _counted(state.kit, deck)))
        return Step(step.state, (counted, good, *step.events))
    counted = msgspec.structs.replace(counted, **cited(rules.count_off))
    if misdealt and out + in_hands == game.cards.size:
        voided = game.void(state, rules.misdealt, "the count was off and a hand was misdealt")
    elif misdealt:
        # Misdealt and not a whole deck either: the deck goes as well (663-11, C-128).
        clauses = rules.misdealt
        voided = game.void(
            state, clauses, "a hand was misdealt and the deck is not whole", remove_for=rules.not_misdealt
        )
    else:
        clauses = rules.not_misdealt
        voided = game.void(state, clauses, "the deck is not whole", remove_for=clauses)
    return Step(voided.state, (counted, *voided.events))


def _counts(game: CardGame[Any], state: Any) -> Iterator[Offer]:
    expected = game.stub_expected(state)
    others = tuple(count for count in range(MOST_CARDS + 1) if count != expected)
    every = tuple(range(MOST_CARDS + 1))
    yield Offer({"stub": (expected, *others), "in_hands": every}, rare=not game.count_is_due(state))


@upholds("stub_away", "count_due")
def check_uncounted(game: CardGame[Any], state: Any) -> None:
    """Refuse to put away a stub that must be counted."""
    if state.phase == STUB and game.count_is_due(state):
        uncounted = game.cards.rounds_uncounted(state.kit, state.kit.in_play)
        raise RuleViolation(
            game.rules_of(state).count_due[0],
            f"the stub must be counted: {uncounted} rounds were dealt since the last count",
            fix="count the stub",
        )


@upholds("stub_away", "count_due")
def discard_stub(game: CardGame[Any], state: Any, move: DiscardStub) -> Step[Any]:
    """The stub goes away unseen, unless it must be counted."""
    rules = game.rules_of(state)
    deck = state.kit.in_play
    kit = state.kit.with_deck(msgspec.structs.replace(deck, rounds=deck.rounds + 1))
    kit = msgspec.structs.replace(kit, rounds=kit.rounds + 1)
    step = game.dealt(with_kit(state, kit))
    return Step(step.state, (StubDiscarded(**cited(rules.stub_away)), *step.events))


def _counted(kit: Kit, deck: Deck) -> Kit:
    return msgspec.structs.replace(kit.with_deck(msgspec.structs.replace(deck, rounds=0)), rounds=0)


def _by_method(field: str) -> Callable[[CardGame[Any], Any], Clauses]:
    """The clauses that the chapter has for a step in the way of dealing in use."""

    def clauses(game: CardGame[Any], state: Any) -> Clauses:
        found: Clauses = getattr(game.rules_of(state), field)
        return found

    return clauses


def told_or_written(field: str, known: tuple[Any, ...], **others: tuple[Any, ...]) -> Offer:
    """A step with what the table knows of a field, or, where it knows nothing, with the field to be written down."""
    return Offer({**others, field: known}) if known else Offer(others, text=(field,))


def _face_up(game: CardGame[Any], state: Any) -> Clauses:
    return game.cards.face_up_one


def _dealers_cards(game: CardGame[Any], state: Any) -> Clauses:
    return (game.dealer_clause,)


def _may_correct(game: CardGame[Any], state: Any) -> bool:
    return game.may_correct_dealer(state)


_NO_STUB = "there is no stub: the cards are not dealt"

CARD_RULES = (
    Rule(
        CallNoMoreBets,
        DEALERS,
        _by_method("no_more_bets"),
        "No more bets",
        no_more_bets,
        when={BETTING},
        check=check_closing_bets,
        begins=True,
        routine=103,
    ),
    Rule(
        Deal,
        DEALERS,
        _by_method("deal_first"),
        "Deal",
        deal,
        when={CLOSED, DEALING},
        check=check_dealing,
        offers=_dealable,
        chance=True,
        begins=True,
    ),
    Rule(
        FindFaceUp,
        DEALERS,
        _face_up,
        "A card was face up",
        find_face_up,
        when=_cards_come_out,
        not_now="no cards are being dealt",
        offers=_unseen_cards,
        rare=True,
    ),
    Rule(
        DiscardStub,
        DEALERS,
        _by_method("stub_away"),
        "Discard the stub",
        discard_stub,
        when={STUB},
        not_now=_NO_STUB,
        check=check_uncounted,
        routine=101,
    ),
    Rule(
        CountStub,
        DEALERS,
        _by_method("count_due"),
        "Count the stub face down on the layout",
        count_stub,
        when={STUB},
        not_now=_NO_STUB,
        offers=_counts,
        routine=102,
    ),
    Rule(
        CorrectDealerCard,
        FLOORPERSONS,
        _dealers_cards,
        "Correct a card of the dealer's",
        correct_dealer_card,
        when=_may_correct,
        not_now="the dealer's cards are corrected between their turning over and the first player's reveal",
        offers=_correctable,
    ),
    *CARD_TABLE_RULES,
)
