"""Whoever leaves something out, or mistypes it, is told what belongs there."""

import re

import pytest

from houseway.cli.app import app, run
from houseway.cli.listing import COMMANDS, GROUPS
from houseway.cli.output import BAD_INPUT


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == BAD_INPUT
    return capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ("office", "sign", "HASH"),
        ("office", "order", "order.json"),
        ("office", "sheet", "coupons"),
        ("office", "proposals"),
        ("people", "password"),
    ],
    ids=" ".join,
)
def test_whoever_does_not_say_who_they_are_is_told_what_a_credential_is(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_CREDENTIAL", raising=False)
    said = told(capsys, *command)
    assert "--as is missing: your credential number, by which the house knows you" in said
    assert "fix: add --as CREDENTIAL or set $HOUSEWAY_CREDENTIAL" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("replay",), "TABLE is missing: the table's number, for instance TDF-1"),
        (("settle",), "FILE is missing: the round"),
        (("office", "order", "--as", "FC-1"), "FILE is missing: the order as JSON"),
        (("office", "coupons", "1", "2", "--as", "FS-1"), "--pdf is missing: the file to print to"),
        (("lab", "simulate", "craps"), "--player is missing: how the player sets the hands"),
        (("replay", "TDF-1", "--until"), "--until has no value: stop at this version"),
        (("replay", "TDF-1", "--until", "soup"), "--until: 'soup' is not a whole number"),
        (("office", "hold", "TDF-1", "2014-02-30", "--as", "x"), "DAY: '2014-02-30' is not a day, such as"),
        (("replay", "TDF-1", "TDF-2"), "houseway replay takes no 'TDF-2'"),
        (("games", "--json=soup"), "--json: 'soup' is not understood"),
        (("serve", "--log-level", "loud"), "--log-level: 'loud' is none of debug, info, warning, error"),
        (("offce",), "houseway has no command 'offce'\n  fix: did you mean office?"),
        (("office", "shet"), "houseway office has no command 'shet'\n  fix: did you mean sheet?"),
        (("--db", "x.db", "games"), "fix: options come after the command; see houseway --help"),
        (("people", "account"), "CREDENTIAL is missing"),
        (("lab", "edge", "--gme", "x"), "Did you mean --game?"),
    ],
    ids=str,
)
def test_what_is_missing_or_wrong_is_named_with_what_belongs_there(
    typed: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in told(capsys, *typed)


def test_the_list_of_commands_names_every_one_of_them() -> None:
    assert sorted(GROUPS | COMMANDS) == sorted(name for name in app if re.match(r"\w", name))
    for name in GROUPS:
        assert app[name].help == GROUPS[name].about
