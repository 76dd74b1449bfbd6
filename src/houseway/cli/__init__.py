"""The command line: the back door for everything the pages can do, and for the lab and the law."""

import os
import sys


def main() -> None:
    """Run `houseway`."""
    try:
        from houseway.cli.app import run
    except ModuleNotFoundError as missing:
        sys.exit(f"houseway: the command line needs {missing.name}; install houseway[cli]")
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
