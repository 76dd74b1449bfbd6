"""The `houseway` command: its groups, its exit codes, and how errors are told."""

from collections.abc import Callable, Sequence

from cyclopts import App, CycloptsError

from houseway.cli import (
    journal,
    lab,
    law,
    office,
    office_blanks,
    office_checking,
    office_coupons,
    office_mailing,
    office_tables,
    people,
    play,
    serving,
    tables,
)
from houseway.cli.extras import extra_for
from houseway.cli.output import BAD_INPUT, Failure, fail, wants_json

EPILOGUE = """Exit codes: 0 done; 1 a check found something wrong; 2 bad input; 3 the law does not allow it;
4 the journal cannot be used; 5 somebody else moved first."""

app = App(
    name="houseway",
    help="Table games run by the book: every decision carries its clause.",
    help_epilogue=EPILOGUE,
    version_flags=("--version",),
)
for group in (law.app, lab.app, journal.app, people.app, office.app, tables.app):
    app.command(group)
for in_the_office in (
    office_blanks.blank,
    office_checking.verify,
    office_coupons.coupons,
    office_mailing.exclusion_list,
    office_mailing.mailing_list,
    office_mailing.mailing_file,
    office_mailing.mailing_coupons,
    office_tables.figures,
    office_tables.hold,
    office_tables.fairness,
    office_tables.roster,
):
    office.app.command(in_the_office)
for command in (serving.serve, play.games, play.settle, play.replay):
    app.command(command)


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return the exit code."""
    try:
        return _carry_out_plainly(list(arguments))
    except Failure as failure:
        fail(failure, as_json=wants_json(arguments))
        return failure.code


def _carry_out_plainly(arguments: list[str]) -> int:
    """The last resort: what no command foresaw is still told in words, not as a traceback."""
    try:
        return _carry_out(arguments)
    except BrokenPipeError:
        raise
    except ModuleNotFoundError as missing:
        if not (extra := extra_for(missing)):
            raise
        fix = f'pip install "houseway[{extra}]"'
        raise Failure(BAD_INPUT, f"this needs {missing.name}, which is not installed", fix=fix) from None
    except OSError as error:
        raise Failure(BAD_INPUT, _told(error)) from None
    except UnicodeError as error:
        fix = "use UTF-8: set PYTHONUTF8=1 for what is printed"
        raise Failure(BAD_INPUT, f"text that cannot be read or shown here: {error}", fix=fix) from None
    except RecursionError:
        raise Failure(BAD_INPUT, "the input is nested too deeply") from None


def _told(error: OSError) -> str:
    """What the system could not do, without its number."""
    return f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)


def _carry_out(arguments: list[str]) -> int:
    try:
        command, bound, _ = app.parse_args(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        words = " ".join(("houseway", *(error.command_chain or ())))
        raise Failure(BAD_INPUT, str(error), fix=f"see {words} --help") from None
    act: Callable[..., int | None] = command
    return act(*bound.args, **bound.kwargs) or 0
