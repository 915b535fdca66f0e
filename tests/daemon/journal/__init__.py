"""Tests of daemon/journal/."""
