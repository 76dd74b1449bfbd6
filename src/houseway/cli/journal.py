"""`houseway journal`: verify, export and checkpoint the record."""

import sys
from pathlib import Path

from cyclopts import App

from houseway.cli.books import Database, key_file, open_journal, place_of
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, Failure, Json, print_json

app = App(name="journal", help="The tamper-evident record.")


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
        text = checkpoint.read_text("utf-8") if checkpoint else None
    except (BadCheckpoint, OSError) as error:
        raise Failure(BAD_INPUT, str(error)) from None
    with open_journal(db) as journal:
        report = journal.verify(checkpoint=text, key=public)
    if json:
        print_json(report)
    elif report.ok:
        print(f"{report.entries} entries verified; nothing was changed, removed, reordered or inserted.")
    else:
        where = f"entry {report.first_bad}" if report.first_bad is not None else "the journal"
        print(f"NOT VERIFIED: {where}: {report.problem}")
    return 0 if report.ok else CHECK_FAILED


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
        try:
            with output.open("xb") as file:
                entries = journal.export(file)
        except FileExistsError:
            raise Failure(BAD_INPUT, f"{output} exists already", fix="name a new file") from None
    if json:
        print_json({"entries": entries, "file": str(output)})
    else:
        print(f"{entries} entries written to {output}")


@app.command
def checkpoint(*, db: Database = None, json: Json = False) -> None:
    """Sign how long the journal is and how it ends; keep the text outside the house."""
    from houseway.journal import Signer

    place = place_of(db)
    with open_journal(db, write=True) as journal:
        note = journal.checkpoint()
    public = Signer.load_or_create(key_file(place), "houseway").public.text()
    if json:
        print_json({"checkpoint": note, "key": public})
        return
    print(note, end="")
    print(f"\npublic key: {public}", file=sys.stderr)
