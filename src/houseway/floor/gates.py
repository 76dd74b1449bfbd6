"""Gates: what the back office asks before a live table does something, and what the table's act orders there.

A training table asks nothing: nobody's money is on it. A gate is asked when the rules of the game have allowed the
act and before it is recorded, so that a refusal changes nothing at the table; all of them see the books as they stand at one instant. What an act orders is recorded with it in
one transaction: at no instant is the one there without the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from houseway.backoffice.approvals.gates import approvals_answering, require_approved
from houseway.backoffice.book import Desk
from houseway.backoffice.custody.orders import Reason, RetireDice
from houseway.backoffice.custody.piece import AT_A_TABLE, Alternative, Piece, PieceKind
from houseway.backoffice.custody.playing import find_deck, find_dice
from houseway.backoffice.custody.schema import piece_of
from houseway.backoffice.orders import Order, TableOrder, name_of
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.postings.postings import posting_of
from houseway.backoffice.revenue.denominations import check_in_chips
from houseway.backoffice.revenue.trays import REVENUE, open_tray_of
from houseway.backoffice.rosters.assigning import refuse
from houseway.backoffice.rosters.assignments import crew_of, in_operation, was_in_operation
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION, Crew
from houseway.backoffice.rosters.now import opening_findings
from houseway.backoffice.rosters.orders import PutInOperation, TakeOutOfOperation
from houseway.backoffice.tables.deciding import check_planned_as_played
from houseway.equipment.decks import PackRules
from houseway.equipment.dice import DiceSet
from houseway.floor.coupons import CouponGate
from houseway.floor.table import TableInService
from houseway.law import Clause, RuleViolation, implements
from houseway.table.card_play import BringDeck
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.days import GamingDays
from houseway.table.deck_table import DeckTable
from houseway.table.dice_steps import DICE_ISSUED, INSPECTED_BEFORE, IssueDice
from houseway.table.events import DiceRetired
from houseway.table.moves import PlaceWager, Report
from houseway.table.procedure import Attest, CloseTable, OpenTable, TableClosed
from houseway.table.roles import Role
from houseway.table.table_state import Act, Status
from houseway.table.words import spoken


class Gate(Protocol):
    """Something that must agree before an act is recorded."""

    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Refuse the act, or give the orders that are carried out with it; the table stands as it did before."""


