"""What badges do: they are used, refused and unlocked. Wrong PINs are counted where they are typed.

A place is a caller as the control API names it: `uid:1000` on the Unix socket, `loopback:1000` on the console's port.
At its homes, where its PIN was right before, a badge is counted by itself, whatever happens elsewhere. Of other places
a few are told apart, and the rest of each door is one: however many callers try a badge, they are so many places. And a
caller where nobody's PIN was ever right is counted over all badges, those included that nobody has.
"""

from __future__ import annotations

from daemon.table.events import BadgeUsed
from daemon.table.orders import Badge, SignedIn, SignedOut, SignInRefused, Unlocked
from daemon.table.play import Applied
from daemon.table.state import People, TableState
from daemon.table.waiting import leave

HOMES = 4  # of a badge, the last ones
STRANGE = 4  # places at each door that are told apart, for a badge and for nobody's


def use_badge(state: TableState, used: Badge) -> Applied:
    """The count of wrong PINs after it, and what everyone is told."""
    people = state.people
    failures = dict(people.failures)
    match used:
        case SignedIn():
            event = BadgeUsed(used.by, "signed_in", used.role)
            for place in counted(people, used.by, used.peer):
                failures.pop(place, None)
            people = people._replace(homes=_at_home(people.homes, used.by, used.peer))
        case SignedOut():
            state, ended = leave(state, used.by)
            return state, (*ended, BadgeUsed(used.by, "signed_out"))
        case SignInRefused():
            event = BadgeUsed(used.by, "refused", reason=used.reason)
            own, *stranger = counted(people, used.by, used.peer)
            wrong = {"pin": [own, *stranger], "unknown": stranger, "disabled": stranger, "locked": []}
            failures |= {place: failures.get(place, 0) + 1 for place in wrong[used.reason]}
        case Unlocked():
            event = BadgeUsed(used.badge, "unlocked")
            failures = {place: count for place, count in failures.items() if _badge(place) not in ("", used.badge)}
    return state._replace(people=people._replace(failures=failures)), (event,)


def counted(people: People, badge: str, peer: str) -> tuple[str, ...]:
    """The places at which a wrong PIN counts: the badge's there and, of a caller where nobody was ever right, its own.

    >>> counted(People(homes=("D1@uid:1000",)), "D1", "uid:1000")
    ('D1@uid:1000',)
    >>> counted(People(), "D1", "loopback:33")
    ('D1@loopback:33', '@loopback:33')
    """
    if not peer:  # journals from before callers were told
        return (badge,)
    own = _place(people, badge, peer)
    return (own,) if peer in known(people) else (own, _place(people, "", peer))


def known(people: People) -> frozenset[str]:
    """The callers where somebody's PIN was right."""
    return frozenset(home.partition("@")[2] for home in people.homes)


def door(peer: str) -> str:
    """The door at which a caller stands.

    >>> door("loopback:33"), door("uid:0")
    ('loopback', 'uid')
    """
    return peer.partition(":")[0]


def _place(people: People, badge: str, peer: str) -> str:
    place, others = f"{badge}@{peer}", f"{badge}@{door(peer)}"
    if place in people.homes or place in people.failures:
        return place
    apart = sum(other.startswith(f"{others}:") and other not in people.homes for other in people.failures)
    return place if apart < STRANGE else others


def _badge(place: str) -> str:
    return place.partition("@")[0]


def _at_home(homes: tuple[str, ...], badge: str, peer: str) -> tuple[str, ...]:
    """With this one as the badge's last; nobody is at home where the kernel does not tell who calls."""
    if ":" not in peer:
        return homes
    home = f"{badge}@{peer}"
    own = [other for other in homes if _badge(other) == badge and other != home]
    return (*(other for other in homes if _badge(other) != badge), *own[1 - HOMES :], home)
