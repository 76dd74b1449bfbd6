"""What the sign of a Poker table says: how it is bet, antes, Blinds, straddle, kill, odd amounts and what the house takes."""

from collections.abc import Iterator

from houseway.games.poker.clauses import RAKE, STRUCTURE, in_each
from houseway.games.poker.submission import (
    KILLS,
    ODD_CHIPS,
    STRUCTURES,
    Kill,
    PokerSubmission,
)
from houseway.law import implements
from houseway.money import Cents, dollars
from houseway.table.betting_round import Structure
from houseway.table.document_line import DocumentLine

_NONE = "none"


@implements(*in_each("(b)#4"), *in_each("(d)#4"), *in_each("(e)#3"), "637a.19(l)(3)#2", readings=("C-96",))
def sign(chosen: PokerSubmission) -> Iterator[DocumentLine]:
    """The terms of the table, each with the clause that puts it on the sign."""
    variant = chosen.chosen
    section = variant.section
    yield DocumentLine(variant.title, STRUCTURES[chosen.structure], STRUCTURE)
    yield DocumentLine("Bets", _bets(chosen), STRUCTURE)
    yield DocumentLine("Antes", _amounts(chosen.antes), section.terms_sign)
    if variant.brings_in:
        yield DocumentLine("Bring-in", dollars(chosen.bring_in), STRUCTURE)
    else:
        yield DocumentLine("Blinds", _amounts(chosen.blinds), section.blind_sign)
        straddle = dollars(chosen.straddle) if chosen.straddle else _NONE
        yield DocumentLine("Straddle", straddle, section.straddle_sign)
    yield DocumentLine("Kill", _kill(chosen), variant.kill_sign or section.terms_sign)
    yield DocumentLine("What cannot be shared goes to", ODD_CHIPS[chosen.odd_chip], variant.sides[0].odd)
    yield DocumentLine("Rake or time charge", _charge(chosen), RAKE)


def _amounts(amounts: tuple[Cents, ...]) -> str:
    return ", ".join(dollars(amount) for amount in amounts if amount) or _NONE


def _bets(chosen: PokerSubmission) -> str:
    if chosen.structure is not Structure.LIMIT:
        return f"at least {dollars(chosen.bet)}"
    most = f", at most {chosen.most_raises} in a round" if chosen.most_raises else ""
    return f"{dollars(chosen.bet)} and {dollars(chosen.big_bet)}{most}"


def _kill(chosen: PokerSubmission) -> str:
    if chosen.kill is Kill.NONE:
        return _NONE
    return f"{KILLS[chosen.kill]}, after a pot of {dollars(chosen.kill_pot)} or more won alone"


def _charge(chosen: PokerSubmission) -> str:
    if chosen.rake_percent:
        return f"{chosen.rake_percent} percent of the pot, at most {dollars(chosen.rake_cap)}"
    return f"{dollars(chosen.time_charge)} for the time" if chosen.time_charge else _NONE