class OpeningGate:
    """A live table opens under an approved submission in force, with its opener, its crew, supervision and cameras.

    Once open, it takes no new wager while its approval is over or any of these people and cameras is missing; what lies
    is played out.
    """

    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Ask for everything that must be approved and everyone who must be there; a table that closes frees its crew."""
        # A table that opened before the house went by its back office never had a crew to lose.
        if _is_new_wager(place, act.move) and was_in_operation(desk.connection, place.name):
            require_approved(desk.connection, place.name, place.submission, desk.day)
            _check_staffed(desk, place)
        if isinstance(act.move, OpenTable) and not self._is_staffed_to_open(desk, place, act.move):
            yield self._order(PutInOperation(table=place.name), place, act, binding=True)
        if any(isinstance(event, TableClosed) for event in events) and place.name in in_operation(
            desk.connection
        ):
            yield self._order(TakeOutOfOperation(table=place.name), place, act, binding=False)

    def _is_staffed_to_open(self, desk: Desk, place: TableInService, move: OpenTable) -> bool:
        """Whether somebody has put the table in operation already; refuses one that may not open at all."""
        if move.gaming_day != desk.day:
            raise RuleViolation(
                place.game.opening_clause,
                f"the gaming day of the house is {desk.day}, not {move.gaming_day}",
                fix=f"open the table for {desk.day}",
            )
        require_approved(desk.connection, place.name, place.submission, desk.day)
        check_planned_as_played(desk, place.name, place.submission)
        _check_opener(desk, place)
        staffed = place.name in in_operation(desk.connection)
        if staffed:
            _check_staffed(desk, place)
        return staffed

    def _order(self, order: Order, place: TableInService, act: Act[Any], *, binding: bool) -> TableOrder:
        key = f"table/{place.name}/{place.version + 1}/{name_of(order)}/{act.at.isoformat()}"
        return TableOrder(order, act.signer, key, binding)


def _is_new_wager(place: TableInService, move: Any) -> bool:
    """Whether a move puts up a wager that no round under way waits for: dice wait for none."""
    return isinstance(move, PlaceWager) and (
        any(rule.throws for rule in place.game.book.of.values())
        or place.game.between_rounds(place.state.play)
    )


@implements("465a.35(b)", "465a.35(c)#1", "465a.9(c)(2)")
def _check_staffed(desk: Desk, place: TableInService) -> None:
    """Refuse to go on at a table that has lost somebody or a camera since it opened, or whose crew was sent away."""
    if place.name not in in_operation(desk.connection):
        raise RuleViolation(
            WHILE_IN_OPERATION,
            f"{place.name} was taken out of operation, and its crew is free for others",
            fix="assign its crew and put it in operation again, or close the table",
        )
    refuse(opening_findings(desk, place.name), fix="assign the people and cameras that are missing")


@implements("125-149:RAF(16)#1")
def _check_opener(desk: Desk, place: TableInService) -> None:
    """Refuse to open a table whose opener is not counted in the revenue book, or lies in no tray that the table knows."""
    opened = open_tray_of(desk.connection, place.name)
    if opened is None or opened[0] != desk.day:
        said = "is not counted" if opened is None else f"is that of {opened[0]}, and its tray is not closed"
        raise RuleViolation(
            REVENUE,
            f"the opener of table {place.name} for {desk.day} {said}",
            fix="count the tray and record it in the revenue book: open-tray",
        )
    if opened[1] != place.set_up.game:
        raise RuleViolation(
            REVENUE,
            f"the revenue book has table {place.name} as {opened[1]}, and {place.set_up.game} is played there",
            fix="close its tray, and open it for the game that is played",
        )
    if place.counted_for != desk.day:
        raise RuleViolation(
            REVENUE,
            f"the opener of table {place.name} was not counted since the table last closed",
            fix="close its tray in the revenue book, and open it anew",
        )


# What a line of the record holds of a reference.
_LONGEST_REFERENCE = 80


def approvals_to_name(desk: Desk, place: TableInService, step: ChecklistStep) -> tuple[str, ...]:
    """The references under which a line of the check-list may be answered for; of a long one the number of the filing."""
    found = approvals_answering(desk.connection, place.name, place.submission, step, desk.day)
    return tuple(
        dict.fromkeys(
            one.reference if len(one.reference) <= _LONGEST_REFERENCE else f"number {one.number}"
            for one in found
        )
    )


class ApprovalsGate:
    """Whoever answers for an approval names one that the book of approvals has in force."""

    @implements("125-149:Preamble/General#1", "125-149:Preamble/General#6")
    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Refuse a reference that is nobody's letter, or one that is not in force for that line."""
        if isinstance(act.move, Attest):
            step = next(step for step in place.game.checklist if step.id == act.move.step)
            if step.stage is Stage.APPROVAL:
                self._check(desk, place, step, act.move.reference)
        return iter(())

    def _check(self, desk: Desk, place: TableInService, step: ChecklistStep, named: str) -> None:
        known = approvals_to_name(desk, place, step)
        if named not in known:
            in_force = f"name one of: {', '.join(known)}" if known else "have it approved and recorded first"
            raise RuleViolation(
                step.clause,
                f"the book of approvals has no {named!r} in force at table {place.name} for: {step.text}",
                fix=in_force,
            )


