"""`houseway journal`: verify, export and checkpoint the record."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from houseway.cli.books import Database, open_journal, place_of, signer_of
from houseway.cli.files import read_text, unusable
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, Failure, Json, print_json, print_utf8

if TYPE_CHECKING:
    from houseway.journal import Journal, PublicKey, Report

app = App(name="journal")

# Origin, number of entries, hash, and signatures: what a checkpoint looks like, whoever signed it.
_LAID_OUT = re.compile(r"[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n\n(— \S+ [A-Za-z0-9+/]+=*\n)+", re.ASCII)


@app.command
def verify(
    *, db: Database = None, checkpoint: Path | None = None, key: str | None = None, json: Json = False
) -> int:
    """Check every entry, the chain of hashes and the checkpoints; name the first entry that is not as written.

    Parameters
    ----------
    checkpoint
        A checkpoint kept outside the house, to prove that the journal was not rewritten or rolled back.
    key
        The public key that signed it, as `houseway journal checkpoint` prints it.
    """
    from houseway.journal import BadCheckpoint, PublicKey

    if (checkpoint is None) != (key is None):
        raise Failure(
            BAD_INPUT, "a checkpoint and its public key go together", fix="give both --checkpoint and --key"
        )
    try:
        public = PublicKey.parse(key) if key else None
    except BadCheckpoint as error:
        raise Failure(BAD_INPUT, f"--key: {error}") from None
    text = _read_checkpoint(checkpoint) if checkpoint else None
    with open_journal(db) as journal:
        report = _verify(journal, text, public)
    if json:
        print_json(report)
    elif report.ok:
        print(f"{report.entries} entries verified; nothing was changed, removed, reordered or inserted.")
    else:
        where = f"entry {report.first_bad}" if report.first_bad is not None else "the journal"
        print(f"NOT VERIFIED: {where}: {report.problem}")
    return 0 if report.ok else CHECK_FAILED


def _read_checkpoint(file: Path) -> str:
    text = read_text(file)
    if not _LAID_OUT.fullmatch(text):
        fix = "give the text as houseway journal checkpoint printed it"
        raise Failure(BAD_INPUT, f"{file} is not laid out as a signed checkpoint", fix=fix)
    return text


def _verify(journal: "Journal", text: str | None, key: "PublicKey | None") -> "Report":
    from houseway.journal import BadCheckpoint, Report

    try:
        return journal.verify(checkpoint=text, key=key)
    except BadCheckpoint as forged:
        return Report(False, 0, None, f"the checkpoint kept outside is not genuine: {forged}")


@app.command
def export(*, output: Path | None = None, db: Database = None, json: Json = False) -> None:
    """Write the journal as JSON lines, one entry a line (docs/journal.md describes them).

    Parameters
    ----------
    output
        The file to write; standard output otherwise.
    """
    with open_journal(db) as journal:
        if output is None:
            journal.export(sys.stdout.buffer)
            return
        entries = _write_out(journal, output)
    if json:
        print_json({"entries": entries, "file": str(output)})
    else:
        print(f"{entries} entries written to {output}")


def _write_out(journal: "Journal", output: Path) -> int:
    try:
        # It holds all that the journal does, and is kept as the journal is: for its owner alone.
        file = os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as error:
        raise unusable(error, output) from None
    try:
        with file:
            return journal.export(file)
    except BaseException:
        # Half an export must not pass for a whole one.
        output.unlink(missing_ok=True)
        raise


@app.command
def checkpoint(*, db: Database = None, json: Json = False) -> None:
    """Sign how long the journal is and how it ends; keep the text outside the house."""
    with open_journal(db, write=True) as journal:
        note = journal.checkpoint()
    public = signer_of(place_of(db)).public.text()
    if json:
        print_json({"checkpoint": note, "key": public})
        return
    print_utf8(note)
    print(f"\npublic key: {public}", file=sys.stderr)
