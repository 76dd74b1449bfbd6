"""`houseway journal`: verify, export and checkpoint the record."""

import os
import re
import sys
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from houseway.cli.books import Database, key_file, open_journal, place_of, signer_of
from houseway.cli.files import read, read_text, unusable, write
from houseway.cli.findings import print_findings
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, UNLAWFUL, Failure, Json, print_json, print_utf8
from houseway.cli.passwords import admitted, asked, open_access
from houseway.cli.tables import print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from houseway.backoffice.access import Opened
    from houseway.backoffice.people import Department
    from houseway.journal import Journal, Outside, Report

app = App(name="journal")
By = Annotated[
    str, Parameter(name="--as", help="The credential of whoever orders it, in information technology.")
]
SeenBy = Annotated[
    str, Parameter(name="--witness", help="The credential of whoever witnesses it, in internal audit.")
]

# Origin, number of entries, hash, and signatures: what a checkpoint looks like, whoever signed it.
_LAID_OUT = re.compile(r"[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n\n(— \S+ [A-Za-z0-9+/]+=*\n)+", re.ASCII)


@app.command
def verify(
    *,
    db: Database = None,
    checkpoint: tuple[Path, ...] = (),
    key: tuple[str, ...] = (),
    since: Path | None = None,
    keep: Path | None = None,
    json: Json = False,
) -> int:
    """Check every entry, the chain of hashes and the checkpoints; name the first entry that is not as written.

    A genuine record is then replayed, and every act is named of which the rules of this version of Houseway would say
    something else: what was recorded stands.

    With --since it goes on from where it was verified before: of the entries up to there only the hashes are read, which must be
    those of that time, and tables are not replayed. Verify all of it from time to time.

    Parameters
    ----------
    checkpoint
        A checkpoint kept outside the house, by a witness or by anybody, to prove that the journal was not rewritten or
        rolled back; may be given more than once.
    key
        A public key that is trusted, of the house or of a witness, known from elsewhere than the journal; houseway
        journal checkpoint prints that of the house. May be given more than once.
    since
        A checkpoint up to which you have verified this journal before, and have kept where the house cannot change it.
    keep
        Where to put the newest checkpoint that a trusted key has signed once all is verified, for --since next time.
    """
    from msgspec.structs import asdict

    from houseway.floor.replay import check_tables
    from houseway.journal.checkpoint import stated

    if (since or keep) and not key:
        raise Failure(BAD_INPUT, "a checkpoint and its public key go together", fix="give --key as well")
    outside, verified = outside_of(checkpoint, key), _read_checkpoint(since) if since else ""
    with open_journal(db) as journal:
        report = _told(lambda: journal.verify(outside, verified))
        findings = tuple(check_tables(journal)) if report.ok and not verified else ()
        if report.ok and keep:
            write(keep, _newest(journal.checkpoints(), outside, report.entries).encode())
    if json:
        print_json({**asdict(report), "tables": [finding._asdict() for finding in findings]})
    elif report.ok and verified:
        known = stated(verified).entries
        print(
            f"{report.entries - known} entries verified after the {known} that were verified before; nothing was changed, removed, "
            "reordered or inserted."
        )
    elif report.ok:
        print(f"{report.entries} entries verified; nothing was changed, removed, reordered or inserted.")
        print_findings(findings)
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


def _newest(notes: "list[str]", outside: "Outside", entries: int) -> str:
    """The newest checkpoint among those that were verified that a trusted key has signed."""
    from houseway.journal import BadCheckpoint

    for note in reversed(notes):
        for key in outside.keys:
            with suppress(BadCheckpoint):
                if key.check(note).entries <= entries:
                    return note
    raise Failure(
        CHECK_FAILED,
        "the journal is verified, and holds no checkpoint that a trusted key has signed",
        fix="have one signed (houseway journal checkpoint), then verify again",
    )


def outside_of(checkpoints: tuple[Path, ...], keys: tuple[str, ...]) -> "Outside":
    """What somebody brings along to check a journal with: files with checkpoints, and public keys."""
    from houseway.journal import BadCheckpoint, Outside, PublicKey

    if checkpoints and not keys:
        raise Failure(
            BAD_INPUT, "a checkpoint and its public key go together", fix="give both --checkpoint and --key"
        )
    try:
        trusted = tuple(map(PublicKey.parse, keys))
    except BadCheckpoint as error:
        raise Failure(BAD_INPUT, f"--key: {error}") from None
    return Outside(trusted, tuple(map(_read_checkpoint, checkpoints)))


