"""Rounds in dispute: a written round played by the rules of its game, and how they settle it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

import msgspec

from houseway.floor.settlement import RoundResult, result_of
from houseway.floor.written_round import (
    BadRound,
    WrittenCoupon,
    WrittenHand,
    WrittenRound,
    WrittenStack,
    WrittenThrow,
    WrittenWager,
    cards_in,
    in_cents,
    on_meter,
)
from houseway.games import UnknownGame, as_written, game_under, games, submission_for
from houseway.law import Edition, RuleViolation, edition_in_force, editions_of, is_allowed
from houseway.submission import Submission, UnlawfulSubmission, require_lawful
from houseway.table.card_felt import DEALER
from houseway.table.card_play import CardDealt, Deal, PlayArea, SettlementReversed
from houseway.table.coupons import Coupon
from houseway.table.dice_play import DeclineDice, ThrowDice
from houseway.table.events import (
    BonusPaid,
    Event,
    Settled,
    VigorishCollected,
    VigorishRefunded,
    WagerRaised,
)
from houseway.table.felt import Felt
from houseway.table.forms import conversion
from houseway.table.game import Game
from houseway.table.meter import Amount, Meter
from houseway.table.moves import LeaveSeat, Move, PlaceWager, Report, TakeDownWager, TakeSeat
from houseway.table.progressive import Progressive
from houseway.table.progressive_events import MeterReset
from houseway.table.redemption import Coupons, PresentCoupon, check_presented, chips_with, follow, lay
from houseway.table.roles import Role
from houseway.table.routine import chance_due, move_of, moves_of, routine_move
from houseway.table.rules import Lawful
from houseway.table.seats import position
from houseway.table.shoe_game import ShoeGame
from houseway.table.shoe_play import Decide
from houseway.table.wagers import Bets

_PASS_ON = str(DeclineDice.__struct_config__.tag)
_WAGER = str(PlaceWager.__struct_config__.tag)
_DEAL, _DECIDE = (str(move.__struct_config__.tag) for move in (Deal, Decide))
_FEWEST_STACKS = 2
_NOTHING_TO_THROW_FOR = "there is nothing to throw for: the round is over, or nobody has wagered"


class NotOver(BadRound):
    """A round that was not written to its end, with the moves that may have come next."""

    def __init__(self, acts: tuple[Lawful, ...], lacking: str = "") -> None:
        super().__init__(f"the round is not over, {lacking or f'write what came next: {_in_writing(acts)}'}")
        self.acts = acts


Line = Settled | BonusPaid | WagerRaised | SettlementReversed | VigorishCollected | VigorishRefunded


class SettledRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the rules settle it: all events, and the wagers that still stand."""

    game: str
    edition: str
    chapter: str
    submission: str
    options: dict[str, Any]
    events: tuple[Any, ...]
    standing: Bets
    # How it came out, as the page of a table says it: the round, or one throw of the dice after the other.
    results: tuple[RoundResult, ...] = ()

    @property
    def lines(self) -> tuple[Event, ...]:
        """The settlement, line by line in lawful order, with bonuses, payouts put on a wager, vigorish taken or marked, and what a void round undid."""
        return tuple(event for event in self.events if isinstance(event, Line) or event.marks_debt)


