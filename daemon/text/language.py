"""The two languages of a table."""

from __future__ import annotations

from typing import Literal

Language = Literal["fr", "en"]
