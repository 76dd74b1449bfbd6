"""One Die: a game of one die and one wager, under rules of its own."""

from one_die.game import OneDie

GAME = OneDie
