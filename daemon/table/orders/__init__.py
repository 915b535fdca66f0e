"""What people order, and what the daemon tells the table of itself: observations like those of a device.

An order says who gave it. One that changes a value needs two persons: the first proposes, the second gives the same
order again, without being told what the first one said if a card lies face down; only then does it happen. What the
first one proposed waits no longer than is posted, and no longer than that person is signed in.
"""

from __future__ import annotations

from daemon.table.orders.base import *
from daemon.table.orders.between_rounds import *
from daemon.table.orders.corrections import *
from daemon.table.orders.dice import *
from daemon.table.orders.jackpot import *
from daemon.table.orders.notices import *
from daemon.table.orders.past import *
from daemon.table.orders.posting import *
from daemon.table.orders.room import *
from daemon.table.orders.round import *
from drivers.observation import FromDevice

# Every order of the table itself; a kind of device may have others of its own: `ORDERS` in daemon/table/kinds.py.
TableOrder = InRound | OfDice | InRoom | Correction | OfPast | OfJackpot | BetweenRounds | OfPosting
Observation = FromDevice | Order | Said
