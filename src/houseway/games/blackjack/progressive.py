"""The progressives of this game (633a.2(d), 633a.7(o)(2)-(3), 633a.13(m)): their clauses and least settings."""

from collections.abc import Mapping

from houseway.games.blackjack.stated import HIT_AND_RUN_STATED
from houseway.games.blackjack.wagers import HIT_AND_RUN, STRAIGHT_JACK
from houseway.law import Clause, pa
from houseway.table.meter import MeterMinimums
from houseway.table.progressive import PayoutClauses, ProgressiveRules

NEEDS_A_SYSTEM = pa("633a.2(d)")
DEVICE_AT_EACH_POSITION = pa("633a.2(d)(1)")
SYSTEM_MONITORS = pa("633a.2(d)(2)#1")
LOCK_OUT = pa("633a.2(d)(2)#2")
SETTLED_IN_ORDER = pa("633a.7(o)")
RATE = pa("633a.13(m)(2)#1")
AMOUNTS = pa("633a.13(m)(2)#2")


def _rules(wager: str, paragraph: str, allowed: Clause, grows: Clause) -> ProgressiveRules:
    def of(part: str) -> Clause:
        return pa(f"633a.7(o)({paragraph}){part}")

    # From another share of the meter at each of the two (C-71).
    barred = of("(ii)(C)#2")
    return ProgressiveRules(
        wager=wager,
        players_check=DEVICE_AT_EACH_POSITION,
        sizes=(),
        sizes_clause=allowed,
        lock_out=LOCK_OUT,
        grows=grows,
        resets=grows,
        collection={},
        payout=PayoutClauses(
            settled=of(""),
            checked=of("(ii)"),
            hand=of("(ii)(A)"),
            light=None,
            validated=of("(ii)(B)"),
            paid=of("(ii)(C)#1"),
            at_turn=SETTLED_IN_ORDER,
            not_from_tray=barred,
            documents=of("(ii)(C)#3"),
        ),
        validated_from=of("(ii)(B)").integer("verify_threshold"),
        not_from_tray_from=int(barred.fraction("table_inventory_barred_from_meter_share") * 100),
        shares_equally=of("(ii)(C)#4"),
    )


RULES: Mapping[str, ProgressiveRules] = {
    STRAIGHT_JACK: _rules(STRAIGHT_JACK, "3", pa("633a.6(e)(11)"), RATE),
    HIT_AND_RUN: _rules(HIT_AND_RUN, "2", pa("633a.6(e)(10)"), HIT_AND_RUN_STATED),
}

_LEAST = AMOUNTS.integer("min_reset") * 100
METER_MINIMUMS: Mapping[str, MeterMinimums] = {
    # A meter that does not grow is none (C-72).
    STRAIGHT_JACK: MeterMinimums(rate=1, rate_clause=RATE, amount=_LEAST, amount_clause=AMOUNTS),
    HIT_AND_RUN: MeterMinimums(
        rate=1, rate_clause=HIT_AND_RUN_STATED, amount=1, amount_clause=HIT_AND_RUN_STATED
    ),
}
