"""Settled chips: they lie where they were wagered, marked won, lost or pushed, until the next wagers are made."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from houseway.floor import TableInService
from houseway.floor.settlement import LineResult, Settlement, SettlementLine
from houseway.money import Cents, dollars, signed
from houseway.table.events import WagerPlaced
from houseway.table.layout import Layout
from houseway.table.wagers import Bet
from houseway.web.felt import Stack, mark_width, stacks
from houseway.web.view import BetView

# How far apart marks stand one above the other; how wide the disc of a sign is; and how far above bare chips it stands,
# between their number and that of the row above.
_LIFT, _SIGN, _SIGN_ABOVE = 21, 12, 12
# How far a mark stands over the chips of a single pile.
_OVER = 14
_WORDS = {LineResult.PUSH: "push", LineResult.RETURNED: "back"}


@dataclass(frozen=True, slots=True)
class SettledStack:
    """A player's chips on an area as they were settled: how, in which place of the lawful order, and whether any stand yet."""

    stack: Stack
    result: LineResult
    mark: str
    order: int
    stands: bool
    # How far the mark stands above its place, so that it covers no other.
    lift: int = 0

    @property
    def mark_width(self) -> float:
        """How wide the mark is drawn; on bare chips it is a sign in a disc."""
        if self.stack.bare:
            return _SIGN
        wide = mark_width(self.mark, shared=self.stack.shared)
        # It takes the place of the amount, and leaves nothing of it to be seen.
        return max(wide, self.stack.amount_width) if self.stack.shared else wide

    @property
    def mark_at(self) -> tuple[float, float]:
        """Where the middle of the mark is: over a single pile, in the place of the amount of chips beside others, above bare ones."""
        stack = self.stack
        if stack.bare:
            return stack.x, stack.y - _SIGN_ABOVE
        if stack.shared:
            return stack.x + stack.amount_x, stack.y + stack.amount_y
        return stack.x + stack.amount_x / 2, stack.y - max(10, 7 * stack.scale) - _OVER - self.lift


def settled_stacks(
    place: TableInService,
    layout: Layout,
    settlement: Settlement | None,
    standing: tuple[Stack, ...],
    free: Mapping[str, float],
) -> Iterator[SettledStack]:
    """The chips of the latest settlement in its lawful order, as long as nobody has wagered since."""
    return iter(
        sorted(
            _apart(_shortened(_settled(place, layout, settlement, standing, free))), key=lambda one: one.order
        )
    )


def _shortened(settled: Iterable[SettledStack]) -> list[SettledStack]:
    """Marks side by side that would cover each other say less: the word without its sign, then, among shared chips, the sign alone."""
    ones = sorted(settled, key=lambda one: (one.stack.shared, one.stack.y, one.stack.x))
    for shorter in (_word_alone, _sign_alone):
        close = [number for number in range(1, len(ones)) if _covers(ones[number - 1], ones[number])]
        for number in {*close, *(number - 1 for number in close)}:
            ones[number] = shorter(ones[number])
    return ones


def _word_alone(one: SettledStack) -> SettledStack:
    return replace(one, mark=one.mark.removeprefix("= ")) if one.result in _WORDS else one


def _sign_alone(one: SettledStack) -> SettledStack:
    if not one.stack.shared:
        return one
    return replace(one, mark="=" if one.result in _WORDS else one.mark[:1])


def _covers(one: SettledStack, other: SettledStack) -> bool:
    """Whether the marks of two that lie side by side, the left one first, would cover each other."""
    apart = other.stack.x - one.stack.x
    return other.stack.y == one.stack.y and apart < (one.mark_width + other.mark_width) / 2


def _apart(settled: Iterable[SettledStack]) -> Iterator[SettledStack]:
    """Marks before single piles that would cover each other all the same stand one above the other."""
    last: SettledStack | None = None
    for one in settled:
        lifted = one
        if last and not one.stack.shared and _covers(last, one):
            lifted = replace(one, lift=0 if last.lift else _LIFT)
        yield lifted
        last = lifted


def _settled(
    place: TableInService,
    layout: Layout,
    settlement: Settlement | None,
    standing: tuple[Stack, ...],
    free: Mapping[str, float],
) -> Iterator[SettledStack]:
    if settlement is None or _wagered_since(place, settlement.version):
        return
    by_wager: dict[tuple[int, str, str], list[tuple[int, SettlementLine]]] = {}
    for order, line in enumerate(settlement.lines):
        if line.stake and line.wager and line.result is not LineResult.REVERSED:
            by_wager.setdefault((line.seat, *_lay(place, line)), []).append((order, line))
    bets = [
        _as_laid(lain, lines[0][1], sum(line.stake for _, line in lines)) for lain, lines in by_wager.items()
    ]
    wager_on = {area.id: (area.wager, area.pick) for area in layout.areas}
    lie = {(stack.area, stack.seat) for stack in standing}
    for stack in stacks(layout, bets, free):
        lines = by_wager.get((stack.seat, *wager_on[stack.area]), ())
        if lines:
            order, first = lines[0]
            net = sum(line.net for _, line in lines)
            alike = len({line.result for _, line in lines}) == 1
            result = first.result if len(lines) == 1 else _of_all(net)
            yield SettledStack(
                stack=stack,
                result=result,
                mark=_mark(first.result if alike else None, net)[: 1 if stack.bare else None],
                order=order,
                stands=(stack.area, stack.seat) in lie,
            )


def _wagered_since(place: TableInService, version: int) -> bool:
    """Whether anybody has wagered for another round or throw: what is put up while a round goes on leaves its chips where they lie."""
    ends = (event.ends_round for recorded in place.record.since(version - 1) for event in recorded.events)
    over = place.game.pieces is None or place.game.between_rounds(place.state.play)
    if not over and not any(ends):
        return False
    acts = place.record.since(version)
    return any(isinstance(event, WagerPlaced) for recorded in acts for event in recorded.events)


def _lay(place: TableInService, line: SettlementLine) -> tuple[str, str]:
    """The wager and pick of the area on which the chips of a line lay: another's, where it has none of its own."""
    lying = place.game.wagering.chips_as_they_lie((Bet(line.seat, line.wager, line.pick, line.stake),))
    return (lying[0].wager, lying[0].pick) if len(lying) == 1 else (line.wager, line.pick)


def _of_all(net: Cents) -> LineResult:
    """How chips that were settled in several lines came out together."""
    if net:
        return LineResult.WIN if net > 0 else LineResult.LOSE
    return LineResult.PUSH


def _as_laid(lain: tuple[int, str, str], line: SettlementLine, amount: Cents) -> BetView:
    seat, wager, pick = lain
    return BetView(seat=seat, wager=wager, pick=pick, title=line.title, amount=amount, button="")


def _mark(result: LineResult | None, net: Cents) -> str:
    """What chips have brought; where nothing, whether they stood off: hands that won as much as others lost did not."""
    return signed(net) if net else f"= {_WORDS[result] if result in _WORDS else dollars(0)}"
