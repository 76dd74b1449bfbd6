"""The sweep (36.05.14.11D): the dealer's hand, then one position after the other, each wager in its order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import Hand
from houseway.games.three_card_poker.events import DealerTurnedOver, HandRevealed
from houseway.games.three_card_poker.layout import cards_area
from houseway.games.three_card_poker.moves import RevealHand, TurnDealer
from houseway.games.three_card_poker.progressive import RULES
from houseway.games.three_card_poker.ranking import NO_SUIT, category, qualifies, three_card
from houseway.games.three_card_poker.round import CHECKING, REVEALING, Round
from houseway.games.three_card_poker.settlement import (
    FOLDED,
    FORFEITS_CLEARED,
    PLAYERS_FROM_THE_RIGHT,
    envy_bonuses,
    forfeits,
    main_lines,
    six_card_line,
)
from houseway.games.three_card_poker.showdown import Showdown, showdown, three
from houseway.games.three_card_poker.submission import CHOOSES_VARIANT_ANTE_BONUS, Version
from houseway.games.three_card_poker.turns import asked, revealed_next
from houseway.games.three_card_poker.wagers import PROGRESSIVE_WAGER, SIX_CARD_BONUS_WAGER
from houseway.law import RuleViolation, implements, md
from houseway.money import FlatAmount
from houseway.table.card_felt import DEALER
from houseway.table.card_game import turning_over
from houseway.table.card_play import HandDiscarded
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.progressive import Award
from houseway.table.progressive_events import FixedSumWon, SettledByCage
from houseway.table.rules import Offer
from houseway.table.wagers import Bet, Verdict, bet_at

if TYPE_CHECKING:
    from houseway.games.three_card_poker.game import ThreeCardPoker

SETTLED_AFTER_ALL_DECIDED = md(".11D")
DEALER_REVEALED = md(".11D(2)")
PLAYER_REVEALED = md(".11D(3)(a)")
BEST_HAND = md(".11D(3)(b)")
REBUILDABLE = md(".11E")
BONUS_PAID = md(".12B#1")
DOCUMENTS = RULES.payout.documents

# Each kind of hand as the record keeps it, by its own rank alone; people are told more (`words`).
_CALLS = ("{0} high", "pair of {0}s", "flush", "straight", "three {0}s", "straight flush")
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


# The dealer's hand (.11D(1)-(2)).


def check_all_answered(game: "ThreeCardPoker", state: Round) -> None:
    """Refuse to turn the dealer's cards over while a player has yet to play or fold."""
    turn = asked(state)
    if turn:
        raise RuleViolation(SETTLED_AFTER_ALL_DECIDED, f"position {turn} has neither played nor folded")


def dealers_cards(game: "ThreeCardPoker", state: Round) -> Iterator[Offer]:
    """The dealer's cards, told if nobody has seen them."""
    yield turning_over(state.hand(DEALER), {})


@implements("36.05.14.11D", "36.05.14.11D(1)", "36.05.14.11D(2)", readings=("C-110", "C-111"))
def turn_dealer(game: "ThreeCardPoker", state: Round, move: TurnDealer) -> Step[Round]:
    """Once all have answered, what was forfeited is cleared and the dealer's hand turned over."""
    state = game.told(state, DEALER, move.cards, DEALER_REVEALED)
    cleared = tuple(event for seat in state.folded for event in _forfeits(game, state, seat))
    state = state.without_bets_of(cleared)
    gone = tuple(event.seat for event in cleared if isinstance(event, HandDiscarded))
    after = msgspec.structs.replace(
        _shown(state, DEALER), phase=REVEALING, discarded=(*state.discarded, *gone)
    )
    return go_on(game, after, (*cleared, announced(state)))


