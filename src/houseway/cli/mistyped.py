"""A command line that cannot be carried out as it was typed: what is missing or wrong in it, what belongs there, and where to look."""

from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnusedCliTokensError,
)
from cyclopts.argument import Argument

from houseway.cli.output import BAD_INPUT, Failure

_WRITTEN: dict[type, str] = {
    date: "a day, such as 2014-12-31",
    int: "a whole number",
    Path: "the name of a file",
}
_PLACEHOLDERS = {"--as": "CREDENTIAL", "--pdf": "FILE"}


def told(error: CycloptsError) -> Failure:
    """The failure that says what to type instead."""
    words = " ".join(("houseway", *(error.command_chain or ())))
    see = f"see {words} --help"
    match error:
        case MissingArgumentError(argument=Argument() as missing):
            return Failure(BAD_INPUT, _missing(error, missing), fix=f"{_supplied(missing)}; {see}")
        case CoercionError(argument=Argument() as wrong, token=token) if token is not None:
            said = f"is {_not_wanted(error.target_type)}"
            return Failure(BAD_INPUT, f"{_name(wrong)}: {token.value!r} {said}", fix=see)
        case UnusedCliTokensError(unused_tokens=list() as too_many):
            return Failure(BAD_INPUT, f"{words} takes no {' '.join(too_many)!r}", fix=see)
        case UnknownCommandError(unused_tokens=[unknown, *_]) if error.app is not None:
            known = [name for name in error.app if not name.startswith("-")]
            near = get_close_matches(unknown, known, n=1)
            meant = f"did you mean {near[0]}? " if near else ""
            if unknown.startswith("-"):
                meant = "options come after the command; "
            return Failure(BAD_INPUT, f"{words} has no command {unknown!r}", fix=meant + see)
        case _:
            return Failure(BAD_INPUT, str(error), fix=see)


def _not_wanted(kind: object) -> str:
    """What is wrong with a value that is none of this kind."""
    if get_origin(kind) is Literal:
        return f"none of {', '.join(map(str, get_args(kind)))}"
    wanted = _WRITTEN.get(kind) if isinstance(kind, type) else None
    return f"not {wanted}" if wanted else "not understood"


def _missing(error: MissingArgumentError, missing: Argument) -> str:
    """What is missing, in the words of its help."""
    about = _help(error, missing)
    about = f": {about[:1].lower()}{about[1:].removesuffix('.')}" if about else ""
    what = f"{error.keyword} has no value" if error.keyword else f"{_name(missing)} is missing"
    return what + about


def _help(error: CycloptsError, missing: Argument) -> str:
    """What the command says of it; most of that stands in the command's docstring."""
    known = error.app.assemble_argument_collection(parse_docstring=True) if error.app else ()
    found = next((one.parameter.help or "" for one in known if one.name == missing.name), "")
    return " ".join(found.split())


def _supplied(missing: Argument) -> str:
    """How to supply it."""
    by_name = missing.field_info.is_keyword_only
    value = _PLACEHOLDERS.get(missing.name, "VALUE")
    named = f"add {missing.name} {value}" if by_name else f"name {_name(missing)} after the command"
    return " or ".join((named, *(f"set ${variable}" for variable in missing.parameter.env_var or ())))


def _name(argument: Argument) -> str:
    """As the help of the command calls it."""
    return argument.name if argument.field_info.is_keyword_only else argument.name.lstrip("-").upper()
