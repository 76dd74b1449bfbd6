"""A Five Card Hi-Lo round for tests: wagers, hands and decisions told in a few words."""

from typing import Any

from houseway.games.five_card_hi_lo.game import FiveCardHiLo
from houseway.games.five_card_hi_lo.moves import CollectForfeits, RevealHand, SetHand, TurnDealer
from houseway.games.five_card_hi_lo.round import Round
from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.games.five_card_hi_lo.turns import asked, holds_bonus, revealed_next
from houseway.table.card_play import Deal, DiscardStub, Fold
from houseway.table.events import Event
from houseway.table.moves import CallNoMoreBets, PlaceWager, TakeSeat
from houseway.table.wagers import bet_at
from tests.crew import Crew

# Hands by what the aces-high setting makes of them: high points / low points.
H31_L11 = "As Jd Tc 9h 2c"  # or 29/3 with the ace low
H27_L9 = "Kd Kc 7d 6d 3s"
H30_L18 = "Ks Qs Js 9s 9d"
H18_L5 = "8c 6c 4c 3c 2d"
THREE_ACES = "Ah Ac Ad 8h 5h"
FOUR_ACES = "Ah Ac Ad As 5h"
FOUR_ACES_AND_A_TWO = "Ah Ac Ad As 2h"


class HiLo(Crew):
    """A table with a deck ready; `bets` are amounts by seat and wager."""

    game: FiveCardHiLo
    state: Round

    def __init__(self, bets: dict[int, dict[str, int]] | None = None, **options: Any) -> None:
        super().__init__(FiveCardHiLo(HiLoSubmission(**options)))
        self.state = self.game.ready()
        for seat, wagers in (bets or {}).items():
            self.do(TakeSeat(seat=seat))
            self.bet(seat, **wagers)

    def bet(self, seat: int, **wagers: int) -> "HiLo":
        """Wagers at a position, for instance ante=1000."""
        for wager, amount in wagers.items():
            self.do(PlaceWager(seat=seat, wager=wager.replace("_", "-"), amount=amount))
        return self

    def cards(self, **hands: str) -> tuple[str, ...]:
        """The order in which these hands are dealt, for instance seat_1=..., dealer=...; others get spare cards."""
        told = {_seat(name): cards.split() for name, cards in hands.items()}
        known = {card for cards in told.values() for card in cards}
        spare = [card for card in self.game.left(self.state) if card not in known]
        due = self.game.due(self.state)
        return tuple(told[seat].pop(0) if told.get(seat) else spare.pop(0) for seat in due)

    def dealt(self, **hands: str) -> "HiLo":
        """No more bets, the deal, and the stub away."""
        self.do(CallNoMoreBets())
        self.do(Deal(cards=self.cards(**hands)), DiscardStub())
        return self

    def dealt_unseen(self) -> "HiLo":
        """No more bets, a deal of which nobody sees a card, and the stub away."""
        self.do(CallNoMoreBets())
        self.do(Deal(cards=("??",) * len(self.game.due(self.state))), DiscardStub())
        return self

    def play(self) -> list[Event]:
        """The player who is asked makes the Play Wager."""
        seat = asked(self.state)
        ante = bet_at(self.state.bets, seat, "ante", "")
        assert ante is not None
        return self.do(PlaceWager(seat=seat, wager="play", amount=ante.amount))

    def fold(self) -> list[Event]:
        """The player who is asked folds, knowing what that gives up."""
        seat = asked(self.state)
        return self.do(Fold(seat=seat, knowing=holds_bonus(self.state, seat)))

    def decided(self, *answers: str) -> "HiLo":
        """Everyone answers in turn, "play" unless told otherwise, and forfeits are collected."""
        for answer in answers:
            self.play() if answer == "play" else self.fold()
        while asked(self.state):
            self.play()
        self.do(CollectForfeits())
        return self

    def set(self, seat: int, low: str = "") -> list[Event]:
        """A position is laid down with these cards low, or untold."""
        return self.do(SetHand(seat=seat, low=tuple(low.split())))

    def dealer(self, **more: Any) -> list[Event]:
        """The dealer's cards are turned over."""
        return self.do(TurnDealer(**more))

    def reveal(self, cards: str = "", low: str = "") -> list[Event]:
        """The next hand is revealed."""
        move = RevealHand(seat=revealed_next(self.state), cards=tuple(cards.split()), low=tuple(low.split()))
        return self.do(move)

    def shown_down(self, player: str, dealer: str, low: str = "", answer: str = "play") -> list[Event]:
        """A whole round of the only player; what happened when the hand was revealed."""
        (seat,) = self.state.seats
        self.dealt(**{f"seat_{seat}": player, "dealer": dealer}).decided(answer)
        if answer == "play":
            self.set(seat, low or _aces_high(player))
        self.dealer()
        return self.reveal()


def _aces_high(hand: str) -> str:
    """The two cards worth least, an ace as eleven."""
    worth = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
    return " ".join(sorted(hand.split(), key=lambda card: worth.get(card[0]) or int(card[0]))[:2])


def _seat(name: str) -> int:
    return 0 if name == "dealer" else int(name.removeprefix("seat_"))
