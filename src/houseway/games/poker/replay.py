"""A hand history played again through the rules: its finishing stacks, or the first action that the rules refuse."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import msgspec

from houseway.equipment.cards import UNSEEN, Hand, check_told
from houseway.games.poker.clauses import CARDS, INTO_THE_POT
from houseway.games.poker.course import bettors
from houseway.games.poker.dealing import BOARD, due
from houseway.games.poker.game import Poker
from houseway.games.poker.moves import (
    BeginHand,
    BringIn,
    BurnCard,
    Call,
    Check,
    DrawCards,
    FoldHand,
    MakeBet,
    MuckHand,
    PostBlind,
    RaiseTo,
    ReshuffleDiscards,
    ShowHand,
)
from houseway.games.poker.opening import by_position
from houseway.games.poker.phh import AMOUNTS, LISTS, Amount, HandHistory, is_known
from houseway.games.poker.round import (
    BETWEEN_HANDS,
    BRINGING_IN,
    DEALING,
    DRAWING,
    POSTING,
    SHOWDOWN,
    PokerHand,
)
from houseway.games.poker.showdown import may_show
from houseway.games.poker.submission import HeadsUp, PokerSubmission
from houseway.law import RuleViolation
from houseway.money import Cents
from houseway.table.betting_round import Answer, Reopening, Structure, opened
from houseway.table.card_play import Deal
from houseway.table.events import Event
from houseway.table.moves import Move
from houseway.table.seats import position

_SHOWN_AS_KNOWN = "-"
_ANSWERS = ("f", "cc", "cbr", "pb")
UNKNOWN = "inf"  # a stack that nobody knows, as files write it
# No amount is written with more digits.
_LONGEST = 20
# How many places after the point an amount of money has.
_CENTS = 2
# The chips of a player whose stack nobody knows: more than any amount that is written.
_ENDLESS = 10**_LONGEST


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """The first action that the rules refuse: which, by what clause, and why; 0 is before the first action."""

    action: int
    told: str
    clause: str
    why: str


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a hand: the stacks it left, whether it came to its end, and whether they are as the file states."""

    game: str
    stacks: tuple[str, ...]
    finished: bool
    agrees: bool
    refused: Refused | None = None
    waits_for: str = ""

    @property
    def sound(self) -> bool:
        """Whether the hand was played to its end, to the stacks that the file states, if it does."""
        return self.finished and self.agrees and self.refused is None


def submission_of(hand: HandHistory, scale: int) -> PokerSubmission:
    """The Rules Submission that a file's stakes come to, with its least unit as the smallest chip.

    Files do not tell after how many raises, nor after which all-in, nobody may raise: here they always may.
    """
    limit = hand.structure is Structure.LIMIT
    return PokerSubmission(
        variant=hand.variant.name,
        seats=hand.players,
        structure=hand.structure,
        bet=_cents(hand.amount("small_bet" if limit else "min_bet"), scale),
        big_bet=_cents(hand.amount("big_bet"), scale),
        most_raises=0,
        reopening=Reopening.ANY,
        blinds=tuple(max(_cents(amount, scale), 0) for amount in hand.amounts("blinds_or_straddles")),
        heads_up=HeadsUp.BUTTON,
        antes=tuple(_cents(amount, scale) for amount in hand.amounts("antes")),
        ante_live=bool(hand.fields.get("ante_trimming_status", False)),
        bring_in=_cents(hand.amount("bring_in"), scale),
        smallest_chip=1,
    )


def _cents(amount: Amount, scale: int) -> Cents:
    return int((amount if is_known(amount) else _ENDLESS) * scale)


def scale_of(hand: HandHistory) -> int:
    """In how many parts the file's unit is counted, so that every amount is whole; with any point in it, in cents at least."""
    told = [word for action in hand.actions for word in action.partition("#")[0].split()[2:]]
    amounts = [
        *(amount for name in LISTS for amount in hand.fields.get(name, ())),
        *(hand.amount(name) for name in AMOUNTS),
        *(number for word in told if (number := _number(word)) is not None),
    ]
    exact = [amount for amount in amounts if isinstance(amount, Decimal) and is_known(amount)]
    places = [-int(amount.as_tuple().exponent) for amount in exact]
    return int(10 ** max(_CENTS, *places)) if places else 1


