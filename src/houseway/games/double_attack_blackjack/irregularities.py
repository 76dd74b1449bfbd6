"""What can go wrong at a Double Attack Blackjack table, and what is ordered then (665a.13)."""

from houseway.games.double_attack_blackjack.cards import CARDS, PLAY
from houseway.games.double_attack_blackjack.round import CARDS_OUT
from houseway.table.shoe_irregularities import shoe_remedies
from houseway.table.twenty_one_irregularities import hand_remedies

REMEDIES = {**shoe_remedies(CARDS, CARDS_OUT), **hand_remedies(PLAY, CARDS_OUT)}
