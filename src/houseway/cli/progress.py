"""What takes long shows on a terminal how far it has come; programs and files see nothing of it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Steps:
    """How far something has come: which step has begun, and which part of it is done."""

    def __init__(self, show: Callable[[str | None, float], None]) -> None:
        self._show = show
        self._begun = 0

    def __call__(self, step: str) -> None:
        """Tell the step that begins by its name."""
        self._show(step, self._begun)
        self._begun += 1

    def part(self, done: float) -> None:
        """Tell which part of the step that has begun is done."""
        self._show(None, max(0, self._begun - 1) + done)


@contextmanager
def shown(doing: str, *, steps: int | None = None, as_json: bool = False) -> Iterator[Steps]:
    """Show on standard error, if that is a terminal, what is done and for how long; the step that begins is told by its name."""
    if as_json or not sys.stderr.isatty():
        yield Steps(lambda step, done: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(doing, total=steps)

        def show(step: str | None, done: float) -> None:
            progress.update(task, completed=done, description=None if step is None else f"{doing}: {step}")

        yield Steps(show)
