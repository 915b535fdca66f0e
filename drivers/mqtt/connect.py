"""A line to the broker, from what its files hold."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import aiomqtt
from cryptography import x509
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from pydantic import BaseModel

from drivers.mqtt.access import Access

# Without it a small message waits up to 40 ms for the acknowledgement of the one before.
AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
LARGEST = 65_536  # bytes of a message, as in config/broker/mosquitto.conf
KEEP_ALIVE = 5  # seconds; after one and a half of them without a word the broker publishes the last will


@dataclass(frozen=True, slots=True)
class Secrets:
    """What was in the files."""

    stamps: tuple[int, ...]  # when each was written
    context: ssl.SSLContext | None = None
    password: str | None = None
    ends: datetime | None = None  # when our certificate does


class LastMessage(logging.Logger):
    """What paho says when it loses a line; its exception may only say that nobody answered."""

    said = ""

    def handle(self, record: logging.LogRecord) -> None:
        """Keeps it, for whoever reports it once."""
        self.said = record.getMessage()


def secrets(access: Access, before: Secrets | None = None) -> Secrets:
    """Everything that is in files; the same as before if they are. Blocks; OSError if one cannot be used."""
    files = (access.ca, access.certificate, access.key, access.password_file)
    stamps = tuple(file.stat().st_mtime_ns for file in files if file is not None)
    if before is not None and before.stamps == stamps:
        return before
    password = access.password_file.read_text(encoding="utf-8").strip() if access.password_file else None
    if access.ca is None:
        return Secrets(stamps, None, password)
    context = ssl.create_default_context(ssl.Purpose.SERVER_AUTH, cafile=str(access.ca))
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if access.certificate is None:
        return Secrets(stamps, context, password)
    context.load_cert_chain(access.certificate, access.key)
    try:
        ends = x509.load_pem_x509_certificate(access.certificate.read_bytes()).not_valid_after_utc
    except ValueError as error:
        raise OSError(f"{access.certificate}: no certificate") from error
    return Secrets(stamps, context, password, ends)


def client(
    access: Access,
    identifier: str,
    known: Secrets,
    timeout: float = 5.0,
    will: aiomqtt.Will | None = None,
    logger: LastMessage | None = None,
    inbox: asyncio.Queue[aiomqtt.Message] | None = None,
) -> aiomqtt.Client:
    """A client that forgets between two connections: what was meant for a former one must not come late.

    With an inbox of its own it speaks MQTT 5: the broker keeps from us what is too large, and what we said ourselves.
    """
    manner: dict[str, Any] = {"clean_session": True}
    if inbox is not None:
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = 2 * LARGEST  # with its topic
        manner = {"protocol": aiomqtt.ProtocolVersion.V5, "clean_start": True, "properties": limits}
        manner["queue_type"] = lambda maxsize: inbox
    return aiomqtt.Client(
        access.host,
        access.port,
        identifier=identifier,
        username=access.username,
        password=known.password,
        tls_context=known.context,
        keepalive=KEEP_ALIVE,
        timeout=timeout,
        will=will,
        logger=logger or LastMessage("mqtt", logging.WARNING),
        socket_options=AT_ONCE,
        **manner,
    )


async def publish(client: aiomqtt.Client, topic: str, message: BaseModel, *, retain: bool = False) -> None:
    """One message, until the broker has it."""
    await client.publish(topic, message.model_dump_json(), qos=1, retain=retain)
    unless_cancelled()


def unless_cancelled() -> None:
    """Python 3.11's `wait_for`, which aiomqtt uses, may swallow a cancellation: here it is raised again."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
