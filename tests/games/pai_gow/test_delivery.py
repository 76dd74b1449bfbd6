"""The ordinary deal (621a.6(d)) and the nine other styles (621a.7(a)), tile by tile.

Stacks are lettered A to H from the dealer's left, their tiles numbered 1 to 4 from the top; H is first from the right.
"""

import pytest

from houseway.games.pai_gow.delivery import (
    ALTERNATIVES,
    LEVELS,
    ORDINARY,
    STACKS,
    Delivery,
    deliver,
    from_left,
    from_right,
    steps,
)

STACKED = tuple(tuple(f"{stack}{level}" for level in range(1, 5)) for stack in "ABCDEFGH")


def delivers(style: Delivery, expected: str) -> None:
    """Each line is what the next position is given."""
    hands = deliver(style, STACKED)
    assert [" ".join(sorted(hand)) for hand in hands] == [
        " ".join(sorted(line.split())) for line in expected.strip().splitlines()
    ]


@pytest.mark.clause("621a.6(d)#1", "621a.6(d)#2")
def test_the_ordinary_deal_gives_whole_stacks_from_right_to_left() -> None:
    delivers(
        Delivery.HOUSE_WAY_FROM_RIGHT,
        """
        H1 H2 H3 H4
        G1 G2 G3 G4
        F1 F2 F3 F4
        E1 E2 E3 E4
        D1 D2 D3 D4
        C1 C2 C3 C4
        B1 B2 B3 B4
        A1 A2 A3 A4
        """,
    )


@pytest.mark.clause("621a.7(a)(1)#2")
def test_house_way_from_the_left() -> None:
    delivers(
        Delivery.HOUSE_WAY_FROM_LEFT,
        """
        A1 A2 A3 A4
        B1 B2 B3 B4
        C1 C2 C3 C4
        D1 D2 D3 D4
        E1 E2 E3 E4
        F1 F2 F3 F4
        G1 G2 G3 G4
        H1 H2 H3 H4
        """,
    )


@pytest.mark.clause("621a.7(a)(2)#2", "621a.7(a)(2)#3")
def test_cup_say_from_the_right() -> None:
    delivers(
        Delivery.CUP_SAY_FROM_RIGHT,
        """
        H1 H2 G1 G2
        H3 H4 G3 G4
        F1 F2 E1 E2
        F3 F4 E3 E4
        D1 D2 C1 C2
        D3 D4 C3 C4
        B1 B2 A1 A2
        B3 B4 A3 A4
        """,
    )


@pytest.mark.clause("621a.7(a)(3)#2", "621a.7(a)(3)#3")
def test_cup_say_from_the_left() -> None:
    delivers(
        Delivery.CUP_SAY_FROM_LEFT,
        """
        A1 A2 B1 B2
        A3 A4 B3 B4
        C1 C2 D1 D2
        C3 C4 D3 D4
        E1 E2 F1 F2
        E3 E4 F3 F4
        G1 G2 H1 H2
        G3 G4 H3 H4
        """,
    )


@pytest.mark.clause("621a.7(a)(4)#2", "621a.7(a)(4)#3")
def test_jung_quat_takes_the_heart() -> None:
    delivers(
        Delivery.JUNG_QUAT,
        """
        D1 D2 E1 E2
        D3 D4 E3 E4
        C1 C2 F1 F2
        C3 C4 F3 F4
        B1 B2 G1 G2
        B3 B4 G3 G4
        A1 A2 H1 H2
        A3 A4 H3 H4
        """,
    )


@pytest.mark.clause("621a.7(a)(5)#2", "621a.7(a)(5)#3")
def test_chee_yee_chops_the_ears() -> None:
    delivers(
        Delivery.CHEE_YEE,
        """
        A1 A2 H1 H2
        A3 A4 H3 H4
        B1 B2 G1 G2
        B3 B4 G3 G4
        C1 C2 F1 F2
        C3 C4 F3 F4
        D1 D2 E1 E2
        D3 D4 E3 E4
        """,
    )


