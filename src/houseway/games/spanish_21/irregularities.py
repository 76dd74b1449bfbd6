"""What can go wrong at a Spanish 21 table, and what is ordered then, as the sister chapter has it (665a.13, reading 635-01)."""

from houseway.games.spanish_21.cards import CARDS, PLAY
from houseway.table.shoe_irregularities import shoe_remedies
from houseway.table.twenty_one_felt import CARDS_OUT
from houseway.table.twenty_one_irregularities import hand_remedies

REMEDIES = {**shoe_remedies(CARDS, CARDS_OUT), **hand_remedies(PLAY, CARDS_OUT)}
