"""Settled chips: they lie where they were wagered, marked won, lost or pushed, until the next wagers are made."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.floor import TableInService
from houseway.floor.settlement import LineResult, Settlement, SettlementLine
from houseway.money import Cents, dollars, signed
from houseway.table.events import WagerPlaced
from houseway.table.layout import Layout
from houseway.web.felt import Stack, stacks
from houseway.web.view import BetView

_WORDS = {LineResult.PUSH: "push", LineResult.RETURNED: "back"}


@dataclass(frozen=True, slots=True)
class SettledStack:
    """A player's chips on an area as they were settled: how, in which place of the lawful order, and whether any stand yet."""

    stack: Stack
    result: LineResult
    mark: str
    order: int
    stands: bool


def settled_stacks(
    place: TableInService, layout: Layout, settlement: Settlement | None, standing: tuple[Stack, ...]
) -> Iterator[SettledStack]:
    """The chips of the latest settlement, as long as nobody has wagered since."""
    if settlement is None or _wagered_since(place, settlement.version):
        return
    by_wager: dict[tuple[int, str, str], list[tuple[int, SettlementLine]]] = {}
    for order, line in enumerate(settlement.lines):
        if line.stake and line.wager and line.result is not LineResult.REVERSED:
            by_wager.setdefault((line.seat, line.wager, line.pick), []).append((order, line))
    bets = [_as_laid(lines[0][1], sum(line.stake for _, line in lines)) for lines in by_wager.values()]
    wager_on = {area.id: (area.wager, area.pick) for area in layout.areas}
    lie = {(stack.area, stack.seat) for stack in standing}
    for stack in stacks(layout, bets):
        lines = by_wager.get((stack.seat, *wager_on[stack.area]), ())
        if lines:
            order, first = lines[0]
            yield SettledStack(
                stack=stack,
                result=first.result,
                mark=_mark(first.result, sum(line.net for _, line in lines)),
                order=order,
                stands=(stack.area, stack.seat) in lie,
            )


def _wagered_since(place: TableInService, version: int) -> bool:
    acts = place.record[version - 1 :]
    return any(isinstance(event, WagerPlaced) for recorded in acts for event in recorded.events)


def _as_laid(line: SettlementLine, amount: Cents) -> BetView:
    return BetView(
        seat=line.seat, wager=line.wager, pick=line.pick, title=line.title, amount=amount, button=""
    )


def _mark(result: LineResult, net: Cents) -> str:
    return signed(net) if net else f"= {_WORDS.get(result, dollars(0))}"