def settle_round(written: WrittenRound) -> SettledRound:
    """Play a written round by the rules; a move the law does not allow raises `RuleViolation`."""
    if written.game not in games():
        raise UnknownGame(written.game)
    if games()[written.game].submission_type.needs_wagers:
        if not (written.wagers or any(throw.wagers for throw in written.throws)):
            raise BadRound("a round needs at least one wager")
    elif len(written.stacks) < _FEWEST_STACKS:
        raise BadRound("players who play each other need chips: write a stack for each of them")
    if not (written.throws or written.hands or written.shoe or _deals(written)):
        raise BadRound("a round needs at least one throw, or the hands or cards that were dealt")
    try:
        submission = _submission(written)
    except (msgspec.ValidationError, UnlawfulSubmission) as error:
        raise BadRound(f"submission: {error}") from None
    game = game_under(submission)
    edition = _edition(written, game)
    script = _Script(game, edition, written.gaming_day or date.max)
    if written.meter != "":
        script.read_meter(on_meter(written.meter))
    script.wager(written.wagers)
    if written.stacks and not game.own_cards:
        raise BadRound(f"{game.title} is played against the house: write wagers, not stacks")
    script.seat(written.stacks)
    if written.throws and game.hand_size:
        raise BadRound(f"{game.title} is played for hands: write its hands and decisions, not throws")
    for throw in written.throws:
        script.wager(throw.wagers)
        for decision in throw.decisions:
            script.decide(decision)
        script.throw(throw)
    if written.hands:
        script.deal(written.hands)
    if written.shoe:
        script.draw(written.shoe)
    for number, decision in enumerate(written.decisions, 1):
        with _told_which(number, len(written.decisions)):
            script.decide(decision)
    script.finish()
    script.check_over()
    script.check_all_drawn()
    if written.meter == "":
        script.check_meter_unpaid()
    return SettledRound(
        game=written.game,
        edition=edition.id,
        chapter=edition.chapter,
        submission=submission.digest(),
        options=as_written(written.game, written.submission),
        events=tuple(script.events),
        standing=script.state.bets,
        results=tuple(script.results()),
    )


@contextmanager
def _told_which(number: int, decisions: int) -> Iterator[None]:
    """Name the decision that is refused, where several are written."""
    try:
        yield
    except RuleViolation as refusal:
        if decisions == 1:
            raise
        said = f"decision {number} of {decisions}: {refusal.message}"
        raise RuleViolation(refusal.clause, said, fix=refusal.fix) from None


def _deals(written: WrittenRound) -> bool:
    """Whether all cards are told as decisions."""
    return any(decision.get("move") == _DEAL for decision in written.decisions)


def _submission(written: WrittenRound) -> Submission:
    """The operator's choices, which are lawful; a text that was not named is the one of the gaming day."""
    options = as_written(written.game, written.submission)
    submission = submission_for(written.game, options)
    require_lawful(submission)
    usual = game_under(submission).edition
    if not usual or written.gaming_day is None or "edition" in options:
        return submission
    known = {edition.id: edition for edition in editions_of(written.game)}
    if known[usual].covers(written.gaming_day):
        return submission
    for edition in known.values():
        same_law = edition.register_chapter == known[usual].register_chapter
        if same_law and edition.covers(written.gaming_day):
            dated = submission_for(written.game, {**options, "edition": edition.id})
            require_lawful(dated)
            return dated
    return submission


def _edition(written: WrittenRound, game: Game[Any]) -> Edition:
    if written.gaming_day is None:
        known = editions_of(written.game)
        return next((edition for edition in known if edition.id == game.edition), known[-1])
    return edition_in_force(written.game, written.gaming_day, game.edition)


