"""`houseway office attach` and `letter`: letters as they came, attached to what the book of approvals says of them."""

from pathlib import Path

from houseway.cli.books import Database
from houseway.cli.files import read
from houseway.cli.office import signed_in
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As
from houseway.cli.private_files import kept_private


def attach(file: Path, *, by: As, db: Database = None, json: Json = False) -> None:
    """Attach a letter, to be named by the order that enters it: its hash goes into the field `letter`.

    For instance: houseway office attach letter.pdf --as SM-1, then {"order": "record-approval", "letter": "HASH", ...}.

    Parameters
    ----------
    file
        The letter as it came: a PDF, PNG or JPEG of at most 5 MB.
    """
    from houseway.backoffice.approvals.attached import attach_letter
    from houseway.backoffice.attachments import BadFile

    content = read(file)
    with signed_in(db, by) as office, told_plainly():
        try:
            digest = attach_letter(office, content, who=by)
        except BadFile as bad:
            raise Failure(BAD_INPUT, f"{file}: {bad}") from None
    if json:
        print_json({"letter": digest})
    else:
        print(digest)


def letter(digest: str, *, out: Path, by: As, db: Database = None, json: Json = False) -> None:
    """Save a letter that the book of approvals names, held against its hash.

    Parameters
    ----------
    digest
        Its hash, or how it begins; houseway office sheet approvals shows it.
    out
        The file to write.
    """
    from houseway.backoffice import attachments
    from houseway.backoffice.approvals.attached import letter_named
    from houseway.backoffice.approvals.book import BOOK

    with kept_private(out) as file, signed_in(db, by) as office, told_plainly():
        office.open_book(BOOK.name, office.people()[by])
        with office.desk() as desk:
            named = letter_named(desk.connection, digest)
            try:
                found = attachments.read(desk.connection, named) if named else None
            except attachments.FileAltered as altered:
                raise Failure(CHECK_FAILED, altered.cause, fix=altered.fix) from None
        if found is None:
            raise Failure(BAD_INPUT, f"there is no letter {digest!r} here, or its papers were destroyed")
        file.write(found.content)
    if json:
        print_json({"letter": named, "file": str(out), "type": found.type.value})
    else:
        print(f"letter {named} in {out}")
