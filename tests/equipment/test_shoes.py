"""Shoes: counted by copies, cut and covered, burned and reshuffled as the chapter says."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.cards import FORTY_EIGHT, UNSEEN
from houseway.equipment.chance import shuffle
from houseway.equipment.decks import Back, Condition
from houseway.equipment.shoes import Cover, Offer, Shoe, batch_of
from houseway.games.double_attack_blackjack.cards import CARDS as RULES
from houseway.law import RuleViolation

RED = batch_of([f"R{number}" for number in range(1, 9)], Back.RED)
BLUE = batch_of([f"B{number}" for number in range(1, 9)], Back.BLUE)
# All six positions, counterclockwise from the dealer's far right.
RING = (6, 5, 4, 3, 2, 1)


def covered(behind: int = 96) -> Shoe:
    return RULES.cover_put_in(RULES.fresh(RED), behind)


def dealt(shoe: Shoe, *cards: str) -> Shoe:
    for card in cards:
        shoe = RULES.drawn(shoe, card)
    return shoe


# Batches.


def test_a_batch_is_called_by_its_first_deck_and_comes_as_it_was_brought() -> None:
    assert RED.serial == "R1"
    assert RED.condition is Condition.BROUGHT


@pytest.mark.clause("665a.3(a)#1")
@pytest.mark.parametrize("number", [7, 9])
def test_a_batch_of_another_number_of_decks_is_refused(number: int) -> None:
    batch = batch_of([str(deck) for deck in range(number)], Back.RED)
    with pytest.raises(RuleViolation, match=f"of 8 decks, not of {number}"):
        RULES.check_batch(batch, ())


@pytest.mark.clause("665a.3(a)#1")
def test_a_deck_is_in_one_batch_only_and_once() -> None:
    RULES.check_batch(RED, (BLUE,))
    with pytest.raises(RuleViolation, match="named twice"):
        RULES.check_batch(batch_of((*RED.serials[:7], "R1"), Back.RED), ())
    mixed = batch_of((*RED.serials[:7], "B8"), Back.RED)
    with pytest.raises(RuleViolation, match="in another one"):
        RULES.check_batch(mixed, (BLUE,))


@pytest.mark.clause("665a.3(b)(2)#2")
def test_two_batches_are_told_apart_by_their_backs() -> None:
    with pytest.raises(RuleViolation, match="both batches would have red backs"):
        RULES.check_batch(msgspec.structs.replace(BLUE, back=Back.RED), (RED,))


@pytest.mark.clause("665a.3(b)(4)")
def test_batches_take_turns_with_every_shoe() -> None:
    RULES.check_turn(RED, (RED, BLUE), last="")
    RULES.check_turn(RED, (RED, BLUE), last="B1")
    RULES.check_turn(RED, (RED,), last="R1")
    with pytest.raises(RuleViolation, match="batch R1 was dealt in the last shoe"):
        RULES.check_turn(RED, (RED, BLUE), last="R1")


# The cut.


@pytest.mark.parametrize("seat", RING)
def test_the_first_to_arrive_is_offered_the_first_cut(seat: int) -> None:
    offers = RULES.cut_offers(None, RING, playing={seat}, first_arrived=seat)
    assert offers == (Offer(seat, RULES.cut_first_arrived), Offer(0, RULES.cut_by_dealer))


def test_the_player_before_whom_the_cover_card_came_out_is_offered_the_cut_then_counterclockwise() -> None:
    shoe = RULES.cover_came_out(covered(), before=3)
    offers = RULES.cut_offers(shoe, RING, playing={1, 2, 3, 5})
    assert [offer.seat for offer in offers] == [3, 2, 1, 5, 0]
    assert offers[0].clauses == RULES.cut_where_cover_came
    assert {offer.clauses for offer in offers[1:-1]} == {RULES.cut_refused}
    assert offers[-1].clauses == RULES.cut_by_dealer


def test_if_that_player_has_left_the_next_counterclockwise_is_asked_first() -> None:
    shoe = RULES.cover_came_out(covered(), before=3)
    assert [offer.seat for offer in RULES.cut_offers(shoe, RING, playing={4, 2})] == [2, 4, 0]


@pytest.mark.parametrize("ordered", [False, True])
def test_at_the_dealers_cover_card_or_an_order_the_far_right_is_asked_first(ordered: bool) -> None:
    shoe = covered()
    shoe = RULES.reshuffle_ordered(shoe) if ordered else RULES.cover_came_out(shoe, before=0)
    offers = RULES.cut_offers(shoe, RING, playing={1, 4, 5})
    assert [offer.seat for offer in offers] == [5, 4, 1, 0]
    assert offers[0].clauses == (RULES.cut_after_order if ordered else RULES.cut_cover_at_dealer)


def test_nobody_playing_leaves_the_cut_to_the_dealer() -> None:
    assert RULES.cut_offers(None, RING, playing=()) == (Offer(0, RULES.cut_by_dealer),)


@pytest.mark.clause("665a.5(d)#1")
def test_the_cut_is_ten_cards_or_more_from_either_end() -> None:
    shoe = RULES.fresh(RED)
    for depth in (10, 200, 374):
        RULES.check_cut(shoe, depth)
    for depth in (9, 375):
        with pytest.raises(RuleViolation, match="at least 10 cards from either end of 384"):
            RULES.check_cut(shoe, depth)


# The cover card.


@pytest.mark.clause("665a.5(d)#3")
def test_a_quarter_of_the_cards_or_more_lie_behind_the_cover_card() -> None:
    assert RULES.least_behind(RULES.fresh(RED)) == 96
    assert covered(96).behind == 96
    for behind in (95, 384):
        with pytest.raises(RuleViolation, match="at least 96 lie behind"):
            covered(behind)
    with pytest.raises(RuleViolation, match="is in the stack"):
        RULES.cover_put_in(covered(), 100)


def test_a_quarter_that_is_no_whole_number_is_rounded_up() -> None:
    assert RULES.least_behind(dealt(RULES.fresh(RED), "As")) == 96  # 95.75 of 383


def test_the_cover_card_comes_out_once_the_cards_before_it_are_gone() -> None:
    shoe = covered(380)
    for card in ("As", "As", "Kd", UNSEEN):
        assert not shoe.cover_is_next
        shoe = RULES.drawn(shoe, card)
    assert shoe.cover_is_next
    assert not RULES.cover_came_out(shoe, before=1).cover_is_next


@pytest.mark.clause("665a.7(d)#1")
def test_a_cover_card_comes_out_of_a_shoe_once() -> None:
    out = RULES.cover_came_out(covered(), before=2)
    assert (out.cover, out.cover_at) == (Cover.OUT, 2)
    for without in (out, RULES.fresh(RED)):
        with pytest.raises(RuleViolation, match="no cover card is in the shoe"):
            RULES.cover_came_out(without, before=2)


# Cards that leave the shoe.


@pytest.mark.clause("665a.3(a)#1")
def test_a_ninth_copy_of_a_card_is_refused() -> None:
    shoe = dealt(covered(), *8 * ("As",))
    assert shoe.left == 376
    with pytest.raises(RuleViolation, match="A♠ is not among the cards left"):
        RULES.drawn(shoe, "As")


def test_a_card_told_wrongly_is_put_right_and_its_copy_is_free_again() -> None:
    shoe = dealt(covered(), *8 * ("As",))
    right = RULES.corrected(shoe, "As", "Ks")
    assert RULES.drawn(right, "As").left == 375
    assert RULES.copies_left(right)["Ks"] == 7
    with pytest.raises(RuleViolation, match="no Qd has come out"):
        RULES.corrected(shoe, "Qd", "Ks")
    with pytest.raises(RuleViolation, match="no Ts has come out"):
        RULES.corrected(shoe, "Ts", "Ks")
    full = dealt(shoe, "Ks")
    with pytest.raises(RuleViolation, match="A♠ is not among"):
        RULES.corrected(full, "Ks", "As")


def test_a_card_that_left_face_down_is_counted_once_it_is_turned_up() -> None:
    shoe = dealt(covered(), UNSEEN)
    assert RULES.copies_left(shoe).total() == 384
    assert shoe.left == 383
    up = RULES.turned_up(shoe, "Jh")
    assert (up.left, up.unseen, RULES.copies_left(up)["Jh"]) == (383, 0, 7)
    with pytest.raises(RuleViolation, match="lies face down"):
        RULES.turned_up(up, "Jh")


@pytest.mark.clause("665a.13(e)#1")
def test_nothing_is_drawn_from_an_empty_shoe() -> None:
    empty = dealt(RULES.fresh(RED), *8 * FORTY_EIGHT)
    assert empty.left == 0
    assert RULES.not_seen(empty) == ()
    for card in ("As", UNSEEN):
        with pytest.raises(RuleViolation, match="empty"):
            RULES.drawn(empty, card)


ORDERS = st.randoms(use_true_random=False).map(lambda luck: shuffle(8 * FORTY_EIGHT, luck.randrange))


@given(order=ORDERS, hidden=st.sets(st.integers(0, 383), max_size=20), number=st.integers(0, 384))
def test_seen_unseen_and_left_always_make_up_the_batch(
    order: tuple[str, ...], hidden: set[int], number: int
) -> None:
    told = [UNSEEN if at in hidden else card for at, card in enumerate(order[:number])]
    shoe = dealt(RULES.fresh(RED), *told)
    seen = [card for card in told if card != UNSEEN]
    assert shoe.left + len(told) == 384
    assert RULES.copies_left(shoe) + Counter(seen) == Counter(8 * FORTY_EIGHT)
    assert len(RULES.not_seen(shoe)) == shoe.left + told.count(UNSEEN)
    for at in sorted(at for at in hidden if at < number):
        shoe = RULES.turned_up(shoe, order[at])
    assert RULES.copies_left(shoe) == Counter(order[number:])
    assert shoe.unseen == 0


# Burns.


@pytest.mark.clause("665a.7(c)#1", "665a.7(c)#2")
def test_one_card_is_burned_for_a_new_batch_and_one_for_each_dealer_who_comes() -> None:
    shoe = covered()
    with pytest.raises(RuleViolation, match="since the shoe was filled") as refused:
        RULES.check_burned(shoe, "Ada")
    assert (refused.value.clause,) == RULES.burn_batch
    shoe = RULES.burned(shoe, "Ada")
    RULES.check_burned(shoe, "Ada")
    assert (shoe.unseen, shoe.left) == (1, 383)
    with pytest.raises(RuleViolation, match="since Ben came") as refused:
        RULES.check_burned(shoe, "Ben")
    assert (refused.value.clause,) == RULES.burn_dealer
    shoe = RULES.burned(shoe, "Ben", "As")
    RULES.check_burned(shoe, "Ben")
    assert (shoe.unseen, shoe.left, RULES.copies_left(shoe)["As"]) == (1, 382, 7)
    assert RULES.burn_due(shoe, "Ada") == RULES.burn_dealer


# The end of a shoe.


def test_the_cards_are_reshuffled_once_the_cover_card_came_out_or_by_order() -> None:
    shoe = covered()
    assert RULES.reshuffle_due(shoe) == ()
    assert RULES.reshuffle_due(RULES.reshuffle_ordered(shoe)) == RULES.shuffle_ordered
    assert RULES.reshuffle_due(RULES.cover_came_out(shoe, before=0)) == RULES.reshuffled


def test_a_device_that_reshuffles_by_itself_has_no_cover_card_and_no_end() -> None:
    shoe = RULES.fresh(RED)
    assert shoe.cover is Cover.NONE
    assert not shoe.cover_is_next
    assert RULES.reshuffle_due(shoe) == ()


@pytest.mark.clause("665a.13(e)#1", "665a.13(e)#2")
def test_a_short_shoe_is_filled_with_its_discards_and_one_card_is_burned() -> None:
    shoe = RULES.burned(RULES.fresh(RED), "Ada")
    shoe = dealt(shoe, *8 * FORTY_EIGHT[:47], UNSEEN)
    assert shoe.left == 6
    assert RULES.is_short(shoe, 7)
    assert not RULES.is_short(shoe, 6)
    on_table = ("2c", "2c", "Ah", UNSEEN)
    filled = RULES.refilled(shoe, on_table)
    assert filled.left == 380
    assert RULES.copies_left(filled)["2c"] == 6
    with pytest.raises(RuleViolation, match="no card was burned") as refused:
        RULES.check_burned(filled, "Ada")
    assert (refused.value.clause,) == RULES.short_burn
    assert RULES.burned(filled, "Ada").left == 379
    assert RULES.reshuffle_due(filled) == RULES.reshuffled
    for more in (("As",), 3 * (UNSEEN,), ("Ts",)):
        with pytest.raises(RuleViolation, match="more cards lie on the table"):
            RULES.refilled(shoe, more)