def _forfeits(game: "ThreeCardPoker", state: Round, seat: int) -> Iterator[Event]:
    """What a folded position loses, and its cards, unless a Six Card Bonus still needs them."""
    yield from forfeits(game.betting, state.bets, seat)
    bet = state.progressive.wager_of(seat) if state.progressive else None
    if bet is not None:
        verdict = game.catalogue[PROGRESSIVE_WAGER].decide(FOLDED, "")
        yield game.service.lose(bet, verdict.clause, FORFEITS_CLEARED)
    if bet_at(state.bets, seat, SIX_CARD_BONUS_WAGER, "") is None:
        yield HandDiscarded(seat=seat, clause=FORFEITS_CLEARED.id)


def announced(state: Round) -> DealerTurnedOver:
    """The dealer's hand as it lies there, and whether it qualifies."""
    hand = state.hand(DEALER)
    value = three_card(*three(hand))
    return DealerTurnedOver(
        cards=hand, hand=_spoken(value), qualifies=qualifies(value), clause=DEALER_REVEALED.id
    )


def _spoken(value: int) -> str:
    """A hand as the record keeps it."""
    return _CALLS[category(value)].format(_RANKS[value >> 8 & 15])


def _shown(state: Round, seat: int) -> Round:
    return msgspec.structs.replace(state, shown=(*state.shown, *shown_now(state, seat)))


def shown_now(state: Round, seat: int) -> tuple[tuple[str, Hand], ...]:
    """A hand as it lies turned over, by its place on the layout."""
    return ((cards_area(seat), state.hand(seat)),)


# The players' hands (.11D(3)-(8)).


def check_sweep(game: "ThreeCardPoker", state: Round) -> None:
    """Refuse to turn a hand over while a payout waits, or with none left."""
    if state.award is not None:
        raise RuleViolation(
            RULES.payout.checked if state.award.from_tray else DOCUMENTS,
            f"the payout at position {state.award.seat} is not made; its cards stay where they are",
            fix="have the payout checked and made first",
        )
    if not revealed_next(state):
        raise RuleViolation(PLAYERS_FROM_THE_RIGHT, "no hand is to be turned over now")


def next_hand(game: "ThreeCardPoker", state: Round) -> Iterator[Offer]:
    """The hand that is settled next, its cards told if nobody has seen them."""
    seat = revealed_next(state)
    yield turning_over(state.hand(seat), {"seat": (seat,)}, f"Turn over and settle position {seat}")


@implements("36.05.14.11D(3)", "36.05.14.11D(3)(a)", "36.05.14.11D(7)(d)(ii)")
def reveal(game: "ThreeCardPoker", state: Round, move: RevealHand) -> Step[Round]:
    """A player's cards are turned over and the position is settled, as far as no payout must be checked."""
    turn = revealed_next(state)
    if move.seat != turn:
        raise RuleViolation(
            PLAYERS_FROM_THE_RIGHT, f"position {turn} is settled next, not position {move.seat}"
        )
    state = _shown(game.told(state, turn, move.cards, PLAYER_REVEALED), turn)
    facts = _facts(state, turn)
    revealed = HandRevealed(
        seat=turn,
        cards=state.hand(turn),
        hand=_spoken(facts.player),
        clause=PLAYER_REVEALED.id,
        also=(BEST_HAND.id,),
    )
    if facts.folded:
        # Who folded has forfeited the hand and holds it no more.
        return _settle_six_card(game, state, turn, facts, (revealed,))
    if facts.royal_suit != NO_SUIT:
        state = msgspec.structs.replace(state, royals=(*state.royals, (turn, facts.royal_suit)))
    bonus_clause = BONUS_PAID if game.version is Version.SEPARATE else CHOOSES_VARIANT_ANTE_BONUS
    lines = tuple(main_lines(game.betting, state.bets, turn, facts, game.bonus_table, bonus_clause))
    return _settle_progressive(game, state.without_bets_of(lines), turn, facts, (revealed, *lines))


def _facts(state: Round, seat: int) -> Showdown:
    return showdown(three(state.hand(seat)), three(state.hand(DEALER)), folded=seat in state.folded)


