"""Small Twenty-One, a shoe game made for the tests: one up card, two cards each, a hole card, draw or stand.

A pair may be split once, a first hand given up for half, and a two-card 21 has its win put on the wager. What it cites are
rows of Double Attack Blackjack, with two decks in a batch.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

import msgspec

from houseway.equipment.cards import UNSEEN, Hand
from houseway.equipment.decks import Clauses, Shuffler
from houseway.equipment.shoes import ShoeChoices
from houseway.games.double_attack_blackjack.cards import CARDS
from houseway.law import Edition, RuleViolation, pa
from houseway.submission import Submission
from houseway.table import card_play, shoe_play
from houseway.table.card_felt import BETTING, DEALER, DEALING
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.events import Event, IrregularityCalled, Result, Settled, union_of
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.layout import Area, Display, Layout, Requirement
from houseway.table.moves import Instrument, Move
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.roles import DEALERS, FLOORPERSONS, Role
from houseway.table.rules import Offer, Rule
from houseway.table.seats import counterclockwise
from houseway.table.shoe_felt import Face, PlacedHand, ShoeFelt
from houseway.table.shoe_game import Due, ShoeGame, Turn
from houseway.table.shoe_irregularities import shoe_remedies
from houseway.table.shoe_play import Decide
from houseway.table.shoe_rules import SHOE_RULES, turned_up
from houseway.table.wagering import Wagering
from houseway.table.wagers import (
    Bet,
    BettingClauses,
    Range,
    Units,
    Verdict,
    Wager,
    bet_at,
    loses,
    pay_line,
    raised,
    surrenders,
    wins,
    with_bet,
)


def _clauses(*ids: str) -> Clauses:
    return tuple(pa(f"665a.{clause}") for clause in ids)


SEATS, NAME, WAGERS, LOCKED = (pa(f"665a.{row}") for row in ("2(a)", "2(b)(1)", "6(d)", "6(c)"))
UP_CARD, FIRST, SECOND, HOLE = (_clauses(row) for row in ("7(e)#1", "7(f)(1)", "7(f)(2)", "7(f)(3)"))
DRAWN, CHOICE, TURNED, DEALER_DRAWS = (_clauses(row) for row in ("7(i)", "7(h)(2)", "7(l)", "7(n)"))
SPLIT_EQUAL, SPLIT_PAIR, SURRENDERED = (pa(f"665a.{row}") for row in ("11(a)#2", "11(a)#1", "9(b)(1)"))
WIN, LOSE, BUST, TIE = (pa(f"665a.7(o)(1)({row})") for row in ("i)(B", "ii)(C", "ii)(B", "iii"))
TWENTY_ONE, IN_ORDER, PEEKED = (pa(f"665a.{row}") for row in ("7(h)(1)#1", "7(o)", "13(h)(1)"))
RULES = replace(CARDS, decks=(2,))
BET, SPLIT = "bet", "split"
STAND, DRAW, SURRENDER = "stand", "draw", "surrender"
WRONGLY_PEEKED = "hole-card-discoverable"
# What stands for a hand given up, among the totals that decide a wager.
_GIVEN_UP = (0, 0)


def value(card: str) -> int:
    """What a card counts, an ace one."""
    return 1 if card[0] == "A" else 10 if card[0] in "JQK" else int(card[0])


def total(cards: Hand) -> int:
    """The best count of a hand."""
    count = sum(map(value, cards))
    return count + 10 if count <= 11 and any(card[0] == "A" for card in cards) else count


def decide(totals: tuple[int, int], pick: str) -> Verdict:
    """The player's total against the dealer's."""
    player, dealer = totals
    if totals == _GIVEN_UP:
        return surrenders(SURRENDERED, Fraction(1, 2))
    if player > 21:
        return loses(BUST)
    if dealer > 21 or player > dealer:
        return wins(WIN, LINE)
    return loses(LOSE) if player < dealer else Verdict(Result.PUSH, TIE)


LINE = pay_line("even", pa("665a.12(a)"))
CATALOGUE = {
    # Half of it goes back to whoever gives it up.
    BET: Wager(BET, "Bet", WAGERS, (LINE,), decide, units=Units(2, SURRENDERED)),
    SPLIT: Wager(SPLIT, "Split", SPLIT_EQUAL, (LINE,), decide),
}


class SmallShoeSubmission(Submission, frozen=True, kw_only=True, tag="small-shoe"):
    """What the operator chooses."""

    catalogue = CATALOGUE
    clauses = BettingClauses(WAGERS, WAGERS, frozenset({Instrument.VALUE_CHIPS}), cash=WAGERS)
    name_clause = NAME

    shuffler: Shuffler = Shuffler.NONE
    batches: int = 1
    mid_shoe_entry: bool = True


class Round(ShoeFelt, frozen=True, kw_only=True):
    """`done` are the hands that take no more cards, `drawing` the one that asked for a card."""

    done: tuple[Place, ...] = ()
    drawing: Place | None = None

    def own(self) -> Iterator[PlacedHand]:
        """The players' hands, in the order of play."""
        return iter(sorted((hand for hand in self.hands if hand.seat), key=lambda hand: hand.place))


