#!/usr/bin/env python3
"""A second verifier of exported journals and archives, written from docs/journal.md alone; it shares no line with the first.

Needs Python 3.11 and, for signatures, the package `cryptography`:

    python second_verifier.py journal.jsonl --key NAME+ID+KEY --checkpoint kept-outside.txt
    python second_verifier.py 2026-11-17.jsonl 2026-11-18.jsonl --key NAME+ID+KEY
"""

import argparse
import base64
import hashlib
import json
import re
import struct
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import date, datetime
from pathlib import Path
from typing import Any

# A public key: its name, its kind, its id and 32 bytes.
Key = tuple[str, int, bytes, bytes]


class Bad(Exception):
    """What is wrong, and with which entry; None where it is no entry in particular."""

    def __init__(self, entry: int | None, problem: str) -> None:
        super().__init__(problem)
        self.entry = entry


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _read_line(line: bytes) -> Any:
    """The value of a line, which has to be in canonical form, with whole numbers of 64 bits at most."""
    if not line.endswith(b"\n") and line:
        line += b"\n"
    value = json.loads(line, parse_float=_refuse, parse_constant=_refuse, object_pairs_hook=_object)
    if _canonical(value) + b"\n" != line:
        raise ValueError("it is not canonical")
    _check_numbers(value)
    return value


