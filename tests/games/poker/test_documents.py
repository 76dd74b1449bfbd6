"""What a Poker table shows and attests: its sign, its felt, its check-list, and its events in words."""

import re
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.dispute import settle_round
from houseway.floor.written_round import read_round
from houseway.games.poker import Poker, PokerSubmission
from houseway.games.poker import events as happened
from houseway.games.poker.submission import Kill
from houseway.games.poker.variants import VARIANTS
from houseway.table.betting_round import Structure
from houseway.table.checklist import Stage
from houseway.table.documents import layout_check, odds_sign
from houseway.table.events import Event, IrregularityCalled
from houseway.table.procedure import Attested
from tests.games.poker.service import poker
from tests.games.poker.table import SECTIONS, each

STUD: dict[str, Any] = {"variant": "razz", "blinds": (), "bring_in": 100, "antes": (50,), "smallest_chip": 50}


def sign(**options: Any) -> dict[str, tuple[str, str]]:
    """What a table's sign says, with the clause of each line."""
    game = Poker(PokerSubmission(**options))
    return {line.text: (line.detail, line.clause.id) for line in game.sign()}


def clause_of(variant: str, paragraph: str) -> str:
    section = next(number for number, name in SECTIONS.items() if name == variant)
    return f"{section}{paragraph}"


# The sign.


@pytest.mark.parametrize("variant", each("(b)#4"))
def test_the_sign_tells_antes_and_kill(variant: str) -> None:
    said = sign(variant=variant, antes=(100,), kill=Kill.KILL, kill_pot=5_000)
    clause = clause_of(variant, "(b)#4")
    assert said["Antes"] == ("$1", clause)
    assert said["Kill"] == ("Kill, after a pot of $50 or more won alone", clause)
    plain = sign(variant=variant)
    assert (plain["Antes"], plain["Kill"]) == (("none", clause), ("none", clause))


@pytest.mark.parametrize("variant", each("(d)#4"))
def test_the_sign_tells_the_blinds(variant: str) -> None:
    assert sign(variant=variant, blinds=(200, 0, 400))["Blinds"] == ("$2, $4", clause_of(variant, "(d)#4"))


@pytest.mark.parametrize("variant", each("(e)#3"))
def test_the_sign_tells_the_straddle(variant: str) -> None:
    clause = clause_of(variant, "(e)#3")
    assert sign(variant=variant, straddle=800)["Straddle"] == ("$8", clause)
    assert sign(variant=variant)["Straddle"] == ("none", clause)


@pytest.mark.clause("637a.19(l)(3)#2")
def test_the_sign_of_the_split_game_names_the_kill_and_the_least_pot() -> None:
    said = sign(variant="five-card-omaha-high-low", kill=Kill.HALF_KILL, kill_pot=7_500)
    assert said["Kill"] == ("Half-kill, after a pot of $75 or more won alone", "637a.19(l)(3)#2")


def test_the_sign_tells_how_it_is_bet_and_what_the_house_takes() -> None:
    limit = sign(rake_percent=10, rake_cap=400)
    assert limit["Triple Draw 2-7"] == ("limit", "common:poker/structure")
    assert limit["Bets"] == ("$4 and $8, at most 4 in a round", "common:poker/structure")
    assert limit["Rake or time charge"] == ("10 percent of the pot, at most $4", "common:poker/rake")
    assert sign(most_raises=0)["Bets"][0] == "$4 and $8"
    assert sign(structure=Structure.NO_LIMIT, time_charge=500)["Rake or time charge"][0] == "$5 for the time"
    assert sign(structure=Structure.NO_LIMIT)["Bets"][0] == "at least $4"
    assert limit["What cannot be shared goes to"][0] == "the first tied player left of the button"
    stud = sign(**STUD)
    assert (stud["Bring-in"][0], stud["Antes"][0]) == ("$1", "$0.50")
    assert not {"Blinds", "Straddle"} & set(stud)
    assert list(odds_sign(Poker())) == []