class TurnHole(Move, frozen=True, kw_only=True):
    """The dealer turns the hole card over, and tells it unless the table knows it."""

    cards: Hand = ()
    by: Role = Role.DEALER


def turn_hole(game: "SmallShoe", state: Round, move: TurnHole) -> Step[Round]:
    """The hole card is turned up, and the dealer draws."""
    step = turned_up(game, state, DEALER_PLACE, move.cards, TURNED)
    after = game.onward(Step(step.state, ()))
    return Step(after.state, (*step.events, *after.events))


def hole_to_turn(game: "SmallShoe", state: Round) -> bool:
    return game.awaits(state)


def hole_card(game: "SmallShoe", state: Round) -> Iterator[Offer]:
    if UNSEEN in state.at(DEALER_PLACE):
        yield Offer({"cards": tuple((card,) for card in game.left(state))}, asks=("cards",))
    else:
        yield Offer({"cards": ((),)})


def all_dead(game: "SmallShoe", state: Round, called: IrregularityCalled) -> Step[Round]:
    """A hole card that could be discovered makes all hands dead."""
    voided = game.void(state, (PEEKED,), "the hole card could be discovered")
    return Step(voided.state, (called, *voided.events))


class SmallWagering(Wagering[Round]):
    """Bets before the first card; a Split Wager as an answer to a pair."""

    def __init__(self, game: "SmallShoe") -> None:
        super().__init__(CATALOGUE, game.betting)
        self.game = game

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Bets come before the cards, splits during the player's turn."""
        if wager.name == BET and state.phase != BETTING:
            raise RuleViolation(LOCKED, "the cards are out")
        if wager.name == SPLIT and self.splits(state) is None:
            raise RuleViolation(SPLIT_PAIR, "no pair is to be split")

    def splits(self, state: Round) -> int | None:
        """The position that may split now."""
        turn = self.game.turn(state)
        if turn is None or turn.place.hand > 1 or state.at(Place(turn.place.seat, 2)):
            return None
        cards = state.at(turn.place)
        return turn.place.seat if len(cards) == 2 and value(cards[0]) == value(cards[1]) else None

    def check_bet(self, state: Round, bet: Bet) -> None:
        """A split equals the bet; who sat out a round may be kept from betting."""
        if bet.wager == BET:
            self.game.check_barred(state, bet.seat)
        elif bet.seat != self.splits(state) or bet.amount != self._bet(state, bet.seat):
            raise RuleViolation(SPLIT_EQUAL, "a split equals the bet of the hand that is split")

    def _bet(self, state: Round, seat: int) -> int:
        bet = bet_at(state.bets, seat, BET, "")
        return bet.amount if bet else 0

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """Nothing for who is kept out; exactly the bet for a split."""
        if wager.name == SPLIT:
            amount = self._bet(state, seat)
            return Range(amount, amount, amount) if seat == self.splits(state) else None
        if state.stayed is not None and seat not in state.stayed:
            return None
        return super().room(state, seat, wager, pick)

    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """What lies stays until it is settled."""
        raise RuleViolation(LOCKED, "the wager stays until it is settled")

    def placed(self, state: Round, bet: Bet, added: int) -> Step[Round]:
        """A Split Wager makes two hands of one."""
        if bet.wager == BET:
            return Step(state, ())
        return Step(state.split(Place(bet.seat), Place(bet.seat, 2)), ())