class CrewGate:
    """The crew that is assigned to a live table deals it, and nobody of another table's."""

    @implements("465a.35(b)")
    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Refuse what a dealer, a stickperson or a boxperson does who is not assigned to the table."""
        crew = crew_of(desk.connection, place.name)
        # A table that opened before the house went by its back office never had a crew.
        if not crew.members and (
            place.state.status is Status.CLOSED or not was_in_operation(desk.connection, place.name)
        ):
            return iter(())
        entered = posting_of(desk.connection, act.entered_by, desk.day) if act.entered_by else None
        able = _able(crew, act.move.by)
        if able is not None and act.who not in able:
            raise _not_assigned(place, act.who, act.move.by, able)
        if entered is not None and entered.position in _CREW and entered.credential not in crew.members:
            raise _not_assigned(place, entered.credential, entered.position, crew.members)
        return iter(())


_CREW = (Position.DEALER, Position.BOXPERSON)


def assigned_to(crew: Crew) -> dict[str, str]:
    """Who of the crew of a table is told for each part: the first of those who may play it."""
    able = {role.value: _able(crew, role) for role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON)}
    return {part: names[0] for part, names in able.items() if names}


def _able(crew: Crew, by: Role) -> tuple[str, ...] | None:
    """Who of a crew plays a part at the table; None for a part that is nobody's of the crew."""
    match by:
        case Role.DEALER:
            return crew.dealers
        case Role.STICKPERSON:
            return (crew.stickperson,) if crew.stickperson else crew.dealers
        case Role.BOXPERSON:
            return crew.boxpersons or None
    return None


def _not_assigned(place: TableInService, who: str, part: str, assigned: Sequence[str]) -> RuleViolation:
    return NotPermitted(
        WHILE_IN_OPERATION,
        f"{who} is not assigned to table {place.name} as {spoken(part)}; assigned: {', '.join(assigned) or 'nobody'}",
        fix=f"have {' or '.join(assigned)} do it, or assign {who} to the table first: relieve-crew-member"
        if assigned
        else "assign its crew: assign-crew",
    )


class PiecesGate:
    """Dice, decks and tiles at a live table are those that the back office has given it, and has not taken away since."""

    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Ask whether what is brought or played with may be, and take out of use what is played with no longer."""
        dice, decks = _dice_of(place, act.move), _decks_of(place, act.move)
        if dice or decks:
            self._check(desk, place, act.move, dice, decks)
        if given_up := _dice_given_up(place, act.move, events):
            yield from self._retired(desk, place, act, given_up)

    def _check(
        self, desk: Desk, place: TableInService, move: Any, dice: str, decks: Sequence[tuple[str, Clause]]
    ) -> None:
        """Dice and decks are the table's, and come as the book says they do."""
        for serial, by in decks:
            kind = PieceKind.TILES if _cards(place) is None else PieceKind.CARDS
            deck = find_deck(desk, serial, place.name, kind, by)
            if deck is not None and isinstance(move, BringDeck):
                _check_brought(place, move, deck)
        known = find_dice(desk, dice, place.name) if dice else None
        if known is not None and isinstance(move, IssueDice):
            _check_issued(place, move, known)

    def _retired(self, desk: Desk, place: TableInService, act: Act[Any], serial: str) -> Iterator[TableOrder]:
        """Take dice out of use, unless the book has taken them from the table before."""
        piece = piece_of(desk.connection, serial)
        if piece is None or piece.standing not in AT_A_TABLE or piece.table != place.name:
            return
        order = RetireDice(
            serial=piece.serial,
            table=place.name,
            reason=_why_given_up(act.move),
            finding=_found_unfit(place, act.move),
        )
        key = f"table/{place.name}/{place.version + 1}/dice"
        yield TableOrder(order, act.signer, key, binding=False)


def _dice_of(place: TableInService, move: Any) -> str:
    """The set that a move brings to the table, opens it with, or puts into play; empty where it does none of that."""
    if isinstance(move, IssueDice):
        return move.serial
    game, dice = place.game, place.state.dice
    rule = game.book.of.get(type(move))
    plays = isinstance(move, OpenTable) or (rule is not None and (rule.throws or rule.hands_on))
    needed = plays and game.dice_handling.wanted(game, place.state.play) is not None
    return dice.set.serial if needed and dice is not None else ""


def _dice_given_up(place: TableInService, move: Any, events: Sequence[Any]) -> str:
    """The set that lay on the table until an act took it away or brought another; empty where it did neither."""
    retired = any(isinstance(event, DiceRetired) for event in events)
    if not retired and not isinstance(move, IssueDice):
        return ""
    issued = (
        earlier.act.move.serial
        for earlier in reversed(place.record)
        if isinstance(earlier.act.move, IssueDice)
    )
    return next(issued, "")


