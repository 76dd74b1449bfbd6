"""The felt of the three forms (627a.2(b), 629a.2(b), 631a.2(b)): two hands before the dealer, and up to fourteen positions."""

from collections.abc import Iterator

from houseway.games.baccarat.submission import BaccaratSubmission
from houseway.games.baccarat.wagers import BANKER, DRAGON_7, HOUSE_MONEY, PANDA_8, PLAYER, TIE
from houseway.law import implements
from houseway.submission import OddsShownOn
from houseway.table.arc import Arc
from houseway.table.layout import Area, Box, Layout, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc

_WIDTH, _HEIGHT = 1200, 680
_TOP, _HAND_WIDTH, _HAND_HEIGHT = 12, 250, 160
# Discard rack and shoe at the dealer's hands, and what is printed between them and the hands.
_RACK, _SHOE = Box(20, _TOP, 84, _HAND_HEIGHT), Box(_WIDTH - 104, _TOP, 84, _HAND_HEIGHT)
_PRINT_WIDTH = 222
# Both hands are the dealer's to lay out: on the page they are the dealer's places.
PLAYERS_AREA, BANKERS_AREA = "player-dealer", "banker-dealer"
HOUSE_RULES, SIDE_ODDS = "house-rules", "side-odds"
# From the dealer toward the player.
_ROWS = (HOUSE_MONEY, PANDA_8, DRAGON_7, TIE, BANKER, PLAYER)
_MAIN = (PLAYER, BANKER, TIE)
_SHORT = {HOUSE_MONEY: "HOUSE", DRAGON_7: "DRAGON 7", PANDA_8: "PANDA", BANKER: "BANK", PLAYER: "PLAY"}
# How much room the number of a position takes below its wagers, all of them together, and one of them at most.
_NUMBER, _ROOM, _TALLEST = 22, 288, 96
_ENDS = 20
_LINE = "tie-line"
_BOX_WIDTH, _BOX_HEIGHT, _BOX_TOP = 44, 34, 236


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


def vigorish_area(seat: int) -> str:
    """The id of the numbered area on which the vigorish of a position is marked."""
    return f"vigorish-{seat}"


