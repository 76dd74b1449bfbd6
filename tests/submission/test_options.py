"""Every option of every game has words that a patron can read, and so has whatever may be chosen."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, get_args

import msgspec
import pytest

from houseway.games import games
from houseway.lab.figures import option_text
from houseway.submission import BadOption, Option, Submission, option_from_text, options_of, read_submission
from tests.submission.raw import RAW

# These are told elsewhere: in the head of a paper, with the wagers, and among their limits.
_TOLD_ELSEWHERE = {"certificate_holder", "wager_limits", "not_offered"}
_RAW_VALUE = re.compile(r"[-_\d]")


def submission_of(name: str) -> type[Submission]:
    kind: type[Submission] = games()[name].submission_type
    return kind


def every_value(hint: Any) -> Iterator[Any]:
    """The values of a closed choice, wherever it stands in a type."""
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        yield from hint
    elif hint is bool:
        yield from (True, False)
    elif hint is type(None):
        yield None
    else:
        for part in get_args(hint):
            yield from every_value(part)


@pytest.mark.parametrize("name", games())
def test_every_option_has_a_title(name: str) -> None:
    kind = submission_of(name)
    options = options_of(kind)

    assert {*options} == {*kind.__struct_fields__} - _TOLD_ELSEWHERE
    titles = [option.title for option in options.values()]
    assert len({*titles}) == len(titles)
    for field, option in options.items():
        assert option.title[0].isupper(), field
        assert not RAW.search(option.title), field


@pytest.mark.parametrize("name", games())
def test_every_value_has_words(name: str) -> None:
    kind = submission_of(name)
    usual = kind()
    for field in msgspec.structs.fields(kind):
        option = options_of(kind).get(field.name)
        if option is None:
            continue
        for value in (*every_value(field.type), getattr(usual, field.name)):
            said = option.said(value)
            assert said, (field.name, value)
            assert not RAW.search(said), (field.name, said)
            if isinstance(value, str) and _RAW_VALUE.search(value):
                assert said != value, (field.name, value)


class Colour(StrEnum):
    RED = "red-1"
    BLUE = "blue-2"


class Felt(msgspec.Struct, frozen=True):
    colour: Annotated[Colour, Option("Colour of the felt", {Colour.RED: "red"})] = Colour.RED
    holder: str = ""


def test_a_value_without_words_is_not_printed_as_it_is_written() -> None:
    option = options_of(Felt)["colour"]

    assert option.said(Colour.RED) == "red"
    with pytest.raises(LookupError, match="'Colour of the felt' has no words for 'blue-2'"):
        option.said(Colour.BLUE)
    assert {*options_of(Felt)} == {"colour"}


def test_several_that_are_chosen_are_listed_and_none_is_said_too() -> None:
    option = Option("Colours", {Colour.RED: "red", Colour.BLUE: "blue"})

    assert option.said((Colour.RED, Colour.BLUE)) == "red; blue"
    assert option.said(()) == "none"
    assert (Option("Lit").said(chosen=True), Option("Lit").said(chosen=False)) == ("yes", "no")
    assert Option("Paid by", say="Paytable {}".format).said("A") == "Paytable A"


def test_options_are_typed_as_the_list_of_wagers_writes_them() -> None:
    baccarat = submission_of("baccarat")
    typed = {"ez": "true", "text": "2013", "batch": "6", "vigorish_percent": "4.5"}
    chosen = {name: option_from_text(baccarat, name, text) for name, text in typed.items()}
    assert chosen == {"ez": True, "text": "2013", "batch": 6, "vigorish_percent": "4.5"}
    assert option_text(chosen) == "ez=true,text=2013,batch=6,vigorish_percent=4.5"
    assert option_from_text(submission_of("blackjack"), "three_card_poker", "[]") == ()
    assert option_from_text(baccarat, "batch", "six") == "six"
    with pytest.raises(BadOption, match="batch: 'six' is not a whole number"):
        read_submission(baccarat, {"batch": "six"})
