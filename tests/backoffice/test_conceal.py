"""One person must never be able both to do and to hide: the sets of duties that would let somebody, and what forbids each."""

from itertools import combinations

import pytest

from houseway.backoffice.books import all_books
from houseway.backoffice.orders import name_of
from houseway.backoffice.people import Position
from houseway.backoffice.policy import Rule
from tests.backoffice.examples import example_for

RULES = tuple(rule for book in all_books() for rule in book.rules)
SEPARATED = {
    frozenset((name_of(row.one), name_of(row.other))) for book in all_books() for row in book.separations
}

# Whoever could do all of a line could take something and leave the books in order.
COMPLETE_AND_CONCEAL = (
    ("coupons kept back from a delivery", "check-coupon-delivery", "enter-coupon-receipt"),
    ("coupons given to a friend", "distribute-coupons", "reconcile-coupons"),
    ("coupons kept, told as handed out", "distribute-coupons", "count-coupons"),
    ("coupons kept, told as void", "void-coupons", "count-coupons"),
    ("coupons kept, told as returned", "return-coupons", "count-coupons"),
    ("coupons issued to nobody", "enter-coupon-issue", "count-coupons"),
    ("coupons handed out and redeemed by one hand", "distribute-coupons", "redeem-coupon"),
    ("coupons redeemed that nobody played", "redeem-coupon", "count-coupons"),
    ("coupons redeemed that nobody was given", "redeem-coupon", "reconcile-coupons"),
    ("coupons ordered for oneself", "requisition-coupons", "count-coupons"),
    ("coupons taken over and written off", "take-over-coupons", "reconcile-coupons"),
    ("coupons carried over and written off", "open-carried-coupons", "reconcile-coupons"),
    ("coupons voided and written off", "void-coupons", "reconcile-coupons"),
    ("a short delivery hushed up", "check-coupon-delivery", "report-coupon-deviation"),
    ("coupons mailed to an excluded patron", "prepare-mailing-list", "screen-mailing"),
    ("mailed coupons entered by who chose the patrons", "prepare-mailing-list", "enter-mailed-coupons"),
    ("chips kept from a fill", "fill-table", "count-drop"),
    ("chips kept from a credit", "credit-table", "certify-day"),
    ("an opener told too low", "open-tray", "certify-day"),
    ("a closer told too low", "close-tray", "certify-day"),
    ("cash kept from the drop", "count-drop", "certify-day"),
    ("a count changed afterwards", "count-drop", "correct-figure"),
    ("records destroyed by who made them", "register-records", "destroy-records"),
    ("a hold lifted to destroy what it held", "lift-hold", "destroy-records"),
)
# Orders where a single hand would be enough to take and to hide: two people of different positions sign them.
TWO_HANDS = (
    "post-person",
    "end-posting",
    "ask-token",
    "ask-service-token",
    "rename-house",
    "set-presence",
    "register-passkey",
    "remove-passkey",
    "check-coupon-delivery",
    "requisition-coupons",
    "return-coupons",
    "count-coupons",
    "take-coupon-inventory",
    "record-coupon-approval",
    "prepare-mailing-list",
    "receive-book",
    "count-book",
    "sign-out-book",
    "sign-in-book",
    "void-check",
    "explain-gap",
    "report-book-lost",
    "open-tray",
    "fill-table",
    "credit-table",
    "pay-from-cage",
    "close-tray",
    "count-drop",
    "correct-figure",
    "certify-day",
    "file-return",
    "destroy-records",
    "erase-personal-data",
    "file-submission",
    "record-approval",
    "plan-table",
)


def _rules_of(order: str) -> list[Rule]:
    found = [rule for rule in RULES if rule.name == order]
    assert found, order
    return found


def _signers(order: str) -> set[Position]:
    """Every position that may sign some part of an order."""
    return {
        position
        for rule in _rules_of(order)
        for part in rule.parts
        for position in Position
        if any(permit.admits(position) for permit in part.permits)
    }


@pytest.mark.parametrize("line", COMPLETE_AND_CONCEAL, ids=lambda line: line[0])
def test_no_person_may_have_all_duties_of_a_set_in_one_matter(line: tuple[str, ...]) -> None:
    """Forbidden to the person, not to the position: a promotion in between changes nothing."""
    for one, other in combinations(line[1:], 2):
        assert frozenset((one, other)) in SEPARATED, f"{one} and {other}"
        assert _signers(one)
        assert _signers(other)


@pytest.mark.parametrize("line", COMPLETE_AND_CONCEAL, ids=lambda line: line[0])
def test_the_duties_of_a_set_can_meet_in_one_matter(line: tuple[str, ...]) -> None:
    """A separation of orders that never name the same matter would forbid nothing."""
    named = [
        {matter.split("/")[0] for rule in _rules_of(order) for matter in example_for(rule, RULES).matters()}
        for order in line[1:]
    ]
    assert set.intersection(*named), named


@pytest.mark.parametrize("order", TWO_HANDS)
def test_an_order_that_one_hand_could_abuse_takes_two(order: str) -> None:
    for rule in _rules_of(order):
        assert any(one.name not in other.may_be for one, other in combinations(rule.parts, 2)), (
            f"{rule.case}: one person could sign all parts"
        )