@pytest.mark.clause("621a.7(a)(6)#2", "621a.7(a)(6)#3", "621a.7(a)(6)#4")
def test_pin_say_from_the_right() -> None:
    delivers(
        Delivery.PIN_SAY_FROM_RIGHT,
        """
        H1 G1 F1 E1
        A1 B1 C1 D1
        H2 G2 F2 E2
        A2 B2 C2 D2
        H3 G3 F3 E3
        A3 B3 C3 D3
        H4 G4 F4 E4
        A4 B4 C4 D4
        """,
    )


@pytest.mark.clause("621a.7(a)(7)#2", "621a.7(a)(7)#3", "621a.7(a)(7)#4")
def test_pin_say_from_the_left() -> None:
    delivers(
        Delivery.PIN_SAY_FROM_LEFT,
        """
        A1 B1 C1 D1
        H1 G1 F1 E1
        A2 B2 C2 D2
        H2 G2 F2 E2
        A3 B3 C3 D3
        H3 G3 F3 E3
        A4 B4 C4 D4
        H4 G4 F4 E4
        """,
    )


@pytest.mark.clause("621a.7(a)(8)#2", "621a.7(a)(8)#3", "621a.7(a)(8)#4")
def test_dragon_head_and_phoenix_tail_from_the_right() -> None:
    # H stands on F and G on E: each tall stack gives its upper four tiles first.
    delivers(
        Delivery.DRAGON_HEAD_FROM_RIGHT,
        """
        H1 H2 G1 G2
        A1 B1 C1 D1
        H3 H4 G3 G4
        A2 B2 C2 D2
        F1 F2 E1 E2
        A3 B3 C3 D3
        F3 F4 E3 E4
        A4 B4 C4 D4
        """,
    )


@pytest.mark.clause("621a.7(a)(9)#2", "621a.7(a)(9)#3", "621a.7(a)(9)#4")
def test_dragon_head_and_phoenix_tail_from_the_left() -> None:
    # A stands on C and B on D.
    delivers(
        Delivery.DRAGON_HEAD_FROM_LEFT,
        """
        A1 A2 B1 B2
        H1 G1 F1 E1
        A3 A4 B3 B4
        H2 G2 F2 E2
        C1 C2 D1 D2
        H3 G3 F3 E3
        C3 C4 D3 D4
        H4 G4 F4 E4
        """,
    )


@pytest.mark.clause("621a.6(d)#2", "621a.9(k)#1")
@pytest.mark.parametrize("style", Delivery)
def test_every_style_serves_eight_positions_in_order_with_every_tile_once(style: Delivery) -> None:
    served = steps(style)
    assert [step.position for step in served] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(len(step.tiles) == LEVELS for step in served)
    places = [place for step in served for place in step.tiles]
    assert sorted(places) == [(stack, level) for stack in range(STACKS) for level in range(LEVELS)]


@pytest.mark.parametrize("style", Delivery)
def test_no_tile_is_taken_before_the_one_on_top_of_it(style: Delivery) -> None:
    places = [place for step in steps(style) for place in step.tiles]
    for stack in range(STACKS):
        assert [level for of, level in places if of == stack] == [0, 1, 2, 3]


def test_stacks_are_counted_from_either_side() -> None:
    assert [from_left(number) for number in (1, 4, 8)] == [0, 3, 7]
    assert [from_right(number) for number in (1, 4, 8)] == [7, 4, 0]


def test_nine_styles_are_shown_by_a_sign_and_the_ordinary_deal_by_none() -> None:
    assert len(ALTERNATIVES) == 9
    assert ORDINARY.signal is None
    assert ORDINARY.signal_words == ""
    for number, style in enumerate(ALTERNATIVES, start=1):
        assert style.signal is not None
        assert style.signal.id == f"621a.7(a)({number})#1"
        assert {clause.paragraph for clause in style.clauses} == {f"621a.7(a)({number})"}
        assert style.signal not in style.clauses
        assert style.signal_words
    assert [style.label for style in Delivery][:3] == [
        "House Way From the Right",
        "House Way From the Left",
        "Cup Say From the Right",
    ]
