"""Three Card Poker (COMAR 36.05.14, 58 Pa. Code 649a): the round from the wagers to the last hand settled."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.cards import Hand, card, is_seen
from houseway.equipment.decks import Clauses
from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.checklist import applies, checklist
from houseway.games.three_card_poker.display import display
from houseway.games.three_card_poker.irregularities import DEALER_CARD_EXPOSED, REMEDIES
from houseway.games.three_card_poker.layout import cards_area, felt
from houseway.games.three_card_poker.next_moves import (
    ASKED_CLOCKWISE,
    DEALER_REVEALED,
    DOCUMENTS,
    PLAYER_REVEALED,
    chips_are_counted,
    moves_of_the_round,
    on_device,
)
from houseway.games.three_card_poker.play import (
    CHECKING,
    DECIDING,
    EVENTS,
    MOVES,
    REVEALING,
    DealerTurnedOver,
    Fold,
    HandDiscarded,
    HandFolded,
    HandRevealed,
    HandsExamined,
    RevealHand,
    Round,
    TurnDealer,
)
from houseway.games.three_card_poker.progressive import NOT_RECOGNISED, RULES
from houseway.games.three_card_poker.ranking import NO_SUIT, category, qualifies, three_card
from houseway.games.three_card_poker.settlement import (
    FOLDED,
    FORFEITS_CLEARED,
    PLAYERS_FROM_THE_RIGHT,
    envy_bonuses,
    forfeits,
    main_lines,
    six_card_line,
)
from houseway.games.three_card_poker.showdown import Showdown, Three, showdown
from houseway.games.three_card_poker.submission import (
    CHOOSES_VARIANT_ANTE_BONUS,
    INSTRUMENTS,
    POSITIONS,
    ThreeCardPokerSubmission,
    Version,
)
from houseway.games.three_card_poker.wagering import (
    bounds,
    check_beside,
    check_compulsory,
    check_left_behind,
    narrowed,
    of_sizes,
)
from houseway.games.three_card_poker.wagers import (
    ANTE,
    CATALOGUE,
    DEALER_GAME,
    FORFEITED_PAIR_PLUS,
    PAIR_PLUS_WAGER,
    PLAY,
    PROGRESSIVE_WAGER,
    SIX_CARD_BONUS_WAGER,
)
from houseway.law import Clause, RuleViolation, implements, md
from houseway.money import Cents, FlatAmount, dollars
from houseway.table.card_felt import BETTING, CLOSED, DEALER, SettledLine
from houseway.table.card_game import CARD_ROUTINE, CardGame
from houseway.table.card_irregularities import WRONG_NUMBER
from houseway.table.card_play import Abandon, WagersAbandoned
from houseway.table.checklist import ChecklistStep
from houseway.table.events import Event, Result, cited
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.progressive import (
    COLLECTS,
    VALIDATES,
    VERIFIES,
    Award,
    CollectProgressive,
    CompleteDocuments,
    FixedSumWon,
    Progressive,
    ProgressiveService,
    ProgressiveSettled,
    ReturnSurplusChip,
    SettledByCage,
    StrikeProgressive,
    ValidateAward,
    VerifyAward,
)
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Lawful, require_role
from houseway.table.seats import clockwise, counterclockwise
from houseway.table.wagers import Bet, Bets, Range, Verdict, Wager, bet_at, without

LAYOUT_APPROVED = md(".02B")
SEATED_ONLY = md(".07C#1")
STAY_SEATED = md(".07C(1)")
BEFORE_NO_MORE_BETS = md(".07C#2")
LOCKED = md(".07D")
EXAMINED = md(".11A")
NOT_TOUCHED = md(".11A(2)")
IN_SIGHT = md(".11A(3)")
SETTLED_AFTER_ALL_DECIDED = md(".11D")
BEST_HAND = md(".11D(3)(b)")
BONUS_PAID = md(".12B#1")
REBUILDABLE = md(".11E")
EXPOSED_EARLY = md(".13E")

HAND_SIZE = 3
# Each kind of hand as the dealer calls it by its own rank.
_CALLS = ("{0} high", "pair of {0}s", "flush", "straight", "three {0}s", "straight flush")
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


class ThreeCardPoker(CardGame[Round]):
    """The game, under an operator's submission."""

    name = "three-card-poker"
    title = "Three Card Poker"
    catalogue = CATALOGUE
    irregularities = REMEDIES
    submission_type = ThreeCardPokerSubmission
    move_type = MOVES
    event_type = EVENTS
    routine = (
        "complete-documents",
        "validate-award",
        "verify-award",
        "reveal-hand",
        "turn-dealer",
        "collect-progressive",
        *CARD_ROUTINE,
    )

    cards = CARDS
    hand_size = HAND_SIZE
    dealer_clause = DEALER_REVEALED

    seats_clause = POSITIONS
    seated_clause = SEATED_ONLY
    leaving_clause = STAY_SEATED
    opening_clause = LAYOUT_APPROVED
    placing_clause = INSTRUMENTS
    coupon_wagers = (ANTE,)

    def __init__(self, submission: ThreeCardPokerSubmission | None = None) -> None:
        self.submission = submission or ThreeCardPokerSubmission()
        self.edition = self.submission.edition
        self.version = self.submission.version
        # Where it needs no Ante beside it, Pair Plus is a game of its own and no side bet (C-23).
        self.coupon_wagers_if_named = (PAIR_PLUS_WAGER,) if self.version is Version.SEPARATE else ()
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen_catalogue()
        self.bonus_table = self.submission.ante_bonus_table()
        self.bonuses = self.submission.bonuses()
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        self.service = ProgressiveService(RULES, self.submission.meter)
        super().__init__()

    @classmethod
    def under(cls, submission: ThreeCardPokerSubmission) -> "ThreeCardPoker":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards, its meter at the seed."""
        offered = self.submission.offers(PROGRESSIVE_WAGER)
        return Round(kit=self.choices.kit(), progressive=self.service.start() if offered else None)

    def acts(self) -> Mapping[type[Move], Callable[[Round, Any], Step[Round]]]:
        """The moves of .11 in its order."""
        return {
            CollectProgressive: self._collect_progressive,
            StrikeProgressive: self._strike_progressive,
            ReturnSurplusChip: self._return_surplus,
            Fold: self._fold,
            TurnDealer: self._turn_dealer,
            RevealHand: self._reveal,
            VerifyAward: self._verify_award,
            ValidateAward: self._validate_award,
            CompleteDocuments: self._complete_documents,
            Abandon: self._rule_abandoned,
        }

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What belongs to a way of dealing is asked for only while the cards are dealt so."""
        return applies(step, state.kit.dealing)

    def cleared(self, state: Round) -> Round:
        """The state with nothing left of the round that ended."""
        progressive = state.progressive
        return msgspec.structs.replace(
            state,
            progressive=self.service.unlocked(progressive) if progressive else None,
            folded=(),
            abandoned=(),
            discarded=(),
            royals=(),
            award=None,
            final=False,
        )

    def essential(self, state: Round) -> Round:
        """Hands turned over are kept only to be shown."""
        return msgspec.structs.replace(state, shown=())

    def recipients(self, state: Round) -> tuple[int, ...]:
        """Everyone who has wagered, from the dealer's left, then the dealer."""
        return (*clockwise({bet.seat for bet in state.bets}), DEALER)

    # Wagers: all but the Play Wager before no more bets (.07).

    @implements("36.05.14.02C(2)#2", "36.05.14.07C#2", "36.05.14.07D", readings=("C-119",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets, but for the Play Wager, which answers the dealer."""
        if wager.name == PLAY:
            if state.phase != DECIDING:
                raise RuleViolation(
                    DEALER_GAME, "the Play Wager is made when the dealer asks, after the deal"
                )
            return
        if state.phase == BETTING:
            return
        if wager.name == PROGRESSIVE_WAGER:
            raise RuleViolation(
                NOT_RECOGNISED, "the progressive system recognises no wager after no more bets"
            )
        if raising:
            raise RuleViolation(LOCKED, f"no more bets: the {wager.title} Wager may not be raised")
        raise RuleViolation(BEFORE_NO_MORE_BETS, f"no more bets: the {wager.title} Wager may not be made")

    @implements("36.05.14.07E(1)", "36.05.14.11B")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """A Play Wager equals the Ante of the player who is asked; the others go with one another as .07 demands."""
        if bet.wager == PLAY:
            self._check_asked(state, bet.seat)
            ante = _amount(state.bets, bet.seat, ANTE)
            if bet.amount != ante:
                raise RuleViolation(DEALER_GAME, "a Play Wager equals the Ante", fix=f"wager {dollars(ante)}")
            return
        if bet.wager == PROGRESSIVE_WAGER:
            self._check_registered(bet)
        check_beside(self.version, state.bets, bet, self.catalogue[bet.wager].title)

    @implements("36.05.14.02C(1)", "36.05.14.02C(2)#1", "36.05.14.12E(5)", readings=("C-130",))
    def _check_registered(self, bet: Bet) -> None:
        """The device at the position registers a progressive wager of one of its two sizes."""
        self.service.check_size(bet)

    @implements("36.05.14.07D")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager may be taken down until no more bets, unless another one rests on it."""
        if state.phase != BETTING:
            title = self.catalogue[bet.wager].title
            raise RuleViolation(LOCKED, f"no more bets: the {title} Wager may not be withdrawn")
        check_left_behind(self.version, state.bets, bet)

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What may be added to a wager beside the position's others; exactly the Ante for a Play Wager."""
        if wager.name == PLAY:
            ante = _amount(state.bets, seat, ANTE)
            return Range(ante, ante, ante) if self.asked(state) == seat else None
        room = super().room(state, seat, wager, pick)
        held = _amount(state.bets, seat, wager.name)
        if wager.name == PROGRESSIVE_WAGER:
            room = of_sizes(room, held, RULES.sizes)
        return narrowed(room, held, bounds(self.version, state.bets, seat, wager.name))

    def check_bets_complete(self, state: Round) -> None:
        """Where Ante and Pair Plus are compulsory, every player has both."""
        check_compulsory(self.version, state.bets)

    # No more bets: the progressive is locked, collected and verified before the first card (.08C, .09B, .10A).

    @implements("36.05.14.02C(2)#2")
    def closed(self, state: Round) -> Step[Round]:
        """With the call the progressive system is locked."""
        state = self.essential(state)
        if state.progressive is None:
            return Step(state, ())
        locked = self.service.lock(state.progressive, state.kit.dealing)
        return Step(msgspec.structs.replace(state, progressive=locked.state), locked.events)

    def check_ready_to_deal(self, state: Round) -> None:
        """No card is dealt while progressive chips lie uncollected."""
        if on_device(state.bets):
            clauses = RULES.collection[state.kit.dealing]
            raise RuleViolation(
                clauses.agrees,
                "the progressive wagers are not collected and verified",
                fix="collect them and count the chips",
            )

    def _collect_progressive(self, state: Round, move: CollectProgressive) -> Step[Round]:
        """The progressive chips go into the tray once their number is what the system accepted."""
        clauses = RULES.collection[state.kit.dealing]
        require_role(move, COLLECTS, clauses.collected, "collect the progressive wagers")
        bets = on_device(state.bets)
        if state.progressive is None or state.phase != CLOSED or not bets:
            raise RuleViolation(clauses.handled, "there are no progressive wagers to collect")
        collected = self.service.collect(state.progressive, bets, move.counted, state.kit.dealing)
        after = msgspec.structs.replace(state, progressive=collected.state, bets=without(state.bets, bets))
        return Step(after, collected.events)

    def _strike_progressive(self, state: Round, move: StrikeProgressive) -> Step[Round]:
        """Where the system counts more wagers than chips, the one that no chip backs is struck before the deal."""
        clauses = RULES.collection[state.kit.dealing]
        require_role(move, FLOORPERSONS, clauses.agrees, "strike a progressive wager")
        bet = bet_at(state.bets, move.seat, PROGRESSIVE_WAGER, "")
        if state.phase != CLOSED or bet is None:
            raise RuleViolation(
                clauses.agrees, f"position {move.seat} has no progressive wager that waits to be collected"
            )
        struck = self.service.strike(bet, move, state.kit.dealing)
        return Step(msgspec.structs.replace(state, bets=without(state.bets, (bet,))), (struck,))

    def _return_surplus(self, state: Round, move: ReturnSurplusChip) -> Step[Round]:
        """Where there are more chips than the system counts wagers, the surplus goes back before they are collected."""
        clauses = RULES.collection[state.kit.dealing]
        require_role(move, FLOORPERSONS, clauses.agrees, "return a progressive chip")
        self._check_seated(state, move.seat)
        if not chips_are_counted(state):
            raise RuleViolation(clauses.agrees, "no progressive chips are being counted")
        return Step(state, (self.service.return_surplus(move, state.kit.dealing),))

    # Playing or folding (.11A-.11C).

    @implements("36.05.14.11A")
    def dealt(self, state: Round) -> Step[Round]:
        """The players look at their cards."""
        examined = HandsExamined(clause=EXAMINED.id, also=(NOT_TOUCHED.id, IN_SIGHT.id))
        return Step(msgspec.structs.replace(state, phase=DECIDING), (examined,))

    @implements("36.05.14.11B")
    def asked(self, state: Round) -> int:
        """The position that is asked now, clockwise among those with an Ante; 0 when all have answered."""
        if state.phase != DECIDING:
            return 0
        antes = {bet.seat for bet in state.bets if bet.wager == ANTE}
        answered = {bet.seat for bet in state.bets if bet.wager == PLAY} | set(state.folded)
        return next(clockwise(antes - answered), 0)

    def _check_asked(self, state: Round, seat: int) -> None:
        turn = self.asked(state)
        if not turn or seat != turn:
            who = f"position {turn} is asked first" if turn else "no player is asked now"
            raise RuleViolation(ASKED_CLOCKWISE, f"{who}, not position {seat}")

    @implements("36.05.14.11B", readings=("C-109", "C-110", "C-126"))
    def _fold(self, state: Round, move: Fold) -> Step[Round]:
        """The player who is asked gives up the Ante; a paying Pair Plus hand is not thrown away unawares."""
        require_role(move, BETTORS, ASKED_CLOCKWISE, "fold")
        self._check_asked(state, move.seat)
        pays = self._pair_plus_pays(state, move.seat)
        if pays and not move.knowing:
            raise RuleViolation(
                FORFEITED_PAIR_PLUS,
                "a fold gives up a Pair Plus Wager that would be paid",
                fix="make the Play Wager, or fold knowing this",
            )
        if move.knowing and not pays:
            raise RuleViolation(
                FORFEITED_PAIR_PLUS, f"position {move.seat} shows no paying Pair Plus hand to give up"
            )
        folded = HandFolded(seat=move.seat, clause=ASKED_CLOCKWISE.id)
        return Step(msgspec.structs.replace(state, folded=(*state.folded, move.seat)), (folded,))

    def _pair_plus_pays(self, state: Round, seat: int) -> bool:
        hand = state.hand(seat)
        if bet_at(state.bets, seat, PAIR_PLUS_WAGER, "") is None or not is_seen(hand):
            return False
        facts = Showdown(player=three_card(*_three(hand)), dealer=0)
        return self.catalogue[PAIR_PLUS_WAGER].decide(facts, "").result is Result.WIN

    # The dealer's hand (.11D(1)-(2)).

    @implements("36.05.14.11D", "36.05.14.11D(1)", "36.05.14.11D(2)", readings=("C-110", "C-111"))
    def _turn_dealer(self, state: Round, move: TurnDealer) -> Step[Round]:
        """Once all have answered, what was forfeited is cleared and the dealer's hand turned over."""
        require_role(move, DEALERS, DEALER_REVEALED, "turn over the dealer's cards")
        if state.phase != DECIDING:
            raise RuleViolation(DEALER_REVEALED, "the dealer's cards are not to be turned over now")
        turn = self.asked(state)
        if turn:
            raise RuleViolation(SETTLED_AFTER_ALL_DECIDED, f"position {turn} has neither played nor folded")
        state = self.told(state, DEALER, move.cards, DEALER_REVEALED)
        cleared = tuple(event for seat in state.folded for event in self._forfeits(state, seat))
        state = state.without_bets_of(cleared)
        gone = tuple(event.seat for event in cleared if isinstance(event, HandDiscarded))
        after = msgspec.structs.replace(
            _shown(state, DEALER), phase=REVEALING, discarded=(*state.discarded, *gone)
        )
        return self._go_on(after, (*cleared, _dealer_announced(state)))

    def may_correct_dealer(self, state: Round) -> bool:
        """Until the first player's cards are turned over."""
        return state.phase == REVEALING and state.shown == _shown_now(state, DEALER)

    def dealer_corrected(self, state: Round) -> Step[Round]:
        """The dealer's hand lies there as it was put right, and is announced again."""
        put_right = msgspec.structs.replace(state, shown=_shown_now(state, DEALER))
        return Step(put_right, (_dealer_announced(state),))

    def _forfeits(self, state: Round, seat: int) -> Iterator[Event]:
        """What a folded position loses, and its cards, unless a Six Card Bonus still needs them."""
        yield from forfeits(self.betting, state.bets, seat)
        bet = state.progressive.wager_of(seat) if state.progressive else None
        if bet is not None:
            verdict = self.catalogue[PROGRESSIVE_WAGER].decide(FOLDED, "")
            yield self.service.lose(bet, verdict.clause, FORFEITS_CLEARED)
        if bet_at(state.bets, seat, SIX_CARD_BONUS_WAGER, "") is None:
            yield HandDiscarded(seat=seat, clause=FORFEITS_CLEARED.id)

    # The sweep (.11D(3)-(8)): one position after the other, each wager in its order.

    @implements("36.05.14.11D(3)")
    def revealed_next(self, state: Round) -> int:
        """The position that is settled next, counterclockwise from the dealer's right; 0 when none is."""
        on_table = {hand.seat for hand in state.hands} - {DEALER, *state.discarded}
        return next(counterclockwise(on_table), 0) if state.phase in (REVEALING, CHECKING) else 0

    @implements("36.05.14.11D(3)", "36.05.14.11D(3)(a)", "36.05.14.11D(7)(d)(ii)")
    def _reveal(self, state: Round, move: RevealHand) -> Step[Round]:
        """A player's cards are turned over and the position is settled, as far as no payout must be checked."""
        require_role(move, DEALERS, PLAYER_REVEALED, "turn over a player's cards")
        if state.award is not None:
            raise RuleViolation(
                RULES.payout.checked if state.award.from_tray else DOCUMENTS,
                f"the payout at position {state.award.seat} is not made; its cards stay where they are",
                fix="have the payout checked and made first",
            )
        turn = self.revealed_next(state)
        if not turn or move.seat != turn:
            who = f"position {turn} is settled next" if turn else "no hand is to be turned over now"
            raise RuleViolation(PLAYERS_FROM_THE_RIGHT, f"{who}, not position {move.seat}")
        state = _shown(self.told(state, turn, move.cards, PLAYER_REVEALED), turn)
        facts = self._facts(state, turn)
        revealed = HandRevealed(
            seat=turn,
            cards=state.hand(turn),
            hand=_spoken(facts.player),
            clause=PLAYER_REVEALED.id,
            also=(BEST_HAND.id,),
        )
        if facts.royal_suit != NO_SUIT and not facts.folded:
            # Who folded has forfeited the hand and holds it no more.
            state = msgspec.structs.replace(state, royals=(*state.royals, (turn, facts.royal_suit)))
        lines: tuple[Event, ...] = ()
        if not facts.folded:
            bonus_clause = BONUS_PAID if self.version is Version.SEPARATE else CHOOSES_VARIANT_ANTE_BONUS
            lines = tuple(main_lines(self.betting, state.bets, turn, facts, self.bonus_table, bonus_clause))
        return self._settle_progressive(state.without_bets_of(lines), turn, facts, (revealed, *lines))

    def _facts(self, state: Round, seat: int) -> Showdown:
        folded = seat in state.folded
        return showdown(_three(state.hand(seat)), _three(state.hand(DEALER)), folded=folded)

    @implements("36.05.14.11D(5)", "36.05.14.11D(7)", "36.05.14.12E(4)")
    def _settle_progressive(
        self, state: Round, seat: int, facts: Showdown, events: tuple[Event, ...]
    ) -> Step[Round]:
        """The progressive after Pair Plus; a win is checked before it is paid, on the meter as it stands now."""
        bet = state.progressive.wager_of(seat) if state.progressive else None
        if bet is None or state.progressive is None or facts.folded:
            return self._settle_six_card(state, seat, facts, events)
        verdict = self.catalogue[PROGRESSIVE_WAGER].decide(facts, "")
        if verdict.line is None:
            lost = self.service.lose(bet, verdict.clause, RULES.payout.settled)
            return self._settle_six_card(state, seat, facts, (*events, lost))
        award = self.service.award(state.progressive, bet, verdict)
        won = self.service.won(award, verdict.line)
        return Step(msgspec.structs.replace(state, phase=CHECKING, award=award), (*events, won))

    @implements("36.05.14.11D(8)", readings=("C-116",))
    def _settle_six_card(
        self, state: Round, seat: int, facts: Showdown, events: tuple[Event, ...]
    ) -> Step[Round]:
        """The Six Card Bonus last; a fixed sum waits for its papers, the tray not being meant for it."""
        bet = bet_at(state.bets, seat, SIX_CARD_BONUS_WAGER, "")
        if bet is None:
            return self._hand_over(state, seat, events)
        verdict = self.catalogue[SIX_CARD_BONUS_WAGER].decide(facts, "")
        if verdict.line is not None and isinstance(verdict.line.odds, FlatAmount):
            award = _fixed_sum(bet, verdict, verdict.line.odds)
            won = FixedSumWon(
                seat=seat,
                hand=verdict.line.label,
                amount=award.amount,
                clause=verdict.clause.id,
                also=(DOCUMENTS.id,),
            )
            return Step(msgspec.structs.replace(state, phase=CHECKING, award=award), (*events, won))
        line = six_card_line(self.betting, bet, facts)
        return self._hand_over(state.without_bets_of((line,)), seat, (*events, line))

    def _hand_over(self, state: Round, seat: int, events: tuple[Event, ...]) -> Step[Round]:
        """A position is settled: its cards go to the rack."""
        gone = HandDiscarded(seat=seat, clause=REBUILDABLE.id)
        after = msgspec.structs.replace(
            state, phase=REVEALING, award=None, discarded=(*state.discarded, seat)
        )
        return self._go_on(after, (*events, gone))

    def _go_on(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """The sweep goes on, or with nobody left the Envy Bonuses are paid and the round is over."""
        if state.phase != REVEALING or self.revealed_next(state):
            return Step(state, events)
        envied: tuple[Event, ...] = ()
        if state.progressive is not None:
            stayed = (bet for bet in state.progressive.wagers if bet.seat not in state.abandoned)
            bettors = tuple(sorted(stayed, key=lambda bet: bet.seat, reverse=True))
            envied = tuple(envy_bonuses(bettors, state.royals, dict(state.areas), state.folded))
        return self.round_over(state, (*events, *envied))

    # Payouts that are checked first (.11D(7), reading C-116).

    def _award(self, state: Round, seat: int, clause: Clause) -> Award:
        if state.award is None or state.award.seat != seat:
            raise RuleViolation(clause, f"no payout at position {seat} waits to be checked")
        return state.award

    def _verify_award(self, state: Round, move: VerifyAward) -> Step[Round]:
        """The dealer confirms the hand and the light of the system."""
        require_role(move, VERIFIES, RULES.payout.hand, "verify a progressive win")
        award, verified = self.service.verify(self._award(state, move.seat, RULES.payout.hand), move)
        return Step(msgspec.structs.replace(state, award=award), (verified,))

    def _validate_award(self, state: Round, move: ValidateAward) -> Step[Round]:
        """A floorperson validates the payout, which the tray then makes at once unless it may not (C-132)."""
        require_role(move, VALIDATES, RULES.payout.validated, "validate a progressive payout")
        award, validated = self.service.validate(self._award(state, move.seat, RULES.payout.validated), move)
        if award.from_tray:
            return self._pay(state, award, (validated,))
        return Step(msgspec.structs.replace(state, award=award), (validated,))

    @implements("36.05.14.11D(7)(d)(i)", "36.05.14.11D(7)(d)(ii)", readings=("C-116",))
    def _complete_documents(self, state: Round, move: CompleteDocuments) -> Step[Round]:
        """With its papers complete, a payout is made that does not come from the tray."""
        require_role(move, VALIDATES, DOCUMENTS, "complete the papers of a payout")
        award = self._award(state, move.seat, DOCUMENTS)
        completed = self.service.check_documents(award, move)
        state = msgspec.structs.replace(state, final=True)
        if award.wager == PROGRESSIVE_WAGER:
            return self._pay(state, award, (completed,))
        bet = bet_at(state.bets, award.seat, award.wager, "")
        assert bet is not None, "a Six Card Bonus stays on the felt until it is paid"
        facts = self._facts(state, award.seat)
        line = six_card_line(self.betting, bet, facts)
        paid = SettledByCage(**msgspec.structs.asdict(line))
        return self._hand_over(state.without_bets_of((paid,)), award.seat, (completed, paid))

    def _pay(self, state: Round, award: Award, events: tuple[Event, ...]) -> Step[Round]:
        assert state.progressive is not None, "a progressive award needs a progressive"
        paid = self.service.pay(state.progressive, award)
        after = msgspec.structs.replace(state, phase=REVEALING, award=None, progressive=paid.state)
        facts = self._facts(state, award.seat)
        return self._settle_six_card(after, award.seat, facts, (*events, *paid.events))

    # When a round is void, or a player has left (.13, .07C(2)).

    def refunds(self, state: Round, clauses: Clauses) -> tuple[Event, ...]:
        """Every wager on its way back, the progressive ones off the meter as well."""
        return (*super().refunds(state, clauses), *self._given_back(state, clauses)[1])

    def moved(self, event: Event) -> SettledLine | None:
        """As at every card table, but for what was not paid from the tray."""
        match event:
            case ProgressiveSettled(result=Result.WIN, from_tray=True):
                return SettledLine(event.seat, event.wager, 0, event.paid)
            case ProgressiveSettled() | SettledByCage():
                return None
        return super().moved(event)

    def void(self, state: Round, clauses: Clauses, reason: str, *, remove_for: Clauses = ()) -> Step[Round]:
        """All hands void, all wagers back and the meter as it was."""
        step = super().void(state, clauses, reason, remove_for=remove_for)
        progressive, _ = self._given_back(state, clauses)
        return Step(msgspec.structs.replace(step.state, progressive=progressive), step.events)

    def _given_back(self, state: Round, clauses: Clauses) -> tuple[Progressive | None, tuple[Event, ...]]:
        if state.progressive is None:
            return None, ()
        return self.service.give_back(state.progressive, clauses[0])

    def may_report(self, state: Round, remedy: Remedy) -> bool:
        """As at every card table, but a card of the dealer can be exposed only once one was dealt."""
        possible = remedy.irregularity != DEALER_CARD_EXPOSED or bool(state.hand(DEALER))
        return possible and super().may_report(state, remedy)

    @implements("36.05.14.13D", "36.05.14.13E")
    def remedy(self, state: Round, remedy: Remedy) -> Step[Round]:
        """An exposed dealer's card voids the round, as a wrong number does; we read .13D so that a payout with papers stands."""
        if remedy.irregularity == DEALER_CARD_EXPOSED:
            return self.void(state, (EXPOSED_EARLY,), "a card of the dealer was exposed")
        if remedy.irregularity == WRONG_NUMBER and state.final:
            reason = "a hand has the wrong number of cards; the payout whose papers are complete stands"
            return self.void(state, CARDS.wrong_number, reason)
        return super().remedy(state, remedy)

    def abandonable(self, state: Round) -> tuple[int, ...]:
        """Also a position whose payout is not verified yet, but none whose payout is won and verified."""
        seats = set(super().abandonable(state))
        if state.award is not None:
            seats = seats - {state.award.seat} if state.award.verified else seats | {state.award.seat}
        return tuple(sorted(seats))

    @implements("36.05.14.07C(2)", readings=("C-126",))
    def _rule_abandoned(self, state: Round, move: Abandon) -> Step[Round]:
        """A payout not verified yet is abandoned with the wagers; we read a verified one as won, to be paid."""
        award = state.award
        if award is None or award.seat != move.seat:
            return self._abandon(state, move)
        clauses = CARDS.abandoned
        require_role(move, FLOORPERSONS, clauses[0], "rule wagers abandoned")
        if award.verified:
            raise RuleViolation(
                clauses[0],
                f"the payout at position {award.seat} is won and verified, and not a wager any more",
                fix="have the payout made first",
            )
        if any(bet.seat == move.seat for bet in state.bets):
            return self._abandon(state, move)
        ruled = WagersAbandoned(seat=move.seat, by=move.by, **cited(clauses))
        step = self.abandoned(state.without_hands(move.seat), move.seat)
        return Step(step.state, (ruled, *step.events))

    @implements("36.05.14.07C(2)", readings=("C-126",))
    def abandoned(self, state: Round, seat: int) -> Step[Round]:
        """The progressive wager of the position is lost too unless it is settled, and with it any Envy Bonus."""
        bet = state.progressive.wager_of(seat) if state.progressive else None
        cleared = state.phase != DECIDING and seat in state.folded
        lost: tuple[Event, ...] = ()
        if bet is not None and not cleared:
            clause = CARDS.abandoned[0]
            lost = (self.service.lose(bet, clause, clause),)
        after = msgspec.structs.replace(
            state,
            abandoned=(*state.abandoned, seat),
            folded=tuple(other for other in state.folded if other != seat),
        )
        if after.award is not None and after.award.seat == seat:
            after = msgspec.structs.replace(after, phase=REVEALING, award=None)
        return self._go_on(after, lost)

    # What may come next.

    def own_acts(self, state: Round) -> Iterator[Lawful]:
        """The chapter's own moves."""
        turn = self.asked(state)
        return moves_of_the_round(
            state,
            asked=turn,
            gives_up_a_win=bool(turn) and self._pair_plus_pays(state, turn),
            settled_next=self.revealed_next(state),
        )

    def display(self, state: Round) -> Display:
        """The moment in words with the meter, the places it concerns lit up, and the cards where they lie."""
        return display(state, asked=self.asked(state), settled_next=self.revealed_next(state))


def _fixed_sum(bet: Bet, verdict: Verdict, pays: FlatAmount) -> Award:
    """A payout that needs no validation, but papers (reading C-116)."""
    assert verdict.line is not None, "a winning wager has a line"
    return Award(
        seat=bet.seat,
        wager=bet.wager,
        stake=bet.amount,
        amount=pays.cents,
        odds=str(pays),
        pays=verdict.line.clause.id,
        decided=verdict.clause.id,
        from_tray=False,
        verified=True,
        validated=True,
    )


def _dealer_announced(state: Round) -> DealerTurnedOver:
    """The dealer's hand as it lies there, and whether it qualifies."""
    hand = state.hand(DEALER)
    value = three_card(*_three(hand))
    return DealerTurnedOver(
        cards=hand, hand=_spoken(value), qualifies=qualifies(value), clause=DEALER_REVEALED.id
    )


def _spoken(value: int) -> str:
    """A hand as the dealer calls it."""
    return _CALLS[category(value)].format(_RANKS[value >> 8 & 15])


def _three(hand: Hand) -> Three:
    first, second, third = hand
    return card(first), card(second), card(third)


def _amount(bets: Bets, seat: int, wager: str) -> Cents:
    bet = bet_at(bets, seat, wager, "")
    return bet.amount if bet else 0


def _shown(state: Round, seat: int) -> Round:
    return msgspec.structs.replace(state, shown=(*state.shown, *_shown_now(state, seat)))


def _shown_now(state: Round, seat: int) -> tuple[tuple[str, Hand], ...]:
    return ((cards_area(seat), state.hand(seat)),)
