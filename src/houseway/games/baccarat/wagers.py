"""The wagers of the three chapters and what they pay (627a.7, 627a.12, 629a.7, 629a.12, 631a.8, 631a.13)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, partial

from houseway.games.baccarat.forms import FORMS, Form, FormRules, common
from houseway.games.baccarat.vigorish import VIGORISH
from houseway.law import implements, reading
from houseway.table.events import Result
from houseway.table.wagers import Units, Verdict, Wager, loses, pay_line, wins

PLAYER, BANKER, TIE = "player", "banker", "tie"
DRAGON_7, PANDA_8, HOUSE_MONEY = "dragon-7", "panda-8", "house-money"
# On either hand; House Money may be added to these.
ON_A_HAND = (PLAYER, BANKER)
ONLY_AT_EZ = (DRAGON_7, PANDA_8)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What decides the wagers on the hands: what both count in the end, and with how many cards."""

    player: int
    banker: int
    player_cards: int = 2
    banker_cards: int = 2


@dataclass(frozen=True, slots=True)
class Pairs:
    """What decides a House Money Wager: whether the first two cards of each hand are a pair."""

    player: bool
    banker: bool


@implements("627a.7(a)(7)(i)#2", "629a.7(a)(7)(i)#2", "631a.8(a)(7)(i)#2", readings=("C-50", "C-51"))
def is_pair(first: int, second: int) -> bool:
    """Whether two cards are of one rank, whatever their suits."""
    return first // 4 == second // 4


# Player, Banker and Tie.

_PLAYER_LINE = pay_line("Player Wager", common("pays-player"))
_BANKER_LINE = pay_line("Banker Wager", common("pays-banker"))
_TIE_LINE = pay_line("Tie Wager", common("pays-tie"))
_PLAYER_WINS = wins(common("wager-player"), _PLAYER_LINE)
_PLAYER_LOSES = loses(common("wager-player"))
_PLAYER_TIES = Verdict(Result.PUSH, common("pays-player"))
_BANKER_WINS = wins(common("wager-banker"), _BANKER_LINE)
_BANKER_LOSES = loses(common("wager-banker"))
_BANKER_TIES = Verdict(Result.PUSH, common("pays-banker"))
_TIE_WINS = wins(common("wager-tie"), _TIE_LINE)
_TIE_LOSES = loses(common("wager-tie"))


@implements("common:baccarat/wager-player", "common:baccarat/pays-player")
def _player(facts: Outcome, pick: str) -> Verdict:
    """Wins when the Player's Hand counts more; a tie returns it."""
    if facts.player == facts.banker:
        return _PLAYER_TIES
    return _PLAYER_WINS if facts.player > facts.banker else _PLAYER_LOSES


@implements("common:baccarat/wager-banker", "common:baccarat/pays-banker")
def _banker(facts: Outcome, pick: str) -> Verdict:
    """Wins when the Banker's Hand counts more; a tie returns it."""
    if facts.player == facts.banker:
        return _BANKER_TIES
    return _BANKER_WINS if facts.banker > facts.player else _BANKER_LOSES


@implements("627a.12[ez]", "629a.12[ez]", "common:baccarat/pays-ez")
def _banker_at_ez(rules: FormRules, facts: Outcome, pick: str) -> Verdict:
    """The same, but a Dragon 7 returns it."""
    if is_dragon_7(rules, facts):
        return Verdict(Result.PUSH, rules.ez_settled)
    return _banker(facts, pick)


@implements("common:baccarat/wager-tie", "common:baccarat/pays-tie")
def _tie(facts: Outcome, pick: str) -> Verdict:
    """Wins when both hands count the same."""
    return _TIE_WINS if facts.player == facts.banker else _TIE_LOSES


# Dragon 7 and Panda 8.


@implements("627a.1[dragon_7]", "common:baccarat/dragon-7")
def is_dragon_7(rules: FormRules, facts: Outcome) -> bool:
    """Whether the Banker's Hand wins with seven on three cards."""
    return rules.dragon_7.shown(facts.banker, facts.banker_cards, facts.player)


@implements("627a.1[panda_8]", "common:baccarat/panda-8")
def is_panda_8(rules: FormRules, facts: Outcome) -> bool:
    """Whether the Player's Hand wins with eight on three cards."""
    return rules.panda_8.shown(facts.player, facts.player_cards, facts.banker)


def _on(
    shown: Callable[[FormRules, Outcome], bool], rules: FormRules, won: Verdict, facts: Outcome, pick: str
) -> Verdict:
    return won if shown(rules, facts) else loses(won.clause)


# House Money.


@implements("627a.7(a)(7)(i)#1", "629a.7(a)(7)(i)#1", "631a.8(a)(7)(i)#1", readings=("C-41", "C-43"))
@implements("627a.7(a)(7)(ii)", "629a.7(a)(7)(ii)", "631a.8(a)(7)(ii)", readings=("C-41",))
@implements("627a.12(g)", "629a.12(h)", "631a.13(h)", readings=("C-42", "C-43", "C-44"))
def _house_money(both: Verdict, one: Verdict, neither: Verdict, facts: Pairs, pick: str) -> Verdict:
    """Wins on a pair in either hand, more on pairs in both, and loses when neither has one."""
    if facts.player and facts.banker:
        return both
    return one if facts.player or facts.banker else neither


def _house_money_wager(rules: FormRules) -> Wager:
    law = rules.house_money
    both = pay_line("House Money, a pair in both hands", law.both)
    one = pay_line("House Money, a pair in one hand", law.one)
    decide = partial(_house_money, wins(law.wins, both), wins(law.wins, one), loses(law.loses))
    readings = tuple(map(reading, ("C-41", "C-43", "C-44", "C-45", "C-46", "C-47", "C-48", "C-51", "C-52")))
    return Wager(HOUSE_MONEY, "House Money", law.offered, (both, one), decide, readings=readings)


def _dragon_7_wager(rules: FormRules) -> Wager:
    line = pay_line("Dragon 7 Insurance", rules.dragon_7_pays)
    decide = partial(_on, is_dragon_7, rules, wins(rules.dragon_7.clause, line))
    return Wager(DRAGON_7, line.label, rules.dragon_7_offered, (line,), decide)


def _panda_8_wager(rules: FormRules) -> Wager:
    line = pay_line("Panda 8", common("pays-panda-8"))
    decide = partial(_on, is_panda_8, rules, wins(rules.panda_8.clause, line))
    return Wager(PANDA_8, line.label, rules.panda_8_offered, (line,), decide)


# The catalogue.


def _wagers(rules: FormRules) -> tuple[Wager, ...]:
    by_parts = (reading("BAC-02"),)
    return (
        Wager(PLAYER, "Player", rules.wagers, (_PLAYER_LINE,), _player),
        Wager(BANKER, "Banker", rules.wagers, (_BANKER_LINE,), _banker, readings=by_parts),
        Wager(TIE, "Tie", rules.wagers, (_TIE_LINE,), _tie),
        _dragon_7_wager(rules),
        _panda_8_wager(rules),
        _house_money_wager(rules),
    )


# All that any text of a form has ever had.
CATALOGUES: Mapping[Form, Mapping[str, Wager]] = {
    form: {wager.name: wager for wager in _wagers(rules)} for form, rules in FORMS.items()
}


@cache
def catalogue(
    form: Form, *, ez: bool, panda_8: bool, parts: int = 1, percent: Decimal = Decimal(0)
) -> Mapping[str, Wager]:
    """The wagers of a form: at EZ Baccarat a Dragon 7 returns the Banker Wager, which otherwise is made in so many parts and
    pays so many percent of vigorish.

    With the text that has Panda 8, that as well.
    """
    found = {name: wager for name, wager in CATALOGUES[form].items() if panda_8 or name != PANDA_8}
    banker = partial(_banker_at_ez, FORMS[form]) if ez else _banker
    units = Units(parts, VIGORISH, paid=True, for_the="vigorish") if parts > 1 else None
    terms = f"less {percent}% vigorish" if percent else ""
    if ez:
        terms = "and returned on a Dragon 7"
    return {**found, BANKER: replace(found[BANKER], decide=banker, units=units, terms=terms)}


CATALOGUE = CATALOGUES[Form.MINIBACCARAT]
