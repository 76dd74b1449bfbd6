"""Received = stock + issued + held + distributed + redeemed + voided + returned + expired, after every random event.

HOUSEWAY_COUPON_EVENTS says how many events a walk takes, HOUSEWAY_COUPON_WALKS how many walks there are (the full proof
takes 1,000,000 events in all), HOUSEWAY_SEED where they begin.
"""

import os

import pytest

from tests.backoffice.coupons.walk import STATES, Walk

EVENTS = int(os.environ.get("HOUSEWAY_COUPON_EVENTS", "3000"))
WALKS = int(os.environ.get("HOUSEWAY_COUPON_WALKS", "1"))
SEED = int(os.environ.get("HOUSEWAY_SEED", "603"))


@pytest.mark.parametrize("seed", range(SEED, SEED + WALKS))
def test_no_coupon_is_ever_lost_or_made(seed: int) -> None:
    walk = Walk(seed)
    recounted = 0
    while walk.events < EVENTS:
        walk.step()
        if walk.events - recounted >= 20_000:
            walk.recount()
            recounted = walk.events
    walk.recount()
    # The walk went everywhere, and was turned away now and then.
    assert walk.visited == set(STATES)
    assert 0 < walk.refusals < walk.events / 5
