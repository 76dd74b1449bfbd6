"""Files that are read and written for people: what is wrong with one is said in words, with what to do about it."""

import errno
from pathlib import Path

from houseway.cli.output import BAD_INPUT, Failure


def read(file: Path) -> bytes:
    """What a file holds."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise unusable(error, file) from None


def read_text(file: Path) -> str:
    """What a text file holds, with or without the mark that some editors put in front."""
    try:
        return read(file).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Failure(BAD_INPUT, f"{file} is no text", fix="save it as UTF-8") from None


def write(file: Path, content: bytes) -> None:
    """Put something into a file, whatever was there before."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise unusable(error, file) from None


def unusable(error: OSError, file: Path | None = None, *, code: int = BAD_INPUT) -> Failure:
    """The failure to read or write a file, in words."""
    named = file or (Path(str(error.filename)) if error.filename else None)
    if named is None:
        return Failure(code, (error.strerror or str(error)).lower())
    cause, fix = _told(error, named)
    return Failure(code, cause, fix=fix)


def _told(error: OSError, file: Path) -> tuple[str, str]:
    """Cause and fix."""
    match error.errno:
        case errno.ENOENT if file.parent.is_dir():
            return f"there is no file {file}", "look for a slip in its name, or name it with its folder"
        case errno.ENOENT | errno.ENOTDIR:
            return f"there is no folder {file.parent}", "make it, or name another"
        case errno.EISDIR:
            return f"{file} is a folder", "name a file"
        case errno.EEXIST:
            return f"{file} exists already", "name a new file"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return f"you may not use {file}", "have its permissions changed, or name another"
        case errno.ENOSPC | errno.EDQUOT:
            return f"there is no room for {file}", "make room, or name another"
        case errno.ENAMETOOLONG:
            return f"the name {str(file)[:40]}… is too long for a file", "name another"
        case _:
            return f"{file} cannot be used: {(error.strerror or str(error)).lower()}", "name another"
