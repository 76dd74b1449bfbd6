"""The odds as pages: what every wager costs, exactly, and how a game is played best.

They show nothing of the house, so they stand open: a patron asks what a wager costs without signing in.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from litestar import HttpMethod, MediaType, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from houseway.games import games, submission_for
from houseway.lab import EdgeRecord, Strategy
from houseway.lab.strategy import StrategyTable, has_best_play
from houseway.money import dollars
from houseway.submission import Option, options_of
from houseway.table.game import Game
from houseway.table.words import capital, spoken
from houseway.web.door import PUBLIC, TheVisit
from houseway.web.lab_asked import LAB, edges_asked, strategy_asked
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)
# What a figure that depends on the amount wagered calls it: in cents.
_STAKE = "wager"
# What the lab's figures call the number of decks, and how a wager is played.
_DECKS, _PLAY = "decks", "strategy"
_PLAYED = {"best": "best play", "basic": "basic strategy"}


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A figure as the page tells it; `bar` is how long its bar is, of a hundred for the dearest of the page."""

    title: str
    options: tuple[str, ...]
    record: EdgeRecord
    bar: float

    @property
    def per_hundred(self) -> str:
        """What the house keeps of a hundred dollars first wagered, in the long run."""
        return f"${abs(self.record.edge_decimal) * 100:,.2f}"

    @property
    def is_players(self) -> bool:
        """Whether the player has the edge."""
        return self.record.edge_decimal < 0


@dataclass(frozen=True, slots=True)
class Glance:
    """A game with its cheapest and its dearest figure; none where nothing has been counted yet."""

    name: str
    title: str
    chapter: str
    cited: str
    best_play: bool
    pending: bool
    cheapest: OddsLine | None
    dearest: OddsLine | None


@dataclass(frozen=True, slots=True)
class ChartCell:
    """What is best done, as a chart shows it: a letter and a mark, the same in words, and the colour by its number."""

    letter: str
    mark: str
    words: str
    colour: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of the best play as it is drawn: what is seen down the side and across the top, and what is done."""

    table: StrategyTable
    rows: tuple[tuple[str, tuple[ChartCell, ...]], ...]


@route("/odds", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_games(visit: TheVisit, count: FromQuery[bool] = False) -> str:
    """Every game with what its cheapest and its dearest wager cost, as far as that is known without waiting; `count` asks for all."""
    against_the_house = [game for game in games().values() if game.submission_type.needs_wagers]
    found = [_glance(game, LAB.edges if count else LAB.edges_at_hand) for game in against_the_house]
    return html(
        "odds.html",
        visit,
        games=found,
        pending=any(one.pending for one in found),
        uncounted=any(one.cheapest is None and not one.pending for one in found),
        others=[_game_line(game) for game in games().values() if game not in against_the_house],
    )


@route("/odds/{game:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_odds(
    visit: TheVisit, game: FromPath[str], wager: FromQuery[str] = "", sort: FromQuery[str] = ""
) -> str:
    """What each wager of a game costs; `wager` shows one, `sort=edge` the cheapest first."""
    played = _known(game)
    against_the_house = played.submission_type.needs_wagers
    found = LAB.edges(game) if against_the_house else ()
    titles = _titles(game)
    shown = [] if found is None else odds_lines(found, titles, wager=wager, cheapest_first=sort == "edge")
    return html(
        "odds_game.html",
        visit,
        game=_game_line(played),
        pending=found is None,
        done=LAB.done(edges_asked(game)),
        lines=shown,
        wagers={record.wager: _title(titles, record.wager) for record in found or ()},
        wager=wager,
        sort=sort,
        against_the_house=against_the_house,
        best_play=has_best_play(game),
    )


@route("/odds/{game:str}/play", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_best_play(visit: TheVisit, game: FromPath[str]) -> str:
    """How a game is played best, as a rule and as charts."""
    played = _known(game)
    # Of a game without a best play nobody waits for the lab to say so.
    found = LAB.strategy(game) if has_best_play(game) else ()
    best = found[0] if found else None
    charts = charts_of(best) if best else ()
    return html(
        "odds_play.html",
        visit,
        game=_game_line(played),
        against_the_house=played.submission_type.needs_wagers,
        pending=found is None,
        done=LAB.done(strategy_asked(game)),
        best=best,
        charts=charts,
        key=_key(charts),
        tables=[table for table in best.tables if not table.letters] if best else (),
    )


def odds_lines(
    records: Iterable[EdgeRecord], titles: Mapping[str, str], *, wager: str = "", cheapest_first: bool = False
) -> list[OddsLine]:
    """The figures of a page, one wager's or all, in the order of the list or the cheapest first."""
    shown = [record for record in records if wager in ("", record.wager)]
    if cheapest_first:
        shown.sort(key=lambda record: Fraction(record.edge))
    else:
        # What there is of one wager stands together, where its first figure stands in the list.
        listed = list(dict.fromkeys(record.wager for record in shown))
        shown.sort(key=lambda record: listed.index(record.wager))
    dearest = max((abs(record.edge_decimal) for record in shown), default=0.0) or 1.0
    return [
        OddsLine(
            _title(titles, record.wager),
            _options(record),
            record,
            round(100 * abs(record.edge_decimal) / dearest, 2),
        )
        for record in shown
    ]


