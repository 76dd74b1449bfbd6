"""Views: what can be seen of the floor, a table or a clause, as plain values for pages and programs alike."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import msgspec

from houseway.backoffice.people import Posting
from houseway.floor import Floor, Mode, Recorded, SetAside, TableInService
from houseway.floor.settlement import RoundResult, Settlement, last_result, last_settlement
from houseway.games import game_under, games, submission_for
from houseway.journal import Head
from houseway.law import Edition, clause, editions_of, find_as_printed, readings_for, register
from houseway.law.readings import UNCONFIRMED
from houseway.money import Cents
from houseway.table.checklist import Stage
from houseway.table.events import FELT, TRAY, Event
from houseway.table.game import Game
from houseway.table.layout import Display
from houseway.table.rules import Lawful
from houseway.table.table_state import Status
from houseway.table.veil import PUBLIC
from houseway.table.wagers import Bets
from houseway.table.words import told, wager_title
from houseway.web.decks import KitView, kit_view
from houseway.web.problems import UnknownVersion
from houseway.web.record_readers import reads_the_record
from houseway.web.shoe import ShoeView, shoe_view, uncounted
from houseway.web.tile_set import TileSetView, tile_set_view
from houseway.web.unseen import (
    NOTHING,
    Hidden,
    acts_as_seen,
    as_seen,
    both,
    display_as_seen,
    face_down,
    hidden_at,
    masked,
    viewer_at,
)

_LAST_ACTS = 12


class EditionView(msgspec.Struct, frozen=True, kw_only=True):
    """The text of the rules a table is open under."""

    id: str
    chapter: str
    status: str


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A position: whether someone is there, with how much in the rack and on the felt."""

    seat: int
    taken: bool
    chips: Cents
    wagered: Cents


