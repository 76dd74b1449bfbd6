"""The `houseway` command: its groups, its exit codes, and how errors are told."""

from collections.abc import Callable, Sequence

from cyclopts import App, CycloptsError

from houseway.cli.extras import extra_for
from houseway.cli.listing import ABOUT, COMMANDS, EPILOGUE, GROUPS
from houseway.cli.output import BAD_INPUT, Failure, fail, wants_json

app = App(name="houseway", help=ABOUT, help_epilogue=EPILOGUE, version_flags=("--version",))
# What a command needs is loaded when somebody asks for it.
for name, group in GROUPS.items():
    app.command(f"houseway.cli.{group.place}", name=name, help=group.about)
for name, command in COMMANDS.items():
    app.command(f"houseway.cli.{command.place}", name=name)


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
        from houseway.cli.files import unusable

        raise unusable(error) from None
    except UnicodeError as error:
        fix = "use UTF-8: set PYTHONUTF8=1 for what is printed"
        raise Failure(BAD_INPUT, f"text that cannot be read or shown here: {error}", fix=fix) from None
    except RecursionError:
        raise Failure(BAD_INPUT, "the input is nested too deeply") from None


def _carry_out(arguments: list[str]) -> int:
    try:
        command, bound, _ = app.parse_args(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        from houseway.cli.mistyped import told

        raise told(error) from None
    act: Callable[..., int | None] = command
    return act(*bound.args, **bound.kwargs) or 0
