"""Which parameters of the register code reads, told by code that is loaded with a register that notes each reading.

Run as a program, because clauses are looked up when modules are imported: `python -m tests.law.parameters_read`.
"""

import ast
import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import houseway
from houseway.law import implementations, register

_SOURCE = Path(houseway.__file__).parent
# Reading a figure: what the register offers, and what a plain mapping offers.
_READERS = ("integer", "integers")


class Noted(Mapping[str, str]):
    """The parameters of one clause, and which of them were read."""

    def __init__(self, written: Mapping[str, str]) -> None:
        self.written = written
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        found = self.written[name]
        self.read.add(str(name))
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.written

    def __iter__(self) -> Iterator[str]:
        return iter(self.written)

    def __len__(self) -> int:
        return len(self.written)


def _load_and_note() -> dict[str, list[str]]:
    """Load every module of the house, and tell what each clause was asked for meanwhile."""
    noted = {}
    for clause in register().values():
        noted[clause.id] = Noted(clause.parameters)
        object.__setattr__(clause, "parameters", noted[clause.id])
    for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
        # A migration runs inside its tool only, and loading the program would run it.
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return {clause_id: sorted(row.read) for clause_id, row in noted.items() if row.read}


def _reading(node: ast.AST) -> ast.expr | None:
    """The name in `clause.integer(name)`, `clause.parameters[name]` or `clause.parameters.get(name)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr=reader), args=[name, *_]) if reader in _READERS:
            return name
        case ast.Subscript(value=ast.Attribute(attr="parameters"), slice=name):
            return name
        case ast.Call(
            func=ast.Attribute(attr="get", value=ast.Attribute(attr="parameters")), args=[name, *_]
        ):
            return name
    return None


def names_in(source: str) -> set[str]:
    """The names of parameters that a module reads; where one is not written out, every word of the module may be it."""
    tree = ast.parse(source)
    readings = [name for name in map(_reading, ast.walk(tree)) if name is not None]
    names = {str(name.value) for name in readings if isinstance(name, ast.Constant)}
    if all(isinstance(name, ast.Constant) for name in readings):
        return names
    words = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return names | {word for word in words if isinstance(word, str)}


@cache
def parameters_read() -> Mapping[str, frozenset[str]]:
    """By clause, the parameters that code reads when it is loaded, or by their name when it runs."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.law.parameters_read"], capture_output=True, check=True, text=True
    )
    loaded: dict[str, list[str]] = json.loads(told.stdout)
    named = {
        name
        for file in _SOURCE.rglob("*.py")
        if file.relative_to(_SOURCE).parts[0] != "law"
        for name in names_in(file.read_text("utf-8"))
    }
    return MappingProxyType(
        {
            clause_id: frozenset(loaded.get(clause_id, ()))
            | (named & set(register()[clause_id].parameters) if clause_id in implementations() else set())
            for clause_id in register()
        }
    )


if __name__ == "__main__":
    json.dump(_load_and_note(), sys.stdout)
