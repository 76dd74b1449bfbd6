"""The tables of the demo property: for each game one for training, which stands ready, and one for live play."""

from typing import Any

from houseway.backoffice.tables.orders import SetUpTable, SetUpTrainingTable
from houseway.equipment.dice import known_by
from houseway.floor.crew import crew_of
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import AUDITOR, FLOORPERSON, PROPERTY, SHIFT_MANAGER, STAFF
from houseway.floor.floor import Floor
from houseway.floor.property import Mode
from houseway.floor.table import TableInService
from houseway.games import submission_for
from houseway.games.pai_gow.delivery import ALTERNATIVES
from houseway.money import Cents
from houseway.submission import Submission
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BuyIn
from houseway.table.moves import TakeSeat
from houseway.table.procedure import OpenTable
from houseway.table.rules import Lawful

_CREW = crew_of(STAFF)

_SHUFFLER_AND_HAND = {"dealing": "hand", "shuffler": "automated", "decks": 2}
_AUTOMATED_SHOE = {"dealing": "automated-shoe", "shuffler": "counting", "shuffler_feeds_shoe": True}
_MINI_CRAPS = {"form": "mini-craps", "seats": 9}
_OMAHA = {
    "variant": "five-card-omaha-high-low",
    "seats": 8,
    "rake_percent": 10,
    "rake_cap": 400,
    "jackpot_box": True,
}
_STRAIGHT_JACK = {"progressive": "straight-jack", "meter": {"rate": 1000, "seed": 500_000, "reset": 500_000}}
_TWO_BATCHES = {"shuffler": "automated", "batches": 2}
_EZ = {"ez": True}
_MIDIBACCARAT = {"form": "midibaccarat", "seats": 9, "style": "handed", "vigorish_when": "marked"}
_BACCARAT = {"form": "baccarat", "seats": 14, "style": "handed", "vigorish_when": "marked"}
_BANKED = {
    "player_bank": True,
    "co_bank": True,
    "adjacent_areas": 2,
    "delivery_styles": [style.value for style in ALTERNATIVES],
}
TABLES: tuple[tuple[str, str, str, dict[str, Any], Mode], ...] = (
    ("TDF-1", "Three Dice Football, training", "three-dice-football", {}, Mode.TRAINING),
    ("TDF-2", "Three Dice Football", "three-dice-football", {"limits": {"minimum": 1000}}, Mode.LIVE),
    ("SB-1", "Sic Bo, training", "sic-bo", {}, Mode.TRAINING),
    ("SB-2", "Sic Bo, automated shaker", "sic-bo", {"shaker": "automated"}, Mode.LIVE),
    ("3CP-1", "Three Card Poker, training", "three-card-poker", {}, Mode.TRAINING),
    ("3CP-2", "Three Card Poker, two decks", "three-card-poker", _SHUFFLER_AND_HAND, Mode.LIVE),
    ("HL-1", "Five Card Hi-Lo, training", "five-card-hi-lo", {"adjacent_areas": 2}, Mode.TRAINING),
    ("HL-2", "Five Card Hi-Lo, automated shoe", "five-card-hi-lo", _AUTOMATED_SHOE, Mode.LIVE),
    ("AP-1", "Asia Poker, training", "asia-poker", {}, Mode.TRAINING),
    ("AP-2", "Asia Poker, button", "asia-poker", {"start_method": "button", **_AUTOMATED_SHOE}, Mode.LIVE),
    ("CR-1", "Craps, training", "craps", {}, Mode.TRAINING),
    ("CR-2", "Mini-Craps", "craps", _MINI_CRAPS, Mode.LIVE),
    ("PG-1", "Pai Gow, training", "pai-gow", _BANKED, Mode.TRAINING),
    ("PG-2", "Pai Gow, generator", "pai-gow", {"start_methods": ["random-number-generator"]}, Mode.LIVE),
    ("DAB-1", "Double Attack Blackjack, training", "double-attack-blackjack", {}, Mode.TRAINING),
    ("DAB-2", "Double Attack Blackjack, two batches", "double-attack-blackjack", _TWO_BATCHES, Mode.LIVE),
    ("MB-1", "EZ Minibaccarat, training", "baccarat", _EZ, Mode.TRAINING),
    ("MD-1", "Midibaccarat, training", "baccarat", _MIDIBACCARAT, Mode.TRAINING),
    ("BAC-2", "Baccarat", "baccarat", _BACCARAT, Mode.LIVE),
    ("S21-1", "Spanish 21, training", "spanish-21", {}, Mode.TRAINING),
    ("S21-2", "Spanish 21, eight decks", "spanish-21", {"batch": 8}, Mode.LIVE),
    ("PK-1", "Triple Draw 2-7, training", "poker", {"seats": 6}, Mode.TRAINING),
    ("PK-2", "Five-card Omaha High-low", "poker", _OMAHA, Mode.LIVE),
    ("BJ-1", "Blackjack, training", "blackjack", _STRAIGHT_JACK, Mode.TRAINING),
    ("BJ-2", "Blackjack, six decks", "blackjack", {"batch": 6}, Mode.LIVE),
)
TRAY: Cents = 5_000_000
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BUY_INS = {1: 100_000, 2: 50_000}
# Where players play each other, more of them sit down.
_MORE_BUY_INS = {"PK-1": dict.fromkeys(range(1, 6), 20000)}


