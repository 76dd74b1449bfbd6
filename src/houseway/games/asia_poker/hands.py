"""Setting the hands (659a.8(f), 659a.11(a)-(c), 659a.13(d), (i)): the players' and, the house way, the dealer's."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from houseway.equipment.cards import UNSEEN, Hand, cards, check_told, is_seen
from houseway.equipment.decks import Clauses, Dealing
from houseway.games.asia_poker.house_way import Program, described, set_by
from houseway.games.asia_poker.irregularities import (
    ANY_CARD_FROM_HAND,
    DECIDED_UNSEEN,
    HOUSE_WAY_RESET,
    PLAYER_CARD_EXPOSED,
)
from houseway.games.asia_poker.play import (
    AskHouseWay,
    ButtonMoved,
    CardExposed,
    CardsDiscarded,
    DealerCardsTurned,
    DealerHandsReset,
    DealerHandsSet,
    ExposeCard,
    HandPlayedOn,
    HandsPlaced,
    HandVoided,
    HouseWayTold,
    Laid,
    Phase,
    PlaceHands,
    PlayOn,
    Round,
    SetDealerHands,
    TurnDealerCards,
    VoidHand,
)
from houseway.games.asia_poker.setting import SetHands, every_setting, hands_set, read_hands
from houseway.games.asia_poker.settlement import foul_of, values_of
from houseway.games.asia_poker.start import (
    AT_THE_RIGHT,
    COVERED,
    StartingPosition,
    button_after,
    clockwise_from,
)
from houseway.games.asia_poker.submission import HOUSE_WAY, StartMethod, TextInForce
from houseway.games.asia_poker.wagers import MAIN, Foul
from houseway.law import Clause, RuleViolation, implements, is_allowed, pa
from houseway.table.areas import positions_of
from houseway.table.card_felt import DEALING, STUB
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.game import lawful
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS
from houseway.table.rules import Lawful, require_role
from houseway.table.start import CoverShaker, ShakerCovered, StacksCollected
from houseway.table.wagers import bet_at, returned, without

LARGER_FIRST = pa("659a.7(f)#3")
EQUAL_COUNTERCLOCKWISE = pa("659a.7(f)#4")
AREA_LOCKED = pa("659a.7(f)#5")
BUTTON_MOVES = pa("659a.5(g)(3)#3")
UNWAGERED_COLLECTED = {
    Dealing.MANUAL_SHOE: pa("659a.8(f)"),
    Dealing.HAND: pa("659a.9(e)"),
    Dealing.AUTOMATED_SHOE: pa("659a.10(e)"),
}
AFTER_THE_DEAL = pa("659a.11(a)")
OWN_HANDS = pa("659a.11(a)(1)#1")
HOUSE_WAY_TOLD = pa("659a.11(a)(1)#3")
NOT_TOUCHED_AGAIN = pa("659a.11(a)(3)")
FOUR_TWO_ONE = pa("659a.11(b)#1")
IN_ORDER = pa("659a.11(b)#2")
DEALER_AFTER_PLAYERS = pa("659a.11(c)#1")
DEALER_FACE_UP = pa("659a.11(c)#3")
REBUILDABLE = pa("659a.11(i)")
EXPOSED_FROM_HAND = pa("659a.13(j)")

_CREW = (*DEALERS, *FLOORPERSONS)
EXPOSABLE = (DEALING, STUB, Phase.COVERING, Phase.SETTING)


class SettingHands(StartingPosition):
    """What the game does from the last card dealt to the dealer's hands face up."""

    dealer_clause = DEALER_AFTER_PLAYERS

    _options: int
    _program: Program

    # After the deal (659a.8(f)).

    @implements("659a.8(f)", "659a.9(e)", "659a.10(e)")
    def dealt(self, state: Round) -> Step[Round]:
        """The stacks of positions without a wager are collected unseen; then the shaker is covered."""
        empty = tuple(seat for seat in clockwise_from(1) if seat and seat not in state.bettors)
        phase = Phase.COVERING if state.dice else Phase.SETTING
        collected = StacksCollected(seats=empty, clause=UNWAGERED_COLLECTED[state.kit.dealing].id)
        kept = msgspec.structs.replace(state.without_hands(*empty), phase=phase)
        return Step(kept, (collected,) if empty else ())

    @implements("659a.5(g)(1)(iv)#1")
    def _cover(self, state: Round, move: CoverShaker) -> Step[Round]:
        """With the cards dealt the shaker is covered and shaken once, even if no wager is left."""
        require_role(move, DEALERS, COVERED, "cover the shaker")
        if state.phase != Phase.COVERING:
            raise RuleViolation(
                COVERED,
                "the shaker is covered once, when cards have been dealt by its dice and the stub is away",
            )
        covered = ShakerCovered(**cited((COVERED, AT_THE_RIGHT)))
        return self._onward(msgspec.structs.replace(state, phase=Phase.SETTING), (covered,))

    # A player's card exposed (659a.13(d)).

    @implements("659a.13(d)#1", "659a.13(d)#2", "659a.13(j)", readings=("659-20",))
    def _expose(self, state: Round, move: ExposeCard) -> Step[Round]:
        """The player may choose to void the hand, except where the text in force voids all hands."""
        require_role(move, _CREW, PLAYER_CARD_EXPOSED, "report an exposed card")
        if self._any_exposed_card_voids(state):
            raise RuleViolation(
                EXPOSED_FROM_HAND,
                "a card exposed while dealing from the hand voids all hands",
                fix=f"report {ANY_CARD_FROM_HAND}",
            )
        self._check_in_hand(state, move.seat, PLAYER_CARD_EXPOSED)
        self._check_choice_is_open(state, move.seat)
        state = self._with_exposed(state, move.seat, move.card)
        exposed = CardExposed(seat=move.seat, card=move.card, **cited((PLAYER_CARD_EXPOSED, DECIDED_UNSEEN)))
        return Step(msgspec.structs.replace(state, deciding=(*state.deciding, move.seat)), (exposed,))

    def _check_choice_is_open(self, state: Round, seat: int) -> None:
        """Refuse to put the choice to a player who has it already, or who has seen the other cards."""
        if seat in state.deciding:
            raise RuleViolation(
                PLAYER_CARD_EXPOSED,
                f"a card of position {seat} was exposed before",
                fix="the player voids the hand or plays on, when the deal is complete",
            )
        if seat in state.looked:
            raise RuleViolation(
                DECIDED_UNSEEN, f"the player of position {seat} has seen the cards: it is too late"
            )
        if state.laid_at(seat) or state.phase not in EXPOSABLE:
            raise RuleViolation(
                PLAYER_CARD_EXPOSED,
                f"the hands of position {seat} are set: it is too late to void them",
            )

    def _with_exposed(self, state: Round, seat: int, card: str) -> Round:
        """The state with an exposed card known, if it was told: one of the position's cards."""
        if not card:
            return state
        hand = state.hand(seat)
        if card == UNSEEN or (card not in hand and is_seen(hand)):
            raise RuleViolation(
                PLAYER_CARD_EXPOSED,
                f"{card} is no card that position {seat} can have been dealt",
                fix="name the card that was exposed",
            )
        if card not in hand:
            check_told((card,), self.left(state), self.cards.one_deck[0])
            unseen = hand.index(UNSEEN)
            state = state.with_hand(seat, (*hand[:unseen], card, *hand[unseen + 1 :]))
        return msgspec.structs.replace(state, exposed=(*state.exposed, card))

    def _any_exposed_card_voids(self, state: Round) -> bool:
        """Whether the temporary text voids all hands for any card exposed now, from the first to the last dealt."""
        temporary = self.submission.edition is TextInForce.TEMPORARY
        return temporary and state.phase in (DEALING, STUB) and state.kit.dealing is Dealing.HAND

    @implements("659a.13(d)#1", "659a.13(d)#2", readings=("659-20",))
    def _void_hand(self, state: Round, move: VoidHand) -> Step[Round]:
        """The hand is out of the round, and all its wagers go back."""
        self._check_deciding(state, move, "void the hand")
        gone = tuple(bet for bet in state.bets if bet.seat == move.seat)
        events = (
            HandVoided(seat=move.seat, **cited((PLAYER_CARD_EXPOSED, DECIDED_UNSEEN))),
            *(returned(bet, PLAYER_CARD_EXPOSED) for bet in gone),
            CardsDiscarded(seat=move.seat, clause=REBUILDABLE.id),
        )
        return self._onward(out_of_the_round(state, move.seat), events)

    @implements("659a.13(d)#2")
    def _play_on(self, state: Round, move: PlayOn) -> Step[Round]:
        """The hand is played out."""
        self._check_deciding(state, move, "play the hand out")
        played = HandPlayedOn(seat=move.seat, **cited((DECIDED_UNSEEN, PLAYER_CARD_EXPOSED)))
        decided = tuple(seat for seat in state.deciding if seat != move.seat)
        return Step(msgspec.structs.replace(state, deciding=decided), (played,))

    def _check_deciding(self, state: Round, move: VoidHand | PlayOn, act: str) -> None:
        require_role(move, PLAYERS, PLAYER_CARD_EXPOSED, act)
        if move.seat not in state.deciding:
            raise RuleViolation(
                DECIDED_UNSEEN,
                f"position {move.seat} has no exposed hand to decide on",
                fix="the choice comes once, after a card was exposed and before the others are seen",
            )
        if state.phase != Phase.SETTING:
            raise RuleViolation(
                DECIDED_UNSEEN, "the dealing is not complete", fix="decide when all cards are dealt"
            )

    # Players set their hands (659a.11(a)-(b)).

    @implements("659a.11(a)(1)#3")
    def _tell_house_way(self, state: Round, move: AskHouseWay) -> Step[Round]:
        """The dealer tells how the house way sets these cards, or its rules where the cards are not known."""
        require_role(move, PLAYERS, HOUSE_WAY_TOLD, "ask for help")
        self._check_may_set(state, move.seat)
        hand = state.hand(move.seat)
        told = HouseWayTold(
            seat=move.seat,
            hands=str(self.house_way(hand)) if is_seen(hand) else "",
            way=described(self.submission.way),
            clause=HOUSE_WAY_TOLD.id,
        )
        if told.hands and move.seat not in state.looked:
            state = msgspec.structs.replace(state, looked=(*state.looked, move.seat))
        return Step(state, (told,))

    def house_way(self, hand: Hand) -> SetHands:
        """Seven cards set the house way."""
        first, second, third, fourth, fifth, sixth, seventh = cards(hand)
        seven = (first, second, third, fourth, fifth, sixth, seventh)
        return hands_set(hand, set_by(seven, self._program, self._options))

    @implements("659a.11(a)", "659a.11(a)(3)", "659a.7(f)#2", "659a.7(f)#5")
    def _place_hands(self, state: Round, move: PlaceHands) -> Step[Round]:
        """A player's three hands lie face down and stay so; what the table knows of them must be in order."""
        require_role(move, BETTORS, OWN_HANDS, "set a player's hands")
        order = self._check_may_set(state, move.seat)
        hands = self._hands_told(state, move.seat, move.setting) if move.setting else None
        placed = HandsPlaced(
            seat=move.seat,
            hands=str(hands) if hands else "",
            **cited((FOUR_TWO_ONE, IN_ORDER, NOT_TOUCHED_AGAIN, *order)),
        )
        after = msgspec.structs.replace(state, laid=(*state.laid, Laid(move.seat, hands)))
        return self._onward(after, (placed,))

    @implements("659a.11(b)#1", "659a.11(b)#2", readings=("659-08",))
    def _hands_told(self, state: Round, seat: int, written: str) -> SetHands:
        """A setting of known cards: all seven, as four, two and one, each hand above the next."""
        hands = read_hands(written, FOUR_TWO_ONE)
        hand = state.hand(seat)
        if not is_seen(hand):
            raise RuleViolation(
                FOUR_TWO_ONE,
                f"the table was not told the cards of position {seat}",
                fix="lay the hands face down untold; the dealer tells how they lie at the reveal",
            )
        if set(hands.cards) != set(hand):
            raise RuleViolation(
                FOUR_TWO_ONE,
                f"these are not the seven cards of position {seat}",
                fix=f"set {' '.join(hand)}",
            )
        match foul_of(hands, self._options):
            case Foul.OTHERWISE:
                raise RuleViolation(
                    FOUR_TWO_ONE,
                    f"{hands} is not four, two and one cards",
                    fix="lay four cards as the high hand, two as the medium hand and one as the low hand",
                )
            case Foul.HIGH_NOT_ABOVE_MEDIUM | Foul.MEDIUM_NOT_ABOVE_LOW:
                raise RuleViolation(
                    IN_ORDER,
                    f"{hands} is a foul",
                    fix="the high hand must outrank the medium hand, and that the low hand",
                )
        return hands

    def _check_may_set(self, state: Round, seat: int) -> Clauses:
        """Refuse a setting before its time, or after it; returns the clauses on the order of two areas."""
        self._check_in_hand(state, seat, AFTER_THE_DEAL)
        if state.laid_at(seat):
            area = AREA_LOCKED if len(self._areas_with(state, seat)) > 1 else NOT_TOUCHED_AGAIN
            raise RuleViolation(area, f"the hands of position {seat} lie set and may not be touched")
        if state.phase != Phase.SETTING:
            raise RuleViolation(
                AFTER_THE_DEAL,
                "the dealing is not complete",
                fix="cover the shaker first" if state.phase == Phase.COVERING else "wait for the last card",
            )
        if seat in state.deciding:
            raise RuleViolation(
                DECIDED_UNSEEN,
                f"a card of position {seat} was exposed",
                fix="void the hand or play on, before the other cards are seen",
            )
        return self._check_areas_in_order(state, seat)

    @implements("659a.7(f)#3", "659a.7(f)#4", readings=("X-10",))
    def _check_areas_in_order(self, state: Round, seat: int) -> Clauses:
        """Of two areas the larger main wager is set first; of equal ones the area nearer the dealer's right."""
        clauses: Clauses = ()
        for other in self._areas_with(state, seat):
            if other == seat:
                continue
            mine, theirs = self._main_wager(state, seat), self._main_wager(state, other)
            clause = EQUAL_COUNTERCLOCKWISE if mine == theirs else LARGER_FIRST
            clauses = (clause,)
            first = max(seat, other) if mine == theirs else (seat if mine > theirs else other)
            if first != seat and state.laid_at(other) is None:
                raise RuleViolation(
                    clause,
                    f"the cards of position {other}, the same player's, are set first",
                    fix=f"set position {other}",
                )
        return clauses

    def _areas_with(self, state: Round, seat: int) -> tuple[int, ...]:
        """The positions in hand that the player of a position plays."""
        owner = next((owner for area, owner in state.areas if area == seat), seat)
        return tuple(position for position in positions_of(state, owner) if position in state.bettors)

    def _main_wager(self, state: Round, seat: int) -> int:
        bet = bet_at(state.bets, seat, MAIN, "")
        return bet.amount if bet else 0

    def _check_in_hand(self, state: Round, seat: int, clause: Clause) -> None:
        if seat not in state.bettors or not state.hand(seat):
            raise RuleViolation(clause, f"position {seat} has no cards and wager in this round")

    # The dealer's hands (659a.11(c), 659a.13(i)).

    @implements("659a.11(c)#1")
    def _turn_dealer_cards(self, state: Round, move: TurnDealerCards) -> Step[Round]:
        """The dealer's cards are turned once all players have set."""
        require_role(move, DEALERS, DEALER_AFTER_PLAYERS, "turn the dealer's cards")
        if state.phase != Phase.TURNING:
            raise RuleViolation(
                DEALER_AFTER_PLAYERS, "the dealer's cards are turned once, when all players have set"
            )
        state = self.told(state, 0, move.cards, DEALER_AFTER_PLAYERS)
        turned = DealerCardsTurned(cards=state.hand(0), clause=DEALER_AFTER_PLAYERS.id)
        return Step(msgspec.structs.replace(state, phase=Phase.DEALER_SETS), (turned,))

    @implements("659a.11(c)#1", "659a.11(c)#2", "659a.13(i)", readings=("659-23",))
    def _set_dealer_hands(self, state: Round, move: SetDealerHands) -> Step[Round]:
        """The dealer sets the house way; any other setting is reset to it, and the round goes on."""
        require_role(move, DEALERS, HOUSE_WAY, "set the dealer's hands")
        if state.phase != Phase.DEALER_SETS:
            raise RuleViolation(
                DEALER_AFTER_PLAYERS, "the dealer's hands are set once, when the dealer's cards are turned"
            )
        found = read_hands(move.setting, HOUSE_WAY)
        if set(found.cards) != set(state.hand(0)):
            raise RuleViolation(
                HOUSE_WAY, "these are not the dealer's seven cards", fix=f"set {' '.join(state.hand(0))}"
            )
        hands = self.house_way(state.hand(0))
        events: tuple[Event, ...] = ()
        # Cards of one rank are as good as each other: what counts is the rank of each hand.
        if found.is_split and values_of(found, self._options) == values_of(hands, self._options):
            hands = found
        else:
            events = (DealerHandsReset(wrong=str(found), hands=str(hands), clause=HOUSE_WAY_RESET.id),)
        placed = DealerHandsSet(hands=str(hands), **cited((DEALER_AFTER_PLAYERS, HOUSE_WAY, DEALER_FACE_UP)))
        shown = msgspec.structs.replace(state, phase=Phase.SHOWDOWN, shown=(Laid(0, hands),))
        return Step(shown, (*events, placed))

    def may_correct_dealer(self, state: Round) -> bool:
        """Until the first player's hands are revealed."""
        turned = state.phase in (Phase.DEALER_SETS, Phase.SHOWDOWN)
        return turned and all(laid.seat == 0 for laid in state.shown)

    def dealer_corrected(self, state: Round) -> Step[Round]:
        """The dealer's hands are to be set anew."""
        return Step(msgspec.structs.replace(state, phase=Phase.DEALER_SETS, shown=()), ())

    # How a round goes on, and ends.

    def _onward(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """The next moment: the dealer's turn once all have set, the end of the round once all are settled."""
        if state.phase == Phase.COVERING:
            # The shaker is covered first, whatever becomes of the wagers.
            return Step(state, events)
        if not state.bets:
            return self._completed(state, events)
        if state.phase == Phase.SETTING and all(state.laid_at(seat) for seat in state.bettors):
            return Step(msgspec.structs.replace(state, phase=Phase.TURNING), events)
        return Step(state, events)

    @implements("659a.5(g)(3)#3", readings=("659-14",))
    def _completed(self, state: Round, events: tuple[Event, ...]) -> Step[Round]:
        """The round is over; a button moves on, and what was shown stays in sight until the next."""
        if state.start_method is StartMethod.BUTTON:
            button = button_after(state.button)
            events = (*events, ButtonMoved(seat=button, clause=BUTTON_MOVES.id))
            state = msgspec.structs.replace(state, button=button)
        over = self.round_over(state, events)
        return Step(msgspec.structs.replace(over.state, shown=state.shown), over.events)

    def cleared(self, state: Round) -> Round:
        """Nothing is left of the start and of the hands laid."""
        return msgspec.structs.replace(
            state,
            start=None,
            dice=(),
            shaken=False,
            exposed=(),
            deciding=(),
            looked=(),
            laid=(),
            shown=(),
        )

    # What may come next.

    def _lawful_setting(self, state: Round) -> Iterator[Lawful]:
        for seat in state.bettors:
            if seat in state.deciding:
                yield lawful(
                    "void-hand", PLAYERS, (PLAYER_CARD_EXPOSED,), "Void the exposed hand", seat=(seat,)
                )
                yield lawful("play-on", PLAYERS, (DECIDED_UNSEEN,), "Play the exposed hand", seat=(seat,))
            elif is_allowed(self._check_may_set, state, seat):
                yield lawful(
                    "place-hands",
                    BETTORS,
                    (FOUR_TWO_ONE,),
                    "Set the hands",
                    seat=(seat,),
                    setting=self._settings_of(state.hand(seat)),
                )
                yield lawful(
                    "ask-house-way", PLAYERS, (HOUSE_WAY_TOLD,), "Ask for the house way", seat=(seat,)
                )

    def _settings_of(self, hand: Hand) -> tuple[str, ...]:
        """Every lawful setting, the house way first; last the one that nobody is told."""
        if not is_seen(hand):
            return ("",)
        first = str(self.house_way(hand))
        rest = (written for written in _lawful_settings(hand, self._options) if written != first)
        return (first, *rest, "")

    def _house_way_first(self, hand: Hand) -> tuple[str, ...]:
        """Every way to lay seven cards, right or wrong, the house way first."""
        first = str(self.house_way(hand))
        return (first, *(str(hands) for hands in every_setting(hand) if str(hands) != first))

    def _lawful_turning(self, state: Round) -> Iterator[Lawful]:
        known = is_seen(state.hand(0))
        act = lawful(
            "turn-dealer-cards",
            DEALERS,
            (DEALER_AFTER_PLAYERS,),
            "Turn the dealer's cards",
            **({"cards": ((),)} if known else {}),
        )
        yield act if known else msgspec.structs.replace(act, text=("cards",))

    def _lawful_exposing(self, state: Round) -> Iterator[Lawful]:
        if state.phase not in EXPOSABLE or self._any_exposed_card_voids(state):
            return
        done = {*state.deciding, *state.looked, *(laid.seat for laid in state.laid)}
        for seat in state.bettors:
            if not state.hand(seat) or seat in done:
                continue
            known = is_seen(state.hand(seat))
            act = lawful(
                "expose-card",
                _CREW,
                (PLAYER_CARD_EXPOSED,),
                "A player's card was exposed",
                seat=(seat,),
                **({"card": (*state.hand(seat), "")} if known else {}),
            )
            yield act if known else msgspec.structs.replace(act, text=("card",))


@lru_cache(maxsize=256)
def _lawful_settings(hand: Hand, options: int) -> tuple[str, ...]:
    """Every setting of seven cards without a foul."""
    return tuple(str(hands) for hands in every_setting(hand) if not foul_of(hands, options))


def out_of_the_round(state: Round, seat: int) -> Round:
    """The round without a position: its wagers settled, its cards in the rack."""
    return msgspec.structs.replace(
        state.without_hands(seat),
        bets=without(state.bets, [bet for bet in state.bets if bet.seat == seat]),
        laid=tuple(laid for laid in state.laid if laid.seat != seat),
        deciding=tuple(other for other in state.deciding if other != seat),
    )
