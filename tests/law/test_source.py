"""The lines behind a clause: whoever follows a citation reads what runs."""

from itertools import chain

import pytest

from houseway.games import games
from houseway.law import implementations
from houseway.law.source import source_of


def test_what_is_shown_defines_the_symbol_that_cites() -> None:
    games()
    symbols = sorted({row.symbol for row in chain.from_iterable(implementations().values())})
    for symbol in symbols[::12]:
        found = source_of(symbol)
        assert found is not None, symbol
        assert symbol.rpartition(".")[2].rpartition(":")[2] in found.text, symbol


def test_a_rule_is_shown_with_what_decorates_it() -> None:
    found = source_of("houseway.backoffice.read_access:require_book")
    assert found is not None
    assert found.file == "houseway/backoffice/read_access.py"
    assert found.text.startswith('@implements("603a.20(r)(2)#2")\ndef require_book(')
    assert found.text.endswith(")")


@pytest.mark.parametrize("symbol", ["os:environ", "houseway.law.source:source_of", "nonsense", ""])
def test_nothing_else_can_be_looked_at(symbol: str) -> None:
    assert source_of(symbol) is None
