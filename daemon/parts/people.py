"""Those who work at the table: their file, and who is signed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from typing_extensions import TypedDict

from daemon.control.sessions import Sessions
from daemon.parts.part import Part, PartFault, Running
from daemon.people import People, PeopleCounts


class PeopleHealth(TypedDict):
    """Those who work at the table."""

    people: PeopleCounts


class PeoplePart(Part):
    """The people file, and the sessions of those in it."""

    name = "people"

    def __init__(self, running: Running) -> None:
        self._people = People(running.settings.people)
        self.sessions = Sessions(self._people, running.engine, beat=running.watchdog.expect("people", within=60))

    async def run(self) -> None:
        """Sees changes of the file, and ends what has lapsed."""
        await self.sessions.run()

    @property
    def names(self) -> Mapping[str, str]:
        """Returns the names of everyone who is enrolled, by badge."""
        return {badge: person.name for badge, person in self._people.roster.items()}

    def faults(self) -> Iterable[PartFault]:
        """Tells what is wrong with the file."""
        return () if self._people.fault is None else ((self.name, *self._people.fault),)

    def health(self) -> PeopleHealth:
        """Tells how many may sign in."""
        return {"people": self._people.counts}
