"""What happened at the table, for everyone to see: no event tells a card that lies face down."""

from __future__ import annotations

from daemon.table.events.base import *
from daemon.table.events.corrections import *
from daemon.table.events.dice import *
from daemon.table.events.jackpot import *
from daemon.table.events.past import *
from daemon.table.events.people import *
from daemon.table.events.posting import *
from daemon.table.events.room import *
from daemon.table.events.round import *
from daemon.table.events.shoe import *

TableEvent = OfRound | OfDice | OfRoom | OfCorrection | OfPast | OfJackpot | OfShoe | OfPeople | OfPosting
Event = Happened  # one of these, or a device's own (daemon.table.devices)
