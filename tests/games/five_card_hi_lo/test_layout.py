import pytest

from houseway.games.five_card_hi_lo.game import FiveCardHiLo
from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.submission import OddsShownOn
from houseway.table.documents import layout_check, odds_sign
from houseway.table.layout import Area

GAME = FiveCardHiLo()
SEATS = range(1, 7)


def check(game: FiveCardHiLo) -> dict[str, list[list[str]]]:
    """Where the layout shows what each clause wants; one clause may want two things."""
    found: dict[str, list[list[str]]] = {}
    for line in layout_check(game):
        found.setdefault(line.clause.id, []).append(line.detail.split(", "))
    return found


def areas(wager: str) -> list[str]:
    return [f"{wager}-{seat}" for seat in SEATS]


@pytest.mark.clause(
    "663a.2(b)(1)",
    "663a.2(b)(2)",
    "663a.2(b)(3)",
    "663a.2(b)(4)",
    "663a.2(b)(5)",
    "663a.2(b)(6)",
    "663a.2(b)(7)#1",
    "663a.2(b)(7)#2",
)
def test_the_layout_check_list_shows_where_the_felt_has_what_the_chapter_wants() -> None:
    hands = [f"{part}-{seat}" for seat in SEATS for part in ("high", "low")]
    assert check(GAME) == {
        "663a.2(b)(1)": [["logo"]],
        "663a.2(b)(2)": [areas("ante")],
        "663a.2(b)(3)": [areas("play")],
        "663a.2(b)(4)": [hands, ["high-dealer", "low-dealer"]],
        "663a.2(b)(5)": [areas("tie")],
        "663a.2(b)(6)": [areas("poker-bonus")],
        "663a.2(b)(7)#1": [
            [
                "ante-bonus-odds",
                "poker-bonus-odds",
                *(f"{wager}-{seat}" for seat in SEATS for wager in ("ante", "play", "tie")),
            ]
        ],
        "663a.2(b)(7)#2": [["sign"]],
    }


@pytest.mark.clause("663a.2(b)(5)", "663a.2(b)(6)")
def test_what_is_not_offered_is_marked_so_and_asked_for_no_longer() -> None:
    game = FiveCardHiLo(HiLoSubmission(not_offered=("tie", "poker-bonus")))
    assert not {"663a.2(b)(5)", "663a.2(b)(6)"} & set(check(game))
    for wager in ("tie", "poker-bonus"):
        assert {game.layout.area(area).tone for area in areas(wager)} == {"not-offered"}
    assert not any(area.id == "poker-bonus-odds" for area in game.layout.areas)


@pytest.mark.clause("663a.2(b)(7)#1")
def test_odds_on_the_sign_are_not_on_the_layout() -> None:
    game = FiveCardHiLo(HiLoSubmission(odds_shown_on=OddsShownOn.SIGN))
    assert check(game)["663a.2(b)(7)#1"] == [["sign"]]
    assert not any(area.inscription for area in game.layout.areas)


def test_the_felt_prints_the_chosen_paytables() -> None:
    layout = FiveCardHiLo(HiLoSubmission(ante_bonus="C", poker_bonus="B")).layout
    assert layout.area("ante-bonus-odds").inscription == (
        "four aces and a 2: 200 for 1 · four aces: 50 for 1 · three aces: 5 for 1"
    )
    assert layout.area("poker-bonus-odds").inscription.startswith("royal flush: 500 to 1 · straight flush")
    assert layout.area("tie-1").inscription == "4 to 1 · 20 to 1"
    assert layout.area("ante-1").inscription == "1 to 1"


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_no_two_areas_overlap_and_all_lie_on_the_felt(seats: int) -> None:
    layout = FiveCardHiLo(HiLoSubmission(seats=seats)).layout
    for place, area in enumerate(layout.areas):
        assert 0 <= area.x <= area.x + area.width <= layout.width
        assert 0 <= area.y <= area.y + area.height <= layout.height
        for other in layout.areas[place + 1 :]:
            assert not _overlap(area, other), (area.id, other.id)


def _overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def test_positions_run_from_the_dealers_left_which_the_players_see_on_the_right() -> None:
    lefts = [GAME.layout.area(f"ante-{seat}").x for seat in SEATS]
    assert lefts == sorted(lefts, reverse=True)


@pytest.mark.clause(
    "663a.12(a)",
    *(
        f"663a.12(b)[{paytable}:{line}]"
        for paytable in "ABCD"
        for line in ("four_aces_and_2", "four_aces", "three_aces")
    ),
    "663a.12(c)[high_tie]",
    "663a.12(c)[low_tie]",
    "663a.12(c)[both_tie]",
)
def test_the_sign_lists_the_odds_of_every_wager_and_of_the_ante_bonus() -> None:
    hands = ("four aces and a 2", "four aces", "three aces")
    printed = {paytable: [_sign(paytable)[f"Ante Bonus, {hand}"] for hand in hands] for paytable in "ABCD"}
    assert printed == {
        "A": ["1000 for 1", "100 for 1", "10 for 1"],
        "B": ["500 for 1", "50 for 1", "5 for 1"],
        "C": ["200 for 1", "50 for 1", "5 for 1"],
        "D": ["100 for 1", "50 for 1", "5 for 1"],
    }
    sign = _sign("A")
    assert sign["Ante Wager"] == sign["Play Wager"] == "1 to 1"
    assert sign["Tie Wager, high hands level"] == sign["Tie Wager, low hands level"] == "4 to 1"
    assert sign["Tie Wager, both hands level"] == "20 to 1"
    assert sign["Poker Bonus, a pair of 7s or better"] == "1 to 1"


def _sign(ante_bonus: str) -> dict[str, str]:
    return {line.text: line.detail for line in odds_sign(FiveCardHiLo(HiLoSubmission(ante_bonus=ante_bonus)))}
