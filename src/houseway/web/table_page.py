"""The table page: all that its template shows of a table, as it is or as it stood."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from houseway.backoffice.custody.piece import Piece, PieceKind
from houseway.backoffice.custody.playing import decks_given, dice_given
from houseway.backoffice.people import Posting
from houseway.backoffice.postings.postings import postings_of
from houseway.floor import Floor, TableInService
from houseway.floor.brisk import due, others_turn
from houseway.floor.crew import (
    ABOUT,
    IN_PERSON,
    checks_own_work,
    crew_of,
    has_business,
    is_told_first,
    may_enter,
    names_for,
    no_business,
    nobody_signed_in,
    overseer_of,
    roles_of,
    stands_for,
)
from houseway.floor.settlement import DecidedRound, Settlement, decided_rounds
from houseway.law import RuleViolation, clause
from houseway.law.register import Origin
from houseway.money import Cents
from houseway.table.card_felt import DeckFelt
from houseway.table.checklist import Stage
from houseway.table.layout import Display, Layout
from houseway.table.redemption import REDEEMERS, places_at
from houseway.table.roles import FLOORPERSONS, Role
from houseway.table.rules import Lawful
from houseway.table.seated import seated
from houseway.table.table_state import Status
from houseway.table.veil import PUBLIC
from houseway.table.words import sentence, spoken
from houseway.web import cards, felt, tiles
from houseway.web.api import look
from houseway.web.betting_areas import BettingArea, PostedWager, betting_areas, posted_wagers
from houseway.web.decks import KitView, kit_view
from houseway.web.delivery import DeliveryView, delivery_view
from houseway.web.hints import Hint, hints
from houseway.web.pots import Pot, pots
from houseway.web.problems import UnknownVersion
from houseway.web.rolls import RollView, last_rolls
from houseway.web.setting import Setting
from houseway.web.settled import SettledStack, settled_stacks
from houseway.web.shoe import DrawnCards, ShoeView, draw_shoe, shoe_view
from houseway.web.steps import Place, StepForm, step_forms
from houseway.web.tile_set import TileSetView, tile_set_view
from houseway.web.unseen import NOTHING, Hidden, as_seen, face_down, hidden_at, viewer_at
from houseway.web.view import (
    ActView,
    SeatView,
    TableStanding,
    act_views,
    bet_views,
    standing,
)
from houseway.web.wagers import (
    StandingWager,
    WagerAct,
    has_acts_of_its_own,
    last_placed,
    standing_wagers,
)

_SHOWN_ACTS = 40
_SHOWN_ROUNDS = 12
CLOSED = "The table is closed"
_BACKS = ("red", "blue", "green", "black")
# As many letters as a marker's face has room for.
_LONGEST_MARK = 3
_STAGES = {
    Stage.APPROVAL: "Approvals",
    Stage.OPENING: "At each opening",
    Stage.DICE: "For each set of dice",
}


@dataclass(frozen=True, slots=True)
class Puck:
    """A marker and where it stands."""

    id: str
    label: str
    initials: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class ChecklistGroup:
    """The open lines of one stage that the same people answer for, and the first of their parts."""

    stage: str
    role: str
    forms: tuple[StepForm, ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """All that the table's template shows."""

    place: TableInService
    now: int
    standing: TableStanding
    replaying: bool
    # The felt as it is drawn for those who sit at it.
    layout: Layout
    numbers: tuple[felt.DrawnNumber, ...]
    areas: tuple[felt.DrawnArea, ...]
    stacks: tuple[felt.Stack, ...]
    settled: tuple[SettledStack, ...]
    pucks: tuple[Puck, ...]
    hands: tuple[cards.DrawnHand, ...]
    tiles: tuple[tiles.DrawnTiles, ...]
    pots: tuple[Pot, ...]
    delivery: DeliveryView | None
    tile_set: TileSetView | None
    backs: str
    kit: KitView | None
    shoe: ShoeView | None
    betting: dict[str, BettingArea]
    posted: dict[str, PostedWager]
    forms: tuple[StepForm, ...]
    groups: tuple[ChecklistGroup, ...]
    hints: tuple[Hint, ...]
    record: tuple[ActView, ...]
    settlement: Settlement | None
    people: Mapping[str, Posting]
    # Who is assigned to a live table, by part.
    assigned: Mapping[str, str]
    # Whoever is signed in; at a live table that decides what may be entered, and in whose name.
    person: Posting | None
    # The credentials that this person has and had.
    own: frozenset[str]
    watching: RuleViolation | None
    # Whether somebody only wants to look on, whatever their business here.
    looking_on: bool
    # None at a game that knows nothing to be done with a standing wager but to take it down.
    wagers: tuple[StandingWager, ...] | None
    rolls: tuple[RollView, ...]
    rounds: tuple[DecidedRound, ...]
    zone: ZoneInfo
    # The next step that nobody has to choose, in words, where the table may go on by itself.
    brisk: str
    # The seat that somebody plays here, whose cards they see; 0 for whoever only looks on, or runs the table.
    playing: int = 0

    @property
    def hands_off(self) -> bool:
        """Whether nothing can be done from this page: it shows the past, or is shown to somebody who looks on."""
        return self.replaying or self.looking_on or self.watching is not None

    def by_clock(self, at: datetime) -> datetime:
        """A moment by the clock of the house."""
        return at.astimezone(self.zone)

    def in_use(self, since: datetime, before: datetime | None) -> str:
        """From when until when decks or tiles may be played with, with the day where that is another one."""
        began = self.by_clock(since)
        words = f"since {began:%H:%M}"
        if before is None:
            return words
        ends = self.by_clock(before)
        day = "" if ends.date() == began.date() else f" on {ends.day} {ends:%B}"
        return f"{words}, use before {ends:%H:%M}{day}"

    def offers(self) -> dict[str, dict[str, list[Any]]]:
        """What may be put on which areas, and taken down from which, by position: areas by their number, rooms once each."""
        rooms: dict[str, dict[tuple[int, int, int], list[int]]] = {}
        cash: dict[str, dict[tuple[int, int, int], list[int]]] = {}
        takes: dict[str, list[Any]] = {}
        for number, drawn in enumerate(self.areas):
            betting = self.betting.get(drawn.area.id)
            if betting is None:
                continue
            for found, offered in ((rooms, betting.rooms), (cash, betting.cash)):
                for seat, room in offered.items():
                    found.setdefault(seat, {}).setdefault(room, []).append(number)
            for whose in betting.takes:
                takes.setdefault(str(whose), []).append(number)
        return {
            "rooms": {seat: [*by_room.items()] for seat, by_room in rooms.items()},
            "cash": {seat: [*by_room.items()] for seat, by_room in cash.items()},
            "takes": takes,
        }

    def laid(self) -> dict[str, dict[str, list[tuple[int, Cents]]]]:
        """By position, what lies on which areas, what was laid there last, and what lay there when the latest round was settled.

        Areas go by their number.
        """
        numbers = {
            (drawn.area.wager, drawn.area.pick, self.betting[drawn.area.id].seat): number
            for number, drawn in enumerate(self.areas)
            if drawn.area.wager
        }

        def by_seat(wagers: Iterable[tuple[int, str, str, Cents]]) -> dict[str, list[tuple[int, Cents]]]:
            found: dict[str, dict[int, Cents]] = {}
            for seat, wager, pick, amount in wagers:
                number = numbers.get((wager, pick, seat), numbers.get((wager, pick, 0)))
                if number is not None and amount:
                    on = found.setdefault(str(seat), {})
                    on[number] = on.get(number, 0) + amount
            return {seat: [*on.items()] for seat, on in found.items()}

        settled = self.settlement.lines if self.settlement else ()
        placed = last_placed(self.place)
        return {
            "added": by_seat((one.seat, one.wager, one.pick, one.amount) for one in placed),
            "now": by_seat((bet.seat, bet.wager, bet.pick, bet.amount) for bet in self.standing.bets),
            "last": by_seat((line.seat, line.wager, line.pick, line.stake) for line in settled),
        }

    def calls(self) -> dict[tuple[str, int], WagerAct]:
        """What the button on a player's chips does, by the area and the position."""
        places = {(area.area.wager, area.area.pick): area.area.id for area in self.areas}
        return {
            (places[one.wager, one.pick], one.seat): one.call
            for one in self.wagers or ()
            if one.call and (one.wager, one.pick) in places
        }

    def rail(self) -> tuple[SeatView, ...]:
        """The positions of the rail, in the order in which they lie on the felt."""
        lie = [position.seat for position in self.layout.positions]
        seats = self.standing.seats
        return tuple(sorted(seats, key=lambda one: lie.index(one.seat))) if lie else seats

    def before(self, seat: int) -> tuple[str, ...]:
        """The markers that stand before a position."""
        return tuple(marker for marker, where in self.display.markers.items() if where == f"seat-{seat}")

    @property
    def words(self) -> str:
        """Where the game stands, in words."""
        return CLOSED if self.standing.status is Status.CLOSED else self.display.words

    @property
    def display(self) -> Display:
        """What a glance at the felt tells."""
        return self.standing.display

    def step_forms(self, place: str) -> tuple[StepForm, ...]:
        """The forms that are offered at one place of the page."""
        return tuple(form for form in self.forms if form.place == place)

    def settings(self) -> dict[str, Setting]:
        """The hands that can be arranged on the felt now, by the places of their pieces."""
        found = (form.setting for form in self.forms if form.setting)
        return {place.area: setting for setting in found for place in setting.places}

    @property
    def shoe_and_rack(self) -> tuple[DrawnCards, ...]:
        """The shoe and the discard rack, where cards are dealt from a shoe."""
        return draw_shoe(self.layout, self.shoe)

    def covered(self) -> frozenset[str]:
        """The places whose printing the cards, tiles or chips on them hide."""
        lie = {hand.key for hand in self.hands} | {hand.key for hand in self.tiles}
        chips = (*self.stacks, *(settled.stack for settled in self.settled))
        lie |= {stack.area for stack in chips if not stack.shared}
        parts = frozenset(
            place.area
            for whose, places in cards.hand_places(self.place.game.layout).items()
            for place in places
            if f"hand-{whose}" in lie
        )
        return parts | lie

    @property
    def prepares(self) -> bool:
        """Whether the next step is one of those that bring a deck or a set of tiles to the deal."""
        main = self.step_forms(Place.MAIN)
        return self.place.training and bool(main) and main[0].prepares

    @property
    def choosing(self) -> bool:
        """Whether the table waits for somebody's choice, so that nothing goes by itself, nor would at a live table."""
        main = self.step_forms(Place.MAIN)
        if self.place.training:
            return bool(main) and not self.brisk
        between = self.place.game.between_rounds(self.place.state.play)
        return bool(main) and not between and not any(form.routine or form.prepares for form in main)

    def seats_for(self, move: str) -> tuple[int, ...]:
        """The positions at which a move of the rail may be made now."""
        fields = (field for form in self.forms if form.move == move for field in form.fields)
        return tuple(int(choice.json) for field in fields if field.name == "seat" for choice in field.choices)

    def clause_of(self, move: str) -> str:
        """The clause of a move of the rail."""
        return next((form.clause for form in self.forms if form.move == move), "")

    def name_of(self, who: str) -> str:
        """Who that is, by name where it is known."""
        posting = self.people.get(who)
        if posting is not None:
            return posting.name
        return sentence(who) if who.startswith("patron") else who

    def staff(self) -> dict[str, str]:
        """For each part that may be entered here, who plays it unless somebody else is chosen."""
        people = self.people.values()
        if self.person is None:
            return crew_of(people)
        return names_for(self.place, self.person, people, self.assigned)

    @property
    def signs(self) -> bool:
        """Whether whoever is signed in enters things in their own name where they can: at a live table."""
        return self.person is not None and not self.place.training

    def own_parts(self) -> tuple[str, ...]:
        """The parts that whoever is signed in plays, where that decides in whose name a step is entered."""
        return tuple(roles_of(self.person.position)) if self.person and self.signs else ()

    def waits_for(self, form: StepForm) -> str:
        """For whom a step waits that whoever is signed in may not enter, in words; empty where they may."""
        if self.person is None or not self.signs:
            return ""
        if not any(may_enter(self.place, self.person, form.move, Role(part)) for part in form.by):
            falls_to = overseer_of(self.place, form.move) or form.by[0]
            return f"for the {spoken(falls_to)} or above to enter"
        named = (one for one in form.fields if one.name in ABOUT and one.choices)
        about = {one.name: msgspec.json.decode(one.choices[0].json) for one in named}
        if checks_own_work(self.place, self.own, form.move, about):
            return f"for another person to enter: {self.person.name} did what it checks"
        return ""

    def coupon_waits_for(self) -> str:
        """For whom a coupon waits that whoever is signed in may not take (603a.21(b)#1), in words; empty where they may."""
        if self.person is None or not set(REDEEMERS).isdisjoint(roles_of(self.person.position)):
            return ""
        return f"for the {' or the '.join(map(spoken, REDEEMERS))} to enter"

    @property
    def somebody_else(self) -> bool:
        """Whether any step waits for somebody else than whoever is signed in."""
        return any(self.waits_for(form) for form in self.forms)

    def coupon_places(self) -> tuple[tuple[str, str, str], ...]:
        """Where a coupon may be taken with a wager now: the wager, its pick and its title; nowhere at a training table."""
        if self.hands_off or self.place.training or self.standing.status is Status.CLOSED:
            return ()
        taking = places_at(self.place.game)
        found = {
            (wager, drawn.area.pick): self.betting[drawn.area.id].title
            for wager in (*taking.wagers, *taking.if_named)
            for drawn in self.areas
            if drawn.area.wager == wager
        }
        return tuple((wager, pick, title) for (wager, pick), title in found.items())

    def actors(self) -> tuple[tuple[Posting, str], ...]:
        """Who may be chosen to act, in every part that the position allows; whoever signs acts as others of the crew only."""
        people = sorted(self.people.values(), key=lambda posting: posting.credential)
        acting = ((posting, role) for posting in people for role in roles_of(posting.position))
        return tuple((posting, role.value) for posting, role in acting if self._may_act_as(posting, role))

    def _may_act_as(self, posting: Posting, role: Role) -> bool:
        if self.person is None or not self.signs or posting.credential == self.person.credential:
            return True
        return role not in IN_PERSON and may_enter(self.place, self.person, "", role)

    def cite(self, clause_id: str) -> str:
        """A clause as the edition in force prints it; where none was read, that alone: a click says what the practice is."""
        cited = clause(clause_id)
        return cited.origin if cited.origin is Origin.COMMON_PRACTICE else self.place.edition.cite(cited)


