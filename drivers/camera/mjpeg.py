"""MJPEG over HTTP: an answer without end in many parts, each a JPEG.

Read by ourselves: a library that opens whatever it is given follows a camera to other hosts, and believes its claims.
Every line, header and part has a limit; how long a picture may take in all, the child knows (CAMERA_STUCK).
"""

from __future__ import annotations

from email.message import Message
from http.client import HTTPException, HTTPResponse
from typing import NoReturn
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import (
    BaseHandler,
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    HTTPRedirectHandler,
    ProxyHandler,
    Request,
    build_opener,
)

from drivers.camera.limits import JPEG
from drivers.faults import Fault, FaultError

WITHIN = 4.0  # seconds until the next byte
LINE, LINES = 1024, 32  # bytes of a line in a part's head; lines of it
BLOCK = 64 * 1024
NO_ACCESS = {401, 403}
LONGEST = 100  # letters of what a stranger wrote


class Parts:
    """What a camera answers, part by part."""

    def __init__(self, url: str) -> None:
        """CAMERA_ABSENT and its neighbours if there is nobody, or somebody else."""
        self._url, self._answer = url, _open(url)
        kind, boundary = self._answer.headers.get_content_type(), self._answer.headers.get_boundary()
        if kind != "multipart/x-mixed-replace" or boundary is None:
            self.close()
            raise FaultError(Fault.CAMERA_GARBLED, f"{url}: {_plain(kind)}")
        self._boundary = boundary.encode("latin-1", "replace").lstrip(b"-")  # some count the dashes to its name
        self._begun = False

    def next(self) -> bytes | None:
        """The bytes of the next part; None: there are no more."""
        try:
            if not self._begun and self._to_boundary() is None:  # the last part may have been longer than it said
                return None
            length = self._head()
            data = self._to_boundary() if length is None else self._answer.read(length)
            self._begun = length is None
            return data if length is None or len(data or b"") == length else None
        except TimeoutError as error:
            raise FaultError(Fault.CAMERA_STUCK, self._url) from error
        except OSError as error:
            raise FaultError(Fault.CAMERA_LOST, self._url) from error
        except (HTTPException, ValueError) as error:
            raise FaultError(Fault.CAMERA_GARBLED, self._url) from error

    def close(self) -> None:
        """Closes the connection."""
        self._answer.close()

    def _to_boundary(self) -> bytes | None:
        """What stands before the line that begins a part; None: none begins any more."""
        data = bytearray()
        while line := self._answer.readline(BLOCK):
            if line.startswith(b"--") and line.lstrip(b"-").startswith(self._boundary):
                return bytes(data)
            data += line
            if len(data) > JPEG:
                raise FaultError(Fault.CAMERA_SIZE, f"{self._url}: > {JPEG} B")
        return None

    def _head(self) -> int | None:
        """How long the part says that it is."""
        length = None
        for _ in range(LINES):
            line = self._answer.readline(LINE)
            if not line.strip():
                return length
            if not line.endswith(b"\n"):
                break
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
                if not 0 <= length <= JPEG:
                    raise FaultError(Fault.CAMERA_SIZE, f"{self._url}: {length} B")
        raise ValueError("a head without end")


class _NoRedirect(HTTPRedirectHandler):
    """Whoever is sent to another place goes nowhere: the table's file names the camera, not the camera itself."""

    def http_error_302(self, req: Request, fp: object, code: int, msg: str, headers: Message) -> NoReturn:
        raise FaultError(Fault.CAMERA_REDIRECTED, f"{req.full_url} → {_plain(headers.get('Location', ''))}")

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _open(source: str) -> HTTPResponse:
    """The head of the answer. No proxy of the environment stands between us."""
    try:
        parts = urlsplit(source)
        url = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        keys = HTTPPasswordMgrWithDefaultRealm()
        if parts.username is not None:
            keys.add_password(None, url, unquote(parts.username), unquote(parts.password or ""))
        handlers: list[BaseHandler] = [HTTPBasicAuthHandler(keys), HTTPDigestAuthHandler(keys)]
        answer: HTTPResponse = build_opener(ProxyHandler({}), _NoRedirect(), *handlers).open(url, timeout=WITHIN)
    except HTTPError as refused:
        refused.close()
        fault = Fault.CAMERA_NO_ACCESS if refused.code in NO_ACCESS else Fault.CAMERA_ABSENT
        raise FaultError(fault, f"{source}: HTTP {refused.code}") from refused
    except OSError as error:
        certificate = getattr(getattr(error, "reason", None), "verify_message", "")
        raise FaultError(Fault.CAMERA_ABSENT, f"{source}: {certificate}" if certificate else source) from error
    except (HTTPException, ValueError) as error:
        raise FaultError(Fault.CAMERA_GARBLED, source) from error
    return answer


def _plain(text: str) -> str:
    """What a stranger wrote, short and in one line."""
    return "".join(letter for letter in text if letter.isprintable())[:LONGEST]