class BetView(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on the felt."""

    seat: int
    wager: str
    pick: str
    title: str
    amount: Cents
    # What a button on the wager says, such as "on" or "off".
    button: str


class ChecklistLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the check-list and whether somebody has answered for it."""

    step: str
    stage: Stage
    text: str
    by: tuple[str, ...]
    witness: str | None
    clause: str
    attested: bool


class DiceView(msgspec.Struct, frozen=True, kw_only=True):
    """The set of dice at a table."""

    serial: str
    colours: tuple[str, ...]
    since: datetime
    use_before: datetime
    inspected: bool
    locked: bool


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, in words and as recorded."""

    words: str
    clause: str
    event: dict[str, Any]


class ActView(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted move with who made it, when, and what came of it.

    `entered_by` was signed in, if anybody was, and `witnessed_by` signed for it; `through` is the token with which a
    program entered it.
    """

    version: int
    at: datetime
    who: str
    entered_by: str
    witnessed_by: str
    through: str
    move: dict[str, Any]
    events: tuple[EventView, ...]


class TableStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it stands, or stood, at one version."""

    table: str
    version: int
    status: Status
    gaming_day: date | None
    edition: EditionView
    display: Display
    seats: tuple[SeatView, ...]
    bets: tuple[BetView, ...]
    on_felt: Cents
    tray: Cents
    settlement: Settlement | None
    result: RoundResult | None
    state: dict[str, Any]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table: as it stands, what may happen next, and what happened last."""

    table: str
    title: str
    game: str
    game_title: str
    mode: Mode
    version: int
    submission: dict[str, Any]
    submission_hash: str
    standing: TableStanding
    legal: tuple[Lawful, ...]
    checklist: tuple[ChecklistLine, ...]
    missing: tuple[str, ...]
    dice: DiceView | None
    kit: KitView | None
    shoe: ShoeView | None
    tile_set: TileSetView | None
    record: tuple[ActView, ...]


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance."""

    table: str
    title: str
    game: str
    game_title: str
    mode: Mode
    status: Status
    version: int
    words: str
    players: int
    seats: int
    on_felt: Cents


class WagerView(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that a game knows."""

    wager: str
    title: str
    clause: str
    picks: tuple[str, ...]
    pays: tuple[str, ...]


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game that the house can run."""

    game: str
    title: str
    editions: tuple[EditionView, ...]
    wagers: tuple[WagerView, ...]
    irregularities: tuple[str, ...]


class HeadView(msgspec.Struct, frozen=True, kw_only=True):
    """Where the journal ends; the hash of its last entry is told to those alone who read the record."""

    entries: int
    hash: str = ""


class ReadingView(msgspec.Struct, frozen=True, kw_only=True):
    """How an unclear place of the text is read here."""

    id: str
    weight: str
    title: str
    problem: str
    reading: str
    why: str
    setting: bool


class ClauseView(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in our own words, what software owes it, how it is read, and where it was read if it is not printed."""

    id: str
    citation: str
    chapter: str
    duty: str
    kind: str
    actor: str
    summary: str
    edition_note: str
    origin: str
    origin_caution: str
    readings: tuple[ReadingView, ...]
    caution: str


class CitedView(msgspec.Struct, frozen=True, kw_only=True):
    """A citation behind which several clauses stand: the parts of one, or everything below a paragraph or a chapter."""

    cited: str
    clauses: tuple[ClauseView, ...]


class FloorView(msgspec.Struct, frozen=True, kw_only=True):
    """The property: its tables, its people, and the end of its journal."""

    name: str
    tables: tuple[TableCard, ...]
    # What is said of tables that cannot be read, by their numbers.
    set_aside: dict[str, str]
    people: tuple[Posting, ...]
    head: HeadView


def floor_view(floor: Floor, person: Posting | None) -> FloorView:
    """The floor as it is now, for somebody."""
    return FloorView(
        name=floor.office.house,
        tables=tuple(table_cards(floor)),
        set_aside={aside.table: aside.cause for aside in floor.set_aside()},
        people=tuple(sorted(floor.office.people().values(), key=lambda posting: posting.credential)),
        head=head_view(floor.journal.head(), person),
    )


def table_cards(floor: Floor) -> Iterator[TableCard]:
    """Every table that stands on the floor, up to date."""
    for name in floor.tables():
        # One that turns out to be unreadable just now is set aside, and told as such.
        with suppress(SetAside):
            if floor.table(name).retired_on is None:
                yield floor.look(name, table_card)


def table_card(place: TableInService) -> TableCard:
    """A table at a glance."""
    state = place.state
    return TableCard(
        table=place.name,
        title=place.set_up.title,
        game=place.game.name,
        game_title=place.game.title,
        mode=place.set_up.mode,
        status=state.status,
        version=place.version,
        words=place.game.display(state.play).words,
        players=len(state.play.seats),
        seats=place.game.seats,
        on_felt=_on_felt(place),
    )


def table_view(floor: Floor, place: TableInService, viewer: int = PUBLIC) -> TableView:
    """Everything about a table at this moment, as a viewer may see it."""
    lawful = floor.legal(place, floor.clock())
    missing = [step.id for stage in Stage for step in _missing(place, stage)]
    return TableView(
        table=place.name,
        title=place.set_up.title,
        game=place.game.name,
        game_title=place.game.title,
        mode=place.set_up.mode,
        version=place.version,
        submission=place.set_up.submission,
        submission_hash=place.set_up.submission_hash,
        standing=standing(place, viewer=viewer),
        legal=as_seen(lawful, face_down(place, viewer)),
        checklist=tuple(_checklist(place)),
        missing=tuple(missing),
        dice=_dice(place),
        kit=kit_view(place),
        shoe=shoe_view(place),
        tile_set=tile_set_view(place),
        record=tuple(act_views(place, place.record[-_LAST_ACTS:], viewer=viewer)),
    )


def _missing(place: TableInService, stage: Stage) -> tuple[Any, ...]:
    return place.rules.missing(place.state, stage)


def standing(place: TableInService, kept_down: Hidden = NOTHING, *, viewer: int = PUBLIC) -> TableStanding:
    """The table as it stands, or stood: then `kept_down` is what a viewer was not shown since of its round."""
    state, game = place.state, place.game
    if game.own_cards is None or viewer == PUBLIC:
        display = game.display(state.play)
    else:
        display = game.own_cards.seen_from(game, state.play, viewer)
    return TableStanding(
        table=place.name,
        version=place.version,
        status=state.status,
        gaming_day=state.gaming_day,
        edition=edition_view(place.edition),
        display=display_as_seen(display, kept_down),
        seats=tuple(_seats(place)),
        bets=tuple(bet_views(place, state.play.bets)),
        on_felt=_on_felt(place),
        tray=state.chips.get(TRAY, 0),
        settlement=last_settlement(place),
        result=last_result(place),
        state=masked(uncounted(state), both(face_down(place, viewer), kept_down)),
    )


def _on_felt(place: TableInService) -> Cents:
    """Everything that lies on the felt: wagers and, where players play each other, the pot."""
    lies, game = place.state.chips, place.game
    return sum(
        lies.get(account, 0)
        for account in game.means.on_felt(place.state.play)
        if account in (FELT, *game.layout.pots)
    )


def bet_views(place: TableInService, bets: Bets) -> Iterator[BetView]:
    """Wagers with their titles and what the buttons on them say."""
    for bet in bets:
        yield BetView(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            title=wager_title(place.game, bet.wager, bet.pick),
            amount=bet.amount,
            button=place.game.wagering.button_on(place.state.play, bet),
        )


def standing_at(floor: Floor, table: str, version: int, seat: int | None = None) -> TableStanding:
    """The table as it stood at a version, rebuilt from the journal alone, for whoever plays a seat."""
    now = floor.table(table).version
    if not 1 <= version <= now:
        raise UnknownVersion(table, version, now)
    viewer = floor.look(table, lambda place: viewer_at(place, seat))
    kept_down = floor.look(table, lambda place: hidden_at(place, version, viewer))
    return standing(floor.replay(table, until=version), kept_down, viewer=viewer)


def _seats(place: TableInService) -> Iterator[SeatView]:
    play = place.state.play
    for seat in range(1, place.game.seats + 1):
        yield SeatView(
            seat=seat,
            taken=seat in play.seats,
            chips=place.rules.chips_of(place.state, seat),
            wagered=place.game.means.staked(play, seat),
        )


def _checklist(place: TableInService) -> Iterator[ChecklistLine]:
    for step in place.game.checklist:
        yield ChecklistLine(
            step=step.id,
            stage=step.stage,
            text=step.text,
            by=step.by,
            witness=step.witness,
            clause=step.clause.id,
            attested=step.id in place.state.attested,
        )


def _dice(place: TableInService) -> DiceView | None:
    dice, rules = place.state.dice, place.game.dice
    if dice is None or rules is None:
        return None
    return DiceView(
        serial=dice.set.serial,
        colours=dice.set.colours,
        since=dice.since,
        use_before=rules.life_of(dice).ends(dice.since),
        inspected=dice.inspected,
        locked=dice.locked,
    )


def act_views(
    place: TableInService, acts: Iterable[Recorded], kept_down: Hidden = NOTHING, *, viewer: int = PUBLIC
) -> Iterator[ActView]:
    """Acts of a table as a viewer may see them now."""
    for recorded in acts_as_seen(place, acts, kept_down, viewer):
        yield act_view(place.game, recorded)


def act_view(game: Game[Any], recorded: Recorded) -> ActView:
    """An accepted act."""
    return ActView(
        version=recorded.version,
        at=recorded.act.at,
        who=recorded.act.who,
        entered_by=recorded.act.entered_by,
        witnessed_by=recorded.act.witnessed_by,
        through=recorded.act.through,
        move=msgspec.to_builtins(recorded.act.move),
        events=events_view(game, recorded.events),
    )


def events_view(game: Game[Any], events: Iterable[Event]) -> tuple[EventView, ...]:
    """Events in words and as recorded."""
    return tuple(
        EventView(words=told(game, event), clause=event.clause, event=msgspec.to_builtins(event))
        for event in events
    )


def edition_view(edition: Edition) -> EditionView:
    """An edition in brief."""
    return EditionView(id=edition.id, chapter=edition.chapter, status=edition.status)


def head_view(head: Head, person: Posting | None) -> HeadView:
    """The end of the journal, as far as somebody may know it."""
    return HeadView(entries=head.position, hash=head.hash.hex() if reads_the_record(person) else "")


def clause_view(clause_id: str, edition: Edition | None = None) -> ClauseView:
    """A clause, cited as an edition prints it."""
    found = clause(clause_id)
    return ClauseView(
        id=found.id,
        citation=edition.cite(found) if edition else found.citation,
        chapter=found.chapter,
        duty=found.duty,
        kind=found.kind,
        actor=found.actor,
        summary=found.summary,
        edition_note=found.edition_note,
        origin=found.origin,
        origin_caution=found.origin.caution,
        readings=tuple(
            ReadingView(
                id=reading.id,
                weight=reading.weight,
                title=reading.title,
                problem=reading.problem,
                reading=reading.reading,
                why=reading.why,
                setting=reading.setting,
            )
            for reading in readings_for(clause_id)
        ),
        caution=UNCONFIRMED,
    )


def cited_view(citation: str, edition: Edition | None = None) -> ClauseView | CitedView:
    """What stands behind a citation of any edition: one clause, or several."""
    if citation in register():
        return clause_view(citation, edition)
    found = find_as_printed(citation)
    if len(found) == 1:
        return clause_view(found[0].id, edition)
    return CitedView(cited=citation, clauses=tuple(clause_view(one.id, edition) for one in found))


def game_views() -> tuple[GameView, ...]:
    """Every game the house can run, as its chapter has it and an operator who changes nothing."""
    return tuple(
        GameView(
            game=game.name,
            title=game.title,
            editions=tuple(edition_view(edition) for edition in editions_of(game.name)),
            wagers=tuple(
                WagerView(
                    wager=wager.name,
                    title=wager.title,
                    clause=wager.clause.id,
                    picks=wager.picks,
                    pays=tuple(f"{line.label}: {wager.pays(line)}" for line in wager.paytable),
                )
                for wager in game.catalogue.values()
            ),
            irregularities=tuple(game.irregularities),
        )
        for game in (game_under(submission_for(name)) for name in games())
    )