# The felt and the check-list.


@pytest.mark.clause("637a.7(c)")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_felt_has_a_pot_and_a_place_for_every_player(variant: str) -> None:
    found = VARIANTS[variant]
    options = {**STUD, "variant": variant} if found.brings_in else {"variant": variant}
    game = Poker(PokerSubmission(seats=found.seats, **options))
    areas = {area.id: area for area in game.layout.areas}
    for seat in range(1, found.seats + 1):
        hand, bet = areas[f"cards-{seat}"], areas[f"bet-{seat}"]
        for area in (hand, bet):
            assert area.x >= 0
            assert area.y >= 0
            assert area.x + area.width <= game.layout.width
            assert area.y + area.height <= game.layout.height
    hands = [areas[f"cards-{seat}"] for seat in range(1, found.seats + 1)]
    for one in hands:
        for other in hands:
            apart = one.x + one.width <= other.x or one.y + one.height <= other.y
            assert one is other or apart or other.x + other.width <= one.x or other.y + other.height <= one.y
    for bet in (areas[f"bet-{seat}"] for seat in range(1, found.seats + 1)):
        for one in hands:
            beside = bet.x + bet.width <= one.x or one.x + one.width <= bet.x
            assert beside or bet.y + bet.height <= one.y or one.y + one.height <= bet.y
    assert ("board-dealer" in areas) == any(street.board for street in found.streets)
    lines = {line.clause.id for line in layout_check(game)}
    assert lines == {"637a.7(c)"} | (set() if found.brings_in else {found.section.button.id})


@pytest.mark.clause("637a.7(a)", "125-149:Preamble/621a#2", "125-149:Preamble/General#7")
def test_what_is_attested_before_a_table_opens() -> None:
    lines = {
        step.id: (step.stage, step.clause.id) for step in Poker(PokerSubmission(jackpot_box=True)).checklist
    }
    assert lines == {
        "poker-room-approved": (Stage.APPROVAL, "637a.7(a)"),
        "sign-posted": (Stage.OPENING, "637a.20(b)#4"),
        "decks-cleaned": (Stage.OPENING, "125-149:Preamble/621a#2"),
        "jackpot-box": (Stage.APPROVAL, "125-149:Preamble/General#7"),
    }
    attested = [
        event for event in poker(10_000, 10_000, jackpot_box=True).events if isinstance(event, Attested)
    ]
    assert {event.clause for event in attested} == {clause for _, clause in lines.values()}
    assert "jackpot-box" not in {step.id for step in Poker().checklist}


# Words.

