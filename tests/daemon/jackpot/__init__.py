"""Tests of daemon/jackpot/."""
