"""croupierd under strict checks: any blocking call on its event loop is an error, any warning too."""

from __future__ import annotations

import runpy
import sys

from blockbuster import BlockBuster

if __name__ == "__main__":
    sys.argv[0] = "croupierd"
    BlockBuster().activate()
    runpy.run_module("daemon.croupierd", run_name="__main__")