def table_page(
    floor: Floor,
    table: str,
    at: int | None,
    person: Posting | None = None,
    seat: int | None = None,
    *,
    looking_on: bool = False,
) -> TablePage:
    """A table as it is, or as it stood at a version: then nothing may be done, nor by a person without business there.

    Nobody is offered anything who only looks on. Whoever plays a seat of a training table sees what lies face down before it.
    """
    people = floor.office.people()
    if at is None:
        return look(
            floor,
            table,
            lambda place: _page(
                floor,
                place,
                place.version,
                people,
                replaying=False,
                person=person,
                viewer=viewer_at(place, seat),
                looking_on=looking_on,
            ),
        )
    viewer = look(floor, table, lambda place: viewer_at(place, seat))
    now, kept_down = look(floor, table, lambda place: (place.version, hidden_at(place, at, viewer)))
    if not 1 <= at <= now:
        raise UnknownVersion(table, at, now)
    return _page(
        floor,
        floor.replay(table, until=at),
        now,
        people,
        replaying=True,
        kept_down=kept_down,
        viewer=viewer,
        looking_on=looking_on,
    )


def _page(
    floor: Floor,
    place: TableInService,
    now: int,
    people: Mapping[str, Posting],
    *,
    replaying: bool,
    kept_down: Hidden = NOTHING,
    person: Posting | None = None,
    viewer: int = PUBLIC,
    looking_on: bool,
) -> TablePage:
    moment = floor.clock()
    lawful = () if replaying else as_seen(floor.legal(place, moment), face_down(place, viewer))
    legal = () if looking_on else _for_player(viewer, _offered(place, person, lawful))
    seen = standing(place, kept_down, viewer=viewer)
    layout = seated(place.game.layout, {seat.seat for seat in seen.seats if seat.taken})
    betting = dict(betting_areas(place, legal))
    lying = bet_views(place, place.game.wagering.chips_as_they_lie(place.state.play.bets))
    open_areas = {name for name, area in betting.items() if area.rooms or area.takes or area.cash}
    drawn = felt.draw(layout, place.submission.certificate_holder)
    free = felt.free_below(drawn)
    stacks = tuple(felt.stacks(layout, lying, free))
    areas = felt.joined(
        layout,
        felt.in_turn(drawn, open_areas | {stack.area for stack in stacks}),
        seen.display.cards.keys(),
    )
    forms = step_forms(place, legal, seen.display, moment, _from_storage(floor, place, legal))
    return TablePage(
        place=place,
        now=now,
        standing=seen,
        replaying=replaying,
        layout=layout,
        numbers=tuple(felt.numbers(layout)),
        areas=areas,
        stacks=stacks,
        settled=tuple(settled_stacks(place, layout, seen.settlement, stacks, free)),
        pucks=tuple(_pucks(layout, areas, seen.display)),
        hands=tuple(
            cards.draw_hands(layout, _laid(seen.display.cards, _settings(forms, "cards")), seen.display.names)
        ),
        tiles=tuple(
            tiles.draw_tiles(layout, _laid(seen.display.tiles, _settings(forms, "tiles")), seen.display.names)
        ),
        pots=tuple(pots(layout, place.state.chips, seen.display)),
        zone=floor.office.days.zone,
        delivery=delivery_view(place, layout, legal),
        tile_set=tile_set_view(place),
        backs=_backs(place),
        kit=kit_view(place),
        shoe=shoe_view(place),
        betting=betting,
        posted=posted_wagers(place),
        forms=forms,
        groups=tuple(_groups(place, forms)),
        hints=() if replaying else tuple(hints(place, lawful, moment)),
        record=tuple(act_views(place, reversed(place.record[-_SHOWN_ACTS:]), kept_down, viewer=viewer)),
        settlement=seen.settlement,
        people=people,
        assigned={} if replaying else floor.assigned(place),
        person=person,
        own=_own(floor, place, person),
        watching=None if replaying or looking_on else _why_watching(place, person),
        looking_on=looking_on,
        wagers=tuple(standing_wagers(seen.bets, legal)) if has_acts_of_its_own(place) else None,
        rolls=last_rolls(place),
        rounds=tuple(islice(decided_rounds(place), _SHOWN_ROUNDS)),
        brisk="" if replaying or looking_on else _brisk(place, moment, viewer),
        playing=max(viewer, 0),
    )