def _why_given_up(move: Any) -> Reason:
    if isinstance(move, CloseTable):
        return Reason.TABLE_CLOSED
    lost = isinstance(move, Report) and move.irregularity == "die-lost"
    return Reason.DIE_LOST if lost else Reason.CHANGED


def _found_unfit(place: TableInService, move: Any) -> str:
    """What the crew called when it found dice unfit, which has to be reported."""
    unfit = isinstance(move, Report) and move.irregularity == "dice-unfit"
    return f"called at table {place.name}: {spoken(move.irregularity)}" if unfit else ""


def _decks_of(place: TableInService, move: Any) -> tuple[tuple[str, Clause], ...]:
    """The decks or tiles that a move brings to the table or begins a round with, each with the clause of its use."""
    if found := place.game.brought_by(move):
        serial, _, inspected_by = found
        return ((serial, inspected_by),)
    rule = place.game.book.of.get(type(move))
    if rule is None or not rule.begins:
        return ()
    return tuple((serial, life.clause) for serial, life in place.game.pieces_in_use(place.state.play))


def _cards(place: TableInService) -> PackRules | None:
    """What a table's chapter demands of its cards; None where it is played with tiles, or with dice alone."""
    return place.game.cards if isinstance(place.game, DeckTable) else None


def _check_brought(place: TableInService, move: BringDeck, known: Piece) -> None:
    """Refuse a deck that is made for another game, or is not made as the table says."""
    rules = _cards(place)
    assert rules is not None, "the table has taken a deck"
    if known.game != place.set_up.game:
        raise RuleViolation(rules.composition[0], f"{known} is a deck for {known.game}")
    if move.back not in known.colours:
        raise RuleViolation(
            rules.composition[0], f"the backs of {known} are not {move.back} but {', '.join(known.colours)}"
        )
    if rules.jokers_in(known.count) != move.jokers:
        told = rules.size - rules.jokers + move.jokers
        raise RuleViolation(rules.composition[0], f"{known} holds {known.count} cards, not {told}")


@implements("603a.13(f)(2)(iii)", "603a.13(f)(3)(v)")
def _check_issued(place: TableInService, move: IssueDice, known: Piece) -> None:
    """Refuse a set that is not made as the table says, or was not inspected where it says."""
    rules = place.game.dice
    assert rules is not None, "the table has taken dice"
    rules.check_set(DiceSet(serial=known.serial, colours=known.colours))
    if Counter(move.colours) != Counter(known.colours):
        said, kept = ", ".join(move.colours), ", ".join(known.colours)
        raise RuleViolation(rules.composition_clause, f"{known} are not {said} but {kept}")
    if move.for_locked_shaker and not known.for_locked_shaker:
        raise RuleViolation(rules.life.clause, f"{known} are not made for a locked shaker")
    way = known.alternative or Alternative.AT_THE_TABLE
    if move.alternative != way:
        raise RuleViolation(
            INSPECTED_BEFORE.get(way, DICE_ISSUED),
            f"{known} comes by alternative {way.value}, not {move.alternative}",
            fix=f"issue it as of alternative {way.value}",
        )


class ChipsGate:
    """Chips are laid, bought and taken back at a live table in amounts that the house's own denominations make up."""

    def orders(
        self, desk: Desk, place: TableInService, act: Act[Any], events: Sequence[Any]
    ) -> Iterator[TableOrder]:
        """Refuse an amount for which there are no chips."""
        amount = getattr(act.move, "amount", 0)
        if amount:
            check_in_chips(desk.connection, amount, desk.day)
        yield from ()


def gates_of(days: GamingDays) -> tuple[Gate, ...]:
    """Every gate of the house."""
    return (
        CrewGate(),
        ApprovalsGate(),
        PiecesGate(),
        OpeningGate(),
        ChipsGate(),
        CouponGate(days),
    )
