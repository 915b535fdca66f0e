"""Tests of daemon/history/."""