def _brisk(place: TableInService, at: datetime, viewer: int) -> str:
    act = due(place, at) if place.training else None
    if act is None and viewer != PUBLIC and others_turn(place, viewer):
        return "The others play"
    return act.label if act else ""


def _for_player(viewer: int, legal: tuple[Lawful, ...]) -> tuple[Lawful, ...]:
    """What whoever plays a seat is offered: the crew's steps, and of the players' those of the own seat."""
    if viewer == PUBLIC:
        return legal
    return tuple(
        act for act in legal if Role.PLAYER not in act.by or viewer in act.fields.get("seat", (viewer,))
    )


def _own(floor: Floor, place: TableInService, person: Posting | None) -> frozenset[str]:
    """The credentials that somebody has and had, at a live table: at any other nobody asks."""
    if person is None or place.training:
        return frozenset()
    with floor.office.desk() as desk:
        return frozenset(one.credential for one in postings_of(desk.connection, person.person))


def _from_storage(
    floor: Floor, place: TableInService, legal: tuple[Lawful, ...]
) -> Mapping[str, tuple[Piece, ...]]:
    """What storage has given a live table, by the move that brings it; nothing where its book is not asked."""
    if not floor.asks_office(place):
        return {}
    rules = (place.rules.rule(lawful.move) for lawful in legal)
    brought = {rule.name: PieceKind(rule.brings) for rule in rules if rule is not None and rule.brings}
    with floor.office.desk() as desk:
        given = {
            move: dice_given(desk, place.name)
            if kind is PieceKind.DICE
            else decks_given(desk, place.name, kind)
            for move, kind in brought.items()
        }
    return {move: pieces for move, pieces in given.items() if pieces is not None}


