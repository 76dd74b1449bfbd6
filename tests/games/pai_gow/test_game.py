"""The whole game: lawful play never fails, what is accepted is listed, chips are conserved, words and places are there."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.equipment.tiles import CODES, UNSEEN
from houseway.games.pai_gow import GAME, PaiGow, PaiGowSubmission
from houseway.games.pai_gow.delivery import ALTERNATIVES
from houseway.games.pai_gow.round import Phase, Round
from houseway.law import RuleViolation, register
from houseway.table.events import FELT
from houseway.table.layout import Display
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.routine import chance_due, move_of, routine_move
from houseway.table.rules import Lawful
from houseway.table.table_state import Act, TableState
from tests.games.pai_gow.dealing import in_service
from tests.games.sessions import concrete, is_listed
from tests.service import TRAY, Service

OPTIONS: dict[str, dict[str, Any]] = {
    "house": {"adjacent_areas": 2, "delivery_styles": [str(style) for style in ALTERNATIVES]},
    "banked": {"player_bank": True, "smallest_chip": 100, "dealer_wager": 2_000},
    "co-banked": {"player_bank": True, "co_bank": True, "co_bank_cover": 50, "adjacent_areas": 2},
    "generator": {
        "player_bank": True,
        "co_bank": True,
        "start_methods": ["random-number-generator", "shaker"],
        "generator_numbers": "3-18",
        "misset_hands": "lose",
        "vigorish_rounding": "quarter-up",
        "bank_rotation": "only-after-first-accepts",
    },
}
KINDS = {name: rule.move for name, rule in GAME.book.named.items()}
# Moves that end a session or begin it anew are made seldom.
_SELDOM = (
    "leave-seat",
    "close-table",
    "remove-tiles",
    "reject-tiles",
    "display-tiles",
    "release-bank",
    "issue-dice",
    "report",
    "take-down-wager",
    "abandon",
)


def chosen(service: Service, chance: random.Random) -> Lawful:
    """What happens next: mostly what carries a round on."""
    legal = service.table.legal(service.state, service.now)
    assert legal
    game = service.table.game
    onward = [act for act in legal if act.move in (*game.book.routine, *game.book.chance)]
    usual = [act for act in legal if act.move not in (*_SELDOM, "buy-in", "attest")]
    pool = chance.choices((onward, usual, legal), (2, 6, 1))[0] or usual or legal
    return chance.choice(pool)


def wild(act: Lawful, chance: random.Random) -> dict[str, Any]:
    """A move as listed but for one thing that somebody got wrong, or right by chance."""
    said = {name: chance.choice(values) for name, values in act.fields.items()}
    if act.amount is not None:
        said["amount"] = chance.choice([act.amount.low, act.amount.high, 0, 300, 1_000, 12_345])
    said |= dict.fromkeys(act.text, "somebody")
    said["by"] = chance.choice([act.by[0], *Role])
    if said and chance.random() < 0.8:
        name = chance.choice(list(said))
        if isinstance(said[name], tuple) and name not in act.text:
            said[name] = chance.choice([(), tuple(sorted(chance.sample(CODES, 2)))])
        elif isinstance(said[name], int):
            said[name] = chance.randint(-1, 9)
    return {"move": act.move, **said}


def strangers(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Moves of kinds that nobody may have listed."""
    for tag in chance.sample(sorted(KINDS), 6):
        fields = msgspec.structs.fields(KINDS[tag])
        said: dict[str, Any] = {"move": tag}
        for field in fields:
            if field.name == "by":
                said["by"] = field.default if field.default is not msgspec.NODEFAULT else "floorperson"
            elif field.required and field.type is int:
                said[field.name] = chance.randint(0, 8)
            elif field.required or field.name == "seat":
                said[field.name] = chance.choice([1, 2, 3, "x", "shaker", "left", "wrong-start", ()])
        yield said


def check_listing(service: Service, chance: random.Random) -> None:
    """Whatever is accepted was listed; whatever is refused names a clause."""
    legal = service.table.legal(service.state, service.now)
    own = [act for act in legal if act.move in KINDS]
    for said in (
        *(wild(act, chance) for act in chance.choices(own, k=5)),
        *strangers(chance),
    ):
        try:
            move = msgspec.convert(msgspec.to_builtins(said), service.table.move_type)
        except msgspec.ValidationError:
            continue
        before = service.state
        try:
            service.table.apply(before, Act(move=move, who="tester", at=service.now))
        except RuleViolation as refusal:
            assert refusal.clause.id in register()
            assert service.state == before
        else:
            assert is_listed(move, legal), move


