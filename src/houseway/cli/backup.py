"""`houseway backup` and `houseway restore`: a house copied while it is open, its keys apart, and brought back."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.cli.books import Database, coupon_key_file, key_file, open_journal, place_of
from houseway.cli.journal import outside_of
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, Failure, Json, print_json

if TYPE_CHECKING:
    from houseway.journal import Head

_CHECKPOINT = ".checkpoint"


def backup(file: Path, *, keys: Path | None = None, db: Database = None, json: Json = False) -> None:
    """Copy a house into a file while it is open, with a checkpoint beside it; the copy is checked before it counts.

    It holds every entry, the accounts, attached letters and the keys of sealed personal data: keep it as the journal is kept. For instance:
    houseway backup /media/backup/valley-2026-11-18.db --keys /media/safe/valley.

    Parameters
    ----------
    file
        The new file.
    keys
        A folder on other media for copies of the keys that sign checkpoints and mark coupons; without it they are not copied.
    """
    from houseway.backoffice.backup import copy_house
    from houseway.journal import Journal

    if file.exists():
        raise Failure(BAD_INPUT, f"{file} is there already", fix="name a new file")
    if keys is not None and keys.resolve() == file.parent.resolve():
        raise Failure(BAD_INPUT, "the keys would lie beside the copy", fix="keep them on other media")
    place = place_of(db)
    with open_journal(db, write=True) as journal:
        note = journal.checkpoint()
        try:
            with Journal.open(file) as copied:
                head = copy_house(journal, copied)
        except BaseException:
            # Half a copy must not pass for a whole one.
            for part in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
                part.unlink(missing_ok=True)
            raise
    file.with_name(file.name + _CHECKPOINT).write_text(note, encoding="utf-8")
    if keys is not None:
        keys.mkdir(parents=True, exist_ok=True, mode=0o700)
        for found in (key_file(place), coupon_key_file(place)):
            if found.exists():
                _copy_key(found, keys / found.name)
    _say(head, f"copied to {file}", as_json=json)


def restore(
    file: Path,
    *,
    keys: Path | None = None,
    checkpoint: tuple[Path, ...] = (),
    key: tuple[str, ...] = (),
    db: Database = None,
    json: Json = False,
) -> int:
    """Bring a house back from a backup, into a new file or an empty database; everybody signs in anew.

    What was recorded after the backup was made is gone, and a checkpoint that a witness or anybody else has kept says so:
    give it with --checkpoint, and the number of entries that are missing is told.

    Parameters
    ----------
    file
        What houseway backup wrote.
    keys
        The folder with the copies of the keys; they are put where the house expects them.
    checkpoint
        A checkpoint kept outside the house; may be given more than once.
    key
        A public key that is trusted, from elsewhere; may be given more than once.
    """
    from houseway.backoffice.backup import copy_house
    from houseway.backoffice.office import Office
    from houseway.journal import Journal, JournalUnavailable
    from houseway.journal.checkpoint import stated

    outside, place = outside_of(checkpoint, key), place_of(db)
    if not file.exists():
        raise Failure(BAD_INPUT, f"there is no backup {file}", fix="name what houseway backup wrote")
    with open_journal(str(file)) as saved:
        has = saved.head().position
        # A backup is shorter than the house was, and that alone is no fault of it.
        covered = tuple(note for note in outside.checkpoints if stated(note).entries <= has)
        report = saved.verify(outside._replace(checkpoints=covered))
        if not report.ok:
            raise Failure(CHECK_FAILED, f"{file} is not sound: {report.problem}")
        try:
            if "://" not in place:
                Path(place).parent.mkdir(parents=True, exist_ok=True)
            with Journal.open(place) as journal:
                head = copy_house(saved, journal)
                # Made anew now, so that whoever only reads finds the books.
                with Office(journal).desk():
                    pass
        except JournalUnavailable as unavailable:
            raise Failure(BAD_INPUT, unavailable.cause, fix=unavailable.fix) from None
    if keys is not None:
        for wanted in (key_file(place), coupon_key_file(place)):
            found = next((one for one in sorted(keys.iterdir()) if _is_for(one, wanted)), None)
            if found is not None and not wanted.exists():
                wanted.parent.mkdir(parents=True, exist_ok=True)
                _copy_key(found, wanted)
    missing = max((stated(note).entries for note in outside.checkpoints), default=0) - head.position
    lost = f"; {missing} entries were recorded after it and are missing" if missing > 0 else ""
    _say(head, f"brought back to {place}{lost}", as_json=json, missing=max(missing, 0))
    return CHECK_FAILED if missing > 0 else 0


def _is_for(copied: Path, wanted: Path) -> bool:
    """Whether a copied key is the one that belongs at a place, whatever the journal was called before."""
    coupons = ("coupons.key",)
    return copied.name.endswith(coupons) is wanted.name.endswith(coupons) and copied.name.endswith(".key")


def _copy_key(source: Path, target: Path) -> None:
    if target.exists():
        raise Failure(BAD_INPUT, f"{target} is there already", fix="name a new folder")
    target.touch(mode=0o600)
    shutil.copyfile(source, target)


def _say(head: "Head", done: str, *, as_json: bool, **more: int) -> None:
    if as_json:
        print_json({"entries": head.position, "hash": head.hash.hex(), "done": done, **more})
    else:
        print(f"{head.position} entries {done}")
