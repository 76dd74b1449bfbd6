"""The three forms of the game: what 627a, 629a and 631a each say, where the others say it elsewhere or otherwise.

What no chapter prints is common practice, or was read in a public copy, and is cited as what it is.
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.equipment.decks import Clauses
from houseway.games.baccarat.hands import Drawing, drawing
from houseway.law import Clause, pa
from houseway.table.moves import Instrument
from houseway.table.wagers import BettingClauses


def common(what: str) -> Clause:
    """What every such game does, where no clause of it was read."""
    return pa(f"common:baccarat/{what}")


class Form(StrEnum):
    """The three forms of the game."""

    MINIBACCARAT = "minibaccarat"
    MIDIBACCARAT = "midibaccarat"
    BACCARAT = "baccarat"


class Style(StrEnum):
    """How the first cards come to the table, and who turns them over."""

    FACE_UP = "face-up"
    # The Banker's cards stay under the shoe until the Player's Hand was called.
    UNDER_THE_SHOE = "under-the-shoe"
    # Whoever bet most on a hand has its cards in hand and turns them over.
    HANDED = "handed"


@dataclass(frozen=True, slots=True)
class Special:
    """A hand of three cards that wins with just this count, the other hand having less."""

    clause: Clause
    counted: int
    held: int
    below: int

    def shown(self, counted: int, held: int, other: int) -> bool:
        """Whether a hand of so many cards is one, against what the other hand counts."""
        return counted == self.counted and held == self.held and other < self.below


def _dragon_7(clause: Clause) -> Special:
    below = int(clause.parameters["player"].removeprefix("<"))
    return Special(clause, clause.integer("banker"), clause.integer("banker_cards"), below)


def _panda_8(clause: Clause) -> Special:
    below = int(clause.parameters["banker"].removeprefix("<"))
    return Special(clause, clause.integer("player"), clause.integer("player_cards"), below)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseMoney:
    """What a chapter says of the House Money Wager."""

    offered: Clause
    area: Clause
    wins: Clause
    pair: Clause
    loses: Clause
    before_third_card: Clauses
    in_order: Clauses
    settled: Clause
    may_add: Clause
    share: Clause
    together: Clause
    untouched: Clause
    dealer_moves: Clause
    goes_on: Clause
    pays: Clause
    both: Clause
    one: Clause


def _house_money(
    layout: str, wagers: str, play: str, pays: str, *, announced: bool = False, parts: str = "1 i ii 2"
) -> HouseMoney:
    """House Money by the sections of a chapter.

    `parts` are how the paragraphs under `play` are numbered; with `announced` the first of them begins with its moment.
    """
    each, share, added, goes_on = parts.split()
    first = 2 if announced else 1
    in_turn = f"{play}({each})"
    return HouseMoney(
        offered=pa(f"{wagers}(a)(7)"),
        area=pa(f"{layout}(b)(7)"),
        wins=pa(f"{wagers}(a)(7)(i)#1"),
        pair=pa(f"{wagers}(a)(7)(i)#2"),
        loses=pa(f"{wagers}(a)(7)(ii)"),
        before_third_card=(pa(play), *((pa(f"{in_turn}#1"),) if announced else ())),
        in_order=(pa(f"{in_turn}#{first}"),),
        settled=pa(f"{in_turn}#{first + 1}"),
        may_add=pa(f"{in_turn}#{first + 2}"),
        share=pa(f"{in_turn}({share})#1"),
        together=pa(f"{in_turn}({share})#2"),
        untouched=pa(f"{in_turn}({added})#1"),
        dealer_moves=pa(f"{in_turn}({added})#2"),
        goes_on=pa(f"{play}({goes_on})"),
        pays=pa(pays),
        both=pa(f"{pays}#1"),
        one=pa(f"{pays}#2"),
    )


_NO_MORE_BETS = common("no-more-bets")
_DRAWS = "common:baccarat/draws-{}"
_DRAWING = drawing(common("natural"), _DRAWS)
_EZ, _EZ_SETTLED = common("ez-baccarat"), common("pays-ez")
_DRAGON_7_OFFERED, _DRAGON_7_PAYS = common("dragon-7-offered"), common("pays-dragon-7")
_DRAGON_7, _PANDA_8 = _dragon_7(common("dragon-7")), _panda_8(common("panda-8"))
_PANDA_8_OFFERED = common("panda-8-offered")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRules:
    """A chapter: its clauses, its positions, and the ways in which it deals; what it does not print is common practice."""

    title: str
    chapter: str
    seats: Clause
    layout: Clause
    vigorish_boxes: Clause
    boxes_left_out: Clause
    wagers: Clause
    betting: BettingClauses
    locked: Clause
    house_money: HouseMoney
    # How cards are dealt: the first four, and where they are handed to players, to whom and back.
    styles: tuple[Style, ...]
    closed: Clause = _NO_MORE_BETS
    dealt: Clauses = (_NO_MORE_BETS,)
    drawing: Drawing = _DRAWING
    ez: Clause = _EZ
    ez_settled: Clause = _EZ_SETTLED
    dragon_7_offered: Clause = _DRAGON_7_OFFERED
    dragon_7: Special = _DRAGON_7
    dragon_7_pays: Clause = _DRAGON_7_PAYS
    panda_8_offered: Clause = _PANDA_8_OFFERED
    panda_8: Special = _PANDA_8

    @property
    def most_seats(self) -> int:
        """How many players sit at the table at most."""
        return self.seats.integer("max_players")


_INSTRUMENTS = frozenset({Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.VERBAL_WITH_CASH})


def _betting(section: str) -> BettingClauses:
    return BettingClauses(
        catalogue=pa(f"{section}(a)"),
        instruments=pa(f"{section}(b)#1"),
        accepted=_INSTRUMENTS,
        cash=pa(f"{section}(b)#2"),
        changed=pa(f"{section}(b)#3"),
    )


MINIBACCARAT = FormRules(
    title="Minibaccarat",
    chapter="627a",
    seats=common("seats-minibaccarat"),
    layout=pa("627a.2(b)"),
    vigorish_boxes=pa("627a.2(b)(8)#1"),
    boxes_left_out=pa("627a.2(b)(8)#2"),
    wagers=pa("627a.7(a)"),
    betting=_betting("627a.7"),
    locked=pa("627a.7(c)"),
    house_money=_house_money("627a.2", "627a.7", "627a.8(d)", "627a.12(g)"),
    styles=(Style.FACE_UP, Style.UNDER_THE_SHOE),
    closed=pa("627a.8(b)"),
    dealt=(pa("627a.8(b)"),),
    drawing=drawing(pa("627a.1[natural]"), _DRAWS),
    ez=pa("627a.1[ez_baccarat]"),
    ez_settled=pa("627a.12[ez]"),
    dragon_7_offered=pa("627a.7(a)(5)"),
    dragon_7=_dragon_7(pa("627a.1[dragon_7]")),
    dragon_7_pays=pa("627a.12(f)"),
    panda_8_offered=pa("627a.7(a)(6)"),
    panda_8=_panda_8(pa("627a.1[panda_8]")),
)
MIDIBACCARAT = FormRules(
    title="Midibaccarat",
    chapter="629a",
    seats=pa("629a.2(a)"),
    layout=pa("629a.2(b)"),
    vigorish_boxes=pa("629a.2(b)(8)#1"),
    boxes_left_out=pa("629a.2(b)(8)#2"),
    wagers=pa("629a.7(a)"),
    betting=_betting("629a.7"),
    locked=pa("629a.7(c)"),
    house_money=_house_money(
        "629a.2", "629a.7", "629a.8(c)(3)", "629a.12(h)", announced=True, parts="i A B ii"
    ),
    styles=(Style.HANDED,),
    dealt=(pa("629a.8(c)#2"), pa("629a.8(c)#1")),
    ez=pa("629a.1[ez_baccarat]"),
    ez_settled=pa("629a.12[ez]"),
    dragon_7_offered=pa("629a.7(a)(5)"),
)
BACCARAT = FormRules(
    title="Baccarat",
    chapter="631a",
    seats=common("seats-baccarat"),
    layout=pa("631a.2(b)"),
    vigorish_boxes=pa("631a.2(b)(8)#1"),
    boxes_left_out=pa("631a.2(b)(8)#2"),
    wagers=pa("631a.8(a)"),
    betting=_betting("631a.8"),
    locked=pa("631a.8(c)"),
    house_money=_house_money("631a.2", "631a.8", "631a.9(e)", "631a.13(h)"),
    styles=(Style.HANDED, Style.FACE_UP),
    drawing=drawing(common("natural"), "631a.11[{}]"),
)
FORMS = {Form.MINIBACCARAT: MINIBACCARAT, Form.MIDIBACCARAT: MIDIBACCARAT, Form.BACCARAT: BACCARAT}