class _Printer:
    """Prints areas with what the submission lets the layout say."""

    def __init__(self, submission: BaccaratSubmission) -> None:
        self._submission = submission
        self._wagers = submission.chosen
        offered = submission.offered(submission.chosen)
        self.offered = tuple(name for name in _ROWS if name in offered)
        self._odds_on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT
        # Two by two as long as that leaves each wager the larger circle with everybody seated, else one above the other.
        self._across = max((2, 1), key=self._circle)
        rows = self._rows(self._across)
        self._row = min(_ROOM // rows, _TALLEST)
        self.arc = Arc(
            left=_ENDS,
            right=_WIDTH - _ENDS,
            ends=250,
            middle=350,
            width=self._across * _TALLEST,
            height=rows * self._row + _NUMBER,
        )

    def _rows(self, across: int) -> int:
        return -(-len(self.offered) // across)

    def _circle(self, across: int) -> int:
        """How large the circle of a wager is with so many of them beside each other, where every position is taken."""
        room = (_WIDTH - 2 * _ENDS) // self._submission.seats // across
        return min(room, _ROOM // self._rows(across), _TALLEST)

    def positions(self) -> tuple[Position, ...]:
        """All players' places, from the dealer's left, which is right as the players see it."""
        seats = range(1, self._submission.seats + 1)
        designs = {seat: tuple(self._position(seat)) for seat in seats}
        return on_the_arc(self.arc, designs, (self.arc.width // 2, self.arc.height - 6))

    def _position(self, seat: int) -> Iterator[Area]:
        law = self._submission.rules
        across = self.arc.width // self._across
        # What is left over lies by itself in the row next to the dealer.
        missing = -len(self.offered) % self._across
        for place, name in enumerate(self.offered, missing):
            row, column = divmod(place, self._across)
            wager = self._wagers[name]
            main = name in (PLAYER, BANKER)
            yield Area(
                id=wager_area(name, seat),
                label=wager.title.upper(),
                x=column * across + 1,
                y=row * self._row,
                width=across - 2,
                height=self._row - 2,
                clause=law.house_money.area if name == HOUSE_MONEY else law.layout,
                wager=name,
                tone="main-wager" if main else "side-wager",
                short=_SHORT.get(name, ""),
                round=True,
            )

    def hands(self) -> Iterator[Area]:
        """Where the Player's and the Banker's Hand lie."""
        layout = self._submission.rules.layout
        middle = _WIDTH // 2
        for area, whose, left in (
            (PLAYERS_AREA, "Player", middle - _HAND_WIDTH - 6),
            (BANKERS_AREA, "Banker", middle + 6),
        ):
            yield Area(
                area,
                whose.upper(),
                left,
                _TOP,
                _HAND_WIDTH,
                _HAND_HEIGHT,
                layout,
                tone="cards",
                said=f"{whose}'s Hand",
            )

    def odds(self) -> Iterator[Area]:
        """What the wagers pay, where the layout says it."""
        if not self._odds_on_layout:
            return
        first = [name for name in reversed(self.offered) if name in _MAIN]
        beside = [name for name in reversed(self.offered) if name not in _MAIN]
        yield self._print(HOUSE_RULES, "PAYS", first, _RACK.x + _RACK.width + 8)
        if beside:
            yield self._print(SIDE_ODDS, "SIDE WAGERS", beside, _SHOE.x - 8 - _PRINT_WIDTH)

    def _print(self, area_id: str, label: str, names: list[str], left: int) -> Area:
        return Area(
            area_id,
            label,
            left,
            _TOP,
            _PRINT_WIDTH,
            _HAND_HEIGHT,
            self._submission.rules.wagers,
            inscription=" \N{MIDDLE DOT} ".join(map(self._pays, names)),
            tone="paytable",
        )

    def _pays(self, name: str) -> str:
        wager = self._wagers[name]
        odds = " or ".join(str(line.odds) for line in wager.paytable)
        less = (
            f" less {self._submission.vigorish_percent}%" if name == BANKER and self._submission.rate else ""
        )
        return f"{wager.title} {odds}{less}"

    def boxes(self) -> Iterator[Area]:
        """A numbered area for each position, on which its vigorish is marked."""
        if not self._submission.marks_vigorish:
            return
        clause, seats = self._submission.rules.vigorish_boxes, self._submission.seats
        left = (_WIDTH - seats * _BOX_WIDTH) // 2
        for seat in range(1, seats + 1):
            # As the players see it, the first position is at the right.
            x = left + (seats - seat) * _BOX_WIDTH
            yield Area(
                vigorish_area(seat), str(seat), x, _BOX_TOP, _BOX_WIDTH - 4, _BOX_HEIGHT, clause, tone="plain"
            )

    def line(self) -> Area:
        """What a tie pays, along the arc."""
        odds = str(self._wagers[TIE].paytable[0].odds).upper()
        printed = f"TIE PAYS {odds}" if self._odds_on_layout else "TIE"
        area = Area(_LINE, printed, 0, 0, 0, 0, self._submission.rules.wagers, tone="plain")
        return arched(area, self.arc, 430, _WIDTH - 430, above=22)

    def logo(self) -> Area:
        """The holder's name."""
        layout = self._submission.rules.layout
        return Area("logo", "", 400, 178, 400, 50, layout, tone="logo")


@implements("627a.2(b)", "629a.2(b)", "631a.2(b)")
@implements("627a.2(b)(7)", "629a.2(b)(7)", "631a.2(b)(7)")
@implements("627a.2(b)(8)#1", "629a.2(b)(8)#1", "631a.2(b)(8)#1")
@implements("627a.2(b)(8)#2", "629a.2(b)(8)#2", "631a.2(b)(8)#2")
def felt(submission: BaccaratSubmission) -> Layout:
    """The layout under a submission: an area for every wager it offers, and for vigorish where that is marked."""
    printer = _Printer(submission)
    law, seats = submission.rules, range(1, submission.seats + 1)
    players, logo = printer.positions(), printer.logo()
    boxes = tuple(printer.boxes())
    every = (*printer.hands(), *printer.odds(), logo, *boxes, printer.line(), *areas_of(printer.arc, players))
    requirements = [
        Requirement(
            "The certificate holder's name or logo, and an area for every wager", law.layout, (logo.id,)
        )
    ]
    if HOUSE_MONEY in printer.offered:
        requirements.append(
            Requirement(
                "An area for each player's House Money Wager",
                law.house_money.area,
                tuple(wager_area(HOUSE_MONEY, seat) for seat in seats),
            )
        )
    if boxes:
        requirements.append(
            Requirement(
                "Numbered areas for the vigorish of each seat",
                law.vigorish_boxes,
                tuple(vigorish_area(seat) for seat in seats),
            )
        )
    else:
        requirements.append(
            Requirement("No areas for vigorish, which is not marked here", law.boxes_left_out, ("sign",))
        )
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=every,
        markers=(),
        requirements=tuple(requirements),
        positions=players,
        arc=printer.arc,
        shoe=_SHOE,
        rack=_RACK,
    )
