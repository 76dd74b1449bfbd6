"""Hand histories: read, played again chip for chip, refused with the clause, and written so that they read the same."""

import json
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.app import run
from houseway.games.poker.phh import Amount, HandHistory, NoHandHistory, read, write
from houseway.games.poker.replay import Replayed, replay

# Hands of every variant that the format has a code for, with the stacks that PokerKit leaves as well; and televised ones, with
# what they left, where a folder of them stands beside the checkout.
OWN = Path(__file__).parents[2] / "data" / "own_hands.phhs"
TELEVISED = Path(__file__).parents[4] / "shared" / "phh"


def hand(variant: str, actions: list[str], **fields: Any) -> HandHistory:
    """A hand between two with $200 each, whose blinds are 1 and 2."""
    stakes: dict[str, Any] = {
        "antes": [0, 0],
        "blinds_or_straddles": [1, 2],
        "starting_stacks": [200, 200],
        **({"small_bet": 2, "big_bet": 4} if variant[0] == "F" else {"min_bet": 2}),
    }
    return told({"variant": variant, "ante_trimming_status": True, **stakes, **fields, "actions": actions})


def told(fields: dict[str, Any]) -> HandHistory:
    text = "\n".join(f"{name} = {json.dumps(value)}" for name, value in fields.items())
    (found,) = read(text.replace("Infinity", "inf"))
    return found


def played(variant: str, actions: list[str], **fields: Any) -> Replayed:
    return replay(hand(variant, actions, **fields))


@pytest.mark.parametrize("file", [OWN, *sorted(TELEVISED.glob("*.phh"))], ids=lambda file: file.stem)
def test_hands_replay_chip_for_chip_and_are_written_as_they_were_read(file: Path) -> None:
    hands = read(file.read_text("utf-8"))
    assert read(write(hands)) == hands
    for hand in hands:
        result = replay(hand)
        assert result.sound
        assert tuple(map(Decimal, result.stacks)) == left_by(hand, file)


def left_by(hand: HandHistory, file: Path) -> tuple[Amount, ...]:
    """The stacks that a hand left by its own word; of a televised one, by the word of the list beside it."""
    if file == OWN:
        return hand.amounts("finishing_stacks")
    listed = json.loads((TELEVISED / "expected.json").read_text("utf-8"), parse_float=Decimal)
    return tuple(listed[file.name]["finishing_stacks"])


# In positions: p1 is left of the button; between two the button, p2, posts the small blind.

HOLDEM = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cc"]


def test_no_limit_holdem_all_in_is_shown_before_the_board() -> None:
    actions = [
        *HOLDEM[:2],
        "p2 cbr 200",
        "p1 cc",
        "p1 sm AsAh",
        "p2 sm KsKh",
        "d db 2c3c4d",
        "d db 9h",
        "d db 8s",
    ]
    assert played("NT", actions).stacks == ("400", "0")


