import pytest

from houseway.law import UnknownClause, implementations, implements, pa
from houseway.law.citing import Held, holdings
from houseway.table.wagers import pay_line


def test_implements_returns_the_function_unchanged() -> None:
    def rule(value: int) -> int:
        return value + 1

    assert implements("661a.6(e)#1")(rule) is rule


def test_a_mistyped_clause_fails_where_it_is_cited() -> None:
    with pytest.raises(UnknownClause):
        implements("661a.66")
    with pytest.raises(LookupError):
        implements("661a.6(e)#1", readings=("661-xx",))


def test_only_functions_implement() -> None:
    with pytest.raises(TypeError, match="not a plain function"):
        implements("661a.6(e)#1")(print)


def test_clauses_are_found_however_deep_they_lie() -> None:
    line = pay_line("Penalty Wager", pa("661a.8(b)[penalty]"))
    assert [(found.id, held) for found, held in holdings({"lines": [(line,)]}, Held.CITATION)] == [
        ("661a.8(b)[penalty]", Held.DATA)
    ]


@pytest.mark.parametrize(
    ("clause_id", "symbol", "held"),
    [
        ("661a.1[turnover]", "games.three_dice_football.field:is_turnover", Held.FUNCTION),
        ("661a.8(b)[penalty]", "games.three_dice_football.wagers:CATALOGUE", Held.DATA),
        ("603a.10(a)#1", "table.chip_steps:CHIPS_AT_TABLES", Held.CITATION),
    ],
)
def test_a_rule_is_told_from_a_constant_that_only_names_the_clause(
    clause_id: str, symbol: str, held: Held
) -> None:
    found = {row.symbol: row.held for row in implementations()[clause_id]}
    assert found[f"houseway.{symbol}"] is held
    assert held.is_rule == (held is not Held.CITATION)
