"""Answers of the control API, held against /openapi.json: nothing in them is missing, or not described."""

from __future__ import annotations

import re
from typing import Any

from jsonschema import Draft202012Validator

STREAM = "text/event-stream"


class Described:
    """What an OpenAPI document says of every answer that is no refusal."""

    def __init__(self, api: dict[str, Any]) -> None:
        self._api = _closed(api)
        self._paths = {re.compile(re.sub(r"{\w+}", "[^/]+", path)): path for path in api["paths"]}
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, method: str, path: str, answer: Any) -> None:
        """Raises jsonschema's ValidationError, if the document describes this path at all."""
        bare = path.partition("?")[0]
        for form, known in self._paths.items():
            if form.fullmatch(bare):
                self._against(self._api["paths"][known][method]["responses"]["200"]["content"], answer)

    def _against(self, content: dict[str, Any], answer: Any) -> None:
        schema = content[STREAM if STREAM in content else "application/json"]["schema"]
        if "discriminator" in schema:  # by the kind, rather than by one kind after the other
            schema = {"$ref": schema["discriminator"]["mapping"][answer["kind"]]}
        if (name := str(schema)) not in self._validators:
            self._validators[name] = Draft202012Validator({**self._api, **schema})
        self._validators[name].validate(answer)


def _closed(schema: Any) -> Any:
    """The same, in which no object has a key that is not named."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(each) for name, each in schema.items()}
    if schema.get("type") == "object" and isinstance(schema.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed
