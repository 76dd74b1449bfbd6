"""Edges: each wager's house edge and what goes with it, as records anyone can recompute."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, cast

import msgspec

from houseway import __version__
from houseway.games import UnknownGame, game_under, games, submission_for
from houseway.lab.figures import (
    CountedGame,
    Figure,
    Priced,
    counted_game,
    lab_module,
    listed,
    names_of_ways,
)
from houseway.lab.progress import part
from houseway.lab.tally import Outcome, Tally
from houseway.lab.walk import Distribution, outcomes
from houseway.law import Reading, RuleViolation
from houseway.submission import Submission, UnlawfulSubmission, require_lawful
from houseway.table.events import Result

METHOD = "exact: every throw of the game's own states"
CONFIDENCE = 0.95
# How many standard errors lie on either side of an estimate.
_DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class EdgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One wager's mathematics: the player's expected loss per unit first wagered, and the shape around it.

    Where odds go behind a wager, the loss is per unit of both together. `edge` and everything in `exact`, where the edge
    by other measures stands too, are fractions written "a/b"; the other numbers are those rounded for display.
    `interval` is null where nothing was estimated; where it was, the edge lies in it with 95 % confidence, `edge` is
    what the rounds played came to, and nothing is `exact`. Nor is anything but the edge itself where that was worked out
    for the best play, and the rest taken from rounds played by it.
    """

    game: str
    wager: str
    option: str
    paytable: str
    edge: str
    edge_decimal: float
    win_p: float
    push_p: float
    lose_p: float
    hit_frequency: float
    variance: float
    exact: dict[str, str]
    method: str
    interval: tuple[float, float] | None
    readings: tuple[str, ...]
    submission: str
    version: str


def edges(
    game: str | None = None,
    wager: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    begins: Callable[[str], None] | None = None,
) -> Iterator[EdgeRecord]:
    """The records of every game, of one game, or of one wager; `options` change a game's submission.

    The records of Craps and of a card game are those that the list of wagers names, one for each option and paytable;
    with `options` they are those of a table under that submission. Among the options may be those by which the list tells
    figures apart, such as how many decks are dealt from. `begins` is told each game whose turn it is.
    """
    if game is not None and game not in games():
        raise UnknownGame(game)
    for name in games() if game is None else (game,):
        if begins is not None:
            begins(name)
        asked = _asked(name, options or {})
        submission = submission_for(name, asked.chosen)
        if not asked.ways:
            # What tells figures apart may be what makes a choice lawful, such as the decks that are dealt by hand.
            require_lawful(submission)
        if not submission.needs_wagers:
            continue
        counted = counted_game(name)
        priced = (
            _walked(submission, wager, asked.chosen)
            if counted is None
            else _counted(counted, name, submission, wager, asked)
        )
        found = list(priced)
        if not found and game is not None:
            _refuse_unknown_wager(name, submission, wager)
        yield from found


class NotPriced(LookupError):
    """A wager that has no figure of its own, being part of another, or not offered as long as nothing says what it pays."""

    def __init__(self, game: str, wager: str, *, offered: bool) -> None:
        priced = dict.fromkeys(figure.wager for figure in listed(game))
        why = (
            f"{wager} of {game} is not priced by itself"
            if offered
            else f"a table of {game} does not offer {wager} before an option says what it takes, such as its paytable"
        )
        super().__init__(f"{why}; choose one of: {', '.join(priced)}")


class NoSuchFigure(LookupError):
    """An option that no figure of a game has, with those that there are."""

    def __init__(self, game: str, ways: Mapping[str, str]) -> None:
        told = ",".join(f"{name}={value}" for name, value in ways.items())
        known = dict.fromkeys(
            f"{name}={value}"
            for figure in listed(game)
            for name, value in figure.options.items()
            if name in ways
        )
        super().__init__(f"no figure of {game} has {told}; there is one for: {', '.join(known)}")


class _Asked(NamedTuple):
    """What options ask for: the operator's choices, and by which names of the list figures are told apart."""

    chosen: Mapping[str, Any]
    ways: Mapping[str, str]


def _asked(name: str, options: Mapping[str, Any]) -> _Asked:
    """Options apart: what the Rules Submission of a game does not take may be what figures are told apart by."""
    known = names_of_ways(name) if counted_game(name) else frozenset()
    ways = {
        option: str(value)
        for option, value in options.items()
        if option in known and not _is_a_choice(name, option, value)
    }
    return _Asked({option: value for option, value in options.items() if option not in ways}, ways)


