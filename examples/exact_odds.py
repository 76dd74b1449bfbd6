"""The exact house edge of every wager of a game, as a fraction, and what an option does to it."""

from houseway import edges

for record in edges("sic-bo", "two-of-a-kind"):
    print(record.wager, record.edge, f"{record.edge_decimal:.4%}")
for record in edges("sic-bo", "two-of-a-kind", {"two_of_a_kind": "exactly-two"}):
    print(record.wager, record.edge, f"{record.edge_decimal:.4%}", "if it wins on exactly two")
