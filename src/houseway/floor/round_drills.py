"""Drills made from whole rounds, played by the rules of a game: what comes next, how it comes out, what is settled first."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from houseway.equipment.cards import cards_in_words
from houseway.floor.drill import Drill, make_drill
from houseway.floor.practice import PracticeRound, Step, practice_round
from houseway.floor.settlement import LineResult, lines_of
from houseway.law import Clause, clause
from houseway.money import dollars
from houseway.table.events import Event
from houseway.table.game import Game
from houseway.table.set_hands import SetsHands
from houseway.table.veil import UNSEEN
from houseway.table.words import told

# A round in which nothing can be asked is not the last one that is tried.
_TRIES = 6
_DECIDED = {LineResult.WIN: "It wins", LineResult.LOSE: "It loses", LineResult.PUSH: "It stands off"}
# A hand of the dealer's that lies whole, and the parts that it is set in, by the areas of the felt.
_DEALERS = "-dealer"
_WHOLE = ("hand-dealer", "cards-dealer")
# A hand as it was dealt, and what is no hand yet.
_HELD = ("hand-", "cards-")
_UNSET = (*_HELD, "stack-")


def next_step(game: Game[Any], chance: Random) -> Drill | None:
    """The next step: what the crew does once something has happened."""
    for played in _rounds(game, chance):
        asked = [
            (before, step)
            for before, step in zip(played.steps, played.steps[1:], strict=False)
            # One card of a deal does not tell how many have been dealt before it.
            if before.events and not before.events[-1].deals and _is_told(game, step)
        ]
        for before, step in chance.sample(asked, len(asked)):
            open_ = {act.move for act in game.legal(step.before)}
            right = _words(game, step)
            wrong = {
                rule.words
                for name, rule in game.book.named.items()
                if name not in open_ and isinstance(rule.words, str) and not (rule.rare or rule.puts_right)
            } - {right}
            if wrong:
                just = told(game, before.events[-1])
                clauses = tuple(clause(event.clause) for event in step.events[:1])
                return make_drill(
                    f"{just}. What comes next?",
                    right,
                    sorted(wrong),
                    f"{just}; then: {right}",
                    clauses or _clauses(game, step),
                    chance,
                )
    return None


def comes_out(game: Game[Any], chance: Random) -> Drill | None:
    """The winning hand: how a wager comes out by what was shown."""
    for played in _rounds(game, chance):
        events, hands = _decisive(game, played), _hands(game, played)
        shown = game.result_in_words(events)
        lines = [
            line
            for line in lines_of(game, events)
            # Where players have hands of their own, how a wager comes out can be told of those that were shown.
            if line.result in _DECIDED and line.wager and (not hands or hands.get(line.seat))
        ]
        if not (shown and lines):
            continue
        line = chance.choice(lines)
        held = f" Position {line.seat} has {hands[line.seat]}." if hands else ""
        right = _DECIDED[line.result]
        return make_drill(
            f"{shown}.{held} How does {dollars(line.stake)} on {line.title} at position {line.seat} come out?",
            right,
            [words for words in _DECIDED.values() if words != right],
            f"{line.title}: {right.removeprefix('It ')}, {line.brought}",
            tuple(map(clause, line.cited)),
            chance,
        )
    return None


def settled_first(game: Game[Any], chance: Random) -> Drill | None:
    """The order: which of several wagers is settled first."""
    for played in _rounds(game, chance):
        events = _decisive(game, played)
        lines = [line for line in lines_of(game, events) if line.wager and line.seat]
        named = list(dict.fromkeys(f"Position {line.seat}, {line.title}" for line in lines))
        if len(named) < 2:
            continue
        first = lines[0]
        shown = game.result_in_words(events)
        return make_drill(
            f"{shown}. Which of these is settled first?".lstrip(". "),
            named[0],
            named[1:],
            f"the order is {'; '.join(named)}",
            tuple(map(clause, (first.order or first.clause, *first.cited))),
            chance,
        )
    return None


def house_way(game: Game[Any], chance: Random) -> Drill | None:
    """The house way: how the dealer's hand is set."""
    if not isinstance(game, SetsHands):
        return None
    for played in _rounds(game, chance):
        found = _dealer_set(game, played)
        if found is None:
            continue
        parts, by = found
        pieces = [code for part in parts for code in part]
        right = _set_in_words(parts)
        wrong = dict.fromkeys(_set_in_words(other) for other in _other_ways(parts, chance))
        return make_drill(
            f"The dealer holds {_in_words(chance.sample(pieces, len(pieces)))}. How does the house set it?",
            right,
            [words for words in wrong if words != right],
            f"the house sets {right}",
            (by,),
            chance,
        )
    return None


