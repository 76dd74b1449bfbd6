"""What cards count, which hands draw a third card, and how the wagers come out."""

from itertools import product

import pytest

from houseway.equipment.cards import FIFTY_TWO, card
from houseway.games.baccarat.forms import FORMS, Form
from houseway.games.baccarat.hands import count, points
from houseway.games.baccarat.wagers import CATALOGUES, Outcome, Pairs, catalogue, is_pair
from houseway.table.events import Result

# Ace to king, written out.
COUNTS = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
# Which third cards of the Player's Hand make the Banker's draw, by its count.
DRAWS_ON = {
    **dict.fromkeys((0, 1, 2), range(10)),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: (6, 7),
    7: (),
}
ROWS = ("0-2", "3", "4", "5", "6", "7")


@pytest.mark.clause("common:baccarat/values", "common:baccarat/point-count")
def test_cards_count_their_number_courts_nothing_and_hands_their_last_digit() -> None:
    assert {code: points(card(code)) for code in FIFTY_TWO} == {code: COUNTS[code[0]] for code in FIFTY_TWO}
    assert [count(total) for total in range(28)] == [*range(10), *range(10), *range(8)]


@pytest.mark.parametrize("form", Form)
@pytest.mark.clause(
    "627a.1[natural]",
    "common:baccarat/natural",
    "631a.11[natural]",
    "631a.11[player]",
    "631a.11[banker_player_stays]",
    *(f"631a.11[banker_{row}]" for row in ROWS),
    "common:baccarat/draws-natural",
    "common:baccarat/draws-player",
    "common:baccarat/draws-banker-player-stays",
    *(f"common:baccarat/draws-banker-{row}" for row in ROWS),
)
def test_third_cards_by_the_table(form: Form) -> None:
    drawing = FORMS[form].drawing
    for player, banker in product(range(10), repeat=2):
        natural = player >= 8 or banker >= 8
        assert drawing.is_natural(player) == (player in (8, 9))
        assert drawing.player_draws(player, banker) == (player <= 5 and not natural)
        assert drawing.banker_draws(player, banker, None) == (banker <= 5 and not natural)
        for third in range(10):
            draws = not natural and third in DRAWS_ON[banker]
            assert drawing.banker_draws(player, banker, third) == draws


@pytest.mark.clause("627a.7(a)(7)(i)#2", "629a.7(a)(7)(i)#2", "631a.8(a)(7)(i)#2")
def test_a_pair_is_of_one_rank_whatever_the_suits_and_not_of_one_value() -> None:
    pairs = {
        (one[0], other[0]) for one, other in product(FIFTY_TWO, repeat=2) if is_pair(card(one), card(other))
    }
    assert pairs == {(rank, rank) for rank in "23456789TJQKA"}


@pytest.mark.parametrize("form", Form)
@pytest.mark.clause(
    "common:baccarat/wager-player",
    "common:baccarat/wager-banker",
    "common:baccarat/wager-tie",
    "common:baccarat/pays-player",
    "common:baccarat/pays-banker",
    "common:baccarat/pays-tie",
    "common:baccarat/pays-ez",
    "627a.12[ez]",
    "629a.12[ez]",
    "627a.1[dragon_7]",
    "common:baccarat/dragon-7",
    "627a.1[panda_8]",
    "common:baccarat/panda-8",
)
def test_hands_decide_the_wagers_on_them(form: Form) -> None:
    ez, usual = (catalogue(form, ez=ez, panda_8=True) for ez in (True, False))

    def of(wagers: object, name: str, facts: Outcome) -> Result:
        return wagers[name].decide(facts, "").result  # type: ignore[index,no-any-return]

    for player, banker, held, theirs in product(range(10), range(10), (2, 3), (2, 3)):
        facts = Outcome(player, banker, held, theirs)
        tie = player == banker
        won = Result.PUSH if tie else Result.WIN if player > banker else Result.LOSE
        lost = Result.PUSH if tie else Result.WIN if player < banker else Result.LOSE
        dragon = banker == 7 and theirs == 3 and player < 7
        panda = player == 8 and held == 3 and banker < 8
        assert of(usual, "player", facts) is of(ez, "player", facts) is won
        assert of(usual, "banker", facts) is lost
        assert of(ez, "banker", facts) is (Result.PUSH if dragon else lost)
        assert of(usual, "tie", facts) is (Result.WIN if tie else Result.LOSE)
        assert of(ez, "dragon-7", facts) is (Result.WIN if dragon else Result.LOSE)
        assert of(ez, "panda-8", facts) is (Result.WIN if panda else Result.LOSE)


@pytest.mark.parametrize("form", Form)
@pytest.mark.clause(
    *(f"{section}(7)(i)#1" for section in ("627a.7(a)", "629a.7(a)", "631a.8(a)")),
    *(f"{section}(7)(ii)" for section in ("627a.7(a)", "629a.7(a)", "631a.8(a)")),
    "627a.12(g)",
    "629a.12(h)",
    "631a.13(h)",
)
def test_house_money_pays_most_on_pairs_in_both_hands_and_loses_only_without_any(form: Form) -> None:
    decide = CATALOGUES[form]["house-money"].decide
    paid = {
        (player, banker): str(verdict.line.odds) if verdict.line else str(verdict.result)
        for player, banker in product((False, True), repeat=2)
        for verdict in [decide(Pairs(player, banker), "")]
    }
    assert paid == {
        (True, True): "15 to 1",
        (True, False): "3 to 1",
        (False, True): "3 to 1",
        (False, False): "lose",
    }


def test_dragon_7_and_panda_8_pay_forty_and_twenty_five_to_one_in_every_form() -> None:
    for form in Form:
        odds = {name: [str(line.odds) for line in wager.paytable] for name, wager in CATALOGUES[form].items()}
        assert (odds["dragon-7"], odds["panda-8"], odds["tie"]) == (["40 to 1"], ["25 to 1"], ["8 to 1"])
    assert "panda-8" not in catalogue(Form.MINIBACCARAT, ez=True, panda_8=False)
