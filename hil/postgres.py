"""A PostgreSQL of the rig's own: a folder, a free port on loopback, an unprivileged user, no system service."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hil.broker import free_port

STOP_AT_ONCE = signal.SIGQUIT  # what a power cut is to the server: its children are killed too, nothing is written
OWNER = "postgres"  # whom Debian's package makes for this; root itself may not run a server
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "dynamic_shared_memory_type": "mmap",  # in its folder, which is removed whatever happens
    "min_wal_size": "2MB",
    "max_wal_size": "64MB",
    "ssl": "on",
}


class Cluster:
    """A cluster of databases: its folder, its port and its password."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self._durable = durable  # survives the machine's end too; a process that is killed loses nothing anyway
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self._as_owner = _drop() if os.getuid() == 0 else ()

    @property
    def ca(self) -> Path:
        """Returns the certificate that its clients trust."""
        return self.folder / "ca.crt"

    def url(self, database: str = "postgres", user: str = "postgres", password: str = "") -> str:
        """How psycopg reaches it: TLS with a certificate that is checked, and a password that SCRAM checks."""
        sure = f"sslmode=verify-full&sslrootcert={self.ca}"
        return f"postgresql://{user}:{password or self.password}@127.0.0.1:{self.port}/{database}?{sure}"

    def make(self) -> None:
        """An empty cluster, with a certificate for loopback."""
        self.folder.mkdir(mode=0o711)
        given = self.folder / "password"
        given.write_text(self.password)
        given.chmod(0o600)
        self._own(self.folder, given)
        data = self.folder / "data"
        options = (
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--username=postgres",
            "--wal-segsize=1",
        )
        command = (str(_program("initdb")), *options, f"--pwfile={given}", f"--pgdata={data}")
        made = subprocess.run((*self._as_owner, *command), check=False, capture_output=True, text=True, cwd="/")
        if made.returncode:
            raise RuntimeError(f"initdb could not make {data}: {made.stderr.strip()}")
        key, proof = certificate()
        for name, text in (("server.key", key), ("server.crt", proof)):
            (data / name).write_bytes(text)
            (data / name).chmod(0o600)
            self._own(data / name)
        self.ca.write_bytes(proof)
        hba = data / "pg_hba.conf"  # whoever comes over the network comes with TLS, or not at all
        hba.write_text(hba.read_text().replace("\nhost ", "\nhostssl "))

    @property
    def command(self) -> tuple[str, ...]:
        """Runs it; after `make`, and again after it was ended."""
        settings = {**SETTINGS, "port": str(self.port), "fsync": "on" if self._durable else "off"}
        flags = (part for name, value in settings.items() for part in ("-c", f"{name}={value}"))
        return (*self._as_owner, str(_program("postgres")), "-D", str(self.folder / "data"), *flags)

    @property
    def asking(self) -> tuple[str, ...]:
        """Ends with 0 once it takes connections."""
        return str(_program("pg_isready")), "--quiet", "--host=127.0.0.1", f"--port={self.port}"

    def _own(self, *paths: Path) -> None:
        if self._as_owner:
            for path in paths:
                shutil.chown(path, OWNER, OWNER)


class Server:
    """A cluster outside a rig, running."""

    def __init__(self, cluster: Cluster, log: Path) -> None:
        self.cluster, self._log = cluster, log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self.cluster.command, stderr=log, start_new_session=True)
        while subprocess.run(self.cluster.asking, check=False).returncode:
            if self._process.poll() is not None:
                raise RuntimeError(f"postgres ended:\n{self._log.read_text()}")

    def pause(self, *, on: bool) -> None:
        """It accepts, for the kernel does, and never answers."""
        if self._process is None:
            return
        server = self._process.pid
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        for process in (server, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP if on else signal.SIGCONT)

    def stop(self) -> None:
        """Stops the server at once, as in a power cut."""
        if self._process is not None:
            if self._process.poll() is None:
                self.pause(on=False)
            self._process.send_signal(STOP_AT_ONCE)
            self._process.wait()


@contextmanager
def serving(*, durable: bool = False) -> Iterator[Server]:
    """A new one; nothing of it stays behind."""
    with tempfile.TemporaryDirectory(prefix="croupier-ledger-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        cluster = Cluster(folder / "postgres", durable=durable)
        cluster.make()
        server = Server(cluster, folder / "log")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def certificate() -> tuple[bytes, bytes]:
    """A key, and a certificate that it signed for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
    text = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    return key.private_bytes(serialization.Encoding.PEM, *text), signed


def _drop() -> tuple[str, ...]:
    who = pwd.getpwnam(OWNER)
    return ("setpriv", f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--clear-groups", "--")


def _program(name: str) -> Path:
    """The newest that Debian installed, or one on the PATH."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    found = installed[-1] if installed else shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed; run: make setup")
    return Path(found)
