"""The cards of Poker: two decks that take turns, each out of use after six hours, looked through and used again.

The sources print no more of 637a's cards than that, so nothing else is asked for before a deck is shuffled and dealt.
"""

from dataclasses import dataclass

from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.decks import CardChoices, Clauses, Condition, Dealing, Deck, PackRules
from houseway.equipment.life import Life
from houseway.games.poker.clauses import CARDS
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import DeckFelt

SIX_HOURS = pa("125-149:Preamble/621a#2")
_TURNS: Clauses = (CARDS,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerCards(PackRules):
    """What is asked of the decks of a Poker table."""

    @property
    def composition(self) -> Clauses:
        """One deck at a time."""
        return _TURNS

    def load(self, dealing: Dealing) -> Clauses:
        """The deck whose turn it is comes into the dealer's hand."""
        return _TURNS

    def cut_is_due(self, deck: Deck, choices: CardChoices) -> bool:
        """Nothing printed asks for a cut."""
        return False


DECKS = PokerCards(
    deck=FIFTY_TWO,
    two_decks=_TURNS,
    backs_differ=_TURNS,
    one_in_shuffler=_TURNS,
    alternate=_TURNS,
    one_in_rack=_TURNS,
    life_from_shoe=Life(SIX_HOURS, hours=SIX_HOURS.integer("max_deck_hours")),
    lives=(SIX_HOURS, CARDS),
    inspected=(SIX_HOURS,),
    verified=(),
    spread=(),
    washed=(),
    each_deck=_TURNS,
    preshuffled=_TURNS,
    shuffle_due=_TURNS,
    shuffle_ordered=_TURNS,
    shuffled=_TURNS,
    feeds_shoe=(),
    cut=(),
    least_cut=0,
    cut_loaded=(),
    recut=(),
    idle=(),
    idle_over=(),
    continuous=(),
    adjacent_areas=(),
    shuffler_fault=(),
    marked=_TURNS,
    two_need_shuffler=False,
    shuffled_from=(Condition.INSPECTED, Condition.STACKED, Condition.USED),
)
# Two that take turns (common:poker/cards).
CHOICES = CardChoices(dealing=Dealing.HAND, decks=2)


@implements("common:poker/cards")
def check_deck(state: DeckFelt) -> None:
    """Refuse to begin a hand without a deck that is shuffled and in the dealer's hand."""
    if not state.kit.within(Condition.LOADED):
        raise RuleViolation(
            CARDS,
            "no deck stands ready to be dealt",
            fix="shuffle the deck whose turn it is and take it in hand",
        )