_CITED: dict[str, Any] = {"clause": "637a.7(c)"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            happened.ButtonDrawnFor(cards=((1, "Kd"), (2, "Tc")), button=1, **_CITED),
            "Position 1 K♦, position 2 10♣: position 1 starts with the button",
        ),
        (
            happened.HandBegun(button=0, players=(1, 2), killed=True, **_CITED),
            "A hand begins with positions 1 and 2, a kill",
        ),
        (happened.AntePosted(seat=1, amount=100, **_CITED), "Position 1 antes $1"),
        (happened.BlindPosted(seat=1, amount=800, kill=True, **_CITED), "Position 1 posts a kill of $8"),
        (happened.Straddled(seat=3, amount=800, **_CITED), "Position 3 straddles with $8"),
        (happened.BroughtIn(seat=3, amount=100, **_CITED), "Position 3 brings it in for $1"),
        (happened.HoleCardDealt(seat=2, card="??", **_CITED), "A card face down to position 2"),
        (happened.UpCardDealt(seat=2, card="As", **_CITED), "A♠ face up to position 2"),
        (happened.BoardCardDealt(card="As", **_CITED), "A♠ on the board"),
        (
            happened.UncalledReturned(seat=2, amount=400, **_CITED),
            "$4 that nobody called goes back to position 2",
        ),
        (happened.CardsThrown(seat=2, discards=("??", "??"), **_CITED), "Position 2 draws 2"),
        (
            happened.DiscardsReshuffled(seat=2, cards=7, **_CITED),
            "7 discards are shuffled for position 2",
        ),
        (happened.HandMucked(seat=2, **_CITED), "Position 2 mucks"),
        (
            happened.HandDead(seat=2, by="floorperson", **_CITED),
            "The floorperson declares the hand of position 2 dead",
        ),
        (happened.TimeCharged(seat=2, amount=500, **_CITED), "Position 2 pays $5 for the time"),
        (
            happened.PotAwarded(seat=2, amount=500, pot=1, side="low", odd=100, hand="eight low", **_CITED),
            "Position 2 wins $5 of side pot 1 for low with eight low, with the odd chip",
        ),
        (happened.PotAwarded(seat=2, amount=500, pot=0, **_CITED), "Position 2 wins $5 of the pot, uncalled"),
        (happened.StakeReturned(seat=2, amount=500, **_CITED), "$5 goes back to position 2"),
        (
            happened.HandCompleted(kill=4, **_CITED),
            "The hand is over; position 4 posts a kill in the next",
        ),
    ],
)
def test_events_are_told_as_the_dealer_would(event: Event, words: str) -> None:
    assert Poker(PokerSubmission(variant="five-card-omaha-high-low")).event_in_words(event) == words


def test_the_result_of_a_hand_tells_who_won_what_with_which_hand() -> None:
    game = Poker(PokerSubmission(variant="five-card-omaha-high-low"))
    over = happened.HandCompleted(**_CITED)

    def won(seat: int, side: str, hand: str) -> Event:
        return happened.PotAwarded(seat=seat, amount=1_000, pot=0, side=side, hand=hand, **_CITED)

    split = (won(2, "high", "two pair"), won(1, "low", "eight low"), won(3, "low", "eight low"), over)
    told = "Position 2 wins high with two pair; positions 1 and 3 share low with eight low"
    assert game.result_in_words(split) == told
    assert game.result_in_words(split[:-1]) == ""
    both = (won(2, "high", "two pair"), won(2, "low", "eight low"), over)
    assert game.result_in_words(both) == "Position 2 wins high with two pair and low with eight low"
    assert game.result_in_words((won(2, "", ""), over)) == "Position 2 wins uncalled"
    misdeal = IrregularityCalled(irregularity="misdeal", by="floorperson", remedy="", **_CITED)
    assert game.result_in_words((misdeal, over)) == "Misdeal: everything goes back"


def test_hands_that_were_shown_are_called_by_both_sides() -> None:
    game = Poker(PokerSubmission(variant="omaha-high-low"))
    board = [happened.BoardCardDealt(card=card, **_CITED) for card in ("2c", "4d", "8h", "Kc", "Kd")]
    shown = happened.HandShown(seat=3, cards=("As", "3s", "Qh", "Qd"), **_CITED)
    (name,) = game.hands_in_result((*board, shown)).values()
    assert name.startswith("two pair")
    assert name.endswith("low")


# The manual.

_MANUAL = (Path(__file__).parents[3] / "docs" / "poker.md").read_text("utf-8")


def test_the_manual_lists_every_variant_with_its_code_and_seats() -> None:
    rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \| (\d+) \|", _MANUAL, re.MULTILINE)
    assert rows == [(found.name, found.code, str(found.seats)) for found in VARIANTS.values()]


def test_the_hand_of_the_manual_is_settled_as_it_is_written() -> None:
    written = re.search(r"```toml\n(.+?)```", _MANUAL, re.DOTALL)
    assert written is not None
    (result,) = settle_round(read_round(written[1])).results
    assert result.words == "Position 1 wins with pair of aces"
    assert {one.seat: one.net for one in result.net} == {1: 10_000, 2: -10_000}
