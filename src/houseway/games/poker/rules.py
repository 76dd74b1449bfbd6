"""The rules of the moves of Poker, in the order of a hand; of the answers of a player, giving up comes last."""

from dataclasses import replace

from houseway.equipment.decks import Clauses
from houseway.games.poker import acting, dealing, irregularities, moves, opening, showdown
from houseway.games.poker.clauses import BRING_IN, MISDEAL, RAKE
from houseway.games.poker.course import street_of
from houseway.games.poker.round import (
    BETTING_ROUND,
    BETWEEN_HANDS,
    BRINGING_IN,
    DEALING,
    DRAWING,
    POSTING,
    SHOWDOWN,
)
from houseway.law import Clause
from houseway.table.card_play import (
    BringDeck,
    Deal,
    InspectDeck,
    LoadDeck,
    OrderShuffle,
    RemoveDeck,
    ShuffleDeck,
)
from houseway.table.deck_rules import DECK_RULES
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS
from houseway.table.rules import Rule, Said


def _section(*fields: str) -> Said:
    """The clauses that the variant's section has in these fields."""

    def clauses(game: object, state: object) -> Clauses:
        return tuple(getattr(game.variant.section, field) for field in fields)  # type: ignore[attr-defined]

    return clauses


def _street(field: str) -> Said:
    def clauses(game: object, state: object) -> Clauses:
        found: Clause = getattr(street_of(game, state).clauses, field)  # type: ignore[arg-type]
        return (found,)

    return clauses


def _showdown(game: object, state: object) -> Clauses:
    return (game.variant.showdown,)  # type: ignore[attr-defined]


# The steps of decks that the sources ask for, all of them between two hands.
_DECK_STEPS = (BringDeck, InspectDeck, ShuffleDeck, LoadDeck, OrderShuffle, RemoveDeck)
_DECK_RULES = tuple(
    replace(rule, when={BETWEEN_HANDS}, not_now="decks are handled between two hands")
    for rule in DECK_RULES
    if rule.move in _DECK_STEPS
)

_ASKED = {BETTING_ROUND, BRINGING_IN}
_NOT_ASKED = "no betting round is under way"

RULES = (
    Rule(
        moves.DrawForButton,
        DEALERS,
        _section("starts_drawn"),
        "Deal one card each for the button",
        opening.draw_for_button,
        when=opening.may_draw_for_button,
        not_now="the button is not drawn for",
        check=opening.check_enough,
        offers=opening.cards_for_button,
        chance=True,
    ),
    Rule(
        moves.BeginHand,
        DEALERS,
        _section("rotates"),
        "Begin a hand",
        opening.begin,
        when={BETWEEN_HANDS},
        not_now="a hand is under way",
        check=opening.check_button,
        begins=True,
        routine=1,
    ),
    Rule(
        moves.PostBlind,
        BETTORS,
        _section("blind"),
        "Post a Blind",
        opening.post_blind,
        when={POSTING},
        not_now="no Blinds are posted now",
        offers=opening.due_to_post,
        routine=2,
    ),
    Rule(
        moves.Straddle,
        BETTORS,
        _section("straddle"),
        "Straddle",
        opening.straddle,
        when={POSTING},
        not_now="a Straddle Bet is made after the Blinds and before the cards",
        offers=opening.may_straddle,
        tried=True,
    ),
    Rule(
        moves.BurnCard,
        DEALERS,
        _street("burn"),
        "Burn a card",
        dealing.burn,
        when=dealing.may_burn,
        not_now="no card is to be burned now",
        tried=True,
        routine=3,
    ),
    Rule(
        moves.ReshuffleDiscards,
        DEALERS,
        _street("short"),
        "Reshuffle the discards",
        dealing.reshuffle,
        when=dealing.may_reshuffle,
        not_now="the deck has cards left",
        routine=4,
    ),
    Rule(
        Deal,
        DEALERS,
        _street("dealt"),
        "Deal",
        dealing.deal,
        # Cards are due, or will be once something else is done.
        when={POSTING, DEALING, DRAWING},
        not_now="no cards are due",
        check=dealing.check_dealing,
        offers=dealing.dealable,
        chance=True,
    ),
    Rule(
        moves.BringIn,
        BETTORS,
        (BRING_IN,),
        "Bring it in",
        acting.bring_in,
        when={BRINGING_IN},
        not_now="nothing is brought in now",
        offers=acting.may_bring_in,
    ),
    Rule(
        moves.Check,
        BETTORS,
        acting.choices_clause,
        "Check",
        acting.check,
        when={BETTING_ROUND},
        not_now=_NOT_ASKED,
        offers=acting.may_check,
    ),
    Rule(
        moves.Call,
        BETTORS,
        acting.choices_clause,
        "Call",
        acting.call,
        when={BETTING_ROUND},
        not_now=_NOT_ASKED,
        offers=acting.may_call,
    ),
    Rule(
        moves.MakeBet,
        BETTORS,
        acting.choices_clause,
        "Bet",
        acting.bet,
        when=_ASKED,
        not_now=_NOT_ASKED,
        offers=acting.may_bet,
        from_least=True,
    ),
    Rule(
        moves.RaiseTo,
        BETTORS,
        acting.choices_clause,
        "Raise",
        acting.raise_to,
        when={BETTING_ROUND},
        not_now=_NOT_ASKED,
        offers=acting.may_raise,
        from_least=True,
    ),
    Rule(
        moves.FoldHand,
        BETTORS,
        acting.choices_clause,
        "Fold",
        acting.fold,
        when={BETTING_ROUND},
        not_now=_NOT_ASKED,
        offers=acting.may_fold,
    ),
    Rule(
        moves.DrawCards,
        BETTORS,
        _street("discards"),
        "Draw",
        dealing.draw,
        when={DRAWING},
        not_now="nobody draws now",
        offers=dealing.drawable,
    ),
    Rule(
        moves.ShowHand,
        BETTORS,
        _showdown,
        "Show a hand",
        showdown.show,
        when=showdown.may_show,
        not_now="hands are shown down once the betting is over",
        offers=showdown.showable,
    ),
    Rule(
        moves.MuckHand,
        BETTORS,
        _showdown,
        "Muck a hand",
        showdown.muck,
        when=showdown.may_muck,
        not_now="hands are mucked once the betting is over, between two rounds of cards",
        offers=showdown.muckable,
    ),
    Rule(
        moves.DeclareDead,
        FLOORPERSONS,
        (MISDEAL,),
        "Declare a hand dead",
        irregularities.declare_dead,
        when={BETTING_ROUND, SHOWDOWN},
        not_now="a hand is declared dead in a betting round or at the showdown",
        offers=irregularities.live_hands,
        rare=True,
    ),
    Rule(
        moves.ChargeTime,
        DEALERS,
        (RAKE,),
        "Collect the time charge",
        opening.charge_time,
        when={BETWEEN_HANDS},
        not_now="time is charged between two hands",
        rare=True,
        tried=True,
    ),
    *_DECK_RULES,
)
