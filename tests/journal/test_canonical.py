import json
from enum import Enum
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.journal import NotCanonical, canonical, parse

KEYS = st.text(st.characters(max_codepoint=127))
INTEGERS = st.integers(-(2**63), 2**63 - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=30,
)


class Result(Enum):
    WIN = "win"


class Settled(msgspec.Struct, frozen=True, tag=True):
    wager: str
    amount: int
    result: Result = Result.WIN
    dice: tuple[int, ...] = ()
    edge: object = None


@given(VALUES)
def test_a_value_survives_the_way_to_bytes_and_back(value: object) -> None:
    assert parse(canonical(value)) == value


@given(VALUES)
def test_the_bytes_are_those_of_the_standard_library(value: object) -> None:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == text.encode()


@given(st.dictionaries(KEYS, VALUES, min_size=2))
def test_the_order_of_keys_does_not_matter(value: dict[str, object]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


@given(st.binary(max_size=40))
def test_bytes_are_parsed_only_if_they_are_canonical(data: bytes) -> None:
    try:
        value = parse(data)
    except NotCanonical:
        return
    assert canonical(value) == data


@given(VALUES, st.floats())
def test_a_floating_point_number_is_refused_wherever_it_hides(value: object, number: float) -> None:
    with pytest.raises(NotCanonical, match=r"\$\.rounds\[1\]\.edge: .* is a floating-point number"):
        canonical({"rounds": [value, {"edge": number}]})
    with pytest.raises(NotCanonical, match=r"\$\[0\]\.edge: .* is a floating-point number"):
        canonical([Settled("Penalty", 1, edge=number)])


@given(st.integers(max_value=-(2**63) - 1) | st.integers(min_value=2**63))
def test_a_number_of_more_than_64_bits_is_refused(number: int) -> None:
    with pytest.raises(NotCanonical, match=r"\$\.amount: .* does not fit into 64 bits"):
        canonical({"amount": number})


def test_a_struct_is_written_like_the_plain_data_it_stands_for() -> None:
    settled = Settled("Penalty", 4500, dice=(1, 6))
    assert (
        canonical([settled])
        == b'[{"amount":4500,"dice":[1,6],"edge":null,"result":"win","type":"Settled","wager":"Penalty"}]'
    )
    assert canonical(settled) == canonical(msgspec.to_builtins(settled))


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"seat": {"köln": 1}}, "$.seat: the key 'köln' is not ASCII text"),
        ({"seat": {1: "a"}}, "$.seat: the key 1 is not ASCII text"),
        ([0, {"odds": Fraction(1, 2)}], "$[1].odds: Encoding objects of type Fraction is unsupported"),
        (Settled("Penalty", 1, edge=object()), "$.edge: Encoding objects of type object is unsupported"),
        (["\ud800"], "$[0]: '\\ud800' is not valid Unicode text"),
    ],
)
def test_a_refusal_says_where_and_why(value: object, complaint: str) -> None:
    with pytest.raises(NotCanonical) as refusal:
        canonical(value)
    assert str(refusal.value) == complaint


def test_a_struct_with_a_key_beyond_ascii_is_refused() -> None:
    class Straße(msgspec.Struct, rename={"number": "größe"}):
        number: int

    with pytest.raises(NotCanonical):
        canonical(Straße(1))


def test_nesting_has_an_end() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(NotCanonical, match="nested too deeply"):
        canonical(value)
    with pytest.raises(NotCanonical):
        parse(b"[" * 100_000 + b"]" * 100_000)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b" 1", b"1 ", b"1.0", b"1e3", b"-0", b"01", b"9223372036854775808", b"NaN", b"[1,]"),
        *(b'{"b":1,"a":2}', b'{"a":1,"a":1}', b'{"a": 1}', b'{"\xc3\xa4":1}'),
        *(b'"\\u0041"', b'"\\/"', b'"\xff"'),
    ],
)
def test_other_spellings_are_refused(data: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse(data)
