"""The command line: the back door for everything the pages can do, and for the lab and the law."""

import os
import sys

from houseway.cli.listing import answers


def main() -> None:
    """Run `houseway`."""
    try:
        code = _run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more can be said to them.
        _silence_output()
        code = 0
    except OSError as error:
        # The output itself cannot be written, for instance to a full disk.
        print(f"houseway: the output cannot be written: {error}", file=sys.stderr)
        _silence_output()
        code = 2
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    if answers(arguments):
        return 0
    try:
        from houseway.cli.app import run
    except ModuleNotFoundError as missing:
        sys.exit(f"houseway: {missing.name} is missing; install houseway again")
    return run(arguments)


def _silence_output() -> None:
    """Let what is still buffered go nowhere, so that leaving Python does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
