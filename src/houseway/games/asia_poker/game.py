"""Asia Poker (58 Pa. Code 659a, before it 575): the game under an operator's submission, its wagers and irregularities."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.cards import UNSEEN, Hand
from houseway.games.asia_poker.cards import CARDS
from houseway.games.asia_poker.checklist import checklist
from houseway.games.asia_poker.house_way import SEVEN, Part, program_of
from houseway.games.asia_poker.irregularities import (
    ANY_CARD_FROM_HAND,
    DEALER_CARD,
    DEALER_CARD_IN_DEAL,
    NO_ROLLS,
    NO_START,
    REMEDIES,
    VOIDED_BECAUSE,
)
from houseway.games.asia_poker.layout import START_MARKER, felt, hand_area, place, position_area
from houseway.games.asia_poker.play import (
    EVENTS,
    MOVES,
    AskHouseWay,
    ChangeStartMethod,
    ExposeCard,
    Phase,
    PlaceHands,
    PlayOn,
    RevealHands,
    Round,
    SetDealerHands,
    Surrender,
    TurnDealerCards,
    VoidHand,
)
from houseway.games.asia_poker.settlement import payable
from houseway.games.asia_poker.showdown import Showdown
from houseway.games.asia_poker.start import COLOUR, COVERED, DICE
from houseway.games.asia_poker.submission import HOUSE_WAY, AsiaPokerSubmission, StartMethod, TextInForce
from houseway.games.asia_poker.wagers import BONUS, MAIN
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.card_felt import DEALING
from houseway.table.events import Event, Settled
from houseway.table.felt import Step
from houseway.table.game import lawful
from houseway.table.irregularities import Remedy
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.roles import DEALERS
from houseway.table.rules import Lawful
from houseway.table.start import CoverShaker, ShakeDice, ShowNumber, UncoverDice
from houseway.table.wagers import Bet, Range, Wager, bet_at

SEATED = pa("659a.7(b)#1")
STAYS_SEATED = pa("659a.7(b)#2")
OPENING = pa("659a.4(a)#1")
CHIPS = pa("659a.7(a)#1")
LOCKED = pa("659a.7(c)#2")
BONUS_NEEDS_MAIN = pa("659a.7(e)")

_WORDS = {
    Phase.BETTING: "Place your bets",
    Phase.DEALING: "The cards are being dealt",
    Phase.STUB: "Count the stub",
    Phase.COVERING: "Cover the shaker",
    Phase.SETTING: "Players set their hands",
    Phase.TURNING: "All hands are set; turn the dealer's cards",
    Phase.DEALER_SETS: "The dealer sets the house way",
    Phase.SHOWDOWN: "The dealer reveals the hands, from the far right",
}
_SIZES = {Part.HIGH: 4, Part.MEDIUM: 2, Part.LOW: 1}


class AsiaPoker(Showdown):
    """The game, under an operator's submission."""

    name = "asia-poker"
    title = "Asia Poker"
    irregularities = REMEDIES
    submission_type = AsiaPokerSubmission
    move_type = MOVES
    event_type = EVENTS
    throws = (ShakeDice,)
    chance = frozenset({"deal", "uncover-dice", "show-number"})
    routine = (
        "call-no-more-bets",
        "shake-dice",
        "count-stub",
        "cover-shaker",
        "turn-dealer-cards",
        "set-dealer-hands",
        "reveal-hands",
        "shuffle-deck",
        "cut-deck",
        "load-deck",
    )

    seats_clause = SEATED
    leaving_clause = STAYS_SEATED
    opening_clause = OPENING
    placing_clause = CHIPS
    coupon_wagers = (MAIN,)

    cards = CARDS
    hand_size = SEVEN

    def __init__(self, submission: AsiaPokerSubmission | None = None) -> None:
        self.submission = submission or AsiaPokerSubmission()
        self.edition = self.submission.edition
        self.catalogue = self.submission.chosen
        self.betting = self.submission.betting(self.catalogue)
        self.seats = self.submission.seats
        self.choices = self.submission.choices()
        self.dice = DICE if StartMethod.SHAKER in self.submission.start_methods else None
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        self._options = self.submission.ranking_options
        self._program = program_of(self.submission.way)
        super().__init__()

    @classmethod
    def under(cls, submission: AsiaPokerSubmission) -> "AsiaPoker":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table with the devices that the submission names, a button before the dealer."""
        return Round(kit=self.choices.kit(), start_method=self.submission.start_method)

    def acts(self) -> Mapping[type[Move], Callable[[Round, Any], Step[Round]]]:
        """The moves of the chapter, in its order."""
        return {
            ShakeDice: self._shake,
            UncoverDice: self._uncover,
            ShowNumber: self._show_number,
            ChangeStartMethod: self._change_start_method,
            CoverShaker: self._cover,
            ExposeCard: self._expose,
            VoidHand: self._void_hand,
            PlayOn: self._play_on,
            AskHouseWay: self._tell_house_way,
            PlaceHands: self._place_hands,
            TurnDealerCards: self._turn_dealer_cards,
            SetDealerHands: self._set_dealer_hands,
            Surrender: self._surrender,
            RevealHands: self._reveal,
        }

    def display(self, state: Round) -> Display:
        """The start, the dice, the cards face up and face down, and the moment in words."""
        marked = state.start if state.start is not None else self._button_of(state)
        shows = marked is not None and self.submission.marks_start
        return Display(
            words=_WORDS.get(Phase(state.phase)) or self._words_before_the_deal(state),
            markers={START_MARKER: position_area(marked)} if marked is not None and shows else {},
            dice=tuple((COLOUR, face) for face in state.dice),
            cards=dict(_cards_shown(state)),
        )

    # Wagers (659a.7).

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called."""
        self._check_betting_open(state, f"{wager.title} may not be {'raised' if raising else 'made'}")

    @implements("659a.7(d)", "659a.7(e)")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """A Bonus Wager goes only with an Asia Poker Wager on the same area."""
        if bet.wager == BONUS and bet_at(state.bets, bet.seat, MAIN, "") is None:
            raise RuleViolation(
                BONUS_NEEDS_MAIN,
                f"position {bet.seat} has no Asia Poker Wager",
                fix="place the Asia Poker Wager first",
            )

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add now: nothing to a Bonus Wager without the Asia Poker Wager."""
        if wager.name == BONUS and bet_at(state.bets, seat, MAIN, "") is None:
            return None
        return super().room(state, seat, wager, pick)

    @implements("659a.7(d)")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager is locked by no more bets, and an Asia Poker Wager by the Bonus Wager that rests on it."""
        self._check_betting_open(state, f"{self.catalogue[bet.wager].title} may not be taken down")
        if bet.wager == MAIN and bet_at(state.bets, bet.seat, BONUS, "") is not None:
            raise RuleViolation(
                BONUS_NEEDS_MAIN,
                f"the Bonus Wager of position {bet.seat} rests on it",
                fix="take the Bonus Wager down first",
            )

    @implements("659a.7(c)#1", "659a.7(c)#2")
    def _check_betting_open(self, state: Round, refused: str) -> None:
        """Nothing is wagered or taken back between no more bets and the end of the round."""
        if state.phase != Phase.BETTING:
            raise RuleViolation(LOCKED, f"{refused} after no more bets", fix="wait for the next round")

    @implements("659a.12(c)#1", readings=("659-18", "C-21"))
    def payable_on_coupon(self, line: Settled, events: Iterable[Event], owed: Cents) -> Cents:
        """What a coupon wins counts towards the operator's payout limit on the hand like everything else."""
        paid = sum(other.paid for other in events if isinstance(other, Settled) and other.seat == line.seat)
        return payable(owed, paid, self.submission.payout_cap)

    # Irregularities (659a.13).

    @implements(
        "659a.13(a)",
        "659a.13(b)",
        "659a.13(c)",
        "659a.13(e)",
        "659a.13(j)",
        readings=("659-21", "659-26"),
    )
    def remedy(self, state: Round, remedy: Remedy) -> Step[Round]:
        """No roll, or all hands void; the rest is what every card table does."""
        if remedy.irregularity in NO_ROLLS:
            return Step(msgspec.structs.replace(state, shaken=False), ())
        reason = VOIDED_BECAUSE.get(remedy.irregularity)
        if reason is not None:
            return self.void(state, (remedy.clause, *remedy.also), reason)
        return super().remedy(state, remedy)

    def may_report(self, state: Round, remedy: Remedy) -> bool:
        """Whether an irregularity can have happened as things stand."""
        return super().may_report(state, remedy) and self._is_one(state, remedy.irregularity)

    @implements("659a.13(j)", readings=("659-20",))
    def _is_one(self, state: Round, irregularity: str) -> bool:
        """No roll needs shaken dice, a missing start none found; which exposed cards void is for the text in force."""
        temporary = self.submission.edition is TextInForce.TEMPORARY
        if irregularity in NO_ROLLS:
            return state.shaken
        if irregularity == NO_START:
            return state.start is None
        if irregularity == DEALER_CARD_IN_DEAL:
            return not temporary
        if irregularity == ANY_CARD_FROM_HAND:
            return self._any_exposed_card_voids(state)
        if irregularity == DEALER_CARD and state.phase == DEALING:
            return temporary and not self._any_exposed_card_voids(state)
        return True

    # What may come next.

    def own_acts(self, state: Round) -> Iterator[Lawful]:
        """The chapter's own moves."""
        match Phase(state.phase):
            case Phase.BETTING:
                yield from self._lawful_methods(state)
            case Phase.CLOSED:
                if state.start is None:
                    yield from self._lawful_start(state)
                    yield from self._lawful_methods(state)
            case Phase.COVERING:
                yield lawful("cover-shaker", DEALERS, (COVERED,), "Cover the shaker and shake it once")
            case Phase.SETTING:
                yield from self._lawful_setting(state)
            case Phase.TURNING:
                yield from self._lawful_turning(state)
            case Phase.DEALER_SETS:
                settings = self._house_way_first(state.hand(0))
                yield lawful(
                    "set-dealer-hands", DEALERS, (HOUSE_WAY,), "Set the dealer's hands", setting=settings
                )
            case Phase.SHOWDOWN:
                yield from self._lawful_showdown(state)
        yield from self._lawful_exposing(state)


def _cards_shown(state: Round) -> Iterator[tuple[str, Hand]]:
    """Where cards lie: hands not yet set, hands laid face down, and what was turned over."""
    turned = {laid.seat for laid in state.shown}
    for dealt in state.hands:
        if dealt.seat in turned:
            continue
        if state.laid_at(dealt.seat) is not None:
            yield from ((hand_area(part, dealt.seat), (UNSEEN,) * count) for part, count in _SIZES.items())
        else:
            all_seen = _is_looked_at(state, dealt.seat)
            seen = (card if all_seen or card in state.exposed else UNSEEN for card in dealt.cards)
            yield f"hand-{place(dealt.seat)}", tuple(seen)
    for shown in state.shown:
        if shown.hands is not None:
            hands = (shown.hands.high, shown.hands.medium, shown.hands.low)
            laid = zip(Part, hands, strict=True)
            yield from ((hand_area(part, shown.seat), hand) for part, hand in laid if hand)


def _is_looked_at(state: Round, seat: int) -> bool:
    """Whether a hand not yet set is in sight: the dealer's once turned, a player's once the deal is complete."""
    if seat == 0:
        return state.phase == Phase.DEALER_SETS
    return state.phase == Phase.SETTING and seat not in state.deciding
