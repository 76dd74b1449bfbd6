"""A Three Card Poker round as it stands."""

from houseway.equipment.cards import Hand
from houseway.table.card_felt import CardFelt
from houseway.table.progressive import Award, Progressive

HAND_SIZE = 3

# The moments of the chapter after the deal, in their order.
DECIDING = "deciding"  # Ante players are asked to play or fold; then the dealer's cards are turned over
REVEALING = "revealing"  # players' hands are revealed and settled, one after the other
CHECKING = "checking"  # the sweep waits for a payout to be checked


class Round(CardFelt, frozen=True, kw_only=True):
    """A round of Three Card Poker as it stands.

    `abandoned` are the positions whose wagers a floorperson ruled abandoned, `discarded` those whose cards are in the
    rack. `royals` are the positions that showed a suited ace, king and queen, each with its suit. `award` is the payout
    that the sweep waits for, `final` once one with papers was made. `shown` are the hands turned over, by their place
    on the layout, kept for the eye until the next round.
    """

    progressive: Progressive | None = None
    folded: tuple[int, ...] = ()
    abandoned: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    royals: tuple[tuple[int, int], ...] = ()
    award: Award | None = None
    final: bool = False
    shown: tuple[tuple[str, Hand], ...] = ()
