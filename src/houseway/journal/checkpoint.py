"""Checkpoints: signed statements of how long the journal was, and of the one hash that stands for all of it.

The text is a signed note as transparency logs use it (C2SP: signed-note, tlog-checkpoint), so existing tools can check it too:

    houseway/riverside
    12000
    47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=

    — houseway/riverside 5Jx0vWvF…
    — witness.example/w1 Ql9jkEvY…

A copy kept outside the house proves later that nothing up to it was rewritten or rolled back. A witness that has seen that the
journal only grew adds a line of its own (C2SP: tlog-cosignature), which says when.
"""

import base64
import binascii
import hashlib
import hmac
import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.journal.errors import BadCheckpoint, JournalUnavailable

# How a key signs: a house the text itself, a witness the text with the moment at which it saw it.
_ED25519, _COSIGNATURE = b"\x01", b"\x04"
_SIGNATURE, _STAMPED = 64, 8 + 64
_PRIVATE = "PRIVATE+KEY+"


class Checkpoint(msgspec.Struct, frozen=True):
    """What a checkpoint states: whose journal, how many entries, the root of the tree over them.

    Before 0.2.0 it was the hash of the last entry, which stands for all of them as well.
    """

    origin: str
    entries: int
    hash: bytes

    def text(self) -> str:
        """Give the lines that are signed."""
        return f"{self.origin}\n{self.entries}\n{_base64(self.hash)}\n"


class PublicKey(msgspec.Struct, frozen=True):
    """The key that anybody may have, to check signatures: a name and 32 bytes; of a house, or of a witness."""

    name: str
    raw: bytes
    witness: bool = False

    @classmethod
    def parse(cls, text: str) -> "PublicKey":
        """Read the key from its text, `name+id+base64`."""
        key = cls(*_parse_key(text))
        if key.text() != text:
            raise BadCheckpoint("the parts of the key do not fit together")
        return key

    def text(self) -> str:
        """Write the key as `name+id+base64`."""
        return f"{self.name}+{self.id().hex()}+{_base64(self._kind + self.raw)}"

    def id(self) -> bytes:
        """Give the four bytes by which a signature says which key made it."""
        return hashlib.sha256(self.name.encode() + b"\n" + self._kind + self.raw).digest()[:4]

    @property
    def _kind(self) -> bytes:
        return _COSIGNATURE if self.witness else _ED25519

    def check(self, note: str) -> Checkpoint:
        """Give what a signed checkpoint states, or raise `BadCheckpoint` if this key did not sign it."""
        checkpoint, signatures = _split(note)
        for name, signed in signatures:
            if name == self.name and signed[:4] == self.id():
                self.check_signature(signed[-_SIGNATURE:], self._signed(checkpoint, signed[4:]))
                return checkpoint
        raise BadCheckpoint(f"it is not signed with the key {self.name}+{self.id().hex()}")

    def check_signature(self, signature: bytes, text: bytes) -> None:
        """Raise `BadCheckpoint` if this key did not sign a text so."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, text)
        except (InvalidSignature, ValueError):
            raise BadCheckpoint(f"the signature of {self.name} does not fit its text") from None

    def _signed(self, checkpoint: Checkpoint, signature: bytes) -> bytes:
        """What a signature was given for."""
        if len(signature) != (_STAMPED if self.witness else _SIGNATURE):
            raise BadCheckpoint(f"the signature of {self.name} does not have the right length")
        if self.witness:
            return _stamped(checkpoint, int.from_bytes(signature[:8]))
        return checkpoint.text().encode()


class Signer:
    """The private key of a property; its name is also the origin that checkpoints state."""

    def __init__(self, name: str, seed: bytes, *, witness: bool = False) -> None:
        check_key_name(name)
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self._seed = seed
        self.public = PublicKey(name, self._private.public_key().public_bytes_raw(), witness)

    @classmethod
    def create(cls, name: str, *, witness: bool = False) -> "Signer":
        """Make a new key from the operating system's entropy."""
        return cls(name, Ed25519PrivateKey.generate().private_bytes_raw(), witness=witness)

    @classmethod
    def load_or_create(cls, path: Path, name: str, *, witness: bool = False) -> "Signer":
        """Load the key kept in a file that only its owner may read, making the file if there is none."""
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls.load(path, name)
        except OSError as error:
            raise JournalUnavailable(
                f"the signing key {path} cannot be made: {error.strerror}",
                "choose a folder that can be written",
            ) from None
        signer = cls.create(name, witness=witness)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(signer._text() + "\n")
            file.flush()
            os.fsync(file.fileno())
        return signer

    @classmethod
    def load(cls, path: Path, name: str | None = None) -> "Signer":
        """Load the key kept in a file that only its owner may read; one of another name than is given is refused."""
        try:
            if path.stat().st_mode & 0o077:
                raise JournalUnavailable(
                    f"the signing key {path} can be read by others", f"chmod 600 {path}, or replace the key"
                )
            text = path.read_text(encoding="ascii").strip()
            kept_name, seed, witness = _parse_key(text.removeprefix(_PRIVATE))
            signer = cls(kept_name, seed, witness=witness)
            if not text.startswith(_PRIVATE) or signer._text() != text:
                raise BadCheckpoint("the parts of the key do not fit together")
        except OSError as error:
            raise JournalUnavailable(
                f"the signing key {path} cannot be read: {error.strerror}",
                "give this process the right to read it",
            ) from None
        except ValueError as error:
            raise JournalUnavailable(
                f"{path} does not hold a signing key: {error}", "restore the key file from its copy"
            ) from None
        if name is not None and kept_name != name:
            raise JournalUnavailable(
                f"the signing key {path} belongs to {kept_name}, not to {name}",
                "name the key file of this property",
            )
        return signer

    def sign(self, entries: int, root: bytes) -> str:
        """Sign that the journal has so many entries and that this hash stands for them."""
        text = Checkpoint(self.public.name, entries, root).text()
        return f"{text}\n{self._line(self._private.sign(text.encode()))}"

    def sign_bytes(self, text: bytes) -> bytes:
        """Sign something else than a checkpoint: it begins with words that no checkpoint begins with."""
        return self._private.sign(text)

    def tag(self, purpose: str, said: bytes) -> str:
        """A mark on something that only this house can make; nobody else can check it either."""
        own = hmac.digest(self._seed, f"houseway {purpose} 1".encode(), "sha256")
        return hmac.digest(own, said, "sha256").hex()

    def cosign(self, note: str, seconds: int) -> str:
        """Give the line by which a witness says that it saw a checkpoint at a moment, in seconds since 1970."""
        checkpoint, _ = _split(note)
        return self._line(seconds.to_bytes(8) + self._private.sign(_stamped(checkpoint, seconds)))

    def _line(self, signature: bytes) -> str:
        return f"— {self.public.name} {_base64(self.public.id() + signature)}\n"

    def _text(self) -> str:
        kind, public = self.public._kind, self.public
        return f"{_PRIVATE}{public.name}+{public.id().hex()}+{_base64(kind + self._seed)}"


