"""Tests of daemon/parts/."""
