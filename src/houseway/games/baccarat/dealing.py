"""How cards come to the table: the call, the first four cards, and third cards (627a.8, 629a.8(c), 631a.9, 631a.11)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.baccarat.events import HandCalled
from houseway.games.baccarat.forms import Form, Style, common
from houseway.games.baccarat.hands import FIRST_CARDS
from houseway.games.baccarat.round import BANKERS_HAND, HANDS, PLAYERS_HAND, Round
from houseway.law import RuleViolation, implements, pa
from houseway.table import deck_steps
from houseway.table.card_felt import BETTING, CLOSED
from houseway.table.events import NoMoreBetsCalled, cited
from houseway.table.felt import Step
from houseway.table.moves import CallNoMoreBets
from houseway.table.places import Place
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame

_CALLED = common("point-count")
# The order of the first four cards.
_FIRST = HANDS * FIRST_CARDS
_THIRD_HANDED = {PLAYERS_HAND: pa("629a.8(c)(4)#1"), BANKERS_HAND: pa("629a.8(c)(5)#1")}


def check_closing_bets(game: "BaccaratGame", state: Round) -> None:
    """Refuse to close the bets before anybody has wagered and a shoe stands ready, its first card burned."""
    clause = game.form.closed
    if state.phase != BETTING:
        raise RuleViolation(clause, "betting is closed")
    if not state.bets:
        raise RuleViolation(clause, "nobody has wagered yet")
    batch = state.kit.in_play
    if state.live is None or batch is None:
        raise RuleViolation(
            game.cards.shuffle_due[0],
            "no shoe stands ready",
            fix="shuffle, cut, put the cover card in, and fill the shoe",
        )
    deck_steps.check_ready(game.now(state), batch)
    game.cards.check_burned(state.live, state.dealer)


@implements("627a.8(b)", "common:baccarat/no-more-bets", "627a.7(c)", "629a.7(c)", "631a.8(c)")
def no_more_bets(game: "BaccaratGame", state: Round, move: CallNoMoreBets) -> Step[Round]:
    """Betting closes before any card is dealt."""
    called = NoMoreBetsCalled(**cited((game.form.closed, game.form.locked)))
    return Step(msgspec.structs.replace(state, phase=CLOSED, shown=()), (called,))


@implements("629a.8(c)#1", "629a.8(c)#2", "627a.8(b)", "common:baccarat/no-more-bets")
def first_card(game: "BaccaratGame", state: Round) -> Due | None:
    """Cards one and three to the Player's Hand, two and four to the Banker's, face up or down as the form deals."""
    dealt = len(state.drawn)
    if dealt >= len(_FIRST):
        return None
    face = Face.UP if game.submission.style is Style.FACE_UP else Face.DOWN
    return Due(_FIRST[dealt], face, game.form.dealt)


@implements("627a.8(d)(2)", "629a.8(c)(3)(ii)", "631a.9(e)(2)", readings=("C-54",))
@implements("629a.8(c)(4)#1", "629a.8(c)(5)#1")
def third_card(game: "BaccaratGame", state: Round) -> Due | None:
    """The third card that the table of third cards gives a hand, the Player's first; face down where it is handed on."""
    drawing = game.form.drawing
    player, banker = (state.counted(place, FIRST_CARDS) for place in HANDS)
    third = state.third
    if third is None and drawing.player_draws(player, banker):
        return _third(game, PLAYERS_HAND, (drawing.player_clause,))
    if len(state.at(BANKERS_HAND)) == FIRST_CARDS and drawing.banker_draws(player, banker, third):
        by = drawing.alone_clause if third is None else drawing.banker_clauses[banker]
        return _third(game, BANKERS_HAND, (by,))
    return None


def _third(game: "BaccaratGame", place: Place, clauses: Clauses) -> Due:
    if game.submission.style is not Style.HANDED:
        return Due(place, Face.UP, clauses)
    handed = (_THIRD_HANDED[place],) if game.submission.form is Form.MIDIBACCARAT else ()
    return Due(place, Face.DOWN, (*handed, *clauses))


@implements("common:baccarat/point-count")
def called(game: "BaccaratGame", state: Round, place: Place) -> HandCalled:
    """The dealer calls what a hand counts."""
    counted = state.counted(place)
    natural = len(state.at(place)) == FIRST_CARDS and game.form.drawing.is_natural(counted)
    return HandCalled(hand=place.hand, points=counted, natural=natural, clause=_CALLED.id)