def _is_a_choice(name: str, option: str, value: Any) -> bool:
    try:
        submission_for(name, {option: value})
    except msgspec.ValidationError:
        return False
    return True


def _refuse_unknown_wager(name: str, submission: Submission, wager: str | None) -> None:
    """Say so if the game has no such wager; one that the table does not offer has no record, and that is all."""
    priced = dict.fromkeys(figure.wager for figure in listed(name))
    if wager is None or wager in priced:
        return
    if wager in submission.catalogue and counted_game(name):
        raise NotPriced(name, wager, offered=wager in submission.offered(submission.authorized))
    raise RuleViolation(
        submission.wagering_clauses.catalogue,
        f"{games()[name].title} has no wager {wager!r}",
        fix=f"choose one of: {', '.join(priced)}",
    )


def _walked(
    submission: Submission, wager: str | None, options: Mapping[str, Any] | None
) -> Iterator[EdgeRecord]:
    """The records of a game whose rounds come to an end, by walking its states."""
    played = game_under(submission)
    chosen = [
        w for w in played.catalogue.values() if w.name in played.betting.offered and wager in (None, w.name)
    ]
    found = outcomes(played, [(w.name, w.picks[0]) for w in chosen]) if chosen else {}
    for w in chosen:
        chances = _chances(found[w.name, w.picks[0]])
        figure = Figure(w.name, _option_text(options))
        yield _record(played.name, figure, chances, METHOD, w.readings, submission)


def _counted(
    counted: CountedGame,
    name: str,
    submission: Submission,
    wager: str | None,
    asked: _Asked,
) -> Iterator[EdgeRecord]:
    """The records of a game by its figures: of the submission where there are choices, else all that are listed."""
    every: Iterable[tuple[Figure, Submission]]
    if asked.ways:
        every = _told_apart(counted, name, asked)
    elif asked.chosen:
        every = ((figure, submission) for figure in counted.figures(submission))
    else:
        every = ((figure, submission_for(name, counted.choices(figure))) for figure in listed(name))
    wanted = [(figure, under) for figure, under in every if wager in (None, figure.wager)]
    for number, (figure, under) in enumerate(wanted):
        with part(number, len(wanted)):
            priced = counted.price(figure, under)
        if asked.chosen:
            figure = figure._replace(option=_option_text({**figure.options, **asked.chosen}))
        yield _priced(name, figure, priced, under)


def _told_apart(counted: CountedGame, name: str, asked: _Asked) -> list[tuple[Figure, Submission]]:
    """The figures that have these options: those of the list, then what else a table has under which one of them holds."""
    found: dict[Figure, Submission] = {}
    tables: list[Submission] = []
    for figure in listed(name):
        if any(figure.options.get(way, value) != value for way, value in asked.ways.items()):
            continue
        usual = submission_for(name, counted.choices(figure))
        under = submission_for(name, {**counted.choices(figure), **asked.chosen})
        # A figure of the list need not be of a whole submission: what it leaves open is no fault of these choices.
        if faults := tuple(fault for fault in under.findings() if fault not in usual.findings()):
            raise UnlawfulSubmission(faults)
        tables.append(under)
        if asked.ways.items() <= figure.options.items():
            found[figure] = under
    for under in tables:
        for figure in counted.figures(under):
            if asked.ways.items() <= figure.options.items():
                found.setdefault(figure, under)
    if not found:
        raise NoSuchFigure(name, asked.ways)
    return list(found.items())


class NothingToSimulate(LookupError):
    """A game without a wager that is estimated by playing it."""

    def __init__(self, game: str) -> None:
        known = [name for name in games() if _played(name)]
        super().__init__(f"no wager of {game} is simulated; there is one of: {', '.join(known)}")


