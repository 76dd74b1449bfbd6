"""An example of every order there is, made from its fields alone."""

import random
import re
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from houseway.backoffice.orders import Order
from houseway.backoffice.policy import Rule

_DAY = date(2014, 5, 1)
_TRIES = 2000
# For a field whose form is prescribed, the first of these that has it.
_TEXTS = ("words enough", "a" * 64, "PA-0101", "2%", f"sealed.{'0' * 32}.QQ==")


def example_for(rule: Rule, rules: tuple[Rule, ...]) -> Order:
    """An order for which this very rule holds, and none before it."""
    chance = random.Random(rule.name + rule.case)
    earlier = [row for row in rules[: rules.index(rule)] if row.order is rule.order]
    for _ in range(_TRIES):
        try:
            order: Order = _value(_form_of(rule.order), chance)
        except ValueError:
            # What it says does not fit together: others will.
            continue
        if rule.applies(order) and not any(row.applies(order) for row in earlier):
            return order
    raise LookupError(f"no example found of {rule.name} {rule.case}")


@cache
def _form_of(kind: type[Order]) -> inspect.Type:
    return inspect.type_info(kind)


def _value(wanted: inspect.Type, chance: random.Random) -> Any:
    match wanted:
        case inspect.StructType(cls=kind, fields=fields):
            values = {
                one.name: _value(one.type, chance) for one in fields if one.required or chance.random() < 0.5
            }
            return kind(**values)
        case inspect.Metadata(type=inner):
            return _value(inner, chance)
        case inspect.EnumType(cls=kind):
            return chance.choice(list(kind))
        case inspect.LiteralType(values=values):
            return chance.choice(list(values))
        case inspect.UnionType(types=kinds):
            return _value(chance.choice(kinds), chance)
        case inspect.VarTupleType(item_type=item):
            return tuple(_value(item, chance) for _ in range(chance.randint(1, 4)))
        case inspect.TupleType(item_types=items):
            return tuple(_value(item, chance) for item in items)
        case inspect.DictType(key_type=key, value_type=value):
            return {_value(key, chance): _value(value, chance)}
        case inspect.StrType(pattern=pattern):
            return next(text for text in _TEXTS if re.search(pattern or "", text))
        case inspect.IntType(ge=least, gt=above):
            lowest = least if least is not None else above + 1 if above is not None else 1
            return lowest + chance.randrange(9)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.DateType():
            return _DAY
        case inspect.DateTimeType():
            return datetime(2014, 5, 1, 16, tzinfo=UTC)
        case inspect.NoneType():
            return None
        case inspect.CustomType(cls=kind):
            raise TypeError(f"no example of {kind}")
    raise TypeError(f"no example of {wanted}")


def is_plain(order: Order) -> bool:
    """Whether an order survives the wire unchanged."""
    return msgspec.convert(msgspec.to_builtins(order), type(order)) == order
