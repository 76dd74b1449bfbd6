"""Certificates for tests, made anew each time by an authority of their own."""

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Authority:
    """Files: the root that a browser must trust, and a server's certificate with its key."""

    root: Path
    certificate: Path
    key: Path


def make_authority(folder: Path, name: str) -> Authority:
    """An authority, and a certificate of it for a host name and for this machine's own address."""
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    names = [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    root = _certificate("Test Authority", "Test Authority", root_key, root_key).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), critical=True
    )
    # What OpenSSL asks of an authority, and of whoever it vouches for.
    root = root.add_extension(
        x509.SubjectKeyIdentifier.from_public_key(root_key.public_key()), critical=False
    ).add_extension(_USAGE, critical=True)
    leaf = (
        _certificate(name, "Test Authority", key, root_key)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False
        )
    )
    made = Authority(folder / "root.pem", folder / "certificate.pem", folder / "key.pem")
    for file in (made.root, made.key):
        file.touch(mode=0o600)
    made.root.write_bytes(root.sign(root_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    made.certificate.write_bytes(
        leaf.sign(root_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    made.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return made


_USAGE = x509.KeyUsage(
    digital_signature=True,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


def _certificate(
    subject: str, issuer: str, key: ec.EllipticCurvePrivateKey, signer: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=7))
    )
