"""Checkpoints: signed statements of how long the journal was and what its last hash was.

The text is a signed note as transparency logs use it, so existing tools can check it too:

    houseway/riverside
    12000
    47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=

    — houseway/riverside 5Jx0vWvF…

A copy kept outside the house proves later that nothing up to it was rewritten or rolled back.
"""

import base64
import binascii
import hashlib
import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.journal.errors import BadCheckpoint, JournalUnavailable

_ED25519 = b"\x01"
_PRIVATE = "PRIVATE+KEY+"


class Checkpoint(msgspec.Struct, frozen=True):
    """What a checkpoint states: whose journal, how many entries, the hash of the last one."""

    origin: str
    entries: int
    hash: bytes

    def text(self) -> str:
        """Give the lines that are signed."""
        return f"{self.origin}\n{self.entries}\n{_base64(self.hash)}\n"


class PublicKey(msgspec.Struct, frozen=True):
    """The key that anybody may have, to check signatures: a name and 32 bytes."""

    name: str
    raw: bytes

    @classmethod
    def parse(cls, text: str) -> "PublicKey":
        """Read the key from its text, `name+id+base64`."""
        key = cls(*_parse_key(text))
        if key.text() != text:
            raise BadCheckpoint("the parts of the key do not fit together")
        return key

    def text(self) -> str:
        """Write the key as `name+id+base64`."""
        return f"{self.name}+{self.id().hex()}+{_base64(_ED25519 + self.raw)}"

    def id(self) -> bytes:
        """Give the four bytes by which a signature says which key made it."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.raw).digest()[:4]

    def check(self, note: str) -> Checkpoint:
        """Give what a signed checkpoint states, or raise `BadCheckpoint` if this key did not sign it."""
        checkpoint, signatures = _split(note)
        for name, signed in signatures:
            if name == self.name and signed[:4] == self.id():
                try:
                    Ed25519PublicKey.from_public_bytes(self.raw).verify(
                        signed[4:], checkpoint.text().encode()
                    )
                except InvalidSignature:
                    raise BadCheckpoint(f"the signature of {self.name} does not fit its text") from None
                return checkpoint
        raise BadCheckpoint(f"it is not signed with the key {self.name}+{self.id().hex()}")


class Signer:
    """The private key of a property; its name is also the origin that checkpoints state."""

    def __init__(self, name: str, seed: bytes) -> None:
        check_key_name(name)
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self._seed = seed
        self.public = PublicKey(name, self._private.public_key().public_bytes_raw())

    @classmethod
    def create(cls, name: str) -> "Signer":
        """Make a new key from the operating system's entropy."""
        return cls(name, Ed25519PrivateKey.generate().private_bytes_raw())

    @classmethod
    def load_or_create(cls, path: Path, name: str) -> "Signer":
        """Load the key kept in a file that only its owner may read, making the file if there is none."""
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls._load(path, name)
        except OSError as error:
            raise JournalUnavailable(
                f"the signing key {path} cannot be made: {error.strerror}",
                "choose a folder that can be written",
            ) from None
        signer = cls.create(name)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(signer._text() + "\n")
            file.flush()
            os.fsync(file.fileno())
        return signer

    @classmethod
    def _load(cls, path: Path, name: str) -> "Signer":
        try:
            if path.stat().st_mode & 0o077:
                raise JournalUnavailable(
                    f"the signing key {path} can be read by others", f"chmod 600 {path}, or replace the key"
                )
            text = path.read_text(encoding="ascii").strip()
            kept_name, seed = _parse_key(text.removeprefix(_PRIVATE))
            signer = cls(kept_name, seed)
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
        if kept_name != name:
            raise JournalUnavailable(
                f"the signing key {path} belongs to {kept_name}, not to {name}",
                "name the key file of this property",
            )
        return signer

    def sign(self, entries: int, head_hash: bytes) -> str:
        """Sign that the journal has so many entries and ends with this hash."""
        text = Checkpoint(self.public.name, entries, head_hash).text()
        signed = self.public.id() + self._private.sign(text.encode())
        return f"{text}\n— {self.public.name} {_base64(signed)}\n"

    def _text(self) -> str:
        return f"{_PRIVATE}{self.public.name}+{self.public.id().hex()}+{_base64(_ED25519 + self._seed)}"


def _split(note: str) -> tuple[Checkpoint, list[tuple[str, bytes]]]:
    try:
        text, signatures = note.split("\n\n")
        origin, entries, head_hash = text.split("\n")
        checkpoint = Checkpoint(origin, int(entries), _unbase64(head_hash, 32))
        lines = [line.split(" ") for line in signatures.removesuffix("\n").split("\n")]
        signed = [(name, _unbase64(signature, 4 + 64)) for _, name, signature in lines]
    except ValueError:
        raise BadCheckpoint("it is not laid out as a signed checkpoint") from None
    # Writing it out again leaves no room for a second spelling of the same statement.
    again = "".join(f"— {name} {_base64(signature)}\n" for name, signature in signed)
    if not origin or f"{checkpoint.text()}\n{again}" != note:
        raise BadCheckpoint("it is not laid out as a signed checkpoint")
    return checkpoint, signed


def _parse_key(text: str) -> tuple[str, bytes]:
    try:
        name, _, encoded = text.split("+", 2)
        check_key_name(name)
        key = _unbase64(encoded, 33)
    except ValueError:
        raise BadCheckpoint("a key is written as name+id+base64") from None
    if key[:1] != _ED25519:
        raise BadCheckpoint("only Ed25519 keys are known here")
    return name, key[1:]


def check_key_name(name: str) -> None:
    """Refuse what cannot name a key, and so cannot be the origin of a checkpoint."""
    if not name or "+" in name or any(character.isspace() for character in name):
        raise BadCheckpoint(f"{name!r} cannot name a key: no spaces, no plus sign")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unbase64(text: str, size: int) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise BadCheckpoint("it is not base64") from None
    if len(data) != size:
        raise BadCheckpoint(f"{size} bytes expected, {len(data)} found")
    return data
