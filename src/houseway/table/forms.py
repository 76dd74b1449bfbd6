"""Forms: a recorded move, event, order or fact says which form it has, and is read in the form that it has today.

What was recorded is never written again. Where a type changes so that what was recorded yesterday could not be read as what
it is today, it gets one more of its `renewals`: a function that makes a value of the form before into one of the next. A
value that names no form has the first.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any, ClassVar, get_args

import msgspec

# Takes a value as it was recorded, and the gaming day on which it was; gives it in the next form.
Renewal = Callable[[dict[str, Any], date], dict[str, Any]]

# No field of a struct can have this name.
_MARK = "@form"


class Renewable(msgspec.Struct, frozen=True, gc=False):
    """Something recorded under its tag, whose fields may change between versions (`gc=False`: it never refers to itself)."""

    # The steps from the first form to today's.
    renewals: ClassVar[tuple[Renewal, ...]] = ()


def marked(kind: type[Renewable], told: dict[str, Any]) -> dict[str, Any]:
    """Plain data as it is recorded: with the number of its form, once the type has had more than one."""
    return {**told, _MARK: len(kind.renewals) + 1} if kind.renewals else told


@cache
def held_by(kind: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields of a type by name, kept because msgspec works them out anew each time."""
    return {field.name: field for field in msgspec.structs.fields(kind)}


@cache
def conversion(kinds: Any) -> Callable[[Any], Any]:
    """What makes values of some types out of plain data.

    Of a union msgspec itself finds out what it holds each time it is asked, of a field of a struct only once.
    """
    holder: Any = msgspec.defstruct("Holder", [("held", kinds)])

    def convert(told: Any) -> Any:
        try:
            return msgspec.convert({"held": told}, holder).held
        except msgspec.ValidationError:
            # Where it is wrong is told as of the value alone.
            return msgspec.convert(told, kinds)

    return convert


class Reader:
    """Reads recorded values of some types, each by its tag, in the form that the type has today."""

    def __init__(self, kinds: Any) -> None:
        each = tuple(_members(kinds))
        self._tag_field = str(each[0].__struct_config__.tag_field)
        self._renewals: Mapping[str, tuple[Renewal, ...]] = {
            str(kind.__struct_config__.tag): kind.renewals for kind in each if kind.renewals
        }

    def today(self, told: dict[str, Any], day: date) -> dict[str, Any]:
        """A recorded value brought to today's form; a form of a later version of Houseway raises `ValueError`."""
        name = told.get(self._tag_field)
        renewals = self._renewals.get(str(name), ())
        if _MARK not in told and not renewals:
            return told
        plain = {field: value for field, value in told.items() if field != _MARK}
        form = told.get(_MARK, 1)
        if not isinstance(form, int) or not 1 <= form <= len(renewals) + 1:
            raise ValueError(
                f"{name} has form {form!r}, and this version of Houseway knows {len(renewals) + 1}"
            )
        for renewal in renewals[form - 1 :]:
            plain = renewal(plain, day)
        return plain


def with_defaults(**fields: Any) -> Renewal:
    """The renewal of a type that has gained fields: an older record is read as if it had these values."""
    return lambda told, _: {**fields, **told}


def _members(kinds: Any) -> Iterator[type[Renewable]]:
    yield from get_args(kinds) or (kinds,)
