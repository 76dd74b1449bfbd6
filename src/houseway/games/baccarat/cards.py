"""The cards and the shoe: six to eight decks, made ready and dealt from as 665a has it (BAC-01)."""

from dataclasses import replace

from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.decks import Clauses
from houseway.games.baccarat.forms import common
from houseway.games.double_attack_blackjack.cards import CARDS as OF_665A
from houseway.law import pa

_DECKS = common("decks")
_IRREGULARITIES = common("irregularities")
USUAL_DECKS = _DECKS.integer("default")


def _as_in_665a(*rows: str) -> Clauses:
    """An irregularity of the shoe, which the operator takes from 665a.13 unless it says otherwise."""
    return (*(pa(f"665a.13{row}") for row in rows), _IRREGULARITIES)


CARDS = replace(
    OF_665A,
    deck=FIFTY_TWO,
    decks=tuple(_DECKS.integers("decks")),
    batch=(_DECKS,),
    deck_holds=(_DECKS,),
    # One player bets one position.
    adjacent_areas=(_DECKS,),
    # Two dealers work a Baccarat table: no card is burned for a change between them.
    burn_dealer=(),
    short=_as_in_665a("(e)#1"),
    short_burn=_as_in_665a("(e)#2"),
    face_up=_as_in_665a("(a)"),
    drawn_unexposed=_as_in_665a("(b)"),
    # What follows on a card that was shown is a floorperson's decision.
    drawn_exposed=(),
    shuffler_fault=_as_in_665a("(j)"),
    marked=_as_in_665a("(k)"),
    barred=(),
    bar_ends=(),
)
