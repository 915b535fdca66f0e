"""Orders as the daemon's /openapi.json describes them: their fields, and who may give them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OrderKind:
    """One kind of order, and how the words of a scenario's step fill in its fields."""

    roles: frozenset[str]
    properties: dict[str, Schema]  # in the order of the API; without the kind

    def fields(self, words: Iterable[str], **known: Any) -> dict[str, Any]:
        """Reads values in the order of the fields, and NAME=VALUE for any other; `known` needs no words.

        A field that is an object takes every NAME=VALUE of another name, one that is a list every value. Where a value
        is no text it is JSON; `?` stands for one that nobody knows.
        """
        found = {name: value for name, value in known.items() if name in self.properties}
        places = [name for name in self.properties if name not in found]
        by_name = next((name for name in places if self._types(name) == {"object"}), "")
        by_number = next((name for name in places if self._types(name) == {"array"}), "")
        single = iter([name for name in places if name not in (by_name, by_number)])
        found |= {by_name: {}} if by_name else {}
        found |= {by_number: []} if by_number else {}
        for word in words:
            name, equals, value = word.partition("=")
            if equals and name in self.properties:
                found[name] = self._value(name, value)
            elif equals and by_name:
                found[by_name][name] = _read(value)
            elif by_number:
                found[by_number].append(_read(word))
            elif place := next(single, ""):
                found[place] = self._value(place, word)
            else:
                raise ValueError(f"no field takes {word}")
        return found

    def _value(self, name: str, word: str) -> Any:
        return word if "string" in self._types(name) else _read(word)

    def _types(self, name: str) -> set[str]:
        schema = self.properties[name]
        return {each.get("type", "") for each in schema.get("anyOf", [schema])}


def described(api: Schema) -> dict[str, OrderKind]:
    """Every kind of order in an OpenAPI document."""
    kinds = {}
    for schema in api["components"]["schemas"].values():
        if "x-roles" in schema:
            properties = dict(schema["properties"])
            kinds[properties.pop("kind")["const"]] = OrderKind(frozenset(schema["x-roles"]), properties)
    return kinds


def _read(word: str) -> Any:
    return None if word == "?" else json.loads(word)
