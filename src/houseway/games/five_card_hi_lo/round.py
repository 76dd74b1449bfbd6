"""A Five Card Hi-Lo round as it stands."""

import msgspec

from houseway.equipment.cards import Hand
from houseway.games.five_card_hi_lo.points import NO_SETTING
from houseway.table.card_felt import CardFelt

# The moments of the chapter after the deal, in their order.
DECIDING = "deciding"  # players fold or make a Play Wager
SETTING = "setting"  # players set their hands
DEALER_SETS = "dealer-sets"  # the dealer's cards are to be turned over and set
REVEALING = "revealing"  # players' hands are revealed and settled, one after the other
CARDS_OUT = (DECIDING, SETTING, DEALER_SETS, REVEALING)


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """Two hands laid face down at a position; `NO_SETTING` while nobody has seen how they are set."""

    seat: int
    setting: int


class Round(CardFelt, frozen=True, kw_only=True):
    """A round of Five Card Hi-Lo as it stands.

    `discarded` are the positions whose cards are in the rack. `to_correct` is the hand a floorperson is called to,
    `stopped` while one has to decide about an exposed card. `shown` are the hands turned over, by their place on the
    layout, kept for the eye until the next round.
    """

    folded: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    dealers_setting: int = NO_SETTING
    discarded: tuple[int, ...] = ()
    to_correct: int | None = None
    stopped: bool = False
    shown: tuple[tuple[str, Hand], ...] = ()

    def setting(self, seat: int) -> int | None:
        """How a position's hands are set; None while they are not laid down."""
        return next((laid.setting for laid in self.laid if laid.seat == seat), None)
