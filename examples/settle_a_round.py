"""Settle a round in dispute: who is paid what, in which order, by which clause."""

from houseway import read_round, settle
from houseway.table.events import Settled

ROUND = """
game = "sic-bo"

[[wagers]]
seat = 1
wager = "small"
amount = 25

[[wagers]]
seat = 2
wager = "total-9"
amount = 10

[[throws]]
dice = [2, 3, 4]
"""

for line in settle(read_round(ROUND)).lines:
    if isinstance(line, Settled):
        print(line.seat, line.wager, line.result, line.paid / 100, line.clause)