class SmallShoe(ShoeGame[Round]):
    """The game, under an operator's submission."""

    name = "small-shoe"
    title = "Small Twenty-One"
    editions = (Edition("665a-small", "small-shoe", "665a", "665a", date(2010, 1, 1), None, "for the tests"),)
    rules = (
        Rule(
            TurnHole,
            DEALERS,
            TURNED,
            "Turn the hole card over",
            turn_hole,
            when=hole_to_turn,
            not_now="the hole card stays where it is",
            offers=hole_card,
            routine=1,
        ),
        *SHOE_RULES,
    )
    submission_type = SmallShoeSubmission
    event_type = union_of(card_play, shoe_play)
    checklist = (ChecklistStep("shoe", Stage.OPENING, "The shoe was looked at", FLOORPERSONS, NAME),)
    seats_clause, leaving_clause, opening_clause, placing_clause = SEATS, LOCKED, NAME, WAGERS
    cards = RULES
    seats = 6
    catalogue = CATALOGUE

    def __init__(self, submission: SmallShoeSubmission | None = None) -> None:
        self.submission = submission or SmallShoeSubmission()
        self.choices = ShoeChoices(
            batch=2,
            decks=self.submission.batches,
            shuffler=self.submission.shuffler,
            mid_shoe_entry=self.submission.mid_shoe_entry,
        )
        self.betting = self.submission.betting(CATALOGUE)
        self.wagering = SmallWagering(self)
        peeked = Remedy(
            WRONGLY_PEEKED,
            "The hole card could be discovered",
            DEALERS,
            PEEKED,
            "all hands dead",
            frozenset({DEALING}),
            do=all_dead,
        )
        self.irregularities = {**shoe_remedies(RULES), WRONGLY_PEEKED: peeked}
        area = Area("bet", "BET", 20, 20, 560, 200, WAGERS, wager=BET)
        self.layout = Layout(600, 300, (area,), (), (Requirement("The operator's name", NAME, ("bet",)),))

    @classmethod
    def under(cls, submission: SmallShoeSubmission) -> "SmallShoe":
        return cls(submission)

    def open(self) -> Round:
        return Round(kit=self.choices.kit())

    def cleared(self, state: Round) -> Round:
        return msgspec.structs.replace(state, done=(), drawing=None)

    def display(self, state: Round) -> Display:
        shown = {f"hand-{hand.seat}-{hand.hand}": hand.shown for hand in state.hands}
        return Display(words="Place your bets" if state.phase == BETTING else "Cards are out", cards=shown)

    # The card and the decision that are due.

    def first_cards(self, state: Round) -> tuple[Due, ...]:
        """The up card, two rounds to everyone who has bet, and the hole card."""
        seats = {bet.seat for bet in state.bets} | {place.seat for place in state.drawn}
        players = [Place(seat) for seat in sorted(seats - {DEALER})]
        if not players:
            return ()
        return (
            Due(DEALER_PLACE, Face.UP, UP_CARD),
            *(Due(place, Face.UP, FIRST) for place in players),
            *(Due(place, Face.UP, SECOND) for place in players),
            Due(DEALER_PLACE, Face.DOWN, HOLE),
        )

    def due(self, state: Round) -> Due | None:
        first = self.first_cards(state)
        if len(state.drawn) < len(first):
            return first[len(state.drawn)]
        if not first:
            return None
        alone = next((hand.place for hand in state.own() if len(hand.cards) == 1), state.drawing)
        if alone is not None:
            return Due(alone, Face.UP, DRAWN)
        if self.asked(state) is None and self._dealer_plays(state):
            return Due(DEALER_PLACE, Face.UP, DEALER_DRAWS)
        return None

    def _dealer_plays(self, state: Round) -> bool:
        hand = state.placed(DEALER_PLACE)
        return any(state.own()) and not hand.down and total(hand.cards) < 17

    def asked(self, state: Round) -> Place | None:
        """The first hand that may still take cards, once all have their first two."""
        if not state.drawn or len(state.drawn) < len(self.first_cards(state)):
            return None
        return next((hand.place for hand in state.own() if hand.place not in state.done), None)

    def turn(self, state: Round) -> Turn | None:
        place = self.asked(state)
        if place is None or state.drawing or any(len(hand.cards) == 1 for hand in state.own()):
            return None
        first = len(state.at(place)) == 2 and not state.at(Place(place.seat, 2)) and place.hand == 1
        return Turn(place, (STAND, DRAW, *((SURRENDER,) if first else ())), CHOICE)

    def awaits(self, state: Round) -> bool:
        down = bool(state.placed(DEALER_PLACE).down)
        return down and self.asked(state) is None and any(state.own()) and self.due(state) is None

    # What follows.

    def took(self, state: Round, due: Due, card: str) -> Step[Round]:
        state = msgspec.structs.replace(state, drawing=None)
        return Step(state, ()) if due.to == DEALER_PLACE else self._looked_at(state, due.to)

    def _looked_at(self, state: Round, place: Place) -> Step[Round]:
        """A hand past 21 is collected; one of 21 is done, and with two cards it is paid onto its wager."""
        cards, bet = state.at(place), self.bet_of(state, place)
        if len(cards) < 2 or total(cards) < 21:
            return Step(state, ())
        # Who had asked for a card before one was put right needs none.
        state = msgspec.structs.replace(state, drawing=None)
        if total(cards) > 21:
            return self._ended(state, place, (total(cards), 0))
        done = msgspec.structs.replace(state, done=(*state.done, place))
        if len(cards) > 2 or place.hand > 1 or state.at(Place(place.seat, 2)):
            return Step(done, ())
        more, event = raised(bet, bet.amount, TWENTY_ONE)
        return Step(msgspec.structs.replace(done, bets=with_bet(done.bets, more)), (event,))

    def bet_of(self, state: Round, place: Place) -> Bet:
        """The wager of a hand."""
        bet = bet_at(state.bets, place.seat, BET if place.hand == 1 else SPLIT, "")
        assert bet is not None, "a hand has its wager"
        return bet

    def _ended(self, state: Round, place: Place, totals: tuple[int, int]) -> Step[Round]:
        line = self.betting.settle(self.bet_of(state, place), totals, IN_ORDER)
        return Step(state.without_bets_of((line,)).without_places(place), (line,))

    def decided(self, state: Round, move: Decide) -> Step[Round]:
        place, decision = Place(move.seat, move.hand), move.decision
        if decision == SURRENDER:
            return self._ended(state, place, _GIVEN_UP)
        if decision == DRAW:
            return Step(msgspec.structs.replace(state, drawing=place), ())
        return Step(msgspec.structs.replace(state, done=(*state.done, place)), ())

    def corrected(self, state: Round, place: Place) -> Step[Round]:
        if place == DEALER_PLACE:
            return Step(state, ())
        again = tuple(done for done in state.done if done != place)
        return self._looked_at(msgspec.structs.replace(state, done=again), place)

    def settled(self, state: Round) -> Step[Round]:
        dealer = total(state.at(DEALER_PLACE)) if any(state.own()) else 0
        lines: list[Settled] = []
        for seat in counterclockwise({hand.seat for hand in state.own()}):
            for hand in state.own():
                if hand.seat == seat:
                    bet = self.bet_of(state, hand.place)
                    lines.append(self.betting.settle(bet, (total(hand.cards), dealer), IN_ORDER))
        events: tuple[Event, ...] = tuple(lines)
        return self.round_over(state.without_bets_of(lines), events)
