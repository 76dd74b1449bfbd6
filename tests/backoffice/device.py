"""A device that makes passkeys and signs with them (WebAuthn, ES256), in so many lines: what browsers and key rings do."""

import hashlib
import json
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256

from houseway.backoffice.passkeys.assertion import Assertion, written
from houseway.backoffice.passkeys.once import Asked

# Somebody is there, and the device has made sure who.
PRESENT, VERIFIED = 0x01, 0x04


@dataclass
class Device:
    """One passkey; `used` counts how often it was used."""

    host: str = "house.example"
    origin: str = "https://house.example"
    used: int = 0
    flags: int = PRESENT | VERIFIED
    name: str = "a-passkey-of-a-device"
    secret: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    @property
    def public_key(self) -> str:
        key = ES256.from_cryptography_key(self.secret.public_key())  # type: ignore[no-untyped-call]
        return written(cbor.encode(dict(key)))

    def answer(self, asked: Asked, kind: str = "webauthn.get") -> Assertion:
        """What the device says to a challenge."""
        self.used += 1
        said = {"type": kind, "challenge": asked.challenge, "origin": self.origin, "crossOrigin": False}
        client = json.dumps(said).encode()
        data = hashlib.sha256(self.host.encode()).digest() + bytes([self.flags]) + self.used.to_bytes(4)
        signature = self.secret.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return Assertion(
            passkey=self.name,
            nonce=asked.nonce,
            authenticator_data=written(data),
            client_data=written(client),
            signature=written(signature),
        )