def charts_of(best: Strategy) -> tuple[Chart, ...]:
    """The tables of a best play that are drawn: those whose cells are letters."""
    return tuple(
        Chart(
            table, tuple((name, tuple(_cell(table, told) for told in cells)) for name, *cells in table.rows)
        )
        for table in best.tables
        if table.letters
    )


def _cell(table: StrategyTable, told: str) -> ChartCell:
    """A cell of a chart; what follows its letter marks it. One of a hand that nobody can be asked about is empty."""
    words = ", ".join(table.letters[one] for one in told) or "never asked"
    return ChartCell(told[:1], told[1:], words, 1 + tuple(table.letters).index(told[0]) if told else 0)


def _key(charts: Iterable[Chart]) -> list[ChartCell]:
    """Every letter that the charts have, in the order in which the lab names them, and every mark after them."""
    seen = {cell.letter + cell.mark for chart in charts for _, cells in chart.rows for cell in cells}
    letters = {one: chart.table for chart in charts for one in chart.table.letters}
    return [_cell(table, one) for one, table in letters.items() if any(one in told for told in seen)]


def _known(game: str) -> type[Game[Any]]:
    if game not in games():
        raise NotFoundException(f"there is no game {game!r}")
    return games()[game]


def _game_line(game: type[Game[Any]]) -> dict[str, str]:
    edition = game.editions[-1]
    return {
        "name": game.name,
        "title": str(game.title),
        "chapter": edition.register_chapter,
        "cited": edition.title,
    }


def _glance(game: type[Game[Any]], known: Callable[[str], tuple[EdgeRecord, ...] | None]) -> Glance:
    found = known(game.name)
    lines = odds_lines(found or (), _titles(game.name), cheapest_first=True)
    return Glance(
        **_game_line(game),
        best_play=has_best_play(game.name),
        pending=found is None and LAB.is_counting(game.name),
        cheapest=lines[0] if lines else None,
        dearest=lines[-1] if lines else None,
    )


def _titles(game: str) -> Mapping[str, str]:
    return {name: wager.title for name, wager in submission_for(game).catalogue.items()}


def _title(titles: Mapping[str, str], wager: str) -> str:
    return titles.get(wager) or capital(spoken(wager))


def _options(record: EdgeRecord) -> tuple[str, ...]:
    """What a figure holds for, in words."""
    options = options_of(games()[record.game].submission_type)
    parts = (part.partition("=") for part in record.option.split(",") if part)
    chosen = [chosen_in_words(name, value, options.get(name)) for name, _, value in parts]
    return (*([f"paytable {record.paytable}"] if record.paytable else []), *chosen)


def chosen_in_words(name: str, value: str = "", option: Option | None = None) -> str:
    """A choice in words, those of the operator's option where it has some; how many times a wager something is stands as it is spoken."""
    if name == _DECKS:
        return f"{value} deck{'s' if value != '1' else ''}"
    if name == _PLAY:
        return _PLAYED.get(value, f"played as is {spoken(value)}")
    if option and value == "true":
        return option.title
    if value[-1:] == "x" and value[:1].isdigit():
        words = value
    elif option and value in option.words:
        words = option.words[value].rstrip(".")
    elif name == _STAKE:
        words = dollars(int(value))
    else:
        words = spoken(value.replace("_", " "))
    return f"{spoken(name.replace('_', ' '))}: {words}"


ODDS = Router(path="/", route_handlers=[show_games, show_odds, show_best_play], include_in_schema=False)