class UnknownWay(LookupError):
    """A way to play that nobody knows."""

    def __init__(self, way: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no way to play is called {way!r}; choose one of: {', '.join(known)}")


class PlayedGame(Protocol):
    """What the lab's module of a game offers whose main wager is played at random."""

    def player_ways(self) -> tuple[str, ...]:
        """The ways to set hands, or to bet, that a player can be said to follow."""

    def simulate(self, submission: Any, player: str, *, rounds: int, seed: int) -> Priced:
        """Play the main wager so many rounds, the dealer by the house way and the player by the way named."""


def simulated(
    game: str,
    player: str,
    dealer: str | None = None,
    *,
    rounds: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
) -> EdgeRecord:
    """The record of a main wager over rounds played at random, the player and a dealer who sets hands each in a way."""
    if game not in games():
        raise UnknownGame(game)
    played = _played(game)
    if played is None:
        raise NothingToSimulate(game)
    if player not in played.player_ways():
        raise UnknownWay(player, played.player_ways())
    house_way = {} if dealer is None else {"house_way": dealer}
    submission = submission_for(game, {**(options or {}), **house_way})
    require_lawful(submission)
    ways = {"player": player} if dealer is None else {"player": player, "dealer": dealer}
    priced = played.simulate(submission, player, rounds=rounds, seed=seed)
    figure = Figure(priced.wager or game, _option_text({**ways, **(options or {})}))
    return _priced(game, figure, priced, submission)


def _played(game: str) -> PlayedGame | None:
    module = lab_module(game)
    return cast(PlayedGame, module) if hasattr(module, "simulate") else None


def _priced(game: str, figure: Figure, priced: Priced, submission: Submission) -> EdgeRecord:
    return _record(
        game,
        figure,
        _shares(priced.tally),
        priced.method,
        priced.readings,
        submission,
        estimated_from=(priced.pairs or priced.tally) if priced.estimated else None,
        also=priced.also,
        worked_out=priced.expected,
    )


def _shares(tally: Tally) -> dict[Outcome, Fraction]:
    rounds = sum(tally.values())
    return {outcome: Fraction(count, rounds) for outcome, count in tally.items()}


def _record(
    game: str,
    figure: Figure,
    chances: Mapping[Outcome, Fraction],
    method: str,
    readings: tuple[Reading, ...],
    submission: Submission,
    *,
    estimated_from: Tally | None = None,
    also: Mapping[str, Fraction] = MappingProxyType({}),
    worked_out: Fraction | None = None,
) -> EdgeRecord:
    expected = sum((outcome.net * p for outcome, p in chances.items()), Fraction(0))
    staked = sum((outcome.staked * p for outcome, p in chances.items()), Fraction(0))
    edge = -expected / staked if worked_out is None else -worked_out
    square = sum((outcome.net**2 * p for outcome, p in chances.items()), Fraction(0))
    share = {
        result: sum((p for outcome, p in chances.items() if outcome.result is result), Fraction(0))
        for result in Result
    }
    numbers = {
        "win_p": share[Result.WIN],
        "push_p": share[Result.PUSH] + share[Result.RETURNED],
        "lose_p": share[Result.LOSE] + share[Result.SURRENDERED],
        "hit_frequency": share[Result.WIN],
        "variance": square - expected**2,
    }
    interval = None
    if estimated_from is not None:
        # What is staked may vary from round to round as well: what counts is how far loss and stake stray together.
        strays = sum(
            (
                (outcome.net + edge * outcome.staked) ** 2 * p
                for outcome, p in _shares(estimated_from).items()
            ),
            Fraction(0),
        )
        error = _DEVIATIONS * sqrt(strays / sum(estimated_from.values())) / staked
        interval = (float(edge) - error, float(edge) + error)
    return EdgeRecord(
        game=game,
        wager=figure.wager,
        option=figure.option,
        paytable=figure.paytable,
        edge=_fraction(edge),
        edge_decimal=float(edge),
        **{name: float(value) for name, value in numbers.items()},
        exact={name: _fraction(value) for name, value in {**numbers, **also}.items()}
        if interval is None and worked_out is None
        else {},
        method=method,
        interval=interval,
        readings=tuple(reading.id for reading in readings),
        submission=submission.digest(),
        version=__version__,
    )


def _chances(distribution: Distribution) -> dict[Outcome, Fraction]:
    """A walked wager's outcomes with their chances."""
    return {Outcome(result, net): p for (result, net), p in distribution.items()}


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _option_text(options: Mapping[str, Any] | None) -> str:
    """Options as they are written: what is no plain text, as JSON."""
    return ",".join(
        f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for name, value in (options or {}).items()
    )
