"""What the sections of all files share."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]


class Section(BaseModel):
    """A section, none of whose keys is unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class DeviceSection(Section):
    """A device of the table. `[shoe]` is the table's only shoe; several are `[[shoe]]`, each with its own name."""

    KIND: ClassVar[str]
    ANYWHERE: ClassVar[bool] = False  # it may stand at any table, whatever is played there
    name: Name

    @model_validator(mode="before")
    @classmethod
    def _named(cls, given: Any) -> Any:
        return {"name": cls.KIND, **given} if isinstance(given, dict) else given

    @property
    def posted(self) -> dict[str, Any]:
        """What the table itself must know of it."""
        return {}
