"""`houseway lab` for card games and Craps, as a person runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.app import run
from tests.commands import run_command

SIMULATE = (
    "simulate",
    "asia-poker",
    "--player",
    "highest-medium",
    "--dealer",
    "highest-high",
    "--rounds",
    "10000",
)


def lab(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_command(("lab", *arguments), folder=Path.cwd(), typed="", environment=dict(os.environ))


def output(*arguments: str) -> Any:
    done = lab(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_edge_lists_every_row_of_a_card_game() -> None:
    records = output("edge", "--game", "three-card-poker")
    assert len(records) == 14
    named = {(r["wager"], r["option"], r["paytable"]): r["edge"] for r in records}
    assert named["ante-play", "strategy=best", "A"] == "686689/20358520"
    assert named["six-card-bonus", "edition=md-2013", "A"] == "15306/149695"


def test_edge_prints_options_and_paytables_where_there_are_any() -> None:
    said = lab("edge", "--game", "five-card-hi-lo", "--wager", "poker-bonus").stdout
    assert "House edge (exact), five-card-hi-lo" in said
    (row,) = (line.split() for line in said.splitlines() if "2341/30940" in line)
    assert row[:4] == ["poker-bonus", "A", "2341/30940", "7.5663%"]
    assert "paytable" not in lab("edge", "--game", "sic-bo", "--wager", "small").stdout


def test_edge_lists_every_row_of_craps() -> None:
    said = lab("edge", "--game", "craps").stdout
    rows = [line.split() for line in said.splitlines()]
    assert ["pass", "odds=3-4-5x", "7/1870", "0.3743%"] in [row[:4] for row in rows]
    assert ["buy-4", "vigorish=5%,when=won", "1/60", "1.6667%"] in [row[:4] for row in rows]
    assert ["all-small", "1687/21736", "7.7613%"] in [row[:3] for row in rows]
    (record,) = output("edge", "--game", "craps", "--wager", "dont-come", "--option", "fire_paytable=B")[:1]
    assert record["exact"]["edge_per_wager_resolved"] == "27/1925"


def test_an_option_may_be_true_or_false_and_a_form_brings_what_goes_without_saying_in_it(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    chosen = ("form=midibaccarat", "ez=true", "batch=7", "text=2013")
    line = ("edge", "--game", "baccarat", "--wager", "banker", *(f"--option={one}" for one in chosen))
    assert run(("lab", *line, "--json")) == 0
    (record,) = json.loads(capsysbinary.readouterr().out)
    assert (record["option"], record["edge"]) == (",".join(chosen), "33785059091/3320866807830")
    assert run(("lab", "edge", "--game", "baccarat", "--option", "decks=7")) == 2
    told = capsysbinary.readouterr().err
    assert b"no figure of baccarat has decks=7; there is one for: decks=6, decks=8" in told


def test_options_are_read_as_the_submission_takes_them() -> None:
    single_deck = ("--option", "decks=1,payout=taken", "--option", "by_hand=true")
    (record,) = output("edge", "--game", "blackjack", *single_deck)
    assert (record["wager"], record["option"]) == ("house-money", "decks=1,payout=taken,by_hand=true")
    paytable = 'three_card_poker=[{"hand": "flush", "odds": 4}]'
    refused = lab("edge", "--game", "blackjack", "--option", paytable)
    assert "it pays on each of these once: straight-flush" in refused.stderr


def test_simulate_plays_the_line_at_craps() -> None:
    line = ("simulate", "craps", "--player", "pass-odds", "--rounds", "200000", "--seed", "5")
    record = output(*line)
    assert record == output(*line)
    low, high = record["interval"]
    assert low < 7 / 1870 < high
    assert (record["game"], record["wager"], record["option"]) == ("craps", "pass", "player=pass-odds")


def test_strategy_prints_the_rule_and_the_table() -> None:
    said = lab("strategy", "three-card-poker").stdout
    assert said.startswith("Play Q-6-4 or better and fold everything below it.")
    assert ["high", "card", "Q-6-4", "Q-J-9", "2,160", "play"] in [
        line.split()[:6] for line in said.splitlines()
    ]


def test_strategy_is_json_for_programs_and_names_its_submission() -> None:
    told = output("strategy", "five-card-hi-lo", "--option", "ante_bonus=B")
    assert (told["game"], told["option"]) == ("five-card-hi-lo", "ante_bonus=B")
    assert len(told["submission"]) == 64
    assert [table["columns"][0] for table in told["tables"]] == ["low hand", "two lowest others"]


def test_simulate_gives_the_same_for_the_same_seed_and_says_how_sure_it_is() -> None:
    record = output(*SIMULATE, "--seed", "3")
    assert record == output(*SIMULATE, "--seed", "3")
    assert record["edge"] != output(*SIMULATE, "--seed", "4")["edge"]
    low, high = record["interval"]
    assert low < record["edge_decimal"] < high
    said = lab(*SIMULATE, "--seed", "3").stdout
    assert "95% interval" in said
    assert "simulated: 10,000 deals with seed 3, each played from both sides" in said


@pytest.mark.long
def test_count_says_what_a_shoe_is_worth_by_the_true_count() -> None:
    shoes = ("count", "double-attack-blackjack", "--shoes", "400", "--behind", "50")
    said = lab(*shoes).stdout
    assert "double-attack-blackjack, 8 decks, 192 cards behind the cover card" in said
    assert "Who wagers one unit only from a true count on" in said
    found = output(*shoes)
    assert found["behind"] == 192
    assert {row["true_count"] for row in found["by_count"]} >= {-1, 0, 1}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("edge", "--game", "blackjack", "--option", "decks=3"), 2, "there is one for: decks=1, decks=2"),
        (
            ("edge", "--game", "blackjack", "--wager", "bad-beat"),
            2,
            "does not offer bad-beat before an option",
        ),
        (
            ("edge", "--game", "blackjack", "--wager", "straight-jack", "--option", "batch=4"),
            2,
            "a table under these options does not offer 'straight-jack'",
        ),
        (
            ("strategy", "blackjack", "--option", "decks=1"),
            2,
            "there is no option 'decks'; choose one of",
        ),
        (("strategy", "asia-poker"), 2, "no best play of asia-poker is worked out; there is one of: "),
        (("strategy", "roulette"), 2, "there is no game 'roulette'"),
        (("strategy", "three-card-poker", "--option", "ante_bonus=Z"), 2, "there is no Paytable Z"),
        (("edge", "--game", "asia-poker", "--wager", "insurance"), 3, "choose one of: bonus, asia-poker"),
        (("edge", "--game", "three-card-poker", "--wager", "ante"), 2, "choose one of: ante-play, pair-plus"),
        (("simulate", "sic-bo", "--player", "a", "--dealer", "b"), 2, "no wager of sic-bo is simulated"),
        ((*SIMULATE[:3], "lucky", *SIMULATE[4:]), 2, "no way to play is called 'lucky'"),
        ((*SIMULATE[:5], "lucky", *SIMULATE[6:]), 2, "no house way is called 'lucky'"),
        (("simulate", "craps", "--player", "martingale"), 2, "choose one of: pass, pass-odds, dont-pass"),
        (("simulate", "craps", "--player", "pass", "--dealer", "highest-high"), 2, "house_way"),
        (("count", "craps"), 2, "no counting of craps is worked out; there is one of: "),
        (("count", "double-attack-blackjack", "--behind", "5"), 2, "5% cannot lie behind the cover card"),
        (("count", "double-attack-blackjack", "--shoes", "0"), 2, "0 shoes cannot be played"),
        ((*SIMULATE[:-1], "0"), 2, "0 rounds cannot be played"),
        ((*SIMULATE, "--seed=-1"), 2, "-1 is no seed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_the_lab_cannot_do_is_told_plainly(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = lab(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_without_the_lab_extra_dice_are_still_priced_and_cards_say_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError('No module named numpy', name='numpy')")
    run = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from houseway.cli import main; main()"

    def without_numpy(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", run, "lab", "edge", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert without_numpy("--game", "sic-bo", "--wager", "small").returncode == 0
    assert without_numpy("--game", "craps", "--wager", "fire-bet").returncode == 0
    refused = without_numpy("--game", "asia-poker")
    assert refused.returncode == 2
    assert "this needs numpy" in refused.stderr
    assert 'fix: pip install "houseway[lab]"' in refused.stderr