def _rounds(game: Game[Any], chance: Random) -> Iterator[PracticeRound]:
    for _ in range(_TRIES):
        played = practice_round(game, chance)
        if played is not None:
            yield played


def _is_told(game: Game[Any], step: Step) -> bool:
    """Whether a step is the crew's and is told once and for all."""
    rule = game.book.of[type(step.move)]
    ordinary = step.move.__struct_config__.tag in (*game.book.routine, *game.book.chance)
    return ordinary and isinstance(rule.words, str) and not rule.prepares


def _words(game: Game[Any], step: Step) -> str:
    words = game.book.of[type(step.move)].words
    assert isinstance(words, str), "only what is told once and for all is asked"
    return words


def _clauses(game: Game[Any], step: Step) -> tuple[Clause, ...]:
    clauses = game.book.of[type(step.move)].clauses
    return clauses if isinstance(clauses, tuple) else ()


def _decisive(game: Game[Any], played: PracticeRound) -> tuple[Event, ...]:
    """What decided the round: all of it, or the last throw where dice are all there is."""
    if game.pieces is not None:
        return played.events
    throws = (
        number for number, step in reversed([*enumerate(played.steps)]) if type(step.move) in game.book.throws
    )
    return tuple(event for step in played.steps[next(throws, 0) :] for event in step.events)


def _hands(game: Game[Any], played: PracticeRound) -> dict[int, str]:
    """The hands that players have of their own, by position, as they were last shown; empty for one that never was.

    So is one of which not all was shown, and those of a position with several hands, which a question could not tell apart.
    """
    lying: dict[str, tuple[str, ...]] = {}
    for step in played.steps:
        shown = game.display(step.before)
        lying |= {area: held for area, held in {**shown.cards, **shown.tiles}.items() if held}
    found: dict[int, str] = {}
    for seat in {bet.seat for step in played.steps for bet in step.before.bets}:
        own = {area: held for area, held in lying.items() if area.endswith(f"-{seat}")}
        parts = [held for area, held in own.items() if not area.startswith(_UNSET)]
        if sum(map(len, parts)) != game.hand_size:
            parts = [held for area, held in own.items() if area.startswith(_HELD)][:1]
        if parts:
            told = [code for part in parts for code in part]
            whole = UNSEEN not in told and len(told) == max(_dealt(game, played, seat), game.hand_size)
            several = any(f"-{seat}-" in area for area in lying)
            found[seat] = _set_in_words(parts) if whole and not several else ""
    return found


def _dealt(game: Game[Any], played: PracticeRound, seat: int) -> int:
    """How many cards or tiles a position was dealt, as far as they are told one by one."""
    assert game.pieces is not None, "only what is dealt is held"
    told = (msgspec.to_builtins(event) for event in played.events if event.deals)
    return sum(len(tuple(game.pieces.everywhere_in(one))) for one in told if one.get("seat") == seat)


def _dealer_set(game: Game[Any], played: PracticeRound) -> tuple[tuple[tuple[str, ...], ...], Clause] | None:
    """The parts in which the dealer's hand was laid, and the clause of the step that laid it."""
    for before, step in zip(played.steps, played.steps[1:], strict=False):
        shown = game.display(step.before)
        lying: Mapping[str, tuple[str, ...]] = {**shown.cards, **shown.tiles}
        parts = tuple(
            held for area, held in lying.items() if area.endswith(_DEALERS) and area not in _WHOLE and held
        )
        if len(parts) > 1 and before.events and UNSEEN not in {code for part in parts for code in part}:
            return parts, clause(before.events[-1].clause)
    return None


def _other_ways(parts: Sequence[Sequence[str]], chance: Random) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Other ways to lay the same pieces in parts of the same sizes, that differ by more than suits."""
    pieces = [code for part in parts for code in part]
    laid = [_ranks(part) for part in parts]
    for _ in range(40):
        mixed = chance.sample(pieces, len(pieces))
        other = tuple(tuple(mixed.pop() for _ in part) for part in parts)
        if [_ranks(part) for part in other] != laid:
            yield other


def _ranks(part: Sequence[str]) -> list[str]:
    return sorted(code if "-" in code else code[0] for code in part)


def _set_in_words(parts: Sequence[Sequence[str]]) -> str:
    return " / ".join(_in_words(sorted(part, reverse=True)) for part in parts)


def _in_words(codes: Sequence[str]) -> str:
    return " ".join(codes) if any("-" in code for code in codes) else cards_in_words(codes)