@implements("36.05.14.11D(5)", "36.05.14.11D(7)", "36.05.14.12E(4)")
def _settle_progressive(
    game: "ThreeCardPoker", state: Round, seat: int, facts: Showdown, events: tuple[Event, ...]
) -> Step[Round]:
    """The progressive after Pair Plus; a win is checked before it is paid, on the meter as it stands now."""
    bet = state.progressive.wager_of(seat) if state.progressive else None
    if bet is None or state.progressive is None:
        return _settle_six_card(game, state, seat, facts, events)
    verdict = game.catalogue[PROGRESSIVE_WAGER].decide(facts, "")
    if verdict.line is None:
        lost = game.service.lose(bet, verdict.clause, RULES.payout.settled)
        return _settle_six_card(game, state, seat, facts, (*events, lost))
    award = game.service.award(state.progressive, bet, verdict)
    won = game.service.won(award, verdict.line)
    return Step(msgspec.structs.replace(state, phase=CHECKING, award=award), (*events, won))


@implements("36.05.14.11D(8)", readings=("C-116",))
def _settle_six_card(
    game: "ThreeCardPoker", state: Round, seat: int, facts: Showdown, events: tuple[Event, ...]
) -> Step[Round]:
    """The Six Card Bonus last; a fixed sum waits for its papers, the tray not being meant for it."""
    bet = bet_at(state.bets, seat, SIX_CARD_BONUS_WAGER, "")
    if bet is None:
        return _hand_over(game, state, seat, events)
    verdict = game.catalogue[SIX_CARD_BONUS_WAGER].decide(facts, "")
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
    line = six_card_line(game.betting, bet, facts)
    return _hand_over(game, state.without_bets_of((line,)), seat, (*events, line))


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


@implements("36.05.14.11D(7)(d)(i)", "36.05.14.11D(7)(d)(ii)", readings=("C-116",))
def make_payout(game: "ThreeCardPoker", state: Round, award: Award, events: tuple[Event, ...]) -> Step[Round]:
    """A payout is made once it is checked and, where the tray does not make it, its papers are complete."""
    facts = _facts(state, award.seat)
    state = msgspec.structs.replace(state, final=state.final or not award.from_tray)
    if award.wager == PROGRESSIVE_WAGER:
        assert state.progressive is not None, "a progressive award needs a progressive"
        paid = game.service.pay(state.progressive, award)
        after = msgspec.structs.replace(state, phase=REVEALING, award=None, progressive=paid.state)
        return _settle_six_card(game, after, award.seat, facts, (*events, *paid.events))
    bet = bet_at(state.bets, award.seat, award.wager, "")
    assert bet is not None, "a Six Card Bonus stays on the felt until it is paid"
    line = SettledByCage(**msgspec.structs.asdict(six_card_line(game.betting, bet, facts)))
    return _hand_over(game, state.without_bets_of((line,)), award.seat, (*events, line))


def _hand_over(game: "ThreeCardPoker", state: Round, seat: int, events: tuple[Event, ...]) -> Step[Round]:
    """A position is settled: its cards go to the rack."""
    gone = HandDiscarded(seat=seat, clause=REBUILDABLE.id)
    after = msgspec.structs.replace(state, phase=REVEALING, award=None, discarded=(*state.discarded, seat))
    return go_on(game, after, (*events, gone))


def go_on(game: "ThreeCardPoker", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The sweep goes on, or with nobody left the Envy Bonuses are paid and the round is over."""
    if state.phase != REVEALING or revealed_next(state):
        return Step(state, events)
    envied: tuple[Event, ...] = ()
    if state.progressive is not None:
        stayed = (bet for bet in state.progressive.wagers if bet.seat not in state.abandoned)
        bettors = tuple(sorted(stayed, key=lambda bet: bet.seat, reverse=True))
        envied = tuple(envy_bonuses(bettors, state.royals, dict(state.areas), state.folded))
    return game.round_over(state, (*events, *envied))