def _told(check: "Callable[[], Report]") -> "Report":
    from houseway.journal import BadCheckpoint, Report

    try:
        return check()
    except BadCheckpoint as forged:
        return Report(False, 0, None, f"the checkpoint kept outside is not genuine: {forged}")


@app.command(name="verify-export")
def verify_exported(
    file: Path, *, checkpoint: tuple[Path, ...] = (), key: tuple[str, ...] = (), json: Json = False
) -> int:
    """Check an exported journal with two verifiers that share no code, without any database.

    Parameters
    ----------
    file
        What houseway journal export wrote.
    checkpoint
        A checkpoint kept outside the house; may be given more than once.
    key
        A public key that is trusted, from elsewhere than the file; may be given more than once.
    """
    from houseway.journal import second_verifier, verify_export

    outside = outside_of(checkpoint, key)
    lines = read(file).splitlines(keepends=True)
    report = _told(lambda: verify_export(lines, outside))
    second = _second(lambda: second_verifier.verify(lines, key, outside.checkpoints))
    return _say_both(report, second, as_json=json)


def _second(check: "Callable[[], object]") -> str:
    """What the second verifier objects to."""
    from houseway.journal import second_verifier

    try:
        check()
    except second_verifier.Bad as bad:
        return str(bad)
    return ""


def _say_both(report: "Report", second: str, *, as_json: bool) -> int:
    from msgspec.structs import asdict

    if as_json:
        print_json({**asdict(report), "second": {"ok": not second, "problem": second}})
    elif report.ok and not second:
        print(
            f"{report.entries} entries verified, twice; nothing was changed, removed, reordered or inserted."
        )
    else:
        where = f"entry {report.first_bad}" if report.first_bad is not None else "the journal"
        print(f"NOT VERIFIED: {where}: {report.problem or 'the first verifier found nothing'}")
        print(f"second verifier: {second or 'found nothing'}")
    return 0 if report.ok and not second else CHECK_FAILED


@app.command
def archive(folder: Path, *, until: date | None = None, db: Database = None, json: Json = False) -> None:
    """Write what was recorded on each gaming day that is over into a file of its own; the journal keeps it all.

    An archive is verified without the journal, alone or in a row with others (houseway journal verify-archive). Those that are in the folder
    already stay as they are.

    Parameters
    ----------
    folder
        Where they go, each named by its day, as 2026-11-18.jsonl; it is made where it is missing.
    until
        The last day that is to be archived; otherwise the last one that is over.
    """
    from houseway.backoffice.postings.opening import days_of
    from houseway.journal.archive import Span, archives

    def named(span: Span) -> Path:
        return folder / f"{span.day.isoformat()}.jsonl"

    def wanted(span: Span) -> bool:
        return (until is None or span.day <= until) and not named(span).exists()

    written: list[dict[str, object]] = []
    with open_journal(db, write=True) as journal:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with journal.reading() as connection:
            days = days_of(connection)
        for span, lines in archives(journal, journal.checkpoint(), days, wanted):
            with _new_file(named(span)) as file:
                file.writelines(lines)
            written.append({"day": span.day, "entries": span.until - span.after, "file": str(named(span))})
    if json:
        print_json(written)
    else:
        rows = [tuple(one.values()) for one in written]
        print_table("Archived", ("day", "entries", "file"), rows, empty="no further day is over")


@app.command(name="verify-archive")
def verify_archived(
    files: tuple[Path, ...], /, *, key: tuple[str, ...], checkpoint: tuple[Path, ...] = (), json: Json = False
) -> int:
    """Check an archive, or several in the order of their days with no gap between them, with two verifiers that share no code.

    Parameters
    ----------
    files
        What houseway journal archive wrote.
    key
        A public key that is trusted, of the house or of a witness, from elsewhere than the files; may be given more than once.
    checkpoint
        A checkpoint kept outside the house; may be given more than once.
    """
    from houseway.journal import second_verifier
    from houseway.journal.archive import verify_archives

    outside = outside_of(checkpoint, key)
    archived = [read(file).splitlines(keepends=True) for file in files]
    report = _told(lambda: verify_archives(archived, outside))
    second = _second(lambda: second_verifier.verify_archives(archived, key, outside.checkpoints))
    return _say_both(report, second, as_json=json)


@app.command
def prove(position: int, *, db: Database = None, json: Json = False) -> None:
    """Prove that one entry stands in the journal, without showing the others: for a patron's receipt, or a regulator.

    What is printed goes to whoever asked; they check it with houseway journal check-proof and the house's public key.

    Parameters
    ----------
    position
        The number of the entry in the journal.
    """
    from houseway.journal.proofs import prove_entry

    with open_journal(db, write=True) as journal:
        try:
            print_json(prove_entry(journal, position, journal.checkpoint()))
        except ValueError as error:
            raise Failure(BAD_INPUT, str(error)) from None


