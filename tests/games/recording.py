"""Sessions as they were recorded: what a later version must make of the same acts.

A recording is a file of JSON lines, packed: how the table was set up, then every act as the journal stores it with
what came of it. It is made once, from the code of its day, and never again: `python -m tests.games.recording` makes
only what is not there yet.
"""

import hashlib
import lzma
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from houseway.games import game_under, submission_for
from houseway.journal import canonical
from houseway.law import RuleViolation
from houseway.table.coupons import Coupon, CouponTerms, OnPush, Pays
from houseway.table.moves import Move, PlaceWager
from houseway.table.procedure import Table
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from houseway.table.routine import move_of, routine_move
from houseway.table.rules import Lawful
from houseway.table.table_state import Act
from tests.games.sessions import concrete, made_ready
from tests.service import NOON, TRAY, Service

FOLDER = Path(__file__).parents[1] / "data" / "recorded"
# Of a session of this many acts the whole state is kept now and then, and at its end.
_ACTS, _STATE_EVERY, _LAWFUL_EVERY = 700, 100, 5
_HAND = {"dealing": "hand", "shuffler": "automated", "decks": 2}
_SHOE = {"dealing": "automated-shoe", "shuffler": "counting", "shuffler_feeds_shoe": True}
_HALF_CHIPS = {"smallest_chip": 50, "limits": {"minimum": 50, "maximum": 50_000, "increment": 50}}
# What the tables were set up with: editions, devices, banks, ways of rounding.
SET_UPS: dict[str, tuple[dict[str, Any], ...]] = {
    "asia-poker": (
        {},
        {"edition": "575-2012", "adjacent_areas": 2, **_HAND},
        {"start_method": "button", "house_way": "highest-low", "payout_cap": 50_000, **_SHOE},
    ),
    "baccarat": (
        {},
        {"form": "midibaccarat", "seats": 9, "style": "handed", "vigorish_when": "marked"},
        {"form": "baccarat", "seats": 14, "style": "handed", "ez": True, "house_money_share": 40},
        {
            "style": "under-the-shoe",
            "vigorish_when": "marked",
            "batch": 6,
            "shuffler": "automated",
            "batches": 2,
        },
    ),
    "blackjack": (
        {},
        {"progressive": "straight-jack", "meter": {"rate": 1000, "seed": 500_000, "reset": 500_000}},
        {"batch": 2, "by_hand": True, "adjacent_areas": 2, "house_money_percent": 50, "resplit_aces": True},
        {"shuffler": "automated", "batches": 2, "mid_shoe_entry": False, "even_money": False},
        {"double_shoe": True, "batch": 2, "adjacent_areas": 2, "smallest_chip": 50},
    ),
    "craps": (
        {},
        {"form": "mini-craps", "seats": 9, "come_odds_rest": True, "vigorish_when": "won"},
        {"edition": "623a-2011", "odds": "2x", "fire_paytable": "B", "breakage": "nearest", **_HALF_CHIPS},
        {"bonus_again_after_seven": True, "lay_bets": "none", "horn_high_area": False},
    ),
    "double-attack-blackjack": (
        {},
        {"mid_shoe_entry": False, "adjacent_areas": 2, "double_down_on_surrender": "returned"},
        {"shuffler": "automated", "batches": 2, "draws_out": False},
    ),
    "five-card-hi-lo": ({}, {"adjacent_areas": 2, **_HAND}, {"ante_bonus": "B", "poker_bonus": "B", **_SHOE}),
    "pai-gow": (
        {},
        {"player_bank": True, "co_bank": True, "adjacent_areas": 2},
        {
            "start_methods": ["random-number-generator"],
            "vigorish_rounding": "quarter-up",
            "misset_hands": "lose",
        },
        {"player_bank": True, "dealer_wager": 10_000, "co_bank": True, "odd_chip": "co-bank"},
    ),
    "poker": (
        {},
        {
            "variant": "five-card-omaha-high-low",
            "kill": "kill",
            "kill_pot": 5_000,
            "straddle": 800,
            "seats": 8,
        },
        {"variant": "badugi", "structure": "pot-limit", "button_starts": "drawn-for", "antes": [100]},
        {
            "variant": "seven-card-stud",
            "blinds": [],
            "bring_in": 100,
            "rake_percent": 10,
            "rake_cap": 400,
            "odd_chip": "by-card",
        },
        {"variant": "badacey", "time_charge": 500, "structure": "no-limit", "reopening": "any"},
    ),
    "sic-bo": ({}, {"shaker": "automated"}, {"two_of_a_kind": "exactly-two", **_HALF_CHIPS}),
    "spanish-21": (
        {},
        {"edition": "635a-2012", "batch": 8, "mid_shoe_entry": False, "draws_to_soft_17": True},
        {"shuffler": "automated", "batches": 2, "adjacent_areas": 2, "rescue": False, "split_hands": 3},
    ),
    "three-card-poker": (
        {},
        {"edition": "md-2013", "version": "both-compulsory", **_HAND},
        {"edition": "649a-2014", "pair_plus": "A", "mini_royal_pair_plus": 50, **_SHOE},
        {"progressive": "B", "adjacent_areas": 2},
    ),
    "three-dice-football": ({}, {"coupon_wager": "defense", "breakage": "down", **_HALF_CHIPS}, {}),
}


