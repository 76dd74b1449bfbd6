"""Random hands in two engines: the same is lawful, the same lies in the pots, the same is won, or a clause says why not."""

import os
from collections.abc import Iterable

import pytest
from pokerkit import HandHistory as TheirHistory

from houseway.games.poker.phh import HandHistory, read, write
from houseway.games.poker.replay import replay
from houseway.law import pa
from tests.games.poker.twin import SEATS, Explained, quietly, twin

# How many hands of each variant; `make proofs` plays ten thousand of the first four, and a thousand of the others.
HANDS = int(os.environ.get("HOUSEWAY_TWIN_HANDS", "8"))
_FIRST = ("F2L3D", "FB", "FO/8", "NT")


@pytest.mark.parametrize("code", SEATS)
def test_two_engines_play_the_same_hand(code: str) -> None:
    for number in range(HANDS if code in _FIRST else min(HANDS, 1000)):
        play_in_both(code, number)


def play_in_both(code: str, number: int) -> None:
    """One random hand, written down and read again, in both engines."""
    hand = twin(code, number)
    with quietly():
        try:
            played = hand.play()
        except Explained as explained:
            assert pa(str(explained))
            return
    assert all(map(pa, hand.differs))
    text = write((played,))
    assert read(text) == (played,)
    assert replay(played).sound
    # Cards that were never shown need not be known.
    assert replay(told(played, unseen(played.actions))).sound
    if number % 4 == 0:
        with quietly():
            *_, end = TheirHistory.loads(text)
        assert end.stacks == hand.theirs.stacks


def told(hand: HandHistory, actions: Iterable[str]) -> HandHistory:
    return HandHistory({**hand.fields, "actions": list(actions)}, hand.variant, hand.structure)


def unseen(actions: tuple[str, ...]) -> Iterable[str]:
    """The actions with unknown cards for whoever never showed them."""
    shown = {action.split()[0] for action in actions if " sm " in action}
    for action in actions:
        words = action.split()
        who, at = (words[2], 3) if words[:2] == ["d", "dh"] else (words[0], 2)
        if who not in shown and len(words) > at and words[1] in ("dh", "sd"):
            words[at] = "??" * (len(words[at]) // 2)
        yield " ".join(words)