def _offered(place: TableInService, person: Posting | None, legal: tuple[Lawful, ...]) -> tuple[Lawful, ...]:
    """What a person is offered of what may lawfully happen next; at a live table, nobody in particular gets nothing."""
    if place.training:
        return legal
    if person is None:
        return ()
    offered = (act for act in legal if any(has_business(place, person, role) for role in act.by))
    return tuple(_before(place, person, act) for act in offered)


def _before(place: TableInService, person: Posting, act: Lawful) -> Lawful:
    """A step that is taken before an overseer, or of which one is told first, as taken by or before whoever is signed in."""
    parts = roles_of(person.position)
    if is_told_first(place, act) and stands_for(person, Role.FLOORPERSON):
        return msgspec.structs.replace(act, by=tuple(part for part in act.by if part in FLOORPERSONS))
    seen_by = tuple(part for part in act.fields.get("witness", ()) if part in parts)
    if overseer_of(place, act.move) is None or not seen_by:
        return act
    return msgspec.structs.replace(act, fields={**act.fields, "witness": seen_by})


def _why_watching(place: TableInService, person: Posting | None) -> RuleViolation | None:
    """Why a person may only look at a table, in whatever part; nothing for everyone else."""
    if place.training:
        return None
    if person is None:
        return nobody_signed_in(place)
    if any(has_business(place, person, role) for role in Role):
        return None
    return no_business(place, person)


