"""The source of what acts by a clause: the very lines that run, for whoever wants to read them."""

import ast
import inspect
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

import msgspec

from houseway.law.citing import implementations


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Some lines of a file: where they begin, and what they say."""

    file: str
    line: int
    text: str


def source_of(symbol: str) -> Source | None:
    """The lines that define a symbol, such as `houseway.games.sic_bo.wagers:CATALOGUE`; none where nothing cites by that name."""
    if symbol not in {row.symbol for row in chain.from_iterable(implementations().values())}:
        return None
    module, _, path = symbol.partition(":")
    found = inspect.getsourcefile(import_module(module))
    if found is None:
        return None
    text = Path(found).read_text(encoding="utf-8")
    node = _defining(_tree(text), path.split("."))
    if node is None:
        return None
    # What decorates it says which clause it acts by.
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    lines = text.splitlines()[first - 1 : node.end_lineno]
    return Source(file=f"{module.replace('.', '/')}.py", line=first, text="\n".join(lines))


@cache
def _tree(text: str) -> ast.Module:
    return ast.parse(text)


def _defining(tree: ast.AST, path: list[str]) -> ast.stmt | None:
    """The statement that defines a name; of one that is made while running, the one around it."""
    name, *rest = path
    for node in getattr(tree, "body", ()):
        if name in _defines(node):
            return (_defining(node, rest) if rest else None) or node
    return None


def _defines(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()
