"""An answer that seldom changes: whoever has it is told so, by its `ETag`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from fastapi.responses import Response
from pydantic_core import to_json

JSON = "application/json"
ASK_AGAIN = "no-cache"  # a browser may keep it, and asks each time whether it still is so


class Tagged:
    """What one function tells, written out again only when it tells something else."""

    def __init__(self, tell: Callable[[], Mapping[str, Any]]) -> None:
        self._tell = tell
        self._told: Mapping[str, Any] | None = None
        self._body, self._tag = b"", ""

    def tag(self) -> str:
        """Its `ETag`, as it is now."""
        told = self._tell()
        if told is not self._told:
            self._told, self._body = told, to_json(told)
            self._tag = f'"{hashlib.sha256(self._body).hexdigest()[:20]}"'
        return self._tag

    def answer(self, known: str | None) -> Response:
        """All of it, or that it is what the caller has."""
        headers = {"ETag": self.tag(), "Cache-Control": ASK_AGAIN}
        if known == self._tag:
            return Response(status_code=304, headers=headers)
        return Response(self._body, media_type=JSON, headers=headers)
