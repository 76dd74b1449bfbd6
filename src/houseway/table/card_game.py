"""The base of every card game against the dealer: decks and devices, closing the bets, the deal, the stub.

What the chapters share is here, cited through each game's `CardRules`; a game adds what follows the deal.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from houseway.equipment.cards import UNSEEN, Hand, check_told, is_seen
from houseway.equipment.chance import shuffle
from houseway.equipment.decks import (
    CardChoices,
    CardRules,
    Clauses,
    Condition,
    Dealing,
    Deck,
    DeviceStatus,
    Kit,
    MethodRules,
    Mixed,
    Shuffler,
    upholds,
)
from houseway.equipment.life import Life
from houseway.law import Clause, RuleViolation
from houseway.table import deck_steps
from houseway.table.areas import (
    check_area,
    owner_of,
    positions_of,
    second_areas_of,
    with_area,
    without_areas_of,
)
from houseway.table.card_felt import BETTING, CLOSED, DEALER, DEALING, STUB, CardFelt, DealtHand, SettledLine
from houseway.table.card_irregularities import SHOE_FAULT, WRONG_NUMBER
from houseway.table.card_play import (
    MOST_CARDS,
    Abandon,
    AreaTaken,
    BringDeck,
    CallNoMoreBets,
    CardDealt,
    CardSetAside,
    CorrectDealerCard,
    CountStub,
    Deal,
    DealerCardCorrected,
    DeckRemoved,
    DiscardStub,
    FindFaceUp,
    HandsVoided,
    NoMoreBetsCalled,
    PlayArea,
    RoundCompleted,
    SettlementReversed,
    StubCounted,
    StubDiscarded,
    WagersAbandoned,
)
from houseway.table.deck_listing import candidates
from houseway.table.deck_steps import SHOE_UNUSABLE, SHUFFLER_FAULT, SHUFFLER_UNUSABLE, TableNow
from houseway.table.events import BonusPaid, Event, IrregularityCalled, Result, SeatLeft, Settled, cited
from houseway.table.game import Game, Lawful, Step, lawful, require_role
from houseway.table.irregularities import Remedy
from houseway.table.moves import Move, Report
from houseway.table.roles import DEALERS, FLOORPERSONS, PLAYERS
from houseway.table.wagers import forfeited, returned

# The crew's ordinary moves with the cards, first the one to prefer; a game puts its own before them.
CARD_ROUTINE = (
    "discard-stub",
    "count-stub",
    "call-no-more-bets",
    "load-deck",
    "cut-deck",
    "shuffle-deck",
    "wash-deck",
    "show-spread",
    "spread-deck",
    "tear-joker",
    "verify-deck",
    "inspect-deck",
)

State = TypeVar("State", bound=CardFelt)


@upholds("deal_first", "deal_next", "deal_dealer")
def deal_order(recipients: tuple[int, ...], hand_size: int, dealing: Dealing) -> tuple[int, ...]:
    """Who gets each card: whole hands from an automated shoe, else one card at a time around the table."""
    if dealing is Dealing.AUTOMATED_SHOE:
        return tuple(seat for seat in recipients for _ in range(hand_size))
    return recipients * hand_size


class CardGame(Game[State]):
    """A card game under an operator's submission; `choices` are what it says of cards and devices."""

    begins = (CallNoMoreBets, Deal)
    chance = frozenset({"deal"})

    cards: ClassVar[CardRules]
    # The clause by which the dealer's cards are turned over.
    dealer_clause: ClassVar[Clause]
    choices: CardChoices

    # What a game adds.

    @abstractmethod
    def recipients(self, state: State) -> tuple[int, ...]:
        """The positions that are dealt in, in the order of the deal, with the dealer."""

    @abstractmethod
    def dealt(self, state: State) -> Step[State]:
        """What follows when everyone has a hand and the stub is away."""

    @abstractmethod
    def acts(self) -> Mapping[type[Move], Callable[[State, Any], Step[State]]]:
        """The game's own moves, each with the rule that carries it out."""

    @abstractmethod
    def own_acts(self, state: State) -> Iterator[Lawful]:
        """The game's own moves that may be made now."""

    @abstractmethod
    def cleared(self, state: State) -> State:
        """The state with nothing left of the round that ended but the wagers."""

    @abstractmethod
    def abandoned(self, state: State, seat: int) -> Step[State]:
        """How the round goes on without a position whose wagers are lost and whose cards are gone."""

    @abstractmethod
    def may_correct_dealer(self, state: State) -> bool:
        """Whether the dealer's cards lie turned over and no player's hand has been compared with them yet."""

    @abstractmethod
    def dealer_corrected(self, state: State) -> Step[State]:
        """How the round goes on with the dealer's cards put right."""

    def abandonable(self, state: State) -> tuple[int, ...]:
        """The positions whose wagers may be ruled abandoned once the cards are dealt."""
        return tuple(sorted({bet.seat for bet in state.bets}))

    def check_bets_complete(self, state: State) -> None:
        """Refuse to close the bets while a wager lacks what must go with it."""
        return

    def closed(self, state: State) -> Step[State]:
        """What else happens as the bets close."""
        return Step(state, ())

    def check_ready_to_deal(self, state: State) -> None:
        """Refuse to deal before what the game does between closing the bets and the first card."""
        return

    def refunds(self, state: State, clauses: Clauses) -> tuple[Event, ...]:
        """Every wager on its way back to its player, the lines already settled undone, the last one first."""
        return (
            *(
                SettlementReversed(
                    seat=line.seat,
                    wager=line.wager,
                    returned=line.lost,
                    repaid=line.paid,
                    clause=clauses[0].id,
                )
                for line in reversed(state.settled)
            ),
            *(returned(bet, clauses[0]) for bet in state.bets),
        )

    def moved(self, event: Event) -> SettledLine | None:
        """What a settlement moved at the table, to be undone if the hands prove void; None if it moved nothing."""
        match event:
            case Settled(result=Result.LOSE):
                return SettledLine(event.seat, event.wager, event.stake, 0)
            case Settled(result=Result.WIN):
                return SettledLine(event.seat, event.wager, 0, event.paid)
            case BonusPaid():
                return SettledLine(event.seat, event.bonus, 0, event.paid)
        return None

    def clauses_for(self, state: State, remedy: Remedy) -> Clauses:
        """The clauses behind a remedy as things stand."""
        return (remedy.clause, *remedy.also)

    @upholds("wrong_number", "shoe_fault", "drawn_in_error")
    def remedy(self, state: State, remedy: Remedy) -> Step[State]:
        """What the law orders for an irregularity; a game adds its own."""
        if remedy.irregularity == WRONG_NUMBER:
            return self.void(state, self.cards.wrong_number, "a hand has the wrong number of cards")
        if remedy.irregularity == SHOE_FAULT:
            return self.void(state, self.cards.shoe_fault, "the automated shoe failed")
        if remedy.irregularity in deck_steps.FAULTS:
            return Step(
                self._with_kit(state, deck_steps.fault(state.kit, remedy.irregularity, self.choices)), ()
            )
        # A card drawn in error stays the next card: nothing changes but the record.
        return Step(state, ())

    def may_report(self, state: State, remedy: Remedy) -> bool:
        """Whether an irregularity can have happened as things stand."""
        if state.phase not in remedy.phases:
            return False
        if remedy.irregularity in (SHUFFLER_FAULT, SHUFFLER_UNUSABLE):
            return state.kit.shuffler is DeviceStatus.IN_SERVICE
        if remedy.irregularity in (SHOE_FAULT, SHOE_UNUSABLE):
            in_use = state.kit.dealing is Dealing.AUTOMATED_SHOE
            return in_use and state.kit.automated_shoe is DeviceStatus.IN_SERVICE
        return True

    # What every game takes from here.

    def rules_of(self, state: State) -> MethodRules:
        """The chapter's rules for the way of dealing in use."""
        return self.cards.methods[state.kit.dealing]

    def ready(self) -> State:
        """An empty table with a deck ready in the shoe, or in the dealer's hand."""
        state = self.open()
        return self._with_kit(state, deck_steps.ready(state.kit, self.cards, self.choices))

    def brought_by(self, move: Move) -> tuple[str, Life] | None:
        """A deck, with the longest that it may be used."""
        return (move.serial, self.cards.life_from_shoe) if isinstance(move, BringDeck) else None

    @property
    def inspects_by(self) -> Clause:
        """The clause by which a deck is looked through before it is used."""
        return self.cards.inspected[0]

    def closing(self, state: State) -> State:
        """The decks leave a closed table; devices stay as they are."""
        return self._with_kit(state, msgspec.structs.replace(state.kit, decks=(), last=""))

    def between_rounds(self, state: State) -> bool:
        """Whether no round is under way."""
        return state.phase == BETTING

    @upholds("lives")
    def watched(self, state: State) -> Iterator[tuple[str, Life]]:
        """The deck that the next round would be dealt from; one that a round is dealt from serves to its end."""
        for deck in state.kit.within(Condition.LOADED):
            yield deck.serial, self.cards.life(deck, state.kit.dealing)

    def handlers(self) -> Mapping[type[Move], Callable[[State, Any], Step[State]]]:
        """Decks and devices, the deal and the stub, then the game's own moves."""
        return {
            **dict.fromkeys(deck_steps.STEPS, self._handle_deck),
            PlayArea: self._play_area,
            CallNoMoreBets: self._no_more_bets,
            Deal: self._deal,
            FindFaceUp: self._find_face_up,
            CountStub: self._count_stub,
            DiscardStub: self._discard_stub,
            Abandon: self._abandon,
            CorrectDealerCard: self._correct_dealer_card,
            Report: self._report,
            **self.acts(),
        }

    def apply(self, state: State, move: Move) -> Step[State]:
        """As in every game; what a round settles is remembered until it is over, in case its hands are void."""
        step = super().apply(state, move)
        if step.state.phase == BETTING:
            return step
        lines = tuple(line for event in step.events if (line := self.moved(event)) is not None)
        if not lines:
            return step
        return Step(msgspec.structs.replace(step.state, settled=(*step.state.settled, *lines)), step.events)

    @upholds("shuffle_due")
    def round_over(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """The round is over: its cards go to the rack and must be shuffled before they are dealt again."""
        deck = state.kit.in_play
        serial = deck.serial if deck else ""
        over = RoundCompleted(deck=serial, **cited(self.cards.shuffle_due))
        return Step(self._cleared(state, state.kit), (*events, over))

    def void(self, state: State, clauses: Clauses, reason: str, *, remove_for: Clauses = ()) -> Step[State]:
        """All hands void and all wagers back; the cards are reshuffled, or the deck leaves the table."""
        voided = HandsVoided(reason=reason, **cited(clauses))
        events: list[Event] = [voided, *self.refunds(state, clauses)]
        deck = state.kit.in_play
        kit = deck_steps.used(state.kit)
        if remove_for and deck is not None:
            events.append(DeckRemoved(deck=deck.serial, reason=reason, **cited(remove_for)))
            kit = kit.without(deck.serial)
        without_bets = msgspec.structs.replace(state, bets=())
        return Step(self._cleared(without_bets, kit), tuple(events))

    def _cleared(self, state: State, kit: Kit) -> State:
        empty = msgspec.structs.replace(
            self.cleared(state),
            kit=deck_steps.used(kit),
            phase=BETTING,
            hands=(),
            set_aside=(),
            gone=(),
            settled=(),
        )
        return empty if empty.seats else self._with_kit(empty, deck_steps.idle(empty.kit, self.choices))

    # Seats and areas.

    def purse_of(self, state: State, seat: int) -> int:
        """A second area is played from the chips before its owner's seat."""
        return owner_of(state, seat)

    def check_leaving(self, state: State, seat: int) -> None:
        """A player with a wager and cards stays until the round is over, also for a second area."""
        dealt_in = {bet.seat for bet in state.bets} | {line.seat for line in state.settled}
        if state.phase not in (CLOSED, DEALING, STUB):
            dealt_in |= {hand.seat for hand in state.hands}
        if not dealt_in.isdisjoint(positions_of(state, seat)):
            raise RuleViolation(
                self.leaving_clause,
                f"the player at position {seat} has wagers or cards in this round",
                fix="wait for the end of the round; a floorperson may rule the wagers of one who left abandoned",
            )

    def leaving(self, state: State, seat: int) -> Step[State]:
        """The areas that the player held are free too; a table that all have left is idle."""
        held = second_areas_of(state, seat)
        left = without_areas_of(state, seat)
        if not left.seats and self.between_rounds(left):
            left = self._with_kit(left, deck_steps.idle(left.kit, self.choices))
        return Step(left, tuple(SeatLeft(seat=area, clause=self.leaving_clause.id) for area in held))

    @upholds("adjacent_areas")
    def _play_area(self, state: State, move: PlayArea) -> Step[State]:
        """A player takes a neighbouring area too, where the submission allows it."""
        clauses = self.cards.adjacent_areas
        require_role(move, PLAYERS, clauses[0], "take another area")
        self._check_seated(state, move.seat)
        if state.phase != BETTING:
            raise RuleViolation(clauses[0], "areas are taken between rounds")
        most = self.choices.adjacent_areas
        check_area(state, move.seat, move.area, seats=self.seats, most=most, clause=clauses[0])
        taken = AreaTaken(seat=move.seat, area=move.area, **cited(clauses))
        return Step(with_area(state, move.seat, move.area), (taken,))

    @upholds("abandoned")
    def _abandon(self, state: State, move: Abandon) -> Step[State]:
        """A floorperson or above rules the wagers of a player who left lost (X-09, C-126)."""
        clauses = self.cards.abandoned
        require_role(move, FLOORPERSONS, clauses[0], "rule wagers abandoned")
        lost = tuple(bet for bet in state.bets if bet.seat == move.seat)
        if not lost:
            raise RuleViolation(clauses[0], f"position {move.seat} has no wager on the layout")
        if state.phase in (BETTING, CLOSED, DEALING, STUB):
            raise RuleViolation(
                clauses[0], "no round is under way after the deal", fix="rule on it once the cards are dealt"
            )
        ruled = WagersAbandoned(seat=move.seat, by=move.by, **cited(clauses))
        kept = tuple(bet for bet in state.bets if bet.seat != move.seat)
        after = msgspec.structs.replace(state.without_hands(move.seat), bets=kept)
        step = self.abandoned(after, move.seat)
        return Step(step.state, (ruled, *(forfeited(bet, clauses[0]) for bet in lost), *step.events))

    # Decks and devices: the steps are in `deck_steps`.

    def _handle_deck(self, state: State, move: Move) -> Step[State]:
        done = deck_steps.carry_out(self.now(state), move)
        return Step(self._with_kit(state, done.kit), done.events)

    def now(self, state: State) -> TableNow:
        """What the steps of decks and devices look at, as things stand."""
        return TableNow(
            rules=self.cards,
            choices=self.choices,
            kit=state.kit,
            between_rounds=state.phase == BETTING,
            before_the_deal=state.phase in (BETTING, CLOSED),
            bets=bool(state.bets),
            seats=bool(state.seats),
        )

    def _with_kit(self, state: State, kit: Kit) -> State:
        return msgspec.structs.replace(state, kit=kit)

    # No more bets, the deal and the stub.

    @upholds("no_more_bets", "shuffle_due")
    def _no_more_bets(self, state: State, move: CallNoMoreBets) -> Step[State]:
        """Betting closes, with a deck ready and before any card is dealt."""
        clauses = self.rules_of(state).no_more_bets
        require_role(move, DEALERS, clauses[0], "call no more bets")
        if state.phase != BETTING:
            raise RuleViolation(clauses[0], "betting is closed")
        if len(self.recipients(state)) < 2 or not state.bets:
            raise RuleViolation(clauses[0], "nobody has wagered yet")
        if state.kit.in_play is None:
            raise RuleViolation(
                self.cards.shuffle_due[0],
                "no deck stands ready",
                fix="shuffle, cut where due, and load a deck",
            )
        deck_steps.check_ready(self.now(state), state.kit.in_play)
        self.check_bets_complete(state)
        called = NoMoreBetsCalled(**cited(clauses))
        after = self.closed(msgspec.structs.replace(state, phase=CLOSED))
        return Step(after.state, (called, *after.events))

    @upholds("no_more_bets")
    def _deal(self, state: State, move: Deal) -> Step[State]:
        """The next cards go out, one at a time or in stacks, to everyone dealt in and the dealer."""
        rules = self.rules_of(state)
        clauses = rules.deal_first
        require_role(move, DEALERS, clauses[0], "deal")
        if state.phase not in (CLOSED, DEALING):
            raise RuleViolation(
                rules.no_more_bets[0], "no more bets has not been called for a deal", fix="call no more bets"
            )
        deck = state.kit.in_play
        if deck is None:
            raise RuleViolation(rules.load[0], "the deck has been taken back", fix="load the deck")
        if state.phase == CLOSED:
            deck_steps.check_ready(self.now(state), deck)
        self.check_ready_to_deal(state)
        due = self.due(state)
        if not 1 <= len(move.cards) <= len(due):
            raise RuleViolation(clauses[0], f"{len(due)} cards are to be dealt, not {len(move.cards)}")
        check_told(move.cards, self.left(state), self.cards.one_deck[0])
        hands = {dealt.seat: dealt.cards for dealt in state.hands}
        events = []
        for seat, card in zip(due, move.cards, strict=False):
            hands[seat] = (*hands.get(seat, ()), card)
            order = self._order_clauses(state, seat)
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
    def _order_clauses(self, state: State, seat: int) -> Clauses:
        rules = self.rules_of(state)
        if seat == self.recipients(state)[0]:
            return rules.deal_first
        return rules.deal_dealer if seat == DEALER else rules.deal_next

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
            raise RuleViolation(clause, f"the cards dealt there were {' '.join(known)}")
        check_told(told, (*known, *self.left(state)), self.cards.one_deck[0])
        return state if is_seen(hand) else state.with_hand(seat, told)

    def _correct_dealer_card(self, state: State, move: CorrectDealerCard) -> Step[State]:
        """A card of the dealer's told wrongly is put right, as long as nothing was settled by it."""
        clause = self.dealer_clause
        require_role(move, FLOORPERSONS, clause, "correct the dealer's cards")
        if not self.may_correct_dealer(state):
            raise RuleViolation(
                clause,
                "the dealer's cards are corrected between their turning over and the first player's reveal",
            )
        hand = state.hand(DEALER)
        if move.was not in hand:
            raise RuleViolation(clause, f"{move.was} is not among the dealer's cards, {' '.join(hand)}")
        if move.card == UNSEEN:
            raise RuleViolation(clause, "the card lies face up", fix="name the card")
        check_told((move.card,), self.left(state), self.cards.one_deck[0])
        cards = tuple(move.card if card == move.was else card for card in hand)
        corrected = DealerCardCorrected(was=move.was, card=move.card, by=move.by, clause=clause.id)
        step = self.dealer_corrected(state.with_hand(DEALER, cards))
        return Step(step.state, (corrected, *step.events))

    def drawn(self, state: State, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """Chance deals all cards that are due at once, from a shuffled deck."""
        if act.move != "deal":
            return super().drawn(state, act, below)
        return {"cards": shuffle(self.left(state), below)[: len(self.due(state))]}

    @upholds("face_up_one", "face_up_many")
    def _find_face_up(self, state: State, move: FindFaceUp) -> Step[State]:
        """One card found face up goes to the rack unused; a second voids the round."""
        one, many = self.cards.face_up_one, self.cards.face_up_many
        require_role(move, DEALERS, one[0], "set a card aside")
        if state.phase not in (CLOSED, DEALING) or state.kit.in_play is None:
            raise RuleViolation(one[0], "no cards are being dealt")
        if move.card == UNSEEN:
            raise RuleViolation(one[0], "a card found face up has been seen", fix="name the card")
        check_told((move.card,), self.left(state), self.cards.one_deck[0])
        aside = CardSetAside(card=move.card, **cited(one))
        if state.set_aside:
            voided = self.void(state, many, "more than one card was found face up")
            return Step(voided.state, (aside, *voided.events))
        return Step(msgspec.structs.replace(state, set_aside=(move.card,)), (aside,))

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

    @upholds("count_good", "count_off", "misdealt", "not_misdealt")
    def _count_stub(self, state: State, move: CountStub) -> Step[State]:
        """The stub is counted; a wrong deck, or a hand with a wrong number, voids the round."""
        rules = self.rules_of(state)
        require_role(move, DEALERS, rules.count_due[0], "count the stub")
        deck = self._check_stub(state, rules.count_due)
        dealt = sum(len(hand.cards) for hand in state.hands)
        out = len(state.set_aside) + move.stub
        in_hands = move.in_hands or dealt
        counted = StubCounted(stub=move.stub, total=out + in_hands, **cited(rules.count_due))
        misdealt = in_hands != dealt
        if not misdealt and out + dealt == self.cards.size:
            good = StubDiscarded(**cited(rules.count_good))
            step = self.dealt(self._with_kit(state, _counted(state.kit, deck)))
            return Step(step.state, (counted, good, *step.events))
        counted = msgspec.structs.replace(counted, **cited(rules.count_off))
        if misdealt and out + in_hands == self.cards.size:
            voided = self.void(state, rules.misdealt, "the count was off and a hand was misdealt")
        elif misdealt:
            # Misdealt and not a whole deck either: the deck goes as well (663-11, C-128).
            clauses = rules.misdealt
            voided = self.void(
                state, clauses, "a hand was misdealt and the deck is not whole", remove_for=rules.not_misdealt
            )
        else:
            clauses = rules.not_misdealt
            voided = self.void(state, clauses, "the deck is not whole", remove_for=clauses)
        return Step(voided.state, (counted, *voided.events))

    @upholds("stub_away", "count_due")
    def _discard_stub(self, state: State, move: DiscardStub) -> Step[State]:
        """The stub goes away unseen, unless it must be counted."""
        rules = self.rules_of(state)
        require_role(move, DEALERS, rules.stub_away[0], "discard the stub")
        deck = self._check_stub(state, rules.stub_away)
        if self.count_is_due(state):
            uncounted = self.cards.rounds_uncounted(state.kit, deck)
            raise RuleViolation(
                rules.count_due[0],
                f"the stub must be counted: {uncounted} rounds were dealt since the last count",
                fix="count the stub",
            )
        kit = state.kit.with_deck(msgspec.structs.replace(deck, rounds=deck.rounds + 1))
        kit = msgspec.structs.replace(kit, rounds=kit.rounds + 1)
        step = self.dealt(self._with_kit(state, kit))
        return Step(step.state, (StubDiscarded(**cited(rules.stub_away)), *step.events))

    def _check_stub(self, state: State, clauses: Clauses) -> Deck:
        deck = state.kit.in_play
        if state.phase != STUB or deck is None:
            raise RuleViolation(clauses[0], "there is no stub: the cards are not dealt")
        return deck

    # Irregularities.

    def _report(self, state: State, move: Report) -> Step[State]:
        """The remedy that the chapter orders for an irregularity."""
        remedy = self.irregularities.get(move.irregularity)
        if remedy is None:
            known = ", ".join(self.irregularities)
            raise RuleViolation(
                self.opening_clause, f"there is no irregularity {move.irregularity!r}", fix=f"one of: {known}"
            )
        require_role(move, remedy.by, remedy.clause, f"report {remedy.title.lower()!r}")
        if not self.may_report(state, remedy):
            raise RuleViolation(remedy.clause, f"{remedy.title}: this cannot have happened now")
        called = IrregularityCalled(
            irregularity=remedy.irregularity,
            by=move.by,
            remedy=remedy.orders,
            **cited(self.clauses_for(state, remedy)),
        )
        step = self.remedy(state, remedy)
        return Step(step.state, (called, *step.events))

    # What may come next.

    def lawful_acts(self, state: State) -> Iterator[Lawful]:
        """The deal, the game's own moves, decks and devices, and what can go wrong."""
        yield from self._lawful_round(state)
        yield from self.own_acts(state)
        yield from self._lawful_decks(state)
        yield from self._lawful_areas(state)
        for remedy in self.irregularities.values():
            if self.may_report(state, remedy):
                yield Lawful(
                    move="report",
                    by=remedy.by,
                    clause=remedy.clause.id,
                    label=remedy.title,
                    fields={"irregularity": (remedy.irregularity,)},
                )

    def _lawful_round(self, state: State) -> Iterator[Lawful]:
        rules = self.rules_of(state)
        if state.phase == BETTING:
            if self.accepts(state, CallNoMoreBets()):
                yield lawful("call-no-more-bets", DEALERS, rules.no_more_bets, "No more bets")
        elif state.phase in (CLOSED, DEALING):
            left = self.left(state)
            if self.accepts(state, Deal(cards=left[:1])):
                cards = tuple((card,) for card in left)
                yield lawful("deal", DEALERS, rules.deal_next, "Deal", cards=cards)
            if state.kit.in_play is not None:
                yield lawful("find-face-up", DEALERS, self.cards.face_up_one, "A card was face up", card=left)
        elif state.phase == STUB:
            if self.accepts(state, DiscardStub()):
                yield lawful("discard-stub", DEALERS, rules.stub_away, "Discard the stub")
            expected = self.stub_expected(state)
            others = tuple(count for count in range(MOST_CARDS + 1) if count != expected)
            yield lawful(
                "count-stub",
                DEALERS,
                rules.count_due,
                "Count the stub",
                stub=(expected, *others),
                in_hands=tuple(range(MOST_CARDS + 1)),
            )
        elif seats := self.abandonable(state):
            yield lawful("abandon", FLOORPERSONS, self.cards.abandoned, "Rule wagers abandoned", seat=seats)
        if self.may_correct_dealer(state):
            yield lawful(
                "correct-dealer-card",
                FLOORPERSONS,
                (self.dealer_clause,),
                "Correct a card of the dealer's",
                was=state.hand(DEALER),
                card=self.left(state),
            )

    def _lawful_decks(self, state: State) -> Iterator[Lawful]:
        for act, sample in candidates(self.now(state)):
            if self.accepts(state, sample):
                yield act

    def _lawful_areas(self, state: State) -> Iterator[Lawful]:
        if self.choices.adjacent_areas < 2:
            return
        for seat in state.seats:
            free = tuple(
                area
                for area in range(1, self.seats + 1)
                if self.accepts(state, PlayArea(seat=seat, area=area))
            )
            if free:
                yield lawful(
                    "play-area",
                    PLAYERS,
                    self.cards.adjacent_areas,
                    "Play a second area",
                    seat=(seat,),
                    area=free,
                )


def _counted(kit: Kit, deck: Deck) -> Kit:
    return msgspec.structs.replace(kit.with_deck(msgspec.structs.replace(deck, rounds=0)), rounds=0)