@pytest.mark.parametrize("code", ["NT", "FT", "PT", "NS"])
def test_the_same_hand_under_every_structure(code: str) -> None:
    board = ["d db 6c7cTd", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc", "d db Qs", "p1 cc", "p2 cc"]
    result = played(code, [*HOLDEM, *board, "p1 sm AsAh", "p2 sm KsKh"])
    assert (result.stacks, result.sound) == (("202", "198"), True)


def test_draws_are_told_before_or_after_the_others_threw() -> None:
    first = ["d dh p1 ????????", "d dh p2 ????????", "p2 cc", "p1 cc"]
    others = ["p1 sd ??", "p2 sd ????", "d dh p1 ??", "d dh p2 ????", "p1 cc", "p2 cc"]
    in_turn = ["p1 sd ??", "d dh p1 ??", "p2 sd ????", "d dh p2 ????", "p1 cc", "p2 cc"]
    pat = ["p1 sd", "p2 sd", "p1 cbr 4", "p2 cc"]
    end = ["p1 sd", "p2 sd", "p1 cc", "p2 cc", "p1 sm 2s4c6d9h", "p2 sm 3s5d7c8h"]
    for draw in (others, in_turn):
        assert played("FB", [*first, *draw, *pat, *end]).stacks == ("194", "206")


@pytest.mark.parametrize(
    ("code", "hands", "winners"),
    [
        ("F5O", ("AsAhKsKhQd", "2c2d3c3d4h"), ("202", "198")),
        ("P5O/8", ("AsAhKsKhQd", "2c3d4h5d6s"), ("202", "198")),
    ],
)
def test_codes_of_our_own_play_the_chapters_games(
    code: str, hands: tuple[str, str], winners: tuple[str, str]
) -> None:
    deal = [f"d dh p1 {hands[0]}", f"d dh p2 {hands[1]}", "p2 cc", "p1 cc"]
    board = ["d db AcTdJh", "p1 cc", "p2 cc", "d db 9c", "p1 cc", "p2 cc", "d db 9d", "p1 cc", "p2 cc"]
    assert played(code, [*deal, *board, "p1 sm -", f"p2 sm {hands[1]}"]).stacks == winners


@pytest.mark.parametrize(
    ("code", "winners"), [("FA5L3D", ("198", "202")), ("FBD", ("202", "198")), ("FBA", ("200", "200"))]
)
def test_codes_of_our_own_for_draws(code: str, winners: tuple[str, str]) -> None:
    draws = ["p1 sd", "p2 sd", "p1 cc", "p2 cc"] * 3
    deal = ["d dh p1 2c3d4h5s7c", "d dh p2 Ac2d3h4d6d", "p2 cc", "p1 cc"]
    result = played(code, [*deal, *draws, "p1 sm 2c3d4h5s7c", "p2 sm Ac2d3h4d6d"])
    assert (result.stacks, result.refused) == (winners, None)


def test_amounts_with_a_point_are_exact() -> None:
    result = played(
        "NT",
        [*HOLDEM[:2], "p2 cbr 3.3", "p1 f"],
        starting_stacks=[200.5, 200.25],
        blinds_or_straddles=[0.5, 1],
        min_bet=1,
    )
    assert result.stacks == ("199.5", "201.25")
    assert read(write((hand("NT", [], starting_stacks=[200.5, 200]),))) == (
        hand("NT", [], starting_stacks=[200.5, 200]),
    )


def test_who_posts_to_be_dealt_in_is_live_and_does_not_change_who_acts_first() -> None:
    """Told as a Blind below nothing: position 4 has 2 in, and position 3 acts first."""
    stakes = {"antes": [0] * 4, "blinds_or_straddles": [1, 2, 0, -2], "starting_stacks": [200] * 4}
    deal = [f"d dh p{seat} ????" for seat in range(1, 5)]
    result = played("NT", [*deal, "p3 f", "p4 cc", "p1 f", "p2 cbr 10", "p4 f"], **stakes)
    assert (result.stacks, result.refused) == (("199", "203", "200", "198"), None)


def test_a_check_that_decides_nothing_and_a_hand_shown_for_nothing_are_passed_over() -> None:
    """The Blind of position 2 is more than the other has: nothing is left to bet, though files tell a check."""
    stakes = {"antes": [0] * 3, "blinds_or_straddles": [1, 2, 0], "starting_stacks": [200, 200, 1]}
    deal = ["d dh p1 2c3c", "d dh p2 AsAh", "d dh p3 KsKh"]
    shown = ["p2 sm AsAh", "p3 sm KsKh", "d db 2d7h9c", "d db Tc", "d db 4s"]
    result = played("NT", [*deal, "p3 cc", "p1 f", "p2 cc", *shown], **stakes)
    assert (result.stacks, result.refused) == (("199", "202", "0"), None)
    result = played("NT", [*HOLDEM[:2], "p2 f", "p1 sm AsAh"])
    assert (result.stacks, result.refused) == (("201", "199"), None)
    board = ["d db 6c7cTd", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc", "d db Qs", "p1 cc", "p2 cc"]
    assert played("NT", [*HOLDEM, *board, "p2 sm ????", "p1 sm AsAh"]).stacks == ("202", "198")


def test_cards_face_up_that_nobody_knows_let_their_player_act_first() -> None:
    stakes = {"antes": [1, 1], "bring_in": 1, "small_bet": 2, "big_bet": 4, "blinds_or_straddles": [0, 0]}
    deal = ["d dh p1 ????9c", "d dh p2 ??????", "p2 pb", "p1 cc", "d dh p1 Ac", "d dh p2 ??"]
    for first, second in (("p1", "p2"), ("p2", "p1")):
        result = played("F7S", [*deal, f"{first} cbr 2", f"{second} f"], **stakes)
        assert (result.finished, result.refused) == (True, None)


@pytest.mark.parametrize(("small", "halves"), [(0.5, ("200.25", "200.25")), (1, ("201", "200"))])
def test_amounts_with_a_point_are_shared_in_cents_and_others_in_whole_chips(
    small: float, halves: tuple[str, str]
) -> None:
    """The first Blind is folded, and both others hold the same straight."""
    stakes = {"antes": [0] * 3, "blinds_or_straddles": [small, 2, 0], "starting_stacks": [200] * 3}
    actions = ["d dh p1 2c3c", "d dh p2 AsKd", "d dh p3 AhKc", "p3 cc", "p1 f", "p2 cc", "d db QcJdTh"]
    actions += [
        "p2 cc",
        "p3 cc",
        "d db 4d",
        "p2 cc",
        "p3 cc",
        "d db 5d",
        "p2 cc",
        "p3 cc",
        "p2 sm -",
        "p3 sm -",
    ]
    assert played("NT", actions, **stakes).stacks[1:] == halves


def test_a_stack_that_nobody_knows_stays_unknown() -> None:
    stacks = {"starting_stacks": [float("inf"), 200]}
    result = played("NT", [*HOLDEM[:2], "p2 cbr 6", "p1 cbr 200", "p2 f"], **stacks)
    assert (result.stacks, result.sound) == (("inf", "194"), True)
    assert played("NT", [*HOLDEM[:2], "p2 f"], **stacks, finishing_stacks=[float("inf"), 199]).agrees
    assert not played("NT", [*HOLDEM[:2], "p2 f"], **stacks, finishing_stacks=[201, 199]).agrees


def test_amounts_may_have_commas() -> None:
    assert played("NT", [*HOLDEM[:2], "p2 cbr 1,00", "p1 f"]).stacks == ("198", "202")


@pytest.mark.clause("637a.21(d)#3")
def test_antes_alone_are_enough_where_no_section_requires_a_blind() -> None:
    stakes = {"antes": [2, 2, 2], "blinds_or_straddles": [0, 0, 0], "starting_stacks": [200] * 3}
    deal = [f"d dh p{seat} {'??' * 4}" for seat in (1, 2, 3)]
    result = played("PO", [*deal, "p1 cbr 6", "p2 f", "p3 f"], **stakes)
    assert (result.stacks, result.refused) == (("204", "198", "198"), None)
    refused = played("FB", [*deal, "p1 cbr 2", "p2 f", "p3 f"], **stakes).refused
    assert refused is not None
    assert refused.clause == "637a.21(d)#3"


@pytest.mark.parametrize(
    ("blinds", "first"),
    [
        ([1, 2, 0, 0], "p3"),
        ([1, 2, 0, 4], "p1"),
        ([0, 0, 0, 2], "p1"),
        ([1, 2, 0, 1], "p3"),
        ([2, 1, 0, 0], "p2"),
    ],
)
def test_the_player_after_whoever_posts_the_most_acts_first(blinds: list[int], first: str) -> None:
    stakes = {"antes": [0] * 4, "blinds_or_straddles": blinds, "starting_stacks": [200] * 4}
    deal = [f"d dh p{seat} ????" for seat in range(1, 5)]
    assert played("NT", [*deal, f"{first} cbr 10"], **stakes).refused is None


def test_between_two_who_post_the_same_the_first_in_the_file_acts_first() -> None:
    result = played("NT", [*HOLDEM[:2], "p1 cbr 10", "p2 f"], blinds_or_straddles=[2, 2])
    assert (result.stacks, result.refused) == (("202", "198"), None)


def test_a_fold_to_no_bet_is_as_good_as_any_where_no_section_has_the_first_bet_or_check() -> None:
    flop = ["d db 6c7cTd", "p1 f"]
    assert played("NT", [*HOLDEM, *flop]).stacks == ("198", "202")
    refused = played("F5O", ["d dh p1 ??????????", "d dh p2 ??????????", "p2 cc", "p1 cc", *flop]).refused
    assert refused is not None
    assert (refused.clause, refused.why) == (
        "637a.19(h)#2",
        "position 1 commences the round: it may bet or check",
    )


def test_between_two_posts_to_be_dealt_in_are_told_in_reverse_like_blinds() -> None:
    """The button, position 2, posts 1 to be dealt in: position 1 has the Blind of 2."""
    result = played("NT", [*HOLDEM[:2], "p2 cbr 10", "p1 f"], blinds_or_straddles=[-1, 2])
    assert (result.stacks, result.refused) == (("198", "202"), None)


def test_the_call_of_a_short_blind_is_told_as_a_raise_by_some_files() -> None:
    stakes = {"antes": [0] * 3, "blinds_or_straddles": [1, 2, 0], "starting_stacks": [200, 1, 200]}
    deal = ["d dh p1 2c3c", "d dh p2 AsAh", "d dh p3 KsKh"]
    for call in ("cc", "cbr 2"):
        result = played("NT", [*deal, f"p3 {call}", "p1 cbr 6", "p3 f"], **stakes)
        assert result.refused is None
        assert result.stacks == ("198", "0", "198")


def test_nobody_is_asked_who_can_neither_raise_nor_be_raised() -> None:
    """Position 4 posted as much as anybody has, and need not check before position 1 calls."""
    stakes = {"antes": [0] * 4, "blinds_or_straddles": [1, 2, 0, -2], "starting_stacks": [2, 2, 2, 5]}
    deal = ["d dh p1 TdQh", "d dh p2 9s4d", "d dh p3 Kc7c", "d dh p4 KdAs", "p3 cc", "p1 cc"]
    shown = ["p3 sm -", "p4 sm -", "p1 sm -", "p2 sm -", "d db 3h9h8d", "d db 7s", "d db 6h"]
    result = played("NT", [*deal, *shown], **stakes)
    assert (result.stacks, result.refused) == (("8", "0", "0", "3"), None)


# Shown, given up, and neither.

NO_BETS = ["d db 6c7cTd", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc", "d db Qs", "p1 cc", "p2 cc"]


@pytest.mark.parametrize("kept", ["????", "??Kh", "Kh"])
def test_who_shows_a_part_wins_only_if_the_others_give_up(kept: str) -> None:
    for actions, stacks in (
        ([f"p2 sm {kept}", "p1 sm"], ("198", "202")),
        ([f"p2 sm {kept}", "p1 sm AsAh"], ("202", "198")),
        (["p1 sm AsAh", f"p2 sm {kept}"], ("202", "198")),
    ):
        result = played("NT", [*HOLDEM, *NO_BETS, *actions])
        assert (result.stacks, result.refused) == (stacks, None)


def test_of_whom_nothing_is_told_at_the_showdown_has_given_up_once_another_shows() -> None:
    assert played("NT", [*HOLDEM, *NO_BETS]).waits_for == "showdown"
    assert played("NT", [*HOLDEM, *NO_BETS, "p2 sm KsKh"]).stacks == ("198", "202")


def test_a_part_that_was_not_dealt_is_refused() -> None:
    refused = played("NT", [*HOLDEM, *NO_BETS, "p2 sm ??As"]).refused
    assert refused is not None
    assert refused.clause == "common:poker/cards"


def test_who_is_all_in_may_give_up_before_the_board() -> None:
    result = played("NT", [*HOLDEM[:2], "p2 cbr 200", "p1 cc", "p2 sm KsKh", "p1 sm"])
    assert (result.stacks, result.refused) == (("0", "400"), None)


STUD = {"antes": [1, 1], "bring_in": 1, "small_bet": 2, "big_bet": 4, "blinds_or_straddles": [0, 0]}


def test_a_fold_of_the_only_player_with_chips_left_gives_the_hand_up() -> None:
    all_in = [*HOLDEM[:2], "p2 cbr 50", "p1 cc", "d db 6c7cTd", "p1 f"]
    result = played("NT", all_in, starting_stacks=[200, 50])
    assert (result.stacks, result.refused) == (("150", "100"), None)


def test_a_stud_hand_shown_before_its_last_cards_may_be_told_again() -> None:
    first = ["d dh p1 AsAh2c", "d dh p2 KsKh9c", "p1 cbr 2", "p2 cc", "p1 sm AsAh2c", "p2 sm KsKh9c"]
    first += [
        "d dh p1 3c",
        "d dh p2 8c",
        "d dh p1 4d",
        "d dh p2 7d",
        "d dh p1 Jd",
        "d dh p2 5h",
        "d dh p1 Ts",
    ]
    mine, theirs = "p1 sm AsAh2c3c4dJdTs", "p2 sm KsKh9c8c7d5h6s"
    for last, stacks in (
        (["d dh p2 6s", mine, theirs], ("0", "6")),
        (["d dh p2 ??", mine, theirs], ("0", "6")),
        (["d dh p2 ??", mine, "p2 sm"], ("6", "0")),
    ):
        result = played("F7S", [*first, *last], **STUD, starting_stacks=[3, 3])
        assert (result.stacks, result.refused) == (stacks, None)


def test_cards_face_up_that_nobody_knew_are_told_at_the_showdown() -> None:
    actions = ["d dh p1 ????2c", "d dh p2 ??????", "p1 pb", "p2 cc"]
    for mine in ("Ac", "Kc", "9d"):
        actions += [f"d dh p1 {mine}", "d dh p2 ??", "p1 cc", "p2 cc"]
    actions += ["d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc", "p1 sm AsAh2cAcKc9d3s"]
    result = played("F7S", [*actions, "p2 sm 2s2d7h3cKdQd9s"], **STUD)
    assert (result.stacks, result.refused) == (("202", "198"), None)


# What the rules refuse.


@pytest.mark.parametrize(
    ("actions", "at", "clause", "why"),
    [
        (["p1 cc"], 3, "common:poker/structure", "position 2 is asked"),
        (["p2 cbr 3"], 3, "common:poker/structure", "may raise to 4 to 200, not to 3"),
        (["p2 cbr 201"], 3, "common:poker/table-stakes", "not to 201"),
        (["p2 cc", "p1 cc", "d db 2c3cAs"], 5, "common:poker/cards", "not among the cards left"),
        (["p2 cc", "p1 cc", "d db 2c3c4c5c", "p1 cc"], 5, "637a.7(c)", "this is not due"),
        (["p2 f", "p1 cc"], 4, "common:poker/structure", "no betting round"),
        (["p2 dances"], 3, "637a.7(c)", "no action of the format"),
        (["p9 f"], 3, "637a.7(c)", "no action of the format"),
        (["d dh p1 A"], 3, "637a.7(c)", "no action of the format"),
        (["d"], 3, "637a.7(c)", "no action of the format"),
        (["p2 cc", "p1 cc", "p1 cc"], 5, "637a.7(c)", "the board is to be dealt cards first"),
        (["p2 f", "d db 2c3c4c"], 4, "637a.7(c)", "the hand is over"),
        (["p1 sd As"], 3, "637a.7(c)", "waiting for: betting round"),
        (["p2 cc", "p1 cc", "d db ????2c"], 5, "637a.7(c)", "face up"),
        (["p2 # thinks"], 3, "637a.7(c)", "no action of the format"),
        ([f"p2 cbr 4.{'0' * 40}1"], 3, "637a.7(c)", "no action of the format"),
    ],
)
def test_the_first_action_that_the_rules_refuse_is_told_with_its_clause(
    actions: list[str], at: int, clause: str, why: str
) -> None:
    refused = played("NT", [*HOLDEM[:2], *actions]).refused
    assert refused is not None
    assert (refused.action, refused.clause) == (at, clause)
    assert refused.told == [*HOLDEM[:2], *actions][at - 1]
    assert why in refused.why


def test_stakes_that_no_submission_may_have_are_refused_before_the_first_action() -> None:
    refused = played("NT", [], min_bet=0).refused
    assert refused is not None
    assert (refused.action, refused.told, refused.clause) == (0, "bet", "common:poker/structure")


def test_comments_are_passed_over_and_an_unfinished_hand_says_where_it_stands() -> None:
    result = played("NT", ["# Nothing yet", *HOLDEM, "p1 # who is next"][:5])
    assert (result.finished, result.waits_for, result.refused) == (False, "dealing", None)
    assert result.stacks == ("198", "198")
    assert not result.sound


def test_a_file_that_states_other_stacks_disagrees() -> None:
    assert not played("NT", [*HOLDEM[:2], "p2 f"], finishing_stacks=[200, 200]).agrees
    assert played("NT", [*HOLDEM[:2], "p2 f"], finishing_stacks=[201, 199]).agrees
    unfinished = played("NT", HOLDEM, finishing_stacks=[198, 198])
    assert (unfinished.agrees, unfinished.sound) == (True, False)


def test_an_answer_before_everybody_has_cards_is_refused() -> None:
    for cards in (["d dh p1 AsAh"], ["d dh p1 AsAh", "d dh p2 Ks"]):
        refused = played("NT", [*cards, "p2 cc"]).refused
        assert refused is not None
        assert (refused.action, refused.clause) == (len(cards) + 1, "637a.7(c)")
        assert refused.why == "position 2 is to be dealt cards first"


@pytest.mark.parametrize("dealt", ["AsXx", "AsAs"])
def test_a_wrong_card_is_told_with_the_action_that_dealt_it(dealt: str) -> None:
    refused = played("NT", [f"d dh p1 {dealt}", "d dh p2 KsKh"]).refused
    assert refused is not None
    assert (refused.action, refused.told, refused.clause) == (1, f"d dh p1 {dealt}", "common:poker/cards")


# Files.


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("variant = ", "not TOML"),
        ("x = 1", "no field 'variant'"),
        ("variant = 'XX'", "the variant 'XX'"),
        ("variant = 'NT'\nactions = []", "needs the field 'antes'"),
        (
            "variant = 'NT'\nantes=[-1]\nblinds_or_straddles=[1]\nmin_bet=1\nstarting_stacks=[1]\nactions=[]",
            "below nothing",
        ),
        (
            "variant = 'NT'\nantes=[0]\nblinds_or_straddles=[1]\nmin_bet='x'\nstarting_stacks=[1]\nactions=[]",
            "is an amount",
        ),
        (
            "variant = 'NT'\nantes=[0]\nblinds_or_straddles=[1]\nmin_bet=1\nstarting_stacks=[1]\nactions=[1]",
            "in words",
        ),
        (
            "variant = 'NT'\nantes=[0]\nblinds_or_straddles=[1]\nmin_bet=1\nstarting_stacks=[1, 2]\nactions=[]",
            "for 2 players",
        ),
        *(
            (
                f"variant = 'NT'\nantes=[0]\nblinds_or_straddles=[1]\nmin_bet=1\nactions=[]\n{stacks}",
                why,
            )
            for stacks, why in (
                ("starting_stacks=[0]", "nothing to play"),
                ("starting_stacks=[1e-9999999]", "'starting_stacks' is a list of amounts"),
                ("starting_stacks=[1e99999999]", "'starting_stacks' is a list of amounts"),
                ("starting_stacks=[1]\nfinishing_stacks=['x']", "'finishing_stacks' is a list of amounts"),
                ("starting_stacks=[1]\nfinishing_stacks=4", "'finishing_stacks' is a list of amounts"),
                ("starting_stacks=[1]\nfinishing_stacks=[1, 2]", "2 amounts for 1 players"),
                ("starting_stacks=[-inf]", "'-Infinity' is none"),
                ("starting_stacks=[nan]", "'NaN' is none"),
                ("starting_stacks=[1]\nante_trimming_status='no'", "is true or false"),
                (f"starting_stacks=[1{'0' * 5000}]", "more digits than any amount"),
            )
        ),
    ],
)
def test_what_is_no_hand_history_is_said(text: str, why: str) -> None:
    with pytest.raises(NoHandHistory, match=why):
        read(text)


def test_every_kind_of_field_is_written_as_it_was_read() -> None:
    text = """
variant = "NT"
antes = [0, 0.50]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, inf]
actions = ["d dh p1 ????"]
"a key" = "quoted \\" and \\\\ and \\t and \\u0007"
time = 12:30:00
year = 2023
ante_trimming_status = true
_mine = { level = 3, deep = [1.0, "x"] }
"""
    hands = read(text)
    assert read(write(hands)) == hands
    assert hands[0].fields["time"] == time(12, 30)


def test_several_hands_in_a_file_are_numbered_tables() -> None:
    both = (hand("NT", HOLDEM), hand("FT", HOLDEM))
    assert read(write(both)) == both
    with pytest.raises(NoHandHistory, match="hand 2: the variant 'XX'"):
        read(write(both).replace("FT", "XX"))


# The command.


def test_the_command_prints_finishing_stacks_or_the_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, open_ended = (tmp_path / name for name in ("good.phh", "bad.phh", "open.phh"))
    good.write_text(write((hand("NT", [*HOLDEM[:2], "p2 f"]),)), "utf-8")
    bad.write_text(write((hand("NT", [*HOLDEM[:2], "p1 f"]),)), "utf-8")
    open_ended.write_text(write((hand("NT", HOLDEM),)), "utf-8")
    assert run(["poker", "replay", str(good)]) == 0
    assert "finishing stacks: 201, 199" in capsys.readouterr().out
    assert run(["poker", "replay", str(bad)]) == 3
    said = capsys.readouterr().out
    assert "action 3 is refused: p1 f" in said
    assert "common:poker/structure" in said
    assert run(["poker", "replay", str(open_ended)]) == 1
    assert "not finished" in capsys.readouterr().out
    assert run(["poker", "replay", "--json", str(good), str(bad)]) == 3
    told_as_json = json.loads(capsys.readouterr().out)
    assert [one["stacks"] for one in told_as_json] == [["201", "199"], ["198", "199"]]
    assert told_as_json[1]["refused"]["action"] == 3
    assert run(["poker", "replay"]) == 2
    (tmp_path / "no.phh").write_text("x = 1", "utf-8")
    assert run(["poker", "replay", str(tmp_path / "no.phh")]) == 2
