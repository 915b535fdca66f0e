"""What drivers report: one frozen dataclass a kind of observation, one file a kind of device.

An observation whose class says `SECRET` tells a card that may still lie face down: it is sealed on disk, and nothing
but the table ever looks inside. The bytes that it came from are another matter: whatever was observed, they are sealed
unless their protocol says that they are `Clear`.
"""

from __future__ import annotations

from drivers.observation.base import *
from drivers.observation.camera import *
from drivers.observation.line import *
from drivers.observation.shaker import *
from drivers.observation.shoe import *

Observation = FromDevice
