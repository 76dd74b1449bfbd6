"""The command line: the back door for everything the pages can do, and for the lab and the law."""

import sys


def main() -> None:
    """Run `houseway`."""
    try:
        from houseway.cli.app import run
    except ModuleNotFoundError as missing:
        sys.exit(f"houseway: the command line needs {missing.name}; install houseway[cli]")
    sys.exit(run(sys.argv[1:]))
