"""A site's own certificate authority for its broker: who is who on MQTT, and what each may read and write.

DIR/ca.key, ca.crt            the authority; its key stays with whoever runs the site, on no table and on no broker
DIR/broker/                   for the broker: ca.crt, server.crt, server.key, acl, passwords
DIR/poker-1/                  for a table: ca.crt, client.crt, client.key (or ca.crt and password)
DIR/poker-1.board-1/          for a board of that table: the same
DIR/sic-bo-1.shaker/          for a table's line to its shaker, if that is reached over the broker, and
DIR/sic-bo-1.shaker.device/   for the shaker itself
DIR/witness/                  for whoever keeps the journals' heads: reads everything, writes nothing
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from drivers.board.wire import (
    ask_topic,
    claim_topic,
    dice_topic,
    echo_topic,
    head_topic,
    heartbeat_topic,
    jackpot_topic,
    lease_topic,
    posting_topic,
    presence_topic,
    result_topic,
)

WITNESS = "witness"
CA_LASTS = timedelta(days=20 * 365)
LEAF_LASTS = timedelta(days=2 * 365)
RENEW_BEFORE = timedelta(days=60)
EARLIER = timedelta(days=1)  # a clock that is a little behind must not refuse a new certificate
ITERATIONS = 1000  # of a password of 256 random bits: nobody guesses it, and the broker must not stand still


class AuthorityError(Exception):
    """The folder of the authority cannot be used as it is; the message names the file."""


def client_name(table: str, board: str = "") -> str:
    """A client on the broker. A table's name has no point in it."""
    return f"{table}.{board}" if board else table


def acl(tables: Mapping[str, Iterable[str]], others: Mapping[str, Sequence[str]] = MappingProxyType({})) -> str:
    """The broker's access list: a board reads its own table, and writes nothing but its echo and presence.

    `others` are clients that are neither, each with the lines that say what it may.
    """
    lines = ["# Made from the tables' files by `croupierctl broker certificates`; what is changed by hand is lost."]
    for table, boards in tables.items():
        lines += ["", f"user {client_name(table)}"]
        written = (result_topic, dice_topic, posting_topic, heartbeat_topic, lease_topic)
        lines += [f"topic write {topic(table)}" for topic in written]
        lines += [f"topic readwrite {topic(table)}" for topic in (jackpot_topic, head_topic, claim_topic, ask_topic)]
        lines += [f"topic read {topic(table, '+')}" for topic in (echo_topic, presence_topic)]
        for board in boards:
            lines += ["", f"user {client_name(table, board)}"]
            read = (result_topic, dice_topic, posting_topic, jackpot_topic, heartbeat_topic, lease_topic)
            lines += [f"topic read {topic(table)}" for topic in read]
            lines += [f"topic write {topic(table, board)}" for topic in (echo_topic, presence_topic)]
    for name, rights in others.items():
        lines += ["", f"user {name}", *rights]
    return "\n".join([*lines, "", f"user {WITNESS}", "topic read croupier/#", ""])


@dataclass(frozen=True, slots=True)
class Made:
    """What a run has made new; everything else stands as it was."""

    files: tuple[Path, ...]


