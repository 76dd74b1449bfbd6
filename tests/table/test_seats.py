from houseway.table.seats import clockwise, counterclockwise


def test_clockwise_begins_past_the_given_seat_and_comes_round_to_it_last() -> None:
    assert list(clockwise((1, 3, 5), after=3)) == [5, 1, 3]
    assert list(clockwise((5, 1, 3))) == [1, 3, 5]
    assert list(clockwise((1, 5), after=3)) == [5, 1]


def test_counterclockwise_begins_before_the_given_seat() -> None:
    assert list(counterclockwise((1, 3, 5), after=3)) == [1, 5, 3]
    assert list(counterclockwise((1, 3, 5))) == [5, 3, 1]
    assert list(counterclockwise((2, 4), after=3)) == [2, 4]


def test_an_empty_table_has_nobody_to_walk_to() -> None:
    assert list(clockwise(())) == list(counterclockwise(())) == []