class _Script:
    """The round under way: the state so far and everything that happened."""

    def __init__(self, game: Game[Any], edition: Edition, day: date) -> None:
        self.game = game
        self.edition = edition
        self.day = day
        self.state: Felt = game.ready()
        self.coupons = Coupons()
        self.events: list[Event] = []
        # What everyone was dealt, where hands were written; they are told as they come to the table.
        self.hands: dict[int, tuple[str, ...]] = {}
        # The cards that are still to come out of a shoe.
        self.shoe: list[str] = []
        # After how many events each throw began, where every throw is its own.
        self.thrown: list[int] = []

    def wager(self, wagers: tuple[WrittenWager, ...]) -> None:
        """The wagers made now, once the crew has done all it has to before the next throw."""
        if wagers:
            while self._routine():
                pass
        for written in wagers:
            if written.seat not in self.state.seats:
                beside = PlayArea(seat=written.player, area=written.seat) if written.player else None
                self._move(beside or TakeSeat(seat=written.seat))
            if written.coupon is None:
                self._move(
                    PlaceWager(
                        seat=written.seat,
                        wager=written.wager,
                        pick=self._pick(written),
                        amount=in_cents(written.amount),
                    )
                )
            else:
                self._present(written, written.coupon)

    def _pick(self, written: WrittenWager) -> str:
        """The pick as written; where none is, the only one that there may be now, such as the point for odds on the line."""
        wager = self.game.catalogue.get(written.wager)
        if written.pick != "" or wager is None or "" in wager.picks:
            return str(written.pick)
        offers = [act.fields for act in self.game.legal(self.state) if act.move == _WAGER]
        made = {"seat": written.seat, "wager": written.wager}
        open_now = [
            pick
            for fields in offers
            if all(value in fields[name] for name, value in made.items())
            for pick in fields["pick"]
        ]
        # Where there is none to be made, any pick has the rules say why.
        return (open_now or wager.picks)[0] if len(open_now) < 2 else ""

    def seat(self, stacks: tuple[WrittenStack, ...]) -> None:
        """The players who play each other, with the chips before them."""
        chips = {written.seat: in_cents(written.amount) for written in stacks}
        for seat, amount in chips.items():
            if amount <= 0:
                raise BadRound(f"{position(seat)} has no chips to play with")
        for written in stacks:
            self._move(TakeSeat(seat=written.seat))
        self.state = self.game.means.counted(self.state, lambda seat: chips.get(seat, 0))

    def _present(self, written: WrittenWager, coupon: WrittenCoupon) -> None:
        """A wager with a coupon under its chips, by the rules of every table."""
        # Coupons without their serials are told apart all the same.
        serial = coupon.serial or 1 + max((laid.coupon.serial for laid in self.coupons.lying), default=0)
        move = PresentCoupon(
            seat=written.seat,
            wager=written.wager,
            pick=self._pick(written),
            amount=in_cents(written.amount),
            coupon=Coupon(
                serial=serial, value=in_cents(coupon.value), expires=coupon.expires, terms=coupon.terms
            ),
        )
        check_presented(self.game, self.state, self.coupons, move, self.day, self.edition)
        if move.amount:
            self._move(chips_with(move))
        laid = lay(self.game, self.state, self.coupons, move)
        self.coupons = laid.coupons
        self.events.extend(laid.events)

    def throw(self, throw: WrittenThrow) -> None:
        """The crew's routine up to the dice, then what they showed, or what went wrong with them."""
        due = self._up_to_the_dice()
        if throw.dice:
            self._move(self._shown(due, throw.dice))
        if throw.irregularity:
            remedy = self.game.irregularities.get(throw.irregularity)
            by = remedy.by[0] if remedy else due.by[0]
            self._move(Report(irregularity=throw.irregularity, by=by))
        elif not throw.dice:
            raise BadRound("a throw needs its dice, or the irregularity that voided it")

    def _up_to_the_dice(self) -> Lawful:
        """The crew's routine until what the dice showed is due; who may not throw them passes them on."""
        passed = 0
        while (due := chance_due(self.game, self.state)) is None:
            move = routine_move(self.game, self.state)
            if move is None and (holder := self._holder_of_the_dice()):
                if passed >= len(self.state.seats):
                    # Nobody who was offered the dice may throw them, and the rules say why.
                    self.game.apply(self.state, ThrowDice(seat=holder))
                move, passed = DeclineDice(seat=holder), passed + 1
            if move is None:
                raise BadRound(_NOTHING_TO_THROW_FOR)
            self._move(move)
        if not self.state.bets:
            raise BadRound(_NOTHING_TO_THROW_FOR)
        return due

    def _holder_of_the_dice(self) -> int:
        """Who has the dice and may pass them on; 0 where nobody has, or there is nothing to throw for."""
        acts = self.game.legal(self.state) if self.state.bets else ()
        return next((int(act.fields["seat"][0]) for act in acts if act.move == _PASS_ON), 0)

    def _shown(self, due: Lawful, dice: tuple[int, ...]) -> Move:
        if len(dice) != len(due.fields):
            raise BadRound(f"a throw shows {len(due.fields)} dice, not {len(dice)}: {list(dice)}")
        return move_of(self.game, due, dict(zip(due.fields, dice, strict=True)))

    def deal(self, hands: tuple[WrittenHand, ...]) -> None:
        """Everyone's hand as written, to be told as the crew's routine comes to it; cards are dealt at once."""
        if not self.game.hand_size:
            raise BadRound(f"{self.game.title} is not played for hands")
        if self._drawn_one_by_one:
            raise BadRound(
                f"the cards of {self.game.title} are written in their order, as a shoe, not as hands"
            )
        if any(hand.tiles for hand in hands):
            self.hands = _laid_down(self.game, self.state, hands)
            return
        self.hands = _dealt(self.game, hands)
        dealt: set[int] = set()
        while not dealt:
            if not self._routine():
                raise BadRound(_NOTHING_TO_THROW_FOR)
            dealt = {event.seat for event in self.events if isinstance(event, CardDealt)}
        for seat in self.hands.keys() - dealt:
            raise BadRound(f"position {seat} was not dealt in")
        _check_all_told(self.state, self.hands)

    def draw(self, shoe: str) -> None:
        """The cards as they left a shoe, each told when it is due."""
        if not self._drawn_one_by_one:
            raise BadRound(f"{self.game.title} is not dealt from a shoe: write its hands")
        self.shoe = list(cards_in(shoe))

    @property
    def _drawn_one_by_one(self) -> bool:
        """Whether cards are written in the order in which they came: from a shoe, or to players who play each other."""
        return isinstance(self.game, ShoeGame) or self.game.own_cards is not None

    def check_all_drawn(self) -> None:
        """Refuse cards that nobody was dealt."""
        if self.shoe:
            raise BadRound(f"the round is over, and these cards were not dealt: {' '.join(self.shoe)}")

    def decide(self, decision: dict[str, Any]) -> None:
        """A move as written, once the crew has done what it has to before it."""
        if str(decision.get("move", "")) not in self.game.book.named:
            raise self._no_such_move(decision)
        said = {"by": self._reporter(decision), **decision} if decision.get("move") == "report" else decision
        if "amount" in said:
            said = {**said, "amount": in_cents(said["amount"])}
            if said.get("move") == _DECIDE and not said["amount"]:
                # On the wire that is the most there may be; nobody who writes it means so.
                raise BadRound(
                    f"$0 is no amount to put up: {decision}; leave it out for the most that may be"
                )
        try:
            move: Move = conversion(self.game.book.move_type)(said)
        except msgspec.ValidationError as error:
            raise BadRound(f"not a move of {self.game.title}: {decision}: {error}") from None
        if isinstance(move, Deal) and isinstance(self.game, ShoeGame):
            self._deal_told(move)
            return
        wrong: RuleViolation | None = None
        timely: RuleViolation | None = None
        refusals: list[RuleViolation] = []
        before = len(self.events)
        while True:
            try:
                self._move(move)
            except RuleViolation as refusal:
                refusals.append(refusal)
                # What is wrong with it at its own moment is told, not that the moment has passed.
                if wrong is None and (self._is_awaited(said) or self._may_be_wagered(move)):
                    wrong = refusal
                if self._is_its_moment(move):
                    timely = refusal
                if not self._routine():
                    told = wrong or timely
                    if told is None and (lacking := self._lacking() or self._untold()):
                        raise BadRound(f"{lacking}, before {said.get('decision', said['move'])!r}") from None
                    raise told or self._telling(refusals, before) from None
            else:
                return

    def _no_such_move(self, decision: dict[str, Any]) -> BadRound:
        """The refusal of a decision by a name that no move has, with what may come at this place."""
        self.finish()
        acts = [act for act in self.game.legal(self.state) if self._carries_on(act)]
        may_come = f"; what may come here: {_in_writing(acts)}" if acts else ""
        return BadRound(f"{self.game.title} has no move {decision.get('move', '')!r}{may_come}")

    def _deal_told(self, move: Deal) -> None:
        """Cards told as a decision, which come before those of the shoe; what the crew does between them is done."""
        if not move.cards:
            self._move(move)
        stay = len(self.shoe)
        self.shoe = [*move.cards, *self.shoe]
        while len(self.shoe) > stay:
            if not self._routine():
                self._move(
                    msgspec.structs.replace(move, cards=tuple(self.shoe[:-stay] if stay else self.shoe))
                )
                return

    def _untold(self) -> str:
        """What the crew has to tell before the round goes on, such as what the card reader says of a card that nobody saw."""
        acts = [
            act for act in self.game.legal(self.state) if act.asks and not act.rare and self._carries_on(act)
        ]
        return f"write first: {_in_writing(acts)}" if acts else ""

    def _is_its_moment(self, move: Move) -> bool:
        """Whether the table has come to the moment at which such a move is made at all."""
        rule = self.game.book.of[type(move)]
        return rule.when is not None and rule.is_time(self.game, self.state)

    def _telling(self, refusals: list[RuleViolation], before: int) -> RuleViolation:
        """The refusal that says most: where the round went on to its end, not that nothing goes on any more."""
        last = refusals[-1]
        if not any(event.ends_round for event in self.events[before:]):
            return last
        return next((refusal for refusal in refusals if str(refusal) != str(last)), last)

    def _lacking(self) -> str:
        """Who is due the next card, where none is written any more; nothing where that is not what is missing."""
        if self.shoe or not self._drawn_one_by_one or self.game.between_rounds(self.state):
            return ""
        if not isinstance(self.game, ShoeGame):
            act = chance_due(self.game, self.state)
            return f"too few cards are written in the shoe: {act.note}" if act is not None else ""
        due = self.game.due(self.state)
        if due is None:
            return ""
        return f"no card is written in the shoe for {self.game.called(due.to)}, who is due one by {due.clauses[0].id}"

    def _is_awaited(self, said: Mapping[str, Any]) -> bool:
        """Whether a move is one of those that may come next, its amount aside."""
        return any(
            act.move == said["move"]
            and all(said.get(name, values[0]) in values for name, values in act.fields.items())
            for act in self.game.legal(self.state)
        )

    def _may_be_wagered(self, move: Move) -> bool:
        """Whether a move puts chips on a wager that is made at this moment, whatever else is wrong with it."""
        if not isinstance(move, PlaceWager) or move.wager not in self.game.catalogue:
            return False
        wager = self.game.catalogue[move.wager]
        return is_allowed(self.game.wagering.check_placing, self.state, wager, raising=False)

    def _reporter(self, decision: dict[str, Any]) -> str:
        remedy = self.game.irregularities.get(str(decision.get("irregularity", "")))
        return remedy.by[0] if remedy else Role.DEALER

    def finish(self) -> None:
        """The crew's routine after the last throw or decision, as far as it goes without another."""
        while not self._is_over() and self._routine():
            pass

    def check_over(self) -> None:
        """Refuse a round of hands that was not written to its end: what came next is for people to say."""
        if self.game.hand_size and not self.game.between_rounds(self.state):
            lacking = self._lacking()
            if lacking and not self.state.bets:
                # No wager hangs on the cards that the dealer drew for nobody, nor is each of them remembered.
                return
            acts = tuple(act for act in self.game.legal(self.state) if self._carries_on(act))
            raise NotOver(acts, lacking)

    def _carries_on(self, act: Lawful) -> bool:
        """Whether a lawful act belongs to the round itself."""
        rule = self.game.book.named[act.move]
        apart = rule.prepares or rule.puts_right or act.rare
        return not apart and rule.move not in (TakeSeat, LeaveSeat, TakeDownWager, Report)

    def read_meter(self, amount: Amount) -> None:
        """The meter as it stood before the round."""
        progressive = getattr(self.state, "progressive", None)
        if not isinstance(progressive, Progressive):
            raise BadRound(f"there is no meter at this {self.game.title} table")
        stood = msgspec.structs.replace(progressive, meter=Meter(amount=amount, seed=amount))
        self.state = msgspec.structs.replace(self.state, progressive=stood)

    def check_meter_unpaid(self) -> None:
        """Refuse a share of a meter that nobody wrote down: what it comes to is not known."""
        if any(isinstance(event, MeterReset) for event in self.events):
            raise BadRound(
                "a share of the meter is paid in this round: write what the meter stood at before it, "
                'for instance meter = "12,345.67"'
            )

    def _is_over(self) -> bool:
        """Whether nothing is left to settle; where hands are dealt, also whether the round has come to its end.

        Where players play each other there is nothing to settle before it either.
        """
        if self.game.own_cards is not None:
            return any(event.ends_round for event in self.events)
        waits = self.game.hand_size and not self.game.between_rounds(self.state)
        return not self.state.bets and not waits

    def _routine(self) -> bool:
        """One ordinary move of the crew, unless the next is a throw or chance itself."""
        told = self.game.written(self.state, self.hands) if self.hands else None
        move = told or self._next_of_the_crew()
        if move is None:
            return False
        self._move(move)
        return True

    def _next_of_the_crew(self) -> Move | None:
        due = chance_due(self.game, self.state)
        if due is not None and self._drawn_one_by_one:
            return move_of(self.game, due, {"cards": (self.shoe.pop(0),)}) if self.shoe else None
        if due is not None:
            # What else chance decides where hands are written, such as who is dealt to first, settles no wager.
            return next(moves_of(self.game, due)) if self.hands else None
        move = routine_move(self.game, self.state)
        rule = self.game.book.of[type(move)] if move is not None else None
        if rule is None or rule.told_to_it:
            return None
        return None if rule.throws and not (self.hands or self.shoe) else move

    def results(self) -> Iterator[RoundResult]:
        """How the round came out, or every throw of it that showed or settled anything."""
        ends = [*self.thrown[1:], len(self.events)]
        parts = [*zip(self.thrown, ends, strict=True)] if self.thrown else [(0, len(self.events))]
        for number, (start, end) in enumerate(parts, 1):
            result = result_of(self.game, number, self.events[start:end])
            if result is not None:
                yield result

    def _move(self, move: Move) -> None:
        if self.game.pieces is None and type(move) in self.game.book.throws:
            self.thrown.append(len(self.events))
        step = self.game.apply(self.state, move)
        followed = follow(self.game, self.state, step.state, self.coupons, step.events, self.day)
        self.state, self.coupons = step.state, followed.coupons
        self.events.extend(followed.events)