def _number(word: str) -> Amount | None:
    word = word.replace(",", "")
    if len(word) > _LONGEST or not word.replace(".", "", 1).isdecimal() or not word.isascii():
        return None
    return Decimal(word) if "." in word else int(word)


def replay(hand: HandHistory) -> Replayed:
    """A hand through the rules, as far as they let it go."""
    scale = scale_of(hand)
    submission = submission_of(hand, scale)
    said = _teller(scale)
    wrong = next(submission.findings(), None)
    if wrong is not None:
        refused = Refused(action=0, told=wrong.where, clause=wrong.clause, why=wrong.problem)
        stacks = tuple(map(str, hand.amounts("starting_stacks")))
        return Replayed(game=hand.variant.title, stacks=stacks, finished=False, agrees=False, refused=refused)
    return Retelling(hand, Poker(submission, said), scale).run()


def _teller(scale: int) -> Callable[[Cents], str]:
    def said(cents: Cents) -> str:
        whole, part = divmod(cents, scale)
        return str(whole) if not part else format((Decimal(cents) / scale).normalize(), "f")

    return said


@dataclass
class Retelling:
    """A hand being played again; what is dealt and thrown waits until the table comes to it."""

    hand: HandHistory
    game: Poker
    scale: int
    state: PokerHand = field(default_factory=PokerHand)
    events: list[Event] = field(default_factory=list)
    # What the file has told of cards before they are due: by seat, with the action that told them.
    cards: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    thrown: dict[int, list[tuple[int, Hand]]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    # Who neither shows the whole hand nor gives it up, with the action that told it.
    kept: dict[int, int] = field(default_factory=dict)
    # The earlier action that is carried out only now, if it is.
    at: int = 0

    def run(self) -> Replayed:
        """Every action in turn, until one is refused."""
        try:
            self.begin()
            for action in self.hand.actions:
                self.tell(action)
            while self._given_up():
                pass
            self._check_all_told()
        except RuleViolation as violation:
            at = self.at or len(self.told)
            refused = Refused(
                action=at,
                told=self.told[at - 1] if at else "",
                clause=violation.clause.id,
                why=str(violation.message),
            )
            return self._outcome(refused)
        return self._outcome(None)

    def begin(self) -> None:
        """The hand begun, with everything posted that the file states."""
        seats = tuple(range(1, self.hand.players + 1))
        stacks = (_cents(amount, self.scale) for amount in self.hand.amounts("starting_stacks"))
        self.state = self.game.seated(dict(zip(seats, stacks, strict=True)))
        self._apply(BeginHand())
        # Whoever posts the most does so last, and the next player acts first; of two equal ones the later in the file is last.
        blinds = sorted(self.state.to_post, key=lambda post: (post[1], post[0]))
        self.state = msgspec.structs.replace(self.state, to_post=(*self._posts(), *blinds))
        self._catch_up()

    def _outcome(self, refused: Refused | None) -> Replayed:
        finished = self.state.phase == BETWEEN_HANDS
        if finished:
            stacks = [chips for _, chips in self.state.racks]
        else:
            stacks = [holder.stack for holder in self.state.holders]
        told = tuple(
            self.game.said(chips) if is_known(start) else UNKNOWN
            for chips, start in zip(stacks, self.hand.amounts("starting_stacks"), strict=True)
        )
        stated = self.hand.fields.get("finishing_stacks")
        return Replayed(
            game=self.hand.variant.title,
            stacks=told,
            finished=finished,
            # What a file states of a hand that it leaves unfinished are the stacks as it leaves them.
            agrees=finished if stated is None else told == tuple(map(self._said, stated)),
            refused=refused,
            waits_for="" if finished or refused else self.state.phase.replace("-", " "),
        )

    def _apply(self, move: Move) -> None:
        step = self.game.apply(self.state, move)
        self.state = step.state
        self.events.extend(step.events)

    def _said(self, amount: Amount) -> str:
        return self.game.said(_cents(amount, self.scale)) if is_known(amount) else UNKNOWN

    def _posts(self) -> Iterator[tuple[int, Cents]]:
        """What players post to be dealt in at once, told as Blinds below nothing; it does not change who acts first."""
        order = by_position(self.game, self.state)
        for seat, amount in zip(order, self.hand.amounts("blinds_or_straddles"), strict=False):
            if amount < 0:
                yield seat, -_cents(amount, self.scale)

    # What nobody writes down: Blinds, burns and reshuffles come by themselves, and cards when they are due.

    def _catch_up(self) -> None:
        while self._forced() or self._thrown() or self._dealt():
            pass
        self.at = 0

    def _forced(self) -> bool:
        state = self.state
        if state.phase == POSTING and state.to_post:
            self._apply(PostBlind(seat=state.to_post[0][0]))
            return True
        if state.phase not in (DEALING, DRAWING):
            return False
        if not state.stub and (state.owed or state.to_burn) and state.phase == DRAWING:
            self._apply(ReshuffleDiscards())
            return True
        if state.to_burn:
            self._apply(BurnCard())
            return True
        return False

    def _thrown(self) -> bool:
        state = self.state
        if state.phase != DRAWING or state.owed or not self.thrown.get(state.drawing[0]):
            return False
        self.at, discards = self.thrown[state.drawing[0]].pop(0)
        self._apply(DrawCards(seat=state.drawing[0], discards=discards))
        return True

    def _dealt(self) -> bool:
        state = self.state
        if state.phase not in (POSTING, DEALING, DRAWING) or (state.phase == DRAWING and not state.owed):
            return False
        (seat, _), *_ = due(self.game, state)
        if not self.cards.get(seat) or not state.stub:
            return False
        self.at, card = self.cards[seat].pop(0)
        self._apply(Deal(cards=(card,)))
        return True

    def _given_up(self) -> bool:
        """Whether a hand that was kept, or of which the file tells nothing more, is given up, because another is shown."""
        state = self.state
        left = [holder.seat for holder in state.live if not holder.shown]
        if state.phase != SHOWDOWN or not left or len(left) == len(state.live):
            return False
        self.at = self.kept.get(left[0], 0)
        self._apply(MuckHand(seat=left[0]))
        return True

    # What the file tells.

    def tell(self, action: str) -> None:
        """The next action of the file."""
        self.told.append(action)
        at = len(self.told)
        words = action.partition("#")[0].split()
        match words:
            case []:
                return
            case ["d", "dh", player, cards]:
                self.cards.setdefault(self._seat(player), []).extend((at, card) for card in _pairs(cards))
            case ["d", "db", cards]:
                self.cards.setdefault(BOARD, []).extend((at, card) for card in _pairs(cards))
            case [player, "sd", *cards] if len(cards) <= 1:
                hand = tuple(_pairs("".join(cards)))
                self.thrown.setdefault(self._seat(player), []).append((at, hand))
            case [player, *done] if done:
                seat = self._seat(player)
                if done == ["f"] and self._is_alone(seat):
                    done = ["sm"]
                self._check_waiting()
                self._begin_with(seat)
                if self._keeps(seat, done):
                    self.kept[seat] = at
                elif not self._changes_nothing(seat, done):
                    self._check_dealt(done)
                    self._apply(self._move(seat, done, action))
            case _:
                raise _unreadable(action)
        self._catch_up()

    def _check_all_told(self) -> None:
        """Refuse cards that never were due; some files go on to deal when all but one have given up at the showdown."""
        shown = self.state.phase == BETWEEN_HANDS and any(" sm" in action for action in self.told)
        if self.state.phase not in (POSTING, DEALING, DRAWING) and not shown:
            self._check_waiting()

    def _check_waiting(self) -> None:
        """Refuse an answer while cards that the file dealt or threw could not be."""
        if any(self.cards.values()):
            self._check_dealt()
        for at, told in (*self._waiting(self.cards), *self._waiting(self.thrown)):
            self.at = at
            raise RuleViolation(INTO_THE_POT, f"this is not due: {self.told[at - 1]!r} ({told})")

    def _check_dealt(self, done: Sequence[str] = ()) -> None:
        """Refuse an answer to a bet while cards are due that the file has not dealt."""
        if self.state.phase in (POSTING, DEALING) and (not done or done[0] in _ANSWERS):
            (seat, _), *_ = due(self.game, self.state)
            whom = "the board" if seat == BOARD else position(seat)
            raise RuleViolation(INTO_THE_POT, f"{whom} is to be dealt cards first")

    def _waiting(
        self, held: dict[int, list[tuple[int, str]]] | dict[int, list[tuple[int, Hand]]]
    ) -> Iterator[tuple[int, str]]:
        phase = self.state.phase
        stands = "over" if phase == BETWEEN_HANDS else f"waiting for: {phase.replace('-', ' ')}"
        for waiting in held.values():
            for at, _ in waiting:
                yield at, f"the hand is {stands}"

    def _begin_with(self, seat: int) -> None:
        """Let a player act first whose cards face up nobody knows, so that they may be the best that show."""
        state, betting = self.state, self.state.betting
        holder = state.holder(seat)
        if betting is None or holder is None or holder.folded or UNSEEN not in holder.up or not state.street:
            return
        if all(other.answered is None for other in betting.bettors):
            begun = opened(bettors(state, seat, posted=False), pot=state.pot)
            self.state = msgspec.structs.replace(state, betting=begun)

    def _changes_nothing(self, seat: int, done: list[str]) -> bool:
        """Whether this is what files tell though nobody is asked for it any more.

        That is the check of the only player left with chips to bet, and a hand shown when the pot is already won or
        when it lies open since nobody could bet any more.
        """
        state, holder = self.state, self.state.holder(seat)
        if done == ["cc"]:
            return self._is_alone(seat)
        if done[0] != "sm":
            return False
        return state.phase == BETWEEN_HANDS or (len(done) == 2 and holder is not None and holder.shown)

    def _is_alone(self, seat: int) -> bool:
        """Whether a player is the only one left with chips to bet, whom nobody asks any more; a fold then gives the hand up."""
        state = self.state
        able = [holder.seat for holder in state.live if holder.stack]
        return state.phase in (DEALING, DRAWING, SHOWDOWN) and state.betting is None and able == [seat]

    def _keeps(self, seat: int, done: list[str]) -> bool:
        """Whether a player who may show leaves cards unknown or out, and so wins only if everybody else gives up."""
        state, holder = self.state, self.state.holder(seat)
        if done[0] != "sm" or len(done) != 2 or done[1] == _SHOWN_AS_KNOWN:
            return False
        cards = tuple(_pairs(done[1]))
        if holder is None or holder.shown or not may_show(self.game, state):
            return False
        if UNSEEN not in cards and len(cards) >= len(holder.cards):
            return False
        check_told(cards, (*holder.cards, *state.left(self.game.variant)), CARDS)
        return not holder.folded

    def _move(self, seat: int, done: list[str], action: str) -> Move:
        match done:
            case ["f"]:
                return FoldHand(seat=seat)
            case ["cc"]:
                return Call(seat=seat) if self._is_open(Answer.CALL) else Check(seat=seat)
            case ["cbr", amount] if (number := _number(amount)) is not None:
                to = _cents(number, self.scale)
                if self._completes_a_blind(to):
                    return Call(seat=seat)
                return RaiseTo(seat=seat, amount=to) if self._to_call() else MakeBet(seat=seat, amount=to)
            case ["pb"]:
                return BringIn(seat=seat)
            case ["sm"]:
                return MuckHand(seat=seat)
            case ["sm", cards]:
                return ShowHand(seat=seat, cards=() if cards == _SHOWN_AS_KNOWN else tuple(_pairs(cards)))
            case _:
                raise _unreadable(action)

    def _to_call(self) -> Cents:
        betting = self.state.betting
        return betting.to_call if betting is not None and self.state.phase != BRINGING_IN else 0

    def _completes_a_blind(self, to: Cents) -> bool:
        """Whether this is the call of a Blind that was posted short, which some files tell as a raise."""
        betting = self.state.betting
        return betting is not None and max(one.bet for one in betting.bettors) < to == betting.to_call

    def _is_open(self, answer: Answer) -> bool:
        betting = self.state.betting
        asked = betting.asked if betting is not None else None
        return asked is not None and (answer is Answer.CALL) == (asked.bet < self._to_call())

    def _seat(self, player: str) -> int:
        number = player[1:]
        if player[:1] != "p" or not number.isdecimal() or not 1 <= int(number) <= self.hand.players:
            raise _unreadable(player)
        return int(number)


def _unreadable(told: str) -> RuleViolation:
    return RuleViolation(INTO_THE_POT, f"no action of the format: {told!r}")


def _pairs(cards: str) -> Iterator[str]:
    if len(cards) % 2:
        raise _unreadable(cards)
    yield from (cards[place : place + 2] for place in range(0, len(cards), 2))
