"""`houseway lab`: exact odds, best strategies, simulations."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.progress import shown
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.lab import EdgeRecord

app = App(name="lab")

Options = Annotated[
    tuple[str, ...],
    Parameter(negative=(), help="A choice of the Rules Submission, for instance two_of_a_kind=exactly-two."),
]
MOST_ROUNDS = 1_000_000_000
MOST_SHOES = 10_000_000
# Fewer cards than this part of a shoe may not be enough for the round that is under way when the cover card comes.
LEAST_BEHIND = 10


@app.command
def edge(
    *,
    game: str | None = None,
    wager: str | None = None,
    option: Options = (),
    json: Json = False,
) -> None:
    """Work out the house edge of wagers: dice by walking the game's own states, cards by counting every deal.

    Parameters
    ----------
    game
        Only this game, for instance sic-bo.
    wager
        Only this wager, for instance total-9.
    """
    from houseway.lab import edges, listening

    if option and game is None:
        raise Failure(BAD_INPUT, "an option belongs to a game", fix="name the game with --game")
    from houseway.games import games

    choices = _choices(game, option)
    steps = len(games()) if game is None else 1
    with (
        _lab_told_plainly(),
        shown("Working out the edges", steps=steps, as_json=json) as begins,
        listening(begins.part),
    ):
        records = list(edges(game, wager, choices, begins=begins))
    if game is not None and not games()[game].submission_type.needs_wagers:
        raise Failure(BAD_INPUT, f"no wager of {game} is against the house: players play each other")
    if not records:
        who = "no game has" if game is None else "the table does not offer"
        fix = "houseway lab edge lists every wager that has a figure; Ante and Play have one together, ante-play"
        raise Failure(BAD_INPUT, f"{who} a figure for a wager {wager!r}", fix=fix)
    if json:
        print_json(records)
        return
    _print_edges(records)


@app.command
def strategy(game: str, /, *, option: Options = (), json: Json = False) -> None:
    """Work out the best play of a game: as a rule to follow, and as tables.

    Parameters
    ----------
    game
        For instance three-card-poker.
    """
    from houseway.lab import listening
    from houseway.lab import strategy as best_strategy

    choices = _choices(game, option)
    with (
        _lab_told_plainly(),
        shown(f"Working out the best play of {game}", steps=1, as_json=json) as steps,
        listening(steps.part),
    ):
        found = best_strategy(game, choices)
    if json:
        print_json(found)
        return
    for line in found.rule:
        print_prose(line)
    for table in found.tables:
        print()
        print_table(table.title, table.columns, table.rows)
    print_prose(found.method)


@app.command
def simulate(
    game: str,
    /,
    *,
    player: str,
    dealer: str | None = None,
    rounds: int = 1_000_000,
    seed: int = 0,
    option: Options = (),
    json: Json = False,
) -> None:
    """Estimate the main wager of a game by playing rounds; the same seed and rounds always give the same result.

    Parameters
    ----------
    game
        For instance asia-poker or craps.
    player
        How the player sets the hands, for instance highest-medium, or house-way to do as the dealer does; at Craps how
        the player bets the line: pass, pass-odds, dont-pass or dont-pass-odds.
    dealer
        Where a dealer sets hands, the house way followed, for instance highest-high; else that of the submission.
    rounds
        How many rounds to play; at Craps, wagers to decide; at Asia Poker deals, each played from both sides.
    seed
        Which of the possible sequences of deals or rolls to play.
    """
    from houseway.lab import simulated

    if not 2 <= rounds <= MOST_ROUNDS:
        raise Failure(BAD_INPUT, f"{rounds:,} rounds cannot be played", fix=f"play 2 to {MOST_ROUNDS:,}")
    if not 0 <= seed < 2**64:
        raise Failure(BAD_INPUT, f"{seed} is no seed", fix="take a number from 0 to 18446744073709551615")
    choices = _choices(game, option)
    with _lab_told_plainly(), shown(f"Playing {rounds:,} rounds of {game}", as_json=json):
        record = simulated(game, player, dealer, rounds=rounds, seed=seed, options=choices)
    if json:
        print_json(record)
        return
    _print_edges([record])
    print_prose(record.method)


@app.command
def count(
    game: str,
    /,
    *,
    behind: int = 25,
    shoes: int = 100_000,
    seed: int = 0,
    option: Options = (),
    json: Json = False,
) -> None:
    """Work out what counting cards is worth at a table: what is expected by the true count, and by entering in mid-shoe.

    Parameters
    ----------
    game
        For instance blackjack.
    behind
        How many percent of the cards lie behind the cover card.
    shoes
        How many shoes to play.
    seed
        Which of the possible sequences of shoes to play.
    """
    from fractions import Fraction

    from houseway.lab import listening
    from houseway.lab.counting import counting

    if not LEAST_BEHIND <= behind < 100:
        raise Failure(
            BAD_INPUT, f"{behind}% cannot lie behind the cover card", fix=f"take {LEAST_BEHIND} to 99"
        )
    if not 1 <= shoes <= MOST_SHOES:
        raise Failure(BAD_INPUT, f"{shoes:,} shoes cannot be played", fix=f"play 1 to {MOST_SHOES:,}")
    choices = _choices(game, option)
    with (
        _lab_told_plainly(),
        shown(f"Playing {shoes:,} shoes of {game}", steps=1, as_json=json) as steps,
        listening(steps.part),
    ):
        found = counting(game, Fraction(behind, 100), shoes=shoes, seed=seed, options=choices)
    if json:
        print_json(found)
        return
    print_table(
        f"What the player expects by the true count, {game}, {found.decks} decks, {found.behind} cards behind the cover card",
        ("true count", "of all rounds", "expected", "95% interval"),
        (
            (f"{row.true_count:+d}", f"{row.share:.2%}", f"{row.expected:+.3%}", _span(row.interval))
            for row in found.by_count
        ),
    )
    print_table(
        "Who wagers one unit only from a true count on, and enters in mid-shoe for it",
        ("from", "of all rounds", "expected", "units won in 100 rounds dealt"),
        (
            (f"{row.true_count:+d}", f"{row.share:.2%}", f"{row.expected:+.3%}", f"{row.per_hundred:+.3f}")
            for row in found.entering
        ),
    )
    print_prose(
        f"All {found.rounds:,} rounds together: {found.expected:+.4%} of the first wager to the player."
    )
    print_prose(found.method)


def _span(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:+.3%} to {high:+.3%}"


def _print_edges(records: "list[EdgeRecord]") -> None:
    """A table for each game, a row for each record, with the columns that any of them needs."""
    for game, group in groupby(records, key=lambda record: record.game):
        of_game = list(group)
        named = any(r.option or r.paytable for r in of_game)
        estimated = any(r.interval for r in of_game)
        columns = [
            ("wager", [r.wager for r in of_game]),
            *([("option", [r.option for r in of_game])] if named else []),
            *([("paytable", [r.paytable for r in of_game])] if named else []),
            ("edge", ["estimated" if r.interval else r.edge for r in of_game]),
            ("", [f"{r.edge_decimal:.4%}" for r in of_game]),
            *([("95% interval", [_interval(r) for r in of_game])] if estimated else []),
            ("wins", [f"{r.win_p:.4%}" for r in of_game]),
            ("variance", [f"{r.variance:.4f}" for r in of_game]),
            ("readings", [" ".join(r.readings) for r in of_game]),
        ]
        print_table(
            f"House edge, {game}" if estimated else f"House edge (exact), {game}",
            [name for name, _ in columns],
            zip(*(cells for _, cells in columns), strict=True),
        )
        for r in of_game:
            if r.edge_decimal < 0 and r.interval is None:
                print_prose(
                    f"The player has the edge: {r.wager} {r.option}, the house loses {-r.edge_decimal:.4%}"
                )


def _interval(record: "EdgeRecord") -> str:
    if record.interval is None:
        return ""
    low, high = record.interval
    return f"{low:.4%} to {high:.4%}"


@contextmanager
def _lab_told_plainly() -> Iterator[None]:
    """Turn what the lab may raise into failures a person understands."""
    from houseway.lab import NothingToCount, NothingToDecide, NothingToSimulate, NotPriced, UnknownWay

    try:
        with told_plainly():
            yield
    except (NotPriced, NothingToCount, NothingToDecide, NothingToSimulate, UnknownWay) as unknown:
        raise Failure(BAD_INPUT, str(unknown)) from None


def _choices(game: str | None, options: tuple[str, ...]) -> dict[str, Any]:
    """Choices written name=value, each as what the game takes it for: a number, a word, or true and false."""
    from msgspec.structs import fields

    from houseway.games import games

    pairs = [text.partition("=") for text in options]
    for name, equals, _ in pairs:
        if not equals:
            raise Failure(BAD_INPUT, f"the option {name!r} has no value", fix=f"write {name}=VALUE")
    if game is None or game not in games():
        return {name: value for name, _, value in pairs}
    known = {field.name: field.type for field in fields(games()[game].submission_type)}
    for name, _, _ in pairs:
        if name not in known:
            raise Failure(
                BAD_INPUT, f"{game} has no option {name!r}", fix=f"choose one of: {', '.join(known)}"
            )
    return {name: _read_as(known[name], value) for name, _, value in pairs}


def _read_as(kind: Any, value: str) -> Any:
    """A value as an option of this kind takes it; what it does not take stays as it is written, to be refused."""
    import msgspec

    try:
        return msgspec.to_builtins(msgspec.convert(value, kind, strict=False))
    except msgspec.ValidationError:
        return value
