"""The wagers and how each is decided (36.05.14.07E, .11C, .11D, .12)."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.games.three_card_poker.paytables import (
    A_K_Q_OF_ANOTHER_SUIT,
    A_K_Q_OF_SPADES,
    ANTE_LINE,
    ENVY_BONUS,
    MINI_ROYAL_LINE,
    PAIR_PLUS,
    PLAY_LINE,
    PROGRESSIVE,
    SIX_CARD_BONUS,
    SUPER_ROYAL,
    SUPER_ROYAL_OF_DIAMONDS,
    EditionName,
    Paytable,
    has_super_royal,
)
from houseway.games.three_card_poker.ranking import (
    DIAMONDS,
    NO_SUIT,
    SPADES,
    category,
    is_mini_royal,
    qualifies,
)
from houseway.games.three_card_poker.showdown import Showdown
from houseway.law import implements, md, reading
from houseway.money import Cents
from houseway.table.events import Result
from houseway.table.wagers import PayLine, Verdict, Wager, loses, wins

ANTE = "ante"
PLAY = "play"
PAIR_PLUS_WAGER = "pair-plus"
PROGRESSIVE_WAGER = "progressive"
SIX_CARD_BONUS_WAGER = "six-card-bonus"

DEALER_GAME = md(".07E(1)")
PAYTABLE_GAME = md(".07E(2)")
PROGRESSIVE_SIDE_BET = md(".07E(4)")
SIX_CARD_SIDE_BET = md(".07E(5)")

# A fold gives up all but the Six Card Bonus (.11C, readings C-109 and C-110).
FORFEITED_ANTE = md(".11B")
FORFEITED_PAIR_PLUS = md(".11C(1)")
FORFEITED_PROGRESSIVE = md(".11C(2)#1")
KEPT_SIX_CARD_BONUS = md(".11C(3)")

NO_QUALIFIER_PAYS_ANTE = md(".11D(3)(c)#1")
NO_QUALIFIER_RETURNS_PLAY = md(".11D(3)(c)#2")
LOWER = md(".11D(3)(d)(i)")
HIGHER = md(".11D(3)(d)(ii)")
LEVEL = md(".11D(3)(d)(iii)")
PAIR_PLUS_SETTLED = md(".11D(4)#2")
PROGRESSIVE_SETTLED = md(".11D(6)")
SIX_CARD_SETTLED = md(".11D(8)(c)")
SIX_CARDS_READ_TOGETHER = md(".11D(8)(d)")

_QUALIFIES_WITH_A_QUEEN = (reading("C-112"),)
_LOST_ON_A_FOLD = (reading("C-109"), reading("C-110"))
_SIX_CARDS = (reading("C-114"), reading("C-115"), reading("C-116"))


@implements(
    "36.05.14.11B", "36.05.14.11D(3)(c)#1", "36.05.14.11D(3)(d)", "36.05.14.12A#1", readings=("C-110",)
)
def _ante(facts: Showdown, pick: str) -> Verdict:
    """Paid when the dealer does not qualify or is beaten, given up by a fold."""
    if facts.folded:
        return loses(FORFEITED_ANTE)
    if not qualifies(facts.dealer):
        return wins(NO_QUALIFIER_PAYS_ANTE, ANTE_LINE)
    return _against_the_dealer(facts, ANTE_LINE)


@implements("36.05.14.11D(3)(c)#2", "36.05.14.12A#2")
def _play(facts: Showdown, pick: str) -> Verdict:
    """Decided with the Ante, but handed back when the dealer does not qualify."""
    if not qualifies(facts.dealer):
        return Verdict(Result.PUSH, NO_QUALIFIER_RETURNS_PLAY)
    return _against_the_dealer(facts, PLAY_LINE)


@implements("36.05.14.11D(3)(d)(i)", "36.05.14.11D(3)(d)(ii)", "36.05.14.11D(3)(d)(iii)")
def _against_the_dealer(facts: Showdown, line: PayLine) -> Verdict:
    """The higher hand wins and level hands stand off."""
    if facts.player > facts.dealer:
        return wins(HIGHER, line)
    if facts.player < facts.dealer:
        return loses(LOWER)
    return Verdict(Result.PUSH, LEVEL)


@implements("36.05.14.12B#1", "36.05.14.12C", "649a.6(e)#2", readings=("C-106", "C-107", "C-108"))
def ante_bonus(paytable: Paytable, facts: Showdown) -> PayLine | None:
    """The line on which a played hand is paid on its Ante, whatever the dealer holds; a folded hand has none."""
    return None if facts.folded else _three_card_line(paytable, facts.player)


def _three_card_line(paytable: Paytable, value: int) -> PayLine | None:
    """The line of a three-card hand: a mini-royal has its own where the table has one (649a.6(e))."""
    if MINI_ROYAL_LINE in paytable and is_mini_royal(value):
        return paytable[MINI_ROYAL_LINE]
    return paytable.get(category(value))


@dataclass(frozen=True, slots=True)
class _PairPlus:
    """Decides Pair Plus on one paytable."""

    paytable: Paytable

    @implements("36.05.14.07E(2)", "36.05.14.11C(1)", "36.05.14.11D(4)#2", readings=("C-109",))
    def __call__(self, facts: Showdown, pick: str) -> Verdict:
        """Paid on the hand alone, unless the Ante beside it was given up."""
        if facts.folded:
            return loses(FORFEITED_PAIR_PLUS)
        line = _three_card_line(self.paytable, facts.player)
        return wins(PAIR_PLUS_SETTLED, line) if line else loses(PAIR_PLUS_SETTLED)


@dataclass(frozen=True, slots=True)
class _Progressive:
    """Decides the Progressive Payout Wager on one paytable."""

    paytable: Paytable

    @implements(
        "36.05.14.01B(6)",
        "36.05.14.11C(2)#1",
        "36.05.14.11D(6)",
        "36.05.14.12E(2)",
        readings=("C-110", "C-129"),
    )
    def __call__(self, facts: Showdown, pick: str) -> Verdict:
        """Paid on the highest line that the hand reaches, unless the Ante was given up."""
        if facts.folded:
            return loses(FORFEITED_PROGRESSIVE)
        line = self.paytable.get(_suited_a_k_q(facts.royal_suit) or category(facts.player))
        return wins(PROGRESSIVE_SETTLED, line) if line else loses(PROGRESSIVE_SETTLED)


def _suited_a_k_q(suit: int) -> int:
    """The line of a suited ace, king and queen, or 0 for any other hand."""
    if suit == NO_SUIT:
        return 0
    return A_K_Q_OF_SPADES if suit == SPADES else A_K_Q_OF_ANOTHER_SUIT


@implements(
    "36.05.14.01B(2)", "36.05.14.12E(5)", "36.05.14.12E(5)(a)", "36.05.14.12E(5)(b)", readings=("C-130",)
)
def envy_line(recipient_wager: Cents, royal_suit: int) -> PayLine | None:
    """What a progressive bettor receives for another player's hand, by the size of the recipient's own wager."""
    return ENVY_BONUS[recipient_wager].get(_suited_a_k_q(royal_suit))


@dataclass(frozen=True, slots=True)
class _SixCardBonus:
    """Decides the Six Card Bonus on one paytable."""

    paytable: Paytable

    @implements("36.05.14.11D(8)(a)", "36.05.14.11D(8)(c)", "36.05.14.11C(3)", readings=("C-110", "C-115"))
    def __call__(self, facts: Showdown, pick: str) -> Verdict:
        """Paid on the best hand of the six cards, whatever became of the other wagers."""
        if has_super_royal(self.paytable) and facts.super_royal != NO_SUIT:
            return wins(SIX_CARDS_READ_TOGETHER, self._super_royal(facts.super_royal))
        line = self.paytable.get(facts.six_card)
        return wins(SIX_CARD_SETTLED, line) if line else loses(SIX_CARD_SETTLED)

    @implements(
        "36.05.14.06F(8)#2",
        "36.05.14.07E(5)(a)",
        "36.05.14.11D(8)(d)",
        "649a.6(d)(8)#2",
        readings=("C-103", "C-105", "C-116"),
    )
    def _super_royal(self, suit: int) -> PayLine:
        """All six cards read as one hand, under a table that lists it."""
        if suit == DIAMONDS and SUPER_ROYAL_OF_DIAMONDS in self.paytable:
            return self.paytable[SUPER_ROYAL_OF_DIAMONDS]
        return self.paytable[SUPER_ROYAL]


def catalogue(
    pair_plus: Paytable = PAIR_PLUS["C"],
    progressive: Paytable = PROGRESSIVE["A"],
    six_card_bonus: Paytable = SIX_CARD_BONUS[EditionName.MD_2014]["B"],
) -> Mapping[str, Wager]:
    """The wagers of the chapter on the chosen paytables."""
    wagers = (
        Wager(ANTE, "Ante", DEALER_GAME, (ANTE_LINE,), _ante, readings=_QUALIFIES_WITH_A_QUEEN),
        Wager(PLAY, "Play", DEALER_GAME, (PLAY_LINE,), _play, readings=_QUALIFIES_WITH_A_QUEEN),
        Wager(
            PAIR_PLUS_WAGER,
            "Pair Plus",
            PAYTABLE_GAME,
            tuple(pair_plus.values()),
            _PairPlus(pair_plus),
            readings=_LOST_ON_A_FOLD,
        ),
        Wager(
            PROGRESSIVE_WAGER,
            "Progressive",
            PROGRESSIVE_SIDE_BET,
            tuple(progressive.values()),
            _Progressive(progressive),
            readings=(*_LOST_ON_A_FOLD, reading("C-129"), reading("C-130")),
        ),
        Wager(
            SIX_CARD_BONUS_WAGER,
            "Six Card Bonus",
            SIX_CARD_SIDE_BET,
            tuple(six_card_bonus.values()),
            _SixCardBonus(six_card_bonus),
            readings=_SIX_CARDS,
        ),
    )
    return {wager.name: wager for wager in wagers}


CATALOGUE = catalogue()