def _refuse(text: str) -> None:
    raise ValueError(f"{text} is no whole number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names) or not all(name.isascii() for name in names):
        raise ValueError("its names are not canonical")
    return dict(pairs)


def _check_numbers(value: Any) -> None:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            _check_numbers(part)
    elif isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        raise ValueError("a number has more than 64 bits")


def _number(value: int) -> bytes:
    return struct.pack(">Q", value)


def _text(value: str | bytes) -> bytes:
    data = value if isinstance(value, bytes) else value.encode()
    return _number(len(data)) + data


def _hash(entry: dict[str, Any]) -> str:
    said = b"houseway journal entry 1\n" + bytes.fromhex(entry["previous"]) + _number(entry["position"])
    said += _text(entry["stream"]) + _number(entry["version"]) + _text(entry["kind"])
    said += _text(entry["recorded_at"]) + _text(_canonical(entry["body"]))
    return hashlib.sha256(said).hexdigest()


_NAME = re.compile(r"[!-~]([ -~]{0,198}[!-~])?", re.ASCII)
_HEX = re.compile(r"[0-9a-f]{64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_FIELDS = {"body", "hash", "kind", "position", "previous", "recorded_at", "stream", "version"}


def _is_well_formed(entry: dict[str, Any]) -> bool:
    if set(entry) != _FIELDS or type(entry["version"]) is not int or not 1 <= entry["version"] < 2**63:
        return False
    texts = ("stream", "kind", "recorded_at", "previous", "hash")
    if not all(isinstance(entry[name], str) for name in texts):
        return False
    if not (_HEX.fullmatch(entry["previous"]) and _HEX.fullmatch(entry["hash"])):
        return False
    if not (_NAME.fullmatch(entry["stream"]) and _NAME.fullmatch(entry["kind"])):
        return False
    if not _MOMENT.fullmatch(entry["recorded_at"]):
        return False
    try:
        datetime.fromisoformat(entry["recorded_at"])
    except ValueError:
        return False
    return True


# Signed notes.


def _key(text: str) -> Key:
    """A key as (name, kind, id, 32 bytes)."""
    name, key_id, encoded = text.split("+", 2)
    data = base64.b64decode(encoded, validate=True)
    if len(data) != 33 or data[0] not in (1, 4) or not name or re.search(r"\s", name):
        raise ValueError("it is no key")
    own = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    if own.hex() != key_id or base64.b64encode(data).decode() != encoded:
        raise ValueError("the parts of the key do not fit")
    return name, data[0], own, data[1:]


def _check_signature(raw: bytes, signature: bytes, said: bytes) -> None:
    """The one thing that Python cannot do by itself."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, said)
    except InvalidSignature:
        raise ValueError("the signature does not fit") from None


_NOTE = re.compile(
    r"([^\n]+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n\n((?:— \S+ [A-Za-z0-9+/]+=*\n)+)", re.ASCII
)


def _stated(note: str, key: Key) -> tuple[int, bytes]:
    """How many entries a note speaks of, and the hash it names, if the key signed it."""
    laid_out = _NOTE.fullmatch(note)
    if laid_out is None:
        raise ValueError("it is not laid out as a checkpoint")
    origin, entries, encoded, signatures = laid_out.groups()
    root = base64.b64decode(encoded)
    if base64.b64encode(root).decode() != encoded:
        raise ValueError("it is not laid out as a checkpoint")
    text = f"{origin}\n{entries}\n{encoded}\n"
    name, kind, key_id, raw = key
    for line in signatures.splitlines():
        _, signer, told = line.split(" ")
        signed = base64.b64decode(told, validate=True)
        if base64.b64encode(signed).decode() != told:
            raise ValueError("it is not laid out as a checkpoint")
    for line in signatures.splitlines():
        _, signer, told = line.split(" ")
        signed = base64.b64decode(told)
        if signer == name and signed[:4] == key_id:
            signature = signed[4:]
            if len(signature) != (64 if kind == 1 else 72):
                raise ValueError("its signature is too long or too short")
            if kind == 4:
                text = f"cosignature/v1\ntime {int.from_bytes(signature[:8])}\n{text}"
            _check_signature(raw, signature[-64:], text.encode())
            return int(entries), root
    raise ValueError("this key did not sign it")


# The journal.


class _Tree:
    """The roots of full trees, each with its number of leaves, the largest first."""

    def __init__(self, leaves: int = 0, roots: Iterable[bytes] = ()) -> None:
        sizes = [1 << bit for bit in reversed(range(leaves.bit_length())) if leaves >> bit & 1]
        self.full: list[tuple[int, bytes]] = list(zip(sizes, roots, strict=True))

    def add(self, entry_hash: bytes) -> None:
        size, last = 1, hashlib.sha256(b"\x00" + entry_hash).digest()
        while self.full and self.full[-1][0] == size:
            _, left = self.full.pop()
            size, last = 2 * size, _node(left, last)
        self.full.append((size, last))

    def root(self) -> bytes:
        found = None
        for _, left in reversed(self.full):
            found = left if found is None else _node(left, found)
        return found or hashlib.sha256(b"").digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _begins_with(larger: bytes, size: int, smaller: bytes, first: int, proof: list[bytes]) -> bool:
    """Whether the tree of `size` leaves begins with the one of the `first` of them, as RFC 9162 (2.1.4.2) has it shown."""
    if first == 0 or first == size:
        return not proof and (first == 0 or larger == smaller)
    if first > size or not proof:
        return False
    path = [smaller, *proof] if first & (first - 1) == 0 else proof
    left, right = first - 1, size - 1
    while left & 1:
        left, right = left >> 1, right >> 1
    of_first = of_all = path[0]
    for part in path[1:]:
        if right == 0:
            return False
        if left & 1 or left == right:
            of_first, of_all = _node(part, of_first), _node(part, of_all)
            while left and not left & 1:
                left, right = left >> 1, right >> 1
        else:
            of_all = _node(of_all, part)
        left, right = left >> 1, right >> 1
    return right == 0 and (of_first, of_all) == (smaller, larger)


def _follow_keys(known: list[str], body: Any) -> None:
    """Take up the key that an entry names."""
    try:
        if not set(body) <= {"key", "signed", "by"}:
            raise ValueError("it says something else")
        _key(body["key"])
        if known:
            signed = base64.b64decode(body["signed"], validate=True)
            said = f"houseway journal key 1\n{known[-1]}\n{body['key']}\n".encode()
            _check_signature(_key(known[-1])[3], signed, said)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it is no key of this journal: {error}") from None
    known.append(body["key"])


class _Record:
    """The entries that were read so far, from the first one or from any other on."""

    def __init__(self, count: int = 0, last: str = "0" * 64, tree: _Tree | None = None) -> None:
        self.from_the_first = count == 0
        self.count, self.last, self.before_last = count, last, ""
        self.tree = tree or _Tree()
        self.versions: dict[str, int] = {}
        # The keys that entries name, and which entries those are.
        self.keys: list[str] = []
        self.keys_since: list[int] = []

    def read(
        self, lines: Iterable[bytes], named: dict[int, set[bytes]], begins: str = "", ends: str = "~"
    ) -> None:
        """Go through entries to their end; none may be from after a moment, nor the first from before one."""
        first = self.count + 1
        for line in lines:
            due = self.count + 1
            try:
                entry = _read_line(line)
                position = entry["position"]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise Bad(due, f"entry {due} cannot be read") from None
            if type(position) is not int or position != due:
                raise Bad(due, f"entry {due} is missing")
            if not _is_well_formed(entry):
                raise Bad(due, f"entry {due} is nothing a journal would hold")
            self._take_up(entry)
            if due in named and not named[due] <= {bytes.fromhex(self.last), self.tree.root()}:
                said = "or one before it was rewritten: a checkpoint was signed over another hash"
                raise Bad(due, f"entry {due} {said}")
            if entry["recorded_at"] >= ends or (due == first and entry["recorded_at"] < begins):
                raise Bad(due, f"entry {due} was not recorded on that day")

    def _take_up(self, entry: dict[str, Any]) -> None:
        due, own = entry["position"], _hash(entry)
        if entry["previous"] != self.last:
            if self.before_last and (entry["previous"] == self.before_last or own == entry["hash"]):
                raise Bad(self.count, f"entry {self.count} was inserted or replaced")
            raise Bad(due, f"entry {due} does not continue the one before")
        if own != entry["hash"]:
            raise Bad(due, f"entry {due} was changed")
        stream = entry["stream"]
        unknown = stream not in self.versions and not self.from_the_first
        if not unknown and entry["version"] != self.versions.get(stream, 0) + 1:
            raise Bad(due, f"entry {due} is not the next of its stream")
        if stream == "keys":
            try:
                _follow_keys(self.keys, entry["body"])
            except ValueError as error:
                raise Bad(due, f"entry {due}: {error}") from None
            self.keys_since.append(due)
        self.versions[stream] = entry["version"]
        self.count, self.before_last, self.last = due, self.last, entry["hash"]
        self.tree.add(bytes.fromhex(self.last))


def verify(lines: Iterable[bytes], trusted: Iterable[str] = (), outside: Iterable[str] = ()) -> int:
    """How many entries there are; `Bad` where anything is not as it was written."""
    rest = iter(lines)
    try:
        described = _read_line(next(rest, b""))
        if described["format"] != "houseway journal 1":
            raise ValueError("another format")
        entries, head, stored = described["entries"], described["hash"], list(described["checkpoints"])
        if type(entries) is not int or not _HEX.fullmatch(head):
            raise ValueError("no head")
    except (ValueError, KeyError, TypeError):
        raise Bad(None, "the first line does not describe a journal") from None

    trusted = list(trusted)
    named: dict[int, set[bytes]] = {}
    not_genuine = ""
    for note in outside:
        size, root = _signed_by_any(note, trusted)
        named.setdefault(size, set()).add(root)
    for kept in stored:
        try:
            size, root = _stated(kept["note"], _key(kept["key"]))
            if size != kept["position"]:
                raise ValueError("it speaks of another number of entries")
            named.setdefault(size, set()).add(root)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            not_genuine = not_genuine or f"a stored checkpoint is not genuine: {error}"

    record = _Record()
    record.read(rest, named)
    count, last = record.count, record.last
    if entries > count:
        raise Bad(count + 1, "entries are missing at the end")
    if entries < count:
        raise Bad(entries + 1, "there are entries beyond the end")
    if head != last:
        raise Bad(count or None, "the journal ends with another hash")
    if any(size > count for size in named):
        raise Bad(count + 1, "a checkpoint counted more entries: the journal was rolled back")
    if not_genuine:
        raise Bad(None, not_genuine)
    houses = [key for key in trusted if _key(key)[1] == 1]
    _check_keys(stored, record.keys, record.keys_since, houses, count)
    return count


def _check_keys(
    stored: list[Any], keys: list[str], keys_since: list[int], houses: list[str], count: int
) -> None:
    if houses and keys and not set(houses) & set(keys):
        raise Bad(keys_since[0], "the journal names a key that is not trusted")
    known = set(keys) | set(houses)
    for kept in stored:
        if known and _key(kept["key"])[1] == 1 and kept["key"] not in known:
            raise Bad(None, "a checkpoint is signed with an unknown key")
    if keys_since:
        signed = {kept["position"] for kept in stored if kept["key"] in known}
        for due in range(1000, count + 1, 1000):
            if due >= keys_since[0] and due not in signed:
                raise Bad(due, f"the checkpoint after entry {due} is missing")


def _signed_by_any(note: str, trusted: Iterable[str]) -> tuple[int, bytes]:
    refused = "no key is given that it could be checked with"
    for key in trusted:
        try:
            return _stated(note, _key(key))
        except ValueError as error:
            refused = str(error)
    raise Bad(None, f"the checkpoint kept outside is not genuine: {refused}")


_ARCHIVE = "houseway archive 1"
_DESCRIBED = {
    "format": str, "day": str, "begins": str, "ends": str, "previous": str, "checkpoint": str,
    "after": int, "entries": int, "parts": list, "proof": list,
}  # fmt: skip


def _described(line: bytes) -> dict[str, Any]:
    """The first line of an archive."""
    try:
        told: dict[str, Any] = _read_line(line)
        hashes = [told["previous"], *told["parts"], *told["proof"]]
        sound = (
            {name: type(value) for name, value in told.items()} == _DESCRIBED
            and told["format"] == _ARCHIVE
            and date.fromisoformat(told["day"]).isoformat() == told["day"]
            and all(_MOMENT.fullmatch(told[name]) for name in ("begins", "ends"))
            and datetime.fromisoformat(told["begins"]) < datetime.fromisoformat(told["ends"])
            and all(isinstance(one, str) and _HEX.fullmatch(one) for one in hashes)
            and min(told["after"], told["entries"]) >= 0
            and len(told["parts"]) == f"{told['after']:b}".count("1")
            and (told["after"] > 0 or not int(told["previous"], 16))
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise Bad(None, "the first line of a file does not describe an archive")
    return told


def verify_archives(
    files: Iterable[Iterable[bytes]], trusted: Iterable[str], outside: Iterable[str] = ()
) -> int:
    """How many entries there are in a row of archives; `Bad` where anything is not as it was written."""
    trusted, named = list(trusted), dict[int, set[bytes]]()
    for note in outside:
        size, root = _signed_by_any(note, trusted)
        named.setdefault(size, set()).add(root)
    record, first, ended = None, 0, ""
    for lines in files:
        rest = iter(lines)
        told = _described(next(rest, b""))
        parts = [bytes.fromhex(part) for part in told["parts"]]
        if record is None:
            first = told["after"]
            record = _Record(first, told["previous"], _Tree(first, parts))
        if told["after"] > record.count:
            raise Bad(record.count + 1, "entries are missing between two archives")
        if told["after"] < record.count or told["begins"] < ended:
            raise Bad(told["after"] + 1, "an archive does not begin where the one before ended")
        if told["previous"] != record.last or parts != [root for _, root in record.tree.full]:
            raise Bad(record.count + 1, "an archive does not go on from the one before")
        record.read(rest, named, told["begins"], told["ends"])
        until, ended = told["after"] + told["entries"], told["ends"]
        if record.count != until:
            raise Bad(min(record.count, until) + 1, "there are fewer or more entries than the archive says")
        size, root = _signed_by_any(told["checkpoint"], trusted)
        proof = [bytes.fromhex(part) for part in told["proof"]]
        if not _begins_with(root, size, record.tree.root(), until, proof):
            raise Bad(None, "the entries of an archive are not those that its checkpoint was signed for")
    return record.count - first if record else 0


def main() -> int:
    """Check a journal, or archives one after the other, and say what was found."""
    parser = argparse.ArgumentParser(description="Check an exported journal, or archives in their order.")
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--key", action="append", default=[], help="a trusted public key, from outside")
    parser.add_argument(
        "--checkpoint", action="append", type=Path, default=[], help="a checkpoint kept outside"
    )
    given = parser.parse_args()
    notes = [path.read_text("utf-8") for path in given.checkpoint]
    try:
        with ExitStack() as open_files:
            files = [open_files.enter_context(path.open("rb")) for path in given.file]
            archived = _ARCHIVE.encode() in files[0].readline()
            files[0].seek(0)
            if archived:
                count = verify_archives(files, given.key, notes)
            else:
                (lines,) = files
                count = verify(lines, given.key, notes)
    except Bad as bad:
        print(f"NOT VERIFIED: {'the journal' if bad.entry is None else f'entry {bad.entry}'}: {bad}")
        return 1
    print(f"{count} entries verified.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