def _pucks(layout: Layout, areas: tuple[felt.DrawnArea, ...], display: Display) -> Iterator[Puck]:
    drawn = {area.area.id: area for area in areas}
    for marker in layout.markers:
        where = drawn.get(display.markers.get(marker.id, ""))
        if where is not None:
            yield Puck(
                marker.id, marker.label, _mark(marker.label), where.puck_x, where.puck_y, where.puck_radius
            )


def _mark(label: str) -> str:
    """What is written on a marker: a short label whole, else its initials."""
    if len(label) <= _LONGEST_MARK:
        return label
    return "".join(word[0] for word in label.split()[:-1]) or label[0]


def _settings(forms: tuple[StepForm, ...], pieces: str) -> Iterator[Setting]:
    return (form.setting for form in forms if form.setting is not None and form.setting.pieces == pieces)


def _laid(lying: dict[str, tuple[str, ...]], settings: Iterator[Setting]) -> dict[str, tuple[str, ...]]:
    """The cards or tiles by their places; a hand that can be arranged lies in the places it is arranged in."""
    laid = dict(lying)
    for setting in settings:
        laid.pop(f"hand-{setting.whose}", None)
        laid |= setting.laid()
    return laid


def _backs(place: TableInService) -> str:
    """The colour of the backs of the deck in use, as far as it can be drawn."""
    play = place.state.play
    if not isinstance(play, DeckFelt):
        return ""
    deck = play.kit.in_play or play.kit.deck(play.kit.last)
    back = deck.back.casefold() if deck else ""
    return back if back in _BACKS else "other"


def _groups(place: TableInService, forms: tuple[StepForm, ...]) -> Iterator[ChecklistGroup]:
    stages = {step.id: step.stage for step in place.game.checklist}
    found: dict[tuple[Stage, tuple[str, ...]], list[StepForm]] = {}
    for form in forms:
        if form.place is Place.CHECKLIST:
            step = next(msgspec.json.decode(f.choices[0].json) for f in form.fields if f.name == "step")
            found.setdefault((stages[step], form.by), []).append(form)
    for stage in Stage:
        for (its_stage, by), its_forms in found.items():
            if its_stage is stage:
                yield ChecklistGroup(_STAGES[stage], by[0], tuple(its_forms))