def make(
    folder: Path,
    hosts: Sequence[str],
    tables: Mapping[str, Sequence[str]],
    passwords: Iterable[str] = (),
    now: datetime | None = None,
    others: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Made:
    """Everything that a site's broker and its clients need. Run again, it makes what is missing or about to end."""
    now = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made: list[Path] = []
    authority = _Authority.open(folder, now, made)
    names = [client_name(table, board) for table, boards in tables.items() for board in ("", *boards)]
    if alike := set(names) & set(others):
        raise AuthorityError(f"{', '.join(sorted(alike))}: a board and another device have the same name")
    names += others
    if taken := {"broker", WITNESS} & set(tables):
        raise AuthorityError(f"{', '.join(taken)}: a table cannot have this name")
    with_password = set(passwords) | {name for name in names if (folder / name / "password").exists()}
    if strangers := with_password - set(names):
        raise AuthorityError(f"{', '.join(sorted(strangers))}: no client of this site")
    authority.issue(folder / "broker", "server", hosts[0], hosts, made)
    for name in (*names, WITNESS):
        if name in with_password:
            _password(folder, name, made)
        else:
            authority.issue(folder / name, "client", name, (), made)
    for name in ("broker", *names, WITNESS):
        _write(folder / name / "ca.crt", authority.pem, made)
    _write(folder / "broker/acl", acl(tables, others).encode(), made)
    kept = [
        f"{name}:{_hashed((folder / name / 'password').read_text(encoding='utf-8').strip(), name)}\n"
        for name in sorted(with_password)
    ]
    _write(folder / "broker/passwords", "".join(kept).encode(), made, mode=0o600)
    return Made(tuple(made))


@dataclass(frozen=True, slots=True)
class _Authority:
    """The key that signs, and its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate
    now: datetime

    @classmethod
    def open(cls, folder: Path, now: datetime, made: list[Path]) -> _Authority:
        key_file, file = folder / "ca.key", folder / "ca.crt"
        if not key_file.exists():
            key = ec.generate_private_key(ec.SECP256R1())
            subject = _named("croupier broker authority")
            key_id = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
            certificate = (
                _builder(subject, subject, key.public_key(), now, now + CA_LASTS)
                .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
                .add_extension(_usage(signs_certificates=True), critical=True)
                .add_extension(key_id, critical=False)
                .sign(key, hashes.SHA256())
            )
            _write(key_file, _key_pem(key), made, mode=0o600)
            _write(file, certificate.public_bytes(serialization.Encoding.PEM), made)
            return cls(key, certificate, now)
        if key_file.stat().st_mode & 0o077:
            raise AuthorityError(f"{key_file}: others may read it; nobody but its owner must (chmod 600)")
        try:
            loaded = serialization.load_pem_private_key(key_file.read_bytes(), None)
            certificate = x509.load_pem_x509_certificate(file.read_bytes())
        except (OSError, ValueError, TypeError) as error:
            raise AuthorityError(f"{key_file}: {error}") from error
        if not isinstance(loaded, ec.EllipticCurvePrivateKey) or certificate.public_key() != loaded.public_key():
            raise AuthorityError(f"{key_file}: not the key of {file}")
        if certificate.not_valid_after_utc - now < RENEW_BEFORE:
            raise AuthorityError(f"{file}: ends {certificate.not_valid_after_utc:%Y-%m-%d}; begin in a new folder")
        return cls(loaded, certificate, now)

    @property
    def pem(self) -> bytes:
        """Returns the certificate that every table, board and broker trusts."""
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    def issue(self, folder: Path, role: str, name: str, hosts: Sequence[str], made: list[Path]) -> None:
        """A key and a certificate for one end of a line, unless a good one is there."""
        folder.mkdir(mode=0o700, exist_ok=True)
        file, key_file = folder / f"{role}.crt", folder / f"{role}.key"
        addresses = x509.SubjectAlternativeName([_host(host) for host in hosts])
        if key_file.exists() and self._good(file, addresses):
            return
        key = ec.generate_private_key(ec.SECP256R1())
        until = min(self.now + LEAF_LASTS, self.certificate.not_valid_after_utc)
        purpose = ExtendedKeyUsageOID.SERVER_AUTH if role == "server" else ExtendedKeyUsageOID.CLIENT_AUTH
        key_id = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
        ours = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        builder = (
            _builder(_named(name), self.certificate.subject, key.public_key(), self.now, until)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
            .add_extension(key_id, critical=False)
            .add_extension(ours, critical=False)
        )
        if hosts:
            builder = builder.add_extension(addresses, critical=False)
        _write(key_file, _key_pem(key), made, mode=0o600)
        _write(file, builder.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM), made)

    def _good(self, file: Path, addresses: x509.SubjectAlternativeName) -> bool:
        try:
            there = x509.load_pem_x509_certificate(file.read_bytes())
            there.verify_directly_issued_by(self.certificate)
        except (OSError, ValueError, TypeError, InvalidSignature):  # the last: of another authority
            return False
        try:
            named = there.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except x509.ExtensionNotFound:
            named = x509.SubjectAlternativeName([])
        return there.not_valid_after_utc - self.now > RENEW_BEFORE and named == addresses


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, until: datetime
) -> x509.CertificateBuilder:
    named = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    return named.serial_number(x509.random_serial_number()).not_valid_before(now - EARLIER).not_valid_after(until)


def _named(name: str) -> x509.Name:
    try:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    except ValueError as error:
        raise AuthorityError(f"{name}: too long for a certificate") from error


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)


def _password(folder: Path, name: str, made: list[Path]) -> None:
    (folder / name).mkdir(mode=0o700, exist_ok=True)
    file = folder / name / "password"
    if not file.exists():
        _write(file, f"{secrets.token_urlsafe(32)}\n".encode(), made, mode=0o600)


def _hashed(password: str, name: str) -> str:
    """As mosquitto keeps it; the salt is the client's, so that a second run writes the same file."""
    salt = hashlib.sha256(f"{name}:{password}".encode()).digest()[:12]
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def _write(path: Path, data: bytes, made: list[Path], mode: int = 0o644) -> None:
    """Whole or not at all, and never readable by more people than it will be."""
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(mode=0o700, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.rename(path)
    made.append(path)
