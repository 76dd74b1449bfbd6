"""What takes long shows on a terminal how far it has come; programs and files see nothing of it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def shown(doing: str, *, steps: int | None = None, as_json: bool = False) -> Iterator[Callable[[str], None]]:
    """Show on standard error, if that is a terminal, what is done and for how long; the step that begins is told by its name."""
    if as_json or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(doing, total=steps)
        begun = 0

        def tell(step: str) -> None:
            nonlocal begun
            progress.update(task, description=f"{doing}: {step}", completed=begun)
            begun += 1

        yield tell