def _dealt(game: Game[Any], hands: tuple[WrittenHand, ...]) -> dict[int, tuple[str, ...]]:
    """Everyone's cards; positions that nobody wrote down got cards that nobody saw."""
    told = {hand.seat: cards_in(hand.cards) for hand in hands}
    if len(told) < len(hands):
        raise BadRound("a position has one hand; two are written for the same one")
    for seat, cards in told.items():
        if len(cards) != game.hand_size:
            raise BadRound(f"the hand of {position(seat)} needs {game.hand_size} cards, not {len(cards)}")
    return told


def _check_all_told(state: Felt, told: Mapping[int, object]) -> None:
    for seat in sorted({*(bet.seat for bet in state.bets), DEALER} - set(told)):
        raise BadRound(f"the hand of {position(seat)} is missing")


def _laid_down(game: Game[Any], state: Felt, hands: tuple[WrittenHand, ...]) -> dict[int, tuple[str, ...]]:
    """Everyone's tiles, those of a player with the high hand first."""
    laid = {hand.seat: tuple(hand.tiles.replace("/", " ").split()) for hand in hands}
    if len(laid) < len(hands):
        raise BadRound("a position has one hand; two are written for the same one")
    playing = {bet.seat for bet in state.bets}
    for hand in hands:
        if hand.seat not in {*playing, DEALER}:
            raise BadRound(f"position {hand.seat} has no wager")
        if len(laid[hand.seat]) != game.hand_size:
            raise BadRound(f"the hand of {position(hand.seat)} needs {game.hand_size} tiles: {hand.tiles!r}")
        high, stroke, _ = hand.tiles.partition("/")
        if hand.seat != DEALER and (not stroke or len(high.split()) * 2 != game.hand_size):
            raise BadRound(
                f"write how position {hand.seat} set its tiles, high hand first: 'a b / c d', not {hand.tiles!r}"
            )
    _check_all_told(state, laid)
    return laid


def _in_writing(acts: Iterable[Lawful]) -> str:
    """Moves that may come next, in words and as they are written."""
    return "; ".join(f"{act.label} (move = {act.move!r}{_told_with(act)})" for act in acts)


def _told_with(act: Lawful) -> str:
    """The fields that a move is told with, those with one value given."""
    given = [
        f"{name} = {values[0]!r}" if len(values) == 1 else name
        for name, values in act.fields.items()
        if values not in (("",), ((),))
    ]
    return "".join(f", {field}" for field in (*given, *act.text, *(["amount"] if act.amount else [])))
