"""`houseway poker`: hands of Poker that were written down elsewhere, played again by the rules; and what hands can expect."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts import App

from houseway.cli.files import read_text
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, UNLAWFUL, Failure, Json, print_json
from houseway.cli.progress import shown
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.games.poker.replay import Replayed
    from houseway.lab.poker_equity import HandEquity

app = App(name="poker")

MOST_ROUNDS = 1_000_000_000


@app.command
def replay(*files: Path, json: Json = False) -> int:
    """Play hand histories (.phh) again: the finishing stacks, or the first action that the rules refuse.

    Ends with 3 where an action is refused, with 1 where a hand is not finished or leaves other stacks than its file states.

    Parameters
    ----------
    files
        Hand histories in the open PHH format, one hand each or several as numbered tables.
    """
    if not files:
        raise Failure(BAD_INPUT, "no file is named", fix="houseway poker replay HAND.phh")
    told = [(path, number, hand) for path in files for number, hand in enumerate(_played(path), start=1)]
    if json:
        print_json([_particulars(path, number, hand) for path, number, hand in told])
    else:
        for path, number, hand in told:
            _print_hand(path, number, hand)
    if any(hand.refused is not None for _, _, hand in told):
        return UNLAWFUL
    return 0 if all(hand.sound for _, _, hand in told) else CHECK_FAILED


@app.command
def equity(
    *hands: str,
    variant: str = "holdem",
    board: str = "",
    dead: str = "",
    rounds: int | None = None,
    seed: int = 0,
    json: Json = False,
) -> None:
    """Work out which share of the pot each of several hands can expect at the showdown.

    Every deal is counted where they are not too many, else a million are dealt at random; the same seed and rounds always give the same
    result.

    Parameters
    ----------
    hands
        Cards such as AsKs, one hand each; what a hand lacks is dealt, or drawn once.
    variant
        The game, for instance holdem, razz or badugi.
    board
        The community cards that lie.
    dead
        Cards that are out of the deck and in no hand.
    rounds
        Deal so many at random, and count none.
    seed
        Which of the possible sequences of deals to play.
    """
    from houseway.lab.poker_equity import NotDealable
    from houseway.lab.poker_equity import equity as worked_out

    if rounds is not None and not 2 <= rounds <= MOST_ROUNDS:
        raise Failure(BAD_INPUT, f"{rounds:,} rounds cannot be dealt", fix=f"deal 2 to {MOST_ROUNDS:,}")
    if not 0 <= seed < 2**64:
        raise Failure(BAD_INPUT, f"{seed} is no seed", fix="take a number from 0 to 18446744073709551615")
    try:
        with shown("Dealing", as_json=json) as told:
            found = worked_out(variant, hands, board, dead, rounds=rounds, seed=seed, told=told)
    except NotDealable as wrong:
        fix = "houseway poker equity AsKs QdQh --board 2c3d4h" if len(hands) < 2 else ""
        raise Failure(BAD_INPUT, str(wrong), fix=fix) from None
    if json:
        print_json(found)
        return
    estimated = any(hand.interval for hand in found.hands)
    columns = [
        ("hand", [hand.hand or "any" for hand in found.hands]),
        ("equity", [f"{hand.share_decimal:.4%}" for hand in found.hands]),
        *([("95% interval", [_interval(hand) for hand in found.hands])] if estimated else []),
        *([("exact", [hand.share or "" for hand in found.hands])] if not estimated else []),
        ("wins all", [f"{hand.wins:.4%}" for hand in found.hands]),
        ("wins a part", [f"{hand.splits:.4%}" for hand in found.hands]),
    ]
    names = [name for name, _ in columns]
    print_table(f"Equity, {found.variant}", names, zip(*(cells for _, cells in columns), strict=True))
    print_prose(found.method)


def _interval(hand: "HandEquity") -> str:
    if hand.interval is None:
        return ""
    low, high = hand.interval
    return f"{low:.4%} to {high:.4%}"


def _played(path: Path) -> "list[Replayed]":
    from houseway.games.poker.phh import NoHandHistory, read
    from houseway.games.poker.replay import replay as play_again

    try:
        hands = read(read_text(path))
    except NoHandHistory as wrong:
        raise Failure(BAD_INPUT, f"{path}: {wrong}") from None
    return [play_again(hand) for hand in hands]


def _particulars(path: Path, number: int, hand: "Replayed") -> dict[str, Any]:
    refused = hand.refused
    return {
        "file": str(path),
        "hand": number,
        "game": hand.game,
        "finished": hand.finished,
        "stacks": list(hand.stacks),
        "agrees": hand.agrees,
        "waits_for": hand.waits_for,
        "refused": None
        if refused is None
        else {
            "action": refused.action,
            "told": refused.told,
            "clause": refused.clause,
            "why": refused.why,
        },
    }


def _print_hand(path: Path, number: int, hand: "Replayed") -> None:
    print_prose(f"{path}, hand {number}: {hand.game}")
    refused = hand.refused
    if refused is not None:
        at = f"action {refused.action} is refused" if refused.action else "refused before the first action"
        print_prose(f"{at}: {refused.told}", indent="  ")
        print_prose(f"{refused.why} [{refused.clause}]", indent="  ")
        return
    print_prose(
        f"{'finishing' if hand.finished else 'present'} stacks: {', '.join(hand.stacks)}", indent="  "
    )
    if not hand.finished:
        print_prose(f"the hand is not finished; it stands at: {hand.waits_for}", indent="  ")
    elif not hand.agrees:
        print_prose("the file states other finishing stacks", indent="  ")
