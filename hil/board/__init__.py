"""Simulated display boards: a panel of seven segments and lines of words, with an echo, presence and named faults."""

from hil.board.device import Board

__all__ = ["Board"]
