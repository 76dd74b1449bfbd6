"""A witness: somebody else's machine that has seen every checkpoint of a journal, and signs only for one that grew from the last.

It speaks the protocol of open witnesses (C2SP tlog-witness): a house sends what it knows the witness to have, a proof that
its journal has only grown since, and its checkpoint; it gets a line with the witness's signature back. A house that shows one
journal here and another elsewhere, or puts back an older copy of it, is refused.
"""

import base64
import binascii
import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from houseway.journal.checkpoint import Checkpoint, PublicKey, Signer, stated
from houseway.journal.errors import BadCheckpoint, JournalUnavailable
from houseway.journal.merkle import is_consistent

ADD = "/add-checkpoint"
_SIZE = "text/x.tlog.size"
_PLAIN = "text/plain; charset=utf-8"
# A proof has one hash for each doubling of the journal.
_MOST_HASHES = 63
_MOST_BYTES = 16_384
_PATIENCE = 10


class Answer(NamedTuple):
    """What a witness answers: a status of HTTP, the kind of text, and the text."""

    status: int
    text: str
    kind: str = _PLAIN


class Witness:
    """Keeps the last checkpoint of each journal it watches in a file, and never signs for one that does not follow from it."""

    def __init__(
        self,
        signer: Signer,
        watched: Iterable[PublicKey],
        kept_in: Path,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.signer = signer
        self._watched: dict[str, list[PublicKey]] = {}
        for key in watched:
            self._watched.setdefault(key.name, []).append(key)
        self._file = kept_in
        self._clock = clock
        self._lock = threading.Lock()
        self._last: dict[str, str] = self._load()

    def _load(self) -> dict[str, str]:
        try:
            kept = json.loads(self._file.read_text("utf-8")) if self._file.exists() else {}
            return {str(origin): str(note) for origin, note in kept.items() if stated(str(note))}
        except (OSError, ValueError, AttributeError) as error:
            raise JournalUnavailable(
                f"{self._file} does not hold what a witness has seen ({error})", "restore it from its copy"
            ) from None

    def last(self, origin: str) -> str:
        """The last checkpoint of a journal that was signed for here, with its signatures; empty where there is none."""
        with self._lock:
            return self._last.get(origin, "")

    def add(self, request: str) -> Answer:
        """Look at a checkpoint and the proof that it follows from the last one; sign for it, or say why not."""
        try:
            old, proof, note = _read(request)
            checkpoint = stated(note)
        except ValueError as error:
            return Answer(400, f"{error}\n")
        keys = self._watched.get(checkpoint.origin)
        if keys is None:
            return Answer(404, "no journal of this origin is watched here\n")
        if not any(_is_signed(key, note) for key in keys):
            return Answer(403, "it is not signed with a key of this journal\n")
        if old > checkpoint.entries:
            return Answer(400, "the old size is beyond the new one\n")
        with self._lock:
            return self._follow(old, proof, checkpoint, note)

    def _follow(self, old: int, proof: Sequence[bytes], checkpoint: Checkpoint, note: str) -> Answer:
        known = self._last.get(checkpoint.origin)
        before = stated(known) if known else Checkpoint(checkpoint.origin, 0, b"")
        if old != before.entries:
            return Answer(409, f"{before.entries}\n", _SIZE)
        if before.entries == checkpoint.entries and before.entries and before.hash != checkpoint.hash:
            return Answer(409, f"{before.entries}\n", _SIZE)
        if not is_consistent(before.hash, old, checkpoint.hash, checkpoint.entries, proof):
            return Answer(422, "it does not follow from the last checkpoint that was seen here\n")
        line = self.signer.cosign(note, int(self._clock()))
        self._keep(checkpoint.origin, note + line)
        return Answer(200, line)

    def _keep(self, origin: str, note: str) -> None:
        """Durable before anybody is told: what was signed for must never be forgotten."""
        kept = {**self._last, origin: note}
        beside = self._file.with_name(self._file.name + ".new")
        with beside.open("w", encoding="utf-8") as file:
            json.dump(kept, file, ensure_ascii=False, indent=1, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._file)
        folder = os.open(self._file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self._last = kept


def _read(request: str) -> tuple[int, tuple[bytes, ...], str]:
    head, _, note = request.partition("\n\n")
    first, *lines = head.split("\n")
    word, _, size = first.partition(" ")
    if word != "old" or not (size.isascii() and size.isdecimal()) or str(int(size)) != size:
        raise ValueError("the first line is not the size of an old checkpoint")
    if len(lines) > _MOST_HASHES:
        raise ValueError("the proof is too long")
    try:
        return int(size), tuple(base64.b64decode(line, validate=True) for line in lines), note
    except binascii.Error:
        raise ValueError("the proof is not base64") from None


def _is_signed(key: PublicKey, note: str) -> bool:
    try:
        key.check(note)
    except BadCheckpoint:
        return False
    return True


def serve_witness(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """A small server for a witness; port 0 takes a free one. `GET /checkpoint?origin=…` tells what it has seen last."""

    class Handler(BaseHTTPRequestHandler):
        # Whoever opens a connection and says nothing does not keep it.
        timeout = _PATIENCE

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if self.path != ADD:
                self._answer(Answer(404, "checkpoints are added at /add-checkpoint\n"))
            elif not length.isdecimal() or int(length) > _MOST_BYTES:
                self._answer(Answer(400, f"at most {_MOST_BYTES} bytes\n"))
            else:
                try:
                    said = self.rfile.read(int(length)).decode()
                except UnicodeDecodeError:
                    self._answer(Answer(400, "it is no text\n"))
                else:
                    self._answer(witness.add(said))

        def do_GET(self) -> None:
            path, _, origin = self.path.partition("?origin=")
            note = witness.last(unquote(origin)) if path == "/checkpoint" else ""
            self._answer(
                Answer(200, note) if note else Answer(404, "nothing of this journal was seen here\n")
            )

        def _answer(self, answer: Answer) -> None:
            data = answer.text.encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is logged: what was seen is in the file."""

    return ThreadingHTTPServer((host, port), Handler)


# The other side: what a house sends.


class Forked(Exception):
    """A witness has seen another journal of this house than this one: longer, or of other entries."""


Proof = Callable[[int, int], Iterable[bytes]]


def ask_witness(address: str, note: str, prove: Proof) -> str:
    """Have a witness sign for a checkpoint; gives its line. `prove` gives the proof from an older size to the newer one."""
    size = stated(note).entries
    answer = _post(address, _request(0, (), note))
    if answer.status == 409:
        seen = int(answer.text)
        if seen > size:
            raise Forked(
                f"the witness {address} has seen {seen} entries of this journal, which has {size}: "
                "an older copy was put back, or entries were removed"
            )
        answer = _post(address, _request(seen, prove(seen, size), note))
    if answer.status in (409, 422):
        raise Forked(f"the witness {address} has seen other entries of this journal: it was rewritten")
    if answer.status != 200:
        raise JournalUnavailable(
            f"the witness {address} did not sign: {answer.status} {answer.text.strip()}",
            "check the address, and that the witness watches this journal with its key",
        )
    return answer.text


def _request(old: int, proof: Iterable[bytes], note: str) -> str:
    return "\n".join((f"old {old}", *(base64.b64encode(one).decode() for one in proof), "", note))


def _post(address: str, said: str) -> Answer:
    url = address.rstrip("/") + ADD
    if not url.startswith(("http://", "https://")):
        raise JournalUnavailable(f"{address} is no address of a witness", "begin it with https://")
    request = urllib.request.Request(url, said.encode(), {"Content-Type": _PLAIN})
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            return Answer(answer.status, answer.read(_MOST_BYTES).decode())
    except urllib.error.HTTPError as refusal:
        return Answer(refusal.code, refusal.read(_MOST_BYTES).decode("utf-8", "replace"))
    except OSError as error:
        raise JournalUnavailable(
            f"the witness {address} does not answer ({error})", "start it, or check the address"
        ) from None
