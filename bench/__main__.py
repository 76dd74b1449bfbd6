"""Run every bench module and print its measures; exit 1 when a required limit is missed."""

import importlib
import pkgutil
import sys

import bench
from bench import Measure


def main() -> int:
    """Find the modules, run them one after another and print one row per measure."""
    width = 48
    missed = 0
    print(f"{'measure':<{width}} {'value':>12} {'unit':<14} {'required':<10}")
    for name in sorted(module.name for module in pkgutil.iter_modules(bench.__path__)):
        run = None if name == "__main__" else getattr(importlib.import_module(f"bench.{name}"), "run", None)
        if run is None:
            continue
        for measure in map(Measure._make, run()):
            missed += not measure.ok
            verdict = "" if not measure.limit else "ok" if measure.ok else "MISSED"
            value = f"{measure.value:,.2f}"
            print(
                f"{measure.name:<{width}} {value:>12} {measure.unit:<14} {measure.limit:<10} {verdict}".rstrip()
            )
            sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
