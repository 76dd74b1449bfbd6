"""What `houseway` alone and `houseway --help` say: its commands, a line each, told before anything else is loaded."""

import shutil
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

ABOUT = "Table games run by the book: every decision carries its clause."
EPILOGUE = """Exit codes: 0 done; 1 a check found something wrong; 2 bad input; 3 the law does not allow it;
4 the journal cannot be used; 5 somebody else moved first."""
_HELP = ("--help", "-h")


class Command(NamedTuple):
    """A command or a group of commands: where it is written, and what it is for."""

    place: str
    about: str


GROUPS = {
    "journal": Command("journal:app", "The tamper-evident record."),
    "lab": Command("lab:app", "The mathematics of every wager."),
    "law": Command("law:app", "Clauses, their readings, and what implements and tests them."),
    "office": Command(
        "office_group:app", "The books of the back office, their papers, and the orders that people sign."
    ),
    "people": Command(
        "people:app", "The people of the house, their accounts, and the policy that says who signs what."
    ),
    "poker": Command("poker:app", "Hands of Poker written down elsewhere, played again by the rules."),
    "table": Command("floor_tables:app", "The tables of the floor, and what is done at them."),
}
COMMANDS = {
    "backup": Command("backup:backup", "A house copied while it is open, its keys apart."),
    "games": Command("play:games", "The games, their editions, and every wager with its odds."),
    "replay": Command("play:replay", "A table rebuilt from the journal alone."),
    "restore": Command("backup:restore", "A house brought back from a backup."),
    "serve": Command("serving:serve", "The pages and the API."),
    "settle": Command("play:settle", "A round from a file, settled in lawful order."),
    "witness": Command("witness:witness", "A witness for the journals of other houses."),
}
_FLAGS = {
    "--help": "This list; with a command, what it does and takes.",
    "--version": "The version of Houseway.",
}


def answers(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for the list of commands; if so, print it."""
    if arguments and not (len(arguments) == 1 and arguments[0] in _HELP):
        return False
    width = shutil.get_terminal_size().columns
    lines = {name: command.about for name, command in sorted((GROUPS | COMMANDS).items())} | _FLAGS
    print(f"Usage: houseway COMMAND\n\n{ABOUT}\n")
    for name, about in lines.items():
        print(textwrap.fill(about, width, initial_indent=f"  {name:<11}", subsequent_indent=" " * 13))
    print(f"\n{textwrap.fill(EPILOGUE, width)}")
    return True
