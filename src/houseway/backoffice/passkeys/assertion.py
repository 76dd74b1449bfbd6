"""Assertions: what a passkey signs (WebAuthn), and how it is checked from the record alone.

The challenge of an assertion under an order is made of the house, the order's content hash and the person: an assertion
is good for this order, in this house, by this person, and for nothing else. The nonce lets the house ask each only once.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from houseway.journal import canonical

_DOMAIN = b"houseway passkey 1\n"
# What an assertion is given for.
SIGN, WITHDRAW, SIGN_IN, PRESENCE, REGISTER = "sign", "withdraw", "sign in", "presence", "register"
_LOCAL = "localhost"


class BadAssertion(ValueError):
    """An assertion that proves nothing here, and why."""


class Assertion(msgspec.Struct, frozen=True, kw_only=True):
    """What a passkey answered, each part in base64url without padding, and the nonce of the challenge."""

    passkey: str
    nonce: str
    authenticator_data: str
    client_data: str
    signature: str


class Registered(NamedTuple):
    """What a browser made: the name of a passkey and its public key, both in base64url."""

    passkey: str
    public_key: str


def challenge_for(house: str, act: str, digest: str, credential: str, nonce: str) -> str:
    """The challenge that a passkey is asked to sign, in base64url; `house` is the hash of the entry that opened it."""
    said = canonical([house, act, digest, credential, nonce])
    return written(hashlib.sha256(_DOMAIN + said).digest())


def check_assertion(shown: Assertion, public_key: str, host: str, challenge: str) -> int:
    """The passkey's count of uses, once its signature is found good; or what is wrong with it."""
    from cryptography.exceptions import InvalidSignature
    from fido2 import cbor
    from fido2.cose import CoseKey
    from fido2.webauthn import AuthenticatorData

    try:
        client, data = _read(shown.client_data), AuthenticatorData(_read(shown.authenticator_data))
        _check_client(client, "webauthn.get", host, challenge)
        _check_data(data, host)
        key = CoseKey.parse(cbor.decode(_read(public_key)))  # type: ignore[arg-type]
        key.verify(bytes(data) + hashlib.sha256(client).digest(), _read(shown.signature))
    except InvalidSignature:
        raise BadAssertion("the passkey did not sign this") from None
    except BadAssertion:
        raise
    except Exception as error:
        # What comes from outside may be wrong in any way that a parser can complain of.
        raise BadAssertion(f"this is no answer of a passkey: {error}") from None
    return int(data.counter)


def check_registration(attestation: str, client_data: str, host: str, challenge: str) -> Registered:
    """The passkey that a browser has made for this house; who made the device is not asked."""
    from fido2 import cbor
    from fido2.webauthn import AttestationObject

    try:
        client = _read(client_data)
        _check_client(client, "webauthn.create", host, challenge)
        data = AttestationObject(_read(attestation)).auth_data
        _check_data(data, host)
        made = data.credential_data
        if made is None:
            raise BadAssertion("no passkey came with it")
        check_public_key(written(cbor.encode(dict(made.public_key))))
        return Registered(written(made.credential_id), written(cbor.encode(dict(made.public_key))))
    except BadAssertion:
        raise
    except Exception as error:
        raise BadAssertion(f"this is no answer of a passkey: {error}") from None


def check_public_key(public_key: str) -> None:
    """Refuse a key of a kind that nothing here could check."""
    from fido2 import cbor
    from fido2.cose import ES256, RS256, CoseKey, EdDSA

    try:
        key = CoseKey.parse(cbor.decode(_read(public_key)))  # type: ignore[arg-type]
    except Exception as error:
        raise BadAssertion(f"this is no public key: {error}") from None
    if not isinstance(key, (ES256, EdDSA, RS256)):
        raise BadAssertion("a passkey signs with ES256, EdDSA or RS256 here")


def written(data: bytes) -> str:
    """Bytes as they are recorded and as browsers write them: base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def _read(text: str) -> bytes:
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if written(data) != text:
        raise BadAssertion("it is not written in base64url")
    return data


class _Client(msgspec.Struct, frozen=True, rename="camel"):
    """What a browser says it was asked for."""

    type: str
    challenge: str
    origin: str
    cross_origin: bool = False


def _check_client(said: bytes, kind: str, host: str, challenge: str) -> None:
    client = msgspec.json.decode(said, type=_Client)
    if client.type != kind or client.cross_origin:
        raise BadAssertion("the passkey was asked for something else")
    if client.challenge != challenge:
        raise BadAssertion("the passkey answered another challenge than this one")
    place = urlsplit(client.origin)
    if place.hostname != host or (place.scheme != "https" and host != _LOCAL):
        raise BadAssertion(f"the passkey was used at {client.origin}, not at {host}")


def _check_data(data: "object", host: str) -> None:
    from fido2.webauthn import AuthenticatorData

    assert isinstance(data, AuthenticatorData)
    if data.rp_id_hash != hashlib.sha256(host.encode()).digest():
        raise BadAssertion(f"the passkey was not made for {host}")
    if not data.is_user_present() or not data.is_user_verified():
        raise BadAssertion("the passkey did not make sure who is there")