# A table is opened on a day on which its text was in force.
_YEARS = {
    "asia-poker-2": 2013,
    "craps-3": 2012,
    "spanish-21-2": 2013,
    "three-card-poker-2": 2013,
    "three-dice-football-3": 2013,
}


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """A move of before tried once more, by somebody, after an act: the clause that refused it, or none."""

    move: int
    by: Role
    refused: str | None


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One act with what came of it: its events, the chips, what is lawful now, what is refused, and perhaps the state."""

    act: msgspec.Raw
    events: msgspec.Raw
    chips: dict[str, int]
    lawful: str | None = None
    tried: tuple[Tried, ...] = ()
    state: dict[str, Any] | None = None


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """How the table was set up."""

    game: str
    options: dict[str, Any]
    tray: int


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """A session, as its file holds it."""

    head: Head
    lines: tuple[Line, ...]


def read(file: Path) -> Recording:
    """Unpack a recording."""
    first, *others = lzma.decompress(file.read_bytes()).splitlines()
    return Recording(
        head=msgspec.json.decode(first, type=Head),
        lines=tuple(msgspec.json.decode(line, type=Line) for line in others),
    )


def write(file: Path, head: Head, lines: Sequence[Line]) -> None:
    """Pack a recording."""
    text = b"\n".join(msgspec.json.encode(line) for line in (head, *lines)) + b"\n"
    file.write_bytes(lzma.compress(text, preset=lzma.PRESET_EXTREME))


def lawful_now(legal: Sequence[Lawful]) -> str:
    """What may happen next and who may do it, as a short hash; in whatever order it is listed."""
    listed = sorted(
        canonical(
            [
                act.move,
                sorted(act.by),
                {name: sorted(map(repr, msgspec.to_builtins(values))) for name, values in act.fields.items()},
                sorted(act.text),
                msgspec.to_builtins(act.amount),
            ]
        )
        for act in legal
    )
    return hashlib.sha256(b"\n".join(listed)).hexdigest()[:12]


def refusal_of(table: Table[Any], state: Any, act: Act[Any]) -> str | None:
    """The clause that refuses an act, if one does."""
    try:
        table.apply(state, act)
    except RuleViolation as refusal:
        return refusal.clause.id
    return None


class _Noted(Service):
    """A table that notes each act with what came of it."""

    def __init__(self, game: str, options: dict[str, Any], chance: random.Random) -> None:
        super().__init__(game_under(submission_for(game, options)))
        self.chance = chance
        self.moves: list[Move] = []
        self.lines: list[Line] = []

    def do(self, *moves: Move) -> list[Any]:
        """Make moves, and note them."""
        events: list[Any] = []
        for move in moves:
            act = Act(move=move, who="tester", at=self.now)
            events = super().do(move)
            self.moves.append(move)
            number = len(self.lines) + 1
            kept = number % _STATE_EVERY == 0
            self.lines.append(
                Line(
                    act=msgspec.Raw(canonical(act)),
                    events=msgspec.Raw(canonical(events)),
                    chips=dict(sorted(self.state.chips.items())),
                    lawful=lawful_now(self.table.legal(self.state, self.now))
                    if number % _LAWFUL_EVERY == 0
                    else None,
                    tried=(self._tried(),),
                    state=msgspec.to_builtins(self.state) if kept else None,
                )
            )
        return events

    def _tried(self) -> Tried:
        number, by = self.chance.randrange(len(self.moves)), self.chance.choice(tuple(Role))
        move = msgspec.structs.replace(self.moves[number], by=by)
        refused = refusal_of(self.table, self.state, Act(move=move, who="tester", at=self.now))
        return Tried(move=number, by=by, refused=refused)


def _sessions() -> Iterator[tuple[str, str, dict[str, Any], int]]:
    for game, set_ups in SET_UPS.items():
        for number, options in enumerate(set_ups, 1):
            yield f"{game}-{number}", game, options, number


def _play(service: _Noted, chance: random.Random) -> None:
    """The crew carries rounds on as chance has it, players wager and decide, and now and then something odd happens."""
    game, serial = service.table.game, 0
    made = Counter[str]()
    while len(service.lines) < _ACTS:
        service.later(minutes=chance.choice((0, 0, 1, 2, 30 if chance.random() < 0.03 else 1)))
        legal = service.table.legal(service.state, service.now)
        listed = {act.move for act in legal}
        due = [act for act in legal if act.move in game.book.chance]
        routine = routine_move(game, service.table.counted(service.state))
        turn = chance.random()
        if turn > _ODD:
            # What happened least so far happens most likely: every move shall be in some recording.
            by_rarity = [1 / (1 + made[act.move]) ** 2 for act in legal]
            (act,) = chance.choices(legal, by_rarity)
            move = concrete(service, act, chance.choice)
        elif due and turn < _ONWARD:
            play = service.table.counted(service.state)
            move = move_of(game, due[0], game.drawn(play, due[0], chance.randrange))
        elif not due and listed & _BEFORE_ROUNDS:
            move = concrete(service, next(act for act in legal if act.move in _BEFORE_ROUNDS), chance.choice)
        elif routine is not None and str(routine.__struct_config__.tag) in listed and turn < _ONWARD:
            move = routine
        else:
            wagers = [act for act in legal if act.move == "place-wager"]
            usual = [act for act in legal if act.move not in _SELDOM]
            act = chance.choice(chance.choice((wagers, usual)) or usual or legal)
            # Hands set at random would hardly ever win; the house way is listed first.
            move = concrete(service, act, _first if act.move.endswith("-hands") else chance.choice)
        if isinstance(move, PlaceWager) and chance.random() < 0.3:
            serial += 1
            move = _with_coupon(service, move, serial, chance)
        made[str(move.__struct_config__.tag)] += 1
        service.do(move)


_ONWARD, _ODD = 0.75, 0.93
_BEFORE_ROUNDS = frozenset({"inspect-dice", "attest", "open-table"})
# What would end rounds, seats and pieces all the time if it were as likely as anything else.
_SELDOM = frozenset(
    {
        "abandon",
        "ask-house-way",
        "bring-deck",
        "bring-tiles",
        "buy-in",
        "call-off",
        "call-on",
        "close-table",
        "decline-dice",
        "expose-card",
        "expose-tile",
        "issue-dice",
        "leave-seat",
        "mark-out-of-order",
        "reduce-wager",
        "reject-tiles",
        "remove-deck",
        "remove-tiles",
        "report",
        "take-down-wager",
        "void-hand",
    }
)


def _first(options: Sequence[Any]) -> Any:
    return options[0]


def _with_coupon(service: _Noted, wager: PlaceWager, serial: int, chance: random.Random) -> Move:
    """The wager with a coupon under it, where the law lets one lie."""
    terms = CouponTerms(
        wagers=chance.choice(((), (wager.wager,))),
        pays=chance.choice(tuple(Pays)),
        on_push=chance.choice(tuple(OnPush)),
    )
    coupon = Coupon(
        serial=serial, value=chance.choice((500, 1000, 2500)), expires=service.now.date(), terms=terms
    )
    presented = PresentCoupon(
        seat=wager.seat, wager=wager.wager, pick=wager.pick, amount=wager.amount, coupon=coupon
    )
    refused = refusal_of(service.table, service.state, Act(move=presented, who="tester", at=service.now))
    return wager if refused else presented


def main() -> int:
    """Make the recordings that are not there yet."""
    FOLDER.mkdir(exist_ok=True)
    for name, game, options, seed in _sessions():
        file = FOLDER / f"{name}.jsonl.xz"
        if file.exists():
            continue
        chance = random.Random(f"{game} {seed}")
        service = _Noted(game, options, chance)
        service.now = NOON.replace(year=_YEARS.get(name, NOON.year))
        made_ready(service, 400_000)
        _play(service, chance)
        write(file, Head(game=game, options=options, tray=TRAY), service.lines)
        print(f"{file.name}: {len(service.lines)} acts, {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
