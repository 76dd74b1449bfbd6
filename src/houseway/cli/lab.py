"""`houseway lab`: exact odds."""

from typing import Annotated

from cyclopts import App, Parameter

from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, print_table, told_plainly

app = App(name="lab", help="The mathematics of every wager.")


@app.command
def edge(
    *,
    game: str | None = None,
    wager: str | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    json: Json = False,
) -> None:
    """Work out the exact house edge of wagers by walking the game's own states.

    Parameters
    ----------
    game
        Only this game, for instance sic-bo.
    wager
        Only this wager, for instance total-9.
    option
        A choice of the Rules Submission, for instance two_of_a_kind=exactly-two.
    """
    from houseway.lab import edges

    if option and game is None:
        raise Failure(BAD_INPUT, "an option belongs to a game", fix="name the game with --game")
    with told_plainly():
        records = list(edges(game, wager, _choices(option)))
    if not records:
        raise Failure(BAD_INPUT, f"no game has a wager {wager!r}", fix="see houseway games")
    if json:
        print_json(records)
        return
    print_table(
        "House edge (exact)",
        ("game", "wager", "edge", "", "wins", "variance", "readings"),
        [
            (
                r.game,
                r.wager,
                r.edge,
                f"{r.edge_decimal:.4%}",
                f"{r.win_p:.4%}",
                f"{r.variance:.4f}",
                " ".join(r.readings),
            )
            for r in records
        ],
    )


def _choices(options: tuple[str, ...]) -> dict[str, int | str]:
    """Choices written name=value; whole numbers become numbers."""
    pairs = [text.partition("=") for text in options]
    return {name: int(value) if value.isdecimal() else value for name, _, value in pairs}
