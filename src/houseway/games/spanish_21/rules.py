"""The rules of the moves of Spanish 21: those that every game of twenty-one has."""

from houseway.table.twenty_one_rules import twenty_one_rules

RULES = twenty_one_rules()
