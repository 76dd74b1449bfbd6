"""What an operator may choose at a Sic Bo table, and what the chapter does not let through."""

from typing import Any

import msgspec
import pytest

from houseway.games import game_under, games, submission_for
from houseway.games.sic_bo import GAME, SicBo, SicBoSubmission
from houseway.games.sic_bo.moves import ActivateShaker
from houseway.games.sic_bo.submission import Shaker
from houseway.games.sic_bo.wagers import TwoOfAKind
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.start import ShakeDice
from tests.games.sic_bo.dealing import Dealing


def _findings(**options: Any) -> list[tuple[str, str]]:
    return [(found.clause, found.where) for found in submission_for("sic-bo", options).findings()]


def test_the_game_is_found_by_its_name() -> None:
    assert games()["sic-bo"] is GAME is SicBo
    assert isinstance(game_under(SicBoSubmission()), SicBo)


def test_an_operator_who_chooses_nothing_gets_a_lawful_table() -> None:
    submission = SicBoSubmission()
    assert list(submission.findings()) == []
    assert (submission.seats, submission.shaker) == (10, Shaker.MANUAL)
    assert submission.two_of_a_kind is TwoOfAKind.AT_LEAST_TWO


@pytest.mark.clause("625a.3")
@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"not_offered": ["pass-line"]}, "pass-line"),
        ({"wager_limits": {"total-3": {}}}, "total-3"),
        ({"not_offered": list(Dealing().game.catalogue)}, "not_offered"),
        ({"seats": 0}, "seats"),
    ],
)
def test_what_the_chapter_does_not_know_is_found(options: dict[str, Any], where: str) -> None:
    assert _findings(**options) == [("625a.3", where)]


@pytest.mark.clause("625a.1(c)(1)")
def test_a_certificate_holder_without_a_name_has_no_layout() -> None:
    assert _findings(certificate_holder=" ") == [("625a.1(c)(1)", "certificate_holder")]


def test_all_defects_are_named_at_once() -> None:
    found = _findings(certificate_holder="", seats=0, limits={"minimum": 900, "maximum": 500})
    assert [where for _, where in found] == ["certificate_holder", "limits", "seats"]


@pytest.mark.clause("625a.3")
def test_a_wager_that_is_not_offered_is_refused() -> None:
    sic_bo = Dealing(not_offered=["total-4"])
    sic_bo.make(TakeSeat(seat=1))
    assert sic_bo.refused(PlaceWager(seat=1, wager="total-4", amount=500)).clause.id == "625a.3(4)"
    assert sic_bo.refused(PlaceWager(seat=1, wager="field", amount=500)).clause.id == "625a.3"
    sic_bo.wager("total-5")
    offered = {name for act in sic_bo.game.legal(sic_bo.state) for name in act.fields.get("wager", ())}
    assert len(offered) == 20
    assert "total-4" not in offered


@pytest.mark.clause("625a.1(d)(2)", "625a.5(b)(2)")
def test_the_submission_decides_which_shaker_mixes_the_dice() -> None:
    manual, automated = Dealing(), Dealing(shaker="automated")
    assert manual.refused(ActivateShaker()).clause.id == "625a.1(d)(2)"
    assert automated.refused(ShakeDice(times=3)).clause.id == "625a.5(b)(2)"
    automated.make(ActivateShaker())


def test_posted_limits_hold_for_the_table_and_for_a_single_wager() -> None:
    sic_bo = Dealing(
        limits={"minimum": 1_000, "maximum": 20_000, "increment": 500},
        wager_limits={"three-of-a-kind": {"minimum": 100, "maximum": 2_000, "increment": 100}},
    )
    sic_bo.make(TakeSeat(seat=1))
    for wager, pick, amount in [
        ("small", "", 500),
        ("small", "", 20_500),
        ("small", "", 1_100),
        ("three-of-a-kind", "6", 2_100),
    ]:
        refusal = sic_bo.refused(PlaceWager(seat=1, wager=wager, pick=pick, amount=amount))
        assert refusal.clause.id == "125-149:RAF(10)#2"
    sic_bo.wager("small", amount=1_000)
    sic_bo.wager("three-of-a-kind", "6", amount=100)


def test_the_hash_of_a_submission_tells_readings_apart() -> None:
    digests = {SicBoSubmission(two_of_a_kind=reading).digest() for reading in TwoOfAKind}
    assert len(digests) == 2


@pytest.mark.parametrize("options", [{"shaker": "cup"}, {"two_of_a_kind": "three"}, {"decks": 1}])
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        submission_for("sic-bo", options)