@app.command(name="check-proof")
def check_proof(file: Path, *, key: str, json: Json = False) -> int:
    """Check that an entry stands in a journal of which one has nothing but the public key.

    Parameters
    ----------
    file
        What houseway journal prove printed.
    key
        The public key of the house, or of a witness, from elsewhere.
    """
    import msgspec

    from houseway.journal import BadCheckpoint, PublicKey
    from houseway.journal.proofs import EntryProof, check_entry

    try:
        trusted = PublicKey.parse(key)
    except BadCheckpoint as error:
        raise Failure(BAD_INPUT, f"--key: {error}") from None
    try:
        proof = msgspec.json.decode(read(file), type=EntryProof)
        covered = check_entry(proof, trusted)
    except (msgspec.MsgspecError, BadCheckpoint) as bad:
        if json:
            print_json({"ok": False, "problem": str(bad)})
        else:
            print(f"NOT PROVED: {bad}")
        return CHECK_FAILED
    if json:
        print_json({"ok": True, "entries": covered.entries, "entry": proof.entry})
    else:
        told = f"entry {proof.entry['position']} of {covered.entries} of {covered.origin}"
        print(f"Proved: {told}, {proof.entry['stream']} version {proof.entry['version']}")
    return 0


@app.command(name="change-key")
def change_the_key(*, by: By, witness: SeenBy, db: Database = None, json: Json = False) -> None:
    """Let another key sign the journal's checkpoints from now on; information technology orders it, internal audit witnesses it.

    The new key takes the place of the old one, which is kept beside it under its id. Give the new public key to everybody
    who had the old one; whoever has only the old one still knows it, because the old key signs for the new.
    """
    from houseway.backoffice.access.marks import mark_anew
    from houseway.backoffice.people import Department
    from houseway.journal import Signer, change_key

    with open_access(db) as access:
        with admitted(access, by, password=asked(f"password of {by}: ")) as one:
            _require(one, Department.INFORMATION_TECHNOLOGY)
            with admitted(access, witness, password=asked(f"password of {witness}: ")) as other:
                _require(other, Department.INTERNAL_AUDIT)
        place = place_of(db)
        old, path = signer_of(place), key_file(place)
        beside = path.with_name(path.name + ".new")
        new = Signer.load_or_create(beside, old.public.name)
        # Accounts and tokens are marked anew in the same transaction: nobody is locked out by another key.
        change_key(
            access.office.journal,
            old,
            new.public,
            (by, witness),
            also=lambda transaction: mark_anew(transaction, new.tag),
        )
        path.rename(path.with_name(f"{path.name}.{old.public.id().hex()}"))
        beside.rename(path)
    with open_journal(db, write=True) as journal:
        note = journal.checkpoint()
    if json:
        print_json({"key": new.public.text(), "checkpoint": note})
    else:
        print(f"new public key: {new.public.text()}")


def _require(opened: "Opened", department: "Department") -> None:
    if opened.session.posting.department is not department:
        said = f"{opened.session.posting.credential} does not work in {department}"
        raise Failure(UNLAWFUL, said, fix="information technology orders it, internal audit witnesses it")


@app.command
def export(
    *, output: Path | None = None, letters: Path | None = None, db: Database = None, json: Json = False
) -> None:
    """Write the journal as JSON lines, one entry a line (docs/journal.md describes them).

    Parameters
    ----------
    output
        The file to write; standard output otherwise.
    letters
        A new folder for the letters that are attached to approvals, each called by the SHA-256 that its entry names.
    """
    from houseway.cli.letters import write_letters

    with open_journal(db) as journal:
        if output is None:
            journal.export(sys.stdout.buffer)
        else:
            entries = _write_out(journal, output)
        written = {} if letters is None else {"letters": write_letters(journal, letters)}
    if output is None:
        return
    if json:
        print_json({"entries": entries, "file": str(output)} | written)
    else:
        beside = f", and {written['letters']} letters to {letters}" if written else ""
        print(f"{entries} entries written to {output}{beside}")


def _write_out(journal: "Journal", output: Path) -> int:
    with _new_file(output) as file:
        return journal.export(file)


@contextmanager
def _new_file(path: Path) -> "Iterator[BinaryIO]":
    """A new file for a copy of the record: kept as the journal is, for its owner alone, and gone again if it cannot be finished."""
    try:
        file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as error:
        raise unusable(error, path) from None
    try:
        with file:
            yield file
    except BaseException:
        # Half an export must not pass for a whole one.
        path.unlink(missing_ok=True)
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