def stated(note: str) -> Checkpoint:
    """What a checkpoint states, whoever signed it."""
    return _split(note)[0]


def _stamped(checkpoint: Checkpoint, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{checkpoint.text()}".encode()


def _split(note: str) -> tuple[Checkpoint, list[tuple[str, bytes]]]:
    try:
        text, signatures = note.split("\n\n")
        origin, entries, head_hash = text.split("\n")
        checkpoint = Checkpoint(origin, int(entries), _unbase64(head_hash, 32))
        lines = [line.split(" ") for line in signatures.removesuffix("\n").split("\n")]
        signed = [(name, _unbase64(signature)) for _, name, signature in lines]
    except ValueError:
        raise BadCheckpoint("it is not laid out as a signed checkpoint") from None
    # Writing it out again leaves no room for a second spelling of the same statement.
    again = "".join(f"— {name} {_base64(signature)}\n" for name, signature in signed)
    if not origin or f"{checkpoint.text()}\n{again}" != note:
        raise BadCheckpoint("it is not laid out as a signed checkpoint")
    return checkpoint, signed


def _parse_key(text: str) -> tuple[str, bytes, bool]:
    try:
        name, _, encoded = text.split("+", 2)
        check_key_name(name)
        key = _unbase64(encoded, 33)
    except ValueError:
        raise BadCheckpoint("a key is written as name+id+base64") from None
    if key[:1] not in (_ED25519, _COSIGNATURE):
        raise BadCheckpoint("only Ed25519 keys are known here")
    return name, key[1:], key[:1] == _COSIGNATURE


def check_key_name(name: str) -> None:
    """Refuse what cannot name a key, and so cannot be the origin of a checkpoint."""
    if not name or "+" in name or any(character.isspace() for character in name):
        raise BadCheckpoint(f"{name!r} cannot name a key: no spaces, no plus sign")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unbase64(text: str, size: int | None = None) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise BadCheckpoint("it is not base64") from None
    if size is not None and len(data) != size:
        raise BadCheckpoint(f"{size} bytes expected, {len(data)} found")
    return data
