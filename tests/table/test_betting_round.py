"""Betting rounds: who is asked, what may be answered, and when it is over; also against a second telling by history."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.table import betting_round
from houseway.table.betting_round import (
    Answer,
    Betting,
    Bettor,
    NotLawful,
    Reopening,
    Structure,
    Terms,
)
from houseway.table.wagers import Range
from tests.table.literal_betting import Literal

NO_LIMIT = Terms(structure=Structure.NO_LIMIT, bet=200)
POT_LIMIT = Terms(structure=Structure.POT_LIMIT, bet=200)
LIMIT = Terms(structure=Structure.LIMIT, bet=200, most_raises=3)


def bettors(*stacks: int, **posted: int) -> tuple[Bettor, ...]:
    """Players clockwise from the first to act, with what `seat_N` posted already taken from the stack."""
    return tuple(
        Bettor(seat=seat, stack=stack - posted.get(f"seat_{seat}", 0), bet=posted.get(f"seat_{seat}", 0))
        for seat, stack in enumerate(stacks, start=1)
    )


def played(betting: Betting, terms: Terms, *answers: str) -> Betting:
    """The round after these answers, such as "call" or "raise 600"."""
    for told in answers:
        answer, _, to = told.partition(" ")
        betting = betting.answer(terms, Answer(answer), int(to or 0))
    return betting


def opened(
    given: tuple[Bettor, ...], posted: int = 0, before: int = 0, *, completes: bool = False
) -> Betting:
    """A round before anybody is asked, with so much in the pot besides what the bettors posted."""
    pot = before + sum(bettor.bet for bettor in given)
    return betting_round.opened(given, posted, pot=pot, completes=completes)


def who(betting: Betting) -> int | None:
    return betting.asked.seat if betting.asked else None


def room(betting: Betting, terms: Terms) -> dict[str, tuple[int, int]]:
    return {answer.value: (r.low, r.high) for answer, r in betting.rooms(terms).items()}


def blinds(*stacks: int) -> Betting:
    """Four players, the last two having posted a small and a big blind."""
    return opened(bettors(*(stacks or 4 * (10_000,)), seat_3=100, seat_4=200), posted=200)


@pytest.mark.clause("637a.19(g)#1", "637a.19(g)#2", "637a.19(g)#3", "637a.19(g)#4")
def test_the_first_round_goes_round_to_the_blind_who_may_still_raise() -> None:
    betting = blinds()
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "call": (200, 200), "raise": (400, 10_000)}
    betting = played(betting, NO_LIMIT, "call", "fold", "call")
    assert who(betting) == 4
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "check": (0, 0), "raise": (400, 10_000)}
    assert who(played(betting, NO_LIMIT, "check")) is None
    raised = played(betting, NO_LIMIT, "raise 500")
    assert who(raised) == 1
    assert who(played(raised, NO_LIMIT, "call", "fold")) is None


@pytest.mark.clause("637a.19(h)#2", "637a.19(h)#3", "637a.19(h)#4")
def test_while_no_bet_stands_players_check_or_bet_and_then_fold_call_or_raise() -> None:
    betting = opened(bettors(1_000, 1_000, 1_000))
    assert room(betting, NO_LIMIT) == {"check": (0, 0), "bet": (200, 1_000)}
    betting = played(betting, NO_LIMIT, "check")
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "check": (0, 0), "bet": (200, 1_000)}
    betting = played(betting, NO_LIMIT, "bet 300")
    assert who(betting) == 3
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "call": (300, 300), "raise": (600, 1_000)}
    betting = played(betting, NO_LIMIT, "fold")
    assert who(betting) == 1
    assert who(played(betting, NO_LIMIT, "call")) is None
    assert who(played(opened(bettors(9, 9)), NO_LIMIT, "check", "check")) is None


def test_the_round_is_over_as_soon_as_one_is_left() -> None:
    assert who(played(blinds(), NO_LIMIT, "fold", "fold", "fold")) is None


def test_a_raise_is_by_no_less_than_the_last_one() -> None:
    betting = played(blinds(), NO_LIMIT, "raise 700")
    assert room(betting, NO_LIMIT)["raise"] == (1_200, 10_000)
    with pytest.raises(NotLawful, match="to 1200 to 10000, not to 1100"):
        played(betting, NO_LIMIT, "raise 1100")
    with pytest.raises(NotLawful, match="may not check"):
        played(betting, NO_LIMIT, "check")


def test_amounts_go_by_the_chip_but_for_all_that_a_player_has() -> None:
    betting = opened(bettors(1_050, 2_000))
    with pytest.raises(NotLawful, match="not to 250"):
        played(betting, NO_LIMIT, "bet 250")
    assert played(betting, NO_LIMIT, "bet 1050").to_call == 1_050


def test_a_limit_game_is_bet_by_one_bet_and_capped() -> None:
    betting = blinds()
    assert room(betting, LIMIT)["raise"] == (400, 400)
    betting = played(betting, LIMIT, "raise 400", "raise 600", "raise 800")
    assert room(betting, LIMIT) == {"fold": (0, 0), "call": (600, 600)}


def test_a_short_all_in_counts_as_one_of_the_raises_of_a_limit_game() -> None:
    betting = played(blinds(10_000, 500, 10_000, 10_000), LIMIT, "raise 400", "raise 500", "raise 700")
    assert room(betting, LIMIT) == {"fold": (0, 0), "call": (500, 500)}


def test_a_bet_that_was_short_is_raised_by_a_whole_one() -> None:
    betting = played(opened(bettors(150, 1_000, 1_000)), NO_LIMIT, "bet 150")
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "call": (150, 150), "raise": (350, 1_000)}


def test_a_bring_in_is_completed_to_a_bet() -> None:
    betting = opened(bettors(1_000, 1_000, seat_2=50), posted=50, completes=True)
    assert room(betting, LIMIT) == {"fold": (0, 0), "call": (50, 50), "raise": (200, 200)}
    assert room(played(betting, LIMIT, "raise 200"), LIMIT)["raise"] == (400, 400)


def test_a_pot_limit_raise_is_the_pot_as_it_is_after_the_call() -> None:
    """Blinds of 1 and 2 dollars: call 2, and raise by the 5 that then lie there, to 7."""
    assert room(blinds(), POT_LIMIT)["raise"] == (400, 700)
    raised = played(blinds(), POT_LIMIT, "raise 700")
    # 10 in the pot, 7 to call: 17 more, to 24.
    assert room(raised, POT_LIMIT)["raise"] == (1_200, 2_400)


def test_a_player_short_of_the_bet_calls_with_everything_and_is_asked_no_more() -> None:
    betting = played(blinds(10_000, 150, 10_000, 10_000), NO_LIMIT, "raise 600")
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "call": (150, 150)}
    betting = played(betting, NO_LIMIT, "call", "call", "raise 2000")
    assert who(betting) == 1
    assert who(played(betting, NO_LIMIT, "fold")) == 3


def test_nobody_is_asked_to_bet_against_players_who_are_all_in() -> None:
    betting = played(opened(bettors(300, 5_000)), NO_LIMIT, "bet 300")
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "call": (300, 300)}
    assert who(played(betting, NO_LIMIT, "call")) is None
    again = opened((Bettor(seat=1, stack=0), Bettor(seat=2, stack=4_700)))
    assert who(again) is None


def test_chips_that_nobody_can_match_are_neither_called_nor_raised() -> None:
    short_blind = opened((Bettor(seat=1, stack=900, bet=100), Bettor(seat=2, stack=0, bet=100)), posted=200)
    assert who(short_blind) is None
    betting = played(opened(bettors(600, 900, 500)), NO_LIMIT, "bet 600")
    assert room(betting, NO_LIMIT) == {"fold": (0, 0), "call": (600, 600)}


@pytest.mark.parametrize(
    ("reopening", "may_raise"),
    [(Reopening.FULL_RAISE, False), (Reopening.TOGETHER, False), (Reopening.ANY, True)],
)
def test_an_all_in_short_of_a_full_raise_does_not_let_those_raise_who_have_answered(
    reopening: Reopening, may_raise: bool
) -> None:
    terms = Terms(structure=Structure.NO_LIMIT, bet=200, reopening=reopening)
    betting = opened(bettors(10_000, 10_000, 700))
    betting = played(betting, terms, "bet 500", "call", "raise 700")
    assert who(betting) == 1
    assert room(betting, terms)["call"] == (200, 200)
    assert ("raise" in room(betting, terms)) is may_raise


@pytest.mark.parametrize(
    ("reopening", "may_raise"), [(Reopening.FULL_RAISE, False), (Reopening.TOGETHER, True)]
)
def test_short_all_ins_that_come_to_a_full_raise_together_reopen_only_where_that_is_the_rule(
    reopening: Reopening, may_raise: bool
) -> None:
    terms = Terms(structure=Structure.NO_LIMIT, bet=200, reopening=reopening)
    betting = opened(bettors(10_000, 700, 1_000, 10_000))
    betting = played(betting, terms, "bet 500", "raise 700", "raise 1000", "call")
    assert who(betting) == 1
    assert ("raise" in room(betting, terms)) is may_raise


def test_who_has_not_answered_yet_may_raise_over_a_short_all_in() -> None:
    betting = opened(bettors(10_000, 700, 10_000))
    betting = played(betting, NO_LIMIT, "bet 500", "raise 700")
    assert betting.rooms(NO_LIMIT)[Answer.RAISE] == Range(1_200, 10_000, 100)


def test_nobody_answers_once_the_round_is_over() -> None:
    over = played(opened(bettors(9, 9)), NO_LIMIT, "check", "check")
    assert over.rooms(NO_LIMIT) == {}
    with pytest.raises(NotLawful, match="nobody may check"):
        over.answer(NO_LIMIT, Answer.CHECK)


@given(data=st.data())
def test_a_second_telling_from_the_history_alone_always_agrees(data: st.DataObject) -> None:
    draw = data.draw
    terms = Terms(
        structure=draw(st.sampled_from(Structure)),
        bet=draw(st.integers(1, 4)),
        chip=1,
        most_raises=draw(st.sampled_from([0, 2, 3])),
        reopening=draw(st.sampled_from(Reopening)),
    )
    stacks = draw(st.lists(st.integers(1, 20), min_size=2, max_size=6))
    blind = draw(st.integers(0, 5))
    last = len(stacks)
    posted = dict.fromkeys(range(1, last + 1), 0)
    if blind:
        posted[last] = min(blind, stacks[-1])
        posted[last - 1] = min(draw(st.integers(0, blind)), stacks[-2])
    before = draw(st.integers(0, 9))
    brings_in = 0 < blind < terms.bet
    betting = opened(
        bettors(*stacks, **{f"seat_{seat}": cents for seat, cents in posted.items()}),
        blind,
        before,
        completes=brings_in,
    )
    literal = Literal(
        structure=terms.structure.value,
        unit=terms.bet,
        most_raises=terms.most_raises,
        reopening=terms.reopening.value,
        chips=dict(enumerate(stacks, start=1)),
        posted=posted,
        blind=blind,
        brings_in=brings_in,
        before=before,
    )
    for _ in range(200):
        assert who(betting) == literal.to_act()
        assert betting.pot == before + sum(bettor.bet for bettor in betting.bettors)
        rooms = betting.rooms(terms)
        assert {answer.value: (r.low, r.high) for answer, r in rooms.items()} == literal.options()
        if betting.asked is None:
            break
        seat = betting.asked.seat
        answer = draw(st.sampled_from(sorted(rooms)))
        to = draw(st.integers(rooms[answer].low, rooms[answer].high))
        betting = betting.answer(terms, answer, to)
        stands = next(bettor.bet for bettor in betting.bettors if bettor.seat == seat)
        literal.done.append((seat, answer.value, stands))
        assert sum(bettor.most for bettor in betting.bettors) == sum(stacks), "no chip is made or lost"
    else:
        pytest.fail("a betting round comes to its end")
    live = [bettor for bettor in betting.bettors if not bettor.folded]
    most = sorted(bettor.most for bettor in live)[-2:][0]
    assert len(live) == 1 or all(bettor.bet >= min(betting.to_call, most) or bettor.all_in for bettor in live)
