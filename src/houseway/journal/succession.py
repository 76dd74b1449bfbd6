"""The keys of a journal: which one signs its checkpoints from which entry on, as the journal itself records it.

The first key is recorded when the house begins to sign. Another one takes its place only by an entry that the key before
it has signed; so whoever was given one of the keys, from a source other than the journal, knows all that follow.
"""

import base64
import binascii

import msgspec

from houseway.journal.canonical import parse
from houseway.journal.checkpoint import PublicKey
from houseway.journal.errors import BadCheckpoint, NotCanonical

KEYS_STREAM = "keys"
_DOMAIN = "houseway journal key 1\n"


class KeyEntered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """From here on checkpoints are signed with this key; `signed` is the word of the key before it, `by` who changed it."""

    key: str
    signed: str = ""
    by: tuple[str, ...] = ()


def succession(before: str, after: str) -> bytes:
    """What a key signs to make another one its successor."""
    return f"{_DOMAIN}{before}\n{after}\n".encode()


class Succession:
    """The keys that the entries of a journal name, one after the other."""

    def __init__(self) -> None:
        self.keys: list[PublicKey] = []

    def follow(self, body: bytes) -> None:
        """Take up the next key, or raise `BadCheckpoint` where the one before did not sign for it."""
        try:
            entered = msgspec.convert(parse(body), KeyEntered)
            key = PublicKey.parse(entered.key)
            if self.keys:
                before = self.keys[-1]
                signed = base64.b64decode(entered.signed, validate=True)
                before.check_signature(signed, succession(before.text(), key.text()))
        except (NotCanonical, msgspec.ValidationError, binascii.Error) as error:
            raise BadCheckpoint(f"it names no key ({error})") from None
        self.keys.append(key)
