"""The progressive of this game (36.05.14.02C, .07E(4), .08C-.10A, .11D(5)-(7), .12E): its clauses and least settings."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.equipment.decks import Dealing
from houseway.games.three_card_poker.paytables import ENVY_BONUS
from houseway.games.three_card_poker.wagers import PROGRESSIVE_WAGER
from houseway.law import Clause, md
from houseway.table.meter import PARTS, MeterMinimums
from houseway.table.progressive import CollectionClauses, PayoutClauses, ProgressiveRules

DEVICE_AT_EACH_POSITION = md(".02C(1)")
SYSTEM_MONITORS = md(".02C(2)#1")
NOT_RECOGNISED = md(".02C(2)#2")
NEEDS_ANTE_OR_PAIR_PLUS = md(".07E(4)(a)")
ENVY_PAID = md(".11D(7)(e)")
ENVY_FOR_EACH_BETTOR = md(".11D(7)(e)(i)")
ENVY_FOR_EACH_HAND = md(".11D(7)(e)(ii)")
ENVY_NOT_FOR_OWN_HAND = md(".11D(7)(e)(iii)")
FOLDER_KEEPS_ENVY = md(".11C(2)#2")


def _collection(locked: str, handled: str) -> CollectionClauses:
    return CollectionClauses(
        locked=md(locked),
        handled=md(handled),
        collected=md(f"{handled}(a)"),
        agrees=md(f"{handled}(b)"),
        into_tray=md(f"{handled}(c)"),
    )


RULES = ProgressiveRules(
    wager=PROGRESSIVE_WAGER,
    players_check=md(".07E(4)(b)"),
    # Whoever bets another amount would have no Envy Bonus schedule (reading C-130).
    sizes=tuple(ENVY_BONUS),
    sizes_clause=md(".12E(5)"),
    lock_out=NOT_RECOGNISED,
    grows=md(".12E(3)"),
    resets=md(".12E(3)(b)"),
    collection={
        Dealing.MANUAL_SHOE: _collection(".08C(1)", ".08C(2)"),
        Dealing.HAND: _collection(".09B(1)", ".09B(2)"),
        Dealing.AUTOMATED_SHOE: _collection(".10A(2)", ".10A(3)"),
    },
    payout=PayoutClauses(
        settled=md(".11D(5)"),
        checked=md(".11D(7)"),
        hand=md(".11D(7)(a)"),
        light=md(".11D(7)(b)"),
        validated=md(".11D(7)(c)"),
        paid=md(".11D(7)(d)"),
        at_turn=md(".12E(4)"),
        not_from_tray=md(".11D(7)(d)(i)"),
        documents=md(".11D(7)(d)(ii)"),
    ),
    not_from_tray_from=int(
        Fraction(md(".11D(7)(d)(i)").parameters["table_inventory_barred_from_meter_share"]) * 100
    ),
)

_LEAST_AMOUNT = md(".12E(3)(b)")


def _minimums(rate: Clause) -> MeterMinimums:
    return MeterMinimums(
        rate=int(Fraction(rate.parameters["min_rate"]) * PARTS),
        rate_clause=rate,
        amount=_LEAST_AMOUNT.integer("min_reset") * 100,
        amount_clause=_LEAST_AMOUNT,
    )


# By progressive paytable (reading C-133).
METER_MINIMUMS: Mapping[str, MeterMinimums] = {
    "A": _minimums(md(".12E(3)(a)#1")),
    "B": _minimums(md(".12E(3)(a)#2")),
}
