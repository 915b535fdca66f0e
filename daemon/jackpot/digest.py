"""What an entry and an account are signed by: digests over all that is not as it is by default."""

from __future__ import annotations

import hashlib
import json
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daemon.jackpot.pool import Account, Entry


def digest(entry: Entry, before: str) -> str:
    """Over the entry and the digest before it; what is as it is by default is left out, so that entries may grow."""
    said = written(replace(entry, digest=""))
    if entry.stands:  # the database wrote it
        return sha(f"{before}\n{jsonb(said)}")
    return sha(f"{before}\n{json.dumps(said, sort_keys=True, separators=(',', ':'), ensure_ascii=False)}")


def stands(account: Account) -> str:
    """Over all that an account shows or pays; its version and its digest are those of its last entry."""
    return sha(jsonb(written(replace(account, version=0, digest=""))))


def sha(text: str) -> str:
    """Returns the SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def jsonb(value: Any) -> str:
    """As PostgreSQL writes a jsonb: shorter keys first.

    >>> jsonb({"seats": ["1", "2"], "at": 7, "by": []})
    '{"at": 7, "by": [], "seats": ["1", "2"]}'
    """
    return json.dumps(_sorted(value), ensure_ascii=False)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value, key=lambda key: (len(key), key))}
    return [_sorted(each) for each in value] if isinstance(value, list) else value


def written(thing: Any) -> Any:
    """What is not as it is by default."""
    if not is_dataclass(thing):
        return [written(each) for each in thing] if isinstance(thing, tuple) else thing
    values = ((each, getattr(thing, each.name)) for each in fields(thing))
    return {each.name: written(value) for each, value in values if each.default is MISSING or value != each.default}
