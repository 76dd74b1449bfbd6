"""The rules of moves, on a chip box that is opened by its number, filled, and closed again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from houseway.law import RuleViolation, pa
from houseway.table.felt import Step
from houseway.table.moves import Move
from houseway.table.roles import DEALERS, FLOORPERSONS, PLAYERS, Role
from houseway.table.rules import Lawful, Offer, Rule, RuleBook, require_role
from houseway.table.wagers import Range

# Any clauses will do: what counts is which one is cited.
OPENS, ONCE, FILLS, CLOSES, CALLS = (pa(f"659a.13({letter})") for letter in "abceg")
NUMBER = 7
ROOM = 3


@dataclass(frozen=True)
class Box:
    """The state: shut or open, and the chips in it; a jammed box can not be closed."""

    phase: str = "shut"
    chips: int = 0
    jammed: bool = False


class Unlock(Move, frozen=True, kw_only=True):
    number: int
    by: Role = Role.DEALER


class Fill(Move, frozen=True, kw_only=True):
    amount: int
    by: Role = Role.DEALER


class Close(Move, frozen=True, kw_only=True):
    by: Role = Role.DEALER


class Call(Move, frozen=True, kw_only=True):
    whom: str
    why: str = ""
    by: Role = Role.DEALER


class Shake(Move, frozen=True, kw_only=True):
    by: Role = Role.DEALER


class Game:
    """What a rule sees of its game."""

    title = "The chip box"


def unlock(game: Game, box: Box, move: Unlock) -> Step[Box]:
    if move.number != NUMBER:
        raise RuleViolation(OPENS, "that is not its number")
    return Step(replace(box, phase="open"), ())


def fill(game: Game, box: Box, move: Fill) -> Step[Box]:
    if box.chips + move.amount > ROOM:
        raise RuleViolation(FILLS, "there is no room for that")
    return Step(replace(box, chips=box.chips + move.amount), ())


def close(game: Game, box: Box, move: Close) -> Step[Box]:
    return Step(replace(box, phase="shut"), ())


def check_not_jammed(game: Game, box: Box) -> None:
    if box.jammed:
        raise RuleViolation(ONCE, "the lid is jammed")


CALLABLE = {"player": PLAYERS, "floorperson": FLOORPERSONS}


def call(game: Game, box: Box, move: Call) -> Step[Box]:
    require_role(move, CALLABLE[move.whom], CALLS, f"call: {move.whom}")
    return Step(box, ())


def whom_to_call(game: Game, box: Box) -> Iterator[Offer]:
    yield Offer({"whom": ("player",)}, by=PLAYERS, text=("why",), asks=("whom",), rare=True)
    yield Offer(
        {"whom": ("floorperson",)},
        words="Fetch the floorperson",
        by=FLOORPERSONS,
        clauses=(ONCE,),
        most=2,
        note="louder",
    )


UNLOCK = Rule(
    Unlock, DEALERS, (OPENS, ONCE), "Unlock the box", unlock, when={"shut"}, offers={"number": (NUMBER, 8)}
)
FILL = Rule(
    Fill,
    DEALERS,
    (FILLS,),
    lambda game, box: f"Fill the box with {box.chips} in it",
    fill,
    when=lambda game, box: box.phase == "open",
    offers=lambda game, box: (Offer(amount=Range(low, 5, 1)) for low in (1, 3)),
    tried=True,
    routine=2,
)
CLOSE = Rule(
    Close,
    lambda game, box: DEALERS if box.chips else FLOORPERSONS,
    lambda game, box: (CLOSES,) if box.chips else (ONCE,),
    "Close the box",
    close,
    when={"open"},
    not_now="it is shut",
    check=check_not_jammed,
    routine=1,
)
CALL = Rule(Call, (), (CALLS,), "Call somebody", call, offers=whom_to_call)
BOOK = RuleBook((UNLOCK, FILL, CLOSE, CALL))

SHUT, OPEN = Box(), Box("open")


def refusal(box: Box, move: Move, book: RuleBook = BOOK) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        book.apply(Game(), box, move)
    return refused.value


def listed(box: Box, book: RuleBook = BOOK) -> list[Lawful]:
    return list(book.lawful(Game(), box))


def of(box: Box, move: str, book: RuleBook = BOOK) -> list[Lawful]:
    return [act for act in listed(box, book) if act.move == move]


# The order of refusals: who, then the special one, then the moment, then what the move names.


def test_a_move_by_somebody_else_is_refused_by_the_clause_that_governs_before_anything_else() -> None:
    found = refusal(OPEN, Unlock(number=8, by=Role.PLAYER))
    assert found.clause == OPENS
    assert (found.message, found.fix) == (
        "a player may not do this: Unlock the box",
        "this is for the dealer",
    )


def test_the_special_refusal_comes_before_that_of_the_moment() -> None:
    assert refusal(Box(chips=1, jammed=True), Close()).message == "the lid is jammed"
    assert refusal(Box("open", chips=1, jammed=True), Close()).clause == ONCE
    found = refusal(Box(chips=1), Close())
    assert (found.clause, found.message) == (CLOSES, "it is shut")


def test_the_moment_is_refused_before_what_the_move_names() -> None:
    assert refusal(OPEN, Unlock(number=8)).message == "this is not the moment: Unlock the box"
    assert refusal(SHUT, Unlock(number=8)).message == "that is not its number"
    assert refusal(SHUT, Fill(amount=9)).message == "this is not the moment: Fill the box with 0 in it"


def test_a_lawful_move_is_carried_out() -> None:
    opened = BOOK.apply(Game(), SHUT, Unlock(number=NUMBER)).state
    filled = BOOK.apply(Game(), opened, Fill(amount=ROOM)).state
    assert filled == Box("open", chips=ROOM)
    assert BOOK.apply(Game(), filled, Close()).state == Box(chips=ROOM)


def test_who_and_by_which_clause_may_depend_on_how_things_stand() -> None:
    assert refusal(OPEN, Close()).clause == ONCE
    assert BOOK.apply(Game(), OPEN, Close(by=Role.PIT_MANAGER)).state == SHUT
    found = refusal(Box("open", chips=1), Close(by=Role.PIT_MANAGER))
    assert (found.clause, found.fix) == (CLOSES, "this is for the dealer")
    assert [(act.by, act.clause) for act in of(OPEN, "close")] == [(FLOORPERSONS, ONCE.id)]


def test_without_roles_the_move_itself_decides_who_makes_it() -> None:
    assert BOOK.apply(Game(), SHUT, Call(whom="player", by=Role.PLAYER)).state == SHUT
    found = refusal(SHUT, Call(whom="floorperson", by=Role.PLAYER))
    assert (found.clause, found.message) == (CALLS, "a player may not call: floorperson")
    assert found.fix == "this is for the floorperson or pit manager or shift manager"


def test_a_move_that_no_rule_knows_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="The chip box knows no move Shake"):
        BOOK.apply(Game(), SHUT, Shake())


# What is listed.


def test_what_is_lawful_is_listed_in_the_order_of_the_rules_at_its_moment() -> None:
    assert [act.move for act in listed(SHUT)] == ["unlock", "call", "call"]
    assert [act.move for act in listed(OPEN)] == ["fill", "fill", "close", "call", "call"]


def test_what_a_check_refuses_is_not_listed() -> None:
    assert not of(Box("open", jammed=True), "close")


def test_fixed_offers_are_listed_whole_with_what_the_rule_says() -> None:
    (act,) = of(SHUT, "unlock")
    assert act == Lawful(
        move="unlock", by=DEALERS, clause=OPENS.id, label="Unlock the box", fields={"number": (NUMBER, 8)}
    )


def test_an_offer_says_for_itself_who_by_which_clause_and_in_which_words() -> None:
    plain, special = of(SHUT, "call")
    assert (plain.by, plain.clause, plain.label) == (PLAYERS, CALLS.id, "Call somebody")
    assert (plain.text, plain.asks, plain.rare, plain.most, plain.note) == (("why",), ("whom",), True, 1, "")
    assert (special.by, special.clause, special.label) == (FLOORPERSONS, ONCE.id, "Fetch the floorperson")
    assert (special.text, special.asks, special.rare, special.most, special.note) == (
        (),
        (),
        False,
        2,
        "louder",
    )


def test_of_a_rare_step_every_way_is_rare() -> None:
    book = RuleBook((replace(CALL, rare=True),))
    assert [act.rare for act in listed(SHUT, book)] == [True, True]


@pytest.mark.parametrize(("chips", "lows"), [(0, [1, 3]), (1, [1]), (2, [1]), (3, [])])
def test_a_tried_offer_is_listed_only_if_its_first_values_are_accepted(chips: int, lows: list[int]) -> None:
    acts = of(Box("open", chips=chips), "fill")
    assert [act.amount.low for act in acts if act.amount] == lows
    assert {act.label for act in acts} <= {f"Fill the box with {chips} in it"}


def test_an_offer_that_is_not_tried_is_listed_as_it_is() -> None:
    book = RuleBook((replace(FILL, tried=False),))
    assert len(of(Box("open", chips=ROOM), "fill", book)) == 2


@pytest.mark.parametrize(("tells", "shown"), [("", 0), ("x", 1)])
def test_an_offer_is_tried_with_something_written(tells: str, shown: int) -> None:
    def only_with_a_reason(game: Game, box: Box, move: Call) -> Step[Box]:
        if move.why != tells:
            raise RuleViolation(CALLS, "say why")
        return Step(box, ())

    rule = Rule(
        Call,
        FLOORPERSONS,
        (CALLS,),
        "Call",
        only_with_a_reason,
        offers=lambda game, box: [Offer({"whom": ("player",)}, text=("why",))],
        tried=True,
    )
    assert len(listed(SHUT, RuleBook((rule,)))) == shown


def test_whatever_is_listed_is_accepted_and_nothing_else() -> None:
    boxes = [
        Box(phase, chips, jammed)
        for phase in ("shut", "open")
        for chips in range(4)
        for jammed in (False, True)
    ]
    moves: list[Any] = [
        Fill(amount=1),
        Fill(amount=3),
        Close(),
        Close(by=Role.FLOORPERSON),
        Unlock(number=NUMBER),
    ]
    for box in boxes:
        for move in moves:
            name = move.__struct_config__.tag
            mine = [act for act in of(box, name) if move.by in act.by]
            if isinstance(move, Fill):
                mine = [act for act in mine if act.amount and act.amount.low == move.amount]
            if mine:
                assert BOOK.apply(Game(), box, move).state != box
            else:
                assert refusal(box, move).clause in (OPENS, ONCE, FILLS, CLOSES)


# What else follows from the rules.


def test_of_two_rules_for_one_move_the_later_holds_in_the_place_of_the_first() -> None:
    never = replace(UNLOCK, words="Unlock it another way", when=())
    book = RuleBook((UNLOCK, CALL, never))
    assert book.of[Unlock] is book.named["unlock"] is never
    assert [act.move for act in listed(SHUT, book)] == ["call", "call"]
    assert (
        refusal(SHUT, Unlock(number=NUMBER), book).message == "this is not the moment: Unlock it another way"
    )
    assert list(book.of) == [Unlock, Call]


def test_the_routine_is_in_the_order_of_preference_and_leaves_out_what_is_nobodys_duty() -> None:
    assert BOOK.routine == ("close", "fill")
    last = replace(CLOSE, routine=3)
    assert RuleBook((last, FILL, UNLOCK)).routine == ("fill", "close")


def test_chance_is_what_the_rules_say_it_supplies() -> None:
    assert BOOK.chance == frozenset()
    assert RuleBook((replace(UNLOCK, chance=True), FILL)).chance == {"unlock"}


def test_moves_are_read_back_as_those_that_have_a_rule() -> None:
    for move in (Unlock(number=3), Close(by=Role.FLOORPERSON), Call(whom="player", why="x")):
        assert msgspec.json.decode(msgspec.json.encode(move), type=BOOK.move_type) == move
    with pytest.raises(msgspec.ValidationError, match="shake"):
        msgspec.json.decode(msgspec.json.encode(Shake()), type=BOOK.move_type)
    alone = RuleBook((UNLOCK,))
    assert msgspec.json.decode(b'{"move":"unlock","number":1}', type=alone.move_type) == Unlock(number=1)
