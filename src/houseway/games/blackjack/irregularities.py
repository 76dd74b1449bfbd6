"""What can go wrong at a Blackjack table, and what is ordered then: as the sister chapter has it (common practice, 633-01)."""

from houseway.games.blackjack.cards import CARDS, PLAY
from houseway.games.blackjack.round import CARDS_OUT
from houseway.table.shoe_irregularities import shoe_remedies
from houseway.table.twenty_one_irregularities import hand_remedies

REMEDIES = {**shoe_remedies(CARDS, CARDS_OUT), **hand_remedies(PLAY, CARDS_OUT)}