def check_felt(game: PaiGow, state: Round) -> None:
    """Every tile and marker lies somewhere that the layout has."""
    display = game.display(state)
    assert display.words
    areas = {area.id for area in game.layout.areas}
    assert {area for area in display.tiles if not area.startswith("hand-")} <= areas
    for marker, area in display.markers.items():
        (known,) = (one for one in game.layout.markers if one.id == marker)
        assert area in known.stands_on
    shown = sum(len(tiles) for tiles in display.tiles.values())
    assert shown <= 32, "no tile lies in two places"


@pytest.mark.parametrize("options", OPTIONS)
def test_lawful_play_never_fails_and_what_is_accepted_is_listed(options: str) -> None:
    chance = random.Random(f"621 {options}")
    service = in_service(**OPTIONS[options])
    game = service.table.game
    assert isinstance(game, PaiGow)
    phases = set()
    for number in range(1_200):
        service.later(seconds=30)
        if number % 4 == 0:
            check_listing(service, chance)
        service.do(concrete(service, chosen(service, chance), chance.choice))
        state = service.state
        assert service.chips() == TRAY
        assert state.chips.get(FELT, 0) == sum(bet.amount for bet in state.play.bets)
        assert state.chips.get("centre", 0) == (state.play.bank.centre if state.play.bank else 0)
        assert all(cents >= 0 for account, cents in state.chips.items() if account not in ("tray", "outside"))
        check_felt(game, state.play)
        phases.add(state.play.phase)
    assert phases >= set(Phase) - {Phase.EXPOSING_BANK, Phase.COVERING}
    kinds: Any = list[service.table.event_type]  # type: ignore[name-defined]
    assert msgspec.json.decode(msgspec.json.encode(service.events), type=kinds) == service.events
    whole: Any = TableState[Round]
    assert msgspec.json.decode(msgspec.json.encode(service.state), type=whole) == service.state


@pytest.mark.parametrize("options", OPTIONS)
def test_rounds_go_on_by_routine_and_chance_but_for_what_players_decide(options: str) -> None:
    chance = random.Random(58)
    game = PaiGow.under(msgspec.convert({"game": "pai-gow", **OPTIONS[options]}, PaiGowSubmission))
    state = game.ready()
    for seat in (2, 5):
        state = game.apply(state, TakeSeat(seat=seat)).state
    for _ in range(6):
        for seat in (2, 5):
            if not (state.bank and state.bank.seat == seat):
                state = game.apply(state, PlaceWager(seat=seat, wager="pai-gow", amount=2_000)).state
        wagered = False
        while not wagered or state.phase is not Phase.BETTING:
            wagered = wagered or state.phase is not Phase.BETTING
            act = chance_due(game, state)
            move = move_of(game, act, game.drawn(state, act, chance.randrange)) if act else None
            move = move or routine_move(game, state)
            if move is None:
                choices = [act for act in game.legal(state) if act.move in ("set-hands", "pass-bank")]
                first = {name: values[0] for name, values in choices[0].fields.items()}
                move = move_of(game, choices[0], first)
            state = game.apply(state, move).state
        assert not state.bets


def test_the_game_is_known_by_its_name() -> None:
    assert GAME.name == "pai-gow"
    assert GAME.book.chance | set(GAME.book.routine) <= set(KINDS)
    assert list(GAME().catalogue) == ["pai-gow"]


def test_words_tell_what_is_to_be_done() -> None:
    game = PaiGow()
    assert game.display(game.open()).words == "Place your bets; a set of tiles is to be brought"
    assert game.display(game.ready()) == Display(words="Place your bets; the tiles are to be stacked")


def test_face_down_tiles_are_not_shown() -> None:
    service = in_service()
    game = service.table.game
    service.do(PlaceWager(seat=1, wager="pai-gow", amount=1_000))
    while service.state.play.start is None:
        act = chance_due(game, service.state.play)
        drawn = move_of(game, act, game.drawn(service.state.play, act, lambda n: 0)) if act else None
        move = drawn or routine_move(game, service.state.play)
        assert move is not None
        service.do(move)
    tiles = game.display(service.state.play).tiles
    assert set(tiles) == {f"stack-{number}" for number in range(1, 9)}
    assert {tile for stack in tiles.values() for tile in stack} == {UNSEEN}
