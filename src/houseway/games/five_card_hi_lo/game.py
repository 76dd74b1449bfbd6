"""Five Card Hi-Lo (58 Pa. Code 663a): the round from the wagers to the last hand settled."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.cards import Hand
from houseway.equipment.decks import Clauses
from houseway.games.five_card_hi_lo.cards import CARDS
from houseway.games.five_card_hi_lo.checklist import applies, checklist
from houseway.games.five_card_hi_lo.display import UNSET, display
from houseway.games.five_card_hi_lo.irregularities import CARD_EXPOSED, FACE_DOWN, REMEDIES
from houseway.games.five_card_hi_lo.layout import DEALER_PLACE, HIGH, LOW, felt, hand_area
from houseway.games.five_card_hi_lo.next_moves import (
    DEALER_TURNED_OVER,
    FORFEITS_COLLECTED,
    HOW_THE_DEALER_SETS,
    PLAYERS_SET,
    REVEALED_FROM_THE_RIGHT,
    SETTERS,
    moves_of_the_round,
    ruling,
)
from houseway.games.five_card_hi_lo.play import (
    DEALER_SETS,
    DECIDING,
    EVENTS,
    MOVES,
    REVEALING,
    SETTING,
    CollectForfeits,
    CorrectSetting,
    DealerSet,
    DealerTurnedOver,
    ExposedCardRuledOn,
    Fold,
    FoldedHandShown,
    HandDiscarded,
    HandFolded,
    HandKept,
    HandRevealed,
    HandSet,
    Laid,
    ResultAnnounced,
    RevealHand,
    Round,
    RuleOnExposedCard,
    Ruling,
    SetHand,
    SettingCorrected,
    SetWrongly,
    TurnDealer,
)
from houseway.games.five_card_hi_lo.points import (
    HAND_SIZE,
    NO_SETTING,
    high_total,
    low_total,
)
from houseway.games.five_card_hi_lo.setting import (
    HOW_TO_SET,
    by_the_rule,
    corrected,
    dealers_lawful,
    five,
    players_lawful,
    setting_found,
    setting_told,
    split,
)
from houseway.games.five_card_hi_lo.settlement import announced, folded, forfeits, settle, showdown
from houseway.games.five_card_hi_lo.submission import MAX_PLAYERS, OPTIONAL_WAGERS, HiLoSubmission
from houseway.games.five_card_hi_lo.turns import (
    asked,
    bets_at,
    dealt_in,
    first_of_player,
    holds_bonus,
    on_table,
    positions_of_player,
    revealed_next,
    to_set,
)
from houseway.games.five_card_hi_lo.wagers import (
    ANTE,
    CATALOGUE,
    FOLD,
    OPTIONAL,
    PLAY,
    PLAY_WAGER,
    POKER_BONUS,
    Showdown,
)
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import BETTING, DEALER
from houseway.table.card_game import CARD_ROUTINE, CardGame
from houseway.table.checklist import ChecklistStep
from houseway.table.events import Event, GamingCeased, GamingResumed
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Lawful, require_role
from houseway.table.seats import clockwise
from houseway.table.wagers import Bet, Range, Wager, bet_at

LAYOUT_APPROVED = pa("663a.2(b)")
VALUE_CHIPS = pa("663a.7(a)#1")
SEATED_ONLY = pa("663a.7(b)#1")
STAY_SEATED = pa("663a.7(b)#2")
BEFORE_NO_MORE_BETS = pa("663a.7(c)#1")
LOCKED = pa("663a.7(c)#2")
NOT_CHANGED = pa("663a.7(f)#5")
EXAMINED_AFTER_THE_DEAL = pa("663a.11(a)")
NOT_TOUCHED_AGAIN = pa("663a.11(a)(3)")
KEPT_FOR_POKER_BONUS = pa("663a.11(c)#2")
LAID_FACE_UP = pa("663a.11(e)#3")
ANNOUNCED = pa("663a.11(f)#2")
BONUS_NEEDS_PLAY = pa("663a.11(h)#1")
DISCARDED = pa("663a.11(i)")
DISCARDED_AFTER_ONE = pa("663a.11(j)")
DISCARDED_AFTER_ALL = pa("663a.11(k)")
REBUILDABLE = pa("663a.11(l)")


class FiveCardHiLo(CardGame[Round]):
    """The game, under an operator's submission."""

    name = "five-card-hi-lo"
    title = "Five Card Hi-Lo"
    catalogue = CATALOGUE
    irregularities = REMEDIES
    submission_type = HiLoSubmission
    move_type = MOVES
    event_type = EVENTS
    routine = (
        "reveal-hand",
        "turn-dealer",
        "collect-forfeits",
        *CARD_ROUTINE,
    )

    cards = CARDS
    hand_size = HAND_SIZE
    dealer_clause = DEALER_TURNED_OVER

    seats_clause = MAX_PLAYERS
    seated_clause = SEATED_ONLY
    leaving_clause = STAY_SEATED
    opening_clause = LAYOUT_APPROVED
    placing_clause = VALUE_CHIPS
    coupon_wagers = (ANTE,)

    def __init__(self, submission: HiLoSubmission | None = None) -> None:
        self.submission = submission or HiLoSubmission()
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        super().__init__()

    @classmethod
    def under(cls, submission: HiLoSubmission) -> "FiveCardHiLo":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards."""
        return Round(kit=self.choices.kit())

    def acts(self) -> Mapping[type[Move], Callable[[Round, Any], Step[Round]]]:
        """The moves of 663a.11 in its order, and a floorperson's rulings."""
        return {
            Fold: self._fold,
            CollectForfeits: self._collect,
            SetHand: self._set,
            TurnDealer: self._turn_dealer,
            RevealHand: self._reveal,
            CorrectSetting: self._correct,
            RuleOnExposedCard: self._rule,
        }

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What belongs to a way of dealing is asked for only while the cards are dealt so."""
        return applies(step, state.kit.dealing)

    def cleared(self, state: Round) -> Round:
        """The state with nothing left of the round that ended."""
        return msgspec.structs.replace(
            state,
            folded=(),
            laid=(),
            dealers_setting=NO_SETTING,
            discarded=(),
            to_correct=None,
            stopped=False,
        )

    def closed(self, state: Round) -> Step[Round]:
        """The hands of the last round are out of sight from now on."""
        return Step(self.essential(state), ())

    def essential(self, state: Round) -> Round:
        """Hands turned over are kept only to be shown."""
        return msgspec.structs.replace(state, shown=())

    # Wagers: Ante and optional wagers before no more bets, Play when asked (663a.7, 663a.11(b)).

    @implements("663a.7(c)#1", "663a.7(c)#2", readings=("663-04",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called, but for the Play Wager."""
        if wager.name == PLAY:
            if state.phase != DECIDING:
                raise RuleViolation(PLAY_WAGER, "the Play Wager is made when the dealer asks, after the deal")
        elif state.phase != BETTING:
            clause, done = (LOCKED, "raised") if raising else (BEFORE_NO_MORE_BETS, "made")
            raise RuleViolation(clause, f"no more bets: the {wager.title} Wager may not be {done}")

    @implements("663a.7(e)", "663a.11(b)#1", "663a.11(b)#2")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """An optional wager needs an Ante beside it; a Play Wager equals the Ante of the player who is asked."""
        ante = bet_at(state.bets, bet.seat, ANTE, "")
        if bet.wager == PLAY:
            self._check_asked(state, bet.seat)
            if ante is None or bet.amount != ante.amount:
                raise RuleViolation(
                    PLAY_WAGER, "the Play Wager must equal the Ante", fix="wager the Ante's amount"
                )
        elif self.catalogue[bet.wager].group == OPTIONAL and ante is None:
            raise RuleViolation(
                OPTIONAL_WAGERS,
                f"position {bet.seat} has no Ante for the {self.catalogue[bet.wager].title} Wager to go with",
                fix="make an Ante Wager first",
            )

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add, in keeping with the Ante."""
        ante = bet_at(state.bets, seat, ANTE, "")
        if wager.name == PLAY:
            if ante is None or seat != asked(state):
                return None
            return Range(ante.amount, ante.amount, self.betting.steps[PLAY, ""])
        if wager.group == OPTIONAL and ante is None:
            return None
        return super().room(state, seat, wager, pick)

    @implements("663a.7(c)#2", "663a.7(e)")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """Wagers stay from no more bets on, and an Ante stays while an optional wager rests on it."""
        if state.phase != BETTING:
            raise RuleViolation(LOCKED, "no more bets: a wager may not be withdrawn")
        others = [self.catalogue[other.wager] for other in state.bets if other.seat == bet.seat]
        if bet.wager == ANTE and any(other.group == OPTIONAL for other in others):
            raise RuleViolation(
                OPTIONAL_WAGERS,
                "an optional wager rests on this Ante",
                fix="take down the optional wagers first",
            )

    def recipients(self, state: Round) -> tuple[int, ...]:
        """Who made an Ante Wager, and the dealer last."""
        return (*dealt_in(state), DEALER)

    @implements("663a.11(a)")
    def dealt(self, state: Round) -> Step[Round]:
        """The deal done, players look at their cards and are asked in turn."""
        return Step(msgspec.structs.replace(state, phase=DECIDING), ())

    # Fold or play (663a.11(b)-(c)).

    def _check_asked(self, state: Round, seat: int) -> None:
        if state.phase != DECIDING:
            raise RuleViolation(EXAMINED_AFTER_THE_DEAL, "players are asked once the deal is complete")
        turn = asked(state)
        if not turn or seat != turn:
            who = f"position {turn} is asked now" if turn else "everyone has answered"
            raise RuleViolation(FOLD, f"{who}, not position {seat}")

    @implements("663a.11(b)#1", readings=("663-09",))
    def _fold(self, state: Round, move: Fold) -> Step[Round]:
        """A player folds; one who holds an Ante Bonus says so knowingly."""
        require_role(move, BETTORS, FOLD, "fold a hand")
        self._check_asked(state, move.seat)
        bonus = holds_bonus(state, move.seat)
        if bonus and not move.knowing:
            raise RuleViolation(
                BONUS_NEEDS_PLAY,
                f"position {move.seat} holds three aces or more: a fold gives up the Ante Bonus",
                fix="make the Play Wager, or fold knowing this",
            )
        if move.knowing and not bonus:
            raise RuleViolation(BONUS_NEEDS_PLAY, f"position {move.seat} shows no Ante Bonus to give up")
        after = msgspec.structs.replace(state, folded=(*state.folded, move.seat))
        return Step(after, (HandFolded(seat=move.seat, clause=FOLD.id),))

    @implements("663a.11(c)#1", "663a.11(c)#2")
    def _collect(self, state: Round, move: CollectForfeits) -> Step[Round]:
        """Once all have answered, forfeited wagers and hands go, but a hand with a Poker Bonus Wager stays."""
        require_role(move, DEALERS, FORFEITS_COLLECTED, "collect forfeited wagers")
        if state.phase != DECIDING:
            raise RuleViolation(FORFEITS_COLLECTED, "no forfeited wagers are to be collected")
        if asked(state):
            raise RuleViolation(FORFEITS_COLLECTED, f"position {asked(state)} has not answered yet")
        events: list[Event] = []
        for seat in clockwise(state.folded):
            bets = bets_at(state, seat)
            lost = forfeits(self.betting, bets)
            state = state.without_bets_of(lost)
            if any(bet.wager == POKER_BONUS for bet in bets):
                events += [*lost, HandKept(seat=seat, clause=KEPT_FOR_POKER_BONUS.id)]
            else:
                state = msgspec.structs.replace(state, discarded=(*state.discarded, seat))
                events += [
                    *lost,
                    HandDiscarded(seat=seat, clause=FORFEITS_COLLECTED.id, also=(REBUILDABLE.id,)),
                ]
        return self._go_on(msgspec.structs.replace(state, phase=SETTING), tuple(events))

    def _go_on(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """The next moment of the round, once a player's part in the present one is done."""
        if not on_table(state):
            return self.round_over(state, events)
        if state.phase == SETTING and not to_set(state):
            state = msgspec.structs.replace(state, phase=DEALER_SETS)
        return Step(state, events)

    def abandoned(self, state: Round, seat: int) -> Step[Round]:
        """The round goes on without the position."""
        after = msgspec.structs.replace(
            state,
            folded=tuple(other for other in state.folded if other != seat),
            to_correct=None if state.to_correct == seat else state.to_correct,
        )
        return self._go_on(after, ())

    # Setting (663a.11(d), 663a.7(f)).

    @implements("663a.11(d)#1", "663a.11(a)(3)", "663a.7(f)#5")
    def _set(self, state: Round, move: SetHand) -> Step[Round]:
        """A player lays down a high and a low hand, once, and in the order of his areas."""
        require_role(move, SETTERS, PLAYERS_SET, "set a player's hands")
        if state.phase == SETTING and state.setting(move.seat) is not None:
            clause = NOT_CHANGED if len(positions_of_player(state, move.seat)) > 1 else NOT_TOUCHED_AGAIN
            raise RuleViolation(clause, f"position {move.seat} has laid both hands down; they stay")
        if state.phase != SETTING or move.seat not in to_set(state):
            raise RuleViolation(PLAYERS_SET, f"position {move.seat} has no hands to set now")
        first, clause = first_of_player(state, move.seat)
        if move.seat != first:
            raise RuleViolation(clause, f"the hand at position {first} is set before that at {move.seat}")
        hand = state.hand(move.seat)
        setting = setting_told(hand, move.low) if move.low else NO_SETTING
        high, low = split(hand, setting) if move.low else ((), ())
        also = (NOT_TOUCHED_AGAIN.id, HOW_TO_SET.id) if move.low else (NOT_TOUCHED_AGAIN.id,)
        laid = HandSet(seat=move.seat, high=high, low=low, clause=PLAYERS_SET.id, also=also)
        after = msgspec.structs.replace(state, laid=(*state.laid, Laid(seat=move.seat, setting=setting)))
        return self._go_on(after, (laid,))

    # The dealer's hands (663a.11(e)).

    @implements("663a.11(e)#1", "663a.11(e)#2", readings=("663-06", "663-07"))
    def _turn_dealer(self, state: Round, move: TurnDealer) -> Step[Round]:
        """All players set, the dealer's cards are turned over and set by the rule."""
        require_role(move, DEALERS, DEALER_TURNED_OVER, "turn over the dealer's cards")
        if state.phase != DEALER_SETS:
            raise RuleViolation(
                DEALER_TURNED_OVER, "the dealer's cards are turned over once all players have set"
            )
        if state.to_correct is not None:
            raise RuleViolation(HOW_THE_DEALER_SETS, "a floorperson has to correct the dealer's hands first")
        state = self.told(state, DEALER, move.cards, DEALER_TURNED_OVER)
        hand = state.hand(DEALER)
        turned = DealerTurnedOver(cards=hand, clause=DEALER_TURNED_OVER.id)
        setting = setting_found(hand, move.low) if move.low else by_the_rule(hand)
        state = msgspec.structs.replace(state, dealers_setting=setting)
        if not dealers_lawful(hand, setting):
            high, low = split(hand, setting)
            wrong = SetWrongly(seat=DEALER, high=high, low=low, clause=HOW_THE_DEALER_SETS.id)
            return Step(msgspec.structs.replace(state, to_correct=DEALER), (turned, wrong))
        return self._dealer_set(state, (turned,))

    def may_correct_dealer(self, state: Round) -> bool:
        """Until the first player's hands are revealed."""
        dealers = {hand_area(part, DEALER_PLACE) for part in (HIGH, LOW)}
        only_dealers = all(area in dealers for area, _ in state.shown)
        return state.phase == REVEALING and only_dealers and state.to_correct is None

    def dealer_corrected(self, state: Round) -> Step[Round]:
        """The dealer's hands are set anew by the rule."""
        setting = by_the_rule(state.hand(DEALER))
        return self._dealer_set(msgspec.structs.replace(state, dealers_setting=setting, shown=()), ())

    def _dealer_set(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        hand = state.hand(DEALER)
        high, low = split(hand, state.dealers_setting)
        shown = DealerSet(
            high=high,
            high_points=high_total(*five(hand), state.dealers_setting),
            low=low,
            low_points=low_total(*five(hand), state.dealers_setting),
            clause=HOW_THE_DEALER_SETS.id,
            also=(LAID_FACE_UP.id,),
        )
        state = _turned_up(state, DEALER_PLACE, {HIGH: high, LOW: low})
        return Step(msgspec.structs.replace(state, phase=REVEALING), (*events, shown))

    # Revealing and settling (663a.11(f)-(k)).

    @implements("663a.11(f)#1", "663a.11(d)#2", readings=("663-06",))
    def _reveal(self, state: Round, move: RevealHand) -> Step[Round]:
        """A player's hands are revealed and, if set as they may be, compared and settled."""
        require_role(move, DEALERS, REVEALED_FROM_THE_RIGHT, "reveal a player's hands")
        turn = revealed_next(state)
        if not turn or move.seat != turn:
            who = f"position {turn} is revealed next" if turn else "no hand is to be revealed now"
            raise RuleViolation(REVEALED_FROM_THE_RIGHT, f"{who}, not position {move.seat}")
        if state.to_correct is not None:
            raise RuleViolation(
                HOW_TO_SET, f"a floorperson has to correct the hands at {state.to_correct} first"
            )
        state = self.told(state, turn, move.cards, REVEALED_FROM_THE_RIGHT)
        if turn in state.folded:
            return self._show_folded(state, turn, move.low)
        setting = self._setting_shown(state, turn, move.low)
        state = _with_setting(state, turn, setting)
        if not players_lawful(state.hand(turn), setting):
            high, low = split(state.hand(turn), setting)
            wrong = SetWrongly(seat=turn, high=high, low=low, clause=HOW_TO_SET.id)
            return Step(msgspec.structs.replace(state, to_correct=turn), (wrong,))
        return self._compare(state, turn, ())

    def _setting_shown(self, state: Round, seat: int, low: Hand) -> int:
        setting = state.setting(seat)
        assert setting is not None, "a played hand is laid down before any is revealed"
        if setting == NO_SETTING:
            return setting_found(state.hand(seat), low)
        if low and setting_found(state.hand(seat), low) != setting:
            raise RuleViolation(NOT_TOUCHED_AGAIN, f"position {seat} had set these hands otherwise")
        return setting

    def _show_folded(self, state: Round, seat: int, low: Hand) -> Step[Round]:
        """A folded hand is turned over for its Poker Bonus Wager alone."""
        if low:
            raise RuleViolation(
                KEPT_FOR_POKER_BONUS, f"position {seat} folded and set no hands", fix="leave low empty"
            )
        shown = FoldedHandShown(seat=seat, cards=state.hand(seat), clause=KEPT_FOR_POKER_BONUS.id)
        state = _turned_up(state, seat, {UNSET: state.hand(seat)})
        return self._settle(state, seat, folded(state.hand(seat)), (shown,))

    @implements("663a.11(f)#2", "663a.7(f)#2")
    def _compare(self, state: Round, seat: int, events: tuple[Event, ...]) -> Step[Round]:
        """Both hands against the dealer's, each position by itself; the result is announced and settled."""
        setting = state.setting(seat)
        assert setting is not None, "a played hand is laid down before any is revealed"
        hand = state.hand(seat)
        facts = showdown(hand, setting, state.hand(DEALER), state.dealers_setting)
        high, low = split(hand, setting)
        state = _turned_up(state, seat, {HIGH: high, LOW: low})
        revealed = HandRevealed(
            seat=seat,
            high=high,
            high_points=facts.player_high,
            low=low,
            low_points=facts.player_low,
            clause=REVEALED_FROM_THE_RIGHT.id,
        )
        result = ResultAnnounced(seat=seat, result=announced(self.betting, facts), clause=ANNOUNCED.id)
        return self._settle(state, seat, facts, (*events, revealed, result))

    @implements("663a.11(i)", "663a.11(j)", "663a.11(k)")
    def _settle(self, state: Round, seat: int, facts: Showdown, events: tuple[Event, ...]) -> Step[Round]:
        """Everything the position has on the layout is settled, and only then its cards are discarded."""
        bets = bets_at(state, seat)
        lines = settle(self.betting, bets, facts, self.submission.ante_bonus)
        optional = sum(self.catalogue[bet.wager].group == OPTIONAL for bet in bets)
        clause = (DISCARDED, DISCARDED_AFTER_ONE, DISCARDED_AFTER_ALL)[optional]
        gone = HandDiscarded(seat=seat, clause=clause.id, also=(REBUILDABLE.id,))
        after = state.without_bets_of(lines)
        after = msgspec.structs.replace(after, discarded=(*after.discarded, seat), to_correct=None)
        return self._go_on(after, (*events, *lines, gone))

    # A floorperson's part (663-06, X-08).

    @implements("663a.11(d)#2", "663a.11(e)#2", readings=("663-06",))
    def _correct(self, state: Round, move: CorrectSetting) -> Step[Round]:
        """A wrongly set hand is put right before a floorperson; nothing is forfeited for it."""
        clause = HOW_TO_SET if move.seat else HOW_THE_DEALER_SETS
        require_role(move, FLOORPERSONS, clause, "have a setting corrected")
        if state.to_correct is None or state.to_correct != move.seat:
            raise RuleViolation(clause, "no such hand was found set wrongly")
        hand = state.hand(move.seat)
        if move.seat == DEALER:
            setting = by_the_rule(hand)
            state = msgspec.structs.replace(state, dealers_setting=setting, to_correct=None)
        else:
            setting = corrected(hand, state.setting(move.seat) or NO_SETTING)
            state = msgspec.structs.replace(_with_setting(state, move.seat, setting), to_correct=None)
        high, low = split(hand, setting)
        put_right = SettingCorrected(seat=move.seat, high=high, low=low, by=move.by, clause=clause.id)
        if move.seat == DEALER:
            return self._dealer_set(state, (put_right,))
        return self._compare(state, move.seat, (put_right,))

    def clauses_for(self, state: Round, remedy: Remedy) -> Clauses:
        """A card is exposed against the clause that has this way of dealing lay it face down."""
        if remedy.irregularity == CARD_EXPOSED:
            return (FACE_DOWN[state.kit.dealing],)
        return super().clauses_for(state, remedy)

    def remedy(self, state: Round, remedy: Remedy) -> Step[Round]:
        """An exposed card stops the round (X-08); the rest is as at every card table."""
        if remedy.irregularity != CARD_EXPOSED:
            return super().remedy(state, remedy)
        face_down = self.clauses_for(state, remedy)[0]
        ceased = GamingCeased(until="a floorperson has decided about the exposed card", clause=face_down.id)
        return Step(msgspec.structs.replace(state, stopped=True), (ceased,))

    def apply(self, state: Round, move: Move) -> Step[Round]:
        """As in every game, but nothing goes on while a floorperson has to decide."""
        if state.stopped and not isinstance(move, RuleOnExposedCard):
            raise RuleViolation(
                FACE_DOWN[state.kit.dealing],
                "play has stopped over an exposed card",
                fix="let a floorperson decide",
            )
        return super().apply(state, move)

    def _rule(self, state: Round, move: RuleOnExposedCard) -> Step[Round]:
        """Play goes on or the round is void, as a floorperson or above decides."""
        clause = FACE_DOWN[state.kit.dealing]
        require_role(move, FLOORPERSONS, clause, "decide about an exposed card")
        if not state.stopped:
            raise RuleViolation(clause, "no exposed card has stopped play")
        ruled = ExposedCardRuledOn(ruling=move.ruling, by=move.by, clause=clause.id)
        if move.ruling is Ruling.VOID:
            step = self.void(state, (clause,), "a floorperson voided the round over an exposed card")
            return Step(step.state, (ruled, *step.events))
        resumed = GamingResumed(fixed="the round is played on", clause=clause.id)
        return Step(msgspec.structs.replace(state, stopped=False), (ruled, resumed))

    # What may come next.

    def legal(self, state: Round) -> tuple[Lawful, ...]:
        """Everything that may lawfully happen next; only a floorperson's decision while play has stopped."""
        return tuple(self.lawful_acts(state)) if state.stopped else super().legal(state)

    def lawful_acts(self, state: Round) -> Iterator[Lawful]:
        """The round's moves, or the decision that it waits for."""
        if state.stopped:
            yield ruling(FACE_DOWN[state.kit.dealing])
        else:
            yield from super().lawful_acts(state)

    def own_acts(self, state: Round) -> Iterator[Lawful]:
        """The chapter's own moves."""
        return moves_of_the_round(state)

    def display(self, state: Round) -> Display:
        """The moment in words, the places it concerns, and the cards."""
        return display(state)


def _with_setting(state: Round, seat: int, setting: int) -> Round:
    others = tuple(laid for laid in state.laid if laid.seat != seat)
    return msgspec.structs.replace(state, laid=(*others, Laid(seat=seat, setting=setting)))


def _turned_up(state: Round, place: int | str, hands: Mapping[str, Hand]) -> Round:
    up = tuple((hand_area(part, place), cards) for part, cards in hands.items())
    return msgspec.structs.replace(state, shown=(*state.shown, *up))