def chosen_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a submission of this house."""
    return {"certificate_holder": PROPERTY, **options}


def submissions() -> dict[str, Submission]:
    """The submission that each table runs under."""
    return {table: submission_for(game, chosen_options(options)) for table, _, game, options, _ in TABLES}


def make_tables(floor: Floor, clerk: Clerk | None = None) -> None:
    """Bring the tables to the floor, or those that are missing; training tables open with two players and pieces ready to deal.

    A clerk has them set up by order; without one, in a house whose papers are not at hand, they are brought as they are.
    """
    under = submissions()
    aside = {one.table for one in floor.set_aside()}
    for table, title, _, _, mode in TABLES:
        if table in aside:
            continue
        if table not in floor.tables():
            if clerk is None:
                floor.set_up_table(table, title, under[table], mode=mode, tray=TRAY)
            else:
                _set_up(clerk, table, title, under[table], mode)
        if mode is Mode.TRAINING:
            _open(floor, table)
            _seat_players(floor, table)
            if not floor.demo_completed:
                _prepare_pieces(floor, floor.table(table))


def _set_up(clerk: Clerk, table: str, title: str, submission: Submission, mode: Mode) -> None:
    clerk.go_to(0)
    digest = submission.digest()
    if mode is Mode.LIVE:
        live = SetUpTable(table=table, title=title, submission=digest)
        clerk.give(f"table/{table}", live, SHIFT_MANAGER, AUDITOR)
        return
    game = str(submission.__struct_config__.tag)
    training = SetUpTrainingTable(table=table, title=title, game=game, submission=digest, tray=TRAY)
    clerk.give(f"table/{table}", training, FLOORPERSON)


def _open(floor: Floor, table: str) -> None:
    place = floor.table(table)
    if any(isinstance(recorded.act.move, OpenTable) for recorded in place.record):
        return
    _bring_dice(floor, place)
    for step in (step for stage in Stage for step in place.rules.missing(place.state, stage)):
        approval = {"reference": f"demo {step.id}"} if step.stage is Stage.APPROVAL else {}
        _submit(floor, table, move="attest", by=step.by[0], step=step.id, witness=step.witness, **approval)
    today = floor.office.days.day_of(floor.clock())
    _submit(floor, table, move="open-table", by="floorperson", gaming_day=today.isoformat())


def _bring_dice(floor: Floor, place: TableInService) -> None:
    """Inspected dice of today where the game has dice: those of an earlier, interrupted making may have outlived their time."""
    dice, rules = place.state.dice, place.game.dice
    if rules is None:
        return
    if dice is None or dice.since.date() != floor.clock().date():
        _submit(
            floor,
            place.name,
            move="issue-dice",
            by="pit-manager",
            serial=f"{place.name}-{_LETTERS[len(place.state.used_dice)]}",
            colours=rules.colours,
        )
    if place.state.dice is not None and not place.state.dice.inspected:
        _submit(
            floor,
            place.name,
            move="inspect-dice",
            by=place.game.dice_handling.inspectors[0],
            instruments=_INSTRUMENTS,
        )


_INSTRUMENTS = ("micrometer", "balancing-caliper", "steel-set-square", "magnet")


def _seat_players(floor: Floor, table: str) -> None:
    done = [recorded.act.move for recorded in floor.table(table).record]
    for seat, chips in _MORE_BUY_INS.get(table, _BUY_INS).items():
        if TakeSeat(seat=seat) not in done:
            _submit(floor, table, move="take-seat", seat=seat)
        if BuyIn(seat=seat, amount=chips) not in done:
            _submit(floor, table, move="buy-in", by="dealer", seat=seat, amount=chips)


# How what is past its time leaves the table.
_REMOVED_BY = ("remove-deck", "remove-tiles")


def _prepare_pieces(floor: Floor, place: TableInService) -> None:
    """Decks or tiles ready to be dealt: those of an earlier, interrupted making may be past their time."""
    _remove_old(floor, place)
    while step := _next_step(floor, place):
        first = {name: values[0] for name, values in step.fields.items()}
        if "serial" in step.text:
            first["serial"] = f"{place.name}-{_letters(len(place.state.decks))}"
        _submit(floor, place.name, **{"move": step.move, "by": step.by[0], **first})


def _letters(number: int) -> str:
    """A to Z, then AA and on: decks fill a shoe by the dozen."""
    round_, letter = divmod(number, len(_LETTERS))
    return (_letters(round_ - 1) if round_ else "") + _LETTERS[letter]


def _remove_old(floor: Floor, place: TableInService) -> None:
    today = floor.clock().date()
    for serial, since in place.state.decks.items():
        for act in place.legal(floor.clock()) if since.date() != today else ():
            about = act.fields.get("deck", (serial,))
            if act.move in _REMOVED_BY and serial in map(known_by, about):
                _submit(
                    floor,
                    place.name,
                    **{
                        "move": act.move,
                        "by": act.by[0],
                        **({"deck": about[0]} if "deck" in act.fields else {}),
                    },
                )


def _next_step(floor: Floor, place: TableInService) -> Lawful | None:
    """The next step that brings a deck or a set of tiles from its box into play, the first player having a look on the way."""
    for act in place.legal(floor.clock()):
        rule = place.rules.rule(act.move)
        if rule is not None and rule.prepares and not act.rare and not rule.chance:
            return act
    return None


def _submit(floor: Floor, table: str, **move: Any) -> None:
    floor.submit(table, move, who=_CREW.get(str(move.get("by", "")), "patron"))
